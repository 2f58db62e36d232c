"""A baccarat table of a real house in virtual time, with honest players and planted cheats.

Everything goes through the house: commands, events, records. Surveillance reads only those records.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from croupier.cards import STANDARD, Card
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.state import BaccaratRound
from croupier.games.round import Phase
from croupier.house.surveillance.expectation import Remaining
from croupier.house.table.state import Placed, Published
from gaming import Habit, Sight
from housed import STAFF, Housed
from tables import usual

SIDES = ("small-tiger", "tiger-tie", "tiger-pair", "big-tiger")
Bets = Sequence[tuple[str, int]]
Cheat = Callable[["Pit"], Bets]
"""The bets of a cheat in the current round."""


class Pit(Housed):
    """One table, its players, and the cards dealt from its shoe."""

    def __init__(self, seed: int, people: Sequence[Habit] = (), game: str = "tiger", **settings: object) -> None:
        super().__init__(seed, B1=usual(game, unit=100, **settings))
        self.people = [habit._replace(who=habit.who.replace(" ", "-")) for habit in people]
        self.game = game
        self.chance = np.random.default_rng(seed)
        self.late: dict[str, tuple[Cheat, int]] = {}
        """Cheats by name: their bets, and how many milliseconds before the close they place them."""
        self.past: list[str] = []
        self.won: dict[str, list[int]] = {each.who: [] for each in self.people}
        self.seen: list[Card] = []
        self.shoe = ""

    def plant(self, who: str, cheat: Cheat, before_close: int = 9_000) -> None:
        self.late[who] = cheat, before_close

    def open_accounts(self) -> None:
        for who in (*self.won, *self.late):
            for _ in range(10):
                assert self.pay("buy-in", who, cents=10**9).done

    def shoes(self, number: int) -> Iterator[int]:
        """Play so many shoes, and stop after every round."""
        self.open_accounts()
        names: set[str] = set()
        while True:
            self.begin()
            names.add(self.shoe)
            if len(names) > number:
                return
            self.round_of_bets()
            self.finish()
            yield len(names)

    def begin(self) -> None:
        """Advance to the next round with bets open."""
        self.until(Phase.BETTING)
        shoe = self.state().shoe
        name = shoe.commitment.shoe if isinstance(shoe, Published) else shoe.name if isinstance(shoe, Placed) else ""
        if name != self.shoe:
            self.shoe, self.past, self.seen = name, [], []
            self.won = {who: [] for who in self.won}

    def round_of_bets(self) -> None:
        """Place everybody's bets, each at their own time before the close."""
        closes = self.table().deadline
        assert closes is not None
        wanted: list[tuple[int, str, Bets]] = []
        for habit in self.people:
            early = self.chance.random() >= habit.late
            before = int(self.chance.integers(1_600, 19_000) if early else self.chance.integers(50, 1_450))
            placed = habit.bets(Sight(self.chance, self.past, self.won[habit.who]))
            wanted.append((closes - 1_000 * before, habit.who, placed))
        for who, (cheat, before) in self.late.items():
            wanted.append((closes - 1_000 * before, who, cheat(self)))
        for at, who, bets in sorted(wanted, key=lambda each: each[0]):
            self.wait((at - self.now) / 1e6)
            for wager, stake in bets:
                assert self.bet(who, wager, stake).done

    def finish(self) -> None:
        """Advance until the round is settled."""
        self.until(Phase.SETTLED)
        round = self.round()
        assert isinstance(round, BaccaratRound)
        self.seen += round.cards
        self.past.append(outcome(round.cards).points.winner)
        for who, net in round.nets().items():
            if who in self.won:
                self.won[who].append(net)

    def until(self, phase: Phase) -> None:
        for _ in range(1_000):
            if self.round() is not None and self.round().phase is phase:
                return
            due = self.house.due
            assert due is not None
            self.now = max(self.now, due)
            self.house.tick()
            self.settle()
        raise AssertionError(f"never {phase}")


# Cheats


def counter(sides: Sequence[str], stake: int = 10_000) -> Cheat:
    """A perfect counter, who stakes on every favourable wager."""

    def bets(pit: Pit) -> Bets:
        worth = Remaining.full(pit.game, 8).without(pit.seen).evs()
        return [(side, stake) for side in sides if worth.get(side, 0) > 0]

    return bets


def past_poster(share: float, stake: int = 8_000) -> Cheat:
    """A past poster, who knows the coming cards in some of the rounds."""

    def bets(pit: Pit) -> Bets:
        if pit.chance.random() >= share:
            return ()
        winner = outcome(coming(pit)).points.winner
        return () if winner == "tie" else [(winner, stake)]

    return bets


def coming(pit: Pit) -> tuple[Card, ...]:
    """The cards of the round before it is dealt, read from the hidden shoe."""
    shoe = pit.state().shoe
    assert isinstance(shoe, Published)
    order = pit.table()._cabinet.at(shoe)._hidden.order[shoe.drawn :]
    taken = 4
    while next_hand(order[:taken]) is not None:
        taken += 1
    return tuple(order[:taken])


# A real shoe, whose cards are read off


class Entered(Pit):
    """A table run by a Dealer, who enters cards from prepared shoes."""

    def __init__(self, seed: int, filled: Callable[[int], Sequence[Card]]) -> None:
        super().__init__(seed, run="dealer", cards="entered")
        self._filled, self._number, self._order = filled, 0, list[Card]()
        self.rich("T1")

    def played(self, shoes: int, cut: int = 52) -> Iterator[int]:
        """Play so many shoes, and stop after every round."""
        for number in range(1, shoes + 1):
            self._order = list(self._filled(number))
            assert self.tell("shuffle").done
            while len(self._order) > max(cut, 6):
                self._round()
                yield number
        assert self.tell("shuffle").done

    def _round(self) -> None:
        assert self.tell("begin-round").done
        assert self.bet("T1", "banker", 100).done
        assert self.tell("close-bets").done
        while self.round().phase is Phase.DEALING:
            answer = self.tell("deal-card", STAFF, card=self._order.pop(0))
            assert answer.done, answer.reason
        assert self.tell("settle").done
        self.now += 40_000_000


def eight_decks(less: Sequence[str] = ()) -> list[Card]:
    full = list(STANDARD.cards) * 8
    for card in less:
        full.remove(Card(card))
    return full
