"""Odds as a person reads them and as programs do. Only here do fractions become decimals."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cards import RANKS, SUITS, Card, Composition, Deck
from croupier.games.game import Game
from croupier.odds.result import BEST, Chance, Odds

RESULTS = {"win": "green", "lose": "dim", "push": "magenta"}
MILLION = 1_000_000
MOST_NAMED = 8
NARROWEST = 12
"""Where a terminal is too narrow for all, names are broken between words, and numbers never."""

Removed = Mapping[str, Mapping[Card, Fraction]]


def fraction(number: Fraction) -> str:
    """A fraction as text, whole numbers too.

    >>> fraction(Fraction(-1, 10)), fraction(Fraction(0))
    ('-1/10', '0/1')
    """
    return f"{number.numerator}/{number.denominator}"


def percent(number: Fraction) -> str:
    """A share in percent, to four decimals.

    >>> percent(Fraction(1, 80))
    '1.2500%'
    """
    return f"{float(number * 100):.4f}%"


def named(shoe: Composition) -> str:
    """A shoe as a title has room for it.

    >>> named(Composition.parse("8x52 less AS")), named(Composition.parse("8x52 less" + " AS KD" * 8))
    ('8x52 less AS', '8x52 less 16 cards')
    """
    gone = shoe.gone.total()
    return str(shoe) if gone <= MOST_NAMED else f"{shoe.decks}x{shoe.deck.name} less {gone} cards"


def in_json(game: Game, shoe: Composition, found: Mapping[str, Odds], removed: Removed | None = None) -> dict[str, Any]:
    """What `croupier odds --json` writes; a shoe that is not full is named, and removals stand with their wagers."""
    written: dict[str, Any] = {"game": game.name, "decks": shoe.decks}
    if shoe.gone.total():
        written["shoe"] = str(shoe)
    written["wagers"] = {name: _wager(odds) for name, odds in found.items()}
    for name, effects in (removed or {}).items():
        written["wagers"][name]["removal"] = {card: fraction(effect) for card, effect in effects.items()}
    return written


def _wager(odds: Odds) -> dict[str, Any]:
    outcomes = {
        chance.outcome: {
            "pays": None if chance.pays is None else str(chance.pays),
            "count": chance.count,
            "total": chance.total,
            "probability": float(chance.probability),
        }
        for chance in odds.chances
    }
    ev = fraction(odds.ev)
    method = {} if odds.method is None else {"method": odds.method}
    return {"outcomes": outcomes, "ev": ev, "edge": float(odds.edge), "sd": odds.sd, "hit": float(odds.hit), **method}


def table(game: Game, shoe: Composition, found: Mapping[str, Odds]) -> Table:
    """Every wager with its edge, and below it everything that can become of it."""
    shown = _table(f"{game.title}: exact odds from {named(shoe)}", "wager", "pays", "chance", "edge", "hit", "sd")
    shown.caption = "\n".join([*_counted(list(found.values())), "edge: the house's share of the stake"])
    for odds in found.values():
        # An edge that has turned is what surveillance looks for.
        edge = Text(percent(odds.edge), "bold red" if odds.edge < 0 else "bold")
        shown.add_row(Text(odds.name, "bold"), "", "", edge, percent(odds.hit), f"{odds.sd:.4f}")
        for chance in odds.chances:
            name = Padding(Text(chance.outcome, RESULTS[chance.result]), (0, 0, 0, 2))
            shown.add_row(name, str(chance.pays or ""), _chance(chance), "", "", "")
    return shown


def _chance(chance: Chance) -> str:
    """How often it comes; what this shoe cannot give is told from what is merely rare (R-17)."""
    return percent(chance.probability) if chance.count else "never"


def _counted(found: Sequence[Odds]) -> list[str]:
    """Of how many deals the chances are shares: one number for whole rounds, or each wager's own."""
    if found[0].method is None:
        return [f"of {found[0].total:,} ordered deals of six cards"]
    return [f"{each.name}: of {each.total:,} ordered deals\n  ({each.method})" for each in found]


def removals(game: Game, shoe: Composition, removed: Removed) -> Table:
    """How each wager moves when one card goes, in millionths of the stake."""
    columns = _ranks(game.deck, removed.values())
    heads = [ranks if len(ranks) < 2 else f"{ranks[0]}-{ranks[-1]}" for ranks in columns]
    shown = _table(f"{game.title}: one card removed from {named(shoe)}", "wager", *heads)
    shown.caption = "in millionths of the stake\n+ is good for the bettor"
    for wager, effects in removed.items():
        for suits in _suits(effects):
            label = _label(game, wager)
            name = label if len(suits) == len(SUITS) else f"{label}, {suits}"
            shown.add_row(Text(name, "bold"), *(_effect(effects.get(Card(ranks[0] + suits[0]))) for ranks in columns))
    return shown


def _label(game: Game, wager: str) -> str:
    """A wager's label; play for a wager rather than for the main game is named so."""
    best = wager not in game.by_name
    return game.by_name[wager.removesuffix(BEST)].label + (" (best)" if best else "")


def _effect(effect: Fraction | None) -> Text:
    if effect is None:
        return Text("gone", "dim")
    shown = f"{round(effect * MILLION):+}" if effect else "0"
    return Text(shown, RESULTS["win" if effect > 0 else "lose"])


def _ranks(deck: Deck, found: Iterable[Mapping[Card, Fraction]]) -> list[str]:
    """Neighbouring ranks that move every wager alike make one column."""
    wagers = list(found)

    def effects(rank: str) -> list[Fraction | None]:
        return [each.get(Card(rank + suit)) for each in wagers for suit in SUITS]

    return ["".join(ranks) for _, ranks in groupby(dict.fromkeys(card.rank for card in deck.cards), effects)]


def _suits(effects: Mapping[Card, Fraction]) -> list[str]:
    """Suits that move a wager alike make one row."""
    rows: dict[tuple[Fraction | None, ...], str] = {}
    for suit in SUITS:
        key = tuple(effects.get(Card(rank + suit)) for rank in RANKS)
        rows[key] = rows.get(key, "") + suit
    return list(rows.values())


def _table(title: str, *columns: str) -> Table:
    """A table without boxes round its cells, numbers to the right."""
    shown = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", padding=0)
    shown.caption_justify = "left"
    shown.add_column(columns[0], min_width=NARROWEST)
    for column in columns[1:]:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown
