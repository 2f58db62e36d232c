"""The kernels of blackjack: rounds from fresh shoes, or whole shoes."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

import numpy as np

from croupier.cards import STANDARD, Card, Composition
from croupier.games.blackjack.variants import Blackjack
from croupier.games.recorded import RecordedRound
from croupier.odds.blackjack.played import cards_for
from croupier.odds.result import Odds, PlayedOdds
from croupier.odds.tally import check, counts
from croupier.refused import Refused
from croupier.simulation.betting import FIELDS, Counter, Sums
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.blackjack import areas, rounds, sessions, shoes
from croupier.simulation.blackjack.exact import exact
from croupier.simulation.blackjack.player import DealtBox, deal, deal_boxes
from croupier.simulation.blackjack.strategy import CHART, ChartStrategy, strategy
from croupier.simulation.blackjack.tables import BlackjackClasses
from croupier.simulation.estimate import Tallied
from croupier.simulation.kernel import ClassCounts, Tally, dealt_from
from croupier.simulation.philox import key
from croupier.simulation.shuffling import limits, shuffle
from croupier.simulation.walking import Bankrolls, SessionEnds
from croupier.words import Sentence

MAX_SHOE_CARDS = 1 << 10


class _Blackjack:
    """The common part of both modes."""

    def __init__(
        self,
        game: Blackjack,
        left: Composition,
        plays: ChartStrategy | str = CHART,
        *,
        any_decks: bool = False,
    ) -> None:
        check(game, left, any_decks=any_decks)
        if not (needed := self.cards_for(game, left)) <= left.total <= MAX_SHOE_CARDS:
            raise Refused("shoe-size-not-simulated", needed=needed, most=MAX_SHOE_CARDS, cards=left.total)
        self.game, self.shoe = game, left
        self.strategy = strategy(plays, game, left) if isinstance(plays, str) else plays
        self.classes = BlackjackClasses(game, self.strategy)
        self.size = self.classes.size

    @staticmethod
    def cards_for(game: Blackjack, left: Composition) -> int:
        """The maximum of cards in a round."""
        return cards_for(game, counts(left))

    def settle(self, counts: Sequence[int]) -> dict[str, Odds | Tallied]:
        """The simulated odds of every wager."""
        return self.classes.settle(counts)

    def nets(self, bettor: FlatBettor) -> list[int]:
        """The net win of a bettor in a round of each class, in cents."""
        return [self.classes.net_of(number, bettor.stakes) for number in range(self.size)]

    def exact(self) -> dict[str, Odds | PlayedOdds]:
        """The odds from the full shoe."""
        return exact(self.game, self.shoe, self.strategy)

    @property
    def stakes(self) -> dict[str, int]:
        """A stake on every wager; insurance is added where it is offered."""
        return dict.fromkeys(self.game.bets, max(100, 2 * self.game.unit))

    @property
    def _plays(self) -> dict[str, int | str]:
        return {"strategy": self.strategy.name}

    def _recorded(self, dealt: DealtBox) -> RecordedRound:
        decks = self.shoe.decks if self.shoe.decks in self.game.decks else None
        return RecordedRound(
            self.game.name, tuple(dealt.cards), self.stakes, dealt.decisions, decks, self.game.readings.changes
        )


class BlackjackFreshRounds(_Blackjack):
    """Every round from a full shoe, as after continuous shuffling."""

    mode = "fresh"
    deals = "rounds"
    boxes = 1
    piece = 1 << 20

    def numbers(self, rounds: int) -> int:
        """One number for each round."""
        return rounds

    @cached_property
    def reads(self) -> rounds.BlackjackRoundInputs:
        """The inputs of the compiled kernel."""
        return self.classes.reads(self.shoe)

    @property
    def tally(self) -> Tally:
        """The tally function of rounds."""
        return partial(tally_rounds, self.size, self.reads)

    def tally_on_cuda(self, seed: int, numbers: range) -> ClassCounts:
        """Count the classes of these rounds on the GPU."""
        from croupier.simulation.blackjack import cuda

        return cuda.tally(key(seed), numbers, self.reads, self.size)

    def cards(self, seed: int, number: int) -> list[Card]:
        """The cards that a round may take, in order."""
        reads, (k0, k1) = self.reads, key(seed)
        order, digits = np.empty(areas.MAX_ROUND_CARDS, np.uint8), np.empty(areas.MAX_ROUND_CARDS, np.uint16)
        needed = min(areas.MAX_ROUND_CARDS // 6 * 6, self.shoe.total)
        areas.draw(needed, 0, np.uint64(number), k0, k1, order, digits, reads.shoe)
        return [STANDARD.cards[each] for each in order[:needed].tolist()]

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """The cards and the decisions of one round."""
        if round is not None or box is not None:
            raise Refused("fresh-round-has-one-number")
        return self._recorded(deal(self.game, self.cards(seed, number), self.stakes, self.strategy))

    def walk(self, seed: int, first: int, length: int, money: Bankrolls, ends: SessionEnds) -> None:
        """Simulate sessions from number `first` on, one for each row of `ends`."""
        sessions.fresh(first, length, *key(seed), self.reads, money, ends)

    def options(self) -> dict[str, int | str]:
        """The parameters of the kernel."""
        return {**dealt_from(self.game, self.shoe, self.mode), **self._plays}


class BlackjackWholeShoes(_Blackjack):
    """Whole shoes: cards are burned (R-16), then rounds played up to the one in which the cutting card appears."""

    mode = "shoe"
    deals = "shoes"
    piece = 1 << 12

    def __init__(
        self,
        game: Blackjack,
        left: Composition,
        plays: ChartStrategy | str = CHART,
        *,
        burn: int | None = None,
        cut: int | None = None,
        boxes: int = 1,
        any_decks: bool = False,
    ) -> None:
        if boxes > 1 and not game.boxes:
            why = Sentence("terminals-share-cards")
            raise Refused("no-boxes-to-simulate", "R-84", game=game.name, why=why)
        if not 1 <= boxes < (game.boxes.stop or 2):
            raise Refused("too-many-boxes", game=game.name, most=game.boxes.stop - 1, boxes=boxes)
        if boxes > 1 and game.dealer_draws == "main":
            # A round of one box has no record of the others' hands, on which its insurance depends.
            raise Refused("insurance-depends-on-boxes", "R-52")
        super().__init__(game, left, plays, any_decks=any_decks)
        self.burn = (1 if game.boxes else 0) if burn is None else burn
        self.behind = len(game.deck.cards) if cut is None else cut
        self.cut, self.boxes = left.total - self.behind, boxes
        if not 0 <= self.burn <= self.cut <= left.total:
            raise Refused("burn-and-cut-leave-none", burned=self.burn, behind=self.behind)

    def numbers(self, rounds: int) -> int:
        """How many shoes give approximately so many rounds, where every box counts as one; measured on a sample."""
        few = 256
        return max(1, round(rounds * few / int(self.tally(0, range(few)).sum())))

    @property
    def tally(self) -> Tally:
        """The tally function of shoes."""
        return partial(tally_shoes, self.size, self.reads)

    @property
    def counted(self) -> Callable[[int, range, Counter], Sums]:
        """The function that sums up a counter's stakes and wins."""
        return partial(count_shoes, self.reads)

    def order(self, seed: int, number: int) -> list[Card]:
        """The cards of a shoe in order."""
        order = np.empty(self.shoe.total, np.uint8)
        reads = self.reads
        shuffle(number, *key(seed), reads.limits, reads.cards, self.shoe.total, order)
        return [STANDARD.cards[each] for each in order.tolist()]

    def rounds(self, seed: int, number: int) -> Iterator[list[DealtBox]]:
        """The rounds of a shoe, box by box."""
        order, at = self.order(seed, number), self.burn
        while at <= self.cut:
            try:
                dealt, taken = deal_boxes(self.game, order[at:], self.boxes, self.stakes, self.strategy)
            except IndexError:
                # The cards have run out: the round is void.
                return
            yield dealt
            at += taken

    def open(self, seed: int, number: int, round: int | None = None, box: int | None = None) -> RecordedRound:
        """The cards and the decisions of one round of a shoe, on one box."""
        if round is None:
            raise Refused("shoe-round-has-two-numbers")
        chosen = box or 1
        if not 1 <= chosen <= self.boxes:
            raise Refused("no-such-box", last=self.boxes, box=chosen)
        played = 0
        for played, dealt in enumerate(self.rounds(seed, number), 1):
            if played == round:
                return self._recorded(dealt[chosen - 1])
        raise Refused("no-such-round-of-shoe", shoe=number, last=played, round=round)

    def walk(self, seed: int, first: int, length: int, money: Bankrolls, ends: SessionEnds) -> None:
        """Simulate sessions on the first box from number `first` on, one for each row of `ends`."""
        shoes_each = -(-length // self.least)
        sessions.whole(first, length, shoes_each, *key(seed), self.reads, money, ends)

    @property
    def least(self) -> int:
        """A lower bound for the rounds in a shoe."""
        return max(1, (self.cut + 1 - self.burn) // (self.boxes * self.cards_for(self.game, self.shoe)))

    def options(self) -> dict[str, int | str]:
        """The parameters of the kernel."""
        return {
            **dealt_from(self.game, self.shoe, self.mode),
            **self._plays,
            "burn": self.burn,
            "cut": self.behind,
            "boxes": self.boxes,
        }

    @cached_property
    def reads(self) -> shoes.BlackjackShoeInputs:
        """The inputs of the compiled kernel."""
        cards = np.array([card.number for card in self.shoe], np.uint8)
        none = areas.DrawnShoe(np.zeros(0, np.uint64), np.zeros(0, np.uint8))
        every = limits(self.shoe.total)
        return shoes.BlackjackShoeInputs(every, cards, self.burn, self.cut, self.boxes, self.classes.tables, none)


def kernel(
    game: Blackjack,
    left: Composition,
    mode: str,
    *,
    burn: int | None,
    cut: int | None,
    strategy: str | None,
    boxes: int | None,
    any_decks: bool,
) -> BlackjackFreshRounds | BlackjackWholeShoes:
    """The kernel of a game from this shoe."""
    plays = strategy or CHART
    if mode == "fresh":
        return BlackjackFreshRounds(game, left, plays, any_decks=any_decks)
    return BlackjackWholeShoes(game, left, plays, burn=burn, cut=cut, boxes=boxes or 1, any_decks=any_decks)


def tally_rounds(size: int, reads: rounds.BlackjackRoundInputs, seed: int, numbers: range) -> ClassCounts:
    """Count the classes of these rounds."""
    counts = np.zeros(size, np.int64)
    rounds.tally(numbers.start, numbers.stop, *key(seed), reads, counts)
    return counts


def tally_shoes(size: int, reads: shoes.BlackjackShoeInputs, seed: int, numbers: range) -> ClassCounts:
    """Count the classes of the rounds of these shoes."""
    counts = np.zeros(size, np.int64)
    shoes.tally(numbers.start, numbers.stop, *key(seed), reads, counts)
    return counts


def count_shoes(reads: shoes.BlackjackShoeInputs, seed: int, numbers: range, counter: Counter) -> Sums:
    """Sum up a counter's stakes and wins in these shoes."""
    sums = np.zeros(FIELDS + 2 * len(counter.least))
    shoes.counted(numbers.start, numbers.stop, *key(seed), reads, counter, sums)
    return sums
