"""Everything that tells a round tells it as it stands: roads, index, books, evidence, audit, surveillance, players."""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import cards
from croupier.games.families import family_of
from croupier.games.round import Phase, Role, encode
from croupier.house import events as house_events
from croupier.house import evidence
from croupier.house.accounting.closing import close
from croupier.house.accounting.report import report
from croupier.house.audit import audit
from croupier.house.configuration import Configuration
from croupier.house.corrections import Corrections, correction
from croupier.house.days import Calendar
from croupier.house.monitoring.follower import Follower, PictureChanged
from croupier.house.monitoring.observer import TableObserver
from croupier.house.recall import Index, Search
from croupier.house.recall.replay import Replay
from croupier.house.recall.resettle import resettle
from croupier.house.rounds import load_round
from croupier.house.store import Append, Draft, Records
from croupier.house.table.state import State
from croupier.house.views.baccarat.view import marks_of
from croupier.server.sitting import replayed
from croupier.server.stage import Memory, Stage
from croupier.server.terminals import _lately
from floor import OnDisk
from housed import Housed, housed
from stores import BACK_ENDS, KEYS, connected, fresh
from tables import usual
from test_corrections import (
    BANKER,
    MANAGER,
    PLAYER,
    SHIFT,
    SUPERVISOR,
    correct,
    corrected,
    deal,
    house,
    play,
    play_on,
    rest,
    sound,
)

BETS = (("T1", "banker", 1_000), ("T2", "player", 2_000), ("T3", "tie", 500))
TIE = ("8S", "4C", "3D", "2H", "5H")
"""Player 6, Banker 6."""


class OnUrl(Housed):
    """The same house on a real store."""

    def __init__(self, url: str, **tables: Configuration) -> None:
        self.url = url
        super().__init__(1, **tables)

    def open(self) -> None:
        made, self.store = getattr(self, "store", None), OnDisk(self.url)
        if made is not None:
            made.close()
        self._open()


