"""A card entered wrongly at the blackjack games: the cards decide, and what was entered is a display.

Electronic Blackjack 6.3 says so, and the ruling on it (R-23) says it of boxes too: the round follows the real cards,
and what somebody has chosen meanwhile stands.
"""

import msgspec
import pytest

import boxes
from boxes import OPENING, both, closed, held, playing
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxed
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.notation import phrase
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.round import Phase, Role
from streams import deal, dealt, says
from streams import refusal as refused
from streams import then as shared

clause = pytest.mark.clause


def back(card: str) -> m.TakeBackCard:
    return m.TakeBackCard(card=Card(card))


def then(round: BoxRound | None, *commands: m.AnyCommand) -> BoxRound:
    """The Dealer may do all of it, and players their own."""
    for each in commands:
        by = Role.PLAYER if isinstance(each, boxes.PLAYERS) else Role.DEALER
        round = boxes.then(round, each, by=by)
    assert round is not None
    return round


def says_on(box: int, who: str, action: str) -> m.AnyCommand:
    return msgspec.convert({"command": "decide", "bettor": who, "box": box, "action": action}, m.Decide)


def offered(round: BoxRound | StreamRound) -> tuple[str, ...]:
    found = stream.expects(round) if isinstance(round, StreamRound) else boxed.expects(round)
    return next((each.options for each in found if each.command == "take-back-card"), ())


@both
def test_r_23_a_card_of_the_initial_deal_is_taken_back_and_the_deal_goes_on_from_there(name: str) -> None:
    before = then(closed(name), *deal(OPENING[name])[:1])
    first = Card(OPENING[name].split()[0])
    assert offered(before) == (first,)
    assert then(before, back(first)).cards == ()
    again = then(before, back(first), *deal("5C"))
    assert held(again)[1] == cards("5C")
    assert again.history == ((first,),), "that it lay there stays on record"


@both
def test_r_23_the_last_card_of_the_deal_is_taken_back_and_the_deal_is_not_complete(name: str) -> None:
    complete = then(closed(name), *deal(OPENING[name]))
    assert (complete.phase, offered(complete)) == (Phase.CONFIRMING, ("8C",))
    before = then(complete, back("8C"))
    assert (before.phase, before.next_place) == (Phase.DEALING, 3)
    assert before.box(1).area is None, "no hand is in play before the deal is complete"
    assert held(then(before, *deal("5C")))[3][-1] == "5C"


@both
def test_r_23_one_step_after_the_other_while_nothing_but_cards_has_come(name: str) -> None:
    round = then(closed(name), *deal(OPENING[name]))
    for card in reversed(OPENING[name].split()):
        assert offered(round) == (card,)
        round = then(round, back(card))
    assert (round.cards, offered(round)) == ((), ())


@both
def test_r_23_a_card_to_a_players_hand_is_taken_back_and_a_bust_undone(name: str) -> None:
    hit = then(playing(name), says_on(1, "Ann", "hit"))
    bust = then(hit, *deal("KC"))
    assert bust.turn == bust.box(3), "Ann is bust, and Bob is in turn"
    before = then(bust, back("KC"))
    assert before.boxes == hit.boxes
    assert before.turn == before.box(1)
    assert then(before, *deal("2C")).turn == then(hit, *deal("2C")).turn


