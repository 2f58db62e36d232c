"""Electronic Blackjack, clause by clause.

Cards are written in dealing order: `8S 6D 8H` is an opening of two 8s against the Dealer's 6, and what follows are the
shared cards and then the Dealer's. A round that is settled has had just the cards it needs: one more or one less is
refused, so every such test also proves how many cards came out.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

import pytest

from croupier.cards import RANKS, SUITS, Card, cards, shuffled
from croupier.games.blackjack.dealing import deal_round
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.messages import (
    AnyCommand,
    AnyEvent,
    BetsOpened,
    ChoiceMade,
    CloseBets,
    CloseDecisions,
    CloseOffers,
    DealCard,
    Decide,
    Insure,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    RemoveCuttingCard,
    RoundVoided,
    Settle,
    Surrender,
    TakeEvenMoney,
    VoidRound,
    WithdrawWager,
    decode_event,
)
from croupier.games.blackjack.recorded import BlackjackSettlement, settle
from croupier.games.blackjack.settlement import showdown
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.round import decide, evolve, expects
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import E_BLACKJACK, Blackjack, OriginalOnly
from croupier.games.catalogue import game as find
from croupier.games.round import Expected, Phase, Role, encode, tag
from croupier.games.terms import Limits, Terms
from croupier.games.wager import Line
from croupier.refused import Refused
from croupier.rulebook import DOCUMENTS, Clause

Stakes: TypeAlias = int | Mapping[str, int]

TERMS = Terms.of("e-blackjack")
SIDES = ("bet-the-set-21", "royal-match-21", "kings-bounty")
READINGS: tuple[OriginalOnly, ...] = ("obbo", "bb+1", "obo")
TENS = "TJQK"


def then(round: StreamRound | None, *commands: AnyCommand, by: Role | None = None) -> StreamRound:
    """The round after these commands, each by the least position that may give it unless `by` says otherwise."""
    for command in commands:
        offered = expects(round) if round else []
        least = next((each.by for each in offered if each.command == tag(command)), Role.DEALER)
        for event in decide(round, command, by or least):
            round = evolve(round, event)
    assert round is not None
    return round


def place(bettor: str, wager: str, stake: int) -> PlaceWager:
    return PlaceWager(bettor=bettor, wager=wager, stake=stake)


def bets_open(terms: Terms = TERMS, **stakes: Stakes) -> StreamRound:
    """Bets are open and these are placed; a plain number is a main wager."""
    wagers = {bettor: {"main": placed} if isinstance(placed, int) else placed for bettor, placed in stakes.items()}
    placed = (place(bettor, wager, stake) for bettor, each in wagers.items() for wager, stake in each.items())
    return then(None, OpenBets(terms=terms), *placed)


def dealt(round: StreamRound, text: str) -> StreamRound:
    return then(round, *(DealCard(card=card) for card in cards(text)))


def opened(opening: str, terms: Terms = TERMS, **stakes: Stakes) -> StreamRound:
    """The initial deal lies on the table."""
    return dealt(then(bets_open(terms, **stakes), CloseBets()), opening)


def choice(bettor: str, said: str) -> AnyCommand:
    match said:
        case "surrender":
            return Surrender(bettor=bettor)
        case "insure":
            return Insure(bettor=bettor)
        case "even-money":
            return TakeEvenMoney(bettor=bettor)
        case "stand" | "hit" | "double" | "split":
            return Decide(bettor=bettor, action=said)
    raise AssertionError(said)


def chosen(round: StreamRound, **choices: str) -> StreamRound:
    """Terminals have chosen, and the window is still open."""
    return then(round, *(choice(bettor, said) for bettor, said in choices.items()))


def locked(round: StreamRound, **choices: str) -> StreamRound:
    """Terminals have chosen, and the window is closed."""
    return then(chosen(round, **choices), CloseDecisions())


def offers_closed(round: StreamRound, **choices: str) -> StreamRound:
    """Terminals have taken insurance or even money or not, and that window is closed."""
    return then(chosen(round, **choices), CloseOffers())


def settled(round: StreamRound, text: str = "") -> StreamRound:
    """The round after its last cards, settled."""
    return then(dealt(round, text), Settle())


def lines(round: StreamRound, bettor: str, wager: str = "main") -> list[Line]:
    return [line for line in round.settlement()[bettor] if line.wager == wager]


def net(round: StreamRound, bettor: str, wager: str = "main") -> int:
    return sum(line.net for line in lines(round, bettor, wager))


def held(round: StreamRound, bettor: str) -> list[str]:
    """The hands of a terminal in the order they are played."""
    return [" ".join(hand.cards) for hand in round.area(bettor).hands]


def offer(round: StreamRound, command: str) -> list[Expected]:
    return [each for each in expects(round) if each.command == command]


def asked(round: StreamRound) -> set[str]:
    """The terminals that have a hand to decide."""
    return {bettor for each in offer(round, "decide") for bettor in each.bettors or ()}


def refusal(round: StreamRound | None, command: AnyCommand, by: Role = Role.PLAYER) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value


def read(reading: OriginalOnly) -> Blackjack:
    game = find("e-blackjack", reading)
    assert isinstance(game, Blackjack)
    return game


def alone(
    text: str, decisions: str = "", stakes: Stakes = 1_000, reading: OriginalOnly = "obbo"
) -> BlackjackSettlement:
    """One terminal's round, settled from its record."""
    placed = {"main": stakes} if isinstance(stakes, int) else stakes
    return settle(read(reading), cards(text), placed, decisions.split())


def refused_alone(text: str, decisions: str = "", stakes: Stakes = 1_000) -> Refused:
    with pytest.raises(Refused) as caught:
        alone(text, decisions, stakes)
    return caught.value


def side(opening: str, wager: str, rest: str = "") -> Line:
    """What becomes of a side wager of 1,000: the hand is surrendered, or paid where it is a Blackjack."""
    first, _, second = cards(opening)
    decisions = "" if Hand.of(first, second).blackjack else "surrender"
    settlement = alone(f"{opening} {rest}", decisions, {"main": 1_000, wager: 1_000})
    [line] = [line for line in settlement.lines if line.wager == wager]
    return line


# 1. Definitions


@pytest.mark.parametrize("ten", TENS)
@pytest.mark.clause("eblackjack 1.1.1", "eblackjack 3.10", "eblackjack 4.1")
def test_1_1_1_an_ace_and_a_ten_as_the_first_two_cards_are_blackjack(ten: str) -> None:
    for first, second in (("AS", f"{ten}H"), (f"{ten}C", "AD")):
        settlement = alone(f"{first} 9D {second}")
        assert settlement.outcome.player[0].blackjack
        assert settlement.net == {"main": 1_500}


@pytest.mark.clause("eblackjack 1.1.1", "eblackjack 4.6.3")
def test_1_1_1_the_dealer_has_blackjack_by_the_same_two_cards_in_either_order() -> None:
    for dealt_cards in ("9S AD 8H KC", "9S KD 8H AC"):
        settlement = alone(dealt_cards, "stand")
        assert settlement.outcome.dealer.blackjack
        assert settlement.net == {"main": -1_000}


@pytest.mark.clause("eblackjack 1.1.1")
def test_1_1_1_twenty_one_in_three_cards_is_no_blackjack() -> None:
    for opening, third in (("5S 9D 6H", "KD"), ("AS 9D 5H", "5D")):
        settlement = alone(f"{opening} {third} TC", "hit")
        assert (settlement.outcome.player[0].total, settlement.outcome.player[0].blackjack) == (21, False)
        assert settlement.net == {"main": 1_000}
    dealer = alone("KS 5D KH 6C KC", "stand").outcome.dealer
    assert (dealer.total, dealer.blackjack) == (21, False)


@pytest.mark.clause("eblackjack 1.1.1", "eblackjack 3.14.2")
def test_1_1_1_an_ace_and_a_ten_on_a_split_hand_are_no_blackjack() -> None:
    settlement = alone("AS 9D AH KD 5C TH", "split")
    assert [hand.total for hand in settlement.outcome.player] == [21, 16]
    assert not any(hand.blackjack for hand in settlement.outcome.player)
    assert [(line.pays, line.net) for line in settlement.lines] == [("1:1", 1_000), (None, -1_000)]


@pytest.mark.clause("eblackjack 1.1.2", "eblackjack 3.15", "eblackjack 3.15.1")
def test_1_1_2_a_double_adds_exactly_the_original_wager() -> None:
    round = opened("6S 6D 5H", T1=1_000)
    for amount in (2, 500, 998, 1_002, 2_000):
        refused = refusal(round, Decide(bettor="T1", action="double", amount=amount))
        assert refused.clause == "eblackjack 3.15"
        assert refused_alone("6S 6D 5H 9C KD 5S", f"double:{amount}").clause == "eblackjack 3.15"
    doubled = then(round, Decide(bettor="T1", action="double", amount=1_000), CloseDecisions())
    assert doubled.staked() == {"T1": 2_000}
    assert doubled == locked(round, T1="double")
    assert settled(doubled, "9C KD 2S").nets() == {"T1": 2_000}


@pytest.mark.clause("eblackjack 1.1.3", "eblackjack 3.10.1")
def test_1_1_3_even_money_pays_a_blackjack_one_to_one() -> None:
    round = offers_closed(opened("AS AD KH", T1=1_000), T1="even-money")
    [line] = lines(settled(round), "T1")
    assert (line.result, line.pays, line.net) == ("win", "1:1", 1_000)
    assert line.clauses == ("eblackjack 3.10.1",)


@pytest.mark.clause("eblackjack 1.1.4")
def test_1_1_4_a_hand_is_every_card_held_in_the_round() -> None:
    round = opened("2S 6D 3H", T1=1_000)
    for card in ("4C", "2D", "5S"):
        round = dealt(locked(round, T1="hit"), card)
    round = settled(locked(round, T1="stand"), "KD 2C")
    assert held(round, "T1") == ["2S 3H 4C 2D 5S"]
    assert round.dealer == cards("6D KD 2C")
    assert alone("2S 6D 3H 4C 2D 5S KD 2C", "hit hit hit stand").hands == {
        "player": cards("2S 3H 4C 2D 5S"),
        "dealer": cards("6D KD 2C"),
    }


@pytest.mark.parametrize(
    ("text", "total", "soft"),
    [
        ("KS 6D", 16, False),
        ("AS KD 6C", 17, False),
        ("AS AD KC", 12, False),
        ("AS AD AC KC 8S", 21, False),
        ("AS 6D", 17, True),
        ("AS AD", 12, True),
        ("AS AD 9C", 21, True),
        ("AS 5D 5C", 21, True),
    ],
)
@pytest.mark.clause("eblackjack 1.1.5", "eblackjack 1.1.13", "eblackjack 3.4.1")
def test_1_1_5_and_1_1_13_a_total_is_soft_while_an_ace_counts_eleven_and_hard_otherwise(
    text: str, total: int, soft: bool
) -> None:
    hand = Hand.of(*cards(text))
    assert (hand.total, hand.soft) == (total, soft)


@pytest.mark.clause("eblackjack 1.1.6", "eblackjack 3.16")
def test_1_1_6_any_total_below_21_may_be_hit_hard_or_soft() -> None:
    for opening in ("2S 6D 3H", "KS 6D QH", "AS 6D 9H", "AS 6D AH", "KS 6D 6H"):
        assert "hit" in opened(opening, T1=1_000).options("T1")
    hard_20 = dealt(locked(opened("KS 6D 6H", T1=1_000), T1="hit"), "4C")
    assert hard_20.options("T1") == ("stand", "hit")
    for opening, third in (("KS 6D 6H", "5C"), ("AS 6D 4H", "6C"), ("KS 6D 6H", "6C")):
        ended = dealt(locked(opened(opening, T1=1_000), T1="hit"), third)
        assert ended.options("T1") == (), "21, soft 21 and past 21"
        assert refusal(ended, Decide(bettor="T1", action="hit"))


@pytest.mark.clause("eblackjack 1.1.7", "eblackjack 3.7")
def test_1_1_7_the_initial_deal_is_two_shared_cards_and_one_of_the_dealer() -> None:
    round = opened("8S 6D 8H", T1=1_000, T2=400)
    assert (round.opening, round.dealer, round.stream) == (cards("8S 8H"), cards("6D"), ())
    assert (round.choices, round.staked()) == ({}, {"T1": 1_000, "T2": 400})
    assert round.phase is Phase.PLAYING
    assert refusal(round, DealCard(card=Card("2C")), Role.DEALER)


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.clause("eblackjack 1.1.8", "eblackjack 4.1")
def test_1_1_8_insurance_wins_when_the_dealers_second_card_is_worth_ten_and_loses_otherwise(rank: str) -> None:
    settlement = alone(f"9S AD 7H KD {rank}C", "insure hit")
    assert settlement.net == {"main": -1_000, "insurance": 1_000 if rank in TENS else -500}


@pytest.mark.clause("eblackjack 1.1.8", "eblackjack 3.11")
def test_1_1_8_insurance_is_half_the_original_wager() -> None:
    round = opened("9S AD 7H", T1=1_000)
    for stake in (0, 2, 498, 502, 1_000):
        assert refusal(round, Insure(bettor="T1", stake=stake)).clause == "eblackjack 1.1.8"
        assert refused_alone("9S AD 7H 9C", f"insure:{stake} stand").clause == "eblackjack 1.1.8"
    for insure in (Insure(bettor="T1"), Insure(bettor="T1", stake=500)):
        insured = then(round, insure)
        assert (insured.insured, insured.staked()) == ({"T1": 500}, {"T1": 1_500})


@pytest.mark.clause("eblackjack 1.1.9", "eblackjack 3.4.3", "eblackjack 3.6.1")
def test_1_1_9_a_pair_is_two_of_a_rank_and_unlike_faces_are_none() -> None:
    for first, second in product(RANKS, RANKS):
        line = side(f"{first}S 9D {second}H", "bet-the-set-21")
        assert (line.result == "win") == (first == second), f"{first}-{second}"


@pytest.mark.clause("eblackjack 1.1.10", "eblackjack 3.8")
def test_1_1_10_each_terminal_has_wagers_and_results_of_its_own() -> None:
    round = opened("KS 6D KH", T1=1_000, T2={"main": 400, "bet-the-set-21": 200})
    round = settled(locked(round, T1="stand", T2="surrender"), "KD KC")
    assert round.nets() == {"T1": 1_000, "T2": -200 + 2_000}
    assert {bettor: [line.wager for line in each] for bettor, each in round.settlement().items()} == {
        "T1": ["main"],
        "T2": ["main", "bet-the-set-21"],
    }


def total_by_the_book(held_cards: Sequence[Card]) -> tuple[int, bool]:
    """The best total at 21 or under over every way to count the Aces, or the least there is; and whether it is soft."""
    plain = sum(10 if card.rank in TENS else int(card.rank) for card in held_cards if card.rank != "A")
    aces = sum(card.rank == "A" for card in held_cards)
    ways = [(plain + aces + 10 * elevens, elevens > 0) for elevens in range(aces + 1)]
    return max((way for way in ways if way[0] <= 21), default=ways[0])


