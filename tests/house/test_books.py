"""The books are right to the cent, whoever adds them up; a day that is closed stays as it was signed."""

import csv
import io
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino import day as a_day
from croupier.cards import Composition
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.catalogue import GAMES
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.games.told import settle_told
from croupier.house.accounting.books import Books
from croupier.house.accounting.closing import close, closed, defects
from croupier.house.accounting.report import Report, in_csv, report
from croupier.house.audit import audit
from croupier.house.days import HOUR, SECOND, Calendar
from croupier.house.rounds import round_steps
from croupier.house.store import Records, Store
from croupier.odds.baccarat.losses import losses
from croupier.odds.catalogue import odds
from croupier.odds.theory import Theory
from croupier.refused import Refused
from croupier.report.accounting import page
from floor import Casino, tables
from stores import BACK_ENDS, KEYS, connected, fresh

MONTH = 30
GAMES_PLAYED = ("tiger", "sands-super", "lucky-8", "e-blackjack", "dueling-8s")
DAY = 24 * HOUR
TURNS = 6 * HOUR
ALL = (0, 100_000 * DAY)


@pytest.fixture(scope="module")
def month() -> Casino:
    """Some minutes of each of thirty days, with crashes and voids; rounds lie over the turns of days."""
    casino = Casino(30, tables(random.Random(30), GAMES_PLAYED), faults=0.05)
    for _ in range(MONTH - 1):
        start = casino.now
        casino._run(start + 5 * 60 * SECOND)
        casino.now = start + DAY
    casino.play(0.05)
    casino.check()
    return casino


@pytest.fixture(scope="module")
def records(month: Casino) -> Records:
    return month.store.records


@pytest.fixture(scope="module")
def found(records: Records) -> Report:
    return report(records, *ALL)


