"""The readings of procedure and authority that a table with boxes may be run by, live, money counted to the cent."""

from typing import Any

import pytest

from croupier.cards import Card
from croupier.games.blackjack.hand import Hand, default_stands
from croupier.games.catalogue import game
from croupier.games.recorded import settle
from croupier.games.round import Phase, Role
from croupier.games.terms import Limits, Terms
from croupier.house.accounting.booking import Amount, wager_totals
from croupier.refused import Refused
from live import Live

AB = pytest.mark.parametrize("letter", ["a", "b"])
OPENING = {"lucky-8": "TS 9H 7D 6H 8C", "dueling-8s": "6H 8C"}
both = pytest.mark.parametrize("name", OPENING)


def closed(name: str, rulings: str, **more: dict[str, int]) -> Live:
    """Ann on box 1, Bob on box 3, bets closed."""
    live = Live(name, rulings).bet("Ann", {"main": 1_000, **more.get("ann", {})}, 1)
    return live.bet("Bob", {"main": 600, **more.get("bob", {})}, 3).do("close-bets")


def playing(name: str, rulings: str) -> Live:
    live = closed(name, rulings).deal(OPENING[name])
    return live.do("confirm-deal").do("close-offers")


@AB
@both
@pytest.mark.clause("lucky8 5.29.1", "dueling8 5.26.1")
def test_r_08_one_withdrawal_leaves_the_others_playing_or_ends_the_round(name: str, letter: str) -> None:
    live = closed(name, f"R-08={letter}").do("interrupt").do("withdraw-all", bettor="Ann")
    assert live.round.phase is (Phase.DEALING if letter == "a" else Phase.VOID)
    if letter == "a":
        assert [box.number for box in live.round.wagered] == [3]
    else:
        assert live.round.nets() == {"Bob": 0}


@AB
@both
@pytest.mark.clause("lucky8 5.2", "dueling8 5.2", "lucky8 5.6", "dueling8 5.6")
def test_r_19_the_deal_is_open_until_the_dealer_confirms_it_or_settles_itself(name: str, letter: str) -> None:
    live = closed(name, f"R-19={letter}").deal(OPENING[name])
    assert live.round.phase is (Phase.OFFERING if letter == "a" else Phase.CONFIRMING)
    assert ("confirm-deal" in live.open) is (letter == "b")
    [void] = live.offers("void-round")
    assert len(void.clauses) == (1 if letter == "a" else 2), "a misdeal voids only until it is settled"
    kept = Live("lucky-8", f"R-01=b R-19={letter}").bet("Ann", {"main": 1_000, "pair": 200}, 1).do("close-bets")
    kept.deal("8S 7D 8H").do("declare-bad-cards", kind="extra")
    assert (kept.round.nets()["Ann"] > 0) is (letter == "a"), "the pair was settled as the deal ended"


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("lucky8 5.2", "lucky8 5.6")
def test_r_20_cards_that_do_not_fit_what_was_decided_are_void_rebuilt_anyhow_or_referred(letter: str) -> None:
    live = playing("lucky-8", f"R-20={letter}").decide("Ann", "hit").deal("2C").decide("Ann", "stand")
    [void] = live.offers("void-round")
    assert len(void.clauses) == (2 if letter == "a" else 1)
    if letter == "a":
        live.do("void-round", clause="lucky8 5.2")
        assert live.round.nets() == {"Ann": 0, "Bob": 0}


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("lucky8 5.6")
def test_r_20_a_decision_that_is_not_open_over_the_right_cards_is_left_out_or_the_case_is_referred(
    letter: str,
) -> None:
    live = Live("lucky-8", f"R-20={letter}").bet("Ann", {"main": 1_000}, 1).bet("Bob", {"main": 600}, 3)
    live.do("close-bets").deal("TS KH 7D 6H AC").do("confirm-deal").do("close-offers").decide("Ann", "stand")
    right = ["AC", "6H", "7D", "KH", "TS"]
    if letter != "b":
        assert live.refused("reconstruct", cards=right).clause == "R-20"
        return
    live.do("reconstruct", cards=right)
    assert [str(box.area.hands[0].total) for box in live.round.wagered] == ["21", "16"]
    assert live.round.turn.number == 3, "Ann's Blackjack takes no decision, so it is Bob's turn"
    live.decide("Bob", "stand", box=3).deal("TD").do("settle")


@pytest.mark.parametrize(("letter", "course"), [("a", "burn"), ("b", "play"), ("c", "reshuffle")])
@pytest.mark.parametrize("name", ["lucky-8", "dueling-8s", "e-blackjack"])
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5", "eblackjack 5.5")
def test_r_22_a_card_known_before_the_first_one_is_burned_played_or_shuffled_away(
    name: str, letter: str, course: str
) -> None:
    live = Live(name, f"R-22={letter}")
    live.bet("Ann", {"main": 1_000}, (live.round.terms.boxes and 1) or None).do("find-face-up-card", card="9S")
    assert live.round.removed == (("9S",) if letter != "b" else ())
    assert live.round.waiting == (("9S",) if letter == "b" else ())
    assert (live.round.phase is Phase.VOID, live.round.shoe_spoiled) == (letter == "c", letter == "c")
    ready = Live(name, f"R-22={letter}", opening={"waiting": ["9S"]})
    assert ready.offers("rule-ready-cards")[0].suggested == course
    ready.do("rule-ready-cards", course=course)
    assert (ready.round.phase is Phase.VOID) is (letter == "c")


@AB
@pytest.mark.clause("lucky8 5.25")
def test_r_24_a_dissatisfied_player_withdraws_by_right_or_by_grace(letter: str) -> None:
    live = playing("lucky-8", f"R-24={letter}").decide("Ann", "hit")
    live.do("pull-cards", number=2, disclosed=["2C"])
    [offer] = live.offers("permit-withdrawal")
    assert offer.by is (Role.PLAYER if letter == "a" else Role.PIT_MANAGER)
    if letter == "b":
        assert live.refused("permit-withdrawal", Role.PLAYER, bettor="Ann")
    live.do("permit-withdrawal", bettor="Ann")
    assert [box.number for box in live.round.wagered] == [3]


