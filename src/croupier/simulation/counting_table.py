"""The result of a simulated counter, as a table for people and as JSON for programs."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType

from croupier.money import dollars
from croupier.simulation.counting import CountingResult
from croupier.simulation.estimate import Z_95
from croupier.simulation.kernel import Kernel
from croupier.simulation.result_table import plain, ran


def in_json(kernel: Kernel, counted: CountingResult, run: Mapping[str, Any]) -> dict[str, Any]:
    """The result as JSON values."""
    return {
        "game": kernel.game.name,
        "decks": kernel.shoe.decks,
        **kernel.options(),
        "bettor": counted.bettor.stakes,
        "counter": counted.tags,
        "spread": [{"true_count": least, "units": units} for least, units in counted.spread],
        "edge": counted.edge.value,
        "stderr": counted.edge.error,
        "per_round": counted.per_round.value,
        "per_round_stderr": counted.per_round.error,
        "units_per_round": counted.staked,
        "bets": [
            {"true_count": least, "units": units, "share": share, "edge": edge}
            for least, units, share, edge in counted.levels()
        ],
        **run,
    }


def table(kernel: Kernel, counted: CountingResult, run: Mapping[str, Any]) -> RenderableType:
    """A line for every bet of the spread, and the totals."""
    stakes = ", ".join(f"{wager} {dollars(stake)}" for wager, stake in counted.bettor.stakes.items())
    tags = " ".join(f"{rank}{tag:+g}" for rank, tag in counted.tags.items())
    shown = plain(
        f"{kernel.game.title}: a unit of {stakes}, counting {tags}", "true count", "units", "of rounds", "edge"
    )
    for least, units, share, then in counted.levels():
        shown.add_row(f"from {least:g}", f"{units:g}", f"{share:.2%}", f"{then:.4%}")
    edge, won = counted.edge, counted.per_round
    totals = [
        f"edge {edge.value:.4%} ± {Z_95 * edge.error:.4%} of what was staked, {counted.staked:.3f} units a round",
        f"the counter wins {100 * won.value:.3f} ± {100 * Z_95 * won.error:.3f} units in a hundred rounds",
        ran(run),
    ]
    return Group(shown, *totals)
