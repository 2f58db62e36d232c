"""What is read off the cards of a baccarat round: what is decided, what is announced, what is on record."""

import random
from typing import Any

import pytest

from croupier.cards import STANDARD, Card, cards
from croupier.games.baccarat import irregular
from croupier.games.baccarat.decided import decided, possible
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.messages import (
    AnyCommand,
    CloseBets,
    DealCard,
    FindTerminal,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    Reconstruct,
    Refer,
    ReturnLateWager,
    RoundSettled,
    Settle,
    TerminalLost,
)
from croupier.games.baccarat.notation import read, write
from croupier.games.baccarat.outcome import OpeningHands, OpeningPairs, outcome
from croupier.games.baccarat.round import BaccaratRound, decide, evolve, expects, play
from croupier.games.baccarat.settlement import settle
from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.games.irregularity import once_next_began, preview
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms
from croupier.games.wager import Match
from croupier.refused import Refused

SIX = "8S 4C 3D 2H KH"
"""Banker wins with six."""
ASPECTS = (
    "points",
    "player_opening",
    "banker_opening",
    "openings",
    "both_openings",
    "player_colours",
    "banker_colours",
)
every_game = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.name)


def complete(chance: random.Random, dealt: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """A round of cards as a shoe may bring them, after those that are out."""
    while next_hand(dealt):
        dealt = (*dealt, chance.choice(STANDARD.cards))
    return dealt


def rounds(name: str, text: str) -> BaccaratRound:
    return play(OpenBets(terms=Terms.of(name)), CloseBets(), *(DealCard(card=card) for card in cards(text)))


def aspect(reads: str, dealt: tuple[Card, ...]) -> set[Any]:
    """Everything that it can still become."""
    return set(possible(reads, dealt))


# What the cards have decided


@every_game
@pytest.mark.clause("ebaccarat 5.9.2")
def test_r_07_with_all_cards_out_every_wager_is_decided_as_it_will_be_paid(game: Baccarat) -> None:
    chance = random.Random(7)
    for _ in range(40):
        dealt = complete(chance)
        found = outcome(dealt)
        assert decided(game.wagers, dealt) == game.matcher.match(found), dealt
        for reads in ASPECTS:
            assert aspect(reads, dealt) == {getattr(found, reads)}


@pytest.mark.clause("ebaccarat 5.9.2", "ebaccarat 4.9")
def test_r_07_a_wager_that_can_only_win_is_decided_though_its_grade_is_open() -> None:
    three = rounds("tiger", "8S 4C 8D")
    assert three.decided()["tiger-pair"] == Match("win", None, None, ()), "single, double or twin"
    assert {each.banker_pair for each in possible("openings", three.cards) if isinstance(each, OpeningPairs)} == {
        "",
        "4",
    }
    four = rounds("tiger", "8S 4C 8D 4H").decided()["tiger-pair"]
    assert (four.result, four.outcome) == ("win", "Double Tiger Pair")


@pytest.mark.parametrize("text", ["8S 4C 3D 2H", "2S 3C 2D KH KS", "KS 7C 7D KH", "KS 4C 7D TH", "9S 4C KD 2H"])
@pytest.mark.clause("ebaccarat 5.9.1", "ebaccarat 5.9.2")
def test_r_07_what_is_possible_is_what_some_cards_bring_and_nothing_else(text: str) -> None:
    ends, more = set[object](), [cards(text)]
    while more:
        dealt = more.pop()
        if next_hand(dealt):
            more += [(*dealt, Card(f"{rank}S")) for rank in "A23456789T"]
        else:
            ends.add(outcome(dealt).points)
    assert aspect("points", cards(text)) == ends


@pytest.mark.parametrize(
    "text", ["", "8S", "8S 4C", "KD 7H 2C", "KD 2H 2D", "KD 7H 2C 3S", "KD 2H 2C JD", "9D 2H KH 4D", "KD 2H 2C JD 8H"]
)
@pytest.mark.parametrize("reads", ["player_colours", "banker_colours"])
@pytest.mark.clause("ebaccarat 5.9.1", "ebaccarat 5.9.2")
def test_r_07_the_colours_that_are_possible_are_those_that_some_cards_bring(reads: str, text: str) -> None:
    chance, dealt = random.Random(9), cards(text)
    ends = {getattr(outcome(complete(chance, dealt)), reads) for _ in range(1_500)}
    assert aspect(reads, dealt) == ends


@pytest.mark.parametrize("text", ["", "8S", "8S 4C", "8S 4C 8D", "8S 4C 8D 4C"])
@pytest.mark.clause("ebaccarat 5.9.1", "ebaccarat 5.9.2")
def test_r_07_the_openings_that_are_possible_are_those_of_both_hands(text: str) -> None:
    dealt = cards(text)
    player, banker = aspect("player_opening", dealt), aspect("banker_opening", dealt)
    assert aspect("both_openings", dealt) == {OpeningHands(one, other) for one in player for other in banker}
    if dealt:
        chance = random.Random(10)
        assert {outcome(complete(chance, dealt)).player_opening for _ in range(2_000)} == player


@every_game
@pytest.mark.clause("ebaccarat 5.9.1", "ebaccarat 5.9.2")
def test_r_07_what_is_decided_early_comes_so(game: Baccarat) -> None:
    chance = random.Random(8)
    for _ in range(60):
        dealt = complete(chance)
        comes = game.matcher.match(outcome(dealt))
        for out in range(len(dealt)):
            for name, match in decided(game.wagers, dealt[:out]).items():
                assert comes[name].result == match.result, (name, dealt[:out])


# What is announced


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8S 4C 3D 2H KH", "Player 8S 3D KH = 1, Banker 4C 2H = 6: Banker wins"),
        ("9S 4C KD 2H", "Player 9S KD = 9, Banker 4C 2H = 6: Player wins"),
        ("3S 4C 4D 3H", "Player 3S 4D = 7, Banker 4C 3H = 7: Tie"),
    ],
)
@pytest.mark.clause("ebaccarat 3.9", "superbaccarat 3.10")
def test_3_9_the_totals_and_the_result_are_announced(text: str, said: str) -> None:
    for game in VARIANTS:
        found = settle(game, cards(text), {})
        assert found.headline == said
        assert found.outcome.result == said.rpartition(": ")[2]
        player, banker = found.outcome.player, found.outcome.banker
        prompt = expects(rounds(game.name, text))[0].prompt
        assert prompt == f"Player {player}, Banker {banker}: {found.outcome.result}"


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("8S 4C 8D 2H", (True, False)),
        ("9S 4C KD 4H", (False, True)),
        ("9S 4C 9D 4H", (True, True)),
        ("9S TC KD JH", (False, False)),
    ],
)
@pytest.mark.clause("ebaccarat 1.1.13")
def test_1_1_13_which_hands_pair_is_said_with_the_result(text: str, pairs: tuple[bool, bool]) -> None:
    dealt = cards(text)
    while next_hand(dealt):
        dealt = (*dealt, Card("TS"))
    said = settle(VARIANTS[0], dealt, {}).outcome
    assert (said.player_pair, said.banker_pair) == pairs


