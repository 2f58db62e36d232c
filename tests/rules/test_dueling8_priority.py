"""Dueling 8's 21+, clause by clause: who may wager where, who decides, who gets a side wager, and who is not there.

A round is written as it went, cards and decisions in their order; the one in control of the box in play speaks, and
`absent` is the Dealer's word that they are not there. What happens between the deal and the first decision goes by
itself.
"""

import pytest

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.allocation import Claim, Claimant, allocate, side_place
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.hand import Hand, default_stands
from croupier.games.blackjack.settlement import Position
from croupier.games.round import Phase, Role
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Clause

TERMS = Terms.of("dueling-8s")
SIDES = {"tie": "tie-on-18", "superb": "superb-8s", "plus": "21-plus"}
PEOPLE = ("Ann", "Bob", "Cid")


def bet(bettor: str = "Ann", main: int = 1_000, *, box: int = 1, **sides: int) -> list[m.PlaceWager]:
    """A bettor's wagers on a box: 10.00 on the hand unless said otherwise."""
    stakes = {"main": main} | {SIDES[side]: stake for side, stake in sides.items()}
    return [m.PlaceWager(bettor=bettor, wager=wager, stake=stake, box=box) for wager, stake in stakes.items() if stake]


def table(*bets: list[m.PlaceWager], terms: Terms = TERMS, seats: dict[int, str] | None = None) -> BoxRound:
    """Bets are open, and these are placed."""
    [opened] = decide(None, m.OpenBets(terms=terms, seats=seats or {}), Role.DEALER)
    return placed(evolve(None, opened), *bets)


def placed(round: BoxRound, *bets: list[m.PlaceWager]) -> BoxRound:
    return then(round, *(each for together in bets for each in together))


def by_whom(command: m.AnyCommand) -> Role:
    theirs = (m.PlaceWager, m.WithdrawWager, m.TakeSeat, m.LeaveSeat, m.Surrender, m.Decide, m.DoubleToo, m.MatchSplit)
    return Role.PLAYER if isinstance(command, theirs) else Role.DEALER


def then(round: BoxRound, *commands: m.AnyCommand, by: Role | None = None) -> BoxRound:
    for command in commands:
        for event in decide(round, command, by or by_whom(command)):
            round = evolve(round, event)
    return round


def refusal(round: BoxRound, command: m.AnyCommand, by: Role | None = None) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by or by_whom(command))
    return caught.value


def say(round: BoxRound, script: str) -> BoxRound:
    """The round after these words; bets close and offers are declined when the first needs it."""
    for word in script.split():
        if round.phase is Phase.BETTING:
            round = then(round, m.CloseBets())
        if round.phase is Phase.CONFIRMING:
            round = then(round, m.ConfirmDeal())
        if round.phase is Phase.OFFERING and not word.startswith("surrender"):
            round = then(round, m.CloseOffers())
        if word != "play":
            round = then(round, command(round, word))
    return round


def command(round: BoxRound, word: str) -> m.AnyCommand:
    """What a word of a script asks for."""
    what, _, who = word.partition(":")
    turn = round.turn
    number, controller = (turn.number, turn.controller() or "nobody") if turn else (0, "nobody")
    match what:
        case "surrender":
            return m.Surrender(bettor=who, box=next(box.number for box in round.boxes if box.position(who)))
        case "stand":
            return m.Decide(bettor=controller, box=number, action="stand")
        case "hit":
            return m.Decide(bettor=controller, box=number, action="hit")
        case "double":
            return m.Decide(bettor=controller, box=number, action="double")
        case "split":
            return m.Decide(bettor=controller, box=number, action="split")
        case "match":
            return m.MatchSplit(bettor=who, box=number)
        case "absent":
            return m.DeclareAbsent(bettor=controller, box=number)
    return m.DealCard(card=Card(word))


def nets(round: BoxRound, script: str) -> dict[str, int]:
    """What everybody is up or down after these words."""
    return then(say(round, script), m.Settle()).nets()


def controller(round: BoxRound, box: int = 1) -> str | None:
    return round.box(box).controller()


def mains(round: BoxRound, box: int = 1) -> dict[str, int]:
    """The main wagers of a box, from the front."""
    return {each.bettor: each.original for each in round.box(box).mains}


def position(round: BoxRound, bettor: str, box: int = 1) -> Position:
    found = round.box(box).position(bettor)
    assert found is not None
    return found


def close(round: BoxRound) -> tuple[set[str], dict[str, str]]:
    """Who gets the 21+ wagers of box 3 when bets close, and by which clauses the others do not."""
    events = decide(round, m.CloseBets(), Role.DEALER)
    told = {each.bettor: str(each.clause) for each in events if isinstance(each, m.ClaimRefused)}
    for event in events:
        round = evolve(round, event)
    return set(round.box(3).side("21-plus")), told


def claim(bettor: str, stake: int = 200) -> list[m.PlaceWager]:
    """The wish for a 21+ wager on box 3."""
    return bet(bettor, 0, box=3, plus=stake)


