"""An evidence pack proves itself, also to who has neither the house nor this program; whatever is changed shows."""

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino import day
from croupier.games.catalogue import GAMES
from croupier.house import evidence, verify_evidence
from croupier.house.keys import Keys, signed
from croupier.house.recall.replay import Replay
from croupier.house.rounds import round_steps
from croupier.house.store import Records, Store
from croupier.refused import Refused
from housed import housed, until
from stores import KEYS, fresh

AT = 1_900_000_000_000_000


@pytest.fixture(scope="module")
def records() -> Iterator[Records]:
    with fresh("sqlite") as url:
        with Store(url, KEYS, every=50) as store:
            day(store, KEYS, tuple(GAMES), rounds=8, cut=300)
        with Records(url) as found:
            yield found


@pytest.fixture(scope="module")
def pack(records: Records) -> bytes:
    return evidence.pack(records, "tiger.1", 2, AT, KEYS)


def opened(pack: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(pack)) as found:
        made: dict[str, Any] = json.loads(found.read("evidence.json"))
    return made


def changed(pack: bytes, change: Callable[[dict[str, Any]], None], *, signs: Keys | None = None) -> bytes:
    """The same pack with something else in it; signed anew where somebody has a key."""
    said = opened(pack)
    change(said)
    data = json.dumps(said).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pack)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name not in ("evidence.json", "signature.json"):
                new.writestr(name, old.read(name))
        new.writestr("evidence.json", data)
        if signs:
            signature = signs.sign(verify_evidence.message(data)).hex()
            new.writestr("signature.json", json.dumps({"key": signs.public.hex(), "signature": signature}))
        else:
            new.writestr("signature.json", old.read("signature.json"))
    return out.getvalue()


def places(at: Any, key: Any) -> Iterator[tuple[Any, Any]]:
    """Wherever in a part something stands that is made of nothing else: what holds it, and at which key."""
    if not isinstance(at[key], dict | list) or not at[key]:
        yield at, key
        return
    for each in sorted(at[key]) if isinstance(at[key], dict) else range(len(at[key])):
        yield from places(at[key], each)


