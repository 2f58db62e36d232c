"""Dueling 8's 21+, clause by clause; areas, control and side-wager priority are in their own file.

A round is written as it went, cards and decisions in their order. `8H split 5D stand KC stand 9S` is an 8 to the
printed one, a split, a 5 to the first hand, which stands, a King to the second, which stands too, and the Dealer's 9.
The one in control speaks. What others do names them: `match:Bob` matches a split, `join:Bob:600` doubles too for 6.00,
`tie:Bob:1:200` puts 2.00 on Tie on 18 of hand 1, `surrender:Bob` folds. Closing bets, confirming the deal and closing
the offer of surrender happen by themselves when the next word needs them; `offer` and `play` wait for just that.
"""

import random
from collections.abc import Iterator

import pytest

from croupier.cards import NO_TENS, RANKS, SUITS, Card, cards, shuffled
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dealing import deal_round
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.recorded import BlackjackSettlement, HandSummary, settle
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.variants import DUELING_8S
from croupier.games.round import Expected, Phase, Role, tag
from croupier.games.terms import Limits, Terms
from croupier.games.wager import Line
from croupier.refused import Refused
from croupier.rulebook import Clause

TERMS = Terms.of("dueling-8s")
STAFF = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER)
SIDES = {"tie": "tie-on-18", "superb": "superb-8s", "plus": "21-plus"}
THEIRS = (m.PlaceWager, m.WithdrawWager, m.Surrender, m.Decide, m.DoubleToo, m.MatchSplit, m.PlaceTie)


def bet(bettor: str = "Ann", main: int = 1_000, *, box: int = 1, **sides: int) -> list[m.PlaceWager]:
    """A bettor's wagers on a box: 10.00 on the hand unless said otherwise."""
    stakes = {"main": main} | {SIDES[side]: stake for side, stake in sides.items()}
    return [m.PlaceWager(bettor=bettor, wager=wager, stake=stake, box=box) for wager, stake in stakes.items() if stake]


def table(*bets: list[m.PlaceWager], terms: Terms = TERMS, seats: dict[int, str] | None = None) -> BoxRound:
    """Bets are open, and these are placed."""
    [opened] = decide(None, m.OpenBets(terms=terms, seats=seats or {}), Role.DEALER)
    return then(evolve(None, opened), *(each for placed in bets for each in placed))


def by_whom(command: m.AnyCommand) -> Role:
    if isinstance(command, m.VoidRound):
        return Role.PIT_MANAGER
    return Role.PLAYER if isinstance(command, THEIRS) else Role.DEALER


def then(round: BoxRound, *commands: m.AnyCommand, by: Role | None = None) -> BoxRound:
    for command in commands:
        for event in decide(round, command, by or by_whom(command)):
            round = evolve(round, event)
    return round


def is_card(word: str) -> bool:
    return len(word) == 2 and word[0] in RANKS and word[1] in SUITS


def ready(round: BoxRound, word: str) -> BoxRound:
    """The round when the word can be said: bets closed, the deal confirmed, surrender closed."""
    if round.phase is Phase.BETTING:
        round = then(round, m.CloseBets())
    if round.phase is Phase.CONFIRMING:
        round = then(round, m.ConfirmDeal())
    if round.phase is Phase.OFFERING and word != "offer" and not word.startswith("surrender"):
        round = then(round, m.CloseOffers())
    return round


def command(round: BoxRound, word: str) -> m.AnyCommand:
    """What a word of a script asks for."""
    if is_card(word):
        return m.DealCard(card=Card(word))
    what, *rest = word.split(":")
    if what == "surrender":
        bettor = rest[0] if rest else "Ann"
        return m.Surrender(bettor=bettor, box=next(box.number for box in round.boxes if box.position(bettor)))
    turn = round.turn
    assert turn is not None, f"no box is in play, and {word} was said"
    number, controller = turn.number, turn.controller() or "nobody"
    amount = int(rest[-1]) if rest and rest[-1].isdigit() else None
    match what:
        case "stand" | "hit":
            return m.Decide(bettor=controller, box=number, action="stand" if what == "stand" else "hit")
        case "double":
            return m.Decide(bettor=controller, box=number, action="double", amount=amount)
        case "split":
            return m.Decide(bettor=controller, box=number, action="split", tie=amount)
        case "join":
            return m.DoubleToo(bettor=rest[0], box=number, amount=amount)
        case "match":
            return m.MatchSplit(bettor=rest[0], box=number, tie=amount)
        case "tie":
            return m.PlaceTie(bettor=rest[0], box=number, hand=int(rest[1]), stake=int(rest[2]))
    raise AssertionError(f"{word} is no word of a script")


def say(round: BoxRound, script: str) -> BoxRound:
    """The round after these words."""
    for word in script.split():
        round = ready(round, word)
        if word not in ("offer", "play"):
            round = then(round, command(round, word))
    return round


def settled(round: BoxRound, script: str = "") -> BoxRound:
    """The round after these words, when it is settled."""
    round = ready(say(round, script), "play")
    assert round.phase is Phase.COMPLETE, f"{round.phase} after {script}"
    return then(round, m.Settle())


def alone(script: str, main: int = 1_000, *, decks: int = 8, **sides: int) -> BlackjackSettlement:
    """Ann alone on box 1: the record of the round, which says the same as the round played on the boxes."""
    words = script.split()
    dealt, said = cards(word for word in words if is_card(word)), [word for word in words if not is_card(word)]
    stakes = {"main": main} | {SIDES[side]: stake for side, stake in sides.items()}
    record = settle(DUELING_8S, dealt, stakes, said, decks)
    round = settled(table(bet("Ann", main, **sides), terms=Terms.of("dueling-8s", decks=decks)), script)
    assert round.settlement() == {"Ann": {1: record.lines}}
    assert round.nets() == {"Ann": record.total}
    return record


def refusal(round: BoxRound, asked: str | m.AnyCommand, by: Role | None = None) -> Refused:
    wanted = command(round, asked) if isinstance(asked, str) else asked
    with pytest.raises(Refused) as caught:
        decide(round, wanted, by or by_whom(wanted))
    return caught.value


def area(round: BoxRound, box: int = 1) -> Area:
    found = round.box(box).area
    assert found is not None
    return found


def held(round: BoxRound, box: int = 1) -> dict[int, str]:
    """The cards of each hand by its id, in the order of play."""
    return {hand.id: " ".join(hand.cards) for hand in area(round, box).hands}


def position(round: BoxRound, bettor: str = "Ann", box: int = 1) -> Position:
    found = round.box(box).position(bettor)
    assert found is not None
    return found


def won(round: BoxRound, bettor: str = "Ann", box: int = 1) -> dict[str, int]:
    """What each wager of a bettor on a box comes to."""
    nets: dict[str, int] = {}
    for line in round.settlement()[bettor][box]:
        nets[line.wager] = nets.get(line.wager, 0) + line.net
    return nets


def usual(round: BoxRound) -> Expected:
    """What is expected first."""
    return expects(round)[0]


def open_to(round: BoxRound, wanted: str) -> set[str]:
    """Who may do that now."""
    return {bettor for each in expects(round) if each.command == wanted for bettor in each.bettors or ()}


# 1. Definitions


@pytest.mark.clause("dueling8 1.1.1", "dueling8 3.16.3", "dueling8 4.3")
def test_1_1_1_21_plus_wins_when_the_dealer_busts_and_is_paid_by_the_number_of_cards() -> None:
    assert alone("9H stand 6D KC", plus=500).net == {"main": 1_000, "21-plus": 1_000}
    assert alone("9H stand 2D 4C KC", plus=500).net == {"main": 1_000, "21-plus": 1_500}
    assert alone("9H stand 9D", plus=500).net == {"main": 0, "21-plus": -500}
    assert alone("9H stand 2D AC", plus=500).net == {"main": -1_000, "21-plus": -500}, "21 is not past it"


@pytest.mark.clause("dueling8 1.1.2")
def test_1_1_2_the_bonus_is_for_a_six_and_a_seven_in_either_order_as_the_first_two_cards() -> None:
    assert [line.net for line in alone("6H hit 7D 9C").lines] == [1_000, 1_000]
    assert [line.net for line in alone("7D hit 6H 9C").lines] == [1_000, 1_000]
    for near in ("5H hit 7D stand 9C", "6H hit 6D stand 9C", "7H hit 7D", "6H stand 9C", "AH hit 6D hit 7C"):
        assert [line.outcome for line in alone(near).lines][1:] == [], near


@pytest.mark.clause("dueling8 1.1.2")
def test_1_1_2_there_is_no_bonus_on_a_hand_formed_by_splitting() -> None:
    both = alone("8H split 6D hit 7C 7H hit 6S 9C")
    assert [(line.stake, line.net) for line in both.lines] == [(1_000, 1_000), (1_000, 1_000)]


MINIMUM = Terms.of("dueling-8s", limits={"main": Limits(600, 10_000)})


@pytest.mark.clause("dueling8 1.1.3", "dueling8 3.26")
def test_1_1_3_a_double_adds_from_the_table_minimum_to_the_original_wager() -> None:
    round = say(table(bet(), terms=MINIMUM), "3H play")
    for amount in (600, 602, 998, 1_000):
        doubled = settled(say(round, f"double:{amount}"), "KD 9C")
        assert doubled.nets() == {"Ann": 1_000 + amount}
    for amount in (0, 2, 598, 1_002, 2_000):
        assert refusal(round, f"double:{amount}").clause == "dueling8 3.26", amount
    assert refusal(round, "double:601").clause == "dueling8 3.26", "off the unit of two cents"
    assert position(say(round, "double")).doubles == {0: 1_000}, "without an amount it is for the most"


@pytest.mark.clause("dueling8 1.1.4", "dueling8 1.1.8", "dueling8 3.14")
def test_1_1_4_every_hand_holds_the_printed_eight_of_spades_and_its_points() -> None:
    round = say(table(bet(), bet("Bob", box=3)), "5H KD play")
    assert (held(round, 1), held(round, 3)) == ({0: "8S 5H"}, {0: "8S KD"})
    assert [area(round, box).hands[0].total for box in (1, 3)] == [13, 18]
    assert round.dealer_hand.cards == cards("8S")
    done = say(round, "stand stand 9C")
    assert (done.dealer_hand.cards, done.dealer_hand.total) == (cards("8S 9C"), 17)
    assert done.cards == cards("5H KD 9C"), "the printed cards are not dealt"


@pytest.mark.clause("dueling8 1.1.5")
def test_1_1_5_a_hard_total_has_no_ace_or_counts_each_as_one() -> None:
    for script, total in (("KH stand 9C", 18), ("AH hit 5D stand 9C", 14), ("3H hit AD hit AC stand 9C", 13)):
        assert alone(script).outcome.player == [HandSummary(total, False, False, False)], script


@pytest.mark.clause("dueling8 1.1.6", "dueling8 3.19")
def test_1_1_6_the_initial_deal_is_one_card_to_each_area_and_none_to_the_dealer() -> None:
    round = say(table(bet(), bet("Bob", box=2)), "5H")
    assert round.phase is Phase.DEALING
    round = say(round, "KD")
    assert round.phase is Phase.CONFIRMING
    assert [len(area(round, box).hands[0].cards) for box in (1, 2)] == [2, 2]
    assert round.dealer == ()
    assert refusal(round, "9C").clause == "dueling8 3.15", "no further card is due"


