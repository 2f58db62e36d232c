"""Blackjack as a finite state machine: every card leads from one state to the next, under the rules and one strategy.

With a fixed strategy nothing is left to decide while a round is dealt. So hands that no decision and no wager
distinguishes are one state, and a transition table gives the next state for each card. There are three such tables: for
whole rounds without splits, from the first decision to the end; for single hands, split ones included; for the Dealer.
"""

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.games.blackjack.dealer import (
    draws,
    insurance_waits,
    needs_second_card,
    needs_whole_hand,
    waiting_sides,
)
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.outcome import (
    HIGH,
    LOW,
    PAID_AT_ONCE,
    Contest,
    DealerHand,
    EightsRun,
    FinalHand,
    dealer_hand,
    drawn,
    final_hand,
    run,
    worth_ten,
)
from croupier.games.blackjack.settlement import Position, Showdown, settle_position
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack.sequences import eight_or_not
from croupier.odds.blackjack.solver.hands import TEN, value_index
from croupier.odds.blackjack.solver.results import DOUBLED, LOST, PUSHED, WON
from croupier.odds.result import SPLIT
from croupier.simulation.blackjack.areas import LOST_RUN, MARKED
from croupier.simulation.blackjack.strategy import RANKS, ChartStrategy

NOTHING, SECOND, WHOLE = range(3)
"""How much of the Dealer's hand a finished hand needs to be settled."""

MAX_CARDS = 22
"""The most cards of a hand: Aces, one too many."""

UNLIKE = 10
"""The value index of tens split from unlike ones, where these may not be doubled (R-54)."""

Decisions = tuple[str, ...]
Move = tuple[Hashable, Decisions]
"""A transition: the key of the next state, and the decisions taken there."""


OpeningKind = tuple[bool, bool, int, int]
StateRows = dict[tuple[int, int], int]
"""The row of a start state by two indices, such as hand and up card."""


class FinishedHand(NamedTuple):
    """A finished hand: its total, all below 17 merged, and what else matters for settlement."""

    total: int
    natural: bool = False
    doubled: bool = False
    bonus: int = 0
    folded: bool = False
    seen: int = 0
    """The class of the whole hand, where wagers depend on more of it; none where the area was split."""


class DealerEnd(NamedTuple):
    """The Dealer's result: 0 points where no hand needs them, 22 for any bust."""

    points: int
    blackjack: bool = False
    insured: bool | None = None
    """Whether insurance wins, where it is offered."""
    bust_with: int = 0
    """The number of cards of a bust hand, where a wager depends on it."""
    seen: int = 0
    """The class of the whole hand, where wagers depend on more of it."""


class Ending(NamedTuple):
    """The result of a round for all wagers except side wagers on the first cards."""

    row: str
    net: int
    """Of the main wager, for the stake of the automaton."""
    blackjack: bool = False
    insured: bool | None = None
    tie: bool = False
    run: EightsRun | None = None
    bust_with: int = 0
    folded: bool = False
    """Whether the hand was surrendered."""
    seen: int = 0
    """The class of the Dealer's whole hand."""
    hand: int = 0
    """The class of the player's final hand; none where the area was split."""


class Machine:
    """A transition table, built by following every card from every reachable state."""

    def __init__(self, letters: list[Card], ready: list[Hashable]) -> None:
        self.letters = letters
        self.rows: dict[Hashable, int] = {key: number for number, key in enumerate(ready)}
        self.inner: list[tuple[Hashable, Callable[[Card], Move]]] = []
        self.moves: dict[tuple[int, int], int] = {}
        self.decisions: dict[tuple[int, int], Decisions] = {}

    def number(self, key: Hashable, move: Callable[[Card], Move] | None = None) -> int:
        """The row of a state, added if it is new; without `move` it is final."""
        if key not in self.rows:
            self.rows[key] = len(self.rows)
            if move:
                self.inner.append((key, move))
        return self.rows[key]

    def explore(self) -> None:
        """Breadth-first search: follow every card from every unexplored state; new states are appended meanwhile."""
        for key, move in self.inner:
            row = self.rows[key]
            for letter, card in enumerate(self.letters):
                after, decisions = move(card)
                self.moves[row, letter], self.decisions[row, letter] = self.rows[after], decisions
        self.inner = []