@pytest.mark.clause("ebaccarat 3.9", "superbaccarat 3.10")
@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_3_9_nobody_is_paid_before_the_round_is_settled(name: str) -> None:
    round = rounds(name, "8S 4C 3D 2H KH")
    with pytest.raises(Refused, match="the round is not settled yet: it is in phase complete") as caught:
        round.matches()
    assert caught.value.clause == {"tiger": "ebaccarat 3.9", "sands-super": "superbaccarat 3.10"}[name]
    assert round.outcome == outcome(round.cards)
    assert rounds(name, "8S 4C 3D 2H").outcome is None, "a card is to come"


@every_game
@pytest.mark.clause("ebaccarat 1.1.12", "ebaccarat 3.9.1", "superbaccarat 3.11")
def test_1_1_12_a_stake_that_stands_off_is_neither_won_nor_lost_and_a_lost_one_names_no_pay(game: Baccarat) -> None:
    stakes = {"player": 2_000, "banker": 2_000, "tie": 2_000}
    tied = {each.wager: each for each in settle(game, cards("3S 4C 4D 3H"), stakes).lines}
    for side in ("player", "banker"):
        push = tied[side]
        assert (push.result, push.outcome, push.pays, push.net) == ("push", "Tie", "push", 0)
    assert (tied["tie"].result, tied["tie"].pays, tied["tie"].net) == ("win", "8:1", 16_000)
    lost = {each.wager: each for each in settle(game, cards("9S 4C KD 2H"), stakes).lines}
    for wager in ("banker", "tie"):
        line = lost[wager]
        assert (line.result, line.outcome, line.pays, line.net) == ("lose", None, None, -2_000)
        assert line.clauses == game.by_name[wager].loses


