"""The training tables: one of every game, with a real shoe from which a Dealer deals."""

import msgspec

from croupier.drill.case import Case
from croupier.games.catalogue import GAMES
from croupier.games.terms import Limits
from croupier.house.configuration import Configuration

MIN_STAKE_CENTS, MAX_STAKE_CENTS = 500, 50_000
"""The limits of every wager at training tables."""


def tables() -> dict[str, Configuration]:
    """The configurations of the training tables, by game. Nothing needs a second person: a case says who acts.

    >>> str(tables()["lucky-8"].terms.limits_of("pair"))
    '5.00..500.00'
    """
    return {
        name: Configuration.of(
            name,
            run="dealer",
            cards="entered",
            limits={wager: Limits(MIN_STAKE_CENTS, MAX_STAKE_CENTS) for wager in game.bets},
        )
        for name, game in GAMES.items()
    }


def table_for(case: Case) -> Configuration:
    """The table's configuration for a case: if the shoe is to run out, the other cards are burned first.

    >>> from croupier.drill.case import cases
    >>> case = next(each for each in cases() if each.clause == "ebaccarat 5.3")
    >>> table_for(case).burn, table_for(case).terms.shoe.total
    (412, 416)
    """
    usual = tables()[case.game]
    if case.shoe is None:
        return usual
    return msgspec.structs.replace(usual, burn=usual.terms.shoe.total - case.shoe, cut=0)
