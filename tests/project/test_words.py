"""The catalogue: every sentence in every language, the same values in each, nothing that nobody says."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
import croupier.server.app  # so that every kind of event and command is known
from croupier.games.round import Command, Event, decode_hook, encode, encode_stored, tag
from croupier.house.recall.words import SENTENCES
from croupier.house.roles import HouseRole, Task
from croupier.refused import Refused
from croupier.words import LANGUAGES, Sentence, codes, names, several, template
from croupier.words.catalogue import KINDS, Placeholder, catalogue
from croupier.words.sentence import kinds

SOURCE = Path(croupier.__file__).parent


def holes(code: str, language: str) -> set[str]:
    return {each.name for each in template(code, language) if isinstance(each, Placeholder) and "|" not in each.kind}


def text(code: str, language: str) -> str:
    return "".join(each for each in template(code, language) if isinstance(each, str))


def numbers(code: str, language: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", text(code, language)))


@pytest.mark.parametrize("code", codes())
def test_a_sentence_says_the_same_in_every_language(code: str) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", code)
    assert catalogue().sentences[code].keys() == set(LANGUAGES)
    assert holes(code, "en") == holes(code, "zh"), "what is put in is kept"
    assert numbers(code, "en") == numbers(code, "zh")
    for language in LANGUAGES:
        kinds_of = {each.kind for each in template(code, language) if isinstance(each, Placeholder)}
        assert {each for each in kinds_of if "|" not in each} - KINDS == set()
    chinese, english = text(code, "zh"), text(code, "en")
    if re.search("[a-z]", english):
        assert re.search(r"[一-鿿→]", chinese)
    assert set(re.findall(r"[A-Za-z]{2,}", chinese)) <= set(re.findall(r"[A-Za-z]+", english)), (
        "no word is left in English"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_of_every_kind_can_be_written(language: str) -> None:
    assert kinds(language) == KINDS


def said(tree: ast.AST) -> Iterator[str]:
    """The codes that a module says: what `Sentence` and refusals are made of, and texts that are codes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in KNOWN:
            yield node.value


KNOWN = frozenset(codes())
MADE = re.compile(r"(happened|field)-|.*-briefly|(several|text|not-found|method-not-allowed)")
"""Codes that are put together, or are the words of a standard."""


def test_nothing_is_in_the_catalogue_that_nobody_says() -> None:
    used = {code for path in SOURCE.rglob("*.py") for code in said(ast.parse(path.read_text("utf-8")))}
    assert {each for each in KNOWN - used if not MADE.match(each)} == set()


def test_every_code_that_is_said_is_in_the_catalogue() -> None:
    """A code that is not is a mistake that would only show when it is said."""
    missing = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if (
                    node.func.id in ("Sentence", *REFUSALS)
                    and isinstance(first, ast.Constant)
                    and " " not in str(first.value)
                ):
                    given = {each.arg for each in node.keywords}
                    code = str(first.value)
                    if code not in KNOWN or (None not in given and not holes(code, "en") <= given):
                        missing.append((path.name, node.lineno, code))
    assert missing == []


def test_why_a_table_stops_is_told_to_everybody_without_what_is_nobodys_business() -> None:
    stops = {
        str(why.args[0].value)
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "stop"
        and node.args
        if isinstance(why := node.args[0], ast.Call) and isinstance(why.args[0], ast.Constant)
    }
    assert stops == {"chore-failed", "table-record-altered", "table-record-unreadable"}
    for code in stops:
        assert holes(f"{code}-briefly", "en") <= {"chore"}


def _below(kind: type[Refused]) -> Iterator[type[Refused]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


REFUSALS = {"Refused", *(each.__name__ for each in _below(Refused))}


def _leaves(kind: type[Any]) -> list[type[Any]]:
    below: list[type[Any]] = kind.__subclasses__()
    return [leaf for each in below for leaf in _leaves(each)] if below else [kind]


def test_whatever_happens_in_a_round_is_told() -> None:
    for kind in _leaves(Event):
        if tag(kind) not in SENTENCES:
            assert f"happened-{tag(kind)}" in KNOWN, kind
            fields = [each for each in inspect.signature(kind).parameters if each not in ("clause", "by")]
            assert {f"field-{each.replace('_', '-')}" for each in fields} <= KNOWN, kind


def test_commands_tasks_and_roles_have_names() -> None:
    assert {tag(kind) for kind in _leaves(Command)} <= names("zh", "command").keys()
    assert set(map(str, Task)) == names("zh", "task").keys() == names("en", "task").keys()
    assert set(map(str, HouseRole)) <= names("zh", "role").keys()


def test_a_sentence_is_sent_in_the_language_that_is_asked_for_and_kept_by_its_code() -> None:
    said = several([Sentence("bets-closed"), Sentence("stake-not-unit-multiple", stake=750, wager="tie", unit=500)])
    assert encode(said).decode().strip('"') == said == "; ".join(map(str, said.values["parts"]))
    assert "和" in encode(said, "zh").decode()
    kept = msgspec.json.decode(encode_stored({"said": said}), type=dict[str, Sentence], dec_hook=decode_hook)["said"]
    assert (kept, kept.code) == (said, said.code)
    assert kept.into("zh") == said.into("zh")


@pytest.mark.parametrize(
    ("kept", "chinese"), [("bets are closed: no wager may be placed or increased", True), ("went to lunch", False)]
)
def test_what_older_records_have_as_text_is_known_where_it_is_one_of_ours(kept: str, chinese: bool) -> None:
    found = decode_hook(Sentence, kept)
    assert found == kept
    assert (found.into("zh") != kept) is chinese


def test_names_that_people_have_typed_are_nobodys_words() -> None:
    assert "tie" in Sentence("not-open-to-bettor", bettor="tie").into("zh")
