"""Every sentence that the house may say to a browser, read off its source: what has to be there in another language.

Sentences are f-strings and constants with words in them. What is put into one is `{}`, as it stands in the templates of
the terminals; where a part of a sentence is a sentence itself, each of them is found where it is written.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

import croupier
import croupier.server.app  # so that every kind of event and command is known
from croupier.games.round import Command, Event, tag
from croupier.house.recall.words import SENTENCES
from croupier.house.roles import Task

Kind = TypeVar("Kind", bound=msgspec.Struct)
SOURCE = Path(croupier.__file__).parent
SAID_BY = [
    "cards.py",
    "money.py",
    "rulebook/__init__.py",
    "drill/coach.py",
    "drill/rehearsal.py",
    "games",
    "house/configuration.py",
    "house/credit.py",
    "house/days.py",
    "house/events.py",
    "house/evidence.py",
    "house/holding.py",
    "house/house.py",
    "house/ledger.py",
    "house/own_limits.py",
    "house/pace.py",
    "house/people",
    "house/policy.py",
    "house/purchases.py",
    "house/recall",
    "house/repair",
    "house/accounting/closing.py",
    "house/accounting/report.py",
    "house/retold.py",
    "house/roles.py",
    "house/shoe.py",
    "house/stakes.py",
    "house/store/remote_writer.py",
    "house/store/committing.py",
    "house/store/entries.py",
    "house/store/leasing.py",
    "house/store/planning.py",
    "house/store/process.py",
    "house/store/reading.py",
    "house/store/writing.py",
    "house/surveillance",
    "house/table",
    "house/terminals.py",
    "house/views",
    "house/monitoring",
    "odds/baccarat/family.py",
    "odds/baccarat/worst.py",
    "odds/baccarat/losses.py",
    "odds/blackjack/__init__.py",
    "odds/blackjack/family.py",
    "odds/blackjack/liability.py",
    "odds/blackjack/played.py",
    "odds/blackjack/strategy/play.py",
    "odds/catalogue.py",
    "odds/exposure.py",
    "odds/families.py",
    "odds/result.py",
    "odds/tally.py",
    "server",
    "simulation/baccarat/kernel.py",
    "simulation/blackjack/kernel.py",
    "simulation/catalogue.py",
    "simulation/kernel.py",
]
"""The modules whose words may reach a browser. Reports on paper, the command line and its files speak to others."""
NOT_SAID_BY = [
    # Names of games, wagers and outcomes: another test holds those.
    "games/baccarat/variants.py",
    "games/baccarat/wagers.py",
    "games/blackjack/variants.py",
    "games/blackjack/wagers.py",
    # One line of notation, the guide that is printed, files of recorded rounds.
    "games/baccarat/notation.py",
    "games/blackjack/notation.py",
    "games/guide.py",
    "games/baccarat/samples.py",
    "games/blackjack/samples.py",
    "games/recorded.py",
    "games/told.py",
    # The command line's own.
    "house/monitoring/record.py",
    # What a program reads, or who runs the server.
    "server/connections.py",
    "server/demo.py",
    "server/metrics.py",
    "server/openapi.py",
    "server/pages/__init__.py",
    "server/serving.py",
    "server/typescript.py",
    "server/wire.py",
]
NOT_SAID = {
    # Notation and names.
    " less ",
    " less {}",
    "croupier demo staff {}",
    "guest {}.{}",
    "guest {}.s{}",
    # Between the words of a list, where the terminals look for it.
    " or ",
    # A replay as the command line writes it.
    "shared: {}",
    " on box {}",
    "{} round {}: {}, dealt by {}",
    "{}: {} in all",
    "{}: {} on {}{}: {}: {}",
    # To the store.
    "PRAGMA synchronous=NORMAL",
    "store {}",
}
"""What has words, and is nothing that somebody in a browser is told."""
UNSPOKEN = ("summary", "pattern", "description")
"""What is said to a program by these names."""


def templates() -> dict[str, str]:
    """Every template, with a module that says it."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if any(name == each or name.startswith(f"{each}/") for each in SAID_BY) and name not in NOT_SAID_BY:
            found |= dict.fromkeys(_said(ast.parse(path.read_text("utf-8"))), name)
    return {each: where for each, where in found.items() if each not in NOT_SAID} | told()


def told() -> dict[str, str]:
    """What is told of events that have no sentence of their own, and the names of what is asked for."""
    found: dict[str, str] = {}
    for kind in _below(Event):
        if tag(kind) not in SENTENCES:
            found[(inspect.getdoc(kind) or "").splitlines()[0].rstrip(".")] = tag(kind)
            found |= {
                f"{name.replace('_', ' ')} {{}}": tag(kind)
                for name in kind.__struct_fields__
                if name not in ("clause", "by")
            }
    found |= {tag(kind): "a command" for kind in _below(Command)}
    return found | {task.replace("-", " "): "a task" for task in Task}


def _said(node: ast.AST) -> Iterator[str]:
    types = (getattr(node, "annotation", None), getattr(node, "returns", None))
    for child in ast.iter_child_nodes(node):
        if child in types:
            continue
        if isinstance(child, ast.JoinedStr) or (isinstance(child, ast.Constant) and isinstance(child.value, str)):
            if _prose(text := _template(child)):
                yield text
            yield from _inside(child)
        elif not _unspoken(child):
            yield from _said(child)


def _inside(node: ast.AST) -> Iterator[str]:
    """What is said in the braces of an f-string."""
    if isinstance(node, ast.JoinedStr):
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                yield from _said(each)


def _template(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join("{}" if isinstance(each, ast.FormattedValue) else _template(each) for each in node.values)
    assert isinstance(node, ast.Constant)
    return str(node.value)


def _prose(text: str) -> bool:
    return bool(re.search(r"[A-Za-z]{2,}", text)) and " " in text and "\n" not in text


def _unspoken(node: ast.AST) -> bool:
    """Docstrings, what must never be, what is logged or matched, and what is said to a program."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert():
            return True
        case ast.keyword(arg=name):
            return name in UNSPOKEN
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))):
            return name.endswith("Error")
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name in ("log", "_log", "re", "sa")
        case ast.Call(func=ast.Name(id=name)):
            return name in ("Document", "cast")
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.FunctionDef(name=name):
            return name in ("__repr__", "__reduce__", "__str__")
    return False


def _below(kind: type[Kind]) -> list[type[Kind]]:
    found: list[type[Kind]] = kind.__subclasses__()
    return [leaf for each in found for leaf in _below(each)] if found else [kind]
