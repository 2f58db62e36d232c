"""Checks the tables: rounds and tips by the configuration in force, approvals by two people, acts for players."""

from collections.abc import Iterator

import msgspec

from croupier.games.round import revive
from croupier.games.terms import Terms
from croupier.house import events as house
from croupier.house.audit.defect import Defect, at
from croupier.house.configuration import Configuration, Subject
from croupier.house.store.entries import Event
from croupier.house.store.reading import EventRecord, Records
from croupier.refused import Refused

KINDS = {
    "table-configured",
    "round-begun",
    house.REPAIRED,
    "approval-asked",
    "approval-given",
    house.AMENDED,
    house.TIPPED,
    house.TIPS_PAID,
    house.SEATED,
    house.BOUGHT_IN,
    house.PAID_OFF,
}
MAX_REQUESTS = 100
"""Open requests in memory; no table allows so many."""
OPENED, VOIDED = "round:bets-opened", "round:round-voided"
PLACED = ("round:wager-placed", "round:wager-claimed")
"""What staff may do for any player."""


class _OpenedBets(msgspec.Struct):
    terms: Terms


class _OpenedBetsInRound(msgspec.Struct):
    event: _OpenedBets


class _PlacedFor(msgspec.Struct):
    bettor: str = ""
    placed_by: str | None = None


class _PlacedForInRound(msgspec.Struct):
    event: _PlacedFor


class TableState(msgspec.Struct):
    """The state of a table, as far as this check needs it."""

    stamp: int = 0
    coming: Configuration | None = None
    playing: Configuration | None = None
    lost: bool = False
    """Whether an event could not be read, so that the configuration in force is unknown."""
    begun: bool = False
    """Whether a round has begun whose bets have not been opened yet."""
    asked: dict[str, house.ApprovalAsked] = {}
    players: tuple[str, ...] = ()
    """Players at the table without a terminal."""
    agreed: tuple[int, str] | None = None
    """Time and actor of the last approval: the approved events follow with the same time and actor."""
    asked_by: str = ""
    """Who had asked for that approval."""


class TablesCheck:
    """Follows every table's configuration, approvals and players."""

    def __init__(self) -> None:
        self.counts = {"configurations": 0, "approvals": 0}
        self.known: set[str] = set()
        """Defects acknowledged by a repair, as text."""
        self._tables: dict[str, TableState] = {}
        self._decode = msgspec.json.Decoder(_OpenedBetsInRound, dec_hook=revive).decode

    def see(self, kept: EventRecord) -> Iterator[Defect]:
        """Check an event of a table."""
        event = kept.event
        if event.kind == house.CLOCK_STEPPED:
            self._step(house.read_house(event.body))
        if not event.stream.startswith("table:"):
            return
        known = self._tables.setdefault(event.stream, TableState())
        if known.agreed != (event.at, event.actor):
            known.agreed = None
        try:
            for said in self._seen(known, event):
                yield Defect("tables", at(event), said)
        except Refused as refused:
            known.lost = True
            yield Defect("tables", at(event), refused.reason)

    def _step(self, said: house.AnyHouseEvent) -> None:
        """Apply a clock step: open requests keep their remaining time."""
        if isinstance(said, house.ClockStepped):
            for known in self._tables.values():
                known.asked = {
                    id: msgspec.structs.replace(asked, until=asked.until + said.followed)
                    for id, asked in known.asked.items()
                }

    def _seen(self, known: TableState, event: Event) -> Iterator[str]:
        if event.kind == OPENED and known.coming is not None and not known.lost:
            yield from self._opened(known, event)
        elif event.kind == VOIDED and not known.lost:
            yield from _agreed(known, known.playing, "void", event)
        elif event.kind in KINDS:
            yield from self._told(known, house.read_house(event.body), event)
        elif event.kind not in PLACED and b'"placed_by"' in event.body and not known.lost:
            yield from _entered(known, event)

    def _told(self, known: TableState, said: house.AnyHouseEvent, event: Event) -> Iterator[str]:
        match said:
            case house.TableConfigured(version=version, configuration=configuration):
                self.counts["configurations"] += 1
                if not known.lost and version != known.stamp + 1:
                    yield f"it is version {version} of the configuration, and {known.stamp + 1} was next"
                yield from _agreed(known, known.coming, "configuration", event)
                known.stamp, known.coming, known.lost = version, configuration, False
            case house.PlayerSeated() | house.PlayerBoughtIn() | house.PlayerPaidOff():
                yield from _at_table(known, said, event)
            case house.RoundBegun(configuration=stamp, players=players):
                if players != known.players and not known.lost:
                    yield "others are said to be at the table without a terminal than those who came"
                known.players = players
                if stamp != known.stamp and not known.lost:
                    yield f"the round is stamped with configuration {stamp}, and {known.stamp} is in force"
                known.playing, known.begun = known.coming, True
            case house.TableRepaired(configuration=stamp, asked=asked, approved=approved, known=lines):
                if asked == approved:
                    yield f"{asked} repaired the table alone"
                self.known |= set(lines)
                self._tables[event.stream] = TableState(stamp=stamp, players=said.players)
            case house.TipGiven(table=table) | house.TipsPaidOut(table=table):
                if event.stream != f"table:{table}":
                    yield f"it speaks of tips of table {table}"
                elif isinstance(said, house.TipGiven) and not (known.lost or (known.coming and known.coming.tips)):
                    yield "a tip was given, and the table takes none"
            case house.ApprovalAsked(id=id):
                known.asked = {**dict(list(known.asked.items())[-MAX_REQUESTS:]), id: said}
            case house.ApprovalGiven():
                self.counts["approvals"] += 1
                known.agreed, known.asked_by = (event.at, event.actor), said.asked
                yield from _given(known, said, event)
            case house.RoundAmended(asked=asked, agreed=agreed):
                yield from _amended(known, asked, agreed, event)

    def _opened(self, known: TableState, event: Event) -> Iterator[str]:
        if not known.begun or known.playing is None:
            yield "bets are opened, and no round has begun"
            return
        known.begun = False
        try:
            terms = self._decode(event.body).event.terms
        except (msgspec.DecodeError, ValueError) as error:
            raise Refused(f"no terms can be read from it: {error}") from None
        # `warned` lists whose one wager under the minimum was honoured, and changes from round to round.
        if msgspec.structs.replace(terms, warned=known.playing.terms.warned) != known.playing.terms:
            yield f"the round is played on other terms than those of configuration {known.stamp}"

    def end(self, _records: Records) -> Iterator[Defect]:
        """Report nothing."""
        yield from ()


