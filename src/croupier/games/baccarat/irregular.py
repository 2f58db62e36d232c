"""When things go wrong at a baccarat table: what may be declared, and what the documents make of it.

Law: sections 5 and 6 of Electronic Baccarat; section 5 of Sands Super Baccarat, which borrows what it lacks (R-12).
Nothing is ever edited: the wrong turn stays on record, and the right one follows it.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.messages import (
    AnyCommand,
    AnyEvent,
    CardsCorrected,
    CardsDrawnTogether,
    CardsReconstructed,
    CardTakenBack,
    CorrectCards,
    CorrectDisplay,
    DeclareBadCards,
    DeclareDisturbedOrder,
    DeclareDrawnTogether,
    DisplayCorrected,
    FaceUpCardFound,
    FindFaceUpCard,
    Reconstruct,
    Refer,
    ReturnLateWager,
    RoundVoided,
    RulingGiven,
    TakeBackCard,
    WagerReturned,
)
from croupier.games.baccarat.state import Round
from croupier.games.irregularity import (
    check_copies,
    check_late,
    check_same_cards,
    check_together,
    offer,
    offer_back,
    ruled,
    taken_back,
)
from croupier.games.round import Expected, Phase, Role, tag
from croupier.refused import Refused
from croupier.rulebook import Citation


def expects(round: Round) -> Iterator[Expected]:
    """Everything that may be declared to have gone wrong now."""
    if round.phase is Phase.VOID:
        return
    law = round.law
    cards_out = round.phase in (Phase.DEALING, Phase.COMPLETE)
    if round.phase is not Phase.SETTLED:
        yield offer(
            "declare-bad-cards", Role.PIT_MANAGER, law.bad_cards, "Foreign, extra, missing or unshuffled cards: void"
        )
    if round.phase in (Phase.BETTING, Phase.DEALING) and not round.waiting:
        # Known before bets close, a card would be played unfairly: staff burn it.
        unfair = round.phase is Phase.BETTING
        least, said = (Role.PIT_MANAGER, "burn it") if unfair else (Role.DEALER, "it is played as normal")
        clause = Citation("R-22") if unfair else law.face_up
        yield offer("find-face-up-card", least, clause, f"A card lies face up in the shoe: {said}")
    if round.phase is Phase.DEALING:
        yield offer("declare-disturbed-order", Role.PIT_MANAGER, law.disturbed, "The order of the shoe is lost: void")
        if not round.waiting:
            known = offer(
                "declare-drawn-together", Role.PIT_SUPERVISOR, law.together, "Cards drawn at once, order known"
            )
            yield msgspec.structs.replace(known, options=("known",))
            unknown = offer("declare-drawn-together", Role.PIT_MANAGER, law.together_unknown, "Order unknown: void")
            yield msgspec.structs.replace(unknown, options=("unknown",))
    mendable = cards_out or (round.phase is Phase.SETTLED and law.mend_settled)
    if mendable and round.cards:
        yield offer("reconstruct", Role.PIT_SUPERVISOR, law.wrong_order, "Put the cards where they belong")
    if cards_out and round.cards and not round.waiting and round.cut_after != len(round.cards):
        yield offer_back(round.cards[-1], law.display)
    if round.phase is Phase.SETTLED:
        said = "A card was read wrongly: say which cards were dealt"
        yield offer("correct-cards", Role.PIT_SUPERVISOR, law.display, said)
    if round.phase is Phase.SETTLED and law.mend_settled:
        void = offer(
            "void-round", Role.PIT_MANAGER, law.wrong_order, "A wrong number of cards that cannot be mended: void"
        )
        yield msgspec.structs.replace(void, clauses=(law.wrong_order,))
    if round.phase is not Phase.BETTING and round.stakes:
        late = offer(
            "return-late-wager", Role.PIT_SUPERVISOR, law.late_wager, "A wager placed or raised too late: return it"
        )
        yield msgspec.structs.replace(late, bettors=tuple(round.stakes))
    yield offer("correct-display", Role.DEALER, law.display, "A display was wrong: the cards stand")
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, law.refers, "Rule on what no clause covers")


def follows(round: Round, command: AnyCommand, expected: Expected, by: Role) -> Iterator[AnyEvent]:
    """What the documents make of it."""
    clause = expected.clause
    match command:
        case DeclareBadCards(kind=kind):
            yield RoundVoided(clause=clause, by=by, why=f"{kind} cards")
        case DeclareDisturbedOrder():
            yield RoundVoided(clause=clause, by=by, why="the order of the shoe is lost")
        case DeclareDrawnTogether(cards=cards, known=known):
            check_together(cards, known, clause)
            check_copies(round.terms.rules, round.terms.decks, (*round.cards, *cards))
            if known:
                yield CardsDrawnTogether(cards=cards, clause=clause, by=by)
            else:
                yield RoundVoided(clause=clause, by=by, why="cards drawn together in an order that is not known")
        case Reconstruct(cards=cards):
            yield _reconstructed(round, cards, clause, by)
        case CorrectCards(cards=cards):
            yield _corrected(round, cards, clause, by)
        case FindFaceUpCard(card=card):
            yield FaceUpCardFound(card=card, burned=round.phase is Phase.BETTING, clause=clause, by=by)
        case CorrectDisplay(said=said):
            yield DisplayCorrected(said=said, clause=clause, by=by)
        case TakeBackCard(card=card):
            yield taken_back(round.cards[-1], card, clause, by)
        case ReturnLateWager(bettor=bettor, wager=wager, amount=amount):
            stake = round.stakes.get(bettor, {}).get(wager, 0)
            check_late(bettor, wager, stake, amount, round.terms.unit, clause)
            yield WagerReturned(bettor=bettor, wager=wager, amount=amount, clause=clause, by=by)
        case Refer(reason=reason, effect=effect):
            yield from ruled(reason, effect, clause, by)
        case _:
            raise AssertionError(f"{tag(command)} is no irregularity")


def _reconstructed(round: Round, cards: tuple[Card, ...], clause: Citation, by: Role) -> CardsReconstructed:
    """The very same cards in their right places; what was drawn beyond the round's need lies next in the shoe."""
    check_same_cards((*round.cards, *round.waiting), cards, clause)
    check_copies(round.terms.rules, round.terms.decks, cards)
    needed = next((count for count in range(len(cards) + 1) if next_hand(cards[:count]) is None), len(cards))
    return CardsReconstructed(cards=cards[:needed], waiting=cards[needed:], was=round.cards, clause=clause, by=by)


