"""Mutation testing of the rules: thousands of small changes to `croupier.games`, each of which some test must notice.

    make mutants                                                   # all of them
    python tests/support/mutating.py 'croupier.games.baccarat.*'   # some, by the name of a function; findings are kept
    python tests/support/mutating.py --seconds 20 '*.round.*'      # at most so many seconds of tests for each
    python tests/support/mutating.py --changed                     # functions that have changed since they were proven

mutmut generates the mutants, and mutants that fail the type check are discarded (for functions with many cases, where
that takes minutes, only those that survive the first pass). All tests are collected once. Each mutant runs in a fork of
that process, in which no test has run, since results left in a cache would hide it. The fork replaces the code of one
function and runs the tests that enter it until one fails: first those that killed its other mutants, then those most
specific to its module. Code that runs at import (declarations of wagers and games, and the functions that make them) is
mutated in a process that has imported nothing yet.

The first pass takes a few seconds of tests per mutant and kills nearly all; survivors are run against every test. Which
tests have noticed mutants of a function is kept in `golden/noticed.json`: those run first in later runs. An equivalent
mutant is listed in `golden/mutants.toml` with the reason why it changes nothing observable, and only gets the first
pass. Any other survivor is printed and fails the run, as does a reason for a mutant that no longer survives.

A function of which no mutant survives without a reason is proven: `golden/proven.json` keeps a digest of its mutants.
"""

import __future__

import argparse
import ast
import builtins
import difflib
import fnmatch
import functools
import gc
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, TypeGuard

import hypothesis
import libcst
import msgspec
import pytest
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, combine_mutations_to_source
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
ROOM = ROOT / "build" / "mutants"
EQUIVALENT = ROOT / "tests" / "golden" / "mutants.toml"
NOTICED = ROOT / "tests" / "golden" / "noticed.json"
"""By function: the tests that have noticed mutants of it, the one first that noticed most."""
PROVEN = ROOT / "tests" / "golden" / "proven.json"
"""By function: a digest of its mutants, when none of them survived without a reason."""
TESTS = (
    "tests/rules",
    "tests/games/test_baccarat_always.py",
    "tests/games/test_blackjack_always.py",
    "tests/games/test_boxes_always.py",
    "tests/games/test_catalogue.py",
    "tests/games/test_dispatch.py",
    "tests/games/test_forms.py",
    "tests/games/test_forms_read.py",
    "tests/games/test_playthrough.py",
    "tests/games/test_playthrough_baccarat.py",
    "tests/games/test_recorded.py",
    "tests/games/test_told.py",
    "tests/variants/test_baccarat_wagers.py",
    "tests/variants/test_blackjack_rules.py",
    "tests/variants/test_blackjack_wagers.py",
    "tests/variants/test_dealer_wagers.py",
    "tests/variants/test_final_hand_wagers.py",
    "tests/variants/test_variants.py",
    "src/croupier/games",
)
ARGUMENTS = ("-s", "-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider")
FIRST = (
    "tests/rules/test_baccarat_answers",
    "tests/rules/test_blackjack_answers",
    "tests/rules/test_paytables",
    "tests/rules/test_wagers",
    "tests/games/test_forms_read",
)
"""Tests that read every declaration: run first for mutated declarations, whatever the time limit."""
MEMORY = 8 << 30
"""Memory limit of a mutant, in bytes."""
LOOK = 2.0
"""Seconds of tests in the first pass."""
WHOLE = 1e6
"""A time limit larger than that of all tests."""
BROKEN = "broken: "
TYPED = "the type check"
SLOW, CASES = re.compile(r"\bcase |\bisinstance\("), 6
"""A function with so many matches of this is slow to type-check."""
CACHES: list[Callable[[], None]] = []
"""The `cache_clear` functions of the project's caches, once all tests are collected."""
TYPES = """[mypy]
mypy_path = types
strict = True
follow_imports = silent
ignore_missing_imports = True
allow_redefinition = True
disable_error_code = misc,no-any-return,no-untyped-call
"""


def _progress(said: str) -> None:
    """Show progress, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{said} ", end="", file=sys.stderr, flush=True)


class Mutant(msgspec.Struct, frozen=True):
    """One mutant: its location, the changed code of the function (or whole module), and the lines that differ."""

    key: str
    module: str
    function: str
    """Empty for a declaration of the module."""
    code: str
    was: str
    now: str
    name: str = ""
    """mutmut's name, until it has been type-checked."""

    @property
    def where(self) -> str:
        return f"{self.module}.{self.function}".removesuffix(".")


