"""A variant at a table: refused until two people approve its text; every round is true to the text it was played by."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.games import catalogue
from croupier.games.recorded import settle
from croupier.games.round import Phase, Role
from croupier.house import events as house
from croupier.house import evidence
from croupier.house.audit import audit
from croupier.house.configuration import Configuration, read
from croupier.house.recall.replay import Replay
from croupier.house.recall.resettle import resettle
from croupier.house.rounds import round_steps
from croupier.house.table.offers import of_table
from croupier.refused import Refused
from croupier.words import Sentence
from housed import Housed, until

FILE = """
name = "{name}"
title = "EZ Baccarat"
base = "no-commission"
without = ["player-pair", "banker-pair"]

[limits]
banker = "10.00..500.00"

[wagers.banker]
rows = [
  {{ pays = "push", winner = "banker", banker = 7, banker-cards = 3, outcome = "Banker wins with 7 in three cards" }},
  {{ pays = "1:1", winner = "banker" }},
  {{ pays = "push", winner = "tie" }},
]

[wagers.dragon-7]
label = "Dragon 7"
rows = [{{ pays = "{dragon}", winner = "banker", banker = 7, banker-cards = 3 }}]
"""
ROUNDS = 1_000
WAGERS = ("player", "banker", "tie", "dragon-7")


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Variants are known in the process from then on: what a restarted process would know is nothing."""
    yield
    forgotten()


def forgotten() -> None:
    catalogue._variants.clear()
    catalogue._texts.clear()
    catalogue.forget()


def configured(folder: Path, dragon: str = "40:1", **settings: str) -> dict[str, Configuration]:
    """The tables of a configuration file, which names the variant's file beside it."""
    (folder / "own.toml").write_text(FILE.format(name="ez-own", dragon=dragon), "utf-8")
    lines = "".join(f"{key} = {value}\n" for key, value in settings.items())
    limits = '{ player = "5.00..500.00", tie = "5.00..100.00", dragon-7 = "5.00..100.00" }'
    return read(f'[tables.B1]\ngame = "own.toml"\nlimits = {limits}\n{lines}', folder)


class Demo(Housed):
    """A demonstration: its credits have no value."""

    demo = True

    def _open(self) -> None:
        super()._open()
        self.house.note(house.HouseOpened(program="", demo=self.demo))


def opened(tables: dict[str, Configuration], *, demo: bool = True) -> Housed:
    made = Demo(B1=tables["B1"]) if demo else Housed(B1=tables["B1"])
    made.rich().wait(0)
    return made


def played(made: Housed, rounds: int = 1) -> None:
    for _ in range(rounds):
        until(made, Phase.BETTING)
        for wager in WAGERS:
            assert made.bet(wager=wager, stake=1_000).done
        until(made, Phase.SETTLED)


def approved(made: Housed, first: str = "staff:ann", second: str = "staff:bob") -> Any:
    asked = made.tell("approve-game", Role.PIT_MANAGER, actor=first, game=made.state().unapproved)
    assert asked.approval, asked.reason
    return made.approve(asked, Role.GAMING_SHIFT_MANAGER, actor=second)


def defects(made: Housed) -> list[str]:
    return [each.said for each in audit(made.store.records).defects]


def test_a_configuration_file_names_the_file_of_a_variant(tmp_path: Path) -> None:
    terms = configured(tmp_path)["B1"].terms
    assert terms.in_full == f"ez-own@{terms.edition}"
    assert {wager: str(limits) for wager, limits in terms.limits.items()} == {
        "banker": "10.00..500.00",
        "player": "5.00..500.00",
        "tie": "5.00..100.00",
        "dragon-7": "5.00..100.00",
    }, "the file's own limits, unless the table posts others"
    for game, why in (("absent.toml", "cannot read .*absent.toml"), ("ez-own", "unknown game 'ez-own'")):
        with pytest.raises(Refused, match=f"B1: .*{why}"):
            read(f'[tables.B1]\ngame = "{game}"\n', tmp_path)


def test_a_demonstration_plays_it_and_the_audit_finds_nothing(tmp_path: Path) -> None:
    made = opened(configured(tmp_path))
    played(made, 3)
    assert made.tell("change-settings", Role.PIT_MANAGER, settings={"limits": {"tie": "5.00..50.00"}}).done
    played(made)
    assert defects(made) == []
    assert "approve-game" not in {each.expected.command for each in of_table(made.state(), made.now)}


