"""Section 5 of Electronic Blackjack: what has gone wrong, who may say so, and what follows."""

import msgspec
import pytest

import boxes
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.incidents.late_wagers import late_on_stream as late_wagers
from croupier.games.blackjack.stream.round import decide, evolve, expects
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import preview
from croupier.games.round import Expected, Phase, Role, encode
from croupier.house.stakes import postings
from croupier.refused import Refused
from croupier.rulebook import Clause
from streams import GSM, TERMS, deal, dealt, refusal, says, then


def moments() -> list[StreamRound]:
    """One round at every stage."""
    opened = then(None, m.OpenBets(terms=TERMS), m.PlaceWager(bettor="T1", wager="main", stake=1_000))
    window = dealt("8S 6D 3H")
    card_due = then(window, *says(T1="hit"))
    drawing = then(card_due, *deal("9C"), *says(T1="stand"))
    return [opened, dealt(""), dealt("8S AD 3H"), window, card_due, drawing, then(drawing, *deal("KD 7H"))]


def settled() -> StreamRound:
    return then(moments()[-1], m.Settle())


def offers(round: StreamRound, command: str) -> list[Expected]:
    return [each for each in expects(round) if each.command == command]


def commands(round: StreamRound) -> set[str]:
    return {each.command for each in expects(round)}


def held(round: StreamRound, bettor: str) -> list[str]:
    return [" ".join(hand.cards) for hand in round.area(bettor).hands]


def rebuild(text: str) -> m.Reconstruct:
    return m.Reconstruct(cards=cards(text))


def correct(text: str) -> m.CorrectCards:
    return m.CorrectCards(cards=cards(text))


@pytest.mark.clause("eblackjack 5.1", "eblackjack 5.1.1")
def test_5_1_1_cards_that_do_not_belong_void_the_round_at_any_moment() -> None:
    for round in moments():
        for kind in ("foreign", "extra", "missing", "unshuffled"):
            bad = msgspec.convert({"command": "declare-bad-cards", "kind": kind}, m.DeclareBadCards)
            (event,) = decide(round, bad, Role.PIT_MANAGER)
            assert event == m.RoundVoided(clause=Clause("eblackjack 5.1.1"), by=Role.PIT_MANAGER, why=f"{kind} cards")
            void = evolve(round, event)
            assert (void.nets(), void.shoe_spoiled) == ({"T1": 0}, True)
            assert "needs a Pit Manager" in refusal(round, bad, Role.PIT_SUPERVISOR).reason


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
    assert "include the cards already drawn: 3H" in refusal(round, m.Reconstruct(cards=cards("8S 6D 9H"))).reason
    assert "already placed like that" in refusal(round, m.Reconstruct(cards=round.cards)).reason
    more = then(round, m.Reconstruct(cards=cards("8S 6D 3H KC")))
    assert more.waiting == cards("KC")
    assert "KC is already out" in refusal(then(more, *says(T1="hit")), m.DealCard(card=Card("2C"))).reason


@pytest.mark.clause("eblackjack 5.2")
def test_5_2_each_moment_is_put_right_and_what_lay_there_stays_on_record() -> None:
    for round in moments()[2:]:
        first, second, *rest = round.cards
        swapped = (rest[0], second, first, *rest[1:])
        assert refusal(round, m.Reconstruct(cards=swapped), Role.DEALER).clause == "eblackjack 5.2"
        (event,) = decide(round, m.Reconstruct(cards=swapped), Role.PIT_SUPERVISOR)
        assert isinstance(event, m.CardsReconstructed)
        assert (event.cards, event.was, event.waiting) == (swapped, round.cards, ())
        mended = evolve(round, event)
        assert (mended.phase, mended.opening) == (round.phase, (rest[0], first))
        assert (mended.dealer, mended.staked(), mended.turns) == (round.dealer, round.staked(), round.turns)
        assert mended.history == (round.cards,)
    for round in (moments()[0], moments()[1], settled()):
        assert "reconstruct" not in commands(round)


@pytest.mark.clause("eblackjack 5.2", "eblackjack 3.10.1")
def test_5_2_even_money_does_not_survive_on_what_is_no_blackjack_at_any_moment() -> None:
    offering = then(dealt("AS AD KH"), m.TakeEvenMoney(bettor="T1"))
    for round in (offering, then(offering, m.CloseOffers())):
        no = refusal(round, rebuild("AS AD 9C KH"))
        assert (no.clause, no.reason) == ("R-20", "with these cards that choice was not possible")
        assert refusal(round, rebuild("AS KH AD")).clause == "R-20", "no Ace, no even money"
        still = then(round, rebuild("KH AD AS"))
        assert still.positions["T1"].even_money
    complete = then(offering, m.CloseOffers())
    assert complete.phase is Phase.COMPLETE
    assert then(complete, m.Settle()).nets() == {"T1": 1_000}


@pytest.mark.clause("eblackjack 5.2", "eblackjack 3.11", "eblackjack 3.10.1")
def test_5_2_what_the_right_cards_ask_for_is_offered_while_nothing_has_followed() -> None:
    no_ace = dealt("AD 8S 3H")
    offered = then(no_ace, rebuild("8S AD 3H"))
    assert (offered.phase, commands(offered) >= {"insure", "close-offers"}) == (Phase.OFFERING, True)
    assert then(offered, m.Insure(bettor="T1"), m.CloseOffers()).insured == {"T1": 500}
    complete = dealt("KS 9D AH")
    assert complete.phase is Phase.COMPLETE, "a Blackjack that nothing can equal"
    blackjack = then(complete, rebuild("KS AD AH 9D"))
    assert (blackjack.phase, blackjack.waiting) == (Phase.OFFERING, cards("9D"))
    assert {"insure", "take-even-money"} <= commands(blackjack)
    insured = then(dealt("8S AD KH"), m.Insure(bettor="T1"), m.CloseOffers())
    even = then(insured, rebuild("KH AD AS 8S"))
    assert (even.phase, even.insured) == (Phase.OFFERING, {"T1": 500})
    assert "take-even-money" in commands(even), "nobody had been asked that"
    assert then(insured, rebuild("KH AD 8S")).phase is Phase.PLAYING, "that had been offered, and is closed"


