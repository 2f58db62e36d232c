"""Surveillance at work: cheats found in the record of a real house, honest people left alone, and nobody else told.

`make surveillance` plays whole months and a dozen of every cheat; the few here are for every day.
"""

import os
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from croupier import commands as cli
from croupier.cards import Card, Composition
from croupier.games.catalogue import GAMES
from croupier.games.family import Round
from croupier.games.round import Phase, Role, decode_hook, encode
from croupier.house import events as house
from croupier.house.audit import audit
from croupier.house.monitoring.alarms import ALARM_STREAMS, NOTE_KIND, WATCH_STREAMS, Alarms, deduplication_key
from croupier.house.monitoring.follower import Blind, Follower, PictureChanged, Raised, TableKnowledge, Watched
from croupier.house.monitoring.observer import TableObserver
from croupier.house.monitoring.record import review
from croupier.house.rounds import cards_taken, load_round, read_amendment
from croupier.house.shoe import Shoe
from croupier.house.shuffle import seeded
from croupier.house.store import Append, Draft, Event, Records, Reused, Store
from croupier.house.surveillance.alarm import Alarm, Budget, Kind
from croupier.house.surveillance.expectation import Remaining
from croupier.house.surveillance.seen import Bet, SeenRound, SeenShoe
from croupier.house.surveillance.watch import Watch, foremost, watched
from croupier.house.table.decisions import Cabinet
from croupier.house.table.state import Placed, Published, State
from croupier.odds.catalogue import odds
from croupier.refused import Refused
from croupier.words import sentence_from
from floor import Casino
from floor import tables as casino_tables
from gaming import honest_people, shuffled
from housed import Housed, housed, until
from planting import SIDES, Entered, Pit, counter, eight_decks, past_poster
from stores import KEYS
from tables import usual
from test_repair import Damaged

MANY = int(os.environ.get("SURVEILLANCE", "0"))
PLANTED = MANY or 1
MONTH = 864
COUNTED = ("small-tiger", "tiger", "big-tiger", "tiger-tie", "tiger-pair")


def say(text: str) -> None:
    if MANY:
        print(text)


# From events to what surveillance is handed


def seen_of(events: Iterable[Event], name: str, records: Records | None = None) -> tuple[list[SeenShoe], TableObserver]:
    """The shoes of a table, the one in play last."""
    observer = TableObserver(State(name=name), records)
    over = [shoe for event in events if (shoe := observer.see(event)) is not None]
    return [*over, *([observer.shoe] if observer.shoe else [])], observer


def test_cards_stakes_and_times_are_those_of_the_table() -> None:
    made = housed("tiger")
    closes = made.table().deadline
    assert closes is not None
    made.bet("T1", "banker", 1_000)
    made.wait(19.2)
    made.bet("T2", "tie", 500)
    made.bet("T3", "player", 700)
    made.wait(0.3)
    made.bet("T1", "banker", 900)  # less than before: no new wager
    made.bet("T2", "tie", 600)
    made.play("withdraw-wager", "T3", wager="player")
    until(made, "settled")
    (shoe,), _ = seen_of(made.store.records.events("table:B1"), "B1")
    (round,) = shoe.rounds
    assert round.cards == made.round().cards
    found = {(bet.who, bet.wager): bet for bet in round.bets}
    nets = {bet.who: bet.net for bet in round.bets if not bet.withdrawn}
    assert nets == made.round().nets()
    assert (found["T1", "banker"].stake, found["T1", "banker"].before_close) == (900, 20_000)
    assert (found["T2", "tie"].stake, found["T2", "tie"].before_close) == (600, 500)
    withdrawn = found["T3", "player"]
    assert (withdrawn.withdrawn, withdrawn.stake, withdrawn.before_close) == (True, 700, 500)
    assert withdrawn.net == made.round().matches()["player"].net(700)
    assert round.took is not None
    assert 25_000 < round.took < 45_000


def test_a_round_that_was_interrupted_or_void_has_no_length_and_its_cards_are_gone() -> None:
    made = housed("tiger")
    made.bet("T1", "banker", 1_000)
    until(made, "dealing")
    made.wait(4)
    gone = made.round().cards
    assert gone
    made.crash()
    until(made, "void")
    (shoe,), _ = seen_of(made.store.records.events("table:B1"), "B1")
    (round,) = shoe.rounds
    assert (round.cards, round.bets, round.took) == (gone, (), None)


