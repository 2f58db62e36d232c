"""The game: the outcome of two cards, the wagers on it, and the clauses that a round cites."""

import dataclasses
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from croupier.cards import RANKS, STANDARD, Card
from croupier.games.game import Game
from croupier.games.wager import Pay, Wager
from croupier.money import Pays
from croupier.rulebook import Clause
from dragon_tiger import DOCUMENT

Hand = Literal["dragon", "tiger"]
HANDS: Final[tuple[Hand, Hand]] = ("dragon", "tiger")
"""In the order in which they take their cards (3.3)."""
NAMES: Final[dict[Hand, str]] = {"dragon": "Dragon", "tiger": "Tiger"}
SEVEN: Final = 7


def clause(id: str) -> Clause:
    """A clause of the rules."""
    return Clause(DOCUMENT.id, id)


def rank(card: Card) -> int:
    """How high a card is, from Ace to King (1.1.3).

    >>> rank(Card("AS")), rank(Card("TD")), rank(Card("KH"))
    (1, 10, 13)
    """
    return RANKS.index(card.rank) + 1


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of two cards. A wager reads one of its attributes."""

    dragon: int
    tiger: int
    suited: bool

    @classmethod
    def of(cls, dragon: Card, tiger: Card) -> "Outcome":
        """The outcome of two cards.

        >>> Outcome.of(Card("KS"), Card("KS")).winner, Outcome.of(Card("AS"), Card("2D")).winner
        ('tie', 'tiger')
        """
        return cls(rank(dragon), rank(tiger), dragon.suit == tiger.suit)

    @property
    def winner(self) -> Literal["dragon", "tiger", "tie"]:
        """The hand with the higher rank."""
        if self.dragon == self.tiger:
            return "tie"
        return "dragon" if self.dragon > self.tiger else "tiger"

    @property
    def whole(self) -> "Outcome":
        """The whole outcome, for wagers on both cards."""
        return self


def main(hand: Hand) -> Wager:
    """Dragon or Tiger: even money, and half of the stake is lost on a tie."""
    name = NAMES[hand]
    return Wager(
        name=hand,
        label=name,
        reads="whole",
        rows=(
            Pay(f"{name} wins", Pays(1), lambda seen: seen.winner == hand, (clause("4.1"), clause("3.4"))),
            Pay("Tie", Pays(-1, 2), lambda seen: seen.winner == "tie", (clause("4.1.1"), clause("1.1.4"))),
        ),
        loses=(clause("3.4"),),
        area=clause("2.2"),
    )


def tie() -> Wager:
    """Both cards of one rank."""
    rows = (Pay("Tie", Pays(8), lambda seen: seen.winner == "tie", (clause("4.2"), clause("1.1.4"))),)
    return Wager(name="tie", label="Tie", reads="whole", rows=rows, loses=(clause("1.1.4"),), area=clause("2.2"))


def suited_tie() -> Wager:
    """Both cards of one rank and one suit."""
    return Wager(
        name="suited-tie",
        label="Suited Tie",
        reads="whole",
        rows=(
            Pay(
                "Suited Tie",
                Pays(50),
                lambda seen: seen.winner == "tie" and seen.suited,
                (clause("4.3"), clause("1.1.5")),
            ),
        ),
        loses=(clause("1.1.5"),),
        area=clause("2.2"),
    )


SIDES: Final[dict[str, tuple[str, Callable[[int], bool]]]] = {
    "big": ("1.1.6", lambda rank: rank > SEVEN),
    "small": ("1.1.7", lambda rank: rank < SEVEN),
    "odd": ("1.1.8", lambda rank: rank % 2 == 1),
    "even": ("1.1.9", lambda rank: rank % 2 == 0),
}
"""The wagers on one card: the clause that defines each, and when it holds of a rank."""


def side(hand: Hand, kind: str) -> Wager:
    """Big, Small, Odd or Even of one hand; a Seven loses (4.4.1). A table may leave them out."""
    defined, holds = SIDES[kind]
    label = f"{NAMES[hand]} {kind.capitalize()}"
    return Wager(
        name=f"{hand}-{kind}",
        label=label,
        reads=hand,
        rows=(
            Pay("Seven", None, lambda rank: rank == SEVEN, (clause("4.4.1"),), listed=False),
            Pay(label, Pays(1), holds, (clause("4.4"), clause(defined))),
        ),
        loses=(clause(defined),),
        area=clause("2.2"),
        optional=clause("4.4"),
    )


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class DragonTiger(Game):
    """A game of this family; there is one so far."""

    @property
    def family(self) -> str:
        """The name under which the family is registered."""
        return "dragon-tiger"


DRAGON_TIGER = DragonTiger(
    name="dragon-tiger",
    title="Dragon Tiger",
    document=DOCUMENT,
    deck=STANDARD,
    decks=range(4, 9),
    default_decks=8,
    wagers=(
        main("dragon"),
        tie(),
        main("tiger"),
        suited_tie(),
        *(side(hand, kind) for hand in HANDS for kind in SIDES),
    ),
    posts_limits="2.3",
)

_SIDES_IN_CHINESE = {"Big": "大", "Small": "小", "Odd": "单", "Even": "双"}
_HANDS_IN_CHINESE = {"Dragon": "龙", "Tiger": "虎"}
CHINESE: Final[dict[str, str]] = {
    DRAGON_TIGER.title: DOCUMENT.chinese,
    **_HANDS_IN_CHINESE,
    "Tie": "和",
    "Suited Tie": "同花和",
    "Seven": "七点",
    **{f"{hand} wins": f"{chinese}赢" for hand, chinese in _HANDS_IN_CHINESE.items()},
    **{
        f"{hand} {side}": of_hand + of_side
        for hand, of_hand in _HANDS_IN_CHINESE.items()
        for side, of_side in _SIDES_IN_CHINESE.items()
    },
}
"""Chinese names of what only this game has; its sentences are in `words.json`."""
