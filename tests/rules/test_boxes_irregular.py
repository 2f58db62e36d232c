"""Section 5 of Blackjack Lucky 8 and Dueling 8's 21+: what goes wrong on boxes."""

import msgspec
import pytest

from boxes import GSM, OPENING, bets_open, both, closed, deal, held, playing, refusal, says, then
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.catalogue import GAMES
from croupier.games.guide import irregularities
from croupier.games.irregularity import preview
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms


@both
@pytest.mark.clause("lucky8 5.1", "lucky8 5.1.1", "dueling8 5.1", "dueling8 5.1.1")
def test_5_1_1_cards_that_do_not_belong_void_the_round_and_undo_what_was_surrendered(name: str) -> None:
    surrendered = then(closed(name), *deal(OPENING[name]), m.ConfirmDeal(), m.Surrender(bettor="Ann", box=1))
    for round in (closed(name), surrendered, playing(name)):
        for kind in ("foreign", "extra", "missing", "unshuffled"):
            bad = msgspec.convert({"command": "declare-bad-cards", "kind": kind}, m.DeclareBadCards)
            void = then(round, bad, by=Role.PIT_MANAGER)
            assert (void.void, void.nets()) == (says(name, "5.1.1", "5.1.1"), {"Ann": 0, "Bob": 0})
    assert preview(decide, evolve, playing(name), m.DeclareBadCards(kind="extra"), GSM).wagers == {
        "Ann": {"main on 1": "10.00 returned"},
        "Bob": {"main on 3": "6.00 returned"},
    }


@both
@pytest.mark.clause("lucky8 5.1.2", "dueling8 5.1.2")
def test_5_1_2_rounds_that_are_over_stand(name: str) -> None:
    stood = then(
        playing(name), *(m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3)))
    )
    over = then(stood, *deal("KC"), m.Settle())
    assert refusal(over, m.DeclareBadCards(kind="foreign"))
    assert over.nets() == {"Ann": -1_000, "Bob": -600 if name == "dueling-8s" else 0}


@both
@pytest.mark.clause(
    "lucky8 5.6", "lucky8 5.6.1", "lucky8 5.11", "lucky8 5.13", "dueling8 5.6", "dueling8 5.6.1", "dueling8 5.11"
)
def test_5_6_1_before_play_moves_on_the_cards_are_put_where_they_belong(name: str) -> None:
    order = cards(OPENING[name])
    wrong = then(closed(name), *(m.DealCard(card=card) for card in (order[1], order[0], *order[2:])))
    assert wrong.phase is Phase.CONFIRMING
    right = then(wrong, m.Reconstruct(cards=order), by=Role.PIT_SUPERVISOR)
    assert (right.phase, held(right)) == (Phase.CONFIRMING, held(then(closed(name), *deal(OPENING[name]))))
    assert right.history == ((order[1], order[0], *order[2:]),)
    more = then(wrong, m.Reconstruct(cards=(*order, Card("2C"))))
    assert more.waiting == cards("2C"), "a card drawn too much is the next one"
    assert (
        "2C is already out"
        in refusal(
            then(more, m.ConfirmDeal(), m.CloseOffers(), m.Decide(bettor="Ann", box=1, action="hit")),
            m.DealCard(card=Card("3C")),
        ).reason
    )


@both
@pytest.mark.clause("lucky8 5.2", "dueling8 5.2")
def test_5_2_what_cannot_be_rebuilt_is_void_only_before_play_moves_on(name: str) -> None:
    void = m.VoidRound(clause=says(name, "5.2", "5.2"))
    for round in (closed(name), then(closed(name), *deal(OPENING[name]))):
        assert then(round, void).nets() == {"Ann": 0, "Bob": 0}
    assert "cannot be voided under" in refusal(playing(name), void).reason
    lower = refusal(closed(name), void, Role.PIT_SUPERVISOR)
    assert (lower.reason, lower.clause) == ("this needs a Pit Manager, not a Pit Supervisor", says(name, "5.2", "5.2"))
    assert then(playing(name), m.Refer(reason="cannot be rebuilt", effect="void")).void == says(name, "6.1", "6.1"), (
        "R-20"
    )


