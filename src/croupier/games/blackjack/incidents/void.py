"""Staff void the round, by a clause that allows it.

Law: lucky8 5.1.1 and 5.2, dueling8 5.1.1 and 5.2, eblackjack 5.1.1 and 5.8; R-01, R-20.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from croupier.games.blackjack.boxes.state import INITIAL, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.recorded import check_void
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import offer
from croupier.games.messages import RoundVoided, VoidRound
from croupier.games.round import Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence

AnyRound = TypeVar("AnyRound", BoxRound, StreamRound)


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to void; for a misdeal that cannot be rebuilt only before anything was settled or drawn (R-20)."""
    rebuilt = round.phase in INITIAL or round.rules.reads("R-20") == "a"
    voids = round.rules.voids if rebuilt else round.rules.voids[:1]
    yield _offer(round, tuple(map(round.rules.clause, voids)))


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to void, by any of the clauses at any time."""
    yield _offer(round, tuple(map(round.rules.clause, round.rules.voids)))


def _offer(round: BoxRound | StreamRound, voids: tuple[Clause, ...]) -> Expected:
    return offer("void-round", Role.PIT_MANAGER, voids[0], Sentence("void-round"), clauses=voids)


def _on_boxes(round: BoxRound, command: VoidRound, expected: Expected, by: Role) -> Iterator[RoundVoided]:
    clause = command.clause
    if clause not in expected.clauses:
        raise Refused("void-clause-not-applicable-now", clause, cited=clause, allowed=tuple(expected.clauses))
    yield RoundVoided(clause=clause, by=by)


def _on_stream(round: StreamRound, command: VoidRound, expected: Expected, by: Role) -> Iterator[RoundVoided]:
    check_void(round.rules, command.clause)
    yield RoundVoided(clause=command.clause, by=by)


def _voided(round: AnyRound, event: RoundVoided) -> AnyRound:
    return msgspec.structs.replace(round, phase=Phase.VOID, void=event.clause)


BOXES = Handlers[BoxRound](follows={VoidRound: _on_boxes}, evolves={RoundVoided: _voided})
STREAM = Handlers[StreamRound](follows={VoidRound: _on_stream}, evolves={RoundVoided: _voided})
