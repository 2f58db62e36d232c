"""The table as an actor: one command after the other, each decided upon the one before, told when it is durable.

Commands are not decided upon what is on the disk but upon what has been sent there, so that thousands of wagers share
one commit. States are values: what was acknowledged is kept beside, and where an append fails the table steps back to
it and decides what came after once more.
"""

import itertools
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
from croupier.house.retold import Playing, shoe_of, standing
from croupier.house.stakes import LINE, OWN_ONLY
from croupier.house.store import Append, Appended, Conflict, Draft, Records, Unavailable
from croupier.house.store import Event as Kept
from croupier.house.store.chain import BEGINNING
from croupier.house.table import commands as c
from croupier.house.table.amending import Amendment, Earlier, amendment
from croupier.house.table.approval import decided
from croupier.house.table.chores import chore, do, ripe, times
from croupier.house.table.deciding import Cabinet, Sheet
from croupier.house.table.requests import Answer, Reply, Request, read_answer
from croupier.house.table.state import Placed, Published, State, caught_up, moved, recovered
from croupier.house.views import named
from croupier.refused import Refused
from croupier.words import Sentence

LAST_CALL, CLOCK = "last-call", "clock"
"""What those who look on are told of and nobody keeps: last bets are called for, the clock was set."""
AUTOMATIC = "house"
"""Who does what a table does by itself."""
_NUMBERS = itertools.count(1)
"""Of all that tables send to the disk: what is decided next is decided upon the one before, by its number."""


class Room(Protocol):
    """What a table needs of the house around it."""

    def now(self) -> int:
        """The time, in microseconds since 1970."""

    def keep(self, append: Append, then: "Callable[[Appended | Refused], None]") -> None:
        """Have this kept, with its postings reserved; `then` is called when it is durable, or refused.

        Those of one stream are answered in the order in which they were given. What cannot even be sent is refused
        here and now, and nothing has come of it.
        """

    def held(self, account: str) -> int:
        """What an account holds with all that is under way."""

    def today(self) -> str:
        """The gaming day."""

    def check_buy_in(self, cents: int) -> None:
        """Refuse what is too much for one buy-in."""

    def has_terminal(self, name: str) -> bool:
        """Whether there is, or was, a terminal of that name."""

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name is without a terminal."""

    def events(self, stream: str, after: int) -> list[Kept]:
        """What was kept in a stream after that version; what was thought to be under way is forgotten."""

    def check_own_limits(self, name: str, postings: list[Posting]) -> None:
        """Refuse a wager that goes beyond what its player has set themself."""

    def check_day(self, ended: int) -> None:
        """Refuse to put a round right whose gaming day is over."""

    @property
    def records(self) -> Records:
        """What is durable, to be read."""

    def publish(self, update: "Update") -> None:
        """Tell those who look on."""


class Update(msgspec.Struct, frozen=True, gc=False):
    """Something that has happened at a table and is durable; the table itself has it from now on."""

    table: str
    version: int
    round: int
    at: int
    kind: str
    """The event's, or what is only said: `last-call`, `clock`."""
    body: bytes


