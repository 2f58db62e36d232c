"""A display of the shared stream showed something wrong: it is put right, and the cards stand.

Law: eblackjack 6.3.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import offer
from croupier.games.messages import CorrectDisplay, DisplayCorrected
from croupier.games.round import Expected, Role
from croupier.words import Sentence


def offers(round: StreamRound) -> Iterator[Expected]:
    """The offer to declare a wrong display, at any time."""
    yield offer("correct-display", Role.DEALER, round.rules.law.display, Sentence("display-wrong-cards-stand"))


def _corrected(round: StreamRound, command: CorrectDisplay, expected: Expected, by: Role) -> Iterator[DisplayCorrected]:
    yield DisplayCorrected(said=command.said, clause=expected.clause, by=by)


def _noted(round: StreamRound, event: DisplayCorrected) -> StreamRound:
    return msgspec.structs.replace(round, notes=(*round.notes, event))


STREAM = Handlers[StreamRound](follows={CorrectDisplay: _corrected}, evolves={DisplayCorrected: _noted})
