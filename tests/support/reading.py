"""Readings of procedure drawn at random, for the tests that play rounds at random."""

from croupier.games.catalogue import GAMES
from play import Chance


def drawn(name: str, chance: Chance) -> dict[str, str]:
    """For half of the tables those that the register takes; for the others some that are read otherwise."""
    if chance.randint(0, 1):
        return {}
    found = {
        str(ruling): chance.choice(list(letters))
        for ruling, letters in GAMES[name].choices.items()
        if not any(choice.priced for choice in letters.values()) and not chance.randint(0, 4)
    }
    if found.get("R-12") == "b":
        # What is referred needs somebody to refer it to.
        found |= {ruling: "a" for ruling in ("R-112", "R-113") if ruling in found}
    return found
