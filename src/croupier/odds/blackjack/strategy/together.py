"""Dueling 8's with Tie on 18 placed too: the best strategies for it alone, and for both wagers together."""

from typing import NamedTuple

from croupier.games.blackjack.variants import Blackjack
from croupier.odds import blackjack
from croupier.odds.blackjack import played
from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, DealtOpening, Decided
from croupier.odds.blackjack.solver.hands import SOFT
from croupier.odds.blackjack.solver.sides import TieOn18, best_together, together
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.blackjack.strategy.sheet import HIGHEST, RANKS, TAKEN
from croupier.odds.result import BEST, Number
from croupier.odds.tally import Counts

TIE, RUN = "tie-on-18", "superb-8s"
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}

SidePlan = dict[str, str]
"""From a total or a pair to a symbol; a star marks totals where the decision depends on the cards."""


class Goal(NamedTuple):
    """A strategy, and its expected value for each wager, for a stake of one."""

    plan: SidePlan
    ev: dict[str, Number]


class Sides(NamedTuple):
    """The strategies for the main wager, for Tie on 18, and for both with equal stakes."""

    goals: dict[str, Goal]
    run: dict[str, Number]
    """The expected value of Superb 8's under play for the main wager, and at best where that is counted."""


def sides(game: Blackjack, left: Counts, solution: Solution) -> Sides | None:
    """The strategies for the side wagers that depend on decisions; `None` where the game has none.

    >>> from croupier.games.blackjack.variants import DUELING_8S, LUCKY_8
    >>> from croupier.odds.blackjack.solver.rules import Rules
    >>> from croupier.odds.tally import counts
    >>> left = counts(DUELING_8S.shoe())
    >>> found = sides(DUELING_8S, left, played.solved(Rules.of(DUELING_8S), tuple(left)))
    >>> for name, goal in found.goals.items():
    ...     print(name, *(f"{float(ev):+.4%}" for ev in goal.ev.values()))
    main -1.0746% -9.2484%
    tie-on-18 -8.1611% +0.1138%
    both -3.2431% -3.6237%
    """
    if TIE not in game.by_name:
        return None
    ((up, against),) = solution.against.items()
    wager = game.by_name[TIE]
    priced = played.sides(game, left, solution)
    chart, both, alone = solution.decided("chart")[up], best_together(against, wager), TieOn18(against, wager).by_hand
    goals = {
        "main": Goal(_plan(against, chart), dict(zip(("main", TIE), together(against, wager, chart), strict=True))),
        TIE: Goal(_plan(against, alone), {"main": against.ev(alone), TIE: priced[TIE + BEST].ev}),
        "both": Goal(_plan(against, both), dict(zip(("main", TIE), together(against, wager, both), strict=True))),
    }
    run: dict[str, Number] = {"main": priced[RUN].ev}
    if RUN + BEST in blackjack.countable(game):
        run["best"] = blackjack.price(game, left, [RUN + BEST])[RUN + BEST].ev
    return Sides(goals, run)


def _plan(against: Against, decided: Decided) -> SidePlan:
    """The symbol of each total that occurs under a strategy: on the first two cards, and after them."""
    hands, first = against.hands, {opening.hand: opening for opening in against.openings}
    weight = against.numbers.zeros(len(hands))
    for hand, chance, pair in against.openings:
        if hand not in decided.surrenders and pair not in decided.splits:
            weight[hand] = chance
    run = against.numbers.run(kernels.reached)
    none = against.numbers.zeros(len(weight))
    run(hands.next, against.prospects.draw[..., 0], decided.action, hands.closed, weight, none)
    later: dict[int, set[str]] = {}
    for hand in range(len(weight)):
        if weight[hand] > 0 and hand not in first and hands.total[hand] <= HIGHEST:
            later.setdefault(int(hands.code[hand]), set()).add(TAKEN[decided.action[hand]])
    dealt = {int(hands.code[hand]): _dealt(decided, opening) for hand, opening in first.items() if not opening.pair}
    pairs = {
        f"{RANKS[pair]},{RANKS[pair]}": LETTERS[_dealt(decided, each)] for each in first.values() if (pair := each.pair)
    }
    totals = {
        f"{'soft' if code >= SOFT else 'hard'} {code % SOFT}": _symbol(dealt.get(code), later.get(code, set()))
        for code in sorted({*dealt, *later})
        if code % SOFT <= HIGHEST
    }
    return {**totals, **pairs}


def _dealt(decided: Decided, opening: DealtOpening) -> str:
    if opening.hand in decided.surrenders:
        return "surrender"
    return "split" if opening.pair in decided.splits else TAKEN[decided.action[opening.hand]]


def _symbol(dealt: str | None, later: set[str]) -> str:
    """The symbol of a total: a letter, then in lower case the later decision, or a star where decisions differ.

    >>> _symbol("double", {"hit"}), _symbol("hit", {"hit"}), _symbol("stand", {"hit"}), _symbol(None, {"stand"})
    ('Dh', 'H', 'S*', 'S')
    """
    first = dealt or sorted(later)[0]
    letter = LETTERS[first]
    if letter in "DR" and len(later) == 1:
        return letter + LETTERS[min(later)].lower()
    return f"{letter}*" if later - {first} else letter
