"""The blackjack round on boxes: the offers, that is what may happen next, and by whom."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain

import msgspec

from croupier.games.blackjack import incidents
from croupier.games.blackjack.boxes.room import capped, for_the_box, has_room, limits_there, most_added
from croupier.games.blackjack.boxes.state import INITIAL, MOVED_ON, Box, BoxRound
from croupier.games.blackjack.hand import Action, Area, Hand
from croupier.games.blackjack.proceedings import HandDecided
from croupier.games.blackjack.settlement import Position
from croupier.games.round import OVER, Expected, Phase, Role
from croupier.rulebook import Citation, Ruling
from croupier.words import Sentence

PLACED_BY_STAFF = (
    "take-seat",
    "leave-seat",
    "place-wager",
    "withdraw-wager",
    "insure",
    "double-too",
    "match-split",
    "place-tie",
)
"""Commands that staff may give for players on request; other decisions of players are shown by a signal."""


def expects(round: BoxRound) -> list[Expected]:
    """Every offer of the round, the regular next step first."""
    return [_signalled(round, each) for each in _offers(round)]


def expected(round: BoxRound, command: str) -> list[Expected]:
    """The offers of one command."""
    return [_signalled(round, each) for each in _offers(round) if each.command == command]


def _offers(round: BoxRound) -> Iterator[Expected]:
    if round.withdrawing:
        return chain(incidents.power.offers_withdrawal(round), incidents.referral.offers(round))
    if any(box.short and box.asked for box in round.boxes):
        return chain(
            incidents.one_card.offers_choices(round),
            incidents.withdrawal.offers(round),
            incidents.referral.offers(round),
        )
    if round.phase in OVER:
        return _irregular(round)
    return chain(usual(round), _cutting_card(round), incidents.void.offers_on_boxes(round), _irregular(round))


def usual(round: BoxRound) -> Iterator[Expected]:
    """The offers of the regular course in this phase."""
    return USUAL[round.phase](round)


def _signalled(round: BoxRound, expected: Expected) -> Expected:
    """Add to a player's offer the clause by which staff may enter it for a player without a terminal."""
    if expected.by is not Role.PLAYER:
        return expected
    law = round.rules.law
    signals = law.staff_places if expected.command in PLACED_BY_STAFF else law.signals
    return msgspec.structs.replace(expected, signals=signals)


def _cutting_card(round: BoxRound) -> Iterator[Expected]:
    if round.cut_after is None and round.phase in (Phase.DEALING, Phase.PLAYING, Phase.DRAWING):
        yield Expected(
            command="remove-cutting-card",
            by=Role.DEALER,
            clause=Ruling("R-15"),
            prompt=Sentence("take-cutting-card-out"),
        )


def _irregular(round: BoxRound) -> Iterator[Expected]:
    """The irregularities that may be declared now."""
    if round.phase is Phase.VOID:
        return
    yield from incidents.bad_cards.offers(round)
    yield from incidents.ready_cards.offers_on_boxes(round)
    yield from incidents.face_up.offers_early_on_boxes(round)
    if round.phase in (*INITIAL, *MOVED_ON):
        yield from _while_cards_come(round)
    yield from incidents.misread.offers_on_boxes(round)
    yield from incidents.late_wagers.offers_on_boxes(round)
    yield from incidents.limits.offers(round)
    yield from incidents.referral.offers(round)


def _while_cards_come(round: BoxRound) -> Iterator[Expected]:
    if not round.ruling_due:
        yield from incidents.pulled.offers(round)
    discards = [*incidents.unbet_box.offers_initial(round)]
    yield from discards
    yield from incidents.wrong_place.offers(round, put_right=not discards)
    if round.phase in MOVED_ON:
        yield from _found_late(round)
    yield from incidents.withdrawal.offers(round)
    yield from incidents.forgotten_burn.offers(round)
    yield from incidents.face_up.offers_on_boxes(round)
    yield from incidents.run_out.offers_on_boxes(round)
    yield from incidents.dealt_in_error.offers_on_boxes(round)
    yield from incidents.misread.offers_step_back(round)
    yield from incidents.power.offers_on_boxes(round)
    yield from incidents.missed_shuffle.offers(round)


