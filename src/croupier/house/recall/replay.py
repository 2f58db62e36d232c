"""Replay of a stored round, step by step: what happened, by which clauses, its postings, and what each viewer saw."""

from collections.abc import Iterator, Sequence

import msgspec

from croupier.games.family import Round, ToldLine
from croupier.games.round import OVER, Expected, Phase
from croupier.house.events import ROUND, CardBurned, CardDrawn, RoundBegun, ShoeOpened, read_house
from croupier.house.ledger import Posting, terminal
from croupier.house.recall.result import result_text, road_mark, settled_lines
from croupier.house.recall.words import amendment_text, clauses, event_text, event_text_for, posting_text
from croupier.house.roads import Mark, marks
from croupier.house.roles import HouseRole
from croupier.house.rounds import RoundFollower, RoundStep, records_of_round, shoe_arrival
from croupier.house.shoe import Commitment, Drawn
from croupier.house.store.records import Records
from croupier.house.views import Beside, View, view
from croupier.money import dollars
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

ANNOUNCED = {"round:bets-opened": Sentence("place-your-bets"), "round:bets-closed": Sentence("no-more-bets")}
LEAVING_KINDS = ("card-drawn", "card-burned")


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a round."""

    step: int
    version: int
    """The version of the table's stream."""
    position: int
    at: int
    kind: str
    actor: str
    said: str
    """The event as text."""
    clauses: tuple[Citation, ...]
    phase: Phase
    """The phase of the round after it."""
    money: tuple[str, ...]
    """Its postings as text."""
    postings: tuple[Posting, ...]


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was played."""

    table: str
    round: int
    game: str
    rules: str
    """The game with its edition and readings."""
    shoe: str
    dealer: str
    began: int
    phase: Phase
    said: str
    hash: str
    """The hash of its last event, in hexadecimal."""
    steps: tuple[Step, ...]
    net: dict[str, int]
    """Everybody's net in the end, in cents."""
    lines: tuple[ToldLine, ...]


