"""The look-up tables of a blackjack game under one strategy, and the result of every wager by class of rounds.

A class of rounds is an ending (see `automaton`) combined with a class of the side wagers on the first cards. Every
wager reads one of the two or both, so counts of classes settle every wager exactly.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.cards import STANDARD, Card, Composition
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.outcome import (
    HIGH,
    SPLIT_UP,
    Bounty,
    Bust,
    Eighteen,
    EightsRun,
    first_three,
    opening,
    run,
    run_over,
    trio,
)
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack.sequences import eight_or_not
from croupier.odds.blackjack.solver.hands import value_index
from croupier.odds.blackjack.threes import results_by_deal
from croupier.odds.result import SPLIT, Chance, Odds
from croupier.odds.tally import classify, outcomes
from croupier.refused import Refused
from croupier.simulation.blackjack import areas, rounds
from croupier.simulation.blackjack.areas import EVENTS, LOST_RUN, LOWEST, MARKED, UNLIKE_OPENING, WAITING_OPENING
from croupier.simulation.blackjack.automaton import UNLIKE, WHOLE, Automaton, DealerEnd, FinishedHand
from croupier.simulation.blackjack.strategy import ChartStrategy
from croupier.simulation.estimate import Tallied
from croupier.simulation.shuffling import limits

WIDTH = 16
"""The row size of tables indexed by the letter of the up card."""
MAX_HANDS = 4
"""The most hands that splits can form."""
MAX_LOST_HALVES = 4 * MAX_HANDS
"""The largest loss after splits, all hands doubled, in halves of the stake."""
INVERSE = 20
CODES = 128
"""At most so many openings; the low bits of a kind of two cards."""
MAX_SIDE_CLASSES = 256
"""Classes of the side wagers on the first cards that fit into the tables."""

MAX_CLASSES = 1 << 16
"""Classes of rounds that the kernels can number."""

Signature = tuple[tuple[str, Match], ...]


class BlackjackClasses:
    """The classes of one game under one strategy: its tables, and the result of each wager by class."""

    def __init__(self, game: Blackjack, strategy: ChartStrategy) -> None:
        self.game, self.strategy = game, strategy
        self.automaton = Automaton(game, strategy)
        self.openings, self.sides, self.shown = _openings(game, self.automaton)
        self.endings = dict(self.automaton.endings)
        self.runs = Runs(game, self.automaton)
        self.tables = self._tables()
        self.size = len(self.endings) * len(self.shown)
        if self.size > MAX_CLASSES:
            raise Refused("too-many-wagers-to-simulate")
        self._listed = list(self.endings)
        self._sheets = {wager.name: self._sheet(wager) for wager in game.wagers if wager.name != "main"}

    def match(self, number: int, wager: Wager) -> Match | None:
        """The result of a side wager in a round of that class; `None` where it is not offered."""
        ending, (two, first) = self._listed[number // len(self.shown)], self.shown[number % len(self.shown)]
        if ending.folded and wager.name in self.game.lost_on_surrender:
            return Match("lose", None, None, wager.loses)
        if wager.reads == "second_card_ten":
            return None if ending.insured is None else wager.match(ending.insured)
        if wager.reads == "opening":
            return wager.match(opening(*two))
        if wager.reads == "trio":
            return wager.match(trio(two[0], two[1], first))
        if wager.reads == "first_three":
            return wager.match(first_three(*two, first))
        if wager.reads == "bounty":
            return wager.match(Bounty(opening(*two), ending.blackjack))
        if wager.reads == "run":
            return wager.match(ending.run)
        if wager.reads == "final":
            return wager.match(SPLIT_UP) if ending.row == SPLIT else self.automaton.finals.match(wager, ending.hand)
        if wager.reads == "dealer":
            return self.automaton.whole.match(wager, ending.seen)
        if wager.reads == "dealer_bust":
            return wager.match(Bust(ending.bust_with))
        assert wager.reads == "eighteen"
        return wager.match(Eighteen(18, 18, ending.folded) if ending.tie else Eighteen(0, 0, ending.folded))

    def net(self, number: int) -> int:
        """The net of the main wager in a round of that class, for the stake of the automaton."""
        return self._listed[number // len(self.shown)].net

    def net_of(self, number: int, stakes: Mapping[str, int]) -> int:
        """The net win on stakes in a round of that class, in cents."""
        total = 0
        for name, stake in stakes.items():
            if name == "main":
                total += self.net(number) * stake // self.automaton.stake
            else:
                match = self.match(number, self.game.by_name[name])
                assert match
                total += match.net(stake)
        return total

    def settle(self, counts: Sequence[int]) -> dict[str, Odds | Tallied]:
        """The simulated odds of every wager, from the number of rounds of each class."""
        settled: dict[str, Odds | Tallied] = {}
        array = np.array(counts, np.int64)
        for wager in self.game.wagers:
            if wager.name == "main":
                settled["main"] = self._main(array)
                continue
            listed, rows = self._sheets[wager.name]
            by_row = np.zeros(len(listed) + 1, np.int64)
            np.add.at(by_row, rows, array)
            total = int(by_row[:-1].sum())
            chances = [
                Chance(text, match.result, match.pays, count, total)
                for (text, match), count in zip(listed, by_row[:-1].tolist(), strict=True)
            ]
            if total:
                settled[wager.name] = Odds(wager.name, wager.label, chances)
        return settled

    def _main(self, counts: npt.NDArray[np.int64]) -> Tallied:
        by_ending = counts.reshape(-1, len(self.shown)).sum(axis=1).tolist()
        by_result: dict[tuple[str, int], int] = {}
        for ending, count in zip(self._listed, by_ending, strict=True):
            if count or ending.row != SPLIT:
                by_result[ending.row, ending.net] = by_result.get((ending.row, ending.net), 0) + count
        return Tallied.of("main", self.game.by_name["main"].label, by_result, self.automaton.stake)

    def _sheet(self, wager: Wager) -> tuple[list[tuple[str, Match]], npt.NDArray[np.int64]]:
        """The rows of a wager and then its loss, and by class the index of its row; past the end if not offered."""
        listed = outcomes(wager)
        place: dict[Match | None, int] = {match: number for number, (_, match) in reversed(list(enumerate(listed)))}
        place[None] = len(listed)
        return listed, np.array([place[self.match(number, wager)] for number in range(self.size)])

    def _tables(self) -> areas.BlackjackTables:
        automaton, game = self.automaton, self.game
        stride, results, ends = len(automaton.letters), list(automaton.results), list(automaton.ends)
        hands, self.hand_rows = _packed(automaton.hands, results)
        dealers, dealer_row = _packed(automaton.dealers, ends)
        half = automaton.stake // 2
        nets = self._nets(results, ends, half)
        marks = np.array([[automaton.marks(result, end) for end in ends] for result in results], np.uint8)
        lost = [2 * (1 + result.doubled) if result.total > HIGH else 0 for result in results]
        waits = np.zeros((len(results), WIDTH), np.uint8)
        for (result, up), mode in automaton.waits.items():
            waits[automaton.results[result], up] = mode
        kinds_of_end, end_kinds = classify(ends, lambda end: (end.blackjack, end.insured, end.bust_with, end.seen))
        single = np.zeros((len(results), len(ends), len(self.runs.classes)), np.uint16)
        every = product(enumerate(results), enumerate(ends), enumerate(self.runs.classes))
        for (r, result), (e, end), (s, eights_run) in every:
            ending = automaton.single(result, end, eights_run)
            # With several boxes the Dealer may draw for another one; with a printed card the Dealer always draws.
            if ending in self.endings or not game.printed:
                single[r, e, s] = self.endings.setdefault(ending, len(self.endings))
        split = np.zeros((2 * LOWEST, len(end_kinds), 3, len(self.runs.classes)), np.uint16)
        if automaton.split_hands and SPLIT in {*automaton.rounds.rows} and self._splits:
            notes = [0, *([MARKED] if "tie-on-18" in game.by_name or game.insurance_dies else [])]
            notes += [LOST_RUN] if game.reads("R-73") == "b" else []
            for net, (k, kind), mark, (s, eights_run) in product(
                self._split_nets(nets, results),
                enumerate(end_kinds),
                notes,
                enumerate(self.runs.classes),
            ):
                if eights_run is None or eights_run.eights > 1:
                    ending = automaton.split(net * half, DealerEnd(0, *kind), mark, eights_run)
                    split[net + LOWEST, k, mark, s] = self.endings.setdefault(ending, len(self.endings))
        numbers = (
            stride,
            not game.printed,
            value_index(game.printed) if game.printed else 0,
            len(results),
            game.splitting.hands,
            areas.TAKEN.index(game.original_only),
            game.splitting.again,
            len(ends),
            len(end_kinds),
            len(self.runs.classes),
            len(self.shown),
        )
        return areas.tables(
            numbers,
            self.openings // CODES,
            self.openings % CODES,
            self.sides,
            automaton.letter_of,
            np.array([value_index(card) for card in automaton.letters]),
            hands,
            _by_up(automaton.first_hands, self.hand_rows, CODES),
            self._flags(),
            _by_up(automaton.split_hands, self.hand_rows, UNLIKE + 1),
            # Aces are split only once, as a rule.
            np.array([bool(game.printed) or value > 0 or game.splitting.resplits_aces for value in range(10)]),
            waits.ravel(),
            np.array([game.blackjacks and value in (0, 9) for value in range(WIDTH)]),
            dealers,
            _by_up(automaton.dealers_from, dealer_row, WHOLE + 1),
            np.array([end.blackjack for end in ends]),
            nets.ravel() + LOWEST,
            np.array(lost),
            marks.ravel(),
            np.array([kinds_of_end[end] for end in ends]),
            self.runs.moves,
            self.runs.class_of,
            single.ravel(),
            split.ravel(),
        )

    def _flags(self) -> npt.NDArray[np.uint16]:
        """What the kernel has to know of an opening, by its code."""
        flags = np.zeros(CODES, np.uint16)
        for code, two in enumerate(self.automaton.openings):
            waits, unlike, _, _ = self.automaton.kind_of(*two)
            flags[code] = WAITING_OPENING * waits + UNLIKE_OPENING * unlike
        return flags

    def _nets(self, results: Sequence[FinishedHand], ends: Sequence[DealerEnd], half: int) -> npt.NDArray[np.int16]:
        """By result and Dealer result, the net of a hand in halves of the stake; zero where no split hand has it."""
        nets = np.zeros((len(results), len(ends)), np.int16)
        for (r, result), (e, end) in product(enumerate(results), enumerate(ends)):
            if not (result.natural or result.bonus):
                net, rest = divmod(self.automaton.net(result, end), half)
                if rest or abs(net) * MAX_HANDS >= LOWEST:
                    raise Refused("split-pays-not-simulated", game=self.game.name)
                nets[r, e] = net
        return nets

    def _split_nets(self, nets: npt.NDArray[np.int16], results: Sequence[FinishedHand]) -> range:
        """The nets that split hands can come to together, in halves of the stake."""
        unfolded = nets[[not result.folded for result in results]]
        most = max(MAX_LOST_HALVES, MAX_HANDS * int(np.abs(unfolded).max()))
        return range(-most, most + 1, 1 if (unfolded % 2).any() else 2)

    @property
    def _splits(self) -> bool:
        """Whether the strategy ever splits."""
        starts = self.automaton
        return 0 in starts.first_hands.values() or 0 in starts.hands.moves.values()

    def reads(self, shoe: Composition) -> rounds.BlackjackRoundInputs:
        """The inputs of the kernel of rounds from fresh shoes."""
        automaton = self.automaton
        stride, cards = len(automaton.letters), np.array([card.number for card in shoe], np.uint8)
        endings = list(automaton.endings)
        moves, row = _packed(automaton.rounds, endings)
        # Final states lead to themselves, so that further cards change nothing.
        table = moves.reshape(-1, stride)
        table[: len(endings) + 1] = np.arange(len(endings) + 1)[:, None]
        starts = _by_up(automaton.starts, row, CODES)
        if self.game.printed:
            starts = starts[value_index(self.game.printed) : value_index(self.game.printed) + 1]
        total = shoe.total
        first, second = (int(limit) for limit in limits(total)[:2])
        inverse = -(-(1 << INVERSE) // stride)
        for each in range(len(endings) + 1):
            assert each * stride * inverse >> INVERSE == each
        return rounds.BlackjackRoundInputs(
            size=np.uint32(total),
            limit=np.uint64(first),
            orders=np.uint64(math.perm(total - 6, 6)),
            next_limit=np.uint64(second),
            cards=cards,
            letters=automaton.letter_of[cards],
            three=not self.game.printed,
            openings=self.openings,
            sides=self.sides,
            starts=starts * np.uint16(stride),
            moves=moves * np.uint16(stride),
            done=np.uint32((len(endings) + 1) * stride),
            inverse=np.uint32(inverse),
            kinds=np.uint32(len(self.shown)),
            tables=self.tables,
            shoe=areas.DrawnShoe(limits(total), cards),
        )


class Runs:
    """The run of 8s of a box as a state machine, by letter and event; one state in games without Superb 8's.

    A bust that loses it is known when the hands are settled, so it is left out here (R-73 b).
    """

    def __init__(self, game: Blackjack, automaton: Automaton) -> None:
        self._game = game
        width = len(automaton.letters) + EVENTS
        if not any(wager.reads == "run" for wager in game.wagers):
            self.classes: list[EightsRun | None] = [None]
            self.moves, self.class_of = np.zeros(width, np.uint16), np.zeros(1, np.uint16)
            return
        assert game.printed
        states = [_RunState((), (game.printed,))]
        numbers, rows = {self._key(states[0]): 0}, []
        # `states` grows during this iteration: breadth-first search of the reachable states.
        for state in states:
            row = []
            over = run_over(state.area, self._letters)
            for after in (*map(state.card, automaton.letters), state.split(), state.end()):
                key = self._key(state if over else after)
                if key not in numbers:
                    numbers[key] = len(states)
                    states.append(after)
                row.append(numbers[key])
            rows.append(row)
        seen = [run(state.area, self._letters) for state in states]
        self.classes = list(dict.fromkeys(seen))
        self.moves = np.array(rows, np.uint16).ravel()
        self.class_of = np.array([self.classes.index(each) for each in seen], np.uint16)

    def _letters(self, ruling: str) -> str:
        return "a" if ruling == "R-73" else self._game.reads(ruling)

    def _key(self, state: "_RunState") -> tuple[Any, ...]:
        """What matters of a state: its run, and unless nothing changes that, the last 8s and the first hand."""
        now = run(state.area, self._letters)
        if run_over(state.area, self._letters) or self._letters("R-71") == "c":
            return (now,)
        last = tuple(eight_or_not(card) for card in (Card("8S"), *state.dealt)[-3:])
        return (now, last, state.first, state.ended) if self._letters("R-71") == "b" else (now, last)


class _RunState(NamedTuple):
    """The cards dealt to a box, those of its first hand, and whether that is finished."""

    dealt: tuple[Card, ...]
    first: tuple[Card, ...]
    ended: bool = False

    @property
    def area(self) -> Area:
        return Area((Hand.of(*self.first), Hand.of(self.first[0])), self.dealt, at=int(self.ended))

    def card(self, card: Card) -> "_RunState":
        return _RunState((*self.dealt, card), self.first if self.ended else (*self.first, card), self.ended)

    def split(self) -> "_RunState":
        return self._replace(first=self.first if self.ended else self.first[:1])

    def end(self) -> "_RunState":
        return self._replace(ended=True)


def _packed(machine: Any, ready: Sequence[Any]) -> tuple[npt.NDArray[np.uint16], dict[int, int]]:
    """A machine's table with row 0 for split, then the final states, then the others; and the new row by old row."""
    row = {0: 0}
    for key in ready:
        if key in machine.rows:
            row[machine.rows[key]] = len(row)
        else:
            row[-len(row)] = len(row)
    for number in machine.rows.values():
        if number not in row:
            row[number] = len(row)
    stride = len(machine.letters)
    table = np.zeros((len(row), stride), np.uint16)
    for (number, letter), after in machine.moves.items():
        table[row[number], letter] = row[after]
    return table.ravel(), row


