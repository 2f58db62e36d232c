"""The map of the code in `docs/architecture.md` names every module that there is, and none that is not."""

import re

from places import ROOT

SOURCE = ROOT / "src" / "croupier"
TERMINAL = ROOT / "terminal" / "src"
DOCUMENT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
MAP = DOCUMENT.split("```text")[1].split("```")[0]
WALKS = DOCUMENT.split("## Two walks")[1].split("\n## ")[0].split("to the ledger:")[1:]


def test_the_map_names_every_module() -> None:
    words = set(re.findall(r"\w+", MAP))
    modules = {path for path in SOURCE.rglob("*.py") if path.stem != "__init__" and "migrations" not in path.parts}
    assert [str(path.relative_to(SOURCE)) for path in sorted(modules) if path.stem not in words] == []


def test_the_map_names_no_module_that_is_gone() -> None:
    folders = {path.parent.name for path in SOURCE.rglob("*.py")} | {"terminal", "tests", "benchmarks", "docs"}
    files = {path.name for path in SOURCE.rglob("*.py")} | {"style.css"}
    assert [each for each in re.findall(r"\b(\w+)/", MAP) if each not in folders | {"src", "cases"}] == []
    assert [each for each in re.findall(r"\b\w+\.py\b", MAP) if each not in files] == []


def test_the_two_walks_are_short_and_name_files_that_there_are() -> None:
    walks = [re.findall(r"`([\w/.]+/[\w.]+)`", walk) for walk in WALKS]
    assert [
        each for walk in walks for each in walk if not (SOURCE / each).exists() and not (TERMINAL / each).exists()
    ] == []
    wager, irregularity = (len(set(walk)) for walk in walks)
    assert wager <= 30
    assert irregularity <= 25