@AB
@pytest.mark.clause("lucky8 5.23.4.5")
def test_r_25_the_worst_card_for_the_dealer_is_picked_by_a_person_or_counted(letter: str) -> None:
    live = playing("lucky-8", f"R-25={letter}").decide("Ann", "stand").decide("Bob", "stand", box=3)
    live.do("pull-cards", number=2, disclosed=["KC", "2D"])
    [pick] = live.offers("pick-card")
    assert pick.suggested == "2D"
    assert set(pick.options) == ({"2D"} if letter == "a" else {"KC", "2D"})
    if letter == "a":
        assert live.refused("pick-card", card="KC")
    live.do("pick-card", card=pick.options[0])


@AB
@pytest.mark.clause("lucky8 5.17")
def test_r_26_cards_taken_back_for_a_skipped_player_come_next_or_are_burned(letter: str) -> None:
    live = playing("lucky-8", f"R-26={letter}").do("skip-box", box=1).decide("Bob", "hit", box=3).deal("2C")
    live.do("declare-skipped", box=1)
    assert live.round.waiting == (("2C",) if letter == "a" else ())
    assert live.round.removed == (() if letter == "a" else ("2C",))
    assert live.round.turn.number == 1


@AB
@pytest.mark.clause("lucky8 5.18")
def test_r_26_a_hand_found_late_stands_or_may_still_draw(letter: str) -> None:
    live = Live("lucky-8", f"R-26={letter}")
    for box, who in enumerate(("Ann", "Bob", "Cid"), 1):
        live.bet(who, {"main": 1_000}, box)
    live.do("close-bets").deal("2S 3H 4D 7C 5S 6H 7D").do("confirm-deal").do("close-offers").do("skip-box", box=1)
    live.decide("Bob", "hit", box=2).deal("TC").decide("Bob", "stand", box=2)
    live.decide("Cid", "hit", box=3).deal("TD")
    live.do("declare-skipped", box=1)
    if letter == "a":
        assert live.round.phase is not Phase.PLAYING or live.round.turn.number == 3
        assert live.round.box(1).area.done
    else:
        assert live.round.turn.number == 1
        live.decide("Ann", "hit").deal("TH")
        assert live.round.box(1).area.hands[0].total == 17


@AB
@pytest.mark.clause("lucky8 5.9", "lucky8 5.24")
def test_r_27_refusing_a_card_closes_one_hand_or_all_of_the_player(letter: str) -> None:
    live = Live("lucky-8", f"R-27={letter}").bet("Ann", {"main": 1_000}, 1).bet("Ann", {"main": 600}, 2)
    live.bet("Bob", {"main": 400}, 3).do("close-bets").deal("TS 9H 8C 7D 6H 3C 5C").do("confirm-deal")
    live.do("close-offers").do("expose-card", card="KC").do("refuse-card", bettor="Ann", box=1)
    assert live.round.turn.number == (2 if letter == "a" else 3)
    assert live.round.turn.controller() == ("Ann" if letter == "a" else "Bob")


@AB
@pytest.mark.clause("lucky8 5.22", "dueling8 5.19")
def test_r_28_an_absent_players_soft_hand_that_turns_hard_stops_or_draws_to_seventeen(letter: str) -> None:
    live = Live("lucky-8", f"R-28={letter}").bet("Ann", {"main": 1_000}, 1).do("close-bets").deal("AS 7D 3H")
    live.do("confirm-deal").do("close-offers").do("declare-absent", bettor="Ann", box=1).deal("9C")
    if letter == "b":
        assert live.round.turn.area.waits_for_card
        live.deal("4D")
    assert live.round.box(1).area.hands[0].total == (13 if letter == "a" else 17)
    assert live.round.phase is Phase.DRAWING
    hard = Live("lucky-8", f"R-28={letter}").bet("Ann", {"main": 1_000}, 1).do("close-bets").deal("8S 7D 3H")
    hard.do("confirm-deal").do("close-offers").do("declare-absent", bettor="Ann", box=1).deal("2C")
    assert hard.round.phase is Phase.DRAWING, "hard 13 stops by either"


def test_r_28_at_the_terminals_the_own_clause_stands_by_either_reading() -> None:
    for letter in "ab":
        live = Live("e-blackjack", f"R-28={letter}").bet("T1", {"main": 1_000}).do("close-bets").deal("AS 7D 3H")
        live.do("close-decisions").deal("9C")
        assert live.round.area("T1").hands[0].total == 13
        assert live.round.area("T1").done
    assert default_stands(Hand.of(Card("AS"), Card("3H"), Card("9C")))


@AB
@pytest.mark.parametrize("name", ["lucky-8", "e-blackjack"])
@pytest.mark.clause("lucky8 5.3", "eblackjack 5.3")
def test_r_29_a_late_wager_that_lost_is_returned_or_kept(name: str, letter: str) -> None:
    live = Live(name, f"R-29={letter}")
    box = {"box": 1} if live.round.terms.boxes else {}
    live.bet("Ann", {"main": 1_000}, box.get("box")).do("close-bets").deal("TS 9H 7D")
    if box:
        live.do("confirm-deal").do("close-offers").decide("Ann", "stand")
    else:
        live.decide("Ann", "stand").do("close-decisions")
    live.deal("KC").do("settle")
    assert live.round.nets() == {"Ann": -1_000}
    late = {"bettor": "Ann", "wager": "main", "amount": 1_000, **box}
    if letter == "b":
        assert live.offers("return-late-wager") == []
        return
    assert sum(live.do("return-late-wager", **late).round.nets().values()) == 0