@pytest.mark.parametrize("seed", range(1, 1 + max(2, MANY)))
def test_whatever_happens_at_a_table_every_card_is_seen_once_and_every_stake_counts(seed: int) -> None:
    """All games through crashes, voids and rulings, with virtual and with real shoes."""
    casino = Casino(seed, casino_tables(random.Random(seed)))
    casino.play(0.5)
    for name in casino.tables:
        events = list(casino.store.records.events(f"table:{name}"))
        by_shoe, nets, rounds = told(events, name, casino.store.records)
        shoes, observer = seen_of(events, name, casino.store.records)
        for shoe in shoes:
            assert Counter(shoe.order) == by_shoe.get(shoe.name, Counter()), (seed, name, shoe.name)
            for round in shoe.rounds:
                assert len(round.cards) <= len(out_of(rounds[round.number]))
                won = Counter[str]()
                for bet in round.bets:
                    won[bet.who] += 0 if bet.withdrawn else bet.net
                wanted = nets[round.number] if round.bets else {}
                assert {who: net for who, net in won.items() if net} == {who: net for who, net in wanted.items() if net}
            if shoe.whole:
                assert Counter(shoe.order) <= Counter(shoe.whole)
        assert observer.state.version == len(events)
        assert all(alarm.kind != "cards" for alarm in watched(shoes, others=19))
    assert not [each for each in Follower(casino.store.records).open() if isinstance(each, Blind)]


def told(
    events: Sequence[Event], name: str, records: Records
) -> tuple[dict[str, Counter[Card]], dict[int, dict[str, int]], dict[int, Round]]:
    """The same from the events themselves: the cards of each shoe, and what each round made of everybody."""
    state, shoe = State(name=name), ""
    by_shoe: dict[str, Counter[Card]] = {}
    rounds: dict[int, Round] = {}
    nets: dict[int, dict[str, int]] = {}
    for event in events:
        state = state.after_stored(event)
        if event.kind in ("shoe-opened", "shoe-placed"):
            assert state.shoe is not None
            shoe = state.shoe.commitment.shoe if isinstance(state.shoe, Published) else state.shoe.name
        if event.kind == "card-drawn":
            drawn = house.read_house(event.body)
            assert isinstance(drawn, house.CardDrawn)
            by_shoe.setdefault(drawn.shoe, Counter())[drawn.drawn.card] += 1
        if state.round is not None:
            rounds[state.number] = state.round
            if isinstance(state.shoe, Placed) and state.number > state.shoe.after:
                by_shoe[shoe] = Counter(state.shoe.seen) + Counter(cards_taken(state.round))
            if state.over:
                nets[state.number] = state.round.nets()
        if event.kind == "round-amended":
            number = read_amendment(event).round
            playing = load_round(records, name, number, until=event.version)
            # A shoe that is gone was looked at as it was.
            if playing.shoe == shoe and playing.round is not None:
                rounds[number], nets[number] = playing.round, playing.round.nets()
    return by_shoe, nets, rounds


def out_of(round: Round) -> tuple[Card, ...]:
    """All that came, what lies ready for the next round too."""
    return (*cards_taken(round), *round.waiting)


# Expectation, live


def test_after_each_round_every_wager_is_worth_what_the_odds_of_the_cards_left_say() -> None:
    pit = Pit(3, honest_people(SIDES)[:3])
    follower = Follower(pit.store.records)
    assert list(follower.open()) == []
    for number, _ in enumerate(pit.shoes(1), 1):
        (picture,) = [each.picture for each in follower.poll() if isinstance(each, PictureChanged)]
        if number in (1, 20, 60):
            exact = odds("tiger", GAMES["tiger"].shoe(8).without(pit.seen))
            assert {name: each.exact for name, each in picture.expectations.items()} == {
                name: f"{each.ev.numerator}/{each.ev.denominator}"  # type: ignore[union-attr]
                for name, each in exact.items()
            }
            assert picture.favourable == {
                name: pytest.approx(float(each.ev)) for name, each in exact.items() if each.ev > 0
            }
        assert (picture.round, picture.seen, picture.left) == (number, len(pit.seen), 416 - len(pit.seen))
        assert [each.round for each in picture.history] == list(range(1, number + 1))
        if number == 60:
            before = Remaining.full("tiger", 8).without(pit.seen[: picture.history[30].seen]).evs()
            assert picture.history[30].evs == pytest.approx([float(before[name]) for name in picture.wagers])


