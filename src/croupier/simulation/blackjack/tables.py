"""The look-up tables of a blackjack game under one strategy, and the result of every wager by class of rounds.

A class of rounds is an ending (see `automaton`) combined with a class of the side wagers on the first cards. Every
wager reads one of the two or both, so counts of classes settle every wager exactly.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.cards import STANDARD, Card, Composition
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.outcome import HIGH, Bounty, EightsRun, opening, trio
from croupier.games.blackjack.settlement import ASPECTS
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack.sequences import NOBODY
from croupier.odds.blackjack.solver.hands import value_index
from croupier.odds.result import SPLIT, Chance, Odds
from croupier.odds.tally import classify, outcomes
from croupier.refused import Refused
from croupier.simulation.blackjack import areas, rounds
from croupier.simulation.blackjack.areas import LOWEST
from croupier.simulation.blackjack.automaton import (
    SPADE_KINGS,
    UNLIKE,
    UNLIKE_TENS,
    WHOLE,
    Automaton,
    DealerEnd,
    FinishedHand,
)
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
MAX_SIDE_CLASSES = 256
"""Classes of the side wagers on the first cards that fit into the tables."""

Signature = tuple[tuple[str, Match], ...]


class BlackjackClasses:
    """The classes of one game under one strategy: its tables, and the result of each wager by class."""

    def __init__(self, game: Blackjack, strategy: ChartStrategy) -> None:
        self.game, self.strategy = game, strategy
        self.automaton = Automaton(game, strategy)
        self.openings, self.sides, self.shown = _openings(game, self.automaton)
        self.endings = dict(self.automaton.endings)
        self.runs = _runs(game)
        self.tables = self._tables()
        self.size = len(self.endings) * len(self.shown)
        self._listed = list(self.endings)
        self._sheets = {wager.name: self._sheet(wager) for wager in game.wagers if wager.name != "main"}

    def match(self, number: int, wager: Wager) -> Match | None:
        """The result of a side wager in a round of that class; `None` where it is not offered."""
        ending, (two, first) = self._listed[number // len(self.shown)], self.shown[number % len(self.shown)]
        if wager.reads == "second_card_ten":
            return None if ending.insured is None else wager.match(ending.insured)
        if wager.reads == "opening":
            return wager.match(opening(*two))
        if wager.reads == "trio":
            return wager.match(trio(two[0], two[1], first))
        if wager.reads == "bounty":
            return wager.match(Bounty(opening(*two), ending.blackjack))
        if wager.reads == "run":
            return wager.match(ending.run)
        if wager.reads == "dealer_bust":
            return wager.match(_Cards(ending.bust_with))
        assert wager.reads == "eighteen"
        return wager.match(_Both(18, 18) if ending.tie else _Both(0, 0))

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
        kinds_of_end, end_kinds = classify(ends, lambda end: (end.blackjack, end.insured, end.bust_with))
        single = np.zeros((len(results), len(ends), len(self.runs.classes)), np.uint16)
        every = product(enumerate(results), enumerate(ends), enumerate(self.runs.classes))
        for (r, result), (e, end), (s, eights_run) in every:
            ending = automaton.single(result, end, eights_run)
            # With several boxes the Dealer may draw for another one; with a printed card the Dealer always draws.
            if ending in self.endings or not game.printed:
                single[r, e, s] = self.endings.setdefault(ending, len(self.endings))
        split = np.zeros((2 * LOWEST, len(end_kinds), 2, len(self.runs.classes)), np.uint16)
        if automaton.split_hands and SPLIT in {*automaton.rounds.rows} and self._splits:
            for net, (k, kind), mark, (s, eights_run) in product(
                self._split_nets(nets, results),
                enumerate(end_kinds),
                (0, 1),
                enumerate(self.runs.classes),
            ):
                marked = "tie-on-18" in game.by_name or game.insurance_dies
                if (not mark or marked) and (eights_run is None or eights_run.eights > 1):
                    end = DealerEnd(0, kind[0], kind[1], kind[2])
                    ending = automaton.split(net * half, end, bool(mark), eights_run)
                    split[net + LOWEST, k, mark, s] = self.endings.setdefault(ending, len(self.endings))
        waits_for_bounty = "kings-bounty" in game.by_name and game.dealer_draws != "main"
        numbers = (
            stride,
            not game.printed,
            value_index(game.printed) if game.printed else 0,
            len(results),
            game.splitting.hands,
            automaton.openings.index(SPADE_KINGS) if waits_for_bounty else 255,
            areas.TAKEN.index(game.original_only),
            automaton.openings.index(UNLIKE_TENS) if UNLIKE_TENS in automaton.openings else 255,
            game.splitting.again,
            len(ends),
            len(end_kinds),
            len(self.runs.classes),
            len(self.shown),
        )
        return areas.tables(
            numbers,
            self.openings,
            self.sides,
            automaton.letter_of,
            np.array([value_index(card) for card in automaton.letters]),
            hands,
            _by_up(automaton.first_hands, self.hand_rows, 64),
            _by_up(automaton.split_hands, self.hand_rows, UNLIKE + 1),
            # Aces are split only once.
            np.array([game.printed is not None or value > 0 for value in range(10)]),
            waits.ravel(),
            np.array([game.blackjacks and value in (0, 9) for value in range(WIDTH)]),
            dealers,
            _by_up(automaton.dealers_from, dealer_row, WHOLE + 1),
            np.array([end.blackjack for end in ends]),
            nets.ravel() + LOWEST,
            np.array(lost),
            marks.ravel(),
            np.array([kinds_of_end[end] for end in ends]),
            self.runs.table(automaton),
            single.ravel(),
            split.ravel(),
        )

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
        starts = _by_up(automaton.starts, row, 64)
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


class _Cards:
    def __init__(self, cards: int) -> None:
        self.cards = cards


class _Both:
    def __init__(self, player: int, dealer: int) -> None:
        self.player, self.dealer = player, dealer


class _Runs:
    """The classes of the first three cards of a box for Superb 8's; a single `None` in games without it."""

    def __init__(self, runs: list[EightsRun | None]) -> None:
        self.classes = runs

    def table(self, automaton: Automaton) -> npt.NDArray[np.uint8]:
        """The class by the letters of three cards; one more letter stands for a missing card."""
        base = len(automaton.letters) + 1
        classes = np.zeros(base**3, np.uint8)
        if self.classes != [None]:
            for number, three in enumerate(product([*automaton.letters, None], repeat=3)):
                dealt = three[: three.index(None)] if None in three else three
                classes[number] = self.classes.index(ASPECTS["run"](Area((), dealt), NOBODY))  # type: ignore[arg-type]
        return classes


