"""Reconstruction and correction of cards: the log of cards and decisions since the close is replayed.

Law: lucky8 5.6, 5.17, 5.18, 5.21.1; dueling8 5.6, 5.14, 5.15, 5.18.1; R-20, R-23, R-26. A reconstruction lays the very
same cards in their right places and replays the same decisions; it is refused where one of them would not be open. A
correction leaves misread cards where they are and changes their faces; the decisions stand, or the case is referred. A
player who was passed over acts after all where the play since then can be undone: its cards are dealt next, in order.
"""

from collections.abc import Iterator
from functools import reduce

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.boxes import transitions
from croupier.games.blackjack.boxes.offers import expects, usual
from croupier.games.blackjack.boxes.state import INITIAL, Box, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.absence import AbsenceDeclared
from croupier.games.blackjack.incidents.dealt_in_error import CardExposed
from croupier.games.blackjack.incidents.forgotten_burn import BurnForgotten
from croupier.games.blackjack.incidents.pulled import CardPicked, CardsPulled
from croupier.games.blackjack.incidents.skipped_player import PlayPulledBack, burns_undone, since_skip
from croupier.games.blackjack.incidents.wrong_place import CardMisdealt, DealEnded
from croupier.games.blackjack.proceedings import (
    CardDealt,
    CardLaid,
    ClaimRefused,
    HandDecided,
    OffersClosed,
    TiePlaced,
)
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.variants import Blackjack
from croupier.games.irregularity import check_all_cards, check_correction, taken_away
from croupier.games.messages import CardsCorrected, CardsReconstructed, CorrectCards, Reconstruct
from croupier.games.round import Event, Expected, Phase, Role
from croupier.refused import Refused

replace = msgspec.structs.replace

LAID_ANEW = (CardLaid, DealEnded, CardExposed)
"""Events that follow from the cards themselves, so that they are not replayed over other cards."""


# Reconstruction: the very same cards in their right places


def _reconstructed(round: BoxRound, command: Reconstruct, expected: Expected, by: Role) -> Iterator[CardsReconstructed]:
    """Put the very same cards where they belong; refused where a decision would not be open then (R-20)."""
    cards, clause, out = command.cards, expected.clause, (*round.dealt, *round.waiting)
    check_all_cards(out, cards, clause)
    fresh, left = _laid(round, cards)
    if cards == out and (fresh.boxes, fresh.dealer, fresh.phase) == (round.boxes, round.dealer, round.phase):
        raise Refused("cards-lie-so-already", clause)
    used = cards[: len(cards) - len(left)]
    yield CardsReconstructed(cards=used, waiting=left, was=round.dealt, clause=clause, by=by)


def _put_right(round: BoxRound, event: CardsReconstructed) -> BoxRound:
    rebuilt = _rebuilt(round, event.cards)
    # Every card that is replayed has a place.
    assert rebuilt.dealt == event.cards
    drawn = len((*event.cards, *event.waiting)) - len((*round.dealt, *round.waiting))
    return replace(
        rebuilt,
        waiting=event.waiting,
        exposed=round.exposed and event.waiting[:1] == round.waiting[:1],
        unseen=max(0, round.unseen - drawn),
    )


def _burn_forgotten(round: BoxRound, event: BurnForgotten) -> BoxRound:
    """The round without the card that was to be burned, or with it where it stays."""
    notes = (*round.notes, event)
    if not event.rebuilt:
        return replace(round, notes=notes)
    return replace(_rebuilt(round, round.dealt[1:]), removed=(*round.removed, event.card), notes=notes)


def _rebuilt(round: BoxRound, cards: tuple[Card, ...]) -> BoxRound:
    """The round replayed with these cards in their right places and the same decisions."""
    fresh, left = _laid(round, cards)
    return _carried(round, fresh, history=(*round.history, round.dealt), waiting=(*left, *round.waiting))


def _laid(round: BoxRound, cards: tuple[Card, ...]) -> tuple[BoxRound, tuple[Card, ...]]:
    """Replay the round with these cards in this order; returns it with the cards that were not due to anybody."""
    fresh, left = _start_over(round), list(cards)
    for event in round.play:
        if isinstance(event, CardLaid):
            fresh = _dealt(fresh, left)
        elif not isinstance(event, LAID_ANEW):
            while left and not _stands(round, fresh, event) and _due(fresh):
                fresh = _dealt(fresh, left)
            if not _stands(round, fresh, event):
                if best_effort(round.rules):
                    # What was decided over other cards and is not open over these is left out.
                    continue
                raise Refused("decision-not-open-then", "R-20")
            if not isinstance(event, OffersClosed) or fresh.phase is Phase.OFFERING:
                fresh = transitions.step(fresh, event)
    while left and _due(fresh) and (fresh.phase is Phase.DEALING or len(fresh.cards) < len(round.dealt)):
        fresh = _dealt(fresh, left)
    return fresh, tuple(left)


