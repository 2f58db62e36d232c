"""The exact probability that a wager is favourable after a given number of cards, for wagers on few kinds of cards.

Every set of so many cards is equally likely to be gone. A wager that distinguishes only two or three kinds of cards
(reds and blacks, Aces and tens, the 8s) has few remaining compositions to enumerate, and each is priced exactly.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import NamedTuple

from croupier.cards import STANDARD, Card, Composition
from croupier.games.game import Game
from croupier.odds.families import odds_of
from croupier.odds.tally import Counts, counts
from croupier.refused import Refused


class Favourable(NamedTuple):
    """The probability that a wager has a positive expected value, and its mean expected value then."""

    share: Fraction
    advantage: Fraction


def at_depth(game: Game, wager: str, gone: int, shoe: Composition | None = None) -> Favourable:
    """How favourable a wager is when exactly so many unknown cards of a shoe are gone.

    Insurance is weighted by the probability that the Dealer shows an Ace.

    >>> from croupier.games.catalogue import game
    >>> found = at_depth(game("lucky-8"), "insurance", 312)
    >>> f"{float(found.share):.4%} {float(found.advantage):.4%}"
    '24.9452% 7.7331%'
    """
    kinds = odds_of(game).few_kinds(game)
    if wager not in kinds:
        raise Refused(f"{wager} depends on too many kinds of cards to enumerate them: {', '.join(kinds)} do not")
    shoe = game.shoe() if shoe is None else shoe
    offered = favourable = won = Fraction(0)
    for left, chance in _compositions(counts(shoe), kinds[wager], gone):
        ev, offer = _priced(game, wager, left)
        offered += chance * offer
        if ev > 0:
            favourable += chance * offer
            won += chance * offer * ev
    return Favourable(favourable / offered, won / favourable if favourable else Fraction(0))


def _priced(game: Game, wager: str, left: Counts) -> tuple[Fraction, Fraction]:
    """A wager's expected value from the remaining cards, and the probability that it is offered."""
    odds = odds_of(game).price(game, left, [wager]).get(wager)
    return (Fraction(0), Fraction(0)) if odds is None else (odds.ev, odds_of(game).offered(wager, left))


def _compositions(full: Sequence[int], kind: Callable[[Card], str], gone: int) -> Iterator[tuple[Counts, Fraction]]:
    """The possible remaining cards with their probabilities, one representative for each composition by kinds."""
    places: dict[str, list[int]] = {}
    for card in STANDARD.cards:
        places.setdefault(kind(card), []).append(card.number)
    sizes = Counter({name: sum(full[number] for number in numbers) for name, numbers in places.items()})
    all_ways = comb(sizes.total(), gone)
    *some, last = sizes
    for taken in product(*(range(min(sizes[name], gone) + 1) for name in some)):
        rest = gone - sum(taken)
        if not 0 <= rest <= sizes[last]:
            continue
        each = dict(zip(sizes, (*taken, rest), strict=True))
        left = list(full)
        for name, number in each.items():
            _take(left, places[name], number)
        yield left, Fraction(prod(comb(sizes[name], number) for name, number in each.items()), all_ways)


def _take(left: list[int], places: Sequence[int], number: int) -> None:
    for place in places:
        taken = min(left[place], number)
        left[place] -= taken
        number -= taken