class WholeHands:
    """Whole hands, as far as the wagers that read an aspect tell them apart: class 0 is a hand that none sees."""

    def __init__(self, game: Blackjack, reads: str) -> None:
        self._wagers = [wager for wager in game.wagers if wager.reads == reads]
        self._classes: dict[Hashable, int] = {}
        self.examples: list[DealerHand | FinalHand] = []
        """A hand of each class, from class 1 on."""

    def __bool__(self) -> bool:
        return bool(self._wagers)

    def number(self, seen: DealerHand | FinalHand) -> int:
        """The class of a hand; 0 where no wager looks at it."""
        if not self._wagers:
            return 0
        key = tuple(wager.match(seen) for wager in self._wagers)
        if key not in self._classes:
            self.examples.append(seen)
            self._classes[key] = len(self.examples)
        return self._classes[key]

    def match(self, wager: Wager, number: int) -> Match:
        """The result of a wager on a hand of that class; a Dealer who did not draw to the end had beaten it before."""
        return wager.match(self.examples[number - 1]) if number else wager.lost

    @property
    def cards(self) -> int:
        """The number of cards from which on a player's hand of as many points is the same with more of them."""
        if not self._wagers:
            return 0
        most = MAX_CARDS

        def results(cards: int) -> list[Match]:
            hands = (FinalHand(total, cards) for total in range(2, HIGH + 2))
            return [wager.match(hand) for hand in hands for wager in self._wagers]

        return next(cards for cards in range(most, 1, -1) if results(cards - 1) != results(most) or cards == 2)


