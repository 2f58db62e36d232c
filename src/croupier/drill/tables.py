"""The tables at which cases are practised: one of every game, with a real shoe that a Dealer deals from."""

import msgspec

from croupier.drill.case import Case
from croupier.games.catalogue import GAMES
from croupier.games.terms import Limits
from croupier.house.configuration import Configuration

MIN_STAKE_CENTS, MAX_STAKE_CENTS = 500, 50_000
"""Cents that may be staked on any wager there."""


def tables() -> dict[str, Configuration]:
    """Them, by the names of their games. Nothing takes two people there: a case says who acts.

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
    """Its table as a case needs it: where the shoe is to run out, the other cards are burned before the first round.

    >>> from croupier.drill.case import cases
    >>> case = next(each for each in cases() if each.clause == "ebaccarat 5.3")
    >>> table_for(case).burn, table_for(case).terms.shoe.total
    (412, 416)
    """
    usual = tables()[case.game]
    if case.shoe is None:
        return usual
    return msgspec.structs.replace(usual, burn=usual.terms.shoe.total - case.shoe, cut=0)
