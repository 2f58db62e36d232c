"""Credits bought at a terminal itself: where the house allows it, within its bounds, once, and booked by source."""

from pathlib import Path
from typing import Any

import pytest

from croupier.games.round import Role, encode
from croupier.house.accounting.books import Books
from croupier.house.accounting.closing import close, closed, defects
from croupier.house.accounting.report import in_csv, report
from croupier.house.audit import audit
from croupier.house.configuration import read, read_purchases
from croupier.house.days import GamingDay
from croupier.house.purchases import Purchases
from croupier.house.table import Answer, Request
from croupier.refused import Refused
from croupier.report.accounting import page
from croupier.server import demo
from croupier.server.settings import ServerSettings
from croupier.server.settings import purchases_of as purchases
from housed import Housed
from serving import Person, TestClient, served
from stores import KEYS
from tables import usual

HOUR = 3_600
BOUNDS = Purchases(sources=("notes", "card"), least=1_000, most=50_000, day=80_000, notes=(1_000, 5_000))
DEMO = Purchases(sources=("demo",), least=100, most=50_000, day=80_000)
FILE = """
[buy_in]
sources = ["notes", "card"]
purchase = "10.00..500.00"
day = "800.00"
notes = ["10.00", "50.00"]

[tables.B1]
game = "tiger"
limits = { all = "5.00..500.00" }
"""


@pytest.fixture
def made() -> Housed:
    found = Housed(B1=usual("tiger", unit=100))
    found.house.purchases = BOUNDS
    return found


def buy(made: Housed, cents: int, source: str | None = "card", terminal: str = "T1", **more: Any) -> Answer:
    fields = {"cents": cents, "reference": f"{made.now}-{cents}", **({"source": source} if source else {}), **more}
    return made.pay("buy-in", terminal, actor=f"terminal:{terminal}", **fields)


def held(made: Housed, account: str) -> int:
    return made.store.records.balance(account)


# At a terminal


@pytest.mark.clause("ebaccarat 1.1.15", "eblackjack 1.1.10")
def test_a_terminal_sells_credits_takes_wagers_and_cashes_out(made: Housed) -> None:
    assert buy(made, 20_000).done
    assert buy(made, 5_000, "notes").done
    assert made.house.credits("T1") == 25_000
    assert (held(made, "card:T1"), held(made, "notes:T1"), held(made, "cage")) == (-20_000, -5_000, 0)
    made.wait(0)
    assert made.bet(wager="banker", stake=10_000).done
    assert made.house.credits("T1") == 15_000
    assert made.pay("cash-out", cents=15_001).reason == "not enough credits: the terminal has 150.00, not 150.01"
    assert made.pay("cash-out", cents=4_000).done
    assert (made.house.credits("T1"), held(made, "cage")) == (11_000, 4_000), "so much, and no more"
    assert made.pay("cash-out").done
    assert (made.house.credits("T1"), held(made, "cage")) == (0, 15_000), "the rest, and the wager stays"
    assert sum(made.store.records.balances().values()) == 0
    assert [str(each) for each in audit(made.store.records).defects] == []


@pytest.mark.clause("ebaccarat 1.1.15", "eblackjack 1.1.10")
def test_a_house_that_does_not_say_so_sells_no_credits_at_terminals() -> None:
    made = Housed(B1=usual("tiger", unit=100))
    answer = buy(made, 20_000)
    assert (answer.done, answer.reason) == (
        False,
        "add credits at the cage or with a voucher: terminals here do not sell them",
    )
    assert made.store.records.balances() == {}


@pytest.mark.parametrize(
    ("cents", "source", "said"),
    [
        (999, "card", "you can add 10.00 to 500.00 at a time, not 9.99"),
        (50_001, "card", "you can add 10.00 to 500.00 at a time, not 500.01"),
        (0, "card", "you can add 10.00 to 500.00 at a time, not 0.00"),
        (-5_000, "card", "you can add 10.00 to 500.00 at a time, not -50.00"),
        (2_000, "notes", "notes of 10.00, 50.00 are accepted, not 20.00"),
        (2_000, "demo", "demo credits are not available here"),
    ],
)
def test_what_is_refused_says_what_is_allowed(made: Housed, cents: int, source: str, said: str) -> None:
    assert buy(made, cents, source).reason == said
    assert made.house.credits("T1") == 0


def test_a_terminal_that_takes_other_money_says_so() -> None:
    only = Housed(B1=usual("tiger", unit=100))
    only.house.purchases = DEMO
    assert buy(only, 2_000, "notes").reason == "terminals here do not take banknotes"
    assert buy(only, 2_000, "card").reason == "terminals here do not take cards"
    assert only.pay("buy-in", actor="terminal:T1", cents=2_000).done, "the one source there is, and nothing to refer to"
    assert held(only, "demo:T1") == -2_000


def test_an_acceptor_or_a_reader_says_its_reference(made: Housed) -> None:
    for reference in ("", "a b", "x" * 49):
        assert "reference" in str(buy(made, 2_000, reference=reference).reason)


