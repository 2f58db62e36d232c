"""What the house reads from rounds of every family: cards, standings, windows and words, as they were read.

`REGENERATE=1 pytest tests/rules/test_families.py` writes `golden/families` anew: a line for each moment, with what is
not as usual in it.
"""

import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import boxes
import places
import streams
import test_baccarat_answers
import test_blackjack_answers
from croupier.cards import Card, cards
from croupier.games.baccarat.messages import CloseBets, DealCard, DeclareBadCards, Settle
from croupier.games.blackjack import messages as m
from croupier.games.catalogue import GAMES
from croupier.games.families import FAMILIES, family
from croupier.games.family import Family, RecordedRound, Settlement
from croupier.games.irregularity import from_virtual_shoe
from croupier.games.round import OVER, Phase, Role, encode
from croupier.games.terms import Terms
from croupier.refused import Refused

GOLDEN = places.GOLDEN / "families"
GAMES_OF = ("tiger", "sands-super", "lucky-8", "dueling-8s", "e-blackjack")
READ = (
    "taken",
    "apart",
    "face_up",
    "unseen",
    "removed_unseen",
    "gone_unseen",
    "reshuffled",
    "dealt",
    "hands",
    "spoiled",
    "shuffle_due",
    "last_of_shoe",
    "lost",
    "honoured",
    "seats",
    "copies",
    "absent",
    "interrupted",
    "unstaked",
    "undecided",
    "put_down",
    "standings",
    "staked",
    "before_the_deal",
)


def moments(name: str) -> Iterator[tuple[str, Any]]:
    if name in test_blackjack_answers.NAMES:
        yield from test_blackjack_answers.moments(name).items()
    else:
        yield from test_baccarat_answers.moments(name)
        yield from baccarat_ends(name)
    yield from ((f"sample {number}", round) for number, round in enumerate(family(name).samples(GAMES[name]), 1))


def baccarat_ends(name: str) -> Iterator[tuple[str, Any]]:
    after = test_baccarat_answers.after
    closed = after(test_baccarat_answers.staked(name), CloseBets())
    yield "foreign cards", after(closed, DeclareBadCards(kind="foreign"))
    yield "unshuffled cards", after(closed, DeclareBadCards(kind="unshuffled"))
    yield "pairs on both sides", after(closed, *(DealCard(card=card) for card in cards("4S 4C 4D 4H")), Settle())


def read(how: Family[Any], round: Any) -> Iterator[tuple[str, Any]]:
    for each in READ:
        found = getattr(how, each)(round)
        yield each, list(found) if isinstance(found, Iterator) else found
    yield "called", {hand: [how.hand_label(hand), how.comes_to(round, hand)] for hand in how.hands(round)}
    yield "won by", how.won_by(round.cards)
    yield "answered", [many for many in range(4) if how.answered(round, many)]
    for who in round.wagers():
        yield f"of {who}", [how.playing_total(round, who), how.addition(round, who)]
    if round.phase not in OVER:
        yield "standing of a stranger", how.standing(round, "nobody")
    if round.phase is Phase.SETTLED:
        yield "result", how.result(round)
        yield "winners", how.winners(round)
        yield "found by", list(how.search_words(round))
        yield "lines", [f"{each.bettor} {each.box} {each.wager} {each.net}" for each in how.lines(round)]
        yield "would win", how.would_win(round, next(iter(round.terms.offered)), 100)


def page(name: str) -> str:
    """Each reading once, at the moment where it comes first."""
    how, said, seen = family(name), list[str](), set[str]()
    for title, round in moments(name):
        said.append(title)
        for what, value in read(how, round):
            line = f"  {what} {encode(value).decode()}"
            if line not in seen and not line.endswith((" null", " 0", " []", " {}", " false", " [null,0]")):
                said.append(line)
            seen.add(line)
    return "\n".join(said) + "\n"


@pytest.mark.parametrize("name", GAMES_OF)
def test_what_the_house_reads_from_rounds_is_as_it_was_read(name: str) -> None:
    path, found = GOLDEN / f"{name}.txt", page(name)
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found)
    assert found == path.read_text()


@pytest.mark.parametrize("name", GAMES_OF)
def test_standings_are_what_was_put_down_or_won(name: str) -> None:
    """What is in play and what was paid early come to what was put down, less what a surrender gave back."""
    how = family(name)
    for _, round in moments(name):
        standings = how.standings(round)
        assert how.addition(round, "nobody") == 0, "who has no wager can add nothing to it"
        assert how.unstaked(round) == (not how.put_down(round))
        if round.phase is Phase.VOID:
            assert standings == {}
        elif round.phase is Phase.SETTLED:
            assert {who: each.net for who, each in standings.items()} == round.nets()
            assert not any(each.in_play for each in standings.values())
        else:
            assert set(standings) == set(how.put_down(round))
            assert all(how.standing(round, who) == each for who, each in standings.items())


