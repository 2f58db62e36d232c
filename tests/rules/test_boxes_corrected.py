"""Cards on boxes that were read wrongly: the cards decide, and what was chosen stands, or is referred (R-23)."""

import msgspec
import pytest

from boxes import GSM, OPENING, bets_open, both, closed, deal, held, playing, refusal, says, then
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.notation import phrase
from croupier.games.irregularity import preview
from croupier.games.round import Expected, Phase, Role
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Citation

R23 = Citation("R-23")


def says_on(box: int, who: str, action: str) -> m.AnyCommand:
    return msgspec.convert({"command": "decide", "bettor": who, "box": box, "action": action}, m.Decide)


def stood(round: BoxRound) -> BoxRound:
    return then(round, says_on(1, "Ann", "stand"), says_on(3, "Bob", "stand"))


def corrected(round: BoxRound, text: str) -> BoxRound:
    return then(round, m.CorrectCards(cards=cards(text)), by=Role.PIT_SUPERVISOR)


def offers(round: BoxRound) -> list[Expected]:
    return [each for each in expects(round) if each.command == "correct-cards"]


@both
def test_r_23_in_every_phase_after_cards_are_out_and_by_a_pit_supervisor(name: str) -> None:
    first = then(closed(name), *deal(OPENING[name].split()[0]))
    complete = then(stood(playing(name)), *deal("KC"))
    dealt = then(closed(name), *deal(OPENING[name]))
    rounds = [first, dealt, then(dealt, m.ConfirmDeal()), playing(name), stood(playing(name)), complete]
    assert [each.phase for each in rounds] == [
        Phase.DEALING,
        Phase.CONFIRMING,
        Phase.OFFERING,
        Phase.PLAYING,
        Phase.DRAWING,
        Phase.COMPLETE,
    ]
    for round in [*rounds, then(complete, m.Settle())]:
        (offer,) = offers(round)
        assert (offer.by, offer.clause, offer.irregular) == (Role.PIT_SUPERVISOR, "R-23", True)
        right = (Card("2D"), *round.dealt[1:])
        after = then(round, m.CorrectCards(cards=right), by=Role.PIT_SUPERVISOR)
        assert (after.phase, after.dealt, after.history) == (round.phase, right, (round.dealt,))
        assert [type(note) for note in after.notes] == [m.CardsCorrected], "all may see that it was done"
        assert refusal(round, m.CorrectCards(cards=right), Role.DEALER).clause == "R-23"
    for round in (bets_open(name), closed(name)):
        assert not offers(round), "no card is out"
    assert not offers(then(playing(name), m.Refer(reason="a flood", effect="void")))


@both
def test_r_23_each_card_stays_where_it_was_dealt_with_its_right_face(name: str) -> None:
    right = OPENING[name].split()
    right[0] = "2D"
    after = corrected(then(closed(name), *deal(OPENING[name])), " ".join(right))
    assert held(after) == held(then(closed(name), *deal(" ".join(right))))
    (event,) = decide(playing(name), m.CorrectCards(cards=cards(" ".join(right))), Role.PIT_SUPERVISOR)
    assert event == m.CardsCorrected(
        cards=cards(" ".join(right)), waiting=(), was=cards(OPENING[name]), clause=R23, by=Role.PIT_SUPERVISOR
    )
    assert phrase(event).startswith(f"corrected {' '.join(right)} then - was {OPENING[name]} by R-23")


@both
def test_r_23_a_settled_round_stays_settled_by_the_cards_that_were_dealt(name: str) -> None:
    over = then(stood(playing(name)), *deal("KC"), m.Settle())
    assert over.nets() == {"Ann": -1_000, "Bob": 0 if name == "lucky-8" else -600}
    king = "KS 9H 7D KH 8C KC" if name == "lucky-8" else "KH 8C KC"
    won = corrected(over, king)
    assert (won.phase, won.nets()["Ann"]) == (Phase.SETTLED, 1_000 if name == "lucky-8" else 0)
    assert won.settlement().keys() == over.settlement().keys()
    again = then(won, m.CorrectCards(cards=over.dealt))
    assert (again.nets(), len(again.history)) == (over.nets(), 2), "and back again"
    seen = preview(decide, evolve, over, m.CorrectCards(cards=cards(king)), GSM).nets
    assert seen["Ann"] == (-1_000, won.nets()["Ann"])