def _found_late(round: BoxRound) -> Iterator[Expected]:
    """Errors of the deal found when play has moved on: each by its own rule, or a rebuild where there is none."""
    special = [*incidents.dealer_missed.offers(round)]
    for box in round.boxes:
        special += [
            *incidents.missed_box.offers(round, box),
            *incidents.unbet_box.offers(round, box),
            *incidents.one_card.offers(round, box),
        ]
    yield from special or incidents.wrong_place.offers_late(round)
    yield from incidents.skipped_player.offers(round)


def _expect_bets(round: BoxRound) -> Iterator[Expected]:
    rules = round.rules
    for box in round.boxes:
        yield from _expect_wagers(round, box)
        if box.seat is None:
            yield Expected(
                command="take-seat",
                by=Role.PLAYER,
                clause=rules.law.seated_controls,
                prompt=Sentence("sit-down-at-box", box=box.number),
                box=box.number,
                not_for=tuple(other.seat for other in round.boxes if other.seat),
            )
        else:
            yield Expected(
                command="leave-seat",
                by=Role.PLAYER,
                clause=rules.law.seated_controls,
                prompt=Sentence("leave-box", box=box.number),
                box=box.number,
                bettors=(box.seat,),
            )
        if len(box.mains) > 1 and not rules.slots_by_time:
            yield Expected(
                command="arrange-box",
                by=Role.DEALER,
                clause=rules.law.announces_control,
                prompt=Sentence("arrange-box-wagers", box=box.number),
                box=box.number,
                bettors=tuple(position.bettor for position in box.mains),
            )
    yield from _expect_agreements(round, [(claim.box, claim.wager, None, claim.bettor) for claim in round.claims])
    yield Expected(command="close-bets", by=Role.DEALER, clause=rules.law.closes, prompt=Sentence("no-more-bets"))


def _expect_wagers(round: BoxRound, box: Box) -> Iterator[Expected]:
    rules, limits = round.rules, round.terms.limits_of("main")
    holders = tuple(position.bettor for position in box.mains)
    full = len(holders) >= round.terms.mains
    elsewhere = tuple(
        bettor
        for bettor in restricted(round)
        if any(
            other.position(bettor) or _claimed(round, bettor, other.number) for other in round.boxes if other is not box
        )
    )
    mains = Expected(
        command="place-wager",
        by=Role.PLAYER,
        clause=rules.law.opens,
        prompt=Sentence("place-your-bets"),
        box=box.number,
        wagers=("main",),
        bettors=holders if full else None,
        not_for=elsewhere,
        least=limits.minimum,
        most=limits.maximum,
    )
    if not (full and set(holders) <= set(elsewhere)):
        yield from _within_room(round, box, mains)
    sides = tuple(wager for wager in round.terms.offered if wager != "main")
    if holders and sides:
        offer = msgspec.structs.replace(mains, clause=rules.law.side_first_call, wagers=sides, bettors=None)
        yield from _within_room(round, box, msgspec.structs.replace(offer, least=None, most=None))
    for bettor, wager in [
        *((position.bettor, wager) for position in box.positions for wager in _wagers(round, position)),
        *((claim.bettor, claim.wager) for claim in round.claims if claim.box == box.number),
    ]:
        yield Expected(
            command="withdraw-wager",
            by=Role.PLAYER,
            clause=rules.law.closes,
            prompt=Sentence("take-wager-back", wager=wager),
            box=box.number,
            wagers=(wager,),
            bettors=(bettor,),
        )


