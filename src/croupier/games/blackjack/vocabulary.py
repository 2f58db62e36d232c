"""The words by which a file declares what a blackjack side wager pays for.

The main wager, insurance and the wagers of Dueling 8's on a final hand depend on decisions: a file may change what they
pay, not what they pay for.
"""

from functools import cache
from itertools import product

from croupier.cards import RANKS, STANDARD
from croupier.games.blackjack.outcome import FirstTwoCards, opening
from croupier.games.vocabulary import Vocabulary, Word, word

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
VOCABULARY = Vocabulary(
    {each.name: each for each in WORDS}, {"opening": _openings}, kept=KEPT, played=KEPT, decks=range(1, 13)
)
