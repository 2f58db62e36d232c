"""The forms of whatever the sample rounds of a game offer, and what the pit's guide says of it, as they were read.

`REGENERATE=1 pytest tests/games/test_forms_read.py` writes `golden/forms` anew. Read what has changed: each line is
something that a person is asked.
"""

import os
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal, cast, get_args

import msgspec
import pytest

import places
from croupier.games.blackjack.notation import read
from croupier.games.catalogue import GAMES
from croupier.games.families import family
from croupier.games.form import ANYBODY, Bounds, Field, Form, FormContext, Kind, Row, Rows, form, merged_form, own_form
from croupier.games.guide import irregularities
from croupier.games.round import Command, Expected, Role, encode
from croupier.rulebook import Clause
from telling import told, wire
from test_offers_exact import BY_READINGS, on_paper

GOLDEN = places.GOLDEN / "forms"
FAMILIES = ["tiger", "sands-super", "lucky-8", "dueling-8s", "e-blackjack"]


def asked(made: Form) -> Iterator[str]:
    """What a form asks for."""
    for field in made.fields:
        yield f"    ? {told(field, word=wire)}"
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
    how, seen = family(name), set[tuple[str, ...]]()

    def once(title: str, made: Form) -> Iterator[str]:
        lines = (title, *asked(made))
        if lines not in seen:
            seen.add(lines)
            yield from lines

    for round in family(name).samples(GAMES[name]):
        offers = [(each, how.form(each, round)) for each in how.offers(round, None)]
        for each, made in offers:
            yield from once(f"{each.command}, {each.by}", made)
            if each.by is Role.PLAYER:
                for bettor in each.bettors or ("Ann", "Dan"):
                    mine = own_form(made, bettor, None if each.owner == bettor else each.owner and "another")
                    yield from once(f"{each.command} of {bettor}", mine)
        offers.sort(key=lambda each: each[0].command)
        for command, alike in groupby(offers, key=lambda each: each[0].command):
            forms = [made for _, made in alike]
            if len(forms) > 1:
                whole = merged_form(forms)
                yield from once(f"{len(forms)} of {command}", whole) if whole else (f"{command} do not go together",)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_forms_of_the_sample_rounds_are_as_they_were_read(name: str) -> None:
    path, found = GOLDEN / f"{name}.txt", "\n".join(page(name)) + "\n"
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")


def readings_page(name: str, title: str) -> Iterator[str]:
    """The forms of what a round under another reading offers, each once, where it comes first."""
    how, round, seen = family(name), None, set[tuple[str, ...]]()
    for event in read(BY_READINGS[name][title]):
        round = how.evolve(round, event)
        for each in how.offers(round, None):
            lines = (f"{each.command}, {each.by}", *asked(how.form(each, round)))
            if lines not in seen:
                seen.add(lines)
                yield from lines


@pytest.mark.parametrize(
    ("name", "title"),
    [(name, title) for name, some in BY_READINGS.items() for title in some if "R-03" in title or "R-32" in title],
)
def test_the_forms_of_rounds_under_other_readings_are_as_they_were_read(name: str, title: str) -> None:
    on_paper(GOLDEN / name, title, readings_page(name, title))


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


# One field after the other


class Asked(msgspec.Struct, frozen=True):
    """What a command with a field of many a kind would be; nobody can give it, so it is none."""

    bettor: str
    wager: str | None = None
    box: int | None = None
    hand: int | None = None
    owner: str | None = None
    which: int | None = None
    card: str | None = None
    amount: int | None = None
    number: int | None = None
    approval: str | None = None
    course: Literal["burn", "play"] | None = None
    colour: str = ""
    why: str = ""
    order: tuple[str, ...] = ()


Ask = cast("type[Command]", Asked)


def offer(**more: Any) -> Expected:
    given = {"command": "ask", "by": Role.DEALER, "clause": Clause("ebaccarat 6.1"), "prompt": "?", **more}
    return Expected(**given)


def fields(made: Form) -> dict[str, str]:
    return {each.name: told(each, word=wire).partition(" ")[2] for each in made.fields}