@pytest.fixture(params=BACK_ENDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with fresh(request.param) as found:
        yield found


def on(url: str) -> OnUrl:
    made = OnUrl(url, B1=usual("tiger", unit=100, run="dealer", cards="entered"))
    made.rich()
    assert made.tell("shuffle", Role.DEALER).done
    return made


def void(made: Housed, number: int) -> None:
    asked = made.amend(number, "refer", SHIFT, reason="the wrong shoe", effect="void")
    assert made.approve(asked, MANAGER).done


def a_day(made: Housed) -> list[int]:
    """Some rounds, of which one is read wrongly, one is to be void, and one has a wager that came too late."""
    first = play(made, *BANKER, bets=BETS)
    shoe = rest(made, BANKER)
    numbers = [first, *(play_on(made, shoe, bets=BETS) for _ in range(6))]
    corrected(made, first, PLAYER)
    void(made, numbers[2])
    asked = made.amend(numbers[3], "return-late-wager", SUPERVISOR, bettor="T2", wager="player", amount=500)
    assert made.approve(asked, SUPERVISOR).done
    numbers.append(play_on(made, shoe, bets=BETS))
    return numbers


# Roads and results


def roads(made: Housed) -> tuple[list[str], list[tuple[int, str | None, bool]]]:
    """The roads and the latest results, told to who looks on and read from the records: both are the same."""
    stage = Stage(made.house, made.table())
    shown = stage.now.public
    assert Memory.read(made.store.records, "B1").marks == stage._memory.marks
    assert shown.round
    assert shown.round.roads
    return list(shown.round.roads.marks), [(each.round, each.won, each.corrected) for each in shown.last]


def as_they_stand(made: Housed) -> list[str]:
    """The roads, from each round for itself."""
    every: list[Any] = [
        load_round(made.store.records, "B1", number).round for number in range(1, made.state().number + 1)
    ]
    return [str(each) for each in marks_of(every)]


@pytest.mark.parametrize("which", [1, 2, 3])
def test_the_roads_and_the_results_are_drawn_again(which: int) -> None:
    made = house()
    stage = Stage(made.house, made.table())
    for shown in (BANKER, BANKER, BANKER):
        play(made, *shown)
    assert roads(made)[0] == ["B", "B", "B"]
    for shown, letter, won in ((PLAYER, "Pn", "player"), (TIE, "T", "tie"), (BANKER, "B", "banker")):
        corrected(made, which, shown)
        stage._take(stage._subscription.taken())
        drawn, latest = roads(made)
        assert drawn == as_they_stand(made) == [letter if each == which else "B" for each in (1, 2, 3)]
        assert latest[which - 1] == (which, won, True)
        assert [each for each in latest if each[2]] == [latest[which - 1]]
        assert tuple(stage._memory.latest) == tuple(stage.step().public.last)
        assert [str(each) for each in stage.step().public.round.roads.marks] == drawn  # type: ignore[union-attr]
    void(made, which)
    stage._take(stage._subscription.taken())
    drawn, latest = roads(made)
    assert drawn == as_they_stand(made) == ["B", "B"]
    assert [each[0] for each in latest] == [each for each in (1, 2, 3) if each != which]
    play(made, "4H", "8D", "3C", "KS", bets=())
    stage._take(stage._subscription.taken())
    assert roads(made)[0] == [*drawn, "Bn"] == [str(each) for each in stage.step().public.round.roads.marks]  # type: ignore[union-attr]


def test_a_round_of_an_earlier_shoe_is_on_no_road_of_this_one() -> None:
    made = house()
    play(made, *BANKER)
    assert made.tell("shuffle", Role.DEALER).done
    play(made, *BANKER)
    corrected(made, 1, PLAYER)
    assert roads(made)[0] == ["B"]
    assert load_round(made.store.records, "B1", 1).shoe != load_round(made.store.records, "B1", 2).shoe


def test_who_looks_on_is_shown_it_in_the_middle_of_the_next_round() -> None:
    made = house()
    first = play(made, *BANKER)
    assert made.tell("begin-round", Role.DEALER).done
    stage = Stage(made.house, made.table())
    before = stage.now.public
    corrected(made, first, PLAYER)
    _, everybody = stage._take(stage._subscription.taken())
    assert everybody
    after = stage.step().public
    assert before.round
    assert after.round
    assert (before.round.roads.marks, after.round.roads.marks) == (("B",), ("Pn",))  # type: ignore[union-attr]
    assert after.round.lies == before.round.lies, "what lies on the table is the next round's"
    assert (before.last[-1].won, after.last[-1].won) == ("banker", "player")


# Found again


def test_it_is_found_by_what_it_is_now_on_every_store(url: str) -> None:
    made = on(url)
    numbers = a_day(made)
    with Index(url) as index:
        index.catch_up()
        found = {each.round: each for each in index.search(Search(result="corrected"))}
        assert set(found) == {numbers[0], numbers[2], numbers[3]}
        assert (found[numbers[0]].said, found[numbers[0]].mark) == ("Player wins, 9 to 6", "Pn")
        assert (found[numbers[2]].phase, found[numbers[2]].win, found[numbers[2]].mark) == ("void", 0, None)
        assert [each.round for each in index.search(Search(event="cards-corrected"))] == [numbers[0]]
        assert {each.round for each in index.search(Search(event="round-amended"))} == set(found)
        assert {each.round for each in index.search(Search(staff="bob"))} == set(found)
        assert {each.round for each in index.search(Search(won="player"))} >= {numbers[0]}
        drawn = [each.mark for each in index.rounds("B1", found[numbers[0]].shoe) if each.mark]
        assert drawn == as_they_stand(made)
        followed = index.search(Search(limit=1_000))
        index.throw_away()
        index.catch_up()
        assert index.search(Search(limit=1_000)) == followed
    assert audit(made.store.records).defects == []
    made.store.close()


def test_an_index_that_follows_is_the_same_as_one_made_anew() -> None:
    with fresh("sqlite") as url:
        made = on(url)
        with Index(url) as index:
            first = play(made, *BANKER, bets=BETS)
            index.catch_up()
            play(made, "4H", "8D", "3C", "KS", bets=())
            index.catch_up()
            corrected(made, first, PLAYER)
            index.catch_up()
            corrected(made, first, BANKER)
            index.catch_up()
            followed = index.search(Search(limit=100))
            index.throw_away()
            index.catch_up()
            assert index.search(Search(limit=100)) == followed
            assert followed[-1].said == "Banker wins, 6 to 1"
            assert followed[-1].corrected
        made.store.close()


def test_a_replay_tells_it_as_one_more_step_with_all_that_is_asked_for() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    play(made, "4H", "8D", "3C", "KS", bets=())
    made.wait(60)
    asked = correct(made, first, PLAYER, because="camera 21:16")
    assert made.approve(asked, SUPERVISOR).done
    recalled = Replay(made.store.records, "B1", first).recalled()
    step = recalled.steps[-1]
    assert (step.kind, step.at, step.actor) == ("round-amended", made.now, "staff:bob")
    for said in ("8S 4C 3D 2H KH", "8S 4C AD 2H", "Banker wins, 6 to 1", "Player wins, 9 to 6", "camera 21:16"):
        assert said in step.said
    assert "staff:ann (pit-supervisor)" in step.said
    assert "staff:bob (pit-supervisor)" in step.said
    assert step.clauses[0] == "ebaccarat 6.3"
    assert sum(each.cents for each in step.postings) == 1_950 + 4_000
    assert recalled.said == "Player wins, 9 to 6"
    assert recalled.net == {"T1": -1_000, "T2": 2_000, "T3": -500}
    mine = Replay(made.store.records, "B1", first).recalled("T1").steps[-1]
    assert "signed by pit-supervisor and pit-supervisor" in mine.said
    for hidden in ("ann", "bob", "camera", "T2"):
        assert hidden not in mine.said
    assert sum(each.cents for each in mine.postings) == 1_950


def test_a_player_replays_it_without_anybodys_name() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    asked = correct(made, first, PLAYER, because="camera 21:16")
    assert made.approve(asked, SUPERVISOR).done
    late = made.amend(first, "return-late-wager", SUPERVISOR, bettor="T2", wager="player", amount=500)
    assert made.approve(late, SUPERVISOR).done
    seen = replayed(made.store.records, "B1", first, "T1")
    (step,) = [each for each in seen.steps if each.kind == "round-amended"]
    assert step.moved == -1_950
    assert step.said
    for hidden in ("ann", "bob", "camera"):
        assert hidden not in encode(step).decode()
    assert seen.net == -1_000
    both = [each for each in replayed(made.store.records, "B1", first, "T2").steps if each.kind == "round-amended"]
    assert [each.moved for each in both] == [4_000, -500]


def test_the_last_rounds_of_a_terminal_are_as_they_stand(url: str) -> None:
    made = on(url)
    numbers = a_day(made)
    for name in ("T1", "T2", "T3"):
        lately = {each.round: each for each in _lately(made.store.records, name)}
        assert [each.round for each in _lately(made.store.records, name)] == sorted(numbers, reverse=True)
        for number in numbers:
            each = lately[number]
            round: Any = load_round(made.store.records, "B1", number).round
            assert each.returned + each.won - each.staked + each.corrected == round.nets().get(name, 0)
            assert each.over
        assert {number for number, each in lately.items() if each.amended} <= {numbers[0], numbers[2], numbers[3]}
    made.store.close()


# The books


def test_the_books_of_the_day_are_those_of_the_rounds_as_they_stand(url: str) -> None:
    """Added up a second time from each round for itself; and the win is the ledger's to the cent."""
    made = on(url)
    numbers = a_day(made)
    records = made.store.records
    day = Calendar().of(made.now)
    found = report(records, day.since, day.until)
    handle: Counter[str] = Counter()
    win: Counter[str] = Counter()
    void = 0
    for number in numbers:
        round: Any = load_round(records, "B1", number).round
        void += round.phase is Phase.VOID
        for line in family_of(round).lines(round) if round.phase is Phase.SETTLED else ():
            handle[line.wager] += line.stake
            win[line.wager] -= line.net
    assert {line.name.removeprefix("tiger "): (line.handle, line.win) for line in found.by["wager"]} == {
        wager: (handle[wager], win[wager]) for wager in handle
    }
    assert (found.total.rounds, found.total.void) == (len(numbers) - 1, void)
    assert found.total.win == records.balance("win:B1") == sum(win.values())
    assert found.total.theory > 0
    differences = resettle(records)
    assert (differences.differences, differences.rounds) == ([], len(numbers))
    assert differences.paid == -found.total.win
    close(made.store, KEYS, day, Calendar(), "staff:ann", day.until)
    assert audit(records).defects == []
    made.store.close()


def test_what_was_staked_counts_once_and_expected_is_that_of_the_day_without_it() -> None:
    """Corrected to and fro, the books are what they would have been."""
    plain, twice = house(), house()
    for made in (plain, twice):
        play(made, *BANKER, bets=BETS)
        play(made, "4H", "8D", "3C", "KS", bets=BETS)
    corrected(twice, 1, PLAYER)
    corrected(twice, 1, BANKER)
    day = Calendar().of(plain.now)
    one, other = (report(made.store.records, day.since, day.until) for made in (plain, twice))
    assert (one.total, one.by) == (other.total, other.by)


# Evidence


def opened(pack: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(pack)) as found:
        made: dict[str, Any] = json.loads(found.read("evidence.json"))
    return made


def test_evidence_of_every_round_of_the_day_proves_itself(url: str, tmp_path: Path) -> None:
    made = on(url)
    numbers = a_day(made)
    for number in numbers:
        pack = evidence.pack(made.store.records, "B1", number, made.now, KEYS)
        path = tmp_path / f"{number}.zip"
        path.write_bytes(pack)
        assert evidence.check(path, KEYS.public)[1] == [], number
        assert opened(pack)["checked"] == []
    first = opened(evidence.pack(made.store.records, "B1", numbers[0], made.now, KEYS))
    assert [each["kind"] for each in first["events"]].count("round-amended") == 1
    views = first["views"]["player:T1"]
    assert [each["view"]["own"]["net"] for each in views[-2:]] == [950, -1_000], "before and after it"
    made.store.close()


def _more(said: dict[str, Any]) -> None:
    posting = said["events"][-1]["postings"][0]
    posting["cents"] += 100


def _other_cards(said: dict[str, Any]) -> None:
    event = said["events"][-1]
    event["body"] = event["body"].replace('"8S","4C","AD","2H"', '"8S","4C","2D","2H"')


def _not_put_right(said: dict[str, Any]) -> None:
    said["events"].pop()


@pytest.mark.parametrize("change", [_more, _other_cards, _not_put_right])
def test_evidence_that_is_changed_shows(change: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    corrected(made, first, PLAYER)
    said = opened(evidence.pack(made.store.records, "B1", first, made.now, KEYS))
    change(said)
    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w") as new:
        new.writestr("evidence.json", json.dumps(said))
    assert evidence.check(path)[1]


def test_fear_a_whole_pack_is_forged_and_only_the_rules_tell(tmp_path: Path) -> None:
    """Every hash made anew: then it is the rules that say what an amendment moves."""
    made = house()
    first = play(made, *BANKER, bets=BETS)
    corrected(made, first, PLAYER)
    said = opened(evidence.pack(made.store.records, "B1", first, made.now, KEYS))
    event = said["events"][-1]
    for posting in event["postings"]:
        if "terminal:T1" in (posting["source"], posting["destination"]):
            posting["cents"] -= 100
    from croupier.house.verify_evidence import linked

    event["hash"] = linked(event)
    said["settlement"]["net"]["T1"] += 100
    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w") as new:
        new.writestr("evidence.json", json.dumps(said))
    found = evidence.check(path)[1]
    assert f"event {event['position']} should have other postings by the rules" in found


# The audit


def test_croupier_verify_counts_what_was_put_right(url: str) -> None:
    from croupier.house.audit.summary import summary

    made = on(url)
    a_day(made)
    made.store.close()
    with Records(url) as records:
        found = audit(records)
    assert (found.defects, found.counts["amended"]) == ([], 3)
    assert any("3 put right since" in line for line in summary(found))


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE posting SET cents = cents + 100 WHERE kind = 'correction'", "it moved"),
        (
            "UPDATE event SET body = replace(CAST(body AS TEXT), '\"AD\"', '\"2D\"') WHERE kind = 'round-amended'",
            "it moved",
        ),
        ("UPDATE event SET actor = 'staff:cid' WHERE kind = 'approval-given'", "did not agree upon it"),
        ("UPDATE event SET kind = 'tip-given' WHERE kind = 'round-amended'", "was altered"),
    ],
)
def test_fear_somebody_changes_an_amendment_behind_the_houses_back(sql: str, said: str) -> None:
    with fresh("sqlite") as url:
        made = on(url)
        first = play(made, *BANKER, bets=BETS)
        corrected(made, first, PLAYER)
        made.store.close()
        with connected(url) as connection:
            connection.exec_driver_sql(sql)
            connection.commit()
        with Records(url) as records:
            found = [str(each) for each in audit(records).defects]
    assert any(said in each for each in found), found


FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "nobody agreed": ({"agreed": None}, "nobody agreed to that"),
    "one person alone": ({"agreed": {"who": "staff:ann", "role": "pit-manager"}}, "put a round right alone"),
    "no approval": ({"agreed": {"who": "staff:cid", "role": "pit-manager"}}, "did not agree upon it"),
    "another number": ({"number": 2}, "does not match the record before it"),
    "something before it left out": ({"after": 3}, "does not match the record before it"),
    "other cards": ({"seen": ["2D"]}, "says of other cards"),
    "another shoe": ({"shoe": "B1-99"}, "says of other cards"),
    "somebody not told": ({"told": ["T1"]}, "does not tell those whom round 1 concerns"),
    "nothing": ({"events": []}, "is empty"),
    "no event of the game": ({"events": [{"event": "hello"}]}, "no round is put right like that"),
    "a round that there is not": ({"round": 9}, "has not played round 9"),
    "no money": ({"postings": ()}, "it moved nothing, and by the rules"),
}


@pytest.mark.parametrize("how", FORGED)
def test_fear_the_program_itself_writes_what_it_must_not(how: str) -> None:
    """The same amendment, written past the table with one thing wrong: the audit names it."""
    change, said = FORGED[how]
    made = house()
    first = play(made, *BANKER, bets=BETS)
    other = house()
    play(other, *BANKER, bets=BETS)
    corrected(other, first, PLAYER)
    kept = other.disk.streams["table:B1"][-1]
    body = {**json.loads(kept.event.body), **change}
    postings = body.pop("postings", kept.postings)
    body = {key: value for key, value in body.items() if value is not None}
    drafts = (Draft("round-amended", encode(body), tuple(postings)),)
    made.store.append(Append(stream="table:B1", drafts=drafts, at=made.now, actor="staff:bob"))
    found = [str(each) for each in audit(made.store.records).defects]
    assert any(said in each for each in found), found