def _corrected(round: Round, cards: tuple[Card, ...], clause: Citation, by: Role) -> CardsCorrected:
    """The cards that were dealt in place of those that were read; what the round did not need was drawn too much."""
    if cards == round.cards:
        raise Refused("the cards were read like that", clause)
    check_copies(round.terms.rules, round.terms.decks, cards)
    needed = next((count for count in range(len(cards) + 1) if next_hand(cards[:count]) is None), None)
    if needed is None:
        raise Refused("by these cards the round is not complete", clause)
    return CardsCorrected(cards=cards[:needed], waiting=cards[needed:], was=round.cards, clause=clause, by=by)


def evolve(round: Round, event: AnyEvent) -> Round:
    """The round after it."""
    match event:
        case CardsReconstructed(cards=cards, waiting=waiting, was=was):
            phase = Phase.DEALING if next_hand(cards) else Phase.COMPLETE
            history = (*round.history, was)
            return msgspec.structs.replace(round, cards=cards, waiting=waiting, history=history, phase=phase)
        case CardsCorrected(cards=cards, waiting=waiting, was=was):
            return msgspec.structs.replace(round, cards=cards, waiting=waiting, history=(*round.history, was))
        case CardTakenBack():
            history = (*round.history, round.cards)
            return msgspec.structs.replace(round, cards=round.cards[:-1], history=history, phase=Phase.DEALING)
        case CardsDrawnTogether(cards=cards):
            return msgspec.structs.replace(round, waiting=cards)
        case FaceUpCardFound(card=card, burned=burned):
            out = {"burned": (*round.burned, card)} if burned else {"waiting": (card,)}
            return msgspec.structs.replace(round, notes=(*round.notes, event), **out)
        case DisplayCorrected() | RulingGiven():
            return msgspec.structs.replace(round, notes=(*round.notes, event))
        case WagerReturned(bettor=bettor, wager=wager, amount=amount):
            own = {**round.stakes[bettor], wager: round.stakes[bettor][wager] - amount}
            stakes = {**round.stakes, bettor: {name: stake for name, stake in own.items() if stake}}
            stakes = {name: each for name, each in stakes.items() if each}
            return msgspec.structs.replace(round, stakes=stakes, returned=(*round.returned, event))
        case _:
            raise Refused(f"{tag(event)} does not happen in baccarat")