class Seen(msgspec.Struct):
    """Coverage of the unchanged tests: the CPU time of each, and the functions that it entered."""

    seconds: dict[str, float] = {}
    entered: dict[str, list[str]] = {}


class Outcome(msgspec.Struct, frozen=True):
    """The test that killed a mutant, if any, and the number of tests run."""

    by: str
    asked: int
    seconds: float
    most: float = 0.0
    """The time limit, in seconds of tests."""


# Making them.


class Changes(MutationVisitor):
    """All of mutmut's mutations, also of decorated functions such as properties and cached ones."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.FunctionDef) and node.decorators:
            return False
        return bool(super()._skip_node_and_children(node))


def mutants_of(path: Path) -> list[Mutant]:
    """The mutants of the functions in a module; cached until it changes."""
    return _kept_as(path, "json", _made)


def declared_in(path: Path) -> list[Mutant]:
    """The mutants of a module's declarations outside of functions; cached until it changes."""
    return _kept_as(path, "declared.json", _declared)


def _kept_as(path: Path, kind: str, make: Callable[[Path], Iterator[Mutant]]) -> list[Mutant]:
    kept = _kept_at(path, kind)
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(msgspec.json.encode(list(make(path))))
    return msgspec.json.decode(kept.read_bytes(), type=list[Mutant])


def name_of(path: Path) -> str:
    """The module name of a file."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def _kept_at(path: Path, kind: str) -> Path:
    text = path.read_text("utf-8") + TYPES
    return ROOM / "made" / f"{name_of(path)}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{kind}"


def _changed(path: Path) -> tuple[libcst.Module, list[Mutation], list[Mutation]]:
    """A module, the mutations of its functions, and those outside of them."""
    wrapper = MetadataWrapper(libcst.parse_module(path.read_text("utf-8")))
    visitor = Changes(mutation_operators, IgnoredCode(set(), set(), set()))
    module = wrapper.visit(visitor)
    parts: tuple[list[Mutation], list[Mutation]] = [], []
    for each in visitor.mutations:
        parts[not isinstance(each.contained_by_top_level_function, libcst.FunctionDef)].append(each)
    return module, *parts


def _made(path: Path) -> Iterator[Mutant]:
    module, inside, _ = _changed(path)
    combined = combine_mutations_to_source(module, inside)
    text = Combined(
        combined.code,
        {each: (span.start, span.end) for each, span in combined.line_span_by_function_name.items()},
    )
    _kept_at(path, "combined").write_bytes(msgspec.json.encode(text))
    slow = {each for each in combined.mutant_names if len(SLOW.findall(text.part(each))) >= CASES}
    refused = refused_of(path, set(combined.mutant_names) - slow)
    for mutant in combined.mutant_names:
        if mutant in refused:
            continue
        mangled = mutant.rpartition("__mutmut_")[0]
        one, other = (text.part(each).replace(each, mangled) for each in (f"{mangled}__mutmut_orig", mutant))
        function = mangled.removeprefix("x_") if mangled.startswith("x_") else mangled[2:].replace("ǁ", ".")
        yield _mutant(name_of(path), function, other, one, other, mutant if mutant in slow else "")


class Combined(msgspec.Struct, frozen=True):
    """A module with all mutants of its functions, for the type check, and the lines of each."""

    code: str
    spans: dict[str, tuple[int, int]]

    def part(self, name: str) -> str:
        """The code of one mutant."""
        start, end = self.spans[name]
        return dedent("".join(self.code.splitlines(keepends=True)[start - 1 : end])).strip()


def _declared(path: Path) -> Iterator[Mutant]:
    module, _, outside = _changed(path)
    for mutation in outside:
        changed = module.deep_replace(mutation.original_node, mutation.mutated_node)
        other = module.code_for_node(changed)
        if other != module.code:
            yield _mutant(name_of(path), "", other, module.code, other)


def _mutant(module: str, function: str, code: str, one: str, other: str, name: str = "") -> Mutant:
    changed = list(difflib.ndiff(one.splitlines(), other.splitlines()))
    was, now = ("\n".join(line[2:].strip() for line in changed if line.startswith(sign)) for sign in ("- ", "+ "))
    key = hashlib.sha256(f"{module}\n{function}\n{code}".encode()).hexdigest()[:16]
    return Mutant(key, module, function, code, was, now, name)


def refused_of(path: Path, names: Collection[str]) -> set[str]:
    """The mutants of a module that fail a strict type check."""
    if not names:
        return set()
    text = msgspec.json.decode(_kept_at(path, "combined").read_bytes(), type=Combined)
    lines = text.code.splitlines()
    spans = {each: span for each, span in text.spans.items() if each in names or each.endswith("_orig")}
    for start, end in (span for each, span in text.spans.items() if each not in spans):
        # The others are blanked line by line, so that line numbers do not change.
        lines[start - 1 : end] = [""] * (end - start + 1)
    wrong = _wrong_lines(path, "\n".join(lines) + "\n")
    found = {each for each, (start, end) in spans.items() if any(start <= line <= end for line in wrong)}
    return {each for each in found if f"{each.rpartition('__mutmut_')[0]}__mutmut_orig" not in found}


def _wrong_lines(path: Path, code: str) -> set[int]:
    target = ROOM / "types" / path.relative_to(SOURCE)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(code, "utf-8")
    (ROOM / "mypy.ini").write_text(TYPES.replace("types", str(SOURCE)), "utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--output", "json", "--shadow-file"]
    done = subprocess.run([*command, path, target, "-m", name_of(path)], cwd=ROOM, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout + done.stderr)
    told = map(json.loads, filter(lambda line: line.startswith("{"), done.stdout.splitlines()))
    return {each["line"] for each in told if each["severity"] == "error"}


# Trying them.


class Loop:
    """Replaces pytest's run loop: all tests are collected, and none has run."""

    def __init__(self, then: Callable[[dict[str, pytest.Item]], None]) -> None:
        self.then = then

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed("the tests cannot be collected")
        gc.collect()
        CACHES.extend(each.cache_clear for each in gc.get_objects() if _holds_results(each))
        gc.freeze()
        self.then({item.nodeid: item for item in session.items})
        return True


