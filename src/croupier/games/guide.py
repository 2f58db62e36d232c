"""A guide for the pit: what may be declared to have gone wrong in a game, when, by whom, and what follows.

It is read off sample rounds of the game at every stage, so it says what the rounds do and nothing else.
"""

import msgspec

from croupier.games.families import family
from croupier.games.game import Game
from croupier.games.round import Phase, Role, carries_cards
from croupier.rulebook import Citation


class Irregularity(msgspec.Struct, frozen=True):
    """Something that may go wrong: the command that declares it, who may, by which clause, and while what goes on."""

    command: str
    says: str
    by: Role
    clause: Citation
    during: tuple[Phase, ...]
    entered: bool
    """Whether its command names cards that were drawn: with a virtual shoe it is not offered."""


def irregularities(game: Game) -> list[Irregularity]:
    """What may go wrong in a game.

    >>> from croupier.games.catalogue import game
    >>> [each.clause for each in irregularities(game("tiger")) if each.command == "declare-disturbed-order"]
    [ebaccarat 5.2, R-104]
    """
    phases: dict[tuple[str, Role, Citation], tuple[str, list[Phase]]] = {}
    kind = family(game.name)
    for round in kind.samples(game):
        for each in kind.expects(round):
            if each.irregular:
                key = (each.command, each.by, each.clause)
                during = phases.setdefault(key, (each.prompt, []))[1]
                if round.phase not in during:
                    during.append(round.phase)
    return [
        Irregularity(command, prompt, by, clause, tuple(during), carries_cards(kind.commands[command]))
        for (command, by, clause), (prompt, during) in phases.items()
    ]
