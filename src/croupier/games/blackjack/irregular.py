"""When things go wrong on boxes: what may be declared, and what the documents make of it.

Cards that lie on wrong places and their cure are in `misdealt`, those drawn at once in `pulled`, what is gone through
again in `rebuilding`, and wagers that go back in the middle of a round in `withdrawal`.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack import messages as m
from croupier.games.blackjack import misdealt, pulled, stepping
from croupier.games.blackjack.boxes import Box, Round
from croupier.games.blackjack.misdealt import INITIAL, MOVED_ON
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.withdrawal import cleared, with_box
from croupier.games.irregularity import check_copies, check_late, offer, ruled, taken_back
from croupier.games.round import Expected, Phase, Role
from croupier.money import dollars
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause


def expects(round: Round) -> Iterator[Expected]:
    """Everything that may be declared to have gone wrong now."""
    if round.phase is Phase.VOID:
        return
    law = round.rules.law
    if round.phase is not Phase.SETTLED:
        said = "Foreign, extra, missing or unshuffled cards: void"
        yield offer("declare-bad-cards", Role.PIT_MANAGER, law("bad_cards"), said)
    if round.phase is Phase.BETTING:
        yield from _expects_of_bets(round)
    if round.phase in (*INITIAL, *MOVED_ON):
        yield from _expects_of_cards(round)
        yield from stepping.expects(round)
        yield offer("interrupt", Role.DEALER, law("power"), "A power failure")
        yield offer("miss-cutting-card", Role.DEALER, law("misses_cut"), "The shuffle was missed: after this round")
    if round.phase is not Phase.BETTING and any(box.positions for box in round.boxes):
        said = "A wager placed too late: return it"
        yield offer("return-late-wager", Role.PIT_SUPERVISOR, law("late"), said)
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, law("refers"), "Rule on what no clause covers")


def _expects_of_bets(round: Round) -> Iterator[Expected]:
    law = round.rules.law
    if not round.waiting:
        said = "A card lies face up in the device: burn it"
        yield offer("find-face-up-card", Role.PIT_MANAGER, Citation("R-22"), said)
    yield offer("note-wager", Role.DEALER, law("over_maximum"), "A wager lies outside the limits: note it")


def _expects_of_cards(round: Round) -> Iterator[Expected]:
    law = round.rules.law
    yield from pulled.expects(round)
    yield from misdealt.expects(round)
    if round.phase in INITIAL:
        if round.dealt and round.wagered:
            burn = "The burn card was dealt: take it out and put the rest right"
            yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law("burn_rebuilt"), burn)
    elif round.dealt and not any(isinstance(note, m.BurnForgotten) for note in round.notes):
        said = "The burn card was dealt: it stays in play"
        yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law("burn_stays"), said)
    if not round.waiting and not round.pulled and round.phase in (Phase.DEALING, Phase.PLAYING, Phase.DRAWING):
        said = "A card lies face up in the device: it is played as normal"
        yield offer("find-face-up-card", Role.DEALER, law("face_up"), said)
    turn = None if round.first_card_due else round.turn
    due = round.phase is Phase.DEALING or pulled.card_due(round)
    if due and not round.waiting and not round.pulled:
        if round.terms.hand_shuffled:
            yield offer("run-out", Role.DEALER, law("runs_out"), "No card is left: shuffle the discards and go on")
        else:
            said = "No card is left: void, if the Gaming Shift Manager agrees"
            yield offer("run-out", Role.GAMING_SHIFT_MANAGER, Citation("R-13"), said)
    if turn and turn.area and turn.area.waits_for_decision:
        if not round.waiting and not round.pulled:
            yield offer("expose-card", Role.DEALER, law("exposed"), "A card dealt in error: it is the next card")
        elif round.exposed and (controller := turn.controller()):
            refuse = Expected(
                command="refuse-card", by=Role.PLAYER, clause=law("refuses"), prompt="Refuse it and stand?"
            )
            yield msgspec.structs.replace(refuse, box=turn.number, bettors=(controller,), irregular=True)
    if round.phase is Phase.COMPLETE and round.dealer_hand.total >= 17:
        said = "A card drawn to the Dealer's complete hand: take it away"
        yield offer("remove-dealer-card", Role.DEALER, law("dealer_complete"), said)


def expects_while_withdrawing(round: Round) -> Iterator[Expected]:
    """After a power failure with nothing decided: players may take everything back, all or nothing (R-08)."""
    law = round.rules.law
    people = dict.fromkeys(position.bettor for box in round.boxes for position in box.positions)
    if people:
        back = Expected(
            command="withdraw-all", by=Role.PLAYER, clause=law("power_undecided"), prompt="Withdraw everything?"
        )
        yield msgspec.structs.replace(back, bettors=tuple(people), irregular=True)
    yield offer("resume", Role.DEALER, law("power_undecided"), "Go on with those who stay")
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, law("refers"), "Rule on what no clause covers")


def follows(round: Round, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    """What the documents make of it."""
    clause = expected.clause
    match command:
        case m.PullCards() | m.PickCard() | m.DeclineCards():
            yield from pulled.follows(round, command, expected, by)
        case m.DeclareBadCards(kind=kind):
            yield m.RoundVoided(clause=clause, by=by, why=f"{kind} cards")
        case m.NoteWager():
            yield from _noted(round, command, by)
        case m.DeclareForgottenBurn():
            card, rebuilt = round.dealt[0], round.phase in INITIAL
            yield m.BurnForgotten(card=card, rebuilt=rebuilt, clause=_clause(clause), by=by)
        case m.RunOut():
            if not round.terms.hand_shuffled:
                yield from ruled("no card is left", "void", clause, by)
            else:
                yield m.DiscardsShuffled(cut_by=_cutter(round), clause=_clause(clause), by=by)
        case m.MissCuttingCard():
            yield m.CuttingCardMissed(clause=_clause(clause), by=by)
        case m.FindFaceUpCard(card=card):
            yield m.FaceUpCardFound(card=card, burned=round.phase is Phase.BETTING, clause=clause, by=by)
        case m.ExposeCard(card=card):
            check_copies(round.rules, round.terms.decks, (*round.cards, card))
            yield m.CardExposed(card=card, clause=_clause(clause), by=by)
        case m.RefuseCard(bettor=bettor, box=box):
            yield m.CardRefused(bettor=bettor, box=box, clause=_clause(clause))
        case m.RemoveDealerCard(card=card):
            check_copies(round.rules, round.terms.decks, (*round.cards, *round.removed, card))
            yield m.DealerCardRemoved(card=card, clause=clause, by=by)
        case m.TakeBackCard(card=card):
            yield taken_back(round.cards[-1], card, clause, by)
        case m.Interrupt():
            established = round.established()
            says = round.rules.law("power_decided" if established else "power_undecided")
            yield m.PowerFailed(established=established, clause=_clause(says), by=by)
        case m.WithdrawAll(bettor=bettor):
            yield m.BettorWithdrew(bettor=bettor, clause=_clause(clause))
        case m.Resume():
            yield m.PlayResumed()
        case m.ReturnLateWager(bettor=bettor, wager=wager, amount=amount, box=box):
            if box is None:
                raise Refused("a late wager is named with its box", clause)
            _check_late(round, bettor, box, wager, amount, clause)
            for who, what, stake in [*_needing(round.box(box), bettor, wager), (bettor, wager, amount)]:
                yield m.WagerReturned(bettor=who, wager=what, amount=stake, clause=clause, by=by, box=box)
        case m.Refer(reason=reason, effect=effect):
            yield from ruled(reason, effect, clause, by)
        case _:
            yield from misdealt.follows(round, command, expected, by)


def _cutter(round: Round) -> str:
    """The player whose hand is next to be acted upon; the Dealer where there is none (R-14)."""
    return (round.turn.controller() if round.turn else None) or "Dealer"


def _noted(round: Round, command: m.NoteWager, by: Role) -> Iterator[m.AnyEvent]:
    """Over the maximum only the maximum plays; under the minimum a player is honoured once (R-04, R-05)."""
    rules, terms = round.rules, round.terms
    if command.wager not in rules.bets:
        raise rules.not_offered(command.wager)
    rules.check_stakes({command.wager: command.stake}, terms.unit)
    limits = terms.limits_of(command.wager)
    box = round.box(command.box)
    position = box.position(command.bettor)
    if command.wager == "main" and not (position and position.slot) and len(box.mains) >= terms.mains:
        raise Refused(f"box {command.box} holds {terms.mains} main wagers and no more", rules.law("three_mains"))
    if command.wager != "main" and not (position and position.slot):
        raise Refused("a side wager that lies on a box is its main bettor's", rules.law("side_first_call"))
    stake = command.stake
    if limits.maximum is not None and stake > limits.maximum:
        excess = stake - limits.maximum
        stake = limits.maximum
        says = _clause(rules.law("over_maximum"))
        yield m.ExcessReturned(bettor=command.bettor, wager=command.wager, amount=excess, box=command.box, clause=says)
    elif stake < limits.minimum:
        if command.bettor in (*terms.warned, *round.honoured):
            said = f"{command.bettor} was honoured once: {dollars(stake)} goes back"
            raise Refused(said, rules.law("under_minimum"))
        yield m.UnderMinimumHonoured(bettor=command.bettor, clause=_clause(rules.law("under_minimum")))
    else:
        raise Refused(f"{dollars(stake)} is within the limits {limits}: place it", rules.cite(rules.posts_limits))
    yield m.WagerPlaced(bettor=command.bettor, wager=command.wager, stake=stake, box=command.box, placed_by=by)


def _needing(box: Box, bettor: str, wager: str) -> list[tuple[str, str, int]]:
    """The side wagers that go back with a main wager: its owner's, and everybody's where it was the last on the box."""
    if wager != "main":
        return []
    last = len(box.mains) == 1
    return [
        (position.bettor, side, stake)
        for position in box.positions
        if last or position.bettor == bettor
        for side, stake in position.sides.items()
    ]


def _check_late(round: Round, bettor: str, box: int, wager: str, amount: int, clause: Citation) -> None:
    position = round.box(box).position(bettor)
    stake = 0 if position is None else position.original if wager == "main" else position.sides.get(wager, 0)
    check_late(bettor, f"{wager} of box {box}", stake, amount, round.terms.unit, clause)
    if position and wager == "main" and (amount < stake or round.phase not in (*INITIAL, Phase.SETTLED)):
        raise Refused("a main wager goes back whole, before play or after the settlement", clause)


def _clause(citation: Citation) -> Clause:
    assert isinstance(citation, Clause)
    return citation


def evolve(round: Round, event: m.AnyEvent) -> Round:
    """The round after it."""
    replace = msgspec.structs.replace
    match event:
        case m.CardsPulled() | m.CardPicked() | m.CardsDeclined():
            return pulled.evolve(round, event)
        case m.BurnForgotten() | m.RulingGiven():
            return replace(round, notes=(*round.notes, event))
        case m.FaceUpCardFound(card=card, burned=burned):
            out = {"removed": (*round.removed, card)} if burned else {"waiting": (card,)}
            return replace(round, notes=(*round.notes, event), **out)
        case m.CardExposed(card=card):
            return replace(round, waiting=(card,), exposed=True)
        case m.CardRefused(box=number):
            area = round.box(number).area
            assert area is not None
            return with_box(round, replace(round.box(number), area=area.stand()))
        case m.DealerCardRemoved(card=card):
            return replace(round, removed=(*round.removed, card), waiting=round.waiting[1:])
        case m.DiscardsShuffled():
            return replace(round, reshuffled=True, shuffle_due=True)
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
            return _without_late(round, event)
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


def _without_late(round: Round, event: m.WagerReturned) -> Round:
    assert event.box is not None
    box = round.box(event.box)
    changed = tuple(
        _less(position, event.wager, event.amount) if position.bettor == event.bettor else position
        for position in box.positions
    )
    kept = tuple(position for position in changed if position.slot or position.sides)
    round = with_box(round, msgspec.structs.replace(box, positions=kept))
    return msgspec.structs.replace(round, returned=(*round.returned, event))


def _less(position: Position, wager: str, amount: int) -> Position:
    if wager == "main":
        return msgspec.structs.replace(position, original=0, slot=None, stakes={}, doubles={}, ties={})
    sides = {**position.sides, wager: position.sides[wager] - amount}
    return msgspec.structs.replace(position, sides={name: stake for name, stake in sides.items() if stake})
