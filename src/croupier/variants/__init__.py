"""Variants: games that a file declares on top of ours. `read` reads one, and makes it known by its name.

>>> ez = parse('''
... name = "ez-example"
... title = "EZ Baccarat"
... base = "no-commission"
... [wagers.banker]
... rows = [
...   { pays = "push", winner = "banker", banker = 7, banker-cards = 3 },
...   { pays = "1:1", winner = "banker" },
...   { pays = "push", winner = "tie" },
... ]
... ''')
>>> from croupier.games.recorded import settle
>>> settle(ez, "8S 4C 3D 2H KH", {"banker": 10_000}).net, settle("ez-example", "TS 5C 2D KH 4S 2D", {"banker": 100}).net
({'banker': 10000}, {'banker': 0})
"""

from pathlib import Path

from croupier.games.catalogue import register
from croupier.games.game import Game
from croupier.refused import Refused
from croupier.variants.declaration import declared
from croupier.variants.source import read as read_source

SUFFIX = ".toml"


def draft(text: str) -> Game:
    """The game that a text declares, known by no name; every defect of it is refused with its line."""
    return declared(read_source(text))


def parse(text: str) -> Game:
    """The game that a text declares, known by its name from now on; every defect of it is refused with its line."""
    return register(draft(text))


def read(path: str | Path) -> Game:
    """The game that a file declares, known by its name from now on; every defect of it is refused with its line."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror.lower() if isinstance(error, OSError) and error.strerror else "not UTF-8"
        raise Refused(f"cannot read {path}: {why}") from None
    try:
        return parse(text)
    except Refused as refused:
        raise Refused(f"{path}: {refused}") from None
