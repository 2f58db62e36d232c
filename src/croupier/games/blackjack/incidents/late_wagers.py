"""A wager, or a part of it, turns out to have been placed after the close: it is returned, win or lose.

Law: lucky8 5.3, dueling8 5.3, eblackjack 5.3; R-29.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from croupier.games.blackjack.boxes.stakes import needing, stake_of, with_main, with_position
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.stream.play import leave, placed, without_main
from croupier.games.blackjack.stream.state import Gone, StreamRound
from croupier.games.irregularity import check_late, offer_return, returns_lost
from croupier.games.messages import ReturnLateWager, WagerReturned
from croupier.games.round import Expected, Phase, Role
from croupier.refused import Refused
from croupier.words import Sentence

replace = msgspec.structs.replace
RESULT_OUT = (Phase.COMPLETE, Phase.SETTLED)
"""The phases in which the result is known."""


class LateWager(NamedTuple):
    """A wager of which a part, or all, may have been placed too late."""

    bettor: str
    box: int
    wager: str
    stake: int
    """The most that can be returned, in cents."""


# On boxes


def late_on_boxes(round: BoxRound) -> list[LateWager]:
    """Every wager that may have been placed too late."""
    if round.phase in (Phase.BETTING, Phase.VOID):
        return []
    lost = _lost_on_boxes(round)
    return [
        LateWager(position.bettor, box.number, wager, stake)
        for box in round.boxes
        for position in box.positions
        for wager, stake in {**({"main": position.original} if position.slot else {}), **position.sides}.items()
        if (position.bettor, box.number, wager) not in lost
    ]


def _lost_on_boxes(round: BoxRound) -> set[tuple[str, int, str]]:
    """The wagers that have lost and are kept though they were late, as (bettor, box, wager) (R-29)."""
    if returns_lost(round.rules) or round.phase not in RESULT_OUT:
        return set()
    nets = Counter[tuple[str, int, str]]()
    for bettor, boxes in round.results().items():
        for box, lines in boxes.items():
            for line in lines:
                nets[bettor, box, line.wager] += line.net
    return {place for place, net in nets.items() if net < 0}


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to return late wagers."""
    late = [(each.bettor, each.wager, each.stake) for each in late_on_boxes(round)]
    return offer_return(late, round.terms.unit, round.rules.law.late)


def _on_boxes(round: BoxRound, command: ReturnLateWager, expected: Expected, by: Role) -> Iterator[WagerReturned]:
    """Return a late wager, win or lose (R-29); with a whole main wager go the side wagers that need it."""
    bettor, wager, amount, clause = command.bettor, command.wager, command.amount, expected.clause
    if command.box is None:
        raise Refused("late-wager-needs-box", clause)
    box = round.box(command.box)
    stake = stake_of(box, bettor, wager)
    check_late(bettor, Sentence("wager-of-box", wager=wager, box=box.number), stake, amount, round.terms.unit, clause)
    if (bettor, box.number, wager, stake) not in late_on_boxes(round):
        raise Refused("lost-late-wager-stays", "R-29", bettor=bettor, wager=wager)
    whole = wager == "main" and amount == stake
    for who, what, back in [*(needing(box, bettor) if whole else ()), (bettor, wager, amount)]:
        yield WagerReturned(bettor=who, wager=what, amount=back, clause=clause, by=by, box=box.number)


def _without_on_boxes(round: BoxRound, event: WagerReturned) -> BoxRound:
    """The round without the returned amount; a wager noted only to be returned was never in it."""
    assert event.box is not None
    box = round.box(event.box)
    round = replace(round, returned=(*round.returned, event))
    position = box.position(event.bettor)
    if position is None:
        return round
    if event.wager == "main":
        return with_main(round, event.box, event.bettor, max(0, position.original - event.amount))
    if event.wager not in position.sides:
        return round
    left = max(0, position.sides[event.wager] - event.amount)
    sides = {name: stake for name, stake in {**position.sides, event.wager: left}.items() if stake}
    # Tie on 18 on split hands needs the one that was placed before the deal.
    ties = position.ties if event.wager != "tie-on-18" or left else {}
    return with_position(round, box, replace(position, sides=sides, ties=ties))


