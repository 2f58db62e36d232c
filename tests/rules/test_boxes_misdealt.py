"""Section 5 of Blackjack Lucky 8 and Dueling 8's 21+: cards on wrong places, found when play has moved on."""

import pytest

from boxes import GSM, OPENING, bets_open, both, closed, deal, held, playing, refusal, says, then
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.irregularity import preview
from croupier.games.round import Expected, Phase, Role, tag
from croupier.games.terms import Terms
from croupier.rulebook import Clause


def hit(who: str, box: int, card: str) -> list[m.AnyCommand]:
    return [m.Decide(bettor=who, box=box, action="hit"), *deal(card)]


def stand(who: str, box: int) -> m.AnyCommand:
    return m.Decide(bettor=who, box=box, action="stand")


def misdeal(card: str, box: int | None = None) -> m.AnyCommand:
    return m.MisdealCard(card=Card(card), box=box)


def offered(round: BoxRound, command: str) -> list[Expected]:
    return [each for each in expects(round) if each.command == command]


def bet(name: str, *wagers: tuple[str, int, str, int]) -> BoxRound:
    placed = [m.PlaceWager(bettor=who, box=box, wager=wager, stake=stake) for who, box, wager, stake in wagers]
    return then(bets_open(name), *placed, m.CloseBets())


# A card on a wrong place


@both
@pytest.mark.clause("lucky8 5.6", "lucky8 5.6.1", "dueling8 5.6", "dueling8 5.6.1")
def test_5_6_1_a_card_told_to_lie_elsewhere_is_put_right_before_play_moves_on(name: str) -> None:
    first, *rest = cards(OPENING[name])
    told = then(closed(name), misdeal(first, 2), *deal(" ".join((*rest, "2C"))), by=Role.DEALER)
    assert (told.phase, told.box(2).dealt) == (Phase.CONFIRMING, (first,))
    assert [each.clause for each in offered(told, "reconstruct")] == [says(name, "5.6.1", "5.6.1")]
    right = then(told, m.Reconstruct(cards=told.dealt), by=Role.PIT_SUPERVISOR)
    assert held(right) == held(then(closed(name), *deal(OPENING[name])))
    assert (right.box(2).cards, right.waiting) == ((), cards("2C")), "R-83, and the last card is the next one"
    assert "already placed like that" in refusal(right, m.Reconstruct(cards=(*right.dealt, *right.waiting))).reason


@both
@pytest.mark.clause("lucky8 5.6", "dueling8 5.6")
def test_5_6_the_deal_goes_on_behind_a_place_that_was_passed_over(name: str) -> None:
    told = then(closed(name), misdeal("9H", 3))
    assert told.next_place == (0 if name == "lucky-8" else None), "box 1 was passed over"
    assert refusal(closed(name), misdeal("9H", 1)).reason == "the card belongs there: deal it"
    again = then(closed(name), *deal("KS"), misdeal("9H", 1))
    assert (again.next_place, again.box(1).dealt) == (3, cards("KS 9H")), "a card too many passes nobody over"
    assert "there is no box 8" in refusal(closed(name), misdeal("9H", 8)).reason
    assert refusal(playing(name), misdeal("9H", 1)), "the initial deal is over"


@both
@pytest.mark.clause("lucky8 5.11", "lucky8 5.13", "dueling8 5.11")
def test_5_13_a_deal_that_was_taken_for_complete_is_rebuilt_before_play_moves_on(name: str) -> None:
    order = OPENING[name].split()
    short = then(closed(name), *deal(" ".join(order[:-1])), m.EndDeal())
    assert short.phase is Phase.CONFIRMING
    assert [each.clause for each in offered(short, "reconstruct")] == [says(name, "5.13", "5.11")]
    again = then(short, m.Reconstruct(cards=short.dealt))
    assert (again.phase, again.next_place) == (Phase.DEALING, 3), "the deal is incomplete"
    assert held(then(again, *deal(order[-1]))) == held(then(closed(name), *deal(OPENING[name])))
    if name == "lucky-8":
        no_dealer = then(closed(name), *deal("TS 9H"), misdeal("7D", 1), *deal("6H"))
        assert (no_dealer.phase, no_dealer.dealer) == (Phase.CONFIRMING, ())
        assert [each.clause for each in offered(no_dealer, "reconstruct")] == ["lucky8 5.11"]
        assert then(no_dealer, m.Reconstruct(cards=no_dealer.dealt)).dealer == cards("7D")


# Found late: put right all the same


@pytest.mark.clause("lucky8 5.6.2", "lucky8 5.12.2")
def test_5_6_2_an_ace_that_is_laid_where_it_belongs_has_not_come_late() -> None:
    blackjacks = then(closed("lucky-8"), *deal("AS AH"), misdeal("KS", 1), *deal("KH"), m.ConfirmDeal())
    late = then(blackjacks, *deal("AD"))
    assert {each.clause for each in offered(late, "insure")} == {"lucky8 5.12.2"}
    right = then(late, m.Reconstruct(cards=cards("AS AH AD KS KH")), by=Role.PIT_SUPERVISOR)
    usual = then(closed("lucky-8"), *deal("AS AH AD KS KH"), m.ConfirmDeal())
    assert offered(right, "insure") == offered(usual, "insure"), "by the clauses of a deal without an error"
    assert offered(right, "take-even-money") == offered(usual, "take-even-money")


@both
@pytest.mark.clause("lucky8 5.6.2", "dueling8 5.6.2")
def test_5_6_2_after_play_moved_on_the_very_same_cards_are_rebuilt_under_the_same_decisions(name: str) -> None:
    order = cards(OPENING[name])
    swapped = (order[1], order[0], *order[2:])
    wrong = then(closed(name), *(m.DealCard(card=card) for card in swapped), m.ConfirmDeal(), m.CloseOffers())
    wrong = then(wrong, *hit("Ann", 1, "2C"), stand("Ann", 1))
    (event,) = decide(wrong, m.Reconstruct(cards=(*order, Card("2C"))), Role.PIT_SUPERVISOR)
    assert isinstance(event, m.CardsReconstructed)
    assert (event.clause, event.was) == (says(name, "5.6.2", "5.6.2"), (*swapped, Card("2C")))
    right = evolve(wrong, event)
    expected = then(playing(name), *hit("Ann", 1, "2C"), stand("Ann", 1))
    assert (right.boxes, right.dealer, right.phase, right.dealt) == (
        expected.boxes,
        expected.dealer,
        expected.phase,
        expected.dealt,
    )
    assert right.history == ((*swapped, Card("2C")),), "the wrong turn stays on record"


