"""Everything that the README and the docs show is run, and shows what they say."""

import contextlib
import doctest
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import ROOT
from program import croupier

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.read_text("utf-8")) if found == kind]


def named(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_python_on_the_page_does_what_it_says(page: Path, tmp_path: Path) -> None:
    source = "\n".join(blocks(page, "python"))
    if installs(page):
        for command in installs(page):
            assert shell(command, tmp_path) == ""
        (tmp_path / page.name).write_text(source, "utf-8")
        assert shell(f"python -m doctest {page.name}", tmp_path) == ""
        return
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_on_the_page_print_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in exports(page):
        monkeypatch.setenv(name, value)
    if "house.pid" in page.read_text("utf-8"):
        monkeypatch.setenv("CROUPIER_SERVER_PORT", str(free_port()))
    try:
        for block in blocks(page, "console"):
            for command, expected in commands(block):
                printed = shell(command, tmp_path) if installs(page) else run(command, tmp_path)
                assert matches(expected, printed), f"$ {command}\n{printed}"
    finally:
        for file in tmp_path.glob("*.pid"):
            with contextlib.suppress(ProcessLookupError, ValueError):
                os.kill(int(file.read_text()), signal.SIGKILL)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_nothing_on_the_page_goes_unrun(page: Path) -> None:
    kinds = {kind for kind, _ in BLOCK.findall(page.read_text("utf-8"))}
    assert kinds <= {"python", "console", "sh", "text"}
    for block in blocks(page, "sh"):
        targets = set(re.findall(r"^make (\w+)", block, re.MULTILINE))
        assert targets <= set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_on_the_page_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *printed = part.rstrip("\n").split("\n")
        yield command, printed


def exports(page: Path) -> list[tuple[str, str]]:
    """The environment variables that a page sets for its commands."""
    lines = [line for block in blocks(page, "text") for line in block.splitlines() if line.startswith("export ")]
    return [(name, value) for line in lines for name, _, value in (each.partition("=") for each in line.split()[1:])]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def installs(page: Path) -> list[str]:
    """The commands by which a page installs packages: where there are any, everything runs in processes of its own."""
    every = [command for block in blocks(page, "console") for command, _ in commands(block)]
    return [command for command in every if command.startswith("pip install ")]


def run(command: str, folder: Path) -> str:
    """What a shell would show; where the program comes first it is called here, and its output piped on."""
    first, _, rest = command.partition(" | ")
    if not first.startswith("croupier ") or first.startswith("croupier serve ") or set("&;<>$") & set(first):
        return shell(command, folder)
    _, *words = shlex.split(first)
    done = croupier(*words, folder=folder)
    return (shell(rest, folder, done.stdout) if rest else done.stdout) + done.stderr


def shell(command: str, folder: Path, stdin: str = "") -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # What a page installs comes into its own folder; the examples lie there as they do in a checkout.
    site = folder / "site"
    modules = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    env = {**os.environ, "PATH": path, "COLUMNS": "80", "PYTHONPATH": modules, "PIP_TARGET": str(site)}
    env |= {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    for beside in ("examples", "deploy"):
        if f" {beside}/" in command:
            (folder / beside).unlink(missing_ok=True)
            (folder / beside).symlink_to(ROOT / beside)
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, input=stdin, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def matches(expected: list[str], printed: str) -> bool:
    """Line by line, white space at the ends aside; a line of three dots stands for any lines."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed.splitlines())) is not None
