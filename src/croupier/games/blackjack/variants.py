"""The blackjack games: what differs between them, as data.

The side wagers of a game are a function of the readings; `croupier.games.blackjack.readings` has the readings that a
game may be played by.
"""

import dataclasses
from collections.abc import Callable
from functools import cached_property
from typing import Literal, TypeAlias

from croupier.cards import NO_TENS, STANDARD, Card
from croupier.games.blackjack import readings
from croupier.games.blackjack import wagers as w
from croupier.games.blackjack.hand import Splitting
from croupier.games.blackjack.law import DUELING_8S_LAW, E_BLACKJACK_LAW, LUCKY_8_LAW, BlackjackLaw
from croupier.games.blackjack.procedure import procedure
from croupier.games.game import Choice, Game
from croupier.games.readings import Letters, declared_by
from croupier.games.wager import Wager
from croupier.money import Pays
from croupier.refused import Refused
from croupier.rulebook import DOCUMENTS

HALF = Pays(1, 2)


def _with_a_cap(game: "Blackjack") -> "Blackjack":
    """The reading `obo`: of R-43 (c) only what it is together with R-42 (b) can be played."""
    if game.reads("R-42") != "b":
        raise Refused("reading-needs-another", "R-43", ruling="R-43", reading="c", other="R-42", needed="b")
    return game


ORIGINAL_ONLY = {
    "R-42": dict.fromkeys("ab", Choice(resettles=True)),
    "R-43": {**dict.fromkeys("ab", Choice(resettles=True)), "c": Choice(_with_a_cap, resettles=True)},
}
"""The readings of what doubled and split stakes lose to a Dealer Blackjack."""
OriginalOnly: TypeAlias = Literal["obbo", "bb+1", "obo"]
"""What is lost to a Dealer Blackjack (R-42, R-43): original and bust stakes only, all bust stakes and one more while
any hand survives, or one original stake in all."""


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class Blackjack(Game):
    """A blackjack game: how its hands are dealt and played, and the clauses that its rounds cite."""

    printed: Card | None
    """The card that starts every hand, the Dealer's too, and never leaves the layout."""
    opening: int
    """How many cards an area is dealt before anything is decided."""
    blackjacks: bool
    """Whether there is Blackjack, and with it insurance and even money."""
    insurance: Literal["up-to-half", "half"] | None
    double_for_less: bool
    splitting: Splitting
    voids: tuple[str, ...]
    """The clauses by which staff may void a round."""
    law: BlackjackLaw
    """The clauses and rulings that its rounds cite."""
    sides: Callable[[Letters], tuple[Wager, ...]] | None = None
    """Its side wagers by the readings."""

    @property
    def family(self) -> str:
        """On boxes, or one stream of cards for all terminals."""
        return "boxes" if self.boxes else "shared"

    @property
    def soft_draws_on(self) -> bool:
        """Whether an absent player's soft hand draws to 17 even if it turns hard; no rule of the terminals (R-28)."""
        return self.reads("R-28") == "b" and bool(self.boxes)

    @property
    def slots_by_time(self) -> bool:
        """Whether the time of placing alone says which wager is nearest the Dealer; else the Dealer may (R-34)."""
        return self.reads("R-34") == "b"

    @property
    def controller_answers(self) -> bool:
        """Whether whoever controls an area answers for all on it about even money and insurance (R-40)."""
        return self.reads("R-40") == "b"

    @property
    def sides_for_all(self) -> bool:
        """Whether side wagers go to whoever comes first; else main bettors have first call (R-36)."""
        return self.reads("R-36") == "b"

    @property
    def confirms_deal(self) -> bool:
        """Whether nothing is settled before the Dealer has confirmed the initial deal (R-19)."""
        return self.reads("R-19") != "a"

    @property
    def original_only(self) -> OriginalOnly:
        """What doubled and split stakes lose to a Dealer Blackjack."""
        if self.reads("R-42") == "b":
            return "obo"
        return "bb+1" if self.reads("R-43") == "b" else "obbo"

    @cached_property
    def lost_on_surrender(self) -> frozenset[str]:
        """The side wagers that whoever surrenders loses with the hand (R-74 b)."""
        return frozenset(wager.name for wager in self.wagers if wager.reads == "run" and self.reads("R-74") == "b")

    @property
    def bonus_doubled(self) -> int:
        """The multiple of the bonus that is paid where the wager was doubled (R-79)."""
        return {"b": 2, "c": 0}.get(self.reads("R-79"), 1)