@both
@pytest.mark.clause("lucky8 5.6.2", "dueling8 5.6.2")
def test_5_6_2_doubles_and_surrenders_stand_over_the_mended_cards_and_a_card_too_many_is_next(name: str) -> None:
    order = cards(OPENING[name])
    swapped = (*order[:-2], order[-1], order[-2])
    wrong = then(closed(name), *(m.DealCard(card=card) for card in swapped), m.ConfirmDeal())
    wrong = then(wrong, m.Surrender(bettor="Bob", box=3), m.CloseOffers())
    doubled = then(wrong, m.Decide(bettor="Ann", box=1, action="double"), *deal("2C"))
    right = then(doubled, m.Reconstruct(cards=(*order, Card("3C"), Card("2C"))))
    assert right.waiting == cards("2C"), "the Dealer's next"
    area, ann, bob = right.box(1).area, right.box(1).position("Ann"), right.box(3).position("Bob")
    assert area is not None
    assert ann is not None
    assert bob is not None
    assert (area.hands[0].cards[-1], area.hands[0].doubled) == ("3C", True)
    assert (ann.doubles, bob.surrendered) == ({0: 1_000}, True)


@pytest.mark.clause("lucky8 5.6.2")
def test_5_6_2_insurance_splits_and_doubles_are_gone_through_again() -> None:
    dealt = then(closed("lucky-8"), *deal("8S 9H AD 8H 8C"), m.ConfirmDeal(), m.Insure(bettor="Ann", box=1))
    split = then(dealt, m.CloseOffers(), m.Decide(bettor="Ann", box=1, action="split"), *deal("3C"))
    doubled = then(split, m.Decide(bettor="Ann", box=1, action="double"), *deal("KC 9C"), stand("Ann", 1))
    right = then(doubled, m.Reconstruct(cards=cards("8S 9H AD 8H 8C 3C 9C KC")))
    area = right.box(1).area
    assert area is not None
    assert [hand.cards for hand in area.hands] == [cards("8S 3C 9C"), cards("8H KC")]
    assert (right.staked(), right.insured, right.turn) == (doubled.staked(), doubled.insured, right.box(3))
    unlike = m.Reconstruct(cards=cards("8S 9H AD 3C 8C 8H 9C KC"))
    assert refusal(doubled, unlike).clause == "R-20", "8 and 3 do not split"


@pytest.mark.clause("dueling8 5.6.2")
def test_5_6_2_matched_splits_and_ties_on_18_are_gone_through_again() -> None:
    round = bet("dueling-8s", ("Ann", 1, "main", 1_000), ("Ann", 1, "tie-on-18", 100), ("Cid", 1, "main", 500))
    opened = then(round, *deal("8H"), m.ConfirmDeal(), m.CloseOffers())
    split = then(opened, m.Decide(bettor="Ann", box=1, action="split", tie=200), m.MatchSplit(bettor="Cid", box=1))
    matched = then(split, *deal("5C"), *hit("Ann", 1, "KC"))
    right = then(matched, m.Reconstruct(cards=cards("8H KC 5C")))
    area = right.box(1).area
    assert area is not None
    assert [hand.cards for hand in area.hands] == [cards("8S KC 5C"), cards("8H")]
    assert right.staked() == {"Ann": 2_300, "Cid": 1_000}


@both
@pytest.mark.clause("lucky8 5.6.2", "dueling8 5.6.2")
def test_r_20_what_cannot_be_rebuilt_after_play_moved_on_is_referred(name: str) -> None:
    played = then(playing(name), *hit("Ann", 1, "2C"), *hit("Ann", 1, "2D"))
    bust_first = (*played.dealt[:-2], Card("KC"), Card("2C"), Card("2D"))
    assert refusal(played, m.Reconstruct(cards=bust_first)).clause == "R-20", "a bust hand is not hit again"
    for effect, phase in (("void", Phase.VOID), ("stands", played.phase)):
        (offer,) = offered(played, "refer")
        assert offer.by is GSM
        assert then(played, m.Refer(reason="cannot be rebuilt", effect=effect)).phase is phase  # type: ignore[arg-type]
    pulled = then(playing(name), m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2))
    assert not offered(pulled, "reconstruct"), "nobody knows the order"


@pytest.mark.clause("lucky8 5.6.2")
def test_r_20_an_ace_that_nobody_was_offered_insurance_against_is_referred() -> None:
    wrong = then(closed("lucky-8"), *deal("AS 9H 7D 6H 8C"), m.ConfirmDeal(), m.CloseOffers(), *hit("Ann", 1, "2C"))
    assert refusal(wrong, m.Reconstruct(cards=cards("7D 9H AS 6H 8C 2C"))).clause == "R-20"
    early = then(closed("lucky-8"), *deal("AS 9H 7D 6H 8C"), m.ConfirmDeal())
    assert then(early, m.Reconstruct(cards=cards("7D 9H AS 6H 8C"))).shows_ace, "nothing was answered yet"


# The Dealer without a first card