def _holds_results(each: object) -> "TypeGuard[functools._lru_cache_wrapper[Any]]":
    """Whether it is a cache that may hold results of a mutant; those of the rule book cannot."""
    where = each.__module__ if isinstance(each, functools._lru_cache_wrapper) else ""
    return where.startswith("croupier.") and not where.startswith("croupier.rulebook")


def fails(item: pytest.Item) -> bool:
    """Whether a test fails now."""
    from _pytest.runner import runtestprotocol

    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions and methods that a module defines, without what decorates them."""
    for name, found in vars(module).items():
        if isinstance(found, type) and found.__module__ == module.__name__:
            for method, each in vars(found).items():
                if (function := _bare(each)) and function.__module__ == module.__name__:
                    yield f"{name}.{method}", function
        elif (function := _bare(found)) and function.__module__ == module.__name__:
            yield name, function


def _kept(module: ModuleType, function: str) -> bool:
    """Whether it is a cached property, which may have been computed while tests were collected."""
    parent, _, name = function.rpartition(".")
    return bool(parent) and isinstance(vars(getattr(module, parent)).get(name), functools.cached_property)


def _bare(found: object) -> FunctionType | None:
    while not isinstance(found, FunctionType):
        inner = [getattr(found, each, None) for each in ("fget", "func", "__func__", "__wrapped__")]
        found = next((each for each in inner if each is not None), None)
        if found is None or isinstance(found, type):
            return None
    return found


def exchange(mutant: Mutant) -> None:
    """Give a function the mutant's code, wherever it has been imported to."""
    # Before the exchange: what is cleared is looked up through code that may be the mutant's.
    clear_caches()
    module = sys.modules[mutant.module]
    function = dict(functions(module))[mutant.function]
    made = _defined(ast.parse(mutant.code), module, function.__code__.co_freevars)
    function.__code__, function.__defaults__, function.__kwdefaults__ = (
        made.__code__,
        made.__defaults__,
        made.__kwdefaults__,
    )


def _defined(tree: ast.Module, module: ModuleType, free: Sequence[str] = ()) -> FunctionType:
    """Compile a function definition; free variables, such as `__class__` for `super`, get an enclosing function."""
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    function.decorator_list = []
    name = function.name
    if free:
        unused = ast.parse("if False:\n  " + "; ".join(free)).body
        function.body += unused
        around = ast.parse("def around():\n  " + " = ".join(free) + " = None\n  return " + name).body[0]
        assert isinstance(around, ast.FunctionDef)
        around.body.insert(1, function)
        tree = ast.fix_missing_locations(ast.Module([around], []))
    names = dict(vars(module))
    exec(compile(tree, module.__file__ or "", "exec", __future__.annotations.compiler_flag), names)
    made = names["around"]() if free else names[name]
    assert isinstance(made, FunctionType)
    return made