def test_a_day_has_an_end_and_another_begins(made: Housed) -> None:
    day = GamingDay.of(made.now)
    made.now = day.until - HOUR * 1_000_000
    assert buy(made, 50_000).done
    assert buy(made, 30_001).reason == "you can add up to 300.00 more today: the limit is 800.00 a gaming day"
    assert buy(made, 20_000).done
    made.crash()
    made.house.purchases = BOUNDS
    assert made.house.sold("T1") == 70_000, "a restart forgets nothing"
    assert buy(made, 10_001).reason == "you can add up to 100.00 more today: the limit is 800.00 a gaming day"
    assert buy(made, 20_000, terminal="T2").done, "each terminal for itself"
    assert made.pay("buy-in", cents=10**6).done, "the cage is not bounded by it"
    assert buy(made, 10_000).done
    made.now = day.until
    assert buy(made, 50_000).done


def test_fear_two_purchases_at_once_go_beyond_the_day(made: Housed) -> None:
    one, other = (
        made.pay_later("buy-in", actor="terminal:T1", cents=45_000, source="card", reference=each) for each in "ab"
    )
    assert made.house.sold("T1") == 45_000
    made.settle()
    assert (one.result().done, other.result().done) == (True, False)
    assert made.house.credits("T1") == 45_000


def test_fear_a_purchase_that_was_not_kept_counts(made: Housed) -> None:
    made.pay_later("buy-in", actor="terminal:T1", cents=45_000, source="card", reference="a")
    made.crash()
    made.house.purchases = BOUNDS
    assert (made.house.credits("T1"), made.house.sold("T1")) == (0, 0)


def test_the_same_request_is_one_purchase(made: Housed) -> None:
    for _ in range(2):
        assert buy(made, 20_000, id="once", reference="8801").done
    made.crash()
    made.house.purchases = BOUNDS
    assert buy(made, 20_000, id="once", reference="8801").done
    assert made.house.credits("T1") == 20_000


def test_fear_a_terminal_says_that_it_is_the_cage(made: Housed) -> None:
    body = encode({"command": "buy-in", "cents": 10_000, "source": "cage"})
    reply = made.house.pay("T1", Request(id="x", actor="terminal:T1", by=Role.PLAYER, body=body))
    made.settle()
    assert not reply.result().done
    staff = Request(
        id="y", actor="staff:cam", by=Role.DEALER, body=encode({"command": "buy-in", "cents": 1, "source": "card"})
    )
    reply = made.house.pay("T1", staff)
    made.settle()
    assert "leave out the source" in str(reply.result().reason)


def test_fear_somebody_buys_onto_anothers_terminal(made: Housed) -> None:
    body = encode({"command": "buy-in", "cents": 10_000, "source": "card", "reference": "1"})
    reply = made.house.pay("T2", Request(id="x", actor="terminal:T1", by=Role.PLAYER, body=body))
    made.settle()
    assert not reply.result().done


# How a house says so


def test_the_file_says_what_terminals_sell() -> None:
    assert read_purchases(FILE) == BOUNDS
    assert set(read(FILE)) == {"B1"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('sources = ["gold"]', "buy_in: Invalid enum value 'gold'"),
        ("sources = []", "buy_in: say what terminals take: notes, card"),
        ('purchase = "10.00.."', "buy_in: give a maximum too"),
        ('day = "100.00"', "buy_in: no purchase is possible with 10.00 to 500.00, 100.00 a day"),
        ('notes = ["1000.00"]', "buy_in: a note of 1,000.00 is outside the limits 10.00 to 500.00"),
        ("nots = []", "buy_in: Object contains unknown field `nots`"),
    ],
)
def test_every_defect_is_named_with_those_of_the_tables(line: str, said: str) -> None:
    key = line.split()[0]
    kept = [each for each in FILE.splitlines() if not each.startswith(f"{key} ")]
    text = "\n".join(kept).replace("[buy_in]", f"[buy_in]\n{line}").replace('"tiger"', '"tiger"\ndecks = 3')
    with pytest.raises(Refused) as caught:
        read(text)
    assert said in caught.value.reason
    assert "B1: tiger is played with 4 to 10 decks" in caught.value.reason


def test_a_real_house_sells_nothing_by_itself_and_no_demo_credits(tmp_path: Path) -> None:
    assert purchases(ServerSettings(demo=False)) is None
    assert purchases(ServerSettings(demo=True)) == demo.PURCHASES
    assert purchases(ServerSettings(demo=True, drill=True)) is None, "its players are robots"
    config = tmp_path / "tables.toml"
    config.write_text(FILE)
    assert purchases(ServerSettings(demo=False, config=config)) == purchases(ServerSettings(config=config)) == BOUNDS
    config.write_text(FILE.replace('"card"', '"demo"'))
    assert purchases(ServerSettings(config=config))
    with pytest.raises(Refused, match="demo credits are for a demonstration"):
        purchases(ServerSettings(demo=False, config=config))