@pytest.mark.clause("eblackjack 5.2")
def test_5_2_r_20_what_it_is_too_late_to_offer_is_referred_at_any_moment() -> None:
    window = dealt("AD 8S 3H")
    locked = then(window, *says(T1="hit"))
    carded = then(locked, *deal("2C"))
    drawing = then(carded, *says(T1="stand"))
    complete = then(drawing, *deal("TC"))
    for round in (locked, carded, drawing, complete):
        first, second, *rest = round.cards
        no = refusal(round, m.Reconstruct(cards=(second, first, *rest)))
        assert (no.clause, no.reason) == ("R-20", "insurance was not offered against this Ace"), round.phase
    blackjack = dealt("KS TD AH")
    assert blackjack.phase is Phase.DRAWING
    drawn = then(blackjack, *deal("9C"))
    assert refusal(drawn, rebuild("KS AH TD 9C")).clause == "R-20"
    assert refusal(drawn, rebuild("KS AD AH TD 9C")).clause == "R-20", "the Dealer's second card is known"


@pytest.mark.clause("eblackjack 5.2", "eblackjack 3.18")
def test_5_2_who_was_never_asked_is_not_played_by_default() -> None:
    round = then(dealt("5S 6D 5H", T1=1_000, T2=1_000), *says(T1="hit", T2="split"), *deal("AC"))
    assert {bettor for each in offers(round, "decide") for bettor in each.bettors or ()} == {"T2"}, "T1 has 21"
    round = then(round, *says(T2="stand"), *deal("9C"))
    no = refusal(round, rebuild("5S 6D 5H 9C AC"))
    assert (no.clause, no.reason) == ("R-20", "T1 was not asked about this hand: refer it to the Gaming Shift Manager")
    silent = then(dealt("2S 6D 3H", T1=1_000, T2=500), *says(T2="stand"), *deal("4C 9C"))
    mended = then(silent, rebuild("2S 6D 3H 9C 4C"))
    assert held(mended, "T1") == ["2S 3H 9C"], "who was asked and said nothing is"
    assert mended.dealer == cards("6D 4C")


@pytest.mark.clause("eblackjack 5.2")
def test_5_2_silence_is_no_choice_that_could_stand_in_the_way() -> None:
    silent = then(dealt("9S KD AH"), m.CloseDecisions())
    assert silent.phase is Phase.DRAWING
    mended = then(silent, rebuild("KD 9S AH"))
    assert (mended.opening_blackjack, mended.phase) == (True, Phase.COMPLETE)
    assert then(mended, m.Settle()).nets() == {"T1": 1_500}
    stood = then(dealt("9S KD AH"), *says(T1="stand"))
    assert refusal(stood, rebuild("KD 9S AH")).clause == "R-20", "that was one"


@pytest.mark.clause("eblackjack 5.2", "eblackjack 3.13.1")
def test_5_2_a_choice_about_one_hand_is_never_taken_for_another() -> None:
    round = then(dealt("TS 6D KH"), *says(T1="split"), *deal("5C"), *says(T1="hit"), *deal("8D AC"))
    assert held(round, "T1") == ["TS 5C 8D", "KH AC"]
    no = refusal(round, rebuild("TS 6D KH AC 5C 8D"))
    assert (no.clause, "not asked about this hand" in no.reason) == ("R-20", True)


@pytest.mark.clause("eblackjack 5.2", "eblackjack 5.3")
def test_5_2_a_wager_that_has_gone_back_stands_in_nobodys_way_and_its_cards_stay_where_they_were() -> None:
    start = dealt("2S 6D 3H", T1=1_000, T2=500)
    round = then(start, *says(T1="hit", T2="stand"), *deal("2C"), *says(T1="hit"), *deal("4C"), *says(T1="stand"))
    full = then(round, *deal("KD 9C"))
    gone = then(full, m.ReturnLateWager(bettor="T1", wager="main", amount=1_000))
    assert "T1" not in gone.positions
    mended = then(gone, rebuild("2S 6D 3H 4C 2C KD 9C"))
    assert (mended.stream, mended.dealer) == (cards("4C 2C"), cards("6D KD 9C")), "the Dealer drew after T1"
    assert (mended.phase, list(mended.positions)) == (Phase.COMPLETE, ["T2"])
    assert then(mended, m.Settle()).nets() == {"T2": 500}
    early = then(start, m.ReturnLateWager(bettor="T1", wager="main", amount=1_000), *says(T2="hit"), *deal("7C"))
    assert held(then(early, rebuild("3H 6D 2S 7C")), "T2") == ["3H 2S 7C"]
    before = then(dealt("2S", T1=1_000, T2=500), m.ReturnLateWager(bettor="T1", wager="main", amount=1_000))
    assert then(before, *deal("6D 3H"), rebuild("3H 6D 2S")).opening == cards("3H 2S")


# A card that is known too early


@pytest.mark.clause("eblackjack 5.5")
def test_5_5_a_card_found_face_up_after_the_first_is_played_as_normal() -> None:
    first = then(dealt(""), *deal("8S"))
    for round, coming in ((first, "6D"), (moments()[4], "9C"), (moments()[5], "KD")):
        (offer,) = offers(round, "find-face-up-card")
        assert (offer.by, offer.clause, offer.options) == (Role.DEALER, "eblackjack 5.5", ())
        found = then(round, m.FindFaceUpCard(card=Card(coming)), by=Role.DEALER)
        assert (found.waiting, found.removed) == (cards(coming), ())
        assert f"{coming} is already out" in refusal(found, m.DealCard(card=Card("2C"))).reason
        assert msgspec.structs.replace(then(found, *deal(coming)), notes=(), before=None) == msgspec.structs.replace(
            then(round, *deal(coming)), before=None
        )
        no = refusal(round, m.FindFaceUpCard(card=Card(coming), course="burn"))
        assert (no.clause, "played as normal" in no.reason) == ("eblackjack 5.5", True)
    for round in (moments()[2], moments()[6], settled()):
        assert "find-face-up-card" not in commands(round)


