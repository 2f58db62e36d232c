"""Hands, and the hands of one playing area: what waits for a card, what for a decision, and what a decision does.

Nothing here knows money or people. A box, a group of terminals with the same choices and a recorded round all play an
`Area`; the stakes on its hands are kept elsewhere.
"""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from croupier.cards import RANKS, Card

Action = Literal["stand", "hit", "double", "split"]

VALUES = {rank: min(value, 10) for value, rank in enumerate(RANKS, 1)}
"""Hard points: Ace 1 (10 more where that does not pass 21), face cards 10."""


def value(card: Card) -> int:
    """The points of a card for splitting and for Blackjack: an Ace is eleven.

    >>> value(Card("AS")), value(Card("7H")), value(Card("QD"))
    (11, 7, 10)
    """
    return 11 if card.rank == "A" else VALUES[card.rank]


class Hand(msgspec.Struct, frozen=True):
    """The cards of a hand and what was decided about them. The points are updated as cards come."""

    id: int
    """The number of the hand in its area, in the order of forming; the first is 0 and keeps the original wager."""
    cards: tuple[Card, ...]
    hard: int
    aces: bool
    split: bool = False
    doubled: bool = False
    stood: bool = False
    alone: bool = False
    """Played without its player: to hard 12 or soft 17 and no further (R-28, R-88)."""
    draws_on: bool = False
    """Played so, a hand that was ever soft draws to 17 even if it has become hard (R-28)."""
    resplit: bool = False
    """Formed by splitting a hand that had been split before."""
    unlike: bool = False
    """Formed of an opening that was no pair, such as King and Queen."""
    splits_on: int = 0
    """Of a split Ace: to how many hands of the area another Ace may be split again; nothing where it may not."""
    drawn_to: bool = False
    """Of a split Ace: played on like any other hand, after the one card that it takes else."""
    lone: bool = False
    """Dealt one card alone, so that every other one was drawn to it and none completes an opening two (R-66)."""

    @classmethod
    def of(cls, *cards: Card, id: int = 0, split: bool = False) -> "Hand":
        """A hand of these cards."""
        return cls(id, cards, sum([VALUES[card.rank] for card in cards]), "A" in [c.rank for c in cards], split)

    @property
    def soft(self) -> bool:
        """Whether an Ace counts eleven."""
        return self.aces and self.hard <= 11

    @property
    def total(self) -> int:
        """The points: an Ace is eleven unless that would pass 21."""
        return self.hard + 10 if self.soft else self.hard

    @property
    def bust(self) -> bool:
        """Past 21."""
        return self.hard > 21

    @property
    def blackjack(self) -> bool:
        """An Ace and a ten-value card as the first two; never on a split hand."""
        return not self.split and not self.lone and len(self.cards) == 2 and self.hard == 11 and self.aces

    @property
    def split_aces(self) -> bool:
        """A hand formed by splitting Aces: it takes one card and no more, unless a variant has it otherwise."""
        return self.split and self.cards[0].rank == "A"

    @property
    def waits_for_card(self) -> bool:
        """Whether a card comes without a decision: to complete a split or doubled hand, or to one played by default."""
        if len(self.cards) == 1 or self.doubled:
            return not self.stood
        return self.alone and not self.closed and not default_stands(self)

    @property
    def closed(self) -> bool:
        """Whether the hand is finished."""
        if len(self.cards) == 1:
            return self.stood
        if self.stood or self.total >= 21 or (self.alone and default_stands(self)):
            return True
        return self.split_aces and not self.drawn_to and not (self.splits_on and not self.alone)

    def with_card(self, card: Card) -> "Hand":
        """The hand with one card more; a doubled hand stands on it."""
        return msgspec.structs.replace(
            self,
            cards=(*self.cards, card),
            hard=self.hard + VALUES[card.rank],
            aces=self.aces or card.rank == "A",
            stood=self.doubled,
        )


