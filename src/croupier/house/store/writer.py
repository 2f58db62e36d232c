"""Commits a batch of appends in one transaction; each append sees the effects of those before it.

An append that is refused, or that the database rejects, fails alone. While the database is unreachable the batch is
retried; where a connection breaks during a commit, the database is queried for whether the commit took effect.
"""

import time
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import msgspec
import sqlalchemy as sa

from croupier.house.store import schema as s
from croupier.house.store.batch_plan import BatchPlan, StreamEnd, plan
from croupier.house.store.chain import Checkpoint, Head, Signer
from croupier.house.store.database import (
    engine,
    insert,
    lock,
    lock_and_query,
    manual_transactions,
    pipelined,
    upsert_balances,
)
from croupier.house.store.entries import Append, Appended, Unavailable
from croupier.house.store.lease import HEAD_QUERY, Lease, Stopped
from croupier.house.store.records import read_receipts, receipts_query
from croupier.house.store.refusals import Refusals
from croupier.house.store.upgrade import upgrade
from croupier.refused import Refused

ACCOUNTS_PER_QUERY = 1_000
"""Accounts in one balance query."""
MAX_CACHED_ROWS = 200_000
"""Stream ends and balances in the cache; above that it is emptied."""
RETRY_SECONDS = 0.05
"""Seconds between two attempts."""

AppendOutcome: TypeAlias = Appended | BaseException
"""The result of an append, or the error that it failed with."""


class Committer(Protocol):
    """Commits batches one after the other, in this process or in a separate one."""

    def open(self) -> None:
        """Acquire the store's lease and migrate its schema; refused where another process holds the lease."""

    def commit(self, batch: list[Append]) -> list[AppendOutcome]:
        """Commit a batch; one outcome per append, in order."""

    def beat(self) -> Unavailable | None:
        """Show that the lease's holder lives; the reason where the database is not there, or the lease is lost."""

    def close(self) -> None:
        """Sign a last checkpoint and disconnect from the database."""

    def kill(self) -> None:
        """Abort a writer that hangs, where possible; called while another thread waits for its answer."""


