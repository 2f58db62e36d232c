"""The shared stream: how events change a round. A card goes to every hand that waits for one, windows lock choices."""

from collections.abc import Callable, Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.proceedings import (
    CardDealt,
    ChoiceMade,
    DecisionsClosed,
    EvenMoneyTaken,
    InsurancePlaced,
    OffersClosed,
    SurrenderChosen,
    WagerPlaced,
    WagerWithdrawn,
)
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.stream.state import StreamRound, Turn
from croupier.games.irregularity import without
from croupier.games.messages import BetsClosed, CuttingCardRemoved, RoundSettled
from croupier.games.round import Phase

DEFAULT = "default"
"""The choice of whoever did not choose: the default strategy (R-88)."""

replace = msgspec.structs.replace


def card_due(round: StreamRound) -> bool:
    """Whether a card is due next."""
    playing = round.phase is Phase.PLAYING and not round.waits_for_decision()
    return playing or round.phase in (Phase.DEALING, Phase.DRAWING)


def advance(round: StreamRound) -> StreamRound:
    """Apply automatic transitions: skip phases with nothing to do."""
    if round.phase is Phase.DEALING and len(round.opening) == 2:
        dealt = replace(round, ways=(Area.of(*round.opening),), phase=Phase.OFFERING)
        offers = dealt.shows_ace or dealt.offers_even_money
        return dealt if offers and dealt.mains else advance(replace(dealt, phase=Phase.PLAYING))
    if round.phase is Phase.PLAYING and not round.waits_for_decision() and not round.waits_for_card():
        return replace(round, phase=Phase.DRAWING if round.dealer_draws() else Phase.COMPLETE)
    if round.phase is Phase.DRAWING and not round.dealer_draws():
        return replace(round, phase=Phase.COMPLETE)
    return round


def with_card(round: StreamRound, card: Card) -> StreamRound:
    """Deal the next card where it belongs: to the opening, the Dealer, or every hand that waits for one."""
    if round.phase is Phase.DEALING:
        if len(round.opening) == 1 and not round.dealer:
            return replace(round, dealer=(card,))
        return replace(round, opening=(*round.opening, card))
    if round.phase is Phase.DRAWING:
        return replace(round, dealer=(*round.dealer, card))
    # A way of playing on which all terminals have surrendered, or have no main wager, takes no cards.
    ways = tuple(
        area.take(card) if area.waits_for_card and who else area
        for area, who in zip(round.ways, round.by_way(), strict=True)
    )
    return replace(round, ways=ways, stream=(*round.stream, card))


def locked(round: StreamRound) -> StreamRound:
    """Lock the choices: each way of playing splits into one for each choice made, the default included."""
    ways: dict[tuple[int, str], int] = {}
    areas: list[Area] = []
    positions = dict(round.positions)
    way: dict[str, int] = {}
    turn: dict[str, Turn] = {}
    for bettor, at in round.way.items():
        area, position = round.ways[at], positions[bettor]
        choice = ""
        if area.waits_for_decision and position.plays:
            choice = round.choices.get(bettor, DEFAULT)
            turn[bettor] = Turn(choice, area.hands[area.at].id)
        if (at, choice) not in ways:
            ways[at, choice] = len(areas)
            split = choice == "split"
            areas.append(area.split(round.rules.splitting) if split else APPLIED[choice](area))
        way[bettor] = ways[at, choice]
        positions[bettor] = _paid(position, choice, area)
    turns = (*round.turns, turn)
    return replace(round, ways=tuple(areas), way=way, positions=positions, choices={}, turns=turns)


APPLIED: dict[str, Callable[[Area], Area]] = {
    "": lambda area: area,
    "surrender": lambda area: area,
    DEFAULT: Area.leave_alone,
    "stand": Area.stand,
    "hit": Area.hit,
    "double": Area.double,
}
"""How each choice but a split changes the hands."""


def _paid(position: Position, choice: str, area: Area) -> Position:
    """The position of a terminal with the stakes that its choice adds."""
    if choice == "surrender":
        return replace(position, surrendered=True)
    if choice == "double":
        doubles = {**position.doubles, area.hands[area.at].id: position.original}
        return replace(position, doubles=doubles)
    if choice == "split":
        stakes = {**position.stakes, len(area.hands): position.original}
        return replace(position, stakes=stakes)
    return position


def resumed(round: StreamRound) -> StreamRound:
    """Close the window that was interrupted as it stands: without a choice the default applies (R-09, R-88)."""
    if round.phase is Phase.OFFERING:
        return replace(round, phase=Phase.PLAYING)
    return locked(round) if round.phase is Phase.PLAYING and round.waits_for_decision() else round


def on_opening(position: Position) -> Position:
    """A position as it was when bets had closed, the main wager on the one hand that there was."""
    stakes = {0: position.original} if position.original else {}
    return replace(position, stakes=stakes, doubles={}, surrendered=False)