class _Flight(msgspec.Struct):
    """An append that is under way. It holds no state: thousands may be, and each state holds everybody's wagers."""

    version: int
    """The table's before it."""
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
        self.state = State(name=name)
        """The table with what is under way to the disk."""
        self.broken: Sentence | None = None
        """Why it has stopped: its record makes no sense, or it could not go on."""
        self.repair: ApprovalAsked | None = None
        """What waits for a second person, where it is to be put back to work."""
        self.resting = False
        """Whether no further round begins, because the house is about to close."""
        self.away = False
        """Whether the store could not be reached, so that nobody knows yet what was kept."""
        self._room, self._cabinet = room, cabinet
        self._upon: bytes | int = BEGINNING
        """What is decided now is decided upon this: the hash of the last event, or the number of what is under way."""
        self._kept, self._tie = self.state, BEGINNING
        """What is durable, and the hash of the last event of it."""
        self._landings: list[_Flight] = []
        """What is durable and not yet in the state that is kept."""
        self._flights: deque[_Flight] = deque()
        self._stepping_back = self._read_first = False
        self._again: list[tuple[Request, Reply]] = []
        self._chore: Chore | None = None
        self._closes: int | None = None
        """When it is done."""
        self._calls: int | None = None
        """When the last bets are called for, where that is still to come."""
        self._acting = self._retry = 0
        self._choosing = 0
        """How many had to choose when the window opened that is open."""
        self._line: dict[str, bool] = {}
        """Terminals by whether they are on the line, as far as that is still to be recorded."""
        self._line_due = 0

    @property
    def stopped(self) -> str | None:
        """Why it has stopped, as far as everybody may know: what went wrong there may tell of somebody's money."""
        return None if self.broken is None else Sentence(f"{self.broken.code}-briefly", **self.broken.values)

    @property
    def kept(self) -> State:
        """The table as everybody may know it: what is durable. It is worked out when somebody looks."""
        if self._landings:
            if not self._flights and not self._stepping_back:
                self._kept = self.state
            else:
                for flight in self._landings:
                    for step in flight.steps:
                        self._kept = self._kept.stepped(step)
            self._landings = []
        return self._kept

    @property
    def pending(self) -> tuple[ApprovalAsked, ...]:
        """What waits for a second person."""
        return (*self.kept.pending, *([self.repair] if self.repair else []))

    # Coming up

    def load(self, state: State, tie: bytes) -> None:
        """Begin from what the records say; the tie is the hash of the last event of them."""
        # Whatever the clock was set to meanwhile, nobody waits for a second person longer than that takes.
        latest = self._room.now() + APPROVAL_LASTS
        pending = tuple(moved(each, min(0, latest - each.until)) for each in state.pending)
        self._kept = self.state = msgspec.structs.replace(state, pending=pending)
        self._upon = self._tie = tie
        self._landings, self.broken, self.repair = [], None, None
        self._look(self._room.now(), anew=True)

    def stop(self, why: Sentence) -> None:
        """Go no further: somebody has to look at it."""
        self.broken = why
        self._chore = self._closes = None

    def interrupted(self) -> None:
        """Do what the rules ask for where the house was down in the middle of a round."""
        if not self.state.over:
            sheet = self._sheet()
            try:
                sheet.interrupt()
            except Refused as refused:
                self.stop(Sentence("chore-failed", chore="interrupt", why=refused))
            else:
                self._fly(sheet, AUTOMATIC)

    def configure(self, configuration: Configuration) -> None:
        """Set the table up as the house's configuration file says, where that says anything new."""
        if configuration.digest != self.state.filed and self.broken is None:
            sheet = self._sheet()
            sheet.configure(configuration, configuration.digest)
            self._fly(sheet, AUTOMATIC)

    def stepped(self, by: int) -> None:
        """Somebody has set the clock by so much: everybody has the time that they had."""
        if self._closes is not None:
            self._closes += by
        if self._calls is not None:
            self._calls += by
        self._retry, self._line_due = self._retry + by, self._line_due + by
        self.state, self._kept = self.state.moved(by), self.kept.moved(by)
        if self.repair is not None:
            self.repair = moved(self.repair, by)
        self._room.publish(Update(self.name, self.kept.version, self.kept.number, self._room.now(), CLOCK, b"{}"))

    def rest(self) -> None:
        """Begin no further round: the house is about to close."""
        self.resting = True
        self._look(self._room.now(), anew=self._waits_for_a_bet)

    def lose(self, *names: str) -> None:
        """Terminals have lost the line; where the document speaks of terminals, their rounds record it."""
        self._line.update(dict.fromkeys(names, False))
        self._record_line()

    def find(self, *names: str) -> None:
        """Terminals are on the line; where a round has lost them, it records that they are back."""
        self._line.update(dict.fromkeys(names, True))
        self._record_line()

    def _record_line(self) -> None:
        """Record who has lost the line and who is back, at once or as soon as that can be."""
        if self.broken is not None or self.away or self._stepping_back or not self._line:
            return
        said, self._line = self._line, {}
        sheet = self._sheet()
        sheet.lose(name for name, there in said.items() if not there)
        sheet.find(name for name, there in said.items() if there)
        if sheet.drafts:
            try:
                self._fly(sheet, AUTOMATIC)
            except Unavailable:
                self._line, self._line_due = said, self._room.now() + SECOND

    @property
    def at_rest(self) -> bool:
        """Whether nothing of it is under way."""
        return not self._flights and not self._stepping_back

    # Commands

    def ask(self, request: Request, reply: Reply) -> None:
        """Decide about a request; the reply follows when the answer is durable."""
        if self.broken is not None or self.away:
            why = self.stopped or Sentence("records-unreachable")
            reply.set(Unavailable("table-stopped", table=self.name, why=why))
        elif self._stepping_back:
            self._again.append((request, reply))
        else:
            self._decide(request, reply)

    def _decide(self, request: Request, reply: Reply) -> None:
        try:
            command = self._read(request)
            sheet, asked = decided(self._sheet, command, request, self._room.now())
            bettor = request.terminal or getattr(command, "bettor", None)
            if bettor and sheet.state.round and sheet.state.round.phase is Phase.BETTING:
                # A player's own limits hold for what staff place for them, too.
                self._room.check_own_limits(bettor, sheet.postings)
            self._fly(sheet, request.actor, request, reply, asked)
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
        """A refusal is kept too: the same message, come again, must not be done after all."""
        answer = Answer.refused(refused)
        receipt = request.receipt(answer, reply.digest)
        append = Append(stream=self.state.stream, drafts=(), at=self._room.now(), actor=request.actor, receipt=receipt)
        try:
            self._room.keep(append, lambda outcome: _tell(reply, outcome, answer))
        except Unavailable as unavailable:
            reply.set(unavailable)

    # What is under way

    def _sheet(self) -> Sheet:
        return Sheet(self.state, self._cabinet, self._room, self)

    def recall(self, number: int) -> Earlier:
        """A round as it stands: what is durable of it is read, and what is under way follows upon that."""
        records, state = self._room.records, self.state
        until = self._flights[0].version if self._flights else state.version
        playing = standing(records, self.name, number, until, list(self._under_way()))
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
        """Refuse a round of a gaming day that is over."""
        self._room.check_day(ended)

    def preview(self, number: int, body: bytes, by: Role) -> Amendment:
        """What would come of putting a round right, by whoever may at least; nothing is done."""
        return amendment(self.state, self, number, body, by, least=True)

    def _under_way(self) -> Iterator[Kept]:
        """What has been sent to the disk, as if it were there; only its place among all is not known yet."""
        for flight in self._flights:
            actor = flight.request.actor if flight.request else AUTOMATIC
            for version, draft in enumerate(flight.drafts, flight.version + 1):
                yield Kept(0, self.state.stream, version, draft.kind, flight.at, actor, draft.body, b"")

    def _fly(
        self,
        sheet: Sheet,
        actor: str,
        request: Request | None = None,
        reply: Reply | None = None,
        asked: ApprovalAsked | None = None,
    ) -> None:
        """Send it to the disk and go on as if it were there."""
        if not sheet.drafts:
            raise Refused("command-without-effect")
        at, before, after, drafts = self._room.now(), self.state, sheet.state, tuple(sheet.drafts)
        answer = Answer(done=True, version=after.version, round=after.number)
        if asked is not None:
            why = Sentence("second-position-needed", needed=asked.needs)
            answer = Answer(
                done=False, version=after.version, round=after.number, approval=asked.id, reason=why, clause="R-11"
            )
        receipt = request.receipt(answer, reply.digest) if request and reply else None
        flight = _Flight(before.version, after.number, drafts, tuple(sheet.steps), at, request, reply)
        append = Append(
            stream=before.stream,
            drafts=drafts,
            at=at,
            actor=actor,
            upon=self._upon,
            number=next(_NUMBERS),
            receipt=receipt,
        )
        self._room.keep(append, lambda outcome: self._landed(flight, outcome))
        self._flights.append(flight)
        self._upon = append.number
        self._acting += request is None
        self.state = after
        idle = self._waits_for_a_bet
        first = idle and before.unstaked and not after.unstaked
        step = not _in_window(before, after, drafts)
        if first or step or ripe(after, self._choosing):
            own = step and request is None
            self._look(at, anew=own or idle or (after.over and before.coming is not after.coming))

    def _landed(self, flight: _Flight, outcome: Appended | Refused) -> None:
        """An append is durable, or refused; they come back in the order in which they were sent."""
        assert self._flights[0] is flight
        self._flights.popleft()
        self._acting -= flight.request is None
        if isinstance(outcome, Appended) and not outcome.again:
            if self._stepping_back:
                # One before it was thought to be lost and is there: what is kept will be read.
                self._read_first = True
            else:
                self._acknowledge(flight, outcome.hash)
            _tell(flight.reply, outcome, None)
        else:
            self._failed(flight, outcome)
        if self._stepping_back and not self._flights:
            self._step_back()

    def _acknowledge(self, flight: _Flight, tie: bytes) -> None:
        self._landings.append(flight)
        self._tie = tie
        if not self._flights:
            self._kept, self._landings, self._upon = self.state, [], tie
        for version, draft in enumerate(flight.drafts, flight.version + 1):
            self._room.publish(Update(self.name, version, flight.round, flight.at, draft.kind, draft.body))

    def _failed(self, flight: _Flight, outcome: Appended | Refused) -> None:
        """Nothing of it is there: all that was decided upon it has to be decided again."""
        first, self._stepping_back = not self._stepping_back, True
        if isinstance(outcome, Unavailable):
            self.away = self._read_first = True
            self._retry = self._room.now()
        elif isinstance(outcome, Conflict):
            # The first to be refused so met events that somebody else has written.
            self._read_first = self._read_first or first
            if flight.request and flight.reply:
                self._again.append((flight.request, flight.reply))
                return
        elif isinstance(outcome, Refused) and flight.request and flight.reply:
            self._refuse(flight.request, flight.reply, outcome)
            return
        _tell(flight.reply, outcome, None)

    def _step_back(self) -> None:
        if self._read_first and not self._catch_up():
            return
        self.state, self._upon = self.kept, self._tie
        self._stepping_back = self._read_first = False
        self._look(self._room.now(), anew=True)
        again, self._again = self._again, []
        for request, reply in again:
            self.ask(request, reply)
        self._record_line()

    def _catch_up(self) -> bool:
        """Read what was kept since; whether that could be done."""
        kept = self.kept
        try:
            # With the last one that is known, which must be there as it was.
            found = self._room.events(kept.stream, max(0, kept.version - 1))
        except Unavailable:
            self.away, self._retry = True, self._room.now() + SECOND
            return False
        try:
            if kept.version and (not found or found.pop(0).hash != self._tie):
                raise Refused("played-upon-event-replaced", event=kept.version)
            for event in found:
                self._kept, self._tie = caught_up(self._kept, [event]), event.hash
                number = self._kept.number
                self._room.publish(Update(self.name, event.version, number, event.at, event.kind, event.body))
        except Exception as error:
            # Whatever form damage takes, it stops this table and no other.
            self.stop(Sentence("table-record-unreadable", error=error))
        self.away = self._read_first = False
        return True

    # Time

    @property
    def chore(self) -> Chore | None:
        """What is the Dealer's to do next."""
        return self._chore

    @property
    def due(self) -> int | None:
        """When the table does something by itself."""
        if self.away:
            return None if self._flights else self._retry
        if self._stepping_back or self._acting:
            return None
        chore = self._closes if self._calls is None else self._calls
        return self._line_due if self._line and (chore is None or self._line_due < chore) else chore

    @property
    def deadline(self) -> int | None:
        """Until when the players have time, where a timer runs."""
        return None if self.away or self._stepping_back else self._closes

    def tick(self) -> None:
        """Do what is due."""
        now, due = self._room.now(), self.due
        if due is None or now < due:
            return
        if self.away:
            self._step_back()
            return
        if self._line and now >= self._line_due:
            self._record_line()
            return
        if self._calls is not None:
            self._calls = None
            said = b'{"prompt":"Last bets, please"}'
            number, version = self.state.number, self.state.version
            self._room.publish(Update(self.name, version, number, now, LAST_CALL, said))
            return
        assert self._chore is not None
        if times(self.state, self._chore, now, self.resting)[0] is None:
            # Whoever had bet has taken it back: it is as if nobody had.
            self._look(now, anew=True)
            return
        sheet = self._sheet()
        try:
            do(sheet, self._chore)
            self._fly(sheet, AUTOMATIC)
        except Unavailable:
            # Nothing was sent, so nothing has happened: the same in a moment.
            self._closes = now + SECOND
        except Exception as error:
            # What is expected is never refused. A table that finds itself here, because its entropy has failed or for
            # whatever reason, must neither try for ever nor take the others with it.
            self.stop(Sentence("chore-failed", chore=self._chore.command, why=error))

    @property
    def _waits_for_a_bet(self) -> bool:
        """Whether bets stay open because nobody has bet yet."""
        return self._closes is None and self._chore is not None and self._chore.command == "close-bets"

    def _look(self, at: int, anew: bool = False) -> None:
        """Find out what comes next, and since when."""
        stays = self.broken is not None or (self.resting and self.state.over)
        found = None if stays else chore(self.state)
        if anew or found != self._chore:
            self._chore, self._choosing = found, self.state.undecided()
            self._closes, self._calls = times(self.state, found, at, self.resting)


