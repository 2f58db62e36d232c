"""How each game is conducted: the functions of its family of games, under one roof."""

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, get_args

from croupier.games.baccarat import messages as baccarat_messages
from croupier.games.baccarat import round as baccarat
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack import deciding, evolving, expecting, stream
from croupier.games.blackjack import messages as blackjack_messages
from croupier.games.catalogue import game
from croupier.games.round import Command, Expected, Role, tag
from croupier.games.told import AnyRound


@dataclasses.dataclass(frozen=True)
class Conduct:
    """What follows from a command, what an event makes of a round, what may happen next; and both from the wire."""

    decide: Callable[[Any, Any, Role], list[Any]]
    evolve: Callable[[Any, Any], AnyRound]
    expects: Callable[[Any], list[Expected]]
    decode_command: Callable[[bytes], Any]
    decode_event: Callable[[bytes], Any]
    commands: dict[str, type[Command]]
    """What may be asked of a round, by the names under which it travels."""


@cache
def conduct(name: str) -> Conduct:
    """How the game of that name is conducted.

    >>> conduct("tiger").decode_event(b'{"event": "bets-closed"}')
    BetsClosed(by=None)
    """
    rules = game(name)
    if isinstance(rules, Baccarat):
        said: Any = baccarat_messages
        return Conduct(baccarat.decide, baccarat.evolve, baccarat.expects, *_read(said))
    said = blackjack_messages
    if rules.boxes:
        return Conduct(deciding.decide, evolving.evolve, expecting.expects, *_read(said))
    return Conduct(stream.decide, stream.evolve, stream.expects, *_read(said))


def _read(said: Any) -> tuple[Any, Any, dict[str, type[Command]]]:
    """How its messages are read, and which commands there are."""
    return said.decode_command, said.decode_event, {tag(each): each for each in get_args(said.AnyCommand)}
