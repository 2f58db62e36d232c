"""Every command that takes a game takes the file of a variant."""

import json
from pathlib import Path

import pytest

from places import ROOT
from program import croupier

FOLDER = ROOT / "examples" / "variants"
EZ, SIX_TO_FIVE = str(FOLDER / "ez.toml"), str(FOLDER / "six-to-five.toml")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["games", EZ], "Own rules, approved by nobody, on No Commission Baccarat"),
        (["odds", EZ], "7.6113%"),
        (["odds", EZ, "--decks", "6"], "7.6062%"),
        (["odds", EZ, "--reading", "R-63=b"], "1.0183%"),
        (["protection", EZ, "--shoes", "4"], "dragon-7"),
        (["simulate", EZ, "--rounds", "1e5", "--seed", "1"], "dragon-7"),
        (["simulate", EZ, "--mode", "shoe", "--rounds", "1e4", "--seed", "1"], "dragon-7"),
        (["simulate", EZ, "--seed", "1", "--open", "5"], "own rules  Own rules, approved by nobody"),
        (["demo", EZ, "--rounds", "1", "--seed", "1"], "Dragon 7"),
        (["rulebook", "--irregularities", EZ], "EZ Baccarat: when things go wrong"),
        (["report", EZ, "--shoes", "0", "--output", "-"], "Own rules, approved by nobody"),
        (["demo", SIX_TO_FIVE, "--rounds", "1", "--seed", "1"], "Perfect Pair"),
        (["strategy", SIX_TO_FIVE], "even money: always"),
    ],
)
def test_a_command_takes_the_file(words: list[str], says: str) -> None:
    done = croupier(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert says in done.stdout


def test_dealt_rounds_are_settled_where_the_file_is_given() -> None:
    dealt = croupier("deal", EZ, "--rounds", "20", "--seed", "1").stdout
    settled = croupier("settle", "-", "--variant", EZ, stdin=dealt)
    assert (settled.returncode, len(settled.stdout.splitlines())) == (0, 20)
    assert all(json.loads(line)["net"].keys() >= {"dragon-7", "panda-8"} for line in settled.stdout.splitlines())


def test_a_checkpoint_belongs_to_one_text_of_a_file(tmp_path: Path) -> None:
    text = Path(EZ).read_text("utf-8")
    for name, content in (("one.toml", text), ("other.toml", text.replace("40:1", "30:1"))):
        (tmp_path / name).write_text(content, "utf-8")
    saved = ["--rounds", "1e5", "--seed", "1", "--checkpoint", "run"]
    assert croupier("simulate", "one.toml", *saved, folder=tmp_path).returncode == 0
    assert croupier("simulate", "one.toml", *saved, folder=tmp_path).returncode == 0
    refused = croupier("simulate", "other.toml", *saved, folder=tmp_path)
    assert (refused.returncode, "run belongs to another run: it has game ez@4+" in refused.stderr) == (2, True)


def test_a_file_that_is_not_there_is_told() -> None:
    done = croupier("odds", "nothing.toml")
    assert (done.returncode, done.stderr) == (2, "croupier: cannot read nothing.toml: no such file or directory\n")
