"""The shoe as whoever deals from it sees it: how many cards are left, and what may be done with it, or why not now."""

import msgspec

from croupier.games.round import OVER, Role
from croupier.house.table import commands as c
from croupier.house.table.state import Published, State
from croupier.words import Sentence

CUTTING_CARD = "remove-cutting-card"


class ShoeAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is done with a shoe."""

    command: str
    name: str
    needs: Role
    """The lowest position that may do it."""
    closed: str | None = None
    """Why it cannot be done now; it can where there is no reason."""


class ShoeOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe on a table."""

    real: bool
    """Whether its cards are entered: then the table knows only how many are left at least."""
    cards: int
    """How many cards it had."""
    left: int
    to_cut: int | None
    """How many are left before the cutting card; none where the table does not know where it lies."""
    cut_out: bool
    """Whether the cutting card has come in this round."""
    acts: tuple[ShoeAct, ...]


def shoe_on(state: State) -> ShoeOnTable | None:
    """The shoe on the table; None where there is none, or nothing to play."""
    running = state.configuration or state.coming
    if state.shoe is None or running is None:
        return None
    virtual = isinstance(state.shoe, Published)
    return ShoeOnTable(
        real=not virtual,
        cards=running.terms.shoe.total,
        left=state.left,
        to_cut=max(0, state.shoe.left - state.shoe.commitment.cut) if isinstance(state.shoe, Published) else None,
        cut_out=state.round is not None and not state.over and state.round.cut_after is not None,
        acts=(_cutting_card(state), _shuffle(state)),
    )


def _cutting_card(state: State) -> ShoeAct:
    name = Sentence("shoe-cutting-card-is-out")
    if state.round is None or state.round.phase in OVER:
        return ShoeAct(CUTTING_CARD, name, Role.DEALER, Sentence("shoe-while-cards-are-dealt"))
    if state.round.cut_after is not None:
        return ShoeAct(CUTTING_CARD, name, Role.DEALER, Sentence("shoe-noted-already"))
    if all(each.command != CUTTING_CARD for each in state.expects()):
        return ShoeAct(CUTTING_CARD, name, Role.DEALER, Sentence("shoe-while-cards-are-dealt"))
    return ShoeAct(CUTTING_CARD, name, Role.DEALER, state.stands)


def _shuffle(state: State) -> ShoeAct:
    real = state.coming is not None and state.coming.cards == "entered"
    name = Sentence("new-shoe-in-use") if real else Sentence("shuffle-cards")
    command = "shuffle-early" if state.early else "shuffle"
    return ShoeAct(
        command, name, c.NEEDS[c.COMMANDS[command]], None if state.over else Sentence("shoe-after-this-round")
    )
