"""The registry of games: by name, by edition of their document, and by the readings they are played by.

A later edition of a game is registered beside the first one, under its name and the edition (`tiger@5`).
"""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, lru_cache

from croupier.games.baccarat.variants import VARIANTS as BACCARAT
from croupier.games.blackjack.variants import VARIANTS as BLACKJACK
from croupier.games.game import Game
from croupier.games.readings import Readings, named
from croupier.plugins import PluginRegistry, load_object
from croupier.refused import Refused

DECLARED = PluginRegistry[Game]("games", Game, {game.name: game for game in (*BACCARAT, *BLACKJACK)})
"""Every game as it is declared, later editions by name and edition."""

MAX_READ = 512
"""Games under other readings that are kept: anybody may ask for any of them."""


class Catalogue(Mapping[str, Game]):
    """The games by name, each in the edition in force and by the register's default readings."""

    def __getitem__(self, name: str) -> Game:
        if name not in DECLARED or "@" in name:
            raise KeyError(name)
        return game(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in DECLARED if "@" not in name)

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES: Mapping[str, Game] = Catalogue()


def game(name: str | Game, readings: Mapping[str, str] | str | None = None, edition: str | None = None) -> Game:
    """The game of that name, or a game itself, under some other readings than it is read by.

    A name may end in an edition, and in readings; without an edition it means the one in force today. Readings are
    letters by ruling, or a text such as `R-63=b R-43=obo`.

    >>> game("tiger").title, game("tiger@4") is game("tiger")
    ('Tiger Baccarat', True)
    >>> game("lucky-8", {"R-43": "obo"}).readings.changes, game("lucky-8", "obo") is game("lucky-8", "R-42=b R-43=c")
    ({'R-42': 'b', 'R-43': 'c'}, True)
    """
    if isinstance(name, Game):
        usual = name
    elif " " in name:
        name, _, behind = name.partition(" ")
        return game(game(name, behind, edition), readings)
    elif edition or name not in _usual:
        bare, _, behind = name.partition("@")
        usual = _usual_of(edition_of(bare, edition or behind))
        if DECLARED.complete and len(editions(bare)) == 1 and not behind:
            _usual[name] = usual
    else:
        usual = _usual[name]
    if not readings:
        return usual
    declared = editions(usual.name)[usual.edition]
    changes = _named(readings, declared) if isinstance(readings, str) else readings
    return _read(declared, usual.readings.but(changes))


_usual: dict[str, Game] = {}
"""The games of which there is one edition only, by name: looked up for every recorded round."""


def _named(text: str, declared: Game) -> dict[str, str]:
    return {ruling: letter for each in text.split() for ruling, letter in named(each, declared.document).items()}


def in_full(game: Game) -> str:
    """The name of a game with its edition, where there are several, and its readings, where they are not the default.

    >>> in_full(game("tiger")), in_full(game("tiger", "R-63=b")), game("tiger R-63=b") is game("tiger", "R-63=b")
    ('tiger', 'tiger R-63=b', True)
    """
    alone = len(editions(game.name)) == 1 and not game.origin
    name = game.name if alone else f"{game.name}@{game.edition}"
    return " ".join((name, *(f"{ruling}={letter}" for ruling, letter in game.readings.changes.items())))


def read_by(name: str, edition: str, readings: Readings) -> Game:
    """The game of that edition, under exactly these readings: what the terms of a round hold."""
    return _read_by(name, edition, readings)


def editions(name: str) -> Mapping[str, Game]:
    """The editions of a game, by edition, the oldest first, as they are declared."""
    if name in _variants:
        return _variants[name]
    if name not in DECLARED or "@" in name:
        raise Refused("unknown-game", given=name, known=tuple(GAMES))
    declared = [each for key, each in DECLARED.items() if key.partition("@")[0] == name]
    return {each.edition: each for each in sorted(declared, key=lambda each: each.document.effective)}


def edition_of(name: str, edition: str = "", day: str | None = None) -> Game:
    """One edition of a game as it is declared: that one, or the latest that holds on a day (today, unless given)."""
    known = editions(name)
    if edition:
        if edition not in known:
            raise Refused("unknown-edition", game=name, edition=edition, known=tuple(known))
        return known[edition]
    if len(known) == 1:
        return next(iter(known.values()))
    on = day or date.today().isoformat()
    in_force = [each for each in known.values() if each.document.effective[:10] <= on]
    return in_force[-1] if in_force else next(iter(known.values()))


def register(variant: Game) -> Game:
    """Make a variant known by its name and edition; the text registered last is the one in force.

    Whatever looks a game up by its name finds it from then on: recorded rounds, the terms of a round, a table. It is
    not in `GAMES`, which are the approved ones.
    """
    registered = _kept(variant)
    known = _variants[variant.name]
    # The last one is in force.
    known[variant.edition] = known.pop(variant.edition)
    _usual.pop(variant.name, None)
    return _usual_of(registered)


def declare(text: str) -> None:
    """Make the variant known that a stored text declares; where another text of it is in force, that stays so."""
    if text not in _texts:
        _kept(load_object(VARIANT_OF_TEXT)(text))


def texts() -> tuple[str, ...]:
    """The texts of all known variants, for another process that is to know them too."""
    return tuple(_texts)


def _kept(variant: Game) -> Game:
    """A variant by its edition, which tells one text of it from all others: the one that is known, if it is."""
    assert variant.origin is not None
    if variant.name in DECLARED:
        raise Refused("variant-name-taken", name=variant.name)
    known = _variants.setdefault(variant.name, {})
    kept = known.get(variant.edition, variant)
    if kept.origin is None or kept.origin.text != variant.origin.text:
        raise Refused("variant-texts-alike", name=variant.name, edition=variant.edition)
    if kept is variant:
        _variants[variant.name] = {variant.edition: variant, **known}
        _texts[variant.origin.text] = None
        _usual.pop(variant.name, None)
    return kept


VARIANT_OF_TEXT = "croupier.variants:draft"
"""What reads the text of a variant: a layer above, loaded when there is one to read."""
_variants: dict[str, dict[str, Game]] = {}
"""The variants by name and edition, as they are declared."""
_texts: dict[str, None] = {}
"""The texts of them, in the order in which they became known."""


def forget() -> None:
    """Look everything up anew: after the register's defaults or the declared games have changed."""
    _usual.clear()
    for each in (_usual_of, _read, _read_by):
        each.cache_clear()


@cache
def _usual_of(declared: Game) -> Game:
    return _read(declared, declared.usual_readings)


@lru_cache(MAX_READ)
def _read(declared: Game, readings: Readings) -> Game:
    return declared.read_by(readings)


@lru_cache(MAX_READ)
def _read_by(name: str, edition: str, readings: Readings) -> Game:
    return _read(edition_of(name, edition), readings)
