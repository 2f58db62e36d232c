"""What no clause covers: the Gaming Shift Manager rules.

Law: lucky8 6.1, dueling8 6.1, eblackjack 6.1.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import offer, ruled
from croupier.games.messages import Refer, RoundVoided, RulingGiven
from croupier.games.round import Expected, Role
from croupier.words import Sentence

AnyRound = TypeVar("AnyRound", BoxRound, StreamRound)


def offers(round: BoxRound | StreamRound) -> Iterator[Expected]:
    """The offer of a ruling, at any time until the round is void."""
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, round.rules.law.refers, Sentence("shift-manager-ruling"))


def _ruled(
    round: BoxRound | StreamRound, command: Refer, expected: Expected, by: Role
) -> Iterator[RulingGiven | RoundVoided]:
    return ruled(command.reason, command.effect, expected.clause, by)


def _noted(round: AnyRound, event: RulingGiven) -> AnyRound:
    return msgspec.structs.replace(round, notes=(*round.notes, event))


BOXES = Handlers[BoxRound](follows={Refer: _ruled}, evolves={RulingGiven: _noted})
STREAM = Handlers[StreamRound](follows={Refer: _ruled}, evolves={RulingGiven: _noted})
