"""A person who decides about hands of blackjack, each answer drawn where the question was."""

from rich.console import Console, RenderableType
from rich.text import Text

from croupier.demo.blackjack import hands
from croupier.demo.blackjack.moment import DemoMoment
from croupier.demo.blackjack.questions import Choice, Question, why_not
from croupier.demo.person import Person, lines_of, width_of


def fitted(console: Console, moment: DemoMoment, *below: RenderableType, about: int | None = None) -> RenderableType:
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

    def __call__(self, moment: DemoMoment, question: Question) -> Choice | None:
        """What is chosen, or nothing where that is open."""
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
    """What is asked; or why the answer was none, and what is question."""
    told = (f"{notice}\n", "notice") if notice else ""
    return Text.assemble(told, (question.prompt, "bold"), ("  " + question.clauses, "faint"))


def _keys(question: Question) -> Text:
    keys = [Text.assemble((each.key, "brass"), f" {each.word}{each.costs}") for each in question.choices]
    if question.declinable:
        keys.append(Text.assemble(("Enter", "brass"), " no"))
    return Text("  ").join(keys).append(": ")
