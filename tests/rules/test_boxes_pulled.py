"""Cards drawn at once in an order that nobody knows, lucky8 5.23 and 5.24, dueling8 5.20 and 5.21: who gets which."""

import pytest

import boxes
from boxes import bets_open, both, closed, deal, playing, refusal, says, then
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound, Pulled
from croupier.games.blackjack.hand import Hand
from croupier.games.round import Expected, Phase, Role

OPENING = {"lucky-8": "TS 9H 5H 7D 4H 2S 6S", "dueling-8s": "6H 3C 2C"}
"""Ann on box 1, Bob on box 3 and Cid on box 5, all with less than sixteen or so; the Dealer a seven, or the eight."""


def offers(round: BoxRound, command: str) -> list[Expected]:
    return [each for each in expects(round) if each.command == command]


def bet(name: str, *places: tuple[str, int]) -> BoxRound:
    placed = [m.PlaceWager(bettor=who, box=box, wager="main", stake=1_000) for who, box in places]
    return then(bets_open(name), *placed, m.CloseBets())


def three(name: str, *places: tuple[str, int]) -> BoxRound:
    who = places or (("Ann", 1), ("Bob", 3), ("Cid", 5))
    return then(bet(name, *who), *deal(OPENING[name]), m.ConfirmDeal(), m.CloseOffers())


def decides(who: str, box: int, action: str) -> m.AnyCommand:
    return m.Decide(bettor=who, box=box, action=action)  # type: ignore[arg-type]


def pull(round: BoxRound, seen: str = "", number: int = 2) -> BoxRound:
    return then(round, m.PullCards(number=number, disclosed=cards(seen)), by=Role.PIT_SUPERVISOR)


def pick(round: BoxRound, who: str, card: str) -> BoxRound:
    said = m.PickCard(bettor=who, which=int(card)) if card.isdigit() else m.PickCard(bettor=who, card=Card(card))
    return then(round, said, by=Role.PLAYER)


def decline(round: BoxRound, who: str, box: int) -> BoxRound:
    return then(round, m.DeclineCards(bettor=who, box=box), by=Role.PLAYER)


def hand(round: BoxRound, box: int, at: int = 0) -> Hand:
    area = round.box(box).area
    assert area
    return area.hands[at]


# Declined


@both
@pytest.mark.clause("lucky8 5.23.3.1", "lucky8 5.24", "dueling8 5.20.3.1", "dueling8 5.21")
def test_5_24_whoever_declines_stands_the_first_the_second_and_the_third(name: str) -> None:
    drawn = pull(then(three(name), decides("Ann", 1, "hit")), "2D 3D 4D", number=3)
    first = decline(drawn, "Ann", 1)
    assert (hand(first, 1).stood, first.turn, first.removed) == (True, first.box(3), ())
    assert first.pulled
    assert first.pulled.cards == cards("2D 3D 4D"), "all of them are offered to the next player"
    took = pick(then(first, decides("Bob", 3, "hit")), "Bob", "3D")
    assert took.cards[-1] == "3D"
    second = decline(then(took, decides("Bob", 3, "hit")), "Bob", 3)
    assert (hand(second, 3).stood, second.turn) == (True, second.box(5))
    assert (second.pulled, second.removed) == (None, cards("2D 4D")), "the next player declined: burned"
    assert "hit" in (offers(second, "decide")[0].options), "Cid plays on from the device"
    third = pick(pull(then(three(name), decides("Ann", 1, "hit")), "2D 3D 4D", 3), "Ann", "2D")
    third = then(third, decides("Ann", 1, "stand"), decides("Bob", 3, "hit"))
    third = then(pick(third, "Bob", "3D"), decides("Bob", 3, "stand"), decides("Cid", 5, "hit"))
    last = decline(third, "Cid", 5)
    assert (hand(last, 5).stood, last.phase, last.removed) == (True, Phase.DRAWING, cards("4D"))


