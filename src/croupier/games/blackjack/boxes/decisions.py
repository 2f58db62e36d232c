"""The blackjack round on boxes: the events that follow from the commands of the regular course."""

from collections.abc import Iterator

from croupier.games.blackjack.allocation import allocate, share
from croupier.games.blackjack.boxes.offers import options, original_of
from croupier.games.blackjack.boxes.room import check_added, check_placed, most_added
from croupier.games.blackjack.boxes.state import Box, BoxRound, check_held, on_boxes
from croupier.games.blackjack.boxes.transitions import step
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.missed_box import unplayed
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import (
    AgreeSpot,
    ArrangeBox,
    BetsOpened,
    BoxArranged,
    CardDealt,
    ClaimRefused,
    CloseOffers,
    ConfirmDeal,
    DealConfirmed,
    Decide,
    DoubleJoined,
    DoubleToo,
    EvenMoneyTaken,
    HandDecided,
    InsuranceClaimed,
    InsurancePlaced,
    Insure,
    LeaveSeat,
    MatchSplit,
    OffersClosed,
    OpenBets,
    PlaceTie,
    PlaceWager,
    SeatLeft,
    SeatTaken,
    SplitMatched,
    SpotAgreed,
    Surrender,
    Surrendered,
    TakeEvenMoney,
    TakeSeat,
    TiePlaced,
    WagerClaimed,
    WagerPlaced,
    WagerWithdrawn,
    WithdrawWager,
    entered,
)
from croupier.games.blackjack.recorded import check_double, check_insurance, not_open
from croupier.games.irregularity import check_waiting
from croupier.games.messages import (
    BetsClosed,
    CloseBets,
    CuttingCardRemoved,
    DealCard,
    RemoveCuttingCard,
    RoundSettled,
    Settle,
)
from croupier.games.round import OVER, Event, Expected, Role, check_bettor, check_position
from croupier.refused import Refused


def open_bets(round: BoxRound | None, command: OpenBets, by: Role) -> BetsOpened:
    """The first event of a round; refused while the one before is not over."""
    law = on_boxes(command.terms).law
    if round is not None and round.phase not in OVER:
        raise Refused("previous-round-not-over", law.opens)
    check_position(Role.DEALER, by, law.opens)
    if wrong := [box for box in command.seats if not 1 <= box <= command.terms.boxes]:
        raise Refused("unknown-box", box=wrong[0], boxes=command.terms.boxes)
    if len(set(command.seats.values())) < len(command.seats):
        raise Refused("bettor-at-two-boxes", law.seated_controls)
    check_held(BoxRound(terms=command.terms), command.waiting)
    if command.unseen < 0:
        raise Refused("unseen-cards-below-zero")
    return BetsOpened(
        terms=command.terms,
        seats=command.seats,
        waiting=command.waiting,
        unseen=command.unseen,
        fresh=command.fresh,
    )


# Bets

SIDE_SPOTS = 3
"""How many wagers of a kind a box may have beside the main ones."""


def _take_seat(round: BoxRound, command: TakeSeat, expected: Expected, by: Role) -> Iterator[Event]:
    check_bettor(command.bettor)
    yield SeatTaken(bettor=command.bettor, box=command.box, placed_by=entered(by))


def _leave_seat(round: BoxRound, command: LeaveSeat, expected: Expected, by: Role) -> Iterator[Event]:
    yield SeatLeft(bettor=command.bettor, box=command.box, placed_by=entered(by))


def _place_wager(round: BoxRound, command: PlaceWager, expected: Expected, by: Role) -> Iterator[Event]:
    check_bettor(command.bettor)
    round.terms.check_stake(command.wager, command.stake)
    check_placed(round, round.box(command.box), command.bettor, command.wager, command.stake)
    kind = WagerPlaced if _is_theirs(round, command) else WagerClaimed
    placed_by = None if by is Role.PLAYER else by
    yield kind(bettor=command.bettor, wager=command.wager, stake=command.stake, box=command.box, placed_by=placed_by)


def _is_theirs(round: BoxRound, command: PlaceWager) -> bool:
    """Whether a wager is placed at once: a main one, a main bettor's, or where anybody may have a free spot (R-36)."""
    box = round.box(command.box)
    position = box.position(command.bettor)
    if command.wager == "main":
        return True
    if round.rules.sides_for_all:
        holders = box.side(command.wager)
        return command.bettor in holders or len(holders) < SIDE_SPOTS
    return position is not None and position.slot is not None


def _withdraw_wager(round: BoxRound, command: WithdrawWager, expected: Expected, by: Role) -> Iterator[Event]:
    """Withdraw a wager; with a main wager go its owner's side wagers, with the last one everybody's (they need one)."""
    bettor, number = command.bettor, command.box
    yield WagerWithdrawn(bettor=bettor, wager=command.wager, box=number, placed_by=entered(by))
    if command.wager != "main":
        return
    box = round.box(number)
    last = len(box.mains) == 1
    for position in box.positions:
        if last or position.bettor == bettor:
            for wager in position.sides:
                yield WagerWithdrawn(bettor=position.bettor, wager=wager, box=number)
    for claim in round.claims:
        if last and claim.box == number:
            yield WagerWithdrawn(bettor=claim.bettor, wager=claim.wager, box=number)