def clear_caches() -> None:
    """Clear all caches filled at import or by another test."""
    for clear in CACHES:
        clear()
    for rules in importlib.import_module("croupier.games.catalogue").GAMES.values():
        for kind in type(rules).__mro__:
            for name, each in vars(kind).items():
                if isinstance(each, functools.cached_property):
                    vars(rules).pop(name, None)


def look(items: dict[str, pytest.Item], modules: Iterable[str]) -> Seen:
    """Run every test once, and record its time and the functions that it enters."""
    seen, entered = Seen(), set[str]()
    builtins.__dict__["__entered__"] = entered.add
    for name in modules:
        module = importlib.import_module(name)
        tree = ast.parse(Path(module.__file__ or "").read_text("utf-8"))
        nodes = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)} | {
            f"{parent.name}.{each.name}": each
            for parent in tree.body
            if isinstance(parent, ast.ClassDef)
            for each in parent.body
            if isinstance(each, ast.FunctionDef)
        }
        for function, found in functions(module):
            if function in nodes:
                said = ast.parse(f"__entered__({f'{name}.{function}'!r})").body
                nodes[function].body[:0] = said
                alone = ast.fix_missing_locations(ast.Module([nodes[function]], []))
                found.__code__ = _defined(alone, module, found.__code__.co_freevars).__code__
    for number, (name, item) in enumerate(items.items(), 1):
        _progress(f"{number} of {len(items)} tests")
        entered.clear()
        clear_caches()
        begun = time.process_time()
        if fails(item):
            raise SystemExit(f"{name} fails without any change")
        seen.seconds[name] = time.process_time() - begun
        for each in entered:
            seen.entered.setdefault(each, []).append(name)
    return seen


def aims(seen: Seen, module: str) -> dict[str, float]:
    """How specific each test is to a module: the share of its functions among all that the test enters.

    A function weighs less the more tests enter it.
    """
    entered = Counter(name for names in seen.entered.values() for name in names)
    found: dict[str, float] = {}
    for function, names in seen.entered.items():
        if function.startswith(f"{module}."):
            for name in names:
                found[name] = found.get(name, 0.0) + 1 / len(names) / entered[name]
    return found


RULING = re.compile(r"\bR-\d+\b")


