"""Blackjack Lucky 8, clause by clause: the definitions, the deal, the decisions and the settlement.

An initial deal is written box by box against the Dealer's card: `8S 8H, KS QS | 6D` is a pair of 8s on the first box
that is wagered on, King and Queen on the second, and a 6 for the Dealer. A round of Ann's alone on box 1 goes on as a
script of what she says and of the cards that come, and is settled twice: on the box, and as a recorded round.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, product

import pytest

from croupier.cards import RANKS, SUITS, Card, cards, shuffled
from croupier.games.blackjack import recorded
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dealing import deal_round
from croupier.games.blackjack.hand import Action, Hand
from croupier.games.blackjack.messages import (
    AnyCommand,
    ArrangeBox,
    CloseBets,
    CloseOffers,
    ConfirmDeal,
    DealCard,
    Decide,
    DoubleToo,
    EvenMoneyTaken,
    HandDecided,
    Insure,
    MatchSplit,
    OpenBets,
    PlaceWager,
    Settle,
    Surrender,
    TakeEvenMoney,
    VoidRound,
    WagerPlaced,
)
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.variants import LUCKY_8
from croupier.games.round import Expected, Phase, Role, tag
from croupier.games.terms import Limits, Terms
from croupier.games.wager import Line
from croupier.refused import Refused
from croupier.rulebook import Clause

TENS = "TJQK"
POINTS = {"A": 11, **{str(n): n for n in range(2, 10)}, **dict.fromkeys(TENS, 10)}


def open_table(
    *,
    decks: int | None = None,
    boxes: int | None = None,
    limits: dict[str, Limits] | None = None,
    rulings: dict[str, str] | None = None,
    seats: dict[int, str] | None = None,
) -> BoxRound:
    terms = Terms.of("lucky-8", decks=decks, boxes=boxes, limits=limits, rulings=rulings)
    [opened] = decide(None, OpenBets(terms=terms, seats=seats or {}), Role.DEALER)
    return evolve(None, opened)


def then(round: BoxRound, *commands: AnyCommand, by: Role | None = None) -> BoxRound:
    """The round after these commands, each by the least position that may give it unless `by` says otherwise."""
    for command in commands:
        least = next((each.by for each in expects(round) if each.command == tag(command)), Role.DEALER)
        for event in decide(round, command, by or least):
            round = evolve(round, event)
    return round


def refusal(round: BoxRound | None, command: AnyCommand, by: Role = Role.PLAYER) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value


def main(bettor: str, stake: int = 1_000, box: int = 1) -> PlaceWager:
    return PlaceWager(bettor=bettor, wager="main", stake=stake, box=box)


def says(bettor: str, action: Action, box: int = 1, amount: int | None = None) -> Decide:
    return Decide(bettor=bettor, action=action, box=box, amount=amount)


def in_dealing_order(text: str) -> tuple[Card, ...]:
    boxes, dealer = text.split("|")
    hands = [cards(hand) for hand in boxes.split(",")]
    return (*(hand[0] for hand in hands), *cards(dealer), *(hand[1] for hand in hands))


def dealt(round: BoxRound, text: str) -> BoxRound:
    """The round after these cards, in the order they come."""
    return then(round, *(DealCard(card=card) for card in cards(text)))


def closed(round: BoxRound, wagers: Iterable[PlaceWager]) -> BoxRound:
    return then(round, *wagers, CloseBets())


def offering(wagers: Sequence[PlaceWager], deal: str, round: BoxRound | None = None) -> BoxRound:
    """The round after its initial deal, found right: what there is to offer is being offered."""
    round = closed(open_table() if round is None else round, wagers)
    return then(round, *(DealCard(card=card) for card in in_dealing_order(deal)), ConfirmDeal())


def playing(wagers: Sequence[PlaceWager], deal: str, round: BoxRound | None = None) -> BoxRound:
    """The round when nothing more is offered."""
    return play_on(offering(wagers, deal, round))


def play_on(round: BoxRound) -> BoxRound:
    return then(round, CloseOffers()) if round.phase is Phase.OFFERING else round


def finished(round: BoxRound, fillers: str = "6C 5C 4C 3C 2C") -> BoxRound:
    """The round settled: whoever is asked stands, cards that are due come from the fillers."""
    more = cycle(cards(fillers))
    round = play_on(round)
    while round.phase is not Phase.SETTLED:
        first = expects(round)[0]
        if first.command == "decide":
            assert first.bettors is not None
            round = then(round, says(first.bettors[0], "stand", first.box or 1))
        else:
            round = then(round, DealCard(card=next(more)) if first.command == "deal-card" else Settle())
    return round


def solo(
    deal: str, script: str = "", stakes: Mapping[str, int] | None = None, rulings: dict[str, str] | None = None
) -> BoxRound:
    """Ann alone on box 1; a round that comes to its end is settled, and its record must settle to the same lines."""
    stakes = stakes or {"main": 1_000}
    placed = [PlaceWager(bettor="Ann", wager=wager, stake=stake) for wager, stake in stakes.items()]
    round, said = offering(placed, deal, open_table(rulings=rulings)), []
    for word in script.split():
        action, _, amount = word.partition(":")
        extra = int(amount) if amount else None
        match action:
            case "insure":
                round = then(round, Insure(bettor="Ann", stake=extra))
            case "even-money":
                round = then(round, TakeEvenMoney(bettor="Ann"))
            case "surrender":
                round = then(round, Surrender(bettor="Ann"))
            case "stand" | "hit" | "double" | "split":
                round = then(play_on(round), Decide(bettor="Ann", action=action, amount=extra))
            case _:
                round = dealt(play_on(round), word)
                continue
        said.append(word)
    round = play_on(round)
    if round.phase is Phase.COMPLETE:
        round = then(round, Settle())
        record = recorded.settle(round.rules, round.cards, stakes, said)
        assert record.lines == lines(round, "Ann")
    return round


def lines(round: BoxRound, bettor: str, box: int = 1) -> list[Line]:
    return round.settlement()[bettor][box]


def line(round: BoxRound, wager: str = "main", bettor: str = "Ann", box: int = 1) -> Line:
    [found] = [each for each in lines(round, bettor, box) if each.wager == wager]
    return found


def net(round: BoxRound, bettor: str = "Ann") -> int:
    """What a bettor is up or down by a round that was settled."""
    return round.nets()[bettor]


def side(deal: str, wager: str, stake: int = 100) -> Line:
    """A side wager of Ann's, whatever becomes of her main wager."""
    placed = [main("Ann"), PlaceWager(bettor="Ann", wager=wager, stake=stake)]
    return line(finished(offering(placed, deal)), wager)


def paid(deal: str, wager: str) -> str:
    """What a side wager is paid: the ratio, or `lose`."""
    settled = side(deal, wager)
    return settled.pays or settled.result


def turn(round: BoxRound) -> Expected:
    """What is to happen next."""
    return expects(round)[0]


def options(round: BoxRound) -> set[str]:
    return set(turn(round).options)


def offers(round: BoxRound, command: str) -> set[str]:
    """Whom a command is open to."""
    return {name for each in expects(round) if each.command == command for name in each.bettors or ("anybody",)}


def held(round: BoxRound, box: int = 1) -> list[str]:
    """The hands of a box as they lie, in the order of play."""
    area = round.box(box).area
    assert area is not None
    return [" ".join(hand.cards) for hand in area.hands]


def position(round: BoxRound, bettor: str = "Ann", box: int = 1) -> Position:
    found = round.box(box).position(bettor)
    assert found is not None
    return found


# 1. Definitions


@pytest.mark.parametrize("ten", TENS)
@pytest.mark.clause("lucky8 1.1.1", "lucky8 3.19")
def test_1_1_1_an_ace_and_a_ten_value_card_in_either_order_are_blackjack_for_player_and_dealer(ten: str) -> None:
    for deal in (f"AS {ten}H | 9D", f"{ten}H AS | 9D"):
        assert (line(solo(deal)).outcome, net(solo(deal))) == ("Blackjack", 1_500)
    for script, deal in ((f"stand {ten}C", "TS 9H | AD"), ("stand AC", f"TS 9H | {ten}D")):
        assert (line(solo(deal, script)).outcome, net(solo(deal, script))) == ("Dealer Blackjack", -1_000)


@pytest.mark.clause("lucky8 1.1.1")
def test_1_1_1_twenty_one_in_three_cards_or_on_a_split_is_no_blackjack() -> None:
    three = solo("7S 7H | 9D", "hit 7C TD")
    assert (line(three).outcome, net(three)) == ("Regular win", 1_000)
    split = solo("AS AH | 9D", "split KS KD TC")
    assert [each.outcome for each in lines(split, "Ann")] == ["Regular win"] * 2
    assert net(split) == 2_000


@pytest.mark.clause("lucky8 1.1.2")
def test_1_1_2_a_double_adds_from_the_table_minimum_up_to_the_original_wager() -> None:
    table = open_table(limits={"main": Limits(500, 100_000)})
    round = playing([main("Ann", 1_000)], "6S 5H | 9D", table)
    for amount in (500, 750, 1_000):
        assert position(then(round, says("Ann", "double", amount=amount))).doubles == {0: amount}
    assert position(then(round, says("Ann", "double"))).doubles == {0: 1_000}
    for amount in (498, 1_002, 0, -500):
        assert refusal(round, says("Ann", "double", amount=amount)).clause == "lucky8 3.26"
    least = then(playing([main("Ann", 500)], "6S 5H | 9D", table), says("Ann", "double"))
    assert position(least).doubles == {0: 500}, "a wager at the minimum can only be doubled in full"


@pytest.mark.clause("lucky8 1.1.3")
def test_1_1_3_a_hand_is_every_card_that_was_dealt_to_it() -> None:
    round = solo("2S 3H | 5D", "hit 4C hit 6D stand TS 4H")
    assert held(round) == ["2S 3H 4C 6D"]
    assert round.dealer_hand.cards == cards("5D TS 4H")


@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [
        ("TS 7H", 17, False),
        ("AS 6H", 17, True),
        ("AS 6H TD", 17, False),
        ("AS AH", 12, True),
        ("AS AH 9D", 21, True),
        ("AS AH 9D KC", 21, False),
        ("AS AH AD AC", 14, True),
        ("AS 5H 5D AC", 12, False),
        ("TS 9H 3D", 22, False),
        ("AS KH QD JC", 31, False),
    ],
)
@pytest.mark.clause("lucky8 1.1.4", "lucky8 1.1.13", "lucky8 1.1.11", "lucky8 3.4", "lucky8 3.4.1")
def test_1_1_4_and_1_1_13_a_total_is_soft_while_an_ace_counts_eleven_and_hard_otherwise(
    hand: str, total: int, soft: bool
) -> None:
    counted = Hand.of(*cards(hand))
    assert (counted.total, counted.soft) == (total, soft)
    grown = Hand.of()
    for card in cards(hand):
        grown = grown.with_card(card)
    assert (grown.total, grown.soft) == (total, soft)


