"""Whatever is changed in a store behind the house's back is found, and said in one line."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from casino import buy_in, day
from croupier.cards import Card
from croupier.games.catalogue import GAMES
from croupier.games.messages import VoidRound
from croupier.games.round import Role
from croupier.house import events as house
from croupier.house.audit import audit, read_checkpoint
from croupier.house.keys import Keys
from croupier.house.ledger import Posting, bought_in
from croupier.house.shoe import Opening, Shoe
from croupier.house.store import Append, Draft, Records, Store, schema
from croupier.refused import Refused
from program import croupier
from stores import BACK_ENDS, KEYS, an_append, connected, fresh

SMALL = ("tiger", "lucky-8", "e-blackjack")


def defects(url: str, **more: Any) -> list[str]:
    with Records(url) as records:
        return [str(each) for each in audit(records, **more).defects]


def change(url: str, *statements: str) -> None:
    with connected(url) as connection:
        if connection.dialect.name == "sqlite":
            connection.rollback()
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        for statement in statements:
            connection.exec_driver_sql(statement)
        connection.commit()


@pytest.fixture(scope="module", params=BACK_ENDS)
def kept(request: pytest.FixtureRequest) -> Iterator[str]:
    """A casino day, for tests that leave it as it was."""
    with fresh(request.param) as url:
        with Store(url, KEYS, every=20) as store:
            day(store, KEYS, SMALL)
        yield url


@pytest.fixture(params=BACK_ENDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with fresh(request.param) as found:
        yield found


def test_a_day_of_all_eleven_games_has_nothing_wrong() -> None:
    with fresh("sqlite") as url:
        with Store(url, KEYS, every=100) as store:
            tables = day(store, KEYS, tuple(GAMES), rounds=6, cut=300)
        assert len({table.shoes for table in tables} - {1}) > 0, "some shoe was played to its cut"
        with Records(url) as records:
            found = audit(records)
            assert found.defects == []
            assert records.balances("stakes:") == {}
        assert found.counts["rounds"] == 6 * len(GAMES) == found.counts["settled"]
        assert found.counts["opened"] == sum(table.shoes - 1 for table in tables)
        assert found.counts["cards"] > 300
        assert found.counts["unsigned"] == 0
        assert found.key == KEYS.public.hex()


def test_a_store_is_audited_while_the_house_goes_on(url: str) -> None:
    with Store(url, KEYS) as store:
        buy_in(store)
        with store.records.snapshot() as records:
            before = records.head().position
            store.append(an_append("terminal:Ann", bought_in("Ann", 5)))
            assert records.head().position == before
        assert [str(each) for each in audit(store.records).defects] == []


# Any byte of any row

TABLES = {"event": schema.event, "posting": schema.posting, "checkpoint": schema.checkpoint, "receipt": schema.receipt}


@settings(
    max_examples=60,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
@pytest.mark.parametrize("name", TABLES)
def test_fear_a_byte_is_changed_and_nobody_notices(kept: str, name: str, data: st.DataObject) -> None:
    table = TABLES[name]
    with connected(kept) as connection:
        rows = list(connection.execute(sa.select(table).order_by(*table.primary_key)))
        row = data.draw(st.sampled_from(rows))
        column = data.draw(st.sampled_from([each for each in table.c if row._mapping[each.name] not in (b"", "")]))
        value = row._mapping[column.name]
        changed = flipped(value, data)
        if connection.dialect.name == "sqlite":
            connection.rollback()
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        mine = sa.and_(*(each == row._mapping[each.name] for each in table.primary_key))
        try:
            connection.execute(sa.update(table).where(mine).values({column.name: changed}))
            connection.commit()
        except sa.exc.DBAPIError:
            connection.rollback()
            return  # the database itself refuses it
        try:
            assert defects(kept), f"{column} of {mine} was {value!r} and is {changed!r}"
        finally:
            now = {each.name: row._mapping[each.name] for each in table.primary_key} | (
                {column.name: changed} if column.primary_key else {}
            )
            mine = sa.and_(*(each == now[each.name] for each in table.primary_key))
            connection.execute(sa.update(table).where(mine).values({column.name: value}))
            connection.commit()
    assert not data.draw(st.integers(0, 9)) or not defects(kept)


def flipped(value: Any, data: st.DataObject) -> Any:
    """The value with one bit of it turned."""
    if isinstance(value, int):
        return value ^ 1 << data.draw(st.integers(0, 40))
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    return raw.decode("latin-1") if isinstance(value, str) else bytes(raw)


def test_fear_text_that_is_no_text_hides_the_damage() -> None:
    with fresh("sqlite") as url:
        with Store(url, KEYS) as store:
            store.append(an_append())
        change(url, "UPDATE event SET stream = CAST(x'ff1b5b' AS TEXT)")
        assert defects(url) == ["chain: event 1 ('\\\\udcff\\x1b[' 1): it, or what was stored with it, was altered"]


@pytest.mark.parametrize("table", ["event", "posting", "checkpoint", "balance", "receipt"])
def test_fear_a_row_is_taken_out(url: str, table: str) -> None:
    with Store(url, KEYS, every=5) as store:
        day(store, KEYS, ("tiger",), rounds=1)
    key = {"balance": "account", "receipt": "id"}.get(table, "position")
    with connected(url) as connection:
        middle = connection.exec_driver_sql(f"SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET 1").scalar()
    dependent = (
        ()
        if table != "event"
        else tuple(f"DELETE FROM {each} WHERE position = {middle}" for each in ("posting", "receipt"))
    )
    change(url, *dependent, f"DELETE FROM {table} WHERE {key} = '{middle}'")
    assert defects(url)


def test_fear_the_end_is_cut_off(url: str) -> None:
    with Store(url, KEYS) as store:
        for _ in range(5):
            store.append(an_append())
    change(url, "DELETE FROM event WHERE position > 3")
    assert defects(url) == ["chain: checkpoint 5: the house signed for 5 events, and 3 are there"]


def test_fear_the_end_is_cut_off_with_what_was_signed(url: str, tmp_path: Path) -> None:
    """Then only a checkpoint that somebody else has kept tells."""
    for _ in range(2):
        with Store(url, KEYS) as store:
            store.append(an_append())
            mine = store.records.checkpoints()
    with Records(url) as records:
        mine = records.checkpoints()
    file = tmp_path / "mine.json"
    file.write_bytes(msgspec.json.encode(mine[-1]))
    assert defects(url, witness=read_checkpoint(file)) == []
    change(url, "DELETE FROM event WHERE position = 2", "DELETE FROM checkpoint WHERE position = 2")
    assert defects(url) == []
    said = defects(url, witness=read_checkpoint(file))
    assert said == ["chain: checkpoint 2: the house signed for 2 events, and 1 are there"]


def test_fear_everything_is_written_anew_with_another_key(url: str) -> None:
    with Store(url, Keys(bytes(32))) as store:
        store.append(an_append())
    assert defects(url) == []
    said = defects(url, key=KEYS.public)
    assert len(said) == 1
    assert "signed with the key fd6f1ad3, not" in said[0]


def test_fear_a_balance_is_made_up(url: str) -> None:
    with Store(url, KEYS) as store:
        buy_in(store)
    change(url, "UPDATE balance SET cents = cents + 100 WHERE account = 'terminal:Ann'")
    assert defects(url) == [
        "books: terminal:Ann: it is said to hold 1,000,001.00, and its postings are 1,000,000.00",
        "books: all accounts come to 1.00, not to nothing",
    ]


def test_fear_a_settlement_that_the_rules_do_not_make(url: str) -> None:
    """Chained and signed, and wrong: the round is played again and tells."""
    with Store(url, KEYS) as store:
        (table,) = day(store, KEYS, ("tiger",), rounds=0)
        table.give(table.messages.OpenBets(terms=table.terms), Role.DEALER)
        (event,) = table.family.decide(
            table.round, table.messages.PlaceWager(bettor="Ann", wager="banker", stake=10_000), Role.PLAYER
        )
        cheap = Posting("terminal:Ann", "stakes:tiger.1/1", 100, "stake")
        table.keep([house.in_round(1, event, [cheap])])
    said = defects(url)
    assert len(said) == 1
    assert "it moved 1.00 terminal:Ann to stakes:tiger.1/1, and by the rules 100.00 terminal:Ann to" in said[0]


def test_fear_a_round_is_forgotten_with_money_in_it(url: str) -> None:
    with Store(url, KEYS) as store:
        (table,) = day(store, KEYS, ("tiger",), rounds=0)
        table.give(table.messages.OpenBets(terms=table.terms), Role.DEALER)
        table.give(table.messages.PlaceWager(bettor="Ann", wager="banker", stake=10_000), Role.PLAYER)
        assert defects(url) == [], "a round that goes on may have something in play"
        table.number += 1
        table.keep([house.in_round(2, table.messages.BetsOpened(terms=table.terms))])
    said = defects(url)
    assert [line.partition("): ")[2] or line for line in said] == [
        "a round begins, and round 1 is still betting",
        "rounds: stakes:tiger.1/1: 100.00 is still in play in a round that is over",
    ]


def test_a_void_round_is_nothing_wrong(url: str) -> None:
    with Store(url, KEYS) as store:
        (table,) = day(store, KEYS, ("tiger",), rounds=0)
        table.give(table.messages.OpenBets(terms=table.terms), Role.DEALER)
        table.give(table.messages.PlaceWager(bettor="Ann", wager="banker", stake=10_000), Role.PLAYER)
        table.give(VoidRound(clause=table.terms.rules.clause("5.1.1")), Role.PIT_MANAGER)
        assert store.records.balance("terminal:Ann") == 10**8
    assert defects(url) == []


def test_fear_a_card_is_played_that_was_not_in_the_shoe(url: str) -> None:
    with Store(url, KEYS) as store:
        (table,) = day(store, KEYS, ("tiger",), rounds=0)
        drawn = table.shoe.draw()
        other = next(card for card in table.terms.shoe if card != drawn.card)
        false = msgspec.structs.replace(drawn, card=other)
        name = table.shoe.commitment.shoe
        table.keep([house.drafted(house.CardDrawn(shoe=name, round=1, drawn=false))])
        table.keep([house.drafted(house.CardDrawn(shoe="another", round=1, drawn=drawn))])
        table.keep([house.drafted(house.CardBurned(shoe=name, index=9))])
        other_opening = Opening(bytes(32).hex(), table.shoe.retire().order)
        table.keep([house.drafted(house.ShoeRetired(shoe=name, opening=other_opening))])
    said = [line.partition("): ")[2] for line in defects(url)]
    assert said == [
        f"card 0, shown as {other}, is not the one that was committed to",
        "shoe another was never published",
        "card 9 left the shoe, and card 1 was next",
        f"the opening of shoe {name} is not what was committed to",
    ]


def test_fear_another_card_is_dealt_than_was_drawn(url: str) -> None:
    with Store(url, KEYS) as store:
        (table,) = day(store, KEYS, ("tiger",), rounds=0)
        table.give(table.messages.OpenBets(terms=table.terms), Role.DEALER)
        table.give(table.messages.CloseBets(), Role.DEALER)
        drawn = table.shoe.draw()
        other = next(card for card in table.terms.shoe if card != drawn.card)
        draft = house.drafted(house.CardDrawn(shoe=table.shoe.commitment.shoe, round=1, drawn=drawn))
        table.give(table.messages.DealCard(card=other), Role.DEALER, [draft])
    assert [line.partition("): ")[2] for line in defects(url)] == [
        f"{other} was dealt, and another card was drawn for it"
    ]


def test_fear_the_burn_card_is_played(url: str) -> None:
    with Store(url, KEYS) as store:
        (table,) = day(store, KEYS, ("tiger",), rounds=0)
        table.keep([house.drafted(house.ShoeRetired(shoe="tiger.1-1", opening=table.shoe.retire()))])
        again = Shoe.shuffled("again", table.terms.shoe, KEYS, cut=14, burn=1, entropy=os.urandom)
        drawn = house.CardDrawn(shoe="again", round=1, drawn=again.draw())
        table.keep([house.drafted(house.opened(again)), house.drafted(drawn)])
    assert [line.partition("): ")[2] for line in defects(url)] == ["card 0 was to be burned, and was drawn"]


def test_fear_a_card_is_dealt_that_was_never_drawn(url: str) -> None:
    with Store(url, KEYS) as store:
        (table,) = day(store, KEYS, ("tiger",), rounds=1)
        table.give(table.messages.OpenBets(terms=table.terms), Role.DEALER)
        table.give(table.messages.CloseBets(), Role.DEALER)
        table.give(table.messages.DealCard(card=Card("AS")), Role.DEALER)
    assert [line.partition("): ")[2] for line in defects(url)] == ["AS was dealt, and no card was drawn for it"]


def test_events_that_cannot_be_read_are_said_and_the_rest_goes_on(url: str) -> None:
    bodies = {
        "round:bets-closed": [b"{}", b'{"round":1,"event":{"event":"bets-closed"}}'],
        "round:bets-opened": [b'{"round":1,"event":{"event":"bets-opened","terms":{"game":"poker"}}}', b"\xff"],
        "card-drawn": [b"nonsense"],
        "bought-in": [b'{"event":"bought-in","terminal":"Ann","cents":5}'],
        "round:card-dealt": [b"1"],
    }
    with Store(url, KEYS) as store:
        for kind, body in ((kind, body) for kind, some in bodies.items() for body in some):
            store.append(Append(stream="table:X", drafts=(Draft(kind, body),), at=1, actor="x"))
        day(store, KEYS, ("tiger",), rounds=1)
    said = defects(url)
    assert len(said) >= 6
    assert all("\n" not in line for line in said)
    assert "books: event 6 (table:X 6): its postings are not what it says happened" in said


# The command


def run(*arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return croupier("verify", *arguments, environment=env)


def test_the_program_verifies(kept: str) -> None:
    done = run("--store", kept)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("nothing is wrong\n")
    done = run("--json", CROUPIER_STORE=kept)
    told = json.loads(done.stdout)
    assert (done.returncode, told["defects"], told["key"]) == (0, [], KEYS.public.hex())
    done = run("--store", kept, "--key", "00" * 32)
    assert done.returncode == 1
    assert "defects" in done.stdout.splitlines()[-1]


def test_the_program_says_what_it_cannot_do_in_one_line(tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path}/nothing.db"
    for arguments in (
        ["--store", nowhere],
        ["--store", "nonsense"],
        ["--store", nowhere, "--key", "x"],
        ["--store", nowhere, "--checkpoint", str(tmp_path / "none")],
        ["--store", "postgresql:///x?host=/nowhere"],
    ):
        done = run(*arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    assert not list(tmp_path.iterdir()), "looking makes nothing"


def test_a_file_that_is_torn_is_said_in_one_line(tmp_path: Path) -> None:
    with fresh("sqlite") as url:
        with Store(url, KEYS) as store:
            day(store, KEYS, ("tiger",), rounds=2)
        path = tmp_path / "torn.db"
        shutil.copy(url.removeprefix("sqlite:///"), path)
    data = bytearray(path.read_bytes())
    for at in range(3 * 4096, len(data), 4096):
        data[at : at + 200] = os.urandom(200)
    path.write_bytes(data)
    done = run("--store", f"sqlite:///{path}")
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    path.write_bytes(b"nonsense" * 1_000)
    done = run("--store", f"sqlite:///{path}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_checkpoint_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}")
    with pytest.raises(Refused, match="is not a checkpoint"):
        read_checkpoint(path)
