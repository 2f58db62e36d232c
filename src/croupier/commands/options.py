"""Options and output functions that several commands share."""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from croupier.refused import Refused

JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON instead of a table.")]
SeedOption = Annotated[int | None, typer.Option(help="The same seed deals the same cards.")]
ShoeOption = Annotated[str | None, typer.Option(help='The remaining shoe, such as "8x52 less AS KD".')]
AnyDecksOption = Annotated[bool, typer.Option("--any-decks", help="Allow numbers of decks that the rules do not.")]
PlotOption = Annotated[Path | None, typer.Option(help="Draw a chart into this file, .svg or .png.")]
DecksOption = Annotated[int | None, typer.Option(help="Decks in the shoe; by default the game's usual number.")]


ReadingOption = Annotated[
    list[str] | None,
    typer.Option(
        help="Another reading of an open point, such as R-63=b or obo; `croupier rulebook --rulings` lists them."
    ),
]


def game_of(name: str, reading: list[str] | None = None) -> Any:
    """The game of that name, or of that name and edition, or of a file, under these readings."""
    from croupier.games.catalogue import game

    return game(_from_file(name) if name.endswith(".toml") else name, " ".join(reading or ()))


def _from_file(path: str) -> Any:
    from croupier.variants import read

    return read(path)


VariantOption = Annotated[
    list[Path] | None, typer.Option(help="A file that declares a game of the rounds; can be given several times.")
]
GameArgument = Annotated[str, typer.Argument(help="The game: its name, or a file that declares a variant (.toml).")]


def shoe_of(game: Any, decks: int | None, left: str | None) -> Any:
    """The shoe that the options describe; not checked against the game's rules."""
    from croupier.cards import Composition

    if left is None:
        return Composition(game.deck, game.default_decks if decks is None else decks)
    if decks is not None:
        raise Refused("give --decks or --shoe, not both: a shoe says its decks")
    return Composition.parse(left)


def print_json(value: Any) -> None:
    """Write a value as JSON to standard output."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value, enc_hook=_plain), indent=2) + b"\n")
    sys.stdout.flush()


def _plain(value: Any) -> str:
    return str(value)


def complain(message: str) -> int:
    """Print an error in one line to standard error; return the exit status of wrong usage."""
    print(f"croupier: {message}", file=sys.stderr)
    return 2
