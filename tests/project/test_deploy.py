"""What `deploy` holds for operators is checked as far as that goes without their machines."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
import yaml
from prometheus_client.parser import text_string_to_metric_families

from croupier.commands import app as commands
from croupier.house.monitoring.lookout import Lookout
from croupier.server.settings import KINDS, overlay
from debian import program
from places import ROOT
from program import croupier
from serving import TestClient, served
from stores import KEYS

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("systemd/*"))
INSTALLED = "/opt/croupier/bin/croupier"
METRIC = re.compile(r"\b(?:croupier|process)_[a-z_]+\b")
SERIES = ("_total", "_bucket", "_sum", "_count")


def test_the_example_of_a_configuration_is_right() -> None:
    done = croupier("check", str(DEPLOY / "house.toml"))
    assert (done.returncode, done.stdout) == (0, f"{DEPLOY}/house.toml: 2 tables, nothing is wrong\n")


def test_the_units_are_right_and_hardened(tmp_path: Path) -> None:
    analyze = program("systemd-analyze", "systemd")
    here = str(Path(sys.executable).with_name("croupier"))
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text("utf-8").replace(INSTALLED, here), "utf-8")
    made = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run([analyze, "verify", *made], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    house = str(tmp_path / "croupier.service")
    exposed = [analyze, "security", "--offline=yes", "--threshold=25", house]
    done = subprocess.run(exposed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_command_is_one_with_its_options_and_settings() -> None:
    """In units, containers and compose; and every setting that they make by the environment."""
    found = list(_started())
    assert {words[0] for words in found} == {"serve", "check", "backup"}
    assert len(found) == 8
    group = typer.main.get_command(commands)
    for words in found:
        command = group.commands[words[0]]  # type: ignore[attr-defined]
        options = {name for each in command.params for name in each.opts + each.secondary_opts}
        assert options >= {word for word in words if word.startswith("--")}, words
    settings = [text for path in DEPLOY.rglob("*") if path.is_file() for text in _variables(path)]
    assert len(settings) >= 8
    for name in settings:
        assert any(name.startswith(f"CROUPIER_{each.upper()}_") for each in KINDS), name
        assert not [each for _, each in overlay({}, {name: "1"}) if "there is no setting" in str(each)], name


def test_the_containers_are_one_house_on_one_database() -> None:
    services = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text("utf-8"))["services"]
    assert set(services) == {"records", "house", "backup"}
    assert "deploy" not in services["house"], "one house writes, so it has no replicas"
    for name in ("house", "backup"):
        made = services[name]
        assert made["read_only"]
        assert made["cap_drop"] == ["ALL"]
        assert made["environment"]["CROUPIER_STORE_URL"].endswith("@records/house")
    folder = DEPLOY / "container"
    build = services["house"]["build"]
    recipe = (folder / build["context"] / build["dockerfile"]).read_text("utf-8")
    copied = [line.split()[1:-1] for line in recipe.splitlines() if line.startswith("COPY")]
    assert all((ROOT / each).exists() for line in copied for each in line)
    assert (folder / services["house"]["volumes"][0].partition(":")[0]).is_file()


def test_alerts_and_dashboard_ask_for_metrics_that_there_are() -> None:
    rules = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yaml").read_text("utf-8"))["groups"][0]["rules"]
    board = json.loads((DEPLOY / "monitoring" / "dashboard.json").read_text("utf-8"))
    asked = [rule["expr"] for rule in rules]
    asked += [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    with served() as (app, desk), TestClient(app) as client:
        desk.lookout = Lookout(desk.house.store, KEYS, desk.house.store.url, desk.house.now)
        families = list(text_string_to_metric_families(client.get("/metrics").text))
    exported = {each.name for each in families}
    named = {name for expression in asked for name in METRIC.findall(expression)}
    bare = {next((name.removesuffix(each) for each in SERIES if name.endswith(each)), name) for name in named}
    assert bare <= exported, "asked for, and not exported"
    ours = {each for each in exported if each.startswith("croupier_") and not each.endswith("_created")}
    assert ours - bare == {"croupier_table_version"}, "exported, and on no dashboard"
    assert all(rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["summary"] for rule in rules)
    identities = [panel["id"] for panel in board["panels"]]
    assert len(set(identities)) == len(identities)


def test_prometheus_takes_the_rules_and_logrotate_its_own() -> None:
    for name, package, words in (
        ("promtool", "prometheus", ["check", "config", str(DEPLOY / "monitoring" / "prometheus.yaml")]),
        ("logrotate", "logrotate", ["--debug", str(DEPLOY / "logrotate")]),
    ):
        done = subprocess.run([program(name, package), *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "error:" not in done.stderr


def _started() -> Iterator[list[str]]:
    """The words of every call of the program, without its name."""
    for unit in UNITS:
        for line in unit.read_text("utf-8").splitlines():
            if line.startswith("Exec") and INSTALLED in line:
                yield _words(line.partition(INSTALLED)[2].rstrip("'"))
    recipe = (DEPLOY / "container" / "Containerfile").read_text("utf-8")
    yield json.loads(re.findall(r"^CMD (\[.*\])$", recipe, re.MULTILINE)[-1])
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text("utf-8"))["services"]
    yield services["house"]["command"]
    yield _words(re.findall(r"croupier (backup [^;]*)", services["backup"]["command"][0])[0])
    yield from (_words(each) for each in re.findall(r"`croupier (check [^`]+)`", (DEPLOY / "house.toml").read_text()))


def _words(text: str) -> list[str]:
    return shlex.split(text)


def _variables(path: Path) -> list[str]:
    return re.findall(r"\bCROUPIER_[A-Z_]+\b", path.read_text("utf-8"))
