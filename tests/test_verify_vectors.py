"""The vectors that the page in the browser is held to as well: what each record of a shoe, or pack, is found to be.

`make golden` writes them anew; `terminal/` reads the same files.
"""

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.cards import NO_TENS, STANDARD, Composition
from croupier.games.round import Role, encode
from croupier.house import evidence, verify_evidence, verify_shoe
from croupier.house.configuration import Configuration
from croupier.house.house import House
from croupier.house.keys import Keys
from croupier.house.shoe import Shoe
from croupier.house.shuffle import seeded
from croupier.house.store import Store
from croupier.house.table import Request
from croupier.house.table.requests import Reply
from stores import patiently

GOLDEN = Path(__file__).parent / "golden" / "verify"
KEYS = Keys(bytes(range(32)))
NO_RECORD = (ValueError, KeyError, TypeError, AttributeError, OverflowError)
ANEW = "REGENERATE" in os.environ


def test_every_shoe_of_the_vectors_is_found_to_be_what_they_say() -> None:
    if ANEW:
        told = {name: {"record": record, "defects": _found(record)} for name, record in _shoes().items()}
        GOLDEN.mkdir(exist_ok=True)
        (GOLDEN / "shoes.json").write_text(json.dumps(told, indent=1) + "\n")
    known = json.loads((GOLDEN / "shoes.json").read_text())
    assert {name: _found(each["record"]) for name, each in known.items()} == {
        name: each["defects"] for name, each in known.items()
    }
    assert sum(each["defects"] == [] for each in known.values()) >= 3
    assert sum(each["defects"] is None for each in known.values()) >= 3, "some are no records at all"
    said = " ".join(line for each in known.values() for line in each["defects"] or ())
    for part in ("unknown algorithm", "cards, not", "none of", "committed to", "twice", "after card", "opening"):
        assert part in said


def test_every_pack_of_the_vectors_is_found_to_be_what_they_say(tmp_path: Path) -> None:
    if ANEW:
        _write_pack(tmp_path)
    known = json.loads((GOLDEN / "evidence.json").read_text())
    found = {name: _checked(known, change) for name, change in _changes().items()}
    assert found == known["found"]
    assert found["true"] == []
    assert all(lines for name, lines in found.items() if name != "true")


def _found(record: Any) -> list[str] | None:
    try:
        return list(verify_shoe.defects(record))
    except NO_RECORD:
        return None


def _shoes() -> dict[str, Any]:
    one = Shoe.shuffled("B1-2", Composition(STANDARD, 1), KEYS, cut=5, burn=1, entropy=seeded(1))
    one.burn()
    drawn = [one.draw() for _ in range(6)]
    other = Shoe.shuffled("B1-9", Composition(STANDARD, 1), KEYS, cut=5, entropy=seeded(2))
    tens = Shoe.shuffled("D1-2", Composition(NO_TENS, 1), KEYS, cut=5, entropy=seeded(3))
    less = Shoe.shuffled("J1-7", Composition.parse("1x52 less AS KD 9H"), KEYS, cut=0, entropy=seeded(4))
    first = {"drawn": [tens.draw() for _ in range(2)]}, {"drawn": [less.draw() for _ in range(3)]}
    made: dict[str, Any] = json.loads(
        encode(
            {
                "not opened yet": {"commitment": one.commitment, "drawn": drawn},
                "no tens": {"commitment": tens.commitment, **first[0], "opening": tens.retire()},
                "less some cards": {"commitment": less.commitment, **first[1], "opening": less.retire()},
                "opened whole": {"commitment": one.commitment, "drawn": drawn, "opening": one.retire()},
                "another shoe's opening": {
                    "commitment": one.commitment,
                    "drawn": drawn,
                    "opening": other.retire(),
                },
            }
        )
    )
    base = made["opened whole"]
    face = base["drawn"][2]["card"]
    changes: dict[str, Callable[[Any], Any]] = {
        "one card changed": lambda it: it["drawn"][2].update(card="AS" if face != "AS" else "KD"),
        "one salt changed": lambda it: it["drawn"][0].update(salt="00" * 32),
        "a step of a way changed": lambda it: it["drawn"][1]["path"].__setitem__(0, "11" * 32),
        "a way too short": lambda it: it["drawn"][1]["path"].pop(),
        "drawn twice": lambda it: it["drawn"].append(it["drawn"][0]),
        "drawn out of order": lambda it: it["drawn"].reverse(),
        "a place that there is not": lambda it: it["drawn"][0].update(index=52),
        "a place below nothing": lambda it: it["drawn"][0].update(index=-1),
        "another size": lambda it: it["commitment"].update(size=51),
        "other decks": lambda it: it["commitment"].update(decks="1x48"),
        "another root": lambda it: it["commitment"].update(root="22" * 32),
        "another name": lambda it: it["commitment"].update(shoe="B1-3"),
        "another algorithm": lambda it: it["commitment"].update(algorithm="faro-1"),
        "two cards of the opening swapped": lambda it: it["opening"].update(order=_swapped(it["opening"]["order"])),
        "a card of the opening changed": lambda it: it["opening"].update(order="AS " + it["opening"]["order"][3:]),
        "a card of the opening left out": lambda it: it["opening"].update(order=it["opening"]["order"][3:]),
        "another seed": lambda it: it["opening"].update(seed="33" * 32),
        "no commitment": lambda it: it.pop("commitment"),
        "a root that is none": lambda it: it["commitment"].update(root="xyz"),
        "decks that are none": lambda it: it["commitment"].update(decks="8x40"),
        "a card without its place": lambda it: it["drawn"][0].pop("index"),
        "a salt that is none": lambda it: it["drawn"][0].update(salt="0"),
        "an opening without its order": lambda it: it["opening"].pop("order"),
    }
    for name, change in changes.items():
        change(made.setdefault(name, copy.deepcopy(base)))
    return made


