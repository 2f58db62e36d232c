"""The terms of a round: which game, how many decks, what is offered, for how much. Each round is stamped with them."""

from collections.abc import Iterable
from typing import Self

import msgspec

from croupier.cards import Composition
from croupier.games.baccarat.variants import Baccarat
from croupier.games.catalogue import game
from croupier.money import dollars
from croupier.refused import Refused, refuse_all


class Limits(msgspec.Struct, frozen=True):
    """The least and the most that may be staked on one wager, in cents (R-03); no most where there is none."""

    minimum: int
    maximum: int | None = None

    def __str__(self) -> str:
        return f"{dollars(self.minimum)}..{'' if self.maximum is None else dollars(self.maximum)}"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a table agrees on with everybody before a bet is placed; what cannot hold is refused, all defects at once.

    >>> Terms.of("tiger", decks=3, unit=40)
    Traceback (most recent call last):
    croupier.refused.Refused: tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)
    """

    game: str
    decks: int
    unit: int
    offered: tuple[str, ...]
    limits: dict[str, Limits] = {}

    @classmethod
    def of(
        cls,
        name: str,
        *,
        decks: int | None = None,
        unit: int | None = None,
        without: Iterable[str] = (),
        limits: dict[str, Limits] | None = None,
    ) -> Self:
        """The usual terms of a game: its default decks, the smallest exact unit, every wager but those left out."""
        rules, left_out = game(name), set(without)
        if unknown := left_out - rules.by_name.keys():
            raise rules.not_offered(unknown.pop())
        return cls(
            game=name,
            decks=rules.default_decks if decks is None else decks,
            unit=rules.unit if unit is None else unit,
            offered=tuple(wager.name for wager in rules.wagers if wager.name not in left_out),
            limits=limits or {},
        )

    def __post_init__(self) -> None:
        refuse_all(list(self._defects()))

    @property
    def rules(self) -> Baccarat:
        """The game itself."""
        return game(self.game)

    @property
    def shoe(self) -> Composition:
        """A full shoe."""
        return self.rules.shoe(self.decks)

    def limits_of(self, wager: str) -> Limits:
        """What may be staked on a wager: any multiple of the unit where nothing is posted."""
        return self.limits.get(wager) or Limits(self.unit)

    def check_stake(self, wager: str, stake: int) -> None:
        """Refuse a wager that is not offered, and a stake that is off the unit or outside the limits (R-06)."""
        rules = self.rules
        if wager not in self.offered:
            if wager in rules.by_name:
                raise Refused(f"this table does not offer {wager}", rules.by_name[wager].optional)
            raise rules.not_offered(wager)
        rules.check_stakes({wager: stake}, self.unit)
        limits = self.limits_of(wager)
        if stake < limits.minimum or (limits.maximum is not None and stake > limits.maximum):
            raise Refused(f"{dollars(stake)} on {wager} is outside the posted limits {limits}", rules.wagers[0].area)

    def _defects(self) -> Iterable[Refused]:
        rules = self.rules
        for check, given in ((rules.check_decks, self.decks), (rules.check_unit, self.unit)):
            try:
                check(given)
            except Refused as defect:
                yield defect
        for wager in rules.wagers:
            if wager.optional is None and wager.name not in self.offered:
                yield Refused(f"{self.game} cannot leave out {wager.name}", wager.rows[0].clauses[0])
        for name in {*self.offered, *self.limits} - rules.by_name.keys():
            yield rules.not_offered(name)
        for name, limits in self.limits.items():
            yield from _limit_defects(name, limits, self.unit)


def _limit_defects(wager: str, limits: Limits, unit: int) -> Iterable[Refused]:
    if limits.minimum < unit or (limits.maximum is not None and limits.maximum < limits.minimum):
        yield Refused(f"the limits of {wager} allow no stake: {limits}", "R-03")
    for amount in (limits.minimum, limits.maximum or 0):
        if amount % unit:
            yield Refused(
                f"the limit {dollars(amount)} of {wager} is not a multiple of the unit {dollars(unit)}", "R-02"
            )
