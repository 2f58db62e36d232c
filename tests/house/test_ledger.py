"""The ledger, and the way from rounds to postings: nothing made, nothing lost, whatever happens at the table."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.cards import cards, shuffled
from croupier.games.baccarat import messages as b
from croupier.games.baccarat import round as baccarat
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.stream import round as stream
from croupier.games.catalogue import GAMES as EVERY_GAME
from croupier.games.family import Round
from croupier.games.round import Event, Phase, Role
from croupier.games.terms import Terms
from croupier.house.ledger import (
    CAGE,
    Balances,
    Overdraft,
    Posting,
    bought_in,
    cashed_out,
    covered,
    owed,
    stakes,
    terminal,
    voucher,
    voucher_issued,
    voucher_redeemed,
    win,
)
from croupier.house.stakes import OWN_ONLY, postings, standings
from croupier.money import MAX_CENTS
from croupier.refused import Refused
from play import PEOPLE, STRANGERS
from test_blackjack_always import CHANCES, GAMES, Table

RICH = 10**9


class Books:
    """A table whose money is followed, event by event."""

    def __init__(self, people: Iterable[str] = (*PEOPLE, *STRANGERS), held: int = RICH) -> None:
        self.balances = Balances()
        self.people = tuple(people)
        for name in self.people:
            self.balances.post([bought_in(name, held)])
        self.start = dict(self.balances)

    def follow(self, events: Iterable[Event], evolve: Callable[[Any, Any], Any]) -> Any:
        round: Round | None = None
        for event in events:
            after = evolve(round, event)
            moved = postings("T", 1, round, event, after)
            self.balances.post(moved)
            assert self.balances.total == 0
            self.check(after)
            round = after
        return round

    def check(self, round: Round) -> None:
        """The books say of everybody what the round says."""
        standing = standings(round)
        assert self.balances[stakes("T", 1)] == sum(each.in_play for each in standing.values())
        assert self.balances[win("T")] == -sum(each.net for each in standing.values())
        for name in self.people:
            moved = self.balances[terminal(name)] - self.start[terminal(name)]
            assert moved == (standing[name].net - standing[name].in_play if name in standing else 0)


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES)
def test_a_blackjack_round_moves_what_it_says_and_no_cent_more(game: str, chance: random.Random) -> None:
    table = Table(game, chance)
    played = table.play()
    books = Books()
    books.follow(table.events, table.evolve)
    assert books.balances[stakes("T", 1)] == 0
    nets = played.nets()
    for name in books.people:
        assert books.balances[terminal(name)] == RICH + nets.get(name, 0)
    assert books.balances[win("T")] == -sum(nets.values())


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES, data=st.data())
def test_r01_a_void_undoes_everything_of_the_round_early_payments_too(
    game: str, chance: random.Random, data: st.DataObject
) -> None:
    table = Table(game, chance)
    for steps in range(data.draw(st.integers(0, 200))):
        if not table.step(steps):
            break
    if table.round.phase in (Phase.SETTLED, Phase.VOID):
        return
    table.give(m.Refer(reason="the ceiling came down", effect="void"), Role.GAMING_SHIFT_MANAGER)
    books = Books()
    books.follow(table.events, table.evolve)
    left = {name: net for name, net in table.round.nets().items() if net}
    assert not left or table.terms.rules.reads("R-01") == "b", "what was settled stays so where it is read so"
    settled = {terminal(name): RICH + net for name, net in left.items()} | {win("T"): -sum(left.values())}
    expected = {name: held for name, held in (books.start | settled).items() if held}
    assert {name: held for name, held in books.balances.items() if held} == expected


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
@settings(max_examples=25)
@given(chance=CHANCES)
def test_a_baccarat_round_with_anything_in_it_moves_what_it_says(rules: Any, chance: random.Random) -> None:
    events = baccarat_events(rules.name, chance)
    books = Books()
    played = books.follow(events, baccarat.evolve)
    assert books.balances[stakes("T", 1)] == 0
    for name, net in played.nets().items():
        assert books.balances[terminal(name)] == RICH + net


def baccarat_events(game: str, chance: random.Random) -> list[b.AnyEvent]:
    """A round with wagers placed, raised and withdrawn, and late ones returned; settled, corrected or voided."""
    terms = Terms.of(game)
    shoe = shuffled(terms.shoe, chance)
    events: list[b.AnyEvent] = []
    round: Any = None

    def give(command: b.AnyCommand, by: Role) -> None:
        nonlocal round
        for event in baccarat.decide(round, command, by):
            round = baccarat.evolve(round, event)
            events.append(event)

    give(b.OpenBets(terms=terms), Role.DEALER)
    for _ in range(chance.randint(0, 20)):
        name, wager = chance.choice(PEOPLE), chance.choice(terms.offered)
        give(b.PlaceWager(bettor=name, wager=wager, stake=terms.unit * chance.randint(1, 500)), Role.PLAYER)
        if chance.random() < 0.2:
            give(b.WithdrawWager(bettor=name, wager=wager), Role.PLAYER)
    give(b.CloseBets(), Role.DEALER)
    while round.phase is Phase.DEALING:
        give(b.DealCard(card=shoe.pop()), Role.DEALER)
    give(b.Settle(), Role.DEALER)
    if round.stakes and chance.random() < 0.3:
        name = chance.choice(list(round.stakes))
        wager, stake = chance.choice(list(round.stakes[name].items()))
        late = b.ReturnLateWager(bettor=name, wager=wager, amount=stake)
        give(late, Role.PIT_MANAGER)
    if round.law.mend_settled and chance.random() < 0.5:
        turned = b.Reconstruct(cards=tuple(reversed(round.cards)))
        if turned.cards != round.cards:
            give(turned, Role.PIT_SUPERVISOR)
            while round.phase is Phase.DEALING:
                give(b.DealCard(card=round.waiting[0] if round.waiting else shoe.pop()), Role.DEALER)
            give(b.Settle(), Role.DEALER)
    elif chance.random() < 0.2:
        give(b.Refer(reason="a mistake", effect="void"), Role.GAMING_SHIFT_MANAGER)
    return events


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES)
def test_looking_at_one_bettor_alone_finds_all_that_moved(game: str, chance: random.Random) -> None:
    """What is taken for nobody else's business is not: the short way and the long one agree."""
    table = Table(game, chance)
    table.play()
    round: Any = None
    for event in table.events:
        after = table.evolve(round, event)
        if isinstance(event, OWN_ONLY):
            then, now = standings(round), standings(after)
            others = (then.keys() | now.keys()) - {event.bettor}
            assert all(then.get(name) == now.get(name) for name in others)
        round = after