def test_what_is_written_can_be_filled_in_and_what_is_picked_needs_something_to_pick() -> None:
    written = {"money", "card", "cards", "reason", "number", "settings"}
    for kind in get_args(Kind):
        bare = Field(name="x", kind=kind)
        assert Form(fields=(bare,)).possible is (kind in written), kind
        for more in ({"choices": ("1",)}, {"open": True}, {"optional": True}):
            assert Form(fields=(msgspec.structs.replace(bare, **more),)).possible
    picked = Field(name="x", kind="box")
    assert not Form(fields=(picked,), keys=("x",)).possible, "no row allows anything"
    assert Form(fields=(picked,), keys=("x",), rows=(Row((1,)),)).possible, "the rows say what"
    other = Field(name="y", kind="wager")
    assert not Form(fields=(picked, other), keys=("x",), rows=(Row((1,)),)).possible


def test_what_an_offer_leaves_open_is_not_asked_and_what_it_names_is_sent() -> None:
    bare = form(Ask, offer(), FormContext())
    assert fields(bare) == {
        "bettor": 'kind="bettor" open=true',
        "card": 'kind="card" optional=true',
        "number": 'kind="number" least=2 optional=true',
        "why": 'kind="reason" least=1 most=200 optional=true',
    }
    assert bare.fixed == {}
    named = form(
        Ask,
        offer(bettors=("T1",), wagers=("tie",), box=3, hand="2", owner="T2", least=100, most=500),
        FormContext(unit=20),
    )
    assert named.fixed == {"bettor": "T1", "wager": "tie", "box": 3, "hand": 2, "owner": "T2"}
    assert fields(named) == {
        "card": 'kind="card" optional=true',
        "amount": 'kind="money" least=100 most=500 step=20 optional=true',
        "number": 'kind="number" least=100 most=500 optional=true',
        "why": 'kind="reason" least=1 most=200 optional=true',
        "order": 'kind="order" choices=["T1"]',
    }


def test_a_card_that_is_picked_is_shown_though_it_is_the_only_one() -> None:
    last = form(Ask, offer(options=("KH",), suggested="KH", worth={"KH": "5"}), FormContext(waiting=("9D",)))
    assert fields(last)["card"] == 'kind="card" choices=["KH"] suggested="KH" worth={"KH":"5"}'
    place = fields(form(Ask, offer(options=("0",)), FormContext()))
    assert (place["which"], "card" in place) == ('kind="place" choices=[0]', False)
    out = form(Ask, offer(), FormContext(waiting=("9D", "4H")))
    assert out.fixed["card"] == "9D", "what is out already is what is meant"


def test_a_course_is_asked_where_the_offer_leaves_it_and_suggested_only_where_it_may_be_taken() -> None:
    both = form(Ask, offer(options=("burn", "play"), suggested="burn"), FormContext())
    assert fields(both)["course"] == 'kind="choice" choices=["burn","play"] suggested="burn"'
    odd = form(Ask, offer(options=("burn", "play"), suggested="4C"), FormContext())
    assert fields(odd)["course"] == 'kind="choice" choices=["burn","play"]'
    assert form(Ask, offer(options=("play",)), FormContext()).fixed["course"] == "play"
    assert "course" not in fields(form(Ask, offer(), FormContext()))


def test_what_is_put_in_order_is_asked_though_it_is_one_and_an_approval_is_one_of_those_that_wait() -> None:
    asks = fields(form(Ask, offer(bettors=("T1",), options=("7",)), FormContext()))
    assert asks["order"] == 'kind="order" choices=["T1"]'
    two = fields(form(Ask, offer(bettors=("T1", "T2"), options=("7", "8")), FormContext()))
    assert two["order"] == 'kind="order" choices=["T1","T2"]'
    assert two["approval"] == 'kind="choice" choices=["7","8"]'
    assert "order" not in fields(form(Ask, offer(), FormContext())), "nobody is named"


def test_a_player_is_not_asked_who_they_are_and_knows_others_as_they_are_shown() -> None:
    asked_of_all = Form(
        fields=(Field(name="bettor", kind="bettor", open=True), Field(name="stake", kind="money", least=20)),
        fixed={"owner": "T2", "box": 1},
    )
    seen = own_form(asked_of_all, "T1", "another")
    assert (list(fields(seen)), seen.fixed) == (["stake"], {"owner": "another", "box": 1})
    assert own_form(asked_of_all, "T2").fixed == {"box": 1}, "one's own is not named"
    assert own_form(Form(fixed={"bettor": "T1", "box": 2}), "T1").fixed == {"box": 2}


