"""The outcome of a blackjack round, as the aspects that wagers read."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, takewhile

import msgspec

from croupier.cards import RANKS, Card
from croupier.games.blackjack.hand import VALUES, Area, Hand, value
from croupier.games.readings import Letters

LOW, HIGH = 17, 21
"""The Dealer draws below `LOW` and stands from there, soft or hard; above `HIGH` a hand is bust."""
FACES = "JQK"


class Contest(msgspec.Struct, frozen=True):
    """A finished hand against the Dealer's."""

    total: int
    blackjack: bool
    dealer: int
    dealer_blackjack: bool


class FirstTwoCards(msgspec.Struct, frozen=True):
    """A player's first two cards: their ranks in alphabetical order, what suit and colour they share, their points."""

    ranks: str
    suit: str
    total: int
    colour: str

    @property
    def hard(self) -> int:
        """Their points with every Ace counting one."""
        return VALUES[self.ranks[0]] + VALUES[self.ranks[1]]

    @property
    def pair(self) -> str:
        """The rank of both cards, empty where they differ."""
        return self.ranks[0] if self.ranks[0] == self.ranks[1] else ""

    @property
    def ten_and_face(self) -> bool:
        """Whether they are a Ten and a face card."""
        return is_ten_and_face(*self.ranks)


class Bounty(msgspec.Struct, frozen=True):
    """The first two cards, and whether the Dealer has Blackjack."""

    opening: FirstTwoCards
    dealer_blackjack: bool


class Trio(msgspec.Struct, frozen=True):
    """A player's first two cards with the Dealer's first: how many 8s, and how many of their pairs are which."""

    eights: int
    suited: int
    """Pairs of 8s of one suit."""
    kinds: int
    """Pairs of another rank."""
    tens_and_faces: int
    """A Ten with a face card."""


class FirstThreeCards(msgspec.Struct, frozen=True):
    """A player's first two cards and the Dealer's first: the two alone, the Dealer's rank, and what all three share."""

    opening: FirstTwoCards
    dealer: str
    """The rank of the Dealer's card."""
    ranks: str
    """All three, in alphabetical order."""
    suit: str
    colour: str
    matches: int
    """How many of the player's two are the very card that the Dealer has."""

    @property
    def kind(self) -> str:
        """The rank of all three cards, empty where they differ."""
        return self.ranks[0] if self.ranks[0] == self.ranks[2] else ""

    @property
    def straight(self) -> bool:
        """Whether they are three ranks in a row, an Ace below a Two or above a King."""
        return self.ranks in STRAIGHTS

    @property
    def total(self) -> int:
        """The points of all three, as one hand."""
        return _total(self.ranks)

    @property
    def shows(self) -> int:
        """The points of the Dealer's card, 11 for an Ace."""
        return 11 if self.dealer == "A" else VALUES[self.dealer]

    @property
    def alike(self) -> int:
        """How many of the player's two have the rank of the Dealer's."""
        return self.opening.ranks.count(self.dealer)


STRAIGHTS = frozenset("".join(sorted((RANKS + "A")[low : low + 3])) for low in range(len(RANKS) - 1))


class EightsRun(msgspec.Struct, frozen=True):
    """The 8s that count for Superb 8's, the printed one among them, four at most; 0 where it was lost on a bust."""

    eights: int
    spades: bool


class Bust(msgspec.Struct, frozen=True):
    """The number of cards with which the Dealer went past 21, the printed one counted (R-78); 0 if not bust."""

    cards: int


class DealerHand(msgspec.Struct, frozen=True):
    """The Dealer's final hand: its total and how many cards it has, a printed one among them."""

    total: int
    cards: int
    first: int
    """The points of the first card, 11 for an Ace."""
    blackjack: bool

    @property
    def bust(self) -> bool:
        """Past 21."""
        return self.total > HIGH


class FinalHand(msgspec.Struct, frozen=True):
    """What the hand of an area came to: its total and how many cards it has, a printed one among them.

    An area that was split has several hands, none of which is the one that was dealt: nothing else is seen of it.
    """

    total: int
    """Past 21, one more than that."""
    cards: int
    blackjack: bool = False
    split: bool = False

    @property
    def bust(self) -> bool:
        """Past 21."""
        return self.total > HIGH


