"""The events of a training house: that it is one, and who has practised what.

A store is a training house's from its first event on, or never. So no training can move a meter of a real house, and
nothing that was played for practice can be taken for play.
"""

import datetime
from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from croupier.games.round import Role, decode_hook, encode
from croupier.house.days import Calendar
from croupier.house.store import Append, Draft, Records, Store
from croupier.refused import Refused
from croupier.rulebook import Citation

STREAM, PEOPLE = "drill", "drill:"
"""The stream that marks a training house, and the prefix of each person's stream of practised cases."""
PRACTISED = "case-practised"
LessonOutcome: TypeAlias = Literal["right", "wrong", "shown"]


class DrillOpened(msgspec.Struct, frozen=True, tag_field="event", tag="drill-opened"):
    """The store belongs to a training house: no play in it is real."""


class CasePractised(msgspec.Struct, frozen=True, tag_field="event", tag=PRACTISED):
    """Somebody has practised a case."""

    case: str
    clause: Citation
    game: str
    title: str
    role: Role
    outcome: LessonOutcome
    """`right`: done as the document requires; `wrong`: ended otherwise; `shown`: shown by the coach."""


class Practised(msgspec.Struct, frozen=True, kw_only=True):
    """A case that somebody has practised, and when."""

    who: str
    day: datetime.date
    """The gaming day."""
    at: int
    case: CasePractised


_decode = msgspec.json.Decoder(CasePractised, dec_hook=decode_hook).decode


def mark(store: Store, at: int) -> None:
    """Mark a new store as a training house's; refused if a real house has used it."""
    records = store.records
    if is_drill(records):
        return
    if records.head().position:
        raise Refused("this store has the records of a real house: a drill keeps its own, at another --store")
    _keep(store, STREAM, DrillOpened(), at, "house")


def is_drill(records: Records) -> bool:
    """Whether a store is a training house's."""
    return records.version(STREAM) > 0


def check_real(records: Records) -> None:
    """Refuse the store if it is a training house's."""
    if is_drill(records):
        raise Refused("this store is a training house's: open it with --drill, or name another --store")


def keep(store: Store, who: str, practised: CasePractised, at: int) -> None:
    """Store the outcome of a practised case."""
    _keep(store, f"{PEOPLE}{who}", practised, at, f"staff:{who}")


def history(records: Records, calendar: Calendar) -> list[Practised]:
    """The practised cases of everybody, the latest first."""
    return sorted(_history(records, calendar), key=lambda each: -each.at)


def _history(records: Records, calendar: Calendar) -> Iterator[Practised]:
    for stream in records.streams(PEOPLE):
        for event in records.events(stream):
            who = stream.removeprefix(PEOPLE)
            yield Practised(who=who, day=calendar.of(event.at).date, at=event.at, case=_decode(event.body))


def _keep(store: Store, stream: str, event: DrillOpened | CasePractised, at: int, actor: str) -> None:
    draft = Draft(str(event.__struct_config__.tag), encode(event))
    store.append(Append(stream=stream, drafts=(draft,), at=at, actor=actor))
