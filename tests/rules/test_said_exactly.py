"""What is said by rare refusals, and kept of what is said, to the word."""

import pytest

from boxes import closed, deal, refusal, then
from croupier.cards import Card, cards
from croupier.games.baccarat import messages as b
from croupier.games.baccarat import round as baccarat
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.dispatch import Handlers, check_complete, combined
from croupier.games.blackjack.hand import Action
from croupier.games.blackjack.notation import read
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.variants import LUCKY_8
from croupier.games.families import family
from croupier.games.round import Role, decode_hook, encode_stored
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence

LIMITED = Terms.of("lucky-8", unit=100, boxes=5, limits={"main": Limits(500, 2_000)})


def test_what_does_not_happen_in_baccarat_is_named() -> None:
    opened = baccarat.play(b.OpenBets(terms=Terms.of("tiger")))
    with pytest.raises(Refused) as caught:
        baccarat.evolve(opened, m.DealConfirmed())  # type: ignore[arg-type]
    assert str(caught.value) == "deal-confirmed does not happen in baccarat"


@pytest.mark.clause("ebaccarat 5.10")
def test_5_10_a_terminal_that_places_or_takes_back_a_wager_is_no_longer_lost() -> None:
    placed = [b.PlaceWager(bettor="T1", wager=wager, stake=1_000) for wager in ("tie", "banker")]
    lost = baccarat.play(b.OpenBets(terms=Terms.of("tiger")), *placed, b.LoseTerminal(bettor="T1"))
    assert lost.lost == ("T1",)
    events: list[b.AnyEvent] = [
        b.WagerPlaced(bettor="T1", wager="tie", stake=2_000),
        b.WagerWithdrawn(bettor="T1", wager="tie"),
    ]
    for event in events:
        assert baccarat.evolve(lost, event).lost == ()


def test_bets_are_opened_with_what_the_round_before_left() -> None:
    opens = m.OpenBets(terms=LIMITED, seats={2: "Ann"}, waiting=(Card("4C"),), unseen=2, fresh=True)
    assert boxes.decide(None, opens, Role.DEALER) == [
        m.BetsOpened(terms=LIMITED, seats={2: "Ann"}, waiting=(Card("4C"),), unseen=2, fresh=True)
    ]


@pytest.mark.parametrize(
    ("opens", "said"),
    [
        (m.OpenBets(terms=LIMITED, seats={6: "Ann"}), "there is no box 6: the table has 5"),
        (m.OpenBets(terms=Terms.of("e-blackjack")), "e-blackjack is not played on boxes"),
    ],
)
def test_bets_that_cannot_be_opened_on_boxes_are_refused_with_the_reason(opens: m.OpenBets, said: str) -> None:
    with pytest.raises(Refused) as caught:
        boxes.decide(None, opens, Role.DEALER)
    assert str(caught.value) == said


def test_bets_on_boxes_are_not_opened_on_the_stream() -> None:
    with pytest.raises(Refused) as caught:
        stream.decide(None, m.OpenBets(terms=LIMITED), Role.DEALER)
    assert str(caught.value) == "lucky-8 does not deal shared cards to all players"


def test_a_wager_outside_the_limits_is_refused_with_the_limits() -> None:
    with pytest.raises(Refused) as caught:
        LIMITED.check_stake("main", 2_500)
    said = caught.value.reason.values
    assert (said["stake"], said["wager"], said["minimum"], said["maximum"]) == (2_500, "main", 500, 2_000)


@pytest.mark.clause("lucky8 5.26")
def test_5_26_a_wager_under_the_minimum_is_noted_once() -> None:
    note = m.NoteWager(bettor="Ann", box=1, wager="main", stake=200)
    noted = then(then(None, m.OpenBets(terms=LIMITED)), note)
    refused = refusal(noted, note)
    assert str(refused) == "Ann's Main on box 1 is already noted and plays this once (lucky8 5.26)"


@pytest.mark.clause("lucky8 5.21.1")
def test_5_21_1_a_card_that_waits_waits_still_when_the_burn_card_is_taken_out() -> None:
    dealt = then(closed("lucky-8"), *deal("TS 9H 7D 6H 8C"), m.ExposeCard(card=Card("2C")))
    assert then(dealt, m.DeclareForgottenBurn()).waiting == (Card("2C"),)


@pytest.mark.parametrize(
    ("action", "clause"), [("hit", "3.29"), ("stand", "3.28"), ("double", "3.26"), ("split", "3.21")]
)
def test_every_decision_has_its_clause(action: Action, clause: str) -> None:
    assert LUCKY_8.law.of(action) == Clause("lucky8", clause)


def test_a_bust_of_the_dealer_is_told_with_the_total() -> None:
    line = (
        "lucky-8 8 decks 5 boxes | Ann on 1 main 10.00, no more bets | TS to 1, 6D to Dealer, 9H to 1, "
        "deal confirmed | offers closed | Ann on 1: stand, TD to Dealer, 8C to Dealer, settled"
    )
    how = family("lucky-8")
    assert how.result(how.replay(read(line))) == "Dealer busts with 24"


def test_a_sentence_is_stored_by_its_code_and_read_again() -> None:
    sentence = Sentence("bets-closed")
    assert encode_stored({"said": sentence}) == b'{"said":{"code":"bets-closed","values":{}}}'
    assert decode_hook(Sentence, {"code": "bets-closed", "values": {}}) == sentence
    assert decode_hook(Card, "4C") == Card("4C")


def test_tables_of_handlers_are_joined_whole_and_what_is_wrong_with_them_is_named() -> None:
    one = Handlers[int](
        follows={m.Settle: lambda *_: (), m.CloseBets: lambda *_: ()},
        refuses={m.Settle: lambda *_: None},
        evolves={m.RoundSettled: lambda round, _: round},
        again={m.RoundSettled: "settle"},
        declared={m.BetsClosed: "close-bets"},
    )
    assert combined(one, Handlers[int]()) == one
    for wrong, said in (
        (lambda: combined(one, one), "two handlers for CloseBets, Settle"),
        (lambda: check_complete([m.Settle, m.DealCard, m.CloseOffers], one), "no handler for CloseOffers, DealCard"),
        (
            lambda: check_complete([m.Settle], one),
            "CloseBets, RoundSettled is not among what may be asked or happen",
        ),
    ):
        with pytest.raises(TypeError) as caught:
            wrong()
        assert str(caught.value) == said


@pytest.mark.clause("lucky8 5.7")
def test_5_7_a_card_that_the_dealer_did_not_need_is_read_again_and_not_laid_out() -> None:
    line = (
        "lucky-8 8 decks 5 boxes | Ann on 1 main 10.00, no more bets | TS to 1, 7D to Dealer, 9H to 1, "
        "deal confirmed | offers closed | Ann on 1: stand, 2C to Dealer, KD to Dealer, "
        "corrected TS 7D 9H KC then KD was TS 7D 9H 2C KD by R-23 pit-supervisor"
    )
    how = family("lucky-8")
    round = how.replay(read(line))
    lie = {each.command: how.form(each, round).fields[0].lie for each in how.expects(round) if "cards" in each.command}
    right = next(how.form(each, round).fields[0] for each in how.expects(round) if each.command == "reconstruct")
    assert (right.lie, lie["correct-cards"]) == (cards("TS 7D 9H KC"), cards("TS 7D 9H KC KD"))
