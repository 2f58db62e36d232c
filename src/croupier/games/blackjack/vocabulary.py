"""The words by which a file declares what a blackjack side wager pays for.

The main wager, insurance and the wagers of Dueling 8's on a final hand depend on decisions: a file may change what they
pay, not what they pay for.
"""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import combinations_with_replacement, product
from typing import Any

import msgspec

from croupier.cards import RANKS, STANDARD
from croupier.games.blackjack.dealer import dealer_hands
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.outcome import (
    SPLIT_UP,
    Bounty,
    FinalHand,
    FirstThreeCards,
    FirstTwoCards,
    final_hand,
    first_three,
    opening,
)
from croupier.games.blackjack.variants import Blackjack
from croupier.games.vocabulary import Look, Option, Vocabulary, Word, word
from croupier.refused import Refused

SUIT_NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
COLOURS = ("red", "black")


def _on_two(see: Callable[[FirstTwoCards], Any]) -> Mapping[str, Look]:
    """How the player's first two cards are seen: alone, with the Dealer's first, or with a Dealer Blackjack."""
    return {"opening": see, "first_three": partial(_of_opening, see), "bounty": partial(_of_opening, see)}


def _of_opening(see: Callable[[FirstTwoCards], Any], seen: FirstThreeCards | Bounty) -> Any:
    return see(seen.opening)


FIRST_TWO: tuple[Word, ...] = (
    word(
        "pair",
        {"": "no pair", **{each: f"pair of {each}" for each in RANKS}},
        "pair",
        **_on_two(lambda two: two.pair),
    ),
    word(
        "suit",
        {"": "unsuited", **{each: f"two {says}" for each, says in SUIT_NAMES.items()}},
        "suited",
        **_on_two(lambda two: two.suit),
    ),
    word(
        "colour",
        {"": "two colours", **{each: f"two {each} cards" for each in COLOURS}},
        "one colour",
        **_on_two(lambda two: two.colour),
    ),
    word("total", {each: f"two cards make {each}" for each in range(4, 22)}, "", **_on_two(lambda two: two.total)),
    word(
        "hard-total",
        {each: f"Aces as one, two cards make {each}" for each in range(2, 21)},
        "",
        **_on_two(lambda two: two.hard),
    ),
    word(
        "king-and-queen",
        {True: "King and Queen", False: "not King and Queen"},
        "",
        **_on_two(lambda two: two.ranks == "KQ"),
    ),
)
FIRST_THREE: tuple[Word, ...] = (
    word(
        "three-kind",
        {"": "no three of a kind", **{each: f"three cards of {each}" for each in RANKS}},
        "three of a kind",
        first_three=lambda seen: seen.kind,
    ),
    word(
        "three-straight",
        {True: "straight", False: "no straight"},
        first_three=lambda seen: seen.straight,
    ),
    word(
        "three-suit",
        {"": "three cards unsuited", **{each: f"three {says}" for each, says in SUIT_NAMES.items()}},
        "three cards suited",
        first_three=lambda seen: seen.suit,
    ),
    word(
        "three-colour",
        {"": "three cards of two colours", **{each: f"three {each} cards" for each in COLOURS}},
        "three cards of one colour",
        first_three=lambda seen: seen.colour,
    ),
    word("three-total", {each: f"three cards make {each}" for each in range(6, 31)}, first_three=lambda s: s.total),
    word(
        "six-seven-eight",
        {True: "6-7-8", False: "no 6-7-8"},
        first_three=lambda seen: seen.ranks == "678",
    ),
    word(
        "dealer-card",
        {each: f"the Dealer's first card is {each}" for each in RANKS},
        first_three=lambda seen: seen.dealer,
    ),
    word(
        "dealer-matches",
        {0: "no card of the Dealer's rank", 1: "one card of the Dealer's rank", 2: "two cards of the Dealer's rank"},
        first_three=lambda seen: seen.alike,
    ),
    word(
        "dealer-matches-suited",
        {0: "no card the same as the Dealer's", 1: "one the same as the Dealer's", 2: "two the same as the Dealer's"},
        first_three=lambda seen: seen.matches,
    ),
)
DEALERS: tuple[Word, ...] = (
    word(
        "dealer-blackjack",
        {True: "Dealer Blackjack", False: "no Dealer Blackjack"},
        bounty=lambda seen: seen.dealer_blackjack,
        dealer=lambda seen: seen.blackjack,
    ),
    word("dealer-bust", {True: "Dealer busts", False: "Dealer does not bust"}, dealer=lambda seen: seen.bust),
    word("dealer-total", {each: f"Dealer has {each}" for each in range(17, 27)}, dealer=lambda seen: seen.total),
    word("dealer-cards", {each: f"Dealer has {each} cards" for each in range(2, 14)}, dealer=lambda seen: seen.cards),
    word(
        "dealer-shows",
        {**{each: f"Dealer shows {each}" for each in range(2, 11)}, 11: "Dealer shows an Ace"},
        dealer=lambda seen: seen.first,
        first_three=lambda seen: seen.shows,
    ),
)
FINAL: tuple[Word, ...] = (
    word("final-total", {each: f"the hand ends on {each}" for each in range(4, 22)}, final=lambda seen: seen.total),
    word(
        "final-cards", {each: f"the hand ends in {each} cards" for each in range(2, 23)}, final=lambda seen: seen.cards
    ),
    word("final-bust", {True: "the hand busts", False: "the hand does not bust"}, final=lambda seen: seen.bust),
    word("final-blackjack", {True: "Blackjack", False: "no Blackjack"}, final=lambda seen: seen.blackjack),
    word("final-split", {True: "the hand is split", False: "the hand is not split"}, final=lambda seen: seen.split),
)
WORDS: tuple[Word, ...] = (*FIRST_TWO, *FIRST_THREE, *DEALERS, *FINAL)