def _within_room(round: BoxRound, box: Box, offer: Expected) -> Iterator[Expected]:
    """The offer; where the maximum is for the whole box, one for each bettor who is there, and one for all others."""
    if not for_the_box(round):
        yield offer
        return
    for wager in offer.wagers:
        there = dict.fromkeys(
            [
                *(each.bettor for each in box.positions if (each.slot if wager == "main" else wager in each.sides)),
                *(each.bettor for each in round.claims if (each.box, each.wager) == (box.number, wager)),
            ]
        )
        for bettor in (None, *there):
            limits = limits_there(round, box, wager, bettor)
            shut = bettor in offer.not_for if bettor else offer.bettors is not None
            if has_room(limits) and not shut:
                whose = {"bettors": (bettor,)} if bettor else {"not_for": (*offer.not_for, *there)}
                bounds = {"wagers": (wager,), "least": limits.minimum, "most": limits.maximum}
                yield msgspec.structs.replace(offer, **bounds, **whose)


def restricted(round: BoxRound) -> tuple[str, ...]:
    """The bettors restricted to one box: by a Pit Manager, or everybody once every box is taken (R-38)."""
    if round.rules.reads("R-38") != "a":
        return round.terms.one_box
    if any(box.seat is None for box in round.boxes):
        return ()
    staked = (position.bettor for box in round.boxes for position in box.positions)
    return tuple(dict.fromkeys((*staked, *(claim.bettor for claim in round.claims))))


def _wagers(round: BoxRound, position: Position) -> list[str]:
    """The wagers of a position; without a main wager nobody has side wagers yet, unless they are for all (R-36)."""
    return [*(["main"] if position.slot or not round.rules.sides_for_all else []), *position.sides]


def _claimed(round: BoxRound, bettor: str, box: int) -> bool:
    return any(claim.bettor == bettor and claim.box == box for claim in round.claims)


def _expect_agreements(round: BoxRound, claims: Sequence[tuple[int, str, str | None, str]]) -> Iterator[Expected]:
    law = round.rules.law
    for box, wager, owner in dict.fromkeys(claim[:3] for claim in claims):
        yield Expected(
            command="agree-spot",
            by=Role.DEALER,
            clause=law.insurance_ladder if wager == "insurance" else law.side_ladder,
            prompt=Sentence("note-claimant-agreed", wager=wager, box=box),
            box=box,
            wagers=(wager,),
            bettors=tuple(claim[3] for claim in claims if claim[:3] == (box, wager, owner)),
            owner=owner,
        )


def _expect_deal(round: BoxRound) -> Iterator[Expected]:
    place = round.next_place
    assert place is not None
    if not incidents.pulled.blocks(round) and not round.ruling_due:
        yield _card(
            round,
            Sentence("place-box", box=place) if place else Sentence("place-dealer"),
            round.rules.law.deals,
            place or None,
        )


def _card(round: BoxRound, where: str, clause: Citation, box: int | None, hand: int | None = None) -> Expected:
    """The offer to deal the next card; the prompt says if it is one that is out already."""
    picked = round.pulled is not None and round.pulled.picked
    from_pull = not round.waiting and (round.unseen > 0 or picked)
    return Expected(
        command="deal-card",
        by=Role.DEALER,
        clause=clause,
        prompt=Sentence("deal-pulled-card-to-place", place=where)
        if from_pull
        else Sentence("deal-card-to-place", place=where),
        box=box,
        hand=None if hand is None else str(hand),
    )


def _expect_confirmation(round: BoxRound) -> Iterator[Expected]:
    yield Expected(
        command="confirm-deal", by=Role.DEALER, clause=round.rules.law.confirms, prompt=Sentence("confirm-initial-deal")
    )