# Over the API


def test_a_guest_adds_demo_credits_and_sees_what_is_left() -> None:
    with served(purchases=DEMO) as (app, _), TestClient(app) as client:
        shown = client.get("/api/house").json()
        assert shown["buy_in"] == {"sources": ["demo"], "least": 100, "most": 50_000, "day": 80_000, "notes": []}
        guest = Person.guest(client)
        path = f"/api/terminals/{guest.name}"
        body = {"id": "1", "command": "buy-in", "cents": 30_000}
        for _ in range(2):
            assert guest.post(f"{path}/money", body).json() == {"id": "1"}
        found = guest.get(path).json()
        assert (found["cents"], found["buys"]) == (130_000, 50_000)
        assert [(each["kind"], each["source"]) for each in found["movements"]] == [("buy-in", "demo"), ("buy-in", None)]
        more = guest.post(f"{path}/money", {**body, "id": "2", "cents": 60_000})
        assert (more.status_code, more.json()["error"]["message"]) == (
            422,
            "you can add 1.00 to 500.00 at a time, not 600.00",
        )


def test_a_house_without_it_says_so() -> None:
    with served() as (app, _), TestClient(app) as client:
        assert client.get("/api/house").json()["buy_in"] is None
        guest = Person.guest(client)
        assert guest.get(f"/api/terminals/{guest.name}").json()["buys"] is None


def test_one_reference_is_one_purchase_whatever_the_id() -> None:
    with served(purchases=BOUNDS) as (app, desk), TestClient(app) as client:
        guest = Person.guest(client)
        path = f"/api/terminals/{guest.name}/money"
        body = {"command": "buy-in", "cents": 5_000, "source": "notes", "reference": "acceptor-17"}
        assert [guest.post(path, {"id": each, **body}).status_code for each in ("1", "2", "3")] == [200] * 3
        assert guest.credits() == 105_000
        assert guest.post(path, {"id": "4", **body, "cents": 1_000}).status_code == 409
        assert desk.house.sold(guest.name) == 5_000
        found = [
            event for event in desk.house.store.records.events(f"terminal:{guest.name}") if event.kind == "bought-in"
        ]
        assert b'"source":"notes","reference":"acceptor-17"' in found[-1].body


def test_fear_a_player_with_a_pin_buys_from_anywhere() -> None:
    with served(purchases=BOUNDS) as (app, desk), TestClient(app) as client:
        keeper = Person.staff(client, desk, "administrator")
        added = keeper.post("/api/terminals", {"terminal": "T1", "pin": "482915"})
        assert added.status_code == 200, added.text
        token = client.post("/api/sign-in/terminal", json={"terminal": "T1", "pin": "482915"}).json()["token"]
        player = Person(client, token, "T1")
        body = {"id": "1", "command": "buy-in", "cents": 5_000, "source": "notes", "reference": "1"}
        refused = player.post("/api/terminals/T1/money", body)
        assert refused.status_code == 403
        assert "its own key" in refused.json()["error"]["message"]
        assert player.credits() == 0


# In the books


def test_the_drop_is_told_by_source(made: Housed) -> None:
    made.rich("T1")
    assert buy(made, 20_000).done
    assert buy(made, 5_000, "notes", "T2").done
    day = GamingDay.of(made.now)
    found = report(made.store.records, day.since, day.until)
    assert {each.source: each.drop for each in found.sources} == {"cage": 100_000, "card": 20_000, "notes": 5_000}
    assert found.total.drop == sum(each.drop for each in found.sources) == 125_000
    assert {each.terminal: (each.cash_in, each.card_in) for each in found.patrons} == {
        "T1": (100_000, 20_000),
        "T2": (5_000, 0),
    }
    sheet = in_csv(found).splitlines()
    assert [line.split(",")[:5] for line in sheet if line.startswith("source")] == [
        ["source", "cage", "", "", "1000.00"],
        ["source", "notes", "", "", "50.00"],
        ["source", "card", "", "", "200.00"],
    ]
    assert "Cards at terminals" in page(found, None)
    assert "Drop by source" not in page(report(Housed(B1=usual("tiger")).store.records, day.since, day.until), None)


def test_what_the_terminals_sold_is_signed_and_older_days_are_as_they_were(made: Housed) -> None:
    made.rich("T1")
    day = GamingDay.of(made.now)
    before = Books.of(made.store.records, report(made.store.records, 0, 1).calendar, day.since, day.until).digest
    assert before.startswith("dd9ca103ffcfc5f1"), "what was signed before terminals sold credits"
    assert buy(made, 20_000).done
    made.now = day.until
    close(made.store, KEYS, day, report(made.store.records, 0, 1).calendar, "staff:ann", made.now)
    (event,) = closed(made.store.records)
    assert event.digest != before
    assert list(defects(made.store.records, event)) == []
