"""The kernel of every game that can be simulated."""

from croupier.cards import Composition
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.refused import Refused
from croupier.simulation.baccarat.kernel import Fresh, Whole
from croupier.simulation.kernel import Kernel

MODES = ("fresh", "shoe")


def kernel(
    name: str,
    shoe: Composition | None = None,
    mode: str = "fresh",
    *,
    burn: int | None = None,
    cut: int | None = None,
    strategy: str | None = None,
    boxes: int | None = None,
) -> Kernel:
    """What simulates a game: from a fresh shoe every round, or from whole shoes.

    >>> kernel("tiger").options()
    {'game': 'tiger', 'shoe': '8x52', 'mode': 'fresh'}
    """
    game = find(name)
    if mode not in MODES:
        raise Refused(f"unknown mode {mode!r}: there are {', '.join(MODES)}")
    if mode == "fresh" and (burn, cut, boxes) != (None, None, None):
        raise Refused("cards are burned and cut, and several boxes dealt, from whole shoes alone: use --mode shoe")
    left = game.shoe() if shoe is None else shoe
    if isinstance(game, Blackjack):
        # The solver brings its compiled loops with it, which is slow to load for those who never ask it.
        from croupier.simulation.blackjack import kernel as blackjack
        from croupier.simulation.blackjack.strategy import CHART

        plays = strategy or CHART
        if mode == "fresh":
            return blackjack.Fresh(game, left, plays)
        return blackjack.Whole(game, left, plays, burn=burn, cut=cut, boxes=boxes or 1)
    assert isinstance(game, Baccarat)
    if strategy is not None or boxes is not None:
        raise Refused(f"nobody decides anything in {name}: it has no strategy and no boxes")
    return Fresh(game, left) if mode == "fresh" else Whole(game, left, burn=burn or 0, cut=cut)