@functools.cache
def naming() -> dict[str, set[str]]:
    """By ruling: the test functions that name it, as in `tests/rules/test_lucky8.py::test_3_22`."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text("utf-8")
        for each in ast.parse(text).body:
            if isinstance(each, ast.FunctionDef):
                first = min([each.lineno, *(at.lineno for at in each.decorator_list)])
                for ruling in RULING.findall("\n".join(text.splitlines()[first - 1 : each.end_lineno])):
                    found[ruling].add(f"{path.relative_to(ROOT).as_posix()}::{each.name}")
    return found


class Known(NamedTuple):
    """What the order of tests depends on."""

    killers: Counter[str]
    """Tests that killed mutants of the same function."""
    near: Counter[str]
    """Tests that killed other mutants of the module."""
    about: dict[str, float]


def chosen(mutant: Mutant, seen: Seen, known: Known, seconds: float, anew: bool) -> list[str]:
    """The tests to run, in order: those that killed similar mutants, then the most specific per second.

    `anew` are declarations, and functions that run at import: no test has to enter those to see what they made.
    """
    entered = mutant.where in seen.entered and not anew
    if entered:
        names = seen.entered[mutant.where]
    else:
        # Every test that enters the package, and the tests that read all declarations.
        room = mutant.module.rpartition(".")[0]
        inside = (each for each in seen.entered if each.startswith(room))
        found = {name for each in inside for name in seen.entered[each]}
        names = sorted(found | {name for name in seen.seconds if name.startswith(FIRST)})
    best = {name for name, _ in known.near.most_common(5)}
    # A ruling that is read otherwise is a matter of the few tests that name it.
    about = {test for ruling in RULING.findall(mutant.was or mutant.code) for test in naming().get(ruling, ())}

    def place(name: str) -> tuple[float, float]:
        took = 0.02 + seen.seconds.get(name, 0.0)
        hits = known.killers[name] + 3 * (name.partition("[")[0] in about) + (name in best)
        return -hits / took, took / known.about.get(name, 1e-6)

    spent, asked = 0.0, list[str]()
    for name in sorted(names, key=place):
        took = seen.seconds.get(name, 0.0)
        if spent + took <= seconds or (not entered and name.startswith(FIRST)) or not asked:
            spent += took
            asked.append(name)
    return asked


class Child(NamedTuple):
    """A process that tries one mutant."""

    mutant: Mutant
    pipe: int
    asked: int
    begun: float


def forked(run: Callable[[], str], limit: float) -> tuple[int, int]:
    """Fork a process that runs a function and writes its result to a pipe; return its id and the pipe."""
    read, write = os.pipe()
    if pid := os.fork():
        os.close(write)
        return pid, read
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, limit * 6)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.write(write, run().encode() or b"-")
    except BaseException as error:
        os.write(write, f"{type(error).__name__}: {error}".encode()[:500])
    finally:
        os._exit(0)


def try_all(
    wanted: Sequence[Mutant],
    seen: Seen,
    seconds: float,
    attempt: Callable[[Mutant, list[str]], str],
    note: Callable[[Mutant, Outcome], None],
    anew: bool = False,
) -> None:
    """Try each mutant in a separate process, as many in parallel as there are cores."""
    running: dict[int, Child] = {}
    killers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    near: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for function, names in noticed().items():
        killers[function].update({name: len(names) - place for place, name in enumerate(names)})
    about = {each: aims(seen, each) for each in {mutant.module for mutant in wanted}}

    def finish() -> None:
        pid, _ = os.wait()
        child = running.pop(pid)
        with os.fdopen(child.pipe, "rb") as pipe:
            said = pipe.read().decode() or "took too long"
        by = "" if said == "-" else said
        if by.startswith(BROKEN):
            raise SystemExit(f"{child.mutant.where} cannot be exchanged: {by.removeprefix(BROKEN)}")
        if by:
            killers[child.mutant.where][by] += 1
            near[child.mutant.module][by] += 1
        note(child.mutant, Outcome(by, child.asked, time.perf_counter() - child.begun, seconds))

    for number, mutant in enumerate(wanted):
        while len(running) >= len(os.sched_getaffinity(0)):
            finish()
        known = Known(killers[mutant.where], near[mutant.module], about[mutant.module])
        tests = chosen(mutant, seen, known, seconds, anew)
        if not tests:
            note(mutant, Outcome("", 0, 0.0, seconds))
            continue
        limit = 60 + 4 * sum(seen.seconds.get(each, 0.0) for each in tests)
        pid, pipe = forked(functools.partial(attempt, mutant, tests), limit)
        running[pid] = Child(mutant, pipe, len(tests), time.perf_counter())
        _progress(f"{number + 1} of {len(wanted)}")
    while running:
        finish()
    print(file=sys.stderr)


def first_failure(items: dict[str, pytest.Item], tests: Iterable[str], took: Mapping[str, float]) -> str:
    """The first of these tests that fails or exceeds its time; tests that no longer exist are skipped."""
    for name in tests:
        if name in items:
            signal.setitimer(signal.ITIMER_PROF, 3 + 10 * took.get(name, 0.0))
            if fails(items[name]):
                return name
    return ""


class Changed(importlib.abc.MetaPathFinder):
    """An import hook that loads one module from a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path, target)
        assert found is not None
        assert found.origin is not None
        found.loader = Declared(name, found.origin, self.mutant)
        return found


class Declared(importlib.machinery.SourceFileLoader):
    """Compiles the mutant instead of the file."""

    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        assert fullname == self.mutant.module
        text = self.mutant.code
        if self.mutant.function:
            text = _put(Path(self.path).read_text("utf-8"), self.mutant)
        return compile(text, self.path, "exec")


def _put(text: str, mutant: Mutant) -> str:
    """The module's source with one function replaced by the mutant's."""
    tree = ast.parse(text)
    parent, _, name = mutant.function.rpartition(".")
    scope = next((each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == parent), tree)
    at = next(i for i, each in enumerate(scope.body) if isinstance(each, ast.FunctionDef) and each.name == name)
    (scope.body[at],) = ast.parse(mutant.code).body
    made = scope.body[at]
    assert isinstance(made, ast.FunctionDef)
    made.name = name
    return ast.unparse(tree)


def afresh(mutant: Mutant, tests: list[str], took: Mapping[str, float]) -> str:
    """Import everything with the mutant, and run these tests."""
    sys.meta_path.insert(0, Changed(mutant))
    importlib.import_module("croupier.games.catalogue")
    first = [each for each in tests if each.startswith(FIRST)]
    return _asked(first, took) or _asked([each for each in tests if each not in first], took)


def _asked(tests: list[str], took: Mapping[str, float]) -> str:
    failed = [] if tests else [""]
    files = sorted({each.partition("::")[0] for each in tests})
    if files:
        loop = Loop(lambda items: failed.append(first_failure(items, tests, took)))
        pytest.main([*ARGUMENTS, "-W", "ignore", *files], plugins=[loop])
    return failed[0] if failed else "the tests cannot be collected"


# What becomes of them.


class Findings:
    """The outcomes of this run and of earlier ones, stored in a file."""

    def __init__(self, fresh: bool) -> None:
        self.path = ROOM / "found.jsonl"
        self.known: dict[str, Outcome] = {}
        ROOM.mkdir(parents=True, exist_ok=True)
        if fresh:
            self.path.unlink(missing_ok=True)
        self.read()

    def read(self) -> None:
        """Read the file, with the outcomes of other processes."""
        if self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                key, outcome = msgspec.json.decode(line, type=tuple[str, Outcome])
                self.known[key] = outcome

    def forget(self, keys: Iterable[str]) -> None:
        """Forget survivors among these, so that they are tried again."""
        for key in keys:
            if key in self.known and not self.known[key].by:
                del self.known[key]

    def note(self, mutant: Mutant, outcome: Outcome) -> None:
        self.known[mutant.key] = outcome
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode((mutant.key, outcome)) + b"\n")


def noticed() -> dict[str, list[str]]:
    """What earlier runs have kept of which tests notice mutants of which functions."""
    return msgspec.json.decode(NOTICED.read_bytes(), type=dict[str, list[str]]) if NOTICED.exists() else {}


def keep_noticed(mutants: Iterable[Mutant], findings: Findings, whole: bool) -> None:
    """Keep it for later runs; where not the whole was tried, the rest stays as it is."""
    findings.read()
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in mutants:
        by = findings.known[each.key].by if each.key in findings.known else ""
        if "::" in by:
            found[each.where][by] += 1
    made = {where: [name for name, _ in names.most_common()] for where, names in found.items()}
    kept = dict(sorted((made if whole else noticed() | made).items()))
    NOTICED.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


def digests(mutants: Iterable[Mutant]) -> dict[str, str]:
    """By function: a digest of its mutants, which changes with its code."""
    keys: defaultdict[str, list[str]] = defaultdict(list)
    for each in mutants:
        keys[each.where].append(each.key)
    return {where: hashlib.sha256("".join(sorted(own)).encode()).hexdigest()[:12] for where, own in keys.items()}


def proven() -> dict[str, str]:
    """What earlier runs have kept of the functions that are proven."""
    return msgspec.json.decode(PROVEN.read_bytes(), type=dict[str, str]) if PROVEN.exists() else {}


def keep_proven(mutants: Sequence[Mutant], open_ones: Collection[str], whole: bool) -> None:
    """Keep which of these functions are proven: those that none of the mutants left open belongs to."""
    tried = digests(mutants)
    kept = {} if whole else {where: digest for where, digest in proven().items() if where not in tried}
    kept |= {where: digest for where, digest in tried.items() if where not in open_ones}
    PROVEN.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(kept.items()))), indent=1) + b"\n")


def only_words(mutant: Mutant) -> bool:
    """Whether it only changes the code of a sentence, which tests/project/test_words.py checks in the source."""
    was, now = list(_tokens(mutant.was)), list(_tokens(mutant.now))
    if len(was) != len(now):
        return False
    changed = [(one, other) for one, other in zip(was, now, strict=True) if one != other]
    return bool(changed) and all(
        one[0] == other[0] == tokenize.STRING and one[1].strip("\"'") in _said() for one, other in changed
    )


def only_checks(mutant: Mutant) -> bool:
    """Whether it only removes an internal check: `strict=True` of a zip."""
    return mutant.now in {mutant.was.replace("strict=True", each) for each in ("", "strict=False")}


@functools.cache
def _said() -> frozenset[str]:
    # The package itself is not imported here: what runs while it is, is tried in processes that have not yet done so.
    files = (SOURCE / "croupier" / "words").glob("*.json")
    return frozenset(code for file in files for code in json.loads(file.read_text("utf-8")).get("sentences", {}))


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    try:
        for token in tokenize.generate_tokens(StringIO(text).readline):
            yield token.type, token.string
    except (tokenize.TokenError, IndentationError):
        return


def reasons() -> dict[tuple[str, str, str], str]:
    """The reasons of the equivalent mutants, by function and changed lines."""
    listed: list[dict[str, Any]] = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(each["function"], each["was"], each["now"]): each["reason"] for each in listed}


