"""Simulates a card counter: tags for the cards dealt, a true count before every round, and a bet for it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from croupier.cards import RANKS, STANDARD
from croupier.odds.result import Measurement
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
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.devices import cores

SHOES_PER_PIECE = 1 << 12


class CountingResult(NamedTuple):
    """The result of a simulated counter."""

    bettor: FlatBettor
    tags: dict[str, float]
    spread: list[tuple[float, float]]
    sums: Sums

    @property
    def rounds(self) -> int:
        """The number of rounds, including those without a bet."""
        return int(self.sums[ROUNDS])

    @property
    def edge(self) -> Measurement:
        """The house edge on all stakes, with its standard error (ratio estimator over shoes)."""
        sums = self.sums
        if not sums[STAKED]:
            return Measurement(0.0, 0.0)
        rate = float(sums[NET] / sums[STAKED])
        spread = sums[NET_SQUARED] - 2 * rate * sums[BOTH] + rate**2 * sums[STAKED_SQUARED]
        return Measurement(-rate, float(np.sqrt(max(spread, 0)) / sums[STAKED]))

    @property
    def per_round(self) -> Measurement:
        """The counter's mean win per round in units, with its standard error."""
        sums = self.sums
        rate = float(sums[NET] / sums[ROUNDS])
        spread = sums[NET_SQUARED] - 2 * rate * sums[ROUNDS_NET] + rate**2 * sums[ROUNDS_SQUARED]
        return Measurement(rate / self.bettor.stake, float(np.sqrt(max(spread, 0)) / sums[ROUNDS] / self.bettor.stake))

    @property
    def staked(self) -> float:
        """Mean units staked per round."""
        return float(self.sums[STAKED] / self.bettor.stake / self.sums[ROUNDS])

    def levels(self) -> list[tuple[float, float, float, float]]:
        """For each bet: the least true count, the units, the share of rounds, and the house edge in those."""
        levels = []
        for number, (least, units) in enumerate(self.spread):
            rounds, net = self.sums[FIELDS + 2 * number : FIELDS + 2 * number + 2]
            staked = rounds * units * self.bettor.stake
            levels.append((least, units, float(rounds / self.sums[ROUNDS]), float(-net / staked) if staked else 0.0))
        return levels


@runtime_checkable
class CountsCards(Protocol):
    """A kernel of whole shoes, through which cards can be counted."""

    def nets(self, bettor: FlatBettor) -> list[int]:
        """The net win of a bettor in a round of each class, in cents."""

    @property
    def counted(self) -> Callable[[int, range, Counter], Sums]:
        """The function that sums up a counter's stakes and wins over shoes."""


def counting(
    kernel: object,
    bettor: FlatBettor,
    tags: dict[str, float],
    spread: Sequence[tuple[float, float]],
    *,
    seed: int,
    shoes: int,
    threads: int | None = None,
) -> CountingResult:
    """Simulate a counter over so many shoes; `spread` gives the units to bet from each true count on.

    >>> from croupier.simulation.catalogue import kernel
    >>> sevens = {"7": -1.0, "8": -1.0, "A": 0.5}
    >>> tie = counting(kernel("tiger", mode="shoe"), FlatBettor({"tie": 100}), sevens, [(2.0, 1.0)], seed=1, shoes=1000)
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
    return CountingResult(bettor, tags, levels, sums)


def read_tags(text: str) -> dict[str, float]:
    """Parse tags by rank as given on the command line; T applies to every card worth ten without a tag of its own.

    >>> read_tags("2=1,3=1,T=-1,A=-1")
    {'2': 1.0, '3': 1.0, 'T': -1.0, 'A': -1.0}
    """
    tags = {}
    for part in text.split(","):
        rank, _, tag = part.strip().partition("=")
        if rank not in RANKS or len(rank) != 1 or not _number(tag):
            raise Refused(f"no tags read {text!r}: write them like 2=1,3=1,T=-1,A=-1")
        tags[rank] = float(tag)
    return tags


def read_spread(text: str) -> list[tuple[float, float]]:
    """Parse a bet spread as given on the command line: pairs of a least true count and units.

    >>> read_spread("-9:1,2:4,3:8")
    [(-9.0, 1.0), (2.0, 4.0), (3.0, 8.0)]
    """
    bets = []
    for part in text.split(","):
        true, _, units = part.strip().partition(":")
        if not _number(true) or not _number(units) or float(units) < 0:
            raise Refused(f"no bets read {text!r}: write them like 1:1,2:4,3:8, a true count and units")
        bets.append((float(true), float(units)))
    return sorted(bets)


def _number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
