"""Cards put right after the event: what was dealt and decided since the close is gone through again.

Law: lucky8 5.6, 5.17, 5.18, 5.21.1; dueling8 5.6, 5.14, 5.15, 5.18.1; R-20, R-23, R-26. A rebuild lays the very same
cards in their right places under the same decisions; one that was not open over them cannot be rebuilt. Cards that were
read wrongly stay where they are and get their right faces; what was decided stands, or is referred. A player who was
passed over acts after all where the play since then can be taken back: its cards are the next ones again, in order.
"""

from collections.abc import Callable
from functools import reduce

import msgspec

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Box, Round
from croupier.games.blackjack.expecting import EXPECTATIONS, expects
from croupier.games.blackjack.misdealt import INITIAL
from croupier.games.blackjack.settlement import Position
from croupier.games.irregularity import check_all_cards, check_correction, taken_away
from croupier.games.round import Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause

Evolve = Callable[[Round, m.AnyEvent], Round]

PLAY = (
    m.CardDealt,
    m.CardMisdealt,
    m.DealEnded,
    m.DealConfirmed,
    m.Surrendered,
    m.InsuranceClaimed,
    m.InsurancePlaced,
    m.ClaimRefused,
    m.EvenMoneyTaken,
    m.OffersClosed,
    m.HandDecided,
    m.DoubleJoined,
    m.SplitMatched,
    m.TiePlaced,
    m.AbsenceDeclared,
    m.CardExposed,
    m.CardRefused,
    m.CardsPulled,
    m.CardPicked,
    m.CardsDeclined,
    m.DealerMissed,
    m.HandFinishing,
    m.HandFoundShort,
    m.CourseChosen,
    m.BoxSkipped,
    m.SkipStood,
)
"""The events that a round keeps from the close on, because they can be gone through again."""

ANSWERS: dict[type[m.AnyEvent], str] = {
    m.DealConfirmed: "confirm-deal",
    m.Surrendered: "surrender",
    m.InsuranceClaimed: "insure",
    m.InsurancePlaced: "insure",
    m.EvenMoneyTaken: "take-even-money",
    m.HandDecided: "decide",
    m.CardRefused: "decide",
    m.DoubleJoined: "double-too",
    m.SplitMatched: "match-split",
    m.TiePlaced: "place-tie",
    m.AbsenceDeclared: "declare-absent",
}
"""Which expectation each decision answers."""

DECLARED: dict[type[m.AnyEvent], str] = {
    m.CardRefused: "refuse-card",
    m.CardExposed: "expose-card",
    m.CardsPulled: "pull-cards",
    m.CardPicked: "pick-card",
    m.CardsDeclined: "decline-cards",
    m.DealEnded: "end-deal",
    m.DealerMissed: "declare-dealer-missed",
    m.HandFinishing: "finish-hand",
    m.HandFoundShort: "declare-short-hand",
    m.CourseChosen: "choose-course",
    m.BoxSkipped: "skip-box",
    m.SkipStood: "declare-skipped",
}
"""The same for what went wrong and was chosen then, which stands where cards only get their right faces."""

LAID_ANEW = (m.CardDealt, m.CardMisdealt, m.DealEnded, m.CardExposed)


def recorded(round: Round, event: m.AnyEvent) -> Round:
    """The round that remembers an event which it may have to go through again."""
    if round.phase is Phase.BETTING or not isinstance(event, PLAY):
        return round
    return msgspec.structs.replace(round, play=(*round.play, event))


def reconstructed(
    round: Round, cards: tuple[Card, ...], clause: Citation, by: Role, evolve: Evolve
) -> m.CardsReconstructed:
    """The very same cards where they belong; refused where the decisions made cannot stand over them (R-20)."""
    out = (*round.dealt, *round.waiting)
    check_all_cards(out, cards, clause)
    fresh, left = _laid(round, cards, evolve)
    if cards == out and (fresh.boxes, fresh.dealer, fresh.phase) == (round.boxes, round.dealer, round.phase):
        raise Refused("the cards lie like that already", clause)
    used = cards[: len(cards) - len(left)]
    return m.CardsReconstructed(cards=used, waiting=left, was=round.dealt, clause=clause, by=by)


def rebuilt(round: Round, cards: tuple[Card, ...], evolve: Evolve) -> Round:
    """The round with these cards in their right places, under the same decisions."""
    fresh, left = _laid(round, cards, evolve)
    return _carried(round, fresh, history=(*round.history, round.dealt), waiting=(*left, *round.waiting))