def _arrange_box(round: BoxRound, command: ArrangeBox, expected: Expected, by: Role) -> Iterator[Event]:
    lies = expected.bettors or ()
    if sorted(command.order) != sorted(lies):
        raise Refused("box-arrangement-names-others", expected.clause, box=command.box, bettors=tuple(lies))
    yield BoxArranged(box=command.box, order=command.order)


def _agree_spot(round: BoxRound, command: AgreeSpot, expected: Expected, by: Role) -> Iterator[Event]:
    yield SpotAgreed(box=command.box, wager=command.wager, bettor=command.bettor, owner=command.owner)


def _close_bets(round: BoxRound, command: CloseBets, expected: Expected, by: Role) -> Iterator[Event]:
    yield from _allocated(round)
    yield BetsClosed()


def _allocated(round: BoxRound) -> Iterator[Event]:
    """At the close: allocate the side wagers of each box among claimants without a main wager there.

    Spot after spot in the order of the first claims, so that what is granted counts for the next spot (R-35).
    """
    law = round.rules.law
    for number, wager in dict.fromkeys((claim.box, claim.wager) for claim in round.claims):
        claims = [claim for claim in round.claims if (claim.box, claim.wager) == (number, wager)]
        ranked = [round.side_claim(claim, came) for came, claim in enumerate(claims)]
        agreed = [each.bettor for each in round.agreements if (each.box, each.wager) == (number, wager)]
        outcomes = allocate(SIDE_SPOTS - len(round.box(number).side(wager)), ranked, agreed)
        for claim in claims:
            event: Event
            if outcomes[claim.bettor] == "granted":
                event = WagerPlaced(bettor=claim.bettor, wager=wager, stake=claim.stake, box=number)
            else:
                clause = clause_of(law.side_deadlock if outcomes[claim.bettor] == "deadlock" else law.side_cap)
                event = ClaimRefused(bettor=claim.bettor, wager=wager, box=number, clause=clause)
            round = step(round, event)
            yield event


# Cards


def _deal_card(round: BoxRound, command: DealCard, expected: Expected, by: Role) -> Iterator[Event]:
    check_waiting(round.waiting, command.card, round.rules.law.rebuilds)
    yield CardDealt(card=command.card, box=expected.box)


def _remove_cutting_card(round: BoxRound, command: RemoveCuttingCard, expected: Expected, by: Role) -> Iterator[Event]:
    yield CuttingCardRemoved()


def _confirm_deal(round: BoxRound, command: ConfirmDeal, expected: Expected, by: Role) -> Iterator[Event]:
    yield DealConfirmed()


# Offers


def _surrender(round: BoxRound, command: Surrender, expected: Expected, by: Role) -> Iterator[Event]:
    yield Surrendered(bettor=command.bettor, box=command.box, placed_by=entered(by))


def _insure(round: BoxRound, command: Insure, expected: Expected, by: Role) -> Iterator[Event]:
    check_bettor(command.bettor)
    owner = command.owner or command.bettor
    box = round.box(command.box)
    if command.stake is not None:
        check_added(round, box, "main", command.stake)
    stake = check_insurance(round.rules, original_of(box, owner), command.stake, round.terms.unit, expected.most)
    kind = InsurancePlaced if owner == command.bettor else InsuranceClaimed
    yield kind(bettor=command.bettor, owner=owner, stake=stake, box=command.box, placed_by=entered(by))


def _take_even_money(round: BoxRound, command: TakeEvenMoney, expected: Expected, by: Role) -> Iterator[Event]:
    yield EvenMoneyTaken(bettor=command.bettor, box=command.box, placed_by=entered(by))
    if round.rules.controller_answers:
        for each in round.box(command.box).mains:
            if each.bettor != command.bettor and not each.even_money:
                yield EvenMoneyTaken(bettor=each.bettor, box=command.box, placed_by=entered(by))


def _close_offers(round: BoxRound, command: CloseOffers, expected: Expected, by: Role) -> Iterator[Event]:
    yield from _insurance_allocated(round)
    yield OffersClosed()


def _insurance_allocated(round: BoxRound) -> Iterator[Event]:
    """When the offer closes: allocate the insurance that owners declined among claimants (one insurer each, R-59)."""
    law = round.rules.law
    for number, owner in dict.fromkeys((claim.box, claim.owner) for claim in round.insurance_claims):
        claims = [claim for claim in round.insurance_claims if (claim.box, claim.owner) == (number, owner)]
        ranked = [round.insurance_claim(claim, came) for came, claim in enumerate(claims)]
        spot = (number, "insurance", owner)
        agreed = [each.bettor for each in round.agreements if (each.box, each.wager, each.owner) == spot]
        declined = any(box.number == number and each.bettor == owner for box, each in round.uninsured())
        stakes = {claim.bettor: claim.stake for claim in claims}
        if round.rules.insurance_shared:
            outcomes, stakes = share(_left_to_insure(round, number, owner), ranked, stakes, agreed)
        else:
            outcomes = allocate(1 if declined else 0, ranked, agreed)
        for claim in claims:
            event: Event
            if outcomes[claim.bettor] == "granted":
                event = InsurancePlaced(bettor=claim.bettor, owner=owner, stake=stakes[claim.bettor], box=number)
            else:
                ranks = law.insurance_deadlock if outcomes[claim.bettor] == "deadlock" else law.insurance_ladder
                clause = clause_of(ranks if declined else law.insurance_others)
                event = ClaimRefused(bettor=claim.bettor, wager="insurance", owner=owner, box=number, clause=clause)
            round = step(round, event)
            yield event


