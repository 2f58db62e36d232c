"""The blackjack round on boxes: how the events of the regular course change it, and its automatic transitions."""

import msgspec

from croupier.games.blackjack.boxes.changes import (
    burned,
    change_box,
    change_position,
    change_positions,
    position_of,
    taken,
)
from croupier.games.blackjack.boxes.stakes import double_of, insurance_of, with_main
from croupier.games.blackjack.boxes.state import Agreement, Box, BoxRound, SideClaim
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.proceedings import (
    BetsOpened,
    BoxArranged,
    CardDealt,
    CardLaid,
    ClaimRefused,
    DealConfirmed,
    DoubleJoined,
    EvenMoneyTaken,
    HandDecided,
    InsuranceClaimed,
    InsurancePlaced,
    OffersClosed,
    SeatLeft,
    SeatTaken,
    SplitMatched,
    SpotAgreed,
    Surrendered,
    TiePlaced,
    WagerClaimed,
    WagerPlaced,
    WagerWithdrawn,
)
from croupier.games.blackjack.settlement import Insured, Position
from croupier.games.messages import BetsClosed, CuttingCardRemoved, RoundSettled
from croupier.games.round import Phase

replace = msgspec.structs.replace


def opened(event: BetsOpened) -> BoxRound:
    """The new round."""
    by_seat = event.terms.rules.reads("R-32") == "b"
    numbers = range(1, event.terms.boxes + 1)
    boxes = tuple(Box(number=number, seat=event.seats.get(number), by_seat=by_seat) for number in numbers)
    # Cards that are out already came from a shoe that had begun before.
    fresh = False if event.waiting or event.unseen else event.fresh
    return BoxRound(terms=event.terms, boxes=boxes, waiting=event.waiting, unseen=event.unseen, fresh=fresh)


def advance(round: BoxRound) -> BoxRound:
    """Apply automatic transitions: skip empty phases, and play a hand without its player by the default strategy."""
    if round.phase is Phase.DEALING and round.next_place is None:
        dealt = _with_areas(round)
        if dealt.rules.confirms_deal:
            return replace(dealt, phase=Phase.CONFIRMING)
        return advance(_deal_stands(dealt))
    if round.phase is Phase.OFFERING and not round.offers_anything:
        return advance(replace(round, phase=Phase.PLAYING, insurance_claims=()))
    if round.phase is Phase.PLAYING:
        box = round.turn
        if box is None and round.first_card_due:
            return round if round.pulled is None or round.pulled.dealer else burned(round)
        if box is None or box.area is None:
            return advance(replace(round, phase=Phase.DRAWING))
        if box.area.waits_for_decision and box.controller() is None:
            alone = box.area.leave_alone(round.rules.soft_draws_on)
            return advance(change_box(round, box.number, area=alone))
        if box.area.waits_for_decision and box.controller() in round.refused:
            return advance(change_box(round, box.number, area=box.area.stand()))
    if round.phase is Phase.DRAWING and not round.dealer_draws():
        round = replace(round, phase=Phase.COMPLETE)
    if round.pulled and (round.phase is Phase.COMPLETE or (round.phase is Phase.DRAWING and not round.pulled.dealer)):
        # Nobody is left to whom they could be offered.
        return burned(round)
    return round


def _with_areas(round: BoxRound) -> BoxRound:
    printed = round.rules.printed
    boxes = tuple(
        replace(box, area=Area.of(*box.dealt, printed=printed)) if box.dealt and box.mains else box
        for box in round.boxes
    )
    return replace(round, boxes=boxes)


def _deal_stands(round: BoxRound) -> BoxRound:
    """The round after its initial deal: what comes to one card now is drawn to it, where it is read so (R-66)."""
    round = replace(round, phase=Phase.OFFERING)
    if not round.rules.draws_to_one_card:
        return round
    boxes = tuple(
        replace(box, area=box.area.left_with_one()) if box.area and len(box.area.dealt) < 2 else box
        for box in round.boxes
    )
    return replace(round, boxes=boxes)


def laid(round: BoxRound, event: CardLaid) -> BoxRound:
    """Apply a card where it was laid."""
    round = replace(taken(round), cards=(*round.cards, event.card), may_withdraw=False)
    if event.box is None:
        if round.phase is Phase.PLAYING:
            round = replace(round, phase=Phase.OFFERING, dealer_owed=False, finishing=None, late_first=True)
        return replace(round, dealer=(*round.dealer, event.card))
    box = round.box(event.box)
    if box.area is None:
        return change_box(round, event.box, dealt=(*box.dealt, event.card))
    return change_box(round, event.box, area=box.area.take(event.card))


# Bets


def _seat_taken(round: BoxRound, event: SeatTaken) -> BoxRound:
    return change_box(round, event.box, seat=event.bettor)


def _seat_left(round: BoxRound, event: SeatLeft) -> BoxRound:
    return change_box(round, event.box, seat=None)


