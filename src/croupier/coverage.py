"""Which tests prove which clause (`@pytest.mark.clause("ebaccarat 4.10")`), and which cases practise it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from croupier.games.catalogue import GAMES
from croupier.rulebook import Clause, all_clauses

PRACTISED_SECTIONS = ("5.", "6.")
"""The sections on irregularities: each of their clauses needs a case to practise."""
ANY_CASE = frozenset({"6.2"})
"""Clauses that need no case of their own: who may act for whom comes up in every case."""
TESTS = Path(__file__).parents[2] / "tests"
"""The tests of a checkout; an installed package has none."""


@cache
def proofs(tests: Path = TESTS) -> dict[Clause, tuple[str, ...]]:
    """The tests that are marked with each clause, by their pytest names."""
    by_clause: dict[Clause, list[str]] = {clause: [] for clause in all_clauses().values()}
    for path in sorted(tests.rglob("test_*.py")):
        for clause, test in _marks(path, tests.parent):
            if test not in by_clause[clause]:
                by_clause[clause].append(test)
    return {clause: tuple(tests) for clause, tests in by_clause.items()}


def unproven(tests: Path = TESTS) -> list[Clause]:
    """Clauses of implemented games that the engine or a table enforces and no test is marked with."""
    finished = {game.document for game in GAMES.values()}
    enforced = ("engine", "table")
    return [
        clause
        for clause, named in proofs(tests).items()
        if clause.document in finished and clause.enforced_by in enforced and not named
    ]


@cache
def practised() -> dict[Clause, tuple[str, ...]]:
    """The drill cases for each clause; a clause that opens a list is practised by the cases of that list."""
    from croupier.drill import cases

    by_clause: dict[Clause, list[str]] = {clause: [] for clause in all_clauses().values()}
    for case in cases():
        opens = [clause for clause in case.also if isinstance(clause, Clause) and _opens_list(clause)]
        for clause in (case.clause, *opens):
            if isinstance(clause, Clause):
                by_clause[clause].append(case.id)
    return {clause: tuple(named) for clause, named in by_clause.items()}


def unpractised() -> list[Clause]:
    """Clauses on irregularities, and general ones after them, that no drill case practises."""
    from croupier.drill.case import has_cases

    return [
        clause
        for clause, named in practised().items()
        if clause.id.startswith(PRACTISED_SECTIONS)
        and clause.id not in ANY_CASE
        and not named
        and has_cases(clause.document)
    ]


@cache
def _opens_list(clause: Clause) -> bool:
    return any(other.id.startswith(f"{clause.id}.") for other in clause.document.clauses)


def _marks(path: Path, root: Path) -> Iterator[tuple[Clause, str]]:
    where = path.relative_to(root)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        for part in (part for decorator in node.decorator_list for part in ast.walk(decorator)):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "clause":
                for argument in part.args:
                    yield Clause(ast.literal_eval(argument)), f"{where}::{node.name}"
