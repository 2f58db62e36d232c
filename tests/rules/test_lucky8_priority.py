"""Blackjack Lucky 8, clause by clause: who may wager where, who decides, who comes first, and who is not there.

An initial deal is written box by box against the Dealer's card: `8S 8H, KS QS | 6D` is a pair of 8s on the first box
that is wagered on, King and Queen on the second, and a 6 for the Dealer.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement, cycle

import pytest

from croupier.cards import cards
from croupier.games.blackjack.allocation import Claim, Claimant, allocate, insurance_place, side_place
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.hand import Action
from croupier.games.blackjack.messages import (
    AgreeSpot,
    AnyCommand,
    AnyEvent,
    ArrangeBox,
    ClaimRefused,
    CloseBets,
    CloseOffers,
    ConfirmDeal,
    DealCard,
    Decide,
    DeclareAbsent,
    InsurancePlaced,
    Insure,
    LeaveSeat,
    MatchSplit,
    OpenBets,
    PlaceWager,
    Settle,
    Surrender,
    TakeSeat,
    WagerClaimed,
    WagerPlaced,
    WagerWithdrawn,
    WithdrawWager,
)
from croupier.games.blackjack.settlement import Position
from croupier.games.round import Expected, Phase, Role, tag
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Ruling


def open_table(
    *,
    boxes: int | None = None,
    limits: dict[str, Limits] | None = None,
    mains: int = 3,
    one_box: Iterable[str] = (),
    seats: dict[int, str] | None = None,
) -> BoxRound:
    terms = Terms.of("lucky-8", boxes=boxes, limits=limits, mains=mains, one_box=one_box)
    [opened] = decide(None, OpenBets(terms=terms, seats=seats or {}), Role.DEALER)
    return evolve(None, opened)


def then(round: BoxRound, *commands: AnyCommand, by: Role | None = None) -> BoxRound:
    """The round after these commands, each by the least position that may give it unless `by` says otherwise."""
    for command in commands:
        least = next((each.by for each in expects(round) if each.command == tag(command)), Role.DEALER)
        for event in decide(round, command, by or least):
            round = evolve(round, event)
    return round


def refusal(round: BoxRound, command: AnyCommand, by: Role = Role.PLAYER) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value


def main(bettor: str, box: int = 1, stake: int = 1_000) -> PlaceWager:
    return PlaceWager(bettor=bettor, wager="main", stake=stake, box=box)


def pair(bettor: str, box: int = 1, stake: int = 100) -> PlaceWager:
    return PlaceWager(bettor=bettor, wager="pair", stake=stake, box=box)


def lucky(bettor: str, box: int = 1, stake: int = 100) -> PlaceWager:
    return PlaceWager(bettor=bettor, wager="lucky-8", stake=stake, box=box)


def says(bettor: str, action: Action, box: int = 1) -> Decide:
    return Decide(bettor=bettor, action=action, box=box)


def insure(bettor: str, box: int, owner: str | None = None, stake: int | None = None) -> Insure:
    return Insure(bettor=bettor, box=box, owner=owner, stake=stake)


def dealt(round: BoxRound, text: str) -> BoxRound:
    """The round after these cards, in the order they come."""
    return then(round, *(DealCard(card=card) for card in cards(text)))


def offering(round: BoxRound, deal: str) -> BoxRound:
    """Bets closed, the initial deal out and found right: what there is to offer is being offered."""
    boxes, dealer = deal.split("|")
    hands = [hand.split() for hand in boxes.split(",")]
    order = [*(hand[0] for hand in hands), dealer, *(hand[1] for hand in hands)]
    return then(dealt(then(round, CloseBets()), " ".join(order)), ConfirmDeal())


def playing(round: BoxRound, deal: str) -> BoxRound:
    round = offering(round, deal)
    return then(round, CloseOffers()) if round.phase is Phase.OFFERING else round


def finished(round: BoxRound, fillers: str = "TC 9C 8C") -> BoxRound:
    """The round settled: whoever is asked stands, cards that are due come from the fillers."""
    more = cycle(cards(fillers))
    round = then(round, CloseOffers()) if round.phase is Phase.OFFERING else round
    while round.phase is not Phase.SETTLED:
        first = turn(round)
        if first.command == "decide":
            assert first.bettors is not None
            round = then(round, says(first.bettors[0], "stand", first.box or 1))
        else:
            round = then(round, DealCard(card=next(more)) if first.command == "deal-card" else Settle())
    return round


def turn(round: BoxRound) -> Expected:
    """What is to happen next."""
    return expects(round)[0]


def deciders(round: BoxRound) -> dict[int, str | None]:
    """Who decides on each box that is wagered on."""
    return {box.number: box.controller() for box in round.wagered}


def held(round: BoxRound, box: int = 1) -> list[str]:
    area = round.box(box).area
    assert area is not None
    return [" ".join(hand.cards) for hand in area.hands]


def position(round: BoxRound, bettor: str, box: int = 1) -> Position:
    found = round.box(box).position(bettor)
    assert found is not None
    return found


def slots(round: BoxRound, box: int = 1) -> dict[str, int | None]:
    return {each.bettor: each.slot for each in round.box(box).mains}


def answers(events: Iterable[AnyEvent]) -> dict[str, str]:
    """What the close made of each claim: `granted`, or the clause by which it was refused."""
    told: dict[str, str] = {}
    for event in events:
        match event:
            case WagerPlaced(bettor=bettor) | InsurancePlaced(bettor=bettor):
                told[bettor] = "granted"
            case ClaimRefused(bettor=bettor, clause=clause):
                told[bettor] = clause
            case _:
                pass
    return told


def at_close(round: BoxRound) -> dict[str, str]:
    return answers(decide(round, CloseBets(), Role.DEALER))


def when_insurance_closes(round: BoxRound) -> dict[str, str]:
    return answers(decide(round, CloseOffers(), Role.DEALER))


def one_spot_left(*wagers: PlaceWager) -> BoxRound:
    """Box 4 with two main bettors who have their Pair wagers: one Pair spot is left there."""
    return then(open_table(), main("Own", 4), pair("Own", 4), main("Also", 4), pair("Also", 4), *wagers)


# 3.6 to 3.10.2: who may wager where


@pytest.mark.clause("lucky8 3.6")
def test_3_6_several_players_may_wager_on_a_box_each_within_the_posted_limits() -> None:
    limits = {"main": Limits(500, 2_000), "pair": Limits(100, 300)}
    round = then(open_table(limits=limits), main("Ann", 1, 500), main("Bob", 1, 2_000), pair("Ann", 1, 300))
    assert slots(round) == {"Ann": 1, "Bob": 2}
    for outside in (main("Cid", 1, 498), main("Cid", 1, 2_002), pair("Bob", 1, 98), pair("Bob", 1, 302)):
        assert refusal(round, outside).reason.code == "stake-outside-posted-limits"


@pytest.mark.clause("lucky8 3.6")
def test_3_6_a_wager_outside_the_limits_is_refused_by_the_clause_that_sets_them() -> None:
    round = then(open_table(limits={"main": Limits(500, 2_000), "pair": Limits(100, 300)}), main("Ann"))
    assert refusal(round, main("Bob", 1, 498)).clause == "lucky8 3.6"
    assert refusal(round, pair("Ann", 1, 302)).clause == "lucky8 3.6"


@pytest.mark.clause("lucky8 3.6")
def test_r_04_a_wager_under_the_minimum_is_refused_at_entry() -> None:
    round = open_table(limits={"main": Limits(500)})
    for role in (Role.PLAYER, Role.DEALER):
        assert refusal(round, main("Ann", 1, 498), role)
    assert decide(round, main("Ann", 1, 500), Role.PLAYER)


@pytest.mark.parametrize("role", [Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER])
@pytest.mark.clause("lucky8 3.7")
def test_3_7_and_r_41_staff_may_place_a_wager_for_a_player_and_it_is_noted_who_did(role: Role) -> None:
    round = open_table()
    placed = WagerPlaced(bettor="Ann", wager="main", stake=1_000, box=1, placed_by=role)
    assert decide(round, main("Ann"), role) == [placed]
    assert decide(round, main("Ann"), Role.PLAYER)[0] != placed
    round = then(round, main("Ann"), by=role)
    assert decide(round, pair("Ann"), role) == [WagerPlaced(bettor="Ann", wager="pair", stake=100, placed_by=role)]
    assert finished(offering(round, "TS 9H | TD"), "8C").nets() == {"Ann": 1_000}, "and it is the player's"


@pytest.mark.clause("lucky8 3.8")
def test_3_8_a_player_may_wager_on_every_box_but_decides_only_where_seated_or_in_control() -> None:
    round = then(open_table(seats={1: "Ann", 2: "Bob"}), *(main("Ann", box) for box in range(1, 8)))
    round = then(round, main("Bob", 2), main("Cid", 3))
    assert deciders(round) == {1: "Ann", 2: "Bob", **dict.fromkeys(range(3, 8), "Ann")}
    round = playing(round, ", ".join(["TS 9H"] * 7) + " | 8D")
    asked = []
    while round.phase is Phase.PLAYING:
        [bettor] = turn(round).bettors or ()
        if bettor != "Ann":
            assert refusal(round, says("Ann", "stand", turn(round).box or 0)).clause == "lucky8 3.11"
        asked.append(bettor)
        round = then(round, says(bettor, "stand", turn(round).box or 0))
    assert asked == ["Ann", "Bob", *["Ann"] * 5]
    assert finished(round, "TD").nets() == {"Ann": 7_000, "Bob": 1_000, "Cid": 1_000}


@pytest.mark.clause("lucky8 3.9")
def test_3_9_a_player_whom_the_pit_manager_restricts_wagers_on_one_box_only() -> None:
    round = then(open_table(one_box=["Ann"]), main("Ann", 2), main("Bob", 3), main("Bob", 4))
    for elsewhere in (main("Ann", 1), main("Ann", 3), pair("Ann", 3), lucky("Ann", 4)):
        assert refusal(round, elsewhere).clause == "lucky8 3.9"
        assert refusal(round, elsewhere, Role.DEALER).clause == "lucky8 3.9", "nor through the Dealer"
    assert then(round, pair("Ann", 2)).box(2).side("pair") == ["Ann"]
    moved = then(round, WithdrawWager(bettor="Ann", wager="main", box=2), main("Ann", 5))
    assert slots(moved, 5) == {"Ann": 1}
    claimed = then(open_table(one_box=["Ann"]), main("Bob", 3), pair("Ann", 3))
    assert refusal(claimed, main("Ann", 1)).clause == "lucky8 3.9", "a side wager counts as well"
    others = then(open_table(one_box=["Ann"]), main("Bob", 3), pair("Zoe", 3), main("Ann", 1))
    assert slots(others, 1) == {"Ann": 1}, "but nobody else's"


@pytest.mark.clause("lucky8 3.10", "lucky8 3.10.1")
def test_3_10_three_main_wagers_a_box_or_fewer_where_the_pit_manager_says_so() -> None:
    people = ("Ann", "Bob", "Cid", "Dan")
    for cap, clause in ((3, "lucky8 3.10"), (2, "lucky8 3.10.1"), (1, "lucky8 3.10.1")):
        round = then(open_table(mains=cap), *(main(name) for name in people[:cap]))
        assert refusal(round, main(people[cap])).clause == clause
        assert refusal(round, main(people[cap]), Role.PIT_MANAGER).clause == clause
        assert slots(then(round, main(people[cap], 2)), 2) == {people[cap]: 1}, "another box has room"
        freed = then(round, WithdrawWager(bettor="Ann", wager="main"), main(people[cap]))
        assert slots(freed)[people[cap]] == 1
    for cap in (0, 4):
        with pytest.raises(Refused):
            Terms.of("lucky-8", mains=cap)


@pytest.mark.clause("lucky8 3.10.2")
def test_3_10_2_and_r_33_a_player_has_one_wager_of_a_kind_on_a_box_and_the_last_word_counts() -> None:
    round = then(open_table(), main("Ann", 1, 1_000), main("Bob"), main("Ann", 1, 400), pair("Ann", 1, 100))
    round = then(round, pair("Ann", 1, 200))
    assert (slots(round), round.staked()) == ({"Ann": 1, "Bob": 2}, {"Ann": 600, "Bob": 1_000})
    full = then(round, main("Cid"))
    assert then(full, main("Cid", 1, 600)).staked()["Cid"] == 600, "also where the box is full"
    assert [each.bettor for each in full.box(1).mains] == ["Ann", "Bob", "Cid"]


# 3.11 to 3.13: who decides


@pytest.mark.clause("lucky8 3.11")
def test_3_11_the_seated_player_decides_wherever_the_wagers_lie() -> None:
    for place in range(3):
        order = ["Ann", "Bob"]
        order.insert(place, "Sue")
        round = playing(then(open_table(seats={1: "Sue"}), *map(main, order)), "TS 6H | 9D")
        assert turn(round).bettors == ("Sue",)
        for other in ("Ann", "Bob"):
            assert refusal(round, says(other, "hit")).clause == "lucky8 3.11"
        assert dealt(then(round, says("Sue", "hit")), "2C").box(1).controller() == "Sue"


@pytest.mark.clause("lucky8 3.11")
def test_3_11_a_seat_is_taken_by_one_and_left_again_and_nobody_has_two() -> None:
    round = then(open_table(), main("Ann"), main("Bob"), TakeSeat(bettor="Bob", box=1))
    assert deciders(round) == {1: "Bob"}
    assert refusal(round, TakeSeat(bettor="Bob", box=2)), "already seated"
    assert refusal(round, TakeSeat(bettor="Ann", box=1)), "already taken"
    assert refusal(round, LeaveSeat(bettor="Ann", box=1))
    assert deciders(then(round, LeaveSeat(bettor="Bob", box=1))) == {1: "Ann"}
    twice = OpenBets(terms=round.terms, seats={1: "Bob", 2: "Bob"})
    with pytest.raises(Refused) as caught:
        decide(None, twice, Role.DEALER)
    assert caught.value.clause == "lucky8 3.11"


@pytest.mark.clause("lucky8 3.12")
def test_3_12_where_nobody_is_seated_the_wager_nearest_the_dealer_decides() -> None:
    round = playing(then(open_table(), main("Bob"), main("Ann"), main("Cid")), "TS 6H | 9D")
    assert turn(round).bettors == ("Bob",)
    for other in ("Ann", "Cid"):
        assert refusal(round, says(other, "hit")).clause == "lucky8 3.12"


@pytest.mark.clause("lucky8 3.11", "lucky8 3.12")
def test_r_32_a_seat_without_a_main_wager_decides_nothing() -> None:
    round = then(open_table(seats={1: "Sue", 2: "Bob"}), main("Ann"), main("Bob"), pair("Sue"))
    assert deciders(round) == {1: "Ann"}
    round = playing(round, "TS 6H | 9D")
    assert position(round, "Sue").sides == {"pair": 100}
    assert turn(round).bettors == ("Ann",)
    assert refusal(round, says("Sue", "hit")).clause == "lucky8 3.12"
    alone = playing(then(open_table(seats={1: "Sue", 2: "Bob"}), main("Bob")), "TS 6H | 9D")
    assert turn(alone).bettors == ("Bob",), "a sole main bettor decides though seated elsewhere"


@pytest.mark.clause("lucky8 3.12", "lucky8 3.13")
def test_3_13_and_r_34_the_dealer_says_before_the_deal_how_the_wagers_lie() -> None:
    round = then(open_table(), main("Ann"), main("Bob"), main("Cid"))
    assert slots(round) == {"Ann": 1, "Bob": 2, "Cid": 3}
    arranged = ArrangeBox(box=1, order=("Cid", "Ann", "Bob"))
    assert refusal(round, arranged).clause == "lucky8 3.13", "the Dealer, not a player"
    for wrong in (("Cid", "Ann"), ("Cid", "Ann", "Dan"), ("Cid", "Cid", "Ann", "Bob")):
        assert refusal(round, ArrangeBox(box=1, order=wrong), Role.DEALER).clause == "lucky8 3.13"
    settled = then(round, arranged)
    assert (slots(settled), deciders(settled)) == ({"Cid": 1, "Ann": 2, "Bob": 3}, {1: "Cid"})
    late = then(round, CloseBets())
    assert refusal(late, arranged, Role.DEALER), "control is fixed before the first card"
    assert turn(playing(settled, "TS 6H | 9D")).bettors == ("Cid",)


@pytest.mark.clause("lucky8 3.12")
def test_r_34_who_comes_takes_the_foremost_free_slot() -> None:
    round = then(open_table(), main("Ann"), main("Bob"), main("Cid"), WithdrawWager(bettor="Ann", wager="main"))
    assert (slots(round), deciders(round)) == ({"Bob": 2, "Cid": 3}, {1: "Bob"})
    assert slots(then(round, main("Dan"))) == {"Dan": 1, "Bob": 2, "Cid": 3}


# 3.15 to 3.17.2.5: side wagers and their ladder


@pytest.mark.clause("lucky8 3.15", "lucky8 3.15.3")
def test_3_15_3_a_side_wager_needs_somebodys_main_wager_on_the_box_but_not_the_bettors_own() -> None:
    round = open_table()
    for wager in (pair("Ann"), lucky("Ann")):
        assert refusal(round, wager).clause == "lucky8 3.15.3"
    round = then(round, main("Bob"), pair("Ann"), lucky("Ann"), pair("Bob"), lucky("Bob"))
    round = finished(offering(round, "8S 8H | TD"), "7C")
    assert round.nets() == {"Ann": 1_100 + 500, "Bob": -1_000 + 1_100 + 500}, "16 against 17"
    assert [each.wager for each in round.settlement()["Ann"][1]] == ["pair", "lucky-8"]


@pytest.mark.clause("lucky8 3.15.3", "lucky8 3.15")
def test_3_15_3_with_the_last_main_wager_its_side_wagers_leave_the_box() -> None:
    round = then(open_table(), main("Ann"), pair("Ann"), pair("Zoe"), lucky("Zoe"), main("Bob", 2), pair("Zoe", 2))
    gone = decide(round, WithdrawWager(bettor="Ann", wager="main"), Role.PLAYER)
    assert {(each.bettor, each.wager) for each in gone if isinstance(each, WagerWithdrawn)} == {
        ("Ann", "main"),
        ("Ann", "pair"),
        ("Zoe", "pair"),
        ("Zoe", "lucky-8"),
    }
    empty = then(round, WithdrawWager(bettor="Ann", wager="main"))
    assert [box.number for box in empty.wagered] == [2]
    assert empty.staked() == {"Bob": 1_000, "Zoe": 100}, "other boxes keep theirs"
    assert then(empty, CloseBets()).box(2).side("pair") == ["Zoe"]


@pytest.mark.clause("lucky8 3.15.3", "lucky8 3.16")
def test_3_15_3_while_another_main_wager_is_on_the_box_others_keep_their_side_wagers() -> None:
    round = then(open_table(), main("Ann"), pair("Ann"), main("Bob"), pair("Bob"), pair("Zoe"))
    round = then(round, WithdrawWager(bettor="Ann", wager="main"))
    assert (round.staked(), at_close(round)) == ({"Bob": 1_100, "Zoe": 100}, {"Zoe": "granted"})


@pytest.mark.clause("lucky8 3.16", "lucky8 3.17.2.1")
def test_3_16_and_r_36_main_bettors_have_first_call_on_one_spot_each_until_the_close() -> None:
    round = then(open_table(), main("Ann"), main("Bob"), main("Cid"), pair("Zoe"), pair("Yan"), pair("Xia"))
    assert decide(round, pair("Cid"), Role.PLAYER) == [WagerPlaced(bettor="Cid", wager="pair", stake=100)]
    claimed = decide(round, pair("Dan"), Role.PLAYER)
    assert claimed == [WagerClaimed(bettor="Dan", wager="pair", stake=100)], "others wait for the close"
    assert at_close(round) == {"Zoe": "granted", "Yan": "granted", "Xia": "granted"}, "what nobody calls falls open"
    round = then(round, pair("Cid"))
    assert at_close(round) == {"Zoe": "granted", "Yan": "granted", "Xia": "lucky8 3.17.1"}
    round = then(round, pair("Bob"), pair("Ann"))
    assert at_close(round) == dict.fromkeys(["Zoe", "Yan", "Xia"], "lucky8 3.17.1")


@pytest.mark.clause("lucky8 3.16")
def test_3_16_who_puts_a_main_wager_on_the_box_has_first_call_from_then_on() -> None:
    round = then(open_table(), main("Ann"), pair("Ann"), pair("Zoe"), pair("Yan"), pair("Xia"))
    assert at_close(round) == {"Zoe": "granted", "Yan": "granted", "Xia": "lucky8 3.17.1"}
    joined = then(round, main("Xia"))
    assert joined.box(1).side("pair") == ["Ann", "Xia"]
    assert at_close(joined) == {"Zoe": "granted", "Yan": "lucky8 3.17.1"}


@pytest.mark.clause("lucky8 3.17")
def test_3_17_side_wagers_may_be_placed_on_several_boxes_at_once() -> None:
    round = then(open_table(), main("Ann", 1), main("Bob", 2), main("Cid", 3), pair("Ann", 1))
    round = then(round, pair("Ann", 2), lucky("Ann", 2), lucky("Ann", 3), pair("Zoe", 1), pair("Zoe", 3))
    round = finished(offering(round, "8S 8H, TS 9H, 6S 7H | 9D"), "8C")
    won = {box: {each.wager: each.net for each in found} for box, found in round.settlement()["Ann"].items()}
    assert won[1]["pair"] == 1_100
    assert won[2] == {"pair": -100, "lucky-8": 300}
    assert won[3] == {"lucky-8": -100}
    assert round.nets()["Zoe"] == 1_100 - 100


@pytest.mark.clause("lucky8 3.17.1")
def test_3_17_1_three_wagers_of_each_side_type_a_box_and_no_more() -> None:
    people = ("Zoe", "Yan", "Xia", "Wim")
    round = then(open_table(), main("Ann"), *map(pair, people), *map(lucky, people[:2]), lucky("Ann"))
    closed = then(round, CloseBets())
    assert closed.box(1).side("pair") == ["Zoe", "Yan", "Xia"]
    assert set(closed.box(1).side("lucky-8")) == {"Ann", "Zoe", "Yan"}, "each type for itself"
    assert "Wim" not in closed.staked(), "the stake goes back"
    twice = then(open_table(), main("Ann"), pair("Zoe", 1, 100), pair("Zoe", 1, 200), CloseBets())
    assert twice.staked() == {"Ann": 1_000, "Zoe": 200}, "one spot a person"


@pytest.mark.clause("lucky8 3.17.1")
def test_3_17_1_the_stake_of_a_claim_refused_at_the_close_is_in_no_settlement() -> None:
    round = one_spot_left(pair("Zoe", 4), pair("Yan", 4))
    settled = finished(offering(round, "8S 8H | 9D"), "TC")
    assert settled.nets() == {"Own": 100, "Also": 100, "Zoe": 1_100}


@pytest.mark.clause("lucky8 3.17.2", "lucky8 3.17.2.1", "lucky8 3.17.2.2", "lucky8 3.17.2.5")
def test_3_17_2_the_ladder_box_mates_front_to_back_then_others_in_the_round_then_outsiders() -> None:
    def place(slot: int | None, nearest: tuple[int, int] | None, staked: int = 0, came: int = 0) -> tuple[int, ...]:
        return side_place(Claimant(slot=slot, nearest=nearest, staked=staked, came=came))

    ladder = [
        place(2, (0, 2), staked=900, came=5),
        place(3, (0, 3), staked=0, came=4),
        place(None, (1, 3), staked=100, came=3),
        place(None, (1, 1), staked=200, came=2),
        place(None, (2, 1), staked=0, came=1),
        place(None, None, staked=0, came=0),
        place(None, None, staked=0, came=1),
    ]
    assert sorted(ladder) == ladder
    assert len(set(ladder)) == len(ladder)
    claims = [Claim(each, str(number)) for number, each in enumerate(ladder)]
    for spots in range(8):
        told = allocate(spots, reversed(claims))
        assert {bettor for bettor, outcome in told.items() if outcome == "granted"} == set("0123456"[:spots])


@pytest.mark.clause("lucky8 3.17.2.2")
def test_3_17_2_2_the_nearer_box_comes_first() -> None:
    round = one_spot_left(main("Far", 1), main("Near", 3), pair("Far", 4), pair("Near", 4))
    assert at_close(round) == {"Near": "granted", "Far": "lucky8 3.17.1"}
    beyond = one_spot_left(main("Far", 7), main("Near", 2), pair("Far", 4), pair("Near", 4))
    assert at_close(beyond) == {"Near": "granted", "Far": "lucky8 3.17.1"}, "on either side"


@pytest.mark.clause("lucky8 3.17.2.2")
def test_r_35_distance_is_counted_in_boxes_from_the_nearest_of_a_players_wagers() -> None:
    round = one_spot_left(main("Many", 1), main("Many", 5), main("One", 2), pair("One", 4), pair("Many", 4))
    assert at_close(round) == {"Many": "granted", "One": "lucky8 3.17.1"}
    arc = then(open_table(), main("Own"), pair("Own"), main("Also"), pair("Also"))
    arc = then(arc, main("End", 7), main("Mid", 4), pair("End"), pair("Mid"))
    assert at_close(arc) == {"Mid": "granted", "End": "lucky8 3.17.1"}, "box 7 is not next to box 1"


@pytest.mark.clause("lucky8 3.17.2.3")
def test_3_17_2_3_equally_distant_the_smaller_total_of_side_wagers_of_both_types_comes_first() -> None:
    neighbours = (main("Left", 3), main("Right", 5))
    for left, right, first in (
        ([pair("Left", 3, 200)], [lucky("Right", 5, 100)], "Right"),
        ([pair("Left", 3, 200)], [pair("Right", 5, 150), lucky("Right", 5, 100)], "Left"),
        ([], [pair("Right", 5, 2)], "Left"),
    ):
        round = one_spot_left(*neighbours, *left, *right, pair("Left", 4, 900), pair("Right", 4, 100))
        last = "Left" if first == "Right" else "Right"
        told = at_close(round)
        assert (told[first], told[last]) == ("granted", "lucky8 3.17.1")


@pytest.mark.clause("lucky8 3.17.2.3")
def test_3_17_2_3_side_wagers_on_other_players_boxes_count_to_the_total() -> None:
    round = one_spot_left(main("Left", 3), main("Right", 5), main("Else", 7))
    round = then(round, lucky("Left", 7, 5_000), pair("Left", 4), pair("Right", 4))
    closed = then(round, CloseBets())
    assert closed.box(7).side("lucky-8") == ["Left"], "nobody else wants that spot"
    assert closed.box(4).side("pair") == ["Own", "Also", "Right"], "Left has 50.00 on side wagers, Right nothing"


@pytest.mark.clause("lucky8 3.17.2.3", "lucky8 3.17.2.4")
def test_3_17_2_3_a_claim_that_gets_no_spot_is_no_side_wager() -> None:
    taken = [wager for name in ("Una", "Vic", "Wim") for wager in (main(name, 7), lucky(name, 7))]
    round = one_spot_left(main("Left", 3), main("Right", 5), *taken, lucky("Left", 7, 5_000))
    closed = then(round, pair("Left", 4), pair("Right", 4), CloseBets())
    assert closed.staked()["Left"] == 1_000, "the spots of box 7 are all taken"
    assert closed.box(4).side("pair") == ["Own", "Also"], "so Left and Right have equal claims"


@pytest.mark.parametrize("wager", ["pair", "lucky-8"])
@pytest.mark.clause("lucky8 3.17.2.4")
def test_3_17_2_4_and_r_37_equal_claims_without_agreement_leave_the_spot_to_nobody(wager: str) -> None:
    def side(bettor: str, box: int) -> PlaceWager:
        return PlaceWager(bettor=bettor, wager=wager, stake=100, box=box)

    round = then(open_table(), main("Own", 4), side("Own", 4), main("Also", 4), side("Also", 4))
    round = then(round, main("Left", 3), main("Right", 5), main("Far", 7))
    round = then(round, side("Zoe", 4), side("Left", 4), side("Far", 4), side("Right", 4))
    assert at_close(round) == dict.fromkeys(["Zoe", "Left", "Far", "Right"], "lucky8 3.17.2.4")
    closed = then(round, CloseBets())
    assert closed.box(4).side(wager) == ["Own", "Also"]
    assert closed.staked() == {"Own": 1_100, "Also": 1_100, "Left": 1_000, "Right": 1_000, "Far": 1_000}


@pytest.mark.clause("lucky8 3.17.2.4")
def test_3_17_2_4_equal_claimants_may_agree_who_gets_the_spot() -> None:
    round = one_spot_left(main("Left", 3), main("Right", 5), pair("Zoe", 4), pair("Left", 4), pair("Right", 4))
    agreed = AgreeSpot(box=4, wager="pair", bettor="Right")
    assert refusal(round, agreed).clause == "lucky8 3.17.2", "the Dealer notes it"
    assert refusal(round, AgreeSpot(box=4, wager="pair", bettor="Own"), Role.DEALER), "one of the claimants"
    told = at_close(then(round, agreed))
    assert told == {"Right": "granted", "Left": "lucky8 3.17.1", "Zoe": "lucky8 3.17.1"}
    outsider = then(round, AgreeSpot(box=4, wager="pair", bettor="Zoe"))
    assert at_close(outsider)["Zoe"] == "lucky8 3.17.2.4", "an outsider is no equal of theirs"


@pytest.mark.clause("lucky8 3.17.2.4")
def test_3_17_2_4_three_equals_may_agree_which_two_of_them_get_two_spots() -> None:
    round = then(open_table(), main("Own", 4), pair("Own", 4), main("Left", 3), main("Behind", 3), main("Right", 5))
    round = then(round, pair("Left", 4), pair("Behind", 4), pair("Right", 4))
    assert set(at_close(round).values()) == {"lucky8 3.17.2.4"}
    agreed = then(round, *(AgreeSpot(box=4, wager="pair", bettor=name) for name in ("Behind", "Right")))
    assert at_close(agreed) == {"Behind": "granted", "Right": "granted", "Left": "lucky8 3.17.1"}


@pytest.mark.clause("lucky8 3.17.2.4")
def test_3_17_2_4_where_there_is_room_for_all_equals_nothing_is_in_dispute() -> None:
    round = then(open_table(), main("Own", 4), main("Left", 3), main("Right", 5), pair("Left", 4), pair("Right", 4))
    assert at_close(then(round, pair("Zoe", 4))) == dict.fromkeys(["Left", "Right", "Zoe"], "granted")


@pytest.mark.clause("lucky8 3.17.2.5")
def test_3_17_2_5_players_without_a_wager_on_the_round_come_last_and_in_the_order_they_came() -> None:
    round = one_spot_left(pair("Zoe", 4), pair("Yan", 4))
    assert at_close(round) == {"Zoe": "granted", "Yan": "lucky8 3.17.1"}
    round = one_spot_left(pair("Yan", 4), pair("Zoe", 4))
    assert at_close(round) == {"Yan": "granted", "Zoe": "lucky8 3.17.1"}
    round = one_spot_left(main("Far", 7), pair("Zoe", 4), pair("Far", 4))
    assert at_close(round) == {"Far": "granted", "Zoe": "lucky8 3.17.1"}
    round = one_spot_left(pair("Zoe", 4), pair("Yan", 4))
    assert at_close(then(round, WithdrawWager(bettor="Zoe", wager="pair", box=4))) == {"Yan": "granted"}


@pytest.mark.clause("lucky8 3.17.2.2", "lucky8 3.17.2.5")
def test_3_17_2_2_r_115_a_side_wager_alone_is_no_wager_on_the_round() -> None:
    """Zoe's Pair wager lies on box 3, next to the spot; Far's main wager is as far away as can be."""
    round = one_spot_left(main("Eve", 3), pair("Zoe", 3), pair("Zoe", 4), main("Far", 7), pair("Far", 4))
    assert at_close(round)["Far"] == "granted"
    closed = then(round, CloseBets())
    assert [closed.box(box).side("pair").count("Zoe") for box in (3, 4)] == [1, 0], "that one nobody else wanted"
    assert Ruling("R-115").default == "a"


@pytest.mark.clause("lucky8 3.17.2", "lucky8 3.27.4")
def test_3_17_2_no_allocation_passes_over_a_better_claim_or_fills_more_than_there_is() -> None:
    places = [(1, 2), (1, 3), (2, 1, 0), (2, 1, 4), (3, 0)]
    for number in range(6):
        for chosen in combinations_with_replacement(places, number):
            claims = [Claim(place, f"P{each}") for each, place in enumerate(chosen)]
            at = {claim.bettor: claim.place for claim in claims}
            for spots in range(4):
                told = allocate(spots, claims)
                granted = {bettor for bettor, outcome in told.items() if outcome == "granted"}
                refused = told.keys() - granted
                assert told.keys() == at.keys()
                assert len(granted) <= spots
                assert all(at[lucky_one] < at[other] for lucky_one in granted for other in refused)
                in_dispute = any(outcome == "deadlock" for outcome in told.values())
                assert in_dispute or len(granted) == min(spots, number)


# 3.27.3 to 3.27.4.5: another player's insurance


def against_ace(*wagers: PlaceWager, seats: Mapping[int, str] | None = None) -> BoxRound:
    """Insurance is offered; every box wagered on has 19."""
    round = then(open_table(seats=dict(seats or {})), *wagers)
    return offering(round, ", ".join(["TS 9H"] * len(round.wagered)) + " | AD")


@pytest.mark.clause("lucky8 3.27.3")
def test_3_27_3_insurance_that_its_owner_declines_another_may_take_up_to_half_the_owners_wager() -> None:
    round = against_ace(main("Own", 4, 1_000), main("Ann", 3, 200))
    for stake in (502, 0):
        assert refusal(round, insure("Ann", 4, "Own", stake)).clause == "lucky8 3.27"
    claimed = then(round, insure("Ann", 4, "Own", 500))
    assert when_insurance_closes(claimed) == {"Ann": "granted"}
    assert finished(claimed, "KC").nets() == {"Ann": -200 + 1_000, "Own": -1_000}
    assert finished(claimed, "9C").nets() == {"Ann": -200 - 500, "Own": -1_000}, "Dealer 20"
    kept = then(claimed, insure("Own", 4, stake=2))
    assert when_insurance_closes(kept) == {"Ann": "lucky8 3.27.3"}, "the owner did not decline"
    assert finished(kept, "KC").nets() == {"Ann": -200, "Own": -1_000 + 4}


@pytest.mark.clause("lucky8 3.27.3", "lucky8 3.27")
def test_r_59_one_insurer_for_each_main_wager_and_nobody_tops_up() -> None:
    round = against_ace(main("Own", 4, 1_000), main("Ann", 3), main("Bob", 2))
    partly = then(round, insure("Own", 4, stake=100))
    for stake in (2, 400):
        assert refusal(partly, insure("Ann", 4, "Own", stake)).clause == "lucky8 3.27"
    two = then(round, insure("Ann", 4, "Own", 100), insure("Bob", 4, "Own", 100))
    assert when_insurance_closes(two) == {"Ann": "granted", "Bob": "lucky8 3.27.4"}
    each = against_ace(main("Own", 4, 1_000), main("Also", 4, 400), main("Ann", 3))
    assert refusal(each, insure("Ann", 4, "Also", 202)), "half of that one wager, not of the box"
    both = then(each, insure("Ann", 4, "Own", 500), insure("Ann", 4, "Also", 200), CloseOffers())
    assert [(one.owner, one.stake) for one in both.insured] == [("Own", 500), ("Also", 200)]
    own = then(each, insure("Own", 4, stake=100))
    assert refusal(own, insure("Ann", 4, "Own", 2)).clause == "lucky8 3.27"
    assert decide(own, insure("Ann", 4, "Also", 2), Role.PLAYER)
    kept = then(each, insure("Ann", 4, "Own", 500), insure("Own", 4, stake=100), CloseOffers())
    assert [(one.owner, one.bettor) for one in kept.insured] == [("Own", "Own")], "though Also on that box declined"


@pytest.mark.clause("lucky8 3.27.4", "lucky8 3.27.4.1")
def test_3_27_4_1_bettors_on_the_same_box_come_first_from_front_to_back() -> None:
    round = against_ace(main("Own", 4), main("Second", 4), main("Third", 4), main("Near", 3))
    claims = [insure("Zoe", 4, "Own"), insure("Near", 4, "Own"), insure("Third", 4, "Own"), insure("Second", 4, "Own")]
    refused = "lucky8 3.27.4"
    told = when_insurance_closes(then(round, *claims))
    assert told == {"Second": "granted", "Third": refused, "Near": refused, "Zoe": refused}
    assert when_insurance_closes(then(round, *claims[:3])) == {"Third": "granted", "Near": refused, "Zoe": refused}
    of_the_last = then(round, insure("Second", 4, "Third"), insure("Own", 4, "Third"))
    assert when_insurance_closes(of_the_last) == {"Own": "granted", "Second": refused}


@pytest.mark.clause("lucky8 3.27.4.2")
def test_3_27_4_2_then_the_nearest_box_from_front_to_back() -> None:
    round = against_ace(main("Own", 4), main("Front", 3), main("Back", 3), main("Far", 6))
    refused = "lucky8 3.27.4"
    three = then(round, insure("Far", 4, "Own"), insure("Back", 4, "Own"), insure("Front", 4, "Own"))
    assert when_insurance_closes(three) == {"Front": "granted", "Back": refused, "Far": refused}
    two = then(round, insure("Far", 4, "Own"), insure("Back", 4, "Own"))
    assert when_insurance_closes(two) == {"Back": "granted", "Far": refused}


@pytest.mark.clause("lucky8 3.27.4.3")
def test_3_27_4_3_equally_distant_the_smaller_total_of_insurance_comes_first() -> None:
    wagers = [main("Own", 4), main("Left", 3), main("Right", 5), main("Left", 7), main("Right", 7)]
    round = against_ace(*wagers, main("Sue", 7), seats={7: "Sue"})
    claims = (insure("Left", 4, "Own"), insure("Right", 4, "Own"))
    less = then(round, insure("Left", 7, stake=300), insure("Right", 7, stake=200), *claims)
    assert when_insurance_closes(less) == {"Right": "granted", "Left": "lucky8 3.27.4"}
    none = then(round, insure("Right", 7, stake=2), *claims)
    assert when_insurance_closes(none) == {"Left": "granted", "Right": "lucky8 3.27.4"}


@pytest.mark.clause("lucky8 3.27.4.3")
def test_3_27_4_3_insurance_on_boxes_that_the_claimant_controls_is_left_out() -> None:
    wagers = [main("Own", 4), main("Left", 3), main("Right", 5), main("Right", 7), main("Sue", 7)]
    round = against_ace(*wagers, seats={7: "Sue"})
    claims = (insure("Left", 4, "Own"), insure("Right", 4, "Own"))
    controlled = then(round, insure("Left", 3, stake=500), insure("Right", 7, stake=2), *claims)
    assert when_insurance_closes(controlled) == {"Left": "granted", "Right": "lucky8 3.27.4"}
    both = then(round, insure("Left", 3, stake=500), insure("Right", 5, stake=100), *claims)
    assert set(when_insurance_closes(both).values()) == {"lucky8 3.27.4.4"}, "nothing that counts on either side"


@pytest.mark.clause("lucky8 3.27.4.3")
def test_3_27_4_3_insurance_of_other_players_wagers_counts_to_the_total() -> None:
    round = against_ace(main("Own", 4), main("Left", 3), main("Right", 5), main("Else", 7))
    round = then(round, insure("Left", 7, "Else", 500), insure("Left", 4, "Own"), insure("Right", 4, "Own"))
    closed = then(round, CloseOffers())
    assert {(each.owner, each.bettor) for each in closed.insured} == {("Else", "Left"), ("Own", "Right")}


@pytest.mark.clause("lucky8 3.27.4.3", "lucky8 3.27.4.4")
def test_3_27_4_3_a_claim_to_insurance_that_its_owner_keeps_is_no_insurance() -> None:
    round = against_ace(main("Own", 4), main("Left", 3), main("Right", 5), main("Else", 7))
    round = then(round, insure("Left", 7, "Else", 500), insure("Left", 4, "Own"), insure("Right", 4, "Own"))
    closed = then(round, insure("Else", 7, stake=100), CloseOffers())
    assert [(each.owner, each.bettor) for each in closed.insured] == [("Else", "Else")], "Left and Right are equals"


@pytest.mark.clause("lucky8 3.27.4.4")
def test_3_27_4_4_equal_claims_without_agreement_leave_the_insurance_to_nobody() -> None:
    round = against_ace(main("Own", 4), main("Left", 3), main("Right", 5), main("Far", 7))
    round = then(round, *(insure(name, 4, "Own") for name in ("Zoe", "Far", "Left", "Right")))
    assert when_insurance_closes(round) == dict.fromkeys(["Zoe", "Far", "Left", "Right"], "lucky8 3.27.4.4")
    assert then(round, CloseOffers()).staked() == dict.fromkeys(["Own", "Left", "Right", "Far"], 1_000)


@pytest.mark.clause("lucky8 3.27.4.4")
def test_3_27_4_4_equal_claimants_may_agree_who_insures() -> None:
    round = against_ace(main("Own", 4), main("Left", 3), main("Right", 5))
    round = then(round, *(insure(name, 4, "Own", 400) for name in ("Zoe", "Left", "Right")))
    agreed = AgreeSpot(box=4, wager="insurance", bettor="Left", owner="Own")
    assert refusal(round, agreed).clause == "lucky8 3.27.4", "the Dealer notes it"
    assert when_insurance_closes(then(round, agreed)) == {
        "Left": "granted",
        "Right": "lucky8 3.27.4",
        "Zoe": "lucky8 3.27.4",
    }
    assert finished(then(round, agreed), "KC").nets() == {"Own": -1_000, "Left": -1_000 + 800, "Right": -1_000}


@pytest.mark.clause("lucky8 3.27.4.5")
def test_3_27_4_5_players_without_a_wager_on_the_round_come_last_and_in_the_order_they_came() -> None:
    round = against_ace(main("Own", 4), main("Far", 7))
    refused = "lucky8 3.27.4"
    zoe, yan, far = insure("Zoe", 4, "Own"), insure("Yan", 4, "Own"), insure("Far", 4, "Own")
    assert when_insurance_closes(then(round, zoe, yan)) == {"Zoe": "granted", "Yan": refused}
    assert when_insurance_closes(then(round, yan, zoe)) == {"Yan": "granted", "Zoe": refused}
    assert when_insurance_closes(then(round, zoe, yan, far)) == {"Far": "granted", "Zoe": refused, "Yan": refused}
    won = finished(then(round, zoe), "KC")
    assert won.nets() == {"Own": -1_000, "Far": -1_000, "Zoe": 1_000}


@pytest.mark.clause("lucky8 3.27.4.5", "lucky8 3.27.4.2", "lucky8 3.15.3")
def test_r_62_a_side_wager_counts_as_one_on_the_round_but_is_nothing_to_insure() -> None:
    round = against_ace(main("Own", 4), main("Else", 6), pair("Side", 6))
    assert refusal(round, insure("Side", 6)).clause == "lucky8 3.27"
    both = then(round, insure("Zoe", 4, "Own"), insure("Side", 4, "Own"))
    assert when_insurance_closes(both) == {"Side": "granted", "Zoe": "lucky8 3.27.4"}
    three = then(both, insure("Else", 4, "Own"))
    assert when_insurance_closes(three)["Else"] == "granted", "a side wager lies behind the main ones"


@pytest.mark.clause("lucky8 3.27.4.1", "lucky8 3.27.4.2", "lucky8 3.27.4.3", "lucky8 3.27.4.5")
def test_3_27_4_the_ladder_of_insurance_tells_front_and_back_apart_before_it_counts_totals() -> None:
    def place(slot: int | None, nearest: tuple[int, int] | None, staked: int = 0, came: int = 0) -> tuple[int, ...]:
        return insurance_place(Claimant(slot=slot, nearest=nearest, staked=staked, came=came))

    ladder = [
        place(1, (0, 1), staked=900, came=5),
        place(3, (0, 3)),
        place(None, (1, 1), staked=900),
        place(None, (1, 2), staked=100),
        place(None, (1, 2), staked=200),
        place(None, (2, 1)),
        place(None, None, staked=900, came=0),
        place(None, None, staked=0, came=1),
    ]
    assert sorted(ladder) == ladder
    assert len(set(ladder)) == len(ladder)


# 5.3 and 5.4: after the close


@pytest.mark.clause("lucky8 5.3")
def test_5_3_and_r_29_no_wager_is_placed_or_raised_after_the_close_and_a_late_one_was_never_in_play() -> None:
    round = then(open_table(), main("Ann"), pair("Ann"), CloseBets())
    moments = [round, *(round := dealt(round, card) for card in ("TS", "9D", "TH"))]
    moments += [round := then(round, ConfirmDeal()), round := then(round, CloseOffers())]
    moments += [round := then(round, says("Ann", "stand")), round := dealt(round, "TD")]
    late = (main("Ann", 1, 5_000), main("Bob"), main("Bob", 2), pair("Ann", 1, 200), lucky("Zoe"))
    for moment in moments:
        for wager in late:
            for role in (Role.PLAYER, Role.DEALER):
                assert refusal(moment, wager, role).clause == "lucky8 5.3"
    assert then(round, Settle()).nets() == {"Ann": 1_000 + 1_100}, "20 against 19, at the stakes of the close"


@pytest.mark.clause("lucky8 5.4")
def test_5_4_no_wager_is_withdrawn_after_the_close_and_it_wins_or_loses_all_the_same() -> None:
    betting = then(open_table(), main("Ann"), pair("Ann"))
    assert then(betting, WithdrawWager(bettor="Ann", wager="pair")).staked() == {"Ann": 1_000}, "before, it may be"
    round = then(betting, CloseBets())
    moments = [round, *(round := dealt(round, card) for card in ("TS", "9D", "6H"))]
    moments += [round := then(round, ConfirmDeal()), round := then(round, CloseOffers())]
    for moment in moments:
        for wager in ("main", "pair"):
            assert refusal(moment, WithdrawWager(bettor="Ann", wager=wager)).clause == "lucky8 5.4"
    assert finished(round, "TC").nets() == {"Ann": -1_100}


# 5.22 and 5.22.1: who is not there


def absent(bettor: str, box: int = 1) -> DeclareAbsent:
    return DeclareAbsent(bettor=bettor, box=box)


@pytest.mark.parametrize(
    ("opening", "more"),
    [
        ("2S 3H", "5C 2D"),
        ("2S 3H", "5C AD"),
        ("6S 5H", "AC"),
        ("6S 5H", "TC"),
        ("TS 2H", ""),
        ("TS 6H", ""),
        ("2S 2H", "2C 2D 3C AC"),
        ("AS 3H", "2C AC"),
        ("AS 3H", "TC"),
        ("AS 5H", "5C"),
        ("AS 6H", ""),
        ("AS 2H", "8C"),
        ("AS AH", "AC 3C AD"),
        ("AS 2H", "9C"),
    ],
)
@pytest.mark.clause("lucky8 5.22")
def test_5_22_and_r_28_for_an_absent_player_the_dealer_draws_to_hard_12_or_soft_17(opening: str, more: str) -> None:
    round = then(playing(then(open_table(), main("Ann")), f"{opening} | 9D"), absent("Ann"))
    for card in more.split():
        assert (round.phase, turn(round).command, turn(round).clause) == (Phase.PLAYING, "deal-card", "lucky8 5.22")
        round = dealt(round, card)
    assert round.phase is Phase.DRAWING, "and no further"
    assert held(round) == [" ".join([opening, *more.split()])]


@pytest.mark.clause("lucky8 5.22")
def test_5_22_and_r_69_an_absent_player_forfeits_split_and_double_but_no_side_wager_already_placed() -> None:
    round = then(playing(then(open_table(), main("Ann"), pair("Ann")), "8S 8H | 9D"), absent("Ann"))
    assert (round.phase, held(round)) == (Phase.DRAWING, ["8S 8H"])
    options: tuple[Action, ...] = ("split", "double", "hit", "stand")
    eleven = then(playing(then(open_table(), main("Ann")), "6S 5H | 9D"), absent("Ann"))
    for action in options:
        assert refusal(round, says("Ann", action))
        assert refusal(eleven, says("Ann", action))
    assert eleven.staked() == {"Ann": 1_000}
    assert finished(round, "TC").nets() == {"Ann": -1_000 + 1_100}


@pytest.mark.clause("lucky8 5.22")
def test_5_22_the_dealer_declares_the_absence_when_the_box_has_its_turn() -> None:
    round = playing(then(open_table(), main("Ann", 1), main("Bob", 2)), "2S 3H, 6S 5H | 9D")
    assert refusal(round, absent("Ann")).clause == "lucky8 5.22", "the Dealer, not a player"
    assert refusal(round, absent("Bob", 2), Role.DEALER), "in turn"
    round = then(round, says("Ann", "stand"), absent("Bob", 2))
    assert (turn(round).command, turn(round).box) == ("deal-card", 2)
    assert finished(dealt(round, "TC"), "TD").nets() == {"Ann": -1_000, "Bob": 1_000}


@pytest.mark.clause("lucky8 5.22")
def test_r_28_nothing_is_chosen_for_an_absent_player_and_a_blackjack_still_pays() -> None:
    def left_alone(deal: str) -> BoxRound:
        return playing(then(open_table(), main("Ann")), deal)

    assert finished(left_alone("AS KH | AD"), "9C").nets() == {"Ann": 1_500}, "no even money"
    assert finished(left_alone("AS KH | 9D")).nets() == {"Ann": 1_500}
    for deal in ("TS 6H | AD", "TS 6H | TD"):
        settled = finished(then(left_alone(deal), absent("Ann")), "8C")
        [line] = settled.settlement()["Ann"][1]
        assert (line.wager, line.net) == ("main", -1_000), "neither insured nor surrendered"


@pytest.mark.clause("lucky8 5.22")
def test_5_22_a_player_who_leaves_after_a_split_has_the_rest_of_the_hands_drawn_alone() -> None:
    round = playing(then(open_table(), main("Ann")), "8S 8H | 9D")
    round = then(dealt(then(round, says("Ann", "split")), "2C"), absent("Ann"))
    round = dealt(round, "2D")
    assert (held(round), turn(round).hand) == (["8S 2C 2D", "8H"], "1")
    round = dealt(dealt(round, "3C"), "AC")
    assert (held(round), round.phase) == (["8S 2C 2D", "8H 3C AC"], Phase.DRAWING)


@pytest.mark.clause("lucky8 5.22.1")
def test_5_22_1_another_bettor_on_the_box_plays_the_hand_from_front_to_back_with_every_option() -> None:
    round = then(playing(then(open_table(), main("Ann"), main("Bob"), main("Cid")), "8S 8H | 9D"), absent("Ann"))
    assert (turn(round).command, turn(round).bettors) == ("decide", ("Bob",))
    assert set(turn(round).options) == {"stand", "hit", "double", "split"}
    assert refusal(round, says("Cid", "stand")).clause == "lucky8 3.12"
    assert refusal(round, says("Ann", "stand")).clause == "lucky8 3.12"
    again = then(round, absent("Bob"))
    assert turn(again).bettors == ("Cid",)
    assert then(again, absent("Cid")).phase is Phase.DRAWING, "16, and nobody left"


@pytest.mark.clause("lucky8 5.22.1", "lucky8 3.11")
def test_5_22_1_a_seated_player_who_is_absent_is_followed_by_the_wager_nearest_the_dealer() -> None:
    table = then(open_table(seats={1: "Cid"}), main("Ann"), main("Bob"), main("Cid"))
    round = playing(table, "8S 8H | 9D")
    assert turn(round).bettors == ("Cid",)
    assert turn(then(round, absent("Cid"))).bettors == ("Ann",)


@pytest.mark.clause("lucky8 5.22.1", "lucky8 5.22")
def test_5_22_1_the_absent_players_own_wager_stays_on_the_first_hand_undoubled() -> None:
    round = then(playing(then(open_table(), main("Ann"), main("Bob")), "8S 8H | 9D"), absent("Ann"))
    split = then(round, says("Bob", "split"))
    assert refusal(split, MatchSplit(bettor="Ann", box=1))
    doubled = then(dealt(split, "3C"), says("Bob", "double"))
    assert {each.command for each in expects(doubled)} & {"double-too", "match-split"} == set()
    round = dealt(dealt(doubled, "TC"), "TD")
    assert finished(round, "TH").nets() == {"Ann": 1_000, "Bob": 2_000 - 1_000}, "21 wins, 18 loses to 19"


@pytest.mark.clause("lucky8 5.22.1", "lucky8 3.25.1.2")
def test_5_22_1_who_surrendered_is_not_asked_in_place_of_the_absent() -> None:
    round = offering(then(open_table(), main("Ann"), main("Bob"), main("Cid")), "8S 8H | 9D")
    round = then(round, Surrender(bettor="Bob"), CloseOffers(), absent("Ann"))
    assert turn(round).bettors == ("Cid",)
    assert finished(round, "TC").nets() == {"Ann": -1_000, "Bob": -500, "Cid": -1_000}


@pytest.mark.clause("lucky8 5.22.1")
def test_5_22_1_a_split_hand_that_only_the_absent_player_staked_is_drawn_alone() -> None:
    round = playing(then(open_table(), main("Ann"), main("Bob")), "8S 8H | 9D")
    round = then(dealt(then(round, says("Ann", "split")), "2C"), absent("Ann"))
    assert turn(round).bettors == ("Bob",), "the first hand, where Bob's stake lies"
    round = dealt(then(round, says("Bob", "stand")), "2D")
    assert (turn(round).command, turn(round).clause) == ("deal-card", "lucky8 5.22")
    assert refusal(round, says("Bob", "stand"))
    assert dealt(round, "5C").phase is Phase.DRAWING


@pytest.mark.clause("lucky8 3.17.2.5")
def test_3_17_2_5_who_changes_the_amount_of_a_claim_keeps_the_place_among_those_who_came() -> None:
    round = one_spot_left(pair("Zoe", 4), pair("Yan", 4), pair("Zoe", 4, 300))
    assert at_close(round) == {"Zoe": "granted", "Yan": "lucky8 3.17.1"}
    assert then(round, CloseBets()).staked()["Zoe"] == 300


@pytest.mark.clause("lucky8 3.27.4.5")
def test_3_27_4_5_who_changes_the_amount_of_a_claim_to_insurance_keeps_the_place_too() -> None:
    zoe, yan = insure("Zoe", 4, "Own"), insure("Yan", 4, "Own")
    round = then(against_ace(main("Own", 4)), zoe, yan, insure("Zoe", 4, "Own", 300))
    assert when_insurance_closes(round) == {"Zoe": "granted", "Yan": "lucky8 3.27.4"}
    assert then(round, CloseOffers()).staked()["Zoe"] == 300