def _expect_answers(round: BoxRound) -> Iterator[Expected]:
    law = round.rules.law

    def says(usual: Citation) -> Citation:
        return law.late_offers if round.late_first else usual

    yield from _expect_surrender(round, says(law.surrender))
    unit = round.terms.unit
    for box, position in round.may_take_even_money():
        yield _offer("take-even-money", says(law.even_money), Sentence("offer-even-money"), box, position.bettor)
    for box, position in round.uninsured():
        most = capped(round.left_to_insure(box.number, position), most_added(round, box))
        if most:
            if not position.even_money:
                own = _offer("insure", says(law.insurance), "Insurance?", box, position.bettor)
                yield msgspec.structs.replace(own, owner=position.bettor, least=unit, most=most)
            yield Expected(
                command="insure",
                by=Role.PLAYER,
                clause=says(law.insurance_others),
                prompt=Sentence("offer-declined-insurance", owner=position.bettor, box=box.number),
                box=box.number,
                owner=position.bettor,
                not_for=(position.bettor,),
                least=unit,
                most=most,
            )
    claims = [(claim.box, "insurance", claim.owner, claim.bettor) for claim in round.insurance_claims]
    yield from _expect_agreements(round, claims)
    offers = says(law.offers_insurance if round.shows_ace else law.offers_surrender)
    closed = Sentence("close-insurance") if round.shows_ace else Sentence("close-surrender")
    yield Expected(command="close-offers", by=Role.DEALER, clause=offers, prompt=closed)


def _expect_surrender(round: BoxRound, clause: Citation) -> Iterator[Expected]:
    for box, position in round.may_surrender():
        yield _offer("surrender", clause, Sentence("offer-surrender"), box, position.bettor)


def _offer(command: str, clause: Citation, prompt: str, box: Box, bettor: str) -> Expected:
    return Expected(command=command, by=Role.PLAYER, clause=clause, prompt=prompt, box=box.number, bettors=(bettor,))


def _expect_play(round: BoxRound) -> Iterator[Expected]:
    law = round.rules.law
    if round.first_card_due:
        if not incidents.pulled.blocks(round):
            yield _card(round, Sentence("place-dealer"), law.dealer_missed, None)
        return
    box = round.turn
    assert box is not None
    assert box.area is not None
    assert box.area.hand is not None
    hand, controller = box.area.hand, box.controller()
    if box.area.waits_for_card:
        where = (
            Sentence("place-box-hand", box=box.number, hand_number=hand.id + 1)
            if len(box.area.hands) > 1
            else Sentence("place-box", box=box.number)
        )
        second = law.split_order if hand.split else law.short_acts
        clause = second if len(hand.cards) == 1 else law.double_one_card if hand.doubled else law.hit
        if not incidents.pulled.blocks(round):
            yield _card(round, where, law.absent if hand.alone else clause, box.number, hand.id)
        yield from _expect_joiners(round, box, box.area, hand)
    elif controller:
        yield Expected(
            command="decide",
            by=Role.PLAYER,
            clause=law.choices,
            prompt=Sentence("ask-box-decision", box=box.number, total=hand.total),
            box=box.number,
            hand=str(hand.id),
            bettors=(controller,),
            options=options(round, box),
            least=round.least_double(original_of(box, controller)),
            most=capped(original_of(box, controller), most_added(round, box)),
        )
        yield incidents.absence.offer_absence(
            round, box.number, controller, Sentence("mark-bettor-absent", bettor=controller)
        )
        if round.rules.surrender_in_turn:
            yield from _expect_surrender(round, law.surrender)
    yield from _expect_ties(round, box, box.area)


def options(round: BoxRound, box: Box) -> tuple[Action, ...]:
    """The decisions open to the bettor in control: what the hand allows, less a double below the minimum (R-82)."""
    assert box.area is not None
    open_to = box.area.options(round.rules.splitting)
    controller = box.controller()
    if box.seated_controls:
        # Without a stake there is nothing to double, and nothing that a split hand could be staked like.
        return tuple(action for action in open_to if action not in ("double", "split"))
    if controller is None:
        return open_to
    original, room = original_of(box, controller), most_added(round, box)
    closed: tuple[Action, ...] = () if _may_double(round, original, room) else ("double",)
    if capped(original, room) < original:
        closed += ("split",)
    return tuple(action for action in open_to if action not in closed)


def original_of(box: Box, bettor: str) -> int:
    """A bettor's main wager on a box as it stood when bets closed."""
    position = box.position(bettor)
    return position.original if position else 0