def without_dealer(**wagers: int) -> BoxRound:
    """Ann on box 1 has ten and six, Bob on box 3 nine and eight, and the Dealer nothing."""
    placed = [("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600)]
    sides = [("Ann", 1, wager.replace("_", "-"), stake) for wager, stake in wagers.items()]
    told = then(bet("lucky-8", *placed, *sides), *deal("TS 9H"), misdeal("6H", 1), *deal("8C"), m.ConfirmDeal())
    assert (told.phase, told.dealer) == (Phase.PLAYING, ()), "nobody has noticed, so nothing is offered"
    return told


@pytest.mark.clause("lucky8 5.12")
def test_5_12_a_dealer_without_a_first_card_draws_it_when_it_is_found() -> None:
    round = then(without_dealer(), *hit("Ann", 1, "2C"))
    found = then(round, m.DeclareDealerMissed(), by=Role.PIT_SUPERVISOR)
    first = expects(found)[0]
    assert (first.command, first.box, first.clause) == ("deal-card", None, "lucky8 5.12")
    assert refusal(found, stand("Ann", 1), Role.PLAYER), "the Dealer's card comes first"
    drawn = then(found, *deal("7D"))
    assert (drawn.dealer, drawn.phase) == (cards("7D"), Phase.OFFERING)
    over = then(drawn, m.CloseOffers(), stand("Ann", 1), stand("Bob", 3), *deal("KC"), m.Settle())
    assert over.nets() == {"Ann": 1_000, "Bob": 0}
    assert "needs a Pit Supervisor" in refusal(round, m.DeclareDealerMissed(), Role.DEALER).reason


@pytest.mark.clause("lucky8 5.12")
def test_5_12_at_the_latest_the_dealers_first_card_comes_when_the_players_are_done() -> None:
    done = then(without_dealer(), stand("Ann", 1), stand("Bob", 3))
    assert done.phase is Phase.PLAYING
    assert then(done, *deal("7D"), m.CloseOffers()).phase is Phase.DRAWING


@pytest.mark.clause("lucky8 5.12.1")
def test_5_12_1_the_player_in_turn_may_complete_the_hand_first() -> None:
    found = then(without_dealer(), *hit("Ann", 1, "2C"), m.DeclareDealerMissed())
    (offer,) = offered(found, "finish-hand")
    assert (offer.bettors, offer.clause) == (("Ann",), "lucky8 5.12.1")
    first = then(found, m.FinishHand(bettor="Ann", box=1), by=Role.PLAYER)
    finished = then(first, *hit("Ann", 1, "2D"), stand("Ann", 1))
    assert (finished.turn, finished.first_card_due) == (finished.box(3), True), "Bob waits for the Dealer's card"
    assert refusal(finished, stand("Bob", 3), Role.PLAYER)
    assert then(finished, *deal("7D")).dealer == cards("7D")
    assert refusal(found, m.FinishHand(bettor="Bob", box=3), Role.PLAYER), "Bob's hand is not in play"


@pytest.mark.clause("lucky8 5.12.2")
def test_5_12_2_r_65_surrender_is_offered_to_hands_still_on_two_cards() -> None:
    drawn = then(without_dealer(), *hit("Ann", 1, "2C"), m.DeclareDealerMissed(), *deal("7D"))
    assert [(each.bettors, each.clause) for each in offered(drawn, "surrender")] == [(("Bob",), "lucky8 5.12.2")]
    over = then(drawn, m.Surrender(bettor="Bob", box=3))
    assert over.turn == over.box(1), "nothing more is offered, and Ann plays on"
    assert then(over, stand("Ann", 1), *deal("KC"), m.Settle()).nets() == {"Ann": 1_000, "Bob": -300}


@pytest.mark.clause("lucky8 5.12.2")
def test_5_12_2_r_65_insurance_is_offered_to_every_wager_that_is_not_bust() -> None:
    drawn = then(without_dealer(), *hit("Ann", 1, "2C"), m.DeclareDealerMissed(), *deal("AD"))
    assert {each.owner for each in offered(drawn, "insure")} == {"Ann", "Bob"}
    bust = then(without_dealer(), *hit("Ann", 1, "KC"), m.DeclareDealerMissed(), *deal("AD"))
    assert {each.owner for each in offered(bust, "insure")} == {"Bob"}
    insured = then(drawn, m.Insure(bettor="Ann", box=1), m.CloseOffers(), stand("Ann", 1), stand("Bob", 3))
    assert then(insured, *deal("KH"), m.Settle()).nets() == {"Ann": -1_000 + 1_000, "Bob": -600}


@pytest.mark.clause("lucky8 5.12")
def test_r_65_the_late_card_is_the_dealers_initial_card_for_lucky_8_too() -> None:
    round = then(without_dealer(lucky_8=100), *hit("Ann", 1, "2C"), m.DeclareDealerMissed(), *deal("TD"))
    over = then(round, m.CloseOffers(), stand("Ann", 1), stand("Bob", 3), *deal("7C"), m.Settle())
    assert over.settlement()["Ann"][1][-1].outcome == "Two of a Kind", "a Ten with the Dealer's Ten"


# A box that got no card


def missed(name: str) -> BoxRound:
    """Ann on box 1 was passed over, with Cid behind her and Zoe beside; Bob on box 3 has seventeen, or eighteen."""
    side = "pair" if name == "lucky-8" else "21-plus"
    wagers = [("Ann", 1, "main", 1_000), ("Ann", 1, side, 200), ("Cid", 1, "main", 500), ("Bob", 3, "main", 600)]
    round = bet(name, *wagers, ("Zoe", 1, side, 300))
    told = [misdeal("9H", 3), *deal("7D"), misdeal("8C", 3)] if name == "lucky-8" else [misdeal("KC", 3)]
    return then(round, *told, m.ConfirmDeal(), m.CloseOffers())


@both
@pytest.mark.clause("lucky8 5.14", "dueling8 5.12")
def test_5_14_r_67_a_box_that_got_no_card_gets_all_wagers_of_everybody_back(name: str) -> None:
    round = missed(name)
    clause = says(name, "5.14", "5.12")
    (offer,) = offered(round, "declare-box-missed")
    assert (offer.box, offer.by, offer.clause) == (1, Role.PIT_SUPERVISOR, clause)
    events = decide(round, m.DeclareBoxMissed(box=1), Role.PIT_SUPERVISOR)
    assert [(each.bettor, each.amount) for each in events if isinstance(each, m.PositionReturned)] == [
        ("Ann", 1_200),
        ("Cid", 500),
        ("Zoe", 300),
    ]
    returned = then(round, m.DeclareBoxMissed(box=1))
    assert returned.staked() == {"Bob": 600}
    assert then(returned, stand("Bob", 3), *deal("KD"), m.Settle()).nets() == {"Bob": 0}
    seen = preview(decide, evolve, round, m.DeclareBoxMissed(box=1), GSM).wagers
    assert seen["Cid"] == {"main on 1": "5.00 returned"}
    assert seen["Bob"] == {"main on 3": "stands"}
    assert not offered(then(closed(name), *deal(OPENING[name]), m.ConfirmDeal()), "declare-box-missed")


@both
@pytest.mark.clause("lucky8 5.14", "dueling8 5.12")
def test_5_14_a_missed_box_that_nobody_ever_notices_is_returned_with_the_settlement(name: str) -> None:
    stood = then(missed(name), stand("Bob", 3), *deal("KD"))
    events = decide(stood, m.Settle(), Role.DEALER)
    assert [each.clause for each in events if isinstance(each, m.PositionReturned)] == [says(name, "5.14", "5.12")] * 3
    assert then(stood, m.Settle()).nets() == {"Bob": 0}


# A box without a wager


@both
@pytest.mark.clause("lucky8 5.15", "dueling8 5.13")
def test_5_15_cards_on_a_box_without_a_wager_go_to_the_discards_and_play_goes_on(name: str) -> None:
    round = then(closed(name), misdeal("2C", 2), *deal(OPENING[name]), m.ConfirmDeal(), m.CloseOffers())
    (offer,) = offered(round, "declare-unbet-box")
    assert (offer.box, offer.clause, offer.by) == (2, says(name, "5.15", "5.13"), Role.PIT_SUPERVISOR)
    (event,) = decide(round, m.DeclareUnbetBox(box=2), Role.PIT_SUPERVISOR)
    assert event == m.UnbetBoxCleared(
        box=2, cards=cards("2C"), clause=says(name, "5.15", "5.13"), by=Role.PIT_SUPERVISOR
    )
    after = evolve(round, event)
    assert (after.removed, after.box(2).cards, after.turn) == (cards("2C"), (), after.box(1))
    assert (held(after), after.dealer, after.staked()) == (held(round), round.dealer, round.staked())
    assert after.phase is round.phase, "the round goes on"
    over = then(after, stand("Ann", 1), stand("Bob", 3), *deal("KC"), m.Settle())
    plain = then(playing(name), stand("Ann", 1), stand("Bob", 3), *deal("KC"), m.Settle())
    assert over.nets() == plain.nets(), "and is settled as if they had never lain there"
    assert refusal(after, m.DeclareUnbetBox(box=2)), "they are gone"
    assert not offered(round, "reconstruct"), "this has its own rule"
    early = then(closed(name), misdeal("2C", 2), *deal(OPENING[name]))
    assert not offered(early, "declare-unbet-box"), "R-83: before play moves on the cards are rebuilt"


# A player with one card


def short(*more: tuple[str, int, str, int]) -> BoxRound:
    """Ann on box 1 has one Ten, Bob on box 3 seventeen, and the Dealer a seven."""
    round = bet("lucky-8", ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600), *more)
    return then(round, *deal("TS 9H 7D"), misdeal("8C", 3), m.ConfirmDeal(), m.CloseOffers())


@pytest.mark.clause("lucky8 5.16")
def test_5_16_the_record_names_whose_card_it_is() -> None:
    (event,) = decide(short(("Cid", 1, "main", 500)), m.DeclareShortHand(box=1), Role.PIT_SUPERVISOR)
    assert isinstance(event, m.HandFoundShort)
    assert (event.box, event.bettors) == (1, ("Ann", "Cid"))


@pytest.mark.clause("lucky8 5.16")
def test_5_16_whoever_has_one_card_chooses_before_anything_else_happens() -> None:
    found = then(short(), m.DeclareShortHand(box=1), by=Role.PIT_SUPERVISOR)
    (offer,) = offered(found, "choose-course")
    assert (offer.bettors, offer.options, offer.clause) == (("Ann",), ("act", "withdraw"), "lucky8 5.16")
    assert "completes your first two" in offer.prompt, "R-66: it is shown before the choice"
    assert refusal(found, m.DealCard(card=Card("KC")))
    assert refusal(short(), m.DeclareShortHand(box=3)), "Bob has two"
    gone = then(found, m.DeclareAbsent(bettor="Ann", box=1))
    assert not offered(gone, "choose-course"), "who is not there does not choose"


@pytest.mark.clause("lucky8 5.16.1")
def test_5_16_1_r_66_the_next_card_completes_the_opening_two_for_everything() -> None:
    round = short(("Ann", 1, "pair", 100), ("Ann", 1, "lucky-8", 100))
    acts = then(round, m.DeclareShortHand(box=1), m.ChooseCourse(bettor="Ann", box=1, course="act"))
    (card,) = offered(acts, "deal-card")
    assert (card.box, card.clause) == (1, "lucky8 5.16.1")
    blackjack = then(acts, *deal("AS"), stand("Bob", 3), *deal("KC"), m.Settle())
    assert blackjack.settlement()["Ann"][1][0].outcome == "Blackjack"
    pair = then(acts, *deal("TD"))
    (decision,) = offered(pair, "decide")
    assert decision.options == ("stand", "hit", "double", "split")
    paid = then(pair, stand("Ann", 1), stand("Bob", 3), *deal("KC"), m.Settle()).settlement()["Ann"][1]
    assert [line.outcome for line in paid[1:]] == ["Pair", "Two of a Kind"]
    assert not offered(acts, "declare-short-hand"), "it is declared once"


@pytest.mark.clause("lucky8 5.16.2")
def test_5_16_2_or_the_wager_is_taken_back_and_the_card_discarded() -> None:
    found = then(short(("Ann", 1, "pair", 100), ("Zoe", 1, "pair", 200)), m.DeclareShortHand(box=1))
    left = then(found, m.ChooseCourse(bettor="Ann", box=1, course="withdraw"), by=Role.PLAYER)
    assert (left.staked(), left.removed, left.box(1).cards) == ({"Bob": 600}, cards("TS"), ())
    assert {each.clause for each in left.returned} == {"lucky8 5.16.2"}
    assert left.turn == left.box(3)


@pytest.mark.clause("lucky8 5.16", "lucky8 5.16.2")
def test_5_16_each_bettor_chooses_alone_and_the_card_stays_for_those_who_act() -> None:
    found = then(short(("Cid", 1, "main", 500)), m.DeclareShortHand(box=1))
    assert {each.bettors for each in offered(found, "choose-course")} == {("Ann",), ("Cid",)}
    left = then(found, m.ChooseCourse(bettor="Ann", box=1, course="withdraw"), by=Role.PLAYER)
    acts = then(left, m.ChooseCourse(bettor="Cid", box=1, course="act"), by=Role.PLAYER)
    assert (acts.box(1).cards, acts.staked()) == (cards("TS"), {"Bob": 600, "Cid": 500})
    assert then(acts, *deal("9C")).box(1).controller() == "Cid"


# A player who was passed over


@both
@pytest.mark.clause("lucky8 5.17", "dueling8 5.14")
def test_5_17_where_only_the_next_hand_was_played_its_cards_are_the_next_again(name: str) -> None:
    before = playing(name)
    skipped = then(before, m.SkipBox(box=1), by=Role.DEALER)
    assert skipped.turn == skipped.box(3)
    played = then(skipped, *hit("Bob", 3, "2C"), *hit("Bob", 3, "AD"), stand("Bob", 3))
    (offer,) = offered(played, "declare-skipped")
    assert (offer.box, offer.clause) == (1, says(name, "5.17", "5.14"))
    back = then(played, m.DeclareSkipped(box=1), by=Role.PIT_SUPERVISOR)
    assert (back.boxes, back.waiting, back.phase) == (before.boxes, cards("2C AD"), Phase.PLAYING)
    assert back.turn == back.box(1), "Ann acts, and the cards come again in their order"
    assert "2C is already out" in refusal(then(back, *hit("Ann", 1, "2C")[:1]), deal("3C")[0]).reason
    assert then(back, *hit("Ann", 1, "2C")).waiting == cards("AD")


@both
@pytest.mark.clause("lucky8 5.17", "dueling8 5.14")
def test_5_17_what_the_next_hand_staked_since_goes_back_and_the_dealers_hand_may_be_the_next(name: str) -> None:
    doubled = then(playing(name), m.SkipBox(box=1), m.Decide(bettor="Bob", box=3, action="double"), *deal("2C"))
    assert doubled.staked()["Bob"] == 1_200
    assert then(doubled, m.DeclareSkipped(box=1)).staked()["Bob"] == 600
    last = then(playing(name), stand("Ann", 1), m.SkipBox(box=3), *deal("2C"))
    assert last.dealer[-1] == "2C"
    back = then(last, m.DeclareSkipped(box=3))
    assert (back.dealer, back.waiting, back.turn) == (playing(name).dealer, cards("2C"), back.box(3))


def three(name: str) -> BoxRound:
    """Ann on box 1, Bob on box 3, Cid on box 5, each with a hand to play."""
    round = bet(name, ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600), ("Cid", 5, "main", 500))
    opening = "TS 9H 9D 7D 4H 2S 3S" if name == "lucky-8" else "6H 3C 2C"
    return then(round, *deal(opening), m.ConfirmDeal(), m.CloseOffers())


