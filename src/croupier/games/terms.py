"""The terms of a round: which game, how many decks, what is offered, for how much. Each round is stamped with them."""

import re
from collections.abc import Iterable, Mapping
from typing import Self

import msgspec

from croupier.cards import Composition
from croupier.games.catalogue import declare, game, in_full, read_by
from croupier.games.game import Game
from croupier.games.readings import Readings
from croupier.money import cents, dollars
from croupier.refused import Refused, refuse_all
from croupier.words import Sentence

TERMS = re.compile(
    r"(?P<game>\S+) (?P<decks>\d+) decks(?: (?P<boxes>\d+) boxes)?(?: unit (?P<unit>\S+))?"
    r"(?: without (?P<without>\S+))?(?: mains (?P<mains>\d))?(?: one-box (?P<one_box>\S+))?"
    r"(?P<machine> machine-shuffled)?(?: warned (?P<warned>\S+))?"
    r"(?: rulings (?P<rulings>\S+))?(?: limits (?P<limits>.+))?"
)


class Limits(msgspec.Struct, frozen=True):
    """The least and the most that may be staked on one wager, in cents (R-03); no most where there is none."""

    minimum: int
    maximum: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text that `str` writes."""
        minimum, _, maximum = text.partition("..")
        return cls(cents(minimum), cents(maximum) if maximum else None)

    def __str__(self) -> str:
        return f"{dollars(self.minimum)}..{'' if self.maximum is None else dollars(self.maximum)}"

    @property
    def in_words(self) -> Sentence:
        """The limits as a person reads them.

        >>> print(Limits(5_00, 100_00).in_words, Limits(5_00).in_words, sep=", ")
        5.00 to 100.00, 5.00 or more
        """
        if self.maximum is None:
            return Sentence("limits-from", least=self.minimum)
        return Sentence("limits-between", least=self.minimum, most=self.maximum)


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a table announces to everybody before a bet is placed; all defects of the terms are refused at once.

    >>> Terms.of("tiger", decks=3, unit=40)
    Traceback (most recent call last):
    croupier.refused.Refused: tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)
    """

    game: str
    edition: str
    """The edition of the game's document."""
    readings: Readings
    """The readings in force, of every ruling about that document."""
    decks: int
    unit: int
    offered: tuple[str, ...]
    limits: dict[str, Limits] = {}
    boxes: int = 0
    """How many playing areas the table has, where the game is played on boxes."""
    mains: int = 3
    """How many main wagers a box may hold; a Pit Manager may lower it."""
    one_box: tuple[str, ...] = ()
    """Players restricted to one box by a Pit Manager."""
    hand_shuffled: bool = True
    """Whether the Dealer shuffles; a machine cannot shuffle the discards in the middle of a round (R-13)."""
    warned: tuple[str, ...] = ()
    """Players whose one wager under the minimum has been honoured at this table (R-04)."""
    variant: str | msgspec.UnsetType = msgspec.UNSET
    """The text of the file that declares the game, where one does: the round is read by it, whatever the file says
    later, and whoever reads it needs nothing else."""

    @classmethod
    def of(
        cls,
        name: str | Game,
        *,
        decks: int | None = None,
        unit: int | None = None,
        without: Iterable[str] = (),
        limits: dict[str, Limits] | None = None,
        boxes: int | None = None,
        mains: int = 3,
        one_box: Iterable[str] = (),
        hand_shuffled: bool = True,
        warned: Iterable[str] = (),
        rulings: Mapping[str, str] | None = None,
        edition: str | None = None,
    ) -> Self:
        """The usual terms of a game: its default decks, the smallest exact unit, every wager but those left out.

        `rulings` are readings that differ from the register's defaults, by ruling.
        """
        rules, left_out = game(name, rulings, edition), tuple(without)
        if unknown := [name for name in left_out if name not in rules.bets]:
            raise rules.not_offered(unknown[0])
        return cls(
            game=rules.name,
            edition=rules.edition,
            readings=rules.readings,
            decks=rules.default_decks if decks is None else decks,
            unit=rules.unit if unit is None else unit,
            offered=tuple(name for name in rules.bets if name not in left_out),
            limits=usual_limits(rules, left_out) if limits is None else limits,
            boxes=max(rules.boxes, default=0) if boxes is None else boxes,
            mains=mains,
            one_box=tuple(one_box),
            hand_shuffled=hand_shuffled,
            warned=tuple(warned),
        )

    def __str__(self) -> str:
        rules = self.rules
        name, *readings = in_full(rules).split(" ")
        words = [name, str(self.decks), "decks"]
        if self.boxes:
            words += [str(self.boxes), "boxes"]
        if self.unit != rules.unit:
            words += ["unit", dollars(self.unit)]
        if missing := [name for name in rules.bets if name not in self.offered]:
            words += ["without", ",".join(missing)]
        if self.mains != 3:
            words += ["mains", str(self.mains)]
        if self.one_box:
            words += ["one-box", ",".join(self.one_box)]
        if not self.hand_shuffled:
            words += ["machine-shuffled"]
        if self.warned:
            words += ["warned", ",".join(self.warned)]
        if readings:
            words += ["rulings", ",".join(readings)]
        if self.limits:
            words += ["limits", *(f"{wager} {limits}" for wager, limits in self.limits.items())]
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text that `str` writes.

        >>> limits = {"main": Limits(1000, 50000)}
        >>> terms = Terms.of("lucky-8", unit=500, boxes=5, rulings={"R-43": "bb+1"}, limits=limits)
        >>> str(terms)
        'lucky-8 8 decks 5 boxes unit 5.00 rulings R-43=b limits main 10.00..500.00'
        >>> Terms.parse(str(terms)) == terms
        True
        """
        match = TERMS.fullmatch(text)
        if not match:
            raise Refused("round-terms-unreadable", terms=text)
        rulings = re.findall(r"([^,=]+)=([^,=]+)", match["rulings"] or "")
        limits = re.findall(r"(\S+) (\S+)", match["limits"] or "")
        return cls.of(
            match["game"],
            decks=int(match["decks"]),
            unit=cents(match["unit"]) if match["unit"] else None,
            without=match["without"].split(",") if match["without"] else (),
            boxes=int(match["boxes"]) if match["boxes"] else None,
            mains=int(match["mains"] or 3),
            one_box=match["one_box"].split(",") if match["one_box"] else (),
            hand_shuffled=not match["machine"],
            warned=match["warned"].split(",") if match["warned"] else (),
            rulings=dict(rulings),
            limits={wager: Limits.parse(amounts) for wager, amounts in limits},
        )

    def __post_init__(self) -> None:
        if self.variant:
            declare(self.variant)
        origin = self.rules.origin
        text = origin.text if origin else msgspec.UNSET
        if self.variant not in (msgspec.UNSET, text):
            raise Refused("terms-of-other-text", game=self.game, edition=self.edition)
        msgspec.structs.force_setattr(self, "variant", text)
        refuse_all(list(self._defects()))
        in_order = tuple(name for name in self.rules.bets if name in self.offered)
        msgspec.structs.force_setattr(self, "offered", in_order)

    @property
    def rules(self) -> Game:
        """The game of these terms: that edition of it, under these readings."""
        return read_by(self.game, self.edition, self.readings)

    @property
    def in_full(self) -> str:
        """The name of the game with its edition and readings, by which `catalogue.game` knows it."""
        return in_full(self.rules)

    @property
    def shoe(self) -> Composition:
        """A full shoe."""
        return self.rules.shoe(self.decks)

    def limits_of(self, wager: str) -> Limits:
        """The limits of a wager: from the unit up where none are posted."""
        return self.limits.get(wager) or Limits(self.unit)

    def check_stake(self, wager: str, stake: int) -> None:
        """Refuse a wager that is not offered, and a stake that is off the unit or outside the limits (R-06)."""
        rules = self.rules
        if wager not in self.offered:
            if wager in rules.bets:
                raise Refused("wager-not-offered-here", rules.bets[wager].optional, wager=wager)
            raise rules.not_offered(wager)
        rules.check_stakes({wager: stake}, self.unit)
        limits = self.limits_of(wager)
        if stake < limits.minimum or (limits.maximum is not None and stake > limits.maximum):
            raise Refused(
                "stake-outside-posted-limits",
                rules.cite(rules.posts_limits),
                stake=stake,
                wager=wager,
                limits=limits.in_words,
                minimum=limits.minimum,
                maximum=limits.maximum,
            )

    def _defects(self) -> Iterable[Refused]:
        rules = self.rules
        for check, given in ((rules.check_decks, self.decks), (rules.check_unit, self.unit)):
            try:
                check(given)
            except Refused as defect:
                yield defect
        for wager in rules.bets.values():
            if wager.optional is None and wager.name not in self.offered:
                yield Refused("wager-cannot-be-omitted", wager.rows[0].clauses[0], game=self.game, wager=wager.name)
        for name in dict.fromkeys((*self.offered, *self.limits)):
            if name not in rules.bets:
                yield rules.not_offered(name)
        if self.boxes not in (rules.boxes or [0]):
            most = max(rules.boxes, default=0)
            allowed = (
                Sentence("game-box-range", game=self.game, least=rules.boxes.start, most=most)
                if most
                else Sentence("game-without-boxes", game=self.game)
            )
            yield Refused("allowed-not-given", "R-31", allowed=allowed, given=self.boxes)
        if not 1 <= self.mains <= 3:
            yield Refused("box-main-wagers-invalid", mains=self.mains)
        for name, limits in self.limits.items():
            yield from _limit_defects(name, limits, self.unit)


def usual_limits(rules: Game, left_out: Iterable[str]) -> dict[str, Limits]:
    """The limits that a game's own declaration gives its wagers."""
    return {wager: Limits(*amounts) for wager, amounts in rules.limits.items() if wager not in left_out}


def _limit_defects(wager: str, limits: Limits, unit: int) -> Iterable[Refused]:
    if limits.minimum < unit or (limits.maximum is not None and limits.maximum < limits.minimum):
        yield Refused("limits-allow-no-stake", "R-03", wager=wager, limits=limits)
    for amount in (limits.minimum, limits.maximum or 0):
        if amount % unit:
            yield Refused("limit-off-unit", "R-02", limit=amount, wager=wager, unit=unit)
