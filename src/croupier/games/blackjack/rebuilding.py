"""Cards put where they belong after the event: what was dealt and decided since the close is gone through again.

Law: lucky8 5.6, 5.17, 5.18, 5.21.1; dueling8 5.6, 5.14, 5.15, 5.18.1; R-20, R-26. A rebuild lays the very same cards in
their right places under the same decisions; one that was not open over them cannot be rebuilt. A player who was passed
over acts after all where the play since then can be taken back: its cards are the next ones again, in their order.
"""

from collections.abc import Callable
from functools import reduce

import msgspec

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Box, Round
from croupier.games.blackjack.expecting import EXPECTATIONS
from croupier.games.blackjack.settlement import Position
from croupier.games.irregularity import check_all_cards, check_copies
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

LAID_ANEW = (m.CardDealt, m.CardMisdealt, m.DealEnded, m.CardExposed)
TAKEN_BACK = (
    m.CardDealt,
    m.HandDecided,
    m.DoubleJoined,
    m.SplitMatched,
    m.TiePlaced,
    m.CardExposed,
    m.CardRefused,
    m.BoxSkipped,
    m.AbsenceDeclared,
)
"""What may have happened since a player was passed over for it all to be taken back."""


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
    check_copies(round.rules, round.terms.decks, (*cards, *round.removed))
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
    offers = EXPECTATIONS[round.phase](round) if round.phase in EXPECTATIONS else ()
    return next((each for each in offers if each.command == "deal-card"), None)


def _stands(was: Round, fresh: Round, event: m.AnyEvent) -> bool:
    """Whether a decision that was made is open over the cards as they lie now."""
    if isinstance(event, m.ClaimRefused):
        return True
    if isinstance(event, m.OffersClosed):
        # Nobody was offered insurance against an Ace that was not there, nor surrender to a card that is there now.
        return fresh.phase in (Phase.OFFERING, Phase.PLAYING) and fresh.shows_ace == was.shows_ace
    command = ANSWERS.get(type(event))
    return command is not None and any(
        _answers(each, event) for each in EXPECTATIONS[fresh.phase](fresh) if each.command == command
    )


def _answers(expected: Expected, event: m.AnyEvent) -> bool:
    bettor, action = getattr(event, "bettor", None), getattr(event, "action", "stand")
    return (
        expected.box == getattr(event, "box", expected.box)
        and (expected.bettors is None or bettor in expected.bettors)
        and expected.owner == getattr(event, "owner", expected.owner)
        and (not expected.options or action in expected.options)
        and (not isinstance(event, m.TiePlaced) or expected.hand == str(event.hand))
    )


def found_skipped(round: Round, box: int, clause: Clause, by: Role, evolve: Evolve) -> m.AnyEvent:
    """A player who was passed over: the play since then is taken back, or it is too late (R-26)."""
    if clause == round.rules.law("skipped_late"):
        return m.SkipStood(box=box, clause=clause, by=by)
    since = round.since_skip(box)
    if round.somebody_left or not all(isinstance(event, TAKEN_BACK) for event in since):
        raise Refused("what happened since cannot be taken back: refer it", "R-20")
    cards = tuple(event.card for event in since if isinstance(event, m.CardDealt))
    event = m.PlayPulledBack(box=box, cards=cards, clause=clause, by=by)
    if pulled_back(round, event, evolve).pulled != round.pulled:
        raise Refused("what happened since cannot be taken back: refer it", "R-20")
    return event


def pulled_back(round: Round, event: m.PlayPulledBack, evolve: Evolve) -> Round:
    """The round as it was when the player was passed over; the cards dealt since are the next ones again."""
    since = round.since_skip(event.box)
    before = round.play[: len(round.play) - len(since) - 1]
    absent = (each for each in since if isinstance(each, m.AbsenceDeclared))
    fresh = reduce(evolve, (*before, *absent), _start_over(round))
    waiting = (*event.cards, *round.waiting)
    cards = round.cards[: len(round.cards) - len(event.cards)]
    return _carried(round, fresh, waiting=waiting, cards=cards, exposed=fresh.exposed and bool(waiting))


def _carried(round: Round, fresh: Round, **changes: object) -> Round:
    """What goes through no second time stays as it was."""
    return msgspec.structs.replace(fresh, removed=round.removed, withdrawing=round.withdrawing, **changes)


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
        missed=(),
        dealer_owed=False,
        finishing=None,
        late_first=False,
        may_withdraw=False,
        withdrawing=False,
        play=(),
    )


def _empty(box: Box) -> Box:
    positions = tuple(map(_as_closed, box.positions))
    return Box(number=box.number, seat=box.seat, positions=positions)


def _as_closed(position: Position) -> Position:
    stakes = {0: position.original} if position.slot else {}
    return Position(
        bettor=position.bettor, slot=position.slot, original=position.original, sides=position.sides, stakes=stakes
    )