class Eighteen(msgspec.Struct, frozen=True):
    """The final totals of a hand and of the Dealer; `folded` where everybody concerned has surrendered the hand."""

    player: int
    dealer: int
    folded: bool = False


class DrawnCards(msgspec.Struct, frozen=True):
    """The first two cards drawn to a hand that was never split, in the order of their ranks."""

    ranks: str
    spades: bool


def is_ten_and_face(one: str, other: str) -> bool:
    """Whether two ranks are a Ten and a face card, which some read as a pair (R-63).

    >>> is_ten_and_face("K", "T"), is_ten_and_face("K", "Q"), is_ten_and_face("T", "T")
    (True, False, False)
    """
    return (one == "T" and other in FACES) or (other == "T" and one in FACES)


def opening(first: Card, second: Card) -> FirstTwoCards:
    """The opening hand of two cards.

    >>> opening(Card("KS"), Card("AS"))
    FirstTwoCards(ranks='AK', suit='S', total=21, colour='black')
    """
    ranks = first.rank + second.rank if first.rank <= second.rank else second.rank + first.rank
    suit = first.suit if first.suit == second.suit else ""
    return FirstTwoCards(ranks, suit, _total(ranks), _colour(first, second))


def first_three(*shown: Card) -> FirstThreeCards:
    """A player's first two cards, in whichever order they came, and the Dealer's first.

    >>> seen = first_three(Card("QH"), Card("TH"), Card("JH"))
    >>> seen.ranks, seen.suit, seen.straight, seen.total
    ('JQT', 'H', True, 30)
    """
    first, second, dealer = shown
    two = opening(first, second)
    suit = two.suit if two.suit == dealer.suit else ""
    matches = (first, second).count(dealer)
    ranks = "".join(sorted(two.ranks + dealer.rank))
    return FirstThreeCards(two, dealer.rank, ranks, suit, _colour(first, second, dealer), matches)


def _colour(*shown: Card) -> str:
    """The colour that cards share, empty where they differ."""
    red = {card.red for card in shown}
    return "" if len(red) > 1 else "red" if red == {True} else "black"


@cache
def _total(ranks: str) -> int:
    """The points of cards of these ranks, as one hand."""
    return Hand.of(*(Card(rank + "S") for rank in ranks)).total


def trio(*first: Card) -> Trio:
    """The aspect of a Lucky 8 wager: the player's first two cards, or one alone (R-66), and the Dealer's first.

    >>> trio(Card("8S"), Card("8S"), Card("8H")), trio(Card("8S"), Card("KD"), Card("KC"))
    (Trio(eights=3, suited=1, kinds=0, tens_and_faces=0), Trio(eights=1, suited=0, kinds=1, tens_and_faces=0))
    """
    eights = suited = kinds = mixed = 0
    for one, other in combinations(first, 2):
        if one.rank != other.rank:
            mixed += is_ten_and_face(one.rank, other.rank)
        elif one.rank == "8":
            suited += one.suit == other.suit
        else:
            kinds += 1
    for card in first:
        eights += card.rank == "8"
    return Trio(eights, suited, kinds, mixed)


def run(area: Area, letters: Letters) -> EightsRun:
    """The run of 8s of an area, by R-71: (a) of the cards dealt to it in the order they came; (b) within a hand.

    By (c) every 8 dealt to the area counts, whatever came between.
    By R-72 (a) the first four decide, by (b) any four Spades in a row. By R-73 (b) a first hand that busts, on which
    the wager lies like the original one, has lost it.

    >>> from croupier.cards import cards
    >>> from croupier.games.readings import declared_by
    >>> run(Area((), cards("8S 8S 8H 8S 5D")), declared_by), run(Area((), cards("8S 5D 8S")), declared_by)
    (EightsRun(eights=4, spades=False), EightsRun(eights=2, spades=True))
    >>> run(Area((), cards("8S 5D 8S")), {"R-71": "c", "R-72": "a", "R-73": "a"}.__getitem__)
    EightsRun(eights=3, spades=True)
    """
    if letters("R-73") == "b" and area.hands and area.hands[0].bust:
        return EightsRun(0, spades=False)
    if letters("R-71") == "b":
        return EightsRun(_in_first_hand(area), spades=False)
    counted = [card for card in area.dealt if card.rank == "8"] if letters("R-71") == "c" else _run(area.dealt)
    eights, spades = len(counted), "".join(card.suit for card in counted)
    if letters("R-72") == "b":
        return EightsRun(min(1 + eights, 4), spades="SSSS" in "S" + spades)
    return EightsRun(min(1 + eights, 4), spades=set(spades[:3]) <= {"S"})


