"""What a page of the terminals knows of a family of games stands in the folder of that family, and nowhere else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import places
from croupier.games.families import FAMILIES

SOURCE = places.TERMINAL
FOLDERS = sorted(path.parent for path in SOURCE.glob("pages/*/family.ts"))
OWN = {folder: set(re.findall(r'\bname: "([\w-]+)"', (folder / "family.ts").read_text("utf-8"))) for folder in FOLDERS}
ANY = "hands"
"""The family that draws whatever has no pages of its own: whoever falls back to it names it."""
WORDS = ("words/names.ts", "words/events.ts")
"""Names of games, outcomes and events in Chinese."""
MADE = ("api/types.ts",)


def test_every_family_of_the_house_has_a_folder() -> None:
    named = {name for names in OWN.values() for name in names}
    ours = {name for name, family in FAMILIES.items() if type(family).__module__.startswith("croupier.")}
    assert ours <= named
    assert ANY in named


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nobody_else_names_a_family(folder: Path) -> None:
    names = OWN[folder] - {ANY}
    found = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()[:120]}"
        for path in _others(folder)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if _names(line, folder.name, names)
    ]
    assert not found, "\n".join(found)


def test_a_name_is_found_wherever_it_stands() -> None:
    said = (
        'if (lies.kind === "boxes") {',
        "import Stage from '../blackjack/Stage.svelte'",
        "import type { SharedShown } from",
        "// as in Blackjack",
        "`shared`",
    )
    assert all(_names(line, "blackjack", {"boxes", "shared"}) for line in said)
    fine = ("own.boxes.length", "a shared line", "let boxes = lies.boxes", "ablackjack")
    assert not any(_names(line, "blackjack", {"boxes", "shared"}) for line in fine)


def _others(folder: Path) -> Iterator[Path]:
    for path in sorted([*SOURCE.rglob("*.ts"), *SOURCE.rglob("*.svelte"), *SOURCE.rglob("*.css")]):
        if not path.is_relative_to(folder) and str(path.relative_to(SOURCE)) not in (*WORDS, *MADE):
            yield path


def _names(line: str, folder: str, names: set[str]) -> bool:
    """Whether a line names a family: its folder as a word, its own name in quotes, or the shape of what lies there."""
    shapes = "|".join(name.replace("-", " ").title().replace(" ", "") for name in sorted(names))
    folders = rf"/{folder}/" if folder == "any" else rf"\b{folder}\b"
    quoted = rf"""(["'`])({"|".join(sorted(names))})\1""" if names else "(?!)"
    return bool(
        re.search(folders, line, re.IGNORECASE)
        or re.search(quoted, line)
        or (shapes and re.search(rf"\b({shapes})Shown\b", line))
    )
