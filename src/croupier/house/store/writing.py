"""The store, written: one thread takes whatever has come in meanwhile and commits it together.

While one batch is being made durable the next gathers, so a thousand wagers a second wait for the disk no more often
than a few. Who appended is told when it is durable, each for itself: an append that is refused, or that the database
chokes on, fails alone.
"""

import queue
import threading
import time
from concurrent.futures import Future
from typing import Self

import msgspec
import sqlalchemy as sa

from croupier.house.keys import Keys
from croupier.house.store import schema as s
from croupier.house.store.chain import Checkpoint, Head
from croupier.house.store.database import engine, insert, lock, upsert_balances
from croupier.house.store.entries import Append, Appended, Unavailable, check_append
from croupier.house.store.planning import Plan, plan
from croupier.house.store.reading import Records, answers, head
from croupier.house.store.upgrading import upgrade
from croupier.refused import Refused

MOST = 1_000
"""Appends in one batch."""
UNDER_WAY = 100_000
"""Appends that may wait; who comes then is told at once."""
REMEMBERED = 200_000
"""Versions and balances that are kept at hand."""
PATIENCE = 10.0
"""Seconds to try and reach a database that has gone."""
PAUSE = 0.05
"""Seconds from one attempt to the next."""
GATHER, FULL = 0.008, 40
"""Seconds to wait for more where several came together last time, unless that were so many: a batch costs much the
same whatever is in it."""
EVERY = 1_000
"""Events from one signed checkpoint to the next."""


class Store:
    """An append-only store at a URL; made there if there is none.

    `submit` returns at once with a future of what was kept, `append` waits for it. `records` reads.
    """

    def __init__(self, url: str, keys: Keys, *, every: int = EVERY, patience: float = PATIENCE) -> None:
        self.url = url
        self._engine = engine(url, writes=True)
        try:
            upgrade(self._engine)
            self.records = Records(url)
        except sa.exc.DBAPIError as error:
            self._engine.dispose()
            raise Unavailable(f"the store cannot be opened: {_said(error)}") from None
        except Refused:
            self._engine.dispose()
            raise
        self._keys, self._every, self._patience = keys, every, patience
        self._known = _Known()
        self._connected: sa.Connection | None = None
        self._incoming: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = self._some = False
        self.batches = self.appends = 0
        """How often something was committed since it was opened, and how much together."""
        self._thread = threading.Thread(target=self._run, name=f"store {self._engine.url.database}", daemon=True)
        self._thread.start()

    def submit(self, append: Append) -> "Future[Appended]":
        """Have this appended; the future is done when it is durable, or refused."""
        check_append(append)
        waiting = _Waiting(append, Future())
        with self._closing:
            if self._closed:
                raise Unavailable("the store is closed")
            if self._incoming.qsize() >= UNDER_WAY:
                raise Unavailable(f"{UNDER_WAY:,} appends are under way already: the store cannot keep up")
            self._incoming.put(waiting)
        return waiting.future

    def append(self, append: Append) -> Appended:
        """Append this, and wait until it is durable."""
        return self.submit(append).result()

    def close(self) -> None:
        """Commit what has come in, sign where the chain stands, and let go of the database."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._incoming.put(None)
        self._thread.join()
        self.records.close()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._gathered()
            self._some = 1 < len(batch) < FULL
            if batch:
                self.batches, self.appends = self.batches + 1, self.appends + len(batch)
                self._commit(batch)
        try:
            with self._transaction() as connection:
                self._sign(connection, self._known.look(connection), every=1)
        except sa.exc.SQLAlchemyError:
            pass  # what is kept is kept; the next to open signs it
        self._disconnect()

    def _gathered(self) -> "tuple[list[_Waiting], bool]":
        """Wait for one, then take what else is there; where many come, for more of them."""
        batch: list[_Waiting] = []
        waiting = self._incoming.get()
        if self._some:
            time.sleep(GATHER)
        while waiting is not None:
            if waiting.future.set_running_or_notify_cancel():
                batch.append(waiting)
            if len(batch) == MOST:
                return batch, True
            try:
                waiting = self._incoming.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: "list[_Waiting]") -> None:
        """Commit a batch and tell everybody; where the database chokes on it, try each alone: only bad ones fail."""
        made = self._attempt([each.append for each in batch])
        if isinstance(made, Plan):
            self._known.learn(made)
            for each, outcome in zip(batch, made.outcomes, strict=True):
                if isinstance(outcome, Refused):
                    each.future.set_exception(outcome)
                else:
                    each.future.set_result(outcome)
        elif isinstance(made, _Choked) and len(batch) > 1:
            for each in batch:
                self._commit([each])
        else:
            for each in batch:
                each.future.set_exception(made)

    def _attempt(self, batch: list[Append]) -> Plan | BaseException:
        """Write a batch, again and again while the database is away; what was written, or why nothing was."""
        deadline = time.monotonic() + self._patience
        while True:
            made: Plan | None = None
            try:
                with self._transaction() as connection:
                    made = self._write(connection, batch)
            except sa.exc.SQLAlchemyError as error:
                self._disconnect()
                if made and self._landed(made, deadline):
                    return made
                if not isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError):
                    return _Choked(f"the store cannot keep this: {_said(error)}")
                if time.monotonic() > deadline:
                    return Unavailable(f"the store cannot be reached: {_said(error)}")
            except BaseException as error:
                # A fault of this program must not leave anybody waiting for ever.
                self._disconnect()
                return error
            else:
                return made
            time.sleep(PAUSE)

    def _write(self, connection: sa.Connection, batch: list[Append]) -> Plan:
        known = self._known
        at = known.look(connection)
        keys = [(each.receipt.actor, each.receipt.id) for each in batch if each.receipt]
        told = answers(connection, keys) if keys else {}
        known.fetch_balances(connection, batch)
        made = plan(batch, at, lambda stream: known.version(connection, stream), known.held, told)
        for table, rows in ((s.event, made.events), (s.posting, made.postings), (s.receipt, made.receipts)):
            if rows:
                insert(connection, table, rows)
        changed = {account: held for account, held in made.balances.items() if held != known.held(account)}
        if full := [{"account": account, "cents": held} for account, held in changed.items() if held]:
            upsert_balances(connection, full)
        if empty := [{"emptied": account} for account, held in changed.items() if not held]:
            connection.execute(s.balance.delete().where(s.balance.c.account == sa.bindparam("emptied")), empty)
        self._sign(connection, made.head, self._every)
        return made

    def _sign(self, connection: sa.Connection, at: Head, every: int) -> None:
        if at.position - self._known.signed < every:
            return
        # Another process may have signed meanwhile.
        previous = connection.execute(sa.select(sa.func.max(s.checkpoint.c.position))).scalar() or 0
        if at.position - previous < every:
            return
        checkpoint = Checkpoint.at_head(at, previous, self._keys)
        connection.execute(s.checkpoint.insert(), msgspec.structs.asdict(checkpoint))
        self._known.signing = at.position

    def _landed(self, made: Plan, deadline: float) -> bool:
        """Whether a batch was committed although nobody said so; asked until the database answers."""
        if not made.events:
            return False
        while True:
            try:
                with self._transaction() as connection:
                    query = sa.select(s.event.c.hash).where(s.event.c.position == made.head.position)
                    return connection.execute(query).scalar() == made.head.hash
            except sa.exc.SQLAlchemyError:
                self._disconnect()
                if time.monotonic() > deadline:
                    return False
                time.sleep(PAUSE)

    def _transaction(self) -> "_Transaction":
        if self._connected is None:
            self._connected = self._engine.connect()
        return _Transaction(self._connected)

    def _disconnect(self) -> None:
        self._known.forget()
        if self._connected is not None:
            self._connected.invalidate()
            self._connected.close()
            self._connected = None


class _Choked(Refused):
    """The database is there and will not have it."""


class _Transaction:
    """A transaction in which nobody else writes."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> sa.Connection:
        self._transaction = self._connection.begin()
        lock(self._connection)
        return self._connection

    def __exit__(self, kind: object, *_: object) -> None:
        # Whoever catches an error lets go of the connection, and so of the transaction.
        if kind is None:
            self._transaction.commit()


