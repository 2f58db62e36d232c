"""Reconstruction and correction of cards on the shared stream: the round is replayed with the right cards.

Law: eblackjack 5.2, 6.3; R-20, R-23. In the replay all terminals make the same choices, each about the same hand. Where
a choice is not open with the right cards, or somebody would have to choose who was not asked, the case is referred.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.stream.play import (
    DEFAULT,
    advance,
    card_due,
    leave,
    locked,
    on_opening,
    with_card,
    without_main,
)
from croupier.games.blackjack.stream.state import Gone, StreamRound, Turn
from croupier.games.irregularity import check_copies, check_correction, check_same_cards, offer, taken_away
from croupier.games.messages import CardsCorrected, CardsReconstructed, CorrectCards, Reconstruct, RoundVoided
from croupier.games.round import OVER, Event, Expected, Phase, Role
from croupier.refused import Refused
from croupier.words import Sentence

REFERRED = "R-20"
OPENING_CARDS = 3
"""The shared opening and the Dealer's first card: insurance and even money are offered after them."""

replace = msgspec.structs.replace


def offers(round: StreamRound) -> Iterator[Expected]:
    """The offer to put cards where they belong, while the round is not over."""
    if round.phase not in OVER:
        yield offer("reconstruct", Role.PIT_SUPERVISOR, round.rules.law.rebuilds, Sentence("put-cards-right"))


def _reconstructed(
    round: StreamRound, command: Reconstruct, expected: Expected, by: Role
) -> Iterator[CardsReconstructed]:
    """Put the very same cards in their right places; refused where a choice would not be open then."""
    cards, clause = command.cards, expected.clause
    check_same_cards((*round.cards, *round.waiting), cards, clause)
    check_copies(round.rules, round.terms.decks, (*cards, *round.removed))
    used = len(_laid_right(round, cards).cards)
    yield CardsReconstructed(cards=cards[:used], waiting=cards[used:], was=round.cards, clause=clause, by=by)


def _put_right(round: StreamRound, event: CardsReconstructed) -> StreamRound:
    return replace(_laid_right(round, event.cards), waiting=event.waiting, history=(*round.history, event.was))


def _corrected(round: StreamRound, command: CorrectCards, expected: Expected, by: Role) -> Iterator[Event]:
    """Correct misread cards; what was chosen on the misread ones stands, is open again, or voids the round (R-23)."""
    cards, clause, read = command.cards, expected.clause, (*round.cards, *round.surplus)
    check_correction(read, cards, clause)
    removed = taken_away(round.removed, round.surplus)
    check_copies(round.rules, round.terms.decks, (*cards, *round.waiting, *removed))
    if round.rules.reads("R-23") == "c" and _chosen_since(round, _first_misread(read, cards)):
        yield RoundVoided(clause=clause, by=by, why=Sentence("chosen-on-misread-card"))
        return
    right = _read_with_choices(round, cards)
    if round.phase is Phase.SETTLED and right.phase is not Phase.COMPLETE:
        raise Refused("round-was-not-complete", round.rules.law.refers)
    used = len(right.cards)
    yield CardsCorrected(cards=cards[:used], waiting=cards[used:], was=read, clause=clause, by=by)


def _read_right(round: StreamRound, event: CardsCorrected) -> StreamRound:
    surplus = event.waiting
    right = replace(
        _read_with_choices(round, event.cards), history=(*round.history, event.was), notes=(*round.notes, event)
    )
    if round.phase is Phase.SETTLED:
        removed = (*taken_away(round.removed, round.surplus), *surplus)
        return replace(right, phase=Phase.SETTLED, removed=removed, surplus=surplus)
    return replace(right, waiting=(*surplus, *round.waiting))


def _read_with_choices(round: StreamRound, cards: tuple[Card, ...]) -> StreamRound:
    """The round with the right faces of its cards; by R-23 (b) what was chosen since the last card is open again."""
    if round.rules.reads("R-23") == "b" and round.phase is not Phase.SETTLED:
        before = _replayed(round, round.cards[:-1])
        round = replace(round, turns=round.turns[: len(before.turns)], choices={})
        if len(round.cards) <= OPENING_CARDS:
            round = replace(round, insured={}, positions=_unpaid(round))
    return again(round, cards)