@pytest.mark.clause("dueling8 1.1.7")
def test_1_1_7_nothing_is_settled_on_the_initial_deal_before_the_dealer_has_looked_it_over() -> None:
    round = say(table(bet(superb=100)), "5H")
    assert (usual(round).command, usual(round).clause) == ("confirm-deal", "R-19")
    assert refusal(round, m.Surrender(bettor="Ann")).clause == "dueling8 3.20.1"
    with pytest.raises(Refused, match="not settled"):
        round.settlement()
    assert open_to(then(round, m.ConfirmDeal()), "surrender") == {"Ann"}


def moments(script: str = "8H split 5D stand KC hit 3C 6S KD") -> Iterator[BoxRound]:
    """A round at every moment of its life before it is settled."""
    round = table(bet(tie=200, superb=100, plus=500))
    yield round
    for word in ["play", *script.split()]:
        before = round
        while (after := ready(before, "offer")) is not before:
            yield after
            before = after
        yield (round := say(before, word))


@pytest.mark.clause("dueling8 1.1.9", "dueling8 3.1")
def test_1_1_9_a_round_runs_from_its_opening_until_all_is_settled() -> None:
    again = m.OpenBets(terms=TERMS)
    seen = list(moments())
    assert {round.phase for round in seen} == set(Phase) - {Phase.SETTLED, Phase.VOID}
    for round in seen:
        assert refusal(round, again).clause == "dueling8 3.1"
        with pytest.raises(Refused):
            round.nets()
    over = then(seen[-1], m.Settle())
    assert won(over) == {"main": 2_000, "tie-on-18": -200, "superb-8s": 300, "21-plus": 1_000}
    assert all(each.irregular for each in expects(over))
    assert decide(over, again, Role.DEALER) == [m.BetsOpened(terms=TERMS)]


@pytest.mark.clause("dueling8 1.1.10")
def test_1_1_10_a_soft_total_has_an_ace_that_counts_eleven_without_passing_21() -> None:
    for script, total in (("AH stand 9C", 19), ("AH hit AD stand 9C", 20), ("2H hit AD 9C", 21)):
        assert alone(script).outcome.player == [HandSummary(total, True, False, False)], script
    assert alone("9H stand AC").outcome.dealer == HandSummary(19, True, False, False)


@pytest.mark.parametrize("rank", sorted({card.rank for card in NO_TENS.cards}))
@pytest.mark.clause("dueling8 1.1.11", "dueling8 3.21")
def test_1_1_11_only_a_pair_of_eights_may_be_split(rank: str) -> None:
    for suit in SUITS:
        round = say(table(bet()), f"{rank}{suit} play")
        assert ("split" in usual(round).options) == (rank == "8")
        if rank != "8":
            assert refusal(round, "split").clause == "dueling8 3.21"


@pytest.mark.clause("dueling8 1.1.12", "dueling8 4.6", "dueling8 4.6.1")
def test_1_1_12_a_stand_off_moves_no_money() -> None:
    for script in ("9H stand 9C", "KH stand 2C 8D", "AH stand AC", "6H double 7D 2C AD"):
        [line, *_] = alone(script).lines
        assert (line.result, line.net, line.clauses) == ("push", 0, (Clause("dueling8 4.6.1"),)), script


@pytest.mark.clause("dueling8 1.1.13", "dueling8 3.28")
def test_1_1_13_after_the_initial_deal_a_card_comes_only_when_it_is_asked_for() -> None:
    round = say(table(bet()), "2H play")
    assert refusal(round, "3C").clause == "dueling8 3.15"
    called = say(round, "hit")
    assert (usual(called).command, usual(called).hand, usual(called).clause) == ("deal-card", "0", "dueling8 3.28")
    drawn = say(called, "3C")
    assert held(drawn) == {0: "8S 2H 3C"}
    assert refusal(drawn, "4C").clause == "dueling8 3.15"


@pytest.mark.clause("dueling8 1.1.14", "dueling8 3.20")
def test_1_1_14_surrender_gives_up_half_the_original_wager_and_the_hand() -> None:
    [line] = alone("KH surrender", 1_500).lines
    assert (line.outcome, line.stake, line.net) == ("Surrender", 1_500, -750)
    assert line.clauses == (Clause("dueling8 3.20"),)
    assert alone("KH surrender", 2).total == -1, "to the cent"
    round = say(table(bet()), "5H surrender")
    assert (round.turn, round.phase) == (None, Phase.COMPLETE), "the folded hand is not played"


@pytest.mark.clause("dueling8 1.1.15", "dueling8 3.16.1")
def test_1_1_15_superb_8s_wins_by_the_run_of_eights_dealt_to_the_player_and_loses_otherwise() -> None:
    for first in NO_TENS.cards:
        if first.rank != "8":
            assert alone(f"{first} stand {'KC' if first.rank == '9' else '9C'}", superb=100).net["superb-8s"] == -100
    wins = [alone(f"8{suit} stand 9C", superb=100).net["superb-8s"] for suit in SUITS]
    assert wins == [300] * 4, "any 8 beside the printed one, whatever the main wager does"


@pytest.mark.clause("dueling8 1.1.15.1", "dueling8 4.2")
def test_1_1_15_1_two_eights() -> None:
    for script in ("8H stand 9C", "8H surrender", "8H hit 5D 9C", "8H split 7D stand 8C stand 9C"):
        [line] = alone(script, superb=100).lines[-1:]
        assert (line.outcome, line.pays, line.net) == ("Two 8s", "3:1", 300), script
        assert "dueling8 1.1.15.1" in line.clauses


@pytest.mark.clause("dueling8 1.1.15.2", "dueling8 4.2")
def test_1_1_15_2_three_eights_in_one_hand_or_over_split_hands() -> None:
    for script in ("8H hit 8D", "8S split 8S stand KC stand 9C", "8H split 8D split 7D stand 8C stand 8S stand 9C"):
        [line] = alone(script, superb=100).lines[-1:]
        assert (line.outcome, line.pays, line.net) == ("Three 8s", "8:1", 800), script
        assert "dueling8 1.1.15.2" in line.clauses


@pytest.mark.clause("dueling8 1.1.15.3", "dueling8 4.2")
def test_1_1_15_3_four_eights_need_a_split() -> None:
    for script in ("8H split 8D stand 8C stand 9C", "8S split 8S split 8D stand 7C stand 7D stand 9C"):
        [line] = alone(script, superb=100).lines[-1:]
        assert (line.outcome, line.pays, line.net) == ("Four 8s", "800:1", 80_000), script
        assert "dueling8 1.1.15.3" in line.clauses
    unsplit = say(table(bet(superb=100)), "8H hit 8D")
    assert unsplit.phase is Phase.COMPLETE, "one hand is past 21 with three"
    assert refusal(unsplit, "8C").clause == "R-77"


@pytest.mark.clause("dueling8 1.1.15.4", "dueling8 4.2")
def test_1_1_15_4_four_eights_of_spades_need_a_split() -> None:
    for script in ("8S split 8S stand 8S stand 9C", "8S split 8S split 8S stand 7C stand 7D stand 9C"):
        [line] = alone(script, superb=100).lines[-1:]
        assert (line.outcome, line.pays, line.net) == ("Four 8s all Spades", "8000:1", 800_000), script
        assert "dueling8 1.1.15.4" in line.clauses
    assert alone("8S hit 8S", superb=100).net["superb-8s"] == 800, "all Spades too, but three"


@pytest.mark.clause("dueling8 1.1.16", "dueling8 3.16.2")
def test_1_1_16_tie_on_18_wins_when_player_and_dealer_both_finish_on_18() -> None:
    for script in ("KH stand QC", "KH stand 2C 8D", "2H hit 8D stand KC", "4H double 6D 2C 8D"):
        assert alone(script, tie=200).net == {"main": 0, "tie-on-18": 1_600}, script
    lost = (
        "9H stand 9C",
        "AH stand AC",
        "KH stand 9C",
        "9H stand KC",
        "KH hit AC stand KD",
        "KH hit 4C",
        "KH surrender",
    )
    for script in lost:
        assert alone(script, tie=200).net["tie-on-18"] == -200, script


# 2. Mode of play


@pytest.mark.clause("dueling8 2.1")
def test_2_1_three_to_eight_decks_of_48_cards_without_the_tens() -> None:
    for decks in range(3, 9):
        shoe = Terms.of("dueling-8s", decks=decks).shoe
        assert shoe.total == 48 * decks
        counts = {card: shoe.count(card) for suit in SUITS for card in cards([rank + suit for rank in RANKS])}
        assert {count for card, count in counts.items() if card.rank != "T"} == {decks}
        assert {count for card, count in counts.items() if card.rank == "T"} == {0}
    for decks in (0, 2, 9):
        with pytest.raises(Refused, match="3 to 8 decks") as caught:
            Terms.of("dueling-8s", decks=decks)
        assert caught.value.clause == "dueling8 2.1"
    assert TERMS.decks == 8, "the default (R-17)"


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.clause("dueling8 2.1")
def test_2_1_a_ten_is_refused_wherever_it_turns_up(suit: str) -> None:
    closed = then(table(bet()), m.CloseBets())
    for moment in (closed, say(closed, "5H hit"), say(closed, "5H stand")):
        assert refusal(moment, f"T{suit}").clause == "dueling8 2.1"
    with pytest.raises(Refused, match="cannot hold 1 of T"):
        settle(DUELING_8S, cards(f"5H T{suit}"), {"main": 1_000}, ["stand"])


@pytest.mark.clause("dueling8 2.1")
def test_2_1_no_more_of_a_card_than_there_are_decks() -> None:
    three = Terms.of("dueling-8s", decks=3)
    round = say(table(bet(), terms=three), "2C hit 2C hit 2C hit")
    assert refusal(round, "2C").clause == "dueling8 2.1"
    assert say(round, "2D").cards == cards("2C 2C 2C 2D")


@pytest.mark.clause("dueling8 2.2")
def test_2_2_the_layout_has_four_kinds_of_areas_and_a_table_leaves_none_out() -> None:
    wagers = {"main", "tie-on-18", "superb-8s", "21-plus"}
    assert set(DUELING_8S.bets) == set(TERMS.offered) == wagers
    for wager in wagers:
        with pytest.raises(Refused, match="cannot leave out") as kept:
            Terms.of("dueling-8s", without=[wager])
        assert kept.value.reason.values["wager"] == wager
    for wager in ("pair", "lucky-8", "insurance", "banker"):
        wrong = m.PlaceWager(bettor="Ann", wager=wager, stake=100)
        assert refusal(table(bet()), wrong).clause == "dueling8 2.2", wager