def checked(pack: bytes, folder: Path, key: bytes | None = None) -> list[str]:
    path = folder / "pack.zip"
    path.write_bytes(pack)
    return evidence.check(path, key)[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_every_game_proves_itself(records: Records, game: str, tmp_path: Path) -> None:
    for number in (1, 4):
        made = evidence.pack(records, f"{game}.1", number, AT, KEYS)
        assert checked(made, tmp_path, KEYS.public) == []
        assert opened(made)["checked"] == []


def test_all_that_is_asked_for_is_in_it(pack: bytes, records: Records) -> None:
    said = opened(pack)
    replay = Replay(records, "tiger.1", 2)
    assert said["cards"] == list(replay.round.cards)
    assert len(said["events"]) == len(replay.kept)
    assert [step["said"] for step in said["steps"]] == [step.said for step in replay.steps()]
    assert said["settlement"]["net"] == replay.round.nets()
    assert all(line["clauses"] for line in said["settlement"]["lines"])
    assert said["shoes"][0]["drawn"]
    assert said["checkpoint"]["position"] >= said["events"][-1]["position"]
    assert {"spectator", "dealer", "surveillance"} <= set(said["views"])
    assert {f"player:{name}" for name in replay.bettors} <= set(said["views"])
    for views in said["views"].values():
        assert views[-1]["view"]["table"]["phase"] == "settled"


def test_it_is_checked_without_this_program(pack: bytes, tmp_path: Path) -> None:
    path = tmp_path / "pack.zip"
    path.write_bytes(pack)
    # Neither the environment nor what is installed: the standard library alone.
    done = subprocess.run([sys.executable, "-I", "-S", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "nothing is wrong"
    assert f"signed with the key {KEYS.public.hex()}" in done.stdout
    path.write_bytes(changed(pack, lambda said: said["cards"].append("2C")))
    done = subprocess.run([sys.executable, "-I", "-S", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "the signature is not that of this evidence" in done.stdout


def _line(said: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(line for line in said["settlement"]["lines"] if line["net"])
    return found


def _pay_more(said: dict[str, Any]) -> None:
    _line(said)["net"] += 100


def _pay_more_in_all(said: dict[str, Any]) -> None:
    line = _line(said)
    line["net"] += 100
    said["settlement"]["net"][line["bettor"]] += 100


def _another_card(said: dict[str, Any]) -> None:
    said["shoes"][0]["drawn"][0]["card"] = "AS" if said["shoes"][0]["drawn"][0]["card"] != "AS" else "KD"


def _no_event(said: dict[str, Any]) -> None:
    del said["events"][2]


def _another_posting(said: dict[str, Any]) -> None:
    next(event for event in said["events"] if event["postings"])["postings"][0]["cents"] += 1


def _another_body(said: dict[str, Any]) -> None:
    said["events"][-1]["body"] = said["events"][-1]["body"].replace("round-settled", "round-settlee")


def _another_result(said: dict[str, Any]) -> None:
    said["settlement"]["said"] = "Tie at 9"


def _another_clause(said: dict[str, Any]) -> None:
    said["settlement"]["lines"][0]["clauses"] = ["ebaccarat 1.1"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_pay_more, "does not come to"),
        (_pay_more_in_all, "does not come to"),
        (_another_card, "is not the one that was committed to"),
        (_no_event, "is not the next one of the table"),
        (_another_posting, "is not what the chain says it was"),
        (_another_body, "is not what the chain says it was"),
        (_another_result, "by the rules the result of the round is"),
        (_another_clause, "by the rules the wagers are settled differently"),
    ],
)
def test_fear_a_pack_is_made_up(pack: bytes, change: Any, says: str, tmp_path: Path) -> None:
    found = checked(changed(pack, change), tmp_path)
    assert "the signature is not that of this evidence" in found
    assert any(says in each for each in found)
    # Who could sign it anew still could not hide it.
    found = checked(changed(pack, change, signs=Keys(bytes(32))), tmp_path, KEYS.public)
    assert any(says in each for each in found)
    assert any("it is not signed with the key" in each for each in found)


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04 and then nothing"])
def test_what_is_no_pack_is_one_clear_line(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not an evidence pack"):
        checked(data, tmp_path)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_is_changed_is_found_or_refused(data: st.DataObject, pack: bytes, tmp_path_factory: Any) -> None:
    """Any value at all, anywhere in it."""
    said = opened(pack)
    keys = [key for key in said if key not in ("checked", "issued", "checkpoint", "views", "terms", "steps")]
    part = data.draw(st.sampled_from(keys))
    at, key = data.draw(st.sampled_from(list(places(said, part))))
    value: Any = data.draw(st.sampled_from([None, -1, "", "2C", 10**20, [], {}]))
    assume(value != at[key])
    at[key] = value
    made = changed(pack, lambda whole: whole.update(said))
    folder: Path = tmp_path_factory.mktemp("changed")
    try:
        found = checked(made, folder)
    except Refused:
        return
    assert "the signature is not that of this evidence" in found


def test_a_round_that_is_not_over_has_no_evidence() -> None:
    made = housed("tiger")
    made.bet("T1", "banker", 1_000)
    with pytest.raises(Refused, match="round 1 of B1 is not over yet"):
        evidence.pack(made.store.records, "B1", 1, AT)
    until(made, "settled")
    said = opened(evidence.pack(made.store.records, "B1", 1, AT, seats=["T1"]))
    assert "opening" not in said["shoes"][0], "the shoe is still played"
    assert "player:T1" in said["views"]
    with pytest.raises(Refused, match="T9 had no wager"):
        evidence.pack(made.store.records, "B1", 1, AT, seats=["T9"])


def test_a_retired_shoe_is_opened_whole_in_it(records: Records) -> None:
    played = {each.playing.table for each in round_steps(records, records.all_events()) if each.playing.number == 1}
    packs = [opened(evidence.pack(records, table, 1, AT)) for table in sorted(played)]
    assert any(each["shoes"][0].get("opening") for each in packs)


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100), st.integers(0, 511))
def test_signatures_are_checked_as_the_library_does(secret: bytes, message: bytes, bit: int) -> None:
    keys = Keys(secret)
    signature = keys.sign(message)
    assert verify_evidence.genuine(keys.public, signature, message)
    spoilt = bytearray(signature)
    spoilt[bit // 8] ^= 1 << bit % 8
    assert verify_evidence.genuine(keys.public, bytes(spoilt), message) == signed(keys.public, bytes(spoilt), message)
    assert not verify_evidence.genuine(keys.public, signature, message + b".")
    assert not verify_evidence.genuine(keys.public, signature[:63], message)
