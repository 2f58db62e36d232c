"""The table of play of the baccarat games as squares to learn."""

import random
from collections.abc import Sequence

from croupier.cards import Card, Composition
from croupier.games.baccarat.drawing import hands, next_hand, total, value
from croupier.games.baccarat.variants import Baccarat
from croupier.games.game import Game
from croupier.server.lessons import Square, Squares

DEALS = 4
"""Deals shown for one square, in turn."""
ROUNDS_TRIED = 20_000
"""Random rounds among which those deals are found."""
DRAWS = ("player", "banker", "none")
"""Who takes the next card."""


def squares(game: Game, shoe: Composition) -> Squares:
    """Every case of the table of play: after two cards each, and after Player's third.

    >>> from croupier.games.baccarat.variants import TIGER
    >>> by_key = {each.key: each for each in squares(TIGER, TIGER.shoe()).squares}
    >>> by_key["third-5-4"].right, by_key["third-5-3"].right, by_key["two-6-5"].right, by_key["two-5-8"].right
    ('banker', 'none', 'banker', 'none')
    """
    assert isinstance(game, Baccarat)
    entropy, cards = random.Random(0), list(shoe)
    deals: dict[tuple[str, str], list[Sequence[Card]]] = {}
    for _ in range(ROUNDS_TRIED):
        dealt = entropy.sample(cards, 5)
        moments = [dealt[:4], dealt] if next_hand(dealt[:4]) == "player" else [dealt[:4]]
        for moment in moments:
            found = deals.setdefault(_square(moment), [])
            if len(found) < DEALS:
                found.append(moment)
    made = (
        Square(
            key=key,
            part=part,
            deals=tuple(dict(zip(("player", "banker"), hands(each), strict=True)) for each in found),
            options=DRAWS,
            right=next_hand(found[0]) or "none",
            clauses=(game.law.draws,),
        )
        for (part, key), found in sorted(deals.items())
    )
    return Squares(game.name, shoe.decks, "drawing", tuple(made))


def _square(dealt: Sequence[Card]) -> tuple[str, str]:
    """The part of the table and the name of the square that cards lead to, in dealing order."""
    player, banker = total(dealt[0:4:2]), total(dealt[1:4:2])
    if len(dealt) == 4:
        return "two", f"two-{player}-{banker}"
    return "third", f"third-{banker}-{value(dealt[4])}"
