"""The baccarat round: bets, six cards at most, settlement, for any number of bettors at once.

>>> from croupier.cards import cards
>>> from croupier.games.terms import Terms
>>> round = play(
...     OpenBets(terms=Terms.of("tiger")),
...     PlaceWager(bettor="T1", wager="banker", stake=10_000),
...     CloseBets(),
...     *(DealCard(card=card) for card in cards("8S 4C 3D 2H KH")),
...     Settle(),
... )
>>> round.lines("T1")[0].net
9500
"""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.games.baccarat import irregular
from croupier.games.baccarat.drawing import next_hand, total
from croupier.games.baccarat.messages import (
    AnyCommand,
    AnyEvent,
    BetsClosed,
    BetsOpened,
    CardDealt,
    CloseBets,
    CuttingCardRemoved,
    DealCard,
    FindTerminal,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    RemoveCuttingCard,
    RoundInterrupted,
    RoundSettled,
    RoundVoided,
    Settle,
    TerminalFound,
    TerminalLost,
    VoidRound,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
    WithdrawWager,
)
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.state import BaccaratRound as BaccaratRound
from croupier.games.baccarat.state import baccarat, needing_main
from croupier.games.baccarat.variants import MAINS
from croupier.games.baccarat.wagers import NAMES
from croupier.games.irregularity import (
    answers,
    check_bettors,
    check_next_copy,
    check_waiting,
    not_ruled,
    offer,
    offer_terminals,
    offer_withdrawal,
    without,
)
from croupier.games.round import OVER, Expected, Phase, Role, check_bettor, check_position, replayed, signed, tag
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence


def expects(round: BaccaratRound) -> list[Expected]:
    """Every offer of the round, the regular next step first."""
    return list(_expects(round))


def _expects(round: BaccaratRound) -> Iterator[Expected]:
    law, dealer = round.law, Role.DEALER
    if round.phase in OVER:
        yield from irregular.expects(round)
        return
    if round.phase is Phase.BETTING:
        yield from _expected_bets(round)
        yield from offer_withdrawal(round.stakes, law.closes)
        yield Expected(command="close-bets", by=dealer, clause=law.closes, prompt=Sentence("no-more-bets"))
    elif round.phase is Phase.DEALING:
        if not round.unruled:
            yield _expected_card(round)
        if round.cut_after is None:
            yield Expected(
                command="remove-cutting-card",
                by=dealer,
                clause=law.cutting_card,
                prompt=Sentence("take-cutting-card-out"),
            )
    else:
        yield Expected(command="settle", by=dealer, clause=law.settles, prompt=_announcement(round))
    if irregular.borrows_provisions(round.rules):
        # Sands Super has no rule for an interruption: the Gaming Shift Manager takes the sister document's.
        least = dealer if isinstance(law.interruption, Clause) else Role.GAMING_SHIFT_MANAGER
        courses = (law.interrupted_undecided, law.interrupted_decided)
        yield offer("interrupt", least, law.interruption, Sentence("declare-technical-interruption"), clauses=courses)
    if law.terminals:
        yield from offer_terminals(round.stakes, round.lost, law.terminals)
    yield offer("void-round", Role.PIT_MANAGER, law.voids[0], Sentence("void-round"), clauses=law.voids)
    yield from irregular.expects(round)


def _expected_bets(round: BaccaratRound) -> Iterator[Expected]:
    """The offers of bets: all to everybody, or side bets to those with one on Player or Banker (R-103)."""
    bets = Expected(
        command="place-wager",
        by=Role.PLAYER,
        clause=round.law.opens,
        prompt=Sentence("place-your-bets"),
        wagers=round.terms.offered,
    )
    if not round.rules.sides_need_main:
        yield bets
        return
    mains = tuple(wager for wager in round.terms.offered if wager in MAINS)
    yield msgspec.structs.replace(bets, wagers=mains)
    if able := tuple(bettor for bettor, stakes in round.stakes.items() if not stakes.keys().isdisjoint(MAINS)):
        sides = tuple(wager for wager in round.terms.offered if wager not in MAINS)
        yield msgspec.structs.replace(bets, wagers=sides, bettors=able)


def _expected_card(round: BaccaratRound) -> Expected:
    hand = next_hand(round.cards)
    assert hand is not None  # a round that is being dealt has a card to come
    count = ("First", "Second", "Third")[len(round.hands[hand])]
    clause = round.law.places if len(round.cards) < 4 else round.law.draws
    prompt = Sentence("deal-ordinal-card-to-hand", ordinal=count, hand=NAMES[hand])
    return Expected(command="deal-card", by=Role.DEALER, clause=clause, prompt=prompt, hand=hand)


