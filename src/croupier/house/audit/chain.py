"""Checks the hash chain: that no event was changed or moved, and that everything is there that the house signed."""

from collections.abc import Iterator
from itertools import pairwise

from croupier.house.audit.defect import Defect, at
from croupier.house.keys import fingerprint
from croupier.house.store.chain import BEGINNING, Checkpoint, link
from croupier.house.store.records import EventRecord, Records


class ChainCheck:
    """Recomputes every hash."""

    def __init__(self, key: bytes | None, witness: Checkpoint | None) -> None:
        self.key = key
        self.counts = {"events": 0, "checkpoints": 0, "unsigned": 0}
        self._witness = witness
        self._position, self._hash = 0, BEGINNING
        self._versions: dict[str, int] = {}
        self._signed: list[Checkpoint] = []
        self._hashes: dict[int, bytes] = {}

    def expect(self, checkpoints: list[Checkpoint]) -> None:
        """Set the checkpoints, before the first event."""
        self._signed = checkpoints
        self._hashes = {each.position: b"" for each in (*checkpoints, *([self._witness] if self._witness else []))}

    def see(self, record: EventRecord) -> Iterator[Defect]:
        """Check the next event's position, version and hash."""
        event = record.event
        self.counts["events"] += 1
        if event.position != self._position + 1:
            gap = f"{self._position + 1} to {event.position - 1}"
            yield Defect("chain", at(event), f"the events {gap} before it are missing")
        expected = self._versions.get(event.stream, 0) + 1
        if event.version != expected:
            yield Defect("chain", at(event), f"its stream should be at version {expected}")
        fields = (event.position, event.stream, event.version, event.kind, event.at, event.actor, event.body)
        in_order = record.lines == tuple(range(len(record.postings)))
        if not in_order or link(self._hash, *fields, record.postings, record.receipts) != event.hash:
            yield Defect("chain", at(event), "it, or what was stored with it, was altered")
        self._versions[event.stream] = event.version
        self._position, self._hash = event.position, event.hash
        if event.position in self._hashes:
            self._hashes[event.position] = event.hash

    def end(self, records: Records) -> Iterator[Defect]:
        """Check the checkpoints and the witness."""
        previous = 0
        for checkpoint in self._signed:
            self.counts["checkpoints"] += 1
            if checkpoint.previous != previous:
                message = f"the one before it stood at {checkpoint.previous}, and {previous or 'none'} is there"
                yield Defect("chain", f"checkpoint {checkpoint.position}", message)
            yield from self._check_checkpoint(checkpoint)
            previous = checkpoint.position
        yield from self._check_terms(records)
        self.counts["unsigned"] = max(0, self._position - previous)
        if self._witness:
            yield from self._check_checkpoint(self._witness)

    def _check_terms(self, records: Records) -> Iterator[Defect]:
        """Check that no house wrote on after the term of the next one had begun."""
        terms = records.terms()
        for before, after in pairwise(terms):
            if before.last >= after.first:
                message = f"its events up to {before.last} come after {after.first}, where term {after.fence} began"
                yield Defect("chain", f"term {before.fence}", message)

    def _check_checkpoint(self, checkpoint: Checkpoint) -> Iterator[Defect]:
        where = f"checkpoint {checkpoint.position}"
        self.key = self.key or checkpoint.key
        if checkpoint.key != self.key:
            message = f"it is signed with the key {fingerprint(checkpoint.key)}, not {fingerprint(self.key)}"
            yield Defect("chain", where, message)
        if not checkpoint.genuine:
            yield Defect("chain", where, "its signature is not that of what it says")
        elif checkpoint.position > self._position:
            message = f"the house signed for {checkpoint.position} events, and {self._position} are there"
            yield Defect("chain", where, message)
        elif self._hashes.get(checkpoint.position) != checkpoint.hash:
            yield Defect("chain", where, "the event there is not the one that the house signed for")
