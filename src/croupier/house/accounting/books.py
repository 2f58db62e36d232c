"""The books: every cent that the tables took in and won, gathered from the events in one pass.

Drop is what players bought in with, counted at the table where they stake next on the same gaming day; who never does
has dropped it at no table. Who plays without a terminal buys in at a table, and has dropped it there. Handle and win
are those of `booking`. A round counts on the day on which it is decided.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

import msgspec

from croupier.games.family import Round
from croupier.games.round import Phase
from croupier.house.accounting.booking import Amount, booked, come_to, matters
from croupier.house.days import Calendar, GamingDay
from croupier.house.events import BOUGHT_IN, SEATED, PlayerBoughtIn, PlayerSeated, read_house
from croupier.house.ledger import Posting
from croupier.house.purchases import SOURCES, source_of
from croupier.house.retold import Retold, Tables
from croupier.house.store.chain import canonical
from croupier.house.store.entries import Event
from croupier.house.store.reading import Kept, Records
from croupier.odds.theory import Theory

IDLE = 15 * 60 * 1_000_000
"""Microseconds between two rounds after which a table is taken to have stood still."""
CASH = ("buy-in", "cash-out", "voucher-in", "voucher-out")
TIPS = ("tip", "tips-out")


class Where(NamedTuple):
    """To what something is booked; all but the first two are empty for what is at no table."""

    day: str
    shift: str
    table: str = ""
    game: str = ""
    dealer: str = ""


class Sum(msgspec.Struct):
    """What has been booked there. All of it but the last two is exact."""

    rounds: int = 0
    void: int = 0
    drop: int = 0
    handle: int = 0
    win: int = 0
    took: int = 0
    """Microseconds of play, short pauses between rounds included."""
    theory: float = 0.0
    """The win to be expected."""
    variance: float = 0.0

    def add(self, other: "Sum") -> None:
        """Add another."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def exact(self) -> tuple[int, ...]:
        """What is signed of it."""
        return (self.rounds, self.void, self.drop, self.handle, self.win, self.took)


class Point(NamedTuple):
    """What one round added to the deviation of its table, and to the variance of that."""

    table: str
    deviation: float
    variance: float


