"""The house's key, its files and its vouchers, tested by fears: another key, who reads along, a stolen store."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.commands import app
from croupier.games.round import Role, encode
from croupier.house.audit import audit
from croupier.house.events import HouseOpened, VoucherIssued, drafted
from croupier.house.house import House
from croupier.house.keys import Keys
from croupier.house.people import QUICK, People, PeopleSettings
from croupier.house.store import Append, Records, Store
from croupier.house.store.backup import copy
from croupier.house.store_key import keys_of
from croupier.house.table import Answer, Request
from croupier.refused import Refused
from stores import BACK_ENDS, fresh

KEY = "11" * 32
WRONG = "22" * 32


def key_in(folder: Path, secret: str = KEY, name: str = "house.key") -> Path:
    path = folder / name
    path.write_text(f"{secret}\n")
    path.chmod(0o600)
    return path


def paid(house: House, name: str, id: str, **said: object) -> Answer:
    body = encode({"command": said.pop("command"), **said})
    reply = house.pay(name, Request(id=id, actor="staff:cage", by=Role.DEALER, body=body))
    while not reply.done:
        house.pump()
    return reply.result()


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_fear_a_house_opens_with_another_key_or_a_new_one(back_end: str, tmp_path: Path) -> None:
    with fresh(back_end) as url:
        path = tmp_path / "house.key"
        first = keys_of(url, path)
        assert path.is_file(), "a new house makes its key"
        with Store(url, first) as store:
            store.append(Append(stream="house", drafts=(drafted(HouseOpened(program="")),), at=1, actor="house"))
        assert keys_of(url, path).public == first.public
        path.rename(tmp_path / "elsewhere.key")
        with pytest.raises(Refused, match=r"house\.key is missing, and the records of .* are sealed with it: put "):
            keys_of(url, path)
        assert not path.exists(), "and makes no other"
        key_in(tmp_path, WRONG)
        with pytest.raises(Refused, match=r"house\.key is not the key that the records of .* are signed with .* --key"):
            keys_of(url, path)
        assert keys_of(url, tmp_path / "elsewhere.key").public == first.public


def test_fear_a_house_that_was_killed_before_it_signed_anything_opens_with_another_key(tmp_path: Path) -> None:
    keys = Keys(bytes.fromhex(KEY))
    for opened in (True, False):
        url = f"sqlite:///{tmp_path}/{opened}.db"
        store = Store(f"sqlite:///{tmp_path}/live.db", keys)
        People(store, keys, 1, PeopleSettings(hashing=QUICK)).first("ruth", "ruth knows this one", 1)
        if opened:
            said = drafted(HouseOpened(program="", key=keys.public.hex()))
            store.append(Append(stream="house", drafts=(said,), at=1, actor="house"))
        copy(store.url, url)
        store.close()
        (tmp_path / "live.db").unlink()
        with Records(url) as records:
            assert not records.checkpoints()
        assert keys_of(url, key_in(tmp_path)).public == keys.public
        with pytest.raises(Refused, match="is not the key"):
            keys_of(url, key_in(tmp_path, WRONG))


def test_fear_a_command_signs_with_a_key_that_is_not_the_houses(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    with Store(url, Keys(bytes.fromhex(KEY))) as store:
        store.append(Append(stream="house", drafts=(drafted(HouseOpened(program="")),), at=1, actor="house"))
    wrong = key_in(tmp_path, WRONG, "wrong.key")
    command = [sys.executable, "-m", "croupier", "serve", "--port", "0", "--store", url]
    served = subprocess.run([*command, "--key", "none.key"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert served.returncode == 2
    assert served.stderr.startswith("croupier: the key none.key is missing, and the records of sqlite:///")
    assert served.stderr.count("\n") == 1
    closing = ["books", "--day", "2026-05-01", "--close", "--store", url, "--key", str(wrong)]
    refused = CliRunner().invoke(app, closing)
    assert "is not the key" in str(refused.exception)
    evidence = ["evidence", "B1", "1", "-o", str(tmp_path / "x.zip"), "--store", url, "--key", str(wrong)]
    assert "is not the key" in str(CliRunner().invoke(app, evidence).exception)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_fear_others_on_the_machine_read_the_records_or_the_key(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        url, path = f"sqlite:///{tmp_path}/house.db", tmp_path / "house.key"
        keys = keys_of(url, path)
        with Store(url, keys) as store:
            store.append(Append(stream="house", drafts=(drafted(HouseOpened(program="")),), at=1, actor="house"))
            assert CliRunner().invoke(app, ["backup", f"sqlite:///{tmp_path}/backup.db", "--store", url]).exit_code == 0
            found = {each.name: mode(each) for each in tmp_path.iterdir()}
        assert {"house.db", "house.db-wal", "house.db-shm", "house.key", "backup.db"} <= set(found)
        assert set(found.values()) == {0o600}, found
    finally:
        os.umask(before)


def test_fear_files_from_before_stay_open_to_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    url, path = f"sqlite:///{tmp_path}/house.db", tmp_path / "house.key"
    keys = keys_of(url, path)
    Store(url, keys).close()
    for each in (path, tmp_path / "house.db"):
        each.chmod(0o644)
    with Store(url, keys_of(url, path)):
        assert mode(path) == mode(tmp_path / "house.db") == 0o600
    assert f"{path} could be read by others than its owner (644): it is 600 now" in caplog.text


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_fear_a_stolen_store_is_a_drawer_full_of_vouchers(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path}/house.db", Keys(bytes.fromhex(KEY))
    with Store(url, keys) as store:
        house = House.open(store, keys, {}, entropy=os.urandom)
        paid(house, "T1", "1", command="buy-in", cents=10_000)
        code = paid(house, "T1", "2", command="issue-voucher", cents=4_000).voucher
        assert code is not None
        assert len(code) == 16
        assert code.encode() not in everything(tmp_path), "not in an event, a posting, an account or an answer"
        # Who has read the records finds a digest there, and redeems nothing with it.
        found = next(account for account in store.records.balances("voucher:"))
        stolen = found.removeprefix("voucher:")
        assert paid(house, "T2", "3", command="redeem-voucher", voucher=stolen).reason
        # The same request gets the code again, also after a restart; and so does whoever asks what is open.
        again = House.open(store, keys, {}, entropy=os.urandom)
        assert [(each.cents, each.open, each.code) for each in again.vouchers("T1", 9)] == [(4_000, True, code)]
        assert again.vouchers("T2", 9) == []
        assert paid(again, "T1", "2", command="issue-voucher", cents=4_000).voucher == code
        assert paid(again, "T2", "4", command="redeem-voucher", voucher=code).done
        assert not paid(again, "T2", "5", command="redeem-voucher", voucher=code).done
        assert again.credits("T2") == 4_000
        assert [(each.open, each.code) for each in again.vouchers("T1", 9)] == [(False, None)]
        assert code.encode() not in everything(tmp_path)
        assert audit(store.records).defects == []


def test_a_voucher_from_before_is_still_worth_its_money(tmp_path: Path) -> None:
    url, keys, code = f"sqlite:///{tmp_path}/house.db", Keys(bytes.fromhex(KEY)), "ABCDEFGHJKLMNPQR"
    with Store(url, keys) as store:
        house = House.open(store, keys, {}, entropy=os.urandom)
        paid(house, "T1", "1", command="buy-in", cents=10_000)
        issued = drafted(VoucherIssued(terminal="T1", voucher=code, cents=4_000))
        store.append(Append(stream="terminal:T1", drafts=(issued,), at=2, actor="staff:cage"))
    with Store(url, keys) as store:
        house = House.open(store, keys, {}, entropy=os.urandom)
        assert [(each.open, each.code) for each in house.vouchers("T1", 9)] == [(True, None)], "no code was kept"
        assert paid(house, "T2", "2", command="redeem-voucher", voucher=code).done
        assert not paid(house, "T2", "3", command="redeem-voucher", voucher=code).done
        assert house.credits("T2") == 4_000
        assert audit(store.records).defects == []