def run_in_fork(work: Callable[[], None]) -> None:
    """Run a function in a fork, so that this process imports nothing."""
    if not (pid := os.fork()):
        try:
            work()
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            os._exit(1)
        os._exit(0)
    if os.waitpid(pid, 0)[1]:
        raise SystemExit("the tests could not be asked")


def seen_by(tests: Sequence[str], modules: list[str]) -> Seen:
    """The coverage of the unchanged tests; cached for each test file until it changes."""
    kept = ROOM / "seen.json"
    known: dict[str, tuple[str, Seen]] = {}
    if kept.exists():
        known = msgspec.json.decode(kept.read_bytes(), type=dict[str, tuple[str, Seen]])
    files = sorted({path for each in tests for path in _files(ROOT / each)})
    digests = {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        + hashlib.sha256("".join(modules).encode()).hexdigest()[:6]
        for path in files
    }
    due = [name for name, digest in digests.items() if known.get(name, ("", None))[0] != digest]

    def work(items: dict[str, pytest.Item]) -> None:
        found = look(items, modules)
        for name in due:
            own = {each: took for each, took in found.seconds.items() if each.partition("::")[0] == name}
            entered = {
                function: inside
                for function, names in found.entered.items()
                if (inside := [each for each in names if each in own])
            }
            known[name] = (digests[name], Seen(own, entered))
        kept.write_bytes(msgspec.json.encode(known))

    if due:
        print(f"running {len(due)} files of tests without any change", file=sys.stderr)
        run_in_fork(lambda: _collected(due, work))
        known = msgspec.json.decode(kept.read_bytes(), type=dict[str, tuple[str, Seen]])
    whole = Seen()
    for name in digests:
        whole.seconds |= known[name][1].seconds
        for function, names in known[name][1].entered.items():
            whole.entered.setdefault(function, []).extend(names)
    return whole


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [
        each
        for each in path.rglob("*.py")
        if each.name.startswith("test_") or (SOURCE in each.parents and ">>> " in each.read_text("utf-8"))
    ]


def _collected(tests: Sequence[str], work: Callable[[dict[str, pytest.Item]], None]) -> None:
    done: list[bool] = []

    def then(items: dict[str, pytest.Item]) -> None:
        work(items)
        done.append(True)

    pytest.main([*ARGUMENTS, *tests], plugins=[Loop(then)])
    if not done:
        raise SystemExit("the tests cannot be collected, or one of them fails without any change")


def run_at_import(modules: list[str]) -> list[str]:
    """The functions that run at import, or whose results are cached on objects."""
    kept = ROOM / "imported.json"

    def work() -> None:
        codes: set[CodeType] = set()
        sys.setprofile(lambda frame, event, _: codes.add(frame.f_code) if event == "call" else None)
        for name in ("croupier.games.catalogue", *modules):
            importlib.import_module(name)
        sys.setprofile(None)
        found = [
            f"{name}.{function}"
            for name in modules
            for function, each in functions(sys.modules[name])
            if each.__code__ in codes or _kept(sys.modules[name], function)
        ]
        kept.write_bytes(msgspec.json.encode(found))

    run_in_fork(work)
    return msgspec.json.decode(kept.read_bytes(), type=list[str])


def try_and_note(
    wanted: Sequence[Mutant], tests: Sequence[str], modules: list[str], seconds: float, findings: Findings
) -> None:
    """Try these mutants, first those whose code can be replaced in a fork."""
    if not wanted:
        return
    seen = seen_by(tests, modules)
    early = set(run_at_import(modules))
    inside = [each for each in wanted if each.function and (each.where in seen.entered or each.where not in early)]

    def work(items: dict[str, pytest.Item]) -> None:
        def attempt(mutant: Mutant, chosen: list[str]) -> str:
            try:
                exchange(mutant)
            except Exception as error:
                return f"{BROKEN}{type(error).__name__}: {error}"
            return first_failure(items, chosen, seen.seconds)

        try_all(inside, seen, seconds, attempt, findings.note)

    if inside:
        run_in_fork(lambda: _collected(tests, work))
        findings.read()
    rest = [
        each
        for each in wanted
        if (each.where in early or not each.function)
        and (each.key not in findings.known or not findings.known[each.key].by)
    ]
    try_all(rest, seen, seconds, lambda mutant, chosen: afresh(mutant, chosen, seen.seconds), findings.note, anew=True)