def _runs(game: Blackjack) -> _Runs:
    if not any(wager.reads == "run" for wager in game.wagers):
        return _Runs([None])
    cards = [Card("8S"), Card("8H"), Card("9S")]
    return _Runs(list(dict.fromkeys(ASPECTS["run"](Area((), three), NOBODY) for three in product(cards, repeat=3))))


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
        for first in cards if on_three else cards[:1]:
            key = (*both, *(match(wager, trio(one, other, first)) for wager in on_three))
            key = tuple((each.result, each.outcome) for each in key)
            if key not in numbers:
                if len(numbers) == MAX_SIDE_CLASSES:
                    raise Refused("too-many-wagers-to-simulate")
                numbers[key] = len(numbers)
                shown.append(((one, other), first))
            if on_three:
                classes[one.number, other.number, first.number] = numbers[key]
            else:
                classes[one.number, other.number, :] = numbers[key]
    return classes, shown


def _openings(game: Blackjack, automaton: Automaton) -> Any:
    """The table of the player's two cards, that of the side wagers, and an example of each class of side wagers."""
    if game.printed:
        return np.zeros(4096, np.uint16), np.zeros(64, np.uint8), [((STANDARD.cards[0],) * 2, STANDARD.cards[0])]
    classes, shown = _signatures(game)
    code = {
        (value_index(one), value_index(other)): number
        for number, (one, other) in reversed(list(enumerate(automaton.openings)))
    }
    table, rows = np.zeros(4096, np.uint16), dict[bytes, int]()
    for one, other in product(game.deck.cards, repeat=2):
        row = classes[one.number, other.number].tobytes()
        kind = rows.setdefault(row, len(rows))
        values = sorted((value_index(one), value_index(other)))
        hand = code[values[0], values[1]]
        if UNLIKE_TENS in automaton.openings and values[0] == value_index(UNLIKE_TENS[0]) and one.rank != other.rank:
            hand = automaton.openings.index(UNLIKE_TENS)
        if (one, other) == SPADE_KINGS and SPADE_KINGS in automaton.openings:
            hand = automaton.openings.index(SPADE_KINGS)
        table[64 * one.number + other.number] = 64 * kind + hand
    sides = np.frombuffer(b"".join(rows), np.uint8).copy()
    return table, sides, shown
