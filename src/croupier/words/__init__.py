"""What Croupier says: each sentence is a code with values, written once in every language.

A sentence reads as its English text wherever a text is read, and knows what it says elsewhere:

>>> said = Sentence("stake-not-unit-multiple", stake=7_50, wager="tie", unit=5_00)
>>> said.code, said.values["stake"]
('stake-not-unit-multiple', 750)
>>> print(said)
Tie takes multiples of 5.00, not 7.50
>>> "和" in said.into("zh")
True

The catalogue (`*.json` beside this module) has a template for each code and language. What stands in its braces is the
name of a value and, behind a colon, of what kind it is: an amount, a card or a wager is written otherwise in another
language. Another package brings a `words.json` of its own (`croupier.words` among its entry points).
"""

from croupier.words.catalogue import LANGUAGES, codes, defects, names, template
from croupier.words.sentence import Sentence, Value, coded, revived, several, speaking

__all__ = [
    "LANGUAGES",
    "Sentence",
    "Value",
    "coded",
    "codes",
    "defects",
    "names",
    "revived",
    "several",
    "speaking",
    "template",
]