@both
@pytest.mark.clause("lucky8 5.18", "dueling8 5.15")
def test_5_18_r_26_where_more_than_one_box_was_dealt_to_it_is_too_late_and_the_hand_stands(name: str) -> None:
    played = then(three(name), m.SkipBox(box=1), *hit("Bob", 3, "AD"), stand("Bob", 3), *hit("Cid", 5, "2C"))
    (offer,) = offered(played, "declare-skipped")
    assert (offer.clause, offer.by) == (says(name, "5.18", "5.15"), Role.PIT_SUPERVISOR)
    (event,) = decide(played, m.DeclareSkipped(box=1), Role.PIT_SUPERVISOR)
    assert event == m.SkipStood(box=1, clause=says(name, "5.18", "5.15"), by=Role.PIT_SUPERVISOR)
    late = evolve(played, event)
    assert (late.dealt, late.turn, late.waiting) == (played.dealt, late.box(5), ()), "the deal goes on where it was"
    area, before = late.box(1).area, played.box(1).area
    assert area
    assert before
    assert (area.done, area.hands[0].cards) == (True, before.hands[0].cards), "Ann's hand stands on its two cards"
    assert refusal(late, m.Decide(bettor="Ann", box=1, action="hit"), Role.PLAYER)
    assert not offered(late, "declare-skipped")
    over = then(late, stand("Cid", 5), *deal("KC"), m.Settle())
    again = then(three(name), stand("Ann", 1), *hit("Bob", 3, "AD"), stand("Bob", 3), *hit("Cid", 5, "2C"))
    assert over.nets() == then(again, stand("Cid", 5), *deal("KC"), m.Settle()).nets(), "as if she had stood"


