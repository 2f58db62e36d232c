"""Section 5 of the two baccarat documents: what has gone wrong, who may say so, and what follows."""

import msgspec
import pytest

from croupier.cards import Card, cards
from croupier.games.baccarat.irregular import late_wagers
from croupier.games.baccarat.messages import (
    COMMANDS,
    AnyCommand,
    CardsCorrected,
    CardsDiscarded,
    CardsReconstructed,
    CloseBets,
    CorrectCards,
    CorrectDisplay,
    DealCard,
    DeclareBadCards,
    DeclareDisturbedOrder,
    DeclareDrawnTogether,
    FindFaceUpCard,
    FindTerminal,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    ReadyCardsRuled,
    Reconstruct,
    Refer,
    RemoveCuttingCard,
    ReturnLateWager,
    RoundVoided,
    RuleReadyCards,
    RulingGiven,
    Settle,
    TakeBackCard,
    VoidRound,
    decode_event,
)
from croupier.games.baccarat.notation import read, write
from croupier.games.baccarat.round import BaccaratRound, decide, evolve, expects, play
from croupier.games.baccarat.variants import Baccarat
from croupier.games.catalogue import GAMES
from croupier.games.irregularity import from_virtual_shoe, once_next_began, preview
from croupier.games.round import Expected, Phase, Role
from croupier.games.terms import Terms
from croupier.house.stakes import postings
from croupier.refused import Refused
from croupier.rulebook import Clause

BACCARAT = [name for name, game in GAMES.items() if isinstance(game, Baccarat)]
TERMINALS = [name for name in BACCARAT if name != "sands-super"]
both = pytest.mark.parametrize("name", ["tiger", "sands-super"])
BANKER_SIX = "8S 4C 3D 2H KH"


def staked(name: str) -> BaccaratRound:
    return play(
        OpenBets(terms=Terms.of(name)),
        PlaceWager(bettor="T1", wager="banker", stake=10_000),
        PlaceWager(bettor="T2", wager="tie", stake=2_000),
    )


def dealt(name: str, text: str = "") -> BaccaratRound:
    return then(staked(name), CloseBets(), *(DealCard(card=card) for card in cards(text)))


def settled(name: str) -> BaccaratRound:
    return then(dealt(name, BANKER_SIX), Settle())


def then(round: BaccaratRound, *commands: AnyCommand, by: Role = Role.GAMING_SHIFT_MANAGER) -> BaccaratRound:
    for command in commands:
        for event in decide(round, command, by):
            round = evolve(round, event)
    return round


def refusal(round: BaccaratRound, command: AnyCommand, by: Role = Role.GAMING_SHIFT_MANAGER) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value


def offers(round: BaccaratRound, command: str) -> list[Expected]:
    return [each for each in expects(round) if each.command == command]


def least(round: BaccaratRound, command: str) -> list[tuple[Role, str]]:
    return [(each.by, str(each.clause)) for each in offers(round, command)]


def stages(name: str) -> list[BaccaratRound]:
    """A round at every stage of its play, not over."""
    return [staked(name), *(dealt(name, " ".join(BANKER_SIX.split()[:out])) for out in range(6))]


# Cards that do not belong


@both
@pytest.mark.parametrize("kind", ["foreign", "extra", "missing", "unshuffled"])
@pytest.mark.clause("ebaccarat 5.1", "ebaccarat 5.1.1", "superbaccarat 5.1", "superbaccarat 5.1.1")
def test_5_1_1_cards_that_do_not_belong_void_the_round_in_progress_and_r_113_alike(name: str, kind: str) -> None:
    command = msgspec.convert({"command": "declare-bad-cards", "kind": kind}, DeclareBadCards)
    document = GAMES[name].document.id
    # Sands Super names a foreign card alone; the rest is treated alike.
    says = "R-113" if name == "sands-super" and kind != "foreign" else f"{document} 5.1.1"
    for round in (staked(name), dealt(name), dealt(name, "8S 4C"), dealt(name, BANKER_SIX)):
        (offer,) = offers(round, "declare-bad-cards")
        assert says in (offer.clause, *offer.clauses)
        (event,) = decide(round, command, Role.PIT_MANAGER)
        assert isinstance(event, RoundVoided)
        assert (event.by, event.why) == (Role.PIT_MANAGER, f"{kind} cards")
        void = evolve(round, event)
        assert (void.void, void.nets(), void.shoe_spoiled) == (says, {"T1": 0, "T2": 0}, True)
        assert refusal(round, command, Role.PIT_SUPERVISOR).clause == f"{document} 5.1.1"


