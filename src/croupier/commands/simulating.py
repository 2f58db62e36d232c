"""The work of `croupier simulate`: what it runs, and what it prints."""

import secrets
import sys
import time
from contextlib import nullcontext
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from croupier.commands import tables
from croupier.commands.options import print_json
from croupier.games import recorded
from croupier.games.families import family
from croupier.odds.drawing import check as check_chart
from croupier.refused import Refused
from croupier.simulation import counting_table, live, plot, sessions_table
from croupier.simulation import result_table as show_rounds
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.cluster import join
from croupier.simulation.counting import CountsCards as Countable
from croupier.simulation.counting import counting as count_cards
from croupier.simulation.counting import read_spread, read_tags
from croupier.simulation.devices import device as find_device
from croupier.simulation.estimate import estimates
from croupier.simulation.kernel import Kernel, check_seed
from croupier.simulation.running import SimulationRun, read
from croupier.simulation.sessions import sessions as play

MAX_ROUNDS = 1 << 62
STOPPED = 130
"""The exit status after Ctrl-C."""


def rounds(
    kernel: Kernel,
    number: str,
    seed: int | None,
    device: str,
    threads: int | None,
    cluster: str | None,
    checkpoint: Path | None,
    chart: Path | None,
    json: bool,
) -> int:
    """Simulate rounds and show the results of every wager."""
    goal = kernel.numbers(how_many(number))
    if chart:
        check_chart(chart)
    if seed is None and checkpoint and (saved := read(checkpoint)):
        seed = saved.seed
    with join(kernel, cluster) if cluster else nullcontext(find_device(kernel, device, threads)) as chosen:
        run = SimulationRun(kernel, chosen, seed=_seed(seed), goal=goal, checkpoint=checkpoint)
        before, start = int(run.counts.sum()), time.perf_counter()
        complete = live.watch(run, Console(stderr=True) if sys.stderr.isatty() else None)
    figures = _run_figures(run, before, time.perf_counter() - start)
    if not complete:
        figures["stopped"] = True
    results = estimates(kernel.settle(run.counts.tolist()), kernel.exact(), kernel.boxes)
    if json:
        print_json(show_rounds.in_json(kernel, results, figures))
    elif results:
        Console().print(show_rounds.table(kernel, results, figures))
    if not complete:
        Console(stderr=True).print(f"stopped after {run.done:,} of {run.goal:,} {kernel.deals}")
    if chart and results:
        plot.edges(kernel, results, chart)
    return 0 if complete else STOPPED


def sessions(
    kernel: Kernel,
    bettors: list[str],
    seed: int | None,
    length: int,
    number: int,
    bankroll: int,
    rebuy: bool,
    threads: int | None,
    chart: Path | None,
    json: bool,
) -> int:
    """Simulate sessions and show their statistics."""
    if chart:
        check_chart(chart)
    players = [FlatBettor.parse(text, kernel.game, bankroll) for text in bettors]
    chosen, start = _seed(seed), time.perf_counter()
    played = play(kernel, players, seed=chosen, length=length, number=number, rebuy=rebuy, threads=threads)
    took = time.perf_counter() - start
    figures = {
        "rounds": length * number,
        "seconds": took,
        "rate": length * number / took,
        "device": find_device(kernel, "cpu", threads).name,
        "seed": chosen,
    }
    if json:
        print_json(sessions_table.in_json(kernel, played, figures))
    else:
        Console().print(sessions_table.table(kernel, played, figures), highlight=False)
    if chart:
        plot.spread(kernel, played, chart)
    return 0


def counting(
    kernel: Kernel,
    bettor: str,
    tags: str,
    spread: str,
    number: str,
    seed: int | None,
    threads: int | None,
    json: bool,
) -> int:
    """Simulate a card counter through whole shoes, and show the result."""
    player = FlatBettor.parse(bettor, kernel.game)
    by_rank, bets = read_tags(tags), read_spread(spread)
    if not isinstance(kernel, Countable):
        raise Refused("counting cards needs whole shoes: use --mode shoe")
    chosen, shoes = _seed(seed), kernel.numbers(how_many(number))
    start = time.perf_counter()
    counted = count_cards(kernel, player, by_rank, bets, seed=chosen, shoes=shoes, threads=threads)
    took = time.perf_counter() - start
    figures = {
        "rounds": counted.rounds,
        "seconds": took,
        "rate": counted.rounds / took,
        "device": find_device(kernel, "cpu", threads).name,
        "seed": chosen,
        "shoes": shoes,
    }
    if json:
        print_json(counting_table.in_json(kernel, counted, figures))
    else:
        Console().print(counting_table.table(kernel, counted, figures), highlight=False)
    return 0


def open_round(kernel: Kernel, which: str, seed: int | None, json: bool) -> int:
    """Deal a round again, settle it by the rules, and print every clause that applied."""
    if seed is None:
        raise Refused("--open needs --seed too")
    numbers = which.split(":")
    if not all(number.isdecimal() for number in numbers) or len(numbers) > 3 or int(numbers[0]) >= MAX_ROUNDS:
        raise Refused(f"no round has the number {which!r}: write --open ROUND, or SHOE:ROUND for whole shoes")
    dealt = kernel.open(check_seed(seed), *map(int, numbers))
    settled = recorded.settle(kernel.game, dealt.cards, dealt.wagers, dealt.decisions, decks=dealt.decks)
    if json:
        answer = {"round": which, "seed": seed, "dealt": dealt, "settlement": settled}
        print_json(answer)
        return 0
    console = Console()
    console.print(Text(f"round {which} of seed {seed}: {' '.join(dealt.cards)}"))
    if dealt.decisions:
        console.print(Text(f"decided: {', '.join(dealt.decisions)}"))
    console.print(tables.settlement(kernel.game.name, settled))
    drawn_by = family(kernel.game).drawn_by(kernel.game)
    cited = dict.fromkeys((*drawn_by, *(clause for line in settled.lines for clause in line.clauses)))
    for clause in cited:
        console.print(Text.assemble((str(clause), "cyan"), f"  {clause.summary}"))
    return 0


def how_many(text: str) -> int:
    """Parse a number of rounds, such as 1e10.

    >>> how_many("1e10"), how_many("2_000")
    (10000000000, 2000)
    """
    try:
        number = Decimal(text)
        if number == int(number) and 1 <= number < MAX_ROUNDS:
            return int(number)
    except (InvalidOperation, OverflowError, ValueError):
        pass
    raise Refused(f"{text!r} is not a number of rounds: write it like 1000000 or 1e10")


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else check_seed(seed)


def _run_figures(run: SimulationRun, before: int, seconds: float) -> dict[str, Any]:
    """The figures of a run for its output; the rate excludes rounds from a checkpoint."""
    rounds = int(run.counts.sum())
    rate = (rounds - before) / max(seconds, 1e-9)
    figures = {"rounds": rounds, "seconds": seconds, "rate": rate, "device": run.device.name, "seed": run.seed}
    if run.kernel.deals != "rounds":
        figures[run.kernel.deals] = run.done
    if run.resumed:
        figures |= {"resumed": run.resumed, "rounds_before": before}
    return figures
