"""Cards that are out and known before the first card of the round: staff burn or play them.

The documents are silent, so the pit rules (R-22). No card is dealt until then.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import early_courses, offer_ready, ready_ruled, shuffled_anew
from croupier.games.messages import ReadyCardsRuled, RuleReadyCards
from croupier.games.round import Event, Expected, Role

replace = msgspec.structs.replace


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to burn or play them, where a ruling is due."""
    if round.ruling_due:
        yield offer_ready(courses=early_courses(round.rules))


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to burn or play them, where a ruling is due."""
    if round.unruled:
        yield offer_ready(courses=early_courses(round.rules))


def _ruled(round: BoxRound | StreamRound, command: RuleReadyCards, expected: Expected, by: Role) -> Iterator[Event]:
    ended = list(shuffled_anew(command.course, expected, by))
    yield ready_ruled(round.waiting, command.course, by)
    yield from ended


def _on_boxes(round: BoxRound, event: ReadyCardsRuled) -> BoxRound:
    ruled_on = replace(round, notes=(*round.notes, event), ready_ruled=True)
    return replace(ruled_on, waiting=(), removed=(*round.removed, *event.cards)) if event.burned else ruled_on


def _on_stream(round: StreamRound, event: ReadyCardsRuled) -> StreamRound:
    out = {"removed": (*round.removed, *round.waiting), "waiting": ()} if event.burned else {}
    return replace(round, unruled=False, notes=(*round.notes, event), **out)


BOXES = Handlers[BoxRound](follows={RuleReadyCards: _ruled}, evolves={ReadyCardsRuled: _on_boxes})
STREAM = Handlers[StreamRound](follows={RuleReadyCards: _ruled}, evolves={ReadyCardsRuled: _on_stream})
