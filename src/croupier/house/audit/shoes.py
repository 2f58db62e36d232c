"""Checks the shoes: that every card was committed to before it was played, and that every opened shoe matches."""

from collections import deque
from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.house.audit.defect import Defect, at
from croupier.house.audit.rounds import Rounds
from croupier.house.events import (
    REPAIRED,
    ROUND,
    CardBurned,
    CardDrawn,
    ShoeOpened,
    ShoeRetired,
    read_house,
    read_in_round,
)
from croupier.house.shoe import Commitment
from croupier.house.store.records import EventRecord, Records
from croupier.refused import Refused

KINDS = ("shoe-opened", "card-drawn", "card-burned", "shoe-retired")


class ShoeProgress(msgspec.Struct):
    """The cards that have come out of a table's shoe so far."""

    commitment: Commitment
    out: int = 0
    """Number of cards that have left it."""
    faces: dict[int, Card] = {}
    to_deal: deque[Card] = msgspec.field(default_factory=deque)
    """Cards drawn and not dealt yet."""


class _Card(msgspec.Struct):
    card: str = ""


class ShoesCheck:
    """Verifies the proof of every card."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds = rounds
        self.counts = {"shoes": 0, "cards": 0, "opened": 0}
        self._tables: dict[str, ShoeProgress] = {}

    def see(self, record: EventRecord) -> Iterator[Defect]:
        """Check an event of a shoe, or a card dealt from one."""
        kind, stream = record.event.kind, record.event.stream
        if kind == REPAIRED:
            self._tables.pop(stream, None)
        try:
            if kind in KINDS:
                for message in self._check_event(stream, read_house(record.event.body)):
                    yield Defect("shoes", at(record.event), message)
            elif kind == f"{ROUND}card-dealt" and (progress := self._tables.get(stream)):
                card = msgspec.json.decode(read_in_round(record.event.body).event, type=_Card).card
                if not self._rounds.drew(stream):
                    return
                if not progress.to_deal:
                    yield Defect("shoes", at(record.event), f"{card} was dealt, and no card was drawn for it")
                elif progress.to_deal.popleft() != card:
                    yield Defect("shoes", at(record.event), f"{card} was dealt, and another card was drawn for it")
        except (Refused, msgspec.MsgspecError) as error:
            yield Defect("shoes", at(record.event), getattr(error, "reason", "no card can be read from it"))

    def _check_event(self, stream: str, event: object) -> Iterator[str]:
        if isinstance(event, ShoeOpened):
            self.counts["shoes"] += 1
            if stream in self._tables:
                yield f"shoe {event.commitment.shoe} is opened while {self._tables[stream].commitment.shoe} is played"
            self._tables[stream] = ShoeProgress(event.commitment)
            return
        progress = self._tables.get(stream)
        if progress is None or getattr(event, "shoe", None) != progress.commitment.shoe:
            yield f"shoe {getattr(event, 'shoe', '?')} was never published"
            return
        match event:
            case CardBurned(index=index):
                yield from _in_turn(progress, index)
            case CardDrawn(drawn=drawn):
                self.counts["cards"] += 1
                yield from _in_turn(progress, drawn.index)
                if drawn.index < progress.commitment.burn:
                    yield f"card {drawn.index} was to be burned, and was drawn"
                if not drawn.proves(progress.commitment):
                    yield f"card {drawn.index}, shown as {drawn.card}, is not the one that was committed to"
                progress.faces[drawn.index] = drawn.card
                progress.to_deal.append(drawn.card)
            case ShoeRetired(opening=opening):
                self.counts["opened"] += 1
                if not opening.proves(progress.commitment):
                    yield f"the opening of shoe {progress.commitment.shoe} is not what was committed to"
                del self._tables[stream]

    def end(self, _records: Records) -> Iterator[Defect]:
        """Report nothing: a shoe may still be in play."""
        yield from ()


def _in_turn(progress: ShoeProgress, index: int) -> Iterator[str]:
    if index != progress.out:
        yield f"card {index} left the shoe, and card {progress.out} was next"
    progress.out = index + 1
