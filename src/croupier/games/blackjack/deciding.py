"""The blackjack round on boxes: what follows from a command, or why nothing does."""

from collections.abc import Iterator

from croupier.games.blackjack import amended, irregular, misdealt, rebuilding, stepping
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.allocation import allocate
from croupier.games.blackjack.boxes import Round, check_held, on_boxes
from croupier.games.blackjack.evolving import evolve
from croupier.games.blackjack.expecting import expected, expects, options, original_of
from croupier.games.blackjack.incidents import entered
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.recorded import check_double, check_insurance, no_card_due, not_open
from croupier.games.irregularity import check_waiting, not_ruled
from croupier.games.round import OVER, Expected, Phase, Role, check_bettor, check_position, signed, tag
from croupier.refused import Refused
from croupier.rulebook import Citation


def decide(round: Round | None, command: m.AnyCommand, by: Role) -> list[m.AnyEvent]:
    """What follows from a command, or a refusal that says why nothing does."""
    if isinstance(command, m.OpenBets):
        return signed([_open(round, command, by)], by)
    if round is None:
        raise Refused("no round has begun: bets are to be opened first")
    open_to = expected(round, tag(command))
    if not open_to:
        raise _out_of_turn(round, command)
    if not any(_may(by, each) for each in open_to):
        check_position(open_to[0].by, by, _rests_on(round, open_to[0], command))
    fitting = [each for each in open_to if _may(by, each) and _fits(each, command)]
    if not fitting:
        raise _not_theirs(round, command, open_to)
    _check_cards(round, command)
    return signed(_follows(round, command, _meant(fitting, command), by), by)


def _meant(fitting: list[Expected], command: m.AnyCommand) -> Expected:
    """The offer that a command takes up, where several fit: cards are picked by their faces or by their places."""
    if not isinstance(command, m.PickCard):
        return fitting[0]
    picked = command.card or str(command.which)
    return next((each for each in fitting if picked in each.options), fitting[0])


def _rests_on(round: Round, expected: Expected, command: m.AnyCommand) -> Citation:
    """The clause that a command rests on, also where its offer has several."""
    match command:
        case m.VoidRound(clause=says) if says in expected.clauses:
            return says
        case m.NoteWager(wager=wager, stake=stake) if wager in round.terms.offered:
            return amended.measured_by(round, wager, stake)
        case _:
            return expected.clause


def _may(by: Role, expected: Expected) -> bool:
    """Whether somebody in that position may: their own, a lower one's, or a player's who asks or gives a signal."""
    return by.may_act_as(expected.by) or (expected.signals is not None and by is not Role.PLAYER)


def _fits(expected: Expected, command: m.AnyCommand) -> bool:
    """Whether a command is the one expected: of that box, by that bettor, about that wager."""
    bettor = getattr(command, "bettor", None)
    if bettor is None and expected.by is Role.PLAYER:
        # Whoever gives it, it is somebody's.
        return False
    return (
        (expected.box is None or getattr(command, "box", expected.box) == expected.box)
        and (expected.bettors is None or bettor is None or bettor in expected.bettors)
        and bettor not in expected.not_for
        and (not expected.wagers or getattr(command, "wager", None) in expected.wagers)
        and (expected.owner is None or (getattr(command, "owner", None) or bettor) == expected.owner)
        and (not isinstance(command, m.PlaceTie) or str(command.hand) == expected.hand)
    )


def _open(round: Round | None, command: m.OpenBets, by: Role) -> m.BetsOpened:
    law = on_boxes(command.terms).law.opens
    if round is not None and round.phase not in OVER:
        raise Refused("bets are opened when the round before is over", law)
    check_position(Role.DEALER, by, law)
    if wrong := [box for box in command.seats if not 1 <= box <= command.terms.boxes]:
        raise Refused(f"there is no box {wrong[0]}: the table has {command.terms.boxes}")
    if len(set(command.seats.values())) < len(command.seats):
        raise Refused("nobody sits at two boxes", on_boxes(command.terms).law.seated_controls)
    check_held(Round(terms=command.terms), command.waiting)
    if command.unseen < 0:
        raise Refused("the number of unseen cards is not below zero")
    return m.BetsOpened(
        terms=command.terms,
        seats=command.seats,
        waiting=command.waiting,
        unseen=command.unseen,
        fresh=command.fresh,
    )