def _by_up(rows: Mapping[tuple[int, int], int], row: Mapping[int, int], first: int) -> npt.NDArray[np.uint16]:
    table = np.zeros((first, WIDTH), np.uint16)
    for (number, up), old_row in rows.items():
        table[number, up] = row[old_row]
    return table.ravel()


@cache
def _signatures(game: Blackjack) -> Any:
    """The class of the side wagers for every two cards and up card, and an example of each class; memoised."""
    on_two = [wager for wager in game.wagers if wager.reads in ("opening", "bounty")]
    on_three = [wager for wager in game.wagers if wager.reads == "trio"]
    apart = [results_by_deal(wager) for wager in game.wagers if wager.reads == "first_three"]
    matched: dict[tuple[str, Any], Match] = {}

    def match(wager: Wager, aspect: Any) -> Match:
        key = wager.name, aspect
        if key not in matched:
            matched[key] = wager.match(aspect)
        return matched[key]

    numbers: dict[Any, int] = {}
    shown: list[tuple[tuple[Card, Card], Card]] = []
    cards = game.deck.cards
    classes = np.zeros((52, 52, 64), np.uint8)
    for one, other in product(cards, cards):
        hand = opening(one, other)
        both: list[Any] = []
        for wager in on_two:
            if wager.reads == "opening":
                both.append(match(wager, hand))
            else:
                both += [match(wager, Bounty(hand, blackjack)) for blackjack in (False, True)]
        for first in cards if on_three or apart else cards[:1]:
            three = [results[places[one.number, other.number, first.number]] for results, places in apart]
            key = (*both, *(match(wager, trio(one, other, first)) for wager in on_three), *three)
            key = tuple((each.result, each.outcome) for each in key)
            if key not in numbers:
                if len(numbers) == MAX_SIDE_CLASSES:
                    raise Refused("too-many-wagers-to-simulate")
                numbers[key] = len(numbers)
                shown.append(((one, other), first))
            if on_three or apart:
                classes[one.number, other.number, first.number] = numbers[key]
            else:
                classes[one.number, other.number, :] = numbers[key]
    return classes, shown


def _openings(game: Blackjack, automaton: Automaton) -> Any:
    """The table of the player's two cards, that of the side wagers, and an example of each class of side wagers."""
    if game.printed:
        return np.zeros(4096, np.uint32), np.zeros(64, np.uint8), [((STANDARD.cards[0],) * 2, STANDARD.cards[0])]
    classes, shown = _signatures(game)
    code = {automaton.kind_of(*two): number for number, two in reversed(list(enumerate(automaton.openings)))}
    table, rows = np.zeros(4096, np.uint32), dict[bytes, int]()
    for one, other in product(game.deck.cards, repeat=2):
        row = classes[one.number, other.number].tobytes()
        kind = rows.setdefault(row, len(rows))
        table[64 * one.number + other.number] = CODES * kind + code[automaton.kind_of(one, other)]
    sides = np.frombuffer(b"".join(rows), np.uint8).copy()
    return table, sides, shown
