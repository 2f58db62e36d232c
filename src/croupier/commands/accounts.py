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
    name: Annotated[str, typer.Argument(help="Whose account.")],
    store: Url = STORE,
    key: Annotated[
        Path | None, typer.Option(help="The file of the house's secret; beside the store if not given.")
    ] = None,
) -> None:
    """Give somebody a password to come in with once; a closed house only, and on record with who, when and where.

    It restores an account that is suspended, lets one of a demonstration in, and ends all of its sessions.
    """
    from croupier.house.house import wall_clock
    from croupier.house.people import People
    from croupier.house.store import Records, Store
    from croupier.house.store_key import keys_of
    from croupier.server.serving import Settings, key_file

    Records(store).close()  # which refuses where there is no store, so that none is made
    keys = keys_of(store, key or key_file(Settings(store=store)))
    password = secrets.token_urlsafe(12)
    with Store(store, keys) as opened:
        at = wall_clock()
        People(opened, keys, at).recover(name, password, at, host=socket.gethostname(), by=getpass.getuser())
    print(f"{name} signs in once with {password} and then chooses a password of their own; this is on record.")