@cache
def _openings() -> tuple[FirstTwoCards, ...]:
    return tuple(dict.fromkeys(opening(*two) for two in product(STANDARD.cards, repeat=2)))


@cache
def _first_threes() -> tuple[FirstThreeCards, ...]:
    twos = combinations_with_replacement(STANDARD.cards, 2)
    return tuple(dict.fromkeys(first_three(*two, dealer) for two in twos for dealer in STANDARD.cards))


@cache
def _bounties() -> tuple[Bounty, ...]:
    return tuple(Bounty(two, blackjack) for two in _openings() for blackjack in (False, True))


@cache
def final_hands() -> tuple[FinalHand, ...]:
    """Everything that a player's hand can come to: as many cards as Aces can make."""
    found = {SPLIT_UP: None}
    hands = {(hand.hard, hand.aces): hand for hand in (Hand.of(one) for one in STANDARD.cards)}
    while hands:
        after = (hand.with_card(card) for hand in hands.values() for card in STANDARD.cards[:10])
        hands = {(hand.hard, hand.aces): hand for hand in after}
        found |= {final_hand([hand], blackjacks): None for hand in hands.values() for blackjacks in (True, False)}
        hands = {held: hand for held, hand in hands.items() if not hand.bust}
    return tuple(found)


def _shows(game: Blackjack, aspect: str) -> bool:
    """Whether its rounds show it.

    Where a printed card starts every hand, a player's second card is drawn by choice, and there is no Blackjack. Where
    the Dealer draws for main wagers alone (R-52), only wagers on the whole hand are sure to see a Dealer Blackjack.
    """
    return aspect in ("dealer", "final") or (
        game.printed is None and (aspect != "bounty" or game.dealer_draws != "main")
    )


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
    {
        "opening": _openings,
        "first_three": _first_threes,
        "bounty": _bounties,
        "dealer": dealer_hands,
        "final": final_hands,
    },
    kept=KEPT,
    played=KEPT,
    decks=range(1, 13),
    options=OPTIONS,
    shows=_shows,
)
