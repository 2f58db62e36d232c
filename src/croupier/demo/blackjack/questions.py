"""The questions to the player: made from what the round expects, with a key for each choice and its cost."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from croupier.demo.blackjack.moment import BOX, DemoMoment, expects, then
from croupier.demo.drawing import money, signed
from croupier.demo.stakes import BETTOR, STAKE
from croupier.games.blackjack.hand import Action
from croupier.games.blackjack.messages import AnyCommand, Decide, Insure, PlaceTie, Surrender, TakeEvenMoney
from croupier.games.blackjack.variants import HALF
from croupier.games.round import Expected, Role
from croupier.refused import Refused
from croupier.rulebook import Clause

ACTIONS: dict[str, Action] = {"h": "hit", "s": "stand", "d": "double", "p": "split"}


@dataclasses.dataclass(frozen=True)
class Choice:
    """A possible answer: its key, its name, its cost in words, and its command."""

    key: str
    word: str
    costs: str
    command: AnyCommand


@dataclasses.dataclass(frozen=True)
class Question:
    """Everything that the player may decide at one moment."""

    prompt: str
    clauses: str
    hand: int
    """The hand that it is about."""
    choices: tuple[Choice, ...]
    declinable: bool
    """Whether it may be declined: offers may, decisions about a hand may not."""

    @cached_property
    def by_key(self) -> dict[str, Choice]:
        """The choices by their keys."""
        return {choice.key: choice for choice in self.choices}

    @cached_property
    def by_word(self) -> dict[str, Choice]:
        """The choices by their names."""
        return {choice.word: choice for choice in self.choices}


def open_to_player(moment: DemoMoment) -> list[Expected]:
    """What the round expects of the player, as far as the demo asks for it."""
    return [
        each
        for each in expects(moment.round)
        if each.by is Role.PLAYER
        and each.command in CHOICES
        and (each.bettors is None or BETTOR in each.bettors)
        and BETTOR not in each.not_for
    ]


def question(moment: DemoMoment, expected: Sequence[Expected]) -> Question:
    """The question about what is expected of the player."""
    in_play = moment.area.hand or moment.area.hands[0]
    return Question(
        " ".join(dict.fromkeys(each.prompt for each in expected)),
        " ".join(dict.fromkeys(_id(each) for each in expected)),
        int(expected[0].hand or in_play.id),
        tuple(choice for each in expected for choice in CHOICES[each.command](moment, each)),
        all(each.command != "decide" for each in expected),
    )


def _id(expected: Expected) -> str:
    return expected.clause.id if isinstance(expected.clause, Clause) else str(expected.clause)


def _decisions(moment: DemoMoment, expected: Expected) -> Iterator[Choice]:
    costs = {
        "double": f", {money(expected.most or moment.position.original)} more",
        "split": f", {money(moment.position.original)} more",
    }
    for key, action in ACTIONS.items():
        if action in expected.options:
            command = Decide(bettor=BETTOR, action=action, box=BOX)
            yield Choice(key, action, costs.get(action, ""), command)


def _surrender(moment: DemoMoment, _: Expected) -> Iterator[Choice]:
    given_up = HALF.of(moment.position.original)
    yield Choice("u", "surrender", f", lose {money(given_up)}", Surrender(bettor=BETTOR, box=BOX))


def _insurance(moment: DemoMoment, expected: Expected) -> Iterator[Choice]:
    stake = expected.most or HALF.of(moment.position.original)
    costs = f", {money(stake)} at {_pays(moment, 'insurance')}"
    yield Choice("i", "insurance", costs, Insure(bettor=BETTOR, box=BOX))


def _even_money(moment: DemoMoment, _: Expected) -> Iterator[Choice]:
    costs = f", {signed(moment.position.original)} now"
    yield Choice("e", "even money", costs, TakeEvenMoney(bettor=BETTOR, box=BOX))


def _tie(moment: DemoMoment, expected: Expected) -> Iterator[Choice]:
    hand = int(expected.hand or 0)
    costs = f" on hand {hand + 1}, {money(STAKE)} at {_pays(moment, 'tie-on-18')}"
    yield Choice("t", "Tie on 18", costs, PlaceTie(bettor=BETTOR, box=BOX, hand=hand, stake=STAKE))


def _pays(moment: DemoMoment, wager: str) -> str:
    return str(moment.game.by_name[wager].rows[0].pays)


CHOICES: dict[str, Callable[[DemoMoment, Expected], Iterator[Choice]]] = {
    "surrender": _surrender,
    "insure": _insurance,
    "take-even-money": _even_money,
    "decide": _decisions,
    "place-tie": _tie,
}
"""The commands that the player is asked for; bets are placed automatically."""

UNASKED: dict[str, AnyCommand] = {
    **{key: Decide(bettor=BETTOR, action=action, box=BOX) for key, action in ACTIONS.items()},
    "u": Surrender(bettor=BETTOR, box=BOX),
    "i": Insure(bettor=BETTOR, box=BOX),
}
"""Keys that people press when they are not offered, and the commands that they mean."""


def why_not(moment: DemoMoment, question: Question, answer: str) -> str:
    """Why an answer is not among the choices: the refusal by the rules, if it is a command at all."""
    command = UNASKED.get(answer)
    if command is not None and _is_a_move(moment, question, command):
        try:
            then(moment.round, command, Role.PLAYER)
        except Refused as refused:
            return str(refused)
    return f"{answer[:20]!r} is none of the keys" if answer else "Enter decides nothing here"


def _is_a_move(moment: DemoMoment, question: Question, command: AnyCommand) -> bool:
    if isinstance(command, Decide):
        return not question.declinable
    return not isinstance(command, Insure) or moment.game.insurance is not None
