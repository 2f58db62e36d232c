"""A card found face up in the shoe, next to be drawn: it is played as normal, except as the first card of a round.

Law: lucky8 5.5, dueling8 5.5, eblackjack 5.5. Before the first card the documents are silent, so the pit rules (R-22).
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.boxes.state import BEFORE_THE_END, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import check_copies, early_courses, face_up, offer_face_up, shuffled_anew
from croupier.games.messages import FaceUpCardFound, FindFaceUpCard
from croupier.games.round import Event, Expected, Phase, Role

replace = msgspec.structs.replace


def offers_early_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to burn or play it before the first card, where no other card is out."""
    if not round.begun and _none_out(round):
        yield offer_face_up(True, round.rules.law.face_up, courses=early_courses(round.rules))


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to report one that is played, as long as a card may come."""
    if round.begun and _none_out(round) and round.phase in BEFORE_THE_END:
        yield offer_face_up(False, round.rules.law.face_up)


def _none_out(round: BoxRound) -> bool:
    return not round.waiting and not round.pulled and not round.unseen


def offers_early_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to burn or play it while bets are open, where no other card is out."""
    if round.phase is Phase.BETTING and not round.waiting:
        yield offer_face_up(True, round.rules.law.face_up, courses=early_courses(round.rules))


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to report one: it is played, or ruled upon before the first card."""
    yield offer_face_up(not round.cards, round.rules.law.face_up, courses=early_courses(round.rules))


def _on_boxes(round: BoxRound, command: FindFaceUpCard, expected: Expected, by: Role) -> Iterator[Event]:
    yield face_up(command.card, command.course, expected, by)
    yield from shuffled_anew(command.course, expected, by)


def _found_on_boxes(round: BoxRound, event: FaceUpCardFound) -> BoxRound:
    played = {"waiting": (event.card,), "ready_ruled": True}
    out = {"removed": (*round.removed, event.card)} if event.burned else played
    return replace(round, notes=(*round.notes, event), **out)


def _on_stream(round: StreamRound, command: FindFaceUpCard, expected: Expected, by: Role) -> Iterator[Event]:
    check_copies(round.rules, round.terms.decks, (*round.out, command.card))
    yield face_up(command.card, command.course, expected, by)
    yield from shuffled_anew(command.course, expected, by)


def _found_on_stream(round: StreamRound, event: FaceUpCardFound) -> StreamRound:
    out = {"removed": (*round.removed, event.card)} if event.burned else {"waiting": (event.card,)}
    return replace(round, notes=(*round.notes, event), **out)


BOXES = Handlers[BoxRound](follows={FindFaceUpCard: _on_boxes}, evolves={FaceUpCardFound: _found_on_boxes})
STREAM = Handlers[StreamRound](follows={FindFaceUpCard: _on_stream}, evolves={FaceUpCardFound: _found_on_stream})