def _announcement(round: BaccaratRound) -> str:
    points = outcome(round.cards).points
    totals = Sentence("announce-points", player_points=points.player, banker_points=points.banker)
    winner = points.winner
    result = Sentence("tie") if winner == "tie" else Sentence("hand-wins", winner=NAMES[winner])
    return Sentence("announce-result", totals=totals, result=result)


def decide(round: BaccaratRound | None, command: AnyCommand, by: Role) -> list[AnyEvent]:
    """The events that follow from a command; one that is not allowed is refused with its clause."""
    if isinstance(command, OpenBets):
        if round is not None and round.phase not in OVER:
            raise Refused("previous-round-not-over", round.law.opens)
        check_position(Role.DEALER, by, baccarat(command.terms).law.opens)
        return signed([BetsOpened(terms=command.terms, waiting=command.waiting)], by)
    if round is None:
        raise Refused("no-round-begun")
    expected = next((each for each in _expects(round) if answers(each, command)), None)
    if expected is None:
        raise _out_of_turn(round, command)
    check_position(expected.by, by, expected.clause)
    return signed(_follows(round, command, expected, by), by)


def _follows(round: BaccaratRound, command: AnyCommand, expected: Expected, by: Role) -> Iterator[AnyEvent]:
    law = round.law
    match command:
        case PlaceWager(bettor=bettor, wager=wager, stake=stake):
            check_bettor(bettor)
            round.terms.check_stake(wager, stake)
            round.rules.check_mains({wager, *round.stakes.get(bettor, {})})
            yield WagerPlaced(bettor=bettor, wager=wager, stake=stake)
        case WithdrawWager(bettor=bettor, wager=wager):
            if wager not in round.stakes.get(bettor, {}):
                raise Refused("no-such-wager-placed", bettor=bettor, wager=wager)
            for side, _ in needing_main(round, bettor, wager):
                yield WagerWithdrawn(bettor=bettor, wager=side)
            yield WagerWithdrawn(bettor=bettor, wager=wager)
        case CloseBets():
            yield BetsClosed()
        case DealCard(card=card):
            check_next_copy(round.terms.rules, round.terms.decks, (*round.cards, *round.burned), card)
            check_waiting(round.waiting, card, law.wrong_order)
            hand = next_hand(round.cards)
            assert hand is not None
            yield CardDealt(card=card, hand=hand)
        case RemoveCuttingCard():
            yield CuttingCardRemoved()
        case Interrupt():
            yield from _interrupted(round, by)
        case LoseTerminal(bettor=bettor):
            check_bettors(expected, bettor)
            yield TerminalLost(bettor=bettor)
            yield from _terminal_down(round, bettor, by)
        case FindTerminal(bettor=bettor):
            check_bettors(expected, bettor)
            yield TerminalFound(bettor=bettor)
        case Settle():
            yield RoundSettled()
        case VoidRound(clause=clause):
            if clause not in expected.clauses:
                raise Refused("void-clause-not-applicable", clause, cited=clause, allowed=tuple(expected.clauses))
            yield RoundVoided(clause=clause, by=by)
        case _:
            yield from irregular.follows(round, command, expected, by)


def _terminal_down(round: BaccaratRound, bettor: str, by: Role) -> Iterator[AnyEvent]:
    """What a failed terminal changes: nothing, unless the rules of an outage are read otherwise."""
    law, reads, established = round.law, round.rules.reads, round.established()
    assert law.terminals is not None
    staked = set(round.stakes)
    if reads("R-10") == "b" and not established:
        for wager, stake in round.stakes[bettor].items():
            yield WagerReturned(bettor=bettor, wager=wager, amount=stake, clause=law.terminals, by=by)
        staked.remove(bettor)
    if reads("R-09") == "b" and staked and staked <= {*round.lost, bettor}:
        yield from _interrupted(round, by)


def _interrupted(round: BaccaratRound, by: Role) -> Iterator[AnyEvent]:
    """An interruption of the deal: the round is void unless an outcome is established."""
    if round.established():
        yield RoundInterrupted(clause=round.law.interrupted_decided)
    else:
        yield RoundVoided(clause=round.law.interrupted_undecided, by=by)


