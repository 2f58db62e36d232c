"""Plays blackjack rounds at random by nothing but what `expects` offers, for the tests."""

from collections.abc import Sequence
from typing import Any, Protocol

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.round import Expected
from croupier.games.terms import Terms


class Chance(Protocol):
    """Where choices come from: `random.Random`, or Hypothesis."""

    def choice(self, among: Sequence[Any]) -> Any: ...
    def randint(self, low: int, high: int) -> int: ...


PEOPLE = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
STRANGERS = tuple(f"Guest{number}" for number in range(100))
"""Who places what none of the people may."""


def command(expected: Expected, terms: Terms, chance: Chance, next_card: Card) -> m.AnyCommand:
    """A command that the expectation allows, everything that it leaves open chosen at random."""
    among = [name for name in expected.bettors or PEOPLE if name not in expected.not_for]
    bettor = chance.choice(among) if among else next(name for name in STRANGERS if name not in expected.not_for)
    box = expected.box or 1
    match expected.command:
        case "place-wager":
            wager = chance.choice(expected.wagers)
            stake = _between(expected, terms.unit, chance) or _stake(terms, wager, chance)
            return m.PlaceWager(bettor=bettor, box=box, wager=wager, stake=stake)
        case "withdraw-wager":
            wagers = expected.wagers or ("main",)
            return m.WithdrawWager(bettor=bettor, box=box, wager=wagers[0])
        case "take-seat":
            return m.TakeSeat(bettor=bettor, box=box)
        case "leave-seat":
            return m.LeaveSeat(bettor=bettor, box=box)
        case "arrange-box":
            order = list(expected.bettors or ())
            return m.ArrangeBox(box=box, order=tuple(reversed(order)))
        case "agree-spot":
            return m.AgreeSpot(box=box, wager=expected.wagers[0], bettor=bettor, owner=expected.owner)
        case "deal-card":
            return m.DealCard(card=next_card)
        case "surrender":
            return m.Surrender(bettor=bettor, box=box)
        case "insure":
            return m.Insure(bettor=bettor, box=box, owner=expected.owner, stake=_between(expected, terms.unit, chance))
        case "take-even-money":
            return m.TakeEvenMoney(bettor=bettor, box=box)
        case "decide":
            action = chance.choice(expected.options)
            less = terms.game != "e-blackjack" and action == "double"
            amount = _added(expected, terms, chance) if less else None
            return m.Decide(bettor=bettor, box=box, action=action, amount=amount)
        case "double-too":
            return m.DoubleToo(bettor=bettor, box=box, amount=_added(expected, terms, chance))
        case "match-split":
            return m.MatchSplit(bettor=bettor, box=box)
        case "place-tie":
            stake = _between(expected, terms.unit, chance) or _stake(terms, "tie-on-18", chance)
            return m.PlaceTie(bettor=bettor, box=box, hand=int(expected.hand or 0), stake=stake)
        case "declare-absent":
            return m.DeclareAbsent(bettor=bettor, box=box)
        case "take-back-card":
            return m.TakeBackCard(card=Card(expected.options[0]))
        case "lose-terminal":
            return m.LoseTerminal(bettor=bettor)
        case "find-terminal":
            return m.FindTerminal(bettor=bettor)
        case "void-round":
            return m.VoidRound(clause=terms.rules.clause("5.1.1"))
        case plain:
            return PLAIN[plain]


PLAIN: dict[str, m.AnyCommand] = {
    "close-bets": m.CloseBets(),
    "confirm-deal": m.ConfirmDeal(),
    "close-offers": m.CloseOffers(),
    "close-decisions": m.CloseDecisions(),
    "remove-cutting-card": m.RemoveCuttingCard(),
    "settle": m.Settle(),
}


def _stake(terms: Terms, wager: str, chance: Chance) -> int:
    limits = terms.limits_of(wager)
    most = limits.maximum or limits.minimum + 50 * terms.unit
    return terms.unit * chance.randint(limits.minimum // terms.unit, most // terms.unit)


def _added(expected: Expected, terms: Terms, chance: Chance) -> int | None:
    """What a double adds; the least where only some amounts are exact, since that one is (R-44)."""
    return expected.least if terms.rules.reads("R-44") == "b" else _between(expected, terms.unit, chance)


def _between(expected: Expected, unit: int, chance: Chance) -> int | None:
    if expected.least is None or expected.most is None:
        return None
    return unit * chance.randint(-(-expected.least // unit), expected.most // unit)
