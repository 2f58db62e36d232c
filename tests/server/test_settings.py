"""The configuration: one file, the environment over it, options over that; checked, served with TLS, read again."""

import os
import signal
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from certificates import certify, trusting
from croupier.refused import Refused
from croupier.server.settings import ServerSettings, settings, tls_context
from program import croupier
from serving import UNWATCHED, Person, Process, message
from stores import patiently

TABLES = """
[tables.B1]
game = "tiger"
run = "dealer"
limits = { all = "5.00..500.00" }
"""
WRONG = """
[server]
port = 80210
tls_cert = "nothing.pem"
[limits]
requests = 100
per_adress = 5
[people]
idel = 3
[cage]
largest_buy_in = "lots"
[stores]
[tables.B1]
game = "tiger"
unit = "5.00"
decks = 3
pace = { bettin = 3 }
[tables.B1.limits]
player = "5.00..5,000.00"
banker = "5.00.."
sides = "5.00..100.00"
[tables.B2]
game = "leopard"
"""


def test_every_defect_is_named_with_its_line_and_nothing_is_started(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(WRONG, "utf-8")
    wrong = {"CROUPIER_SERVER_PROT": "1", "CROUPIER_LIMITS_CONNECTIONS": "many", "CROUPIER_PEOPLE_IDLE": "10"}
    done = croupier("check", "house.toml", folder=tmp_path, environment=wrong)
    assert done.returncode == 1
    assert [line.split(": ")[:3] for line in done.stdout.splitlines()] == [
        ["house.toml:3", "server", "port"],
        ["house.toml:4", "server", "tls_cert needs tls_key too"],
        ["house.toml:7", "limits", "there is no setting per_adress"],
        ["house.toml:9", "people", "Object contains unknown field `idel`"],
        ["house.toml:11", "unknown amount 'lots'", "write it like 12.50"],
        ["house.toml:12", "unknown section stores", "tables are [tables.NAME]"],
        ["house.toml:16", "B1", "tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)"],
        ["house.toml:17", "B1", "pace"],
        ["house.toml:20", "B1", "set a maximum for banker (ebaccarat 2.2)"],
        ["house.toml:22", "B2", "unknown game 'leopard'"],
        ["CROUPIER_LIMITS_CONNECTIONS", "Expected `int`, got `str`"],
        ["CROUPIER_SERVER_PROT", "there is no setting prot in [server]"],
    ]
    assert os.listdir(tmp_path) == ["house.toml"]
    (tmp_path / "house.toml").write_text("[server\n", "utf-8")
    assert croupier("check", "house.toml", folder=tmp_path).stdout.startswith("house.toml:1: not TOML: ")
    (tmp_path / "house.toml").write_text(TABLES, "utf-8")
    done = croupier("check", "house.toml", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "house.toml: 1 table, nothing is wrong\n")
    (tmp_path / "house.toml").write_text(f'[store]\nurl = "mysql://x"\n{TABLES}', "utf-8")
    said = croupier("check", "house.toml", folder=tmp_path).stdout
    assert said.startswith("house.toml:2: store: no store is at mysql://x: write sqlite:///")


def test_a_house_for_money_sells_no_demo_credits_by_whatever_it_is_told(tmp_path: Path) -> None:
    text = '[buy_in]\nsources = ["demo"]\npurchase = "1.00..2.00"\nday = "3.00"\n'
    (tmp_path / "house.toml").write_text(text + TABLES, "utf-8")
    assert croupier("check", "house.toml", folder=tmp_path).returncode == 0
    real = {"CROUPIER_SERVER_DEMO": "false"}
    done = croupier("check", "house.toml", folder=tmp_path, environment=real)
    assert done.stdout.startswith("house.toml:2: buy_in: demo credits are for a demonstration")


def test_options_stand_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    text = '[server]\nport = 1\ngrace = 1\nhosts = ["a.example"]\n[store]\nurl = "sqlite:///a.db"\n'
    file.write_text(f'{text}[keys]\nfile = "a.key"\n{TABLES}', "utf-8")
    environment = {
        "CROUPIER_CONFIG": str(file),
        "CROUPIER_SERVER_PORT": "2",
        "CROUPIER_SERVER_GRACE": "2",
        "CROUPIER_SERVER_PROXIES": "10.0.0.0/8, 127.0.0.1",
        "CROUPIER_PEOPLE_IDLE": "7",
        "CROUPIER_STORE": "sqlite:///b.db",
        "OTHER_SERVER_PORT": "9",
    }
    found = settings({"port": 3, "grace": None}, environment)
    assert (found.port, found.grace, found.hosts, found.proxies) == (3, 2, ("a.example",), ("10.0.0.0/8", "127.0.0.1"))
    assert (found.url, found.key) == ("sqlite:///b.db", tmp_path / "a.key")
    assert found.content["people"] == {"idle": 7}
    with pytest.raises(Refused, match="proxies takes an address or a network"):
        settings({}, {**environment, "CROUPIER_SERVER_PROXIES": "everybody"})


def test_a_wrong_certificate_is_refused_in_one_sentence(tmp_path: Path) -> None:
    cert, key = certify(tmp_path)
    other, sealed = certify(tmp_path, "other", password=b"secret")
    (tmp_path / "text.pem").write_text("no certificate", "utf-8")

    def said(cert: Path | None, key: Path | None) -> str:
        with pytest.raises(Refused) as caught:
            tls_context(ServerSettings(tls_cert=cert, tls_key=key))
        return str(caught.value)

    assert said(cert, None) == "tls_cert needs tls_key too: a certificate goes with its private key"
    missing = tmp_path / "missing.pem"
    assert said(missing, key) == f"tls_cert: cannot read {missing}: No such file or directory"
    assert said(tmp_path / "text.pem", key) == f"tls_cert: {tmp_path}/text.pem holds no certificate in PEM"
    assert said(other, key) == f"tls_key: {key} is not the key of the certificate in {other}"
    assert f"{other} and {sealed} are no certificate with its unencrypted key" in said(other, sealed)
    key.chmod(0o644)
    assert said(cert, key) == f"tls_key: {key} may be used by others than its owner (mode 0644): chmod 600 {key}"
    key.chmod(0o640)
    assert tls_context(ServerSettings(tls_cert=cert, tls_key=key)) is not None, "a group may read it"


def test_a_house_with_tls_takes_over_what_it_safely_can_when_told_to_read_again(tmp_path: Path) -> None:
    first, _ = certify(tmp_path)
    secret = tmp_path / "house-key.pem"
    text = '[server]\ntls_cert = "house.pem"\ntls_key = "house-key.pem"\n' + TABLES
    file = tmp_path / "house.toml"
    file.write_text(text, "utf-8")
    old = trusting(first)

    def read_again(begins: str) -> str:
        """Tell the house to read its configuration again; the line of the log about it."""
        os.kill(process.pid, signal.SIGHUP)
        patiently(lambda: bool(_lines(tmp_path, begins)))
        return _lines(tmp_path, begins)[-1]

    options = ("--config", "house.toml", "--no-players")
    with Process(f"sqlite:///{tmp_path}/house.db", tmp_path, *options, program=UNWATCHED) as process:
        assert process.base.startswith("https://127.0.0.1:")
        assert httpx.get(f"{process.base}/health", verify=old).json()["status"] == "ok"
        live = f"{process.base.replace('https', 'wss')}/api/tables/B1/live"
        with connect(live, ssl=old) as socket:
            socket.send('{"say": "hello"}')
            assert message(socket.recv())["say"] == "snapshot"

        changed = text.replace("500.00", "900.00").replace(
            "[server]", '[store]\ncheckpoints = "elsewhere"\n[server]\nhosts = ["casino.example"]'
        )
        file.write_text(
            f'{changed}\n[people]\nidle = 7\n[tables.B2]\ngame = "tiger"\nlimits = {{ all = "1.00..2.00" }}\n'
        )
        # As a program that renews certificates leaves it, with a file that only its owner can read.
        secret.unlink()
        new, _ = certify(tmp_path)
        said = read_again("the configuration was read again: changed")
        assert said.endswith(
            "changed server.hosts, the certificate, people.idle, tables.B1; "
            "waits for a restart: store.checkpoints, tables.B2"
        ), said
        with pytest.raises(httpx.ConnectError, match="certificate verify failed"):
            httpx.get(f"{process.base}/health", verify=old)
        with httpx.Client(base_url=process.base, verify=trusting(new)) as http:
            assert http.get("/health", headers={"Host": "casino.example"}).status_code == 200
            name = {"name": "pit-manager", "password": process.passwords["pit-manager"]}
            manager = Person(http, http.post("/api/sign-in/staff", json=name).json()["token"])
            patiently(lambda: "5.00..900.00" in manager.get("/api/tables/B1/configuration").text)

        file.write_text(changed.replace('game = "tiger"', 'game = "leopard"'), "utf-8")
        said = read_again("the configuration was read again and has defects")
        assert "everything stays as it was: B1: unknown game 'leopard'" in said
        with httpx.Client(base_url=process.base, verify=trusting(new)) as http:
            assert http.get("/health", headers={"Host": "casino.example"}).status_code == 200


def _lines(folder: Path, begins: str) -> list[str]:
    (output,) = folder.glob("output-*.txt")
    return [line for line in output.read_text("utf-8").splitlines() if begins in line]
