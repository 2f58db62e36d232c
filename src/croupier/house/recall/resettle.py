"""Past rounds settled again: by today's rules, or under another reading of a ruling, and every cent that differs.

What was paid is read from the ledger; what is due follows from the cards and the stakes. Only readings that settle the
same cards otherwise can be applied, not those under which other cards would have come.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, cast

import msgspec

from croupier.games.catalogue import GAMES
from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.readings import meant
from croupier.games.round import OVER, Phase
from croupier.games.terms import Terms
from croupier.games.wager import Line
from croupier.house.events import AMENDED
from croupier.house.ledger import BESIDE, Posting
from croupier.house.rounds import RoundFollower, read_amendment, records_of_round
from croupier.house.store.records import EventRecord, Records
from croupier.refused import Refused
from croupier.rulebook import Citation

Settled = dict[str, list[Line]]
"""The settlement lines of each bettor."""


class Why(msgspec.Struct, frozen=True):
    """A wager with another result under the reading; nets in cents."""

    wager: str
    was: int
    now: int
    clauses: tuple[Citation, ...]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A bettor's payment in a round that is not what is due."""

    table: str
    round: int
    at: int
    bettor: str
    paid: int
    """The net that the ledger moved, in cents."""
    due: int
    difference: int
    """What is still to be paid, in cents; to be reclaimed where negative."""
    why: tuple[Why, ...] = ()
    """The wagers concerned, where another reading makes the difference."""


class Resettled(msgspec.Struct, frozen=True, kw_only=True):
    """A range of rounds, settled again."""

    rounds: int
    paid: int
    """The players' net in all of them, in cents."""
    due: int
    differences: list[Difference]


def resettle(
    records: Records,
    *,
    table: str | None = None,
    since: int = 0,
    until: int = 2**62,
    numbers: range | None = None,
    rulings: Mapping[str, str] = {},
) -> Resettled:
    """Settle the finished rounds of a range again: of one table or of all, begun between two times in microseconds."""
    other = _OtherReadings(rulings)
    rounds, paid, due = 0, 0, 0
    differences: list[Difference] = []
    for each in _finished(records, table, since, until):
        if numbers is not None and each.number not in numbers:
            continue
        was, now = _paid(each.moved), other.nets(each.round)
        rounds, paid, due = rounds + 1, paid + sum(was.values()), due + sum(now.values())
        for bettor in sorted({*was, *now}):
            before, after = was.get(bettor, 0), now.get(bettor, 0)
            if before != after:
                differences.append(
                    Difference(
                        table=each.table,
                        round=each.number,
                        at=each.at,
                        bettor=bettor,
                        paid=before,
                        due=after,
                        difference=after - before,
                        why=tuple(other.why(each.round, bettor)),
                    )
                )
    return Resettled(rounds=rounds, paid=paid, due=due, differences=differences)


class _Finished(msgspec.Struct):
    """A round with its postings and the time of its last event; finished when it is yielded by `_finished`."""

    table: str
    number: int
    round: Round
    moved: list[Posting]
    at: int


def _finished(records: Records, table: str | None, since: int, until: int) -> Iterator[_Finished]:
    """Every round that began in a range and is over."""
    names = [stream.removeprefix("table:") for stream in records.streams("table:")]
    if table is not None and table not in names:
        raise Refused("table-not-in-records", table=table[:64])
    amended = _amended(records)
    span = records.span(since, until)
    in_play: dict[str, _Finished] = {}
    later: list[tuple[str, int]] = []
    if span is not None:
        within = takewhile(lambda stored: stored.event.position <= span[1], records.event_records(span[0] - 1))
        of_table = (stored for stored in within if table is None or stored.event.stream == f"table:{table}")
        for each in _rounds_of(records, of_table, since, until, in_play):
            if (each.table, each.number) in amended:
                later.append((each.table, each.number))
            elif each.round.phase in OVER:
                yield each
    for name, number in (*later, *((each.table, each.number) for each in in_play.values())):
        # It may have ended or been amended after the range, or while another round was played.
        rest: dict[str, _Finished] = {}
        assert not list(_rounds_of(records, records_of_round(records, name, number), since, until, rest))
        yield from (each for each in rest.values() if each.round.phase in OVER)


