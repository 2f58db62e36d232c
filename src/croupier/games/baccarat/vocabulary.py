"""The words by which a file declares what a baccarat wager pays for.

A pair is of one rank, whatever a table reads of a Ten with a face card (R-63).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from croupier.cards import RANKS, SUITS
from croupier.games.baccarat.decided import possible
from croupier.games.baccarat.drawing import Side
from croupier.games.baccarat.outcome import (
    HandColours,
    Hands,
    OpeningHand,
    OpeningHands,
    OpeningPairs,
    Points,
    Shared,
)
from croupier.games.baccarat.wagers import MAINS, NAMES, SIDES
from croupier.games.vocabulary import Look, Vocabulary, Word, also_whether, word

SUIT_NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
assert set(SUIT_NAMES) == set(SUITS)


def _on_points(see: Callable[[Points], Any]) -> Mapping[str, Look]:
    """How the points are seen: alone, or with what first cards share."""

    def of_hands(seen: Hands) -> Any:
        return see(seen.points)

    return {"points": see, "hands": of_hands}


def _points() -> list[Word]:
    words = [
        word(
            "winner",
            {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"},
            "",
            **_on_points(lambda seen: seen.winner),
        ),
        word("margin", {each: f"by {each}" for each in range(10)}, "", **_on_points(lambda seen: seen.margin)),
        word(
            "sum",
            {each: f"both totals make {each}" for each in range(19)},
            "",
            **_on_points(lambda seen: seen.player + seen.banker),
        ),
        word(
            "cards",
            {each: f"{each} cards" for each in (4, 5, 6)},
            "",
            **_on_points(lambda seen: seen.player_cards + seen.banker_cards),
        ),
    ]
    for side in SIDES:
        name = NAMES[side]
        words += [
            word(side, {each: f"{name} has {each}" for each in range(10)}, "", **_on_points(partial(_total, side))),
            word(
                f"{side}-cards",
                {2: f"{name} in two cards", 3: f"{name} in three cards"},
                "",
                **_on_points(partial(_number, side)),
            ),
            word(
                f"{side}-natural",
                {True: f"{name} natural", False: f"{name} no natural"},
                "",
                **_on_points(partial(_natural, side)),
            ),
        ]
    return words


def _total(side: Side, seen: Points) -> int:
    return seen.player if side == "player" else seen.banker


def _number(side: Side, seen: Points) -> int:
    return seen.player_cards if side == "player" else seen.banker_cards


def _natural(side: Side, seen: Points) -> bool:
    return seen.natural(side)


def _openings(side: Side) -> list[Word]:
    """What a hand's first two cards share: seen of that hand alone, and of both hands together."""
    name = NAMES[side]

    def looks(see: Callable[[OpeningHand], str]) -> dict[str, Callable[[Any], str]]:
        def together(seen: OpeningHands) -> str:
            return see(seen.player if side == "player" else seen.banker)

        return {f"{side}_opening": see, "both_openings": together}

    def of_pairs(seen: OpeningPairs) -> str:
        return seen.player_pair if side == "player" else seen.banker_pair

    def of_colours(seen: HandColours) -> str:
        return seen.opening

    def shared(seen: Hands) -> Shared:
        return seen.player if side == "player" else seen.banker

    pair = looks(lambda hand: hand.pair) | {"openings": of_pairs}

    def colour_shared(seen: Hands) -> str:
        return shared(seen).colour

    colour = looks(lambda hand: hand.colour) | {f"{side}_colours": of_colours, "hands": colour_shared}
    return [
        also_whether(
            word(
                f"{side}-pair",
                {"": f"{name} no pair", **{each: f"{name} pair of {each}" for each in RANKS}},
                f"{name} pair",
                **pair,
            ),
            hands=lambda seen: shared(seen).pair,
        ),
        also_whether(
            word(
                f"{side}-suit",
                {"": f"{name} unsuited", **{each: f"{name} two {says}" for each, says in SUIT_NAMES.items()}},
                f"{name} suited",
                **looks(lambda hand: hand.suit),
            ),
            hands=lambda seen: shared(seen).suit,
        ),
        word(
            f"{side}-colour",
            {"": f"{name} two colours", **{each: f"{name} two {each} cards" for each in ("red", "black")}},
            f"{name} one colour",
            **colour,
        ),
    ]


def _whole_hand(side: Side) -> list[Word]:
    """The colour of all cards of a hand, and whether it wins."""
    name = NAMES[side]
    return [
        word(
            f"{side}-all",
            {"": f"{name}'s cards of two colours", **{each: f"{name}'s cards all {each}" for each in ("red", "black")}},
            f"{name}'s cards of one colour",
            **{f"{side}_colours": lambda seen: seen.final},
        ),
        word(
            f"{side}-wins",
            {True: f"{name} wins", False: f"{name} does not win"},
            "",
            **_on_points(lambda seen: seen.winner == side),
            **{f"{side}_colours": lambda seen: seen.won},
        ),
    ]


ASPECTS = (
    "points",
    "player_opening",
    "banker_opening",
    "openings",
    "both_openings",
    "player_colours",
    "banker_colours",
    "hands",
)
WORDS = (*_points(), *(each for side in SIDES for each in (*_openings(side), *_whole_hand(side))))
VOCABULARY = Vocabulary(
    {each.name: each for each in WORDS},
    {reads: partial(possible, reads, ()) for reads in ASPECTS},
    kept=frozenset(MAINS),
    played=frozenset(),
    decks=range(1, 13),
)