@pytest.mark.clause("lucky8 1.1.5")
def test_1_1_5_the_initial_deal_is_two_cards_to_each_box_and_one_to_the_dealer() -> None:
    round = closed(open_table(), [main("Ann", box=1), main("Bob", box=2)])
    for out, card in enumerate(in_dealing_order("2S 3H, TS 7H | 9D")):
        assert (round.phase, len(round.cards)) == (Phase.DEALING, out)
        round = dealt(round, card)
    assert round.phase is Phase.CONFIRMING
    assert (held(round, 1), held(round, 2), round.dealer) == (["2S 3H"], ["TS 7H"], cards("9D"))
    assert refusal(round, DealCard(card=Card("4C")), Role.DEALER), "it is complete"


@pytest.mark.clause("lucky8 1.1.16")
def test_1_1_16_the_subsequent_deal_is_of_cards_that_players_ask_for() -> None:
    round = playing([main("Ann", box=1), main("Bob", box=2)], "2S 3H, TS 7H | 9D")
    assert refusal(round, DealCard(card=Card("4C")), Role.DEALER).clause == "lucky8 3.14", "nobody asked for it"
    assert held(dealt(then(round, says("Ann", "hit")), "4C")) == ["2S 3H 4C"]


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.clause("lucky8 1.1.6", "lucky8 3.27", "lucky8 4.1")
def test_1_1_6_insurance_wins_two_to_one_on_a_ten_value_second_card_and_loses_on_any_other(rank: str) -> None:
    round = then(offering([main("Ann")], "TS 9H | AD"), Insure(bettor="Ann", stake=400))
    insurance = line(finished(round, f"{rank}C 6C 5C 4C 3C 2C"), "insurance")
    assert insurance.net == (800 if rank in TENS else -400)
    assert "lucky8 3.27" in insurance.clauses


@pytest.mark.clause("lucky8 1.1.7")
def test_1_1_7_and_r_19_nothing_is_settled_on_the_initial_deal_before_the_dealer_has_found_it_right() -> None:
    wagers = [main("Ann"), main("Bob", box=2)]
    against_ace = then(closed(open_table(), wagers), *map(_card, in_dealing_order("AS KH, 9S 7H | AD")))
    against_nine = then(closed(open_table(), wagers), *map(_card, in_dealing_order("AS KH, 9S 7H | 9D")))
    early: dict[AnyCommand, BoxRound] = {
        TakeEvenMoney(bettor="Ann"): against_ace,
        Insure(bettor="Bob", box=2): against_ace,
        Surrender(bettor="Bob", box=2): against_nine,
        Settle(): against_nine,
    }
    for command, round in early.items():
        assert round.phase is Phase.CONFIRMING
        assert refusal(round, command, Role.DEALER if isinstance(command, Settle) else Role.PLAYER)
    assert turn(against_ace).command == "confirm-deal"
    settling = decide(then(against_ace, ConfirmDeal()), TakeEvenMoney(bettor="Ann"), Role.PLAYER)
    assert settling == [EvenMoneyTaken(bettor="Ann", box=1)], "an interim settlement, with no further card"
    assert position(then(against_nine, ConfirmDeal(), Surrender(bettor="Bob", box=2)), "Bob", 2).surrendered


def _card(card: Card) -> DealCard:
    return DealCard(card=card)


@pytest.mark.clause("lucky8 1.1.8", "lucky8 4.2")
def test_1_1_8_lucky_8_looks_at_the_two_first_cards_and_the_dealers_first_and_at_no_other() -> None:
    assert paid("8S 7H | 8D", "lucky-8") == "5:1"
    assert paid("8S 7H | 9D", "lucky-8") == "lose"
    later = solo("8S 3H | 9D", "hit 8H stand 8D", {"main": 1_000, "lucky-8": 100})
    assert line(later, "lucky-8").net == -100, "8s that come later are nothing to it"


@pytest.mark.clause("lucky8 1.1.8.1")
def test_1_1_8_1_three_eights_are_paid_more_if_they_are_of_one_suit() -> None:
    for suits in product(SUITS, repeat=3):
        first, second, dealer = (f"8{suit}" for suit in suits)
        expected = "1000:1" if len(set(suits)) == 1 else "100:1"
        assert paid(f"{first} {second} | {dealer}", "lucky-8") == expected


@pytest.mark.clause("lucky8 1.1.8.2")
def test_1_1_8_2_two_eights_of_the_players_own() -> None:
    for first, second in product(SUITS, repeat=2):
        assert paid(f"8{first} 8{second} | 9D", "lucky-8") == ("10:1" if first == second else "5:1")


@pytest.mark.clause("lucky8 1.1.8.3")
def test_1_1_8_3_one_eight_of_the_players_with_the_dealers() -> None:
    for mine, dealers in product(SUITS, repeat=2):
        for hand in (f"8{mine} 7H", f"7H 8{mine}"):
            assert paid(f"{hand} | 8{dealers}", "lucky-8") == ("10:1" if mine == dealers else "5:1")


@pytest.mark.clause("lucky8 1.1.9", "lucky8 3.4.3")
def test_1_1_9_a_pair_is_two_cards_of_one_rank_and_unlike_faces_are_none() -> None:
    for first, second in product(RANKS, repeat=2):
        expected = "11:1" if first == second else "lose"
        assert paid(f"{first}S {second}H | 9D", "pair") == expected, (first, second)


@pytest.mark.clause("lucky8 1.1.10", "lucky8 4.1")
def test_1_1_10_the_pair_wager_wins_on_a_pair_suited_or_not_and_loses_otherwise() -> None:
    assert [side(f"QS Q{suit} | 9D", "pair").net for suit in SUITS] == [1_100] * 4
    assert side("QS KS | 9D", "pair").net == -100


@pytest.mark.clause("lucky8 1.1.12")
def test_1_1_12_a_round_runs_from_the_opening_of_bets_to_its_settlement() -> None:
    opening = OpenBets(terms=Terms.of("lucky-8"))
    round = open_table()
    moments = [round, round := closed(round, [main("Ann")])]
    moments += [round := dealt(round, card) for card in in_dealing_order("TS 9H | 7D")]
    moments += [round := then(round, ConfirmDeal()), round := then(round, CloseOffers())]
    moments += [round := then(round, says("Ann", "stand")), round := dealt(round, "TC")]
    assert all(refusal(each, opening, Role.DEALER).clause == "lucky8 3.1" for each in moments), "it is not over"
    round = then(round, Settle())
    assert all(each.irregular for each in expects(round))
    assert net(round) == 1_000
    assert decide(round, opening, Role.DEALER), "and the next may begin"


@pytest.mark.clause("lucky8 1.1.14", "lucky8 3.21")
def test_1_1_14_any_two_first_cards_of_one_point_value_may_be_split_and_no_others() -> None:
    for first, second in product(RANKS, repeat=2):
        round = playing([main("Ann")], f"{first}S {second}H | 9D")
        if round.phase is Phase.PLAYING:
            assert ("split" in options(round)) == (POINTS[first] == POINTS[second]), (first, second)
        else:
            assert POINTS[first] + POINTS[second] == 21, "a Blackjack waits for nothing"


@pytest.mark.clause("lucky8 1.1.15", "lucky8 4.6", "lucky8 4.6.1")
def test_1_1_15_and_4_6_1_equal_totals_stand_off_and_no_money_moves() -> None:
    for hand, more in (("TS 7H", "TC"), ("TS 8H", "8C"), ("TS 9H", "5C 4C"), ("TS QH", "2C 8C")):
        dealer = {"TC": "7D", "8C": "TD", "5C 4C": "TD", "2C 8C": "TD"}[more]
        round = solo(f"{hand} | {dealer}", f"stand {more}")
        assert (line(round).result, line(round).net, line(round).clauses) == ("push", 0, (Clause("lucky8 4.6.1"),))


@pytest.mark.clause("lucky8 1.1.17", "lucky8 3.25")
def test_1_1_17_a_surrender_gives_up_half_the_original_wager_and_the_hand() -> None:
    round = solo("TS 6H | TD", "surrender")
    assert (round.phase, net(round), line(round).outcome) == (Phase.SETTLED, -500, "Surrender")
    assert round.cards == in_dealing_order("TS 6H | TD"), "no further card is dealt"


@pytest.mark.parametrize("rank", RANKS.replace("8", ""))
@pytest.mark.clause("lucky8 1.1.18", "lucky8 1.1.18.1", "lucky8 1.1.18.2", "lucky8 1.1.8.2", "lucky8 1.1.8.3")
def test_1_1_18_two_of_a_kind_is_any_rank_but_eight_in_hand_or_with_the_dealers_card(rank: str) -> None:
    other, third = [spare for spare in "345" if spare != rank][:2]
    for deal in (
        f"{rank}S {rank}H | {other}D",
        f"{rank}S {other}H | {rank}D",
        f"{other}S {rank}H | {rank}D",
    ):
        settled = side(deal, "lucky-8")
        assert (settled.outcome, settled.pays, settled.net) == ("Two of a Kind", "3:1", 300), deal
    assert paid(f"{rank}S {other}H | {third}D", "lucky-8") == "lose"


@pytest.mark.clause("lucky8 1.1.18", "lucky8 4.2")
def test_1_1_18_eights_are_no_two_of_a_kind_but_a_grade_of_their_own() -> None:
    for deal in ("8S 8H | 3D", "8S 3H | 8D", "3S 8H | 8D"):
        assert side(deal, "lucky-8").outcome == "Two unsuited 8s"
    assert side("8S 3H | 3D", "lucky-8").outcome == "Two of a Kind", "one 8 does not spoil it"


# 2. Mode of play


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.clause("lucky8 2.1")
def test_2_1_one_to_eight_decks_of_fifty_two_cards(decks: int) -> None:
    terms = Terms.of("lucky-8", decks=decks)
    assert terms.shoe.total == 52 * decks
    assert {terms.shoe.count(Card(rank + suit)) for rank, suit in product(RANKS, SUITS)} == {decks}
    round = playing([main("Ann")], "AS 2H | 9D", open_table(decks=decks))
    for _ in range(decks - 1):
        round = dealt(then(round, says("Ann", "hit")), "AS")
    round = then(round, says("Ann", "hit"))
    assert refusal(round, DealCard(card=Card("AS")), Role.DEALER).clause == "lucky8 2.1", "they are all out"
    assert dealt(round, "AH").cards.count(Card("AS")) == decks


@pytest.mark.clause("lucky8 2.1")
def test_2_1_no_other_number_of_decks_and_no_joker() -> None:
    for decks in (0, 9, -1):
        with pytest.raises(Refused) as caught:
            Terms.of("lucky-8", decks=decks)
        assert caught.value.clause == "lucky8 2.1"
    with pytest.raises(Refused):
        Card("JO")


@pytest.mark.clause("lucky8 2.2", "lucky8 2.2.1", "lucky8 2.2.2", "lucky8 2.2.3", "lucky8 2.2.4")
def test_2_2_every_box_has_a_spot_for_each_of_the_four_wagers() -> None:
    spots = {name: wager.area for name, wager in LUCKY_8.by_name.items()}
    assert spots == {
        "main": "lucky8 2.2.1",
        "insurance": "lucky8 2.2.2",
        "pair": "lucky8 2.2.3",
        "lucky-8": "lucky8 2.2.4",
    }
    wagers = [
        PlaceWager(bettor="Ann", wager=wager, stake=stake, box=box)
        for box in range(1, 8)
        for wager, stake in (("main", 1_000), ("pair", 100), ("lucky-8", 200))
    ]
    round = offering(wagers, ", ".join(["TS 9H"] * 7) + " | AD")
    round = finished(then(round, *(Insure(bettor="Ann", box=box, stake=300) for box in range(1, 8))), "KC")
    for box in range(1, 8):
        staked = {each.wager: each.stake for each in lines(round, "Ann", box)}
        assert staked == {"main": 1_000, "pair": 100, "lucky-8": 200, "insurance": 300}


