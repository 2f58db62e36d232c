"""The first card of the shoe was to be burned, but was dealt.

Law: lucky8 5.21, dueling8 5.18. Before play moves on it is removed and the other cards are put right (in
`boxes.reconstruction`); after that it stays in play.
"""

from collections.abc import Iterator

from croupier.cards import Card
from croupier.games.blackjack.boxes.state import INITIAL, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.pulled import drawn_at_once
from croupier.games.blackjack.law import clause_of
from croupier.games.irregularity import offer
from croupier.games.messages import FaceUpCardFound
from croupier.games.round import Command, Event, Expected, Role
from croupier.rulebook import Clause
from croupier.words import Sentence


class DeclareForgottenBurn(Command, frozen=True, tag="declare-forgotten-burn"):
    """The first card of the shoe was to be burned, but was dealt."""


class BurnForgotten(Event, frozen=True, tag="burn-forgotten"):
    """The burn card was dealt: it is removed and the rest put right, or it stays where play had moved on."""

    card: Card
    rebuilt: bool
    clause: Clause
    by: Role


def offers(round: BoxRound) -> Iterator[Expected]:
    """The offer to declare it: the card is removed or stays, by the phase of the round."""
    law = round.rules.law
    if not _burn_card_dealt(round):
        return
    if round.phase not in INITIAL:
        prompt = Sentence("burn-card-stays")
        yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law.burn_stays, prompt)
    elif round.wagered and not drawn_at_once(round):
        prompt = Sentence("burn-card-taken-out")
        yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law.burn_rebuilt, prompt)


def _burn_card_dealt(round: BoxRound) -> bool:
    """Whether the first card of the shoe may have been dealt in this round instead of burned, and is not declared yet.

    The house knows whether the shoe began with this round (`fresh`). Where it has not said, a round that began with
    surplus cards did not begin the shoe, and one whose first card was burned needs no other burn.
    """
    settled = (BurnForgotten, FaceUpCardFound)
    noted = any(isinstance(note, settled) and getattr(note, "burned", True) for note in round.notes)
    return round.fresh is not False and not noted and round.dealt[:1] == round.cards[:1] != ()


def _declared(round: BoxRound, command: DeclareForgottenBurn, expected: Expected, by: Role) -> Iterator[BurnForgotten]:
    card, rebuilt = round.dealt[0], round.phase in INITIAL
    yield BurnForgotten(card=card, rebuilt=rebuilt, clause=clause_of(expected.clause), by=by)


BOXES = Handlers[BoxRound](follows={DeclareForgottenBurn: _declared})