def _lucky_sides(letters: Letters) -> tuple[Wager, ...]:
    return w.pair(letters), w.lucky_8(letters)


def _electronic_sides(letters: Letters) -> tuple[Wager, ...]:
    return w.bet_the_set_21(letters), w.royal_match_21(letters), w.kings_bounty(letters)


def _dueling_sides(letters: Letters) -> tuple[Wager, ...]:
    return w.tie_on_18(letters), w.superb_8s(letters), w.twenty_one_plus(letters)


LUCKY_8 = Blackjack(
    name="lucky-8",
    title="Blackjack Lucky 8",
    document=DOCUMENTS["lucky8"],
    deck=STANDARD,
    decks=range(1, 9),
    default_decks=8,
    also_pays=(HALF,),
    wagers=(
        w.main(
            "lucky8",
            "2.2.1",
            {
                "pays": "4.1",
                "blackjack": "4.3.1",
                "higher": "4.3.2",
                "dealer_bust": "4.3.3",
                "lower": "4.4.1",
                "bust": "4.4.2",
                "bust_at_once": "3.32",
                "dealer_blackjack": "4.4.3",
                "equal": "4.6.1",
                "both_blackjack": "4.6.2",
            },
            blackjack=("3.19", "1.1.1"),
            extras=(),
        ),
        w.insurance("lucky8", "3.27", "2.2.2"),
        *_lucky_sides(declared_by),
    ),
    sides=_lucky_sides,
    boxes=range(5, 8),
    posts_limits="3.6",
    printed=None,
    opening=2,
    blackjacks=True,
    choices={**ORIGINAL_ONLY, **readings.LUCKY_8, **procedure("lucky8")},
    insurance="up-to-half",
    double_for_less=True,
    voids=("5.1.1", "5.2"),
    splitting=Splitting(4),
    law=LUCKY_8_LAW,
)

E_BLACKJACK = Blackjack(
    name="e-blackjack",
    title="Electronic Blackjack",
    document=DOCUMENTS["eblackjack"],
    deck=STANDARD,
    decks=range(2, 7),
    default_decks=6,
    also_pays=(HALF,),
    wagers=(
        w.main(
            "eblackjack",
            "2.2",
            {
                "pays": "4.1",
                "blackjack": "4.5.1",
                "higher": "4.5.2",
                "dealer_bust": "4.5.3",
                "lower": "4.6.1",
                "bust": "4.6.2",
                "bust_at_once": "4.6",
                "dealer_blackjack": "4.6.3",
                "equal": "4.8.1",
                "both_blackjack": "4.8.2",
            },
            blackjack=("3.10", "1.1.1"),
            extras=(),
        ),
        w.insurance("eblackjack", "1.1.8", "2.2"),
        *_electronic_sides(declared_by),
    ),
    sides=_electronic_sides,
    boxes=range(0),
    printed=None,
    opening=2,
    blackjacks=True,
    choices={**ORIGINAL_ONLY, **readings.E_BLACKJACK, **procedure("eblackjack")},
    insurance="half",
    double_for_less=False,
    voids=("5.1.1", "5.8"),
    splitting=Splitting(3),
    law=E_BLACKJACK_LAW,
)

DUELING_8S = Blackjack(
    name="dueling-8s",
    title="Dueling 8's 21+",
    document=DOCUMENTS["dueling8"],
    deck=NO_TENS,
    decks=range(3, 9),
    default_decks=8,
    also_pays=(HALF,),
    wagers=(
        w.main(
            "dueling8",
            "2.2.1",
            {
                "pays": "4.1",
                "higher": "4.4.1",
                "dealer_bust": "4.4.2",
                "lower": "4.5.1",
                "bust": "4.5.2",
                "bust_at_once": "3.31",
                "equal": "4.6.1",
            },
            blackjack=None,
            extras=w.bonus_678(),
        ),
        *_dueling_sides(declared_by),
    ),
    sides=_dueling_sides,
    boxes=range(1, 8),
    posts_limits="3.6",
    printed=Card("8S"),
    opening=1,
    blackjacks=False,
    choices={**readings.DUELING_8S, **procedure("dueling8")},
    insurance=None,
    double_for_less=True,
    voids=("5.1.1", "5.2"),
    splitting=Splitting(4, only="8"),
    law=DUELING_8S_LAW,
)

VARIANTS = (LUCKY_8, E_BLACKJACK, DUELING_8S)
