"""Somebody who counts cards: tags for the cards seen, a true count before every round, and a bet for it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from croupier.cards import RANKS, STANDARD
from croupier.refused import Refused
from croupier.simulation.betting import (
    BOTH,
    FIELDS,
    NET,
    NET_SQUARED,
    ROUNDS,
    ROUNDS_NET,
    ROUNDS_SQUARED,
    STAKED,
    STAKED_SQUARED,
    Counter,
    Sums,
)
from croupier.simulation.bettor import Bettor
from croupier.simulation.devices import cores

SHOES_PER_PIECE = 1 << 12


class Figure(NamedTuple):
    """An estimate and its standard error."""

    value: float
    error: float


class Counted(NamedTuple):
    """What came of it."""

    bettor: Bettor
    tags: dict[str, float]
    spread: list[tuple[float, float]]
    sums: Sums

    @property
    def rounds(self) -> int:
        """How many there were, those without a bet too."""
        return int(self.sums[ROUNDS])

    @property
    def edge(self) -> Figure:
        """The house's share of what was staked."""
        sums = self.sums
        if not sums[STAKED]:
            return Figure(0.0, 0.0)
        rate = float(sums[NET] / sums[STAKED])
        spread = sums[NET_SQUARED] - 2 * rate * sums[BOTH] + rate**2 * sums[STAKED_SQUARED]
        return Figure(-rate, float(np.sqrt(max(spread, 0)) / sums[STAKED]))

    @property
    def per_round(self) -> Figure:
        """What the counter wins a round, in units."""
        sums = self.sums
        rate = float(sums[NET] / sums[ROUNDS])
        spread = sums[NET_SQUARED] - 2 * rate * sums[ROUNDS_NET] + rate**2 * sums[ROUNDS_SQUARED]
        return Figure(rate / self.bettor.stake, float(np.sqrt(max(spread, 0)) / sums[ROUNDS] / self.bettor.stake))

    @property
    def staked(self) -> float:
        """Units staked a round, on average."""
        return float(self.sums[STAKED] / self.bettor.stake / self.sums[ROUNDS])

    def levels(self) -> list[tuple[float, float, float, float]]:
        """For each bet: from which true count on, how many units, in what share of rounds, the edge then."""
        found = []
        for number, (least, units) in enumerate(self.spread):
            rounds, net = self.sums[FIELDS + 2 * number : FIELDS + 2 * number + 2]
            staked = rounds * units * self.bettor.stake
            found.append((least, units, float(rounds / self.sums[ROUNDS]), float(-net / staked) if staked else 0.0))
        return found


@runtime_checkable
class CountsCards(Protocol):
    """A kernel of whole shoes, which can be counted."""

    def nets(self, bettor: Bettor) -> list[int]:
        """What a round of each class makes of a bettor's stakes, in cents."""

    @property
    def counted(self) -> Callable[[int, range, Counter], Sums]:
        """Adds up what a counter bets and wins in these shoes."""


def counting(
    kernel: object,
    bettor: Bettor,
    tags: dict[str, float],
    spread: Sequence[tuple[float, float]],
    *,
    seed: int,
    shoes: int,
    threads: int | None = None,
) -> Counted:
    """Let somebody count the cards of so many shoes and bet so many units from each true count on.

    >>> from croupier.simulation.catalogue import kernel
    >>> sevens = {"7": -1.0, "8": -1.0, "A": 0.5}
    >>> tie = counting(kernel("tiger", mode="shoe"), Bettor({"tie": 100}), sevens, [(2.0, 1.0)], seed=1, shoes=1000)
    >>> tie.rounds
    74337
    """
    if not isinstance(kernel, CountsCards):
        raise Refused("counting cards needs whole shoes: use --mode shoe")
    levels = sorted(spread)
    by_card = np.zeros(64)
    for card in STANDARD.cards:
        by_card[card.number] = tags.get("T" if card.rank in "JQK" and card.rank not in tags else card.rank, 0.0)
    least, units = (np.array([level[place] for level in levels], np.float64) for place in (0, 1))
    deck = len(kernel.game.deck.cards)  # type: ignore[attr-defined]
    counter = Counter(by_card, deck, least, units, np.array(kernel.nets(bettor), np.int64), bettor.stake)
    work = kernel.counted
    with ThreadPoolExecutor(cores() if threads is None else threads) as pool:
        pieces = [range(first, min(first + SHOES_PER_PIECE, shoes)) for first in range(0, shoes, SHOES_PER_PIECE)]
        sums = sum(
            pool.map(lambda numbers: work(seed, numbers, counter), pieces), start=np.zeros(FIELDS + 2 * len(levels))
        )
    return Counted(bettor, tags, levels, sums)


def read_tags(text: str) -> dict[str, float]:
    """Tags as the command line takes them, a rank each; T is for every card worth ten that has none of its own.

    >>> read_tags("2=1,3=1,T=-1,A=-1")
    {'2': 1.0, '3': 1.0, 'T': -1.0, 'A': -1.0}
    """
    found = {}
    for part in text.split(","):
        rank, _, tag = part.strip().partition("=")
        if rank not in RANKS or len(rank) != 1 or not _number(tag):
            raise Refused(f"no tags read {text!r}: write them like 2=1,3=1,T=-1,A=-1")
        found[rank] = float(tag)
    return found


def read_spread(text: str) -> list[tuple[float, float]]:
    """A spread of bets as the command line takes it: from which true count on, so many units.

    >>> read_spread("-9:1,2:4,3:8")
    [(-9.0, 1.0), (2.0, 4.0), (3.0, 8.0)]
    """
    found = []
    for part in text.split(","):
        true, _, units = part.strip().partition(":")
        if not _number(true) or not _number(units) or float(units) < 0:
            raise Refused(f"no bets read {text!r}: write them like 1:1,2:4,3:8, a true count and units")
        found.append((float(true), float(units)))
    return sorted(found)


def _number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