@both
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5")
def test_5_5_from_the_first_card_of_the_round_on_a_card_face_up_is_played_and_no_ruling_is_due(name: str) -> None:
    first = then(closed(name), *deal(OPENING[name])[:1])
    (offer,) = [each for each in expects(first) if each.command == "find-face-up-card"]
    assert (offer.by, offer.clause, offer.options) == (Role.DEALER, says(name, "5.5", "5.5"), ())
    assert not then(first, m.FindFaceUpCard(card=Card("2C"))).ruling_due
    (early,) = [each for each in expects(closed(name)) if each.command == "find-face-up-card"]
    assert (early.by, early.clause) == (Role.PIT_MANAGER, "R-22")


@both
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5")
def test_5_5_a_card_found_face_up_is_played_as_normal(name: str) -> None:
    hit = then(playing(name), m.Decide(bettor="Ann", box=1, action="hit"))
    found = then(hit, m.FindFaceUpCard(card=Card("2C")), by=Role.DEALER)
    assert "2C is already out" in refusal(found, m.DealCard(card=Card("3C"))).reason
    assert then(found, *deal("2C")).box(1).area != hit.box(1).area


@both
@pytest.mark.clause("lucky8 5.7", "dueling8 5.7")
def test_5_7_a_card_to_the_dealers_complete_hand_goes_away(name: str) -> None:
    stood = then(
        playing(name), *(m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3)))
    )
    assert refusal(stood, m.RemoveDealerCard(card=Card("2C"))), "the Dealer draws"
    complete = then(stood, *deal("KC"))
    after = then(complete, m.RemoveDealerCard(card=Card("2C")), by=Role.DEALER)
    assert (after.dealer_hand, after.removed) == (complete.dealer_hand, cards("2C"))
    assert then(after, m.Settle()).nets() == then(complete, m.Settle()).nets()


@both
@pytest.mark.clause("lucky8 5.8", "dueling8 5.8")
def test_5_8_a_card_dealt_in_error_is_the_next_card(name: str) -> None:
    exposed = then(playing(name), m.ExposeCard(card=Card("5C")), by=Role.DEALER)
    taken = then(exposed, m.Decide(bettor="Ann", box=1, action="hit"), *deal("5C"))
    assert taken.waiting == ()
    assert (
        "5C is already out"
        in refusal(then(exposed, m.Decide(bettor="Ann", box=1, action="hit")), m.DealCard(card=Card("6C"))).reason
    )


@both
@pytest.mark.clause("lucky8 5.8", "dueling8 5.8")
def test_5_8_a_card_dealt_in_error_before_anybody_plays_is_the_next_card_too(name: str) -> None:
    dealt = then(closed(name), *deal(OPENING[name]))
    for round in (dealt, then(dealt, m.ConfirmDeal())):
        assert round.phase in (Phase.CONFIRMING, Phase.OFFERING)
        exposed = then(round, m.ExposeCard(card=Card("5C")), by=Role.DEALER)
        assert (exposed.phase, exposed.waiting, exposed.exposed) == (round.phase, cards("5C"), True)
        play = then(exposed, *([m.ConfirmDeal()] if round is dealt else []), m.CloseOffers())
        assert then(play, m.Decide(bettor="Ann", box=1, action="hit"), *deal("5C")).waiting == ()
        assert then(play, m.RefuseCard(bettor="Ann", box=1)).turn == play.box(3), "5.9: it may be refused"
    surrendered = then(dealt, m.ConfirmDeal(), m.ExposeCard(card=Card("5C")), m.Surrender(bettor="Ann", box=1))
    assert surrendered.waiting == cards("5C"), "surrender is still offered"


