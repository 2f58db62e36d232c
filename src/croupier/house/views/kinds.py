"""How the rounds of each family of games are shown: what lies on the table, and what is somebody's own.

`sight` puts a view together out of what every round has, and asks the view of the family for the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic

import msgspec

from croupier.games.family import R
from croupier.games.game import Game
from croupier.games.round import Expected
from croupier.house.roads import Mark
from croupier.house.views.layout import HandShown
from croupier.house.views.shown import AgreedShown, Lies, Own, Pool, RoadsShown
from croupier.rulebook import Citation


class FamilyView(ABC, Generic[R]):
    """How rounds of one family are shown."""

    has_roads: bool = False

    @abstractmethod
    def lies(self, round: R) -> Lies:
        """The cards and the chips, for all to see."""

    def pool(self, round: R) -> dict[str, Pool]:
        """What all have on each wager together, as far as anybody may know it."""
        return {}

    def mark(self, round: R) -> Mark | None:
        """What a settled round leaves on the roads, where the game has any."""
        return None

    def winner(self, round: R) -> str | None:
        """The hand that won a settled round, where that is one thing."""
        found = self.mark(round)
        return None if found is None else found.winner

    def roads(self, round: R, before: tuple[Mark, ...]) -> RoadsShown | None:
        """The score boards of the shoe, where the game has any."""
        return None

    @abstractmethod
    def own(self, own: Own, round: R) -> Own:
        """What somebody sees of themself: what every round has, and what this one has besides."""

    def declared(self, game: Game) -> dict[str, Any]:
        """What is told of a game besides its wagers, by the names under which it travels."""
        return {}

    def in_words(self, lies: Any) -> Iterator[str]:
        """What lies on the table, a line for each hand: whose, the cards, what they come to."""
        return iter(())

    def taken(self, round: R) -> int:
        """How many places of the table somebody has, where there are places."""
        return 0

    def wagers(self, round: R) -> Mapping[str, dict[str, int]]:
        """What everybody has staked, as far as staff may know it now."""
        return round.wagers()

    def hands_of(self, round: R, bettor: str) -> tuple[HandShown, ...]:
        """The hands of somebody that only staff see."""
        return ()

    def window(self, round: R) -> tuple[int, int]:
        """How many have something to choose in a window that is open to many at once, and how many of them have."""
        return 0, 0

    def places(self, round: R) -> dict[str, str]:
        """Every place of the table with who has it, where players see each other's chips and not their names."""
        return {}

    def place_of(self, round: R, box: int, bettor: str) -> str | None:
        """The place by which others know somebody on a box."""
        return None

    def agreed(self, round: R) -> tuple[AgreedShown, ...]:
        """Whom people with equal claims to a spot have agreed on."""
        return ()

    def alike(self, round: R, bettor: str) -> Hashable:
        """The same for all who hold the same hand: what is closed to one of them is closed to all."""
        return bettor

    def closed(self, round: R, bettor: str, expected: Expected) -> dict[str, Citation]:
        """Every decision that would be refused now, with the clause of the refusal."""
        return {}


def summed(stakes: Iterable[Mapping[str, int]]) -> dict[str, Pool]:
    """What all have on each wager together."""
    sums: dict[str, list[int]] = {}
    for wagers in stakes:
        for wager, stake in wagers.items():
            found = sums.setdefault(wager, [0, 0])
            found[0] += stake
            found[1] += 1
    return {wager: Pool(stake, bettors) for wager, (stake, bettors) in sums.items()}


def with_(own: Own, **changes: Any) -> Own:
    """One's own, with this besides."""
    return msgspec.structs.replace(own, **changes)


def line(whose: str, hand: HandShown) -> Iterator[str]:
    """A hand in words, where it has cards."""
    if hand.cards:
        yield f"{whose}: {' '.join(hand.cards)} = {hand.total}"