def _wager_placed(round: BoxRound, event: WagerPlaced) -> BoxRound:
    round = replace(round, claims=_without_claim(round, event.bettor, event.box, event.wager))
    box = round.box(event.box)
    position = box.position(event.bettor)
    if position is None:
        position = Position(bettor=event.bettor)
        round = change_box(round, event.box, positions=(*box.positions, position))
    if event.wager != "main":
        return change_position(round, event.box, event.bettor, sides={**position.sides, event.wager: event.stake})
    filled = {each.slot for each in box.positions}
    slot = position.slot or next(free for free in (1, 2, 3) if free not in filled)
    round = change_position(round, event.box, event.bettor, original=event.stake, slot=slot)
    if round.phase is not Phase.BETTING:
        # It lay there before the close and is noted only now: the Dealer may have to draw for it after all.
        round = with_main(round, event.box, event.bettor, event.stake)
        return replace(round, phase=Phase.DRAWING if round.phase is Phase.COMPLETE else round.phase)
    # Who now has a main wager here has first call on its side wagers: claims become wagers.
    for claim in () if round.rules.sides_for_all else round.claims:
        if (claim.bettor, claim.box) == (event.bettor, event.box):
            placed = WagerPlaced(bettor=claim.bettor, wager=claim.wager, stake=claim.stake, box=claim.box)
            round = _wager_placed(round, placed)
    return round


def _wager_claimed(round: BoxRound, event: WagerClaimed) -> BoxRound:
    """Add a claim; one that only changes the amount keeps its place in the order of claims."""
    claim = SideClaim(event.bettor, event.box, event.wager, event.stake)
    claims = {(each.bettor, each.box, each.wager): each for each in (*round.claims, claim)}
    return replace(round, claims=tuple(claims.values()))


def _wager_withdrawn(round: BoxRound, event: WagerWithdrawn) -> BoxRound:
    bettor, number, wager = event.bettor, event.box, event.wager
    round = replace(round, claims=_without_claim(round, bettor, number, wager))
    position = round.box(number).position(bettor)
    if position is None:
        return round
    if wager == "main":
        round = change_position(round, number, bettor, original=0, slot=None)
    else:
        sides = {name: stake for name, stake in position.sides.items() if name != wager}
        round = change_position(round, number, bettor, sides=sides)
    kept = tuple(each for each in round.box(number).positions if each.slot or each.sides)
    round = change_box(round, number, positions=kept)
    return _closed_up(round, number) if round.rules.slots_by_time else round


def _closed_up(round: BoxRound, number: int) -> BoxRound:
    """The round with the main wagers of a box moved up, in the order in which they came (R-34)."""
    return _box_arranged(round, BoxArranged(box=number, order=tuple(each.bettor for each in round.box(number).mains)))


def _claim_refused(round: BoxRound, event: ClaimRefused) -> BoxRound:
    if event.owner is None:
        return replace(round, claims=_without_claim(round, event.bettor, event.box, event.wager))
    return replace(round, insurance_claims=_other_insurance_claims(round, event.bettor, event.box, event.owner))


def _without_claim(round: BoxRound, bettor: str, box: int, wager: str) -> tuple[SideClaim, ...]:
    return tuple(each for each in round.claims if (each.bettor, each.box, each.wager) != (bettor, box, wager))


def _box_arranged(round: BoxRound, event: BoxArranged) -> BoxRound:
    return change_positions(round, event.box, lambda each: _slotted(each, event.order))


def _slotted(position: Position, order: tuple[str, ...]) -> Position:
    if position.bettor not in order:
        return position
    return replace(position, slot=order.index(position.bettor) + 1)


def _spot_agreed(round: BoxRound, event: SpotAgreed) -> BoxRound:
    agreement = Agreement(event.box, event.wager, event.bettor, event.owner)
    earlier = [each for each in round.agreements if each != agreement]
    return replace(round, agreements=(*earlier, agreement))


def _bets_closed(round: BoxRound, event: BetsClosed) -> BoxRound:
    # Every claim was answered before.
    closed = replace(round, phase=Phase.DEALING if round.wagered else Phase.COMPLETE)
    for each in closed.wagered:
        closed = change_positions(closed, each.number, _staked)
    return closed


def _staked(position: Position) -> Position:
    return replace(position, stakes={0: position.original}) if position.slot else position


# Offers


def _deal_confirmed(round: BoxRound, event: DealConfirmed) -> BoxRound:
    return _deal_stands(round)


def _surrendered(round: BoxRound, event: Surrendered) -> BoxRound:
    return change_position(round, event.box, event.bettor, surrendered=True)


