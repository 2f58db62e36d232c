"""A card that was entered or read wrongly: one step back, or a correction.

Law: eblackjack 6.3 and, for boxes, the ruling on it (R-23): cards decide, and what was entered is a display. A round is
a value, so it keeps the one that it was before its last card, and is that one again, with all that the card had brought
about by itself undone. Once somebody has acted upon the card, what was chosen stands over the right cards, or is
referred: that is in `reconstruction` of boxes and of the stream.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.proceedings import CardLaid
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import offer_back, offer_correction, taken_back
from croupier.games.messages import CardTakenBack, CuttingCardRemoved, TakeBackCard
from croupier.games.round import Event, Expected, Role
from croupier.refused import Refused
from croupier.words import Sentence

replace = msgspec.structs.replace
AnyRound = TypeVar("AnyRound", BoxRound, StreamRound)


def offers_step_back(round: BoxRound | StreamRound) -> Iterator[Expected]:
    """That the last card goes back, while it may: one that was out already was not entered but known."""
    if round.before and not round.before.waiting:
        yield offer_back(round.cards[-1], round.rules.law.display)


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """That cards are corrected, while those who decided something are still there."""
    if round.dealt and round.wagered and not round.somebody_left:
        yield offer_correction(round.rules.law.display)


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """That cards are corrected."""
    yield offer_correction(round.rules.law.display)


def remembered(round: AnyRound, event: Event, after: AnyRound) -> AnyRound:
    """The round after an event, with the one before it where that was a card; the cutting card is none."""
    before = round if isinstance(event, CardLaid) else None
    if isinstance(event, CuttingCardRemoved):
        before = round.before
    return after if after.before is before else replace(after, before=before)


def _back(
    round: BoxRound | StreamRound, command: TakeBackCard, expected: Expected, by: Role
) -> Iterator[CardTakenBack]:
    yield taken_back(round.cards[-1], command.card, expected.clause, by)


def _too_late(round: BoxRound | StreamRound, command: TakeBackCard) -> Refused:
    said = Sentence("card-not-last-entered")
    return Refused(said, round.rules.law.display)


def _stepped_back(round: AnyRound, event: CardTakenBack) -> AnyRound:
    """The round before its last card; that it lay there stays on record, and a cutting card stays out."""
    assert round.before is not None
    return replace(round.before, history=(*round.history, round.cards), cut_after=round.cut_after)


BOXES = Handlers[BoxRound](
    follows={TakeBackCard: _back}, refuses={TakeBackCard: _too_late}, evolves={CardTakenBack: _stepped_back}
)
STREAM = Handlers[StreamRound](
    follows={TakeBackCard: _back}, refuses={TakeBackCard: _too_late}, evolves={CardTakenBack: _stepped_back}
)
