"""A card that was entered or read wrongly: the entry is undone, or the cards are corrected.

Law: eblackjack 6.3 and, for boxes, the ruling on it (R-23): cards decide, and an entry is only a display. A round keeps
a snapshot from before its last card; undoing the entry restores it, with everything that the card had caused. Once
somebody has acted on the card, a correction is needed instead: the choices stand with the right cards, or the case is
referred. That is in `reconstruction` of boxes and of the stream.
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

replace = msgspec.structs.replace
AnyRound = TypeVar("AnyRound", BoxRound, StreamRound)


def offers_step_back(round: BoxRound | StreamRound) -> Iterator[Expected]:
    """The offer to undo the last card entry; not for a card that was out and known before."""
    if round.before and not round.before.waiting:
        yield offer_back(round.cards[-1], round.rules.law.display)


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to correct misread cards, while all who decided something are still in the round."""
    if round.dealt and round.wagered and not round.somebody_left:
        yield offer_correction(round.rules.law.display)


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to correct misread cards."""
    yield offer_correction(round.rules.law.display)


def remembered(round: AnyRound, event: Event, after: AnyRound) -> AnyRound:
    """The round after an event, with a snapshot from before it if it is a card; the cutting card keeps the snapshot."""
    before = round if isinstance(event, CardLaid) else None
    if isinstance(event, CuttingCardRemoved):
        before = round.before
    return after if after.before is before else replace(after, before=before)


def _back(
    round: BoxRound | StreamRound, command: TakeBackCard, expected: Expected, by: Role
) -> Iterator[CardTakenBack]:
    yield taken_back(round.cards[-1], command.card, expected.clause, by)


def _too_late(round: BoxRound | StreamRound, command: TakeBackCard) -> Refused:
    return Refused("card-not-last-entered", round.rules.law.display)


def _stepped_back(round: AnyRound, event: CardTakenBack) -> AnyRound:
    """The snapshot from before the last card; the card stays in `history`, and a cutting card stays out."""
    assert round.before is not None
    return replace(round.before, history=(*round.history, round.cards), cut_after=round.cut_after)


BOXES = Handlers[BoxRound](
    follows={TakeBackCard: _back}, refuses={TakeBackCard: _too_late}, evolves={CardTakenBack: _stepped_back}
)
STREAM = Handlers[StreamRound](
    follows={TakeBackCard: _back}, refuses={TakeBackCard: _too_late}, evolves={CardTakenBack: _stepped_back}
)
