"""The workbench of the laboratory: what other pays make of a wager, and which pay gives a wanted edge.

The variant is written as the file that the command line reads, and read from it, so that a designer can save what the
page shows. It is known by no name, so that however many are tried, nothing of them is kept.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

from croupier.cards import Composition
from croupier.design import solving
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.odds.catalogue import odds, unlisted
from croupier.odds.families import odds_of
from croupier.odds.odds_table import number as exact
from croupier.odds.result import Odds, PlayedOdds
from croupier.refused import Refused, refuse_all
from croupier.server.calculations import ShoeAsked
from croupier.variants import draft
from croupier.variants.pays import read_pays
from croupier.variants.text import written
from croupier.words import several

WagerName: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
OutcomeName: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
MAX_PAYS_TRIED = 128


class PayTried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a row of a wager pays in a variant, as people write it: `9:1`, `9`, `10 for 1`, `push`."""

    wager: WagerName
    outcome: OutcomeName
    pays: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class DesignAsked(ShoeAsked, frozen=True, kw_only=True):
    """A game with other pays in some rows, and a shoe."""

    pays: Annotated[tuple[PayTried, ...], msgspec.Meta(max_length=MAX_PAYS_TRIED)] = ()


class PayWanted(DesignAsked, frozen=True, kw_only=True):
    """The row whose pay is looked for, and the edge that its wager should have."""

    wager: WagerName
    outcome: OutcomeName
    edge: Annotated[float, msgspec.Meta(ge=-1, le=1)]
    grid: Literal["whole", "half", "tenth", "twentieth", "for-one"] = "whole"
    """The pays among which the nearest one is looked for."""


class WagerFigures(msgspec.Struct, frozen=True):
    """The house edge of a wager, how often it wins, and how it swings."""

    edge: float
    hit: float
    sd: float
    ev: str
    """The expected value for a stake of one: a fraction."""


class WagerTried(msgspec.Struct, frozen=True):
    """A wager with other pays, beside the same wager of the base."""

    wager: str
    base: WagerFigures
    variant: WagerFigures


class Design(msgspec.Struct, frozen=True):
    """A variant: its file, and the wagers that it changes."""

    text: str
    wagers: list[WagerTried]


class PayPriced(msgspec.Struct, frozen=True):
    """A pay as casinos print it, and the edge that it gives."""

    pays: str
    edge: float


class PaysFound(msgspec.Struct, frozen=True):
    """The pay that comes nearest to the wanted edge, first, and its neighbours in their order."""

    found: list[PayPriced]


def work_design(query: ShoeAsked, pays: tuple[PayTried, ...]) -> Design:
    """The variant's file, and its wagers beside the base's."""
    base, shoe = find(query.game), query.shoe
    text = _text(base, shoe.decks, pays)
    variant = draft(text)
    names = _counted(base, dict.fromkeys(each.wager for each in pays))
    before, after = (_priced(game, shoe, names) for game in (base, variant))
    return Design(text, [WagerTried(name, _figures(before[name]), _figures(after[name])) for name in names])


def work_solve(query: ShoeAsked, wanted: PayWanted) -> PaysFound:
    """The pays around the one that comes nearest to the wanted edge."""
    base, shoe = find(query.game), query.shoe
    variant = draft(_text(base, shoe.decks, wanted.pays)) if wanted.pays else base
    _counted(base, [wanted.wager])
    chosen, grid = solving.choose(variant, f"{wanted.wager}.{wanted.outcome}"), solving.GRIDS[wanted.grid]
    _priced(base, shoe, [wanted.wager])
    priced = solving.solve(variant, chosen, shoe, Fraction(str(wanted.edge)), grid)
    return PaysFound([PayPriced(grid.written(each.pays), float(each.edge)) for each in priced])


def _text(base: Game, decks: int, tried: Iterable[PayTried]) -> str:
    """The variant's file; pays that nobody can read are refused by what was typed, since no file has been seen yet."""
    rows: dict[str, dict[str, str]] = {}
    defects: list[Refused] = []
    for each in tried:
        text = each.pays.strip()
        if not text.isdecimal() and read_pays(text) is None:
            defects.append(Refused("variant-pay-unreadable", given=each.pays))
        rows.setdefault(each.wager, {})[each.outcome] = text
    refuse_all(defects)
    usual = None if decks == base.default_decks else decks
    return written(base.name, rows, base.readings.changes, usual, f"{base.title}, own pays")


def _counted(game: Game, wagers: Iterable[str]) -> list[str]:
    """The wagers themselves; refused where decisions depend on a pay, which takes a solution for each."""
    counted = odds_of(game).counted(game)
    names = list(wagers)
    refuse_all(
        [
            Refused("workbench-counted-only", wager=name)
            for name in names
            if name in game.by_name and (name not in counted or counted[name].name != name)
        ]
    )
    return names


def _priced(game: Game, shoe: Composition, names: list[str]) -> Mapping[str, Odds | PlayedOdds]:
    """The odds of these wagers; refused where the shoe leaves none to one of them, as insurance without an Ace."""
    found = odds(game, shoe, names) if names else {}
    if missing := set(names) - found.keys():
        raise Refused(several(unlisted(game, game.by_name.keys() - missing)))
    return found


def _figures(found: Odds | PlayedOdds) -> WagerFigures:
    return WagerFigures(float(found.edge), float(found.hit), float(found.sd), exact(found.ev))
