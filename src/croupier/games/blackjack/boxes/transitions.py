"""What each event makes of a round on boxes, and what of it is kept to be gone through again.

What goes through the play again is in `reconstruction`, above: nothing of the kind is ever among what is gone through.
"""

import msgspec

from croupier.games.blackjack import incidents
from croupier.games.blackjack.boxes import play
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import combined
from croupier.games.blackjack.proceedings import CardLaid, ClaimRefused, OffersClosed
from croupier.games.round import Event, Phase

HANDLERS = combined(play.HANDLERS, *incidents.ON_BOXES)
GONE_THROUGH_AGAIN = {*HANDLERS.again, *HANDLERS.declared, ClaimRefused, OffersClosed}
"""What a round keeps from the close on beside its cards, because it can be gone through again."""


def step(round: BoxRound, event: Event) -> BoxRound:
    """The round after an event that may be gone through again."""
    return followed(round, event, HANDLERS.evolves[type(event)](round, event))


def followed(round: BoxRound, event: Event, after: BoxRound) -> BoxRound:
    """What an event has made of a round, with what follows by itself, and with what the round remembers of it."""
    if after.phase is not Phase.BETTING and (isinstance(event, CardLaid) or type(event) in GONE_THROUGH_AGAIN):
        after = msgspec.structs.replace(after, play=(*after.play, event))
    return incidents.misread.remembered(round, event, play.advance(after))
