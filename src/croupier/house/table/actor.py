"""The table as an actor: commands are decided one at a time, and answered when their events are durable.

Pipelining: a command is decided on the state with all appends in flight, not on the durable one, so that thousands of
wagers share one commit. States are immutable: the durable state is held beside the current one, and where an append
fails the table rolls back to it and decides all later commands again.
"""

import itertools
import logging
from collections import deque
from collections.abc import Callable, Iterator
from typing import Protocol

import msgspec

from croupier.games.round import Command, Event, Phase, Role, tag
from croupier.house.configuration import Configuration
from croupier.house.days import SECOND
from croupier.house.events import TIPPED, AnyHouseEvent, ApprovalAsked
from croupier.house.ledger import Posting
from croupier.house.pace import Chore
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.rounds import FollowedRound, load_round, shoe_arrival
from croupier.house.stakes import LINE, OWN_ONLY
from croupier.house.store import Append, Appended, Conflict, Draft, Records, Unavailable
from croupier.house.store import Event as StoredEvent
from croupier.house.store.chain import BEGINNING
from croupier.house.table import commands as c
from croupier.house.table.amendments import Amendment, Earlier, amendment
from croupier.house.table.approval import decided
from croupier.house.table.chores import chore, do, ripe, times
from croupier.house.table.decisions import Cabinet, TableChange
from croupier.house.table.requests import Answer, Reply, Request, read_answer
from croupier.house.table.state import Placed, Published, State, caught_up, moved, recovered
from croupier.house.views import named
from croupier.refused import Refused
from croupier.words import Sentence

_log = logging.getLogger("croupier.house")

LAST_CALL, CLOCK = "last-call", "clock"
"""Kinds of updates that are published and not stored: the call for last bets, and a change of the clock."""
AUTOMATIC = "house"
"""The actor of what a table does by itself."""
_APPEND_NUMBERS = itertools.count(1)
"""Numbers of appends: an append names the one in flight that it follows by its number (optimistic concurrency)."""


class Room(Protocol):
    """What a table needs of the house around it."""

    def now(self) -> int:
        """The time, in microseconds since 1970."""

    def keep(self, append: Append, then: "Callable[[Appended | Refused], None]") -> None:
        """Send an append to the store and reserve its postings; `then` is called when it is durable, or refused.

        Appends of one stream are answered in the order in which they were sent. One that cannot be sent raises
        `Unavailable` at once and has no effect.
        """

    def held(self, account: str) -> int:
        """The balance of an account in cents, appends in flight included."""

    def today(self) -> str:
        """The current gaming day."""

    def check_buy_in(self, cents: int) -> None:
        """Refuse an amount above the limit for one buy-in."""

    def has_terminal(self, name: str) -> bool:
        """Whether there is, or was, a terminal of that name."""

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name plays without a terminal, if any."""

    def events(self, stream: str, after: int) -> list[StoredEvent]:
        """The stored events of a stream after that version; reservations of appends in flight are dropped."""

    def check_own_limits(self, name: str, postings: list[Posting]) -> None:
        """Refuse a wager that exceeds the limits that its player has set."""

    def check_day(self, ended: int) -> None:
        """Refuse to amend a round whose gaming day is over."""

    @property
    def demo(self) -> bool:
        """Whether credits have no value here."""

    @property
    def records(self) -> Records:
        """Read access to the durable records."""

    def publish(self, update: "Update") -> None:
        """Send an update to all subscribers."""


class Update(msgspec.Struct, frozen=True, gc=False):
    """A durable event of a table, as subscribers get it; the table's durable state includes it already."""

    table: str
    version: int
    round: int
    at: int
    kind: str
    """The event's kind, or `last-call` or `clock`, which are not stored."""
    body: bytes


class _SentAppend(msgspec.Struct):
    """An append in flight. It holds no state: there may be thousands, and each state holds everybody's wagers."""

    version: int
    """The table's version before it."""
    round: int
    drafts: tuple[Draft, ...]
    steps: tuple[AnyHouseEvent | Event, ...]
    at: int
    request: Request | None
    reply: Reply | None


