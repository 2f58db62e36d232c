"""A bettor who is not there to decide: the next one controls the hand, or it is played by the default strategy.

Law: lucky8 5.22, dueling8 5.19.
"""

from collections.abc import Iterator

from croupier.games.blackjack.boxes.changes import change_box, change_position
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.round import Command, Expected, Role, StaffEvent


class DeclareAbsent(Command, frozen=True, tag="declare-absent"):
    """A bettor is not there to decide."""

    bettor: str
    box: int = 1


class AbsenceDeclared(StaffEvent, frozen=True, tag="absence-declared"):
    """A bettor is not there to decide."""

    bettor: str
    box: int = 1


def offer_absence(round: BoxRound, box: int, bettor: str, prompt: str, irregular: bool = False) -> Expected:
    """An offer to declare a bettor absent whose turn it is."""
    return Expected(
        command="declare-absent",
        by=Role.DEALER,
        clause=round.rules.law.absent,
        prompt=prompt,
        box=box,
        bettors=(bettor,),
        irregular=irregular,
    )


def _declared(round: BoxRound, command: DeclareAbsent, expected: Expected, by: Role) -> Iterator[AbsenceDeclared]:
    yield AbsenceDeclared(bettor=command.bettor, box=command.box)


def _absent(round: BoxRound, event: AbsenceDeclared) -> BoxRound:
    box = round.box(event.box)
    if box.seated_controls and box.seat == event.bettor:
        return change_box(round, event.box, seat_absent=True)
    return change_position(round, event.box, event.bettor, absent=True)


BOXES = Handlers[BoxRound](
    follows={DeclareAbsent: _declared}, evolves={AbsenceDeclared: _absent}, again={AbsenceDeclared: "declare-absent"}
)
