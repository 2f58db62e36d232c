"""One step back: a card that was entered wrongly, before anything has followed from it.

Law: eblackjack 6.3 and, for boxes, the ruling on it (R-23): cards decide, and what was entered is a display. A round is
a value, so it keeps the one that it was before its last card, and is that one again, with all that the card had brought
about by itself undone. Once somebody has acted upon the card, what was chosen stands, or is referred.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Round
from croupier.games.blackjack.shared import Stream
from croupier.games.irregularity import offer_back
from croupier.games.round import Expected
from croupier.refused import Refused

AnyRound = TypeVar("AnyRound", Round, Stream)


def expects(round: Round | Stream) -> Iterator[Expected]:
    """That the last card goes back, while it may: one that was out already was not entered but known."""
    if round.before and not round.before.waiting:
        yield offer_back(round.cards[-1], round.rules.law.display)


def remembered(round: AnyRound, event: m.AnyEvent, after: AnyRound) -> AnyRound:
    """The round after an event, with the one before it where that was a card; the cutting card is none."""
    before = round if isinstance(event, m.CardDealt | m.CardMisdealt) else None
    if isinstance(event, m.CuttingCardRemoved):
        before = round.before
    return after if after.before is before else msgspec.structs.replace(after, before=before)


def stepped_back(round: AnyRound) -> AnyRound:
    """The round before its last card; that it lay there stays on record, and a cutting card stays out."""
    assert round.before is not None
    return msgspec.structs.replace(round.before, history=(*round.history, round.cards), cut_after=round.cut_after)


def too_late(round: Round | Stream) -> Refused:
    """Why no card goes back now."""
    said = "a card goes back only before anything follows it: what was entered stands, or is referred"
    return Refused(said, round.rules.law.display)
