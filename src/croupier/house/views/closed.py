"""What is not open to somebody who decides about a hand, and by which clause: the round itself is asked."""

from typing import get_args

from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.hand import Action
from croupier.games.blackjack.shared import Stream
from croupier.games.round import Expected, Role
from croupier.games.told import AnyRound
from croupier.house.conduct import conduct
from croupier.refused import Refused
from croupier.rulebook import Citation


def closed(round: AnyRound, bettor: str, expected: Expected) -> dict[str, Citation]:
    """Every decision that would be refused now, with the clause of the refusal."""
    if not isinstance(round, BoxRound | Stream):
        return {}
    box = expected.box or 1
    asked: dict[str, m.AnyCommand] = {
        action: m.Decide(bettor=bettor, action=action, box=box)
        for action in get_args(Action)
        if action not in expected.options
    }
    asked["surrender"] = m.Surrender(bettor=bettor, box=box)
    found: dict[str, Citation] = {}
    for name, command in asked.items():
        try:
            conduct(round.terms.game).decide(round, command, Role.PLAYER)
        except Refused as refused:
            if refused.clause is not None:
                found[name] = Citation(refused.clause)
    return found
