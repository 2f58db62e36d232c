"""Every wager of every game as it is explained: what it pays for, by which clauses, and by which it is lost.

`REGENERATE=1 pytest tests/rules/test_wagers.py` writes `golden/answers/*-wagers.txt` anew. Read what has changed: a
label or a clause in there is what somebody at the table is told.
"""

import os
from collections.abc import Iterator

import pytest

import places
from croupier.games.baccarat import variants as baccarat
from croupier.games.blackjack import variants as blackjack
from croupier.games.game import Game
from croupier.games.wager import Pay

GOLDEN = places.GOLDEN / "answers"
GAMES: dict[str, tuple[Game, ...]] = {"baccarat": baccarat.VARIANTS, "blackjack": blackjack.VARIANTS}


def declared(game: Game) -> Iterator[str]:
    yield f"## {game.title} ({game.name})"
    yield f"{game.document.id}, {game.decks[0]} to {game.decks[-1]} decks, usually {game.default_decks}"
    yield f"units of {game.unit}, limits by {game.cite(game.posts_limits)}"
    for wager in game.wagers:
        left_out = f", may be left out by {wager.optional}" if wager.optional else ""
        window = "" if wager.window == "betting" else f", in the window of {wager.window}"
        yield f"{wager.label} ({wager.name}), {wager.area}, by the {wager.reads}{left_out}{window}"
        yield from (f"    {row(each)}" for each in wager.rows)
        yield from (f"    besides {row(each)}" for each in wager.extras)
        yield f"    else it loses ({', '.join(wager.loses)})"
    yield ""


def row(pay: Pay) -> str:
    listed = "" if pay.listed else ", not listed"
    return f"{pay.outcome}: {pay.pays}{listed} ({', '.join(pay.clauses)})"


@pytest.mark.parametrize("name", GAMES)
def test_what_every_wager_says_is_as_it_was_read(name: str) -> None:
    path = GOLDEN / f"{name}-wagers.txt"
    found = "\n".join(line for game in GAMES[name] for line in declared(game))
    if os.environ.get("REGENERATE"):
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")