def contested(spots: int, *bets: list[m.PlaceWager]) -> BoxRound:
    """A table with so many 21+ spots left on box 3, whose own bettors X, Y and Z took the others."""
    taken = [bet(name, box=3, plus=200) for name in "XYZ"[: 3 - spots]]
    return table(*(taken or [bet("X", box=3)]), *bets)


# Wagers on an area


POSTED = Terms.of("dueling-8s", limits={"main": Limits(500, 5_000), "21-plus": Limits(100, 800)})


@pytest.mark.clause("dueling8 3.6")
def test_3_6_one_or_several_players_bet_on_an_area_within_the_limits() -> None:
    for stake in (500, 502, 5_000):
        assert mains(table(bet(main=stake), bet("Bob", 500), bet("Cid", 5_000), terms=POSTED)) == {
            "Ann": stake,
            "Bob": 500,
            "Cid": 5_000,
        }
    for stake in (2, 498, 5_002, 100_000):
        assert "Main takes 5.00 to 50.00" in refusal(table(terms=POSTED), bet(main=stake)[0]).reason
    for stake in (98, 802):
        [side] = bet(main=0, plus=stake)
        assert "21+ takes 1.00 to 8.00" in refusal(table(bet(), terms=POSTED), side).reason
    assert position(table(bet(plus=800), terms=POSTED), "Ann").sides == {"21-plus": 800}


@pytest.mark.clause("dueling8 3.6")
def test_3_6_is_the_clause_by_which_a_stake_outside_the_limits_is_refused() -> None:
    assert refusal(table(terms=POSTED), bet(main=498)[0]).clause == "dueling8 3.6"
    assert refusal(table(bet(), terms=POSTED), bet(main=0, plus=802)[0]).clause == "dueling8 3.6"


def test_r_03_the_limits_are_those_of_each_wager_by_itself() -> None:
    full = table(*(bet(name, 5_000) for name in PEOPLE), bet(main=5_000, box=2), terms=POSTED)
    assert (sum(mains(full).values()), mains(full, 2)) == (15_000, {"Ann": 5_000}), "not of an area or a player"
    doubled = say(table(bet(main=5_000), terms=POSTED), "3H double")
    assert position(doubled, "Ann").doubles == {0: 5_000}
    split = say(table(bet(main=5_000), terms=POSTED), "8H split")
    assert split.staked() == {"Ann": 10_000}, "the maximum does not hold what is added later"


@pytest.mark.parametrize("role", [Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER])
@pytest.mark.clause("dueling8 3.7")
def test_3_7_staff_place_a_wager_for_a_player_who_asks(role: Role) -> None:
    [asked] = bet("Ann", 1_000, box=4)
    [event] = decide(table(), asked, role)
    assert event == m.WagerPlaced(bettor="Ann", wager="main", stake=1_000, box=4, placed_by=role)
    round = evolve(table(), event)
    assert mains(round, 4) == {"Ann": 1_000}
    assert then(round, m.WithdrawWager(bettor="Ann", wager="main", box=4)).staked() == {}, "theirs to put right"
    [own] = decide(table(), asked, Role.PLAYER)
    assert own == m.WagerPlaced(bettor="Ann", wager="main", stake=1_000, box=4)
    assert nets(round, "KH stand 9C") == {"Ann": 1_000}, "the player wins and loses by it"
    assert refusal(table(terms=POSTED), bet("Ann", 400)[0], role).reason, "the limits hold for staff too"


@pytest.mark.clause("dueling8 3.8")
def test_3_8_a_player_may_bet_on_every_area_and_decides_where_they_control() -> None:
    everywhere = table(*(bet(main=200 * box, box=box) for box in range(1, 8)))
    assert {box: mains(everywhere, box)["Ann"] for box in range(1, 8)} == {box: 200 * box for box in range(1, 8)}
    dealt = say(everywhere, "2H 3H 4H 5H 6H 7H KH")
    assert nets(dealt, "stand stand stand stand stand stand stand 9C") == {"Ann": -200 * 21 + 200 * 7}
    full = table(bet(), bet(box=2), bet("Bob", box=2), seats={1: "Ann", 2: "Bob"})
    played = say(full, "5H 6H play")
    assert (controller(played, 1), controller(played, 2)) == ("Ann", "Bob")
    at_two = say(played, "stand")
    not_hers = m.Decide(bettor="Ann", box=2, action="hit")
    assert refusal(at_two, not_hers).clause == "dueling8 3.11", "Bob sits there"


