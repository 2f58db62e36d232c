"""The exact odds of every wager under a fixed strategy, by the solver and by counting."""

import math
from collections import Counter
from fractions import Fraction

from croupier.cards import Composition
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Wager
from croupier.odds import blackjack
from croupier.odds.blackjack.played import second_card, share_of, solved
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.sides import TieOn18, run_cards, runs
from croupier.odds.blackjack.solver.solution import How, Solution
from croupier.odds.result import Chance, Odds, PlayedOdds
from croupier.odds.tally import counts, outcomes
from croupier.simulation.blackjack.strategy import ChartStrategy


class _FixedSolution(Solution):
    """A solution whose hands are all played by one given strategy."""

    def __init__(self, solution: Solution, strategy: ChartStrategy) -> None:
        self.rules, self.against = solution.rules, solution.against
        self._decided = {up: strategy.decided(against) for up, against in self.against.items()}

    def decided(self, how: How) -> dict[int, Decided]:  # noqa: ARG002 - there is one strategy
        return self._decided


def exact(game: Blackjack, shoe: Composition, strategy: ChartStrategy) -> dict[str, Odds | PlayedOdds]:
    """The odds of every wager; decisions follow this strategy."""
    left = counts(shoe)
    played = _FixedSolution(solved(Rules.of(game), tuple(left)), strategy)
    names = [name for name in blackjack.countable(game) if name in game.by_name]
    odds: dict[str, Odds | PlayedOdds] = {"main": _main(game, played, strategy)}
    odds |= blackjack.odds(game, shoe, names, any_decks=True)
    for wager in game.wagers:
        if blackjack.depends_on_play(game, wager):
            found = second_card(game, wager, left, played, played.decided("chart"))
            odds |= {wager.name: found} if found else {}
    if game.printed:
        ((up, against),) = played.against.items()
        decided = played.decided("chart")[up]
        for wager in game.wagers:
            if wager.reads == "eighteen":
                won = TieOn18(against, wager).won(decided)
                odds[wager.name] = _odds(wager, {m: won if m.result == "win" else 1 - won for _, m in outcomes(wager)})
            elif wager.reads == "run":
                by_match: Counter[Match] = Counter()
                for aspect, number in runs(run_cards(against, decided))(left).items():
                    by_match[wager.match(aspect)] += number
                total = by_match.total()
                odds[wager.name] = _odds(
                    wager, {match: Fraction(by_match[match], total) for _, match in outcomes(wager)}
                )
    return odds


def _odds(wager: Wager, chances: dict[Match, Fraction]) -> Odds:
    total = math.lcm(*(chance.denominator for chance in chances.values()))
    listed = [
        Chance(text, match.result, match.pays, int(chances[match] * total), total) for text, match in outcomes(wager)
    ]
    return Odds(wager.name, wager.label, listed)


def _main(game: Blackjack, played: Solution, strategy: ChartStrategy) -> PlayedOdds:
    result = played.result("chart")
    shares = [share_of(row, chance, result.split) for row, chance in result.chances.items()]
    method = f"played by {strategy.name}"
    return PlayedOdds("main", game.by_name["main"].label, shares, result.ev, result.sd, result.hit, method)
