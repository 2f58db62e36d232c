"""Copies of a round on boxes with one thing changed."""

from collections.abc import Callable

import msgspec

from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.proceedings import CardLaid
from croupier.games.blackjack.settlement import Position

replace = msgspec.structs.replace


def with_box(round: BoxRound, box: Box) -> BoxRound:
    """The round with that box in place of the one of its number."""
    return replace(round, boxes=(*round.boxes[: box.number - 1], box, *round.boxes[box.number :]))


def change_box(round: BoxRound, number: int, **changes: object) -> BoxRound:
    """The round with changed fields of a box."""
    return with_box(round, replace(round.box(number), **changes))


def change_positions(round: BoxRound, box: int, change: Callable[[Position], Position]) -> BoxRound:
    """The round with every position on a box changed."""
    return change_box(round, box, positions=tuple(map(change, round.box(box).positions)))


def change_position(round: BoxRound, box: int, bettor: str, **changes: object) -> BoxRound:
    """The round with changed fields of one bettor's position on a box."""
    return change_positions(round, box, lambda each: replace(each, **changes) if each.bettor == bettor else each)


def position_of(round: BoxRound, box: int, bettor: str) -> Position:
    """A bettor's position on a box; there must be one."""
    position = round.box(box).position(bettor)
    assert position is not None
    return position


def cleared(round: BoxRound, box: Box) -> BoxRound:
    """The round after the cards of a box went to the discards; its cards leave the log that is replayed."""
    play = tuple(event for event in round.play if not (isinstance(event, CardLaid) and event.box == box.number))
    empty = replace(box, dealt=(), area=None, short=(), skipped=False)
    return replace(with_box(round, empty), removed=(*round.removed, *box.cards), play=play)


def taken(round: BoxRound) -> BoxRound:
    """The round after its next card was taken: waiting, picked, unseen but out already, or from the shoe."""
    pulled = round.pulled
    if round.waiting:
        return replace(round, waiting=round.waiting[1:], exposed=False)
    if pulled and pulled.picked:
        return replace(round, pulled=replace(pulled, number=pulled.number - 1, picked=False))
    # While pulled cards are not allotted, a card for the Dealer or for an absent bettor comes from the shoe.
    return replace(round, unseen=round.unseen - 1) if round.unseen else round


def burned(round: BoxRound) -> BoxRound:
    """The round after the rest of cards drawn at once went to the discards."""
    assert round.pulled is not None
    return replace(
        round,
        pulled=None,
        removed=(*round.removed, *round.pulled.cards),
        removed_unseen=round.removed_unseen + round.pulled.unseen,
    )
