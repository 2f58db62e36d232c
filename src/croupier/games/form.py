"""The form of an offer: the fields of its command, with every value that each of them may have.

A form is derived from the fields of the command's own struct, from the offer, and from a little context of the round.
It is built on demand, when somebody looks at the offer, so that `expects` stays cheap. A client can draw any form
without knowing its command: each field has a kind, and where fields depend on each other, rows list the combinations
that are allowed, with their bounds. What a form lists is accepted; a value that it does not list is refused.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from croupier.games.round import Command, Expected
from croupier.games.terms import Limits

Value: TypeAlias = str | int | bool | None
"""Sent as it is; as a box, `None` is the Dealer's place."""
Kind: TypeAlias = Literal[
    "money",
    "card",
    "cards",
    "place",
    "box",
    "bettor",
    "wager",
    "clause",
    "reason",
    "choice",
    "number",
    "order",
    "settings",
]
PICKED = frozenset[Kind](("box", "bettor", "wager", "clause", "choice", "place", "order"))
"""The kinds that are picked from choices, or put in order; the others are typed or entered."""
ANYBODY = "*"
"""In a row: any bettor. No bettor can have this name."""
CARD = re.compile("[2-9TJQKA][SHDC]")
MAX_REASON_LETTERS = 200


class Bounds(msgspec.Struct, frozen=True, array_like=True):
    """The least and the most; no most where there is none."""

    least: int
    most: int | None = None


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is told with a command."""

    name: str
    """As the command calls it."""
    kind: Kind
    choices: tuple[Value, ...] = ()
    """What it may be; of an `order`, what is put in order. Anything of its kind where there are none and no rows."""
    open: bool = False
    """Whether it may be something else, besides the choices."""
    without: tuple[str, ...] = ()
    """What it may not be, where it is open."""
    least: int | None = None
    most: int | None = None
    """Of money in cents, of cards how many, of a reason letters."""
    step: int = 1
    """Money is a multiple of it."""
    optional: bool = False
    """Whether it may be left out."""
    up_to: str | None = None
    """The field that says how many it may be at most."""
    lie: tuple[str, ...] = ()
    """Cards as they lie now, which is where one begins."""
    keep: bool = False
    """Whether all of these must be among the cards."""
    suggested: Value = None
    """What the rules would have, where a person picks."""
    worth: dict[str, str] = {}
    """What the players win on average with each choice, in cents and exactly."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """Values that go together, in the order of the form's keys, and the bounds that go with them."""

    values: tuple[Value, ...]
    bounds: tuple[Bounds | None, ...] = ()
    """In the order of the form's bounded fields; one that has none here is left out of the command."""
    without: tuple[str, ...] = ()
    """Who is not meant by anybody."""


