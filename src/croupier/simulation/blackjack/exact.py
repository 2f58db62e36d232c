"""The exact odds of every wager under a fixed strategy, by the solver and by counting."""

from croupier.cards import Composition
from croupier.games.blackjack.variants import Blackjack
from croupier.odds import blackjack
from croupier.odds.blackjack.played import of_tie, on_play, share_of, solved
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.sides import TieOn18, runs
from croupier.odds.blackjack.solver.solution import How, Solution
from croupier.odds.result import Odds, PlayedOdds
from croupier.odds.tally import counts
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
            found = on_play(game, wager, left, played, played.decided("chart"))
            odds |= {wager.name: found} if found else {}
    if game.printed:
        ((up, against),) = played.against.items()
        decided = played.decided("chart")[up]
        for wager in game.wagers:
            if wager.reads == "eighteen":
                tie = TieOn18(against, wager)
                odds[wager.name] = of_tie(wager.name, wager, tie.won(decided), tie.returned(decided), "")
            elif wager.reads == "run":
                deals = runs(game, against, decided)(left)
                odds[wager.name] = blackjack.odds_of_deals(wager.name, wager, deals, "")
    return odds


def _main(game: Blackjack, played: Solution, strategy: ChartStrategy) -> PlayedOdds:
    result = played.result("chart")
    shares = [share_of(row, chance, result.split) for row, chance in result.chances.items()]
    method = f"played by {strategy.name}"
    return PlayedOdds("main", game.by_name["main"].label, shares, result.ev, result.sd, result.hit, method)
