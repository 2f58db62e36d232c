"""Players without a terminal: staff place their wagers, and enter what their hands show."""

from typing import Any

import pytest

from boxes import bets_open, both, closed, deal, playing, refusal, says, then
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.offers import PLACED_BY_STAFF, expects
from croupier.games.blackjack.boxes.round import decide, evolve
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.notation import phrase, read, write
from croupier.games.round import Role, encode, tag

STAFF = [role for role in Role if role is not Role.PLAYER]


def everywhere(name: str) -> list[BoxRound]:
    """Rounds in which, together, players may do everything that they ever may."""
    wagers = [("Ann", "main"), ("Cid", "main")] + [("Ann", "tie-on-18")] * (name == "dueling-8s")
    placed = [m.PlaceWager(bettor=who, box=1, wager=wager, stake=1_000) for who, wager in wagers]
    bob = m.PlaceWager(bettor="Bob", box=3, wager="main", stake=600)
    opened = then(bets_open(name), m.TakeSeat(bettor="Ann", box=1), *placed, bob, by=Role.PLAYER)
    pair = then(opened, m.CloseBets(), *deal("8S 9H 7D 8H 8C" if name == "lucky-8" else "8H 9C"), m.ConfirmDeal())
    split = then(pair, m.CloseOffers(), m.Decide(bettor="Ann", box=1, action="split"))
    doubled = then(pair, m.CloseOffers(), m.Decide(bettor="Ann", box=1, action="double"))
    asked = then(playing(name), m.Decide(bettor="Ann", box=1, action="hit"))
    dark = then(closed(name), m.Interrupt())
    rounds = [
        opened,
        pair,
        split,
        doubled,
        dark,
        then(playing(name), m.ExposeCard(card=Card("2C"))),
        then(asked, m.PullCards(number=2)),
        then(asked, m.PullCards(number=2, disclosed=cards("2C 3C"))),
    ]
    if name == "lucky-8":
        ace = then(opened, m.CloseBets(), *deal("AS 9H AD KH 8C"), m.ConfirmDeal())
        first = then(closed(name), *deal("TS 9H"))
        no_dealer = then(first, m.MisdealCard(card=Card("6H"), box=1), *deal("8C"), m.ConfirmDeal())
        short = then(first, *deal("7D"), m.MisdealCard(card=Card("8C"), box=3), m.ConfirmDeal(), m.CloseOffers())
        rounds += [ace, then(no_dealer, m.DeclareDealerMissed()), then(short, m.DeclareShortHand(box=1))]
    return rounds


def command(offer: Any) -> m.AnyCommand:
    """What the offer is for, by somebody whom it is for."""
    fields: dict[str, Any] = {"command": offer.command, "bettor": (offer.bettors or ("Zoe",))[0], "box": offer.box}
    match offer.command:
        case "place-wager":
            fields |= {"wager": offer.wagers[0], "stake": 1_000}
        case "withdraw-wager":
            fields |= {"wager": offer.wagers[0]}
        case "insure":
            fields |= {"owner": offer.owner}
        case "decide":
            fields |= {"action": "stand"}
        case "place-tie":
            fields |= {"hand": int(offer.hand), "stake": 1_000}
        case "pick-card":
            picked = offer.options[0]
            fields |= {"which": int(picked)} if picked.isdigit() else {"card": picked}
        case "choose-course":
            fields |= {"course": "act"}
    made: m.AnyCommand = m.decode_command(encode(fields))
    return made


@both
@pytest.mark.clause("lucky8 3.7", "lucky8 3.31", "dueling8 3.7", "dueling8 3.30")
def test_3_7_3_31_whatever_a_player_may_do_staff_may_enter_for_a_named_player_and_it_is_recorded(name: str) -> None:
    seen = set()
    for round in everywhere(name):
        for offer in expects(round):
            if offer.by is not Role.PLAYER:
                assert offer.signals is None, "what is staff's own needs no signal"
                continue
            seen.add(offer.command)
            placed = offer.command in PLACED_BY_STAFF
            assert offer.signals == (says(name, "3.7", "3.7") if placed else says(name, "3.31", "3.30")), offer
            asked = command(offer)
            [own, *_] = decide(round, asked, Role.PLAYER)
            for role in STAFF:
                [event, *_] = decide(round, asked, role)
                noted = [getattr(event, field, None) for field in ("placed_by", "by")]
                assert role in noted, f"R-41: {event}"
                assert read(write([opening(round), event]))[1] == event
                assert m.decode_event(encode(event)) == event
            assert b"placed_by" not in encode(own) or tag(own) in ("wager-placed", "wager-claimed")
            assert " placed by" not in phrase(own)
    known = {"take-seat", "leave-seat", "place-wager", "withdraw-wager", "surrender", "decide", "double-too"}
    known |= {"match-split", "refuse-card", "pick-card", "decline-cards", "withdraw-all"}
    own_ones = {"insure", "take-even-money", "finish-hand", "choose-course"} if name == "lucky-8" else {"place-tie"}
    assert seen == known | own_ones


