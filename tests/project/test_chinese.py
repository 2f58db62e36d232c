"""What the house says in Chinese: nothing missing, nothing left in English, no number changed."""

import calendar
import re
from collections import Counter

import pytest

import places
from croupier.house.pace import Pace
from croupier.house.people.log import _ROUND_FIELDS, VISIBLE_FIELDS
from croupier.rulebook import DOCUMENTS, all_clauses, all_rulings
from serving import TestClient, served

WORDS = places.TERMINAL / "words"
MONTHS = list(calendar.month_name)
ENGLISH = re.compile(r"[a-z]{2,}")
KEPT = {"Quartz", "obbo", "obo", "bb"}
"""Names that are the same in Chinese."""


def numbers(text: str) -> Counter[str]:
    """Totals, odds, counts and dates; a month is a number in Chinese."""
    text = re.sub(r"(?<=\d )([A-Z][a-z]+)(?= \d{4})", lambda found: str(MONTHS.index(found[0])), text)
    return Counter(re.findall(r"\d+(?:[.,]\d+)*", text))


def is_chinese(text: str) -> bool:
    """Whether it says something in Chinese, and no word in English."""
    words = re.findall(r"[A-Za-z]+", text)
    return bool(re.search(r"[一-鿿]", text)) and not {
        each for each in words if ENGLISH.search(each) and each not in KEPT
    } - {"i", "ii", "iii"}


def test_every_clause_says_the_same_in_chinese() -> None:
    assert [each for each in all_clauses().values() if not is_chinese(each.chinese)] == []
    changed = [each for each in all_clauses().values() if numbers(each.chinese) != numbers(each.summary)]
    assert changed == []


def test_every_ruling_says_the_same_in_chinese() -> None:
    for ruling in all_rulings().values():
        said, reading = ruling.chinese, ruling.readings[ruling.default]
        assert all(map(is_chinese, (said.point, said.question, said.taken))), ruling
        assert said.readings.keys() == ruling.readings.keys(), ruling
        assert all(map(is_chinese, said.readings.values())), ruling
        for letter, text in ruling.readings.items():
            assert numbers(said.readings[letter]) == numbers(text) or said.readings[letter] == said.taken, (
                ruling,
                letter,
            )
        assert numbers(said.point) == numbers(ruling.point), ruling
        assert numbers(said.question) == numbers(ruling.question), ruling
        # What is taken may go on about the reading that is taken, or stand for itself.
        assert numbers(said.taken) in (numbers(ruling.taken or reading), numbers(f"{reading} {ruling.taken}")), ruling


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_client_gets_the_rule_book_in_its_language_and_in_no_other(language: str) -> None:
    with served() as (app, _), TestClient(app) as client:
        found = client.get("/api/rulebook", params={"language": language}).json()
        assert client.get("/api/rulebook", params={"language": "fr"}).status_code == 400
    chinese = language == "zh"
    assert set(found["documents"]) == set(DOCUMENTS)
    said = [
        *found["documents"].values(),
        *(each["summary"] for each in found["clauses"].values()),
        *(each[field] for each in found["rulings"].values() for field in ("point", "question", "reading")),
    ]
    assert {bool(re.search(r"[一-鿿]", each)) for each in said} == {chinese}


def test_a_reading_is_told_whole() -> None:
    assert all_rulings()["R-103"].read == "free: in both."
    assert all(each.read[:1].isalnum() or each.read[0] == "(" for each in all_rulings().values())


def test_what_the_log_shows_and_what_a_table_waits_for_have_chinese_names() -> None:
    text = (WORDS.parent / "pages" / "pit" / "words.ts").read_text("utf-8").rpartition("    paces: {")[2]
    named = set(re.findall(r"\b(\w+): \"[^\"]*[一-鿿]", text))
    assert {
        *Pace.__struct_fields__,
        *_ROUND_FIELDS,
        *(field for fields in VISIBLE_FIELDS.values() for field in fields),
    } <= named
