"""What a family of games is stands with the family: nobody else knows one by its name."""

import ast
import re
from pathlib import Path

import pytest

import places
from croupier.games.families import FAMILIES

SOURCE = places.ROOT / "src" / "croupier"
NAMES = {*FAMILIES, "blackjack"}
"""The families, and the folder that two of them share."""
WORDS = re.compile(rf"(?<![a-z])({'|'.join(NAMES)})(?![a-z])", re.IGNORECASE)
REGISTERED = {
    "games/catalogue.py": {"baccarat", "blackjack"},
    "games/families.py": {"baccarat", "boxes", "shared", "blackjack"},
    # What lies on a table of each, as it travels.
    "house/views/shown.py": {"baccarat", "blackjack"},
    # The number of boxes of a table.
    "games/terms.py": {"boxes"},
    "house/configuration.py": {"boxes"},
}
"""Where families are registered; everybody else asks there."""
PLAIN = {"boxes", "shared"}
"""Words that the documents use of tables too: as a family's name they stand in quotes."""


def _own(path: Path) -> bool:
    """Whether a module belongs to a family: to its folder, or by its name."""
    return any(part in NAMES for part in path.relative_to(SOURCE).with_suffix("").parts)


def _known(path: Path) -> set[str]:
    """The families that a module's code knows by name: in imports, names and values; words for people do not count."""
    found = set[str]()
    tree = ast.parse(path.read_text("utf-8"))
    prose = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)):
                found |= {part for part in module.split(".") if part in NAMES}
            case ast.Constant(value=str(value)) if id(node) not in prose and value in FAMILIES:
                found.add(value)
            case ast.Name(id="blackjack") | ast.Attribute(attr="blackjack"):
                pass  # An Ace and a ten.
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                found |= {word.lower() for word in WORDS.findall(_words(name))} - PLAIN
            case _:
                pass
    return found


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ")


MODULES = sorted(path for path in SOURCE.rglob("*.py") if not _own(path))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_the_registration_knows_a_family_by_its_name(path: Path) -> None:
    assert _known(path) <= REGISTERED.get(str(path.relative_to(SOURCE)), set())