def test_fear_a_closed_day_is_put_right_past_the_table() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    other = house()
    play(other, *BANKER, bets=BETS)
    corrected(other, first, PLAYER)
    kept = other.disk.streams["table:B1"][-1]
    day = Calendar().of(made.now)
    close(made.store, KEYS, day, Calendar(), "staff:ann", day.until)
    draft = Draft("round-amended", kept.event.body, kept.postings)
    made.store.append(Append(stream="table:B1", drafts=(draft,), at=day.until, actor="staff:bob"))
    found = [str(each) for each in audit(made.store.records).defects]
    assert any(f"round 1 is of the day {day.date}, which was closed" in each for each in found), found


# Surveillance


def observer_of(made: Housed) -> TableObserver:
    observer = TableObserver(State(name="B1"), made.store.records)
    for event in made.store.records.events("table:B1"):
        observer.see(event)
    return observer


@pytest.mark.parametrize("later", [False, True])
def test_surveillance_sees_the_cards_that_came_and_what_was_won(later: bool) -> None:
    """As if they had been read rightly: order, counts, bets and their times, whenever it was noticed."""
    wrong, right = house(), house()
    play(wrong, *BANKER, bets=BETS)
    play(right, *PLAYER[:4], bets=BETS)
    for made in (wrong, right) if later else ():
        play(made, "4H", "8D", "3C", "KS", bets=BETS)
    corrected(wrong, 1, PLAYER)
    one, other = observer_of(wrong).shoe, observer_of(right).shoe
    assert one
    assert other
    assert one.rounds[0].cards == (*other.rounds[0].cards, *cards("KH")), "the last one had come out too"
    assert one.rounds[0].bets == other.rounds[0].bets
    assert one.rounds[1:] == other.rounds[1:]
    assert one.order.count(cards("AD")[0]) == 1
    assert one.order.count(cards("3D")[0]) == 0