def test_who_bets_into_a_favourable_wager_is_named_with_what_it_wins() -> None:
    pit = Pit(4, honest_people(SIDES)[:1])
    pit.plant("counter", counter(COUNTED))
    follower = Follower(pit.store.records)
    list(follower.open())
    into: tuple[object, ...] = ()
    for _ in pit.shoes(2):
        for each in follower.poll():
            if isinstance(each, PictureChanged) and each.picture.into:
                line = each.picture.into[0]
                assert (line.terminal, line.gain > 0) == ("counter", True)
                assert line.staked == 10_000 * len(line.rounds)
                into = each.picture.into
    assert into


@pytest.mark.parametrize("game", ["lucky-8", "e-blackjack", "dueling-8s"])
def test_the_solver_is_asked_about_the_newest_shoe_of_a_blackjack_table_and_no_other(game: str) -> None:
    made = housed(game, no_bets="deal")
    follower = Follower(made.store.records)
    list(follower.open())
    while made.state().number < 4:
        made.wait(5)
    pictures = [each.picture for each in follower.poll() if isinstance(each, PictureChanged)]
    assert [each.played for each in pictures] == [None]
    (solved,) = [each.picture for each in follower.solve() if isinstance(each, PictureChanged)]
    assert solved.played is not None
    assert list(follower.solve()) == []
    shoe = seen_of(made.store.records.events("table:B1"), "B1")[0][-1]
    assert solved.played.evs == Remaining.full(game, shoe.decks).without(shoe.order).main()
    assert "main-composition" in solved.played.evs


def test_fear_what_is_sealed_or_still_to_come_is_told() -> None:
    """The order of the shoe, sealed in the record, changes nothing; a card counts when its round is over."""
    pit = Pit(6, honest_people(SIDES)[:3])
    for number, _ in enumerate(pit.shoes(1)):
        if number == 12:
            break
    pit.begin()
    pit.round_of_bets()
    pit.until(Phase.COMPLETE)
    events = list(pit.store.records.events("table:B1"))
    shoes, _ = seen_of(events, "B1")
    assert [list(shoe.order) for shoe in shoes] == [pit.seen]
    blank = [msgspec.structs.replace(event, body=without_seal(event)) for event in events]
    assert seen_of(blank, "B1")[0] == shoes
    assert any(one.body != other.body for one, other in zip(events, blank, strict=True))


def without_seal(event: Event) -> bytes:
    body = msgspec.json.decode(event.body)
    if event.kind == "shoe-opened":
        body["sealed"] = ""
    return msgspec.json.encode(body)


# What a table may lose


def test_exposure_is_that_of_the_wagers_accepted_now() -> None:
    made = housed("tiger")
    follower = Follower(made.store.records)
    list(follower.open())
    assert follower.exposure("B1").loss == 0
    made.bet("T1", "banker", 1_000)
    made.bet("T2", "small-tiger", 200)
    list(follower.poll())
    found = follower.exposure("B1")
    assert (found.staked, found.phase) == ({"banker": 1_000, "small-tiger": 200}, Phase.BETTING)
    assert found.loss == 950 + 22 * 200
    assert found.once_in["1000"] <= found.once_in["1000000"] <= found.loss
    made.play("withdraw-wager", "T2", wager="small-tiger")
    list(follower.poll())
    assert follower.exposure("B1").loss == 950
    with pytest.raises(Refused, match="surveillance does not cover"):
        follower.exposure("B9")


def test_exposure_of_shared_cards_counts_everybody_together() -> None:
    made = housed("e-blackjack")
    for who in ("T1", "T2", "T3"):
        made.bet(who, "main", 1_000)
        made.bet(who, "kings-bounty", 100)
    follower = Follower(made.store.records)
    list(follower.open())
    found = follower.exposure("B1")
    assert (found.staked, found.loss) == ({"main": 3_000, "kings-bounty": 300}, 300_000)


# Planted


