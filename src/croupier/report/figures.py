"""All that a par sheet tells, as numbers: found once, written as a page or for programs."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from croupier.cards import Card, Composition
from croupier.games.game import Game
from croupier.odds import odds_table as odds_show
from croupier.odds.catalogue import odds
from croupier.odds.edges import Edges, edges
from croupier.odds.families import rulings_of
from croupier.odds.protection import counter_table as protection_show
from croupier.odds.protection.counter import CUT, Protected, protection
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
    readings: Mapping[str, str]
    """The readings in force that are not the usual ones, by ruling."""
    rulings: list[Ruling]
    """The open points of the game's document."""
    priced: list[Priced]
    """Those readings that change odds."""
    protection: Mapping[str, Protected]
    shoes: int


def figures(
    game: Game, decks: int | None = None, *, shoes: int = SHOES, reading: str | None = None, any_decks: bool = False
) -> Figures:
    """Everything about a game from so many decks; what a counter wins over so many shoes, or not at all."""
    shoe = game.shoe(decks) if decks is None or not any_decks else Composition(game.deck, decks)
    readings = rulings_of(game, reading)
    rulings = [each for each in all_rulings().values() if game.document in each.documents]
    return Figures(
        game,
        shoe,
        odds(game.name, shoe, reading=reading, any_decks=any_decks),
        how.find(game, shoe, reading, any_decks=any_decks) if (how := strategy_of(game)) else None,
        every_removal(game.name, shoe, reading=reading, any_decks=any_decks),
        edges(game, sorted({*game.decks, shoe.decks}), readings, any_decks=any_decks),
        readings,
        rulings,
        priced(rulings, game=game.name, shoe=shoe),
        _protection(game, shoe, shoes, any_decks),
        shoes,
    )


def _protection(game: Game, shoe: Composition, shoes: int, any_decks: bool) -> Mapping[str, Protected]:
    if not shoes:
        return {}
    return protection(game, shoe, cut=min(CUT, shoe.total // 2), shoes=shoes, seed=SEED, any_decks=any_decks)


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
    if found.readings:
        written["readings"] = dict(found.readings)
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