@both
@pytest.mark.clause("lucky8 5.8", "lucky8 5.10", "dueling8 5.8", "dueling8 5.10")
def test_5_10_a_card_to_a_dealer_who_needs_none_stays_there_and_changes_nothing(name: str) -> None:
    ann, bob = (m.Decide(bettor=who, box=box, action="hit") for who, box in (("Ann", 1), ("Bob", 3)))
    done = then(playing(name), ann, *deal("KC"), bob, *deal("KH"))
    assert (done.phase, done.dealer_hand.total < 17) == (Phase.COMPLETE, True), "nothing is left to draw for"
    assert not [each for each in expects(done) if each.command == "remove-dealer-card"], "5.7 is about 17 and above"
    (offer,) = [each for each in expects(done) if each.command == "expose-card"]
    assert (offer.by, offer.clause) == (Role.DEALER, says(name, "5.10", "5.10"))
    after = then(done, m.ExposeCard(card=Card("2D")), by=Role.DEALER)
    assert (after.dealer[-1], after.waiting, after.phase) == ("2D", (), Phase.COMPLETE)
    assert then(after, m.Settle()).nets() == then(done, m.Settle()).nets()
    assert refusal(after, m.DealCard(card=Card("3D"))), "and no other is drawn"
    seventeen = then(done, m.ExposeCard(card=Card("KD" if name == "lucky-8" else "9D")))
    assert seventeen.dealer_hand.total >= 17
    away = then(seventeen, m.RemoveDealerCard(card=Card("3D")))
    assert (away.dealer, away.removed) == (seventeen.dealer, cards("3D")), "5.7 from there on"


@both
@pytest.mark.clause("lucky8 5.7", "dueling8 5.7")
def test_5_7_a_card_that_is_out_already_is_the_one_that_goes_away(name: str) -> None:
    hit = m.Decide(bettor="Bob", box=3, action="hit")
    back = then(playing(name), m.SkipBox(box=1), hit, *deal("AD"), hit, *deal("KC"), m.DeclareSkipped(box=1))
    assert back.waiting == cards("AD KC")
    stood = then(back, *(m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3))))
    complete = then(stood, *deal("AD"))
    assert (complete.phase, complete.waiting) == (Phase.COMPLETE, cards("KC"))
    assert "KC is already out" in refusal(complete, m.RemoveDealerCard(card=Card("2C"))).reason
    assert then(complete, m.RemoveDealerCard(card=Card("KC"))).waiting == ()


@both
@pytest.mark.clause("lucky8 5.9", "lucky8 5.24", "dueling8 5.9", "dueling8 5.21")
def test_5_9_who_refuses_that_card_stands(name: str) -> None:
    exposed = then(playing(name), m.ExposeCard(card=Card("5C")))
    refused = then(exposed, m.RefuseCard(bettor="Ann", box=1))
    assert refused.turn == refused.box(3), "Ann draws no more"
    assert refusal(exposed, m.RefuseCard(bettor="Bob", box=1), Role.PLAYER), "Ann is in control"
    assert refusal(playing(name), m.RefuseCard(bettor="Ann", box=1), Role.PLAYER), "nothing was dealt in error"
    assert refusal(refused, m.Decide(bettor="Ann", box=1, action="hit"), Role.PLAYER)


@both
@pytest.mark.clause("lucky8 5.10", "dueling8 5.10")
def test_5_10_a_card_that_everybody_refuses_is_the_dealers_next(name: str) -> None:
    exposed = then(playing(name), m.ExposeCard(card=Card("5C")))
    refused = then(exposed, m.RefuseCard(bettor="Ann", box=1), m.RefuseCard(bettor="Bob", box=3))
    assert (refused.phase, refused.waiting) == (Phase.DRAWING, cards("5C"))
    assert then(refused, *deal("5C")).dealer[-1] == "5C"


@both
@pytest.mark.clause("lucky8 5.19", "lucky8 5.19.1", "dueling8 5.16", "dueling8 5.16.1")
def test_where_the_dealer_shuffles_an_empty_device_is_filled_from_the_discards_and_play_goes_on(name: str) -> None:
    hit = then(playing(name), m.Decide(bettor="Ann", box=1, action="hit"))
    filled = then(hit, m.RunOut(), by=Role.DEALER)
    (event,) = decide(hit, m.RunOut(), Role.DEALER)
    assert event == m.DiscardsShuffled(cut_by="Ann", clause=says(name, "5.19", "5.16"), by=Role.DEALER)
    assert filled.shuffle_due, "a full shuffle follows the round"
    assert then(filled, *deal("KC")).box(3) == then(filled, *deal("KC")).turn, "Ann is bust, Bob plays on"
    assert refusal(playing(name), m.RunOut()), "no card is due"


