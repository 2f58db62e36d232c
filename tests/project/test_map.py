"""The map of the code in `docs/architecture.md` names every module that there is, and none that is not."""

import re

from places import ROOT

SOURCE = ROOT / "src" / "croupier"
MAP = (ROOT / "docs" / "architecture.md").read_text("utf-8").split("```text")[1].split("```")[0]


def test_the_map_names_every_module() -> None:
    words = set(re.findall(r"\w+", MAP))
    modules = {path for path in SOURCE.rglob("*.py") if path.stem != "__init__" and "migrations" not in path.parts}
    assert [str(path.relative_to(SOURCE)) for path in sorted(modules) if path.stem not in words] == []


def test_the_map_names_no_module_that_is_gone() -> None:
    folders = {path.parent.name for path in SOURCE.rglob("*.py")} | {"terminal", "tests", "benchmarks", "docs"}
    files = {path.name for path in SOURCE.rglob("*.py")} | {"style.css"}
    assert [each for each in re.findall(r"\b(\w+)/", MAP) if each not in folders | {"src", "cases"}] == []
    assert [each for each in re.findall(r"\b\w+\.py\b", MAP) if each not in files] == []
