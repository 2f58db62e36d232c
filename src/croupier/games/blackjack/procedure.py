"""The readings on procedure, limits and authority that the blackjack games may be played by: their rounds look them up.

None of them changes what a wager is worth; which letters there are is what the register says.
"""

from croupier.games.game import Choice
from croupier.rulebook import DOCUMENTS, Ruling

IN_ROUNDS = (
    *("R-03", "R-04", "R-05", "R-23", "R-32", "R-36"),
    *("R-01", "R-07", "R-08", "R-09", "R-10", "R-19", "R-20", "R-22", "R-24", "R-29"),
    *("R-25", "R-26", "R-27", "R-28", "R-34", "R-37", "R-38", "R-40", "R-66", "R-68", "R-69", "R-83", "R-93", "R-115"),
)
"""The rulings that rounds look up themselves."""


def procedure(document: str) -> dict[str, dict[str, Choice]]:
    """The readings of procedure that a game of a document may be played by, by ruling and letter."""
    rulings = (ruling for ruling in map(Ruling, IN_ROUNDS) if ruling.concerns(DOCUMENTS[document]))
    return {ruling: dict.fromkeys(ruling.readings, Choice(priced=False)) for ruling in rulings}