class Form(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is told with a command."""

    fields: tuple[Field, ...] = ()
    """What somebody fills in, in this order."""
    fixed: dict[str, Value] = {}
    """What is sent as it is."""
    keys: tuple[str, ...] = ()
    """The fields whose values hang together."""
    bounded: tuple[str, ...] = ()
    """The fields whose bounds hang on those."""
    rows: tuple[Row, ...] = ()
    """Every combination that is allowed, where there are keys."""

    @property
    def possible(self) -> bool:
        """Whether it can be filled in at all."""
        if self.keys and not self.rows:
            return False
        return not any(_impossible(each) for each in self.fields if each.name not in self.keys)


def _impossible(field: Field) -> bool:
    return field.kind in PICKED and not field.choices and not field.open and not field.optional


class Rows(NamedTuple):
    """Fields of a command that depend on each other, and the combinations of them that a round allows."""

    keys: tuple[str, ...]
    bounded: tuple[str, ...]
    rows: tuple[Row, ...]


class FormContext(NamedTuple):
    """What the derivation of a form needs to know of the round."""

    unit: int = 1
    people: tuple[str, ...] = ()
    """The bettors who are known at the table."""
    waiting: tuple[str, ...] = ()
    """Cards that are out already and are dealt next."""
    dealt: tuple[str, ...] = ()
    """Cards that were dealt, in dealing order."""
    rows: Rows | None = None
    choices: Mapping[str, tuple[Value, ...]] = {}
    """The choices of fields for which neither the type nor the offer gives any."""


def form(kind: type[Command], offer: Expected, context: FormContext) -> Form:
    """Derive the form of an offer of that command.

    >>> from croupier.games.messages import VoidRound
    >>> from croupier.games.round import Role
    >>> from croupier.rulebook import Clause
    >>> by = (Clause("ebaccarat", "5.1.1"), Clause("ebaccarat", "5.2"))
    >>> void = Expected(command="void-round", by=Role.PIT_MANAGER, clause=by[0], prompt="Void the round", clauses=by)
    >>> [(field.name, field.kind, field.choices) for field in form(VoidRound, void, FormContext()).fields]
    [('clause', 'clause', (ebaccarat 5.1.1, ebaccarat 5.2))]
    """
    hints, rows = _hints(kind), context.rows or Rows((), (), ())
    fields: list[Field] = []
    fixed: dict[str, Value] = {}
    for each in msgspec.structs.fields(kind):
        in_rows = each.name in rows.keys or each.name in rows.bounded
        made = _field(each.name, hints[each.name], not each.required, offer, context, in_rows)
        if made is None:
            continue
        if not in_rows and _is_settled(made, offer):
            fixed[made.name] = made.choices[0]
        else:
            fields.append(made)
    return _collapsed(Form(fields=tuple(fields), fixed=fixed, keys=rows.keys, bounded=rows.bounded, rows=rows.rows))


def _is_settled(field: Field, offer: Expected) -> bool:
    """Whether a field has only one possible value; a card to be picked is shown, even if it is the only one."""
    picked = bool(offer.options) and field.kind in ("card", "place")
    return len(field.choices) == 1 and not (field.open or field.kind == "order" or picked)


@cache
def _hints(kind: type[Command]) -> dict[str, Any]:
    return get_type_hints(kind)


def _field(name: str, hint: Any, optional: bool, offer: Expected, context: FormContext, in_rows: bool) -> Field | None:
    """The form's field for a field of the command; none where the command is sent without it."""
    if name in context.choices and not in_rows:
        return Field(name=name, kind=_KINDS.get(name, "choice"), choices=context.choices[name])
    if literal := _literal(hint):
        choices = tuple(each for each in literal if not offer.options or each in offer.options)
        if optional and not offer.options:
            return None
        suggested = offer.suggested if offer.suggested in choices else None
        return Field(name=name, kind="choice", choices=() if in_rows else choices, suggested=suggested)
    make = _MAKERS.get(name)
    made = make(offer, context) if make else None
    if in_rows:
        return _of_rows(name, made, optional, context)
    if made is None or (optional and not made.choices and made.kind in PICKED):
        return None
    # A field that the offer has choices for is required, though the command could do without it.
    required = bool(made.choices) and not made.open
    return msgspec.structs.replace(made, optional=made.optional or (optional and not required))


def _literal(hint: Any) -> tuple[str, ...]:
    """The options of a `Literal`, or of an optional one; none for any other type."""
    return next((get_args(each) for each in (hint, *get_args(hint)) if get_origin(each) is Literal), ())


def _of_rows(name: str, made: Field | None, optional: bool, context: FormContext) -> Field:
    """A field whose values are in the rows; where it may be anybody, its choices are the bettors who are known."""
    if context.rows is not None and name in context.rows.bounded:
        return Field(name=name, kind="money", step=context.unit, optional=optional)
    anybody = context.rows is not None and any(ANYBODY in row.values for row in context.rows.rows)
    listed = made.choices if made and made.kind == "bettor" and anybody else ()
    return Field(name=name, kind=_KINDS.get(name, "choice"), choices=listed, open=name == "bettor" and anybody)


_KINDS: dict[str, Kind] = {"bettor": "bettor", "box": "box", "wager": "wager", "clause": "clause", "which": "place"}


def _bettor(offer: Expected, context: FormContext) -> Field:
    if offer.bettors is not None:
        named = tuple(each for each in offer.bettors if each not in offer.not_for)
        return Field(name="bettor", kind="bettor", choices=named)
    people = tuple(each for each in context.people if each not in offer.not_for)
    return Field(name="bettor", kind="bettor", choices=people, open=True, without=offer.not_for)


def _box(offer: Expected, context: FormContext) -> Field:
    del context
    return Field(name="box", kind="box", choices=() if offer.box is None else (offer.box,))


def _hand(offer: Expected, context: FormContext) -> Field | None:
    del context
    return None if offer.hand is None else Field(name="hand", kind="choice", choices=(int(offer.hand),))


def _owner(offer: Expected, context: FormContext) -> Field | None:
    del context
    return None if offer.owner is None else Field(name="owner", kind="bettor", choices=(offer.owner,))


def _wager(offer: Expected, context: FormContext) -> Field:
    del context
    return Field(name="wager", kind="wager", choices=offer.wagers)


def _clause(offer: Expected, context: FormContext) -> Field:
    del context
    return Field(name="clause", kind="clause", choices=offer.clauses or (offer.clause,))


def _card(offer: Expected, context: FormContext) -> Field | None:
    face_up = tuple(each for each in offer.options if CARD.fullmatch(each))
    if face_up:
        return Field(name="card", kind="card", choices=face_up, suggested=offer.suggested, worth=offer.worth)
    if any(each.isdigit() for each in offer.options):
        return None
    # A card that is out already is the only choice.
    return Field(name="card", kind="card", choices=context.waiting[:1])


def _which(offer: Expected, context: FormContext) -> Field:
    del context
    return Field(name="which", kind="place", choices=tuple(int(each) for each in offer.options if each.isdigit()))


def _known(offer: Expected, context: FormContext) -> Field:
    del context
    return Field(name="known", kind="choice", choices=tuple(each == "known" for each in offer.options))


def _cards(offer: Expected, context: FormContext) -> Field:
    if offer.command == "declare-drawn-together":
        sure = offer.options == ("known",)
        return Field(name="cards", kind="cards", least=2 if sure else 0, optional=not sure)
    if offer.command == "reconstruct":
        lie = (*context.dealt, *context.waiting)
        return Field(name="cards", kind="cards", lie=lie, keep=True, least=len(lie))
    count = len(context.dealt)
    return Field(name="cards", kind="cards", lie=context.dealt, least=count, most=count)


def _disclosed(offer: Expected, context: FormContext) -> Field:
    del offer, context
    return Field(name="disclosed", kind="cards", least=0, up_to="number")


def _order(offer: Expected, context: FormContext) -> Field:
    del context
    return Field(name="order", kind="order", choices=offer.bettors or ())


def _number(offer: Expected, context: FormContext) -> Field:
    del context
    return Field(name="number", kind="number", least=offer.least or 2, most=offer.most)


def _money(name: str) -> "_Make":
    def make(offer: Expected, context: FormContext) -> Field | None:
        if offer.least is None and offer.most is None:
            return None
        return Field(name=name, kind="money", least=offer.least, most=offer.most, step=context.unit)

    return make


def _words(name: str) -> "_Make":
    return lambda offer, context: Field(name=name, kind="reason", least=1, most=MAX_REASON_LETTERS)


def _option(name: str) -> "_Make":
    return lambda offer, context: Field(name=name, kind="choice", choices=offer.options)


_Make: TypeAlias = Callable[[Expected, FormContext], Field | None]
_MAKERS: dict[str, _Make] = {
    "approval": _option("approval"),
    "bettor": _bettor,
    "box": _box,
    "card": _card,
    "cards": _cards,
    "clause": _clause,
    "disclosed": _disclosed,
    "game": _option("game"),
    "hand": _hand,
    "known": _known,
    "name": lambda offer, context: msgspec.structs.replace(_bettor(offer, context), name="name"),
    "number": _number,
    "order": _order,
    "owner": _owner,
    "settings": lambda offer, context: Field(name="settings", kind="settings"),
    "wager": _wager,
    "which": _which,
    **{name: _money(name) for name in ("amount", "cents", "stake", "tie")},
    **{name: _words(name) for name in ("reason", "said", "why")},
}
"""How a field is made, by its name: one name means one thing in every command."""


def stake_bounds(limits: Limits) -> Bounds:
    """The bounds of a stake, by the posted limits."""
    return Bounds(limits.minimum, limits.maximum)


# The form of one bettor, and several forms merged


def own_form(made: Form, bettor: str, owner: str | None = None) -> Form:
    """The form as this bettor fills it in, without the bettor; `owner` is the name they know another owner by."""
    fixed = {name: value for name, value in made.fixed.items() if name != "bettor"}
    if "owner" in fixed:
        fixed["owner"] = owner
        if owner is None:
            del fixed["owner"]
    fields = tuple(each for each in made.fields if each.name != "bettor")
    if "bettor" not in made.keys:
        return msgspec.structs.replace(made, fields=fields, fixed=fixed)
    at = made.keys.index("bettor")
    rows = tuple(
        Row((*row.values[:at], *row.values[at + 1 :]), row.bounds)
        for row in made.rows
        if row.values[at] in (bettor, ANYBODY) and bettor not in row.without
    )
    keys = (*made.keys[:at], *made.keys[at + 1 :])
    return _collapsed(Form(fields=fields, fixed=fixed, keys=keys, bounded=made.bounded, rows=rows))


def merged_form(forms: Sequence[Form]) -> Form | None:
    """Merge the forms of several offers of one command; none where they have different fields."""
    names = _names(forms[0])
    if len(forms) == 1 or any(_names(each).keys() != names.keys() for each in forms):
        return forms[0] if len(forms) == 1 else None
    keys = tuple(name for name in names if any(_is_key(each, name) for each in forms))
    bounded = tuple(name for name in names if any(_is_bounded(each, name) for each in forms))
    rows = tuple(dict.fromkeys(row for each in forms for row in _expanded(each, keys, bounded)))
    fields = tuple(
        _merged([each for made in forms for each in made.fields if each.name == name], name) for name in keys
    )
    free = {each.name: each for made in forms for each in made.fields if each.name not in keys}
    free |= {name: _unbounded(each) for name, each in free.items() if name in bounded}
    drawn = {each.name: each for each in fields} | free
    ordered = tuple(drawn[name] for name in names if name in drawn)
    return _collapsed(Form(fields=ordered, keys=keys, bounded=bounded, rows=rows))


def _names(made: Form) -> dict[str, None]:
    return dict.fromkeys((*made.fixed, *(each.name for each in made.fields)))


def _is_key(made: Form, name: str) -> bool:
    if name in made.fixed or name in made.keys:
        return True
    return any(each.name == name and (each.choices or each.open) and each.kind != "order" for each in made.fields)


def _is_bounded(made: Form, name: str) -> bool:
    return name in made.bounded or any(each.name == name and each.kind == "money" for each in made.fields)


def _expanded(made: Form, keys: tuple[str, ...], bounded: tuple[str, ...]) -> Iterator[Row]:
    """Every combination of values that a form allows, as rows with these keys."""
    by_name = {each.name: each for each in made.fields}
    free = [name for name in keys if name not in made.fixed and name not in made.keys]
    choices = [(ANYBODY,) if by_name[name].open else by_name[name].choices for name in free]
    without = tuple(who for name in free for who in by_name[name].without)
    for row in made.rows or (Row(()),):
        told = dict(zip(made.keys, row.values, strict=True)) | made.fixed
        bounds = dict(zip(made.bounded, row.bounds, strict=True))
        for picked in itertools.product(*choices):
            values = told | dict(zip(free, picked, strict=True))
            yield Row(
                tuple(values[name] for name in keys),
                tuple(bounds[name] if name in bounds else _bounds(by_name[name]) for name in bounded),
                tuple(dict.fromkeys((*row.without, *without))),
            )


def _bounds(field: Field) -> Bounds | None:
    return None if field.least is None else Bounds(field.least, field.most)


def _merged(fields: Sequence[Field], name: str) -> Field:
    """A field whose choices are in the rows; where it may be anybody, its choices are the bettors who are known."""
    listed = tuple(dict.fromkeys(choice for each in fields if each.open for choice in each.choices))
    is_open = any(each.open for each in fields)
    kind = fields[0].kind if fields else _KINDS.get(name, "choice")
    return Field(name=name, kind=kind, choices=listed, open=is_open)


def _unbounded(field: Field) -> Field:
    return msgspec.structs.replace(field, least=None, most=None)


def _collapsed(made: Form) -> Form:
    """Simplify a form: a key that has the same value in all rows becomes a fixed value."""
    if not made.rows:
        return made
    made = _without_unbounded(made)
    values = {name: {row.values[at] for row in made.rows} for at, name in enumerate(made.keys)}
    without = {row.without for row in made.rows}
    # `ANYBODY` in every row needs no key either, unless different rows exclude different bettors.
    same = {name for name, each in values.items() if len(each) == 1 and (each != {ANYBODY} or len(without) == 1)}
    alike = (name for name in made.keys if name in same and values[name] != {ANYBODY})
    fixed = made.fixed | {name: next(iter(values[name])) for name in alike}
    kept = [at for at, name in enumerate(made.keys) if name not in same]
    open_to = without.pop() if "bettor" in same else ()
    rows = tuple(
        Row(tuple(row.values[at] for at in kept), row.bounds, () if open_to else row.without) for row in made.rows
    )
    fields = tuple(
        msgspec.structs.replace(each, without=open_to) if each.name == "bettor" and open_to else each
        for each in made.fields
        if each.name not in fixed
    )
    keys = tuple(made.keys[at] for at in kept)
    left = Form(fields=fields, fixed=fixed, keys=keys, bounded=made.bounded, rows=tuple(dict.fromkeys(rows)))
    return left if keys or len(left.rows) > 1 else _without_rows(left)


def _without_unbounded(made: Form) -> Form:
    """The form without the amounts for which no row has bounds: they are never sent."""
    given = [at for at in range(len(made.bounded)) if any(row.bounds[at] for row in made.rows)]
    if len(given) == len(made.bounded):
        return made
    bounded = tuple(made.bounded[at] for at in given)
    never = {*made.bounded} - {*bounded}
    return msgspec.structs.replace(
        made,
        bounded=bounded,
        rows=tuple(Row(row.values, tuple(row.bounds[at] for at in given), row.without) for row in made.rows),
        fields=tuple(each for each in made.fields if each.name not in never),
    )


def _without_rows(made: Form) -> Form:
    """Move the bounds of a single row without keys into the fields."""
    bounds = dict(zip(made.bounded, made.rows[0].bounds, strict=True))
    fields = tuple(
        msgspec.structs.replace(each, least=given.least, most=given.most) if (given := bounds.get(each.name)) else each
        for each in made.fields
    )
    return Form(fields=fields, fixed=made.fixed)


def limited(wagers: Iterable[str], limits: Callable[[str], Limits]) -> Rows:
    """Rows that allow each wager, with the limits of its stake."""
    return Rows(("wager",), ("stake",), tuple(Row((wager,), (stake_bounds(limits(wager)),)) for wager in wagers))
