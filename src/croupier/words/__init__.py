"""The message catalogue: each sentence is a code with values, and has a template in every language.

A `Sentence` is a `str` with its English text, and can be rendered in other languages:

>>> sentence = Sentence("stake-not-unit-multiple", stake=7_50, wager="tie", unit=5_00)
>>> sentence.code, sentence.values["stake"]
('stake-not-unit-multiple', 750)
>>> print(sentence)
Tie takes multiples of 5.00, not 7.50
>>> "和" in sentence.into("zh")
True

The catalogue (`*.json` beside this module) has a template for each code and language. A placeholder in braces has the
name of a value and, after a colon, its kind: amounts, cards and wagers are written differently in each language. A
plug-in package has a `words.json` of its own (entry points of the group `croupier.words`).
"""

from croupier.words.catalogue import LANGUAGES, codes, defects, names, template
from croupier.words.sentence import Sentence, Value, encode_by_code, encode_in, sentence_from, several

__all__ = [
    "LANGUAGES",
    "Sentence",
    "Value",
    "codes",
    "defects",
    "encode_by_code",
    "encode_in",
    "names",
    "sentence_from",
    "several",
    "template",
]
