"""The simulation: rounds by number, from fresh shoes or from whole ones.

Rounds that no wager distinguishes are one class. A table derived from the declarations gives the class of every two
cards, so that the compiled loops only deal and look up; counts of classes then settle every wager exactly.
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card, Composition
from croupier.games.game import Game
from croupier.games.recorded import RecordedRound
from croupier.odds.result import Chance, Odds
from croupier.odds.tally import check, classify, outcomes
from croupier.refused import Refused
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import U64, digit, past
from croupier.simulation.kernel import ClassCounts, Tally, dealt_from
from croupier.simulation.philox import HALF, block, key
from croupier.simulation.shuffling import Bytes, RejectionLimits, limits, shuffle
from dragon_tiger.odds import DEALT, ODDS, TWO_CARDS, aspect

FRESH = np.uint32(0)
"""The generator's stream for single rounds; whole shoes have another."""

Table = NDArray[np.int64]
"""The class of the round, indexed by the numbers of Dragon's and Tiger's card."""


@compiled
def places(number: int, k0: np.uint32, k1: np.uint32, size: int, limit: np.uint64) -> tuple[np.uint32, np.uint32]:
    """Two different places of a shoe, by unbiased rejection sampling (see `croupier.simulation.dealing`)."""
    attempt = np.uint32(0)
    while True:
        high, low, _, _ = block(np.uint64(number), attempt, FRESH, k0, k1)
        first, high, low = digit(high, low, np.uint32(size))
        second, high, low = digit(high, low, np.uint32(size - 1))
        if (np.uint64(high) << HALF) | np.uint64(low) >= limit:
            return first, past(second, first)
        attempt = np.uint32(attempt + np.uint32(1))


@compiled
def tally_rounds(
    first: int,
    last: int,
    k0: np.uint32,
    k1: np.uint32,
    cards: Bytes,
    limit: np.uint64,
    table: Table,
    counts: ClassCounts,
) -> None:
    """Count the classes of the rounds from `first` up to but not including `last`."""
    for number in range(first, last):
        dragon, tiger = places(number, k0, k1, len(cards), limit)
        counts[table[cards[dragon], cards[tiger]]] += 1


@compiled
def tally_shoes(
    first: int,
    last: int,
    k0: np.uint32,
    k1: np.uint32,
    cards: Bytes,
    fair: RejectionLimits,
    burn: int,
    cut: int,
    table: Table,
    counts: ClassCounts,
) -> None:
    """Count the classes of all rounds of these shoes; the round in which the cutting card appears is the last."""
    order = np.empty(len(cards), np.uint8)
    for shoe in range(first, last):
        shuffle(shoe, k0, k1, fair, cards, cut + DEALT, order)
        for at in range(burn, cut + 1, DEALT):
            counts[table[order[at], order[at + 1]]] += 1


class _DragonTiger:
    """The common part of both modes."""

    boxes = 1

    def __init__(self, game: Game, shoe: Composition, *, any_decks: bool = False) -> None:
        check(game, shoe, DEALT, any_decks=any_decks)
        self.game, self.shoe = game, shoe
        self.cards = np.array([card.number for card in shoe], np.uint8)
        number, self._matches = classify(
            TWO_CARDS, lambda two: tuple(wager.match(aspect(wager.reads, *two)) for wager in game.wagers)
        )
        self.size = len(self._matches)
        self.table = np.array([number[two] for two in TWO_CARDS]).reshape(len(STANDARD.cards), len(STANDARD.cards))

    def settle(self, counts: Sequence[int]) -> Mapping[str, Odds]:
        """The simulated odds of every wager, from the number of rounds of each class."""
        odds: dict[str, Odds] = {}
        for place, wager in enumerate(self.game.wagers):
            chances = [
                Chance(
                    text,
                    match.result,
                    match.pays,
                    sum(count for count, matches in zip(counts, self._matches, strict=True) if matches[place] == match),
                    sum(counts),
                )
                for text, match in outcomes(wager)
            ]
            odds[wager.name] = Odds(wager.name, wager.label, chances)
        return odds

    def exact(self) -> Mapping[str, Odds]:
        """The odds from the full shoe."""
        return ODDS.odds(self.game, self.shoe, None, any_decks=True)

    def _recorded(self, dealt: Sequence[Card]) -> RecordedRound:
        stakes = dict.fromkeys(self.game.bets, max(100, self.game.unit))
        return RecordedRound(self.game.name, tuple(dealt), stakes, decks=self.shoe.decks)


