"""What the laboratory works out: odds, charts and simulated rounds of any game, as they are shown. It runs elsewhere.

Everything here is asked for with what a shoe is made of, and answered with values that travel: `workshop` calls it in a
process of its own.
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
"""In one simulation."""
RoundCount: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_SIMULATED_ROUNDS)]
MAX_DEPARTURES_LISTED = 12
"""Hands that would rather be played otherwise, as many as are listed."""


class ShoeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game, and what is left in the shoe that it is played from: so many decks less these cards."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    decks: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    """As many as usual where not said."""
    gone: Annotated[tuple[Card, ...], msgspec.Meta(max_length=520)] = ()

    @property
    def shoe(self) -> Composition:
        """The shoe; one that cannot be is refused."""
        rules = find(self.game)
        return rules.shoe(rules.check_decks(self.decks)).without(cards(self.gone))


class OutcomeOdds(msgspec.Struct, frozen=True):
    """One thing that may become of a wager."""

    outcome: str
    result: Literal["win", "lose", "push"] | None
    """None of them where it is one or another, as split hands are."""
    pays: str | None
    net: float
    """What a stake of one then wins, on average if not always."""
    probability: float
    count: str | None
    """Of so many cases, where they can be counted: too many digits for a number."""
    total: str | None


class WagerOdds(msgspec.Struct, frozen=True):
    """A wager: what the house keeps of a stake, how results spread, how often it wins, and what may become of it."""

    name: str
    wager: str
    """As it is declared; the same may be played for different ends."""
    title: str
    edge: float
    sd: float
    hit: float
    ev: str
    """What a stake of one wins: a fraction, or a decimal number where it is none."""
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
    """Why some are not listed."""


class ChartSquare(msgspec.Struct, frozen=True):
    """What to do with a total or a pair against a first card, and what every decision is worth."""

    symbol: str
    action: str
    ev: dict[str, float]
    cost: dict[str, float]
    """What each decision loses against the one that the chart takes."""


class ChartPart(msgspec.Struct, frozen=True):
    """Hard totals, soft totals or pairs."""

    part: Literal["hard", "soft", "pairs"]
    rows: dict[str, dict[str, ChartSquare]]


class OfferedPlay(msgspec.Struct, frozen=True):
    """Insurance or even money: what taking it wins over declining, at best, and with which cards that is worth it."""

    name: str
    best: float
    take: list[str]


class DeparturePlay(msgspec.Struct, frozen=True):
    """Exact cards that would rather be played otherwise than the chart says."""

    hand: str
    up: str
    chart: str
    best: str
    gain: float


class StrategyChart(msgspec.Struct, frozen=True):
    """How a game is played best from one shoe."""

    game: str
    decks: int
    shoe: str
    reading: str | None
    ev: dict[str, float]
    """What the main wager wins by the chart, by the exact cards held, and for somebody absent."""
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
    """All that it rests on."""


class Simulated(msgspec.Struct, frozen=True):
    """What a simulation says of a wager so far, with how sure it can be, and the exact value beside."""

    edge: float
    low: float
    """The true edge is between these 95 times in 100."""
    high: float
    exact: float
    distance: float | None
    """How many standard errors the edge is above the exact one."""


class Piece(msgspec.Struct, frozen=True):
    """So many rounds more of a simulation."""

    counts: list[int]
    """Of every class of rounds, from the beginning on."""
    rounds: int
    wagers: dict[str, Simulated]


def work_odds(asked: ShoeAsked) -> OddsTable:
    """Every wager, exactly."""
    shoe, rules = asked.shoe, find(asked.game)
    found = odds(asked.game, shoe)
    titles = {wager.name: wager.label for wager in rules.wagers}
    return OddsTable(
        asked.game,
        shoe.decks,
        str(shoe),
        shoe.total,
        [_wager(name, titles[base(name)], each) for name, each in found.items()],
        unlisted(asked.game, found),
    )


def work_chart(asked: ShoeAsked) -> StrategyChart:
    """The best chart of a game with decisions."""
    from croupier.odds.strategy import strategy

    found = strategy(asked.game, asked.shoe)
    sheet = found.sheet
    departures = sorted(found.departures, key=lambda each: -float(each.gain))[:MAX_DEPARTURES_LISTED]
    return StrategyChart(
        asked.game,
        found.shoe.decks,
        str(found.shoe),
        found.reading,
        {name: float(ev) for name, ev in found.ev.items()},
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
        [OfferedPlay(each.name, float(max(each.gains.values())), each.taken) for each in found.offers],
        [DeparturePlay(each.cards, each.up, each.chart, each.best, float(each.gain)) for each in departures],
    )


def work_piece(asked: ShoeAsked, seed: int, first: int, last: int, before: list[int]) -> Piece:
    """Simulate the rounds of these numbers, and say what all up to there come to."""
    from croupier.simulation.estimate import estimates

    found = _kernel(asked)
    counts = found.tally(seed, range(first, last))
    counts = counts if not before else counts + before
    told = estimates(found.settle(counts.tolist()), _exact(asked))
    return Piece(counts.tolist(), int(counts.sum()), {name: _found(each) for name, each in told.items()})


def work_round(asked: ShoeAsked, seed: int, number: int) -> OpenedRound:
    """Deal a round of a simulation again, and settle it by the rules."""
    dealt = _kernel(asked).open(seed, number)
    settled = recorded.settle(dealt.game, dealt.cards, dealt.wagers, dealt.decisions, decks=dealt.decks)
    drawn_by = family(dealt.game).drawn_by(find(dealt.game))
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
def _kernel(asked: ShoeAsked) -> "Kernel":
    # Compiled loops are slow to load: the house itself does without.
    from croupier.simulation.catalogue import kernel

    return kernel(asked.game, asked.shoe)


@lru_cache(maxsize=32)
def _exact(asked: ShoeAsked) -> dict[str, Odds | PlayedOdds]:
    return dict(_kernel(asked).exact())


def _found(estimate: "Estimate") -> Simulated:
    from croupier.simulation.estimate import Z_95

    edge, error = float(estimate.simulated.edge), Z_95 * estimate.stderr
    distance = estimate.distance
    return Simulated(
        edge, edge - error, edge + error, float(estimate.exact.edge), distance if math.isfinite(distance) else None
    )


def _wager(name: str, title: str, found: Odds | PlayedOdds) -> WagerOdds:
    said = several([found.method, found.apart]) if isinstance(found, PlayedOdds) else found.method
    return WagerOdds(
        name,
        base(name),
        title,
        float(found.edge),
        float(found.sd),
        float(found.hit),
        written(found.ev),
        not isinstance(found.ev, float),
        said,
        [_outcome(each) for each in found.chances],
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
