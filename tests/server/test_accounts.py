"""Accounts tested by fears: a first password that stays, a demonstration's staff in a real house, nobody inside."""

import asyncio
import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.commands import app
from croupier.house.audit import audit
from croupier.house.house import wall_clock
from croupier.house.keys import Keys
from croupier.house.people import QUICK, People, PeopleSettings
from croupier.house.people import events as e
from croupier.house.people.log import told
from croupier.house.store import Records, Store
from croupier.refused import Refused
from croupier.server.doors import Demo, without_demo
from serving import Person, TestClient, served

FIRST, OWN = "printed at the start", "nobody else knows"


def test_fear_the_first_administrator_works_with_the_password_that_was_printed() -> None:
    with served({}, demo=False) as (made, desk), TestClient(made, raise_server_exceptions=False) as client:
        desk.doors.people.first("administrator", FIRST, desk.house.now(), temporary=True)
        said = client.post("/api/sign-in/staff", json={"name": "administrator", "password": FIRST}).json()
        assert said["change"] is True
        root = Person(client, said["token"])
        for answer in (
            root.get("/api/staff"),
            root.get("/api/session"),
            root.post("/api/terminals", {"terminal": "T1"}),
        ):
            assert answer.status_code == 401
            assert answer.json()["error"]["message"] == "this password was given to you: choose your own to continue"
        assert root.post("/api/secret", {"old": FIRST, "new": OWN}).status_code == 200
        said = client.post("/api/sign-in/staff", json={"name": "administrator", "password": OWN}).json()
        assert said["change"] is False
        assert Person(client, said["token"]).get("/api/staff").status_code == 200


class Demonstration:
    """The store of a demonstration, and who was in it."""

    def __init__(self, folder: Path) -> None:
        self.url, self.path = f"sqlite:///{folder}/house.db", folder / "house.key"
        self.keys = Keys.load(self.path)
        with Store(self.url, self.keys) as store:
            people = People(store, self.keys, wall_clock(), PeopleSettings(hashing=QUICK))
            demo = Demo(people, self.keys, wall_clock)
            self.passwords = demo.passwords
            self.key, (self.token, _) = asyncio.run(demo.admit("guest-1", ""))

    def opened(self, store: Store, *, demo: bool) -> People:
        return People(store, self.keys, wall_clock(), PeopleSettings(hashing=QUICK, demo=demo))


def forgotten(url: str) -> None:
    """Records from before say nothing of a demonstration: the events as they were kept then."""
    import sqlite3

    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        for position, body in connection.execute("SELECT position, body FROM event WHERE kind = 'account-created'"):
            said = msgspec.json.decode(body)
            said.pop("demo", None)
            connection.execute("UPDATE event SET body = ? WHERE position = ?", (msgspec.json.encode(said), position))


@pytest.mark.parametrize("old", [False, True], ids=["marked", "from before"])
def test_fear_a_demonstrations_staff_and_guests_come_into_a_real_house(tmp_path: Path, old: bool) -> None:
    made = Demonstration(tmp_path)
    if old:
        forgotten(made.url)
    with Store(made.url, made.keys) as store:
        people, now = made.opened(store, demo=False), wall_clock()
        assert without_demo(people, made.keys) == (7, 1)
        for name, password in made.passwords.items():
            with pytest.raises(Refused):
                people.sign_in(name, password, now)
        with pytest.raises(Refused):
            people.sign_in("guest-1", made.key, now, terminal=True)
        with pytest.raises(Refused, match="not signed in"):
            people.who(made.token, now)
        # A demonstration it is again, if somebody wants it.
        assert made.opened(store, demo=True).sign_in("dealer", made.passwords["dealer"], wall_clock())


def test_fear_nobody_is_left_who_could_let_anybody_in(tmp_path: Path) -> None:
    made = Demonstration(tmp_path)
    command = ["account", "recover", "administrator", "--store", made.url, "--key", str(made.path)]
    done = CliRunner().invoke(app, command)
    found = re.match(r"administrator: sign in once with (\S+), then choose", done.output)
    assert found, done.output
    with Store(made.url, made.keys) as store:
        people = made.opened(store, demo=False)
        assert without_demo(people, made.keys) == (6, 1)
        token, _ = people.sign_in("administrator", found[1], wall_clock())
        with pytest.raises(Refused, match="choose your own to continue"):
            people.who(token, wall_clock())
        people.change_secret(token, found[1], OWN, wall_clock())
        token, _ = people.sign_in("administrator", OWN, wall_clock())
        assert people.who(token, wall_clock())
        events = list(store.records.events("staff:administrator"))
        kept = next(each for each in events if each.kind == "account-recovered")
        shown = told(kept).said
        assert set(shown) == {"host", "by"}
        assert all(shown.values())
        assert found[1].encode() not in b"".join(each.body for each in events)
        assert audit(store.records).defects == []


def test_recovery_asks_for_the_houses_key_and_an_account_that_there_is(tmp_path: Path) -> None:
    made = Demonstration(tmp_path)
    other = tmp_path / "other.key"
    other.write_text("22" * 32)
    for name, key, why in (("administrator", other, "is not the key"), ("nobody", made.path, "no account")):
        command = ["account", "recover", name, "--store", made.url, "--key", str(key)]
        assert why in str(CliRunner().invoke(app, command).exception)
    with Records(made.url) as records:
        assert not [
            each for each in records.events("staff:administrator") if isinstance(e.read(each.body), e.AccountRecovered)
        ]


def test_fear_an_account_is_recovered_behind_the_back_of_an_open_house(tmp_path: Path) -> None:
    made = Demonstration(tmp_path)
    command = ["account", "recover", "administrator", "--store", made.url, "--key", str(made.path)]
    with Store(made.url, made.keys):
        refused = CliRunner().invoke(app, command)
        assert isinstance(refused.exception, Refused)
        assert "\n" not in str(refused.exception)
    assert CliRunner().invoke(app, command).exit_code == 0
