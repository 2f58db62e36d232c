"""What is told with a command on boxes, as its form asks for it."""

import pytest

import streams
from boxes import bets_open, both, deal, playing, then
from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.forms import box_form, stream_form
from croupier.games.blackjack.stream import round as stream
from croupier.games.form import Bounds, Form
from croupier.games.round import Phase
from croupier.games.terms import Limits


def form_of(round: BoxRound, command: str) -> Form:
    return next(box_form(each, round) for each in expects(round) if each.command == command)


@pytest.mark.clause("dueling8 3.16.1")
def test_r_76_tie_on_18_is_asked_for_with_a_split_only_where_it_was_placed_before_the_deal() -> None:
    limits = {"tie-on-18": Limits(200, 900)}
    for sides, bounds in ((("tie-on-18",), Bounds(200, 900)), (("21-plus",), None)):
        wagers = [m.PlaceWager(bettor="Bob", box=3, wager=each, stake=500) for each in ("main", *sides)]
        joined = [m.PlaceWager(bettor="Ann", box=3, wager=each, stake=400) for each in ("main", *sides)]
        dealt = then(
            bets_open("dueling-8s", limits=limits), *wagers, *joined, m.CloseBets(), *deal("8H"), m.ConfirmDeal()
        )
        play = then(dealt, m.CloseOffers())
        made = form_of(play, "decide")
        rows = {row.values[0]: dict(zip(made.bounded, row.bounds, strict=True)) for row in made.rows}
        assert {action: row["amount"] for action, row in rows.items()} == {
            "stand": None,
            "hit": None,
            "double": Bounds(100, 500),
            "split": None,
        }
        assert {action: row.get("tie") for action, row in rows.items()} == {**dict.fromkeys(rows), "split": bounds}
        split = then(play, m.Decide(bettor="Bob", box=3, action="split"))
        asked = {field.name: (field.least, field.most) for field in form_of(split, "match-split").fields}
        assert asked == ({"tie": (200, 900)} if bounds else {})


@both
def test_r_23_cards_that_the_dealer_did_not_need_are_read_again_with_the_others_but_are_not_laid_anew(
    name: str,
) -> None:
    stood = then(
        playing(name), *(m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3)))
    )
    complete = then(stood, *deal("2D 9D"))
    right = (*complete.dealt[:-2], *cards("KC 9D"))
    corrected = then(complete, m.CorrectCards(cards=right))
    assert (corrected.phase, corrected.surplus) == (Phase.COMPLETE, cards("9D"))
    asked = {command: form_of(corrected, command).fields[0].lie for command in ("correct-cards", "reconstruct")}
    assert asked == {"correct-cards": right, "reconstruct": right[:-1]}


def test_a_card_is_told_to_lie_anywhere_but_where_it_belongs() -> None:
    opened = then(bets_open("lucky-8"), m.PlaceWager(bettor="Ann", box=2, wager="main", stake=500), m.CloseBets())
    (box,) = (field.choices for field in form_of(opened, "misdeal-card").fields if field.name == "box")
    assert (2 in box, None in box) == (False, True)
    (dealers,) = (
        field.choices for field in form_of(then(opened, *deal("KC")), "misdeal-card").fields if field.name == "box"
    )
    assert (2 in dealers, None in dealers) == (True, False)


def test_nothing_is_under_a_minimum_of_one_unit() -> None:
    for minimum, bounds in ((100, [Bounds(1_100)]), (200, [Bounds(100, 100), Bounds(1_100)])):
        opened = bets_open("lucky-8", limits={"main": Limits(minimum, 1_000)})
        assert [row.bounds[0] for row in form_of(opened, "note-wager").rows if row.values[-1] == 1] == bounds


def test_nothing_is_told_with_a_choice_on_the_shared_stream() -> None:
    round = streams.dealt("KC 7D 6H")
    (offer,) = (each for each in stream.expects(round) if each.command == "decide")
    made = stream_form(offer, round)
    assert ([field.name for field in made.fields], made.keys, made.bounded) == (["action"], ("action",), ())


def test_6_3_what_the_dealer_did_not_need_is_read_again_with_the_others_on_the_shared_stream() -> None:
    played = streams.then(streams.dealt("KC 7D 8H"), *streams.says(T1="stand"), *streams.deal("2D 8C"), m.Settle())
    corrected = streams.then(played, m.CorrectCards(cards=cards("KC 7D 8H KD 8C")))
    assert corrected.surplus == cards("8C")
    (offer,) = (each for each in stream.expects(corrected) if each.command == "correct-cards")
    assert stream_form(offer, corrected).fields[0].lie == cards("KC 7D 8H KD 8C")
