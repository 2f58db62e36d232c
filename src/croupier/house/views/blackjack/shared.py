"""The view of the shared stream of cards: nobody's choice is known to others before every card is out (R-85)."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.stream.offers import USUAL
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.game import Game
from croupier.games.round import OVER, Expected, Phase, Role
from croupier.house.views.blackjack.hands import closed, decided, hand_shown, hands_shown, hits, on_position, play_shown
from croupier.house.views.blackjack.shown import SharedShown, WayShown
from croupier.house.views.kinds import FamilyView, Window, line, summed, with_
from croupier.house.views.layout import HandShown, Stake
from croupier.house.views.shown import Asked, Own, Pool
from croupier.rulebook import Citation

ALL_OUT = (Phase.COMPLETE, Phase.SETTLED, Phase.VOID)
"""Phases in which no card comes any more, so that nobody can profit from others' choices."""


class SharedView(FamilyView[StreamRound]):
    """The shared cards, the player's own way of playing them, and how all played them when it is over."""

    def lies(self, round: StreamRound) -> SharedShown:
        choosing = round.phase is Phase.PLAYING and not round.stream
        window = self.window(round) if choosing else Window()
        return SharedShown(
            dealer=hand_shown(round.dealer_hand),
            opening=round.opening,
            stream=round.stream,
            ways=_ways(round),
            asked=len(window.asked),
            answered=len(window.answered),
            hits=_hits(round),
        )

    def pool(self, round: StreamRound) -> dict[str, Pool]:
        return summed(self.wagers(round).values())

    def own(self, own: Own, round: StreamRound) -> Own:
        position = round.positions.get(own.seat)
        if position is None:
            return own
        area = round.area(own.seat) if round.ways and position.original else None
        insured = round.insured.get(own.seat)
        return with_(
            own,
            stakes=(*on_position(position, area), *((Stake("insurance", insured),) if insured else ())),
            hands=hands_shown(area) if area else (),
            at=area.at + 1 if area and not area.done and not position.surrendered else None,
            choice=round.choices.get(own.seat),
            surrendered=position.surrendered,
            even_money=position.even_money,
            decided=() if round.phase in OVER else decided(round.decided(own.seat)),
        )

    def wagers(self, round: StreamRound) -> Mapping[str, dict[str, int]]:
        """Without the stakes that choices added, until every card is out."""
        if round.phase in ALL_OUT:
            return round.wagers()
        placed = {bettor: {"main": each.original, **each.sides} for bettor, each in round.positions.items()}
        return {bettor: {wager: stake for wager, stake in wagers.items() if stake} for bettor, wagers in placed.items()}

    def hands_of(self, round: StreamRound, bettor: str) -> tuple[HandShown, ...]:
        position = round.positions.get(bettor)
        if round.phase not in ALL_OUT or not round.ways or position is None or not position.original:
            return ()
        return hands_shown(round.area(bettor))

    def window(self, round: StreamRound) -> Window:
        if round.phase is Phase.OFFERING:
            accepted = {bettor for bettor, each in round.positions.items() if each.even_money} | round.insured.keys()
            offered = (
                who for each in USUAL[round.phase](round) if each.by is Role.PLAYER for who in each.bettors or ()
            )
            return _window((*offered, *sorted(accepted)), accepted)
        if round.phase is not Phase.PLAYING or not round.waits_for_decision():
            return Window()
        groups = zip(round.ways, round.by_way(), strict=True)
        choosing = [bettor for area, bettors in groups if area.waits_for_decision for bettor in bettors]
        return _window(choosing, {bettor for bettor in choosing if bettor in round.choices})

    def alike(self, round: StreamRound, bettor: str) -> Hashable:
        return round.way[bettor]

    def in_words(self, lies: SharedShown) -> Iterator[str]:
        yield from line("dealer", lies.dealer)
        if lies.opening:
            yield f"shared: {' '.join((*lies.opening, *lies.stream))}"

    def declared(self, game: Game) -> dict[str, Any]:
        return play_shown(game)

    def closed(self, round: StreamRound, bettor: str, expected: Expected) -> dict[str, Citation]:
        return closed(round, bettor, expected)


VIEW = SharedView()


def _hits(round: StreamRound) -> tuple[str, ...]:
    """The side wagers that win on the opening, when the round is settled."""
    if round.phase is not Phase.SETTLED or len(round.opening) < 2:
        return ()
    return hits(round.rules, Area.of(*round.opening), round.dealer_hand)


def _window(asked: Iterable[str], answered: Iterable[str]) -> Window:
    """Counts alone: who has to choose tells how others have chosen (R-85)."""
    return Window(tuple(map(Asked, dict.fromkeys(asked))), frozenset(map(Asked, answered)), named=False)


def _ways(round: StreamRound) -> tuple[WayShown, ...]:
    """The ways in which the shared cards were played, when no card comes any more; the most frequent first."""
    if round.phase not in ALL_OUT or not round.ways:
        return ()
    took = Counter((round.way[bettor], round.positions[bettor].surrendered) for bettor in round.mains)
    return tuple(WayShown(hands_shown(round.ways[way]), number, folded) for (way, folded), number in took.most_common())