@pytest.mark.clause("lucky8 App.A", "lucky8 App.B")
def test_app_a_and_app_b_a_table_has_five_to_seven_boxes() -> None:
    for boxes in (5, 6, 7):
        round = open_table(boxes=boxes)
        assert len(then(round, main("Ann", box=boxes)).boxes) == boxes
        assert "there is no box" in refusal(round, main("Ann", box=boxes + 1)).reason
    for boxes in (0, 1, 4, 8):
        with pytest.raises(Refused, match="5 to 7 boxes"):
            Terms.of("lucky-8", boxes=boxes)


# 3. How to play: betting, values, the deal


@pytest.mark.clause("lucky8 3.1")
def test_3_1_betting_begins_when_the_dealer_opens_it() -> None:
    assert "open bets first" in refusal(None, main("Ann")).reason
    opening = OpenBets(terms=Terms.of("lucky-8"))
    assert refusal(None, opening, Role.PLAYER).clause == "lucky8 3.1"
    round = evolve(None, decide(None, opening, Role.DEALER)[0])
    assert decide(round, main("Ann"), Role.PLAYER) == [WagerPlaced(bettor="Ann", wager="main", stake=1_000, box=1)]


@pytest.mark.clause("lucky8 3.2")
def test_3_2_betting_ends_when_the_dealer_closes_it() -> None:
    round = then(open_table(), main("Ann"))
    assert refusal(round, CloseBets(), Role.PLAYER).clause == "lucky8 3.2"
    assert refusal(round, DealCard(card=Card("2S")), Role.DEALER), "no card before the close"
    assert refusal(then(round, CloseBets()), main("Bob"), Role.PLAYER).clause == "lucky8 5.3"


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.clause("lucky8 3.4.1", "lucky8 3.4.2", "lucky8 3.4.3")
def test_3_4_an_ace_is_eleven_pips_count_themselves_and_faces_ten(rank: str) -> None:
    assert Hand.of(Card(f"{rank}S")).total == POINTS[rank]
    round = solo("2S 3H | 9D", f"hit {rank}C stand TC")
    assert line(round).net == (1_000 if 5 + POINTS[rank] > 19 else -1_000)


@pytest.mark.clause("lucky8 3.14")
def test_3_14_only_a_box_with_a_main_wager_gets_cards_and_then_there_is_something_to_choose() -> None:
    round = playing([main("Ann", box=3)], "8S 8H | 6D")
    assert [box.number for box in round.boxes if box.area] == [3]
    assert options(round) == {"stand", "hit", "double", "split"}
    assert "surrender" in {each.command for each in expects(offering([main("Ann")], "8S 8H | 6D"))}
    assert "insure" in {each.command for each in expects(offering([main("Ann")], "8S 8H | AD"))}
    assert options(dealt(then(round, says("Ann", "hit", 3)), "2C")) == {"stand", "hit"}
    empty = closed(open_table(), [])
    assert refusal(empty, DealCard(card=Card("8S")), Role.DEALER), "nobody has wagered"


@pytest.mark.clause("lucky8 3.15.1", "lucky8 3.15.2", "lucky8 4.4.3")
def test_3_15_1_and_3_15_2_side_wagers_win_even_against_a_dealers_blackjack() -> None:
    stakes = {"main": 1_000, "pair": 100, "lucky-8": 100}
    won = solo("8S 8H | TD", "stand AC", stakes)
    assert [each.net for each in lines(won, "Ann")] == [-1_000, 1_100, 500]
    lost = solo("8S 9H | TD", "stand 8C", stakes)
    assert [each.net for each in lines(lost, "Ann")] == [-1_000, -100, -100], "17 against 18, and nothing on the side"


@pytest.mark.clause("lucky8 3.18")
def test_3_18_cards_go_round_the_wagered_boxes_from_the_dealers_left_and_the_dealer_takes_one_between() -> None:
    round = closed(open_table(), [main("Ann", box=6), main("Bob", box=2), main("Cid", box=5)])
    places = []
    for card in cards("2S 3S 4S 5S 6S 7S 8S"):
        places.append(turn(round).box)
        assert turn(round).clause == "lucky8 3.18"
        round = dealt(round, card)
    assert places == [2, 5, 6, None, 2, 5, 6]
    round = then(round, ConfirmDeal(), CloseOffers())
    assert [held(round, box) for box in (2, 5, 6)] == [["2S 6S"], ["3S 7S"], ["4S 8S"]]
    assert round.dealer == cards("5S")


@pytest.mark.clause("lucky8 3.14", "lucky8 3.18", "lucky8 3.34", "lucky8 3.35")
def test_3_18_and_3_34_a_record_with_a_card_or_a_decision_too_few_or_too_many_is_refused() -> None:
    stakes = {"main": 1_000}
    for dealt, said, clause in (
        ("TS 9D 8H", ["stand"], "3.18"),
        ("TS TD 8H 7C 2C", ["stand"], "3.34"),
        ("TS TD 6H KC 2C", ["hit"], "3.35"),
        ("TS TD 8H 7C", [], "3.14"),
        ("TS TD 8H 7C", ["stand", "stand"], "3.14"),
    ):
        with pytest.raises(Refused) as caught:
            recorded.settle(LUCKY_8, cards(dealt), stakes, said)
        assert caught.value.clause == f"lucky8 {clause}", (dealt, said)
    assert recorded.settle(LUCKY_8, cards("TS TD 8H 7C"), stakes, ["stand"]).total == 1_000


@pytest.mark.parametrize("rank", "23456789")
@pytest.mark.clause("lucky8 3.19", "lucky8 4.1")
def test_3_19_and_r_45_blackjack_against_two_to_nine_is_paid_three_to_two_without_another_card(rank: str) -> None:
    round = solo(f"AS KH | {rank}D")
    assert (net(round), line(round).pays, len(round.cards)) == (1_500, "3:2", 3)
    assert "lucky8 3.19" in line(round).clauses


@pytest.mark.clause("lucky8 3.20", "lucky8 4.6.2")
def test_3_20_blackjack_against_an_ace_takes_even_money_or_waits() -> None:
    even = solo("AS KH | AD", "even-money")
    assert (net(even), line(even).clauses, len(even.cards)) == (1_000, (Clause("lucky8 3.20"),), 3)
    assert net(solo("AS KH | AD", "QC")) == 0
    assert net(solo("AS KH | AD", "9C")) == 1_500


@pytest.mark.clause("lucky8 3.20")
def test_3_20_even_money_hands_the_players_own_insurance_back() -> None:
    round = solo("AS KH | AD", "insure:500 even-money")
    assert (line(round).net, line(round, "insurance").net, line(round, "insurance").result) == (1_000, 0, "push")
    assert len(round.cards) == 3, "nothing waits for the Dealer's second card"
    kept = solo("AS KH | AD", "insure:500 QC")
    assert (line(kept).net, line(kept, "insurance").net) == (0, 1_000)
    after = then(offering([main("Ann")], "AS KH | AD"), TakeEvenMoney(bettor="Ann"))
    assert refusal(after, Insure(bettor="Ann")).clause == "lucky8 3.27", "there is nothing left to insure"


@pytest.mark.clause("lucky8 3.20")
def test_r_61_even_money_is_only_for_a_blackjack_and_only_against_an_ace() -> None:
    against_ten = offering([main("Ann"), main("Bob", box=2)], "AS KH, 9S 9H | TD")
    assert refusal(against_ten, TakeEvenMoney(bettor="Ann"))
    against_ace = offering([main("Ann"), main("Bob", box=2)], "AS KH, 9S 9H | AD")
    assert offers(against_ace, "take-even-money") == {"Ann"}
    assert refusal(against_ace, TakeEvenMoney(bettor="Bob", box=2)).clause == "lucky8 3.20"
    assert refusal(then(against_ace, CloseOffers()), TakeEvenMoney(bettor="Ann")), "before the subsequent deal"


@pytest.mark.clause("lucky8 3.20", "lucky8 3.27")
def test_r_40_and_r_61_each_bettor_on_a_blackjack_answers_alone() -> None:
    round = offering([main("Ann"), main("Bob", 600), main("Cid", 800)], "AS KH | AD")
    round = then(round, TakeEvenMoney(bettor="Bob"), Insure(bettor="Cid", stake=400))
    for second, ann, cid in (("KC", 0, 800), ("9C", 1_500, 1_200 - 400)):
        assert finished(round, second).nets() == {"Ann": ann, "Bob": 600, "Cid": cid}


@pytest.mark.parametrize(
    ("second", "won"), [("AC", 0), *((f"{rank}C", 1_500) for rank in RANKS if rank != "A")], ids=str
)
@pytest.mark.clause("lucky8 3.19", "lucky8 4.6.2", "lucky8 4.3.1")
def test_r_45_blackjack_against_a_ten_waits_for_the_dealers_second_card_and_for_no_third(second: str, won: int) -> None:
    for ten in TENS:
        waiting = playing([main("Ann")], f"AS KH | {ten}D")
        assert (waiting.phase, turn(waiting).command) == (Phase.DRAWING, "deal-card")
        round = solo(f"AS KH | {ten}D", second)
        assert (net(round), len(round.cards)) == (won, 4)


# 3.21 to 3.24: splitting


@pytest.mark.clause("lucky8 3.21")
def test_3_21_the_second_hand_is_staked_like_the_first() -> None:
    round = playing([main("Ann", 1_400)], "8S 8H | 6D")
    assert refusal(round, says("Ann", "split", amount=700)).clause == "lucky8 3.21"
    split = then(round, says("Ann", "split"))
    assert position(split).stakes == {0: 1_400, 1: 1_400}
    assert split.staked() == {"Ann": 2_800}
    unlike = playing([main("Ann")], "8S 9H | 6D")
    assert refusal(unlike, says("Ann", "split")).clause == "lucky8 3.21"


@pytest.mark.clause("lucky8 3.21.1", "lucky8 1.1.1")
def test_3_21_1_split_aces_and_split_tens_never_make_blackjack() -> None:
    for round in (solo("AS AH | 9D", "split KS QD TC"), solo("TS KH | 9D", "split AS AD TC")):
        assert [(each.pays, each.net) for each in lines(round, "Ann")] == [("1:1", 1_000), ("1:1", 1_000)]
    assert net(solo("AS AH | TD", "split KS QD AC")) == -1_000, "and a Dealer's Blackjack beats them"