BOXES = Handlers[BoxRound](follows={ReturnLateWager: _on_boxes}, evolves={WagerReturned: _without_on_boxes})


# On the shared stream


def late_on_stream(round: StreamRound) -> list[tuple[str, str, int]]:
    """Every wager that may have been placed too late, as (bettor, wager, stake in cents)."""
    lost = _lost_on_stream(round)
    return [
        (bettor, wager, stake)
        for bettor, each in round.positions.items()
        for wager, stake in placed(each).items()
        if (bettor, wager) not in lost
    ]


def _lost_on_stream(round: StreamRound) -> set[tuple[str, str]]:
    """The wagers that have lost and are kept though they were late, as (bettor, wager) (R-29)."""
    if returns_lost(round.rules) or round.phase not in RESULT_OUT:
        return set()
    nets = Counter[tuple[str, str]]()
    for bettor, lines in round.results().items():
        for line in lines:
            nets[bettor, line.wager] += line.net
    return {place for place, net in nets.items() if net < 0}


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to return late wagers, once bets have closed."""
    if round.phase is not Phase.BETTING:
        yield from offer_return(late_on_stream(round), round.terms.unit, round.rules.law.late)


def _on_stream(round: StreamRound, command: ReturnLateWager, expected: Expected, by: Role) -> Iterator[WagerReturned]:
    """Return a late wager; with a whole main wager go the side wagers, where they need one (R-93)."""
    bettor, wager, amount, clause = command.bettor, command.wager, command.amount, expected.clause
    position = round.positions.get(bettor)
    stake = placed(position).get(wager, 0) if position else 0
    check_late(bettor, wager, stake, amount, round.terms.unit, clause)
    if (bettor, wager, stake) not in late_on_stream(round):
        raise Refused("lost-late-wager-stays", "R-29", bettor=bettor, wager=wager)
    if position and wager == "main" and amount == stake and not round.rules.sides_alone:
        for side, staked in position.sides.items():
            yield WagerReturned(bettor=bettor, wager=side, amount=staked, clause=clause, by=by)
    yield WagerReturned(bettor=bettor, wager=wager, amount=amount, clause=clause, by=by)


def _without_on_stream(round: StreamRound, event: WagerReturned) -> StreamRound:
    """The round without the returned amount; all other stakes are in proportion to what is left of the main wager."""
    bettor, position, insured = event.bettor, round.positions[event.bettor], dict(round.insured)
    returned = (*round.returned, event)
    if event.wager != "main":
        sides = {**position.sides, event.wager: position.sides[event.wager] - event.amount}
        left_beside = {name: stake for name, stake in sides.items() if stake}
        if not position.original and not left_beside:
            return _gone(leave(round, bettor), round, position, returned)
        position = replace(position, sides=left_beside)
        return replace(round, positions={**round.positions, bettor: position}, returned=returned)
    left = position.original - event.amount
    if not left:
        after = without_main(round, bettor) if round.rules.sides_alone and position.sides else leave(round, bettor)
        return _gone(after, round, position, returned)
    stakes, doubles = dict.fromkeys(position.stakes, left), dict.fromkeys(position.doubles, left)
    position = replace(position, original=left, stakes=stakes, doubles=doubles)
    if bettor in insured:
        insured[bettor] = left // 2
    return replace(round, positions={**round.positions, bettor: position}, insured=insured, returned=returned)


def _gone(
    after: StreamRound, round: StreamRound, position: Position, returned: tuple[WagerReturned, ...]
) -> StreamRound:
    """The round after a terminal has left it, with what a replay needs of it: as it first left."""
    bettor = position.bettor
    held = position if position.sides else _with_sides(round, position)
    gone = Gone(held, round.insured.get(bettor, 0), len(round.cards), len(round.turns))
    return replace(after, gone={bettor: gone, **round.gone}, returned=returned)


def _with_sides(round: StreamRound, position: Position) -> Position:
    """The position with the side wagers that were returned just before its main wager."""
    sides: dict[str, int] = {}
    for each in reversed(round.returned):
        if each.bettor != position.bettor or each.wager == "main":
            break
        sides[each.wager] = each.amount
    return replace(position, sides=sides)


STREAM = Handlers[StreamRound](follows={ReturnLateWager: _on_stream}, evolves={WagerReturned: _without_on_stream})
