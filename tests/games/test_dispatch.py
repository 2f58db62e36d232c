"""Every command and every event of blackjack has one handler where it happens, and none where it does not."""

from types import ModuleType
from typing import Any, get_args

import pytest

from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.dispatch import Handlers, check_complete, combined
from croupier.games.blackjack.stream import round as stream
from croupier.games.catalogue import GAMES
from croupier.games.families import family

OPENS = {m.OpenBets, m.BetsOpened}
"""What begins a round is answered before there is one."""
STREAM_ONLY = {
    m.CloseDecisions,
    m.LoseTerminal,
    m.FindTerminal,
    m.DeclareDrawnTogether,
    m.CorrectDisplay,
    m.ChoiceMade,
    m.SurrenderChosen,
    m.DecisionsClosed,
    m.TerminalLost,
    m.TerminalFound,
    m.CardsDrawnTogether,
    m.CardsDiscarded,
    m.DisplayCorrected,
}
BOTH = {
    m.PlaceWager,
    m.WithdrawWager,
    m.CloseBets,
    m.DealCard,
    m.Surrender,
    m.Insure,
    m.TakeEvenMoney,
    m.CloseOffers,
    m.Decide,
    m.RemoveCuttingCard,
    m.Settle,
    m.VoidRound,
    m.Interrupt,
    m.DeclareBadCards,
    m.Reconstruct,
    m.CorrectCards,
    m.RuleReadyCards,
    m.FindFaceUpCard,
    m.RemoveDealerCard,
    m.TakeBackCard,
    m.ReturnLateWager,
    m.RunOut,
    m.Refer,
    m.WagerPlaced,
    m.WagerWithdrawn,
    m.BetsClosed,
    m.CardDealt,
    m.InsurancePlaced,
    m.EvenMoneyTaken,
    m.OffersClosed,
    m.CuttingCardRemoved,
    m.RoundSettled,
    m.RoundVoided,
    m.PlayResumed,
    m.CardsReconstructed,
    m.CardsCorrected,
    m.ReadyCardsRuled,
    m.FaceUpCardFound,
    m.DealerCardRemoved,
    m.CardTakenBack,
    m.WagerReturned,
    m.RulingGiven,
}
COMMANDS, EVENTS = set(get_args(m.AnyCommand)), set(get_args(m.AnyEvent))


def handled(module: ModuleType) -> set[type[Any]]:
    handlers = module.HANDLERS
    return {*handlers.follows, *handlers.evolves}


def test_on_boxes_everything_has_a_handler_but_what_only_the_stream_knows() -> None:
    assert handled(boxes) == (COMMANDS | EVENTS) - OPENS - STREAM_ONLY


def test_on_the_stream_what_both_know_has_a_handler_and_what_only_the_stream_does() -> None:
    assert handled(stream) == BOTH | STREAM_ONLY


@pytest.mark.parametrize("module", [boxes, stream])
def test_what_is_refused_by_its_own_words_is_something_that_may_be_asked(module: ModuleType) -> None:
    assert set(module.HANDLERS.refuses) <= set(module.HANDLERS.follows) <= COMMANDS
    assert set(module.HANDLERS.evolves) <= EVENTS


@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s", "e-blackjack"])
def test_whatever_is_offered_has_a_handler(game: str) -> None:
    rules = GAMES[game]
    conducts: Any = boxes if rules.boxes else stream
    for round in family(game).samples(rules):
        for offer in conducts.expects(round):
            assert m.COMMANDS[offer.command] in conducts.HANDLERS.follows


SETTLED = Handlers[int](evolves={m.RoundSettled: lambda round, event: round})


def test_nothing_is_answered_for_twice() -> None:
    with pytest.raises(TypeError, match="two handlers for RoundSettled"):
        combined(SETTLED, SETTLED)


def test_nothing_is_left_unanswered_and_no_handler_left_over() -> None:
    check_complete([m.RoundSettled], SETTLED)
    with pytest.raises(TypeError, match="no handler for Settle"):
        check_complete([m.RoundSettled, m.Settle], SETTLED)
    with pytest.raises(TypeError, match="RoundSettled is not among what may be asked or happen"):
        check_complete([], SETTLED)
