"""Wagers that turn out to be other than they were taken for: late ones, raised ones, those outside the limits.

Law: lucky8 5.3, 5.26 to 5.28; dueling8 5.3, 5.23 to 5.25; R-04, R-05, R-29. Whatever was added to a main wager is
measured by it, so it follows: each hand is staked like the original, a double never exceeds it, insurance never half of
it; what surrender, even money and the 6-7-8 bonus make of it is worked out from it in any case.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Box, Round
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.misdealt import INITIAL, MOVED_ON
from croupier.games.blackjack.settlement import Insured, Position
from croupier.games.blackjack.withdrawal import with_box
from croupier.games.irregularity import check_late, offer
from croupier.games.round import Expected, Phase, Role, check_bettor
from croupier.games.terms import Limits, Terms
from croupier.money import dollars
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause

replace = msgspec.structs.replace


class Late(NamedTuple):
    """A wager of which some or all may turn out to have come too late."""

    bettor: str
    box: int
    wager: str
    stake: int
    """The most that can go back."""


class Notable(NamedTuple):
    """A wager that may be noted to lie outside the limits."""

    bettor: str | None
    """Whose it is; of anybody else who has none there yet where it names nobody."""
    box: int
    wager: str
    limits: Limits
    """What is noted is a multiple of the unit below the least of these or above the most."""


def late_wagers(round: Round) -> list[Late]:
    """Everything of which a part may go back because it came after the close."""
    if round.phase in (Phase.BETTING, Phase.VOID):
        return []
    return [
        Late(position.bettor, box.number, wager, stake)
        for box in round.boxes
        for position in box.positions
        for wager, stake in {**({"main": position.original} if position.slot else {}), **position.sides}.items()
    ]


def notable(round: Round) -> list[Notable]:
    """What may be noted to lie outside the limits now, in the round that is being played."""
    if round.phase not in (Phase.BETTING, *INITIAL, *MOVED_ON):
        return []
    terms, found = round.terms, []
    posted = {wager: limits for wager in terms.offered if _outside(limits := terms.limits_of(wager), terms)}
    for box in round.boxes:
        mains = box.mains
        places: list[tuple[str | None, str]] = [(each.bettor, wager) for each in mains for wager in terms.offered]
        places += [(each.bettor, wager) for each in box.positions if not each.slot for wager in each.sides]
        if len(mains) < terms.mains and _takes_mains(round, box):
            places.append((None, "main"))
        for bettor, wager in places:
            if wager in posted and not _honoured_there(round, box, bettor, wager):
                found.append(Notable(bettor, box.number, wager, posted[wager]))
    return found


def _outside(limits: Limits, terms: Terms) -> bool:
    """Whether any stake lies outside these limits."""
    return limits.minimum > terms.unit or limits.maximum is not None


def _takes_mains(round: Round, box: Box) -> bool:
    """Whether a wager that lies there unnoticed is in play: once bets have closed, only on hands that are."""
    return round.phase is Phase.BETTING or (box.in_play and not (round.phase in MOVED_ON and not box.cards))


def _honoured_there(round: Round, box: Box, bettor: str | None, wager: str) -> bool:
    """Whether that very wager was noted under the minimum, and plays this once."""
    stake = _stake(box, bettor, wager) if bettor in round.honoured else 0
    return bool(stake) and stake < round.terms.limits_of(wager).minimum


def _stake(box: Box, bettor: str, wager: str) -> int:
    position = box.position(bettor)
    return 0 if position is None else position.original if wager == "main" else position.sides.get(wager, 0)


def expects(round: Round) -> Iterator[Expected]:
    """That a wager goes back as far as it came late, or is noted to lie outside the limits."""
    law = round.rules.law
    if late := late_wagers(round):
        said = "A wager placed or raised too late: return it"
        yield offer(
            "return-late-wager",
            Role.PIT_SUPERVISOR,
            law.late,
            said,
            bettors=tuple(dict.fromkeys(each.bettor for each in late)),
            wagers=tuple(dict.fromkeys(each.wager for each in late)),
            least=round.terms.unit,
            most=max(each.stake for each in late),
        )
    if noted := notable(round):
        # What is changed about a wager once bets have closed is not for the Dealer alone.
        by = Role.DEALER if round.phase is Phase.BETTING else Role.PIT_SUPERVISOR
        wagers = tuple(dict.fromkeys(each.wager for each in noted))
        said = "A wager lies outside the limits: note it"
        clauses = (law.under_minimum, law.over_maximum)
        yield offer("note-wager", by, law.over_maximum, said, wagers=wagers, clauses=clauses)


def returned(round: Round, command: m.ReturnLateWager, clause: Citation, by: Role) -> Iterator[m.WagerReturned]:
    """What came late goes back, win or lose (R-29); with a whole main wager the side wagers that need it."""
    bettor, wager, amount = command.bettor, command.wager, command.amount
    if command.box is None:
        raise Refused("a late wager is named with its box", clause)
    box = round.box(command.box)
    stake = _stake(box, bettor, wager)
    check_late(bettor, f"{wager} of box {box.number}", stake, amount, round.terms.unit, clause)
    whole = wager == "main" and amount == stake
    for who, what, back in [*(_needing(box, bettor) if whole else ()), (bettor, wager, amount)]:
        yield m.WagerReturned(bettor=who, wager=what, amount=back, clause=clause, by=by, box=box.number)


def _needing(box: Box, bettor: str) -> list[tuple[str, str, int]]:
    """The side wagers that go back with a main wager: its owner's, and everybody's where it was the last on the box."""
    last = len(box.mains) == 1
    return [
        (position.bettor, side, stake)
        for position in box.positions
        if last or position.bettor == bettor
        for side, stake in position.sides.items()
    ]


def measured_by(round: Round, wager: str, stake: int) -> Citation:
    """The clause on a stake that lies outside the limits."""
    law = round.rules.law
    return law.under_minimum if stake < round.terms.limits_of(wager).minimum else law.over_maximum


def noted(round: Round, command: m.NoteWager, by: Role) -> Iterator[m.AnyEvent]:
    """Over the maximum only the maximum plays; under the minimum a player is honoured once (R-04, R-05)."""
    rules, terms = round.rules, round.terms
    _check_place(round, command)
    bettor, wager, number = command.bettor, command.wager, command.box
    limits, stake = terms.limits_of(wager), command.stake
    if limits.maximum is not None and stake > limits.maximum:
        excess = stake - limits.maximum
        stake = limits.maximum
        says = clause_of(measured_by(round, wager, command.stake))
        yield m.ExcessReturned(bettor=bettor, wager=wager, amount=excess, box=number, clause=says)
    elif stake >= limits.minimum:
        raise Refused(f"{dollars(stake)} is within the limits {limits}: place it", rules.cite(rules.posts_limits))
    else:
        says = clause_of(measured_by(round, wager, command.stake))
        if bettor in (*terms.warned, *round.honoured):
            yield from _given_back(round, command, says, by)
            return
        yield m.UnderMinimumHonoured(bettor=bettor, clause=says)
    lies = _stake(round.box(number), bettor, wager)
    if lies > stake and round.phase is not Phase.BETTING:
        # Others may have insured more of it than there was.
        yield m.WagerReturned(bettor=bettor, wager=wager, amount=lies - stake, clause=says, by=by, box=number)
    else:
        yield m.WagerPlaced(bettor=bettor, wager=wager, stake=stake, box=number, placed_by=by)


def _check_place(round: Round, command: m.NoteWager) -> None:
    """Refuse what cannot lie there."""
    rules, terms, box = round.rules, round.terms, round.box(command.box)
    check_bettor(command.bettor)
    if command.wager not in rules.bets:
        raise rules.not_offered(command.wager)
    rules.check_stakes({command.wager: command.stake}, terms.unit)
    position = box.position(command.bettor)
    has_main = position is not None and position.slot is not None
    if command.wager != "main" and not has_main and not _stake(box, command.bettor, command.wager):
        raise Refused("a side wager that lies on a box is its main bettor's", rules.law.side_first_call)
    if command.wager == "main" and not has_main:
        if len(box.mains) >= terms.mains:
            raise Refused(f"box {box.number} holds {terms.mains} main wagers and no more", rules.law.three_mains)
        if not _takes_mains(round, box):
            raise Refused(f"box {box.number} is not in play, and what lies on it goes back", rules.law.box_missed)
    if _honoured_there(round, box, command.bettor, command.wager):
        said = f"{command.wager} of {command.bettor} on box {box.number} was noted, and plays this once"
        raise Refused(said, rules.law.under_minimum)


def _given_back(round: Round, command: m.NoteWager, clause: Clause, by: Role) -> Iterator[m.AnyEvent]:
    """A wager under the minimum of a player who was honoured once: back it goes, whatever it would have come to."""
    box, stake = round.box(command.box), _stake(round.box(command.box), command.bettor, command.wager)
    if stake and command.wager == "main":
        for who, what, back in _needing(box, command.bettor):
            yield m.WagerReturned(bettor=who, wager=what, amount=back, clause=clause, by=by, box=box.number)
        if len(box.mains) == 1:
            for claim in round.claims:
                if claim.box == box.number:
                    yield m.WagerWithdrawn(bettor=claim.bettor, wager=claim.wager, box=box.number)
    back = stake or command.stake
    yield m.WagerReturned(bettor=command.bettor, wager=command.wager, amount=back, clause=clause, by=by, box=box.number)


def without(round: Round, event: m.WagerReturned) -> Round:
    """The round without what went back; what was noted only to go back was never in it."""
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
    return _with_position(round, box, replace(position, sides=sides, ties=ties))


def with_main(round: Round, number: int, bettor: str, original: int) -> Round:
    """The round with a main wager of that amount, and everything else on it by that measure."""
    box = round.box(number)
    position = box.position(bettor)
    assert position is not None
    insured = {each: _insurance(round, each, number, bettor, original) for each in round.insured}
    claims = {each: _insurance(round, each, number, bettor, original) for each in round.insurance_claims}
    round = replace(
        round,
        insured=tuple(each for each in insured.values() if each.stake),
        insurance_claims=tuple(each for each in claims.values() if each.stake),
    )
    if not original:
        beside = Position(bettor=bettor, sides=position.sides, absent=position.absent)
        return _with_position(round, box, beside)
    hands = position.stakes or (0,)
    doubles = {hand: double_of(round, original, amount) for hand, amount in position.doubles.items()}
    changed = replace(
        position,
        original=original,
        stakes=dict.fromkeys(hands, original),
        doubles={hand: amount for hand, amount in doubles.items() if amount},
    )
    return _with_position(round, box, changed)


def double_of(round: Round, original: int, amount: int) -> int:
    """What of a double stands beside that original: no more than it, and nothing where it may not be doubled (R-82)."""
    return min(amount, original) if original >= round.terms.limits_of("main").minimum else 0


def _insurance(round: Round, insured: Insured, box: int, owner: str, original: int) -> Insured:
    if (insured.box, insured.owner) != (box, owner):
        return insured
    return replace(insured, stake=insurance_of(round, original, insured.stake))


def insurance_of(round: Round, original: int, amount: int) -> int:
    """What of an insurance stands beside that original: no more than half of it, in whole units."""
    half = original // 2
    return min(amount, half - half % round.terms.unit)


def _with_position(round: Round, box: Box, position: Position) -> Round:
    """The box with what a bettor has there now; hands that nobody has a stake on any longer take no more cards."""
    changed = [position if each.bettor == position.bettor else each for each in box.positions]
    kept = tuple(each for each in changed if each.slot or each.sides)
    area = box.area
    if area and kept and round.phase in (Phase.OFFERING, Phase.PLAYING):
        area = area.abandon({hand for each in kept if not each.surrendered for hand in each.stakes})
    return with_box(round, replace(box, positions=kept, area=area))