@pytest.mark.clause("eblackjack 5.5")
def test_r_22_before_the_first_card_of_the_round_a_card_face_up_is_burned_or_played_as_staff_rule() -> None:
    for round in moments()[:2]:
        (offer,) = offers(round, "find-face-up-card")
        assert (offer.by, offer.clause) == (Role.PIT_MANAGER, "R-22")
        assert (offer.options, offer.suggested) == (("burn", "play"), "burn")
        for by in (Role.DEALER, Role.PIT_SUPERVISOR):
            assert refusal(round, m.FindFaceUpCard(card=Card("9C"), course="play"), by).clause == "R-22"
        for said in (m.FindFaceUpCard(card=Card("9C")), m.FindFaceUpCard(card=Card("9C"), course="burn")):
            burned = then(round, said, by=Role.PIT_MANAGER)
            assert (burned.removed, burned.waiting) == (cards("9C"), ())
        played = then(round, m.FindFaceUpCard(card=Card("9C"), course="play"), by=Role.PIT_MANAGER)
        assert (played.removed, played.waiting) == ((), cards("9C"))
        closed = played if played.phase is Phase.DEALING else then(played, m.CloseBets())
        assert "9C is already out" in refusal(closed, m.DealCard(card=Card("2C"))).reason
        assert then(closed, *deal("9C")).opening == cards("9C")


def lying_ready() -> list[StreamRound]:
    """The round after one that drew two cards too much: bets open, and closed."""
    over = then(moments()[-1], rebuild(f"{' '.join(moments()[-1].cards)} 9D 4H"), m.Settle())
    bet = m.PlaceWager(bettor="T1", wager="main", stake=1_000)
    opened = then(over, m.OpenBets(terms=TERMS, waiting=over.waiting), bet)
    return [opened, then(opened, m.CloseBets())]


@pytest.mark.clause("eblackjack 5.5")
def test_r_22_cards_that_lie_ready_are_ruled_on_before_any_card_is_dealt() -> None:
    for round in lying_ready():
        (offer,) = offers(round, "rule-ready-cards")
        assert (offer.by, offer.clause) == (Role.PIT_MANAGER, "R-22")
        assert (offer.options, offer.suggested) == (("burn", "play"), "burn")
        assert not commands(round) & {"deal-card", "find-face-up-card", "declare-drawn-together", "run-out"}
        for by in (Role.DEALER, Role.PIT_SUPERVISOR):
            assert refusal(round, m.RuleReadyCards(course="burn"), by).clause == "R-22"
        burned = then(round, m.RuleReadyCards(course="burn"), by=Role.PIT_MANAGER)
        assert (burned.removed, burned.waiting) == (cards("9D 4H"), ())
        played = then(round, m.RuleReadyCards(course="play"), by=Role.PIT_MANAGER)
        assert (played.removed, played.waiting) == ((), cards("9D 4H"))
        assert refusal(played, m.RuleReadyCards(course="burn")), "that was ruled"
    opened, closed = lying_ready()
    no = refusal(closed, m.DealCard(card=Card("9D")))
    assert (no.clause, "burn or play them first" in no.reason) == ("R-22", True)
    assert then(closed, m.RuleReadyCards(course="play"), *deal("9D 4H")).cards == cards("9D 4H")
    assert then(opened, m.RuleReadyCards(course="burn"), m.CloseBets(), *deal("2C")).cards == cards("2C")


def test_r_22_a_round_told_before_cards_were_ruled_on_is_told_the_same() -> None:
    told = evolve(lying_ready()[1], m.decode_event(b'{"event": "card-dealt", "card": "9D", "box": 1}'))
    assert (told.opening, told.waiting, told.unruled) == (cards("9D"), cards("4H"), False)


@pytest.mark.clause("eblackjack 5.6")
def test_5_6_a_card_to_the_dealers_complete_hand_goes_away_and_the_total_before_it_stands() -> None:
    complete = moments()[-1]
    after = then(complete, m.RemoveDealerCard(card=Card("2C")), by=Role.DEALER)
    assert (after.dealer_hand.total, after.removed) == (23, cards("2C"))
    for opening, drawn, total in (("TS 7D 9H", "TC", 17), ("TS AD 9H", "6C", 17), ("TS 9D TH", "TC", 19)):
        stood = dealt(opening)
        stood = then(stood, *([m.CloseOffers()] if stood.phase is Phase.OFFERING else []), *says(T1="stand"))
        assert "remove-dealer-card" not in commands(stood), "not complete"
        on = then(stood, *deal(drawn))
        assert (on.phase, on.dealer_hand.total) == (Phase.COMPLETE, total)
        (offer,) = offers(on, "remove-dealer-card")
        assert (offer.by, offer.clause, offer.options) == (Role.DEALER, "eblackjack 5.6", ())
        removed = then(on, m.RemoveDealerCard(card=Card("4C")), by=Role.DEALER)
        assert (removed.dealer, removed.removed, removed.phase) == (on.dealer, cards("4C"), Phase.COMPLETE)
        assert then(removed, m.Settle()).nets() == then(on, m.Settle()).nets(), "by the total before it"
    assert refusal(then(dealt("TS 6D 9H"), *says(T1="stand")), m.RemoveDealerCard(card=Card("4C"))), "not complete"
    assert refusal(settled(), m.RemoveDealerCard(card=Card("4C")))
    too_many = then(dealt("TS 9D TH"), *says(T1="stand"), *deal("TC"))
    for _ in range(TERMS.decks):
        too_many = then(too_many, m.RemoveDealerCard(card=Card("4C")))
    assert refusal(too_many, m.RemoveDealerCard(card=Card("4C"))).clause == "eblackjack 2.1"