def test_a_double_is_kept_back_when_it_is_chosen_not_when_it_is_played() -> None:
    """Else a terminal could choose to double and cash out before the window closes."""
    books = Books(["T1"], 2_500)
    wanted: list[tuple[m.AnyCommand, Role]] = [
        (m.OpenBets(terms=Terms.of("e-blackjack")), Role.DEALER),
        (m.PlaceWager(bettor="T1", wager="main", stake=1_000), Role.PLAYER),
        (m.CloseBets(), Role.DEALER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards("5S 9D 6H")),
        (m.Decide(bettor="T1", action="double"), Role.PLAYER),
    ]
    books.follow(told(wanted, stream.decide, stream.evolve), stream.evolve)
    assert books.balances[terminal("T1")] == 500
    with pytest.raises(Overdraft):
        books.balances.post([cashed_out("T1", 1_000)])


def told(wanted: list[tuple[m.AnyCommand, Role]], decide: Any, evolve: Any) -> list[m.AnyEvent]:
    round: Any = None
    events: list[m.AnyEvent] = []
    for command, by in wanted:
        for event in decide(round, command, by):
            round = evolve(round, event)
            events.append(event)
    return events


def test_even_money_is_paid_at_once() -> None:
    books = Books(["Ann"], 1_000)
    wanted: list[tuple[m.AnyCommand, Role]] = [
        (m.OpenBets(terms=Terms.of("lucky-8"), seats={1: "Ann"}), Role.DEALER),
        (m.PlaceWager(bettor="Ann", wager="main", stake=1_000), Role.PLAYER),
        (m.CloseBets(), Role.DEALER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards("AS AD KH")),
        (m.ConfirmDeal(), Role.DEALER),
        (m.TakeEvenMoney(bettor="Ann"), Role.PLAYER),
    ]
    books.follow(told(wanted, boxes.decide, boxes.evolve), boxes.evolve)
    assert (books.balances[terminal("Ann")], books.balances[win("T")]) == (2_000, -1_000)


