"""`croupier simulate` as people and scripts meet it."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.games.recorded import settle
from croupier.simulation.catalogue import kernel
from program import croupier

START = "import sys; from croupier.commands import main; sys.argv[0] = 'croupier'; main()"
SIMULATE = [sys.executable, "-c", START, "simulate"]


def simulate(*words: str) -> subprocess.CompletedProcess[str]:
    return croupier("simulate", *words)


def simulated(*words: str) -> dict[str, Any]:
    done = simulate(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_json_has_the_shape_of_the_odds_with_the_exact_values_beside() -> None:
    found = simulated("tiger", "--rounds", "1e6", "--seed", "3", "--threads", "1")
    assert found.keys() >= {"game", "decks", "wagers", "mode", "rounds", "seconds", "device", "seed"}
    assert (found["game"], found["decks"], found["rounds"], found["seed"]) == ("tiger", 8, 1_000_000, 3)
    assert found["device"] == "cpu: 1 thread"
    tie = found["wagers"]["tie"]
    assert tie.keys() == {"outcomes", "ev", "edge", "sd", "hit", "stderr", "exact_edge", "distance"}
    won, lost = tie["outcomes"]["Tie"], tie["outcomes"]["lose"]
    assert won["pays"] == "8:1"
    assert won["count"] + lost["count"] == won["total"] == 1_000_000
    assert tie["exact_edge"] == pytest.approx(0.14359628778723826)
    assert tie["stderr"] == pytest.approx(tie["sd"] / 1000)
    assert abs(tie["distance"]) < 5


def test_the_same_seed_says_the_same_whatever_the_threads() -> None:
    one, two = (simulated("sands-super", "--rounds", "3e6", "--seed", "1", "--threads", n)["wagers"] for n in "12")
    assert one == two


def test_a_person_reads_a_table() -> None:
    shown = simulate("no-commission", "--rounds", "100000", "--seed", "1")
    assert shown.returncode == 0
    assert "No Commission Baccarat: 100,000 rounds simulated from 8x52" in shown.stdout
    assert "1.4581%" in shown.stdout
    assert "±" in shown.stdout


def test_a_round_is_opened_and_explained_clause_by_clause() -> None:
    dealt = kernel("tiger").open(7, 123_456_789)
    shown = simulate("tiger", "--seed", "7", "--open", "123456789").stdout
    assert " ".join(dealt.cards) in shown
    assert "ebaccarat 3.8" in shown
    assert "Third-card table" in shown
    found = simulated("tiger", "--seed", "7", "--open", "123456789")
    assert tuple(found["dealt"]["cards"]) == dealt.cards
    assert found["settlement"]["net"] == settle("tiger", dealt.cards, dealt.wagers).net


def test_whole_shoes_are_simulated_and_opened() -> None:
    found = simulated("tiger", "--mode", "shoe", "--rounds", "20000", "--seed", "2", "--burn", "1", "--cut", "14")
    assert found["mode"] == "shoe"
    assert abs(found["rounds"] - 20_000) < 200
    assert found["shoes"] == kernel("tiger", mode="shoe", burn=1, cut=14).numbers(20_000)
    assert simulate("tiger", "--mode", "shoe", "--seed", "2", "--open", "3:1").returncode == 0


def test_sessions_of_people_who_bet() -> None:
    words = ("--bettor", "banker=1000", "--bettor", "player=500,tie=100", "--bankroll", "20000", "--seed", "1")
    found = simulated("tiger", *words, "--session", "50", "--sessions", "2000")
    assert (found["session"], found["sessions"], len(found["bettors"])) == (50, 2000, 2)
    banker = found["bettors"][0]
    assert banker["bettor"] == {"wagers": {"banker": 1000}, "bankroll": 20_000}
    assert banker["result"]["quantiles"].keys() == {"1%", "5%", "25%", "50%", "75%", "95%", "99%"}
    assert 0 < banker["ruin"] < 0.2
    assert found["hold"]["of_drop"]["mean"] > 0
    shown = simulate("tiger", *words, "--session", "50", "--sessions", "2000").stdout
    assert "risk of ruin" in shown
    assert "hold (win of drop)" in shown


def test_blackjack_is_simulated_and_opened_with_its_decisions() -> None:
    found = simulated("dueling-8s", "--rounds", "1e6", "--seed", "3", "--strategy", "absent")
    assert list(found["wagers"]) == ["main", "tie-on-18", "superb-8s", "21-plus"]
    main = found["wagers"]["main"]
    assert sum(each["count"] for each in main["outcomes"].values()) == 1_000_000
    assert sum(main["results"].values()) == 1_000_000
    assert main["exact_edge"] == pytest.approx(0.155018540919596)
    assert abs(main["distance"]) < 5
    opened = simulated("lucky-8", "--mode", "shoe", "--boxes", "3", "--seed", "1", "--open", "5:4:2")
    assert opened["dealt"]["decisions"] == ["split", "stand", "hit", "hit", "stand"]
    dealt = opened["dealt"]
    assert opened["settlement"]["net"] == settle("lucky-8", dealt["cards"], dealt["wagers"], dealt["decisions"]).net
    shown = simulate("lucky-8", "--mode", "shoe", "--boxes", "3", "--seed", "1", "--open", "5:4:2").stdout
    assert "decided: split, stand, hit, hit, stand" in shown


def test_a_counter_with_a_spread() -> None:
    words = (
        "--counter",
        "2=1,3=1,4=1,5=1,6=1,T=-1,A=-1",
        "--spread",
        "0:1,2:8",
        "--bettor",
        "main=1000",
        "--seed",
        "1",
    )
    found = simulated("lucky-8", "--mode", "shoe", "--rounds", "2e5", *words)
    assert abs(found["rounds"] - 200_000) < 5_000
    assert [bet["units"] for bet in found["bets"]] == [1, 8]
    assert found["per_round"] == pytest.approx(-found["edge"] * found["units_per_round"])
    assert "units in a hundred rounds" in simulate("lucky-8", "--mode", "shoe", "--rounds", "2e5", *words).stdout


def test_charts_on_request(tmp_path: Path) -> None:
    for name, words in (("edges.svg", ["--rounds", "1000"]), ("ends.png", ["--bettor", "tie=100", "--sessions", "9"])):
        assert simulate("tiger", "--seed", "1", *words, "--plot", str(tmp_path / name)).returncode == 0
        assert (tmp_path / name).stat().st_size > 5000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["poker"], "unknown game 'poker'"),
        (["tiger", "--rounds", "many"], "'many' is not a number of rounds"),
        (["tiger", "--rounds", "0"], "'0' is not a number of rounds"),
        (["tiger", "--rounds", "1.5"], "'1.5' is not a number of rounds"),
        (["tiger", "--decks", "3"], "tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)"),
        (["tiger", "--device", "abacus"], "unknown device 'abacus'"),
        (["tiger", "--mode", "slow"], "unknown mode 'slow'"),
        (["tiger", "--seed", "-1"], "a seed is a whole number"),
        (["tiger", "--open", "5"], "--open needs --seed too"),
        (["tiger", "--open", "five", "--seed", "1"], "no round has the number 'five'"),
        (["tiger", "--open", "5:1", "--seed", "1"], "with fresh shoes a round has one number"),
        (["tiger", "--open", "5", "--seed", "1", "--mode", "shoe"], "a round of a whole shoe has two numbers"),
        (["tiger", "--open", "5:99", "--seed", "1", "--mode", "shoe"], "shoe 5 has rounds 1 to 7"),
        (["tiger", "--device", "cuda", "--mode", "shoe"], "use --device cpu"),
        (["tiger", "--cut", "10"], "use --mode shoe"),
        (["tiger", "--strategy", "chart"], "tiger has no player decisions"),
        (["lucky-8", "--strategy", "nowhere.json"], "cannot read the strategy nowhere.json"),
        (["e-blackjack", "--mode", "shoe", "--boxes", "2"], "all terminals share the same cards"),
        (["tiger", "--counter", "2=1"], "--counter needs one --bettor"),
        (["tiger", "--counter", "2=1", "--bettor", "tie=100"], "use --mode shoe"),
        (["tiger", "--counter", "2", "--bettor", "tie=100", "--mode", "shoe"], "no tags read '2'"),
        (["tiger", "--bettor", "banker"], "write them in cents"),
        (["tiger", "--rounds", "10", "--plot", "chart.txt"], "a chart is written as .png or .svg"),
        (["tiger", "--rounds", "10", "--checkpoint", "/no/such/folder/file"], "cannot write /no/such/folder/file"),
    ],
)
def test_wrong_usage_is_one_line_on_stderr(words: list[str], said: str) -> None:
    done = simulate(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_ctrl_c_reports_what_was_done_and_a_checkpoint_goes_on_from_there(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    words = ["tiger", "--seed", "9", "--threads", "1", "--json", "--checkpoint", str(file)]
    simulate(*words, "--rounds", "1000")
    with subprocess.Popen(
        [*SIMULATE, *words, "--rounds", "1e13"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            until = time.monotonic() + 180
            while json.loads(file.read_text())["done"] == 1000 and time.monotonic() < until:
                time.sleep(0.1)
            running.send_signal(signal.SIGINT)
            said, complained = running.communicate(timeout=180)
        finally:
            running.kill()
    assert running.returncode == 130
    found = json.loads(said)
    assert found["stopped"] is True
    assert 1000 < found["rounds"] < 10**13
    assert complained == f"stopped after {found['rounds']:,} of 10,000,000,000,000 rounds\n"
    more = found["rounds"] + 5_000_001
    resumed = simulated(*words[:-1], str(file), "--rounds", str(more))
    assert resumed["resumed"] == resumed["rounds_before"] == found["rounds"]
    assert resumed["rate"] == pytest.approx((more - found["rounds"]) / resumed["seconds"])
    at_once = simulated("tiger", "--seed", "9", "--rounds", str(more))
    assert resumed["wagers"] == at_once["wagers"]


def test_a_run_that_goes_on_counts_only_its_own_rounds_in_its_speed(tmp_path: Path) -> None:
    words = ["tiger", "--seed", "9", "--threads", "1", "--checkpoint", str(tmp_path / "run.json"), "--rounds"]
    simulate(*words, "1e6")
    assert "\n 100 more rounds in " in simulate(*words, "1000100").stdout.replace("\n100", "\n 100")


def test_memory_stays_flat_whatever_the_number_of_rounds() -> None:
    said = """
import resource
from croupier.simulation.catalogue import kernel
from croupier.simulation.devices import device
from croupier.simulation.running import SimulationRun
ours = kernel("sands-super")
most = []
for goal in (10_000_000, 300_000_000):
    for _ in SimulationRun(ours, device(ours, "cpu"), seed=1, goal=goal):
        pass
    most.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(most[1] - most[0])
"""
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 4_000, "kilobytes"


def test_somebody_who_watches_sees_how_it_goes() -> None:
    ours, theirs = pty.openpty()
    words = ["tiger", "--rounds", "3e8", "--seed", "1"]
    with subprocess.Popen([*SIMULATE, *words], stdout=subprocess.DEVNULL, stderr=theirs, close_fds=True) as running:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:
            pass
        assert running.wait() == 0
    os.close(ours)
    assert "rounds a second, player" in shown.decode()