def test_every_round_stays_true_to_the_text_that_it_was_played_by(tmp_path: Path) -> None:
    made = opened(configured(tmp_path))
    played(made, 5)
    until(made, Phase.BETTING)
    before = made.round().terms.edition
    forgotten()
    made.tables = configured(tmp_path, dragon="50:1")
    made.crash()
    played(made, 6)
    assert made.round().terms.edition != before
    forgotten()
    records = made.store.records
    assert defects(made) == []
    assert resettle(records).differences == []
    forgotten()
    rounds = [step.after for step in round_steps(records, records.all_events()) if step.after.phase is Phase.SETTLED]
    assert {round.terms.edition == before for round in rounds} == {True, False}
    pays = {str(round.terms.rules.by_name["dragon-7"].rows[0].pays) for round in rounds}
    assert pays == {"40:1", "50:1"}


def test_a_real_house_opens_no_bets_until_two_people_have_approved_the_text(tmp_path: Path) -> None:
    made = opened(configured(tmp_path), demo=False)
    made.wait(600)
    assert made.round() is None
    assert "has its own rules" in str(made.tell("begin-round").reason)
    assert "approve-game" in {each.expected.command for each in of_table(made.state(), made.now)}
    assert "cannot approve your own request" in str(approved(made, "staff:ann", "staff:ann").reason)
    asked = made.tell("approve-game", Role.PIT_MANAGER, game=made.state().unapproved)
    assert made.approve(asked, Role.PIT_MANAGER).reason, "the second is a Gaming Shift Manager"
    assert made.round() is None
    assert approved(made).done
    played(made, 2)
    assert defects(made) == []
    made.crash()
    played(made, 2)
    assert defects(made) == []


def test_an_approval_of_another_text_does_not_count(tmp_path: Path) -> None:
    made = opened(configured(tmp_path), demo=False)
    earlier = made.state().unapproved
    assert approved(made).done
    played(made)
    made.tables = configured(tmp_path, dragon="50:1")
    made.crash()
    assert made.state().unapproved not in (None, earlier)
    begun = made.state().number
    made.wait(600)
    assert made.state().number == begun
    assert "waits for approval" in str(made.tell("approve-game", Role.PIT_MANAGER, game=earlier).reason)
    assert approved(made).done
    played(made)
    assert defects(made) == []


def test_the_audit_finds_rounds_that_nobody_approved(tmp_path: Path) -> None:
    made = opened(configured(tmp_path))
    made.house.note(house.HouseOpened(program=""))
    played(made, 2)
    assert any("own rules that two people have not approved: ez-own@" in each for each in defects(made))


def test_rounds_through_the_house_pay_what_settle_says(tmp_path: Path) -> None:
    made, results = opened(configured(tmp_path)), Counter[str]()
    rules = made.state().coming.terms.rules  # type: ignore[union-attr]
    for number in range(ROUNDS):
        if number % 50 == 0:
            made.rich("T1")
        next_due(made, Phase.BETTING)
        before = made.house.credits("T1")
        for wager in WAGERS:
            assert made.bet(wager=wager, stake=1_000).done
        next_due(made, Phase.SETTLED)
        settled = settle(rules, made.round().cards, dict.fromkeys(WAGERS, 1_000))
        assert made.house.credits("T1") - before == settled.total
        results.update(line.wager for line in settled.lines if line.wager == "dragon-7" and line.net > 0)
    assert results["dragon-7"] > 0
    assert defects(made) == []


def next_due(made: Housed, phase: Phase) -> None:
    """Go on from one thing that is due to the next, until the round is in this phase."""
    while made.round() is None or made.round().phase != phase:
        due = made.house.due
        assert due is not None
        made.now = max(made.now, due)
        made.house.tick()
        made.settle()


def test_a_disputed_round_is_replayed_and_proved_where_nobody_has_the_file(tmp_path: Path) -> None:
    made = opened(configured(tmp_path))
    played(made, 2)
    forgotten()
    records = made.store.records
    assert Replay(records, "B1", 2).recalled().rules.startswith("ez-own@")
    (tmp_path / "own.toml").unlink()
    data = evidence.pack(records, "B1", 1, made.now)
    forgotten()
    (tmp_path / "pack.zip").write_bytes(data)
    assert evidence.check(tmp_path / "pack.zip")[1] == []


def test_a_round_cannot_name_one_text_and_bring_another(tmp_path: Path) -> None:
    terms, other = (configured(tmp_path, dragon)["B1"].terms for dragon in ("40:1", "50:1"))
    with pytest.raises(Refused, match="another text than the one that comes with it"):
        msgspec.structs.replace(terms, variant=other.variant)


def test_a_repaired_table_is_approved_anew(tmp_path: Path) -> None:
    made = opened(configured(tmp_path), demo=False)
    assert approved(made).done
    played(made)
    made.table().stop(Sentence("table-record-unreadable", error=""))
    asked = made.tell("repair-table", reason="tried")
    assert made.approve(asked).done
    assert made.state().unapproved
    assert approved(made).done
    played(made)
    assert defects(made) == []