class Table:
    """One table of the house."""

    def __init__(self, name: str, room: Room, cabinet: Cabinet) -> None:
        self.name = name
        self.state = State(name=name, demo=room.demo)
        """The current state, appends in flight included."""
        self.broken: Sentence | None = None
        """Why it has stopped: its records cannot be read, or an automatic step failed."""
        self.repair: ApprovalAsked | None = None
        """The request to repair the table that waits for a second person's approval, if any."""
        self.resting = False
        """Whether no further round begins, because the house is shutting down."""
        self.away = False
        """Whether the store is unreachable, so that the fate of the appends in flight is unknown."""
        self._room, self._cabinet = room, cabinet
        self._head: bytes | int = BEGINNING
        """What the next append must follow: the hash of the last durable event, or the number of the last in flight."""
        self._durable, self._durable_hash = self.state, BEGINNING
        """The durable state, and the hash of its last event."""
        self._unapplied: list[_SentAppend] = []
        """Appends that are durable and not yet applied to `_durable`, which is brought up to date when it is read."""
        self._in_flight: deque[_SentAppend] = deque()
        self._rolling_back = self._must_reread = False
        self._retries: list[tuple[Request, Reply]] = []
        self._chore: Chore | None = None
        self._chore_due: int | None = None
        """Deadline of the current chore, in microseconds since 1970."""
        self._last_call_due: int | None = None
        """When last bets are called for, in microseconds since 1970; none when they were called or no timer runs."""
        self._own_in_flight = self._retry_at = 0
        self._choosing_at_open = 0
        """How many players had a decision to make when the current window opened."""
        self._line_changes: dict[str, bool] = {}
        """Changes of connection to be recorded: by terminal, whether it is connected."""
        self._line_retry_at = self._plan_retry_at = 0

    @property
    def stopped(self) -> str | None:
        """Why it has stopped, for everybody: the short form, because the full reason may tell of somebody's money."""
        return None if self.broken is None else Sentence(f"{self.broken.code}-briefly", **self.broken.values)

    @property
    def durable(self) -> State:
        """The durable state, which is all that anybody may be shown. Computed lazily."""
        if self._unapplied:
            if not self._in_flight and not self._rolling_back:
                self._durable = self.state
            else:
                for sent in self._unapplied:
                    for step in sent.steps:
                        self._durable = self._durable.stepped(step)
            self._unapplied = []
        return self._durable

    @property
    def pending(self) -> tuple[ApprovalAsked, ...]:
        """Requests that wait for a second person's approval."""
        return (*self.durable.pending, *([self.repair] if self.repair else []))

    # Start-up

    def load(self, state: State, tie: bytes) -> None:
        """Start from a recovered state; `tie` is the hash of its last event."""
        # The clock may have been set back meanwhile: no approval waits longer than `APPROVAL_LASTS` from now.
        latest = self._room.now() + APPROVAL_LASTS
        pending = tuple(moved(each, min(0, latest - each.until)) for each in state.pending)
        self._durable = self.state = msgspec.structs.replace(state, pending=pending, demo=self._room.demo)
        self._head = self._durable_hash = tie
        self._unapplied, self.broken, self.repair = [], None, None
        self._reschedule(self._room.now(), anew=True)

    def stop(self, why: Sentence) -> None:
        """Stop the table until it is repaired."""
        self.broken = why
        _log.error("table %s has stopped until it is repaired: %s", self.name, self.stopped)
        self._chore = self._chore_due = None

    def handle_interruption(self) -> None:
        """Apply the rules for an interruption, where the house was down in the middle of a round."""
        if not self.state.over:
            change = self._new_change()
            try:
                change.interrupt()
            except Refused as refused:
                self.stop(Sentence("chore-failed", chore="interrupt", why=refused))
            else:
                self._append(change, AUTOMATIC)

    def configure(self, configuration: Configuration) -> None:
        """Apply the house's configuration file, where its digest differs from the one applied last."""
        if configuration.digest != self.state.filed and self.broken is None:
            change = self._new_change()
            change.configure(configuration, configuration.digest)
            self._append(change, AUTOMATIC)

    def clock_moved(self, by: int) -> None:
        """Shift all deadlines by as many microseconds as the clock was set, so that nobody gains or loses time."""
        self._retry_at, self._line_retry_at = self._retry_at + by, self._line_retry_at + by
        self.state, self._durable = self.state.moved(by), self.durable.moved(by)
        if self.repair is not None:
            self.repair = moved(self.repair, by)
        self.postpone(by)

    def postpone(self, by: int) -> None:
        """Give the wait that is running so many microseconds more."""
        if self._chore_due is not None:
            self._chore_due += by
        if self._last_call_due is not None:
            self._last_call_due += by
        self._room.publish(Update(self.name, self.durable.version, self.durable.number, self._room.now(), CLOCK, b"{}"))

    def rest(self) -> None:
        """Begin no further round: the house is shutting down."""
        self.resting = True
        self._reschedule(self._room.now(), anew=self._waits_for_a_bet)

    def terminals_lost(self, *names: str) -> None:
        """Terminals have lost the connection; the round records it where the game's document provides for that."""
        self._line_changes.update(dict.fromkeys(names, False))
        self._record_line()

    def terminals_back(self, *names: str) -> None:
        """Terminals are connected; a round that has recorded their loss records that they are back."""
        self._line_changes.update(dict.fromkeys(names, True))
        self._record_line()

    def _record_line(self) -> None:
        """Record changes of connection, now or, where the store cannot take them, a second later."""
        if self.broken is not None or self.away or self._rolling_back or not self._line_changes:
            return
        changes, self._line_changes = self._line_changes, {}
        change = self._new_change()
        change.terminals_lost(name for name, connected in changes.items() if not connected)
        change.terminals_back(name for name, connected in changes.items() if connected)
        if change.drafts:
            try:
                self._append(change, AUTOMATIC)
            except Unavailable:
                self._line_changes, self._line_retry_at = changes, self._room.now() + SECOND

    @property
    def at_rest(self) -> bool:
        """Whether no append is in flight."""
        return not self._in_flight and not self._rolling_back

    # Commands

    def ask(self, request: Request, reply: Reply) -> None:
        """Decide a request; the reply is resolved when the answer is durable."""
        if self.broken is not None or self.away:
            why = self.stopped or Sentence("records-unreachable")
            reply.set(Unavailable("table-stopped", table=self.name, why=why))
        elif self._rolling_back:
            self._retries.append((request, reply))
        else:
            self._decide(request, reply)

    def _decide(self, request: Request, reply: Reply) -> None:
        try:
            command = self._read(request)
            change, approval = decided(self._new_change, command, request, self._room.now())
            bettor = request.terminal or getattr(command, "bettor", None)
            if bettor and change.state.round and change.state.round.phase is Phase.BETTING:
                # A player's own limits hold for what staff place for them, too.
                self._room.check_own_limits(bettor, change.postings)
            self._append(change, request.actor, request, reply, approval)
        except Unavailable as unavailable:
            reply.set(unavailable)
        except Refused as refused:
            self._refuse(request, reply, refused)

    def _read(self, request: Request) -> Command:
        state = self.state
        if request.round is not None and request.round != state.number:
            raise Conflict("meant-for-another-round", meant=request.round, current=state.number)
        if request.version is not None and request.version != state.version:
            raise Conflict("table-moved-on", seen=request.version, current=state.version)
        command = c.read(request.body, None if state.configuration is None else state.family)
        if request.by is Role.PLAYER:
            if request.round is None:
                raise Refused("player-names-no-round")
            if getattr(command, "bettor", None) != request.terminal or request.terminal is None:
                raise Refused("not-own-terminal-command")
            if self._room.seated(request.terminal):
                raise Refused("played-without-terminal", "R-41", player=request.terminal)
            owner = getattr(command, "owner", None)
            if owner is not None and state.round is not None:
                # Players know one another by their places alone.
                command = msgspec.structs.replace(command, owner=named(state.round, owner))
        return command

    def _refuse(self, request: Request, reply: Reply, refused: Refused) -> None:
        """Store the refusal under the request's idempotency key: a retry must not succeed after all."""
        answer = Answer.refused(refused)
        receipt = request.receipt(answer, reply.digest)
        append = Append(stream=self.state.stream, drafts=(), at=self._room.now(), actor=request.actor, receipt=receipt)
        try:
            self._room.keep(append, lambda outcome: _resolve(reply, outcome, answer))
        except Unavailable as unavailable:
            reply.set(unavailable)

    # Appends in flight

    def _new_change(self) -> TableChange:
        return TableChange(self.state, self._cabinet, self._room, self)

    def recall(self, number: int) -> Earlier:
        """A round as it stands: its durable events from the store, then those in flight."""
        records, state = self._room.records, self.state
        until = self._in_flight[0].version if self._in_flight else state.version
        playing = load_round(records, self.name, number, until, list(self._sent_events()))
        assert playing.round is not None
        return Earlier(
            number=number,
            round=playing.round,
            family=playing.family,
            shoe=playing.shoe,
            virtual=_virtual(records, state, playing),
            ended=playing.ended,
            last=playing.last,
            amendments=playing.amendments,
        )

    def check_day(self, ended: int) -> None:
        """Refuse to amend a round whose gaming day is over."""
        self._room.check_day(ended)

    def preview(self, number: int, body: bytes, by: Role) -> Amendment:
        """What amending a round would do, decided with the least position that may; changes nothing."""
        return amendment(self.state, self, number, body, by, least=True)

    def _sent_events(self) -> Iterator[StoredEvent]:
        """The events of the appends in flight, as if stored; their position in the chain is not known yet (0)."""
        for sent in self._in_flight:
            actor = sent.request.actor if sent.request else AUTOMATIC
            for version, draft in enumerate(sent.drafts, sent.version + 1):
                yield StoredEvent(0, self.state.stream, version, draft.kind, sent.at, actor, draft.body, b"")

    def _append(
        self,
        change: TableChange,
        actor: str,
        request: Request | None = None,
        reply: Reply | None = None,
        approval: ApprovalAsked | None = None,
    ) -> None:
        """Send the events of a change to the store, and go on as if they were durable."""
        if not change.drafts:
            raise Refused("command-without-effect")
        at, before, after, drafts = self._room.now(), self.state, change.state, tuple(change.drafts)
        answer = Answer(done=True, version=after.version, round=after.number)
        if approval is not None:
            why = Sentence("second-position-needed", needed=approval.needs)
            answer = Answer(
                done=False, version=after.version, round=after.number, approval=approval.id, reason=why, clause="R-11"
            )
        receipt = request.receipt(answer, reply.digest) if request and reply else None
        sent = _SentAppend(before.version, after.number, drafts, tuple(change.steps), at, request, reply)
        append = Append(
            stream=before.stream,
            drafts=drafts,
            at=at,
            actor=actor,
            upon=self._head,
            number=next(_APPEND_NUMBERS),
            receipt=receipt,
        )
        self._room.keep(append, lambda outcome: self._appended(sent, outcome))
        self._in_flight.append(sent)
        self._head = append.number
        self._own_in_flight += request is None
        self.state = after
        idle = self._waits_for_a_bet
        first = idle and before.unstaked and not after.unstaked
        step = not _only_window_events(before, after, drafts)
        if first or step or ripe(after, self._choosing_at_open):
            own = step and request is None and not _PLAN_EVENTS.issuperset(draft.kind for draft in drafts)
            self._reschedule(at, anew=own or idle or (after.over and before.coming is not after.coming))

    def _appended(self, sent: _SentAppend, outcome: Appended | Refused) -> None:
        """Handle the outcome of an append; outcomes arrive in the order in which the appends were sent."""
        assert self._in_flight[0] is sent
        self._in_flight.popleft()
        self._own_in_flight -= sent.request is None
        if isinstance(outcome, Appended) and not outcome.again:
            if self._rolling_back:
                # An append thought lost is durable after all: the stored events are read before going on.
                self._must_reread = True
            else:
                self._acknowledge(sent, outcome.hash)
            _resolve(sent.reply, outcome, None)
        else:
            self._failed(sent, outcome)
        if self._rolling_back and not self._in_flight:
            self._roll_back()

    def _acknowledge(self, sent: _SentAppend, tie: bytes) -> None:
        self._unapplied.append(sent)
        self._durable_hash = tie
        if not self._in_flight:
            self._durable, self._unapplied, self._head = self.state, [], tie
        for version, draft in enumerate(sent.drafts, sent.version + 1):
            self._room.publish(Update(self.name, version, sent.round, sent.at, draft.kind, draft.body))

    def _failed(self, sent: _SentAppend, outcome: Appended | Refused) -> None:
        """The append was not stored: roll back, and decide again whatever was decided on top of it."""
        first, self._rolling_back = not self._rolling_back, True
        if isinstance(outcome, Unavailable):
            self.away = self._must_reread = True
            self._retry_at = self._room.now()
        elif isinstance(outcome, Conflict):
            # The first conflict means that somebody else has written to the stream.
            self._must_reread = self._must_reread or first
            if sent.request and sent.reply:
                self._retries.append((sent.request, sent.reply))
                return
        elif isinstance(outcome, Refused) and sent.request and sent.reply:
            self._refuse(sent.request, sent.reply, outcome)
            return
        _resolve(sent.reply, outcome, None)

    def _roll_back(self) -> None:
        if self._must_reread and not self._catch_up():
            return
        self.state, self._head = self.durable, self._durable_hash
        self._rolling_back = self._must_reread = False
        self._reschedule(self._room.now(), anew=True)
        again, self._retries = self._retries, []
        for request, reply in again:
            self.ask(request, reply)
        self._record_line()

    def _catch_up(self) -> bool:
        """Read the events stored since; False where the store is still unreachable."""
        durable = self.durable
        try:
            # Including the last known event, which must still have the same hash.
            events = self._room.events(durable.stream, max(0, durable.version - 1))
        except Unavailable:
            self.away, self._retry_at = True, self._room.now() + SECOND
            return False
        try:
            if durable.version and (not events or events.pop(0).hash != self._durable_hash):
                raise Refused("played-upon-event-replaced", event=durable.version)
            for event in events:
                self._durable, self._durable_hash = caught_up(self._durable, [event]), event.hash
                number = self._durable.number
                self._room.publish(Update(self.name, event.version, number, event.at, event.kind, event.body))
        except Exception as error:
            # Damage may raise anything; it stops this table and no other.
            self.stop(Sentence("table-record-unreadable", error=error))
        self.away = self._must_reread = False
        return True

    # Time

    @property
    def chore(self) -> Chore | None:
        """The Dealer's next task."""
        return self._chore

    @property
    def due(self) -> int | None:
        """When `tick` has something to do, in microseconds since 1970; none where it has nothing."""
        if self.away:
            return None if self._in_flight else self._retry_at
        if self._rolling_back or self._own_in_flight:
            return None
        chore = self._chore_due if self._last_call_due is None else self._last_call_due
        line = self._line_retry_at if self._line_changes else None
        return min((each for each in (chore, line, self._plan_due) if each is not None), default=None)

    @property
    def _plan_due(self) -> int | None:
        """When a planned change of settings is to be made, where that is at a set time."""
        plan = self.state.plan
        return max(plan.at, self._plan_retry_at) if plan is not None and plan.at and self.broken is None else None

    @property
    def deadline(self) -> int | None:
        """Until when the players have time, in microseconds since 1970, where a timer runs."""
        return None if self.away or self._rolling_back else self._chore_due

    def tick(self) -> None:
        """Do what is due."""
        now, due = self._room.now(), self.due
        if due is None or now < due:
            return
        if self.away:
            self._roll_back()
            return
        if self._line_changes and now >= self._line_retry_at:
            self._record_line()
            return
        if self._plan_due is not None and now >= self._plan_due:
            self._carry_out_plan(now)
            return
        if self._last_call_due is not None:
            self._last_call_due = None
            body = b'{"prompt":"Last bets, please"}'
            number, version = self.state.number, self.state.version
            self._room.publish(Update(self.name, version, number, now, LAST_CALL, body))
            return
        assert self._chore is not None
        if times(self.state, self._chore, now, self.resting)[0] is None:
            # All bets were withdrawn: the table waits for a first bet again.
            self._reschedule(now, anew=True)
            return
        change = self._new_change()
        try:
            do(change, self._chore)
            self._append(change, AUTOMATIC)
        except Unavailable:
            # Nothing was sent: retry in a second.
            self._chore_due = now + SECOND
        except Exception as error:
            # An expected command is never refused, so this is a fault, such as failed entropy. The table must neither
            # retry for ever nor take the other tables with it.
            self.stop(Sentence("chore-failed", chore=self._chore.command, why=error))

    def _carry_out_plan(self, now: int) -> None:
        """Make the planned change of settings, now or, where the store cannot take it, a second later."""
        change = self._new_change()
        try:
            change.carry_out_plan()
            self._append(change, AUTOMATIC)
        except Unavailable:
            self._plan_retry_at = now + SECOND

    @property
    def _waits_for_a_bet(self) -> bool:
        """Whether bets stay open, with no timer, because nobody has bet yet."""
        return self._chore_due is None and self._chore is not None and self._chore.command == "close-bets"

    def _reschedule(self, at: int, anew: bool = False) -> None:
        """Find the next chore, and set its timers from `at` where it is another one or with `anew`."""
        stays = self.broken is not None or (self.resting and self.state.over)
        upcoming = None if stays else chore(self.state)
        if anew or upcoming != self._chore:
            self._chore, self._choosing_at_open = upcoming, self.state.undecided()
            self._chore_due, self._last_call_due = times(self.state, upcoming, at, self.resting)