def _amended(records: Records) -> set[tuple[str, int]]:
    """The rounds that were ever amended, by table and number."""
    events = records.rare_events(AMENDED)
    return {(each.stream.removeprefix("table:"), read_amendment(each).round) for each in events}


def _rounds_of(
    records: Records, events: Iterable[EventRecord], since: int, until: int, in_play: dict[str, _Finished]
) -> Iterator[_Finished]:
    """The rounds that another round followed; those still in play at the end are left in `in_play`."""
    tables = RoundFollower(records)
    for stored in events:
        step = tables.see(stored.event)
        if step is None:
            continue
        playing, name = step.playing, step.playing.table
        if step.before is None and name in in_play:
            yield in_play.pop(name)
        if step.before is None and since <= playing.at < until:
            in_play[name] = _Finished(name, playing.number, step.after, [], stored.event.at)
        if name in in_play and in_play[name].number == playing.number:
            current = in_play[name]
            current.round, current.at = step.after, stored.event.at
            current.moved += stored.postings


def _paid(moved: Iterable[Posting]) -> dict[str, int]:
    """The net of each terminal by some postings, in cents; advances of the house are not counted."""
    nets: dict[str, int] = {}
    for each in moved:
        if each.kind in BESIDE:
            continue
        for account, cents in ((each.source, -each.cents), (each.destination, each.cents)):
            if account.startswith("terminal:"):
                name = account.removeprefix("terminal:")
                nets[name] = nets.get(name, 0) + cents
    return nets


class _OtherReadings:
    """Settles rounds under other readings than those in force."""

    def __init__(self, rulings: Mapping[str, str]) -> None:
        self._rulings = {each: letter for ruling, key in rulings.items() for each, letter in meant(ruling, key).items()}
        for ruling, key in self._rulings.items():
            if (ruling, key) not in possible():
                known = ", ".join(f"{each}={other}" for each, other in possible())
                raise Refused("reading-not-resettleable", ruling=ruling, reading=key, known=known)

    def nets(self, round: Round) -> dict[str, int]:
        """What is due to each bettor, in cents."""
        if round.phase is Phase.VOID:
            read: Round = msgspec.structs.replace(cast("Any", round), terms=self._terms(round))
            return read.nets()
        return {bettor: sum(line.net for line in lines) for bettor, lines in self._settled(round).items()}

    def why(self, round: Round, bettor: str) -> Iterator[Why]:
        """The wagers of a bettor with another net than under the readings in force."""
        if round.phase is not Phase.SETTLED:
            return
        was, now = (_by_wager(lines.get(bettor, ())) for lines in (_default(round), self._settled(round)))
        for wager in {**was, **now}:
            before, after = was.get(wager, (0, ())), now.get(wager, (0, ()))
            if before[0] != after[0]:
                yield Why(wager, before[0], after[0], after[1])

    def _settled(self, round: Round) -> Settled:
        return _by_bettor(family_of(round).settled_by(round, self._terms(round)))

    def _terms(self, round: Round) -> Terms:
        """The terms of a round under these readings, as far as they are choices of its game."""
        terms = round.terms
        fits = {ruling: key for ruling, key in self._rulings.items() if key in terms.rules.choices.get(ruling, ())}
        return msgspec.structs.replace(terms, readings=terms.readings.but(fits)) if fits else terms


def possible() -> list[tuple[str, str]]:
    """The readings under which rounds can be settled again, as pairs of ruling and key."""
    return list(
        dict.fromkeys(
            (ruling, letter)
            for game in GAMES.values()
            for ruling, letters in game.choices.items()
            for letter, choice in letters.items()
            if choice.resettles
        )
    )


def _default(round: Round) -> Settled:
    return _by_bettor(family_of(round).settlement(round))


def _by_bettor(lines: Iterable[tuple[str, int | None, Line]]) -> Settled:
    settled: Settled = {}
    for bettor, _, line in lines:
        settled.setdefault(bettor, []).append(line)
    return settled


def _by_wager(lines: Iterable[Line]) -> dict[str, tuple[int, tuple[Citation, ...]]]:
    sums: dict[str, tuple[int, tuple[Citation, ...]]] = {}
    for line in lines:
        net, cited = sums.get(line.wager, (0, ()))
        sums[line.wager] = net + line.net, tuple(dict.fromkeys((*cited, *line.clauses)))
    return sums
