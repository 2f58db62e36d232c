"""Counts that a person can keep: a small integer tag for each card, chosen to correlate with its effect of removal.

A tag count summarises a shoe by one number, the sum of the tags of the cards gone. How well it predicts the change of a
wager's expected value is the correlation of tags and effects over the cards of the shoe: the betting correlation, or
efficiency. The best tags of a level are found exactly by dynamic programming over groups of equivalent cards: for every
sum and sum of squares of the tags, the largest product with the effects.

Balanced tags, which sum to zero over the shoe, are the easiest to keep. Where a wager depends on a few cards (the 8s)
none correlate well; then those cards are counted against the number of them that should be gone by now.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from croupier.cards import Card, Composition

GOOD = 0.95
"""An efficiency that is good enough: a lower level is preferred to a better correlation."""
LEVELS = (1, 2, 3)

Effects = Mapping[Card, Fraction]


class Tags(msgspec.Struct, frozen=True):
    """The tag of each card, and its correlation with the effects of removal."""

    level: int
    of: dict[Card, int]
    efficiency: float
    balanced: bool = True
    """Whether the tags of a full shoe sum to zero."""

    def __str__(self) -> str:
        """The tags as text: by rank or by suit where that is enough, else card by card.

        >>> from croupier.cards import STANDARD
        >>> str(Tags(1, {card: -1 if card.red else 1 for card in STANDARD.cards}, 1.0))
        '+1 S C, -1 H D'
        >>> str(Tags(1, {card: 1 if card.rank == "A" else 0 for card in STANDARD.cards}, 1.0))
        '+1 A'
        """
        names: tuple[Callable[[Card], str], ...] = (lambda card: card.rank, lambda card: card.suit, str)
        by_name: dict[str, int] = {}
        for name in names:
            by_name = {name(card): tag for card, tag in self.of.items()}
            if all(by_name[name(card)] == tag for card, tag in self.of.items()):
                break
        tags = sorted({tag for tag in by_name.values() if tag}, reverse=True)
        return ", ".join(f"{tag:+} {' '.join(name for name in by_name if by_name[name] == tag)}" for tag in tags)


def fit(shoe: Composition, effects: Effects) -> Tags | None:
    """The simplest tags that are good enough, balanced ones first, else the best; `None` where no card has an effect.

    >>> from croupier.odds.removal import removal
    >>> shoe = Composition.parse("8x52")
    >>> found = removal("tiger", shoe, ["tie", "tiger-pair"])
    >>> tags = fit(shoe, found["tie"])
    >>> str(tags), f"{tags.efficiency:.4f}"
    ('+1 8 9 T J Q K, -1 4 5, -2 6 7', '0.9682')
    >>> fit(shoe, found["tiger-pair"])
    >>> str(fit(shoe, removal("lucky-8", shoe, ["insurance"])["insurance"]))
    '-1 T J Q K'
    """
    candidates: list[Tags] = []
    for balanced in (True, False):
        for level in LEVELS:
            tags = best(shoe, effects, level, balanced=balanced)
            if tags and tags.efficiency >= GOOD:
                return tags
            candidates += [tags] if tags else []
    return max(candidates, key=lambda tags: tags.efficiency, default=None)


def best(shoe: Composition, effects: Effects, level: int, *, balanced: bool = True) -> Tags | None:
    """The tags of at most that level with the highest correlation; `None` where no card has an effect."""
    groups: dict[Fraction, list[Card]] = {}
    for card, effect in effects.items():
        groups.setdefault(effect, []).append(card)
    sizes = {effect: sum(shoe.count(card) for card in cards) for effect, cards in groups.items()}
    group_tags = _best(sizes, level, balanced)
    if group_tags is None:
        return None
    of = {card: tag for effect, tag in zip(groups, group_tags, strict=True) for card in groups[effect]}
    tags = {card: of[card] for card in effects}
    total = sum(shoe.count(card) * tag for card, tag in tags.items())
    return Tags(level, tags, efficiency(shoe, effects, tags), total == 0)


def efficiency(shoe: Composition, effects: Effects, tags: Mapping[Card, int]) -> float:
    """The correlation of tags and effects over the cards of the shoe.

    >>> shoe = Composition.parse("1x52")
    >>> effects = {card: Fraction(1 if card.red else -1) for card in shoe.deck.cards}
    >>> efficiency(shoe, effects, {card: 2 if card.red else -2 for card in shoe.deck.cards})
    1.0
    """
    pairs = [(shoe.count(card), tags[card], effect) for card, effect in effects.items()]
    cards = sum(number for number, _, _ in pairs)
    tag = Fraction(sum(number * tag for number, tag, _ in pairs), cards)
    mean = sum((number * effect for number, _, effect in pairs), Fraction(0)) / cards
    both = sum(number * (each - tag) * (effect - mean) for number, each, effect in pairs)
    tags_square = sum(number * (each - tag) ** 2 for number, each, _ in pairs)
    squares = sum(number * (effect - mean) ** 2 for number, _, effect in pairs)
    return float(both) / math.sqrt(tags_square * squares) if tags_square and squares else 0.0


def _best(sizes: Mapping[Fraction, int], level: int, balanced: bool) -> tuple[int, ...] | None:
    """Dynamic programming: for every sum of tags and of their squares the largest product with the effects."""
    common = math.gcd(*sizes.values())
    cards = sum(sizes.values()) // common
    mean = sum(effect * size for effect, size in sizes.items()) / sum(sizes.values())
    most = max(sizes, key=lambda effect: sizes[effect])
    reached: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    for effect, size in sizes.items():
        number = size // common
        further: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {}
        for (total, squares), (product, tags) in reached.items():
            # An unbalanced count is only worth keeping on few cards: the largest group gets tag 0.
            for tag in range(-level, level + 1) if balanced or effect != most else [0]:
                key = total + number * tag, squares + number * tag * tag
                value = product + number * tag * float(effect - mean)
                if key not in further or value > further[key][0]:
                    further[key] = value, (*tags, tag)
        reached = further
    correlations = [
        (round(value / math.sqrt(spread), 12), -key[1], tags)
        for key, (value, tags) in reached.items()
        if (spread := key[1] - key[0] ** 2 / cards) > 0 and not (balanced and key[0]) and value > 0
    ]
    # Among equal correlations the smallest tags are the easiest to keep.
    return max(correlations)[2] if correlations else None