class Raw:
    """The same from the raw events alone: bodies as JSON, postings as they are, days by arithmetic."""

    def __init__(self, records: Records) -> None:
        self.win: Counter[tuple[int, str]] = Counter()
        self.drop: Counter[tuple[int, str]] = Counter()
        self.cash: Counter[tuple[int, str, str]] = Counter()
        self.bought: Counter[str] = Counter()
        self.tips: Counter[tuple[int, str, str]] = Counter()
        self.settled: Counter[tuple[int, str]] = Counter()
        rounds: dict[tuple[str, int], list[msgspec.Raw]] = {}
        bought: dict[str, int] = {}
        today = -1
        for kept in records.event_records():
            event = kept.event
            if (number := (event.at - TURNS) // DAY) != today:
                today, bought = number, {}
            for posting in kept.postings:
                for account, cents in ((posting.source, -posting.cents), (posting.destination, posting.cents)):
                    kind, _, name = account.partition(":")
                    if kind == "win":
                        self.win[today, name] += cents
                    if kind == "tips":
                        self.tips[today, name, "in" if cents > 0 else "out"] += abs(cents)
                    if kind == "terminal" and posting.kind in ("buy-in", "cash-out"):
                        self.cash[today, name, posting.kind] += abs(cents)
                if posting.kind == "buy-in":
                    who, kind = posting.destination, posting.source.partition(":")[0]
                    self.bought[kind] += posting.cents
                    self.cash[today, who.removeprefix("terminal:"), kind] += posting.cents
                    if event.kind in ("player-seated", "player-bought-in"):
                        # Who has no terminal buys in at the table, and plays there.
                        self.drop[today, event.stream.removeprefix("table:")] += posting.cents
                        continue
                    self.drop[today, "at no table"] += posting.cents
                    bought[who] = bought.get(who, 0) + posting.cents
                elif posting.kind == "stake" and posting.source in bought:
                    table = posting.destination.removeprefix("stakes:").rpartition("/")[0]
                    moved = bought.pop(posting.source)
                    self.drop[today, "at no table"] -= moved
                    self.drop[today, table] += moved
            if event.kind.startswith("round:"):
                body = msgspec.json.decode(event.body, type=dict[str, msgspec.Raw])
                key = event.stream.removeprefix("table:"), msgspec.json.decode(body["round"])
                rounds.setdefault(key, []).append(body["event"])
                settled = sum(b'"round-settled"' in bytes(said) for said in rounds[key])
                # One that was put right after its settlement is settled again, and counts once.
                self.settled[today, key[0]] += event.kind == "round:round-settled" and settled == 1
                if event.kind == "round:round-voided":
                    self.settled[today, key[0]] -= settled > 0
            if event.kind == "round-amended":
                # It belongs to the round that it names, however many were played since.
                body = msgspec.json.decode(event.body, type=dict[str, msgspec.Raw])
                key = event.stream.removeprefix("table:"), msgspec.json.decode(body["round"])
                more = msgspec.json.decode(body["events"], type=list[msgspec.Raw])
                rounds[key] += more
                self.settled[today, key[0]] -= any(b'"round-voided"' in bytes(said) for said in more)
        self.handle: Counter[tuple[str, str]] = Counter()
        self.won: Counter[tuple[str, str]] = Counter()
        self.expected: defaultdict[str, float] = defaultdict(float)
        for said in rounds.values():
            self._settle(said)

    def _settle(self, said: list[msgspec.Raw]) -> None:
        game = msgspec.json.decode(said[0])["terms"]["game"]
        whole = msgspec.Raw(b"[" + b",".join(bytes(each) for each in said) + b"]")
        settlement = settle_told(game, whole)
        extra = {row.outcome for wager in GAMES[game].wagers for row in wager.extras}
        shoe = GAMES[game].shoe(msgspec.json.decode(said[0])["terms"]["decks"])
        edges = odds(game, shoe) if game in ("tiger", "sands-super") and settlement.lines else {}
        for line in settlement.lines:
            # The bonus is paid on a stake that another line has counted.
            self.handle[game, line.wager] += 0 if line.outcome in extra else line.stake
            self.won[game, line.wager] -= line.net
            self.expected[game] += line.stake * float(edges[line.wager].edge) if edges else 0.0


@pytest.fixture(scope="module")
def raw(records: Records) -> Raw:
    return Raw(records)


def date(number: int) -> str:
    return str(Calendar().of(number * DAY + TURNS).date)


# A month, added up twice


def test_a_month_has_its_days_rounds_voids_and_rounds_over_midnight(records: Records, found: Report, raw: Raw) -> None:
    assert len(found.by["day"]) == MONTH
    assert found.total.rounds == sum(raw.settled.values()) > 250
    assert found.total.void > 0
    rounds = {id(each.playing): each.playing for each in round_steps(records, records.all_events())}
    turned = [
        each for each in rounds.values() if each.ended and (each.at - TURNS) // DAY != (each.ended - TURNS) // DAY
    ]
    assert len(turned) > 20


def test_the_win_of_every_table_on_every_day_is_that_of_the_ledger(records: Records, raw: Raw) -> None:
    books = Books.of(records, Calendar(), *ALL, priced=False)
    sums: Counter[tuple[str, str]] = Counter()
    for where, each in books.tables.items():
        sums[where.day, where.table] += each.win
    assert {key: win for key, win in sums.items() if win} == {
        (date(number), table): win for (number, table), win in raw.win.items() if win
    }


def test_totals_equal_the_ledger_to_the_cent(found: Report, records: Records) -> None:
    held = records.balances()
    assert found.total.win == sum(cents for account, cents in held.items() if account.startswith("win:"))
    for line in found.by["table"]:
        assert line.win == held.get(f"win:{line.name}", 0)
    bought = sum(each.cash_in + each.card_in for each in found.patrons)
    out = sum(each.cash_out for each in found.patrons)
    assert found.total.drop == bought
    sources = {each.source: each.drop for each in found.sources}
    assert sources["cage"] - out - sum(each.tips_out for each in found.tips) == -held["cage"]
    for source in ("notes", "card"):
        assert sources[source] == -sum(cents for account, cents in held.items() if account.startswith(f"{source}:"))


def test_the_drop_is_told_by_where_the_money_came_from(found: Report, raw: Raw) -> None:
    assert {each.source: each.drop for each in found.sources} == dict(raw.bought)
    assert set(raw.bought) == {"cage", "notes", "card"}
    assert sum(raw.bought.values()) == found.total.drop


def test_every_wager_is_what_its_settlement_lines_come_to(found: Report, raw: Raw) -> None:
    lines = {line.name: (line.handle, line.win) for line in found.by["wager"] if line.handle or line.win}
    wanted = {f"{game} {wager}": (handle, raw.won[game, wager]) for (game, wager), handle in raw.handle.items()}
    assert lines == {name: each for name, each in wanted.items() if any(each)}


def test_drop_is_counted_where_players_stake_next(records: Records, raw: Raw, found: Report) -> None:
    books = Books.of(records, Calendar(), *ALL, priced=False)
    sums: Counter[tuple[str, str]] = Counter()
    for where, each in books.tables.items():
        sums[where.day, where.table or "at no table"] += each.drop
    assert {key: drop for key, drop in sums.items() if drop} == {
        (date(number), table): drop for (number, table), drop in raw.drop.items() if drop
    }
    assert all(line.drop is None and line.hold is None for line in found.by["wager"])


def test_every_way_of_adding_up_comes_to_the_same(found: Report) -> None:
    for by, lines in found.by.items():
        for name in ("handle", "win") + (("rounds", "drop", "void") if by != "wager" else ()):
            assert sum(getattr(line, name) for line in lines) == getattr(found.total, name), (by, name)
        assert math.isclose(sum(line.theory for line in lines), found.total.theory, rel_tol=1e-9)
        if by != "wager":
            assert math.isclose(math.hypot(*(line.sd for line in lines)), found.total.sd, rel_tol=1e-9)


def test_the_expected_win_is_the_handle_by_the_exact_edge(found: Report, raw: Raw) -> None:
    for line in found.by["game"]:
        if line.name in ("tiger", "sands-super"):
            assert math.isclose(line.theory, raw.expected[line.name], rel_tol=1e-9)
            assert line.deviation is not None
            assert math.isclose(line.deviation, (line.win - line.theory) / line.sd, rel_tol=1e-9)


def test_a_day_alone_is_the_same_as_in_its_month(records: Records, found: Report) -> None:
    for line in found.by["day"][3:6]:
        day = Calendar().on(line.name)
        alone = report(records, day.since, day.until).total
        same = ("rounds", "void", "drop", "handle", "win", "rounds_per_hour")
        assert [getattr(alone, name) for name in same] == [getattr(line, name) for name in same]


def test_patrons_have_their_cash_and_a_notice_from_the_threshold_on(records: Records, raw: Raw) -> None:
    for threshold in (1, 1_000_000, 10**12):
        for each in report(records, *ALL, threshold=threshold).patrons:
            number = (Calendar().on(each.day).since - TURNS) // DAY
            assert each.card_in == raw.cash[number, each.terminal, "card"]
            assert each.cash_in == raw.cash[number, each.terminal, "buy-in"] - each.card_in
            assert each.cash_out == raw.cash[number, each.terminal, "cash-out"]
            over = [
                name for name, cents in (("cash in", each.cash_in), ("cash out", each.cash_out)) if cents >= threshold
            ]
            assert list(each.notice) == over
    with pytest.raises(Refused, match="the threshold must be above zero"):
        report(records, *ALL, threshold=0)


def test_tips_have_a_meter_and_a_report_for_any_days(records: Records, raw: Raw, found: Report) -> None:
    days = sorted({number for number, _, _ in raw.tips})
    assert len(days) > MONTH // 2
    played = [table for table in {name for _, name, _ in raw.tips} if any(raw.tips[day, table, "out"] for day in days)]
    assert played
    for first, last in ((days[0], days[-1]), (days[3], days[3]), (days[4], days[9])):
        since, until = (Calendar().on(date(number)) for number in (first, last))
        part = report(records, since.since, until.until)
        wanted = {
            name: (
                sum(raw.tips[day, name, "in"] for day in days if first <= day <= last),
                sum(raw.tips[day, name, "out"] for day in days if first <= day <= last),
                sum(raw.tips[day, name, "in"] - raw.tips[day, name, "out"] for day in days if day <= last),
            )
            for name in {name for _, name, _ in raw.tips}
        }
        assert {each.table: (each.tips_in, each.tips_out, each.tips_held) for each in part.tips} == {
            name: each for name, each in wanted.items() if any(each)
        }
    held = records.balances("tips:")
    assert {f"tips:{each.table}": each.tips_held for each in found.tips if each.tips_held} == held


def test_tips_are_no_part_of_any_other_figure(found: Report, raw: Raw) -> None:
    assert found.tips
    assert found.total.win == sum(raw.win.values())
    assert found.total.handle == sum(raw.handle.values())


def test_paths_end_where_the_figures_are(found: Report) -> None:
    last = found.paths[""][-1]
    assert math.isclose(last.deviation, found.total.win - found.total.theory, rel_tol=1e-6, abs_tol=1e-3)
    assert math.isclose(last.sd, found.total.sd, rel_tol=1e-9)
    assert set(found.paths) == {"", *(line.name for line in found.by["table"] if line.rounds)}


# As people and programs read it


def test_the_sheet_has_every_line_in_money(found: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(in_csv(found))))
    assert len(rows) == 1 + sum(map(len, found.by.values())) + len(found.tips) + len(found.sources)
    assert float(rows[0]["win"]) * 100 == pytest.approx(found.total.win)
    assert {row["by"] for row in rows} == {"all", "tips", "source", *found.by}
    assert sum(round(float(row["drop"]) * 100) for row in rows if row["by"] == "source") == found.total.drop
    first, line = found.tips[0], next(row for row in rows if row["by"] == "tips")
    assert (line["name"], line["rounds"], line["tips_in"]) == (first.table, "", f"{first.tips_in / 100:.2f}")


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.outside += [value for name, value in attrs if name in ("src", "href") and value]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert attrs
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_is_well_formed(found: Report) -> None:
    text = page(found)
    parsed = Page()
    parsed.feed(text)
    assert parsed.open == []
    assert parsed.outside == []
    assert parsed.tags["svg"] > 10
    assert parsed.tags["table"] == 6 + 3
    assert "Tips in" in text
    assert "Drop by source" in text
    assert "url(" not in text
    assert "<script" not in text
    assert f"{found.total.rounds:,} rounds" in text