class _Waiting(msgspec.Struct, frozen=True):
    append: Append
    future: Future[Appended]


class _Known:
    """What the writer knows of the database as long as nobody else has written to it."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.head: Head | None = None
        self.signed = self.signing = 0
        self._versions: dict[str, int] = {}
        self._balances: dict[str, int] = {}

    def look(self, connection: sa.Connection) -> Head:
        """Where the chain stands; whatever another process may have changed is forgotten."""
        found = head(connection)
        if self.head != found or len(self._versions) + len(self._balances) > REMEMBERED:
            self.forget()
            self.head = found
            query = sa.select(sa.func.max(s.checkpoint.c.position))
            self.signed = self.signing = connection.execute(query).scalar() or 0
        return found

    def learn(self, made: Plan) -> None:
        """What is so now that a batch is committed."""
        if self.head is None:
            return
        self.head, self.signed = made.head, self.signing
        self._versions.update(made.versions)
        self._balances.update(made.balances)

    def version(self, connection: sa.Connection, stream: str) -> int:
        found = self._versions.get(stream)
        if found is None:
            query = sa.select(s.event.c.version).where(s.event.c.stream == stream)
            found = connection.execute(query.order_by(s.event.c.version.desc()).limit(1)).scalar() or 0
            self._versions[stream] = found
        return found

    def held(self, account: str) -> int:
        return self._balances[account]

    def fetch_balances(self, connection: sa.Connection, batch: list[Append]) -> None:
        """What every account that the batch touches holds."""
        touched = {
            account
            for append in batch
            for draft in append.drafts
            for posting in draft.postings
            for account in (posting.source, posting.destination)
        }
        unknown = sorted(touched - self._balances.keys())
        for at in range(0, len(unknown), MOST):
            some = unknown[at : at + MOST]
            query = sa.select(s.balance).where(s.balance.c.account.in_(some))
            self._balances |= dict.fromkeys(some, 0) | {row.account: row.cents for row in connection.execute(query)}


def _said(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
