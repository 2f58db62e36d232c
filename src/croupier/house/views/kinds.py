"""The interface of a family's view: what lies on the table, and what is a player's own.

`sight` builds a view from what every round has, and asks the family's view for the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple

import msgspec

from croupier.games.family import R
from croupier.games.game import Game
from croupier.games.round import Expected
from croupier.house.roads import Mark
from croupier.house.views.layout import HandShown
from croupier.house.views.shown import AgreedShown, Asked, AtBox, Lies, Own, Pool, RoadsShown
from croupier.rulebook import Citation


class Window(NamedTuple):
    """Who has something to answer in the time that is open, each with the box where there are boxes."""

    asked: tuple[Asked, ...] = ()
    answered: frozenset[Asked] = frozenset()
    named: bool = True
    """Whether staff may know who, and not only how many."""

    @property
    def missing(self) -> tuple[Asked, ...]:
        """Who has not answered yet, as far as staff may know it."""
        return () if not self.named else tuple(each for each in self.asked if each not in self.answered)


class FamilyView(ABC, Generic[R]):
    """The view of the rounds of one family."""

    has_roads: bool = False

    @abstractmethod
    def lies(self, round: R) -> Lies:
        """The cards and the chips on the table, which everybody may see."""

    def pool(self, round: R) -> dict[str, Pool]:
        """The total stake and the number of bettors of each wager, as far as everybody may know them."""
        return {}

    def mark(self, round: R) -> Mark | None:
        """The mark of a settled round on the roads, where the game has any."""
        return None

    def winner(self, round: R) -> str | None:
        """The hand that won a settled round, where there is exactly one."""
        mark = self.mark(round)
        return None if mark is None else mark.winner

    def roads(self, round: R, before: tuple[Mark, ...]) -> RoadsShown | None:
        """The score boards of the shoe, where the game has any."""
        return None

    @abstractmethod
    def own(self, own: Own, round: R) -> Own:
        """A player's own part of the view: `own` with what this family adds."""

    def declared(self, game: Game) -> dict[str, Any]:
        """What is published of a game besides its wagers, by field name."""
        return {}

    def in_words(self, lies: Any) -> Iterator[str]:
        """The cards on the table as text, a line for each hand: its owner, the cards, their total."""
        return iter(())

    def taken(self, round: R) -> int:
        """How many places of the table are taken, where there are places."""
        return 0

    def wagers(self, round: R) -> Mapping[str, dict[str, int]]:
        """The stakes of each bettor by wager, in cents, as far as staff may know them now."""
        return round.wagers()

    def hands_of(self, round: R, bettor: str) -> tuple[HandShown, ...]:
        """The hands of a bettor that only staff see."""
        return ()

    def window(self, round: R) -> Window:
        """Who has something to answer in the time that is open for all at once, and who has answered."""
        return Window()

    def insured(self, round: R) -> int:
        """What has been staked on insurance, in cents, claims that may yet be refused not counted."""
        return 0

    def claimed(self, round: R) -> int:
        """What is claimed of others' insurance, in cents: the close of the offers decides who gets it."""
        return 0

    def places(self, round: R) -> dict[str, str]:
        """The bettor at each place of the table, where players see each other's chips and not their names."""
        return {}

    def place_of(self, round: R, box: int, bettor: str) -> str | None:
        """The place by which others know a bettor on a box."""
        return None

    def at_boxes(self, round: R) -> tuple[AtBox, ...]:
        """The boxes with the names and stakes of all on them, for staff."""
        return ()

    def agreed(self, round: R) -> tuple[AgreedShown, ...]:
        """The agreements between people with equal claims to a spot."""
        return ()

    def alike(self, round: R, bettor: str) -> Hashable:
        """A cache key for `closed`: equal for all who hold the same hand."""
        return bettor

    def closed(self, round: R, bettor: str, expected: Expected) -> dict[str, Citation]:
        """The decisions that would be refused now, each with the clause of the refusal."""
        return {}


def summed(stakes: Iterable[Mapping[str, int]]) -> dict[str, Pool]:
    """The total stake in cents and the number of bettors of each wager."""
    sums: dict[str, list[int]] = {}
    for wagers in stakes:
        for wager, stake in wagers.items():
            pool = sums.setdefault(wager, [0, 0])
            pool[0] += stake
            pool[1] += 1
    return {wager: Pool(stake, bettors) for wager, (stake, bettors) in sums.items()}


def with_(own: Own, **changes: Any) -> Own:
    """A player's own part of the view with some fields changed."""
    return msgspec.structs.replace(own, **changes)


def line(whose: str, hand: HandShown) -> Iterator[str]:
    """A hand as text, where it has cards."""
    if hand.cards:
        yield f"{whose}: {' '.join(hand.cards)} = {hand.total}"