def run_over(area: Area, letters: Letters) -> bool:
    """Whether no card that may still come changes the run of 8s of an area."""
    seen = run(area, letters)
    if area.done or seen.eights == 0:
        return True
    if letters("R-71") == "b":
        first = area.hands[0]
        over = area.at > 0 or first.closed or _leading(first.cards) < len(first.cards)
    else:
        reached = seen.eights == 4 and (seen.spades or letters("R-72") != "b")
        over = reached or (letters("R-71") != "c" and _leading(area.dealt) < len(area.dealt))
    # One that is lost anyway cannot be lost by a bust.
    return over and (letters("R-73") != "b" or area.at > 0 or seen.eights == 1)


def _in_first_hand(area: Area) -> int:
    """The most 8s in a row that the hand with the printed one had, also before it was split."""
    dealt = 1 + _leading(area.dealt[:1])
    return max(dealt, _leading(area.hands[0].cards)) if area.hands else dealt


def _leading(cards: Sequence[Card]) -> int:
    """How many 8s come first."""
    return len(_run(cards))


def _run(cards: Sequence[Card]) -> list[Card]:
    """The 8s that come first."""
    return list(takewhile(lambda card: card.rank == "8", cards))


def drawn(hand: Hand) -> DrawnCards | None:
    """The first two cards drawn to a hand after the printed one; None if it has fewer or was split."""
    cards = hand.cards[1:3]
    if hand.split or len(cards) < 2:
        return None
    ranks = "".join(sorted(card.rank for card in cards))
    return DrawnCards(ranks, all(card.suit == "S" for card in cards))


def dealer_hand(hand: Hand, blackjacks: bool) -> DealerHand:
    """The Dealer's final hand; in a game without Blackjack a two-card 21 is a plain 21.

    >>> dealer_hand(Hand.of(Card("AS"), Card("KD")), blackjacks=True)
    DealerHand(total=21, cards=2, first=11, blackjack=True)
    """
    return DealerHand(hand.total, len(hand.cards), value(hand.cards[0]), blackjacks and hand.blackjack)


SPLIT_UP = FinalHand(0, 0, split=True)
"""What is seen of an area that was split."""


def final_hand(hands: Sequence[Hand], blackjacks: bool) -> FinalHand:
    """What the hand of an area came to, from all hands there; without Blackjack a two-card 21 is a plain 21.

    >>> final_hand([Hand.of(Card("9S"), Card("4D"), Card("KD"))], blackjacks=True)
    FinalHand(total=22, cards=3, blackjack=False, split=False)
    """
    if len(hands) > 1:
        return SPLIT_UP
    (hand,) = hands
    return FinalHand(min(hand.total, HIGH + 1), len(hand.cards), blackjacks and hand.blackjack)


def contest(hand: Hand, dealer: Hand, blackjacks: bool) -> Contest:
    """A finished hand against the Dealer's; in a game without Blackjack a two-card 21 is a plain 21."""
    return Contest(hand.total, blackjacks and hand.blackjack, dealer.total, blackjacks and dealer.blackjack)


PAID_AT_ONCE = Contest(HIGH, blackjack=True, dealer=0, dealer_blackjack=False)
"""A Blackjack that is paid whatever the Dealer draws."""


def worth_ten(card: Card) -> bool:
    """Whether a card is a Ten, Jack, Queen or King."""
    return VALUES[card.rank] == 10
