"""The house's clock: set by the wall's, and counted by one that nobody sets, so that no timer follows a hand there.

Where the wall clock is put back or forward, the house hears of it, takes the new time over, moves what it waits for by
as much, and keeps by how much. It does not follow into a gaming day that was signed: there it counts on.

>>> wall, count = [1_000 * SECOND], [7 * SECOND]
>>> clock = Clock(lambda: wall[0], lambda: count[0])
>>> clock.now() // SECOND, clock.look()
(1000, None)
>>> count[0] += 60 * SECOND
>>> wall[0] -= 500 * SECOND
>>> clock.now() // SECOND, clock.look(), clock.now() // SECOND
(1060, ClockStep(wall=-560000000, by=-560000000), 500)
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from croupier.house.days import SECOND
from croupier.house.events import CLOCK_STEPPED, ClockStepped, read_house
from croupier.house.store import Records

STEP_MICROSECONDS = SECOND
"""Microseconds by which both may differ before the wall clock is said to have been set."""


def wall_clock() -> int:
    """The time, in microseconds since 1970."""
    return time.time_ns() // 1_000


def steady_clock() -> int:
    """Microseconds from some moment on; nobody sets them, and they never go back."""
    return time.monotonic_ns() // 1_000


class ClockStep(NamedTuple):
    """The wall clock was set."""

    wall: int
    """By how many microseconds."""
    by: int
    """And by how many the house has followed."""


class Clock:
    """The time of one house."""

    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], int] | None = None) -> None:
        self._wall = wall
        # A clock of a test is set by nobody but the test, and counts for itself.
        self._steady = steady or (steady_clock if wall is wall_clock else wall)
        self._set = self._shown = wall() - self._steady()
        self._signed = 0

    def now(self) -> int:
        """The time, in microseconds since 1970."""
        return self._steady() + self._set

    def look(self, signed: Callable[[], int] = lambda: 0) -> ClockStep | None:
        """Whether the wall clock was set since somebody looked; `signed` says until when all has been signed."""
        count, wall = self._steady(), self._wall()
        return self._follow(count, wall, count + self._set, wall - count - self._shown, signed)

    def resume(self, last: int, signed: Callable[[], int] = lambda: 0) -> ClockStep | None:
        """Go on after the last moment that a record tells of: where the wall shows an earlier one, it was put back."""
        count, wall = self._steady(), self._wall()
        return self._follow(count, wall, last, wall - last, signed) if wall < last - STEP_MICROSECONDS else None

    def _follow(self, count: int, wall: int, here: int, moved: int, signed: Callable[[], int]) -> ClockStep | None:
        there = wall
        if wall < here - STEP_MICROSECONDS:
            if wall >= self._signed:
                self._signed = signed()
            if wall < self._signed:
                there = max(here, self._signed)
        if max(abs(moved), abs(there - here)) <= STEP_MICROSECONDS:
            return None
        self._set, self._shown = there - count, wall - count
        return ClockStep(moved, there - here)


class Steps:
    """How often the house's time has gone back or forward at once, as the record tells."""

    def __init__(self, records: Records) -> None:
        self._steps: list[tuple[int, int]] = []
        after = 0
        while found := records.next("house", (CLOCK_STEPPED,), after):
            said, after = read_house(found.body), found.version
            assert isinstance(said, ClockStepped)
            self.add(found.position, said.followed)

    def add(self, position: int, by: int) -> None:
        """Another one, at that position of the record."""
        self._steps.append((position, by))

    @property
    def positions(self) -> list[int]:
        """Where they stand in the record."""
        return [at for at, _ in self._steps]

    def since(self, position: int) -> int:
        """By how much a moment is moved that was kept at that position, so that as much time lies between as passed."""
        return sum(by for at, by in self._steps if at > position)