def test_surveillance_sees_that_a_round_came_to_nothing() -> None:
    made = house()
    play(made, *BANKER, bets=BETS)
    play(made, "4H", "8D", "3C", "KS", bets=BETS)
    before = observer_of(made).shoe
    void(made, 1)
    after = observer_of(made).shoe
    assert before
    assert after
    assert before.rounds[0].bets
    assert after.rounds[0].bets == ()
    assert after.order == before.order


def test_the_one_who_follows_the_record_looks_again(url: str) -> None:
    made = on(url)
    first = play(made, *BANKER, bets=BETS)
    play(made, "4H", "8D", "3C", "KS", bets=BETS)
    with Records(url) as records:
        follower = Follower(records)
        (before,) = [each.picture for each in follower.open() if isinstance(each, PictureChanged)]
        assert list(follower.poll()) == []
        corrected(made, first, PLAYER)
        (after,) = [each.picture for each in follower.poll() if isinstance(each, PictureChanged)]
        assert (before.seen, after.seen) == (9, 9)
        assert before.expectations != after.expectations
        again = Follower(records)
        (fresh_look,) = [each.picture for each in again.open() if isinstance(each, PictureChanged)]
        assert (fresh_look.expectations, fresh_look.history) == (after.expectations, after.history)
    made.store.close()