def _laid(round: Round, cards: tuple[Card, ...], evolve: Evolve) -> tuple[Round, tuple[Card, ...]]:
    """The round over these cards in this order, and those of them that nobody is due."""
    fresh, left = _start_over(round), list(cards)
    for event in round.play:
        if isinstance(event, m.CardDealt | m.CardMisdealt):
            fresh = _dealt(fresh, left, evolve)
        elif not isinstance(event, LAID_ANEW):
            while left and not _stands(round, fresh, event) and _due(fresh):
                fresh = _dealt(fresh, left, evolve)
            if not _stands(round, fresh, event):
                raise Refused("what was decided was not open over these cards: refer it", "R-20")
            if not isinstance(event, m.OffersClosed) or fresh.phase is Phase.OFFERING:
                fresh = evolve(fresh, event)
    while left and _due(fresh) and (fresh.phase is Phase.DEALING or len(fresh.cards) < len(round.dealt)):
        fresh = _dealt(fresh, left, evolve)
    return fresh, tuple(left)


def _dealt(fresh: Round, left: list[Card], evolve: Evolve) -> Round:
    due = _due(fresh)
    return evolve(fresh, m.CardDealt(card=left.pop(0), box=due.box)) if left and due else fresh


def _due(round: Round) -> Expected | None:
    """The card that somebody waits for."""
    return next((each for each in EXPECTATIONS[round.phase](round) if each.command == "deal-card"), None)


def _stands(was: Round, fresh: Round, event: m.AnyEvent, declared: bool = False) -> bool:
    """Whether a decision that was made is open over the cards as they lie now; what was declared too, if asked for."""
    if isinstance(event, m.ClaimRefused):
        return True
    if isinstance(event, m.OffersClosed):
        # Nobody was offered insurance against an Ace that was not there, nor surrender to a card that is there now.
        return fresh.phase in (Phase.OFFERING, Phase.PLAYING) and fresh.shows_ace == was.shows_ace
    command = {**ANSWERS, **(DECLARED if declared else {})}.get(type(event))
    return command is not None and any(_answers(each, event) for each in expects(fresh) if each.command == command)


def corrected(round: Round, cards: tuple[Card, ...], clause: Citation, by: Role, evolve: Evolve) -> m.CardsCorrected:
    """The cards as they were dealt, where some were read wrongly; refused where what was decided cannot stand."""
    drawn = _as_drawn(round)
    was = drawn.dealt
    check_correction(was, cards, clause)
    _, left = _read_again(drawn, cards, evolve)
    used = cards[: len(cards) - len(left)]
    return m.CardsCorrected(cards=used, waiting=left, was=was, clause=clause, by=by)


def read_right(round: Round, cards: tuple[Card, ...], evolve: Evolve) -> Round:
    """The round with these faces on the cards that lie there; a settled one stays settled, by them.

    What the Dealer drew to a hand that was complete by them goes to the discards (5.7).
    """
    round = _as_drawn(round)
    fresh, left = _read_again(round, cards, evolve)
    return _carried(
        round,
        fresh,
        phase=round.phase if round.phase is Phase.SETTLED else fresh.phase,
        history=(*round.history, round.dealt),
        removed=(*round.removed, *left),
        waiting=round.waiting,
        exposed=round.exposed,
        surplus=left,
        may_withdraw=round.may_withdraw,
    )


def _as_drawn(round: Round) -> Round:
    """The round with what the Dealer turned out not to need in the Dealer's hand again, to be read once more."""
    if not round.surplus:
        return round
    drawn = tuple(m.CardDealt(card=card) for card in round.surplus)
    removed = taken_away(round.removed, round.surplus)
    return msgspec.structs.replace(round, play=(*round.play, *drawn), removed=removed)


def _read_again(round: Round, cards: tuple[Card, ...], evolve: Evolve) -> tuple[Round, tuple[Card, ...]]:
    """The play over these faces, each card where it was dealt, and those that the Dealer should not have drawn."""
    fresh, left = _start_over(round), list(cards)
    play = _with_faces(round.play, cards)
    for at, event in enumerate(play):
        if isinstance(event, m.CardDealt):
            if not _is_due(fresh, event, play[at - 1] if at else None):
                if any(not isinstance(each, m.CardDealt) or each.box is not None for each in play[at:]):
                    raise Refused("with these cards another one would have been due: refer it", "R-20")
                break
            left.pop(0)
        elif isinstance(event, m.CardMisdealt):
            if fresh.phase is not Phase.DEALING:
                raise Refused("with these cards another one would have been due: refer it", "R-20")
            left.pop(0)
        elif not _stands(round, fresh, event, declared=True):
            raise Refused("what was decided was not open over these cards: refer it", "R-20")
        if not isinstance(event, m.OffersClosed) or fresh.phase is Phase.OFFERING:
            fresh = evolve(fresh, event)
    if round.phase is Phase.SETTLED and fresh.phase is not Phase.COMPLETE:
        raise Refused("with these cards another one would have been due: refer it", "R-20")
    return fresh, tuple(left)