@every_game
@pytest.mark.clause("ebaccarat 2.1", "superbaccarat 2.1")
def test_2_1_a_recorded_round_has_no_more_of_a_card_than_its_decks(game: Baccarat) -> None:
    assert settle(game, cards("TS TS TS TS TC TC"), {}, decks=4).outcome.result == "Tie"
    assert settle(game, cards("TS TS TS TS TS TC"), {}, decks=5).outcome.result == "Tie"
    with pytest.raises(Refused) as caught:
        settle(game, cards("TS TS TS TS TS TC"), {}, decks=4)
    assert (caught.value.reason, caught.value.clause) == ("4 decks cannot hold 5 of TS", game.clause("2.1"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "too few cards: the next one goes to Player"),
        ("8S 4C 3D", "too few cards: the next one goes to Banker"),
        ("8S 4C 3D 2H", "too few cards: the next one goes to Player"),
        ("9S 4C KD 2H 5C", "too many cards: the round is complete with 4 cards"),
        ("8S 4C 3D 2H KH 2C", "too many cards: the round is complete with 5 cards"),
        ("2S 3C 2D KH KS 4D 5D 6D", "too many cards: the round is complete with 6 cards"),
    ],
)
@pytest.mark.clause("ebaccarat 3.8", "superbaccarat 3.9")
def test_3_8_a_recorded_round_has_the_cards_that_the_table_of_play_asks_for(text: str, said: str) -> None:
    for game in VARIANTS:
        with pytest.raises(Refused) as caught:
            settle(game, cards(text), {})
        assert (caught.value.reason, caught.value.clause) == (said, game.law.draws)


# What is on record


@pytest.mark.clause("ebaccarat 5.10")
def test_5_10_a_terminal_that_is_told_lost_twice_is_lost_once_and_found_at_once() -> None:
    staked = play(OpenBets(terms=Terms.of("tiger")), PlaceWager(bettor="T1", wager="tie", stake=500))
    lost = evolve(evolve(staked, TerminalLost(bettor="T1")), TerminalLost(bettor="T1"))
    assert lost == evolve(staked, TerminalLost(bettor="T1"))
    (found,) = decide(lost, FindTerminal(bettor="T1"), Role.DEALER)
    assert evolve(lost, found) == staked


@pytest.mark.clause("ebaccarat 5.10")
def test_5_10_one_terminal_that_is_back_leaves_the_others_lost() -> None:
    names = ("T1", "T2", "T3")
    round = play(OpenBets(terms=Terms.of("tiger")), *(PlaceWager(bettor=who, wager="tie", stake=500) for who in names))
    lost = then(round, *(LoseTerminal(bettor=who) for who in names))
    for who in names:
        assert then(lost, FindTerminal(bettor=who)).lost == tuple(each for each in names if each != who)


