"""When things go wrong in Electronic Blackjack: what may be declared, and what the document makes of it."""

from collections.abc import Iterator

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack import stepping
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.shared import Gone, Stream
from croupier.games.blackjack.stream_again import again, leave
from croupier.games.blackjack.stream_play import replace
from croupier.games.irregularity import (
    UNKNOWN_ORDER,
    check_copies,
    check_correction,
    check_late,
    check_same_cards,
    check_together,
    face_up,
    offer,
    offer_correction,
    offer_face_up,
    offer_ready,
    offer_return,
    ready_ruled,
    ruled,
    taken_away,
    taken_back,
)
from croupier.games.round import Expected, Phase, Role, tag
from croupier.refused import Refused
from croupier.rulebook import Citation

RUNNING = (Phase.BETTING, Phase.DEALING, Phase.OFFERING, Phase.PLAYING, Phase.DRAWING, Phase.COMPLETE)
TAKES_CARDS = (Phase.DEALING, Phase.PLAYING, Phase.DRAWING)
DEALING_SIDE_DOWN = Citation("R-09")


def expects(round: Stream) -> Iterator[Expected]:
    """Everything that may be declared to have gone wrong now."""
    if round.phase is Phase.VOID:
        return
    rules = round.rules
    if round.phase in RUNNING:
        bad = "Foreign, extra, missing or unshuffled cards: void"
        yield offer("declare-bad-cards", Role.PIT_MANAGER, rules.law.bad_cards, bad)
    if round.unruled:
        yield offer_ready()
    elif round.phase is Phase.BETTING and not round.waiting:
        yield offer_face_up(True, rules.law.face_up)
    if round.phase in TAKES_CARDS and not round.waiting:
        yield from _expects_of_the_shoe(round)
    if round.phase in RUNNING[1:]:
        yield _interruption(round)
    if round.cards:
        yield from _expects_of_the_cards(round)
    if round.phase is not Phase.BETTING:
        yield from offer_return(late_wagers(round), round.terms.unit, rules.law.late)
    yield offer("correct-display", Role.DEALER, rules.law.display, "A display was wrong: the cards stand")
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, rules.law.refers, "Shift Manager's ruling")


def late_wagers(round: Stream) -> list[tuple[str, str, int]]:
    """Everything that may turn out to have been staked too late: whose, on what, and how much at most."""
    return [
        (bettor, wager, stake)
        for bettor, each in round.positions.items()
        for wager, stake in (("main", each.original), *each.sides.items())
    ]


def _interruption(round: Stream) -> Expected:
    """The dealing side is down: the document speaks of terminals only, so it is ruled upon (R-09)."""
    proposed = "resume" if round.established() else "void"
    said = "Technical interruption: void, or resume with the default strategy"
    return offer(
        "interrupt",
        Role.GAMING_SHIFT_MANAGER,
        DEALING_SIDE_DOWN,
        said,
        options=("void", "resume"),
        suggested=proposed,
    )


def _expects_of_the_shoe(round: Stream) -> Iterator[Expected]:
    """What may be wrong with cards that are still to come."""
    rules = round.rules
    said = "The shoe is empty: void, if the Gaming Shift Manager agrees"
    yield offer("run-out", Role.GAMING_SHIFT_MANAGER, rules.law.runs_out, said)
    yield offer_face_up(not round.cards, rules.law.face_up)
    known = "Cards drawn at once, order known"
    yield offer("declare-drawn-together", Role.PIT_SUPERVISOR, rules.law.together, known, options=("known",))
    says = rules.law.together_unknown
    yield offer("declare-drawn-together", Role.PIT_MANAGER, says, UNKNOWN_ORDER, options=("unknown",))