def _with_faces(play: tuple[m.AnyEvent, ...], cards: tuple[Card, ...]) -> list[m.AnyEvent]:
    """What was dealt and decided, with these faces on the cards in their order.

    A card that was out before it was dealt has its face from there: dealt in error, seen among several, picked.
    """
    told, faces = list[m.AnyEvent](), iter(cards)
    for event in play:
        if isinstance(event, m.CardDealt | m.CardMisdealt):
            face = next(faces)
            if face != event.card:
                _rename(told, event.card, face)
            told.append(msgspec.structs.replace(event, card=face))
        else:
            told.append(event)
    return told


def _rename(told: list[m.AnyEvent], was: Card, face: Card) -> None:
    """The same card where it was told of before it was dealt."""
    picked = False
    for at in range(len(told) - 1, -1, -1):
        event = told[at]
        if isinstance(event, m.CardsPulled) and was in event.disclosed and (picked or len(event.disclosed) == 1):
            seen = list(event.disclosed)
            seen[seen.index(was)] = face
            told[at] = msgspec.structs.replace(event, disclosed=tuple(seen))
            return
        if picked:
            continue
        if isinstance(event, m.CardDealt | m.CardMisdealt):
            return
        if isinstance(event, m.CardPicked | m.CardExposed) and event.card == was:
            told[at] = msgspec.structs.replace(event, card=face)
            picked = isinstance(event, m.CardPicked)
            if not picked:
                return


def _is_due(fresh: Round, event: m.CardDealt, before: m.AnyEvent | None) -> bool:
    """Whether the card goes where it was dealt: to whom one is due, to who picked it, or in error to the Dealer."""
    if isinstance(before, m.CardPicked) and before.card is not None:
        # In play it is for the hand in turn; over other cards that may be another one.
        return fresh.phase is not Phase.PLAYING or event.box is None or fresh.turn == fresh.box(event.box)
    if isinstance(before, m.CardExposed) and fresh.phase is Phase.COMPLETE:
        return True
    if fresh.phase in INITIAL:
        # No face moves a card of the initial deal, nor one that lay on a wager which had come too late.
        return True
    due = _due(fresh)
    return due is not None and due.box == event.box


def _answers(expected: Expected, event: m.AnyEvent) -> bool:
    """Whether it is what was expected: by whom, of that box and that owner, and what was decided is open."""
    bettor = getattr(event, "bettor", None)
    return (
        expected.box == getattr(event, "box", expected.box)
        and (expected.bettors is None or bettor is None or bettor in expected.bettors)
        and expected.owner == getattr(event, "owner", None)
        and (not isinstance(event, m.HandDecided) or event.action in expected.options)
        and (not isinstance(event, m.TiePlaced) or expected.hand == str(event.hand))
    )


def found_skipped(round: Round, box: int, clause: Clause, by: Role) -> m.AnyEvent:
    """A player who was passed over: the play since then is taken back, or it is too late (R-26)."""
    if clause == round.rules.law.skipped_late:
        return m.SkipStood(box=box, clause=clause, by=by)
    cards = tuple(event.card for event in round.since_skip(box) if isinstance(event, m.CardDealt))
    return m.PlayPulledBack(box=box, cards=cards, clause=clause, by=by)


def pulled_back(round: Round, event: m.PlayPulledBack, evolve: Evolve) -> Round:
    """The round as it was when the player was passed over; the cards dealt since are the next ones again."""
    since = round.since_skip(event.box)
    before = round.play[: len(round.play) - len(since) - 1]
    absent = (each for each in since if isinstance(each, m.AbsenceDeclared))
    fresh = reduce(evolve, (*before, *absent), _start_over(round))
    waiting = (*event.cards, *round.waiting)
    cards = round.cards[: len(round.cards) - len(event.cards)]
    return _carried(round, fresh, waiting=waiting, cards=cards)


def _carried(round: Round, fresh: Round, **changes: object) -> Round:
    """What goes through no second time stays as it was."""
    kept = {
        "removed": round.removed,
        "removed_unseen": round.removed_unseen,
        "unseen": round.unseen,
    }
    return msgspec.structs.replace(fresh, **{**kept, **changes})


def _start_over(round: Round) -> Round:
    """The round as it stood when bets had closed, with those who are still in it."""
    return msgspec.structs.replace(
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
        may_withdraw=False,
        play=(),
        before=None,
    )


def _empty(box: Box) -> Box:
    positions = tuple(map(_as_closed, box.positions))
    return Box(number=box.number, seat=box.seat, positions=positions)


def _as_closed(position: Position) -> Position:
    stakes = {0: position.original} if position.slot else {}
    return Position(
        bettor=position.bettor, slot=position.slot, original=position.original, sides=position.sides, stakes=stakes
    )