@both
@pytest.mark.clause("lucky8 5.19", "lucky8 5.23", "dueling8 5.16", "dueling8 5.20")
def test_a_round_that_nobody_is_in_needs_no_card(name: str) -> None:
    """Nobody has bet, or all have taken everything back after a power failure: the device may be empty."""
    gone = then(closed(name), m.Interrupt(), m.WithdrawAll(bettor="Ann"), m.WithdrawAll(bettor="Bob"), m.Resume())
    for round in (then(bets_open(name), m.CloseBets()), gone):
        assert round.phase is Phase.COMPLETE
        assert not {each.command for each in expects(round)} & {"run-out", "pull-cards", "deal-card"}


@both
@pytest.mark.clause("lucky8 5.19", "dueling8 5.16")
def test_cards_that_were_collected_may_come_again_and_those_on_the_table_may_not(name: str) -> None:
    few = {"decks": 1 if name == "lucky-8" else 3}
    ann = [m.PlaceWager(bettor=who, box=box, wager="main", stake=1_000) for who, box in (("Ann", 1), ("Bob", 3))]
    dealt = then(bets_open(name, **few), *ann, m.CloseBets(), *deal(OPENING[name]), m.ConfirmDeal(), m.CloseOffers())
    again = "KC" if name == "lucky-8" else "KC KC"
    bust = then(
        dealt,
        *[each for card in again.split() for each in (m.Decide(bettor="Ann", box=1, action="hit"), *deal(card))][:2],
    )
    asked = then(bust, m.Decide(bettor="Bob", box=3, action="hit"))
    if name == "lucky-8":
        assert "hold no more than 1 of KC" in refusal(asked, m.DealCard(card=Card("KC"))).reason
    filled = then(asked, m.RunOut())
    assert then(filled, *deal("KC")).cards[-1] == "KC", "Ann's King was collected and shuffled in"
    if name == "lucky-8":
        assert "hold no more than 1 of 8C" in refusal(filled, m.DealCard(card=Card("8C"))).reason, "Bob holds it"


@both
def test_r_13_a_machine_cannot_shuffle_the_discards_so_the_gaming_shift_manager_rules(name: str) -> None:
    round = then(
        bets_open(name, hand_shuffled=False),
        m.PlaceWager(bettor="Ann", box=1, wager="main", stake=1_000),
        m.CloseBets(),
    )
    assert "needs a Gaming Shift Manager" in refusal(round, m.RunOut(), Role.DEALER).reason
    assert then(round, m.RunOut()).void == "R-13"
    assert Terms.parse(str(round.terms)) == round.terms


@both
@pytest.mark.clause("lucky8 5.20", "dueling8 5.17")
def test_a_shuffle_that_was_missed_follows_the_round(name: str) -> None:
    round = then(playing(name), m.MissCuttingCard(), by=Role.DEALER)
    assert round.shuffle_due
    assert held(round) == held(playing(name))


@both
@pytest.mark.clause("lucky8 5.21", "lucky8 5.21.1", "dueling8 5.18", "dueling8 5.18.1")
def test_a_forgotten_burn_is_taken_out_while_the_deal_can_be_rebuilt(name: str) -> None:
    order = cards(OPENING[name])
    dealt = then(closed(name), *(m.DealCard(card=card) for card in (Card("2C"), *order[:-1])))
    right = then(dealt, m.DeclareForgottenBurn(), by=Role.PIT_SUPERVISOR)
    assert (right.phase, right.removed, right.cards) == (Phase.DEALING, cards("2C"), order[:-1])
    assert held(then(right, m.DealCard(card=order[-1]))) == held(then(closed(name), *deal(OPENING[name])))


