"""How blackjack is solved and its charts are shown; imports are lazy, since the solver is compiled."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cards import Composition
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.odds.strategy import FamilyStrategy

if TYPE_CHECKING:
    from rich.console import RenderableType

    from croupier.odds.blackjack.strategy.holding import Holding
    from croupier.odds.blackjack.strategy.play import SolvedStrategy


class BlackjackStrategy(FamilyStrategy):
    """The chart, and the cost of every other decision."""

    def find(self, game: Game, shoe: Composition, *, any_decks: bool = False) -> "SolvedStrategy":
        from croupier.odds.blackjack.strategy.play import SolvedStrategy

        assert isinstance(game, Blackjack)
        return SolvedStrategy(game, shoe, any_decks=any_decks)

    def chart(self, solved: "SolvedStrategy", *, costs: bool) -> "RenderableType":
        from croupier.odds.blackjack.strategy import chart_table

        return chart_table.chart(solved, costs=costs)

    def in_json(self, solved: "SolvedStrategy") -> dict[str, Any]:
        from croupier.odds.blackjack.strategy.play import in_json

        return in_json(solved)

    def cells(self, solved: "SolvedStrategy") -> dict[str, str]:
        squares = {
            f"{part} {row} against {up}": square.symbol
            for part, rows in solved.sheet.parts.items()
            for row, by_up in rows.items()
            for up, square in by_up.items()
        }
        return squares | {each.name: "take" if each.taken else "decline" for each in solved.offers}

    def draw(self, solved: "SolvedStrategy", path: Path) -> None:
        from croupier.odds.blackjack.strategy.plot import draw

        draw(solved, path)

    def hand(self, solved: "SolvedStrategy", held: "Holding") -> "RenderableType":
        from croupier.odds.blackjack.strategy import chart_table

        return chart_table.hand(solved, held)

    def hand_in_json(self, solved: "SolvedStrategy", held: "Holding") -> dict[str, Any]:
        from croupier.odds.blackjack.strategy.play import holding_in_json

        return holding_in_json(solved, held)


STRATEGY = BlackjackStrategy()
