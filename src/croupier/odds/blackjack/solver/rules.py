"""The rules that the solver needs of a blackjack game, derived from its declarations."""

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

from croupier.cards import Card
from croupier.games.blackjack.hand import Splitting
from croupier.games.blackjack.outcome import HIGH, LOW, Contest, DrawnCards
from croupier.games.blackjack.variants import HALF, Blackjack, OriginalOnly
from croupier.games.wager import Wager
from croupier.odds.blackjack.solver.hands import BLACKJACK, BUST, ENDS, KINDS, TEN, value_index

ACE = 0


@dataclasses.dataclass(frozen=True)
class Rules:
    """How hands are played and what the main wager pays, for a stake of one."""

    printed: Card | None
    opening: int
    """The number of cards dealt to a player before the first decision."""
    main: Wager
    blackjacks: bool
    splitting: Splitting
    original_only: OriginalOnly = "obbo"
    surrender: frozenset[int] = frozenset()
    """The up cards of the Dealer against which a hand may be surrendered."""
    even_money: frozenset[int] = frozenset()
    """The up cards of the Dealer against which even money is offered."""
    at_once: frozenset[int] = frozenset()
    """The up cards of the Dealer against which a Blackjack is paid whatever is drawn to them (R-45)."""
    reclaims: bool = False
    """Whether a Dealer Blackjack takes the other half of a surrendered wager too (R-48)."""
    hits_soft_17: bool = False
    """Whether the Dealer draws to a soft 17."""
    bonus_doubled: int = 1
    """The multiple of the bonus that is paid where the wager was doubled (R-79)."""

    @classmethod
    def of(cls, game: Blackjack) -> "Rules":
        """The rules of a game; surrender is allowed except against an Ace that may become Blackjack.

        >>> from croupier.games.blackjack.variants import OriginalOnly, DUELING_8S, LUCKY_8
        >>> Rules.of(LUCKY_8).surrender == frozenset(range(1, 10)), Rules.of(DUELING_8S).ups
        (True, (7,))
        """
        return cls(
            game.printed,
            game.opening,
            game.by_name["main"],
            game.blackjacks,
            game.splitting,
            game.original_only,
            surrender=_against(game.surrenders),
            even_money=_against(game.pays_even_money),
            at_once=_against(game.pays_at_once) if game.blackjacks else frozenset(),
            reclaims=game.surrender_reclaimed,
            bonus_doubled=game.bonus_doubled,
            hits_soft_17=game.hits_soft_17,
        )

    @property
    def ups(self) -> tuple[int, ...]:
        """The possible values of the Dealer's up card: any, or that of the printed card only."""
        return (value_index(self.printed),) if self.printed else tuple(range(len(KINDS)))

    def completes(self, up: int) -> int | None:
        """The value that completes the up card to Blackjack, if any."""
        return {ACE: TEN, TEN: ACE}.get(up) if self.blackjacks else None

    @property
    def stakes_lost_doubled(self) -> int:
        """How many stakes a doubled hand that is not bust loses to a Dealer Blackjack."""
        return 2 if self.original_only == "all" else 1

    def pays(self, total: int) -> list[Fraction]:
        """The net win of a hand standing on a total, by result of the Dealer.

        >>> from croupier.games.blackjack.variants import OriginalOnly, LUCKY_8
        >>> [int(pay) for pay in Rules.of(LUCKY_8).pays(19)]
        [1, 1, 0, -1, -1, 1, -1]
        """
        return [self._net(total, end) for end in range(ENDS)]

    @cached_property
    def pay_table(self) -> list[list[Fraction]]:
        """`pays` for every total that is not bust."""
        return [self.pays(total) for total in range(HIGH + 1)]

    def lost_to_blackjack(self, numbers: Callable[[Any], Any]) -> Any:
        """The loss of one stake to a Dealer Blackjack, by total of the hand: all of it, unless 21 stands off."""
        return numbers([-pays[BLACKJACK] for pays in self.pay_table])

    def natural(self) -> list[Fraction]:
        """The net win of a player's Blackjack, by result of the Dealer."""
        return [self._net(HIGH, end, blackjack=True) for end in range(ENDS)]

    def bonus(self, ranks: str, spades: bool) -> Fraction:
        """The bonus for the first two cards drawn to a hand, zero for none."""
        drawn_cards = DrawnCards(ranks, spades)
        return next(
            (Fraction(row.pays.num, row.pays.den) for row in self.main.extras if row.pays and row.when(drawn_cards)),
            Fraction(),
        )

    @property
    def folded(self) -> Fraction:
        """The net win of a surrendered wager."""
        return -Fraction(HALF.num, HALF.den)

    def _net(self, total: int, end: int, blackjack: bool = False) -> Fraction:
        dealer = HIGH + 1 if end == BUST else HIGH if end == BLACKJACK else LOW + end
        match = self.main.match(Contest(total, blackjack, dealer, end == BLACKJACK))
        return Fraction(-1) if match.pays is None else Fraction(match.pays.num, match.pays.den)


def _against(offered: Callable[[Card], bool]) -> frozenset[int]:
    """The values of the up cards against which something is offered."""
    return frozenset(value for value, card in enumerate(KINDS) if offered(card))
