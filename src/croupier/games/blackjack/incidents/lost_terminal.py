"""A terminal that has failed: the round goes on, and without its choices the default strategy is played.

Law: eblackjack 5.9.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import check_bettors, offer_terminals, without
from croupier.games.messages import FindTerminal, LoseTerminal, TerminalFound, TerminalLost
from croupier.games.round import Expected, Role
from croupier.refused import Refused

replace = msgspec.structs.replace


def offers(round: StreamRound) -> Iterator[Expected]:
    """The offers to declare terminals as failed, and failed ones as back."""
    return offer_terminals(round.positions, round.lost, round.rules.law.terminals)


def _fails(round: StreamRound, command: LoseTerminal, expected: Expected, by: Role) -> Iterator[TerminalLost]:
    check_bettors(expected, command.bettor)
    yield TerminalLost(bettor=command.bettor)


def _returns(round: StreamRound, command: FindTerminal, expected: Expected, by: Role) -> Iterator[TerminalFound]:
    check_bettors(expected, command.bettor)
    yield TerminalFound(bettor=command.bettor)


def _not_theirs(round: StreamRound, command: LoseTerminal | FindTerminal) -> Refused:
    return Refused("not-open-to-bettor", round.rules.law.terminals, bettor=command.bettor)


def _lost(round: StreamRound, event: TerminalLost) -> StreamRound:
    return replace(round, lost=round.lost if event.bettor in round.lost else (*round.lost, event.bettor))


def _found(round: StreamRound, event: TerminalFound) -> StreamRound:
    return replace(round, lost=without(round.lost, event.bettor))


STREAM = Handlers[StreamRound](
    follows={LoseTerminal: _fails, FindTerminal: _returns},
    refuses={LoseTerminal: _not_theirs, FindTerminal: _not_theirs},
    evolves={TerminalLost: _lost, TerminalFound: _found},
)
