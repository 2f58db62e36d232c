"""Cards drawn at once on the shared stream: dealt next where their order is known, else the round is void.

Law: eblackjack 5.7, 5.8.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import UNKNOWN_ORDER, check_copies, check_together, offer
from croupier.games.messages import CardsDiscarded, CardsDrawnTogether, DeclareDrawnTogether, RoundVoided
from croupier.games.round import Event, Expected, Role
from croupier.words import Sentence

replace = msgspec.structs.replace


def offers(round: StreamRound) -> Iterator[Expected]:
    """The offers to declare it, with a known and with an unknown order."""
    law = round.rules.law
    known = Sentence("drawn-at-once-order-known")
    yield offer("declare-drawn-together", Role.PIT_SUPERVISOR, law.together, known, options=("known",))
    unknown = law.together_unknown
    yield offer("declare-drawn-together", Role.PIT_MANAGER, unknown, UNKNOWN_ORDER, options=("unknown",))


def _declared(round: StreamRound, command: DeclareDrawnTogether, expected: Expected, by: Role) -> Iterator[Event]:
    """With a known order they are dealt next; with an unknown one they are discarded, and the round is void."""
    cards, clause = command.cards, expected.clause
    check_together(cards, command.known, clause)
    check_copies(round.rules, round.terms.decks, (*round.out, *cards))
    if command.known:
        yield CardsDrawnTogether(cards=cards, clause=clause, by=by)
        return
    if cards:
        yield CardsDiscarded(cards=cards, clause=clause, by=by)
    yield RoundVoided(clause=clause, by=by, why=Sentence("drawn-together-order-unknown"))


def _together(round: StreamRound, event: CardsDrawnTogether) -> StreamRound:
    return replace(round, waiting=event.cards)


def _discarded(round: StreamRound, event: CardsDiscarded) -> StreamRound:
    return replace(round, removed=(*round.removed, *event.cards))


STREAM = Handlers[StreamRound](
    follows={DeclareDrawnTogether: _declared},
    evolves={CardsDrawnTogether: _together, CardsDiscarded: _discarded},
)