@AB
@pytest.mark.clause("lucky8 3.12")
def test_r_34_the_dealer_says_who_is_nearest_or_the_time_of_placing_does(letter: str) -> None:
    live = Live("lucky-8", f"R-34={letter}")
    for who in ("Ann", "Bob"):
        live.bet(who, {"main": 1_000}, 1)
    assert ("arrange-box" in live.open) is (letter == "a")
    live.do("withdraw-wager", bettor="Ann", wager="main", box=1).bet("Cid", {"main": 500}, 1)
    assert [each.bettor for each in live.round.box(1).mains] == (["Cid", "Bob"] if letter == "a" else ["Bob", "Cid"])
    assert live.round.box(1).controller() == ("Cid" if letter == "a" else "Bob")


@AB
@pytest.mark.clause("lucky8 3.17.2.4")
def test_r_37_equal_claims_to_lucky_8_are_a_deadlock_or_the_first_counts(letter: str) -> None:
    for wager, granted in (("lucky-8", [] if letter == "a" else ["Far", "Few"]), ("pair", [])):
        live = Live("lucky-8", f"R-37={letter}").bet("Own", {"main": 1_000, wager: 100}, 3)
        for box, who in ((2, "Far"), (4, "Few"), (2, "Fun")):
            live.bet(who, {"main": 1_000}, box)
        for who in ("Far", "Few", "Fun"):
            live.bet(who, {wager: 100}, 3)
        live.do("close-bets")
        assert live.round.box(3).side(wager) == ["Own", *granted]


@AB
@pytest.mark.clause("lucky8 3.8", "lucky8 3.9")
def test_r_38_one_box_each_when_every_seat_is_taken_or_when_the_pit_says_so(letter: str) -> None:
    live = Live("lucky-8", f"R-38={letter}", boxes=5)
    live.bet("Ann", {"main": 1_000}, 1).bet("Ann", {"main": 1_000}, 2)
    for box, who in enumerate(("Ann", "Bob", "Cid", "Dan", "Eve"), 1):
        live.do("take-seat", bettor=who, box=box)
    again = {"bettor": "Ann", "wager": "main", "stake": 1_000, "box": 3}
    if letter == "a":
        assert live.refused("place-wager", Role.PLAYER, **again).clause == "lucky8 3.9"
        assert live.do("leave-seat", bettor="Eve", box=5)
    live.do("place-wager", **again)


@AB
@pytest.mark.clause("lucky8 3.20")
def test_r_40_even_money_is_each_bettors_own_or_the_controllers_for_all(letter: str) -> None:
    live = Live("lucky-8", f"R-40={letter}").bet("Ann", {"main": 1_000}, 1).bet("Bob", {"main": 600}, 1)
    live.do("close-bets").deal("AS AD KH").do("confirm-deal")
    asked = [each.bettors for each in live.offers("take-even-money")]
    assert asked == ([("Ann",), ("Bob",)] if letter == "a" else [("Ann",)])
    live.do("take-even-money", bettor="Ann", box=1).do("close-offers")
    live.deal("KC" if letter == "a" else "").do("settle")
    assert live.round.nets() == {"Ann": 1_000, "Bob": 0 if letter == "a" else 600}


@AB
@pytest.mark.clause("lucky8 3.27")
def test_r_40_others_insure_by_themselves_or_once_the_controller_has(letter: str) -> None:
    live = Live("lucky-8", f"R-40={letter}").bet("Ann", {"main": 1_000}, 1).bet("Bob", {"main": 600}, 1)
    live.do("close-bets").deal("9S AD KH").do("confirm-deal")
    bobs = {"bettor": "Bob", "box": 1, "owner": "Bob", "stake": 300}
    if letter == "b":
        assert live.refused("insure", Role.PLAYER, **bobs)
        live.do("insure", bettor="Ann", box=1, owner="Ann", stake=500)
    live.do("insure", **bobs)
    assert "Bob" in [each.bettor for each in live.round.insured]


def one_card(letter: str, opening: str, **ann: int) -> Live:
    """Ann on box 1 has one card and plays on, Bob on box 3 has two; the third of these cards is the Dealer's."""
    live = Live("lucky-8", f"R-66={letter}").bet("Ann", {"main": 1_000, **ann}, 1).bet("Bob", {"main": 600}, 3)
    live.do("close-bets").deal(opening).do("misdeal-card", card="8C", box=3).do("confirm-deal").do("close-offers")
    live.do("declare-short-hand", box=1)
    [offer] = live.offers("choose-course")
    assert ("completes your first two" in offer.prompt) is (letter == "a"), "it is shown before the choice"
    return live.do("choose-course", bettor="Ann", box=1, course="act")


@AB
@pytest.mark.clause("lucky8 5.16.1")
def test_r_66_the_next_card_completes_a_blackjack_or_a_plain_21(letter: str) -> None:
    live = one_card(letter, "TS 9H 7D").deal("AS").decide("Bob", "stand", box=3).deal("KC").do("settle")
    assert live.round.nets()["Ann"] == (1_500 if letter == "a" else 1_000)
    beaten = one_card(letter, "TS 9H KD").deal("AS").decide("Bob", "stand", box=3).deal("AC").do("settle")
    assert beaten.round.nets()["Ann"] == (0 if letter == "a" else -1_000)


@AB
@pytest.mark.clause("lucky8 5.16.1")
def test_r_66_the_next_card_completes_a_pair_that_may_be_split_and_doubled_or_neither(letter: str) -> None:
    live = one_card(letter, "8S 9H 7D", pair=200, **{"lucky-8": 100}).deal("8H")
    [offer] = live.offers("decide")
    assert offer.options == (("stand", "hit", "double", "split") if letter == "a" else ("stand", "hit"))
    if letter == "b":
        assert live.refused("decide", Role.PLAYER, bettor="Ann", box=1, action="split")
        assert live.refused("decide", Role.PLAYER, bettor="Ann", box=1, action="double", amount=1_000)
    live.decide("Ann", "stand").decide("Bob", "stand", box=3).deal("KC").do("settle")
    lines = {line.wager: line.net for line in live.round.settlement()["Ann"][1]}
    assert lines == {
        "main": -1_000,
        "pair": 2_200 if letter == "a" else -200,
        "lucky-8": 500 if letter == "a" else -100,
    }


