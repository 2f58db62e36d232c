"""Exact cards: every open decision with its expected value and its cost against the best."""

import dataclasses
import re
from collections.abc import Iterable, Sequence

from croupier.cards import RANKS as ALL_RANKS
from croupier.cards import SUITS, Card, Composition
from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.variants import Blackjack
from croupier.odds.blackjack.solver.against import Against
from croupier.odds.blackjack.solver.hands import ValueCounts
from croupier.odds.blackjack.solver.prospects import Numbers
from croupier.odds.blackjack.solver.rules import ACE, Rules
from croupier.odds.blackjack.solver.solution import bonus, by_value, like_tens
from croupier.odds.blackjack.strategy.offers import insured
from croupier.odds.blackjack.strategy.sheet import RANKS
from croupier.odds.result import Number
from croupier.odds.tally import counts
from croupier.refused import Refused


@dataclasses.dataclass(frozen=True)
class Holding:
    """Exact cards against an up card of the Dealer."""

    cards: str
    up: str
    ev: dict[str, Number]
    """The expected value of each open decision under best play afterwards, best first."""
    insurance: Number | None = None
    """The expected value of one unit of insurance; `None` where it is not offered."""

    @property
    def best(self) -> str:
        """The best decision."""
        return next(iter(self.ev))

    @property
    def cost(self) -> dict[str, Number]:
        """The loss in expected value of each decision against the best."""
        return {decision: self.ev[self.best] - ev for decision, ev in self.ev.items()}


def holding(game: Blackjack, shoe: Composition, hand: str, up: str | None = None) -> Holding:
    """The open decisions for a hand dealt from this shoe, with their expected values.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> found = holding(LUCKY_8, LUCKY_8.shoe(), "T 6", "T")
    >>> {decision: f"{ev:+.4f}" for decision, ev in found.ev.items()}
    {'surrender': '-0.5000', 'hit': '-0.5719', 'stand': '-0.5764', 'double': '-1.1140'}
    """
    rules = Rules.of(game)
    held = [_kind(text) for text in _texts(hand)]
    first = _up(game, up)
    left, places = counts(shoe), [_places(cards) for cards in (*held, *([] if game.printed else [first]))]
    if not _there(places, left):
        raise Refused(f"{shoe} does not hold {hand!r}" + ("" if game.printed else f" and {up!r}"))
    values = [_value(cards) for cards in held]
    against = Against(
        rules,
        Numbers(exact=game.printed is not None),
        by_value(left),
        _value(first),
        bonus(rules, left, held),
        like_tens(left, held),
    )
    number = _number(against, values, hand, rules)
    evs = _open(against, number, values)
    words = " ".join(_texts(hand))
    cards = f"{game.printed.rank} {words}" if game.printed else words
    offered = against.hands.size[number] == 2 and against.up == ACE and "insurance" in game.by_name
    tens = insured(game, by_value(left), values, against) if offered else None
    return Holding(cards, RANKS[against.up], _sorted(evs), tens)


def _open(against: Against, hand: int, values: Sequence[int]) -> dict[str, Number]:
    if against.natural(hand):
        if against.up in against.rules.even_money:
            return {"even-money": against.numbers.of([1])[0], "decline": against.natural_worth(hand)}
        return {"stand": against.natural_worth(hand)}
    if against.hands.closed[hand]:
        raise Refused(f"no decision is open on {against.hands.total[hand]}")
    best = against.best
    evs = {"stand": best.stand[hand], "hit": best.hit[hand]}
    if against.two[hand]:
        if against.may_double[hand]:
            evs["double"] = best.double[hand]
        for opening in against.openings:
            if opening.hand == hand and opening.pair is not None:
                evs["split"] = against.best_split(values[0])
        if against.folded is not None:
            evs["surrender"] = against.folded[hand]
    return evs


def _sorted(evs: dict[str, Number]) -> dict[str, Number]:
    return dict(sorted(evs.items(), key=lambda item: -item[1]))


def _number(against: Against, values: list[int], hand: str, rules: Rules) -> int:
    if len(values) < (1 if rules.printed else 2):
        raise Refused(f"{hand!r} is not a whole hand: name all of its cards, such as 'T 6'")
    counted: ValueCounts = tuple(values.count(value) for value in range(len(RANKS)))
    if counted not in against.hands.number:
        raise Refused(f"{hand!r} is over 21" + (f", with the printed {rules.printed.rank}" if rules.printed else ""))
    return against.hands.number[counted]


def _texts(hand: str) -> list[str]:
    return re.findall(r"[^\s,]+", hand.upper())


def _kind(text: str) -> frozenset[Card]:
    """The cards that a text may mean: with a suit one card, without any of the rank; T means any card worth ten.

    >>> len(_kind("6")), len(_kind("T")), len(_kind("K")), sorted(_kind("8S"))
    (4, 16, 4, [8S])
    """
    rank, suit = text[:1], text[1:]
    if text == "10" or not rank or rank not in ALL_RANKS or suit not in {"", *SUITS}:
        raise Refused(f"unknown card {text!r}: a card is a rank of {ALL_RANKS} and, if it matters, a suit of {SUITS}")
    ranks = [each for each in ALL_RANKS if VALUES[each] == 10] if text == "T" else [rank]
    return frozenset(Card(each + mark) for each in ranks for mark in (suit or SUITS))


def _up(game: Blackjack, up: str | None) -> frozenset[Card]:
    if game.printed:
        if up is not None and _value(_kind(up.upper())) != _value([game.printed]):
            raise Refused(f"the Dealer's first card is the printed {game.printed.rank} in {game.name}, not {up!r}")
        return frozenset([game.printed])
    if up is None:
        raise Refused("name the Dealer's first card too, such as --up T")
    return _kind(up.upper().strip())


def _value(cards: Iterable[Card]) -> int:
    return VALUES[next(iter(cards)).rank] - 1


def _places(cards: Iterable[Card]) -> frozenset[int]:
    return frozenset(card.number for card in cards)


def _there(candidates: list[frozenset[int]], left: Sequence[int]) -> bool:
    """Whether a shoe holds distinct cards for all descriptions: those with the fewest candidates are assigned first."""
    numbers = list(left)
    for places in sorted(candidates, key=len):
        place = max(places, key=lambda number: numbers[number])
        if not numbers[place]:
            return False
        numbers[place] -= 1
    return True