def _may_double(round: BoxRound, original: int, room: int | None) -> bool:
    """Whether the least that a double may add fits into the original wager, and into the room that is left (R-03)."""
    return round.least_double(original) <= capped(original, room)


def _expect_joiners(round: BoxRound, box: Box, area: Area, hand: Hand) -> Iterator[Expected]:
    """What other bettors on the hand may do before the next card: double too, or match a split."""
    others = [each for each in box.mains if hand.id in each.stakes and not each.surrendered and not each.absent]
    room = most_added(round, box)
    if hand.doubled:
        for each in others:
            if hand.id not in each.doubles and _may_double(round, each.original, room):
                offer = _offer(
                    "double-too", round.rules.law.double_others, Sentence("offer-joining-double"), box, each.bettor
                )
                if bounds := _joining(round, box, hand, each):
                    yield msgspec.structs.replace(offer, least=bounds[0], most=bounds[1])
    if area.splitting:
        for each in others:
            if area.splitting[1] not in each.stakes and capped(each.original, room) == each.original:
                yield _offer(
                    "match-split", round.rules.law.split_match, Sentence("offer-joining-split"), box, each.bettor
                )


def _joining(round: BoxRound, box: Box, hand: Hand, position: Position) -> tuple[int, int] | None:
    """The least and the most of another bettor's double; by R-68 (b) the controller's share, if exact."""
    least, most = round.least_double(position.original), capped(position.original, most_added(round, box))
    if round.rules.reads("R-68") != "b":
        return least, most
    decided = next(each for each in reversed(round.play) if isinstance(each, HandDecided))
    controller = box.position(decided.bettor)
    if controller is None or hand.id not in controller.doubles:
        return least, most
    share = Fraction(controller.doubles[hand.id], controller.original) * position.original
    unit = round.rules.unit_of_double(position.original, round.terms.unit)
    exact = share.denominator == 1 and share.numerator % unit == 0
    return (share.numerator, share.numerator) if exact and least <= share <= most else None


def _expect_ties(round: BoxRound, box: Box, area: Area) -> Iterator[Expected]:
    """Tie on 18 on hands formed by splitting that have not been dealt to (R-76)."""
    limits, room = round.terms.limits_of("tie-on-18"), most_added(round, box, "tie-on-18")
    if room is not None and room < limits.minimum:
        return
    most = limits.maximum if room is None else room
    for hand in area.hands:
        if not hand.split or hand.id == 0 or len(hand.cards) != 1:
            continue
        for each in box.mains:
            if _may_tie(each, hand.id):
                offer = _offer("place-tie", round.rules.law.tie_on_split, Sentence("offer-tie-on-18"), box, each.bettor)
                yield msgspec.structs.replace(offer, hand=str(hand.id), least=limits.minimum, most=most)


def _may_tie(position: Position, hand: int) -> bool:
    staked = hand in position.stakes and hand not in position.ties
    return "tie-on-18" in position.sides and staked and not position.absent


def _expect_draw(round: BoxRound) -> Iterator[Expected]:
    if not incidents.pulled.blocks(round):
        yield _card(round, Sentence("place-dealer"), round.rules.law.dealer_draws, None)


def _expect_settlement(round: BoxRound) -> Iterator[Expected]:
    yield Expected(
        command="settle",
        by=Role.DEALER,
        clause=round.rules.law.settles,
        prompt=Sentence("announce-dealer-total", total=round.dealer_hand.total),
    )


USUAL: dict[Phase, Callable[[BoxRound], Iterator[Expected]]] = {
    Phase.BETTING: _expect_bets,
    Phase.DEALING: _expect_deal,
    Phase.CONFIRMING: _expect_confirmation,
    Phase.OFFERING: _expect_answers,
    Phase.PLAYING: _expect_play,
    Phase.DRAWING: _expect_draw,
    Phase.COMPLETE: _expect_settlement,
}