class Writer:
    """The one connection that writes to a database."""

    def __init__(self, url: str, signer: Signer, every: int, patience: float, lease: Lease) -> None:
        self._engine, self._signer, self._every, self._patience = engine(url, writes=True), signer, every, patience
        self._lease = lease
        self._cache = _Cache(lease)
        self._connected: sa.Connection | None = None

    @property
    def fence(self) -> int | None:
        """The fencing token of its lease."""
        return self._lease.fence

    def open(self) -> None:
        """Acquire the store's lease and migrate its schema; refused where another process holds the lease."""
        try:
            self._lease.lock_file()
            self._connect()
            if self._lease.fence is None:
                upgrade(self._engine)
            with self._transaction() as connection:
                lock(connection)
                self._lease.raise_fence(connection)
        except BaseException as error:
            self._release()
            if isinstance(error, sa.exc.DBAPIError):
                raise Unavailable("store-cannot-open", error=database_error(error)) from None
            raise

    def commit(self, batch: list[Append]) -> list[AppendOutcome]:
        """Commit a batch; where the database rejects it, commit each append alone, so that only bad ones fail."""
        result = self._attempt(batch)
        if isinstance(result, BatchPlan):
            self._cache.update(result)
            return list(result.outcomes)
        if isinstance(result, Rejected) and len(batch) > 1:
            return [outcome for each in batch for outcome in self.commit([each])]
        return [result] * len(batch)

    def beat(self) -> Unavailable | None:
        """Show that the lease's holder lives; the reason where the database is not there, or the lease is lost."""
        try:
            with self._transaction() as connection:
                [head_rows] = lock_and_query(connection, [(HEAD_QUERY, {})])
                self._cache.refresh(connection, head_rows)
                self._lease.beat(connection)
        except sa.exc.SQLAlchemyError as error:
            self._disconnect()
            return Unavailable("store-unreachable", error=database_error(error))
        except Unavailable as unavailable:
            self._disconnect()
            return unavailable
        return None

    def close(self) -> None:
        """Sign a last checkpoint and disconnect from the database."""
        try:
            with self._transaction() as connection:
                [head_rows] = lock_and_query(connection, [(HEAD_QUERY, {})])
                self._write_checkpoint(
                    connection, self._checkpoint(connection, self._cache.refresh(connection, head_rows), every=1)
                )
        except (sa.exc.SQLAlchemyError, Stopped):
            pass  # what is committed stays; the next process to open the store signs it
        self._release()

    def kill(self) -> None:
        """Do nothing: a thread cannot be killed. It is a daemon and ends with the process."""

    def _release(self) -> None:
        self._disconnect()
        self._engine.dispose()
        self._lease.close()

    def _attempt(self, batch: list[Append]) -> BatchPlan | BaseException:
        """Write a batch, with retries while the database is unreachable; the plan written, or the error."""
        deadline = time.monotonic() + self._patience
        while True:
            batch_plan: BatchPlan | None = None
            try:
                with self._transaction() as connection:
                    batch_plan, evicted, checkpoint = self._plan(connection, batch)
                    self._write(connection, batch_plan, evicted, checkpoint)
            except sa.exc.SQLAlchemyError as error:
                self._disconnect()
                if batch_plan and self._was_committed(batch_plan, deadline):
                    return batch_plan
                if not isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError):
                    return Rejected("store-cannot-keep", error=database_error(error))
                if time.monotonic() > deadline:
                    return Unavailable("store-unreachable", error=database_error(error))
            except BaseException as error:
                # A bug in this program must not leave callers waiting for ever.
                self._disconnect()
                return error
            else:
                return batch_plan
            time.sleep(RETRY_SECONDS)

    def _plan(
        self, connection: sa.Connection, batch: list[Append]
    ) -> tuple[BatchPlan, list[dict[str, str]], Checkpoint | None]:
        """The plan of a batch, the receipts of refusals that it evicts, and the checkpoint that is due after it.

        All reads happen here: mostly in one round trip, as long as the cache is still valid.
        """
        cache = self._cache
        keys = [(each.receipt.actor, each.receipt.id) for each in batch if each.receipt]
        head_rows, *receipt_rows = lock_and_query(
            connection, [(HEAD_QUERY, {}), *([receipts_query(connection.dialect.name, keys)] if keys else [])]
        )
        head = cache.refresh(connection, head_rows)
        cache.fetch_balances(connection, batch)
        batch_plan = plan(
            batch,
            head,
            lambda stream: cache.stream_end(connection, stream),
            cache.balance,
            read_receipts(*receipt_rows) if receipt_rows else {},
        )
        return (
            batch_plan,
            cache.evicted(connection, batch_plan),
            self._checkpoint(connection, batch_plan.head, self._every),
        )

    def _write(
        self,
        connection: sa.Connection,
        batch_plan: BatchPlan,
        evicted: list[dict[str, str]],
        checkpoint: Checkpoint | None,
    ) -> None:
        """Write the plan and commit, pipelined in one round trip."""
        with pipelined(connection) as raw:
            self._write_rows(connection, batch_plan, evicted)
            self._write_checkpoint(connection, checkpoint)
            if raw is not None:
                # In a pipeline, where a statement before it fails, this one is skipped.
                raw.execute("COMMIT")

    def _write_rows(self, connection: sa.Connection, batch_plan: BatchPlan, evicted: list[dict[str, str]]) -> None:
        """Write the rows that a batch inserts, updates and deletes."""
        for table, rows in (
            (s.event, batch_plan.events),
            (s.posting, batch_plan.postings),
            (s.receipt, batch_plan.receipts),
        ):
            if rows:
                insert(connection, table, rows)
        if batch_plan.events:
            self._lease.sign_for(connection, batch_plan.head)
        changed = {
            account: held for account, held in batch_plan.balances.items() if held != self._cache.balance(account)
        }
        if full := [{"account": account, "cents": held} for account, held in changed.items() if held]:
            upsert_balances(connection, full)
        if empty := [{"emptied": account} for account, held in changed.items() if not held]:
            connection.execute(s.balance.delete().where(s.balance.c.account == sa.bindparam("emptied")), empty)
        if evicted:
            conditions = (s.receipt.c.actor == sa.bindparam("by"), s.receipt.c.id == sa.bindparam("under"))
            # Only refusals are evicted: a receipt with a position belongs to an event, and is never deleted.
            connection.execute(s.receipt.delete().where(*conditions, s.receipt.c.position.is_(None)), evicted)

    def _checkpoint(self, connection: sa.Connection, head: Head, every: int) -> Checkpoint | None:
        """The checkpoint to write at this head; none while fewer than `every` events are unsigned."""
        if head.position - self._cache.signed_position < every:
            return None
        # Another process may have signed meanwhile.
        previous = connection.execute(sa.select(sa.func.max(s.checkpoint.c.position))).scalar() or 0
        return None if head.position - previous < every else Checkpoint.at_head(head, previous, self._signer)

    def _write_checkpoint(self, connection: sa.Connection, checkpoint: Checkpoint | None) -> None:
        if checkpoint is not None:
            connection.execute(s.checkpoint.insert(), msgspec.structs.asdict(checkpoint))
            self._cache.signing_position = checkpoint.position

    def _was_committed(self, batch_plan: BatchPlan, deadline: float) -> bool:
        """Whether a batch was committed although the connection broke; retried until the deadline."""
        if not batch_plan.events:
            return False
        while True:
            try:
                with self._transaction() as connection:
                    lock(connection)
                    query = sa.select(s.event.c.hash).where(s.event.c.position == batch_plan.head.position)
                    return connection.execute(query).scalar() == batch_plan.head.hash
            except sa.exc.SQLAlchemyError:
                self._disconnect()
                if time.monotonic() > deadline:
                    return False
                time.sleep(RETRY_SECONDS)

    def _transaction(self) -> "_WriteTransaction":
        return _WriteTransaction(self._connect())

    def _connect(self) -> sa.Connection:
        if self._connected is None:
            connection = self._connected = manual_transactions(self._engine.connect())
            self._lease.lock_session(connection)
            return connection
        return self._connected

    def _disconnect(self) -> None:
        self._cache.invalidate()
        if self._connected is not None:
            self._connected.invalidate()
            self._connected.close()
            self._connected = None