@both
def test_r_23_what_was_read_already_and_what_is_not_told_whole_is_refused(name: str) -> None:
    round = playing(name)
    no = refusal(round, m.CorrectCards(cards=round.dealt))
    assert (no.reason, no.clause) == ("the record already has these cards", "R-23")
    short = refusal(round, m.CorrectCards(cards=round.dealt[:-1]))
    assert (f"{len(round.dealt)} cards were dealt, not" in short.reason, short.clause) == (True, "R-23")


@both
def test_r_23_r_20_a_decision_that_was_not_open_over_the_right_cards_is_referred(name: str) -> None:
    hit = then(playing(name), says_on(1, "Ann", "hit"), *deal("2C"), says_on(1, "Ann", "hit"), *deal("2D"))
    bust = (*hit.dealt[:-2], Card("KC"), Card("2D"))
    no = refusal(hit, m.CorrectCards(cards=bust))
    assert (no.clause, "refer it" in no.reason) == ("R-20", True), "a hand past 21 is not hit"
    assert then(hit, m.Refer(reason="misread", effect="void")).phase is Phase.VOID
    fine = corrected(hit, " ".join((*hit.dealt[:-1], Card("AD"))))
    assert fine.turn == fine.box(1), "and what is open over them is played on"


@both
def test_r_23_a_card_that_was_picked_in_the_initial_deal_keeps_its_place(name: str) -> None:
    picked = then(
        closed(name), m.PullCards(number=2, disclosed=cards("4C 5C")), m.PickCard(bettor="Ann", card=Card("5C"))
    )
    assert (picked.phase, picked.box(1).dealt) == (Phase.DEALING, cards("5C"))
    assert corrected(picked, "6C").box(1).dealt == cards("6C")


@both
def test_r_23_r_20_what_another_decided_than_the_one_in_control_is_referred(name: str) -> None:
    """Eve sits at box 3. Bob has decided there when it is noted that a wager of hers has lain there all the time."""
    terms = Terms.of(name, unit=100, limits={"main": Limits(500, 10_000)})
    bets = [m.PlaceWager(bettor=who, box=box, wager="main", stake=600) for who, box in (("Ann", 1), ("Bob", 3))]
    dealt = then(None, m.OpenBets(terms=terms, seats={3: "Eve"}), *bets, m.CloseBets(), *deal(OPENING[name]))
    play = then(dealt, m.ConfirmDeal(), m.CloseOffers(), says_on(1, "Ann", "stand"))
    hers = m.NoteWager(bettor="Eve", wager="main", stake=12_000, box=3)
    right = (Card("2D"), *play.dealt[1:])
    assert corrected(then(play, hers), " ".join(right)).dealt == right, "nobody has decided for her"
    hit = then(play, says_on(3, "Bob", "hit"), hers)
    no = refusal(hit, m.CorrectCards(cards=right))
    assert (no.clause, "refer it" in no.reason) == ("R-20", True)


def test_r_23_r_20_a_split_that_was_none_is_referred() -> None:
    dealt = then(closed("lucky-8"), *deal("8S 9H 7D 8H 8C"), m.ConfirmDeal(), m.CloseOffers())
    split = then(dealt, says_on(1, "Ann", "split"), *deal("3C"))
    assert refusal(split, m.CorrectCards(cards=cards("8S 9H 7D 9S 8C 3C"))).clause == "R-20"
    again = corrected(split, "8S 9H 7D 8H 8C 8D")
    area = again.box(1).area
    assert area
    assert [hand.cards for hand in area.hands] == [cards("8S 8D"), cards("8H")]
    assert area.options(again.rules.splitting)[-1] == "split", "and may be split again"


def test_r_23_r_20_an_ace_that_nobody_was_offered_insurance_against_is_referred() -> None:
    play = playing("lucky-8")
    no = refusal(play, m.CorrectCards(cards=cards("TS 9H AD 6H 8C")))
    assert (no.clause, "refer it" in no.reason) == ("R-20", True)
    offering = then(closed("lucky-8"), *deal(OPENING["lucky-8"]), m.ConfirmDeal())
    ace = corrected(offering, "TS 9H AD 6H 8C")
    assert {each.command for each in expects(ace)} >= {"insure"}, "nothing was answered yet"


