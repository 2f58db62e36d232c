"""A reading that is declared for pricing alone: no game is played by it."""

import msgspec


class Undecided(msgspec.Struct, frozen=True):
    """A reading whose odds depend on the player's decisions, so that only the solver prices it; defaults included."""

    ruling: str
    key: str
    game: str
    wager: str = "main"
