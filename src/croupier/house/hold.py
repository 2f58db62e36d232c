"""Which commands a table takes while it is on hold: those that rule on the interruption, none that continue the round.

An interrupted round waits for a ruling where its document has none (R-12), and nobody continues it before that, the
Dealer included. A pause stops the usual course of a round, but not corrections. While a request waits for a second
person, players do nothing and staff nothing for them; where staff continue the round, the request is dropped.
"""

from collections.abc import Iterable

import msgspec

from croupier.games.round import Expected, Role

RULES = frozenset({"interrupt", "refer", "void-round", "lose-terminal", "find-terminal"})
"""Commands that rule on an interruption, or do not affect it."""
RESTATES = frozenset({"reconstruct", "correct-cards", "take-back-card"})
"""Commands that restate which cards lie where: accepted on hold where they need two people."""
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
"""Commands of the usual course of a round."""


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """Why a table is on hold."""

    held: bool = False
    """The round waits for a ruling on an interruption."""
    paused: bool = False
    two_people: bool = False
    """Whether restating cards needs two people at this table."""

    def takes(self, command: str) -> bool:
        """Whether the round takes that command from staff meanwhile.

        >>> Hold(held=True).takes("settle"), Hold(held=True).takes("refer"), Hold(paused=True).takes("reconstruct")
        (False, True, True)
        """
        if self.held:
            return command in RULES or (self.two_people and command in RESTATES)
        return not self.paused or command not in GOES_ON

    def leaves(self, offers: Iterable[Expected]) -> list[Expected]:
        """The offers of a round that remain: those of staff that it takes, none of players."""
        return [each for each in offers if each.by is not Role.PLAYER and self.takes(each.command)]
