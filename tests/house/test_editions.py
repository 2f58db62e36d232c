"""A table goes over to another edition of its document, and to another reading: what was played stays as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import catalogue
from croupier.games.catalogue import edition_of, editions, game
from croupier.games.recorded import settle
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms
from croupier.house.accounting.report import report
from croupier.house.audit import audit
from croupier.house.recall.resettle import resettle
from croupier.house.rounds import round_steps
from croupier.odds.theory import Theory
from croupier.refused import Refused
from croupier.rulebook import Clause, Ruling, document
from housed import Housed, housed, until
from next_edition import NAME, SEVEN, published

SIX = "8S 4C 3D 2H KH"
"""Banker wins with six in two cards."""


@pytest.fixture
def fifth(tmp_path: Path) -> Iterator[None]:
    with published(tmp_path, "2026-01-01"):
        yield


@pytest.mark.usefixtures("fifth")
def test_an_edition_has_its_own_clauses_and_the_first_keeps_its_name() -> None:
    assert list(editions("tiger")) == ["4", "5"]
    assert document("ebaccarat@4") is document("ebaccarat")
    assert Clause("ebaccarat@4 4.10") is Clause("ebaccarat", "4.10")
    assert Clause(NAME, "4.11").summary == Clause("ebaccarat", "4.10").summary
    assert {name: game(name).by_name["small-tiger"].rows[0].clauses[0] for name in ("tiger@4", "tiger@5")} == {
        "tiger@4": "ebaccarat 4.10",
        "tiger@5": f"{NAME} 4.11",
    }
    with pytest.raises(Refused, match="no edition '7': choose from 4, 5"):
        game("tiger@7")


@pytest.mark.usefixtures("fifth")
def test_a_name_means_the_edition_in_force_on_the_day() -> None:
    assert edition_of("tiger", day="2025-12-31").edition == "4"
    assert edition_of("tiger", day="2026-01-01").edition == "5"
    assert game("tiger").edition == "5"
    assert Terms.of("tiger").edition == "5"
    assert Terms.parse(str(Terms.of("tiger@4"))) == Terms.of("tiger@4")


def test_an_edition_that_does_not_hold_yet_is_chosen_by_nobody_who_does_not_name_it(tmp_path: Path) -> None:
    with published(tmp_path, "2999-01-01"):
        assert game("tiger").edition == "4"
        assert game("tiger@5").edition == "5"


@pytest.mark.usefixtures("fifth")
def test_the_same_cards_are_settled_by_the_edition_that_is_named() -> None:
    nets = {name: settle(name, SIX, {"small-tiger": 1_000}).lines[0] for name in ("tiger@4", "tiger@5")}
    assert {name: (line.net, line.clauses[0]) for name, line in nets.items()} == {
        "tiger@4": (22_000, "ebaccarat 4.10"),
        "tiger@5": (20_000, f"{NAME} 4.11"),
    }
    with pytest.raises(Refused, match="tiger-pair"):
        settle("tiger@5", SIX, {"tiger-pair": 1_000})
    with pytest.raises(Refused, match=SEVEN):
        settle("tiger@4", SIX, {SEVEN: 1_000})


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
def test_a_store_with_two_editions_stays_true_to_each() -> None:
    made = housed("tiger", unit=1_000, edition="4")
    limits = {SEVEN: "10.00..1,000.00"}
    for _ in range(3):
        played(made, "banker", "small-tiger", "tiger-pair")
    goes_over(made, edition="5", limits=limits)
    for _ in range(3):
        played(made, "banker", "small-tiger", SEVEN)
    until(made, Phase.BETTING)
    assert made.bet(wager="tiger-pair", stake=1_000).reason, "the fifth edition has none"
    until(made, Phase.SETTLED)
    records = made.store.records
    assert audit(records).defects == []
    assert resettle(records).differences == []
    rounds = [step.after for step in round_steps(records, records.all_events()) if step.after.phase is Phase.SETTLED]
    by_edition = {round.terms.edition for round in rounds}
    assert by_edition == {"4", "5"}
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
