"""What a void leaves standing (R-01), and which wagers establish an outcome (R-07), by every reading, live."""

import pytest

from croupier.games.round import Phase
from croupier.house.accounting.booking import Amount, wager_totals
from live import Live

ALL = pytest.mark.parametrize("letter", ["a", "b"])


def baccarat(rulings: str, **stakes: int) -> Live:
    return Live("super-six-nc", rulings).bet("T1", {name.replace("_", "-"): each for name, each in stakes.items()})


@ALL
@pytest.mark.clause("ebaccarat 5.2")
def test_r_01_a_void_returns_every_stake_or_leaves_what_the_cards_had_decided(letter: str) -> None:
    live = baccarat(f"R-01={letter}", player=1_000, player_pair=500, banker_pair=300).do("close-bets").deal("8S 9C 8D")
    live.do("declare-disturbed-order")
    assert live.round.phase is Phase.VOID
    assert live.round.nets() == {"T1": 0 if letter == "a" else 5_500}, "Player's pair, 11 to 1"
    won = {} if letter == "a" else {"player-pair": Amount(500, 500, -5_500)}
    assert wager_totals(live.round) == won, "the books have what the ledger has"


@ALL
@pytest.mark.clause("superbaccarat 5.2")
def test_r_01_a_settled_round_that_is_voided_pays_back_or_stays_settled(letter: str) -> None:
    live = Live("sands-super", f"R-01={letter}").bet("T1", {"player": 1_000, "tie": 500}).do("close-bets")
    live.deal("9S 2C KD 3H").do("settle")
    assert live.round.nets() == {"T1": 500}
    live.do("void-round", clause="superbaccarat 5.2")
    assert live.round.nets() == {"T1": 0 if letter == "a" else 500}


@ALL
@pytest.mark.clause("lucky8 5.1.1")
def test_r_01_pairs_paid_and_halves_surrendered_are_undone_or_stay(letter: str) -> None:
    live = Live("lucky-8", f"R-01={letter}").bet("Ann", {"main": 1_000, "pair": 200}, 1).bet("Bob", {"main": 600}, 2)
    live.do("close-bets").deal("8S 9C 7D 8H 6C")
    before = Live("lucky-8", f"R-01={letter}").bet("Ann", {"main": 1_000, "pair": 200}, 1).bet("Bob", {"main": 600}, 2)
    before.do("close-bets").deal("8S 9C 7D 8H 6C").do("declare-bad-cards", kind="extra")
    assert before.round.nets() == {"Ann": 0, "Bob": 0}, "nothing is settled before the deal is confirmed"
    live.do("confirm-deal").do("surrender", bettor="Bob", box=2).do("declare-bad-cards", kind="extra")
    pair = live.round.left_by_void().get("Ann", {}).get(1, [])
    assert [line.wager for line in pair] == ([] if letter == "a" else ["pair"])
    assert live.round.nets() == ({"Ann": 0, "Bob": 0} if letter == "a" else {"Ann": pair[0].net, "Bob": -300})
    assert letter == "a" or pair[0].net > 0


@ALL
@pytest.mark.clause("lucky8 5.1.1")
def test_r_01_a_bust_hand_is_given_back_or_stays_lost_and_insurance_lost_with_it(letter: str) -> None:
    live = Live("lucky-8", f"R-01={letter}").bet("Ann", {"main": 1_000}, 1).bet("Bob", {"main": 600}, 2)
    live.do("close-bets").deal("TS 9C AD 6H 9D").do("confirm-deal")
    live.do("insure", bettor="Ann", box=1, owner="Ann", stake=500).do("close-offers")
    live.decide("Ann", "hit").deal("KC").decide("Bob", "stand", box=2).deal("7H")
    assert live.round.phase is Phase.DRAWING or live.round.phase is Phase.COMPLETE
    live.do("refer", reason="smoke", effect="void")
    assert live.round.nets() == {"Ann": 0 if letter == "a" else -1_500, "Bob": 0}


@ALL
@pytest.mark.clause("eblackjack 5.1.1")
def test_r_01_terminals_keep_or_give_back_what_the_opening_decided(letter: str) -> None:
    live = Live("e-blackjack", f"R-01={letter}").bet("T1", {"main": 1_000, "bet-the-set-21": 200, "kings-bounty": 100})
    live.do("close-bets").deal("8S 7D 8H").do("declare-bad-cards", kind="foreign")
    lines = {line.wager: line.net for line in live.round.left_by_void().get("T1", ())}
    assert set(lines) == (set() if letter == "a" else {"bet-the-set-21", "kings-bounty"})
    assert live.round.nets() == {"T1": sum(lines.values())}


@pytest.mark.parametrize(
    ("letter", "placed", "dealt", "established"),
    [
        ("a", "banker", "8S 9C 2D", True),
        ("b", "banker", "8S 9C 2D", False),
        ("b", "player-pair", "8S 9C 2D", True),
        ("c", "player-pair", "8S 9C 2D", False),
        ("c", "player-pair", "8S 2C TD KH", True),
    ],
)
@pytest.mark.clause("ebaccarat 5.9.1", "ebaccarat 5.9.2")
def test_r_07_an_interruption_voids_or_not_by_which_wagers_count(
    letter: str, placed: str, dealt: str, established: bool
) -> None:
    live = Live("super-six-nc", f"R-07={letter}").bet("T1", {placed: 1_000}).do("close-bets").deal(dealt)
    live.do("interrupt")
    assert live.round.phase is (Phase.VOID if not established else live.round.phase)
    assert bool(live.round.interruptions) is established


@pytest.mark.parametrize(
    ("letter", "side", "dealt", "established"),
    [
        ("a", "", "8S 9C 7D 8H", True),
        ("b", "", "8S 9C 7D 8H", False),
        ("b", "pair", "8S 9C 7D 8H", True),
        ("b", "lucky-8", "7S 9C 7D", True),
        ("c", "pair", "8S 9C 7D 8H", False),
        ("c", "", "AS 9C 7D KH", True),
    ],
)
@pytest.mark.clause("lucky8 5.29.1", "lucky8 5.29.2")
def test_r_07_a_power_failure_lets_players_withdraw_or_not_by_which_wagers_count(
    letter: str, side: str, dealt: str, established: bool
) -> None:
    live = Live("lucky-8", f"R-07={letter}").bet("Ann", {"main": 1_000} | ({side: 200} if side else {}), 1)
    live.bet("Bob", {"main": 600}, 2).do("close-bets").deal(dealt).do("interrupt")
    assert live.round.withdrawing is not established


@pytest.mark.parametrize(("letter", "bare"), [("a", True), ("b", False), ("c", False)])
@pytest.mark.clause("dueling8 5.26")
def test_r_07_at_dueling_8s_the_first_card_decides_superb_8s(letter: str, bare: bool) -> None:
    alone = Live("dueling-8s", f"R-07={letter}").bet("Ann", {"main": 1_000}, 1).bet("Bob", {"main": 600}, 2)
    assert alone.do("close-bets").deal("5S").do("interrupt").round.withdrawing is not bare
    staked = Live("dueling-8s", f"R-07={letter}").bet("Ann", {"main": 1_000, "superb-8s": 200}, 1)
    staked.bet("Bob", {"main": 600}, 2).do("close-bets").deal("5S").do("interrupt")
    assert staked.round.withdrawing is (letter == "c")
