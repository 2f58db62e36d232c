"""Games by name, by edition of their document, and by the readings of open points."""

import dataclasses
import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import catalogue
from croupier.games.catalogue import GAMES, declare, edition_of, editions, forget, game, in_full, read_by, texts
from croupier.games.recorded import settle
from croupier.games.terms import Terms
from croupier.refused import Refused
from croupier.rulebook import Clause, document
from croupier.variants import draft, read
from next_edition import NAME, SEVEN, published

SIX = "8S 4C 3D 2H KH"
"""Banker wins with six in two cards."""


class Day(datetime.date):
    """A day that tests choose."""

    iso = "2026-01-01"

    @classmethod
    def today(cls) -> "Day":
        return cls.fromisoformat(cls.iso)


@pytest.fixture
def fifth(tmp_path: Path) -> Iterator[None]:
    with published(tmp_path, "2026-01-01"):
        yield


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> type[Day]:
    monkeypatch.setattr(catalogue, "date", Day)
    monkeypatch.setattr(Day, "iso", "2026-01-01")
    return Day


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a variant, none of which is known yet."""
    for known in ("_variants", "_texts"):
        monkeypatch.setattr(catalogue, known, {})
    forget()
    file = tmp_path / "small-twenty.toml"
    row = '[wagers.small-tiger.pays]\n"Banker wins with 6 in two cards" = "20:1"'
    file.write_text(f'base = "tiger"\nname = "small-twenty"\ntitle = "Small Twenty"\n{row}\n')
    return file


@pytest.mark.usefixtures("fifth")
def test_an_edition_has_its_own_clauses_and_the_first_keeps_its_name() -> None:
    assert list(editions("tiger")) == ["4", "5"]
    assert document("ebaccarat@4") is document("ebaccarat")
    assert Clause("ebaccarat@4 4.10") is Clause("ebaccarat", "4.10")
    assert Clause(NAME, "4.11").summary == Clause("ebaccarat", "4.10").summary
    assert {name: game(name).by_name["small-tiger"].rows[0].clauses[0] for name in ("tiger@4", "tiger@5")} == {
        "tiger@4": "ebaccarat 4.10",
        "tiger@5": f"{NAME} 4.11",
    }


@pytest.mark.usefixtures("fifth")
def test_an_edition_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    for name, edition in (("tiger@7", None), ("tiger", "7")):
        with pytest.raises(Refused) as refused:
            game(name, edition=edition)
        assert refused.value.reason.code == "unknown-edition"
        assert refused.value.reason.values == {"game": "tiger", "edition": "7", "known": ("4", "5")}


@pytest.mark.usefixtures("fifth")
def test_a_game_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    for unknown in ("puma", "tiger@5"):
        with pytest.raises(Refused) as refused:
            editions(unknown)
        assert refused.value.reason.code == "unknown-game"
        assert refused.value.reason.values == {"given": unknown, "known": tuple(GAMES)}
    assert "tiger" in GAMES


@pytest.mark.usefixtures("fifth")
def test_games_are_listed_once_whatever_their_editions_are() -> None:
    assert [name for name in GAMES if name.startswith("tiger")] == ["tiger", "tiger-nc"]
    assert len(GAMES) == len(list(GAMES)) == len(set(GAMES))
    assert "tiger@5" in catalogue.DECLARED
    for unknown in ("tiger@5", "puma"):
        with pytest.raises(KeyError, match=f"^'{unknown}'$"):
            GAMES[unknown]


@pytest.mark.usefixtures("fifth")
def test_a_name_means_the_edition_in_force_on_the_day() -> None:
    assert edition_of("tiger", day="2025-12-31").edition == "4"
    assert edition_of("tiger", day="2026-01-01").edition == "5"
    assert edition_of("tiger", edition="4", day="2026-01-01").edition == "4"
    assert edition_of("tiger", day="1999-01-01").edition == "4", "the first, where none holds yet"
    assert game("tiger").edition == "5"
    assert game("tiger", edition="4").edition == game("tiger R-63=b", edition="4").edition == "4"
    assert Terms.of("tiger").edition == "5"
    assert Terms.parse(str(Terms.of("tiger@4"))) == Terms.of("tiger@4")


@pytest.mark.usefixtures("fifth")
def test_the_next_edition_is_in_force_from_its_day_on_in_a_process_that_ran_before_it(day: type[Day]) -> None:
    day.iso = "2025-12-31"
    assert len(GAMES) > 1, "all are loaded"
    assert [game("tiger").edition, game("tiger@4").edition, GAMES["tiger"].edition] == ["4", "4", "4"]
    day.iso = "2026-01-01"
    assert [game("tiger").edition, game("tiger@4").edition, GAMES["tiger"].edition] == ["5", "4", "5"]


def test_an_edition_that_does_not_hold_yet_is_chosen_by_nobody_who_does_not_name_it(tmp_path: Path) -> None:
    with published(tmp_path, "2999-01-01"):
        assert game("tiger").edition == "4"
        assert game("tiger@5").edition == "5"


@pytest.mark.usefixtures("fifth")
def test_the_same_cards_are_settled_by_the_edition_that_is_named() -> None:
    nets = {name: settle(name, SIX, {"small-tiger": 1_000}).lines[0] for name in ("tiger@4", "tiger@5")}
    assert {name: (line.net, line.clauses[0]) for name, line in nets.items()} == {
        "tiger@4": (22_000, "ebaccarat 4.10"),
        "tiger@5": (20_000, f"{NAME} 4.11"),
    }
    with pytest.raises(Refused, match="tiger-pair"):
        settle("tiger@5", SIX, {"tiger-pair": 1_000})
    with pytest.raises(Refused, match=SEVEN):
        settle("tiger@4", SIX, {SEVEN: 1_000})


def test_readings_stand_behind_a_name_or_beside_it() -> None:
    both = {"R-63": "b", "R-69": "b"}
    for asked in (game("lucky-8", both), game("lucky-8 R-63=b", "R-69=b"), game(game("lucky-8 R-69=b"), {"R-63": "b"})):
        assert asked.readings.changes == both
        assert asked is game("lucky-8 R-63=b R-69=b")
    assert game(game("lucky-8", both), None) is game("lucky-8", both)


def test_a_game_is_named_in_full_where_its_name_alone_would_mean_another(tmp_path: Path) -> None:
    assert in_full(game("lucky-8", {"R-63": "b", "R-69": "b"})) == "lucky-8 R-63=b R-69=b"
    assert [in_full(game(name)) for name in ("tiger", "tiger@4", "tiger R-63=b")] == ["tiger", "tiger", "tiger R-63=b"]
    with published(tmp_path, "2026-01-01"):
        named = [in_full(game(name)) for name in ("tiger@4", "tiger", "tiger@4 R-63=b", "lucky-8")]
        assert named == ["tiger@4", "tiger@5", "tiger@4 R-63=b", "lucky-8"]
        assert [game(each) for each in named] == [
            game(each) for each in ("tiger@4", "tiger", "tiger@4 R-63=b", "lucky-8")
        ]


@pytest.mark.usefixtures("fifth")
def test_the_terms_of_a_round_bring_back_the_very_game_that_it_was_played_by() -> None:
    for asked in (game("tiger@4"), game("tiger@5"), game("tiger@4", "R-63=b")):
        assert read_by("tiger", asked.edition, asked.readings) is asked


def test_a_variant_is_known_by_its_text_and_the_last_one_registered_is_in_force(variant: Path) -> None:
    text = variant.read_text()
    first = read(variant)
    assert first.origin
    assert (texts(), game("small-twenty"), list(editions("small-twenty"))) == ((text,), first, [first.edition])
    assert in_full(first) == f"small-twenty@{first.edition}"
    assert game(in_full(first)) is first
    assert "small-twenty" not in GAMES
    variant.write_text(other := text.replace("20:1", "21:1"))
    second = read(variant)
    assert second.edition != first.edition
    assert (texts(), game("small-twenty"), list(editions("small-twenty"))) == (
        (text, other),
        second,
        [first.edition, second.edition],
    )
    variant.write_text(text)
    assert read(variant) is first, "known before, so it is that one"
    assert (game("small-twenty"), list(editions("small-twenty"))) == (first, [second.edition, first.edition])
    assert texts() == (text, other)


def test_what_is_stored_makes_a_variant_known_but_does_not_put_it_in_force(variant: Path) -> None:
    text = variant.read_text()
    declare(other := text.replace("20:1", "21:1"))
    stored = game("small-twenty")
    assert stored.origin
    assert stored.origin.text == other
    first = read(variant)
    declare(third := text.replace("20:1", "19:1"))
    declare(other)
    assert (game("small-twenty"), texts()) == (first, (other, text, third))
    assert list(editions("small-twenty"))[-1] == first.edition


def test_a_variant_takes_no_other_games_name_and_no_other_texts_edition(
    variant: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read(variant)
    with pytest.raises(Refused) as taken:
        catalogue.register(dataclasses.replace(first, name="tiger"))
    assert (taken.value.reason.code, taken.value.reason.values) == ("variant-name-taken", {"name": "tiger"})
    other = draft(variant.read_text().replace("Small Twenty", "Another"))
    edition = first.edition
    monkeypatch.setattr(type(other), "edition", property(lambda _: edition))
    with pytest.raises(Refused) as alike:
        catalogue.register(other)
    assert (alike.value.reason.code, alike.value.reason.values) == (
        "variant-texts-alike",
        {"name": "small-twenty", "edition": edition},
    )
