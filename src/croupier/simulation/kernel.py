"""What every kernel can do, whatever its family of games; the frame that runs, opens and shows them knows no more."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from croupier.cards import Composition
from croupier.games.game import Game
from croupier.games.recorded import RecordedRound
from croupier.odds.result import Odds, Played
from croupier.refused import Refused
from croupier.simulation.bettor import Bettor
from croupier.simulation.estimate import Tallied
from croupier.simulation.walking import Bankrolls, SessionEnds

ClassCounts = npt.NDArray[np.int64]
Tally: TypeAlias = Callable[[int, range], ClassCounts]
"""From a seed and numbers to how many rounds of each class there are."""
SEEDS = 1 << 64


class Kernel(Protocol):
    """A game to simulate, out of one shoe, in one mode.

    Whatever it deals has a number: a round where every round has a fresh shoe, a whole shoe otherwise. What is dealt
    under a number depends on the seed and the number alone.
    """

    @property
    def game(self) -> Game:
        """What is simulated."""

    shoe: Composition
    mode: str
    deals: str
    """What its numbers count: rounds or shoes."""
    size: int
    """How many classes it tallies."""
    boxes: int
    """How many rounds of one deal are counted, all against the same Dealer."""
    piece: int
    """How many numbers make a piece of work for one thread: a small part of a second."""

    def numbers(self, rounds: int) -> int:
        """How many numbers make so many rounds, near enough."""

    @property
    def tally(self) -> Tally:
        """Counts on one thread how many rounds of each class there are; it can be sent to another machine."""

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """Everything about one round, as the rules engine reads it: of a shoe the round and of several boxes one."""

    def settle(self, counts: Sequence[int]) -> Mapping[str, Odds | Tallied]:
        """What became of every wager, from how many rounds there were of each class."""

    def exact(self) -> Mapping[str, Odds | Played]:
        """What the odds of every wager are."""

    def options(self) -> dict[str, int | str]:
        """What it deals, in so many words: two kernels that say the same deal the same."""


@runtime_checkable
class OnCuda(Protocol):
    """A kernel that also counts on a GPU."""

    def tally_on_cuda(self, seed: int, numbers: range) -> ClassCounts:
        """How many rounds of each class there are, as `tally` counts them."""


@runtime_checkable
class Walks(Protocol):
    """A kernel that also plays sessions."""

    def nets(self, bettor: Bettor) -> list[int]:
        """What a round of each class makes of a bettor's stakes, in cents."""

    def walk(self, seed: int, first: int, length: int, money: Bankrolls, ends: SessionEnds) -> None:
        """Play the sessions from `first` on, of so many rounds each, as many as there is room for their ends."""


def check_seed(seed: int) -> int:
    """The seed itself, or a refusal of one that the generator cannot hold."""
    if not 0 <= seed < SEEDS:
        raise Refused("seed-out-of-range", most=SEEDS - 1, seed=seed)
    return seed
