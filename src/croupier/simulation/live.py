"""Shows the progress of a run: speed, time remaining and the edge so far. Ctrl-C stops it and keeps the results."""

import time

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from croupier.simulation.estimate import Z_95, Estimate
from croupier.simulation.result_table import speed
from croupier.simulation.running import SimulationRun

REFRESH_SECONDS = 0.5
"""Seconds between two updates."""


def watch(run: SimulationRun, console: Console | None = None) -> bool:
    """SimulationRun to the end, with a progress bar if a console is given; return whether it was completed."""
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


def _with_bar(run: SimulationRun, console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(12), TextColumn("{task.percentage:>5.1f}%"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("simulating", total=run.goal, completed=run.done)
        start, shown, before = time.monotonic(), 0.0, int(run.counts.sum())
        for _ in run:
            now = time.monotonic()
            if now - shown > REFRESH_SECONDS:
                shown = now
                _show(run, progress, task, (int(run.counts.sum()) - before) / (now - start))


def _show(run: SimulationRun, progress: Progress, task: TaskID, rate: float) -> None:
    wager, tallied = next(iter(run.kernel.settle(run.counts.tolist()).items()))
    estimate = Estimate(tallied, tallied)
    edge = f"{wager} {float(tallied.edge):.4%} ± {Z_95 * estimate.stderr:.4%}"
    progress.update(task, completed=run.done, description=f"{speed(rate)} rounds a second, {edge}")