@pytest.mark.clause("eblackjack 1.1.11", "eblackjack 1.1.5", "eblackjack 1.1.13", "eblackjack 3.4", "eblackjack 3.4.1")
def test_1_1_11_the_point_total_adds_all_cards_each_ace_at_its_best() -> None:
    entropy = random.Random(1111)
    deck = [*TERMS.shoe, *(card for card in TERMS.shoe if card.rank in "A23")]
    for _ in range(3_000):
        hand = Hand.of(*entropy.sample(deck, entropy.randint(1, 8)))
        assert (hand.total, hand.soft) == total_by_the_book(hand.cards)
        grown = Hand.of(hand.cards[0])
        for card in hand.cards[1:]:
            grown = grown.with_card(card)
        assert (grown.total, grown.bust) == (hand.total, hand.total > 21)


@pytest.mark.clause("eblackjack 1.1.12", "eblackjack 3.1")
def test_1_1_12_a_round_lasts_from_the_opening_of_bets_until_its_wagers_are_settled() -> None:
    open_again = OpenBets(terms=TERMS)
    betting = bets_open(T1=1_000)
    playing = opened("KS 6D 9H", T1=1_000)
    drawing = locked(playing, T1="stand")
    complete = dealt(drawing, "KD 3C")
    assert [each.phase for each in (betting, playing, drawing, complete)] == [
        Phase.BETTING,
        Phase.PLAYING,
        Phase.DRAWING,
        Phase.COMPLETE,
    ]
    for round in (betting, playing, drawing, complete):
        assert refusal(round, open_again, Role.DEALER).clause == "eblackjack 3.1"
        with pytest.raises(Refused):
            round.settlement()
    over = then(complete, Settle())
    assert (over.phase, over.nets()) == (Phase.SETTLED, {"T1": 0})
    assert all(each.irregular for each in expects(over))
    assert then(over, open_again).phase is Phase.BETTING


@pytest.mark.clause("eblackjack 1.1.14", "eblackjack 3.13")
def test_1_1_14_any_two_cards_of_equal_point_value_may_be_split_and_no_others() -> None:
    points = {rank: 10 if rank in TENS else index for index, rank in enumerate(RANKS, 1)}
    for first, second in product(RANKS, RANKS):
        round = opened(f"{first}S 6D {second}H", T1=1_000)
        assert ("split" in round.options("T1")) == (points[first] == points[second]), f"{first}-{second}"


@pytest.mark.clause("eblackjack 1.1.15", "eblackjack 4.8", "eblackjack 4.8.1")
def test_1_1_15_a_stand_off_neither_wins_nor_loses() -> None:
    [line] = alone("KS 9D 9H TC", "stand").lines
    assert (line.result, line.pays, line.net) == ("push", "push", 0)
    assert line.clauses == ("eblackjack 4.8.1",)


@pytest.mark.clause("eblackjack 1.1.16", "eblackjack 3.18.2")
def test_1_1_16_the_subsequent_deal_is_what_terminals_ask_for_after_the_initial_deal() -> None:
    nobody_asks = locked(opened("KS 6D 9H", T1=1_000, T2=1_000), T1="stand", T2="stand")
    assert (nobody_asks.phase, nobody_asks.stream) == (Phase.DRAWING, ())
    one_asks = locked(opened("KS 6D 2H", T1=1_000, T2=1_000), T1="stand", T2="hit")
    assert [each.clause for each in offer(one_asks, "deal-card")] == ["eblackjack 3.18.2"]
    assert dealt(one_asks, "4C").stream == cards("4C")


@pytest.mark.clause("eblackjack 1.1.17", "eblackjack 3.12")
def test_1_1_17_surrender_gives_up_half_the_original_wager_and_the_hand() -> None:
    round = locked(opened("KS TD 6H", T1=1_000), T1="surrender")
    assert round.phase is Phase.COMPLETE, "a folded hand needs no more cards"
    [line] = lines(settled(round), "T1")
    assert (line.result, line.outcome, line.net) == ("lose", "Surrender", -500)
    assert line.clauses == ("eblackjack 3.12",)
    assert alone("KS TD 6H", "surrender").net == {"main": -500}


@pytest.mark.clause("eblackjack 1.1.17", "eblackjack 3.12")
def test_1_1_17_no_surrender_against_an_ace_but_against_any_other_card() -> None:
    for rank in RANKS:
        round = opened(f"KS {rank}D 6H", T1=1_000)
        if rank == "A":
            assert refusal(round, Surrender(bettor="T1")).clause == "eblackjack 1.1.17"
            round = offers_closed(round)
            assert refusal(round, Surrender(bettor="T1")).clause == "eblackjack 1.1.17"
            assert not round.may_surrender("T1")
            assert refused_alone("KS AD 6H", "surrender")
        else:
            assert [each.bettors for each in offer(round, "surrender")] == [("T1",)]
            assert settled(locked(round, T1="surrender")).nets() == {"T1": -500}


# 2. Mode of play


@pytest.mark.clause("eblackjack 2.1")
def test_2_1_two_to_six_decks_of_52_cards() -> None:
    for decks in range(2, 7):
        shoe = Terms.of("e-blackjack", decks=decks).shoe
        assert Counter(shoe) == dict.fromkeys((Card(r + s) for r, s in product(RANKS, SUITS)), decks)
    for decks in (-1, 0, 1, 7, 8):
        with pytest.raises(Refused) as caught:
            Terms.of("e-blackjack", decks=decks)
        assert caught.value.clause == "eblackjack 2.1"


@pytest.mark.clause("eblackjack 2.1")
def test_2_1_no_card_comes_more_often_than_there_are_decks() -> None:
    two = opened("KS KS 5H", Terms.of("e-blackjack", decks=2), T1=1_000)
    no = refusal(locked(two, T1="hit"), DealCard(card=Card("KS")), Role.DEALER)
    assert (no.reason, no.clause) == ("2 decks hold no more than 2 of KS", "eblackjack 2.1")
    three = opened("KS KS 5H", Terms.of("e-blackjack", decks=3), T1=1_000)
    assert held(dealt(locked(three, T1="hit"), "KS"), "T1") == ["KS 5H KS"]
    with pytest.raises(Refused) as caught:
        settle(E_BLACKJACK, cards("KS KS 5H KS"), {"main": 1_000}, ["hit"], decks=2)
    assert caught.value.clause == "eblackjack 2.1"


@pytest.mark.clause("eblackjack 2.2")
def test_2_2_each_wager_has_its_own_least_and_most_and_anything_else_is_refused_at_entry() -> None:
    posted = {"main": Limits(1_000, 50_000), "kings-bounty": Limits(200, 2_000)}
    round = bets_open(Terms.of("e-blackjack", limits=posted), T1=1_000)
    assert {wager: str(round.terms.limits_of(wager)) for wager in posted} == {
        "main": "10.00..500.00",
        "kings-bounty": "2.00..20.00",
    }
    for wager, limits in posted.items():
        assert limits.maximum is not None
        for stake in (limits.minimum - 2, limits.maximum + 2):
            assert refusal(round, place("T1", wager, stake)).clause == "eblackjack 2.2"
        for stake in (limits.minimum, limits.maximum):
            assert decide(round, place("T1", wager, stake), Role.PLAYER)


@pytest.mark.clause("eblackjack 2.2")
def test_2_2_only_what_the_terminal_shows_may_be_wagered_on() -> None:
    round = bets_open(T1=1_000)
    offered = {wager for each in offer(round, "place-wager") for wager in each.wagers}
    assert offered == {"main", *SIDES}
    for unknown in ("pair", "lucky-8", "insurance", "tie"):
        assert refusal(round, place("T1", unknown, 1_000)).clause == "eblackjack 2.2"
    assert refusal(round, PlaceWager(bettor="T1", wager="main", stake=1_000, box=2)).clause == "eblackjack 3.8"


# 3. How to play


@pytest.mark.clause("eblackjack 3.1")
def test_3_1_wagers_are_taken_from_the_moment_bets_are_open() -> None:
    assert refusal(None, place("T1", "main", 1_000))
    round = then(None, OpenBets(terms=TERMS))
    [first] = offer(round, "place-wager")
    assert (first.prompt, first.clause) == ("Place your bets, please", "eblackjack 3.1")
    assert bets_open(T1=1_000).staked() == {"T1": 1_000}
    assert refusal(None, OpenBets(terms=TERMS), Role.PLAYER).clause == "eblackjack 3.1"


@pytest.mark.clause("eblackjack 3.2")
def test_3_2_the_close_of_bets_ends_the_wagering_and_starts_the_deal() -> None:
    betting = bets_open(T1=1_000)
    assert [(each.prompt, each.clause) for each in offer(betting, "close-bets")] == [("No more bets", "eblackjack 3.2")]
    assert refusal(betting, DealCard(card=Card("8S")), Role.DEALER)
    closed = then(betting, CloseBets())
    assert {each.command for each in expects(closed)} & {"place-wager", "withdraw-wager", "close-bets"} == set()
    assert offer(closed, "deal-card")


@pytest.mark.parametrize(("rank", "points"), [("A", 11), *((str(n), n) for n in range(2, 10)), ("T", 10)])
@pytest.mark.clause("eblackjack 3.4", "eblackjack 3.4.1", "eblackjack 3.4.2")
def test_3_4_2_ace_is_eleven_and_two_to_ten_count_as_they_read(rank: str, points: int) -> None:
    assert Hand.of(Card(f"{rank}D")).total == points


@pytest.mark.clause("eblackjack 3.4.1")
def test_3_4_1_an_ace_drops_to_one_only_where_eleven_would_pass_21() -> None:
    round = opened("AS 6D 9H", T1=1_000)
    assert round.area("T1").hands[0].total == 20
    round = dealt(locked(round, T1="hit"), "AC")
    assert round.area("T1").hands[0].total == 21, "one Ace eleven, the other one"
    round = dealt(locked(opened("AS 6D 9H", T1=1_000), T1="hit"), "2C")
    assert round.area("T1").hands[0].total == 12


@pytest.mark.parametrize("face", "JQK")
@pytest.mark.clause("eblackjack 3.4.3")
def test_3_4_3_faces_count_ten_but_are_themselves_to_bet_the_set_21(face: str) -> None:
    assert Hand.of(Card(f"{face}D")).total == 10
    assert side(f"{face}S 9D {face}H", "bet-the-set-21").pays == "10:1"
    for other in TENS.replace(face, ""):
        assert side(f"{face}S 9D {other}H", "bet-the-set-21").result == "lose"


@pytest.mark.clause("eblackjack 3.5")
def test_3_5_without_a_main_wager_there_is_no_part_in_the_round() -> None:
    empty = then(None, OpenBets(terms=TERMS))
    for wager in SIDES:
        assert refusal(empty, place("T1", wager, 1_000)).clause == "eblackjack 3.5"
    others = bets_open(T2=1_000)
    assert refusal(others, place("T1", "kings-bounty", 1_000)).clause == "eblackjack 3.5"
    assert refused_alone("KS 9D KH", "stand", {"kings-bounty": 1_000}).clause == "eblackjack 3.5"
    nobody = then(empty, CloseBets())
    assert nobody.phase is Phase.COMPLETE, "nobody takes part, and no card is dealt"
    assert settled(nobody).nets() == {}


@pytest.mark.clause("eblackjack 3.5")
def test_3_5_with_the_main_wager_its_side_wagers_go_back() -> None:
    both = bets_open(T1={"main": 1_000, "kings-bounty": 200, "royal-match-21": 400}, T2=600)
    assert then(both, WithdrawWager(bettor="T1", wager="royal-match-21")).staked() == {"T1": 1_200, "T2": 600}
    assert then(both, WithdrawWager(bettor="T1", wager="main")).staked() == {"T2": 600}


@pytest.mark.clause("eblackjack 3.6")
def test_3_6_the_three_side_wagers_may_be_placed_until_bets_are_closed_in_any_combination() -> None:
    for n in range(8):
        some = {wager: 200 for index, wager in enumerate(SIDES) if n >> index & 1}
        round = opened("8S 6D 8H", T1={"main": 1_000, **some})
        assert round.positions["T1"].sides == some
    for wager in SIDES:
        closed = then(bets_open(T1=1_000), CloseBets())
        assert refusal(closed, place("T1", wager, 200)).clause == "eblackjack 5.3"


@pytest.mark.clause("eblackjack 3.6.1", "eblackjack 4.2")
def test_3_6_1_bet_the_set_21_wins_on_a_pair_even_when_the_dealer_has_blackjack() -> None:
    both = {"main": 1_000, "bet-the-set-21": 200}
    assert alone("8S KD 8H AC", "stand", both).net == {"main": -1_000, "bet-the-set-21": 2_000}
    assert alone("8S KD 8S AC", "stand", both).net == {"main": -1_000, "bet-the-set-21": 3_000}
    assert alone("8S KD 9S AC", "stand", both).net == {"main": -1_000, "bet-the-set-21": -200}


@pytest.mark.clause("eblackjack 3.6.2", "eblackjack 4.3")
def test_3_6_2_royal_match_21_wins_on_any_two_suited_cards_and_best_on_king_and_queen() -> None:
    for suit, other in product(SUITS, SUITS):
        for first, second in ("KQ", "QK", "KJ", "KK", "A2", "77"):
            line = side(f"{first}{suit} 9D {second}{other}", "royal-match-21")
            best = "25:1" if {first, second} == {"K", "Q"} else "5:2"
            assert line.pays == (best if suit == other else None)
            assert line.net == ({"25:1": 25_000, "5:2": 2_500}[best] if suit == other else -1_000)


@pytest.mark.clause("eblackjack 3.6.3", "eblackjack 4.4")
def test_3_6_3_kings_bounty_wins_on_two_cards_of_20_and_loses_otherwise() -> None:
    for first, second in product(RANKS, RANKS):
        total, _ = total_by_the_book(cards(f"{first}S {second}H"))
        line = side(f"{first}S 9D {second}H", "kings-bounty")
        assert (line.net > 0) == (total == 20), f"{first}-{second}"


@pytest.mark.clause("eblackjack 3.7")
def test_3_7_player_area_dealer_area_player_area() -> None:
    round = then(bets_open(T1=1_000), CloseBets())
    seen: list[tuple[str | None, str]] = []
    for card in cards("8S 6D 9H"):
        [deal] = offer(round, "deal-card")
        seen.append((deal.hand, deal.clause))
        round = then(round, DealCard(card=card))
    assert seen == [(hand, "eblackjack 3.7") for hand in ("player", "dealer", "player")]
    assert (held(round, "T1"), round.dealer) == (["8S 9H"], cards("6D"))
    assert round.cards == cards("8S 6D 9H")


@pytest.mark.clause("eblackjack 3.8")
def test_3_8_all_terminals_share_the_opening_cards_and_the_later_ones() -> None:
    round = opened("2S 6D 3H", T1=1_000, T2=400, T3=600)
    assert [held(round, bettor) for bettor in ("T1", "T2", "T3")] == [["2S 3H"]] * 3
    round = dealt(locked(round, T1="hit", T2="hit", T3="stand"), "9C")
    assert [held(round, bettor) for bettor in ("T1", "T2", "T3")] == [["2S 3H 9C"], ["2S 3H 9C"], ["2S 3H"]]
    round = dealt(locked(round, T1="hit", T2="stand"), "5D")
    assert [held(round, bettor) for bettor in ("T1", "T2", "T3")] == [["2S 3H 9C 5D"], ["2S 3H 9C"], ["2S 3H"]]
    assert settled(locked(round, T1="stand"), "KD 2C").nets() == {"T1": 1_000, "T2": -400, "T3": -600}


