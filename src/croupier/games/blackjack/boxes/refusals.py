"""The blackjack round on boxes: the refusals of commands of the regular course."""

from collections.abc import Callable
from typing import Any

from croupier.games.blackjack.boxes.offers import expects, restricted
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.proceedings import Decide, DoubleToo, Insure, PlaceWager, Surrender, WithdrawWager
from croupier.games.blackjack.recorded import no_card_due
from croupier.games.irregularity import not_ruled
from croupier.games.messages import DealCard
from croupier.games.round import Command, Expected, Phase
from croupier.refused import Refused
from croupier.words import Sentence


def not_theirs(round: BoxRound, command: Command, expected: list[Expected]) -> Refused:
    """The refusal of a command that is offered now, but not to this bettor, or not for this box or wager."""
    number = getattr(command, "box", None)
    if number is not None:
        round.box(number)
    specific = NOT_THEIRS.get(type(command))
    return specific(round, command) if specific else Refused(_what_is_open(command, expected), expected[0].clause)


def _no_place(round: BoxRound, command: PlaceWager) -> Refused:
    rules, law, wager, box = round.rules, round.rules.law, command.wager, command.box
    if wager not in round.terms.offered:
        return rules.not_offered(wager)
    if wager != "main" and not round.box(box).mains:
        return Refused("side-needs-main-on-box", law.side_needs_main, wager=wager, box=box)
    if command.bettor in restricted(round):
        return Refused("bettor-restricted-to-one-box", law.one_box, bettor=command.bettor)
    clause = law.three_mains if round.terms.mains == 3 else law.fewer_mains
    return Refused("box-main-wagers-full", clause, box=box, most=round.terms.mains)


def _no_wager(round: BoxRound, command: WithdrawWager) -> Refused:
    return Refused("no-such-wager-on-box", bettor=command.bettor, wager=command.wager, box=command.box)


def _not_in_play(round: BoxRound, command: Decide) -> Refused:
    turn, law = round.turn, round.rules.law
    assert turn is not None
    decides = turn.controller()
    if decides == command.bettor:
        return Refused("other-box-in-play", law.choices, box_in_play=turn.number, box=command.box)
    clause = law.seated_controls if decides == turn.seat else law.nearest_controls
    return Refused("box-decided-by-another", clause, box=turn.number)


def _nothing_to_insure(round: BoxRound, command: Insure) -> Refused:
    # Privacy: the owner of the wager is not named.
    return Refused("no-wager-to-insure", round.rules.law.insurance, box=command.box)


NOT_THEIRS: dict[type[Command], Callable[[BoxRound, Any], Refused]] = {
    PlaceWager: _no_place,
    WithdrawWager: _no_wager,
    Decide: _not_in_play,
    Insure: _nothing_to_insure,
}


def _what_is_open(command: Command, expected: list[Expected]) -> str:
    """The wagers or boxes for which the command is open; other bettors are not named, for privacy."""
    wager, wagers = getattr(command, "wager", None), dict.fromkeys(name for each in expected for name in each.wagers)
    if wager is not None and wagers and wager not in wagers:
        return Sentence("open-for-other-wagers", open_wagers=tuple(wagers), wager=wager)
    if boxes := dict.fromkeys(str(each.box) for each in expected if each.box is not None):
        return Sentence("open-on-other-boxes", open_boxes=tuple(boxes))
    return Sentence("not-open-to-bettor", bettor=getattr(command, "bettor", None) or "this")


# Out of turn


def _bets_closed(round: BoxRound, command: PlaceWager) -> Refused:
    return Refused("bets-closed", round.rules.law.late)


def _stakes_stay(round: BoxRound, command: WithdrawWager) -> Refused | None:
    if round.phase is Phase.BETTING:
        return None
    return Refused("withdrawn-wager-still-decides", round.rules.law.late_withdrawal)


def _no_surrender(round: BoxRound, command: Surrender) -> Refused:
    area, law = round.box(command.box).area, round.rules.law
    split = area is not None and len(area.hands) > 1
    opening = law.surrender_ace if round.shows_ace else law.offers_surrender
    return Refused("surrender-not-open", law.surrender_split if split else opening)


def _no_insurance(round: BoxRound, command: Insure) -> Refused | None:
    law = round.rules.law
    if not round.rules.insurance:
        return None
    return Refused("insurance-not-open", law.insurance_time if round.shows_ace else law.insurance)


def _nobody_doubled(round: BoxRound, command: DoubleToo) -> Refused:
    return Refused("no-double-by-controller", round.rules.law.double_not)


def _no_card(round: BoxRound, command: DealCard) -> Refused:
    if round.ruling_due:
        return not_ruled()
    pick = next((each for each in expects(round) if each.command == "pick-card"), None)
    if pick:
        return Refused("pick-drawn-card-first", pick.clause)
    return no_card_due(round.rules, round.phase, round.dealer_hand)


HANDLERS = Handlers[BoxRound](
    refuses={
        PlaceWager: _bets_closed,
        WithdrawWager: _stakes_stay,
        Surrender: _no_surrender,
        Insure: _no_insurance,
        DoubleToo: _nobody_doubled,
        DealCard: _no_card,
    },
)
