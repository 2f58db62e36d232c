"""What a house of this version leaves behind, kept for ever: a store, its key, a backup, an evidence pack.

    PYTHONPATH=src python tests/support/keepsakes.py      # once for each version whose records are others

Every later version opens, verifies, replays, reports and plays on what lies under `tests/golden/stores`. What was
written once is never written again: a folder that is there already is left alone.
"""

import lzma
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from croupier import __version__
from croupier.games.catalogue import GAMES
from croupier.games.round import encode
from croupier.house.accounting.report import report
from croupier.house.configuration import Configuration
from croupier.house.events import AMENDED, TableConfigured, read_house
from croupier.house.evidence import pack
from croupier.house.recall.replay import Replay
from croupier.house.rounds import read_amendment
from croupier.house.store import Records
from croupier.house.store.backup import copy
from floor import BEGINNING, HOUR, Casino, tables
from places import GOLDEN
from stores import KEYS

STORES = GOLDEN / "stores"
SEED, HOURS = 5, 0.3


def _configured(stored: dict[str, Any]) -> Configuration:
    """A configuration of any version."""
    event = read_house(msgspec.json.encode({"event": "table-configured", "version": 1, "configuration": stored}))
    assert isinstance(event, TableConfigured)
    return event.configuration


class Keepsake:
    """What one version left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.evidence, self.key = folder / "evidence.zip", folder / "house.key"
        self.facts: dict[str, Any] = msgspec.json.decode((folder / "facts.json").read_bytes())
        """What that version made of its store."""
        tables: dict[str, Any] = msgspec.json.decode((folder / "tables.json").read_bytes())
        self.tables = {name: _configured(each) for name, each in tables.items()}

    @contextmanager
    def store(self, name: str = "house") -> Iterator[str]:
        """The URL of a copy to do anything with."""
        with tempfile.TemporaryDirectory(prefix="croupier-keepsake-") as folder:
            path = Path(folder, f"{name}.db")
            path.write_bytes(lzma.decompress((self.folder / f"{name}.db.xz").read_bytes()))
            yield f"sqlite:///{path}"


def facts(records: Records) -> dict[str, Any]:
    """What a version makes of a store: every round with its money and clauses, every account, the books."""
    rounds: dict[str, Any] = {}
    for stream in records.streams("table:"):
        table = stream.partition(":")[2]
        last = records.last(stream, ("round-begun",))
        for number in range(1, 1 + (_number(last.body) if last else 0)):
            recalled = Replay(records, table, number).recalled()
            rounds[f"{table}/{number}"] = {
                "phase": recalled.phase,
                "hash": recalled.hash,
                "net": recalled.net,
                "lines": [
                    [each.bettor, each.wager, each.stake, each.net, list(each.clauses)] for each in recalled.lines
                ],
            }
    books = report(records, BEGINNING, BEGINNING + 24 * HOUR)
    head = records.head()
    made = {
        "at": records.events_at([head.position])[0].at,
        "position": head.position,
        "hash": head.hash,
        "balances": records.balances(),
        "rounds": rounds,
        "books": {name: books.by[name] for name in ("table", "wager")} | {"total": books.total},
    }
    found: dict[str, Any] = _rounded(msgspec.json.decode(encode(made)))
    return found


def _rounded(value: Any) -> Any:
    """What was added up in floating point comes out a little otherwise in another order."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list) else value


def _number(body: bytes) -> int:
    number: int = msgspec.json.decode(body)["round"]
    return number


def main() -> None:
    folder = STORES / __version__
    if folder.exists():
        sys.exit(f"{folder} is there already, and what is kept is kept")
    folder.mkdir(parents=True)
    made = tables(random.Random(SEED), tuple(GAMES))
    with tempfile.TemporaryDirectory() as scratch:
        house, backup = Path(scratch, "house.db"), Path(scratch, "backup.db")
        url = f"sqlite:///{house}"
        casino = Casino(SEED, made, url=url)
        casino.play(HOURS)
        casino.check()
        casino.store.close()
        copy(url, f"sqlite:///{backup}")
        with Records(url) as records:
            amended = records.rare_events(AMENDED)[0]
            table, number = amended.stream.partition(":")[2], read_amendment(amended).round
            (folder / "evidence.zip").write_bytes(pack(records, table, number, casino.now, KEYS))
            (folder / "facts.json").write_bytes(msgspec.json.format(encode(facts(records)), indent=1) + b"\n")
        for each in (house, backup):
            (folder / f"{each.name}.xz").write_bytes(lzma.compress(each.read_bytes(), preset=9))
    (folder / "house.key").write_text(bytes(range(32)).hex() + "\n", "ascii")
    (folder / "tables.json").write_bytes(msgspec.json.format(encode(made), indent=1) + b"\n")


if __name__ == "__main__":
    main()
