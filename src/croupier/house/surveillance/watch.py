"""The watch over a table: scores carried from shoe to shoe, and the alarms that they raise.

All kinds of alarms share one budget of false alarms. After every round `Watch.after(shoe, over=False)` raises what can
be raised before the end of the shoe; when the shoe is over, `Watch.after(shoe)` raises the rest, and the watch that it
returns goes on with the next shoe.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Self

import msgspec

from croupier.cards import Card
from croupier.games.families import family
from croupier.house.surveillance.alarm import Alarm, Budget, Kind
from croupier.house.surveillance.cards import ALTERNATIVES, bunched, copies, impossible, lacking, tests
from croupier.house.surveillance.chance import Score, against, grown, level
from croupier.house.surveillance.expectation import Before, before_each
from croupier.house.surveillance.following import COMPARED_SHOES, EVERY_WAGER, following, other_shoes
from croupier.house.surveillance.late import late
from croupier.house.surveillance.pace import MAX_ROUNDS_REMEMBERED, pace
from croupier.house.surveillance.pairs import pairs
from croupier.house.surveillance.seen import SeenShoe
from croupier.house.surveillance.shuffling import discarded, longest_run, orders
from croupier.words import Sentence

MAX_TRAIL_ROUNDS = 60
"""Rounds that an alarm points to: the latest."""
MAX_TERMINALS_COMPARED = 60
"""Terminals whose stakes are compared with the cards and with each other: those whose stakes varied most in the shoe.
The choice depends on how much they staked how often and not on when, so it biases nobody's score."""
MAX_SCORES_KEPT = 5_000
"""Scores that are carried from shoe to shoe, the highest; lower ones are reset."""


