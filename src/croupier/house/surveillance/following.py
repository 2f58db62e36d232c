"""Terminals whose stakes follow the exact expectation: who bets more when a wager is worth more.

For each shoe, terminal and wager the statistic is the sum over the rounds of (stake less the shoe's mean stake) times
the expectation before the round. It is 0 for whoever stakes the same in every round.

An honest bettor's stakes may depend on anything but the remaining cards: time, mood, depth, a progression. For them
this shoe is one like any other, so the same stakes are compared with many other shoes, shuffled from a seed, at the
same depths (a Monte Carlo test); the rank of the true shoe among them is an exact p-value. Shoes are independent of
each other, so over many of them the evidence multiplies (`chance`).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.games.game import Game
from croupier.house.surveillance.chance import Floats
from croupier.house.surveillance.expectation import Before, least, priced
from croupier.house.surveillance.seen import SeenShoe
from croupier.odds.tally import counts
from croupier.words import Sentence

EVERY_WAGER = Sentence("every-wager")
"""The name under which all wagers of a terminal are tested together."""
COMPARED_SHOES = 299
"""Shuffled shoes that a shoe is compared with."""
STEP_CARDS = 4
"""Other shoes are priced after every so many cards."""

Paths: TypeAlias = NDArray[np.float32]
"""Expectations by shoe, by depth in steps of `STEP_CARDS`, by wager."""


class Followed(NamedTuple):
    """How closely the stakes of a terminal followed the expectation of a wager in one shoe."""

    who: str
    wager: str
    z: float
    """Standard deviations from the mean of the other shoes."""
    p: float
    rounds: tuple[int, ...]
    """The rounds with a stake above its mean while the expectation was above its own."""


@lru_cache(maxsize=12)
def other_shoes(game: Game, decks: int, shoes: int = COMPARED_SHOES, seed: int = 1) -> Paths:
    """The expectations of other shoes of the game, after every few cards; cached."""
    full = np.array(counts(game.shoe(decks)))
    order = np.repeat(np.arange(52), full)
    _, price = priced(game)
    wagers = len(priced(game)[0])
    entropy = np.random.default_rng(seed)
    depths = range(0, len(order) - least(game) + 1, STEP_CARDS)
    paths = np.empty((shoes, len(depths), wagers), dtype=np.float32)
    for shoe in range(shoes):
        dealt = entropy.permutation(order)
        left = np.tile(full, (len(depths), 1))
        for row, depth in enumerate(depths):
            np.subtract.at(left[row], dealt[:depth], 1)
        paths[shoe] = price(left)[:, :wagers]
    return paths


def following(shoe: SeenShoe, before: Before, others: Paths) -> Iterator[Followed]:
    """The tests of everybody whose stakes varied in the shoe, for each wager and for all together."""
    people = sorted({bet.who for round in shoe.rounds for bet in round.bets})
    places = {name: place for place, name in enumerate(before.names)}
    stakes = np.zeros((len(people), len(places), len(shoe.rounds)))
    rows = {who: row for row, who in enumerate(people)}
    for column, round in enumerate(shoe.rounds):
        for bet in round.bets:
            if bet.wager in places and not bet.withdrawn:
                stakes[rows[bet.who], places[bet.wager], column] += bet.stake
    if not stakes.size:
        return
    varied = np.flatnonzero(np.ptp(stakes, axis=2).any(axis=1))
    over = stakes - stakes.mean(axis=2, keepdims=True)
    depths = np.minimum(np.rint(np.array(before.gone) / STEP_CARDS).astype(np.int64), others.shape[1] - 1)
    beside = others[:, depths, :].astype(np.float64)
    # By terminal, wager and shoe, the true one last.
    sums = np.concatenate(
        [np.einsum("pwr,srw->pws", over, beside), np.einsum("pwr,rw->pw", over, before.ev)[..., None]], 2
    )
    for row in varied:
        yield _ranked(people[row], EVERY_WAGER, sums[row].sum(axis=0), over[row], before.ev, shoe)
        for name, place in places.items():
            if np.ptp(stakes[row, place]):
                yield _ranked(people[row], name, sums[row, place], over[row, [place]], before.ev[:, [place]], shoe)


def _ranked(who: str, wager: str, sums: Floats, over: Floats, ev: Floats, shoe: SeenShoe) -> Followed:
    others, true = sums[:-1], sums[-1]
    spread = float(others.std())
    z = float(true - others.mean()) / spread if spread else 0.0
    p = (1 + int((others >= true - 1e-12 * abs(true)).sum())) / len(sums)
    raised = ((over > 0) & (ev.T.mean(axis=1, keepdims=True) < ev.T)).any(axis=0)
    return Followed(who, wager, z, p, tuple(shoe.rounds[place].number for place in np.flatnonzero(raised)))