def test_a_house_without_a_round_has_empty_books() -> None:
    with fresh("sqlite") as url, Store(url, KEYS) as store:
        found = report(store.records, 0, DAY)
        assert (found.total.rounds, found.total.deviation, found.total.hold) == (0, None, None)
        assert "no day" in page(found)
        assert in_csv(found).count("\n") == 2


# What should have been won


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_the_spread_of_a_round_is_that_of_all_that_may_become_of_it(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(VARIANTS))
    names = data.draw(st.lists(st.sampled_from(list(game.bets)), min_size=1, max_size=5, unique=True))
    stakes = {name: data.draw(st.integers(1, 50)) * game.unit for name in names}
    decks = data.draw(st.sampled_from(list(game.decks)))
    every = losses(game, stakes, Composition(game.deck, decks))
    mean = sum(chance * loss for loss, chance in every.items())
    theory = Theory.of(Terms.of(game.name, decks=decks))
    assert theory.win(stakes) == pytest.approx(-mean, abs=1e-6)
    assert theory.variance(stakes) == pytest.approx(
        sum(chance * (loss - mean) ** 2 for loss, chance in every.items()), rel=1e-9, abs=1e-3
    )


def test_another_reading_in_force_has_another_edge() -> None:
    usual, other = (Theory.of(Terms.of("lucky-8", rulings=rulings)) for rulings in ({}, {"R-43": "obo"}))
    assert other.edge("main") < usual.edge("main")
    assert other.edge("pair") == usual.edge("pair")


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_of_every_game_is_priced(game: str) -> None:
    theory = Theory.of(Terms.of(game))
    assert set(theory.wagers) == set(GAMES[game].by_name)
    assert all(0 < theory.sd(wager) < 100 for wager in theory.wagers)


