"""The hands of a split pair, each played by its own cards alone: see `splits` for why that is enough."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.busts import HandEnd, SplitRound, all_end, end_cards
from croupier.odds.blackjack.solver.hands import KINDS, Array, Hands
from croupier.odds.blackjack.solver.kernels import HIT, STAND
from croupier.odds.blackjack.solver.prospects import Payoffs, Prospects, stand_values
from croupier.odds.blackjack.solver.rules import ACE
from croupier.odds.blackjack.solver.splits import SplitCase, Weights, cases, weights

if TYPE_CHECKING:
    from croupier.odds.blackjack.solver.against import Against


class SplitHands:
    """The hands of a split pair, with one shoe for each number of further pair cards gone."""

    def __init__(self, against: "Against", pair: int, action: Array) -> None:
        self.against, self.pair, self.numbers = against, pair, against.numbers
        hands = against.hands
        # Split Aces take one card each and are never split again, as a rule.
        aces, splitting = pair == ACE and not against.rules.printed, against.rules.splitting
        self.most = 2 if aces and not splitting.resplits_aces else splitting.hands
        self.start = hands.of() if against.rules.printed else hands.of(pair)
        self._closed = hands.closed | (hands.size == 2) if aces and not splitting.draws_to_aces else hands.closed
        self._action = action
        self.which, stands = _visited(hands, action, self._closed, self.start)
        self.standing = np.flatnonzero(stands)
        self.key = pair, self.which.tobytes(), action[self.which].tobytes()
        """Memoisation key: the actions on reachable hands, on which the value of splitting depends."""

    @property
    def cases(self) -> Mapping[SplitCase, int]:
        """The final cases of splitting, with the number of ways of each."""
        return cases(self.most, again=self.against.rules.splitting.again)

    def weights(self, *, first: bool = False) -> Weights:
        """The weights of all hands, or of the first only."""
        return weights(self.most, again=self.against.rules.splitting.again, first=first)

    @cached_property
    def prospects(self) -> Prospects:
        """The draw probabilities and Dealer results of the reachable hands, for each shoe."""
        against = self.against
        shoes = max(len(part) for part in self.weights())
        gone = np.arange(1, shoes + 1)[:, None] * (np.arange(len(KINDS)) == self.pair)
        rows, after = against.hands.rows[self.which], against.hands.next[self.which]
        return Prospects(against.rules, self.numbers, against.up, rows, against.left[None] - gone, after)

    @cached_property
    def likely(self) -> Array:
        """The probabilities of the Dealer's results, for the hands that are stood on only."""
        return self.prospects.ends(self.standing)

    @cached_property
    def total(self) -> Array:
        """The points of the hands that are stood on."""
        return self.against.hands.total[self.which[self.standing]]

    def stood(self, standing_values: Array) -> Array:
        """Values of the hands that are stood on, as an array over all reachable hands."""
        values = self.numbers.zeros(*self.prospects.cards.shape)
        values[self.standing] = standing_values
        return values

    @cached_property
    def main(self) -> Payoffs:
        """The payoffs of the main stakes on all hands, each treated as an added stake rather than the original one."""
        won = self.stood(stand_values(self.against.rules, self.numbers, self.total, self.likely))
        past = self.prospects.past.sum(0)
        return Payoffs(won, 2 * won, past - self.prospects.blackjack_past if self.against.refunds else past)

    @cached_property
    def original(self) -> Payoffs:
        """The extra loss of the original stake to a Dealer Blackjack, on a hand that is not bust."""
        lost = self.stood(self.against.rules.lost_to_blackjack(self.numbers.of)[self.total][:, None])
        lost = -lost * self.prospects.blackjack
        return Payoffs(lost, lost * self.against.rules.stakes_lost_doubled, lost * 0)

    @property
    def closed(self) -> Array:
        """Which hands are final."""
        return self._closed[self.which]

    @property
    def stands(self) -> Array:
        """Which hands are stood on, unless they were doubled."""
        return self.closed | (self._action[self.which] == STAND)

    @cached_property
    def reached(self) -> tuple[Array, Array, Array]:
        """The probability of reaching each hand, undoubled and doubled, from the first shoe; and the actions."""
        weight, doubled = (self.numbers.zeros(len(self.which)) for _ in range(2))
        weight[0] += 1
        action = self._action[self.which].copy()
        action[0] = HIT
        after = renumbered(self.against.hands.next[self.which], self.which)
        run = self.numbers.run(kernels.reached)
        run(after, self.prospects.draw[..., 0], action, self.closed, weight, doubled)
        return weight, doubled, action

    def mean(self, weigh: Weights, payoffs: Payoffs) -> Any:
        """The expected payoffs of a weighted sum of hands."""
        second, value = self._follow(payoffs)
        none = self.numbers.zeros(1)[0]
        drawn = self.prospects.draw[:, 0] * np.where((second >= 0)[:, None], value[second], none)
        free, unlike = drawn.sum(0), np.delete(drawn, self.pair, 0).sum(0)
        mean, likely = none, none + 1
        for gone in range(self.prospects.cards.shape[1]):
            for weight, worth in ((weigh.unlike, unlike), (weigh.any, free)):
                if gone < len(weight):
                    mean = mean + likely * weight[gone] * worth[gone]
            likely = likely * self.prospects.draw[self.pair, 0, gone]
        return mean

    def all_end(self, how: HandEnd, only: int | None = None) -> Any:
        """The probability that all hands, or the first `only` of them, end so, given a Dealer Blackjack."""
        against, value = self.against, np.arange(len(KINDS))
        left = against.left - (value == against.rules.completes(against.up)) - 2 * (value == self.pair)
        action = np.where(self._closed, STAND, self._action)
        ends = {
            unlike: end_cards(against.hands, action, self.start, self.numbers, how, self.pair if unlike else None)
            for unlike in (False, True)
        }
        rounds: Counter[SplitRound] = Counter()
        for case, ways in self.cases.items():
            rounds[case.drawn, ((False,) * case.free + (True,) * case.settled)[:only]] += ways
        return all_end(rounds, ends, self.pair, left, self.numbers)

    def _follow(self, payoffs: Payoffs) -> tuple[Array, Array]:
        """The hand that each second card leads to, and the value of every hand."""
        after = renumbered(self.against.hands.next[self.which], self.which)
        hit, double, value = (self.numbers.zeros(*payoffs.stand.shape) for _ in range(3))
        closed, action = self.closed, self._action[self.which]
        run = self.numbers.run(kernels.follow)
        run(after, self.prospects.draw, payoffs.bust, payoffs.stand, payoffs.twice, closed, action, hit, double, value)
        return after[0], value


def _visited(hands: Hands, action: Array, closed: Array, start: int) -> tuple[Array, Array]:
    """The hands reachable from a first card under these actions, and which of them are stood on."""
    weight, doubled = np.zeros(len(hands)), np.zeros(len(hands))
    weight[start] = 1
    taken = action.copy()
    taken[start] = HIT
    kernels.reached(hands.next, np.ones((len(KINDS), len(hands))), taken, closed, weight, doubled)
    which = np.flatnonzero(weight + doubled)
    return which, (closed | (taken == STAND) | (doubled > 0))[which]


def renumbered(after: Array, which: Array) -> Array:
    """Transitions renumbered to the indices of the chosen hands; -1 outside them."""
    number = np.searchsorted(which, after)
    number[number == len(which)] = 0
    return np.where((after >= 0) & (which[number] == after), number, -1).astype(np.int32)
