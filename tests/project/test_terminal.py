"""What the terminals rest on: types that are the server's, names in both languages, and how their files are served."""

import gzip
from pathlib import Path

import msgspec
from starlette.applications import Starlette

import places
from croupier.games.catalogue import GAMES
from croupier.games.round import Event
from croupier.house.events import HouseEvent
from croupier.house.people.events import PeopleEvent
from croupier.server.pages import pages
from croupier.server.typescript import types
from croupier.words import names
from serving import TestClient

SOURCE = places.TERMINAL


def test_the_types_are_those_of_the_server() -> None:
    assert (SOURCE / "api" / "types.ts").read_text("utf-8") == types(), "the types are stale: run `make types`"


def test_every_game_wager_and_outcome_has_a_chinese_name() -> None:
    wagers = [wager for game in GAMES.values() for wager in game.wagers]
    assert set(GAMES) <= names("zh", "game").keys()
    assert {wager.name for wager in wagers} <= names("zh", "wager").keys()
    assert {row.outcome for wager in wagers for row in (*wager.rows, *wager.extras)} <= names("zh", "outcome").keys()


def test_every_kind_of_event_has_a_chinese_name() -> None:
    assert _tags(Event) | _tags(HouseEvent) | _tags(PeopleEvent) == names("zh", "event").keys()


def _tags(kind: type[msgspec.Struct]) -> set[str]:
    """Of every kind of event of that family."""
    below = kind.__subclasses__()
    return set().union(*map(_tags, below)) if below else {str(kind.__struct_config__.tag)}


def _built(folder: Path) -> TestClient:
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html>", "utf-8")
    (folder / "assets" / "page-1a2b.js").write_text("export const n = 1\n" * 100, "utf-8")
    return TestClient(Starlette(routes=pages(folder)))


def test_the_page_is_asked_for_anew_and_its_parts_are_kept_for_good(tmp_path: Path) -> None:
    client = _built(tmp_path)
    page, part = client.get("/"), client.get("/assets/page-1a2b.js")
    assert page.headers["cache-control"] == "no-cache"
    assert "immutable" in part.headers["cache-control"]
    assert client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304


def test_what_is_sent_is_compressed_where_the_browser_can(tmp_path: Path) -> None:
    client = _built(tmp_path)
    plain = client.get("/assets/page-1a2b.js", headers={"Accept-Encoding": "identity"})
    packed = client.get("/assets/page-1a2b.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) == len(gzip.compress(plain.content, 9, mtime=0))


def test_nothing_outside_what_was_built_is_served(tmp_path: Path) -> None:
    client = _built(tmp_path)
    for path in ("/assets/../../__init__.py", "/assets/%2e%2e/%2e%2e/__init__.py", "/__init__.py"):
        assert client.get(path).status_code == 404


def test_a_house_without_its_terminals_says_what_to_do(tmp_path: Path) -> None:
    answer = TestClient(Starlette(routes=pages(tmp_path))).get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text
