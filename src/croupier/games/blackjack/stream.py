"""Electronic Blackjack: any number of terminals share two opening cards and one stream of cards after them.

All decide in the same window, choices lock before each card, and the card serves every hand that waits for one (R-84 to
R-88). The state itself is in `shared`, how it is played in `stream_play`, what may go wrong in `stream_irregular`.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from croupier.games.blackjack import messages as m
from croupier.games.blackjack import stepping
from croupier.games.blackjack import stream_irregular as irregular
from croupier.games.blackjack.recorded import check_double, check_insurance, check_void, no_card_due, not_open
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.shared import Stream as Stream
from croupier.games.blackjack.shared import shared
from croupier.games.blackjack.stream_play import advance, locked, replace, resumed, with_card
from croupier.games.irregularity import (
    answers,
    check_bettors,
    check_waiting,
    not_ruled,
    offer,
    offer_terminals,
    offer_withdrawal,
    without,
)
from croupier.games.round import OVER, Expected, Phase, Role, check_bettor, check_position, replayed, signed, tag
from croupier.refused import Refused
from croupier.rulebook import Citation, Ruling


def expects(round: Stream) -> list[Expected]:
    """Everything that may happen next, the usual thing first."""
    return list(_expects(round))


def _expects(round: Stream) -> Iterator[Expected]:
    rules = round.rules
    if round.phase in OVER:
        yield from irregular.expects(round)
        return
    yield from EXPECTATIONS[round.phase](round)
    if round.cut_after is None and round.phase in (Phase.DEALING, Phase.PLAYING, Phase.DRAWING):
        yield _staff("remove-cutting-card", Ruling("R-15"), "Take the cutting card out")
    yield from offer_terminals(round.positions, round.lost, rules.law.terminals)
    voids = tuple(map(rules.clause, rules.voids))
    yield offer("void-round", Role.PIT_MANAGER, voids[0], "Void the round", clauses=voids)
    yield from irregular.expects(round)


def _staff(command: str, clause: Citation, prompt: str) -> Expected:
    return Expected(command=command, by=Role.DEALER, clause=clause, prompt=prompt)


def _players(command: str, clause: Citation, prompt: str, bettors: Iterable[str]) -> Iterator[Expected]:
    if named := tuple(bettors):
        yield Expected(command=command, by=Role.PLAYER, clause=clause, prompt=prompt, bettors=named)


def _expect_bets(round: Stream) -> Iterator[Expected]:
    rules = round.rules
    bets = Expected(command="place-wager", by=Role.PLAYER, clause=rules.law.opens, prompt="Place your bets, please")
    yield msgspec.structs.replace(bets, wagers=("main",))
    sides = tuple(wager for wager in round.terms.offered if wager != "main")
    if round.positions:
        yield msgspec.structs.replace(bets, wagers=sides, bettors=tuple(round.positions))
    staked = {bettor: ("main", *each.sides) for bettor, each in round.positions.items()}
    yield from offer_withdrawal(staked, rules.law.closes)
    yield _staff("close-bets", rules.law.closes, "No more bets")


def _expect_deal(round: Stream) -> Iterator[Expected]:
    if round.unruled:
        return
    hand = "dealer" if len(round.opening) == 1 and not round.dealer else "player"
    deal = _staff("deal-card", round.rules.law.deals, f"Card to the {hand.capitalize()} area")
    yield msgspec.structs.replace(deal, hand=hand)


def _expect_answers(round: Stream) -> Iterator[Expected]:
    rules, positions = round.rules, round.positions
    uninsured = (bettor for bettor in positions if bettor not in round.insured and not positions[bettor].even_money)
    yield from _players("insure", rules.law.insurance_time, "Insurance for half?", uninsured)
    if round.opening_blackjack:
        unpaid = (bettor for bettor in positions if not positions[bettor].even_money)
        yield from _players("take-even-money", rules.law.even_money, "Even money?", unpaid)
    yield _staff("close-offers", rules.law.offers_insurance, "Insurance is closed")


def _expect_play(round: Stream) -> Iterator[Expected]:
    rules = round.rules
    if not round.waits_for_decision():
        yield _staff("deal-card", rules.law.next_card, "Next card")
        return
    for area, bettors in zip(round.ways, round.by_way(), strict=True):
        for each in _players("decide", rules.law.choices, "What would you like?", bettors):
            if options := area.options(rules.splitting):
                yield msgspec.structs.replace(each, options=options, hand=str(area.hands[area.at].id))
    may_surrender = (bettor for bettor in round.way if round.may_surrender(bettor))
    yield from _players("surrender", rules.law.surrender, "Surrender for half?", may_surrender)
    yield _staff("close-decisions", rules.law.window, "Decisions are closed")


def _expect_draw(round: Stream) -> Iterator[Expected]:
    deal = _staff("deal-card", round.rules.law.dealer_draws, "Card to the Dealer")
    yield msgspec.structs.replace(deal, hand="dealer")


def _expect_settlement(round: Stream) -> Iterator[Expected]:
    yield _staff("settle", round.rules.law.settles, f"Dealer {round.dealer_hand.total}")


EXPECTATIONS: dict[Phase, Callable[[Stream], Iterator[Expected]]] = {
    Phase.BETTING: _expect_bets,
    Phase.DEALING: _expect_deal,
    Phase.OFFERING: _expect_answers,
    Phase.PLAYING: _expect_play,
    Phase.DRAWING: _expect_draw,
    Phase.COMPLETE: _expect_settlement,
}


def decide(round: Stream | None, command: m.AnyCommand, by: Role) -> list[m.AnyEvent]:
    """What follows from a command, or a refusal that says why nothing does."""
    if isinstance(command, m.OpenBets):
        law = shared(command.terms).law.opens
        if round is not None and round.phase not in OVER:
            raise Refused("bets are opened when the round before is over", law)
        check_position(Role.DEALER, by, law)
        return signed([m.BetsOpened(terms=command.terms, waiting=command.waiting)], by)
    if round is None:
        raise Refused("no round has begun: bets are to be opened first")
    if getattr(command, "box", None) not in (1, None):
        raise Refused("all terminals share one area", round.rules.law.shared)
    if isinstance(command, m.Decide) and round.options(command.bettor):
        # Thousands of terminals decide in one window: each is answered without going through all the others.
        check_position(Role.PLAYER, by, round.rules.law.choices)
        return [_chosen(round, command)]
    expected = next((each for each in _expects(round) if answers(each, command)), None)
    if expected is None:
        raise _out_of_turn(round, command)
    check_position(expected.by, by, expected.clause)
    return signed(_follows(round, command, expected, by), by)


def _follows(round: Stream, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    rules = round.rules
    match command:
        case m.PlaceWager(bettor=bettor, wager=wager, stake=stake):
            check_bettor(bettor)
            if wager != "main" and wager in round.terms.offered and bettor not in round.positions:
                raise Refused("a side wager needs a main wager", rules.law.side_needs_main)
            round.terms.check_stake(wager, stake)
            yield m.WagerPlaced(bettor=bettor, wager=wager, stake=stake)
        case m.WithdrawWager(bettor=bettor, wager=wager):
            yield from _withdrawn(round, bettor, wager)
        case m.CloseBets():
            yield m.BetsClosed()
        case m.DealCard(card=card):
            if (*round.cards, *round.removed).count(card) >= round.terms.decks:
                said = f"{round.terms.decks} decks hold no more than {round.terms.decks} of {card}"
                raise Refused(said, rules.clause("2.1"))
            check_waiting(round.waiting, card, rules.law.rebuilds)
            yield m.CardDealt(card=card, box=None if expected.hand == "dealer" else 1)
        case m.Insure(bettor=bettor, owner=owner, stake=stake):
            _check_among(round, bettor, bettor not in round.insured, rules.law.insurance)
            if owner not in (None, bettor):
                raise Refused("only one's own wager is insured here", rules.law.insurance)
            amount = check_insurance(rules, round.positions[bettor].original, stake, round.terms.unit)
            yield m.InsurancePlaced(bettor=bettor, owner=bettor, stake=amount)
        case m.TakeEvenMoney(bettor=bettor):
            _check_among(round, bettor, round.opening_blackjack, rules.law.even_money)
            yield m.EvenMoneyTaken(bettor=bettor)
        case m.CloseOffers():
            yield m.OffersClosed()
        case m.Decide():
            yield _chosen(round, command)
        case m.Surrender(bettor=bettor):
            if not round.may_surrender(bettor):
                raise Refused(f"{bettor} may not surrender", rules.law.surrender)
            yield m.SurrenderChosen(bettor=bettor)
        case m.CloseDecisions():
            yield m.DecisionsClosed()
        case m.LoseTerminal(bettor=bettor):
            check_bettors(expected, bettor)
            yield m.TerminalLost(bettor=bettor)
        case m.FindTerminal(bettor=bettor):
            check_bettors(expected, bettor)
            yield m.TerminalFound(bettor=bettor)
        case m.RemoveCuttingCard():
            yield m.CuttingCardRemoved()
        case m.Settle():
            yield m.RoundSettled()
        case m.VoidRound(clause=clause):
            check_void(round.rules, clause)
            yield m.RoundVoided(clause=clause, by=by)
        case _:
            yield from irregular.follows(round, command, expected, by)


def _withdrawn(round: Stream, bettor: str, wager: str) -> Iterator[m.AnyEvent]:
    """A wager back; with the main wager go the side wagers, which need one."""
    position = round.positions.get(bettor)
    if position is None or (wager != "main" and wager not in position.sides):
        raise Refused(f"{bettor} has no wager on {wager}")
    yield m.WagerWithdrawn(bettor=bettor, wager=wager)
    if wager == "main":
        for side in position.sides:
            yield m.WagerWithdrawn(bettor=bettor, wager=side)


def _chosen(round: Stream, command: m.Decide) -> m.ChoiceMade:
    rules, bettor = round.rules, command.bettor
    options = round.options(bettor)
    if not options:
        raise Refused(f"{bettor} has nothing to decide", rules.law.choices)
    if command.action not in options:
        area = round.area(bettor)
        raise not_open(rules, command.action, area.hands[area.at], options)
    if command.action == "double":
        check_double(rules, round.positions[bettor].original, command.amount, round.terms.unit, round.terms.unit)
    elif command.amount is not None or command.tie is not None:
        raise Refused(f"{command.action} takes no amount", rules.law.of(command.action))
    return m.ChoiceMade(bettor=bettor, action=command.action)


def _check_among(round: Stream, bettor: str, holds: bool, says: Citation) -> None:
    position = round.positions.get(bettor)
    if position is None or position.even_money or not holds:
        raise Refused(f"that is not open to {bettor}", says)


def _out_of_turn(round: Stream, command: m.AnyCommand) -> Refused:
    rules = round.rules
    late = round.phase is not Phase.BETTING
    if isinstance(command, m.PlaceWager) and late:
        return Refused("bets are closed: no wager may be placed or increased", rules.law.late)
    if isinstance(command, m.WithdrawWager) and late:
        return Refused("bets are closed: no wager may be withdrawn", rules.law.late_withdrawal)
    if isinstance(command, m.Surrender):
        against_ace = rules.law.surrender_ace if round.shows_ace else rules.law.surrender
        says = rules.law.surrender_blackjack if round.opening_blackjack else against_ace
        return Refused("surrender is not open", says)
    if isinstance(command, m.TakeEvenMoney):
        return Refused("even money is not open", rules.law.even_money)
    if isinstance(command, m.Insure):
        return Refused("insurance is not open", rules.law.insurance_time)
    if isinstance(command, m.Decide):
        return Refused("no decision is open: choices lock before each card", rules.law.window)
    if isinstance(command, m.DealCard) and round.unruled and round.phase is Phase.DEALING:
        return not_ruled()
    if isinstance(command, m.DealCard):
        return no_card_due(rules, round.phase, round.dealer_hand)
    if isinstance(command, m.LoseTerminal | m.FindTerminal):
        return Refused(f"that is not open to {command.bettor}", rules.law.terminals)
    if isinstance(command, m.TakeBackCard):
        return stepping.too_late(round)
    now = " or ".join(dict.fromkeys(each.command for each in expects(round))) or "nothing more"
    return Refused(f"not now: the round is {round.phase}, and expects {now}", rules.law.choices)


def evolve(round: Stream | None, event: m.AnyEvent) -> Stream:
    """The round after an event."""
    if isinstance(event, m.BetsOpened):
        return Stream(terms=event.terms, waiting=event.waiting, unruled=bool(event.waiting))
    if round is None:
        raise Refused(f"{tag(event)} belongs to no round: the events do not begin with bets-opened")
    if isinstance(event, m.CardTakenBack):
        return stepping.stepped_back(round)
    after = _evolve(round, event)
    if isinstance(event, m.TerminalLost | m.TerminalFound | m.DisplayCorrected):
        # Nothing follows from the card by it, and it is not forgotten with a step back.
        return replace(after, before=round.before and evolve(round.before, event))
    by_one = isinstance(event, m.ChoiceMade | m.SurrenderChosen)
    return stepping.remembered(round, event, after if by_one else advance(after))


def _evolve(round: Stream, event: m.AnyEvent) -> Stream:
    match event:
        case m.WagerPlaced(bettor=bettor, wager=wager, stake=stake):
            position = round.positions.get(bettor) or Position(bettor=bettor, slot=1)
            if wager == "main":
                position = msgspec.structs.replace(position, original=stake)
            else:
                position = msgspec.structs.replace(position, sides={**position.sides, wager: stake})
            lost = without(round.lost, bettor)
            return replace(round, positions={**round.positions, bettor: position}, lost=lost)
        case m.WagerWithdrawn(bettor=bettor, wager=wager):
            return _without(round, bettor, wager)
        case m.BetsClosed():
            positions = {
                bettor: msgspec.structs.replace(each, stakes={0: each.original})
                for bettor, each in round.positions.items()
            }
            phase = Phase.DEALING if positions else Phase.COMPLETE
            return replace(round, phase=phase, positions=positions, way=dict.fromkeys(positions, 0))
        case m.CardDealt(card=card):
            return with_card(replace(round, waiting=round.waiting[1:], unruled=False), card)
        case m.InsurancePlaced(bettor=bettor, stake=stake):
            return replace(round, insured={**round.insured, bettor: stake}, lost=without(round.lost, bettor))
        case m.EvenMoneyTaken(bettor=bettor):
            paid = msgspec.structs.replace(round.positions[bettor], even_money=True)
            lost = without(round.lost, bettor)
            return replace(round, positions={**round.positions, bettor: paid}, lost=lost)
        case m.OffersClosed():
            return replace(round, phase=Phase.PLAYING)
        case m.ChoiceMade(bettor=bettor, action=action):
            return replace(round, choices={**round.choices, bettor: action}, lost=without(round.lost, bettor))
        case m.SurrenderChosen(bettor=bettor):
            return replace(round, choices={**round.choices, bettor: "surrender"}, lost=without(round.lost, bettor))
        case m.DecisionsClosed():
            return locked(round)
        case m.TerminalLost(bettor=bettor):
            return replace(round, lost=round.lost if bettor in round.lost else (*round.lost, bettor))
        case m.TerminalFound(bettor=bettor):
            return replace(round, lost=without(round.lost, bettor))
        case m.PlayResumed():
            return resumed(round)
        case m.CuttingCardRemoved():
            return replace(round, cut_after=len(round.cards))
        case m.RoundSettled():
            return replace(round, phase=Phase.SETTLED)
        case m.RoundVoided(clause=clause):
            return replace(round, phase=Phase.VOID, void=clause)
        case _:
            return irregular.evolve(round, event)


def _without(round: Stream, bettor: str, wager: str) -> Stream:
    position = round.positions[bettor]
    if wager == "main":
        position = msgspec.structs.replace(position, original=0)
    else:
        sides = {name: stake for name, stake in position.sides.items() if name != wager}
        position = msgspec.structs.replace(position, sides=sides)
    positions = {**round.positions, bettor: position}
    if not position.original and not position.sides:
        del positions[bettor]
    return replace(round, positions=positions)


def replay(events: Iterable[m.AnyEvent]) -> Stream:
    """The round that these events tell of."""
    return replayed(evolve, events)
