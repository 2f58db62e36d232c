"""Asks a person for the decisions in a blackjack round, drawing each question over the one before."""

from rich.console import Console, RenderableType
from rich.text import Text

from croupier.demo.blackjack import hands
from croupier.demo.blackjack.moment import DemoMoment
from croupier.demo.blackjack.questions import Choice, Question, why_not
from croupier.demo.person import Person, lines_of, width_of


def fitted(console: Console, moment: DemoMoment, *below: RenderableType, about: int | None = None) -> RenderableType:
    """The drawing of a blackjack round, with empty lines if the terminal is high enough for them and the input."""
    drawn = hands.view(moment, width_of(console), *below, about=about)
    # The prompt takes a line, and Enter moves on to the next; after a settled round that may scroll.
    typed = 1 if moment.settled else 2
    if not console.is_terminal or lines_of(console, drawn) + typed <= console.height:
        return drawn
    return hands.view(moment, width_of(console), *below, about=about, airy=False)


class Asking:
    """Asks a person until the answer is valid."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def __call__(self, moment: DemoMoment, question: Question) -> Choice | None:
        """The person's choice; None if they decline."""
        notice = ""
        while True:
            above = fitted(self.person.console, moment, _prompt(question, notice), about=question.hand)
            answer = self.person.say(above, _keys(question))
            if answer in question.by_key:
                return question.by_key[answer]
            if not answer and question.declinable:
                return None
            notice = why_not(moment, question, answer)


def _prompt(question: Question, notice: str) -> Text:
    """The question, below a notice if the last answer was not valid."""
    above = (f"{notice}\n", "notice") if notice else ""
    return Text.assemble(above, (question.prompt, "bold"), ("  " + question.clauses, "faint"))


def _keys(question: Question) -> Text:
    keys = [Text.assemble((each.key, "brass"), f" {each.word}{each.costs}") for each in question.choices]
    if question.declinable:
        keys.append(Text.assemble(("Enter", "brass"), " no"))
    return Text("  ").join(keys).append(": ")
