"""Cards drawn at once in an unknown order: who picks one of them, and what happens to the rest.

Law: lucky8 5.23, dueling8 5.20. With none seen somebody picks one and the rest follow; with one seen that one is next;
with more seen the player takes what they like, then the next player may, and what that one declines is burned. Who
declines stands (lucky8 5.24, dueling8 5.21), which no hand can before a card that must come: of the initial deal, to a
split or to a doubled hand (R-27). For the Dealer the Pit Manager picks, of cards that were seen the worst one (R-25),
and the rest is discarded. The Dealer never gets a card that a player declined. Unseen cards are counted as long as they
are out, and are dealt before those of the shoe.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.boxes.changes import burned, change_box
from croupier.games.blackjack.boxes.state import Box, BoxRound, Pulled
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents import worst
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import CardDealt, Decision, PlayerEvent, entered
from croupier.games.irregularity import offer
from croupier.games.round import Command, Event, Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence

replace = msgspec.structs.replace


class PullCards(Command, frozen=True, tag="pull-cards"):
    """Two or more cards were drawn at once in an unknown order; `disclosed` are those that were seen."""

    number: int
    disclosed: tuple[Card, ...] = ()


class PickCard(Command, frozen=True, tag="pick-card"):
    """Pick one of the cards drawn at once: by its face if it was seen, else by its place."""

    bettor: str | None = None
    card: Card | None = None
    which: int | None = None


class DeclineCards(Command, frozen=True, tag="decline-cards"):
    """The bettor in control of the hand in play declines all cards drawn at once."""

    bettor: str
    box: int


class CardsPulled(Event, frozen=True, omit_defaults=True, tag="cards-pulled"):
    """Cards were drawn at once in an unknown order, for a player's hand or for the Dealer's."""

    number: int
    disclosed: tuple[Card, ...]
    dealer: bool
    clause: Clause
    by: Role
    player: str | None = None
    """The bettor in control of the hand they were drawn for."""
    box: int | None = None


class CardPicked(Event, frozen=True, tag="card-picked"):
    """One of the cards drawn at once was picked, by the player or for the Dealer."""

    clause: Clause
    by: Role
    bettor: str | None = None
    card: Card | None = None
    which: int | None = None


class CardsDeclined(PlayerEvent, Decision, frozen=True, omit_defaults=True, tag="cards-declined"):
    """A player declined them all and so stands; they are offered to the next player, and burned after that one."""

    bettor: str
    box: int
    clause: Clause
    stands: bool = False
    """Whether the hand stands: always now; in old records the hand of the second player who declined played on."""


def card_due(round: BoxRound) -> bool:
    """Whether a card is due next, to a player or to the Dealer."""
    return for_dealer(round) or hand_due(round) is not None


def for_dealer(round: BoxRound) -> bool:
    """Whether the next card is the Dealer's."""
    dealt_to = round.phase is Phase.DEALING and round.next_place == 0
    return dealt_to or round.phase is Phase.DRAWING or round.first_card_due


def hand_due(round: BoxRound) -> tuple[Box, int] | None:
    """The player's hand that the next card goes to, as (box, id of the hand); None where it is not a player's."""
    if place := round.next_place:
        return round.box(place), 0
    turn = None if round.first_card_due else round.turn
    if turn is None or turn.area is None or turn.area.hand is None or not turn.area.waits_for_card:
        return None
    return turn, turn.area.hand.id


def drawn_at_once(round: BoxRound) -> bool:
    """Whether cards were drawn in an unknown order: then the deal cannot be reconstructed, only voided (5.2)."""
    return any(isinstance(event, CardsPulled) for event in round.play)


def offers(round: BoxRound) -> Iterator[Expected]:
    """The offers to pick or decline cards drawn at once, or to declare such cards."""
    law = round.rules.law
    if round.pulled is None:
        if card_due(round) and not round.waiting and not round.unseen:
            prompt, due = Sentence("drawn-at-once-order-unknown"), hand_due(round)
            clause = law.pulled_none if due else law.pulled_dealer_none
            whose = {"box": due[0].number, "bettors": _controller(due[0])} if due else {}
            yield offer("pull-cards", Role.PIT_SUPERVISOR, clause, prompt, **whose)
        return
    if not blocks(round):
        return
    if round.pulled.dealer:
        clause = law.pulled_dealer_more if round.pulled.cards else law.pulled_dealer_none
        prompt = Sentence("pick-worst-for-dealer") if round.pulled.cards else Sentence("pick-card-for-dealer")
        pick = offer("pick-card", Role.PIT_MANAGER, clause, prompt, options=round.pulled.cards or _places(round.pulled))
        # The worth of a card is only known when no player has anything left to decide.
        known = round.pulled.cards and round.phase is Phase.DRAWING
        yield _ranked(round, worst.suggested(round, pick)) if known else pick
        return
    due = hand_due(round)
    assert due is not None
    box, hand = due
    first = round.pulled.first == (box.number, hand)
    clause = law.pulled_none if not round.pulled.cards else law.pulled_more if first else law.pulled_rest
    whose = {"box": box.number, "hand": str(hand), "bettors": _controller(box)}
    for options in (round.pulled.cards, _places(round.pulled)):
        if options:
            yield offer("pick-card", Role.PLAYER, clause, Sentence("ask-which-card"), options=options, **whose)
    if round.pulled.cards and _may_decline(round, box):
        yield offer("decline-cards", Role.PLAYER, law.pulled_rest, Sentence("offer-decline-all-cards"), **whose)