def _at_table(
    known: TableState, said: house.PlayerSeated | house.PlayerBoughtIn | house.PlayerPaidOff, event: Event
) -> Iterator[str]:
    """Check that a player without a terminal is seated once, and acts only while seated."""
    if event.stream != f"table:{said.table}":
        yield f"it speaks of a player at table {said.table}"
    if isinstance(said, house.PlayerSeated) == (said.player in known.players) and not known.lost:
        yield f"{said.player} is {'' if said.player in known.players else 'not '}at the table without a terminal"
    if isinstance(said, house.PlayerPaidOff):
        known.players = tuple(each for each in known.players if each != said.player)
    elif said.player not in known.players:
        known.players = (*known.players, said.player)


def _entered(known: TableState, event: Event) -> Iterator[str]:
    """Check an act that staff entered for a player: other than wagers, only for players without a terminal."""
    try:
        said = msgspec.json.decode(event.body, type=_PlacedForInRound).event
    except msgspec.DecodeError as error:
        raise Refused(f"nobody can be read from it: {error}") from None
    if said.placed_by is not None and said.bettor not in known.players:
        yield f"{said.placed_by} acted for {said.bettor}, who is not at the table without a terminal"


def _given(known: TableState, given: house.ApprovalGiven, event: Event) -> Iterator[str]:
    asked = known.asked.pop(given.id, None)
    if asked is None or asked.by != given.asked:
        yield f"{given.by} agreed to {given.id}, which nobody had asked for"
        return
    if given.by == asked.by or event.actor != given.by:
        yield f"{asked.by} asked for {given.id}, and nobody else agreed"
    if not given.role.may_act_as(asked.needs):
        yield f"{given.id} needs a {asked.needs}, and a {given.role} agreed"
    if event.at >= asked.until:
        yield f"{given.by} agreed to {given.id} after its time"


def _amended(known: TableState, asked: house.Signature, agreed: house.Signature | None, event: Event) -> Iterator[str]:
    """Check the signatures of an amendment: two people, or one where no card and no wager changes."""
    if agreed is None:
        if event.actor != asked.who:
            yield f"{event.actor} did what {asked.who} signed"
        return
    if agreed.who == asked.who:
        yield f"{asked.who} put a round right alone"
    if known.agreed != (event.at, agreed.who) or known.asked_by != asked.who:
        yield f"{asked.who} and {agreed.who} signed for it, and did not agree upon it"


def _agreed(known: TableState, running: Configuration | None, subject: Subject, event: Event) -> Iterator[str]:
    """Check that staff had an approval where the table requires two people; the house itself needs none."""
    takes_two = running is not None and subject in running.two_people and event.actor.startswith("staff:")
    if takes_two and known.agreed is None:
        yield f"{event.actor} did alone what takes two people at this table"
