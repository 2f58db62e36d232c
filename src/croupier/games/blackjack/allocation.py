"""Who gets a spot that several bettors claim: side wagers on an area, and insurance that a player declined.

Law: lucky8 3.16 to 3.17.2.5 and 3.27.3 to 3.27.4.5, dueling8 3.17 to 3.18.2.5; R-35, R-36, R-37, R-59, R-62, R-115.

A claim is ranked by a ladder of three rungs: bettors on the area itself from front to back; everybody else with a wager
on the round, the nearest first, then whoever has staked less; people with nothing on the round, in the order they came.
Where claims are equal and there are too few spots for all of them, nobody gets one, and nobody below either, unless
they have agreed among themselves.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

import msgspec

Outcome: TypeAlias = Literal["granted", "full", "deadlock"]


class Claim(msgspec.Struct, frozen=True):
    """A claim to a spot, with its rank on the ladder: lower tuples come first."""

    place: tuple[int, ...]
    bettor: str


class Claimant(msgspec.Struct, frozen=True, kw_only=True):
    """What a claimant has on the table, as far as it counts for the rank of a claim."""

    slot: int | None
    """Their main wager's slot on the area itself."""
    nearest: tuple[int, int] | None
    """The distance in boxes to their nearest wager, and its slot; None where they have no wager in the round."""
    staked: int
    """Their total stake on wagers of this kind in the round, in cents."""
    came: int
    """How many claims came before theirs."""


def side_place(claimant: Claimant) -> tuple[int, ...]:
    """The rank of a claim to a side wager: same area front to back, then distance and smaller total, then first."""
    if claimant.slot is not None:
        return (1, claimant.slot)
    if claimant.nearest is not None:
        return (2, claimant.nearest[0], claimant.staked)
    return (3, claimant.came)


def insurance_place(claimant: Claimant) -> tuple[int, ...]:
    """The rank of a claim to another's insurance: at equal distance the slot counts before the total."""
    if claimant.slot is not None:
        return (1, claimant.slot)
    if claimant.nearest is not None:
        return (2, *claimant.nearest, claimant.staked)
    return (3, claimant.came)


def share(
    amount: int, claims: Iterable[Claim], asked: Mapping[str, int], agreed: Sequence[str] = ()
) -> tuple[dict[str, Outcome], dict[str, int]]:
    """Share an amount among claims by their rank (R-59): the outcome of every claim, and what each is granted of it.

    Equal claims that ask for more than is left get nothing, nor does anybody below, unless they have agreed on who
    comes first.

    >>> near, left, right = Claim((1, 2), "Ann"), Claim((2, 1, 0), "Bob"), Claim((2, 1, 0), "Cid")
    >>> share(500, [left, near], {"Ann": 300, "Bob": 300})
    ({'Ann': 'granted', 'Bob': 'granted'}, {'Ann': 300, 'Bob': 200})
    >>> share(500, [left, right], {"Bob": 300, "Cid": 300})
    ({'Bob': 'deadlock', 'Cid': 'deadlock'}, {})
    >>> share(500, [left, right], {"Bob": 300, "Cid": 300}, agreed=["Cid"])[1]
    {'Cid': 300, 'Bob': 200}
    """
    outcomes: dict[str, Outcome] = {}
    granted: dict[str, int] = {}
    deadlock = False
    for _, group in groupby(sorted(claims, key=lambda claim: claim.place), key=lambda claim: claim.place):
        equals = [claim.bettor for claim in group]
        first = [bettor for bettor in agreed if bettor in equals]
        fits = len(equals) == 1 or sum(asked[bettor] for bettor in equals) <= amount
        deadlock = deadlock or (amount > 0 and not fits and not first)
        for bettor in dict.fromkeys([*first, *equals]):
            granted[bettor] = 0 if deadlock else min(asked[bettor], amount)
            amount -= granted[bettor]
            outcomes[bettor] = "granted" if granted[bettor] else "deadlock" if deadlock else "full"
    return outcomes, {bettor: stake for bettor, stake in granted.items() if stake}


def allocate(spots: int, claims: Iterable[Claim], agreed: Sequence[str] = ()) -> dict[str, Outcome]:
    """Allocate spots: the outcome of every claim, by claimant.

    >>> near, far = Claim((1, 2), "Ann"), Claim((3, 0), "Zoe")
    >>> left, right = Claim((2, 1, 0), "Bob"), Claim((2, 1, 0), "Cid")
    >>> allocate(1, [far, near])
    {'Ann': 'granted', 'Zoe': 'full'}
    >>> allocate(1, [left, right, far])
    {'Bob': 'deadlock', 'Cid': 'deadlock', 'Zoe': 'deadlock'}
    >>> allocate(1, [left, right, far], agreed=["Cid"])
    {'Bob': 'full', 'Cid': 'granted', 'Zoe': 'full'}
    """
    outcomes: dict[str, Outcome] = {}
    deadlock = False
    for _, group in groupby(sorted(claims, key=lambda claim: claim.place), key=lambda claim: claim.place):
        equals = [claim.bettor for claim in group]
        last = agreed[-spots:] if spots else ()
        chosen = equals if len(equals) <= spots else [bettor for bettor in equals if bettor in last]
        deadlock = deadlock or len(chosen) < min(len(equals), spots)
        for bettor in equals:
            outcomes[bettor] = "granted" if bettor in chosen else "deadlock" if deadlock else "full"
        spots = 0 if deadlock else spots - len(chosen)
    return outcomes