@AB
@pytest.mark.clause("lucky8 1.1.8.3", "lucky8 5.16.1")
def test_r_66_one_card_alone_still_makes_lucky_8_with_the_dealers(letter: str) -> None:
    live = one_card(letter, "8S 9H 8D", **{"lucky-8": 100}).deal("8H")
    live.decide("Ann", "stand").decide("Bob", "stand", box=3).deal("KC").do("settle")
    outcome = live.round.settlement()["Ann"][1][1].outcome
    assert outcome == ("Three unsuited 8s" if letter == "a" else "Two unsuited 8s")


@pytest.mark.clause("lucky8 5.16.1")
def test_r_66_what_one_card_has_lost_is_decided_before_the_next_one() -> None:
    live = Live("lucky-8", "R-66=b R-07=b").bet("Ann", {"main": 1_000, "pair": 200}, 1).bet("Bob", {"main": 600}, 3)
    live.do("close-bets").deal("8S 9H 7D").do("misdeal-card", card="8C", box=3)
    assert not live.round.established()
    live.do("confirm-deal")
    assert live.round.established(), "the pair is lost, whatever comes"


@AB
@pytest.mark.clause("lucky8 5.16.1", "lucky8 5.6")
def test_r_66_cards_put_right_deal_two_after_all(letter: str) -> None:
    live = one_card(letter, "8S 9H 7D", pair=200).do("correct-cards", cards=["8S", "9H", "7D", "8D"])
    assert live.round.box(1).area.hands[0].lone is (letter == "b"), "misread cards lie where they lay"
    mended = closed("lucky-8", f"R-66={letter}").deal("8S 9H 7D").do("misdeal-card", card="8C", box=3)
    mended.do("reconstruct", cards=["8S", "9H", "7D", "8C"]).deal("2C").do("confirm-deal").do("close-offers")
    assert "double" in mended.offers("decide")[0].options


@AB
@both
@pytest.mark.clause("lucky8 3.26.5", "dueling8 3.26.4")
def test_r_68_others_double_for_any_amount_or_for_the_controllers_share(name: str, letter: str) -> None:
    live = Live(name, f"R-68={letter}").bet("Ann", {"main": 1_000}, 1).bet("Bob", {"main": 600}, 1)
    live.do("close-bets").deal("5S 7D 6H" if name == "lucky-8" else "3S").do("confirm-deal").do("close-offers")
    live.do("decide", bettor="Ann", box=1, action="double", amount=500)
    [offer] = live.offers("double-too")
    assert (offer.least, offer.most) == ((100, 600) if letter == "a" else (300, 300))
    if letter == "b":
        assert live.refused("double-too", bettor="Bob", box=1, amount=600).clause == "R-68"
    live.do("double-too", bettor="Bob", box=1, **({"amount": 200} if letter == "a" else {}))
    assert live.round.box(1).position("Bob").doubles == {0: 200 if letter == "a" else 300}


@AB
@pytest.mark.clause("lucky8 5.22")
def test_r_69_the_pair_wager_of_an_absent_player_runs_or_is_forfeited(letter: str) -> None:
    live = Live("lucky-8", f"R-69={letter}").bet("Ann", {"main": 1_000, "pair": 200}, 1).do("close-bets")
    live.deal("8S 7D 8H").do("confirm-deal").do("close-offers").do("declare-absent", bettor="Ann", box=1)
    live.deal("KD").do("settle")
    lines = {line.wager: line for line in live.round.settlement()["Ann"][1]}
    assert (lines["pair"].net == -200) is (letter == "b")
    assert lines["pair"].clauses[0] == "lucky8 5.22" or letter == "a"


def sides_alone(cards: str, **more: int) -> Live:
    """A terminal with side wagers alone, and where there is more another one that plays."""
    live = Live("e-blackjack", "R-93=b").bet("T1", {"kings-bounty": 100, "bet-the-set-21": 200})
    return live.bet("T2", more).do("close-bets").deal(cards)


@AB
@pytest.mark.clause("eblackjack 3.5", "eblackjack 3.6")
def test_r_93_side_wagers_need_a_main_wager_or_stand_alone(letter: str) -> None:
    live = Live("e-blackjack", f"R-93={letter}")
    side = {"bettor": "T1", "wager": "kings-bounty", "stake": 100}
    if letter == "a":
        assert live.refused("place-wager", Role.PLAYER, **side).clause == "eblackjack 3.5"
        return
    live.do("place-wager", **side).bet("T1", {"main": 1_000})
    assert live.round.wagers() == {"T1": {"main": 1_000, "kings-bounty": 100}}
    assert [each.wagers for each in live.offers("withdraw-wager")] == [("main", "kings-bounty")]
    live.do("withdraw-wager", bettor="T1", wager="main")
    assert live.round.wagers() == {"T1": {"kings-bounty": 100}}, "the side wager stays"
    assert live.refused("withdraw-wager", Role.PLAYER, bettor="T1", wager="main")
    live.do("withdraw-wager", bettor="T1", wager="kings-bounty")
    assert live.round.positions == {}


@pytest.mark.clause("eblackjack 3.6")
def test_r_93_side_wagers_alone_settle_on_the_shared_opening_without_a_hand_to_decide() -> None:
    live = sides_alone("KS 7D KH")
    assert live.round.phase is Phase.COMPLETE, "nobody has a hand, and no wager waits for the Dealer"
    assert live.do("settle").round.nets() == {"T1": 100 * 6 + 200 * 10}
    assert [line.wager for line in live.round.settlement()["T1"]] == ["kings-bounty", "bet-the-set-21"]
    top = sides_alone("KS AD KS")
    assert top.round.phase is Phase.DRAWING, "the top grade needs the Dealer's second card; nobody insures"
    assert top.deal("TD").do("settle").round.nets() == {"T1": 100 * 1_000 + 200 * 15}


