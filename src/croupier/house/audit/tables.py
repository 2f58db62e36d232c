"""The tables: that every round was played on the configuration in force, and that two agreed where it takes two."""

from collections.abc import Iterator

import msgspec

from croupier.games.round import revive
from croupier.games.terms import Terms
from croupier.house import events as house
from croupier.house.audit.defect import Defect, at
from croupier.house.configuration import Configuration, Subject
from croupier.house.store.entries import Event
from croupier.house.store.reading import Kept, Records

KINDS = {"table-configured", "round-begun", "table-repaired", "approval-asked", "approval-given"}
MOST = 100
"""Requests that are remembered; no table lets so many wait."""
OPENED, VOIDED = "round:bets-opened", "round:round-voided"


class _Opening(msgspec.Struct):
    terms: Terms


class _InRound(msgspec.Struct):
    event: _Opening


class SetUp(msgspec.Struct):
    """What has been said of a table."""

    stamp: int = 0
    coming: Configuration | None = None
    playing: Configuration | None = None
    begun: bool = False
    """Whether a round has begun, so that bets are to be opened."""
    asked: dict[str, house.ApprovalAsked] = {}
    agreed: tuple[int, str] | None = None
    """When a second person agreed, and who: what follows from it is theirs, and of the same moment."""


class Tables:
    """Follows every table's configuration."""

    def __init__(self) -> None:
        self.counts = {"configurations": 0, "approvals": 0}
        self._tables: dict[str, SetUp] = {}
        self._decode = msgspec.json.Decoder(_InRound, dec_hook=revive).decode

    def see(self, kept: Kept) -> Iterator[Defect]:
        """Look at an event of a table."""
        event = kept.event
        if not event.stream.startswith("table:"):
            return
        known = self._tables.setdefault(event.stream, SetUp())
        if known.agreed != (event.at, event.actor):
            known.agreed = None
        for said in self._seen(known, event):
            yield Defect("tables", at(event), said)

    def _seen(self, known: SetUp, event: Event) -> Iterator[str]:
        if event.kind == OPENED and known.coming is not None:
            yield from self._opened(known, event)
        elif event.kind == VOIDED:
            yield from _agreed(known, known.playing, "void", event)
        elif event.kind in KINDS:
            yield from self._told(known, house.read_house(event.body), event)

    def _told(self, known: SetUp, said: house.AnyHouseEvent, event: Event) -> Iterator[str]:
        match said:
            case house.TableConfigured(version=version, configuration=configuration):
                self.counts["configurations"] += 1
                if version != known.stamp + 1:
                    yield f"it is version {version} of the configuration, and {known.stamp + 1} was next"
                yield from _agreed(known, known.coming, "configuration", event)
                known.stamp, known.coming = version, configuration
            case house.RoundBegun(configuration=stamp):
                if stamp != known.stamp:
                    yield f"the round is stamped with configuration {stamp}, and {known.stamp} is in force"
                known.playing, known.begun = known.coming, True
            case house.ApprovalAsked(id=id):
                known.asked = {**dict(list(known.asked.items())[-MOST:]), id: said}
            case house.ApprovalGiven():
                self.counts["approvals"] += 1
                known.agreed = (event.at, event.actor)
                yield from _given(known, said, event)

    def _opened(self, known: SetUp, event: Event) -> Iterator[str]:
        if not known.begun or known.playing is None:
            yield "bets are opened, and no round has begun"
            return
        known.begun = False
        terms = self._decode(event.body).event.terms
        # Whose one wager under the minimum was honoured is found out from round to round.
        if msgspec.structs.replace(terms, warned=known.playing.terms.warned) != known.playing.terms:
            yield f"the round is played on other terms than those of configuration {known.stamp}"

    def end(self, _records: Records) -> Iterator[Defect]:
        """Nothing more."""
        yield from ()


def _given(known: SetUp, given: house.ApprovalGiven, event: Event) -> Iterator[str]:
    asked = known.asked.pop(given.id, None)
    if asked is None or asked.by != given.asked:
        yield f"{given.by} agreed to {given.id}, which nobody had asked for"
        return
    if given.by == asked.by or event.actor != given.by:
        yield f"{asked.by} asked for {given.id}, and nobody else agreed"
    if not given.role.may_act_as(asked.needs):
        yield f"{given.id} needs a {asked.needs}, and a {given.role} agreed"
    if event.at >= asked.until:
        yield f"{given.by} agreed to {given.id} after its time"


def _agreed(known: SetUp, running: Configuration | None, subject: Subject, event: Event) -> Iterator[str]:
    """What the house does by itself takes nobody; what staff do takes two where the table says so."""
    takes_two = running is not None and subject in running.two_people and event.actor.startswith("staff:")
    if takes_two and known.agreed is None:
        yield f"{event.actor} did alone what takes two people at this table"
