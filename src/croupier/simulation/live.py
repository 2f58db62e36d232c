"""A run while somebody watches it: how fast, how long still, and the edge so far. Ctrl-C stops it where it is."""

import time

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from croupier.simulation.estimate import Z_95, Estimate
from croupier.simulation.result_table import speed
from croupier.simulation.running import Run

REFRESH_SECONDS = 0.5
"""Seconds between two looks at the edge."""


def watch(run: Run, console: Console | None = None) -> bool:
    """Run to the end, with a bar where a console is given; whether it got there or was interrupted."""
    try:
        if console is None:
            for _ in run:
                pass
        else:
            _with_bar(run, console)
    except KeyboardInterrupt:
        run.save()
        return False
    return True


def _with_bar(run: Run, console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(12), TextColumn("{task.percentage:>5.1f}%"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("simulating", total=run.goal, completed=run.done)
        start, shown, before = time.monotonic(), 0.0, int(run.counts.sum())
        for _ in run:
            now = time.monotonic()
            if now - shown > REFRESH_SECONDS:
                shown = now
                _show(run, progress, task, (int(run.counts.sum()) - before) / (now - start))


def _show(run: Run, progress: Progress, task: TaskID, rate: float) -> None:
    wager, found = next(iter(run.kernel.settle(run.counts.tolist()).items()))
    estimate = Estimate(found, found)
    edge = f"{wager} {float(found.edge):.4%} ± {Z_95 * estimate.stderr:.4%}"
    progress.update(task, completed=run.done, description=f"{speed(rate)} rounds a second, {edge}")
