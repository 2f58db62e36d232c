"""The words by which a file declares what a blackjack side wager pays for.

The main wager, insurance and the wagers of Dueling 8's on a final hand depend on decisions: a file may change what they
pay, not what they pay for.
"""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import msgspec

from croupier.cards import RANKS, STANDARD
from croupier.games.blackjack.outcome import FirstTwoCards, opening
from croupier.games.blackjack.variants import Blackjack
from croupier.games.vocabulary import Option, Vocabulary, Word, word
from croupier.refused import Refused

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


def _split_aces(rule: str, field: str) -> Callable[[Blackjack, bool], Blackjack]:
    """Whether split Aces are played otherwise than once and with one card each."""

    def change(game: Blackjack, value: bool) -> Blackjack:
        if game.splitting.only:
            raise Refused("variant-rule-needs-aces", game=game.name, rule=rule)
        return _splitting(game, **{field: value})

    return change


def _surrenders(game: Blackjack, when: "bool | str") -> Blackjack:
    """Early or late, a hand may be surrendered against an Ace too; `True` is as the document has it."""
    if isinstance(when, bool) or when == "none":
        return dataclasses.replace(game, surrender_offered=when is True)
    return dataclasses.replace(_with_blackjack(game, "surrender"), surrender_offered=True, surrender_on_ace=True)


def _hole_card(game: Blackjack, takes: str) -> Blackjack:
    return dataclasses.replace(_with_blackjack(game, "hole-card"), all_lost_to_blackjack=takes == "none")


def _even_money(game: Blackjack, offered: bool) -> Blackjack:
    return dataclasses.replace(_with_blackjack(game, "even-money"), even_money_offered=offered)


def _with_blackjack(game: Blackjack, rule: str) -> Blackjack:
    if not game.blackjacks:
        raise Refused("variant-rule-needs-blackjack", game=game.name, rule=rule)
    return game


OPTIONS: Mapping[str, Option] = {
    "hole-card": Option(
        ("peek", "none"),
        _hole_card,
        {"peek": {"R-42": "b", "R-43": "c", "R-44": "a"}, "none": {"R-42": "a", "R-43": "a", "R-44": "a"}},
    ),
    "soft-17": Option(
        ("stand", "hit"),
        lambda game, value: dataclasses.replace(game, hits_soft_17=value == "hit" and not game.printed),
    ),
    "surrender": Option(
        (True, False, "none", "late", "early"), _surrenders, {"late": {"R-48": "b"}, "early": {"R-48": "a"}}
    ),
    "even-money": Option((True, False), _even_money),
    "double-on": Option(("any", "9..11", "10..11", "11..11"), _doubles_on),
    "double-after-split": Option((True, False), lambda game, value: _splitting(game, doubles_split=value)),
    "resplit-aces": Option((True, False), _split_aces("resplit-aces", "resplits_aces")),
    "draw-to-split-aces": Option((True, False), _split_aces("draw-to-split-aces", "draws_to_aces")),
    "split-hands": Option((2, 3, 4), lambda game, value: _splitting(game, hands=value)),
}
"""The rules of play: what they can be, and the game with them. No total with a printed 8 is a soft 17.

Where the Dealer looks for Blackjack before anybody plays, it takes one original stake and no other, whoever would have
doubled, split or gone bust (R-42, R-43); without a hole card it takes every stake. Late surrender is lost to it (R-48).
"""
VOCABULARY = Vocabulary(
    {each.name: each for each in WORDS},
    {"opening": _openings},
    kept=KEPT,
    played=KEPT,
    decks=range(1, 13),
    options=OPTIONS,
)
