"""The books: drop, handle and win of the tables to the cent, gathered from the events in one pass.

Drop is what players bought in with, counted at the table where they stake next on the same gaming day; without such a
stake it counts at no table. A player without a terminal buys in at a table, and the drop counts there. Handle and win
are those of `booking`. A round counts on the day on which it is decided.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

import msgspec

from croupier.games.family import Round
from croupier.games.round import Phase
from croupier.house.accounting.booking import Amount, may_change_totals, wager_changes, wager_totals
from croupier.house.days import Calendar, GamingDay
from croupier.house.events import BOUGHT_IN, SEATED, PlayerBoughtIn, PlayerSeated, read_house
from croupier.house.ledger import Posting
from croupier.house.purchases import SOURCES, source_of
from croupier.house.rounds import RoundFollower, RoundStep
from croupier.house.store.chain import canonical
from croupier.house.store.entries import Event
from croupier.house.store.records import EventRecord, Records
from croupier.odds.theory import Theory

MAX_PAUSE_MICROSECONDS = 15 * 60 * 1_000_000
"""Microseconds between two rounds above which the pause does not count as time of play."""
CASH_KINDS = ("buy-in", "cash-out", "voucher-in", "voucher-out")
TIP_KINDS = ("tip", "tips-out")


class Where(NamedTuple):
    """The key of a booking; all but day and shift are empty for what is at no table."""

    day: str
    shift: str
    table: str = ""
    game: str = ""
    dealer: str = ""


class Sum(msgspec.Struct):
    """Totals, amounts in cents. All but the last two are exact."""

    rounds: int = 0
    void: int = 0
    drop: int = 0
    handle: int = 0
    win: int = 0
    took: int = 0
    """Microseconds of play, pauses up to MAX_PAUSE_MICROSECONDS included."""
    theory: float = 0.0
    """The expected win."""
    variance: float = 0.0

    def add(self, other: "Sum") -> None:
        """Add another sum to this one."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def exact(self) -> tuple[int, ...]:
        """The fields that are signed."""
        return (self.rounds, self.void, self.drop, self.handle, self.win, self.took)


class Point(NamedTuple):
    """What one round adds to its table's deviation from the expected win, and to the variance."""

    table: str
    deviation: float
    variance: float