@pytest.mark.clause("dueling8 3.9")
def test_3_9_a_pit_manager_may_hold_a_player_to_one_area() -> None:
    terms = Terms.of("dueling-8s", one_box=["Ann"])
    round = table(bet(), bet("Bob"), bet("Bob", box=2), terms=terms)
    assert refusal(round, bet(box=2)[0]).clause == "dueling8 3.9"
    assert refusal(round, bet(main=0, box=2, plus=100)[0]).clause == "dueling8 3.9", "side wagers too"
    assert mains(placed(round, bet(main=1_400)))["Ann"] == 1_400, "her own box stays hers"
    moved = then(round, m.WithdrawWager(bettor="Ann", wager="main"), *bet(box=2))
    assert mains(moved, 2) == {"Bob": 1_000, "Ann": 1_000}
    by_claim = placed(table(bet("Bob"), bet("Bob", box=2), terms=terms), bet(main=0, box=2, plus=100))
    assert refusal(by_claim, bet()[0]).clause == "dueling8 3.9", "the wish for a side wager counts"


@pytest.mark.clause("dueling8 3.10")
def test_3_10_no_more_than_three_main_wagers_on_an_area() -> None:
    round = table(*(bet(name) for name in PEOPLE))
    assert refusal(round, bet("Dan")[0]).clause == "dueling8 3.10"
    assert mains(placed(round, bet("Bob", 1_400))) == {"Ann": 1_000, "Bob": 1_400, "Cid": 1_000}, "they may change"
    freed = then(round, m.WithdrawWager(bettor="Bob", wager="main"))
    assert mains(placed(freed, bet("Dan"))) == {"Ann": 1_000, "Dan": 1_000, "Cid": 1_000}
    assert mains(placed(round, bet("Dan", box=2)), 2) == {"Dan": 1_000}


@pytest.mark.clause("dueling8 3.10.1")
def test_3_10_1_a_pit_manager_may_allow_fewer_than_three() -> None:
    for most in (1, 2):
        round = table(*(bet(name) for name in PEOPLE[:most]), terms=Terms.of("dueling-8s", mains=most))
        assert refusal(round, bet("Dan")[0]).clause == "dueling8 3.10.1"
        assert mains(placed(round, bet("Dan", box=2)), 2) == {"Dan": 1_000}
    for wrong in (0, 4):
        with pytest.raises(Refused, match="one to three main wagers"):
            Terms.of("dueling-8s", mains=wrong)


@pytest.mark.clause("dueling8 3.10.2")
def test_3_10_2_a_player_has_one_wager_on_an_area_and_does_not_divide_it() -> None:
    round = table(bet(main=600), bet(main=400), bet("Bob"))
    assert mains(round) == {"Ann": 400, "Bob": 1_000}, "the second takes the place of the first (R-33)"
    assert round.staked() == {"Ann": 400, "Bob": 1_000}
    assert mains(placed(round, bet("Cid"))) == {"Ann": 400, "Bob": 1_000, "Cid": 1_000}, "and uses one of three"


# Who decides


@pytest.mark.clause("dueling8 3.11")
def test_3_11_the_seated_player_decides_wherever_the_wagers_lie() -> None:
    for seated in PEOPLE:
        played = say(table(*(bet(name) for name in PEOPLE), seats={1: seated}), "5H play")
        assert controller(played) == seated
        for other in PEOPLE:
            asked = m.Decide(bettor=other, action="hit")
            if other == seated:
                assert decide(played, asked, Role.PLAYER) == [m.HandDecided(bettor=other, action="hit", box=1)]
            else:
                assert refusal(played, asked).clause == "dueling8 3.11"


@pytest.mark.clause("dueling8 3.11")
def test_3_11_a_seat_is_taken_by_one_and_one_has_one_seat() -> None:
    sat = then(table(bet(), bet("Bob")), m.TakeSeat(bettor="Bob", box=1))
    assert controller(sat) == "Bob"
    assert refusal(sat, m.TakeSeat(bettor="Ann", box=1)).reason
    assert refusal(sat, m.TakeSeat(bettor="Bob", box=2)).clause == "dueling8 3.11"
    assert controller(then(sat, m.LeaveSeat(bettor="Bob", box=1))) == "Ann"
    with pytest.raises(Refused, match="a player can sit at one box only"):
        table(seats={1: "Ann", 2: "Ann"})


@pytest.mark.clause("dueling8 3.12")
def test_3_12_where_nobody_sits_the_wager_nearest_the_dealer_decides() -> None:
    played = say(table(bet("Cid"), bet("Ann"), bet("Bob")), "5H play")
    assert controller(played) == "Cid", "first to place lies in front (R-34)"
    for other in ("Ann", "Bob"):
        assert refusal(played, m.Decide(bettor=other, action="stand")).clause == "dueling8 3.12"


def test_r_32_a_seat_without_a_main_wager_controls_nothing() -> None:
    nothing = table(bet("Bob"), bet("Cid"), seats={1: "Ann"})
    assert controller(nothing) == "Bob"
    side_only = say(placed(nothing, bet(main=0, plus=100)), "5H play")
    assert controller(side_only) == "Bob"
    assert refusal(side_only, m.Decide(bettor="Ann", action="stand")).clause == "dueling8 3.12"
    elsewhere = table(bet("Bob", box=2), seats={1: "Bob", 2: "Ann"})
    assert controller(elsewhere, 2) == "Bob", "a sole bettor decides though seated at another box"


