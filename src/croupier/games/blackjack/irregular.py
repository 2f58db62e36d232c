"""When things go wrong on boxes: what may be declared, and what the documents make of it.

Cards that lie on wrong places and their cure are in `misdealt`, those drawn at once in `pulled`, what is gone through
again in `rebuilding`, wagers that go back in the middle of a round in `withdrawal`, and those that turn out to be late
or outside the limits in `amended`.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack import amended, misdealt, pulled, stepping
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.amended import late_wagers as late_wagers
from croupier.games.blackjack.amended import notable as notable
from croupier.games.blackjack.boxes import Round
from croupier.games.blackjack.incidents import entered
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.misdealt import INITIAL, MOVED_ON
from croupier.games.blackjack.withdrawal import cleared, with_box
from croupier.games.irregularity import (
    check_waiting,
    face_up,
    offer,
    offer_correction,
    offer_face_up,
    offer_ready,
    ready_ruled,
    ruled,
    taken_back,
)
from croupier.games.round import Expected, Phase, Role
from croupier.rulebook import Citation

BEFORE_THE_END = (Phase.DEALING, Phase.CONFIRMING, Phase.OFFERING, Phase.PLAYING, Phase.DRAWING)
"""A card may still come."""


def expects(round: Round) -> Iterator[Expected]:
    """Everything that may be declared to have gone wrong now."""
    if round.phase is Phase.VOID:
        return
    law = round.rules.law
    if round.phase is not Phase.SETTLED:
        said = "Foreign, extra, missing or unshuffled cards: void"
        yield offer("declare-bad-cards", Role.PIT_MANAGER, law.bad_cards, said)
    if not round.begun:
        yield from _expects_before_the_first_card(round)
    if round.phase in (*INITIAL, *MOVED_ON):
        yield from _expects_of_cards(round)
        yield from stepping.expects(round)
        yield offer("interrupt", Role.DEALER, law.power, "A power failure")
        if round.terms.hand_shuffled and not round.shuffle_due:
            said = "The shuffle was missed: after this round"
            yield offer("miss-cutting-card", Role.DEALER, law.misses_cut, said)
    if round.dealt and round.wagered and not round.somebody_left:
        yield offer_correction(law.display)
    yield from amended.expects(round)
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, law.refers, "Shift Manager's ruling")


def _expects_before_the_first_card(round: Round) -> Iterator[Expected]:
    """A card that is known before the first one of the round: the documents are silent, so the pit rules (R-22)."""
    if round.ruling_due:
        yield offer_ready()
    elif not round.waiting and not round.unseen and not round.pulled:
        yield offer_face_up(True, round.rules.law.face_up)


def _expects_of_cards(round: Round) -> Iterator[Expected]:
    law = round.rules.law
    if not round.ruling_due:
        yield from pulled.expects(round)
    yield from misdealt.expects(round)
    if _burn_card_dealt(round):
        if round.phase not in INITIAL:
            said = "The burn card was dealt: it stays in play"
            yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law.burn_stays, said)
        elif round.wagered and not misdealt.drawn_at_once(round):
            burn = "The burn card was dealt: take it out and put the rest right"
            yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law.burn_rebuilt, burn)
    none_out = not round.waiting and not round.pulled and not round.unseen
    if round.begun and none_out and round.phase in BEFORE_THE_END:
        yield offer_face_up(False, law.face_up)
    if none_out and pulled.card_due(round):
        if round.terms.hand_shuffled:
            yield offer("run-out", Role.DEALER, law.runs_out, "No card is left: shuffle the discards and go on")
        else:
            said = "No card is left: void, if the Gaming Shift Manager agrees"
            yield offer("run-out", Role.GAMING_SHIFT_MANAGER, Citation("R-13"), said)
    yield from _expects_in_error(round)


def _expects_in_error(round: Round) -> Iterator[Expected]:
    """A card that was dealt while nobody was due one: it is the next card, unless the Dealer's hand was complete.

    Where no player is left to take or to refuse it, it is the Dealer's, who needs none: it changes nothing, for one
    below 17 is done only when no open wager depends on another card.
    """
    law, loose = round.rules.law, not round.waiting and not round.pulled
    turn = None if round.first_card_due else round.turn
    decides = turn if turn and turn.area and turn.area.waits_for_decision else None
    if round.phase is Phase.COMPLETE:
        if round.dealer_hand.total >= 17:
            said = "A card drawn to the Dealer's complete hand: take it away"
            yield offer("remove-dealer-card", Role.DEALER, law.dealer_complete, said)
        elif loose and round.wagered:
            said = "A card drawn to a Dealer who needs none: it stays there"
            yield offer("expose-card", Role.DEALER, law.exposed_dealer, said)
    elif loose and (decides or round.phase in (Phase.CONFIRMING, Phase.OFFERING)):
        yield offer("expose-card", Role.DEALER, law.exposed, "A card dealt in error: it is the next card")
    elif round.exposed and decides and (controller := decides.controller()):
        said = "Refuse it and stand?"
        yield offer("refuse-card", Role.PLAYER, law.refuses, said, box=decides.number, bettors=(controller,))


def _burn_card_dealt(round: Round) -> bool:
    """Whether the first card of the shoe may have been dealt in this round instead of burned, and nobody has said so.

    The house knows whether the shoe began with this round. Where it has not told, a round that began with cards from
    the one before did not, and one whose first card was burned has no burn to make up for.
    """
    settled = (m.BurnForgotten, m.FaceUpCardFound)
    noted = any(isinstance(note, settled) and getattr(note, "burned", True) for note in round.notes)
    return round.fresh is not False and not noted and round.dealt[:1] == round.cards[:1] != ()


def expects_while_withdrawing(round: Round) -> Iterator[Expected]:
    """After a power failure with nothing decided: players may take everything back, all or nothing (R-08)."""
    law = round.rules.law
    people = dict.fromkeys(position.bettor for box in round.boxes for position in box.positions)
    if people:
        back = Expected(
            command="withdraw-all", by=Role.PLAYER, clause=law.power_undecided, prompt="Withdraw everything?"
        )
        yield msgspec.structs.replace(back, bettors=tuple(people), irregular=True)
    yield offer("resume", Role.DEALER, law.power_undecided, "Go on with those who stay")
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, law.refers, "Shift Manager's ruling")


def follows(round: Round, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    """What the documents make of it."""
    says = expected.clause
    match command:
        case m.PullCards() | m.PickCard() | m.DeclineCards():
            yield from pulled.follows(round, command, expected, by)
        case m.DeclareBadCards(kind=kind):
            yield m.RoundVoided(clause=says, by=by, why=f"{kind} cards")
        case m.NoteWager():
            yield from amended.noted(round, command, by)
        case m.DeclareForgottenBurn():
            card, rebuilt = round.dealt[0], round.phase in INITIAL
            yield m.BurnForgotten(card=card, rebuilt=rebuilt, clause=clause_of(says), by=by)
        case m.RunOut():
            if not round.terms.hand_shuffled:
                yield from ruled("no card is left", "void", says, by)
            else:
                yield m.DiscardsShuffled(cut_by=_cutter(round), clause=clause_of(says), by=by)
        case m.MissCuttingCard():
            yield m.CuttingCardMissed(clause=clause_of(says), by=by)
        case m.FindFaceUpCard(card=card, course=course):
            yield face_up(card, course, expected, by)
        case m.RuleReadyCards(course=course):
            yield ready_ruled(round.waiting, course, by)
        case m.ExposeCard(card=card):
            yield m.CardExposed(card=card, clause=clause_of(says), by=by)
            if round.phase is Phase.COMPLETE:
                yield m.CardDealt(card=card)
        case m.RefuseCard(bettor=bettor, box=box):
            yield m.CardRefused(bettor=bettor, box=box, clause=clause_of(says), placed_by=entered(by))
        case m.RemoveDealerCard(card=card):
            check_waiting(round.waiting, card, says)
            yield m.DealerCardRemoved(card=card, clause=says, by=by)
        case m.TakeBackCard(card=card):
            yield taken_back(round.cards[-1], card, says, by)
        case m.Interrupt():
            established = round.established()
            law = round.rules.law
            yield m.PowerFailed(
                established=established,
                clause=clause_of(law.power_decided if established else law.power_undecided),
                by=by,
            )
        case m.WithdrawAll(bettor=bettor):
            yield m.BettorWithdrew(bettor=bettor, clause=clause_of(says), placed_by=entered(by))
        case m.Resume():
            yield m.PlayResumed()
        case m.ReturnLateWager():
            yield from amended.returned(round, command, says, by)
        case m.Refer(reason=reason, effect=effect):
            yield from ruled(reason, effect, says, by)
        case _:
            yield from misdealt.follows(round, command, expected, by)


def _cutter(round: Round) -> str:
    """The player whose hand is next to be acted upon, or dealt to; the Dealer where there is none (R-14)."""
    box = round.turn
    if round.phase is Phase.DEALING:
        box = round.box(round.next_place) if round.next_place else next(iter(round.wagered), None)
    return (box.controller() if box else None) or "Dealer"


def evolve(round: Round, event: m.AnyEvent) -> Round:
    """The round after it."""
    replace = msgspec.structs.replace
    match event:
        case m.CardsPulled() | m.CardPicked() | m.CardsDeclined():
            return pulled.evolve(round, event)
        case m.BurnForgotten() | m.RulingGiven():
            return replace(round, notes=(*round.notes, event))
        case m.FaceUpCardFound(card=card, burned=burned):
            out = {"removed": (*round.removed, card)} if burned else {"waiting": (card,), "ready_ruled": True}
            return replace(round, notes=(*round.notes, event), **out)
        case m.ReadyCardsRuled(cards=cards, burned=burned):
            ruled_on = replace(round, notes=(*round.notes, event), ready_ruled=True)
            return replace(ruled_on, waiting=(), removed=(*round.removed, *cards)) if burned else ruled_on
        case m.CardExposed(card=card):
            return replace(pulled.taken(round), waiting=(card,), exposed=True)
        case m.CardRefused(box=number):
            area = round.box(number).area
            assert area is not None
            return with_box(round, replace(round.box(number), area=area.stand()))
        case m.DealerCardRemoved(card=card):
            return replace(pulled.taken(round), removed=(*round.removed, card))
        case m.DiscardsShuffled():
            shuffled_in = (*round.shuffled_in, *round.discards)
            return replace(round, reshuffled=True, shuffle_due=True, shuffled_in=shuffled_in)
        case m.CuttingCardMissed():
            return replace(round, shuffle_due=True)
        case m.UnderMinimumHonoured(bettor=bettor):
            return replace(round, honoured=(*round.honoured, bettor))
        case m.ExcessReturned():
            return round
        case m.PowerFailed(established=established):
            return replace(round, withdrawing=not established)
        case m.PlayResumed():
            return replace(round, withdrawing=False)
        case m.BettorWithdrew(bettor=bettor):
            return _without(round, bettor)
        case m.WagerReturned():
            return amended.without(round, event)
        case _:
            return misdealt.evolve(round, event)


def _without(round: Round, bettor: str) -> Round:
    """Everything of one player off the round; the cards of a box that nobody is left on go to the discards."""
    for box in round.boxes:
        kept = tuple(position for position in box.positions if position.bettor != bettor)
        if box.mains and not any(position.slot for position in kept):
            # Side wagers need a main wager on their box.
            round = cleared(round, msgspec.structs.replace(box, positions=()))
        else:
            round = with_box(round, msgspec.structs.replace(box, positions=kept))
    return msgspec.structs.replace(round, phase=round.phase if round.wagered else Phase.COMPLETE)