def _swapped(order: str) -> str:
    cards = order.split()
    return " ".join([cards[1], cards[0], *cards[2:]])


def _changes() -> dict[str, Callable[[Any], Any]]:
    """What somebody might do to a pack."""
    return {
        "true": lambda it: None,
        "a card on the table": lambda it: it["cards"].__setitem__(0, "AS" if it["cards"][0] != "AS" else "KD"),
        "a card of the shoe": lambda it: it["shoes"][0]["drawn"][0].update(card="2C"),
        "an event's body": lambda it: it["events"][-1].update(body=it["events"][-1]["body"].replace("}", " }", 1)),
        "an event left out": lambda it: it["events"].pop(3),
        "a posting": lambda it: next(each for each in it["events"] if each["postings"])["postings"][0].update(cents=1),
        "a line's net": lambda it: it["settlement"]["lines"][0].update(net=12_345),
        "the settlement's net": lambda it: it["settlement"]["net"].update(T1=7),
        "another table": lambda it: it.update(table="B2"),
        "another round": lambda it: it.update(round=2),
    }


def _checked(known: dict[str, Any], change: Callable[[Any], Any]) -> list[str]:
    """What is found: of the true pack with its signature, of a changed one without."""
    told = json.loads(known["data"])
    if change(told) is None and told == json.loads(known["data"]):
        return list(verify_evidence.defects(told, known["data"].encode(), known["signed"]))
    return list(verify_evidence.defects(told, b"", None))


def _write_pack(folder: Path) -> None:
    """A round of a real house, as it is handed out."""
    now = 1_800_000_000_000_000
    with Store(f"sqlite:///{folder}/house.db", KEYS) as store:
        configuration = Configuration.of("tiger", run="dealer")
        house = House.open(store, KEYS, {"B1": configuration}, entropy=seeded(5), clock=lambda: now)
        ids = iter(range(1_000))

        def answered(reply: Reply) -> None:
            def done() -> bool:
                house.pump()
                return reply.done

            patiently(done)
            assert reply.result().done, reply.result()

        def ask(actor: str, by: Role, command: str, **fields: Any) -> None:
            number = house.tables["B1"].state.number
            body = encode({"command": command, **fields})
            answered(house.perform("B1", Request(id=str(next(ids)), actor=actor, by=by, body=body, round=number)))

        for name in ("T1", "T2"):
            body = encode({"command": "buy-in", "cents": 100_000})
            answered(house.pay(name, Request(id=name, actor="house", by=Role.DEALER, body=body)))
        ask("staff:ann", Role.DEALER, "begin-round")
        ask("terminal:T1", Role.PLAYER, "place-wager", bettor="T1", wager="banker", stake=2_000)
        ask("terminal:T1", Role.PLAYER, "place-wager", bettor="T1", wager="tie", stake=500)
        ask("terminal:T2", Role.PLAYER, "place-wager", bettor="T2", wager="player", stake=1_000)
        ask("staff:ann", Role.DEALER, "close-bets")
        while "deal-card" in {each.command for each in house.tables["B1"].state.expects()}:
            ask("staff:ann", Role.DEALER, "deal")
        ask("staff:ann", Role.DEALER, "settle")
        packed = folder / "pack.zip"
        packed.write_bytes(evidence.pack(store.records, "B1", 1, now, KEYS))
    told, _, signed = verify_evidence.read(str(packed))
    # What everybody saw is much, and is not what is checked.
    short = {**told, "views": {}, "steps": []}
    data = json.dumps(short, separators=(",", ":"), ensure_ascii=False)
    signed = {"key": KEYS.public.hex(), "signature": KEYS.sign(verify_evidence.message(data.encode())).hex()}
    known: dict[str, Any] = {"data": data, "signed": signed}
    known["found"] = {name: _checked(known, change) for name, change in _changes().items()}
    known["changed"] = {}
    for name, change in _changes().items():
        told = json.loads(data)
        change(told)
        known["changed"][name] = {key: value for key, value in told.items() if value != json.loads(data)[key]}
    (GOLDEN / "evidence.json").write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n")
