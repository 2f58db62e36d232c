"""The commands on a house: serve it, verify its records, search them for alarms."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.commands.options import JsonOption, print_json
from croupier.commands.records import STORE, Url, verify_evidence

app = typer.Typer(rich_markup_mode=None)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any free one.", min=0, max=65535)] = 8021,
    store: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_STORE",
            help="The database of the house's records; default sqlite:///house.db, or drill.db with --drill.",
            metavar="URL",
        ),
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="The file of the house's secret key; by default beside the store.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="The tables, in TOML; by default one of every game.", metavar="FILE")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo/--no-demo", help="Guests with demo credits, and demo staff.")] = True,
    players: Annotated[bool, typer.Option("--players/--no-players", help="Demo players that bet.")] = True,
    standby: Annotated[
        bool, typer.Option("--standby", help="Wait while another house holds the store, and take over from it.")
    ] = False,
    drill: Annotated[
        bool, typer.Option("--drill", help="A training house: tables to practise irregularities at. No play is real.")
    ] = False,
    speed: Annotated[float, typer.Option(help="Run the demo tables so many times faster.", min=0.1, max=1000)] = 1.0,
    often: Annotated[float, typer.Option(help="Rate limit: requests a second per client.", min=1)] = 50.0,
    grace: Annotated[
        float, typer.Option(help="Seconds without a connection after which a terminal counts as lost.", min=0, max=60)
    ] = 3.0,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Write logs as JSON lines.")] = False,
    checkpoints: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_CHECKPOINTS",
            help="Where copies of checkpoints go: a file, or an HTTP URL; by default beside a store in a file.",
            metavar="PLACE",
        ),
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
    connections: Annotated[int, typer.Option(help="Limit of connections that are not signed in.", min=1)] = 8_192,
    per_address: Annotated[int, typer.Option(help="Limit of those from one address.", min=1)] = 4_096,
) -> None:
    """Serve the house over HTTP and WebSocket: tables that run by themselves, and pages to play at."""
    from functools import partial

    from croupier.server.serving import ServerSettings, serve

    settings = ServerSettings(
        host=host,
        port=port,
        store=store,
        key=key,
        config=config,
        demo=demo,
        players=players,
        standby=standby,
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
