"""The house: its store, its tables, its terminals. It tells nobody of anything that is not durable.

Everything happens in one thread, one thing after the other; only the store writes in another. `perform` and `pay`
answer with a future, `tick` does what is due: so a test drives a whole casino through virtual time. `command`, `money`
and `run` are the same for a server that waits with asyncio.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from typing import Self, TypeVar

import msgspec

from croupier.games.round import Role
from croupier.house import events as house
from croupier.house import terminals
from croupier.house.accounting.closing import closed
from croupier.house.clock import Clock, ClockStep, Steps
from croupier.house.clock import wall_clock as wall_clock
from croupier.house.configuration import Configuration, check_posted
from croupier.house.corrections import Corrections
from croupier.house.credit import TAKES_TWO, Credit, Sale
from croupier.house.days import SECOND, Calendar
from croupier.house.holding import Holdings, Reserved
from croupier.house.keys import Keys
from croupier.house.ledger import Overdraft, Posting, repaid, stakes, terminal, voucher
from croupier.house.own_limits import MAX_MOVEMENTS, Limit, Minder, OwnLimits
from croupier.house.policy import Policy
from croupier.house.purchases import Purchases, Till
from croupier.house.repair import Repairs, concerns
from croupier.house.roles import HouseRole
from croupier.house.shuffle import Entropy
from croupier.house.store import Append, Appended, Draft, Event, Records, Reused, Store, Unavailable
from croupier.house.store.entries import UNKNOWN
from croupier.house.subscription import BEHIND, Subscription
from croupier.house.table import Answer, Cabinet, Request, Table, Update, load
from croupier.house.table.damage import damaged
from croupier.house.table.requests import Reply, read_answer
from croupier.house.vouchers import Vouchers
from croupier.refused import Refused
from croupier.words import Sentence

MOMENT = 0.0002
"""Seconds between two looks at what the store has answered, for who has no loop that it wakes."""
MAX_ANSWERS_AT_HAND = 50_000
"""Requests whose answers are at hand; older ones are found in the store."""
ANSWER_TIMEOUT_SECONDS = 12.0
"""Seconds that somebody waits for an answer."""
Found = TypeVar("Found")
ENDS = ("round:round-settled", "round:round-voided")
_log = logging.getLogger(__name__)
CLOCK_LOOK_SECONDS = 1.0
"""Seconds after which it is looked at the clock again, whatever else is due."""


class House:
    """A casino."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        *,
        entropy: Entropy,
        clock: Callable[[], int] = wall_clock,
        steady: Callable[[], int] | None = None,
    ) -> None:
        self.store = store
        self.calendar = Calendar()
        """When the gaming day turns."""
        self.tables: dict[str, Table] = {}
        self._keys, self._entropy, self._clock = keys, entropy, Clock(clock, steady)
        self.steps = Steps(store.records)
        """How often the clock was set, and by how much."""
        self._unsaid: list[house.ClockStepped] = []
        self.stepped: list[Callable[[int], None]] = [lambda by: self.credit.stepped(by)]
        """Who else waits for anything, and is told by how much the clock was set."""
        self._holdings = Holdings(store.records)
        self._minder = Minder(
            self.own_limits, lambda name, at: store.records.history(terminal(name), MAX_MOVEMENTS, at)
        )
        self.purchases: Purchases | None = None
        """What terminals sell themselves; nothing where credits come from the cage alone."""
        self._vouchers = Vouchers(keys, entropy, self.held)
        self.credit = Credit(entropy, self.now, store.records, self.calendar)
        """What waits at the cage for a second person."""
        self.policy = Policy()
        """How it works with its people and its money."""
        self._till = Till(lambda name, at: store.records.history(terminal(name), MAX_MOVEMENTS, at))
        self.under_way = 0
        """How many appends the store has not answered yet."""
        self._stale = False
        self._doubtful: set[str] = set()
        """Accounts of which it is not known what was posted: what is minded of them is looked up when they rest."""
        self._asked: deque[tuple[float, Reply]] = deque()
        """Requests in the order in which they came, with the moment up to which somebody waits for the answer."""
        self._recent: OrderedDict[tuple[str, str], Reply] = OrderedDict()
        self._subscriptions: dict[str, list[Subscription]] = {}
        self._done: deque[tuple[Callable[[Appended | Refused], None], Appended | Refused]] = deque()
        self._called = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken: asyncio.Event | None = None
        self.corrections = Corrections(store.records)
        """Who is told of rounds that were put right."""
        self.repairs = Repairs(self, keys, entropy)
        """Where tables are put back to work that have stopped."""

    @classmethod
    def open(
        cls,
        store: Store,
        keys: Keys,
        tables: Mapping[str, Configuration],
        *,
        entropy: Entropy,
        clock: Callable[[], int] = wall_clock,
        steady: Callable[[], int] | None = None,
    ) -> Self:
        """The house with these tables and all that its records know of, each as it was or as the rules ask for.

        Every wager of these tables needs a minimum and a maximum. A table that only the records know of plays on as it
        was set up, and needs them when it is set up anew.
        """
        check_posted(tables)
        made = cls(store, keys, entropy=entropy, clock=clock, steady=steady)
        made.repairs.configured = dict(tables)
        records = store.records
        made.credit.restore(records, made.steps)
        if step := made._clock.resume(records.head().at, made._signed):
            made._step(step)
        known = [stream.removeprefix("table:") for stream in records.streams("table:")]
        names = sorted({*known, *tables})
        damage = damaged(records, known)
        for name in names:
            table = load(name, made, Cabinet(keys, entropy), records)
            if name in damage and table.broken is None:
                table.stop(Sentence("table-record-altered", damage=damage[name]))
            made.tables[name] = table
        for name, table in made.tables.items():
            if table.broken is None:
                table.handle_interruption()
                if name in tables:
                    table.configure(tables[name])
        return made

    # Requests

    def perform(self, table: str, request: Request) -> Reply:
        """Have a table decide about a request; the answer comes when it is durable."""
        found = self.tables.get(table)
        if found is None:
            return _answered(Answer.refused(Refused("table-not-found", table=table)))
        ask = self.repairs.ask if found.broken is not None and concerns(request) else Table.ask
        return self._once(request, lambda reply: ask(found, request, reply))

    def pay(self, name: str, request: Request) -> Reply:
        """Move money on or off a terminal."""
        return self._once(request, lambda reply: self._pay(name, request, reply))

    def credits(self, name: str) -> int:
        """What a terminal has, with all that is under way."""
        return max(0, self._holdings[terminal(name)])

    def sold(self, name: str) -> int:
        """What a terminal has sold itself in this gaming day, with all that is under way."""
        return self._till.sold(name, self.now())

    def welcome(self, name: str) -> None:
        """Somebody sits down: what the records tell of them is looked up now, and not when thousands bet at once."""
        self._minder.known(name)
        self.credits(name)

    def note(self, event: house.AnyHouseEvent) -> None:
        """Keep something that happened to the house itself, and wait until that is durable."""
        append = Append(stream="house", drafts=(house.drafted(event),), at=self.now(), actor="house")
        self.store.append(append)

    def own_limits(self, name: str) -> OwnLimits:
        """The limits that a player has set themself, as the records tell."""
        found = self.store.records.last(f"terminal:{name}", ("own-limits-set",))
        event = house.read_house(found.body) if found else None
        if found is None or not isinstance(event, house.OwnLimitsSet):
            return OwnLimits()
        # A day is a day, wherever somebody has put the clock meanwhile.
        since = event.limits.since + self.steps.since(found.position)
        return msgspec.structs.replace(event.limits, since=since)

    def subscribe(self, table: str, most: int = BEHIND) -> Subscription:
        """Be told what happens at a table."""
        if table not in self.tables:
            raise Refused("table-not-found", table=table)
        made = Subscription(self.tables[table], most)
        self._subscriptions.setdefault(table, []).append(made)
        return made

    def unsubscribe(self, subscription: Subscription) -> None:
        """Be told no more."""
        self._subscriptions[subscription.table.name].remove(subscription)

    def _once(self, request: Request, do: Callable[[Reply], None]) -> Reply:
        """The same request gets the same answer, and does nothing the second time."""
        key, digest = (request.actor, request.id), request.digest
        if known := self._recent.get(key):
            self._recent.move_to_end(key)
            if known.digest == digest:
                return known
            said = Sentence("request-id-reused", actor=request.actor, id=request.id)
            return _answered(Answer.refused(Reused(said)))
        self._recent[key] = reply = Reply(digest)
        while len(self._recent) > MAX_ANSWERS_AT_HAND:
            self._recent.popitem(last=False)
        reply.then(lambda done: self._forget_failure(key, done))
        do(reply)
        if not reply.done:
            self._asked.append((time.monotonic() + ANSWER_TIMEOUT_SECONDS, reply))
        return reply

    def _give_up(self) -> None:
        """Nobody waits for ever: who has waited long is told that it is not known, and may ask again."""
        now = time.monotonic()
        while self._asked and (self._asked[0][1].done or self._asked[0][0] < now):
            self._asked.popleft()[1].set(Unavailable(UNKNOWN))

    def _forget_failure(self, key: tuple[str, str], done: Reply) -> None:
        """Where nobody knows what came of it, it may be asked again."""
        if done.failure is not None:
            self._recent.pop(key, None)

    def _pay(self, name: str, request: Request, reply: Reply) -> None:
        answer, at = Answer(done=True), self.now()
        drafts: tuple[Draft, ...] = ()
        sold: Sale | house.CreditAsked | None = None
        try:
            account = terminal(name)
            if seat := self.seated(name):
                raise Refused("plays-without-terminal", "R-41", player=name, table=seat)
            if request.by is Role.PLAYER and request.terminal != name:
                raise Refused("credits-of-own-terminal-only")
            command = terminals.read(request.body)
            event: house.AnyHouseEvent
            if isinstance(command, terminals.SetOwnLimits):
                event = self._limited(name, request, command)
            elif isinstance(command, terminals.UnderstandCorrection):
                event = self._noted(name, request, command)
            else:
                if isinstance(command, terminals.BuyIn):
                    command = self._bought(name, request, command)
                    sold = self._sells(name, request, command.cents, at)
                code, paper = self._vouchers.named(command)
                worth = self._holdings[voucher(paper)] if paper else 0
                if isinstance(sold, house.CreditAsked):
                    event, answer = sold, _waits(sold)
                else:
                    event = terminals.moved(name, command, self._holdings[account], worth, paper)
                    answer = Answer(done=True, voucher=self._vouchers.sealed(code, request))
            drafts = (house.drafted(event), *self._repayment(event))
        except Refused as refused:
            answer, sold = Answer.refused(refused), None
        append = Append(
            stream=f"terminal:{name}",
            drafts=drafts,
            at=at,
            actor=request.actor,
            receipt=request.receipt(answer, reply.digest),
        )
        sale = sold if isinstance(sold, Sale) else None
        asked = sold if isinstance(sold, house.CreditAsked) else None

        def then(outcome: Appended | Refused) -> None:
            if sale is not None:
                self.credit.sold.end(sale, outcome)
            self._paid(name, request, reply, outcome, append, asked)

        if sale is not None:
            self.credit.sold.begin(sale)
        try:
            self.keep(append, then)
        except Refused as refused:
            if sale is not None:
                self.credit.sold.end(sale, refused)
            reply.set(refused if isinstance(refused, Unavailable) else Answer.refused(refused))

    def _repayment(self, event: house.AnyHouseEvent) -> Iterator[Draft]:
        """Of what comes onto a terminal the house first has back what it advanced when a settlement was corrected."""
        match event:
            case house.BoughtIn(terminal=name, cents=cents) | house.VoucherRedeemed(terminal=name, cents=cents):
                if due := repaid(name, cents, self.held):
                    yield house.drafted(house.DebtRepaid(terminal=name, cents=due))

    def _sells(self, name: str, request: Request, cents: int, at: int) -> Sale | house.CreditAsked | None:
        """What somebody of the cage sells alone, or what a second person is asked before that."""
        if request.by is Role.PLAYER or not request.actor.startswith("staff:"):
            return None
        terminals.check_amount(cents)
        return self.credit.sells(self.policy, name, cents, request.actor, at)

    def answer_credit(self, id: str, request: Request, role: HouseRole, *, agrees: bool, why: str = "") -> Reply:
        """A second person agrees that the cage sells so much, or does not; the first one may take it back."""
        return self._once(request, lambda reply: self._answer_credit(id, request, role, agrees, why, reply))

    def _answer_credit(self, id: str, request: Request, role: HouseRole, agrees: bool, why: str, reply: Reply) -> None:
        drafts: tuple[Draft, ...] = ()
        asked: house.CreditAsked | None = None
        try:
            asked = self.credit.begin(id, request.actor, role, agrees=agrees)
            drafts, answer = self._credited(asked, request.actor, role, agrees, why), Answer(done=True)
        except Refused as refused:
            answer = Answer.refused(refused)
        stream = f"terminal:{asked.terminal}" if asked else "cage"
        receipt = request.receipt(answer, reply.digest)
        append = Append(stream=stream, drafts=drafts, at=self.now(), actor=request.actor, receipt=receipt)

        def then(outcome: Appended | Refused) -> None:
            if asked is not None:
                self.credit.end(id, kept=isinstance(outcome, Appended) and answer.done)
            self._paid(asked.terminal if asked else "", request, reply, outcome, append)

        try:
            self.keep(append, then)
        except Refused as refused:
            if asked is not None:
                self.credit.end(id, kept=False)
            reply.set(refused if isinstance(refused, Unavailable) else Answer.refused(refused))

    def _credited(
        self, asked: house.CreditAsked, by: str, role: HouseRole, agrees: bool, why: str
    ) -> tuple[Draft, ...]:
        if not agrees:
            return (house.drafted(house.CreditRefused(id=asked.id, by=by, role=role, why=why)),)
        if at := self.seated(asked.terminal):
            raise Refused("plays-without-terminal", "R-41", player=asked.terminal, table=at)
        agreed = house.CreditAgreed(id=asked.id, by=by, role=role, asked=asked.by)
        event = house.BoughtIn(terminal=asked.terminal, cents=asked.cents, source="cage", reference=asked.id)
        return (house.drafted(agreed), house.drafted(event), *self._repayment(event))

    def _paid(
        self,
        name: str,
        request: Request,
        reply: Reply,
        outcome: Appended | Refused,
        append: Append,
        asked: house.CreditAsked | None = None,
    ) -> None:
        self._minder.set(name)
        if asked is not None and isinstance(outcome, Appended) and not outcome.again:
            self.credit.kept(asked)
        if isinstance(outcome, Appended):
            for draft in append.drafts:
                if draft.kind == house.UNDERSTOOD:
                    self.corrections.take_note(draft.body, append.at)
        if isinstance(outcome, Unavailable):
            reply.set(outcome)
        elif isinstance(outcome, Refused):
            reply.set(Answer.refused(outcome))
        else:
            assert outcome.answer is not None
            reply.set(self._vouchers.shown(read_answer(outcome.answer), request))

    def _noted(
        self, name: str, request: Request, command: terminals.UnderstandCorrection
    ) -> house.CorrectionUnderstood:
        if request.by is not Role.PLAYER:
            raise Refused("player-acknowledges-personally")
        if self.corrections.understood(name, (command.table, command.round, command.number)) is not None:
            raise Refused("correction-already-understood", round=command.round, table=command.table)
        return house.CorrectionUnderstood(
            terminal=name, table=command.table, round=command.round, number=command.number
        )

    def _bought(self, name: str, request: Request, command: terminals.BuyIn) -> terminals.BuyIn:
        """The cage takes money itself; what a terminal takes is bounded."""
        if request.by is Role.PLAYER:
            return terminals.sold(command, self.purchases, self.sold(name))
        if command.source is not None or command.reference:
            # A reference says which two people have sold it, and is the house's own to give.
            raise Refused("cage-names-no-source")
        self.policy.check_buy_in(command.cents)
        return command

    def _limited(self, name: str, request: Request, command: terminals.SetOwnLimits) -> house.AnyHouseEvent:
        if request.by is not Role.PLAYER:
            raise Refused("player-sets-own-limits")
        limits = self.own_limits(name).asked(Limit(command.loss, command.minutes), self.now())
        return house.OwnLimitsSet(terminal=name, limits=limits)

    # What the tables need

    @property
    def keys(self) -> Keys:
        """What the house seals and signs with."""
        return self._keys

    def now(self) -> int:
        """The time, in microseconds since 1970."""
        return self._clock.now()

    def held(self, account: str) -> int:
        """What an account holds with all that is under way."""
        return self._holdings[account]

    def today(self) -> str:
        """The gaming day."""
        return str(self.calendar.of(self.now()).date)

    def has_terminal(self, name: str) -> bool:
        """Whether there is, or was, a terminal of that name."""
        records = self.store.records
        return any(records.version(f"{kind}:{name}") for kind in ("access", "terminal"))

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name is without a terminal."""
        return next((table.name for table in self.tables.values() if name in table.state.players), None)

    def check_buy_in(self, cents: int) -> None:
        """Refuse what is too much for one buy-in."""
        self.policy.check_buy_in(cents)

    def check_own_limits(self, name: str, postings: list[Posting]) -> None:
        """Refuse a wager that goes beyond what its player has set themself."""
        self._minder.check(name, postings, self.now())

    @property
    def records(self) -> Records:
        """What is durable, to be read."""
        return self.store.records

    def check_day(self, ended: int) -> None:
        """Refuse to put a round right whose gaming day is over: its books may have been signed."""
        day, today = self.calendar.of(ended), self.calendar.of(self.now())
        if day.date != today.date:
            raise Refused("round-day-over", day=day.date)
        if any(each.since <= ended < each.until for each in closed(self.records)):
            raise Refused("round-day-closed", day=day.date)

    def events(self, stream: str, after: int) -> list[Event]:
        """What was kept in a stream after that version; what was thought to be under way is forgotten."""
        self._stale = True
        self._holdings.forget()
        return list(self.store.records.events(stream, after))

    def publish(self, update: Update) -> None:
        """Tell those who look on."""
        if update.kind in ENDS:
            # Every round has an account of its own; the empty ones of rounds that are over need not stay at hand.
            self._holdings.tidy(stakes(update.table, update.round))
        for each in self._subscriptions.get(update.table, ()):
            each.put(update)
        if update.kind == house.AMENDED:
            self.corrections.amended(update.table, update.body, update.at)

    def keep(self, append: Append, then: Callable[[Appended | Refused], None]) -> None:
        """Have this kept, its postings reserved at once; `then` is called when it is durable, or refused."""
        moved = [posting for draft in append.drafts for posting in draft.postings]
        reserved = self._holdings.reserve(moved)
        self._minder.told(moved, append.at)
        self._till.told(moved, append.at)
        self.under_way += 1
        try:
            self.store.send(append, lambda outcome: self._finish(then, moved, reserved, append.at, _heard(outcome)))
        except Refused:
            self.under_way -= 1
            self._holdings.refused(reserved)
            self._take_back(moved, append.at)
            raise

    def _finish(
        self,
        then: Callable[[Appended | Refused], None],
        moved: list[Posting],
        reserved: Reserved,
        at: int,
        outcome: Appended | Refused,
    ) -> None:
        """Called from the thread of the store: what follows happens in ours.

        What accounts are thought to hold is not certain any more where the store could not be reached, or knew better:
        it is looked up anew. The store itself never lets anybody overdraw.
        """

        def after(outcome: Appended | Refused) -> None:
            self.under_way -= 1
            self._account_for(moved, reserved, at, outcome)
            if self._stale and not self.under_way:
                self._minder.forget()
                self._till.forget()
                self._stale = False
            then(outcome)

        self._done.append((after, outcome))
        if self._loop is not None and not self._called and not self._loop.is_closed():
            # One call is enough for all that a commit answers.
            self._called = True
            self._loop.call_soon_threadsafe(self.pump)

    def _account_for(self, moved: list[Posting], reserved: Reserved, at: int, outcome: Appended | Refused) -> None:
        """What accounts hold, and what is minded of them, now that it is known what became of an append."""
        match outcome:
            case Appended(again=False):
                self._holdings.kept(reserved, outcome.position)
            case Appended() | Unavailable():
                # It was kept before, or may have been: what is minded counts it until it is known.
                self._holdings.unknown(reserved)
                self._doubtful.update(reserved.moved)
            case Overdraft():
                self._holdings.unknown(reserved)
                self._take_back(moved, at)
            case _:
                self._holdings.refused(reserved)
                self._take_back(moved, at)
        if self._doubtful:
            for account in self._doubtful.intersection(reserved.moved):
                if self._holdings.idle(account):
                    self._doubtful.discard(account)
                    self._minder.doubt(account)
                    self._till.doubt(account)

    def _take_back(self, moved: list[Posting], at: int) -> None:
        self._minder.told(moved, at, -1)
        self._till.told(moved, at, -1)

    def pump(self) -> None:
        """Go through what the store has answered."""
        self._called = False
        while self._done:
            then, outcome = self._done.popleft()
            then(outcome)
        self._wake()

    def catch_up(self) -> None:
        """Wait until the store has answered all that is under way, and go through it: for who has no loop."""
        while self.under_way:
            if not self._done:
                # The thread of the store needs the interpreter to answer.
                time.sleep(MOMENT)
            self.pump()

    def aside(self, work: Callable[[], Found], then: Callable[[Found], None]) -> None:
        """Do something that takes long beside everything else, and go on here with what came of it."""
        if self._loop is None:
            then(work())
        else:
            self._loop.run_in_executor(None, work).add_done_callback(lambda done: then(done.result()))

    # Time

    @property
    def due(self) -> int | None:
        """When something is due at any table."""
        return min((due for table in self.tables.values() if (due := table.due) is not None), default=None)

    def tick(self) -> None:
        """Do what is due."""
        for event in self._unsaid[:]:
            self._say(event)
        if step := self._clock.look(self._signed):
            self._step(step)
        for table in self.tables.values():
            table.tick()

    def _step(self, step: ClockStep) -> None:
        """Somebody has set the clock: what is waited for moves with it, so that nobody waits longer, or not so long."""
        _log.warning("the clock was set by %.0f s, and the house follows by %.0f s", *(by / SECOND for by in step))
        if step.by:
            for table in self.tables.values():
                table.clock_moved(step.by)
            for each in self.stepped:
                each(step.by)
            self._stale = True
        self._say(house.ClockStepped(wall=step.wall, followed=step.by))

    def _say(self, event: house.ClockStepped) -> None:
        """Keep that the clock was set; where that cannot be kept now, a little later."""
        append = Append(stream="house", drafts=(house.drafted(event),), at=self.now(), actor="house")

        def kept(outcome: Appended | Refused) -> None:
            if isinstance(outcome, Appended):
                self.steps.add(outcome.position, event.followed)
            else:
                self._unsaid.append(event)

        self._unsaid = [each for each in self._unsaid if each is not event]
        try:
            self.keep(append, kept)
        except Refused:
            self._unsaid.append(event)

    def _signed(self) -> int:
        """The end of the last gaming day that was closed."""
        return max((each.until for each in closed(self.records)), default=0)

    def gone(self, *names: str) -> None:
        """Terminals have lost the line: the rounds that they have wagers in record it, and go on."""
        if names:
            for table in self.tables.values():
                table.terminals_lost(*names)
            self._wake()

    def back(self, *names: str) -> None:
        """Terminals are on the line: the rounds in which they were lost record it."""
        if names:
            for table in self.tables.values():
                table.terminals_back(*names)
            self._wake()

    def _wake(self) -> None:
        """Have `run` look again at what is due."""
        if self._woken is not None:
            self._woken.set()

    async def drain(self) -> None:
        """Let every table end its round, and begin no other; `run` has to go on meanwhile."""
        for table in self.tables.values():
            table.rest()
        while any(table.broken is None and not table.durable.over for table in self.tables.values()) or self.under_way:
            await asyncio.sleep(0.05)

    async def command(self, table: str, request: Request) -> Answer:
        """Have a table decide about a request, and wait until the answer is durable."""
        return await _come(self.perform(table, request))

    async def money(self, name: str, request: Request) -> Answer:
        """Move money on or off a terminal, and wait until that is durable."""
        return await _come(self.pay(name, request))

    async def second(self, id: str, request: Request, role: HouseRole, *, agrees: bool, why: str = "") -> Answer:
        """Have a second person answer what the cage asks, and wait until that is durable."""
        return await _come(self.answer_credit(id, request, role, agrees=agrees, why=why))

    async def run(self) -> None:
        """Let the tables run until this is cancelled."""
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        try:
            while True:
                self.pump()
                self._woken.clear()
                self._give_up()
                self.tick()
                due = self.due
                left = CLOCK_LOOK_SECONDS if due is None else max(0.0, (due - self.now()) / SECOND)
                try:
                    await asyncio.wait_for(self._woken.wait(), min(left, CLOCK_LOOK_SECONDS))
                except TimeoutError:
                    continue
        finally:
            self._loop, self._woken = None, None


def _waits(asked: house.CreditAsked) -> Answer:
    return Answer(done=False, approval=asked.id, reason=TAKES_TWO)


def _answered(answer: Answer) -> Reply:
    reply = Reply(b"")
    reply.set(answer)
    return reply


async def _come(reply: Reply) -> Answer:
    """The answer, when it has come; who gives up waiting does not keep it from coming."""
    if not reply.done:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        reply.then(lambda _: None if waiting.done() else waiting.set_result(None))
        await waiting
    return reply.result()


def _heard(outcome: Appended | BaseException) -> Appended | Refused:
    """A fault of the program is no refusal: nobody knows what was kept."""
    return outcome if isinstance(outcome, Appended | Refused) else Unavailable("store-failed", error=outcome)