def _insurance_claimed(round: BoxRound, event: InsuranceClaimed) -> BoxRound:
    """Add a claim; one that only changes the amount keeps its place in the order of claims."""
    claim = Insured(event.bettor, event.box, event.owner, event.stake)
    claims = {(each.bettor, each.box, each.owner): each for each in (*round.insurance_claims, claim)}
    return replace(round, insurance_claims=tuple(claims.values()))


def _insurance_placed(round: BoxRound, event: InsurancePlaced) -> BoxRound:
    kept = _other_insurance_claims(round, event.bettor, event.box, event.owner)
    owner = position_of(round, event.box, event.owner)
    stake = insurance_of(round, owner.original, event.stake)
    if round.rules.insurance_shared:
        stake = min(stake, round.left_to_insure(event.box, owner))
    placed = Insured(event.bettor, event.box, event.owner, stake)
    return replace(round, insured=(*round.insured, placed) if stake else round.insured, insurance_claims=kept)


def _other_insurance_claims(round: BoxRound, bettor: str, box: int, owner: str) -> tuple[Insured, ...]:
    return tuple(each for each in round.insurance_claims if (each.bettor, each.box, each.owner) != (bettor, box, owner))


def _even_money_taken(round: BoxRound, event: EvenMoneyTaken) -> BoxRound:
    return change_position(round, event.box, event.bettor, even_money=True)


def _offers_closed(round: BoxRound, event: OffersClosed) -> BoxRound:
    return replace(round, phase=Phase.PLAYING)


# Hands


def _hand_decided(round: BoxRound, event: HandDecided) -> BoxRound:
    area = round.box(event.box).area
    assert area is not None
    assert area.hand is not None
    if event.action == "double":
        assert event.amount is not None
        round = change_box(round, event.box, area=area.double())
        return _with_double(round, event.box, event.bettor, event.amount)
    if event.action == "split":
        round = change_box(round, event.box, area=area.split(round.rules.splitting))
        return _with_matched_split(round, event.box, event.bettor)
    return change_box(round, event.box, area=area.stand() if event.action == "stand" else area.hit())


def _double_joined(round: BoxRound, event: DoubleJoined) -> BoxRound:
    return _with_double(round, event.box, event.bettor, event.amount)


def _with_double(round: BoxRound, box: int, bettor: str, amount: int) -> BoxRound:
    area = round.box(box).area
    assert area is not None
    assert area.hand is not None
    position = position_of(round, box, bettor)
    # In a replay the wager may have become smaller since, and then the double is smaller too.
    amount = double_of(round, position.original, amount)
    return change_position(round, box, bettor, doubles={**position.doubles, area.hand.id: amount}) if amount else round


def _split_matched(round: BoxRound, event: SplitMatched) -> BoxRound:
    return _with_matched_split(round, event.box, event.bettor)


def _with_matched_split(round: BoxRound, box: int, bettor: str) -> BoxRound:
    area = round.box(box).area
    assert area is not None
    assert area.splitting is not None
    position = position_of(round, box, bettor)
    return change_position(round, box, bettor, stakes={**position.stakes, area.splitting[1]: position.original})


def _tie_placed(round: BoxRound, event: TiePlaced) -> BoxRound:
    position = position_of(round, event.box, event.bettor)
    return change_position(round, event.box, event.bettor, ties={**position.ties, event.hand: event.stake})


# The end


def _cutting_card_removed(round: BoxRound, event: CuttingCardRemoved) -> BoxRound:
    return replace(round, cut_after=len(round.cards))


def _settled(round: BoxRound, event: RoundSettled) -> BoxRound:
    return replace(round, phase=Phase.SETTLED)


HANDLERS = Handlers[BoxRound](
    evolves={
        SeatTaken: _seat_taken,
        SeatLeft: _seat_left,
        WagerPlaced: _wager_placed,
        WagerClaimed: _wager_claimed,
        WagerWithdrawn: _wager_withdrawn,
        ClaimRefused: _claim_refused,
        BoxArranged: _box_arranged,
        SpotAgreed: _spot_agreed,
        BetsClosed: _bets_closed,
        CardDealt: laid,
        DealConfirmed: _deal_confirmed,
        Surrendered: _surrendered,
        InsuranceClaimed: _insurance_claimed,
        InsurancePlaced: _insurance_placed,
        EvenMoneyTaken: _even_money_taken,
        OffersClosed: _offers_closed,
        HandDecided: _hand_decided,
        DoubleJoined: _double_joined,
        SplitMatched: _split_matched,
        TiePlaced: _tie_placed,
        CuttingCardRemoved: _cutting_card_removed,
        RoundSettled: _settled,
    },
    again={
        DealConfirmed: "confirm-deal",
        Surrendered: "surrender",
        InsuranceClaimed: "insure",
        InsurancePlaced: "insure",
        EvenMoneyTaken: "take-even-money",
        HandDecided: "decide",
        DoubleJoined: "double-too",
        SplitMatched: "match-split",
        TiePlaced: "place-tie",
    },
)
