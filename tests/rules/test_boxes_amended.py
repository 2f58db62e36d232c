"""Wagers that turn out to be other than they were taken for: late, raised, over the maximum, under the minimum."""

import msgspec
import pytest

from boxes import GSM, OPENING, bets_open, both, deal, refusal, says, then
from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.incidents.late_wagers import late_on_boxes as late_wagers
from croupier.games.blackjack.incidents.limits import measured_by, notable
from croupier.games.blackjack.settlement import Position
from croupier.games.irregularity import preview
from croupier.games.round import Expected, Phase, Role
from croupier.games.terms import Limits
from croupier.refused import Refused
from croupier.rulebook import Clause


def bet(round: BoxRound, *wagers: tuple[str, int, str, int]) -> BoxRound:
    placed = [m.PlaceWager(bettor=who, box=box, wager=wager, stake=stake) for who, box, wager, stake in wagers]
    return then(round, *placed, m.CloseBets())


def table(name: str, *wagers: tuple[str, int, str, int], **options: object) -> BoxRound:
    """Ann's 10.00 on box 1, Bob's 6.00 on box 3, and what there is besides; the initial deal is confirmed."""
    closed = bet(bets_open(name, **options), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600), *wagers)
    return then(closed, *deal(OPENING[name]), m.ConfirmDeal())


def says_on(box: int, who: str, action: str, **more: int) -> m.AnyCommand:
    return msgspec.convert({"command": "decide", "bettor": who, "box": box, "action": action, **more}, m.Decide)


def late(wager: str, amount: int, who: str = "Ann", box: int = 1) -> m.ReturnLateWager:
    return m.ReturnLateWager(bettor=who, wager=wager, amount=amount, box=box)


def ann(round: BoxRound) -> Position:
    position = round.box(1).position("Ann")
    assert position
    return position


def offers(round: BoxRound, command: str) -> list[Expected]:
    return [each for each in expects(round) if each.command == command]


def finished(round: BoxRound, dealer: str = "KC") -> BoxRound:
    """Everybody stands and the Dealer draws."""
    if round.phase is Phase.OFFERING:
        round = then(round, m.CloseOffers())
    while round.turn:
        controller = round.turn.controller()
        assert controller
        round = then(round, says_on(round.turn.number, controller, "stand"))
    return then(round, *deal(dealer), m.Settle())


# Late (5.3)


