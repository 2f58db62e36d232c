"""Cards that were dealt to a wrong place.

Law: lucky8 5.6, 5.11, 5.13; dueling8 5.6, 5.11. The Dealer enters where a card was laid, and the deal goes on as it
would at a table where nobody has noticed. Before play moves on the cards are put right (R-83); after that each case has
its own rule, and a case without one is put right too, or is referred (R-20). How is in `boxes.reconstruction`.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.boxes.play import laid
from croupier.games.blackjack.boxes.state import INITIAL, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.pulled import drawn_at_once
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import CardLaid
from croupier.games.irregularity import check_waiting, not_ruled, offer
from croupier.games.round import Command, Event, Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence

replace = msgspec.structs.replace


class MisdealCard(Command, frozen=True, tag="misdeal-card"):
    """A card of the initial deal was laid on a wrong place: on that box, or before the Dealer where `box` is None."""

    card: Card
    box: int | None = None


class EndDeal(Command, frozen=True, tag="end-deal"):
    """The initial deal was taken for complete though places are empty."""


class CardMisdealt(Event, CardLaid, frozen=True, tag="card-misdealt"):
    """A card was laid on a wrong place: on that box, or before the Dealer where `box` is None."""

    card: Card
    clause: Clause
    by: Role
    box: int | None = None


class DealEnded(Event, frozen=True, tag="deal-ended"):
    """The initial deal was taken for complete though places are empty."""

    clause: Clause
    by: Role


def offers(round: BoxRound, *, put_right: bool = True) -> Iterator[Expected]:
    """The offers to declare errors of the initial deal, and to put its cards right unless another rule does."""
    law = round.rules.law
    if round.phase is Phase.DEALING and not round.pulled and not round.ruling_due:
        yield offer("misdeal-card", Role.DEALER, law.misdealt, Sentence("card-to-wrong-box"))
        if round.dealt:
            yield offer("end-deal", Role.DEALER, law.misdealt, Sentence("deal-taken-for-complete"))
    if put_right and round.phase in INITIAL and round.dealt and round.wagered and not drawn_at_once(round):
        yield _put_right(_incomplete(round))


def offers_late(round: BoxRound) -> Iterator[Expected]:
    """The offer to put cards right after play has moved on, where no other rule applies."""
    if round.dealt and not round.dealer_missing and _order_known(round):
        yield _put_right(round.rules.law.rebuilds_late)


def _put_right(clause: Citation) -> Expected:
    return offer("reconstruct", Role.PIT_SUPERVISOR, clause, Sentence("put-cards-right"))


def _incomplete(round: BoxRound) -> Citation:
    """The clause by which an initial deal is put right: a place has no card, or there is another error."""
    law = round.rules.law
    if round.phase is Phase.CONFIRMING and round.dealer_missing:
        return law.rebuilds_dealer
    short = any(len(box.cards) < round.rules.opening for box in round.wagered)
    return law.rebuilds_short if round.phase is Phase.CONFIRMING and short else law.rebuilds


def _order_known(round: BoxRound) -> bool:
    """Whether the dealing order of the cards is known, and all who decided something are still in the round."""
    loose = round.reshuffled or not round.wagered or drawn_at_once(round)
    return not loose and not round.somebody_left


def _told(round: BoxRound, command: MisdealCard, expected: Expected, by: Role) -> Iterator[CardMisdealt]:
    card, box, clause = command.card, command.box, clause_of(expected.clause)
    if box is not None:
        round.box(box)
    if (box or 0) == round.next_place:
        raise Refused("card-belongs-there", clause)
    check_waiting(round.waiting, card, clause)
    yield CardMisdealt(card=card, box=box, clause=clause, by=by)


def _ended(round: BoxRound, command: EndDeal, expected: Expected, by: Role) -> Iterator[DealEnded]:
    yield DealEnded(clause=clause_of(expected.clause), by=by)


def _not_before_a_ruling(round: BoxRound, command: MisdealCard) -> Refused | None:
    return not_ruled() if round.ruling_due else None


def _misdealt(round: BoxRound, event: CardMisdealt) -> BoxRound:
    return laid(_passed_over(round, event.box or 0), event)


def _passed_over(round: BoxRound, place: int) -> BoxRound:
    """The deal after a card was laid on a place: the places before it in this turn of the deal were passed over.

    A place that is not further on (a box that was dealt to already, or without a wager) gets a surplus card, and the
    deal goes on where it was.
    """
    after = round
    while (due := after.next_place) not in (None, place):
        assert due is not None
        after = replace(after, missed=(*after.missed, due))
    skipped = after.missed[len(round.missed) :]
    return round if due is None or 0 in skipped[1:] else after


def _taken_for_complete(round: BoxRound, event: DealEnded) -> BoxRound:
    while (place := round.next_place) is not None:
        round = replace(round, missed=(*round.missed, place))
    return round


BOXES = Handlers[BoxRound](
    follows={MisdealCard: _told, EndDeal: _ended},
    refuses={MisdealCard: _not_before_a_ruling},
    evolves={CardMisdealt: _misdealt, DealEnded: _taken_for_complete},
    declared={DealEnded: "end-deal"},
)
