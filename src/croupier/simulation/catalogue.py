"""The kernel of every game that can be simulated."""

from croupier.cards import Composition
from croupier.games.baccarat.variants import Baccarat
from croupier.games.catalogue import game as find
from croupier.refused import Refused
from croupier.simulation.baccarat.kernel import Fresh, Whole
from croupier.simulation.kernel import Kernel

MODES = ("fresh", "shoe")


def kernel(
    name: str, shoe: Composition | None = None, mode: str = "fresh", *, burn: int | None = None, cut: int | None = None
) -> Kernel:
    """What simulates a game: from a fresh shoe every round, or from whole shoes.

    >>> kernel("tiger").options()
    {'game': 'tiger', 'shoe': '8x52', 'mode': 'fresh'}
    """
    game = find(name)
    if mode not in MODES:
        raise Refused(f"unknown mode {mode!r}: there are {', '.join(MODES)}")
    if mode == "fresh" and (burn, cut) != (None, None):
        raise Refused("cards are burned and cut from whole shoes alone: use --mode shoe")
    if not isinstance(game, Baccarat):
        raise Refused(f"{name} is not simulated yet")
    left = game.shoe() if shoe is None else shoe
    return Fresh(game, left) if mode == "fresh" else Whole(game, left, burn=burn or 0, cut=cut)
