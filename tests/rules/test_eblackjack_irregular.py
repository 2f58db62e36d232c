"""Section 5 of Electronic Blackjack: what has gone wrong, who may say so, and what follows."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import Card, cards, shuffled
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.stream import Stream, decide, evolve, expects, replay
from croupier.games.round import Expected, Phase, Role, encode
from croupier.refused import Refused
from croupier.rulebook import Clause
from play import command as usual_command
from streams import GSM, TERMS, deal, dealt, refusal, says, then


def moments() -> list[Stream]:
    """One round at every stage."""
    opened = then(None, m.OpenBets(terms=TERMS), m.PlaceWager(bettor="T1", wager="main", stake=1_000))
    window = dealt("8S 6D 3H")
    card_due = then(window, *says(T1="hit"))
    drawing = then(card_due, *deal("9C"), *says(T1="stand"))
    return [opened, dealt(""), dealt("8S AD 3H"), window, card_due, drawing, then(drawing, *deal("KD 7H"))]


@pytest.mark.clause("eblackjack 5.1", "eblackjack 5.1.1")
def test_5_1_1_cards_that_do_not_belong_void_the_round_at_any_moment() -> None:
    for round in moments():
        for kind in ("foreign", "extra", "missing", "unshuffled"):
            bad = msgspec.convert({"command": "declare-bad-cards", "kind": kind}, m.DeclareBadCards)
            (event,) = decide(round, bad, Role.PIT_MANAGER)
            assert event == m.RoundVoided(clause=Clause("eblackjack 5.1.1"), by=Role.PIT_MANAGER, why=f"{kind} cards")
            assert evolve(round, event).nets() == {"T1": 0}
            assert "needs a pit-manager" in refusal(round, bad, Role.PIT_SUPERVISOR).reason


@pytest.mark.clause("eblackjack 5.1.2")
def test_5_1_2_a_round_that_is_over_stands() -> None:
    over = then(moments()[-1], m.Settle())
    assert refusal(over, m.DeclareBadCards(kind="extra"))
    assert over.nets() == {"T1": 1_000}


@pytest.mark.clause("eblackjack 5.2")
def test_5_2_cards_dealt_wrongly_are_put_where_they_belong() -> None:
    wrong = dealt("6D 8S 3H")
    mended = then(wrong, m.Reconstruct(cards=cards("8S 6D 3H")), by=Role.PIT_SUPERVISOR)
    assert (mended.opening, mended.dealer, mended.history) == (cards("8S 3H"), cards("6D"), (cards("6D 8S 3H"),))
    assert then(mended, *says(T1="hit"), *deal("9C"), *says(T1="stand"), *deal("KD 7H"), m.Settle()).nets() == {
        "T1": 1_000
    }


@pytest.mark.clause("eblackjack 5.2")
def test_5_2_what_was_chosen_stands_over_the_mended_cards() -> None:
    round = then(dealt("8S 6D 3H", T1=1_000, T2=500), *says(T1="double", T2="hit"), *deal("7C"), *says(T2="stand"))
    mended = then(round, m.Reconstruct(cards=cards("8S 6D 3H 9C 7C")))
    assert mended.phase is Phase.DRAWING
    assert mended.area("T1").hands[0].cards == mended.area("T2").hands[0].cards == cards("8S 3H 9C")
    assert mended.dealer == cards("6D 7C")
    assert then(mended, *deal("KH"), m.Settle()).nets() == {"T1": 2_000, "T2": 500}


@pytest.mark.clause("eblackjack 5.2")
def test_r_20_choices_that_cannot_stand_are_referred() -> None:
    split = then(dealt("8S 6D 8H"), *says(T1="split"), *deal("3C"))
    assert refusal(split, m.Reconstruct(cards=cards("8S 6D 3C 8H"))).clause == "R-20", "8 and 3 cannot be split"
    insured = then(dealt("8S AD 3H"), m.Insure(bettor="T1"), m.CloseOffers())
    assert refusal(insured, m.Reconstruct(cards=cards("AD 8S 3H"))).clause == "R-20", "no Ace, no insurance"
    played = then(dealt("AD 8S 3H"), *says(T1="hit"), *deal("9C"))
    assert refusal(played, m.Reconstruct(cards=cards("8S AD 3H 9C"))).clause == "R-20", "insurance was never offered"
    early = then(dealt("AD 8S 3H"), m.Reconstruct(cards=cards("8S AD 3H")))
    assert early.phase is Phase.OFFERING, "nothing was chosen yet, so it is offered now"


@pytest.mark.clause("eblackjack 5.2")
def test_5_2_only_the_very_same_cards_are_put_right_and_the_rest_is_next_in_the_shoe() -> None:
    round = dealt("8S 6D 3H")
    assert "must be among them: 3H" in refusal(round, m.Reconstruct(cards=cards("8S 6D 9H"))).reason
    assert "lie like that already" in refusal(round, m.Reconstruct(cards=round.cards)).reason
    more = then(round, m.Reconstruct(cards=cards("8S 6D 3H KC")))
    assert more.waiting == cards("KC")
    assert "KC is out already" in refusal(then(more, *says(T1="hit")), m.DealCard(card=Card("2C"))).reason


@pytest.mark.clause("eblackjack 5.5")
def test_5_5_a_card_found_face_up_is_played_as_normal_and_r_22_burned_before_the_first() -> None:
    due = moments()[4]
    found = then(due, m.FindFaceUpCard(card=Card("9C")), by=Role.DEALER)
    assert "9C is out already" in refusal(found, m.DealCard(card=Card("2C"))).reason
    assert then(found, *deal("9C")).area("T1").hands[0].total == 20
    early = then(moments()[0], m.FindFaceUpCard(card=Card("9C")), by=Role.PIT_MANAGER)
    assert (early.removed, early.waiting) == (cards("9C"), ())


@pytest.mark.clause("eblackjack 5.6")
def test_5_6_a_card_to_the_dealers_complete_hand_goes_away_and_the_total_before_it_stands() -> None:
    complete = moments()[-1]
    after = then(complete, m.RemoveDealerCard(card=Card("2C")), by=Role.DEALER)
    assert (after.dealer_hand.total, after.removed) == (23, cards("2C"))
    on_17 = then(dealt("TS 7D 9H"), *says(T1="stand"), *deal("TC"))
    assert then(on_17, m.RemoveDealerCard(card=Card("4C")), m.Settle()).nets() == {"T1": 1_000}
    soft = then(dealt("TS AD 9H"), m.CloseOffers(), *says(T1="stand"), *deal("6C"))
    assert then(soft, m.RemoveDealerCard(card=Card("4C")), m.Settle()).nets() == {"T1": 1_000}
    assert refusal(then(dealt("TS 6D 9H"), *says(T1="stand")), m.RemoveDealerCard(card=Card("4C"))), "not complete"


@pytest.mark.clause("eblackjack 5.7")
def test_5_7_cards_drawn_at_once_in_a_known_order_are_keyed_in() -> None:
    due = then(moments()[4], m.DeclareDrawnTogether(cards=cards("2C 9C"), known=True), by=Role.PIT_SUPERVISOR)
    after = then(due, *deal("2C"), *says(T1="hit"), *deal("9C"))
    assert after.area("T1").hands[0].cards == cards("8S 3H 2C 9C")
    assert after.waiting == ()
    assert "two or more" in refusal(moments()[4], m.DeclareDrawnTogether(cards=cards("2C"), known=True)).reason


@pytest.mark.clause("eblackjack 5.8")
def test_5_8_an_order_that_nobody_knows_voids_the_round() -> None:
    drawn = m.DeclareDrawnTogether(cards=cards("2C 9C"), known=False)
    for round in (moments()[1], moments()[4], moments()[5]):
        void = then(round, drawn, by=Role.PIT_MANAGER)
        assert (void.void, void.nets()) == ("eblackjack 5.8", {"T1": 0})
        assert refusal(round, drawn, Role.PIT_SUPERVISOR).clause == "eblackjack 5.8"


@pytest.mark.clause("eblackjack 5.3")
def test_r_29_a_late_wager_goes_back_whether_it_won_or_lost_with_all_that_was_staked_on_it() -> None:
    sides = m.PlaceWager(bettor="T1", wager="bet-the-set-21", stake=200)
    bets = [m.PlaceWager(bettor=name, wager="main", stake=1_000) for name in ("T1", "T2")]
    round = then(None, m.OpenBets(terms=TERMS), *bets, sides, m.CloseBets(), *deal("8S 6D 8H"))
    round = then(round, *says(T1="split", T2="double"), *deal("3C"), *says(T1="double"), *deal("KC KD"))
    round = then(round, *says(T1="stand"), *deal("KH 9S"), m.Settle())
    assert round.nets() == {"T1": 2_000 + 1_000 + 2_000, "T2": 2_000}
    back = m.ReturnLateWager(bettor="T1", wager="main", amount=400)
    assert then(round, back).nets() == {"T1": 1_200 + 600 + 2_000, "T2": 2_000}
    gone = then(round, m.ReturnLateWager(bettor="T1", wager="main", amount=1_000))
    assert gone.nets() == {"T2": 2_000}, "no main wager, no side wager"
    for wager, amount in (("main", 1_100), ("main", 50), ("kings-bounty", 100), ("main", 0)):
        assert refusal(round, m.ReturnLateWager(bettor="T1", wager=wager, amount=amount)).clause == "eblackjack 5.3"


@pytest.mark.clause("eblackjack 6.1")
def test_6_1_what_no_clause_covers_is_the_gaming_shift_managers_and_r_13_an_empty_shoe_too() -> None:
    for round in moments():
        void = then(round, m.Refer(reason="a flood", effect="void"))
        assert (void.void, void.nets()) == ("eblackjack 6.1", {"T1": 0})
        assert then(round, m.Refer(reason="a flood", effect="stands")).phase is round.phase
        assert (
            "needs a gaming-shift-manager"
            in refusal(round, m.Refer(reason="a flood", effect="void"), Role.PIT_MANAGER).reason
        )
    empty = then(moments()[4], m.RunOut())
    assert (empty.void, empty.nets()) == ("R-13", {"T1": 0})


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_a_wrong_display_changes_nothing_but_the_record_and_r_23_choices_stand() -> None:
    for round in moments():
        after = then(round, m.CorrectDisplay(said="a Jack for a King"), by=Role.DEALER)
        assert msgspec.structs.replace(after, notes=(), before=None) == msgspec.structs.replace(round, before=None)


@pytest.mark.clause("eblackjack 6.2")
def test_6_2_the_record_says_in_which_position_somebody_acted() -> None:
    for by in (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, GSM):
        (event,) = decide(dealt("6D 8S 3H"), m.Reconstruct(cards=cards("8S 6D 3H")), by)
        assert isinstance(event, m.CardsReconstructed)
        assert event.by is by


class Table:
    """A table at which things go wrong at random."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.shoe = chance, shuffled(TERMS.shoe, chance)
        self.events: list[m.AnyEvent] = decide(None, m.OpenBets(terms=TERMS), Role.DEALER)
        self.round = replay(self.events)

    def steps(self) -> Iterator[Stream]:
        for number in range(300):
            offers = expects(self.round)
            usual = [
                each for each in offers if not each.irregular and each.command not in ("void-round", "withdraw-wager")
            ]
            odd = [each for each in offers if each.irregular]
            if self.round.phase is Phase.BETTING:
                usual = [each for each in usual if (each.command == "close-bets") is (number > 6)]
            if not usual and (not odd or self.chance.random() < 0.5):
                return
            offer = self.chance.choice(odd if odd and (not usual or self.chance.random() < 0.1) else usual)
            try:
                events = decide(self.round, self.command(offer), offer.by)
            except Refused as refused:
                # Only cards that cannot be rebuilt, or lie right already, are refused; they may be referred.
                if refused.clause not in ("R-20", "eblackjack 5.2"):
                    raise
                self.shoe = self.kept
                continue
            for event in events:
                self.round = evolve(self.round, event)
                self.events.append(event)
            yield self.round

    def command(self, offer: Expected) -> m.AnyCommand:
        round, chance = self.round, self.chance
        self.kept = list(self.shoe)
        match offer.command:
            case "deal-card":
                return m.DealCard(card=round.waiting[0] if round.waiting else self.shoe.pop())
            case "declare-bad-cards":
                return m.DeclareBadCards(kind="missing")
            case "find-face-up-card":
                return m.FindFaceUpCard(card=self.shoe.pop())
            case "remove-dealer-card":
                return m.RemoveDealerCard(card=round.waiting[0] if round.waiting else self.shoe.pop())
            case "declare-drawn-together":
                drawn = (self.shoe.pop(), self.shoe.pop())
                return m.DeclareDrawnTogether(cards=drawn, known=offer.options == ("known",))
            case "reconstruct":
                order = [*round.cards, *round.waiting, self.shoe.pop()]
                chance.shuffle(order)
                return m.Reconstruct(cards=tuple(order))
            case "take-back-card":
                self.shoe.insert(0, round.cards[-1])
                return m.TakeBackCard(card=round.cards[-1])
            case "return-late-wager":
                bettor = chance.choice(offer.bettors or ())
                return m.ReturnLateWager(bettor=bettor, wager="main", amount=round.positions[bettor].original)
            case "correct-display":
                return m.CorrectDisplay(said="something else")
            case "refer":
                return m.Refer(reason="nobody knows", effect=chance.choice(["void", "stands"]))
            case "run-out":
                return m.RunOut()
            case _:
                return usual_command(offer, TERMS, chance, self.shoe[-1])


@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_whatever_goes_wrong_no_card_vanishes_money_is_conserved_and_the_round_can_end(chance: random.Random) -> None:
    table = Table(chance)
    full = Counter(table.shoe)
    for round in table.steps():
        unseen = [event for event in table.events if isinstance(event, m.RoundVoided) and "not known" in event.why]
        out = Counter((*round.cards, *round.waiting, *round.removed))
        assert not full - out - Counter(table.shoe) or unseen, "a card is in a hand, waiting, discarded or in the shoe"
        assert not out + Counter(table.shoe) - full, "no card is in two places"
        if round.phase is Phase.VOID:
            assert set(round.nets().values()) <= {0}
        if round.phase is Phase.SETTLED:
            staked, nets = round.staked(), round.nets()
            assert staked.keys() == nets.keys()
            assert all(staked[name] + net >= 0 for name, net in nets.items())
        assert round.phase is Phase.VOID or "refer" in {each.command for each in expects(round)}
    assert replay(table.events) == table.round
    assert replay([m.decode_event(encode(event)) for event in table.events]) == table.round
