"""Baccarat with five per cent commission, and the pairs: a variant of the family that is there, so it is only data."""

from croupier.cards import STANDARD
from croupier.games.baccarat import wagers as w
from croupier.games.baccarat.law import ELECTRONIC_LAW
from croupier.games.baccarat.variants import Baccarat
from croupier.rulebook import DOCUMENTS

__version__ = "1.0"

COMMISSION = Baccarat(
    name="commission",
    title="Commission Baccarat",
    document=DOCUMENTS["ebaccarat"],
    deck=STANDARD,
    decks=range(4, 11),
    default_decks=8,
    law=ELECTRONIC_LAW,
    wagers=(
        w.main(w.ELECTRONIC, "player", "4.7", "2.2"),
        w.main(w.ELECTRONIC, "banker", "4.7", "2.2", rest="19:20"),
        w.tie(w.ELECTRONIC, "4.7", "1.1.20", "2.2"),
        w.pair("player", "4.4"),
        w.pair("banker", "4.4"),
    ),
)