@both
@pytest.mark.clause("lucky8 5.21.2", "dueling8 5.18.2")
def test_a_forgotten_burn_stays_in_play_once_play_has_moved_on(name: str) -> None:
    round = then(playing(name), m.DeclareForgottenBurn())
    assert held(round) == held(playing(name))
    (note,) = round.notes
    assert isinstance(note, m.BurnForgotten)
    assert note.clause == says(name, "5.21.2", "5.18.2")
    assert refusal(round, m.DeclareForgottenBurn()), "it is noted once"


def asked(name: str) -> BoxRound:
    """Ann has called for a card."""
    return then(playing(name), m.Decide(bettor="Ann", box=1, action="hit"))


def dealers_turn(name: str) -> BoxRound:
    return then(
        playing(name), *(m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3)))
    )


@both
@pytest.mark.clause(
    "lucky8 5.23", "lucky8 5.23.1", "lucky8 5.23.1.1", "dueling8 5.20", "dueling8 5.20.1", "dueling8 5.20.1.1"
)
def test_of_cards_that_nobody_saw_the_player_picks_one_and_the_rest_follow(name: str) -> None:
    drawn = then(asked(name), m.PullCards(number=2), by=Role.PIT_SUPERVISOR)
    assert refusal(drawn, m.DealCard(card=Card("2C"))), "Ann chooses first"
    assert refusal(drawn, m.PickCard(bettor="Bob", which=1), Role.PLAYER), "it is Ann's hand"
    assert "pick one of 1, 2" in refusal(drawn, m.PickCard(bettor="Ann", which=3), Role.PLAYER).reason
    (event,) = decide(drawn, m.PickCard(bettor="Ann", which=2), Role.PLAYER)
    assert event == m.CardPicked(bettor="Ann", which=2, clause=says(name, "5.23.1", "5.20.1"), by=Role.PLAYER)
    after = then(evolve(drawn, event), *deal("2C"))
    assert after.box(1).area != drawn.box(1).area
    assert then(after, m.Decide(bettor="Ann", box=1, action="hit"), *deal("3C")).cards[-2:] == cards("2C 3C")


@both
@pytest.mark.clause("lucky8 5.23.2", "lucky8 5.23.2.1", "dueling8 5.20.2", "dueling8 5.20.2.1")
def test_the_one_card_that_was_seen_comes_first(name: str) -> None:
    drawn = then(asked(name), m.PullCards(number=2, disclosed=cards("2C")))
    assert drawn.waiting == cards("2C")
    assert "2C is already out" in refusal(drawn, m.DealCard(card=Card("3C"))).reason
    after = then(drawn, *deal("2C"), m.Decide(bettor="Ann", box=1, action="hit"), *deal("3C"))
    assert after.cards[-2:] == cards("2C 3C")


@both
@pytest.mark.clause("lucky8 5.23.3", "dueling8 5.20.3")
def test_of_several_that_were_seen_the_player_takes_what_they_wish(name: str) -> None:
    drawn = then(asked(name), m.PullCards(number=2, disclosed=cards("2C 3D")))
    took = then(drawn, m.PickCard(bettor="Ann", card=Card("3D")), by=Role.PLAYER)
    assert took.pulled is not None
    assert took.pulled.cards == cards("2C")
    both_taken = then(
        took, m.Decide(bettor="Ann", box=1, action="hit"), m.PickCard(bettor="Ann", card=Card("2C")), by=Role.PLAYER
    )
    assert (both_taken.pulled, both_taken.cards[-2:]) == (None, cards("3D 2C"))
    assert "pick one of 2C, 3D" in refusal(drawn, m.PickCard(bettor="Ann", card=Card("4D")), Role.PLAYER).reason


