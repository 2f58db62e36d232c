"""The blackjack round on boxes: what an event makes of it."""

from collections.abc import Callable, Iterable

import msgspec

from croupier.games.blackjack import amended, irregular, misdealt, pulled, rebuilding, stepping
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Agreement, Box, Round, SideClaim
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.settlement import Insured, Position
from croupier.games.round import Phase, replayed, tag
from croupier.refused import Refused


def evolve(round: Round | None, event: m.AnyEvent) -> Round:
    """The round after an event."""
    if isinstance(event, m.BetsOpened):
        boxes = tuple(Box(number=n, seat=event.seats.get(n)) for n in range(1, event.terms.boxes + 1))
        # Cards that are out already came from a shoe that had begun before.
        fresh = False if event.waiting or event.unseen else event.fresh
        return Round(terms=event.terms, boxes=boxes, waiting=event.waiting, unseen=event.unseen, fresh=fresh)
    if round is None:
        raise Refused(f"{tag(event)} belongs to no round: the events do not begin with bets-opened")
    if isinstance(event, m.CardTakenBack):
        return stepping.stepped_back(round)
    return stepping.remembered(round, event, _advance(rebuilding.recorded(_evolve(round, event), event)))


def _evolve(round: Round, event: m.AnyEvent) -> Round:
    match event:
        case m.SeatTaken(bettor=bettor, box=box):
            return _replace_box(round, box, seat=bettor)
        case m.SeatLeft(box=box):
            return _replace_box(round, box, seat=None)
        case m.WagerPlaced():
            return _with_wager(round, event)
        case m.WagerClaimed(bettor=bettor, box=box, wager=wager, stake=stake):
            return _with_claim(round, SideClaim(bettor, box, wager, stake))
        case m.WagerWithdrawn(bettor=bettor, box=box, wager=wager):
            return _without_wager(round, bettor, box, wager)
        case m.ClaimRefused(bettor=bettor, box=box, wager=wager, owner=owner):
            return _without_any_claim(round, bettor, box, wager, owner)
        case m.BoxArranged(box=box, order=order):
            return _map_positions(round, box, lambda each: _slotted(each, order))
        case m.SpotAgreed(box=box, wager=wager, bettor=bettor, owner=owner):
            agreement = Agreement(box, wager, bettor, owner)
            earlier = [each for each in round.agreements if each != agreement]
            return _replace(round, agreements=(*earlier, agreement))
        case m.BetsClosed():
            # Every claim was answered before.
            closed = _replace(round, phase=Phase.DEALING if round.wagered else Phase.COMPLETE)
            for each in closed.wagered:
                closed = _map_positions(closed, each.number, _staked)
            return closed
        case m.CardDealt():
            return _with_card(round, event)
        case m.CardMisdealt(card=card, box=box):
            return _with_card(misdealt.passed_over(round, box or 0), m.CardDealt(card=card, box=box))
        case m.DealConfirmed():
            return _replace(round, phase=Phase.OFFERING)
        case m.Surrendered(bettor=bettor, box=box):
            return _change(round, box, bettor, surrendered=True)
        case m.InsuranceClaimed(bettor=bettor, box=box, owner=owner, stake=stake):
            return _with_insurance_claim(round, Insured(bettor, box, owner, stake))
        case m.InsurancePlaced(bettor=bettor, box=box, owner=owner, stake=stake):
            kept = _other_insurance_claims(round, bettor, box, owner)
            stake = amended.insurance_of(round, _position(round, box, owner).original, stake)
            insured = (*round.insured, Insured(bettor, box, owner, stake)) if stake else round.insured
            return _replace(round, insured=insured, insurance_claims=kept)
        case m.EvenMoneyTaken(bettor=bettor, box=box):
            return _change(round, box, bettor, even_money=True)
        case m.OffersClosed():
            return _replace(round, phase=Phase.PLAYING)
        case m.HandDecided():
            return _with_decision(round, event)
        case m.DoubleJoined(bettor=bettor, box=box, amount=amount):
            return _with_double(round, box, bettor, amount)
        case m.SplitMatched(bettor=bettor, box=box):
            return _with_matched_split(round, box, bettor)
        case m.TiePlaced(bettor=bettor, box=box, hand=hand, stake=stake):
            position = _position(round, box, bettor)
            return _change(round, box, bettor, ties={**position.ties, hand: stake})
        case m.AbsenceDeclared(bettor=bettor, box=box):
            return _change(round, box, bettor, absent=True)
        case m.CuttingCardRemoved():
            return _replace(round, cut_after=len(round.cards))
        case m.RoundSettled():
            return _replace(round, phase=Phase.SETTLED)
        case m.RoundVoided(clause=clause):
            return _replace(round, phase=Phase.VOID, void=clause)
        case m.CardsReconstructed(cards=cards, waiting=waiting):
            rebuilt = rebuilding.rebuilt(round, cards, evolve)
            # Every card that is dealt again has a place.
            assert rebuilt.dealt == cards
            drawn = len((*cards, *waiting)) - len((*round.dealt, *round.waiting))
            return _replace(
                rebuilt,
                waiting=waiting,
                exposed=round.exposed and waiting[:1] == round.waiting[:1],
                unseen=max(0, round.unseen - drawn),
            )
        case m.CardsCorrected(cards=cards, waiting=surplus):
            right = rebuilding.read_right(round, (*cards, *surplus), evolve)
            return _replace(right, notes=(*round.notes, event))
        case m.BurnForgotten(card=card, rebuilt=True):
            anew = rebuilding.rebuilt(round, round.dealt[1:], evolve)
            return _replace(anew, removed=(*round.removed, card), notes=(*round.notes, event))
        case m.PlayPulledBack():
            return rebuilding.pulled_back(round, event, evolve)
        case _:
            return irregular.evolve(round, event)