@pytest.mark.clause("dueling8 2.2.1", "dueling8 2.2.2", "dueling8 2.2.3", "dueling8 2.2.4")
def test_2_2_1_to_2_2_4_each_wager_has_its_own_area() -> None:
    areas = {
        "main": "dueling8 2.2.1",
        "superb-8s": "dueling8 2.2.2",
        "tie-on-18": "dueling8 2.2.3",
        "21-plus": "dueling8 2.2.4",
    }
    assert {wager.name: wager.area for wager in DUELING_8S.wagers} == areas
    for box in range(1, 8):
        stakes = position(table(bet(box=box, superb=100, tie=200, plus=500)), box=box)
        assert (stakes.original, stakes.sides) == (1_000, {"superb-8s": 100, "tie-on-18": 200, "21-plus": 500})


@pytest.mark.clause("dueling8 App.A")
def test_app_a_a_table_has_one_to_seven_playing_positions() -> None:
    for boxes in range(1, 8):
        round = table(terms=Terms.of("dueling-8s", boxes=boxes))
        assert [box.number for box in round.boxes] == list(range(1, boxes + 1))
        assert [box.number for box in then(round, *bet(box=boxes)).wagered] == [boxes]
        with pytest.raises(Refused, match="there is no box"):
            then(round, *bet(box=boxes + 1))
    for boxes in (0, 8):
        with pytest.raises(Refused, match="1 to 7 boxes"):
            Terms.of("dueling-8s", boxes=boxes)


# 3. How to play


@pytest.mark.clause("dueling8 3.1")
def test_3_1_play_begins_when_the_dealer_opens_bets() -> None:
    with pytest.raises(Refused, match="no round has begun"):
        decide(None, bet()[0], Role.PLAYER)
    with pytest.raises(Refused) as caught:
        decide(None, m.OpenBets(terms=TERMS), Role.PLAYER)
    assert caught.value.clause == "dueling8 3.1"
    assert (usual(table()).command, usual(table()).clause) == ("place-wager", "dueling8 3.1")


@pytest.mark.clause("dueling8 3.2")
def test_3_2_bets_close_when_the_dealer_says_so() -> None:
    round = table(bet())
    assert refusal(round, m.CloseBets(), Role.PLAYER).clause == "dueling8 3.2"
    assert refusal(round, "5H").clause == "dueling8 3.15", "no card before the close"
    closed = then(round, m.CloseBets())
    assert usual(closed).command == "deal-card"
    assert "place-wager" not in {each.command for each in expects(closed)}


@pytest.mark.clause("dueling8 3.4", "dueling8 3.4.1")
def test_3_4_1_an_ace_is_eleven_unless_that_would_pass_21() -> None:
    totals = {"AH": 19, "AH AD": 20, "AH AD AC": 21, "AH KD": 19, "AH 5D": 14, "2H AD": 21, "3H AD": 12, "KH AD": 19}
    assert {drawn: Hand.of(*cards(f"8S {drawn}")).total for drawn in totals} == totals
    assert alone("3H hit AD hit KC").outcome.player[0].bust, "both the Ace and the 3 stay small"


@pytest.mark.clause("dueling8 3.4", "dueling8 3.4.2")
def test_3_4_2_two_to_nine_count_their_number() -> None:
    for number in range(2, 10):
        for suit in SUITS:
            assert area(say(table(bet()), f"{number}{suit} play")).hands[0].total == 8 + number


@pytest.mark.clause("dueling8 3.4", "dueling8 3.4.3")
def test_3_4_3_jack_queen_and_king_count_ten() -> None:
    for first in ("JH", "QD", "KS"):
        for dealt in ("JC", "QS", "KD"):
            assert alone(f"{first} stand {dealt}", tie=200).net == {"main": 0, "tie-on-18": 1_600}


@pytest.mark.clause("dueling8 3.14")
def test_3_14_the_printed_eight_starts_the_hands_of_player_and_dealer() -> None:
    record = alone("5H hit 6D stand 9C")
    assert record.hands == {"player": cards("8S 5H 6D"), "dealer": cards("8S 9C")}
    folded = alone("5H surrender")
    assert folded.hands == {"player": cards("8S 5H"), "dealer": cards("8S")}, "even where nothing is drawn"


def test_r_70_the_printed_eight_of_spades_is_not_taken_from_the_decks() -> None:
    round = say(table(bet(superb=100), terms=Terms.of("dueling-8s", decks=3)), "8S split 8S stand 8S stand")
    assert refusal(round, "8S").clause == "dueling8 2.1", "three decks hold three"
    assert won(settled(round, "9C")) == {"main": -2_000, "superb-8s": 800_000}
    assert alone("8S split 8S stand 8S stand 9C", decks=3, superb=100).net["superb-8s"] == 800_000


@pytest.mark.clause("dueling8 3.15")
def test_3_15_a_main_wager_comes_first_then_a_card_then_the_choices() -> None:
    with pytest.raises(Refused, match="needs a main wager"):
        table(bet(main=0, plus=500))
    assert then(table(), m.CloseBets()).phase is Phase.COMPLETE, "nobody has a wager, and no card is dealt"
    offered = say(table(bet()), "8H offer")
    assert open_to(offered, "surrender") == {"Ann"}
    played = then(offered, m.CloseOffers())
    assert usual(played).options == ("stand", "hit", "double", "split")
    assert usual(say(table(bet()), "7H play")).options == ("stand", "hit", "double")
    assert usual(say(table(bet()), "2H hit 3C")).options == ("stand", "hit")


@pytest.mark.clause("dueling8 3.16", "dueling8 3.16.1", "dueling8 3.16.2", "dueling8 3.16.3")
def test_3_16_before_the_cards_any_of_the_three_side_wagers_may_be_placed_and_each_goes_its_own_way() -> None:
    for chosen in range(8):
        sides = {side: 100 for bit, side in enumerate(SIDES) if chosen >> bit & 1}
        assert position(table(bet("Ann", 1_000, **sides))).sides == {SIDES[side]: 100 for side in sides}
    every = {"tie": 100, "superb": 100, "plus": 100}
    assert alone("KH stand QC", **every).net == {"main": 0, "tie-on-18": 800, "superb-8s": -100, "21-plus": -100}
    assert alone("8H stand QC", **every).net == {"main": -1_000, "tie-on-18": -100, "superb-8s": 300, "21-plus": -100}
    assert alone("9H stand 6C KD", **every).net == {"main": 1_000, "tie-on-18": -100, "superb-8s": -100, "21-plus": 200}


@pytest.mark.clause("dueling8 3.19")
def test_3_19_one_card_face_up_to_each_area_with_a_wager_from_the_dealers_left() -> None:
    round = then(table(bet(box=6), bet("Bob", box=2), bet("Cid", box=4), bet("Dan", box=4)), m.CloseBets())
    order = []
    for word in ("5H", "6H", "7H"):
        assert (usual(round).command, usual(round).clause) == ("deal-card", "dueling8 3.19")
        order.append(usual(round).box)
        round = say(round, word)
    assert order == [2, 4, 6]
    assert {box.number: held(round, box.number) for box in round.wagered} == {
        2: {0: "8S 5H"},
        4: {0: "8S 6H"},
        6: {0: "8S 7H"},
    }
    assert [round.box(box).area for box in (1, 3, 5, 7)] == [None] * 4


@pytest.mark.clause("dueling8 3.20", "dueling8 3.20.1")
def test_3_20_surrender_is_open_only_before_any_further_card() -> None:
    round = say(table(bet(), bet("Bob", box=2)), "5H 6H")
    assert refusal(round, "surrender:Ann").clause == "dueling8 3.20.1", "not before the deal is confirmed"
    offered = say(round, "offer")
    assert open_to(offered, "surrender") == {"Ann", "Bob"}
    for late in ("play", "hit", "hit 2C", "stand", "stand hit 4C"):
        assert refusal(say(offered, late), "surrender:Bob").clause == "dueling8 3.20.1", late


@pytest.mark.parametrize("first", [card for card in NO_TENS.cards if card.suit == "H"])
@pytest.mark.clause("dueling8 3.20", "dueling8 1.1.14")
def test_3_20_surrender_is_always_offered_whatever_the_card(first: Card) -> None:
    assert alone(f"{first} surrender").net == {"main": -500}


@pytest.mark.clause("dueling8 3.20.1")
def test_3_20_1_surrender_is_offered_to_everybody_and_closed_before_play_goes_on() -> None:
    round = say(table(bet(), bet("Bob"), bet("Cid", box=2)), "5H 6H offer")
    assert open_to(round, "surrender") == {"Ann", "Bob", "Cid"}
    [closing] = [each for each in expects(round) if each.command == "close-offers"]
    assert (closing.by, closing.clause) == (Role.DEALER, "dueling8 3.20.1")
    assert refusal(round, m.CloseOffers(), Role.PLAYER).clause == "dueling8 3.20.1"
    for early in (
        m.Decide(bettor="Ann", action="stand"),
        m.Decide(bettor="Ann", action="hit"),
        m.DealCard(card=Card("2C")),
    ):
        assert refusal(round, early).clause == "dueling8 3.15"
    assert then(round, m.CloseOffers()).phase is Phase.PLAYING


def test_r_49_surrender_is_a_phase_of_its_own_before_any_decision() -> None:
    round = say(table(bet(), bet("Cid", box=2)), "5H 6H offer")
    after = say(round, "surrender:Cid")
    assert (after.phase, open_to(after, "surrender")) == (Phase.OFFERING, {"Ann"}), "the last box may answer first"
    assert say(after, "stand").phase is Phase.DRAWING, "one window for all, then Ann plays, and the folded box does not"
    assert open_to(say(round, "play"), "surrender") == set()


@pytest.mark.clause("dueling8 3.20.1.1")
def test_3_20_1_1_no_surrender_after_splitting() -> None:
    round = say(table(bet()), "8H split")
    for moment in ("", "5D", "5D stand", "5D stand 6C", "8D split", "8D split 7C"):
        assert refusal(say(round, moment), "surrender").clause == "dueling8 3.20.1.1", moment
    with pytest.raises(Refused) as caught:
        settle(DUELING_8S, cards("8H 5D"), {"main": 1_000}, ["split", "surrender"])
    assert caught.value.clause == "dueling8 3.20.1.1"


@pytest.mark.clause("dueling8 3.20.1")
def test_3_20_1_who_has_not_split_is_not_refused_by_the_clause_on_splitting() -> None:
    round = say(table(bet(), bet("Bob", box=2)), "8H 5D split")
    assert refusal(round, "surrender:Bob").clause == "dueling8 3.20.1", "the offer is closed, and Ann's split is Ann's"


@pytest.mark.clause("dueling8 3.20.1.2")
def test_3_20_1_2_each_bettor_of_an_area_surrenders_alone_and_the_others_stay_in() -> None:
    round = say(table(bet(), bet("Bob", 600), bet("Cid", 400)), "KH surrender:Bob stand 9C")
    assert settled(round).nets() == {"Ann": 1_000, "Bob": -300, "Cid": 400}
    assert refusal(say(table(bet(), bet("Bob")), "KH surrender:Bob"), "surrender:Bob").clause == "dueling8 3.20"


