"""Brute force: every round that a small shoe can give, played through the rules by a given strategy.

It is independent of the solver's formulas: cards are dealt one by one, weighted by their number, decisions are taken on
the hand in play, and the finished round is settled like any recorded one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.dealer import draws, needs_second_card, needs_whole_hand
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.recorded import settle
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.variants import Blackjack

Decide = Callable[[Area, Hand], str]
"""The decision on the hand in play against the Dealer's; surrender and even money too."""

STAKE = 10_000


class Round(NamedTuple):
    """A finished round: its probability, cards and decisions."""

    chance: Fraction
    cards: tuple[Card, ...]
    decisions: tuple[str, ...]


class Table:
    """One player alone at a game dealt from a small shoe."""

    def __init__(self, rules: Blackjack, shoe: Counter[Card], decide: Decide, **sides: int) -> None:
        self.rules, self.shoe, self.decide = rules, shoe, decide
        self.sides = {name.replace("_", "-"): stake for name, stake in sides.items()}
        self.nets: dict[tuple[tuple[Card, ...], tuple[str, ...]], dict[str, int]] = {}
        """Memoised settlements; other strategies give many of the same rounds."""

    def played(self, decide: Decide) -> "Table":
        """The same table with another strategy."""
        self.decide = decide
        return self

    def net(self, wager: str = "main") -> Fraction:
        """The expected value for a stake of one."""
        return sum((chance * net for chance, net in self.results(wager)), start=Fraction())

    def results(self, wager: str = "main") -> Iterator[tuple[Fraction, Fraction]]:
        """The probability of each round, and its net win for a stake of one."""
        stakes = {"main": STAKE, **self.sides}
        decks = max(self.rules.decks)
        for chance, cards, decisions in self.rounds():
            if (net := self.nets.get((cards, decisions))) is None:
                found = settle(self.rules, cards, stakes, decisions, decks=decks)
                net = self.nets[cards, decisions] = found.net
            yield chance, Fraction(net[wager], stakes[wager])

    def rounds(self) -> Iterator[Round]:
        """All rounds."""
        opening = 1 if self.rules.printed else 3
        for cards, chance in self._dealt((), opening):
            if self.rules.printed:
                yield from self._play(
                    cards, (), chance, Area.of(*cards, printed=self.rules.printed), self._dealer(cards)
                )
                continue
            area = Area.of(cards[0], cards[2])
            yield from self._play(cards, (), chance, area, self._dealer(cards))

    def _dealer(self, cards: tuple[Card, ...]) -> Hand:
        return Hand.of(self.rules.printed or cards[1])

    def _dealt(self, gone: tuple[Card, ...], number: int) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
        if not number:
            yield gone, Fraction(1)
            return
        for card, chance in self._next(gone):
            for cards, rest in self._dealt((*gone, card), number - 1):
                yield cards, chance * rest

    def _next(self, gone: tuple[Card, ...]) -> Iterator[tuple[Card, Fraction]]:
        left = self.shoe - Counter(gone)
        assert left, "the shoe is too small for this round"
        for card, number in left.items():
            yield card, Fraction(number, left.total())

    def _play(
        self, cards: tuple[Card, ...], decisions: tuple[str, ...], chance: Fraction, area: Area, dealer: Hand
    ) -> Iterator[Round]:
        if area.waits_for_card:
            for card, likely in self._next(cards):
                yield from self._play((*cards, card), decisions, chance * likely, area.take(card), dealer)
            return
        first = not decisions and len(area.hands) == 1
        word = self.decide(area, dealer) if not area.done or first else ""
        if word in ("surrender", "even-money"):
            yield from self._finish(cards, (*decisions, word), chance, area, dealer, word)
        elif area.done:
            yield from self._finish(cards, decisions, chance, area, dealer, "")
        else:
            alone = {"stand": area.stand, "hit": area.hit, "double": area.double}
            done = area.split(self.rules.splitting) if word == "split" else alone[word]()
            yield from self._play(cards, (*decisions, word), chance, done, dealer)

    def _finish(
        self, cards: tuple[Card, ...], decisions: tuple[str, ...], chance: Fraction, area: Area, dealer: Hand, word: str
    ) -> Iterator[Round]:
        position = Position(
            bettor="player",
            original=STAKE,
            sides=self.sides,
            stakes={hand.id: STAKE for hand in area.hands},
            doubles={hand.id: STAKE for hand in area.hands if hand.doubled},
        )
        position = msgspec.structs.replace(position, surrendered=word == "surrender", even_money=word == "even-money")
        whole = needs_whole_hand(self.rules, area, [position], dealer)
        second = needs_second_card(self.rules, area, [position], dealer)
        yield from self._draw(cards, decisions, chance, dealer, whole, second)

    def _draw(
        self,
        cards: tuple[Card, ...],
        decisions: tuple[str, ...],
        chance: Fraction,
        dealer: Hand,
        whole: bool,
        second: bool,
    ) -> Iterator[Round]:
        if not draws(dealer, to_the_end=whole, second_card=second):
            yield Round(chance, cards, decisions)
            return
        for card, likely in self._next(cards):
            yield from self._draw((*cards, card), decisions, chance * likely, dealer.with_card(card), whole, second)
