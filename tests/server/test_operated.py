"""What an operator sees of a house: its metrics, its log, whether it is ready, `croupier status`."""

import logging
import time
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from croupier.house.store import Unavailable
from croupier.server import pulse
from croupier.words import sentence_from
from program import croupier
from serving import Person, TestClient, listening, served


def figures(client: Any) -> dict[tuple[str, ...], float]:
    """The metrics by name and the values of their labels, in the order of the labels' names."""
    families = text_string_to_metric_families(client.get("/metrics").text)
    samples = [sample for family in families for sample in family.samples]
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


def test_a_table_that_has_stopped_is_seen_everywhere(caplog: pytest.LogCaptureFixture) -> None:
    with served() as (app, desk), listening(app) as port:
        url = f"http://127.0.0.1:{port}"
        done = croupier("status", "--url", url)
        assert done.stdout.splitlines()[:3] == [
            "house         ok",
            "tables        2 playing",
            "players       0 with wagers, 0 terminals connected, 0 sockets",
        ]
        assert done.returncode == 0, done.stderr
        desk.house.tables["B1"].stop(sentence_from("the shoe is gone"))
        (line,) = [each for each in caplog.records if each.levelno == logging.ERROR]
        assert line.getMessage() == "table B1 has stopped until it is repaired: the shoe is gone"
        done = croupier("status", "--url", url)
        assert done.returncode == 1
        assert done.stdout.splitlines()[:3] == [
            "house         degraded",
            "tables        1 stopped, 1 playing",
            "              B1 has stopped: the shoe is gone",
        ]
        assert croupier("status", "--url", "http://127.0.0.1:1").stderr.startswith("croupier: no house answers at")
    with served() as (app, desk), TestClient(app) as client:
        desk.house.tables["B1"].stop(sentence_from("the shoe is gone"))
        found = figures(client)
        assert found["croupier_tables", "stopped"] == found["croupier_table_stopped_why", "B1", "text"] == 1
        assert found["croupier_tables", "playing"] == 1


def test_what_players_do_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    with served(often=5) as (app, desk), TestClient(app) as client:
        guest = Person.guest(client)
        assert guest.give("B1", "place-wager", wager="banker", stake=2_000).status_code == 200
        found = figures(client)
        assert found["croupier_table_players", "B1"] == 1
        assert found["croupier_commands_total", "200", "B1"] == 1
        assert found["croupier_acknowledgement_seconds_count",] == 1
        assert found["croupier_lease_held",] == 1
        assert found["croupier_store_in_flight",] == found["croupier_store_errors_total",] == 0
        assert found["process_open_fds",] > 0
        while desk._sheds("198.51.100.7", "/api/tables") is None:
            desk.requests.take("198.51.100.7", time.monotonic())
        for _ in range(50):
            desk._sheds("198.51.100.7", "/api/tables")
        refusals = [each.getMessage() for each in caplog.records if "are refused" in each.getMessage()]
        assert refusals == [
            "requests are refused, the first of them from 198.51.100.7: too many requests: wait a moment"
        ]


def test_a_house_whose_store_is_away_counts_it_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pulse, "FRESH_SECONDS", 0.0)
    with served() as (app, desk), TestClient(app) as client:
        guest = Person.guest(client)
        store, away = desk.house.store, Unavailable("store-closed")
        with monkeypatch.context() as while_away:
            while_away.setattr(store.writer, "commit", lambda batch: [away] * len(batch))
            assert guest.give("B1", "place-wager", wager="banker", stake=2_000).status_code == 503
            assert [client.get("/ready").status_code for _ in range(3)] == [503] * 3
            assert figures(client)["croupier_store_errors_total",] >= 1
        assert client.get("/ready").status_code == 200
        said = [each.getMessage() for each in caplog.records if each.name == "croupier.server"]
        assert [each.partition(":")[0] for each in said] == ["the house is not ready", "the house is ready again"]