@pytest.mark.clause("eblackjack 3.9")
def test_3_9_the_choices_are_stand_hit_double_split_insurance_and_surrender() -> None:
    against_6 = opened("8S 6D 8H", T1=1_000)
    assert against_6.options("T1") == ("stand", "hit", "double", "split")
    assert [each.clause for each in offer(against_6, "decide")] == ["eblackjack 3.9"]
    assert (bool(offer(against_6, "surrender")), bool(offer(against_6, "insure"))) == (True, False)
    against_ace = opened("8S AD 8H", T1=1_000)
    assert (bool(offer(against_ace, "surrender")), bool(offer(against_ace, "insure"))) == (False, True)
    assert offers_closed(against_ace).options("T1") == ("stand", "hit", "double", "split")
    outsider = Decide(bettor="T9", action="hit")
    assert refusal(against_6, outsider).clause == "eblackjack 3.9"


@pytest.mark.parametrize("rank", "23456789")
@pytest.mark.clause("eblackjack 3.10", "eblackjack 4.1", "eblackjack 4.5.1")
def test_3_10_a_blackjack_against_two_to_nine_is_paid_without_another_card(rank: str) -> None:
    round = opened(f"AS {rank}D KH", T1=1_000)
    assert round.phase is Phase.COMPLETE
    [line] = lines(settled(round), "T1")
    assert (line.pays, line.net) == ("3:2", 1_500)
    assert {"eblackjack 4.1", "eblackjack 3.10", "eblackjack 4.5.1"} <= set(line.clauses)


@pytest.mark.clause("eblackjack 3.10.1", "eblackjack 4.8.2")
def test_3_10_1_against_an_ace_a_blackjack_takes_even_money_or_risks_a_stand_off() -> None:
    round = opened("AS AD KH", careful=1_000, bold=1_000)
    round = offers_closed(round, careful="even-money")
    assert settled(round, "QC").nets() == {"careful": 1_000, "bold": 0}
    assert settled(round, "9C").nets() == {"careful": 1_000, "bold": 1_500}


@pytest.mark.clause("eblackjack 3.10.1")
def test_3_10_1_insurance_is_returned_with_even_money() -> None:
    round = offers_closed(then(opened("AS AD KH", T1=1_000), Insure(bettor="T1")), T1="even-money")
    assert round.phase is Phase.COMPLETE, "nothing waits for the Dealer any more"
    round = settled(round)
    [line] = lines(round, "T1", "insurance")
    assert (line.stake, line.result, line.net) == (500, "push", 0)
    assert line.clauses == ("eblackjack 3.10.1",)
    assert round.nets() == {"T1": 1_000}
    assert alone("AS AD KH", "insure even-money").net == {"main": 1_000, "insurance": 0}


@pytest.mark.clause("eblackjack 3.10.1")
def test_3_10_1_even_money_is_taken_before_the_subsequent_deal_and_only_on_a_blackjack() -> None:
    take = TakeEvenMoney(bettor="T1")
    assert refusal(opened("AS AD 9H", T1=1_000), take)
    too_late = offers_closed(opened("AS AD KH", T1=1_000))
    assert refusal(too_late, take)
    taken = then(opened("AS AD KH", T1=1_000, T2=1_000), take)
    assert refusal(taken, take).clause == "eblackjack 3.10.1", "once"
    assert refusal(taken, Insure(bettor="T1")).clause == "eblackjack 1.1.8", "there is nothing left to insure"
    assert [each.bettors for each in offer(taken, "insure")] == [("T2",)]


@pytest.mark.clause("eblackjack 3.11")
def test_3_11_insurance_only_against_an_ace_and_only_before_the_subsequent_deal() -> None:
    insure = Insure(bettor="T1")
    for rank in RANKS.replace("A", ""):
        assert refusal(opened(f"9S {rank}D 7H", T1=1_000), insure).clause == "eblackjack 3.11"
    against_ace = opened("9S AD 7H", T1=1_000)
    assert [each.clause for each in offer(against_ace, "insure")] == ["eblackjack 3.11"]
    playing = offers_closed(against_ace)
    hit = locked(playing, T1="hit")
    for too_late in (playing, hit, dealt(hit, "2C")):
        assert refusal(too_late, insure).clause == "eblackjack 3.11"
    assert refusal(then(against_ace, insure), insure).clause == "eblackjack 3.11", "once"
    two = then(opened("9S AD 7H", T1=1_000, T2=1_000), insure)
    assert refusal(two, insure).clause == "eblackjack 1.1.8", "once, though another terminal still may"
    assert refusal(two, Insure(bettor="T3")).clause == "eblackjack 1.1.8", "not in the round"


@pytest.mark.clause("eblackjack 3.12")
def test_3_12_surrender_is_a_first_choice_only() -> None:
    surrender = Surrender(bettor="T1")
    hit = locked(opened("8S 6D 8H", T1=1_000), T1="hit")
    assert refusal(hit, surrender).clause == "eblackjack 3.12"
    assert refusal(dealt(hit, "2C"), surrender).clause == "eblackjack 3.12"
    assert refused_alone("8S 6D 8H 2C", "hit surrender").clause == "eblackjack 3.12"


@pytest.mark.clause("eblackjack 3.12")
def test_3_12_no_surrender_after_splitting() -> None:
    split = dealt(locked(opened("8S 6D 8H", T1=1_000), T1="split"), "2C")
    assert refusal(split, Surrender(bettor="T1")).clause == "eblackjack 3.12"
    assert refused_alone("8S 6D 8H 2C", "split surrender").clause == "eblackjack 3.12"


@pytest.mark.clause("eblackjack 3.13")
def test_3_13_a_split_puts_an_equal_wager_on_the_second_hand() -> None:
    before = opened("8S 6D 8H", T1={"main": 1_000, "kings-bounty": 200})
    split = locked(before, T1="split")
    assert split.staked() == {"T1": 2_200}, "the side wager is not doubled"
    assert split.positions["T1"].stakes == {0: 1_000, 1: 1_000}
    assert held(split, "T1") == ["8S", "8H"]
    for amount in (500, 1_000, 2_000):
        assert refusal(before, Decide(bettor="T1", action="split", amount=amount)).clause == "eblackjack 3.13"


@pytest.mark.clause("eblackjack 3.13.1", "eblackjack 3.18.2")
def test_3_13_1_the_first_split_hand_is_completed_before_the_second_gets_a_card() -> None:
    round = dealt(locked(opened("8S 6D 8H", T1=1_000), T1="split"), "2C")
    assert held(round, "T1") == ["8S 2C", "8H"]
    round = dealt(locked(round, T1="hit"), "4D")
    assert held(round, "T1") == ["8S 2C 4D", "8H"]
    assert [each.hand for each in offer(round, "decide")] == ["0"]
    round = locked(round, T1="stand")
    assert offer(round, "decide") == [], "the second hand has its second card first"
    round = dealt(round, "9C")
    assert held(round, "T1") == ["8S 2C 4D", "8H 9C"]
    assert [each.hand for each in offer(round, "decide")] == ["1"]
    assert settled(locked(round, T1="stand"), "KD 5C").nets() == {"T1": -2_000}


@pytest.mark.clause("eblackjack 3.14")
def test_3_14_a_split_hand_whose_second_card_equals_the_first_may_be_split_again() -> None:
    split = locked(opened("8S 6D 8H", T1=1_000), T1="split")
    assert "split" not in dealt(split, "7C").options("T1")
    again = locked(dealt(split, "8C"), T1="split")
    assert again.staked() == {"T1": 3_000}
    assert held(again, "T1") == ["8S", "8C", "8H"]
    second = dealt(locked(dealt(split, "KC"), T1="stand"), "8C")
    assert held(second, "T1") == ["8S KC", "8H 8C"]
    second = locked(second, T1="split")
    assert (held(second, "T1"), second.staked()) == (["8S KC", "8H", "8C"], {"T1": 3_000})


@pytest.mark.clause("eblackjack 3.14.1")
def test_3_14_1_split_aces_take_one_card_each() -> None:
    round = dealt(locked(opened("AS 6D AH", T1=1_000), T1="split"), "2C")
    assert held(round, "T1") == ["AS 2C", "AH"]
    assert (asked(round), round.options("T1")) == (set(), ())
    round = dealt(round, "3D")
    assert (held(round, "T1"), round.phase) == (["AS 2C", "AH 3D"], Phase.DRAWING)
    assert settled(round, "KD 4C").nets() == {"T1": -2_000}
    assert refused_alone("AS 6D AH 2C 3D KD 4C", "split hit")


@pytest.mark.clause("eblackjack 3.14.2", "eblackjack 1.1.1")
def test_3_14_2_split_aces_and_split_tens_make_21_but_no_blackjack() -> None:
    aces = alone("AS 9D AH KD QC TH", "split")
    tens = alone("KS 9D QH AD AC TH", "split")
    for settlement in (aces, tens):
        assert [(hand.total, hand.blackjack) for hand in settlement.outcome.player] == [(21, False)] * 2
        assert [(line.pays, line.net) for line in settlement.lines] == [("1:1", 1_000)] * 2


@pytest.mark.clause("eblackjack 3.14.3")
def test_3_14_3_two_splits_make_three_hands_and_no_more() -> None:
    round = dealt(locked(dealt(locked(opened("8S 6D 8H", T1=1_000), T1="split"), "8C"), T1="split"), "8D")
    assert held(round, "T1") == ["8S 8D", "8C", "8H"]
    assert "split" not in round.options("T1")
    assert refusal(round, Decide(bettor="T1", action="split")).clause == "eblackjack 3.14.3"
    assert refused_alone("8S 6D 8H 8C 8D", "split split split").clause == "eblackjack 3.14.3"


@pytest.mark.clause("eblackjack 3.14.3", "eblackjack 3.14")
def test_3_14_3_aces_are_split_once() -> None:
    round = dealt(locked(opened("AS 6D AH", T1=1_000), T1="split"), "AC")
    assert (held(round, "T1"), round.options("T1")) == (["AS AC", "AH"], ())
    assert refusal(round, Decide(bettor="T1", action="split"))
    assert refused_alone("AS 6D AH AC AD", "split split")


@pytest.mark.clause("eblackjack 3.15.1", "eblackjack 3.15")
def test_3_15_1_the_first_two_cards_may_be_doubled_whatever_they_are_but_no_third() -> None:
    for opening in ("6S 6D 5H", "2S 6D 3H", "KS 6D QH", "AS 6D 9H", "AS 6D AH"):
        assert "double" in opened(opening, T1=1_000).options("T1")
    three = dealt(locked(opened("2S 6D 3H", T1=1_000), T1="hit"), "4C")
    assert refusal(three, Decide(bettor="T1", action="double")).clause == "eblackjack 3.15.1"
    assert refused_alone("2S 6D 3H 4C", "hit double").clause == "eblackjack 3.15.1"


@pytest.mark.clause("eblackjack 3.15.2")
def test_3_15_2_the_first_two_cards_of_a_split_hand_may_be_doubled() -> None:
    round = dealt(locked(opened("8S 6D 8H", T1=1_000), T1="split"), "3C")
    round = dealt(locked(round, T1="double"), "9D")
    assert (held(round, "T1"), round.staked()) == (["8S 3C 9D", "8H"], {"T1": 3_000})
    round = dealt(round, "2C")
    round = dealt(locked(round, T1="double"), "KC")
    assert round.staked() == {"T1": 4_000}
    assert settled(round, "KD 3S").nets() == {"T1": 2_000 + 2_000}


@pytest.mark.clause("eblackjack 3.15.3", "eblackjack 3.15.2")
def test_3_15_3_split_aces_may_not_be_doubled() -> None:
    round = dealt(locked(opened("AS 6D AH", T1=1_000), T1="split"), "2C")
    assert refusal(round, Decide(bettor="T1", action="double"))
    assert refusal(dealt(round, "3D"), Decide(bettor="T1", action="double"))
    assert refused_alone("AS 6D AH 2C 3D KD 4C", "split double")


@pytest.mark.clause("eblackjack 3.15.4")
def test_3_15_4_a_doubled_hand_takes_one_card_and_stands_on_it() -> None:
    round = locked(opened("6S 6D 5H", T1=1_000), T1="double")
    assert asked(round) == set()
    round = dealt(round, "2C")
    assert (held(round, "T1"), round.phase) == (["6S 5H 2C"], Phase.DRAWING)
    assert refusal(round, Decide(bettor="T1", action="hit"))
    assert settled(round, "KD 2S").nets() == {"T1": -2_000}
    assert refused_alone("6S 6D 5H 2C KD 2S", "double hit")


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        ("6S KD 5H 9C AD", "double"),
        ("8S KD 8H 9C TC AD", "split stand stand"),
        ("8S KD 8H 3C 9C TC AD", "split double stand"),
        ("8S KD 8H 9C 3C 9S AD", "split stand double"),
        ("8S AD 8H 8C 9C TC TS KD", "split split stand stand stand"),
    ],
)
@pytest.mark.clause("eblackjack 3.15.5", "eblackjack 4.7", "eblackjack 4.7.1", "eblackjack 4.7.2")
def test_3_15_5_doubled_and_split_hands_that_are_not_bust_lose_only_the_original_to_a_dealer_blackjack(
    text: str, decisions: str
) -> None:
    settlement = alone(text, decisions)
    assert settlement.outcome.dealer.blackjack
    assert settlement.net == {"main": -1_000}
    lost = [line for line in settlement.lines if line.result == "lose"]
    returned = [line for line in settlement.lines if line.result == "push"]
    assert [line.stake for line in lost] == [1_000]
    assert sum(line.stake for line in returned) == 1_000 * (decisions.count("split") + decisions.count("double"))
    assert all("eblackjack 3.15.5" in line.clauses for line in settlement.lines)


@pytest.mark.clause("eblackjack 3.15.5", "eblackjack 4.6.2")
def test_3_15_5_a_bust_hand_is_not_spared_by_a_dealer_blackjack() -> None:
    round = opened("7S KD 5H", doubles=1_000, stands=1_000)
    round = dealt(locked(round, doubles="double", stands="stand"), "QC")
    round = settled(round, "AD")
    assert round.dealer_hand.blackjack
    assert round.nets() == {"doubles": -2_000, "stands": -1_000}


@pytest.mark.clause("eblackjack 3.16", "eblackjack 1.1.6")
def test_3_16_nobody_is_asked_on_blackjack_or_on_21() -> None:
    assert opened("AS 6D KH", T1=1_000).phase is Phase.COMPLETE
    for opening, third in (("KS 6D 5H", "6C"), ("AS 6D 5H", "5C"), ("AS 6D 4H", "6C")):
        round = dealt(locked(opened(opening, T1=1_000), T1="hit"), third)
        assert (round.phase, asked(round)) == (Phase.DRAWING, set())
    split_21 = dealt(locked(opened("KS 6D QH", T1=1_000), T1="split"), "AC")
    assert asked(split_21) == set(), "the second hand is next, and has its second card to come"
    for decision in ("hit", "double", "stand", "split"):
        assert refused_alone("AS 6D KH", decision)


@pytest.mark.clause("eblackjack 3.17")
def test_3_17_a_decision_after_the_time_is_over_is_refused() -> None:
    round = opened("2S 6D 3H", T1=1_000, T2=1_000)
    assert [each.clause for each in offer(round, "close-decisions")] == ["eblackjack 3.17"]
    late = locked(round, T2="hit")
    for action in ("stand", "hit", "double"):
        command = choice("T1", action)
        assert refusal(late, command).clause == "eblackjack 3.17"
    assert refusal(round, CloseDecisions(), Role.PLAYER).clause == "eblackjack 3.17"


