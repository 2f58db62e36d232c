"""A recorded round, step by step: what happened, by which clauses, what money moved, and what everybody saw then."""

from collections.abc import Iterator, Sequence

import msgspec

from croupier.games.family import Round, ToldLine
from croupier.games.round import OVER, Expected, Phase
from croupier.house.events import ROUND, CardBurned, CardDrawn, RoundBegun, ShoeOpened, read_house
from croupier.house.ledger import Posting, terminal
from croupier.house.recall.result import said, settled_lines, written
from croupier.house.recall.words import clauses, moved, put_right, told, told_to
from croupier.house.retold import Retold, Tables, kept_of, shoe_of
from croupier.house.roads import Mark, marks
from croupier.house.roles import HouseRole
from croupier.house.shoe import Commitment, Drawn
from croupier.house.store.records import Records
from croupier.house.views import Beside, View, view
from croupier.money import dollars
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

ANNOUNCED = {"round:bets-opened": Sentence("place-your-bets"), "round:bets-closed": Sentence("no-more-bets")}
LEFT = ("card-drawn", "card-burned")


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened in a round."""

    step: int
    version: int
    """Of the table's stream."""
    position: int
    at: int
    kind: str
    actor: str
    said: str
    """In people's words."""
    clauses: tuple[Citation, ...]
    phase: Phase
    """Of the round after it."""
    money: tuple[str, ...]
    """What it moved, in people's words."""
    postings: tuple[Posting, ...]


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was played."""

    table: str
    round: int
    game: str
    shoe: str
    dealer: str
    began: int
    phase: Phase
    said: str
    hash: str
    """Of its last event, in the chain."""
    steps: tuple[Step, ...]
    net: dict[str, int]
    """What everybody was up or down in the end, in cents."""
    lines: tuple[ToldLine, ...]


class Viewer(msgspec.Struct, frozen=True):
    """As whom somebody looks: in a role, a player from their own seat."""

    role: HouseRole
    seat: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Viewer":
        """A viewer as people write it.

        >>> Viewer.parse("player:T1"), Viewer.parse("pit-manager").role
        (Viewer(role=<HouseRole.PLAYER: 'player'>, seat='T1'), <HouseRole.PIT_MANAGER: 'pit-manager'>)
        """
        name, _, seat = text.partition(":")
        try:
            role = HouseRole(name)
        except ValueError:
            raise Refused("viewer-unknown", viewer=text[:80], roles=tuple(HouseRole)) from None
        if (role is HouseRole.PLAYER) != bool(seat):
            raise Refused("viewer-seat-mismatch")
        return cls(role, seat or None)

    def __str__(self) -> str:
        return f"{self.role}:{self.seat}" if self.seat else str(self.role)


class Replay:
    """One recorded round."""

    def __init__(self, records: Records, table: str, number: int) -> None:
        self._records, self.table, self.number = records, table, number
        self.kept = kept_of(records, table, number)
        """Everything that was kept at the table from its beginning to its end."""
        self._told = list(self._retold())
        self.playing = self._told[-1].playing
        self._commitment, self._gone = self._shoe()

    @property
    def round(self) -> Round:
        """The round in the end."""
        return self._told[-1].after

    @property
    def bettors(self) -> list[str]:
        """Everybody who had a wager in it at any time."""
        named = {getattr(event, "bettor", None) for each in self._told for event in each.events}
        return sorted(name for name in named if name)

    def about(self, step: int) -> str | None:
        """Whose doing a step was, or whom it was done for."""
        found: str | None = getattr(self._told[step - 1].event, "bettor", None)
        return found

    @property
    def commitment(self) -> Commitment | None:
        """What was published of its shoe, where that is a virtual one."""
        return self._commitment

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """The cards that left the shoe for it, with their proofs."""
        return tuple(each for _, each in self._drawn())

    def recalled(self, seat: str | None = None) -> Recalled:
        """All of it; or for a player what they may see of it afterwards: the table, and what was their own."""
        playing, round = self.playing, self.round
        net = round.nets() if self._over else {}
        return Recalled(
            table=self.table,
            round=self.number,
            game=playing.game,
            shoe=playing.shoe,
            dealer=playing.dealer if seat is None else "",
            began=playing.at,
            phase=round.phase,
            said=said(round),
            hash=self.kept[-1].event.hash.hex(),
            steps=tuple(self.steps(seat)),
            net={name: cents for name, cents in net.items() if seat in (None, name)},
            lines=tuple(_lines(round, seat)),
        )

    def steps(self, seat: str | None = None) -> Iterator[Step]:
        """What happened, one thing after the other; to a player nothing that another did."""
        by_version = {each.event.version: each for each in self.kept}
        for number, each in enumerate(self._told, 1):
            kept = by_version[each.kept.version]
            words = _words(each, seat)
            if words is None:
                continue
            own = None if seat is None else terminal(seat)
            postings = tuple(one for one in kept.postings if own in (None, one.source, one.destination))
            expected = [] if each.before is None else self.playing.family.expects(each.before)
            # A correction of what was settled moves money by the lines that come out of it.
            lines = _lines(each.after, seat) if each.after.phase in OVER else []
            yield Step(
                step=number,
                version=kept.event.version,
                position=kept.event.position,
                at=kept.event.at,
                kind=kept.event.kind.removeprefix(ROUND),
                actor=kept.event.actor if own in (None, kept.event.actor) else "",
                said=words,
                clauses=_clauses(each, expected, lines),
                phase=each.after.phase,
                money=tuple(map(moved, postings)),
                postings=postings,
            )

    def view(self, step: int, viewer: Viewer, marks: Sequence[Mark] = ()) -> View:
        """What somebody saw after that step; the roads as the earlier rounds of the shoe leave them.

        Timers are not kept, and are not in it.
        """
        if not 1 <= step <= len(self._told):
            raise Refused("step-out-of-range", round=self.number, table=self.table, steps=len(self._told), step=step)
        each = self._told[step - 1]
        balance = None
        if viewer.seat is not None:
            balance = self._records.balance_after(terminal(viewer.seat), each.kept.position)
        announced = [ANNOUNCED[one.kept.kind] for one in self._told[:step] if one.kept.kind in ANNOUNCED]
        out = [drawn for version, drawn in self._drawn() if version <= each.kept.version]
        beside = Beside(
            table=self.table,
            number=self.number,
            version=each.kept.version,
            said=announced[-1] if announced else "",
            shoe=self._commitment,
            left=self._left(out),
            drawn=tuple(out),
            marks=tuple(marks),
        )
        return view(each.after, viewer.role, viewer.seat, beside, balance)

    @property
    def _over(self) -> bool:
        return self.round.phase in OVER

    def _retold(self) -> Iterator[Retold]:
        tables = Tables(self._records)
        told = (tables.see(each.event) for each in self.kept)
        # While it was played, an earlier one may have been put right.
        return (each for each in told if each is not None and each.playing.number == self.number)

    def _drawn(self) -> Iterator[tuple[int, Drawn]]:
        for each in self.kept:
            if each.event.kind == "card-drawn":
                event = read_house(each.event.body)
                assert isinstance(event, CardDrawn)
                yield each.event.version, event.drawn

    def _shoe(self) -> tuple[Commitment | None, int]:
        """The virtual shoe that it was begun with, and how many cards had left it."""
        stream, first = f"table:{self.table}", self.kept[0].event.version
        opened = shoe_of(self._records, self.table, self.playing.shoe, first)
        event = read_house(opened.body) if opened is not None else None
        if opened is None or not isinstance(event, ShoeOpened):
            return None, 0
        last = self._records.last(stream, LEFT, before=first)
        if last is None or last.version < opened.version:
            return event.commitment, 0
        left = read_house(last.body)
        assert isinstance(left, CardDrawn | CardBurned)
        return event.commitment, 1 + (left.drawn.index if isinstance(left, CardDrawn) else left.index)

    def _left(self, out: Sequence[Drawn]) -> int | None:
        if self._commitment is None:
            return None
        return self._commitment.size - (out[-1].index + 1 if out else self._gone)


def _words(told_of: Retold, seat: str | None) -> str | None:
    if told_of.amended is not None:
        return put_right(told_of, seat)
    event, after = told_of.event, told_of.after
    return told(event, after) if seat is None else told_to(seat, event, after)


def _clauses(told_of: Retold, expected: list[Expected], lines: list[ToldLine]) -> tuple[Citation, ...]:
    every = (clause for event in told_of.events for clause in clauses(event, expected, lines))
    return tuple(dict.fromkeys(every))


def _lines(round: Round, seat: str | None) -> list[ToldLine]:
    return [line for line in settled_lines(round) if seat in (None, line.bettor)]


def marks_before(records: Records, table: str, number: int) -> tuple[Mark, ...]:
    """The marks that the earlier rounds of its shoe left, read from their events."""
    first = kept_of(records, table, number)[0].event
    if first.kind != "round-begun":
        return ()
    begun = read_house(first.body)
    assert isinstance(begun, RoundBegun)
    stream = f"table:{table}"
    opened = shoe_of(records, table, begun.shoe, first.version)
    found: dict[int, str | None] = {}
    tables = Tables(records)
    for event in records.events(stream, opened.version if opened else 0):
        if event.version >= first.version:
            break
        each = tables.see(event)
        if each is not None and each.playing.shoe == begun.shoe and each.after.phase in OVER:
            found[each.playing.number] = written(each.after)
    return marks(" ".join(mark for mark in found.values() if mark))


def lines(recalled: Recalled) -> Iterator[str]:
    """A round for people: every step with its clauses and its money, then what became of every wager."""
    yield f"{recalled.table} round {recalled.round}: {recalled.game}, dealt by {recalled.dealer}"
    for step in recalled.steps:
        cited = f"  [{', '.join(step.clauses)}]" if step.clauses else ""
        yield f"{step.step:>4}  {step.said}{cited}"
        yield from (f"      {each}" for each in step.money)
    for line in recalled.lines:
        where = f" on box {line.box}" if line.box else ""
        why = f"{line.outcome or line.result}, {line.pays or 'nothing'} ({', '.join(line.clauses)})"
        yield f"{line.bettor}: {dollars(line.stake)} on {line.wager}{where}: {why}: {dollars(line.net)}"
    yield from (f"{bettor}: {dollars(net)} in all" for bettor, net in recalled.net.items())
