"""How much more the posted maximum of a wager leaves on a box, where it is for the whole box (R-03).

By default it is for each wager that is placed before the deal, by itself. By reading b all such wagers of one kind on a
box together may not exceed it, by reading c what is added later counts too: doubles, split stakes, and insurance with
the main wagers, Tie on 18 on split hands with the one placed before the deal.
"""

from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.settlement import Position
from croupier.games.terms import Limits
from croupier.refused import Refused


def most_placed(round: BoxRound, box: Box, bettor: str | None, wager: str) -> int | None:
    """The most that a bettor may have on a wager before the deal; None where there is no maximum."""
    maximum = round.terms.limits_of(wager).maximum
    if maximum is None or not for_the_box(round):
        return maximum
    others = sum(_placed(each, wager) for each in box.positions if each.bettor != bettor)
    claims = (each for each in round.claims if (each.box, each.wager) == (box.number, wager))
    return max(0, maximum - others - sum(each.stake for each in claims if each.bettor != bettor))


def limits_there(round: BoxRound, box: Box, wager: str, bettor: str | None = None) -> Limits:
    """The limits of a wager on a box, a new one or that bettor's; nothing is between them where there is no room."""
    return Limits(round.terms.limits_of(wager).minimum, most_placed(round, box, bettor, wager))


def has_room(limits: Limits) -> bool:
    """Whether any stake is between these limits."""
    return limits.maximum is None or limits.maximum >= limits.minimum


def check_placed(round: BoxRound, box: Box, bettor: str, wager: str, stake: int) -> None:
    """Refuse a stake with which the wagers of its kind on the box would exceed the maximum."""
    most = most_placed(round, box, bettor, wager)
    if most is not None and stake > most and for_the_box(round):
        raise Refused("stakes-on-box-over-maximum", "R-03", wager=wager, box=box.number, most=most, stake=stake)


def most_added(round: BoxRound, box: Box, wager: str = "main") -> int | None:
    """The most that may be added to a wager after the deal, in whole units; None where no maximum counts for that."""
    maximum = round.terms.limits_of(wager).maximum
    if maximum is None or round.rules.reads("R-03") != "c":
        return None
    staked = sum(_with_additions(each, wager) for each in box.positions)
    if wager == "main":
        insured = (*round.insured, *round.insurance_claims)
        staked += sum(each.stake for each in insured if each.box == box.number)
    return max(0, (maximum - staked) // round.terms.unit * round.terms.unit)


def capped(amount: int, most: int | None) -> int:
    """An amount, or the most there is room for."""
    return amount if most is None else min(amount, most)


def check_added(round: BoxRound, box: Box, wager: str, amount: int) -> None:
    """Refuse an addition with which the wagers of its kind on the box would exceed the maximum."""
    most = most_added(round, box, wager)
    if most is not None and amount > most:
        raise Refused("stakes-on-box-over-maximum", "R-03", wager=wager, box=box.number, most=most, stake=amount)


def for_the_box(round: BoxRound) -> bool:
    """Whether the maximum is for all wagers of a kind on a box together."""
    return round.rules.reads("R-03") in ("b", "c")


def _placed(position: Position, wager: str) -> int:
    return position.original if wager == "main" else position.sides.get(wager, 0)


def _with_additions(position: Position, wager: str) -> int:
    if wager == "main":
        return (sum(position.stakes.values()) or position.original) + sum(position.doubles.values())
    return position.sides.get(wager, 0) + (sum(position.ties.values()) if wager == "tie-on-18" else 0)