def _ranked(round: BoxRound, pick: Expected) -> Expected:
    """The offer to pick the worst card for the Dealer: any by the Pit Manager, or the one that counts so (R-25)."""
    if round.rules.reads("R-25") != "a":
        return pick
    assert pick.suggested is not None
    return replace(pick, options=(pick.suggested,))


def _controller(box: Box) -> tuple[str, ...]:
    controller = box.controller()
    return (controller,) if controller else ()


def _may_decline(round: BoxRound, box: Box) -> bool:
    """Whether a player may decline: not a card that must come, of the initial deal or to a split or doubled hand."""
    hand = box.area.hand if box.area and round.phase is Phase.PLAYING else None
    return hand is not None and len(hand.cards) > 1 and not hand.doubled


def _places(pulled: Pulled) -> tuple[str, ...]:
    """The unseen ones, by their places from 1."""
    return tuple(str(place) for place in range(1, pulled.unseen + 1))


def blocks(round: BoxRound) -> bool:
    """Whether one of them must be picked or declined before the next card."""
    if round.pulled is None or round.pulled.picked:
        return False
    if round.pulled.dealer:
        return for_dealer(round)
    due = hand_due(round)
    return due is not None and due[0].controller() is not None


def _declared(round: BoxRound, command: PullCards, expected: Expected, by: Role) -> Iterator[CardsPulled]:
    dealer, number, disclosed = for_dealer(round), command.number, command.disclosed
    clause = _none_one_or_more(round, dealer)[min(len(disclosed), 2)]
    if number < 2 or len(disclosed) > number:
        raise Refused("drawn-cards-miscounted", clause)
    due = hand_due(round)
    box = due[0] if due else None
    yield CardsPulled(
        number=number,
        disclosed=disclosed,
        dealer=dealer,
        clause=clause_of(clause),
        by=by,
        player=box.controller() if box else None,
        box=box.number if box else None,
    )


def _none_one_or_more(round: BoxRound, dealer: bool) -> tuple[Citation, Citation, Citation]:
    """The clauses on cards of which none, one or more were seen."""
    law = round.rules.law
    if dealer:
        return law.pulled_dealer_none, law.pulled_dealer_one, law.pulled_dealer_more
    return law.pulled_none, law.pulled_one, law.pulled_more


def _chosen(round: BoxRound, command: PickCard, expected: Expected, by: Role) -> Iterator[Event]:
    card, which = command.card, command.which
    picked = card or str(which)
    if picked not in expected.options or (card is not None and which is not None):
        raise Refused("card-not-among-choices", expected.clause, choices=tuple(expected.options), picked=picked)
    who = command.bettor if expected.by is Role.PLAYER else None
    yield CardPicked(bettor=who, card=card, which=which, clause=clause_of(expected.clause), by=by)
    if card is not None and (due := hand_due(round)):
        yield CardDealt(card=card, box=due[0].number)


def _declined(round: BoxRound, command: DeclineCards, expected: Expected, by: Role) -> Iterator[CardsDeclined]:
    clause = clause_of(expected.clause)
    yield CardsDeclined(bettor=command.bettor, box=command.box, clause=clause, stands=True, placed_by=entered(by))


def _pulled(round: BoxRound, event: CardsPulled) -> BoxRound:
    # This rule, and no ruling on early cards, applies even if they are the first cards of the round.
    round = replace(round, may_withdraw=True, ready_ruled=True)
    if len(event.disclosed) == 1:
        return replace(round, waiting=event.disclosed, unseen=event.number - 1)
    due = hand_due(round)
    first = (due[0].number, due[1]) if due else None
    return replace(round, pulled=Pulled(event.number, event.disclosed, event.dealer, first))


def _picked(round: BoxRound, event: CardPicked) -> BoxRound:
    """The picked one is the next card; unseen ones follow it where no seen one is left to be offered."""
    pulled, card = round.pulled, event.card
    assert pulled is not None
    if card is None:
        if pulled.cards:
            return replace(round, pulled=replace(pulled, picked=True))
        return replace(round, pulled=None, unseen=pulled.number)
    cards = list(pulled.cards)
    cards.remove(card)
    left = replace(pulled, number=pulled.number - 1, cards=tuple(cards))
    round = replace(round, pulled=left, waiting=(card,))
    if pulled.dealer:
        return burned(round)
    return round if cards else replace(round, pulled=None, unseen=left.number)


def _stood(round: BoxRound, event: CardsDeclined) -> BoxRound:
    assert round.pulled is not None
    area = round.box(event.box).area
    assert area is not None
    assert area.hand is not None
    drawn_for = round.pulled.first == (event.box, area.hand.id)
    if drawn_for or event.stands:
        round = change_box(round, event.box, area=replace(area, called=False).stand())
    return round if drawn_for else burned(round)


BOXES = Handlers[BoxRound](
    follows={PullCards: _declared, PickCard: _chosen, DeclineCards: _declined},
    evolves={CardsPulled: _pulled, CardPicked: _picked, CardsDeclined: _stood},
    declared={CardsPulled: "pull-cards", CardPicked: "pick-card", CardsDeclined: "decline-cards"},
)