def _advance(round: Round) -> Round:
    """What follows by itself: phases that have nothing in them are left, and a hand without its player plays alone."""
    if round.phase is Phase.DEALING and round.next_place is None:
        return _replace(_with_areas(round), phase=Phase.CONFIRMING)
    if round.phase is Phase.OFFERING and not any(round.may_surrender()) and not any(round.insurable()):
        return _advance(_replace(round, phase=Phase.PLAYING, insurance_claims=()))
    if round.phase is Phase.PLAYING:
        box = round.turn
        if box is None and round.first_card_due:
            return round if round.pulled is None or round.pulled.dealer else pulled.burned(round)
        if box is None or box.area is None:
            return _advance(_replace(round, phase=Phase.DRAWING))
        if box.area.waits_for_decision and box.controller() is None:
            return _advance(_replace_box(round, box.number, area=box.area.leave_alone()))
    if round.phase is Phase.DRAWING and not round.dealer_draws():
        round = _replace(round, phase=Phase.COMPLETE)
    if round.pulled and (round.phase is Phase.COMPLETE or (round.phase is Phase.DRAWING and not round.pulled.dealer)):
        # Nobody is left to be offered them.
        return pulled.burned(round)
    return round


def _with_areas(round: Round) -> Round:
    printed = round.rules.printed
    boxes = tuple(
        msgspec.structs.replace(box, area=Area.of(*box.dealt, printed=printed)) if box.dealt and box.mains else box
        for box in round.boxes
    )
    return _replace(round, boxes=boxes)


def _with_card(round: Round, event: m.CardDealt) -> Round:
    round = _replace(pulled.taken(round), cards=(*round.cards, event.card), may_withdraw=False)
    if event.box is None:
        if round.phase is Phase.PLAYING:
            round = _replace(round, phase=Phase.OFFERING, dealer_owed=False, finishing=None, late_first=True)
        return _replace(round, dealer=(*round.dealer, event.card))
    box = round.box(event.box)
    if box.area is None:
        return _replace_box(round, event.box, dealt=(*box.dealt, event.card))
    return _replace_box(round, event.box, area=box.area.take(event.card))


def _with_wager(round: Round, event: m.WagerPlaced) -> Round:
    round = _replace(round, claims=_without_claim(round, event.bettor, event.box, event.wager))
    box = round.box(event.box)
    position = box.position(event.bettor)
    if position is None:
        position = Position(bettor=event.bettor)
        round = _replace_box(round, event.box, positions=(*box.positions, position))
    if event.wager != "main":
        return _change(round, event.box, event.bettor, sides={**position.sides, event.wager: event.stake})
    taken = {each.slot for each in box.positions}
    slot = position.slot or next(free for free in (1, 2, 3) if free not in taken)
    round = _change(round, event.box, event.bettor, original=event.stake, slot=slot)
    if round.phase is not Phase.BETTING:
        # It lay there before the close, and is noted only now: the Dealer may have to draw for it after all.
        round = amended.with_main(round, event.box, event.bettor, event.stake)
        return _replace(round, phase=Phase.DRAWING if round.phase is Phase.COMPLETE else round.phase)
    # Who now has a main wager here has first call on its side wagers: claims become wagers.
    for claim in round.claims:
        if (claim.bettor, claim.box) == (event.bettor, event.box):
            placed = m.WagerPlaced(bettor=claim.bettor, wager=claim.wager, stake=claim.stake, box=claim.box)
            round = _with_wager(round, placed)
    return round


