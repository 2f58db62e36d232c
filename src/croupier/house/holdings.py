"""Balances of accounts in memory, appends in flight included.

A balance is read from the records on first use, and the postings in flight are added. Whether the records contained
some of those already is known when the append's outcome arrives: the outcome has its position, and the read had the
position of the chain. So a balance can be read again at any time, and is where an outcome is lost. Until the outcome
arrives it may be too high or too low: the store itself refuses the one, and the other is retried.
"""

from collections.abc import Iterable

from croupier.house.ledger import Balances, Overdraft, Posting
from croupier.house.store import Records, Unavailable


class Reserved:
    """The postings of an append in flight."""

    __slots__ = ("moved", "read_at")

    def __init__(self, postings: Iterable[Posting]) -> None:
        self.moved: dict[str, int] = {}
        """Net change in cents by account."""
        for each in postings:
            self.moved[each.source] = self.moved.get(each.source, 0) - each.cents
            self.moved[each.destination] = self.moved.get(each.destination, 0) + each.cents
        self.read_at: dict[str, int] = {}
        """Accounts whose balance was read while this was in flight, with the position of the chain then."""


class Holdings:
    """Cache of balances, appends in flight included."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._balances = Balances(look_up=self._look_up)
        self._in_flight: dict[str, set[Reserved]] = {}

    def __getitem__(self, account: str) -> int:
        return self._balances[account]

    def reserve(self, postings: list[Posting]) -> Reserved:
        """Apply these postings to the cache; all of them, or none where that would overdraw an account."""
        reserved = Reserved(postings)
        try:
            self._balances.post(postings)
        except Overdraft:
            # Do not refuse on an uncertain balance: report it as unconfirmed, or read it again.
            in_flight = [each for account in reserved.moved for each in self._in_flight.get(account, ())]
            if any(each.read_at for each in in_flight):
                raise Unavailable("earlier-request-unconfirmed") from None
            if in_flight:
                raise
            self._invalidate(reserved)
            self._balances.post(postings)
        for account in reserved.moved:
            self._in_flight.setdefault(account, set()).add(reserved)
        return reserved

    def durable(self, reserved: Reserved, position: int) -> None:
        """The append is durable, with its last event at that position."""
        self._done(reserved)
        for account, read_at in reserved.read_at.items():
            if position <= read_at and account in self._balances:
                self._balances[account] -= reserved.moved[account]

    def refused(self, reserved: Reserved) -> None:
        """The append was refused: undo its postings."""
        self._done(reserved)
        for account, cents in reserved.moved.items():
            if account in self._balances:
                self._balances[account] -= cents

    def unknown(self, reserved: Reserved) -> None:
        """The outcome is unknown, or the cache was wrong: invalidate these accounts."""
        self._done(reserved)
        self._invalidate(reserved)

    def invalidate(self) -> None:
        """Invalidate the whole cache."""
        self._balances.clear()

    def idle(self, account: str) -> bool:
        """Whether no append in flight touches the account."""
        return account not in self._in_flight

    def tidy(self, account: str) -> None:
        """Drop an empty account that will not be used again from the cache."""
        if self._balances.get(account) == 0 and self.idle(account):
            del self._balances[account]

    def _done(self, reserved: Reserved) -> None:
        for account in reserved.moved:
            others = self._in_flight[account]
            others.discard(reserved)
            if not others:
                del self._in_flight[account]

    def _invalidate(self, reserved: Reserved) -> None:
        for account in reserved.moved:
            self._balances.pop(account, None)

    def _look_up(self, account: str) -> int:
        in_flight = self._in_flight.get(account)
        if not in_flight:
            return self._records.balance(account)
        cents, position = self._records.balance_at(account)
        for each in in_flight:
            each.read_at[account] = position
            cents += each.moved[account]
        return cents
