"""A store in memory for simulations: the same planning as the real one; a crash keeps only what was committed.

Appends wait for `commit`; those waiting when the process dies were either lost, or committed without acknowledgement.
"""

import bisect
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier.house.ledger import Posting
from croupier.house.store import Append, Appended, Checkpoint, Event, Receipt, Records, Store
from croupier.house.store.batch_plan import Receipts, StreamEnd, plan
from croupier.house.store.chain import BEGINNING, Head
from croupier.house.store.entries import Posted, check_append
from croupier.house.store.records import EventRecord, Term
from croupier.house.store.store import OnOutcome
from croupier.refused import Refused


class Disk:
    """The durable state, which survives a crash."""

    def __init__(self) -> None:
        self.kept: list[EventRecord] = []
        self.streams: dict[str, list[EventRecord]] = {}
        self.balances: dict[str, int] = {}
        self.answers: Receipts = {}
        self.head = Head()
        self.seldom: list[EventRecord] = []
        self.ends: dict[str, StreamEnd] = {}

    def commit(self, batch: list[Append]) -> list[Appended | Refused]:
        """Commit a batch atomically."""
        made = plan(
            batch,
            self.head,
            self.end,
            lambda account: self.balances.get(account, 0),
            self.answers,
        )
        postings: dict[int, list[Posting]] = {}
        for row in made.postings:
            values: Any = {key: value for key, value in row.items() if key not in ("position", "line")}
            postings.setdefault(int(str(row["position"])), []).append(Posting(**values))
        receipts = {row["position"]: row for row in made.receipts}
        for row in made.events:
            fields: Any = row
            event = Event(**fields)
            moved = tuple(postings.get(event.position, ()))
            told: Any = receipts.get(event.position)
            receipt = (Receipt(told["actor"], told["id"], told["digest"], told["answer"]),) if told else ()
            kept = EventRecord(event, moved, tuple(range(len(moved))), receipt)
            self.kept.append(kept)
            self.streams.setdefault(event.stream, []).append(kept)
            if event.kind in ("round-amended", "correction-understood"):
                self.seldom.append(kept)
        for append, outcome in zip(batch, made.outcomes, strict=True):
            if append.receipt and isinstance(outcome, Appended) and not outcome.again:
                again = msgspec.structs.replace(outcome, again=True)
                self.answers[append.receipt.actor, append.receipt.id] = (append.receipt, again)
        for account, held in made.balances.items():
            if held:
                self.balances[account] = held
            else:
                self.balances.pop(account, None)
        self.head = made.head
        self.ends |= made.ends
        return made.outcomes

    def end(self, stream: str) -> StreamEnd:
        """The end of a stream; without its number where the disk was changed behind the store's back."""
        kept = self.streams.get(stream, [])
        found = StreamEnd(len(kept), kept[-1].event.hash) if kept else StreamEnd()
        known = self.ends.get(stream)
        return known if known is not None and known.hash == found.hash else found


