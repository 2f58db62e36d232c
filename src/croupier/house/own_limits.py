"""Limits that players set themselves: the most to lose in a gaming day, and the longest to play.

A tighter limit holds at once, a looser one a day later, so that nobody raises it in the heat of a loss. They are looked
at when a wager is placed; a hand that has begun is played to its end. What counts is the gaming day: of money
what play has taken off the terminal and not brought back, stakes that still lie there included, but no tip, which is
given and not lost; of time what passes from wager to wager, a longer pause counting as a short one.

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
"""What any longer pause between two wagers counts as."""
MAX_LOSS_CENTS, MAX_LIMIT_MINUTES = 10**12, 24 * 60
MAX_MOVEMENTS = 100_000
"""Movements of a terminal in a day that are looked through."""
PLAY = frozenset({"stake", "return", "win", "loss", "correction"})
"""The kinds of postings that come of play; all else is money on and off the terminal."""


class Limit(msgspec.Struct, frozen=True):
    """The most that may be lost in a gaming day, in cents, and the longest that may be played; none where not set."""

    loss: int | None = None
    minutes: int | None = None

    def and_also(self, other: "Limit") -> "Limit":
        """The tighter of both."""
        return Limit(_least(self.loss, other.loss), _least(self.minutes, other.minutes))


class OwnLimits(msgspec.Struct, frozen=True):
    """What holds now, and what a player has asked for and will hold."""

    now: Limit = Limit()
    then: Limit = Limit()
    since: int = 0
    """When that begins."""

    def at(self, moment: int) -> Limit:
        """What holds at a moment."""
        return self.then if moment >= self.since else self.now

    def asked(self, wanted: Limit, at: int) -> "OwnLimits":
        """What becomes of them when somebody asks for others."""
        for name, value, most in (
            ("loss", wanted.loss, MAX_LOSS_CENTS),
            ("minutes", wanted.minutes, MAX_LIMIT_MINUTES),
        ):
            if value is not None and not 0 <= value <= most:
                raise Refused("own-limit-out-of-range", limit=name, most=dollars(most) if name == "loss" else most)
        now = self.at(at).and_also(wanted)
        return OwnLimits(now, wanted, at if now == wanted else at + LOOSER_AFTER_MICROSECONDS)


class PlayedToday(msgspec.Struct):
    """How a terminal has played in a gaming day."""

    day: GamingDay
    lost: int = 0
    """Cents that play has taken and not brought back."""
    time: int = 0
    """Microseconds at play, up to the latest wager."""
    latest: int | None = None
    """When that was."""

    def told(self, account: str, posting: Posting, at: int, sign: int = 1) -> None:
        """Something was posted; the day is another one where it has turned."""
        if posting.kind not in PLAY or account not in (posting.source, posting.destination):
            return
        self._turn(at)
        self.lost += sign * (posting.cents if posting.source == account else -posting.cents)
        if posting.kind == "stake" and sign > 0:
            self.time, self.latest = self.until(at), at

    def until(self, at: int) -> int:
        """Microseconds at play, were there a wager now."""
        self._turn(at)
        return self.time + (0 if self.latest is None else max(0, min(at - self.latest, MAX_PAUSE_MICROSECONDS)))

    def check(self, limit: Limit, stake: int, at: int) -> None:
        """Refuse what goes beyond a player's own limits."""
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
    """How a terminal has played in the gaming day of that moment, by its movements since then, the newest first."""
    account, found = terminal(name), PlayedToday(GamingDay.of(at))
    for each in reversed([*movements]):
        found.told(account, each.posting, each.at)
    return found


class Minder:
    """Minds everybody's own limits while they play; what it knows of a terminal is looked up when it is needed."""

    def __init__(self, limits: Callable[[str], OwnLimits], movements: Callable[[str, int], Iterable[Posted]]) -> None:
        self._look_up, self._movements = limits, movements
        self._limits: dict[str, OwnLimits] = {}
        self._played: dict[str, PlayedToday] = {}
        """By account, of those alone who have set a limit."""

    def check(self, name: str, postings: Iterable[Posting], at: int) -> None:
        """Refuse what would take more off a terminal than its player means it to."""
        limit = self.known(name).at(at)
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

    def known(self, name: str) -> OwnLimits:
        """What a player has set themself."""
        found = self._limits.get(name)
        if found is None:
            found = self._limits[name] = self._look_up(name)
        return found

    def told(self, postings: Iterable[Posting], at: int, sign: int = 1) -> None:
        """These were posted, or taken back."""
        if self._played:
            for each in postings:
                for account in (each.source, each.destination):
                    if account in self._played:
                        self._played[account].told(account, each, at, sign)

    def set(self, name: str) -> None:
        """Somebody's limits are others now."""
        self._limits.pop(name, None)

    def doubt(self, account: str) -> None:
        """What is known of how an account has played is not certain any more."""
        self._played.pop(account, None)

    def forget(self) -> None:
        """Nothing of what is known is certain any more."""
        self._limits.clear()
        self._played.clear()


def _least(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)
