"""Blackjack from a shuffled shoe: the round says what comes next, the player decides, the Dealer does the rest."""

import dataclasses
import itertools
import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from croupier.cards import Card, shuffled
from croupier.demo.blackjack.moment import BOX, BlackjackRound, DemoMoment, begin, expects, then
from croupier.demo.blackjack.questions import Choice, Question, open_to_player, question
from croupier.demo.stakes import BETTOR, STAKE
from croupier.games.blackjack.messages import (
    AnyCommand,
    CloseBets,
    CloseDecisions,
    CloseOffers,
    ConfirmDeal,
    DealCard,
    PlaceWager,
    RemoveCuttingCard,
    Settle,
)
from croupier.games.blackjack.variants import Blackjack
from croupier.games.round import Expected, Role

DemoPlayer: TypeAlias = Callable[[DemoMoment, Question], Choice | None]
"""Answers a question; None declines it."""

DEALER_DOES: dict[str, Callable[[], AnyCommand]] = {
    "close-bets": CloseBets,
    "confirm-deal": ConfirmDeal,
    "close-offers": CloseOffers,
    "close-decisions": CloseDecisions,
    "settle": Settle,
}


class DemoShoe:
    """A shuffled shoe: the first card is burned at a live table (R-16), the cutting card lies a deck before the end."""

    def __init__(self, game: Blackjack, entropy: random.Random) -> None:
        self.cards = shuffled(game.shoe(), entropy)
        self.out = burned(game)
        self.cut = len(self.cards) - len(game.deck.cards)

    @property
    def shows_cut(self) -> bool:
        """Whether the cutting card is reached."""
        return self.out >= self.cut

    def next(self) -> Card:
        """The next card."""
        self.out += 1
        return self.cards[self.out - 1]


def burned(game: Blackjack) -> int:
    """How many cards are burned unseen after each shuffle (R-16); none in the electronic game."""
    return 1 if game.boxes else 0


def play(game: Blackjack, entropy: random.Random, player: DemoPlayer, balance: int = 0) -> Iterator[DemoMoment]:
    """Settled rounds without end, shoe after shoe.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> first = next(play(LUCKY_8, random.Random(1), alone))
    >>> first.settled, first.balance == sum(line.net for line in first.lines)
    (True, True)
    """
    for number in itertools.count(1):
        shoe = DemoShoe(game, entropy)
        for round in itertools.count(1):
            begun = DemoMoment(game=game, round=_with_bets(game), shoe=number, number=round, balance=balance)
            settled = _play(begun, shoe, player)
            balance = settled.balance
            yield settled
            if settled.round.cut_after is not None:
                break


def alone(moment: DemoMoment, question: Question) -> Choice | None:
    """The player when nobody can be asked: draws below hard 17 or soft 18, never splits or doubles, declines offers."""
    hand = moment.area.hand
    if hand is None or question.declinable:
        return None
    draws = hand.total < (18 if hand.soft else 17)
    return question.by_word["hit" if draws else "stand"]


def _with_bets(game: Blackjack) -> BlackjackRound:
    round = begin(game)
    for wager in game.bets:
        round = then(round, PlaceWager(bettor=BETTOR, wager=wager, stake=STAKE, box=BOX), Role.PLAYER)
    return round


def _play(moment: DemoMoment, shoe: DemoShoe, player: DemoPlayer) -> DemoMoment:
    asked_before = set[tuple[object, ...]]()
    while not moment.settled:
        occasions = {_occasion(moment, each): each for each in open_to_player(moment)}
        if new := [each for occasion, each in occasions.items() if occasion not in asked_before]:
            asked_before |= occasions.keys()
            moment = _answered(moment, player(moment, question(moment, new)))
        else:
            moment = dataclasses.replace(moment, round=_after_dealer(moment.round, shoe))
    return dataclasses.replace(moment, balance=moment.balance + moment.net)


def _occasion(moment: DemoMoment, expected: Expected) -> tuple[object, ...]:
    """The deduplication key of a question: asked again after another card, but Tie on 18 only once for each hand."""
    return expected.command, expected.hand, None if expected.command == "place-tie" else len(moment.round.cards)


def _answered(moment: DemoMoment, choice: Choice | None) -> DemoMoment:
    if choice is None:
        return moment
    round = then(moment.round, choice.command, Role.PLAYER)
    return dataclasses.replace(moment, round=round, decisions=(*moment.decisions, choice.word))


def _after_dealer(round: BlackjackRound, shoe: DemoShoe) -> BlackjackRound:
    """The round after the next thing that the Dealer does."""
    expected = [each.command for each in expects(round) if each.by is Role.DEALER]
    next_one = next(command for command in expected if command == "deal-card" or command in DEALER_DOES)
    if next_one != "deal-card":
        return then(round, DEALER_DOES[next_one](), Role.DEALER)
    if shoe.shows_cut and "remove-cutting-card" in expected:
        round = then(round, RemoveCuttingCard(), Role.DEALER)
    return then(round, DealCard(card=shoe.next()), Role.DEALER)
