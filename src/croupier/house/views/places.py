"""Who goes by which place: on boxes players see each other's chips, not each other's names.

A place names the first, second or third main wager of a box, from the front, or a side wager behind them. A player who
insures another's wager names its place, and `named` says whose it is.
"""

import re

from croupier.games.blackjack.boxes import Box, Round
from croupier.games.told import AnyRound
from croupier.refused import Refused


def places(round: Round) -> dict[str, str]:
    """Every place of the table with who has it."""
    return {place: bettor for box in round.boxes for bettor, place in of_box(box).items()}


def of_box(box: Box) -> dict[str, str]:
    """Everybody who has something on a box, with their place there."""
    found = {each.bettor: f"guest {box.number}.{each.slot}" for each in box.mains}
    beside = [each.bettor for each in box.positions if each.slot is None]
    return found | {bettor: f"guest {box.number}.s{number}" for number, bettor in enumerate(beside, 1)}


def named(round: AnyRound, text: str) -> str:
    """Whose place that is; any other text is a name, and itself."""
    if not re.fullmatch(r"guest \d+\.s?\d+", text):
        return text
    found = places(round).get(text) if isinstance(round, Round) else None
    if found is None:
        raise Refused(f"nobody has the place {text}")
    return found
