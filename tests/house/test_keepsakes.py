"""Records of every earlier version are opened, verified, recalled, reported and played on by this one.

`tests/golden/stores` holds a folder for each version whose records were others; `keepsakes.py` writes the present one.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from croupier import __version__
from croupier.commands import app
from croupier.games.round import encode
from croupier.house.audit import audit
from croupier.house.keys import Keys
from croupier.house.recall.resettle import resettle
from croupier.house.store import Records
from croupier.house.store.backup import copy
from croupier.refused import Refused
from floor import Casino
from keepsakes import STORES, Keepsake, facts
from stores import BACK_ENDS, KEYS, connected, fresh

VERSIONS = sorted(path.name for path in STORES.iterdir())


@pytest.fixture(scope="module", params=VERSIONS)
def kept(request: pytest.FixtureRequest) -> Keepsake:
    return Keepsake(STORES / request.param)


def test_the_versions_there_were_are_kept_and_the_present_one_is() -> None:
    assert "0.2.0" in VERSIONS
    assert __version__ in VERSIONS, "tests/support/keepsakes.py writes what this version leaves behind"


def test_its_records_verify_under_its_key(kept: Keepsake) -> None:
    key = Keys.load(kept.key).public.hex()
    with kept.store() as url:
        result = CliRunner().invoke(app, ["verify", "--store", url, "--key", key, "--json"])
        assert result.exit_code == 0, result.output
        assert json.loads(result.output)["defects"] == []


def test_every_round_account_and_book_is_what_it_was(kept: Keepsake) -> None:
    with kept.store() as url, Records(url) as records:
        assert facts(records) == kept.facts


def test_settled_again_no_cent_is_another(kept: Keepsake) -> None:
    with kept.store() as url, Records(url) as records:
        found = resettle(records)
        assert found.rounds > 50
        assert found.differences == []


def test_every_round_is_told_in_words(kept: Keepsake) -> None:
    with kept.store() as url:
        for name in (next(name for name in kept.facts["rounds"] if name.startswith(table)) for table in kept.tables):
            table, _, number = name.partition("/")
            result = CliRunner().invoke(app, ["replay", table, number, "--store", url])
            assert result.exit_code == 0, result.output
            assert "bets" in result.output.lower()


def test_its_evidence_needs_nobody(kept: Keepsake, tmp_path: Path) -> None:
    own = subprocess.run([sys.executable, kept.evidence], capture_output=True, text=True, cwd=tmp_path)
    assert own.returncode == 0, own.stdout + own.stderr
    result = CliRunner().invoke(app, ["verify", "--evidence", str(kept.evidence)])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_its_backup_is_gone_back_to_and_played_on(kept: Keepsake, back_end: str) -> None:
    with kept.store("backup") as source, fresh(back_end) as target:
        copy(source, target)
        casino = Casino(99, kept.tables, url=target, faults=0.0, begins=kept.facts["at"])
        for name in kept.tables:
            casino.pit.send(name, encode({"command": "open-table"}))
        casino.play(0.05)
        assert audit(casino.store.records, KEYS.public).defects == []
        after = casino.store.records.head().position
        casino.store.close()
        assert after > kept.facts["position"] + 100, "rounds were played upon it"
        with Records(target) as records:
            assert facts(records)["rounds"].items() >= kept.facts["rounds"].items()


def test_fear_an_older_program_writes_into_a_newer_store(kept: Keepsake) -> None:
    with kept.store() as url:
        with connected(url) as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
            connection.commit()
        for command in (["verify"], ["books"], ["serve", "--port", "0", "--key", str(kept.key)]):
            with pytest.raises(Refused, match="9999") as refused:
                CliRunner().invoke(app, [*command, "--store", url], catch_exceptions=False)
            assert "\n" not in str(refused.value)
