"""When things go wrong on boxes, as far as it is built: what may be declared, and what the documents make of it."""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack import pulled
from croupier.games.blackjack.boxes import Box, Round
from croupier.games.blackjack.settlement import Position
from croupier.games.irregularity import check_copies, check_late, check_same_cards, offer, ruled
from croupier.games.round import Expected, Phase, Role, tag
from croupier.money import dollars
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause

INITIAL = (Phase.DEALING, Phase.CONFIRMING)
"""Nothing settled and nothing drawn yet: the cards can still be put right (R-19)."""
MOVED_ON = (Phase.OFFERING, Phase.PLAYING, Phase.DRAWING, Phase.COMPLETE)


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
    if round.phase in INITIAL:
        if round.cards:
            yield offer("reconstruct", Role.PIT_SUPERVISOR, law("rebuilds"), "Put the cards where they belong")
            burn = "The burn card was dealt: take it out and put the rest right"
            yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law("burn_rebuilt"), burn)
    elif not any(isinstance(note, m.BurnForgotten) for note in round.notes):
        said = "The burn card was dealt: it stays in play"
        yield offer("declare-forgotten-burn", Role.PIT_SUPERVISOR, law("burn_stays"), said)
    if not round.waiting and not round.pulled and round.phase in (Phase.DEALING, Phase.PLAYING, Phase.DRAWING):
        said = "A card lies face up in the device: it is played as normal"
        yield offer("find-face-up-card", Role.DEALER, law("face_up"), said)
    turn = round.turn
    due = round.phase in (Phase.DEALING, Phase.DRAWING) or (turn and turn.area and turn.area.waits_for_card)
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
            yield from _noted(round, command)
        case m.Reconstruct(cards=cards):
            check_same_cards((*round.cards, *round.waiting), cards, clause)
            check_copies(round.rules, round.terms.decks, cards)
            used = _places(round)
            yield m.CardsReconstructed(cards=cards[:used], waiting=cards[used:], was=round.cards, clause=clause, by=by)
        case m.DeclareForgottenBurn():
            card, rebuilt = round.cards[0], round.phase in INITIAL
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
            raise Refused(f"{tag(command)} is not for this game", round.rules.law("choices"))


def _cutter(round: Round) -> str:
    """The player whose hand is next to be acted upon; the Dealer where there is none (R-14)."""
    return (round.turn.controller() if round.turn else None) or "Dealer"


def _noted(round: Round, command: m.NoteWager) -> Iterator[m.AnyEvent]:
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
    yield m.WagerPlaced(bettor=command.bettor, wager=command.wager, stake=stake, box=command.box)


def _places(round: Round) -> int:
    """How many cards the initial deal takes."""
    wagered = len(round.wagered)
    return wagered if round.rules.opening == 1 else 2 * wagered + 1


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
        case m.CardsReconstructed(cards=cards, waiting=waiting, was=was):
            return replace(_dealt_anew(round, cards), waiting=waiting, history=(*round.history, was))
        case m.BurnForgotten(card=card, rebuilt=rebuilt):
            noted = replace(round, notes=(*round.notes, event))
            if not rebuilt:
                return noted
            history = (*round.history, round.cards)
            anew = _dealt_anew(noted, round.cards[1:])
            return replace(anew, removed=(*round.removed, card), history=history, waiting=round.waiting)
        case m.FaceUpCardFound(card=card, burned=burned):
            out = {"removed": (*round.removed, card)} if burned else {"waiting": (card,)}
            return replace(round, notes=(*round.notes, event), **out)
        case m.CardExposed(card=card):
            return replace(round, waiting=(card,), exposed=True)
        case m.CardRefused(box=number):
            area = round.box(number).area
            assert area is not None
            return _with_box(round, replace(round.box(number), area=area.stand()))
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
        case m.RulingGiven():
            return replace(round, notes=(*round.notes, event))
        case _:
            raise Refused(f"{tag(event)} does not happen in {round.terms.game}")


def _dealt_anew(round: Round, cards: tuple[Card, ...]) -> Round:
    """The initial deal again, with these cards in this order."""
    boxes = tuple(msgspec.structs.replace(box, dealt=(), area=None) for box in round.boxes)
    fresh = msgspec.structs.replace(round, phase=Phase.DEALING, boxes=boxes, dealer=(), cards=(), waiting=())
    for card in cards:
        place = fresh.next_place
        if place is None:
            break
        if place == 0:
            fresh = msgspec.structs.replace(fresh, dealer=(card,), cards=(*fresh.cards, card))
        else:
            box = msgspec.structs.replace(fresh.box(place), dealt=(*fresh.box(place).dealt, card))
            fresh = msgspec.structs.replace(_with_box(fresh, box), cards=(*fresh.cards, card))
    return fresh


def _without(round: Round, bettor: str) -> Round:
    """Everything of one player off the round; the cards of a box that nobody is left on go to the discards."""
    removed = list(round.removed)
    for box in round.boxes:
        kept = tuple(position for position in box.positions if position.bettor != bettor)
        emptied = bool(box.mains) and not any(position.slot for position in kept)
        if emptied:
            removed += box.dealt
            # Side wagers need a main wager on their box.
            kept = ()
        dealt = () if emptied else box.dealt
        round = _with_box(round, msgspec.structs.replace(box, positions=kept, dealt=dealt))
    phase = round.phase if round.wagered else Phase.COMPLETE
    return msgspec.structs.replace(round, removed=tuple(removed), phase=phase)


def _without_late(round: Round, event: m.WagerReturned) -> Round:
    assert event.box is not None
    box = round.box(event.box)
    changed = tuple(
        _less(position, event.wager, event.amount) if position.bettor == event.bettor else position
        for position in box.positions
    )
    kept = tuple(position for position in changed if position.slot or position.sides)
    round = _with_box(round, msgspec.structs.replace(box, positions=kept))
    return msgspec.structs.replace(round, returned=(*round.returned, event))


def _less(position: Position, wager: str, amount: int) -> Position:
    if wager == "main":
        return msgspec.structs.replace(position, original=0, slot=None, stakes={}, doubles={}, ties={})
    sides = {**position.sides, wager: position.sides[wager] - amount}
    return msgspec.structs.replace(position, sides={name: stake for name, stake in sides.items() if stake})


def _with_box(round: Round, box: Box) -> Round:
    boxes = (*round.boxes[: box.number - 1], box, *round.boxes[box.number :])
    return msgspec.structs.replace(round, boxes=boxes)
