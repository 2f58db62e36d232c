"""The commands on games: list them, settle recorded rounds, deal rounds, play a demo."""

import os
import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer
from rich.console import Console

from croupier.commands.options import (
    DecksOption,
    GameArgument,
    JsonOption,
    ReadingOption,
    SeedOption,
    VariantOption,
    game_of,
    print_json,
)
from croupier.refused import Refused

app = typer.Typer(rich_markup_mode=None)


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(help="Show the wagers of this game, or of this file.")] = None,
    json: JsonOption = False,
) -> None:
    """List the games, or one game's wagers and pays."""
    from croupier.commands import tables
    from croupier.games.catalogue import GAMES

    chosen = [game_of(game)] if game else list(GAMES.values())
    if json:
        print_json([_described(each) for each in chosen])
    else:
        Console().print(tables.paytable(chosen[0]) if game else tables.games())


@app.command()
def settle(
    file: Annotated[Path, typer.Argument(help="Recorded rounds, one JSON object per line; - is standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Write JSON Lines (the default unless on a terminal).")] = False,
    table: Annotated[bool, typer.Option("--table", help="Write tables (the default on a terminal).")] = False,
    unit: Annotated[int | None, typer.Option(help="Stakes are multiples of this many cents.", min=1)] = None,
    reading: ReadingOption = None,
    variant: VariantOption = None,
) -> int:
    """Settle recorded rounds and explain every cent; a bad line gives an error and the rest continues."""
    from croupier.games.recorded import Fault, encode, settle_line

    show_tables = table or (not json and sys.stdout.isatty())
    for path in variant or ():
        game_of(str(path))
    refused, readings = 0, " ".join(reading or ())
    with _open(file) as source, _progress(source, "settling") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            answer = settle_line(line, number, unit, readings)
            refused += isinstance(answer, Fault)
            if show_tables:
                _show_settlement(answer, line)
            else:
                sys.stdout.buffer.write(encode(answer) + b"\n")
    sys.stdout.flush()
    return 1 if refused else 0


@app.command()
def deal(
    game: GameArgument,
    rounds: Annotated[int, typer.Option(help="How many rounds.", min=0)] = 10,
    seed: SeedOption = None,
    decks: DecksOption = None,
    stake: Annotated[int | None, typer.Option(help="The stake on every wager, in cents.", min=1)] = None,
    reading: ReadingOption = None,
    json: Annotated[bool, typer.Option("--json", help="Write JSON Lines (the default unless on a terminal).")] = False,
    table: Annotated[bool, typer.Option("--table", help="Write a table (the default on a terminal).")] = False,
) -> None:
    """Deal random complete rounds, ready for `croupier settle`."""
    from croupier.commands import tables
    from croupier.games import recorded

    entropy = random.SystemRandom() if seed is None else random.Random(seed)
    dealt = islice(recorded.deal(game_of(game, reading), entropy, decks, stake), rounds)
    if table or (not json and sys.stdout.isatty()):
        Console().print(tables.dealt(dealt))
        return
    for each in _counted(dealt, rounds, "dealing"):
        sys.stdout.buffer.write(recorded.encode(each) + b"\n")
    sys.stdout.flush()


@app.command()
def demo(
    game: Annotated[str | None, typer.Argument(help="The game; prompts for it if not given.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Stop after so many rounds.", min=1)] = None,
    seed: SeedOption = None,
) -> None:
    """Deal a baccarat shoe with its roads, or play blackjack, here in the terminal."""
    from croupier.demo import demo as show_demo

    show_demo(game and game_of(game), rounds=rounds, seed=seed)


def _described(game: Any) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "document": game.document.id,
        "decks": {"least": game.decks.start, "most": game.decks.stop - 1, "usual": game.default_decks},
        "unit": game.unit,
        "wagers": {
            wager.name: {
                "label": wager.label,
                "optional": wager.optional is not None,
                "rows": [
                    {"outcome": row.outcome, "pays": row.pays and str(row.pays), "clauses": row.clauses}
                    for row in wager.rows
                ],
            }
            for wager in game.wagers
        },
    }


def _show_settlement(answer: Any, line: bytes) -> None:
    from croupier.commands import tables
    from croupier.games.recorded import Fault
    from croupier.games.told import ToldSettlement

    if isinstance(answer, Fault):
        Console().print(f"[red]{answer.message}" + (f" ({answer.clause})" if answer.clause else ""), highlight=False)
    elif isinstance(answer, ToldSettlement):
        Console().print(tables.told(msgspec.json.decode(line)["game"], answer))
    else:
        Console().print(tables.settlement(msgspec.json.decode(line)["game"], answer))


def _open(file: Path) -> Any:
    if str(file) == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return file.open("rb")
    except OSError as error:
        raise Refused(f"cannot read {file}: {error.strerror.lower() if error.strerror else error}") from None


def _progress(source: BinaryIO, doing: str) -> Any:
    """The lines of a file, streamed, with a progress bar if stderr is a terminal."""
    if not sys.stderr.isatty() or not source.seekable():
        return nullcontext(source)
    from rich.progress import wrap_file

    size = os.fstat(source.fileno()).st_size
    return wrap_file(source, size, description=doing, console=Console(stderr=True), transient=True)


def _counted(items: Iterable[Any], number: int, doing: str) -> Iterator[Any]:
    if not sys.stderr.isatty() or number < 10_000:
        yield from items
        return
    from rich.progress import track

    yield from track(items, doing, number, console=Console(stderr=True), transient=True)
