"""Wagers returned in the middle of a round: all undecided wagers of a bettor on a box.

Law: lucky8 5.14, 5.16.2, 5.25; dueling8 5.12, 5.22; R-24, R-67. Wagers that the cards so far have decided stay lost or
won.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.boxes.changes import cleared, with_box
from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.dealer import tie_is_frozen, wins_already
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.outcome import run_over
from croupier.games.blackjack.proceedings import PositionReturned
from croupier.games.blackjack.settlement import Insured, Position, insurance_is_lost, lost_sides
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
        yield offer("permit-withdrawal", Role.PIT_MANAGER, round.rules.law.dissatisfied, prompt, bettors=able)


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
    if position is None or box.area is None:
        return None
    hands = box.area.by_id
    paid = position.surrendered or position.even_money
    settled = {hand for hand in position.stakes if paid or _main_decided(round, hands[hand])}
    lost = {hand for hand, seen in hands.items() if _tie_decided(round, box, position, seen)}
    sides = {
        wager: stake
        for wager, stake in position.sides.items()
        if (0 in lost if wager == "tie-on-18" else _side_decided(round, box, position, wager))
    }
    kept = msgspec.structs.replace(
        position,
        sides=sides,
        stakes={hand: stake for hand, stake in position.stakes.items() if hand in settled},
        doubles={hand: stake for hand, stake in position.doubles.items() if hand in settled},
        ties={hand: stake for hand, stake in position.ties.items() if hand in lost},
    )
    if not kept.stakes:
        kept = msgspec.structs.replace(kept, original=0, slot=None)
    return kept if kept.staked else None


def _main_decided(round: BoxRound, hand: Hand) -> bool:
    """Whether a hand is decided: bust, or a Blackjack that the Dealer can no longer equal."""
    return hand.bust or (round.dealer != () and wins_already(round.rules, hand, round.dealer[0]))


def _tie_decided(round: BoxRound, box: Box, position: Position, hand: Hand) -> bool:
    """Whether Tie on 18 is decided: the hand is finished on another total, or given up (R-75)."""
    rules, area = round.rules, box.area
    assert area is not None
    given_up = not box.in_play or (position.surrendered and rules.reads("R-75") != "a")
    if given_up:
        # A folded 18 waits for the Dealer where it is frozen.
        return not tie_is_frozen(rules, area, box.positions)
    return hand.closed and hand.total != 18


def _side_decided(round: BoxRound, box: Box, position: Position, wager: str) -> bool:
    """Whether the cards so far fix the result of a side wager, by what it reads (R-07)."""
    area = box.area
    assert area is not None
    if wager in lost_sides(round.rules, position):
        return True
    match round.rules.by_name[wager].reads:
        case "opening":
            return len(area.dealt) >= 2
        case "trio":
            return len(area.dealt) >= 2 and round.dealer != ()
        case "run":
            return not box.in_play or run_over(area, round.rules.reads)
        case _:
            # While withdrawal is possible the Dealer's hand is not finished.
            return False


BOXES = Handlers[BoxRound](
    follows={PermitWithdrawal: _permitted},
    refuses={PermitWithdrawal: _too_late},
    evolves={PositionReturned: _without},
)
