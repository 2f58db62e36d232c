"""A box with a wager got no card, and play has moved on: all wagers on it are returned.

Law: lucky8 5.14, dueling8 5.12; R-67.
"""

from collections.abc import Iterator

from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.withdrawal import undecided
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import PositionReturned
from croupier.games.irregularity import offer
from croupier.games.round import Command, Expected, Role
from croupier.words import Sentence


class DeclareBoxMissed(Command, frozen=True, tag="declare-box-missed"):
    """A box with a wager got no card, and play has moved on."""

    box: int


def offers(round: BoxRound, box: Box) -> Iterator[Expected]:
    """The offer to declare a box missed."""
    if box.mains and not box.cards:
        prompt = Sentence("box-missed-return-wagers")
        yield offer("declare-box-missed", Role.PIT_SUPERVISOR, round.rules.law.box_missed, prompt, box=box.number)


def unplayed(round: BoxRound, by: Role) -> Iterator[PositionReturned]:
    """Return the wagers of missed boxes that nobody noticed, before the round is settled."""
    for box in round.wagered:
        if not box.cards:
            yield from _missed(round, box, by)


def _declared(round: BoxRound, command: DeclareBoxMissed, expected: Expected, by: Role) -> Iterator[PositionReturned]:
    return _missed(round, round.box(command.box), by)


def _missed(round: BoxRound, box: Box, by: Role) -> Iterator[PositionReturned]:
    """Return all wagers on a box that got no card, of every player (R-67)."""
    clause = clause_of(round.rules.law.box_missed)
    for each in box.positions:
        amount = undecided(round, box, each.bettor)
        yield PositionReturned(bettor=each.bettor, box=box.number, amount=amount, clause=clause, by=by)


BOXES = Handlers[BoxRound](follows={DeclareBoxMissed: _declared})