@pytest.mark.clause("lucky8 3.22", "lucky8 3.23.2")
def test_3_22_four_hands_and_not_five() -> None:
    round = solo("8S 8H | 6D", "split 8C split 8D split 8S")
    assert held(round) == ["8S 8S", "8D", "8C", "8H"]
    assert options(round) == {"stand", "hit", "double"}
    assert refusal(round, says("Ann", "split")).clause == "lucky8 3.22"
    for script in ("stand 8H", "stand 8H stand 8C", "stand 8H stand 8C stand 8D"):
        later = solo("8S 8H | 6D", f"split 8C split 8D split 8S {script}")
        assert "split" not in options(later), "nor on any later hand"
    whole = solo("8S 8H | 6D", "split 8C split 8D split 8S stand TS stand TD stand TH stand TC KC")
    assert (net(whole), len(lines(whole, "Ann"))) == (4_000, 4)


@pytest.mark.clause("lucky8 3.22.1", "lucky8 3.23.1")
def test_3_22_1_aces_are_split_only_once() -> None:
    round = solo("AS AH | 6D", "split AC AD")
    assert (held(round), round.phase) == (["AS AC", "AH AD"], Phase.DRAWING)
    assert refusal(round, says("Ann", "split"))
    first = solo("AS AH | 6D", "split AC")
    assert (turn(first).command, turn(first).hand) == ("deal-card", "1"), "the first is closed"
    assert refusal(first, says("Ann", "split"))


@pytest.mark.clause("lucky8 3.23.1", "lucky8 3.22.1")
def test_r_56_split_aces_with_another_ace_are_soft_twelve_and_with_a_ten_a_plain_twenty_one() -> None:
    round = solo("AS AH | 6D", "split AC TS TD KC")
    assert net(round) == 2_000, "the Dealer bust"
    area = round.box(1).area
    assert area is not None
    assert [(hand.total, hand.soft, hand.blackjack) for hand in area.hands] == [(12, True, False), (21, True, False)]
    assert net(solo("AS AH | 6D", "split AC TS TD 5C")) == -1_000, "12 loses to 21 and 21 stands off"


@pytest.mark.clause("lucky8 3.23")
def test_3_23_the_first_hand_is_played_out_before_the_second_gets_a_card() -> None:
    round = solo("8S 8H | 6D", "split")
    assert (turn(round).command, turn(round).hand, turn(round).clause) == ("deal-card", "0", "lucky8 3.23")
    round = dealt(round, "2C")
    assert (turn(round).command, turn(round).hand, held(round)) == ("decide", "0", ["8S 2C", "8H"])
    round = dealt(then(round, says("Ann", "hit")), "3C")
    assert (turn(round).command, turn(round).hand, held(round)) == ("decide", "0", ["8S 2C 3C", "8H"])
    round = then(round, says("Ann", "stand"))
    assert (turn(round).command, turn(round).hand) == ("deal-card", "1")
    assert held(dealt(round, "KC")) == ["8S 2C 3C", "8H KC"]


@pytest.mark.clause("lucky8 3.23", "lucky8 3.23.2")
def test_3_23_hands_of_a_later_split_are_played_where_the_hand_lay_that_was_split() -> None:
    round = solo("8S 8H | 6D", "split 8C split 2S stand 3S stand 8D split 4S stand 5S stand TD TC")
    assert held(round) == ["8S 2S", "8C 3S", "8H 4S", "8D 5S"]
    assert [each.hand for each in lines(round, "Ann")] == [1, 2, 3, 4], "numbered in the order of their forming"
    assert net(round) == 4_000
    area = round.box(1).area
    assert area is not None
    assert [hand.id for hand in area.hands] == [0, 2, 1, 3]


@pytest.mark.clause("lucky8 3.23.1")
def test_3_23_1_a_split_ace_takes_one_card_and_no_decision() -> None:
    round = solo("AS AH | 6D", "split 2C")
    assert refusal(round, says("Ann", "hit"))
    assert refusal(round, says("Ann", "double"))
    round = dealt(round, "3C")
    assert (held(round), turn(round).prompt) == (["AS 2C", "AH 3C"], "Card to the Dealer")
    assert refusal(round, says("Ann", "hit"))


@pytest.mark.clause("lucky8 3.23.2", "lucky8 3.22")
def test_3_23_2_and_r_55_any_hand_formed_by_splitting_may_be_split_again_by_value_for_the_original_stake() -> None:
    round = solo("TS KH | 6D", "split QC")
    assert "split" in options(round), "Ten and Queen are worth the same"
    round = dealt(then(round, says("Ann", "split")), "JC")
    assert (held(round), position(round).stakes) == (["TS JC", "QC", "KH"], {0: 1_000, 1: 1_000, 2: 1_000})
    round = dealt(then(round, says("Ann", "stand")), "TC")
    assert "split" in options(round), "the hand formed by the second split, too"
    round = then(round, says("Ann", "split"))
    assert position(round).stakes == dict.fromkeys(range(4), 1_000)
    assert "split" not in options(solo("TS KH | 6D", "split 9C")), "a card of another value splits nothing"
    third = dealt(then(solo("8S 8H | 6D", "split 2C"), says("Ann", "hit")), "8C")
    assert "split" not in options(third), "only the second card counts"


@pytest.mark.clause("lucky8 3.24", "lucky8 3.24.1", "lucky8 3.24.2")
def test_3_24_when_the_one_in_control_splits_the_others_match_or_stay_on_the_first_hand() -> None:
    round = playing([main("Ann"), main("Bob", 600), main("Cid", 800)], "8S 8H | 6D")
    split = then(round, says("Ann", "split"))
    assert offers(split, "match-split") == {"Bob", "Cid"}
    split = then(split, MatchSplit(bettor="Cid", box=1))
    assert offers(split, "match-split") == {"Bob"}
    assert refusal(split, MatchSplit(bettor="Cid", box=1)).clause == "lucky8 3.24.1", "once"
    stakes = {name: position(split, name).stakes for name in ("Ann", "Bob", "Cid")}
    assert stakes == {"Ann": {0: 1_000, 1: 1_000}, "Bob": {0: 600}, "Cid": {0: 800, 1: 800}}
    played = dealt(split, "TS")
    assert refusal(played, MatchSplit(bettor="Bob", box=1)), "before the card, not after"
    played = dealt(then(played, says("Ann", "stand")), "3C")
    played = dealt(then(played, says("Ann", "hit")), "2C")
    settled = finished(then(played, says("Ann", "stand")), "TC AC")
    assert (held(settled), settled.dealer_hand.total) == (["8S TS", "8H 3C 2C"], 17)
    assert settled.nets() == {"Ann": 0, "Bob": 600, "Cid": 0}, "18 wins and 13 loses"


@pytest.mark.clause("lucky8 3.24", "lucky8 3.24.1", "lucky8 3.24.2", "lucky8 3.23.2")
def test_r_39_match_or_stay_is_asked_at_every_split_and_a_stake_that_stays_lies_on_the_first_of_the_two() -> None:
    first = then(playing([main("Ann"), main("Bob", 600)], "8S 8H | 6D"), says("Ann", "split"))
    second = then(dealt(first, "8C"), says("Ann", "split"))
    assert offers(second, "match-split") == {"Bob"}, "who stayed is asked again where the stake lies"
    joined = then(second, MatchSplit(bettor="Bob", box=1))
    assert position(joined, "Bob").stakes == {0: 600, 2: 600}
    assert position(dealt(second, "TC"), "Bob").stakes == {0: 600}

    matched = then(first, MatchSplit(bettor="Bob", box=1))
    third = then(dealt(matched, "TC"), says("Ann", "stand"))
    third = then(dealt(third, "8D"), says("Ann", "split"))
    assert position(dealt(third, "TD"), "Bob").stakes == {0: 600, 1: 600}
    assert position(then(third, MatchSplit(bettor="Bob", box=1)), "Bob").stakes == {0: 600, 1: 600, 2: 600}

    stayed = then(dealt(first, "TC"), says("Ann", "stand"))
    stayed = then(dealt(stayed, "8D"), says("Ann", "split"))
    assert offers(stayed, "match-split") == set(), "who has nothing on the hand is not asked"


NO_BUST = "split TC stand 9C stand AS"
FIRST_BUST = "split 7C hit KC TC stand AS"
SECOND_BUST = "split TC stand 7C hit KC AS"
BOTH_DOUBLED_FIRST_BUST = "split 7C double KC 3C double 9D AS"
DOUBLED = "double 2C AS"


@pytest.mark.parametrize(
    ("reading", "deal", "script", "lost"),
    [
        ("obbo", "8S 8H | TD", NO_BUST, 1_000),
        ("bb+1", "8S 8H | TD", NO_BUST, 1_000),
        ("obo", "8S 8H | TD", NO_BUST, 1_000),
        ("obbo", "8S 8H | TD", FIRST_BUST, 1_000),
        ("bb+1", "8S 8H | TD", FIRST_BUST, 2_000),
        ("obo", "8S 8H | TD", FIRST_BUST, 1_000),
        ("obbo", "8S 8H | TD", SECOND_BUST, 2_000),
        ("bb+1", "8S 8H | TD", SECOND_BUST, 2_000),
        ("obo", "8S 8H | TD", SECOND_BUST, 1_000),
        ("obbo", "8S 8H | TD", BOTH_DOUBLED_FIRST_BUST, 2_000),
        ("bb+1", "8S 8H | TD", BOTH_DOUBLED_FIRST_BUST, 3_000),
        ("obo", "8S 8H | TD", BOTH_DOUBLED_FIRST_BUST, 1_000),
        ("obbo", "8S 8H | TD", DOUBLED, 1_000),
        ("bb+1", "8S 8H | TD", DOUBLED, 1_000),
        ("obo", "8S 8H | TD", DOUBLED, 1_000),
        ("obbo", "9S 7H | AD", "insure:500 double KC KD", 2_000),
        ("bb+1", "9S 7H | AD", "insure:500 double KC KD", 2_000),
        ("obo", "9S 7H | AD", "insure:500 double KC KD", 1_000),
    ],
)
@pytest.mark.clause("lucky8 3.24.3", "lucky8 4.5", "lucky8 4.5.1", "lucky8 4.5.2", "lucky8 3.32")
def test_r_43_what_a_dealers_blackjack_takes_of_split_and_doubled_stakes(
    reading: str, deal: str, script: str, lost: int
) -> None:
    round = solo(deal, script, rulings={"R-43": reading})
    assert round.dealer_hand.blackjack
    assert sum(each.net for each in lines(round, "Ann") if each.wager == "main") == -lost
    if reading == "obbo":
        assert lines(solo(deal, script), "Ann") == lines(round, "Ann"), "the default"
    hands = [each.hand for each in lines(round, "Ann") if each.wager == "main"]
    assert set(hands) == ({1, 2} if "split" in script else {None}), "each hand is accounted for"


@pytest.mark.parametrize("reading", ["obbo", "bb+1"])
@pytest.mark.parametrize(("deal", "script"), [("9S 7H | TD", "double KC"), ("8S 8H | TD", "split 7C hit KC 6C hit KD")])
@pytest.mark.clause("lucky8 3.35", "lucky8 3.32")
def test_r_42_the_dealer_does_not_draw_when_every_doubled_or_split_hand_is_bust(
    reading: str, deal: str, script: str
) -> None:
    round = solo(deal, script, rulings={"R-43": reading})
    assert (round.phase, round.dealer, net(round)) == (Phase.SETTLED, cards("TD"), -2_000)