@both
@pytest.mark.clause("lucky8 5.17", "lucky8 5.18", "dueling8 5.14", "dueling8 5.15")
def test_5_17_5_18_only_the_next_hand_acted_upon_or_two_boxes_dealt_to_and_between_them_it_is_referred(
    name: str,
) -> None:
    skipped = then(three(name), m.SkipBox(box=1))
    next_hand = says(name, "5.17", "5.14")
    two_boxes = says(name, "5.18", "5.15")
    cases: list[tuple[list[m.AnyCommand], Clause | None]] = [
        ([], next_hand),
        ([stand("Bob", 3)], next_hand),
        ([*hit("Bob", 3, "AD")], next_hand),
        ([*hit("Bob", 3, "AD"), *hit("Bob", 3, "2D"), stand("Bob", 3)], next_hand),
        # Two hands were acted upon, and one box or none was dealt to.
        ([stand("Bob", 3), stand("Cid", 5)], None),
        ([stand("Bob", 3), *hit("Cid", 5, "AD")], None),
        ([*hit("Bob", 3, "AD"), stand("Bob", 3), stand("Cid", 5)], None),
        # The Dealer's place is no playing area.
        ([*hit("Bob", 3, "AD"), stand("Bob", 3), stand("Cid", 5), *deal("2C")], None),
        ([*hit("Bob", 3, "AD"), stand("Bob", 3), *hit("Cid", 5, "2D")], two_boxes),
        ([*hit("Bob", 3, "AD"), stand("Bob", 3), *hit("Cid", 5, "2D"), stand("Cid", 5), *deal("KC")], two_boxes),
    ]
    for since, clause in cases:
        round = then(skipped, *since)
        assert [each.clause for each in offered(round, "declare-skipped")] == ([clause] if clause else []), since
        if clause is None:
            no = refusal(round, m.DeclareSkipped(box=1))
            assert (no.clause, "refer it" in no.reason) == (says(name, "6.1", "6.1"), True)
            assert offered(round, "refer")


@both
@pytest.mark.clause("lucky8 5.17", "dueling8 5.14")
def test_5_17_the_hands_of_a_split_are_the_next_hand(name: str) -> None:
    opening = "TS 8H 9D 7D 4H 8S 3S" if name == "lucky-8" else "6H 8C 2C"
    round = bet(name, ("Ann", 1, "main", 1_000), ("Bob", 3, "main", 600), ("Cid", 5, "main", 500))
    before = then(round, *deal(opening), m.ConfirmDeal(), m.CloseOffers())
    split = then(before, m.SkipBox(box=1), m.Decide(bettor="Bob", box=3, action="split"), *deal("2C"), stand("Bob", 3))
    played = then(split, *deal("3D"), stand("Bob", 3))
    back = then(played, m.DeclareSkipped(box=1))
    assert (back.boxes, back.waiting) == (before.boxes, cards("2C 3D")), "one playing area, and its stake back"


@both
@pytest.mark.clause("lucky8 5.17", "dueling8 5.14")
def test_r_20_play_that_cannot_be_taken_back_is_referred(name: str) -> None:
    skipped = then(playing(name), m.SkipBox(box=1), m.Decide(bettor="Bob", box=3, action="hit"))
    chosen = then(then(skipped, m.PullCards(number=2)), m.PickCard(bettor="Bob", which=1), by=Role.PLAYER)
    dealt = then(chosen, *deal("2C"))
    assert not offered(dealt, "declare-skipped")
    no = refusal(dealt, m.DeclareSkipped(box=1))
    assert (no.clause, "refer it" in no.reason) == ("R-20", True)


# The dissatisfied


@both
@pytest.mark.clause("lucky8 5.25", "dueling8 5.22")
def test_5_25_r_24_the_pit_manager_lets_a_dissatisfied_player_take_back_what_is_undecided(name: str) -> None:
    round = then(closed(name), misdeal("2C", 2), *deal(OPENING[name]), m.ConfirmDeal(), m.CloseOffers())
    bust = then(round, *hit("Ann", 1, "9C"))
    assert not offered(bust, "permit-withdrawal"), "nothing has been ruled yet"
    cleared = then(bust, m.DeclareUnbetBox(box=2))
    (offer,) = offered(cleared, "permit-withdrawal")
    assert (offer.by, offer.bettors, offer.clause) == (Role.PIT_MANAGER, ("Bob",), says(name, "5.25", "5.22"))
    assert refusal(cleared, m.PermitWithdrawal(bettor="Ann")), "Ann's wager is lost, and stays lost"
    assert refusal(cleared, m.PermitWithdrawal(bettor="Bob"), Role.PIT_SUPERVISOR)
    left = then(cleared, m.PermitWithdrawal(bettor="Bob"), by=Role.PIT_MANAGER)
    assert then(left, m.Settle()).nets() == {"Ann": -1_000}
    hit_on = then(cleared, *hit("Bob", 3, "2D"))
    assert not offered(hit_on, "permit-withdrawal"), "a card has come since"


