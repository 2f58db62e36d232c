"""Electronic Baccarat, clause by clause.

A deal is written as the hands lie at its end, Player | Banker: `2S 3D KH | 4C 2H` is five for Player in three cards
against Banker's six in two.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, pairwise, product

import pytest

from croupier.cards import RANKS, STANDARD, SUITS, Card, cards
from croupier.games.baccarat.drawing import hands, next_hand, total, value
from croupier.games.baccarat.messages import (
    AnyCommand,
    BetsClosed,
    BetsOpened,
    CardDealt,
    CloseBets,
    DealCard,
    FindFaceUpCard,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    RemoveCuttingCard,
    RoundInterrupted,
    RoundSettled,
    RoundVoided,
    RunOut,
    Settle,
    VoidRound,
    WithdrawWager,
)
from croupier.games.baccarat.notation import read
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.round import BaccaratRound, decide, evolve, expects, play
from croupier.games.baccarat.settlement import BaccaratSettlement, settle
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.round import Phase, Role, tag
from croupier.games.terms import Limits, Terms
from croupier.games.wager import Line
from croupier.house.roles import HouseRole
from croupier.house.views.sight import view
from croupier.refused import Refused
from croupier.rulebook import Clause

GAMES = {rules.name: rules for rules in VARIANTS}
OFFERED = {
    "super-six-nc": {"player", "banker", "tie", "player-pair", "banker-pair", "super-six"},
    "fortune-six-nc": {
        *("player", "banker", "tie", "player-pair", "banker-pair"),
        *("fortune-six", "player-dragon-bonus", "banker-dragon-bonus"),
    },
    "super-6-nc": {
        *("player", "banker", "tie", "player-pair", "banker-pair"),
        *("super-6", "player-dragon-bonus", "banker-dragon-bonus"),
    },
    "no-commission": {"player", "banker", "tie", "player-pair", "banker-pair"},
    "tiger": {"player", "banker", "tie", "tiger-pair", "tiger", "small-tiger", "big-tiger", "tiger-tie"},
    "tiger-nc": {"player", "banker", "tie", "tiger-pair", "tiger", "small-tiger", "big-tiger", "tiger-tie"},
    "fabulous-4s": {
        *("player", "banker", "tie", "player-fabulous-4", "banker-fabulous-4"),
        *("player-precious-pair", "banker-precious-pair"),
    },
}
"""The seven variants and what may be bet in each, as the pay tables of section 4 name it (R-95, R-99)."""

ALL_WAGERS = set.union(*OFFERED.values())
PAIR_GAMES = [name for name, wagers in OFFERED.items() if "player-pair" in wagers]
DRAGON_GAMES = [name for name, wagers in OFFERED.items() if "player-dragon-bonus" in wagers]
TIGER_GAMES = ["tiger", "tiger-nc"]
HALF_ON_SIX_GAMES = ["super-six-nc", "fortune-six-nc", "super-6-nc", "no-commission", "tiger-nc"]

every_variant = pytest.mark.parametrize("name", OFFERED)
pair_variants = pytest.mark.parametrize("name", PAIR_GAMES)
dragon_variants = pytest.mark.parametrize("name", DRAGON_GAMES)
tiger_variants = pytest.mark.parametrize("name", TIGER_GAMES)


def deal(text: str) -> tuple[Card, ...]:
    """The cards of both hands in dealing order."""
    player, banker = map(cards, text.split("|"))
    return (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])


def opened_with(text: str) -> tuple[Card, ...]:
    """A whole deal that begins with these cards, in dealing order, and goes on with sixes and sevens."""
    dealt, more = cards(text), cycle(cards("7C 6D"))
    while next_hand(dealt):
        dealt = (*dealt, next(more))
    return dealt


def line(name: str, round: str | Sequence[Card], wager: str, stake: int = 2_000) -> Line:
    [settled] = settle(GAMES[name], deal(round) if isinstance(round, str) else round, {wager: stake}).lines
    return settled


def paid(name: str, round: str | Sequence[Card], wager: str) -> str:
    """What a wager is paid: the ratio, `push` or `lose`."""
    settled = line(name, round, wager)
    return settled.pays or settled.result


def settle_all(name: str, text: str, stake: int = 2_000) -> BaccaratSettlement:
    """A round with the same stake on every wager of the game."""
    return settle(GAMES[name], deal(text), dict.fromkeys(OFFERED[name], stake))


def bets_open(name: str = "tiger", stakes: Mapping[str, Mapping[str, int]] | None = None) -> BaccaratRound:
    placed = (
        PlaceWager(bettor=bettor, wager=wager, stake=stake)
        for bettor, wagers in (stakes or {}).items()
        for wager, stake in wagers.items()
    )
    return play(OpenBets(terms=Terms.of(name)), *placed)


def bets_closed(name: str = "tiger", stakes: Mapping[str, Mapping[str, int]] | None = None) -> BaccaratRound:
    return then(bets_open(name, stakes), CloseBets())


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


# 1. Definitions


@dragon_variants
@pytest.mark.clause("ebaccarat 1.1.1")
def test_1_1_1_banker_dragon_bonus_is_a_bet_before_the_close_that_banker_wins_big(name: str) -> None:
    assert paid(name, "KS TD KH | KC TH 9D", "banker-dragon-bonus") == "30:1"
    assert paid(name, "KS TD 9H | KC TH KD", "banker-dragon-bonus") == "lose"
    assert paid(name, "KS TD 3H | KC TH 6D", "banker-dragon-bonus") == "lose"
    closed = bets_closed(name)
    assert refusal(closed, place("T1", "banker-dragon-bonus", 2_000), Role.PLAYER).clause == "ebaccarat 5.5"


@dragon_variants
@pytest.mark.parametrize(
    ("points", "pays"), [(3, "lose"), (4, "1:1"), (5, "2:1"), (6, "4:1"), (7, "6:1"), (8, "10:1"), (9, "30:1")]
)
@pytest.mark.clause("ebaccarat 1.1.1.1", "ebaccarat 4.5")
def test_1_1_1_1_banker_ahead_by_four_or_more_without_a_natural(name: str, points: int, pays: str) -> None:
    assert paid(name, f"KS TD KH | KC TH {points}D", "banker-dragon-bonus") == pays


@dragon_variants
@pytest.mark.clause("ebaccarat 1.1.1.1", "ebaccarat 1.1.8")
def test_1_1_1_1_a_two_card_seven_is_no_natural_and_is_paid_by_its_margin(name: str) -> None:
    assert paid(name, "KS TD KH | KC 7H", "banker-dragon-bonus") == "6:1"
    assert paid(name, "KS 3D KH | KC 7H", "banker-dragon-bonus") == "1:1"
    assert paid(name, "KS 4D KH | KC 7H", "banker-dragon-bonus") == "lose"


@dragon_variants
@pytest.mark.clause("ebaccarat 1.1.1.2", "ebaccarat 4.5")
def test_1_1_1_2_banker_natural_pays_even_money_at_any_margin(name: str) -> None:
    assert paid(name, "KS TD | 9C KH", "banker-dragon-bonus") == "1:1"
    assert paid(name, "KS TD | 8C KH", "banker-dragon-bonus") == "1:1"
    assert paid(name, "KS 7D | 8C KH", "banker-dragon-bonus") == "1:1"


@dragon_variants
@pytest.mark.clause("ebaccarat 1.1.1.2", "ebaccarat 1.1.9", "ebaccarat 4.5")
def test_1_1_1_2_banker_natural_nine_beats_a_natural_eight_and_does_not_push(name: str) -> None:
    assert paid(name, "8S KD | 9C KH", "banker-dragon-bonus") == "1:1"
    assert paid(name, "9S KD | 8C KH", "banker-dragon-bonus") == "lose"


@pytest.mark.clause("ebaccarat 1.1.2", "ebaccarat 4.11")
def test_1_1_2_banker_fabulous_4_wins_only_when_banker_wins_with_four() -> None:
    assert paid("fabulous-4s", "KS 3D KH | 2C 2H", "banker-fabulous-4") == "25:1"
    assert paid("fabulous-4s", "KS TD 3H | KC TH 4D", "banker-fabulous-4") == "25:1"
    assert paid("fabulous-4s", "2S 3D KH | 2C 2H", "banker-fabulous-4") == "lose", "four loses to five"
    assert paid("fabulous-4s", "2S 2D KH | 2C 2H", "banker-fabulous-4") == "lose", "four against four"
    assert paid("fabulous-4s", "KS 4D KH | 2C 3H", "banker-fabulous-4") == "lose", "Banker wins with five"
    assert paid("fabulous-4s", "2S 2D KH | KC 3H KD", "banker-fabulous-4") == "lose", "it is Player's four that wins"


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.3", "ebaccarat 4.10")
def test_1_1_3_big_tiger_wins_only_on_bankers_winning_three_card_six(name: str) -> None:
    assert paid(name, "2S 3D KH | KC 3H 3D", "big-tiger") == "50:1"
    assert paid(name, "2S 3D KH | 4C 2H", "big-tiger") == "lose", "six in two cards"
    assert paid(name, "2S 4D | KC 3H 3D", "big-tiger") == "lose", "a tie on six"
    assert paid(name, "3S 4D | KC 3H 3D", "big-tiger") == "lose", "a six that loses to seven"
    assert paid(name, "2S 3D KH | KC 3H 4D", "big-tiger") == "lose", "seven in three cards"


@pytest.mark.clause("ebaccarat 1.1.4", "ebaccarat 4.7")
def test_1_1_4_commission_comes_off_a_winning_banker_wager_and_off_no_other() -> None:
    round = settle(GAMES["tiger"], deal("2S 4D | KC 7H"), {"banker": 10_000, "player": 10_000})
    assert round.net == {"banker": 9_500, "player": -10_000}
    assert settle(GAMES["tiger"], deal("KC 7H | 2S 4D"), {"banker": 10_000, "player": 10_000}).net == {
        "banker": -10_000,
        "player": 10_000,
    }


@every_variant
@pytest.mark.clause("ebaccarat 1.1.4.1")
def test_1_1_4_1_only_tiger_baccarat_takes_commission(name: str) -> None:
    settled = line(name, "2S 4D | KC 7H", "banker", 10_000)
    assert settled.net == (9_500 if name == "tiger" else 10_000)
    assert ("ebaccarat 1.1.4.1" in settled.clauses) == (name == "tiger")


@pytest.mark.clause("ebaccarat 1.1.5", "ebaccarat 4.2")
def test_1_1_5_fortune_six_wins_when_banker_wins_with_six() -> None:
    assert paid("fortune-six-nc", "2S 3D KH | 4C 2H", "fortune-six") == "12:1"
    assert paid("fortune-six-nc", "2S 3D KH | KC 3H 3D", "fortune-six") == "20:1"
    assert paid("fortune-six-nc", "2S 4D | 4C 2H", "fortune-six") == "lose", "a tie on six (R-97)"
    assert paid("fortune-six-nc", "KS 7D | 4C 2H", "fortune-six") == "lose", "a six that loses"
    assert paid("fortune-six-nc", "2S 4D | KC 7H", "fortune-six") == "lose", "Banker wins with seven"
    assert paid("fortune-six-nc", "2S 4D | KC 3H 2D", "fortune-six") == "lose", "Player wins with six"


@pytest.mark.clause("ebaccarat 1.1.6", "ebaccarat 3.6")
def test_1_1_6_a_hand_is_all_the_cards_that_side_was_dealt() -> None:
    round = dealt(bets_closed(), "2S KC 3D 3H KH 3D")
    assert round.hands == {"player": cards("2S 3D KH"), "banker": cards("KC 3H 3D")}
    assert settle(GAMES["tiger"], round.cards, {"banker": 2_000}).hands == round.hands


@pytest.mark.clause("ebaccarat 1.1.7", "ebaccarat 3.6")
def test_1_1_7_the_initial_deal_is_two_cards_to_each_hand() -> None:
    round = dealt(bets_closed(), "2S KC 3D 3H")
    assert round.hands == {"player": cards("2S 3D"), "banker": cards("KC 3H")}
    clauses = [expects(dealt(bets_closed(), " ".join(round.cards[:n])))[0].clause for n in (0, 1, 2, 3, 4)]
    assert clauses == ["ebaccarat 3.6"] * 4 + ["ebaccarat 3.8"], "the fifth card comes by the table of play"


@pytest.mark.clause("ebaccarat 1.1.8", "ebaccarat 3.8")
def test_1_1_8_a_natural_is_eight_or_nine_in_the_initial_deal() -> None:
    assert settle(GAMES["tiger"], deal("8S KD | 2C 3H"), {}).outcome.natural
    assert settle(GAMES["tiger"], deal("2S 3D | 9C KH"), {}).outcome.natural
    assert not settle(GAMES["tiger"], deal("KS 7D | 2C 5H"), {}).outcome.natural
    assert not settle(GAMES["tiger"], deal("KS TD 9H | KC TH 8D"), {}).outcome.natural, "nine in three cards"


@dragon_variants
@pytest.mark.parametrize("wager", ["player-dragon-bonus", "banker-dragon-bonus"])
@pytest.mark.clause("ebaccarat 1.1.9", "ebaccarat 4.5", "ebaccarat 4.6")
def test_1_1_9_equal_naturals_push_the_dragon_bonus_and_no_other_tie_does(name: str, wager: str) -> None:
    assert paid(name, "8S KD | 8C KH", wager) == "push"
    assert paid(name, "9S KD | 5C 4H", wager) == "push"
    assert line(name, "8S KD | 8C KH", wager).net == 0
    assert paid(name, "3S 4D | 4C 3H", wager) == "lose", "sevens in two cards"
    assert paid(name, "KS TD 9H | KC TH 9D", wager) == "lose", "nines in three cards"


@dragon_variants
@pytest.mark.clause("ebaccarat 1.1.10")
def test_1_1_10_player_dragon_bonus_is_a_bet_before_the_close_that_player_wins_big(name: str) -> None:
    assert paid(name, "KS TD 9H | KC TH KD", "player-dragon-bonus") == "30:1"
    assert paid(name, "KS TD KH | KC TH 9D", "player-dragon-bonus") == "lose"
    assert paid(name, "KS TD 6H | KC TH 3D", "player-dragon-bonus") == "lose"
    closed = bets_closed(name)
    assert refusal(closed, place("T1", "player-dragon-bonus", 2_000), Role.PLAYER).clause == "ebaccarat 5.5"


@dragon_variants
@pytest.mark.parametrize(
    ("points", "pays"), [(3, "lose"), (4, "1:1"), (5, "2:1"), (6, "4:1"), (7, "6:1"), (8, "10:1"), (9, "30:1")]
)
@pytest.mark.clause("ebaccarat 1.1.10.1", "ebaccarat 4.6")
def test_1_1_10_1_player_ahead_by_four_or_more_without_a_natural(name: str, points: int, pays: str) -> None:
    assert paid(name, f"KS TD {points}H | KC TH KD", "player-dragon-bonus") == pays


@dragon_variants
@pytest.mark.clause("ebaccarat 1.1.10.2", "ebaccarat 4.6")
def test_1_1_10_2_player_natural_pays_even_money_at_any_margin_and_over_a_natural_eight(name: str) -> None:
    assert paid(name, "9S KD | KC TH", "player-dragon-bonus") == "1:1"
    assert paid(name, "8S KD | KC 7H", "player-dragon-bonus") == "1:1"
    assert paid(name, "9S KD | 8C KH", "player-dragon-bonus") == "1:1"
    assert paid(name, "8S KD | 9C KH", "player-dragon-bonus") == "lose"


@pytest.mark.clause("ebaccarat 1.1.11", "ebaccarat 4.11")
def test_1_1_11_player_fabulous_4_wins_only_when_player_wins_with_four() -> None:
    assert paid("fabulous-4s", "2S 2D KH | KC 3H KD", "player-fabulous-4") == "50:1"
    assert paid("fabulous-4s", "KS TD 4H | KC TH 3D", "player-fabulous-4") == "50:1"
    assert paid("fabulous-4s", "KS 4D KH | 2C 3H", "player-fabulous-4") == "lose", "four loses to five"
    assert paid("fabulous-4s", "2S 2D KH | 2C 2H", "player-fabulous-4") == "lose", "four against four"
    assert paid("fabulous-4s", "2S 3D KH | 2C 2H", "player-fabulous-4") == "lose", "Player wins with five"


@pytest.mark.clause("ebaccarat 1.1.12", "ebaccarat 4.11")
def test_1_1_12_a_push_hands_the_stake_back_and_nothing_else() -> None:
    pushed = line("fabulous-4s", "KS 3D KH | 2C 2H", "banker", 5_000)
    assert (pushed.result, pushed.pays, pushed.net) == ("push", "push", 0)
    round = dealt(bets_closed("fabulous-4s", {"T1": {"banker": 5_000}}), "KS 2C 3D 2H KH")
    assert then(round, Settle()).nets() == {"T1": 0}


@pytest.mark.parametrize("first", RANKS)
@pytest.mark.clause("ebaccarat 1.1.13")
def test_1_1_13_two_cards_pair_when_they_are_of_one_rank_so_a_ten_pairs_with_no_face(first: str) -> None:
    for second in RANKS:
        pays = "11:1" if first == second else "lose"
        assert paid("no-commission", opened_with(f"{first}S 2C {second}S 3D"), "player-pair") == pays
        assert paid("no-commission", opened_with(f"2C {first}H 3D {second}S"), "banker-pair") == pays


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.clause("ebaccarat 1.1.14", "ebaccarat 4.12")
def test_1_1_14_precious_pair_is_one_of_four_pairs_and_loses_otherwise(side: str) -> None:
    pays = {
        "4D 4D": "30:1",
        "4H 4S": "15:1",
        "KD KD": "12:1",
        "KC KH": "9:1",
        "TD JD": "lose",
        "4D 5D": "lose",
        "QD KD": "lose",
    }
    for two, expected in pays.items():
        first, second = two.split()
        openings = f"{first} 2C {second} 3S" if side == "player" else f"2C {first} 3S {second}"
        assert paid("fabulous-4s", opened_with(openings), f"{side}-precious-pair") == expected, two


@pytest.mark.clause("ebaccarat 1.1.14", "ebaccarat 4.12")
def test_1_1_14_each_side_has_its_own_precious_pair() -> None:
    round = deal("4D 4D | KC 7H")
    assert paid("fabulous-4s", round, "player-precious-pair") == "30:1"
    assert paid("fabulous-4s", round, "banker-precious-pair") == "lose"
    both = settle(
        GAMES["fabulous-4s"], deal("4D 4D | QH QS"), {"player-precious-pair": 2_000, "banker-precious-pair": 2_000}
    )
    assert both.net == {"player-precious-pair": 60_000, "banker-precious-pair": 18_000}


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.clause("ebaccarat 1.1.14.1", "ebaccarat 4.12")
def test_1_1_14_1_two_fours_of_diamonds_pay_thirty_once(side: str) -> None:
    text = "4D 4D | KC 7H" if side == "player" else "KC 7H | 4D 4D"
    settled = line("fabulous-4s", text, f"{side}-precious-pair")
    assert (settled.outcome, settled.pays, settled.net) == ("Pair of Diamond 4s", "30:1", 60_000)
    assert "ebaccarat 1.1.14.1" in settled.clauses


@pytest.mark.clause("ebaccarat 1.1.14.2", "ebaccarat 4.12")
def test_1_1_14_2_other_pair_of_fours_suited_or_not() -> None:
    for first, second in product(SUITS, repeat=2):
        pays = "30:1" if first == second == "D" else "15:1"
        assert paid("fabulous-4s", f"4{first} 4{second} | KC 7H", "player-precious-pair") == pays
        assert paid("fabulous-4s", f"KC 7H | 4{first} 4{second}", "banker-precious-pair") == pays
    assert "ebaccarat 1.1.14.2" in line("fabulous-4s", "4D 4H | KC 7H", "player-precious-pair").clauses


@pytest.mark.parametrize("rank", "A2356789TJQK")
@pytest.mark.clause("ebaccarat 1.1.14.3", "ebaccarat 4.12")
def test_1_1_14_3_two_equal_diamonds_that_are_not_fours(rank: str) -> None:
    assert paid("fabulous-4s", opened_with(f"{rank}D 2C {rank}D 3S"), "player-precious-pair") == "12:1"
    assert paid("fabulous-4s", opened_with(f"{rank}D 2C {rank}H 3S"), "player-precious-pair") == "9:1"
    assert paid("fabulous-4s", opened_with(f"2C {rank}D 3S {rank}D"), "banker-precious-pair") == "12:1"


@pytest.mark.parametrize("rank", "A2356789TJQK")
@pytest.mark.clause("ebaccarat 1.1.14.4", "ebaccarat 4.12")
def test_1_1_14_4_every_other_pair_suited_or_not(rank: str) -> None:
    for first, second in product(SUITS, repeat=2):
        if first == second == "D":
            continue
        dealt = opened_with(f"{rank}{first} 2C {rank}{second} 3S")
        assert paid("fabulous-4s", dealt, "player-precious-pair") == "9:1"
    assert paid("fabulous-4s", opened_with("QS 2C KS 3S"), "player-precious-pair") == "lose"


@pytest.mark.clause("ebaccarat 1.1.15", "ebaccarat 3.9")
def test_1_1_15_two_thousand_terminals_bet_for_themselves_and_are_settled_at_once() -> None:
    wagers = sorted(OFFERED["tiger"])
    stakes = {
        f"T{n}": {wagers[n % 8]: 20 * (n + 1), wagers[(n + 3) % 8]: 40 * (n + 1)} if n % 8 else {"banker": 2_000}
        for n in range(2_000)
    }
    settled = then(dealt(bets_closed("tiger", stakes), "2S 4C 3D 2H KH"), Settle())
    nets = settled.nets()
    assert len(nets) == 2_000
    assert nets["T0"] == nets["T1992"] == 1_900
    assert nets == {bettor: settle(GAMES["tiger"], settled.cards, placed).total for bettor, placed in stakes.items()}
    [won] = settled.lines("T8")
    assert (won.wager, won.stake, won.net) == ("banker", 2_000, 1_900)


@pytest.mark.clause("ebaccarat 1.1.15")
def test_1_1_15_a_terminal_places_raises_and_takes_back_its_own_wagers_and_touches_no_others() -> None:
    round = bets_open("tiger", {"T1": {"banker": 2_000}, "T2": {"banker": 2_000, "tie": 500}})
    raised = then(round, place("T1", "banker", 4_000), place("T1", "tie", 1_000))
    assert raised.stakes == {"T1": {"banker": 4_000, "tie": 1_000}, "T2": round.stakes["T2"]}
    back = then(raised, WithdrawWager(bettor="T1", wager="banker"))
    assert back.stakes == {"T1": {"tie": 1_000}, "T2": round.stakes["T2"]}
    gone = then(back, WithdrawWager(bettor="T1", wager="tie"))
    assert gone.stakes == {"T2": round.stakes["T2"]}
    assert "T1 has no wager on Tie" in refusal(gone, WithdrawWager(bettor="T1", wager="tie"), Role.PLAYER).reason
    ends = then(dealt(then(back, CloseBets()), ORDER), Settle())
    alone = then(dealt(bets_closed("tiger", {"T2": round.stakes["T2"]}), ORDER), Settle())
    assert ends.lines("T2") == alone.lines("T2"), "what others bet changes nothing"
    for own in ("T1", "T2"):
        (seen,) = (each for each in view(back, HouseRole.PLAYER, own).offers if each.command == "withdraw-wager")
        assert seen.wagers == tuple(back.stakes[own]), "a terminal is offered its own"


@pytest.mark.clause("ebaccarat 1.1.16", "ebaccarat 3.1")
def test_1_1_16_a_round_runs_from_its_opening_until_all_is_settled() -> None:
    again = OpenBets(terms=Terms.of("tiger"))
    round = bets_open("tiger", {"T1": {"banker": 2_000}})
    steps: list[AnyCommand] = [CloseBets(), *(DealCard(card=card) for card in deal("2S 3D KH | 4C 2H"))]
    for step in steps:
        assert refusal(round, again).clause == "ebaccarat 3.1"
        round = then(round, step)
    assert refusal(round, again).clause == "ebaccarat 3.1", "all cards are out, but nobody is paid yet"
    with pytest.raises(Refused):
        round.nets()
    settled = then(round, Settle())
    assert settled.nets() == {"T1": 1_900}
    assert all(each.irregular for each in expects(settled))
    assert decide(settled, again, Role.DEALER) == [BetsOpened(terms=again.terms)]


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.17", "ebaccarat 4.10")
def test_1_1_17_small_tiger_wins_only_on_bankers_winning_two_card_six(name: str) -> None:
    assert paid(name, "2S 3D KH | 4C 2H", "small-tiger") == "22:1"
    assert paid(name, "2S 3D KH | KC 3H 3D", "small-tiger") == "lose", "six in three cards"
    assert paid(name, "2S 4D | 4C 2H", "small-tiger") == "lose", "a tie on six"
    assert paid(name, "KS 7D | 4C 2H", "small-tiger") == "lose", "a six that loses to seven"
    assert paid(name, "2S 4D | KC 7H", "small-tiger") == "lose", "seven in two cards"


@pytest.mark.parametrize(("name", "wager"), [("super-six-nc", "super-six"), ("super-6-nc", "super-6")])
@pytest.mark.clause("ebaccarat 1.1.18", "ebaccarat 4.1", "ebaccarat 4.3")
def test_1_1_18_super_six_wins_when_banker_wins_with_six(name: str, wager: str) -> None:
    assert paid(name, "2S 3D KH | 4C 2H", wager) == "15:1"
    assert paid(name, "2S 3D KH | KC 3H 3D", wager) == "15:1"
    assert paid(name, "2S 4D | 4C 2H", wager) == "lose", "a tie on six (R-97)"
    assert paid(name, "KS 7D | 4C 2H", wager) == "lose", "a six that loses"
    assert paid(name, "2S 4D | KC 3H 2D", wager) == "lose", "Player wins with six"
    assert paid(name, "2S 4D | KC 7H", wager) == "lose", "Banker wins with seven"


@every_variant
@pytest.mark.clause("ebaccarat 1.1.19", "ebaccarat 3.9.1")
def test_1_1_19_equal_totals_at_the_end_are_a_tie_however_many_cards_made_them(name: str) -> None:
    for text in ("3S 4D | 4C 3H", "2S 4D | KC 3H 3D", "KS TD KH | KC TH KD", "9S KD | 5C 4H", "2S 2D KH | 2C 2H"):
        assert settle(GAMES[name], deal(text), {}).outcome.winner == "tie", text
    assert settle(GAMES[name], deal("2S 3D 6H | 2C 3H 4C"), {}).outcome.winner == "banker", "level before the third"


@every_variant
@pytest.mark.clause("ebaccarat 1.1.20", "ebaccarat 3.9.1")
def test_1_1_20_the_tie_wager_wins_on_equal_totals_and_loses_otherwise(name: str) -> None:
    for points in "KA23456789":
        assert paid(name, f"KS TD {points}H | KC TH {points}D", "tie") == "8:1"
    assert paid(name, "2S 4D | KC 7H", "tie") == "lose"
    assert paid(name, "KC 7H | 2S 4D", "tie") == "lose"


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.21", "ebaccarat 4.10")
def test_1_1_21_tiger_wins_when_banker_wins_with_six_and_not_on_a_tie_there(name: str) -> None:
    assert paid(name, "2S 3D KH | 4C 2H", "tiger") == "12:1"
    assert paid(name, "2S 3D KH | KC 3H 3D", "tiger") == "20:1"
    assert paid(name, "2S 4D | 4C 2H", "tiger") == "lose"
    assert paid(name, "2S 4D | KC 3H 3D", "tiger") == "lose"
    assert paid(name, "KS 7D | 4C 2H", "tiger") == "lose"
    assert paid(name, "2S 4D | KC 7H", "tiger") == "lose"


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.22", "ebaccarat 4.9")
def test_1_1_22_tiger_pair_looks_at_the_opening_cards_of_both_hands(name: str) -> None:
    assert paid(name, "KS 9D | KC 9H", "tiger-pair") == "lose", "equal across the hands is no pair"
    assert paid(name, "TS JD 9H | QC KD 2D", "tiger-pair") == "lose", "a Ten and a face are no pair (R-63)"
    assert paid(name, "2S 3D 3H | KC 7H", "tiger-pair") == "lose", "a third card makes no pair"


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.22.1", "ebaccarat 4.9")
def test_1_1_22_1_single_tiger_pair_is_a_pair_on_just_one_side(name: str) -> None:
    assert paid(name, "4S 4D | KC 7H", "tiger-pair") == "4:1"
    assert paid(name, "KC 7H | 4S 4D", "tiger-pair") == "4:1"
    assert paid(name, "TS TD 9H | TC JD 2D", "tiger-pair") == "4:1"


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.22.2", "ebaccarat 4.9")
def test_1_1_22_2_double_tiger_pair_is_a_pair_on_each_side(name: str) -> None:
    assert paid(name, "4S 4D | 8C 8H", "tiger-pair") == "20:1"
    assert paid(name, "TS TD 9H | KC KD 2D", "tiger-pair") == "20:1", "both are worth nothing, and are not twins (R-98)"


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.22.3", "ebaccarat 4.9")
def test_1_1_22_3_twin_tiger_pair_is_the_same_pair_twice_paid_once(name: str) -> None:
    for rank in RANKS:
        settled = line(name, opened_with(f"{rank}S {rank}S {rank}H {rank}D"), "tiger-pair")
        assert (settled.outcome, settled.pays, settled.net) == ("Twin Tiger Pair", "100:1", 200_000)
    assert paid(name, "QS QD 9H | KC KD 2D", "tiger-pair") == "20:1"


@tiger_variants
@pytest.mark.clause("ebaccarat 1.1.23", "ebaccarat 4.10")
def test_1_1_23_tiger_tie_wins_when_both_hands_finish_on_six(name: str) -> None:
    assert paid(name, "2S 4D | 4C 2H", "tiger-tie") == "35:1"
    assert paid(name, "KS TD 6H | KC TH 6D", "tiger-tie") == "35:1"
    assert paid(name, "3S 4D | 4C 3H", "tiger-tie") == "lose"
    assert paid(name, "2S 3D KH | 4C 2H", "tiger-tie") == "lose"
    assert paid(name, "2S 4D | KC 3H 2D", "tiger-tie") == "lose"


# 2. Mode of play


@every_variant
@pytest.mark.clause("ebaccarat 2.1")
def test_2_1_four_to_ten_decks_of_fifty_two_cards(name: str) -> None:
    for decks in range(4, 11):
        shoe = Terms.of(name, decks=decks).shoe
        assert shoe.total == 52 * decks
        assert {shoe.count(card) for card in STANDARD.cards} == {decks}
        assert settle(GAMES[name], deal("2S 4D | KC 7H"), {}, decks=decks).outcome.banker == 7
    for decks in (-4, 0, 3, 11, 52):
        with pytest.raises(Refused, match="4 to 10 decks") as caught:
            Terms.of(name, decks=decks)
        assert caught.value.clause == "ebaccarat 2.1"
        with pytest.raises(Refused, match="4 to 10 decks"):
            settle(GAMES[name], deal("2S 4D | KC 7H"), {}, decks=decks)


@pytest.mark.clause("ebaccarat 2.1")
def test_2_1_four_decks_hold_four_of_a_card_and_no_joker() -> None:
    four = then(play(OpenBets(terms=Terms.of("tiger", decks=4))), CloseBets())
    assert refusal(dealt(four, "TS TS TS TS"), DealCard(card=Card("TS"))).clause == "ebaccarat 2.1"
    five = then(play(OpenBets(terms=Terms.of("tiger", decks=5))), CloseBets())
    assert dealt(five, "TS TS TS TS TS TC").phase is Phase.COMPLETE
    with pytest.raises(Refused, match="4 decks cannot hold 5 of TS"):
        settle(GAMES["tiger"], cards("TS TS TS TS TS TC"), {}, decks=4)
    for joker in ("JK", "**", "1S", "XX"):
        with pytest.raises(Refused, match="unknown card"):
            Card(joker)


@pytest.mark.clause("ebaccarat 2.2")
def test_2_2_each_wager_is_kept_within_its_own_posted_minimum_and_maximum() -> None:
    limits = {"banker": Limits(2_500, 100_000), "tie": Limits(500, 10_000), "tiger": Limits(1_000)}
    round = play(OpenBets(terms=Terms.of("tiger", unit=100, limits=limits)))
    assert round.terms.limits_of("tie") == Limits(500, 10_000)
    assert round.terms.limits_of("player") == Limits(100)
    for wager, stake in (("banker", 2_400), ("banker", 100_100), ("tie", 400), ("tie", 10_100), ("tiger", 900)):
        refused = refusal(round, place("T1", wager, stake), Role.PLAYER)
        assert refused.clause == "ebaccarat 2.2", (wager, stake)
    for wager, stake in (("banker", 2_500), ("banker", 100_000), ("tie", 500), ("tie", 10_000), ("player", 100)):
        round = then(round, place("T1", wager, stake))
        assert round.stakes["T1"][wager] == stake
    assert then(round, place("T2", "banker", 100_000)).stakes["T2"] == {"banker": 100_000}, "it binds each terminal"
    for stake in (2_500, 100_000):
        assert then(round, place("T1", "banker", stake)).stakes["T1"]["banker"] == stake, "and each wager by itself"
    shown = view(round, HouseRole.PLAYER, "T3").table.terms
    assert (shown.offered, shown.limits, shown.unit) == (round.terms.offered, limits, 100), "it is on every terminal"


@pytest.mark.clause("ebaccarat 2.2")
def test_2_2_limits_that_allow_no_stake_or_are_off_the_unit_are_refused() -> None:
    with pytest.raises(Refused, match="allow no stake"):
        Terms.of("tiger", limits={"tie": Limits(1_000, 500)})
    with pytest.raises(Refused, match="allow no stake"):
        Terms.of("tiger", limits={"tie": Limits(0, 500)})
    with pytest.raises(Refused, match="not a multiple") as caught:
        Terms.of("tiger", unit=100, limits={"tie": Limits(150, 500)})
    assert caught.value.clause == "R-02"


@every_variant
@pytest.mark.clause("ebaccarat 2.2")
def test_2_2_the_layout_has_the_wagers_of_its_variant_and_no_other(name: str) -> None:
    round = bets_open(name)
    assert set(expects(round)[0].wagers) == OFFERED[name]
    for wager in OFFERED[name]:
        assert then(round, place("T1", wager, 2_000)).stakes == {"T1": {wager: 2_000}}
    for wager in {*ALL_WAGERS, "sands-six", "player-red", "Banker", ""} - OFFERED[name]:
        assert refusal(round, place("T1", wager, 2_000), Role.PLAYER).clause == "ebaccarat 2.2", wager
        with pytest.raises(Refused, match="does not offer"):
            settle(GAMES[name], deal("2S 4D | KC 7H"), {wager: 2_000})


@every_variant
@pytest.mark.clause("ebaccarat 2.2")
def test_2_2_a_stake_that_could_not_be_paid_exactly_is_refused(name: str) -> None:
    unit = {"tiger": 20}.get(name, 2)
    round = bets_open(name)
    assert round.terms.unit == unit
    for stake in (0, -unit, 1, unit + 1, 2_000 - 1):
        assert refusal(round, place("T1", "banker", stake), Role.PLAYER).clause == "R-02", stake
        with pytest.raises(Refused) as caught:
            settle(GAMES[name], deal("2S 4D | KC 7H"), {"banker": stake})
        assert caught.value.clause == "R-02"
    assert then(round, place("T1", "banker", unit)).stakes == {"T1": {"banker": unit}}
    for odd in (unit // 2, unit + 1, 0, -unit):
        with pytest.raises(Refused, match="cannot be paid exactly") as wrong_unit:
            Terms.of(name, unit=odd)
        assert wrong_unit.value.clause == "R-02"


# 3. How to play


@every_variant
@pytest.mark.clause("ebaccarat 3.1")
def test_3_1_play_commences_when_bets_are_opened(name: str) -> None:
    for early in (place("T1", "banker", 2_000), CloseBets(), DealCard(card=Card("8S")), Settle()):
        for by in (Role.PLAYER, Role.DEALER):
            assert "open bets first" in refusal(None, early, by).reason
    opening = OpenBets(terms=Terms.of(name))
    assert refusal(None, opening, Role.PLAYER).clause == "ebaccarat 3.1"
    assert decide(None, opening, Role.DEALER) == [BetsOpened(terms=opening.terms)]
    shown = expects(play(opening))[0]
    assert (shown.command, shown.by, shown.clause) == ("place-wager", Role.PLAYER, "ebaccarat 3.1")
    assert shown.prompt == "Place your bets, please"
    opened, *after = moments(name, {"T1": {"banker": 2_000}})
    for round in (opened, *after, then(after[-1], Settle())):
        said = [each.prompt for each in view(round, HouseRole.PLAYER, "T2").offers]
        assert ("Place your bets, please" in said) is (round is opened), "a terminal says so then, and only then"
        assert (round.phase is Phase.BETTING) is (round is opened)
    (placed,) = decide(opened, place("T2", "tie", 2_000), Role.PLAYER)
    assert evolve(opened, placed).stakes["T2"] == {"tie": 2_000}


@every_variant
@pytest.mark.clause("ebaccarat 3.2")
def test_3_2_bets_close_on_no_more_bets_and_no_card_comes_before(name: str) -> None:
    round = bets_open(name, {"T1": {"banker": 2_000}})
    closing = next(each for each in expects(round) if each.command == "close-bets")
    assert (closing.by, closing.clause, closing.prompt) == (Role.DEALER, "ebaccarat 3.2", "No more bets")
    assert refusal(round, DealCard(card=Card("8S"))).clause == "ebaccarat 3.2"
    assert refusal(round, CloseBets(), Role.PLAYER).clause == "ebaccarat 3.2"
    assert decide(round, CloseBets(), Role.DEALER) == [BetsClosed()]
    closed = then(round, CloseBets())
    offered = {each.command for each in expects(closed)}
    assert "deal-card" in offered
    assert not offered & {"place-wager", "withdraw-wager", "close-bets"}
    assert refusal(closed, CloseBets()), "once"
    assert closed.stakes == round.stakes
    for by in (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
        assert then(round, CloseBets(), by=by).phase is Phase.DEALING
    for moment in moments(name, {"T1": {"banker": 2_000}})[1:]:
        said = {each.command for each in view(moment, HouseRole.PLAYER, "T1").offers}
        assert said == set(), "a terminal has nothing to place or take back any more"
        assert view(moment, HouseRole.SPECTATOR).table.phase is not Phase.BETTING


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.clause("ebaccarat 3.3", "ebaccarat 3.3.1")
def test_3_3_1_two_to_nine_count_as_they_stand_and_an_ace_counts_one(suit: str) -> None:
    points = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
    assert {rank: value(Card(rank + suit)) for rank in points} == points
    for rank, points_alone in points.items():
        assert settle(GAMES["tiger"], opened_with(f"{rank}{suit} 9C KD KH"), {}).outcome.player == points_alone


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.clause("ebaccarat 3.3", "ebaccarat 3.3.2")
def test_3_3_2_ten_jack_queen_and_king_count_nothing(suit: str) -> None:
    for rank in "TJQK":
        assert value(Card(rank + suit)) == 0
        assert settle(GAMES["tiger"], deal(f"9S {rank}{suit} | 8C {rank}{suit}"), {}).outcome.player == 9


@pytest.mark.clause("ebaccarat 3.4", "ebaccarat 3.4.1")
def test_3_4_1_a_sum_up_to_nine_is_the_total() -> None:
    totals = {"KS TD": 0, "AS KD": 1, "4S 5D": 9, "2S 2D 2H": 6, "AS 2D 6H": 9, "KS QD JH": 0}
    assert {hand: total(cards(hand)) for hand in totals} == totals


@pytest.mark.clause("ebaccarat 3.4", "ebaccarat 3.4.2")
def test_3_4_2_a_sum_of_ten_or_more_keeps_its_last_digit() -> None:
    totals = {"5S 5D": 0, "9S 9D": 8, "6S 5D": 1, "9S 8D 4H": 1, "9S 9D 9H": 7, "7S 8D 5H": 0, "9S KD AH": 0}
    assert {hand: total(cards(hand)) for hand in totals} == totals
    assert settle(GAMES["tiger"], deal("9S 9D | 9C 8H"), {}).outcome.winner == "player", "eight beats seven"


@pytest.mark.clause("ebaccarat 3.5")
def test_3_5_a_terminal_may_bet_on_both_sides_and_on_a_side_wager_alone() -> None:
    stakes = {"T1": {"player": 2_000, "banker": 2_000, "tie": 2_000}, "T2": {"tiger-tie": 2_000}}
    round = dealt(bets_closed("tiger", stakes), "2S KC 4D 7H")
    assert then(round, Settle()).nets() == {"T1": -2_000 + 1_900 - 2_000, "T2": -2_000}


@every_variant
@pytest.mark.clause("ebaccarat 3.5")
def test_3_5_a_wager_stands_as_it_was_selected_and_nobody_selects_for_a_player(name: str) -> None:
    offered = dict.fromkeys(sorted(OFFERED[name]), 2_000)
    every = bets_open(name, {"T1": offered})
    assert every.stakes == {"T1": offered}, "any of them, all together"
    mistaken = place("T2", "player", 2_000)
    for staff in (role for role in Role if role is not Role.PLAYER):
        assert "needs a player" in refusal(every, mistaken, staff).reason
        assert "needs a player" in refusal(every, WithdrawWager(bettor="T1", wager="tie"), staff).reason
    closed = then(every, mistaken, CloseBets())
    for round in (closed, dealt(closed, ORDER)):
        for by in Role:
            assert refusal(round, place("T2", "banker", 2_000), by).clause == "ebaccarat 5.5", "it was meant for Banker"
            assert refusal(round, WithdrawWager(bettor="T2", wager="player"), by).clause == "ebaccarat 5.4"
    settled = then(dealt(closed, ORDER), Settle())
    assert settled.nets()["T2"] == -2_000
    assert {line.wager: line.stake for line in settled.lines("T1")} == offered, "each settled as it was selected"


@pytest.mark.clause("ebaccarat 3.6", "ebaccarat 3.6.1", "ebaccarat 3.6.2")
def test_3_6_cards_go_to_player_and_banker_in_turn() -> None:
    round, came = bets_closed(), []
    for card in cards("2S KC 3D 7H"):
        [event] = decide(round, DealCard(card=card), Role.DEALER)
        assert isinstance(event, CardDealt)
        assert expects(round)[0].hand == event.hand
        came.append(event.hand)
        round = evolve(round, event)
    assert came == ["player", "banker", "player", "banker"]


@pytest.mark.clause("ebaccarat 3.6.1")
def test_3_6_1_the_first_and_third_cards_are_players() -> None:
    player, _ = hands(cards("2S KC 3D 7H"))
    assert player == cards("2S 3D")
    assert paid("no-commission", opened_with("4S KC 4D 7H"), "player-pair") == "11:1"
    assert paid("no-commission", opened_with("4S 4D KC 7H"), "player-pair") == "lose"


@pytest.mark.clause("ebaccarat 3.6.2")
def test_3_6_2_the_second_and_fourth_cards_are_bankers() -> None:
    _, banker = hands(cards("2S KC 3D 7H"))
    assert banker == cards("KC 7H")
    assert paid("no-commission", opened_with("KC 4S 7H 4D"), "banker-pair") == "11:1"
    assert paid("no-commission", opened_with("KC 7H 4S 4D"), "banker-pair") == "lose"


@pair_variants
@pytest.mark.clause("ebaccarat 3.7", "ebaccarat 1.1.7")
def test_3_7_the_first_four_cards_alone_settle_the_pair_wagers(name: str) -> None:
    round = dealt(bets_closed(name), "2S 3C 3D 2H")
    known = round.decided()
    assert {wager: known[wager].result for wager in ("player-pair", "banker-pair")} == {
        "player-pair": "lose",
        "banker-pair": "lose",
    }
    assert paid(name, "AS 3D 3H | AC 3H 3S", "player-pair") == "lose", "third cards pair with nothing"
    assert paid(name, "AS 3D 3H | AC 3H 3S", "banker-pair") == "lose"


@pair_variants
@pytest.mark.clause("ebaccarat 3.7.1")
def test_3_7_1_player_pair_wins_on_players_first_two_cards_whoever_wins(name: str) -> None:
    assert paid(name, "KS KD KH | KC 7H", "player-pair") == "11:1"
    assert paid(name, "4S 4D | KC 7H", "player-pair") == "11:1"
    assert paid(name, "KC 7H | 4S 4D", "player-pair") == "lose", "it is Banker's pair"
    assert "ebaccarat 3.7.1" in line(name, "4S 4D | KC 7H", "player-pair").clauses


@pair_variants
@pytest.mark.clause("ebaccarat 3.7.2")
def test_3_7_2_banker_pair_wins_on_bankers_first_two_cards_whoever_wins(name: str) -> None:
    assert paid(name, "KC 7H | KS KD KH", "banker-pair") == "11:1"
    assert paid(name, "KC 7H | 4S 4D", "banker-pair") == "11:1"
    assert paid(name, "4S 4D | KC 7H", "banker-pair") == "lose", "it is Player's pair"
    assert "ebaccarat 3.7.2" in line(name, "KC 7H | 4S 4D", "banker-pair").clauses


@pytest.mark.clause("ebaccarat 3.7.3")
def test_3_7_3_the_first_four_cards_alone_settle_the_precious_pairs() -> None:
    closed = bets_closed("fabulous-4s")
    third, fourth = dealt(closed, "4D 3C 4D").decided(), dealt(closed, "4D 3C 4D 3H").decided()
    assert third["player-precious-pair"].outcome == "Pair of Diamond 4s"
    assert "banker-precious-pair" not in third
    assert fourth["banker-precious-pair"].outcome == "Any other pair"
    assert paid("fabulous-4s", "2D 3D 3D | KC 7H", "player-precious-pair") == "lose", "a third card makes no pair"


@every_variant
@pytest.mark.clause("ebaccarat 3.8")
def test_3_8_a_card_too_few_or_too_many_is_refused(name: str) -> None:
    for too_few in ("", "2S", "2S 4C 3D", "2S 4C 3D 2H", "2S KC 3D 3H KH"):
        with pytest.raises(Refused, match="too few cards") as caught:
            settle(GAMES[name], cards(too_few), {"banker": 2_000})
        assert caught.value.clause == "ebaccarat 3.8"
    for too_many in ("2S KC 4D 7H KH", "8S 2C KD 3H KH", "2S 4C 3D 2H KH KD", "2S KC 3D 3H KH 3D KS"):
        with pytest.raises(Refused, match="too many cards") as caught:
            settle(GAMES[name], cards(too_many), {"banker": 2_000})
        assert caught.value.clause == "ebaccarat 3.8"
    closed = bets_closed(name)
    assert refusal(dealt(closed, "2S 4C 3D 2H"), Settle()).clause == "ebaccarat 3.8"
    assert refusal(dealt(closed, "2S KC 4D 7H"), DealCard(card=Card("KH"))).clause == "ebaccarat 3.8"


@every_variant
@pytest.mark.clause("ebaccarat 3.8", "ebaccarat 1.1.8")
def test_3_8_a_natural_of_either_hand_ends_the_deal(name: str) -> None:
    closed = bets_closed(name)
    for natural in ("8S 2C KD 3H", "9S KC KD TH", "2S 8C 3D KH", "KS 9C TD KH", "8S 9C KD KH"):
        assert dealt(closed, natural).phase is Phase.COMPLETE
    assert dealt(closed, "7S 2C KD 3H").phase is Phase.DEALING


@every_variant
@pytest.mark.clause("ebaccarat 3.9")
def test_3_9_the_higher_total_wins(name: str) -> None:
    assert paid(name, "9S KD | 8C KH", "player") == "1:1"
    assert paid(name, "9S KD | 8C KH", "banker") == "lose"
    assert paid(name, "8S KD | 9C KH", "player") == "lose"
    assert paid(name, "8S KD | 9C KH", "banker") == ("19:20" if name == "tiger" else "1:1")
    assert paid(name, "2S 3D 6H | 2C 3H 4C", "player") == "lose", "eleven counts one, against nine"


@every_variant
@pytest.mark.clause("ebaccarat 3.9.1")
def test_3_9_1_a_tie_hands_player_and_banker_stakes_back_and_pays_the_tie_wager(name: str) -> None:
    for points in "KA23456789":
        round = settle(
            GAMES[name],
            deal(f"KS TD {points}H | KC TH {points}D"),
            {"player": 2_000, "banker": 4_000, "tie": 2_000},
        )
        assert round.net == {"player": 0, "banker": 0, "tie": 16_000}
        assert [each.result for each in round.lines] == ["push", "push", "win"]
        assert all("ebaccarat 3.9.1" in each.clauses for each in round.lines)


@every_variant
@pytest.mark.clause("ebaccarat 3.10")
def test_3_10_the_cutting_card_is_taken_out_and_the_round_played_to_its_end(name: str) -> None:
    order = "2S 4C 3D 2H KH"
    for after in range(5):
        round = bets_closed(name, {"T1": {"tie": 2_000}})
        out, rest = order.split()[:after], order.split()[after:]
        cut = then(dealt(round, " ".join(out)), RemoveCuttingCard())
        assert (cut.phase, cut.cards, cut.cut_after) == (Phase.DEALING, cards(out), after)
        assert "is already out" in refusal(cut, RemoveCuttingCard()).reason, "there is one in a shoe"
        finished = then(dealt(cut, " ".join(rest)), Settle())
        assert finished.nets() == {"T1": -2_000}
        assert finished.hands == {"player": cards("2S 3D KH"), "banker": cards("4C 2H")}


# 4. Settlement


BANKER_SIX, BANKER_SEVEN, PLAYER_SEVEN = "2S 3D KH | 4C 2H", "2S 4D | 7C KH", "KS 7D | 4C 2H"
TIE_ON_SIX = "2S 4D | 4C 2H"


@pytest.mark.clause("ebaccarat 4.1")
def test_4_1_super_six_no_commission() -> None:
    lost = dict.fromkeys(OFFERED["super-six-nc"], -2_000)
    assert settle_all("super-six-nc", BANKER_SIX).net == {**lost, "banker": 1_000, "super-six": 30_000}
    assert settle_all("super-six-nc", BANKER_SEVEN).net == {**lost, "banker": 2_000}
    assert settle_all("super-six-nc", PLAYER_SEVEN).net == {**lost, "player": 2_000}
    assert settle_all("super-six-nc", TIE_ON_SIX).net == {**lost, "player": 0, "banker": 0, "tie": 16_000}
    assert settle_all("super-six-nc", "4S 4D | 9C 9H").net == {
        "player": 0,
        "banker": 0,
        "tie": 16_000,
        "player-pair": 22_000,
        "banker-pair": 22_000,
        "super-six": -2_000,
    }


@pytest.mark.clause("ebaccarat 4.2")
def test_4_2_fortune_six_no_commission() -> None:
    lost = dict.fromkeys(OFFERED["fortune-six-nc"], -2_000)
    assert settle_all("fortune-six-nc", BANKER_SIX).net == {**lost, "banker": 1_000, "fortune-six": 24_000}
    assert settle_all("fortune-six-nc", "2S 3D KH | KC 3H 3D").net == {**lost, "banker": 1_000, "fortune-six": 40_000}
    assert settle_all("fortune-six-nc", BANKER_SEVEN).net == {**lost, "banker": 2_000}
    assert settle_all("fortune-six-nc", PLAYER_SEVEN).net == {**lost, "player": 2_000}
    assert settle_all("fortune-six-nc", TIE_ON_SIX).net == {**lost, "player": 0, "banker": 0, "tie": 16_000}
    assert settle_all("fortune-six-nc", "4S 4D | KC KH").net == {
        **lost,
        "player": 2_000,
        "player-pair": 22_000,
        "banker-pair": 22_000,
        "player-dragon-bonus": 2_000,
    }


@pytest.mark.clause("ebaccarat 4.3")
def test_4_3_super_6_no_commission() -> None:
    lost = dict.fromkeys(OFFERED["super-6-nc"], -2_000)
    assert settle_all("super-6-nc", BANKER_SIX).net == {**lost, "banker": 1_000, "super-6": 30_000}
    assert settle_all("super-6-nc", "2S 3D KH | KC 3H 3D").net == {**lost, "banker": 1_000, "super-6": 30_000}
    assert settle_all("super-6-nc", BANKER_SEVEN).net == {**lost, "banker": 2_000}
    assert settle_all("super-6-nc", PLAYER_SEVEN).net == {**lost, "player": 2_000}
    assert settle_all("super-6-nc", TIE_ON_SIX).net == {**lost, "player": 0, "banker": 0, "tie": 16_000}


@pytest.mark.clause("ebaccarat 4.4")
def test_4_4_no_commission() -> None:
    lost = dict.fromkeys(OFFERED["no-commission"], -2_000)
    assert settle_all("no-commission", BANKER_SIX).net == {**lost, "banker": 1_000}
    assert settle_all("no-commission", BANKER_SEVEN).net == {**lost, "banker": 2_000}
    assert settle_all("no-commission", PLAYER_SEVEN).net == {**lost, "player": 2_000}
    assert settle_all("no-commission", TIE_ON_SIX).net == {**lost, "player": 0, "banker": 0, "tie": 16_000}
    assert settle_all("no-commission", "4S 4D | 7C KH").net == {**lost, "player": 2_000, "player-pair": 22_000}


@pytest.mark.parametrize("name", HALF_ON_SIX_GAMES)
@pytest.mark.clause("ebaccarat 4.1", "ebaccarat 4.2", "ebaccarat 4.3", "ebaccarat 4.4", "ebaccarat 4.8")
def test_4_banker_is_paid_half_on_six_and_even_money_on_every_other_total(name: str) -> None:
    for lower, points in pairwise("KA23456789"):
        text = f"KS TD {lower}H | KC TH {points}D"
        assert paid(name, text, "banker") == ("1:2" if points == "6" else "1:1"), text


@pytest.mark.parametrize("name", sorted(set(OFFERED) - {"fortune-six-nc", "super-6-nc"}))
@pytest.mark.clause("ebaccarat 4.5", "ebaccarat 4.6")
def test_4_5_and_4_6_no_other_variant_has_a_dragon_bonus_super_six_included(name: str) -> None:
    for wager in ("player-dragon-bonus", "banker-dragon-bonus"):
        assert "does not offer" in refusal(bets_open(name), place("T1", wager, 2_000), Role.PLAYER).reason


@dragon_variants
@pytest.mark.clause("ebaccarat 4.5")
def test_4_5_banker_dragon_bonus_is_had_in_fortune_six_and_super_6_and_may_be_left_out(name: str) -> None:
    settled = line(name, "KS TD KH | KC TH 9D", "banker-dragon-bonus")
    assert (settled.pays, settled.net) == ("30:1", 60_000)
    without = play(OpenBets(terms=Terms.of(name, without=["banker-dragon-bonus"])))
    assert refusal(without, place("T1", "banker-dragon-bonus", 2_000), Role.PLAYER).clause == "ebaccarat 4.5"
    assert then(without, place("T1", "player-dragon-bonus", 2_000)).stakes == {"T1": {"player-dragon-bonus": 2_000}}


@dragon_variants
@pytest.mark.clause("ebaccarat 4.6")
def test_4_6_player_dragon_bonus_is_had_in_fortune_six_and_super_6_and_may_be_left_out(name: str) -> None:
    settled = line(name, "KS TD 8H | KC TH KD", "player-dragon-bonus")
    assert (settled.pays, settled.net) == ("10:1", 20_000)
    without = play(OpenBets(terms=Terms.of(name, without=["player-dragon-bonus"])))
    assert refusal(without, place("T1", "player-dragon-bonus", 2_000), Role.PLAYER).clause == "ebaccarat 4.6"


@pytest.mark.clause("ebaccarat 4.7")
def test_4_7_tiger() -> None:
    lost = dict.fromkeys(OFFERED["tiger"], -2_000)
    assert settle_all("tiger", BANKER_SIX).net == {
        **lost,
        "banker": 1_900,
        "tiger": 24_000,
        "small-tiger": 44_000,
    }
    assert settle_all("tiger", BANKER_SEVEN).net == {**lost, "banker": 1_900}
    assert settle_all("tiger", PLAYER_SEVEN).net == {**lost, "player": 2_000}
    assert settle_all("tiger", "3S 4D | 4C 3H").net == {**lost, "player": 0, "banker": 0, "tie": 16_000}
    assert line("tiger", BANKER_SEVEN, "banker", 20).net == 19, "the smallest stake of all"


@pytest.mark.clause("ebaccarat 4.8")
def test_4_8_tiger_no_commission() -> None:
    lost = dict.fromkeys(OFFERED["tiger-nc"], -2_000)
    assert settle_all("tiger-nc", BANKER_SIX).net == {
        **lost,
        "banker": 1_000,
        "tiger": 24_000,
        "small-tiger": 44_000,
    }
    assert settle_all("tiger-nc", BANKER_SEVEN).net == {**lost, "banker": 2_000}
    assert settle_all("tiger-nc", PLAYER_SEVEN).net == {**lost, "player": 2_000}
    assert settle_all("tiger-nc", "3S 4D | 4C 3H").net == {**lost, "player": 0, "banker": 0, "tie": 16_000}


@pytest.mark.parametrize("name", sorted(set(OFFERED) - set(TIGER_GAMES)))
@pytest.mark.clause("ebaccarat 4.9", "ebaccarat 4.10")
def test_4_9_and_4_10_no_other_variant_has_the_tiger_wagers(name: str) -> None:
    for wager in ("tiger-pair", "tiger", "small-tiger", "big-tiger", "tiger-tie"):
        assert "does not offer" in refusal(bets_open(name), place("T1", wager, 2_000), Role.PLAYER).reason


@tiger_variants
@pytest.mark.clause("ebaccarat 4.9")
def test_4_9_tiger_pair_is_had_in_the_tiger_games_and_may_be_left_out(name: str) -> None:
    nets = {"TS TH KH | TC TD KD": 200_000, "TS TH KH | KC KD TD": 40_000, "TS TH 9H | KC QD 2D": 8_000}
    for text, net in nets.items():
        assert line(name, text, "tiger-pair").net == net, text
    without = play(OpenBets(terms=Terms.of(name, without=["tiger-pair"])))
    assert refusal(without, place("T1", "tiger-pair", 2_000), Role.PLAYER).clause == "ebaccarat 4.9"


@tiger_variants
@pytest.mark.clause("ebaccarat 4.10")
def test_4_10_the_tiger_wagers_are_separate_and_win_together_and_may_be_left_out(name: str) -> None:
    family = ["tiger", "small-tiger", "big-tiger", "tiger-tie"]
    stakes = dict.fromkeys(family, 2_000)
    nets = {
        BANKER_SIX: (24_000, 44_000, -2_000, -2_000),
        "2S 3D KH | KC 3H 3D": (40_000, -2_000, 100_000, -2_000),
        TIE_ON_SIX: (-2_000, -2_000, -2_000, 70_000),
    }
    for text, expected in nets.items():
        assert tuple(settle(GAMES[name], deal(text), stakes).net[wager] for wager in family) == expected, text
    for wager in family:
        without = play(OpenBets(terms=Terms.of(name, without=[wager])))
        assert refusal(without, place("T1", wager, 2_000), Role.PLAYER).clause == "ebaccarat 4.10"


@every_variant
@pytest.mark.clause("ebaccarat 4.1", "ebaccarat 4.2", "ebaccarat 4.3", "ebaccarat 4.4")
@pytest.mark.clause("ebaccarat 4.7", "ebaccarat 4.8", "ebaccarat 4.11")
def test_4_only_what_may_be_available_may_be_left_out(name: str) -> None:
    optional = {"player-dragon-bonus", "banker-dragon-bonus"} | OFFERED["tiger"] - {"player", "banker", "tie"}
    for wager in OFFERED[name] - optional:
        with pytest.raises(Refused, match="cannot leave out") as kept:
            Terms.of(name, without=[wager])
        assert kept.value.reason.values["wager"] == wager
    assert set(Terms.of(name, without=OFFERED[name] & optional).offered) == OFFERED[name] - optional


@pytest.mark.clause("ebaccarat 4.11")
def test_4_11_fabulous_4s() -> None:
    lost = dict.fromkeys(OFFERED["fabulous-4s"], -2_000)
    assert settle_all("fabulous-4s", "2S 2D KH | KC 3H KD").net == {
        **lost,
        "player": 1_000,
        "player-fabulous-4": 100_000,
        "player-precious-pair": 18_000,
    }
    assert settle_all("fabulous-4s", "KS TD AH | KC TH QD").net == {**lost, "player": 4_000}
    assert settle_all("fabulous-4s", PLAYER_SEVEN).net == {**lost, "player": 2_000}
    assert settle_all("fabulous-4s", "KS TD QH | KC TH AD").net == {**lost, "banker": 4_000}
    assert settle_all("fabulous-4s", BANKER_SIX).net == {**lost, "banker": 2_000}, "six is nothing special here"
    assert settle_all("fabulous-4s", TIE_ON_SIX).net == {**lost, "player": 0, "banker": 0, "tie": 16_000}


@pytest.mark.clause("ebaccarat 4.11")
def test_4_11_banker_winning_with_four_pushes_banker_only() -> None:
    lost = dict.fromkeys(OFFERED["fabulous-4s"], -2_000)
    round = settle_all("fabulous-4s", "KS 3D KH | KC 4H")
    assert round.net == {**lost, "banker": 0, "banker-fabulous-4": 50_000}


@pytest.mark.clause("ebaccarat 4.11")
def test_4_11_a_four_or_a_one_that_does_not_win_is_nothing_special() -> None:
    assert paid("fabulous-4s", "KS 4D KH | 2C 3H", "player") == "lose", "Player's four loses to five"
    assert paid("fabulous-4s", "2S 3D KH | 2C 2H", "banker") == "lose", "Banker's four loses, it does not push"
    assert paid("fabulous-4s", "2S 3D KH | 2C 2H", "player") == "1:1"
    assert line("fabulous-4s", "2S 2D KH | 2C 2H", "banker").outcome == "Tie"
    assert paid("fabulous-4s", "KS TD AH | KC TH AD", "player") == "push"
    assert paid("fabulous-4s", "KS TD AH | KC TH 2D", "player") == "lose"


@pytest.mark.clause("ebaccarat 4.12")
def test_4_12_precious_pairs_are_paid_once_at_their_best() -> None:
    nets = {"4D 4D": 60_000, "4C 4C": 30_000, "4D 4S": 30_000, "QD QD": 24_000, "QH QH": 18_000, "KC KH": 18_000}
    for two, net in nets.items():
        dealt = opened_with(f"{two.split()[0]} 2C {two.split()[1]} 3S")
        settled = settle(GAMES["fabulous-4s"], dealt, {"player-precious-pair": 2_000})
        assert (settled.total, len(settled.lines)) == (net, 1), two


@pytest.mark.parametrize(
    ("name", "text", "wager", "clause"),
    [
        ("tiger", "2S 3D KH | 4C 2H", "player", "ebaccarat 3.9"),
        ("tiger", "2S 3D KH | 4C 2H", "banker", "ebaccarat 3.9"),
        ("tiger", "2S 3D KH | 4C 2H", "tie", "ebaccarat 1.1.20"),
        ("tiger", "3S 4D | 4C 3H", "tie", "ebaccarat 1.1.20"),
        ("fortune-six-nc", "KS TD KH | KC TH 9D", "banker-dragon-bonus", "ebaccarat 1.1.1.1"),
        ("fortune-six-nc", "8S KD | 9C KH", "banker-dragon-bonus", "ebaccarat 1.1.1.2"),
        ("fortune-six-nc", "9S KD | 8C KH", "banker-dragon-bonus", "ebaccarat 1.1.1"),
        ("fortune-six-nc", "8S KD | 8C KH", "banker-dragon-bonus", "ebaccarat 1.1.9"),
        ("super-6-nc", "KS TD 9H | KC TH KD", "player-dragon-bonus", "ebaccarat 1.1.10.1"),
        ("super-6-nc", "9S KD | 8C KH", "player-dragon-bonus", "ebaccarat 1.1.10.2"),
        ("super-6-nc", "8S KD | 9C KH", "player-dragon-bonus", "ebaccarat 1.1.10"),
        ("super-6-nc", "8S KD | 8C KH", "player-dragon-bonus", "ebaccarat 1.1.9"),
        ("fabulous-4s", "KS 3D KH | 2C 2H", "banker-fabulous-4", "ebaccarat 1.1.2"),
        ("fabulous-4s", "2S 2D KH | 2C 2H", "banker-fabulous-4", "ebaccarat 1.1.2"),
        ("fabulous-4s", "2S 2D KH | KC 3H KD", "player-fabulous-4", "ebaccarat 1.1.11"),
        ("fabulous-4s", "2S 2D KH | 2C 2H", "player-fabulous-4", "ebaccarat 1.1.11"),
        ("tiger", "2S 3D KH | KC 3H 3D", "big-tiger", "ebaccarat 1.1.3"),
        ("tiger", "2S 3D KH | 4C 2H", "big-tiger", "ebaccarat 1.1.3"),
        ("tiger", "2S 3D KH | 4C 2H", "small-tiger", "ebaccarat 1.1.17"),
        ("tiger", "2S 3D KH | 4C 2H", "tiger", "ebaccarat 1.1.21"),
        ("tiger", "2S 4D | 4C 2H", "tiger", "ebaccarat 1.1.21"),
        ("tiger", "2S 4D | 4C 2H", "tiger-tie", "ebaccarat 1.1.23"),
        ("fortune-six-nc", "2S 3D KH | 4C 2H", "fortune-six", "ebaccarat 1.1.5"),
        ("super-six-nc", "2S 3D KH | 4C 2H", "super-six", "ebaccarat 1.1.18"),
        ("super-6-nc", "2S 3D KH | 4C 2H", "super-6", "ebaccarat 1.1.18"),
        ("no-commission", "4S 4D | KC 7H", "player-pair", "ebaccarat 1.1.13"),
        ("no-commission", "4S 4D | KC 7H", "banker-pair", "ebaccarat 3.7.2"),
        ("tiger-nc", "4S 4D | KC 7H", "tiger-pair", "ebaccarat 1.1.22.1"),
        ("tiger-nc", "4S 4D | 8C 8H", "tiger-pair", "ebaccarat 1.1.22.2"),
        ("tiger-nc", "4S 4D | 4C 4H", "tiger-pair", "ebaccarat 1.1.22.3"),
        ("tiger-nc", "KS 9D | KC 9H", "tiger-pair", "ebaccarat 1.1.22"),
        ("fabulous-4s", "4D 4D | KC 7H", "player-precious-pair", "ebaccarat 1.1.14.1"),
        ("fabulous-4s", "4D 4H | KC 7H", "player-precious-pair", "ebaccarat 1.1.14.2"),
        ("fabulous-4s", "QD QD 9H | KC 7H", "player-precious-pair", "ebaccarat 1.1.14.3"),
        ("fabulous-4s", "QD QH 9H | KC 7H", "player-precious-pair", "ebaccarat 1.1.14.4"),
        ("fabulous-4s", "QD KH 9H | KC 7H", "player-precious-pair", "ebaccarat 3.7.3"),
    ],
)
def test_4_a_settlement_names_the_clause_that_decided_it(name: str, text: str, wager: str, clause: str) -> None:
    assert clause in line(name, text, wager).clauses


# 5. Irregularities


STAKED = {"T1": {"banker": 2_000, "tie": 500}, "T2": {"player": 4_000, "tiger-pair": 2_000}}
ORDER = "KS 4C KD 2H 5H"
"""Player five in three cards with a pair of Kings, Banker six in two: by then everything is decided."""


def moments(name: str, stakes: Mapping[str, Mapping[str, int]]) -> list[BaccaratRound]:
    """A round at every moment of its life before it is settled."""
    round = bets_open(name, stakes)
    seen = [round, round := then(round, CloseBets())]
    for card in ORDER.split():
        round = dealt(round, card)
        seen.append(round)
    return seen


@pytest.mark.clause("ebaccarat 5.1.1", "ebaccarat 5.1")
def test_5_1_1_wrong_cards_in_the_shoe_void_the_round_at_any_moment() -> None:
    for round in moments("tiger", STAKED):
        void = then(round, VoidRound(clause=Clause("ebaccarat 5.1.1")))
        assert (void.phase, void.void, void.cards) == (Phase.VOID, "ebaccarat 5.1.1", round.cards)
        assert void.nets() == {"T1": 0, "T2": 0}, "even Tiger Pair, which had won (R-01)"
        assert expects(void) == []


@pytest.mark.clause("ebaccarat 5.1.2")
def test_5_1_2_rounds_before_the_void_one_stand() -> None:
    first = then(dealt(bets_closed("tiger", STAKED), ORDER), Settle())
    nets = first.nets()
    assert nets == {"T1": 1_900 - 500, "T2": -4_000 + 8_000}
    assert refusal(first, VoidRound(clause=Clause("ebaccarat 5.1.1")), Role.GAMING_SHIFT_MANAGER)
    second = then(first, OpenBets(terms=first.terms), place("T1", "tie", 500))
    void = then(second, VoidRound(clause=Clause("ebaccarat 5.1.1")))
    assert void.nets() == {"T1": 0}
    assert first.nets() == nets


@pytest.mark.clause("ebaccarat 5.2")
def test_5_2_a_disturbed_order_voids_the_round_whether_cards_were_seen_or_not() -> None:
    for round in moments("tiger", STAKED)[:-1]:
        void = then(round, VoidRound(clause=Clause("ebaccarat 5.2")))
        assert void.void == "ebaccarat 5.2"
        assert void.nets() == {"T1": 0, "T2": 0}


@every_variant
@pytest.mark.clause("ebaccarat 5.3")
def test_5_3_a_shoe_that_runs_out_voids_the_round(name: str) -> None:
    open_round, closed, *dealing, complete = moments(name, {"T1": {"banker": 2_000, "tie": 2_000}})
    for round in (closed, *dealing):
        assert decide(round, RunOut(), Role.DEALER) == [RoundVoided(clause=Clause("ebaccarat 5.3"), by=Role.DEALER)]
        assert then(round, RunOut()).nets() == {"T1": 0}
    assert refusal(open_round, RunOut()), "no card is needed yet"
    assert refusal(complete, RunOut()), "no card is needed any more"


@every_variant
@pytest.mark.clause("ebaccarat 5.3")
def test_5_3_it_is_the_cards_the_round_still_needs_that_count(name: str) -> None:
    longest = bets_closed(name, {"T1": {"banker": 2_000}})
    for card in cards("2S 3C 2D KH KS"):
        longest = then(longest, DealCard(card=card))
        (offer,) = (each for each in expects(longest) if each.command == "run-out")
        assert (offer.by, offer.clause, offer.irregular) == (Role.DEALER, "ebaccarat 5.3", True)
        void = then(longest, RunOut(), by=Role.DEALER)
        assert (void.void, void.nets(), void.shoe_spoiled) == ("ebaccarat 5.3", {"T1": 0}, True)
        assert refusal(longest, RunOut(), Role.PLAYER).clause == "ebaccarat 5.3"
    last_known = then(longest, FindFaceUpCard(card=Card("4D")))
    assert refusal(last_known, RunOut()), "the card that it needs is out"
    complete = then(last_known, DealCard(card=Card("4D")))
    assert (complete.phase, complete.shoe_spoiled) == (Phase.COMPLETE, False)
    assert refusal(complete, RunOut()), "with the last card of the shoe it is complete"
    assert then(complete, Settle()).nets() == {"T1": line(name, complete.cards, "banker").net}


@pytest.mark.clause("ebaccarat 5.3")
def test_5_3_a_round_with_all_its_cards_is_not_void_for_want_of_cards() -> None:
    complete = moments("tiger", STAKED)[-1]
    assert refusal(complete, VoidRound(clause=Clause("ebaccarat 5.3")), Role.GAMING_SHIFT_MANAGER)
    assert then(complete, Settle()).nets() == {"T1": 1_900 - 500, "T2": -4_000 + 8_000}


@every_variant
@pytest.mark.clause("ebaccarat 5.4")
def test_5_4_no_wager_is_withdrawn_once_bets_are_closed(name: str) -> None:
    open_round, *closed = moments(name, {"T1": {"banker": 2_000, "tie": 2_000}})
    take_back = WithdrawWager(bettor="T1", wager="banker")
    for round in closed:
        for by in Role:
            assert refusal(round, take_back, by).clause == "ebaccarat 5.4"
    assert then(open_round, take_back).stakes == {"T1": {"tie": 2_000}}
    assert then(open_round, take_back, WithdrawWager(bettor="T1", wager="tie")).stakes == {}
    assert "no wager on Player" in refusal(open_round, WithdrawWager(bettor="T1", wager="player"), Role.PLAYER).reason
    assert then(closed[-1], Settle()).nets()["T1"] == line(name, closed[-1].cards, "banker").net - 2_000


@every_variant
@pytest.mark.clause("ebaccarat 5.5")
def test_5_5_no_wager_is_placed_or_raised_once_bets_are_closed(name: str) -> None:
    open_round, *closed = moments(name, {"T1": {"banker": 2_000}})
    assert then(open_round, place("T1", "banker", 4_000)).stakes == {"T1": {"banker": 4_000}}
    for round in (*closed, then(closed[-1], Settle())):
        for late in (place("T1", "banker", 4_000), place("T1", "tie", 2_000), place("T3", "player", 2_000)):
            for by in Role:
                assert refusal(round, late, by).clause == "ebaccarat 5.5"
    assert closed[-1].stakes == {"T1": {"banker": 2_000}}


@pytest.mark.clause("ebaccarat 5.8.1")
def test_5_8_1_cards_drawn_together_in_unknown_order_void_the_round() -> None:
    for round in moments("tiger", STAKED)[1:]:
        void = then(round, VoidRound(clause=Clause("ebaccarat 5.8.1")))
        assert (void.void, void.nets()) == ("ebaccarat 5.8.1", {"T1": 0, "T2": 0})


@pytest.mark.clause("ebaccarat 5.1.1", "ebaccarat 5.2", "ebaccarat 5.8.1", "ebaccarat 6.2")
def test_5_a_round_is_voided_by_a_pit_manager_or_higher_and_only_by_a_clause_that_voids() -> None:
    round = dealt(bets_closed("tiger", STAKED), "KS 4C")
    for clause in ("ebaccarat 5.1.1", "ebaccarat 5.2", "ebaccarat 5.8.1"):
        void = VoidRound(clause=Clause(clause))
        for by in (Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
            assert decide(round, void, by) == [RoundVoided(clause=Clause(clause), by=by)]
        for by in (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR):
            assert "needs a Pit Manager" in refusal(round, void, by).reason
    for clause in ("ebaccarat 5.4", "ebaccarat 5.6", "ebaccarat 3.9", "ebaccarat 6.3", "superbaccarat 5.1.1"):
        assert "cannot be voided under" in refusal(round, VoidRound(clause=Clause(clause)), Role.PIT_MANAGER).reason


@pytest.mark.parametrize("name", [*PAIR_GAMES, "fabulous-4s"])
@pytest.mark.clause("ebaccarat 5.9", "ebaccarat 5.9.1", "ebaccarat 5.9.2")
def test_5_9_where_pairs_are_bet_on_the_third_card_decides(name: str) -> None:
    open_round, *closed = moments(name, {"T1": {"banker": 2_000}})
    no_card, one, two, *decided = closed
    for round in (open_round, no_card, one, two):
        assert round.decided() == {}
        assert decide(round, Interrupt(), Role.DEALER) == [
            RoundVoided(clause=Clause("ebaccarat 5.9.1"), by=Role.DEALER)
        ]
        assert then(round, Interrupt()).nets() == {"T1": 0}
    for round in decided:
        assert decide(round, Interrupt(), Role.DEALER) == [RoundInterrupted(clause=Clause("ebaccarat 5.9.2"))]


@tiger_variants
@pytest.mark.clause("ebaccarat 5.9.1")
def test_5_9_1_tiger_with_no_pair_in_sight_is_undecided_after_three_cards(name: str) -> None:
    round = dealt(bets_closed(name, {"T1": {"banker": 2_000}}), "KS 4C QD")
    assert round.decided() == {}
    void = then(round, Interrupt())
    assert (void.void, void.nets()) == ("ebaccarat 5.9.1", {"T1": 0})


@tiger_variants
@pytest.mark.clause("ebaccarat 5.9.2", "ebaccarat 1.1.22")
def test_5_9_2_tiger_pair_has_won_with_players_pair_though_its_grade_is_open(name: str) -> None:
    round = dealt(bets_closed(name, {"T1": {"tiger-pair": 2_000}}), "KS 4C KD")
    for fourth in STANDARD.cards:
        assert paid(name, opened_with(f"KS 4C KD {fourth}"), "tiger-pair") in ("4:1", "20:1")
    assert decide(round, Interrupt(), Role.DEALER) == [RoundInterrupted(clause=Clause("ebaccarat 5.9.2"))]


@pytest.mark.clause("ebaccarat 5.9.1")
def test_5_9_1_what_counts_are_the_wagers_the_table_offers_placed_or_not() -> None:
    optional = ["tiger-pair", "tiger", "small-tiger", "big-tiger", "tiger-tie"]
    plain = then(play(OpenBets(terms=Terms.of("tiger", without=optional)), place("T1", "player", 2_000)), CloseBets())
    for cards_out in ("KS 4C KD", "KS 4C 7D AH", "2S 3C 3D KH 4S", "2S 3C 3D KH 5S"):
        round = dealt(plain, cards_out)
        assert round.decided() == {}, "the third card to Banker can still turn all three"
        assert then(round, Interrupt()).void == "ebaccarat 5.9.1"
    every = bets_closed("tiger", {"T1": {"player": 2_000}})
    for cards_out in ("KS 4C 7D AH", "2S 3C 3D KH 4S", "2S 3C 3D KH 5S"):
        assert then(dealt(every, cards_out), Interrupt()).void is None, "nobody bet on it, but Tiger Pair has lost"


@every_variant
@pytest.mark.clause("ebaccarat 5.9.2")
def test_5_9_2_an_interrupted_round_with_an_outcome_is_played_to_its_end(name: str) -> None:
    stakes = {"T1": {"banker": 2_000, "tie": 2_000}}
    *_, four, complete = moments(name, stakes)
    for round, rest in ((four, "5H"), (complete, "")):
        halted = then(round, Interrupt(), Interrupt())
        assert (halted.phase, halted.interruptions, halted.void) == (round.phase, 2, None)
        finished = then(dealt(halted, rest), Settle())
        assert finished.nets() == then(complete, Settle()).nets()


@every_variant
@pytest.mark.clause("ebaccarat 5.10")
def test_5_10_the_round_goes_on_when_terminals_fail_even_all_of_them(name: str) -> None:
    stakes = {"T1": {"banker": 2_000}, "T2": {"player": 2_000}}
    for round in moments(name, stakes):
        failed = then(round, LoseTerminal(bettor="T1"), LoseTerminal(bettor="T2"))
        assert failed.lost == ("T1", "T2")
        assert (failed.phase, failed.stakes, failed.cards) == (round.phase, round.stakes, round.cards)
        going_on = [each for each in expects(round) if not each.command.endswith("-terminal")]
        assert [each for each in expects(failed) if not each.command.endswith("-terminal")] == going_on
        left = ORDER.split()[len(round.cards) :]
        closed = then(failed, CloseBets()) if round.phase is Phase.BETTING else failed
        ended = then(dealt(closed, " ".join(left)), Settle())
        assert ended.nets() == then(dealt(bets_closed(name, stakes), ORDER), Settle()).nets(), "as with them there"


@every_variant
@pytest.mark.clause("ebaccarat 5.10.1")
def test_5_10_1_an_accepted_wager_of_a_failed_terminal_is_settled_like_any_other(name: str) -> None:
    stakes = {"T1": {"banker": 2_000, "tie": 2_000}, "T2": {"banker": 2_000, "tie": 2_000}}
    _, *closed, complete = moments(name, stakes)
    expected = then(complete, Settle()).nets()
    for round in (*closed, complete):
        failed = then(round, LoseTerminal(bettor="T2"))
        finished = then(dealt(failed, " ".join(ORDER.split()[len(round.cards) :])), Settle())
        assert finished.nets() == expected, "also where nothing was decided yet (R-10)"
        assert finished.lines("T2") == finished.lines("T1")


@every_variant
@pytest.mark.clause("ebaccarat 5.10.2")
def test_5_10_2_a_terminal_whose_wager_was_not_accepted_in_time_is_not_in_the_round(name: str) -> None:
    open_round = bets_open(name, {"T1": {"banker": 2_000}})
    assert refusal(open_round, LoseTerminal(bettor="T2")).clause == "ebaccarat 5.10", "it has nothing in the round"
    round = then(open_round, CloseBets())
    assert refusal(round, place("T2", "banker", 2_000), Role.PLAYER).clause == "ebaccarat 5.5"
    finished = then(dealt(round, ORDER), Settle())
    assert finished.nets().keys() == {"T1"}
    assert finished.lines("T2") == []


@every_variant
@pytest.mark.clause("ebaccarat 5.10.2")
def test_5_10_2_a_wager_accepted_before_the_failure_stands_unless_it_is_taken_back_in_time(name: str) -> None:
    failed = then(bets_open(name, {"T1": {"banker": 2_000, "tie": 2_000}}), LoseTerminal(bettor="T1"))
    assert failed.stakes == {"T1": {"banker": 2_000, "tie": 2_000}}
    back = then(failed, WithdrawWager(bettor="T1", wager="tie"))
    assert back.stakes == {"T1": {"banker": 2_000}}
    heard = then(failed, place("T1", "player", 2_000))
    assert heard.lost == ()
    closed = then(failed, CloseBets())
    assert refusal(closed, WithdrawWager(bettor="T1", wager="tie"), Role.PLAYER).clause == "ebaccarat 5.4"
    assert then(dealt(closed, ORDER), Settle()).nets()["T1"] == line(name, cards(ORDER), "banker").net - 2_000


# 6. General provisions


@pytest.mark.clause("ebaccarat 6.2")
def test_6_2_a_higher_position_may_do_what_a_lower_one_does_and_nobody_bets_for_a_player() -> None:
    ranks = list(Role)
    commands: dict[str, AnyCommand] = {
        "place-wager": place("T1", "tie", 2_000),
        "withdraw-wager": WithdrawWager(bettor="T1", wager="banker"),
        "close-bets": CloseBets(),
        "deal-card": DealCard(card=Card("9C")),
        "remove-cutting-card": RemoveCuttingCard(),
        "run-out": RunOut(),
        "settle": Settle(),
        "interrupt": Interrupt(),
        "lose-terminal": LoseTerminal(bettor="T1"),
        "void-round": VoidRound(clause=Clause("ebaccarat 5.2")),
    }
    for round in moments("tiger", STAKED):
        for offer in (each for each in expects(round) if not each.irregular):
            command = commands[offer.command]
            players_own = offer.command in ("place-wager", "withdraw-wager")
            for by in Role:
                allowed = by is Role.PLAYER if players_own else ranks.index(by) >= ranks.index(offer.by)
                if allowed:
                    assert decide(round, command, by)
                else:
                    assert refusal(round, command, by).reason.values["needed"] == offer.by


@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_the_cards_dealt_govern_and_a_line_that_shows_another_outcome_is_refused() -> None:
    shown = "tiger 8 decks | Player 2S 3D KH = 5 | Banker 4C 2H = 6 | {} | T1: banker 20.00"
    assert read(shown.format("Banker wins")).nets() == {"T1": 1_900}
    for wrong in ("Player wins", "Tie"):
        with pytest.raises(Refused, match="the cards say 'Banker wins'"):
            read(shown.format(wrong))
    with pytest.raises(Refused, match="4C 2H is 6, not 4"):
        read("tiger 8 decks | Player 2S 3D KH = 5 | Banker 4C 2H = 4 | Player wins | T1: banker 20.00")


@every_variant
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_a_settled_round_keeps_no_result_that_its_cards_could_contradict(name: str) -> None:
    stakes = {"T1": {"player": 2_000}}
    complete = dealt(bets_closed(name, stakes), ORDER)
    assert decide(complete, Settle(), Role.DEALER) == [RoundSettled()]
    assert expects(complete)[0].prompt == "Player 5, Banker 6: Banker wins"
    assert outcome(complete.cards).points.winner == "banker"
    assert then(complete, Settle()).nets() == {"T1": -2_000}
