"""The command on the rule documents: clauses, rulings, and the tests that prove them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from croupier.commands.options import JsonOption, complain, game_of, print_json
from croupier.refused import Refused

app = typer.Typer(rich_markup_mode=None)


@app.command()
def rulebook(
    document: Annotated[str | None, typer.Argument(help="One document; by default all.")] = None,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Show the tests that prove each clause, and the drill cases that practise it."),
    ] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="Show the open points and the readings taken.")] = False,
    price: Annotated[bool, typer.Option("--price", help="With --rulings: the edge under each reading.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="With --coverage: show only what is missing.")] = False,
    tests: Annotated[
        Path | None, typer.Option(help="With --coverage: the folder of the tests; by default the project's.")
    ] = None,
    irregularities: Annotated[
        str | None,
        typer.Option(
            help="Show the irregularities of this game, who may declare each, and what follows.", metavar="GAME"
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """The clauses of the rule documents, who enforces each, and which tests prove it."""
    from croupier.commands import tables
    from croupier.coverage import TESTS, practised, proofs, unpractised, unproven
    from croupier.rulebook import DOCUMENTS, all_rulings
    from croupier.rulebook import document as find

    if irregularities:
        return _show_irregularities(irregularities, json)
    if price and not rulings:
        raise Refused("--price needs --rulings")
    chosen = [find(document)] if document else list(DOCUMENTS.values())
    proving = (tests or TESTS).resolve()
    unproved, unrehearsed = (
        [clause for clause in found if clause.document in chosen]
        for found in ((unproven(proving), unpractised()) if coverage else ((), ()))
    )
    if rulings:
        found = [each for each in all_rulings().values() if set(each.documents) & set(chosen)]
        if price:
            _show_priced(found, chosen, json)
        elif json:
            print_json(
                [{"ruling": ruling, **vars(ruling), "documents": [d.id for d in ruling.documents]} for ruling in found]
            )
        else:
            Console().print(tables.rulings(found))
    elif json:
        print_json(
            [
                _clause_in_json(clause, proofs(proving)[clause], practised()[clause])
                for each in chosen
                for clause in each.clauses
            ]
        )
    elif not quiet:
        for each in chosen:
            Console().print(tables.clauses(each, *((proofs(proving), practised()) if coverage else ())))
    for clause in unproved:
        complain(f"no test proves {clause}: {clause.summary}")
    for clause in unrehearsed:
        complain(f"no case practises {clause}: {clause.summary}")
    return 1 if unproved or unrehearsed else 0


def _show_irregularities(game: str, json: bool) -> int:
    from croupier.commands import tables
    from croupier.games.guide import irregularities

    rules = game_of(game)
    guide = irregularities(rules)
    if json:
        print_json(guide)
    else:
        Console().print(tables.irregularities(rules, guide))
    return 0


def _show_priced(rulings: Iterable[str], documents: Iterable[Any], json: bool) -> None:
    from croupier.games.catalogue import GAMES
    from croupier.odds.readings import readings_table
    from croupier.odds.readings.register import priced

    rulings, games = list(rulings), {name for name, game in GAMES.items() if game.document in documents}
    prices = [each for each in priced(rulings) if each.game in games]
    if json:
        print_json(readings_table.in_json(prices))
    else:
        Console().print(readings_table.table(prices))


def _clause_in_json(clause: Any, tests: tuple[str, ...], cases: tuple[str, ...]) -> dict[str, Any]:
    return {
        "document": clause.document.id,
        "clause": clause.id,
        "summary": clause.summary,
        "kind": clause.kind,
        "enforced_by": clause.enforced_by,
        "tests": tests,
        "cases": cases,
    }
