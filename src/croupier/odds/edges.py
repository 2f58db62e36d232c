"""The house edge of every wager by number of decks, as numbers and as a chart."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier.games.game import Game
from croupier.odds.drawing import BLUE, INK, LINE, RED, SOFT_INK, check, figure, save, tint
from croupier.odds.families import odds_of
from croupier.odds.result import Number, base

Edges = dict[str, dict[int, Number]]
"""House edge by wager and number of decks; wagers that a shoe cannot offer are left out."""


def edges(game: Game, decks: Iterable[int] | None = None, *, any_decks: bool = False) -> Edges:
    """The house edge of every wager, for every number of decks that the document allows unless some are given.

    >>> from croupier.games.catalogue import game
    >>> {decks: f"{float(edge):.4%}" for decks, edge in edges(game("tiger"), [4, 8])["banker"].items()}
    {4: '1.0517%', 8: '1.0579%'}
    """
    by_wager: Edges = {}
    for number in game.decks if decks is None else decks:
        if not any_decks:
            game.check_decks(number)
        for name, edge in odds_of(game).edges(game, number).items():
            by_wager.setdefault(name, {})[number] = edge
    order = [wager.name for wager in game.wagers]
    return {name: by_wager[name] for name in sorted(by_wager, key=lambda each: order.index(base(each)))}


def draw(game: Game, by_wager: Edges, path: Path) -> None:
    """Draw one line for each wager with one dot for each number of decks; more decks are darker."""
    check(path)
    names = sorted(by_wager, key=lambda name: by_wager[name].get(game.default_decks, 0))
    sheet, axes = figure(9, 0.34 * len(names) + 1.7)
    most, least = game.decks.stop - 1, game.decks.start
    for place, name in enumerate(names):
        points = {decks: float(edge) * 100 for decks, edge in by_wager[name].items()}
        axes.plot([0, max(points.values())], [place, place], color=LINE, linewidth=0.8, zorder=1)
        for decks, edge in points.items():
            shade = tint(BLUE if edge >= 0 else RED, 0.25 + 0.75 * (decks - least) / max(most - least, 1))
            axes.plot([edge], [place], "o", color=shade, markersize=7, zorder=2, clip_on=False)
        label = f"{points[game.default_decks]:.4f}%" if game.default_decks in points else ""
        _beside(axes, place, label, color=INK, size=9)
    _beside(axes, len(names) - 0.45, f"{game.default_decks} decks", color=SOFT_INK, size=8)
    axes.axvline(0, color=SOFT_INK, linewidth=0.8)
    axes.set_ylim(-0.7, len(names) - 0.2)
    axes.set_yticks(range(len(names)), names, color=INK)
    words = f"house's edge in percent of the stake, from {_decks(least)} (pale) to {_decks(most)} (dark)"
    axes.set_xlabel(words, color=SOFT_INK, size=9)
    axes.set_title(f"{game.title}: edge by number of decks", loc="left", color=INK, weight="bold")
    save(sheet, path)


def _beside(axes: Any, place: float, words: str, **style: Any) -> None:
    axes.text(1.13, place, words, transform=axes.get_yaxis_transform(), ha="right", va="center", **style)


def _decks(number: int) -> str:
    return "1 deck" if number == 1 else f"{number} decks"
