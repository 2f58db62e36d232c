"""The baccarat games, each with its wagers; names are those of our interfaces."""

import dataclasses

from croupier.cards import STANDARD
from croupier.games.baccarat import wagers as w
from croupier.games.baccarat.law import ELECTRONIC_LAW, SANDS_LAW, BaccaratLaw
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.rulebook import DOCUMENTS


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class Baccarat(Game):
    """A baccarat game, with the clauses that its rounds cite."""

    law: BaccaratLaw

    @property
    def family(self) -> str:
        """One round for all terminals."""
        return "baccarat"


def _electronic(name: str, title: str, *wagers: Wager) -> Baccarat:
    return Baccarat(
        name=name,
        title=title,
        document=DOCUMENTS["ebaccarat"],
        deck=STANDARD,
        decks=range(4, 11),
        default_decks=8,
        wagers=wagers,
        law=ELECTRONIC_LAW,
    )


def _mains(clause: str, *banker_graded: tuple[int, str], banker_rest: str = "1:1") -> tuple[Wager, Wager, Wager]:
    return (
        w.main(w.ELECTRONIC, "player", clause, "2.2"),
        w.main(w.ELECTRONIC, "banker", clause, "2.2", *banker_graded, rest=banker_rest),
        w.tie(w.ELECTRONIC, clause, "1.1.20", "2.2"),
    )


def _pairs(clause: str) -> tuple[Wager, Wager]:
    return w.pair("player", clause), w.pair("banker", clause)


def _dragons() -> tuple[Wager, Wager]:
    return w.dragon_bonus("banker"), w.dragon_bonus("player")


def _tigers() -> tuple[Wager, ...]:
    return (
        w.tiger_pair(),
        w.banker_six("tiger", "Tiger", "4.10", "1.1.21", (2, "12"), (3, "20")),
        w.banker_six("small-tiger", "Small Tiger", "4.10", "1.1.17", (2, "22")),
        w.banker_six("big-tiger", "Big Tiger", "4.10", "1.1.3", (3, "50")),
        w.tiger_tie(),
    )


def _precious_pairs() -> tuple[Wager, Wager]:
    return (
        w.precious_pair(w.ELECTRONIC, "player", "4.12", "1.1.14", "3.7.3", "2.2"),
        w.precious_pair(w.ELECTRONIC, "banker", "4.12", "1.1.14", "3.7.3", "2.2"),
    )


HALF_ON_SIX = (6, "1:2")
"""What replaces commission: Banker winning with six is paid half."""

SUPER_SIX_NC = _electronic(
    "super-six-nc",
    "Super Six No Commission Baccarat",
    *_mains("4.1", HALF_ON_SIX),
    *_pairs("4.1"),
    w.banker_six("super-six", "Super Six", "4.1", "1.1.18", (None, "15")),
)
FORTUNE_SIX_NC = _electronic(
    "fortune-six-nc",
    "Fortune Six No Commission Baccarat",
    *_mains("4.2", HALF_ON_SIX),
    *_pairs("4.2"),
    w.banker_six("fortune-six", "Fortune Six", "4.2", "1.1.5", (2, "12"), (3, "20")),
    *_dragons(),
)
SUPER_6_NC = _electronic(
    "super-6-nc",
    "Super 6 No Commission Baccarat",
    *_mains("4.3", HALF_ON_SIX),
    *_pairs("4.3"),
    w.banker_six("super-6", "Super 6", "4.3", "1.1.18", (None, "15")),
    *_dragons(),
)
NO_COMMISSION = _electronic("no-commission", "No Commission Baccarat", *_mains("4.4", HALF_ON_SIX), *_pairs("4.4"))
TIGER = _electronic("tiger", "Tiger Baccarat", *_mains("4.7", banker_rest="19:20"), *_tigers())
TIGER_NC = _electronic("tiger-nc", "Tiger No Commission Baccarat", *_mains("4.8", HALF_ON_SIX), *_tigers())
FABULOUS_4S = _electronic(
    "fabulous-4s",
    "Fabulous 4's Baccarat",
    w.main(w.ELECTRONIC, "player", "4.11", "2.2", (4, "1:2"), (1, "2")),
    w.main(w.ELECTRONIC, "banker", "4.11", "2.2", (4, "push"), (1, "2")),
    w.tie(w.ELECTRONIC, "4.11", "1.1.20", "2.2"),
    w.fabulous_4("player", "50"),
    w.fabulous_4("banker", "25"),
    *_precious_pairs(),
)
# What a win on each total pays, to one: Player and Banker from 1, a tie from 0.
PLAYER_WINS_ON = (150, 80, 50, 50, 30, 11, 8, 6, 5)
BANKER_WINS_ON = (150, 80, 50, 25, 15, 11, 8, 6, 5)
TIE_WINS_ON = (100, 150, 150, 150, 100, 80, 35, 35, 50, 50)

SANDS_SUPER = Baccarat(
    name="sands-super",
    title="Sands Super Baccarat",
    document=DOCUMENTS["superbaccarat"],
    deck=STANDARD,
    decks=range(4, 11),
    default_decks=8,
    posts_limits="R-06",
    law=SANDS_LAW,
    wagers=(
        w.main(w.SANDS, "banker", "4.1", "2.2.2", HALF_ON_SIX),
        w.main(w.SANDS, "player", "4.1", "2.2.1"),
        w.tie(w.SANDS, "4.1", "1.1.12", "2.2.3"),
        *(w.colour(side, shade) for side in w.SIDES for shade in ("black", "red")),
        w.sands_six(),
        *(w.precious_pair(w.SANDS, side, "4.2", "1.1.6", "3.8", "2.2.7") for side in w.SIDES),
        *(w.wins_on("player", total, pay) for total, pay in enumerate(PLAYER_WINS_ON, 1)),
        *(w.wins_on("banker", total, pay) for total, pay in enumerate(BANKER_WINS_ON, 1)),
        *(w.tie_wins_on(total, pay) for total, pay in enumerate(TIE_WINS_ON)),
    ),
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
