"""The shared stream: `decide` answers commands with events or refuses them, `evolve` applies events."""

from collections.abc import Iterable

import msgspec

from croupier.games.blackjack import incidents
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.dispatch import combined
from croupier.games.blackjack.stream import decisions, play, reconstruction
from croupier.games.blackjack.stream.offers import expects as expects
from croupier.games.blackjack.stream.offers import offered
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import answers
from croupier.games.round import Role, check_position, replayed, signed, tag
from croupier.refused import Refused
from croupier.words import Sentence

HANDLERS = combined(play.HANDLERS, decisions.HANDLERS, reconstruction.HANDLERS, *incidents.ON_STREAM)


def decide(round: StreamRound | None, command: m.AnyCommand, by: Role) -> list[m.AnyEvent]:
    """The events that follow from a command; one that is not allowed is refused with its clause."""
    if isinstance(command, m.OpenBets):
        return signed([decisions.open_bets(round, command, by)], by)
    if round is None:
        raise Refused("no-round-begun")
    if getattr(command, "box", None) not in (1, None):
        raise Refused("terminals-share-one-area", round.rules.law.shared)
    if isinstance(command, m.Decide) and round.options(command.bettor):
        # Thousands of terminals decide in one window: this path takes constant time for each.
        check_position(Role.PLAYER, by, round.rules.law.choices)
        return [decisions.chosen(round, command)]
    expected = next((each for each in offered(round) if answers(each, command)), None)
    if expected is None:
        raise _out_of_turn(round, command)
    check_position(expected.by, by, expected.clause)
    return signed(HANDLERS.follows[type(command)](round, command, expected, by), by)


def _out_of_turn(round: StreamRound, command: m.AnyCommand) -> Refused:
    refuses = HANDLERS.refuses.get(type(command))
    if refuses and (refused := refuses(round, command)):
        return refused
    now = tuple(dict.fromkeys(each.command for each in expects(round))) or (Sentence("nothing-more-expected"),)
    return Refused("command-not-expected", round.rules.law.choices, phase=round.phase, expected=now)


def evolve(round: StreamRound | None, event: m.AnyEvent) -> StreamRound:
    """The round after an event."""
    if isinstance(event, m.BetsOpened):
        return StreamRound(terms=event.terms, waiting=event.waiting, unruled=bool(event.waiting))
    if round is None:
        raise Refused("event-outside-round", event=tag(event))
    evolves = HANDLERS.evolves.get(type(event))
    if evolves is None:
        raise Refused("event-not-in-game", event=tag(event), game=round.terms.game)
    after = evolves(round, event)
    if isinstance(event, m.CardTakenBack):
        return after
    if isinstance(event, m.TerminalLost | m.TerminalFound | m.DisplayCorrected):
        # Unrelated to the last card: the snapshot before that card gets it too, so that undoing the card keeps it.
        return msgspec.structs.replace(after, before=round.before and evolve(round.before, event))
    by_one = isinstance(event, m.ChoiceMade | m.SurrenderChosen)
    return incidents.misread.remembered(round, event, after if by_one else play.advance(after))


def replay(events: Iterable[m.AnyEvent]) -> StreamRound:
    """Fold events into the round they lead to."""
    return replayed(evolve, events)