@pytest.mark.clause("eblackjack 5.6")
def test_5_6_the_card_that_waits_is_the_one_to_go() -> None:
    stood = then(dealt("TS 7D 9H"), *says(T1="stand"), m.DeclareDrawnTogether(cards=cards("TC 4C 5C"), known=True))
    on_17 = then(stood, *deal("TC"))
    assert (on_17.phase, on_17.waiting) == (Phase.COMPLETE, cards("4C 5C"))
    assert [each.options for each in offers(on_17, "remove-dealer-card")] == [("4C",)]
    for other in ("5C", "2H"):
        no = refusal(on_17, m.RemoveDealerCard(card=Card(other)))
        assert (no.clause, no.reason) == ("eblackjack 5.6", f"4C is already out: remove it, not {other}")
    after = then(on_17, m.RemoveDealerCard(card=Card("4C")))
    assert (after.removed, after.waiting) == (cards("4C"), cards("5C"))
    assert then(after, m.Settle()).nets() == {"T1": 1_000}


@pytest.mark.clause("eblackjack 5.7")
def test_5_7_cards_drawn_at_once_in_a_known_order_are_keyed_in() -> None:
    for round, text in ((dealt(""), "8S 6D 3H"), (moments()[4], "2C 9C"), (moments()[5], "KD 7H")):
        (offer,) = (each for each in offers(round, "declare-drawn-together") if each.options == ("known",))
        assert (offer.by, offer.clause) == (Role.PIT_SUPERVISOR, "eblackjack 5.7")
        drawn = m.DeclareDrawnTogether(cards=cards(text), known=True)
        assert refusal(round, drawn, Role.DEALER).clause == "eblackjack 5.7"
        due = then(round, drawn, by=Role.PIT_SUPERVISOR)
        assert due.waiting == cards(text)
        first, second, *_ = text.split()
        assert f"{first} is already out" in refusal(due, m.DealCard(card=Card(second))).reason
        assert "declare-drawn-together" not in commands(due)
        once = then(due, *deal(first))
        assert once.waiting == cards(text)[1:]
        assert msgspec.structs.replace(once, waiting=(), before=None) == msgspec.structs.replace(
            then(round, *deal(first)), before=None
        ), "as if they had come one by one"
    due = then(moments()[4], m.DeclareDrawnTogether(cards=cards("2C 9C"), known=True))
    after = then(due, *deal("2C"), *says(T1="hit"), *deal("9C"))
    assert (held(after, "T1"), after.waiting) == (["8S 3H 2C 9C"], ())
    assert "two or more" in refusal(moments()[4], m.DeclareDrawnTogether(cards=cards("2C"), known=True)).reason


@pytest.mark.clause("eblackjack 5.8")
def test_5_8_an_order_that_nobody_knows_voids_the_round_and_the_cards_are_out() -> None:
    drawn = m.DeclareDrawnTogether(cards=cards("2C 9C"), known=False)
    for round in (moments()[1], moments()[4], moments()[5]):
        seen, voided = decide(round, drawn, Role.PIT_MANAGER)
        assert isinstance(seen, m.CardsDiscarded)
        assert isinstance(voided, m.RoundVoided)
        void = evolve(evolve(round, seen), voided)
        assert (void.void, void.nets(), void.phase) == ("eblackjack 5.8", {"T1": 0}, Phase.VOID)
        assert (void.removed, void.waiting, void.cards) == (cards("2C 9C"), (), round.cards)
        assert not void.shoe_spoiled
        assert refusal(round, drawn, Role.PIT_SUPERVISOR).clause == "eblackjack 5.8"
        (unseen,) = decide(round, m.DeclareDrawnTogether(cards=(), known=False), Role.PIT_MANAGER)
        assert isinstance(unseen, m.RoundVoided)
    for round in (moments()[0], moments()[2], moments()[6], settled()):
        assert "declare-drawn-together" not in commands(round), "no card is due"


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
            "needs a Gaming Shift Manager"
            in refusal(round, m.Refer(reason="a flood", effect="void"), Role.PIT_MANAGER).reason
        )
    empty = then(moments()[4], m.RunOut())
    assert (empty.void, empty.nets()) == ("R-13", {"T1": 0})


@pytest.mark.clause("eblackjack 5.3")
def test_r_29_in_a_settled_round_too_whatever_the_main_wager_came_to() -> None:
    over = then(dealt("TS 9D 8H", T1=1_000, T2=500), *says(T1="stand", T2="stand"), *deal("TC"), m.Settle())
    assert over.nets() == {"T1": -1_000, "T2": -500}
    assert late_wagers(over) == [("T1", "main", 1_000), ("T2", "main", 500)]
    (offer,) = offers(over, "return-late-wager")
    assert (offer.by, offer.bettors, offer.wagers) == (Role.PIT_SUPERVISOR, ("T1", "T2"), ("main",))
    assert (offer.least, offer.most) == (100, 1_000)
    some = then(over, m.ReturnLateWager(bettor="T1", wager="main", amount=400))
    assert some.nets() == {"T1": -600, "T2": -500}
    gone = then(over, m.ReturnLateWager(bettor="T1", wager="main", amount=1_000))
    assert gone.nets() == {"T2": -500}


