"""What always holds of a baccarat round, whatever the game, the cards, the bettors and the order of events."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, product
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import STANDARD, Card, Composition, shuffled
from croupier.games.baccarat.drawing import next_hand, value
from croupier.games.baccarat.messages import (
    AnyCommand,
    AnyEvent,
    CloseBets,
    DealCard,
    FindTerminal,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    RemoveCuttingCard,
    RunOut,
    Settle,
    VoidRound,
    WithdrawWager,
    decode_command,
    decode_event,
)
from croupier.games.baccarat.notation import read, write
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.round import BaccaratRound, decide, evolve, expects, play, replay
from croupier.games.baccarat.settlement import settle
from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.games.round import Expected, Phase, Role, encode, tag
from croupier.games.terms import Limits, Terms
from croupier.games.wager import Result
from croupier.refused import Refused
from croupier.rulebook import all_clauses
from troubles import Table as Troubled

GAMES = {rules.name: rules for rules in VARIANTS}
STAFF = [role for role in Role if role is not Role.PLAYER]
IRREGULARITIES = [clause for clause in all_clauses().values() if clause.kind == "irregularity"]
LOUD = [Card(text) for text in ("KS", "KS", "TD", "4D", "4D", "4H", "3C", "6C", "AD")]
"""Few cards that often pair, tie and come to six or four."""


half_as_many = settings(max_examples=settings().max_examples // 2)


class Table(NamedTuple):
    """The terms of a round, everybody's stakes and its cards."""

    terms: Terms
    stakes: dict[str, dict[str, int]]
    deal: tuple[Card, ...]


def rules_of(at: Terms) -> Baccarat:
    return GAMES[at.game]


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    """Any table of any of the games."""
    rules = draw(st.sampled_from(VARIANTS))
    unit = rules.unit * draw(st.integers(1, 5))
    optional = [wager.name for wager in rules.wagers if wager.optional is not None]
    limited = draw(st.lists(st.sampled_from(list(rules.by_name)), max_size=3, unique=True))
    return Terms.of(
        rules.name,
        decks=draw(st.integers(4, 10)),
        unit=unit,
        without=draw(st.lists(st.sampled_from(optional), unique=True)) if optional else (),
        limits={wager: draw(limits(unit)) for wager in limited},
    )


@st.composite
def limits(draw: st.DrawFn, unit: int) -> Limits:
    least = draw(st.integers(1, 50))
    most = draw(st.none() | st.integers(least, 1_000))
    return Limits(least * unit, None if most is None else most * unit)


def shoes(decks: int) -> st.SearchStrategy[list[Card]]:
    """The first six cards of a shuffled shoe, or six that are likelier to mean something."""
    from_a_shoe = st.integers(0, 2**32).map(
        lambda seed: shuffled(Composition(STANDARD, decks), random.Random(seed))[:6]
    )
    loud = st.lists(st.sampled_from(LOUD), min_size=6, max_size=6).filter(
        lambda order: max(map(order.count, order)) <= decks
    )
    return from_a_shoe | loud


@st.composite
def deals(draw: st.DrawFn, decks: int) -> tuple[Card, ...]:
    """A complete deal by the table of play."""
    order = draw(shoes(decks))
    return next(tuple(order[:out]) for out in range(4, 7) if next_hand(order[:out]) is None)


bettors = st.from_regex(r"[\w.-]{1,6}", fullmatch=True)


@st.composite
def stakes(draw: st.DrawFn, at: Terms) -> dict[str, int]:
    """One bettor's wagers: any of those on offer, each within its limits."""
    names = draw(st.lists(st.sampled_from(at.offered), unique=True, min_size=1))
    return {name: draw(legal_stake(at, name)) for name in names}


