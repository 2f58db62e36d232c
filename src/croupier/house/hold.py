"""What may be done while a table stands still: what rules on it, and nothing that goes on with the round.

A round that was interrupted waits for a ruling where its document has none (R-12), and nobody goes on with it before
that, the Dealer included. A pause stops the usual course of a round, and not what has to be put right meanwhile. While
two people are to agree players do nothing, and staff nothing for them; where staff go on with the round, nothing is
agreed upon any more.
"""

from collections.abc import Iterable

import msgspec

from croupier.games.round import Expected, Role

RULES = frozenset({"interrupt", "refer", "void-round", "lose-terminal", "find-terminal"})
"""What rules on an interruption, or changes nothing about it."""
RESTATES = frozenset({"reconstruct", "correct-cards", "take-back-card"})
"""What says which cards lie where: accepted meanwhile where nobody says it alone."""
GOES_ON = frozenset(
    {
        "close-bets",
        "deal",
        "deal-card",
        "remove-cutting-card",
        "confirm-deal",
        "close-offers",
        "close-decisions",
        "declare-absent",
        "arrange-box",
        "agree-spot",
        "resume",
        "settle",
    }
)
"""The usual course of a round."""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Why a table stands still."""

    held: bool = False
    """A round waits for a ruling on an interruption."""
    paused: bool = False
    two_people: bool = False
    """Whether nobody says alone at this table which cards lie where."""

    def takes(self, command: str) -> bool:
        """Whether staff may give that command to the round meanwhile.

        >>> Stop(held=True).takes("settle"), Stop(held=True).takes("refer"), Stop(paused=True).takes("reconstruct")
        (False, True, True)
        """
        if self.held:
            return command in RULES or (self.two_people and command in RESTATES)
        return not self.paused or command not in GOES_ON

    def leaves(self, offers: Iterable[Expected]) -> list[Expected]:
        """What stays of the offers of a round: nothing of players."""
        return [each for each in offers if each.by is not Role.PLAYER and self.takes(each.command)]
