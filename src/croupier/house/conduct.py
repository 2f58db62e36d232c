"""How each game is conducted: the functions of its family of games, under one roof."""

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any

from croupier.games.baccarat import forms as baccarat_forms
from croupier.games.baccarat import messages as baccarat_messages
from croupier.games.baccarat import round as baccarat
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack import deciding, evolving, expecting, forms, stream
from croupier.games.blackjack import messages as blackjack_messages
from croupier.games.catalogue import game
from croupier.games.form import Form
from croupier.games.irregularity import from_virtual_shoe
from croupier.games.round import Command, Expected, Role
from croupier.games.told import AnyRound


@dataclasses.dataclass(frozen=True)
class Conduct:
    """What follows from a command, what an event makes of a round, what may happen next; and both from the wire."""

    decide: Callable[[Any, Any, Role], list[Any]]
    evolve: Callable[[Any, Any], AnyRound]
    expects: Callable[[Any], list[Expected]]
    form: Callable[[Expected, Any], Form]
    """What is told with a command that a round offers."""
    decode_command: Callable[[bytes], Any]
    decode_event: Callable[[bytes], Any]
    commands: dict[str, type[Command]]
    """What may be asked of a round, by the names under which it travels."""

    def offers(self, round: AnyRound, left: int | None, holds: int = 0) -> list[Expected]:
        """What of all that a round expects may be asked of it at a table: nothing that the table would refuse.

        `left` is how many cards the virtual shoe holds; there is none where the cards are read off a real one, and
        `holds` is how many that has at least.
        """
        expected = self.expects(round)
        if left is not None:
            expected = from_virtual_shoe(expected, self.commands)
        return [each for each in expected if each.command != "run-out" or not (left or holds or round.waiting)]


@cache
def conduct(name: str) -> Conduct:
    """How the game of that name is conducted.

    >>> conduct("tiger").decode_event(b'{"event": "bets-closed"}')
    BetsClosed(by=None)
    """
    rules = game(name)
    if isinstance(rules, Baccarat):
        said: Any = baccarat_messages
        return Conduct(baccarat.decide, baccarat.evolve, baccarat.expects, baccarat_forms.form, *_read(said))
    said = blackjack_messages
    if rules.boxes:
        return Conduct(deciding.decide, evolving.evolve, expecting.expects, forms.box_form, *_read(said))
    return Conduct(stream.decide, stream.evolve, stream.expects, forms.stream_form, *_read(said))


def _read(said: Any) -> tuple[Any, Any, dict[str, type[Command]]]:
    """How its messages are read, and which commands there are."""
    return said.decode_command, said.decode_event, said.COMMANDS
