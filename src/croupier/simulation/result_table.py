"""Simulations as a person reads them and as programs do."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.odds import odds_table as odds
from croupier.odds.result import Chance, Share
from croupier.simulation.estimate import Z_95, Estimate, Tallied, farthest
from croupier.simulation.kernel import Kernel


def in_json(kernel: Kernel, found: Mapping[str, Estimate], run: Mapping[str, Any]) -> dict[str, Any]:
    """What `croupier simulate --json` writes: the odds' own shape, of the rounds dealt, and the exact values beside."""
    written = odds.in_json(kernel.game, kernel.shoe, {name: each.found for name, each in found.items()})
    for name, each in found.items():
        wager = written["wagers"][name]
        for (chance, exact), distance in zip(each.rows, each.distances(), strict=True):
            outcome = wager["outcomes"][chance.outcome]
            if isinstance(each.found, Tallied):
                outcome |= {"count": int(chance.probability * each.found.total), "total": each.found.total}
            outcome |= {"exact": float(exact), "distance": distance}
        if isinstance(each.found, Tallied):
            wager["results"] = {odds.fraction(net): count for net, count in each.found.results.items()}
            wager["method"] = each.exact.method
        wager |= {"stderr": each.stderr, "exact_edge": float(each.exact.edge), "distance": each.distance}
    return {**written, "mode": kernel.mode, **run}


def table(kernel: Kernel, found: Mapping[str, Estimate], run: Mapping[str, Any]) -> Table:
    """Every wager with its edge and how sure it is, and below it how often everything came."""
    title = f"{kernel.game.title}: {run['rounds']:,} rounds simulated from {odds.named(kernel.shoe)}"
    shown = plain(title, "wager", "pays", "found", "exact", "off")
    for name, each in found.items():
        edge = f"{float(each.found.edge):.4%} ± {Z_95 * each.stderr:.4%}"
        shown.add_row(
            Text(name, "bold"), "", Text(edge, "bold"), odds.percent(each.exact.edge), Text(f"{each.distance:+.2f}")
        )
        for (chance, exact), distance in zip(each.rows, each.distances(), strict=True):
            outcome = Padding(Text(chance.outcome, odds.RESULTS[chance.result or "push"]), (0, 0, 0, 2))
            never = odds.percent(exact) if exact else "never"
            often = odds.percent(chance.probability)
            shown.add_row(outcome, _pays(chance), often, never, f"{distance:+.2f}")
    shown.caption = "\n".join(
        [
            "wager: the house's share of the stake, with its 95% confidence interval; below it how often each came",
            f"off: the distance from the exact value in standard errors, at most {farthest(found):.2f} for any outcome",
            ran(run),
        ]
    )
    return shown


def _pays(chance: Chance | Share) -> str:
    """What it pays, or for a wager that is played what it nets."""
    if isinstance(chance, Share) and chance.result != "win" and chance.net:
        return f"{float(chance.net):+.4f}".rstrip("0").rstrip(".")
    return str(chance.pays or "")


def ran(run: Mapping[str, Any]) -> str:
    """How a run went, in a line.

    >>> ran({"rounds": 2_000_000, "seconds": 0.5, "rate": 4e6, "device": "cpu: 1 thread", "seed": 7})
    '2,000,000 rounds in 0.5 s, 4.00 million a second, on cpu: 1 thread; seed 7'

    Of a run that went on from a checkpoint, what it had dealt before took no time now.
    """
    rate, before = speed(run["rate"]), run.get("rounds_before", 0)
    dealt = f"{run['rounds'] - before:,} {'more ' if before else ''}rounds"
    return f"{dealt} in {run['seconds']:.1f} s, {rate} a second, on {run['device']}; seed {run['seed']}"


def speed(rate: float) -> str:
    """A great number as people say it.

    >>> speed(61.5e9), speed(123.4e6), speed(999)
    ('61.50 billion', '123.40 million', '999')
    """
    for size, word in ((1e9, "billion"), (1e6, "million")):
        if rate >= size:
            return f"{rate / size:.2f} {word}"
    return f"{rate:,.0f}"


def plain(title: str, *columns: str) -> Table:
    """A table without boxes round its cells, numbers to the right."""
    shown = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", padding=0)
    shown.caption_justify = "left"
    shown.add_column(columns[0], min_width=odds.NARROWEST)
    for column in columns[1:]:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown
