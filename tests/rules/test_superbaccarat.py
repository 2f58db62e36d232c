"""Sands Super Baccarat, clause by clause.

A deal is written as the hands lie at its end, Player | Banker: `2S 3D KH | 4C 2H` is five for Player in three cards
against Banker's six in two.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, pairwise, product

import msgspec
import pytest

from croupier.cards import RANKS, STANDARD, SUITS, Card, cards
from croupier.games.baccarat.drawing import hands, next_hand, total, value
from croupier.games.baccarat.messages import (
    AnyCommand,
    BetsOpened,
    CardDealt,
    CloseBets,
    DealCard,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    RemoveCuttingCard,
    RoundInterrupted,
    RoundVoided,
    RunOut,
    Settle,
    VoidRound,
    WithdrawWager,
    decode_command,
)
from croupier.games.baccarat.round import BaccaratRound, decide, evolve, expects, play
from croupier.games.baccarat.settlement import BaccaratSettlement, settle
from croupier.games.baccarat.variants import SANDS_SUPER
from croupier.games.round import Phase, Role, tag
from croupier.games.terms import Limits, Terms
from croupier.games.wager import Line
from croupier.house.roles import HouseRole
from croupier.house.views.sight import view
from croupier.refused import Refused
from croupier.rulebook import Clause

POINTS = "KA23456789"
"""A card of each value, nothing first."""

WAGERS = {
    *("player", "banker", "tie", "sands-six", "player-precious-pair", "banker-precious-pair"),
    *("player-red", "player-black", "banker-red", "banker-black"),
    *(f"player-wins-on-{points}" for points in range(1, 10)),
    *(f"banker-wins-on-{points}" for points in range(1, 10)),
    *(f"tie-wins-on-{points}" for points in range(10)),
}


def deal(text: str) -> tuple[Card, ...]:
    """The cards of both hands in dealing order."""
    player, banker = map(cards, text.split("|"))
    return (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])


def opened_with(text: str) -> tuple[Card, ...]:
    """A whole deal that begins with these cards, in dealing order, and goes on with sixes and sevens."""
    out, more = cards(text), cycle(cards("7C 6D"))
    while next_hand(out):
        out = (*out, next(more))
    return out


def line(round: str | Sequence[Card], wager: str, stake: int = 2_000) -> Line:
    [settled] = settle(SANDS_SUPER, deal(round) if isinstance(round, str) else round, {wager: stake}).lines
    return settled


def paid(round: str | Sequence[Card], wager: str) -> str:
    """What a wager is paid: the ratio, `push` or `lose`."""
    settled = line(round, wager)
    return settled.pays or settled.result


def winners(text: str, *wagers: str) -> set[str]:
    """Which of these wagers a round pays."""
    return {wager for wager in wagers if line(text, wager).result == "win"}


def settle_all(text: str, stake: int = 2_000) -> BaccaratSettlement:
    return settle(SANDS_SUPER, deal(text), dict.fromkeys(sorted(WAGERS), stake))


def bets_open(stakes: Mapping[str, Mapping[str, int]] | None = None) -> BaccaratRound:
    placed = (place(bettor, *each) for bettor, wagers in (stakes or {}).items() for each in wagers.items())
    return play(OpenBets(terms=Terms.of("sands-super")), *placed)


def bets_closed(stakes: Mapping[str, Mapping[str, int]] | None = None) -> BaccaratRound:
    return then(bets_open(stakes), CloseBets())


def then(round: BaccaratRound, *commands: AnyCommand, by: Role | None = None) -> BaccaratRound:
    """The round after these commands, each by the least position that may give it unless `by` says otherwise."""
    for command in commands:
        least = next((each.by for each in expects(round) if each.command == tag(command)), Role.DEALER)
        for event in decide(round, command, by or least):
            round = evolve(round, event)
    return round


def dealt(round: BaccaratRound, text: str) -> BaccaratRound:
    """The round after these cards, in dealing order."""
    return then(round, *(DealCard(card=card) for card in cards(text)))


def refusal(round: BaccaratRound | None, command: AnyCommand, by: Role = Role.DEALER) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value


def place(bettor: str, wager: str, stake: int) -> PlaceWager:
    return PlaceWager(bettor=bettor, wager=wager, stake=stake)


STAKED = {"S1": {"banker": 2_000, "tie": 500}, "S2": {"player": 4_000, "player-precious-pair": 2_000}}
ORDER = "KS 4C KD 2H 5H"
"""Player five in three cards with a pair of Kings, Banker six in two."""


def moments() -> list[BaccaratRound]:
    """A round at every moment of its life before it is settled."""
    round = bets_open(STAKED)
    seen = [round, round := then(round, CloseBets())]
    for card in ORDER.split():
        round = dealt(round, card)
        seen.append(round)
    return seen


# 1. Definitions


@pytest.mark.parametrize("points", range(1, 10))
@pytest.mark.clause("superbaccarat 1.1.1", "superbaccarat 4.4")
def test_1_1_1_banker_wins_on_needs_banker_to_win_with_just_that_total(points: int) -> None:
    wager = f"banker-wins-on-{points}"
    for lower, higher in pairwise(POINTS):
        wins = paid(f"KS TD {lower}H | KC TH {higher}D", wager) != "lose"
        assert wins == (POINTS.index(higher) == points)
    own = POINTS[points]
    assert paid(f"KS TD {own}H | KC TH {own}D", wager) == "lose", "a tie on it"
    assert paid(f"KS TD {own}H | KC TH {POINTS[points - 1]}D", wager) == "lose", "Player wins with it"
    if points < 9:
        assert paid(f"KS TD {POINTS[points + 1]}H | KC TH {own}D", wager) == "lose", "Banker loses with it"


@pytest.mark.clause("superbaccarat 1.1.2")
def test_1_1_2_colour_chips_carry_no_value_so_every_stake_is_said_in_money() -> None:
    message = b'{"command": "place-wager", "bettor": "S1", "wager": "tie", "stake": %s}'
    assert decode_command(message % b"500") == place("S1", "tie", 500)
    for chips in (b'"5 blue"', b"null", b"5.5", b"{}"):
        with pytest.raises(msgspec.ValidationError):
            decode_command(message % chips)
    assert refusal(bets_open(), place("S1", "tie", 0), Role.PLAYER).clause == "R-02"


@pytest.mark.clause("superbaccarat 1.1.3", "superbaccarat 3.6")
def test_1_1_3_a_hand_is_all_the_cards_that_side_was_dealt() -> None:
    round = dealt(bets_closed(), "2S KC 3D 3H KH 3D")
    assert round.hands == {"player": cards("2S 3D KH"), "banker": cards("KC 3H 3D")}
    assert settle(SANDS_SUPER, round.cards, {}).hands == round.hands


@pytest.mark.clause("superbaccarat 1.1.4", "superbaccarat 3.7")
def test_1_1_4_the_initial_deal_is_two_cards_to_each_hand() -> None:
    order = cards("2S KC 3D 3H")
    clauses = [expects(dealt(bets_closed(), " ".join(order[:out])))[0].clause for out in range(5)]
    assert clauses == ["superbaccarat 3.7"] * 4 + ["superbaccarat 3.9"], "the fifth card comes by the table of play"
    assert dealt(bets_closed(), " ".join(order)).hands == {"player": cards("2S 3D"), "banker": cards("KC 3H")}


@pytest.mark.clause("superbaccarat 1.1.5", "superbaccarat 3.9")
def test_1_1_5_a_natural_is_eight_or_nine_in_the_initial_deal() -> None:
    for natural in ("8S KD | 2C 3H", "2S 3D | 9C KH", "4S 4D | 9C 9H"):
        assert settle(SANDS_SUPER, deal(natural), {}).outcome.natural
    for plain in ("KS 7D | 2C 5H", "KS TD 9H | KC TH 8D"):
        assert not settle(SANDS_SUPER, deal(plain), {}).outcome.natural


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.clause("superbaccarat 1.1.6", "superbaccarat 4.2")
def test_1_1_6_precious_pair_is_one_of_four_pairs_in_that_sides_first_two_cards(side: str) -> None:
    pays = {"4D 4D": "30:1", "4H 4S": "15:1", "KD KD": "12:1", "KC KH": "9:1", "TD JD": "lose", "4D 5D": "lose"}
    for two, expected in pays.items():
        first, second = two.split()
        openings = f"{first} 2C {second} 3S" if side == "player" else f"2C {first} 3S {second}"
        other = "banker" if side == "player" else "player"
        assert paid(opened_with(openings), f"{side}-precious-pair") == expected, two
        assert paid(opened_with(openings), f"{other}-precious-pair") == "lose", two


@pytest.mark.clause("superbaccarat 1.1.6.1", "superbaccarat 4.2")
def test_1_1_6_1_two_fours_of_diamonds_pay_thirty_once() -> None:
    for text, side in (("4D 4D | KC 7H", "player"), ("KC 7H | 4D 4D", "banker")):
        settled = line(text, f"{side}-precious-pair")
        assert (settled.outcome, settled.pays, settled.net) == ("Pair of Diamond 4s", "30:1", 60_000)
        assert "superbaccarat 1.1.6.1" in settled.clauses


@pytest.mark.clause("superbaccarat 1.1.6.2", "superbaccarat 4.2")
def test_1_1_6_2_other_pair_of_fours_suited_or_not() -> None:
    for first, second in product(SUITS, repeat=2):
        pays = "30:1" if first == second == "D" else "15:1"
        assert paid(f"4{first} 4{second} | KC 7H", "player-precious-pair") == pays
        assert paid(f"KC 7H | 4{first} 4{second}", "banker-precious-pair") == pays


@pytest.mark.parametrize("rank", "A2356789TJQK")
@pytest.mark.clause("superbaccarat 1.1.6.3", "superbaccarat 4.2")
def test_1_1_6_3_two_equal_diamonds_that_are_not_fours(rank: str) -> None:
    assert paid(opened_with(f"{rank}D 2C {rank}D 3S"), "player-precious-pair") == "12:1"
    assert paid(opened_with(f"{rank}D 2C {rank}H 3S"), "player-precious-pair") == "9:1"
    assert paid(opened_with(f"2C {rank}D 3S {rank}D"), "banker-precious-pair") == "12:1"


@pytest.mark.parametrize("rank", "A2356789TJQK")
@pytest.mark.clause("superbaccarat 1.1.6.4", "superbaccarat 4.2")
def test_1_1_6_4_every_other_pair_suited_or_not_and_a_ten_pairs_with_no_face(rank: str) -> None:
    for first, second in product(SUITS, repeat=2):
        expected = "12:1" if first == second == "D" else "9:1"
        assert paid(opened_with(f"2C {rank}{first} 3S {rank}{second}"), "banker-precious-pair") == expected
    for other in set(RANKS) - {rank}:
        assert paid(opened_with(f"2C {rank}S 3S {other}S"), "banker-precious-pair") == "lose"


@pytest.mark.parametrize("points", range(1, 10))
@pytest.mark.clause("superbaccarat 1.1.7", "superbaccarat 4.3")
def test_1_1_7_player_wins_on_needs_player_to_win_with_just_that_total(points: int) -> None:
    wager = f"player-wins-on-{points}"
    for lower, higher in pairwise(POINTS):
        wins = paid(f"KS TD {higher}H | KC TH {lower}D", wager) != "lose"
        assert wins == (POINTS.index(higher) == points)
    own = POINTS[points]
    assert paid(f"KS TD {own}H | KC TH {own}D", wager) == "lose", "a tie on it"
    assert paid(f"KS TD {POINTS[points - 1]}H | KC TH {own}D", wager) == "lose", "Banker wins with it"
    if points < 9:
        assert paid(f"KS TD {own}H | KC TH {POINTS[points + 1]}D", wager) == "lose", "Player loses with it"


@pytest.mark.clause("superbaccarat 1.1.8", "superbaccarat 3.4.2")
def test_1_1_8_a_point_total_is_the_last_digit_of_the_sum_and_not_the_sum() -> None:
    round = settle(SANDS_SUPER, deal("9S 9D | 9C 8H"), {"player-wins-on-8": 2_000, "tie-wins-on-8": 2_000})
    assert (round.outcome.player, round.outcome.banker) == (8, 7)
    assert round.net == {"player-wins-on-8": 12_000, "tie-wins-on-8": -2_000}


@pytest.mark.clause("superbaccarat 1.1.9", "superbaccarat 3.13", "superbaccarat 3.14")
def test_1_1_9_hearts_and_diamonds_are_red_clubs_and_spades_black() -> None:
    shades = {"S": "black", "H": "red", "D": "red", "C": "black"}
    for first, second in product(SUITS, repeat=2):
        shared = {shades[first]} & {shades[second]}
        for side, openings in (("player", f"K{first} 3C 7{second} 4H"), ("banker", f"3C K{first} 4H 7{second}")):
            won = {shade for shade in ("red", "black") if paid(opened_with(openings), f"{side}-{shade}") == "2:1"}
            assert won == shared, openings


@pytest.mark.clause("superbaccarat 1.1.10", "superbaccarat 3.1")
def test_1_1_10_a_round_runs_from_its_opening_until_all_is_settled() -> None:
    again = OpenBets(terms=Terms.of("sands-super"))
    for round in moments():
        assert refusal(round, again).clause == "superbaccarat 3.1"
        with pytest.raises(Refused):
            round.nets()
    settled = then(moments()[-1], Settle())
    assert settled.nets() == {"S1": 1_000 - 500, "S2": -4_000 + 18_000}
    assert all(each.irregular for each in expects(settled))
    assert decide(settled, again, Role.DEALER) == [BetsOpened(terms=again.terms)]


@pytest.mark.clause("superbaccarat 1.1.11", "superbaccarat 3.12", "superbaccarat 4.1")
def test_1_1_11_sands_six_wins_on_a_six_that_wins_or_ties_and_loses_with_a_six_that_loses() -> None:
    assert paid("2S 3D KH | 4C 2H", "sands-six") == "6:1", "Banker wins with six in two cards"
    assert paid("2S 3D KH | KC 3H 3D", "sands-six") == "6:1", "Banker wins with six in three cards"
    assert paid("2S 4D | KC 3H 2D", "sands-six") == "6:1", "Player wins with six"
    assert paid("2S 4D | 4C 2H", "sands-six") == "6:1", "a tie on six"
    assert paid("2S 4D | KC 7H", "sands-six") == "lose", "Player's six loses to seven (R-108)"
    assert paid("KC 7H | 2S 4D", "sands-six") == "lose", "Banker's six loses to seven (R-108)"
    assert paid("KC 7H | 2S 5D", "sands-six") == "lose", "a tie on seven"
    assert line("2S 4D | 4C 2H", "sands-six").net == 12_000, "paid once, though both hands show six"


@pytest.mark.clause("superbaccarat 1.1.12", "superbaccarat 3.11")
def test_1_1_12_equal_totals_at_the_end_are_a_tie_however_many_cards_made_them() -> None:
    for text in ("3S 4D | 4C 3H", "2S 4D | KC 3H 3D", "KS TD KH | KC TH KD", "9S KD | 5C 4H", "2S 2D KH | 2C 2H"):
        assert settle(SANDS_SUPER, deal(text), {}).outcome.winner == "tie", text
    assert settle(SANDS_SUPER, deal("2S 3D 6H | 2C 3H 4C"), {}).outcome.winner == "banker", "level before the third"


@pytest.mark.parametrize("points", range(10))
@pytest.mark.clause("superbaccarat 1.1.13", "superbaccarat 4.5")
def test_1_1_13_tie_wins_on_needs_a_tie_on_just_that_total(points: int) -> None:
    wager = f"tie-wins-on-{points}"
    for tied in POINTS:
        wins = paid(f"KS TD {tied}H | KC TH {tied}D", wager) != "lose"
        assert wins == (POINTS.index(tied) == points)
    near = POINTS[points - 1] if points else "A"
    assert paid(f"KS TD {POINTS[points]}H | KC TH {near}D", wager) == "lose"
    assert paid(f"KS TD {near}H | KC TH {POINTS[points]}D", wager) == "lose"


# 2. Mode of play


@pytest.mark.clause("superbaccarat 2.1")
def test_2_1_four_to_ten_decks_of_fifty_two_cards() -> None:
    for decks in range(4, 11):
        shoe = Terms.of("sands-super", decks=decks).shoe
        assert shoe.total == 52 * decks
        assert {shoe.count(card) for card in STANDARD.cards} == {decks}
    for decks in (0, 3, 11):
        with pytest.raises(Refused, match="4 to 10 decks") as caught:
            Terms.of("sands-super", decks=decks)
        assert caught.value.clause == "superbaccarat 2.1"
    four = then(play(OpenBets(terms=Terms.of("sands-super", decks=4))), CloseBets())
    assert refusal(dealt(four, "TS TS TS TS"), DealCard(card=Card("TS"))).clause == "superbaccarat 2.1"
    assert dealt(four, "TS TS TS TS TC TC").phase is Phase.COMPLETE


@pytest.mark.clause("superbaccarat 2.2")
def test_2_2_the_layout_has_these_betting_areas_and_a_table_leaves_none_out() -> None:
    round = bets_open()
    assert set(expects(round)[0].wagers) == WAGERS
    assert set(view(round, HouseRole.SPECTATOR).table.terms.offered) == WAGERS, "everybody sees the layout"
    for wager in sorted(WAGERS):
        with pytest.raises(Refused, match="cannot leave out") as kept:
            Terms.of("sands-super", without=[wager])
        assert kept.value.reason.values["wager"] == wager
        assert then(round, place("S1", wager, 2_000)).stakes == {"S1": {wager: 2_000}}


@pytest.mark.clause("superbaccarat 2.2")
def test_2_2_a_wager_without_a_betting_area_is_refused_by_the_layout() -> None:
    for wager in ("super-six", "player-pair", "tiger", "player-wins-on-0", "banker-wins-on-10", "red"):
        assert refusal(bets_open(), place("S1", wager, 2_000), Role.PLAYER).clause == "superbaccarat 2.2", wager


@pytest.mark.clause("superbaccarat 2.2")
def test_2_2_a_stake_outside_the_posted_limits_is_refused() -> None:
    round = play(OpenBets(terms=Terms.of("sands-super", unit=100, limits={"tie": Limits(500, 10_000)})))
    for stake in (400, 10_100):
        assert "Tie takes 5.00 to 100.00" in refusal(round, place("S1", "tie", stake), Role.PLAYER).reason
    for stake in (500, 10_000):
        assert then(round, place("S1", "tie", stake)).stakes == {"S1": {"tie": stake}}
    assert then(round, place("S1", "banker", 1_000_000)).stakes == {"S1": {"banker": 1_000_000}}


@pytest.mark.clause("superbaccarat 2.2")
def test_2_2_a_tie_wager_outside_the_limits_is_not_refused_by_the_area_for_banker() -> None:
    round = play(OpenBets(terms=Terms.of("sands-super", unit=100, limits={"tie": Limits(500, 10_000)})))
    refused = refusal(round, place("S1", "tie", 400), Role.PLAYER)
    assert refused.clause in ("R-06", "superbaccarat 2.2", "superbaccarat 2.2.3")


@pytest.mark.clause("superbaccarat 2.2")
def test_2_2_a_stake_that_could_not_be_paid_exactly_is_refused() -> None:
    assert Terms.of("sands-super").unit == 2, "Banker on six is paid half"
    for stake in (0, -2, 1, 501):
        assert refusal(bets_open(), place("S1", "banker", stake), Role.PLAYER).clause == "R-02"
        with pytest.raises(Refused):
            settle(SANDS_SUPER, deal("2S 4D | KC 7H"), {"banker": stake})
    for unit in (1, 3, 0):
        with pytest.raises(Refused, match="cannot be paid exactly"):
            Terms.of("sands-super", unit=unit)


def takes(area: str, *wagers: str) -> None:
    """The area takes these wagers, alone and together, and no other wager stands in it."""
    assert {wager.name for wager in SANDS_SUPER.wagers if wager.area == area} == set(wagers)
    stakes = dict.fromkeys(wagers, 2_000)
    assert bets_open({"S1": stakes}).stakes == {"S1": stakes}
    for wager in wagers:
        assert bets_open({"S1": {wager: 2_000}}).stakes == {"S1": {wager: 2_000}}


@pytest.mark.clause("superbaccarat 2.2.1")
def test_2_2_1_an_area_for_player() -> None:
    takes("superbaccarat 2.2.1", "player")


@pytest.mark.clause("superbaccarat 2.2.2")
def test_2_2_2_an_area_for_banker() -> None:
    takes("superbaccarat 2.2.2", "banker")


@pytest.mark.clause("superbaccarat 2.2.3")
def test_2_2_3_an_area_for_tie() -> None:
    takes("superbaccarat 2.2.3", "tie")


@pytest.mark.clause("superbaccarat 2.2.4")
def test_2_2_4_areas_for_red_on_either_hand() -> None:
    takes("superbaccarat 2.2.4", "player-red", "banker-red")


@pytest.mark.clause("superbaccarat 2.2.5")
def test_2_2_5_areas_for_black_on_either_hand() -> None:
    takes("superbaccarat 2.2.5", "player-black", "banker-black")


@pytest.mark.clause("superbaccarat 2.2.6")
def test_2_2_6_an_area_for_sands_six() -> None:
    takes("superbaccarat 2.2.6", "sands-six")


@pytest.mark.clause("superbaccarat 2.2.7")
def test_2_2_7_areas_for_the_precious_pair_of_either_hand() -> None:
    takes("superbaccarat 2.2.7", "player-precious-pair", "banker-precious-pair")


@pytest.mark.clause("superbaccarat 2.2.8")
def test_2_2_8_areas_for_player_wins_on_one_to_nine() -> None:
    takes("superbaccarat 2.2.8", *(f"player-wins-on-{points}" for points in range(1, 10)))


@pytest.mark.clause("superbaccarat 2.2.9")
def test_2_2_9_areas_for_banker_wins_on_one_to_nine() -> None:
    takes("superbaccarat 2.2.9", *(f"banker-wins-on-{points}" for points in range(1, 10)))


@pytest.mark.clause("superbaccarat 2.2.10")
def test_2_2_10_areas_for_tie_wins_on_nought_to_nine() -> None:
    takes("superbaccarat 2.2.10", *(f"tie-wins-on-{points}" for points in range(10)))


# 3. How to play


@pytest.mark.clause("superbaccarat 3.1")
def test_3_1_play_commences_on_the_dealers_call_for_bets() -> None:
    assert "open bets first" in refusal(None, place("S1", "banker", 2_000), Role.PLAYER).reason
    assert refusal(None, OpenBets(terms=Terms.of("sands-super")), Role.PLAYER).clause == "superbaccarat 3.1"
    shown = expects(bets_open())[0]
    assert (shown.command, shown.by, shown.clause) == ("place-wager", Role.PLAYER, "superbaccarat 3.1")
    assert shown.prompt == "Place your bets, please"


@pytest.mark.clause("superbaccarat 3.2")
def test_3_2_bets_close_on_the_dealers_call_and_no_card_comes_before() -> None:
    round = bets_open(STAKED)
    closing = next(each for each in expects(round) if each.command == "close-bets")
    assert (closing.by, closing.clause, closing.prompt) == (Role.DEALER, "superbaccarat 3.2", "No more bets")
    assert refusal(round, DealCard(card=Card("8S"))).clause == "superbaccarat 3.2"
    assert refusal(round, CloseBets(), Role.PLAYER).clause == "superbaccarat 3.2"
    offered = {each.command for each in expects(then(round, CloseBets()))}
    assert "deal-card" in offered
    assert not offered & {"place-wager", "withdraw-wager", "close-bets"}


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.clause("superbaccarat 3.3", "superbaccarat 3.3.1")
def test_3_3_1_two_to_nine_count_as_they_stand_and_an_ace_counts_one(suit: str) -> None:
    points = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
    assert {rank: value(Card(rank + suit)) for rank in points} == points
    for rank, alone in points.items():
        assert settle(SANDS_SUPER, opened_with(f"{rank}{suit} 9C KD KH"), {}).outcome.player == alone


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.clause("superbaccarat 3.3", "superbaccarat 3.3.2")
def test_3_3_2_ten_jack_queen_and_king_count_nothing(suit: str) -> None:
    for rank in "TJQK":
        assert value(Card(rank + suit)) == 0
        assert settle(SANDS_SUPER, deal(f"9S {rank}{suit} | 8C {rank}{suit}"), {}).outcome.player == 9


@pytest.mark.clause("superbaccarat 3.4", "superbaccarat 3.4.1")
def test_3_4_1_a_sum_up_to_nine_is_the_total() -> None:
    totals = {"KS TD": 0, "AS KD": 1, "4S 5D": 9, "2S 2D 2H": 6, "AS 2D 6H": 9}
    assert {hand: total(cards(hand)) for hand in totals} == totals


@pytest.mark.clause("superbaccarat 3.4", "superbaccarat 3.4.2")
def test_3_4_2_a_sum_of_ten_or_more_keeps_its_last_digit() -> None:
    totals = {"5S 5D": 0, "9S 9D": 8, "6S 5D": 1, "9S 8D 4H": 1, "9S 9D 9H": 7, "7S 8D 5H": 0}
    assert {hand: total(cards(hand)) for hand in totals} == totals


@pytest.mark.clause("superbaccarat 3.5")
def test_3_5_every_wager_may_be_had_alone_or_together_with_every_other() -> None:
    everything = dict.fromkeys(sorted(WAGERS), 2_000)
    round = then(dealt(bets_closed({"S1": everything}), "2S 4C 4D 2H"), Settle())
    won = {each.wager: each.net for each in round.lines("S1") if each.result == "win"}
    assert won == {"tie": 16_000, "tie-wins-on-6": 70_000, "sands-six": 12_000}
    assert round.nets() == {"S1": sum(won.values()) - 2_000 * (len(WAGERS) - 3 - 2)}, "Player and Banker push"
    for wager in sorted(WAGERS):
        alone = then(dealt(bets_closed({"S1": {wager: 2_000}}), "2S 4C 4D 2H"), Settle())
        assert alone.lines("S1") == [each for each in round.lines("S1") if each.wager == wager]


@pytest.mark.clause("superbaccarat 3.5")
def test_3_5_opposite_wagers_may_be_had_together() -> None:
    stakes = {"S1": {"player": 2_000, "banker": 2_000, "player-red": 2_000, "player-black": 2_000}}
    round = then(dealt(bets_closed(stakes), "2S KC 4S 7H"), Settle())
    assert round.nets() == {"S1": -2_000 + 2_000 - 2_000 + 4_000}


@pytest.mark.clause("superbaccarat 3.6", "superbaccarat 3.7", "superbaccarat 3.7.1", "superbaccarat 3.7.2")
def test_3_6_and_3_7_four_cards_go_to_player_and_banker_in_turn() -> None:
    round, came = bets_closed(), []
    for card in cards("2S KC 3D 7H"):
        [event] = decide(round, DealCard(card=card), Role.DEALER)
        assert isinstance(event, CardDealt)
        assert expects(round)[0].hand == event.hand
        came.append(event.hand)
        round = evolve(round, event)
    assert came == ["player", "banker", "player", "banker"]


@pytest.mark.clause("superbaccarat 3.7.1")
def test_3_7_1_the_first_and_third_cards_are_players() -> None:
    assert hands(cards("2S KC 3D 7H"))[0] == cards("2S 3D")
    assert paid(opened_with("4D KC 4D 7H"), "player-precious-pair") == "30:1"
    assert paid(opened_with("4D 4D KC 7H"), "player-precious-pair") == "lose"


@pytest.mark.clause("superbaccarat 3.7.2")
def test_3_7_2_the_second_and_fourth_cards_are_bankers() -> None:
    assert hands(cards("2S KC 3D 7H"))[1] == cards("KC 7H")
    assert paid(opened_with("KC 4D 7H 4D"), "banker-precious-pair") == "30:1"
    assert paid(opened_with("KC 7H 4D 4D"), "banker-precious-pair") == "lose"


@pytest.mark.clause("superbaccarat 3.8")
def test_3_8_precious_pairs_look_at_their_own_first_two_cards_and_lose_otherwise() -> None:
    assert paid("4D 4D | 4H 4S", "player-precious-pair") == "30:1"
    assert paid("4D 4D | 4H 4S", "banker-precious-pair") == "15:1"
    assert paid("AD 3D 3D | KC 7H", "player-precious-pair") == "lose", "a third card makes no pair"
    assert paid("KC 7H | AD 3D 3D", "banker-precious-pair") == "lose"
    lost = line("KC 7H | AD 3D 3D", "player-precious-pair")
    assert (lost.result, lost.net) == ("lose", -2_000)
    assert "superbaccarat 3.8" in lost.clauses


@pytest.mark.clause("superbaccarat 3.9")
def test_3_9_a_card_too_few_or_too_many_is_refused() -> None:
    for too_few in ("", "2S", "2S 4C 3D", "2S 4C 3D 2H", "2S KC 3D 3H KH"):
        with pytest.raises(Refused, match="too few cards") as caught:
            settle(SANDS_SUPER, cards(too_few), {"banker": 2_000})
        assert caught.value.clause == "superbaccarat 3.9"
    for too_many in ("2S KC 4D 7H KH", "8S 2C KD 3H KH", "2S 4C 3D 2H KH KD", "2S KC 3D 3H KH 3D KS"):
        with pytest.raises(Refused, match="too many cards") as caught:
            settle(SANDS_SUPER, cards(too_many), {"banker": 2_000})
        assert caught.value.clause == "superbaccarat 3.9"
    assert refusal(dealt(bets_closed(), "2S 4C 3D 2H"), Settle()).clause == "superbaccarat 3.9"
    assert refusal(dealt(bets_closed(), "8S 2C KD 3H"), DealCard(card=Card("KH"))).clause == "superbaccarat 3.9"


@pytest.mark.clause("superbaccarat 3.10")
def test_3_10_the_higher_total_wins() -> None:
    assert winners("9S KD | 8C KH", "player", "banker", "tie") == {"player"}
    assert winners("8S KD | 9C KH", "player", "banker", "tie") == {"banker"}
    assert winners("2S 3D 6H | 2C 3H 4C", "player", "banker", "tie") == {"banker"}, "eleven counts one, against nine"


@pytest.mark.clause("superbaccarat 3.11")
def test_3_11_a_tie_hands_player_and_banker_stakes_back_and_pays_the_tie_wager() -> None:
    for points in POINTS:
        round = settle(
            SANDS_SUPER, deal(f"KS TD {points}H | KC TH {points}D"), {"player": 2_000, "banker": 4_000, "tie": 2_000}
        )
        assert round.net == {"player": 0, "banker": 0, "tie": 16_000}
        assert [each.result for each in round.lines] == ["push", "push", "win"]
        assert all("superbaccarat 3.11" in each.clauses for each in round.lines)


@pytest.mark.clause("superbaccarat 3.12", "superbaccarat 4.1")
def test_3_12_a_tie_on_six_pays_sands_six_and_the_tie_wagers_besides() -> None:
    round = settle(SANDS_SUPER, deal("2S 4D | 4C 2H"), {"sands-six": 2_000, "tie": 2_000, "tie-wins-on-6": 2_000})
    assert round.net == {"sands-six": 12_000, "tie": 16_000, "tie-wins-on-6": 70_000}
    won = settle(
        SANDS_SUPER, deal("2S 3D KH | 4C 2H"), {"sands-six": 2_000, "banker": 2_000, "banker-wins-on-6": 2_000}
    )
    assert won.net == {"sands-six": 12_000, "banker": 1_000, "banker-wins-on-6": 22_000}


@pytest.mark.clause("superbaccarat 3.13")
def test_3_13_red_looks_at_its_own_hands_first_two_cards_whoever_wins() -> None:
    red = ("player-red", "banker-red")
    assert winners("KH 7D | 3S 4C", *red) == {"player-red"}
    assert winners("3S 4C | KH 7D", *red) == {"banker-red"}
    assert winners("KH 6D | 3H 4D", *red) == set(red)
    assert winners("KH 6S | 3S 4D", *red) == set(), "one of two is not enough"
    assert winners("KH TD KS | 3H 4C", *red) == {"player-red"}, "a black third card changes nothing, nor does losing"
    assert winners("KH TS KD | 3H 4C", *red) == set(), "nor does a red third card"


@pytest.mark.clause("superbaccarat 3.14")
def test_3_14_black_looks_at_its_own_hands_first_two_cards_whoever_wins() -> None:
    black = ("player-black", "banker-black")
    assert winners("KS 7C | 3H 4D", *black) == {"player-black"}
    assert winners("3H 4D | KS 7C", *black) == {"banker-black"}
    assert winners("KS 6C | 3S 4C", *black) == set(black)
    assert winners("KS 6H | 3H 4C", *black) == set(), "one of two is not enough"
    assert winners("KS TC KH | 3H 4C", *black) == {"player-black"}, "a red third card changes nothing, nor does losing"
    assert winners("KS TH KC | 3H 4C", *black) == set(), "nor does a black third card"


def test_r_15_the_cutting_card_is_taken_out_and_the_round_played_to_its_end() -> None:
    for round in moments()[1:-1]:
        offer = next(each for each in expects(round) if each.command == "remove-cutting-card")
        assert (offer.by, offer.clause) == (Role.DEALER, "R-15")
        cut = then(round, RemoveCuttingCard())
        assert (cut.cut_after, cut.cards, cut.phase) == (len(round.cards), round.cards, Phase.DEALING)
        finished = then(dealt(cut, " ".join(ORDER.split()[len(round.cards) :])), Settle())
        assert finished.nets() == {"S1": 1_000 - 500, "S2": -4_000 + 18_000}


# 4. Settlement


@pytest.mark.clause("superbaccarat 4.1")
def test_4_1_main_wagers_colours_and_sands_six() -> None:
    mains = ("banker", "player", "tie", "player-black", "player-red", "banker-black", "banker-red", "sands-six")
    nets = {
        "2S 3D KH | 4C 2H": (1_000, -2_000, -2_000, -2_000, -2_000, -2_000, -2_000, 12_000),
        "2S 4S | KC 7C": (2_000, -2_000, -2_000, 4_000, -2_000, 4_000, -2_000, -2_000),
        "KH 7D | 4H 2D": (-2_000, 2_000, -2_000, -2_000, 4_000, -2_000, 4_000, -2_000),
        "KS 7D | 4H 3C": (0, 0, 16_000, -2_000, -2_000, -2_000, -2_000, -2_000),
        "2S 4D | KC 3H 2D": (-2_000, 2_000, -2_000, -2_000, -2_000, -2_000, -2_000, 12_000),
    }
    for text, expected in nets.items():
        net = settle_all(text).net
        assert tuple(net[wager] for wager in mains) == expected, text


@pytest.mark.clause("superbaccarat 4.1")
def test_4_1_banker_is_paid_half_on_six_and_even_money_on_every_other_total() -> None:
    for lower, points in pairwise(POINTS):
        text = f"KS TD {lower}H | KC TH {points}D"
        assert paid(text, "banker") == ("1:2" if points == "6" else "1:1"), text
    assert line("2S 3D KH | 4C 2H", "banker", 2).net == 1, "the smallest stake of all"


@pytest.mark.clause("superbaccarat 4.2")
def test_4_2_precious_pairs_are_paid_once_at_their_best_and_each_side_for_itself() -> None:
    nets = {"4D 4D": 60_000, "4C 4C": 30_000, "4D 4S": 30_000, "QD QD": 24_000, "QH QH": 18_000, "KC KH": 18_000}
    both = {"player-precious-pair": 2_000, "banker-precious-pair": 2_000}
    for (two, net), (other, its_net) in product(nets.items(), repeat=2):
        first, second, third, fourth = two.split() + other.split()
        round = settle(SANDS_SUPER, opened_with(f"{first} {third} {second} {fourth}"), both)
        assert round.net == {"player-precious-pair": net, "banker-precious-pair": its_net}, (two, other)


@pytest.mark.clause("superbaccarat 4.3")
def test_4_3_player_wins_on() -> None:
    pays = {1: 150, 2: 80, 3: 50, 4: 50, 5: 30, 6: 11, 7: 8, 8: 6, 9: 5}
    for points, to_one in pays.items():
        text = f"KS TD {POINTS[points]}H | KC TH {POINTS[points - 1]}D"
        net = settle_all(text).net
        won = {wager for wager in WAGERS if "-wins-on-" in wager and net[wager] > 0}
        assert (won, net[f"player-wins-on-{points}"]) == ({f"player-wins-on-{points}"}, 2_000 * to_one)


@pytest.mark.clause("superbaccarat 4.4")
def test_4_4_banker_wins_on() -> None:
    pays = {1: 150, 2: 80, 3: 50, 4: 25, 5: 15, 6: 11, 7: 8, 8: 6, 9: 5}
    for points, to_one in pays.items():
        text = f"KS TD {POINTS[points - 1]}H | KC TH {POINTS[points]}D"
        net = settle_all(text).net
        won = {wager for wager in WAGERS if "-wins-on-" in wager and net[wager] > 0}
        assert (won, net[f"banker-wins-on-{points}"]) == ({f"banker-wins-on-{points}"}, 2_000 * to_one)


@pytest.mark.clause("superbaccarat 4.5")
def test_4_5_tie_wins_on() -> None:
    pays = {0: 100, 1: 150, 2: 150, 3: 150, 4: 100, 5: 80, 6: 35, 7: 35, 8: 50, 9: 50}
    for points, to_one in pays.items():
        net = settle_all(f"KS TD {POINTS[points]}H | KC TH {POINTS[points]}D").net
        won = {wager for wager in WAGERS if "-wins-on-" in wager and net[wager] > 0}
        assert (won, net[f"tie-wins-on-{points}"]) == ({f"tie-wins-on-{points}"}, 2_000 * to_one)


@pytest.mark.parametrize(
    ("text", "wager", "clause"),
    [
        ("2S 3D KH | 4C 2H", "player", "superbaccarat 3.10"),
        ("2S 3D KH | 4C 2H", "banker", "superbaccarat 3.10"),
        ("3S 4D | 4C 3H", "tie", "superbaccarat 1.1.12"),
        ("2S 3D KH | 4C 2H", "tie", "superbaccarat 1.1.12"),
        ("2S 3D KH | 4C 2H", "banker-wins-on-6", "superbaccarat 1.1.1"),
        ("2S 3D KH | 4C 2H", "banker-wins-on-5", "superbaccarat 1.1.1"),
        ("2S 4D | KC 3H 2D", "player-wins-on-6", "superbaccarat 1.1.7"),
        ("2S 4D | KC 7H", "player-wins-on-6", "superbaccarat 1.1.7"),
        ("2S 4D | 4C 2H", "tie-wins-on-6", "superbaccarat 1.1.13"),
        ("2S 4D | KC 7H", "tie-wins-on-6", "superbaccarat 1.1.13"),
        ("2S 4D | 4C 2H", "sands-six", "superbaccarat 3.12"),
        ("2S 4D | KC 7H", "sands-six", "superbaccarat 1.1.11"),
        ("KH 7D | 3S 4C", "player-red", "superbaccarat 3.13"),
        ("KH 7D | 3S 4C", "player-black", "superbaccarat 3.14"),
        ("KH 7D | 3S 4C", "banker-red", "superbaccarat 3.13"),
        ("KH 7D | 3S 4C", "banker-black", "superbaccarat 3.14"),
        ("KC 7H | 4D 4D", "banker-precious-pair", "superbaccarat 1.1.6.1"),
        ("KC 7H | 4D 4H", "banker-precious-pair", "superbaccarat 1.1.6.2"),
        ("KC 7H | QD QD 9H", "banker-precious-pair", "superbaccarat 1.1.6.3"),
        ("KC 7H | QD QH 9H", "banker-precious-pair", "superbaccarat 1.1.6.4"),
    ],
)
def test_4_a_settlement_names_the_clause_that_decided_it(text: str, wager: str, clause: str) -> None:
    assert clause in line(text, wager).clauses


# 5. Irregularities


@pytest.mark.clause("superbaccarat 5.1", "superbaccarat 5.1.1")
def test_5_1_1_a_foreign_card_voids_the_round_at_any_moment() -> None:
    for round in moments():
        void = then(round, VoidRound(clause=Clause("superbaccarat 5.1.1")))
        assert (void.phase, void.void, void.cards) == (Phase.VOID, "superbaccarat 5.1.1", round.cards)
        assert void.nets() == {"S1": 0, "S2": 0}, "even the Precious Pair that had won (R-01)"


@pytest.mark.clause("superbaccarat 5.1.2")
def test_5_1_2_rounds_before_the_void_one_stand() -> None:
    first = then(moments()[-1], Settle())
    second = then(first, OpenBets(terms=first.terms), place("S1", "tie", 500))
    assert then(second, VoidRound(clause=Clause("superbaccarat 5.1.1"))).nets() == {"S1": 0}
    assert first.nets() == {"S1": 1_000 - 500, "S2": -4_000 + 18_000}


@pytest.mark.clause("superbaccarat 5.2")
def test_5_2_a_wrong_number_of_cards_found_before_the_settlement_voids_the_round() -> None:
    for round in moments()[2:]:
        void = then(round, VoidRound(clause=Clause("superbaccarat 5.2")))
        assert (void.void, void.nets()) == ("superbaccarat 5.2", {"S1": 0, "S2": 0})


@pytest.mark.clause("superbaccarat 5.3")
def test_5_3_cards_pulled_together_in_unknown_order_void_the_round() -> None:
    for round in moments()[1:]:
        void = then(round, VoidRound(clause=Clause("superbaccarat 5.3")))
        assert (void.void, void.nets()) == ("superbaccarat 5.3", {"S1": 0, "S2": 0}), "third cards too (R-112)"


@pytest.mark.clause("superbaccarat 5.4")
def test_5_4_a_disturbed_order_voids_the_round_whether_cards_were_seen_or_not() -> None:
    for round in moments()[:-1]:
        void = then(round, VoidRound(clause=Clause("superbaccarat 5.4")))
        assert (void.void, void.nets()) == ("superbaccarat 5.4", {"S1": 0, "S2": 0})


@pytest.mark.clause("superbaccarat 5.1.1", "superbaccarat 5.2", "superbaccarat 5.3", "superbaccarat 5.4")
def test_5_a_round_is_voided_by_a_pit_manager_or_higher_and_only_by_a_clause_that_voids() -> None:
    round = moments()[3]
    for clause in ("superbaccarat 5.1.1", "superbaccarat 5.2", "superbaccarat 5.3", "superbaccarat 5.4"):
        void = VoidRound(clause=Clause(clause))
        for by in (Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
            assert decide(round, void, by) == [RoundVoided(clause=Clause(clause), by=by)]
        for by in (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR):
            assert "needs a Pit Manager" in refusal(round, void, by).reason
    for clause in ("superbaccarat 5.6", "superbaccarat 5.7", "superbaccarat 3.10", "ebaccarat 5.1.1"):
        assert "cannot be voided under" in refusal(round, VoidRound(clause=Clause(clause)), Role.PIT_MANAGER).reason


@pytest.mark.clause("superbaccarat 5.5")
def test_5_5_a_shoe_that_runs_out_voids_the_round() -> None:
    open_round, *dealing, complete = moments()
    for round in dealing:
        assert decide(round, RunOut(), Role.DEALER) == [RoundVoided(clause=Clause("superbaccarat 5.5"), by=Role.DEALER)]
        void = then(round, RunOut())
        assert (void.nets(), void.shoe_spoiled) == ({"S1": 0, "S2": 0}, True)
    assert refusal(open_round, RunOut()), "no card is needed yet"
    assert refusal(complete, RunOut()), "no card is needed any more"


@pytest.mark.clause("superbaccarat 5.5")
def test_5_5_a_round_with_all_its_cards_is_not_void_for_want_of_cards() -> None:
    complete = moments()[-1]
    assert refusal(complete, VoidRound(clause=Clause("superbaccarat 5.5")), Role.GAMING_SHIFT_MANAGER)


@pytest.mark.clause("superbaccarat 5.6")
def test_5_6_no_wager_is_placed_or_raised_once_bets_are_closed() -> None:
    open_round, *closed = moments()
    assert then(open_round, place("S1", "banker", 4_000)).stakes["S1"] == {"banker": 4_000, "tie": 500}
    for round in (*closed, then(closed[-1], Settle())):
        for late in (place("S1", "banker", 4_000), place("S1", "player", 2_000), place("S3", "player", 2_000)):
            for by in Role:
                assert refusal(round, late, by).clause == "superbaccarat 5.6"
    assert then(closed[-1], Settle()).nets() == {"S1": 1_000 - 500, "S2": -4_000 + 18_000}


@pytest.mark.clause("superbaccarat 5.7")
def test_5_7_a_wager_withdrawn_too_late_still_wins_or_loses() -> None:
    open_round, *closed = moments()
    winning, losing = WithdrawWager(bettor="S1", wager="banker"), WithdrawWager(bettor="S2", wager="player")
    assert then(open_round, winning, losing).stakes == {"S1": {"tie": 500}, "S2": {"player-precious-pair": 2_000}}
    for round in closed:
        for late in (winning, losing):
            for by in Role:
                assert refusal(round, late, by).clause == "superbaccarat 5.7"
    assert then(closed[-1], Settle()).nets() == {"S1": 1_000 - 500, "S2": -4_000 + 18_000}


# What the document does not say, and another one does


@pytest.mark.clause("ebaccarat 5.9.1")
def test_r_12_before_the_first_card_an_interruption_voids_the_round_on_the_shift_managers_word() -> None:
    for round in moments()[:2]:
        for by in set(Role) - {Role.GAMING_SHIFT_MANAGER}:
            assert refusal(round, Interrupt(), by).clause == "R-12"
        void = then(round, Interrupt(), by=Role.GAMING_SHIFT_MANAGER)
        assert (void.void, void.nets()) == ("ebaccarat 5.9.1", {"S1": 0, "S2": 0})


@pytest.mark.clause("ebaccarat 5.9.2")
def test_r_12_from_the_first_card_on_a_colour_has_lost_so_the_round_is_played_out() -> None:
    for round in moments()[2:]:
        for by in set(Role) - {Role.GAMING_SHIFT_MANAGER}:
            assert refusal(round, Interrupt(), by).clause == "R-12"
        assert round.decided()["player-red"].result == "lose", "the King of Spades is black"
        assert decide(round, Interrupt(), Role.GAMING_SHIFT_MANAGER) == [
            RoundInterrupted(clause=Clause("ebaccarat 5.9.2"), by=Role.GAMING_SHIFT_MANAGER)
        ]
        halted = then(round, Interrupt(), by=Role.GAMING_SHIFT_MANAGER)
        finished = then(dealt(halted, " ".join(ORDER.split()[len(round.cards) :])), Settle())
        assert finished.nets() == {"S1": 1_000 - 500, "S2": -4_000 + 18_000}


def test_the_game_is_dealt_at_a_table_so_no_terminal_can_fail() -> None:
    for round in moments():
        assert "lose-terminal" not in {each.command for each in expects(round)}
        assert "not played at terminals" in refusal(round, LoseTerminal(bettor="S1")).reason
