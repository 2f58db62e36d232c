"""The commands about accounts: the way in where nobody is left who could let anybody in."""

import getpass
import secrets
import socket
from pathlib import Path
from typing import Annotated

import typer

from croupier.commands.records import STORE, Url

app = typer.Typer(help="Accounts of the staff, on the machine itself.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def accounts() -> None:
    """Accounts of the staff, on the machine itself."""


@app.command()
def recover(
    name: Annotated[str, typer.Argument(help="The name of the account.")],
    store: Url = STORE,
    key: Annotated[
        Path | None, typer.Option(help="The file with the house's secret; by default beside the store.")
    ] = None,
) -> None:
    """Give an account a one-time password, while the house is closed; who, when and where go on record.

    This lifts a suspension, admits a demo account, and ends all sessions of the account.
    """
    from croupier.house.house import wall_clock
    from croupier.house.opening import keys_of
    from croupier.house.people import People
    from croupier.house.store import Records, Store
    from croupier.server.serving import Settings, key_file

    Records(store).close()  # which refuses where there is no store, so that none is made
    keys = keys_of(store, key or key_file(Settings(store=store)))
    password = secrets.token_urlsafe(12)
    with Store(store, keys) as opened:
        at = wall_clock()
        People(opened, keys, at).recover(name, password, at, host=socket.gethostname(), by=getpass.getuser())
    print(f"{name}: sign in once with {password}, then choose your own password. This is on record.")
