"""Simulated players for demonstrations and tests: they choose at random, with simple rules, among the offers."""

import random
from collections.abc import Callable
from typing import Any

from croupier.games.round import Expected, Role, encode
from croupier.games.terms import Terms
from croupier.house.table.state import State

ACTING_SHARE = 0.7
"""Probability that a player with an offer acts on it, each time that `wish` is called."""


class SimulatedPlayer:
    """A simulated player at a terminal.

    >>> from croupier.house.configuration import Configuration
    >>> SimulatedPlayer("T1", random.Random(1)).wish(State(name="B1", coming=Configuration.of("tiger")), 10_000) is None
    True
    """

    def __init__(self, name: str, chance: random.Random, most: int = 20) -> None:
        self.name, self.chance, self.most = name, chance, most
        """Most units of one stake."""

    def wish(self, state: State, purse: int, expected: list[Expected] | None = None) -> bytes | None:
        """The command to send now, or None. `purse` is cents to spend; `expected` saves computing the offers again."""
        round = state.round
        if round is None or state.over or state.held:
            return None
        offers = [each for each in (state.expects() if expected is None else expected) if self._mine(each)]
        if not offers or self.chance.random() > ACTING_SHARE:
            return None
        offer = self.chance.choice(offers)
        wish = WISHES.get(offer.command)
        fields = wish(self, offer, state, purse) if wish else None
        if fields is None:
            return None
        box = {} if offer.box is None else {"box": offer.box}
        return encode({"command": offer.command, "bettor": self.name, **box, **fields})

    def _mine(self, offer: Expected) -> bool:
        mine = offer.bettors is None or self.name in offer.bettors
        return offer.by is Role.PLAYER and mine and self.name not in offer.not_for

    def stake(self, terms: Terms, wager: str, purse: int) -> int | None:
        """A random stake in cents, within the limits and the purse; None where there is none."""
        limits, unit = terms.limits_of(wager), terms.unit
        most = min(purse, limits.minimum + self.most * unit, limits.maximum or purse) // unit
        least = -(-limits.minimum // unit)
        return None if most < least else unit * self.chance.randint(least, most)


Fields = dict[str, Any] | None


def _bet(player: SimulatedPlayer, offer: Expected, state: State, purse: int) -> Fields:
    assert state.round is not None
    wager = player.chance.choice(offer.wagers)
    stake = player.stake(state.round.terms, wager, purse)
    return None if stake is None else {"wager": wager, "stake": stake}


def _withdraw(player: SimulatedPlayer, offer: Expected, state: State, _: int) -> Fields:
    assert state.round is not None
    if player.chance.random() > 0.1:
        return None
    held = [name.partition(" on ")[0] for name in state.round.wagers().get(player.name, {})]
    wagers = [wager for wager in offer.wagers or held if wager in held]
    return {"wager": player.chance.choice(wagers)} if wagers else None


def _decide(player: SimulatedPlayer, offer: Expected, state: State, purse: int) -> Fields:
    assert state.round is not None
    total = state.family.playing_total(state.round, player.name)
    options = [each for each in offer.options if each not in ("double", "split") or purse >= _original(state, player)]
    if total is None or not options:
        return None
    if "split" in options and player.chance.random() < 0.6:
        return {"action": "split"}
    if "double" in options and 9 <= total <= 11:
        return {"action": "double"}
    return {"action": "stand" if total >= 17 or (total >= 13 and player.chance.random() < 0.5) else "hit"}


def _seldom(share: float, fields: Callable[[Expected, State], Fields]) -> Callable[..., Fields]:
    return lambda player, offer, state, purse: (
        fields(offer, state)
        if player.chance.random() < share and purse >= (offer.least or 0) + _original(state, player)
        else None
    )


def _original(state: State, player: SimulatedPlayer) -> int:
    """Most cents that a double or a split may cost."""
    return 0 if state.round is None else state.family.addition(state.round, player.name)


def _tie(player: SimulatedPlayer, _offer: Expected, state: State, purse: int) -> Fields:
    assert state.round is not None
    stake = player.stake(state.round.terms, "tie-on-18", purse)
    return None if stake is None else {"stake": stake, "hand": int(_offer.hand or 0)}


WISHES: dict[str, Callable[..., Fields]] = {
    "place-wager": _bet,
    "withdraw-wager": _withdraw,
    "decide": _decide,
    "take-seat": _seldom(0.3, lambda offer, state: {}),
    "leave-seat": _seldom(0.02, lambda offer, state: {}),
    "surrender": _seldom(0.1, lambda offer, state: {}),
    "insure": _seldom(0.3, lambda offer, state: {"owner": offer.owner} if offer.owner else {}),
    "take-even-money": _seldom(0.4, lambda offer, state: {}),
    "double-too": _seldom(0.5, lambda offer, state: {}),
    "match-split": _seldom(0.7, lambda offer, state: {}),
    "place-tie": _tie,
    "withdraw-all": _seldom(0.3, lambda offer, state: {}),
}
"""The reaction to each offered command: the fields to send, or None to let it pass."""
