"""Expected values of every hand against one up card of the Dealer, under best play or a given strategy."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack.hand import Hand, default_stands
from croupier.games.blackjack.outcome import HIGH
from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.afterwards import best_in_split
from croupier.odds.blackjack.solver.hands import BLACKJACK, KINDS, TEN, Array, Hands, ValueCounts, hands
from croupier.odds.blackjack.solver.kernels import DOUBLE, HIT, STAND
from croupier.odds.blackjack.solver.pairs import SplitHands
from croupier.odds.blackjack.solver.prospects import Numbers, Payoffs, Prospects, stand_values
from croupier.odds.blackjack.solver.rules import Rules

NEAR = 0.02
"""What hands of a split pair add at most where they are decided for themselves: half of it from one deck."""


class Bonus(NamedTuple):
    """A bonus on an unsplit hand of these values: amounts and their probabilities."""

    values: tuple[int, ...]
    pays: tuple[tuple[Fraction, Fraction], ...]


class Values(NamedTuple):
    """The expected value of each decision for every hand, where later decisions follow `action`."""

    stand: Array
    hit: Array
    double: Array
    action: Array
    value: Array


class Decided(NamedTuple):
    """A strategy: the action for every hand, the pairs that are split, and the opening hands that are surrendered."""

    action: Array
    splits: frozenset[int] = frozenset()
    surrenders: frozenset[int] = frozenset()
    even_money: bool = True
    """Whether even money is taken where its expected value is higher."""
    undoubled: Array | None = None
    """The action for every hand where it may not be doubled; what is best where this is not given."""
    in_splits: Mapping[int, Array] = {}
    """The action for every hand of a split pair, where these are played otherwise than others of the same cards."""

    def after_split(self, pair: int) -> Array:
        """The action for every hand of a split pair."""
        return self.in_splits.get(pair, self.action)


class DealtOpening(NamedTuple):
    """A possible opening hand, its probability, and the card value of the pair if it may be split."""

    hand: int
    chance: Any
    pair: int | None


class Against:
    """Every hand against one up card of the Dealer."""

    def __init__(
        self,
        rules: Rules,
        numbers: Numbers,
        left: ValueCounts,
        up: int,
        bonus: Bonus | None = None,
        like: Fraction = Fraction(1),
    ) -> None:
        self.rules, self.numbers, self.up = rules, numbers, up
        self.like = like
        """The probability that two tens of an opening are of the same rank."""
        self.hands: Hands = hands(rules.printed, tuple(value for value in range(len(KINDS)) if left[value]))
        gone = 0 if rules.printed else 1
        self.left: Array = np.array(left, np.int64) - gone * (np.arange(len(KINDS)) == up)
        self.chance = numbers.share(np.array(left[up]), np.array(sum(left)))[()] if gone else numbers.of([1])[0]
        self.prospects = Prospects(rules, numbers, up, self.hands.rows, self.left[None], self.hands.next)
        likely = self.prospects.ends(np.arange(len(self.hands)))
        self.likely = likely[..., 0]
        self.won = stand_values(rules, numbers, self.hands.total, likely)[:, 0]
        self.blackjack = self.prospects.blackjack[:, 0]
        self.two = self.hands.size == 2
        self.may_double = self.two & np.array([rules.splitting.doubles_total(hand) for hand in self.hands.hands])
        self.bonus = numbers.zeros(len(self.hands))
        self.bonuses = bonus.pays if bonus else ()
        if bonus:
            mean = sum((paid * share for paid, share in bonus.pays), start=Fraction())
            self.bonus[self.hands.of(*bonus.values)] = numbers.of([mean])[0]
        self._splits: dict[tuple[Any, ...], Any] = {}
        self._in_splits: dict[int, Array] = {}

    @property
    def refunds(self) -> bool:
        """Whether a Dealer Blackjack takes one stake in all (obo); values are computed without it, then corrected."""
        return self.rules.original_only == "obo"

    @cached_property
    def main(self) -> Payoffs:
        """The payoffs of the main wager on an unsplit hand, without the Dealer Blackjack where `refunds`."""
        won, past = self.won, self.prospects.past[..., 0].sum(0)
        twice = 2 * won + self.bonus * self.rules.bonus_doubled
        lost = self.blackjack * self.rules.lost_to_blackjack(self.numbers.of)[self.hands.total]
        if self.refunds:
            # What stands off with a Dealer Blackjack does not lose the stake that is taken afterwards.
            stands_off = self.blackjack - lost
            past = past - self.prospects.blackjack_past[:, 0]
            return Payoffs(won + self.bonus + stands_off, twice + stands_off, past)
        return Payoffs(won - lost + self.bonus, twice - lost * self.rules.stakes_lost_doubled, past)

    @cached_property
    def best(self) -> Values:
        """The values of the best play by exact hand, without splitting and surrender."""
        return self._whole(self.best_for(self.main))

    def best_for(self, payoffs: Payoffs, *, doubles: bool = True) -> Values:
        """The values of the best play for any payoffs."""
        number = len(self.hands)
        hit, double, value = (self.numbers.zeros(number) for _ in range(3))
        action = np.zeros(number, np.int64)
        after, draw = self.hands.next, self.prospects.draw[..., 0]
        run = self.numbers.run(kernels.best)
        closed, stand, may_double = self.hands.closed, payoffs.stand, self.may_double & doubles
        run(after, draw, payoffs.bust, stand, payoffs.twice, closed, may_double, hit, double, value, action)
        return Values(stand, hit, double, action, value)

    def play(self, action: Array) -> Values:
        """The expected value of the main wager for every hand under these actions."""
        return self._whole(self.play_for(self.main, action))

    def play_for(self, payoffs: Payoffs, action: Array) -> Values:
        """The expected value of any payoffs for every hand under these actions."""
        stand, twice, bust = (each[:, None] for each in payoffs)
        hit, double, value = (self.numbers.zeros(*stand.shape) for _ in range(3))
        run = self.numbers.run(kernels.follow)
        run(self.hands.next, self.prospects.draw, bust, stand, twice, self.hands.closed, action, hit, double, value)
        return Values(stand[:, 0], hit[:, 0], double[:, 0], action, value[:, 0])

    @cached_property
    def by_hand(self) -> Decided:
        """The best strategy by exact hand; hands of a split pair are decided for themselves."""
        splits, surrenders = set(), set()
        for hand, _, pair in self.openings:
            highest = self.best.value[hand]
            if pair is not None and (split := self.best_split(pair, above=highest)) > highest:
                splits.add(pair)
                highest = split
            if self.folded is not None and self.folded[hand] > highest and not self.natural(hand):
                surrenders.add(hand)
                splits.discard(pair)
        in_splits = {pair: self.in_split(pair) for pair in splits}
        return Decided(self.best.action, frozenset(splits), frozenset(surrenders), in_splits=in_splits)

    def best_split(self, pair: int, above: Any = None) -> Any:
        """The expected value of splitting, where every hand is played best by its own cards.

        Once it is known not to exceed `above`, an upper bound may be returned, or what is too low by what those hands
        add.
        """
        if above is not None and (plain := self.split(pair, self.best.action, above=above - NEAR)) <= above - NEAR:
            return plain
        return self.split(pair, self.in_split(pair), above=above)

    def in_split(self, pair: int) -> Array:
        """The best action for every hand of a split pair; memoised."""
        if pair not in self._in_splits:
            ways = self.split_ways(pair, self.best.action)
            # Where only hands of unlike tens may not be doubled, they are played like any other.
            alike = len(ways) > 1
            self._in_splits[pair] = self.best.action if alike else best_in_split(self, pair, ways[0][1])
        return self._in_splits[pair]

    @cached_property
    def absent(self) -> Decided:
        """The strategy for an absent player: hit or stand only."""
        stands = [default_stands(hand) for hand in self.hands.hands]
        return Decided(np.where(stands, STAND, HIT), even_money=False)

    def ev(self, decided: Decided) -> Any:
        """The expected value of the main wager under a strategy, for a stake of one."""
        values = self.play(decided.action).value
        return sum(opening.chance * self._opening_ev(opening, decided, values) for opening in self.openings)

    def _opening_ev(self, opening: DealtOpening, decided: Decided, values: Array) -> Any:
        hand, _, pair = opening
        if self.natural(hand):
            return self.paid_natural(hand, decided)
        if hand in decided.surrenders and self.folded is not None:
            return self.folded[hand]
        if pair is not None and pair in decided.splits:
            return self.split(pair, decided.after_split(pair), undoubled=decided.undoubled)
        return values[hand]

    @cached_property
    def openings(self) -> list[DealtOpening]:
        """The possible opening hands with their probabilities."""
        return list(self._openings())

    def _openings(self) -> Iterator[DealtOpening]:
        left, cards = self.left, int(self.left.sum())
        values = [int(value) for value in np.flatnonzero(left)]
        for one in values:
            pair = one if self._may_split(one) else None
            if self.rules.printed:
                yield DealtOpening(self.hands.of(one), self._share(left[one], cards), pair)
                continue
            for other in values:
                ways = left[one] * (left[other] - (one == other)) * (1 if one == other else 2)
                if other >= one and ways:
                    chance = self._share(ways, cards * (cards - 1))
                    yield DealtOpening(self.hands.of(one, other), chance, pair if one == other else None)

    def natural(self, hand: int) -> bool:
        """Whether a hand is Blackjack, where even money is the only decision."""
        return self.rules.blackjacks and self.hands.hands[hand].blackjack

    def paid_natural(self, hand: int, decided: Decided) -> Any:
        """The expected value of a player's Blackjack under a strategy."""
        return self.numbers.of([1])[0] if self.takes_even_money(hand, decided) else self.natural_worth(hand)

    def takes_even_money(self, hand: int, decided: Decided) -> bool:
        """Whether even money is offered and taken."""
        return bool(decided.even_money and self.up in self.rules.even_money and self.natural_worth(hand) < 1)

    def natural_worth(self, hand: int) -> Any:
        """The expected value of a player's Blackjack where even money is declined."""
        pays = self.numbers.of(self.rules.natural())
        if self.up in self.rules.at_once:
            return pays[0]
        return (pays * self.likely[:, hand]).sum()

    @cached_property
    def folded(self) -> Array | None:
        """The expected value of surrender by opening hand; `None` where it is not allowed against this up card."""
        if self.up not in self.rules.surrender:
            return None
        lost = self.numbers.of([self.rules.folded])[0]
        return lost + self.blackjack * (lost if self.rules.reclaims else 0)

    def split(self, pair: int, action: Array, above: Any = None, undoubled: Array | None = None) -> Any:
        """The expected value of splitting, where every hand is played by these actions and resplit while allowed.

        Memoised. Once it is known not to exceed `above`, an upper bound is returned instead of the exact value.
        """
        ways = self.split_ways(pair, action, undoubled)
        if len(ways) == 1:
            return self.worth_of_split(SplitHands(self, pair, ways[0][1]), above)
        return sum(chance * self.worth_of_split(SplitHands(self, pair, taken)) for chance, taken in ways)

    def split_ways(self, pair: int, action: Array, undoubled: Array | None = None) -> list[tuple[Any, Array]]:
        """How the hands of a split pair are played, with probabilities: unlike tens may not be doubled (R-54)."""
        splitting = self.rules.splitting
        if splitting.doubles_split and (pair != TEN or splitting.doubles_unlike):
            return [(1, action)]
        if undoubled is None:
            undoubled = np.where(self.best.hit > self.best.stand, HIT, STAND)
        if not splitting.doubles_split:
            return [(1, np.where(action == DOUBLE, undoubled, action))]
        like, unlike = self.numbers.of([self.like, 1 - self.like])
        return [(like, action), (unlike, np.where(action == DOUBLE, undoubled, action))]

    def worth_of_split(self, hands: SplitHands, above: Any = None) -> Any:
        """The expected value of all hands of a split pair."""
        value, lost = self._split(hands), self.blackjack[self._pair(hands.pair)]
        if not lost:
            return value
        match self.rules.original_only:
            case "bb+1":
                for only in (2, None):
                    if above is None or value > above:
                        value = self._split(hands) - self._dearer(hands, only)
            case "larger" if above is None or value > above:
                value = value - lost * (hands.all_end("alive") - self._all_stand_off(hands))
            case "obo" if self._stands_off_with_21:
                value = value + lost * self._all_stand_off(hands)
        return value

    @cached_property
    def _stands_off_with_21(self) -> bool:
        """Whether an ordinary 21 stands off with a Dealer Blackjack (R-46)."""
        return self.rules.pay_table[HIGH][BLACKJACK] == 0

    def _all_stand_off(self, hands: SplitHands) -> Any:
        """The probability that no hand loses anything to a Dealer Blackjack."""
        return hands.all_end("21") if self._stands_off_with_21 else self.numbers.zeros(1)[0]

    def _split(self, hands: SplitHands) -> Any:
        """The expected value of all split hands, with what a Dealer Blackjack takes of single hands; memoised."""
        if hands.key not in self._splits:
            self._splits[hands.key] = self._split_value(hands)
        return self._splits[hands.key]

    def _split_value(self, hands: SplitHands) -> Any:
        value = hands.mean(hands.weights(), hands.main)
        if self.refunds:
            return value - self.blackjack[self._pair(hands.pair)]
        if (first := self.original_on_first) is None:
            return value
        return value + hands.mean(hands.weights(first=first), hands.original)

    @property
    def original_on_first(self) -> bool | None:
        """Whether a Dealer Blackjack takes the original stake of the first split hand, or of each (R-43).

        Nothing where that is no sum over hands.
        """
        if self.refunds or self.rules.completes(self.up) is None or self.rules.original_only == "larger":
            return None
        return self.rules.original_only not in ("each", "all")

    def _dearer(self, hands: SplitHands, only: int | None) -> Any:
        """The extra loss under bb+1: after a first hand busts, a Dealer Blackjack takes another hand's stake; memoised.

        With `only` so many hands considered, the result is a lower bound.
        """
        key = (*hands.key, only)
        if key not in self._splits:
            lost = self.blackjack[self._pair(hands.pair)]
            spared = hands.mean(hands.weights(first=True), hands.original)
            without = hands.all_end("bust or 21" if self._stands_off_with_21 else "bust", only)
            self._splits[key] = lost + spared - lost * without
        return self._splits[key]

    def _pair(self, pair: int) -> int:
        return self.hands.of(pair) if self.rules.printed else self.hands.of(pair, pair)

    def _may_split(self, value: int) -> bool:
        kind = KINDS[value]
        return self.rules.splitting.allows(Hand.of(kind, self.rules.printed or kind), 1)

    def _share(self, part: int, whole: int) -> Any:
        return self.numbers.share(np.array(part), np.array(whole))[()]

    def _whole(self, values: Values) -> Values:
        """The values less the one stake that a Dealer Blackjack takes, where `refunds` left it out."""
        if not self.refunds:
            return values
        stand, hit, double, action, value = values
        lost = self.blackjack
        return Values(stand - lost, hit - lost, double - lost, action, value - lost)