@pytest.mark.clause("eblackjack 6.1")
def test_6_1_a_settled_round_that_is_ruled_void_undoes_everything() -> None:
    over = settled()
    ruling, voided = decide(over, m.Refer(reason="a marked deck", effect="void"), GSM)
    void = evolve(evolve(over, ruling), voided)
    assert (void.phase, void.nets()) == (Phase.VOID, {"T1": 0})
    moved = postings("B1", 1, over, voided, void)
    assert [(each.source, each.destination, each.cents) for each in moved] == [("terminal:T1", "win:B1", 1_000)]
    seen = preview(decide, evolve, over, m.Refer(reason="a marked deck", effect="void"), GSM)
    assert seen.nets == {"T1": (1_000, 0)}
    assert then(over, m.Refer(reason="a marked deck", effect="stands")).nets() == {"T1": 1_000}
    assert commands(over) == {"correct-cards", "return-late-wager", "correct-display", "refer"}


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_a_wrong_display_changes_nothing_but_the_record_and_r_23_choices_stand() -> None:
    for round in (*moments(), settled()):
        after = then(round, m.CorrectDisplay(said="a Jack for a King"), by=Role.DEALER)
        assert msgspec.structs.replace(after, notes=(), before=None) == msgspec.structs.replace(round, before=None)
        assert [note.said for note in after.notes if isinstance(note, m.DisplayCorrected)] == ["a Jack for a King"]


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_a_card_that_was_read_wrongly_is_put_right_at_any_moment_by_a_supervisor() -> None:
    for round in (dealt("8S"), *moments()[2:], settled()):
        (offer,) = offers(round, "correct-cards")
        assert (offer.by, offer.clause, offer.irregular) == (Role.PIT_SUPERVISOR, "eblackjack 6.3", True)
        right = (Card("8D"), *round.cards[1:])
        (event,) = decide(round, m.CorrectCards(cards=right), Role.PIT_SUPERVISOR)
        assert isinstance(event, m.CardsCorrected)
        assert (event.cards, event.was, event.waiting) == (right, round.cards, ())
        after = evolve(round, event)
        assert (after.phase, after.cards, after.history) == (round.phase, right, (round.cards,))
        assert (after.turns, after.staked()) == (round.turns, round.staked())
        assert refusal(round, m.CorrectCards(cards=right), Role.DEALER).clause == "eblackjack 6.3"
        assert refusal(round, m.CorrectCards(cards=round.cards)).reason == "the record already has these cards"
        for wrong in (right[:-1], (*right, Card("2C"))):
            assert "list all of them" in refusal(round, m.CorrectCards(cards=wrong)).reason
    for round in moments()[:2]:
        assert "correct-cards" not in commands(round), "no card is out"


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_r_23_what_was_chosen_stands_and_the_result_follows_the_cards_that_were_dealt() -> None:
    shown = dealt("6S 6D 5H", T1=1_000, T2=500)
    round = then(shown, *says(T1="double", T2="stand"), *deal("9C"))
    really = then(round, correct("9S 6D 5H 9C"))
    assert (held(really, "T1"), really.positions["T1"].doubles) == (["9S 5H 9C"], {0: 1_000}), "the double stands"
    assert (really.phase, held(really, "T2")) == (Phase.DRAWING, ["9S 5H"])
    over = then(round, *deal("KD 2C"), m.Settle())
    assert over.nets() == {"T1": 2_000, "T2": -500}
    after = then(over, correct("6S 6D 5H 9C KD 9D"))
    assert (after.phase, after.nets()) == (Phase.SETTLED, {"T1": 2_000, "T2": 500}), "the Dealer was bust"
    (event,) = decide(over, correct("6S 6D 5H 9C KD 9D"), Role.PIT_SUPERVISOR)
    moved = postings("B1", 1, over, event, after)
    assert [(each.source, each.destination, each.cents) for each in moved] == [("win:B1", "terminal:T2", 1_000)]


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_the_right_cards_may_ask_for_more_or_fewer_than_came() -> None:
    drawing = then(dealt("TS 6D 9H"), *says(T1="stand"), *deal("KD 3C"))
    assert drawing.phase is Phase.COMPLETE
    more = then(drawing, correct("TS 5D 9H AD AC"))
    assert (more.phase, more.dealer_hand.total) == (Phase.COMPLETE, 17)
    more = then(drawing, correct("TS 2D 9H KD 3C"))
    assert more.phase is Phase.DRAWING, "fifteen draws on"
    fewer = then(drawing, correct("TS 7D 9H KD 3C"))
    assert (fewer.phase, fewer.dealer, fewer.waiting) == (Phase.COMPLETE, cards("7D KD"), cards("3C"))
    over = then(drawing, m.Settle())
    no = refusal(over, correct("TS 2D 9H KD 3C"))
    assert (no.clause, "refer it to the Gaming Shift Manager" in no.reason) == ("eblackjack 6.1", True)
    gone = then(over, correct("TS 7D 9H KD 3C"))
    assert (gone.phase, gone.waiting, gone.removed) == (Phase.SETTLED, (), cards("3C"))
    assert gone.nets() == {"T1": 1_000}
    assert then(over, correct("TS 6D 2H KD 3C")).nets() == {"T1": -1_000}, "a stand on twelve stands"


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_r_23_a_choice_that_was_not_open_over_the_right_cards_is_referred() -> None:
    split = then(dealt("8S 6D 8H"), *says(T1="split"), *deal("3C"))
    assert refusal(split, correct("8S 6D 9H 3C")).clause == "R-20", "8 and 9 cannot be split"
    for round, taken in (
        (dealt("8S AD 3H"), m.Insure(bettor="T1")),
        (dealt("AS AD KH"), m.TakeEvenMoney(bettor="T1")),
    ):
        for then_on in ([], [m.CloseOffers()]):
            answered = then(round, taken, *then_on)
            first, _, third = answered.cards
            assert refusal(answered, m.CorrectCards(cards=(first, Card("9D"), third))).clause == "R-20", "no Ace"
    paid = then(dealt("AS AD KH"), m.TakeEvenMoney(bettor="T1"), m.CloseOffers(), m.Settle())
    assert refusal(paid, correct("AS AD 9H")).clause == "R-20", "no Blackjack"
    stood = then(dealt("9S 6D 8H"), *says(T1="stand"))
    assert refusal(stood, correct("AS 6D KH")).clause == "R-20", "a Blackjack is not asked"
    hit = then(dealt("9S 6D 8H"), *says(T1="hit"), *deal("2C"))
    assert refusal(hit, correct("AS 6D KH 2C")).clause == "R-20"


