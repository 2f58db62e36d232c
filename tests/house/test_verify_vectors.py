"""The vectors that the page in the browser is held to as well: what each record of a shoe, or pack, is found to be.

`make golden` writes them anew; `terminal/` reads the same files.
"""

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import places
from croupier.cards import NO_TENS, STANDARD, Composition
from croupier.games.round import Role, encode
from croupier.house import evidence, verify_evidence, verify_shoe
from croupier.house.house import House
from croupier.house.keys import Keys
from croupier.house.shoe import Shoe
from croupier.house.shuffle import seeded
from croupier.house.store import Store
from croupier.house.table import Answer, Request
from croupier.house.table.requests import Reply
from stores import patiently
from tables import usual

GOLDEN = places.GOLDEN / "verify"
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


@pytest.mark.parametrize("pack", ["evidence", "amended", "meanwhile"])
def test_every_pack_of_the_vectors_is_found_to_be_what_they_say(pack: str, tmp_path: Path) -> None:
    """A round as it was played; one that was put right twice; and one during which another was put right."""
    changes = {"evidence": _changes, "amended": _amended_changes, "meanwhile": _meanwhile_changes}[pack]()
    if ANEW:
        _write_pack(tmp_path, pack, changes)
    known = json.loads((GOLDEN / f"{pack}.json").read_text())
    found = {name: _checked(known, change) for name, change in changes.items()}
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


def _amendments(it: Any) -> list[Any]:
    return [each for each in it["events"] if each["kind"] == "round-amended"]


def _signed_alone(it: Any) -> None:
    event = _amendments(it)[0]
    body = json.loads(event["body"])
    event["body"] = json.dumps({**body, "agreed": body["asked"]}, separators=(",", ":"))


def _amended_changes() -> dict[str, Callable[[Any], Any]]:
    """What somebody might do to a pack of a round that was put right."""
    return {
        "true": lambda it: None,
        "the first amendment left out": lambda it: it["events"].remove(_amendments(it)[0]),
        "the last amendment left out": lambda it: it["events"].remove(_amendments(it)[-1]),
        "what was before it left out": lambda it: it["events"].pop(-3),
        "amendments the other way round": lambda it: it["events"].append(it["events"].pop(-2)),
        "a correction of another amount": lambda it: _amendments(it)[0]["postings"][0].update(cents=1),
        "signed by one": _signed_alone,
        "another format": lambda it: it.update(format=verify_evidence.FORMAT),
        "a line's net": lambda it: it["settlement"]["lines"][0].update(net=12_345),
    }


def _meanwhile_changes() -> dict[str, Callable[[Any], Any]]:
    """What somebody might do to a pack of a round during which another was put right."""
    return {
        "true": lambda it: None,
        "the amendment left out": lambda it: it["events"].remove(_amendments(it)[0]),
        "the amendment of this round": lambda it: it.update(round=1),
        "a posting of it": lambda it: _amendments(it)[0]["postings"][0].update(cents=1),
    }


def _checked(known: dict[str, Any], change: Callable[[Any], Any]) -> list[str]:
    """What is found: of the true pack with its signature, of a changed one without."""
    told = json.loads(known["data"])
    if change(told) is None and told == json.loads(known["data"]):
        return list(verify_evidence.defects(told, known["data"].encode(), known["signed"]))
    return list(verify_evidence.defects(told, b"", None))


def _write_pack(folder: Path, pack: str, changes: dict[str, Callable[[Any], Any]]) -> None:
    """A round of a real house, as it is handed out."""
    now = 1_800_000_000_000_000
    with Store(f"sqlite:///{folder}/house.db", KEYS) as store:
        cards = "virtual" if pack == "evidence" else "entered"
        configuration = usual("tiger", run="dealer", cards=cards)
        house = House.open(store, KEYS, {"B1": configuration}, entropy=seeded(5), clock=lambda: now)
        play = _Play(house)
        if pack == "evidence":
            play.begin()
            while "deal-card" in {each.command for each in house.tables["B1"].state.expects()}:
                play.ask("staff:ann", Role.DEALER, "deal")
            play.ask("staff:ann", Role.DEALER, "settle")
        else:
            play.ask("staff:ann", Role.DEALER, "shuffle")
            play.begin()
            play.deal("8S 4C 3D 2H KH")
            play.begin()
            play.correct("8S 4C AD 2H KH")
            play.deal("4H 8D 3C KS")
            play.correct("8S 4C 2D 2H KH")
        packed = folder / "pack.zip"
        number = 2 if pack == "meanwhile" else 1
        packed.write_bytes(evidence.pack(store.records, "B1", number, now, KEYS))
    told, _, signed = verify_evidence.read(str(packed))
    # What everybody saw is much, and is not what is checked.
    short = {**told, "views": {}, "steps": []}
    data = json.dumps(short, separators=(",", ":"), ensure_ascii=False)
    signed = {"key": KEYS.public.hex(), "signature": KEYS.sign(verify_evidence.message(data.encode())).hex()}
    known: dict[str, Any] = {"data": data, "signed": signed}
    known["found"] = {name: _checked(known, change) for name, change in changes.items()}
    known["changed"] = {}
    for name, change in changes.items():
        told = json.loads(data)
        change(told)
        known["changed"][name] = {key: value for key, value in told.items() if value != json.loads(data)[key]}
    (GOLDEN / f"{pack}.json").write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n")


class _Play:
    """A table, its Dealer and two terminals."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._ids = iter(range(1_000))
        for name in ("T1", "T2"):
            body = encode({"command": "buy-in", "cents": 100_000})
            answer = self._answered(house.pay(name, Request(id=name, actor="house", by=Role.DEALER, body=body)))
            assert answer.done, answer

    def _answered(self, reply: Reply) -> Answer:
        def done() -> bool:
            self.house.pump()
            return reply.done

        patiently(done)
        return reply.result()

    def ask(self, actor: str, by: Role, command: str, **fields: Any) -> None:
        answer = self.asked(actor, by, {"command": command, **fields})
        assert answer.done, answer

    def asked(self, actor: str, by: Role, command: dict[str, Any]) -> Answer:
        number = self.house.tables["B1"].state.number
        request = Request(id=str(next(self._ids)), actor=actor, by=by, body=encode(command), round=number)
        return self._answered(self.house.perform("B1", request))

    def begin(self) -> None:
        self.ask("staff:ann", Role.DEALER, "begin-round")
        self.ask("terminal:T1", Role.PLAYER, "place-wager", bettor="T1", wager="banker", stake=2_000)
        self.ask("terminal:T1", Role.PLAYER, "place-wager", bettor="T1", wager="tie", stake=500)
        self.ask("terminal:T2", Role.PLAYER, "place-wager", bettor="T2", wager="player", stake=1_000)
        self.ask("staff:ann", Role.DEALER, "close-bets")

    def deal(self, cards: str) -> None:
        for card in cards.split():
            self.ask("staff:ann", Role.DEALER, "deal-card", card=card)
        self.ask("staff:ann", Role.DEALER, "settle")

    def correct(self, cards: str) -> None:
        """Two people put the first round right."""
        right = {"command": "correct-cards", "cards": cards.split()}
        amend = {"command": "amend-round", "round": 1, "amendment": right}
        asked = self.asked("staff:ann", Role.PIT_SUPERVISOR, amend)
        assert asked.approval, asked
        self.ask("staff:bob", Role.PIT_SUPERVISOR, "approve", approval=asked.approval)
