"""A copy of the whole store, from either kind to either, made while the house goes on, and gone back to."""

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from casino import Table, buy_in, day
from croupier.commands import app
from croupier.house.audit import audit
from croupier.house.store import Records, Store
from croupier.house.store.backup import copy
from croupier.house.store.schema import lease, metadata
from croupier.refused import Refused
from stores import BACK_ENDS, KEYS, an_append, connected, fresh


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All that lies in a store."""
    with connected(url) as connection:
        return {
            table.name: sorted(tuple(row) for row in connection.execute(sa.select(table)))
            for table in metadata.sorted_tables
            if table is not lease
        }


@pytest.mark.parametrize("target", BACK_ENDS)
@pytest.mark.parametrize("source", BACK_ENDS)
def test_a_copy_is_the_same_store_and_the_house_goes_on_from_it(source: str, target: str) -> None:
    with fresh(source) as first, fresh(target) as second:
        with Store(first, KEYS, every=20) as store:
            day(store, KEYS, ("tiger", "lucky-8"))
            assert copy(first, second) == store.records.head().position
            assert rows(first) == rows(second)
        with Store(second, KEYS) as store:
            Table(store, KEYS, "e-blackjack.1", "e-blackjack", 7).play()
            assert audit(store.records).defects == []


def test_fear_a_copy_of_a_busy_house_has_half_of_something() -> None:
    with fresh("sqlite") as first, fresh("sqlite") as second, Store(first, KEYS, every=10) as store:
        buy_in(store)
        end = threading.Event()

        def play() -> None:
            table = Table(store, KEYS, "tiger.1", "tiger", 1)
            while not end.is_set():
                table.play()

        playing = threading.Thread(target=play)
        playing.start()
        try:
            while store.records.head().position < 200:
                pass
            copied = copy(first, second)
        finally:
            end.set()
            playing.join()
        assert 200 <= copied <= store.records.head().position
        with Records(second) as records:
            found = audit(records)
        assert (found.defects, records.head().position) == ([], copied)


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_fear_a_copy_is_written_over_another_store(back_end: str) -> None:
    with fresh("sqlite") as first, fresh(back_end) as second:
        for url in (first, second):
            with Store(url, KEYS) as store:
                store.append(an_append())
        before = rows(second)
        with pytest.raises(Refused, match="holds a store already"):
            copy(first, second)
        assert rows(second) == before


def test_fear_a_copy_that_is_broken_off_looks_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh("sqlite") as first, fresh("sqlite") as second:
        with Store(first, KEYS) as store:
            day(store, KEYS, ("tiger",))
        pages = Records.pages

        def stopped(records: Records, table: sa.Table, page: int) -> object:
            if table.name == "receipt":
                raise KeyboardInterrupt
            return pages(records, table, page)

        monkeypatch.setattr(Records, "pages", stopped)
        with pytest.raises(KeyboardInterrupt):
            copy(first, second)
        assert not any(rows(second).values())
        monkeypatch.undo()
        assert copy(first, second)


def test_the_command_copies_and_verifies(tmp_path: Path) -> None:
    url, copied = f"sqlite:///{tmp_path}/house.db", f"sqlite:///{tmp_path}/backup.db"
    with Store(url, KEYS) as store:
        day(store, KEYS, ("tiger",))
    done = CliRunner().invoke(app, ["backup", copied, "--store", url], standalone_mode=False)
    assert (done.return_value, done.exception) == (0, None)
    assert "events copied; verification of the copy:" in done.output
    assert "nothing is wrong" in done.output
    done = CliRunner().invoke(app, ["backup", copied, "--store", url], standalone_mode=False)
    assert "holds a store already" in str(done.exception)
