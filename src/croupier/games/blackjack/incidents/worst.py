"""Which of several cards is the most detrimental to the Dealer's hand: exactly, over every wager on the table (R-25).

Law: lucky8 5.23.4.5, dueling8 5.20.4.5. A card is worth what the whole table wins with it on average, main and
side wagers, insurance and bonus alike, each by its declaration. The cards still to come are those of the decks
without every card seen in this round, the candidates that are not picked among them, in any order. A round does not
know what earlier rounds took from the shoe, so nothing is assumed of it. Hands are taken as they lie.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from croupier.cards import Card, Composition
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dealer import draws
from croupier.games.blackjack.hand import Hand, value
from croupier.games.blackjack.settlement import settle_position
from croupier.games.round import Expected


class End(NamedTuple):
    """Everything that wagers read of a Dealer's finished hand, beside its second card, which is known."""

    total: int
    cards: int
    blackjack: bool


def suggested(round: BoxRound, pick: Expected) -> Expected:
    """The offer to pick a card, with the worth of each to the players, and the one worth most to them as suggested."""
    worth = {str(option): players_win(round, Card(option)) for option in pick.options}
    best = max(worth, key=lambda option: worth[option])
    texts = {option: str(amount) for option, amount in worth.items()}
    return msgspec.structs.replace(pick, suggested=best, worth=texts)


def players_win(round: BoxRound, card: Card) -> Fraction:
    """The expected net win of all players together, in cents, if the Dealer takes that card."""
    ends = Ends(round, card)
    return sum((chance * _net(round, dealer) for dealer, chance in ends.chances()), Fraction(0))


def unseen(round: BoxRound) -> Composition:
    """The cards that may still come, by what this round has shown."""
    return round.terms.shoe.without(card for card in round.out for _ in range(round.copies(card)))


class Ends:
    """The hands that a Dealer may finish with, each with its probability.

    Counted exactly, in whole numbers; suits make no difference to the Dealer.
    """

    def __init__(self, round: BoxRound, card: Card) -> None:
        self.round = round
        left = unseen(round)
        self.total, self.left = left.total, Counter(_like(each) for each in left)
        self.ways: Counter[tuple[End, int]] = Counter()
        self.hands: dict[End, Hand] = {}
        self._play(round.dealer_hand.with_card(card))

    def chances(self) -> Iterator[tuple[Hand, Fraction]]:
        """One hand of each kind, and the probability that the Dealer finishes with that kind."""
        orders = [1]
        for drawn in range(max(drawn for _, drawn in self.ways)):
            orders.append(orders[-1] * (self.total - drawn))
        chance: dict[End, Fraction] = {}
        for (end, drawn), ways in self.ways.items():
            chance[end] = chance.get(end, Fraction(0)) + Fraction(ways, orders[drawn])
        return ((self.hands[end], each) for end, each in chance.items())

    def _play(self, dealer: Hand) -> None:
        """Enumerate hands card by card; hands with the same cards in another order are merged."""
        whole, second = self.round.awaits(dealer)
        drawn = 0
        hands: dict[tuple[Card, ...], tuple[Hand, int]] = {(): (dealer, 1)}
        while hands:
            more: dict[tuple[Card, ...], tuple[Hand, int]] = {}
            for taken, (hand, ways) in hands.items():
                if not draws(hand, to_the_end=whole, second_card=second, hits_soft_17=self.round.rules.hits_soft_17):
                    self._end(hand, drawn, ways)
                    continue
                for card, copies in self.left.items():
                    if open_ways := ways * (copies - taken.count(card)):
                        after = hand.with_card(card)
                        key = tuple(sorted((*taken, card)))
                        more[key] = after, more.get(key, (after, 0))[1] + open_ways
            drawn, hands = drawn + 1, more

    def _end(self, hand: Hand, drawn: int, ways: int) -> None:
        end = End(hand.total, len(hand.cards), hand.blackjack)
        self.ways[end, drawn] += ways
        self.hands.setdefault(end, hand)


def _like(card: Card) -> Card:
    """A representative of all cards that count alike."""
    return Card("KS" if value(card) == 10 else f"{card.rank}S")


def _net(round: BoxRound, dealer: Hand) -> int:
    """The net win of all players together, in cents, if the Dealer finishes with that hand."""
    lines = [
        line.net
        for number, showdown in round.against(dealer).items()
        for position in round.box(number).positions
        for line in settle_position(round.rules, position, showdown, round.over(position))
    ]
    insured = [round.settled_insurance(each, dealer).net for each in round.insured]
    return sum(lines) + sum(insured)
