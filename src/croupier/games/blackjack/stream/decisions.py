"""The shared stream: the events that follow from the regular commands of a round, or why a command is refused."""

from collections.abc import Iterator

from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.proceedings import (
    BetsOpened,
    CardDealt,
    ChoiceMade,
    CloseDecisions,
    CloseOffers,
    Decide,
    DecisionsClosed,
    EvenMoneyTaken,
    InsurancePlaced,
    Insure,
    OffersClosed,
    OpenBets,
    PlaceWager,
    Surrender,
    SurrenderChosen,
    TakeEvenMoney,
    WagerPlaced,
    WagerWithdrawn,
    WithdrawWager,
)
from croupier.games.blackjack.recorded import check_double, check_insurance, no_card_due, not_open
from croupier.games.blackjack.stream.play import placed, withdrawn
from croupier.games.blackjack.stream.state import StreamRound, shared
from croupier.games.irregularity import check_next_copy, check_waiting, not_ruled
from croupier.games.messages import (
    BetsClosed,
    CloseBets,
    CuttingCardRemoved,
    DealCard,
    RemoveCuttingCard,
    RoundSettled,
    Settle,
)
from croupier.games.round import OVER, Event, Expected, Phase, Role, check_bettor, check_position
from croupier.refused import Refused
from croupier.rulebook import Citation


def open_bets(round: StreamRound | None, command: OpenBets, by: Role) -> BetsOpened:
    """The first event of a round; refused while the one before is not over."""
    law = shared(command.terms).law
    if round is not None and round.phase not in OVER:
        raise Refused("previous-round-not-over", law.opens)
    check_position(Role.DEALER, by, law.opens)
    return BetsOpened(terms=command.terms, waiting=command.waiting)


def _place_wager(round: StreamRound, command: PlaceWager, expected: Expected, by: Role) -> Iterator[Event]:
    bettor, wager, stake = command.bettor, command.wager, command.stake
    check_bettor(bettor)
    needs_main = wager != "main" and not round.rules.sides_alone
    if needs_main and wager in round.terms.offered and bettor not in round.positions:
        raise Refused("side-needs-main", round.rules.law.side_needs_main)
    round.terms.check_stake(wager, stake)
    yield WagerPlaced(bettor=bettor, wager=wager, stake=stake)


def _withdraw_wager(round: StreamRound, command: WithdrawWager, expected: Expected, by: Role) -> Iterator[Event]:
    """Withdraw a wager; with the main wager go the side wagers, where they need one (R-93)."""
    bettor, wager = command.bettor, command.wager
    position = round.positions.get(bettor)
    if position is None or wager not in placed(position):
        raise Refused("no-such-wager-placed", bettor=bettor, wager=wager)
    if wager == "main" and not round.rules.sides_alone:
        yield from withdrawn(round, bettor)
    else:
        yield WagerWithdrawn(bettor=bettor, wager=wager)


def _close_bets(round: StreamRound, command: CloseBets, expected: Expected, by: Role) -> Iterator[Event]:
    yield BetsClosed()


def _deal_card(round: StreamRound, command: DealCard, expected: Expected, by: Role) -> Iterator[Event]:
    card, rules = command.card, round.rules
    check_next_copy(rules, round.terms.decks, (*round.cards, *round.removed), card)
    check_waiting(round.waiting, card, rules.law.rebuilds)
    yield CardDealt(card=card, box=None if expected.hand == "dealer" else 1)


def _insure(round: StreamRound, command: Insure, expected: Expected, by: Role) -> Iterator[Event]:
    bettor, law = command.bettor, round.rules.law
    _check_among(round, bettor, bettor not in round.insured and round.may_insure(bettor), law.insurance)
    if command.owner not in (None, bettor):
        raise Refused("insures-own-wager-only", law.insurance)
    amount = check_insurance(round.rules, round.positions[bettor].original, command.stake, round.terms.unit)
    yield InsurancePlaced(bettor=bettor, owner=bettor, stake=amount)


def _take_even_money(round: StreamRound, command: TakeEvenMoney, expected: Expected, by: Role) -> Iterator[Event]:
    _check_among(round, command.bettor, round.offers_even_money, round.rules.law.even_money)
    yield EvenMoneyTaken(bettor=command.bettor)