@pytest.mark.clause("dueling8 3.20.1.3")
def test_3_20_1_3_control_passes_from_front_to_back_to_those_who_stay() -> None:
    people = (bet(), bet("Bob"), bet("Cid"))
    assert say(table(*people), "5H surrender:Ann play").box(1).controller() == "Bob"
    assert say(table(*people), "5H surrender:Ann surrender:Bob play").box(1).controller() == "Cid"
    assert say(table(*people), "5H surrender:Bob play").box(1).controller() == "Ann", "control was not Bob's"
    seated = table(*people, seats={1: "Cid"})
    assert say(seated, "5H play").box(1).controller() == "Cid"
    passed = say(seated, "5H surrender:Cid play")
    assert passed.box(1).controller() == "Ann", "from the front, not from the seat backwards"
    assert open_to(passed, "decide") == {"Ann"}
    assert say(passed, "hit 3C").box(1).controller() == "Ann", "it does not come back (R-40)"
    everyone = say(table(*people, bet("Dan", box=2)), "5H 6H surrender:Ann surrender:Bob surrender:Cid play")
    assert everyone.turn == everyone.box(2), "a hand that everybody folded is nobody's to play"


@pytest.mark.clause("dueling8 3.21")
def test_3_21_an_eight_may_be_split_for_a_stake_equal_to_the_original() -> None:
    round = say(table(bet(main=1_300)), "8H play")
    split = say(round, "split")
    assert held(split) == {0: "8S", 1: "8H"}
    assert position(split).stakes == {0: 1_300, 1: 1_300}
    assert (round.staked(), split.staked()) == ({"Ann": 1_300}, {"Ann": 2_600})
    other = m.Decide(bettor="Ann", action="split", amount=600)
    assert refusal(round, other).clause == "dueling8 3.21", "neither more nor less"
    assert alone("8H split KD stand 9C stand 9D", 1_300).lines[0].stake == 1_300


@pytest.mark.clause("dueling8 3.22")
def test_3_22_no_more_than_four_hands() -> None:
    round = say(table(bet()), "8H split 8D split 8C split")
    assert held(round) == {0: "8S", 3: "8C", 2: "8D", 1: "8H"}
    assert round.staked() == {"Ann": 4_000}
    for script in ("8S", "8S stand 8S", "5D stand 8S stand 8H", "5D stand 5C stand 5H stand 8S"):
        fifth = say(round, script)
        assert usual(fifth).options == ("stand", "hit", "double"), script
        assert refusal(fifth, "split").clause == "dueling8 3.22", script
    assert usual(say(table(bet()), "8H split 8D split 8C")).options[-1] == "split", "three may become four"


@pytest.mark.clause("dueling8 3.22", "dueling8 3.23.3")
def test_3_22_four_hands_are_settled_each_by_its_own_total() -> None:
    record = alone("8H split 8D split 8C split KH stand 9H stand 7H stand AH stand 9C")
    totals = {line.hand: (line.stake, line.net) for line in record.lines}
    assert totals == {1: (1_000, 1_000), 4: (1_000, 0), 3: (1_000, -1_000), 2: (1_000, 1_000)}
    assert record.hands["player-1"] == cards("8S KH")
    assert record.hands["player-4"] == cards("8C 9H")
    assert record.hands["player-3"] == cards("8D 7H")
    assert record.hands["player-2"] == cards("8H AH")


@pytest.mark.clause("dueling8 3.23")
def test_3_23_the_first_hand_is_finished_before_the_second_is_dealt_to() -> None:
    round = say(table(bet()), "8H split")
    assert (usual(round).command, usual(round).hand, usual(round).clause) == ("deal-card", "0", "dueling8 3.23")
    for script, cards_held in (
        ("2D", {0: "8S 2D", 1: "8H"}),
        ("2D hit 3C", {0: "8S 2D 3C", 1: "8H"}),
        ("2D hit 3C stand", {0: "8S 2D 3C", 1: "8H"}),
        ("2D hit 3C stand 4C", {0: "8S 2D 3C", 1: "8H 4C"}),
        ("6D hit 7C 4C", {0: "8S 6D 7C", 1: "8H 4C"}),
        ("6D hit KC 4C", {0: "8S 6D KC", 1: "8H 4C"}),
    ):
        assert held(say(round, script)) == cards_held, script
    waiting = usual(say(round, "2D stand"))
    assert (waiting.command, waiting.hand, waiting.clause) == ("deal-card", "1", "dueling8 3.23")


@pytest.mark.clause("dueling8 3.23", "dueling8 3.23.3")
def test_3_23_resplit_hands_are_played_from_the_first_on() -> None:
    first_again = say(table(bet()), "8H split 8D split")
    assert held(first_again) == {0: "8S", 2: "8D", 1: "8H"}
    dealt = [usual(first_again).hand]
    for script in ("5D stand", "6D stand"):
        first_again = say(first_again, script)
        dealt.append(usual(first_again).hand)
    assert dealt == ["0", "2", "1"]
    second_again = say(table(bet()), "8H split 5D stand 8C split")
    assert held(second_again) == {0: "8S 5D", 1: "8H", 2: "8C"}
    assert held(say(second_again, "2C stand 3C")) == {0: "8S 5D", 1: "8H 2C", 2: "8C 3C"}


@pytest.mark.clause("dueling8 3.23.1", "dueling8 1.1.16")
def test_3_23_1_the_original_tie_on_18_stays_on_the_first_hand() -> None:
    assert alone("8H split KD stand 5C stand QC", tie=200).net == {"main": -1_000, "tie-on-18": 1_600}
    assert alone("8H split 5D stand KC stand QC", tie=200).net == {"main": -1_000, "tie-on-18": -200}


@pytest.mark.clause("dueling8 3.23.1", "dueling8 1.1.16")
def test_3_23_1_an_additional_tie_on_18_goes_on_a_split_hand_until_that_hand_is_dealt_to() -> None:
    with_split = alone("8H split:300 5D stand KC stand QC", tie=200)
    assert [(line.hand, line.net) for line in with_split.lines if line.wager == "tie-on-18"] == [(1, -200), (2, 2_400)]
    round = say(table(bet(tie=200)), "8H split")
    for script in ("", "5D", "5D hit 2C", "5D stand"):
        placed = say(round, f"{script} tie:Ann:1:300")
        assert position(placed).ties == {1: 300}, script
        assert refusal(placed, "tie:Ann:1:400").clause == "dueling8 3.15", "one on each hand"
    assert open_to(say(round, "5D stand 6D"), "place-tie") == set()
    assert refusal(say(round, "5D stand 6D"), "tie:Ann:1:300").clause == "dueling8 3.15", "too late"
    assert refusal(round, "tie:Ann:0:300").clause == "dueling8 3.23.1", "the first hand has the original one"


@pytest.mark.clause("dueling8 3.23.1")
def test_3_23_1_the_original_tie_on_18_stays_with_the_first_hand_through_later_splits() -> None:
    stays = alone("8H split 8D split KC stand 5C stand 5D stand QC", tie=200)
    assert stays.net == {"main": -2_000, "tie-on-18": 1_600}
    for script in (
        "8H split 8D split 5C stand KC stand 5D stand QC",
        "8H split 8D split 5C stand 5D stand KC stand QC",
        "8H split 5C stand 8D split KC stand KD stand QC",
    ):
        assert alone(script, tie=200).net["tie-on-18"] == -200, script
    every = alone("8H split:300 8D split:400 5C stand KC stand KD stand QC", tie=200)
    ties = {line.hand: line.net for line in every.lines if line.wager == "tie-on-18"}
    assert ties == {1: -200, 2: 2_400, 3: 3_200}


@pytest.mark.clause("dueling8 3.23.2")
def test_3_23_2_a_split_allows_no_further_21_plus_or_superb_8s() -> None:
    round = say(table(bet(tie=200, superb=100, plus=500)), "8H split")
    for script in ("", "5D", "5D stand", "5D stand 6D"):
        moment = say(round, script)
        assert not {each.command for each in expects(moment)} & {"place-wager"}
        for wager in ("21-plus", "superb-8s"):
            more = m.PlaceWager(bettor="Ann", wager=wager, stake=600)
            assert refusal(moment, more).clause == "dueling8 5.3"
    done = settled(round, "5D stand KC stand 6C KD")
    assert [
        (line.wager, line.stake) for line in done.settlement()["Ann"][1] if line.wager in ("21-plus", "superb-8s")
    ] == [
        ("superb-8s", 100),
        ("21-plus", 500),
    ]


@pytest.mark.clause("dueling8 3.23.3")
def test_3_23_3_a_split_hand_whose_second_card_is_an_eight_may_be_split_again() -> None:
    for script in ("8H split 8D", "8H split 5D stand 8D"):
        again = say(table(bet(main=700)), script)
        assert "split" in usual(again).options, script
        third = say(again, "split")
        assert position(third).stakes == {0: 700, 1: 700, 2: 700}, script
    assert "split" not in usual(say(table(bet()), "8H split 7D")).options


@pytest.mark.clause("dueling8 3.23.3")
def test_3_23_3_a_split_hand_without_a_second_eight_is_not_refused_by_the_limit_of_four_hands() -> None:
    for script in ("8H split 7D", "8H split 5D stand 7C", "8H split 2D hit 8C"):
        refused = refusal(say(table(bet()), script), "split")
        assert refused.clause in ("dueling8 3.23.3", "dueling8 3.21", "dueling8 1.1.11"), script


@pytest.mark.clause("dueling8 3.24", "dueling8 3.24.1", "dueling8 3.24.2")
def test_3_24_the_others_match_their_own_wager_on_the_new_hand_or_stay_on_the_first() -> None:
    round = say(table(bet(), bet("Bob", 400), bet("Cid", 600)), "8H split")
    assert open_to(round, "match-split") == {"Bob", "Cid"}
    matched = say(round, "match:Bob 5D")
    assert position(matched, "Bob").stakes == {0: 400, 1: 400}
    assert position(matched, "Cid").stakes == {0: 600}
    for later in ("", "hit", "stand", "double"):
        assert open_to(say(matched, later), "match-split") == set(), "only before the next card"
    done = settled(matched, "stand KC stand 9C")
    assert done.nets() == {"Ann": 0, "Bob": 0, "Cid": -600}
    better = settled(say(round, "match:Bob KD stand 5C stand 9C"))
    assert better.nets() == {"Ann": 0, "Bob": 0, "Cid": 600}


@pytest.mark.clause("dueling8 3.24.1")
def test_3_24_1_what_is_matched_is_all_of_the_original_and_only_once() -> None:
    round = say(table(bet(), bet("Bob", 400)), "8H split match:Bob")
    assert round.staked() == {"Ann": 2_000, "Bob": 800}
    assert refusal(round, "match:Bob").clause == "dueling8 3.15"
    assert "amount" not in m.MatchSplit.__struct_fields__, "there is no other amount to ask for"