class Books:
    """Adds up events; with `priced`, also the expected win and its variance."""

    def __init__(self, records: Records, calendar: Calendar, *, priced: bool = True) -> None:
        self.calendar = calendar
        self.tables: dict[Where, Sum] = {}
        """Totals by table, game, dealer, shift and day."""
        self.wagers: dict[tuple[Where, str], Sum] = {}
        """The same by wager."""
        self.cash: dict[tuple[str, str], dict[str, int]] = {}
        """By day and terminal: cents by kind of posting (`CASH`), and buy-ins by their source."""
        self.tips: dict[tuple[str, str], dict[str, int]] = {}
        """By day and table: cents of tips given and paid out. They are part of no other figure."""
        self.points: list[Point] = []
        self._priced, self._follower = priced, RoundFollower(records)
        self._day: GamingDay | None = None
        self._bought: dict[str, dict[str, int]] = {}
        """Cents by terminal and shift: today's buy-ins with no stake since."""
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
        """The books of `[since, until)`; only up to position `last` where given."""
        books = cls(records, calendar, priced=priced)
        if span := records.span(since, until):
            end = span[1] if last is None else min(last, span[1])
            for record in takewhile(lambda record: record.event.position <= end, records.event_records(span[0] - 1)):
                if since <= record.event.at < until:
                    books.see(record)
        return books

    def see(self, record: EventRecord) -> None:
        """Book the next event."""
        day = self._day_of(record.event.at)
        where = Where(str(day.date), day.shift(record.event.at))
        for each in record.postings:
            if each.kind in CASH_KINDS:
                self._count(where, each, record.event)
            elif each.kind in TIP_KINDS:
                self._tip(where.day, each)
        told = self._follower.see(record.event)
        if told is None:
            return
        at = Where(where.day, where.shift, told.playing.table, told.playing.game, told.playing.dealer)
        self._move_drop(at, record.postings)
        if may_change_totals(told.before, told.after, record.postings):
            self._book(at, told, record.event.at)

    @property
    def digest(self) -> str:
        """SHA-256 of everything in the books that is exact."""
        return hashlib.sha256(b"croupier books 1\n" + canonical(self._exact())).hexdigest()

    def _exact(self) -> Iterator[str | int]:
        rows: list[tuple[str | int, ...]] = [(*where, *total.exact) for where, total in sorted(self.tables.items())]
        rows += [(*where, wager, *total.exact) for (where, wager), total in sorted(self.wagers.items())]
        rows += [(*who, *(kinds.get(kind, 0) for kind in CASH_KINDS)) for who, kinds in sorted(self.cash.items())]
        # Days closed before terminals sold credits have no such row, so that their digests still match.
        rows += [
            (*who, "sold", *(kinds.get(source, 0) for source in SOURCES))
            for who, kinds in sorted(self.cash.items())
            if any(source in kinds for source in SOURCES)
        ]
        rows += [(*at, "tips", *(kinds.get(kind, 0) for kind in TIP_KINDS)) for at, kinds in sorted(self.tips.items())]
        return (field for row in rows for field in row)

    def _day_of(self, at: int) -> GamingDay:
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

    def _move_drop(self, where: Where, postings: Iterable[Posting]) -> None:
        """Move the drop of whoever stakes to this table."""
        for each in postings:
            if each.kind == "stake":
                for shift, cents in self._bought.pop(each.source.removeprefix("terminal:"), {}).items():
                    self._at(Where(where.day, shift)).drop -= cents
                    self._at(where._replace(shift=shift)).drop += cents

    def _book(self, where: Where, told: RoundStep, at: int) -> None:
        total = self._at(where)
        before = msgspec.structs.replace(total)
        for wager, change in wager_changes(told.before, told.after).items():
            _add(total, change)
            _add(self._on(where, wager), change)
        for round, sign in ((told.before, -1), (told.after, 1)):
            if round is not None and round.phase is Phase.SETTLED:
                self._settled(where, round, sign)
            elif round is not None and round.phase is Phase.VOID:
                total.void += sign
        if told.playing.ended == at and not told.playing.corrected:
            total.took += at - self._started(told)
            self._ended[told.playing.table] = at
        if self._priced:
            won = total.win - before.win
            self.points.append(
                Point(where.table, won - (total.theory - before.theory), total.variance - before.variance)
            )

    def _settled(self, where: Where, round: Round, sign: int) -> None:
        """Count a settled round (`sign` 1), or take it out again (-1)."""
        bases = {wager: amount.base for wager, amount in wager_totals(round).items()}
        total = self._at(where)
        total.rounds += sign
        for wager in bases:
            self._on(where, wager).rounds += sign
        if self._priced:
            theory = Theory.of(round.terms)
            total.theory += sign * theory.win(bases)
            total.variance += sign * theory.variance(bases)
            for wager, base in bases.items():
                each = self._on(where, wager)
                each.theory += sign * base * theory.edge(wager)
                each.variance += sign * (base * theory.sd(wager)) ** 2

    def _started(self, told: RoundStep) -> int:
        before = self._ended.get(told.playing.table)
        began = told.playing.at
        return began if before is None or began - before > MAX_PAUSE_MICROSECONDS else before

    def _at(self, where: Where) -> Sum:
        return self.tables.setdefault(where, Sum())

    def _on(self, where: Where, wager: str) -> Sum:
        return self.wagers.setdefault((where, wager), Sum())


def _at_table(where: Where, event: Event) -> Where:
    """The key for a buy-in of a player without a terminal: the table, and the Dealer who took the money."""
    buy_in = read_house(event.body)
    assert isinstance(buy_in, PlayerSeated | PlayerBoughtIn)
    return where._replace(table=buy_in.table, game=buy_in.game, dealer=event.actor.removeprefix("staff:"))


def _add(total: Sum, change: Amount) -> None:
    total.handle += change.handle
    total.win += change.win
