"""Whoever sits at the terminal: sees the table, is asked, and answers with a key and Enter."""

import sys

from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from croupier.demo import hands
from croupier.demo.moment import Moment
from croupier.demo.questions import Choice, Question, why_not

WIDEST = 120


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


def fitted(console: Console, moment: Moment, *below: RenderableType, about: int | None = None) -> RenderableType:
    """A blackjack round, airy where the terminal has the lines for it and for what is typed."""
    drawn = hands.view(moment, width_of(console), *below, about=about)
    # The keys take a line, and an answer moves on to the next one; after a settled round that may scroll.
    typed = 1 if moment.settled else 2
    if not console.is_terminal or _lines(console, drawn) + typed <= console.height:
        return drawn
    return hands.view(moment, width_of(console), *below, about=about, airy=False)


def _lines(console: Console, drawn: RenderableType) -> int:
    return len(console.render_lines(drawn, console.options.update_width(width_of(console))))


class Person:
    """Somebody who plays: sees the table before each answer, drawn over what they saw before it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.drawn = 0
        """Lines on the screen that the next drawing takes the place of."""

    def __call__(self, moment: Moment, asked: Question) -> Choice | None:
        """Ask until the answer is one."""
        notice = ""
        while True:
            answer = self._say(moment, asked, notice)
            if answer in asked.by_key:
                return asked.by_key[answer]
            if not answer and asked.declinable:
                return None
            notice = why_not(moment, asked, answer)

    def wipe(self) -> None:
        """Take away what was drawn of a round in play."""
        up = ((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2))
        self.console.control(Control(*up * self.drawn))
        self.drawn = 0

    def _say(self, moment: Moment, asked: Question, notice: str) -> str:
        console, keys = self.console, _keys(asked)
        self.wipe()
        above = fitted(console, moment, _prompt(asked, notice), about=asked.hand)
        console.print(above, width=width_of(console))
        answer = ask(console, keys)
        self.drawn = _lines(console, above) + len(console.render_lines(Text.assemble(keys, answer)))
        return answer


def _prompt(asked: Question, notice: str) -> Text:
    """What is asked; or why the answer was none, and what is asked."""
    told = (f"{notice}\n", "notice") if notice else ""
    return Text.assemble(told, (asked.prompt, "bold"), ("  " + asked.clauses, "faint"))


def _keys(asked: Question) -> Text:
    said = [Text.assemble((each.key, "brass"), f" {each.word}{each.costs}") for each in asked.choices]
    if asked.declinable:
        said.append(Text.assemble(("Enter", "brass"), " no"))
    return Text("  ").join(said).append(": ")