def _first_misread(read: tuple[Card, ...], cards: tuple[Card, ...]) -> int:
    """The place of the first misread card, from 0."""
    return next(at for at, (was, right) in enumerate(zip(read, cards, strict=True)) if was != right)


def _chosen_since(round: StreamRound, place: int) -> bool:
    """Whether anybody has chosen anything since the card at that place came."""
    turns = round.turns[len(_replayed(round, round.cards[:place]).turns) :]
    answered = round.insured or any(each.even_money for each in round.positions.values())
    decided = any(turn.choice != DEFAULT for each in turns for turn in each.values())
    return bool(round.choices) or decided or (place < OPENING_CARDS and bool(answered))


HANDLERS = Handlers[StreamRound](
    follows={Reconstruct: _reconstructed, CorrectCards: _corrected},
    evolves={CardsReconstructed: _put_right, CardsCorrected: _read_right},
)


def _laid_right(round: StreamRound, cards: tuple[Card, ...]) -> StreamRound:
    """The round with its cards in their right places: by R-20 (b) without the choices that are not open then."""
    try:
        return again(round, cards)
    except Refused:
        if round.rules.reads("R-20") != "b":
            raise
        return again(round, cards, best_effort=True)


def again(round: StreamRound, cards: tuple[Card, ...], *, best_effort: bool = False) -> StreamRound:
    """Replay the round with these cards in that order, as many as it takes, and the choices that were made.

    A choice that is not open then is refused, or left out where that is the best that can be done.
    """
    if best_effort:
        round = _without_misfits(round, cards)
    fresh = _replayed(round, cards)
    if not best_effort:
        _check_answers(round, fresh)
    fresh = advance(_without_gone(round, fresh))
    still_open = {bettor: choice for bettor, choice in round.choices.items() if is_open(fresh, bettor, choice)}
    return replace(fresh, choices=still_open)


def _replayed(round: StreamRound, cards: tuple[Card, ...]) -> StreamRound:
    """The round after as many of these cards as it takes, and the choices that were made."""
    fresh = _left(round, _start_over(round))
    for card in cards:
        if not card_due(fresh):
            break
        fresh = _left(round, advance(with_card(fresh, card)))
        if fresh.phase is Phase.OFFERING:
            if not _was_offered(round, fresh):
                break
            fresh = _left(round, advance(replace(fresh, phase=Phase.PLAYING)))
        fresh = _turns_again(round, fresh)
    return fresh


def _without_misfits(round: StreamRound, cards: tuple[Card, ...]) -> StreamRound:
    """The round without the answers and choices of windows that were never open over these cards."""
    right = again(replace(round, turns=(), choices={}, insured={}, positions=_unpaid(round), gone={}), cards[:3])
    if right.shows_ace:
        paid = round.positions if right.opening_blackjack else _unpaid(round)
        round = replace(round, positions=paid)
    else:
        round = replace(round, insured={}, positions=_unpaid(round))
    for kept in range(len(round.turns), -1, -1):
        shorter = replace(round, turns=round.turns[:kept], choices=round.choices if kept == len(round.turns) else {})
        try:
            again(shorter, cards)
        except Refused:
            continue
        return shorter
    return replace(round, turns=(), choices={})


def _unpaid(round: StreamRound) -> dict[str, Position]:
    """The positions without even money."""
    return {bettor: replace(each, even_money=False) for bettor, each in round.positions.items()}


def is_open(round: StreamRound, bettor: str, choice: str) -> bool:
    """Whether a choice is open to a terminal now."""
    return round.may_surrender(bettor) if choice == "surrender" else choice in round.options(bettor)


def _start_over(round: StreamRound) -> StreamRound:
    """The round as it was when bets had closed, with insurance and even money; terminals that left are back in it."""
    there = {**round.positions, **{bettor: _before_it_left(round, each) for bettor, each in round.gone.items()}}
    positions = {bettor: on_opening(each) for bettor, each in there.items()}
    insured = {bettor: each.insured for bettor, each in round.gone.items() if each.insured}
    empty: tuple[Card, ...] = ()
    return replace(
        round,
        phase=Phase.DEALING,
        positions=positions,
        insured={**round.insured, **insured},
        opening=empty,
        dealer=empty,
        stream=empty,
        way=dict.fromkeys(positions, 0),
        turns=(),
    )