@pytest.mark.parametrize(("deal", "script"), [("9S 7H | TD", "double KC"), ("8S 8H | TD", "split 7C hit KC 6C hit KD")])
@pytest.mark.clause("lucky8 3.35", "lucky8 4.5.1", "lucky8 4.5.2")
def test_r_42_under_obo_the_dealer_takes_the_second_card_for_bust_doubles_and_splits(deal: str, script: str) -> None:
    obo = {"R-43": "obo"}
    waiting = solo(deal, script, rulings=obo)
    assert (waiting.phase, turn(waiting).command) == (Phase.DRAWING, "deal-card")
    assert net(solo(deal, f"{script} AC", rulings=obo)) == -1_000
    stopped = solo(deal, f"{script} 2C", rulings=obo)
    assert (net(stopped), stopped.dealer_hand.total) == (-2_000, 12), "and no third"


@pytest.mark.clause("lucky8 3.35")
def test_r_42_under_obo_a_plain_bust_or_a_dealers_six_still_needs_no_card() -> None:
    obo = {"R-43": "obo"}
    for deal, script, lost in (("9S 7H | TD", "hit KC", 1_000), ("9S 7H | 6D", "double KC", 2_000)):
        round = solo(deal, script, rulings=obo)
        assert (round.phase, len(round.dealer), net(round)) == (Phase.SETTLED, 1, -lost)


@pytest.mark.clause("lucky8 4.5.1", "lucky8 3.32")
def test_r_42_a_bust_double_stays_lost_when_another_box_draws_the_dealer_to_blackjack() -> None:
    for reading, lost in (("obbo", 2_000), ("bb+1", 2_000), ("obo", 1_000)):
        table = open_table(rulings={"R-43": reading})
        round = playing([main("Ann"), main("Bob", box=2)], "9S 7H, TS 9H | TD", table)
        round = finished(dealt(then(round, says("Ann", "double")), "KC"), "AC")
        assert round.nets() == {"Ann": -lost, "Bob": -1_000}


@pytest.mark.clause("lucky8 3.24.3", "lucky8 4.5.2")
def test_r_43_a_back_bettor_who_did_not_match_loses_the_one_stake_and_who_did_no_more_either() -> None:
    round = then(playing([main("Ann"), main("Bob", 600), main("Cid", 800)], "8S 8H | TD"), says("Ann", "split"))
    round = dealt(then(round, MatchSplit(bettor="Cid", box=1)), "TC")
    assert finished(round, "9C AC").nets() == {"Ann": -1_000, "Bob": -600, "Cid": -800}


@pytest.mark.clause("lucky8 4.5.1", "lucky8 3.26")
def test_r_44_the_whole_extra_of_a_double_for_less_comes_back_from_a_dealers_blackjack() -> None:
    round = solo("6S 5H | TD", "double:400 9C AC")
    assert net(round) == -1_000
    taken, returned = lines(round, "Ann")
    assert (taken.stake, taken.net, returned.stake, returned.net) == (1_000, -1_000, 400, 0)
    assert {"lucky8 4.5.1", "lucky8 3.24.3"} <= set(returned.clauses)
    assert net(solo("6S 5H | TD", "double:400 9C KC")) == 0, "otherwise 20 against 20"
    assert net(solo("6S 5H | TD", "double:400 9C 9D")) == 1_400


# 3.25: surrender


@pytest.mark.clause("lucky8 3.25", "lucky8 3.25.1")
def test_3_25_surrender_is_open_before_the_subsequent_deal_unless_the_dealer_has_an_ace() -> None:
    for rank in RANKS:
        round = offering([main("Ann")], f"TS 6H | {rank}D")
        if rank == "A":
            assert refusal(round, Surrender(bettor="Ann")).clause == "lucky8 3.25"
        else:
            assert net(finished(then(round, Surrender(bettor="Ann")))) == -500
    played = playing([main("Ann")], "TS 6H | 9D")
    assert refusal(played, Surrender(bettor="Ann")).clause == "lucky8 3.25.1"


@pytest.mark.clause("lucky8 3.25.1")
def test_3_25_1_and_r_49_the_dealer_offers_surrender_to_all_and_closes_it_before_anything_is_played() -> None:
    round = offering([main("Ann"), main("Bob", box=2), main("Cid", box=3)], "TS 6H, AS KH, 9S 7H | 9D")
    assert offers(round, "surrender") == {"Ann", "Cid"}
    assert {each.clause for each in expects(round) if each.command == "close-offers"} == {"lucky8 3.25.1"}
    assert refusal(round, says("Ann", "hit")), "no play before the close"
    assert refusal(round, DealCard(card=Card("2C")), Role.DEALER)
    assert refusal(round, CloseOffers(), Role.PLAYER).clause == "lucky8 3.25.1"
    round = then(round, Surrender(bettor="Cid", box=3), CloseOffers())
    assert refusal(round, Surrender(bettor="Ann")).clause == "lucky8 3.25.1", "it is closed"
    assert turn(round).box == 1


@pytest.mark.clause("lucky8 3.25.1.1")
def test_3_25_1_1_no_surrender_after_splitting() -> None:
    round = solo("8S 8H | TD", "split")
    for moment in (round, dealt(round, "6C"), dealt(then(dealt(round, "6C"), says("Ann", "stand")), "6D")):
        assert refusal(moment, Surrender(bettor="Ann")).clause == "lucky8 3.25.1.1"
    with pytest.raises(Refused) as caught:
        recorded.settle(LUCKY_8, cards("8S TD 8H 6C 6D 7C"), {"main": 1_000}, ["split", "surrender"])
    assert caught.value.clause == "lucky8 3.25.1.1"


@pytest.mark.clause("lucky8 3.25.1.2")
def test_3_25_1_2_each_bettor_surrenders_alone_and_the_others_play_on() -> None:
    round = offering([main("Ann"), main("Bob", 600), main("Cid", 800)], "TS 6H | 9D")
    round = then(round, Surrender(bettor="Bob"))
    assert offers(round, "surrender") == {"Ann", "Cid"}
    assert refusal(round, Surrender(bettor="Bob")), "once"
    assert refusal(round, Surrender(bettor="Dan")), "who has nothing there has nothing to give up"
    round = dealt(then(round, CloseOffers(), says("Ann", "hit")), "4C")
    assert finished(round, "TD").nets() == {"Ann": 1_000, "Bob": -300, "Cid": 800}


@pytest.mark.clause("lucky8 3.25.1.2")
def test_3_25_1_2_who_surrendered_neither_doubles_nor_matches_a_split() -> None:
    round = then(offering([main("Ann"), main("Bob")], "8S 8H | 9D"), Surrender(bettor="Bob"), CloseOffers())
    assert offers(then(round, says("Ann", "split")), "match-split") == set()
    doubled = then(round, says("Ann", "double"))
    assert refusal(doubled, DoubleToo(bettor="Bob", box=1))


@pytest.mark.clause("lucky8 3.25.1.3")
def test_3_25_1_3_control_passes_from_front_to_back_to_who_stays_in() -> None:
    round = offering([main("Ann"), main("Bob"), main("Cid")], "TS 6H | 9D")
    assert round.box(1).controller() == "Ann"
    assert then(round, Surrender(bettor="Ann")).box(1).controller() == "Bob"
    assert then(round, Surrender(bettor="Bob")).box(1).controller() == "Ann"
    gone = then(round, Surrender(bettor="Ann"), Surrender(bettor="Bob"), CloseOffers())
    assert (turn(gone).command, turn(gone).bettors) == ("decide", ("Cid",))
    assert refusal(gone, says("Ann", "hit")).clause == "lucky8 3.12"
    assert dealt(then(gone, says("Cid", "hit")), "2C").phase is Phase.PLAYING


@pytest.mark.clause("lucky8 3.25.1.3", "lucky8 3.11")
def test_3_25_1_3_a_seated_player_who_surrenders_hands_control_to_the_front() -> None:
    wagers = [main("Ann"), main("Bob"), main("Cid")]
    round = offering(wagers, "8S 8H | 9D", open_table(seats={1: "Bob"}))
    assert round.box(1).controller() == "Bob"
    round = then(round, Surrender(bettor="Bob"), CloseOffers())
    assert turn(round).bettors == ("Ann",)


@pytest.mark.clause("lucky8 3.25.1.3")
def test_r_40_control_lost_by_surrender_does_not_come_back() -> None:
    round = offering([main("Ann"), main("Bob", 600)], "8S 8H | 9D", open_table(seats={1: "Ann"}))
    round = then(round, Surrender(bettor="Ann"), CloseOffers(), says("Bob", "split"))
    for script in ("TC", "TD"):
        round = dealt(round, script)
        assert turn(round).bettors == ("Bob",)
        assert refusal(round, says("Ann", "stand"))
        round = then(round, says("Bob", "stand"))
    assert position(round).stakes == {0: 1_000}
    assert finished(round, "TH").nets() == {"Ann": -500, "Bob": -1_200}, "18 twice against 19"


@pytest.mark.clause("lucky8 3.25")
def test_r_48_a_surrender_is_final_at_half_though_the_dealers_ten_becomes_blackjack() -> None:
    round = offering([main("Ann"), main("Bob", box=2)], "TS 6H, TH 9H | KD")
    round = finished(then(round, Surrender(bettor="Ann")), "AC")
    assert round.dealer_hand.blackjack
    assert round.nets() == {"Ann": -500, "Bob": -1_000}


@pytest.mark.clause("lucky8 3.25", "lucky8 3.30")
def test_r_50_a_blackjack_is_not_surrendered() -> None:
    both = offering([main("Ann"), main("Bob", box=2)], "AS KH, TS 6H | 9D")
    assert refusal(both, Surrender(bettor="Ann"))
    alone = offering([main("Ann")], "AS KH | TD")
    assert alone.phase is Phase.DRAWING, "nothing is offered at all"
    with pytest.raises(Refused) as caught:
        recorded.settle(LUCKY_8, cards("AS TD KH 9C"), {"main": 1_000}, ["surrender"])
    assert caught.value.clause == "R-50"


@pytest.mark.clause("lucky8 3.25", "lucky8 3.15.1", "lucky8 3.15.2")
def test_r_51_the_side_wagers_of_one_who_surrenders_are_settled_by_the_cards() -> None:
    stakes = {"main": 1_000, "pair": 100, "lucky-8": 100}
    won = solo("8S 8H | 8D", "surrender", stakes)
    assert {each.wager: each.net for each in lines(won, "Ann")} == {"main": -500, "pair": 1_100, "lucky-8": 10_000}
    lost = solo("TS 6H | 9D", "surrender", stakes)
    assert {each.wager: each.net for each in lines(lost, "Ann")} == {"main": -500, "pair": -100, "lucky-8": -100}


# 3.26: doubling


@pytest.mark.clause("lucky8 3.26", "lucky8 3.26.1")
def test_3_26_1_a_double_is_for_the_first_two_cards_whatever_they_are() -> None:
    for hand in ("6S 5H", "2S 3H", "TS 9H", "AS 8H", "8S 8H"):
        assert "double" in options(solo(f"{hand} | 9D"))
    three = solo("2S 3H | 9D", "hit 4C")
    assert refusal(three, says("Ann", "double")).clause == "lucky8 3.26.1"
    round = solo("6S 5H | 9D", "double 9C TC")
    assert (net(round), line(round).stake) == (2_000, 2_000), "20 against 19"
    assert net(solo("6S 5H | 9D", "double 2C TC")) == -2_000