def _virtual(records: Records, state: State, playing: FollowedRound) -> bool:
    """Whether a round was dealt from a virtual shoe."""
    match state.shoe:
        case Published(commitment=commitment) if commitment.shoe == playing.shoe:
            return True
        case Placed(name=name) if name == playing.shoe:
            return False
    came = shoe_arrival(records, state.name, playing.shoe, playing.version) if playing.shoe else None
    return came is not None and came.kind == "shoe-opened"


def _only_window_events(before: State, after: State, drafts: tuple[Draft, ...]) -> bool:
    """Whether these are all events that leave the next chore as it is: wagers, choices, tips, connections."""
    then, now = before.round, after.round
    same = then is not None and now is not None and then.phase is now.phase
    return same and all(draft.kind in _WINDOW_EVENTS for draft in drafts)


_PLAN_EVENTS = {"table-configured", "plan-ended", "pit-called"}
"""What a planned change of settings brings, made or not: no player gains or loses time by it."""
_WINDOW_EVENTS = {TIPPED, *(f"round:{tag(kind)}" for kind in (*OWN_ONLY, *LINE))}


def _resolve(reply: Reply | None, outcome: Appended | Refused, refusal: Answer | None) -> None:
    """Resolve a reply with the stored answer; with `refusal` where none is stored."""
    if reply is None:
        return
    if isinstance(outcome, Unavailable):
        reply.set(outcome)
    elif isinstance(outcome, Refused):
        reply.set(Answer.refused(outcome))
    elif outcome.answer is not None:
        reply.set(read_answer(outcome.answer))
    elif refusal is not None:
        reply.set(refusal)


def load(name: str, room: Room, cabinet: Cabinet, records: Records) -> Table:
    """A table recovered from its records; one whose records cannot be read has stopped."""
    table = Table(name, room, cabinet)
    try:
        state = recovered(records, name)
        table.load(state, records.hash_of(state.stream, state.version))
    except Exception as error:
        # Damage may raise anything, and must not keep the other tables from opening.
        table.stop(Sentence("table-record-unreadable", error=error))
    return table
