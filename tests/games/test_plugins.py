"""What another package brings wrongly is refused with its name, and what Croupier has itself is there all the same."""

import json
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from croupier import plugins
from croupier.plugins import PluginRegistry
from croupier.refused import Refused
from croupier.words.catalogue import Catalogue, CatalogueDefect, add_package_words


def brings(monkeypatch: pytest.MonkeyPatch, **entries: str) -> PluginRegistry[Any]:
    """A number that is there, and what a package brings besides."""
    found = EntryPoints(EntryPoint(name, value, "croupier.numbers") for name, value in entries.items())
    monkeypatch.setattr(plugins, "entry_points", lambda group: found.select(group=group))
    return PluginRegistry("numbers", int, {"one": 1})


def test_what_is_brought_comes_after_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = brings(monkeypatch, most="croupier.money:MAX_CENTS")
    assert list(numbers) == ["one", "most"]
    assert (numbers["one"], numbers["most"] > 1, len(numbers), numbers.get("none")) == (1, True, 2, None)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ({"nowhere": "croupier.nowhere:IT"}, "under the name 'nowhere', which cannot be loaded: No module named"),
        ({"text": "croupier:__version__"}, "under the name 'text', which is not of type int"),
        ({"one": "croupier.money:MAX_CENTS"}, "under the name 'one', but that name is taken"),
    ],
)
def test_what_cannot_be_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, entries: dict[str, str], why: str) -> None:
    numbers = brings(monkeypatch, **entries)
    assert numbers["one"] == 1, "nobody has asked for more than what is there"
    with pytest.raises(Refused, match=why):
        list(numbers)
    with pytest.raises(Refused, match=why):
        numbers["two"]


GOOD = {"en": "hello {who}", "zh": "{who}好"}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that fails when it is imported: its words are read where they lie."""
    monkeypatch.syspath_prepend(tmp_path)
    made = tmp_path / "brings_words"
    made.mkdir()
    (made / "__init__.py").write_text("raise AssertionError")
    return made


def brought(package: str = "brings_words") -> tuple[Catalogue, list[CatalogueDefect]]:
    """What there is with the words of a package, beside one sentence and one name."""
    whole = Catalogue({"there-already": GOOD}, {"zh": {"wager": {"tie": "和"}}})
    return whole, add_package_words(whole, [EntryPoint("words", package, "croupier.words")])


def test_words_are_read_without_importing_and_what_has_a_name_keeps_it(package: Path) -> None:
    said = {"sentences": {"hello": GOOD}, "names": {"zh": {"wager": {"tie": "平", "big": "大"}}}}
    (package / "words.json").write_text(json.dumps(said), "utf-8")
    whole, wrong = brought()
    assert wrong == []
    assert whole.sentences == {"there-already": GOOD, "hello": GOOD}
    assert whole.names == {"zh": {"wager": {"tie": "和", "big": "大"}}}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("{", "whose words.json cannot be used: Input data was truncated"),
        ('{"sentence": {}}', "whose words.json cannot be used: Object contains unknown field `sentence`"),
        ({"there-already": GOOD}, "there is there-already already"),
        ({"hello": {"en": "hello"}}, "hello is to be in en and zh"),
        ({"hello": {**GOOD, "zh": "你好"}}, "hello has other values in another language"),
        ({"hello": {**GOOD, "en": "hello {who:star}"}}, "hello has a value of no known kind: star"),
        ({"hello": {**GOOD, "en": "hello {who"}}, "whose words.json cannot be used: expected '}'"),
    ],
)
def test_words_that_cannot_be_said_are_left_out_whole(package: Path, said: str | dict[str, Any], why: str) -> None:
    text = said if isinstance(said, str) else json.dumps({"sentences": {"good": GOOD, **said}})
    (package / "words.json").write_text(text, "utf-8")
    whole, wrong = brought()
    assert why in wrong[0].why
    assert list(whole.sentences) == ["there-already"]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("named", ["brings_words", "brings_words.below", "brings_nothing", "json.decoder"])
def test_a_package_without_words_is_told(named: str) -> None:
    _, wrong = brought(named)
    assert [each.why for each in wrong] == ["which has no words.json that can be read"]


def test_a_package_with_wrong_words_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = brings(monkeypatch)
    wrong = CatalogueDefect(
        EntryPoint("it", "brings_words", "croupier.words"), "which has no words.json that can be read"
    )
    monkeypatch.setattr(plugins, "defects", lambda: (wrong,))
    assert numbers["one"] == 1, "nobody has asked for more than what is there"
    with pytest.raises(Refused, match=r"a package brings brings_words for croupier.words under the name 'it', which"):
        list(numbers)
