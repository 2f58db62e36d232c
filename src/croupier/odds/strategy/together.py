"""Dueling 8's with a side wager placed: how play for Tie on 18, and for it and the main wager together, differs."""

from typing import NamedTuple

from croupier.games.blackjack.variants import Blackjack
from croupier.odds import blackjack, played
from croupier.odds.result import BEST, Number
from croupier.odds.solver import kernels
from croupier.odds.solver.against import Against, Decided
from croupier.odds.solver.hands import SOFT
from croupier.odds.solver.sides import TieOn18, best_together, together
from croupier.odds.solver.solution import Solution
from croupier.odds.strategy.sheet import HIGHEST, RANKS, TAKEN
from croupier.odds.tally import Counts

TIE, RUN = "tie-on-18", "superb-8s"
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}

Plan = dict[str, str]
"""From the first two cards, by their total, to a symbol; with a star where more cards than two may say otherwise."""


class Goal(NamedTuple):
    """A way of playing, and what it wins with each wager, for a stake of one."""

    plan: Plan
    ev: dict[str, Number]


class Sides(NamedTuple):
    """What is won under play for the main wager, for Tie on 18, and for both placed alike."""

    goals: dict[str, Goal]
    run: dict[str, Number]
    """Superb 8's under play for the main wager, and at its best."""


def sides(game: Blackjack, left: Counts, solution: Solution) -> Sides | None:
    """The side wagers that hang on decisions, where the game has them.

    >>> from croupier.games.blackjack.variants import DUELING_8S, LUCKY_8
    >>> from croupier.odds.solver.rules import Rules
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
        TIE: Goal(_plan(against, alone), {"main": against.worth(alone), TIE: priced[TIE + BEST].ev}),
        "both": Goal(_plan(against, both), dict(zip(("main", TIE), together(against, wager, both), strict=True))),
    }
    best = blackjack.price(game, left, [RUN + BEST])[RUN + BEST]
    return Sides(goals, {"main": priced[RUN].ev, "best": best.ev})


def _plan(against: Against, decided: Decided) -> Plan:
    """What is done with each first hand, and after it with hands of the same total."""
    first = {opening.hand: opening.pair for opening in against.openings}
    weight = against.numbers.zeros(len(against.hands))
    for hand, chance, pair in against.openings:
        if hand not in decided.folds and pair not in decided.splits:
            weight[hand] = chance
    run = against.numbers.run(kernels.reached)
    none = against.numbers.zeros(len(weight))
    run(against.hands.next, against.prospects.draw[..., 0], decided.action, against.hands.closed, weight, none)
    found: Plan = {}
    for hand, pair in sorted(first.items(), key=lambda item: int(against.hands.code[item[0]])):
        code, total = int(against.hands.code[hand]), int(against.hands.total[hand])
        if total > HIGHEST:
            continue
        same = against.hands.code == code
        same[hand] = False
        later = {TAKEN[action] for action in decided.action[same & (weight > 0)]}
        split = pair is not None and pair in decided.splits
        name = f"{'soft' if code >= SOFT else 'hard'} {total}" if pair is None else f"{RANKS[pair]},{RANKS[pair]}"
        taken = "surrender" if hand in decided.folds else "split" if split else TAKEN[decided.action[hand]]
        found[name] = _symbol(taken, later)
    return found


def _symbol(taken: str, later: set[str]) -> str:
    letter = LETTERS[taken]
    if letter == "P":
        return letter
    if len(later) > 1 or (letter in "SH" and later - {taken}):
        return f"{letter}*"
    return letter + "".join(LETTERS[each].lower() for each in later) if letter in "DR" else letter