def _check_among(round: StreamRound, bettor: str, holds: bool, clause: Citation) -> None:
    position = round.positions.get(bettor)
    if position is None or not position.original or position.even_money or not holds:
        raise Refused("not-open-to-bettor", clause, bettor=bettor)


def _close_offers(round: StreamRound, command: CloseOffers, expected: Expected, by: Role) -> Iterator[Event]:
    yield OffersClosed()


def _decide(round: StreamRound, command: Decide, expected: Expected, by: Role) -> Iterator[Event]:
    yield chosen(round, command)


def chosen(round: StreamRound, command: Decide) -> ChoiceMade:
    """The choice of a terminal; refused if it is not open to it."""
    rules, bettor = round.rules, command.bettor
    options = round.options(bettor)
    if not options:
        raise Refused("bettor-has-no-decision", rules.law.choices, bettor=bettor)
    if command.action not in options:
        area = round.area(bettor)
        raise not_open(rules, command.action, area.hands[area.at], options)
    if command.action == "double":
        check_double(rules, round.positions[bettor].original, command.amount, round.terms.unit, round.terms.unit)
    elif command.amount is not None or command.tie is not None:
        raise Refused("action-takes-no-amount", rules.law.of(command.action), action=command.action)
    return ChoiceMade(bettor=bettor, action=command.action)


def _surrender(round: StreamRound, command: Surrender, expected: Expected, by: Role) -> Iterator[Event]:
    if not round.may_surrender(command.bettor):
        raise Refused("bettor-may-not-surrender", round.rules.law.surrender, bettor=command.bettor)
    yield SurrenderChosen(bettor=command.bettor)


def _close_decisions(round: StreamRound, command: CloseDecisions, expected: Expected, by: Role) -> Iterator[Event]:
    yield DecisionsClosed()


def _remove_cutting_card(
    round: StreamRound, command: RemoveCuttingCard, expected: Expected, by: Role
) -> Iterator[Event]:
    yield CuttingCardRemoved()


def _settle(round: StreamRound, command: Settle, expected: Expected, by: Role) -> Iterator[Event]:
    yield RoundSettled()


# Out of turn


def _bets_closed(round: StreamRound, command: PlaceWager) -> Refused:
    return Refused("bets-closed", round.rules.law.late)


def _stakes_stay(round: StreamRound, command: WithdrawWager) -> Refused | None:
    if round.phase is Phase.BETTING:
        return None
    return Refused("withdrawal-closed", round.rules.law.late_withdrawal)


def _no_surrender(round: StreamRound, command: Surrender) -> Refused:
    law = round.rules.law
    against_ace = law.surrender_ace if round.shows_ace else law.surrender
    return Refused("surrender-not-open", law.surrender_blackjack if round.opening_blackjack else against_ace)


def _no_even_money(round: StreamRound, command: TakeEvenMoney) -> Refused:
    return Refused("even-money-not-open", round.rules.law.even_money)


def _no_insurance(round: StreamRound, command: Insure) -> Refused:
    return Refused("insurance-not-open", round.rules.law.insurance_time)


def _no_window(round: StreamRound, command: Decide) -> Refused:
    return Refused("decisions-locked", round.rules.law.window)


def _no_card(round: StreamRound, command: DealCard) -> Refused:
    if round.unruled and round.phase is Phase.DEALING:
        return not_ruled()
    return no_card_due(round.rules, round.phase, round.dealer_hand)


HANDLERS = Handlers[StreamRound](
    follows={
        PlaceWager: _place_wager,
        WithdrawWager: _withdraw_wager,
        CloseBets: _close_bets,
        DealCard: _deal_card,
        Insure: _insure,
        TakeEvenMoney: _take_even_money,
        CloseOffers: _close_offers,
        Decide: _decide,
        Surrender: _surrender,
        CloseDecisions: _close_decisions,
        RemoveCuttingCard: _remove_cutting_card,
        Settle: _settle,
    },
    refuses={
        PlaceWager: _bets_closed,
        WithdrawWager: _stakes_stay,
        Surrender: _no_surrender,
        TakeEvenMoney: _no_even_money,
        Insure: _no_insurance,
        Decide: _no_window,
        DealCard: _no_card,
    },
)
