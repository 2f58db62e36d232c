"""A baccarat table as it is shown."""

from croupier.games.baccarat.drawing import Side, total
from croupier.games.baccarat.settlement import Summary
from croupier.games.baccarat.state import Round
from croupier.games.round import Phase
from croupier.house.roads import Mark, counts, marks_of
from croupier.house.views.kinds import FamilyView, summed, with_
from croupier.house.views.shown import BaccaratShown, HandShown, Own, Pool, RoadsShown, Stake


class BaccaratView(FamilyView[Round]):
    """Player and Banker, the stakes of each terminal, and the roads."""

    has_roads = True

    def lies(self, round: Round) -> BaccaratShown:
        return BaccaratShown(player=_side(round, "player"), banker=_side(round, "banker"), result=_result(round))

    def pool(self, round: Round) -> dict[str, Pool]:
        return summed(round.stakes.values())

    def mark(self, round: Round) -> Mark | None:
        return next(iter(marks_of([round])), None)

    def roads(self, round: Round, before: tuple[Mark, ...]) -> RoadsShown:
        marks = (*before, *marks_of([round]))
        return RoadsShown(tuple(map(str, marks)), counts(marks))

    def own(self, own: Own, round: Round) -> Own:
        return with_(own, stakes=tuple(Stake(*each) for each in round.stakes.get(own.seat, {}).items()))


VIEW = BaccaratView()


def _side(round: Round, side: Side) -> HandShown:
    cards = round.hands[side]
    return HandShown(cards, total(cards))


def _result(round: Round) -> Summary | None:
    found = round.outcome if round.phase is Phase.SETTLED else None
    return None if found is None else Summary.of(found)
