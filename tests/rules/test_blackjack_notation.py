"""Rounds of blackjack as lines: how a line begins and ends, and which lines tell of no round."""

from typing import Any

import pytest

from boxes import closed, deal, playing, then
from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve
from croupier.games.blackjack.notation import phrase, read, write
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.refused import Refused

TERMS = Terms.of("lucky-8", boxes=5)
HEADS: dict[str, dict[str, Any]] = {
    "": {},
    " seats 1:Ann 5:Bob": {"seats": {1: "Ann", 5: "Bob"}},
    " waiting 2D KH": {"waiting": cards("2D KH")},
    " unseen 3": {"unseen": 3},
    " shoe begun": {"fresh": True},
    " shoe going-on": {"fresh": False},
    " by pit-manager": {"by": Role.PIT_MANAGER},
    " seats 2:Cid waiting 4C unseen 1 shoe begun by gaming-shift-manager": {
        "seats": {2: "Cid"},
        "waiting": cards("4C"),
        "unseen": 1,
        "fresh": True,
        "by": Role.GAMING_SHIFT_MANAGER,
    },
}


@pytest.mark.parametrize("head", HEADS)
def test_a_line_begins_with_the_terms_and_what_was_there_before_the_first_wager(head: str) -> None:
    opened = m.BetsOpened(terms=TERMS, **HEADS[head])
    line = f"lucky-8 8 decks 5 boxes{head}"
    assert write([opened]) == line
    assert read(line) == [opened]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("lucky-8 8 decks 5 boxes seats 1:Ann Bob", "no seat reads 'Bob': write it like 1:Ann"),
        ("lucky-8 8 decks 5 boxes seats x:Ann 1:", "no seat reads 'x': write it like 1:Ann"),
        ("lucky-8 8 decks 5 boxes unseen two", "no cards before the first one read 'two': write unseen 1, shoe begun"),
        ("lucky-8 8 decks 5 boxes shoe new", "no cards before the first one read 'new': write unseen 1, shoe begun"),
        ("lucky-8 8 decks 5 boxes | Ann dances", "nothing that happens in a round reads 'Ann dances'"),
        (
            "lucky-8 8 decks 5 boxes | no more bets | settled | = Ann +1.00",
            "the cards say '= nothing staked', the line says '= Ann +1.00'",
        ),
    ],
)
def test_a_line_that_tells_of_no_round_is_refused_with_what_is_wrong_in_it(line: str, why: str) -> None:
    with pytest.raises(Refused) as no:
        read(line)
    assert no.value.reason == why


def test_a_line_ends_with_what_everybody_won_or_lost() -> None:
    over = "Ann on 1 main 10.00, Bob on 3 main 6.00, no more bets | TS to 1, 9H to 3, 7D to Dealer, 6H to 1, 8C to 3"
    line = f"lucky-8 8 decks 5 boxes | {over}, deal confirmed | offers closed | Ann on 1: stand, Bob on 3: stand, "
    line += "9C to Dealer, 2C to Dealer, settled | = Ann -10.00, Bob -6.00"
    assert write(read(line)) == line
    won = line.replace("2C to Dealer", "KC to Dealer").replace("Ann -10.00, Bob -6.00", "Ann +10.00, Bob +6.00")
    assert write(read(won)) == won
    with pytest.raises(Refused, match=r"^a round begins with bets-opened"):
        write(read(line)[1:])


def test_who_has_one_card_is_named_where_that_is_known() -> None:
    """Records from before it was: nobody is named in them."""
    short = then(closed("lucky-8"), *deal("TS 9H 7D"), m.MisdealCard(card=cards("8C")[0], box=3), m.ConfirmDeal())
    (found,) = decide(then(short, m.CloseOffers()), m.DeclareShortHand(box=1), Role.PIT_SUPERVISOR)
    assert isinstance(found, m.HandFoundShort)
    older = m.HandFoundShort(box=1, clause=found.clause, by=found.by)
    assert phrase(found) == "1 has one card for Ann by lucky8 5.16 pit-supervisor"
    assert phrase(older) == "1 has one card by lucky8 5.16 pit-supervisor"


def test_what_staff_enter_for_a_player_says_so() -> None:
    (entered,) = decide(playing("lucky-8"), m.Decide(bettor="Ann", box=1, action="stand"), Role.DEALER)
    assert phrase(entered) == "Ann on 1: stand placed by dealer"
    assert evolve(playing("lucky-8"), entered).turn == playing("lucky-8").box(3)


def test_a_cent_more_is_written_as_won() -> None:
    wagers = [m.PlaceWager(bettor="Ann", box=1, wager=wager, stake=2) for wager in ("main", "pair")]
    opened = m.OpenBets(terms=Terms.of("lucky-8", boxes=5, unit=2))
    commands = [opened, *wagers, m.CloseBets(), *deal("AS 7D KH"), m.ConfirmDeal(), m.Settle()]
    round, events = None, list[m.AnyEvent]()
    for command in commands:
        for event in decide(round, command, Role.PLAYER if command in wagers else Role.DEALER):
            round = evolve(round, event)
            events.append(event)
    assert write(events).endswith(" | = Ann +0.01"), "a Blackjack pays 3 to 2, and Pair is lost"


def test_an_event_that_has_no_phrase_is_named() -> None:
    with pytest.raises(AssertionError, match=r"there is no phrase for BetsOpened\("):
        phrase(m.BetsOpened(terms=TERMS))
