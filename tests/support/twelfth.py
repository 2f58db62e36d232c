"""Tests of a game from another package in the whole house: `test_dragon_tiger.py` installs it and runs this file.

The tests know nothing of the game but its name, its wagers and its cards.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cards import cards
from croupier.games.catalogue import game
from croupier.games.guide import irregularities
from croupier.games.round import Phase, Role
from croupier.games.terms import Limits
from croupier.house import evidence
from croupier.house.accounting.report import report
from croupier.house.audit import audit
from croupier.house.days import HOUR
from croupier.house.recall import Index, Search
from croupier.house.recall.replay import Replay
from croupier.house.recall.resettle import resettle
from croupier.house.table import Answer
from croupier.house.table.state import recovered
from croupier.plugins import package_paths
from croupier.program import HERE, digest
from croupier.words import Sentence
from floor import Casino, tables
from housed import Housed, housed, until
from serving import SLOW, Person, TestClient, served
from stores import KEYS, fresh
from tables import usual

GAME = "dragon-tiger"
SUPERVISOR = Role.PIT_SUPERVISOR
Bets = tuple[tuple[str, str, int], ...]


def done(answer: Answer) -> Answer:
    assert answer.done, answer.reason
    return answer


def real() -> Housed:
    """A table with a Dealer and a real shoe."""
    return housed(GAME, run="dealer", cards="entered")


def bets_closed(made: Housed, bets: Bets) -> None:
    done(made.tell("begin-round", Role.DEALER))
    for bettor, wager, stake in bets:
        done(made.bet(bettor, wager, stake))
    done(made.tell("close-bets", Role.DEALER))


def played(made: Housed, shown: str, bets: Bets = (("T1", "dragon", 1_000),)) -> int:
    """Play a round from its bets to its settlement; return its number."""
    bets_closed(made, bets)
    for card in cards(shown):
        done(made.tell("deal-card", Role.DEALER, card=card))
    done(made.tell("settle", Role.DEALER))
    return made.state().number


def sound(made: Housed) -> None:
    """Check the records: the recovered state equals the live one, the audit is clean, balances sum to zero."""
    records = made.store.records
    assert recovered(records, "B1") == made.state()
    assert audit(records).defects == []
    assert resettle(records).differences == []
    assert sum(records.balances().values()) == 0


def purses(made: Housed) -> list[int]:
    return [made.house.credits(name) for name in ("T1", "T2", "T3")]


def test_a_table_runs_by_itself_from_a_virtual_shoe() -> None:
    made = housed(GAME)
    for _ in range(5):
        until(made, Phase.BETTING)
        done(made.bet("T1", "dragon", 1_000))
        done(made.bet("T2", "tie", 500))
        until(made, Phase.SETTLED)
        assert len(made.round().cards) == 2
        assert set(made.round().nets()) == {"T1", "T2"}
        made.wait(30)
    sound(made)


def test_a_round_is_settled_to_the_cent() -> None:
    made = real()
    played(made, "8S 8C", (("T1", "dragon", 1_000), ("T2", "tie", 500), ("T3", "tiger-big", 200)))
    assert purses(made) == [100_000 - 500, 100_000 + 4_000, 100_000 + 200]
    played(made, "7S 2D", (("T1", "dragon", 1_000), ("T2", "dragon-odd", 500)))
    assert purses(made) == [100_000 + 500, 100_000 + 3_500, 100_000 + 200]
    sound(made)


def test_something_goes_wrong_and_is_put_right() -> None:
    made = real()
    bets_closed(made, (("T1", "dragon", 1_000),))
    done(made.tell("deal-card", Role.DEALER, card="2S"))
    refused = made.tell("declare-bad-cards", Role.DEALER, kind="extra")
    assert (refused.done, refused.clause) == (False, "dragontiger 5.1")
    done(made.tell("find-face-up-card", Role.DEALER, card="KD"))
    done(made.tell("deal-card", Role.DEALER, card="KD"))
    done(made.tell("reconstruct", SUPERVISOR, cards=["KD", "2S", "4C"]))
    done(made.tell("settle", Role.DEALER))
    assert purses(made)[0] == 101_000
    # The card too many is out: it is ruled upon before the next round is dealt.
    done(made.tell("begin-round", Role.DEALER))
    assert made.round().waiting == cards("4C")
    done(made.tell("close-bets", Role.DEALER))
    done(made.tell("rule-ready-cards", Role.PIT_MANAGER, course="burn"))
    done(made.tell("declare-bad-cards", Role.PIT_MANAGER, kind="extra"))
    assert made.state().shoe_due is not None
    sound(made)


def test_a_settled_round_is_corrected_by_two_people_and_recalled() -> None:
    made = real()
    first = played(made, "8S 4C", (("T1", "dragon", 1_000), ("T2", "tiger", 1_000)))
    played(made, "9S 3C", ())
    asked = made.amend(first, "correct-cards", SUPERVISOR, cards=["2S", "4C"])
    assert asked.approval, asked.reason
    done(made.approve(asked, SUPERVISOR))
    assert purses(made) == [99_000, 101_000, 100_000]
    recalled = Replay(made.store.records, "B1", first).recalled()
    assert [step.kind for step in recalled.steps][-2:] == ["round-settled", "round-amended"]
    assert recalled.said == "Tiger wins"
    sound(made)


def test_the_books_have_it_beside_what_should_have_been_won() -> None:
    made = real()
    played(made, "8S 4C", (("T1", "dragon", 10_000), ("T2", "tie", 1_000)))
    found = report(made.store.records, 0, made.now + HOUR)
    by_wager = {each.name: each for each in found.by["wager"]}
    assert set(by_wager) == {f"{GAME} dragon", f"{GAME} tie"}
    assert (by_wager[f"{GAME} dragon"].win, by_wager[f"{GAME} tie"].win) == (-10_000, 1_000)
    assert by_wager[f"{GAME} dragon"].theory == pytest.approx(10_000 * 31 / 415 / 2)


def test_evidence_of_a_round_proves_itself(tmp_path: Path) -> None:
    made = real()
    first = played(made, "8S 8C", (("T1", "dragon", 1_000), ("T2", "tie", 500)))
    pack = tmp_path / "round.zip"
    pack.write_bytes(evidence.pack(made.store.records, "B1", first, made.now, KEYS))
    module = evidence.__name__.replace("evidence", "verify_evidence")
    checked = subprocess.run([sys.executable, "-m", module, pack], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_hours_of_a_casino_with_crashes_and_irregularities() -> None:
    """Players and staff who act only on offers; afterwards everything is verified and searchable."""
    with fresh("sqlite") as url:
        casino = Casino(3, tables(random.Random(3), (GAME, "tiger")), faults=0.05, url=url)
        casino.play(0.4)
        casino.check()
        casino.store.close()
        with Index(url) as index:
            index.catch_up()
            found = index.search(Search(game=GAME))
            assert {each.game for each in found} == {GAME}
            assert {each.said for each in found} & {"Dragon wins", "Tiger wins"}


@pytest.mark.parametrize(
    ("language", "wager", "to_dragon"), [("en", "dragon-big", "Card to Dragon"), ("zh", "龙大", "发牌给龙")]
)
def test_it_speaks_the_language_that_is_asked_for(language: str, wager: str, to_dragon: str) -> None:
    table = usual(GAME, pace=SLOW, run="dealer", cards="entered", limits={"dragon-big": Limits(500, 1_000)})
    with served({"D1": table}) as (app, desk), TestClient(app, headers={"Accept-Language": language}) as client:
        player, dealer = Person.guest(client), Person.staff(client, desk, "dealer")
        for command in ("shuffle", "begin-round"):
            assert dealer.give("D1", command, round=None, bettor=None).status_code == 200
        refused = player.give("D1", "place-wager", wager="dragon-big", stake=1_100)
        said = refused.json()["error"]
        assert (said["code"], said["clause"]) == ("stake-outside-posted-limits", "dragontiger 2.3")
        assert wager in said["message"]
        assert refused.headers["Content-Language"] == language
        assert dealer.give("D1", "close-bets", bettor=None).status_code == 200
        assert to_dragon in [each["prompt"] for each in dealer.get("/api/tables/D1/offers").json()]
        late = player.give("D1", "place-wager", wager="dragon-big", stake=500).json()["error"]
        assert (late["code"], late["clause"]) == ("bets-closed", "dragontiger 5.5")
        assert late["message"] == Sentence("bets-closed").into(language)


def test_the_guide_of_the_pit_has_a_clause_for_everything() -> None:
    found = irregularities(game(GAME))
    assert {each.command for each in found} >= {"declare-bad-cards", "reconstruct", "correct-cards", "interrupt"}
    assert {each.clause.partition(" ")[0] for each in found} == {game(GAME).document.id}


def test_who_ran_the_house_is_told_with_the_packages_that_brought_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [each.name for each in package_paths()] == ["commission_baccarat.py", "dragon_tiger"]
    assert digest() != digest(HERE)
    digest.cache_clear()
    monkeypatch.setattr("croupier.program.package_paths", list)
    assert digest() == digest(HERE)
    digest.cache_clear()
