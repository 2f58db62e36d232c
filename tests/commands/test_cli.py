"""The program as people and scripts meet it."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import places
from croupier import __version__
from croupier.games.catalogue import GAMES
from croupier.rulebook import OWN_RULES, all_clauses, all_rulings
from program import croupier

CROUPIER = str(Path(sys.executable).with_name("croupier"))
TIGER = {"game": "tiger", "cards": ["8S", "4C", "3D", "2H", "KH"], "wagers": {"banker": 10000, "tie": 500}}


def settle(*records: object) -> tuple[int, list[Any]]:
    lines = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in records)
    done = croupier("settle", "-", stdin=lines)
    assert done.stderr == ""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def refused(record: object) -> dict[str, Any]:
    status, (answer,) = settle(record)
    assert status == 1
    assert answer.keys() == {"error"}
    error: dict[str, Any] = answer["error"]
    assert error["message"].startswith("line 1: ")
    return error


def test_settle_explains_a_round() -> None:
    status, (answer,) = settle(TIGER)
    assert status == 0
    assert answer["outcome"]["winner"] == "banker"
    assert answer["hands"] == {"player": ["8S", "3D", "KH"], "banker": ["4C", "2H"]}
    assert answer["net"] == {"banker": 9500, "tie": -500}
    assert answer["total"] == 9000
    banker, tie = answer["lines"]
    assert banker["pays"] == "19:20"
    assert "ebaccarat 4.7" in banker["clauses"]
    assert (tie["result"], tie["pays"], tie["net"]) == ("lose", None, -500)


def test_settle_goes_on_past_bad_lines_and_says_so_at_the_end() -> None:
    status, answers = settle(TIGER, "{oops", "", TIGER, [1, 2])
    assert status == 1
    assert ["error" in answer for answer in answers] == [False, True, False, True]
    assert answers[1]["error"]["message"].startswith("line 2: malformed JSON")
    assert answers[3]["error"]["message"].startswith("line 5: not a recorded round")


@pytest.mark.parametrize(
    ("change", "said", "clause"),
    [
        ({"game": "baccarat"}, "unknown game 'baccarat'", None),
        ({"cards": ["8S", "4C", "3D", "2H", "1H"]}, "unknown card '1H'", None),
        ({"cards": ["8S", "4C", "3D", "2H"]}, "too few cards", "ebaccarat 3.8"),
        ({"cards": ["8S", "4C", "3D", "2H", "KH", "KD"]}, "too many cards", "ebaccarat 3.8"),
        ({"cards": []}, "too few cards", "ebaccarat 3.8"),
        ({"cards": ["2S", "2S", "2S", "2S", "2S"], "decks": 4}, "4 decks cannot hold 5 of 2S", "ebaccarat 2.1"),
        ({"decks": 3}, "4 to 10 decks, not 3", "ebaccarat 2.1"),
        ({"decks": 11}, "4 to 10 decks, not 11", "ebaccarat 2.1"),
        ({"wagers": {"dragon": 100}}, "does not offer 'dragon'", "ebaccarat 2.2"),
        ({"wagers": {"super-six": 100}}, "does not offer 'super-six'", "ebaccarat 2.2"),
        ({"wagers": {"banker": 0}}, "must be above zero", "R-02"),
        ({"wagers": {"banker": -20}}, "must be above zero, not -0.20", "R-02"),
        ({"wagers": {"banker": 110}}, "Banker takes multiples of 0.20", "R-02"),
        ({"wagers": {"banker": 10**30}}, "on Banker is above the account limit of 10,000,000,000,000.00", None),
        ({"wagers": {"banker": 10**15 + 20}}, "above the account limit", None),
        ({"wagers": {"banker": 10.5}}, "a stake is a whole number of cents", "R-02"),
        ({"wagers": {"banker": True}}, "a stake is a whole number of cents", "R-02"),
        ({"wagers": {"banker": "20"}}, "a stake is a whole number of cents", "R-02"),
        ({"wagers": None}, "not a recorded round", None),
        ({"cards": "8S 4C"}, "not a recorded round", None),
        ({"decisions": ["hit"]}, "tiger has no player decisions", "ebaccarat 3.8"),
    ],
)
def test_a_baccarat_round_that_cannot_be_is_refused(change: dict[str, object], said: str, clause: str | None) -> None:
    error = refused({**TIGER, **change})
    assert said in error["message"]
    assert error["clause"] == clause


LUCKY = {"game": "lucky-8", "cards": ["8S", "6D", "8H", "TC", "9H", "KH"], "wagers": {"main": 10000}}


@pytest.mark.parametrize(
    ("change", "said", "clause"),
    [
        ({"decisions": []}, "a decision is missing", "lucky8 3.14"),
        ({"decisions": ["fold"]}, "unknown decision 'fold'", None),
        ({"decisions": ["double:x"]}, "not a whole number of cents", "R-02"),
        ({"decisions": ["insure"]}, "insure is not possible", "lucky8 3.27"),
        ({"decisions": ["even-money"]}, "even-money is not possible", "lucky8 3.20"),
        ({"decisions": ["double:20000"]}, "a double adds", "lucky8 3.26"),
        ({"decisions": ["split:100", "stand"]}, "a split takes no amount", "lucky8 3.21"),
        ({"decisions": ["stand", "stand"]}, "no decision was open, so 'stand' is one too many", "lucky8 3.14"),
        ({"decisions": ["stand"]}, "too many cards", "lucky8 3.34"),
        ({"decisions": ["hit", "stand"], "cards": ["8S", "6D", "8H"]}, "too few cards", "lucky8 3.18"),
        ({"decisions": ["stand"], "decks": 9}, "1 to 8 decks, not 9", "lucky8 2.1"),
        ({"decisions": ["stand"], "decks": 1, "cards": ["8S", "6D", "8S"]}, "cannot hold 2 of 8S", "lucky8 2.1"),
        ({"wagers": {"pair": 100}}, "no main wager", "lucky8 3.15.3"),
        ({"wagers": {"main": 100, "insurance": 50}}, "does not offer 'insurance'", "lucky8 2.2"),
        ({"wagers": {"main": 101}}, "Main takes multiples of 0.02", "R-02"),
        ({"game": "dueling-8s", "cards": ["TS"], "decisions": ["stand"]}, "cannot hold 1 of TS", "dueling8 2.1"),
        ({"game": "e-blackjack", "decisions": ["double:5000"]}, "a double adds exactly 100.00", "eblackjack 3.15"),
    ],
)
def test_a_blackjack_round_that_cannot_be_is_refused(change: dict[str, object], said: str, clause: str | None) -> None:
    error = refused({**LUCKY, **change})
    assert said in error["message"]
    assert error["clause"] == clause


def test_settle_reads_a_pipe_line_by_line() -> None:
    """An answer comes before the input ends, so nothing waits for the whole file."""
    with subprocess.Popen([CROUPIER, "settle", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        many = (json.dumps(TIGER) + "\n").encode() * 300
        running.stdin.write(many)
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["total"] == 9000
        running.stdin.close()
        assert len(running.stdout.readlines()) == 299
        assert running.wait() == 0


@pytest.mark.parametrize("game", GAMES)
def test_what_deal_deals_settle_settles(game: str) -> None:
    dealt = croupier("deal", game, "--rounds", "300", "--seed", "4")
    assert (dealt.returncode, len(dealt.stdout.splitlines())) == (0, 300)
    settled = croupier("settle", "-", stdin=dealt.stdout)
    assert (settled.returncode, settled.stderr) == (0, "")
    for line in settled.stdout.splitlines():
        answer = json.loads(line)
        assert answer["total"] == sum(answer["net"].values()) == sum(each["net"] for each in answer["lines"])
        assert all(each["clauses"] for each in answer["lines"])


def test_the_same_seed_deals_the_same_rounds() -> None:
    first, again, other = (croupier("deal", "tiger", "--seed", seed).stdout for seed in ("1", "1", "2"))
    assert first == again != other


def test_a_person_at_a_terminal_reads_tables() -> None:
    for words in (["deal", "lucky-8", "--rounds", "3", "--seed", "1"], ["games"], ["rulebook", "superbaccarat"]):
        shown = _on_a_terminal(words)
        assert "{" not in shown
        assert "─" in shown


def _on_a_terminal(words: list[str]) -> str:
    ours, theirs = pty.openpty()
    with subprocess.Popen([CROUPIER, *words], stdout=theirs, stderr=theirs, stdin=theirs, close_fds=True) as running:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:
            pass
        assert running.wait() == 0
    os.close(ours)
    return shown.decode()


def test_settle_shows_tables_on_request(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(json.dumps(TIGER) + "\n" + "nonsense\n")
    shown = croupier("settle", str(path), "--table")
    assert shown.returncode == 1
    assert "Player 8S 3D KH = 1, Banker 4C 2H = 6: Banker wins" in shown.stdout
    assert "19:20" in shown.stdout
    assert "line 2: malformed JSON" in shown.stdout


def test_games_lists_all_and_one_in_detail() -> None:
    listed = json.loads(croupier("games", "--json").stdout)
    assert [each["game"] for each in listed] == list(GAMES)
    (tiger,) = json.loads(croupier("games", "tiger", "--json").stdout)
    assert tiger["wagers"]["banker"]["rows"][0]["pays"] == "19:20"
    assert "Twin Tiger Pair" in croupier("games", "tiger").stdout
    assert all(name in croupier("games").stdout for name in GAMES)


def test_rulebook_lists_every_clause_with_its_tests() -> None:
    clauses = json.loads(croupier("rulebook", "--json").stdout)
    of_documents = [each for each, clause in all_clauses().items() if clause.document is not OWN_RULES]
    assert [f"{each['document']} {each['clause']}" for each in clauses] == of_documents
    assert clauses[0].keys() == {"document", "clause", "summary", "kind", "enforced_by", "tests", "cases"}
    (play,) = [each for each in clauses if (each["document"], each["clause"]) == ("ebaccarat", "3.8")]
    assert any(test.startswith("tests/rules/test_table_of_play.py::") for test in play["tests"])


def test_rulebook_lists_the_rulings() -> None:
    rulings = json.loads(croupier("rulebook", "--rulings", "--json").stdout)
    assert {each["ruling"] for each in rulings} == set(all_rulings())
    assert "all ties push" in croupier("rulebook", "ebaccarat", "--rulings").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["settle", "no-such-file"], "cannot read no-such-file: no such file or directory"),
        (["deal", "poker"], "unknown game 'poker'"),
        (["deal", "tiger", "--decks", "3"], "tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)"),
        (["deal", "tiger", "--rounds", "-1"], "Invalid value for '--rounds'"),
        (["games", "poker"], "unknown game 'poker'"),
        (["rulebook", "poker"], "unknown document 'poker'"),
        (["demo", "poker"], "unknown game 'poker'"),
        (["gamble"], "No such command 'gamble'"),
        (["deal"], "game"),
        (["settle", "-", "--unit", "25"], ""),
    ],
)
def test_wrong_usage_is_one_line_on_stderr(words: list[str], said: str) -> None:
    done = croupier(*words)
    if not said:
        assert done.returncode == 0
        return
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_a_unit_that_cannot_pay_exactly_is_refused() -> None:
    done = croupier("settle", "-", "--unit", "25", stdin=json.dumps(TIGER) + "\n")
    error = json.loads(done.stdout)["error"]
    assert "with a unit of 0.25 some wagers of tiger cannot be paid exactly" in error["message"]
    assert error["clause"] == "R-02"


def test_a_reader_who_leaves_early_is_no_fault() -> None:
    done = subprocess.run(
        f"{CROUPIER} deal tiger --rounds 100000 --seed 1 | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("game", ["tiger", "sands-super", "e-blackjack", "lucky-8", "dueling-8s"])
def test_rulebook_tells_the_pit_what_may_go_wrong(game: str) -> None:
    found = json.loads(croupier("rulebook", "--irregularities", game, "--json").stdout)
    document = GAMES[game].document.id
    bad = next(each for each in found if each["command"] == "declare-bad-cards")
    assert (bad["by"], bad["clause"]) == ("pit-manager", f"{document} 5.1.1")
    assert {each["command"] for each in found} >= {"reconstruct", "find-face-up-card", "refer"}
    assert "declare-bad-cards" in croupier("rulebook", "--irregularities", game).stdout


def test_the_version_is_said_once() -> None:
    done = subprocess.run([CROUPIER, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"croupier {__version__}\n")
    assert f"## {__version__} " in (places.ROOT / "CHANGELOG.md").read_text()


def test_a_row_that_pays_nothing_says_that_it_loses() -> None:
    assert "None" not in croupier("games", "lucky-8").stdout
    assert "loses" in croupier("games", "lucky-8").stdout
    (lucky,) = json.loads(croupier("games", "lucky-8", "--json").stdout)
    pays = {row["outcome"]: row["pays"] for row in lucky["wagers"]["main"]["rows"]}
    assert (pays["Bust"], pays["Stand-off"], pays["Blackjack"]) == (None, "push", "3:2")


@pytest.mark.parametrize("command", ["odds", "report", "protection", "simulate"])
def test_whatever_prices_takes_any_number_of_decks(command: str, tmp_path: Path) -> None:
    words = {"simulate": ["--rounds", "1000", "--seed", "1"], "odds": []}.get(command, ["--shoes", "2"])
    refused = croupier(command, "tiger", "--decks", "12", *words, "--json", folder=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "tiger is played with 4 to 10 decks, not 12 (ebaccarat 2.1)" in refused.stderr
    done = croupier(command, "tiger", "--decks", "12", "--any-decks", *words, "--json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["decks"] == 12


@pytest.mark.parametrize("command", ["odds", "report", "simulate"])
def test_whatever_prices_decisions_takes_a_reading(command: str, tmp_path: Path) -> None:
    words = {"simulate": ["--rounds", "1000", "--seed", "1"], "report": ["--shoes", "0"]}.get(command, [])
    words += ["--decks", "2", "--json"]
    usual, read = (
        json.loads(croupier(command, "lucky-8", *words, *more, folder=tmp_path).stdout)["wagers"]["main"]
        for more in ((), ("--reading", "obo"))
    )
    assert (edge := usual.get("exact_edge", usual["edge"])) > read.get("exact_edge", read["edge"]), edge
    for name, said in (("oboe", "no reading is called 'oboe'"), ("R-43=e", "R-43 has no reading 'e'")):
        wrong = croupier(command, "lucky-8", "--reading", name, folder=tmp_path)
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert said in wrong.stderr
