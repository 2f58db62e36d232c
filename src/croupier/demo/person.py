"""Whoever sits at the terminal: sees the table, is asked, and answers with a key and Enter."""

import sys

from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

WIDEST = 120
ROOMY = 32
"""Lines of a terminal from which on a round may take some empty ones."""


def somebody(console: Console) -> bool:
    """Whether there is anybody to ask."""
    return console.file.isatty() and sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def ask(console: Console, prompt: str | Text) -> str:
    """One answer; what cannot be read is a wrong one."""
    try:
        return console.input(prompt).strip().lower()
    except UnicodeDecodeError:
        return "?"


def width_of(console: Console) -> int:
    """How wide a round is drawn."""
    return min(console.width, WIDEST)


def lines_of(console: Console, drawn: RenderableType) -> int:
    """How many lines of the terminal a drawing takes."""
    return len(console.render_lines(drawn, console.options.update_width(width_of(console))))


class Person:
    """Somebody who plays: sees the table before each answer, drawn over what they saw before it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.drawn = 0
        """Lines on the screen that the next drawing takes the place of."""

    def say(self, above: RenderableType, keys: Text) -> str:
        """Show something in place of what was shown before, and take an answer by a key."""
        console = self.console
        self.wipe()
        console.print(above, width=width_of(console))
        answer = ask(console, keys)
        self.drawn = lines_of(console, above) + len(console.render_lines(Text.assemble(keys, answer)))
        return answer

    def wipe(self) -> None:
        """Take away what was drawn of a round in play."""
        up = ((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2))
        self.console.control(Control(*up * self.drawn))
        self.drawn = 0