def test_of_rows_a_player_is_shown_their_own_and_those_for_anybody() -> None:
    rows = (
        Row(("T1", "tie"), (Bounds(20, 100),)),
        Row(("T2", "tie"), (Bounds(20, 500),)),
        Row((ANYBODY, "banker"), (Bounds(40),), ("T1",)),
    )
    both = tuple(Field(name=name, kind=name) for name in ("bettor", "wager"))
    amount = Field(name="amount", kind="money", step=20)
    made = Form(fields=(*both, amount), keys=("bettor", "wager"), bounded=("amount",), rows=rows)
    one = own_form(made, "T1")
    assert (one.fixed, one.keys, one.rows) == ({"wager": "tie"}, (), ())
    assert fields(one) == {"amount": 'kind="money" least=20 most=100 step=20'}
    two = own_form(made, "T2")
    assert (two.keys, two.bounded) == (("wager",), ("amount",))
    assert two.rows == (Row(("tie",), (Bounds(20, 500),)), Row(("banker",), (Bounds(40),)))
    third = own_form(made, "T3")
    assert (third.fixed, fields(third)) == ({"wager": "banker"}, {"amount": 'kind="money" least=40 step=20'})


def test_several_offers_of_one_command_are_one_form_where_they_ask_for_the_same() -> None:
    def stake(box: int, least: int, most: int) -> Form:
        money = Field(name="stake", kind="money", least=least, most=most, step=20)
        return Form(fields=(Field(name="wager", kind="wager", choices=("main", "tie")), money), fixed={"box": box})

    alone = stake(1, 20, 100)
    assert merged_form([alone]) is alone
    whole = merged_form([alone, stake(2, 40, 500)])
    assert whole is not None
    assert (whole.keys, whole.bounded, whole.fixed) == (("box", "wager"), ("stake",), {})
    assert [(row.values, row.bounds) for row in whole.rows] == [
        ((1, "main"), (Bounds(20, 100),)),
        ((1, "tie"), (Bounds(20, 100),)),
        ((2, "main"), (Bounds(40, 500),)),
        ((2, "tie"), (Bounds(40, 500),)),
    ]
    assert fields(whole) == {"box": 'kind="box"', "wager": 'kind="wager"', "stake": 'kind="money" step=20'}
    assert merged_form([alone, Form(fixed={"box": 2})]) is None
    same = merged_form([alone, alone])
    assert same is not None
    assert (same.fixed, same.keys) == ({"box": 1}, ("wager",))


def test_who_may_be_anybody_in_one_offer_and_somebody_in_another_is_told_by_the_rows() -> None:
    anybody = Form(
        fields=(Field(name="bettor", kind="bettor", choices=("T1", "T3"), open=True, without=("T2",)),),
        fixed={"box": 1},
    )
    somebody = Form(fields=(Field(name="bettor", kind="bettor", choices=("T1", "T2")),), fixed={"box": 2})
    whole = merged_form([anybody, somebody])
    assert whole is not None
    assert whole.keys == ("bettor", "box") or whole.keys == ("box", "bettor")
    by_box = {row.values[whole.keys.index("box")]: row for row in whole.rows}
    assert by_box[1].values[whole.keys.index("bettor")] == ANYBODY
    assert (by_box[1].without, by_box[2].without) == (("T2",), ())
    assert fields(whole)["bettor"] == 'kind="bettor" choices=["T1","T3"] open=true'
    both = merged_form([anybody, msgspec.structs.replace(anybody, fixed={"box": 2})])
    assert both is not None
    assert fields(both)["bettor"] == 'kind="bettor" choices=["T1","T3"] open=true without=["T2"]'
    assert [row.without for row in both.rows] == [(), ()]


def test_an_amount_that_no_row_has_bounds_for_is_never_asked() -> None:
    rows = (Row(("main",), (Bounds(20), None)), Row(("tie",), (Bounds(40), None)))
    made = Form(
        fields=(
            Field(name="wager", kind="wager"),
            Field(name="stake", kind="money"),
            Field(name="tie", kind="money"),
        ),
        keys=("wager",),
        bounded=("stake", "tie"),
        rows=rows,
    )
    mine = own_form(msgspec.structs.replace(made, keys=("wager",)), "T1")
    assert mine.bounded == ("stake", "tie"), "where nobody is named nothing is left out"
    named = msgspec.structs.replace(
        made, keys=("bettor", "wager"), rows=tuple(Row(("T1", *row.values), row.bounds) for row in rows)
    )
    seen = own_form(named, "T1")
    assert (seen.bounded, list(fields(seen))) == (("stake",), ["wager", "stake"])
    assert seen.rows == (Row(("main",), (Bounds(20),)), Row(("tie",), (Bounds(40),)))


