"""Checks the ledger: that it balances, and that every balance is the sum of the account's postings."""

from collections.abc import Iterator

from croupier.house.audit.defect import Defect, at
from croupier.house.events import AMENDED, KINDS, moves, read_house
from croupier.house.ledger import may_owe
from croupier.house.store.records import EventRecord, Records
from croupier.money import dollars
from croupier.refused import Refused


class BooksCheck:
    """Adds up every posting again."""

    def __init__(self) -> None:
        self.counts = {"postings": 0, "accounts": 0}
        self._sums: dict[str, int] = {}

    def see(self, record: EventRecord) -> Iterator[Defect]:
        """Add up an event's postings; those of a house event must be the ones that `moves` derives from it."""
        for each in record.postings:
            self.counts["postings"] += 1
            self._sums[each.source] = self._sums.get(each.source, 0) - each.cents
            self._sums[each.destination] = self._sums.get(each.destination, 0) + each.cents
        if record.event.kind in KINDS and record.event.kind != AMENDED:
            try:
                expected = moves(read_house(record.event.body))
            except Refused as refused:
                yield Defect("books", at(record.event), refused.reason)
                return
            if expected != record.postings:
                yield Defect("books", at(record.event), "its postings are not what it says happened")

    def end(self, records: Records) -> Iterator[Defect]:
        """Compare the sums with the stored balances."""
        balances = records.balances()
        self.counts["accounts"] = len(balances)
        for account in sorted(self._sums.keys() | balances.keys()):
            stored, computed = balances.get(account, 0), self._sums.get(account, 0)
            where = account.encode("ascii", "backslashreplace").decode()
            if stored != computed:
                yield Defect(
                    "books", where, f"it is said to hold {dollars(stored)}, and its postings are {dollars(computed)}"
                )
            if computed < 0 and not may_owe(account):
                yield Defect("books", where, f"it holds {dollars(computed)}, less than nothing")
        if total := sum(balances.values()):
            yield Defect("books", "", f"all accounts come to {dollars(total)}, not to nothing")
        if (orphans := records.posting_count() - self.counts["postings"]) > 0:
            yield Defect("books", "", f"{orphans} postings name no event")