@pytest.mark.clause("lucky8 3.26")
def test_3_26_a_double_for_less_wins_and_loses_just_what_was_added() -> None:
    assert net(solo("6S 5H | 9D", "double:300 9C TC")) == 1_300
    assert net(solo("6S 5H | 9D", "double:300 2C TC")) == -1_300
    assert refusal(solo("6S 5H | 9D"), says("Ann", "hit", amount=300)), "a hit takes no amount"


@pytest.mark.clause("lucky8 3.26.2", "lucky8 3.26.3")
def test_3_26_2_split_hands_may_be_doubled_on_two_cards_but_split_aces_may_not() -> None:
    round = solo("8S 8H | 6D", "split 3C double TC 2C double 9C TD TH")
    assert [each.stake for each in lines(round, "Ann")] == [2_000, 2_000]
    assert net(round) == 4_000
    three = solo("8S 8H | 6D", "split 3C hit 2C")
    assert refusal(three, says("Ann", "double")).clause == "lucky8 3.26.1"
    aces = solo("AS AH | 6D", "split 3C")
    assert refusal(aces, says("Ann", "double"))
    assert refusal(dealt(aces, "2C"), says("Ann", "double"))


@pytest.mark.clause("lucky8 3.26.2", "lucky8 1.1.14", "lucky8 1.1.9")
def test_r_54_king_and_queen_are_no_pair_but_may_be_split_and_then_doubled() -> None:
    stakes = {"main": 1_000, "pair": 100}
    round = solo("KS QH | 6D", "split 2C double 9C 3C double 8C TD TH", stakes)
    assert {each.wager for each in lines(round, "Ann") if each.net < 0} == {"pair"}
    assert net(round) == 4_000 - 100


@pytest.mark.clause("lucky8 3.26.4")
def test_3_26_4_a_doubled_hand_takes_exactly_one_card() -> None:
    round = solo("2S 3H | 9D", "double")
    assert (turn(round).command, turn(round).clause) == ("deal-card", "lucky8 3.26.4")
    assert refusal(round, says("Ann", "stand")), "the card must come"
    round = dealt(round, "4C")
    assert (held(round), round.phase) == (["2S 3H 4C"], Phase.DRAWING)
    assert refusal(round, says("Ann", "hit")), "and no other"


@pytest.mark.clause("lucky8 3.26.5", "lucky8 3.26.6", "lucky8 3.26.4")
def test_3_26_5_and_3_26_6_others_may_double_too_before_the_card_and_who_does_not_gets_one_card_all_the_same() -> None:
    round = then(playing([main("Ann"), main("Bob", 600), main("Cid", 800)], "6S 5H | 9D"), says("Ann", "double"))
    assert offers(round, "double-too") == {"Bob", "Cid"}
    round = then(round, DoubleToo(bettor="Bob", box=1))
    assert refusal(round, DoubleToo(bettor="Bob", box=1)), "once"
    round = dealt(round, "2C")
    assert refusal(round, DoubleToo(bettor="Cid", box=1)), "before the card, not after"
    assert round.phase is Phase.DRAWING, "13, and Cid gets no more cards either"
    assert finished(round, "TC").nets() == {"Ann": -2_000, "Bob": -1_200, "Cid": -800}


@pytest.mark.clause("lucky8 3.26.5", "lucky8 3.26")
def test_r_68_others_double_for_amounts_of_their_own() -> None:
    table = open_table(limits={"main": Limits(500, 100_000)})
    round = playing([main("Ann"), main("Bob", 4_000), main("Cid", 600)], "6S 5H | 9D", table)
    round = then(round, says("Ann", "double", amount=500))
    for amount in (498, 4_002):
        assert refusal(round, DoubleToo(bettor="Bob", box=1, amount=amount)).clause == "lucky8 3.26"
    round = then(round, DoubleToo(bettor="Bob", box=1, amount=4_000), DoubleToo(bettor="Cid", box=1, amount=502))
    assert finished(dealt(round, "9C"), "TC").nets() == {"Ann": 1_500, "Bob": 8_000, "Cid": 1_102}


@pytest.mark.clause("lucky8 3.26.7")
def test_3_26_7_nobody_else_doubles_where_the_one_in_control_does_not() -> None:
    round = playing([main("Ann"), main("Bob")], "6S 5H | 9D")
    for moment in (round, then(round, says("Ann", "hit")), then(round, says("Ann", "stand"))):
        assert refusal(moment, DoubleToo(bettor="Bob", box=1)).clause == "lucky8 3.26.7"
    assert refusal(round, says("Bob", "double")).clause == "lucky8 3.12"
    split = playing([main("Ann"), main("Bob")], "8S 8H | 9D")
    split = then(dealt(then(split, says("Ann", "split")), "3C"), says("Ann", "double"))
    assert offers(split, "double-too") == {"Bob"}, "who stayed on the first hand may double it"
    other = dealt(dealt(split, "TC"), "2C")
    assert offers(then(other, says("Ann", "double")), "double-too") == set(), "but not a hand without a stake"


# 3.27: insurance of one's own wager


@pytest.mark.clause("lucky8 3.27", "lucky8 1.1.6")
def test_3_27_insurance_is_for_up_to_half_the_original_wager_against_an_ace() -> None:
    round = offering([main("Ann", 1_000)], "TS 9H | AD")
    assert {(each.least, each.most) for each in expects(round) if each.command == "insure"} == {(2, 500)}
    for stake in (2, 250, 500):
        insured = finished(then(round, Insure(bettor="Ann", stake=stake)), "KC")
        assert line(insured, "insurance").net == 2 * stake
    assert line(finished(then(round, Insure(bettor="Ann")), "KC"), "insurance").stake == 500
    for stake in (502, 1_000, 0, -2):
        assert refusal(round, Insure(bettor="Ann", stake=stake)).clause == "lucky8 3.27"
    for rank in RANKS.replace("A", ""):
        assert refusal(offering([main("Ann")], f"TS 9H | {rank}D"), Insure(bettor="Ann")).clause == "lucky8 3.27"


@pytest.mark.clause("lucky8 3.27.1")
def test_3_27_1_the_dealer_offers_insurance_to_all_and_closes_it_before_the_deal_goes_on() -> None:
    round = offering([main("Ann"), main("Bob", box=2), main("Cid", box=3)], "TS 9H, AS KH, 8S 8H | AD")
    own = {each.owner for each in expects(round) if each.command == "insure" and each.bettors}
    assert own == {"Ann", "Bob", "Cid"}
    assert {each.clause for each in expects(round) if each.command == "close-offers"} == {"lucky8 3.27.1"}
    assert refusal(round, CloseOffers(), Role.PLAYER).clause == "lucky8 3.27.1"
    assert refusal(round, says("Ann", "stand"))
    assert turn(then(round, CloseOffers())).command == "decide"


@pytest.mark.clause("lucky8 3.27.2")
def test_3_27_2_insurance_comes_before_the_subsequent_deal() -> None:
    round = playing([main("Ann"), main("Bob", box=2)], "TS 2H, TH 9H | AD")
    asked = then(round, says("Ann", "hit"))
    for moment in (round, asked, dealt(asked, "5C")):
        assert refusal(moment, Insure(bettor="Ann")).clause == "lucky8 3.27.2"
        assert refusal(moment, Insure(bettor="Bob", box=2)).clause == "lucky8 3.27.2"


@pytest.mark.clause("lucky8 3.27", "lucky8 3.33", "lucky8 3.35")
def test_r_58_insurance_outlives_a_bust_hand() -> None:
    won = solo("TS 6H | AD", "insure:500 hit KC KD")
    assert (line(won).net, line(won, "insurance").net) == (-1_000, 1_000)
    waiting = solo("TS 6H | AD", "insure:500 hit KC")
    assert (waiting.phase, turn(waiting).prompt) == (Phase.DRAWING, "Card to the Dealer")
    lost = solo("TS 6H | AD", "insure:500 hit KC 5D")
    assert (net(lost), lost.dealer_hand.total) == (-1_500, 16), "decided, so the Dealer draws no third"


@pytest.mark.clause("lucky8 3.20", "lucky8 3.27.3")
def test_r_60_another_persons_insurance_stays_when_the_owner_takes_even_money() -> None:
    round = offering([main("Ann"), main("Bob", box=2)], "AS KH, TS 6H | AD")
    round = then(round, Insure(bettor="Bob", box=1, owner="Ann", stake=400), TakeEvenMoney(bettor="Ann"))
    round = dealt(then(round, CloseOffers(), says("Bob", "hit", 2)), "TC")
    assert round.phase is Phase.DRAWING, "its fate waits for the Dealer's second card"
    assert finished(round, "KC").nets() == {"Ann": 1_000, "Bob": -1_000 + 800}
    assert finished(round, "2C").nets() == {"Ann": 1_000, "Bob": -1_000 - 400}


# 3.28 to 3.35: standing, drawing, the Dealer


@pytest.mark.clause("lucky8 3.28")
def test_3_28_a_player_may_stand_on_the_first_two_cards_whatever_they_are() -> None:
    for hand in ("2S 3H", "AS AH", "TS 2H", "TS 9H"):
        round = solo(f"{hand} | 9D", "stand")
        assert (held(round), round.phase) == ([hand], Phase.DRAWING)


@pytest.mark.clause("lucky8 3.29")
def test_3_29_a_player_may_draw_as_often_as_the_total_is_under_21() -> None:
    round = solo("AS AH | 9D")
    for card in cards("AC AD 2S 2H 2D 2C 3S 3H"):
        assert "hit" in options(round)
        round = dealt(then(round, says("Ann", "hit")), card)
    assert held(round) == ["AS AH AC AD 2S 2H 2D 2C 3S 3H"], "18"
    assert "hit" in options(round)
    twenty = dealt(then(round, says("Ann", "hit")), "2S")
    assert "hit" in options(twenty), "20"


@pytest.mark.clause("lucky8 3.30")
def test_3_30_and_r_57_blackjack_and_any_21_end_drawing_doubling_and_asking() -> None:
    hard, soft = solo("TS 6H | 9D", "hit 5C"), solo("AS 5H | 9D", "hit 5C")
    split = solo("8S 8H | 9D", "split 3C hit TC")
    assert (hard.phase, soft.phase) == (Phase.DRAWING, Phase.DRAWING)
    assert (turn(split).command, turn(split).hand) == ("deal-card", "1"), "the next hand's turn"
    blackjack = playing([main("Ann"), main("Bob", box=2)], "AS KH, TH 6H | 9D")
    assert turn(blackjack).box == 2
    for round in (hard, soft, split, blackjack):
        assert refusal(round, says("Ann", "hit"))
        assert refusal(round, says("Ann", "double"))


