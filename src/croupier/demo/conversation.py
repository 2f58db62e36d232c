"""The conversation from round to round: which game, and what next."""

import itertools
import random
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.demo.drawing import table
from croupier.demo.family import demo_of
from croupier.demo.person import Person, ask, width_of
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as game_of
from croupier.games.game import Game
from croupier.refused import Refused

DEFAULT_GAME = "tiger"
NEXT = {"": "next round", "a": "ten rounds", "g": "another game", "q": "leave"}


def converse(person: Person, game: Game, entropy: random.Random) -> None:
    """Deal rounds of any games until the person leaves."""
    console = person.console
    rounds, more = demo_of(game).deal(game, entropy, person), 1
    while True:
        for shown in itertools.islice(rounds, more):
            show(console, game, shown, person)
            balance = shown.balance
        more = 1
        match _next(console, game):
            case "q":
                return
            case "a":
                more = 10
            case "g":
                game = choose(console)
                rounds = demo_of(game).deal(game, entropy, person, balance)


def show(console: Console, game: Game, shown: Any, person: Person | None = None) -> None:
    """Show a settled round, in place of the drawing of the round in play."""
    if person:
        person.wipe()
    console.print(demo_of(game).drawn(console, shown), width=width_of(console))


def choose(console: Console) -> Game:
    """Ask for a game."""
    tagline = "every wager staked, every cent explained by its clause"
    console.print(Text.assemble(("Croupier", "brass"), (f"  {len(GAMES)} games, {tagline}\n", "faint")))
    console.print(_games())
    console.print()
    while True:
        answer = ask(console, f"[brass]Which game?[/] A number or a name, Enter for {DEFAULT_GAME}: ")
        try:
            return _game_named(answer or DEFAULT_GAME)
        except Refused as refused:
            console.print(Text(str(refused), "notice"))


def _games() -> Table:
    made = table("", "Game", "Title", "Document", "Wagers", right=("", "Wagers"), gap=1)
    for number, game in enumerate(GAMES.values(), 1):
        made.add_row(Text(str(number), "brass"), game.name, game.title, game.document.name, str(len(game.wagers)))
    return made


def _game_named(answer: str) -> Game:
    numbered = {str(number): game for number, game in enumerate(GAMES.values(), 1)}
    if answer in numbered:
        return numbered[answer]
    if answer.isdecimal():
        raise Refused(f"there is no game {answer}: they are 1 to {len(GAMES)}")
    return game_of(answer)


def _next(console: Console, game: Game) -> str:
    """Ask what to do next; ten rounds at once are not offered in games with decisions."""
    keys = {key: label for key, label in NEXT.items() if key != "a" or not demo_of(game).asks}
    prompt = "  ".join(f"[brass]{key or 'Enter'}[/] {label}" for key, label in keys.items())
    while (answer := ask(console, f"{prompt}: ")) not in keys:
        pass
    return answer
