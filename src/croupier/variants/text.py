"""The text of a variant: what somebody saves who has tried other pays on a page.

>>> print(written("tiger", {"tie": {"Tie": "9"}}, decks=6), end="")
name = "tiger-own"
title = "Own tiger"
base = "tiger"
usual-decks = 6
<BLANKLINE>
[wagers.tie.pays]
Tie = 9
"""

import json
import re
from collections.abc import Iterator, Mapping

BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(
    base: str,
    pays: Mapping[str, Mapping[str, str]],
    readings: Mapping[str, str] | None = None,
    decks: int | None = None,
    title: str | None = None,
) -> str:
    """A file that declares other pays on top of a game, by wager and outcome; each pay as people write it."""
    return "\n".join(_lines(base, pays, readings or {}, decks, title or f"Own {base}")) + "\n"


def _lines(
    base: str, pays: Mapping[str, Mapping[str, str]], readings: Mapping[str, str], decks: int | None, title: str
) -> Iterator[str]:
    yield f'name = "{base}-own"'
    yield f"title = {_text(title)}"
    yield f'base = "{base}"'
    if decks is not None:
        yield f"usual-decks = {decks}"
    if readings:
        yield from ("", "[readings]", *(f"{ruling} = {_text(letter)}" for ruling, letter in readings.items()))
    for wager, rows in pays.items():
        yield from ("", f"[wagers.{_key(wager)}.pays]")
        yield from (f"{_key(outcome)} = {_pays(each)}" for outcome, each in rows.items())


def _pays(text: str) -> str:
    """A whole number pays so many to one."""
    return str(int(text)) if re.fullmatch(r"[0-9]{1,6}", text) else _text(text)


def _key(text: str) -> str:
    return text if BARE.fullmatch(text) else _text(text)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