def default_stands(hand: Hand) -> bool:
    """Whether a hand that nobody decides for takes no more: from hard 12, or from soft 17 (R-28).

    >>> default_stands(Hand.of(Card("7S"), Card("4D"))), default_stands(Hand.of(Card("AS"), Card("6D")))
    (False, True)
    """
    soft = hand.soft or (hand.draws_on and _was_soft(hand.cards))
    return hand.total >= (17 if soft else 12)


def _was_soft(cards: Sequence[Card]) -> bool:
    """Whether an Ace counted eleven at some moment, as the cards came."""
    return any(Hand.of(*cards[:count]).soft for count in range(2, len(cards)))


class Splitting(msgspec.Struct, frozen=True):
    """How far hands may be split, and what is done with the hands so formed."""

    hands: int
    """How many an area may have."""
    only: str | None = None
    """The one rank that may be split; any two cards of equal point value where there is none."""
    again: bool = True
    """Whether a hand formed by a second split may be split too, not only the first two hands (R-55)."""
    doubles_unlike: bool = True
    """Whether hands may be doubled that were formed of unlike tens (R-54)."""
    doubles_split: bool = True
    """Whether hands formed by splitting may be doubled."""
    resplits_aces: bool = False
    """Whether an Ace that comes to a split Ace may be split again."""
    draws_to_aces: bool = False
    """Whether hands formed by splitting Aces are played on like any others."""
    doubles_on: tuple[int, int] | None = None
    """The least and the highest hard total that may be doubled; any hand where there is none."""

    def allows(self, hand: Hand, formed: int) -> bool:
        """Whether this hand may be split where so many hands are already formed; split Aces are not, as a rule."""
        if len(hand.cards) != 2 or hand.lone or formed >= self.hands:
            return False
        if (hand.split_aces and not self.resplits_aces) or (hand.resplit and not self.again):
            return False
        first, second = hand.cards
        if self.only:
            return first.rank == second.rank == self.only
        return value(first) == value(second)

    def doubles(self, hand: Hand) -> bool:
        """Whether this hand may be doubled."""
        if len(hand.cards) != 2 or hand.lone or (hand.split and not self.doubles_split):
            return False
        if hand.split_aces and not self.draws_to_aces:
            return False
        return (self.doubles_unlike or not hand.unlike) and self.doubles_total(hand)

    def doubles_total(self, hand: Hand) -> bool:
        """Whether hands of that total may be doubled."""
        if self.doubles_on is None:
            return True
        least, most = self.doubles_on
        return not hand.soft and least <= hand.total <= most


