"""The games in the terminal: every wager staked, every cent explained by its clause.

The rounds are played by the engine that plays them anywhere; this package only shuffles, bets, deals, asks and draws.
"""

import io
import itertools
import random
from pathlib import Path

from rich.console import Console

from croupier.demo import svg
from croupier.demo.conversation import DEFAULT_GAME, choose, converse, show
from croupier.demo.drawing import THEME
from croupier.demo.family import demo_of
from croupier.demo.person import Person, somebody
from croupier.demo.plain import write_plainly
from croupier.games.catalogue import game as game_of
from croupier.games.game import Game
from croupier.refused import Refused

DEFAULT_ROUNDS = 3
"""Rounds that are dealt when nobody can be asked."""
PICTURED_SEED, PICTURED_ROUND = 3849, 44
"""A round in which much happens: Big Tiger, a pair, a long streak, many ties."""


def demo(
    game: str | Game | None = None,
    *,
    rounds: int | None = None,
    seed: int | None = None,
    console: Console | None = None,
) -> None:
    """Deal rounds: as many as a person at a terminal likes, or a fixed number if there is nobody to ask."""
    console = console or Console()
    if rounds is not None and rounds < 1:
        raise Refused(f"at least one round is to be dealt, not {rounds}")
    chosen = None if game is None else game_of(game)
    entropy = random.SystemRandom() if seed is None else random.Random(seed)
    write_plainly(console)
    try:
        with console.use_theme(THEME):
            _demo(console, chosen, rounds, entropy)
    except (KeyboardInterrupt, EOFError):
        console.print()


def _demo(console: Console, game: Game | None, rounds: int | None, entropy: random.Random) -> None:
    person = Person(console) if somebody(console) else None
    game = game or (choose(console) if person else game_of(DEFAULT_GAME))
    if person and rounds is None:
        converse(person, game, entropy)
        return
    for shown in itertools.islice(demo_of(game).deal(game, entropy, person), rounds or DEFAULT_ROUNDS):
        show(console, game, shown, person)
        console.print()


def picture(path: Path) -> None:
    """Draw one round of Tiger Baccarat, always the same, for the README."""
    console = Console(record=True, width=100, file=io.StringIO(), theme=THEME)
    game = game_of(DEFAULT_GAME)
    how = demo_of(game)
    rounds = how.deal(game, random.Random(PICTURED_SEED), None)
    console.print(how.drawn(console, next(itertools.islice(rounds, PICTURED_ROUND - 1, None))))
    svg.save(console, "croupier demo tiger", path)
