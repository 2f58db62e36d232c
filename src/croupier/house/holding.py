"""What accounts hold with all that is under way to the disk.

An account is looked up in the records when it is needed, and what is under way is added. Whether the records held some
of that already is known when its answer comes: the answer says where it stands in the chain, and the look-up said how
far the chain went. So an account can be looked up anew at any moment, and where an answer is lost, it simply is. Until
that answer has come too much or too little may be counted: the store itself refuses the one, and the other waits.
"""

from collections.abc import Iterable

from croupier.house.ledger import Balances, Overdraft, Posting
from croupier.house.store import Records, Unavailable


class Reserved:
    """Postings that are under way."""

    __slots__ = ("moved", "seen")

    def __init__(self, postings: Iterable[Posting]) -> None:
        self.moved: dict[str, int] = {}
        """By account, what comes to it."""
        for each in postings:
            self.moved[each.source] = self.moved.get(each.source, 0) - each.cents
            self.moved[each.destination] = self.moved.get(each.destination, 0) + each.cents
        self.seen: dict[str, int] = {}
        """By account, how far the chain went when it was looked up while this was under way."""


class Holdings:
    """What every account holds, as far as the house has sent it."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._balances = Balances(look_up=self._look_up)
        self._under_way: dict[str, set[Reserved]] = {}

    def __getitem__(self, account: str) -> int:
        return self._balances[account]

    def reserve(self, postings: list[Posting]) -> Reserved:
        """Count these as posted; all of them, or none where that would overdraw an account."""
        made = Reserved(postings)
        try:
            self._balances.post(postings)
        except Overdraft:
            # Nobody is refused for what is only thought to be so.
            under_way = [each for account in made.moved for each in self._under_way.get(account, ())]
            if any(each.seen for each in under_way):
                raise Unavailable("earlier-request-unconfirmed") from None
            if under_way:
                raise
            self._drop(made)
            self._balances.post(postings)
        for account in made.moved:
            self._under_way.setdefault(account, set()).add(made)
        return made

    def kept(self, reserved: Reserved, position: int) -> None:
        """They are durable, up to that position."""
        self._done(reserved)
        for account, seen in reserved.seen.items():
            if position <= seen and account in self._balances:
                self._balances[account] -= reserved.moved[account]

    def refused(self, reserved: Reserved) -> None:
        """Nothing came of them."""
        self._done(reserved)
        for account, cents in reserved.moved.items():
            if account in self._balances:
                self._balances[account] -= cents

    def unknown(self, reserved: Reserved) -> None:
        """Nobody knows what came of them, or the records knew better: the accounts are looked up anew."""
        self._done(reserved)
        self._drop(reserved)

    def forget(self) -> None:
        """Look up everything anew."""
        self._balances.clear()

    def idle(self, account: str) -> bool:
        """Whether nothing of an account is under way."""
        return account not in self._under_way

    def tidy(self, account: str) -> None:
        """An account that is empty and will stay so need not be at hand."""
        if self._balances.get(account) == 0 and self.idle(account):
            del self._balances[account]

    def _done(self, reserved: Reserved) -> None:
        for account in reserved.moved:
            others = self._under_way[account]
            others.discard(reserved)
            if not others:
                del self._under_way[account]

    def _drop(self, reserved: Reserved) -> None:
        for account in reserved.moved:
            self._balances.pop(account, None)

    def _look_up(self, account: str) -> int:
        under_way = self._under_way.get(account)
        if not under_way:
            return self._records.balance(account)
        cents, position = self._records.balance_at(account)
        for each in under_way:
            each.seen[account] = position
            cents += each.moved[account]
        return cents
