"""The words by which a file declares what a blackjack side wager pays for.

The main wager, insurance and the wagers of Dueling 8's on a final hand depend on decisions: a file may change what they
pay, not what they pay for.
"""

import dataclasses
from collections.abc import Mapping
from functools import cache
from itertools import product

import msgspec

from croupier.cards import RANKS, STANDARD
from croupier.games.blackjack.outcome import FirstTwoCards, opening
from croupier.games.blackjack.variants import Blackjack
from croupier.games.vocabulary import Option, Vocabulary, Word, word

SUIT_NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
WORDS: tuple[Word, ...] = (
    word(
        "pair", {"": "no pair", **{each: f"pair of {each}" for each in RANKS}}, "pair", opening=lambda seen: seen.pair
    ),
    word(
        "suit",
        {"": "unsuited", **{each: f"two {says}" for each, says in SUIT_NAMES.items()}},
        "suited",
        opening=lambda seen: seen.suit,
    ),
    word("total", {each: f"two cards make {each}" for each in range(4, 22)}, opening=lambda seen: seen.total),
    word(
        "king-and-queen",
        {True: "King and Queen", False: "not King and Queen"},
        opening=lambda seen: seen.ranks == "KQ",
    ),
)


@cache
def _openings() -> tuple[FirstTwoCards, ...]:
    return tuple(dict.fromkeys(opening(*two) for two in product(STANDARD.cards, repeat=2)))


KEPT = frozenset(("main", "insurance", "kings-bounty", "tie-on-18", "superb-8s", "21-plus"))
"""Rounds ask for these wagers by name, and how a hand is played depends on what they pay for."""


def _splitting(game: Blackjack, **fields: object) -> Blackjack:
    return dataclasses.replace(game, splitting=msgspec.structs.replace(game.splitting, **fields))


def _doubles_on(game: Blackjack, totals: str) -> Blackjack:
    least, _, most = totals.partition("..")
    return _splitting(game, doubles_on=(int(least), int(most)) if most else None)


OPTIONS: Mapping[str, Option] = {
    "soft-17": Option(
        ("stand", "hit"),
        lambda game, value: dataclasses.replace(game, hits_soft_17=value == "hit" and not game.printed),
    ),
    "surrender": Option((True, False), lambda game, value: dataclasses.replace(game, surrender_offered=value)),
    "double-on": Option(("any", "9..11", "10..11", "11..11"), _doubles_on),
    "double-after-split": Option((True, False), lambda game, value: _splitting(game, doubles_split=value)),
    "split-hands": Option((2, 3, 4), lambda game, value: _splitting(game, hands=value)),
}
"""The rules of play: what they can be, and the game with them. No total with a printed 8 is a soft 17."""
VOCABULARY = Vocabulary(
    {each.name: each for each in WORDS},
    {"opening": _openings},
    kept=KEPT,
    played=KEPT,
    decks=range(1, 13),
    options=OPTIONS,
)
