"""The default view of a table: its hands, its result and its stakes, all from what the game's family provides.

A family needs a view of its own only where it has more to show.
"""

from collections.abc import Iterator

from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.round import Phase
from croupier.house.views.kinds import FamilyView, summed, with_
from croupier.house.views.layout import HandsShown, NamedHand, Stake
from croupier.house.views.shown import Own, Pool


class HandsView(FamilyView[Round]):
    """Named hands in their order, and the stakes of each terminal."""

    def lies(self, round: Round) -> HandsShown:
        family = family_of(round)
        settled = round.phase is Phase.SETTLED
        won = family.winners(round) if settled else ()
        hands = (
            NamedHand(
                name=name,
                label=family.hand_label(name),
                cards=tuple(cards),
                comes_to=family.comes_to(round, name),
                won=name in won,
            )
            for name, cards in family.hands(round).items()
        )
        return HandsShown(hands=tuple(hands), result=family.result(round) if settled else None)

    def winner(self, round: Round) -> str | None:
        won = family_of(round).winners(round) if round.phase is Phase.SETTLED else ()
        return won[0] if len(won) == 1 else None

    def pool(self, round: Round) -> dict[str, Pool]:
        return summed(round.wagers().values())

    def own(self, own: Own, round: Round) -> Own:
        stakes = round.wagers().get(own.seat, {})
        return with_(own, stakes=tuple(Stake(wager, stake) for wager, stake in stakes.items()))

    def in_words(self, lies: HandsShown) -> Iterator[str]:
        for hand in lies.hands:
            if hand.cards:
                yield f"{hand.label}: {' '.join(hand.cards)} = {hand.comes_to}"
