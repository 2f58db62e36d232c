"""The configuration of a table: its game and terms, its shoe, its pace, and who runs it.

A configuration is validated as a whole, and all defects are reported at once; it has a version, and every round is
stamped with the one that it is played under.

>>> read('''
... [tables.B1]
... game = "tiger"
... decks = 3
... cut = -1
... pase = 2
... limits = { all = "5.00..500.00" }
... ''')
Traceback (most recent call last):
croupier.refused.Refused: B1: there is no setting pase; B1: tiger is played with 4 to 10 decks, not 3; B1: \
416 cards leave none to play: 0 burned and -1 behind the cutting card (ebaccarat 2.1)

Every wager on offer has a minimum and a maximum, for the documents have terminals show both.

>>> read('''
... [tables.B1]
... game = "tiger"
... limits = { player = "5.00..5,000.00", banker = "5.00..", sides = "5.00..100.00" }
... ''')
Traceback (most recent call last):
croupier.refused.Refused: B1: set a maximum for banker (ebaccarat 2.2)
"""

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from croupier import variants
from croupier.games.catalogue import GAMES, game
from croupier.games.families import family
from croupier.games.game import Game
from croupier.games.round import encode
from croupier.games.terms import Limits, Terms, usual_limits
from croupier.house import policy, purchases
from croupier.house.ledger import win
from croupier.house.pace import Pace
from croupier.house.policy import Policy
from croupier.house.purchases import Purchases
from croupier.house.shoe import usual_burn
from croupier.money import cents, dollars
from croupier.refused import Refused, refuse_all
from croupier.words import Sentence

DEFAULT_CUT_CARDS = 52
"""Cards behind the cutting card by default."""
BUY_IN = "buy_in"
"""The section about credits that terminals sell themselves."""
TABLES = "tables"
OF_SERVER = ("server", "store", "keys", "limits")
"""The sections that the server reads."""
ALL, SIDES = "all", "sides"
"""Keys of `limits`: every wager, and every wager but the main ones."""
Posted = TypeVar("Posted")
MAINS = frozenset({"main", "player", "banker"})
"""The main wagers of every game."""
Subject: TypeAlias = Literal["void", "card-entry", "configuration"]
"""What may need two people: voiding a round, entering which cards lie where, changing a table's configuration."""


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """The configuration of a table."""

    terms: Terms
    run: Literal["automatic", "dealer"] = "automatic"
    """Whether the table runs on its timers, or waits for its Dealer's commands."""
    cards: Literal["virtual", "entered"] = "virtual"
    """Whether cards come from the virtual shoe, or are read off a real one by scanner or keyboard."""
    cut: int = DEFAULT_CUT_CARDS
    """Cards behind the cutting card (R-15)."""
    burn: int = 0
    """Cards burned after a shuffle (R-16)."""
    standing_orders: bool = True
    """Whether the Gaming Shift Manager has ruled beforehand, at an automatic table, on an interruption where the
    document has no rule (R-12) and on a shoe that runs out where it is theirs to decide (R-13)."""
    no_bets: Literal["deal", "wait"] = "deal"
    """What an automatic table does when nobody bets: deal all the same, as baccarat does for its roads, or keep bets
    open until somebody has bet."""
    two_people: tuple[Subject, ...] = ()
    """What needs a second person at this table. A repair always does."""
    tips: bool = False
    """Whether players may tip the Dealers here."""
    pace: Pace = Pace()

    @classmethod
    def of(cls, name: str, *, unit: int | None = None, **settings: Any) -> "Configuration":
        """A game's default configuration with these settings; a name that is no field here is one of `Terms`.

        >>> Configuration.of("dueling-8s", boxes=5, cut=40, limits={"all": "5.00..500.00"}).burn
        1
        """
        own = {key: value for key, value in settings.items() if key in cls.__struct_fields__}
        terms = {key: value for key, value in settings.items() if key not in own}
        if "limits" in terms:
            limits = {
                key: Limits.parse(each) if isinstance(each, str) else each for key, each in terms["limits"].items()
            }
            terms["limits"] = posted(game(name, terms.get("rulings"), terms.get("edition")), limits)
        return cls(terms=Terms.of(name, unit=unit, **terms), **{**_defaults(name), **own})

    def __post_init__(self) -> None:
        refuse_all(list(self._defects()))

    @property
    def digest(self) -> str:
        """SHA-256 of the configuration, in hexadecimal."""
        return hashlib.sha256(encode(self)).hexdigest()

    def unposted(self) -> Iterator[Refused]:
        """The wagers on offer that lack a minimum or a maximum.

        A table of the house needs both, for its terminals show them; older stored configurations may lack them.

        >>> [str(each) for each in Configuration.of("no-commission", limits={"sides": "5.00..100.00"}).unposted()]
        ['set a minimum and a maximum for player, banker (ebaccarat 2.2)']
        """
        return _unposted(self.terms.rules, self.terms.offered, self.terms.limits)

    def _defects(self) -> Iterator[Refused]:
        size = self.terms.shoe.total
        if self.cut < 0 or self.burn < 0 or self.burn + self.cut >= size:
            reason = Sentence("shoe-leaves-no-cards", size=size, burned=self.burn, behind_cut=self.cut)
            yield Refused(reason, "R-15")
        if self.run == "automatic" and self.cards == "entered":
            yield Refused("automatic-table-needs-virtual-shoe")
        yield from self.pace.defects()


