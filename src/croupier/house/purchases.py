"""Credits that a terminal sells itself: for banknotes, by card, or free in a demonstration.

A terminal is where a player buys credits, bets and cashes out (ebaccarat 1.1.15, eblackjack 1.1.10). The section
`[buy_in]` of the configuration says what terminals take and how much; without it only the cage sells credits.

>>> terminals = read(
...     {"sources": ["notes", "card"], "purchase": "10.00..500.00", "day": "800.00", "notes": ["10.00", "50.00"]}
... )
>>> terminals.check("card", 5_00, bought=0)
Traceback (most recent call last):
croupier.refused.Refused: you can add 10.00 to 500.00 at a time, not 5.00
>>> terminals.check("card", 500_00, bought=400_00)
Traceback (most recent call last):
croupier.refused.Refused: you can add up to 400.00 more today: the limit is 800.00 a gaming day
>>> terminals.check("notes", 20_00, bought=0)
Traceback (most recent call last):
croupier.refused.Refused: notes of 10.00, 50.00 are accepted, not 20.00
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from croupier.games.terms import Limits
from croupier.house.days import GamingDay
from croupier.house.ledger import Posting, terminal
from croupier.house.store.entries import Posted
from croupier.money import cents, dollars
from croupier.refused import Refused, refuse_all
from croupier.words import Sentence

Source: TypeAlias = Literal["notes", "card", "demo"]
"""Where the money comes from: a note acceptor or a card reader; nowhere in a demonstration."""
SOURCES: tuple[Source, ...] = get_args(Source)
NOT_TAKEN: Mapping[str, str] = {
    "notes": Sentence("banknotes-not-taken"),
    "card": Sentence("bank-cards-not-taken"),
    "demo": Sentence("demo-credits-not-offered"),
}


class Purchases(msgspec.Struct, frozen=True, kw_only=True):
    """What terminals take for credits, and the limits. Amounts are cents."""

    sources: tuple[Source, ...]
    least: int
    """Least amount of one purchase, and `most`."""
    most: int
    day: int
    """Most that one terminal sells in a gaming day."""
    notes: tuple[int, ...] = ()
    """Values of the notes that are taken, one per purchase; empty: any amount."""

    def __post_init__(self) -> None:
        refuse_all([*self._defects()])

    def check(self, source: Source, cents: int, bought: int) -> None:
        """Refuse a purchase outside the limits; `bought` is what the terminal has sold today."""
        if source not in self.sources:
            raise Refused(NOT_TAKEN[source])
        if source == "notes" and self.notes and cents not in self.notes:
            raise Refused("note-value-not-taken", notes=tuple(map(dollars, self.notes)), amount=cents)
        if not self.least <= cents <= self.most:
            raise Refused("purchase-outside-limits", least=self.least, most=self.most, amount=cents)
        if bought + cents > self.day:
            left = dollars(max(0, self.day - bought))
            raise Refused("terminal-day-limit-reached", left=left, day_limit=self.day)

    def _defects(self) -> Iterable[Refused]:
        if not self.sources:
            yield Refused("buy-in-sources-missing")
        if not 0 < self.least <= self.most <= self.day:
            limits = Sentence("purchase-limits-in-words", least=self.least, most=self.most, day_limit=self.day)
            yield Refused("buy-in-limits-impossible", limits=limits)
        for each in self.notes:
            if not self.least <= each <= self.most:
                yield Refused("buy-in-note-outside-limits", note=each, least=self.least, most=self.most)


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[buy_in]` of a configuration file."""

    sources: tuple[Source, ...]
    purchase: str
    day: str
    notes: tuple[str, ...] = ()


def read(section: Any) -> Purchases:
    """The section `[buy_in]` of a configuration file."""
    try:
        settings = msgspec.convert(section, Section)
    except msgspec.ValidationError as error:
        raise Refused("buy-in-settings-unreadable", error=error) from None
    each = Limits.parse(settings.purchase)
    if each.maximum is None:
        raise Refused("buy-in-maximum-missing")
    return Purchases(
        sources=settings.sources,
        least=each.minimum,
        most=each.maximum,
        day=cents(settings.day),
        notes=tuple(map(cents, settings.notes)),
    )


def source_of(posting: Posting) -> str:
    """The source of a buy-in: `cage`, or what a terminal took.

    >>> [source_of(Posting(account, "terminal:T1", 500, "buy-in")) for account in ("cage", "card:T1")]
    ['cage', 'card']
    """
    return posting.source.partition(":")[0]


class TerminalSales:
    """Cache of what every terminal has sold today, appends in flight included; filled on demand."""

    def __init__(self, movements: Callable[[str, int], Iterable[Posted]]) -> None:
        self._movements = movements
        self._sold: dict[str, tuple[GamingDay, int]] = {}
        """By account: the gaming day, and cents sold in it."""

    def sold(self, name: str, at: int) -> int:
        """Cents that a terminal has sold itself in the gaming day of that time."""
        account = terminal(name)
        day, cents = self._sold.get(account, (None, 0))
        if day is None or not day.since <= at < day.until:
            day = GamingDay.of(at)
            cents = sum(_sold(account, each.posting) for each in self._movements(name, day.since))
            self._sold[account] = day, cents
        return cents

    def count(self, postings: Iterable[Posting], at: int, sign: int = 1) -> None:
        """Count postings, or take them back (`sign` -1)."""
        for each in postings:
            day, cents = self._sold.get(each.destination, (None, 0))
            if day is not None and day.since <= at < day.until:
                self._sold[each.destination] = day, cents + sign * _sold(each.destination, each)

    def invalidate(self, account: str) -> None:
        """Invalidates the cache of an account."""
        self._sold.pop(account, None)

    def invalidate_all(self) -> None:
        """Invalidates the whole cache."""
        self._sold.clear()


def _sold(account: str, posting: Posting) -> int:
    own = posting.kind == "buy-in" and posting.destination == account and source_of(posting) in SOURCES
    return posting.cents if own else 0
