"""The command line. Every command has `--json`; without it a person reads a table.

Exit status: 0 done, 1 some input was refused and the rest done, 2 wrong usage.
"""

import os
import sys
from typing import Annotated

import typer

from croupier import __version__
from croupier.commands import accounts, design, games, house, odds, records, rulebook, simulate
from croupier.commands.options import complain
from croupier.refused import Refused

app = typer.Typer(
    help="Conducts, settles, prices and proves casino table games.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for each in (games, odds, design, simulate, rulebook, house, records):
    app.add_typer(each.app)
app.add_typer(accounts.app, name="account")


def main() -> None:
    """Run the program; errors are one line."""
    try:
        status = app(standalone_mode=False)
    except Refused as refused:
        sys.exit(complain(str(refused)))
    except typer.TyperException as error:
        # `format_message` names the option; `str(error)` does not.
        sys.exit(complain(getattr(error, "format_message", error.__str__)()))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader has closed the pipe: redirect stdout, so that Python's flush at exit does not fail too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


def _version(requested: bool) -> None:
    if requested:
        print(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Conduct, settle, price and prove casino table games."""
    del version