def best_effort(rules: Blackjack) -> bool:
    """Whether cards are put right as well as can be after play has moved on; else a case is referred (R-20)."""
    return rules.reads("R-20") == "b"


def _dealt(fresh: BoxRound, left: list[Card]) -> BoxRound:
    due = _due(fresh)
    return transitions.step(fresh, CardDealt(card=left.pop(0), box=due.box)) if left and due else fresh


def _due(round: BoxRound) -> Expected | None:
    """The offer to deal a card, where one is due."""
    return next((each for each in usual(round) if each.command == "deal-card"), None)


def _stands(was: BoxRound, fresh: BoxRound, event: Event, declared: bool = False) -> bool:
    """Whether a logged decision is open in the replayed round; with `declared` also a declared irregularity."""
    if isinstance(event, ClaimRefused):
        return True
    if isinstance(event, OffersClosed):
        # Insurance was not offered without the Ace that is there now, nor surrender with the Ace that was there then.
        return fresh.phase in (Phase.OFFERING, Phase.PLAYING) and fresh.shows_ace == was.shows_ace
    kind, handlers = type(event), transitions.HANDLERS
    command = (handlers.declared.get(kind) if declared else None) or handlers.again.get(kind)
    return command is not None and any(_answers(each, event) for each in expects(fresh) if each.command == command)


def _answers(expected: Expected, event: Event) -> bool:
    """Whether a logged event matches an offer: its bettor, box, owner, action and hand."""
    bettor = getattr(event, "bettor", None)
    return (
        expected.box == getattr(event, "box", expected.box)
        and (expected.bettors is None or bettor is None or bettor in expected.bettors)
        and expected.owner == getattr(event, "owner", None)
        and (not isinstance(event, HandDecided) or event.action in expected.options)
        and (not isinstance(event, TiePlaced) or expected.hand == str(event.hand))
    )


# Correction: cards with their right faces


def _corrected(round: BoxRound, command: CorrectCards, expected: Expected, by: Role) -> Iterator[CardsCorrected]:
    """Correct misread cards; refused where a decision would not be open over the right ones."""
    cards, drawn = command.cards, _as_drawn(round)
    was = drawn.dealt
    check_correction(was, cards, expected.clause)
    _, left = _read_again(drawn, cards)
    used = cards[: len(cards) - len(left)]
    yield CardsCorrected(cards=used, waiting=left, was=was, clause=expected.clause, by=by)


def _cannot_be_corrected(round: BoxRound, command: CorrectCards) -> Refused | None:
    left = round.somebody_left
    return Refused("decided-player-has-left", "R-20") if left else None


def _read_right(round: BoxRound, event: CardsCorrected) -> BoxRound:
    """The round replayed with the right faces of its cards; a settled one stays settled, by them.

    Cards that the Dealer should not have drawn, by the right faces, go to the discards (5.7).
    """
    drawn = _as_drawn(round)
    fresh, left = _read_again(drawn, (*event.cards, *event.waiting))
    return _carried(
        drawn,
        fresh,
        phase=round.phase if round.phase is Phase.SETTLED else fresh.phase,
        history=(*round.history, drawn.dealt),
        removed=(*drawn.removed, *left),
        waiting=round.waiting,
        exposed=round.exposed,
        surplus=left,
        may_withdraw=round.may_withdraw,
        notes=(*round.notes, event),
    )


def _as_drawn(round: BoxRound) -> BoxRound:
    """The round with the Dealer's surplus cards in the Dealer's hand again, for the next correction."""
    if not round.surplus:
        return round
    drawn = tuple(CardDealt(card=card) for card in round.surplus)
    removed = taken_away(round.removed, round.surplus)
    return replace(round, play=(*round.play, *drawn), removed=removed)


def _read_again(round: BoxRound, cards: tuple[Card, ...]) -> tuple[BoxRound, tuple[Card, ...]]:
    """Replay the log with these faces, each card where it was dealt; returns the Dealer's surplus cards as well."""
    fresh, left = _start_over(round), list(cards)
    play = _with_faces(round.play, cards)
    for at, event in enumerate(play):
        if isinstance(event, CardDealt):
            if not _is_due(fresh, event, play[at - 1] if at else None):
                if any(not isinstance(each, CardDealt) or each.box is not None for each in play[at:]):
                    raise Refused("further-card-would-be-due", "R-20")
                break
            left.pop(0)
        elif isinstance(event, CardMisdealt):
            if fresh.phase is not Phase.DEALING:
                raise Refused("further-card-would-be-due", "R-20")
            left.pop(0)
        elif not _stands(round, fresh, event, declared=True):
            raise Refused("decision-not-open-then", "R-20")
        if not isinstance(event, OffersClosed) or fresh.phase is Phase.OFFERING:
            fresh = transitions.step(fresh, event)
    if round.phase is Phase.SETTLED and fresh.phase is not Phase.COMPLETE:
        raise Refused("further-card-would-be-due", "R-20")
    return fresh, tuple(left)