@both
@pytest.mark.clause("lucky8 5.7", "dueling8 5.7")
def test_r_23_5_7_a_card_that_the_dealer_should_not_have_drawn_goes_to_the_discards(name: str) -> None:
    two = "KC"
    over = then(stood(playing(name)), *deal("2D 9D"), m.Settle())
    right = " ".join((*over.dealt[:-2], Card(two), Card("9D")))
    after = corrected(over, right)
    assert (after.phase, after.dealer[-1], after.removed, after.waiting) == (Phase.SETTLED, two, cards("9D"), ())
    assert after.nets() == then(stood(playing(name)), *deal(two), m.Settle()).nets()
    (event,) = decide(over, m.CorrectCards(cards=cards(right)), Role.PIT_SUPERVISOR)
    assert isinstance(event, m.CardsCorrected)
    assert (event.cards[-1], event.waiting) == (two, cards("9D"))
    complete = then(stood(playing(name)), *deal("2D 9D"))
    assert corrected(complete, right).removed == cards("9D"), "before the settlement too"


@both
def test_r_23_r_20_where_another_card_was_due_a_settled_round_is_referred_and_an_open_one_goes_on(name: str) -> None:
    complete = then(stood(playing(name)), *deal("KC"))
    right = " ".join((*complete.dealt[:-1], Card("2D")))
    over = then(complete, m.Settle())
    no = refusal(over, m.CorrectCards(cards=cards(right)))
    assert (no.clause, "refer it" in no.reason) == ("R-20", True)
    assert corrected(complete, right).phase is Phase.DRAWING
    for effect, nets in (("void", {"Ann": 0, "Bob": 0}), ("stands", over.nets())):
        ruled = then(over, m.Refer(reason="the Dealer stood on nine", effect=effect))  # type: ignore[arg-type]
        assert (ruled.nets(), ruled.void) == (nets, says(name, "6.1", "6.1") if effect == "void" else None)


@both
def test_r_23_cards_that_were_out_before_they_were_dealt_have_their_right_faces_there_too(name: str) -> None:
    exposed = then(playing(name), m.ExposeCard(card=Card("2C")), says_on(1, "Ann", "hit"), *deal("2C"))
    after = corrected(exposed, " ".join((*exposed.dealt[:-1], Card("3C"))))
    assert [event.card for event in after.play if isinstance(event, m.CardExposed)] == [Card("3C")]
    asked = then(playing(name), says_on(1, "Ann", "hit"))
    seen = then(asked, m.PullCards(number=2, disclosed=cards("2C 3C")))
    picked = then(seen, m.PickCard(bettor="Ann", card=Card("3C")), by=Role.PLAYER)
    after = corrected(picked, " ".join((*picked.dealt[:-1], Card("4C"))))
    assert after.pulled == picked.pulled
    assert after.cards[-1] == "4C"
    unseen = then(asked, m.PullCards(number=3))
    unseen = then(then(unseen, m.PickCard(bettor="Ann", which=2), by=Role.PLAYER), *deal("2C"))
    assert corrected(unseen, " ".join((*unseen.dealt[:-1], Card("4C")))).unseen == 2
    refused = then(playing(name), m.ExposeCard(card=Card("5C")), m.RefuseCard(bettor="Ann", box=1))
    taken = then(refused, says_on(3, "Bob", "hit"), *deal("5C"))
    assert corrected(taken, " ".join((*taken.dealt[:-1], Card("2D")))).box(1) == taken.box(1), (
        "Ann refused all the same"
    )


@both
def test_r_23_misdealt_cards_stay_where_they_lie(name: str) -> None:
    laid = then(closed(name), m.MisdealCard(card=Card("2C"), box=2), *deal(OPENING[name]), m.ConfirmDeal())
    after = corrected(laid, " ".join(("3C", *laid.dealt[1:])))
    assert after.box(2).cards == cards("3C")
    assert held(after) == held(laid)


@both
def test_r_23_r_20_where_somebody_who_decided_has_left_it_is_referred(name: str) -> None:
    asked = then(playing(name), says_on(1, "Ann", "hit"), m.PullCards(number=2, disclosed=cards("2C 3C")))
    left = then(asked, m.PermitWithdrawal(bettor="Ann"))
    assert not offers(left)
    no = refusal(left, m.CorrectCards(cards=left.dealt))
    assert (no.clause, "refer it" in no.reason) == ("R-20", True)


