"""Tables run by other readings of procedure: what a house does by itself, books and records included."""

from croupier.games.round import Phase, Role
from croupier.house.accounting.report import report
from croupier.house.audit import audit
from croupier.house.recall.resettle import resettle
from housed import Housed, housed, until


def true(made: Housed) -> None:
    """The record verifies, settles to the same again, and survives a crash."""
    records = made.store.records
    assert audit(records).defects == []
    assert resettle(records).differences == []
    made.crash()
    assert audit(made.store.records).defects == []


def test_r_01_what_a_void_leaves_standing_is_booked_as_it_is_paid() -> None:
    for letter in "ab":
        made = housed("sands-super", unit=1_000, rulings={"R-01": letter}, two_people=())
        until(made, Phase.BETTING)
        assert made.bet(wager="player").done
        until(made, Phase.SETTLED)
        won = made.round().nets()["T1"]
        assert won
        refer = made.tell("refer", Role.GAMING_SHIFT_MANAGER, actor="staff:ann", reason="smoke", effect="void")
        assert refer.done or made.approve(refer, Role.GAMING_SHIFT_MANAGER).done, refer.reason
        total = report(made.store.records, 0, 2**62).total
        assert (total.void, total.win) == (1, -won if letter == "b" else 0)
        true(made)


def test_r_10_a_terminal_that_the_house_loses_gets_its_wagers_back() -> None:
    for letter in "ab":
        made = housed("tiger", unit=1_000, rulings={"R-10": letter})
        until(made, Phase.BETTING)
        for who in ("T1", "T2"):
            assert made.bet(who, wager="player").done
        made.table().terminals_lost("T1")
        made.settle()
        assert set(made.round().stakes) == ({"T1", "T2"} if letter == "a" else {"T2"})
        until(made, Phase.SETTLED)
        true(made)


def test_r_93_a_terminal_with_side_wagers_alone_is_dealt_to_and_booked() -> None:
    made = housed("e-blackjack", unit=100, rulings={"R-93": "b"})
    until(made, Phase.BETTING)
    assert made.bet(wager="kings-bounty", stake=1_000).done
    until(made, Phase.SETTLED)
    won = made.round().nets()["T1"]
    total = report(made.store.records, 0, 2**62).total
    assert (total.handle, total.win) == (1_000, -won)
    true(made)
