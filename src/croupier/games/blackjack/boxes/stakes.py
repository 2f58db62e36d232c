"""Stakes that depend on a main wager, adjusted when the main wager changes after the close.

Each split hand is staked like the original wager, a double never exceeds it, insurance never exceeds half of it.
Surrender, even money and the 6-7-8 bonus are computed from it at the settlement in any case.
"""

import msgspec

from croupier.games.blackjack.boxes.changes import with_box
from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.settlement import Insured, Position
from croupier.games.round import Phase

replace = msgspec.structs.replace


def stake_of(box: Box, bettor: str, wager: str) -> int:
    """A bettor's stake on a wager of a box, in cents."""
    position = box.position(bettor)
    return 0 if position is None else position.original if wager == "main" else position.sides.get(wager, 0)


def needing(box: Box, bettor: str) -> list[tuple[str, str, int]]:
    """The side wagers returned with a main wager: its owner's, and everybody's where it was the last on the box."""
    last = len(box.mains) == 1
    return [
        (position.bettor, side, stake)
        for position in box.positions
        if last or position.bettor == bettor
        for side, stake in position.sides.items()
    ]


def with_main(round: BoxRound, number: int, bettor: str, original: int) -> BoxRound:
    """The round with a main wager of that amount, and all stakes that depend on it adjusted."""
    box = round.box(number)
    position = box.position(bettor)
    assert position is not None
    insured, left = list[Insured](), original
    for each in round.insured:
        now = _insurance(round, each, number, bettor, left)
        if round.rules.insurance_shared and (each.box, each.owner) == (number, bettor):
            # What others have insured of it counts.
            left -= 2 * now.stake
        insured.append(now)
    claims = [_insurance(round, each, number, bettor, original) for each in round.insurance_claims]
    round = replace(
        round,
        insured=tuple(each for each in insured if each.stake),
        insurance_claims=tuple(each for each in claims if each.stake),
    )
    if not original:
        beside = Position(bettor=bettor, sides=position.sides, absent=position.absent)
        return with_position(round, box, beside)
    hands = position.stakes or (0,)
    doubles = {hand: double_of(round, original, amount) for hand, amount in position.doubles.items()}
    changed = replace(
        position,
        original=original,
        stakes=dict.fromkeys(hands, original),
        doubles={hand: amount for hand, amount in doubles.items() if amount},
    )
    return with_position(round, box, changed)


def double_of(round: BoxRound, original: int, amount: int) -> int:
    """What remains of a double with that original stake: at most as much, 0 where it may not be doubled (R-82)."""
    if original < round.terms.limits_of("main").minimum:
        return 0
    most = min(amount, original)
    return most - most % round.rules.unit_of_double(original, round.terms.unit)


def _insurance(round: BoxRound, insured: Insured, box: int, owner: str, original: int) -> Insured:
    if (insured.box, insured.owner) != (box, owner):
        return insured
    return replace(insured, stake=insurance_of(round, original, insured.stake))


def insurance_of(round: BoxRound, original: int, amount: int) -> int:
    """What remains of insurance with that original stake: at most half of it, in whole units."""
    half = original // 2
    return min(amount, half - half % round.terms.unit)


def with_position(round: BoxRound, box: Box, position: Position) -> BoxRound:
    """The round with that position on a box; hands without any stake are closed."""
    changed = [position if each.bettor == position.bettor else each for each in box.positions]
    kept = tuple(each for each in changed if each.slot or each.sides)
    area = box.area
    if area and kept and round.phase in (Phase.OFFERING, Phase.PLAYING):
        area = area.abandon({hand for each in kept if not each.surrendered for hand in each.stakes})
    return with_box(round, replace(box, positions=kept, area=area))
