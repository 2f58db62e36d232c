"""Electronic Blackjack: any number of terminals share two opening cards and one stream of cards after them.

All decide in the same window, choices lock before each card, and the card serves every hand that waits for one (R-84 to
R-88). The state itself is in `shared`, what may go wrong in `stream_irregular`.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack import stepping
from croupier.games.blackjack import stream_irregular as irregular
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.recorded import check_double, check_insurance, check_void, no_card_due, not_open
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.shared import Stream as Stream
from croupier.games.blackjack.shared import shared
from croupier.games.irregularity import answers, check_waiting
from croupier.games.round import Expected, Phase, Role, check_bettor, check_position, replayed, signed, tag
from croupier.refused import Refused
from croupier.rulebook import Clause, Ruling

OVER = (Phase.SETTLED, Phase.VOID)


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
    yield _staff("lose-terminal", rules.law("terminals"), "A terminal has failed")
    void = _staff("void-round", rules.clause(rules.voids[0]), "Void the round")
    yield msgspec.structs.replace(void, by=Role.PIT_MANAGER)
    yield from irregular.expects(round)


def _staff(command: str, clause: Clause | Ruling, prompt: str) -> Expected:
    return Expected(command=command, by=Role.DEALER, clause=clause, prompt=prompt)


def _players(command: str, clause: Clause | Ruling, prompt: str, bettors: Iterable[str]) -> Iterator[Expected]:
    if named := tuple(bettors):
        yield Expected(command=command, by=Role.PLAYER, clause=clause, prompt=prompt, bettors=named)


def _expect_bets(round: Stream) -> Iterator[Expected]:
    rules = round.rules
    bets = Expected(command="place-wager", by=Role.PLAYER, clause=rules.law("opens"), prompt="Place your bets, please")
    yield msgspec.structs.replace(bets, wagers=("main",))
    sides = tuple(wager for wager in round.terms.offered if wager != "main")
    if round.positions:
        yield msgspec.structs.replace(bets, wagers=sides, bettors=tuple(round.positions))
    yield from _players("withdraw-wager", rules.law("closes"), "Take a wager back", round.positions)
    yield _staff("close-bets", rules.law("closes"), "No more bets")


def _expect_deal(round: Stream) -> Iterator[Expected]:
    hand = "dealer" if len(round.opening) == 1 and not round.dealer else "player"
    deal = _staff("deal-card", round.rules.law("deals"), f"Card to the {hand.capitalize()} area")
    yield msgspec.structs.replace(deal, hand=hand)


def _expect_answers(round: Stream) -> Iterator[Expected]:
    rules, positions = round.rules, round.positions
    uninsured = (bettor for bettor in positions if bettor not in round.insured and not positions[bettor].even_money)
    yield from _players("insure", rules.law("insurance_time"), "Insurance for half?", uninsured)
    if round.opening_blackjack:
        unpaid = (bettor for bettor in positions if not positions[bettor].even_money)
        yield from _players("take-even-money", rules.law("even_money"), "Even money?", unpaid)
    yield _staff("close-offers", rules.law("offers_insurance"), "Insurance is closed")


def _expect_play(round: Stream) -> Iterator[Expected]:
    rules = round.rules
    if not round.waits_for_decision():
        yield _staff("deal-card", rules.law("next_card"), "Next card")
        return
    for area, bettors in zip(round.ways, round.by_way(), strict=True):
        for each in _players("decide", rules.law("choices"), "What would you like?", bettors):
            if options := area.options(rules.splitting):
                yield msgspec.structs.replace(each, options=options, hand=str(area.hands[area.at].id))
    may_surrender = (bettor for bettor in round.way if round.may_surrender(bettor))
    yield from _players("surrender", rules.law("surrender"), "Surrender for half?", may_surrender)
    yield _staff("close-decisions", rules.law("window"), "Decisions are closed")


def _expect_draw(round: Stream) -> Iterator[Expected]:
    deal = _staff("deal-card", round.rules.law("dealer_draws"), "Card to the Dealer")
    yield msgspec.structs.replace(deal, hand="dealer")


def _expect_settlement(round: Stream) -> Iterator[Expected]:
    yield _staff("settle", round.rules.law("settles"), f"Dealer {round.dealer_hand.total}")


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
        law = shared(command.terms).law("opens")
        if round is not None and round.phase not in OVER:
            raise Refused("bets are opened when the round before is over", law)
        check_position(Role.DEALER, by, law)
        return signed([m.BetsOpened(terms=command.terms, waiting=command.waiting)], by)
    if round is None:
        raise Refused("no round has begun: bets are to be opened first")
    if getattr(command, "box", 1) not in (1, None):
        raise Refused("all terminals share one area", round.rules.law("shared"))
    if isinstance(command, m.Decide) and round.options(command.bettor):
        # Thousands of terminals decide in one window: each is answered without going through all the others.
        check_position(Role.PLAYER, by, round.rules.law("choices"))
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
                raise Refused("a side wager needs a main wager", rules.law("side_needs_main"))
            round.terms.check_stake(wager, stake)
            yield m.WagerPlaced(bettor=bettor, wager=wager, stake=stake)
        case m.WithdrawWager(bettor=bettor, wager=wager):
            yield from _withdrawn(round, bettor, wager)
        case m.CloseBets():
            yield m.BetsClosed()
        case m.DealCard(card=card):
            if round.cards.count(card) >= round.terms.decks:
                said = f"{round.terms.decks} decks hold no more than {round.terms.decks} of {card}"
                raise Refused(said, rules.clause("2.1"))
            check_waiting(round.waiting, card, rules.law("rebuilds"))
            yield m.CardDealt(card=card, box=None if expected.hand == "dealer" else 1)
        case m.Insure(bettor=bettor, owner=owner, stake=stake):
            _check_among(round, bettor, bettor not in round.insured, "insurance")
            if owner not in (None, bettor):
                raise Refused("only one's own wager is insured here", rules.law("insurance"))
            amount = check_insurance(rules, round.positions[bettor].original, stake, round.terms.unit)
            yield m.InsurancePlaced(bettor=bettor, owner=bettor, stake=amount)
        case m.TakeEvenMoney(bettor=bettor):
            _check_among(round, bettor, round.opening_blackjack, "even_money")
            yield m.EvenMoneyTaken(bettor=bettor)
        case m.CloseOffers():
            yield m.OffersClosed()
        case m.Decide():
            yield _chosen(round, command)
        case m.Surrender(bettor=bettor):
            if not round.may_surrender(bettor):
                raise Refused(f"{bettor} may not surrender", rules.law("surrender"))
            yield m.SurrenderChosen(bettor=bettor)
        case m.CloseDecisions():
            yield m.DecisionsClosed()
        case m.LoseTerminal(bettor=bettor):
            check_bettor(bettor)
            yield m.TerminalLost(bettor=bettor)
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
        raise Refused(f"{bettor} has nothing to decide", rules.law("choices"))
    if command.action not in options:
        area = round.area(bettor)
        raise not_open(rules, command.action, area.hands[area.at], options)
    if command.action == "double":
        check_double(rules, round.positions[bettor].original, command.amount, round.terms.unit, round.terms.unit)
    elif command.amount is not None or command.tie is not None:
        raise Refused(f"{command.action} takes no amount", rules.law(command.action))
    return m.ChoiceMade(bettor=bettor, action=command.action)


def _check_among(round: Stream, bettor: str, holds: bool, says: str) -> None:
    position = round.positions.get(bettor)
    if position is None or position.even_money or not holds:
        raise Refused(f"that is not open to {bettor}", round.rules.law(says))


def _out_of_turn(round: Stream, command: m.AnyCommand) -> Refused:
    rules = round.rules
    late = round.phase is not Phase.BETTING
    if isinstance(command, m.PlaceWager) and late:
        return Refused("bets are closed: no wager may be placed or increased", rules.law("late"))
    if isinstance(command, m.WithdrawWager) and late:
        return Refused("bets are closed: no wager may be withdrawn", rules.law("late_withdrawal"))
    if isinstance(command, m.Surrender):
        key = "surrender_blackjack" if round.opening_blackjack else "surrender_ace" if round.shows_ace else "surrender"
        return Refused("surrender is not open", rules.law(key))
    if isinstance(command, m.TakeEvenMoney):
        return Refused("even money is not open", rules.law("even_money"))
    if isinstance(command, m.Insure):
        return Refused("insurance is not open", rules.law("insurance_time"))
    if isinstance(command, m.Decide):
        return Refused("no decision is open: choices lock before each card", rules.law("window"))
    if isinstance(command, m.DealCard):
        return no_card_due(rules, round.phase, round.dealer_hand)
    if isinstance(command, m.TakeBackCard):
        return stepping.too_late(round)
    now = " or ".join(dict.fromkeys(each.command for each in expects(round))) or "nothing more"
    return Refused(f"not now: the round is {round.phase}, and expects {now}", rules.law("choices"))


def evolve(round: Stream | None, event: m.AnyEvent) -> Stream:
    """The round after an event."""
    if isinstance(event, m.BetsOpened):
        return Stream(terms=event.terms, waiting=event.waiting)
    if round is None:
        raise Refused(f"{tag(event)} belongs to no round: the events do not begin with bets-opened")
    if isinstance(event, m.CardTakenBack):
        return stepping.stepped_back(round)
    after = _evolve(round, event)
    if isinstance(event, m.TerminalLost | m.DisplayCorrected):
        # Nothing follows from the card by it, and it is not forgotten with a step back.
        return _replace(after, before=round.before and evolve(round.before, event))
    by_one = isinstance(event, m.ChoiceMade | m.SurrenderChosen)
    return stepping.remembered(round, event, after if by_one else _advance(after))


def _evolve(round: Stream, event: m.AnyEvent) -> Stream:
    match event:
        case m.WagerPlaced(bettor=bettor, wager=wager, stake=stake):
            position = round.positions.get(bettor) or Position(bettor=bettor, slot=1)
            if wager == "main":
                position = msgspec.structs.replace(position, original=stake)
            else:
                position = msgspec.structs.replace(position, sides={**position.sides, wager: stake})
            lost = tuple(other for other in round.lost if other != bettor)
            return _replace(round, positions={**round.positions, bettor: position}, lost=lost)
        case m.WagerWithdrawn(bettor=bettor, wager=wager):
            return _without(round, bettor, wager)
        case m.BetsClosed():
            positions = {
                bettor: msgspec.structs.replace(each, stakes={0: each.original})
                for bettor, each in round.positions.items()
            }
            phase = Phase.DEALING if positions else Phase.COMPLETE
            return _replace(round, phase=phase, positions=positions, way=dict.fromkeys(positions, 0))
        case m.CardDealt(card=card):
            return with_card(_replace(round, waiting=round.waiting[1:]), card)
        case m.InsurancePlaced(bettor=bettor, stake=stake):
            return _replace(round, insured={**round.insured, bettor: stake})
        case m.EvenMoneyTaken(bettor=bettor):
            paid = msgspec.structs.replace(round.positions[bettor], even_money=True)
            return _replace(round, positions={**round.positions, bettor: paid})
        case m.OffersClosed():
            return _replace(round, phase=Phase.PLAYING)
        case m.ChoiceMade(bettor=bettor, action=action):
            return _replace(round, choices={**round.choices, bettor: action})
        case m.SurrenderChosen(bettor=bettor):
            return _replace(round, choices={**round.choices, bettor: "surrender"})
        case m.DecisionsClosed():
            return _locked(round)
        case m.TerminalLost(bettor=bettor):
            return _replace(round, lost=round.lost if bettor in round.lost else (*round.lost, bettor))
        case m.CuttingCardRemoved():
            return _replace(round, cut_after=len(round.cards))
        case m.RoundSettled():
            return _replace(round, phase=Phase.SETTLED)
        case m.RoundVoided(clause=clause):
            return _replace(round, phase=Phase.VOID, void=clause)
        case m.CardsReconstructed():
            return rebuilt(round, event)
        case _:
            return irregular.evolve(round, event)


def rebuilt(round: Stream, event: m.CardsReconstructed) -> Stream:
    """The same terminals with the same choices, over the same cards in their right order.

    Refused where a choice was not open over these cards, or where an offer would have come that nobody was made (R-20).
    """
    fresh = start_over(round)
    for card in event.cards:
        if not _card_due(fresh):
            break
        fresh = _advance(with_card(fresh, card))
        if fresh.phase is Phase.OFFERING:
            fresh = _advance(_replace(fresh, phase=Phase.PLAYING))
        while fresh.phase is Phase.PLAYING and fresh.waits_for_decision() and len(fresh.turns) < len(round.turns):
            choices = round.turns[len(fresh.turns)]
            if any(not _is_open(fresh, bettor, choice) for bettor, choice in choices.items()):
                raise Refused("what was chosen was not open over these cards", "R-20")
            fresh = _advance(_locked(_replace(fresh, choices=choices)))
    answered = bool(round.insured) or any(each.even_money for each in round.positions.values())
    if len(fresh.turns) < len(round.turns) or (answered and not fresh.shows_ace):
        raise Refused("what was chosen was not open over these cards", "R-20")
    offered = round.shows_ace and round.phase is not Phase.OFFERING
    if fresh.shows_ace and not offered and fresh.phase is Phase.PLAYING:
        if fresh.turns:
            raise Refused("nobody was offered insurance against this Ace", "R-20")
        fresh = _replace(fresh, phase=Phase.OFFERING)
    still_open = {bettor: choice for bettor, choice in round.choices.items() if _is_open(fresh, bettor, choice)}
    return _replace(fresh, history=(*round.history, event.was), waiting=event.waiting, choices=still_open)


def _card_due(round: Stream) -> bool:
    playing = round.phase is Phase.PLAYING and not round.waits_for_decision()
    return playing or round.phase in (Phase.DEALING, Phase.DRAWING)


def _is_open(round: Stream, bettor: str, choice: str) -> bool:
    return round.may_surrender(bettor) if choice == "surrender" else choice in round.options(bettor)


def start_over(round: Stream) -> Stream:
    """The round as it stood when bets had closed, with what was insured and taken since."""
    positions = {
        bettor: msgspec.structs.replace(each, stakes={0: each.original}, doubles={}, surrendered=False)
        for bettor, each in round.positions.items()
    }
    empty: tuple[Card, ...] = ()
    return _replace(
        round,
        phase=Phase.DEALING,
        positions=positions,
        opening=empty,
        dealer=empty,
        stream=empty,
        ways=(),
        way=dict.fromkeys(positions, 0),
        choices={},
        turns=(),
    )


def _advance(round: Stream) -> Stream:
    """What follows by itself: phases that have nothing in them are left."""
    if round.phase is Phase.DEALING and len(round.opening) == 2:
        dealt = _replace(round, ways=(Area.of(*round.opening),), phase=Phase.OFFERING)
        return dealt if dealt.shows_ace else _advance(_replace(dealt, phase=Phase.PLAYING))
    if round.phase is Phase.PLAYING and not round.waits_for_decision() and not round.waits_for_card():
        return _replace(round, phase=Phase.DRAWING if round.dealer_draws() else Phase.COMPLETE)
    if round.phase is Phase.DRAWING and not round.dealer_draws():
        return _replace(round, phase=Phase.COMPLETE)
    return round


def with_card(round: Stream, card: Card) -> Stream:
    """The next card where it belongs: the opening, the Dealer, or every hand that waits for one."""
    if round.phase is Phase.DEALING:
        if len(round.opening) == 1 and not round.dealer:
            return _replace(round, dealer=(card,))
        return _replace(round, opening=(*round.opening, card))
    if round.phase is Phase.DRAWING:
        return _replace(round, dealer=(*round.dealer, card))
    # A way that only surrendered terminals took has nobody left to deal to.
    ways = tuple(
        area.take(card) if area.waits_for_card and who else area
        for area, who in zip(round.ways, round.by_way(), strict=True)
    )
    return _replace(round, ways=ways, stream=(*round.stream, card))


def _locked(round: Stream) -> Stream:
    """Choices become hands: each way of playing parts into as many as were chosen, silence being one of them."""
    ways: dict[tuple[int, str], int] = {}
    areas: list[Area] = []
    positions = dict(round.positions)
    way: dict[str, int] = {}
    for bettor, at in round.way.items():
        area, position = round.ways[at], positions[bettor]
        choice = ""
        if area.waits_for_decision and not position.surrendered:
            choice = round.choices.get(bettor, "default")
        if (at, choice) not in ways:
            ways[at, choice] = len(areas)
            areas.append(APPLIED[choice](area))
        way[bettor] = ways[at, choice]
        positions[bettor] = _paid(position, choice, area)
    turns = (*round.turns, round.choices)
    return _replace(round, ways=tuple(areas), way=way, positions=positions, choices={}, turns=turns)


APPLIED: dict[str, Callable[[Area], Area]] = {
    "": lambda area: area,
    "surrender": lambda area: area,
    "default": Area.leave_alone,
    "stand": Area.stand,
    "hit": Area.hit,
    "double": Area.double,
    "split": Area.split,
}
"""What each choice makes of the hands."""


def _paid(position: Position, choice: str, area: Area) -> Position:
    """What a choice makes of a terminal's stakes."""
    if choice == "surrender":
        return msgspec.structs.replace(position, surrendered=True)
    if choice == "double":
        doubles = {**position.doubles, area.hands[area.at].id: position.original}
        return msgspec.structs.replace(position, doubles=doubles)
    if choice == "split":
        stakes = {**position.stakes, len(area.hands): position.original}
        return msgspec.structs.replace(position, stakes=stakes)
    return position


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
    return _replace(round, positions=positions)


def _replace(round: Stream, **changes: object) -> Stream:
    return msgspec.structs.replace(round, **changes)


def replay(events: Iterable[m.AnyEvent]) -> Stream:
    """The round that these events tell of."""
    return replayed(evolve, events)
