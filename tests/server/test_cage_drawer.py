"""The cage: every receipt with what must be in the drawer after it; counts; and a wrong receipt gets a second one."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.house.audit import audit
from croupier.house.policy import Policy
from croupier.server.desk import GUEST_CREDIT_CENTS, Desk
from serving import Person, TestClient, served


class Scene:
    """A house with a cashier and a guest."""

    def __init__(self, client: TestClient, desk: Desk) -> None:
        self.client, self.desk, self.number = client, desk, 0
        self.cage, self.ann = Person.staff(client, desk, "cage"), Person.guest(client)

    def move(self, command: str, person: Person | None = None, who: Person | None = None, **fields: Any) -> Any:
        self.number += 1
        path = f"/api/terminals/{(who or self.ann).name}/money"
        return (person or self.cage).post(path, {"id": f"m{self.number}", "command": command, **fields})

    def count(self, cents: Any, **fields: Any) -> Any:
        self.number += 1
        return self.cage.post("/api/cage/count", {"id": f"c{self.number}", "cents": cents, **fields})

    def drawer(self) -> Any:
        return self.cage.get("/api/cage").json()

    def latest(self) -> Any:
        return self.drawer()["receipts"][0]


@pytest.fixture
def scene() -> Iterator[Scene]:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        yield Scene(client, desk)
        assert audit(desk.house.store.records).defects == []


def lines(drawer: Any) -> list[tuple[str, int, int]]:
    return [(each["kind"], each["cents"], each["after"]) for each in drawer["receipts"]]


def test_every_receipt_has_what_must_be_in_the_drawer_after_it(scene: Scene) -> None:
    fresh = scene.drawer()
    assert (fresh["opened"], fresh["now"], fresh["receipts"]) == (None, 0, [])
    opened = scene.count(6_000_000, opens=True).json()
    assert (opened["opened"]["cents"], opened["now"], opened["receipts"]) == (6_000_000, 6_000_000, [])
    assert scene.move("buy-in", cents=200_000).status_code == 200
    assert scene.move("cash-out", cents=124_000).status_code == 200
    # What a player does at the terminal is no receipt of the cage.
    assert scene.move("cash-out", scene.ann, cents=1_000).status_code == 200
    assert scene.move("issue-voucher", scene.ann, cents=1_000).status_code == 200
    drawer = scene.drawer()
    assert lines(drawer) == [("cash-out", -124_000, 6_076_000), ("buy-in", 200_000, 6_200_000)]
    assert (drawer["taken"], drawer["paid"], drawer["now"]) == (200_000, 124_000, 6_076_000)
    assert {each["terminal"] for each in drawer["receipts"]} == {scene.ann.name}
    assert {each["by"] for each in drawer["receipts"]} == {"staff:cage"}
    printed = scene.cage.get(f"/api/cage/receipts/{drawer['receipts'][0]['number']}").json()
    assert printed["receipt"] == drawer["receipts"][0]
    after = GUEST_CREDIT_CENTS + 200_000 - 124_000
    assert (printed["credits_before"], printed["credits_after"]) == (after + 124_000, after)
    for missing in ("0", "999999", "x", "-1"):
        assert scene.cage.get(f"/api/cage/receipts/{missing}").status_code == 404


def test_a_count_says_what_is_missing_and_goes_on_from_what_is_there(scene: Scene) -> None:
    scene.count(100_000, opens=True)
    scene.move("buy-in", cents=20_000)
    short = scene.count(119_500).json()
    assert (short["receipts"][0]["difference"], short["receipts"][0]["by"], short["now"]) == (
        -500,
        "staff:cage",
        119_500,
    )
    scene.move("buy-in", cents=1_000)
    drawer = scene.drawer()
    assert lines(drawer) == [("buy-in", 1_000, 120_500), ("count", 119_500, 119_500), ("buy-in", 20_000, 120_000)]
    assert (drawer["taken"], drawer["paid"]) == (21_000, 0)
    # Another shift begins with what is counted then.
    new = scene.count(0, opens=True).json()
    assert (new["opened"]["cents"], new["now"], new["taken"], new["receipts"]) == (0, 0, 0, [])


def test_a_voucher_is_paid_out_in_cash_once(scene: Scene) -> None:
    scene.count(100_000, opens=True)
    code = scene.move("issue-voucher", scene.ann, cents=25_000).json()["voucher"]
    for wrong in ("NOBODYISSUEDTHIS", code[:-1], code.lower()):
        refused = scene.cage.post("/api/cage/voucher", {"id": f"w{wrong}", "voucher": wrong})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "voucher-unknown-or-redeemed")
    for malformed in ({"voucher": ""}, {"voucher": "../etc"}, {}, {"voucher": code, "cents": 1}):
        assert scene.cage.post("/api/cage/voucher", {"id": "m", **malformed}).status_code == 400
    assert scene.ann.post("/api/cage/voucher", {"id": "p", "voucher": code}).status_code == 403
    paid = scene.cage.post("/api/cage/voucher", {"id": "v1", "voucher": code})
    assert lines(paid.json()) == [("voucher-paid", -25_000, 75_000)]
    # The same request again pays nothing more, and neither does another one, here or at a terminal.
    assert scene.cage.post("/api/cage/voucher", {"id": "v1", "voucher": code}).json()["now"] == 75_000
    assert scene.cage.post("/api/cage/voucher", {"id": "v2", "voucher": code}).status_code == 422
    assert scene.move("redeem-voucher", scene.ann, voucher=code).status_code == 422
    assert scene.ann.credits() == GUEST_CREDIT_CENTS - 25_000
    listed = scene.ann.get(f"/api/terminals/{scene.ann.name}/vouchers").json()["vouchers"]
    assert [(each["open"], each["code"]) for each in listed] == [(False, None)]
    printed = scene.cage.get(f"/api/cage/receipts/{scene.latest()['number']}").json()
    assert (printed["credits_before"], printed["receipt"]["terminal"]) == (None, None)


@pytest.mark.parametrize("wrong", [-1, 10**16, "100", None, 1.5, [], True], ids=str)
def test_fear_a_count_of_nonsense_is_recorded(scene: Scene, wrong: Any) -> None:
    assert scene.count(wrong).status_code == 400
    assert scene.cage.post("/api/cage/count", {"id": "x"}).status_code == 400
    assert scene.drawer()["receipts"] == []
    assert not list(scene.desk.house.store.records.events("cage"))


@pytest.mark.parametrize("role", ["dealer", "pit-manager", "administrator", "player"])
def test_fear_somebody_else_looks_into_the_drawer_or_counts_it(scene: Scene, role: str) -> None:
    somebody = scene.ann if role == "player" else Person.staff(scene.client, scene.desk, role)
    assert somebody.get("/api/cage").status_code == 403
    assert somebody.get("/api/cage/receipts/1").status_code == 403
    assert somebody.post("/api/cage/count", {"id": "c", "cents": 1}).status_code == 403
    assert scene.client.get("/api/cage").status_code == 401


def test_a_wrong_receipt_gets_a_second_one(scene: Scene) -> None:
    scene.count(100_000, opens=True)
    scene.move("buy-in", cents=46_000)
    wrong = scene.latest()["number"]
    assert scene.move("cash-out", cents=6_000, corrects=wrong).status_code == 200
    second, first = scene.drawer()["receipts"]
    assert (second["corrects"], first["corrected"]) == (wrong, second["number"])
    assert (second["cents"], second["after"]) == (-6_000, 140_000)
    assert (first["cents"], first["corrects"], second["corrected"]) == (46_000, None, None)
    assert scene.ann.credits() == GUEST_CREDIT_CENTS + 40_000
    # The same for a cash-out that was too much.
    scene.move("cash-out", cents=50_000)
    assert scene.move("buy-in", cents=45_000, corrects=scene.latest()["number"]).status_code == 200
    assert scene.ann.credits() == GUEST_CREDIT_CENTS + 35_000
    assert scene.drawer()["now"] == 135_000


def test_fear_a_receipt_is_corrected_twice_or_by_too_much_or_for_somebody_else(scene: Scene) -> None:
    bob = Person.guest(scene.client)
    scene.move("buy-in", cents=46_000)
    number = scene.latest()["number"]
    before, held = scene.drawer(), scene.ann.credits()
    for command, fields, code in (
        ("cash-out", {"cents": 46_001}, "receipt-corrected-by-too-much"),
        ("cash-out", {}, "receipt-not-correctable"),
        ("buy-in", {"cents": 1_000}, "receipt-not-correctable"),
        ("cash-out", {"cents": 1_000, "who": bob}, "receipt-not-correctable"),
        ("cash-out", {"cents": 1_000, "corrects": number + 1_000}, "receipt-not-correctable"),
        ("cash-out", {"cents": 1_000, "person": scene.ann}, "receipt-not-correctable"),
    ):
        refused = scene.move(command, **{"corrects": number, **fields})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, code), (command, fields)
    assert scene.drawer() == before
    assert scene.ann.credits() == held
    assert scene.move("cash-out", cents=1_000, corrects=number).status_code == 200
    again = scene.move("cash-out", cents=1_000, corrects=number)
    assert again.json()["error"]["code"] == "receipt-already-corrected"
    # Nor is the second receipt corrected in its turn.
    chain = scene.move("buy-in", cents=1_000, corrects=scene.latest()["number"])
    assert chain.json()["error"]["code"] == "receipt-not-correctable"


def test_fear_a_correction_is_credit_by_one_person(scene: Scene) -> None:
    """Credits for a cash-out that was wrong take two people above the amount that every other sale does."""
    scene.desk.house.policy = Policy(two_people_above=50_000)
    scene.move("cash-out", cents=90_000)
    number = scene.latest()["number"]
    asked = scene.move("buy-in", cents=60_000, corrects=number)
    assert asked.status_code == 202
    assert scene.ann.credits() == GUEST_CREDIT_CENTS - 90_000
    assert scene.move("buy-in", cents=1_000, corrects=number).json()["error"]["code"] == "receipt-already-corrected"
    manager = Person.staff(scene.client, scene.desk, "pit-manager")
    agreed = manager.post(f"/api/approvals/{asked.json()['approval']}", {"id": "yes", "agrees": True})
    assert agreed.status_code == 200, agreed.text
    assert (scene.latest()["corrects"], scene.latest()["cents"]) == (number, 60_000)
    assert scene.ann.credits() == GUEST_CREDIT_CENTS - 30_000