@both
@pytest.mark.clause("lucky8 5.24", "dueling8 5.21")
def test_5_24_who_declined_gets_no_further_card_and_the_deal_goes_on(name: str) -> None:
    drawn = pull(then(three(name), decides("Ann", 1, "stand"), decides("Bob", 3, "hit")), "2D 3D")
    bob = decline(drawn, "Bob", 3)
    assert hand(bob, 3).cards == hand(drawn, 3).cards, "on the hand that they had"
    assert refusal(bob, decides("Bob", 3, "hit"), Role.PLAYER)
    cid = decline(then(bob, decides("Cid", 5, "hit")), "Cid", 5)
    (card,) = offers(cid, "deal-card")
    assert card.box is None, "the Dealer's is the next, and none of the players'"
    assert then(cid, *deal("KD")).dealer[-1] == "KD", "from the device"
    (event,) = decide(drawn, m.DeclineCards(bettor="Bob", box=3), Role.PLAYER)
    assert event == m.CardsDeclined(bettor="Bob", box=3, clause=says(name, "5.23.3.1", "5.20.3.1"), stands=True)


@both
@pytest.mark.clause("lucky8 5.23.3.1", "dueling8 5.20.3.1")
def test_5_23_3_1_the_first_one_is_a_hand_and_not_a_name(name: str) -> None:
    both_hers = three(name, ("Ann", 1), ("Ann", 3), ("Bob", 5))
    first = decline(pull(then(both_hers, decides("Ann", 1, "hit")), "2D 3D"), "Ann", 1)
    assert (first.removed, first.turn) == ((), first.box(3))
    again = decline(then(first, decides("Ann", 3, "hit")), "Ann", 3)
    assert (again.pulled, again.removed) == (None, cards("2D 3D")), "on box 3 she is the next player: burned"
    assert hand(again, 3).stood


@both
@pytest.mark.clause("lucky8 5.23.3", "lucky8 5.23.3.1", "dueling8 5.20.3", "dueling8 5.20.3.1")
def test_5_23_3_1_each_choice_is_by_its_own_clause_and_what_nobody_is_left_for_is_burned(name: str) -> None:
    drawn = pull(then(three(name), decides("Ann", 1, "hit")), "2D 3D")
    (own,) = offers(drawn, "pick-card")
    assert (own.bettors, own.box, own.options) == (("Ann",), 1, cards("2D 3D"))
    assert own.clause == says(name, "5.23.3", "5.20.3")
    left = then(pick(drawn, "Ann", "3D"), decides("Ann", 1, "stand"), decides("Bob", 3, "hit"))
    (rest,) = offers(left, "pick-card")
    assert (rest.bettors, rest.options, rest.clause) == (("Bob",), cards("2D"), says(name, "5.23.3.1", "5.20.3.1"))
    nobody = then(
        pick(drawn, "Ann", "3D"), decides("Ann", 1, "stand"), decides("Bob", 3, "stand"), decides("Cid", 5, "stand")
    )
    assert (nobody.phase, nobody.pulled, nobody.removed) == (Phase.DRAWING, None, cards("2D"))


@both
@pytest.mark.clause("lucky8 5.23.3", "lucky8 5.24", "dueling8 5.20.3", "dueling8 5.21")
def test_r_27_a_card_that_must_come_is_not_declined(name: str) -> None:
    opening = "8H 9H 7D 8C 2S" if name == "lucky-8" else "8H 3C"
    dealt = then(closed(name), *deal(opening), m.ConfirmDeal(), m.CloseOffers())
    split = pull(then(dealt, decides("Ann", 1, "split")), "2D 3D")
    doubled = pull(then(dealt, decides("Ann", 1, "double")), "2D 3D")
    initial = pull(closed(name), "2D 3D")
    for round in (split, doubled, initial):
        assert offers(round, "pick-card")
        assert not offers(round, "decline-cards")
        assert refusal(round, m.DeclineCards(bettor="Ann", box=1), Role.PLAYER)


