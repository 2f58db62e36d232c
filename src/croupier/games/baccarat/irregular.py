"""Irregularities of a baccarat round: what may be declared when, and what follows from it.

Law: sections 5 and 6 of Electronic Baccarat; section 5 of Sands Super Baccarat, which borrows what it lacks (R-12).
Events are append-only: an error stays on record, and the correction follows it.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.messages import (
    AnyCommand,
    AnyEvent,
    CardsCorrected,
    CardsDiscarded,
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
    ReadyCardsRuled,
    Reconstruct,
    Refer,
    ReturnLateWager,
    RoundVoided,
    RuleReadyCards,
    RulingGiven,
    RunOut,
    TakeBackCard,
    WagerReturned,
)
from croupier.games.baccarat.state import BaccaratRound, needing_main
from croupier.games.baccarat.variants import Baccarat
from croupier.games.irregularity import (
    UNKNOWN_ORDER,
    check_copies,
    check_correction,
    check_late,
    check_same_cards,
    check_together,
    early_courses,
    face_up,
    offer,
    offer_back,
    offer_correction,
    offer_face_up,
    offer_ready,
    offer_return,
    ready_ruled,
    returns_lost,
    ruled,
    shuffled_anew,
    taken_away,
    taken_back,
)
from croupier.games.round import Expected, Phase, Role, tag
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

INITIAL_DEAL_CARDS = 4
BAD_KINDS = ("foreign",)
"""The bad cards that Sands Super Baccarat names itself."""


def expects(round: BaccaratRound) -> Iterator[Expected]:
    """The irregularities that may be declared now."""
    if round.phase is Phase.VOID:
        return
    law, rules = round.law, round.rules
    if round.phase is not Phase.SETTLED:
        yield _offer_bad_cards(round)
    if round.unruled:
        yield offer_ready(courses=early_courses(rules))
    elif round.phase in (Phase.BETTING, Phase.DEALING) and not round.waiting and borrows_provisions(rules):
        yield offer_face_up(not round.cards, law.face_up, courses=early_courses(rules))
    if round.phase is Phase.DEALING:
        yield from _expects_of_the_shoe(round)
    elif round.phase is Phase.COMPLETE and not round.shoe_spoiled:
        yield _offer_disturbed_complete(round)
    if round.cards:
        yield from _expects_of_the_cards(round)
    if round.phase is not Phase.BETTING:
        yield from offer_return(late_wagers(round), round.terms.unit, law.late_wager)
    if borrows_provisions(rules):
        yield offer("correct-display", Role.DEALER, law.display, Sentence("display-wrong-cards-stand"))
        yield offer("refer", Role.GAMING_SHIFT_MANAGER, law.refers, Sentence("shift-manager-ruling"))


def borrows_provisions(rules: Baccarat) -> bool:
    """Whether somebody rules where the document is silent; else nobody does, and the round stands (R-12)."""
    return rules.reads("R-12") != "b"


def _offer_bad_cards(round: BaccaratRound) -> Expected:
    """The offer to declare bad cards: those that the clause does not name are treated alike, or referred (R-113)."""
    law, kinds = round.law, BAD_KINDS if round.rules.reads("R-113") == "b" else ()
    others = (law.bad_cards_alike,) if law.bad_cards_alike != law.bad_cards and not kinds else ()
    prompt = Sentence("bad-cards-void")
    return offer("declare-bad-cards", Role.PIT_MANAGER, law.bad_cards, prompt, clauses=others, options=kinds)


def _offer_disturbed_complete(round: BaccaratRound) -> Expected:
    """The offer for a shoe disturbed after the last card: the round stands, or is void all the same (R-104)."""
    law = round.law
    if round.rules.reads("R-104") == "b":
        prompt = Sentence("shoe-order-lost-void")
        return offer("declare-disturbed-order", Role.PIT_MANAGER, law.disturbed, prompt)
    prompt = Sentence("shoe-order-lost-stands")
    return offer("declare-disturbed-order", Role.GAMING_SHIFT_MANAGER, law.disturbed_complete, prompt)


def late_wagers(round: BaccaratRound) -> list[tuple[str, str, int]]:
    """Every wager that may have been placed too late, as (bettor, wager, stake in cents); or none that lost (R-29)."""
    placed = [(bettor, wager, stake) for bettor, stakes in round.stakes.items() for wager, stake in stakes.items()]
    if returns_lost(round.rules) or round.phase not in (Phase.COMPLETE, Phase.SETTLED):
        return placed
    decided = round.decided()
    return [each for each in placed if decided[each[1]].result != "lose"]


def _expects_of_the_shoe(round: BaccaratRound) -> Iterator[Expected]:
    """Irregularities of cards that are still to come."""
    law, third = round.law, len(round.cards) >= INITIAL_DEAL_CARDS
    yield offer("declare-disturbed-order", Role.PIT_MANAGER, law.disturbed, Sentence("shoe-order-lost-void"))
    if round.waiting:
        return
    yield offer("run-out", Role.DEALER, law.runs_out, Sentence("shoe-empty-void"))
    if third and round.rules.reads("R-112") == "b":
        # Third cards drawn at once are referred.
        return
    prompt = Sentence("drawn-at-once-order-known")
    yield offer("declare-drawn-together", Role.PIT_SUPERVISOR, law.together, prompt, options=("known",))
    unknown = law.third_together_unknown if third else law.together_unknown
    yield offer("declare-drawn-together", Role.PIT_MANAGER, unknown, UNKNOWN_ORDER, options=("unknown",))


def _expects_of_the_cards(round: BaccaratRound) -> Iterator[Expected]:
    """Irregularities of cards that lie on the table."""
    law, settled = round.law, round.phase is Phase.SETTLED
    if not settled or law.mend_settled:
        yield offer("reconstruct", Role.PIT_SUPERVISOR, law.wrong_order, Sentence("put-cards-right"))
    yield offer_correction(law.display)
    if not settled and not round.waiting:
        yield offer_back(round.cards[-1], law.display)
    if settled and law.mend_settled:
        prompt = Sentence("wrong-card-count-void")
        yield offer("void-round", Role.PIT_MANAGER, law.wrong_order, prompt, clauses=(law.wrong_order,))


def follows(round: BaccaratRound, command: AnyCommand, expected: Expected, by: Role) -> Iterator[AnyEvent]:
    """The events that follow from the declaration of an irregularity."""
    clause, law = expected.clause, round.law
    match command:
        case DeclareBadCards(kind=kind):
            if expected.options and kind not in expected.options:
                raise Refused("bad-cards-referred", "R-113", defect=kind)
            says = law.bad_cards if kind == "foreign" else law.bad_cards_alike
            yield RoundVoided(clause=says, by=by, why=Sentence("bad-cards-of-kind", defect=kind))
        case DeclareDisturbedOrder():
            if clause == law.disturbed_complete:
                yield from ruled(Sentence("shoe-order-is-lost"), "stands", clause, by)
            else:
                yield RoundVoided(clause=clause, by=by, why=Sentence("shoe-order-is-lost"))
        case RunOut():
            yield RoundVoided(clause=clause, by=by)
        case DeclareDrawnTogether(cards=cards, known=known):
            yield from _drawn_together(round, cards, known, clause, by)
        case Reconstruct(cards=cards):
            yield _reconstructed(round, cards, clause, by)
        case CorrectCards(cards=cards):
            yield _corrected(round, cards, clause, by)
        case RuleReadyCards(course=course):
            ended = list(shuffled_anew(course, expected, by))
            yield ready_ruled(round.waiting, course, by)
            yield from ended
        case FindFaceUpCard(card=card, course=course):
            check_copies(round.terms.rules, round.terms.decks, (*round.out, card))
            yield face_up(card, course, expected, by)
            yield from shuffled_anew(course, expected, by)
        case CorrectDisplay(said=said):
            yield DisplayCorrected(said=said, clause=clause, by=by)
        case TakeBackCard(card=card):
            yield taken_back(round.cards[-1], card, clause, by)
        case ReturnLateWager(bettor=bettor, wager=wager, amount=amount):
            stake = round.stakes.get(bettor, {}).get(wager, 0)
            check_late(bettor, wager, stake, amount, round.terms.unit, clause)
            if (bettor, wager, stake) not in late_wagers(round):
                raise Refused("lost-late-wager-stays", "R-29", bettor=bettor, wager=wager)
            for side, staked in needing_main(round, bettor, wager) if amount == stake else ():
                yield WagerReturned(bettor=bettor, wager=side, amount=staked, clause=clause, by=by)
            yield WagerReturned(bettor=bettor, wager=wager, amount=amount, clause=clause, by=by)
        case Refer(reason=reason, effect=effect):
            yield from ruled(reason, effect, clause, by)
        case _:
            raise AssertionError(f"{tag(command)} is no irregularity")


def _drawn_together(
    round: BaccaratRound, cards: tuple[Card, ...], known: bool, clause: Citation, by: Role
) -> Iterator[AnyEvent]:
    """Cards drawn at once: dealt next where their order is known, else discarded, and the round is void."""
    check_together(cards, known, clause)
    check_copies(round.terms.rules, round.terms.decks, (*round.out, *cards))
    if known:
        yield CardsDrawnTogether(cards=cards, clause=clause, by=by)
        return
    if cards:
        yield CardsDiscarded(cards=cards, clause=clause, by=by)
    yield RoundVoided(clause=clause, by=by, why=Sentence("drawn-together-order-unknown"))


def _reconstructed(round: BaccaratRound, cards: tuple[Card, ...], clause: Citation, by: Role) -> CardsReconstructed:
    """The very same cards in their right places; surplus ones are dealt next."""
    check_same_cards((*round.cards, *round.waiting), cards, clause)
    check_copies(round.terms.rules, round.terms.decks, (*cards, *round.burned))
    needed = _needed(cards)
    return CardsReconstructed(cards=cards[:needed], waiting=cards[needed:], was=round.cards, clause=clause, by=by)


def _corrected(round: BaccaratRound, cards: tuple[Card, ...], clause: Citation, by: Role) -> CardsCorrected:
    """The cards that were really dealt, as many as the round takes of them by the table of play."""
    read = (*round.cards, *round.surplus)
    check_correction(read, cards, clause)
    burned = taken_away(round.burned, round.surplus)
    check_copies(round.terms.rules, round.terms.decks, (*cards, *round.waiting, *burned))
    needed = _needed(cards)
    if round.phase is Phase.SETTLED and next_hand(cards[:needed]):
        raise Refused("further-card-was-due", round.law.settled_short)
    return CardsCorrected(cards=cards[:needed], waiting=cards[needed:], was=read, clause=clause, by=by)


def _needed(cards: tuple[Card, ...]) -> int:
    """How many of these cards a round takes before its hands are complete."""
    return next((count for count in range(len(cards) + 1) if next_hand(cards[:count]) is None), len(cards))


def evolve(round: BaccaratRound, event: AnyEvent) -> BaccaratRound:
    """The round after the event of an irregularity."""
    match event:
        case CardsReconstructed(cards=cards, waiting=waiting, was=was):
            return msgspec.structs.replace(_laid(round, cards, was), waiting=waiting)
        case CardsCorrected(cards=cards, waiting=surplus, was=was):
            laid = msgspec.structs.replace(_laid(round, cards, was), notes=(*round.notes, event))
            if round.phase is Phase.SETTLED:
                burned = (*taken_away(round.burned, round.surplus), *surplus)
                return msgspec.structs.replace(laid, phase=Phase.SETTLED, burned=burned, surplus=surplus)
            return msgspec.structs.replace(laid, waiting=(*surplus, *round.waiting))
        case CardTakenBack():
            return _laid(round, round.cards[:-1], round.cards)
        case CardsDrawnTogether(cards=cards):
            return msgspec.structs.replace(round, waiting=cards)
        case CardsDiscarded(cards=cards):
            return msgspec.structs.replace(round, burned=(*round.burned, *cards))
        case ReadyCardsRuled(burned=burned):
            out = {"burned": (*round.burned, *round.waiting), "waiting": ()} if burned else {}
            return msgspec.structs.replace(round, unruled=False, notes=(*round.notes, event), **out)
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
            raise Refused("event-not-in-baccarat", event=tag(event))


def _laid(round: BaccaratRound, cards: tuple[Card, ...], was: tuple[Card, ...]) -> BaccaratRound:
    """The round with these cards on the table instead of `was`; a cutting card that has come stays out."""
    phase = Phase.DEALING if next_hand(cards) else Phase.COMPLETE
    return msgspec.structs.replace(round, cards=cards, phase=phase, history=(*round.history, was), surplus=())