def without_main(round: StreamRound, bettor: str) -> StreamRound:
    """The round with the side wagers alone of a terminal (R-93)."""
    return replace(
        round,
        positions={**round.positions, bettor: Position(bettor=bettor, sides=round.positions[bettor].sides)},
        insured={name: each for name, each in round.insured.items() if name != bettor},
        choices={name: each for name, each in round.choices.items() if name != bettor},
    )


def leave(round: StreamRound, bettor: str) -> StreamRound:
    """The round without a terminal."""
    return replace(
        round,
        positions={name: each for name, each in round.positions.items() if name != bettor},
        way={name: each for name, each in round.way.items() if name != bettor},
        insured={name: each for name, each in round.insured.items() if name != bettor},
    )


def withdrawn(round: StreamRound, bettor: str) -> Iterator[WagerWithdrawn]:
    """The events by which a terminal leaves the round while bets are open, with all its wagers."""
    for wager in placed(round.positions[bettor]):
        yield WagerWithdrawn(bettor=bettor, wager=wager)


def placed(position: Position) -> dict[str, int]:
    """The wagers placed before the deal, with their stakes."""
    return {**({"main": position.original} if position.original else {}), **position.sides}


# Events


def _wager_placed(round: StreamRound, event: WagerPlaced) -> StreamRound:
    position = round.positions.get(event.bettor) or Position(bettor=event.bettor)
    if event.wager == "main":
        position = replace(position, original=event.stake, slot=1)
    else:
        position = replace(position, sides={**position.sides, event.wager: event.stake})
    return _with_position(round, position)


def _wager_withdrawn(round: StreamRound, event: WagerWithdrawn) -> StreamRound:
    position = round.positions[event.bettor]
    if event.wager == "main":
        position = replace(position, original=0, slot=None)
    else:
        sides = {name: stake for name, stake in position.sides.items() if name != event.wager}
        position = replace(position, sides=sides)
    positions = {**round.positions, event.bettor: position}
    if not position.original and not position.sides:
        del positions[event.bettor]
    return replace(round, positions=positions)


def _bets_closed(round: StreamRound, event: BetsClosed) -> StreamRound:
    positions = {bettor: on_opening(each) for bettor, each in round.positions.items()}
    phase = Phase.DEALING if positions else Phase.COMPLETE
    return replace(round, phase=phase, positions=positions, way=dict.fromkeys(positions, 0))


def _card_dealt(round: StreamRound, event: CardDealt) -> StreamRound:
    return with_card(replace(round, waiting=round.waiting[1:], unruled=False), event.card)


def _insurance_placed(round: StreamRound, event: InsurancePlaced) -> StreamRound:
    lost = without(round.lost, event.bettor)
    return replace(round, insured={**round.insured, event.bettor: event.stake}, lost=lost)


def _even_money_taken(round: StreamRound, event: EvenMoneyTaken) -> StreamRound:
    return _with_position(round, replace(round.positions[event.bettor], even_money=True))


def _with_position(round: StreamRound, position: Position) -> StreamRound:
    """The round with that position of a terminal, which is not lost any longer."""
    bettor = position.bettor
    return replace(round, positions={**round.positions, bettor: position}, lost=without(round.lost, bettor))


def _offers_closed(round: StreamRound, event: OffersClosed) -> StreamRound:
    return replace(round, phase=Phase.PLAYING)


def _choice_made(round: StreamRound, event: ChoiceMade) -> StreamRound:
    return _with_choice(round, event.bettor, event.action)


def _surrender_chosen(round: StreamRound, event: SurrenderChosen) -> StreamRound:
    return _with_choice(round, event.bettor, "surrender")


def _with_choice(round: StreamRound, bettor: str, choice: str) -> StreamRound:
    return replace(round, choices={**round.choices, bettor: choice}, lost=without(round.lost, bettor))


def _decisions_closed(round: StreamRound, event: DecisionsClosed) -> StreamRound:
    return locked(round)


def _cutting_card_removed(round: StreamRound, event: CuttingCardRemoved) -> StreamRound:
    return replace(round, cut_after=len(round.cards))


def _settled(round: StreamRound, event: RoundSettled) -> StreamRound:
    return replace(round, phase=Phase.SETTLED)


HANDLERS = Handlers[StreamRound](
    evolves={
        WagerPlaced: _wager_placed,
        WagerWithdrawn: _wager_withdrawn,
        BetsClosed: _bets_closed,
        CardDealt: _card_dealt,
        InsurancePlaced: _insurance_placed,
        EvenMoneyTaken: _even_money_taken,
        OffersClosed: _offers_closed,
        ChoiceMade: _choice_made,
        SurrenderChosen: _surrender_chosen,
        DecisionsClosed: _decisions_closed,
        CuttingCardRemoved: _cutting_card_removed,
        RoundSettled: _settled,
    }
)