@pytest.mark.clause("dueling8 3.13")
def test_3_13_the_dealer_says_who_decides_before_the_round_is_dealt() -> None:
    round = table(*(bet(name) for name in PEOPLE))
    order = m.ArrangeBox(box=1, order=("Cid", "Ann", "Bob"))
    [offer] = [each for each in expects(round) if each.command == "arrange-box"]
    assert (offer.by, offer.clause) == (Role.DEALER, "dueling8 3.13")
    arranged = then(round, order)
    assert (controller(round), controller(arranged)) == ("Ann", "Cid")
    assert list(mains(arranged)) == ["Cid", "Ann", "Bob"]
    assert refusal(round, order, Role.PLAYER).clause == "dueling8 3.13"
    for wrong in (("Cid", "Ann"), ("Cid", "Ann", "Dan"), ("Ann", "Ann", "Bob")):
        assert refusal(round, m.ArrangeBox(box=1, order=wrong)).clause == "dueling8 3.13"
    for late in ("", "5H", "5H play"):
        assert refusal(say(then(round, m.CloseBets()), late), order).reason.startswith("not possible now")
    passed = say(then(arranged), "5H surrender:Cid play")
    assert controller(passed) == "Ann", "from front to back as arranged"


# Side wagers: who may, and how many


@pytest.mark.clause("dueling8 3.16.4")
def test_3_16_4_a_side_wager_needs_no_main_wager_of_ones_own_but_somebodys_on_the_area() -> None:
    for side, wager in SIDES.items():
        [alone] = bet("Eve", 0, box=2, **{side: 100})
        assert refusal(table(bet()), alone).clause == "dueling8 3.16.4"
        round = then(table(bet(), bet("Bob", box=2), [alone]), m.CloseBets())
        assert position(round, "Eve", 2).sides == {wager: 100}
    eve = bet("Eve", 0, tie=100, superb=100, plus=100)
    assert nets(table(bet(), eve), "8H hit 2D stand 6C KD") == {"Ann": 1_000, "Eve": -100 + 300 + 200}


@pytest.mark.clause("dueling8 3.16.4")
def test_3_16_4_when_the_last_main_wager_goes_the_side_wagers_go_back() -> None:
    round = table(bet(plus=100), bet("Bob"), bet("Eve", 0, tie=100))
    one_left = then(round, m.WithdrawWager(bettor="Ann", wager="main"))
    assert one_left.staked() == {"Bob": 1_000, "Eve": 100}
    assert then(one_left, m.WithdrawWager(bettor="Bob", wager="main")).staked() == {}


@pytest.mark.clause("dueling8 3.17")
def test_3_17_who_has_a_main_wager_on_the_area_has_first_call_on_its_side_wagers() -> None:
    round = table(bet("X", box=3), *(bet(name, box=2) for name in PEOPLE), *(claim(name) for name in PEOPLE))
    assert close(round) == ({"Ann", "Bob", "Cid"}, {}), "X left all three"
    late = placed(round, bet("X", box=3, plus=100))
    assert "X" in close(late)[0], "though X came last"
    joined = placed(round, bet("Y", box=3, plus=100), bet("Z", box=3, plus=100), bet("X", box=3, plus=100))
    assert close(joined) == ({"X", "Y", "Z"}, dict.fromkeys(PEOPLE, "dueling8 3.18.1"))


@pytest.mark.clause("dueling8 3.17")
def test_3_17_whoever_adds_a_main_wager_gets_the_side_wager_they_had_asked_for() -> None:
    asked = contested(1, claim("Ann"), claim("Eve"))
    assert close(asked) == ({"X", "Y", "Ann"}, {"Eve": "dueling8 3.18.1"}), "both came with nothing; Ann was first"
    joined = placed(asked, bet("Eve", box=3))
    assert position(joined, "Eve", 3).sides == {"21-plus": 200}, "hers from now on"
    assert close(joined) == ({"X", "Y", "Eve"}, {"Ann": "dueling8 3.18.1"})


def test_r_36_every_main_bettor_has_first_refusal_on_one_spot_until_the_close() -> None:
    round = table(*(bet(name, box=3) for name in "XYZ"), bet(box=2), claim("Ann"))
    assert close(round) == ({"Ann"}, {}), "nobody used theirs"
    assert close(placed(round, bet("X", box=3, plus=100)))[0] == {"X", "Ann"}
    everyone = placed(round, *(bet(name, box=3, plus=100) for name in "XYZ"))
    assert close(everyone) == ({"X", "Y", "Z"}, {"Ann": "dueling8 3.18.1"})
    twice = placed(round, claim("Ann", 400), claim("Ann", 600))
    closed = then(twice, m.CloseBets())
    assert position(closed, "Ann", 3).sides == {"21-plus": 600}, "one spot of a kind for each person"
    assert [each for each in expects(twice) if each.command == "withdraw-wager" and each.box == 3]
    assert close(then(twice, m.WithdrawWager(bettor="Ann", wager="21-plus", box=3))) == (set(), {})