@pytest.mark.clause("eblackjack 3.17", "eblackjack 3.9")
def test_3_17_each_window_is_closed_once_for_everybody_and_no_card_comes_before() -> None:
    round = opened("2S 6D 3H", early=1_000, late=1_000, silent=1_000)
    for card in ("2C", "2D", "2H"):
        [closing] = offer(round, "close-decisions")
        assert (closing.by, closing.clause) == (Role.DEALER, "eblackjack 3.17")
        assert "deal-card" not in {each.command for each in expects(round)}
        assert refusal(round, DealCard(card=Card(card)), Role.DEALER).clause == "eblackjack 3.17"
        there = [bettor for bettor in ("early", "late") if round.options(bettor)]
        assert set(there) == asked(round) - {"silent"}
        kept = chosen(round, early="hit")
        assert kept.choices == {"early": "hit"}
        closed = locked(chosen(kept, late="hit"))
        assert closed.choices == {}
        for bettor in ("early", "late", "silent"):
            for action in ("stand", "hit"):
                assert refusal(closed, choice(bettor, action)).clause == "eblackjack 3.17", "whoever has chosen or not"
        assert refusal(closed, CloseDecisions(), Role.DEALER), "it is closed"
        round = dealt(closed, card)
        assert "silent" not in asked(round), "who let the time pass is not asked about this hand again"
    assert {len(hand.cards) for hand in round.area("silent").hands} == {5}, "but played on: eleven is no hard twelve"
    assert round.ways[round.way["silent"]].hands[0].alone
    offering = opened("8S AD 3H", T1=1_000)
    over = offers_closed(offering)
    assert refusal(over, Insure(bettor="T1")).clause == "eblackjack 3.11", "nor is insurance taken late"


@pytest.mark.clause("eblackjack 3.18", "eblackjack 3.9")
def test_3_18_a_hand_without_a_choice_is_played_by_the_default_strategy() -> None:
    round = locked(opened("2S 6D 3H", silent=1_000, stands=1_000), stands="stand")
    round = dealt(round, "4C")
    assert (held(round, "silent"), asked(round)) == (["2S 3H 4C"], set())
    round = dealt(round, "2D")
    assert round.phase is Phase.PLAYING, "eleven goes on"
    round = dealt(round, "8D")
    assert (held(round, "silent"), round.phase) == (["2S 3H 4C 2D 8D"], Phase.DRAWING)
    assert settled(round, "KD 2C").nets() == {"silent": 1_000, "stands": -1_000}


@pytest.mark.parametrize(
    ("opening", "rest", "stops_with"),
    [
        ("KS 6D 2H", "", "KS 2H"),
        ("9S 6D 2H", "AC", "9S 2H AC"),
        ("AS 6D 6H", "", "AS 6H"),
        ("AS 6D 7H", "", "AS 7H"),
        ("AS 6D 5H", "AC", "AS 5H AC"),
        ("AS 6D 5H", "KC", "AS 5H KC"),
        ("AS 6D AH", "2C 3C", "AS AH 2C 3C"),
        ("AS 6D AH", "KC", "AS AH KC"),
        ("2S 6D 2H", "2C 2D AC KC", "2S 2H 2C 2D AC"),
    ],
)
@pytest.mark.clause("eblackjack 3.18.1")
def test_3_18_1_the_default_strategy_draws_to_hard_12_or_soft_17(opening: str, rest: str, stops_with: str) -> None:
    round = locked(opened(opening, T1=1_000))
    for card in rest.split():
        if round.phase is Phase.PLAYING:
            round = dealt(round, card)
    assert (held(round, "T1"), round.phase) == ([stops_with], Phase.DRAWING)


@pytest.mark.clause("eblackjack 3.18.1", "eblackjack 3.18")
def test_3_18_1_on_any_cards_the_default_strategy_stops_where_the_book_says() -> None:
    for seed in range(250):
        shoe = iter(shuffled(TERMS.shoe, random.Random(seed)))
        round = opened(" ".join(next(shoe) for _ in range(3)), T1=1_000)
        if round.phase is Phase.OFFERING:
            round = offers_closed(round)
        if round.phase is not Phase.PLAYING:
            continue
        expected = list(round.opening)
        round = locked(round)
        while round.phase is Phase.PLAYING:
            assert asked(round) == set()
            total, soft = total_by_the_book(expected)
            assert total < (17 if soft else 12), f"seed {seed}"
            expected.append(next(shoe))
            round = then(round, DealCard(card=expected[-1]))
        total, soft = total_by_the_book(expected)
        assert total >= (17 if soft else 12), f"seed {seed}"
        assert held(round, "T1") == [" ".join(expected)]


@pytest.mark.clause("eblackjack 3.18.2")
def test_3_18_2_a_card_is_used_only_by_hands_that_need_it_and_the_dealer_draws_last() -> None:
    round = opened("5S 6D 4H", stands=1_000, doubles=1_000, hits=1_000)
    round = dealt(locked(round, stands="stand", doubles="double", hits="hit"), "3C")
    round = dealt(locked(round, hits="hit"), "7D")
    assert held(round, "stands") == ["5S 4H"]
    assert held(round, "doubles") == ["5S 4H 3C"]
    assert held(round, "hits") == ["5S 4H 3C 7D"]
    assert round.dealer == cards("6D")
    round = settled(locked(round, hits="stand"), "KD 2S")
    assert (round.stream, round.dealer) == (cards("3C 7D"), cards("6D KD 2S"))
    assert round.nets() == {"stands": -1_000, "doubles": -2_000, "hits": 1_000}


@pytest.mark.parametrize(
    ("dealer", "total"),
    [
        ("6D TC", 16),
        ("6D 9C 3S", 18),
        ("6D TC 5S", 21),
        ("6D AC", 17),
        ("AD 6C", 17),
        ("AD 7C", 18),
        ("AD 5C", 16),
        ("AD 2C 4S", 17),
        ("AD 2C 3S", 16),
        ("AD 5C TS", 16),
        ("AD 5C TS 5H", 21),
        ("2D 2C 2S 2H 2D 2C 4S", 16),
        ("TD 7C", 17),
        ("TD 6C TS", 26),
    ],
)
@pytest.mark.clause("eblackjack 3.19")
def test_3_19_the_dealer_draws_to_16_and_stands_on_every_17_soft_or_hard(dealer: str, total: int) -> None:
    first, *rest = dealer.split()
    round = opened(f"TS {first} 9H", T1=1_000)
    if round.phase is Phase.OFFERING:
        round = offers_closed(round)
    round = dealt(locked(round, T1="stand"), " ".join(rest))
    assert round.dealer_hand.total == total
    assert round.phase is (Phase.COMPLETE if total >= 17 else Phase.DRAWING)
    assert [each.clause for each in offer(round, "deal-card")] == (["eblackjack 3.19"] if total < 17 else [])


@pytest.mark.clause("eblackjack 3.20")
def test_3_20_the_dealer_takes_no_card_when_none_could_change_anything() -> None:
    bust = dealt(locked(opened("KS 6D 6H", T1=1_000), T1="hit"), "QC")
    surrendered = locked(opened("KS 6D 6H", T1=1_000), T1="surrender")
    paid = opened("AS 6D KH", T1=1_000)
    for round, result in ((bust, -1_000), (surrendered, -500), (paid, 1_500)):
        assert (round.phase, len(round.dealer)) == (Phase.COMPLETE, 1)
        assert refusal(round, DealCard(card=Card("TD")), Role.DEALER).clause == "eblackjack 3.20"
        assert settled(round).nets() == {"T1": result}
    assert refused_alone("KS 6D 6H QC TD", "hit").clause == "eblackjack 3.20"


@pytest.mark.clause("eblackjack 3.20", "eblackjack 3.19")
def test_3_20_one_live_hand_is_enough_to_make_the_dealer_draw_to_the_end() -> None:
    round = opened("KS 6D 6H", busts=1_000, folds=1_000, lives=1_000)
    round = dealt(locked(round, busts="hit", folds="surrender", lives="stand"), "QC")
    assert round.phase is Phase.DRAWING
    assert settled(round, "TD 9C").nets() == {"busts": -1_000, "folds": -500, "lives": 1_000}


# 4. Settlement


@pytest.mark.clause("eblackjack 4.1")
def test_4_1_blackjack_three_to_two_a_regular_win_one_to_one_insurance_two_to_one() -> None:
    assert alone("AS 9D KH").lines[0].pays == "3:2"
    assert alone("KS 9D KH TC", "stand").lines[0].pays == "1:1"
    insured = alone("KS AD 9H KC", "insure stand")
    assert [(line.wager, line.pays, line.net) for line in insured.lines] == [
        ("main", None, -1_000),
        ("insurance", "2:1", 1_000),
    ]


@pytest.mark.parametrize(
    ("opening", "pays"), [("8S 9D 8S", "15:1"), ("8S 9D 8H", "10:1"), ("TS 9D TS", "15:1"), ("8S 9D 9S", None)]
)
@pytest.mark.clause("eblackjack 4.2")
def test_4_2_bet_the_set_21_pays_more_for_a_suited_pair(opening: str, pays: str | None) -> None:
    assert side(opening, "bet-the-set-21").pays == pays


@pytest.mark.parametrize(
    ("opening", "pays"),
    [("KS 9D QS", "25:1"), ("QD 9D KD", "25:1"), ("KS 9D KS", "5:2"), ("2S 9D 9S", "5:2"), ("KS 9D QH", None)],
)
@pytest.mark.clause("eblackjack 4.3")
def test_4_3_royal_match_21_pays_the_better_of_its_two_grades(opening: str, pays: str | None) -> None:
    assert side(opening, "royal-match-21").pays == pays


@pytest.mark.parametrize(
    ("opening", "rest", "pays"),
    [
        ("KS KD KS", "AC", "1000:1"),
        ("KS KD KS", "9C", "100:1"),
        ("KS 9D KS", "", "100:1"),
        ("KH KD KH", "", "30:1"),
        ("QS 9D QS", "", "20:1"),
        ("JH 9D JH", "", "20:1"),
        ("TC 9D TC", "", "20:1"),
        ("KS 9D QS", "", "9:1"),
        ("AS 9D 9S", "", "9:1"),
        ("KS 9D KH", "", "6:1"),
        ("QS 9D QH", "", "4:1"),
        ("AS 9D 9H", "", "4:1"),
        ("KS 9D 9S", "", None),
        ("AS 9D KS", "", None),
    ],
)
@pytest.mark.clause("eblackjack 4.4")
def test_4_4_kings_bounty_pays_its_best_grade(opening: str, rest: str, pays: str | None) -> None:
    assert side(opening, "kings-bounty", rest).pays == pays


@pytest.mark.clause("eblackjack 4.5", "eblackjack 4.5.1")
def test_4_5_1_a_blackjack_wins_against_any_dealer_without_one() -> None:
    for dealer, rest in (("2D", ""), ("9D", ""), ("TD", "9C"), ("KD", "KC"), ("AD", "9C"), ("AD", "AC")):
        assert alone(f"AS {dealer} KH {rest}").net == {"main": 1_500}


@pytest.mark.parametrize(("total", "result"), [(20, 1_000), (19, 1_000), (18, 0), (17, -1_000), (12, -1_000)])
@pytest.mark.clause("eblackjack 4.5", "eblackjack 4.5.2", "eblackjack 4.6", "eblackjack 4.6.1", "eblackjack 4.8.1")
def test_4_5_2_and_4_6_1_the_higher_total_wins_and_an_equal_one_stands_off(total: int, result: int) -> None:
    second = "T" if total == 20 else str(total - 10)
    settlement = alone(f"KS 8D {second}H TC", "stand")
    assert settlement.net == {"main": result}
    said = {1_000: "eblackjack 4.5.2", 0: "eblackjack 4.8.1", -1_000: "eblackjack 4.6.1"}[result]
    assert said in settlement.lines[0].clauses


@pytest.mark.clause("eblackjack 4.5.3")
def test_4_5_3_a_dealer_bust_pays_every_hand_that_is_neither_bust_nor_surrendered() -> None:
    round = opened("KS 6D 2H", stands=1_000, doubles=1_000, folds=1_000, busts=1_000)
    round = dealt(locked(round, stands="stand", doubles="double", folds="surrender", busts="hit"), "4C")
    round = dealt(locked(round, busts="hit"), "KC")
    round = settled(round, "TD 9S")
    assert round.dealer_hand.total == 25
    assert round.nets() == {"stands": 1_000, "doubles": 2_000, "folds": -500, "busts": -1_000}
    assert "eblackjack 4.5.3" in lines(round, "stands")[0].clauses


@pytest.mark.clause("eblackjack 4.6", "eblackjack 4.6.2")
def test_4_6_2_a_hand_past_21_loses() -> None:
    [line] = alone("KS 6D 6H 6C", "hit").lines
    assert (line.outcome, line.net) == ("Bust", -1_000)
    assert "eblackjack 4.6.2" in line.clauses
    assert alone("KS 6D 6H QC", "double").net == {"main": -2_000}


@pytest.mark.clause("eblackjack 4.6", "eblackjack 4.6.3")
def test_4_6_3_a_dealer_blackjack_beats_everything_but_a_blackjack() -> None:
    for opening, rest, decisions in (("KS AD QH", "KC", "stand"), ("7S AD 7H", "7C KC", "hit")):
        [line] = alone(f"{opening} {rest}", decisions).lines
        assert (line.outcome, line.net) == ("Dealer Blackjack", -1_000)
        assert "eblackjack 4.6.3" in line.clauses


@pytest.mark.clause("eblackjack 4.7", "eblackjack 4.7.1")
def test_4_7_1_doubled_then_a_dealer_blackjack_loses_the_original_wager() -> None:
    settlement = alone("6S KD 5H 9C AD", "double", 600)
    assert [(line.stake, line.net) for line in settlement.lines] == [(600, -600), (600, 0)]
    assert all("eblackjack 4.7.1" in line.clauses for line in settlement.lines)
    assert alone("6S KD 5H 9C 9D", "double", 600).net == {"main": 1_200}, "against an ordinary 19 all of it is at stake"


@pytest.mark.clause("eblackjack 4.7", "eblackjack 4.7.2")
def test_4_7_2_split_then_a_dealer_blackjack_loses_the_original_wager() -> None:
    settlement = alone("8S KD 8H 9C TC AD", "split stand stand", 600)
    assert [(line.hand, line.stake, line.net) for line in settlement.lines] == [(1, 600, -600), (2, 600, 0)]
    assert all("eblackjack 4.7.2" in line.clauses for line in settlement.lines)
    assert alone("8S KD 8H 9C TC 9D", "split stand stand", 600).net == {"main": -1_200}, "an ordinary 19 takes both"


@pytest.mark.clause("eblackjack 4.8", "eblackjack 4.8.1")
def test_4_8_1_equal_totals_stand_off_at_every_total() -> None:
    for opening, rest, decisions in (
        ("KS 7D 7H", "TC", "stand"),
        ("KS 9D 9H", "TC", "stand"),
        ("KS KD QH", "TC", "stand"),
        ("7S 7D 7H", "7C 4D TC", "hit"),
    ):
        assert alone(f"{opening} {rest}", decisions).net == {"main": 0}