@both
@pytest.mark.clause("ebaccarat 5.1.2", "superbaccarat 5.1.2")
def test_5_1_2_rounds_that_are_over_stand(name: str) -> None:
    over = settled(name)
    assert refusal(over, DeclareBadCards(kind="foreign"))
    after = then(over, OpenBets(terms=over.terms))
    assert then(after, DeclareBadCards(kind="foreign")).phase is Phase.VOID
    assert over.nets() == {"T1": over.lines("T1")[0].net, "T2": -2_000}


@both
@pytest.mark.clause("ebaccarat 5.2", "superbaccarat 5.4")
def test_a_shoe_whose_order_is_lost_voids_while_cards_are_needed(name: str) -> None:
    says = "ebaccarat 5.2" if name == "tiger" else "superbaccarat 5.4"
    for round in (dealt(name), dealt(name, "8S 4C 3D 2H")):
        void = then(round, DeclareDisturbedOrder(), by=Role.PIT_MANAGER)
        assert (void.void, void.shoe_spoiled) == (says, True)
        assert refusal(round, DeclareDisturbedOrder(), Role.PIT_SUPERVISOR).clause == says


@both
@pytest.mark.clause("ebaccarat 5.2", "superbaccarat 5.4")
def test_r_104_with_all_cards_out_the_round_stands_and_the_shoe_is_done_for(name: str) -> None:
    complete = dealt(name, BANKER_SIX)
    assert least(complete, "declare-disturbed-order") == [(Role.GAMING_SHIFT_MANAGER, "R-104")]
    assert refusal(complete, DeclareDisturbedOrder(), Role.PIT_MANAGER).clause == "R-104", "a ruling is given by one"
    assert not complete.shoe_spoiled
    (event,) = decide(complete, DeclareDisturbedOrder(), Role.GAMING_SHIFT_MANAGER)
    assert isinstance(event, RulingGiven)
    assert (event.effect, event.clause) == ("stands", "R-104")
    stands = evolve(complete, event)
    assert (stands.phase, stands.shoe_spoiled) == (Phase.COMPLETE, True)
    assert offers(stands, "declare-disturbed-order") == [], "it was said"
    assert then(stands, Settle()).nets() == settled(name).nets()
    assert then(stands, Settle()).shoe_spoiled


@both
def test_what_voids_a_round_without_touching_the_shoe_leaves_the_shoe_in_use(name: str) -> None:
    round = dealt(name, "8S 4C")
    for way in (
        DeclareDrawnTogether(cards=cards("3D 2H"), known=False),
        Refer(reason="a fire alarm", effect="void"),
        Interrupt(),
    ):
        after = then(round, way)
        assert not after.shoe_spoiled
    for phase in stages(name):
        assert not phase.shoe_spoiled


# The right places


@both
@pytest.mark.clause("ebaccarat 5.7", "superbaccarat 5.2")
def test_cards_in_the_wrong_order_are_put_where_they_belong(name: str) -> None:
    round = dealt(name, "4C 8S 3D 2H")
    assert round.hands == {"player": cards("4C 3D"), "banker": cards("8S 2H")}
    mended = then(round, Reconstruct(cards=cards("8S 4C 3D 2H")), by=Role.PIT_SUPERVISOR)
    assert mended.hands == {"player": cards("8S 3D"), "banker": cards("4C 2H")}
    assert mended.history == (cards("4C 8S 3D 2H"),), "the wrong turn stays on record"
    assert then(mended, DealCard(card=Card("KH")), Settle()).nets() == settled(name).nets()
    assert (
        refusal(round, Reconstruct(cards=cards("8S 4C 3D 2H")), Role.DEALER).reason
        == "this needs a Pit Supervisor, not a Dealer"
    )


@both
@pytest.mark.clause("ebaccarat 5.7", "superbaccarat 5.2")
def test_a_card_drawn_too_much_lies_next_in_the_shoe(name: str) -> None:
    mended = then(dealt(name, BANKER_SIX), Reconstruct(cards=cards(f"{BANKER_SIX} 9D")))
    assert (mended.phase, mended.cards, mended.waiting) == (Phase.COMPLETE, cards(BANKER_SIX), cards("9D"))
    over = then(mended, Settle())
    following = then(over, OpenBets(terms=over.terms, waiting=over.waiting), RuleReadyCards(course="play"), CloseBets())
    assert "9D is already out" in refusal(following, DealCard(card=Card("2C"))).reason
    assert then(following, DealCard(card=Card("9D"))).cards == cards("9D")


