"""A box without a wager was dealt to, and play has moved on: its cards go to the discards.

Law: lucky8 5.15, dueling8 5.13.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.boxes.changes import cleared
from croupier.games.blackjack.boxes.state import INITIAL, Box, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.law import clause_of
from croupier.games.irregularity import offer
from croupier.games.round import Command, Event, Expected, Role
from croupier.rulebook import Clause
from croupier.words import Sentence


class DeclareUnbetBox(Command, frozen=True, tag="declare-unbet-box"):
    """A box without a wager was dealt to, and play has moved on."""

    box: int


class UnbetBoxCleared(Event, frozen=True, tag="unbet-box-cleared"):
    """The cards of a box without a wager went to the discards."""

    box: int
    cards: tuple[Card, ...]
    clause: Clause
    by: Role


def offers(round: BoxRound, box: Box) -> Iterator[Expected]:
    """The offer to declare a box without a wager that was dealt to."""
    if box.cards and not box.positions:
        prompt = Sentence("empty-box-dealt-to")
        yield offer("declare-unbet-box", Role.PIT_SUPERVISOR, round.rules.law.unbet_box, prompt, box=box.number)


def offers_initial(round: BoxRound) -> Iterator[Expected]:
    """The same during the initial deal, where it is not put right by rebuilding (R-83)."""
    if round.phase in INITIAL and round.rules.reads("R-83") == "b":
        for box in round.boxes:
            yield from offers(round, box)


def _declared(round: BoxRound, command: DeclareUnbetBox, expected: Expected, by: Role) -> Iterator[UnbetBoxCleared]:
    cards = round.box(command.box).cards
    yield UnbetBoxCleared(box=command.box, cards=cards, clause=clause_of(expected.clause), by=by)


def _cleared(round: BoxRound, event: UnbetBoxCleared) -> BoxRound:
    return msgspec.structs.replace(cleared(round, round.box(event.box)), may_withdraw=True)


BOXES = Handlers[BoxRound](follows={DeclareUnbetBox: _declared}, evolves={UnbetBoxCleared: _cleared})
