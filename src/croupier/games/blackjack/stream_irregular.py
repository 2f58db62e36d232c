"""When things go wrong in Electronic Blackjack: what may be declared, and what the document makes of it."""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack import stepping
from croupier.games.blackjack.shared import Stream
from croupier.games.irregularity import (
    check_copies,
    check_late,
    check_same_cards,
    check_together,
    offer,
    ruled,
    taken_back,
)
from croupier.games.round import Expected, Phase, Role, tag
from croupier.refused import Refused
from croupier.rulebook import Citation

RUNNING = (Phase.BETTING, Phase.DEALING, Phase.OFFERING, Phase.PLAYING, Phase.DRAWING, Phase.COMPLETE)
TAKES_CARDS = (Phase.DEALING, Phase.PLAYING, Phase.DRAWING)


def expects(round: Stream) -> Iterator[Expected]:
    """Everything that may be declared to have gone wrong now."""
    if round.phase is Phase.VOID:
        return
    rules = round.rules
    if round.phase in RUNNING:
        bad = "Foreign, extra, missing or unshuffled cards: void"
        yield offer("declare-bad-cards", Role.PIT_MANAGER, rules.law("bad_cards"), bad)
    if round.phase is Phase.BETTING and not round.waiting:
        said = "A card lies face up in the shoe: burn it"
        yield offer("find-face-up-card", Role.PIT_MANAGER, Citation("R-22"), said)
    if round.phase in TAKES_CARDS:
        yield from _expects_of_the_shoe(round)
    if round.cards and round.phase in RUNNING:
        yield offer("reconstruct", Role.PIT_SUPERVISOR, rules.law("rebuilds"), "Put the cards where they belong")
    yield from stepping.expects(round)
    if round.phase is Phase.COMPLETE and round.dealer_hand.total >= 17:
        said = "A card drawn to the Dealer's complete hand: take it away"
        yield offer("remove-dealer-card", Role.DEALER, rules.law("dealer_complete"), said)
    if round.phase is not Phase.BETTING and round.positions:
        said = "A wager placed or raised too late: return it"
        late = offer("return-late-wager", Role.PIT_SUPERVISOR, rules.law("late"), said)
        yield msgspec.structs.replace(late, bettors=tuple(round.positions))
    yield offer("correct-display", Role.DEALER, rules.law("display"), "A display was wrong: the cards stand")
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, rules.law("refers"), "Rule on what no clause covers")


def _expects_of_the_shoe(round: Stream) -> Iterator[Expected]:
    rules = round.rules
    said = "The shoe is empty: void, if the Gaming Shift Manager agrees"
    yield offer("run-out", Role.GAMING_SHIFT_MANAGER, Citation("R-13"), said)
    if round.waiting:
        return
    said = "A card lies face up in the shoe: it is played as normal"
    yield offer("find-face-up-card", Role.DEALER, rules.law("face_up"), said)
    known = offer(
        "declare-drawn-together", Role.PIT_SUPERVISOR, rules.law("together"), "Cards drawn at once, order known"
    )
    yield msgspec.structs.replace(known, options=("known",))
    unknown = offer("declare-drawn-together", Role.PIT_MANAGER, rules.law("together_unknown"), "Order unknown: void")
    yield msgspec.structs.replace(unknown, options=("unknown",))