@pytest.mark.clause("eblackjack 6.3", "eblackjack 3.11")
def test_6_3_an_ace_that_was_not_seen_is_offered_against_while_nothing_has_followed() -> None:
    window = dealt("8S 6D 3H")
    assert then(window, correct("8S AD 3H")).phase is Phase.OFFERING
    for round in (then(window, *says(T1="hit")), then(window, *says(T1="hit"), *deal("2C"))):
        first, _, *rest = round.cards
        assert refusal(round, m.CorrectCards(cards=(first, Card("AD"), *rest))).clause == "R-20"
    no_ace = then(dealt("8S AD 3H"), correct("8S 6D 3H"))
    assert (no_ace.phase, no_ace.insured) == (Phase.PLAYING, {}), "nobody had answered yet"


@pytest.mark.clause("eblackjack 6.3", "eblackjack 5.3")
def test_6_3_a_wager_that_has_gone_back_leaves_every_card_where_it_was() -> None:
    round = then(dealt("2S 6D 3H", T1=1_000, T2=500), *says(T1="hit", T2="stand"), *deal("2C"), *says(T1="hit"))
    over = then(round, *deal("KC"), *says(T1="stand"), *deal("KD 9C"), m.Settle())
    gone = then(over, m.ReturnLateWager(bettor="T1", wager="main", amount=1_000))
    right = then(gone, correct("2S 6D 3H 2C KH KD 9C"))
    assert (right.stream, right.dealer) == (cards("2C KH"), cards("6D KD 9C"))
    assert (right.phase, right.nets()) == (Phase.SETTLED, {"T2": 500})
    insured = then(dealt("TS AD 9H", T1=1_000, T2=500), m.Insure(bettor="T1"), m.CloseOffers())
    bust = then(insured, *says(T1="hit", T2="hit"), *deal("KC"), *deal("5C"))
    assert bust.phase is Phase.COMPLETE, "for the insurance alone"
    left = then(bust, m.ReturnLateWager(bettor="T1", wager="main", amount=1_000))
    assert then(left, correct("TS AD 9H KC 6C")).dealer == cards("AD 6C"), "it was drawn for T1"


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_a_card_that_came_with_the_cutting_card_is_taken_back_and_the_cutting_card_stays_out() -> None:
    for round in (dealt("8S 6D"), dealt("8S 6D 3H"), then(dealt("8S 6D 3H"), *says(T1="stand"), *deal("KD"))):
        cut = then(round, m.RemoveCuttingCard())
        last = round.cards[-1]
        assert [each.options for each in offers(cut, "take-back-card")] == [(last,)]
        back = then(cut, m.TakeBackCard(card=last), by=Role.DEALER)
        assert (back.cards, back.cut_after) == (round.cards[:-1], len(round.cards))
        assert "remove-cutting-card" not in commands(back), "it is out"
        assert then(back, m.DealCard(card=last)).cut_after == len(round.cards)
    assert refusal(then(dealt("8S 6D 3H"), *says(T1="hit"), m.RemoveCuttingCard()), m.TakeBackCard(card=Card("3H")))


# The dealing side fails, and terminals do


@pytest.mark.clause("eblackjack 5.9")
def test_r_09_where_the_dealing_side_is_down_the_shift_manager_rules_and_is_proposed_what_is_right() -> None:
    proposed = {
        "": "void",
        "TS": "void",
        "9S": "void",
        "8S": "resume",
        "TS 6D": "void",
        "TS 6D 9H": "resume",
        "TS AD 9H": "resume",
    }
    for text, course in proposed.items():
        (offer,) = offers(dealt(text), "interrupt")
        assert (offer.by, offer.clause, offer.irregular) == (GSM, "R-09", True)
        assert (offer.options, offer.suggested) == (("void", "resume"), course), text
        for by in (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER):
            assert refusal(dealt(text), m.Interrupt(), by).clause == "R-09"
    for round in moments()[3:]:
        assert offers(round, "interrupt")[0].suggested == "resume"
    for round in (moments()[0], settled()):
        assert "interrupt" not in commands(round), "nothing is dealt there"


@pytest.mark.clause("eblackjack 5.9", "eblackjack 4.4")
def test_r_09_and_r_07_one_card_decides_kings_bounty_where_no_other_makes_twenty_of_it() -> None:
    decided = {rank: dealt(f"{rank}S").established() for rank in "A23456789TJQK"}
    assert {rank for rank, is_decided in decided.items() if is_decided} == set("2345678")
    assert not any(dealt(text).established() for text in ("", "KS 6D", "9S AD"))
    assert all(dealt(text).established() for text in ("KS 6D KS", "9S 6D 2H", "AS AD KH")), "two decide every one"


@pytest.mark.clause("eblackjack 5.9")
def test_r_09_void_gives_everything_back_and_nothing_said_is_as_proposed() -> None:
    for round in moments()[1:]:
        ruling, voided = decide(round, m.Interrupt(course="void"), GSM)
        assert isinstance(ruling, m.RulingGiven)
        assert (ruling.effect, ruling.clause) == ("void", "R-09")
        void = evolve(evolve(round, ruling), voided)
        assert (void.void, void.nets(), void.shoe_spoiled) == ("R-09", {"T1": 0}, False)
        assert decide(round, m.Interrupt(), GSM) == decide(
            round, m.Interrupt(course="resume" if round.established() else "void"), GSM
        )


