"""Foreign, extra, missing or unshuffled cards: the round is void.

Law: lucky8 5.1.1, dueling8 5.1.1, eblackjack 5.1.1.
"""

from collections.abc import Iterator

from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import offer
from croupier.games.messages import DeclareBadCards, RoundVoided
from croupier.games.round import OVER, Expected, Role
from croupier.words import Sentence


def offers(round: BoxRound | StreamRound) -> Iterator[Expected]:
    """The offer to declare bad cards, while the round is not over."""
    if round.phase not in OVER:
        yield offer("declare-bad-cards", Role.PIT_MANAGER, round.rules.law.bad_cards, Sentence("bad-cards-void"))


def _declared(
    round: BoxRound | StreamRound, command: DeclareBadCards, expected: Expected, by: Role
) -> Iterator[RoundVoided]:
    yield RoundVoided(clause=expected.clause, by=by, why=Sentence("bad-cards-of-kind", defect=command.kind))


BOXES = Handlers[BoxRound](follows={DeclareBadCards: _declared})
STREAM = Handlers[StreamRound](follows={DeclareBadCards: _declared})
