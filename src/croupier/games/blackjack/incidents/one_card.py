"""A box got one card instead of two, and play has moved on: its players act on it in turn, or withdraw.

Law: lucky8 5.16; R-66.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from croupier.games.blackjack.boxes.changes import change_box
from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.absence import offer_absence
from croupier.games.blackjack.incidents.withdrawal import returned
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import PlayerEvent, entered
from croupier.games.irregularity import offer
from croupier.games.round import Command, Event, Expected, Role
from croupier.rulebook import Clause
from croupier.words import Sentence

replace = msgspec.structs.replace


class DeclareShortHand(Command, frozen=True, tag="declare-short-hand"):
    """A box got one card instead of two, and play has moved on."""

    box: int


class ChooseCourse(Command, frozen=True, tag="choose-course"):
    """A bettor with one card only acts on it in turn, or withdraws the wager."""

    bettor: str
    box: int
    course: Literal["act", "withdraw"]


class HandFoundShort(Event, frozen=True, omit_defaults=True, tag="hand-found-short"):
    """A box was found to have one card; the bettors there choose what to do."""

    box: int
    clause: Clause
    by: Role
    bettors: tuple[str, ...] = ()
    """The bettors with a main wager there."""


class CourseChosen(PlayerEvent, frozen=True, tag="course-chosen"):
    """A player with one card acts on it in turn: the next card is the second one, or only drawn to it (R-66)."""

    bettor: str
    box: int
    clause: Clause


def offers(round: BoxRound, box: Box) -> Iterator[Expected]:
    """The offer to declare a box that has one card, where that is not declared yet."""
    if is_short(box) and not _declared_short(round, box):
        prompt = Sentence("player-has-one-card")
        yield offer("declare-short-hand", Role.PIT_SUPERVISOR, round.rules.law.short_hand, prompt, box=box.number)


def is_short(box: Box) -> bool:
    """Whether a box in play has one card instead of two."""
    hands = box.area.hands if box.area and box.in_play else ()
    return len(hands) == 1 and len(hands[0].cards) == 1


def _declared_short(round: BoxRound, box: Box) -> bool:
    return any(isinstance(event, HandFoundShort) and event.box == box.number for event in round.play)


def offers_choices(round: BoxRound) -> Iterator[Expected]:
    """The offers to bettors with one card to act or withdraw, or to declare them absent; play waits for it (R-66)."""
    prompt = Sentence("offer-one-card-drawn-to" if round.rules.draws_to_one_card else "offer-one-card-choice")
    for box in round.boxes:
        for bettor in box.asked:
            who = {"box": box.number, "bettors": (bettor,), "options": ("act", "withdraw")}
            yield offer("choose-course", Role.PLAYER, round.rules.law.short_hand, prompt, **who)
            yield offer_absence(round, box.number, bettor, Sentence("player-not-there"), irregular=True)


def _declared(round: BoxRound, command: DeclareShortHand, expected: Expected, by: Role) -> Iterator[HandFoundShort]:
    bettors = tuple(each.bettor for each in round.box(command.box).mains)
    yield HandFoundShort(box=command.box, clause=clause_of(expected.clause), by=by, bettors=bettors)


def _chosen(round: BoxRound, command: ChooseCourse, expected: Expected, by: Role) -> Iterator[Event]:
    bettor, box, law = command.bettor, command.box, round.rules.law
    if command.course == "act":
        yield CourseChosen(bettor=bettor, box=box, clause=clause_of(law.short_acts), placed_by=entered(by))
    else:
        yield from returned(round, round.box(box), bettor, clause_of(law.short_withdraws), by)


def _found(round: BoxRound, event: HandFoundShort) -> BoxRound:
    short = tuple(each.bettor for each in round.box(event.box).mains)
    return replace(change_box(round, event.box, short=short), may_withdraw=True)


def _acts(round: BoxRound, event: CourseChosen) -> BoxRound:
    left = tuple(each for each in round.box(event.box).short if each != event.bettor)
    return change_box(round, event.box, short=left)


BOXES = Handlers[BoxRound](
    follows={DeclareShortHand: _declared, ChooseCourse: _chosen},
    evolves={HandFoundShort: _found, CourseChosen: _acts},
    declared={HandFoundShort: "declare-short-hand", CourseChosen: "choose-course"},
)
