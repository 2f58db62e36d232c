"""The kernels of baccarat: rounds from fresh shoes, or whole shoes."""

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from croupier.cards import Card, Composition
from croupier.games.baccarat.drawing import next_hand
from croupier.games.game import Game
from croupier.games.recorded import RecordedRound
from croupier.odds import baccarat as odds
from croupier.odds.result import Odds
from croupier.odds.tally import check
from croupier.odds.tally import counts as counts_of
from croupier.refused import Refused
from croupier.simulation import dealing
from croupier.simulation.baccarat import rounds, sessions, shoes
from croupier.simulation.baccarat.tables import BaccaratClasses, card, classes, shoe
from croupier.simulation.betting import FIELDS, Counter, Sums
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.dealing import SIX, limit
from croupier.simulation.kernel import ClassCounts, Tally, dealt_from
from croupier.simulation.philox import key
from croupier.simulation.shuffling import limits, shuffle
from croupier.simulation.walking import Bankrolls, SessionEnds

CARDS_A_ROUND = 4.94
"""The mean number of cards in a round."""
MAX_SHOE_CARDS = 1 << 10
"""With more cards, the orders of six would not fit into one random word."""


class _Baccarat:
    """The common part of both modes."""

    def __init__(self, game: Game, left: Composition, *, any_decks: bool = False) -> None:
        check(game, left, any_decks=any_decks)
        if left.total > MAX_SHOE_CARDS:
            raise Refused("shoe-too-large-to-simulate", cards=left.total, most=MAX_SHOE_CARDS)
        self.game, self.shoe = game, left
        self.classes: BaccaratClasses = classes(game.wagers)
        self.size = self.classes.size
        self.cards, self.values = shoe(left, int(self.classes.tables.codes))

    def settle(self, counts: Sequence[int]) -> dict[str, Odds]:
        """The simulated odds of every wager."""
        return self.classes.settle(counts)

    def nets(self, bettor: FlatBettor) -> list[int]:
        """The net win of a bettor in a round of each class, in cents."""
        return bettor.nets(self.classes.match(number) for number in range(self.size))

    def exact(self) -> dict[str, Odds]:
        """The odds from the full shoe."""
        return odds.price(self.game, counts_of(self.shoe))

    def _recorded(self, dealt: Sequence[Card]) -> RecordedRound:
        """A round of these cards with a stake on every wager, without the cards that it does not take."""
        needed = next(number for number in range(4, 7) if next_hand(dealt[:number]) is None)
        stakes = dict.fromkeys(self.game.bets, max(100, self.game.unit))
        decks = self.shoe.decks if self.shoe.decks in self.game.decks else None
        return RecordedRound(
            self.game.name, tuple(dealt[:needed]), stakes, decks=decks, readings=self.game.readings.changes
        )


class BaccaratFreshRounds(_Baccarat):
    """Every round from a full shoe, as after continuous shuffling.

    >>> from croupier.games.catalogue import game
    >>> kernel = BaccaratFreshRounds(game("tiger"), Composition.parse("8x52"))
    >>> kernel.open(seed=1, number=10**12).cards
    (8D, 7S, 2S, TS, 9H)
    >>> float(kernel.settle(kernel.tally(1, range(10_000)).tolist())["tie"].hit)
    0.0974
    """

    mode = "fresh"
    deals = "rounds"
    boxes = 1
    piece = 1 << 22

    def numbers(self, rounds: int) -> int:
        """One number for each round."""
        return rounds

    @property
    def tally(self) -> Tally:
        """The tally function of rounds."""
        return partial(tally_rounds, self.size, self.reads)

    def tally_on_cuda(self, seed: int, numbers: range) -> ClassCounts:
        """Count the classes of these rounds on the GPU."""
        from croupier.simulation.baccarat import cuda

        return cuda.tally(key(seed), numbers, self.reads, self.size)

    def places(self, seed: int, number: int) -> list[int]:
        """The six places of the shoe from which a round takes its cards."""
        pair, second = divmod(number, 2)
        return [int(place) for place in dealing.drawn(np.uint64(pair), second > 0, *key(seed), *self.reads[:2])]

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """The cards of one round."""
        if round is not None or box is not None:
            raise Refused("fresh-round-has-one-number")
        return self._recorded([card(int(self.cards[place])) for place in self.places(seed, number)])

    def walk(self, seed: int, first: int, length: int, money: Bankrolls, ends: SessionEnds) -> None:
        """Simulate sessions from number `first` on, one for each row of `ends`."""
        sessions.fresh(first, length, *key(seed), self.reads, money, ends)

    def options(self) -> dict[str, int | str]:
        """The parameters of the kernel."""
        return dealt_from(self.game, self.shoe, self.mode)

    @property
    def reads(self) -> rounds.BaccaratRoundInputs:
        """The inputs of the compiled kernel."""
        total, tables = self.shoe.total, self.classes.tables
        look_ups = (tables.openings, tables.both, tables.points, tables.kinds, tables.codes, tables.beside)
        return rounds.BaccaratRoundInputs(np.uint32(total), limit(total), self.cards, self.values, *look_ups)


