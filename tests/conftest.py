"""Every test may carry the clauses it proves; a clause that does not exist is an error of the test."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

# The workers of a test run use every core already; threads inside each would only wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import hypothesis
import pytest

import scratch
from croupier.rulebook import Clause

if TYPE_CHECKING:
    from playwright.sync_api import Browser

hypothesis.settings.register_profile("thorough", max_examples=1_000, deadline=None)
hypothesis.settings.register_profile("usual", max_examples=150, deadline=None)
hypothesis.settings.register_profile("fast", max_examples=30, deadline=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


scratch.settle()


def pytest_configure() -> None:
    """A shell that runs the tests in the background has Ctrl-C ignored, and whatever they start would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: journeys mostly wait for a browser, and others for a server."""
    return len(os.sched_getaffinity(0)) + 1


HERE = Path(__file__).parent
LONG = (
    "odds/test_solver.py",
    "journeys/test_blackjack.py",
    "project/test_docs.py",
    "journeys/test_layout.py",
    "journeys/test_baccarat.py",
    "simulation/test_simulation_blackjack.py",
    "journeys/test_in_view.py",
    "house/test_surveillance.py",
    "journeys/test_everybody.py",
    "games/test_forms.py",
    "journeys/test_filling_in.py",
    "server/test_drill.py",
    "house/test_cases.py",
    "house/test_recall.py",
    "server/test_torture.py",
)
"""Begun first, so that none keeps one worker busy at the end; who counts beside who waits for a browser."""
FIRST = {HERE / name: place for place, name in enumerate(LONG)}
assert all(path.exists() for path in FIRST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: FIRST.get(item.path, len(FIRST)))
    for item in items:
        for mark in item.iter_markers("clause"):
            for text in mark.args:
                Clause(text)


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """One for the journeys of a module: while it is open an event loop runs here, and no other may be started."""
    import browsing

    with browsing.browser() as made:
        yield made