@both
@pytest.mark.clause("lucky8 5.23.1", "lucky8 5.23.3", "lucky8 5.23.4.5", "dueling8 5.20.1", "dueling8 5.20.3")
@pytest.mark.clause("dueling8 5.20.4.5")
def test_5_23_no_card_is_dealt_before_it_is_picked_which_by_the_clause_of_the_choice(name: str) -> None:
    asked = then(three(name), decides("Ann", 1, "hit"))
    done = then(three(name), *(decides(who, box, "stand") for who, box in (("Ann", 1), ("Bob", 3), ("Cid", 5))))
    for round, says_it in (
        (pull(asked), says(name, "5.23.1", "5.20.1")),
        (pull(asked, "2D 3D"), says(name, "5.23.3", "5.20.3")),
        (pull(done, "2D 3D"), says(name, "5.23.4.5", "5.20.4.5")),
    ):
        refused = refusal(round, m.DealCard(card=Card("2D")))
        assert (refused.clause, "pick the next one first" in refused.reason) == (says_it, True)


# In the initial deal


@both
@pytest.mark.clause("lucky8 5.23", "lucky8 5.23.1", "dueling8 5.20", "dueling8 5.20.1")
def test_5_23_1_in_the_initial_deal_it_is_the_player_whose_card_it_is(name: str) -> None:
    first = pull(closed(name))
    assert decide(closed(name), m.PullCards(number=2), Role.PIT_SUPERVISOR) == [
        m.CardsPulled(
            number=2,
            disclosed=(),
            dealer=False,
            clause=says(name, "5.23.1", "5.20.1"),
            by=Role.PIT_SUPERVISOR,
            player="Ann",
            box=1,
        )
    ]
    (offer,) = offers(first, "pick-card")
    assert (offer.bettors, offer.options, offer.box) == (("Ann",), ("1", "2"), 1)
    assert not offers(first, "deal-card")
    assert refusal(first, m.PickCard(bettor="Bob", which=1), Role.PLAYER)
    picked = pick(first, "Ann", "2")
    assert picked.unseen == 2
    dealt = then(picked, *deal("4D"))
    assert (dealt.box(1).dealt, dealt.unseen) == (cards("4D"), 1)
    assert "from those drawn together" in offers(dealt, "deal-card")[0].prompt
    assert then(dealt, *deal("5D")).unseen == 0
    bobs = pull(then(closed(name), *deal("4D")))
    (offer,) = offers(bobs, "pick-card")
    assert (offer.bettors, offer.box) == (("Bob",), 3)


@both
@pytest.mark.clause("lucky8 5.23.2", "lucky8 5.23.2.1", "dueling8 5.20.2", "dueling8 5.20.2.1")
def test_5_23_2_in_the_initial_deal_the_one_that_was_seen_is_the_next_card(name: str) -> None:
    drawn = pull(closed(name), "2D")
    assert (drawn.waiting, drawn.unseen) == (cards("2D"), 1)
    assert "2D is already out" in refusal(drawn, m.DealCard(card=Card("3D"))).reason
    dealt = then(drawn, *deal("2D"))
    assert (dealt.box(1).dealt, dealt.unseen) == (cards("2D"), 1)
    assert then(dealt, *deal("3D")).box(3).cards == cards("3D")


@both
@pytest.mark.clause("lucky8 5.23.3", "lucky8 5.23.3.1", "dueling8 5.20.3", "dueling8 5.20.3.1")
def test_5_23_3_in_the_initial_deal_the_player_picks_and_the_next_one_has_the_rest(name: str) -> None:
    drawn = pull(closed(name), "2D 3D")
    ann = pick(drawn, "Ann", "3D")
    assert ann.box(1).dealt == cards("3D")
    (offer,) = offers(ann, "pick-card")
    assert (offer.bettors, offer.options) == (("Bob",), cards("2D"))
    bob = pick(ann, "Bob", "2D")
    assert (bob.box(3).cards, bob.pulled) == (cards("2D"), None)


@pytest.mark.clause("lucky8 5.23.3.1")
def test_5_23_3_1_the_dealer_never_gets_what_players_pass_on() -> None:
    """Otherwise the last box could choose the Dealer's first card."""
    drawn = pull(then(closed("lucky-8"), *deal("TS")), "5D AD")
    bob = pick(drawn, "Bob", "AD")
    (card,) = offers(bob, "deal-card")
    assert card.box is None
    dealer = then(bob, *deal("7D"))
    assert (dealer.dealer, dealer.pulled is not None) == (cards("7D"), True)
    (offer,) = offers(dealer, "pick-card")
    assert (offer.bettors, offer.options) == (("Ann",), cards("5D")), "the next player is Ann, with her second card"