def _left_to_insure(round: BoxRound, box: int, owner: str) -> int:
    open_to = ((each, at) for at, each in round.uninsured() if (at.number, each.bettor) == (box, owner))
    return sum(round.left_to_insure(at.number, each) for each, at in open_to)


# Hands


def _decide(round: BoxRound, command: Decide, expected: Expected, by: Role) -> Iterator[Event]:
    box = round.box(command.box)
    assert box.area is not None
    assert box.area.hand is not None
    hand, allowed = box.area.hand, options(round, box)
    if command.action not in allowed:
        raise not_open(round.rules, command.action, hand, allowed)
    amount = None
    if command.action == "double":
        amount = _double_of(round, box, command.bettor, command.amount)
    elif command.amount is not None:
        raise Refused("action-takes-no-amount", round.rules.law.of(command.action), action=command.action)
    if command.tie is not None and command.action != "split":
        raise Refused("tie-only-with-split", round.rules.law.choices)
    yield HandDecided(
        bettor=command.bettor, action=command.action, box=command.box, amount=amount, placed_by=entered(by)
    )
    if command.tie is not None:
        yield _tie_placed(round, command.bettor, command.box, len(box.area.hands), command.tie, by)


def _double_too(round: BoxRound, command: DoubleToo, expected: Expected, by: Role) -> Iterator[Event]:
    amount = command.amount
    if round.rules.reads("R-68") == "b":
        if amount not in (None, expected.most):
            raise Refused("double-share-differs", "R-68", amount=amount or 0, share=expected.most or 0)
        amount = expected.most
    amount = _double_of(round, round.box(command.box), command.bettor, amount)
    yield DoubleJoined(bettor=command.bettor, box=command.box, amount=amount, placed_by=entered(by))


def _double_of(round: BoxRound, box: Box, bettor: str, amount: int | None) -> int:
    minimum = round.terms.limits_of("main").minimum
    original, room = original_of(box, bettor), most_added(round, box)
    return check_double(round.rules, original, amount, round.terms.unit, minimum, room)


def _match_split(round: BoxRound, command: MatchSplit, expected: Expected, by: Role) -> Iterator[Event]:
    bettor, box, tie = command.bettor, command.box, command.tie
    yield SplitMatched(bettor=bettor, box=box, placed_by=entered(by))
    area = round.box(box).area
    if tie is not None and area is not None and area.splitting is not None:
        yield _tie_placed(round, bettor, box, area.splitting[1], tie, by)


def _place_tie(round: BoxRound, command: PlaceTie, expected: Expected, by: Role) -> Iterator[Event]:
    yield _tie_placed(round, command.bettor, command.box, command.hand, command.stake, by)


def _tie_placed(round: BoxRound, bettor: str, box: int, hand: int, stake: int, by: Role) -> TiePlaced:
    position = round.box(box).position(bettor)
    if "tie-on-18" not in round.terms.rules.bets:
        raise Refused("split-takes-no-tie", round.rules.law.split)
    if position is None or "tie-on-18" not in position.sides:
        raise Refused("tie-not-placed-before-deal", round.rules.law.tie_on_split)
    round.terms.check_stake("tie-on-18", stake)
    check_added(round, round.box(box), "tie-on-18", stake)
    return TiePlaced(bettor=bettor, box=box, hand=hand, stake=stake, placed_by=entered(by))


# The end


def _settle(round: BoxRound, command: Settle, expected: Expected, by: Role) -> Iterator[Event]:
    yield from unplayed(round, by)
    yield RoundSettled()


HANDLERS = Handlers[BoxRound](
    follows={
        TakeSeat: _take_seat,
        LeaveSeat: _leave_seat,
        PlaceWager: _place_wager,
        WithdrawWager: _withdraw_wager,
        ArrangeBox: _arrange_box,
        AgreeSpot: _agree_spot,
        CloseBets: _close_bets,
        DealCard: _deal_card,
        RemoveCuttingCard: _remove_cutting_card,
        ConfirmDeal: _confirm_deal,
        Surrender: _surrender,
        Insure: _insure,
        TakeEvenMoney: _take_even_money,
        CloseOffers: _close_offers,
        Decide: _decide,
        DoubleToo: _double_too,
        MatchSplit: _match_split,
        PlaceTie: _place_tie,
        Settle: _settle,
    },
)
