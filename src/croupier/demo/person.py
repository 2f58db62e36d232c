"""The person at the terminal, who sees the table and answers questions with a key and Enter."""

import sys

from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

MAX_WIDTH = 120
"""Columns that a round takes at most."""
ROOMY_HEIGHT = 32
"""Lines of a terminal from which on a round is drawn with empty lines."""


def somebody(console: Console) -> bool:
    """Whether a person is at the terminal: input and output are a terminal."""
    return console.file.isatty() and sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def ask(console: Console, prompt: str | Text) -> str:
    """One answer in lower case; `?`, which no question accepts, if it cannot be decoded."""
    try:
        return console.input(prompt).strip().lower()
    except UnicodeDecodeError:
        return "?"


def width_of(console: Console) -> int:
    """The columns that a round is drawn in."""
    return min(console.width, MAX_WIDTH)


def lines_of(console: Console, drawn: RenderableType) -> int:
    """The lines of the terminal that a drawing takes."""
    return len(console.render_lines(drawn, console.options.update_width(width_of(console))))


class Person:
    """A person who plays: the table is drawn before each question, over the drawing before it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.drawn = 0
        """Lines on the screen that the next drawing replaces."""

    def say(self, above: RenderableType, keys: Text) -> str:
        """Replace the drawing, and ask for a key."""
        console = self.console
        self.wipe()
        console.print(above, width=width_of(console))
        answer = ask(console, keys)
        self.drawn = lines_of(console, above) + len(console.render_lines(Text.assemble(keys, answer)))
        return answer

    def wipe(self) -> None:
        """Erase the drawing of a round in play."""
        up = ((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2))
        self.console.control(Control(*up * self.drawn))
        self.drawn = 0
