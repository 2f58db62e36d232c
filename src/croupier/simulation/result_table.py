"""Simulation results as tables for people and as JSON for programs."""

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


def in_json(kernel: Kernel, by_wager: Mapping[str, Estimate], run: Mapping[str, Any]) -> dict[str, Any]:
    """What `croupier simulate --json` writes: the format of `croupier odds --json`, with the exact values added."""
    written = odds.in_json(kernel.game, kernel.shoe, {name: each.simulated for name, each in by_wager.items()})
    for name, each in by_wager.items():
        wager = written["wagers"][name]
        for (chance, exact), distance in zip(each.rows, each.distances(), strict=True):
            outcome = wager["outcomes"][chance.outcome]
            if isinstance(each.simulated, Tallied):
                outcome |= {"count": int(chance.probability * each.simulated.total), "total": each.simulated.total}
            outcome |= {"exact": float(exact), "distance": distance}
        if isinstance(each.simulated, Tallied):
            wager["results"] = {odds.fraction(net): count for net, count in each.simulated.results.items()}
            wager["method"] = each.exact.method
        wager |= {"stderr": each.stderr, "exact_edge": float(each.exact.edge), "distance": each.distance}
    return {**written, "mode": kernel.mode, **run}


def table(kernel: Kernel, by_wager: Mapping[str, Estimate], run: Mapping[str, Any]) -> Table:
    """Every wager with its edge and confidence interval, and below it the frequencies of its outcomes."""
    title = f"{kernel.game.title}: {run['rounds']:,} rounds simulated from {odds.named(kernel.shoe)}"
    shown = plain(title, "wager", "pays", "found", "exact", "off")
    for name, each in by_wager.items():
        edge = f"{float(each.simulated.edge):.4%} ± {Z_95 * each.stderr:.4%}"
        shown.add_row(
            Text(name, "bold"), "", Text(edge, "bold"), odds.percent(each.exact.edge), Text(f"{each.distance:+.2f}")
        )
        for (chance, exact), distance in zip(each.rows, each.distances(), strict=True):
            outcome = Padding(Text(chance.outcome, odds.RESULTS[chance.result or "push"]), (0, 0, 0, 2))
            exact_text = odds.percent(exact) if exact else "never"
            frequency = odds.percent(chance.probability)
            shown.add_row(outcome, _pays(chance), frequency, exact_text, f"{distance:+.2f}")
    largest = farthest(by_wager)
    shown.caption = "\n".join(
        [
            "wager: the house's share of the stake, with its 95% confidence interval; below it how often each came",
            f"off: the distance from the exact value in standard errors, at most {largest:.2f} for any outcome",
            ran(run),
        ]
    )
    return shown


def _pays(chance: Chance | Share) -> str:
    """What an outcome pays, or its net win for a played wager."""
    if isinstance(chance, Share) and chance.result != "win" and chance.net:
        return f"{float(chance.net):+.4f}".rstrip("0").rstrip(".")
    return str(chance.pays or "")


def ran(run: Mapping[str, Any]) -> str:
    """A run in one line: rounds, time, speed, device and seed.

    >>> ran({"rounds": 2_000_000, "seconds": 0.5, "rate": 4e6, "device": "cpu: 1 thread", "seed": 7})
    '2,000,000 rounds in 0.5 s, 4.00 million a second, on cpu: 1 thread; seed 7'

    For a run resumed from a checkpoint, rounds dealt before are not counted.
    """
    rate, before = speed(run["rate"]), run.get("rounds_before", 0)
    dealt = f"{run['rounds'] - before:,} {'more ' if before else ''}rounds"
    return f"{dealt} in {run['seconds']:.1f} s, {rate} a second, on {run['device']}; seed {run['seed']}"


def speed(rate: float) -> str:
    """A large number in words, such as millions.

    >>> speed(61.5e9), speed(123.4e6), speed(999)
    ('61.50 billion', '123.40 million', '999')
    """
    for size, word in ((1e9, "billion"), (1e6, "million")):
        if rate >= size:
            return f"{rate / size:.2f} {word}"
    return f"{rate:,.0f}"


def plain(title: str, *columns: str) -> Table:
    """A table without cell borders, numbers aligned right."""
    shown = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", padding=0)
    shown.caption_justify = "left"
    shown.add_column(columns[0], min_width=odds.NARROWEST)
    for column in columns[1:]:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown
