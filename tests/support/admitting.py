"""Validates values against a form, using only the form itself: what a page could have sent."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.games.form import ANYBODY, Bounds, Field, Form, Row


def complaints(form: Form, told: Mapping[str, Any]) -> list[str]:
    """Why a form does not admit these values; empty where it does."""
    return list(_complaints(form, told))


def _complaints(form: Form, told: Mapping[str, Any]) -> Iterator[str]:
    fields = {field.name: field for field in form.fields}
    for name, value in told.items():
        if name in form.fixed:
            if form.fixed[name] != value:
                yield f"{name} is {form.fixed[name]!r}, not {value!r}"
        elif name not in fields:
            yield f"there is no field {name}"
    rows = [row for row in form.rows if _agrees(form, row, told)]
    if form.keys and not rows:
        yield f"no row has {[told.get(name) for name in form.keys]}"
    for field in form.fields:
        if field.name in form.bounded:
            yield from _bounded(form, field, rows, told)
        elif field.name not in told:
            if not field.optional:
                yield f"{field.name} is not told"
        elif field.name not in form.keys:
            yield from _wrong(field, told[field.name], told)


def _agrees(form: Form, row: Row, told: Mapping[str, Any]) -> bool:
    values = zip(form.keys, row.values, strict=True)
    return all(
        told.get(name) == value or (value == ANYBODY and name in told and told[name] not in row.without)
        for name, value in values
    )


def _bounded(form: Form, field: Field, rows: list[Row], told: Mapping[str, Any]) -> Iterator[str]:
    """Check an amount whose bounds depend on the other fields; required where it has bounds, unless optional."""
    at = form.bounded.index(field.name)
    bounds = [row.bounds[at] for row in rows if row.bounds[at] is not None]
    if field.name not in told:
        if bounds and not field.optional:
            yield f"{field.name} is not told"
    elif not any(each is not None and _within(each, told[field.name], field.step) for each in bounds):
        yield f"{field.name} is {told[field.name]}, outside {bounds}"


def _within(bounds: Bounds, amount: int, step: int) -> bool:
    return bounds.least <= amount and (bounds.most is None or amount <= bounds.most) and amount % step == 0


def _wrong(field: Field, value: Any, told: Mapping[str, Any]) -> Iterator[str]:
    if field.kind == "money":
        if not _within(Bounds(field.least or field.step, field.most), value, field.step):
            yield f"{field.name} is {value}, outside {field.least}..{field.most}"
    elif field.kind == "number":
        if not (field.least or 0) <= value <= (value if field.most is None else field.most):
            yield f"{field.name} is {value}, outside {field.least}..{field.most}"
    elif field.kind == "reason":
        if not (field.least or 0) <= len(value) <= (field.most or len(value)):
            yield f"{field.name} is too long or too short"
    elif field.kind == "order":
        if sorted(value) != sorted(map(str, field.choices)):
            yield f"{field.name} is {value}, not an order of {field.choices}"
    elif field.kind == "cards":
        yield from _wrong_cards(field, value, told)
    elif field.kind != "settings" and field.choices and value not in field.choices and not field.open:
        yield f"{field.name} is {value!r}, not one of {field.choices}"
    elif field.open and value in field.without:
        yield f"{field.name} is not for {value!r}"


def _wrong_cards(field: Field, cards: list[str], told: Mapping[str, Any]) -> Iterator[str]:
    most = told.get(field.up_to) if field.up_to else field.most
    if len(cards) < (field.least or 0) or (most is not None and len(cards) > most):
        yield f"{field.name} are {len(cards)}, outside {field.least}..{most}"
    if field.keep and (missing := Counter(map(str, field.lie)) - Counter(cards)):
        yield f"{field.name} lack {list(missing)}"