@pytest.mark.clause("eblackjack 3.6")
def test_r_93_it_is_not_asked_while_others_play() -> None:
    live = sides_alone("8S AD 8H", main=1_000)
    assert live.offers("insure")[0].bettors == ("T2",)
    assert live.refused("insure", Role.PLAYER, bettor="T1")
    live.do("close-offers")
    assert live.offers("decide")[0].bettors == ("T2",)
    assert live.refused("decide", Role.PLAYER, bettor="T1", action="hit")
    live.decide("T2", "split").do("close-decisions")
    for card in ("TC", "TD"):
        live.deal(card).decide("T2", "stand").do("close-decisions")
    live.deal("6C").do("settle")
    assert live.round.nets() == {"T1": -100 + 200 * 10, "T2": 2_000}


@pytest.mark.clause("eblackjack 3.6", "eblackjack 5.3")
def test_r_93_a_late_main_wager_leaves_its_side_wagers_and_a_late_side_wager_nothing() -> None:
    live = Live("e-blackjack", "R-93=b").bet("T1", {"kings-bounty": 100, "main": 1_000}).bet("T2", {"main": 600})
    live.do("close-bets").deal("KS 7D QS").decide("T1", "split").do("close-decisions")
    late = {"bettor": "T1", "amount": 1_000, "wager": "main"}
    live.do("return-late-wager", **late)
    assert live.round.wagers() == {"T1": {"kings-bounty": 100}, "T2": {"main": 600}}
    again = live.round.cards
    live.do("correct-cards", cards=["KS", "7C", *again[2:]])
    assert live.round.wagers() == {"T1": {"kings-bounty": 100}, "T2": {"main": 600}}
    live.do("return-late-wager", bettor="T1", wager="kings-bounty", amount=100)
    assert live.round.wagers() == {"T2": {"main": 600}}


@AB
@pytest.mark.clause("eblackjack 3.5")
def test_r_93_a_recorded_round_may_have_side_wagers_alone(letter: str) -> None:
    rules = game("e-blackjack", {"R-93": letter})
    stakes = {"bet-the-set-21": 200, "kings-bounty": 100}
    if letter == "a":
        with pytest.raises(Refused, match="no main wager"):
            settle(rules, "KS 7D KH", stakes)
        return
    assert settle(rules, "KS 7D KH", stakes).net == {"bet-the-set-21": 2_000, "kings-bounty": 600}
    assert settle(rules, "KS AD KS TD", stakes).net["kings-bounty"] == 100_000
    for cards, decisions in (("KS 7D KH", ["stand"]), ("KS AD KH", ["insure"]), ("KS 7D KH TD", [])):
        with pytest.raises(Refused):
            settle(rules, cards, stakes, decisions)


@AB
@pytest.mark.clause("dueling8 5.11", "dueling8 5.13")
def test_r_83_an_unbet_box_dealt_to_is_rebuilt_or_its_card_discarded(letter: str) -> None:
    live = closed("dueling-8s", f"R-83={letter}").deal("6H").do("misdeal-card", card="5C", box=2).deal("8C")
    assert ("declare-unbet-box" in live.open, "reconstruct" in live.open) == (letter == "b", letter == "a")
    if letter == "a":
        live.do("reconstruct", cards=["6H", "5C", "8C"])
        assert (live.round.box(3).cards, live.round.waiting) == (("5C",), ("8C",))
    else:
        live.do("declare-unbet-box", box=2)
        assert (live.round.box(3).cards, live.round.removed) == (("8C",), ("5C",))
        assert "reconstruct" in live.open


@AB
@pytest.mark.clause("lucky8 3.17.2.2", "lucky8 3.17.2.5")
def test_r_115_a_side_wager_alone_gives_no_place_by_distance_or_does(letter: str) -> None:
    live = Live("lucky-8", f"R-115={letter}").bet("Own", {"main": 1_000, "pair": 100}, 3)
    live.bet("Kin", {"main": 1_000, "pair": 100}, 3).bet("One", {"main": 1_000}, 1).bet("Far", {"main": 1_000}, 7)
    live.bet("Dan", {"pair": 100}, 1).bet("Far", {"pair": 100}, 3).bet("Dan", {"pair": 100}, 3).do("close-bets")
    assert live.round.box(3).side("pair") == ["Own", "Kin", "Far" if letter == "a" else "Dan"]


@AB
@pytest.mark.clause("eblackjack 5.9")
def test_r_09_all_terminals_down_stops_a_round_of_which_nothing_is_decided_or_does_not(letter: str) -> None:
    live = Live("e-blackjack", f"R-09={letter}").bet("T1", {"main": 1_000}).bet("T2", {"main": 600}).do("close-bets")
    live.deal("TS").do("lose-terminal", bettor="T1").do("lose-terminal", bettor="T2")
    assert live.round.phase is (Phase.DEALING if letter == "a" else Phase.VOID)
    late = Live("e-blackjack", f"R-09={letter}").bet("T1", {"main": 1_000}).do("close-bets").deal("8S 7D 5H")
    assert late.do("lose-terminal", bettor="T1").round.phase is Phase.PLAYING


