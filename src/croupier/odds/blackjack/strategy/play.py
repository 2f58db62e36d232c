"""The solved strategy of a game from one shoe, and the same as JSON for programs."""

from functools import cached_property
from typing import Any

from croupier.cards import Composition
from croupier.games.blackjack.variants import Blackjack, OriginalOnly
from croupier.odds.blackjack import played
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.solution import How
from croupier.odds.blackjack.strategy.departures import Departure, departures, in_split_hands
from croupier.odds.blackjack.strategy.holding import Holding, holding
from croupier.odds.blackjack.strategy.offers import AceOffer, offers
from croupier.odds.blackjack.strategy.sheet import ChartSheet, Square, SquareRows, sheet
from croupier.odds.blackjack.strategy.together import Sides, sides
from croupier.odds.result import Number
from croupier.odds.tally import check, counts
from croupier.refused import Refused

RULING = "R-43"
WAYS: dict[str, How] = {"chart": "chart", "composition": "by-hand", "absent": "absent"}
"""The names of the main wager's expected values in the output, and their strategies."""


class SolvedStrategy:
    """The best strategy of a blackjack game from one shoe; parts are solved on first use and cached.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> found = SolvedStrategy(LUCKY_8, LUCKY_8.shoe())
    >>> {name: f"{-ev:.4%}" for name, ev in found.ev.items()}
    {'chart': '0.1903%', 'composition': '0.1894%', 'absent': '6.3207%'}
    >>> found.sheet.hard["11"]["A"].symbol
    'H'
    """

    def __init__(self, game: Blackjack, shoe: Composition, *, any_decks: bool = False) -> None:
        self.game, self.shoe = game, shoe
        self.reading: OriginalOnly | None = game.original_only if game.blackjacks else None
        check(game, shoe, any_decks=any_decks)
        self.left = counts(shoe)
        if sum(self.left) < (most := played.cards_for(game, self.left)):
            raise Refused("too-few-cards-for-round", "R-13", needed=most, left=sum(self.left))

    @cached_property
    def solution(self) -> Any:
        """The solver's result."""
        return played.solved(Rules.of(self.game), tuple(self.left))

    @cached_property
    def ev(self) -> dict[str, Number]:
        """The expected value of the main wager by the chart, by exact cards, and for an absent player."""
        return {name: self.solution.ev(how) for name, how in WAYS.items()}

    @cached_property
    def sheet(self) -> ChartSheet:
        """The best chart of totals."""
        return sheet(self.solution)

    @cached_property
    def departures(self) -> list[Departure]:
        """The exact hands whose best decision differs from the chart."""
        return departures(self.solution)

    @cached_property
    def in_split_hands(self) -> Number:
        """The cost of the chart in hands of split pairs."""
        return float(in_split_hands(self.solution))

    @cached_property
    def offers(self) -> list[AceOffer]:
        """The offers against an Ace."""
        return offers(self.game, self.solution)

    @cached_property
    def sides(self) -> Sides | None:
        """The side wagers that depend on decisions; `None` where the game has none."""
        return sides(self.game, self.left, self.solution)

    def holding(self, hand: str, up: str | None) -> Holding:
        """The open decisions for exact cards."""
        return holding(self.game, self.shoe, hand, up)


def in_json(strategy: SolvedStrategy) -> dict[str, Any]:
    """What `croupier strategy --json` writes."""
    written: dict[str, Any] = {"game": strategy.game.name, "decks": strategy.shoe.decks}
    if strategy.shoe.gone.total():
        written["shoe"] = str(strategy.shoe)
    written |= {
        "reading": strategy.reading,
        "ev": _floats(strategy.ev),
        "chart": {part: _rows(rows) for part, rows in strategy.sheet.parts.items()},
        "offers": {
            each.name.replace(" ", "-"): {"take": each.taken, "gain": _floats(each.gains)} for each in strategy.offers
        },
        "exceptions": [_departure(each) for each in strategy.departures],
        "in_split_hands": float(strategy.in_split_hands),
        "together": None if strategy.sides is None else _sides(strategy.sides),
    }
    return written


def holding_in_json(strategy: SolvedStrategy, holding: Holding) -> dict[str, Any]:
    """What `croupier strategy --hand --json` writes."""
    insurance = None if holding.insurance is None else float(holding.insurance)
    return {
        "game": strategy.game.name,
        "decks": strategy.shoe.decks,
        "reading": strategy.reading,
        "hand": holding.cards,
        "up": holding.up,
        "best": holding.best,
        "ev": _floats(holding.ev),
        "cost": _floats(holding.cost),
        "insurance": insurance,
    }


def _floats(numbers: Any) -> dict[str, float]:
    return {name: float(number) for name, number in numbers.items()}


def _rows(rows: SquareRows) -> dict[str, Any]:
    return {row: {up: _square(square) for up, square in squares.items()} for row, squares in rows.items()}


def _square(square: Square) -> dict[str, Any]:
    later = {"later": _floats(square.later)} if square.later else {}
    return {
        "symbol": square.symbol,
        "action": square.action,
        "ev": _floats(square.ev),
        "cost": _floats(square.cost),
        **later,
    }


def _departure(each: Departure) -> dict[str, Any]:
    return {
        "hand": each.cards,
        "up": each.up,
        "chart": each.chart,
        "best": each.best,
        "gain": float(each.gain),
        "chance": float(each.chance),
        "worth": float(each.ev_gain),
    }


def _sides(side_wagers: Sides) -> dict[str, Any]:
    goals = {name: {"ev": _floats(goal.ev), "plan": goal.plan} for name, goal in side_wagers.goals.items()}
    return {**goals, "superb-8s": _floats(side_wagers.run)}