def test_r_39_the_others_choose_again_at_each_split_and_stay_on_its_first_hand() -> None:
    people = (bet(), bet("Bob", 400), bet("Cid", 600))
    declined = say(table(*people), "8H split match:Cid 8D split")
    assert open_to(declined, "match-split") == {"Bob", "Cid"}, "no to the first split is no answer to the second"
    assert position(say(declined, "match:Bob"), "Bob").stakes == {0: 400, 2: 400}
    assert position(say(declined, "5D"), "Cid").stakes == {0: 600, 1: 600}
    later = say(table(*people), "8H split match:Cid 5D stand 8D split")
    assert open_to(later, "match-split") == {"Cid"}, "Bob has nothing on the hand that is split"
    assert position(say(later, "2C"), "Cid").stakes == {0: 600, 1: 600}
    stayed = settled(later, "KC stand 5C stand 9C")
    assert stayed.nets() == {"Ann": -1_000, "Bob": -400, "Cid": 0}, "Cid's stake stays on 18, the first of the two"


@pytest.mark.clause("dueling8 3.25")
def test_3_25_others_put_tie_on_18_on_a_split_hand_only_where_they_matched_it() -> None:
    round = say(table(bet(tie=200), bet("Bob", 400, tie=300), bet("Cid", 600, tie=300)), "8H split match:Bob")
    assert open_to(round, "place-tie") == {"Ann", "Bob"}
    assert refusal(round, "tie:Cid:1:300").clause == "dueling8 3.23.1"
    done = settled(round, "tie:Bob:1:500 5D stand KC stand QC")
    assert won(done, "Bob") == {"main": -400, "tie-on-18": -300 + 4_000}
    assert won(done, "Cid") == {"main": -600, "tie-on-18": -300}
    at_once = say(table(bet(), bet("Bob", 400, tie=300)), "8H split match:Bob:500")
    assert position(at_once, "Bob").ties == {1: 500}


@pytest.mark.clause("dueling8 3.23.1", "dueling8 3.25", "dueling8 1.1.16")
def test_r_76_an_extra_tie_on_18_needs_one_before_the_deal_and_a_stake_on_the_hand() -> None:
    people = (bet(), bet("Bob", 400), bet("Eve", 0, tie=300))
    round = say(table(*people), "8H split match:Bob")
    assert open_to(round, "place-tie") == set()
    for bettor in ("Ann", "Bob", "Eve"):
        assert refusal(round, f"tie:{bettor}:1:300").clause is not None
    assert refusal(say(table(bet()), "8H play"), "split:300").clause == "dueling8 3.23.1"
    assert refusal(say(table(bet(tie=200), bet("Bob", 400)), "8H split"), "match:Bob:300").clause == "dueling8 3.23.1"
    with pytest.raises(Refused) as caught:
        settle(DUELING_8S, cards("8H 5D KC QC"), {"main": 1_000}, ["split:300", "stand", "stand"])
    assert caught.value.clause == "dueling8 3.23.1"


def test_r_76_an_extra_tie_on_18_is_for_any_amount_within_the_limits() -> None:
    terms = Terms.of("dueling-8s", limits={"tie-on-18": Limits(100, 900)})
    round = say(table(bet(tie=200), terms=terms), "8H split")
    for stake in (100, 102, 900):
        assert position(say(round, f"tie:Ann:1:{stake}")).ties == {1: stake}
    for stake in (0, 98, 101, 902):
        assert refusal(round, f"tie:Ann:1:{stake}").reason, stake


def test_r_76_side_only_bettors_have_their_tie_on_the_first_hand_and_no_other() -> None:
    round = say(table(bet(tie=200), bet("Eve", 0, tie=300)), "8H split")
    assert open_to(round, "place-tie") == {"Ann"}
    assert refusal(round, "tie:Eve:1:300").clause == "dueling8 3.23.1"
    assert refusal(round, "match:Eve").clause is not None
    assert won(settled(round, "KD stand 5C stand QC"), "Eve") == {"tie-on-18": 2_400}
    assert won(settled(round, "5D stand KC stand QC"), "Eve") == {"tie-on-18": -300}


@pytest.mark.clause("dueling8 3.26", "dueling8 3.26.1")
def test_3_26_1_a_double_is_open_on_the_first_dealt_card_and_not_later() -> None:
    for rank in "A23456789JQK":
        assert "double" in usual(say(table(bet()), f"{rank}H play")).options, rank
    later = say(table(bet()), "2H hit 2C")
    assert "double" not in usual(later).options
    assert refusal(later, "double").clause == "dueling8 3.26.1"
    assert alone("3H double KC 9D").net == {"main": 2_000}
    assert alone("3H double 2C 9D").net == {"main": -2_000}
    assert alone("3H double:400 6C 9D").net == {"main": 0}


@pytest.mark.clause("dueling8 3.26.2")
def test_3_26_2_a_double_is_open_on_the_first_two_cards_of_split_hands() -> None:
    record = alone("8H split 3D double KC 2D double:400 3C 9D")
    assert [(line.hand, line.stake, line.net) for line in record.lines] == [(1, 2_000, 2_000), (2, 1_400, -1_400)]
    round = say(table(bet()), "8H split 2D hit 2C")
    assert refusal(round, "double").clause == "dueling8 3.26.1"
    assert "double" in usual(say(table(bet()), "8H split 8D split 3C")).options


@pytest.mark.clause("dueling8 3.26.3")
def test_3_26_3_a_doubled_hand_takes_just_one_card() -> None:
    doubled = say(table(bet()), "2H double")
    assert (usual(doubled).command, usual(doubled).clause) == ("deal-card", "dueling8 3.26.3")
    assert refusal(doubled, "stand").clause == "dueling8 3.15"
    after = say(doubled, "2C")
    assert (held(after), after.turn, after.phase) == ({0: "8S 2H 2C"}, None, Phase.DRAWING)
    split = say(table(bet()), "8H split 2D double 2C")
    assert (usual(split).command, usual(split).hand) == ("deal-card", "1"), "on to the next hand, with 12"


@pytest.mark.clause("dueling8 3.26.4")
def test_3_26_4_when_the_controller_doubles_the_others_may_before_the_card() -> None:
    round = say(table(bet(), bet("Bob", 800), bet("Cid", 600)), "3H double")
    assert open_to(round, "double-too") == {"Bob", "Cid"}
    done = settled(say(round, "join:Bob KC"), "9C")
    assert done.nets() == {"Ann": 2_000, "Bob": 1_600, "Cid": 600}
    assert refusal(say(round, "join:Bob"), "join:Bob").clause == "dueling8 3.26.4", "once"
    assert refusal(say(round, "KC"), m.DoubleToo(bettor="Cid", box=1)).clause == "dueling8 3.26.6", "too late"


@pytest.mark.clause("dueling8 3.26.4", "dueling8 3.26.2")
def test_3_26_4_only_those_with_a_wager_on_the_hand_double_on_it() -> None:
    round = say(table(bet(), bet("Bob", 800), bet("Cid", 600)), "8H split match:Bob 5D stand 3C double")
    assert open_to(round, "double-too") == {"Bob"}
    folded = say(table(bet(), bet("Bob", 800), bet("Cid", 600)), "3H surrender:Bob double")
    assert open_to(folded, "double-too") == {"Cid"}


def test_r_68_each_doubles_for_an_amount_of_their_own() -> None:
    round = say(table(bet(), bet("Bob", 2_000), bet("Cid", 600), terms=MINIMUM), "3H double:600")
    joined = say(round, "join:Bob:1400 join:Cid:600")
    assert settled(joined, "KC 9C").nets() == {"Ann": 1_600, "Bob": 3_400, "Cid": 1_200}
    for bettor, amount in (("Bob", 2_002), ("Bob", 598), ("Cid", 602), ("Cid", 598)):
        assert refusal(round, f"join:{bettor}:{amount}").clause == "dueling8 3.26"


def test_r_82_a_wager_of_just_the_minimum_doubles_in_full_or_not_at_all() -> None:
    round = say(table(bet(main=600), terms=MINIMUM), "3H play")
    assert position(say(round, "double:600")).doubles == {0: 600}
    for amount in (300, 598, 602):
        assert refusal(round, f"double:{amount}").clause == "dueling8 3.26"


@pytest.mark.clause("dueling8 3.26.5")
def test_3_26_5_who_does_not_double_is_bound_to_the_one_card_too() -> None:
    round = say(table(bet(), bet("Bob", 800)), "2H double 2C")
    assert round.turn is None, "Bob gets no card more to 12"
    assert settled(round, "9C").nets() == {"Ann": -2_000, "Bob": -800}


@pytest.mark.clause("dueling8 3.26.6")
def test_3_26_6_nobody_doubles_where_the_controller_does_not() -> None:
    round = say(table(bet(), bet("Bob", 800), bet("Cid", box=2)), "3H 4H play")
    too = m.DoubleToo(bettor="Bob", box=1)
    for script in ("", "hit", "hit 2C", "stand"):
        assert refusal(say(round, script), too).clause == "dueling8 3.26.6", script
    own = m.Decide(bettor="Bob", action="double")
    assert refusal(round, own).clause == "dueling8 3.12"


@pytest.mark.parametrize("first", [card for card in NO_TENS.cards if card.suit == "D"])
@pytest.mark.clause("dueling8 3.27")
def test_3_27_a_player_may_stand_on_two_cards(first: Card) -> None:
    record = alone(f"{first} stand {'KC' if first.rank == '9' else '9C'}")
    assert record.hands["player"] == (Card("8S"), first)


@pytest.mark.clause("dueling8 3.28")
def test_3_28_a_card_may_be_drawn_to_any_total_below_21() -> None:
    totals = {"2H": 10, "3H": 11, "4H": 12, "5H": 13, "6H": 14, "7H": 15, "8H": 16, "9H": 17, "KH": 18, "AH": 19}
    for script, total in (totals | {"9H hit 3D": 20, "AH hit AD": 20}).items():
        round = say(table(bet()), f"{script} play")
        assert (area(round).hands[0].total, usual(round).options[:2]) == (total, ("stand", "hit"))
        assert len(area(say(round, "hit AC")).dealt) == len(area(round).dealt) + 1


@pytest.mark.parametrize("drawn", ["6H hit 7D", "2H hit AD", "AH hit AD hit AC", "9H hit 4D"])
@pytest.mark.clause("dueling8 3.29")
def test_3_29_no_card_and_no_double_to_a_21_hard_or_soft(drawn: str) -> None:
    first, *rest = drawn.split()
    round = say(table(bet(), bet("Bob", box=2)), f"{first} 5C {' '.join(rest)}")
    assert area(round, 1).hands[0].total == 21
    assert round.turn == round.box(2), "nobody is asked (R-57)"
    for asked in (m.Decide(bettor="Ann", action="hit"), m.Decide(bettor="Ann", action="double")):
        assert "box 2 is in play, and another player decides" in refusal(round, asked).reason
    words = [word for word in rest if not is_card(word)]
    dealt = cards(word for word in drawn.split() if is_card(word))
    for more in ("hit", "double"):
        with pytest.raises(Refused, match="no decision was open"):
            settle(DUELING_8S, (*dealt, Card("9C")), {"main": 1_000}, [*words, more])


@pytest.mark.clause("dueling8 3.29")
def test_3_29_a_split_hand_on_21_is_finished_too() -> None:
    split = say(table(bet()), "8H split 6D hit 7C")
    assert (usual(split).command, usual(split).hand) == ("deal-card", "1")