def _without_wager(round: Round, bettor: str, number: int, wager: str) -> Round:
    round = _replace(round, claims=_without_claim(round, bettor, number, wager))
    position = round.box(number).position(bettor)
    if position is None:
        return round
    if wager == "main":
        round = _change(round, number, bettor, original=0, slot=None)
    else:
        sides = {name: stake for name, stake in position.sides.items() if name != wager}
        round = _change(round, number, bettor, sides=sides)
    kept = tuple(each for each in round.box(number).positions if each.slot or each.sides)
    return _replace_box(round, number, positions=kept)


def _with_decision(round: Round, event: m.HandDecided) -> Round:
    box = round.box(event.box)
    area = box.area
    assert area is not None
    assert area.hand is not None
    if event.action == "double":
        assert event.amount is not None
        round = _replace_box(round, event.box, area=area.double())
        return _with_double(round, event.box, event.bettor, event.amount)
    if event.action == "split":
        round = _replace_box(round, event.box, area=area.split())
        return _with_matched_split(round, event.box, event.bettor)
    return _replace_box(round, event.box, area=area.stand() if event.action == "stand" else area.hit())


def _with_double(round: Round, box: int, bettor: str, amount: int) -> Round:
    area = round.box(box).area
    assert area is not None
    assert area.hand is not None
    position = _position(round, box, bettor)
    # Gone through again over a wager that has become smaller meanwhile, what was added is smaller too.
    amount = amended.double_of(round, position.original, amount)
    return _change(round, box, bettor, doubles={**position.doubles, area.hand.id: amount}) if amount else round


def _with_matched_split(round: Round, box: int, bettor: str) -> Round:
    area = round.box(box).area
    assert area is not None
    assert area.splitting is not None
    position = _position(round, box, bettor)
    return _change(round, box, bettor, stakes={**position.stakes, area.splitting[1]: position.original})


def _slotted(position: Position, order: tuple[str, ...]) -> Position:
    if position.bettor not in order:
        return position
    return msgspec.structs.replace(position, slot=order.index(position.bettor) + 1)


def _staked(position: Position) -> Position:
    return msgspec.structs.replace(position, stakes={0: position.original}) if position.slot else position


def _with_claim(round: Round, claim: SideClaim) -> Round:
    """A claim for another amount keeps its place among those who came."""
    claims = {(each.bettor, each.box, each.wager): each for each in (*round.claims, claim)}
    return _replace(round, claims=tuple(claims.values()))


def _with_insurance_claim(round: Round, claim: Insured) -> Round:
    """Likewise."""
    claims = {(each.bettor, each.box, each.owner): each for each in (*round.insurance_claims, claim)}
    return _replace(round, insurance_claims=tuple(claims.values()))


def _without_claim(round: Round, bettor: str, box: int, wager: str) -> tuple[SideClaim, ...]:
    return tuple(each for each in round.claims if (each.bettor, each.box, each.wager) != (bettor, box, wager))


def _without_any_claim(round: Round, bettor: str, box: int, wager: str, owner: str | None) -> Round:
    if owner is None:
        return _replace(round, claims=_without_claim(round, bettor, box, wager))
    return _replace(round, insurance_claims=_other_insurance_claims(round, bettor, box, owner))


def _other_insurance_claims(round: Round, bettor: str, box: int, owner: str) -> tuple[Insured, ...]:
    return tuple(each for each in round.insurance_claims if (each.bettor, each.box, each.owner) != (bettor, box, owner))


def _position(round: Round, box: int, bettor: str) -> Position:
    position = round.box(box).position(bettor)
    assert position is not None
    return position


def _change(round: Round, box: int, bettor: str, **changes: object) -> Round:
    return _map_positions(
        round, box, lambda each: msgspec.structs.replace(each, **changes) if each.bettor == bettor else each
    )


def _map_positions(round: Round, box: int, change: Callable[[Position], Position]) -> Round:
    return _replace_box(round, box, positions=tuple(map(change, round.box(box).positions)))


def _replace_box(round: Round, number: int, **changes: object) -> Round:
    box = msgspec.structs.replace(round.box(number), **changes)
    return _replace(round, boxes=(*round.boxes[: number - 1], box, *round.boxes[number:]))


def _replace(round: Round, **changes: object) -> Round:
    return msgspec.structs.replace(round, **changes)


def replay(events: Iterable[m.AnyEvent]) -> Round:
    """The round that these events tell of."""
    return replayed(evolve, events)
