"""Rounds told by their events: whole tables, with whatever went wrong in them, settled again from the record."""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.games.baccarat import messages as baccarat_messages
from croupier.games.baccarat.round import replay as replay_baccarat
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack import evolving, stream
from croupier.games.blackjack import messages as blackjack_messages
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.shared import Stream
from croupier.games.catalogue import game
from croupier.games.round import Phase, revive
from croupier.games.wager import Line
from croupier.refused import Refused

AnyRound = BaccaratRound | BoxRound | Stream

_decoders: dict[str, msgspec.json.Decoder[Any]] = {
    "baccarat": msgspec.json.Decoder(list[baccarat_messages.AnyEvent], dec_hook=revive),
    "blackjack": msgspec.json.Decoder(list[blackjack_messages.AnyEvent], dec_hook=revive),
}


class ToldLine(Line, frozen=True, kw_only=True, omit_defaults=True):
    """A settlement line with whose it is, and on which box where there are boxes."""

    bettor: str
    box: int | None = None


class ToldSettlement(msgspec.Struct, frozen=True):
    """What a round that is told by its events made of everybody's wagers."""

    phase: Phase
    void: str | None
    net: dict[str, int]
    total: int
    lines: list[ToldLine]


def settle_told(name: str, events: msgspec.Raw) -> ToldSettlement:
    """Settle the round that these events tell of; it must be over."""
    round = told(name, events)
    if round.phase not in (Phase.SETTLED, Phase.VOID):
        raise Refused(f"the events leave the round {round.phase}: it is neither settled nor void")
    net = round.nets()
    lines = list(lines_of(round)) if round.phase is Phase.SETTLED else []
    return ToldSettlement(round.phase, round.void, net, sum(net.values()), lines)


def told(name: str, events: msgspec.Raw) -> AnyRound:
    """The round that these events tell of."""
    rules = game(name)
    family = "baccarat" if isinstance(rules, Baccarat) else "blackjack"
    found: list[Any] = _decoders[family].decode(events)
    try:
        round = _replay(family, bool(rules.boxes), found)
    except (AssertionError, KeyError, IndexError, StopIteration):
        raise Refused("these events do not follow from each other") from None
    if round.terms.game != name:
        raise Refused(f"the events tell of {round.terms.game}, not of {name}")
    return round


def _replay(family: str, boxes: bool, events: list[Any]) -> AnyRound:
    if family == "baccarat":
        return replay_baccarat(events)
    return evolving.replay(events) if boxes else stream.replay(events)


def lines_of(round: AnyRound) -> Iterator[ToldLine]:
    """Every line of a settled round, with whose it is."""
    if isinstance(round, BaccaratRound):
        for bettor in round.stakes:
            yield from (_told(bettor, line) for line in round.lines(bettor))
    elif isinstance(round, Stream):
        for bettor, lines in round.settlement().items():
            yield from (_told(bettor, line) for line in lines)
    else:
        for bettor, boxes in round.settlement().items():
            for box, lines in boxes.items():
                yield from (_told(bettor, line, box) for line in lines)


def _told(bettor: str, line: Line, box: int | None = None) -> ToldLine:
    return ToldLine(**msgspec.structs.asdict(line), bettor=bettor, box=box)
