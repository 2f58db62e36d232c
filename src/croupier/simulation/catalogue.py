"""The kernel of every game that can be simulated."""

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.games.families import FAMILIES
from croupier.games.game import Game
from croupier.refused import Refused
from croupier.simulation.kernel import Kernel

MODES = ("fresh", "shoe")


def kernel(
    name: str | Game,
    shoe: Composition | None = None,
    mode: str = "fresh",
    *,
    burn: int | None = None,
    cut: int | None = None,
    strategy: str | None = None,
    boxes: int | None = None,
    reading: str | None = None,
    any_decks: bool = False,
) -> Kernel:
    """The kernel of a game: every round from a fresh shoe, or whole shoes.

    >>> kernel("tiger").options()
    {'game': 'tiger', 'shoe': '8x52', 'mode': 'fresh'}
    """
    game = find(name, reading)
    if mode not in MODES:
        raise Refused("unknown-simulation-mode", mode=mode, known=tuple(MODES))
    if mode == "fresh" and (burn, cut, boxes) != (None, None, None):
        raise Refused("whole-shoes-only")
    left = game.shoe() if shoe is None else shoe
    # Imported lazily: compiled loops are slow to load.
    make = FAMILIES[game.family].part("kernel")
    if make is None:
        raise Refused("game-not-simulated", game=name)
    made: Kernel = make(
        game,
        left,
        mode,
        burn=burn,
        cut=cut,
        strategy=strategy,
        boxes=boxes,
        any_decks=any_decks,
    )
    return made
