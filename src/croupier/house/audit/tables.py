"""Checks the tables: rounds and tips by the configuration in force, approvals by two people, acts for players."""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.games.round import Role, decode_hook
from croupier.games.terms import Terms
from croupier.games.upcast import upcast
from croupier.house import events as house
from croupier.house.audit.defect import Defect, at
from croupier.house.configuration import Configuration, Subject, changed, other_rules
from croupier.house.store.entries import Event
from croupier.house.store.records import EventRecord, Records
from croupier.refused import Refused

KINDS = {
    "table-configured",
    "change-planned",
    "plan-ended",
    "round-begun",
    house.REPAIRED,
    "approval-asked",
    "approval-given",
    house.GAME_APPROVED,
    house.AMENDED,
    house.TIPPED,
    house.TIPS_PAID,
    house.SEATED,
    house.BOUGHT_IN,
    house.PAID_OFF,
}
MAX_TABLE_REQUESTS = 100
"""Open requests in memory; no table allows so many."""
OPENED, VOIDED = "round:bets-opened", "round:round-voided"
PLACED = ("round:wager-placed", "round:wager-claimed")
"""What staff may do for any player."""


class _OpenedBets(msgspec.Struct):
    terms: Terms


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
    planned: dict[str, Any] | None = None
    """The settings of a change that waits for its time."""
    lost: bool = False
    """Whether an event could not be read, so that the configuration in force is unknown."""
    begun: bool = False
    """Whether a round has begun whose bets have not been opened yet."""
    requests: dict[str, house.ApprovalAsked] = {}
    players: tuple[str, ...] = ()
    """Players at the table without a terminal."""
    approval: tuple[int, str] | None = None
    """Time and actor of the last approval: the approved events follow with the same time and actor."""
    asked_by: str = ""
    """Who had asked for that approval."""
    variant: str = ""
    """The variant that two people have approved last, by its name and edition."""


class TablesCheck:
    """Follows every table's configuration, approvals and players."""

    def __init__(self) -> None:
        self.counts = {"configurations": 0, "approvals": 0}
        self.known: set[str] = set()
        """What two people have acknowledged when they repaired a table, line by line."""
        self._tables: dict[str, TableState] = {}
        self._demo = False
        """Whether the house was last opened as a demonstration."""
        self._decode = msgspec.json.Decoder(_OpenedBets, dec_hook=decode_hook).decode

    def see(self, record: EventRecord) -> Iterator[Defect]:
        """Check an event of a table."""
        event = record.event
        if event.kind == "house-opened" and isinstance(opened := house.read_house(event.body), house.HouseOpened):
            self._demo = opened.demo
        if event.kind == house.CLOCK_STEPPED:
            self._step(house.read_house(event.body))
        if not event.stream.startswith("table:"):
            return
        table = self._tables.setdefault(event.stream, TableState())
        if table.approval != (event.at, event.actor):
            table.approval = None
        try:
            for message in self._check_event(table, event):
                yield Defect("tables", at(event), message)
        except Refused as refused:
            table.lost = True
            yield Defect("tables", at(event), refused.reason)

    def _step(self, body: house.AnyHouseEvent) -> None:
        """Apply a clock step: open requests keep their remaining time."""
        if isinstance(body, house.ClockStepped):
            for table in self._tables.values():
                table.requests = {
                    id: msgspec.structs.replace(request, until=request.until + body.followed)
                    for id, request in table.requests.items()
                }

    def _check_event(self, table: TableState, event: Event) -> Iterator[str]:
        if event.kind == OPENED and table.coming is not None and not table.lost:
            yield from self._opened(table, event)
        elif event.kind == VOIDED and not table.lost:
            yield from _agreed(table, table.playing, "void", event)
        elif event.kind in KINDS:
            yield from self._check_house_event(table, house.read_house(event.body), event)
        elif event.kind not in PLACED and b'"placed_by"' in event.body and not table.lost:
            yield from _entered(table, event)

    def _check_house_event(self, state: TableState, body: house.AnyHouseEvent, event: Event) -> Iterator[str]:
        match body:
            case house.TableConfigured(version=version, configuration=configuration):
                self.counts["configurations"] += 1
                if not state.lost and version != state.stamp + 1:
                    yield f"it is version {version} of the configuration, and {state.stamp + 1} was next"
                if not _as_planned(_table(event), state, configuration):
                    yield from _agreed(state, state.coming, "configuration", event, configuration)
                state.stamp, state.coming, state.lost = version, configuration, False
            case house.ChangePlanned(settings=settings):
                if state.coming is not None and not state.lost:
                    planned = changed(_table(event), state.coming, settings)
                    yield from _agreed(state, state.coming, "configuration", event, planned)
                state.planned = settings
            case house.PlanEnded():
                state.planned = None
            case house.PlayerSeated() | house.PlayerBoughtIn() | house.PlayerPaidOff():
                yield from _at_table(state, body, event)
            case house.RoundBegun(configuration=stamp, players=players):
                if players != state.players and not state.lost:
                    yield "others are said to be at the table without a terminal than those who came"
                state.players = players
                if stamp != state.stamp and not state.lost:
                    yield f"the round is stamped with configuration {stamp}, and {state.stamp} is in force"
                state.playing, state.begun = state.coming, True
            case house.TableRepaired(configuration=stamp, asked=asked, approved=approved, known=lines):
                if asked == approved:
                    yield f"{asked} repaired the table alone"
                self.known |= set(lines)
                self._tables[event.stream] = TableState(stamp=stamp, players=body.players)
            case house.TipGiven(table=table) | house.TipsPaidOut(table=table):
                if event.stream != f"table:{table}":
                    yield f"it speaks of tips of table {table}"
                elif isinstance(body, house.TipGiven) and not (state.lost or (state.coming and state.coming.tips)):
                    yield "a tip was given, and the table takes none"
            case house.ApprovalAsked(id=id):
                state.requests = {**dict(list(state.requests.items())[-MAX_TABLE_REQUESTS:]), id: body}
            case house.ApprovalGiven():
                self.counts["approvals"] += 1
                state.approval, state.asked_by = (event.at, event.actor), body.asked
                yield from _given(state, body, event)
            case house.GameApproved(game=game):
                yield from _game_approved(state, body, event)
                state.variant = game
            case house.RoundAmended(asked=asked, agreed=agreed):
                yield from _amended(state, asked, agreed, event)

    def _opened(self, table: TableState, event: Event) -> Iterator[str]:
        if not table.begun or table.playing is None:
            yield "bets are opened, and no round has begun"
            return
        table.begun = False
        try:
            terms = self._decode(upcast(bytes(house.read_in_round(event.body).event))).terms
        except (msgspec.DecodeError, ValueError) as error:
            raise Refused(f"no terms can be read from it: {error}") from None
        # `warned` lists whose one wager under the minimum was honoured, and changes from round to round.
        if msgspec.structs.replace(terms, warned=table.playing.terms.warned) != table.playing.terms:
            yield f"the round is played on other terms than those of configuration {table.stamp}"
        variant = f"{terms.game}@{terms.edition}"
        if terms.variant and not self._demo and table.variant != variant:
            yield f"the round is played by own rules that two people have not approved: {variant}"

    def end(self, _records: Records) -> Iterator[Defect]:
        """Report nothing."""
        yield from ()


