"""A person who decides about hands of blackjack, each answer drawn where the question was."""

from rich.console import Console, RenderableType
from rich.text import Text

from croupier.demo.blackjack import hands
from croupier.demo.blackjack.moment import Moment
from croupier.demo.blackjack.questions import Choice, Question, why_not
from croupier.demo.person import Person, lines_of, width_of


def fitted(console: Console, moment: Moment, *below: RenderableType, about: int | None = None) -> RenderableType:
    """A blackjack round, airy where the terminal has the lines for it and for what is typed."""
    drawn = hands.view(moment, width_of(console), *below, about=about)
    # The keys take a line, and an answer moves on to the next one; after a settled round that may scroll.
    typed = 1 if moment.settled else 2
    if not console.is_terminal or lines_of(console, drawn) + typed <= console.height:
        return drawn
    return hands.view(moment, width_of(console), *below, about=about, airy=False)


class Asking:
    """Asks a person until the answer is one."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def __call__(self, moment: Moment, asked: Question) -> Choice | None:
        """What is chosen, or nothing where that is open."""
        notice = ""
        while True:
            above = fitted(self.person.console, moment, _prompt(asked, notice), about=asked.hand)
            answer = self.person.say(above, _keys(asked))
            if answer in asked.by_key:
                return asked.by_key[answer]
            if not answer and asked.declinable:
                return None
            notice = why_not(moment, asked, answer)


def _prompt(asked: Question, notice: str) -> Text:
    """What is asked; or why the answer was none, and what is asked."""
    told = (f"{notice}\n", "notice") if notice else ""
    return Text.assemble(told, (asked.prompt, "bold"), ("  " + asked.clauses, "faint"))


def _keys(asked: Question) -> Text:
    said = [Text.assemble((each.key, "brass"), f" {each.word}{each.costs}") for each in asked.choices]
    if asked.declinable:
        said.append(Text.assemble(("Enter", "brass"), " no"))
    return Text("  ").join(said).append(": ")