@pytest.mark.clause("eblackjack 4.8", "eblackjack 4.8.2", "eblackjack 3.10.1")
def test_4_8_2_blackjack_against_blackjack_stands_off() -> None:
    for text in ("AS KD KH AC", "AS AD KH KC"):
        [line] = alone(text).lines
        assert (line.result, line.net) == ("push", 0)
        assert "eblackjack 4.8.2" in line.clauses


# 5. Irregularities


def moments() -> list[StreamRound]:
    """A round with side wagers and a surrender at every moment of it, from open bets to the last card."""
    sides = {"main": 1_000, "bet-the-set-21": 200, "kings-bounty": 200}
    seen = [bets_open(T1=sides, T2=400)]
    seen.append(then(seen[-1], CloseBets()))
    for card in ("KS", "AD", "KS"):
        seen.append(dealt(seen[-1], card))
    seen.append(then(seen[-1], Insure(bettor="T1")))
    seen.append(then(seen[-1], CloseOffers()))
    seen.append(chosen(seen[-1], T1="split"))
    seen.append(locked(seen[-1], T2="stand"))
    seen.append(dealt(seen[-1], "9C"))
    seen.append(locked(seen[-1], T1="double"))
    seen.append(dealt(seen[-1], "2C"))
    seen.append(dealt(seen[-1], "9S"))
    seen.append(locked(seen[-1], T1="stand"))
    seen.append(dealt(seen[-1], "7C"))
    assert [seen[0].phase, seen[-2].phase, seen[-1].phase] == [Phase.BETTING, Phase.DRAWING, Phase.COMPLETE]
    return seen


@pytest.mark.clause("eblackjack 5.1.1")
def test_5_1_1_a_void_round_returns_every_stake_at_any_moment() -> None:
    for round in moments():
        void = then(round, VoidRound(clause=Clause("eblackjack 5.1.1")))
        assert (void.phase, void.void, void.cards) == (Phase.VOID, "eblackjack 5.1.1", round.cards)
        assert void.nets() == {"T1": 0, "T2": 0}
        assert expects(void) == []


@pytest.mark.clause("eblackjack 5.1.1", "eblackjack 5.1.2")
def test_5_1_2_rounds_before_the_void_one_stand() -> None:
    first = then(moments()[-1], Settle())
    nets = first.nets()
    assert nets == {"T1": 1_000 * 2 + 1_000 + 200 * 15 + 200 * 100 - 500, "T2": 400}
    assert refusal(first, VoidRound(clause=Clause("eblackjack 5.1.1")), Role.GAMING_SHIFT_MANAGER)
    second = then(first, OpenBets(terms=TERMS), place("T1", "main", 1_000))
    assert then(second, VoidRound(clause=Clause("eblackjack 5.1.1"))).nets() == {"T1": 0}
    assert first.nets() == nets


