"""Limits that players set themselves: the most to lose, and the longest to play, in a gaming day.

A tighter limit holds at once, a looser one a day later, so that nobody raises it in the heat of a loss. They are
checked when a wager is placed; a hand that has begun is played to its end. The loss of a gaming day is what play has
taken off the terminal and not brought back, open stakes included, tips excluded; the time is what passes from wager to
wager, where a pause counts MAX_PAUSE_MICROSECONDS at most.

>>> mine = OwnLimits().asked(Limit(loss=50_00), at=0)
>>> looser = mine.asked(Limit(loss=80_00), at=0)
>>> mine.at(0), looser.at(0), looser.at(LOOSER_AFTER_MICROSECONDS)
(Limit(loss=5000, minutes=None), Limit(loss=5000, minutes=None), Limit(loss=8000, minutes=None))
"""

from collections.abc import Callable, Iterable

import msgspec

from croupier.house.days import SECOND, GamingDay
from croupier.house.ledger import Posting, terminal
from croupier.house.store.entries import Posted
from croupier.money import dollars
from croupier.refused import Refused

MINUTE = 60 * SECOND
LOOSER_AFTER_MICROSECONDS = 24 * 60 * MINUTE
"""Microseconds until a looser limit holds."""
MAX_PAUSE_MICROSECONDS = 5 * MINUTE
"""Most microseconds that a pause between two wagers counts."""
MAX_LOSS_CENTS, MAX_LIMIT_MINUTES = 10**12, 24 * 60
MAX_MOVEMENTS = 100_000
"""Postings of a terminal that are read for a day."""
PLAY = frozenset({"stake", "return", "win", "loss", "correction"})
"""Kinds of postings that come of play; all others move money on and off the terminal."""


class Limit(msgspec.Struct, frozen=True):
    """Most cents to lose and most minutes to play in a gaming day; None is no limit."""

    loss: int | None = None
    minutes: int | None = None

    def and_also(self, other: "Limit") -> "Limit":
        """The tighter of both."""
        return Limit(_least(self.loss, other.loss), _least(self.minutes, other.minutes))


class OwnLimits(msgspec.Struct, frozen=True):
    """The limit in force (`now`), and the one requested (`then`), which replaces it at `since`."""

    now: Limit = Limit()
    then: Limit = Limit()
    since: int = 0
    """Time in microseconds since 1970."""

    def at(self, moment: int) -> Limit:
        """The limit in force at a time."""
        return self.then if moment >= self.since else self.now

    def asked(self, limit: Limit, at: int) -> "OwnLimits":
        """The limits after a request for another one: at once as far as it is tighter, the rest a day later."""
        for name, value, most in (
            ("loss", limit.loss, MAX_LOSS_CENTS),
            ("minutes", limit.minutes, MAX_LIMIT_MINUTES),
        ):
            if value is not None and not 0 <= value <= most:
                raise Refused("own-limit-out-of-range", limit=name, most=dollars(most) if name == "loss" else most)
        now = self.at(at).and_also(limit)
        return OwnLimits(now, limit, at if now == limit else at + LOOSER_AFTER_MICROSECONDS)


class PlayedToday(msgspec.Struct):
    """Loss and time of play of a terminal in a gaming day."""

    day: GamingDay
    lost: int = 0
    """Cents lost, open stakes included."""
    time: int = 0
    """Microseconds at play, up to the latest wager."""
    latest: int | None = None
    """Time of the latest wager."""

    def count(self, account: str, posting: Posting, at: int, sign: int = 1) -> None:
        """Count a posting, or take it back (`sign` -1); starts at zero where a new gaming day has begun."""
        if posting.kind not in PLAY or account not in (posting.source, posting.destination):
            return
        self._turn(at)
        self.lost += sign * (posting.cents if posting.source == account else -posting.cents)
        if posting.kind == "stake" and sign > 0:
            self.time, self.latest = self.until(at), at

    def until(self, at: int) -> int:
        """Microseconds at play, including a wager at that time."""
        self._turn(at)
        return self.time + (0 if self.latest is None else max(0, min(at - self.latest, MAX_PAUSE_MICROSECONDS)))

    def check(self, limit: Limit, stake: int, at: int) -> None:
        """Refuse a stake, in cents, that exceeds the limit."""
        if stake <= 0:
            return
        played = self.until(at)
        if limit.minutes is not None and played >= limit.minutes * MINUTE:
            raise Refused("own-minutes-reached", minutes=limit.minutes)
        if limit.loss is not None and self.lost + stake > limit.loss:
            left = max(0, limit.loss - self.lost)
            raise Refused("own-loss-reached", loss=limit.loss, left=left)

    def _turn(self, at: int) -> None:
        if at >= self.day.until:
            self.day, self.lost, self.time, self.latest = GamingDay.of(at), 0, 0, None


def played(movements: Iterable[Posted], name: str, at: int) -> PlayedToday:
    """Loss and time of play in the gaming day of `at`, from the terminal's postings of that day, newest first."""
    account, today = terminal(name), PlayedToday(GamingDay.of(at))
    for each in reversed([*movements]):
        today.count(account, each.posting, each.at)
    return today


class LimitEnforcer:
    """Enforces the players' own limits, with a cache of limits and of play, filled on demand."""

    def __init__(self, limits: Callable[[str], OwnLimits], movements: Callable[[str, int], Iterable[Posted]]) -> None:
        self._look_up, self._movements = limits, movements
        self._limits: dict[str, OwnLimits] = {}
        self._played: dict[str, PlayedToday] = {}
        """By account; only of players who have set a limit."""

    def check(self, name: str, postings: Iterable[Posting], at: int) -> None:
        """Refuse postings that exceed the limits of their terminal's player."""
        limit = self.limits(name).at(at)
        if limit == Limit():
            return
        account = terminal(name)
        if account not in self._played:
            self._played[account] = played(self._movements(name, GamingDay.of(at).since), name, at)
        stake = sum(
            each.cents * ((each.source == account) - (each.destination == account))
            for each in postings
            if each.kind in PLAY
        )
        self._played[account].check(limit, stake, at)

    def limits(self, name: str) -> OwnLimits:
        """The limits of a player."""
        limits = self._limits.get(name)
        if limits is None:
            limits = self._limits[name] = self._look_up(name)
        return limits

    def count(self, postings: Iterable[Posting], at: int, sign: int = 1) -> None:
        """Count postings, or take them back (`sign` -1)."""
        if self._played:
            for each in postings:
                for account in (each.source, each.destination):
                    if account in self._played:
                        self._played[account].count(account, each, at, sign)

    def invalidate_limits(self, name: str) -> None:
        """Invalidates the limits cache of a player."""
        self._limits.pop(name, None)

    def invalidate(self, account: str) -> None:
        """Invalidates the cached play of an account."""
        self._played.pop(account, None)

    def invalidate_all(self) -> None:
        """Invalidates the whole cache."""
        self._limits.clear()
        self._played.clear()


def _least(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)
