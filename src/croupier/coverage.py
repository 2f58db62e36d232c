"""Which tests prove which clause: read from the marks of the tests, `@pytest.mark.clause("ebaccarat 4.10")`."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from croupier.games.catalogue import GAMES
from croupier.rulebook import Clause, all_clauses

TESTS = Path(__file__).parents[2] / "tests"
"""The tests of a checkout; an installed package has none."""


@cache
def proofs() -> dict[Clause, tuple[str, ...]]:
    """The tests that carry each clause, by their pytest names."""
    found: dict[Clause, list[str]] = {clause: [] for clause in all_clauses().values()}
    for path in sorted(TESTS.rglob("test_*.py")):
        for clause, test in _marks(path):
            if test not in found[clause]:
                found[clause].append(test)
    return {clause: tuple(tests) for clause, tests in found.items()}


def unproven() -> list[Clause]:
    """The clauses that the engine or a table enforces, of games that are finished, with no test."""
    finished = {game.document for game in GAMES.values()}
    enforced = ("engine", "table")
    return [
        clause
        for clause, tests in proofs().items()
        if clause.document in finished and clause.enforced_by in enforced and not tests
    ]


def _marks(path: Path) -> Iterator[tuple[Clause, str]]:
    where = path.relative_to(TESTS.parent)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        for part in (part for decorator in node.decorator_list for part in ast.walk(decorator)):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "clause":
                for argument in part.args:
                    yield Clause(ast.literal_eval(argument)), f"{where}::{node.name}"
