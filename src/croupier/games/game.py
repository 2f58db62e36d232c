"""A game: its document, its cards, its wagers, and what may be configured about it."""

import dataclasses
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from croupier.cards import Composition, Deck
from croupier.games.readings import Readings
from croupier.games.wager import Matcher, Wager
from croupier.money import MAX_CENTS, Pays, exact_unit
from croupier.refused import Refused
from croupier.rulebook import OWN_RULES, Clause, Document, Ruling
from croupier.words import Sentence, several

UNREAD = Readings()
Change: TypeAlias = Callable[[Any], Any]
"""What a reading makes of a game: the same game, declared otherwise."""


def as_declared(game: "Game") -> "Game":
    """The game itself: a reading that it is declared by, or one that its rounds look up (`Game.reads`)."""
    return game


class Choice(NamedTuple):
    """One reading of an open point that a game can be played by."""

    change: Change = as_declared
    """What it makes of the game as it is declared; nothing, where rounds look the reading up themselves."""
    resettles: bool = False
    """Whether it settles the same cards otherwise, and nothing else: finished rounds can be settled again by it."""
    priced: bool = True
    """Whether odds may depend on it."""


class Origin(NamedTuple):
    """What makes a game a variant of another one, which nobody has approved."""

    base: "Game"
    """The game that it changes, as that is declared."""
    text: str
    """The file that declares it."""
    digest: str
    """What tells this text of it from any other."""
    readings: Mapping[str, str]
    """The readings that it fixes, by ruling."""
    names: Mapping[str, str]
    """The names of the base's wagers that it has given others, by those."""
    change: Change
    """What it makes of its base, under any readings."""


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class Game(ABC):
    """A game: what it is played with, and what may be wagered on.

    It is one edition of its document, read in one way (`readings`). Values are compared by identity, as caches want it;
    `croupier.games.catalogue.game` returns the same value again while it is in use. `identity` tells games apart.
    """

    name: str
    title: str
    document: Document
    deck: Deck
    decks: range
    default_decks: int
    wagers: tuple[Wager, ...]
    also_pays: tuple[Pays, ...] = ()
    """Shares of a stake that are paid outside the pay tables, such as the half that a surrender keeps."""

    posts_limits: str = "2.2"
    """The clause, or the ruling, by which stakes outside the posted limits are refused."""
    boxes: range = range(0)
    """How many playing areas a table may have, where the game is played on boxes."""
    choices: Mapping[str, Mapping[str, Choice]] = dataclasses.field(default_factory=dict)
    """The readings that may be chosen, by ruling and letter."""
    readings: Readings = UNREAD
    """The readings in force, of every ruling about its document."""
    limits: Mapping[str, tuple[int, int | None]] = dataclasses.field(default_factory=dict)
    """The least and the most that a table takes on a wager unless it posts other limits, in cents."""
    origin: Origin | None = None
    """What it is a variant of; none for an approved game."""

    def __post_init__(self) -> None:
        """A game is declared by the readings that the register takes by default."""
        if not self.readings:
            object.__setattr__(self, "readings", Readings.of(self.document))

    @property
    @abstractmethod
    def family(self) -> str:
        """The name of its family: how its rounds are conducted."""

    def clause(self, id: str) -> Clause:
        """A clause of the game's own document."""
        return Clause(self.document.id, id)

    def cite(self, text: str) -> Clause | Ruling:
        """A clause of the game's own document, or a ruling."""
        return Ruling(text) if text.startswith("R-") else self.clause(text)

    @property
    def identity(self) -> tuple[str, str, Readings]:
        """What tells it from any other game."""
        return self.name, self.edition, self.readings

    @property
    def edition(self) -> str:
        """The edition of its document; of a variant also which text of it."""
        return f"{self.document.edition}+{self.origin.digest}" if self.origin else self.document.edition

    @property
    def rests_on(self) -> str:
        """The document that it rests on; a variant rests on none, and says so."""
        if self.origin:
            return f"{OWN_RULES.name}, on {self.origin.base.title}"
        edition = f"version {self.document.version}, " if self.document.version else ""
        return f"{self.document.name}, {edition}in force from {self.document.effective}"

    @property
    def usual_readings(self) -> Readings:
        """The register's default readings, but for those that a variant fixes."""
        return Readings.of(self.document, self.origin.readings if self.origin else None)

    def reads(self, ruling: str) -> str:
        """The letter of the reading in force."""
        return self.readings.letter(ruling)

    def read_by(self, readings: Readings) -> "Game":
        """The game, as it is declared, under these readings; one that is not a choice here is refused."""
        if self.origin:
            return self if readings == self.readings else self._on_base(self.origin, readings)
        changes = [
            change
            for ruling, letter in readings.letters.items()
            if (change := self._choice(ruling, letter)) is not as_declared
        ]
        if not changes and readings == self.readings:
            return self
        game = dataclasses.replace(self, readings=readings)
        for change in changes:
            game = change(game)
        return game

    def _on_base(self, origin: Origin, readings: Readings) -> "Game":
        for ruling, letter in readings.letters.items():
            if ruling in origin.readings and letter != self.reads(ruling):
                raise Refused("reading-fixed-by-variant", ruling, game=self.name, ruling=ruling, reading=letter)
        game: Game = origin.change(origin.base.read_by(readings))
        return game

    def _choice(self, ruling: str, letter: str) -> Change:
        choices = self.choices.get(ruling, {})
        if letter in choices:
            return choices[letter].change
        if not choices and letter == Ruling(ruling).default:
            return as_declared
        if fixed := Ruling(ruling).fixed:
            raise Refused("reading-is-fixed", ruling, game=self.name, ruling=ruling, why=fixed)
        raise Refused(
            "reading-not-played",
            ruling,
            game=self.name,
            ruling=ruling,
            reading=letter,
            known=tuple(choices or (Ruling(ruling).default,)),
        )

    @cached_property
    def by_name(self) -> dict[str, Wager]:
        """The wagers by their names."""
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def bets(self) -> dict[str, Wager]:
        """The wagers that are placed before the close of bets."""
        return {wager.name: wager for wager in self.wagers if wager.window == "betting"}

    @cached_property
    def matcher(self) -> Matcher:
        """Matches outcomes to all wagers of the game."""
        return Matcher(self.wagers)

    @cached_property
    def unit(self) -> int:
        """The smallest unit, in cents, with which every payment of the game is exact (R-02)."""
        rows = [row for wager in self.wagers for row in (*wager.rows, *wager.extras)]
        return exact_unit([*(row.pays for row in rows if row.pays), *self.also_pays])

    def shoe(self, decks: int | None = None) -> Composition:
        """A full shoe of the game; a number of decks that its document does not allow is refused."""
        return Composition(self.deck, self.check_decks(decks))

    def check_decks(self, decks: int | None) -> int:
        """The number of decks in play: the default where none is given."""
        if decks is None:
            return self.default_decks
        if decks not in self.decks:
            low, high = self.decks.start, self.decks.stop - 1
            raise Refused("decks-outside-range", self.clause("2.1"), game=self.name, least=low, most=high, decks=decks)
        return decks

    def check_unit(self, unit: int) -> int:
        """The unit itself; one with which a payment of the game could be inexact is refused (R-02)."""
        if unit <= 0 or unit % self.unit:
            problem = Sentence("unit-pays-inexactly", unit=unit, game=self.name)
            raise Refused("unit-must-be-multiple", "R-02", problem=problem, required=self.unit)
        return unit

    def check_stakes(self, stakes: Mapping[str, int], unit: int) -> None:
        """Refuse, all at once, unknown wagers, and stakes that are not positive, too large or off the unit."""
        if stakes and (
            not stakes.keys() <= self.bets.keys()
            or min(stakes.values()) <= 0
            or max(stakes.values()) > MAX_CENTS
            or math.gcd(*stakes.values()) % self.check_unit(unit)
        ):
            defects = [
                *self._unknown(stakes),
                *(defect for item in stakes.items() if (defect := _bad_stake(*item, unit))),
            ]
            raise Refused(several(defect.reason for defect in defects), defects[0].clause)

    def _unknown(self, names: Iterable[str]) -> list[Refused]:
        return [self.not_offered(name) for name in names if name not in self.bets]

    def not_offered(self, wager: str) -> Refused:
        """The refusal of a wager that this game, or this table, does not offer."""
        return Refused("wager-not-offered", self.clause("2.2"), game=self.name, wager=wager, offered=tuple(self.bets))


def _bad_stake(wager: str, stake: int, unit: int) -> Refused | None:
    if stake <= 0:
        return Refused("stake-not-above-zero", "R-02", wager=wager, stake=stake)
    if stake > MAX_CENTS:
        return Refused("stake-above-account-limit", stake=stake, wager=wager, most=MAX_CENTS)
    if stake % unit:
        return Refused("stake-not-unit-multiple", "R-02", stake=stake, wager=wager, unit=unit)
    return None