def test_r_23_a_card_to_a_split_hand_is_taken_back_and_the_split_stands() -> None:
    split = then(boxes.closed("lucky-8"), *deal("8S 9H 7D 8H 8C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(split, says_on(1, "Ann", "split"))
    dealt = then(split, *deal("KC"))
    assert offered(dealt) == ("KC",)
    before = then(dealt, back("KC"))
    assert before.boxes == split.boxes
    area, again = before.box(1).area, then(before, *deal("8D")).box(1).area
    assert area
    assert again
    assert [hand.cards for hand in area.hands] == [cards("8S"), cards("8H")]
    assert again.options(before.rules.splitting)[-1] == "split"


@both
def test_r_23_a_card_to_the_dealer_is_taken_back_and_the_round_is_not_complete(name: str) -> None:
    stood = then(playing(name), says_on(1, "Ann", "stand"), says_on(3, "Bob", "stand"))
    complete = then(stood, *deal("KC"))
    assert (complete.phase, offered(complete)) == (Phase.COMPLETE, ("KC",))
    before = then(complete, back("KC"))
    assert (before.phase, before.dealer) == (Phase.DRAWING, stood.dealer)
    assert then(before, *deal("2C")).phase is Phase.DRAWING
    assert offered(then(complete, m.Settle())) == ()


@both
def test_r_23_once_it_was_acted_upon_a_card_stands_or_is_referred(name: str) -> None:
    confirmed = then(closed(name), *deal(OPENING[name]), m.ConfirmDeal())
    hit = then(playing(name), says_on(1, "Ann", "hit"), *deal("2C"))
    for round in (
        closed(name),
        confirmed,
        then(confirmed, m.Surrender(bettor="Ann", box=1)),
        then(hit, says_on(1, "Ann", "stand")),
        then(hit, m.DeclareAbsent(bettor="Ann", box=1)),
        then(hit, m.MissCuttingCard()),
    ):
        assert offered(round) == ()
        no = boxes.refusal(round, back("2C"), Role.DEALER)
        assert (no.clause, "only the last card entered" in no.reason) == ("R-23", True)


@both
@pytest.mark.clause("lucky8 5.20", "dueling8 5.17")
def test_r_23_the_cutting_card_that_came_with_a_card_keeps_it_from_going_back_no_more_and_stays_out(name: str) -> None:
    hit = then(playing(name), says_on(1, "Ann", "hit"))
    for cut_first in (True, False):
        came = [m.RemoveCuttingCard(), *deal("2C")] if cut_first else [*deal("2C"), m.RemoveCuttingCard()]
        cut = then(hit, *came)
        assert (offered(cut), cut.cut_after is not None) == (("2C",), True)
        before = then(cut, back("2C"))
        assert (before.boxes, before.cut_after) == (hit.boxes, cut.cut_after), "the cutting card stays out"
        assert not [each for each in boxed.expects(before) if each.command == "remove-cutting-card"]
        assert then(before, *deal("3C")).cards[-1] == "3C"
    first, second = OPENING[name].split()[:2]
    dealt = then(closed(name), *deal(first), m.RemoveCuttingCard(), *deal(second))
    twice = then(dealt, back(second), back(first))
    assert (twice.cards, twice.cut_after) == ((), 1), "one step after the other, across it"


@both
def test_r_23_another_card_than_the_last_is_refused_and_a_player_takes_none_back(name: str) -> None:
    hit = then(playing(name), says_on(1, "Ann", "hit"), *deal("2C"))
    no = boxes.refusal(hit, back("3C"), Role.DEALER)
    assert (no.reason, no.clause) == ("the last card entered is 2C, not 3C", "R-23")
    assert "needs a Dealer" in boxes.refusal(hit, back("2C"), Role.PLAYER).reason


@both
def test_r_23_a_card_that_was_out_already_was_not_entered_and_stays(name: str) -> None:
    hit = then(playing(name), says_on(1, "Ann", "hit"))
    assert offered(then(hit, m.FindFaceUpCard(card=Card("2C")), *deal("2C"))) == ()
    pulled = boxes.then(hit, m.PullCards(number=2, disclosed=cards("2C 3C")))
    picked = boxes.then(pulled, m.PickCard(bettor="Ann", card=Card("2C")), by=Role.PLAYER)
    assert (picked.cards[-1], offered(picked)) == ("2C", ())


def test_r_23_a_card_from_the_device_is_taken_back_also_where_it_came_past_cards_drawn_at_once() -> None:
    hit = then(closed("lucky-8"), *deal("TS 2H 7D 6H 3C"), m.ConfirmDeal(), m.CloseOffers(), says_on(1, "Ann", "hit"))
    pulled = boxes.then(hit, m.PullCards(number=3, disclosed=cards("2C 3C")))
    picked = boxes.then(pulled, m.PickCard(bettor="Ann", card=Card("2C")), by=Role.PLAYER)
    alone = then(picked, says_on(1, "Ann", "stand"), m.DeclareAbsent(bettor="Bob", box=3))
    passed = then(alone, *deal("4C"))
    assert (passed.pulled is not None, passed.pulled, offered(passed)) == (True, alone.pulled, ("4C",))
    assert then(passed, back("4C")).boxes == alone.boxes


def test_r_23_a_card_that_came_to_lie_on_another_place_is_taken_back_too() -> None:
    laid = then(closed("lucky-8"), m.MisdealCard(card=Card("KC"), box=3))
    assert laid.missed == (1,)
    before = then(laid, back("KC"))
    assert (before.missed, before.next_place, before.cards) == ((), 1, ())


@clause("eblackjack 6.3")
def test_6_3_a_card_of_the_opening_is_taken_back_with_the_offer_that_it_brought() -> None:
    ace = dealt("8S AD 3H")
    assert (ace.phase, offered(ace)) == (Phase.OFFERING, ("3H",))
    before = shared(ace, back("3H"), back("AD"), by=Role.DEALER)
    assert (before.phase, before.cards) == (Phase.DEALING, cards("8S"))
    again = shared(before, *deal("6D 3H"))
    assert again.phase is Phase.PLAYING, "nobody is offered insurance against an Ace that never lay there"
    assert again.history == (cards("8S AD 3H"), cards("8S AD"))


@clause("eblackjack 6.3")
def test_6_3_a_shared_card_is_taken_back_from_every_hand_that_it_served() -> None:
    due = shared(dealt("8S 6D 8H", T1=1_000, T2=500, T3=500), *says(T1="split", T2="hit", T3="stand"))
    served = shared(due, *deal("9C"))
    before = shared(served, back("9C"), by=Role.DEALER)
    assert (before.ways, before.stream, before.turns) == (due.ways, (), due.turns)
    assert before.staked() == {"T1": 2_000, "T2": 500, "T3": 500}, "what was chosen before the card stands"
    assert shared(before, *deal("KC")).stream == cards("KC")


@clause("eblackjack 6.3")
def test_6_3_the_dealers_last_card_is_taken_back_and_the_round_is_not_complete() -> None:
    drawing = shared(dealt("8S 6D 3H"), *says(T1="stand"))
    complete = shared(drawing, *deal("KD 7H"))
    assert (complete.phase, offered(complete)) == (Phase.COMPLETE, ("7H",))
    before = shared(complete, back("7H"), by=Role.DEALER)
    assert (before.phase, before.dealer) == (Phase.DRAWING, cards("6D KD"))
    assert shared(before, *deal("5H"), m.Settle()).nets() == {"T1": -1_000}


@clause("eblackjack 6.3")
def test_6_3_r_23_once_a_terminal_has_chosen_a_card_stands_or_is_referred() -> None:
    window, ace = dealt("8S 6D 3H"), dealt("8S AD 3H")
    for round in (
        dealt(""),
        shared(window, m.Decide(bettor="T1", action="hit")),
        shared(window, m.Surrender(bettor="T1")),
        shared(window, m.CloseDecisions()),
        shared(ace, m.Insure(bettor="T1")),
        shared(ace, m.CloseOffers()),
        shared(window, m.ReturnLateWager(bettor="T1", wager="main", amount=500)),
    ):
        assert offered(round) == ()
        assert refused(round, back("3H"), Role.DEALER).clause == "eblackjack 6.3"
    assert refused(window, back("8S"), Role.DEALER).reason == "the last card entered is 3H, not 8S"


@clause("eblackjack 6.3")
def test_6_3_what_has_nothing_to_do_with_the_card_stops_no_step_back_and_is_not_forgotten() -> None:
    window = shared(dealt("8S 6D", T1=1_000, T2=500), *deal("3H"), m.LoseTerminal(bettor="T2"))
    told = shared(window, m.CorrectDisplay(said="a 3 for an 8"), by=Role.DEALER)
    before = shared(told, back("3H"), back("6D"), by=Role.DEALER)
    assert (before.cards, before.lost, before.notes) == (cards("8S"), ("T2",), told.notes)


def test_the_step_reads_in_one_line() -> None:
    event = m.CardTakenBack(card=Card("KC"), clause=closed("lucky-8").rules.law.display, by=Role.DEALER)
    assert phrase(event) == "KC taken back by R-23 dealer"
