"""A card that was dealt while none was due: it is the next card, unless the Dealer's hand was complete.

Law: lucky8 5.7 to 5.10, dueling8 5.7 to 5.10, eblackjack 5.6. Where no player is left to take or refuse it, the Dealer
gets it. That changes nothing: a Dealer below 17 is finished only when no open wager depends on another card.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.boxes.changes import change_box, taken
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import CardDealt, Decision, PlayerEvent, entered
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import check_copies, check_waiting, offer
from croupier.games.messages import DealerCardRemoved, RemoveDealerCard
from croupier.games.round import Command, Event, Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence

replace = msgspec.structs.replace


class ExposeCard(Command, frozen=True, tag="expose-card"):
    """A card was dealt in error while none was due."""

    card: Card


class RefuseCard(Command, frozen=True, tag="refuse-card"):
    """The bettor in control of the hand in play refuses the card that was dealt in error."""

    bettor: str
    box: int


class CardExposed(Event, frozen=True, tag="card-exposed"):
    """A card dealt in error is the next card, for whoever takes one first."""

    card: Card
    clause: Clause
    by: Role


class CardRefused(PlayerEvent, Decision, frozen=True, tag="card-refused"):
    """A player refused the card dealt in error, and so stands."""

    bettor: str
    box: int
    clause: Clause


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offers to declare a card dealt in error, and to the player in turn to refuse it."""
    law, loose = round.rules.law, not round.waiting and not round.pulled
    turn = None if round.first_card_due else round.turn
    decides = turn if turn and turn.area and turn.area.waits_for_decision else None
    if round.phase is Phase.COMPLETE:
        if round.dealer_hand.total >= 17:
            yield _too_many(round)
        elif loose and round.wagered:
            yield offer("expose-card", Role.DEALER, law.exposed_dealer, Sentence("dealer-extra-card-stays"))
    elif loose and (decides or round.phase in (Phase.CONFIRMING, Phase.OFFERING)):
        yield offer("expose-card", Role.DEALER, law.exposed, Sentence("misdealt-card-comes-next"))
    elif round.exposed and decides and (controller := decides.controller()):
        prompt = Sentence("offer-refuse-and-stand")
        yield offer("refuse-card", Role.PLAYER, law.refuses, prompt, box=decides.number, bettors=(controller,))


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to remove a card drawn to the Dealer's complete hand: the waiting one, where there is one."""
    if round.phase is Phase.COMPLETE and round.dealer_hand.total >= 17:
        yield replace(_too_many(round), options=round.waiting[:1])


def _too_many(round: BoxRound | StreamRound) -> Expected:
    prompt = Sentence("dealer-extra-card-removed")
    return offer("remove-dealer-card", Role.DEALER, round.rules.law.dealer_complete, prompt)


def _dealt(round: BoxRound, command: ExposeCard, expected: Expected, by: Role) -> Iterator[Event]:
    yield CardExposed(card=command.card, clause=clause_of(expected.clause), by=by)
    if round.phase is Phase.COMPLETE:
        yield CardDealt(card=command.card)


def _refused(round: BoxRound, command: RefuseCard, expected: Expected, by: Role) -> Iterator[CardRefused]:
    clause = clause_of(expected.clause)
    yield CardRefused(bettor=command.bettor, box=command.box, clause=clause, placed_by=entered(by))


def _removed_on_boxes(
    round: BoxRound, command: RemoveDealerCard, expected: Expected, by: Role
) -> Iterator[DealerCardRemoved]:
    check_waiting(round.waiting, command.card, expected.clause)
    yield DealerCardRemoved(card=command.card, clause=expected.clause, by=by)


def _removed_on_stream(
    round: StreamRound, command: RemoveDealerCard, expected: Expected, by: Role
) -> Iterator[DealerCardRemoved]:
    """Remove a surplus card of the Dealer: the waiting one, where there is one."""
    card = command.card
    if round.waiting and card != round.waiting[0]:
        raise Refused("waiting-card-goes-first", expected.clause, waiting=round.waiting[0], card=card)
    if not round.waiting:
        check_copies(round.rules, round.terms.decks, (*round.out, card))
    yield DealerCardRemoved(card=card, clause=expected.clause, by=by)


def _next(round: BoxRound, event: CardExposed) -> BoxRound:
    return replace(taken(round), waiting=(event.card,), exposed=True)


def _stood(round: BoxRound, event: CardRefused) -> BoxRound:
    area = round.box(event.box).area
    assert area is not None
    if round.rules.reads("R-27") == "b":
        round = replace(round, refused=(*round.refused, event.bettor))
    return change_box(round, event.box, area=area.stand())


def _away_on_boxes(round: BoxRound, event: DealerCardRemoved) -> BoxRound:
    return replace(taken(round), removed=(*round.removed, event.card))


def _away_on_stream(round: StreamRound, event: DealerCardRemoved) -> StreamRound:
    return replace(round, removed=(*round.removed, event.card), waiting=round.waiting[1:])


BOXES = Handlers[BoxRound](
    follows={ExposeCard: _dealt, RefuseCard: _refused, RemoveDealerCard: _removed_on_boxes},
    evolves={CardExposed: _next, CardRefused: _stood, DealerCardRemoved: _away_on_boxes},
    # When cards are reconstructed, whoever refused one has stood.
    again={CardRefused: "decide"},
    declared={CardExposed: "expose-card", CardRefused: "refuse-card"},
)
STREAM = Handlers[StreamRound](
    follows={RemoveDealerCard: _removed_on_stream}, evolves={DealerCardRemoved: _away_on_stream}
)
