"""Game protection as tables for people and as JSON for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cards import Composition
from croupier.games.game import Game
from croupier.odds.families import odds_of
from croupier.odds.odds_table import named
from croupier.odds.protection.counter import Count, CounterExposure, Protected
from croupier.odds.protection.depth import at_depth
from croupier.odds.result import Measurement

SHALLOWEST_CUT = 14
"""Cards behind the cut in many houses at baccarat."""


def depths(game: Game, shoe: Composition, least: int) -> list[int]:
    """The usual depths of the cut, deepest first: by half decks up to half of the shoe.

    >>> from croupier.games.catalogue import game
    >>> depths(game("tiger"), Composition.parse("8x52"), 5)
    [14, 26, 52, 78, 104, 130, 156, 182, 208]
    """
    half = len(game.deck.cards) // 2
    return [each for each in (SHALLOWEST_CUT, *range(half, shoe.total // 2 + 1, half)) if least <= each < shoe.total]


def in_json(
    game: Game, shoe: Composition, by_wager: Mapping[str, Protected], cut: int, shoes: int, seed: int
) -> dict[str, Any]:
    """What `croupier protection --json` writes."""
    return {
        "game": game.name,
        "decks": shoe.decks,
        "cut": cut,
        "shoes": shoes,
        "seed": seed,
        "wagers": {name: _wager(each) for name, each in by_wager.items()},
    }


def _wager(protected: Protected) -> dict[str, Any]:
    return {"by_cut": [_exposure(each) for each in protected.by_cut], "count": _count(protected.count)}


def _exposure(each: CounterExposure) -> dict[str, Any]:
    figures = {
        "rounds": each.rounds,
        "favourable": each.favourable,
        "advantage": each.advantage,
        "per_shoe": each.per_shoe,
        "per_hundred_rounds": each.per_hundred,
    }
    return {"cut": each.cut, **{name: _figure(figure) for name, figure in figures.items()}}


def _figure(figure: Measurement | None) -> dict[str, float] | None:
    return None if figure is None else {"value": figure.value, "stderr": figure.error}


def _count(count: Count | None) -> dict[str, Any] | None:
    if count is None:
        return None
    return {
        "tags": count.tags.of,
        "level": count.tags.level,
        "balanced": count.tags.balanced,
        "efficiency": count.tags.efficiency,
        "trigger": count.trigger,
        "captured": _figure(count.captured),
    }


def table(
    game: Game, shoe: Composition, by_wager: Mapping[str, Protected], cut: int, shoes: int, seed: int
) -> RenderableType:
    """Every wager at one depth of the cut, the most exposed first."""
    title = f"{game.title}: a perfect counter, {named(shoe)}, {cut} cards behind the cut"
    shown = _table("wager", *COLUMNS[:-1], "by tags")
    for name, each in sorted(by_wager.items(), key=lambda item: -item[1].at(cut).per_shoe.value):
        at = each.at(cut)
        by_tags = each.count.captured if each.count else None
        shown.add_row(Text(name, "bold"), *_cells(at)[:-1], _percent(by_tags, 0) if by_tags else Text("-", "dim"))
    rounds = next(iter(by_wager.values())).at(cut).rounds
    notes = [
        f"{rounds.value:.1f} rounds in a shoe; {shoes:,} shoes of seed {seed}; ± one standard error",
        "favourable: share of rounds; worth: share of the stake when it is",
        "per shoe: units won, at one a bet; by tags: the share that a simple count wins",
    ]
    return _sheet(title, shown, notes)


def detail(game: Game, shoe: Composition, protected: Protected, cut: int, shoes: int, seed: int) -> RenderableType:
    """One wager at many depths of the cut, and the count for one of them."""
    exact = protected.wager in odds_of(game).few_kinds(game)
    shown = _table("behind", *COLUMNS, *(["just there"] if exact else []))
    for each in protected.by_cut:
        there = [f"{float(at_depth(game, protected.wager, shoe.total - each.cut, shoe).share):.4%}"] if exact else []
        shown.add_row(Text(str(each.cut), "bold" if each.cut == cut else ""), *_cells(each), *there)
    notes = [f"{shoes:,} shoes of seed {seed}; ± one standard error; behind: cards behind the cut"]
    if exact:
        notes.append("just there: how often favourable with so many cards left, exactly")
    return _sheet(
        f"{game.title}, {protected.wager}: a perfect counter, {named(shoe)}",
        shown,
        [*notes, *_counted(protected.count, cut)],
    )


def _counted(count: Count | None, cut: int) -> list[str]:
    if count is None:
        return ["No count by tags: no single card gone moves this wager, only their mixture."]
    kind = "balanced" if count.tags.balanced else "against what should have gone by now"
    lines = [f"Tags ({kind}): {count.tags}", f"Efficiency {count.tags.efficiency:.4f}"]
    if count.trigger is None:
        lines.append(f"Never worth a bet with {cut} cards behind the cut")
    else:
        captured = _percent(count.captured, 1) if count.captured else "nothing"
        lines.append(f"Bets from a true count of {count.trigger:+g} with {cut} cards behind the cut: wins {captured}")
    return lines


COLUMNS = ("favourable", "worth", "per shoe", "per 100")


def _cells(at: CounterExposure) -> list[Text]:
    if at.advantage is None:
        return [Text("none seen", "dim"), *(Text("-", "dim") for _ in COLUMNS[1:])]
    style = "bold red" if at.per_shoe.value > 2 * at.per_shoe.error else ""
    return [
        Text(_percent(at.favourable, 2)),
        Text(_percent(at.advantage, 2)),
        Text(f"{at.per_shoe.value:.4f} ±{at.per_shoe.error:.4f}", style),
        Text(f"{at.per_hundred.value:.3f} ±{at.per_hundred.error:.3f}"),
    ]


def _percent(figure: Measurement, digits: int) -> str:
    return f"{figure.value * 100:.{digits}f} ±{figure.error * 100:.{digits}f}%"


def _sheet(title: str, shown: Table, notes: Sequence[str]) -> RenderableType:
    """A table with its title above and its notes below, either of which may be wider."""
    return Group(Text(title, "bold"), shown, *(Text(note, "dim") for note in notes))


def _table(*columns: str) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, padding=0)
    shown.add_column(columns[0], no_wrap=True)
    for column in columns[1:]:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown
