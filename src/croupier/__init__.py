"""Croupier conducts, settles, prices and proves casino table games.

>>> import croupier
>>> settlement = croupier.settle("tiger", "8S 4C 3D 2H KH", {"banker": 10_000, "small-tiger": 500})
>>> settlement.total
20500
>>> [(line.wager, line.pays, line.clauses[0]) for line in settlement.lines]
[('banker', '19:20', ebaccarat 4.7), ('small-tiger', '22:1', ebaccarat 4.10)]
"""

from croupier.cards import Card, Composition, cards
from croupier.games.catalogue import GAMES, game
from croupier.games.recorded import deal, settle
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Clause, Ruling

__all__ = [
    "GAMES",
    "Card",
    "Clause",
    "Composition",
    "Limits",
    "Refused",
    "Ruling",
    "Terms",
    "cards",
    "deal",
    "game",
    "settle",
]
