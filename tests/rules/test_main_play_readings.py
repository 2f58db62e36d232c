"""Every reading of how blackjack hands are played: a round goes differently, and alike at a table and as a record.

A round of Ann alone is written as a record: its cards in dealing order, and what she decides. It is played at a table
too, card by card as the round asks for them, and must come to the same lines.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.allocation import Claim, share
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.family import BOXES, SHARED, BoxFamily, SharedFamily
from croupier.games.blackjack.hand import Action
from croupier.games.blackjack.recorded import BlackjackSettlement, settle
from croupier.games.blackjack.variants import DUELING_8S, E_BLACKJACK, LUCKY_8, Blackjack
from croupier.games.catalogue import game
from croupier.games.form import Form
from croupier.games.round import Expected, Phase, Role
from croupier.games.terms import Terms
from croupier.refused import Refused
from croupier.rulebook import Ruling

BOTH = ("lucky-8", "e-blackjack")
with_blackjack = pytest.mark.parametrize("name", BOTH)
OFFERS = {"insure": m.Insure, "even-money": m.TakeEvenMoney, "surrender": m.Surrender}
DECIDED: tuple[Action, ...] = ("stand", "hit", "double", "split")


class Live:
    """A table at which Ann plays alone, on the first box or terminal."""

    def __init__(self, name: str, readings: str, stakes: Mapping[str, int]) -> None:
        rules = read(name, readings)
        self.family: BoxFamily | SharedFamily = BOXES if rules.boxes else SHARED
        self.round: Any = None
        self.tell(m.OpenBets(terms=Terms.of(name, rulings=rules.readings.changes)))
        self.tell(*(m.PlaceWager(bettor="Ann", wager=wager, stake=stake) for wager, stake in stakes.items()))
        self.tell(m.CloseBets())

    def tell(self, *commands: Any) -> None:
        for command in commands:
            player = hasattr(command, "bettor")
            for event in self.family.decide(self.round, command, Role.PLAYER if player else Role.DEALER):
                self.round = self.family.evolve(self.round, event)

    @property
    def open_to(self) -> dict[str, Expected]:
        return {each.command: each for each in reversed(self.family.expects(self.round))}

    def decides(self, word: str) -> None:
        action, _, amount = word.partition(":")
        extra = int(amount) if amount else None
        if action in OFFERS:
            self.tell(m.Insure(bettor="Ann", stake=extra) if action == "insure" else OFFERS[action](bettor="Ann"))
            return
        [decision] = [each for each in DECIDED if each == action]
        self.tell(m.Decide(bettor="Ann", action=decision, amount=extra))

    def plays(self, dealt: list[Card], decisions: list[str]) -> None:
        """Give cards and decisions, each when the round asks for it, until it is settled."""
        while self.round.phase is not Phase.SETTLED:
            usual = self.open_to
            offered = [word for word in decisions[:1] if word.partition(":")[0] in OFFERS]
            if self.round.phase is Phase.OFFERING and not offered:
                self.tell(m.CloseOffers())
            elif self.round.phase is Phase.OFFERING or "decide" in usual:
                self.decides(decisions.pop(0))
                if "close-decisions" in usual:
                    self.tell(m.CloseDecisions())
            elif "deal-card" in usual:
                self.tell(m.DealCard(card=dealt.pop(0)))
            else:
                self.tell(m.ConfirmDeal() if "confirm-deal" in usual else m.Settle())
        assert (dealt, decisions) == ([], [])


def read(name: str, readings: str) -> Blackjack:
    found = game(name, readings)
    assert isinstance(found, Blackjack)
    return found


def played(name: str, readings: str, text: str, decisions: str = "", **sides: int) -> BlackjackSettlement:
    """A round at a table and as a record, which must settle to the same lines."""
    stakes = {"main": 1_000, **{side.replace("_", "-"): stake for side, stake in sides.items()}}
    record = settle(read(name, readings), cards(text), stakes, decisions.split())
    live = Live(name, readings, stakes)
    live.plays(list(cards(text)), decisions.split())
    settled = live.round.settlement()["Ann"]
    assert (settled[1] if isinstance(live.round, BoxRound) else settled) == record.lines
    assert live.round.nets() == {"Ann": record.total}
    return record


def nets(name: str, readings: str, text: str, decisions: str = "", **sides: int) -> Mapping[str, int]:
    return played(name, readings, text, decisions, **sides).net


def refused(name: str, readings: str, text: str, decisions: str = "", **sides: int) -> Refused:
    with pytest.raises(Refused) as caught:
        settle(read(name, readings), cards(text), {"main": 1_000, **sides}, decisions.split())
    return caught.value


# What a Dealer Blackjack takes of doubled and split stakes

NO_BUST = "8S TD 8H TC 9C AS", "split stand stand"
FIRST_BUST = "8S TD 8H 7C KC TC AS", "split hit stand"
SECOND_BUST = "8S TD 8H TC 7C KC AS", "split stand hit"
TWO_ALIVE = "8S TD 8H 7C KC 8C TC 9C AS", "split hit split stand stand"
DOUBLED = "6S TD 5H 2C AS", "double"


@with_blackjack
@pytest.mark.parametrize(
    ("letter", "lost"),
    [
        ("a", (1_000, 1_000, 2_000, 1_000, 1_000)),
        ("b", (1_000, 2_000, 2_000, 2_000, 1_000)),
        ("c", (1_000, 1_000, 1_000, 1_000, 1_000)),
        ("d", (2_000, 2_000, 2_000, 3_000, 1_000)),
    ],
)
def test_r_43_what_a_dealer_blackjack_takes_under_each_reading(name: str, letter: str, lost: tuple[int, ...]) -> None:
    for (text, decisions), expected in zip((NO_BUST, FIRST_BUST, SECOND_BUST, TWO_ALIVE, DOUBLED), lost, strict=True):
        assert nets(name, f"R-43={letter}", text, decisions) == {"main": -expected}, text


@with_blackjack
def test_r_42_and_r_43_a_cap_of_one_stake_is_the_same_whatever_is_taken_of_hands_and_never_one_of_each(
    name: str,
) -> None:
    for letter in "abc":
        for text, decisions in (NO_BUST, FIRST_BUST, SECOND_BUST, TWO_ALIVE, DOUBLED):
            assert nets(name, f"R-42=b R-43={letter}", text, decisions) == {"main": -1_000}
    with pytest.raises(Refused, match=r"R-42 = b contradicts R-43 = d"):
        game(name, "R-42=b R-43=d")


@pytest.mark.parametrize(("letter", "lost"), [("a", 1_000), ("b", 1_250), ("c", 1_500)])
def test_r_44_what_a_dealer_blackjack_leaves_of_a_double_for_less(letter: str, lost: int) -> None:
    assert nets("lucky-8", f"R-44={letter}", "6S TD 5H 2C AS", "double:500") == {"main": -lost}
    assert nets("lucky-8", f"R-44={letter}", "6S TD 5H 2C AS", "double") == {"main": -1_000}, "doubled in full"
    split = "8S TD 8H 3C 9C TC AS", "split double:500 stand"
    assert nets("lucky-8", f"R-44={letter}", *split) == {"main": -lost}


def test_r_44_a_double_of_which_a_share_comes_back_is_of_an_amount_that_pays_exactly() -> None:
    usual, shares = read("lucky-8", ""), read("lucky-8", "R-44=b")
    assert (usual.unit_of_double(1_000, 2), shares.unit_of_double(1_000, 2), shares.unit_of_double(7, 1)) == (2, 100, 7)
    assert (
        "a multiple of 1.00 from 1.00 to 10.00, not 4.50"
        in refused("lucky-8", "R-44=b", "6S TD 5H 2C AS", "double:450").reason
    )
    live = Live("lucky-8", "R-44=b", {"main": 1_000})
    live.tell(*(m.DealCard(card=Card(card)) for card in ("6S", "TD", "5H")), m.ConfirmDeal(), m.CloseOffers())
    offer = live.open_to["decide"]
    form = live.family.form(offer, live.round)
    assert isinstance(form, Form)
    assert {field.step for field in form.fields if field.name == "amount"} == {100}
    assert (offer.least, offer.most) == (100, 1_000)
    with pytest.raises(Refused):
        live.decides("double:450")


# Blackjack


@with_blackjack
def test_r_45_a_blackjack_against_a_ten_waits_or_is_paid_at_once(name: str) -> None:
    assert nets(name, "R-45=a", "AS TD KH AC") == {"main": 0}
    assert nets(name, "R-45=b", "AS TD KH") == {"main": 1_500}
    assert refused(name, "R-45=b", "AS TD KH AC").clause == read(name, "").law.dealer_stops
    assert nets(name, "R-45=b", "AS AD KH TC") == {"main": 0}, "an Ace is waited for under either reading"


@with_blackjack
def test_r_46_a_blackjack_outranks_an_ordinary_21_or_stands_off_with_it(name: str) -> None:
    assert nets(name, "R-46=a", "AS 7D KH") == {"main": 1_500}
    assert nets(name, "R-46=b", "AS 7D KH 5C 9C") == {"main": 0}
    assert nets(name, "R-46=b", "AS 7D KH TC") == {"main": 1_500}
    ordinary = "9S TD 5H 7C AC", "hit"
    assert nets(name, "R-46=a", *ordinary) == {"main": -1_000}
    assert nets(name, "R-46=b", *ordinary) == {"main": 0}
    assert nets(name, "R-46=b", "6S TD 5H KC AC", "double") == {"main": 0}, "all that was added stands off too"


@with_blackjack
def test_r_45_and_r_46_a_blackjack_paid_at_once_waits_for_no_ordinary_21_either(name: str) -> None:
    assert nets(name, "R-45=b R-46=b", "AS 7D KH") == {"main": 1_500}
    assert nets(name, "R-45=b R-46=b", "AS AD KH 5C 5D") == {"main": 0}


@pytest.mark.parametrize(
    ("other", "lost"), [("R-43=a", 0), ("R-43=b", 1_000), ("R-43=c", 1_000), ("R-43=d", 1_000), ("obo", 1_000)]
)
def test_r_43_and_r_46_a_hand_that_stands_off_is_not_the_one_whose_stake_is_taken(other: str, lost: int) -> None:
    """The first of two hands is 21, the second 18: only the reading that looks at the first takes nothing."""
    text, decisions = "TS TD KH AC 8C AS", "split stand"
    assert nets("lucky-8", f"R-46=b {other}", text, decisions) == {"main": -lost}


@with_blackjack
def test_r_61_even_money_is_for_an_ace_or_for_any_first_card(name: str) -> None:
    for up in ("TD", "6D"):
        assert refused(name, "R-61=a", f"AS {up} KH", "even-money").clause
        even = played(name, "R-61=b", f"AS {up} KH", "even-money")
        assert (even.net, [line.outcome for line in even.lines]) == ({"main": 1_000}, ["Even money"])
    assert nets(name, "R-61=b", "AS TD KH AC") == {"main": 0}, "declined"
    assert refused(name, "R-61=b R-45=b", "AS TD KH", "even-money"), "a Blackjack that is paid has nothing to choose"
    assert refused(name, "R-61=b", "9S TD KH 7C", "even-money")


# Surrender


@with_blackjack
def test_r_48_a_dealer_blackjack_takes_a_surrendered_half_alone_or_the_other_too(name: str) -> None:
    assert nets(name, "R-48=a", "TS TD 6H", "surrender") == {"main": -500}
    assert nets(name, "R-48=b", "TS TD 6H AC", "surrender") == {"main": -1_000}
    assert nets(name, "R-48=b", "TS TD 6H 5C", "surrender") == {"main": -500}, "and no third card is needed"
    assert nets(name, "R-48=b", "TS 9D 6H", "surrender") == {"main": -500}


@with_blackjack
def test_r_48_the_half_that_may_still_be_taken_is_in_play(name: str) -> None:
    for letter, in_play in (("a", 0), ("b", 500)):
        live = Live(name, f"R-48={letter}", {"main": 1_000})
        live.tell(*(m.DealCard(card=Card(card)) for card in ("TS", "TD", "6H")))
        if name == "lucky-8":
            live.tell(m.ConfirmDeal())
        live.tell(m.Surrender(bettor="Ann"))
        if name == "e-blackjack":
            live.tell(m.CloseDecisions())
        standing = live.family.standing(live.round, "Ann")
        assert (standing.in_play, standing.net) == (in_play, -500)


@pytest.mark.parametrize("name", ["lucky-8", "dueling-8s"])
def test_r_49_surrender_is_a_phase_before_play_or_a_choice_of_the_bettor_in_turn(name: str) -> None:
    text = {"lucky-8": "TS TD 6H", "dueling-8s": "8H"}[name]
    for letter, phase in (("a", Phase.OFFERING), ("b", Phase.PLAYING)):
        assert nets(name, f"R-49={letter}", text, "surrender") == {"main": -500}
        live = Live(name, f"R-49={letter}", {"main": 1_000})
        live.tell(*(m.DealCard(card=card) for card in cards(text)), m.ConfirmDeal())
        assert (live.round.phase, "surrender" in live.open_to) == (phase, True)
        live.tell(*([m.CloseOffers()] if letter == "a" else []))
        assert ("surrender" in live.open_to) is (letter == "b")
        live.decides("hit")
        assert "surrender" not in live.open_to, "it was the first choice"


def test_r_49_in_turn_nobody_surrenders_before_the_boxes_in_front_have_played() -> None:
    live = tables("R-49=b", ("Ann", 1), ("Bob", 2), ("Cid", 2))
    live.tell(m.CloseBets(), *(m.DealCard(card=card) for card in cards("TS 9S TD 6H 7H")), m.ConfirmDeal())
    with pytest.raises(Refused):
        live.tell(m.Surrender(bettor="Bob", box=2))
    live.tell(m.Decide(bettor="Ann", action="stand"), m.Surrender(bettor="Bob", box=2))
    assert live.open_to["decide"].bettors == ("Cid",), "who is next on the box decides about the hand"
    live.tell(m.Surrender(bettor="Cid", box=2), m.DealCard(card=Card("7C")), m.Settle())
    assert live.round.nets() == {"Ann": -1_000, "Bob": -500, "Cid": -500}


# The Dealer's cards


@with_blackjack
def test_r_52_the_dealer_draws_for_any_wager_for_main_wagers_alone_or_always(name: str) -> None:
    bust = "TS AD 6H KC", "insure hit"
    assert nets(name, "R-52=a", f"{bust[0]} TC", bust[1]) == {"main": -1_000, "insurance": 1_000}
    assert nets(name, "R-52=b", *bust) == {"main": -1_000, "insurance": -500}
    assert nets(name, "R-52=c", f"{bust[0]} 2C 8C", bust[1]) == {"main": -1_000, "insurance": -500}
    assert nets(name, "R-52=b", "TS AD 6H TC", "insure stand") == {"main": -1_000, "insurance": 1_000}, "for the main"
    for letter, more in (("a", ""), ("b", ""), ("c", " 3C 2C 5C")):
        assert nets(name, f"R-52={letter}", f"TS 7D 6H KC{more}", "hit") == {"main": -1_000}


def test_r_52_two_kings_of_spades_have_the_dealer_draw_or_are_paid_as_without_a_blackjack() -> None:
    text, decisions = "KS TD KS", "surrender"
    sides = {"kings_bounty": 100}
    assert nets("e-blackjack", "R-52=a", f"{text} AC", decisions, **sides) == {"main": -500, "kings-bounty": 100_000}
    assert nets("e-blackjack", "R-52=b", text, decisions, **sides) == {"main": -500, "kings-bounty": 10_000}
    stood = nets("e-blackjack", "R-52=b", f"{text} AC", "stand", **sides)
    assert stood == {"main": -1_000, "kings-bounty": 100_000}


def test_r_77_the_dealer_of_dueling_8s_draws_for_an_open_wager_or_always() -> None:
    assert nets("dueling-8s", "R-77=a", "6H KC", "hit") == {"main": -1_000}
    assert nets("dueling-8s", "R-77=b", "6H KC 4C 5C", "hit") == {"main": -1_000}
    assert nets("dueling-8s", "R-77=b", "6H 4C 5C", "surrender") == {"main": -500}
    assert refused("dueling-8s", "R-77=b", "6H KC", "hit")


# Splitting


@with_blackjack
def test_r_54_hands_formed_of_unlike_tens_may_be_doubled_or_only_true_pairs(name: str) -> None:
    unlike, pair = "KS 6D QH 2C 9C TC KD 7C", "KS 6D KH 2C 9C TC KD 7C"
    for letter, text in (("a", unlike), ("a", pair), ("b", pair)):
        assert nets(name, f"R-54={letter}", text, "split double stand") == {"main": 2_000 + 1_000}
    assert "double" in refused(name, "R-54=b", unlike, "split double stand").reason
    assert nets(name, "R-54=b", unlike, "split hit stand") == {"main": 2_000}


@with_blackjack
def test_r_54_the_two_cards_dealt_are_the_pair_whatever_is_split_later(name: str) -> None:
    """A King of a split King and Queen is split again with another King: the opening was no Pair all the same."""
    again = "KS 6D QH KC 2C 9C TC TD KD 7C"
    assert refused(name, "R-54=b", again, "split split double stand stand").clause
    assert nets(name, "R-54=a", again, "split split double stand stand") == {"main": 4_000}


def test_r_55_any_split_hand_may_be_split_again_or_the_first_two_alone() -> None:
    third = "8S 6D 8H 8C 8D TC TD TH TS KD 7C", "split split split stand stand stand stand"
    assert nets("lucky-8", "R-55=a", *third) == {"main": 4_000}
    assert refused("lucky-8", "R-55=b", *third).clause == "lucky8 3.23.2"
    first_two = "8S 6D 8H 8C TC TD 8D TH TS KD 7C", "split split stand stand split stand stand"
    assert nets("lucky-8", "R-55=b", *first_two) == {"main": 4_000}


def test_r_55_three_hands_come_of_the_first_two_under_either_reading() -> None:
    text, decisions = "8S 6D 8H 8C TC TD TH KD 7C", "split split stand stand stand"
    for letter in "ab":
        assert nets("e-blackjack", f"R-55={letter}", text, decisions) == {"main": 3_000}


# Insurance


@with_blackjack
def test_r_58_insurance_outlives_a_bust_hand_or_is_lost_with_it(name: str) -> None:
    bust = "TS AD 6H KC", "insure hit"
    assert nets(name, "R-58=a", f"{bust[0]} TC", bust[1]) == {"main": -1_000, "insurance": 1_000}
    assert nets(name, "R-58=b", *bust) == {"main": -1_000, "insurance": -500}
    split = "8S AD 8H 7C KC TC TD", "insure split hit stand"
    assert nets(name, "R-58=b", *split) == {"main": -1_000, "insurance": -500}, "it lay on the first hand"
    other = "8S AD 8H TC 7C KC TD", "insure split stand hit"
    assert nets(name, "R-58=b", *other) == {"main": -2_000, "insurance": 1_000}


def tables(readings: str, *bettors: tuple[str, int]) -> Live:
    """A table of Lucky 8 with a main wager of 1,000 for each bettor on their box."""
    live = Live.__new__(Live)
    live.family, live.round = BOXES, None
    live.tell(m.OpenBets(terms=Terms.of("lucky-8", rulings=read("lucky-8", readings).readings.changes)))
    live.tell(*(m.PlaceWager(bettor=bettor, wager="main", stake=1_000, box=box) for bettor, box in bettors))
    return live


def test_r_59_one_insures_a_declined_wager_or_several_share_it() -> None:
    def insured(readings: str) -> dict[str, int]:
        live = tables(readings, ("Ann", 1), ("Bob", 2), ("Cid", 3))
        live.tell(m.CloseBets(), *(m.DealCard(card=card) for card in cards("TS 9S 8S AD 9H 8H 7H")), m.ConfirmDeal())
        live.tell(
            m.Insure(bettor="Bob", box=1, owner="Ann", stake=300),
            m.Insure(bettor="Cid", box=1, owner="Ann", stake=300),
            m.CloseOffers(),
        )
        return {each.bettor: each.stake for each in live.round.insured}

    assert insured("R-59=a") == {"Bob": 300}
    assert insured("R-59=b") == {"Bob": 300, "Cid": 200}


def test_r_59_equals_share_what_is_enough_for_both_and_dispute_what_is_not() -> None:
    near, left, right = Claim((1, 2), "Ann"), Claim((2, 1, 0), "Bob"), Claim((2, 1, 0), "Cid")
    asked = {"Ann": 300, "Bob": 300, "Cid": 300}
    assert share(600, [left, right], asked) == ({"Bob": "granted", "Cid": "granted"}, {"Bob": 300, "Cid": 300})
    assert share(599, [left, right], asked) == ({"Bob": "deadlock", "Cid": "deadlock"}, {})
    assert share(1, [left, right], asked) == ({"Bob": "deadlock", "Cid": "deadlock"}, {})
    assert share(0, [left, right], asked) == ({"Bob": "full", "Cid": "full"}, {})
    assert share(300, [left, near], asked) == ({"Ann": "granted", "Bob": "full"}, {"Ann": 300})
    assert share(400, [left, right, near], asked)[0] == {"Ann": "granted", "Bob": "deadlock", "Cid": "deadlock"}
    assert share(400, [left, right], asked, agreed=["Cid"])[1] == {"Cid": 300, "Bob": 100}


def test_r_59_others_top_up_what_the_owner_left() -> None:
    def topped(readings: str) -> list[int]:
        live = tables(readings, ("Ann", 1), ("Bob", 2))
        live.tell(m.CloseBets(), *(m.DealCard(card=card) for card in cards("TS 9S AD 9H 8H")), m.ConfirmDeal())
        live.tell(m.Insure(bettor="Ann", stake=200), m.Insure(bettor="Bob", box=1, owner="Ann"), m.CloseOffers())
        return [each.stake for each in live.round.insured]

    assert topped("R-59=b") == [200, 300]
    with pytest.raises(Refused):
        topped("R-59=a")
    assert nets("lucky-8", "R-59=b", "TS AD 8H TC", "insure:200 stand") == {"main": -1_000, "insurance": 400}


def test_r_60_even_money_returns_the_takers_own_insurance_or_everybodys() -> None:
    for letter, stakes, won in (("a", [400], 800), ("b", [], 0)):
        live = tables(f"R-60={letter}", ("Ann", 1), ("Bob", 2))
        live.tell(m.CloseBets(), *(m.DealCard(card=card) for card in cards("AS 9S AD KH 8H")), m.ConfirmDeal())
        live.tell(m.Insure(bettor="Bob", box=1, owner="Ann", stake=400), m.TakeEvenMoney(bettor="Ann"))
        live.tell(m.CloseOffers(), m.Decide(bettor="Bob", box=2, action="stand"))
        assert [each.stake for each in live.round.insured] == stakes
        live.tell(m.DealCard(card=Card("TC")), m.Settle())
        assert live.round.nets() == {"Ann": 1_000, "Bob": -1_000 + won}
    for letter in "ab":
        own = nets("lucky-8", f"R-60={letter}", "AS AD KH", "insure:500 even-money")
        assert own == {"main": 1_000, "insurance": 0}


def test_r_62_a_side_wager_ranks_its_bettor_on_the_round_or_not() -> None:
    for letter, insurer in (("a", "Zoe"), ("b", "Yan")):
        live = tables(f"R-62={letter}", ("Ann", 1), ("Bob", 2))
        live.tell(m.PlaceWager(bettor="Zoe", wager="pair", stake=100, box=2), m.CloseBets())
        live.tell(*(m.DealCard(card=card) for card in cards("TS 9S AD 9H 8H")), m.ConfirmDeal())
        live.tell(
            m.Insure(bettor="Yan", box=1, owner="Ann", stake=400),
            m.Insure(bettor="Zoe", box=1, owner="Ann", stake=400),
            m.CloseOffers(),
        )
        assert [each.bettor for each in live.round.insured] == [insurer]
    for letter in "ab":
        alone = nets("lucky-8", f"R-62={letter}", "TS AD 8H TC", "insure:200 stand")
        assert alone == {"main": -1_000, "insurance": 400}


# What is no choice


@pytest.mark.parametrize("ruling", ["R-21", "R-47", "R-50", "R-53", "R-57", "R-84", "R-85", "R-86", "R-87", "R-88"])
def test_a_reading_that_no_table_could_be_played_by_says_why(ruling: str) -> None:
    fixed = Ruling(ruling)
    rules = next(each for each in (LUCKY_8, E_BLACKJACK, DUELING_8S) if fixed.concerns(each.document))
    [other, *_] = [letter for letter in fixed.readings if letter != fixed.default]
    with pytest.raises(Refused) as caught:
        game(rules.name, {ruling: other})
    assert (caught.value.clause, fixed.fixed in caught.value.reason) == (ruling, True)
    assert fixed.chinese.fixed
