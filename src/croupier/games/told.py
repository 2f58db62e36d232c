"""Rounds replayed from their events: all bettors and irregularities included, settled again from the record."""

import msgspec

from croupier.games.families import family
from croupier.games.family import Round, ToldLine
from croupier.games.round import OVER, Phase
from croupier.refused import Refused


class ToldSettlement(msgspec.Struct, frozen=True):
    """The settlement of a whole round that was replayed from its events."""

    phase: Phase
    void: str | None
    net: dict[str, int]
    total: int
    lines: list[ToldLine]


def settle_told(name: str, events: msgspec.Raw) -> ToldSettlement:
    """Replay events and settle the round; it must be over."""
    round = told(name, events)
    if round.phase not in OVER:
        raise Refused(f"the events leave the round {round.phase}: it is neither settled nor void")
    net = round.nets()
    lines = list(family(name).lines(round))
    return ToldSettlement(round.phase, round.void, net, sum(net.values()), lines)


def told(name: str, events: msgspec.Raw) -> Round:
    """Replay events, and refuse those that do not follow from each other or are of another game."""
    kind = family(name)
    try:
        round: Round = kind.replay(kind.decode_events(events))
    except (AssertionError, KeyError, IndexError, StopIteration):
        raise Refused("these events do not follow from each other") from None
    if round.terms.game != name:
        raise Refused(f"the events tell of {round.terms.game}, not of {name}")
    return round
