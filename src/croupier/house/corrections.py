"""Corrections, for those whom they concern: what became of each wager, and who has yet to take note of it.

All of it follows from the events. A player is told of every round of theirs that was put right, also when they come
back only later; that they have taken note of it is an event of their terminal.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias, TypeVar

import msgspec

from croupier.games.families import family_of
from croupier.games.family import Dealt, Round, ToldLine
from croupier.games.round import Event as GameEvent
from croupier.games.round import Phase, Role
from croupier.house.events import AMENDED, UNDERSTOOD, CorrectionUnderstood, RoundAmended, read_house
from croupier.house.ledger import Posting, owed, terminal
from croupier.house.recall.result import result_text, settled_lines
from croupier.house.retold import Retold, Tables, kept_of, read_amended, taken
from croupier.house.store.entries import Event
from croupier.house.store.reading import Kept, Records
from croupier.house.views.families import lies
from croupier.house.views.shown import Lies as Lies
from croupier.refused import Refused
from croupier.rulebook import Citation

Key: TypeAlias = tuple[str, int, int]
"""Table, round, and which of the amendments of that round."""
Read = TypeVar("Read")


class WagerChanged(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wager before and after a round was put right."""

    bettor: str
    wager: str
    box: int | None = None
    hand: int | None = None
    stake: int
    """What was staked, and below what is left of it: less where it was placed too late."""
    stands: int
    before: int
    """What it had won or lost, in cents, and below what it does."""
    after: int
    was: str | None = None
    """What it had come to, as its pay table calls it."""
    now: str | None = None
    clauses: tuple[Citation, ...] = ()
    """By which it comes to that now."""


class Waiting(msgspec.Struct, frozen=True):
    """A correction that a player has not taken note of yet."""

    table: str
    round: int
    number: int
    """Which of the amendments of that round."""
    at: int


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was put right, as one of those who had a wager in it is told."""

    table: str
    game: str
    round: int
    number: int
    at: int
    kind: Literal["cards", "wager", "void"]
    """Whether cards had been read wrongly, a wager came too late, or nothing of the round counts."""
    clauses: tuple[Citation, ...]
    signed: tuple[Role, ...]
    """In which positions."""
    said_before: str
    said_after: str
    was: Lies
    """The cards as they had been read, and below as they were dealt."""
    now: Lies
    wagers: tuple[WagerChanged, ...]
    net_before: int
    net_after: int
    credits_before: int
    credits_after: int
    owes: int
    """What the house advanced for it, and is to have back."""
    understood: int | None
    """When the player took note of it."""


def changed(before: Round, after: Round, bettor: str | None = None) -> list[WagerChanged]:
    """Every wager of a round before and after it was put right; one player's where it is said whose."""
    was, now = (_wagers(each, bettor) for each in (before, after))
    found = []
    for key in {**was, **now}:
        who, wager, box, hand = key
        then, lines = was.get(key, []), now.get(key, [])
        found.append(
            WagerChanged(
                bettor=who,
                wager=wager,
                box=box,
                hand=hand,
                stake=max((line.stake for line in then), default=0),
                stands=max((line.stake for line in lines), default=0),
                before=sum(line.net for line in then),
                after=sum(line.net for line in lines),
                was=_outcome(then),
                now=_outcome(lines),
                clauses=tuple(dict.fromkeys(Citation(clause) for line in lines for clause in line.clauses)),
            )
        )
    return found


def _wagers(round: Round, bettor: str | None) -> dict[tuple[str, str, int | None, int | None], list[ToldLine]]:
    found: dict[tuple[str, str, int | None, int | None], list[ToldLine]] = {}
    for line in settled_lines(round):
        if bettor in (None, line.bettor):
            found.setdefault((line.bettor, line.wager, line.box, line.hand), []).append(line)
    return found


def _outcome(lines: list[ToldLine]) -> str | None:
    return " + ".join(each.outcome for each in lines if each.outcome) or None


def dealt(round: Round) -> list[Dealt]:
    """The cards of a round as they were read, in the order in which they came: what `correct-cards` tells anew."""
    return [*family_of(round).dealt(round), *(Dealt(card, "surplus") for card in round.surplus)]


def kind_of(before: Round, after: Round) -> Literal["cards", "wager", "void"]:
    """What sort of a correction it is."""
    if after.phase is Phase.VOID:
        return "void"
    return "cards" if taken(before) != taken(after) else "wager"


def cited(events: Iterable[GameEvent]) -> tuple[Citation, ...]:
    """The clauses that an amendment rests on."""
    found = (getattr(each, "clause", None) for each in events)
    return tuple(dict.fromkeys(Citation(each) for each in found if each is not None))