def opening(round: BoxRound) -> m.BetsOpened:
    return m.BetsOpened(terms=round.terms)


@both
@pytest.mark.clause("lucky8 3.31", "dueling8 3.30")
def test_3_31_it_is_a_players_decision_still_and_somebody_is_named(name: str) -> None:
    round = playing(name)
    assert refusal(round, m.Decide(bettor="Bob", box=1, action="hit"), Role.DEALER), "Ann decides there"
    drawn = then(round, m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2))
    assert refusal(drawn, m.PickCard(which=1), Role.DEALER), "whose signal was it?"
    assert decide(drawn, m.PickCard(bettor="Ann", which=1), Role.DEALER)
    entered = then(round, m.Decide(bettor="Ann", box=1, action="stand"), by=Role.DEALER)
    assert entered.boxes == then(round, m.Decide(bettor="Ann", box=1, action="stand"), by=Role.PLAYER).boxes


@both
@pytest.mark.clause("lucky8 3.7", "dueling8 3.7")
def test_3_7_there_is_one_offer_for_players_and_for_who_places_for_them(name: str) -> None:
    offers = [each for each in expects(bets_open(name)) if each.command == "place-wager" and each.box == 1]
    assert [(each.by, each.clause, each.signals) for each in offers] == [
        (Role.PLAYER, says(name, "3.1", "3.1"), says(name, "3.7", "3.7"))
    ]
    seated = decide(bets_open(name), m.TakeSeat(bettor="Ann", box=1), Role.PIT_SUPERVISOR)
    assert seated == [m.SeatTaken(bettor="Ann", box=1, placed_by=Role.PIT_SUPERVISOR)]


def test_what_was_recorded_before_is_written_as_it_was() -> None:
    """Events of players are the same bytes as before, where nobody of the staff entered them."""
    for old in (
        b'{"event":"seat-taken","bettor":"Ann","box":1}',
        b'{"event":"wager-withdrawn","bettor":"Ann","wager":"main","box":1}',
        b'{"event":"surrendered","bettor":"Ann","box":1}',
        b'{"event":"insurance-placed","bettor":"Ann","owner":"Ann","stake":500,"box":1}',
        b'{"event":"even-money-taken","bettor":"Ann","box":1}',
        b'{"event":"hand-decided","bettor":"Ann","action":"hit","box":1,"amount":null}',
        b'{"event":"double-joined","bettor":"Ann","box":1,"amount":500}',
        b'{"event":"split-matched","bettor":"Ann","box":1}',
        b'{"event":"tie-placed","bettor":"Ann","box":1,"hand":1,"stake":500}',
        b'{"event":"card-refused","bettor":"Ann","box":1,"clause":"lucky8 5.9"}',
        b'{"event":"cards-declined","bettor":"Ann","box":1,"clause":"lucky8 5.23.3.1"}',
        b'{"event":"cards-pulled","number":2,"disclosed":[],"dealer":false,"clause":"lucky8 5.23.1","by":"dealer"}',
        b'{"event":"hand-found-short","box":1,"clause":"lucky8 5.16","by":"pit-supervisor"}',
        b'{"event":"hand-finishing","bettor":"Ann","box":1,"clause":"lucky8 5.12.1"}',
        b'{"event":"course-chosen","bettor":"Ann","box":1,"clause":"lucky8 5.16.1"}',
        b'{"event":"bettor-withdrew","bettor":"Ann","clause":"lucky8 5.29.1"}',
    ):
        assert encode(m.decode_event(old)) == old
    terms = encode(bets_open("lucky-8").terms)
    opened = b'{"event":"bets-opened","terms":' + terms + b',"v":2}'
    assert encode(m.decode_event(opened)) == opened
    assert evolve(None, m.decode_event(opened)).unseen == 0


@both
def test_who_decides_on_another_box_than_the_one_in_play_is_told_which_it_is(name: str) -> None:
    own = [m.PlaceWager(bettor="Ann", box=box, wager="main", stake=1_000) for box in (1, 3)]
    cards = "TS 9H 7D 6H 8C" if name == "lucky-8" else "6H 8C"
    round = then(bets_open(name), *own, m.CloseBets(), *deal(cards), m.ConfirmDeal(), m.CloseOffers())
    refused = refusal(round, m.Decide(bettor="Ann", box=3, action="hit"), Role.PLAYER)
    assert refused.reason == "box 1 is in play, not box 3"
    assert refused.clause == round.rules.law.choices
