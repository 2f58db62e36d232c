"""All that a par sheet tells, as numbers: found once, written as a page or for programs."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from croupier.cards import Card, Composition
from croupier.games.game import Game
from croupier.odds import odds_table as odds_show
from croupier.odds.catalogue import odds
from croupier.odds.edges import Edges, edges
from croupier.odds.protection import counter_table as protection_show
from croupier.odds.protection.counter import CUT, Protected, protection
from croupier.odds.readings import register
from croupier.odds.readings.reading import Undecided
from croupier.odds.readings.register import Priced, priced
from croupier.odds.removal import every_removal
from croupier.odds.result import Number, Odds, Played
from croupier.odds.strategy import strategy_of
from croupier.report.family import report_of
from croupier.report.volatility import ROUNDS, bands
from croupier.rulebook import Ruling, all_rulings

SHOES, SEED = 200, 1


@dataclasses.dataclass(frozen=True)
class Figures:
    """One game, dealt from a full shoe."""

    game: Game
    shoe: Composition
    odds: Mapping[str, Odds | Played]
    strategy: Any
    """How it is played best, where anything is decided."""
    removal: Mapping[str, Mapping[Card, Number]]
    edges: Edges
    rulings: list[Ruling]
    """The open points of the game's document."""
    priced: list[Priced]
    """Those readings that change odds, from the game's usual shoe."""
    protection: Mapping[str, Protected]
    shoes: int


def figures(game: Game, decks: int | None = None, *, shoes: int = SHOES) -> Figures:
    """Everything about a game from so many decks; what a counter wins over so many shoes, or not at all."""
    shoe = game.shoe(decks)
    rulings = [each for each in all_rulings().values() if game.document in each.documents]
    return Figures(
        game,
        shoe,
        odds(game.name, shoe),
        how.find(game, shoe) if (how := strategy_of(game)) else None,
        every_removal(game.name, shoe),
        edges(game),
        rulings,
        _priced(game, rulings),
        protection(game, shoe, cut=min(CUT, shoe.total // 2), shoes=shoes, seed=SEED) if shoes else {},
        shoes,
    )


def _priced(game: Game, rulings: list[Ruling]) -> list[Priced]:
    def solve(reading: Undecided) -> float | None:
        if reading.game != game.name:
            return None
        return register.solve(reading)

    return [each for each in priced(rulings, solve) if each.game == game.name]


def in_json(found: Figures) -> dict[str, Any]:
    """What `croupier report --json` writes: the same figures for programs."""
    written = odds_show.in_json(found.game, found.shoe, found.odds, found.removal)
    for name, each in found.odds.items():
        most = report_of(found.game).liability(found.game, each)
        written["wagers"][name] |= {
            "liability": {"pays": float(most.pays), "by": most.by, "probability": most.chance},
            "bands": {rounds: {sure: list(band) for sure, band in bands(each, rounds).items()} for rounds in ROUNDS},
        }
    written["edges"] = {name: {decks: float(edge) for decks, edge in row.items()} for name, row in found.edges.items()}
    written["rulings"] = [
        {"ruling": each, "reading": each.default, "taken": each.taken, "priced": _readings(found, each)}
        for each in found.rulings
    ]
    written["strategy"] = how.in_json(found.strategy) if (how := strategy_of(found.game)) else None
    if found.protection:
        cut = next(iter(found.protection.values())).by_cut[0].cut
        written["protection"] = protection_show.in_json(
            found.game, found.shoe, found.protection, cut, found.shoes, SEED
        )
    return written


def _readings(found: Figures, ruling: Ruling) -> list[dict[str, Any]]:
    rows = [each for each in found.priced if each.ruling == ruling]
    return [{"reading": each.key, "wager": each.wager, "edge": each.edge, "says": each.says} for each in rows]
