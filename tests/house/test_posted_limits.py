"""Posted limits: a table of the house has a minimum and a maximum for every wager that it offers."""

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.games.catalogue import GAMES
from croupier.games.round import Role
from croupier.games.terms import Limits, Terms
from croupier.house import house as houses
from croupier.house.configuration import ALL, MAINS, SIDES, Configuration, changed, posted, read
from croupier.refused import Refused
from croupier.server import demo
from housed import Housed
from tables import usual

CLAUSES = {game: str(rules.cite(rules.posts_limits)) for game, rules in GAMES.items()}
every_game = pytest.mark.parametrize("game", GAMES)


def refusal(text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        read(text)
    return caught.value


def test_each_document_says_where_limits_are_posted() -> None:
    assert set(CLAUSES.values()) == {"ebaccarat 2.2", "eblackjack 2.2", "lucky8 3.6", "dueling8 3.6", "R-06"}


@pytest.mark.clause("ebaccarat 2.2", "eblackjack 2.2", "lucky8 3.6", "dueling8 3.6")
@every_game
def test_a_table_without_limits_is_refused_and_every_wager_is_named(game: str) -> None:
    refused = refusal(f'[tables.A]\ngame = "{game}"')
    assert refused.reason == f"A: set a minimum and a maximum for {', '.join(GAMES[game].bets)}"
    assert str(refused.clause) == CLAUSES[game]


@pytest.mark.clause("ebaccarat 2.2", "eblackjack 2.2", "lucky8 3.6", "dueling8 3.6")
@every_game
def test_a_maximum_is_asked_for_as_the_minimum_is(game: str) -> None:
    first, second = list(GAMES[game].bets)[:2]
    rest = ", ".join(list(GAMES[game].bets)[2:])
    refused = refusal(f'[tables.A]\ngame = "{game}"\nlimits = {{ {first} = "5.00..", {second} = "5.00..50.00" }}')
    assert refused.reason == f"A: set a minimum and a maximum for {rest}; A: set a maximum for {first}"


def test_all_tables_and_all_other_defects_are_named_with_it() -> None:
    said = refusal('[tables.A]\ngame = "tiger"\ndecks = 3\n[tables.B]\ngame = "lucky-8"\ncutt = 1').reason
    for each in (
        "A: set a minimum and a maximum for player, ",
        "A: tiger is played",
        "B: set a minimum",
        "B: there is no setting",
    ):
        assert each in said


def test_what_is_not_offered_needs_no_limits() -> None:
    table = read('[tables.A]\ngame = "tiger"\nwithout = ["tiger"]\nlimits = { all = "5.00..50.00" }')["A"]
    assert "tiger" not in table.terms.offered
    refused = refusal('[tables.A]\ngame = "tiger"\nwithout = ["tiger"]\nlimits = { player = "5.00..50.00" }')
    assert (
        refused.reason
        == "A: set a minimum and a maximum for banker, tie, tiger-pair, small-tiger, big-tiger, tiger-tie"
    )


@every_game
def test_one_line_gives_limits_to_every_wager(game: str) -> None:
    limits = 'limits = { all = "5.00..500.00", sides = "5.00..50.00" }'
    table = read(f'[tables.A]\ngame = "{game}"\n{limits}')["A"]
    assert list(table.unposted()) == []
    found = {wager: str(each) for wager, each in table.terms.limits.items()}
    assert found == {wager: "5.00..500.00" if wager in MAINS else "5.00..50.00" for wager in GAMES[game].bets}


def test_a_name_comes_before_its_group_wherever_it_stands() -> None:
    either = [{"tie": "5.00..80.00", ALL: "5.00..500.00"}, {ALL: "5.00..500.00", "tie": "5.00..80.00"}]
    assert {posted(GAMES["tiger"], each)["tie"] for each in either} == {"5.00..80.00"}
    assert posted(GAMES["tiger"], {SIDES: "5.00..50.00", ALL: "5.00..500.00"})["tiger"] == "5.00..50.00"


@every_game
def test_no_wager_has_the_name_of_a_group_and_every_game_has_main_wagers(game: str) -> None:
    assert not {ALL, SIDES} & GAMES[game].bets.keys()
    assert MAINS & GAMES[game].bets.keys()


def test_the_demonstration_posts_limits_for_everything() -> None:
    assert [defect for table in demo.tables().values() for defect in table.unposted()] == []


def test_a_round_by_itself_needs_no_limits() -> None:
    assert Terms.of("tiger").limits == {}


# In the house


@pytest.mark.clause("ebaccarat 2.2", "eblackjack 2.2", "lucky8 3.6", "dueling8 3.6")
@every_game
def test_a_house_is_not_opened_with_a_table_that_lacks_limits(game: str) -> None:
    with pytest.raises(Refused) as caught:
        Housed(A=Configuration.of(game), B=Configuration.of("tiger"))
    assert f"A: set a minimum and a maximum for {', '.join(GAMES[game].bets)}" in caught.value.reason
    assert "B: set a minimum and a maximum for player" in caught.value.reason
    assert str(caught.value.clause) == CLAUSES[game]


@pytest.mark.clause("ebaccarat 2.2")
def test_staff_cannot_take_limits_away() -> None:
    made = Housed(B1=usual("tiger", unit=100))
    for command, fields in (
        ("change-settings", {"settings": {"limits": {"tie": None}}}),
        ("change-settings", {"settings": {"limits": {"sides": None}}}),
        ("change-settings", {"settings": {"limits": {"tie": "5.00.."}}}),
        ("change-settings", {"settings": {"limits": None}}),
        ("configure", {"configuration": Configuration.of("tiger", unit=100)}),
    ):
        answer = made.tell(command, Role.PIT_MANAGER, **fields)
        assert not answer.done
        assert "set a m" in str(answer.reason)
        assert answer.clause == "ebaccarat 2.2"
    assert made.state().coming_stamp == 1


@pytest.mark.clause("ebaccarat 2.2")
def test_what_is_offered_again_needs_limits_again() -> None:
    bets = [wager for wager in GAMES["tiger"].bets if wager != "tiger"]
    limits = dict.fromkeys(bets, Limits(100, 10_000))
    made = Housed(B1=Configuration.of("tiger", unit=100, without=["tiger"], limits=limits))
    assert made.tell("change-settings", settings={"without": []}).reason == "set a minimum and a maximum for tiger"
    assert made.tell("change-settings", settings={"without": [], "limits": {"tiger": "1.00..50.00"}}).done


def test_staff_change_a_group_at_once() -> None:
    before = usual("tiger", unit=100)
    after = changed("B1", before, {"limits": {"sides": "1.00..50.00", "tie": "1.00..80.00"}})
    found = {wager: str(after.terms.limits[wager]) for wager in ("tie", "tiger", "tiger-pair")}
    assert found == {"tie": "1.00..80.00", "tiger": "1.00..50.00", "tiger-pair": "1.00..50.00"}
    assert after.terms.limits["banker"] == before.terms.limits["banker"]


@pytest.mark.clause("ebaccarat 2.2")
def test_a_table_from_before_plays_on_until_it_is_set_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(houses, "check_posted", lambda tables: None)
        made = Housed(B1=Configuration.of("tiger", unit=100)).rich()
    made.wait(0)
    made.tables = {}
    made.crash()
    assert made.table().broken is None
    made.wait(60)
    assert made.state().number > 1
    # Any change has to bring the limits that are missing.
    assert "set a minimum and a maximum for player, " in str(made.tell("change-settings", settings={"cut": 20}).reason)
    given = {"cut": 20, "limits": {"all": "1.00..500.00", "sides": "1.00..50.00"}}
    assert made.tell("change-settings", settings=given).done
    made.wait(60)
    assert str(made.round().terms.limits["tie"]) == "1.00..50.00"


def test_serve_refuses_a_file_without_limits(tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_text('[tables.B1]\ngame = "e-blackjack"\nlimits = { main = "5.00..500.00" }\n')
    command = [sys.executable, "-c", "from croupier.commands import main; main()", "serve", "--config", "tables.toml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (
        "B1: set a minimum and a maximum for bet-the-set-21, royal-match-21, kings-bounty (eblackjack 2.2)"
        in done.stderr
    )
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "house.db").exists()
