"""The blackjack games: what differs between them, as data.

The side wagers of a game are a function of the readings; `croupier.games.blackjack.readings` has the readings that a
game may be played by.
"""

import dataclasses
import math
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Literal, TypeAlias

import msgspec

from croupier.cards import NO_TENS, STANDARD, Card
from croupier.games.blackjack import readings
from croupier.games.blackjack import wagers as w
from croupier.games.blackjack.hand import Splitting
from croupier.games.blackjack.law import DUELING_8S_LAW, E_BLACKJACK_LAW, LUCKY_8_LAW, BlackjackLaw
from croupier.games.blackjack.procedure import procedure
from croupier.games.game import Change, Choice, Game
from croupier.games.readings import Letters, declared_by
from croupier.games.wager import Wager
from croupier.money import Pays
from croupier.refused import Refused
from croupier.rulebook import DOCUMENTS

HALF = Pays(1, 2)


OriginalOnly: TypeAlias = Literal["obbo", "bb+1", "larger", "each", "obo", "all"]
"""What is lost to a Dealer Blackjack (R-42, R-43): original and bust stakes only, all bust stakes and one more while
any hand survives, the larger of the original and the bust stakes, bust stakes and one of each hand that survives,
one original stake in all, or every stake, as a variant may have it."""


def _capped(game: "Blackjack") -> "Blackjack":
    """Under R-42 (b) one original stake is lost in all, which R-43 (d), one for each hand, contradicts."""
    if game.reads("R-43") == "d":
        raise Refused("readings-contradict", "R-42", ruling="R-42", reading="b", other="R-43", given="d")
    return game


def _with(**fields: object) -> Change:
    """A reading that changes these fields of a game's declaration."""
    return lambda game: dataclasses.replace(game, **fields)


def _splitting(**fields: object) -> Change:
    """A reading that changes how hands are split."""
    return lambda game: dataclasses.replace(game, splitting=msgspec.structs.replace(game.splitting, **fields))


def _no_blackjack_outranks(game: "Blackjack") -> "Blackjack":
    """Equal totals stand off, whichever side has Blackjack."""
    wagers = tuple(w.with_21_alike(each) if each.name == "main" else each for each in game.wagers)
    return dataclasses.replace(game, wagers=wagers, blackjack_outranks=False)


Choices: TypeAlias = Mapping[str, Mapping[str, Choice]]

