"""The readings that the baccarat games may be played by.

What a reading makes of the wagers is declared with them (`wagers`), what it makes of a round with its rules (`round`,
`irregular`, `decided`), which look its letter up. Here is which letters each game may be played by: a ruling on wagers
concerns a game only if one of its wagers looks it up.
"""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.games.game import Choice
from croupier.games.readings import declared_by
from croupier.refused import Refused
from croupier.rulebook import Ruling

if TYPE_CHECKING:
    from croupier.games.baccarat.variants import Baccarat

RESETTLES = ("R-63", "R-96", "R-97", "R-98", "R-100", "R-106", "R-107", "R-108")
"""The rulings on what wagers pay for; others on wagers are about which of them there are."""
IN_ROUNDS = (
    *("R-01", "R-07", "R-09", "R-10", "R-12", "R-22", "R-29"),
    *("R-103", "R-104", "R-112", "R-113"),
    *("R-03", "R-20", "R-23"),
)
"""The rulings on procedure, limits and authority, which rounds look up themselves.

The last three come to the same by any reading: every terminal has a layout of its own and nothing is added to a wager,
cards whose order is known can always be laid right, and nobody chooses anything after the close.
"""
REFERS = {"R-112", "R-113"}
"""Those of them that by reading b refer a case."""


def choices(game: "Baccarat") -> Mapping[str, Mapping[str, Choice]]:
    """The readings that a game may be played by, by ruling and letter."""
    found: dict[str, Mapping[str, Choice]] = {}
    for ruling in map(Ruling, sorted(_asked(game), key=_number)):
        resettles = ruling in RESETTLES
        found[ruling] = {
            letter: Choice(resettles=resettles) if letter == "a" else Choice(_laid_out, resettles)
            for letter in ruling.readings
        }
    for ruling in map(Ruling, IN_ROUNDS):
        if ruling.concerns(game.document):
            found[ruling] = {letter: Choice(priced=False) for letter in ruling.readings}
    for each in REFERS & found.keys():
        found[each] = {**found[each], "b": Choice(_with_somebody_to_rule, priced=False)}
    return found


def _with_somebody_to_rule(game: "Baccarat") -> "Baccarat":
    """What is referred needs somebody who rules where the document is silent (R-12)."""
    if game.reads("R-12") == "b":
        each = next(ruling for ruling in sorted(REFERS) if game.reads(ruling) == "b")
        raise Refused("readings-contradict", each, ruling=each, reading="b", other="R-12", given="b")
    return game


def _number(ruling: str) -> int:
    return int(ruling.removeprefix("R-"))


def _laid_out(game: "Baccarat") -> "Baccarat":
    assert game.layout is not None
    return dataclasses.replace(game, wagers=game.layout(game.reads))


def _asked(game: "Baccarat") -> set[str]:
    """The rulings about its document that the layout of a game looks up, also once one of them is read otherwise."""
    asked: set[str] = set()
    layout = game.layout
    if layout is None:
        return asked

    def lay_out(ruling: str = "", letter: str = "") -> None:
        def letters(each: str) -> str:
            asked.add(each)
            return letter if each == ruling else declared_by(each)

        layout(letters)

    lay_out()
    for each in sorted(asked):
        for letter in Ruling(each).readings:
            lay_out(each, letter)
    return {each for each in asked if Ruling(each).concerns(game.document)}
