"""What no clause covers: the Gaming Shift Manager rules.

Law: lucky8 6.1, dueling8 6.1, eblackjack 6.1.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from croupier.games.blackjack.boxes.state import Round
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import Stream
from croupier.games.irregularity import offer, ruled
from croupier.games.messages import Refer, RoundVoided, RulingGiven
from croupier.games.round import Expected, Role
from croupier.words import Sentence

AnyRound = TypeVar("AnyRound", Round, Stream)


def offers(round: Round | Stream) -> Iterator[Expected]:
    """At any time until the round is void."""
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, round.rules.law.refers, Sentence("shift-manager-ruling"))


def _ruled(round: Round | Stream, command: Refer, expected: Expected, by: Role) -> Iterator[RulingGiven | RoundVoided]:
    return ruled(command.reason, command.effect, expected.clause, by)


def _noted(round: AnyRound, event: RulingGiven) -> AnyRound:
    return msgspec.structs.replace(round, notes=(*round.notes, event))


BOXES = Handlers[Round](follows={Refer: _ruled}, evolves={RulingGiven: _noted})
STREAM = Handlers[Stream](follows={Refer: _ruled}, evolves={RulingGiven: _noted})
