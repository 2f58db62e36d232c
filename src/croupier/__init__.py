"""Croupier conducts, settles, prices and proves casino table games.

>>> import croupier
>>> settlement = croupier.settle("tiger", "8S 4C 3D 2H KH", {"banker": 10_000, "small-tiger": 500})
>>> settlement.total
20500
>>> [(line.wager, line.pays, line.clauses[0]) for line in settlement.lines]
[('banker', '19:20', ebaccarat 4.7), ('small-tiger', '22:1', ebaccarat 4.10)]
"""

from typing import TYPE_CHECKING, Any

from croupier.cards import Card, Composition, cards
from croupier.games.catalogue import GAMES, game
from croupier.games.recorded import deal, settle
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Clause, Ruling

__version__ = "0.2.0"

if TYPE_CHECKING:
    from croupier.odds.catalogue import odds as price
    from croupier.odds.removal import every_removal as removal
    from croupier.odds.strategy import strategy

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
    "price",
    "removal",
    "settle",
    "strategy",
]

LAZY_ATTRIBUTES = {
    "price": ("croupier.odds.catalogue", "odds"),
    "removal": ("croupier.odds.removal", "every_removal"),
    "strategy": ("croupier.odds.strategy", "strategy"),
}
"""Imported on first access, as (module, attribute): the odds load much that settling does not need."""


def __getattr__(name: str) -> Any:
    """Import a lazy attribute on first access.

    >>> import croupier
    >>> f"{float(croupier.price('tiger', croupier.Composition.parse('8x52'), ['banker'])['banker'].edge):.4%}"
    '1.0579%'
    >>> croupier.strategy("lucky-8").sheet.hard["16"]["T"].symbol
    'Rs'
    """
    from importlib import import_module

    if name not in LAZY_ATTRIBUTES:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")
    module, attribute = LAZY_ATTRIBUTES[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value
