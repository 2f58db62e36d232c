"""That the settlement, the simulation and the exact odds of a game come to the same."""

from fractions import Fraction

from croupier.games.family import Settlement
from croupier.games.game import Game
from croupier.games.recorded import settle
from croupier.simulation.catalogue import kernel

MANY = 1_000_000
"""Simulated rounds that are compared with the exact odds: five standard errors are allowed."""


def check_agreement(rules: Game, number: int) -> list[Settlement]:
    """Settle so many simulated rounds by the rules, each wager to what was counted; return their settlements."""
    simulated = kernel(rules)
    found = simulated.settle(simulated.tally(7, range(number)).tolist())
    opened = [simulated.open(7, each) for each in range(number)]
    settled = [settle(rules, each.cards, each.wagers, each.decisions, decks=each.decks) for each in opened]
    exact, many = simulated.exact(), simulated.settle(simulated.tally(3, range(MANY)).tolist())
    for name, stake in opened[0].wagers.items():
        assert Fraction(sum(one.net[name] for one in settled), number * stake) == found[name].ev, name
        assert abs(float(many[name].ev - exact[name].ev)) < 5 * exact[name].sd / MANY**0.5, name
    return settled
