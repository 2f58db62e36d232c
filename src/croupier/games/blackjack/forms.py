"""The forms of blackjack rounds: the context of a round on boxes or on the shared stream, and its dependent fields."""

from collections.abc import Callable, Iterator

from croupier.games.blackjack.boxes.room import limits_there, most_added
from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.incidents.late_wagers import late_on_boxes as late_wagers
from croupier.games.blackjack.incidents.late_wagers import late_on_stream as late_in_stream
from croupier.games.blackjack.incidents.limits import notable
from croupier.games.blackjack.messages import COMMANDS
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.form import ANYBODY, Bounds, Form, FormContext, Row, Rows, Value, limited, stake_bounds
from croupier.games.form import form as derived
from croupier.games.round import Expected
from croupier.games.terms import Limits


def box_form(offer: Expected, round: BoxRound) -> Form:
    """The form of an offer of a round on boxes."""
    rows, choices = BOX_ROWS.get(offer.command), BOX_CHOICES.get(offer.command)
    people = dict.fromkeys(
        [
            *(box.seat for box in round.boxes if box.seat),
            *(each.bettor for box in round.boxes for each in box.positions),
        ]
    )
    context = FormContext(
        unit=_unit(offer, round),
        people=tuple(people),
        waiting=round.waiting,
        dealt=(*round.dealt, *(round.surplus if offer.command == "correct-cards" else ())),
        rows=rows(offer, round) if rows else None,
        choices=choices(offer, round) if choices else {},
    )
    return derived(COMMANDS[offer.command], offer, context)


def stream_form(offer: Expected, round: StreamRound) -> Form:
    """The form of an offer of a round on the shared stream."""
    rows = STREAM_ROWS.get(offer.command)
    context = FormContext(
        unit=round.terms.unit,
        people=tuple(round.positions),
        waiting=round.waiting,
        dealt=(*round.cards, *round.surplus),
        rows=rows(offer, round) if rows else None,
    )
    return derived(COMMANDS[offer.command], offer, context)


# Boxes


def _placeable(offer: Expected, round: StreamRound) -> Rows:
    return limited(offer.wagers, round.terms.limits_of)


def _placeable_there(offer: Expected, round: BoxRound) -> Rows:
    """The wagers that a box takes, with what the maximum leaves where it is for the whole box (R-03)."""
    box = round.box(offer.box or 0)
    bettor = offer.bettors[0] if offer.bettors and len(offer.bettors) == 1 else None
    return limited(offer.wagers, lambda wager: limits_there(round, box, wager, bettor))


def _decided(offer: Expected, round: BoxRound) -> Rows:
    """The decisions: a double has an amount, a split may have a Tie on 18 on the new hand where one was placed."""
    box = round.box(offer.box or 0)
    position = _position(offer, round)
    more, tie = Bounds(round.least_double(position.original), offer.most), _tie(position, round, box)
    rows = (
        Row((action,), (more if action == "double" else None, tie if action == "split" else None))
        for action in offer.options
    )
    return Rows(("action",), ("amount", "tie"), tuple(rows))


def _unit(offer: Expected, round: BoxRound) -> int:
    """The unit of amounts: of a double, one with which what may come back of it is exact (R-44)."""
    if offer.command not in ("decide", "double-too"):
        return round.terms.unit
    return round.rules.unit_of_double(_position(offer, round).original, round.terms.unit)


def _matched(offer: Expected, round: BoxRound) -> Rows:
    """Matching a split: with a Tie on 18 on the new hand, where one was placed before the deal."""
    tie = _tie(_position(offer, round), round, round.box(offer.box or 0))
    return Rows((), ("tie",), (Row((), (tie,)),))


def _position(offer: Expected, round: BoxRound) -> Position:
    """The position of the bettor whom an offer asks about a box; empty for one with the seat alone (R-32)."""
    assert offer.box is not None
    assert offer.bettors is not None
    bettor = offer.bettors[0]
    return round.box(offer.box).position(bettor) or Position(bettor=bettor)


def _tie(position: Position, round: BoxRound, box: Box) -> Bounds | None:
    room, limits = most_added(round, box, "tie-on-18"), round.terms.limits_of("tie-on-18")
    if "tie-on-18" not in position.sides or (room is not None and room < limits.minimum):
        return None
    return stake_bounds(limits if room is None else Limits(limits.minimum, room))


def _returnable(offer: Expected, round: BoxRound) -> Rows:
    """Every wager of which a part, or all, may be returned as late."""
    del offer
    unit = round.terms.unit
    rows = (Row((each.bettor, each.wager, each.box), (Bounds(unit, each.stake),)) for each in late_wagers(round))
    return Rows(("bettor", "wager", "box"), ("amount",), tuple(rows))


def _notable(offer: Expected, round: BoxRound) -> Rows:
    """Wagers with stakes outside the limits: under the minimum, or over the maximum."""
    del offer
    rows = (
        Row((each.bettor or ANYBODY, each.wager, each.box), (bounds,), () if each.bettor else _there(round, each.box))
        for each in notable(round)
        for bounds in _outside(each.limits, round.terms.unit)
    )
    return Rows(("bettor", "wager", "box"), ("stake",), tuple(rows))


def _there(round: BoxRound, box: int) -> tuple[str, ...]:
    """The bettors with a main wager on a box: they have rows of their own."""
    return tuple(each.bettor for each in round.box(box).mains)


def _outside(limits: Limits, unit: int) -> Iterator[Bounds]:
    if limits.minimum > unit:
        yield Bounds(unit, limits.minimum - unit)
    if limits.maximum is not None:
        yield Bounds(limits.maximum + unit)


def _misdealt(offer: Expected, round: BoxRound) -> dict[str, tuple[Value, ...]]:
    """Every place but the one due next: the boxes, and the Dealer's (None)."""
    del offer
    boxes: tuple[Value, ...] = tuple(box.number for box in round.boxes if box.number != round.next_place)
    return {"box": (*boxes, *(() if round.next_place == 0 else (None,)))}


BOX_ROWS: dict[str, Callable[[Expected, BoxRound], Rows]] = {
    "place-wager": _placeable_there,
    "decide": _decided,
    "match-split": _matched,
    "return-late-wager": _returnable,
    "note-wager": _notable,
}
BOX_CHOICES: dict[str, Callable[[Expected, BoxRound], dict[str, tuple[Value, ...]]]] = {"misdeal-card": _misdealt}


# The shared stream


def _late_in_stream(offer: Expected, round: StreamRound) -> Rows:
    del offer
    unit = round.terms.unit
    rows = (Row((bettor, wager), (Bounds(unit, stake),)) for bettor, wager, stake in late_in_stream(round))
    return Rows(("bettor", "wager"), ("amount",), tuple(rows))


def _chosen(offer: Expected, round: StreamRound) -> Rows:
    """The choices, without amounts: a double adds as much as was staked."""
    del round
    return Rows(("action",), (), tuple(Row((action,)) for action in offer.options))


STREAM_ROWS: dict[str, Callable[[Expected, StreamRound], Rows]] = {
    "place-wager": _placeable,
    "return-late-wager": _late_in_stream,
    "decide": _chosen,
}