def _virtual(records: Records, state: State, playing: Playing) -> bool:
    """Whether a round was dealt from a virtual shoe."""
    match state.shoe:
        case Published(commitment=said) if said.shoe == playing.shoe:
            return True
        case Placed(name=name) if name == playing.shoe:
            return False
    came = shoe_of(records, state.name, playing.shoe, playing.version) if playing.shoe else None
    return came is not None and came.kind == "shoe-opened"


def _in_window(before: State, after: State, drafts: tuple[Draft, ...]) -> bool:
    """Whether only what changes nothing about what comes next: wagers, choices, tips, who is on the line."""
    then, now = before.round, after.round
    same = then is not None and now is not None and then.phase is now.phase
    return same and all(draft.kind in _WINDOW for draft in drafts)


_WINDOW = {TIPPED, *(f"round:{tag(kind)}" for kind in (*OWN_ONLY, *LINE))}


def _tell(reply: Reply | None, outcome: Appended | Refused, refusal: Answer | None) -> None:
    """Give the answer that is kept; where none could be kept, the refusal itself."""
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
    """A table as its records leave it; one whose record makes no sense has stopped."""
    table = Table(name, room, cabinet)
    try:
        state = recovered(records, name)
        table.load(state, records.hash_of(state.stream, state.version))
    except Exception as error:
        # Damage takes any form, and none of them may keep the other tables from opening.
        table.stop(Sentence("table-record-unreadable", error=error))
    return table
