"""How events change a round on boxes, and which of them are logged for a later replay.

The replay itself is in `reconstruction`, a layer above: its own events are never replayed.
"""

import msgspec

from croupier.games.blackjack import incidents
from croupier.games.blackjack.boxes import play
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import combined
from croupier.games.blackjack.proceedings import CardLaid, ClaimRefused, OffersClosed
from croupier.games.round import Event, Phase

HANDLERS = combined(play.HANDLERS, *incidents.ON_BOXES)
REPLAYED = {*HANDLERS.again, *HANDLERS.declared, ClaimRefused, OffersClosed}
"""Events that a round logs from the close on beside its cards, because they can be replayed."""


def step(round: BoxRound, event: Event) -> BoxRound:
    """Apply an event that can be replayed."""
    return followed(round, event, HANDLERS.evolves[type(event)](round, event))


def followed(round: BoxRound, event: Event, after: BoxRound) -> BoxRound:
    """The round after an event, with automatic transitions applied and the event logged where it can be replayed."""
    if after.phase is not Phase.BETTING and (isinstance(event, CardLaid) or type(event) in REPLAYED):
        after = msgspec.structs.replace(after, play=(*after.play, event))
    return incidents.misread.remembered(round, event, play.advance(after))