@both
@pytest.mark.clause("lucky8 5.3", "dueling8 5.3")
def test_5_3_r_29_a_late_wager_goes_back_won_or_lost(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    over = finished(table(name, ("Ann", 1, side, 300)))
    back = late(side, 300)
    assert over.nets()["Ann"] - then(over, back).nets()["Ann"] == -300, "it had lost"
    assert then(over, late("main", 1_000)).nets().keys() == {"Bob"}, "no main wager, no side wager"
    for wrong in ({"amount": 400}, {"amount": 50}, {"amount": 0}, {"box": 3}, {"box": None}, {"bettor": "Zoe"}):
        assert refusal(over, msgspec.structs.replace(back, **wrong)).clause == says(name, "5.3", "5.3")
    assert refusal(over, back, Role.DEALER).reason == "this needs a Pit Supervisor, not a Dealer"


@both
@pytest.mark.clause("lucky8 5.3", "dueling8 5.3")
def test_5_3_what_was_added_too_late_goes_back_at_any_time_and_the_rest_stands(name: str) -> None:
    closed = bet(bets_open(name), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    confirming = then(closed, *deal(OPENING[name]))
    offering = then(confirming, m.ConfirmDeal())
    playing = then(offering, m.CloseOffers())
    drawing = then(playing, says_on(1, "Ann", "stand"), says_on(3, "Bob", "stand"))
    complete = then(drawing, *deal("KC"))
    rounds = [closed, confirming, offering, playing, drawing, complete, then(complete, m.Settle())]
    assert [each.phase for each in rounds] == [
        Phase.DEALING,
        Phase.CONFIRMING,
        Phase.OFFERING,
        Phase.PLAYING,
        Phase.DRAWING,
        Phase.COMPLETE,
        Phase.SETTLED,
    ]
    for round in rounds:
        (event,) = decide(round, late("main", 400), Role.PIT_SUPERVISOR)
        assert event == m.WagerReturned(
            bettor="Ann", wager="main", amount=400, box=1, clause=says(name, "5.3", "5.3"), by=Role.PIT_SUPERVISOR
        )
        less = evolve(round, event)
        assert (less.phase, ann(less).original, ann(less).stakes) == (round.phase, 600, {0: 600})
        assert less.staked() == {"Ann": 600, "Bob": 600}
        assert less.returned == (event,)
    assert then(rounds[-1], late("main", 400)).nets()["Ann"] == -600, "R-29: less is lost"
    assert not offers(bets_open(name), "return-late-wager"), "before the close it is taken back"


@pytest.mark.clause("lucky8 5.3")
def test_5_3_doubles_and_splits_follow_the_original() -> None:
    round = bet(bets_open("lucky-8"), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    play = then(round, *deal("8S 9H 7D 8H 8C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(play, says_on(1, "Ann", "split"), *deal("3C"), says_on(1, "Ann", "double"), *deal("9C 2D"))
    doubled = then(split, says_on(1, "Ann", "double", amount=300), *deal("9S"))
    assert (ann(doubled).stakes, ann(doubled).doubles) == ({0: 1_000, 1: 1_000}, {0: 1_000, 1: 300})
    less = then(doubled, late("main", 600))
    assert (ann(less).stakes, ann(less).doubles) == ({0: 400, 1: 400}, {0: 400, 1: 300}), "none exceeds the original"
    over = finished(doubled)
    assert then(over, late("main", 600)).nets() == finished(less).nets() == {"Ann": 400 * 3 + 300, "Bob": 0}
    assert then(over, late("main", 600)).staked() == {"Ann": 1_500, "Bob": 600}


@both
@pytest.mark.clause("lucky8 5.3", "dueling8 5.3")
def test_5_3_r_82_a_double_that_the_original_does_not_allow_goes_back_whole(name: str) -> None:
    round = table(name, limits={"main": Limits(500, 5_000)})
    doubled = then(round, m.CloseOffers(), says_on(1, "Ann", "double"), *deal("2C"))
    assert ann(then(doubled, late("main", 500))).doubles == {0: 500}
    assert ann(then(doubled, late("main", 600))).doubles == {}, "4.00 is under the minimum, and is not doubled"


@pytest.mark.clause("lucky8 5.3", "lucky8 3.27")
def test_5_3_insurance_is_never_more_than_half_of_what_is_left_whoever_has_it() -> None:
    closed = bet(bets_open("lucky-8"), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    ace = then(closed, *deal("TS 9H AD 6H 8C"), m.ConfirmDeal())
    own = then(ace, m.Insure(bettor="Ann", box=1), m.Insure(bettor="Ann", box=3, owner="Bob", stake=300))
    less = then(own, late("main", 500))
    assert [(each.owner, each.stake) for each in less.insured] == [("Ann", 200)], "half of 5.00 in whole units"
    assert [each.stake for each in less.insurance_claims] == [300], "Bob's is as it was"
    bobs = then(own, late("main", 500, "Bob", 3))
    assert not bobs.insurance_claims, "half of 1.00 is no whole unit"
    others = then(ace, m.Insure(bettor="Bob", box=1, owner="Ann", stake=500), m.CloseOffers())
    over = finished(others, "KC")
    assert over.nets() == {"Ann": -1_000, "Bob": -600 + 1_000}
    assert then(over, late("main", 600)).nets() == {"Ann": -400, "Bob": -600 + 400}, "it insured too much"
    assert then(over, late("main", 1_000)).nets() == {"Bob": -600}, "and there was nothing to insure"


@both
@pytest.mark.clause("lucky8 5.3", "lucky8 3.25", "dueling8 5.3", "dueling8 3.20")
def test_5_3_half_of_what_is_left_was_surrendered(name: str) -> None:
    folded = then(table(name), m.Surrender(bettor="Ann", box=1))
    assert finished(then(folded, late("main", 400))).nets()["Ann"] == -300
    assert then(finished(folded), late("main", 400)).nets()["Ann"] == -300


@pytest.mark.clause("lucky8 5.3", "lucky8 3.20")
def test_5_3_even_money_is_paid_on_what_is_left() -> None:
    closed = bet(bets_open("lucky-8"), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    even = then(closed, *deal("AS 9H AD KH 8C"), m.ConfirmDeal(), m.TakeEvenMoney(bettor="Ann", box=1))
    assert then(finished(even, "9C"), late("main", 400)).nets() == {"Ann": 600, "Bob": -600}


@pytest.mark.clause("dueling8 5.3", "dueling8 1.1.2")
def test_5_3_the_6_7_8_bonus_is_paid_on_what_is_left() -> None:
    closed = bet(bets_open("dueling-8s"), ("Ann", 1, "main", 1_000))
    over = finished(then(closed, *deal("6H"), m.ConfirmDeal(), m.CloseOffers(), says_on(1, "Ann", "hit"), *deal("7C")))
    assert over.nets() == {"Ann": 2_000}
    assert then(over, late("main", 400)).nets() == {"Ann": 1_200}


@both
@pytest.mark.clause("lucky8 5.3", "dueling8 5.3")
def test_5_3_a_whole_main_wager_goes_back_in_the_middle_of_play_with_what_needs_it(name: str) -> None:
    side = "pair" if name == "lucky-8" else "21-plus"
    play = then(table(name, ("Cid", 1, "main", 500), ("Ann", 1, side, 200), ("Zoe", 1, side, 300)), m.CloseOffers())
    one = then(play, late("main", 1_000))
    assert (one.staked(), one.turn) == ({"Cid": 500, "Zoe": 300, "Bob": 600}, one.box(1))
    assert one.box(1).controller() == "Cid", "who is left on the box decides there"
    both_gone = then(one, late("main", 500, "Cid"))
    assert (both_gone.staked(), both_gone.turn) == ({"Bob": 600}, both_gone.box(3)), "no main wager, no side wager"
    (unbet,) = offers(both_gone, "declare-unbet-box")
    assert unbet.box == 1, "its cards lie on a box without a wager"


@pytest.mark.clause("lucky8 5.3")
def test_5_3_hands_that_nobody_has_a_stake_on_any_longer_take_no_more_cards() -> None:
    wagers = (("Ann", 1, "main", 1_000), ("Cid", 1, "main", 500), ("Bob", 3, "main", 600))
    dealt = then(bet(bets_open("lucky-8"), *wagers), *deal("8S 9H 7D 8H 8C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(dealt, says_on(1, "Ann", "split"), *deal("3C"))
    gone = then(split, late("main", 1_000))
    area = gone.box(1).area
    assert area
    assert [hand.stood for hand in area.hands] == [False, True], "Cid stayed on the first hand alone"
    assert then(gone, says_on(1, "Cid", "stand")).turn == gone.box(3)


@both
@pytest.mark.clause("lucky8 5.3", "lucky8 5.6.2", "dueling8 5.3", "dueling8 5.6.2")
def test_5_3_cards_that_are_put_right_later_are_played_for_what_is_left(name: str) -> None:
    order = cards(OPENING[name])
    closed = bet(bets_open(name), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    wrong = then(closed, *(m.DealCard(card=card) for card in (order[1], order[0], *order[2:])), m.ConfirmDeal())
    doubled = then(wrong, m.CloseOffers(), says_on(1, "Ann", "double"), *deal("2C"), late("main", 400))
    right = then(doubled, m.Reconstruct(cards=(*order, *cards("2C"))))
    assert (ann(right).stakes, ann(right).doubles) == ({0: 600}, {0: 600})
    gone = then(doubled, late("main", 600))
    assert refusal(gone, m.Reconstruct(cards=(*order, *cards("2C")))), "who doubled is not in the round any more"


@both
def test_what_may_be_late_is_listed_and_every_bit_of_it_is_accepted(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    assert late_wagers(bets_open(name)) == []
    for round in (table(name, ("Ann", 1, side, 300)), finished(table(name, ("Ann", 1, side, 300)))):
        assert late_wagers(round) == [("Ann", 1, "main", 1_000), ("Ann", 1, side, 300), ("Bob", 3, "main", 600)]
        (offer,) = offers(round, "return-late-wager")
        assert (offer.bettors, offer.wagers, offer.least, offer.most) == (("Ann", "Bob"), ("main", side), 100, 1_000)
        for who, box, wager, stake in late_wagers(round):
            for amount in (100, stake):
                assert decide(round, late(wager, amount, who, box), Role.PIT_SUPERVISOR)
    void = then(table(name), m.Refer(reason="a flood", effect="void"))
    assert (late_wagers(void), notable(void)) == ([], [])


# Outside the limits (5.26, 5.27)

LIMITS = {"main": Limits(500, 2_000)}


def note(stake: int, who: str = "Ann", box: int = 1, wager: str = "main") -> m.NoteWager:
    return m.NoteWager(bettor=who, box=box, wager=wager, stake=stake)


def over_maximum(name: str) -> Clause:
    return says(name, "5.27", "5.24")


def under_minimum(name: str) -> Clause:
    return says(name, "5.26", "5.23")


@both
@pytest.mark.clause("lucky8 5.27", "dueling8 5.24")
def test_5_27_while_bets_are_open_only_the_maximum_is_placed_and_the_rest_goes_back(name: str) -> None:
    round = bets_open(name, limits=LIMITS)
    events = decide(round, note(5_000), Role.DEALER)
    assert events == [
        m.ExcessReturned(bettor="Ann", wager="main", amount=3_000, box=1, clause=over_maximum(name)),
        m.WagerPlaced(bettor="Ann", wager="main", stake=2_000, box=1, placed_by=Role.DEALER),
    ]
    noted = then(round, note(5_000), by=Role.DEALER)
    dealt = then(noted, m.CloseBets(), *deal("TS 7D 6H" if name == "lucky-8" else "6H"), m.ConfirmDeal())
    assert then(dealt, m.Surrender(bettor="Ann", box=1), m.Settle()).nets() == {"Ann": -1_000}, "R-05: half of it"


@both
@pytest.mark.clause("lucky8 5.27", "dueling8 5.24")
def test_5_27_once_cards_are_out_and_when_the_outcome_is_known_it_is_paid_and_collected_to_the_maximum(
    name: str,
) -> None:
    offering = table(name, limits=LIMITS)
    playing = then(offering, m.CloseOffers())
    complete = then(playing, says_on(1, "Ann", "stand"), says_on(3, "Bob", "stand"), *deal("KC"))
    assert [each.phase for each in (offering, playing, complete)] == [Phase.OFFERING, Phase.PLAYING, Phase.COMPLETE]
    for round in (offering, playing, complete):
        (offer,) = offers(round, "note-wager")
        assert offer.by is Role.PIT_SUPERVISOR, "once bets have closed it is not for the Dealer alone"
        assert refusal(round, note(5_000), Role.DEALER).clause == over_maximum(name)
        assert refusal(round, note(100), Role.DEALER).clause == under_minimum(name), "by the clause on such wagers"
        events = decide(round, note(5_000), Role.PIT_SUPERVISOR)
        assert events[0] == m.ExcessReturned(
            bettor="Ann", wager="main", amount=3_000, box=1, clause=over_maximum(name), by=Role.PIT_SUPERVISOR
        )
        noted = then(round, note(5_000))
        assert (noted.staked(), ann(noted).stakes) == ({"Ann": 2_000, "Bob": 600}, {0: 2_000})
        assert noted.phase is round.phase
    assert then(complete, m.Settle()).nets()["Ann"] == -1_000, "what had been entered"
    assert then(complete, note(5_000), m.Settle()).nets()["Ann"] == -2_000, "collected to the maximum only"
    won = then(playing, says_on(1, "Ann", "stand"), says_on(3, "Bob", "stand"))
    won = then(won, *deal("9C 6C" if name == "lucky-8" else "5C 9C"), note(5_000), m.Settle())
    assert won.dealer_hand.bust
    assert won.nets()["Ann"] == 2_000, "paid to the maximum only"


@pytest.mark.clause("lucky8 5.27")
def test_5_27_r_05_all_else_is_measured_by_the_maximum() -> None:
    wagers = (("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    closed = bet(bets_open("lucky-8", limits=LIMITS), *wagers)
    play = then(closed, *deal("8S 9H 7D 8H 8C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(play, says_on(1, "Ann", "split"), *deal("3C"), says_on(1, "Ann", "double"), *deal("9C"))
    noted = then(split, note(5_000))
    assert (ann(noted).stakes, ann(noted).doubles) == ({0: 2_000, 1: 2_000}, {0: 1_000}), "each hand like the original"
    folded = then(closed, *deal("TS 9H 7D 6H 8C"), m.ConfirmDeal(), m.Surrender(bettor="Ann", box=1), note(5_000))
    assert finished(folded).nets()["Ann"] == -1_000, "half of the maximum"


@both
@pytest.mark.clause("lucky8 5.27", "dueling8 5.24")
def test_5_27_a_side_wager_over_its_maximum_too(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    round = table(name, ("Ann", 1, side, 300), limits={side: Limits(100, 500)})
    noted = then(round, note(900, wager=side))
    assert ann(noted).sides == {side: 500}
    unseen = then(table(name, limits={side: Limits(100, 500)}), note(900, wager=side))
    assert ann(unseen).sides == {side: 500}, "one that lay there and had not been entered"
    assert refusal(round, note(900, "Zoe", wager=side)).clause == says(name, "3.16", "3.17")


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_under_the_minimum_a_player_is_honoured_once_across_all_wagers_r_04(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    limits = {"main": Limits(500), side: Limits(500)}
    events = decide(bets_open(name, limits=limits), note(200), Role.DEALER)
    assert events == [
        m.UnderMinimumHonoured(bettor="Ann", clause=under_minimum(name)),
        m.WagerPlaced(bettor="Ann", wager="main", stake=200, box=1, placed_by=Role.DEALER),
    ]
    round = then(bets_open(name, limits=limits), note(200))
    assert (round.staked(), round.honoured) == ({"Ann": 200}, ("Ann",))
    events = decide(round, note(200, wager=side), Role.DEALER)
    assert events == [
        m.WagerReturned(bettor="Ann", wager=side, amount=200, box=1, clause=under_minimum(name), by=Role.DEALER)
    ], "the second one is recorded, and returned"
    again = then(round, note(200, wager=side))
    assert (again.staked(), [each.amount for each in again.returned]) == ({"Ann": 200}, [200])
    assert "is already noted" in refusal(round, note(200)).reason, "the one that is honoured plays"
    assert "within the limits" in refusal(round, note(500, "Bob", 3)).reason


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_it_is_paid_or_collected_that_once(name: str) -> None:
    playing = then(table(name, limits={"main": Limits(500)}), m.CloseOffers())
    complete = then(playing, says_on(1, "Ann", "stand"), says_on(3, "Bob", "stand"), *deal("KC"))
    for round in (playing, complete):
        noted = then(round, note(200))
        assert (ann(noted).original, noted.honoured) == (200, ("Ann",))
        assert (finished(noted) if round is playing else then(noted, m.Settle())).nets()["Ann"] == -200, "collected"
    dealer = "9C 6C" if name == "lucky-8" else "5C 9C"
    assert finished(then(playing, note(200)), dealer).nets()["Ann"] == 200, "paid"


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_later_ones_of_the_same_player_go_back_whatever_the_result(name: str) -> None:
    for warned in (["Ann"], []):
        playing = then(table(name, limits={"main": Limits(500)}, warned=warned), m.CloseOffers())
        complete = then(playing, says_on(1, "Ann", "stand"), says_on(3, "Bob", "stand"), *deal("KC"))
        for round in (playing, complete):
            noted = then(round, note(200))
            assert noted.staked() == ({"Bob": 600} if warned else {"Ann": 200, "Bob": 600})
            over = finished(noted) if round is playing else then(noted, m.Settle())
            assert ("Ann" in over.nets()) is not bool(warned), "neither paid nor collected"
    won = then(table(name, limits={"main": Limits(500)}, warned=["Ann"]), m.CloseOffers(), note(200))
    assert finished(won, "9C 6C" if name == "lucky-8" else "5C 9C").nets().keys() == {"Bob"}
    lies_there = then(bets_open(name, limits={"main": Limits(500)}, warned=["Ann"]), note(200))
    assert (lies_there.staked(), len(lies_there.returned)) == ({}, 1), "while bets are open too"


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_with_a_main_wager_that_goes_back_go_the_side_wagers_that_need_it(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    limits = {"main": Limits(500)}
    open_bets = then(
        bets_open(name, limits=limits, warned=["Ann"]),
        m.PlaceWager(bettor="Ann", box=1, wager="main", stake=500),
        m.PlaceWager(bettor="Ann", box=1, wager=side, stake=300),
        m.PlaceWager(bettor="Zoe", box=1, wager=side, stake=200),
    )
    back = then(open_bets, note(200))
    assert (back.staked(), back.claims) == ({}, ()), "nobody has a main wager there any more"
    played = table(name, ("Ann", 1, side, 300), ("Zoe", 1, side, 200), limits=limits, warned=["Ann"])
    assert then(played, note(200)).staked() == {"Bob": 600}


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_beside_another_main_wager_the_side_wagers_of_others_stay(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    bets = then(
        bets_open(name, limits={"main": Limits(500)}, warned=["Ann", "Zoe"]),
        m.PlaceWager(bettor="Ann", box=2, wager="main", stake=500),
        m.PlaceWager(bettor="Zoe", box=2, wager=side, stake=200),
    )
    assert then(bets, note(200, "Zoe", 2)).claims == bets.claims, "a wager that was never in play takes none with it"
    joined = then(bets, m.PlaceWager(bettor="Bob", box=2, wager="main", stake=500))
    assert then(joined, note(200, box=2)).claims == bets.claims, "Bob's main wager is there"
    assert then(bets, note(200, box=2)).claims == ()


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_a_side_wager_that_goes_back_goes_alone(name: str) -> None:
    side, other = ("pair", "lucky-8") if name == "lucky-8" else ("superb-8s", "21-plus")
    limits = {side: Limits(200)}
    round = table(name, ("Ann", 1, side, 300), ("Ann", 1, other, 400), limits=limits, warned=["Ann"])
    assert ann(then(round, note(100, wager=side))).sides == {other: 400}


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_a_wager_that_plays_this_once_is_not_noted_again(name: str) -> None:
    noted = then(table(name, limits={"main": Limits(500)}), note(200))
    assert refusal(noted, note(100)).clause == under_minimum(name)


@both
@pytest.mark.clause("lucky8 5.26", "lucky8 5.27", "dueling8 5.23", "dueling8 5.24")
def test_5_26_a_wager_that_nobody_entered_rides_on_the_first_hand_of_its_box(name: str) -> None:
    playing = then(table(name, limits={"main": Limits(500, 2_000)}), m.CloseOffers())
    cid = then(playing, note(200, "Cid"))
    position = cid.box(1).position("Cid")
    assert position
    assert (position.original, position.stakes, position.slot) == (200, {0: 200}, 2)
    assert finished(cid).nets()["Cid"] == -200
    empty = refusal(playing, note(200, "Cid", 5))
    assert (empty.clause, "are returned" in empty.reason) == (says(name, "5.14", "5.12"), True), "no cards lie there"
    full = then(playing, note(200, "Cid"), note(5_000, "Dan"))
    assert refusal(full, note(5_000, "Eve")).clause == says(name, "3.10", "3.10")


@pytest.mark.clause("lucky8 5.27")
def test_5_27_the_dealer_draws_for_a_wager_that_was_noted_late() -> None:
    """Ann was paid even money; what lay behind hers waits for the Dealer's second card."""
    closed = bet(bets_open("lucky-8", limits=LIMITS), ("Ann", 1, "main", 1_000))
    even = then(closed, *deal("AS AD KH"), m.ConfirmDeal(), m.TakeEvenMoney(bettor="Ann", box=1), m.CloseOffers())
    assert even.phase is Phase.COMPLETE
    noted = then(even, note(5_000, "Cid"))
    assert noted.phase is Phase.DRAWING
    assert then(noted, *deal("KC"), m.Settle()).nets() == {"Ann": 1_000, "Cid": 0}


@both
@pytest.mark.clause("lucky8 5.28", "dueling8 5.25")
def test_5_28_what_was_paid_and_collected_is_settled(name: str) -> None:
    for limits, stake in (({"main": Limits(500, 2_000)}, 5_000), ({"main": Limits(500)}, 200)):
        over = finished(table(name, limits=limits))
        before = over.nets()
        no = refusal(over, note(stake))
        assert (no.reason, no.clause) == ("wagers already paid or collected stay settled", says(name, "5.28", "5.25"))
        assert not offers(over, "note-wager")
        assert notable(over) == []
        assert over.nets() == before
    honoured = finished(then(table(name, limits={"main": Limits(500)}), note(200)))
    assert honoured.nets()["Ann"] == -200
    later = bets_open(name, limits={"main": Limits(500)}, warned=honoured.honoured)
    assert then(later, note(200)).staked() == {}, "the next one goes back, and the one before stays collected"


@both
def test_what_may_be_noted_is_listed_and_accepted(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    assert not notable(table(name)), "no limits, nothing outside them"
    assert not offers(table(name), "note-wager")
    limits = {"main": Limits(500, 2_000), side: Limits(100, 500)}
    opened, playing = bets_open(name, limits=limits), table(name, ("Ann", 1, side, 300), limits=limits)
    assert {(each.bettor, each.wager) for each in notable(opened)} == {(None, "main")}
    assert {(each.bettor, each.box, each.wager) for each in notable(playing)} == {
        ("Ann", 1, "main"),
        ("Ann", 1, side),
        (None, 1, "main"),
        ("Bob", 3, "main"),
        ("Bob", 3, side),
        (None, 3, "main"),
    }
    for round in (opened, playing):
        for each in notable(round):
            amounts = [100] * (each.limits.minimum > 100) + [(each.limits.maximum or 0) + 100]
            for stake in amounts:
                assert decide(round, note(stake, each.bettor or "Zoe", each.box, each.wager), GSM)


@both
def test_a_note_is_seen_before_it_is_done(name: str) -> None:
    round = table(name, limits={"main": Limits(500)}, warned=["Ann"])
    assert preview(decide, evolve, round, note(200), GSM).wagers == {
        "Ann": {"main on 1": "10.00 returned"},
        "Bob": {"main on 3": "stands"},
    }


@both
@pytest.mark.clause("lucky8 5.3", "dueling8 5.3")
def test_5_3_of_two_side_wagers_only_the_late_one_goes_back(name: str) -> None:
    one, other = ("pair", "lucky-8") if name == "lucky-8" else ("superb-8s", "21-plus")
    round = table(name, ("Ann", 1, one, 500), ("Ann", 1, other, 200))
    assert ann(then(round, late(one, 100))).sides == {one: 400, other: 200}
    assert ann(then(round, late(one, 500))).sides == {other: 200}


@pytest.mark.clause("dueling8 5.3")
def test_5_3_tie_on_18_on_split_hands_stays_as_long_as_some_of_the_first_one_does() -> None:
    sides = (("Ann", 1, "tie-on-18", 500), ("Ann", 1, "21-plus", 200))
    closed = bet(bets_open("dueling-8s"), ("Ann", 1, "main", 1_000), *sides)
    split = then(closed, *deal("8H"), m.ConfirmDeal(), m.CloseOffers(), says_on(1, "Ann", "split", tie=300))
    assert ann(split).ties == {1: 300}
    for round in (then(split, late("21-plus", 200)), then(split, late("tie-on-18", 400))):
        assert ann(round).ties == {1: 300}
    gone = ann(then(split, late("tie-on-18", 500)))
    assert (gone.sides, gone.ties) == ({"21-plus": 200}, {}), "R-76: it needs the one placed before the deal"


@both
def test_what_an_event_takes_away_is_what_it_names(name: str) -> None:
    """Records of main wagers that went back alone: what lay beside them is still there."""
    side = "pair" if name == "lucky-8" else "21-plus"
    round = table(name, ("Ann", 1, side, 200))
    (*_, main) = decide(round, late("main", 1_000), GSM)
    left = ann(evolve(round, main))
    assert (left.slot, left.original, left.sides) == (None, 0, {side: 200})
    gone = then(round, m.CloseOffers(), m.DeclareAbsent(bettor="Ann", box=1))
    assert ann(evolve(gone, main)).absent, "and whose it is has not come back"


@both
def test_what_belongs_to_another_kind_of_table_does_not_happen_here(name: str) -> None:
    with pytest.raises(Refused, match=f"choice-made does not happen in {name}"):
        evolve(table(name), m.ChoiceMade(bettor="Ann", action="hit"))


@both
@pytest.mark.clause("lucky8 5.27", "dueling8 5.24")
def test_5_27_a_wager_that_stands_at_the_maximum_already_stays_there_and_nothing_goes_back(name: str) -> None:
    limits = {"main": Limits(500, 1_000)}
    events = decide(table(name, limits=limits), m.NoteWager(bettor="Ann", wager="main", stake=1_500, box=1), GSM)
    (excess, placed) = events
    assert isinstance(excess, m.ExcessReturned)
    assert isinstance(placed, m.WagerPlaced)
    assert (excess.amount, placed.stake) == (500, 1_000)


@pytest.mark.clause("lucky8 5.3")
def test_5_3_insurance_that_no_unit_is_left_for_is_gone() -> None:
    closed = bet(bets_open("lucky-8"), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    insured = then(closed, *deal("TS 9H AD 6H 8C"), m.ConfirmDeal(), m.Insure(bettor="Bob", box=3), m.CloseOffers())
    small = then(insured, late("main", 500, "Bob", 3))
    assert small.insured == (), "half of 1.00 is less than the unit"
    assert small.staked() == {"Ann": 1_000, "Bob": 100}


@pytest.mark.clause("lucky8 5.3", "lucky8 5.17")
def test_5_3_what_went_back_stays_back_when_the_play_is_taken_back_to_a_player_who_was_passed_over() -> None:
    wagers = [("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600), ("Cid", 5, "main", 600)]
    closed = bet(bets_open("lucky-8", limits={"main": Limits(500, 5_000)}), *wagers)
    ace = then(closed, *deal("TS 9H 5H AD 6H 8C 6C"), m.ConfirmDeal())
    doubled = then(ace, m.Insure(bettor="Bob", box=3), m.CloseOffers(), says_on(1, "Ann", "double"), *deal("2C"))
    less = then(doubled, late("main", 600), late("main", 500, "Bob", 3))
    skipped = then(less, m.SkipBox(box=3), says_on(5, "Cid", "hit"), *deal("4C"))
    back = then(skipped, m.DeclareSkipped(box=3))
    assert (back.turn, back.waiting) == (back.box(3), cards("4C"))
    assert (ann(back).stakes, ann(back).doubles) == ({0: 400}, {}), "4.00 is under the minimum, and is not doubled"
    assert back.insured == (), "half of 1.00 is less than the unit"


@pytest.mark.clause("lucky8 3.20")
def test_3_20_even_money_is_taken_on_the_box_that_has_the_blackjack() -> None:
    closed = bet(bets_open("lucky-8"), ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600))
    dealt = then(closed, *deal("TS AH AD 6H KC"), m.ConfirmDeal())
    (event,) = decide(dealt, m.TakeEvenMoney(bettor="Bob", box=3), Role.PLAYER)
    assert event == m.EvenMoneyTaken(bettor="Bob", box=3)


@both
def test_r_32_who_did_not_stake_a_split_hand_does_not_decide_about_it(name: str) -> None:
    wagers = (("Ann", 1, "main", 1_000), ("Cid", 1, "main", 500))
    pair = "8S 7D 8H" if name == "lucky-8" else "8H"
    opened = then(bet(bets_open(name), *wagers), *deal(pair), m.ConfirmDeal(), m.CloseOffers())
    split = then(opened, says_on(1, "Ann", "split"), *deal("KC"), says_on(1, "Ann", "stand"), *deal("3C"))
    gone = then(split, m.DeclareAbsent(bettor="Ann", box=1))
    assert gone.box(1).controller() is None, "Cid has nothing on the second hand"
    assert not offers(gone, "decide")


@both
def test_r_04_and_r_05_what_lies_at_a_limit_is_within_the_limits(name: str) -> None:
    round = table(name, limits={"main": Limits(500, 1_000)})
    for stake in (500, 1_000):
        assert "is within the limits" in refusal(round, note(stake, "Bob", 3)).reason
        assert measured_by(round, "main", stake) == over_maximum(name)


@both
def test_a_box_that_is_full_has_no_place_for_a_wager_of_anybody_else(name: str) -> None:
    full = table(name, limits={"main": Limits(500, 1_000)}, mains=1)
    assert {(each.bettor, each.box) for each in notable(full)} == {("Ann", 1), ("Bob", 3)}
    assert refusal(full, note(100, "Cid", 1)).reason == "box 1 already has the most main wagers (1)"


@both
@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_5_26_who_was_honoured_once_has_other_wagers_at_the_minimum_that_may_be_over_the_maximum(name: str) -> None:
    options = {"limits": {"main": Limits(500, 1_000)}}
    bets = then(bets_open(name, **options), m.PlaceWager(bettor="Ann", box=2, wager="main", stake=500), note(100))
    assert bets.honoured == ("Ann",)
    found = {(each.bettor, each.box) for each in notable(bets)}
    assert (("Ann", 2) in found, ("Ann", 1) in found) == (True, False), "only the one that was noted plays this once"
    assert then(bets, note(1_200, box=2)).box(2).mains[0].original == 1_000
