"""The house: served, verified, watched."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.commands.options import JsonOption, print_json
from croupier.commands.records import verify_evidence

app = typer.Typer(rich_markup_mode=None)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.", min=0, max=65535)] = 8021,
    store: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_STORE",
            help="Where the house keeps its records; by default sqlite:///house.db, with --drill drill.db.",
            metavar="URL",
        ),
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="The file with the house's secret; by default beside the store.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="The tables, in TOML; by default one of every game.", metavar="FILE")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo/--no-demo", help="Guests with demo credits, and demo staff.")] = True,
    players: Annotated[bool, typer.Option("--players/--no-players", help="Demo players that bet.")] = True,
    drill: Annotated[
        bool, typer.Option("--drill", help="A training house: tables to practise irregularities at. No play is real.")
    ] = False,
    speed: Annotated[float, typer.Option(help="Run the demo tables this many times faster.", min=0.1, max=1000)] = 1.0,
    often: Annotated[float, typer.Option(help="Requests per second that one client may make.", min=1)] = 50.0,
    grace: Annotated[
        float, typer.Option(help="Seconds without a connection after which a terminal counts as lost.", min=0, max=60)
    ] = 3.0,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Write logs as JSON lines.")] = False,
    checkpoints: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_CHECKPOINTS",
            help="A second place for checkpoints: a file or an http address; by default beside a store in a file.",
            metavar="PLACE",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Answer to this host name too: casino.example, *.casino.example.", metavar="NAME"),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Believe this proxy's X-Forwarded-For: an address or a network.", metavar="ADDRESS"),
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(help="Who may read /metrics: addresses or networks; by default this machine.", metavar="ADDRESS"),
    ] = None,
    connections: Annotated[int, typer.Option(help="Maximum of connections that are not signed in.", min=1)] = 8_192,
    per_address: Annotated[int, typer.Option(help="Maximum of these from one address.", min=1)] = 4_096,
) -> None:
    """Serve the house: tables that run by themselves, over HTTP and WebSocket, with a page to play at."""
    from functools import partial

    from croupier.server.serving import Settings, serve

    settings = Settings(
        host=host,
        port=port,
        store=store,
        key=key,
        config=config,
        demo=demo,
        players=players,
        drill=drill,
        speed=speed,
        often=often,
        grace=grace,
        json_logs=json_logs,
        checkpoints=checkpoints,
        hosts=tuple(allow_host or ()),
        proxies=tuple(proxy or ()),
        **({"metrics": tuple(metrics)} if metrics else {}),
        connections=connections,
        per_address=per_address,
    )
    serve(settings, partial(print, flush=True))


@app.command()
def verify(
    store: Annotated[
        str, typer.Option(envvar="CROUPIER_STORE", help="Where the house keeps its records.", metavar="URL")
    ] = "sqlite:///house.db",
    key: Annotated[
        str | None, typer.Option(help="The house's public key, which its checkpoints must be signed with.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A checkpoint kept elsewhere: all that it vouches for must be in the store.")
    ] = None,
    evidence: Annotated[
        Path | None, typer.Option(help="Check this evidence pack instead, which needs no store.", metavar="FILE")
    ] = None,
    json: JsonOption = False,
) -> int:
    """Check all records of the house: audit chain, ledger, rounds, shoe commitments and closed days."""
    if evidence is not None:
        return verify_evidence(evidence, key, json)
    from croupier.house.audit import audit, read_checkpoint
    from croupier.house.audit.summary import summary
    from croupier.house.keys import read_public
    from croupier.house.store import Records
    from croupier.house.store.witness import beside

    public = None if key is None else read_public(key)
    if checkpoint is None and (kept := beside(store)) is not None and kept.exists():
        checkpoint = kept
    # Before the store is opened: what is vouched for meanwhile would be missed in it.
    witness = None if checkpoint is None else read_checkpoint(checkpoint)
    with Records(store) as records:
        found = audit(records, public, witness)
    if json:
        print_json(found)
    else:
        for line in summary(found):
            print(line)
    return 1 if found.defects else 0


@app.command()
def watch(
    store: Annotated[
        str, typer.Option(envvar="CROUPIER_STORE", help="Where the house keeps its records.", metavar="URL")
    ] = "sqlite:///house.db",
    table: Annotated[list[str] | None, typer.Option(help="Only this table; all by default.")] = None,
    false_alarms: Annotated[float, typer.Option(help="False alarms allowed per table and year.", min=1e-6)] = 1.0,
    json: JsonOption = False,
) -> int:
    """Search the records for what surveillance should review: every alarm with its statistic."""
    from croupier.house.monitoring.record import lines, recorded, tables
    from croupier.house.store import Records
    from croupier.house.surveillance.alarm import Budget

    found = []
    with Records(store) as records:
        for name in tables(records, table or ()):
            found.append(recorded(records, name, Budget(a_year=false_alarms)))
            if not json:
                for line in lines(found[-1]):
                    print(line)
    if json:
        print_json(found)
    return int(any(each.unread for each in found))
