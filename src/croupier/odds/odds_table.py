"""Odds as tables for people and as JSON for programs. Only here do fractions become decimals."""

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
from croupier.odds.result import BEST, Chance, Number, Odds, PlayedOdds, Share, base

RESULTS = {"win": "green", "lose": "dim", "push": "magenta"}
MILLION = 1_000_000
MAX_COUNTED_DEALS = 10**20
"""Larger totals are denominators of fractions rather than counts of deals, and are not shown."""
MAX_CARDS_NAMED = 8
NARROWEST = 12
"""The minimum width of the name column: on a narrow terminal names wrap, numbers never do."""

Removed = Mapping[str, Mapping[Card, Number]]


def fraction(number: Fraction) -> str:
    """A fraction as text, with a denominator even where it is 1.

    >>> fraction(Fraction(-1, 10)), fraction(Fraction(0))
    ('-1/10', '0/1')
    """
    return f"{number.numerator}/{number.denominator}"


def number(value: Number) -> str:
    """A fraction as text, a float as a decimal number.

    >>> number(Fraction(-1, 10)), number(-0.1)
    ('-1/10', '-0.100000000000')
    """
    return fraction(value) if isinstance(value, Fraction) else f"{value:.12f}"


def percent(share: Number) -> str:
    """A share in percent, to four decimals.

    >>> percent(Fraction(1, 80))
    '1.2500%'
    """
    return f"{float(share * 100):.4f}%"


def named(shoe: Composition) -> str:
    """A shoe as text short enough for a title.

    >>> named(Composition.parse("8x52 less AS")), named(Composition.parse("8x52 less" + " AS KD" * 8))
    ('8x52 less AS', '8x52 less 16 cards')
    """
    gone = shoe.gone.total()
    return str(shoe) if gone <= MAX_CARDS_NAMED else f"{shoe.decks}x{shoe.deck.name} less {gone} cards"


def in_json(
    game: Game, shoe: Composition, priced: Mapping[str, Odds | PlayedOdds], removed: Removed | None = None
) -> dict[str, Any]:
    """What `croupier odds --json` writes; removal effects are listed with their wagers."""
    written: dict[str, Any] = {"game": game.name, "decks": shoe.decks}
    if shoe.gone.total():
        written["shoe"] = str(shoe)
    written["wagers"] = {name: _wager(odds) for name, odds in priced.items()}
    for name, effects in (removed or {}).items():
        written["wagers"][name]["removal"] = {card: number(effect) for card, effect in effects.items()}
    return written


def _wager(odds: Odds | PlayedOdds) -> dict[str, Any]:
    outcomes = {chance.outcome: _outcome(chance) for chance in odds.chances}
    text = f"{odds.method}; {odds.apart}" if isinstance(odds, PlayedOdds) else odds.method
    method = {} if text is None else {"method": text}
    figures = {"ev": number(odds.ev), "edge": float(odds.edge), "sd": odds.sd, "hit": float(odds.hit)}
    return {"outcomes": outcomes, **figures, **method}


def _outcome(chance: Chance | Share) -> dict[str, Any]:
    pays = None if chance.pays is None else str(chance.pays)
    counted = {"count": chance.count, "total": chance.total}
    net = {"net": float(chance.net)} if isinstance(chance, Share) else {}
    return {"pays": pays, **counted, "probability": float(chance.probability), **net}


def table(game: Game, shoe: Composition, priced: Mapping[str, Odds | PlayedOdds]) -> Table:
    """Every wager with its edge, and below it all of its outcomes."""
    shown = _table(f"{game.title}: exact odds from {named(shoe)}", "wager", "pays", "chance", "edge", "hit", "sd")
    shown.caption = "\n".join([*_counted(list(priced.values())), "edge: the house's share of the stake"])
    for odds in priced.values():
        # A negative edge is what surveillance looks for.
        edge = Text(percent(odds.edge), "bold red" if odds.edge < 0 else "bold")
        shown.add_row(Text(odds.name, "bold"), "", "", edge, percent(odds.hit), f"{odds.sd:.4f}")
        for chance in odds.chances if odds.name in game.by_name or base(odds.name) not in priced else ():
            name = Padding(Text(chance.outcome, RESULTS[chance.result or "push"]), (0, 0, 0, 2))
            shown.add_row(name, _pays(chance), _chance(chance), "", "", "")
    return shown