def other_rules(before: Configuration, after: Configuration) -> bool:
    """Whether a table goes over to another edition, or reads an open point otherwise."""
    return before.terms.rules.identity != after.terms.rules.identity


def posted(rules: Game, limits: Mapping[str, Posted]) -> dict[str, Posted]:
    """Limits by wager: `all` is for every wager, `sides` for all but the main ones, and a wager's own name wins.

    >>> posted(game("lucky-8"), {"all": "5.00..500.00", "pair": "5.00..50.00"})
    {'main': '5.00..500.00', 'pair': '5.00..50.00', 'lucky-8': '5.00..500.00'}
    """
    bets = rules.bets
    groups = {ALL: tuple(bets), SIDES: tuple(wager for wager in bets if wager not in MAINS)}
    keys = [key for key in (*groups, *(key for key in limits if key not in groups)) if key in limits]
    return {wager: limits[key] for key in keys for wager in groups.get(key, (key,))}


def check_posted(tables: Mapping[str, Configuration]) -> None:
    """Refuse tables with wagers that lack limits, all of them in one refusal."""
    refuse_all(
        [
            Refused("about", defect.clause, what=name, said=defect.reason)
            for name, each in tables.items()
            for defect in each.unposted()
        ]
    )


def read(text: str, folder: Path = Path()) -> dict[str, Configuration]:
    """The tables of a configuration file (TOML) by name; one refusal with every defect of all of them.

    A table that plays a variant names its file, from the folder of the configuration file.
    """
    return read_parsed(parse(text), folder)


def parse(text: str) -> dict[str, Any]:
    """A configuration file as its sections; refused where it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused("configuration-not-toml", error=error) from None


def read_parsed(parsed: Mapping[str, Any], folder: Path) -> dict[str, Configuration]:
    """The tables of a parsed configuration file; one refusal with every defect of all sections but the server's."""
    defects = [defect for name in parsed if name != TABLES for defect in section_defects(name, parsed[name])]
    tables = parsed.get(TABLES, {})
    if not isinstance(tables, dict) or not tables:
        defects.append(Refused("configuration-without-tables"))
        tables = {}
    read: dict[str, Configuration] = {}
    for name, settings in tables.items():
        made, own_defects = table(name, settings, folder)
        defects += own_defects
        if made is not None:
            read[name] = made
    refuse_all(defects)
    return read


def section_defects(name: str, section: Any) -> list[Refused]:
    """The defects of a section of the file that is not about a table; what the server reads is not checked here."""
    defects: list[Refused] = []
    with _CollectingRefusals(defects):
        if name == BUY_IN:
            purchases.read(section)
        elif name in policy.SECTIONS:
            policy.read({name: section})
        elif name not in OF_SERVER:
            raise Refused("configuration-section-unknown", section=name)
    return defects


def table(name: str, settings: Any, folder: Path) -> tuple[Configuration | None, list[Refused]]:
    """One table of the file and its defects; None where it has any."""
    defects: list[Refused] = []
    made = _table(name, settings, defects, folder)
    if not defects:
        return made, []
    return None, [Refused(Sentence("about", what=name, said=each.reason), each.clause) for each in defects]


def read_purchases(text: str) -> Purchases | None:
    r"""The `[buy_in]` section of a configuration file; None where it has no such section.

    >>> read_purchases('[tables.B1]\ngame = "tiger"') is None
    True
    >>> read_purchases('[buy_in]\nsources = ["card"]\npurchase = "10.00..500.00"\nday = "2,000.00"').most
    50000
    """
    return purchases_of(parse(text))


def purchases_of(parsed: Mapping[str, Any]) -> Purchases | None:
    """The `[buy_in]` section of a parsed configuration file."""
    return purchases.read(parsed[BUY_IN]) if BUY_IN in parsed else None


def read_policy(text: str) -> Policy:
    """The `[people]` and `[cage]` sections of a configuration file; defaults where it has none."""
    return policy.read(parse(text))


def settings(configuration: Configuration) -> dict[str, Any]:
    """A configuration as the settings of a configuration file.

    >>> settings(Configuration.of("tiger", unit=500, without=["tiger-pair"]))["unit"]
    '5.00'
    """
    terms = configuration.terms
    return {
        "game": terms.game,
        **{key: getattr(configuration, key) for key in configuration.__struct_fields__ if key != "terms"},
        **{key: getattr(terms, key) for key in ("edition", "decks", "boxes", "mains", "one_box", "hand_shuffled")},
        "rulings": terms.readings.changes,
        "pace": msgspec.to_builtins(configuration.pace),
        "unit": dollars(terms.unit),
        "without": tuple(wager for wager in terms.rules.bets if wager not in terms.offered),
        "limits": {wager: str(limits) for wager, limits in terms.limits.items()},
    }


def changed(name: str, before: Configuration, changes: Mapping[str, Any]) -> Configuration:
    """A table's configuration with some settings changed, or one refusal with every defect.

    `pace`, `limits` and `rulings` are merged key by key; a setting of None goes back to its default.
    """
    values, defects = settings(before), [Refused("table-keeps-game")] if "game" in changes else []
    rules = before.terms.rules
    if isinstance(edition := changes.get("edition"), str) and edition != before.terms.edition:
        with _CollectingRefusals(defects):
            rules = game(before.terms.game, edition=edition)
        # Wagers that the other edition does not have are taken off the table.
        values["without"] = tuple(wager for wager in values["without"] if wager in rules.bets)
        values["limits"] = {wager: each for wager, each in values["limits"].items() if wager in rules.bets}
    if isinstance(named := changes.get("limits"), dict):
        # A group (`all`, `sides`) overrides the limits of every wager in it.
        changes = {**changes, "limits": posted(rules, named)}
    for key, value in changes.items():
        parts = values.get(key)
        whole = {**parts, **value} if isinstance(parts, dict) and isinstance(value, dict) else value
        values[key] = {part: each for part, each in whole.items() if each is not None} if whole is not value else value
    values = {key: value for key, value in values.items() if value is not None}
    made = _made(name, before.terms.game, values, defects)
    refuse_all(defects)
    assert made is not None
    if made == before:
        raise Refused("configuration-unchanged")
    return made


def _game(given: Any, folder: Path) -> Game:
    """The game that a table names: one of ours, or a variant by its file."""
    if isinstance(given, str) and given.endswith(variants.SUFFIX):
        return variants.read(folder / given)
    if not isinstance(given, str) or given not in GAMES:
        raise Refused("unknown-game", given=given, known=tuple(GAMES))
    return GAMES[given]


def _table(name: str, settings: Any, defects: list[Refused], folder: Path) -> Configuration | None:
    """One table as far as it can be read; adds its defects to the list."""
    if not isinstance(settings, dict):
        defects.append(Refused("table-not-a-section"))
        return None
    with _CollectingRefusals(defects):
        return _made(name, _game(settings.get("game"), folder).name, settings, defects)
    return None


