"""Superb 8's where every 8 dealt to an area counts, on whatever hand it lies and whatever came between (R-71 c).

How many cards an area draws matters here, so all of its hands are counted together. Three dealt 8s beside the printed
one decide the wager. So only rounds with at most two are listed: these have at most three hands, of which one at most
draws another 8. All other rounds have more, and the first three tell whether all are Spades: no decision depends on
suits, so they are any three of the 8s in the shoe.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import perm
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from croupier.cards import STANDARD, Card
from croupier.games.blackjack.outcome import HIGH, EightsRun
from croupier.games.blackjack.variants import Blackjack
from croupier.odds.blackjack.solver.against import Against, Decided
from croupier.odds.blackjack.solver.busts import BITS, Cards, added, hand_ends, merged, taken
from croupier.odds.blackjack.solver.hands import KINDS, Array, Hands, ValueCounts, hands, value_index
from croupier.odds.blackjack.solver.kernels import HIT
from croupier.odds.blackjack.solver.splits import SplitCase, cases
from croupier.odds.tally import Counts, DealCounter

EIGHT = value_index(Card("8S"))
DECIDE = 3
"""So many 8s dealt beside the printed one reach the highest grades."""
Drawn: TypeAlias = Mapping[int | None, Cards]
"""The cards drawn in rounds with less than `DECIDE` 8s, by how many; under `None` all that are lost (R-73, R-74)."""


class Play(NamedTuple):
    """All that the cards drawn to an area depend on."""

    values: ValueCounts
    """The values in the shoe."""
    action: bytes
    """The action for every hand of these values, unsplit."""
    split: bytes
    """The same for the hands of a split pair; empty where no pair is split."""
    surrenders: frozenset[int]
    """The values of the first card with which the area is folded."""
    hands: int
    again: bool
    dies: bool
    """Whether the wager is lost when the first hand busts (R-73 b)."""
    folds: bool
    """Whether it is lost with a surrendered hand (R-51 b, R-74 b)."""


def best_alone(against: Against) -> Decided:
    """The best play for this wager alone, where it is not lost with a bust.

    A further card can only add an 8, and unseen cards are exchangeable: the cards of later hands might as well come
    from the end of the shoe. So every hand is drawn to while it may be, and 8s are split: each half of them takes no
    fewer cards than both together.
    """
    return Decided(np.full(len(against.hands), HIT), frozenset([EIGHT]), even_money=False)


def eights(game: Blackjack, against: Against, decided: Decided) -> DealCounter:
    """Counts the 8s dealt to an area that is played by a strategy, and whether the first three are Spades."""
    assert game.printed
    assert value_index(game.printed) == EIGHT
    values = tuple(value for value in range(len(KINDS)) if against.left[value])
    ((_, action),) = against.split_ways(EIGHT, decided.action, decided.undoubled)
    folded = frozenset(value for value in values if against.hands.of(value) in decided.surrenders)
    splits = EIGHT in decided.splits and EIGHT not in folded
    play = Play(
        values,
        decided.action.astype(np.int64).tobytes(),
        action.astype(np.int64).tobytes() if splits else b"",
        folded,
        game.splitting.hands,
        game.splitting.again,
        game.reads("R-73") == "b",
        any(wager.reads == "run" for wager in game.wagers if wager.name in game.lost_on_surrender),
    )
    rounds = _rounds(game.printed, play)
    return lambda left: _counted(rounds, left)


def _counted(rounds: Drawn, left: Counts) -> Mapping[Any, int]:
    """The number of ordered deals of as many cards as any listed round takes, by the 8s that count."""
    numbers = [0] * len(KINDS)
    for card in STANDARD.cards:
        numbers[value_index(card)] += left[card.number]
    by_size = {drawn: _deals(listed, numbers) for drawn, listed in rounds.items()}
    most = max((size for deals in by_size.values() for size in deals), default=0)
    total = sum(numbers)
    deals: Counter[Any] = Counter()
    for drawn, found in by_size.items():
        aspect = EightsRun(0 if drawn is None else 1 + drawn, spades=False)
        deals[aspect] += sum(number * perm(total - size, most - size) for size, number in found.items())
    rest = perm(total, most) - deals.total()
    spades = rest * perm(left[Card("8S").number], DECIDE) // max(perm(numbers[EIGHT], DECIDE), 1)
    deals[EightsRun(1 + DECIDE, spades=True)] += spades
    deals[EightsRun(1 + DECIDE, spades=False)] += rest - spades
    return deals


def _deals(listed: Cards, numbers: Sequence[int]) -> dict[int, int]:
    """The number of ordered deals of listed cards from a shoe, by how many cards they are."""
    sums, ways = listed
    deals, sizes = ways.astype(object), np.zeros(len(sums), np.int64)
    for value, number in enumerate(numbers):
        cards = taken(sums, value)
        sizes += cards
        deals = deals * np.array([perm(number, each) for each in range(1 << BITS)], object)[cards]
    by_size = {int(size): int(deals[sizes == size].sum()) for size in np.unique(sizes)}
    return {size: number for size, number in by_size.items() if number}


@lru_cache(maxsize=16)
def _rounds(printed: Card, play: Play) -> Drawn:
    """The rounds with less than `DECIDE` 8s dealt, and those that are lost; memoised, as shoes are played alike."""
    every = hands(printed, play.values)
    lists: dict[int | None, list[Cards]] = defaultdict(list)
    for value in play.surrenders:
        dealt = None if play.folds else int(value == EIGHT)
        lists[dealt].append((np.array([1 << (BITS * value)]), np.ones(1, np.int64)))
    split = np.frombuffer(play.split, np.int64)
    apart = {*play.surrenders, *([EIGHT] if len(split) else [])}
    single = _Hand(every, np.frombuffer(play.action, np.int64), apart)
    for drawn, cards in single.drawn(alive=play.dies).items():
        lists[drawn].append(cards)
    if play.dies:
        lists[None].append(single.bust)
    if len(split):
        unlike, free = _Hand(every, split, {EIGHT}), _Hand(every, split, ())
        for case, ways in cases(play.hands, again=play.again).items():
            for drawn, (sums, number) in _of_case(case, unlike, free, alive=play.dies):
                lists[drawn].append((sums, number * ways))
        if play.dies:
            lists[None] += _first_busts(play, unlike, free)
    return {drawn: merged(each) for drawn, each in lists.items()}


class _Hand:
    """One hand from the printed card on, or from another 8 that was split off; its first card of no value `without`."""

    def __init__(self, every: Hands, action: Array, without: "set[int] | tuple[()]") -> None:
        self._ends = list(hand_ends(every, action, every.of(), without))

    @property
    def bust(self) -> Cards:
        """The cards with which it busts."""
        return _listed((row, ways) for row, ways, points in self._ends if points > HIGH)

    def drawn(self, *, alive: bool = False) -> dict[int, Cards]:
        """The cards drawn to it, by the number of 8s; only where it does not bust, if `alive`."""
        return {
            eights: _listed(
                (row, ways)
                for row, ways, points in self._ends
                if row[EIGHT] == eights and not (alive and points > HIGH)
            )
            for eights in range(DECIDE)
        }


def _of_case(case: SplitCase, unlike: _Hand, free: _Hand, *, alive: bool) -> Iterator[tuple[int, Cards]]:
    """The cards drawn after a split that ends so, the 8s that were split among them, by the number of 8s dealt."""
    split = 1 + case.drawn
    if split >= DECIDE:
        return
    first, settled = (unlike, case.settled - 1) if case.first_settled else (free, case.settled)
    others = [unlike] * settled + [free] * (case.drawn + 1 - settled)
    found: dict[int, Cards] = {split + eights: cards for eights, cards in first.drawn(alive=alive).items()}
    for hand in others:
        more: dict[int, list[Cards]] = defaultdict(list)
        for eights, cards in found.items():
            for further, its in hand.drawn().items():
                if eights + further < DECIDE:
                    more[eights + further].append(added(cards, its))
        found = {eights: merged(lists) for eights, lists in more.items()}
    for eights, (sums, ways) in found.items():
        if eights < DECIDE:
            yield eights, (sums + (split << (BITS * EIGHT)), ways)


def _first_busts(play: Play, unlike: _Hand, free: _Hand) -> Iterator[Cards]:
    """The cards with which the first hand busts after it was split, which is played before the others."""
    for split in range(1, play.hands):
        more = split + 1 < play.hands and (play.again or split < 2)
        sums, ways = (unlike if more else free).bust
        yield sums + (split << (BITS * EIGHT)), ways
        if not more:
            return


def _listed(rows: Iterator[tuple[list[int], int]]) -> Cards:
    ways: Counter[int] = Counter()
    for row, number in rows:
        ways[sum(cards << (BITS * value) for value, cards in enumerate(row))] += number
    return np.array(list(ways), np.int64), np.array(list(ways.values()), np.int64)
