"""Rounds told by their events are settled again from the record, whatever went wrong in them."""

import json
from typing import Any

import msgspec
import pytest

from croupier.cards import cards
from croupier.games.baccarat import messages as b
from croupier.games.baccarat.round import decide, evolve
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.notation import read, write
from croupier.games.recorded import Fault, encode, settle_line
from croupier.games.round import Role
from croupier.games.round import encode as encode_event
from croupier.games.terms import Terms
from croupier.games.told import ToldSettlement
from croupier.rulebook import Citation
from program import croupier
from test_playthrough import dueling8, eblackjack, given, lucky8


def line(game: str, events: list[Any]) -> bytes:
    told = [msgspec.json.decode(encode_event(event)) for event in events]
    return json.dumps({"game": game, "events": told}).encode()


def disputed() -> list[b.AnyEvent]:
    """Cards dealt in the wrong order, put right, and a late wager returned after the settlement."""
    script: list[b.AnyCommand] = [
        b.OpenBets(terms=Terms.of("tiger")),
        b.PlaceWager(bettor="T1", wager="banker", stake=10_000),
        b.PlaceWager(bettor="T2", wager="tie", stake=2_000),
        b.CloseBets(),
        *(b.DealCard(card=card) for card in cards("4C 8S 3D 2H")),
        b.Reconstruct(cards=cards("8S 4C 3D 2H")),
        *(b.DealCard(card=card) for card in cards("KH")),
        b.Settle(),
        b.ReturnLateWager(bettor="T2", wager="tie", amount=1_000),
    ]
    round, events = None, list[b.AnyEvent]()
    for command in script:
        by = Role.PLAYER if isinstance(command, b.PlaceWager) else Role.GAMING_SHIFT_MANAGER
        for event in decide(round, command, by):
            round = evolve(round, event)
            events.append(event)
    return events


def test_a_disputed_round_is_settled_again_from_its_events() -> None:
    settled = settle_line(line("tiger", disputed()), 1)
    assert isinstance(settled, ToldSettlement)
    assert settled.net == {"T1": 9_500, "T2": -1_000}
    assert settled.total == 8_500 == sum(each.net for each in settled.lines)
    assert [(each.bettor, each.wager, each.box) for each in settled.lines] == [
        ("T1", "banker", None),
        ("T2", "tie", None),
    ]
    assert (settled.phase, settled.void) == ("settled", None)


def test_a_void_round_is_told_with_the_clause_that_voids_it_and_no_line() -> None:
    void = b.RoundVoided(clause=Citation("ebaccarat 6.1"), by=Role.GAMING_SHIFT_MANAGER, why="a fire alarm")
    settled = settle_line(line("tiger", [*disputed(), void]), 1)
    assert isinstance(settled, ToldSettlement)
    assert (settled.phase, settled.void, settled.lines) == ("void", "ebaccarat 6.1", [])
    assert (settled.net, settled.total) == ({"T1": 0, "T2": 0}, 0)


@pytest.mark.parametrize("table", [lucky8, eblackjack, dueling8], ids=lambda table: table.__name__)
def test_a_full_blackjack_table_is_settled_again_from_its_events(table: Any) -> None:
    for _, commands in table():
        round, events = None, list[m.AnyEvent]()
        for command in commands:
            round, happened, _ = given(round, command)
            events += happened
        assert round is not None
        settled = settle_line(line(round.terms.game, events), 1)
        assert isinstance(settled, ToldSettlement)
        assert settled.net == round.nets()
        assert settled.total == sum(each.net for each in settled.lines)
        for bettor in settled.net:
            assert sum(each.net for each in settled.lines if each.bettor == bettor) == settled.net[bettor]
        assert {each.box is None for each in settled.lines} == {not round.terms.boxes}, "lines say on which box"


