"""The page on what is asked of an electronic table answers all of it, and names no test that there is not."""

import ast
import re

import pytest

from places import ROOT

PAGE = (ROOT / "docs" / "compliance.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if re.match(r"\| \d+ \|", line)]
WORDS = ("Met", "Partly", "Not yet", "House's own")


def known() -> set[str]:
    """The tests that there are."""
    return {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def test_all_fifty_seven_are_answered_in_their_order() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 58))


def test_every_test_that_is_named_exists() -> None:
    assert sorted(set(re.findall(r"`(test_\w+)`", PAGE)) - known()) == []


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_an_answer_is_shown_or_says_what_is_missing(row: list[str]) -> None:
    _, asked, done, shown = row
    assert asked
    assert done.startswith(WORDS)
    assert re.search(r"`test_\w+`", shown) or done.startswith(("Not yet", "House's own"))
    if done.startswith(("Partly", "Not yet")):
        assert re.search(r"Missing:|In the making:|House's own:", done)