def test_r_23_doubles_insurance_and_surrender_stand_over_the_right_cards() -> None:
    ace = then(closed("lucky-8"), *deal("TS 9H AD 6H 8C"), m.ConfirmDeal(), m.Insure(bettor="Ann", box=1))
    doubled = then(ace, m.CloseOffers(), says_on(1, "Ann", "double"), *deal("2C"), says_on(3, "Bob", "stand"))
    over = then(doubled, *deal("KC"), m.Settle())
    right = corrected(over, "TS 9H AD 6H 8C 5C KC")
    assert (right.insured, right.staked()) == (over.insured, over.staked())
    folded = then(closed("lucky-8"), *deal(OPENING["lucky-8"]), m.ConfirmDeal(), m.Surrender(bettor="Ann", box=1))
    after = corrected(folded, "KS 9H 7D KH 8C")
    ann = after.box(1).position("Ann")
    assert ann
    assert ann.surrendered, "R-23: choices stand, though she held twenty"


@both
def test_r_23_r_20_a_card_that_was_due_to_nobody_over_the_right_cards_is_referred(name: str) -> None:
    low, high = ("2S", "4S") if name == "lucky-8" else ("3H", "5H")
    opening = f"9S 9H 7D {low} 8C" if name == "lucky-8" else f"{low} KC"
    dealt = then(closed(name), *deal(opening), m.ConfirmDeal(), m.CloseOffers())
    alone = then(dealt, m.DeclareAbsent(bettor="Ann", box=1), *deal("KD"))
    assert alone.turn == alone.box(3), "eleven without its player got a card"
    thirteen = tuple(Card(high) if card == low else card for card in alone.dealt)
    no = refusal(alone, m.CorrectCards(cards=thirteen))
    assert (no.clause, no.reason) == (
        "R-20",
        "with these cards another card would have been due: refer it to the Gaming Shift Manager",
    )


@both
def test_r_23_r_20_a_card_laid_elsewhere_in_a_deal_that_was_shorter_is_referred(name: str) -> None:
    """Bob's wager turns out to have come too late, so that the deal was over before the card on box 2."""
    order = ("TS 9H 7D 6H", "8C") if name == "lucky-8" else ("6H", "8C")
    told = then(closed(name), *deal(order[0]), m.MisdealCard(card=Card("2C"), box=2), *deal(order[1]))
    late = then(told, m.ReturnLateWager(bettor="Bob", wager="main", amount=600, box=3))
    no = refusal(late, m.CorrectCards(cards=(Card("5S"), *late.dealt[1:])))
    assert (no.clause, no.reason) == (
        "R-20",
        "with these cards another card would have been due: refer it to the Gaming Shift Manager",
    )


def read_as(round: BoxRound, at: int, face: str) -> BoxRound:
    """The round with another face on one of its cards."""
    right = list(round.dealt)
    right[at] = Card(face)
    return then(round, m.CorrectCards(cards=tuple(right)), by=Role.PIT_SUPERVISOR)


def seen(round: BoxRound) -> list[tuple[str, ...]]:
    """The cards that were told of before they were dealt, in the order in which that was."""
    found = list[tuple[str, ...]]()
    for event in round.play:
        match event:
            case m.CardsPulled(disclosed=disclosed):
                found.append(disclosed)
            case m.CardPicked(card=card) | m.CardExposed(card=card):
                found.append((card or "",))
    return found


LOW = "2S 2H 7D 6H 3C"
"""Ann has 8 and Bob 5, whose hand takes cards also without him."""


def low(*commands: m.AnyCommand) -> BoxRound:
    return then(closed("lucky-8"), *deal(LOW), m.ConfirmDeal(), m.CloseOffers(), *commands)


def pull(number: int, text: str) -> m.PullCards:
    return m.PullCards(number=number, disclosed=cards(text))


def pick(who: str, card: str) -> m.PickCard:
    return m.PickCard(bettor=who, card=Card(card))


