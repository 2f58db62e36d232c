"""The house: its store, its tables, its terminals. Nothing is published before it is durable.

Everything runs in one thread; only the store writes in another. `perform` and `pay` return a `Reply` (a future), `tick`
does what is due: so a test drives a whole casino through virtual time. `command`, `money` and `run` are the same for a
server with asyncio.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Self, TypeVar

import msgspec

from croupier.games.round import Role
from croupier.house import drawer, terminals
from croupier.house import events as house
from croupier.house.accounting.closing import closed
from croupier.house.clock import Clock, ClockStep, ClockSteps
from croupier.house.clock import wall_clock as wall_clock
from croupier.house.configuration import Configuration, check_posted
from croupier.house.corrections import Corrections
from croupier.house.credit import TAKES_TWO, Credit, Sale
from croupier.house.days import SECOND, Calendar
from croupier.house.holdings import Holdings, Reserved
from croupier.house.keys import Keys
from croupier.house.ledger import Overdraft, Posting, repaid, stakes, terminal, voucher
from croupier.house.own_limits import MAX_MOVEMENTS, Limit, LimitEnforcer, OwnLimits
from croupier.house.policy import Policy
from croupier.house.purchases import Purchases, TerminalSales
from croupier.house.repair import Repairs, concerns
from croupier.house.roles import HouseRole
from croupier.house.shuffle import Entropy
from croupier.house.store import Append, Appended, Draft, Event, Records, Reused, Store, Unavailable
from croupier.house.store.entries import UNKNOWN
from croupier.house.subscription import MAX_QUEUED_UPDATES, Subscription
from croupier.house.table import Answer, Cabinet, Request, Table, Update, load
from croupier.house.table.damage import damaged
from croupier.house.table.decisions import whom
from croupier.house.table.requests import Reply, read_answer
from croupier.house.vouchers import Listed, Vouchers
from croupier.money import MAX_CENTS
from croupier.refused import Refused
from croupier.words import Sentence

POLL_SECONDS = 0.0002
"""Seconds between two polls for outcomes from the store, for callers without an event loop."""
MAX_ANSWERS_AT_HAND = 50_000
"""Requests whose replies are cached for deduplication; the receipts of older ones are in the store."""
ANSWER_TIMEOUT_SECONDS = 12.0
"""Seconds after which a request is answered with `Unavailable`."""
Result = TypeVar("Result")
ROUND_END_KINDS = ("round:round-settled", "round:round-voided")
_log = logging.getLogger(__name__)
CLOCK_LOOK_SECONDS = 1.0
"""Most seconds between two checks of the wall clock."""


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
        demo: bool = False,
    ) -> None:
        self.store = store
        self.demo = demo
        """Whether credits have no value here."""
        self.calendar = Calendar()
        """When the gaming day turns."""
        self.handed_over = False
        """Whether the house before has handed over to this one, so that no round was interrupted."""
        self.tables: dict[str, Table] = {}
        self._keys, self._entropy, self._clock = keys, entropy, Clock(clock, steady)
        self.steps = ClockSteps(store.records)
        """The stored steps of the clock."""
        self._unstored_steps: list[house.ClockStepped] = []
        self.stepped: list[Callable[[int], None]] = [lambda by: self.credit.stepped(by)]
        """Called with each clock step, in microseconds, to move deadlines."""
        self._holdings = Holdings(store.records)
        self._limit_enforcer = LimitEnforcer(
            self.own_limits, lambda name, at: store.records.history(terminal(name), MAX_MOVEMENTS, at)
        )
        self.purchases: Purchases | None = None
        """What terminals sell themselves; None where only the cage sells credits."""
        self._correcting: set[int] = set()
        """Numbers of receipts of the cage whose correction is in flight."""
        self._vouchers = Vouchers(keys, entropy, self.held)
        self.credit = Credit(entropy, self.now, store.records, self.calendar)
        """The requests of the cage that wait for a second person."""
        self.policy = Policy()
        """The settings for people and the cage."""
        self._terminal_sales = TerminalSales(lambda name, at: store.records.history(terminal(name), MAX_MOVEMENTS, at))
        self.under_way = 0
        """Number of appends in flight."""
        self.store_errors = 0
        """Appends whose outcome is unknown, because the store could not be reached."""
        self.position = 0
        """Position in the chain of the last event that a table or a terminal has had appended since the opening."""
        self._stale = False
        self._uncertain: set[str] = set()
        """Accounts with a posting of unknown outcome: their cached limits are invalidated once nothing is in flight."""
        self._open_requests: deque[tuple[float, Reply]] = deque()
        """Open requests in order, each with its deadline in monotonic seconds."""
        self._recent_replies: OrderedDict[tuple[str, str], Reply] = OrderedDict()
        self._subscriptions: dict[str, list[Subscription]] = {}
        self._outcomes: deque[tuple[Callable[[Appended | Refused], None], Appended | Refused]] = deque()
        self._pump_scheduled = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken: asyncio.Event | None = None
        self.corrections = Corrections(store.records)
        """The corrections of rounds, by player."""
        self.repairs = Repairs(self, keys, entropy)
        """The repair of tables that have stopped."""

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
        demo: bool = False,
    ) -> Self:
        """Open a house with these tables and all others in its records, each restored or interrupted by the rules.

        Every wager of these tables needs a minimum and a maximum. A table that only the records know of goes on with
        its last configuration, and needs them when it is configured again.
        """
        check_posted(tables)
        opened = cls(store, keys, entropy=entropy, clock=clock, steady=steady, demo=demo)
        opened.repairs.configured = dict(tables)
        records = store.records
        opened.credit.restore(records, opened.steps)
        if step := opened._clock.resume(records.head().at, opened._signed_until):
            opened._step(step)
        known = [stream.removeprefix("table:") for stream in records.streams("table:")]
        names = [*tables, *sorted({*known} - tables.keys())]
        damage = damaged(records, known)
        for name in names:
            table = load(name, opened, Cabinet(keys, entropy), records)
            if name in damage and table.broken is None:
                table.stop(Sentence("table-record-altered", damage=damage[name]))
            opened.tables[name] = table
        opened.handed_over = handed_over = _handed_over(records)
        for name, table in opened.tables.items():
            if table.broken is None:
                if not handed_over:
                    table.handle_interruption()
                if name in tables:
                    table.configure(tables[name])
        return opened

    def reconfigure(self, tables: Mapping[str, Configuration]) -> list[str]:
        """Have tables go over to their configuration in the file, as on opening; returns those that do.

        Tables that the house does not have, and those that stand still, wait until it opens again, or for their repair.
        """
        self.repairs.configured |= tables
        changed = [
            name
            for name, each in tables.items()
            if (table := self.tables.get(name)) and table.broken is None and table.state.filed != each.digest
        ]
        for name in changed:
            self.tables[name].configure(tables[name])
        return changed

    # Requests

    def perform(self, table: str, request: Request) -> Reply:
        """Have a table decide about a request; the reply resolves once the decision is durable."""
        target = self.tables.get(table)
        if target is None:
            return _immediate(Answer.refused(Refused("table-not-found", table=table)))
        ask = self.repairs.ask if target.broken is not None and concerns(request) else Table.ask
        return self._deduplicated(request, lambda reply: ask(target, request, reply))

    def pay(self, name: str, request: Request) -> Reply:
        """Move money on or off a terminal; the reply resolves once that is durable."""
        return self._deduplicated(request, lambda reply: self._pay(name, request, reply))

    def credits(self, name: str) -> int:
        """A terminal's credits in cents, appends in flight included."""
        return max(0, self._holdings[terminal(name)])

    def sold(self, name: str) -> int:
        """Cents that a terminal has sold itself in this gaming day, appends in flight included."""
        return self._terminal_sales.sold(name, self.now())

    def vouchers(self, name: str, last: int) -> list[Listed]:
        """The latest vouchers that a terminal has issued, the newest first: from the records, in any thread."""
        records = self.store.records
        listed: list[Listed] = []
        for each in records.latest(f"terminal:{name}", ("voucher-issued",), last):
            event = house.read_house(each.body)
            assert isinstance(event, house.VoucherIssued)
            unused = records.balance(voucher(event.voucher)) > 0
            listed.append(Listed(each.at, event.cents, unused, self._vouchers.code(event) if unused else None))
        return listed

    def welcome(self, name: str) -> None:
        """Warm the caches for a player who sits down, before thousands bet at once."""
        self._limit_enforcer.limits(name)
        self.credits(name)

    def note(self, event: house.AnyHouseEvent) -> None:
        """Append an event to the house's own stream, and block until it is durable."""
        append = Append(stream="house", drafts=(house.drafted(event),), at=self.now(), actor="house")
        self.store.append(append)

    def count_drawer(self, cents: int, request: Request, *, opens: bool) -> Reply:
        """Record what was counted in the drawer of the cage; a shift begins with it where it `opens`."""
        return self._deduplicated(request, lambda reply: self._count_drawer(cents, request, opens, reply))

    def _count_drawer(self, cents: int, request: Request, opens: bool, reply: Reply) -> None:
        drafts: tuple[Draft, ...] = ()
        answer = Answer(done=True)
        if 0 <= cents <= MAX_CENTS:
            drafts = (house.drafted(house.DrawerCounted(cents=cents, opens=opens)),)
        else:
            answer = Answer.refused(Refused("drawer-count-invalid", most=MAX_CENTS))
        self._at_cage(drafts, answer, request, reply)

    def _at_cage(self, drafts: tuple[Draft, ...], answer: Answer, request: Request, reply: Reply) -> None:
        """Append events of the cage itself, which no terminal has a part in."""
        receipt = request.receipt(answer, reply.digest)
        append = Append(stream=drawer.STREAM, drafts=drafts, at=self.now(), actor=request.actor, receipt=receipt)
        try:
            self.keep(append, lambda outcome: self._paid("", request, reply, outcome, append))
        except Refused as refused:
            reply.set(refused if isinstance(refused, Unavailable) else Answer.refused(refused))

    def pay_voucher(self, code: str, request: Request) -> Reply:
        """Pay a voucher out in cash at the cage."""
        return self._deduplicated(request, lambda reply: self._pay_voucher(code, request, reply))

    def _pay_voucher(self, code: str, request: Request, reply: Reply) -> None:
        answer, drafts = Answer(done=True), tuple[Draft, ...]()
        _, paper = self._vouchers.named(terminals.RedeemVoucher(voucher=code))
        worth = self._holdings[voucher(paper)]
        if worth > 0:
            drafts = (house.drafted(house.VoucherPaid(voucher=paper, cents=worth)),)
        else:
            answer = Answer.refused(Refused("voucher-unknown-or-redeemed"))
        self._at_cage(drafts, answer, request, reply)

    def own_limits(self, name: str) -> OwnLimits:
        """The limits that a player has set, from the records."""
        stored = self.store.records.last(f"terminal:{name}", ("own-limits-set",))
        event = house.read_house(stored.body) if stored else None
        if stored is None or not isinstance(event, house.OwnLimitsSet):
            return OwnLimits()
        # A day stays a day long, however the clock was set meanwhile.
        since = event.limits.since + self.steps.since(stored.position)
        return msgspec.structs.replace(event.limits, since=since)

    def subscribe(self, table: str, most: int = MAX_QUEUED_UPDATES) -> Subscription:
        """Subscribe to the updates of a table; `most` bounds how many may be queued."""
        if table not in self.tables:
            raise Refused("table-not-found", table=table)
        subscription = Subscription(self.tables[table], most)
        self._subscriptions.setdefault(table, []).append(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """End a subscription."""
        self._subscriptions[subscription.table.name].remove(subscription)

    def _deduplicated(self, request: Request, do: Callable[[Reply], None]) -> Reply:
        """Deduplicate by idempotency key (actor and request id): a repeated request gets the first one's reply."""
        key, digest = (request.actor, request.id), request.digest
        if earlier := self._recent_replies.get(key):
            self._recent_replies.move_to_end(key)
            if earlier.digest == digest:
                return earlier
            reason = Sentence("request-id-reused", actor=request.actor, id=request.id)
            return _immediate(Answer.refused(Reused(reason)))
        self._recent_replies[key] = reply = Reply(digest)
        while len(self._recent_replies) > MAX_ANSWERS_AT_HAND:
            self._recent_replies.popitem(last=False)
        reply.then(lambda done: self._forget_failure(key, done))
        do(reply)
        if not reply.done:
            self._open_requests.append((time.monotonic() + ANSWER_TIMEOUT_SECONDS, reply))
        return reply

    def _expire_requests(self) -> None:
        """Resolve requests past their deadline with `Unavailable`: the client may send them again."""
        now = time.monotonic()
        while self._open_requests and (self._open_requests[0][1].done or self._open_requests[0][0] < now):
            self._open_requests.popleft()[1].set(Unavailable(UNKNOWN))

    def _forget_failure(self, key: tuple[str, str], done: Reply) -> None:
        """Drop a reply of unknown outcome from the cache, so that the request may be sent again."""
        if done.failure is not None:
            self._recent_replies.pop(key, None)

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
                event = self._new_limits(name, request, command)
            elif isinstance(command, terminals.UnderstandCorrection):
                event = self._acknowledgement(name, request, command)
            else:
                self._check_corrects(name, request, command)
                if isinstance(command, terminals.BuyIn):
                    command = self._checked_purchase(name, request, command)
                    sold = self._sells(name, request, command, at)
                code, paper = self._vouchers.named(command)
                worth = self._holdings[voucher(paper)] if paper else 0
                if isinstance(sold, house.CreditAsked):
                    event, answer = sold, _pending_answer(sold)
                else:
                    sealed = self._vouchers.stored(name, code)
                    event = terminals.moved(name, command, self._holdings[account], worth, paper, sealed)
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
        corrects = _corrected_by(drafts)
        self._correcting |= corrects

        def then(outcome: Appended | Refused) -> None:
            self._correcting -= corrects
            if sale is not None:
                self.credit.sold.end(sale, outcome)
            self._paid(name, request, reply, outcome, append, asked)

        if sale is not None:
            self.credit.sold.begin(sale)
        try:
            self.keep(append, then)
        except Refused as refused:
            self._correcting -= corrects
            if sale is not None:
                self.credit.sold.end(sale, refused)
            reply.set(refused if isinstance(refused, Unavailable) else Answer.refused(refused))

    def _repayment(self, event: house.AnyHouseEvent) -> Iterator[Draft]:
        """Repay, out of credits coming onto a terminal, what the house advanced for a corrected settlement."""
        match event:
            case house.BoughtIn(terminal=name, cents=cents) | house.VoucherRedeemed(terminal=name, cents=cents):
                if due := repaid(name, cents, self.held):
                    yield house.drafted(house.DebtRepaid(terminal=name, cents=due))

    def _check_corrects(self, name: str, request: Request, command: terminals.MoneyCommand) -> None:
        """Refuse to correct a receipt of the cage that is not there, is corrected, or is another terminal's."""
        if not isinstance(command, terminals.BuyIn | terminals.CashOut) or not command.corrects:
            return
        if request.by is Role.PLAYER or command.cents is None:
            raise Refused("receipt-not-correctable", number=command.corrects, terminal=name)
        waiting = {each.corrects for each in self.credit.waiting()}
        if command.corrects in self._correcting or command.corrects in waiting:
            raise Refused("receipt-already-corrected", number=command.corrects)
        kind = str(command.__struct_config__.tag)
        drawer.check_corrects(self.store.records, name, kind, command.corrects, command.cents)

    def _sells(self, name: str, request: Request, command: terminals.BuyIn, at: int) -> Sale | house.CreditAsked | None:
        """A sale by a cashier alone, or the request to a second person; None for a player's own purchase."""
        if request.by is Role.PLAYER or not request.actor.startswith("staff:"):
            return None
        terminals.check_amount(command.cents)
        return self.credit.sells(self.policy, name, command.cents, request.actor, at, command.corrects)

    def answer_credit(self, id: str, request: Request, role: HouseRole, *, agrees: bool, why: str = "") -> Reply:
        """Approve or refuse a request of the cage as the second person; the first one may withdraw it."""
        return self._deduplicated(request, lambda reply: self._answer_credit(id, request, role, agrees, why, reply))

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
        event = house.BoughtIn(
            terminal=asked.terminal, cents=asked.cents, source="cage", reference=asked.id, corrects=asked.corrects
        )
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
        self._limit_enforcer.invalidate_limits(name)
        if asked is not None and isinstance(outcome, Appended) and not outcome.again:
            self.credit.add(asked)
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

    def _acknowledgement(
        self, name: str, request: Request, command: terminals.UnderstandCorrection
    ) -> house.CorrectionUnderstood:
        if request.by is not Role.PLAYER:
            raise Refused("player-acknowledges-personally")
        if self.corrections.understood(name, (command.table, command.round, command.number)) is not None:
            raise Refused("correction-already-understood", round=command.round, table=command.table)
        return house.CorrectionUnderstood(
            terminal=name, table=command.table, round=command.round, number=command.number
        )

    def _checked_purchase(self, name: str, request: Request, command: terminals.BuyIn) -> terminals.BuyIn:
        """Check a purchase: by the terminal's limits for a player, by the policy for the cage."""
        if request.by is Role.PLAYER:
            return terminals.sold(command, self.purchases, self.sold(name))
        if command.source is not None or command.reference:
            # A reference says which two people have sold it, and is the house's own to give.
            raise Refused("cage-names-no-source")
        self.policy.check_buy_in(command.cents)
        return command

    def _new_limits(self, name: str, request: Request, command: terminals.SetOwnLimits) -> house.AnyHouseEvent:
        if request.by is not Role.PLAYER:
            raise Refused("player-sets-own-limits")
        limits = self.own_limits(name).asked(Limit(command.loss, command.minutes), self.now())
        return house.OwnLimitsSet(terminal=name, limits=limits)

    # What the tables need

    @property
    def keys(self) -> Keys:
        """The house's keys."""
        return self._keys

    def now(self) -> int:
        """The time, in microseconds since 1970."""
        return self._clock.now()

    def held(self, account: str) -> int:
        """The balance of an account in cents, appends in flight included."""
        return self._holdings[account]

    def today(self) -> str:
        """The current gaming day, as an ISO date."""
        return str(self.calendar.of(self.now()).date)

    def has_terminal(self, name: str) -> bool:
        """Whether there is, or was, a terminal of that name."""
        records = self.store.records
        return any(records.version(f"{kind}:{name}") for kind in ("access", "terminal"))

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name is seated without a terminal; None if at none."""
        return next((table.name for table in self.tables.values() if name in table.state.players), None)

    def check_buy_in(self, cents: int) -> None:
        """Refuse a buy-in above the policy's limit."""
        self.policy.check_buy_in(cents)

    def check_own_limits(self, name: str, postings: list[Posting]) -> None:
        """Refuse a wager that exceeds its player's own limits."""
        self._limit_enforcer.check(name, postings, self.now())

    @property
    def records(self) -> Records:
        """Read access to the store."""
        return self.store.records

    def check_day(self, ended: int) -> None:
        """Refuse to correct a round whose gaming day is over: its books may have been signed."""
        day, today = self.calendar.of(ended), self.calendar.of(self.now())
        if day.date != today.date:
            raise Refused("round-day-over", day=day.date)
        if any(each.since <= ended < each.until for each in closed(self.records)):
            raise Refused("round-day-closed", day=day.date)

    def events(self, stream: str, after: int) -> list[Event]:
        """The events of a stream after that version; invalidates the cached balances."""
        self._stale = True
        self._holdings.invalidate()
        return list(self.store.records.events(stream, after))

    def publish(self, update: Update) -> None:
        """Send a durable update to the subscribers of its table."""
        if update.kind in ROUND_END_KINDS:
            # Every round has an account for its stakes; that of a finished round is empty and leaves the cache.
            self._holdings.tidy(stakes(update.table, update.round))
        for each in self._subscriptions.get(update.table, ()):
            each.put(update)
        if update.kind == house.AMENDED:
            self.corrections.amended(update.table, update.body, update.at)

    def keep(self, append: Append, then: Callable[[Appended | Refused], None]) -> None:
        """Send an append to the store and reserve its postings; `then` is called once it is durable, or refused."""
        postings = [posting for draft in append.drafts for posting in draft.postings]
        reserved = self._holdings.reserve(postings)
        self._limit_enforcer.count(postings, append.at)
        self._terminal_sales.count(postings, append.at)
        self.under_way += 1
        try:
            self.store.send(
                append, lambda outcome: self._queue_outcome(then, postings, reserved, append.at, _outcome(outcome))
            )
        except Refused:
            self.under_way -= 1
            self._holdings.refused(reserved)
            self._take_back(postings, append.at)
            raise

    def _queue_outcome(
        self,
        then: Callable[[Appended | Refused], None],
        postings: list[Posting],
        reserved: Reserved,
        at: int,
        outcome: Appended | Refused,
    ) -> None:
        """Queue the outcome of an append for the house's thread; called in the thread of the store.

        Where the store was unreachable, or disagreed with a cached balance, the cache is invalidated. The store itself
        never lets an account be overdrawn.
        """

        def after(outcome: Appended | Refused) -> None:
            self.under_way -= 1
            self._account_for(postings, reserved, at, outcome)
            if self._stale and not self.under_way:
                self._limit_enforcer.invalidate_all()
                self._terminal_sales.invalidate_all()
                self._stale = False
            then(outcome)

        self._outcomes.append((after, outcome))
        if self._loop is not None and not self._pump_scheduled and not self._loop.is_closed():
            # One wake-up is enough for all outcomes of a commit.
            self._pump_scheduled = True
            self._loop.call_soon_threadsafe(self.pump)

    def _account_for(self, postings: list[Posting], reserved: Reserved, at: int, outcome: Appended | Refused) -> None:
        """Update or invalidate cached balances and limits with the outcome of an append."""
        self.store_errors += isinstance(outcome, Unavailable)
        match outcome:
            case Appended(again=False):
                self.position = max(self.position, outcome.position)
                self._holdings.durable(reserved, outcome.position)
            case Appended() | Unavailable():
                # It was stored before, or may have been: the limits count it until that is known.
                self._holdings.unknown(reserved)
                self._uncertain.update(reserved.moved)
            case Overdraft():
                self._holdings.unknown(reserved)
                self._take_back(postings, at)
            case _:
                self._holdings.refused(reserved)
                self._take_back(postings, at)
        if self._uncertain:
            for account in self._uncertain.intersection(reserved.moved):
                if self._holdings.idle(account):
                    self._uncertain.discard(account)
                    self._limit_enforcer.invalidate(account)
                    self._terminal_sales.invalidate(account)

    def _take_back(self, postings: list[Posting], at: int) -> None:
        self._limit_enforcer.count(postings, at, -1)
        self._terminal_sales.count(postings, at, -1)

    def pump(self) -> None:
        """Process the outcomes that the store has delivered."""
        self._pump_scheduled = False
        while self._outcomes:
            then, outcome = self._outcomes.popleft()
            then(outcome)
        self._wake()

    def catch_up(self) -> None:
        """Block until no append is in flight, processing outcomes: for callers without an event loop."""
        while self.under_way:
            if not self._outcomes:
                # The thread of the store needs the interpreter lock to answer.
                time.sleep(POLL_SECONDS)
            self.pump()

    def aside(self, work: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Run slow work in the executor, then call `then` with its result; without an event loop, run it here."""
        if self._loop is None:
            then(work())
        else:
            self._loop.run_in_executor(None, work).add_done_callback(lambda done: then(done.result()))

    # Time

    @property
    def due(self) -> int | None:
        """The earliest deadline of any table, in microseconds since 1970; None where there is none."""
        return min((due for table in self.tables.values() if (due := table.due) is not None), default=None)

    def tick(self) -> None:
        """Do what is due: clock steps and the tables' timers."""
        for event in self._unstored_steps[:]:
            self._store_step(event)
        if step := self._clock.look(self._signed_until):
            self._step(step)
        for table in self.tables.values():
            table.tick()

    def _step(self, step: ClockStep) -> None:
        """Apply a clock step: deadlines move with it, so that every wait keeps its length."""
        _log.warning("the clock was set by %.0f s, and the house follows by %.0f s", *(by / SECOND for by in step))
        if step.by:
            for table in self.tables.values():
                table.clock_moved(step.by)
            for each in self.stepped:
                each(step.by)
            self._stale = True
        self._store_step(house.ClockStepped(wall=step.wall, followed=step.by))

    def _store_step(self, event: house.ClockStepped) -> None:
        """Store a clock step; retried at the next tick where that fails."""
        append = Append(stream="house", drafts=(house.drafted(event),), at=self.now(), actor="house")

        def stored(outcome: Appended | Refused) -> None:
            if isinstance(outcome, Appended):
                self.steps.add(outcome.position, event.followed)
            else:
                self._unstored_steps.append(event)

        self._unstored_steps = [each for each in self._unstored_steps if each is not event]
        try:
            self.keep(append, stored)
        except Refused:
            self._unstored_steps.append(event)

    def _signed_until(self) -> int:
        """The end of the last closed gaming day, in microseconds since 1970; 0 where none was."""
        return max((each.until for each in closed(self.records)), default=0)

    def gone(self, *names: str) -> None:
        """Terminals have disconnected: the rounds in which they have wagers record it, and go on."""
        if names:
            for table in self.tables.values():
                table.terminals_lost(*names)
            self._wake()

    def at_stake(self) -> set[str]:
        """Terminals with wagers in rounds that record whether they are connected."""
        sound = (table for table in self.tables.values() if table.broken is None and not table.state.over)
        return {name for table in sound for name in whom(table.state, "lose-terminal")}

    def back(self, *names: str) -> None:
        """Terminals have reconnected: the rounds that recorded their loss record that."""
        if names:
            for table in self.tables.values():
                table.terminals_back(*names)
            self._wake()

    def _wake(self) -> None:
        """Wake `run`, to check again what is due."""
        if self._woken is not None:
            self._woken.set()

    async def drain(self) -> None:
        """Let every table finish its round and begin no other; `run` must keep running meanwhile."""
        for table in self.tables.values():
            table.rest()
        while any(table.broken is None and not table.durable.over for table in self.tables.values()) or self.under_way:
            await asyncio.sleep(0.05)

    async def command(self, table: str, request: Request) -> Answer:
        """Have a table decide about a request, and wait until the answer is durable."""
        return await _resolved(self.perform(table, request))

    async def money(self, name: str, request: Request) -> Answer:
        """Move money on or off a terminal, and wait until that is durable."""
        return await _resolved(self.pay(name, request))

    async def counted(self, cents: int, request: Request, *, opens: bool) -> Answer:
        """Record a count of the drawer, and wait until that is durable."""
        return await _resolved(self.count_drawer(cents, request, opens=opens))

    async def voucher_paid(self, code: str, request: Request) -> Answer:
        """Pay a voucher out at the cage, and wait until that is durable."""
        return await _resolved(self.pay_voucher(code, request))

    async def second(self, id: str, request: Request, role: HouseRole, *, agrees: bool, why: str = "") -> Answer:
        """Answer a request of the cage as the second person, and wait until that is durable."""
        return await _resolved(self.answer_credit(id, request, role, agrees=agrees, why=why))

    async def run(self) -> None:
        """Run the tables until cancelled."""
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        try:
            while True:
                self.pump()
                self._woken.clear()
                self._expire_requests()
                self.tick()
                due = self.due
                left = CLOCK_LOOK_SECONDS if due is None else max(0.0, (due - self.now()) / SECOND)
                try:
                    await asyncio.wait_for(self._woken.wait(), min(left, CLOCK_LOOK_SECONDS))
                except TimeoutError:
                    continue
        finally:
            self._loop, self._woken = None, None


def _handed_over(records: Records) -> bool:
    """Whether the last house has handed over to this one: what is in play there goes on here."""
    last = records.last("house", ("house-opened", "house-closed"))
    event = house.read_house(last.body) if last else None
    return isinstance(event, house.HouseClosed) and event.handed_over


def _corrected_by(drafts: Iterable[Draft]) -> set[int]:
    """The number of the receipt that these events correct, if any."""
    bodies = (house.read_house(each.body) for each in drafts if each.kind in (drawer.SOLD, drawer.PAID))
    return {each.corrects for each in bodies if isinstance(each, house.BoughtIn | house.CashedOut) and each.corrects}


def _pending_answer(asked: house.CreditAsked) -> Answer:
    return Answer(done=False, approval=asked.id, reason=TAKES_TWO)


def _immediate(answer: Answer) -> Reply:
    reply = Reply(b"")
    reply.set(answer)
    return reply


async def _resolved(reply: Reply) -> Answer:
    """Await a reply; a waiter that is cancelled does not affect it."""
    if not reply.done:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        reply.then(lambda _: None if waiting.done() else waiting.set_result(None))
        await waiting
    return reply.result()


def _outcome(outcome: Appended | BaseException) -> Appended | Refused:
    """The outcome of an append; after any other error than a refusal it is unknown, so `Unavailable`."""
    return outcome if isinstance(outcome, Appended | Refused) else Unavailable("store-failed", error=outcome)