@both
@pytest.mark.clause("lucky8 5.23.3.1", "lucky8 5.24", "dueling8 5.20.3.1", "dueling8 5.21")
def test_what_one_player_leaves_is_offered_to_the_next_and_then_burned(name: str) -> None:
    drawn = then(asked(name), m.PullCards(number=2, disclosed=cards("2C 3D")))
    declined = then(drawn, m.DeclineCards(bettor="Ann", box=1), by=Role.PLAYER)
    assert declined.turn == declined.box(3), "who declines stands"
    bob = then(declined, m.Decide(bettor="Bob", box=3, action="hit"))
    assert then(bob, m.PickCard(bettor="Bob", card=Card("2C")), by=Role.PLAYER).cards[-1] == "2C"
    burned = then(bob, m.DeclineCards(bettor="Bob", box=3), by=Role.PLAYER)
    assert (burned.pulled, burned.removed) == (None, cards("2C 3D"))
    assert (burned.turn, burned.phase) == (None, Phase.DRAWING), "5.24: Bob stands"
    assert then(burned, *deal("4C")).dealer[-1] == "4C", "the next card is the Dealer's, from the device"
    stood = then(declined, m.Decide(bettor="Bob", box=3, action="stand"))
    assert (stood.phase, stood.removed) == (Phase.DRAWING, cards("2C 3D")), "nobody is left to offer them to"


@both
@pytest.mark.clause(
    "lucky8 5.23.4", "lucky8 5.23.4.1", "lucky8 5.23.4.2", "dueling8 5.20.4", "dueling8 5.20.4.1", "dueling8 5.20.4.2"
)
def test_for_the_dealer_the_pit_manager_picks_of_cards_that_nobody_saw(name: str) -> None:
    drawn = then(dealers_turn(name), m.PullCards(number=2))
    assert "needs a Pit Manager" in refusal(drawn, m.PickCard(which=1), Role.PIT_SUPERVISOR).reason
    picked = then(drawn, m.PickCard(which=1), by=Role.PIT_MANAGER)
    assert then(picked, *deal("2C 3C")).dealer[-2:] == cards("2C 3C")


@both
@pytest.mark.clause("lucky8 5.23.4.3", "lucky8 5.23.4.4", "dueling8 5.20.4.3", "dueling8 5.20.4.4")
def test_for_the_dealer_the_one_card_that_was_seen_comes_first(name: str) -> None:
    drawn = then(dealers_turn(name), m.PullCards(number=2, disclosed=cards("2C")))
    assert then(drawn, *deal("2C 3C")).dealer[-2:] == cards("2C 3C")


@both
@pytest.mark.clause("lucky8 5.23.4.5", "lucky8 5.23.4.6", "dueling8 5.20.4.5", "dueling8 5.20.4.6")
def test_of_cards_that_were_seen_the_pit_manager_picks_one_and_the_rest_is_discarded(name: str) -> None:
    drawn = then(dealers_turn(name), m.PullCards(number=3, disclosed=cards("KC 2C 3D")))
    assert refusal(drawn, m.DealCard(card=Card("KC")))
    picked = then(drawn, m.PickCard(card=Card("2C")), by=Role.PIT_MANAGER)
    assert (picked.waiting, picked.removed) == (cards("2C"), cards("KC 3D")), "R-25: the third too"
    assert then(picked, *deal("2C")).dealer[-1] == "2C"


@both
@pytest.mark.clause("lucky8 5.23", "dueling8 5.20")
def test_cards_drawn_at_once_are_two_or_more_and_need_a_card_to_be_due(name: str) -> None:
    assert "two or more" in refusal(asked(name), m.PullCards(number=1)).reason
    assert "two or more" in refusal(asked(name), m.PullCards(number=2, disclosed=cards("2C 3C 4C"))).reason
    assert refusal(playing(name), m.PullCards(number=2)), "Ann has not asked for a card"


@both
@pytest.mark.clause("lucky8 5.29", "lucky8 5.29.1", "dueling8 5.26", "dueling8 5.26.1")
def test_a_power_failure_before_any_outcome_lets_players_take_everything_back_or_stay(name: str) -> None:
    round = closed(name) if name == "dueling-8s" else then(closed(name), *deal("TS 9H"))
    dark = then(round, m.Interrupt(), by=Role.DEALER)
    assert dark.withdrawing
    assert refusal(dark, m.DealCard(card=Card("2C"))), "not before they have answered"
    ann_left = then(dark, m.WithdrawAll(bettor="Ann"), m.Resume())
    assert (ann_left.staked(), [box.number for box in ann_left.wagered]) == ({"Bob": 600}, [3])
    assert ann_left.removed == (cards("TS") if name == "lucky-8" else ())
    rest = "7D 8C" if name == "lucky-8" else "KC"
    assert then(ann_left, *deal(rest)).phase is Phase.CONFIRMING, "the rest play on (R-08)"
    nobody = then(dark, m.WithdrawAll(bettor="Ann"), m.WithdrawAll(bettor="Bob"), m.Resume(), m.Settle())
    assert nobody.nets() == {}


