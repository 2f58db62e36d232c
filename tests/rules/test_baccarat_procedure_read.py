"""The readings of procedure and authority that a baccarat table may be run by, live, money counted to the cent."""

import pytest

from croupier.games.catalogue import game
from croupier.games.irregularity import KNOWN_EARLY
from croupier.games.recorded import settle
from croupier.games.round import Phase, Role
from croupier.refused import Refused
from live import Live

AB = pytest.mark.parametrize("letter", ["a", "b"])


def tiger(rulings: str) -> Live:
    live = Live("tiger", rulings)
    return live.bet("T1", {"player": 1_000, "small-tiger": 500}).bet("T2", {"banker": 600})


def sands(rulings: str) -> Live:
    return Live("sands-super", rulings).bet("T1", {"player": 1_000})


def due(live: Live) -> tuple[str, str]:
    """Why the shoe is unusable after the round, and by which clause."""
    shoe = live.family.spoiled(live.round)
    assert shoe is not None
    return str(shoe.why), str(shoe.clause)


@AB
@pytest.mark.clause("ebaccarat 5.9.1", "ebaccarat 5.10")
def test_r_09_all_terminals_down_is_an_outage_of_the_deal_or_not(letter: str) -> None:
    live = tiger(f"R-09={letter}").do("close-bets").deal("8S").do("lose-terminal", bettor="T1")
    assert live.round.phase is Phase.DEALING, "one of two"
    live.do("lose-terminal", bettor="T2")
    assert live.round.phase is (Phase.DEALING if letter == "a" else Phase.VOID)
    late = tiger(f"R-09={letter}").do("close-bets").deal("8S 9C 8D 9H")
    late.do("lose-terminal", bettor="T1").do("lose-terminal", bettor="T2")
    assert (late.round.phase, late.round.interruptions) == (Phase.COMPLETE, 0 if letter == "a" else 1)


@AB
@pytest.mark.clause("ebaccarat 5.10.1")
def test_r_10_accepted_wagers_of_a_failed_terminal_play_on_or_are_returned(letter: str) -> None:
    for closes in (False, True):
        live = tiger(f"R-10={letter}")
        live = live.do("close-bets").deal("8S") if closes else live
        live.do("lose-terminal", bettor="T1")
        assert ("T1" in live.round.stakes) is (letter == "a")
        assert "T2" in live.round.stakes
    decided = tiger(f"R-10={letter}").do("close-bets").deal("8S 9C 8D 9H").do("lose-terminal", bettor="T1")
    assert "T1" in decided.round.stakes, "with an outcome established the wagers stand"


@AB
@pytest.mark.clause("superbaccarat 5.3")
def test_r_12_the_shift_manager_rules_where_the_document_is_silent_or_nobody_does(letter: str) -> None:
    live = sands(f"R-12={letter}")
    borrowed = {"interrupt", "find-face-up-card", "correct-display", "refer"}
    assert live.open & borrowed == (borrowed if letter == "a" else set())
    live.do("close-bets").deal("9S 2C")
    assert live.open & borrowed == (borrowed if letter == "a" else set())
    if letter == "b":
        assert live.refused("refer", reason="smoke", effect="void")
    assert live.deal("KD 6H").do("settle").round.nets() == {"T1": 1_000}


@pytest.mark.parametrize(
    ("letter", "course", "left"), [("a", "burn", "burned"), ("b", "play", "waiting"), ("c", "reshuffle", "void")]
)
@pytest.mark.parametrize("name", ["tiger", "sands-super"])
@pytest.mark.clause("ebaccarat 5.6")
def test_r_22_a_card_known_before_the_first_one_is_burned_played_or_shuffled_away(
    name: str, letter: str, course: str, left: str
) -> None:
    live = Live(name, f"R-22={letter}").bet("T1", {"player": 1_000})
    [offer] = live.offers("find-face-up-card")
    assert offer.suggested == course
    assert set(offer.options) == ({"reshuffle"} if letter == "c" else {"burn", "play"})
    live.do("find-face-up-card", card="9S")
    assert (live.round.burned, live.round.waiting) == ((("9S",), ()) if left != "waiting" else ((), ("9S",)))
    assert (live.round.phase, live.round.shoe_spoiled) == (
        (Phase.VOID, True) if letter == "c" else (Phase.BETTING, False)
    )
    ready = Live(name, f"R-22={letter}", opening={"waiting": ["9S"]})
    ready.do("rule-ready-cards", course=course)
    assert (ready.round.phase is Phase.VOID) is (letter == "c")
    if letter == "c":
        assert live.events[-1].by == ready.events[-1].by == Role.PIT_MANAGER
        assert due(live) == due(ready) == ("a card of the shoe was known before it was dealt", KNOWN_EARLY)
        other = Live(name, "R-22=c", opening={"waiting": ["9S"]})
        assert "reshuffle" in str(other.refused("rule-ready-cards", course="burn"))
        other = Live(name, "R-22=c").bet("T1", {"player": 1_000})
        assert "reshuffle" in str(other.refused("find-face-up-card", card="9S", course="burn"))


@AB
@pytest.mark.clause("ebaccarat 5.5")
def test_r_29_a_late_wager_found_after_the_result_is_returned_win_or_lose_or_only_if_it_did_not_lose(
    letter: str,
) -> None:
    live = tiger(f"R-29={letter}").do("close-bets").deal("8S 4C KD 2H").do("settle")
    assert live.round.nets() == {"T1": 500, "T2": -600}
    if letter == "b":
        stays = live.refused("return-late-wager", bettor="T2", wager="banker", amount=600)
        assert (stays.clause, "T2" in str(stays), "Banker" in str(stays)) == ("R-29", True, True)
        assert live.do("return-late-wager", bettor="T1", wager="player", amount=1_000).round.nets()["T1"] == -500
    else:
        assert live.do("return-late-wager", bettor="T2", wager="banker", amount=600).round.nets() == {"T1": 500}