def _before_it_left(round: StreamRound, gone: Gone) -> Position:
    """The position of a terminal as it was, with the side wagers that it still has where it has any."""
    now = round.positions.get(gone.position.bettor)
    return replace(gone.position, sides=now.sides) if now else gone.position


def _turns_again(round: StreamRound, fresh: StreamRound) -> StreamRound:
    """Replay the windows that open before the next card, each with the choices that were made in it."""
    while fresh.phase is Phase.PLAYING and fresh.waits_for_decision() and len(fresh.turns) < len(round.turns):
        chosen, asked = round.turns[len(fresh.turns)], _asked(fresh)
        silenced = (turn for bettor, turn in chosen.items() if bettor not in asked and bettor not in round.gone)
        if any(turn.choice != DEFAULT for turn in silenced):
            raise _not_open()
        choices = {who: _chosen_again(round, fresh, who, hand, chosen.get(who)) for who, hand in asked.items()}
        spoken = {bettor: choice for bettor, choice in choices.items() if choice != DEFAULT}
        fresh = _left(round, advance(locked(replace(fresh, choices=spoken))))
    return fresh


def _asked(round: StreamRound) -> dict[str, int]:
    """The hand that each terminal has to decide in the open window."""
    by_way = [area.hands[area.at].id if area.waits_for_decision else None for area in round.ways]
    hands = {bettor: by_way[way] for bettor, way in round.way.items() if round.positions[bettor].plays}
    return {bettor: hand for bettor, hand in hands.items() if hand is not None}


def _chosen_again(round: StreamRound, fresh: StreamRound, bettor: str, hand: int, turn: Turn | None) -> str:
    """The choice of a terminal in a window, if it was about the same hand and is open again; else it is refused.

    Terminals that have left the round cause no refusal; they get the default.
    """
    if turn is not None and turn.hand == hand:
        if turn.choice == DEFAULT or is_open(fresh, bettor, turn.choice):
            return turn.choice
        if bettor not in round.gone:
            raise _not_open()
    elif bettor not in round.gone:
        raise Refused("bettor-not-asked", REFERRED, bettor=bettor)
    return DEFAULT


def _was_offered(round: StreamRound, fresh: StreamRound) -> bool:
    """Whether the offers that these cards require (insurance, even money) had been made and closed."""
    closed = round.phase not in (Phase.DEALING, Phase.OFFERING)
    insured = round.shows_ace or not fresh.shows_ace
    return closed and insured and (round.offers_even_money or not fresh.offers_even_money)


def _check_answers(round: StreamRound, fresh: StreamRound) -> None:
    """Refuse cards with which a choice or an offer taken was not open, or that require an offer that comes too late."""
    moved_on = round.turns or round.stream or len(round.dealer) > 1
    if fresh.phase is Phase.OFFERING and moved_on:
        raise Refused("insurance-never-offered", REFERRED)
    left = [turn for each in round.turns[len(fresh.turns) :] for turn in _of_those_here(round, each)]
    if any(turn.choice != DEFAULT for turn in left):
        raise _not_open()
    if round.insured and not fresh.shows_ace:
        raise _not_open()
    paid = any(each.even_money for each in round.positions.values())
    if paid and not fresh.offers_even_money:
        raise _not_open()


def _of_those_here(round: StreamRound, turn: dict[str, Turn]) -> list[Turn]:
    return [each for bettor, each in turn.items() if bettor not in round.gone]


def _not_open() -> Refused:
    return Refused("choice-not-open-then", REFERRED)


def _left(round: StreamRound, fresh: StreamRound) -> StreamRound:
    """The replayed round without the terminals that had left by this point."""
    for bettor, each in round.gone.items():
        if bettor in fresh.positions and _has_left(fresh, each):
            fresh = advance(_leaves(round, fresh, bettor))
    return fresh


def _leaves(round: StreamRound, fresh: StreamRound, bettor: str) -> StreamRound:
    """The replayed round without a terminal, or without its main wager where its side wagers have stayed."""
    return without_main(fresh, bettor) if bettor in round.positions else leave(fresh, bettor)


def _has_left(fresh: StreamRound, gone: Gone) -> bool:
    return len(fresh.cards) >= gone.cards and len(fresh.turns) >= gone.turns


def _without_gone(round: StreamRound, fresh: StreamRound) -> StreamRound:
    for bettor in round.gone:
        if bettor in fresh.positions:
            fresh = _leaves(round, fresh, bettor)
    return fresh
