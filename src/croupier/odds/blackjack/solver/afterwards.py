"""The best play of the hands of a split pair, each by its own cards.

More cards of the pair are known to be gone than from any other hand of the same cards, so a close decision may turn. A
hand is worth a sum over the cases of splitting, each with a shoe of its own, and is played alike in all of them: the
cases are weighed by how likely the hand is reached in each. That depends on how the hands before it are played, so what
is best for each is found again until nothing changes.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.hands import Array
from croupier.odds.blackjack.solver.kernels import HIT
from croupier.odds.blackjack.solver.pairs import SplitHands, renumbered
from croupier.odds.blackjack.solver.prospects import Payoffs
from croupier.odds.blackjack.solver.splits import Weights

if TYPE_CHECKING:
    from croupier.odds.blackjack.solver.against import Against

CLOSE = 0.15
"""Decisions further apart than this are not turned by a few cards."""
MAX_PASSES = 8


class Decidable(SplitHands):
    """The hands of a split pair that can be reached whatever is decided where it is close; any may be stood on."""

    def __init__(self, against: "Against", pair: int, action: Array, near: Array) -> None:
        super().__init__(against, pair, np.where(near, HIT, action))
        self.standing = np.arange(len(self.which))


def best_in_split(against: "Against", pair: int, action: Array) -> Array:
    """The best action for every hand of a split pair, where `action` is best for other hands of the same cards."""
    best, splitting = against.best, against.rules.splitting
    doubles = against.may_double & splitting.doubles_split
    others = np.where(doubles, best.double, np.minimum(best.stand, best.hit))
    second = np.sort(np.array([best.stand, best.hit, others]), axis=0)[1]
    near = ~against.hands.closed & (best.value - second < CLOSE)
    hands = Decidable(against, pair, action, near)
    near = near[hands.which] & ~hands.closed
    if not near[1:].any():
        return action
    found = action.copy()
    found[hands.which[1:]] = _best(against, hands, action[hands.which], near, doubles[hands.which])[1:]
    # What a Dealer Blackjack takes of several hands together is not a sum over hands, so the whole is compared.
    plain, better = (SplitHands(against, pair, each) for each in (action, found))
    return found if against.worth_of_split(better) > against.worth_of_split(plain) else action


def _best(against: "Against", hands: Decidable, action: Array, near: Array, doubles: Array) -> Array:
    numbers, draw = against.numbers, hands.prospects.draw
    parts: list[tuple[Weights, Payoffs]] = [(hands.weights(), hands.main)]
    if (first := against.original_on_first) is not None:
        parts.append((hands.weights(first=first), hands.original))
    weights = [_by_shoe(against, hands, each) for each, _ in parts]
    free, unlike = (np.concatenate(each) for each in zip(*weights, strict=True))
    stand, twice, bust = (np.concatenate(each, axis=1) for each in zip(*(payoffs for _, payoffs in parts), strict=True))
    draw = np.concatenate([draw] * len(parts), axis=2)
    first_shoe = numbers.of([int(not shoe) for _ in parts for shoe in range(len(free) // len(parts))])
    after, run = renumbered(against.hands.next[hands.which], hands.which), numbers.run(kernels.in_split)
    taken, shape = action.copy(), stand.shape
    for _ in range(MAX_PASSES):
        before = taken.copy()
        reach = [numbers.zeros(*shape) for _ in range(2)]
        work = [numbers.zeros(*shape) for _ in range(3)]
        run(
            after, draw, bust, stand, twice, hands.closed, near, doubles, hands.pair,
            free, unlike, first_shoe, *reach, *work, taken,
        )  # fmt: skip
        if (taken == before).all():
            break
    return taken


def _by_shoe(against: "Against", hands: Decidable, weigh: Weights) -> tuple[Array, Array]:
    """The weight of a hand with any second card in each shoe, and of one whose second card is not of the pair."""
    draw, shoes = hands.prospects.draw, hands.prospects.draw.shape[2]
    likely: Any = against.numbers.of([1])[0]
    both = [against.numbers.zeros(shoes) for _ in range(2)]
    for gone in range(shoes):
        for out, weight in zip(both, (weigh.any, weigh.unlike), strict=True):
            if gone < len(weight):
                out[gone] = likely * weight[gone]
        likely = likely * draw[hands.pair, 0, gone]
    return both[0], both[1]
