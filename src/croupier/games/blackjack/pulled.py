"""Cards drawn at once in an order that nobody knows: whose choice it is, and what becomes of the rest.

Law: lucky8 5.23, dueling8 5.20. With none seen somebody picks one and the rest follow; with one seen that one is next;
with more seen the player takes what they like, then the next player may, and what nobody wants is burned. For the
Dealer it is the Pit Manager who picks, of cards that were seen the worst one (R-25), and the rest is discarded.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack import worst
from croupier.games.blackjack.boxes import Pulled, Round
from croupier.games.irregularity import check_copies, offer
from croupier.games.round import Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Clause


def card_due(round: Round) -> bool:
    """Whether the next card is a player's to receive, or the Dealer's."""
    turn = round.turn
    return for_dealer(round) or bool(turn and turn.area and turn.area.waits_for_card)


def for_dealer(round: Round) -> bool:
    """Whether the next card is the Dealer's."""
    return round.phase is Phase.DRAWING or round.first_card_due


def expects(round: Round) -> Iterator[Expected]:
    """The choices that cards drawn at once leave open, or that they may be declared."""
    law = round.rules.law
    if round.pulled is None:
        if card_due(round) and not round.waiting:
            said = "Cards drawn at once, order unknown"
            key = "pulled_dealer_none" if for_dealer(round) else "pulled_none"
            yield offer("pull-cards", Role.PIT_SUPERVISOR, law(key), said)
        return
    if not card_due(round):
        return
    if round.pulled.dealer:
        key = "pulled_dealer_more" if round.pulled.cards else "pulled_dealer_none"
        said = "Pick the card that is worst for the Dealer" if round.pulled.cards else "Pick a card for the Dealer"
        pick = offer("pick-card", Role.PIT_MANAGER, law(key), said, options=choices(round.pulled))
        # What a card is worth is known when nobody has anything left to decide.
        yield worst.suggested(round, pick) if round.pulled.cards and round.phase is Phase.DRAWING else pick
        return
    turn = round.turn
    assert turn is not None
    controller = turn.controller()
    if controller is None:
        return
    key = "pulled_more" if round.pulled.cards else "pulled_none"
    pick = Expected(command="pick-card", by=Role.PLAYER, clause=law(key), prompt="Which card will you have?")
    pick = msgspec.structs.replace(
        pick, box=turn.number, bettors=(controller,), options=choices(round.pulled), irregular=True
    )
    yield pick
    if round.pulled.cards and _may_decline(round):
        none = msgspec.structs.replace(pick, command="decline-cards", clause=law("pulled_rest"), prompt="None of them?")
        yield msgspec.structs.replace(none, options=())


def _may_decline(round: Round) -> bool:
    """A card that must come, to a split or a doubled hand, is not declined."""
    hand = round.turn.area.hand if round.turn and round.turn.area else None
    return hand is not None and len(hand.cards) > 1 and not hand.doubled


def choices(pulled: Pulled) -> tuple[str, ...]:
    """What may be picked: faces that were seen, else places."""
    return pulled.cards or tuple(str(place) for place in range(1, pulled.number + 1))


def blocks(round: Round) -> bool:
    """Whether a choice must be made before the next card."""
    if round.pulled is None or not card_due(round):
        return False
    return round.pulled.dealer or (round.turn is not None and round.turn.controller() is not None)


def follows(round: Round, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    """What follows from a declaration or a choice."""
    match command:
        case m.PullCards(number=number, disclosed=disclosed):
            yield _pulled(round, number, disclosed, by)
        case m.PickCard(bettor=bettor, card=card, which=which):
            said = card or (None if which is None else str(which))
            if said not in expected.options:
                raise Refused(f"there is {', '.join(expected.options)} to pick from, not {said}", expected.clause)
            clause = _clause(expected)
            yield m.CardPicked(bettor=bettor, card=card, which=which, clause=clause, by=by)
            if card is not None and round.turn is not None and not for_dealer(round):
                yield m.CardDealt(card=card, box=round.turn.number)
        case m.DeclineCards(bettor=bettor, box=box):
            yield m.CardsDeclined(bettor=bettor, box=box, clause=_clause(expected))


def _pulled(round: Round, number: int, disclosed: tuple[Card, ...], by: Role) -> m.CardsPulled:
    dealer = for_dealer(round)
    key = "_dealer" * dealer + ("_none", "_one", "_more")[min(len(disclosed), 2)]
    clause = round.rules.law(f"pulled{key}")
    assert isinstance(clause, Clause)
    if number < 2 or len(disclosed) > number:
        raise Refused("cards drawn at once are two or more, and no more are seen than were drawn", clause)
    check_copies(round.rules, round.terms.decks, (*round.cards, *disclosed))
    return m.CardsPulled(number=number, disclosed=disclosed, dealer=dealer, clause=clause, by=by)


def _clause(expected: Expected) -> Clause:
    assert isinstance(expected.clause, Clause)
    return expected.clause


def evolve(round: Round, event: m.AnyEvent) -> Round:
    """The round after it."""
    replace = msgspec.structs.replace
    match event:
        case m.CardsPulled(number=number, disclosed=disclosed, dealer=dealer):
            round = replace(round, may_withdraw=True)
            if len(disclosed) == 1:
                return replace(round, waiting=disclosed)
            first = round.turn.controller() if round.turn else None
            return replace(round, pulled=Pulled(number, disclosed, dealer, first))
        case m.CardPicked(card=card):
            return _picked(round, card)
        case m.CardsDeclined(bettor=bettor, box=number):
            assert round.pulled is not None
            if bettor != round.pulled.first:
                return burned(round)
            area = round.box(number).area
            assert area is not None
            box = replace(round.box(number), area=replace(area, called=False).stand())
            return replace(round, boxes=(*round.boxes[: number - 1], box, *round.boxes[number:]))
        case _:
            raise AssertionError("no other event is about cards drawn at once")


def _picked(round: Round, card: Card | None) -> Round:
    assert round.pulled is not None
    if card is None:
        return msgspec.structs.replace(round, pulled=None)
    left = list(round.pulled.cards)
    left.remove(card)
    if round.pulled.dealer:
        return msgspec.structs.replace(round, pulled=None, waiting=(card,), removed=(*round.removed, *left))
    pulled = msgspec.structs.replace(round.pulled, cards=tuple(left)) if left else None
    return msgspec.structs.replace(round, pulled=pulled)


def burned(round: Round) -> Round:
    """What nobody wanted goes to the discards."""
    cards = round.pulled.cards if round.pulled else ()
    return msgspec.structs.replace(round, pulled=None, removed=(*round.removed, *cards))