class Area(msgspec.Struct, frozen=True):
    """The hands of one playing area in the order they are played, and all cards dealt to it in the order they came."""

    hands: tuple[Hand, ...]
    dealt: tuple[Card, ...]
    at: int = 0
    """The hand in play; past the last where all are finished."""
    called: bool = False
    """Whether a card was asked for that has not come yet."""
    splitting: tuple[int, int] | None = None
    """The hand just split and the one formed of it, until the next card."""

    @classmethod
    def of(cls, *dealt: Card, printed: Card | None = None) -> "Area":
        """An area after its initial deal; a printed card starts the hand but is not dealt."""
        start = (printed,) if printed else ()
        return cls((Hand.of(*start, *dealt),), dealt)._next()

    @property
    def hand(self) -> Hand | None:
        """The hand in play."""
        return self.hands[self.at] if self.at < len(self.hands) else None

    @property
    def done(self) -> bool:
        """Whether every hand is finished."""
        return self.at >= len(self.hands)

    @property
    def waits_for_card(self) -> bool:
        """Whether the hand in play takes a card before anything is decided."""
        return self.called or (self.at < len(self.hands) and self.hands[self.at].waits_for_card)

    @property
    def waits_for_decision(self) -> bool:
        """Whether the hand in play waits for a decision."""
        return self.at < len(self.hands) and not self.waits_for_card

    @property
    def opening(self) -> bool:
        """Whether the area still has the two cards of the initial deal only, not split and not doubled."""
        first = self.hands[0]
        return len(self.hands) == 1 and len(first.cards) == 2 and not first.doubled and not first.lone

    @property
    def first_two(self) -> tuple[Card, ...]:
        """The opening two that side wagers read, so far; one card alone where the next is only drawn (R-66)."""
        return self.dealt[: 1 if self.hands[0].lone else 2]

    @property
    def opened(self) -> bool:
        """Whether no card that may still come belongs to the opening two."""
        return self.hands[0].lone or len(self.dealt) >= 2

    @property
    def by_id(self) -> dict[int, Hand]:
        """The hands by their ids."""
        return {hand.id: hand for hand in self.hands}

    def options(self, splitting: Splitting) -> tuple[Action, ...]:
        """The decisions that are possible for the hand in play, stakes apart."""
        if not self.waits_for_decision:
            return ()
        hand = self.hands[self.at]
        more: tuple[Action, ...] = () if hand.split_aces and not hand.drawn_to else ("hit",)
        more = (*more, "double") if splitting.doubles(hand) else more
        return ("stand", *more, *(("split",) if splitting.allows(hand, len(self.hands)) else ()))

    def take(self, card: Card) -> "Area":
        """Deal a card to the hand in play."""
        hand = self.hands[self.at].with_card(card)
        if hand.splits_on and (card.rank != "A" or len(self.hands) >= hand.splits_on):
            hand = msgspec.structs.replace(hand, splits_on=0)
        area = self._with(hand)
        return msgspec.structs.replace(area, dealt=(*self.dealt, card), called=False, splitting=None)._next()

    def left_with_one(self) -> "Area":
        """The area where its one card was all that it was dealt, so that the next is only drawn (R-66)."""
        return self._with(msgspec.structs.replace(self.hands[self.at], lone=True))

    def hit(self) -> "Area":
        """Ask for one more card."""
        return msgspec.structs.replace(self, called=True)

    def stand(self) -> "Area":
        """Stand: no more cards to the hand in play."""
        return self._with(msgspec.structs.replace(self.hands[self.at], stood=True))._next()

    def double(self) -> "Area":
        """Double: one more card to the hand in play, and no other."""
        return self._with(msgspec.structs.replace(self.hands[self.at], doubled=True))

    def leave_alone(self, draws_on: bool = False) -> "Area":
        """Play the hand in play by the default strategy, without its player."""
        return self._with(msgspec.structs.replace(self.hands[self.at], alone=True, draws_on=draws_on))._next()

    def split(self, splitting: Splitting) -> "Area":
        """Split the hand in play; its second card starts a hand that is played after it."""
        hand = self.hands[self.at]
        aces = hand.cards[0].rank == "A"
        splits_on = splitting.hands if aces and splitting.resplits_aces else 0
        # A Pair is the first two cards dealt, so the opening decides for every hand formed of it.
        unlike = hand.unlike if hand.split else hand.cards[0].rank != hand.cards[1].rank
        first, second = (
            msgspec.structs.replace(
                Hand.of(card, id=id, split=True),
                resplit=hand.split,
                unlike=unlike,
                splits_on=splits_on,
                drawn_to=aces and splitting.draws_to_aces,
            )
            for card, id in zip(hand.cards, (hand.id, len(self.hands)), strict=True)
        )
        hands = (*self.hands[: self.at], first, second, *self.hands[self.at + 1 :])
        return msgspec.structs.replace(self, hands=hands, splitting=(first.id, second.id))

    def abandon(self, staked: Collection[int]) -> "Area":
        """Close the hands on which nobody has a stake any longer."""
        hands = tuple(
            hand if hand.id in staked or hand.closed else msgspec.structs.replace(hand, stood=True)
            for hand in self.hands
        )
        called = self.called and self.hands[self.at].id in staked
        return msgspec.structs.replace(self, hands=hands, called=called)._next()

    def _with(self, hand: Hand) -> "Area":
        return msgspec.structs.replace(self, hands=(*self.hands[: self.at], hand, *self.hands[self.at + 1 :]))

    def _next(self) -> "Area":
        """Move on to the first hand that is not finished."""
        at = self.at
        while at < len(self.hands) and self.hands[at].closed:
            at += 1
        return self if at == self.at else msgspec.structs.replace(self, at=at)
