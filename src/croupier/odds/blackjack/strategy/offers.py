"""The offers against an Ace, insurance and even money, and the hands that should take them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.games.blackjack.variants import Blackjack
from croupier.odds.blackjack import depends_on_play
from croupier.odds.blackjack.solver.against import Against
from croupier.odds.blackjack.solver.hands import TEN
from croupier.odds.blackjack.solver.rules import ACE
from croupier.odds.blackjack.solver.sides import SecondCard
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.blackjack.strategy.sheet import cards_of
from croupier.odds.result import Number


class AceOffer(NamedTuple):
    """An offer, and the gain in expected value of taking it over declining, by the two cards held."""

    name: str
    gains: dict[str, Number]

    @property
    def taken(self) -> list[str]:
        """The hands that should take it."""
        return [cards for cards, gain in self.gains.items() if gain > 0]

    @property
    def words(self) -> str:
        """A sentence on when to take it."""
        best = max(self.gains.values())
        if not self.taken:
            return f"{self.name}: never; at best it costs {-float(best):.2%} ({_most(self.gains)})"
        if len(self.taken) == len(self.gains):
            return f"{self.name}: always; it wins at least {float(min(self.gains.values())):.2%}"
        return (
            f"{self.name}: only with {', '.join(self.taken)}; at best it wins {float(best):.2%} ({_most(self.gains)})"
        )


def offers(game: Blackjack, solution: Solution) -> list[AceOffer]:
    """The offers against an Ace; empty where the shoe has none or the game has no insurance.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> from croupier.odds.blackjack.played import solved
    >>> from croupier.odds.blackjack.solver.rules import Rules
    >>> from croupier.odds.tally import counts
    >>> for offer in offers(LUCKY_8, solved(Rules.of(LUCKY_8), tuple(counts(LUCKY_8.shoe())))):
    ...     print(offer.words)
    insurance: never; at best it costs 7.02% (A A)
    even money: never; at best it costs 3.87% (A T)
    """
    if "insurance" not in game.by_name or ACE not in solution.against:
        return []
    against = solution.against[ACE]
    left = [int(number) + (value == ACE) for value, number in enumerate(against.left)]
    hands = {cards_of(against.hands.counts[each.hand]): each.hand for each in against.openings}
    insurance: dict[str, Number] = {
        cards: insured(game, left, _values(against, hand), against)
        for cards, hand in hands.items()
        if not against.natural(hand)
    }
    even = {cards: 1 - against.natural_worth(hand) for cards, hand in hands.items() if against.natural(hand)}
    offered = even and ACE in against.rules.even_money
    return [AceOffer("insurance", insurance), *([AceOffer("even money", even)] if offered else [])]


def insured(game: Blackjack, left: Sequence[int], values: Iterable[int], against: Against | None = None) -> Number:
    """The expected value of a unit of insurance with these cards held; `left` includes them and the Dealer's Ace.

    By the readings under which it depends on how the hand is played, this is by the best play for the main wager.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> insured(LUCKY_8, (4, 4, 4, 4, 4, 4, 4, 4, 4, 16), [8, 6])
    Fraction(-1, 49)
    """
    held = [*values]
    wager = game.by_name["insurance"]
    pays = wager.rows[0].pays
    assert pays
    ten: Number = Fraction(left[TEN] - held.count(TEN), sum(left) - len(held) - 1)
    if against is not None and depends_on_play(game, wager):
        opening = next(each for each in against.openings if each.hand == against.hands.of(*held))
        ten = SecondCard(game, against, against.by_hand).completes(opening, dies=game.insurance_dies)
    return ten * (Fraction(pays.num, pays.den) + 1) - 1


def _values(against: Against, hand: int) -> list[int]:
    return [value for value, number in enumerate(against.hands.counts[hand]) for _ in range(number)]


def _most(gains: dict[str, Number]) -> str:
    return max(gains, key=lambda cards: gains[cards])