ORIGINAL_ONLY: Choices = {
    "R-42": {"a": Choice(resettles=True), "b": Choice(_capped, resettles=True)},
    "R-43": dict.fromkeys("abcd", Choice(resettles=True)),
}
"""The readings of what doubled and split stakes lose to a Dealer Blackjack."""
ON_MAIN_PLAY: Choices = {
    **ORIGINAL_ONLY,
    "R-45": {"a": Choice(), "b": Choice(_with(blackjack_waits=False), resettles=True)},
    "R-46": {"a": Choice(resettles=True), "b": Choice(_no_blackjack_outranks)},
    "R-48": {"a": Choice(resettles=True), "b": Choice(_with(surrender_reclaimed=True))},
    "R-52": {
        "a": Choice(),
        "b": Choice(_with(dealer_draws="main")),
        "c": Choice(_with(dealer_draws="always")),
    },
    "R-54": {"a": Choice(), "b": Choice(_splitting(doubles_unlike=False))},
    "R-55": {"a": Choice(), "b": Choice(_splitting(again=False))},
    "R-58": {"a": Choice(), "b": Choice(_with(insurance_dies=True), resettles=True)},
    "R-61": {"a": Choice(), "b": Choice(_with(even_money_always=True))},
}
"""The readings of the main wager where there is Blackjack, and of insurance and even money on it."""
SURRENDER_IN_TURN: Choices = {
    "R-49": {"a": Choice(priced=False), "b": Choice(_with(surrender_in_turn=True), priced=False)}
}
"""Whether surrender is a phase of its own on boxes; on the shared stream it is a first choice in any case."""
ON_OTHERS: Choices = {
    "R-44": {
        "a": Choice(resettles=True, priced=False),
        "b": Choice(_with(extra_kept="share"), priced=False),
        "c": Choice(_with(extra_kept="all"), resettles=True, priced=False),
    },
    "R-59": {"a": Choice(priced=False), "b": Choice(_with(insurance_shared=True), priced=False)},
    "R-60": {"a": Choice(priced=False), "b": Choice(_with(even_money_returns_all=True), resettles=True, priced=False)},
    "R-62": {"a": Choice(priced=False), "b": Choice(_with(sides_rank=False), priced=False)},
}
"""Readings that only Lucky 8 asks about: doubles for less, and insurance of other people's wagers."""
WITHOUT_MAIN: Choices = {"R-77": {"a": Choice(), "b": Choice(_with(dealer_draws="always"))}}
"""Whether the Dealer of Dueling 8's draws where no wager is open."""


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

    # What variants change

    hits_soft_17: bool = False
    """Whether the Dealer draws to a soft 17."""
    surrender_offered: bool = True
    """Whether a hand may be surrendered."""
    surrender_on_ace: bool = False
    """Whether a hand may be surrendered against an Ace that may become Blackjack, too."""
    even_money_offered: bool = True
    """Whether a Blackjack may be paid even money before the Dealer's second card."""
    all_lost_to_blackjack: bool = False
    """Whether a Dealer Blackjack takes every stake, those of doubles and splits too."""

    # What readings change

    dealer_draws: Literal["for-any", "main", "always"] = "for-any"
    """Whether the Dealer draws while any wager is open, for main wagers alone, or always (R-52, R-77)."""
    blackjack_waits: bool = True
    """Whether a Blackjack against a ten waits for the Dealer's second card (R-45)."""
    blackjack_outranks: bool = True
    """Whether a Blackjack beats an ordinary 21 (R-46)."""
    surrender_reclaimed: bool = False
    """Whether a Dealer Blackjack takes the other half of a surrendered wager too (R-48)."""
    surrender_in_turn: bool = False
    """Whether surrender on boxes is a choice of the bettor's turn rather than a phase before play (R-49)."""
    extra_kept: Literal["none", "share", "all"] = "none"
    """How much of what a double for less added is lost to a Dealer Blackjack (R-44)."""
    insurance_dies: bool = False
    """Whether insurance is lost when the hand with the original wager busts (R-58)."""
    insurance_shared: bool = False
    """Whether several may insure one wager, up to half of it together (R-59)."""
    even_money_always: bool = False
    """Whether even money is offered against any first card of the Dealer, not an Ace alone (R-61)."""
    even_money_returns_all: bool = False
    """Whether even money returns other people's insurance of that wager too (R-60)."""
    sides_rank: bool = True
    """Whether a side wager ranks its bettor among those on the round, for insurance of others' wagers (R-62)."""

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
    def draws_to_one_card(self) -> bool:
        """Whether what comes to a hand that was dealt one card is only drawn to it, never its second card (R-66)."""
        return self.reads("R-66") == "b"

    @property
    def sides_alone(self) -> bool:
        """Whether a terminal may take part with side wagers alone, as people do on a box in the live games (R-93)."""
        return self.reads("R-93") == "b"

    @property
    def original_only(self) -> OriginalOnly:
        """What doubled and split stakes lose to a Dealer Blackjack."""
        if self.all_lost_to_blackjack:
            return "all"
        return "obo" if self.reads("R-42") == "b" else SURVIVING.get(self.reads("R-43"), "obbo")

    @cached_property
    def lost_on_surrender(self) -> frozenset[str]:
        """The side wagers lost with a surrendered hand: all but Tie on 18 (R-51 b), or Superb 8's (R-74 b).

        Those on the final hand always: there is none.
        """
        own = [wager for wager in self.bets.values() if wager.reads not in ("contest", "eighteen")]
        return frozenset(
            wager.name
            for wager in own
            if wager.reads == "final"
            or self.reads("R-51") == "b"
            or (wager.reads == "run" and self.reads("R-74") == "b")
        )

    @property
    def bonus_doubled(self) -> int:
        """The multiple of the bonus that is paid where the wager was doubled (R-79)."""
        return {"b": 2, "c": 0}.get(self.reads("R-79"), 1)

    def surrenders(self, up: Card) -> bool:
        """Whether a hand may be surrendered against that first card of the Dealer."""
        return self.surrender_offered and (self.surrender_on_ace or not (self.blackjacks and up.rank == "A"))

    def insures(self, up: Card) -> bool:
        """Whether insurance is offered against that first card of the Dealer."""
        return self.blackjacks and up.rank == "A"

    def pays_at_once(self, up: Card) -> bool:
        """Whether a Blackjack is paid whatever the Dealer draws to that first card."""
        return not self.blackjack_waits and up.rank != "A"

    def pays_even_money(self, up: Card) -> bool:
        """Whether even money is offered for a Blackjack against that first card of the Dealer."""
        offered = self.blackjacks and self.even_money_offered
        return offered and (up.rank == "A" or (self.even_money_always and not self.pays_at_once(up)))

    def kept_of_double(self, original: int, added: int) -> int:
        """How much of what a double added is lost to a Dealer Blackjack; nothing where it was doubled in full."""
        if self.extra_kept == "share":
            return added - added * added // original
        return added if self.extra_kept == "all" and added < original else 0

    def unit_of_double(self, original: int, unit: int) -> int:
        """The unit of what a double adds: one with which the share that comes back is whole cents (R-02, R-44).

        Whoever decides by the seat alone has nothing of their own to double (R-32).
        """
        return math.lcm(unit, _square_over(original)) if self.extra_kept == "share" and original else unit


def _lucky_sides(letters: Letters) -> tuple[Wager, ...]:
    return w.pair(letters), w.lucky_8(letters)


def _electronic_sides(letters: Letters) -> tuple[Wager, ...]:
    return w.bet_the_set_21(letters), w.royal_match_21(letters), w.kings_bounty(letters)


def _dueling_sides(letters: Letters) -> tuple[Wager, ...]:
    return w.tie_on_18(letters), w.superb_8s(letters), w.twenty_one_plus(letters)


@cache
def _square_over(number: int) -> int:
    """The smallest number whose square is a multiple of that one.

    >>> _square_over(1_000), _square_over(10_000)
    (100, 100)
    """
    root, left, factor = 1, number, 2
    while factor * factor <= left:
        while left % factor == 0:
            root *= factor
            left //= factor * (factor if left % factor**2 == 0 else 1)
        factor += 1
    return root * left


SURVIVING: Mapping[str, OriginalOnly] = {"a": "obbo", "b": "bb+1", "c": "larger", "d": "each"}
"""What is lost beside bust stakes, by reading of R-43."""

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
    choices={**ON_MAIN_PLAY, **SURRENDER_IN_TURN, **ON_OTHERS, **readings.LUCKY_8, **procedure("lucky8")},
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
    choices={**ON_MAIN_PLAY, **readings.E_BLACKJACK, **procedure("eblackjack")},
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
    choices={**SURRENDER_IN_TURN, **WITHOUT_MAIN, **readings.DUELING_8S, **procedure("dueling8")},
    insurance=None,
    double_for_less=True,
    voids=("5.1.1", "5.2"),
    splitting=Splitting(4, only="8"),
    law=DUELING_8S_LAW,
)

VARIANTS = (LUCKY_8, E_BLACKJACK, DUELING_8S)