@AB
@pytest.mark.clause("ebaccarat 3.5", "superbaccarat 3.5")
def test_r_103_side_bets_are_free_or_need_one_on_player_or_banker(letter: str) -> None:
    live = Live("tiger", f"R-103={letter}")
    if letter == "a":
        assert live.bet("T1", {"tie": 500}).round.stakes == {"T1": {"tie": 500}}
        return
    assert live.refused("place-wager", Role.PLAYER, bettor="T1", wager="tie", stake=500).clause == "R-103"
    assert [set(each.wagers) for each in live.offers("place-wager")] == [{"player", "banker"}]
    live.bet("T1", {"banker": 1_000, "tie": 500, "small-tiger": 100}).bet("T2", {"player": 1_000, "tie": 500})
    mains, sides = live.offers("place-wager")
    assert (set(mains.wagers), mains.bettors) == ({"player", "banker"}, None)
    assert (set(sides.wagers), sides.bettors) == (set(game("tiger").bets) - {"player", "banker"}, ("T1", "T2"))
    live.bet("T1", {"player": 1_000}).do("withdraw-wager", bettor="T1", wager="player")
    assert set(live.round.stakes["T1"]) == {"banker", "tie", "small-tiger"}, "the other main one holds them"
    live.do("withdraw-wager", bettor="T1", wager="banker")
    assert live.round.stakes == {"T2": {"player": 1_000, "tie": 500}}, "side bets go with the last main one"
    assert [(each.bettor, each.wager) for each in live.events[-3:]] == [
        ("T1", "tie"),
        ("T1", "small-tiger"),
        ("T1", "banker"),
    ]
    live.do("withdraw-wager", bettor="T2", wager="player")
    live.bet("T1", {"banker": 1_000, "big-tiger": 100, "player": 1_000})
    assert list(live.round.stakes["T1"]) == ["banker", "player", "big-tiger"], "in an order in which they can be placed"
    for wager in ("banker", "player"):
        live.do("withdraw-wager", bettor="T1", wager=wager)
    live.bet("T1", {"banker": 1_000, "tie": 500}).do("close-bets")
    live.do("return-late-wager", bettor="T1", wager="banker", amount=600)
    assert live.round.stakes == {"T1": {"banker": 400, "tie": 500}}, "part of a main one still holds them"
    live.do("return-late-wager", bettor="T1", wager="banker", amount=400)
    assert live.round.stakes == {}
    rules = game("tiger", "R-103=b")
    with pytest.raises(Refused, match="needs a wager on Player or Banker"):
        settle(rules, "8S 4C KD 2H", {"tie": 1_000})
    assert settle(rules, "8S 4C KD 2H", {"tie": 1_000, "player": 1_000}).total == 0


@AB
@pytest.mark.parametrize("name", ["tiger", "sands-super"])
@pytest.mark.clause("ebaccarat 5.2", "superbaccarat 5.4")
def test_r_104_a_shoe_disturbed_after_the_last_card_leaves_the_round_or_voids_it(name: str, letter: str) -> None:
    live = Live(name, f"R-104={letter}").bet("T1", {"player": 1_000}).do("close-bets").deal("9S 2C KD 6H")
    live.do("declare-disturbed-order")
    assert live.round.phase is (Phase.COMPLETE if letter == "a" else Phase.VOID)
    assert live.round.shoe_spoiled


@AB
@pytest.mark.clause("superbaccarat 5.3")
def test_r_112_third_cards_drawn_at_once_are_treated_like_the_first_four_or_referred(letter: str) -> None:
    live = sands(f"R-112={letter}").do("close-bets").deal("2S 2C KD 3H")
    assert ("declare-drawn-together" in live.open) is (letter == "a")
    if letter == "b":
        assert live.refused("declare-drawn-together", cards=["5S", "6S"], known=True)
        live.do("refer", reason="third cards drawn at once", effect="void")
    else:
        live.do("declare-drawn-together", cards=["5S", "6S"], known=False)
    assert live.round.phase is Phase.VOID
    assert "declare-drawn-together" in sands(f"R-112={letter}").do("close-bets").deal("2S").open


@AB
@pytest.mark.clause("superbaccarat 5.1")
def test_r_113_bad_cards_that_are_not_named_void_the_round_or_are_referred(letter: str) -> None:
    assert sands(f"R-113={letter}").do("declare-bad-cards", kind="foreign").round.phase is Phase.VOID
    for kind in ("extra", "missing", "unshuffled"):
        if letter == "a":
            assert sands("").do("declare-bad-cards", kind=kind).round.phase is Phase.VOID
        else:
            referred = sands("R-113=b").refused("declare-bad-cards", kind=kind)
            assert (referred.clause, kind in str(referred)) == ("R-113", True)


def test_what_is_referred_needs_somebody_to_refer_it_to() -> None:
    for ruling in ("R-112", "R-113"):
        with pytest.raises(Refused, match="R-12") as refused:
            game("sands-super", f"{ruling}=b R-12=b")
        values = {"ruling": ruling, "reading": "b", "other": "R-12", "given": "b"}
        assert (refused.value.clause, refused.value.reason.values) == (ruling, values)
