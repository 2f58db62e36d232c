"""Cards, the decks they come in, and how many of each a shoe can hold.

A card is two characters, rank then suit. It *is* that text, so it prints, compares, hashes and travels as itself:

>>> Card("8S"), Card("8S").rank, Card("8S").suit, Card("8S").red
(8S, '8', 'S', False)
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Self

import msgspec

from croupier.refused import Refused
from croupier.words import Sentence

RANKS = "A23456789TJQK"
SUITS = "SHDC"


class Card(str):
    """One of the 52 cards; there is only one object of each, and no other text becomes one.

    >>> Card("1X")
    Traceback (most recent call last):
    croupier.refused.Refused: unknown card '1X': a card is a rank of A23456789TJQK and a suit of SHDC, such as 8S
    """

    rank: str
    suit: str
    red: bool
    number: int

    def __new__(cls, text: str) -> Self:
        """Look the card up by its text."""
        try:
            return _CARDS[text]  # type: ignore[return-value]
        except (KeyError, TypeError):
            raise Refused("unknown-card", given=text, ranks=RANKS, suits=SUITS) from None

    def __repr__(self) -> str:
        return str(self)


def _make(text: str, number: int) -> Card:
    card = str.__new__(Card, text)
    card.rank, card.suit = text[0], text[1]
    card.red = card.suit in "HD"
    card.number = number
    return card


_CARDS: dict[str, Card] = {}
_CARDS.update(
    (rank + suit, _make(rank + suit, 13 * s + r)) for s, suit in enumerate(SUITS) for r, rank in enumerate(RANKS)
)


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Parse cards from a line of text, or from an iterable of texts.

    >>> cards("8S 4C KH")
    (8S, 4C, KH)
    """
    return tuple(map(Card, text.split() if isinstance(text, str) else text))


class Deck(msgspec.Struct, frozen=True):
    """The cards of one pack."""

    name: str
    cards: tuple[Card, ...]


STANDARD = Deck("52", tuple(_CARDS.values()))
NO_TENS = Deck("48", tuple(card for card in _CARDS.values() if card.rank != "T"))
NO_TENS_NO_8S = Deck("47", tuple(card for card in NO_TENS.cards if card != "8S"))
"""Without the Tens, and without the 8 of Spades that is printed on a layout."""
DECKS = {deck.name: deck for deck in (STANDARD, NO_TENS, NO_TENS_NO_8S)}


class Composition:
    """How many of each card are left: some full decks, less the cards that were removed.

    >>> shoe = Composition(STANDARD, 4).without(cards("8S 8S KD"))
    >>> shoe.total, shoe.count(Card("8S")), str(shoe)
    (205, 2, '4x52 less 8S 8S KD')
    >>> Composition.parse("4x52 less 8S 8S KD") == shoe
    True
    """

    __slots__ = ("deck", "decks", "gone")

    def __init__(self, deck: Deck, decks: int, gone: Iterable[Card] = ()) -> None:
        self.deck, self.decks, self.gone = deck, decks, Counter(gone)
        if over := [card for card, n in self.gone.items() if n > decks or card not in deck.cards]:
            most = {card: decks if card in deck.cards else 0 for card in over}
            excess = tuple(
                Sentence("more-copies-than-exist", copies=self.gone[card], card=card, most=most[card]) for card in over
            )
            raise Refused("decks-cannot-hold-cards", decks=decks, deck_size=deck.name, excess=excess)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text that `str` writes."""
        try:
            size, _, gone = text.partition(" less ")
            decks, _, deck = size.partition("x")
            return cls(DECKS[deck], int(decks), cards(gone))
        except (KeyError, ValueError):
            raise Refused("unknown-shoe", given=text) from None

    def without(self, gone: Iterable[Card]) -> Self:
        """The composition with these cards removed as well."""
        return type(self)(self.deck, self.decks, (*self.gone.elements(), *gone))

    def count(self, card: Card) -> int:
        """How many of this card are left."""
        return self.decks - self.gone[card] if card in self.deck.cards else 0

    @property
    def total(self) -> int:
        """How many cards are left."""
        return self.decks * len(self.deck.cards) - self.gone.total()

    def __iter__(self) -> Iterator[Card]:
        for card in self.deck.cards:
            yield from [card] * self.count(card)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Composition) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __str__(self) -> str:
        gone = " ".join(sorted(self.gone.elements(), key=STANDARD.cards.index))
        return f"{self.decks}x{self.deck.name}" + (f" less {gone}" if gone else "")


def shuffled(shoe: Iterable[Card], entropy: random.Random) -> list[Card]:
    """The cards of a shoe in random order; the caller provides the random number generator."""
    order = list(shoe)
    entropy.shuffle(order)
    return order
