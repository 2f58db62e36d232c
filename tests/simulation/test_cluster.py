"""Simulation on a Ray cluster: a real one of two nodes, started here, against the same rounds counted at home."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from program import croupier

START = "import sys; from croupier.commands import main; sys.argv[0] = 'croupier'; main()"
SIMULATE = [sys.executable, "-c", START, "simulate"]
ENVIRONMENT = {**os.environ, "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
NODES = """
import sys
from ray.cluster_utils import Cluster

node = {"num_cpus": 1, "object_store_memory": 100_000_000, "include_dashboard": False}
cluster = Cluster(initialize_head=True, head_node_args=node)
cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
cluster.wait_for_nodes()
print(cluster.address, flush=True)
sys.stdin.read()
cluster.shutdown()
"""


def simulate(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SIMULATE, *words], capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=240
    )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two nodes in processes of their own, which end with the one that started them."""
    with subprocess.Popen(
        [sys.executable, "-c", NODES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=ENVIRONMENT,
    ) as running:
        assert running.stdout
        try:
            said = next((line.strip() for line in running.stdout if line.strip().count(":") == 1), "")
            assert said, "no cluster came up"
            yield said
        finally:
            running.communicate("", timeout=120)


def found(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert (done.returncode, done.stderr) == (0, "")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("words", [("lucky-8", "--rounds", "2e7"), ("tiger", "--mode", "shoe", "--rounds", "1e6")])
def test_a_cluster_of_two_nodes_counts_what_one_machine_does(address: str, words: tuple[str, ...]) -> None:
    afar = found(simulate(*words, "--seed", "5", "--json", "--cluster", address))
    home = found(croupier("simulate", *words, "--seed", "5", "--json"))
    assert afar["device"] == "ray: 2 workers on 2 machines"
    assert (afar["rounds"], afar["wagers"]) == (home["rounds"], home["wagers"])


def test_an_address_where_nobody_answers_is_one_clear_line() -> None:
    done = simulate("tiger", "--rounds", "10", "--cluster", "127.0.0.1:1")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "no Ray cluster answers at '127.0.0.1:1'" in done.stderr


def test_a_missing_ray_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.refused import Refused
    from croupier.simulation.catalogue import kernel
    from croupier.simulation.cluster import join

    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(Refused, match=r"Ray is not installed here: install croupier\[cluster\]"),
        join(kernel("tiger"), "local"),
    ):
        pass
