"""The play gone through again over other cards: those that were dealt wrongly, in their right order, or were misread.

Law: eblackjack 5.2, 6.3; R-20, R-23. The same terminals choose the same again, each about the same hand. Where that is
not open over the right cards, or they ask somebody what nobody was asked, there is no such play, and it is referred.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.play import DEFAULT, advance, card_due, leave, locked, with_card
from croupier.games.blackjack.stream.state import Gone, StreamRound, Turn
from croupier.games.irregularity import check_copies, check_correction, check_same_cards, offer, taken_away
from croupier.games.messages import CardsCorrected, CardsReconstructed, CorrectCards, Reconstruct
from croupier.games.round import OVER, Expected, Phase, Role
from croupier.refused import Refused
from croupier.words import Sentence

REFERRED = "R-20"

replace = msgspec.structs.replace


def offers(round: StreamRound) -> Iterator[Expected]:
    """That cards are put where they belong, while the round is played."""
    if round.phase not in OVER:
        said = Sentence("put-cards-right")
        yield offer("reconstruct", Role.PIT_SUPERVISOR, round.rules.law.rebuilds, said)


def _reconstructed(
    round: StreamRound, command: Reconstruct, expected: Expected, by: Role
) -> Iterator[CardsReconstructed]:
    """The very same cards in their right places, with the choices that were made; refused where those cannot stand."""
    cards, clause = command.cards, expected.clause
    check_same_cards((*round.cards, *round.waiting), cards, clause)
    check_copies(round.rules, round.terms.decks, (*cards, *round.removed))
    used = len(again(round, cards).cards)
    yield CardsReconstructed(cards=cards[:used], waiting=cards[used:], was=round.cards, clause=clause, by=by)


def _put_right(round: StreamRound, event: CardsReconstructed) -> StreamRound:
    return replace(again(round, event.cards), waiting=event.waiting, history=(*round.history, event.was))


def _corrected(round: StreamRound, command: CorrectCards, expected: Expected, by: Role) -> Iterator[CardsCorrected]:
    """The cards that were really dealt, with the choices that were made over those that were read (R-23)."""
    cards, clause, read = command.cards, expected.clause, (*round.cards, *round.surplus)
    check_correction(read, cards, clause)
    removed = taken_away(round.removed, round.surplus)
    check_copies(round.rules, round.terms.decks, (*cards, *round.waiting, *removed))
    right = again(round, cards)
    if round.phase is Phase.SETTLED and right.phase is not Phase.COMPLETE:
        said = Sentence("round-was-not-complete")
        raise Refused(said, round.rules.law.refers)
    used = len(right.cards)
    yield CardsCorrected(cards=cards[:used], waiting=cards[used:], was=read, clause=clause, by=by)


def _read_right(round: StreamRound, event: CardsCorrected) -> StreamRound:
    surplus = event.waiting
    right = replace(again(round, event.cards), history=(*round.history, event.was), notes=(*round.notes, event))
    if round.phase is Phase.SETTLED:
        removed = (*taken_away(round.removed, round.surplus), *surplus)
        return replace(right, phase=Phase.SETTLED, removed=removed, surplus=surplus)
    return replace(right, waiting=(*surplus, *round.waiting))


HANDLERS = Handlers[StreamRound](
    follows={Reconstruct: _reconstructed, CorrectCards: _corrected},
    evolves={CardsReconstructed: _put_right, CardsCorrected: _read_right},
)


def again(round: StreamRound, cards: tuple[Card, ...]) -> StreamRound:
    """The round over these cards, as far as it takes them: in that order, with the choices that were made."""
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
    _check_answers(round, fresh)
    fresh = advance(_without_gone(round, fresh))
    still_open = {bettor: choice for bettor, choice in round.choices.items() if is_open(fresh, bettor, choice)}
    return replace(fresh, choices=still_open)


def is_open(round: StreamRound, bettor: str, choice: str) -> bool:
    """Whether a terminal may choose that now."""
    return round.may_surrender(bettor) if choice == "surrender" else choice in round.options(bettor)


def _start_over(round: StreamRound) -> StreamRound:
    """The round as it stood when bets had closed, with what was insured and taken since; who left is there again."""
    there = {**round.positions, **{bettor: each.position for bettor, each in round.gone.items()}}
    positions = {
        bettor: replace(each, stakes={0: each.original}, doubles={}, surrendered=False)
        for bettor, each in there.items()
    }
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


def _turns_again(round: StreamRound, fresh: StreamRound) -> StreamRound:
    """The windows that open before the next card, each closed with what was chosen in it."""
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
    """Who has a hand to decide in the window that is open, and which."""
    asking = [area.hands[area.at].id if area.waits_for_decision else None for area in round.ways]
    found = {bettor: asking[way] for bettor, way in round.way.items() if not round.positions[bettor].surrendered}
    return {bettor: hand for bettor, hand in found.items() if hand is not None}


def _chosen_again(round: StreamRound, fresh: StreamRound, bettor: str, hand: int, turn: Turn | None) -> str:
    """What somebody chose in a window, if they were asked about the same hand and it is open again.

    Who is in the round no longer stands in nobody's way.
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
    """Whether everybody had been offered, until it closed, what these cards ask for: insurance, and even money."""
    closed = round.shows_ace and round.phase not in (Phase.DEALING, Phase.OFFERING)
    return closed and (round.opening_blackjack or not fresh.opening_blackjack)


def _check_answers(round: StreamRound, fresh: StreamRound) -> None:
    """Refuse cards over which something that was chosen or taken was not open, or that ask what it is too late for."""
    moved_on = round.turns or round.stream or len(round.dealer) > 1
    if fresh.phase is Phase.OFFERING and moved_on:
        raise Refused("insurance-never-offered", REFERRED)
    left = [turn for each in round.turns[len(fresh.turns) :] for turn in _of_those_here(round, each)]
    if any(turn.choice != DEFAULT for turn in left):
        raise _not_open()
    if round.insured and not fresh.shows_ace:
        raise _not_open()
    paid = any(each.even_money for each in round.positions.values())
    if paid and not (fresh.shows_ace and fresh.opening_blackjack):
        raise _not_open()


def _of_those_here(round: StreamRound, turn: dict[str, Turn]) -> list[Turn]:
    return [each for bettor, each in turn.items() if bettor not in round.gone]


def _not_open() -> Refused:
    return Refused("choice-not-open-then", REFERRED)


def _left(round: StreamRound, fresh: StreamRound) -> StreamRound:
    """Who left the round when so many cards were out and so many windows had closed leaves it again."""
    for bettor, each in round.gone.items():
        if bettor in fresh.positions and _has_left(fresh, each):
            fresh = advance(leave(fresh, bettor))
    return fresh


def _has_left(fresh: StreamRound, gone: Gone) -> bool:
    return len(fresh.cards) >= gone.cards and len(fresh.turns) >= gone.turns


def _without_gone(round: StreamRound, fresh: StreamRound) -> StreamRound:
    for bettor in round.gone:
        if bettor in fresh.positions:
            fresh = leave(fresh, bettor)
    return fresh