@both
@pytest.mark.clause("ebaccarat 5.7", "superbaccarat 5.2")
def test_a_card_missed_opens_the_deal_again(name: str) -> None:
    complete = dealt(name, "9S 4C KD 2H")
    assert complete.phase is Phase.COMPLETE
    mended = then(complete, Reconstruct(cards=cards("2H 9S 4C KD")))
    assert (mended.phase, expects(mended)[0].prompt) == (Phase.COMPLETE, "Player 6, Banker 9: Banker wins")
    mended = then(complete, Reconstruct(cards=cards("KD 4C 2H 9S")))
    assert (mended.phase, expects(mended)[0].hand) == (Phase.DEALING, "player")


@both
@pytest.mark.clause("ebaccarat 5.7")
def test_only_the_very_same_cards_are_put_right(name: str) -> None:
    round = dealt(name, "8S 4C 3D 2H")
    assert "include the cards already drawn: 2H" in refusal(round, Reconstruct(cards=cards("8S 4C 3D 9H"))).reason
    assert "already placed like that" in refusal(round, Reconstruct(cards=round.cards)).reason
    assert "hold no more than 8 of 8S" in refusal(round, Reconstruct(cards=(*round.cards, *cards("8S " * 8)))).reason
    assert refusal(dealt(name), Reconstruct(cards=cards("8S"))), "no card is out"