def test_a_round_is_told_from_its_opening_on() -> None:
    with pytest.raises(Refused, match="round-settled is outside a round: the events must begin with bets-opened"):
        evolve(None, RoundSettled())
    with pytest.raises(Refused, match="the round has no commands"):
        play()


def test_terms_of_another_family_open_no_baccarat_round() -> None:
    with pytest.raises(Refused, match="e-blackjack is not a baccarat game"):
        decide(None, OpenBets(terms=Terms.of("e-blackjack")), Role.DEALER)


def test_what_is_no_irregularity_is_never_taken_for_one() -> None:
    round = rounds("tiger", "8S 4C 3D 2H KH")
    with pytest.raises(AssertionError, match="settle is no irregularity"):
        list(irregular.follows(round, Settle(), expects(round)[0], Role.DEALER))


def test_whoever_plays_a_script_acts_in_the_least_position_that_may_unless_it_is_said() -> None:
    opening, bet = OpenBets(terms=Terms.of("tiger")), PlaceWager(bettor="T1", wager="tie", stake=500)
    assert play(opening, bet, CloseBets(), LoseTerminal(bettor="T1")).lost == ("T1",)
    with pytest.raises(Refused, match="this needs a player, not a Dealer"):
        play(opening, bet, by=Role.DEALER)
    assert play(opening, CloseBets(), by=Role.PIT_MANAGER).phase is Phase.DEALING


