"""Generates valid and invalid values for forms, for the tests: rows, choices, and the bounds of amounts."""

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

from croupier.cards import Card
from croupier.games.form import ANYBODY, Bounds, Field, Form, Row

NEWCOMER = "Newcomer"
"""A bettor who is unknown to the round."""


def fillings(
    form: Form, chance: random.Random, undealt: Sequence[Card] = (), most: int = 12
) -> Iterator[dict[str, Any]]:
    """Up to `most` values that a form admits: random rows and choices, amounts at their bounds."""
    rows = list(form.rows or (Row(()),))
    chance.shuffle(rows)
    for row in rows[:most]:
        values = dict(zip(form.keys, row.values, strict=True))
        bounds = dict(zip(form.bounded, row.bounds, strict=True))
        told = dict(form.fixed)
        for field in form.fields:
            if field.name in values and values[field.name] == ANYBODY:
                told[field.name] = _anybody(field, (*field.without, *row.without), chance)
            elif field.name in values:
                told[field.name] = values[field.name]
            elif field.name in bounds:
                _amount(told, field, bounds[field.name], chance)
            else:
                _free(told, field, chance, list(undealt))
        yield told


def _anybody(field: Field, without: Sequence[str], chance: random.Random) -> Any:
    newcomer = NEWCOMER if NEWCOMER not in without else f"{NEWCOMER}-{chance.getrandbits(40):x}"
    return chance.choice([*(each for each in field.choices if each not in without), newcomer])


def _amount(told: dict[str, Any], field: Field, bounds: Bounds | None, chance: random.Random) -> None:
    if bounds is None or (field.optional and chance.random() < 0.3):
        return
    most = bounds.least + 7 * field.step if bounds.most is None else bounds.most
    told[field.name] = chance.choice([bounds.least, most])


def _free(told: dict[str, Any], field: Field, chance: random.Random, undealt: list[Card]) -> None:
    if field.optional and chance.random() < 0.4 and field.kind not in ("cards",):
        return
    match field.kind:
        case "money":
            _amount(told, field, Bounds(field.least or field.step, field.most), chance)
        case "settings":
            told[field.name] = {"cut": 60}
        case "reason":
            told[field.name] = "in so many words"
        case "number":
            told[field.name] = (field.least or 0) + 1
        case "order":
            told[field.name] = [*reversed(field.choices)]
        case "cards":
            told[field.name] = _cards(field, chance, undealt)
        case "card" if not field.choices:
            told[field.name] = chance.choice(undealt)
        case _ if field.open:
            told[field.name] = _anybody(field, field.without, chance)
        case _:
            told[field.name] = chance.choice(field.choices)


def _cards(field: Field, chance: random.Random, undealt: list[Card]) -> list[str]:
    if field.lie:
        cards = [*field.lie]
        chance.shuffle(cards)
        return cards
    least = field.least or 0
    chance.shuffle(undealt)
    return [*undealt[: chance.choice([least, least + 1])]]


def outside(form: Form, chance: random.Random, undealt: Sequence[Card] = ()) -> Iterator[dict[str, Any]]:
    """Values that a form does not admit: amounts out of bounds, combinations in no row, unknown choices."""
    told = next(fillings(form, chance, undealt, 1))
    for field in form.fields:
        if field.kind == "money" and field.name not in form.bounded:
            ends = [field.least and field.least - field.step, field.most and field.most + field.step]
            yield from ({**told, field.name: end} for end in ends if end is not None)
        if field.name not in form.keys and field.choices and not field.open and field.kind not in ("order", "clause"):
            yield {**told, field.name: _other(field)}
    for row in chance.sample(form.rows, min(3, len(form.rows))):
        values = dict(zip(form.keys, row.values, strict=True))
        for at, name in enumerate(form.bounded):
            bounds = [each.bounds[at] for each in form.rows if each.values == row.values and each.bounds[at]]
            step = next(field.step for field in form.fields if field.name == name)
            some = {**told, **{key: NEWCOMER if value == ANYBODY else value for key, value in values.items()}}
            yield (
                {**some, name: min((each.least for each in bounds if each), default=step) - step}
                if bounds
                else {
                    **some,
                    name: step,
                }
            )
    listed = {row.values for row in form.rows}
    if form.keys and not any(ANYBODY in values for values in listed):
        columns = [sorted({values[at] for values in listed}, key=str) for at in range(len(form.keys))]
        missing = [each for each in itertools.product(*columns) if each not in listed]
        for combination in chance.sample(missing, min(3, len(missing))):
            yield {**told, **dict(zip(form.keys, combination, strict=True))}


def _other(field: Field) -> Any:
    """A value of the same type that is not among the choices."""
    if all(isinstance(each, int) or each is None for each in field.choices):
        return 99
    return "2C" if field.kind == "card" and "2C" not in field.choices else "nothing"
