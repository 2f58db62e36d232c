"""The examples for nginx and Caddy in front of a house: TLS, sockets, and whose address counts."""

import contextlib
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from certificates import FLOOR, certify, trusting
from croupier.server.exposure import NetworkExposure
from debian import program
from places import ROOT
from serving import listening, message, served
from stores import patiently

EXAMPLES = ROOT / "deploy" / "proxy"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def adapted(text: str, folder: Path, changes: dict[str, str]) -> str:
    """An example with other ports and files; each change must be possible, or the example has become another."""
    for old, new in {"/etc/croupier/floor": str(folder / "floor"), **changes}.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, house: int, port: int) -> list[str]:
    found = program("nginx")
    example = (EXAMPLES / "nginx.conf").read_text("utf-8")
    site = adapted(example, folder, {"127.0.0.1:8021": f"127.0.0.1:{house}", "listen 443": f"listen 127.0.0.1:{port}"})
    places = "".join(f"{each}_temp_path {folder};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    around = f"pid {folder}/pid; error_log {folder}/log; events {{}} http {{ access_log off; {places}\n{site} }}"
    (folder / "nginx.conf").write_text(around, "utf-8")
    return [found, "-e", f"{folder}/log", "-c", f"{folder}/nginx.conf", "-g", "daemon off; user root;"]


def caddy(folder: Path, house: int, port: int) -> list[str]:
    found = program("caddy")
    example = (EXAMPLES / "Caddyfile").read_text("utf-8")
    site = f"https://{FLOOR}:{port} {{\n\tbind 127.0.0.1"
    text = adapted(example, folder, {"127.0.0.1:8021": f"127.0.0.1:{house}", f"{FLOOR} {{": site})
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(options + text, "utf-8")
    return [found, "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


@contextlib.contextmanager
def behind(proxy: Callable[[Path, int, int], list[str]], folder: Path) -> Iterator[int]:
    """A house behind a proxy; yields the proxy's port."""
    exposure = NetworkExposure([FLOOR])
    certify(folder, "floor")
    with (
        served(often=5, exposure=exposure) as (app, _),
        listening(app, proxies=("127.0.0.1",)) as house,
        open(folder / "said", "wb") as said,
    ):
        port = free_port()
        process = subprocess.Popen(proxy(folder, house, port), stdout=said, stderr=said)
        try:
            patiently(lambda: process.poll() is not None or _listens(port))
            assert process.poll() is None, (folder / "said").read_text("utf-8")
            yield port
        finally:
            process.terminate()
            process.wait(60)


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_behind_a_proxy_the_clients_own_address_counts_and_no_other_is_believed(
    proxy: Callable[[Path, int, int], list[str]], tmp_path: Path
) -> None:
    with behind(proxy, tmp_path) as port:
        trusted = trusting(tmp_path / "floor.pem")

        def get(client: httpx.Client, path: str, **headers: str) -> int:
            url = f"https://127.0.0.1:{port}{path}"
            named = {"sni_hostname": FLOOR}
            return client.get(url, headers={"Host": FLOOR, **headers}, extensions=named).status_code

        def there(address: str) -> httpx.Client:
            return httpx.Client(transport=httpx.HTTPTransport(verify=trusted, local_address=address), timeout=60)

        with there("127.0.0.2") as near, there("127.0.0.3") as other:
            assert get(near, "/api/house") == 200
            made_up = [get(near, "/api/house", **{"X-Forwarded-For": f"198.51.100.{each}"}) for each in range(40)]
            assert 429 in made_up, "a client that makes up its address gets more than others"
            assert get(other, "/api/house") == 200, "a client pays for what another one sends through the same proxy"
            assert get(other, "/metrics") == 403
        with (
            socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.4", 0)) as line,
            connect(f"wss://{FLOOR}:{port}/api/tables/B1/live", sock=line, ssl=trusted) as live,
        ):
            live.send('{"say": "hello"}')
            assert message(live.recv())["say"] == "snapshot"


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