class Watch(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a table between two shoes: an immutable value that is stored as a snapshot."""

    budget: Budget = Budget()
    shoes: int = COMPARED_SHOES
    """How many other shoes stakes are compared with."""
    scores: dict[str, Score] = {}
    trails: dict[str, tuple[int, ...]] = {}
    """For each score, the numbers of the rounds that have raised it."""
    previous: tuple[Card, ...] = ()
    """The order of the previous shoe."""
    took: tuple[int, ...] = ()
    """The durations of the last rounds, in milliseconds."""

    def after(self, shoe: SeenShoe, *, over: bool = True, before: Before | None = None) -> tuple[Self, list[Alarm]]:
        """The watch after a shoe, and its alarms; for a shoe still in play, only those that do not wait for its end.

        `before` are the expectations before each round, computed where not given.
        """
        review = _ShoeReview(self, shoe)
        review.cards()
        review.order()
        before = before or before_each(shoe)
        review.late(before)
        review.pace()
        if over:
            review.early()
            review.copies()
            review.following(before)
            review.pairs()
        took = (*self.took, *(round.took for round in shoe.rounds if round.took is not None))[-MAX_ROUNDS_REMEMBERED:]
        scores = dict(heapq.nlargest(MAX_SCORES_KEPT, review.scores.items(), key=lambda each: level(each[1])))
        trails = {key: trail for key, trail in review.trails.items() if key in scores}
        after = msgspec.structs.replace(
            self, scores=scores, trails=trails, previous=shoe.order or self.previous, took=took
        )
        return after, review.alarms


def watched(shoes: Iterable[SeenShoe], budget: Budget | None = None, others: int = COMPARED_SHOES) -> list[Alarm]:
    """All alarms of the shoes of one table, in one pass."""
    watch = Watch(budget=budget or Budget(), shoes=others)
    raised = []
    for shoe in shoes:
        watch, alarms = watch.after(shoe)
        raised += alarms
    return raised


def foremost(shoe: SeenShoe, most: int = MAX_TERMINALS_COMPARED) -> SeenShoe:
    """The shoe with only the bets of the terminals whose stakes varied most in it."""
    totals: Counter[tuple[str, str]] = Counter()
    squares: Counter[tuple[str, str]] = Counter()
    for round in shoe.rounds:
        for bet in round.bets:
            totals[bet.who, bet.wager] += bet.stake
            squares[bet.who, bet.wager] += bet.stake**2
    varied: Counter[str] = Counter()
    for key, total in totals.items():
        varied[key[0]] += len(shoe.rounds) * squares[key] - total**2
    if len(varied) <= most:
        return shoe
    chosen = {who for who, _ in heapq.nsmallest(most, varied.items(), key=lambda each: (-each[1], each[0]))}
    rounds = (
        msgspec.structs.replace(round, bets=tuple(bet for bet in round.bets if bet.who in chosen))
        for round in shoe.rounds
    )
    return msgspec.structs.replace(shoe, rounds=tuple(rounds))


class _ShoeReview:
    """All tests of one shoe: the scores that they raise, and the alarms."""

    def __init__(self, watch: Watch, shoe: SeenShoe) -> None:
        self.watch, self.shoe, self.full = watch, shoe, shoe.full
        self.seen = shoe.order
        self.scores, self.trails = dict(watch.scores), dict(watch.trails)
        self.alarms: list[Alarm] = []
        self.a_round = watch.budget.per_round
        self.a_shoe = self.a_round * len(shoe.rounds)

    def cards(self) -> None:
        """Impossible cards, and copies that come too soon."""
        decks, deck = self.full.decks, self.full.deck
        for place, card in impossible(self.full, self.seen):
            held = (
                Sentence("decks-hold-copies", decks=decks, copies=decks)
                if card in deck.cards
                else Sentence("deck-lacks-card", deck=deck.name)
            )
            words = (
                Sentence("card-came-too-often", card=card, held=held)
                if card in deck.cards
                else Sentence("card-came-impossibly", card=card, held=held)
            )
            self._raise("cards", words, float(place), 0.0, rounds=(self.shoe.round_of(place),))
        if self.shoe.whole and (missing := lacking(self.full, self.shoe.whole)):
            text = ", ".join(f"{number} {card}" for card, number in Counter(missing).items())
            self._raise("cards", Sentence("shoe-incomplete", lacking=text), float(len(missing)), 0.0)
        if self.shoe.whole and (wrong := impossible(self.full, self.shoe.whole)):
            text = ", ".join(f"{number} {card}" for card, number in Counter(card for _, card in wrong).items())
            self._raise("cards", Sentence("shoe-held-wrong-cards", wrong=text), float(len(wrong)), 0.0)
        least = self.a_shoe / max(1, tests(self.full))  # a single deck has no copies to look for
        for place, card, number, p in bunched(self.full, self.seen):
            if p <= least:
                words = Sentence(
                    "card-copies-bunched", copies=number, card=card, within=place + 1, shoes=f"{1 / p:,.0f}"
                )
                self._raise("bunched", words, float(number), p, rounds=(self.shoe.round_of(place),))

    def order(self) -> None:
        """Whether the shoe was shuffled: one alarm, for the pattern with the highest score."""
        patterns = orders(self.full, self.seen, self.watch.previous, self.a_shoe)
        best = max(patterns, key=lambda each: each.score, default=None)
        if best is None or best.score < 1:
            return
        run, start = longest_run(self.seen, self.watch.previous)
        words = Sentence(
            "shoe-order-recognised",
            order=best.name,
            came=best.came,
            expected=f"{best.expected:.0f}",
            spread=f"{best.spread:.0f}",
        )
        again = best.name.code.startswith("order-previous-shoe")
        if again:
            words = Sentence("order-repeats-longest-run", finding=words, run=run)
        last = min(best.place, len(self.seen) - 1)
        first = min(start, last) if again else 0
        rounds = tuple(range(self.shoe.round_of(first), self.shoe.round_of(last) + 1))
        z = (best.came - best.expected) / best.spread if best.spread else 0.0
        self._raise("order", words, z, min(self.a_shoe / len(patterns) / best.score, 1.0), rounds=rounds)

    def early(self) -> None:
        """A shoe that was removed before its cutting card came, with the expectations that were shuffled away."""
        if self.shoe.early:
            worth, most = discarded(self.shoe)
            words = Sentence("early-shoe-worth", finding=self.shoe.early, seen=len(self.seen), best=worth)
            last = self.shoe.rounds[-1:]
            self._raise("early", words, most, 0.0 if most > 0 else 1.0, rounds=tuple(each.number for each in last))

    def late(self, before: Before) -> None:
        """Late wagers that win too often."""
        for row, round in enumerate(self.shoe.rounds):
            actions = list(late(round, row, before))
            for each in actions:
                rounds = (round.number,) if each.right else ()
                if self._grow(f"late:{each.who}", self.a_round / len(actions), each.evidence, rounds):
                    words = Sentence("late-wagers-win-too-often", player=each.who)
                    self._score("late", f"late:{each.who}", words, self.a_round / len(actions), who=(each.who,))

    def pace(self) -> None:
        """Runs of rounds that are too fast, or too slow."""
        known = sorted(self.watch.took)
        for round in self.shoe.rounds:
            chances = None if round.took is None else pace(round.took, known)
            if chances is None:
                continue
            for key, p, word in (("fast", chances.fast, "faster"), ("slow", chances.slow, "slower")):
                rounds = (round.number,) if p < 0.05 else ()
                if self._grow(f"pace:{key}", self.a_round / 2, against(p), rounds):
                    median = known[len(known) // 2] / 1000
                    words = Sentence("rounds-off-usual-pace", pace=word, seconds=f"{median:.0f}")
                    self._score("pace", f"pace:{key}", words, self.a_round / 2)

    def copies(self) -> None:
        """Cards that come too seldom or too often, over many shoes."""
        numbers, taken = Counter(self.seen), len(self.seen)
        if not 0 < taken <= self.full.total:
            return
        allowance = self.a_shoe / len(self.full.deck.cards)
        for card in self.full.deck.cards:
            seen, key = numbers[card], f"copies:{card}"
            evidence = copies(self.full, seen, taken)
            if self._grow(key, allowance, evidence, (self.shoe.rounds[-1].number,) if max(evidence) > 1 else ()):
                score = self.scores[key]
                words = Sentence("copies-of-card-suspect", card=card, finding=ALTERNATIVES[score.index(max(score))])
                self._score("copies", key, words, allowance)

    def following(self, before: Before) -> None:
        """Stakes that follow the expectation."""
        if not any(round.bets for round in self.shoe.rounds):
            return
        others = other_shoes(self.shoe.rules, self.shoe.decks, self.watch.shoes)
        tested = list(following(foremost(self.shoe), before, others))
        together = sum(each.wager == EVERY_WAGER for each in tested)
        for each in tested:
            allowance = self.a_shoe / 2 / (together if each.wager == EVERY_WAGER else len(tested) - together)
            key = f"following:{each.who}:{each.wager}"
            if self._grow(key, allowance, against(each.p), each.rounds if each.p < 0.2 else ()):
                words = Sentence(
                    "stakes-follow-shoe",
                    player=each.who,
                    wager=each.wager,
                    deviations=f"{each.z:+.1f}",
                    rounds=len(self.trails.get(key, ())),
                )
                self._score("following", key, words, allowance, who=(each.who,))

    def pairs(self) -> None:
        """Terminals that bet as one."""
        if family(self.shoe.game).sides is None:
            return
        tested = list(pairs(self.shoe.game, foremost(self.shoe).rounds))
        for each in tested:
            key = f"pairs:{each.how}:{':'.join(each.who)}"
            if self._grow(key, self.a_shoe / len(tested), against(each.p), each.rounds if each.p < 0.2 else ()):
                how = (
                    Sentence("staked-on-same-hand") if each.how == "mirrored" else Sentence("staked-against-each-other")
                )
                words = Sentence(
                    "players-stake-alike",
                    one=each.who[0],
                    other=each.who[1],
                    how=how,
                    matched=each.matched,
                    expected=f"{each.expected:.0f}",
                )
                self._score("pairs", key, words, self.a_shoe / len(tested), who=each.who)

    def _grow(self, key: str, allowance: float, evidence: Sequence[float], rounds: tuple[int, ...]) -> bool:
        """Update a score by a test's evidence; True where it reaches the alarm level."""
        score = grown(self.scores.get(key, ()), allowance, evidence)
        self.scores[key] = score
        if rounds:
            self.trails[key] = (*self.trails.get(key, ()), *rounds)[-MAX_TRAIL_ROUNDS:]
        return level(score) >= 1

    def _score(self, kind: Kind, key: str, words: Sentence, allowance: float, who: tuple[str, ...] = ()) -> None:
        """Raise the alarm of a score, and reset it."""
        reached = level(self.scores.pop(key))
        self._raise(kind, words, reached, min(allowance / reached, 1.0), who, self.trails.pop(key, ()))

    def _raise(
        self,
        kind: Kind,
        words: Sentence,
        statistic: float,
        p: float,
        who: tuple[str, ...] = (),
        rounds: tuple[int, ...] = (),
    ) -> None:
        self.alarms.append(
            Alarm(
                kind=kind,
                table=self.shoe.table,
                shoe=self.shoe.name,
                words=words,
                statistic=round(statistic, 3),
                p=p,
                who=who,
                rounds=rounds,
            )
        )
