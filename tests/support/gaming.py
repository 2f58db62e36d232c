"""A simulated baccarat table for the tests of surveillance: honest players of every habit, and planted cheats.

Everything is determined by a seed. Cards are dealt by the table of play; stakes, times and paces are drawn for each
round; what a bet wins follows from the game's own declarations.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from croupier.cards import STANDARD, Card
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.outcome import outcome
from croupier.games.catalogue import game as find
from croupier.games.wager import Match
from croupier.house.surveillance.expectation import before_each
from croupier.house.surveillance.seen import Bet, SeenRound, SeenShoe
from croupier.odds.tally import counts

CUT = 52
CLOSE = 20_000
"""Milliseconds for which bets are open."""

Placed = tuple[str, int]
Past = Sequence[str]
"""The winners of earlier rounds of this shoe."""


class Sight(NamedTuple):
    """What a player's bets may depend on: randomness, earlier results, and their own wins by round."""

    entropy: np.random.Generator
    past: Past
    won: list[int]


class Habit(NamedTuple):
    """A player's habit: what they bet, and when."""

    who: str
    bets: Callable[[Sight], list[Placed]]
    late: float = 0.05
    """The probability of betting in the last moments."""
    sits: tuple[float, float] = (0.0, 1.0)
    """The part of a shoe for which they sit, from and to; random for each shoe if the second is negative."""


def honest_people(sides: Sequence[str]) -> list[Habit]:
    """One player of each habit."""

    def doubling(sight: Sight) -> list[Placed]:
        losses = 0
        while losses < min(6, len(sight.won)) and sight.won[-1 - losses] < 0:
            losses += 1
        return [("player", 2_000 << losses)]

    def with_the_streak(sight: Sight) -> list[Placed]:
        wins = 0
        while wins < min(4, len(sight.won)) and sight.won[-1 - wins] > 0:
            wins += 1
        last = next((each for each in reversed(sight.past) if each != "tie"), "banker")
        return [(last, 5_000 * (1 + wins))]

    def moody(sight: Sight) -> list[Placed]:
        hand = ("player", "banker")[int(sight.entropy.integers(2))]
        return [(hand, int(sight.entropy.integers(1, 21)) * 1_000)]

    def on_sides(sight: Sight) -> list[Placed]:
        chosen = [side for side in sides if sight.entropy.random() < 0.15]
        return [(side, int(sight.entropy.integers(1, 6)) * 1_000) for side in chosen] + [("banker", 4_000)]

    def at_the_end(sight: Sight) -> list[Placed]:
        rounds = len(sight.past)
        return [(sides[rounds % len(sides)], 2_000), ("player", 3_000)] if rounds > 50 else []

    def when_it_is_due(sight: Sight) -> list[Placed]:
        return [("tie", 2_000)] if "tie" not in sight.past[-12:] and len(sight.past) > 12 else []

    return [
        Habit("flat", lambda sight: [("banker", 10_000)]),
        Habit("moody", moody, late=0.6),
        Habit("moody too", moody),
        Habit("doubling", doubling),
        Habit("with the streak", with_the_streak),
        Habit("on sides", on_sides, sits=(0.0, -1.0)),
        Habit("now and then", lambda sight: [(sides[0], 5_000)] if sight.entropy.random() < 0.06 else [], late=0.9),
        Habit("at the end", at_the_end),
        Habit("when it is due", when_it_is_due),
    ]


def dealt(order: Sequence[Card], cut: int = CUT) -> list[tuple[Card, ...]]:
    """Deal an order of cards into rounds."""
    rounds, place = [], 0
    while len(order) - place > max(cut, 6):
        taken = 4
        while next_hand(order[place : place + taken]) is not None:
            taken += 1
        rounds.append(tuple(order[place : place + taken]))
        place += taken
    return rounds


def shuffled(full: Sequence[Card], entropy: np.random.Generator) -> list[Card]:
    return [full[place] for place in entropy.permutation(len(full))]


def shoe(
    number: int,
    order: Sequence[Card],
    people: Sequence[Habit],
    entropy: np.random.Generator,
    name: str = "tiger",
    *,
    decks: int = 8,
    first: int = 0,
    pace: float = 1.0,
    cut: int = CUT,
) -> SeenShoe:
    """A shoe with everybody's bets."""
    matcher = find(name).matcher
    past: list[str] = []
    won: dict[str, list[int]] = {each.who: [] for each in people}
    played = dealt(order, cut)
    present = {each.who: _sits(each, entropy, len(played)) for each in people}
    rounds = []
    for place, cards in enumerate(played):
        ended = outcome(cards)
        matches = matcher.match(ended)
        bets: list[Bet] = []
        for habit in people:
            if place in present[habit.who]:
                mine = _bets(habit, entropy, past, won[habit.who], matches)
                bets += mine
                if mine:
                    won[habit.who].append(sum(bet.net for bet in mine))
        took = int(38_000 * pace * np.exp(entropy.normal(0, 0.22)))
        rounds.append(SeenRound(number=first + place, cards=cards, bets=tuple(bets), took=took))
        past.append(ended.points.winner)
    return SeenShoe(table="B1", name=f"B1-{number}", game=name, decks=decks, rounds=tuple(rounds))


