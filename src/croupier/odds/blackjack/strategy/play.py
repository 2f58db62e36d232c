"""Everything that there is to say about how a game is played best from one shoe, and the same for programs."""

from functools import cached_property
from typing import Any, get_args

from croupier.cards import Composition
from croupier.games.blackjack.settlement import OriginalOnly
from croupier.games.blackjack.variants import Blackjack
from croupier.odds.blackjack import played
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.solution import How
from croupier.odds.blackjack.strategy.departures import Departure, departures, in_split_hands
from croupier.odds.blackjack.strategy.holding import Holding, holding
from croupier.odds.blackjack.strategy.offers import Offer, offers
from croupier.odds.blackjack.strategy.sheet import Sheet, Square, SquareRows, sheet
from croupier.odds.blackjack.strategy.together import Sides, sides
from croupier.odds.result import Number
from croupier.odds.tally import check, counts
from croupier.refused import Refused

RULING = "R-43"
WAYS: dict[str, How] = {"chart": "chart", "composition": "by-hand", "absent": "absent"}
"""How the values of the main wager are called, and how it is then played."""


class Strategy:
    """How a game is played best from one shoe.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> found = Strategy(LUCKY_8, LUCKY_8.shoe())
    >>> {name: f"{-ev:.4%}" for name, ev in found.ev.items()}
    {'chart': '0.1903%', 'composition': '0.1895%', 'absent': '6.3207%'}
    >>> found.sheet.hard["11"]["A"].symbol
    'H'
    """

    def __init__(
        self, game: Blackjack, shoe: Composition, reading: str | None = None, *, any_decks: bool = False
    ) -> None:
        self.game, self.shoe = game, shoe
        self.reading: OriginalOnly | None = reading_of(game, reading)
        check(game, shoe, any_decks=any_decks)
        self.left = counts(shoe)
        if sum(self.left) < (most := played.cards_for(game, self.left)):
            raise Refused("too-few-cards-for-round", "R-13", needed=most, left=sum(self.left))

    @cached_property
    def solution(self) -> Any:
        """The game solved."""
        return played.solved(Rules.of(self.game, self.reading or "obbo"), tuple(self.left))

    @cached_property
    def ev(self) -> dict[str, Number]:
        """What the main wager wins, played by the chart, by the exact cards held, and for somebody absent."""
        return {name: self.solution.ev(how) for name, how in WAYS.items()}

    @cached_property
    def sheet(self) -> Sheet:
        """The best chart of totals."""
        return sheet(self.solution)

    @cached_property
    def departures(self) -> list[Departure]:
        """The hands that would rather be played otherwise."""
        return departures(self.solution)

    @cached_property
    def in_split_hands(self) -> Number:
        """What the chart costs in hands of split pairs."""
        return float(in_split_hands(self.solution))

    @cached_property
    def offers(self) -> list[Offer]:
        """What is offered against an Ace, and when to take it."""
        return offers(self.game, self.solution)

    @cached_property
    def sides(self) -> Sides | None:
        """The side wagers that hang on decisions."""
        return sides(self.game, self.left, self.solution)

    def holding(self, hand: str, up: str | None) -> Holding:
        """Exact cards, and all that may be done with them."""
        return holding(self.game, self.shoe, hand, up, self.reading or "obbo")


def reading_of(game: Blackjack, reading: str | None) -> OriginalOnly | None:
    """The reading taken of what a Dealer Blackjack takes, or a refusal; nothing in a game without one.

    >>> from croupier.games.blackjack.variants import DUELING_8S, LUCKY_8
    >>> reading_of(LUCKY_8, None), reading_of(LUCKY_8, "obo"), reading_of(DUELING_8S, None)
    ('obbo', 'obo', None)
    """
    known = game.settings.get(RULING, ())
    if reading is not None and not known:
        raise Refused("no-readings-without-dealer-blackjack", RULING, game=game.name)
    if reading is not None and reading not in known:
        raise Refused("unknown-reading", RULING, game=game.name, reading=reading, known=tuple(known))
    for each in get_args(OriginalOnly):
        if known and each == (reading or known[0]):
            return each  # type: ignore[no-any-return]
    return None


def in_json(found: Strategy) -> dict[str, Any]:
    """What `croupier strategy --json` writes."""
    written: dict[str, Any] = {"game": found.game.name, "decks": found.shoe.decks}
    if found.shoe.gone.total():
        written["shoe"] = str(found.shoe)
    written |= {
        "reading": found.reading,
        "ev": _floats(found.ev),
        "chart": {part: _rows(rows) for part, rows in found.sheet.parts.items()},
        "offers": {
            each.name.replace(" ", "-"): {"take": each.taken, "gain": _floats(each.gains)} for each in found.offers
        },
        "exceptions": [_departure(each) for each in found.departures],
        "in_split_hands": float(found.in_split_hands),
        "together": None if found.sides is None else _sides(found.sides),
    }
    return written


def holding_in_json(strategy: Strategy, found: Holding) -> dict[str, Any]:
    """What `croupier strategy --hand --json` writes."""
    insurance = None if found.insurance is None else float(found.insurance)
    return {
        "game": strategy.game.name,
        "decks": strategy.shoe.decks,
        "reading": strategy.reading,
        "hand": found.cards,
        "up": found.up,
        "best": found.best,
        "ev": _floats(found.ev),
        "cost": _floats(found.cost),
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


def _sides(found: Sides) -> dict[str, Any]:
    goals = {name: {"ev": _floats(goal.ev), "plan": goal.plan} for name, goal in found.goals.items()}
    return {**goals, "superb-8s": _floats(found.run)}