@pytest.mark.clause("lucky8 5.23.4", "lucky8 5.23.4.1", "lucky8 5.23.4.5", "lucky8 5.23.4.6")
def test_5_23_4_in_the_initial_deal_the_dealers_card_is_the_pit_managers_to_pick() -> None:
    due = then(closed("lucky-8"), *deal("TS 9H"))
    for seen, number, options in (("", 2, ("1", "2")), ("5D AD", 3, cards("5D AD"))):
        drawn = pull(due, seen, number)
        (offer,) = offers(drawn, "pick-card")
        assert (offer.by, offer.options, offer.bettors) == (Role.PIT_MANAGER, options, None)
        assert refusal(drawn, m.PickCard(which=1, card=None), Role.PIT_SUPERVISOR)
    picked = then(pull(due, "5D AD", 3), m.PickCard(card=Card("5D")), by=Role.PIT_MANAGER)
    assert (picked.waiting, picked.removed, picked.removed_unseen) == (cards("5D"), cards("AD"), 1), (
        "R-25: the third too"
    )
    assert then(picked, *deal("5D")).dealer == cards("5D")


@both
@pytest.mark.clause("lucky8 5.23", "lucky8 5.2", "dueling8 5.20", "dueling8 5.2")
def test_5_2_an_initial_deal_over_cards_of_unknown_order_is_not_rebuilt_but_void(name: str) -> None:
    drawn = pick(pull(closed(name), "2D 3D"), "Ann", "3D")
    for command in ("reconstruct", "declare-forgotten-burn", "misdeal-card", "end-deal"):
        assert not offers(drawn, command), command
    (void,) = offers(drawn, "void-round")
    assert says(name, "5.2", "5.2") in void.clauses


# Those that nobody has seen


@both
@pytest.mark.clause("lucky8 5.23.1.1", "dueling8 5.20.1.1")
def test_5_23_1_1_the_rest_comes_next_whatever_comes_and_is_counted_until_then(name: str) -> None:
    picked = pick(pull(then(three(name), decides("Ann", 1, "hit")), number=3), "Ann", "3")
    assert (picked.unseen, picked.pulled) == (3, None)
    one = then(picked, *deal("2D"))
    assert one.unseen == 2
    for command in ("pull-cards", "find-face-up-card", "run-out"):
        assert not offers(then(one, decides("Ann", 1, "hit")), command), "cards are out: nothing comes from the device"
    exposed = then(one, m.ExposeCard(card=Card("3D")))
    assert (exposed.unseen, exposed.waiting) == (1, cards("3D")), "it was one of them"
    stood = then(one, decides("Ann", 1, "stand"), decides("Bob", 3, "stand"), decides("Cid", 5, "stand"))
    drawn = then(stood, *deal("KD"))
    assert (drawn.phase, drawn.unseen) == (Phase.COMPLETE, 1)
    assert then(drawn, m.RemoveDealerCard(card=Card("4D"))).unseen == 0


@both
@pytest.mark.clause("lucky8 5.23.2.1", "dueling8 5.20.2.1")
def test_5_23_2_1_after_the_one_that_was_seen_the_others_come_next(name: str) -> None:
    drawn = pull(then(three(name), decides("Ann", 1, "hit")), "2D", number=3)
    dealt = then(drawn, *deal("2D"), decides("Ann", 1, "hit"))
    assert (drawn.unseen, dealt.unseen) == (2, 2)
    assert then(dealt, *deal("3D")).unseen == 1


