"""The Dealer got no card on the initial deal, and play has moved on.

Law: lucky8 5.12. The card is drawn when its absence is noticed, unless the player in turn completes the hand first;
then surrender and insurance are offered late.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import Decision, PlayerEvent, entered
from croupier.games.irregularity import offer
from croupier.games.round import Command, Event, Expected, Phase, Role
from croupier.rulebook import Clause
from croupier.words import Sentence

replace = msgspec.structs.replace


class DeclareDealerMissed(Command, frozen=True, tag="declare-dealer-missed"):
    """The Dealer got no card on the initial deal, and play has moved on."""


class FinishHand(Command, frozen=True, tag="finish-hand"):
    """The player whose hand is in play will complete it before the Dealer's missing card."""

    bettor: str
    box: int


class DealerMissed(Event, frozen=True, tag="dealer-missed"):
    """The Dealer was found to have no card: the next one is the Dealer's first."""

    clause: Clause
    by: Role


class HandFinishing(PlayerEvent, Decision, frozen=True, tag="hand-finishing"):
    """The player in turn completes the hand before the Dealer's missing card."""

    bettor: str
    box: int
    clause: Clause


def offers(round: BoxRound) -> Iterator[Expected]:
    """The offers to declare it, and to the player in turn to finish the hand before the missing card."""
    law = round.rules.law
    if round.phase is not Phase.PLAYING or not round.dealer_missing or round.pulled:
        return
    if not round.dealer_owed and not round.first_card_due:
        prompt = Sentence("dealer-without-card")
        yield offer("declare-dealer-missed", Role.PIT_SUPERVISOR, law.dealer_missed, prompt)
    turn = round.turn
    if round.first_card_due and turn and (controller := turn.controller()):
        prompt = Sentence("offer-complete-before-dealer")
        who = {"box": turn.number, "bettors": (controller,)}
        yield offer("finish-hand", Role.PLAYER, law.finishes_first, prompt, **who)


def _declared(round: BoxRound, command: DeclareDealerMissed, expected: Expected, by: Role) -> Iterator[DealerMissed]:
    yield DealerMissed(clause=clause_of(expected.clause), by=by)


def _finishes(round: BoxRound, command: FinishHand, expected: Expected, by: Role) -> Iterator[HandFinishing]:
    clause = clause_of(expected.clause)
    yield HandFinishing(bettor=command.bettor, box=command.box, clause=clause, placed_by=entered(by))


def _owed(round: BoxRound, event: DealerMissed) -> BoxRound:
    return replace(round, dealer_owed=True, may_withdraw=True)


def _finishing(round: BoxRound, event: HandFinishing) -> BoxRound:
    return replace(round, finishing=event.box)


BOXES = Handlers[BoxRound](
    follows={DeclareDealerMissed: _declared, FinishHand: _finishes},
    evolves={DealerMissed: _owed, HandFinishing: _finishing},
    declared={DealerMissed: "declare-dealer-missed", HandFinishing: "finish-hand"},
)