@pytest.mark.clause("eblackjack 5.9", "eblackjack 3.18", "eblackjack 3.18.1")
def test_r_09_and_r_88_resumed_what_was_chosen_stands_and_the_choice_that_was_missed_is_the_default() -> None:
    window = dealt("2S 6D 3H", T1=1_000, T2=500, T3=500)
    cut_short = then(window, m.Decide(bettor="T1", action="double"), m.Surrender(bettor="T2"))
    ruling, going_on = decide(cut_short, m.Interrupt(course="resume"), GSM)
    assert isinstance(ruling, m.RulingGiven)
    assert (ruling.effect, ruling.clause, ruling.by) == ("stands", "R-09", GSM)
    assert isinstance(going_on, m.PlayResumed)
    resumed = evolve(evolve(cut_short, ruling), going_on)
    assert (resumed.phase, resumed.waits_for_card()) == (Phase.PLAYING, True)
    assert resumed.positions["T1"].doubles == {0: 1_000}
    assert resumed.positions["T2"].surrendered
    assert resumed.area("T3").hands[0].alone
    after = then(resumed, *deal("4C 9C"))
    assert (held(after, "T1"), held(after, "T3")) == (["2S 3H 4C"], ["2S 3H 4C 9C"]), "to hard twelve or more"
    assert refusal(resumed, m.Decide(bettor="T3", action="hit"), Role.PLAYER).clause == "eblackjack 3.17"


@pytest.mark.clause("eblackjack 5.9", "eblackjack 3.11")
def test_r_09_resumed_what_was_not_insured_is_not_and_later_windows_are_open_to_who_is_there() -> None:
    offering = then(dealt("8S AD 3H", T1=1_000, T2=500), m.Insure(bettor="T1"))
    resumed = then(offering, m.Interrupt(course="resume"))
    assert (resumed.phase, resumed.insured) == (Phase.PLAYING, {"T1": 500})
    assert {bettor for each in offers(resumed, "decide") for bettor in each.bettors or ()} == {"T1", "T2"}
    for round in (dealt("8S"), moments()[4], moments()[5], moments()[6]):
        same = then(round, m.Interrupt(course="resume"))
        assert msgspec.structs.replace(same, notes=(), before=None) == msgspec.structs.replace(round, before=None)
    again = then(then(dealt("8S 6D 3H"), *says(T1="hit")), m.Interrupt(course="resume"), *deal("2C"))
    assert again.options("T1") == ("stand", "hit"), "nothing was missed"


@pytest.mark.clause("eblackjack 5.9")
def test_5_9_only_who_has_a_wager_can_lose_a_terminal_and_only_who_has_lost_it_finds_it() -> None:
    for round in (then(moments()[0], m.PlaceWager(bettor="T2", wager="main", stake=500)), dealt("8S", T1=100, T2=100)):
        assert [each.bettors for each in offers(round, "lose-terminal")] == [("T1", "T2")]
        assert offers(round, "find-terminal") == []
        one = then(round, m.LoseTerminal(bettor="T1"), by=Role.DEALER)
        assert [each.bettors for each in offers(one, "lose-terminal")] == [("T2",)]
        assert [each.bettors for each in offers(one, "find-terminal")] == [("T1",)]
        for command in (m.LoseTerminal(bettor="T1"), m.LoseTerminal(bettor="T3"), m.FindTerminal(bettor="T2")):
            assert refusal(one, command).clause == "eblackjack 5.9"
        assert evolve(one, m.TerminalLost(bettor="T1")).lost == ("T1",), (
            "who is told of twice is back when told of once"
        )
        gone = then(one, m.LoseTerminal(bettor="T2"))
        assert offers(gone, "lose-terminal") == []
        assert (gone.positions, gone.phase, gone.staked()) == (round.positions, round.phase, round.staked())
        found = then(gone, m.FindTerminal(bettor="T2"), m.FindTerminal(bettor="T1"), by=Role.DEALER)
        assert msgspec.structs.replace(found, before=None) == msgspec.structs.replace(round, before=None)


@pytest.mark.clause("eblackjack 5.9", "eblackjack 5.9.1")
def test_5_9_a_terminal_that_is_back_before_the_window_closes_decides_like_everybody() -> None:
    window = then(dealt("2S 6D 3H", T1=1_000, T2=500), m.LoseTerminal(bettor="T1"))
    back = then(window, m.FindTerminal(bettor="T1"), m.Decide(bettor="T1", action="double"))
    assert (back.lost, back.choices) == ((), {"T1": "double"})
    heard = then(window, m.Decide(bettor="T1", action="double"))
    assert heard.lost == (), "a terminal that speaks is back"
    offering = then(dealt("AS AD KH", T1=1_000, T2=500), m.LoseTerminal(bettor="T1"), m.LoseTerminal(bettor="T2"))
    betting = then(moments()[0], m.LoseTerminal(bettor="T1"))
    spoken: list[tuple[StreamRound, m.AnyCommand]] = [
        (window, m.Surrender(bettor="T1")),
        (betting, m.PlaceWager(bettor="T1", wager="main", stake=2_000)),
        (offering, m.Insure(bettor="T1")),
        (offering, m.TakeEvenMoney(bettor="T1")),
    ]
    for round, said in spoken:
        assert then(round, said).lost == round.lost[1:], "and so it is with whatever it says; others stay lost"
    late = then(window, m.CloseDecisions(), m.FindTerminal(bettor="T1"))
    assert late.area("T1").hands[0].alone, "the default choice is locked"
    no = refusal(late, m.Decide(bettor="T1", action="hit"), Role.PLAYER)
    assert no.clause == "eblackjack 3.17"
    split = then(dealt("8S 6D 8H"), *says(T1="split"), *deal("9C"), m.LoseTerminal(bettor="T1"), m.CloseDecisions())
    second = then(split, *deal("3C"), m.FindTerminal(bettor="T1"))
    assert second.options("T1") == ("stand", "hit", "double"), "its next hand is its own again"