class BaccaratWholeShoes(_Baccarat):
    """Whole shoes: cards are burned (R-16), then rounds played up to the one in which the cutting card appears.

    >>> from croupier.games.catalogue import game
    >>> kernel = BaccaratWholeShoes(game("tiger"), Composition.parse("8x52"))
    >>> kernel.open(seed=1, number=0, round=2).cards
    (3H, 8S, KC, QS)
    >>> int(kernel.tally(1, range(1000)).sum())
    74337
    """

    mode = "shoe"
    deals = "shoes"
    boxes = 1
    piece = 1 << 15

    def __init__(
        self, game: Game, left: Composition, *, burn: int = 0, cut: int | None = None, any_decks: bool = False
    ) -> None:
        super().__init__(game, left, any_decks=any_decks)
        self.burn, self.behind = burn, len(game.deck.cards) if cut is None else cut
        if self.behind < SIX:
            raise Refused("too-few-behind-cutting-card", "R-15", cards=SIX)
        self.cut = left.total - self.behind
        if burn < 0 or burn > self.cut:
            raise Refused("burn-and-cut-leave-none", burned=burn, behind=self.behind)

    def numbers(self, rounds: int) -> int:
        """How many shoes give approximately so many rounds."""
        return math.ceil(rounds * CARDS_A_ROUND / (self.cut + 1 - self.burn))

    @property
    def tally(self) -> Tally:
        """The tally function of shoes."""
        return partial(tally_shoes, self.size, self.reads)

    @property
    def counted(self) -> Callable[[int, range, Counter], Sums]:
        """The function that sums up a counter's stakes and wins."""
        return partial(count_shoes, self.reads)

    def order(self, seed: int, number: int, needed: int | None = None) -> list[Card]:
        """The cards of a shoe in order; the first `needed` are shuffled, or all of them."""
        order = np.empty(self.shoe.total, np.uint8)
        reads = self.reads
        shuffled = self.shoe.total if needed is None else needed
        shuffle(number, *key(seed), reads.limits, reads.cards, shuffled, order)
        return [card(each) for each in order.tolist()]

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """The cards of one round of a shoe."""
        if round is None or box is not None:
            raise Refused("shoe-round-has-two-numbers")
        dealt = self.order(seed, number, self.cut + SIX)
        at, played = self.burn, 0
        while at <= self.cut:
            recorded = self._recorded(dealt[at : at + SIX])
            played += 1
            if played == round:
                return recorded
            at += len(recorded.cards)
        raise Refused("no-such-round-of-shoe", shoe=number, last=played, round=round)

    def walk(self, seed: int, first: int, length: int, money: Bankrolls, ends: SessionEnds) -> None:
        """Simulate sessions from number `first` on, one for each row of `ends`."""
        shoes_each = -(-length // self.least)
        sessions.whole(first, length, shoes_each, *key(seed), self.reads, money, ends)

    @property
    def least(self) -> int:
        """The minimum of rounds in a shoe."""
        return -(-(self.cut + 1 - self.burn) // SIX)

    def options(self) -> dict[str, int | str]:
        """The parameters of the kernel."""
        shoe = dealt_from(self.game, self.shoe, self.mode)
        return {**shoe, "burn": self.burn, "cut": self.behind}

    @property
    def reads(self) -> shoes.BaccaratShoeInputs:
        """The inputs of the compiled kernel."""
        tables, points_of = self.classes.tables, np.zeros(64, np.uint8)
        points_of[self.cards] = self.values
        of_shoe = (limits(self.shoe.total), self.cards, points_of, self.burn, self.cut)
        numbers = (tables.kinds, tables.codes, tables.beside)
        return shoes.BaccaratShoeInputs(*of_shoe, tables.openings, tables.both, tables.points, tables.taken, *numbers)


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
) -> BaccaratFreshRounds | BaccaratWholeShoes:
    """The kernel of a game from this shoe."""
    if strategy is not None or boxes is not None:
        raise Refused("no-decisions-in-game", game=game.name)
    if mode == "fresh":
        return BaccaratFreshRounds(game, left, any_decks=any_decks)
    return BaccaratWholeShoes(game, left, burn=burn or 0, cut=cut, any_decks=any_decks)


def tally_rounds(size: int, reads: rounds.BaccaratRoundInputs, seed: int, numbers: range) -> ClassCounts:
    """Count the classes of these rounds."""
    counts = np.zeros(size, np.int64)
    rounds.tally(numbers.start, numbers.stop, *key(seed), reads, counts)
    return counts


def tally_shoes(size: int, reads: shoes.BaccaratShoeInputs, seed: int, numbers: range) -> ClassCounts:
    """Count the classes of the rounds of these shoes."""
    counts = np.zeros(size, np.int64)
    shoes.tally(numbers.start, numbers.stop, *key(seed), reads, counts)
    return counts


def count_shoes(reads: shoes.BaccaratShoeInputs, seed: int, numbers: range, counter: Counter) -> Sums:
    """Sum up a counter's stakes and wins in these shoes."""
    sums = np.zeros(FIELDS + 2 * len(counter.least))
    shoes.counted(numbers.start, numbers.stop, *key(seed), reads, counter, sums)
    return sums
