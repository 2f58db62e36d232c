"""Money in whole cents, and pays as exact ratios: nothing is ever rounded (ruling R-02).

>>> Pays.parse("1:2").of(10_000), Pays.parse("19:20").of(10_000), PUSH.of(10_000)
(5000, 9500, 0)
"""

import math
import re
from collections.abc import Iterable
from typing import Self

import msgspec

from croupier.refused import Refused
from croupier.words.sentence import dollars as dollars

MAX_CENTS = 10**15
"""The largest amount and the largest balance: 10**13 dollars, well within a 64-bit integer."""


class Pays(msgspec.Struct, frozen=True):
    """Payout ratio: what a wager wins on top of its stake, `num` for every `den` staked. A push is 0 to 1.

    A negative ratio is the part of the stake that is lost: half of it by `-1:2`.
    """

    num: int
    den: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a payout as the pay tables write it.

        >>> Pays.parse("8:1"), Pays.parse("-1:2"), Pays.parse("push") == PUSH
        (Pays(num=8, den=1), Pays(num=-1, den=2), True)
        """
        if text == "push":
            return cls(0)
        match = re.fullmatch(r"(-?\d+):([1-9]\d*)", text)
        if not match:
            raise Refused("unknown-pay", pay=text)
        return cls(int(match[1]), int(match[2]))

    def of(self, stake: int) -> int:
        """The winnings of a stake, in cents.

        >>> Pays(1, 2).of(101)
        Traceback (most recent call last):
        croupier.refused.Refused: 1:2 of 1.01 is not a whole number of cents (R-02)
        """
        won, rest = divmod(stake * self.num, self.den)
        if rest:
            raise Refused("pay-not-whole-cents", "R-02", pay=self, stake=stake)
        return won

    def __str__(self) -> str:
        return f"{self.num}:{self.den}" if self.num else "push"


PUSH = Pays(0)


def exact_unit(pays: Iterable[Pays]) -> int:
    """The smallest unit, in cents, of which every multiple is paid exactly (ruling R-02).

    >>> exact_unit([Pays(1, 2), Pays(19, 20), Pays(8)])
    20
    """
    return math.lcm(*(each.den // math.gcd(each.num, each.den) for each in pays))


def cents(text: str) -> int:
    """Parse an amount that `dollars` writes, with or without the commas, into cents.

    >>> cents("12,345.67"), cents("-0.05")
    (1234567, -5)
    """
    match = re.fullmatch(r"(-?)(\d+)\.(\d\d)", text.replace(",", ""))
    if not match:
        raise Refused("unknown-amount", amount=text)
    amount = int(match[2]) * 100 + int(match[3])
    return -amount if match[1] else amount