@pytest.mark.clause("superbaccarat 5.2")
def test_r_111_a_wrong_count_is_mended_until_the_next_round_opens() -> None:
    wrong = then(dealt("sands-super", "8S 4C 3D 2H KH"), Settle())
    mended = then(wrong, Reconstruct(cards=cards("8S 4C 3D 2H 9H KH")), by=Role.PIT_SUPERVISOR)
    assert (mended.phase, mended.waiting) == (Phase.COMPLETE, cards("KH"))
    assert then(mended, Settle()).nets() == {"T1": 10_000 // 2, "T2": -2_000}
    opens_again = then(wrong, Reconstruct(cards=cards("KH 4C 2H 8S 3D")))
    assert (opens_again.phase, opens_again.cards) == (Phase.DEALING, cards("KH 4C 2H 8S 3D")), "Banker's third is due"
    assert then(wrong, VoidRound(clause=Clause("superbaccarat 5.2")), by=Role.PIT_MANAGER).nets() == {"T1": 0, "T2": 0}
    assert refusal(wrong, VoidRound(clause=Clause("superbaccarat 5.1.1")))
    opened = then(wrong, OpenBets(terms=wrong.terms))
    assert "reconstruct" not in {each.command for each in expects(opened)}
    assert "reconstruct" not in {each.command for each in expects(settled("tiger"))}


@pytest.mark.clause("superbaccarat 5.2")
def test_r_111_once_the_next_round_has_opened_only_the_shift_manager_orders_otherwise() -> None:
    wrong = settled("sands-super")
    late = {each.command: each.by for each in once_next_began(expects(wrong))}
    assert late == {
        "correct-cards": Role.PIT_SUPERVISOR,
        "return-late-wager": Role.PIT_SUPERVISOR,
        "correct-display": Role.DEALER,
        "refer": Role.GAMING_SHIFT_MANAGER,
        "reconstruct": Role.GAMING_SHIFT_MANAGER,
        "void-round": Role.GAMING_SHIFT_MANAGER,
    }
    until_then = {each.command: each.by for each in expects(wrong)}
    assert (until_then["reconstruct"], until_then["void-round"]) == (Role.PIT_SUPERVISOR, Role.PIT_MANAGER)
    assert then(wrong, Refer(reason="six cards lay there", effect="stands")).nets() == wrong.nets()
    assert then(wrong, Refer(reason="six cards lay there", effect="void")).nets() == {"T1": 0, "T2": 0}


@pytest.mark.clause("ebaccarat 5.7")
def test_a_settled_round_of_electronic_baccarat_offers_what_is_right_there_and_nothing_else() -> None:
    assert [(each.command, each.by, each.irregular) for each in expects(settled("tiger"))] == [
        ("correct-cards", Role.PIT_SUPERVISOR, True),
        ("return-late-wager", Role.PIT_SUPERVISOR, True),
        ("correct-display", Role.DEALER, True),
        ("refer", Role.GAMING_SHIFT_MANAGER, True),
    ]


# Cards drawn together


@both
@pytest.mark.clause("ebaccarat 5.8", "superbaccarat 5.3")
def test_cards_drawn_at_once_are_dealt_in_the_order_that_is_known(name: str) -> None:
    round = dealt(name, "8S 4C")
    drawn = DeclareDrawnTogether(cards=cards("3D 2H"), known=True)
    after = then(round, drawn, by=Role.PIT_SUPERVISOR)
    assert after.waiting == cards("3D 2H")
    assert "3D is already out" in refusal(after, DealCard(card=Card("2H"))).reason
    after = then(after, DealCard(card=Card("3D")), DealCard(card=Card("2H")), DealCard(card=Card("KH")), Settle())
    assert after.nets() == settled(name).nets()
    assert (
        refusal(round, DeclareDrawnTogether(cards=cards("3D"), known=True)).reason
        == "enter two or more cards drawn together"
    )


@both
@pytest.mark.clause("ebaccarat 5.8.1", "superbaccarat 5.3")
def test_an_order_that_nobody_knows_voids_the_round_on_third_cards_too_r_112(name: str) -> None:
    drawn = DeclareDrawnTogether(cards=cards("9C 9D"), known=False)
    for round in (dealt(name), dealt(name, "8S 4C"), dealt(name, "8S 4C 3D 2H")):
        third = "ebaccarat 5.8.1" if name == "tiger" else "R-112"
        says = third if len(round.cards) == 4 else GAMES[name].cite("5.8.1" if name == "tiger" else "5.3")
        assert then(round, drawn, by=Role.PIT_MANAGER).void == says
        assert "needs a Pit Manager" in refusal(round, drawn, Role.PIT_SUPERVISOR).reason


@both
@pytest.mark.clause("ebaccarat 5.8.1", "superbaccarat 5.3")
def test_cards_of_an_unknown_order_that_were_seen_are_out_of_the_shoe(name: str) -> None:
    round = dealt(name, "8S 4C")
    seen, void = decide(round, DeclareDrawnTogether(cards=cards("9C 9D"), known=False), Role.PIT_MANAGER)
    assert isinstance(seen, CardsDiscarded)
    assert isinstance(void, RoundVoided)
    after = evolve(evolve(round, seen), void)
    assert (after.burned, after.waiting, after.out) == (cards("9C 9D"), (), cards("8S 4C 9C 9D"))
    (unseen,) = decide(round, DeclareDrawnTogether(cards=(), known=False), Role.PIT_MANAGER)
    assert isinstance(unseen, RoundVoided)
    too_many = DeclareDrawnTogether(cards=cards("8S " * 8), known=False)
    assert "hold no more than 8 of 8S" in refusal(round, too_many).reason


# A card that is known too early


@both
@pytest.mark.clause("ebaccarat 5.6")
def test_5_6_a_card_found_face_up_after_the_first_is_played_as_normal(name: str) -> None:
    for out in range(1, 5):
        before = dealt(name, " ".join(BANKER_SIX.split()[:out]))
        says = "ebaccarat 5.6" if name == "tiger" else "R-22"
        (offer,) = offers(before, "find-face-up-card")
        assert (offer.by, offer.clause, offer.options) == (Role.DEALER, says, ())
        coming, *rest = cards(BANKER_SIX)[out:]
        round = then(before, FindFaceUpCard(card=coming), by=Role.DEALER)
        assert (round.waiting, round.burned) == ((coming,), ())
        assert f"{coming} is already out" in refusal(round, DealCard(card=Card("2D"))).reason
        after = then(round, *(DealCard(card=card) for card in (coming, *rest)), Settle())
        assert after.nets() == settled(name).nets()
        assert then(before, FindFaceUpCard(card=coming, course="play"), by=Role.DEALER) == round
        no = refusal(before, FindFaceUpCard(card=coming, course="burn"))
        assert (no.clause, "played as normal" in no.reason) == (says, True)


@both
@pytest.mark.clause("ebaccarat 5.6")
def test_r_22_before_the_first_card_of_the_round_a_card_face_up_is_burned_or_played_as_staff_rule(name: str) -> None:
    for round in (staked(name), dealt(name)):
        (offer,) = offers(round, "find-face-up-card")
        assert (offer.by, offer.clause) == (Role.PIT_MANAGER, "R-22")
        assert (offer.options, offer.suggested) == (("burn", "play"), "burn")
        for by in (Role.DEALER, Role.PIT_SUPERVISOR):
            assert refusal(round, FindFaceUpCard(card=Card("KH"), course="burn"), by).clause == "R-22"
        for said in ("burn", None):
            after = then(round, face_up("KH", said), by=Role.PIT_MANAGER)
            assert (after.burned, after.waiting) == (cards("KH"), ())
            assert then(after, *([] if after.phase is Phase.DEALING else [CloseBets()]), DealCard(card=Card("2C")))
        after = then(round, face_up("KH", "play"), by=Role.PIT_MANAGER)
        assert (after.burned, after.waiting) == ((), cards("KH"))
        closed = after if after.phase is Phase.DEALING else then(after, CloseBets())
        assert "KH is already out" in refusal(closed, DealCard(card=Card("2C"))).reason
        assert then(closed, DealCard(card=Card("KH"))).cards == cards("KH"), "staff have ruled once, and for all"


def face_up(card: str, course: str | None) -> FindFaceUpCard:
    return msgspec.convert({"card": card, "course": course}, FindFaceUpCard, dec_hook=lambda kind, text: kind(text))


@both
def test_r_22_nine_copies_of_a_card_lie_in_no_shoe_of_eight_decks(name: str) -> None:
    round = staked(name)
    for _ in range(8):
        round = then(round, FindFaceUpCard(card=Card("KH"), course="burn"))
    assert refusal(round, FindFaceUpCard(card=Card("KH"), course="burn")).clause == f"{GAMES[name].document.id} 2.1"
    assert "hold no more than 8 of KH" in refusal(then(round, CloseBets()), DealCard(card=Card("KH"))).reason


def lying_ready(name: str) -> list[BaccaratRound]:
    """The round after one that drew a card too much: bets open, and closed."""
    over = then(dealt(name, BANKER_SIX), Reconstruct(cards=cards(f"{BANKER_SIX} 9D 4H")), Settle())
    opened = then(over, OpenBets(terms=over.terms, waiting=over.waiting))
    return [opened, then(opened, CloseBets())]


@both
@pytest.mark.clause("ebaccarat 5.6")
def test_r_22_cards_that_lie_ready_are_ruled_on_before_any_card_is_dealt(name: str) -> None:
    for round in lying_ready(name):
        assert round.waiting == cards("9D 4H")
        (offer,) = offers(round, "rule-ready-cards")
        assert (offer.by, offer.clause, offer.irregular) == (Role.PIT_MANAGER, "R-22", True)
        assert (offer.options, offer.suggested) == (("burn", "play"), "burn")
        for command in ("deal-card", "find-face-up-card", "declare-drawn-together", "run-out"):
            assert offers(round, command) == [], command
        for by in (Role.DEALER, Role.PIT_SUPERVISOR):
            assert refusal(round, RuleReadyCards(course="burn"), by).clause == "R-22"
    no = refusal(lying_ready(name)[1], DealCard(card=Card("9D")))
    assert (no.clause, no.reason) == (
        "R-22",
        "cards were drawn before the round's first card: burn or play them first",
    )


@both
def test_r_22_cards_that_lie_ready_go_away_or_are_the_first_as_ruled(name: str) -> None:
    opened, closed = lying_ready(name)
    (event,) = decide(opened, RuleReadyCards(course="burn"), Role.PIT_MANAGER)
    assert isinstance(event, ReadyCardsRuled)
    assert (event.cards, event.burned, event.clause) == (cards("9D 4H"), True, "R-22")
    burned = then(opened, RuleReadyCards(course="burn"), by=Role.PIT_MANAGER)
    assert (burned.burned, burned.waiting, burned.notes) == (cards("9D 4H"), (), (event,))
    assert offers(burned, "rule-ready-cards") == []
    assert then(burned, CloseBets(), DealCard(card=Card("2C"))).cards == cards("2C")
    played = then(closed, RuleReadyCards(course="play"))
    assert (played.burned, played.waiting) == ((), cards("9D 4H"))
    assert "9D is already out" in refusal(played, DealCard(card=Card("2C"))).reason
    assert then(played, DealCard(card=Card("9D")), DealCard(card=Card("4H"))).cards == cards("9D 4H")
    assert refusal(played, RuleReadyCards(course="burn")), "that was ruled"
    assert refusal(staked(name), RuleReadyCards(course="burn")), "nothing lies ready"


@both
def test_r_22_what_is_drawn_at_once_for_the_round_itself_is_nothing_to_rule_on(name: str) -> None:
    drawn = then(dealt(name), DeclareDrawnTogether(cards=cards("8S 4C"), known=True))
    assert offers(drawn, "rule-ready-cards") == []
    assert then(drawn, DealCard(card=Card("8S"))).cards == cards("8S")


@both
def test_r_22_a_round_told_before_cards_were_ruled_on_is_told_the_same(name: str) -> None:
    opened = lying_ready(name)[1]
    told = evolve(opened, decode_event(b'{"event": "card-dealt", "card": "9D", "hand": "player"}'))
    assert (told.cards, told.waiting, told.unruled) == (cards("9D"), cards("4H"), False)


# Cards that were read wrongly


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_a_card_that_was_read_wrongly_is_put_right_at_any_moment_by_a_supervisor(name: str) -> None:
    says = "ebaccarat 6.3" if name == "tiger" else "R-12"
    for round in (*stages(name)[2:], settled(name)):
        (offer,) = offers(round, "correct-cards")
        assert (offer.by, offer.clause, offer.irregular) == (Role.PIT_SUPERVISOR, says, True)
        right = (Card("8D"), *round.cards[1:])
        (event,) = decide(round, CorrectCards(cards=right), Role.PIT_SUPERVISOR)
        assert isinstance(event, CardsCorrected)
        assert (event.cards, event.was, event.clause, event.waiting) == (right, round.cards, says, ())
        after = evolve(round, event)
        assert (after.phase, after.cards, after.history) == (round.phase, right, (round.cards,))
        assert (after.stakes, after.notes) == (round.stakes, (event,)), "and that it was put right is on record"
        assert refusal(round, CorrectCards(cards=right), Role.DEALER).clause == says
        assert refusal(round, CorrectCards(cards=round.cards)).reason == "the record already has these cards"
        for wrong in (right[:-1], (*right, Card("2C"))):
            assert "list all of them" in refusal(round, CorrectCards(cards=wrong)).reason
    for round in stages(name)[:2]:
        assert offers(round, "correct-cards") == [], "no card is out"
    assert offers(then(dealt(name, "8S"), DeclareBadCards(kind="extra")), "correct-cards") == []


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_a_settled_round_is_paid_by_the_cards_that_were_dealt(name: str) -> None:
    over = settled(name)
    right = then(over, CorrectCards(cards=cards("8S 4C 3D 2H 8H")), by=Role.PIT_SUPERVISOR)
    assert (right.phase, right.outcome and right.outcome.points.winner) == (Phase.SETTLED, "player")
    assert right.nets() == {"T1": -10_000, "T2": -2_000}
    assert [line.result for line in right.lines("T1")] == ["lose"]
    assert right.matches()["tie"].result == "lose"
    (event,) = decide(over, CorrectCards(cards=cards("8S 4C 3D 2H 8H")), Role.PIT_SUPERVISOR)
    moved = postings("B1", 1, over, event, right)
    back = over.nets()["T1"] + 10_000
    assert [(each.source, each.destination, each.cents) for each in moved] == [("terminal:T1", "win:B1", back)]
    tie = then(right, CorrectCards(cards=cards("8S 4C 3D 2H 5H")))
    assert (tie.nets(), tie.history) == ({"T1": 0, "T2": 16_000}, (over.cards, right.cards))


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_where_the_right_cards_ask_for_another_it_is_dealt_next_and_after_the_settlement_referred(
    name: str,
) -> None:
    natural = dealt(name, "9S 4C KD 2H")
    assert natural.phase is Phase.COMPLETE
    right = CorrectCards(cards=cards("2S 4C KD 2H"))
    after = then(natural, right)
    assert (after.phase, expects(after)[0].hand) == (Phase.DEALING, "player")
    assert then(after, DealCard(card=Card("KH")), Settle()).phase is Phase.SETTLED
    over = then(natural, Settle())
    no = refusal(over, right)
    assert no.clause == ("ebaccarat 6.1" if name == "tiger" else "R-111")
    assert no.reason == "with these cards another card was due: refer it to the Gaming Shift Manager"
    assert then(over, Refer(reason="a card short", effect="void")).nets() == {"T1": 0, "T2": 0}


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_what_the_right_cards_do_not_take_lies_ready_or_is_burned_after_the_settlement(name: str) -> None:
    right = CorrectCards(cards=cards("9S 4C KD 2H KH"))
    complete = dealt(name, BANKER_SIX)
    after = then(complete, right)
    assert (after.phase, after.cards) == (Phase.COMPLETE, cards("9S 4C KD 2H"))
    assert (after.waiting, after.burned) == (cards("KH"), ())
    over = then(settled(name), right)
    assert (over.phase, over.cards) == (Phase.SETTLED, cards("9S 4C KD 2H"))
    assert (over.waiting, over.burned) == ((), cards("KH"))
    assert over.nets() == {"T1": -10_000, "T2": -2_000}
    (event,) = decide(complete, right, Role.PIT_SUPERVISOR)
    assert isinstance(event, CardsCorrected)
    assert (event.cards, event.waiting) == (cards("9S 4C KD 2H"), cards("KH"))


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_a_card_out_too_early_stays_behind_what_the_right_cards_leave_over(name: str) -> None:
    known = then(dealt(name, "8S 4C 3D 2H KH"), Reconstruct(cards=cards(f"{BANKER_SIX} 9D")))
    after = then(known, CorrectCards(cards=cards("9S 4C KD 2H KH")))
    assert after.waiting == cards("KH 9D"), "in the order in which they came"
    eight = CorrectCards(cards=cards("9D 9D 9D 9D 9D"))
    assert then(known, eight).out == cards("9D 9D 9D 9D 9D 9D")


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_no_more_of_a_card_than_the_decks_hold_can_have_been_dealt(name: str) -> None:
    four = play(
        OpenBets(terms=Terms.of(name, decks=4)), CloseBets(), *(DealCard(card=card) for card in cards("8S 4C 3D 2H"))
    )
    assert (
        "hold no more than 4 of 9D"
        in refusal(then(four, DealCard(card=Card("KH"))), CorrectCards(cards=cards("9D " * 5))).reason
    )


def test_6_3_a_shoe_that_nobody_reads_is_never_read_wrongly() -> None:
    virtual = {each.command for each in from_virtual_shoe(expects(dealt("tiger", "8S 4C")), COMMANDS)}
    for command in ("correct-cards", "take-back-card", "find-face-up-card", "reconstruct", "declare-drawn-together"):
        assert command not in virtual, command
    assert {"refer", "run-out", "correct-display"} <= virtual
    assert "deal-card" not in virtual, "the table deals, and nobody says which card"


# The cutting card, terminals, and what an offer says


@both
@pytest.mark.clause("ebaccarat 6.3", "ebaccarat 3.10")
def test_6_3_a_card_that_came_with_the_cutting_card_is_taken_back_and_the_cutting_card_stays_out(name: str) -> None:
    cut = then(dealt(name, "8S 4C"), RemoveCuttingCard())
    assert [each.options for each in offers(cut, "take-back-card")] == [("4C",)]
    back = then(cut, TakeBackCard(card=Card("4C")), by=Role.DEALER)
    assert (back.cards, back.cut_after, back.history) == (cards("8S"), 2, (cards("8S 4C"),))
    assert refusal(back, RemoveCuttingCard()).clause == ("ebaccarat 3.10" if name == "tiger" else "R-15"), "it is out"
    finished = then(back, *(DealCard(card=card) for card in cards("4C 3D 2H KH")), Settle())
    assert finished.nets() == settled(name).nets()
    assert read(write(back)) == back
    later = then(cut, DealCard(card=Card("3D")), TakeBackCard(card=Card("3D")))
    assert later.cut_after == 2


@pytest.mark.clause("ebaccarat 5.10")
def test_5_10_only_who_has_a_wager_in_the_round_can_lose_a_terminal_and_only_who_has_lost_it_finds_it() -> None:
    for round in stages("tiger"):
        assert [each.bettors for each in offers(round, "lose-terminal")] == [("T1", "T2")]
        assert offers(round, "find-terminal") == []
        one = then(round, LoseTerminal(bettor="T1"), by=Role.DEALER)
        assert [each.bettors for each in offers(one, "lose-terminal")] == [("T2",)]
        assert [each.bettors for each in offers(one, "find-terminal")] == [("T1",)]
        for command in (LoseTerminal(bettor="T1"), LoseTerminal(bettor="T3"), FindTerminal(bettor="T2")):
            assert refusal(one, command).clause == "ebaccarat 5.10"
        both_gone = then(one, LoseTerminal(bettor="T2"))
        assert offers(both_gone, "lose-terminal") == []
        assert (both_gone.stakes, both_gone.phase) == (round.stakes, round.phase), "no accepted wager changes"
        assert then(both_gone, FindTerminal(bettor="T2"), FindTerminal(bettor="T1")) == round
    for command in (LoseTerminal(bettor="T1"), FindTerminal(bettor="T1")):
        assert "not played at terminals" in refusal(staked("sands-super"), command).reason


@pytest.mark.clause("ebaccarat 5.10.2")
def test_5_10_2_a_terminal_that_is_back_before_the_close_bets_again() -> None:
    lost = then(staked("tiger"), LoseTerminal(bettor="T1"))
    found = then(lost, FindTerminal(bettor="T1"), by=Role.DEALER)
    assert found.lost == ()
    (event,) = decide(found, PlaceWager(bettor="T1", wager="tie", stake=500), Role.PLAYER)
    assert evolve(found, event).stakes["T1"] == {"banker": 10_000, "tie": 500}


@both
def test_what_a_round_offers_says_for_whom_and_by_which_clauses(name: str) -> None:
    round = staked(name)
    assert [(each.bettors, each.wagers) for each in offers(round, "withdraw-wager")] == [
        (("T1",), ("banker",)),
        (("T2",), ("tie",)),
    ]
    closed = dealt(name, "8S 4C")
    (void,) = offers(closed, "void-round")
    assert void.clauses == closed.law.voids
    for clause in void.clauses:
        assert then(closed, VoidRound(clause=Clause(str(clause))), by=Role.PIT_MANAGER).void == clause
    (late,) = offers(closed, "return-late-wager")
    assert (late.bettors, late.wagers, late.least, late.most) == (
        ("T1", "T2"),
        ("banker", "tie"),
        closed.terms.unit,
        10_000,
    )
    assert late_wagers(closed) == [("T1", "banker", 10_000), ("T2", "tie", 2_000)]
    (empty,) = offers(closed, "run-out")
    assert (empty.irregular, empty.by) == (True, Role.DEALER)
    assert offers(then(closed, DeclareDrawnTogether(cards=cards("3D 2H"), known=True)), "run-out") == [], "cards wait"
    (interrupt,) = offers(closed, "interrupt")
    assert interrupt.clauses == ("ebaccarat 5.9.1", "ebaccarat 5.9.2")


@both
@pytest.mark.clause("ebaccarat 6.1")
def test_6_1_a_settled_round_that_is_ruled_void_undoes_everything(name: str) -> None:
    over = settled(name)
    ruling, voided = decide(over, Refer(reason="a marked deck", effect="void"), Role.GAMING_SHIFT_MANAGER)
    void = evolve(evolve(over, ruling), voided)
    assert (void.phase, void.nets()) == (Phase.VOID, {"T1": 0, "T2": 0})
    moved = postings("B1", 1, over, voided, void)
    back: dict[str, int] = {}
    for each in moved:
        back[each.source] = back.get(each.source, 0) - each.cents
        back[each.destination] = back.get(each.destination, 0) + each.cents
    nets = over.nets()
    assert back == {"terminal:T1": -nets["T1"], "terminal:T2": -nets["T2"], "win:B1": sum(nets.values())}
    seen = preview(decide, evolve, over, Refer(reason="a marked deck", effect="void"), Role.GAMING_SHIFT_MANAGER)
    assert seen.nets == {bettor: (net, 0) for bettor, net in nets.items()}


# What plays on


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_a_wrong_display_changes_nothing_but_the_record(name: str) -> None:
    for round in (dealt(name, BANKER_SIX), settled(name)):
        after = then(round, CorrectDisplay(said="Player wins"), by=Role.DEALER)
        assert msgspec.structs.replace(after, notes=()) == round
        assert [note.said for note in after.notes if hasattr(note, "said")] == ["Player wins"]


@both
@pytest.mark.clause("ebaccarat 5.5", "superbaccarat 5.6")
def test_r_29_a_late_wager_goes_back_whether_it_won_or_lost(name: str) -> None:
    says = "ebaccarat 5.5" if name == "tiger" else "superbaccarat 5.6"
    over = settled(name)
    lost = then(over, ReturnLateWager(bettor="T2", wager="tie", amount=2_000), by=Role.PIT_SUPERVISOR)
    assert lost.nets() == {"T1": over.nets()["T1"]}
    won = then(over, ReturnLateWager(bettor="T1", wager="banker", amount=6_000))
    assert won.nets() == {"T1": over.nets()["T1"] * 4 // 10, "T2": -2_000}
    for bettor, wager, amount in (("T1", "banker", 10_020), ("T1", "tie", 20), ("T3", "tie", 20), ("T1", "banker", 0)):
        assert refusal(over, ReturnLateWager(bettor=bettor, wager=wager, amount=amount)).clause == says
    assert refusal(staked(name), ReturnLateWager(bettor="T1", wager="banker", amount=20)), "bets are open: withdraw it"


@both
@pytest.mark.clause("ebaccarat 6.1")
def test_6_1_what_no_clause_covers_is_ruled_on_by_the_gaming_shift_manager_with_a_reason(name: str) -> None:
    says = "ebaccarat 6.1" if name == "tiger" else "R-12"
    for round in (staked(name), dealt(name, "8S 4C"), settled(name)):
        assert least(round, "refer") == [(Role.GAMING_SHIFT_MANAGER, says)]
        void = then(round, Refer(reason="a fire alarm", effect="void"))
        assert (void.void, void.nets()) == (says, {"T1": 0, "T2": 0})
        assert then(round, Refer(reason="a fire alarm", effect="stands")).phase is round.phase
        assert refusal(round, Refer(reason=" ", effect="void")).reason == "enter the reason for the ruling"
        assert refusal(round, Refer(reason="a fire alarm", effect="void"), Role.PIT_MANAGER).clause == says


@pytest.mark.clause("ebaccarat 6.2")
def test_6_2_the_record_says_who_acted_in_which_position() -> None:
    round = dealt("tiger", "4C 8S 3D 2H")
    for by in (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
        (event,) = decide(round, Reconstruct(cards=cards("8S 4C 3D 2H")), by)
        assert isinstance(event, CardsReconstructed)
        assert event.by is by