def evolve(round: BaccaratRound | None, event: AnyEvent) -> BaccaratRound:
    """The round after an event."""
    if isinstance(event, BetsOpened):
        return BaccaratRound(terms=event.terms, waiting=event.waiting, unruled=bool(event.waiting))
    if round is None:
        raise Refused("event-outside-round", event=tag(event))
    match event:
        case WagerPlaced(bettor=bettor, wager=wager, stake=stake):
            own = {**round.stakes.get(bettor, {}), wager: stake}
            if round.rules.sides_need_main:
                # Main wagers first, so that a round is told in an order in which it can be played.
                own = {name: own[name] for name in sorted(own, key=lambda each: each not in MAINS)}
            stakes = {**round.stakes, bettor: own}
            return msgspec.structs.replace(round, stakes=stakes, lost=without(round.lost, bettor))
        case WagerWithdrawn(bettor=bettor, wager=wager):
            left = {name: stake for name, stake in round.stakes[bettor].items() if name != wager}
            stakes = {**round.stakes, bettor: left}
            if not left:
                del stakes[bettor]
            return msgspec.structs.replace(round, stakes=stakes, lost=without(round.lost, bettor))
        case BetsClosed():
            return msgspec.structs.replace(round, phase=Phase.DEALING)
        case CardDealt(card=card):
            cards = (*round.cards, card)
            phase = Phase.DEALING if next_hand(cards) else Phase.COMPLETE
            return msgspec.structs.replace(round, cards=cards, phase=phase, waiting=round.waiting[1:], unruled=False)
        case CuttingCardRemoved():
            return msgspec.structs.replace(round, cut_after=len(round.cards))
        case RoundInterrupted():
            return msgspec.structs.replace(round, interruptions=round.interruptions + 1)
        case TerminalLost(bettor=bettor):
            lost = round.lost if bettor in round.lost else (*round.lost, bettor)
            return msgspec.structs.replace(round, lost=lost)
        case TerminalFound(bettor=bettor):
            return msgspec.structs.replace(round, lost=without(round.lost, bettor))
        case RoundSettled():
            return msgspec.structs.replace(round, phase=Phase.SETTLED)
        case RoundVoided(clause=clause):
            return msgspec.structs.replace(round, phase=Phase.VOID, void=clause)
        case _:
            return irregular.evolve(round, event)


def replay(events: Iterable[AnyEvent]) -> BaccaratRound:
    """Fold events into the round they lead to."""
    return replayed(evolve, events)


def play(*commands: AnyCommand, by: Role | None = None) -> BaccaratRound:
    """The round after these commands, each given by the lowest position that may give it, or by `by`."""
    round: BaccaratRound | None = None
    for command in commands:
        actor = by or _least(round, command)
        for event in decide(round, command, actor):
            round = evolve(round, event)
    if round is None:
        raise Refused("no-command-no-round")
    return round


def _least(round: BaccaratRound | None, command: AnyCommand) -> Role:
    offers = expects(round) if round else []
    return next((each.by for each in offers if answers(each, command)), Role.DEALER)


def _out_of_turn(round: BaccaratRound, command: AnyCommand) -> Refused:
    """The refusal of a command that the round does not offer."""
    law, phase = round.law, round.phase
    closed = phase is not Phase.BETTING
    if isinstance(command, PlaceWager) and closed:
        return Refused("bets-closed", law.late_wager)
    if isinstance(command, WithdrawWager) and closed:
        return Refused("withdrawal-closed-result-decides", law.late_withdrawal)
    if isinstance(command, DealCard) and phase is Phase.COMPLETE:
        player, banker = (total(hand) for hand in round.hands.values())
        return Refused("card-too-many-neither-draws", law.draws, player_points=player, banker_points=banker)
    if isinstance(command, DealCard) and phase is Phase.DEALING:
        return not_ruled()
    if isinstance(command, Settle) and phase is Phase.DEALING:
        return Refused("card-too-few-before-settling", law.draws, due=_expected_card(round).prompt)
    if isinstance(command, LoseTerminal | FindTerminal):
        if not law.terminals:
            return Refused("game-without-terminals")
        return Refused("not-open-to-bettor", law.terminals, bettor=command.bettor)
    if isinstance(command, RemoveCuttingCard) and round.cut_after is not None:
        return Refused("cutting-card-already-out", law.cutting_card)
    now = tuple(dict.fromkeys(each.command for each in expects(round))) or (Sentence("nothing-more-expected"),)
    return Refused("command-not-expected", law.closes, phase=phase, expected=now)