def test_money_is_asked_for_with_the_one_bound_that_there_is() -> None:
    assert (
        fields(form(Ask, offer(least=100), FormContext(unit=20)))["amount"]
        == 'kind="money" least=100 step=20 optional=true'
    )
    assert (
        fields(form(Ask, offer(most=500), FormContext(unit=20)))["amount"]
        == 'kind="money" most=500 step=20 optional=true'
    )


def test_rows_that_name_a_player_among_other_things_are_shown_without_them() -> None:
    rows = tuple(Row((box, who, "tie"), (Bounds(20, 100 * box),)) for box in (1, 2) for who in ("T1", "T2"))
    names: dict[str, Kind] = {"box": "box", "bettor": "bettor", "wager": "wager", "amount": "money"}
    made = Form(
        fields=tuple(Field(name=name, kind=kind) for name, kind in names.items()),
        fixed={"hand": 1},
        keys=("box", "bettor", "wager"),
        bounded=("amount",),
        rows=rows,
    )
    mine = own_form(made, "T2")
    assert (mine.keys, mine.fixed) == (("box",), {"hand": 1, "wager": "tie"})
    assert mine.rows == (Row((1,), (Bounds(20, 100),)), Row((2,), (Bounds(20, 200),)))


def test_offers_that_differ_in_their_bounds_alone_keep_both() -> None:
    def up_to(most: int) -> Form:
        return Form(fields=(Field(name="amount", kind="money", least=20, most=most),), fixed={"box": 1})

    whole = merged_form([up_to(100), up_to(500)])
    assert whole is not None
    assert (whole.keys, whole.fixed) == ((), {"box": 1})
    assert whole.rows == (Row((), (Bounds(20, 100),)), Row((), (Bounds(20, 500),)))


def test_a_field_keeps_its_kind_when_offers_are_put_together() -> None:
    def of(who: str, box: int) -> Form:
        return Form(fields=(Field(name="owner", kind="bettor", choices=(who, "T9")),), fixed={"box": box})

    whole = merged_form([of("T1", 1), of("T2", 2)])
    assert whole is not None
    assert fields(whole) == {"owner": 'kind="bettor"', "box": 'kind="box"'}


def test_who_may_not_differs_by_row_and_stays_with_its_row() -> None:
    rows = (
        Row((ANYBODY, "main"), (Bounds(20), None), ("T1",)),
        Row((ANYBODY, "tie"), (Bounds(40), None), ("T2",)),
    )
    made = form(Ask, offer(), FormContext(unit=20, rows=Rows(("bettor", "wager"), ("amount", "number"), rows)))
    assert made.bounded == ("amount",)
    assert "number" not in fields(made)
    assert made.rows == (
        Row((ANYBODY, "main"), (Bounds(20),), ("T1",)),
        Row((ANYBODY, "tie"), (Bounds(40),), ("T2",)),
    )
    alike = tuple(msgspec.structs.replace(row, without=("T1",)) for row in rows)
    same = form(Ask, offer(), FormContext(unit=20, rows=Rows(("bettor", "wager"), ("amount", "number"), alike)))
    assert fields(same)["bettor"] == 'kind="bettor" open=true without=["T1"]'
    assert fields(same)["wager"] == 'kind="wager"'
    assert same.rows == (Row(("main",), (Bounds(20),)), Row(("tie",), (Bounds(40),)))


def test_who_may_not_is_left_out_and_said() -> None:
    people = form(Ask, offer(not_for=("T2",)), FormContext(people=("T1", "T2", "T3")))
    assert fields(people)["bettor"] == 'kind="bettor" choices=["T1","T3"] open=true without=["T2"]'
    named = form(Ask, offer(bettors=("T1", "T2", "T3"), not_for=("T2",)), FormContext(people=("T9",)))
    assert fields(named)["bettor"] == 'kind="bettor" choices=["T1","T3"]'


def test_what_only_the_round_knows_is_among_the_choices() -> None:
    known = form(Ask, offer(), FormContext(choices={"which": (1, 2), "colour": ("red",)}))
    assert fields(known)["which"] == 'kind="place" choices=[1,2]'
    assert known.fixed["colour"] == "red"
