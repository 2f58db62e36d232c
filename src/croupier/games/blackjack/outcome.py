"""The outcome of a blackjack round, as the aspects that wagers read."""

from collections.abc import Callable, Sequence

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.hand import VALUES, Hand

LOW, HIGH = 17, 21
"""The Dealer draws below `LOW` and stands from there, soft or hard; above `HIGH` a hand is bust."""


class Contest(msgspec.Struct, frozen=True):
    """A finished hand against the Dealer's."""

    total: int
    blackjack: bool
    dealer: int
    dealer_blackjack: bool


class FirstTwoCards(msgspec.Struct, frozen=True):
    """A player's first two cards: the rank they pair in, the suit they share, their points, whether K and Q."""

    pair: str
    suit: str
    total: int
    king_and_queen: bool


class Bounty(msgspec.Struct, frozen=True):
    """The first two cards, and whether the Dealer has Blackjack."""

    opening: FirstTwoCards
    dealer_blackjack: bool


class Trio(msgspec.Struct, frozen=True):
    """A player's first two cards with the Dealer's first: how many 8s, whether those share a suit, any other pair."""

    eights: int
    suited: bool
    kind: bool


class EightsRun(msgspec.Struct, frozen=True):
    """The 8s dealt to an area without a break, the printed one counted, four at most (R-71, R-72)."""

    eights: int
    spades: bool


class Bust(msgspec.Struct, frozen=True):
    """The number of cards with which the Dealer went past 21, the printed one counted (R-78); 0 if not bust."""

    cards: int


class Eighteen(msgspec.Struct, frozen=True):
    """The final totals of a hand and of the Dealer."""

    player: int
    dealer: int


class DrawnCards(msgspec.Struct, frozen=True):
    """The first two cards drawn to a hand that was never split, in the order of their ranks."""

    ranks: str
    spades: bool


def is_pair(first: Card, second: Card) -> bool:
    """Whether two cards pair: their ranks are the same, so a Ten pairs with no face card (R-63)."""
    return first.rank == second.rank


def opening(first: Card, second: Card, *, pairs: Callable[[Card, Card], bool] = is_pair) -> FirstTwoCards:
    """The opening hand of two cards; `pairs` may be another reading of what a pair is.

    >>> opening(Card("KS"), Card("KS"))
    FirstTwoCards(pair='K', suit='S', total=20, king_and_queen=False)
    """
    return FirstTwoCards(
        first.rank if pairs(first, second) else "",
        first.suit if first.suit == second.suit else "",
        Hand.of(first, second).total,
        {first.rank, second.rank} == {"K", "Q"},
    )


def trio(first: Card, second: Card, dealer: Card, *, pairs: Callable[[Card, Card], bool] = is_pair) -> Trio:
    """The aspect of a Lucky 8 wager: the three first cards; only their best combination counts (R-64).

    >>> trio(Card("8S"), Card("8S"), Card("8H")), trio(Card("8S"), Card("KD"), Card("KC"))
    (Trio(eights=3, suited=False, kind=False), Trio(eights=1, suited=True, kind=True))
    """
    cards = (first, second, dealer)
    eights = [card for card in cards if card.rank == "8"]
    twos = ((first, second), (first, dealer), (second, dealer))
    kind = any(pairs(one, other) and one.rank != "8" for one, other in twos)
    return Trio(len(eights), len({card.suit for card in eights}) == 1, kind)


def run(dealt: Sequence[Card]) -> EightsRun:
    """The run of 8s of an area, from the cards dealt to it in the order they came, whatever hand they went to.

    >>> from croupier.cards import cards
    >>> run(cards("8S 8S 8H 8S 5D")), run(cards("8S 5D 8S"))
    (EightsRun(eights=4, spades=False), EightsRun(eights=2, spades=True))
    """
    eights = 0
    while eights < min(3, len(dealt)) and dealt[eights].rank == "8":
        eights += 1
    return EightsRun(1 + eights, all(card.suit == "S" for card in dealt[:eights]))


def drawn(hand: Hand) -> DrawnCards | None:
    """The first two cards drawn to a hand after the printed one; None if it has fewer or was split."""
    cards = hand.cards[1:3]
    if hand.split or len(cards) < 2:
        return None
    ranks = "".join(sorted(card.rank for card in cards))
    return DrawnCards(ranks, all(card.suit == "S" for card in cards))


def contest(hand: Hand, dealer: Hand, blackjacks: bool) -> Contest:
    """A finished hand against the Dealer's; in a game without Blackjack a two-card 21 is a plain 21."""
    return Contest(hand.total, blackjacks and hand.blackjack, dealer.total, blackjacks and dealer.blackjack)


PAID_AT_ONCE = Contest(HIGH, blackjack=True, dealer=0, dealer_blackjack=False)
"""A Blackjack that is paid whatever the Dealer draws."""


def worth_ten(card: Card) -> bool:
    """Whether a card is a Ten, Jack, Queen or King."""
    return VALUES[card.rank] == 10