def alarms_of(reports: Iterable[object], kind: Kind) -> list[Alarm]:
    return [each.alarm for each in reports if isinstance(each, Raised) and each.alarm.kind == kind]


def soonest(pit: Pit, playing: Iterator[int], kind: Kind, *, every_round: bool = False) -> tuple[int, Alarm]:
    """After how many shoes the first alarm of a kind is raised by somebody who follows the record."""
    follower, before = Follower(pit.store.records), 0
    list(follower.open())
    for number in playing:
        if every_round or number > before:
            before = number
            if found := alarms_of(follower.poll(), kind):
                return number, found[0]
    if found := alarms_of(follower.poll(), kind):
        return before, found[0]
    raise AssertionError(f"no {kind} alarm in {before} shoes")


def told_how_soon(what: str, found: Sequence[int], unit: str = "shoes") -> None:
    say(f"{what}: after {statistics.median(found):.0f} {unit} in the middle, {min(found)} to {max(found)}")


def test_a_planted_counter_is_found_in_the_record() -> None:
    found = []
    for seed in range(PLANTED):
        pit = Pit(20 + seed, honest_people(SIDES)[:3])
        pit.plant("counter", counter(COUNTED))
        number, alarm = soonest(pit, pit.shoes(120), "following")
        assert alarm.who == ("counter",)
        assert alarm.rounds
        found.append(number)
    told_how_soon("a counter at a table of the house", found)


@pytest.mark.parametrize("copies", [8, 1] if MANY else [8, 4])
def test_a_planted_missing_card_is_found_in_the_record_of_a_real_shoe(copies: int) -> None:
    found = []
    for seed in range(PLANTED):
        entropy = np.random.default_rng(seed)
        pit = Entered(seed, lambda _, entropy=entropy: shuffled(eight_decks(["8S"] * copies), entropy))  # type: ignore[misc]
        number, alarm = soonest(pit, pit.played(80), "copies")
        assert alarm.words.startswith("8S: ")
        found.append(number)
    told_how_soon(f"{copies} of 8S missing from a real shoe", found)


def test_a_virtual_shoe_that_lacks_a_card_is_found_when_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    fill_all_alike(monkeypatch, GAMES["tiger"].shoe(8).without([Card("8S")]))
    pit = Pit(1, honest_people(SIDES)[:1])
    _, alarm = soonest(pit, pit.shoes(2), "cards")
    assert alarm.words == "the shoe was incomplete: 1 8S missing"
    assert alarm.p == 0


def test_fear_a_shoe_is_shuffled_away_by_the_count_and_nobody_notices() -> None:
    pit = Pit(5)
    follower = Follower(pit.store.records)
    list(follower.open())
    for _ in pit.shoes(1):
        if len(pit.past) == 12:
            break
    assert not alarms_of(follower.poll(), "early"), "a shoe in play is none"
    made = pit.tell("shuffle-early", Role.PIT_MANAGER, actor="staff:meg", reason="a drink was spilled on it")
    assert made.done
    [alarm] = alarms_of(follower.poll(), "early")
    worth = Remaining.full("tiger", 8).without(pit.seen).evs()
    best, ev = max(worth.items(), key=lambda each: each[1])
    assert alarm.words.startswith("staff:meg removed the shoe before its cutting card: a drink was spilled on it; ")
    best_now = f"the best wagers for players were {best} {100 * float(ev):+.2f} %"
    assert f"{len(pit.seen)} cards had been seen, and {best_now}" in alarm.words
    assert (alarm.statistic, alarm.p) == (round(float(ev), 3), 0.0 if ev > 0 else 1.0)
    assert alarm.rounds == (12,)
    [again] = alarms_of((each for each in review(pit.store.records, "B1").alarms), "early")
    assert again == alarm, "whoever goes through the record finds the same"


@pytest.mark.parametrize("game", ["tiger", "lucky-8"])
def test_a_table_set_up_otherwise_shuffles_no_shoe_away_unnoticed(game: str) -> None:
    made = housed(game)
    follower = Follower(made.store.records)
    list(follower.open())
    made.bet(wager="banker") if game == "tiger" else made.bet(box=1)
    until(made, "settled")
    assert made.tell("change-settings", settings={"cut": 30}).done
    made.wait(60)
    [alarm] = alarms_of(follower.poll(), "early")
    assert alarm.words.startswith("the table has been set up with other cards, and the shoe was removed before its")
    assert game == "tiger" or "main" in alarm.words


