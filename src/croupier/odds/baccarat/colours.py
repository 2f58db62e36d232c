"""Counts the colours of a hand together with its points, which no wager needs under the default readings."""

from collections.abc import Mapping
from math import perm
from typing import Any, Literal

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import Side, banker_draws, player_draws, value
from croupier.odds.tally import DEALT, Counts, DealCounter, deals

SIX_VALUES = (10,) * DEALT


def coloured(side: Side, shade: Literal["red", "black"], asks: Literal["final", "wins"]) -> DealCounter:
    """Counts whether a hand is of one colour: in all of its cards, or in its first two with the round won."""

    def look(left: Counts) -> Mapping[Any, int]:
        won = _coloured(left, side, shade, asks)
        return {True: won, False: deals(sum(left)) - won}

    return look


def _coloured(left: Counts, side: Side, shade: str, asks: str) -> int:
    import numpy as np

    every, some = ([0] * 10, [0] * 10)
    for card in STANDARD.cards:
        every[value(card)] += left[card.number]
        if card.red == (shade == "red"):
            some[value(card)] += left[card.number]
    # No overflow: the ordered deals of up to ten decks fit into 64-bit integers.
    assert perm(sum(left), DEALT) < 2**62
    player_first, banker_first, player_second, banker_second, fifth, sixth = np.indices(SIX_VALUES, sparse=True)
    player, banker = (player_first + player_second) % 10, (banker_first + banker_second) % 10
    drew, also = _draws()
    player_drew = drew[player, banker]
    banker_drew = also[player, banker, fifth]
    banker_third = np.where(player_drew, sixth, fifth)
    finals = (
        np.where(player_drew, player + fifth, player) % 10,
        np.where(banker_drew, banker + banker_third, banker) % 10,
    )
    own, others = (
        ((player_first, player_second), (banker_first, banker_second))
        if side == "player"
        else ((banker_first, banker_second), (player_first, player_second))
    )
    numbers = np.array(every), np.array(some)
    if asks == "wins":
        holds = finals[0] > finals[1] if side == "player" else finals[1] > finals[0]
        ways = _ways(own, (*others, fifth, sixth), *numbers)
        return int(np.where(holds, ways, 0).sum())
    two = _ways(own, (*others, fifth, sixth), *numbers)
    if side == "player":
        three = _ways((*own, fifth), (*others, sixth), *numbers)
        return int(np.where(player_drew, three, two).sum())
    as_fifth = _ways((*own, fifth), (*others, sixth), *numbers)
    as_sixth = _ways((*own, sixth), (*others, fifth), *numbers)
    return int(np.where(banker_drew, np.where(player_drew, as_sixth, as_fifth), two).sum())


def _ways(of_colour: tuple[Any, ...], any_colour: tuple[Any, ...], every: Any, some: Any) -> Any:
    """The number of ordered deals, drawn without replacement: first the cards of one colour, then those of any."""
    ways: Any = 1
    before: list[Any] = []
    for numbers, places in ((some, of_colour), (every, any_colour)):
        for place in places:
            ways = ways * (numbers[place] - sum((place == other) * 1 for other in before))
            before.append(place)
    return ways


def _draws() -> tuple[Any, Any]:
    """Whether Player and whether Banker draws, by both opening totals and the fifth card's value."""
    import numpy as np

    drew = np.array([[player_draws(player, banker) for banker in range(10)] for player in range(10)])
    also = np.array(
        [
            [
                [banker_draws(player, banker, fifth if drew[player, banker] else None) for fifth in range(10)]
                for banker in range(10)
            ]
            for player in range(10)
        ]
    )
    return drew, also