class MemoryRecords(Records):
    def __init__(self, disk: Disk) -> None:
        self.disk = disk

    def close(self) -> None: ...

    @contextmanager
    def snapshot(self) -> Iterator["MemoryRecords"]:
        yield self

    def events(self, stream: str, after: int = 0) -> Iterator[Event]:
        for kept in self.disk.streams.get(stream, ())[after:]:
            yield kept.event

    def last(self, stream: str, kinds: Collection[str], before: int | None = None) -> Event | None:
        for kept in reversed(self.disk.streams.get(stream, [])):
            if kept.event.kind in kinds and (before is None or kept.event.version < before):
                return kept.event
        return None

    def next(self, stream: str, kinds: Collection[str], after: int) -> Event | None:
        return next((event for event in self.events(stream, after) if event.kind in kinds), None)

    def events_since(self, at: int, kinds: Collection[str]) -> list[Event]:
        return [each.event for each in self.disk.kept if each.event.at >= at and each.event.kind in kinds]

    def cage_sales(self, since: int) -> list[Event]:
        return self.events_since(since, ("bought-in",))

    def rare_events(self, kind: str, stream: str | None = None, after: int = 0) -> list[Event]:
        found = [kept.event for kept in self.disk.seldom if kept.event.kind == kind]
        return [each for each in found if stream is None or (each.stream == stream and each.version > after)]

    def events_at(self, positions: Collection[int]) -> list[Event]:
        return [self.disk.kept[each - 1].event for each in sorted(positions)]

    def all_events(self, after: int = 0) -> Iterator[Event]:
        return (kept.event for kept in self.disk.kept[after:])

    def event_records(self, after: int = 0) -> Iterator[EventRecord]:
        at = bisect.bisect_right(self.disk.kept, after, key=lambda kept: kept.event.position)
        yield from self.disk.kept[at:]

    def event_records_in(self, stream: str, first: int, last: int) -> list[EventRecord]:
        return self.disk.streams.get(stream, [])[first - 1 : last]

    def span(self, since: int, until: int) -> tuple[int, int] | None:
        found = [kept.event.position for kept in self.disk.kept if since <= kept.event.at < until]
        return (found[0], found[-1]) if found else None

    def ends(self, prefix: str) -> dict[str, str]:
        streams = sorted(self.disk.streams.items())
        return {stream: kept[-1].event.kind for stream, kept in streams if stream.startswith(prefix)}

    def count(self, first: int, last: int) -> int:
        return sum(first <= kept.event.position <= last for kept in self.disk.kept)

    def hash(self, position: int) -> bytes | None:
        return self.disk.kept[position - 1].event.hash if 0 < position <= len(self.disk.kept) else None

    def balance_after(self, account: str, position: int) -> int:
        moved = [each for kept in self.disk.kept[:position] for each in kept.postings]
        return sum(each.cents * ((each.destination == account) - (each.source == account)) for each in moved)

    def history(self, account: str, last: int = 35, since: int = 0) -> list[Posted]:
        found = [
            Posted(kept.event.stream, kept.event.version, kept.event.position, line, kept.event.at, each)
            for kept in self.disk.kept
            for line, each in enumerate(kept.postings)
            if account in (each.source, each.destination) and kept.event.at >= since
        ]
        return found[::-1][:last]

    def version(self, stream: str) -> int:
        return len(self.disk.streams.get(stream, ()))

    def hash_of(self, stream: str, version: int) -> bytes:
        return self.disk.streams[stream][version - 1].event.hash if version else BEGINNING

    def streams(self, prefix: str = "") -> list[str]:
        return sorted(stream for stream in self.disk.streams if stream.startswith(prefix))

    def head(self) -> Head:
        return self.disk.head

    def receipt_of(self, actor: str, id: str) -> tuple[Receipt, Appended] | None:
        return self.disk.answers.get((actor, id))

    def balance(self, account: str) -> int:
        return self.disk.balances.get(account, 0)

    def balance_at(self, account: str) -> tuple[int, int]:
        return self.balance(account), self.disk.head.position

    def balances(self, prefix: str = "") -> dict[str, int]:
        return {account: held for account, held in sorted(self.disk.balances.items()) if account.startswith(prefix)}

    def posting_count(self) -> int:
        return sum(len(kept.postings) for kept in self.disk.kept)

    def terms(self) -> list[Term]:
        return []

    def checkpoints(self) -> list[Checkpoint]:
        return []


class MemoryStore(Store):
    """A store whose appends are not durable before `commit`."""

    def __init__(self, disk: Disk) -> None:
        self.records = MemoryRecords(disk)
        self.lost, self._closed = None, False
        self.disk = disk
        self.waiting: list[tuple[Append, OnOutcome]] = []

    def send(self, append: Append, then: OnOutcome) -> None:
        check_append(append)
        self.waiting.append((append, then))

    def append(self, append: Append) -> Appended:
        future = self.submit(append)
        self.commit()
        return future.result()

    def commit(self) -> None:
        """Commit what is waiting, and acknowledge it."""
        for then, outcome in self.write():
            then(outcome)

    def write(self) -> list[tuple[OnOutcome, Appended | Refused]]:
        """Commit what is waiting, without acknowledging it."""
        batch, self.waiting = self.waiting, []
        outcomes = self.disk.commit([append for append, _ in batch])
        return [(then, outcome) for (_, then), outcome in zip(batch, outcomes, strict=True)]

    def close(self) -> None: ...