@pytest.mark.clause("eblackjack 5.1.1", "eblackjack 6.2")
def test_5_1_1_a_pit_manager_or_higher_voids() -> None:
    round = opened("8S 6D 8H", T1=1_000)
    for clause in ("eblackjack 5.1.1", "eblackjack 5.8"):
        void = VoidRound(clause=Clause(clause))
        for by in (Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
            assert decide(round, void, by) == [RoundVoided(clause=Clause(clause), by=by)]
        for by in (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR):
            assert "needs a Pit Manager" in refusal(round, void, by).reason


@pytest.mark.parametrize(
    "clause",
    ["eblackjack 5.1.2", "eblackjack 5.5", "eblackjack 5.6", "eblackjack 5.7", "eblackjack 5.9", "eblackjack 5.9.1"],
)
@pytest.mark.clause("eblackjack 5.9", "eblackjack 5.9.1")
def test_5_a_clause_that_lets_the_round_go_on_or_stand_does_not_void_it(clause: str) -> None:
    round = opened("8S 6D 8H", T1=1_000)
    assert "cannot be voided under" in refusal(round, VoidRound(clause=Clause(clause)), Role.PIT_MANAGER).reason


@pytest.mark.parametrize("clause", ["eblackjack 5.3", "eblackjack 3.20", "lucky8 5.1.1", "ebaccarat 5.1.1"])
@pytest.mark.clause("eblackjack 5.1.1")
def test_5_a_clause_of_another_kind_or_of_another_game_does_not_void(clause: str) -> None:
    round = opened("8S 6D 8H", T1=1_000)
    assert "cannot be voided under" in refusal(round, VoidRound(clause=Clause(clause)), Role.PIT_MANAGER).reason


@pytest.mark.clause("eblackjack 5.3")
def test_5_3_no_wager_is_placed_or_raised_once_bets_are_closed() -> None:
    open_round, *closed = moments()
    assert then(open_round, place("T2", "main", 800)).staked()["T2"] == 800
    for round in (*closed, then(closed[-1], Settle())):
        for late in (place("T2", "main", 800), place("T2", "kings-bounty", 200), place("T3", "main", 400)):
            for by in Role:
                assert refusal(round, late, by).clause == "eblackjack 5.3"


@pytest.mark.clause("eblackjack 5.4")
def test_5_4_no_wager_is_withdrawn_once_bets_are_closed() -> None:
    open_round, *closed = moments()
    for round in (*closed, then(closed[-1], Settle())):
        for wager in ("main", "bet-the-set-21"):
            for by in Role:
                assert refusal(round, WithdrawWager(bettor="T1", wager=wager), by).clause == "eblackjack 5.4"
    assert then(open_round, WithdrawWager(bettor="T2", wager="main")).staked() == {"T1": 1_400}
    assert "no wager on Kings Bounty" in refusal(open_round, WithdrawWager(bettor="T2", wager="kings-bounty")).reason


@pytest.mark.clause("eblackjack 5.3", "eblackjack 5.4", "eblackjack 3.2")
def test_r_94_one_closing_of_bets_ends_placing_and_withdrawing_alike() -> None:
    closed = then(bets_open(T1=1_000), CloseBets())
    assert refusal(closed, place("T1", "main", 2_000)).clause == "eblackjack 5.3"
    assert refusal(closed, WithdrawWager(bettor="T1", wager="main")).clause == "eblackjack 5.4"


@pytest.mark.clause("eblackjack 5.9")
def test_5_9_the_round_goes_on_though_every_terminal_fails() -> None:
    for failed in (("T1",), ("T1", "T2")):
        round = opened("2S 6D 9H", T1=1_000, T2=1_000)
        round = then(round, *(LoseTerminal(bettor=bettor) for bettor in failed))
        assert round.lost == failed
        assert round.staked() == {"T1": 1_000, "T2": 1_000}, "what was accepted is in the round"
        round = locked(round, **({} if "T2" in failed else {"T2": "stand"}))
        assert round.phase is Phase.PLAYING, "eleven draws by default"
        round = settled(dealt(round, "4C"), "KD 3S")
        assert round.nets() == {"T1": -1_000, "T2": -1_000}
        assert held(round, "T1") == ["2S 9H 4C"]


@pytest.mark.clause("eblackjack 5.9.1", "eblackjack 3.18")
def test_5_9_1_a_terminal_lost_after_the_close_is_played_by_default_from_where_it_fell_silent() -> None:
    round = locked(opened("2S 6D 3H", fails=1_000, there=1_000), fails="hit", there="stand")
    round = then(round, LoseTerminal(bettor="fails"))
    round = dealt(round, "4C")
    assert held(round, "fails") == ["2S 3H 4C"], "the hit had been accepted"
    round = dealt(locked(round), "8D")
    assert (held(round, "fails"), round.phase) == (["2S 3H 4C 8D"], Phase.DRAWING)


@pytest.mark.clause("eblackjack 5.9.1")
def test_5_9_1_a_choice_accepted_before_the_failure_is_kept() -> None:
    for kept, cards_left, result in (
        ("double", "9C KD 2S", 2_000),
        ("surrender", "", -500),
        ("stand", "KD 2S", -1_000),
    ):
        round = chosen(opened("6S 6D 5H", T1=1_000), T1=kept)
        round = locked(then(round, LoseTerminal(bettor="T1")))
        assert settled(round, cards_left).nets() == {"T1": result}
    insured = then(opened("KS AD 9H", T1=1_000), Insure(bettor="T1"), LoseTerminal(bettor="T1"), CloseOffers())
    assert settled(locked(insured), "KC").nets() == {"T1": -1_000 + 1_000}


@pytest.mark.clause("eblackjack 5.9.2")
def test_5_9_2_a_terminal_lost_before_its_wager_was_accepted_is_not_in_the_round() -> None:
    betting = bets_open(T2=1_000)
    assert refusal(betting, LoseTerminal(bettor="T1"), Role.DEALER).clause == "eblackjack 5.9", "it has nothing in it"
    round = then(betting, CloseBets())
    assert refusal(round, place("T1", "main", 1_000)).clause == "eblackjack 5.3"
    round = settled(locked(dealt(round, "KS 6D 9H"), T2="stand"), "KD 2S")
    assert round.nets() == {"T2": 1_000}


# 6. General provisions


@pytest.mark.clause("eblackjack 6.2")
def test_6_2_whoever_holds_a_higher_position_may_act_for_a_lower_one() -> None:
    staff = [role for role in Role if role is not Role.PLAYER]
    assert staff == [Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER]
    betting = bets_open(T1=1_000)
    window = opened("8S 6D 8H", T1=1_000)
    for by in staff:
        assert then(betting, CloseBets(), by=by).phase is Phase.DEALING
        assert then(window, CloseDecisions(), by=by).phase is Phase.DRAWING
        for players_own in (Decide(bettor="T1", action="hit"), Surrender(bettor="T1")):
            assert "needs a player" in refusal(window, players_own, by).reason
    for dealers_own in (CloseDecisions(), LoseTerminal(bettor="T1"), RemoveCuttingCard()):
        assert "needs a Dealer" in refusal(window, dealers_own, Role.PLAYER).reason


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_the_cards_dealt_decide_whatever_a_terminal_showed() -> None:
    shown_as_eleven = opened("9S 6D KH", T1=1_000, T2=1_000)
    round = dealt(locked(shown_as_eleven, T1="double", T2="stand"), "5C")
    round = settled(round, "KD 4C")
    assert round.nets() == {"T1": -2_000, "T2": -1_000}, "the double stands, and the hand is bust"
    assert round.settlement() == {
        "T1": alone("9S 6D KH 5C", "double").lines,
        "T2": alone("9S 6D KH KD 4C", "stand").lines,
    }


# The rulings: the default reading of each open point


@pytest.mark.clause("eblackjack 5.1.1")
def test_r_01_a_void_round_undoes_surrenders_and_blackjacks_and_decided_side_wagers() -> None:
    won = opened("AS 6D KS", T1={"main": 1_000, "royal-match-21": 200})
    assert settled(won).nets() == {"T1": 1_500 + 500}
    folded = locked(opened("8S 6D 8S", T1={"main": 1_000, "bet-the-set-21": 200}), T1="surrender")
    assert settled(folded).nets() == {"T1": -500 + 3_000}
    for round in (won, folded):
        void = then(round, VoidRound(clause=Clause("eblackjack 5.1.1")))
        assert (void.nets(), void.cards) == ({"T1": 0}, round.cards)


@pytest.mark.clause("eblackjack 4.1", "eblackjack 4.3", "eblackjack 3.12")
def test_r_02_only_stakes_that_pay_exactly_are_taken_and_nothing_is_rounded() -> None:
    assert TERMS.unit == 2
    for unit in (1, 3, 25, 0, -2):
        with pytest.raises(Refused) as caught:
            Terms.of("e-blackjack", unit=unit)
        assert caught.value.clause == "R-02"
    round = bets_open(T1=1_000)
    for wager in ("main", *SIDES):
        for stake in (1, 501, 999, 0, -2):
            assert refusal(round, place("T1", wager, stake)).clause == "R-02"
    assert refused_alone("AS 9D KH", "", 501).clause == "R-02"
    dollars = bets_open(Terms.of("e-blackjack", unit=100), T1=100)
    assert refusal(dollars, place("T1", "main", 150)).clause == "R-02"
    assert alone("AS 9D KS", "", {"main": 2, "royal-match-21": 2}).net == {"main": 3, "royal-match-21": 5}
    assert alone("KS 9D 6H", "surrender", 2).net == {"main": -1}


@pytest.mark.clause("eblackjack 2.2")
def test_r_03_the_limits_hold_for_each_wager_before_the_deal_and_not_for_what_is_added_later() -> None:
    tight = Terms.of("e-blackjack", limits={"main": Limits(1_000, 1_000), "kings-bounty": Limits(1_000, 1_000)})
    round = opened("8S AD 8H", tight, T1={"main": 1_000, "kings-bounty": 1_000})
    round = locked(offers_closed(round, T1="insure"), T1="split")
    round = locked(dealt(round, "3C"), T1="double")
    assert round.staked() == {"T1": 1_000 + 1_000 + 500 + 1_000 + 1_000}


@pytest.mark.clause("eblackjack 2.2")
def test_r_06_a_wager_outside_the_limits_never_gets_in() -> None:
    round = bets_open(Terms.of("e-blackjack", limits={"main": Limits(1_000, 5_000)}))
    for stake in (998, 5_002):
        assert refusal(round, place("T1", "main", stake)).clause == "eblackjack 2.2"
    assert then(round, CloseBets()).positions == {}


@pytest.mark.clause("eblackjack 5.9", "eblackjack 5.9.1", "eblackjack 5.9.2")
def test_r_10_acceptance_of_the_wager_is_the_only_test_of_a_failed_terminal() -> None:
    open_and_accepted = then(bets_open(T1=1_000), LoseTerminal(bettor="T1"), CloseBets())
    assert open_and_accepted.staked() == {"T1": 1_000}, "it stands"
    cancelled = then(bets_open(T1=1_000, T2=1_000), LoseTerminal(bettor="T1"), WithdrawWager(bettor="T1", wager="main"))
    assert then(cancelled, CloseBets()).staked() == {"T2": 1_000}, "unless it is cancelled before the close"
    closed_and_not_accepted = then(bets_open(T2=1_000), CloseBets())
    assert refusal(closed_and_not_accepted, LoseTerminal(bettor="T1"), Role.DEALER).clause == "eblackjack 5.9"
    assert closed_and_not_accepted.staked() == {"T2": 1_000}
    nothing_decided = then(bets_open(T1=1_000), CloseBets(), LoseTerminal(bettor="T1"))
    assert locked(dealt(nothing_decided, "KS 6D 9H")).phase is Phase.DRAWING, "it plays on"


@pytest.mark.clause("eblackjack 6.2")
def test_r_11_staff_are_ranked_dealer_supervisor_manager_shift_manager() -> None:
    round = opened("8S 6D 8H", T1=1_000)
    voiding = VoidRound(clause=Clause("eblackjack 5.1.1"))
    for by, may_deal, may_void in (
        (Role.PLAYER, False, False),
        (Role.DEALER, True, False),
        (Role.PIT_SUPERVISOR, True, False),
        (Role.PIT_MANAGER, True, True),
        (Role.GAMING_SHIFT_MANAGER, True, True),
    ):
        for command, may in ((CloseDecisions(), may_deal), (voiding, may_void)):
            if may:
                assert decide(round, command, by)
            else:
                assert "this needs a" in refusal(round, command, by).reason


@pytest.mark.clause("eblackjack 5.1.1")
def test_r_13_when_the_shoe_runs_out_staff_may_void_and_every_stake_goes_back() -> None:
    for round in moments()[1:-1]:
        [proposed] = offer(round, "void-round")
        assert proposed.by is Role.PIT_MANAGER
        assert isinstance(proposed.clause, Clause)
        void = then(round, VoidRound(clause=proposed.clause))
        assert (void.nets(), void.cards) == ({"T1": 0, "T2": 0}, round.cards)


@pytest.mark.clause("eblackjack 2.1")
def test_r_15_the_round_in_which_the_cutting_card_comes_is_finished() -> None:
    round = locked(opened("KS 6D 2H", T1=1_000), T1="hit")
    assert refusal(bets_open(T1=1_000), RemoveCuttingCard(), Role.DEALER)
    cut = then(round, RemoveCuttingCard())
    assert cut.cut_after == 3
    assert refusal(cut, RemoveCuttingCard(), Role.DEALER), "there is only one"
    cut = locked(dealt(cut, "7C"), T1="stand")
    assert settled(cut, "KD 2S").nets() == {"T1": 1_000}


@pytest.mark.clause("eblackjack 2.1", "eblackjack 3.7")
def test_r_16_and_r_17_no_card_is_burned_and_six_decks_are_the_usual_number() -> None:
    assert TERMS.decks == 6
    assert dealt(then(bets_open(T1=1_000), CloseBets()), "8S").opening == cards("8S")


@pytest.mark.clause("eblackjack 1.1.12", "eblackjack 3.15", "eblackjack 3.12")
def test_r_18_the_original_wager_is_the_main_stake_accepted_when_bets_closed() -> None:
    raised = then(bets_open(T1=1_000), place("T1", "main", 3_000), place("T1", "main", 2_000), CloseBets())
    round = dealt(raised, "6S 6D 5H")
    assert locked(round, T1="double").staked() == {"T1": 4_000}
    assert settled(locked(round, T1="surrender")).nets() == {"T1": -1_000}


@pytest.mark.clause("eblackjack 3.18.1", "eblackjack 3.17", "eblackjack 5.9.1")
def test_r_28_the_default_is_tested_again_after_each_card_and_a_natural_still_pays() -> None:
    softens = locked(opened("AS 6D 2H", T1=1_000))
    softens = dealt(softens, "KC")
    assert (held(softens, "T1"), softens.phase) == (["AS 2H KC"], Phase.DRAWING), "soft 13 turned hard 13"
    goes_on = dealt(locked(opened("4S 6D 3H", T1=1_000)), "AC")
    assert (held(goes_on, "T1"), goes_on.phase) == (["4S 3H AC"], Phase.DRAWING), "hard 7 turned soft 18"
    soft_16 = dealt(locked(opened("2S 6D 3H", T1=1_000)), "AC")
    assert soft_16.phase is Phase.PLAYING, "hard 5 turned soft 16 draws on"
    natural = then(opened("AS AD KH", T1=1_000), LoseTerminal(bettor="T1"), CloseOffers())
    assert settled(natural, "9C").nets() == {"T1": 1_500}
    assert settled(natural, "TC").nets() == {"T1": 0}


@pytest.mark.clause("eblackjack 5.3")
def test_r_29_a_late_or_raised_wager_is_never_in_play_win_or_lose() -> None:
    closed = then(bets_open(T1=1_000), CloseBets())
    for late in (place("T1", "main", 2_000), place("T2", "main", 1_000)):
        assert refusal(closed, late).clause == "eblackjack 5.3"
    for rest, result in (("TC", 0), ("8C", 1_000), ("AC", -1_000)):
        assert settled(locked(dealt(closed, "KS 9D 9H"), T1="stand"), rest).nets() == {"T1": result}


@pytest.mark.clause("eblackjack 3.15.5", "eblackjack 4.6.2", "eblackjack 4.7")
def test_r_42_bust_stakes_stay_lost_and_the_cap_protects_only_hands_that_live() -> None:
    second_bust = alone("8S KD 8H 9C 6C KC AD", "split stand hit")
    assert [(line.hand, line.outcome, line.net) for line in second_bust.lines] == [
        (1, "Dealer Blackjack", -1_000),
        (2, "Bust", -1_000),
    ]
    assert second_bust.net == {"main": -2_000}
    all_bust = dealt(locked(opened("7S KD 5H", T1=1_000), T1="double"), "QC")
    assert all_bust.phase is Phase.COMPLETE, "no card of the Dealer could bring the double back"
    assert settled(all_bust).nets() == {"T1": -2_000}


class ToBlackjack(NamedTuple):
    """A doubled or split hand against a ten, the card that makes the Dealer's Blackjack left off."""

    text: str
    decisions: str
    live: bool
    """Whether a hand is left that makes the Dealer draw by itself."""
    lost: dict[OriginalOnly, int]
    """Original wagers lost under each reading."""


TO_BLACKJACK = {
    "none bust": ToBlackjack("8S KD 8H 9C TC", "split stand stand", True, {"obbo": 1, "bb+1": 1, "obo": 1}),
    "first bust": ToBlackjack("8S KD 8H 6C QC TC", "split hit stand", True, {"obbo": 1, "bb+1": 2, "obo": 1}),
    "second bust": ToBlackjack("8S KD 8H 9C 6C QC", "split stand hit", True, {"obbo": 2, "bb+1": 2, "obo": 1}),
    "both bust": ToBlackjack("8S KD 8H 6C QC 7C TC", "split hit hit", False, {"obbo": 2, "bb+1": 2, "obo": 1}),
    "doubled": ToBlackjack("6S KD 5H 9C", "double", True, {"obbo": 1, "bb+1": 1, "obo": 1}),
    "doubled, bust": ToBlackjack("7S KD 5H QC", "double", False, {"obbo": 2, "bb+1": 2, "obo": 1}),
    "first doubled and bust": ToBlackjack(
        "8S KD 8H 4C QC TC", "split double stand", True, {"obbo": 2, "bb+1": 3, "obo": 1}
    ),
    "first doubled, second bust": ToBlackjack(
        "8S KD 8H 3C 9C 6C QC", "split double hit", True, {"obbo": 2, "bb+1": 2, "obo": 1}
    ),
    "second doubled and bust": ToBlackjack(
        "8S KD 8H 9C 4C QC", "split stand double", True, {"obbo": 3, "bb+1": 3, "obo": 1}
    ),
    "three hands, first bust": ToBlackjack(
        "8S KD 8H 8C 6C QC TC 9C", "split split hit stand stand", True, {"obbo": 1, "bb+1": 2, "obo": 1}
    ),
    "three hands, others bust": ToBlackjack(
        "8S KD 8H 8C 9C 6C QC 7C QC", "split split stand hit hit", True, {"obbo": 3, "bb+1": 3, "obo": 1}
    ),
    "three hands, all bust": ToBlackjack(
        "8S KD 8H 8C 6D QC 6C QC 7C QC", "split split hit hit hit", False, {"obbo": 3, "bb+1": 3, "obo": 1}
    ),
}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("case", TO_BLACKJACK.values(), ids=TO_BLACKJACK)
@pytest.mark.clause("eblackjack 3.15.5", "eblackjack 4.7", "eblackjack 4.7.1", "eblackjack 4.7.2", "eblackjack 3.20")
def test_r_43_what_a_dealer_blackjack_takes_of_doubled_and_split_hands(
    case: ToBlackjack, reading: OriginalOnly
) -> None:
    terms = Terms.of("e-blackjack", rulings={"R-43": reading})
    dealer_draws = case.live or reading == "obo"
    text = f"{case.text} AD" if dealer_draws else case.text
    round = played(terms, cards(text), {"main": 1_000}, case.decisions.split())
    assert round.dealer_hand.blackjack is dealer_draws
    assert round.nets() == {"T1": -1_000 * case.lost[reading]}
    settlement = alone(text, case.decisions, reading=reading)
    assert settlement.lines == round.settlement()["T1"]
    assert sum(line.stake for line in settlement.lines) == round.staked()["T1"], "every stake is lost or comes back"


@pytest.mark.clause("eblackjack 3.15.5")
def test_r_43_obbo_is_the_default_and_unknown_readings_are_refused() -> None:
    default = TO_BLACKJACK["second bust"]
    assert alone(f"{default.text} AD", default.decisions).net == {"main": -2_000}
    assert played(TERMS, cards(f"{default.text} AD"), {"main": 1_000}, default.decisions.split()).nets() == {
        "T1": -2_000
    }
    for rulings in ({"R-43": "all"}, {"R-42": "obo"}):
        with pytest.raises(Refused):
            Terms.of("e-blackjack", rulings=rulings)


@pytest.mark.parametrize("case", ["both bust", "doubled, bust", "three hands, all bust"])
@pytest.mark.clause("eblackjack 3.20", "eblackjack 4.6.2")
def test_r_43_under_obo_the_dealer_takes_the_second_card_for_bust_hands_and_only_that_one(case: str) -> None:
    terms = Terms.of("e-blackjack", rulings={"R-43": "obo"})
    bust = TO_BLACKJACK[case]
    round = played(terms, cards(f"{bust.text} 2D"), {"main": 1_000}, bust.decisions.split())
    assert round.dealer == cards("KD 2D"), "twelve, and no more"
    assert round.nets() == {"T1": -1_000 * bust.lost["obbo"]}, "without a Blackjack there is nothing to return"
    against_9 = bust.text.replace("KD", "9D")
    assert played(terms, cards(against_9), {"main": 1_000}, bust.decisions.split()).dealer == cards("9D")


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.clause("eblackjack 3.15.5", "eblackjack 4.6.2")
def test_r_43_a_hand_hit_past_21_without_double_or_split_loses_its_stake_under_every_reading(
    reading: OriginalOnly,
) -> None:
    round = opened("7S KD 5H", Terms.of("e-blackjack", rulings={"R-43": reading}), busts=1_000, stands=1_000)
    round = settled(dealt(locked(round, busts="hit", stands="stand"), "QC"), "AD")
    assert round.nets() == {"busts": -1_000, "stands": -1_000}


@pytest.mark.clause("eblackjack 1.1.2", "eblackjack 4.7.1")
def test_r_44_no_double_for_less_and_all_of_the_extra_comes_back_from_a_dealer_blackjack() -> None:
    round = opened("6S KD 5H", T1=1_000)
    assert refusal(round, Decide(bettor="T1", action="double", amount=400)).clause == "eblackjack 3.15"
    round = settled(dealt(locked(round, T1="double"), "9C"), "AD")
    assert [(line.stake, line.result, line.net) for line in lines(round, "T1")] == [
        (1_000, "lose", -1_000),
        (1_000, "push", 0),
    ]


@pytest.mark.parametrize("ten", TENS)
@pytest.mark.clause("eblackjack 3.10", "eblackjack 4.5.1", "eblackjack 4.8.2")
def test_r_45_a_blackjack_against_a_ten_waits_for_the_dealers_second_card(ten: str) -> None:
    round = opened(f"AS {ten}D KH", T1=1_000)
    assert round.phase is Phase.DRAWING
    assert settled(round, "AC").nets() == {"T1": 0}
    assert settled(round, "2C").nets() == {"T1": 1_500}, "and for no third one"


@pytest.mark.clause("eblackjack 4.5.1", "eblackjack 4.6.3", "eblackjack 4.8.1")
def test_r_46_blackjack_outranks_an_ordinary_21_both_ways() -> None:
    seen = showdown(E_BLACKJACK, Area.of(*cards("AS KH")), Hand.of(*cards("7D 7C 7S")))
    assert str(seen.main[0].pays) == "3:2"
    assert alone("7S KD 7H 7C AD", "hit").net == {"main": -1_000}
    split_21 = alone("AS KD AH KC QC AD", "split")
    assert [line.outcome for line in split_21.lines] == ["Dealer Blackjack", "Only the original wager is lost"]


@pytest.mark.clause("eblackjack 4.6.2", "eblackjack 4.8.1")
def test_r_47_a_bust_hand_loses_though_the_dealer_goes_past_21_with_the_same_total() -> None:
    round = opened("KS 6D 2H", busts=1_000, stands=1_000)
    round = settled(dealt(locked(round, busts="hit", stands="stand"), "QC"), "6C QD")
    assert (round.area("busts").hands[0].total, round.dealer_hand.total) == (22, 22)
    assert round.nets() == {"busts": -1_000, "stands": 1_000}


@pytest.mark.clause("eblackjack 1.1.17", "eblackjack 3.12", "eblackjack 4.6.3")
def test_r_48_surrender_against_a_ten_is_final_at_half_though_it_becomes_blackjack() -> None:
    round = locked(opened("KS TD 6H", folds=1_000, stands=1_000), folds="surrender", stands="stand")
    assert settled(round, "AC").nets() == {"folds": -500, "stands": -1_000}


@pytest.mark.clause("eblackjack 3.9", "eblackjack 3.12")
def test_r_49_surrender_is_one_of_the_first_choices_and_no_phase_of_its_own() -> None:
    round = opened("8S 6D 8H", T1=1_000, T2=1_000)
    assert {each.command for each in expects(round)} >= {"decide", "surrender", "close-decisions"}
    round = locked(round, T1="surrender", T2="hit")
    assert round.positions["T1"].surrendered
    round = dealt(round, "2C")
    assert offer(round, "surrender") == []
    assert asked(round) == {"T2"}


@pytest.mark.clause("eblackjack 3.12", "eblackjack 3.16")
def test_r_50_a_blackjack_is_not_surrendered() -> None:
    for against in ("6D", "KD"):
        round = opened(f"AS {against} KH", T1=1_000)
        assert offer(round, "surrender") == []
        assert refusal(round, Surrender(bettor="T1"))
    assert refused_alone("AS 6D KH", "surrender").clause == "R-50"


@pytest.mark.clause("eblackjack 3.6", "eblackjack 3.12")
def test_r_51_side_wagers_of_a_surrendered_hand_are_settled_on_the_cards() -> None:
    placed = {"main": 1_000, "bet-the-set-21": 200, "royal-match-21": 400, "kings-bounty": 600}
    assert alone("JH TD JH", "surrender", placed).net == {
        "main": -500,
        "bet-the-set-21": 200 * 15,
        "royal-match-21": 400 * 5 // 2,
        "kings-bounty": 600 * 20,
    }
    assert alone("KS TD 6H", "surrender", placed).net == {
        "main": -500,
        "bet-the-set-21": -200,
        "royal-match-21": -400,
        "kings-bounty": -600,
    }


@pytest.mark.clause("eblackjack 3.19", "eblackjack 3.20", "eblackjack 4.4")
def test_r_52_the_dealer_stops_as_soon_as_no_open_wager_can_change() -> None:
    insured_and_bust = dealt(locked(offers_closed(opened("KS AD 6H", T1=1_000), T1="insure"), T1="hit"), "QC")
    blackjack_and_ten = opened("AS TD KH", T1=1_000)
    blackjack_and_ace = offers_closed(opened("AS AD KH", T1=1_000))
    kings_and_ten = locked(opened("KS TD KS", T1={"main": 1_000, "kings-bounty": 200}), T1="surrender")
    for round in (insured_and_bust, blackjack_and_ten, blackjack_and_ace, kings_and_ten):
        assert round.phase is Phase.DRAWING
        assert dealt(round, "2C").phase is Phase.COMPLETE
    uninsured = dealt(locked(offers_closed(opened("KS AD 6H", T1=1_000)), T1="hit"), "QC")
    low_card = locked(opened("KS 9D KS", T1={"main": 1_000, "kings-bounty": 200}), T1="surrender")
    no_bounty = locked(opened("KS TD KS", T1={"main": 1_000, "royal-match-21": 200}), T1="surrender")
    other_kings = locked(opened("KS TD KH", T1={"main": 1_000, "kings-bounty": 200}), T1="surrender")
    doubled_and_bust = dealt(locked(opened("7S TD 5H", T1=1_000), T1="double"), "QC")
    for round in (uninsured, low_card, no_bounty, other_kings, doubled_and_bust):
        assert (round.phase, len(round.dealer)) == (Phase.COMPLETE, 1)


@pytest.mark.clause("eblackjack 3.7", "eblackjack 3.18.2")
def test_r_53_the_dealers_second_card_comes_after_all_hands_are_finished() -> None:
    round = offers_closed(opened("2S AD 3H", T1=1_000, T2=1_000), T1="insure")
    for card in ("4C", "5C", "2D"):
        round = locked(round, **({"T1": "hit", "T2": "stand"} if "T2" in asked(round) else {"T1": "hit"}))
        assert round.dealer == cards("AD")
        round = dealt(round, card)
    round = locked(round, T1="stand")
    assert [each.hand for each in offer(round, "deal-card")] == ["dealer"]
    assert settled(round, "KC").nets() == {"T1": -1_000 + 1_000, "T2": -1_000}


@pytest.mark.clause("eblackjack 1.1.14", "eblackjack 3.13", "eblackjack 3.15.2")
def test_r_54_king_and_queen_may_be_split_and_doubled_afterwards() -> None:
    round = opened("KS 6D QH", T1={"main": 1_000, "bet-the-set-21": 200})
    round = dealt(locked(round, T1="split"), "2C")
    round = dealt(locked(round, T1="double"), "7C")
    round = dealt(round, "9C")
    round = settled(locked(round, T1="stand"), "KD 2D")
    assert [(line.hand, line.stake, line.net) for line in lines(round, "T1")] == [(1, 2_000, 2_000), (2, 1_000, 1_000)]
    assert net(round, "T1", "bet-the-set-21") == -200, "no pair, though they were split"


@pytest.mark.clause("eblackjack 3.14", "eblackjack 3.14.3")
def test_r_55_any_hand_formed_by_splitting_is_split_again_by_point_value_for_an_equal_stake() -> None:
    split = dealt(locked(opened("KS 6D QH", T1=1_000), T1="split"), "TC")
    assert "split" in split.options("T1")
    first = locked(split, T1="split")
    assert (held(first, "T1"), first.staked()) == (["KS", "TC", "QH"], {"T1": 3_000})
    second = dealt(locked(split, T1="stand"), "JC")
    assert held(second, "T1") == ["KS TC", "QH JC"]
    second = locked(second, T1="split")
    assert (held(second, "T1"), second.staked()) == (["KS TC", "QH", "JC"], {"T1": 3_000})
    full = dealt(first, "JD")
    assert "split" not in full.options("T1")
    assert locked(full, T1="stand").staked() == {"T1": 3_000}


@pytest.mark.clause("eblackjack 3.14.1", "eblackjack 3.14.3")
def test_r_56_split_aces_with_an_ace_or_a_ten_are_closed() -> None:
    settlement = alone("AS 9D AH AC KD 9C", "split")
    assert [(hand.total, hand.soft, hand.blackjack) for hand in settlement.outcome.player] == [
        (12, True, False),
        (21, True, False),
    ]
    assert settlement.net == {"main": -1_000 + 1_000}
    assert alone("AS KD AH KC QC AD", "split").net == {"main": -1_000}, "21 is beaten by a Dealer Blackjack"


@pytest.mark.clause("eblackjack 1.1.6", "eblackjack 3.16")
def test_r_57_a_hand_on_21_stands_by_itself() -> None:
    round = dealt(locked(opened("8S 6D 8H", T1=1_000, T2=1_000), T1="hit", T2="split"), "5C")
    assert asked(round) == {"T2"}
    assert held(round, "T1") == ["8S 8H 5C"]


@pytest.mark.clause("eblackjack 1.1.8", "eblackjack 3.11")
def test_r_58_insurance_lives_on_after_the_hand_has_bust() -> None:
    round = dealt(locked(offers_closed(opened("KS AD 6H", T1=1_000), T1="insure"), T1="hit"), "QC")
    assert round.phase is Phase.DRAWING
    assert settled(round, "KC").nets() == {"T1": -1_000 + 1_000}
    assert settled(round, "9C").nets() == {"T1": -1_000 - 500}


@pytest.mark.clause("eblackjack 3.10.1", "eblackjack 1.1.8")
def test_r_60_even_money_returns_ones_own_insurance_and_nobody_elses() -> None:
    round = opened("AS AD KH", T1=1_000, T2=1_000)
    others = Insure(bettor="T2", owner="T1")
    assert refusal(round, others).clause == "eblackjack 1.1.8", "one insures only one's own wager"
    round = then(round, Insure(bettor="T1"), Insure(bettor="T2", owner="T2"))
    round = offers_closed(round, T1="even-money")
    round = settled(round, "QC")
    assert (net(round, "T1", "insurance"), net(round, "T2", "insurance")) == (0, 1_000)
    assert round.nets() == {"T1": 1_000, "T2": 0 + 1_000}


@pytest.mark.parametrize("rank", RANKS.replace("A", ""))
@pytest.mark.clause("eblackjack 1.1.3", "eblackjack 3.10.1")
def test_r_61_even_money_only_against_an_ace(rank: str) -> None:
    assert refusal(opened(f"AS {rank}D KH", T1=1_000), TakeEvenMoney(bettor="T1"))
    assert refused_alone(f"AS {rank}D KH" + (" 9C" if rank in TENS else ""), "even-money")


@pytest.mark.clause("eblackjack 1.1.3", "eblackjack 3.10.1")
def test_r_61_each_terminal_decides_about_even_money_for_itself() -> None:
    round = offers_closed(opened("AS AD KH", T1=1_000, T2=600, T3=200), T1="even-money", T3="even-money")
    assert settled(round, "KC").nets() == {"T1": 1_000, "T2": 0, "T3": 200}


@pytest.mark.parametrize("face", "JQK")
@pytest.mark.clause("eblackjack 1.1.9", "eblackjack 3.4.3")
def test_r_63_a_ten_pairs_with_no_face_card(face: str) -> None:
    for suit in "SH":
        assert side(f"TS 9D {face}{suit}", "bet-the-set-21").result == "lose"
    assert side("TS 9D TH", "bet-the-set-21").pays == "10:1"


@pytest.mark.clause("eblackjack 3.8", "eblackjack 3.13.1", "eblackjack 3.18.2")
def test_r_84_one_stream_serves_those_who_stand_hit_double_and_split() -> None:
    round = opened("8S 6D 8H", stands=1_000, hits=1_000, doubles=1_000, splits=1_000)
    round = dealt(locked(round, stands="stand", hits="hit", doubles="double", splits="split"), "3C")
    assert held(round, "stands") == ["8S 8H"]
    assert held(round, "hits") == held(round, "doubles") == ["8S 8H 3C"]
    assert held(round, "splits") == ["8S 3C", "8H"]
    assert asked(round) == {"hits", "splits"}
    round = dealt(locked(round, hits="stand", splits="hit"), "9D")
    assert held(round, "hits") == ["8S 8H 3C"]
    assert held(round, "splits") == ["8S 3C 9D", "8H"]
    round = dealt(locked(round, splits="stand"), "TC")
    assert held(round, "splits") == ["8S 3C 9D", "8H TC"], "the second hand goes on where the first stopped"
    round = settled(locked(round, splits="stand"), "TD 2S")
    assert (round.stream, round.dealer) == (cards("3C 9D TC"), cards("6D TD 2S"))
    assert round.nets() == {"stands": -1_000, "hits": 1_000, "doubles": 2_000, "splits": 1_000 + 0}


@pytest.mark.clause("eblackjack 3.8", "eblackjack 3.13.1")
def test_r_84_a_second_split_hand_and_another_terminals_hit_are_served_by_the_same_card() -> None:
    round = dealt(locked(opened("8S 6D 8H", splits=1_000, hits=1_000), splits="split", hits="hit"), "2C")
    assert (held(round, "splits"), held(round, "hits")) == (["8S 2C", "8H"], ["8S 8H 2C"])
    round = dealt(locked(round, splits="stand", hits="hit"), "3D")
    assert (held(round, "splits"), held(round, "hits")) == (["8S 2C", "8H 3D"], ["8S 8H 2C 3D"])
    assert asked(round) == {"splits"}, "the other has 21"


@pytest.mark.clause("eblackjack 3.9", "eblackjack 3.17", "eblackjack 3.18.2")
def test_r_85_choices_lock_before_each_card() -> None:
    window = opened("2S 6D 3H", T1=1_000, T2=1_000)
    card = DealCard(card=Card("9C"))
    assert refusal(window, card, Role.DEALER).clause == "eblackjack 3.17", "no card while the window is open"
    assert refusal(chosen(window, T1="hit", T2="hit"), card, Role.DEALER), "though everybody has chosen"
    closed = locked(window, T1="hit", T2="stand")
    for bettor in ("T1", "T2"):
        assert refusal(closed, Decide(bettor=bettor, action="stand")).clause == "eblackjack 3.17"
    next_window = then(closed, card)
    assert (next_window.options("T1"), next_window.options("T2")) == (("stand", "hit"), ())
    assert refusal(next_window, Decide(bettor="T2", action="hit")).clause == "eblackjack 3.9", "a stand stays a stand"
    done = locked(next_window, T1="stand")
    assert refusal(done, Decide(bettor="T1", action="hit")).clause == "eblackjack 3.17"


@pytest.mark.clause("eblackjack 3.17", "eblackjack 3.9")
def test_r_85_a_choice_may_be_changed_while_the_window_is_open() -> None:
    window = opened("8S 6D 8H", T1=1_000)
    round = window
    for said in ("split", "double", "surrender", "hit"):
        round = chosen(round, T1=said)
        assert round.staked() == {"T1": 1_000}, "nothing is staked until it locks"
    assert locked(round) == locked(window, T1="hit")
    assert locked(round, T1="surrender") == locked(window, T1="surrender")


@pytest.mark.clause("eblackjack 3.17", "eblackjack 3.9")
def test_r_85_there_is_no_decision_outside_the_window() -> None:
    hit = Decide(bettor="T1", action="hit")
    before = then(bets_open(T1=1_000), CloseBets())
    offering = opened("8S AD 8H", T1=1_000)
    drawing = locked(offers_closed(offering), T1="stand")
    complete = dealt(drawing, "6C")
    for round in (before, dealt(before, "8S"), offering, drawing, complete):
        assert refusal(round, hit).clause == "eblackjack 3.17"
        assert refusal(round, CloseDecisions(), Role.DEALER)
    assert refusal(offering, DealCard(card=Card("9C")), Role.DEALER).clause == "eblackjack 3.17"


@pytest.mark.clause("eblackjack 3.18.2", "eblackjack 3.19")
def test_r_86_the_dealer_draws_once_after_the_last_card_anyone_used() -> None:
    round = opened("5S 6D 5H", stands=1_000, hits=1_000, doubles=1_000)
    round = dealt(locked(round, stands="stand", doubles="double", hits="hit"), "TC")
    round = dealt(locked(round, hits="hit"), "AC")
    round = settled(round, "KD 9D")
    assert (round.stream, round.dealer) == (cards("TC AC"), cards("6D KD 9D"))
    assert round.nets() == {"stands": 1_000, "hits": 1_000, "doubles": 2_000}
    assert alone("5S 6D 5H TC AC", "stand").net == {"main": -1_000}, "with its own next cards the Dealer had made 17"


@pytest.mark.clause("eblackjack 3.9", "eblackjack 3.11", "eblackjack 1.1.8")
def test_r_87_the_insurance_window_comes_before_play_and_silence_means_no() -> None:
    round = opened("6S AD 5H", insures=1_000, silent=1_000)
    assert round.phase is Phase.OFFERING
    assert asked(round) == set()
    round = offers_closed(round, insures="insure")
    assert round.insured == {"insures": 500}
    assert round.options("insures") == round.options("silent") == ("stand", "hit", "double")
    round = dealt(locked(round, insures="double", silent="double"), "9C")
    assert settled(round, "KC").nets() == {"insures": -1_000 + 1_000, "silent": -1_000}


@pytest.mark.clause("eblackjack 3.18", "eblackjack 3.18.1")
def test_r_88_the_default_holds_for_the_hand_that_was_missed_and_the_next_one_is_asked_again() -> None:
    round = dealt(locked(opened("8S 6D 8H", T1=1_000), T1="split"), "2C")
    round = locked(round)
    round = dealt(round, "AC")
    assert held(round, "T1") == ["8S 2C AC", "8H"], "ten and an Ace are 21"
    round = dealt(round, "3D")
    assert (asked(round), round.options("T1")) == ({"T1"}, ("stand", "hit", "double"))
    round = settled(dealt(locked(round, T1="double"), "9S"), "KD 2S")
    assert [(line.hand, line.stake, line.net) for line in lines(round, "T1")] == [(1, 1_000, 1_000), (2, 2_000, 2_000)]


@pytest.mark.clause("eblackjack 3.18", "eblackjack 3.18.1")
def test_r_88_a_missed_choice_is_not_asked_for_again_on_the_same_hand() -> None:
    round = locked(opened("2S 6D 3H", T1=1_000, T2=1_000), T2="hit")
    round = dealt(round, "2C")
    assert asked(round) == {"T2"}
    assert refusal(round, Decide(bettor="T1", action="stand")).clause == "eblackjack 3.9"
    round = dealt(locked(round, T2="stand"), "KC")
    assert (held(round, "T1"), held(round, "T2")) == (["2S 3H 2C KC"], ["2S 3H 2C"])


@pytest.mark.parametrize("opening", ["AS 6D AH", "8S 6D 8H", "6S 6D 5H", "KS TD 6H", "KS AD 6H", "AS AD KH"])
@pytest.mark.clause("eblackjack 3.18", "eblackjack 3.18.1")
def test_r_88_the_default_never_splits_doubles_surrenders_insures_or_takes_even_money(opening: str) -> None:
    round = opened(opening, T1=1_000)
    if round.phase is Phase.OFFERING:
        round = offers_closed(round)
    if round.phase is Phase.PLAYING:
        round = locked(round)
    position = round.positions["T1"]
    assert round.staked() == {"T1": 1_000}
    assert (position.doubles, position.stakes, position.surrendered, position.even_money) == (
        {},
        {0: 1_000},
        False,
        False,
    )


@pytest.mark.clause("eblackjack 3.18.1", "eblackjack 3.14.1")
def test_r_88_split_aces_keep_their_one_card_when_the_terminal_falls_silent() -> None:
    round = then(locked(opened("AS 6D AH", T1=1_000), T1="split"), LoseTerminal(bettor="T1"))
    round = dealt(round, "2C 3D")
    assert (held(round, "T1"), round.phase) == (["AS 2C", "AH 3D"], Phase.DRAWING)


@pytest.mark.parametrize(("opening", "pays"), [("AS 9D 9S", "9:1"), ("9H 9D AH", "9:1"), ("AS 9D 9H", "4:1")])
@pytest.mark.clause("eblackjack 4.4", "eblackjack 3.4.1")
def test_r_89_ace_and_nine_are_20_to_kings_bounty(opening: str, pays: str) -> None:
    assert side(opening, "kings-bounty").pays == pays


@pytest.mark.parametrize(("first", "second"), [("Q", "J"), ("J", "Q"), ("Q", "T"), ("T", "J"), ("K", "Q"), ("K", "T")])
@pytest.mark.clause("eblackjack 4.4")
def test_r_90_two_unlike_tens_of_a_suit_are_a_suited_20_and_not_the_better_grade(first: str, second: str) -> None:
    assert side(f"{first}S 9D {second}S", "kings-bounty").pays == "9:1"
    assert side(f"{first}S 9D {second}H", "kings-bounty").pays == "4:1"
    for rank in {first, second} - {"K"}:
        assert side(f"{rank}S 9D {rank}S", "kings-bounty").pays == "20:1"


@pytest.mark.parametrize(
    ("choices", "between", "main"),
    [
        (["surrender"], "", -500),
        (["hit"], "5C", -1_000),
        (["double"], "5C", -2_000),
        (["stand"], "", -1_000),
        (["split", "stand", "stand"], "9C 8C", -1_000),
    ],
)
@pytest.mark.clause("eblackjack 4.4", "eblackjack 3.20")
def test_r_91_two_kings_of_spades_wait_for_the_dealers_second_card_whatever_the_main_hand_does(
    choices: list[str], between: str, main: int
) -> None:
    stakes = {"main": 1_000, "kings-bounty": 200}
    round = played(TERMS, cards(f"KS KD KS {between} AD"), stakes, choices)
    assert (net(round, "T1"), net(round, "T1", "kings-bounty")) == (main, 200_000)


@pytest.mark.clause("eblackjack 4.4", "eblackjack 3.20")
def test_r_91_the_dealer_takes_that_card_for_kings_bounty_alone() -> None:
    stakes = {"main": 1_000, "kings-bounty": 200}
    for against in ("KD", "AD"):
        round = opened(f"KS {against} KS", T1=stakes)
        if round.phase is Phase.OFFERING:
            round = offers_closed(round)
        round = dealt(locked(round, T1="hit"), "5C")
        assert round.phase is Phase.DRAWING
        assert net(settled(round, "2C"), "T1", "kings-bounty") == 20_000
        assert net(settled(round, "AC" if against == "KD" else "QC"), "T1", "kings-bounty") == 200_000
        without = opened(f"KS {against} KS", T1=1_000)
        without = offers_closed(without) if without.phase is Phase.OFFERING else without
        assert dealt(locked(without, T1="hit"), "5C").phase is Phase.COMPLETE


@pytest.mark.clause("eblackjack 3.6.1", "eblackjack 3.6.2", "eblackjack 4.3")
def test_r_92_side_wagers_stand_alone_against_a_dealer_blackjack_and_may_all_win() -> None:
    placed = {"main": 1_000, **dict.fromkeys(SIDES, 200)}
    assert alone("QS KD QS AC", "stand", placed).net == {
        "main": -1_000,
        "bet-the-set-21": 200 * 15,
        "royal-match-21": 200 * 5 // 2,
        "kings-bounty": 200 * 20,
    }
    assert alone("KS AD QS TC", "stand", placed).net == {
        "main": -1_000,
        "bet-the-set-21": -200,
        "royal-match-21": 200 * 25,
        "kings-bounty": 200 * 9,
    }


@pytest.mark.clause("eblackjack 3.5", "eblackjack 3.6")
def test_r_93_a_side_wager_needs_a_main_wager_and_a_terminal_has_one_hand() -> None:
    round = bets_open(T1=1_000)
    for wager in SIDES:
        assert refusal(round, place("T2", wager, 200)).clause == "eblackjack 3.5"
        assert decide(round, place("T1", wager, 200), Role.PLAYER)
    twice = opened("8S 6D 8H", T1=1_000)
    assert len(twice.area("T1").hands) == 1
    assert then(round, place("T1", "main", 600)).staked() == {"T1": 600}, "a second main wager replaces the first"


# Many terminals, records and replays


def played(
    terms: Terms, dealt_cards: Sequence[Card], stakes: Mapping[str, int], decisions: Sequence[str]
) -> StreamRound:
    """A round of one terminal, played from a record through the round itself to its settlement."""
    round = bets_open(terms, T1=stakes)
    shoe, said = iter(dealt_cards), list(decisions)
    round = then(round, CloseBets())
    while round.phase is not Phase.SETTLED:
        match round.phase:
            case Phase.OFFERING:
                while said and said[0] in ("insure", "even-money"):
                    round = chosen(round, T1=said.pop(0))
                round = then(round, CloseOffers())
            case Phase.COMPLETE:
                round = then(round, Settle())
            case Phase.PLAYING if asked(round):
                round = locked(round, T1=said.pop(0))
            case _:
                round = then(round, DealCard(card=next(shoe)))
    assert (list(shoe), said) == ([], []), "every card and every decision was used"
    return round


@pytest.mark.clause("eblackjack 3.7", "eblackjack 3.9", "eblackjack 3.18.2", "eblackjack 3.19", "eblackjack 3.20")
@pytest.mark.clause("eblackjack 4.1", "eblackjack 4.5", "eblackjack 4.6", "eblackjack 4.8")
def test_a_record_settles_as_the_same_round_played_at_one_terminal() -> None:
    stakes = {"main": 1_000, "bet-the-set-21": 200, "royal-match-21": 400, "kings-bounty": 600}
    decided: Counter[str] = Counter()
    for seed in range(400):
        entropy = random.Random(seed)
        shoe = (shuffled(TERMS.shoe, entropy), loud_shoe(entropy), shoe_from("AS AD KH", entropy))[seed % 3]
        used, decisions = deal_round(E_BLACKJACK, shoe, stakes, entropy)
        decided.update(decisions)
        settlement = settle(E_BLACKJACK, used, stakes, decisions)
        round = played(TERMS, used, stakes, decisions)
        assert round.cards == tuple(used), f"seed {seed}"
        assert round.settlement() == {"T1": settlement.lines}, f"seed {seed}"
        assert round.nets() == {"T1": settlement.total}, f"seed {seed}"
        hands = [hand.cards for hand in round.area("T1").hands]
        assert [*hands, round.dealer] == list(settlement.hands.values()), f"seed {seed}"
    assert decided.keys() == {"insure", "even-money", "surrender", "hit", "stand", "double", "split"}


LOUD = ("KS KS", "KS KS", "8S 8H", "8S 8S", "AS AH", "AS KD", "KC AC", "QS JS", "6S 5H", "2S 3H", "KS QS")


def shoe_from(opening: str, entropy: random.Random) -> list[Card]:
    """A shoe that opens with these cards."""
    return [*cards(opening), *shuffled(TERMS.shoe.without(cards(opening)), entropy)]


def loud_shoe(entropy: random.Random) -> list[Card]:
    """A shoe that opens with cards on which much may be chosen, mostly against a ten or an Ace."""
    first, second = cards(entropy.choice(LOUD))
    return shoe_from(f"{first} {entropy.choice(('AD', 'KD', 'TC', '6D'))} {second}", entropy)


class Silence(NamedTuple):
    """A window that a terminal let pass: which hand was in play, and how many cards it had."""

    hand: int
    cards: int


class Floor(NamedTuple):
    """A settled round of many terminals: what each said, and everything that happened."""

    round: StreamRound
    said: dict[str, list[str | Silence]]
    stakes: dict[str, dict[str, int]]
    events: list[AnyEvent]


def random_stakes(entropy: random.Random) -> dict[str, int]:
    sides = [wager for wager in SIDES if entropy.random() < 0.3]
    return {"main": 2 * entropy.randint(50, 5_000), **{wager: 2 * entropy.randint(1, 500) for wager in sides}}


def random_floor(entropy: random.Random, terminals: int, terms: Terms = TERMS) -> Floor:
    """A whole round at random: wagers, insurance, choices, silences and failures."""
    stakes = {f"T{number}": random_stakes(entropy) for number in range(terminals)}
    said: dict[str, list[str | Silence]] = {bettor: [] for bettor in stakes}
    shoe, events = iter(loud_shoe(entropy)), list[AnyEvent]()
    current: StreamRound | None = None

    def give(command: AnyCommand, by: Role) -> StreamRound:
        nonlocal current
        for event in decide(current, command, by):
            events.append(event)
            current = evolve(current, event)
        assert current is not None
        return current

    round = give(OpenBets(terms=terms), Role.DEALER)
    for bettor, wagers in stakes.items():
        for wager, stake in wagers.items():
            round = give(place(bettor, wager, stake), Role.PLAYER)
    round = give(CloseBets(), Role.DEALER)
    while round.phase is not Phase.COMPLETE:
        if round.phase is Phase.OFFERING:
            for bettor in stakes:
                for offered in ("insure", "even-money") if round.opening_blackjack else ("insure",):
                    if entropy.random() < 0.3:
                        said[bettor].append(offered)
                        give(choice(bettor, offered), Role.PLAYER)
            round = give(CloseOffers(), Role.DEALER)
        elif round.phase is Phase.PLAYING and round.waits_for_decision():
            window = round
            for bettor in stakes:
                options = window.options(bettor)
                if not options:
                    continue
                if entropy.random() < 0.15:
                    area = window.area(bettor)
                    said[bettor].append(Silence(area.hands[area.at].id, len(area.hands[area.at].cards)))
                    if entropy.random() < 0.1:
                        give(LoseTerminal(bettor=bettor), Role.DEALER)
                    continue
                folds = window.may_surrender(bettor) and entropy.random() < 0.15
                decision = "surrender" if folds else entropy.choice(options)
                said[bettor].append(decision)
                give(choice(bettor, decision), Role.PLAYER)
            round = give(CloseDecisions(), Role.DEALER)
        else:
            round = give(DealCard(card=next(shoe)), Role.DEALER)
    return Floor(give(Settle(), Role.DEALER), said, stakes, events)


def spelled_out(round: StreamRound, bettor: str, said: Sequence[str | Silence]) -> list[str]:
    """A terminal's decisions with what the default strategy did in words of its own."""
    decisions: list[str] = []
    for each in said:
        if isinstance(each, str):
            decisions.append(each)
            continue
        hand = round.area(bettor).by_id[each.hand]
        decisions += ["hit"] * (len(hand.cards) - each.cards)
        decisions += ["stand"] if hand.total < 21 else []
    return decisions


def dealer_alone(round: StreamRound, bettor: str, reading: OriginalOnly) -> tuple[Card, ...]:
    """The cards that the Dealer would have had against this terminal alone."""
    position, hands = round.positions[bettor], round.area(bettor).hands
    natural = hands[0].blackjack
    out = position.surrendered or position.even_money
    if not out and any(not hand.bust and not hand.blackjack for hand in hands):
        return round.dealer
    may_be_blackjack = round.dealer[0].rank in "ATJQK"
    insured = bettor in round.insured and not position.even_money
    bounty = round.opening == cards("KS KS") and "kings-bounty" in position.sides
    refundable = reading == "obo" and not out and (len(hands) > 1 or hands[0].doubled)
    if insured or (may_be_blackjack and (bounty or refundable or (natural and not out))):
        return round.dealer[:2]
    return round.dealer[:1]


def assert_each_settles_as_if_alone(floor: Floor, reading: OriginalOnly) -> None:
    round = floor.round
    settlement = round.settlement()
    memory: dict[tuple[object, ...], BlackjackSettlement] = {}
    for bettor, stakes in floor.stakes.items():
        area = round.area(bettor)
        used = sum(len(hand.cards) for hand in area.hands) - 2
        own = (*round.opening[:1], *round.dealer[:1], *round.opening[1:], *round.stream[:used])
        all_cards = (*own, *dealer_alone(round, bettor, reading)[1:])
        decisions = spelled_out(round, bettor, floor.said[bettor])
        key = (all_cards, tuple(decisions), tuple(stakes.items()))
        if key not in memory:
            memory[key] = settle(read(reading), all_cards, stakes, decisions)
        single = memory[key]
        assert settlement[bettor] == single.lines, bettor
        assert [hand.cards for hand in area.hands] == list(single.hands.values())[:-1], bettor
    assert round.nets() == {bettor: sum(line.net for line in each) for bettor, each in settlement.items()}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.clause("eblackjack 3.8", "eblackjack 3.13.1", "eblackjack 3.18.2", "eblackjack 3.19", "eblackjack 3.20")
@pytest.mark.clause("eblackjack 3.15.5", "eblackjack 4.4", "eblackjack 4.7")
def test_terminals_that_choose_differently_settle_as_each_would_alone(reading: OriginalOnly) -> None:
    terms = Terms.of("e-blackjack", rulings={"R-43": reading})
    for seed in range(150):
        try:
            assert_each_settles_as_if_alone(random_floor(random.Random(seed), 25, terms), reading)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error


@pytest.mark.clause("eblackjack 3.8", "eblackjack 3.13.1", "eblackjack 3.18.2")
def test_two_thousand_terminals_in_one_round_settle_as_each_would_alone() -> None:
    floor = random_floor(random.Random(2_000), 2_000)
    assert len(floor.round.ways) > 20, "they played in many ways"
    assert_each_settles_as_if_alone(floor, "obbo")


@pytest.mark.clause("eblackjack 3.9", "eblackjack 3.18.2")
def test_events_told_again_give_the_same_round() -> None:
    for seed in range(40):
        floor = random_floor(random.Random(seed), 6)
        told = [decode_event(encode(event)) for event in floor.events]
        assert told == floor.events
        assert stream.replay(told) == floor.round
        assert stream.replay(told).settlement() == floor.round.settlement()


@pytest.mark.clause("eblackjack 5.9", "eblackjack 5.1.1")
def test_every_kind_of_event_survives_the_wire() -> None:
    posted = Terms.of("e-blackjack", decks=4, limits={"main": Limits(1_000, 5_000)}, rulings={"R-43": "obo"})
    events: list[AnyEvent] = [
        BetsOpened(terms=posted),
        RoundVoided(clause=Clause("eblackjack 5.1.1")),
        ChoiceMade(bettor="T1", action="split"),
        *decide(bets_open(T1=1_000), WithdrawWager(bettor="T1", wager="main"), Role.PLAYER),
        *decide(bets_open(T1=1_000), LoseTerminal(bettor="T1"), Role.DEALER),
        *decide(opened("8S 6D 8H", T1=1_000), Surrender(bettor="T1"), Role.PLAYER),
        *decide(opened("AS AD KH", T1=1_000), Insure(bettor="T1"), Role.PLAYER),
        *decide(opened("AS AD KH", T1=1_000), TakeEvenMoney(bettor="T1"), Role.PLAYER),
        *decide(opened("8S 6D 8H", T1=1_000), RemoveCuttingCard(), Role.DEALER),
    ]
    for event in events:
        again = decode_event(encode(event))
        assert (again, type(again)) == (event, type(event))


@pytest.mark.clause("eblackjack 6.3")
def test_every_cent_of_a_settlement_cites_a_clause_of_the_document() -> None:
    for seed in range(30):
        floor = random_floor(random.Random(seed), 6)
        for each in floor.round.settlement().values():
            for line in each:
                assert line.clauses, line
                assert all(clause.document is DOCUMENTS["eblackjack"] for clause in line.clauses), line
