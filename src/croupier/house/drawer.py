"""The drawer of the cage: what it was opened with, its receipts, and what must be in it after each of them.

A receipt is an event that moved cash over the counter, and its number is the position of that event: nothing is stored
beside the events, so no receipt can be missing or be changed. What tables take in goes into their own boxes.

>>> line = Line(number=7, at=0, by="staff:ann", kind="buy-in", cents=2_000)
>>> [each.after for each in balanced(50_000, [line, Line(8, 0, "staff:ann", "count", 51_900)])]
[52000, 51900]
>>> balanced(50_000, [line, Line(8, 0, "staff:ann", "count", 51_900)])[1].difference
-100
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from croupier.house import events as house
from croupier.house.ledger import CAGE, Posting
from croupier.house.store import Event, Records
from croupier.refused import Refused

STREAM = "cage"
"""The stream of the counts of the drawer."""
SOLD, PAID = "bought-in", "cashed-out"
"""Kinds of the events that a receipt may correct: each is corrected by the other."""
Kind: TypeAlias = Literal["buy-in", "cash-out", "voucher-paid", "tips-out", "open", "count"]


class Line(NamedTuple):
    """A line of the drawer: a receipt, or a count."""

    number: int
    at: int
    by: str
    kind: Kind
    cents: int
    """Cents into the drawer, negative out of it; of a count, what was counted."""
    terminal: str | None = None
    corrects: int = 0
    """The number of the receipt that it corrects; 0 where it corrects none."""
    after: int = 0
    """Cents in the drawer after it."""
    difference: int = 0
    """Of a count: cents more than there should have been, negative if less."""


class Drawer(NamedTuple):
    """The drawer since it was opened last, or since the gaming day began where it never was."""

    opened: Line | None
    lines: list[Line]
    """The receipts and counts since then, oldest first."""

    @property
    def now(self) -> int:
        """Cents that must be in it now."""
        return self.lines[-1].after if self.lines else self.opened.after if self.opened else 0


def read(records: Records, day_since: int) -> Drawer:
    """The drawer as the records have it."""
    with records.snapshot():
        counts = [_counted(each) for each in records.events(STREAM) if each.kind == house.COUNTED]
        opened = next((each for each in reversed(counts) if each.kind == "open"), None)
        after = opened.number if opened else records.position_before(day_since)
        receipts = [line for event, posting in records.posted(CAGE, after) if (line := _receipt(event, posting))]
    counted = [each for each in counts if each.number > after]
    lines = sorted([*receipts, *counted], key=lambda each: each.number)
    return Drawer(opened, balanced(opened.after if opened else 0, lines))


def balanced(opening: int, lines: Iterable[Line]) -> list[Line]:
    """The same lines with what must be in the drawer after each; a count says what is."""
    held, balanced = opening, list[Line]()
    for each in lines:
        counted = each.kind == "count"
        difference = each.cents - held if counted else 0
        held = each.cents if counted else held + each.cents
        balanced.append(each._replace(after=held, difference=difference))
    return balanced


def receipt(records: Records, number: int) -> Line | None:
    """The receipt of that number, if there is one."""
    for event in records.events_at([number]):
        for posting in records.postings(event.stream, event.version):
            if CAGE in (posting.source, posting.destination) and (line := _receipt(event, posting)):
                return line
    return None


def check_corrects(records: Records, terminal: str, kind: str, number: int, cents: int) -> None:
    """Refuse to correct a receipt by one of this kind: once, by the opposite, and by no more than it was for."""
    wrong = receipt(records, number)
    if wrong is None or wrong.terminal != terminal or wrong.corrects or wrong.kind == kind:
        raise Refused("receipt-not-correctable", number=number, terminal=terminal)
    if cents > abs(wrong.cents):
        raise Refused("receipt-corrected-by-too-much", number=number, most=abs(wrong.cents))
    if corrected(records, terminal, number):
        raise Refused("receipt-already-corrected", number=number)


def corrected(records: Records, terminal: str, number: int) -> bool:
    """Whether a later receipt of the terminal corrects that one."""
    later = records.events_after(f"terminal:{terminal}", (SOLD, PAID), number)
    return any(_corrects(house.read_house(each.body)) == number for each in later)


def _counted(event: Event) -> Line:
    body = house.read_house(event.body)
    assert isinstance(body, house.DrawerCounted)
    kind: Kind = "open" if body.opens else "count"
    return Line(event.position, event.at, event.actor, kind, body.cents, after=body.cents)


def _receipt(event: Event, posting: Posting) -> Line | None:
    """The receipt of an event that moved cash over the counter; None for what tables and terminals took or paid."""
    if not event.actor.startswith("staff:"):
        return None
    cents = posting.cents if posting.source == CAGE else -posting.cents
    match house.read_house(event.body):
        case house.BoughtIn(terminal=terminal, corrects=corrects):
            return Line(event.position, event.at, event.actor, "buy-in", cents, terminal, corrects)
        case house.CashedOut(terminal=terminal, corrects=corrects):
            return Line(event.position, event.at, event.actor, "cash-out", cents, terminal, corrects)
        case house.VoucherPaid():
            return Line(event.position, event.at, event.actor, "voucher-paid", cents)
        case house.TipsPaidOut():
            return Line(event.position, event.at, event.actor, "tips-out", cents)
    return None


def _corrects(event: house.AnyHouseEvent) -> int:
    return event.corrects if isinstance(event, house.BoughtIn | house.CashedOut) else 0