@pytest.mark.clause("dueling8 3.18")
def test_3_18_side_wagers_may_be_placed_on_several_areas_at_once() -> None:
    others = [bet("X", box=box) for box in range(2, 8)]
    mine = [bet(main=0, box=box, tie=100, superb=200, plus=300) for box in range(2, 8)]
    closed = then(table(bet(plus=400), *others, *mine), m.CloseBets())
    assert position(closed, "Ann").sides == {"21-plus": 400}
    for box in range(2, 8):
        assert position(closed, "Ann", box).sides == {"tie-on-18": 100, "superb-8s": 200, "21-plus": 300}


@pytest.mark.clause("dueling8 3.18.1")
def test_3_18_1_three_of_each_kind_on_an_area_and_no_more() -> None:
    people = ("Ann", "Bob", "Cid", "Dan")
    round = table(bet("X", box=3), *(bet(name, 0, box=3, tie=100, superb=100, plus=100) for name in people))
    closed = then(round, m.CloseBets())
    for wager in SIDES.values():
        assert closed.box(3).side(wager) == ["Ann", "Bob", "Cid"], "each kind is counted by itself"
    assert close(round)[1] == {"Dan": "dueling8 3.18.1"}
    assert closed.staked() == {"X": 1_000, "Ann": 300, "Bob": 300, "Cid": 300}, "Dan has the stakes back"
    mixed = table(bet("X", box=3, plus=100), bet("Y", box=3, plus=100), claim("Ann"), claim("Bob"))
    assert close(mixed) == ({"X", "Y", "Ann"}, {"Bob": "dueling8 3.18.1"})


# The ladder


@pytest.mark.clause("dueling8 3.18.2")
def test_3_18_2_the_ladder_area_then_nearest_then_smaller_total_then_first_to_come() -> None:
    ladder = (
        bet("Nell", box=4),
        bet("Olaf", box=2, tie=100),
        bet("Peg", box=7),
        claim("Quin"),
        claim("Rob"),
        claim("Peg"),
        claim("Olaf"),
        claim("Nell"),
    )
    left = ["Nell", "Olaf", "Peg", "Quin", "Rob"]
    round = contested(1, *ladder)
    while left:
        taken, told = close(round)
        assert taken == {"X", "Y", left[0]}
        assert told == dict.fromkeys(left[1:], "dueling8 3.18.1")
        round = then(round, m.WithdrawWager(bettor=left.pop(0), wager="21-plus", box=3))
    own = placed(contested(1, *ladder), bet("Z", box=3, plus=100))
    assert close(own)[0] == {"X", "Y", "Z"}, "the area's own before all of them"


@pytest.mark.clause("dueling8 3.18.2.1")
def test_3_18_2_1_the_areas_other_bettors_come_first_and_the_nearer_the_dealer_the_sooner() -> None:
    round = contested(1, bet("Z", box=3), bet("Ann", box=2), claim("Ann"))
    assert controller(round, 3) == "X"
    assert close(round)[0] == {"X", "Y", "Ann"}
    assert close(placed(round, bet("Z", box=3, plus=100)))[0] == {"X", "Y", "Z"}, "from the back of the area"
    front = Claim(side_place(Claimant(slot=2, nearest=(0, 2), staked=9_000, came=5)), "Bob")
    back = Claim(side_place(Claimant(slot=3, nearest=(0, 3), staked=0, came=0)), "Cid")
    beside = Claim(side_place(Claimant(slot=None, nearest=(1, 1), staked=0, came=1)), "Dan")
    assert allocate(1, [beside, back, front]) == {"Bob": "granted", "Cid": "full", "Dan": "full"}
    assert allocate(2, [beside, back, front]) == {"Bob": "granted", "Cid": "granted", "Dan": "full"}


@pytest.mark.parametrize(("near", "far"), [(2, 5), (4, 1), (4, 7), (2, 6), (5, 6), (1, 7), (5, 7)])
@pytest.mark.clause("dueling8 3.18.2.2")
def test_3_18_2_2_then_those_whose_wager_is_on_the_nearest_area(near: int, far: int) -> None:
    round = contested(1, bet("Far", box=far), bet("Near", 200, box=near, tie=400), claim("Far"), claim("Near"))
    assert close(round) == ({"X", "Y", "Near"}, {"Far": "dueling8 3.18.1"})


