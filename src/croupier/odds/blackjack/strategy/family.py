"""How blackjack is solved and its charts are shown; everything is loaded late, since the solver is compiled."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cards import Composition
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.odds.strategy import FamilyStrategy

if TYPE_CHECKING:
    from rich.console import RenderableType

    from croupier.odds.blackjack.strategy.holding import Holding
    from croupier.odds.blackjack.strategy.play import Strategy


class BlackjackStrategy(FamilyStrategy):
    """The chart and every other decision's price."""

    def find(self, game: Game, shoe: Composition, reading: str | None = None, *, any_decks: bool = False) -> "Strategy":
        from croupier.odds.blackjack.strategy.play import Strategy

        assert isinstance(game, Blackjack)
        return Strategy(game, shoe, reading, any_decks=any_decks)

    def chart(self, found: "Strategy", *, costs: bool) -> "RenderableType":
        from croupier.odds.blackjack.strategy import chart_table

        return chart_table.chart(found, costs=costs)

    def in_json(self, found: "Strategy") -> dict[str, Any]:
        from croupier.odds.blackjack.strategy.play import in_json

        return in_json(found)

    def draw(self, found: "Strategy", path: Path) -> None:
        from croupier.odds.blackjack.strategy.plot import draw

        draw(found, path)

    def hand(self, found: "Strategy", held: "Holding") -> "RenderableType":
        from croupier.odds.blackjack.strategy import chart_table

        return chart_table.hand(found, held)

    def hand_in_json(self, found: "Strategy", held: "Holding") -> dict[str, Any]:
        from croupier.odds.blackjack.strategy.play import holding_in_json

        return holding_in_json(found, held)


STRATEGY = BlackjackStrategy()