@pytest.mark.parametrize("name", GAMES_OF)
def test_a_round_is_settled_by_its_own_terms(name: str) -> None:
    how = family(name)
    for _, round in moments(name):
        if round.phase is Phase.SETTLED:
            same = how.settled_by(round, round.terms)
            assert list(same) == list(how.settlement(round))


def test_r_43_a_round_is_settled_by_another_reading_where_its_terms_have_one() -> None:
    """Ann doubles and busts against a Dealer's Blackjack: whether the double is lost too is what readings differ in."""
    ann = m.PlaceWager(bettor="Ann", box=1, wager="main", stake=1_000)
    dealt = boxes.then(boxes.bets_open("lucky-8"), ann, m.CloseBets(), *boxes.deal("9S AD 7H"), m.ConfirmDeal())
    double = m.Decide(bettor="Ann", box=1, action="double")
    round = boxes.then(dealt, m.Insure(bettor="Ann", box=1), m.CloseOffers(), double, *boxes.deal("KC KD"), m.Settle())
    how, other = family("lucky-8"), Terms.of("lucky-8", unit=100, rulings={"R-43": "obo"})
    assert sum(line.net for _, _, line in how.settlement(round)) == -2_000 + 1_000
    assert sum(line.net for _, _, line in how.settled_by(round, other)) == -1_000 + 1_000


@pytest.mark.parametrize("name", GAMES_OF)
def test_nobody_goes_on_without_another_shoe_where_one_is_due(name: str) -> None:
    how = family(name)
    due = [found for _, round in moments(name) if (found := how.shuffle_due(round))]
    assert due
    for each in due:
        no = each.refusal()
        assert (no.reason, no.clause) == (f"{each.why}: put a new shoe in use first", each.clause)
        assert no.clause


def test_every_game_has_a_family_and_each_its_own_name() -> None:
    assert {GAMES[name].family for name in GAMES} == FAMILIES.keys()
    assert {name: each.name for name, each in FAMILIES.items()} == {name: name for name in FAMILIES}


@pytest.mark.parametrize("name", GAMES_OF)
def test_a_family_is_loaded_part_by_part_and_has_nothing_for_a_layer_that_it_does_not_know(name: str) -> None:
    assert family(name).part("odds") is not None
    assert family(name).part("cellar") is None
    assert family(name).hand_label("second-hand") == "Second hand"


@pytest.mark.parametrize("name", GAMES_OF)
def test_events_and_commands_are_read_as_they_are_written(name: str) -> None:
    how, unit = family(name), GAMES[name].unit
    wager = next(iter(GAMES[name].bets))
    events = how.decide(
        None, how.decode_command(encode({"command": "open-bets", "terms": Terms.of(name)})), Role.DEALER
    )
    assert [how.decode_event(encode(each)) for each in events] == events
    assert how.decode_events(msgspec.Raw(encode(events))) == events
    opened = how.replay(events)
    assert opened.terms.game == name
    assert type(how.decode_event(b'{"event": "bets-closed"}')).__name__ == "BetsClosed"
    placed = how.decode_command(encode({"command": "place-wager", "bettor": "T1", "wager": wager, "stake": unit}))
    assert (placed.bettor, placed.wager, placed.stake) == ("T1", wager, unit)
    assert how.decide(opened, how.decode_command(b'{"command": "close-bets"}'), Role.DEALER)


@pytest.mark.parametrize("name", GAMES_OF)
def test_an_empty_shoe_alone_lets_a_round_run_out(name: str) -> None:
    """Nothing is offered that the table would refuse: not while the shoe has cards, nor while one waits."""
    how = family(name)
    for _, round in moments(name):
        expected = [each.command for each in how.expects(round)]
        for left, holds in ((None, 1), (1, 0), (0, 1)):
            assert "run-out" not in [each.command for each in how.offers(round, left, holds)]
        offered = [each.command for each in how.offers(round, None)]
        assert ("run-out" in offered) == ("run-out" in expected and not round.waiting)
        assert [each for each in offered if each != "run-out"] == [each for each in expected if each != "run-out"]
        virtual = from_virtual_shoe(how.expects(round), how.commands)
        assert [each for each in virtual if each.command != "run-out"] == [
            each for each in how.offers(round, 0) if each.command != "run-out"
        ]


