"""Where the project's files lie, for tests of any folder."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
GOLDEN = TESTS / "golden"
SUPPORT = TESTS / "support"
ROOT = TESTS.parent
TERMINAL = ROOT / "terminal" / "src"