@pytest.mark.clause("dueling8 3.30")
def test_3_30_stand_or_draw_is_the_players_own_signal() -> None:
    round = say(table(bet()), "5H play")
    assert (usual(round).command, usual(round).by, usual(round).bettors) == ("decide", Role.PLAYER, ("Ann",))
    for asked in (m.Decide(bettor="Ann", action="stand"), m.Decide(bettor="Ann", action="hit")):
        for role in STAFF:
            shown = m.HandDecided(bettor="Ann", action=asked.action, box=1, placed_by=role)
            assert decide(round, asked, role) == [shown], "the signal, entered by who saw it"
        assert decide(round, asked, Role.PLAYER) == [m.HandDecided(bettor="Ann", action=asked.action, box=1)]
    assert refusal(round, "9C").clause == "dueling8 3.15", "no card without a signal"
    assert refusal(round, m.Settle()).clause == "dueling8 3.15", "and no end"


@pytest.mark.clause("dueling8 3.31", "dueling8 4.5.2")
def test_3_31_a_hand_past_21_has_lost_at_once_whatever_the_dealer_does() -> None:
    bust = say(table(bet(tie=200), bet("Bob", box=2)), "KH 9H hit 4C")
    assert (bust.turn, area(bust).hands[0].bust) == (bust.box(2), True)
    done = settled(bust, "stand 6C KD")
    assert done.nets() == {"Ann": -1_200, "Bob": 1_000}, "the Dealer is past 21 as well, and only Bob gains"
    [line, *_] = done.settlement()["Ann"][1]
    assert line.clauses == (Clause("dueling8 4.5.2"), Clause("dueling8 3.31"))
    assert say(table(bet()), "KH hit 4C").phase is Phase.COMPLETE, "nothing is left to play for"


@pytest.mark.clause("dueling8 3.31.1")
def test_3_31_1_the_cards_of_a_bust_hand_stay_for_superb_8s_until_all_hands_are_finished() -> None:
    round = say(table(bet(superb=100)), "8H split 8D hit 6C")
    assert (held(round), area(round).by_id[0].bust) == ({0: "8S 8D 6C", 1: "8H"}, True)
    assert held(say(round, "5C")) == {0: "8S 8D 6C", 1: "8H 5C"}
    done = settled(round, "5C stand 9C")
    assert won(done) == {"main": -2_000, "superb-8s": 800}, "three 8s, one of them in the bust hand"


@pytest.mark.clause("dueling8 3.31.2")
def test_3_31_2_21_plus_goes_by_the_dealers_hand_though_the_player_is_bust() -> None:
    assert alone("KH hit 4C 6C KD", plus=500).net == {"main": -1_000, "21-plus": 1_000}
    assert alone("KH hit 4C 9C", plus=500).net == {"main": -1_000, "21-plus": -500}
    split = alone("8H split 7D hit KC 7C hit KD 2C 4D 9C", plus=500)
    assert split.net == {"main": -2_000, "21-plus": 1_500}, "every hand bust"


@pytest.mark.clause("dueling8 3.32")
def test_3_32_the_main_wager_compares_totals_and_three_things_do_not() -> None:
    every = {"superb": 100, "plus": 500}
    lower = alone("8H stand KC", **every)
    assert lower.net == {"main": -1_000, "superb-8s": 300, "21-plus": -500}
    higher = alone("AH stand KC", **every)
    assert higher.net == {"main": 1_000, "superb-8s": -100, "21-plus": -500}
    equal = alone("6H hit 7D 2C AC", **every)
    assert [line.net for line in equal.lines] == [0, 1_000, -100, -500], "a stand-off, and its bonus"
    bust = alone("8H hit 7D 6C KD", **every)
    assert bust.net == {"main": -1_000, "superb-8s": 300, "21-plus": 1_000}


DRAWN = {"": 8, "8C": 16, "4C": 12, "4C 4D": 16, "3C AC": 12, "3C 2C": 13, "2C 2D 2H 2S": 16, "3C AC AD AH AS AC": 16}
STOOD = {
    "9C": 17,
    "KC": 18,
    "AC": 19,
    "2C KD": 20,
    "2C AC": 21,
    "8C AC": 17,
    "4C 9C": 21,
    "2C 7D": 17,
    "2C 2D 2H 3C": 17,
}


@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.clause("dueling8 3.33")
def test_3_33_the_dealer_draws_up_to_16(drawn: str) -> None:
    round = say(table(bet()), f"KH stand {drawn}")
    assert (round.dealer_hand.total, round.phase) == (DRAWN[drawn], Phase.DRAWING)
    assert (usual(round).command, usual(round).box, usual(round).clause) == ("deal-card", None, "dueling8 3.33")
    assert refusal(round, m.Settle()).clause == "dueling8 3.15"
    with pytest.raises(Refused, match="too few cards: the next one goes to the Dealer"):
        settle(DUELING_8S, cards(f"KH {drawn}"), {"main": 1_000}, ["stand"])


@pytest.mark.parametrize("drawn", STOOD)
@pytest.mark.clause("dueling8 3.33")
def test_3_33_the_dealer_stands_on_17_and_more_hard_or_soft(drawn: str) -> None:
    round = say(table(bet()), f"KH stand {drawn}")
    assert (round.dealer_hand.total, round.phase) == (STOOD[drawn], Phase.COMPLETE)
    assert refusal(round, "2H").reason.startswith("no card is due")
    with pytest.raises(Refused, match="too many cards") as caught:
        settle(DUELING_8S, cards(f"KH {drawn} 2H"), {"main": 1_000}, ["stand"])
    assert caught.value.clause == "dueling8 3.33"


@pytest.mark.clause("dueling8 3.33")
def test_3_33_a_card_to_a_dealer_on_17_is_refused_by_the_clause_that_makes_the_dealer_stand() -> None:
    round = say(table(bet()), "KH stand 9C")
    assert refusal(round, "2H").clause == "dueling8 3.33", "a main wager is open, so this is not R-77"


@pytest.mark.clause("dueling8 3.33.1")
def test_r_77_a_record_with_cards_for_a_dealer_who_does_not_draw_is_refused_by_that_ruling() -> None:
    for decisions, dealt in ((["surrender"], "KH 9C"), (["hit"], "KH 4C 9C")):
        with pytest.raises(Refused, match="too many cards") as caught:
            settle(DUELING_8S, cards(dealt), {"main": 1_000}, decisions)
        assert caught.value.clause == "R-77", dealt


@pytest.mark.clause("dueling8 3.33")
def test_3_33_the_dealer_draws_once_all_players_are_done_and_for_all_of_them() -> None:
    round = say(table(bet(), bet("Bob", box=2), bet("Cid", box=5)), "5H 6H 7H stand")
    assert round.turn == round.box(2)
    round = say(round, "hit 2C stand")
    assert (round.turn, round.dealer) == (round.box(5), ())
    done = settled(round, "stand 2D 6D 2S")
    assert done.dealer_hand.total == 18
    assert done.nets() == {"Ann": -1_000, "Bob": -1_000, "Cid": -1_000}


@pytest.mark.clause("dueling8 3.33.1")
def test_3_33_1_with_all_players_bust_the_dealer_draws_if_there_is_a_21_plus_wager() -> None:
    bust = "KH KD hit 4C hit 5C"
    without = say(table(bet(), bet("Bob", box=2)), bust)
    assert without.phase is Phase.COMPLETE
    assert settled(without).nets() == {"Ann": -1_000, "Bob": -1_000}
    with_one = say(table(bet(), bet("Bob", box=2, plus=500)), bust)
    assert (with_one.phase, usual(with_one).clause) == (Phase.DRAWING, "dueling8 3.33")
    assert settled(with_one, "2C 6D KC").nets() == {"Ann": -1_000, "Bob": -1_000 + 1_500}
    assert settled(with_one, "8D AC").nets() == {"Ann": -1_000, "Bob": -1_500}
    outsider = say(table(bet(), bet("Bob", box=2), bet("Eve", 0, plus=500)), bust)
    assert settled(outsider, "6D KC").nets()["Eve"] == 1_000, "somebody with 21+ and nothing else"


@pytest.mark.clause("dueling8 3.33", "dueling8 3.33.1")
def test_r_77_the_dealer_draws_while_a_main_a_tie_on_18_or_a_21_plus_is_open_and_else_not() -> None:
    assert alone("KH surrender").hands["dealer"] == cards("8S")
    assert alone("KH surrender", tie=200, superb=100).hands["dealer"] == cards("8S"), "both are lost already"
    assert alone("8H hit 8D", tie=200, superb=100).net == {"main": -1_000, "tie-on-18": -200, "superb-8s": 800}
    assert alone("KH surrender 6C KD", plus=500).net == {"main": -500, "21-plus": 1_000}
    assert alone("KH surrender 9C", plus=500).net == {"main": -500, "21-plus": -500}
    mixed = say(table(bet(), bet("Bob", box=2), bet("Cid", box=3)), "KH KD 5H surrender:Cid hit 4C hit 5C")
    assert mixed.phase is Phase.COMPLETE, "two bust and one folded"
    assert refusal(mixed, "9C").clause == "R-77"
    live = say(table(bet(), bet("Bob")), "KH surrender:Ann stand")
    assert live.phase is Phase.DRAWING, "Bob's main wager is open"


# 4. Settlement


@pytest.mark.clause("dueling8 4.1")
def test_4_1_main_1_to_1_tie_8_to_1_bonus_1_to_1_or_all_spades_5_to_1() -> None:
    assert [(line.pays, line.net) for line in alone("KH stand 9C").lines] == [("1:1", 1_000)]
    assert [(line.pays, line.net) for line in alone("KH stand KC", tie=200).lines] == [("push", 0), ("8:1", 1_600)]
    assert [(line.pays, line.net) for line in alone("6S hit 7H 9C").lines] == [("1:1", 1_000), ("1:1", 1_000)]
    for script in ("6S hit 7S 9C", "7S hit 6S 9C"):
        bonus = alone(script).lines[1]
        assert (bonus.outcome, bonus.pays, bonus.net) == ("6-7-8 bonus all Spades (extra)", "5:1", 5_000)
        assert bonus.clauses == (Clause("dueling8 4.1"), Clause("dueling8 4.1.1"), Clause("dueling8 1.1.2"))
    for script in ("6S hit 7H 9C", "6H hit 7S 9C", "6H hit 7H 9C"):
        assert alone(script).lines[1].net == 1_000, "the printed 8 is a Spade, so these are not all Spades"


@pytest.mark.clause("dueling8 4.1.1", "dueling8 1.1.2")
def test_4_1_1_the_bonus_is_paid_whether_the_hand_wins_or_stands_off() -> None:
    for script, main in (
        ("6H hit 7D 9C", 1_000),
        ("6H hit 7D 6C KD", 1_000),
        ("6H hit 7D 2C AC", 0),
        ("7H hit 6D 6S 7S", 0),
    ):
        assert [line.net for line in alone(script).lines] == [main, 1_000], script