def test_what_a_round_offers_says_for_whom_and_by_which_clauses() -> None:
    side = m.PlaceWager(bettor="T2", wager="kings-bounty", stake=200)
    opened = then(moments()[0], m.PlaceWager(bettor="T2", wager="main", stake=500), side)
    assert [(each.bettors, each.wagers) for each in offers(opened, "withdraw-wager")] == [
        (("T1",), ("main",)),
        (("T2",), ("main", "kings-bounty")),
    ]
    closed = then(opened, m.CloseBets(), *deal("8S"))
    (void,) = offers(closed, "void-round")
    assert void.clauses == ("eblackjack 5.1.1", "eblackjack 5.8")
    for clause in void.clauses:
        assert then(closed, m.VoidRound(clause=Clause(str(clause))), by=Role.PIT_MANAGER).void == clause
    assert late_wagers(closed) == [("T1", "main", 1_000), ("T2", "main", 500), ("T2", "kings-bounty", 200)]
    drawn = then(closed, m.DeclareDrawnTogether(cards=cards("3D 2H"), known=True))
    assert offers(drawn, "run-out") == [], "cards wait"
    (empty,) = offers(closed, "run-out")
    assert (empty.by, empty.clause, empty.irregular) == (GSM, "R-13", True)
    assert then(closed, m.RunOut()).shoe_spoiled


@pytest.mark.parametrize("name", ["lucky-8", "dueling-8s"])
def test_a_round_on_boxes_tells_of_its_shoe_too(name: str) -> None:
    round = boxes.closed(name)
    assert not round.shoe_spoiled
    assert boxes.then(round, m.DeclareBadCards(kind="extra")).shoe_spoiled
    assert not boxes.then(round, m.Refer(reason="a flood", effect="void")).shoe_spoiled
    machine = boxes.bets_open(name, hand_shuffled=False)
    bet = m.PlaceWager(bettor="Ann", box=1, wager="main", stake=1_000)
    assert boxes.then(machine, bet, m.CloseBets(), m.RunOut()).shoe_spoiled


def test_what_was_kept_before_is_read_as_it_was_and_what_is_new_takes_no_byte_of_it() -> None:
    kept = b'{"event":"round-voided","clause":"eblackjack 5.1.1","by":"pit-manager","why":"extra cards"}'
    assert encode(m.decode_event(kept)) == kept
    face = b'{"event":"face-up-card-found","card":"9C","burned":true,"clause":"R-22","by":"pit-manager"}'
    assert encode(m.decode_event(face)) == face
    opened = b'{"command":"interrupt"}'
    assert m.decode_command(opened) == m.Interrupt()
    assert m.decode_command(b'{"command":"find-face-up-card","card":"9C"}') == m.FindFaceUpCard(card=Card("9C"))


@pytest.mark.clause("eblackjack 6.2")
def test_6_2_the_record_says_in_which_position_somebody_acted() -> None:
    for by in (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, GSM):
        (event,) = decide(dealt("6D 8S 3H"), m.Reconstruct(cards=cards("8S 6D 3H")), by)
        assert isinstance(event, m.CardsReconstructed)
        assert event.by is by


def test_what_belongs_to_a_table_with_boxes_does_not_happen_here() -> None:
    with pytest.raises(Refused, match="deal-confirmed does not happen in e-blackjack"):
        evolve(dealt("TS 7D 6H"), m.DealConfirmed())


def _apart(second_window: dict[str, str]) -> StreamRound:
    """T1 hits two Fives, T3 splits them, and in the next window both are asked."""
    pair = dealt("5S 7D 5H", T1=1_000, T3=1_000)
    return then(pair, *says(T1="hit", T3="split"), *deal("6C"), *says(**second_window))


@pytest.mark.clause("eblackjack 6.3")
def test_6_3_r_23_a_choice_of_one_who_is_not_asked_over_the_right_cards_is_referred_and_silence_is_not() -> None:
    right = m.CorrectCards(cards=cards("5S 7D 5H AC"))
    assert refusal(_apart({"T1": "stand", "T3": "hit"}), right).clause == "R-20", "twenty-one takes no decision"
    corrected = then(_apart({"T3": "hit"}), right)
    assert corrected.area("T1").hands[0].cards == cards("5S 5H AC")
    assert corrected.area("T3").called, "what the other chose stands"


@pytest.mark.clause("eblackjack 6.3", "eblackjack 5.3")
def test_6_3_who_had_left_before_a_card_came_does_not_get_it_over_the_right_cards() -> None:
    asked = then(dealt("TS 7D 6H", T1=1_000, T2=1_000), *says(T1="stand", T2="hit"))
    left = then(asked, m.ReturnLateWager(bettor="T2", wager="main", amount=1_000), *deal("KD"))
    assert (left.dealer, left.phase) == (cards("7D KD"), Phase.COMPLETE), "nobody waits for a card but the Dealer"
    right = then(left, m.CorrectCards(cards=cards("TS 8D 6H KD")))
    assert (right.dealer, right.stream, right.phase) == (cards("8D KD"), (), Phase.COMPLETE)


@pytest.mark.clause("eblackjack 5.3", "eblackjack 6.3")
def test_r_29_who_left_when_the_round_was_over_has_left_it_also_over_cards_of_which_it_takes_fewer() -> None:
    played = then(dealt("KC 7D 8H", T1=1_000, T2=500), *says(T1="stand", T2="stand"), *deal("2D 8C"), m.Settle())
    gone = then(played, m.ReturnLateWager(bettor="T2", wager="main", amount=500))
    assert gone.gone["T2"].cards == 5
    after = then(gone, m.CorrectCards(cards=cards("KC 7D 8H KD 8C")))
    assert (after.dealer, set(after.positions)) == (cards("7D KD"), {"T1"})


@pytest.mark.clause("eblackjack 5.3", "eblackjack 6.3")
def test_r_29_insurance_of_who_left_is_not_there_again_over_the_right_cards() -> None:
    ace = dealt("KC AD 8H", T1=1_000, T2=600)
    both = then(ace, m.Insure(bettor="T1"), m.Insure(bettor="T2"), m.CloseOffers())
    gone = then(both, m.ReturnLateWager(bettor="T2", wager="main", amount=600))
    after = then(gone, m.CorrectCards(cards=cards("KC AD 9H")))
    assert (set(after.positions), after.insured) == ({"T1"}, {"T1": 500})
