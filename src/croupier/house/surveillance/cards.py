"""Cards that cannot exist, come too soon, come too often, or do not come, for the decks that are in play.

An impossible card is an alarm at once. The number of copies of a card that are seen in an honest shoe is
hypergeometric, and so is how soon the third, the fourth... copy comes. Over many shoes, the numbers of copies are
compared with those of a shoe with one copy less, with one more, and with none: the likelihood ratio is evidence
(`chance`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from croupier.cards import Card, Composition
from croupier.house.surveillance.chance import at_least, drawn
from croupier.words import Sentence

ALTERNATIVES = (Sentence("copy-missing"), Sentence("copy-too-many"), Sentence("card-not-in-shoe"))
FIRST_COPY_TESTED = 2
"""The first copy of a card may come at any time; from the second on one may come too soon."""


class Place(NamedTuple):
    """A card and its place in the seen order, counted from 0."""

    place: int
    card: Card


class Soon(NamedTuple):
    """The n-th copy of a card (`copies`), and the probability of n copies within `place + 1` cards."""

    place: int
    card: Card
    copies: int
    p: float


def impossible(full: Composition, order: Iterable[Card]) -> list[Place]:
    """The cards of an order that the shoe cannot have held.

    >>> from croupier.cards import NO_TENS, cards
    >>> impossible(Composition(NO_TENS, 1), cards("AS TS KH AS"))
    [Place(place=1, card=TS), Place(place=3, card=AS)]
    """
    left = Counter(dict.fromkeys(full.deck.cards, full.decks))
    wrong = []
    for place, card in enumerate(order):
        left[card] -= 1
        if left[card] < 0:
            wrong.append(Place(place, card))
    return wrong


def lacking(full: Composition, whole: Iterable[Card]) -> list[Card]:
    """The missing cards of a shoe whose cards are all known.

    >>> from croupier.cards import STANDARD
    >>> lacking(Composition(STANDARD, 8), Composition.parse("8x52 less 7D 7D"))
    [7D, 7D]
    """
    missing = Counter(full)
    missing.subtract(Counter(whole))
    return sorted((+missing).elements(), key=lambda card: card.number)


def bunched(full: Composition, order: Sequence[Card]) -> Iterator[Soon]:
    """Every copy of every card from the second on, with the probability that it comes so soon or sooner.

    >>> from croupier.cards import STANDARD, cards
    >>> [(each.card, each.copies, f"{each.p:.1e}") for each in bunched(Composition(STANDARD, 8), cards("KS 2H KS KS"))]
    [(KS, 2, '9.6e-04'), (KS, 3, '1.9e-05')]
    """
    seen: Counter[Card] = Counter()
    for place, card in enumerate(order):
        seen[card] += 1
        if FIRST_COPY_TESTED <= seen[card] <= full.decks:
            chances = at_least(full.total, full.decks, place + 1)
            yield Soon(place, card, seen[card], chances[seen[card]])


def tests(full: Composition) -> int:
    """The largest number of tests that `bunched` makes of one shoe, to correct for multiple testing."""
    return len(full.deck.cards) * (full.decks - FIRST_COPY_TESTED + 1)


def copies(full: Composition, seen: int, taken: int) -> tuple[float, ...]:
    """The likelihood ratio of each alternative, given `seen` copies of a card among `taken` cards.

    >>> from croupier.cards import STANDARD
    >>> [[round(each, 2) for each in copies(Composition(STANDARD, 8), seen, 364)] for seen in (8, 7, 6)]
    [[0.0, 1.14, 0.0], [1.0, 0.57, 0.0], [2.0, 0.38, 0.0]]
    """
    total, decks = full.total, full.decks
    if seen > decks:
        return (1.0,) * len(ALTERNATIVES)
    usual = drawn(total, decks, taken)[seen]
    others = ((total - 1, decks - 1), (total + 1, decks + 1), (total - decks, 0))
    return tuple(_chance(*other, taken, seen) / usual for other in others)


def _chance(total: int, marked: int, taken: int, seen: int) -> float:
    if taken > total:
        return 0.0  # such a shoe could not have given as many cards
    chances = drawn(total, marked, taken)
    return chances[seen] if seen < len(chances) else 0.0