@AB
@pytest.mark.clause("eblackjack 5.9.1", "eblackjack 5.9.2")
def test_r_10_what_a_failed_terminal_had_accepted_before_the_close_plays_on_or_is_dropped(letter: str) -> None:
    live = Live("e-blackjack", f"R-10={letter}").bet("T1", {"main": 1_000, "kings-bounty": 100})
    live.bet("T2", {"main": 600}).do("lose-terminal", bettor="T1")
    assert ("T1" in live.round.positions) is (letter == "a")
    live.do("close-bets").do("lose-terminal", bettor="T2")
    assert "T2" in live.round.positions, "after the close the default strategy plays it"


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("eblackjack 5.2")
def test_r_20_at_the_terminals_choices_that_do_not_fit_are_left_out_or_the_case_is_referred(letter: str) -> None:
    live = Live("e-blackjack", f"R-20={letter}").bet("T1", {"main": 1_000}).bet("T2", {"main": 600}).do("close-bets")
    live.deal("TS 7D 6H").decide("T1", "hit").decide("T2", "stand").do("close-decisions").deal("AC")
    right = ["TS", "7D", "AC", "6H"]
    if letter != "b":
        assert live.refused("reconstruct", cards=right).clause == "R-20"
        return
    live.do("reconstruct", cards=right)
    assert (live.round.opening_blackjack, live.round.waiting) == (True, ("6H",))
    assert live.do("settle").round.nets() == {"T1": 1_500, "T2": 900}
    other = Live("e-blackjack", "R-20=b").bet("T1", {"main": 1_000}).do("close-bets")
    other.deal("8S 7D 8H").decide("T1", "split").do("close-decisions").deal("5C")
    other.do("reconstruct", cards=["8S", "7D", "5C", "8H"])
    assert (other.round.phase, other.round.waiting) == (Phase.PLAYING, ("8H",))
    assert other.round.positions["T1"].stakes == {0: 1_000}, "the split is undone"
    insured = Live("e-blackjack", "R-20=b").bet("T1", {"main": 1_000}).do("close-bets").deal("8S AD 8H")
    insured.do("insure", bettor="T1", stake=500).do("close-offers").decide("T1", "stand").do("close-decisions")
    insured.do("reconstruct", cards=["AD", "8S", "8H"])
    assert (insured.round.insured, insured.round.phase) == ({}, Phase.DRAWING)


LIMITS = {"main": Limits(500, 5_000), "pair": Limits(500, 1_000)}


def noted(rulings: str, stake: int, wager: str = "main", **more: Any) -> Live:
    live = Live("lucky-8", rulings, limits=LIMITS, **more).bet("Ann", {"main": 500}, 1)
    return live.do("note-wager", bettor="Ann", box=1, wager=wager, stake=stake)


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("lucky8 5.26")
def test_r_04_a_wager_under_the_minimum_is_honoured_once_for_all_or_once_for_each_kind(letter: str) -> None:
    live = noted(f"R-04={letter}", 300)
    live.do("note-wager", bettor="Ann", box=1, wager="pair", stake=200)
    assert live.round.box(1).position("Ann").sides == ({"pair": 200} if letter == "b" else {})
    assert live.family.honoured(live.round) == (("Ann:main", "Ann:pair") if letter == "b" else ("Ann",))
    warned = noted(f"R-04={letter}", 300, warned=live.family.honoured(live.round))
    assert warned.round.box(1).positions == (), "returned win or lose"
    assert Terms.parse(str(warned.round.terms)) == warned.round.terms