def test_a_shoe_that_ends_with_its_cutting_card_is_nothing_to_tell() -> None:
    pit = Pit(6, cut=380)
    follower = Follower(pit.store.records)
    list(follower.open())
    for number in pit.shoes(2):
        assert number <= 2
    assert not alarms_of(follower.poll(), "early")


def fill_all_alike(monkeypatch: pytest.MonkeyPatch, of: Composition) -> None:
    """Every virtual shoe of the house has these cards, in the same order."""

    def fill(self: Cabinet, name: str, _: Composition, cut: int, burn: int) -> Shoe:
        self._shoe = Shoe.shuffled(name, of, KEYS, cut=cut, burn=burn, entropy=seeded(9))
        return self._shoe

    monkeypatch.setattr(Cabinet, "fill", fill)


def test_a_planted_unshuffled_shoe_is_found_while_it_is_dealt() -> None:
    found = []
    for seed in range(3 * PLANTED):
        first = shuffled(eight_decks(), np.random.default_rng(seed))
        pit = Entered(seed, lambda _, first=first: first)  # type: ignore[misc]
        number, alarm = soonest(pit, pit.played(2), "order", every_round=True)
        assert number == 2
        assert "the previous shoe" in alarm.words
        found.append(len(out_so_far(pit)))
    told_how_soon("a real shoe that was not shuffled", found, "cards")
    assert max(found) < 40


def out_so_far(pit: Pit) -> tuple[Card, ...]:
    shoes, _ = seen_of(pit.store.records.events("table:B1"), "B1")
    return shoes[-1].order


def test_a_virtual_shoe_whose_entropy_repeats_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fill_all_alike(monkeypatch, GAMES["tiger"].shoe(8))
    pit = Pit(1, honest_people(SIDES)[:1])
    number, _ = soonest(pit, pit.shoes(2), "order", every_round=True)
    assert number == 2
    assert len(out_so_far(pit)) < 40


def test_a_planted_late_bet_pattern_is_found_in_the_record() -> None:
    found = []
    for seed in range(PLANTED):
        pit = Pit(40 + seed, honest_people(SIDES)[:4])
        pit.plant("past-poster", past_poster(0.3), before_close=400)
        _, alarm = soonest(pit, pit.shoes(20), "late", every_round=True)
        assert alarm.who == ("past-poster",)
        late = (event for event in pit.store.records.events("table:B1") if event.actor == "terminal:past-poster")
        found.append(sum(event.kind == "round:wager-placed" for event in late))
    told_how_soon("late bets that know every result", found, "late bets")


# Honest play


@pytest.mark.parametrize("table", range(max(MANY, 1)))
def test_honest_people_at_a_table_of_the_house_are_left_alone(table: int) -> None:
    """A month at twelve tables together, where `make surveillance` asks for it: a twelfth of an alarm is allowed."""
    shoes = MONTH // 12 if MANY else 12
    pit = Pit(70 + table, honest_people(SIDES))
    rounds = sum(1 for _ in pit.shoes(shoes))
    found = review(pit.store.records, "B1")
    say(f"{found.shoes} shoes, {rounds} rounds of honest people in a house: {[str(each) for each in found.alarms]}")
    assert found.unread is None
    assert (found.shoes, found.rounds) == (shoes, rounds)
    assert not found.alarms


def test_no_more_is_raised_in_a_house_than_a_large_budget_allows() -> None:
    shoes = MONTH // 12 if MANY else 5
    pit = Pit(8, honest_people(SIDES))
    rounds = sum(1 for _ in pit.shoes(shoes))
    budget = Budget(a_year=20_000)
    found = review(pit.store.records, "B1", budget)
    raised = Counter(each.alarm.kind for each in found.alarms)
    allowed = budget.per_round * rounds
    say(f"{rounds} rounds, allowed of each kind {allowed:.0f}, raised {dict(raised)}")
    assert raised["cards"] == 0
    for kind, number in raised.items():
        assert number <= allowed + 3 * allowed**0.5 + 3, kind