def _with_faces(play: tuple[Event, ...], cards: tuple[Card, ...]) -> list[Event]:
    """The log with these faces on its cards, in order.

    A card that was seen before it was dealt (in error, among several drawn at once, picked) is renamed there as well.
    """
    log, faces = list[Event](), iter(cards)
    for event in play:
        if isinstance(event, CardLaid):
            face = next(faces)
            if face != event.card:
                _rename(log, event.card, face)
            log.append(replace(event, card=face))
        else:
            log.append(event)
    return log


def _rename(log: list[Event], was: Card, face: Card) -> None:
    """Rename a card in the earlier events that name it before it was dealt, in place."""
    picked = False
    for at in range(len(log) - 1, -1, -1):
        event = log[at]
        if isinstance(event, CardsPulled) and was in event.disclosed and (picked or len(event.disclosed) == 1):
            seen = list(event.disclosed)
            seen[seen.index(was)] = face
            log[at] = replace(event, disclosed=tuple(seen))
            return
        if picked:
            continue
        if isinstance(event, CardLaid):
            return
        if isinstance(event, CardPicked | CardExposed) and event.card == was:
            log[at] = replace(event, card=face)
            picked = isinstance(event, CardPicked)
            if not picked:
                return


def _is_due(fresh: BoxRound, event: CardDealt, before: Event | None) -> bool:
    """Whether a card may go where it was dealt: it is due there, was picked, or was dealt to the Dealer in error."""
    if isinstance(before, CardPicked) and before.card is not None:
        # In play a picked card is for the hand in turn, which may be another one with other cards.
        return fresh.phase is not Phase.PLAYING or event.box is None or fresh.turn == fresh.box(event.box)
    if isinstance(before, CardExposed) and fresh.phase is Phase.COMPLETE:
        return True
    if fresh.phase in INITIAL:
        # The place of a card in the initial deal depends on no face, also where the wager had come too late.
        return True
    due = _due(fresh)
    return due is not None and due.box == event.box


# Play undone for a player who was passed over


def _pulled_back(round: BoxRound, event: PlayPulledBack) -> BoxRound:
    """The round as it was when the player was passed over; the cards dealt since are dealt next."""
    since = since_skip(round, event.box)
    before = round.play[: len(round.play) - len(since) - 1]
    absent = (each for each in since if isinstance(each, AbsenceDeclared))
    fresh = reduce(transitions.step, (*before, *absent), _start_over(round))
    cards = round.cards[: len(round.cards) - len(event.cards)]
    if burns_undone(round.rules):
        removed = (*round.removed, *event.cards)
        return _carried(round, fresh, waiting=round.waiting, cards=cards, removed=removed)
    return _carried(round, fresh, waiting=(*event.cards, *round.waiting), cards=cards)


def _carried(round: BoxRound, fresh: BoxRound, **changes: object) -> BoxRound:
    """The replayed round with what a replay does not restore: discards and unseen cards."""
    kept = {
        "removed": round.removed,
        "removed_unseen": round.removed_unseen,
        "unseen": round.unseen,
    }
    return replace(fresh, **{**kept, **changes})


def _start_over(round: BoxRound) -> BoxRound:
    """The round as it was when bets had closed, with the bettors who are still in it."""
    return replace(
        round,
        phase=Phase.DEALING,
        boxes=tuple(map(_empty, round.boxes)),
        dealer=(),
        cards=(),
        waiting=(),
        exposed=False,
        insured=(),
        insurance_claims=(),
        pulled=None,
        unseen=0,
        missed=(),
        dealer_owed=False,
        finishing=None,
        late_first=False,
        refused=(),
        may_withdraw=False,
        play=(),
        before=None,
    )


def _empty(box: Box) -> Box:
    positions = tuple(map(_as_closed, box.positions))
    return Box(number=box.number, seat=box.seat, by_seat=box.by_seat, positions=positions)


def _as_closed(position: Position) -> Position:
    stakes = {0: position.original} if position.slot else {}
    return Position(
        bettor=position.bettor, slot=position.slot, original=position.original, sides=position.sides, stakes=stakes
    )


HANDLERS = Handlers[BoxRound](
    follows={Reconstruct: _reconstructed, CorrectCards: _corrected},
    refuses={CorrectCards: _cannot_be_corrected},
    evolves={
        CardsReconstructed: _put_right,
        BurnForgotten: _burn_forgotten,
        CardsCorrected: _read_right,
        PlayPulledBack: _pulled_back,
    },
)