# What people fear


def test_fear_more_is_cashed_out_than_there_is() -> None:
    books = Balances({terminal("T1"): 100, CAGE: -100})
    with pytest.raises(Overdraft, match=r"terminal T1 has 1\.00, and this needs 1\.01"):
        books.post([cashed_out("T1", 101)])
    assert books == {terminal("T1"): 100, CAGE: -100}


def test_fear_a_voucher_is_redeemed_twice_or_was_never_issued() -> None:
    books = Balances()
    books.post([bought_in("T1", 500), voucher_issued("T1", "V1", 500)])
    books.post([voucher_redeemed("T2", "V1", 500)])
    for code in ("V1", "V2"):
        with pytest.raises(Overdraft, match=f"voucher {code} has 0.00"):
            books.post([voucher_redeemed("T2", code, 500)])
    assert books[voucher("V1")] == 0


@pytest.mark.parametrize("cents", [0, -1, MAX_CENTS + 1, 2**63])
def test_fear_a_posting_moves_nothing_or_too_much(cents: int) -> None:
    with pytest.raises(Refused, match="a posting is"):
        Balances().post([bought_in("T1", cents)])


def test_fear_an_account_overflows() -> None:
    books = Balances({terminal("T1"): MAX_CENTS, CAGE: -MAX_CENTS})
    with pytest.raises(Overdraft, match="above the account limit"):
        books.post([bought_in("T1", 1)])
    with pytest.raises(Refused, match="two different accounts"):
        books.post([Posting(CAGE, CAGE, 1, "buy-in")])


@pytest.mark.parametrize("name", ["", "a b", "x:y", "a/b", "é", "x" * 65])
def test_fear_a_name_stands_for_another_account(name: str) -> None:
    for account in (terminal, voucher, win, owed):
        with pytest.raises(Refused, match="letters, digits"):
            account(name)


def test_fear_a_correction_fails_because_the_winner_has_gone() -> None:
    books = Balances()
    books.post([bought_in("T1", 100), Posting(win("B"), terminal("T1"), 900, "win"), cashed_out("T1", 1_000)])
    wanted = [Posting(terminal("T1"), win("B"), 900, "correction")]
    with pytest.raises(Overdraft):
        books.post(wanted)
    books.post(covered(wanted, books.__getitem__))
    assert (books[terminal("T1")], books[owed("T1")], books[win("B")], books.total) == (0, -900, 0, 0)


@given(st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from("ABCD"), st.integers(1, 500)), max_size=40))
def test_accounts_sum_to_zero_and_no_terminal_goes_below_it(moves: list[tuple[str, str, int]]) -> None:
    books = Balances()
    for source, destination, cents in moves:
        giver = CAGE if source == "D" else terminal(source)
        taker = CAGE if destination == "D" else terminal(destination)
        before = dict(books)
        try:
            books.post([Posting(giver, taker, cents, "correction")])
        except Refused:
            assert books == before
        assert books.total == 0
        assert all(held >= 0 for account, held in books.items() if account != CAGE)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_no_stake_is_more_than_an_account_holds_recorded_or_live(name: str) -> None:
    """Ten to the fifteenth is more than all that a store must count, at eight thousand to one too."""
    terms = Terms.of(name)
    wager, most = next(iter(terms.offered)), MAX_CENTS - MAX_CENTS % terms.unit
    terms.check_stake(wager, most)
    for stake in (most + terms.unit, 10**30):
        for refuse in (
            lambda stake=stake: terms.check_stake(wager, stake),
            lambda stake=stake: croupier.settle(name, "8S 4C 3D 2H KH", {wager: stake}),
            lambda stake=stake: terms.rules.check_stakes({wager: stake}, terms.unit),
        ):
            with pytest.raises(Refused) as caught:
                refuse()
            assert "is above the account limit of 10,000,000,000,000.00" in caught.value.reason
    pays = max(row.pays.num / row.pays.den for each in terms.rules.wagers for row in each.paytable if row.pays)
    assert MAX_CENTS * (pays + 1) < 2**63