class Automaton:
    """The state machines of a game under a strategy, independent of the shoe."""

    def __init__(self, game: Blackjack, strategy: ChartStrategy) -> None:
        self.game, self.strategy = game, strategy
        self.letters, self.letter_of = _letters(game)
        self.main = game.by_name["main"]
        self.stake = math.lcm(2, game.unit)
        """The stake of the automaton, of which every payment is whole."""
        self.ups = [game.printed] if game.printed else [Card(rank + "S") for rank in RANKS]
        self.results: dict[FinishedHand, int] = {}
        self.ends: dict[DealerEnd, int] = {}
        self.whole, self.finals = WholeHands(game, "dealer"), WholeHands(game, "final")
        self._cards_told = max(3, self.finals.cards)
        self.endings: dict[Ending, int] = {}
        self._futures_of: dict[Hashable, int] = {}
        self._numbers: dict[Hashable, int] = {}
        self.rounds, self.hands, self.dealers = (Machine(self.letters, [SPLIT]) for _ in range(3))
        self.waits: dict[tuple[FinishedHand, int], int] = {}
        self.starts: StateRows = {}
        self.first_hands: StateRows = {}
        self.split_hands: StateRows = {}
        self.dealers_from: StateRows = {}
        self.first_decisions: dict[tuple[int, int], Decisions] = {}
        self._explore()

    def _explore(self) -> None:
        game = self.game
        for up in self.ups:
            shown = value_index(up)
            if game.printed:
                root = Hand.of(game.printed)
                self.starts[0, shown] = self.rounds.rows[self._play(self.rounds, root, (), up, root)]
                self.first_hands[0, shown] = self.hands.rows[self._play(self.hands, root, (), up)]
            for code, two in enumerate(self.openings):
                hand, whole = (
                    Hand.of(*two),
                    ((self.rounds, self.starts, Hand.of(up)), (self.hands, self.first_hands, None)),
                )
                for machine, into, dealer in whole:
                    key, self.first_decisions[code, shown] = self._decide(machine, hand, two, up, dealer, opening=True)
                    into[code, shown] = machine.rows[key]
            for card in self.letters:
                if game.splitting.allows(Hand.of(game.printed or card, card), 1):
                    hand = Hand.of(card, split=True)
                    hand = msgspec.structs.replace(hand, drawn_to=game.splitting.draws_to_aces and hand.split_aces)
                    key = self._play(self.hands, hand, (), up)
                    self.split_hands[value_index(card), shown] = self.hands.rows[key]
                    if not game.splitting.doubles_unlike and value_index(card) == TEN:
                        key = self._play(self.hands, msgspec.structs.replace(hand, unlike=True), (), up)
                        self.split_hands[UNLIKE, shown] = self.hands.rows[key]
        self.rounds.explore()
        self.hands.explore()
        for up in self.ups:
            for mode in (NOTHING, SECOND, WHOLE):
                key = self._dealer(self.dealers, Hand.of(up), mode, up, lambda end: end)
                self.dealers_from[mode, value_index(up)] = self.dealers.rows[key]
        self.dealers.explore()

    @property
    def openings(self) -> list[tuple[Card, Card]]:
        """One opening of every kind."""
        if self.game.printed:
            return []
        kinds: dict[OpeningKind, tuple[Card, Card]] = {}
        for one, other in product(self.game.deck.cards, repeat=2):
            kinds.setdefault(self.kind_of(one, other), (one, other))
        return [kinds[kind] for kind in sorted(kinds)]

    def kind_of(self, one: Card, other: Card) -> OpeningKind:
        """What hands distinguish of two cards.

        Whether a side wager waits for a Dealer Blackjack (R-52), whether they are unlike tens (R-54), and their values.
        """
        values = sorted((value_index(one), value_index(other)))
        unlike = not self.game.splitting.doubles_unlike and one.rank != other.rank and values == [TEN, TEN]
        return bool(waiting_sides(self.game, (one, other))), unlike, values[0], values[1]

    def _play(
        self, machine: Machine, hand: Hand, dealt: tuple[Card, ...], up: Card, dealer: Hand | None = None
    ) -> Hashable:
        """Add the state of a hand that takes a card; with a `dealer`, whole rounds are played to the end."""
        key = (
            "hand",
            value_index(up),
            bool(waiting_sides(self.game, dealt[:2])),
            *_state_of(self.game, hand, dealt, self._cards_told),
        )

        def move(card: Card) -> Move:
            opening = self.game.printed is not None and not dealt and not hand.split
            return self._decide(machine, hand.with_card(card), (*dealt, card), up, dealer, opening=opening)

        machine.number(key, move)
        return key

    def _decide(
        self, machine: Machine, hand: Hand, dealt: tuple[Card, ...], up: Card, dealer: Hand | None, *, opening: bool
    ) -> Move:
        """The transition of a hand after a card: finished, split, or taking another card."""
        natural = self.game.blackjacks and hand.blackjack
        if hand.closed or natural:
            return self._finish(machine, hand, dealt, up, dealer), ()
        surrenders = opening and self.game.surrenders(up)
        splits, doubles = opening and self.game.splitting.allows(hand, 1), self.game.splitting.doubles(hand)
        decision = self.strategy.first(hand, up, may_split=splits, may_surrender=surrenders, may_double=doubles)
        if decision == "split":
            return SPLIT, (decision,)
        if decision in ("stand", "surrender"):
            return self._finish(machine, hand, dealt, up, dealer, folded=decision == "surrender"), (decision,)
        if decision == "double":
            hand = msgspec.structs.replace(hand, doubled=True)
        return self._play(machine, hand, dealt, up, dealer), (decision,)

    def _finish(
        self, machine: Machine, hand: Hand, dealt: tuple[Card, ...], up: Card, dealer: Hand | None, folded: bool = False
    ) -> Hashable:
        result = self._result(hand, folded)
        if not folded and not hand.split:
            result = result._replace(seen=self.finals.number(final_hand([hand], self.game.blackjacks)))
        self.results.setdefault(result, len(self.results))
        # Without Kings Bounty and its like, which are a matter of the whole box and handled when it is played.
        self.waits[result, value_index(up)] = self._mode(
            hand, () if hand.split else dealt[:2], up, folded, bounty=False
        )
        if dealer is None:
            machine.number(result)
            return result
        mode = self._mode(hand, dealt[:2], up, folded, bounty=True)
        eights_run = run(Area((hand,), dealt), self.game.reads) if self._runs else None

        def ended(end: DealerEnd) -> Hashable:
            return self._ended(machine, result, end, eights_run)

        return self._dealer(machine, dealer, mode, up, ended, (result, eights_run))

    def _mode(self, hand: Hand, dealt: tuple[Card, ...], up: Card, folded: bool, *, bounty: bool) -> int:
        game, stakes, stake = self.game, {0: self.stake}, self.stake
        without = () if bounty else ("bounty",)
        sides = {name: stake for name, wager in game.bets.items() if wager.reads not in ("contest", *without)}
        doubles = stakes if hand.doubled else {}
        position = Position(bettor="", original=stake, sides=sides, stakes=stakes, doubles=doubles, surrendered=folded)
        area = Area((hand,), dealt)
        if needs_whole_hand(game, area, [position], Hand.of(up)):
            return WHOLE
        insured = game.insures(up) and insurance_waits(game, area)
        if insured or needs_second_card(game, area, [position], Hand.of(up)):
            return SECOND
        return NOTHING

    def _result(self, hand: Hand, folded: bool) -> FinishedHand:
        if folded:
            # Only a Tie on 18 that is frozen depends on what was folded (R-75 b).
            return FinishedHand(hand.total if self.game.reads("R-75") == "b" else 0, folded=True)
        drawn_cards = drawn(hand) if self.main.extras else None
        stake = self.stake
        bonus = next((row.match.net(stake) for row in self.main.extras if drawn_cards and row.when(drawn_cards)), 0)
        bonus *= self.game.bonus_doubled if hand.doubled else 1
        total = HIGH + 1 if hand.bust else max(hand.total, LOW - 1)
        return FinishedHand(total, self.game.blackjacks and hand.blackjack, hand.doubled, bonus)

    def _dealer(
        self,
        machine: Machine,
        dealer: Hand,
        mode: int,
        up: Card,
        ended: Callable[[DealerEnd], Hashable],
        who: tuple[Any, ...] = (),
    ) -> Hashable:
        """Add the states of the Dealer's hand, from here to its result."""
        if not draws(dealer, to_the_end=mode == WHOLE, second_card=mode == SECOND, hits_soft_17=self.game.hits_soft_17):
            end = self._end(dealer, mode)
            self.ends.setdefault(end, len(self.ends))
            key = ended(end)
            machine.number(key)
            return key
        size = len(dealer.cards) if self.game.printed else min(len(dealer.cards), 2)
        state: Hashable = ("dealer", who, mode, self.game.blackjacks and up.rank == "A", size, dealer.hard, dealer.aces)
        if mode == WHOLE and self.whole:
            state = ("dealer", who, self._futures(dealer))
        machine.number(state, lambda card: (self._dealer(machine, dealer.with_card(card), mode, up, ended, who), ()))
        return state

    def _futures(self, dealer: Hand) -> int:
        """A number for everything that can become of the Dealer's hand: hands that end alike are one state."""
        state = dealer.hard, dealer.aces, len(dealer.cards), dealer.cards[0]
        if state not in self._futures_of:
            soft = self.game.hits_soft_17
            if draws(dealer, to_the_end=True, second_card=False, hits_soft_17=soft):
                future: Hashable = tuple(self._futures(dealer.with_card(card)) for card in self.letters)
            else:
                future = self._end(dealer, WHOLE)
            self._futures_of[state] = self._numbers.setdefault(future, len(self._numbers))
        return self._futures_of[state]

    def _end(self, dealer: Hand, mode: int) -> DealerEnd:
        game, first = self.game, dealer.cards[0]
        points = 0 if mode != WHOLE else HIGH + 1 if dealer.bust else dealer.total
        insured = len(dealer.cards) > 1 and worth_ten(dealer.cards[1]) if game.insures(first) else None
        return DealerEnd(
            points,
            game.blackjacks and dealer.blackjack,
            insured,
            len(dealer.cards) if dealer.bust and "21-plus" in game.by_name else 0,
            self.whole.number(dealer_hand(dealer, game.blackjacks)) if mode == WHOLE else 0,
        )

    def _ended(self, machine: Machine, result: FinishedHand, end: DealerEnd, eights_run: EightsRun | None) -> Hashable:
        ending = self.single(result, end, eights_run)
        self.endings.setdefault(ending, len(self.endings))
        machine.number(ending)
        return ending

    @property
    def _runs(self) -> bool:
        return any(wager.reads == "run" for wager in self.game.wagers)

    def marks(self, first: FinishedHand, end: DealerEnd) -> int:
        """What else the first hand decides: Tie on 18, insurance that is lost with it (R-58), Superb 8's (R-73)."""
        bust = first.total > HIGH
        if self._runs and bust and self.game.reads("R-73") == "b":
            return LOST_RUN
        tie = "tie-on-18" in self.game.by_name and first.total == end.points == 18
        return MARKED if (bust if self.game.insurance_dies else tie) else 0

    def net(self, result: FinishedHand, end: DealerEnd) -> int:
        """The net of the main wager on an unsplit hand, by the rules' own settlement."""
        # Insurance is offered against an Ace alone, and that is when a Blackjack waits in any case.
        at_once = result.natural and not self.game.blackjack_waits and end.insured is None
        contest = Contest(result.total, result.natural, end.points, end.blackjack)
        match = self.main.match(PAID_AT_ONCE if at_once else contest)
        position = Position(
            bettor="",
            original=self.stake,
            stakes={0: self.stake},
            doubles={0: self.stake} if result.doubled else {},
            surrendered=result.folded,
        )
        bust = frozenset([0] if result.total > HIGH else [])
        showdown = Showdown({0: match}, {}, None, {}, None, bust, end.blackjack)
        return sum(line.net for line in settle_position(self.game, position, showdown)) + result.bonus

    def single(self, result: FinishedHand, end: DealerEnd, eights_run: EightsRun | None) -> Ending:
        """The ending of a round without splits."""
        net = self.net(result, end)
        won = net - result.bonus
        folded = result.folded and won > -self.stake
        row = "Surrender" if folded else WON if won > 0 else LOST if won < 0 else PUSHED
        if result.natural and won > 0:
            row = "Blackjack"
        elif not result.folded:
            bonus = f"with a bonus of {float(Fraction(result.bonus, self.stake)):g}"
            row = ", ".join(
                [row, *[DOUBLED] * (result.doubled and abs(won) > self.stake), *[bonus] * (result.bonus > 0)]
            )
        ending = self._ending(row, net, end, self.marks(result, end), eights_run)
        return ending._replace(folded=result.folded, hand=result.seen)

    def split(self, net: int, end: DealerEnd, mark: int, eights_run: EightsRun | None) -> Ending:
        """The ending of a round with split hands."""
        return self._ending(SPLIT, net, end, mark, eights_run)

    def _ending(self, row: str, net: int, end: DealerEnd, mark: int, eights_run: EightsRun | None) -> Ending:
        dies = self.game.insurance_dies
        insured = False if dies and mark and end.insured else end.insured
        counted = EightsRun(0, spades=False) if mark == LOST_RUN else eights_run
        tie = mark == MARKED and not dies
        return Ending(row, net, end.blackjack, insured, tie, counted, end.bust_with, seen=end.seen)


