"""Conducts blackjack rounds by their commands, for the tests of what files declare."""

from typing import Any

from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.families import family
from croupier.games.game import Game
from croupier.games.round import Role, tag


def played(rules: Game, commands: list[m.AnyCommand]) -> Any:
    """The round after these commands, each by whoever may give it."""
    kind: Any = family(rules)
    round: Any = None
    for command in commands:
        expected = kind.expects(round) if round else []
        by = next((each.by for each in expected if each.command == tag(command)), Role.DEALER)
        for event in kind.decide(round, command, by):
            round = kind.evolve(round, event)
    return round


def dealt(text: str) -> list[m.AnyCommand]:
    return [m.DealCard(card=card) for card in cards(text)]