@pytest.mark.clause("dueling8 1.1.2", "dueling8 4.1", "dueling8 4.1.1", "dueling8 3.26")
def test_r_79_the_bonus_is_on_the_original_stake_of_a_doubled_hand_too() -> None:
    assert [(line.stake, line.net) for line in alone("6H double 7D 9C").lines] == [(2_000, 2_000), (1_000, 1_000)]
    assert [(line.stake, line.net) for line in alone("7S double:400 6S 9C").lines] == [(1_400, 1_400), (1_000, 5_000)]
    assert [(line.stake, line.net) for line in alone("6H double 7D 2C AC").lines] == [(2_000, 0), (1_000, 1_000)]
    shared = settled(table(bet(), bet("Bob", 400), bet("Cid", 600)), "6H double join:Bob 7D 9C")
    assert shared.nets() == {"Ann": 2_000 + 1_000, "Bob": 800 + 400, "Cid": 600 + 600}, "each on their own"


def test_r_80_no_bonus_for_one_who_surrendered_though_others_make_it() -> None:
    round = settled(table(bet(), bet("Bob", 400)), "6S surrender:Ann hit 7S 9C")
    assert won(round, "Ann") == {"main": -500}
    assert [line.net for line in round.settlement()["Bob"][1]] == [400, 2_000]
    split = settled(table(bet(), bet("Bob", 400)), "8H split 6D hit 7C 5C stand 9C")
    assert split.nets() == {"Ann": 0, "Bob": 400}, "nor for one who did not match the split: the hand was split"


@pytest.mark.clause("dueling8 4.2")
def test_4_2_superb_8s_pays_8000_800_8_and_3_to_1() -> None:
    pays = {
        "8S split 8S stand 8S stand 9C": ("8000:1", 1_600_000),
        "8S split 8S stand 8H stand 9C": ("800:1", 160_000),
        "8S split 8S stand 7H stand 9C": ("8:1", 1_600),
        "8S split 7S stand 7H stand 9C": ("3:1", 600),
        "7S stand 9C": (None, -200),
    }
    for script, expected in pays.items():
        [line] = alone(script, superb=200).lines[-1:]
        assert (line.pays, line.net) == expected, script


@pytest.mark.clause("dueling8 4.2.1")
def test_4_2_1_the_run_starts_with_the_printed_eight_and_has_no_gap() -> None:
    for script in ("5H hit 8D 9C", "KH hit 8D", "2H hit 8D stand 9C"):
        assert alone(script, superb=100).net["superb-8s"] == -100, script
    assert alone("8H split 2D hit 8C stand 8D stand 9C", superb=100).net["superb-8s"] == 300, "a 2 ends it at two"
    assert alone("8H split 8D hit 2C stand 8C stand 9C", superb=100).net["superb-8s"] == 800, "a 2 ends it at three"


@pytest.mark.clause("dueling8 4.2.2")
def test_4_2_2_the_run_counts_whatever_was_split_or_bust_and_is_paid_once_at_its_best() -> None:
    record = alone("8H hit 8D", superb=100)
    assert record.outcome.player[0].total == 24
    assert [(line.wager, line.net) for line in record.lines] == [("main", -1_000), ("superb-8s", 800)]
    for script in (
        "8H split 8C stand 8D stand 9C",
        "8H split 8C split 8D stand 7D stand 7C stand 9C",
        "8H split 8C split 8D split 7H stand 7D stand 7C stand 7S stand 9C",
        "8H split 8C hit 8D 7C hit KC",
    ):
        [line] = [line for line in alone(script, superb=100).lines if line.wager == "superb-8s"]
        assert (line.pays, line.net) == ("800:1", 80_000), script


@pytest.mark.clause("dueling8 1.1.15", "dueling8 4.2.1", "dueling8 4.2.2", "dueling8 3.23")
def test_r_71_a_run_is_the_eights_dealt_to_the_area_in_the_order_of_time() -> None:
    broken = alone("8H split 5D stand 8C stand 9C", superb=100)
    assert broken.net["superb-8s"] == 300, "the 5 ended it before the second hand got its 8"
    stood = alone("8H split 8D stand 8C stand 9C", superb=100)
    assert stood.net["superb-8s"] == 80_000, "16 stood, and the next hand's 8 goes on with the run"
    resplit = alone("8H split 8D split 5C stand 8C stand 8S stand 9C", superb=100)
    assert resplit.net["superb-8s"] == 800, "five 8s in the area, and three of them in a row"


def test_r_71_other_areas_cards_do_not_interrupt_a_run() -> None:
    round = table(bet(superb=100, box=2), bet("Bob", box=1), bet("Cid", box=3))
    done = settled(round, "5H 8H 6H hit 2C stand split 8D stand 8C stand stand 9C")
    assert won(done, "Ann", 2) == {"main": -2_000, "superb-8s": 80_000}
    elsewhere = settled(table(bet(superb=100), bet("Bob", box=2)), "8H 8D stand hit 8C 9C")
    assert won(elsewhere, "Ann")["superb-8s"] == 300, "and their 8s do not lengthen it"


@pytest.mark.clause("dueling8 1.1.15.4", "dueling8 4.2", "dueling8 4.2.2")
def test_r_72_the_first_four_of_a_run_decide_and_later_eights_are_of_no_account() -> None:
    fifth = "8S split 8S split 8S stand 8H stand 7D stand 9C"
    assert alone(fifth, superb=100).net["superb-8s"] == 800_000, "a red fifth does not spoil four Spades"
    for red in ("8H split 8S split 8S stand 8S stand 8S stand 9C", "8S split 8S split 8D stand 8S stand 8S stand 9C"):
        assert alone(red, superb=100).net["superb-8s"] == 80_000, "four Spades in a row, but not the first four"
    six = "8S split 8S split 8H split 8S stand 8D stand 8C stand 8S stand 9C"
    assert alone(six, superb=100).net["superb-8s"] == 80_000


@pytest.mark.clause("dueling8 3.31", "dueling8 3.31.1", "dueling8 4.2.2")
def test_r_73_a_bust_takes_tie_on_18_and_leaves_superb_8s() -> None:
    assert alone("8H hit 7D", tie=200, superb=100).net == {"main": -1_000, "tie-on-18": -200, "superb-8s": 300}
    assert alone("8H hit 8D", tie=200, superb=100).net == {"main": -1_000, "tie-on-18": -200, "superb-8s": 800}
    others = settled(table(bet(tie=200), bet("Bob", box=2, tie=200)), "KH KD hit 4C stand QC")
    assert others.nets() == {"Ann": -1_200, "Bob": 1_600}, "18 against 18 is Bob's alone"


def test_r_74_superb_8s_is_paid_by_the_run_though_the_hand_was_surrendered() -> None:
    assert alone("8H surrender", superb=100).net == {"main": -500, "superb-8s": 300}
    assert alone("7H surrender", superb=100).net == {"main": -500, "superb-8s": -100}
    people = (bet(superb=100), bet("Bob"))
    assert won(settled(table(*people), "8H surrender:Ann hit 8D")) == {"main": -500, "superb-8s": 800}
    longer = settled(table(*people), "8S surrender:Ann split 8S stand 8S stand 9C")
    assert won(longer) == {"main": -500, "superb-8s": 800_000}, "it follows the cards that others drew"


@pytest.mark.clause("dueling8 1.1.16", "dueling8 3.16.2", "dueling8 3.20")
def test_r_75_tie_on_18_loses_with_a_hand_that_everybody_folded() -> None:
    people = (bet(tie=200), bet("Bob", 400, tie=300), bet("Cid", box=2, tie=200))
    done = settled(table(*people), "KH KD surrender:Ann surrender:Bob stand QC")
    assert done.dealer_hand.total == 18
    assert done.nets() == {"Ann": -500 - 200, "Bob": -200 - 300, "Cid": 1_600}
    side_only = settled(table(bet(), bet("Eve", 0, tie=300), bet("Cid", box=2)), "KH KD surrender:Ann stand QC")
    assert side_only.nets()["Eve"] == -300
    kept_alive = alone("KH surrender QC", tie=200, plus=500)
    assert kept_alive.net == {"main": -500, "tie-on-18": -200, "21-plus": -500}


def test_r_75_tie_on_18_follows_a_hand_that_somebody_still_plays() -> None:
    people = (bet(tie=200), bet("Bob"))
    assert won(settled(table(*people), "KH surrender:Ann stand QC")) == {"main": -500, "tie-on-18": 1_600}
    assert won(settled(table(*people), "5H surrender:Ann hit 5D stand QC")) == {"main": -500, "tie-on-18": 1_600}
    assert won(settled(table(*people), "KH surrender:Ann hit 2C stand QC")) == {"main": -500, "tie-on-18": -200}
    assert won(settled(table(*people), "KH surrender:Ann hit 4C")) == {"main": -500, "tie-on-18": -200}
    assert won(settled(table(*people), "8H surrender:Ann split KD stand 5C stand QC"))["tie-on-18"] == 1_600


BUSTS = {
    "6C KD": (3, 2),
    "2C 4D KC": (4, 3),
    "2C 2D 2H KC": (5, 8),
    "2C 2D 2H 2S KC": (6, 35),
    "3C AC AD AH AS KC": (7, 80),
    "3C AC AD AH AS AC KC": (8, 800),
}


@pytest.mark.parametrize("drawn", BUSTS)
@pytest.mark.clause("dueling8 4.3", "dueling8 1.1.1")
def test_4_3_21_plus_pays_by_the_number_of_cards_in_the_dealers_bust(drawn: str) -> None:
    number, pays = BUSTS[drawn]
    [line] = alone(f"9H stand {drawn}", plus=500).lines[1:]
    assert (line.outcome, line.net) == (f"Dealer busts with {number} cards", 500 * pays)


@pytest.mark.clause("dueling8 1.1.1", "dueling8 1.1.4", "dueling8 4.3")
def test_r_78_the_printed_eight_is_one_of_the_cards_of_a_bust() -> None:
    for drawn, (number, _) in BUSTS.items():
        record = alone(f"9H stand {drawn}", plus=500)
        assert len(record.hands["dealer"]) == number == 1 + len(drawn.split())
    assert {number for number, _ in BUSTS.values()} == set(range(3, 9)), "no bust takes fewer or more"


def test_r_78_no_dealers_hand_busts_with_fewer_than_three_cards_or_more_than_eight() -> None:
    lengths, hands = set(), [Hand.of(Card("8S"))]
    while hands:
        for rank in "A23456789K":
            drawn = hands[-1].with_card(Card(f"{rank}D"))
            if drawn.bust:
                lengths.add(len(drawn.cards))
        hand = hands.pop()
        hands += [drawn for rank in "A23456789K" if (drawn := hand.with_card(Card(f"{rank}D"))).total < 17]
    assert lengths == set(range(3, 9))


@pytest.mark.clause("dueling8 4.4", "dueling8 4.4.1")
def test_4_4_1_the_higher_total_wins() -> None:
    for script in ("KH stand 9C", "AH stand KC", "9H hit 3D stand AC", "6D hit 6H hit AC 2C KD", "2H double AC 2D KC"):
        [line] = alone(script).lines
        assert (line.outcome, line.net) == ("Regular win", line.stake), script
        assert line.clauses == (Clause("dueling8 4.1"), Clause("dueling8 4.4.1"))


