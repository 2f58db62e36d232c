"""Every round can be found again, told again and settled again, from nothing but the events."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino import day
from croupier.games.catalogue import GAMES
from croupier.games.families import family_of
from croupier.games.round import Phase, Role
from croupier.house.recall import Found, Index, Search
from croupier.house.recall.index import SEARCH_KINDS
from croupier.house.recall.replay import Replay, Viewer, lines, marks_before
from croupier.house.recall.resettle import possible, resettle
from croupier.house.roads import marks
from croupier.house.roles import HouseRole
from croupier.house.rounds import records_of_round, round_steps
from croupier.house.store import Records, Store
from croupier.house.store.backup import copy
from croupier.house.views import plain
from croupier.refused import Refused
from floor import Casino, tables
from housed import Housed, housed, until
from stores import BACK_ENDS, KEYS, connected, fresh
from tables import usual

PLAYED = ("tiger", "lucky-8", "e-blackjack", "dueling-8s")


@pytest.fixture(scope="module")
def hours() -> Iterator[str]:
    """Some hours in a casino."""
    with fresh("sqlite") as found:
        casino = Casino(11, tables(random.Random(11), PLAYED), faults=0.05, url=found)
        casino.play(0.6)
        casino.check()
        casino.store.close()
        yield found


@pytest.fixture(scope="module", params=BACK_ENDS)
def url(request: pytest.FixtureRequest, hours: str) -> Iterator[str]:
    """The same hours on every store."""
    if request.param == "sqlite":
        yield hours
        return
    with fresh(request.param) as found:
        copy(hours, found)
        yield found


@pytest.fixture(scope="module")
def index(url: str) -> Iterator[Index]:
    with Index(url) as made:
        made.catch_up()
        yield made


@pytest.fixture(scope="module")
def small() -> Iterator[Index]:
    """A casino that is gone through many times."""
    with fresh("sqlite") as found:
        casino = Casino(5, tables(random.Random(5), ("tiger", "e-blackjack")), faults=0.0, url=found)
        casino.play(0.3)
        casino.store.close()
        with Index(found) as made:
            made.catch_up()
            yield made


@pytest.fixture(scope="module")
def all_games() -> Iterator[Records]:
    """A day of every game."""
    with fresh("sqlite") as found:
        with Store(found, KEYS) as store:
            day(store, KEYS, tuple(GAMES), rounds=40)
        with Records(found) as records:
            yield records


@pytest.fixture(scope="module")
def every(index: Index) -> list[Found]:
    return index.search(Search(limit=1_000))


def wanted(**fields: Any) -> Search:
    return Search(**{"limit": 1_000, **fields})


# Finding


def test_every_finished_round_of_every_table_is_there_once(index: Index, every: list[Found]) -> None:
    ended: dict[tuple[str, int], Phase] = {}
    for each in round_steps(index.records, index.records.all_events()):
        ended[each.playing.table, each.playing.number] = each.after.phase
    assert {(each.table, each.round): each.phase for each in every} == ended
    assert len(every) == len(ended) > 60
    assert every == sorted(every, key=lambda each: (each.began, each.position), reverse=True)


def facts(records: Records) -> dict[tuple[str, int], dict[str, set[str]]]:
    """By what each round is to be found, gathered in another way: from the texts of its events."""
    found: dict[tuple[str, int], dict[str, set[str]]] = {}
    for stream in records.streams("table:"):
        now: dict[str, set[str]] | None = None
        for event in records.events(stream):
            said = msgspec.json.decode(event.body)
            if event.kind == "round-begun":
                now = {kind: set() for kind in SEARCH_KINDS}
                now["table"], now["shoe"] = {stream.removeprefix("table:")}, {said["shoe"]}
                found[stream.removeprefix("table:"), said["round"]] = now
            elif now is not None and event.kind.startswith("round:"):
                inside = said["event"]
                if event.kind == "round:bets-opened":
                    now["game"] = {inside["terms"]["game"]}
                now["event"].add(event.kind.removeprefix("round:"))
                kind, _, name = event.actor.partition(":")
                if kind in ("terminal", "staff"):
                    now[kind].add(name)
                if "wager" in inside:
                    now["wager"].add(inside["wager"])
            elif event.kind == "round-amended":
                # It is known by those who signed for it, wherever it stands.
                amended = found[stream.removeprefix("table:"), said["round"]]
                amended["event"] |= {"round-amended", *(each["event"] for each in said["events"])}
                people = (said["asked"]["who"], said.get("agreed", said["asked"])["who"])
                amended["staff"] |= {who.removeprefix("staff:") for who in people}
    return found


@pytest.mark.parametrize("kind", ["table", "shoe", "game", "terminal", "staff", "wager", "event"])
def test_a_round_is_found_by_everything_that_it_is_known_by(index: Index, kind: str) -> None:
    known = facts(index.records)
    values = {value for each in known.values() for value in each[kind]}
    assert values
    for value in values:
        found = {(each.table, each.round) for each in index.search(wanted(**{kind: value}))}
        assert {key for key, each in known.items() if value in each[kind]} <= found
        if kind in ("table", "shoe", "game", "staff"):
            assert found == {key for key, each in known.items() if value in each[kind]}


def test_a_round_is_found_by_what_it_came_to(index: Index, every: list[Found]) -> None:
    winners = {"B": "banker", "P": "player", "T": "tie"}
    for letter, word in winners.items():
        wanted = [each for each in every if each.mark and each.mark[0] == letter]
        assert index.search(Search(result=word, game="tiger", limit=1_000)) == wanted
    assert index.search(Search(result="settled", limit=1_000)) == [each for each in every if each.phase == "settled"]
    for each in index.search(Search(won="main", limit=20)):
        round = Replay(index.records, each.table, each.round).round
        assert any(line.wager == "main" and line.net > 0 for line in family_of(round).lines(round))


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_all_that_is_asked_holds_and_nothing_else_is_left_out(small: Index, data: st.DataObject) -> None:
    every = small.search(Search(limit=1_000))
    some = data.draw(st.sampled_from(every))
    known = facts(small.records)
    kinds = data.draw(st.sets(st.sampled_from(["table", "game", "terminal", "wager", "event"]), max_size=4))
    chosen = {kind: data.draw(st.sampled_from(sorted(values))) for kind in kinds if (values := _of(known, some)[kind])}
    since, until_ = sorted((data.draw(st.sampled_from(every)).began, data.draw(st.sampled_from(every)).began + 1))
    asked = wanted(**chosen, since=since, until=until_)
    singles = [set(small.search(wanted(**{kind: value}))) for kind, value in chosen.items()]
    expected = [each for each in every if since <= each.began < until_ and all(each in single for single in singles)]
    assert small.search(asked) == expected


def _of(known: dict[tuple[str, int], dict[str, set[str]]], each: Found) -> dict[str, set[str]]:
    return known[each.table, each.round]


def test_pages_follow_one_another_without_a_gap(index: Index, every: list[Found]) -> None:
    found: list[Found] = []
    while page := index.search(Search(limit=7, before=found[-1].position if found else None)):
        found += page
    assert found == every
    with pytest.raises(Refused, match="no round begins at 999999999"):
        index.search(Search(before=999_999_999))
    with pytest.raises(Refused, match="1 to 1,000 rounds"):
        index.search(Search(limit=0))


def test_the_index_is_thrown_away_and_made_again_from_the_events(index: Index, every: list[Found], url: str) -> None:
    index.throw_away()
    assert index.search(Search()) == []
    # A page at a time, and by somebody else in between.
    index.catch_up(1)
    with Index(url) as other:
        other.catch_up(1)
    assert index.catch_up()
    assert index.search(Search(limit=1_000)) == every


def test_fear_an_index_of_another_make_is_believed(url: str, every: list[Found]) -> None:
    with connected(url) as connection:
        connection.exec_driver_sql("UPDATE recall_made SET make = 0")
        connection.exec_driver_sql("DELETE FROM recall_fact")
        connection.commit()
    with Index(url) as made:
        made.catch_up()
        assert made.search(Search(limit=1_000)) == every
        assert made.search(Search(game="tiger", limit=1_000)) == [each for each in every if each.game == "tiger"]


def test_following_as_it_happens_finds_the_same_as_afterwards() -> None:
    with fresh("sqlite") as url:
        casino = Casino(3, tables(random.Random(3), ("tiger", "lucky-8")), faults=0.0, url=url)
        with Index(url) as index:
            for _ in range(40):
                casino._run(casino.now + 25_000_000)
                index.catch_up()
            casino.play(0)
            index.catch_up()
            followed = index.search(Search(limit=1_000))
            assert len(followed) > 10
            index.throw_away()
            index.catch_up()
            assert index.search(Search(limit=1_000)) == followed
        casino.store.close()


def test_a_round_that_is_corrected_is_found_by_what_it_is_now() -> None:
    with fresh("sqlite") as url, Store(url, KEYS) as store, Index(url) as index:
        (table,) = day(store, KEYS, ("tiger",), rounds=1)
        index.catch_up()
        (before,) = index.search(Search(result="settled"))
        refer: Any = table.family.decode_command(
            msgspec.json.encode({"command": "refer", "reason": "the wrong shoe", "effect": "void"})
        )
        table.give(refer, Role.GAMING_SHIFT_MANAGER)
        index.catch_up()
        assert index.search(Search(result="settled")) == []
        (after,) = index.search(Search(result="corrected"))
        assert (after.phase, after.position, after.win, after.corrected) == ("void", before.position, 0, True)
        assert before.handle >= after.handle == 0


# Recalling


def test_any_round_is_found_by_its_number(index: Index, every: list[Found]) -> None:
    for each in every:
        kept = records_of_round(index.records, each.table, each.round)
        assert kept[0].event.position == each.position
        assert kept[0].event.kind == "round-begun"
        said = [(one.event, msgspec.json.decode(one.event.body).get("round", each.round)) for one in kept]
        # While it was played, another may have been put right; and it itself after that.
        own = [event for event, number in said if number == each.round or event.kind != "round-amended"]
        assert {number for event, number in said if event in own} == {each.round}
        since = [event.version for event in own if event.kind == "round-amended"]
        assert own[-1].kind.startswith("round:") or since
        versions = [one.event.version for one in kept if one.event.version not in since]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        assert all(version > versions[-1] for version in since)


@pytest.mark.parametrize("number", [0, 10_000])
def test_a_round_that_was_never_played_is_not_found(index: Index, number: int) -> None:
    with pytest.raises(Refused, match=f"tiger.1 has not played round {number}"):
        records_of_round(index.records, "tiger.1", number)
    with pytest.raises(Refused, match="the records have no table X"):
        records_of_round(index.records, "X", 1)


def test_every_step_of_every_round_is_told_with_its_clause_and_its_money(index: Index, every: list[Found]) -> None:
    for each in every:
        replay = Replay(index.records, each.table, each.round)
        recalled = replay.recalled()
        assert [step.step for step in recalled.steps] == list(range(1, len(recalled.steps) + 1))
        assert recalled.said == each.said
        for step in recalled.steps:
            assert step.said
            assert len(step.money) == len(step.postings)
        assert recalled.steps[-1].clauses or recalled.phase is Phase.SETTLED
        assert sum(recalled.net.values()) == -each.win
        assert sum(line.net for line in recalled.lines) == sum(recalled.net.values())
        assert len(list(lines(recalled))) > len(recalled.steps)


def test_a_round_reads_as_it_was_played() -> None:
    made = housed("tiger")
    made.bet("T1", "banker", 1_000)
    made.bet("T2", "tie", 500)
    until(made, "settled")
    told = [step.said for step in Replay(made.store.records, "B1", 1).steps()]
    assert told[:4] == [
        "Place your bets: Tiger Baccarat, 8 decks",
        "T1 bets 10.00 on Banker",
        "T2 bets 5.00 on Tie",
        "No more bets",
    ]
    assert told[4].endswith(" to Player")
    assert told[-1].endswith("every wager is settled")


def test_what_somebody_sees_afterwards_is_what_they_saw_then() -> None:
    made = Housed(B1=usual("tiger", unit=100)).rich("T1", "T2")
    made.wait(0)
    seen: list[tuple[int, int, dict[str, Any]]] = []

    def look() -> None:
        from croupier.house.views import view

        state = made.state()
        if state.round is not None:
            found = view(state.round, HouseRole.PLAYER, "T1", balance=made.house.credits("T1"))
            seen.append((state.number, state.version, plain(found)))

    for number in range(3):
        made.bet("T1", "banker", 1_000 * (number + 1))
        look()
        made.bet("T2", "tie", 500)
        look()
        for _ in range(300):
            made.wait(0.5)
            look()
            if made.round().phase == "settled":
                break
        made.wait(6)
    assert len(seen) > 20
    for number, version, shown in seen:
        replay = Replay(made.store.records, "B1", number)
        step = next(each.step for each in replay.steps() if each.version == version)
        again = plain(replay.view(step, Viewer.parse("player:T1")))
        assert again["own"] == shown["own"]
        assert again["offers"] == shown["offers"]
        assert again["staff"] is None
        assert again["table"]["lies"] == shown["table"]["lies"]
        assert again["table"]["pool"] == shown["table"]["pool"]
        assert again["table"]["phase"] == shown["table"]["phase"]


def test_roads_are_shown_as_the_rounds_before_left_them(index: Index) -> None:
    rounds, compared = index.search(Search(game="tiger", limit=1_000))[::-1], 0
    for each in rounds[:24]:
        earlier = [one for one in rounds if one.shoe == each.shoe and one.round < each.round]
        assert index.rounds(each.table, each.shoe, before=each.round) == earlier
        # One that was put right later is in the index as it stands, and was shown as it stood.
        if not any(one.corrected for one in earlier):
            compared += 1
            before = [one.mark for one in earlier if one.mark]
            assert marks_before(index.records, each.table, each.round) == marks(" ".join(before))
    assert compared > 4


@pytest.mark.parametrize("text", ["nobody", "player", "dealer:T1", ""])
def test_nobody_looks_as_nobody(text: str) -> None:
    with pytest.raises(Refused):
        Viewer.parse(text)


def test_fear_a_player_recalls_what_another_did(index: Index, every: list[Found]) -> None:
    others = 0
    for each in every:
        replay = Replay(index.records, each.table, each.round)
        for seat in replay.bettors[:2]:
            recalled = replay.recalled(seat)
            text = msgspec.json.encode(plain(recalled)).decode()
            for other in set(replay.bettors) - {seat}:
                others += 1
                assert f'"{other}"' not in text
                assert f'terminal:{other}"' not in text
                assert f"{other} " not in text.replace(f"{seat} ", "")
            assert {line.bettor for line in recalled.lines} <= {seat}
            assert recalled.dealer == ""
    assert others > 50


# Settling again


def test_todays_rules_settle_every_round_as_it_was_paid(index: Index, every: list[Found]) -> None:
    found = resettle(index.records)
    assert found.differences == []
    assert found.rounds == len(every)
    assert found.paid == found.due == -sum(each.win for each in every)
    assert found.paid == -sum(index.records.balances("win:").values())


def test_a_range_of_rounds_is_settled_again_alone(index: Index, every: list[Found]) -> None:
    tiger = [each for each in every if each.table == "tiger.1"]
    found = resettle(index.records, table="tiger.1", numbers=range(3, 6))
    assert (found.rounds, found.paid) == (3, -sum(each.win for each in tiger if each.round in (3, 4, 5)))
    middle = sorted(each.began for each in every)[len(every) // 2]
    for since, until_ in ((0, middle), (middle, 2**62)):
        some = [each for each in every if since <= each.began < until_]
        found = resettle(index.records, since=since, until=until_)
        assert (found.rounds, found.paid, found.differences) == (len(some), -sum(each.win for each in some), [])
    with pytest.raises(Refused, match="the records have no table X"):
        resettle(index.records, table="X")


def test_money_that_was_not_moved_by_the_rules_is_a_difference_in_cents() -> None:
    with fresh("sqlite") as url:
        with Store(url, KEYS) as store:
            day(store, KEYS, ("tiger",), rounds=30)
        with connected(url) as connection:
            connection.exec_driver_sql("UPDATE posting SET cents = cents - 100 WHERE kind = 'win'")
            connection.commit()
        with Records(url) as records:
            found = resettle(records)
    assert found.differences
    assert {each.difference % 100 for each in found.differences} == {0}
    assert found.due - found.paid == sum(each.difference for each in found.differences) > 0


@pytest.mark.parametrize("reading", possible(), ids="=".join)
def test_another_reading_changes_what_its_wagers_pay_and_nothing_else(
    all_games: Records, reading: tuple[str, str]
) -> None:
    found = resettle(all_games, rulings=dict([reading]))
    assert found.due == found.paid + sum(each.difference for each in found.differences)
    for each in found.differences:
        assert each.why
        assert sum(one.now - one.was for one in each.why) == each.difference
        assert all(one.clauses for one in each.why)


def test_some_reading_would_have_cost_something(all_games: Records) -> None:
    found = {key: resettle(all_games, rulings=dict([key])).differences for key in possible()}
    assert sum(map(bool, found.values())) >= 4


def test_readings_that_contradict_one_another_are_refused(all_games: Records) -> None:
    with pytest.raises(Refused, match="R-42 = b contradicts R-43 = d"):
        resettle(all_games, rulings={"R-42": "b", "R-43": "d"})
    assert resettle(all_games, rulings={"R-43": "obo"}).rounds


def test_a_reading_that_would_need_other_wagers_or_cards_is_refused(index: Index) -> None:
    with pytest.raises(Refused, match="cannot settle again with R-99=b"):
        resettle(index.records, rulings={"R-99": "b"})
