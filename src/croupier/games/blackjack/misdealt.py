"""Cards that lie where the rules did not put them, boxes that got none, and players who were passed over.

Law: lucky8 5.6, 5.11 to 5.18, 5.25; dueling8 5.6, 5.11 to 5.15, 5.22. The Dealer tells where a card came to lie and
the deal goes on as it would at a table where nobody has noticed. Before play moves on the cards are put right (R-83);
after that each case has its own rule, and what has none is put right too, or is referred (R-20).
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Box, Round
from croupier.games.blackjack.incidents import entered
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.withdrawal import cleared, returned, undecided, with_box
from croupier.games.blackjack.withdrawal import evolve as without_position
from croupier.games.irregularity import check_waiting, offer
from croupier.games.round import Expected, Phase, Role, tag
from croupier.refused import Refused
from croupier.rulebook import Citation

ACTED = (m.HandDecided, m.DoubleJoined, m.SplitMatched, m.TiePlaced, m.CardRefused)
"""What is done about a hand in play."""
TAKEN_BACK = (m.CardDealt, *ACTED, m.CardExposed, m.BoxSkipped, m.AbsenceDeclared)
"""What may have happened since a player was passed over for it all to be taken back."""
INITIAL = (Phase.DEALING, Phase.CONFIRMING)
"""Nothing settled and nothing drawn yet: the cards can still be put right (R-19)."""
MOVED_ON = (Phase.OFFERING, Phase.PLAYING, Phase.DRAWING, Phase.COMPLETE)


def expects(round: Round) -> Iterator[Expected]:
    """What may be told and declared of cards on wrong places now."""
    law = round.rules.law
    if round.phase is Phase.DEALING and not round.pulled and not round.ruling_due:
        said = "Card dealt to the wrong box"
        yield offer("misdeal-card", Role.DEALER, law.misdealt, said)
        if round.dealt:
            said = "The deal was taken for complete"
            yield offer("end-deal", Role.DEALER, law.misdealt, said)
    if round.phase in INITIAL and round.dealt and round.wagered and not drawn_at_once(round):
        yield offer("reconstruct", Role.PIT_SUPERVISOR, _incomplete(round), "Put the cards where they belong")
    if round.phase in MOVED_ON:
        yield from _expects_late(round)
    yield from expects_withdrawals(round)


def _incomplete(round: Round) -> Citation:
    """Why an initial deal is put right: somebody has no card where it was taken for complete, or it has an error."""
    law = round.rules.law
    if round.phase is Phase.CONFIRMING and round.dealer_missing:
        return law.rebuilds_dealer
    short = any(len(box.cards) < round.rules.opening for box in round.wagered)
    return law.rebuilds_short if round.phase is Phase.CONFIRMING and short else law.rebuilds


def _expects_late(round: Round) -> Iterator[Expected]:
    """What was found only when play had moved on: its own rule, or a rebuild where there is none."""
    law = round.rules.law
    found = [*_found(round)]
    yield from found
    if round.dealt and not found and not round.dealer_missing and _order_known(round):
        yield offer("reconstruct", Role.PIT_SUPERVISOR, law.rebuilds_late, "Put the cards where they belong")
    turn = None if round.first_card_due or round.pulled else round.turn
    if turn and turn.area and turn.area.waits_for_decision and len(turn.area.hands) == 1:
        said = "A player was skipped"
        yield offer("skip-box", Role.DEALER, law.skipped, said, box=turn.number)
    yield from _expects_skipped(round)


def _expects_skipped(round: Round) -> Iterator[Expected]:
    """A player who was passed over acts after all, or is too late; anything between the two is referred (6.1)."""
    for box in round.boxes:
        if not (box.skipped and box.in_play and box.area and not box.area.done) or round.pulled:
            continue
        if is_too_late(round, box.number):
            said, says = "A player was skipped: it is too late, the hand stands", round.rules.law.skipped_late
        elif may_act_after_all(round, box.number):
            said, says = "A player was skipped: take the cards since then back", round.rules.law.skipped
        else:
            continue
        yield offer("declare-skipped", Role.PIT_SUPERVISOR, says, said, box=box.number)


def is_too_late(round: Round, box: int) -> bool:
    """Whether more than one playing area has received cards since that of a box was passed over.

    The Dealer's place is no playing area (lucky8 2.2, dueling8 2.2), and the initial deal does not count.
    """
    dealt = {event.box for event in round.since_skip(box) if isinstance(event, m.CardDealt)}
    return len(dealt - {None}) > 1


def may_act_after_all(round: Round, box: int) -> bool:
    """Whether only the next hand in play was acted upon since a player was passed over, and that can be taken back.

    A hand is acted upon by a card or by a decision, to stand too; hands of a split are the one that was split. The
    Dealer's hand may be the next one.
    """
    since = round.since_skip(box)
    taken_back = not round.somebody_left and all(isinstance(event, TAKEN_BACK) for event in since)
    return taken_back and not _more_than_next(round, box)


def _more_than_next(round: Round, box: int) -> bool:
    acted = {event.box for event in round.since_skip(box) if isinstance(event, (*ACTED, m.CardDealt))}
    return len(acted) > 1


def not_covered(round: Round, box: int) -> Refused:
    """Why nothing follows from a player having been passed over but a referral."""
    if _more_than_next(round, box):
        said = "more than the next hand was acted upon, but not more than one box was dealt to: refer it"
        return Refused(said, round.rules.law.refers)
    return Refused("what happened since cannot be taken back: refer it", "R-20")


def _found(round: Round) -> Iterator[Expected]:
    law, supervisor = round.rules.law, Role.PIT_SUPERVISOR
    if round.phase is Phase.PLAYING and round.dealer_missing and not round.pulled:
        if not round.dealer_owed and not round.first_card_due:
            said = "The Dealer has no card: draw it now"
            yield offer("declare-dealer-missed", supervisor, law.dealer_missed, said)
        turn = round.turn
        if round.first_card_due and turn and (controller := turn.controller()):
            said = "Complete your hand before the Dealer's card?"
            own = Expected(command="finish-hand", by=Role.PLAYER, clause=law.finishes_first, prompt=said)
            yield msgspec.structs.replace(own, box=turn.number, bettors=(controller,), irregular=True)
    for box in round.boxes:
        if box.mains and not box.cards:
            said = "A box with a wager got no card: return everything on it"
            yield offer("declare-box-missed", supervisor, law.box_missed, said, box=box.number)
        elif box.cards and not box.positions:
            said = "A box without a wager was dealt to: discard its cards"
            yield offer("declare-unbet-box", supervisor, law.unbet_box, said, box=box.number)
        elif is_short(box) and not _declared_short(round, box):
            said = "A player has one card: to act in turn or withdraw"
            yield offer("declare-short-hand", supervisor, law.short_hand, said, box=box.number)


def is_short(box: Box) -> bool:
    """Whether a box has one card where it should have two, and plays on."""
    hands = box.area.hands if box.area and box.in_play else ()
    return len(hands) == 1 and len(hands[0].cards) == 1


def _declared_short(round: Round, box: Box) -> bool:
    return any(isinstance(event, m.HandFoundShort) and event.box == box.number for event in round.play)


def _order_known(round: Round) -> bool:
    """Whether the order in which the cards came can be told, and those who decided something are still there."""
    loose = round.reshuffled or not round.wagered or drawn_at_once(round)
    return not loose and not round.somebody_left


def drawn_at_once(round: Round) -> bool:
    """Whether cards came in an order that nobody knows: what is dealt over them cannot be rebuilt, but void (5.2)."""
    return any(isinstance(event, m.CardsPulled) for event in round.play)


def expects_choices(round: Round) -> Iterator[Expected]:
    """While somebody with one card has to choose: nothing else happens (R-66)."""
    law = round.rules.law
    said = "One card: act in turn, the next card completing your first two, or withdraw?"
    for box in round.boxes:
        for bettor in box.asked:
            course = Expected(command="choose-course", by=Role.PLAYER, clause=law.short_hand, prompt=said)
            options = ("act", "withdraw")
            yield msgspec.structs.replace(course, box=box.number, bettors=(bettor,), options=options, irregular=True)
            gone = offer("declare-absent", Role.DEALER, law.absent, "The player is not there", box=box.number)
            yield msgspec.structs.replace(gone, bettors=(bettor,))
    yield from expects_withdrawals(round)
    yield offer("refer", Role.GAMING_SHIFT_MANAGER, law.refers, "Shift Manager's ruling")


def expects_withdrawals(round: Round) -> Iterator[Expected]:
    """Whoever is dissatisfied may withdraw before the next card, if the Pit Manager permits it (R-24).

    With a Dealer whose first card comes late that is before that card, also where it comes when the players are done.
    """
    if not (round.may_withdraw or round.first_card_due) or round.phase is Phase.COMPLETE:
        return
    people = dict.fromkeys(
        [*(each.bettor for box in round.boxes for each in box.positions), *(each.bettor for each in round.insured)]
    )
    able = tuple(who for who in people if any(undecided(round, box, who) for box in round.boxes))
    if able:
        said = "Dissatisfied: let a player withdraw what is undecided"
        yield offer("permit-withdrawal", Role.PIT_MANAGER, round.rules.law.dissatisfied, said, bettors=able)


def follows(round: Round, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    """What the documents make of it; these are all that is offered here."""
    says = clause_of(expected.clause)
    match command:
        case m.MisdealCard(card=card, box=box):
            if box is not None:
                round.box(box)
            if (box or 0) == round.next_place:
                raise Refused("that is where the card belongs: deal it", says)
            check_waiting(round.waiting, card, says)
            yield m.CardMisdealt(card=card, box=box, clause=says, by=by)
        case m.EndDeal():
            yield m.DealEnded(clause=says, by=by)
        case m.DeclareDealerMissed():
            yield m.DealerMissed(clause=says, by=by)
        case m.FinishHand(bettor=bettor, box=box):
            yield m.HandFinishing(bettor=bettor, box=box, clause=says, placed_by=entered(by))
        case m.DeclareBoxMissed(box=box):
            yield from _missed(round, round.box(box), by)
        case m.DeclareUnbetBox(box=box):
            yield m.UnbetBoxCleared(box=box, cards=round.box(box).cards, clause=says, by=by)
        case m.DeclareShortHand(box=box):
            bettors = tuple(each.bettor for each in round.box(box).mains)
            yield m.HandFoundShort(box=box, clause=says, by=by, bettors=bettors)
        case m.ChooseCourse(bettor=bettor, box=box, course="act"):
            acts = clause_of(round.rules.law.short_acts)
            yield m.CourseChosen(bettor=bettor, box=box, clause=acts, placed_by=entered(by))
        case m.ChooseCourse(bettor=bettor, box=box):
            yield from returned(round, round.box(box), bettor, clause_of(round.rules.law.short_withdraws), by)
        case m.SkipBox(box=box):
            yield m.BoxSkipped(box=box, clause=says, by=by)
        case m.PermitWithdrawal(bettor=bettor):
            for each in round.boxes:
                yield from returned(round, each, bettor, says, by)


def unplayed(round: Round, by: Role) -> Iterator[m.PositionReturned]:
    """Boxes that got no card and that nobody noticed: their wagers go back before the round is settled."""
    for box in round.wagered:
        if not box.cards:
            yield from _missed(round, box, by)


def _missed(round: Round, box: Box, by: Role) -> Iterator[m.PositionReturned]:
    """All wagers on a box that got no card, of every player (R-67)."""
    says = clause_of(round.rules.law.box_missed)
    for each in box.positions:
        amount = undecided(round, box, each.bettor)
        yield m.PositionReturned(bettor=each.bettor, box=box.number, amount=amount, clause=says, by=by)


def evolve(round: Round, event: m.AnyEvent) -> Round:
    """The round after it."""
    replace = msgspec.structs.replace
    match event:
        case m.DealEnded():
            while (place := round.next_place) is not None:
                round = replace(round, missed=(*round.missed, place))
            return round
        case m.DealerMissed():
            return replace(round, dealer_owed=True, may_withdraw=True)
        case m.HandFinishing(box=number):
            return replace(round, finishing=number)
        case m.UnbetBoxCleared(box=number):
            return replace(cleared(round, round.box(number)), may_withdraw=True)
        case m.HandFoundShort(box=number):
            box = round.box(number)
            short = tuple(each.bettor for each in box.mains)
            return replace(with_box(round, replace(box, short=short)), may_withdraw=True)
        case m.CourseChosen(bettor=bettor, box=number):
            box = round.box(number)
            return with_box(round, replace(box, short=tuple(each for each in box.short if each != bettor)))
        case m.PositionReturned():
            return without_position(round, event)
        case m.BoxSkipped(box=number):
            return with_box(round, replace(round.box(number), skipped=True))
        case m.SkipStood(box=number):
            box = round.box(number)
            assert box.area is not None
            return with_box(round, replace(box, skipped=False, area=box.area.stand()))
        case _:
            raise Refused(f"{tag(event)} does not happen in {round.terms.game}")


def passed_over(round: Round, place: int) -> Round:
    """The deal after a card was told to lie on a place: those that come before it in this turn of the deal got none.

    A place that is not further on, a box that was dealt to already or has no wager, gets a card too many, and the deal
    goes on where it was.
    """
    after = round
    while (due := after.next_place) not in (None, place):
        assert due is not None
        after = msgspec.structs.replace(after, missed=(*after.missed, due))
    skipped = after.missed[len(round.missed) :]
    return round if due is None or 0 in skipped[1:] else after
