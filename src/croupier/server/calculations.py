"""The calculations of the laboratory: odds, strategy charts and simulated rounds of any game, as they are shown.

Arguments and results are values that can be sent between processes: `worker` runs these functions in its own process.
"""

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from croupier.cards import Composition, cards
from croupier.games import recorded
from croupier.games.catalogue import game as find
from croupier.games.families import family
from croupier.house.views.shown import OwnLine
from croupier.odds.catalogue import odds, unlisted
from croupier.odds.odds_table import number as written
from croupier.odds.result import Chance, Odds, PlayedOdds, Share, base
from croupier.rulebook import Citation
from croupier.words import several

if TYPE_CHECKING:
    from croupier.simulation.estimate import Estimate
    from croupier.simulation.kernel import Kernel

Card: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A23456789TJQK][SHDC]$")]
Seed: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
MAX_SIMULATED_ROUNDS = 10**9
"""Rounds in one simulation."""
RoundCount: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_SIMULATED_ROUNDS)]
MAX_DEPARTURES_LISTED = 12
"""Hands listed that are better played otherwise than the chart says."""
MAX_RULES_LENGTH = 512
"""Characters of a game's name with its edition and readings: more than all open points of a game take."""


class ShoeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game and a shoe: so many decks, less the cards that are gone."""

    game: Annotated[str, msgspec.Meta(max_length=MAX_RULES_LENGTH)]
    """Its name, with its edition and readings where it is asked about under others, such as `lucky-8 R-43=b`."""
    decks: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    """The default of the game if left out."""
    gone: Annotated[tuple[Card, ...], msgspec.Meta(max_length=520)] = ()

    @property
    def shoe(self) -> Composition:
        """The composition of the shoe; refused if it is impossible."""
        rules = find(self.game)
        return rules.shoe(rules.check_decks(self.decks)).without(cards(self.gone))


class OutcomeOdds(msgspec.Struct, frozen=True):
    """One outcome of a wager."""

    outcome: str
    result: Literal["win", "lose", "push"] | None
    """Null if it may be several, as with split hands."""
    pays: str | None
    net: float
    """What a stake of one wins with this outcome, on average."""
    probability: float
    count: str | None
    """How many of `total` cases, if they can be counted: text, because there are too many digits for a number."""
    total: str | None


class WagerOdds(msgspec.Struct, frozen=True):
    """The odds of a wager: house edge, standard deviation, hit rate, and every outcome."""

    name: str
    wager: str
    """The wager as it is declared; there may be several entries for one wager, with different aims of play."""
    title: str
    edge: float
    sd: float
    hit: float
    ev: str
    """The expected value for a stake of one: a fraction, or a decimal number if it is not exact."""
    exact: bool
    method: str | None
    outcomes: list[OutcomeOdds]


class OddsTable(msgspec.Struct, frozen=True):
    """Every wager of a game from one shoe."""

    game: str
    decks: int
    shoe: str
    left: int
    """Cards in it."""
    wagers: list[WagerOdds]
    notes: list[str]
    """Why some wagers are not listed."""


class ChartSquare(msgspec.Struct, frozen=True):
    """The decision for a total or a pair against the Dealer's up card, and the value of every decision."""

    symbol: str
    action: str
    ev: dict[str, float]
    cost: dict[str, float]
    """What each decision loses against the one in the chart."""


class ChartPart(msgspec.Struct, frozen=True):
    """Hard totals, soft totals or pairs."""

    part: Literal["hard", "soft", "pairs"]
    rows: dict[str, dict[str, ChartSquare]]


class OfferedPlay(msgspec.Struct, frozen=True):
    """Insurance or even money: the best gain over declining, and with which cards to take it."""

    name: str
    best: float
    take: list[str]


class DeparturePlay(msgspec.Struct, frozen=True):
    """A hand of exact cards that is better played otherwise than the chart says."""

    hand: str
    up: str
    chart: str
    best: str
    gain: float


class StrategyChart(msgspec.Struct, frozen=True):
    """The best strategy of a game from one shoe."""

    game: str
    decks: int
    shoe: str
    reading: str | None
    ev: dict[str, float]
    """The expected value of the main wager: by the chart, by exact cards, and for an absent player."""
    ups: list[str]
    parts: list[ChartPart]
    offers: list[OfferedPlay]
    departures: list[DeparturePlay]


class OpenedRound(msgspec.Struct, frozen=True):
    """A simulated round, dealt again and settled by the rules."""

    game: str
    seed: int
    number: int
    cards: list[str]
    hands: dict[str, list[str]]
    said: str
    decisions: list[str]
    lines: list[OwnLine]
    total: int
    clauses: list[Citation]
    """Every clause that decided something in it."""


class Simulated(msgspec.Struct, frozen=True):
    """A wager's simulated edge so far with its 95 % confidence interval, and the exact edge."""

    edge: float
    low: float
    """The bounds of the 95 % confidence interval."""
    high: float
    exact: float
    distance: float | None
    """Standard errors by which the simulated edge is above the exact one."""