@both
@pytest.mark.clause("lucky8 5.29.2", "dueling8 5.26.2")
def test_a_power_failure_after_an_outcome_is_played_out_r_07(name: str) -> None:
    first_box_complete = then(closed(name), *deal("TS 9H 7D 6H" if name == "lucky-8" else "6H"))
    for round in (first_box_complete, playing(name)):
        (event,) = decide(round, m.Interrupt(), Role.DEALER)
        assert event == m.PowerFailed(established=True, clause=says(name, "5.29.2", "5.26.2"), by=Role.DEALER)
        assert not evolve(round, event).withdrawing
        refused = refusal(evolve(round, event), m.WithdrawAll(bettor="Ann"), Role.PLAYER)
        assert refused.clause == says(name, "5.29.2", "5.26.2"), "nobody takes anything back"
    assert refusal(closed(name), m.WithdrawAll(bettor="Ann"), Role.PLAYER).clause == says(name, "5.29.1", "5.26.1")


@pytest.mark.clause("lucky8 5.29.1", "lucky8 5.29.2", "lucky8 1.1.8.3")
def test_5_29_2_a_first_card_like_the_dealers_has_won_lucky_8_already() -> None:
    for opening, established in (("TS 9H TD", True), ("9S 8H 8D", True), ("TS 9H KD", False), ("TS 9H 7D", False)):
        assert then(closed("lucky-8"), *deal(opening)).established() is established, opening


@both
@pytest.mark.clause("lucky8 6.1", "dueling8 6.1")
def test_6_1_what_no_clause_covers_is_the_gaming_shift_managers(name: str) -> None:
    for round in (bets_open(name), closed(name), playing(name)):
        assert then(round, m.Refer(reason="a flood", effect="void")).void == says(name, "6.1", "6.1")
        assert then(round, m.Refer(reason="a flood", effect="stands")).phase is round.phase
        assert refusal(round, m.Refer(reason="a flood", effect="void"), Role.PIT_MANAGER).clause == says(
            name, "6.1", "6.1"
        )
        assert refusal(round, m.Refer(reason="", effect="void")).reason == "enter the reason for the ruling"


@both
def test_the_guide_for_the_pit_tells_of_everything_that_may_go_wrong_and_by_which_clause(name: str) -> None:
    told = irregularities(GAMES[name])
    only = {"finish-hand", "declare-dealer-missed", "declare-short-hand", "choose-course"}
    known = {each.command for each in told}
    assert known >= {
        *("find-face-up-card", "rule-ready-cards", "pull-cards", "pick-card", "decline-cards", "correct-cards"),
        *("expose-card", "refuse-card", "remove-dealer-card", "misdeal-card", "end-deal", "reconstruct"),
        *("declare-box-missed", "declare-unbet-box", "skip-box", "declare-skipped", "permit-withdrawal", "run-out"),
        *("miss-cutting-card", "declare-forgotten-burn", "note-wager", "return-late-wager", "interrupt", "resume"),
        *("withdraw-all", "declare-bad-cards", "take-back-card", "void-round", "refer"),
    }
    assert (only <= known) is (name == "lucky-8")
    by_clause = {(each.command, each.clause, each.by) for each in told}
    assert by_clause >= {
        ("find-face-up-card", "R-22", Role.PIT_MANAGER),
        ("find-face-up-card", says(name, "5.5", "5.5"), Role.DEALER),
        ("rule-ready-cards", "R-22", Role.PIT_MANAGER),
        ("expose-card", says(name, "5.10", "5.10"), Role.DEALER),
        ("note-wager", says(name, "5.27", "5.24"), Role.DEALER),
        ("note-wager", says(name, "5.27", "5.24"), Role.PIT_SUPERVISOR),
        ("correct-cards", "R-23", Role.PIT_SUPERVISOR),
    }