def _state_of(game: Blackjack, hand: Hand, dealt: tuple[Card, ...], told: int) -> tuple[Any, ...]:
    """The part of a hand and of the cards dealt to its area that belongs to the state; of cards as many as are told."""
    number = min(len(hand.cards), 3 if hand.split else told)
    points = hand.hard, hand.aces, number, hand.doubled, hand.split_aces, hand.split, hand.unlike
    if not game.printed or hand.split:
        return points
    drawn_cards = drawn(hand)
    bonus = [row.when(drawn_cards) for row in game.by_name["main"].extras] if drawn_cards else list(dealt)
    running = len(dealt) < 3 and all(card.rank == game.printed.rank for card in dealt)
    return (*points, tuple(bonus), run(Area((hand,), dealt), game.reads), running)


def _letters(game: Blackjack) -> tuple[list[Card], NDArray[np.uint8]]:
    """One card of each kind (letter) that hands distinguish, and the letter of every card."""
    kinds: dict[Any, int] = {}
    letters: list[Card] = []
    of = np.zeros(64, np.uint8)
    for card in game.deck.cards:
        key: tuple[Any, ...] = (value_index(card),)
        if game.printed:
            after = [drawn(Hand.of(game.printed, card, other)) for other in game.deck.cards]
            extras = [[row.when(two) for two in after] for row in game.by_name["main"].extras]
            key = (*key, str(extras), eight_or_not(card))
        if key not in kinds:
            kinds[key] = len(kinds)
            letters.append(card)
        of[card.number] = kinds[key]
    # Letters are sorted by value.
    order = sorted(range(len(letters)), key=lambda letter: value_index(letters[letter]))
    place = np.zeros(64, np.uint8)
    place[order] = np.arange(len(order))
    return [letters[letter] for letter in order], place[of]