def follows(round: Stream, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    """What the document makes of it."""
    clause = expected.clause
    match command:
        case m.DeclareBadCards(kind=kind):
            yield m.RoundVoided(clause=clause, by=by, why=f"{kind} cards")
        case m.DeclareDrawnTogether(cards=cards, known=known):
            check_together(cards, known, clause)
            check_copies(round.rules, round.terms.decks, (*round.cards, *cards))
            if known:
                yield m.CardsDrawnTogether(cards=cards, clause=clause, by=by)
            else:
                yield m.RoundVoided(clause=clause, by=by, why="cards drawn together in an order that is not known")
        case m.Reconstruct(cards=cards):
            yield _reconstructed(round, cards, clause, by)
        case m.FindFaceUpCard(card=card):
            yield m.FaceUpCardFound(card=card, burned=round.phase is Phase.BETTING, clause=clause, by=by)
        case m.RemoveDealerCard(card=card):
            check_copies(round.rules, round.terms.decks, (*round.cards, *round.removed, card))
            yield m.DealerCardRemoved(card=card, clause=clause, by=by)
        case m.TakeBackCard(card=card):
            yield taken_back(round.cards[-1], card, clause, by)
        case m.CorrectDisplay(said=said):
            yield m.DisplayCorrected(said=said, clause=clause, by=by)
        case m.ReturnLateWager(bettor=bettor, wager=wager, amount=amount):
            yield from _returned(round, bettor, wager, amount, clause, by)
        case m.RunOut():
            yield from ruled("the shoe is empty", "void", clause, by)
        case m.Refer(reason=reason, effect=effect):
            yield from ruled(reason, effect, clause, by)
        case _:
            raise Refused(f"{tag(command)} is not for this game", round.rules.law("choices"))


def _returned(
    round: Stream, bettor: str, wager: str, amount: int, clause: Citation, by: Role
) -> Iterator[m.WagerReturned]:
    """Part of a wager back; with the whole main wager go the side wagers, which need one."""
    position = round.positions.get(bettor)
    stake = 0 if position is None else position.original if wager == "main" else position.sides.get(wager, 0)
    check_late(bettor, wager, stake, amount, round.terms.unit, clause)
    if position and wager == "main" and amount == stake:
        for side, staked in position.sides.items():
            yield m.WagerReturned(bettor=bettor, wager=side, amount=staked, clause=clause, by=by)
    yield m.WagerReturned(bettor=bettor, wager=wager, amount=amount, clause=clause, by=by)


def _reconstructed(round: Stream, cards: tuple[Card, ...], clause: Citation, by: Role) -> m.CardsReconstructed:
    """The very same cards in their right places, with the choices that were made; refused where those cannot stand."""
    from croupier.games.blackjack.stream import rebuilt

    check_same_cards((*round.cards, *round.waiting), cards, clause)
    check_copies(round.rules, round.terms.decks, cards)
    for used in range(len(cards), 0, -1):
        event = m.CardsReconstructed(cards=cards[:used], waiting=cards[used:], was=round.cards, clause=clause, by=by)
        if rebuilt(round, event).cards == cards[:used]:
            return event
    raise Refused("no round comes of these cards: refer it to the Gaming Shift Manager", "R-20")


def evolve(round: Stream, event: m.AnyEvent) -> Stream:
    """The round after it."""
    match event:
        case m.CardsDrawnTogether(cards=cards):
            return msgspec.structs.replace(round, waiting=cards)
        case m.FaceUpCardFound(card=card, burned=burned):
            out = {"removed": (*round.removed, card)} if burned else {"waiting": (card,)}
            return msgspec.structs.replace(round, notes=(*round.notes, event), **out)
        case m.DealerCardRemoved(card=card):
            return msgspec.structs.replace(round, removed=(*round.removed, card), waiting=round.waiting[1:])
        case m.DisplayCorrected() | m.RulingGiven():
            return msgspec.structs.replace(round, notes=(*round.notes, event))
        case m.WagerReturned():
            return _without_late(round, event)
        case _:
            raise Refused(f"{tag(event)} does not happen in {round.terms.game}")


def _without_late(round: Stream, event: m.WagerReturned) -> Stream:
    """Everything here is staked in proportion to the main wager, so what is left of it carries all of it down."""
    position, insured = round.positions[event.bettor], dict(round.insured)
    if event.wager == "main":
        left = position.original - event.amount
        stakes, doubles = dict.fromkeys(position.stakes, left), dict.fromkeys(position.doubles, left)
        position = msgspec.structs.replace(position, original=left, stakes=stakes, doubles=doubles)
        if event.bettor in insured:
            insured[event.bettor] = left // 2
    else:
        sides = {**position.sides, event.wager: position.sides[event.wager] - event.amount}
        position = msgspec.structs.replace(position, sides={name: stake for name, stake in sides.items() if stake})
    positions, way = {**round.positions, event.bettor: position}, dict(round.way)
    if not position.original:
        del positions[event.bettor]
        way.pop(event.bettor, None)
        insured.pop(event.bettor, None)
    return msgspec.structs.replace(
        round, positions=positions, way=way, insured=insured, returned=(*round.returned, event)
    )
