"""The contents of a par sheet as numbers: computed once, written as a page or as JSON."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from croupier.cards import Card, Composition
from croupier.games.game import Game
from croupier.games.readings import about
from croupier.odds import odds_table as odds_show
from croupier.odds.catalogue import odds
from croupier.odds.edges import Edges, edges
from croupier.odds.protection import counter_table as protection_show
from croupier.odds.protection.counter import CUT, Protected, protection
from croupier.odds.readings.register import Priced, priced
from croupier.odds.removal import every_removal
from croupier.odds.result import Number, Odds, PlayedOdds
from croupier.odds.strategy import strategy_of
from croupier.report.family import report_of
from croupier.report.volatility import ROUNDS, bands
from croupier.rulebook import Ruling

SHOES, SEED = 200, 1


@dataclasses.dataclass(frozen=True)
class ParSheet:
    """All figures of one game, from a full shoe."""

    game: Game
    shoe: Composition
    odds: Mapping[str, Odds | PlayedOdds]
    strategy: Any
    """The best strategy; `None` for a game without decisions."""
    removal: Mapping[str, Mapping[Card, Number]]
    edges: Edges
    rulings: list[Ruling]
    """The open points of the game's document."""
    priced: list[Priced]
    """The edges under the readings that change odds."""
    protection: Mapping[str, Protected]
    shoes: int


def figures(game: Game, decks: int | None = None, *, shoes: int = SHOES, any_decks: bool = False) -> ParSheet:
    """Compute the par sheet of a game; a card counter's win is sampled over `shoes` shoes, or left out for 0."""
    shoe = game.shoe(decks) if decks is None or not any_decks else Composition(game.deck, decks)
    rulings = list(about(game.document))
    return ParSheet(
        game,
        shoe,
        odds(game, shoe, any_decks=any_decks),
        how.find(game, shoe, any_decks=any_decks) if (how := strategy_of(game)) else None,
        every_removal(game, shoe, any_decks=any_decks),
        edges(game, sorted({*game.decks, shoe.decks}), any_decks=any_decks),
        rulings,
        priced(rulings, game=game.name, shoe=shoe),
        _protection(game, shoe, shoes, any_decks),
        shoes,
    )


def _protection(game: Game, shoe: Composition, shoes: int, any_decks: bool) -> Mapping[str, Protected]:
    if not shoes:
        return {}
    return protection(game, shoe, cut=min(CUT, shoe.total // 2), shoes=shoes, seed=SEED, any_decks=any_decks)


def in_json(sheet: ParSheet) -> dict[str, Any]:
    """What `croupier report --json` writes."""
    written = odds_show.in_json(sheet.game, sheet.shoe, sheet.odds, sheet.removal)
    for name, each in sheet.odds.items():
        most = report_of(sheet.game).liability(sheet.game, each)
        written["wagers"][name] |= {
            "liability": {"pays": float(most.pays), "by": most.by, "probability": most.chance},
            "bands": {rounds: {sure: list(band) for sure, band in bands(each, rounds).items()} for rounds in ROUNDS},
        }
    written["edges"] = {name: {decks: float(edge) for decks, edge in row.items()} for name, row in sheet.edges.items()}
    if changes := sheet.game.readings.changes:
        written["readings"] = changes
    written["rulings"] = [
        {"ruling": each, "reading": sheet.game.reads(each), "taken": each.taken, "priced": _readings(sheet, each)}
        for each in sheet.rulings
    ]
    written["strategy"] = how.in_json(sheet.strategy) if (how := strategy_of(sheet.game)) else None
    if sheet.protection:
        cut = next(iter(sheet.protection.values())).by_cut[0].cut
        written["protection"] = protection_show.in_json(
            sheet.game, sheet.shoe, sheet.protection, cut, sheet.shoes, SEED
        )
    return written


def _readings(sheet: ParSheet, ruling: Ruling) -> list[dict[str, Any]]:
    rows = [each for each in sheet.priced if each.ruling == ruling]
    return [{"reading": each.key, "wager": each.wager, "edge": each.edge, "says": each.says} for each in rows]
