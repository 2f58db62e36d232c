"""A case: the steps to an irregularity, the steps that the clause requires then, by whom, and the result.

Cases are data that a dealer can read: `cases/DOCUMENT.toml`, one `[[case]]` after the other.

    clause, also    the clause that it proves, or the ruling if the document is silent; other clauses that it shows
    game            the game that is played
    shoe            how many cards are in the shoe at the start, if it is to run out
    title           its name, in a few words
    situation       what has happened, as somebody at the table would say it
    teaches         why the answer is right
                    (`title_zh` and so on say the same in Chinese; cards are written as in steps, and are drawn)
    setup           steps up to where the irregularity is noticed
    answer          the steps that the document requires, and by whom
    rest            the steps to the end of the round
    result          the outcome: `phase`, `nets` of every player as money, `cards` by place (`player`, `banker`,
                    `dealer`, `shared`, `box 1`), `clauses` that the record of its rounds cites, `marks` on the road

A step is a line: who, the command, and its fields as name=value. Amounts are written as money, lists of cards with
commas, booleans as yes and no. Players have names, staff have positions; a staff step is given in the lowest position
that may do it, unless the case is about a higher one.

    Ann: place-wager wager=main stake=10.00 box=1
    dealer: close-bets
    cards KS 9H 7D                      # each dealt by the Dealer
    pit-supervisor: reconstruct cards=KS,7D,9H
    refused eblackjack 5.4: Ann: withdraw-wager wager=main
                                        # tried, and refused by that clause or ruling; nothing changes
    pit-manager: approve                # approves the latest request; a change to a round that is over needs two people
    round 1: pit-supervisor: correct-cards cards=8S,4C
                                        # to an earlier round of the case, counted from one
    @two boxes                          # the steps of that name in the file's `openings`

The trainee sees the setup done, does the staff's steps of the answer and the rest, and learns from the situation which
cards it is about. Robots do the players' steps, those that are refused too; steps that staff are refused need not be
tried.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from croupier import rulebook
from croupier.cards import Card
from croupier.games.catalogue import GAMES
from croupier.games.families import family
from croupier.games.round import Command, Phase, Role
from croupier.house.table import commands
from croupier.money import cents, dollars
from croupier.refused import Refused
from croupier.rulebook import DOCUMENTS, Citation, Clause, Document

STAFF = frozenset(role.value for role in Role if role is not Role.PLAYER)
"""The positions of staff, which may stand for `who` in a step."""
MONEY_FIELDS = frozenset({"stake", "amount", "cents", "tie"})
"""Fields of commands that are amounts, in cents."""
REFUSED = "refused "
EARLIER = re.compile(r"round (\d+): *(.*)")


class CaseStep(msgspec.Struct, frozen=True):
    """A command with its fields, and who gives it."""

    who: str
    command: str
    fields: dict[str, Any] = {}
    refused: Citation | None = None
    """The clause or ruling that refuses it, if it must not be done."""
    of: int | None = None
    """The round of the case that it is about, counted from one, if that is an earlier one."""

    @property
    def role(self) -> Role:
        """The position of who gives it."""
        return Role(self.who) if self.who in STAFF else Role.PLAYER

    def __str__(self) -> str:
        fields = (f"{name}={_text(name, each)}" for name, each in self.fields.items())
        line = f"{self.who}: {' '.join([self.command, *fields])}"
        line = line if self.of is None else f"round {self.of}: {line}"
        return line if self.refused is None else f"{REFUSED}{self.refused}: {line}"


class CaseResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The required outcome of a case."""

    phase: Phase = Phase.SETTLED
    nets: dict[str, str]
    """The net result of each player, as money."""
    cards: dict[str, str] = {}
    """The cards that lie at each place: `player`, `banker`, `dealer`, `shared`, `box 1`."""
    clauses: tuple[Citation, ...] = ()
    """The clauses that the record of its rounds cites."""
    marks: tuple[str, ...] | None = None
    """The marks that its rounds add to the road, if the game has one."""


class CaseWords(msgspec.Struct, frozen=True):
    """The texts of a case in one language."""

    title: str
    situation: str
    """What has happened, as somebody at the table would say it."""
    teaches: str
    """Why the answer is right."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A case to practise."""

    id: str
    """The document, the clause and the number of the case among those of the clause, such as `ebaccarat-5.1.1-1`."""
    clause: Citation
    """The clause that it proves; a ruling if the document is silent."""
    also: tuple[Citation, ...]
    """Other clauses and rulings that it shows."""
    game: str
    shoe: int | None
    """How many cards are in the shoe at the start; None for a full shoe."""
    words: CaseWords
    chinese: CaseWords
    setup: tuple[CaseStep, ...]
    """The steps up to where the irregularity is noticed."""
    answer: tuple[CaseStep, ...]
    """The steps that the document requires."""
    rest: tuple[CaseStep, ...]
    """The steps to the end of the round."""
    result: CaseResult

    @property
    def document(self) -> Document:
        """The document with the rules of its game."""
        return GAMES[self.game].document

    @property
    def title(self) -> str:
        """Its name in English."""
        return self.words.title

    @property
    def steps(self) -> tuple[CaseStep, ...]:
        """All steps."""
        return (*self.setup, *self.answer, *self.rest)

    @property
    def players(self) -> tuple[str, ...]:
        """The players in it, in the order in which they appear."""
        named = (step.who for step in self.steps if step.role is Role.PLAYER)
        bettors = (step.fields["bettor"] for step in self.steps if "bettor" in step.fields)
        return tuple(dict.fromkeys([*named, *bettors]))