class Rejected(Refused):
    """The database rejects this append."""


class _WriteTransaction:
    """A transaction of the writer's connection."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> sa.Connection:
        self._transaction = self._connection.begin()
        return self._connection

    def __exit__(self, kind: object, *_: object) -> None:
        # Whoever catches an error invalidates the connection, and so rolls the transaction back.
        if kind is None:
            self._transaction.commit()


class _Cache:
    """The writer's cache of stream ends and balances; invalid as soon as another process has written."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._numbered: dict[str, StreamEnd] = {}
        """Stream ends written by a numbered append. Survives `invalidate`: an entry is valid while its hash is still
        the one in the database."""
        self.invalidate()

    def invalidate(self) -> None:
        self.head: Head | None = None
        self.signed_position = self.signing_position = 0
        self._ends: dict[str, StreamEnd] = {}
        self._balances: dict[str, int] = {}
        self._refusals: Refusals | None = None

    def refresh(self, connection: sa.Connection, rows: Sequence[Any]) -> Head:
        """The head of the chain, from the rows of `HEAD_QUERY`; invalidates the cache where others have written."""
        head = self._lease.head(connection, rows)
        if self.head != head or len(self._ends) + len(self._balances) > MAX_CACHED_ROWS:
            self._lease.check_seen(connection)
            self.invalidate()
            self.head = head
            query = sa.select(sa.func.max(s.checkpoint.c.position))
            self.signed_position = self.signing_position = connection.execute(query).scalar() or 0
        return head

    def update(self, batch_plan: BatchPlan) -> None:
        """Update the cache with a committed batch."""
        self._lease.seen = batch_plan.head
        self._numbered.update({stream: end for stream, end in batch_plan.ends.items() if end.number})
        if self.head is None:
            return
        self.head, self.signed_position = batch_plan.head, self.signing_position
        self._ends.update(batch_plan.ends)
        self._balances.update(batch_plan.balances)

    def stream_end(self, connection: sa.Connection, stream: str) -> StreamEnd:
        end = self._ends.get(stream)
        if end is None:
            query = sa.select(s.event.c.version, s.event.c.hash).where(s.event.c.stream == stream)
            row = connection.execute(query.order_by(s.event.c.version.desc()).limit(1)).first()
            end = StreamEnd(*row) if row else StreamEnd()
            numbered = self._numbered.get(stream)
            if numbered is not None and numbered.hash == end.hash:
                end = numbered
            self._ends[stream] = end
        return end

    def evicted(self, connection: sa.Connection, batch_plan: BatchPlan) -> list[dict[str, str]]:
        """The receipts of refusals to delete for those that the plan adds."""
        new = [(str(row["actor"]), str(row["id"])) for row in batch_plan.receipts if row["position"] is None]
        if not new:
            return []
        earlier: list[tuple[str, str]] = []
        if self._refusals is None:
            self._refusals = Refusals()
            # The order among the stored ones is not known; all of them are older than the new ones.
            query = sa.select(s.receipt.c.actor, s.receipt.c.id).where(s.receipt.c.position.is_(None))
            earlier = [(row.actor, row.id) for row in connection.execute(query) if (row.actor, row.id) not in new]
        refusals = self._refusals
        return [{"by": by, "under": under} for each in (*earlier, *new) for by, under in refusals.admit(*each)]

    def balance(self, account: str) -> int:
        return self._balances[account]

    def fetch_balances(self, connection: sa.Connection, batch: list[Append]) -> None:
        """Load the balances of every account that the batch touches into the cache."""
        touched = {
            account
            for append in batch
            for draft in append.drafts
            for posting in draft.postings
            for account in (posting.source, posting.destination)
        }
        unknown = sorted(touched - self._balances.keys())
        for at in range(0, len(unknown), ACCOUNTS_PER_QUERY):
            some = unknown[at : at + ACCOUNTS_PER_QUERY]
            query = sa.select(s.balance).where(s.balance.c.account.in_(some))
            self._balances |= dict.fromkeys(some, 0) | {row.account: row.cents for row in connection.execute(query)}


def head_after(batch: list[Append], outcomes: list[AppendOutcome]) -> Head | None:
    """The head of the chain after a batch; None where nothing was appended."""
    for append, outcome in zip(reversed(batch), reversed(outcomes), strict=True):
        if isinstance(outcome, Appended) and outcome.hash and not outcome.again:
            return Head(outcome.position, outcome.hash, append.at)
    return None


def database_error(error: BaseException) -> str:
    """The first line of the database's own error message."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
