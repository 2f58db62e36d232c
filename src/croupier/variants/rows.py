"""The rows of a wager that a file declares: what they pay, and the conditions of the vocabulary that they hold by."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.vocabulary import All, Condition, Either, Not, Seen, Vocabulary, Where, Word, aspect_of
from croupier.games.wager import Pay
from croupier.rulebook import own_rules
from croupier.variants.entry import Entry, numbers
from croupier.variants.pays import parse_pays
from croupier.words import Sentence

PLAIN = ("pays", "outcome")
JOINED = ("any", "not")
MAX_ROWS = 40


def new_rows(entry: Entry, vocabulary: Vocabulary) -> tuple[str, tuple[Pay, ...]] | None:
    """The aspect that a wager reads, and its rows, best first; none where something is wrong with them."""
    entries = entry.each("rows")
    if len(entries) > MAX_ROWS:
        entry.defect(Sentence("variant-rows-too-many", most=MAX_ROWS), "rows")
        return None
    found = [(row, parse_pays(row, "pays"), _condition(row, vocabulary, PLAIN)) for row in entries]
    conditions = [condition for _, _, condition in found if condition is not None]
    if not found or len(conditions) < len(found):
        return None
    words = tuple(dict.fromkeys(word for condition in conditions for word in condition.words))
    reads = aspect_of(vocabulary, conditions)
    if reads is None:
        entry.defect(Sentence("variant-words-apart", words=tuple(word.name for word in words)), "rows")
        return None
    rows = []
    for row, pays, condition in found:
        assert condition is not None
        outcome = row.text("outcome", str(condition) or "Any other outcome")
        rows.append(Pay(outcome or "", pays, condition.reading(reads), (own_rules(),)))
    if not _all_pay(entries, rows, tuple(vocabulary.aspects[reads]())) or any(pays is None for _, pays, _ in found):
        return None
    return reads, tuple(rows)


def _all_pay(entries: Sequence[Entry], rows: Sequence[Pay], values: Sequence[Any]) -> bool:
    """Note rows that no outcome ever gets to, and outcomes of one name."""
    reached = {next((place for place, row in enumerate(rows) if row.when(value)), None) for value in values}
    good = True
    for place, entry in enumerate(entries):
        if place not in reached:
            entry.defect(Sentence("variant-row-never"))
            good = False
        if any(rows[other].outcome == rows[place].outcome for other in range(place)):
            entry.defect(Sentence("variant-outcome-twice", outcome=rows[place].outcome))
            good = False
    return good


def _condition(entry: Entry, vocabulary: Vocabulary, beside: Sequence[str] = ()) -> Condition | None:
    """The condition that all words of an entry hold; none where something is wrong with it."""
    known = (*beside, *JOINED, *vocabulary.words)
    for key in entry:
        if key in vocabulary.unseen:
            entry.defect(Sentence(vocabulary.unseen[key], word=key), key)
        elif key not in known:
            entry.defect(Sentence("variant-key-unknown", key=key, known=known), key)
    parts: list[Condition | None] = [_where(entry, vocabulary.words[key]) for key in entry if key in vocabulary.words]
    if "any" in entry:
        either = [_condition(each, vocabulary) for each in entry.each("any")]
        whole = tuple(each for each in either if each is not None)
        parts.append(Either(whole) if whole and len(whole) == len(either) else None)
    if "not" in entry:
        part = _condition(entry.at("not"), vocabulary)
        parts.append(None if part is None else Not(part))
    whole = tuple(each for each in parts if each is not None)
    if len(whole) < len(parts) or not set(entry) <= set(known):
        return None
    return whole[0] if len(whole) == 1 else All(whole)


def _where(entry: Entry, word: Word) -> Where | None:
    allowed = _allowed(entry.content[word.name], word)
    if not allowed:
        entry.defect(Sentence("variant-word-wrong", word=word.name, takes=_takes(word)), word.name)
        return None
    return Where(word, allowed)


def _allowed(given: Any, word: Word) -> frozenset[Seen] | None:
    """The values that are meant by one, a list, a range of numbers, or yes and no where there may be none."""
    if isinstance(given, list):
        each = [_allowed(one, word) for one in given]
        return None if None in each else frozenset().union(*(one for one in each if one))
    if isinstance(given, bool) and "" in word.values:
        return frozenset(value for value in word.values if (value != "") is given)
    kinds = {type(value) for value in word.values}
    if int in kinds and (meant := numbers(given)) is not None:
        return frozenset(meant) if set(meant) <= set(word.values) else None
    return frozenset([given]) if type(given) in kinds and given != "" and given in word.values else None


def _takes(word: Word) -> Sentence:
    if isinstance(word.values[0], bool):
        return Sentence("takes-yes-or-no")
    if isinstance(word.values[0], int):
        return Sentence("takes-numbers", least=int(min(word.values)), most=int(max(word.values)))
    known = tuple(str(value) for value in word.values if value != "")
    if "" in word.values:
        return Sentence("takes-one-or-none", known=known)
    return Sentence("takes-some-of", known=known)


def describe(vocabulary: Vocabulary) -> Mapping[str, str]:
    """What every word of a vocabulary takes, for people."""
    return {name: str(_takes(word)) for name, word in vocabulary.words.items()}
