"""The cutting card had come, and the cards were not shuffled: the shuffle follows this round.

Law: lucky8 5.20, dueling8 5.17.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.law import clause_of
from croupier.games.irregularity import offer
from croupier.games.round import Command, Event, Expected, Role
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence


class MissCuttingCard(Command, frozen=True, tag="miss-cutting-card"):
    """The cutting card had come, and the cards were not shuffled."""


class CuttingCardMissed(Event, frozen=True, tag="cutting-card-missed"):
    """The shuffle was missed; it follows this round."""

    clause: Clause
    by: Role


def offers(round: BoxRound) -> Iterator[Expected]:
    """The offer to declare a missed shuffle, where the Dealer shuffles and no shuffle is due yet."""
    if round.terms.hand_shuffled and not round.shuffle_due:
        yield offer("miss-cutting-card", Role.DEALER, round.rules.law.misses_cut, Sentence("shuffle-missed"))


def _declared(round: BoxRound, command: MissCuttingCard, expected: Expected, by: Role) -> Iterator[CuttingCardMissed]:
    yield CuttingCardMissed(clause=clause_of(expected.clause), by=by)


def _by_machine(round: BoxRound, command: MissCuttingCard) -> Refused | None:
    if round.terms.hand_shuffled:
        return None
    return Refused("table-shuffled-by-machine", round.rules.law.misses_cut)


def _missed(round: BoxRound, event: CuttingCardMissed) -> BoxRound:
    return msgspec.structs.replace(round, shuffle_due=True)


BOXES = Handlers[BoxRound](
    follows={MissCuttingCard: _declared}, refuses={MissCuttingCard: _by_machine}, evolves={CuttingCardMissed: _missed}
)