def _at_table(
    table: TableState, body: house.PlayerSeated | house.PlayerBoughtIn | house.PlayerPaidOff, event: Event
) -> Iterator[str]:
    """Check that a player without a terminal is seated once, and acts only while seated."""
    if event.stream != f"table:{body.table}":
        yield f"it speaks of a player at table {body.table}"
    if isinstance(body, house.PlayerSeated) == (body.player in table.players) and not table.lost:
        yield f"{body.player} is {'' if body.player in table.players else 'not '}at the table without a terminal"
    if isinstance(body, house.PlayerPaidOff):
        table.players = tuple(each for each in table.players if each != body.player)
    elif body.player not in table.players:
        table.players = (*table.players, body.player)


def _entered(table: TableState, event: Event) -> Iterator[str]:
    """Check an act that staff entered for a player: other than wagers, only for players without a terminal."""
    try:
        placed = msgspec.json.decode(event.body, type=_PlacedForInRound).event
    except msgspec.DecodeError as error:
        raise Refused(f"nobody can be read from it: {error}") from None
    if placed.placed_by is not None and placed.bettor not in table.players:
        yield f"{placed.placed_by} acted for {placed.bettor}, who is not at the table without a terminal"


def _given(table: TableState, approval: house.ApprovalGiven, event: Event) -> Iterator[str]:
    request = table.requests.pop(approval.id, None)
    if request is None or request.by != approval.asked:
        yield f"{approval.by} agreed to {approval.id}, which nobody had asked for"
        return
    if approval.by == request.by or event.actor != approval.by:
        yield f"{request.by} asked for {approval.id}, and nobody else agreed"
    if not approval.role.may_act_as(request.needs):
        yield f"{approval.id} needs a {request.needs}, and a {approval.role} agreed"
    if event.at >= request.until:
        yield f"{approval.by} agreed to {approval.id} after its time"


def _amended(table: TableState, asked: house.Signature, agreed: house.Signature | None, event: Event) -> Iterator[str]:
    """Check the signatures of an amendment: two people, or one where no card and no wager changes."""
    if agreed is None:
        if event.actor != asked.who:
            yield f"{event.actor} did what {asked.who} signed"
        return
    if agreed.who == asked.who:
        yield f"{asked.who} put a round right alone"
    if table.approval != (event.at, agreed.who) or table.asked_by != asked.who:
        yield f"{asked.who} and {agreed.who} signed for it, and did not agree upon it"


def _game_approved(table: TableState, approval: house.GameApproved, event: Event) -> Iterator[str]:
    """Check that two people approved a variant, the second one a Gaming Shift Manager."""
    asked, agreed = approval.asked, approval.agreed
    if agreed is None or agreed.who == asked.who or not agreed.role.may_act_as(Role.GAMING_SHIFT_MANAGER):
        yield f"{asked.who} approved {approval.game}, and no other Gaming Shift Manager did"
    elif table.approval != (event.at, agreed.who) or table.asked_by != asked.who:
        yield f"{asked.who} and {agreed.who} signed for {approval.game}, and did not agree upon it"


def _table(event: Event) -> str:
    return event.stream.removeprefix("table:")


def _as_planned(name: str, table: TableState, configuration: Configuration) -> bool:
    """Whether a configuration is what a planned change, agreed upon when it was planned, makes of the one before."""
    if table.planned is None or table.coming is None or table.lost:
        return False
    try:
        return changed(name, table.coming, table.planned) == configuration
    except Refused:
        return False


def _agreed(
    table: TableState,
    configuration: Configuration | None,
    subject: Subject,
    event: Event,
    after: Configuration | None = None,
) -> Iterator[str]:
    """Check that staff had an approval where that takes two people; other rules (an edition, a reading) always do."""
    if configuration is None or table.approval is not None or not event.actor.startswith("staff:"):
        return
    rules = after is not None and not table.lost and other_rules(configuration, after)
    if rules or subject in configuration.two_people:
        yield f"{event.actor} did alone what takes two people at this table"
