"""The baccarat games, each with its wagers; names are those of our interfaces.

A game's layout is a function of the readings: its wagers under any of them (`croupier.games.baccarat.readings`).
"""

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from croupier.cards import STANDARD
from croupier.games.baccarat import wagers as w
from croupier.games.baccarat.law import ELECTRONIC_LAW, SANDS_LAW, BaccaratLaw
from croupier.games.baccarat.outcome import OpeningHand
from croupier.games.baccarat.readings import choices
from croupier.games.game import Game
from croupier.games.readings import Letters, declared_by
from croupier.games.wager import Wager
from croupier.refused import Refused
from croupier.rulebook import DOCUMENTS

Layout = Callable[[Letters], tuple[Wager, ...]]


MAINS = ("player", "banker")
"""The main wagers of the baccarat games."""


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class Baccarat(Game):
    """A baccarat game, with the clauses that its rounds cite."""

    law: BaccaratLaw
    layout: Layout | None = None
    """Its wagers by the readings, where it is played by others than those it is declared by."""

    @property
    def family(self) -> str:
        """One round for all terminals."""
        return "baccarat"

    @property
    def sides_need_main(self) -> bool:
        """Whether any other wager needs one on Player or Banker beside it (R-103)."""
        return self.reads("R-103") == "b"

    def check_mains(self, stakes: Iterable[str]) -> None:
        """Refuse a side bet without a wager on Player or Banker, where it needs one (R-103)."""
        placed = list(stakes)
        if self.sides_need_main and placed and not set(MAINS) & set(placed):
            raise Refused("side-bet-needs-player-or-banker", "R-103", wager=placed[0])

    def pairs(self, opening: OpeningHand) -> bool:
        """Whether a hand's first two cards pair, as the game reads it (R-63)."""
        return w.pairs(opening, self.reads)


def _declared(name: str, title: str, document: str, law: BaccaratLaw, layout: Layout, **more: Any) -> Baccarat:
    game = Baccarat(
        name=name,
        title=title,
        document=DOCUMENTS[document],
        deck=STANDARD,
        decks=range(4, 11),
        default_decks=8,
        wagers=layout(declared_by),
        law=law,
        layout=layout,
        **more,
    )
    return dataclasses.replace(game, choices=choices(game))


def _electronic(name: str, title: str, layout: Layout) -> Baccarat:
    """A variant of Electronic Baccarat; by R-99 (b) every one of them offers Precious Pair."""

    def with_precious_pairs(letters: Letters) -> tuple[Wager, ...]:
        wagers = layout(letters)
        if name != "fabulous-4s" and letters("R-99") == "b":
            wagers += _precious_pairs(letters, optional=True)
        return wagers

    return _declared(name, title, "ebaccarat", ELECTRONIC_LAW, with_precious_pairs)


def _mains(clause: str, *banker_graded: tuple[int, str], banker_rest: str = "1:1") -> tuple[Wager, Wager, Wager]:
    return (
        w.main(w.ELECTRONIC, "player", clause, "2.2"),
        w.main(w.ELECTRONIC, "banker", clause, "2.2", *banker_graded, rest=banker_rest),
        w.tie(w.ELECTRONIC, clause, "1.1.20", "2.2"),
    )


def _pairs(clause: str, letters: Letters) -> tuple[Wager, Wager]:
    return w.pair("player", clause, letters), w.pair("banker", clause, letters)


def _dragons(letters: Letters) -> tuple[Wager, Wager]:
    return w.dragon_bonus("banker", letters), w.dragon_bonus("player", letters)


def _precious_pairs(letters: Letters, *, optional: bool = False) -> tuple[Wager, ...]:
    return w.precious_pairs(w.ELECTRONIC, "4.12", "1.1.14", "3.7.3", "2.2", letters=letters, optional=optional)


HALF_ON_SIX = (6, "1:2")
"""What replaces commission: Banker winning with six is paid half."""


def _super_six_nc(letters: Letters) -> tuple[Wager, ...]:
    """Super Six, which by R-95 (b) is one variant with Super 6 and has its Dragon Bonus."""
    six = w.banker_six("super-six", "Super Six", "4.1", "1.1.18", (None, "15"), letters=letters)
    merged = _dragons(letters) if letters("R-95") == "b" else ()
    return *_mains("4.1", HALF_ON_SIX), *_pairs("4.1", letters), six, *merged


