"""What a row pays, as a file and a designer write it.

>>> [str(read_pays(each)) for each in ("40:1", "41 for 1", "3:2", "1:1 less 5%", "push", 8)]
['40:1', '40:1', '3:2', '19:20', 'push', '8:1']
"""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from croupier.money import Pays
from croupier.variants.entry import Entry
from croupier.words import Sentence

TO_ONE = re.compile(r"(\d{1,6})(?:\s*:\s*|\s+to\s+)([1-9]\d{0,3})(?:\s+less\s+(\d{1,2}(?:\.\d{1,2})?)\s*%)?")
FOR_ONE = re.compile(r"(\d{1,6})\s+for\s+([1-9]\d{0,3})")


def read_pays(given: Any) -> Pays | None:
    """The ratio that is meant; none where it is not one."""
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < 10**6:
        return Pays(given)
    if not isinstance(given, str):
        return None
    text = given.strip()
    if text == "push":
        return Pays(0)
    if match := FOR_ONE.fullmatch(text):
        # The stake is part of what is paid.
        return ratio(Fraction(int(match[1]), int(match[2])) - 1)
    if match := TO_ONE.fullmatch(text):
        kept = 1 - Fraction(Decimal(match[3])) / 100 if match[3] else Fraction(1)
        to_one = Fraction(int(match[1]), int(match[2]))
        return ratio(to_one * kept) if match[3] else _as_written(int(match[1]), int(match[2]))
    return None


def ratio(to_one: Fraction) -> Pays:
    """The ratio of a win to its stake.

    >>> str(ratio(Fraction(3, 2))), str(ratio(Fraction(-1, 2))), str(ratio(Fraction(0)))
    ('3:2', '-1:2', 'push')
    """
    return Pays(to_one.numerator, to_one.denominator)


def _as_written(num: int, den: int) -> Pays:
    return Pays(num, den) if num else Pays(0)


def parse_pays(entry: Entry, key: str) -> Pays | None:
    """What a row of a file pays; a defect where it cannot be read."""
    if key not in entry:
        entry.defect(Sentence("variant-key-missing", key=key))
        return None
    given = entry.content[key]
    found = read_pays(given)
    if found is None:
        entry.defect(Sentence("variant-pay-unreadable", given=str(given)), key)
    return found