def test_r_35_distance_is_the_difference_of_box_numbers_the_smallest_of_all_ones_areas() -> None:
    several = contested(1, bet("Far", box=7), bet("Far", box=1), bet("Near", box=5), bet("Near", box=4))
    assert close(placed(several, claim("Far"), claim("Near")))[0] == {"X", "Y", "Near"}
    arc = table(bet("X", box=1, plus=100), bet("Y", box=1, plus=100), bet("Far", box=7), bet("Near", box=6))
    closed = then(placed(arc, bet("Far", 0, plus=100), bet("Near", 0, plus=100)), m.CloseBets())
    assert closed.box(1).side("21-plus") == ["X", "Y", "Near"], "an arc and no ring: box 7 is not beside box 1"


@pytest.mark.clause("dueling8 3.18.2.3")
def test_3_18_2_3_at_equal_distance_the_smaller_total_of_side_wagers_goes_first() -> None:
    for more in ({"plus": 400}, {"tie": 400}, {"superb": 400}, {"tie": 200, "superb": 200}):
        wealthy = bet("Much", box=2, **more)
        round = contested(1, wealthy, bet("Less", 5_000, box=4, tie=302), claim("Much", 2), claim("Less", 9_000))
        assert close(round) == ({"X", "Y", "Less"}, {"Much": "dueling8 3.18.1"}), "the main wager is of no account"
    wide = contested(1, bet("Much", box=2), bet("Much", box=6, tie=400), bet("Less", box=4, tie=200))
    assert close(placed(wide, claim("Much"), claim("Less")))[0] == {"X", "Y", "Less"}, "over all areas"


def test_r_35_side_wagers_that_were_asked_for_before_count_into_the_total() -> None:
    round = contested(1, bet("Much", box=2), bet("Less", box=4), bet("W", box=6), bet("Much", 0, box=6, tie=5_000))
    taken, told = close(placed(round, claim("Much"), claim("Less")))
    assert (taken, told) == ({"X", "Y", "Less"}, {"Much": "dueling8 3.18.1"}), "50.00 on box 6, which nobody disputes"


@pytest.mark.clause("dueling8 3.18.2.4")
def test_3_18_2_4_equal_claims_without_an_agreement_leave_the_spot_to_nobody() -> None:
    equals = (bet("Left", box=2), bet("Right", box=4), claim("Left"), claim("Right"), claim("Eve"))
    taken, told = close(contested(1, *equals))
    assert taken == {"X", "Y"}
    assert told == dict.fromkeys(("Left", "Right", "Eve"), "dueling8 3.18.2.4"), "people with nothing on the round too"
    assert close(contested(2, *equals)) == ({"X", "Left", "Right"}, {"Eve": "dueling8 3.18.1"}), "enough for both"
    nearer = contested(2, bet("Near", box=3), *equals, bet("Far", box=6), claim("Far"))
    assert close(placed(nearer, bet("Near", box=3, plus=100)))[0] == {"X", "Near"}, "who stands higher keeps theirs"


@pytest.mark.clause("dueling8 3.18.2.4")
def test_3_18_2_4_equal_claimants_may_agree_who_of_them_gets_it() -> None:
    round = contested(1, bet("Left", box=2), bet("Right", box=4), claim("Left"), claim("Right"), claim("Eve"))
    for chosen, other in (("Left", "Right"), ("Right", "Left")):
        agreed = then(round, m.AgreeSpot(box=3, wager="21-plus", bettor=chosen))
        assert close(agreed) == ({"X", "Y", chosen}, {other: "dueling8 3.18.1", "Eve": "dueling8 3.18.1"})
    changed = then(round, *(m.AgreeSpot(box=3, wager="21-plus", bettor=name) for name in ("Left", "Right")))
    assert close(changed)[0] == {"X", "Y", "Right"}, "the last word holds for the one spot"
    assert refusal(round, m.AgreeSpot(box=3, wager="21-plus", bettor="Left"), Role.PLAYER).clause == "dueling8 3.18.2"
    for wrong in ("X", "Zoe"):
        assert refusal(round, m.AgreeSpot(box=3, wager="21-plus", bettor=wrong)).clause == "dueling8 3.18.2"
    outsider = then(round, m.AgreeSpot(box=3, wager="21-plus", bettor="Eve"))
    assert close(outsider)[0] == {"X", "Y"}, "Eve's claim is not equal to theirs, and cannot be agreed on above them"


@pytest.mark.clause("dueling8 3.18.2.4")
def test_3_18_2_4_three_equal_claimants_may_agree_on_two_of_them_for_two_spots() -> None:
    three = [bet(name, box=2) for name in PEOPLE], [claim(name) for name in PEOPLE]
    round = contested(2, *three[0], *three[1])
    assert close(round) == ({"X"}, dict.fromkeys(PEOPLE, "dueling8 3.18.2.4"))
    agreed = then(round, *(m.AgreeSpot(box=3, wager="21-plus", bettor=name) for name in ("Ann", "Cid")))
    assert close(agreed) == ({"X", "Ann", "Cid"}, {"Bob": "dueling8 3.18.1"})


