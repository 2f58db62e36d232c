"""What all counting shares: a shoe as counts of its 52 cards, and the values of an aspect grouped into classes.

Wagers distinguish few values of an aspect. Values that no wager distinguishes make one equivalence class, and only
classes are counted, so the work depends on what the wagers of a game look at.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import perm
from typing import Any

from croupier.cards import Composition
from croupier.games.game import Game
from croupier.games.wager import Match, Wager
from croupier.refused import Refused
from croupier.words import Sentence

DEALT = 6
"""Every baccarat round is counted over six cards, dealt or not, so that all counts of a shoe share one total."""

Counts = Sequence[int]
"""The remaining number of each of the 52 cards, indexed by the card's number."""

DealCounter = Callable[[Counts], Mapping[Any, int]]
"""From the remaining cards to the number of ordered deals with each value of an aspect."""

Tally = Callable[[Counts], list[int]]
"""From the remaining cards to the number of ordered deals in each class."""

Classes = Mapping[Any, int]
"""The class of every value that an aspect can take."""


def counts(shoe: Composition) -> list[int]:
    """A shoe as counts of its remaining cards.

    >>> from croupier.cards import Card
    >>> left = counts(Composition.parse("8x52 less AS AS"))
    >>> left[Card("AS").number], left[Card("KC").number], sum(left)
    (6, 8, 414)
    """
    left = [0] * 52
    for card in shoe.deck.cards:
        left[card.number] = shoe.decks
    for card, gone in shoe.gone.items():
        left[card.number] -= gone
    return left


def check(game: Game, shoe: Composition, cards: int = DEALT, *, any_decks: bool = False) -> Composition:
    """Return the shoe, or refuse one that the game is not dealt from or that has too few cards."""
    if shoe.deck != game.deck:
        sentence = Sentence("wrong-deck-size", game=game.name, needed=game.deck.name, given=shoe.deck.name)
        raise Refused(sentence, game.clause("2.1"))
    if not any_decks:
        game.check_decks(shoe.decks)
    if shoe.total < cards:
        raise Refused("too-few-cards-for-round", "R-13", needed=cards, left=max(shoe.total, 0))
    return shoe


def outcomes(wager: Wager) -> list[tuple[str, Match]]:
    """The rows of a wager and then its loss, each with its name."""
    lost = Match("lose", None, None, wager.loses)
    return [(match.outcome or match.result, match) for match in (*(row.match for row in wager.rows), lost)]


def deals(cards: int) -> int:
    """The number of ordered deals of six out of so many cards.

    >>> deals(8 * 52)
    4998398275503360
    """
    return perm(cards, DEALT)


def members(classes: Classes) -> list[list[Any]]:
    """The values in each class, by class.

    >>> members({"a": 0, "b": 1, "c": 0})
    [['a', 'c'], ['b']]
    """
    groups: list[list[Any]] = [[] for _ in set(classes.values())]
    for value, number in classes.items():
        groups[number].append(value)
    return groups


def classify(values: Iterable[Any], key: Callable[[Any], Any]) -> tuple[dict[Any, int], list[Any]]:
    """The class of every value, where equal keys make one class, and the key of each class.

    >>> classify(range(4), lambda value: value % 2)
    ({0: 0, 1: 1, 2: 0, 3: 1}, [0, 1])
    """
    numbers: dict[Any, int] = {}
    classes = {value: numbers.setdefault(key(value), len(numbers)) for value in values}
    return classes, list(numbers)
