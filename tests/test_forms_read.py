"""The forms of whatever the sample rounds of a game offer, and what the pit's guide says of it, as they were read.

`REGENERATE=1 pytest tests/test_forms_read.py` writes `golden/forms` anew. Read what has changed: each line is something
that a person is asked.
"""

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec
import pytest

from croupier.games.catalogue import GAMES
from croupier.games.form import Form, own, together
from croupier.games.guide import irregularities, sample_rounds
from croupier.games.round import Role, encode
from croupier.house.conduct import conduct

GOLDEN = Path(__file__).parent / "golden" / "forms"
FAMILIES = ["tiger", "sands-super", "lucky-8", "dueling-8s", "e-blackjack"]


def told(value: object) -> str:
    """A value in a few words: what is as usual is left out."""
    fields: dict[str, object] = msgspec.json.decode(encode(value))
    shown = {
        name: each
        for name, each in fields.items()
        if each is not None and each is not False and each not in ([], {}, "")
    }
    return " ".join(f"{name}={msgspec.json.encode(each).decode()}" for name, each in shown.items())


def asked(made: Form) -> Iterator[str]:
    """What a form asks for."""
    for field in made.fields:
        yield f"    ? {told(field)}"
    if made.fixed:
        yield f"    = {encode(made.fixed).decode()}"
    if made.keys or made.bounded:
        yield f"    by {' '.join(made.keys) or '-'}: {' '.join(made.bounded) or '-'}"
    for row in made.rows:
        bounds = " ".join(f"{each.least}..{each.most}" if each else "-" for each in row.bounds)
        without = f" without {' '.join(row.without)}" if row.without else ""
        yield f"    | {' '.join(map(str, row.values))}: {bounds}{without}"
    if not made.possible:
        yield "    cannot be filled in"


def page(name: str) -> Iterator[str]:
    """Each form once, where it comes first."""
    how, seen = conduct(name), set[tuple[str, ...]]()

    def once(title: str, made: Form) -> Iterator[str]:
        lines = (title, *asked(made))
        if lines not in seen:
            seen.add(lines)
            yield from lines

    for round in sample_rounds(GAMES[name]):
        offers = [(each, how.form(each, round)) for each in how.offers(round, None)]
        for each, made in offers:
            yield from once(f"{each.command}, {each.by}", made)
            if each.by is Role.PLAYER:
                for bettor in each.bettors or ("Ann", "Dan"):
                    mine = own(made, bettor, None if each.owner == bettor else each.owner and "another")
                    yield from once(f"{each.command} of {bettor}", mine)
        offers.sort(key=lambda each: each[0].command)
        for command, alike in groupby(offers, key=lambda each: each[0].command):
            forms = [made for _, made in alike]
            if len(forms) > 1:
                whole = together(forms)
                yield from once(f"{len(forms)} of {command}", whole) if whole else (f"{command} do not go together",)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_forms_of_the_sample_rounds_are_as_they_were_read(name: str) -> None:
    path, found = GOLDEN / f"{name}.txt", "\n".join(page(name)) + "\n"
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")


@pytest.mark.parametrize("name", FAMILIES)
def test_the_guide_of_the_pit_is_as_it_was_read(name: str) -> None:
    path = GOLDEN / f"guide-{name}.txt"
    lines = [
        f"{each.command}: {each.says} ({each.clause}), {each.by}, during {', '.join(each.during)}"
        f"{', with cards' if each.entered else ''}"
        for each in irregularities(GAMES[name])
    ]
    found = "\n".join(lines) + "\n"
    if os.environ.get("REGENERATE"):
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")
