"""Corrections of rounds, for the players concerned: each wager before and after, and who has acknowledged it.

All of it is derived from the events. A player is told of every round of theirs that was corrected, also when they come
back later; the acknowledgement is an event of their terminal.
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
from croupier.house.rounds import RoundFollower, RoundStep, cards_taken, read_amendment, records_of_round
from croupier.house.store.entries import Event
from croupier.house.store.records import EventRecord, Records
from croupier.house.views.families import lies
from croupier.house.views.shown import Lies as Lies
from croupier.refused import Refused
from croupier.rulebook import Citation

Key: TypeAlias = tuple[str, int, int]
"""Table, round, and number of the amendment of that round."""
Read = TypeVar("Read")


class WagerChanged(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wager before and after a correction. Amounts are cents."""

    bettor: str
    wager: str
    box: int | None = None
    hand: int | None = None
    stake: int
    """The stake before; `stands` is the stake after, less where it was placed too late."""
    stands: int
    before: int
    """The net result before, and after."""
    after: int
    was: str | None = None
    """The outcome before as its pay table calls it, and `now` the one after."""
    now: str | None = None
    clauses: tuple[Citation, ...] = ()
    """The clauses of the outcome after."""


class Waiting(msgspec.Struct, frozen=True):
    """A correction that a player has not acknowledged yet."""

    table: str
    round: int
    number: int
    """Number of the amendment of that round, from 1."""
    at: int


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A corrected round, as one of its bettors is told. Amounts are cents."""

    table: str
    game: str
    rules: str
    """The game with its edition and readings."""
    round: int
    number: int
    at: int
    kind: Literal["cards", "wager", "void"]
    """Cards had been read wrongly, a wager was placed too late, or the round is void."""
    clauses: tuple[Citation, ...]
    signed: tuple[Role, ...]
    """The roles of those who signed."""
    said_before: str
    said_after: str
    was: Lies
    """The cards as read first, and `now` as corrected."""
    now: Lies
    wagers: tuple[WagerChanged, ...]
    net_before: int
    net_after: int
    credits_before: int
    credits_after: int
    owes: int
    """What the house advanced for this correction, to be repaid."""
    understood: int | None
    """When the player acknowledged it; None before."""


def changed(before: Round, after: Round, bettor: str | None = None) -> list[WagerChanged]:
    """Every wager of a round before and after a correction; only those of `bettor` where given."""
    was, now = (_wagers(each, bettor) for each in (before, after))
    wagers = []
    for key in {**was, **now}:
        who, wager, box, hand = key
        then, lines = was.get(key, []), now.get(key, [])
        wagers.append(
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
    return wagers


def _wagers(round: Round, bettor: str | None) -> dict[tuple[str, str, int | None, int | None], list[ToldLine]]:
    lines: dict[tuple[str, str, int | None, int | None], list[ToldLine]] = {}
    for line in settled_lines(round):
        if bettor in (None, line.bettor):
            lines.setdefault((line.bettor, line.wager, line.box, line.hand), []).append(line)
    return lines


def _outcome(lines: list[ToldLine]) -> str | None:
    return " + ".join(each.outcome for each in lines if each.outcome) or None


def dealt(round: Round) -> list[Dealt]:
    """The cards of a round in the order in which they came, as `correct-cards` takes them."""
    return [*family_of(round).dealt(round), *(Dealt(card, "surplus") for card in round.surplus)]


def kind_of(before: Round, after: Round) -> Literal["cards", "wager", "void"]:
    """The kind of correction."""
    if after.phase is Phase.VOID:
        return "void"
    return "cards" if cards_taken(before) != cards_taken(after) else "wager"


def cited(events: Iterable[GameEvent]) -> tuple[Citation, ...]:
    """The clauses cited by the events of an amendment, without duplicates."""
    clauses = (getattr(each, "clause", None) for each in events)
    return tuple(dict.fromkeys(Citation(each) for each in clauses if each is not None))


def correction(records: Records, key: Key, name: str, understood: int | None = None) -> Correction:
    """What a player is told of a correction; refused where there is no such amendment."""
    table, number, which = key
    told, record = _find(records, table, number, which)
    before, after, amended = told.before, told.after, told.amended
    assert before is not None
    assert amended is not None
    account, position = terminal(name), record.event.position
    return Correction(
        table=table,
        game=told.playing.game,
        rules=after.terms.in_full,
        round=number,
        number=which,
        at=record.event.at,
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
        credits_before=records.balance_after(account, position - 1),
        credits_after=records.balance_after(account, position),
        owes=_moved(record.postings, owed(name)),
        understood=understood,
    )


def _find(records: Records, table: str, number: int, which: int) -> tuple[RoundStep, EventRecord]:
    tables = RoundFollower(records)
    for record in records_of_round(records, table, number):
        told = tables.see(record.event)
        if told and told.amended and (told.playing.number, told.amended.number) == (number, which):
            return told, record
    raise Refused(f"round {number} of {table} was not put right so often")


def _moved(postings: Iterable[Posting], account: str) -> int:
    """Cents out of an account, less cents into it."""
    return sum(each.cents * ((each.source == account) - (each.destination == account)) for each in postings)


class Corrections:
    """Index of corrections by player, and their acknowledgements: read once, then updated by events."""

    def __init__(self, records: Records) -> None:
        self._by_player: dict[str, dict[Key, tuple[int, int | None]]] = {}
        """By terminal: time of the correction, and of its acknowledgement."""
        self.hears: list[Callable[[frozenset[str]], None]] = []
        """Called with the names of players whose corrections have changed."""
        for event in records.rare_events(AMENDED):
            for amended in _readable(event, read_amendment):
                self._note(event.stream.removeprefix("table:"), amended, event.at)
        for event in records.rare_events(UNDERSTOOD):
            for understood in _readable(event, _read_understood):
                self._understand(understood, event.at)

    def waiting(self, name: str) -> tuple[Waiting, ...]:
        """Corrections that a player has not acknowledged yet, oldest first."""
        known = self._by_player.get(name)
        if not known:
            return ()
        return tuple(Waiting(*key, at) for key, (at, understood) in known.items() if understood is None)

    def known(self, name: str) -> list[tuple[Key, int | None]]:
        """Every correction of a player's rounds, latest first, with the time of acknowledgement."""
        keys = [(key, understood) for key, (_, understood) in self._by_player.get(name, {}).items()]
        return keys[::-1]

    def understood(self, name: str, key: Key) -> int | None:
        """When a player acknowledged a correction, None if not yet; refused where there is no such correction."""
        known = self._by_player.get(name, {})
        if key not in known:
            raise Refused(f"round {key[1]} of {key[0]} was not put right for {name}")
        return known[key][1]

    def amended(self, table: str, body: bytes, at: int) -> None:
        """Add a correction that has just been stored."""
        event = read_house(body)
        assert isinstance(event, RoundAmended)
        self._note(table, event, at)
        self._notify(frozenset(event.told))

    def take_note(self, body: bytes, at: int) -> None:
        """Add an acknowledgement that has just been stored."""
        event = read_house(body)
        assert isinstance(event, CorrectionUnderstood)
        self._understand(event, at)
        self._notify(frozenset((event.terminal,)))

    def _note(self, table: str, amended: RoundAmended, at: int) -> None:
        for name in amended.told:
            self._by_player.setdefault(name, {}).setdefault((table, amended.round, amended.number), (at, None))

    def _understand(self, event: CorrectionUnderstood, at: int) -> None:
        known, key = self._by_player.get(event.terminal, {}), (event.table, event.round, event.number)
        if key in known and known[key][1] is None:
            known[key] = (known[key][0], at)

    def _notify(self, names: frozenset[str]) -> None:
        for each in self.hears:
            each(names)


def _readable(event: Event, read: Callable[[Event], Read]) -> Iterator[Read]:
    """The decoded event; nothing where it cannot be read, which the audit reports."""
    try:
        yield read(event)
    except Refused:
        return


def _read_understood(event: Event) -> CorrectionUnderstood:
    body = read_house(event.body)
    if not isinstance(body, CorrectionUnderstood):
        raise Refused(f"event {event.position} is no note of a correction")
    return body
