"""The commands on a house: serve it, verify its records, search them for alarms."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.commands.options import JsonOption, print_json
from croupier.commands.records import STORE, Url, verify_evidence

app = typer.Typer(rich_markup_mode=None)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; default 127.0.0.1.")] = None,
    port: Annotated[
        int | None, typer.Option(help="The port; 0 takes any free one; default 8021.", min=0, max=65535)
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            help="The database of the house's records; default sqlite:///house.db, or drill.db with --drill.",
            metavar="URL",
        ),
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="The file of the house's secret key; by default beside the store.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="The configuration with the tables, in TOML; by default one of every game.", metavar="FILE"),
    ] = None,
    demo: Annotated[
        bool | None, typer.Option("--demo/--no-demo", help="Guests with demo credits, and demo staff; the default.")
    ] = None,
    players: Annotated[
        bool | None, typer.Option("--players/--no-players", help="Demo players that bet; the default.")
    ] = None,
    standby: Annotated[
        bool | None, typer.Option("--standby", help="Wait while another house holds the store, and take over from it.")
    ] = None,
    drill: Annotated[
        bool, typer.Option("--drill", help="A training house: tables to practise irregularities at. No play is real.")
    ] = False,
    speed: Annotated[float, typer.Option(help="Run the demo tables so many times faster.", min=0.1, max=1000)] = 1.0,
    often: Annotated[
        float | None, typer.Option(help="Rate limit: requests a second per client; default 50.", min=1)
    ] = None,
    grace: Annotated[
        float | None,
        typer.Option(
            help="Seconds without a connection after which a terminal counts as lost; default 3.", min=0, max=60
        ),
    ] = None,
    json_logs: Annotated[bool | None, typer.Option("--json-logs", help="Write logs as JSON lines.")] = None,
    checkpoints: Annotated[
        str | None,
        typer.Option(
            help="Where copies of checkpoints go: a file, or an HTTP URL; by default beside a store in a file.",
            metavar="PLACE",
        ),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(help="Serve HTTPS with this certificate and its chain, in PEM.", metavar="FILE")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(help="The certificate's private key, in PEM, unencrypted.", metavar="FILE")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Also accept this Host header: casino.example, *.casino.example.", metavar="NAME"),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Trust X-Forwarded-For from this proxy: an address or a network.", metavar="ADDRESS"),
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(help="Who may read /metrics: addresses or networks; by default this machine.", metavar="ADDRESS"),
    ] = None,
    connections: Annotated[
        int | None, typer.Option(help="Limit of connections that are not signed in; default 8192.", min=1)
    ] = None,
    per_address: Annotated[
        int | None, typer.Option(help="Limit of those from one address; default 4096.", min=1)
    ] = None,
) -> None:
    """Serve the house over HTTP and WebSocket: tables that run by themselves, and pages to play at.

    Every option but --drill and --speed can be set in the configuration file too, or by an environment variable such
    as CROUPIER_SERVER_PORT; an option stands over the variable, and that over the file. SIGHUP reads the file again.
    """
    import os
    from functools import partial

    from croupier.server.serving import serve
    from croupier.server.settings import settings

    options = {
        "host": host,
        "port": port,
        "store": store,
        "key": key,
        "config": config,
        "demo": demo,
        "players": players,
        "standby": standby,
        "drill": drill,
        "speed": speed,
        "often": often,
        "grace": grace,
        "json_logs": json_logs,
        "checkpoints": checkpoints,
        "tls_cert": tls_cert,
        "tls_key": tls_key,
        "hosts": tuple(allow_host) if allow_host else None,
        "proxies": tuple(proxy) if proxy else None,
        "metrics": tuple(metrics) if metrics else None,
        "connections": connections,
        "per_address": per_address,
    }
    reread = partial(settings, options, os.environ)
    serve(reread(), partial(print, flush=True), reread)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="The configuration file.")],
    json: JsonOption = False,
) -> int:
    """Check a configuration file, with the environment over it: every defect with its line. Nothing is started."""
    import os

    from croupier.server.settings import check, text_of

    text = text_of(file)
    defects = check(text, file.parent, os.environ)
    if json:
        print_json([{"place": each.place, "defect": str(each.refused)} for each in defects])
        return int(bool(defects))
    for place, refused in defects:
        print(f"{file}:{place}: {refused}" if isinstance(place, int) else f"{place}: {refused}")
    if not defects:
        from croupier.house.configuration import read

        tables = len(read(text, file.parent))
        print(f"{file}: {tables} table{'s' * (tables != 1)}, nothing is wrong")
    return int(bool(defects))


@app.command()
def status(
    url: Annotated[
        str | None, typer.Option(help="Where the house is served; by default as configured, or http://127.0.0.1:8021.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="The configuration that it is served with.", metavar="FILE")
    ] = None,
    ca: Annotated[
        Path | None, typer.Option(help="Trust certificates signed by this one, in PEM.", metavar="FILE")
    ] = None,
    json: JsonOption = False,
) -> int:
    """Ask a running house how it is, by its metrics. Exit status 0: it is well, 1: it needs somebody, 2: no answer."""
    import os

    from croupier.server.asking import ask, lines
    from croupier.server.settings import settings

    found = ask(url or settings({"config": config}, os.environ).address, ca)
    if json:
        print_json(found)
    else:
        for line in lines(found):
            print(line)
    return 0 if found.status == "ok" else 1


@app.command()
def handover(store: Url = STORE) -> None:
    """Hand the house that is open on this machine over to its standby, which goes on with every round in play.

    The house stops taking commands once those it has are durable, and stands by itself from then on.
    """
    from croupier.house.store.standby import hand_over

    holder, seconds = hand_over(store)
    print(f"The house was handed over to {holder}: it took {seconds:.1f} s.")


@app.command()
def verify(
    store: Url = STORE,
    key: Annotated[
        str | None, typer.Option(help="The house's public key, which its checkpoints must be signed with.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="A checkpoint stored elsewhere: everything that it covers must be in the records."),
    ] = None,
    evidence: Annotated[
        Path | None, typer.Option(help="Check this evidence pack instead, which needs no store.", metavar="FILE")
    ] = None,
    json: JsonOption = False,
) -> int:
    """Verify all records of the house: audit chain, ledger, rounds, shoe commitments and closed days."""
    if evidence is not None:
        return verify_evidence(evidence, key, json)
    from croupier.house.audit import audit, read_checkpoint
    from croupier.house.audit.summary import summary
    from croupier.house.keys import read_public
    from croupier.house.store import Records
    from croupier.house.store.witness import beside

    public = None if key is None else read_public(key)
    if checkpoint is None and (stored := beside(store)) is not None and stored.exists():
        checkpoint = stored
    # Read before the store is opened: a later checkpoint would cover records that this snapshot lacks.
    witness = None if checkpoint is None else read_checkpoint(checkpoint)
    with Records(store) as records:
        result = audit(records, public, witness)
    if json:
        print_json(result)
    else:
        for line in summary(result):
            print(line)
    return 1 if result.defects else 0


@app.command()
def watch(
    store: Url = STORE,
    table: Annotated[list[str] | None, typer.Option(help="This table; by default all of them.")] = None,
    false_alarms: Annotated[float, typer.Option(help="Allowed false alarms per table and year.", min=1e-6)] = 1.0,
    json: JsonOption = False,
) -> int:
    """Search all records for what surveillance should look at: every alarm with its statistic."""
    from croupier.house.monitoring.record import lines, review, tables
    from croupier.house.store import Records
    from croupier.house.surveillance.alarm import Budget

    watched = []
    with Records(store) as records:
        for name in tables(records, table or ()):
            watched.append(review(records, name, Budget(a_year=false_alarms)))
            if not json:
                for line in lines(watched[-1]):
                    print(line)
    if json:
        print_json(watched)
    return int(any(each.unread for each in watched))