@pytest.mark.clause("lucky8 5.25")
def test_5_25_after_5_12_5_16_and_5_23_too_and_what_was_won_or_lost_or_surrendered_stays() -> None:
    found = then(without_dealer(pair=100), m.DeclareDealerMissed())
    left = then(found, m.PermitWithdrawal(bettor="Ann"))
    assert left.staked() == {"Ann": 100, "Bob": 600}, "her Pair wager is lost by the cards that lie there"
    asked = then(short(), m.DeclareShortHand(box=1))
    assert "Bob" in (offered(asked, "permit-withdrawal")[0].bettors or ())
    dealt = then(closed("lucky-8"), *deal(OPENING["lucky-8"]), m.ConfirmDeal(), m.Surrender(bettor="Bob", box=3))
    pulled = then(dealt, m.CloseOffers(), m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2))
    (offer,) = offered(pulled, "permit-withdrawal")
    assert offer.bettors == ("Ann",), "Bob's half is lost"
    assert then(pulled, m.PermitWithdrawal(bettor="Ann"), m.Settle()).nets() == {"Bob": -300}


@pytest.mark.clause("lucky8 5.25", "lucky8 5.12.1")
def test_5_25_with_a_hand_that_is_finished_first_until_it_has_another_card() -> None:
    found = then(without_dealer(), m.DeclareDealerMissed())
    first = then(found, m.FinishHand(bettor="Ann", box=1), by=Role.PLAYER)
    (offer,) = offered(first, "permit-withdrawal")
    assert (offer.bettors, offer.clause) == (("Ann", "Bob"), "lucky8 5.25"), "no card has come since it was found"
    assert not offered(then(first, *hit("Ann", 1, "2C")), "permit-withdrawal"), "one has"


@pytest.mark.clause("lucky8 5.25", "lucky8 5.12")
def test_5_25_before_a_late_first_card_of_the_dealer_whenever_it_comes() -> None:
    done = then(without_dealer(pair=100), stand("Ann", 1), stand("Bob", 3))
    assert (done.turn, done.first_card_due) == (None, True), "nobody noticed before the players were done"
    (offer,) = offered(done, "permit-withdrawal")
    assert (offer.bettors, offer.clause) == (("Ann", "Bob"), "lucky8 5.25")
    left = then(done, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
    assert left.staked() == {"Ann": 100, "Bob": 600}, "her Pair wager is lost by the cards that lie there"
    assert not offered(then(done, *deal("7D")), "permit-withdrawal"), "the Dealer's card has come"
    found = then(without_dealer(), *hit("Ann", 1, "2C"), m.DeclareDealerMissed(), m.FinishHand(bettor="Ann", box=1))
    finished = then(found, *hit("Ann", 1, "2D"), stand("Ann", 1))
    assert finished.first_card_due
    assert offered(finished, "permit-withdrawal"), "Bob waits for the Dealer's card, and may be dissatisfied still"


@both
@pytest.mark.clause("lucky8 5.25", "dueling8 5.22")
def test_5_25_only_after_the_rules_that_it_names_and_only_what_is_undecided(name: str) -> None:
    asked = then(playing(name), m.Decide(bettor="Ann", box=1, action="hit"))
    skipped = then(playing(name), m.SkipBox(box=1), *hit("Bob", 3, "AD"))
    others = [
        playing(name),
        then(playing(name), m.ExposeCard(card=Card("2C"))),
        then(asked, m.FindFaceUpCard(card=Card("2C"))),
        then(skipped, m.DeclareSkipped(box=1)),
        then(missed(name), m.DeclareBoxMissed(box=1)),
    ]
    for round in others:
        assert not offered(round, "permit-withdrawal")
        assert refusal(round, m.PermitWithdrawal(bettor="Bob"))
    pulled = then(asked, m.PullCards(number=2, disclosed=cards("2C 3C")))
    (offer,) = offered(pulled, "permit-withdrawal")
    assert (offer.bettors, offer.by, offer.clause) == (("Ann", "Bob"), Role.PIT_MANAGER, says(name, "5.25", "5.22"))
    events = decide(pulled, m.PermitWithdrawal(bettor="Ann"), Role.PIT_MANAGER)
    assert [(each.bettor, each.amount) for each in events if isinstance(each, m.PositionReturned)] == [("Ann", 1_000)]
    left = then(pulled, m.PermitWithdrawal(bettor="Ann"))
    assert (left.staked(), left.box(1).cards) == ({"Bob": 600}, ())
    assert then(left, stand("Bob", 3), *deal("KC"), m.Settle()).nets().keys() == {"Bob"}
    picked = then(pulled, m.PickCard(bettor="Ann", card=Card("2C")), by=Role.PLAYER)
    assert not offered(picked, "permit-withdrawal"), "a further card was dealt"


@both
@pytest.mark.clause("lucky8 5.25", "dueling8 5.22")
def test_5_25_what_was_lost_before_is_not_returned(name: str) -> None:
    side = "pair" if name == "lucky-8" else "superb-8s"
    round = bet(name, ("Ann", 1, "main", 1_000), ("Ann", 1, side, 200), ("Bob", 3, "main", 600), ("Bob", 3, side, 300))
    dealt = then(round, *deal(OPENING[name]), m.ConfirmDeal(), m.Surrender(bettor="Bob", box=3), m.CloseOffers())
    pulled = then(dealt, m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2))
    (offer,) = offered(pulled, "permit-withdrawal")
    # In Dueling 8's the second 8 of Bob's box is open as long as it is played, and he has folded it.
    assert offer.bettors == ("Ann",), "Bob's half is lost, and so is his side wager or it is won"
    left = then(pulled, m.PermitWithdrawal(bettor="Ann"))
    assert left.staked()["Ann"] == 200, "her side wager was lost by the cards that lie there"
    assert then(left, m.Settle()).nets()["Ann"] == -200


