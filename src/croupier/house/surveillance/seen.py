"""The input of surveillance: which cards came, who had staked what and when, and how long a round took.

>>> from croupier.cards import cards
>>> from croupier.games.baccarat.messages import CloseBets, DealCard, OpenBets, PlaceWager, Settle
>>> from croupier.games.baccarat.round import play
>>> from croupier.games.terms import Terms
>>> dealt = (DealCard(card=card) for card in cards("8S 4C 3D 2H KH"))
>>> placed = PlaceWager(bettor="T1", wager="banker", stake=10_000)
>>> round = play(OpenBets(terms=Terms.of("tiger")), placed, CloseBets(), *dealt, Settle())
>>> bets(round, {("T1", "banker"): 800})
(Bet(who='T1', wager='banker', stake=10000, net=9500, before_close=800, withdrawn=False),)
"""

from collections.abc import Mapping

import msgspec

from croupier.cards import Card, Composition
from croupier.games.catalogue import game as find
from croupier.games.catalogue import read_by
from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.game import Game
from croupier.games.readings import Readings


class Bet(msgspec.Struct, frozen=True, gc=False):
    """The stake of one terminal on one wager of a round, in cents."""

    who: str
    wager: str
    stake: int
    net: int
    """What it won or lost, in cents; for a withdrawn one, what it would have."""
    before_close: int | None = None
    """Milliseconds from its acceptance, its last increase or its withdrawal to the close of bets, where known."""
    withdrawn: bool = False
    """Taken back before the close."""


class SeenRound(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round."""

    number: int
    cards: tuple[Card, ...]
    """Every card that was seen to leave the shoe for it, in order."""
    bets: tuple[Bet, ...] = ()
    took: int | None = None
    """Milliseconds from the opening of bets to the settlement; none where it was interrupted, ruled on or void."""


class SeenShoe(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds from one shuffle to the next, or to now."""

    table: str
    name: str
    game: str
    decks: int
    edition: str = ""
    """The edition and the readings that its rounds are played by; empty for those of today."""
    readings: Readings = Readings()
    rounds: tuple[SeenRound, ...] = ()
    whole: tuple[Card, ...] = ()
    """All its cards, where the whole shoe was opened or counted after the last round."""
    early: str = ""
    """Who removed it before its cutting card had come, and why; empty where nobody did."""

    @property
    def rules(self) -> Game:
        """The rules of the game."""
        return read_by(self.game, self.edition, self.readings) if self.edition else find(self.game)

    @property
    def full(self) -> Composition:
        """The cards that it should hold."""
        return self.rules.shoe(self.decks)

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards that were seen, in order."""
        return tuple(card for round in self.rounds for card in round.cards)

    def round_of(self, place: int) -> int:
        """The number of the round in which the card at that place of `order` came."""
        for round in self.rounds:
            place -= len(round.cards)
            if place < 0:
                return round.number
        raise IndexError(place)


def bets(round: Round, before_close: Mapping[tuple[str, str], int] | None = None) -> tuple[Bet, ...]:
    """The bets of a settled round, summed by terminal and wager; `before_close` is in milliseconds, where known."""
    times = before_close or {}
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for who, _, line in family_of(round).settlement(round):
        stake, net = sums.get((who, line.wager), (0, 0))
        sums[who, line.wager] = stake + line.stake, net + line.net
    return tuple(Bet(*key, stake, net, times.get(key)) for key, (stake, net) in sums.items())
