"""A fifth edition of Electronic Baccarat that never was, to prove that a house can go over to one.

In it Small Tiger pays 20, Tiger Pair is gone, a wager on a Banker who wins with seven is new, and the clause on the
Tiger wagers has another number.
"""

import csv
import dataclasses
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from croupier.games import catalogue
from croupier.games.baccarat.variants import TIGER
from croupier.games.baccarat.wagers import banker_six, wins
from croupier.games.game import Game
from croupier.games.readings import Letters, declared_by
from croupier.games.wager import Pay, Wager
from croupier.money import Pays
from croupier.rulebook import DOCUMENTS, Clause, Document, all_clauses

NAME = "ebaccarat@5"
RENUMBERED = {"4.10": "4.11", "4.11": "4.12", "4.12": "4.13"}
SEVEN = "lucky-seven"


def written(folder: Path) -> None:
    """Write the clauses of the edition as a package."""
    text = files("croupier.rulebook").joinpath("ebaccarat.csv").read_text("utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    for row in rows:
        row["clause"] = RENUMBERED.get(row["clause"], row["clause"])
        row["depends"] = ""
    rows.append({**rows[-1], "clause": "4.10", "summary": "Lucky Seven pays 10:1 where Banker wins with seven"})
    package = folder / "next_edition_package"
    package.mkdir()
    package.joinpath("__init__.py").touch()
    with package.joinpath(f"{NAME}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _cited(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    return tuple(Clause(NAME, RENUMBERED.get(each.id, each.id)) for each in clauses)


def _row(row: Pay) -> Pay:
    return Pay(row.outcome, row.pays, row.when, _cited(row.clauses), row.listed)


def _wager(wager: Wager) -> Wager:
    return Wager(
        name=wager.name,
        label=wager.label,
        reads=wager.reads,
        rows=tuple(map(_row, wager.rows)),
        loses=_cited(wager.loses),
        area=_cited([wager.area])[0],
        optional=_cited([wager.optional])[0] if wager.optional else None,
    )


def _wagers(letters: Letters) -> tuple[Wager, ...]:
    assert TIGER.layout is not None
    small = banker_six("small-tiger", "Small Tiger", "4.10", "1.1.17", (2, "20"))
    before = [each for each in TIGER.layout(letters) if each.name != "tiger-pair"]
    kept = [_wager(small if each.name == "small-tiger" else each) for each in before]
    new = Clause(NAME, "4.10")
    seven = Wager(
        name=SEVEN,
        label="Lucky Seven",
        reads="points",
        rows=(Pay("Banker wins with 7", Pays(10), wins("banker", 7), (new,)),),
        loses=(new,),
        area=new,
        optional=new,
    )
    return (*kept, seven)


def _game() -> Game:
    return dataclasses.replace(TIGER, document=DOCUMENTS[NAME], wagers=_wagers(declared_by), layout=_wagers)


@contextmanager
def published(folder: Path, effective: str) -> Iterator[Game]:
    """The edition is declared, and holds from that day on."""
    written(folder)
    document = Document(NAME, "Electronic Baccarat", "电子百家乐", "5", effective, package="next_edition_package")
    sys.modules.pop(document.package, None)
    with patch("sys.path", [str(folder), *sys.path]), patch.dict(cast("Any", DOCUMENTS)._builtin, {NAME: document}):
        _forget()
        with patch.dict(catalogue.DECLARED._builtin, {"tiger@5": (made := _game())}):
            _forget()
            yield made
    _forget()


def _forget() -> None:
    for registry in (DOCUMENTS, catalogue.DECLARED):
        cast("Any", registry)._all = None
    all_clauses.cache_clear()
    catalogue.forget()
