"""A table goes over to another edition of its document, and to another reading: what was played stays as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import catalogue
from croupier.games.catalogue import game
from croupier.games.recorded import settle
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms
from croupier.house.accounting.report import report
from croupier.house.audit import audit
from croupier.house.recall.replay import Replay
from croupier.house.recall.resettle import resettle
from croupier.house.rounds import round_steps
from croupier.odds.theory import Theory
from croupier.rulebook import Ruling
from housed import Housed, housed, until
from next_edition import SEVEN, published

SIX = "8S 4C 3D 2H KH"
"""Banker wins with six in two cards."""


@pytest.fixture
def fifth(tmp_path: Path) -> Iterator[None]:
    with published(tmp_path, "2026-01-01"):
        yield


def played(made: Housed, *wagers: str) -> None:
    """One round with these wagers, to its end."""
    until(made, Phase.BETTING)
    for wager in wagers:
        assert made.bet(wager=wager, stake=1_000).done
    until(made, Phase.SETTLED)


def coming(made: Housed) -> str:
    """The edition of the next round."""
    configuration = made.state().coming
    assert configuration is not None
    return configuration.terms.edition


def goes_over(made: Housed, **settings: object) -> None:
    asked = made.tell("change-settings", Role.PIT_MANAGER, actor="staff:ann", settings=settings)
    assert asked.approval, asked.reason
    answer = made.approve(asked, Role.PIT_MANAGER)
    assert answer.done, answer.reason


@pytest.mark.usefixtures("fifth")
def test_a_store_with_two_editions_and_three_readings_stays_true_to_each() -> None:
    made = housed("tiger", unit=1_000, edition="4")
    limits = {SEVEN: "10.00..1,000.00"}
    for letter in "abc":
        if letter != "a":
            goes_over(made, rulings={"R-98": letter})
        played(made, "banker", "small-tiger", "tiger-pair")
    goes_over(made, edition="5", limits=limits, rulings={"R-98": "a"})
    for _ in range(3):
        played(made, "banker", "small-tiger", SEVEN)
    until(made, Phase.BETTING)
    assert made.bet(wager="tiger-pair", stake=1_000).reason, "the fifth edition has none"
    until(made, Phase.SETTLED)
    records = made.store.records
    assert audit(records).defects == []
    assert resettle(records).differences == []
    rounds = [step.after for step in round_steps(records, records.all_events()) if step.after.phase is Phase.SETTLED]
    played_by = [(round.terms.edition, round.terms.readings.letter("R-98")) for round in rounds]
    assert played_by == [("4", "a"), ("4", "b"), ("4", "c"), *[("5", "a")] * 4]
    for number, (edition, letter) in enumerate(played_by[:6], 1):
        told = Replay(records, "B1", number).recalled()
        (small,) = [line for line in told.lines if line.wager == "small-tiger"]
        assert ("R-98=" + letter in told.rules) is (letter != "a"), told.rules
        assert {each.partition(" ")[0] for each in small.clauses} == {{"4": "ebaccarat", "5": "ebaccarat@5"}[edition]}
    expected = sum(Theory.of(round.terms).win(stakes) for round in rounds for stakes in round.wagers().values())
    assert report(records, 0, 2**62).total.theory == pytest.approx(expected)
    made.crash()
    assert audit(made.store.records).defects == []
    assert coming(made) == "5"


@pytest.mark.usefixtures("fifth")
def test_other_rules_take_two_people_at_every_table() -> None:
    made = housed("tiger", unit=1_000, edition="4", two_people=())
    limits = {SEVEN: "10.00..1,000.00"}
    alone = made.tell("change-settings", Role.PIT_MANAGER, settings={"edition": "5", "limits": limits})
    assert alone.approval is not None
    assert coming(made) == "4", "until somebody else agrees"
    assert made.tell("change-settings", Role.PIT_MANAGER, settings={"unit": "20.00"}).approval is None
    unposted = made.tell("change-settings", Role.PIT_MANAGER, settings={"edition": "5"})
    assert not unposted.done
    assert "Lucky Seven" in str(unposted.reason) or SEVEN in str(unposted.reason)


def test_the_register_decides_what_a_game_is_read_by() -> None:
    try:
        Ruling("R-43").default = "b"
        catalogue.forget()
        assert game("lucky-8").reads("R-43") == "b"
        assert Terms.of("lucky-8").readings.letter("R-43") == "b"
        lost = settle("lucky-8", "8S TD 8H KC 5C KD AH", {"main": 1_000}, ["split", "hit", "stand"])
    finally:
        Ruling("R-43").default = "a"
        catalogue.forget()
    assert lost.total == -2_000, "the bust hand and one more"


def test_a_store_with_three_readings_stays_true_to_each() -> None:
    made = housed("lucky-8", unit=1_000)
    for reading in ("obbo", "bb+1", "obo"):
        if reading != "obbo":
            goes_over(made, rulings={"R-43": reading})
        for _ in range(2):
            until(made, Phase.BETTING)
            assert made.bet(box=1).done
            until(made, Phase.SETTLED)
    records = made.store.records
    assert audit(records).defects == []
    assert resettle(records).differences == []
    rounds = [step.after for step in round_steps(records, records.all_events()) if step.after.phase is Phase.SETTLED]
    assert {tuple(round.terms.readings.changes.items()) for round in rounds} == {
        (),
        (("R-43", "b"),),
        (("R-42", "b"), ("R-43", "c")),
    }
    expected = sum(Theory.of(round.terms).win({"main": 1_000}) for round in rounds)
    assert report(records, 0, 2**62).total.theory == pytest.approx(expected)
