"""Mutation testing of the rules: thousands of small changes to `croupier.games`, each of which some test must notice.

    make mutants                              # all of them: about an hour on two quiet cores
    python tests/mutating.py '*baccarat*'     # some of them

A copy of the project is mutated by mutmut, in two passes: modules that declare wagers and games run while they are
imported, so each of their mutants is imported afresh; all others are forked from a process that has imported everything
and run nothing, since what a test leaves in a cache would hide a mutant. What a strict type check refuses is no mutant.

Whoever survives is printed, and the run fails, unless it stands in `golden/mutants.toml` with the reason why it changes
nothing that anybody could notice. A reason for a mutant that no longer survives fails the run too.
"""

import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
ROOM = ROOT / "build" / "mutants"
EQUIVALENT = ROOT / "tests" / "golden" / "mutants.toml"
SENTENCES = ROOT / "terminal" / "src" / "words" / "sentences.zh.json"
COPIED = ("src", "tests", "docs", "terminal/src/words", "pyproject.toml", "README.md")
TESTS = (
    "tests/rules",
    "tests/test_baccarat_always.py",
    "tests/test_blackjack_always.py",
    "tests/test_boxes_always.py",
    "tests/test_playthrough.py",
    "tests/test_told.py",
    "src/croupier/games",
)
DECLARED = ("*/wagers.py", "*/variants.py", "*/law.py", "*/game.py", "*/catalogue.py")
"""Modules that run while they are imported."""
PASSES = {
    "rules": {"only_mutate": ["src/croupier/games/*"], "do_not_mutate": list(DECLARED), "forkserver_warmup": "collect"},
    "declared": {
        "only_mutate": [f"src/croupier/games/{each}" for each in DECLARED],
        "do_not_mutate": [],
        "forkserver_warmup": "none",
    },
}
KILLED, CAUGHT = (1, 3, 36, 24, -24, 152, 255), 37
TYPES = """[mypy]
mypy_path = src
follow_imports = silent
ignore_missing_imports = True
allow_redefinition = True
"""
PROFILE = """

# Only the changes of a mutant may make a difference to a test.
hypothesis.settings.register_profile("mutants", max_examples=40, deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("mutants")

if not hasattr(pytest.Item, "_nodeid"):
    pytest.Item._nodeid = property(lambda item: item.nodeid)  # as the mutation tester knows it
"""


class Mutant(NamedTuple):
    """One that nobody noticed: the function, and the lines that were changed."""

    name: str
    function: str
    was: str
    now: str


def prepare(name: str) -> Path:
    """A copy of the project that is set up for one pass; what an earlier run found is kept where it can be."""
    room = ROOM / name
    room.mkdir(parents=True, exist_ok=True)
    for each in COPIED:
        source, target = ROOT / each, room / each
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "dist"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    settings = {
        "source_paths": ["src/"],
        "pytest_add_cli_args_test_selection": list(TESTS),
        "also_copy": ["tests", "docs", "terminal", "README.md", "mypy.ini"],
        "process_isolation": "forkserver",
        "type_check_command": [
            sys.executable,
            "-m",
            "mypy",
            "src/croupier/games",
            "--config-file",
            "mypy.ini",
            "--output",
            "json",
        ],
        **PASSES[name],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    with (room / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.mutmut]\n" + "\n".join(lines) + "\n")
    with (room / "tests" / "conftest.py").open("a", encoding="utf-8") as file:
        file.write(PROFILE)
    (room / "mypy.ini").write_text(TYPES, "utf-8")
    return room


def run(room: Path, wanted: list[str]) -> None:
    """Try every mutant of a pass."""
    children = str(len(os.sched_getaffinity(0)))
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", children, *wanted]
    subprocess.run(command, cwd=room, check=True, env={**os.environ, "PYTHONPATH": str(room / "mutants" / "src")})


def outcomes(room: Path) -> dict[str, int | None]:
    """How the tests of each mutant ended."""
    found: dict[str, int | None] = {}
    for path in sorted((room / "mutants").rglob("*.meta")):
        found |= json.loads(path.read_text("utf-8"))["exit_code_by_key"]
    return found


def shown(room: Path, name: str) -> Mutant:
    """What a mutant changes."""
    done = subprocess.run(
        [sys.executable, "-m", "mutmut", "show", name], cwd=room, check=True, capture_output=True, text=True
    )
    lines = [line for line in done.stdout.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    was, now = ("\n".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return Mutant(name, name.rpartition("__mutmut_")[0], was, now)


def only_words(mutant: Mutant) -> bool:
    """Whether it only garbles a sentence of the house: tests/test_chinese.py reads those off the source."""
    said = json.loads(SENTENCES.read_text("utf-8"))
    was, now = list(_tokens(mutant.was)), list(_tokens(mutant.now))
    if len(was) != len(now):
        return False
    changed = [(one, other) for one, other in zip(was, now, strict=True) if one != other]
    return bool(changed) and all(
        one[0] == other[0] == tokenize.STRING and one[1].strip("\"'") in said for one, other in changed
    )


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    try:
        for token in tokenize.generate_tokens(StringIO(text).readline):
            yield token.type, token.string
    except (tokenize.TokenError, IndentationError):
        return


def reasons() -> dict[tuple[str, str, str], str]:
    """Why mutants that survive change nothing."""
    listed: list[dict[str, Any]] = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(each["function"], each["was"], each["now"]): each["reason"] for each in listed}


def main(wanted: list[str]) -> int:
    """Try them, and say who survived."""
    survivors: list[Mutant] = []
    tried = 0
    for name in PASSES:
        room = prepare(name)
        run(room, wanted)
        ended = {
            mutant: code
            for mutant, code in outcomes(room).items()
            if not wanted or any(fnmatch.fnmatch(mutant, each) for each in wanted)
        }
        if unknown := [mutant for mutant, code in ended.items() if code is None]:
            print(f"{len(unknown)} mutants were not tried, such as {unknown[0]}")
            return 1
        tried += len(ended)
        alive = [mutant for mutant, code in ended.items() if code not in (*KILLED, CAUGHT)]
        survivors += [mutant for mutant in (shown(room, each) for each in alive) if not only_words(mutant)]
    listed = reasons()
    unlisted = [each for each in survivors if (each.function, each.was, each.now) not in listed]
    stale = (
        []
        if wanted
        else [key for key in listed if key not in {(each.function, each.was, each.now) for each in survivors}]
    )
    for each in unlisted:
        print(f"\n# {each.name}\n[[mutant]]")
        for key, value in (("function", each.function), ("was", each.was), ("now", each.now), ("reason", "")):
            print(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    for function, was, now in stale:
        print(f"\nthis one does not survive any more: {function}\n- {was}\n+ {now}")
    print(f"\n{tried:,} mutants, {len(survivors)} survive, {len(unlisted)} of them without a reason")
    return 1 if unlisted or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