@both
@pytest.mark.clause("lucky8 5.23.3", "lucky8 5.23.3.1", "dueling8 5.20.3", "dueling8 5.20.3.1")
def test_5_23_3_with_some_seen_and_some_not_all_of_them_may_be_picked_and_all_are_burned(name: str) -> None:
    drawn = pull(then(three(name), decides("Ann", 1, "hit")), "2D 3D", number=3)
    assert [each.options for each in offers(drawn, "pick-card")] == [cards("2D 3D"), ("1",)]
    by_place = pick(drawn, "Ann", "1")
    assert "from those drawn together" in offers(by_place, "deal-card")[0].prompt
    dealt = then(by_place, *deal("4D"))
    assert dealt.pulled
    assert (dealt.pulled.number, dealt.pulled.cards) == (2, cards("2D 3D"))
    first = decline(drawn, "Ann", 1)
    burned = decline(then(first, decides("Bob", 3, "hit")), "Bob", 3)
    assert (burned.removed, burned.removed_unseen, burned.unseen) == (cards("2D 3D"), 1, 0)
    both_seen = pick(then(pick(drawn, "Ann", "2D"), decides("Ann", 1, "hit")), "Ann", "3D")
    assert (both_seen.pulled, both_seen.unseen) == (None, 1), "nothing that was seen is left to choose by"


@both
@pytest.mark.clause("lucky8 5.23.1", "dueling8 5.20.1")
def test_5_23_1_a_card_picked_by_its_place_may_be_entered_wrongly_like_any_other(name: str) -> None:
    picked = then(pick(pull(then(three(name), decides("Ann", 1, "hit"))), "Ann", "1"), *deal("2D"))
    back = then(picked, m.TakeBackCard(card=Card("2D")), by=Role.DEALER)
    assert (back.unseen, back.turn) == (2, back.box(1))
    assert then(back, *deal("3D")).unseen == 1


@both
@pytest.mark.clause("lucky8 5.23", "lucky8 2.1", "dueling8 5.20", "dueling8 2.1")
def test_5_23_what_was_seen_of_cards_drawn_at_once_is_out_before_anybody_has_chosen(name: str) -> None:
    hit = then(three(name), decides("Ann", 1, "hit"))
    drawn = pull(hit, " ".join(["3D"] * 8), number=8)
    assert drawn.copies(Card("3D")) == 8
    ninth = m.CorrectCards(cards=(Card("3D"), *drawn.dealt[1:]))
    assert refusal(drawn, ninth).clause == says(name, "2.1", "2.1"), "eight decks have eight of them"
    seven = pull(hit, " ".join(["3D"] * 7), number=8)
    assert decide(seven, ninth, Role.PIT_SUPERVISOR)


# Dissatisfied


@both
@pytest.mark.clause("lucky8 5.25", "dueling8 5.22")
def test_5_25_in_the_initial_deal_too_a_player_may_withdraw_before_the_next_card(name: str) -> None:
    assert not offers(closed(name), "permit-withdrawal")
    drawn = pull(closed(name), "2D 3D")
    (offer,) = offers(drawn, "permit-withdrawal")
    assert (offer.by, offer.bettors) == (Role.PIT_MANAGER, ("Ann", "Bob"))
    left = then(drawn, m.PermitWithdrawal(bettor="Ann"), by=Role.PIT_MANAGER)
    assert left.staked() == {"Bob": 600}
    (pick_now,) = offers(left, "pick-card")
    assert pick_now.bettors == ("Bob",), "the next card is his"
    came = pick(drawn, "Ann", "2D")
    assert not offers(came, "permit-withdrawal"), "a card has come"
    assert refusal(came, m.PermitWithdrawal(bettor="Ann")).clause == says(name, "5.25", "5.22")


def test_what_was_recorded_before_is_read_as_it_was_meant() -> None:
    """Records of declined cards from before players who came second stood too."""
    name = "lucky-8"
    bob = then(
        decline(pull(then(playing(name), decides("Ann", 1, "hit")), "2D 3D"), "Ann", 1), decides("Bob", 3, "hit")
    )
    old = m.decode_event(b'{"event":"cards-declined","bettor":"Bob","box":3,"clause":"lucky8 5.23.3.1"}')
    after = evolve(bob, old)
    assert (after.removed, after.turn) == (cards("2D 3D"), after.box(3))
    assert then(after, *deal("4C")).cards[-1] == "4C", "a card came from the device"


# How it is offered, and what it leaves