def test_r_23_a_card_that_was_told_of_before_it_was_dealt_has_its_right_face_wherever_it_was_told() -> None:
    hit, gone = says_on(1, "Ann", "hit"), m.DeclareAbsent(bettor="Bob", box=3)
    bob = (says_on(1, "Ann", "stand"), gone)
    first = then(closed("lucky-8"), pull(3, "2S"), *deal(LOW))
    assert seen(read_as(first, 0, "9S")) == [("9S",)], "the only one that was seen is the next card"
    assert seen(read_as(low(hit, pull(3, "2C"), *deal("2C")), -1, "4C")) == [("4C",)]
    picked = then(low(hit, pull(3, "2C 5C")), pick("Ann", "5C"), by=Role.PLAYER)
    assert seen(read_as(picked, -1, "4C")) == [("2C", "4C"), ("4C",)], "and where it was picked"
    again = then(picked, hit, pick("Ann", "2C"))
    assert seen(read_as(again, -1, "3C")) == [("3C", "5C"), ("5C",), ("3C",)], "the other one stays as it was"
    assert seen(read_as(again, -2, "4C")) == [("2C", "4C"), ("4C",), ("2C",)]
    exposed = low(m.ExposeCard(card=Card("2C")), hit, *deal("2C"))
    assert seen(read_as(exposed, -1, "4C")) == [("4C",)]
    past = low(*bob, pull(3, "2C 5C"), *deal("2C"))
    assert past.pulled is not None
    assert seen(read_as(past, -1, "4C")) == [("2C", "5C")], "one of the device with that face is another card"
    assert seen(read_as(low(hit, pull(3, "2C"), *deal("2C")), 0, "9S")) == [("2C",)]


def without_dealer(first: str, *more: m.AnyCommand) -> BoxRound:
    """Ann and Cid on box 1 with a pair of 8s, and Bob on box 3; nobody noticed that the Dealer has no card."""
    people = (("Ann", 1), ("Cid", 1), ("Bob", 3))
    wagers = [m.PlaceWager(bettor=who, box=box, wager="main", stake=1_000) for who, box in people]
    closed = then(bets_open("lucky-8"), *wagers, m.CloseBets(), *deal(f"8S {first}"))
    laid = then(closed, m.MisdealCard(card=Card("8H"), box=1), *deal("7C"))
    return then(laid, m.ConfirmDeal(), *more)


def test_r_23_r_20_a_decision_about_another_box_than_the_one_in_turn_is_referred() -> None:
    wagers = [m.PlaceWager(bettor="Ann", box=box, wager="main", stake=1_000) for box in (1, 3)]
    dealt = then(bets_open("lucky-8"), *wagers, m.CloseBets(), *deal("TS 9H 7D 6H 8C"), m.ConfirmDeal())
    play = then(dealt, m.CloseOffers(), says_on(1, "Ann", "hit"), *deal("5C"), says_on(3, "Ann", "stand"))
    with pytest.raises(Refused, match="was not possible"):
        read_as(play, -1, "2C")


def test_r_23_r_20_insurance_of_a_wager_that_was_lost_already_is_referred() -> None:
    split = without_dealer("9H", says_on(1, "Ann", "split"), *deal("6D"), says_on(1, "Ann", "hit"), *deal("7D"))
    ace = then(split, m.DeclareDealerMissed(), *deal("AD"))
    insured = then(ace, m.Insure(bettor="Cid", box=1))
    assert [each.owner for each in insured.insured] == ["Cid"], "on the one hand that Cid has a stake on"
    with pytest.raises(Refused, match="was not possible"):
        read_as(insured, -2, "KD")
    assert read_as(insured, -2, "5D").insured == insured.insured


EXPOSE, HIT, STAND = m.ExposeCard(card=Card("2C")), says_on(1, "Ann", "hit"), says_on(1, "Ann", "stand")
MISSED, FINISH = m.DeclareDealerMissed(), m.FinishHand(bettor="Ann", box=1)
INSURE = m.Insure(bettor="Bob", box=1, owner="Ann", stake=300)
PICK = m.PickCard(bettor="Ann", which=2)
COURSES: dict[str, list[m.AnyCommand]] = {
    "a card in error waits": [EXPOSE],
    "it was taken": [EXPOSE, HIT, *deal("2C"), STAND],
    "it was refused": [EXPOSE, m.RefuseCard(bettor="Ann", box=1)],
    "one of several was seen": [HIT, pull(3, "2C"), *deal("2C")],
    "two were, and one was picked": [HIT, pull(3, "2C 3C"), pick("Ann", "2C"), STAND],
    "none was, and one was picked": [HIT, pull(3, ""), PICK, *deal("2C")],
    "of many": [HIT, pull(9, ""), PICK, *deal("2C")],
    "and the others came too": [HIT, pull(3, ""), PICK, *deal("2C"), HIT, *deal("2D"), HIT, *deal("2D")],
    "they were declined": [HIT, pull(3, "2C 3C"), m.DeclineCards(bettor="Ann", box=1)],
    "the Dealer got a late Ace": [MISSED, *deal("AD")],
    "it was insured": [MISSED, *deal("AD"), INSURE],
    "and nobody else did": [MISSED, *deal("AD"), INSURE, m.CloseOffers(), STAND],
    "the Dealer is owed a card": [MISSED],
    "a hand is finished first": [MISSED, FINISH, HIT],
    "then the Dealer's card came": [MISSED, FINISH, STAND, *deal("AD")],
    "nobody was left for the Dealer": [HIT, *deal("KC"), says_on(3, "Bob", "hit"), *deal("KD 7D"), EXPOSE],
    "Ann was passed over": [m.SkipBox(box=1)],
    "and Bob stood": [m.SkipBox(box=1), says_on(3, "Bob", "stand")],
}


