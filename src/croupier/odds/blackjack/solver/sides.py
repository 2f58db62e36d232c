"""The side wagers of Dueling 8's that hang on decisions, under play for the main wager and for themselves."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.outcome import HIGH, LOW, Eighteen
from croupier.games.blackjack.settlement import ASPECTS
from croupier.games.wager import Wager
from croupier.odds.blackjack.sequences import NOBODY, eight_or_not
from croupier.odds.blackjack.solver.against import Against, Decided
from croupier.odds.blackjack.solver.hands import BUST, ENDS, Array
from croupier.odds.blackjack.solver.kernels import STAND
from croupier.odds.blackjack.solver.pairs import SplitHands
from croupier.odds.blackjack.solver.prospects import Payoffs
from croupier.odds.sequences import Sequences, View, by_kind

RUN = 3
"""How many cards decide a run of 8s, the printed one apart."""


class TieOn18:
    """The wager on the first hand of an area, which it never leaves."""

    def __init__(self, against: Against, wager: Wager) -> None:
        self.against, self.wager = against, wager

    def won(self, decided: Decided) -> Any:
        """How often it wins under a way of playing; a hand that is folded loses it."""
        against = self.against
        values = against.play_for(self._payoffs(against), decided.action).value
        found = against.numbers.zeros(1)[0]
        for hand, chance, pair in against.openings:
            if hand in decided.surrenders:
                continue
            split = pair is not None and pair in decided.splits
            found = found + chance * (self.won_by_splitting(pair or 0, decided.action) if split else values[hand])
        return found

    def won_by_splitting(self, pair: int, action: Array) -> Any:
        """How often the first of split hands wins it."""
        hands = SplitHands(self.against, pair, action)
        stood = hands.stood((self._table(hands.total) * hands.likely).sum(0))
        return hands.mean(hands.weights(first=True), Payoffs(stood, stood, stood * 0))

    def most(self) -> Any:
        """How often it wins where nothing else matters."""
        values = self.against.best_for(self._payoffs(self.against)).value
        found = self.against.numbers.zeros(1)[0]
        for hand, chance, pair in self.against.openings:
            found = found + chance * (values[hand] if pair is None else max(values[hand], self._split(pair, 1)))
        return found

    @property
    def by_hand(self) -> Decided:
        """The play for it alone, as far as the first hand; what follows a split is for `most` to say."""
        values = self.against.best_for(self._payoffs(self.against))
        pairs = [(hand, pair) for hand, _, pair in self.against.openings if pair is not None]
        return Decided(
            values.action, frozenset(pair for hand, pair in pairs if self._split(pair, 1) > values.value[hand])
        )

    def _split(self, pair: int, gone: int) -> Any:
        """How often it wins at best once a pair is split, where so many of its cards have been dealt."""
        left = self.against.left.copy()
        left[pair] -= gone
        again = Against(
            self.against.rules, self.against.numbers, tuple(int(number) for number in left), self.against.up
        )
        values = again.best_for(self._payoffs(again)).value
        found = again.numbers.zeros(1)[0]
        for hand, chance, other in again.openings:
            more = gone + 1 < self.against.rules.splitting.hands and other is not None
            found = found + chance * (max(values[hand], self._split(pair, gone + 1)) if more else values[hand])
        return found

    def _payoffs(self, against: Against) -> Payoffs:
        won = (self._table(against.hands.total)[..., 0] * against.likely).sum(0)
        return Payoffs(won, won, won * 0)

    def _table(self, total: Array) -> Array:
        """Whether each total wins, for each end of the Dealer's."""
        points = [HIGH + 1 if end == BUST else min(LOW + end, HIGH) for end in range(ENDS)]
        won = [[int(self.wager.match(Eighteen(mine, end)).result == "win") for mine in total] for end in points]
        return self.against.numbers.of(won)[..., None]

    def payoffs(self) -> Payoffs:
        """How often it wins on a hand that is not split, as something to be counted."""
        return self._payoffs(self.against)


def run_cards(against: Against, decided: Decided) -> int:
    """How many cards may add to the run of 8s of an area: further ones come only by drawing or splitting."""
    for hand, _, pair in against.openings:
        if pair is not None:
            if hand in decided.surrenders:
                return 1
            if pair in decided.splits:
                return RUN
            return 1 if decided.action[hand] == STAND else 2
    return 1


@cache
def runs(cards: int) -> View:
    """The run of 8s of an area that goes on while 8s come, but for no more than so many cards.

    >>> runs(3).cards
    3
    """
    return Sequences(eight_or_not, _runs(cards))


def _runs(cards: int) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for row in product(by_kind(eight_or_not), repeat=RUN):
        yield row, ASPECTS["run"](Area((), row[:cards]), NOBODY)


def together(against: Against, wager: Wager, decided: Decided) -> tuple[Any, Any]:
    """What the main wager and Tie on 18 win together, for a stake of one each, where both count alike."""
    tie = TieOn18(against, wager)
    pays = wager.rows[0].pays
    assert pays
    to_win = Fraction(pays.num, pays.den) + 1
    return against.ev(decided), to_win * tie.won(decided) - 1


def best_together(against: Against, wager: Wager) -> Decided:
    """The play that wins most with the main wager and Tie on 18 placed alike."""
    tie = TieOn18(against, wager)
    pays = wager.rows[0].pays
    assert pays
    to_win = against.numbers.of([Fraction(pays.num, pays.den) + 1])[0]
    both = Payoffs(*(main + to_win * extra for main, extra in zip(against.main, tie.payoffs(), strict=True)))
    values = against.best_for(both)
    splits, surrenders = set(), set()
    for hand, _, pair in against.openings:
        kept = values.value[hand]
        if pair is not None:
            split = against.split(pair, values.action) + to_win * tie.won_by_splitting(pair, values.action)
            if split > kept:
                splits.add(pair)
                kept = split
        if against.folded is not None and against.folded[hand] > kept:
            surrenders.add(hand)
            splits.discard(pair)
    return Decided(values.action, frozenset(splits), frozenset(surrenders))