# A round in one line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "cannot read the terms ''"),
        ("tiger", "cannot read the terms 'tiger'"),
        ("tiger 8 decks", "the cards say 'no more bets', the line says '': tiger 8 decks"),
        ("tiger 8 decks | bets closed", "'bets closed' is not a part of a round"),
        ("tiger 8 decks | bets open | T1: banker", "'banker' is not a wager: write it like banker 100.00"),
        ("tiger 8 decks | bets open | T1: tie 5.00, , tiger", "'' is not a wager: write it like banker 100.00"),
        ("tiger 8 decks | bets open | T1: big tiger 5.00", "tiger does not offer 'big tiger'"),
        ("tiger 8 decks | bets open | T1: tie  5.00", "tiger does not offer 'tie '"),
        ("tiger 8 decks | bets open | T1: tie: 5.00", "tiger does not offer 'tie:'"),
        ("tiger 8 decks | Player 8S = 8 = 8 | Banker 4C = 4 | no more bets", "8S is 8, not 8 = 8"),
        ("tiger 8 decks | Player 9S KD 2C 3C = 4 | Banker 4C 2H 5C = 1 | to settle", "a card too many: 2C 3C 5C"),
        ("tiger 8 decks | Player 9S KD 2C = 1 | Banker 4C 2H = 6 | to settle", "a card too many: 2C"),
        ("tiger 8 decks | Player 9S KD = 9 | Banker 4C 2H 5C = 1 | to settle", "a card too many: 5C"),
        ("tiger 8 decks | bets open | note {}", "'{}' is not a note: "),
        (
            "tiger 8 decks | Player 9S KD = 9 | Banker 4C 2H = 6 | Tie",
            "the cards say 'Player wins', the line says 'Tie'",
        ),
    ],
)
def test_a_line_that_tells_of_no_round_is_refused_and_says_why(line: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        read(line)
    assert said in caught.value.reason


def test_a_line_may_leave_out_what_the_cards_say() -> None:
    assert read("tiger 8 decks | Player 9S KD | Banker 4C 2H = 6 | Player wins").outcome == outcome(
        cards("9S 4C KD 2H")
    )
    assert read(" tiger 8 decks |  bets open ") == play(OpenBets(terms=Terms.of("tiger")))


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_what_seldom_happens_is_written_in_the_line_and_read_again(name: str) -> None:
    void = then(rounds(name, "8S 4C"), Refer(reason="a | in a reason", effect="void"))
    assert " | in" not in write(void)
    assert read(write(void)) == void
    early = then(play(OpenBets(terms=Terms.of(name))), Refer(reason="a fire alarm", effect="void"))
    assert read(write(early)) == early
    halted = then(rounds(name, "8S 4C 3D 2H"), Interrupt(), Interrupt())
    assert "interrupted 2" in write(halted)
    assert read(write(halted)) == halted


def then(round: BaccaratRound, *commands: AnyCommand) -> BaccaratRound:
    for command in commands:
        for event in decide(round, command, Role.GAMING_SHIFT_MANAGER):
            round = evolve(round, event)
    return round


# What a command would do


def staked(name: str) -> BaccaratRound:
    bets = [
        PlaceWager(bettor="T1", wager="banker", stake=10_000),
        PlaceWager(bettor="T1", wager="tie", stake=2_000),
        PlaceWager(bettor="T2", wager="tie", stake=2_000),
    ]
    return play(OpenBets(terms=Terms.of(name)), *bets, CloseBets(), *(DealCard(card=card) for card in cards(SIX)))


@pytest.mark.clause("ebaccarat 5.5", "superbaccarat 5.6")
@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_5_5_before_a_late_wager_goes_back_it_is_shown_what_stands(name: str) -> None:
    round = staked(name)
    late = ReturnLateWager(bettor="T1", wager="banker", amount=4_000)
    seen = preview(decide, evolve, round, late, Role.PIT_SUPERVISOR)
    assert seen.wagers == {
        "T1": {"banker": "40.00 returned, 60.00 stands", "tie": "stands"},
        "T2": {"tie": "stands"},
    }
    assert (seen.phase, seen.nets) == (Phase.COMPLETE, {}), "nobody is paid yet"
    assert seen.events == tuple(decide(round, late, Role.PIT_SUPERVISOR))
    over = then(round, Settle())
    net = over.nets()
    whole = preview(decide, evolve, over, ReturnLateWager(bettor="T2", wager="tie", amount=2_000), Role.PIT_SUPERVISOR)
    assert whole.wagers["T2"] == {"tie": "20.00 returned"}
    assert whole.nets == {"T1": (net["T1"], net["T1"]), "T2": (-2_000, 0)}


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_r_01_before_a_round_is_void_it_is_shown_that_everything_goes_back(name: str) -> None:
    over = then(staked(name), Settle())
    for round, nets in ((staked(name), {}), (over, {bettor: (net, 0) for bettor, net in over.nets().items()})):
        seen = preview(decide, evolve, round, Refer(reason="a fire", effect="void"), Role.GAMING_SHIFT_MANAGER)
        assert seen.wagers == {
            "T1": {"banker": "100.00 returned", "tie": "20.00 returned"},
            "T2": {"tie": "20.00 returned"},
        }
        assert (seen.phase, seen.nets) == (Phase.VOID, nets)


@pytest.mark.clause("superbaccarat 5.2")
def test_5_2_a_settled_round_whose_cards_are_put_right_is_to_be_settled_again() -> None:
    over = then(staked("sands-super"), Settle())
    seen = preview(decide, evolve, over, Reconstruct(cards=cards(SIX)[::-1]), Role.PIT_SUPERVISOR)
    assert (seen.phase, seen.nets) == (Phase.COMPLETE, {}), "what it will pay is not known before"
    with pytest.raises(Refused, match="the cards are already placed like that"):
        preview(decide, evolve, over, Reconstruct(cards=cards(SIX)), Role.PIT_SUPERVISOR)


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_r_111_once_the_next_round_has_begun_cards_are_put_right_by_the_gaming_shift_manager_alone(name: str) -> None:
    now = expects(then(staked(name), Settle()))
    later = once_next_began(now)
    assert [each.command for each in later] == [each.command for each in now]
    for before, after in zip(now, later, strict=True):
        if before.command in ("reconstruct", "void-round"):
            assert (after.by, after.clause) == (Role.GAMING_SHIFT_MANAGER, "R-111")
            assert after.prompt == before.prompt
        else:
            assert after == before
    assert ("reconstruct" in {each.command for each in later}) is (name == "sands-super")
