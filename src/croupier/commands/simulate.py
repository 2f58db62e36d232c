"""The commands on simulation, and on tests of random numbers."""

import random
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from croupier.commands.options import (
    AnyDecksOption,
    DecksOption,
    GameArgument,
    JsonOption,
    PlotOption,
    ReadingOption,
    SeedOption,
    game_of,
    print_json,
    shoe_of,
)
from croupier.refused import Refused

app = typer.Typer(rich_markup_mode=None)


@app.command()
def simulate(
    game: GameArgument,
    rounds: Annotated[str, typer.Option(help="How many rounds, such as 1000000 or 1e10.")] = "1e8",
    decks: DecksOption = None,
    any_decks: AnyDecksOption = False,
    reading: ReadingOption = None,
    mode: Annotated[str, typer.Option(help="fresh: every round from a full shoe; shoe: whole shoes.")] = "fresh",
    burn: Annotated[int | None, typer.Option(help="Cards burned after each shuffle (whole shoes).", min=0)] = None,
    cut: Annotated[int | None, typer.Option(help="Cards behind the cutting card (whole shoes).", min=0)] = None,
    boxes: Annotated[int | None, typer.Option(help="Boxes in play (whole shoes of blackjack).", min=1)] = None,
    strategy: Annotated[
        str | None,
        typer.Option(help="How blackjack is played: chart, absent, or a file of `croupier strategy --json`."),
    ] = None,
    seed: SeedOption = None,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    threads: Annotated[int | None, typer.Option(help="The number of CPU threads.", min=1)] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Simulate on a Ray cluster: its address, or local to start one.")
    ] = None,
    open: Annotated[  # noqa: A002 - the option's name
        str | None,
        typer.Option("--open", help="Deal this round again and explain it: ROUND, SHOE:ROUND, or SHOE:ROUND:BOX."),
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="Save the state of the run here, and resume from it.")] = None,
    bettor: Annotated[
        list[str] | None, typer.Option(help="Play sessions with these stakes in cents, such as banker=10000,tie=500.")
    ] = None,
    session: Annotated[int, typer.Option(help="Rounds in a session.", min=1)] = 70,
    sessions: Annotated[int, typer.Option(help="How many sessions.", min=1)] = 100_000,
    bankroll: Annotated[int, typer.Option(help="The bankroll of each bettor, in cents; 0: unlimited.", min=0)] = 0,
    rebuy: Annotated[
        bool, typer.Option("--rebuy", help="A ruined bettor buys in again with the same bankroll.")
    ] = False,
    counter: Annotated[
        str | None, typer.Option(help="Count cards through whole shoes by these tags, such as 2=1,T=-1,A=-1.")
    ] = None,
    spread: Annotated[
        str, typer.Option(help="The counter's bets: a least true count and units of the stakes, such as 1:1,2:4.")
    ] = "1:1",
    plot: PlotOption = None,
    json: JsonOption = False,
) -> int:
    """Simulate billions of rounds and compare them with the exact odds; or simulate sessions of bettors."""
    from croupier.commands import simulating as command
    from croupier.simulation.catalogue import kernel as find_kernel

    rules = game_of(game, reading)
    shoe = None if decks is None else shoe_of(rules, decks, None)
    kernel = find_kernel(
        rules,
        shoe,
        mode,
        burn=burn,
        cut=cut,
        strategy=strategy,
        boxes=boxes,
        any_decks=any_decks,
    )
    if open is not None:
        return command.open_round(kernel, open, seed, json)
    if counter is not None:
        if not bettor or len(bettor) > 1:
            raise Refused("--counter needs one --bettor with its stakes, such as main=1000")
        return command.counting(kernel, bettor[0], counter, spread, rounds, seed, threads, json)
    if bettor:
        return command.sessions(kernel, bettor, seed, session, sessions, bankroll, rebuy, threads, plot, json)
    return command.rounds(kernel, rounds, seed, device, threads, cluster, checkpoint, plot, json)


@app.command()
def randomness(
    source: Annotated[
        str, typer.Option(help="house: the shuffle of real tables; simulation: the generator of `croupier simulate`.")
    ] = "house",
    size: Annotated[
        int, typer.Option(help="How many numbers of each kind to test; one shoe is shuffled for every 20.")
    ] = 100_000,
    seed: Annotated[
        int | None, typer.Option(help="Reproduce the same numbers; by default the house uses the system's entropy.")
    ] = None,
    significance: Annotated[
        float, typer.Option(help="How often a good source may fail, over all tests (family-wise error rate).")
    ] = 0.01,
    json: JsonOption = False,
) -> int:
    """Run statistical tests on random numbers and on shuffled shoes: a report for a test laboratory."""
    from croupier.randomness.report import in_json, report, table

    if source == "simulation" and seed is None:
        seed = random.SystemRandom().getrandbits(32)
    result = report(source, size, seed, significance)
    if json:
        print_json(in_json(result))
    else:
        Console().print(table(result), highlight=False)
    return 1 if result.failed else 0
