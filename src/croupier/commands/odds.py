"""The commands on odds: exact odds, best strategy, par sheets, and a card counter's win."""

import sys
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
    ShoeOption,
    game_of,
    print_json,
    shoe_of,
)
from croupier.refused import Refused

app = typer.Typer(rich_markup_mode=None)


@app.command()
def odds(
    game: GameArgument,
    decks: DecksOption = None,
    shoe: ShoeOption = None,
    any_decks: AnyDecksOption = False,
    reading: ReadingOption = None,
    removal: Annotated[bool, typer.Option("--removal", help="The effect of removing one card on each wager.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the edges by number of decks into this file, .svg or .png.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Exact odds of every wager, from a full or a partly dealt shoe."""
    from croupier.odds import odds_table
    from croupier.odds.catalogue import odds as compute
    from croupier.odds.catalogue import unlisted
    from croupier.odds.removal import every_removal as remove

    rules = game_of(game, reading)
    left = shoe_of(rules, decks, shoe)
    if plot:
        from croupier.odds.edges import draw, edges

        draw(rules, edges(rules), plot)
    priced = compute(rules, left, any_decks=any_decks)
    removed = remove(rules, left, any_decks=any_decks) if removal else None
    if json:
        print_json(odds_table.in_json(rules, left, priced, removed))
    else:
        by_wager = odds_table.table(rules, left, priced)
        Console().print(by_wager if removed is None else odds_table.removals(rules, left, removed))
        for line in unlisted(rules, priced):
            Console().print(line, highlight=False)


@app.command()
def strategy(
    game: Annotated[
        str, typer.Argument(help="A game with decisions: lucky-8, e-blackjack, dueling-8s, or a file of one.")
    ],
    decks: DecksOption = None,
    shoe: ShoeOption = None,
    any_decks: AnyDecksOption = False,
    reading: ReadingOption = None,
    hand: Annotated[str | None, typer.Option(help='Exact cards, such as "T 6": lists every open decision.')] = None,
    up: Annotated[str | None, typer.Option(help="With --hand: the Dealer's up card.")] = None,
    costs: Annotated[
        bool, typer.Option("--costs", help="Show in each square what the next best decision costs.")
    ] = False,
    plot: PlotOption = None,
    json: JsonOption = False,
) -> None:
    """The best strategy of a game as a chart, and the cost of every other decision."""
    from croupier.odds.strategy import require_strategy

    rules = game_of(game, reading)
    family = require_strategy(rules)
    solved = family.find(rules, shoe_of(rules, decks, shoe), any_decks=any_decks)
    if hand is None and up is not None:
        raise Refused("--up needs --hand")
    if hand is not None:
        if plot:
            raise Refused("--plot draws the whole chart: leave out --hand")
        held = solved.holding(hand, up)
        if json:
            print_json(family.hand_in_json(solved, held))
        else:
            Console().print(family.hand(solved, held), highlight=False)
        return
    if plot:
        family.draw(solved, plot)
    if json:
        print_json(family.in_json(solved))
    else:
        Console().print(family.chart(solved, costs=costs), highlight=False)


@app.command()
def report(
    game: GameArgument,
    decks: DecksOption = None,
    any_decks: AnyDecksOption = False,
    reading: ReadingOption = None,
    output: Annotated[
        Path | None, typer.Option(help="The file to write; default GAME.html; - is standard output.")
    ] = None,
    shoes: Annotated[int, typer.Option(help="Shoes to deal for the card counter's win; 0 leaves it out.", min=0)] = 200,
    json: JsonOption = False,
) -> None:
    """Write the par sheet of a game: everything about it on one HTML page, to read or print."""
    from croupier.report.figures import figures, in_json
    from croupier.report.page import page

    rules = game_of(game, reading)
    if not any_decks:
        rules.check_decks(decks)
    path = output or Path(f"{rules.name}.html")
    if json and output:
        raise Refused("--json writes to standard output: give it or --output, not both")
    sheet = figures(rules, decks, shoes=shoes, any_decks=any_decks)
    if json:
        print_json(in_json(sheet))
    elif str(path) == "-":
        sys.stdout.write(page(sheet))
    else:
        try:
            path.write_text(page(sheet), "utf-8")
        except OSError as error:
            raise Refused(f"cannot write {path}: {error.strerror.lower() if error.strerror else error}") from None
        print(f"wrote {path}")


@app.command()
def protection(
    game: GameArgument,
    wager: Annotated[str | None, typer.Option(help="One wager, at every depth of the cut, with its count.")] = None,
    cut: Annotated[int, typer.Option(help="Cards behind the cut card.")] = 52,
    shoes: Annotated[int, typer.Option(help="The number of shoes to deal.")] = 1_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same shoes.", min=0)] = 1,
    decks: DecksOption = None,
    any_decks: AnyDecksOption = False,
    reading: ReadingOption = None,
    json: JsonOption = False,
) -> None:
    """What a perfect card counter wins, how often a wager is favourable, and a simple count for it."""
    from croupier.odds.families import odds_of
    from croupier.odds.protection import counter_table
    from croupier.odds.protection.counter import protection as protect

    rules = game_of(game, reading)
    shoe = shoe_of(rules, decks, None)
    least = odds_of(rules).min_cards - 1
    cuts = range(least, shoe.total // 2 + 1) if wager and json else counter_table.depths(rules, shoe, least)
    counted = protect(
        rules, shoe, [wager] if wager else None, cut=cut, cuts=cuts, shoes=shoes, seed=seed, any_decks=any_decks
    )
    if json:
        print_json(counter_table.in_json(rules, shoe, counted, cut, shoes, seed))
    elif wager:
        Console().print(counter_table.detail(rules, shoe, counted[wager], cut, shoes, seed))
    else:
        Console().print(counter_table.table(rules, shoe, counted, cut, shoes, seed))