class Books:
    """Gathers events; `priced` asks for what should have been won, too."""

    def __init__(self, records: Records, calendar: Calendar, *, priced: bool = True) -> None:
        self.calendar = calendar
        self.tables: dict[Where, Sum] = {}
        """By table, round for round."""
        self.wagers: dict[tuple[Where, str], Sum] = {}
        """And by wager."""
        self.cash: dict[tuple[str, str], dict[str, int]] = {}
        """By day and terminal: what became credits and what credits became, and by what was bought in with."""
        self.tips: dict[tuple[str, str], dict[str, int]] = {}
        """By day and table: what was given in tips and paid out of them. No figure above knows of it."""
        self.points: list[Point] = []
        self._priced, self._retold = priced, Tables(records)
        self._day: GamingDay | None = None
        self._bought: dict[str, dict[str, int]] = {}
        """What terminals have bought in with today and not staked anything since, by shift."""
        self._ended: dict[str, int] = {}

    @classmethod
    def of(
        cls,
        records: Records,
        calendar: Calendar,
        since: int,
        until: int,
        *,
        last: int | None = None,
        priced: bool = True,
    ) -> "Books":
        """The books from one moment up to another, as far as that position where it is said."""
        made = cls(records, calendar, priced=priced)
        if span := records.span(since, until):
            end = span[1] if last is None else min(last, span[1])
            for kept in takewhile(lambda kept: kept.event.position <= end, records.kept(span[0] - 1)):
                if since <= kept.event.at < until:
                    made.see(kept)
        return made

    def see(self, kept: Kept) -> None:
        """Book the next event."""
        day = self._turned(kept.event.at)
        where = Where(str(day.date), day.shift(kept.event.at))
        for each in kept.postings:
            if each.kind in CASH:
                self._count(where, each, kept.event)
            elif each.kind in TIPS:
                self._tip(where.day, each)
        told = self._retold.see(kept.event)
        if told is None:
            return
        at = Where(where.day, where.shift, told.playing.table, told.playing.game, told.playing.dealer)
        self._place(at, kept.postings)
        if matters(told.before, told.after, kept.postings):
            self._book(at, told, kept.event.at)

    @property
    def digest(self) -> str:
        """What tells these books from all others: of everything in them that is exact."""
        return hashlib.sha256(b"croupier books 1\n" + canonical(self._exact())).hexdigest()

    def _exact(self) -> Iterator[str | int]:
        rows: list[tuple[str | int, ...]] = [(*where, *found.exact) for where, found in sorted(self.tables.items())]
        rows += [(*where, wager, *found.exact) for (where, wager), found in sorted(self.wagers.items())]
        rows += [(*who, *(kinds.get(kind, 0) for kind in CASH)) for who, kinds in sorted(self.cash.items())]
        # Days that were closed before terminals sold credits have no such row, and are signed as they were.
        rows += [
            (*who, "sold", *(kinds.get(source, 0) for source in SOURCES))
            for who, kinds in sorted(self.cash.items())
            if any(source in kinds for source in SOURCES)
        ]
        rows += [(*at, "tips", *(kinds.get(kind, 0) for kind in TIPS)) for at, kinds in sorted(self.tips.items())]
        return (field for row in rows for field in row)

    def _turned(self, at: int) -> GamingDay:
        day = self._day
        if day is None or not day.since <= at < day.until:
            day = self._day = self.calendar.of(at)
            self._bought.clear()
            self._ended.clear()
        return day

    def _count(self, where: Where, posting: Posting, event: Event) -> None:
        name = next(
            side.removeprefix("terminal:")
            for side in (posting.source, posting.destination)
            if side.startswith("terminal:")
        )
        kinds = self.cash.setdefault((where.day, name), {})
        kinds[posting.kind] = kinds.get(posting.kind, 0) + posting.cents
        if posting.kind == "buy-in":
            source = source_of(posting)
            kinds[source] = kinds.get(source, 0) + posting.cents
        if posting.kind == "buy-in" and event.kind in (SEATED, BOUGHT_IN):
            self._at(_at_table(where, event)).drop += posting.cents
        elif posting.kind == "buy-in":
            self._at(where).drop += posting.cents
            waiting = self._bought.setdefault(name, {})
            waiting[where.shift] = waiting.get(where.shift, 0) + posting.cents

    def _tip(self, day: str, posting: Posting) -> None:
        account = posting.destination if posting.kind == "tip" else posting.source
        kinds = self.tips.setdefault((day, account.removeprefix("tips:")), {})
        kinds[posting.kind] = kinds.get(posting.kind, 0) + posting.cents

    def _place(self, where: Where, postings: Iterable[Posting]) -> None:
        """Who stakes has brought to this table what they bought in with before."""
        for each in postings:
            if each.kind == "stake":
                for shift, cents in self._bought.pop(each.source.removeprefix("terminal:"), {}).items():
                    self._at(Where(where.day, shift)).drop -= cents
                    self._at(where._replace(shift=shift)).drop += cents

    def _book(self, where: Where, told: Retold, at: int) -> None:
        found = self._at(where)
        before = msgspec.structs.replace(found)
        for wager, change in booked(told.before, told.after).items():
            _add(found, change)
            _add(self._on(where, wager), change)
        for round, sign in ((told.before, -1), (told.after, 1)):
            if round is not None and round.phase is Phase.SETTLED:
                self._settled(where, round, sign)
            elif round is not None and round.phase is Phase.VOID:
                found.void += sign
        if told.playing.ended == at and not told.playing.corrected:
            found.took += at - self._from(told)
            self._ended[told.playing.table] = at
        if self._priced:
            won = found.win - before.win
            self.points.append(
                Point(where.table, won - (found.theory - before.theory), found.variance - before.variance)
            )

    def _settled(self, where: Where, round: Round, sign: int) -> None:
        """Count a round that is settled, or take one out that was."""
        bases = {wager: amount.base for wager, amount in come_to(round).items()}
        found = self._at(where)
        found.rounds += sign
        for wager in bases:
            self._on(where, wager).rounds += sign
        if self._priced:
            theory = Theory.of(round.terms)
            found.theory += sign * theory.win(bases)
            found.variance += sign * theory.variance(bases)
            for wager, base in bases.items():
                each = self._on(where, wager)
                each.theory += sign * base * theory.edge(wager)
                each.variance += sign * (base * theory.sd(wager)) ** 2

    def _from(self, told: Retold) -> int:
        before = self._ended.get(told.playing.table)
        began = told.playing.at
        return began if before is None or began - before > IDLE else before

    def _at(self, where: Where) -> Sum:
        return self.tables.setdefault(where, Sum())

    def _on(self, where: Where, wager: str) -> Sum:
        return self.wagers.setdefault((where, wager), Sum())


def _at_table(where: Where, event: Event) -> Where:
    """Where a player without a terminal bought in: at the table, with who took the money."""
    said = read_house(event.body)
    assert isinstance(said, PlayerSeated | PlayerBoughtIn)
    return where._replace(table=said.table, game=said.game, dealer=event.actor.removeprefix("staff:"))


def _add(found: Sum, change: Amount) -> None:
    found.handle += change.handle
    found.win += change.win
