"""A baccarat shoe: dealt round by round with every wager staked, and drawn with its boards."""

import dataclasses
import itertools
import random
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cards import Card, shuffled
from croupier.demo.baccarat.boards import boards, legend
from croupier.demo.drawing import beside, card, heading, money
from croupier.demo.settled import explained, lost, sums
from croupier.demo.stakes import BETTOR, STAKE
from croupier.games.baccarat.drawing import Side, total
from croupier.games.baccarat.messages import (
    AnyCommand,
    CloseBets,
    DealCard,
    OpenBets,
    PlaceWager,
    RemoveCuttingCard,
    Settle,
)
from croupier.games.baccarat.outcome import Outcome, outcome
from croupier.games.baccarat.round import BaccaratRound, decide, evolve
from croupier.games.baccarat.settlement import Summary
from croupier.games.baccarat.variants import Baccarat
from croupier.games.baccarat.wagers import NAMES, SIDES
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms
from croupier.games.wager import Line
from croupier.house.roads import Mark
from croupier.house.views.baccarat.view import mark


@dataclasses.dataclass(frozen=True, kw_only=True)
class BaccaratDemoRound:
    """A settled round, with its place in the shoe."""

    game: Baccarat
    round: BaccaratRound
    shoe: int
    marks: tuple[Mark, ...]
    """The marks of the shoe so far, this round's the last."""
    balance: int
    """The net result since the start, in cents."""

    @property
    def outcome(self) -> Outcome:
        """The outcome of the cards."""
        return outcome(self.round.cards)

    @property
    def lines(self) -> list[Line]:
        """The settlement of every wager."""
        return self.round.lines(BETTOR)


def deal(game: Baccarat, entropy: random.Random, balance: int = 0) -> Iterator[BaccaratDemoRound]:
    """Rounds without end, shoe after shoe.

    >>> from croupier.games.baccarat.variants import VARIANTS
    >>> first = next(deal(VARIANTS[0], random.Random(1)))
    >>> first.round.phase, len(first.lines), first.balance == sum(line.net for line in first.lines)
    (<Phase.SETTLED: 'settled'>, 6, True)
    """
    for shoe in itertools.count(1):
        marks: tuple[Mark, ...] = ()
        for round in _rounds(game, shuffled(game.shoe(), entropy)):
            marks = (*marks, mark(outcome(round.cards), game))
            balance += round.nets()[BETTOR]
            yield BaccaratDemoRound(game=game, round=round, shoe=shoe, marks=marks, balance=balance)


def _rounds(game: Baccarat, shoe: Sequence[Card]) -> Iterator[BaccaratRound]:
    """The rounds of one shoe; the last is the one in which the cutting card comes, a deck before the end (R-15)."""
    cut, out = len(shoe) - len(game.deck.cards), 0
    while True:
        round = _after_bets(game)
        while round.phase is Phase.DEALING:
            if out == cut:
                round = _then(round, RemoveCuttingCard())
            round = _then(round, DealCard(card=shoe[out]))
            out += 1
        round = _then(round, Settle())
        yield round
        if round.cut_after is not None:
            return


def _after_bets(game: Baccarat) -> BaccaratRound:
    round = _then(None, OpenBets(terms=Terms.of(game)))
    for wager in game.wagers:
        round = _then(round, PlaceWager(bettor=BETTOR, wager=wager.name, stake=STAKE))
    return _then(round, CloseBets())


def _then(round: BaccaratRound | None, command: AnyCommand) -> BaccaratRound:
    by = Role.PLAYER if isinstance(command, PlaceWager) else Role.DEALER
    for event in decide(round, command, by):
        round = evolve(round, event)
    assert round is not None, "a command that is not refused leaves a round"
    return round


HAND_WIDTH = 20
"""Columns for three cards."""


def view(dealt: BaccaratDemoRound, width: int, *, airy: bool = True) -> RenderableType:
    """The drawing of a round: the hands, every wager, the boards; if `airy`, with empty lines between them."""
    between = [""] if airy else []
    won, gone = ([line for line in dealt.lines if (line.result == "lose") is is_lost] for is_lost in (False, True))
    return Group(
        heading(dealt.game, dealt.shoe, len(dealt.marks), width),
        *between,
        _hands(dealt, width),
        *between,
        explained(dealt.game, won, width),
        lost(dealt.game, gone, width),
        *between,
        _sum(dealt),
        *between,
        boards(dealt.marks, dealt.shoe, width),
        legend(),
    )


def _hands(dealt: BaccaratDemoRound, width: int) -> Table:
    grid = Table.grid(expand=True)
    grid.add_column(ratio=1)
    grid.add_column(width=HAND_WIDTH)
    grid.add_column(width=max(1, min(width, 80) - 2 * HAND_WIDTH), justify="center", vertical="middle")
    grid.add_column(width=HAND_WIDTH)
    grid.add_column(ratio=1)
    player, banker = (_hand(side, dealt.round.hands[side]) for side in SIDES)
    grid.add_row("", player, _result(dealt), banker, "")
    return grid


def _hand(side: Side, hand: Sequence[Card]) -> Text:
    """The cards of a hand, Player's to the left of the middle and Banker's to the right, the third one outermost."""
    name, points = (NAMES[side], f"{side}.name"), (f" {total(hand)} ", f"{side}.plate")
    cards = [card(each) for each in hand]
    if side == "banker":
        return Text("\n").join([Text.assemble(points, " ", name), *beside(cards)])
    rows = [Text.assemble(name, " ", points), *beside(cards[2:] + cards[:2])]
    return Text("\n").join(Text(" " * (HAND_WIDTH - len(row))) + row for row in rows)


def _result(dealt: BaccaratDemoRound) -> Text:
    points = dealt.outcome.points
    summary = Summary.of(dealt.outcome, dealt.game)
    high, low = max(points.player, points.banker), min(points.player, points.banker)
    headline = f"Tie on {high}" if points.winner == "tie" else f"{NAMES[points.winner]} wins, {high} to {low}"
    pairs = {"player": summary.player_pair, "banker": summary.banker_pair}
    notes = [f"{NAMES[side]} natural" for side in SIDES if points.natural(side)]
    notes += [f"{NAMES[side]} pair" for side in SIDES if pairs[side]]
    result = Text.assemble((headline, f"{points.winner}.name"))
    if notes:
        result.append("\n" + ", ".join(notes))
    if dealt.round.cut_after is not None:
        result.append(f"\nCutting card: last round of this shoe\n({dealt.round.law.cutting_card})", "notice")
    return result


def _sum(dealt: BaccaratDemoRound) -> Text:
    net, staked = sum(line.net for line in dealt.lines), sum(line.stake for line in dealt.lines)
    return sums(f"{len(dealt.lines)} wagers, {money(staked)} staked", net, dealt.balance)
