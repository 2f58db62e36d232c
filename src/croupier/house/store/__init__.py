"""The store: an append-only event log with a ledger. It knows bytes, streams and money, and nothing of games.

`Store` appends events, the postings that they cause and the receipt of the command that caused them in one
transaction, and reports success only once it is durable. `Records` reads. The URL alone selects SQLite or PostgreSQL.
"""

from croupier.house.store.chain import Checkpoint as Checkpoint
from croupier.house.store.entries import Append as Append
from croupier.house.store.entries import Appended as Appended
from croupier.house.store.entries import Conflict as Conflict
from croupier.house.store.entries import Draft as Draft
from croupier.house.store.entries import Event as Event
from croupier.house.store.entries import Receipt as Receipt
from croupier.house.store.entries import Reused as Reused
from croupier.house.store.entries import Unavailable as Unavailable
from croupier.house.store.records import Records as Records
from croupier.house.store.store import Store as Store