class Piece(msgspec.Struct, frozen=True):
    """One batch of a simulation, added to all batches before."""

    counts: list[int]
    """How often each class of rounds occurred, from the beginning."""
    rounds: int
    wagers: dict[str, Simulated]


def work_odds(query: ShoeAsked) -> OddsTable:
    """The exact odds of every wager."""
    shoe, rules = query.shoe, find(query.game)
    by_name = odds(query.game, shoe)
    titles = {wager.name: wager.label for wager in rules.wagers}
    return OddsTable(
        query.game,
        shoe.decks,
        str(shoe),
        shoe.total,
        [_wager(name, titles[base(name)], each) for name, each in by_name.items()],
        unlisted(query.game, by_name),
    )


def work_chart(query: ShoeAsked) -> StrategyChart:
    """The best strategy chart of a game with decisions."""
    from croupier.odds.strategy import strategy

    best = strategy(query.game, query.shoe)
    sheet = best.sheet
    departures = sorted(best.departures, key=lambda each: -float(each.gain))[:MAX_DEPARTURES_LISTED]
    return StrategyChart(
        query.game,
        best.shoe.decks,
        str(best.shoe),
        best.reading,
        {name: float(ev) for name, ev in best.ev.items()},
        sheet.ups,
        [
            ChartPart(
                part,
                {
                    row: {
                        up: ChartSquare(
                            square.symbol,
                            square.action,
                            {decision: float(ev) for decision, ev in square.ev.items()},
                            {decision: float(cost) for decision, cost in square.cost.items()},
                        )
                        for up, square in squares.items()
                    }
                    for row, squares in rows.items()
                },
            )
            for part, rows in sheet.parts.items()
            if rows
        ],
        [OfferedPlay(each.name, float(max(each.gains.values())), each.taken) for each in best.offers],
        [DeparturePlay(each.cards, each.up, each.chart, each.best, float(each.gain)) for each in departures],
    )


def work_piece(query: ShoeAsked, seed: int, first: int, last: int, before: list[int]) -> Piece:
    """Simulate rounds `first` up to `last`; the estimates are of all rounds so far, with the counts `before`."""
    from croupier.simulation.estimate import estimates

    kernel = _kernel(query)
    counts = kernel.tally(seed, range(first, last))
    counts = counts if not before else counts + before
    by_name = estimates(kernel.settle(counts.tolist()), _exact(query))
    return Piece(counts.tolist(), int(counts.sum()), {name: _simulated(each) for name, each in by_name.items()})


def work_round(query: ShoeAsked, seed: int, number: int) -> OpenedRound:
    """Deal a round of a simulation again, and settle it by the rules."""
    kernel = _kernel(query)
    dealt = kernel.open(seed, number)
    settled = recorded.settle(kernel.game, dealt.cards, dealt.wagers, dealt.decisions, decks=dealt.decks)
    drawn_by = family(kernel.game).drawn_by(kernel.game)
    clauses = dict.fromkeys((*drawn_by, *(clause for line in settled.lines for clause in line.clauses)))
    return OpenedRound(
        dealt.game,
        seed,
        number,
        [str(card) for card in dealt.cards],
        {str(name): [str(card) for card in hand] for name, hand in settled.hands.items()},
        settled.headline,
        list(dealt.decisions),
        [OwnLine(**msgspec.structs.asdict(line)) for line in settled.lines],
        settled.total,
        list(clauses),
    )


@lru_cache(maxsize=8)
def _kernel(query: ShoeAsked) -> "Kernel":
    # Compiled loops are slow to import, so the server process does not.
    from croupier.simulation.catalogue import kernel

    return kernel(query.game, query.shoe)


@lru_cache(maxsize=32)
def _exact(query: ShoeAsked) -> dict[str, Odds | PlayedOdds]:
    return dict(_kernel(query).exact())


def _simulated(estimate: "Estimate") -> Simulated:
    from croupier.simulation.estimate import Z_95

    edge, error = float(estimate.simulated.edge), Z_95 * estimate.stderr
    distance = estimate.distance
    return Simulated(
        edge, edge - error, edge + error, float(estimate.exact.edge), distance if math.isfinite(distance) else None
    )


def _wager(name: str, title: str, odds: Odds | PlayedOdds) -> WagerOdds:
    method = several([odds.method, odds.apart]) if isinstance(odds, PlayedOdds) else odds.method
    return WagerOdds(
        name,
        base(name),
        title,
        float(odds.edge),
        float(odds.sd),
        float(odds.hit),
        written(odds.ev),
        not isinstance(odds.ev, float),
        method,
        [_outcome(each) for each in odds.chances],
    )


def _outcome(chance: Chance | Share) -> OutcomeOdds:
    return OutcomeOdds(
        chance.outcome,
        chance.result,
        str(chance.pays) if chance.pays else None,
        float(chance.net),
        float(chance.probability),
        None if chance.count is None else str(chance.count),
        None if chance.total is None else str(chance.total),
    )