@pytest.mark.clause("dueling8 4.4.2")
def test_4_4_2_whoever_has_neither_surrendered_nor_bust_wins_when_the_dealer_busts() -> None:
    for script in ("2H stand 6C KD", "8H stand 6C KD", "AH stand 6C KD", "2H double 2C 6C KD"):
        [line] = alone(script).lines
        assert (line.outcome, line.net) == ("Regular win", line.stake), script
        assert line.clauses == (Clause("dueling8 4.1"), Clause("dueling8 4.4.2"))
    people = (bet(), bet("Bob", 400), bet("Cid", box=2))
    done = settled(table(*people), "5H KH surrender:Bob stand hit 5C 6C KD")
    assert done.nets() == {"Ann": 1_000, "Bob": -200, "Cid": -1_000}


@pytest.mark.clause("dueling8 4.5", "dueling8 4.5.1")
def test_4_5_1_the_lower_total_loses() -> None:
    for script in ("8H stand 9C", "9H stand KC", "AH stand 2C KD", "9H hit 3D stand 2C AD", "2H double 2C 9C"):
        [line] = alone(script).lines
        assert (line.result, line.net, line.clauses) == ("lose", -line.stake, (Clause("dueling8 4.5.1"),)), script


@pytest.mark.clause("dueling8 4.5", "dueling8 4.5.2")
def test_4_5_2_past_21_loses() -> None:
    for script, stake in (("KH hit 4C", 1_000), ("KH double 4C", 2_000), ("8H split 7D hit 7C KC stand 9C", 1_000)):
        line = alone(script).lines[0]
        assert (line.outcome, line.result, line.stake, line.net) == ("Bust", "lose", stake, -stake), script
    assert alone("AH hit KD hit 2C 9C").net == {"main": 1_000}, "21 is not past it"


def test_r_47_a_bust_loses_first_though_the_dealer_busts_with_the_same_total() -> None:
    record = alone("6H hit KC 6D KD", plus=500)
    assert (record.outcome.player[0].total, record.outcome.dealer.total) == (24, 24)
    assert record.net == {"main": -1_000, "21-plus": 1_000}
    assert "dueling8 4.5.2" in record.lines[0].clauses


@pytest.mark.clause("dueling8 4.6", "dueling8 4.6.1")
def test_4_6_1_equal_totals_stand_off_however_many_cards_made_them() -> None:
    totals = {
        17: ("9H stand", "2C 7D"),
        18: ("2H hit 8D stand", "KC"),
        19: ("AH stand", "2C 9D"),
        21: ("2H hit AC", "4C 9D"),
    }
    for total, (player, dealer) in totals.items():
        record = alone(f"{player} {dealer}")
        assert (record.outcome.player[0].total, record.outcome.dealer.total, record.total) == (total, total, 0)


# Rulings on several of these clauses, money and staff


def test_r_02_money_is_whole_cents_and_every_stake_a_multiple_of_the_unit() -> None:
    assert TERMS.unit == 2, "a surrender is half"
    for stake in (0, -2, 1, 999):
        assert refusal(table(), m.PlaceWager(bettor="Ann", wager="main", stake=stake)).clause == "R-02"
    for unit in (0, 1, 3, 25):
        with pytest.raises(Refused, match="cannot be paid exactly"):
            Terms.of("dueling-8s", unit=unit)
    assert alone("5H surrender", 1_002).total == -501


def test_r_18_the_original_wager_is_what_lies_there_when_bets_close() -> None:
    round = table(bet(main=400), bet(main=1_200), bet(main=900 * 2))
    assert won(settled(round, "5H surrender")) == {"main": -900}
    assert position(say(round, "3H double")).doubles == {0: 1_800}
    assert position(say(round, "8H split")).stakes == {0: 1_800, 1: 1_800}
    assert [line.stake for line in settled(round, "6H hit 7D 9C").settlement()["Ann"][1]] == [1_800, 1_800]


def test_r_19_a_confirmation_of_the_initial_deal_comes_before_any_money_moves() -> None:
    round = say(table(bet(superb=100), bet("Bob", box=2)), "8H 5D")
    assert [each.command for each in expects(round) if not each.irregular] == ["confirm-deal"]
    assert refusal(round, m.ConfirmDeal(), Role.PLAYER).clause == "R-19"
    for early in (m.Surrender(bettor="Ann"), m.CloseOffers(), m.Decide(bettor="Ann", action="split"), m.Settle()):
        assert refusal(round, early).reason, tag(early)
    assert then(round, m.ConfirmDeal()).phase is Phase.OFFERING


def test_r_51_21_plus_and_superb_8s_of_one_who_surrenders_go_by_the_cards() -> None:
    record = alone("8H surrender 6C KD", superb=100, plus=500)
    assert record.net == {"main": -500, "superb-8s": 300, "21-plus": 1_000}
    assert alone("7H surrender 9C", superb=100, plus=500).net == {"main": -500, "superb-8s": -100, "21-plus": -500}


@pytest.mark.clause("dueling8 1.1.11", "dueling8 3.21", "dueling8 3.22", "dueling8 3.23.3")
def test_r_81_a_split_is_the_first_decision_only_and_allows_all_but_surrender_afterwards() -> None:
    for suit in SUITS:
        assert "split" in usual(say(table(bet()), f"8{suit} play")).options, "any suit"
    for later in ("2H hit 8D", "8H hit 2D", "8H split 2D hit 3C"):
        after = say(table(bet()), later)
        assert "split" not in usual(after).options, later
        assert refusal(after, "split").reason.startswith("split is not possible")
    fourth = say(table(bet(main=700)), "8H split 8D split 5C stand 8C split")
    assert position(fourth).stakes == {0: 700, 1: 700, 2: 700, 3: 700}
    assert usual(say(fourth, "3D")).options == ("stand", "hit", "double"), "drawing and doubling are open"


@pytest.mark.clause("dueling8 5.1.1")
def test_5_1_1_a_round_with_wrong_cards_is_void() -> None:
    void = m.VoidRound(clause=Clause("dueling8 5.1.1"))
    for round in moments():
        assert refusal(round, void, Role.DEALER).clause == "dueling8 5.1.1"
        voided = then(round, void)
        assert (voided.phase, voided.void) == (Phase.VOID, "dueling8 5.1.1")
        assert set(voided.nets().values()) <= {0}
        assert expects(voided) == []
    over = then(list(moments())[-1], m.Settle())
    assert refusal(over, void).reason, "what was settled stands"
    with pytest.raises(Refused, match="cannot be voided under"):
        then(table(bet()), m.VoidRound(clause=Clause("dueling8 3.31")))


def test_r_01_a_void_round_undoes_everything_surrendered_bust_and_won() -> None:
    round = say(
        table(bet(superb=100), bet("Bob", 400), bet("Cid", box=2, tie=200)), "8S KH surrender:Bob hit 8H hit 5C"
    )
    voided = then(round, m.VoidRound(clause=Clause("dueling8 5.1.1")))
    assert voided.nets() == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert voided.cards == cards("8S KH 8H 5C"), "the cards are kept"


@pytest.mark.clause("dueling8 6.2")
def test_6_2_a_higher_position_may_do_what_a_lower_one_may() -> None:
    open_bets = m.OpenBets(terms=TERMS)
    for role in STAFF:
        acted = None if role is Role.DEALER else role
        assert decide(None, open_bets, role) == [m.BetsOpened(terms=TERMS, by=acted)], "the record says who"
        round = then(
            table(bet()), m.CloseBets(), m.DealCard(card=Card("5H")), m.ConfirmDeal(), m.CloseOffers(), by=role
        )
        assert then(say(round, "stand"), m.DealCard(card=Card("9C")), m.Settle(), by=role).phase is Phase.SETTLED


def test_r_11_staff_rank_as_they_are_listed_and_nobody_acts_above_their_position() -> None:
    void, round = m.VoidRound(clause=Clause("dueling8 5.1.1")), table(bet())
    for role in (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR):
        assert "needs a Pit Manager" in refusal(round, void, role).reason
    for role in (Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
        assert then(round, void, by=role).phase is Phase.VOID
    assert refusal(round, m.CloseBets(), Role.PLAYER).reason == "this needs a Dealer, not a player"


# One player on one box, recorded and played


STAKES = {"main": 1_000, "tie-on-18": 200, "superb-8s": 100, "21-plus": 500}


def random_round(seed: int) -> tuple[int, list[Card], list[str]]:
    """A random complete round: decks, cards and decisions."""
    entropy = random.Random(seed)
    decks = entropy.randint(3, 8)
    shoe = shuffled(Terms.of("dueling-8s", decks=decks).shoe, entropy)
    # More 8s, or more 6s and 7s, at the front than chance has: for splits, and for the bonus.
    favoured = ("", "8", "67")[seed % 3]
    if favoured:
        shoe.sort(key=lambda card: card.rank not in favoured and entropy.random() < 0.92)
    dealt, said = deal_round(DUELING_8S, shoe, STAKES, entropy)
    return decks, list(dealt), said


def drive(decks: int, dealt: list[Card], said: list[str]) -> BoxRound:
    """The same cards and decisions on box 1."""
    round = table(bet("Ann", 1_000, tie=200, superb=100, plus=500), terms=Terms.of("dueling-8s", decks=decks))
    out, left = iter(dealt), iter(said)
    words = {"decide": left, "deal-card": out}
    if said[:1] == ["surrender"]:
        round = say(round, f"{next(out)} {next(left)}")
    while (round := ready(round, "play")).phase is not Phase.COMPLETE:
        round = say(round, next(words[usual(round).command]))
    assert [*out, *left] == [], "all of the record was used"
    return then(round, m.Settle())


def test_a_record_and_the_same_round_on_a_box_are_settled_alike() -> None:
    seen: set[str] = set()
    for seed in range(400):
        decks, dealt, said = random_round(seed)
        record = settle(DUELING_8S, dealt, STAKES, said, decks)
        round = drive(decks, dealt, said)
        assert round.settlement() == {"Ann": {1: record.lines}}, f"seed {seed}: {dealt} {said}"
        assert round.nets() == {"Ann": record.total}, f"seed {seed}"
        seen |= {f"{line.wager} {line.outcome}" for line in record.lines} | {f"{len(record.hands) - 1} hands"}
    assert {"1 hands", "2 hands", "3 hands", "4 hands", "main Surrender", "main Bust", "main Stand-off"} <= seen
    assert {
        "superb-8s Two 8s",
        "superb-8s Three 8s",
        "superb-8s Four 8s",
        "main 6-7-8 bonus not all Spades (extra)",
    } <= seen


def test_every_line_names_the_clauses_that_moved_its_cents() -> None:
    for seed in range(100):
        decks, dealt, said = random_round(seed)
        lines: list[Line] = settle(DUELING_8S, dealt, STAKES, said, decks).lines
        assert all(line.clauses for line in lines), f"seed {seed}"
        assert {clause.document.id for line in lines for clause in line.clauses} == {"dueling8"}