ODD_ROUNDS = {
    "a Dealer without a first card, a missed box and a box without a wager": (
        {"Ann": -1_000, "Bob": 600},
        "lucky-8 8 decks 7 boxes | Ann on 1 main 10.00, Bob on 3 main 6.00, Cid on 5 main 5.00, no more bets | "
        "TS to 1, 9H to 3, 2C laid on 2 by lucky8 5.6 dealer, 6H laid on 1 by lucky8 5.6 dealer, "
        "9C laid on 3 by lucky8 5.6 dealer, deal taken for complete by lucky8 5.6 dealer, deal confirmed | "
        "Ann on 1: hit, Dealer has no card by lucky8 5.12 pit-supervisor, Ann finishes 1 first by lucky8 5.12.1, "
        "KC to 1, 6D to Dealer, offers closed | 2C away from 2 by lucky8 5.15 pit-supervisor, "
        "5.00 on 5 back to Cid by lucky8 5.14 pit-supervisor, Bob on 3: stand, TD to Dealer, KS to Dealer, settled",
    ),
    "a player with one card who acts, and another who leaves": (
        {"Ann": 1_500},
        "lucky-8 8 decks 7 boxes | Ann on 1 main 10.00, Bob on 3 main 6.00, no more bets | "
        "TS to 1, 9H to 3, 6D to Dealer, deal taken for complete by lucky8 5.6 dealer, deal confirmed | "
        "1 has one card by lucky8 5.16 pit-manager, Ann acts on one card on 1 by lucky8 5.16.1, "
        "3 has one card by lucky8 5.16 pit-manager, 6.00 on 3 back to Bob by lucky8 5.16.2 player, AS to 1, settled",
    ),
    "a player passed over, who acts after all": (
        {"Ann": 1_000, "Bob": 600},
        "dueling-8s 8 decks 7 boxes | Ann on 1 main 10.00, Bob on 3 main 6.00, no more bets | "
        "2H to 1, KC to 3, deal confirmed | offers closed | 1 passed over by dueling8 5.14 dealer, Bob on 3: hit, "
        "9C to 3, 9C undisclosed and 1 acts by dueling8 5.14 pit-supervisor, Ann on 1: hit, 9C to 1, Ann on 1: stand, "
        "Bob on 3: stand, 9D to Dealer, settled",
    ),
    "cards put right in the middle of play": (
        {"Ann": 1_000, "Bob": -600},
        "dueling-8s 8 decks 7 boxes | Ann on 1 main 10.00, Bob on 3 main 6.00, no more bets | "
        "KC to 1, 2H to 3, deal confirmed | offers closed | Ann on 1: hit, 9C to 1, "
        "rebuilt 2H KC 9C then - was KC 2H 9C by dueling8 5.6.2 pit-supervisor, Ann on 1: stand, "
        "Bob on 3: hit, 4C to 3, 3C to Dealer, 5D to Dealer, 2S to Dealer, settled",
    ),
    "a dissatisfied player": (
        {"Ann": -1_000},
        "dueling-8s 8 decks 7 boxes | Ann on 1 main 10.00, Bob on 3 main 6.00, no more bets | "
        "6H to 1, KC to 3, deal confirmed | offers closed | Ann on 1: hit, 9C to 1, Bob on 3: hit, "
        "2 at once for a player seen 2C 3C by dueling8 5.20.3 pit-supervisor, "
        "6.00 on 3 back to Bob by dueling8 5.22 pit-manager, settled",
    ),
}


@pytest.mark.parametrize(("nets", "told"), ODD_ROUNDS.values(), ids=ODD_ROUNDS.keys())
def test_rounds_on_boxes_with_cards_on_wrong_places_are_settled_again(nets: dict[str, int], told: str) -> None:
    events = read(told)
    assert write(events).startswith(told), "and read back as they were written"
    settled = settle_line(line(told.split()[0], events), 1)
    assert isinstance(settled, ToldSettlement)
    assert settled.net == nets
    fault = settle_line(line(told.split()[0], [*events[:-1], events[-2], events[-1]]), 1)
    assert isinstance(fault, Fault | ToldSettlement), "what does not follow is refused, and never crashes"


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"game": "tiger", "events": []}, "the round has no events"),
        ({"game": "tiger", "events": [{"event": "bets-closed"}]}, "must begin with bets-opened"),
        ({"game": "tiger", "events": [{"event": "nonsense"}]}, "nonsense"),
        ({"game": "poker", "events": []}, "unknown game 'poker'"),
        ({"events": []}, "missing required field"),
    ],
)
def test_events_that_tell_of_no_round_are_refused(record: object, said: str) -> None:
    fault = settle_line(json.dumps(record).encode(), 7)
    assert isinstance(fault, Fault)
    assert fault.message.startswith("line 7: ")
    assert said in fault.message


def test_events_that_do_not_follow_or_do_not_end_are_refused() -> None:
    events = disputed()
    for told, said in (
        (events[:5], "the events leave the round dealing: it is neither settled nor void"),
        ([events[0], events[-1]], "these events do not follow from each other"),
    ):
        fault = settle_line(line("tiger", told), 1)
        assert isinstance(fault, Fault)
        assert fault.message == f"line 1: {said}"
    fault = settle_line(line("tiger-nc", events), 1)
    assert isinstance(fault, Fault)
    assert fault.message == "line 1: the events tell of tiger, not of tiger-nc"


def test_the_program_settles_events_too() -> None:
    for form, said in (("--json", '"T2":-1000'), ("--table", "T2 -10.00")):
        done = croupier("settle", "-", form, stdin=line("tiger", disputed()).decode())
        assert done.returncode == 0
        assert said in done.stdout
    assert encode(settle_line(line("tiger", disputed()), 1)).startswith(b'{"phase":"settled"')