@pytest.mark.clause("lucky8 3.31")
def test_3_31_the_players_own_sign_decides_and_nobody_elses() -> None:
    round = playing([main("Ann"), main("Bob", box=2)], "TS 2H, TH 9H | 9D")
    actions: tuple[Action, ...] = ("stand", "hit")
    for action in actions:
        for role in (Role.DEALER, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
            [shown] = decide(round, says("Ann", action), role)
            assert shown == HandDecided(bettor="Ann", action=action, box=1, placed_by=role), "as the signal says"
            assert refusal(round, says("Bob", action, 1), role).clause == "lucky8 3.12", "and nobody else's"
        assert refusal(round, says("Bob", action, 1)).clause == "lucky8 3.12"
    assert refusal(round, DealCard(card=Card("5C")), Role.DEALER), "no sign, no card"
    assert turn(then(round, says("Ann", "hit"))).command == "deal-card"
    assert turn(then(round, says("Ann", "stand"))).box == 2


@pytest.mark.clause("lucky8 3.32", "lucky8 4.4.2")
def test_3_32_a_bust_hand_is_lost_at_once_whatever_the_dealer_does() -> None:
    round = playing([main("Ann"), main("Bob", box=2)], "TS 6H, TH 9H | 6D")
    round = dealt(then(round, says("Ann", "hit")), "KC")
    assert turn(round).box == 2, "Ann's hand is over"
    assert refusal(round, says("Ann", "hit"))
    settled = finished(round, "TC KD")
    assert settled.dealer_hand.bust
    assert settled.nets() == {"Ann": -1_000, "Bob": 1_000}
    assert set(line(settled).clauses) == {"lucky8 4.4.2", "lucky8 3.32"}


@pytest.mark.clause("lucky8 4.4.2", "lucky8 4.6.1")
def test_r_47_a_bust_loses_though_the_dealer_has_gone_past_21_to_the_same_total() -> None:
    round = playing([main("Ann"), main("Bob", box=2)], "TS 6H, TH 9H | 6D")
    round = finished(dealt(then(round, says("Ann", "hit")), "TC"), "KD QC")
    assert (held(round), round.dealer_hand.total) == (["TS 6H TC"], 26)
    assert round.nets() == {"Ann": -1_000, "Bob": 1_000}


@pytest.mark.clause("lucky8 3.33")
def test_3_33_totals_decide_the_main_wager_and_nothing_else() -> None:
    stakes = {"main": 1_000, "pair": 100, "lucky-8": 100}
    won = solo("TS TH | AD", "insure:500 stand 9C", stakes)
    assert {each.wager: each.net for each in lines(won, "Ann")} == {
        "main": 0,
        "pair": 1_100,
        "lucky-8": 300,
        "insurance": -500,
    }
    lost = solo("2S 2H | AD", "insure:500 hit TC hit TD KC", stakes)
    assert {each.wager: each.net for each in lines(lost, "Ann")} == {
        "main": -1_000,
        "pair": 1_100,
        "lucky-8": 300,
        "insurance": 1_000,
    }


@pytest.mark.parametrize(
    ("dealer", "total"),
    [
        ("TD 7C", 17),
        ("TD 6C 5H", 21),
        ("6D AC", 17),
        ("AD 6C", 17),
        ("AD 5C AH", 17),
        ("AD 5C TH AH", 17),
        ("2D 2C 2H 2S 3D AC 5C", 17),
        ("2D 2C 2H 2S 3D AC TC", 22),
        ("AD 7C", 18),
        ("5D 5C 6H AS", 17),
        ("9D 3C 4H TS", 26),
        ("AD AC AH AS 3D", 17),
    ],
)
@pytest.mark.clause("lucky8 3.34")
def test_3_34_the_dealer_draws_to_16_and_stands_on_every_17_soft_or_hard(dealer: str, total: int) -> None:
    first, *more = cards(dealer)
    waiting = solo(f"TS 9H | {first}", "stand")
    for card in more:
        assert (waiting.phase, turn(waiting).clause) == (Phase.DRAWING, "lucky8 3.34")
        waiting = dealt(waiting, card)
    assert (waiting.phase, waiting.dealer_hand.total) == (Phase.COMPLETE, total)
    assert refusal(waiting, DealCard(card=Card("2S")), Role.DEALER).clause == "lucky8 3.34"
    assert net(then(waiting, Settle())) == (1_000 if total > 21 or total < 19 else 0 if total == 19 else -1_000)


@pytest.mark.clause("lucky8 3.34")
def test_r_53_the_dealers_second_card_comes_when_every_hand_is_finished_and_insurance_waits_for_it() -> None:
    round = offering([main("Ann"), main("Bob", box=2)], "TS 2H, 8S 8H | AD")
    round = then(round, Insure(bettor="Ann", stake=500), CloseOffers())
    script: list[tuple[str, Action, int, str]] = [("Ann", "hit", 1, "5C"), ("Ann", "stand", 1, "")]
    script += [("Bob", "split", 2, "TC"), ("Bob", "stand", 2, "9C")]
    for bettor, action, box, card in script:
        assert (round.phase, round.dealer) == (Phase.PLAYING, cards("AD"))
        round = dealt(then(round, says(bettor, action, box)), card)
    round = then(round, says("Bob", "stand", 2))
    assert (round.phase, turn(round).prompt) == (Phase.DRAWING, "Card to the Dealer")
    assert finished(round, "KC").nets() == {"Ann": -1_000 + 1_000, "Bob": -1_000}


@pytest.mark.parametrize(
    ("deal", "script", "dealer"),
    [
        ("TS 6H | 9D", "hit KC", "9D"),
        ("TS 6H | TD", "hit KC", "TD"),
        ("TS 6H | AD", "hit KC", "AD"),
        ("TS 6H | 9D", "surrender", "9D"),
        ("8S 8H | 9D", "split 7C hit KC 6C hit KD", "9D"),
        ("AS KH | 9D", "", "9D"),
        ("AS KH | TD", "2C", "TD 2C"),
        ("AS KH | AD", "2C", "AD 2C"),
        ("AS KH | AD", "even-money", "AD"),
        ("AS KH | AD", "insure even-money", "AD"),
        ("TS 6H | AD", "insure hit KC 2C", "AD 2C"),
        ("8S 8H | 6D", "split 7C hit KC 6C stand 2C 2D 7S", "6D 2C 2D 7S"),
    ],
)
@pytest.mark.clause("lucky8 3.35")
def test_3_35_and_r_52_the_dealer_draws_no_card_that_could_change_nothing(deal: str, script: str, dealer: str) -> None:
    round = solo(deal, script)
    assert (round.phase, round.dealer) == (Phase.SETTLED, cards(dealer))


@pytest.mark.clause("lucky8 3.35", "lucky8 3.34")
def test_r_52_one_hand_that_is_still_open_has_the_dealer_draw_to_the_end_for_all() -> None:
    wagers = [main("Ann"), main("Bob", box=2), main("Cid", box=3)]
    round = playing(wagers, "AS KH, TS 6H, TH 2H | TD")
    bust = dealt(then(round, says("Bob", "hit", 2)), "KC")
    both = dealt(then(bust, says("Cid", "hit", 3)), "QC")
    assert finished(both, "3C 4C").dealer == cards("TD 3C"), "only the Blackjack was open"
    assert refusal(dealt(both, "3C"), DealCard(card=Card("4C")), Role.DEALER).clause == "lucky8 3.35"
    one = then(bust, says("Cid", "stand", 3))
    assert finished(one, "3C 3D 5C").dealer == cards("TD 3C 3D 5C")


# 4. Settlement


@pytest.mark.clause("lucky8 4.1", "lucky8 4.2")
def test_4_1_and_4_2_the_pay_tables() -> None:
    listed = {
        (wager.label, row.outcome): str(row.pays) for wager in LUCKY_8.wagers for row in wager.paytable if row.pays
    }
    assert listed == {
        ("Main wager", "Blackjack"): "3:2",
        ("Main wager", "Regular win"): "1:1",
        ("Insurance", "Dealer's second card worth ten"): "2:1",
        ("Pair", "Pair"): "11:1",
        ("Lucky 8", "Three suited 8s"): "1000:1",
        ("Lucky 8", "Three unsuited 8s"): "100:1",
        ("Lucky 8", "Two suited 8s"): "10:1",
        ("Lucky 8", "Two unsuited 8s"): "5:1",
        ("Lucky 8", "Two of a Kind"): "3:1",
    }


@pytest.mark.clause("lucky8 4.3", "lucky8 4.3.1", "lucky8 4.6.1")
def test_4_3_1_and_r_46_blackjack_beats_a_plain_21_and_a_dealers_blackjack_beats_one_too() -> None:
    round = playing([main("Ann"), main("Bob", box=2)], "AS KH, TS QH | 5D")
    round = finished(round, "6C TC")
    assert round.dealer_hand.total == 21
    assert round.nets() == {"Ann": 1_500, "Bob": -1_000}
    assert "lucky8 4.3.1" in line(round).clauses
    against = solo("7S 7H | TD", "hit 7C AC")
    assert (net(against), line(against).clauses) == (-1_000, (Clause("lucky8 4.4.3"),))
    assert net(solo("7S 7H | TD", "hit 7C 5C 6C")) == 0, "21 and 21"


@pytest.mark.clause("lucky8 4.3.2", "lucky8 4.4", "lucky8 4.4.1", "lucky8 4.6.1")
def test_4_3_2_and_4_4_1_the_higher_total_wins() -> None:
    mine = {17: "TS 7H", 18: "TS 8H", 19: "TS 9H", 20: "TS QH"}
    dealers = {17: "TD 7C", 18: "TD 8C", 19: "TD 9C", 20: "TD JC", 21: "TD 5C 6C"}
    for (own, hand), (total, dealer) in product(mine.items(), dealers.items()):
        first, *more = dealer.split()
        round = solo(f"{hand} | {first}", f"stand {' '.join(more)}")
        assert net(round) == (1_000 if own > total else -1_000 if own < total else 0)
        clause = "4.3.2" if own > total else "4.4.1" if own < total else "4.6.1"
        assert f"lucky8 {clause}" in line(round).clauses


@pytest.mark.clause("lucky8 4.3.3")
def test_4_3_3_a_dealer_past_21_pays_whoever_neither_bust_nor_surrendered() -> None:
    wagers = [main("Ann"), main("Bob", box=2), main("Cid", box=3)]
    round = then(offering(wagers, "2S 3H, TS 6H, TH 5H | 6D"), Surrender(bettor="Cid", box=3), CloseOffers())
    round = then(round, says("Ann", "stand"), says("Bob", "hit", 2))
    round = finished(dealt(round, "KC"), "TC TD")
    assert round.dealer_hand.bust
    assert round.nets() == {"Ann": 1_000, "Bob": -1_000, "Cid": -500}
    assert "lucky8 4.3.3" in line(round).clauses


@pytest.mark.clause("lucky8 4.4.3")
def test_4_4_3_a_dealers_blackjack_beats_everything_but_a_blackjack() -> None:
    for hand, script in (("TS QH", "stand"), ("TS 6H", "hit 5C"), ("2S 3H", "stand")):
        round = solo(f"{hand} | KD", f"{script} AC")
        assert (net(round), line(round).outcome) == (-1_000, "Dealer Blackjack")


@pytest.mark.clause("lucky8 4.5", "lucky8 4.5.1", "lucky8 4.5.2")
def test_4_5_doubled_or_split_a_dealers_blackjack_takes_the_original_wager_and_the_rest_comes_back() -> None:
    doubled = solo("6S 5H | KD", "double 9C AC")
    assert [(each.stake, each.net) for each in lines(doubled, "Ann")] == [(1_000, -1_000), (1_000, 0)]
    assert "lucky8 4.5.1" in lines(doubled, "Ann")[1].clauses
    split = solo("8S 8H | KD", "split TC stand 9C stand AC")
    assert [(each.hand, each.net) for each in lines(split, "Ann")] == [(1, -1_000), (2, 0)]
    assert "lucky8 4.5.2" in lines(split, "Ann")[1].clauses
    four = solo("8S 8H | KD", "split 8C split 8D split 3C double TC 2C double 9C TS stand TH stand AC")
    assert (net(four), len(held(four))) == (-1_000, 4)


@pytest.mark.clause("lucky8 4.6", "lucky8 4.6.2")
def test_4_6_2_blackjack_against_blackjack_stands_off() -> None:
    for dealer, second in (("AD", "KC"), ("KD", "AC")):
        round = solo(f"AS QH | {dealer}", second)
        assert (net(round), line(round).result, line(round).clauses) == (0, "push", (Clause("lucky8 4.6.2"),))


# What the rulings settle for the whole game


@pytest.mark.clause("lucky8 5.1.1")
def test_5_1_1_and_r_01_a_void_round_undoes_everything_and_keeps_its_cards() -> None:
    wagers = [
        main("Ann"),
        PlaceWager(bettor="Ann", wager="pair", stake=100),
        main("Bob", box=2),
        main("Cid", box=3),
    ]
    void = VoidRound(clause=Clause("lucky8 5.1.1"))
    surrendered = then(offering(wagers, "8S 8H, TS 6H, TH 7H | 9D"), Surrender(bettor="Bob", box=2), CloseOffers())
    split = dealt(then(surrendered, says("Ann", "split")), "TC")
    even = then(offering(wagers, "8S 8H, AS KH, TH 7H | AD"), TakeEvenMoney(bettor="Bob", box=2))
    even = then(even, Insure(bettor="Cid", box=3))
    for round in (open_table(), surrendered, split, even):
        ended = then(round, void)
        assert (ended.phase, ended.void, ended.cards) == (Phase.VOID, "lucky8 5.1.1", round.cards)
        assert set(ended.nets().values()) <= {0}
        assert expects(ended) == []
    assert then(split, void).nets() == {"Ann": 0, "Bob": 0, "Cid": 0}
    for role in (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR):
        assert refusal(split, void, role).clause == "lucky8 5.1.1"
    for other in ("lucky8 3.1", "lucky8 5.7", "dueling8 5.1.1"):
        assert refusal(split, VoidRound(clause=Clause(other)), Role.PIT_MANAGER), "only by a clause that voids"


@pytest.mark.clause("lucky8 6.2")
def test_6_2_and_r_11_a_higher_position_may_do_what_a_lower_one_does_and_no_lower_one() -> None:
    staff = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER)
    betting = then(open_table(), main("Ann"), main("Bob"))
    for role in staff:
        round = then(betting, ArrangeBox(box=1, order=("Bob", "Ann")), CloseBets(), by=role)
        round = then(round, *map(_card, in_dealing_order("TS 9H | 9D")), ConfirmDeal(), CloseOffers(), by=role)
        round = then(then(round, says("Bob", "stand")), DealCard(card=Card("TC")), Settle(), by=role)
        assert round.nets() == {"Ann": 0, "Bob": 0}
    for command in (CloseBets(), ArrangeBox(box=1, order=("Bob", "Ann"))):
        assert refusal(betting, command, Role.PLAYER)
    void = VoidRound(clause=Clause("lucky8 5.1.1"))
    allowed = [role for role in staff if role.may_act_as(Role.PIT_MANAGER)]
    assert allowed == [Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER]
    for role in staff:
        if role in allowed:
            assert then(betting, void, by=role).phase is Phase.VOID
        else:
            assert refusal(betting, void, role)