@pytest.mark.clause("dueling8 5.22")
def test_5_22_split_hands_ties_and_21_plus_go_back_as_far_as_they_are_open() -> None:
    sides = (("Ann", 1, "tie-on-18", 100), ("Ann", 1, "superb-8s", 100), ("Ann", 1, "21-plus", 100))
    dealt = then(bet("dueling-8s", ("Ann", 1, "main", 1_000), *sides, ("Zoe", 1, "21-plus", 200)), *deal("8H"))
    split = then(dealt, m.ConfirmDeal(), m.CloseOffers(), m.Decide(bettor="Ann", box=1, action="split", tie=300))
    first_bust = then(split, *deal("5C"), *hit("Ann", 1, "KC"), *deal("6C"))
    pulled = then(
        first_bust, m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2, disclosed=cards("2C 3C"))
    )
    left = then(pulled, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
    ann = left.box(1).position("Ann")
    assert ann is not None
    assert (ann.stakes, ann.sides, ann.ties) == ({0: 1_000}, {"tie-on-18": 100, "superb-8s": 100}, {}), (
        "two 8s and no more"
    )
    assert left.staked() == {"Ann": 1_200, "Zoe": 200}, "there is a main wager on the box still"


@both
@pytest.mark.clause("lucky8 6.2", "dueling8 6.2")
def test_6_2_the_record_says_in_which_position_somebody_acted(name: str) -> None:
    order = cards(OPENING[name])
    rounds: list[tuple[BoxRound, m.AnyCommand]] = [
        (closed(name), m.DealCard(card=order[0])),
        (then(closed(name), *deal(OPENING[name])), m.ConfirmDeal()),
        (playing(name), m.DeclareAbsent(bettor="Ann", box=1)),
        (closed(name), misdeal("2C", 2)),
        (then(closed(name), *deal(order[0])), m.EndDeal()),
        (playing(name), m.SkipBox(box=1)),
        (then(playing(name), m.SkipBox(box=1)), m.DeclareSkipped(box=1)),
        (missed(name), m.DeclareBoxMissed(box=1)),
        (playing(name), m.Reconstruct(cards=(order[1], order[0], *order[2:]))),
    ]
    for round, command in rounds:
        least = offered(round, tag(command))[0].by
        for by in (role for role in Role if role.may_act_as(least)):
            acted = {getattr(event, "by", None) or Role.DEALER for event in decide(round, command, by)}
            assert acted == {by}, "who acts for a lower position is recorded in their own"


@pytest.mark.clause("dueling8 5.22")
def test_5_22_tie_on_18_on_a_split_hand_that_was_lost_stays_and_the_others_go_back() -> None:
    wagers = [("Ann", 1, "main", 1_000), ("Ann", 1, "tie-on-18", 200), ("Bob", 3, "main", 600)]
    opened = then(bet("dueling-8s", *wagers), *deal("8H 3C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(opened, m.Decide(bettor="Ann", box=1, action="split", tie=300), *deal("KC"), stand("Ann", 1))
    busted = then(split, *deal("6C"), *hit("Ann", 1, "KD"))
    assert busted.turn == busted.box(3), "eighteen stands, and the second hand is past 21"
    drawn = then(busted, m.Decide(bettor="Bob", box=3, action="hit"), m.PullCards(number=2, disclosed=cards("2D 3D")))
    (back,) = decide(drawn, m.PermitWithdrawal(bettor="Ann"), Role.PIT_MANAGER)
    assert isinstance(back, m.PositionReturned)
    assert back.amount == 1_000 + 200, "the first hand and its Tie on 18 are undecided"
    left = then(drawn, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
    assert left.staked() == {"Ann": 1_000 + 300, "Bob": 600}
    over = then(left, m.DeclineCards(bettor="Bob", box=3), *deal("KH"), m.Settle())
    assert [(line.wager, line.hand, line.net) for line in over.settlement()["Ann"][1]] == [
        ("main", 2, -1_000),
        ("tie-on-18", 2, -300),
    ]


@both
@pytest.mark.clause("lucky8 5.13", "dueling8 5.6.1")
def test_5_13_what_is_dealt_anew_comes_from_the_cards_that_nobody_has_seen_as_far_as_it_is_more(name: str) -> None:
    opened = then(None, m.OpenBets(terms=Terms.of(name, unit=100), unseen=9))
    bets = [m.PlaceWager(bettor=who, box=box, wager="main", stake=600) for who, box in (("Ann", 1), ("Bob", 3))]
    *most, last = OPENING[name].split()
    short = then(opened, *bets, m.CloseBets(), *deal(" ".join(most)), m.EndDeal())
    assert short.unseen == 9 - len(most)
    same = then(short, m.Reconstruct(cards=short.dealt))
    more = then(short, m.Reconstruct(cards=(*short.dealt, Card(last))))
    assert (same.unseen, more.unseen) == (short.unseen, short.unseen - 1)


@pytest.mark.clause("dueling8 5.22")
def test_5_22_a_run_of_four_eights_is_decided_with_the_card_that_completes_it() -> None:
    wagers = [("Ann", 1, "main", 1_000), ("Ann", 1, "superb-8s", 200), ("Bob", 3, "main", 600)]
    opened = then(bet("dueling-8s", *wagers), *deal("8H 3C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(opened, m.Decide(bettor="Ann", box=1, action="split"), *deal("8D"))
    for third, back in (("8C", 3_000), ("7C", 3_000)):
        again = then(split, m.Decide(bettor="Ann", box=1, action="split"), *deal(third))
        drawn = then(again, m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2))
        left = then(drawn, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
        assert (drawn.staked()["Ann"], left.staked()["Ann"]) == (3_200, 3_200 - back), "Superb 8's is won either way"
    more = then(split, m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2))
    all_back = then(more, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
    assert "Ann" not in all_back.staked(), "with three in a row another may come: it is open"


@pytest.mark.clause("lucky8 5.25")
def test_5_25_insurance_goes_back_with_its_bettor_as_long_as_the_dealers_second_card_is_out_of_sight() -> None:
    opened = then(closed("lucky-8"), *deal("TS 9H AD 6H 8C"), m.ConfirmDeal())
    insured = then(opened, m.Insure(bettor="Ann", box=1), m.Insure(bettor="Bob", box=3), m.CloseOffers())
    drawn = then(insured, m.Decide(bettor="Ann", box=1, action="hit"), m.PullCards(number=2))
    left = then(drawn, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
    assert (left.staked(), [each.bettor for each in left.insured]) == ({"Bob": 900}, ["Bob"])
    assert [each.amount for each in left.returned if isinstance(each, m.PositionReturned)] == [1_500]


@pytest.mark.clause("lucky8 5.25")
def test_5_25_insurance_is_lost_with_the_dealers_second_card_and_stays_so() -> None:
    opened = then(closed("lucky-8"), *deal("TS 9H AD 6H 8C"), m.ConfirmDeal(), m.Insure(bettor="Ann", box=1))
    stood = then(opened, m.CloseOffers(), stand("Ann", 1), stand("Bob", 3), *deal("5D"))
    drawn = then(stood, m.PullCards(number=2))
    left = then(drawn, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
    assert left.staked() == {"Ann": 500, "Bob": 600}, "the main wager is open, the insurance is lost"


@pytest.mark.clause("lucky8 5.25")
def test_5_25_a_blackjack_is_won_unless_the_dealer_may_have_one_too() -> None:
    for first, left in (("9D", {"Ann": 1_000, "Bob": 600}), ("KD", {"Bob": 600})):
        dealt = then(closed("lucky-8"), *deal(f"AS 9H {first} KH 2C"), m.ConfirmDeal(), m.CloseOffers())
        drawn = then(dealt, m.Decide(bettor="Bob", box=3, action="hit"), m.PullCards(number=2))
        gone = [*decide(drawn, m.PermitWithdrawal(bettor="Ann"), Role.PIT_MANAGER)] if first == "KD" else []
        for event in gone:
            drawn = evolve(drawn, event)
        assert drawn.staked() == left
        able = offered(drawn, "permit-withdrawal")[0].bettors
        assert able == ("Bob",), "who has nothing undecided has nothing to withdraw"


@pytest.mark.clause("lucky8 5.25")
def test_5_25_a_lucky_8_wager_is_open_until_there_are_two_cards_and_the_dealers_first() -> None:
    found = then(without_dealer(lucky_8=100), m.DeclareDealerMissed())
    assert then(found, m.PermitWithdrawal(bettor="Ann")).staked() == {"Bob": 600}, "the Dealer has no card"
    asked = then(short(("Ann", 1, "lucky-8", 100)), m.DeclareShortHand(box=1))
    back = then(asked, m.ChooseCourse(bettor="Ann", box=1, course="withdraw"), by=Role.PLAYER)
    assert back.staked() == {"Bob": 600}, "Ann has one card"


@pytest.mark.clause("lucky8 5.25")
def test_5_25_what_was_added_goes_back_with_a_hand_that_is_open_and_stays_with_one_that_is_lost() -> None:
    pulled = m.PullCards(number=3, disclosed=cards("2C 3C"))
    double = m.Decide(bettor="Ann", box=1, action="double")
    doubled = then(playing("lucky-8"), double, pulled)
    (event,) = decide(doubled, m.PermitWithdrawal(bettor="Ann"), Role.PIT_MANAGER)
    assert isinstance(event, m.PositionReturned)
    assert event.amount == 2_000
    opened = then(closed("lucky-8"), *deal("9S 9H 7D 9D 8C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(opened, m.Decide(bettor="Ann", box=1, action="split"), *deal("6D"), double, *deal("KD"), pulled)
    (event,) = decide(split, m.PermitWithdrawal(bettor="Ann"), Role.PIT_MANAGER)
    assert isinstance(event, m.PositionReturned)
    assert event.amount == 1_000
    left = then(split, m.PermitWithdrawal(bettor="Ann")).box(1).position("Ann")
    assert left
    assert (left.stakes, left.doubles) == ({0: 1_000}, {0: 1_000})


@pytest.mark.clause("lucky8 5.25")
def test_5_25_nobody_was_passed_over_on_a_box_that_nobody_is_left_on() -> None:
    gone = then(without_dealer(), m.SkipBox(box=1), m.DeclareDealerMissed(), m.PermitWithdrawal(bettor="Ann"))
    assert not gone.box(1).skipped
    assert refusal(gone, m.DeclareSkipped(box=1)).reason.startswith("not possible now")


@pytest.mark.clause("lucky8 5.29.1")
def test_r_07_a_second_card_before_the_dealer_decides_no_lucky_8() -> None:
    two = then(closed("lucky-8"), *deal("TS"), misdeal("9C"), misdeal("TD"))
    assert (two.dealer, two.established()) == (cards("9C TD"), False)


@both
@pytest.mark.clause("lucky8 5.6", "dueling8 5.6")
def test_5_6_a_card_more_than_were_dealt_goes_to_its_place_while_the_deal_goes_on(name: str) -> None:
    order = cards(OPENING[name])
    some = then(closed(name), *deal(" ".join(order[: len(order) - 1])))
    if name == "lucky-8":
        some = then(closed(name), *deal(" ".join(order[:-2])))
        more = then(some, m.Reconstruct(cards=(order[1], order[0], *order[2:-1])))
        assert (more.dealt, more.waiting) == ((order[1], order[0], *order[2:-1]), ())
    else:
        more = then(some, m.Reconstruct(cards=(order[1], order[0])))
        assert (more.dealt, more.waiting) == ((order[1], order[0]), ())


@pytest.mark.clause("lucky8 5.17", "lucky8 5.15")
def test_5_17_cards_of_a_box_without_a_wager_stay_on_record_when_play_is_taken_back() -> None:
    laid = then(closed("lucky-8"), misdeal("KC", 2), *deal(OPENING["lucky-8"]), m.ConfirmDeal(), m.CloseOffers())
    skipped = then(laid, m.DeclareUnbetBox(box=2), m.SkipBox(box=1), *hit("Bob", 3, "2D"))
    back = then(skipped, m.DeclareSkipped(box=1))
    assert (back.cards, back.waiting) == (skipped.cards[:-1], cards("2D"))


@pytest.mark.clause("lucky8 5.17")
def test_5_17_a_card_in_error_since_then_is_the_next_card_like_any_other() -> None:
    skipped = then(playing("lucky-8"), m.SkipBox(box=1), m.ExposeCard(card=Card("2D")))
    assert skipped.exposed
    back = then(skipped, m.DeclareSkipped(box=1))
    assert (back.waiting, back.exposed) == (cards("2D"), False)
    before = then(playing("lucky-8"), m.ExposeCard(card=Card("2D")), m.SkipBox(box=1), *hit("Bob", 3, "2D"))
    again = then(before, m.DeclareSkipped(box=1))
    assert (again.waiting, again.exposed) == (cards("2D"), True), "it lay there before, and Ann may refuse it"
    two = then(before, *hit("Bob", 3, "3C"), m.DeclareSkipped(box=1))
    assert (two.waiting, two.exposed) == (cards("2D 3C"), True)
    taken = then(two, *hit("Ann", 1, "2D"))
    assert (taken.waiting, taken.exposed) == (cards("3C"), False), "only the one that was dealt in error is refused"
    assert not offered(taken, "refuse-card")


@pytest.mark.clause("lucky8 5.16.2", "lucky8 3.27.3")
def test_5_16_2_nobody_insures_a_wager_that_was_withdrawn() -> None:
    """Who had asked to has nothing at stake: at once where nothing is left to insure, else when insurance closes."""
    ask = m.Insure(bettor="Zoe", box=1, owner="Ann", stake=500)
    found: list[m.AnyCommand] = [m.DeclareShortHand(box=1), m.ChooseCourse(bettor="Ann", box=1, course="withdraw")]
    alone = bet("lucky-8", ("Ann", 1, "main", 1_000))
    asked = then(alone, *deal("TS AD"), m.EndDeal(), m.ConfirmDeal(), ask)
    assert asked.staked() == {"Ann": 1_000, "Zoe": 500}
    assert then(asked, *found).staked() == {}
    beside_bob = then(closed("lucky-8"), *deal("TS 9H AD"), misdeal("8C", 3), m.ConfirmDeal(), ask, *found)
    shut = decide(beside_bob, m.CloseOffers(), GSM)
    assert [each.clause for each in shut if isinstance(each, m.ClaimRefused)] == ["lucky8 3.27.3"]
    assert then(beside_bob, m.CloseOffers()).staked() == {"Bob": 600}


@pytest.mark.clause("lucky8 5.16", "lucky8 5.22")
def test_5_16_a_player_with_one_card_who_is_not_there_chooses_nothing_and_the_round_goes_on() -> None:
    short = then(closed("lucky-8"), *deal("TS 9H 7D"), misdeal("8C", 3), m.ConfirmDeal(), m.CloseOffers())
    gone = then(short, m.DeclareShortHand(box=1), m.DeclareAbsent(bettor="Ann", box=1))
    assert not offered(gone, "choose-course")
    assert [each.box for each in offered(gone, "deal-card")] == [1]
