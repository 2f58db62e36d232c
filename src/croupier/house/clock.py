"""The house's clock: wall-clock time advanced by a monotonic clock, so that setting the wall clock moves no timer.

Where the wall clock is set back or forward, the house detects the step, adopts the new time, moves its deadlines by as
much, and stores the step as an event. It does not follow back into a gaming day that was signed: there it counts on.

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
"""Difference between both clocks, in microseconds, above which the wall clock counts as set."""


def wall_clock() -> int:
    """The time, in microseconds since 1970."""
    return time.time_ns() // 1_000


def steady_clock() -> int:
    """Monotonic microseconds, from an arbitrary origin."""
    return time.monotonic_ns() // 1_000


class ClockStep(NamedTuple):
    """A step of the wall clock, in microseconds."""

    wall: int
    """By how much the wall clock was set."""
    by: int
    """By how much the house's time has followed."""


class Clock:
    """The clock of one house."""

    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], int] | None = None) -> None:
        self._wall = wall
        # A test's clock is set by the test alone, and serves as its own monotonic clock.
        self._steady = steady or (steady_clock if wall is wall_clock else wall)
        self._offset = self._wall_offset = wall() - self._steady()
        self._signed = 0

    def now(self) -> int:
        """The time, in microseconds since 1970."""
        return self._steady() + self._offset

    def look(self, signed: Callable[[], int] = lambda: 0) -> ClockStep | None:
        """The step of the wall clock since the last call, if any; `signed` returns the end of the last signed day."""
        count, wall = self._steady(), self._wall()
        return self._follow(count, wall, count + self._offset, wall - count - self._wall_offset, signed)

    def resume(self, last: int, signed: Callable[[], int] = lambda: 0) -> ClockStep | None:
        """Continue after the time of the last event: where the wall clock is earlier, it was set back."""
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
        self._offset, self._wall_offset = there - count, wall - count
        return ClockStep(moved, there - here)


class ClockSteps:
    """The stored steps of the house's clock, by position."""

    def __init__(self, records: Records) -> None:
        self._steps: list[tuple[int, int]] = []
        after = 0
        while event := records.next("house", (CLOCK_STEPPED,), after):
            stepped, after = read_house(event.body), event.version
            assert isinstance(stepped, ClockStepped)
            self.add(event.position, stepped.followed)

    def add(self, position: int, by: int) -> None:
        """Add a step, in microseconds, stored at that position."""
        self._steps.append((position, by))

    @property
    def positions(self) -> list[int]:
        """The positions of the steps."""
        return [at for at, _ in self._steps]

    def since(self, position: int) -> int:
        """Sum of the steps after a position, in microseconds: add it to a time stored there to compare it with now."""
        return sum(by for at, by in self._steps if at > position)
