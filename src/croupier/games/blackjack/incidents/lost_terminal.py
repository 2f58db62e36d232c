"""A terminal that has failed: the round goes on, and without its choices the default strategy is played.

Law: eblackjack 5.9.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.stream.play import withdrawn
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import Blackjack
from croupier.games.irregularity import check_bettors, offer_terminals, without
from croupier.games.messages import FindTerminal, LoseTerminal, RoundVoided, TerminalFound, TerminalLost
from croupier.games.round import Event, Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

replace = msgspec.structs.replace
OUTAGE = Citation("R-09")


def offers(round: StreamRound) -> Iterator[Expected]:
    """The offers to declare terminals as failed, and failed ones as back."""
    return offer_terminals(round.positions, round.lost, round.rules.law.terminals)


def _fails(round: StreamRound, command: LoseTerminal, expected: Expected, by: Role) -> Iterator[Event]:
    check_bettors(expected, command.bettor)
    bettor = command.bettor
    yield TerminalLost(bettor=bettor)
    staked = set(round.positions)
    if round.phase is Phase.BETTING and _drops_wagers(round.rules):
        yield from withdrawn(round, bettor)
        staked.remove(bettor)
    if staked and staked <= {*round.lost, bettor} and _stops_round(round.rules) and not round.established():
        yield RoundVoided(clause=OUTAGE, by=by, why=Sentence("technical-interruption"))


def _drops_wagers(rules: Blackjack) -> bool:
    """Whether the wagers of a terminal that fails before the close are dropped; else they play on (R-10)."""
    return rules.reads("R-10") == "b"


def _stops_round(rules: Blackjack) -> bool:
    """Whether the failure of all terminals stops a round of which nothing is decided; else it goes on (R-09)."""
    return rules.reads("R-09") == "b"


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