@pytest.mark.parametrize(
    ("name", "opening", "drawn", "found"),
    [
        ("lucky-8", "TS 7D KH", "KD", "dealer-17"),
        ("lucky-8", "TS 7D KH", "9D KD", "dealer-bust"),
        ("dueling-8s", "KH", "KD", "dealer-18"),
        ("dueling-8s", "KH", "6D KD", "dealer-bust"),
        ("e-blackjack", "TS 7D KH", "KD", "dealer-17"),
        ("e-blackjack", "TS 7D KH", "9D KD", "dealer-bust"),
    ],
)
def test_a_round_is_found_by_what_the_dealer_came_to(name: str, opening: str, drawn: str, found: str) -> None:
    how, on_boxes = family(name), name != "e-blackjack"
    said: list[Any] = [
        m.OpenBets(terms=Terms.of(name)),
        m.PlaceWager(bettor="T1", wager="main", stake=1_000, box=1),
        m.CloseBets(),
        *(m.DealCard(card=card) for card in cards(opening)),
        *((m.ConfirmDeal(), m.CloseOffers()) if on_boxes else ()),
        m.Decide(bettor="T1", action="stand", box=1),
        *(() if on_boxes else (m.CloseDecisions(),)),
        *(m.DealCard(card=card) for card in cards(drawn)),
        m.Settle(),
    ]
    round = None
    for command in said:
        by = Role.PLAYER if isinstance(command, m.PlaceWager | m.Decide) else Role.DEALER
        for event in how.decide(round, command, by):
            round = how.evolve(round, event)
    assert list(how.search_words(round)) == [found]


@pytest.mark.parametrize("name", test_blackjack_answers.NAMES)
def test_a_round_that_is_told_is_settled_by_the_decks_and_the_unit_of_its_table(name: str) -> None:
    how, game = family(name), GAMES[name]
    dealt, least = tuple(cards("KH KD" if name == "dueling-8s" else "TS 7D KH KD")), game.decks.start

    def settled(decks: int | None, unit: int | None) -> Settlement:
        return how.settle(game, RecordedRound(name, dealt, {"main": 1_000}, ("stand",), decks), unit)

    assert settled(None, None) == settled(least, 1_000)
    with pytest.raises(Refused, match="multiple"):
        settled(None, 300)
    with pytest.raises(Refused, match="decks"):
        settled(1_000, None)


@pytest.mark.parametrize("name", ["lucky-8", "dueling-8s"])
def test_of_cards_that_are_dealt_next_the_one_that_all_have_seen_lies_face_up(name: str) -> None:
    """A card in error, then Ann is passed over and Bob takes it and another: both are the next ones again."""
    how, hit = family(name), m.Decide(bettor="Bob", box=3, action="hit")
    passed = boxes.then(boxes.playing(name), m.ExposeCard(card=Card("2C")), m.SkipBox(box=1))
    again = boxes.then(passed, hit, *boxes.deal("2C"), hit, *boxes.deal("AC"), m.DeclareSkipped(box=1))
    assert again.waiting == cards("2C AC")
    assert set(how.face_up(again)) == {*again.dealt, "2C"}, "nobody is shown the Ace again"


def test_a_card_that_went_to_the_discards_lies_face_up_no_more() -> None:
    drawn = boxes.then(boxes.closed("lucky-8"), m.PullCards(number=2, disclosed=cards("4C")))
    assert family("lucky-8").face_up(drawn) == cards("4C"), "it is dealt next"
    gone = boxes.then(drawn, *boxes.deal("4C"), m.Interrupt(), m.WithdrawAll(bettor="Ann"))
    assert (gone.removed, family("lucky-8").face_up(gone)) == (cards("4C"), ())


def test_what_a_choice_will_cost_is_kept_back_before_the_window_closes() -> None:
    how, pair = family("e-blackjack"), streams.dealt("8S 7D 8H", T1=1_000, T2=600)
    for action, more in (("double", 1_000), ("split", 1_000), ("hit", 0)):
        chosen = streams.then(pair, *streams.says(T1=action)[:1])
        assert how.standing(chosen, "T1").in_play == 1_000 + more, action


def test_the_offer_of_insurance_need_not_wait_when_everybody_is_insured() -> None:
    how, ace = family("e-blackjack"), streams.dealt("8S AD 3H", T1=1_000, T2=600)
    one = streams.then(ace, m.Insure(bettor="T1"))
    assert not how.answered(one, 2)
    assert how.answered(streams.then(one, m.Insure(bettor="T2")), 2)
