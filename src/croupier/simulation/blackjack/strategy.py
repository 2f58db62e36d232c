"""Fixed strategies for simulated players: a chart, or the rule for an absent player.

A chart is the solver's best one, or one from a file as `croupier strategy GAME --json` writes it. Its decision depends
on the total of the hand, whether it is a pair, and the Dealer's up card. Even money is never taken, since from a full
shoe its expected value is lower.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np

from croupier.cards import Card, Composition
from croupier.games.blackjack.hand import VALUES, Action, Hand, default_stands, value
from croupier.games.blackjack.variants import Blackjack
from croupier.odds.blackjack.played import solved
from croupier.odds.blackjack.solver.against import Against, Decided
from croupier.odds.blackjack.solver.kernels import DOUBLE, HIT, STAND
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.tally import counts
from croupier.refused import Refused

CHART, ABSENT = "chart", "absent"
RANKS = "A23456789T"
"""Symbols by value index; T is any card worth ten."""
SYMBOLS = ("S", "H", "Dh", "Ds", "Rh", "Rs", "P")
DECIDED = {"stand": STAND, "hit": HIT, "double": DOUBLE}

First: TypeAlias = Action | Literal["surrender"]
Squares = dict[tuple[str, str], str]
"""From a total or the rank of a pair, and the Dealer's up card, to a symbol."""


class ChartStrategy(NamedTuple):
    """The decision for every hand against every up card of the Dealer.

    >>> from croupier.cards import cards
    >>> absent, up = ChartStrategy.absent(), Card("6S")
    >>> absent.first(Hand.of(*cards("8S 8D")), up), absent.first(Hand.of(*cards("5S 4D")), up)
    ('stand', 'hit')
    """

    name: str
    hard: Squares
    soft: Squares
    pairs: Squares

    @classmethod
    def absent(cls) -> "ChartStrategy":
        """The rule for an absent player (R-28)."""
        return cls(ABSENT, {}, {}, {})

    @classmethod
    def best(cls, game: Blackjack, shoe: Composition) -> "ChartStrategy":
        """The solver's best chart for a shoe, by the readings in force."""
        hard, soft, pairs = Squares(), Squares(), Squares()
        for up, column in solved(Rules.of(game), tuple(counts(shoe))).chart.items():
            for total, cell in column.cells.items():
                (soft if total.soft else hard)[str(total.points), RANKS[up]] = cell.symbol
            pairs |= {(RANKS[pair], RANKS[up]): cell.symbol for pair, cell in column.pairs.items()}
        return cls(CHART, hard, soft, pairs)

    @classmethod
    def read(cls, path: Path, game: Blackjack) -> "ChartStrategy":
        """Read a chart from a file."""
        try:
            parts = msgspec.json.decode(path.read_bytes(), type=_ChartFile).chart
        except OSError as error:
            raise Refused(f"cannot read the strategy {path}: {error.strerror}") from None
        except (msgspec.DecodeError, UnicodeDecodeError):
            expected = "what `croupier strategy GAME --json` writes has chart.hard, chart.soft and chart.pairs"
            raise Refused(f"{path} holds no chart: {expected}") from None
        strategy = cls(
            str(path), *({(row, up): s.symbol for row, ups in rows.items() for up, s in ups.items()} for rows in parts)
        )
        strategy.check(game)
        return strategy

    def check(self, game: Blackjack) -> None:
        """Refuse a chart with an unknown symbol or without a decision for some hand."""
        ups = RANKS[VALUES[game.printed.rank] - 1] if game.printed else RANKS
        for part, squares in (("hard", self.hard), ("soft", self.soft), ("pairs", self.pairs)):
            for (row, up), symbol in squares.items():
                if symbol not in SYMBOLS or (symbol == "P" and part != "pairs"):
                    raise Refused(
                        f"the strategy {self.name} has {symbol!r} for {part} {row} against {up}: {_known(part)}"
                    )
        for hand in _decidable(game):
            for up in ups:
                if (str(hand.total), up) not in (self.soft if hand.soft else self.hard):
                    what = f"{'soft' if hand.soft else 'hard'} {hand.total} against {up}"
                    raise Refused(f"the strategy {self.name} does not say what to do with {what}")

    def first(
        self, hand: Hand, up: Card, *, may_split: bool = False, may_surrender: bool = False, may_double: bool = True
    ) -> First:
        """The decision for a hand; the caller says whether it may be split, surrendered or doubled."""
        if self.name == ABSENT:
            return "stand" if default_stands(hand) else "hit"
        shown = _rank(up)
        two = len(hand.cards) == 2
        symbol = (self.soft if hand.soft else self.hard)[str(hand.total), shown]
        if two and value(hand.cards[0]) == value(hand.cards[1]):
            pair = self.pairs.get((_rank(hand.cards[0]), shown), symbol)
            if pair == "P" and may_split:
                return "split"
            symbol = symbol if pair == "P" else pair
        if symbol[0] == "R" and may_surrender:
            return "surrender"
        if symbol[0] == "D" and two and may_double:
            return "double"
        return "stand" if symbol[-1] in "Ss" else "hit"

    def decided(self, against: Against) -> Decided:
        """The strategy in the solver's form, against one up card of the Dealer."""
        up, hands = Card(RANKS[against.up] + "S"), against.hands
        action, undoubled = (np.zeros(len(hands), np.int64) for _ in range(2))
        for number, hand in enumerate(hands.hands):
            if not hands.closed[number] and len(hand.cards) > 1:
                action[number] = DECIDED[self.first(hand, up, may_double=bool(against.may_double[number]))]
                undoubled[number] = DECIDED[self.first(hand, up, may_double=False)]
        splits, surrenders = set(), set()
        for number, _, pair in against.openings:
            if not hands.closed[number]:
                decision = self.first(
                    hands.hands[number], up, may_split=pair is not None, may_surrender=against.folded is not None
                )
                if decision == "split" and pair is not None:
                    splits.add(pair)
                elif decision == "surrender":
                    surrenders.add(number)
        return Decided(action, frozenset(splits), frozenset(surrenders), even_money=False, undoubled=undoubled)


