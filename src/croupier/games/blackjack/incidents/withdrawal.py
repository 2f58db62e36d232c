"""Wagers returned in the middle of a round: all undecided wagers of a bettor on a box.

Law: lucky8 5.14, 5.16.2, 5.25; dueling8 5.12, 5.22; R-24, R-67. Wagers that the cards so far have decided stay lost or
won.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.boxes.changes import cleared, with_box
from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.decided import decided_part
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import PositionReturned
from croupier.games.blackjack.settlement import Insured, Position, insurance_is_lost
from croupier.games.irregularity import offer
from croupier.games.round import Command, Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence


class PermitWithdrawal(Command, frozen=True, tag="permit-withdrawal"):
    """The Pit Manager permits a dissatisfied player to withdraw everything that is still undecided (R-24)."""

    bettor: str


def offers(round: BoxRound) -> Iterator[Expected]:
    """The offer to let a dissatisfied player withdraw before the next card (R-24).

    Where the Dealer's first card comes late it is open until that card, also after the players are done.
    """
    if not (round.may_withdraw or round.first_card_due) or round.phase is Phase.COMPLETE:
        return
    people = dict.fromkeys(
        [*(each.bettor for box in round.boxes for each in box.positions), *(each.bettor for each in round.insured)]
    )
    able = tuple(who for who in people if any(undecided(round, box, who) for box in round.boxes))
    if able:
        prompt = Sentence("permit-dissatisfied-withdrawal")
        # By grace of the Pit Manager, or by right of the player.
        by = Role.PLAYER if round.rules.reads("R-24") == "a" else Role.PIT_MANAGER
        yield offer("permit-withdrawal", by, round.rules.law.dissatisfied, prompt, bettors=able)


def undecided(round: BoxRound, box: Box, bettor: str) -> int:
    """The total of a bettor's undecided wagers on a box, insurance included, in cents."""
    position, kept = box.position(bettor), _kept(round, box, bettor)
    open_wagers = (position.staked if position else 0) - (kept.staked if kept else 0)
    return open_wagers + sum(each.stake for each in round.insured if _is_open(round, each, box, bettor))


def returned(round: BoxRound, box: Box, bettor: str, clause: Clause, by: Role) -> Iterator[PositionReturned]:
    """Return a bettor's open wagers on a box, and with its last main wager everybody's open side wagers."""
    kept = _kept(round, box, bettor)
    mains = [each for each in box.mains if each.bettor != bettor]
    last = bool(box.mains) and not mains and not (kept and kept.slot)
    others = [each.bettor for each in box.positions if last and each.bettor != bettor]
    # The main wager last: side wagers are open only as long as it is there.
    for each in (*others, bettor):
        if amount := undecided(round, box, each):
            yield PositionReturned(bettor=each, box=box.number, amount=amount, clause=clause, by=by)


def _permitted(round: BoxRound, command: PermitWithdrawal, expected: Expected, by: Role) -> Iterator[PositionReturned]:
    for each in round.boxes:
        yield from returned(round, each, command.bettor, clause_of(expected.clause), by)


def _too_late(round: BoxRound, command: PermitWithdrawal) -> Refused:
    return Refused("withdrawal-not-permitted", round.rules.law.dissatisfied)


def _without(round: BoxRound, event: PositionReturned) -> BoxRound:
    """The round without the returned wagers: hands without a stake are closed, an empty box is cleared."""
    box = round.box(event.box)
    # Exactly the open wagers are returned.
    assert event.amount == undecided(round, box, event.bettor)
    kept = _kept(round, box, event.bettor)
    positions = tuple(kept if each.bettor == event.bettor else each for each in box.positions)
    left = tuple(each for each in positions if each is not None)
    insured = tuple(each for each in round.insured if not _is_open(round, each, box, event.bettor))
    round = msgspec.structs.replace(round, insured=insured, returned=(*round.returned, event))
    if not left:
        return cleared(round, msgspec.structs.replace(box, positions=()))
    staked = {hand for each in left if not each.surrendered for hand in each.stakes}
    area = box.area.abandon(staked) if box.area else None
    return with_box(round, msgspec.structs.replace(box, positions=left, area=area))


def _is_open(round: BoxRound, insured: Insured, box: Box, bettor: str) -> bool:
    """Whether it is that bettor's insurance on that box, not lost, and the Dealer's second card has not come yet."""
    theirs = (insured.bettor, insured.box) == (bettor, box.number)
    return theirs and len(round.dealer) < 2 and not insurance_is_lost(round.rules, box.area)


def _kept(round: BoxRound, box: Box, bettor: str) -> Position | None:
    """The decided part of a position, which stays; None where nothing is decided."""
    position = box.position(bettor)
    return position and decided_part(
        round.rules, position, box.area, round.dealer, box.positions, folded=not box.in_play
    )


BOXES = Handlers[BoxRound](
    follows={PermitWithdrawal: _permitted},
    refuses={PermitWithdrawal: _too_late},
    evolves={PositionReturned: _without},
)
