"""What another package brings wrongly is refused with its name, and what Croupier has itself is there all the same."""

from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from croupier import plugins
from croupier.plugins import Brought
from croupier.refused import Refused


def brings(monkeypatch: pytest.MonkeyPatch, **entries: str) -> Brought[Any]:
    """A number that is there, and what a package brings besides."""
    found = EntryPoints(EntryPoint(name, value, "croupier.numbers") for name, value in entries.items())
    monkeypatch.setattr(plugins, "entry_points", lambda group: found.select(group=group))
    return Brought("numbers", int, {"one": 1})


def test_what_is_brought_comes_after_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = brings(monkeypatch, most="croupier.money:MAX_CENTS")
    assert list(numbers) == ["one", "most"]
    assert (numbers["one"], numbers["most"] > 1, len(numbers), numbers.get("none")) == (1, True, 2, None)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ({"nowhere": "croupier.nowhere:IT"}, "under the name 'nowhere', which cannot be loaded: No module named"),
        ({"text": "croupier:__version__"}, "under the name 'text', which is no int"),
        ({"one": "croupier.money:MAX_CENTS"}, "under the name 'one', and there is one of that name already"),
    ],
)
def test_what_cannot_be_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, entries: dict[str, str], why: str) -> None:
    numbers = brings(monkeypatch, **entries)
    assert numbers["one"] == 1, "nobody has asked for more than what is there"
    with pytest.raises(Refused, match=why):
        list(numbers)
    with pytest.raises(Refused, match=why):
        numbers["two"]