@pytest.mark.parametrize("course", COURSES)
def test_r_23_where_cards_were_misread_it_is_the_round_that_the_right_ones_make(course: str) -> None:
    """Box 3's first card is a nine and was read as an eight: all else is what it would have been."""
    wrong, right = (without_dealer(card, *COURSES[course]) for card in ("8D", "9H"))
    ignored = {"history": (), "notes": (), "before": None}
    assert msgspec.structs.replace(read_as(wrong, 1, "9H"), **ignored) == msgspec.structs.replace(right, **ignored)


def test_r_23_what_may_be_withdrawn_may_still_be_when_a_card_was_misread() -> None:
    laid = then(closed("lucky-8"), m.MisdealCard(card=Card("KC"), box=2), *deal(OPENING["lucky-8"]), m.ConfirmDeal())
    cleared = then(laid, m.CloseOffers(), m.DeclareUnbetBox(box=2))
    assert cleared.may_withdraw
    assert read_as(cleared, 0, "9S").may_withdraw
    assert not read_as(then(cleared, says_on(1, "Ann", "hit"), *deal("2C")), 0, "9S").may_withdraw


@both
def test_r_23_a_card_in_error_that_waits_may_be_refused_all_the_same_also_when_cards_were_laid_anew(name: str) -> None:
    first, second, *rest = OPENING[name].split()
    wrong = then(closed(name), *deal(" ".join((second, first, *rest))), m.ExposeCard(card=Card("2D")))
    laid = then(wrong, m.Reconstruct(cards=cards(f"{OPENING[name]} 2D")))
    assert (laid.exposed, laid.waiting) == (True, cards("2D"))
    for round in (wrong, laid):
        after = read_as(round, 0, "9D")
        assert (after.exposed, after.waiting) == (True, cards("2D"))
    extra = m.MisdealCard(card=Card("3C"), box=2)
    many = then(closed(name), extra, *deal(OPENING[name]), m.ExposeCard(card=Card("2D")))
    for order in (OPENING[name], " ".join((second, first, *rest))):
        many = then(many, m.Reconstruct(cards=cards(f"{order} 2D 3C")))
        assert (many.exposed, many.waiting) == (True, cards("2D 3C")), "one too many lies behind it"


@both
def test_r_23_cards_on_a_wager_that_had_come_too_late_stay_where_they_lie(name: str) -> None:
    dealt = then(closed(name), *deal(OPENING[name]))
    late = then(dealt, m.ReturnLateWager(bettor="Bob", wager="main", amount=600, box=3))
    after = read_as(late, 0, "9D")
    assert (after.box(3).cards, after.phase) == (late.box(3).cards, Phase.CONFIRMING)
    assert after.box(1).cards[0] == "9D"


def test_r_23_a_card_drawn_in_error_to_a_dealer_who_needs_none_stays_there() -> None:
    hit = [each for who, box in (("Ann", 1), ("Bob", 3)) for each in (says_on(box, who, "hit"), *deal("KC"))]
    done = then(playing("lucky-8"), *hit, m.ExposeCard(card=Card("5C")))
    assert (done.phase, done.dealer) == (Phase.COMPLETE, cards("7D 5C"))
    after = read_as(done, 0, "9S")
    assert (after.phase, after.dealer, after.removed) == (Phase.COMPLETE, cards("7D 5C"), ())
