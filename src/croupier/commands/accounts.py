"""The account commands: recovery where no administrator can sign in."""

import getpass
import secrets
import socket
from pathlib import Path
from typing import Annotated

import typer

from croupier.commands.records import STORE, Url

app = typer.Typer(help="Staff accounts, on the house's own machine.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def accounts() -> None:
    """Staff accounts, on the house's own machine."""


@app.command()
def recover(
    name: Annotated[str, typer.Argument(help="The name of the account.")],
    store: Url = STORE,
    key: Annotated[
        Path | None, typer.Option(help="The file of the house's secret key; by default beside the store.")
    ] = None,
) -> None:
    """Issue a one-time password for a staff account, while the house is not running; who did it and where is recorded.

    A suspended account is restored, a demo account may sign in, and all sessions of the account end.
    """
    from croupier.house.house import wall_clock
    from croupier.house.people import People
    from croupier.house.store import Records, Store
    from croupier.house.store_key import keys_of
    from croupier.server.serving import ServerSettings, key_file

    Records(store).close()  # refuses where there is no store, so that none is created
    keys = keys_of(store, key or key_file(ServerSettings(store=store)))
    password = secrets.token_urlsafe(12)
    with Store(store, keys) as opened:
        at = wall_clock()
        People(opened, keys, at).recover(name, password, at, host=socket.gethostname(), by=getpass.getuser())
    print(f"{name}: sign in once with {password}, then choose your own password. This is on record.")