def main() -> int:
    """Run the mutation test, and print the survivors."""
    parser = argparse.ArgumentParser(
        description="Mutation testing of the rules: some test must fail for each small change."
    )
    parser.add_argument("wanted", nargs="*", help="functions, such as 'croupier.games.baccarat.*'")
    parser.add_argument("--fresh", action="store_true", help="forget the outcomes of earlier runs")
    parser.add_argument("--changed", action="store_true", help="only functions that changed since they were proven")
    parser.add_argument("--again", action="store_true", help="retry earlier survivors without a reason")
    parser.add_argument("--seconds", type=float, default=WHOLE, help="maximum seconds of tests per mutant")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="run only these tests")
    parser.add_argument("--declared", action="store_true", help="also mutate declarations outside of functions")
    asked = parser.parse_args()
    os.chdir(ROOT)
    os.environ |= {"PYTHONPATH": str(SOURCE), "HYPOTHESIS_PROFILE": "mutants"}
    # Deterministic examples without shrinking: only whether a test fails matters.
    hypothesis.settings.register_profile(
        "mutants",
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    sys.path[:0] = [str(SOURCE), str(ROOT / "tests" / "support")]
    paths = [path for path in sorted((SOURCE / "croupier" / "games").rglob("*.py")) if path.name != "__init__.py"]
    modules = [name_of(path) for path in paths]

    def is_wanted(name: str) -> bool:
        return not asked.wanted or any(fnmatch.fnmatch(name, each) for each in asked.wanted)

    mutants: list[Mutant] = []
    for path, module in zip(paths, modules, strict=True):
        if not asked.wanted or any(
            fnmatch.fnmatch(module, each) or each.startswith(f"{module}.") or fnmatch.fnmatch(f"{module}.x", each)
            for each in asked.wanted
        ):
            mutants += [
                each
                for each in (*mutants_of(path), *(declared_in(path) if asked.declared else ()))
                if is_wanted(each.where) and not only_words(each) and not only_checks(each)
            ]
    if asked.changed:
        made, known_proven = digests(mutants), proven()
        mutants = [each for each in mutants if known_proven.get(each.where) != made[each.where]]
    whole = not asked.wanted and not asked.changed
    findings, listed = Findings(asked.fresh), reasons()
    begun = time.perf_counter()

    def due(seconds: float) -> list[Mutant]:
        """The mutants that still need a run with this time limit."""
        known = findings.known
        return [
            each
            for each in mutants
            if each.key not in known
            or (not known[each.key].by and known[each.key].most < seconds and (not is_listed(each) or seconds <= LOOK))
        ]

    def is_listed(each: Mutant) -> bool:
        return (each.where, each.was, each.now) in listed

    def is_killed(each: Mutant) -> bool:
        return each.key in findings.known and bool(findings.known[each.key].by)

    def unexplained() -> list[Mutant]:
        return [each for each in mutants if not is_killed(each) and not is_listed(each)]

    if asked.again:
        findings.forget(each.key for each in mutants if not is_listed(each))
    first = min(LOOK, asked.seconds)
    tried = len(due(first))
    try:
        try_and_note(due(first), asked.tests, modules, first, findings)
        for path in paths:
            unseen = {each.name: each for each in unexplained() if each.name and each.module == name_of(path)}
            for name in refused_of(path, unseen):
                findings.note(unseen[name], Outcome(TYPED, 0, 0.0))
        try_and_note(due(asked.seconds), asked.tests, modules, asked.seconds, findings)
    finally:
        keep_noticed(mutants, findings, whole)
        keep_proven(mutants, {each.where for each in mutants if not is_killed(each) and not is_listed(each)}, whole)
    survivors = [each for each in mutants if not is_killed(each)]
    unlisted = unexplained()
    here = {(each.where, each.was, each.now) for each in survivors}
    stale = [] if not whole else [key for key in listed if key not in here]
    for each in unlisted:
        print(f"\n# {findings.known[each.key].asked} tests\n[[mutant]]")
        for key, value in (("function", each.where), ("was", each.was), ("now", each.now), ("reason", "")):
            print(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    for function, was, now in stale:
        print(f"\nthis one does not survive any more: {function}\n- {was}\n+ {now}")
    rooms = Counter(each.module for each in mutants)
    alive, open_ones = (Counter(each.module for each in some) for some in (survivors, unlisted))
    for room, count in rooms.items():
        print(f"{room:45}{count:6} mutants{alive[room]:5} survive{open_ones[room]:5} without a reason")
    took = time.perf_counter() - begun
    print(f"\n{len(mutants):,} mutants, {tried:,} tried in {took:,.0f} s", end="")
    print(f", {len(survivors)} survive, {len(unlisted)} of them without a reason")
    return 1 if unlisted or stale else 0


if __name__ == "__main__":
    sys.exit(main())