@pytest.mark.clause("dueling8 3.18.2.5")
def test_3_18_2_5_people_with_nothing_on_the_round_are_served_in_the_order_they_came() -> None:
    for order in (("Eve", "Fay", "Gus"), ("Gus", "Eve", "Fay")):
        round = contested(2, *(claim(name) for name in order))
        assert close(round) == ({"X", *order[:2]}, {order[2]: "dueling8 3.18.1"})
    somebody = contested(1, claim("Eve"), bet("Far", 2, box=7), claim("Far"))
    assert close(somebody)[0] == {"X", "Y", "Far"}, "after everybody with a wager on the round"


@pytest.mark.clause("dueling8 3.18.2.5", "dueling8 3.18.2.2")
def test_3_18_2_5_r_115_a_side_wager_that_was_granted_makes_no_main_bettor_of_an_outsider() -> None:
    tie = bet("Eve", 0, box=3, tie=100)
    round = contested(1, tie, claim("Eve"), bet("Near", box=4), claim("Near"))
    assert position(then(round, m.CloseBets()), "Eve", 3).sides == {"tie-on-18": 100}, "that one nobody else wanted"
    assert close(round) == ({"X", "Y", "Near"}, {"Eve": "dueling8 3.18.1"}), (
        "Near has a wager on the round, and Eve none"
    )
    far = contested(1, bet("Far", box=7), bet("Far", 0, box=3, tie=2), claim("Far"), bet("Near", box=4, tie=400))
    assert close(placed(far, claim("Near")))[0] == {"X", "Y", "Near"}, "Far's wager lies on box 7 all the same"


# After the close


@pytest.mark.clause("dueling8 5.3")
def test_5_3_after_the_close_no_wager_is_placed_or_raised() -> None:
    round = then(table(bet(plus=100), bet("Bob", box=2)), m.CloseBets())
    late = [
        *bet(main=2_000),
        *bet("Bob", 1_000),
        *bet("Cid", box=4),
        *bet(main=0, plus=600),
        *bet("Eve", 0, tie=100),
    ]
    for script in ("", "KH", "KH 9H", "KH 9H play", "KH 9H stand", "KH 9H stand stand", "KH 9H stand stand 9C"):
        moment = say(round, script)
        for each in late:
            for role in (Role.PLAYER, Role.DEALER):
                assert refusal(moment, each, role).clause == "dueling8 5.3", script
    assert nets(round, "KH 9H stand stand 9C") == {"Ann": 900, "Bob": 0}


def test_r_29_a_late_wager_is_not_in_play_whatever_the_result() -> None:
    round = then(table(bet()), m.CloseBets())
    for script, net in (("KH stand 9C", 1_000), ("5H stand 9C", -1_000)):
        with pytest.raises(Refused):
            then(say(round, script), *bet(main=5_000))
        assert nets(round, script) == {"Ann": net}, "the excess neither wins nor loses"


@pytest.mark.clause("dueling8 5.4")
def test_5_4_after_the_close_no_wager_is_withdrawn_and_it_wins_or_loses_by_the_result() -> None:
    open_still = table(bet(plus=100), bet("Bob"))
    assert then(open_still, m.WithdrawWager(bettor="Ann", wager="21-plus")).staked() == {"Ann": 1_000, "Bob": 1_000}
    round = then(open_still, m.CloseBets())
    for script in ("", "KH", "KH play", "KH stand", "KH stand 6C KD"):
        for wager in ("main", "21-plus"):
            taken = m.WithdrawWager(bettor="Ann", wager=wager)
            assert refusal(say(round, script), taken).clause == "dueling8 5.4", script
    assert nets(round, "KH stand 6C KD") == {"Ann": 1_200, "Bob": 1_000}


# Nobody there to decide


ALONE = {"4H": 12, "5H": 13, "8H": 16, "9H": 17, "KH": 18, "AH": 19, "3H AC": 12, "2H AC": 21, "2H 2C": 12, "3H KC": 21}


@pytest.mark.parametrize("drawn", ALONE)
@pytest.mark.clause("dueling8 5.19")
def test_5_19_an_absent_players_hand_is_drawn_past_11_and_no_further(drawn: str) -> None:
    first, *more = drawn.split()
    round = say(table(bet()), f"{first} absent")
    for card in more:
        assert (expects(round)[0].command, expects(round)[0].clause) == ("deal-card", "dueling8 5.19")
        round = say(round, card)
    area = round.box(1).area
    assert area is not None
    assert (round.turn, area.hands[0].total) == (None, ALONE[drawn])
    assert round.phase is Phase.DRAWING, "the hand stands, and its wager is in play"