def _made(name: str, given: str, settings: Mapping[str, Any], defects: list[Refused]) -> Configuration | None:
    """A table of a game, as far as its settings can be read."""
    values: dict[str, Any] = {}
    with _CollectingRefusals(defects):
        win(name)
    for key, value in settings.items():
        if key == "game":
            continue
        if key not in SETTINGS:
            defects.append(Refused("table-setting-unknown", setting=key))
            continue
        with _CollectingRefusals(defects, key):
            values[key] = SETTINGS[key](value)
    rules = game(given)
    with _CollectingRefusals(defects):
        rules = game(given, values.get("rulings"), values.get("edition"))
    values["limits"] = usual_limits(rules, values.get("without", ())) | posted(rules, values.get("limits", {}))
    in_terms = {key: value for key, value in values.items() if key not in Configuration.__struct_fields__}
    own = {key: value for key, value in values.items() if key not in in_terms}
    terms = None
    with _CollectingRefusals(defects):
        terms = Terms.of(given, **in_terms)
    made = None
    with _CollectingRefusals(defects):
        made = Configuration(terms=terms or Terms.of(given), **{**_defaults(given), **own})
    defects += _unposted(
        rules, [wager for wager in rules.bets if wager not in values.get("without", ())], values["limits"]
    )
    return made


def _unposted(rules: Game, offered: Iterable[str], limits: Mapping[str, Limits]) -> Iterator[Refused]:
    clause = rules.cite(rules.posts_limits)
    if bare := [wager for wager in offered if wager not in limits]:
        yield Refused("wager-limits-missing", clause, wagers=tuple(bare))
    if endless := [wager for wager in offered if wager in limits and limits[wager].maximum is None]:
        yield Refused("wager-maximum-missing", clause, wagers=tuple(endless))


def _defaults(name: str) -> dict[str, Any]:
    """The defaults that depend on the game."""
    rules = game(name)
    return {"burn": usual_burn(rules), "no_bets": "wait" if family(name).waits_for_bets else "deal"}


class _CollectingRefusals:
    """Context manager that appends a refusal or a validation error to a list instead of raising it."""

    def __init__(self, defects: list[Refused], key: str | None = None) -> None:
        self._defects, self._key = defects, key

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> bool:
        if isinstance(error, Refused):
            for each in error.defects:
                reason = Sentence("about", what=self._key, said=each.reason) if self._key else each.reason
                self._defects.append(Refused(reason, each.clause))
            return True
        if isinstance(error, msgspec.ValidationError):
            self._defects.append(Refused("about", what=self._key, said=str(error)))
            return True
        return False


def _of(kind: Any) -> Callable[[Any], Any]:
    return lambda value: msgspec.convert(value, kind)


def _pace(value: Any) -> Pace:
    if isinstance(value, dict) and (unknown := [key for key in value if key not in Pace.__struct_fields__]):
        raise Refused("pace-setting-unknown", unknown=unknown[0], known=tuple(Pace.__struct_fields__))
    made: Pace = msgspec.convert(value, Pace)
    return made


SETTINGS: Mapping[str, Callable[[Any], Any]] = {
    "run": _of(Literal["automatic", "dealer"]),
    "cards": _of(Literal["virtual", "entered"]),
    "cut": _of(int),
    "burn": _of(int),
    "standing_orders": _of(bool),
    "no_bets": _of(Literal["deal", "wait"]),
    "two_people": _of(tuple[Subject, ...]),
    "tips": _of(bool),
    "pace": _pace,
    "edition": _of(str),
    "decks": _of(int),
    "unit": lambda value: cents(msgspec.convert(value, str)),
    "without": _of(tuple[str, ...]),
    "limits": lambda value: {
        wager: Limits.parse(text) for wager, text in msgspec.convert(value, dict[str, str]).items()
    },
    "boxes": _of(int),
    "mains": _of(int),
    "one_box": _of(tuple[str, ...]),
    "hand_shuffled": _of(bool),
    "rulings": _of(dict[str, str]),
}
"""The settings of a table and their parsers; amounts are written as people write them, such as "5.00"."""