def _sits(habit: Habit, entropy: np.random.Generator, rounds: int) -> range:
    start, end = habit.sits if habit.sits[1] > 0 else sorted(entropy.random(2))
    return range(int(start * rounds), int(end * rounds))


def _bets(
    habit: Habit, entropy: np.random.Generator, past: Past, won: list[int], matches: dict[str, Match]
) -> list[Bet]:
    late = entropy.random() < habit.late
    before = int(entropy.integers(0, 1_500)) if late else int(entropy.integers(1_501, CLOSE))
    return [
        Bet(habit.who, wager, stake, matches[wager].net(stake), before)
        for wager, stake in habit.bets(Sight(entropy, past, won))
    ]


def honest(
    shoes: int,
    seed: int,
    name: str = "tiger",
    sides: Sequence[str] = ("small-tiger", "tiger-tie", "tiger-pair", "big-tiger"),
) -> Iterator[SeenShoe]:
    """Shoes of an honest table; the pace varies over time."""
    entropy, first = np.random.default_rng(seed), 0
    full = [card for card, number in zip(STANDARD.cards, counts(find(name).shoe()), strict=True) for _ in range(number)]
    people = honest_people(sides)
    for number in range(shoes):
        pace = 1 + 0.12 * np.sin(number / 8 * np.pi)
        found = shoe(number, shuffled(full, entropy), people, entropy, name, first=first, pace=float(pace))
        first += len(found.rounds)
        yield found


def with_counter(
    seen: SeenShoe, wagers: Sequence[str], stake: int = 10_000, least: int = 0, who: str = "counter"
) -> SeenShoe:
    """The same shoe with a counter who stakes on these wagers only when they are favourable, else the least."""
    before, matcher = before_each(seen), seen.rules.matcher
    rounds = []
    for row, round in enumerate(seen.rounds):
        matches = matcher.match(outcome(round.cards))
        bets = list(round.bets)
        for wager in wagers:
            amount = stake if before.ev[row, before.names.index(wager)] > 0 else least
            if amount:
                bets.append(Bet(who, wager, amount, matches[wager].net(amount), 9_000))
        rounds.append(msgspec.structs.replace(round, bets=tuple(bets)))
    return msgspec.structs.replace(seen, rounds=tuple(rounds))


def riffled(order: Sequence[Card], entropy: np.random.Generator, times: int = 1) -> list[Card]:
    """Riffle shuffles by the Gilbert-Shannon-Reeds model."""
    for _ in range(times):
        first = entropy.random(len(order)) < 0.5
        halves = iter(order[: first.sum()]), iter(order[first.sum() :])
        order = [next(halves[0] if here else halves[1]) for here in first]
    return list(order)


def with_past_poster(seen: SeenShoe, entropy: np.random.Generator, knows: float, bets: float = 0.2) -> SeenShoe:
    """The same shoe with a past poster, who sometimes bets late and mostly knows the result."""
    matcher, rounds = seen.rules.matcher, []
    for round in seen.rounds:
        winner = outcome(round.cards).points.winner
        known = entropy.random() < knows and winner != "tie"
        hand = winner if known else ("player", "banker")[int(entropy.integers(2))]
        more = (Bet("past poster", hand, 8_000, matcher.match(outcome(round.cards))[hand].net(8_000), 400),)
        rounds.append(msgspec.structs.replace(round, bets=round.bets + more * bool(entropy.random() < bets)))
    return msgspec.structs.replace(seen, rounds=tuple(rounds))


def with_partners(seen: SeenShoe, entropy: np.random.Generator, opposed: bool) -> SeenShoe:
    """The same shoe with two partners who stake the same amount, on one hand or on opposite hands."""
    matcher, rounds = seen.rules.matcher, []
    for round in seen.rounds:
        matches = matcher.match(outcome(round.cards))
        hands = ("player", "banker") if entropy.random() < 0.5 else ("banker", "player")
        stake = int(entropy.integers(1, 21)) * 1_000
        both = zip(("left", "right"), hands if opposed else (hands[0],) * 2, strict=True)
        more = tuple(Bet(who, hand, stake, matches[hand].net(stake), 9_000) for who, hand in both)
        rounds.append(msgspec.structs.replace(round, bets=round.bets + more))
    return msgspec.structs.replace(seen, rounds=tuple(rounds))