def _expects_of_the_cards(round: Stream) -> Iterator[Expected]:
    """What may be wrong with cards that lie on the table."""
    rules = round.rules
    if round.phase in RUNNING:
        yield offer("reconstruct", Role.PIT_SUPERVISOR, rules.law.rebuilds, "Put the cards where they belong")
    yield offer_correction(rules.law.display)
    yield from stepping.expects(round)
    if round.phase is Phase.COMPLETE and round.dealer_hand.total >= 17:
        said = "A card drawn to the Dealer's complete hand: take it away"
        first = round.waiting[:1]
        yield offer("remove-dealer-card", Role.DEALER, rules.law.dealer_complete, said, options=first)


def follows(round: Stream, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    """What the document makes of it; these are all that is offered here."""
    clause = expected.clause
    match command:
        case m.DeclareBadCards(kind=kind):
            yield m.RoundVoided(clause=clause, by=by, why=f"{kind} cards")
        case m.DeclareDrawnTogether(cards=cards, known=known):
            yield from _drawn_together(round, cards, known, clause, by)
        case m.Reconstruct(cards=cards):
            yield _reconstructed(round, cards, clause, by)
        case m.CorrectCards(cards=cards):
            yield _corrected(round, cards, clause, by)
        case m.RuleReadyCards(course=course):
            yield ready_ruled(round.waiting, course, by)
        case m.FindFaceUpCard(card=card, course=course):
            check_copies(round.rules, round.terms.decks, (*round.out, card))
            yield face_up(card, course, expected, by)
        case m.RemoveDealerCard(card=card):
            yield _removed(round, card, clause, by)
        case m.TakeBackCard(card=card):
            yield taken_back(round.cards[-1], card, clause, by)
        case m.CorrectDisplay(said=said):
            yield m.DisplayCorrected(said=said, clause=clause, by=by)
        case m.ReturnLateWager(bettor=bettor, wager=wager, amount=amount):
            yield from _returned(round, bettor, wager, amount, clause, by)
        case m.Interrupt(course=course):
            yield from _interrupted(course or expected.suggested, clause, by)
        case m.RunOut():
            yield from ruled("the shoe is empty", "void", clause, by)
        case m.Refer(reason=reason, effect=effect):
            yield from ruled(reason, effect, clause, by)


def _interrupted(course: str | None, clause: Citation, by: Role) -> Iterator[m.AnyEvent]:
    """What the Gaming Shift Manager rules: void, or on with what was chosen and the default strategy for the rest."""
    if course == "void":
        yield from ruled("a technical interruption", "void", clause, by)
        return
    yield from ruled("a technical interruption", "stands", clause, by)
    yield m.PlayResumed()


def _drawn_together(
    round: Stream, cards: tuple[Card, ...], known: bool, clause: Citation, by: Role
) -> Iterator[m.AnyEvent]:
    """Cards that came at once: dealt next where their order is known, else the round is void and they are out."""
    check_together(cards, known, clause)
    check_copies(round.rules, round.terms.decks, (*round.out, *cards))
    if known:
        yield m.CardsDrawnTogether(cards=cards, clause=clause, by=by)
        return
    if cards:
        yield m.CardsDiscarded(cards=cards, clause=clause, by=by)
    yield m.RoundVoided(clause=clause, by=by, why="cards drawn together in an order that is not known")


def _removed(round: Stream, card: Card, clause: Citation, by: Role) -> m.DealerCardRemoved:
    """A card too many for the Dealer: the one that is out and waits, where one does."""
    if round.waiting and card != round.waiting[0]:
        raise Refused(f"{round.waiting[0]} is out and waits: remove it, not {card}", clause)
    if not round.waiting:
        check_copies(round.rules, round.terms.decks, (*round.out, card))
    return m.DealerCardRemoved(card=card, clause=clause, by=by)


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
    check_same_cards((*round.cards, *round.waiting), cards, clause)
    check_copies(round.rules, round.terms.decks, (*cards, *round.removed))
    used = len(again(round, cards).cards)
    return m.CardsReconstructed(cards=cards[:used], waiting=cards[used:], was=round.cards, clause=clause, by=by)


def _corrected(round: Stream, cards: tuple[Card, ...], clause: Citation, by: Role) -> m.CardsCorrected:
    """The cards that were really dealt, with the choices that were made over those that were read (R-23)."""
    read = (*round.cards, *round.surplus)
    check_correction(read, cards, clause)
    removed = taken_away(round.removed, round.surplus)
    check_copies(round.rules, round.terms.decks, (*cards, *round.waiting, *removed))
    right = again(round, cards)
    if round.phase is Phase.SETTLED and right.phase is not Phase.COMPLETE:
        said = "with these cards the round was not complete: refer it to the Gaming Shift Manager"
        raise Refused(said, round.rules.law.refers)
    used = len(right.cards)
    return m.CardsCorrected(cards=cards[:used], waiting=cards[used:], was=read, clause=clause, by=by)


def evolve(round: Stream, event: m.AnyEvent) -> Stream:
    """The round after it."""
    match event:
        case m.CardsReconstructed(cards=cards, waiting=waiting, was=was):
            return replace(again(round, cards), waiting=waiting, history=(*round.history, was))
        case m.CardsCorrected(cards=cards, waiting=surplus, was=was):
            right = replace(again(round, cards), history=(*round.history, was), notes=(*round.notes, event))
            if round.phase is Phase.SETTLED:
                removed = (*taken_away(round.removed, round.surplus), *surplus)
                return replace(right, phase=Phase.SETTLED, removed=removed, surplus=surplus)
            return replace(right, waiting=(*surplus, *round.waiting))
        case m.CardsDrawnTogether(cards=cards):
            return replace(round, waiting=cards)
        case m.CardsDiscarded(cards=cards):
            return replace(round, removed=(*round.removed, *cards))
        case m.ReadyCardsRuled(burned=burned):
            out = {"removed": (*round.removed, *round.waiting), "waiting": ()} if burned else {}
            return replace(round, unruled=False, notes=(*round.notes, event), **out)
        case m.FaceUpCardFound(card=card, burned=burned):
            out = {"removed": (*round.removed, card)} if burned else {"waiting": (card,)}
            return replace(round, notes=(*round.notes, event), **out)
        case m.DealerCardRemoved(card=card):
            return replace(round, removed=(*round.removed, card), waiting=round.waiting[1:])
        case m.DisplayCorrected() | m.RulingGiven():
            return replace(round, notes=(*round.notes, event))
        case m.WagerReturned():
            return _without_late(round, event)
        case _:
            raise Refused(f"{tag(event)} does not happen in {round.terms.game}")


def _without_late(round: Stream, event: m.WagerReturned) -> Stream:
    """Everything here is staked in proportion to the main wager, so what is left of it carries all of it down."""
    bettor, position, insured = event.bettor, round.positions[event.bettor], dict(round.insured)
    returned = (*round.returned, event)
    if event.wager != "main":
        sides = {**position.sides, event.wager: position.sides[event.wager] - event.amount}
        position = replace(position, sides={name: stake for name, stake in sides.items() if stake})
        return replace(round, positions={**round.positions, bettor: position}, returned=returned)
    left = position.original - event.amount
    if not left:
        gone = Gone(_with_sides(round, position), insured.get(bettor, 0), len(round.cards), len(round.turns))
        return replace(leave(round, bettor), gone={**round.gone, bettor: gone}, returned=returned)
    stakes, doubles = dict.fromkeys(position.stakes, left), dict.fromkeys(position.doubles, left)
    position = replace(position, original=left, stakes=stakes, doubles=doubles)
    if bettor in insured:
        insured[bettor] = left // 2
    return replace(round, positions={**round.positions, bettor: position}, insured=insured, returned=returned)


def _with_sides(round: Stream, position: Position) -> Position:
    """A position with the side wagers that went back just before its main wager did."""
    sides: dict[str, int] = {}
    for each in reversed(round.returned):
        if each.bettor != position.bettor or each.wager == "main":
            break
        sides[each.wager] = each.amount
    return replace(position, sides=sides)
