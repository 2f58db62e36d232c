"""The workbench of game designers: a variant beside its base, and the pay that gives a wanted edge."""

import re
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.console import Console

from croupier.commands.options import AnyDecksOption, JsonOption, ReadingOption, game_of, print_json
from croupier.refused import Refused

app = typer.Typer(rich_markup_mode=None)
RANGE = re.compile(r"(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)")


@app.command()
def design(
    file: Annotated[str, typer.Argument(help="The file that declares the variant (.toml).")],
    solve: Annotated[
        str | None, typer.Option(help="Find the pay of this row, WAGER.ROW, that comes nearest to --edge.")
    ] = None,
    edge: Annotated[str | None, typer.Option(help="With --solve: the edge that is wanted, such as 5%.")] = None,
    sweep: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Draw the edge against the pay of this row, such as dragon-7.1 10..30.", metavar="ROW PAYS"),
    ] = None,
    grid: Annotated[str, typer.Option(help="Which pays: whole, half, tenth, twentieth or for-one.")] = "whole",
    decks: Annotated[
        str | None, typer.Option(help="Decks in the shoe, or a range such as 4..10 for a table of edges.")
    ] = None,
    any_decks: AnyDecksOption = False,
    reading: ReadingOption = None,
    shoes: Annotated[int, typer.Option(help="Shoes to deal for the card counter's win; 0 leaves it out.", min=0)] = 40,
    json: JsonOption = False,
) -> None:
    """Compare a variant with its base, or find the pay that gives the edge that is wanted."""
    if solve and sweep:
        raise Refused("give --solve or --sweep, not both")
    if (solve is None) != (edge is None):
        raise Refused("--solve needs --edge, and --edge needs --solve")
    variant = game_of(file, reading)
    least, most = _ends(decks, "--decks") if decks else (None, None)
    numbers = None if least is None or most is None else range(int(least), int(most) + 1)
    for each in numbers or ():
        if not any_decks:
            variant.check_decks(each)
    if solve or sweep:
        if numbers and len(numbers) > 1:
            raise Refused("--solve and --sweep take one number of decks")
        shown, written = _of_row(variant, solve, edge, sweep, grid, numbers[0] if numbers else None)
    elif numbers and len(numbers) > 1:
        shown, written = _by_decks(variant, numbers)
    else:
        shown, written = _beside(variant, numbers[0] if numbers else None, shoes, any_decks)
    if json:
        print_json(written)
    else:
        Console().print(shown, highlight=False)


def _beside(variant: Any, decks: int | None, shoes: int, any_decks: bool) -> tuple[Any, Any]:
    from croupier.design import design_table
    from croupier.design.comparison import compare

    compared = compare(variant, decks, shoes=shoes, any_decks=any_decks)
    return design_table.table(compared), design_table.in_json(compared)


def _by_decks(variant: Any, numbers: range) -> tuple[Any, Any]:
    from croupier.design import design_table
    from croupier.design.comparison import based
    from croupier.design.solving import edges_by_decks

    games = based(variant), variant
    found = edges_by_decks(games, numbers)
    return design_table.by_decks(games, found), design_table.decks_in_json(games, found)


def _of_row(
    variant: Any, solve: str | None, edge: str | None, sweep: tuple[str, str] | None, grid: str, decks: int | None
) -> tuple[Any, Any]:
    from croupier.cards import Composition
    from croupier.design import design_table, solving

    if grid not in solving.GRIDS:
        raise Refused(f"--grid is one of {', '.join(solving.GRIDS)}, not {grid!r}")
    pays = solving.GRIDS[grid]
    shoe = Composition(variant.deck, variant.default_decks if decks is None else decks)
    if sweep:
        chosen = solving.choose(variant, sweep[0])
        priced = solving.sweep(variant, chosen, shoe, *_ends(sweep[1], "--sweep"), pays)
        return design_table.swept(variant, chosen, priced, pays), design_table.row_in_json(
            variant, chosen, priced, pays, None
        )
    chosen, wanted = solving.choose(variant, solve or ""), _share(edge or "")
    priced = solving.solve(variant, chosen, shoe, wanted, pays)
    return design_table.solved(variant, chosen, priced, wanted, pays), design_table.row_in_json(
        variant, chosen, priced, pays, wanted
    )


def _ends(text: str, option: str) -> tuple[Fraction, Fraction]:
    """The ends of a range, or a number twice.

    >>> _ends("4..10", "--decks"), _ends("8", "--decks")
    ((Fraction(4, 1), Fraction(10, 1)), (Fraction(8, 1), Fraction(8, 1)))
    """
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return Fraction(text), Fraction(text)
    match = RANGE.fullmatch(text)
    if not match or Fraction(match[1]) > Fraction(match[2]):
        raise Refused(f"{option} takes a range such as 4..10, not {text!r}")
    return Fraction(match[1]), Fraction(match[2])


def _share(text: str) -> Fraction:
    """A share in percent, or as a decimal number.

    >>> _share("5%"), _share("0.05")
    (Fraction(1, 20), Fraction(1, 20))
    """
    if not re.fullmatch(r"-?\d+(\.\d+)?%?", text):
        raise Refused(f"--edge takes a share such as 5%, not {text!r}")
    return Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