def _pays(chance: Chance | Share) -> str:
    if isinstance(chance, Share) and chance.result != "win" and chance.net:
        return f"{float(chance.net):+.4f}".rstrip("0").rstrip(".")
    return str(chance.pays or "")


def _chance(chance: Chance | Share) -> str:
    """A probability in percent; an impossible outcome reads `never` rather than a rounded zero (R-17)."""
    return percent(chance.probability) if chance.probability else "never"


def _counted(priced: Sequence[Odds | PlayedOdds]) -> list[str]:
    """The denominators of the probabilities: one total for whole rounds, or one for each wager."""
    if isinstance(priced[0], Odds) and priced[0].method is None:
        return [f"of {priced[0].total:,} ordered deals of six cards"]
    lines = [f"{each.name}: {_of(each)}{each.method}" for each in priced]
    return [*lines, PlayedOdds.apart] if any(isinstance(each, PlayedOdds) for each in priced) else lines


def _of(odds: Odds | PlayedOdds) -> str:
    if isinstance(odds, PlayedOdds) or odds.total > MAX_COUNTED_DEALS:
        return ""
    return f"of {odds.total:,} ordered deals of "


def removals(game: Game, shoe: Composition, removed: Removed) -> Table:
    """The effect of removal of each card on each wager, in millionths of the stake."""
    columns = ranks_alike(game.deck, removed.values())
    heads = [span(ranks) for ranks in columns]
    shown = _table(f"{game.title}: one card removed from {named(shoe)}", "wager", *heads)
    shown.caption = "in millionths of the stake\n+ is good for the bettor"
    for wager, effects in removed.items():
        for suits in suits_alike(effects):
            shown.add_row(
                Text(removal_label(game, wager, suits), "bold"),
                *(_effect(effects.get(Card(ranks[0] + suits[0]))) for ranks in columns),
            )
    return shown


def removal_label(game: Game, wager: str, suits: str) -> str:
    """A wager's label, with the suits of this row unless all suits have the same effect."""
    return label(game, wager) if len(suits) == len(SUITS) else f"{label(game, wager)}, {suits}"


def label(game: Game, wager: str) -> str:
    """A wager's label, marked where the play is for this wager rather than for the main game."""
    return game.by_name[base(wager)].label + (" (best)" if wager.endswith(BEST) else "")


def span(ranks: str) -> str:
    """Neighbouring ranks as a heading.

    >>> span("A"), span("TJQK")
    ('A', 'T-K')
    """
    return ranks if len(ranks) < 2 else f"{ranks[0]}-{ranks[-1]}"


def _effect(effect: Number | None) -> Text:
    if effect is None:
        return Text("gone", "dim")
    shown = f"{round(effect * MILLION):+}" if effect else "0"
    return Text(shown, RESULTS["win" if effect > 0 else "lose"])


def ranks_alike(deck: Deck, removed: Iterable[Mapping[Card, Number]]) -> list[str]:
    """Groups of neighbouring ranks with the same effect on every wager: one column each."""
    wagers = list(removed)

    def effects(rank: str) -> list[Number | None]:
        return [each.get(Card(rank + suit)) for each in wagers for suit in SUITS]

    return ["".join(ranks) for _, ranks in groupby(dict.fromkeys(card.rank for card in deck.cards), effects)]


def suits_alike(effects: Mapping[Card, Number]) -> list[str]:
    """Groups of suits with the same effect on a wager: one row each."""
    rows: dict[tuple[Number | None, ...], str] = {}
    for suit in SUITS:
        key = tuple(effects.get(Card(rank + suit)) for rank in RANKS)
        rows[key] = rows.get(key, "") + suit
    return list(rows.values())


def _table(title: str, *columns: str) -> Table:
    """A table without cell borders, numbers aligned right."""
    shown = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", padding=0)
    shown.caption_justify = "left"
    shown.add_column(columns[0], min_width=NARROWEST)
    for column in columns[1:]:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown
