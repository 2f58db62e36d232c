"""What a solver asks of a blackjack game, read off its declarations."""

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

from croupier.cards import Card
from croupier.games.blackjack.hand import Splitting
from croupier.games.blackjack.outcome import HIGH, LOW, Contest, DrawnCards
from croupier.games.blackjack.settlement import OriginalOnly
from croupier.games.blackjack.variants import HALF, Blackjack
from croupier.games.wager import Wager
from croupier.odds.blackjack.solver.hands import BLACKJACK, BUST, ENDS, KINDS, TEN, value_index

ACE = 0


@dataclasses.dataclass(frozen=True)
class Rules:
    """How hands are played and what the main wager makes of them, for a stake of one."""

    printed: Card | None
    opening: int
    """How many cards a player is dealt before the first decision."""
    main: Wager
    blackjacks: bool
    splitting: Splitting
    original_only: OriginalOnly = "obbo"
    surrender: frozenset[int] = frozenset()
    """Against which first cards of the Dealer a hand may be surrendered."""
    even_money: bool = False
    blackjack_at_once: bool = False
    """Whether a Blackjack is paid before the Dealer's second card unless the first is an Ace (R-45 b)."""
    reclaims: bool = False
    """Whether a Dealer Blackjack takes the other half of a surrendered wager too (R-48 b)."""
    bonus_doubled: int = 1
    """How often the bonus is paid where the wager was doubled (R-79)."""
    splits_again: bool = True
    """Whether a hand formed by a second split may be split too (R-55)."""
    each_hand: bool = False
    """Whether a Dealer Blackjack takes an original stake of every hand that lives (R-43 d)."""

    @classmethod
    def of(cls, game: Blackjack, original_only: OriginalOnly = "obbo") -> "Rules":
        """The rules of a game; surrender is open unless the Dealer may have Blackjack with an Ace.

        >>> from croupier.games.blackjack.variants import DUELING_8S, LUCKY_8
        >>> Rules.of(LUCKY_8).surrender == frozenset(range(1, 10)), Rules.of(DUELING_8S).ups
        (True, (7,))
        """
        return cls(
            game.printed,
            game.opening,
            game.by_name["main"],
            game.blackjacks,
            game.splitting,
            original_only,
            frozenset(range(len(KINDS))) - (frozenset([ACE]) if game.blackjacks else frozenset()),
            even_money=game.blackjacks,
        )

    @property
    def ups(self) -> tuple[int, ...]:
        """The values that the Dealer may show first: any, or that of the printed card alone."""
        return (value_index(self.printed),) if self.printed else tuple(range(len(KINDS)))

    def completes(self, up: int) -> int | None:
        """The value that makes Blackjack of the Dealer's first card."""
        return {ACE: TEN, TEN: ACE}.get(up) if self.blackjacks else None

    def pays(self, total: int) -> list[Fraction]:
        """What a hand standing on a total gets for each end of the Dealer's.

        >>> from croupier.games.blackjack.variants import LUCKY_8
        >>> [int(pay) for pay in Rules.of(LUCKY_8).pays(19)]
        [1, 1, 0, -1, -1, 1, -1]
        """
        return [self._net(total, end) for end in range(ENDS)]

    @cached_property
    def pay_table(self) -> list[list[Fraction]]:
        """The pays of every total that is not bust."""
        return [self.pays(total) for total in range(HIGH + 1)]

    def lost_to_blackjack(self, numbers: Callable[[Any], Any]) -> Any:
        """What a hand standing on each total loses of one stake to a Dealer Blackjack: all, unless 21 stands off."""
        return numbers([-pays[BLACKJACK] for pays in self.pay_table])

    def natural(self) -> list[Fraction]:
        """What a player's Blackjack gets for each end of the Dealer's."""
        return [self._net(HIGH, end, blackjack=True) for end in range(ENDS)]

    def bonus(self, ranks: str, spades: bool) -> Fraction:
        """What is paid on top for the first two cards drawn to a hand."""
        seen = DrawnCards(ranks, spades)
        return next(
            (Fraction(row.pays.num, row.pays.den) for row in self.main.extras if row.pays and row.when(seen)),
            Fraction(),
        )

    @property
    def folded(self) -> Fraction:
        """What a surrendered wager gets."""
        return -Fraction(HALF.num, HALF.den)

    def _net(self, total: int, end: int, blackjack: bool = False) -> Fraction:
        dealer = HIGH + 1 if end == BUST else HIGH if end == BLACKJACK else LOW + end
        match = self.main.match(Contest(total, blackjack, dealer, end == BLACKJACK))
        return Fraction(-1) if match.pays is None else Fraction(match.pays.num, match.pays.den)