# Corrections


def test_a_settlement_that_is_taken_back_is_taken_out_of_the_books() -> None:
    with fresh("sqlite") as url, Store(url, KEYS) as store:
        (table,) = a_day(store, KEYS, ("tiger",), rounds=3)
        before = report(store.records, *ALL).total
        table.time = DAY + TURNS
        refer: Any = {"command": "refer", "reason": "the wrong shoe", "effect": "void"}
        table.give(table.family.decode_command(msgspec.json.encode(refer)), Role.GAMING_SHIFT_MANAGER)
        found = report(store.records, *ALL)
        held = store.records.balance("win:tiger.1")
    assert (found.total.rounds, found.total.void) == (before.rounds - 1, before.void + 1)
    assert found.total.win == held
    first, second = found.by["day"]
    assert (first.win, second.rounds, second.void) == (before.win, -1, 1)


# Closing


@pytest.fixture(params=BACK_ENDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with fresh(request.param) as found:
        with Store(found, KEYS) as store:
            a_day(store, KEYS, ("tiger", "e-blackjack"), rounds=4)
        yield found


def shut(url: str, now: int = DAY) -> Any:
    with Store(url, KEYS) as store:
        return close(store, KEYS, Calendar().of(0), Calendar(), "staff:ann", now)


def test_a_closed_day_is_signed_in_the_chain_and_verified(url: str) -> None:
    event = shut(url)
    with Records(url) as records:
        assert list(closed(records)) == [event]
        assert list(defects(records, event)) == []
        found = audit(records)
        total = report(records, event.since, event.until)
    assert (found.defects, found.counts["days"]) == ([], 1)
    assert (event.rounds, event.drop, event.handle, event.win) == (
        total.total.rounds,
        total.total.drop,
        total.total.handle,
        total.total.win,
    )
    assert event.digest == total.digest
    assert "Closed and signed" in page(total, event)


def test_a_day_is_closed_once_and_when_it_is_over(url: str) -> None:
    with pytest.raises(Refused, match="1969-12-31 is not over yet"):
        shut(url, 1)
    shut(url)
    with pytest.raises(Refused, match="is already closed"):
        shut(url)


def test_fear_a_closed_day_is_changed_or_signed_by_another(url: str) -> None:
    event = shut(url)
    with connected(url) as connection:
        connection.exec_driver_sql("UPDATE event SET body = body WHERE kind = 'day-closed'")
        connection.exec_driver_sql("UPDATE posting SET cents = cents + 100 WHERE kind = 'buy-in'")
        connection.commit()
    with Records(url) as records:
        said = [str(each) for each in audit(records).defects]
        assert any("the books of 1969-12-31 are not the ones that were signed" in each for each in said)
        forged = msgspec.structs.replace(event, win=event.win + 1)
        assert "the signature of 1969-12-31 does not match its contents" in list(defects(records, forged))
        assert any("signed with the key" in str(each) for each in audit(records, bytes(32)).defects)


def test_fear_something_is_added_to_a_day_after_it_was_closed(url: str) -> None:
    shut(url)
    with Store(url, KEYS) as store:
        from casino import buy_in

        buy_in(store)
        said = [each.said for each in audit(store.records).defects]
    assert said == ["something was recorded for 1969-12-31 after it was closed"]


# Days


def test_a_house_has_its_own_clock() -> None:
    singapore = Calendar("06:00", "Asia/Singapore")
    day = singapore.on("2026-05-01")
    assert (day.until - day.since, str(day.date)) == (DAY, "2026-05-01")
    assert day.since == Calendar().on("2026-05-01").since - 8 * HOUR
    with pytest.raises(Refused, match="write when a gaming day starts"):
        Calendar("6 o'clock")
    with pytest.raises(Refused, match="write when a gaming day starts"):
        Calendar(zone="Nowhere/Land")
    with pytest.raises(Refused, match="write the date like"):
        Calendar().on("0000-00-00")


def test_a_day_on_which_clocks_change_has_all_its_hours_in_three_shifts() -> None:
    day = Calendar("02:00", "Europe/Berlin").on("2026-10-24")
    assert day.until - day.since in (24 * HOUR, 25 * HOUR)
    assert [day.shift(at) for at in (day.since, day.since + 8 * HOUR, day.until - 1)] == ["day", "swing", "grave"]
