"""The picture of a table for surveillance: expectations of all wagers now and before, who bets into them, exposure."""

from collections import Counter

import msgspec
import numpy as np

from croupier.cards import Composition
from croupier.games.families import family_of
from croupier.games.family import stakes_by_wager
from croupier.games.round import Phase
from croupier.house.monitoring.observer import TableObserver
from croupier.house.surveillance.expectation import Before, Remaining, before_each
from croupier.house.surveillance.seen import SeenShoe
from croupier.odds.exposure import Largest, largest_loss
from croupier.words import Sentence, sentence_from

MAX_BETTORS_SHOWN = 100
"""Bettors into favourable wagers that are shown, the largest expected gain first."""


class Expectation(msgspec.Struct, frozen=True):
    """The expected value of a stake of one on the remaining cards."""

    exact: str
    """As a fraction."""
    ev: float


class Played(msgspec.Struct, frozen=True):
    """The expected values of the blackjack wagers that depend on decisions, by the solver, after a round of a shoe."""

    shoe: str
    round: int
    evs: dict[str, float]


class Moment(msgspec.Struct, frozen=True):
    """The expected values of the wagers before a round, in the order of the picture's wagers."""

    round: int
    seen: int
    """Cards that had been seen by then."""
    evs: tuple[float, ...]


class Into(msgspec.Struct, frozen=True):
    """What a terminal has staked in this shoe on a wager while it was favourable, in cents."""

    terminal: str
    wager: str
    staked: int
    gain: float
    """The expected win, in cents."""
    rounds: tuple[int, ...]


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A table after a round."""

    table: str
    game: str
    shoe: str
    decks: int
    round: int
    """The last one that is over."""
    at: int
    """The time of the last event, in microseconds since 1970."""
    seen: int
    """Cards of this shoe that have been seen."""
    left: int
    """Cards that have not been seen, burned ones and those behind the cutting card included."""
    expectations: dict[str, Expectation]
    """Exact, for every wager that does not depend on decisions; empty where too few cards are left for a round."""
    played: Played | None
    """The wagers of blackjack that depend on decisions, as soon as the solver has them."""
    favourable: dict[str, float]
    """The wagers with a positive expectation for the players, the best first."""
    into: tuple[Into, ...]
    """Who has bet into such wagers in this shoe."""
    wagers: tuple[str, ...]
    history: tuple[Moment, ...]
    """Before each round of the shoe, to about fourteen digits."""


class Exposure(msgspec.Struct, frozen=True, kw_only=True):
    """The largest loss of a table on the wagers accepted now, with all that players may still add to them."""

    table: str
    round: int
    phase: Phase | None
    staked: dict[str, int]
    """Total stakes by wager, in cents."""
    loss: int
    how: Sentence
    reached: bool
    """Whether the remaining cards can produce this loss; otherwise it is an upper bound."""
    once_in: dict[str, int]
    """At baccarat: the loss, in cents, that is reached once in so many rounds."""


def pictured(observer: TableObserver, shoe: SeenShoe, played: Played | None) -> tuple[Picture, Before]:
    """The current picture of a table, and the expectations before each round of its shoe."""
    left = Remaining.full(shoe.rules, shoe.decks).without(shoe.order)
    worth = left.evs()
    before = before_each(shoe)
    chances = {name: float(ev) for name, ev in worth.items()} | (played.evs if played else {})
    favourable = {name: ev for name, ev in chances.items() if ev > 0}
    picture = Picture(
        table=shoe.table,
        game=shoe.game,
        shoe=shoe.name,
        decks=shoe.decks,
        round=shoe.rounds[-1].number if shoe.rounds else observer.state.number,
        at=observer.at,
        seen=len(shoe.order),
        left=sum(left.left),
        expectations={name: Expectation(f"{ev.numerator}/{ev.denominator}", float(ev)) for name, ev in worth.items()},
        played=played,
        favourable=dict(sorted(favourable.items(), key=lambda each: -each[1])),
        into=_into(shoe, before),
        wagers=before.names,
        history=tuple(
            Moment(round.number, gone, tuple(row))
            for round, gone, row in zip(shoe.rounds, before.gone, before.ev.tolist(), strict=True)
        ),
    )
    return picture, before


def exposed(observer: TableObserver) -> Exposure:
    """The largest loss of a table on the stakes of the round in play."""
    state, round, shoe = observer.state, observer.state.round, observer.shoe
    areas = [] if round is None or state.over else family_of(round).before_the_deal(round)
    staked, largest = stakes_by_wager(areas), Largest(0, Sentence("nothing-staked"))
    if round is not None and staked:
        largest = largest_loss(round.terms.rules, areas, _left(shoe) if shoe else round.terms.shoe)
    return Exposure(
        table=state.name,
        round=state.number,
        phase=round.phase if round is not None else None,
        staked=staked,
        loss=largest.loss,
        how=sentence_from(largest.how),
        reached=largest.reached,
        once_in=largest.once_in,
    )


def _into(shoe: SeenShoe, before: Before) -> tuple[Into, ...]:
    places = {name: place for place, name in enumerate(before.names)}
    sums: dict[tuple[str, str], Into] = {}
    for row in np.flatnonzero((before.ev > 0).any(axis=1)):
        round, evs = shoe.rounds[row], before.ev[row].tolist()
        for bet in round.bets:
            place = places.get(bet.wager)
            if place is not None and evs[place] > 0 and not bet.withdrawn:
                so_far = sums.get((bet.who, bet.wager)) or Into(bet.who, bet.wager, 0, 0.0, ())
                sums[bet.who, bet.wager] = Into(
                    bet.who,
                    bet.wager,
                    so_far.staked + bet.stake,
                    so_far.gain + bet.stake * evs[place],
                    (*so_far.rounds, round.number),
                )
    return tuple(sorted(sums.values(), key=lambda line: -line.gain)[:MAX_BETTORS_SHOWN])


def _left(shoe: SeenShoe) -> Composition:
    """The remaining cards of a shoe; a card that cannot have been in it is ignored here, and reported by `cards`."""
    full = shoe.full
    gone = Counter(shoe.order) & Counter(full)
    return Composition(full.deck, full.decks, gone.elements())
