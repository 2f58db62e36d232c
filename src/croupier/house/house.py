"""The house: its store, its tables, its terminals. It tells nobody of anything that is not durable.

Everything happens in one thread, one thing after the other; only the store writes in another. `perform` and `pay`
answer with a future, `tick` does what is due: so a test drives a whole casino through virtual time. `command`, `money`
and `run` are the same for a server that waits with asyncio.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Self

import msgspec

from croupier.games.round import Role
from croupier.house import events as house
from croupier.house import terminals
from croupier.house.configuration import Configuration
from croupier.house.keys import Keys
from croupier.house.ledger import Balances, Overdraft, Posting, stakes, terminal, voucher
from croupier.house.shuffle import Entropy
from croupier.house.store import Append, Appended, Draft, Event, Reused, Store, Unavailable
from croupier.house.table import Answer, Cabinet, Configure, Request, Table, Update, load
from croupier.house.table.damage import damaged
from croupier.house.table.requests import read_answer
from croupier.refused import Refused

REMEMBERED = 50_000
"""Requests whose answers are at hand; older ones are found in the store."""
ENDS = ("round:round-settled", "round:round-voided")
BEHIND = 1_000
"""Updates that a subscriber may be behind; then it starts from a snapshot again."""


def wall_clock() -> int:
    """The time, in microseconds since 1970."""
    return time.time_ns() // 1_000


class Subscription:
    """What happens at a table, for one who looks on. One who falls too far behind is told so, and looks again."""

    def __init__(self, table: Table, most: int = BEHIND) -> None:
        self.table = table
        self.lost = False
        """Whether updates were dropped: take a snapshot and go on from its version."""
        self._updates: deque[Update] = deque()
        self._most, self._waiting = most, asyncio.Event()

    def put(self, update: Update) -> None:
        """Something has happened."""
        if len(self._updates) >= self._most:
            self._updates.clear()
            self.lost = True
        if not self.lost:
            self._updates.append(update)
        self._waiting.set()

    def taken(self) -> list[Update]:
        """All that has come since one last looked; where some was lost, nothing, and the snapshot tells it all."""
        found = list(self._updates)
        self._updates.clear()
        self.lost = False
        self._waiting.clear()
        return found

    async def wait(self) -> None:
        """Until there is something to take."""
        await self._waiting.wait()


class House:
    """A casino."""

    def __init__(self, store: Store, keys: Keys, *, entropy: Entropy, clock: Callable[[], int] = wall_clock) -> None:
        self.store = store
        self.tables: dict[str, Table] = {}
        self._keys, self._entropy, self._clock = keys, entropy, clock
        self._balances = Balances(look_up=store.records.balance)
        self._under_way, self._stale = 0, False
        self._recent: OrderedDict[tuple[str, str], tuple[bytes, Future[Answer]]] = OrderedDict()
        self._subscriptions: dict[str, list[Subscription]] = {}
        self._done: deque[tuple[Callable[[Appended | Refused], None], Appended | Refused]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken: asyncio.Event | None = None
        self._called = False
        """Whether what the store has answered is about to be gone through."""

    @classmethod
    def open(
        cls,
        store: Store,
        keys: Keys,
        tables: Mapping[str, Configuration],
        *,
        entropy: Entropy,
        clock: Callable[[], int] = wall_clock,
    ) -> Self:
        """The house with these tables and all that its records know of, each as it was or as the rules ask for."""
        made = cls(store, keys, entropy=entropy, clock=clock)
        records = store.records
        known = [stream.removeprefix("table:") for stream in records.streams("table:")]
        names = sorted({*known, *tables})
        damage = damaged(records, known)
        for name in names:
            table = load(name, made, Cabinet(keys, entropy), records)
            if name in damage and table.broken is None:
                table.stop(f"its record is not what it was: {damage[name]}")
            made.tables[name] = table
        for name, table in made.tables.items():
            if table.broken is None:
                table.interrupted()
                table.configure(Configure(configuration=tables[name]) if name in tables else None)
        return made

    # Requests

    def perform(self, table: str, request: Request) -> Future[Answer]:
        """Have a table decide about a request; the answer comes when it is durable."""
        found = self.tables.get(table)
        if found is None:
            return _answered(Answer.refused(Refused(f"there is no table {table}")))
        return self._once(request, lambda reply: found.ask(request, reply))

    def pay(self, name: str, request: Request) -> Future[Answer]:
        """Move money on or off a terminal."""
        return self._once(request, lambda reply: self._pay(name, request, reply))

    def credits(self, name: str) -> int:
        """What a terminal has, with all that is under way."""
        return self._balances[terminal(name)]

    def subscribe(self, table: str, most: int = BEHIND) -> Subscription:
        """Be told what happens at a table."""
        if table not in self.tables:
            raise Refused(f"there is no table {table}")
        made = Subscription(self.tables[table], most)
        self._subscriptions.setdefault(table, []).append(made)
        return made

    def unsubscribe(self, subscription: Subscription) -> None:
        """Be told no more."""
        self._subscriptions[subscription.table.name].remove(subscription)

    def _once(self, request: Request, do: Callable[[Future[Answer]], None]) -> Future[Answer]:
        """The same request gets the same answer, and does nothing the second time."""
        key, digest = (request.actor, request.id), request.digest
        if known := self._recent.get(key):
            self._recent.move_to_end(key)
            if known[0] == digest:
                return known[1]
            said = f"{request.actor} has used the id {request.id} for another command already"
            return _answered(Answer.refused(Reused(said)))
        reply: Future[Answer] = Future()
        self._recent[key] = (digest, reply)
        while len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        reply.add_done_callback(lambda done: self._forget_failure(key, done))
        do(reply)
        return reply

    def _forget_failure(self, key: tuple[str, str], done: Future[Answer]) -> None:
        """Where nobody knows what came of it, it may be asked again."""
        if done.exception() is not None:
            self._recent.pop(key, None)

    def _pay(self, name: str, request: Request, reply: Future[Answer]) -> None:
        answer = Answer(done=True)
        drafts: tuple[Draft, ...] = ()
        try:
            account = terminal(name)
            if request.by is Role.PLAYER and request.terminal != name:
                raise Refused("a player moves the credits of their own terminal, and no other's")
            command = terminals.read(request.body)
            code = command.voucher if isinstance(command, terminals.RedeemVoucher) else None
            worth = self._balances[voucher(code)] if code else 0
            event = terminals.moved(name, command, self._balances[account], worth, self._entropy)
            drafts = (house.drafted(event),)
            answer = msgspec.structs.replace(answer, voucher=getattr(event, "voucher", None))
        except Refused as refused:
            answer = Answer.refused(refused)
        append = Append(
            stream=f"terminal:{name}",
            drafts=drafts,
            at=self.now(),
            actor=request.actor,
            receipt=request.receipt(answer),
        )
        try:
            self.keep(append, lambda outcome: _paid(reply, outcome))
        except Refused as refused:
            reply.set_result(Answer.refused(refused))

    # What the tables need

    def now(self) -> int:
        """The time, in microseconds since 1970."""
        return self._clock()

    def held(self, account: str) -> int:
        """What an account holds with all that is under way."""
        return self._balances[account]

    def events(self, stream: str, after: int) -> list[Event]:
        """What was kept in a stream after that version; what was thought to be under way is forgotten."""
        self._stale = True
        return list(self.store.records.events(stream, after))

    def publish(self, update: Update) -> None:
        """Tell those who look on."""
        if update.kind in ENDS:
            # Every round has an account of its own; the empty ones of rounds that are over need not stay at hand.
            account = stakes(update.table, update.state.number)
            if self._balances.get(account) == 0:
                del self._balances[account]
        for each in self._subscriptions.get(update.table, ()):
            each.put(update)

    def keep(self, append: Append, then: Callable[[Appended | Refused], None]) -> None:
        """Have this kept, its postings reserved at once; `then` is called when it is durable, or refused."""
        moved = [posting for draft in append.drafts for posting in draft.postings]
        self._balances.post(moved)
        self._under_way += 1
        try:
            future = self.store.submit(append)
        except Unavailable as unavailable:
            self._finish(then, moved, unavailable)
            return
        except Refused:
            self._under_way -= 1
            self._release(moved)
            raise
        future.add_done_callback(lambda done: self._finish(then, moved, _outcome(done)))

    def _finish(
        self, then: Callable[[Appended | Refused], None], moved: list[Posting], outcome: Appended | Refused
    ) -> None:
        """Called from the thread of the store: what follows happens in ours.

        What accounts are thought to hold is not certain any more where the store could not be reached, or knew better;
        it is looked up anew as soon as nothing is under way. The store itself never lets anybody overdraw.
        """

        def after(outcome: Appended | Refused) -> None:
            self._under_way -= 1
            if isinstance(outcome, Refused) or outcome.again:
                self._release(moved)
            if isinstance(outcome, Overdraft | Unavailable):
                self._stale = True
            if self._stale and not self._under_way:
                self._balances.clear()
                self._stale = False
            then(outcome)

        self._done.append((after, outcome))
        if self._loop is not None and not self._called and not self._loop.is_closed():
            self._called = True
            self._loop.call_soon_threadsafe(self.pump)

    def _release(self, moved: list[Posting]) -> None:
        for each in moved:
            for account, back in ((each.source, each.cents), (each.destination, -each.cents)):
                if account in self._balances:
                    self._balances[account] += back

    def pump(self) -> None:
        """Go through what the store has answered."""
        # Before looking: whoever answers from here on calls again.
        self._called = False
        while self._done:
            then, outcome = self._done.popleft()
            then(outcome)
        if self._woken is not None:
            self._woken.set()

    # Time

    @property
    def due(self) -> int | None:
        """When something is due at any table."""
        return min((due for table in self.tables.values() if (due := table.due) is not None), default=None)

    def tick(self) -> None:
        """Do what is due."""
        for table in self.tables.values():
            table.tick()

    async def command(self, table: str, request: Request) -> Answer:
        """Have a table decide about a request, and wait until the answer is durable."""
        return await asyncio.wrap_future(self.perform(table, request))

    async def money(self, name: str, request: Request) -> Answer:
        """Move money on or off a terminal, and wait until that is durable."""
        return await asyncio.wrap_future(self.pay(name, request))

    async def run(self) -> None:
        """Let the tables run until this is cancelled."""
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        try:
            while True:
                self.pump()
                self._woken.clear()
                self.tick()
                due = self.due
                wait = None if due is None else max(0.0, (due - self.now()) / 1_000_000)
                try:
                    await asyncio.wait_for(self._woken.wait(), wait)
                except TimeoutError:
                    continue
        finally:
            self._loop = self._woken = None


def _answered(answer: Answer) -> Future[Answer]:
    reply: Future[Answer] = Future()
    reply.set_result(answer)
    return reply


def _paid(reply: Future[Answer], outcome: Appended | Refused) -> None:
    if isinstance(outcome, Unavailable):
        reply.set_exception(outcome)
    elif isinstance(outcome, Refused):
        reply.set_result(Answer.refused(outcome))
    else:
        assert outcome.answer is not None
        reply.set_result(read_answer(outcome.answer))


def _outcome(done: Future[Appended]) -> Appended | Refused:
    error = done.exception()
    if error is None:
        return done.result()
    # A fault of the program is no refusal: nobody knows what was kept.
    return error if isinstance(error, Refused) else Unavailable(f"the store failed: {error}")