def legal_stake(at: Terms, wager: str) -> st.SearchStrategy[int]:
    posted = at.limits_of(wager)
    most = posted.maximum or posted.minimum + 1_000 * at.unit
    return st.integers(posted.minimum // at.unit, most // at.unit).map(lambda units: units * at.unit)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any round of any game, played out."""
    at = draw(terms())
    placed = draw(st.dictionaries(bettors, stakes(at), max_size=4))
    return Table(at, placed, draw(deals(at.decks)))


def script(table: Table) -> list[AnyCommand]:
    """The commands of an undisturbed round."""
    placing = (
        PlaceWager(bettor=bettor, wager=wager, stake=stake)
        for bettor, wagers in table.stakes.items()
        for wager, stake in wagers.items()
    )
    dealing = (DealCard(card=card) for card in table.deal)
    return [OpenBets(terms=table.terms), *placing, CloseBets(), *dealing, Settle()]


# Settlement


@given(tables())
def test_each_wager_gets_one_result_and_the_lines_add_up(table: Table) -> None:
    at, placed, deal = table
    for staked in [dict.fromkeys(rules_of(at).by_name, 100 * at.unit), *placed.values()]:
        settled = settle(rules_of(at), deal, staked, decks=at.decks, unit=at.unit)
        assert [(line.wager, line.stake) for line in settled.lines] == list(staked.items())
        assert settled.net == {line.wager: line.net for line in settled.lines}
        assert settled.total == sum(line.net for line in settled.lines)
        for line in settled.lines:
            assert line.clauses
            if line.result == "lose":
                assert (line.pays, line.outcome, line.net) == (None, None, -line.stake)
            elif line.result == "push":
                assert (line.pays, line.net) == ("push", 0)
            else:
                assert line.pays is not None
                num, den = map(int, line.pays.split(":"))
                assert line.net * den == line.stake * num > 0


@given(tables())
def test_a_round_settles_every_bettor_as_the_recorded_cards_do(table: Table) -> None:
    at, placed, deal = table
    round = play(*script(table))
    assert round.nets().keys() == placed.keys()
    for bettor, staked in placed.items():
        settled = settle(rules_of(at), deal, staked, decks=at.decks, unit=at.unit)
        assert round.lines(bettor) == settled.lines
        assert round.nets()[bettor] == settled.total


@given(tables())
def test_what_the_bettors_are_handed_is_what_the_house_pays_out(table: Table) -> None:
    round = play(*script(table))
    taken = handed = 0
    for bettor in table.stakes:
        for line in round.lines(bettor):
            taken += line.stake
            if line.result != "lose":
                handed += line.stake + line.net
    house = taken - handed
    assert house + sum(round.nets().values()) == 0


# Voids


@given(tables(), st.data())
def test_a_void_hands_every_stake_back_from_any_moment(table: Table, data: st.DataObject) -> None:
    commands = script(table)[:-1]
    round = play(*commands[: data.draw(st.integers(1, len(commands)))])
    ways: list[AnyCommand] = [VoidRound(clause=clause) for clause in round.law.voids if clause != round.law.runs_out]
    if round.phase is Phase.DEALING:
        ways.append(RunOut())
    if not round.decided():
        ways.append(Interrupt())
    for way in ways:
        void = round
        for event in decide(round, way, Role.GAMING_SHIFT_MANAGER):
            void = evolve(void, event)
        assert (void.phase, void.stakes, void.cards) == (Phase.VOID, round.stakes, round.cards)
        assert void.nets() == dict.fromkeys(round.stakes, 0)
        assert expects(void) == []


# What the cards so far decide


def decided_after(at: Terms, dealt: tuple[Card, ...]) -> dict[str, Result]:
    round = play(OpenBets(terms=at), CloseBets(), *(DealCard(card=card) for card in dealt))
    return {name: match.result for name, match in round.decided().items()}


def certain(at: Terms, dealt: tuple[Card, ...]) -> dict[str, Result]:
    """The wagers with one result in every end that cards still to come can lead to, tried one after the other."""
    seen: dict[str, set[Result]] = {name: set() for name in at.offered}
    worth = {value(card): card for card in STANDARD.cards}
    todo = [dealt]
    while todo:
        so_far = todo.pop()
        if next_hand(so_far) is None:
            matches = rules_of(at).matcher.match(outcome(so_far))
            for name, results in seen.items():
                results.add(matches[name].result)
        else:
            # Up to the fourth card its rank and suit matter; a third card only by what it is worth.
            todo += [(*so_far, card) for card in (STANDARD.cards if len(so_far) < 4 else worth.values())]
    return {name: results.pop() for name, results in seen.items() if len(results) == 1}


@pytest.mark.parametrize("name", GAMES)
def test_from_the_fourth_card_on_a_wager_is_decided_just_when_no_card_can_change_its_result(name: str) -> None:
    worth = {value(card): card for card in STANDARD.cards}
    at = Terms.of(name)
    for player, banker in product(worth.values(), repeat=2):
        four = (Card("9S"), Card("TS"), player, banker)
        thirds = [(card,) for card in worth.values()] if next_hand(four) else []
        for dealt in (four, *((*four, *third) for third in thirds)):
            assert decided_after(at, dealt) == certain(at, dealt), dealt


@half_as_many
@given(terms(), st.data())
def test_a_wager_is_decided_just_when_no_card_to_come_can_change_its_result(at: Terms, data: st.DataObject) -> None:
    deal = data.draw(deals(at.decks))
    dealt = deal[: data.draw(st.integers(3, len(deal)))]
    assert decided_after(at, dealt) == certain(at, dealt)


@given(terms(), st.data())
def test_what_is_decided_stays_decided_and_comes_true(at: Terms, data: st.DataObject) -> None:
    deal = data.draw(deals(at.decks))
    round = play(OpenBets(terms=at), CloseBets())
    known = [round.decided()]
    for card in deal:
        [event] = decide(round, DealCard(card=card), Role.DEALER)
        round = evolve(round, event)
        known.append(round.decided())
    assert known[0] == {}
    for before, after in pairwise(known):
        assert {name: match.result for name, match in before.items()}.items() <= {
            name: match.result for name, match in after.items()
        }.items()
    final = rules_of(at).matcher.match(outcome(deal))
    assert known[-1] == {name: final[name] for name in at.offered}


# Any commands by anybody


def any_commands(at: Terms, round: BaccaratRound | None) -> st.SearchStrategy[AnyCommand]:
    """Commands of every kind, sensible and not, at whatever moment."""
    placed = list(round.stakes) if round else []
    law = rules_of(at).law
    names = st.sampled_from(["T1", "T2", "", "a b", "x|y", "n" * 65]) | bettors
    wagers = st.sampled_from([*rules_of(at).by_name, "super-six", "player-red", ""])
    amounts = st.sampled_from([-2, 0, 1, at.unit]) | st.integers(1, 200).map(lambda units: units * at.unit)
    kinds: list[st.SearchStrategy[AnyCommand]] = [
        st.just(OpenBets(terms=at)),
        st.builds(PlaceWager, bettor=names, wager=wagers, stake=amounts),
        st.builds(WithdrawWager, bettor=names, wager=wagers),
        st.just(CloseBets()),
        st.builds(DealCard, card=st.sampled_from(LOUD)),
        st.just(RemoveCuttingCard()),
        st.just(RunOut()),
        st.just(Interrupt()),
        st.builds(LoseTerminal, bettor=names),
        st.just(Settle()),
        st.builds(VoidRound, clause=st.sampled_from([each for each in IRREGULARITIES if each != law.runs_out])),
        st.builds(VoidRound, clause=st.sampled_from([each for each in law.voids if each != law.runs_out])),
    ]
    if placed:
        kinds.append(st.builds(LoseTerminal, bettor=st.sampled_from(placed)))
        kinds.append(st.builds(FindTerminal, bettor=st.sampled_from(placed)))
    return st.one_of(kinds)


def usual(round: BaccaratRound) -> st.SearchStrategy[AnyCommand]:
    """What takes an undisturbed round one step further."""
    at = round.terms
    if round.phase is Phase.BETTING:
        placing = st.sampled_from(at.offered).flatmap(
            lambda wager: st.builds(
                PlaceWager,
                bettor=st.sampled_from(["T1", "T2"]) | bettors,
                wager=st.just(wager),
                stake=legal_stake(at, wager),
            )
        )
        leaving = [
            WithdrawWager(bettor=bettor, wager=wager) for bettor, wagers in round.stakes.items() for wager in wagers
        ]
        return st.one_of(placing, *([st.sampled_from(leaving)] if leaving else []), st.just(CloseBets()))
    if round.phase is Phase.DEALING:
        return st.builds(DealCard, card=st.sampled_from(STANDARD.cards))
    return st.just(Settle())


def within(round: BaccaratRound, offer: Expected, command: AnyCommand) -> bool:
    """Whether a command stays within what an offer of its kind allows, read off the offer and the terms alone."""
    at = round.terms
    match command:
        case PlaceWager(bettor=bettor, wager=wager, stake=stake):
            if wager not in offer.wagers or not named(bettor):
                return False
            posted = at.limits_of(wager)
            return stake % at.unit == 0 and posted.minimum <= stake <= (posted.maximum or stake)
        case WithdrawWager(bettor=bettor, wager=wager):
            return bettor in (offer.bettors or ()) and wager in offer.wagers
        case DealCard(card=card):
            return round.cards.count(card) < at.decks
        case LoseTerminal(bettor=bettor) | FindTerminal(bettor=bettor):
            return bettor in (offer.bettors or ())
        case VoidRound(clause=clause):
            return clause in offer.clauses
        case _:
            return True


def named(bettor: str) -> bool:
    return 1 <= len(bettor) <= 64 and all(letter.isalnum() or letter in "_.:-" for letter in bettor)


def allowed(round: BaccaratRound | None, command: AnyCommand, by: Role) -> bool:
    """Whether the one list of what may happen next allows it, or it opens a round after one that is over."""
    if isinstance(command, OpenBets):
        over = round is None or round.phase in (Phase.SETTLED, Phase.VOID)
        return over and by in STAFF
    offers = expects(round) if round else []
    return round is not None and any(
        offer.command == tag(command) and by.may_act_as(offer.by) and within(round, offer, command) for offer in offers
    )


Step = Callable[[BaccaratRound | None, AnyCommand, list[AnyEvent], BaccaratRound | None], None]


def walk(data: st.DataObject, check: Step) -> None:
    """Give commands in any order, mostly such as lead on, and look at every step."""
    at = data.draw(terms())
    round: BaccaratRound | None = None
    for _ in range(data.draw(st.integers(5, 25))):
        command, by = data.draw(any_step(at, round))
        events: list[AnyEvent] = []
        if allowed(round, command, by):
            events = decide(round, command, by)
            assert events
        else:
            with pytest.raises(Refused):
                decide(round, command, by)
        before = round
        for event in events:
            round = evolve(round, event)
        check(before, command, events, round)


@st.composite
def any_step(draw: st.DrawFn, at: Terms, round: BaccaratRound | None) -> tuple[AnyCommand, Role]:
    """Two times in three what leads on; three times in four by somebody who may do such a thing."""
    if not draw(st.integers(0, 2)):
        command = draw(any_commands(at, round))
    elif round is None or all(each.irregular for each in expects(round)):
        command = OpenBets(terms=at)
    else:
        command = draw(usual(round))
    if not draw(st.integers(0, 3)):
        return command, draw(st.sampled_from(Role))
    return command, Role.PLAYER if isinstance(command, PlaceWager | WithdrawWager) else Role.GAMING_SHIFT_MANAGER


@half_as_many
@given(st.data())
def test_what_is_expected_is_never_refused_and_everything_else_always_is(data: st.DataObject) -> None:
    def over_when_nothing_is_expected(_: object, __: object, ___: object, after: BaccaratRound | None) -> None:
        if after is not None:
            over = all(each.irregular for each in expects(after))
            assert over == (after.phase in (Phase.SETTLED, Phase.VOID))

    walk(data, over_when_nothing_is_expected)


@half_as_many
@given(st.data())
def test_events_replay_to_the_same_round_and_like_commands_survive_the_wire(data: st.DataObject) -> None:
    told: list[AnyEvent] = []

    def replayed(_: object, command: AnyCommand, events: list[AnyEvent], after: BaccaratRound | None) -> None:
        assert decode_command(encode(command)) == command
        for event in events:
            assert decode_event(encode(event)) == event
        told.extend(events)
        if events:
            assert replay(told) == after

    walk(data, replayed)


@half_as_many
@given(st.data())
def test_a_round_at_any_moment_is_a_line_that_reads_back_to_it(data: st.DataObject) -> None:
    def written(_: object, __: object, events: list[AnyEvent], after: BaccaratRound | None) -> None:
        if events and after is not None:
            line = write(after)
            assert "\n" not in line
            assert read(line) == after
            assert write(read(line)) == line

    walk(data, written)


@given(terms(), st.randoms(use_true_random=False))
def test_a_line_keeps_what_is_offered_however_the_terms_listed_it(at: Terms, order: random.Random) -> None:
    offered = list(at.offered)
    order.shuffle(offered)
    round = play(OpenBets(terms=msgspec.structs.replace(at, offered=tuple(offered))))
    assert read(write(round)) == round


@given(st.data())
def test_a_decoded_command_is_decided_like_the_one_that_was_sent(data: st.DataObject) -> None:
    at = data.draw(terms())
    round = play(OpenBets(terms=at))
    command = data.draw(usual(round))
    by = Role.PLAYER if isinstance(command, PlaceWager) else Role.DEALER
    assert decide(round, decode_command(encode(command)), by) == decide(round, command, by)


@given(tables(), st.data())
def test_the_order_in_which_wagers_came_changes_nothing(table: Table, data: st.DataObject) -> None:
    commands = script(table)
    closing = commands.index(CloseBets())
    opening, placing, rest = commands[0], commands[1:closing], commands[closing:]
    first, second = play(*commands), play(opening, *data.draw(st.permutations(placing)), *rest)
    assert first == second
    assert first.nets() == second.nets()


# Whatever goes wrong, whenever


@pytest.mark.parametrize("name", ["tiger", "fabulous-4s", "sands-super"])
@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_whatever_goes_wrong_no_card_vanishes_what_is_offered_is_accepted_and_every_round_ends(
    name: str, chance: random.Random
) -> None:
    table = Troubled(name, chance, shuffled(Composition(STANDARD, 8), chance))
    full, trouble = Counter(table.shoe), chance.choice([0.05, 0.2, 0.5])
    for _ in range(3):
        for round in table.steps(trouble):
            assert isinstance(round, BaccaratRound)
            out = Counter(round.out) + Counter(table.discarded)
            assert out + Counter(table.shoe) == full, "in a hand, waiting, burned, in an earlier round or in the shoe"
            nobody_rules = round.phase is Phase.VOID or round.rules.reads("R-12") == "b"
            assert nobody_rules or "refer" in {each.command for each in expects(round)}
            assert read(write(round)) == round
            assert round.waiting or not round.unruled
        table.open()


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_whatever_goes_wrong_money_is_conserved_and_replay_equals_play(name: str, chance: random.Random) -> None:
    table = Troubled(name, chance, shuffled(Composition(STANDARD, 8), chance))
    for number in range(2):
        for round in table.steps(0.3):
            assert isinstance(round, BaccaratRound)
            if round.phase is Phase.VOID and round.rules.reads("R-01") == "a":
                assert set(round.nets().values()) <= {0}
            if round.phase is Phase.SETTLED:
                lines = {bettor: round.lines(bettor) for bettor in round.stakes}
                assert round.nets() == {bettor: sum(line.net for line in each) for bettor, each in lines.items()}
                assert round.stakes == {
                    bettor: {line.wager: line.stake for line in each} for bettor, each in lines.items()
                }
        assert table.accounts(number) == table.owed(), "what is booked is what the round came to"
        assert table.replayed() == table.round
        assert replay([decode_event(encode(event)) for event in table.events]) == table.round
        table.open()


@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_a_settled_round_that_is_corrected_is_the_one_that_was_dealt(chance: random.Random) -> None:
    table = Troubled(chance.choice(list(GAMES)), chance, shuffled(Composition(STANDARD, 8), chance))
    for _ in table.steps(0):
        pass
    right = table.corrected()
    if right is not None:
        told = [event for event in table.retold(right.cards) if isinstance(event, AnyEvent)]
        assert replay(told).nets() == right.nets()
        assert right.phase is Phase.SETTLED