@AB
@pytest.mark.clause("lucky8 5.27", "lucky8 3.25", "lucky8 3.26", "lucky8 3.27")
def test_r_05_what_a_stake_over_the_maximum_counts_for(letter: str) -> None:
    chips = {"a": 5_000, "b": 8_000}[letter]
    live = noted(f"R-05={letter}", 8_000).do("close-bets").deal("TS 7D 6H").do("confirm-deal")
    assert live.round.box(1).position("Ann").original == chips
    surrendered = live.do("surrender", bettor="Ann", box=1)
    assert surrendered.do("settle").round.nets() == {"Ann": -chips // 2}
    doubled = noted(f"R-05={letter}", 8_000).do("close-bets").deal("5S 7D 6H").do("confirm-deal").do("close-offers")
    doubled.do("decide", bettor="Ann", box=1, action="double", amount=chips).deal("TD KC").do("settle")
    assert doubled.round.nets() == {"Ann": 10_000}, "won to the maximum only"
    assert wager_totals(doubled.round) == {"main": Amount(10_000, 5_000, -10_000)}, "the books have what was at risk"
    insured = noted(f"R-05={letter}", 8_000).do("close-bets").deal("9S AD 9H").do("confirm-deal")
    assert next(each.most for each in insured.offers("insure")) == chips // 2
    insured.do("insure", bettor="Ann", box=1, owner="Ann", stake=chips // 2).do("close-offers").decide("Ann", "stand")
    assert insured.deal("KC").do("settle").round.nets() == {"Ann": chips - 5_000}
    lost = noted(f"R-05={letter}", 8_000).do("close-bets").deal("TS 7D 6H").do("confirm-deal").do("close-offers")
    lost.decide("Ann", "hit").deal("TD").do("settle")
    assert lost.round.nets() == {"Ann": -5_000}
    split = noted(f"R-05={letter}", 8_000).do("close-bets").deal("8S 7D 8H").do("confirm-deal").do("close-offers")
    split.decide("Ann", "split").deal("TC").decide("Ann", "stand").deal("TD").decide("Ann", "stand")
    assert split.deal("TH").do("settle").round.nets() == {"Ann": 10_000}


BEYOND = "Over the maximum: handed back"


@pytest.mark.clause("lucky8 5.27", "lucky8 3.25", "lucky8 3.20")
def test_r_05_b_a_line_says_what_lay_over_the_maximum_and_came_back() -> None:
    def lines(rulings: str, cards: str, *then: str) -> list[tuple[str, int, str, str | None, str | None, int, str]]:
        live = noted(rulings, 8_000).do("close-bets").deal(cards).do("confirm-deal")
        for command in then:
            if command in ("surrender", "take-even-money"):
                live.do(command, bettor="Ann", box=1)
            elif command.startswith("deal "):
                live.deal(command.removeprefix("deal "))
            else:
                live.do(command)
        read = live.do("settle").round.settlement()["Ann"][1]
        return [
            (each.wager, each.stake, each.result, each.outcome, each.pays, each.net, ",".join(each.clauses))
            for each in read
        ]

    beyond = ("main", 3_000, "push", BEYOND, "push", 0, "lucky8 5.27")
    given_up = ("main", 5_000, "lose", "Surrender", None, -4_000, "lucky8 3.25")
    assert lines("R-05=b", "TS TD 6H", "surrender") == [given_up, beyond], "half of the chips placed"
    lost = ("main", 5_000, "lose", "Surrender", None, -5_000, "lucky8 3.25")
    assert lines("R-05=b R-48=b", "TS TD 6H", "surrender", "deal AC") == [lost, beyond], "all of it, to the maximum"
    assert lines("R-05=b R-48=b", "TS TD 6H", "surrender", "deal 9C") == [given_up, beyond]
    even = ("main", 5_000, "win", "Even money", "1:1", 5_000, "lucky8 3.20")
    assert lines("R-05=b", "AS AD KH", "take-even-money", "close-offers") == [even, beyond]


@pytest.mark.clause("dueling8 5.24", "dueling8 3.26", "dueling8 3.16.2")
def test_r_05_b_splits_doubles_and_ties_are_settled_to_the_maximum() -> None:
    limits = {"main": Limits(500, 5_000), "tie-on-18": Limits(100, 400), "superb-8s": Limits(100, 400)}
    live = Live("dueling-8s", "R-05=b", limits=limits)
    live.bet("Ann", {"main": 600, "tie-on-18": 300, "superb-8s": 100}, 1)
    for wager, stake in (("main", 8_000), ("tie-on-18", 900)):
        live.do("note-wager", bettor="Ann", box=1, wager=wager, stake=stake)
    live.do("close-bets").deal("8H").do("confirm-deal").do("close-offers").decide("Ann", "split")
    live.do("place-tie", bettor="Ann", box=1, hand=1, stake=200).deal("KC").decide("Ann", "stand").deal("3C")
    live.do("decide", bettor="Ann", box=1, action="double", amount=6_000).deal("7C KD").do("settle")
    assert [(each.wager, each.hand, each.stake, each.net) for each in live.round.settlement()["Ann"][1]] == [
        ("main", 1, 5_000, 0),
        ("main", 2, 10_000, 0),
        ("tie-on-18", 1, 400, 3_200),
        ("tie-on-18", 2, 200, 1_600),
        ("superb-8s", None, 100, 300),
        ("main", None, 7_000, 0),
        ("tie-on-18", None, 500, 0),
    ]
    assert live.round.nets() == {"Ann": 5_100}
    assert wager_totals(live.round)["main"] == Amount(15_000, 5_000, 0)


@AB
@pytest.mark.clause("lucky8 5.27", "lucky8 5.3")
def test_r_05_a_side_wager_and_a_late_part_of_it_are_capped_too(letter: str) -> None:
    live = noted(f"R-05={letter}", 3_000, "pair").do("close-bets").deal("8S 7D 8H").do("confirm-deal")
    live.do("return-late-wager", bettor="Ann", wager="pair", amount=500, box=1).do("close-offers")
    live.decide("Ann", "stand").deal("KD").do("settle")
    pair = [line.net for line in live.round.settlement()["Ann"][1] if line.wager == "pair" and line.net]
    rate = pair[0] // (500 if letter == "a" else 1_000)
    assert pair == [rate * (500 if letter == "a" else 1_000)]
    assert rate > 1


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("eblackjack 6.3")
def test_r_23_what_was_chosen_on_a_misread_card_stands_is_open_again_or_voids_the_round(letter: str) -> None:
    opened = Live("e-blackjack", f"R-23={letter}").bet("T1", {"main": 1_000}).bet("T2", {"main": 600}).do("close-bets")
    live = opened.deal("TS 7D 6H").decide("T1", "hit").do("correct-cards", cards=["TS", "7D", "5H"])
    assert live.round.phase is (Phase.VOID if letter == "c" else Phase.PLAYING)
    assert live.round.choices == ({} if letter == "b" else {"T1": "hit"})
    later = Live("e-blackjack", f"R-23={letter}").bet("T1", {"main": 1_000}).do("close-bets").deal("5S 7D 6H")
    later.decide("T1", "double").do("close-decisions").deal("8C").do("correct-cards", cards=["5S", "7D", "6H", "9C"])
    assert later.round.phase is Phase.DRAWING, "nobody has chosen anything since that card"
    assert later.round.positions["T1"].doubles == {0: 1_000}
    early = Live("e-blackjack", f"R-23={letter}").bet("T1", {"main": 1_000}).do("close-bets").deal("5S 7D 6H")
    early.decide("T1", "stand").do("close-decisions").do("correct-cards", cards=["5S", "7D", "5H"])
    assert early.round.phase is {"a": Phase.DRAWING, "b": Phase.PLAYING, "c": Phase.VOID}[letter]
    insured = Live("e-blackjack", f"R-23={letter}").bet("T1", {"main": 1_000}).do("close-bets").deal("5S AD 6H")
    insured.do("insure", bettor="T1", stake=500).do("correct-cards", cards=["5S", "AD", "5H"])
    assert insured.round.insured == ({"T1": 500} if letter != "b" else {})


@AB
@pytest.mark.clause("lucky8 3.12")
def test_r_32_the_seat_alone_controls_or_needs_a_main_wager(letter: str) -> None:
    live = Live("lucky-8", f"R-32={letter}").do("take-seat", bettor="Sam", box=1).bet("Ann", {"main": 1_000}, 1)
    live.do("close-bets").deal("5S 7D 6H").do("confirm-deal").do("close-offers")
    [offer] = live.offers("decide")
    assert offer.bettors == (("Ann",) if letter == "a" else ("Sam",))
    assert offer.options == (("stand", "hit", "double") if letter == "a" else ("stand", "hit"))
    live.decide(offer.bettors[0], "hit").deal("2C")
    if letter == "b":
        live.do("reconstruct", cards=["6H", "7D", "5S", "2C"])
        live.do("declare-absent", bettor="Sam", box=1)
    assert live.offers("decide")[0].bettors == ("Ann",)
    assert live.decide("Ann", "stand").deal("TD").do("settle").round.nets() == {"Ann": -1_000}


@AB
@pytest.mark.clause("lucky8 3.16", "lucky8 3.17")
def test_r_36_main_bettors_have_first_call_on_side_wagers_or_whoever_comes_first_has(letter: str) -> None:
    live = Live("lucky-8", f"R-36={letter}").bet("Own", {"main": 1_000}, 1)
    for who in ("Bob", "Cid", "Dan"):
        live.bet(who, {"pair": 100}, 1)
    assert live.round.box(1).side("pair") == ([] if letter == "a" else ["Bob", "Cid", "Dan"])
    live.bet("Own", {"pair": 100}, 1)
    if letter == "b":
        live.do("withdraw-wager", bettor="Cid", wager="pair", box=1)
    live.do("close-bets")
    sides = live.round.box(1).side("pair")
    assert sides == (["Own", "Bob", "Cid"] if letter == "a" else ["Own", "Bob", "Dan"])
    live.deal("8S 7D 8H")
    full = Live("lucky-8", "R-36=b").bet("Own", {"main": 1_000}, 1)
    for who in ("Bob", "Cid", "Dan", "Own"):
        full.bet(who, {"pair": 100}, 1)
    full.do("withdraw-wager", bettor="Own", wager="main", box=1)
    assert (full.round.box(1).positions, full.round.claims) == ((), ()), "side wagers need a main one"


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("lucky8 3.6", "lucky8 3.21", "lucky8 3.26", "lucky8 3.27")
def test_r_03_the_maximum_is_for_each_wager_for_the_box_or_with_all_that_is_added(letter: str) -> None:
    live = Live("lucky-8", f"R-03={letter}", limits=LIMITS).bet("Ann", {"main": 2_000}, 1)
    more = {"bettor": "Bob", "wager": "main", "stake": 4_000, "box": 1}
    if letter == "a":
        live.do("place-wager", **more)
    else:
        assert live.refused("place-wager", Role.PLAYER, **more).clause == "R-03"
        mains = [each for each in live.offers("place-wager") if each.box == 1 and "main" in each.wagers]
        assert [(each.bettors, each.most) for each in mains] == [(None, 3_000), (("Ann",), 5_000)]
        assert next(each for each in live.offers("place-wager") if each.box == 2).most == 5_000, "each box by itself"
    live.bet("Bob", {"main": 2_500}, 1).do("close-bets").deal("5S 7D 6H").do("confirm-deal").do("close-offers")
    [offer] = live.offers("decide")
    assert ("double" in offer.options, offer.most) == ((True, 2_000) if letter != "c" else (True, 500))
    amount = 500 if letter == "c" else 2_000
    if letter == "c":
        assert live.refused("decide", Role.PLAYER, bettor="Ann", box=1, action="double", amount=600)
    live.do("decide", bettor="Ann", box=1, action="double", amount=amount)
    assert ("double-too" in live.open) is (letter != "c")


@pytest.mark.parametrize("letter", ["b", "c"])
@pytest.mark.clause("lucky8 3.21", "lucky8 3.27")
def test_r_03_splits_and_insurance_need_room_where_they_count(letter: str) -> None:
    live = Live("lucky-8", f"R-03={letter}", limits=LIMITS).bet("Ann", {"main": 3_000}, 1).do("close-bets")
    live.deal("8S AD 8H").do("confirm-deal")
    most = next(each.most for each in live.offers("insure"))
    assert most == 1_500
    live.do("insure", bettor="Ann", box=1, owner="Ann", stake=1_500).do("close-offers")
    assert ("split" in live.offers("decide")[0].options) is (letter == "b")
    tight = Live("lucky-8", f"R-03={letter}", limits=LIMITS).bet("Ann", {"main": 4_500}, 1).do("close-bets")
    tight.deal("8S AD 8H").do("confirm-deal")
    assert next(each.most for each in tight.offers("insure")) == (500 if letter == "c" else 2_200)
    if letter == "c":
        assert tight.refused("insure", Role.PLAYER, bettor="Ann", box=1, owner="Ann", stake=600).clause == "R-03"


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("dueling8 3.6")
def test_r_03_tie_on_18_on_a_split_hand_counts_where_additions_do(letter: str) -> None:
    limits = {"tie-on-18": Limits(100, 1_000)}
    live = Live("dueling-8s", f"R-03={letter}", limits=limits).bet("Ann", {"main": 1_000, "tie-on-18": 800}, 1)
    live.do("close-bets").deal("8S").do("confirm-deal").do("close-offers").decide("Ann", "split")
    [offer] = live.offers("place-tie")
    assert offer.most == (200 if letter == "c" else 1_000)
    if letter == "c":
        assert live.refused("place-tie", Role.PLAYER, bettor="Ann", box=1, hand=1, stake=300).clause == "R-03"
    live.do("place-tie", bettor="Ann", box=1, hand=1, stake=200)


@pytest.mark.parametrize("letter", ["a", "b", "c"])
@pytest.mark.clause("eblackjack 2.2")
def test_r_03_at_a_terminal_the_maximum_counts_for_what_is_added_or_does_not(letter: str) -> None:
    live = Live("e-blackjack", f"R-03={letter}", limits={"main": Limits(500, 5_000)})
    live.bet("T1", {"main": 3_000}).bet("T2", {"main": 2_000}).do("close-bets").deal("8S 7D 8H")
    options = {who: each.options for each in live.offers("decide") for who in each.bettors or ()}
    assert options["T2"] == ("stand", "hit", "double", "split")
    assert options["T1"] == (("stand", "hit") if letter == "c" else options["T2"])
    if letter == "c":
        assert live.refused("decide", Role.PLAYER, bettor="T1", action="split")
    live.decide("T2", "split").do("close-decisions")
    ace = Live("e-blackjack", f"R-03={letter}", limits={"main": Limits(500, 5_000)})
    ace.bet("T1", {"main": 4_000}).do("close-bets").deal("8S AD 8H")
    assert ("insure" in ace.open) is (letter != "c")
