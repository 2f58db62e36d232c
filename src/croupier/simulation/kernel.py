"""The interface of kernels, independent of the family of games."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from croupier.cards import Composition
from croupier.games.game import Game
from croupier.games.recorded import RecordedRound
from croupier.odds.result import Odds, PlayedOdds
from croupier.refused import Refused
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.estimate import Tallied
from croupier.simulation.walking import Bankrolls, SessionEnds

ClassCounts = npt.NDArray[np.int64]
Tally: TypeAlias = Callable[[int, range], ClassCounts]
"""From a seed and a range of numbers to the number of rounds of each class."""
SEEDS = 1 << 64


class Kernel(Protocol):
    """A game to simulate, from one shoe, in one mode.

    Its unit of work has a number: a round in fresh mode, a whole shoe otherwise. The cards dealt under a number are a
    pure function of the seed and the number.
    """

    @property
    def game(self) -> Game:
        """The simulated game."""

    shoe: Composition
    mode: str
    deals: str
    """The unit of its numbers: `rounds` or `shoes`."""
    size: int
    """The number of classes of rounds."""
    boxes: int
    """The number of boxes tallied in each round, all against the same Dealer."""
    piece: int
    """Numbers in a piece of work for one thread, which takes a fraction of a second."""

    def numbers(self, rounds: int) -> int:
        """How many numbers give approximately so many rounds."""

    @property
    def tally(self) -> Tally:
        """The tally function for one thread; picklable, so that it can be sent to another machine."""

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """Deal one round again, recorded for the rules engine; `round` selects within a shoe, `box` within a round."""

    def settle(self, counts: Sequence[int]) -> Mapping[str, Odds | Tallied]:
        """The simulated odds of every wager, from the number of rounds of each class."""

    def exact(self) -> Mapping[str, Odds | PlayedOdds]:
        """The exact odds of every wager."""

    def options(self) -> dict[str, int | str]:
        """Its parameters, as a checkpoint stores them: kernels with equal options deal the same rounds."""


@runtime_checkable
class OnCuda(Protocol):
    """A kernel that also runs on a GPU."""

    def tally_on_cuda(self, seed: int, numbers: range) -> ClassCounts:
        """The number of rounds of each class; the same result as `tally`."""


@runtime_checkable
class Walks(Protocol):
    """A kernel that also simulates sessions."""

    def nets(self, bettor: FlatBettor) -> list[int]:
        """The net win of a bettor in a round of each class, in cents."""

    def walk(self, seed: int, first: int, length: int, money: Bankrolls, ends: SessionEnds) -> None:
        """Simulate sessions of `length` rounds from number `first` on, one for each row of `ends`."""


def dealt_from(game: Game, shoe: Composition, mode: str) -> dict[str, int | str]:
    """The options of every kernel: the game with its readings, where they are not the usual ones, the shoe, the mode.

    >>> from croupier.games.catalogue import game
    >>> dealt_from(game("lucky-8", "obo"), Composition.parse("6x52"), "fresh")
    {'game': 'lucky-8', 'shoe': '6x52', 'mode': 'fresh', 'readings': 'R-42=b R-43=c'}
    """
    name = f"{game.name}@{game.edition}" if game.origin else game.name
    options: dict[str, int | str] = {"game": name, "shoe": str(shoe), "mode": mode}
    if changes := game.readings.changes:
        options["readings"] = " ".join(f"{ruling}={letter}" for ruling, letter in changes.items())
    return options


def check_seed(seed: int) -> int:
    """Return the seed, or refuse one that does not fit the generator's key."""
    if not 0 <= seed < SEEDS:
        raise Refused("seed-out-of-range", most=SEEDS - 1, seed=seed)
    return seed
