"""The readings that the blackjack games may be played by.

What a reading makes of a side wager is declared with it (`wagers`), what it makes of a round with its rules, which
look its letter up (`Game.reads`). Here is which letters each game may be played by: a table for every ruling.
"""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.cards import NO_TENS_NO_8S
from croupier.games.game import Choice
from croupier.games.readings import declared_by
from croupier.refused import Refused

if TYPE_CHECKING:
    from croupier.games.blackjack.variants import Blackjack

Choices = Mapping[str, Mapping[str, Choice]]


def _declared_anew(game: "Blackjack") -> "Blackjack":
    """The side wagers, declared by the readings in force."""
    assert game.sides is not None
    before = {wager.name for wager in game.sides(declared_by)}
    others = tuple(wager for wager in game.wagers if wager.name not in before)
    return dataclasses.replace(game, wagers=(*others, *game.sides(game.reads)))


def _lost_to_blackjack(game: "Blackjack") -> "Blackjack":
    """A side wager that is lost to a Dealer Blackjack needs a Dealer who draws for it (R-92 b, R-52)."""
    if game.reads("R-52") == "b":
        raise Refused("readings-contradict", "R-92", ruling="R-92", reading="b", other="R-52", given="b")
    return _declared_anew(game)


def _without_printed(game: "Blackjack") -> "Blackjack":
    """The packs without the card that is printed on the layout (R-70 b)."""
    return dataclasses.replace(game, deck=NO_TENS_NO_8S)


def _of_wagers(letters: str, *, resettles: bool = True) -> Mapping[str, Choice]:
    """Readings of what side wagers win by."""
    return {
        letter: Choice(resettles=resettles) if letter == declared_by("") else Choice(_declared_anew, resettles)
        for letter in letters
    }


def _of_rounds(letters: str, *, resettles: bool = False) -> Mapping[str, Choice]:
    """Readings that rounds look up themselves."""
    return dict.fromkeys(letters, Choice(resettles=resettles))


def _anywhere(game: "Blackjack") -> "Blackjack":
    """8s that count wherever they lie (R-71 c) are in no row, so none of them are in a row of Spades (R-72 b)."""
    if game.reads("R-72") == "b":
        raise Refused("readings-contradict", "R-71", ruling="R-71", reading="c", other="R-72", given="b")
    return _declared_anew(game)


def _lost_with_the_hand(game: "Blackjack") -> "Blackjack":
    """Side wagers that are lost with a surrendered hand, by a Dealer who draws for the others (R-51 b, R-52)."""
    if game.reads("R-52") == "b":
        raise Refused("readings-contradict", "R-51", ruling="R-51", reading="b", other="R-52", given="b")
    return game


ON_SURRENDER: Choices = {"R-51": {"a": Choice(), "b": Choice(_lost_with_the_hand)}}
PAIRS: Choices = {"R-63": _of_wagers("ab")}
COMBINATIONS: Choices = {"R-64": _of_wagers("ab")}
PRINTED: Choices = {"R-70": {"a": Choice(), "b": Choice(_without_printed)}}
RUN_OF_EIGHTS: Choices = {
    "R-71": {**_of_wagers("ab"), "c": Choice(_anywhere, resettles=True)},
    "R-72": _of_rounds("ab", resettles=True),
}
BUST_EIGHTS: Choices = {"R-73": _of_rounds("ab", resettles=True)}
FOLDED_EIGHTS: Choices = {"R-74": _of_rounds("ab", resettles=True)}
# A tie that is frozen may wait for cards of the Dealer's that were not drawn, so a finished round may lack them.
FOLDED_TIE: Choices = {"R-75": _of_wagers("abc", resettles=False)}
DEALERS_CARDS: Choices = {"R-78": _of_wagers("ab")}
BONUS: Choices = {"R-79": _of_rounds("abc", resettles=True)}
KINGS_BOUNTY: Choices = {
    "R-89": _of_wagers("ab"),
    "R-90": _of_wagers("ab"),
    # The Dealer's second card may be needed by one reading and not by the other.
    "R-91": _of_wagers("ab", resettles=False),
}
DEALER_BLACKJACK: Choices = {"R-92": {"a": Choice(), "b": Choice(_lost_to_blackjack)}}

LUCKY_8: Choices = {**ON_SURRENDER, **PAIRS, **COMBINATIONS}
E_BLACKJACK: Choices = {**ON_SURRENDER, **PAIRS, **KINGS_BOUNTY, **DEALER_BLACKJACK}
DUELING_8S: Choices = {
    **ON_SURRENDER,
    **PRINTED,
    **RUN_OF_EIGHTS,
    **BUST_EIGHTS,
    **FOLDED_EIGHTS,
    **FOLDED_TIE,
    **DEALERS_CARDS,
    **BONUS,
}
