"""Simulated sessions as tables for people and as JSON for programs."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from croupier.money import dollars
from croupier.simulation.kernel import Kernel
from croupier.simulation.result_table import plain, ran
from croupier.simulation.sessions import BettorResults, HouseHold, SessionResults, Spread


def in_json(kernel: Kernel, played: SessionResults, run: Mapping[str, Any]) -> dict[str, Any]:
    """The results as JSON values; money in cents."""
    hold = played.hold()
    return {
        "game": kernel.game.name,
        "decks": kernel.shoe.decks,
        "mode": kernel.mode,
        "session": played.length,
        "sessions": len(played.ends),
        "bettors": [_in_json(played.answers(number)) for number in range(len(played.bettors))],
        "hold": {
            "win": hold.win._asdict(),
            "of_handle": hold.of_handle._asdict(),
            "of_drop": hold.of_drop and hold.of_drop._asdict(),
        },
        **run,
    }


def table(kernel: Kernel, played: SessionResults, run: Mapping[str, Any]) -> RenderableType:
    """A table for each bettor, and one for the house."""
    title = f"{kernel.game.title}: {len(played.ends):,} sessions of {played.length:,} rounds"
    tables = [_bettor(played.answers(number)) for number in range(len(played.bettors))]
    return Group(title, *tables, _hold(played.hold()), ran(run))


def _bettor(answers: BettorResults) -> Table:
    bettor = answers.bettor
    stakes = ", ".join(f"{wager} {dollars(stake)}" for wager, stake in bettor.stakes.items())
    shown = _spreads(stakes + (f", bankroll {dollars(bettor.bankroll)}" if bettor.bankroll else ""))
    _add(shown, "result", answers.result, _money)
    _add(shown, "drawdown", answers.drawdown, _money)
    _add(shown, "wins in a row", answers.wins, _whole)
    _add(shown, "losses in a row", answers.losses, _whole)
    if answers.ruined_after:
        _add(shown, "rounds to ruin", answers.ruined_after, _whole)
    summary = [f"ahead in {answers.ahead:.2%} of sessions"]
    if bettor.bankroll:
        summary.append(f"risk of ruin {answers.ruin:.2%} ± {1.96 * answers.ruin_stderr:.2%}")
    shown.caption = ", ".join(summary)
    return shown


def _hold(hold: HouseHold) -> Table:
    shown = _spreads("the house")
    _add(shown, "win", hold.win, _money)
    _add(shown, "win of handle", hold.of_handle, _share)
    if hold.of_drop:
        _add(shown, "hold (win of drop)", hold.of_drop, _share)
    return shown


def _spreads(title: str) -> Table:
    return plain(title, "", "mean", "1%", "5%", "25%", "50%", "75%", "95%", "99%")


def _add(shown: Table, name: str, spread: Spread, written: Any) -> None:
    shown.add_row(name, written(spread.mean, True), *(written(value, False) for value in spread.quantiles.values()))


def _money(cents: float, mean: bool) -> str:
    return f"{cents / 100:,.2f}" if mean else f"{cents / 100:,.0f}"


def _whole(number: float, mean: bool) -> str:
    return f"{number:.2f}" if mean else f"{number:,.0f}"


def _share(share: float, mean: bool) -> str:
    return f"{share:.2%}" if mean else f"{share:.1%}"


def _in_json(answers: BettorResults) -> dict[str, Any]:
    spreads = {key: each._asdict() if isinstance(each, Spread) else each for key, each in answers._asdict().items()}
    return {**spreads, "bettor": {"wagers": answers.bettor.stakes, "bankroll": answers.bettor.bankroll or None}}