class Fresh(_DragonTiger):
    """Every round from a full shoe, as after continuous shuffling."""

    mode = "fresh"
    deals = "rounds"
    piece = 1 << 22

    def __init__(self, game: Game, shoe: Composition, *, any_decks: bool = False) -> None:
        super().__init__(game, shoe, any_decks=any_decks)
        self._limit = np.uint64(U64 % math.perm(shoe.total, DEALT))

    def numbers(self, rounds: int) -> int:
        """One number for each round."""
        return rounds

    @property
    def tally(self) -> Tally:
        """The tally function of rounds."""
        return partial(_count_rounds, self.size, self.cards, self._limit, self.table)

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """The cards of one round."""
        if round is not None or box is not None:
            raise Refused("fresh-round-has-one-number")
        two = places(number, *key(seed), self.shoe.total, self._limit)
        return self._recorded([STANDARD.cards[self.cards[place]] for place in two])

    def options(self) -> dict[str, int | str]:
        """The parameters of the kernel."""
        return dealt_from(self.game, self.shoe, self.mode)


class Whole(_DragonTiger):
    """Whole shoes: cards are burned, then rounds played up to the one in which the cutting card appears."""

    mode = "shoe"
    deals = "shoes"
    piece = 1 << 15

    def __init__(self, game: Game, shoe: Composition, burn: int, cut: int | None, *, any_decks: bool = False) -> None:
        super().__init__(game, shoe, any_decks=any_decks)
        self.burn, self.behind = burn, len(game.deck.cards) if cut is None else cut
        self.cut = shoe.total - self.behind
        if self.behind < DEALT:
            raise Refused("dragon-tiger-too-few-behind-cutting-card", "R-15", cards=DEALT)
        if not 0 <= burn <= self.cut:
            raise Refused("burn-and-cut-leave-none", burned=burn, behind=self.behind)

    def numbers(self, rounds: int) -> int:
        """How many shoes give approximately so many rounds."""
        return math.ceil(rounds / len(self._starts))

    @property
    def _starts(self) -> range:
        return range(self.burn, self.cut + 1, DEALT)

    @property
    def tally(self) -> Tally:
        """The tally function of shoes."""
        return partial(_count_shoes, self.size, self.cards, self.burn, self.cut, self.table)

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """The cards of one round of a shoe."""
        if round is None or box is not None:
            raise Refused("shoe-round-has-two-numbers")
        if not 1 <= round <= len(self._starts):
            raise Refused("no-such-round-of-shoe", shoe=number, last=len(self._starts), round=round)
        order = np.empty(self.shoe.total, np.uint8)
        shuffle(number, *key(seed), limits(self.shoe.total), self.cards, self.cut + DEALT, order)
        at = self._starts[round - 1]
        return self._recorded([STANDARD.cards[card] for card in order[at : at + DEALT]])

    def options(self) -> dict[str, int | str]:
        """The parameters of the kernel."""
        dealt = dealt_from(self.game, self.shoe, self.mode)
        return {**dealt, "burn": self.burn, "cut": self.behind}


def _count_rounds(size: int, cards: Bytes, limit: np.uint64, table: Table, seed: int, numbers: range) -> ClassCounts:
    counts = np.zeros(size, np.int64)
    tally_rounds(numbers.start, numbers.stop, *key(seed), cards, limit, table, counts)
    return counts


def _count_shoes(size: int, cards: Bytes, burn: int, cut: int, table: Table, seed: int, numbers: range) -> ClassCounts:
    counts = np.zeros(size, np.int64)
    tally_shoes(numbers.start, numbers.stop, *key(seed), cards, limits(len(cards)), burn, cut, table, counts)
    return counts


def kernel(
    game: Game,
    left: Composition,
    mode: str,
    *,
    burn: int | None,
    cut: int | None,
    strategy: str | None,
    boxes: int | None,
    any_decks: bool,
) -> Fresh | Whole:
    """The kernel of a game from this shoe."""
    if strategy is not None or boxes is not None:
        raise Refused("no-decisions-in-game", game=game.name)
    if mode == "fresh":
        return Fresh(game, left, any_decks=any_decks)
    return Whole(game, left, burn or 0, cut, any_decks=any_decks)