def test_asking_for_it_keeps_no_round_from_being_usual() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    assert made.tell("begin-round", Role.DEALER).done
    corrected(made, first, PLAYER)
    assert made.tell("close-bets", Role.DEALER).done
    deal(made, "4H", "8D", "3C", "KS")
    assert made.tell("settle", Role.DEALER).done
    shoe = observer_of(made).shoe
    assert shoe
    assert shoe.rounds[1].took is not None


# Those whom it concerns


def test_whoever_had_a_wager_is_told_what_why_and_what_it_did() -> None:
    made = house()
    first = play(made, *BANKER, bets=(*BETS, ("T1", "tie", 200)))
    play(made, "4H", "8D", "3C", "KS", bets=(("T1", "banker", 100),))
    before = made.house.credits("T1")
    corrected(made, first, PLAYER, SHIFT)
    (waits,) = made.house.corrections.waiting("T1")
    assert (waits.table, waits.round, waits.number, waits.at) == ("B1", first, 1, made.now)
    told = correction(made.store.records, ("B1", first, 1), "T1")
    assert (told.kind, told.clauses, told.game) == ("cards", ("ebaccarat 6.3",), "tiger")
    assert told.signed == (SHIFT, SUPERVISOR)
    assert (told.said_before, told.said_after) == ("Banker wins, 6 to 1", "Player wins, 9 to 6")
    assert {each.wager: (each.stake, each.before, each.after) for each in told.wagers} == {
        "banker": (1_000, 950, -1_000),
        "tie": (200, -200, -200),
    }
    assert {each.bettor for each in told.wagers} == {"T1"}
    assert (told.net_before, told.net_after) == (750, -1_200)
    assert (told.credits_before, told.credits_after, told.owes) == (before, before - 1_950, 0)
    assert (told.was.player.cards, told.now.player.cards) == (cards("8S 3D KH"), cards("8S AD"))  # type: ignore[union-attr]
    assert "staff" not in encode(told).decode()
    assert made.house.corrections.waiting("T9") == ()