@pytest.mark.clause("dueling8 5.19")
def test_5_19_an_absent_player_neither_splits_nor_doubles() -> None:
    pair = say(table(bet()), "8H absent")
    assert (pair.turn, pair.staked()) == (None, {"Ann": 1_000})
    eleven = say(table(bet()), "3H absent")
    assert not {each.command for each in expects(eleven)} & {"decide", "double-too", "match-split"}
    assert nets(eleven, "KC 9C") == {"Ann": 1_000}, "21, paid on the single wager"
    assert refusal(eleven, m.Decide(bettor="Ann", action="double")).reason.startswith("not possible now")
    back = say(table(bet(), bet("Bob")), "3H absent double")
    assert "double-too" not in {each.command for each in expects(back)}, "nor do they join others who do"
    split = say(table(bet(), bet("Bob")), "8H absent split")
    assert "match-split" not in {each.command for each in expects(split)}
    assert position(split, "Ann").stakes == {0: 1_000}


@pytest.mark.clause("dueling8 5.19")
def test_5_19_who_leaves_after_a_split_has_every_hand_drawn_in_turn() -> None:
    round = say(table(bet()), "8H split 2D absent")
    done = say(round, "3C 3D KC")
    area = done.box(1).area
    assert area is not None
    assert [" ".join(hand.cards) for hand in area.hands] == ["8S 2D 3C", "8H 3D KC"]
    pair = say(table(bet()), "8H split 5D absent 8C")
    assert pair.staked() == {"Ann": 2_000}, "an 8 to the second hand is not split"
    assert nets(pair, "9C") == {"Ann": -2_000}
    tied = say(table(bet(tie=200)), "8H split 5D")
    assert "place-tie" in {each.command for each in expects(tied)}
    assert "place-tie" not in {each.command for each in expects(say(tied, "absent"))}, "nothing is wagered for them"


def test_r_28_absence_is_declared_by_the_dealer_and_stops_at_hard_12_or_soft_17() -> None:
    round = say(table(bet(tie=200)), "KH play")
    absent = m.DeclareAbsent(bettor="Ann")
    assert refusal(round, absent, Role.PLAYER).clause == "dueling8 5.19"
    assert nets(then(round, absent), "QC") == {"Ann": 1_600}, "side wagers run on"
    assert default_stands(Hand.of(Card("AS"), Card("6D")))
    assert not default_stands(Hand.of(Card("AS"), Card("5D")))
    for hard in range(4, 21):
        low = Card(f"{hard - 2}D") if hard < 12 else Card("KD")
        hand = Hand.of(low, Card("2C")) if hard < 12 else Hand.of(low, Card("2C"), *[Card("AC")] * (hard - 12))
        assert (hand.total, default_stands(hand)) == (hard, hard >= 12)
    offered = then(table(bet()), m.CloseBets(), m.DealCard(card=Card("5H")), m.ConfirmDeal())
    assert refusal(offered, absent).reason.startswith("not possible now"), "silence in the offer is no surrender"
    assert nets(offered, "absent 9C") == {"Ann": -1_000}


@pytest.mark.clause("dueling8 5.19.1")
def test_5_19_1_another_bettor_on_the_area_plays_the_hand_the_nearest_first() -> None:
    round = say(table(*(bet(name) for name in PEOPLE), seats={1: "Cid"}), "2H play")
    assert controller(round) == "Cid"
    without_cid = say(round, "absent")
    assert controller(without_cid) == "Ann", "the wager closest to the Dealer"
    assert refusal(without_cid, m.Decide(bettor="Bob", action="stand")).clause == "dueling8 3.12"
    assert refusal(without_cid, m.Decide(bettor="Cid", action="stand")).reason
    without_two = say(without_cid, "absent")
    assert controller(without_two) == "Bob"
    assert nets(say(without_two, "hit 3C hit 8C"), "9C") == dict.fromkeys(PEOPLE, 1_000), "for all three"
    nobody = say(without_two, "absent")
    assert controller(nobody) is None
    assert expects(nobody)[0].clause == "dueling8 5.19"


@pytest.mark.clause("dueling8 5.19.1")
def test_5_19_1_one_who_folded_is_not_asked_to_play_and_one_beside_a_split_hand_neither() -> None:
    folded = say(table(bet(), bet("Bob"), bet("Cid")), "2H surrender:Bob absent")
    assert controller(folded) == "Cid"
    unmatched = say(table(bet(), bet("Bob")), "8H split 5D absent")
    assert controller(unmatched) == "Bob", "Bob's wager lies on the first hand"
    second = say(unmatched, "stand 2C")
    assert (controller(second), expects(second)[0].clause) == (None, "dueling8 5.19"), "and not on the second"
    matched = say(table(bet(), bet("Bob")), "8H split match:Bob 5D absent stand 2C")
    assert controller(matched) == "Bob"


@pytest.mark.clause("dueling8 5.19")
def test_5_19_a_round_goes_on_past_a_box_without_its_player() -> None:
    round = say(table(bet(), bet("Bob", box=2)), "9H 5D absent")
    assert round.turn == round.box(2)
    assert nets(round, "hit 8D 9C") == {"Ann": 0, "Bob": 1_000}
    void = then(round, m.VoidRound(clause=Clause("dueling8 5.1.1")), by=Role.PIT_MANAGER)
    assert void.nets() == {"Ann": 0, "Bob": 0}
