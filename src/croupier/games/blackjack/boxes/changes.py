"""A round on boxes with one thing changed in it."""

from collections.abc import Callable

import msgspec

from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.proceedings import CardLaid
from croupier.games.blackjack.settlement import Position

replace = msgspec.structs.replace


def with_box(round: BoxRound, box: Box) -> BoxRound:
    """The round with that box as it is now."""
    return replace(round, boxes=(*round.boxes[: box.number - 1], box, *round.boxes[box.number :]))


def change_box(round: BoxRound, number: int, **changes: object) -> BoxRound:
    """The round with something else about a box."""
    return with_box(round, replace(round.box(number), **changes))


def change_positions(round: BoxRound, box: int, change: Callable[[Position], Position]) -> BoxRound:
    """The round with something else about everybody's wagers on a box."""
    return change_box(round, box, positions=tuple(map(change, round.box(box).positions)))


def change_position(round: BoxRound, box: int, bettor: str, **changes: object) -> BoxRound:
    """The round with something else about one bettor's wagers on a box."""
    return change_positions(round, box, lambda each: replace(each, **changes) if each.bettor == bettor else each)


def position_of(round: BoxRound, box: int, bettor: str) -> Position:
    """What a bettor has on a box, who has something there."""
    position = round.box(box).position(bettor)
    assert position is not None
    return position


def cleared(round: BoxRound, box: Box) -> BoxRound:
    """A box whose cards went to the discards; what was dealt to it will not be dealt again."""
    play = tuple(event for event in round.play if not (isinstance(event, CardLaid) and event.box == box.number))
    empty = replace(box, dealt=(), area=None, short=(), skipped=False)
    return replace(with_box(round, empty), removed=(*round.removed, *box.cards), play=play)


def taken(round: BoxRound) -> BoxRound:
    """The round whose next card has come: one that waited, one that was picked or is out unseen, or the device's."""
    pulled = round.pulled
    if round.waiting:
        return replace(round, waiting=round.waiting[1:], exposed=False)
    if pulled and pulled.picked:
        return replace(round, pulled=replace(pulled, number=pulled.number - 1, picked=False))
    # With a pull undecided a card comes past it, from the device: for the Dealer, or for somebody who is not there.
    return replace(round, unseen=round.unseen - 1) if round.unseen else round


def burned(round: BoxRound) -> BoxRound:
    """What nobody wanted of cards drawn at once goes to the discards."""
    assert round.pulled is not None
    return replace(
        round,
        pulled=None,
        removed=(*round.removed, *round.pulled.cards),
        removed_unseen=round.removed_unseen + round.pulled.unseen,
    )
