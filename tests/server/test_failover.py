"""Two servers on one store: one is open, and the other takes over when it dies, falls silent or hands over."""

import contextlib
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.house.audit import audit
from croupier.house.ledger import terminal
from croupier.house.store import Records, standby
from croupier.house.store.chain import Head
from croupier.house.store.standby import Patience, Sighting
from croupier.refused import Refused
from program import croupier
from serving import UNWATCHED, Process
from stores import BACK_ENDS, connected, fresh, patiently
from troubling import writer_of

TABLES = """
[tables.tiger]
game = "tiger"
unit = "5.00"
limits = { all = "5.00..100,000.00" }
pace = { betting = 600, last_call = 1 }
"""


@contextlib.contextmanager
def house(url: str, folder: Path, *options: str) -> Iterator[Process]:
    (folder / "tables.toml").write_text(TABLES, "utf-8")
    with Process(url, folder, "--config", "tables.toml", "--no-players", *options, program=UNWATCHED) as process:
        yield process


def ready(process: Process) -> int:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"{process.base}/ready", timeout=5).status_code
    return 0


def opened(process: Process) -> None:
    patiently(lambda: ready(process) == 200, 120)


class Player:
    """A guest with one session, who bets at whichever server is open."""

    def __init__(self, base: str) -> None:
        guest = httpx.post(f"{base}/api/guests", timeout=60).json()
        self.name, self.headers = guest["terminal"], {"Authorization": f"Bearer {guest['token']}"}
        self.sent: dict[str, dict[str, Any]] = {}

    def bet(self, base: str, id: str) -> dict[str, Any]:
        """Bet in the round that is open; again under the same id it is the same bet."""
        if id not in self.sent:
            patiently(lambda: shown(base)["phase"] == "betting")
            command = {
                "command": "place-wager",
                "bettor": self.name,
                "wager": "banker",
                "stake": 1_000 * (len(self.sent) + 1),
            }
            self.sent[id] = {"id": id, "command": command, "round": shown(base)["number"]}
        path = f"{base}/api/tables/tiger/commands"
        answer = httpx.post(path, json=self.sent[id], headers=self.headers, timeout=60)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


def shown(base: str) -> dict[str, Any]:
    round: dict[str, Any] | None = httpx.get(f"{base}/api/tables/tiger", timeout=60).json()["public"]["round"]
    return round or {"phase": None}


def staked(url: str, player: Player) -> int:
    with Records(url) as records:
        return sum(
            each.posting.cents for each in records.history(terminal(player.name)) if each.posting.kind == "stake"
        )


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_fear_a_house_lives_and_dies_with_its_machine(back_end: str, tmp_path: Path) -> None:
    """Handed over, killed, suspended: the round goes on with the same session, and nobody writes who was replaced."""
    with fresh(back_end) as url, house(url, tmp_path) as one, house(url, tmp_path, "--standby") as two:
        for path in ("/ready", "/health", "/api/house"):
            answer = httpx.get(f"{two.base}{path}", timeout=60)
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "standing-by")
        player = Player(one.base)
        answers = [player.bet(one.base, "first")]

        said = croupier("handover", "--store", url, folder=tmp_path)
        assert re.match(rf"The house was handed over to .*, process {two.pid} on .*: it took \d+\.\d s\.", said.stdout)
        opened(two)
        answers.append(player.bet(two.base, "second"))
        assert player.bet(two.base, "first") == answers[0], "what was acknowledged there is known here"
        patiently(lambda: ready(one) == 503)

        two.kill()
        opened(one)
        answers.append(player.bet(one.base, "third"))
        with house(url, tmp_path, "--standby") as three:
            writer = writer_of(one.pid)
            assert writer
            for each in (one.pid, writer):
                os.kill(each, signal.SIGSTOP)
            opened(three)
            answers.append(player.bet(three.base, "fourth"))
            for each in (one.pid, writer):
                os.kill(each, signal.SIGCONT)
            status, log = one.ended()
            assert (status, log.count("Traceback")) == (2, 0), log
            assert re.search(rf"\ncroupier: the house has stopped: .* taken over by .*, process {three.pid} on", log)
            assert [player.bet(three.base, id) for id in ("first", "fourth")] == [answers[0], answers[3]]
            assert three.stop()[0] == 0
        # A handover interrupts nothing; a round that was interrupted before a card was drawn is void (ebaccarat 5.9.1).
        assert [each["round"] for each in answers] == [1, 1, 2, 3]
        assert staked(url, player) == 2_000 + 3_000 + 4_000, "each bet moved money once"
        with Records(url) as records:
            assert audit(records).defects == []
            assert len(records.terms()) >= 4


def test_a_handover_needs_a_house_and_somebody_to_take_it(tmp_path: Path) -> None:
    with fresh("sqlite") as url:
        said = croupier("handover", "--store", url, folder=tmp_path)
        assert (said.returncode, "no house is open on this store" in said.stderr) == (2, True)
        with house(url, tmp_path) as process:
            said = croupier("handover", "--store", url, folder=tmp_path)
            assert (said.returncode, "no standby waits for this store" in said.stderr) == (2, True)
            with connected(url) as connection:
                connection.exec_driver_sql("UPDATE lease SET host = 'elsewhere'")
                connection.commit()
            with pytest.raises(Refused, match="the house is open on elsewhere"):
                standby.hand_over(url)
            assert ready(process) == 200


# When to take the lease


def looks(patience: Patience, *sightings: Sighting | None, every: float = 0.25) -> list[str | None]:
    return [patience.judge(each, number * every) for number, each in enumerate(sightings)]


def beating(number: int) -> Sighting:
    return Sighting(held=True, beat=(1, number))


FREE, HELD = Sighting(held=False, beat=(1, 7)), beating(7)


def test_a_free_lease_is_taken_at_once_and_a_silent_one_in_time() -> None:
    assert looks(Patience(), HELD, FREE) == [None, "free"]
    found = looks(Patience(), *[HELD] * 100)
    assert 0.25 * found.index("silent") == pytest.approx(standby.SILENCE_SECONDS, abs=0.5)
    assert "silent" not in looks(Patience(), *map(beating, range(200)))


def test_fear_a_standby_that_was_suspended_takes_the_lease_from_a_house_that_lives() -> None:
    """It saw the same beat before and after an hour: of that it counts a second."""
    patience = Patience()
    assert [patience.judge(beating(1), at) for at in (0, 0.25, 3_600, 3_600.25)] == [None] * 4
    assert patience.judge(beating(3_600), 3_600.5) is None


def test_fear_a_database_comes_back_and_the_standby_is_faster_than_the_house() -> None:
    """Its holder has lost its session as everybody has, and may come back in the middle of a round."""
    found = looks(Patience(), HELD, None, *[FREE] * 20)
    assert 0.25 * (found.index("free") - 2) == pytest.approx(standby.RECONNECT_SECONDS, abs=0.5)
    assert looks(Patience(), HELD, None, *[FREE] * 8, HELD, *map(beating, range(9))) == [None] * 20
    assert looks(Patience(2.0), *[FREE] * 5) == [None] * 5, "who has handed over leaves it to others"


def test_a_program_without_a_beat_is_waited_for() -> None:
    assert looks(Patience(), *[Sighting(held=True)] * 100) == [None] * 100


def test_the_last_head_is_remembered_and_never_goes_back() -> None:
    patience = Patience()
    for position in (3, 5, 4):
        patience.judge(Sighting(held=True, head=Head(position, bytes(32))), 0)
    assert patience.seen.position == 5
