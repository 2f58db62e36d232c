"""What is true of every wager under a strategy, by the solver and by counting."""

import math
from collections import Counter
from fractions import Fraction

from croupier.cards import Composition
from croupier.games.blackjack.settlement import OriginalOnly
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Result, Wager
from croupier.money import PUSH, Pays
from croupier.odds import blackjack
from croupier.odds.blackjack.played import solved
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.sides import TieOn18, run_cards, runs
from croupier.odds.blackjack.solver.solution import How, Solution
from croupier.odds.result import Chance, Odds, Played, Share
from croupier.odds.tally import counts, outcomes
from croupier.simulation.blackjack.strategy import Strategy


class _Played(Solution):
    """A solution whose hands are played by somebody's own strategy, whatever way it is asked for."""

    def __init__(self, solution: Solution, strategy: Strategy) -> None:
        self.rules, self.against = solution.rules, solution.against
        self._decided = {up: strategy.decided(against) for up, against in self.against.items()}

    def decided(self, how: How) -> dict[int, Decided]:  # noqa: ARG002 - there is one way
        return self._decided


def exact(
    game: Blackjack, shoe: Composition, strategy: Strategy, original_only: OriginalOnly = "obbo"
) -> dict[str, Odds | Played]:
    """The odds of every wager, the main one and those that hang on decisions as this strategy plays."""
    left = counts(shoe)
    played = _Played(solved(Rules.of(game, original_only), tuple(left)), strategy)
    names = [name for name in blackjack.countable(game) if name in game.by_name]
    found: dict[str, Odds | Played] = {"main": _main(game, played, strategy)}
    found |= blackjack.odds(game.name, shoe, names, any_decks=True)
    if game.printed:
        ((up, against),) = played.against.items()
        decided = played.decided("chart")[up]
        for wager in game.wagers:
            if wager.reads == "eighteen":
                won = TieOn18(against, wager).won(decided)
                found[wager.name] = _odds(wager, {m: won if m.result == "win" else 1 - won for _, m in outcomes(wager)})
            elif wager.reads == "run":
                by_match: Counter[Match] = Counter()
                for aspect, number in runs(run_cards(against, decided))(left).items():
                    by_match[wager.match(aspect)] += number
                total = by_match.total()
                found[wager.name] = _odds(
                    wager, {match: Fraction(by_match[match], total) for _, match in outcomes(wager)}
                )
    return found


def _odds(wager: Wager, chances: dict[Match, Fraction]) -> Odds:
    total = math.lcm(*(chance.denominator for chance in chances.values()))
    listed = [
        Chance(text, match.result, match.pays, int(chances[match] * total), total) for text, match in outcomes(wager)
    ]
    return Odds(wager.name, wager.label, listed)


def _main(game: Blackjack, played: Solution, strategy: Strategy) -> Played:
    result = played.result("chart")
    shares = []
    for row, chance in result.chances.items():
        if row.net is None:
            shares.append(Share(row.outcome, None, None, chance, result.split))
            continue
        came: Result = "win" if row.net > 0 else "lose" if row.net < 0 else "push"
        pays = None if row.net < 0 else PUSH if not row.net else Pays(row.net.numerator, row.net.denominator)
        shares.append(Share(row.outcome, came, pays, chance, row.net))
    said = f"played by {strategy.name}"
    return Played("main", game.by_name["main"].label, shares, result.ev, result.sd, result.hit, said)