def test_of_thousands_of_terminals_those_are_compared_whose_stakes_change_most() -> None:
    def bets(round: int) -> tuple[Bet, ...]:
        flat = [Bet(f"flat{at}", "banker", 10**6, 0) for at in range(200)]
        return (*flat, *(Bet(f"varied{at}", "player", 100 * (1 + (round + at) % 7), 0) for at in range(50)))

    rounds = tuple(SeenRound(number=number, cards=(), bets=bets(number)) for number in range(7))
    shoe = foremost(SeenShoe(table="B1", name="1", game="tiger", decks=8, rounds=rounds))
    left = {bet.who for round in shoe.rounds for bet in round.bets}
    assert len(left) == 60
    assert {f"varied{at}" for at in range(50)} <= left


# The same live and afterwards


def test_what_is_raised_live_through_restarts_is_what_the_record_raises_afterwards() -> None:
    pit = Pit(9, honest_people(SIDES)[:4])
    pit.plant("past-poster", past_poster(0.5), before_close=300)
    known: dict[str, TableKnowledge] = {}
    live: dict[object, Alarm] = {}

    def take(reports: Iterable[object]) -> None:
        for each in reports:
            if isinstance(each, Raised):
                live.setdefault(deduplication_key(each.alarm), each.alarm)
            elif isinstance(each, Watched):
                # As it is kept, and read again.
                known[each.table] = msgspec.json.decode(encode(each.known), type=TableKnowledge, dec_hook=decode_hook)

    follower = Follower(pit.store.records)
    take(follower.open())
    for number, _ in enumerate(pit.shoes(4), 1):
        take(follower.poll())
        if number % 50 == 0:
            follower = Follower(pit.store.records, known)
            take(follower.open())
    take(follower.poll())
    after = review(pit.store.records, "B1")
    assert len(live) >= 3
    assert set(live) == {deduplication_key(each.alarm) for each in after.alarms}


def test_a_damaged_record_blinds_that_table_and_no_other() -> None:
    made = Housed(1, B1=usual("tiger"), B2=usual("tiger"))
    made.wait(120)
    kept = made.disk.streams["table:B1"]
    kept[20] = msgspec.structs.replace(kept[20], event=msgspec.structs.replace(kept[20].event, body=b"{"))
    reports = list(Follower(made.store.records).open())
    assert [each.table for each in reports if isinstance(each, Blind)] == ["B1"]
    assert [each.picture.table for each in reports if isinstance(each, PictureChanged)] == ["B2"]
    found = review(made.store.records, "B1")
    assert found.unread is not None
    assert review(made.store.records, "B2").unread is None


def test_a_table_that_was_repaired_is_watched_again(tmp_path: Path) -> None:
    made = Damaged(tmp_path, "tiger", no_bets="deal")
    made.wait(100)
    follower = Follower(made.store.records)
    assert any(isinstance(each, PictureChanged) and each.picture.table == "B1" for each in follower.open())
    made.damage("UPDATE event SET body = '{' WHERE stream = 'table:B1' AND version = 9")
    follower = Follower(made.store.records, {"B1": TableKnowledge(1, Watch())})
    assert [each.table for each in follower.open() if isinstance(each, Blind)] == ["B1"]
    assert made.repair().done
    made.tell("configure", configuration=made.tables["B1"])
    made.wait(100)
    (picture,) = [each.picture for each in follower.poll() if isinstance(each, PictureChanged)]
    assert (picture.table, picture.left) == ("B1", 416 - picture.seen)
    again = Follower(made.store.records, {"B1": TableKnowledge(1, Watch())})
    assert PictureChanged(picture) in list(again.open())
    found = review(made.store.records, "B1")
    assert found.rounds == len(picture.history)
    assert found.unread
    made.store.close()


# Alarms are kept


ALARM = Alarm(
    kind="late",
    table="B1",
    shoe="B1-2",
    words=sentence_from("past-poster is right too often"),
    statistic=3.0,
    p=1e-8,
    rounds=(4, 9),
)