@pytest.mark.clause("lucky8 4.1", "lucky8 3.25", "lucky8 3.27", "lucky8 3.26")
def test_r_02_every_amount_is_a_multiple_of_a_unit_with_which_each_payment_is_exact() -> None:
    assert LUCKY_8.unit == 2
    for unit in (1, 3, 5, 0):
        with pytest.raises(Refused) as caught:
            Terms.of("lucky-8", unit=unit)
        assert caught.value.clause == "R-02"
    assert refusal(open_table(), main("Ann", 1_001)).clause == "R-02"
    smallest = {"main": 2}
    assert net(solo("AS KH | 9D", stakes=smallest)) == 3
    assert net(solo("TS 6H | 9D", "surrender", smallest)) == -1
    assert refusal(offering([main("Ann")], "TS 9H | AD"), Insure(bettor="Ann", stake=251))
    assert refusal(playing([main("Ann")], "6S 5H | 9D"), says("Ann", "double", amount=251))


@pytest.mark.clause("lucky8 3.6", "lucky8 3.26", "lucky8 3.21", "lucky8 3.27")
def test_r_03_the_limits_are_for_each_wager_placed_before_the_deal_and_not_for_what_is_added() -> None:
    table = open_table(limits={"main": Limits(500, 1_000)})
    round = playing([main("Ann"), main("Bob"), main("Cid")], "8S 8H | 6D", table)
    assert sum(round.staked().values()) == 3_000, "three at the maximum on one box"
    round = dealt(then(round, says("Ann", "split")), "3C")
    assert then(round, says("Ann", "double")).staked()["Ann"] == 3_000
    insured = offering([main("Ann")], "TS 9H | AD", open_table(limits={"main": Limits(500, 1_000)}))
    assert then(insured, Insure(bettor="Ann", stake=2)).staked() == {"Ann": 1_002}, "no minimum but the unit"


@pytest.mark.clause("lucky8 3.24.3", "lucky8 3.25")
def test_r_18_the_original_wager_is_what_stands_when_bets_close() -> None:
    def raised(deal: str) -> BoxRound:
        return playing([main("Ann", 400), main("Ann", 1_000)], deal)

    assert net(finished(then(offering([main("Ann", 400), main("Ann")], "TS 6H | 9D"), Surrender(bettor="Ann")))) == -500
    assert then(raised("8S 8H | 9D"), says("Ann", "split")).staked() == {"Ann": 2_000}
    assert then(raised("6S 5H | 9D"), says("Ann", "double")).staked() == {"Ann": 2_000}
    assert then(offering([main("Ann", 400), main("Ann")], "TS 6H | AD"), Insure(bettor="Ann")).staked() == {
        "Ann": 1_500
    }


@pytest.mark.clause("lucky8 1.1.9", "lucky8 1.1.18", "lucky8 3.4.3", "lucky8 1.1.10")
def test_r_63_a_ten_pairs_with_no_face_card_in_hand_or_with_the_dealers() -> None:
    for face in "JQK":
        assert paid(f"TS {face}H | 9D", "pair") == "lose"
        for deal in (f"TS {face}H | 9D", f"TS 9H | {face}D", f"{face}S 9H | TD"):
            assert paid(deal, "lucky-8") == "lose", deal
    assert paid("KS QH | JD", "lucky-8") == "lose"
    assert paid("TS TH | 9D", "pair") == "11:1"
    assert paid("TS 9H | TD", "lucky-8") == "3:1"


@pytest.mark.parametrize(
    ("deal", "outcome", "won"),
    [
        ("8S 8S | 8H", "Three unsuited 8s", 10_000),
        ("8S 8H | 8S", "Three unsuited 8s", 10_000),
        ("8H 8S | 8S", "Three unsuited 8s", 10_000),
        ("8S 8S | 8S", "Three suited 8s", 100_000),
        ("QS QH | QD", "Two of a Kind", 300),
        ("QS QS | QS", "Two of a Kind", 300),
        ("8S 8S | 9H", "Two suited 8s", 1_000),
    ],
)
@pytest.mark.clause("lucky8 1.1.8", "lucky8 1.1.18", "lucky8 4.2")
def test_r_64_lucky_8_is_paid_once_for_the_best_combination(deal: str, outcome: str, won: int) -> None:
    settled = side(deal, "lucky-8")
    assert (settled.outcome, settled.net) == (outcome, won)


@pytest.mark.clause("lucky8 2.1", "lucky8 4.2")
def test_r_17_one_deck_has_no_two_suited_eights() -> None:
    round = dealt(closed(open_table(decks=1), [main("Ann")]), "8S 9D")
    assert refusal(round, DealCard(card=Card("8S")), Role.DEALER).clause == "lucky8 2.1"
    assert dealt(round, "8H").phase is Phase.CONFIRMING
    with pytest.raises(Refused) as caught:
        recorded.settle(LUCKY_8, cards("8S 9D 8S TC"), {"main": 1_000}, ["stand"], decks=1)
    assert caught.value.clause == "lucky8 2.1"
    assert recorded.settle(LUCKY_8, cards("8S 9D 8S TC"), {"main": 1_000}, ["stand"], decks=2).total == -1_000


# The two ways to settle agree


def replayed(dealt: Sequence[Card], decisions: Sequence[str], stakes: Mapping[str, int]) -> BoxRound:
    """The same cards and decisions on box 1."""
    placed = [PlaceWager(bettor="Ann", wager=wager, stake=stake) for wager, stake in stakes.items()]
    round = closed(open_table(), placed)
    shoe, said = iter(dealt), list(decisions)
    offered: dict[str, AnyCommand] = {
        "insure": Insure(bettor="Ann"),
        "even-money": TakeEvenMoney(bettor="Ann"),
        "surrender": Surrender(bettor="Ann"),
    }
    actions: dict[str, Action] = {"stand": "stand", "hit": "hit", "double": "double", "split": "split"}
    while round.phase is not Phase.SETTLED:
        first = turn(round).command
        if round.phase is Phase.OFFERING:
            command = offered[said.pop(0)] if said and said[0] in offered else CloseOffers()
        elif first == "decide":
            command = says("Ann", actions[said.pop(0)])
        elif first == "deal-card":
            command = DealCard(card=next(shoe))
        else:
            command = ConfirmDeal() if first == "confirm-deal" else Settle()
        round = then(round, command)
    assert (said, list(shoe)) == ([], [])
    return round


@pytest.mark.parametrize("decks", [1, 8])
@pytest.mark.clause("lucky8 3.14", "lucky8 3.33", "lucky8 3.34", "lucky8 4.1", "lucky8 4.2")
def test_a_recorded_round_and_the_same_round_on_a_box_settle_to_the_same_cents(decks: int) -> None:
    stakes = {"main": 1_000, "pair": 200, "lucky-8": 100}
    told: set[str] = set()
    for seed in range(300):
        entropy = random.Random(f"{decks} {seed}")
        shoe = shuffled(LUCKY_8.shoe(decks), entropy)
        dealt, decisions = deal_round(LUCKY_8, shoe, stakes, entropy)
        record = recorded.settle(LUCKY_8, dealt, stakes, decisions, decks)
        round = replayed(dealt, decisions, stakes)
        assert net(round) == record.total, (seed, dealt, decisions)
        assert lines(round, "Ann") == record.lines, (seed, dealt, decisions)
        assert round.dealer_hand.cards == record.hands["dealer"]
        told |= set(decisions)
    assert told >= {"insure", "surrender", "stand", "hit", "double", "split"}