def test_who_was_away_finds_it_when_they_come_back_and_it_waits_until_they_have_understood() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    assert made.pay("cash-out", "T1").done
    corrected(made, first, PLAYER)
    corrected(made, first, BANKER)
    made.crash()
    corrections = made.house.corrections
    assert [(each.round, each.number) for each in corrections.waiting("T1")] == [(first, 1), (first, 2)]
    assert correction(made.store.records, ("B1", first, 1), "T1").owes == 1_950
    assert correction(made.store.records, ("B1", first, 2), "T1").owes == -1_950
    assert made.pay("understand-correction", "T1", table="B1", round=first, number=1).done
    assert [each.number for each in corrections.waiting("T1")] == [2]
    assert [each.number for each in corrections.waiting("T2")] == [1, 2], "each for themself"
    again = made.pay("understand-correction", "T1", table="B1", round=first, number=1)
    assert "is already acknowledged" in str(again.reason)
    none = made.pay("understand-correction", "T1", table="B1", round=first, number=3)
    assert none.reason == "round 1 of B1 was not put right for T1"
    made.crash()
    assert [each.number for each in made.house.corrections.waiting("T1")] == [2]
    assert Corrections(made.store.records).known("T1") == made.house.corrections.known("T1")
    assert [(key[2], noted is not None) for key, noted in made.house.corrections.known("T1")] == [(2, False), (1, True)]
    assert audit(made.store.records).defects == []


def test_fear_somebody_takes_note_for_another() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    corrected(made, first, PLAYER)
    answer = made.pay("understand-correction", "T2", table="B1", round=first, number=1, actor="terminal:T1")
    assert not answer.done
    assert len(made.house.corrections.waiting("T2")) == 1


def test_nobody_is_told_of_what_concerns_another() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    asked = made.amend(first, "return-late-wager", SUPERVISOR, bettor="T2", wager="player", amount=500)
    assert made.approve(asked, SUPERVISOR).done
    assert [len(made.house.corrections.waiting(name)) for name in ("T1", "T2", "T3")] == [0, 1, 0]
    told = correction(made.store.records, ("B1", first, 1), "T2")
    assert (told.kind, told.net_before, told.net_after) == ("wager", -2_000, -1_500)
    (wager,) = told.wagers
    assert (wager.stake, wager.stands, wager.before, wager.after) == (2_000, 1_500, -2_000, -1_500)


def test_a_void_tells_everybody_that_they_have_back_what_they_had() -> None:
    made = house()
    first = play(made, *BANKER, bets=BETS)
    void(made, first)
    for name, net in (("T1", 950), ("T2", -2_000), ("T3", -500)):
        told = correction(made.store.records, ("B1", first, 1), name)
        assert (told.kind, told.net_before, told.net_after) == ("void", net, 0)
        assert told.credits_after == 100_000
        assert all(each.after == 0 and each.stands == 0 for each in told.wagers)


def test_the_house_opens_though_an_amendment_cannot_be_read() -> None:
    made = house()
    play(made, *BANKER)
    draft = Draft("round-amended", b'{"event":"round-amended"}')
    made.store.append(Append(stream="table:B2", drafts=(draft,), at=1, actor="house"))
    made.crash()
    assert made.table().broken is None
    assert house_events.AMENDED == "round-amended"
    sound_but_for_that = [str(each) for each in audit(made.store.records).defects]
    assert sound_but_for_that


def test_a_table_of_a_virtual_shoe_is_sound_too() -> None:
    made = housed("tiger")
    assert made.bet("T1", "banker", 1_000).done
    made.wait(60)
    asked = made.amend(1, "return-late-wager", SUPERVISOR, bettor="T1", wager="banker", amount=500)
    assert made.approve(asked, SUPERVISOR).done
    sound(made)
    assert made.disk.streams["table:B1"][-1].event.kind != "shoe-opened"
    pack = opened(evidence.pack(made.store.records, "B1", 1, made.now, KEYS))
    assert pack["checked"] == []
    assert pack["shoes"]
