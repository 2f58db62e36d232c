"""What each event makes of a round on boxes, and what of it is kept to be gone through again.

What goes through the play again is in `reconstruction`, above: nothing of the kind is ever among what is gone through.
"""

import msgspec

from croupier.games.blackjack.boxes import play
from croupier.games.blackjack.boxes.state import Round
from croupier.games.blackjack.dispatch import combined
from croupier.games.blackjack.incidents import (
    absence,
    bad_cards,
    dealer_missed,
    dealt_in_error,
    face_up,
    forgotten_burn,
    late_wagers,
    limits,
    misread,
    missed_box,
    missed_shuffle,
    one_card,
    power,
    pulled,
    ready_cards,
    referral,
    run_out,
    skipped_player,
    unbet_box,
    void,
    withdrawal,
    wrong_place,
)
from croupier.games.blackjack.proceedings import CardLaid, ClaimRefused, OffersClosed
from croupier.games.round import Event, Phase

HANDLERS = combined(
    play.HANDLERS,
    absence.BOXES,
    bad_cards.BOXES,
    dealer_missed.BOXES,
    dealt_in_error.BOXES,
    face_up.BOXES,
    forgotten_burn.BOXES,
    late_wagers.BOXES,
    limits.BOXES,
    misread.BOXES,
    missed_box.BOXES,
    missed_shuffle.BOXES,
    one_card.BOXES,
    power.BOXES,
    pulled.BOXES,
    ready_cards.BOXES,
    referral.BOXES,
    run_out.BOXES,
    skipped_player.BOXES,
    unbet_box.BOXES,
    void.BOXES,
    withdrawal.BOXES,
    wrong_place.BOXES,
)
GONE_THROUGH_AGAIN = {*HANDLERS.again, *HANDLERS.declared, ClaimRefused, OffersClosed}
"""What a round keeps from the close on beside its cards, because it can be gone through again."""


def step(round: Round, event: Event) -> Round:
    """The round after an event that may be gone through again."""
    return followed(round, event, HANDLERS.evolves[type(event)](round, event))


def followed(round: Round, event: Event, after: Round) -> Round:
    """What an event has made of a round, with what follows by itself, and with what the round remembers of it."""
    if after.phase is not Phase.BETTING and (isinstance(event, CardLaid) or type(event) in GONE_THROUGH_AGAIN):
        after = msgspec.structs.replace(after, play=(*after.play, event))
    return misread.remembered(round, event, play.advance(after))
