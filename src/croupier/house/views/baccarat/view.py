"""The view of a baccarat table."""

from collections.abc import Iterable, Iterator
from typing import Any

from croupier.games.baccarat.drawing import BANKER_DRAWS_ON, Side, player_draws, total
from croupier.games.baccarat.outcome import Outcome
from croupier.games.baccarat.settlement import Summary
from croupier.games.baccarat.state import BaccaratRound, baccarat
from croupier.games.baccarat.variants import Baccarat
from croupier.games.game import Game
from croupier.games.round import Phase
from croupier.house.roads import Mark, counts
from croupier.house.views.baccarat.shown import BaccaratShown, DrawingShown
from croupier.house.views.kinds import FamilyView, line, summed, with_
from croupier.house.views.layout import HandShown, Stake
from croupier.house.views.shown import Own, Pool, RoadsShown


class BaccaratView(FamilyView[BaccaratRound]):
    """Player and Banker, the stakes of each terminal, and the roads."""

    has_roads = True

    def lies(self, round: BaccaratRound) -> BaccaratShown:
        sides = {"player": _side(round, "player"), "banker": _side(round, "banker")}
        return BaccaratShown(**sides, result=_result(round), hits=_hits(round))

    def pool(self, round: BaccaratRound) -> dict[str, Pool]:
        return summed(round.stakes.values())

    def mark(self, round: BaccaratRound) -> Mark | None:
        return next(iter(marks_of([round])), None)

    def roads(self, round: BaccaratRound, before: tuple[Mark, ...]) -> RoadsShown:
        marks = (*before, *marks_of([round]))
        return RoadsShown(tuple(map(str, marks)), counts(marks))

    def own(self, own: Own, round: BaccaratRound) -> Own:
        return with_(own, stakes=tuple(Stake(*each) for each in round.stakes.get(own.seat, {}).items()))

    def in_words(self, lies: BaccaratShown) -> Iterator[str]:
        yield from line("player", lies.player)
        yield from line("banker", lies.banker)

    def declared(self, game: Game) -> dict[str, Any]:
        assert isinstance(game, Baccarat)
        drawing = DrawingShown(
            player=[total for total in range(10) if player_draws(total, 0)],
            banker={total: sorted(values) for total, values in BANKER_DRAWS_ON.items()},
            places=game.law.places,
            draws=game.law.draws,
            settles=game.law.settles,
        )
        return {"drawing": drawing}


VIEW = BaccaratView()


def mark(outcome: Outcome, game: Baccarat) -> Mark:
    """The mark of an outcome on the roads, as the game reads it.

    >>> from croupier.cards import cards
    >>> from croupier.games.baccarat.outcome import outcome
    >>> from croupier.games.baccarat.variants import TIGER
    >>> str(mark(outcome(cards("4S 9C 4D KH")), TIGER))
    'Bpn'
    """
    summary = Summary.of(outcome, game)
    return Mark(summary.winner, summary.player_pair, summary.banker_pair, summary.natural)


def marks_of(rounds: Iterable[BaccaratRound]) -> tuple[Mark, ...]:
    """The marks of a shoe's rounds; only settled rounds have one."""
    settled = (round for round in rounds if round.phase is Phase.SETTLED)
    return tuple(mark(round.outcome, baccarat(round.terms)) for round in settled if round.outcome)


def _side(round: BaccaratRound, side: Side) -> HandShown:
    cards = round.hands[side]
    return HandShown(cards, total(cards))


def _hits(round: BaccaratRound) -> tuple[str, ...]:
    if round.phase is not Phase.SETTLED or round.outcome is None:
        return ()
    matched = baccarat(round.terms).matcher.match(round.outcome)
    return tuple(name for name in matched if name in round.terms.offered and matched[name].result == "win")


def _result(round: BaccaratRound) -> Summary | None:
    outcome = round.outcome if round.phase is Phase.SETTLED else None
    return None if outcome is None else Summary.of(outcome, baccarat(round.terms))