def _follows(round: Round, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    match command:
        case m.TakeSeat(bettor=bettor, box=box):
            check_bettor(bettor)
            yield m.SeatTaken(bettor=bettor, box=box, placed_by=entered(by))
        case m.LeaveSeat(bettor=bettor, box=box):
            yield m.SeatLeft(bettor=bettor, box=box, placed_by=entered(by))
        case m.PlaceWager():
            yield _placed(round, command, None if by is Role.PLAYER else by)
        case m.WithdrawWager():
            yield from _withdrawn(round, command, by)
        case m.ArrangeBox(box=box, order=order):
            if sorted(order) != sorted(expected.bettors or ()):
                raise Refused(
                    f"the wagers of box {box} are those of {', '.join(expected.bettors or ())}", expected.clause
                )
            yield m.BoxArranged(box=box, order=order)
        case m.AgreeSpot(box=box, wager=wager, bettor=bettor, owner=owner):
            yield m.SpotAgreed(box=box, wager=wager, bettor=bettor, owner=owner)
        case m.CloseBets():
            yield from _allocated(round)
            yield m.BetsClosed()
        case m.DealCard(card=card):
            check_waiting(round.waiting, card, round.rules.law.rebuilds)
            yield m.CardDealt(card=card, box=expected.box)
        case m.Reconstruct(cards=cards):
            yield rebuilding.reconstructed(round, cards, expected.clause, by, evolve)
        case m.CorrectCards(cards=cards):
            yield rebuilding.corrected(round, cards, expected.clause, by, evolve)
        case m.DeclareSkipped(box=box):
            yield rebuilding.found_skipped(round, box, clause_of(expected.clause), by)
        case m.ConfirmDeal():
            yield m.DealConfirmed()
        case m.Surrender(bettor=bettor, box=box):
            yield m.Surrendered(bettor=bettor, box=box, placed_by=entered(by))
        case m.Insure():
            yield _insured(round, command, by)
        case m.TakeEvenMoney(bettor=bettor, box=box):
            yield m.EvenMoneyTaken(bettor=bettor, box=box, placed_by=entered(by))
        case m.CloseOffers():
            yield from _insurance_allocated(round)
            yield m.OffersClosed()
        case m.Decide():
            yield from _decided(round, command, by)
        case m.DoubleToo(bettor=bettor, box=box, amount=amount):
            minimum = round.terms.limits_of("main").minimum
            added = check_double(round.rules, original_of(round.box(box), bettor), amount, round.terms.unit, minimum)
            yield m.DoubleJoined(bettor=bettor, box=box, amount=added, placed_by=entered(by))
        case m.MatchSplit(bettor=bettor, box=box, tie=tie):
            yield m.SplitMatched(bettor=bettor, box=box, placed_by=entered(by))
            area = round.box(box).area
            if tie is not None and area is not None and area.splitting is not None:
                yield _tie_placed(round, bettor, box, area.splitting[1], tie, by)
        case m.PlaceTie(bettor=bettor, box=box, hand=hand, stake=stake):
            yield _tie_placed(round, bettor, box, hand, stake, by)
        case m.DeclareAbsent(bettor=bettor, box=box):
            yield m.AbsenceDeclared(bettor=bettor, box=box)
        case m.RemoveCuttingCard():
            yield m.CuttingCardRemoved()
        case m.Settle():
            yield from misdealt.unplayed(round, by)
            yield m.RoundSettled()
        case m.VoidRound(clause=says):
            if says not in expected.clauses:
                raise Refused(f"a round is not voided by {says} now, but by {', '.join(expected.clauses)}", says)
            yield m.RoundVoided(clause=says, by=by)
        case _:
            yield from irregular.follows(round, command, expected, by)


def _placed(round: Round, command: m.PlaceWager, by: Role | None) -> m.AnyEvent:
    check_bettor(command.bettor)
    round.terms.check_stake(command.wager, command.stake)
    position = round.box(command.box).position(command.bettor)
    kind = m.WagerPlaced if command.wager == "main" or (position and position.slot) else m.WagerClaimed
    return kind(bettor=command.bettor, wager=command.wager, stake=command.stake, box=command.box, placed_by=by)


def _withdrawn(round: Round, command: m.WithdrawWager, by: Role) -> Iterator[m.AnyEvent]:
    """A wager back; with a main wager go its owner's side wagers, and with the last one everybody's (they need one)."""
    bettor, number = command.bettor, command.box
    yield m.WagerWithdrawn(bettor=bettor, wager=command.wager, box=number, placed_by=entered(by))
    if command.wager != "main":
        return
    box = round.box(number)
    last = len(box.mains) == 1
    for position in box.positions:
        if last or position.bettor == bettor:
            for wager in position.sides:
                yield m.WagerWithdrawn(bettor=position.bettor, wager=wager, box=number)
    for claim in round.claims:
        if last and claim.box == number:
            yield m.WagerWithdrawn(bettor=claim.bettor, wager=claim.wager, box=number)


def _allocated(round: Round) -> Iterator[m.AnyEvent]:
    """At the close: who of those without a main wager on a box gets which of its side wagers.

    Spot after spot in the order they were first asked for, so that what is granted counts for the next (R-35).
    """
    law = round.rules.law
    for number, wager in dict.fromkeys((claim.box, claim.wager) for claim in round.claims):
        claims = [claim for claim in round.claims if (claim.box, claim.wager) == (number, wager)]
        ranked = [round.side_claim(claim, came) for came, claim in enumerate(claims)]
        agreed = [each.bettor for each in round.agreements if (each.box, each.wager) == (number, wager)]
        told = allocate(3 - len(round.box(number).side(wager)), ranked, agreed)
        for claim in claims:
            event: m.AnyEvent
            if told[claim.bettor] == "granted":
                event = m.WagerPlaced(bettor=claim.bettor, wager=wager, stake=claim.stake, box=number)
            else:
                says = clause_of(law.side_deadlock if told[claim.bettor] == "deadlock" else law.side_cap)
                event = m.ClaimRefused(bettor=claim.bettor, wager=wager, box=number, clause=says)
            round = evolve(round, event)
            yield event


def _insured(round: Round, command: m.Insure, by: Role) -> m.AnyEvent:
    check_bettor(command.bettor)
    owner = command.owner or command.bettor
    stake = check_insurance(round.rules, original_of(round.box(command.box), owner), command.stake, round.terms.unit)
    kind = m.InsurancePlaced if owner == command.bettor else m.InsuranceClaimed
    return kind(bettor=command.bettor, owner=owner, stake=stake, box=command.box, placed_by=entered(by))


def _insurance_allocated(round: Round) -> Iterator[m.AnyEvent]:
    """When the offer closes: who insures the wagers whose owners did not (one insurer each, R-59)."""
    law = round.rules.law
    for number, owner in dict.fromkeys((claim.box, claim.owner) for claim in round.insurance_claims):
        claims = [claim for claim in round.insurance_claims if (claim.box, claim.owner) == (number, owner)]
        ranked = [round.insurance_claim(claim, came) for came, claim in enumerate(claims)]
        spot = (number, "insurance", owner)
        agreed = [each.bettor for each in round.agreements if (each.box, each.wager, each.owner) == spot]
        declined = any(box.number == number and each.bettor == owner for box, each in round.uninsured())
        told = allocate(1 if declined else 0, ranked, agreed)
        for claim in claims:
            event: m.AnyEvent
            if told[claim.bettor] == "granted":
                event = m.InsurancePlaced(bettor=claim.bettor, owner=owner, stake=claim.stake, box=number)
            else:
                ranks = law.insurance_deadlock if told[claim.bettor] == "deadlock" else law.insurance_ladder
                says = clause_of(ranks if declined else law.insurance_others)
                event = m.ClaimRefused(bettor=claim.bettor, wager="insurance", owner=owner, box=number, clause=says)
            round = evolve(round, event)
            yield event


def _decided(round: Round, command: m.Decide, by: Role) -> Iterator[m.AnyEvent]:
    box = round.box(command.box)
    assert box.area is not None
    assert box.area.hand is not None
    hand, allowed = box.area.hand, options(round, box)
    if command.action not in allowed:
        raise not_open(round.rules, command.action, hand, allowed)
    amount = None
    if command.action == "double":
        minimum = round.terms.limits_of("main").minimum
        amount = check_double(round.rules, original_of(box, command.bettor), command.amount, round.terms.unit, minimum)
    elif command.amount is not None:
        raise Refused(f"{command.action} takes no amount", round.rules.law.of(command.action))
    if command.tie is not None and command.action != "split":
        raise Refused("Tie on 18 is added with a split", round.rules.law.choices)
    yield m.HandDecided(
        bettor=command.bettor, action=command.action, box=command.box, amount=amount, placed_by=entered(by)
    )
    if command.tie is not None:
        yield _tie_placed(round, command.bettor, command.box, len(box.area.hands), command.tie, by)


def _tie_placed(round: Round, bettor: str, box: int, hand: int, stake: int, by: Role) -> m.TiePlaced:
    position = round.box(box).position(bettor)
    if "tie-on-18" not in round.terms.rules.bets:
        raise Refused("a split takes no Tie on 18 here", round.rules.law.split)
    if position is None or "tie-on-18" not in position.sides:
        said = "Tie on 18 goes on a split hand only where it was placed before the deal"
        raise Refused(said, round.rules.law.tie_on_split)
    round.terms.check_stake("tie-on-18", stake)
    return m.TiePlaced(bettor=bettor, box=box, hand=hand, stake=stake, placed_by=entered(by))


def _check_cards(round: Round, command: m.AnyCommand) -> None:
    """Refuse cards that cannot be there, whichever command tells of them."""
    match command:
        case m.Reconstruct(cards=cards):
            check_held(round, cards, instead=(*round.dealt, *round.waiting))
        case m.CorrectCards(cards=cards):
            check_held(round, cards, instead=(*round.dealt, *round.surplus))
        case m.PullCards(disclosed=cards):
            check_held(round, cards)
        case m.DealCard() | m.MisdealCard() | m.ExposeCard() | m.FindFaceUpCard() | m.RemoveDealerCard():
            # One that waits is out already; where another is told in its place that is said by itself.
            if not round.waiting:
                check_held(round, (command.card,))


def _out_of_turn(round: Round, command: m.AnyCommand) -> Refused:
    """Why a command that is not expected now is refused."""
    rules, law = round.rules, round.rules.law
    late = round.phase is not Phase.BETTING
    if isinstance(command, m.PlaceWager) and late:
        return Refused("bets are closed: no wager may be placed or increased", law.late)
    if isinstance(command, m.WithdrawWager) and late:
        return Refused("bets are closed: a wager withdrawn wins or loses by the result", law.late_withdrawal)
    if isinstance(command, m.Surrender):
        area = round.box(command.box).area
        split = area is not None and len(area.hands) > 1
        opening = law.surrender_ace if round.shows_ace else law.offers_surrender
        return Refused("surrender is not open", law.surrender_split if split else opening)
    if isinstance(command, m.Insure) and rules.insurance:
        return Refused("insurance is not open", law.insurance_time if round.shows_ace else law.insurance)
    if isinstance(command, m.DoubleToo):
        return Refused("nobody in control has doubled", law.double_not)
    if isinstance(command, m.DealCard | m.MisdealCard) and round.ruling_due:
        return not_ruled()
    if isinstance(command, m.DealCard) and (pick := _pick_due(round)):
        return Refused("cards were drawn at once: which of them comes next is picked first", pick.clause)
    if isinstance(command, m.DealCard):
        return no_card_due(rules, round.phase, round.dealer_hand)
    if isinstance(command, m.TakeBackCard):
        return stepping.too_late(round)
    if isinstance(command, m.CorrectCards) and round.somebody_left:
        return Refused("a player who had decided has left the round: refer it", "R-20")
    if isinstance(command, m.PermitWithdrawal):
        said = "a player withdraws only after what the rules name, and before another card is dealt"
        return Refused(said, law.dissatisfied)
    if isinstance(command, m.WithdrawAll):
        says = law.power_decided if round.established() else law.power_undecided
        return Refused("everything goes back only after a power failure with no wager decided", says)
    if isinstance(command, m.NoteWager) and round.phase is Phase.SETTLED:
        return Refused("wagers that were paid or collected are settled", law.settled_before)
    if isinstance(command, m.DeclareSkipped) and round.box(command.box).skipped:
        return misdealt.not_covered(round, command.box)
    if isinstance(command, m.MissCuttingCard) and not round.terms.hand_shuffled:
        return Refused("this table is shuffled by machine", law.misses_cut)
    now = " or ".join(dict.fromkeys(each.command for each in expects(round))) or "nothing more"
    return Refused(f"not now: the round is {round.phase}, and expects {now}", law.choices)


def _pick_due(round: Round) -> Expected | None:
    """The choice between cards drawn at once that has to be made now, where there is one."""
    return next((each for each in expects(round) if each.command == "pick-card"), None)


def _not_theirs(round: Round, command: m.AnyCommand, expected: list[Expected]) -> Refused:
    """Why a command that somebody may give now is refused from this one, or about this."""
    rules, law = round.rules, round.rules.law
    number = getattr(command, "box", None)
    if number is not None:
        round.box(number)
    match command:
        case m.PlaceWager(wager=wager, bettor=bettor, box=box):
            if wager not in round.terms.offered:
                raise rules.not_offered(wager)
            if wager != "main" and not round.box(box).mains:
                return Refused(f"{wager} needs a main wager on box {box}", law.side_needs_main)
            if bettor in round.terms.one_box:
                return Refused(f"{bettor} is restricted to one box", law.one_box)
            says = law.three_mains if round.terms.mains == 3 else law.fewer_mains
            return Refused(f"box {box} holds {round.terms.mains} main wagers and no more", says)
        case m.WithdrawWager(wager=wager, bettor=bettor, box=box):
            return Refused(f"{bettor} has no {wager} on box {box}")
        case m.Decide(bettor=bettor):
            turn = round.turn
            assert turn is not None
            decides = turn.controller()
            if decides == bettor:
                return Refused(f"box {turn.number} is in play, not box {number}", law.choices)
            says = law.seated_controls if decides == turn.seat else law.nearest_controls
            return Refused(f"box {turn.number} is in play, and is another player's to decide", says)
        case m.Insure(box=box):
            # Whose wager it would be is not said: who asks may know it by its place alone.
            return Refused(f"there is no such wager on box {box} to insure", law.insurance)
    return Refused(_what_is_open(command, expected), expected[0].clause)


def _what_is_open(command: m.AnyCommand, expected: list[Expected]) -> str:
    """For which wagers or boxes it is; who else is at the table is nobody's business."""
    wager, wagers = getattr(command, "wager", None), dict.fromkeys(name for each in expected for name in each.wagers)
    if wager is not None and wagers and wager not in wagers:
        return f"that is open for {', '.join(wagers)}, not for {wager}"
    if boxes := dict.fromkeys(str(each.box) for each in expected if each.box is not None):
        return f"that is open on box {', '.join(boxes)}, not to this"
    return f"that is not open to {getattr(command, 'bettor', None) or 'this'}"