def _fortune_six_nc(letters: Letters) -> tuple[Wager, ...]:
    six = w.banker_six("fortune-six", "Fortune Six", "4.2", "1.1.5", (2, "12"), (3, "20"), letters=letters)
    return *_mains("4.2", HALF_ON_SIX), *_pairs("4.2", letters), six, *_dragons(letters)


def _super_6_nc(letters: Letters) -> tuple[Wager, ...]:
    six = w.banker_six("super-6", "Super 6", "4.3", "1.1.18", (None, "15"), letters=letters)
    return *_mains("4.3", HALF_ON_SIX), *_pairs("4.3", letters), six, *_dragons(letters)


def _fabulous_4s(letters: Letters) -> tuple[Wager, ...]:
    must_win = letters("R-100") != "b"
    return (
        w.main(w.ELECTRONIC, "player", "4.11", "2.2", (4, "1:2"), (1, "2"), must_win=must_win),
        w.main(w.ELECTRONIC, "banker", "4.11", "2.2", (4, "push"), (1, "2"), must_win=must_win),
        w.tie(w.ELECTRONIC, "4.11", "1.1.20", "2.2"),
        w.fabulous_4("player", "50", letters),
        w.fabulous_4("banker", "25", letters),
        *_precious_pairs(letters),
    )


SUPER_SIX_NC = _electronic("super-six-nc", "Super Six No Commission Baccarat", _super_six_nc)
FORTUNE_SIX_NC = _electronic("fortune-six-nc", "Fortune Six No Commission Baccarat", _fortune_six_nc)
SUPER_6_NC = _electronic("super-6-nc", "Super 6 No Commission Baccarat", _super_6_nc)
NO_COMMISSION = _electronic(
    "no-commission",
    "No Commission Baccarat",
    lambda letters: (*_mains("4.4", HALF_ON_SIX), *_pairs("4.4", letters)),
)
TIGER = _electronic(
    "tiger", "Tiger Baccarat", lambda letters: (*_mains("4.7", banker_rest="19:20"), *w.tigers(letters))
)
TIGER_NC = _electronic(
    "tiger-nc", "Tiger No Commission Baccarat", lambda letters: (*_mains("4.8", HALF_ON_SIX), *w.tigers(letters))
)
FABULOUS_4S = _electronic("fabulous-4s", "Fabulous 4's Baccarat", _fabulous_4s)

# What a win on each total pays, to one: Player and Banker from 1, a tie from 0.
PLAYER_WINS_ON = (150, 80, 50, 50, 30, 11, 8, 6, 5)
BANKER_WINS_ON = (150, 80, 50, 25, 15, 11, 8, 6, 5)
TIE_WINS_ON = (100, 150, 150, 150, 100, 80, 35, 35, 50, 50)

DIAGRAM = {("player", 6): 6}
"""What the layout diagram shows otherwise than section 4, as far as it can be read (R-107 b)."""


def _sands_super(letters: Letters) -> tuple[Wager, ...]:
    shown = DIAGRAM if letters("R-107") == "b" else {}
    won = {"player": PLAYER_WINS_ON, "banker": BANKER_WINS_ON}
    return (
        w.main(w.SANDS, "banker", "4.1", "2.2.2", HALF_ON_SIX),
        w.main(w.SANDS, "player", "4.1", "2.2.1"),
        w.tie(w.SANDS, "4.1", "1.1.12", "2.2.3"),
        *(w.colour(side, shade, letters) for side in w.SIDES for shade in w.SHADES),
        w.sands_six(letters),
        *w.precious_pairs(w.SANDS, "4.2", "1.1.6", "3.8", "2.2.7", letters=letters),
        *(
            w.wins_on(side, total, shown.get((side, total), pay))
            for side in w.SIDES
            for total, pay in enumerate(won[side], 1)
        ),
        *(w.tie_wins_on(total, pay) for total, pay in enumerate(TIE_WINS_ON)),
    )


SANDS_SUPER = _declared(
    "sands-super", "Sands Super Baccarat", "superbaccarat", SANDS_LAW, _sands_super, posts_limits="R-06"
)

VARIANTS = (
    SUPER_SIX_NC,
    FORTUNE_SIX_NC,
    SUPER_6_NC,
    NO_COMMISSION,
    TIGER,
    TIGER_NC,
    FABULOUS_4S,
    SANDS_SUPER,
)