def test_an_alarm_is_kept_once_in_the_chain_and_read_again_with_its_notes(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        alarms = Alarms(store, KEYS, os.urandom)
        noticed = alarms.notice(Raised(5, ALARM), 6)
        assert noticed is not None
        assert alarms.notice(Raised(7, ALARM), 8) is None, "a shoe that goes on raises the same again"
        other = alarms.notice(Raised(9, msgspec.structs.replace(ALARM, rounds=(4, 9, 12))), 10)
        assert other is not None
        noted = alarms.note(noticed.id, "staff:eve", "n1", "watched the video: he sees the cards", 11)
        assert alarms.note(noticed.id, "staff:eve", "n1", "watched the video: he sees the cards", 12) == noted
        with pytest.raises(Reused):
            alarms.note(noticed.id, "staff:eve", "n1", "another word", 13)
        with pytest.raises(Refused, match="no such alarm"):
            alarms.note("B1:99", "staff:eve", "n2", "what?", 13)
        assert [(note.by, note.at) for note in noted.notes] == [("staff:eve", 11)]
        again = Alarms(store, KEYS, os.urandom)
        assert again.all() == alarms.all() == [other, noted]
        assert again.notice(Raised(5, ALARM), 14) is None
        assert [str(each) for each in audit(store.records).defects] == []


def test_a_note_that_cannot_be_read_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        kept = Alarms(store, KEYS, os.urandom).notice(Raised(5, ALARM), 6)
        for body in (b"{", b'{"sealed":"AAAA"}'):
            store.append(Append(stream=f"{ALARM_STREAMS}B1", drafts=(Draft(NOTE_KIND, body),), at=7, actor="house"))
        store.append(Append(stream=f"{WATCH_STREAMS}B1", drafts=(Draft(NOTE_KIND, b"{}"),), at=7, actor="house"))
        again = Alarms(store, KEYS, os.urandom)
        assert again.all() == [kept]
        assert again.known() == {}


def test_fear_an_alarm_is_read_in_the_log(tmp_path: Path) -> None:
    """Who reads the log, or takes the store away, learns that surveillance has noted something, and no more."""
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        alarms = Alarms(store, KEYS, os.urandom)
        noticed = alarms.notice(Raised(5, ALARM), 6)
        assert noticed is not None
        alarms.note(noticed.id, "staff:eve", "n1", "he sees the cards", 7)
        alarms.watched(Watched("B1", "B1-2", TableKnowledge(7, Watch(scores={"late:past-poster": (0.5,)}))), 8)
        assert alarms.known()["B1"].watch.scores == {"late:past-poster": (0.5,)}
        for event in store.records.all_events():
            assert event.kind == NOTE_KIND
            assert event.stream in (f"{ALARM_STREAMS}B1", f"{WATCH_STREAMS}B1")
            assert list(msgspec.json.decode(event.body)) == ["sealed"]
    for file in tmp_path.iterdir():
        for secret in (b"past-poster", b"too often", b"he sees", b"alarm-raised", b"alarm-noted"):
            assert secret not in file.read_bytes()


# Over the record, as a command


@pytest.fixture(scope="module")
def store_with_a_late_bettor(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record on disk in which somebody bets late, and knows."""
    pit = Pit(9, honest_people(SIDES)[:2])
    pit.plant("past-poster", past_poster(0.8), before_close=300)
    for _ in pit.shoes(1):
        pass
    url = f"sqlite:///{tmp_path_factory.mktemp('record')}/house.db"
    with Store(url, KEYS) as store:
        for kept in pit.disk.kept:
            event = kept.event
            draft = Draft(event.kind, event.body, kept.postings)
            store.append(Append(stream=event.stream, drafts=(draft,), at=event.at, actor=event.actor))
    return url


def test_croupier_watch_lists_every_alarm_of_the_record(
    store_with_a_late_bettor: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = command(monkeypatch)
    assert run("watch", "--store", store_with_a_late_bettor) == 0
    said = capsys.readouterr().out
    assert "late at B1 past-poster" in said
    assert "1 shoes" in said or "2 shoes" in said
    assert run("watch", "--store", store_with_a_late_bettor, "--table", "B1", "--json") == 0
    found = msgspec.json.decode(capsys.readouterr().out.encode())
    assert found[0]["table"] == "B1"
    assert found[0]["alarms"][0]["alarm"]["kind"] == "late"
    assert run("watch", "--store", store_with_a_late_bettor, "--table", "B9") == 2
    assert capsys.readouterr().err.strip().endswith("there is no table B9 in the records: there are B1")


def command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    def run(*arguments: str) -> int:
        monkeypatch.setattr("sys.argv", ["croupier", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return int(str(ended.value.code or 0))

    return run