def correction(records: Records, key: Key, name: str, understood: int | None = None) -> Correction:
    """What a player is told of a round of theirs that was put right."""
    table, number, which = key
    told, kept = _found(records, table, number, which)
    before, after, amended = told.before, told.after, told.amended
    assert before is not None
    assert amended is not None
    account, position = terminal(name), kept.event.position
    return Correction(
        table=table,
        game=told.playing.game,
        round=number,
        number=which,
        at=kept.event.at,
        kind=kind_of(before, after),
        clauses=cited(told.events),
        signed=tuple(each.role for each in (amended.asked, amended.agreed) if each),
        said_before=result_text(before),
        said_after=result_text(after),
        was=lies(before),
        now=lies(after),
        wagers=tuple(changed(before, after, name)),
        net_before=before.nets().get(name, 0),
        net_after=after.nets().get(name, 0),
        credits_before=records.held(account, position - 1),
        credits_after=records.held(account, position),
        owes=_moved(kept.postings, owed(name)),
        understood=understood,
    )


def _found(records: Records, table: str, number: int, which: int) -> tuple[Retold, Kept]:
    tables = Tables(records)
    for kept in kept_of(records, table, number):
        told = tables.see(kept.event)
        if told and told.amended and (told.playing.number, told.amended.number) == (number, which):
            return told, kept
    raise Refused(f"round {number} of {table} was not put right so often")


def _moved(postings: Iterable[Posting], account: str) -> int:
    """What went out of an account, less what came into it."""
    return sum(each.cents * ((each.source == account) - (each.destination == account)) for each in postings)


class Corrections:
    """Whom each correction concerns, and who has taken note of it: read once, and kept up as it happens."""

    def __init__(self, records: Records) -> None:
        self._told: dict[str, dict[Key, tuple[int, int | None]]] = {}
        """By terminal: when it was put right, and when they took note."""
        self.hears: list[Callable[[frozenset[str]], None]] = []
        """Who is told whose corrections have changed."""
        for event in records.seldom(AMENDED):
            for said_of in _readable(event, read_amended):
                self._note(event.stream.removeprefix("table:"), said_of, event.at)
        for event in records.seldom(UNDERSTOOD):
            for understood in _readable(event, _read_understood):
                self._understand(understood, event.at)

    def waiting(self, name: str) -> tuple[Waiting, ...]:
        """What a player has not taken note of yet, the oldest first."""
        known = self._told.get(name)
        if not known:
            return ()
        return tuple(Waiting(*key, at) for key, (at, understood) in known.items() if understood is None)

    def known(self, name: str) -> list[tuple[Key, int | None]]:
        """Every correction that concerned a player, the latest first, and when they took note of it."""
        found = [(key, understood) for key, (_, understood) in self._told.get(name, {}).items()]
        return found[::-1]

    def understood(self, name: str, key: Key) -> int | None:
        """When a player took note of a correction; a refusal where there was none."""
        known = self._told.get(name, {})
        if key not in known:
            raise Refused(f"round {key[1]} of {key[0]} was not put right for {name}")
        return known[key][1]

    def amended(self, table: str, body: bytes, at: int) -> None:
        """A round was put right just now."""
        said_of = read_house(body)
        assert isinstance(said_of, RoundAmended)
        self._note(table, said_of, at)
        self._tell(frozenset(said_of.told))

    def take_note(self, body: bytes, at: int) -> None:
        """Somebody has taken note."""
        event = read_house(body)
        assert isinstance(event, CorrectionUnderstood)
        self._understand(event, at)
        self._tell(frozenset((event.terminal,)))

    def _note(self, table: str, amended: RoundAmended, at: int) -> None:
        for name in amended.told:
            self._told.setdefault(name, {}).setdefault((table, amended.round, amended.number), (at, None))

    def _understand(self, event: CorrectionUnderstood, at: int) -> None:
        known, key = self._told.get(event.terminal, {}), (event.table, event.round, event.number)
        if key in known and known[key][1] is None:
            known[key] = (known[key][0], at)

    def _tell(self, names: frozenset[str]) -> None:
        for each in self.hears:
            each(names)


def _readable(event: Event, read: Callable[[Event], Read]) -> Iterator[Read]:
    """What an event says, where it can be read: what is damaged is the audit's to name."""
    try:
        yield read(event)
    except Refused:
        return


def _read_understood(event: Event) -> CorrectionUnderstood:
    found = read_house(event.body)
    if not isinstance(found, CorrectionUnderstood):
        raise Refused(f"event {event.position} is no note of a correction")
    return found