class _Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A case as it is written in its file."""

    clause: str
    also: tuple[str, ...] = ()
    game: str
    shoe: int | None = None
    title: str
    situation: str
    teaches: str
    title_zh: str = ""
    situation_zh: str = ""
    teaches_zh: str = ""
    setup: str
    answer: str
    rest: str = ""
    result: dict[str, Any]


class _CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    openings: dict[str, str]
    case: tuple[_Written, ...]


@cache
def cases() -> tuple[Case, ...]:
    """Every case, document by document.

    >>> foreign = next(case for case in cases() if case.clause == "ebaccarat 5.1.1")
    >>> [str(step) for step in foreign.answer][-1]
    'pit-manager: declare-bad-cards kind=foreign'
    """
    return tuple(case for document in DOCUMENTS.values() if has_cases(document) for case in _read(document))


def has_cases(document: Document) -> bool:
    """Whether a document has cases: our own always; a document of another package if it brings a file."""
    return document.package == rulebook.__name__ or _file(document).is_file()


def _file(document: Document) -> Traversable:
    """The file of cases: in `cases/` for our own documents; in another package beside its clauses."""
    ours = document.package == rulebook.__name__
    return (files(__package__) / "cases" if ours else files(document.package)) / f"{document.id}.toml"


def _read(document: Document) -> Iterator[Case]:
    text = _file(document).read_text("utf-8")
    file = msgspec.convert(tomllib.loads(text), _CaseFile)
    of_clause: Counter[str] = Counter()
    for written in file.case:
        of_clause[written.clause] += 1
        try:
            yield _case(written, file.openings, of_clause[written.clause])
        except (Refused, msgspec.ValidationError) as error:
            raise Refused(f"the case of {written.clause} ({written.title}): {error}") from None


def _case(written: _Written, openings: dict[str, str], number: int) -> Case:
    if written.game not in GAMES:
        raise Refused(f"there is no game {written.game}")
    setup, answer, rest = (
        tuple(_steps(text, written.game, openings)) for text in (written.setup, written.answer, written.rest)
    )
    clauses = tuple(map(Citation, written.result.get("clauses", ())))
    result = msgspec.convert({**written.result, "clauses": ()}, CaseResult)
    return Case(
        id=f"{GAMES[written.game].document.id}-{written.clause.rpartition(' ')[2]}-{number}",
        clause=Citation(written.clause),
        also=tuple(map(Citation, written.also)),
        game=written.game,
        shoe=written.shoe,
        words=CaseWords(written.title, written.situation, written.teaches),
        chinese=CaseWords(written.title_zh, written.situation_zh, written.teaches_zh),
        setup=setup,
        answer=answer,
        rest=rest,
        result=msgspec.structs.replace(result, clauses=clauses),
    )


def _steps(text: str, game: str, openings: dict[str, str]) -> Iterator[CaseStep]:
    for line in (line.partition("#")[0].strip() for line in text.splitlines()):
        if line.startswith("@"):
            yield from _steps(_opening(line[1:].strip(), openings), game, openings)
        elif line.startswith("cards "):
            yield from (CaseStep("dealer", "deal-card", {"card": Card(card)}) for card in line.split()[1:])
        elif line.startswith(REFUSED):
            by, _, tried = line.removeprefix(REFUSED).partition(":")
            yield msgspec.structs.replace(_step(tried, game), refused=Citation(by.strip()))
        elif line:
            yield _step(line, game)


def _opening(name: str, openings: dict[str, str]) -> str:
    try:
        return openings[name]
    except KeyError:
        raise Refused(f"there is no opening {name!r}: there are {', '.join(openings)}") from None


def _step(line: str, game: str) -> CaseStep:
    if earlier := EARLIER.fullmatch(line.strip()):
        return msgspec.structs.replace(_step(earlier[2], game), of=int(earlier[1]))
    who, _, rest = (part.strip() for part in line.partition(":"))
    name, *words = rest.split(" ")
    kind = family(game).commands.get(name) or _own().get(name)
    if not who or kind is None:
        raise Refused(f"a step says who and which command, not {line!r}")
    pairs = [_pair(each) for each in _joined(words)]
    hints = get_type_hints(kind)
    if unknown := [field for field, _ in pairs if field not in hints]:
        raise Refused(f"{name} has no field {unknown[0]}")
    return CaseStep(who, name, {field: _value(field, hints[field], value) for field, value in pairs})


@cache
def _own() -> dict[str, type[Command]]:
    return {str(kind.__struct_config__.tag): kind for kind in commands.NEEDS}


def _joined(words: list[str]) -> list[str]:
    """Join the words of values with spaces: `reason=a b c` is one pair."""
    pairs: list[str] = []
    for word in words:
        if "=" in word or not pairs:
            pairs.append(word)
        else:
            pairs[-1] += f" {word}"
    return pairs


def _pair(text: str) -> tuple[str, str]:
    name, given, value = text.partition("=")
    if not given:
        raise Refused(f"what is told with a command is written name=value, not {text!r}")
    return name, value


def _value(name: str, kind: Any, text: str) -> Any:
    """The value of a field, in the type that its command has."""
    if name in MONEY_FIELDS:
        return cents(text)
    plain = {each for each in get_args(kind) if each is not type(None)} or {kind}
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        return tuple(_value(name, item, each) for each in text.split(",") if each)
    if bool in plain:
        return {"yes": True, "no": False}[text]
    if int in plain:
        return int(text)
    if Card in plain:
        return Card(text)
    return Clause(text) if Clause in plain else text


def _text(name: str, value: Any) -> str:
    if name in MONEY_FIELDS:
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