def strategy(text: str, game: Blackjack, shoe: Composition) -> ChartStrategy:
    """The strategy by name, or from a file."""
    named: Mapping[str, Callable[[], ChartStrategy]] = {
        CHART: lambda: ChartStrategy.best(game, shoe),
        ABSENT: ChartStrategy.absent,
    }
    return named[text]() if text in named else ChartStrategy.read(Path(text), game)


class _Square(msgspec.Struct):
    symbol: str


class _Chart(msgspec.Struct):
    hard: dict[str, dict[str, _Square]]
    soft: dict[str, dict[str, _Square]]
    pairs: dict[str, dict[str, _Square]] = {}

    def __iter__(self) -> Any:
        return iter((self.hard, self.soft, self.pairs))


class _ChartFile(msgspec.Struct):
    chart: _Chart


def _known(part: str) -> str:
    return f"there are {', '.join(SYMBOLS if part == 'pairs' else SYMBOLS[:-1])}"


def _rank(card: Card) -> str:
    return RANKS[VALUES[card.rank] - 1]


def _decidable(game: Blackjack) -> list[Hand]:
    """One hand of every total that may need a decision."""
    start = Hand.of(*([game.printed] if game.printed else []))
    by_total: dict[tuple[bool, int], Hand] = {}
    waiting = [start]
    while waiting:
        hand = waiting.pop()
        for card in game.deck.cards:
            after = hand.with_card(card)
            if len(after.cards) < 2:
                waiting.append(after)
            elif not after.closed and (after.soft, after.total) not in by_total:
                by_total[after.soft, after.total] = after
                waiting.append(after)
    return list(by_total.values())