@both
def test_5_23_what_is_offered_names_its_clause_and_whose_card_it_is(name: str) -> None:
    law = playing(name).rules.law
    hit = then(playing(name), decides("Ann", 1, "hit"))
    drawing = then(playing(name), decides("Ann", 1, "stand"), decides("Bob", 3, "stand"))
    (player,), (dealer,) = offers(hit, "pull-cards"), offers(drawing, "pull-cards")
    assert (player.clause, player.box, player.bettors) == (law.pulled_none, 1, ("Ann",))
    assert (dealer.clause, dealer.box, dealer.bettors) == (law.pulled_dealer_none, None, None)
    (seen,), (unseen,) = offers(pull(drawing, "2C 3C"), "pick-card"), offers(pull(drawing), "pick-card")
    assert (seen.clause, seen.prompt) == (law.pulled_dealer_more, "Pick the card that is worst for the Dealer")
    assert (unseen.clause, unseen.prompt) == (law.pulled_dealer_none, "Pick a card for the Dealer")
    (event, *_) = decide(pull(drawing, "2C 3C"), m.PickCard(bettor="Ann", card=Card("2C")), Role.PIT_MANAGER)
    assert isinstance(event, m.CardPicked)
    assert event.bettor is None, "for the Dealer nobody of the players picks"


@pytest.mark.clause("lucky8 5.12")
def test_5_12_before_the_dealers_missing_card_no_player_is_due_one() -> None:
    told = then(closed("lucky-8"), *deal("TS 9H"), m.MisdealCard(card=Card("6H"), box=1), *deal("8C"), m.ConfirmDeal())
    missed = then(told, decides("Ann", 1, "hit"), m.DeclareDealerMissed())
    (offer,) = offers(missed, "pull-cards")
    assert (offer.box, offer.clause) == (None, missed.rules.law.pulled_dealer_none)


@both
def test_5_23_nothing_is_asked_for_or_picked_any_longer_when_it_has_been_answered(name: str) -> None:
    first = pull(then(playing(name), decides("Ann", 1, "hit")), "2C 3C", number=4)
    area = decline(first, "Ann", 1).box(1).area
    assert area
    assert area.called is False
    dealt = then(pick(first, "Ann", "1"), *deal("4C"))
    assert dealt.pulled == Pulled(number=3, cards=cards("2C 3C"), dealer=False, first=(1, 0))


@both
def test_cards_that_wait_come_one_after_the_other(name: str) -> None:
    wrong = then(closed(name), *deal(" ".join(reversed(boxes.OPENING[name].split()))))
    more = then(wrong, m.Reconstruct(cards=cards(f"{boxes.OPENING[name]} 2C 3C")), m.ConfirmDeal(), m.CloseOffers())
    taken = then(more, decides("Ann", 1, "hit"), *deal("2C"))
    assert (more.waiting, taken.waiting, taken.exposed) == (cards("2C 3C"), cards("3C"), False)


@pytest.mark.clause("lucky8 5.23.3.1", "lucky8 5.12")
def test_5_23_3_1_what_no_player_is_left_for_goes_away_also_before_a_dealers_first_card_that_comes_last() -> None:
    dealt = then(closed("lucky-8"), *deal("TS 9H"), m.MisdealCard(card=Card("6H"), box=1), *deal("8C"), m.ConfirmDeal())
    last = then(dealt, m.Decide(bettor="Ann", box=1, action="stand"), m.Decide(bettor="Bob", box=3, action="hit"))
    picked = then(last, m.PullCards(number=3, disclosed=cards("2D 3D")), m.PickCard(bettor="Bob", card=Card("3D")))
    assert picked.pulled, "there is a player who may be offered the others"
    due = then(picked, m.Decide(bettor="Bob", box=3, action="stand"))
    assert (due.first_card_due, due.pulled) == (True, None)
    assert (due.removed, due.removed_unseen) == (cards("2D"), 1)


@both
@pytest.mark.clause("lucky8 5.23.2.1", "dueling8 5.20.2.1")
def test_5_23_2_1_the_last_unseen_card_too_comes_from_those_drawn_at_once(name: str) -> None:
    seen = pull(then(three(name), decides("Ann", 1, "hit")), "2D")
    again = then(seen, *deal("2D"), decides("Ann", 1, "hit"))
    assert again.unseen == 1
    assert [each.prompt for each in offers(again, "deal-card")] == ["Card to box 1, from those drawn together"]