class Viewer(msgspec.Struct, frozen=True):
    """The viewer of a replay: a role, and the seat of a player."""

    role: HouseRole
    seat: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Viewer":
        """Parse a role, with the seat for a player.

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
    """One stored round, read whole."""

    def __init__(self, records: Records, table: str, number: int) -> None:
        self._records, self.table, self.number = records, table, number
        self.kept = records_of_round(records, table, number)
        """All stored events of the table from the round's beginning to its end."""
        self._steps = list(self._followed())
        self.playing = self._steps[-1].playing
        self._commitment, self._gone = self._shoe()

    @property
    def round(self) -> Round:
        """The round in the end."""
        return self._steps[-1].after

    @property
    def bettors(self) -> list[str]:
        """Everybody who had a wager in it at any time."""
        named = {getattr(event, "bettor", None) for each in self._steps for event in each.events}
        return sorted(name for name in named if name)

    def about(self, step: int) -> str | None:
        """The bettor of a step, if any."""
        bettor: str | None = getattr(self._steps[step - 1].event, "bettor", None)
        return bettor

    @property
    def commitment(self) -> Commitment | None:
        """The published commitment of its shoe; none for a real one."""
        return self._commitment

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """The cards that left the shoe for it, with their proofs."""
        return tuple(each for _, each in self._drawn())

    def recalled(self, seat: str | None = None) -> Recalled:
        """The whole round; for a player, only the table and what is their own."""
        playing, round = self.playing, self.round
        net = round.nets() if self._over else {}
        return Recalled(
            table=self.table,
            round=self.number,
            game=playing.game,
            rules=round.terms.in_full,
            shoe=playing.shoe,
            dealer=playing.dealer if seat is None else "",
            began=playing.at,
            phase=round.phase,
            said=result_text(round),
            hash=self.kept[-1].event.hash.hex(),
            steps=tuple(self.steps(seat)),
            net={name: cents for name, cents in net.items() if seat in (None, name)},
            lines=tuple(_lines(round, seat)),
        )

    def steps(self, seat: str | None = None) -> Iterator[Step]:
        """The events in order; for a player, without those of other players."""
        by_version = {each.event.version: each for each in self.kept}
        for number, each in enumerate(self._steps, 1):
            stored = by_version[each.stored.version]
            words = _words(each, seat)
            if words is None:
                continue
            own = None if seat is None else terminal(seat)
            postings = tuple(one for one in stored.postings if own in (None, one.source, one.destination))
            expected = [] if each.before is None else self.playing.family.expects(each.before)
            # A correction after the settlement cites the clauses of the corrected lines.
            lines = _lines(each.after, seat) if each.after.phase in OVER else []
            yield Step(
                step=number,
                version=stored.event.version,
                position=stored.event.position,
                at=stored.event.at,
                kind=stored.event.kind.removeprefix(ROUND),
                actor=stored.event.actor if own in (None, stored.event.actor) else "",
                said=words,
                clauses=_clauses(each, expected, lines),
                phase=each.after.phase,
                money=tuple(map(posting_text, postings)),
                postings=postings,
            )

    def view(self, step: int, viewer: Viewer, marks: Sequence[Mark] = ()) -> View:
        """What the viewer saw after that step; `marks` are those of the earlier rounds of the shoe.

        Timers are not stored, so the view has none.
        """
        if not 1 <= step <= len(self._steps):
            raise Refused("step-out-of-range", round=self.number, table=self.table, steps=len(self._steps), step=step)
        each = self._steps[step - 1]
        balance = None
        if viewer.seat is not None:
            balance = self._records.balance_after(terminal(viewer.seat), each.stored.position)
        announced = [ANNOUNCED[one.stored.kind] for one in self._steps[:step] if one.stored.kind in ANNOUNCED]
        out = [drawn for version, drawn in self._drawn() if version <= each.stored.version]
        beside = Beside(
            table=self.table,
            number=self.number,
            version=each.stored.version,
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

    def _followed(self) -> Iterator[RoundStep]:
        tables = RoundFollower(self._records)
        steps = (tables.see(each.event) for each in self.kept)
        # An earlier round may have been amended while this one was played.
        return (each for each in steps if each is not None and each.playing.number == self.number)

    def _drawn(self) -> Iterator[tuple[int, Drawn]]:
        for each in self.kept:
            if each.event.kind == "card-drawn":
                event = read_house(each.event.body)
                assert isinstance(event, CardDrawn)
                yield each.event.version, event.drawn

    def _shoe(self) -> tuple[Commitment | None, int]:
        """The commitment of the virtual shoe that it began with, and how many cards had left it by then."""
        stream, first = f"table:{self.table}", self.kept[0].event.version
        opened = shoe_arrival(self._records, self.table, self.playing.shoe, first)
        event = read_house(opened.body) if opened is not None else None
        if opened is None or not isinstance(event, ShoeOpened):
            return None, 0
        last = self._records.last(stream, LEAVING_KINDS, before=first)
        if last is None or last.version < opened.version:
            return event.commitment, 0
        left = read_house(last.body)
        assert isinstance(left, CardDrawn | CardBurned)
        return event.commitment, 1 + (left.drawn.index if isinstance(left, CardDrawn) else left.index)

    def _left(self, out: Sequence[Drawn]) -> int | None:
        if self._commitment is None:
            return None
        return self._commitment.size - (out[-1].index + 1 if out else self._gone)


def _words(told_of: RoundStep, seat: str | None) -> str | None:
    if told_of.amended is not None:
        return amendment_text(told_of, seat)
    event, after = told_of.event, told_of.after
    return event_text(event, after) if seat is None else event_text_for(seat, event, after)


def _clauses(told_of: RoundStep, expected: list[Expected], lines: list[ToldLine]) -> tuple[Citation, ...]:
    every = (clause for event in told_of.events for clause in clauses(event, expected, lines))
    return tuple(dict.fromkeys(every))


def _lines(round: Round, seat: str | None) -> list[ToldLine]:
    return [line for line in settled_lines(round) if seat in (None, line.bettor)]


def marks_before(records: Records, table: str, number: int) -> tuple[Mark, ...]:
    """The marks on the roads of the earlier rounds of its shoe, read from their events."""
    first = records_of_round(records, table, number)[0].event
    if first.kind != "round-begun":
        return ()
    begun = read_house(first.body)
    assert isinstance(begun, RoundBegun)
    stream = f"table:{table}"
    opened = shoe_arrival(records, table, begun.shoe, first.version)
    by_round: dict[int, str | None] = {}
    tables = RoundFollower(records)
    for event in records.events(stream, opened.version if opened else 0):
        if event.version >= first.version:
            break
        each = tables.see(event)
        if each is not None and each.playing.shoe == begun.shoe and each.after.phase in OVER:
            by_round[each.playing.number] = road_mark(each.after)
    return marks(" ".join(mark for mark in by_round.values() if mark))


def lines(recalled: Recalled) -> Iterator[str]:
    """A round as text: every step with its clauses and postings, then the result of every wager."""
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
