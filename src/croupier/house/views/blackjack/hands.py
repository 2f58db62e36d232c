"""Hands of blackjack and the stakes on them, for the views of boxes and of the shared stream alike."""

from collections.abc import Iterable
from typing import Any, get_args

from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.hand import Action, Area, Hand
from croupier.games.blackjack.settlement import Position, showdown
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import Blackjack
from croupier.games.families import family_of
from croupier.games.game import Game
from croupier.games.round import Expected, Role
from croupier.games.wager import Line
from croupier.house.views.blackjack.shown import Decided, PlayShown
from croupier.house.views.layout import HandShown, Stake
from croupier.refused import Refused
from croupier.rulebook import Citation


def on_position(position: Position, area: Area | None, box: int | None = None) -> tuple[Stake, ...]:
    """All stakes of a bettor on an area, by hand where there are several."""
    several = area is not None and len(area.hands) > 1

    def number(hand: int) -> int | None:
        return hand + 1 if several else None

    hands = {hand: stake + position.doubles.get(hand, 0) for hand, stake in position.stakes.items()}
    mains = [Stake("main", stake, box, number(hand)) for hand, stake in hands.items()]
    if not mains and position.original:
        mains = [Stake("main", position.original, box)]
    sides = [Stake(wager, stake, box) for wager, stake in position.sides.items()]
    return (*mains, *sides, *(Stake("tie-on-18", stake, box, number(hand)) for hand, stake in position.ties.items()))


def hands_shown(area: Area) -> tuple[HandShown, ...]:
    """The hands of an area in the order of play, numbered where there are several."""
    several = len(area.hands) > 1
    return tuple(hand_shown(hand, hand.id + 1 if several else None) for hand in area.hands)


def hand_shown(hand: Hand, number: int | None = None) -> HandShown:
    """A hand with its total."""
    return HandShown(
        hand.cards,
        hand.total,
        hand.soft,
        hand.blackjack,
        hand.bust,
        hand.split,
        hand.doubled,
        hand.stood,
        hand.alone,
        number,
    )


def decided(lines: Iterable[Line], box: int | None = None) -> tuple[Decided, ...]:
    """What is decided, as it is shown; insurance is told apart from the wagers of a hand."""
    return tuple(
        Decided(each.wager, each.stake, each.net, each.outcome, each.pays, each.hand, box)
        for each in lines
        if each.wager != "insurance"
    )


def hits(rules: Blackjack, area: Area, dealer: Hand) -> tuple[str, ...]:
    """The side wagers that win on an area against a finished Dealer, whether anybody placed them or not."""
    seen = showdown(rules, area, dealer)
    ties = ("tie-on-18",) if any(match.result == "win" for match in seen.ties.values()) else ()
    return (*(name for name, match in seen.sides.items() if match.result == "win"), *ties)


def closed(round: BoxRound | StreamRound, bettor: str, expected: Expected) -> dict[str, Citation]:
    """The decisions that would be refused now, each with the clause, found by having the round decide every one."""
    box = expected.box or 1
    commands: dict[str, m.AnyCommand] = {
        action: m.Decide(bettor=bettor, action=action, box=box)
        for action in get_args(Action)
        if action not in expected.options
    }
    commands["surrender"] = m.Surrender(bettor=bettor, box=box)
    refusals: dict[str, Citation] = {}
    for name, command in commands.items():
        try:
            family_of(round).decide(round, command, Role.PLAYER)
        except Refused as refused:
            if refused.clause is not None:
                refusals[name] = Citation(refused.clause)
    return refusals


def play_shown(game: Game) -> dict[str, Any]:
    """The rules of play of a game, with the clauses of its document."""
    assert isinstance(game, Blackjack)
    play = PlayShown(
        printed=game.printed,
        hands=game.splitting.hands,
        splits=game.splitting.only,
        double_for_less=game.double_for_less,
        insurance=game.insurance,
        laws=game.law.citations,
    )
    return {"play": play}
