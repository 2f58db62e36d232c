"""The cage: the receipts of its shift, what must be in its drawer, and counts of it."""

import asyncio
from typing import Annotated

import msgspec

from croupier.games.round import Role, encode
from croupier.house import drawer
from croupier.house.drawer import Kind, Line
from croupier.house.ledger import terminal
from croupier.house.roles import HouseRole
from croupier.house.store import Records
from croupier.house.table import Request as TableRequest
from croupier.money import MAX_CENTS
from croupier.server.desk import checked
from croupier.server.endpoint import ApiRequest, Endpoint, path_number
from croupier.server.problems import Problem
from croupier.server.wire import Id, Name
from croupier.words import Sentence

MAX_RECEIPTS_LISTED = 500
Counted = Annotated[int, msgspec.Meta(ge=0, le=MAX_CENTS)]


class ReceiptShown(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the drawer: a receipt, or a count of what was in it."""

    number: int
    """The number of the receipt; no other has it."""
    at: int
    by: str
    """Who served, by the name that the log has."""
    kind: Kind
    terminal: str | None
    cents: int
    """Cents into the drawer, negative out of it; of a count, what was counted."""
    after: int
    """Cents in the drawer after it."""
    difference: int
    """Of a count: cents more than there should have been, negative if less."""
    corrects: int | None
    """The number of the receipt that this one corrects."""
    corrected: int | None
    """The number of the receipt that corrects this one."""


class DrawerShown(msgspec.Struct, frozen=True, kw_only=True):
    """The drawer of the cage since it was opened; since the gaming day began where it never was."""

    opened: ReceiptShown | None
    since: int
    """When that was, in microseconds since 1970."""
    taken: int
    """Cents taken in since then, and `paid` out."""
    paid: int
    now: int
    """Cents that must be in it."""
    receipts: list[ReceiptShown]
    """The latest receipts and counts since then, the newest first."""


class ReceiptPrinted(msgspec.Struct, frozen=True, kw_only=True):
    """A receipt as it is printed: with the credits of its terminal before and after it."""

    receipt: ReceiptShown
    credits_before: int | None
    credits_after: int | None


class CountDrawer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cash in the drawer was counted."""

    id: Id
    cents: Counted
    opens: bool = False
    """Whether a shift begins with it."""


class PayVoucher(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A voucher is paid out in cash."""

    id: Id
    voucher: Name


async def shown(request: ApiRequest) -> DrawerShown:
    """The receipts of the shift, and what must be in the drawer."""
    return await asyncio.to_thread(_drawer, request.desk.house.store.records.clone(), _day_since(request))


async def printed(request: ApiRequest) -> ReceiptPrinted:
    """A receipt of the shift as it is printed."""
    number = path_number(request, "number", Sentence("no-such-receipt"))
    records = request.desk.house.store.records.clone()
    return await asyncio.to_thread(_printed, records, _day_since(request), number)


async def count(request: ApiRequest) -> DrawerShown:
    """Record what was counted in the drawer."""
    body: CountDrawer = request.body
    said = encode({"command": "count-drawer", "cents": body.cents, "opens": body.opens})
    asked = TableRequest(id=body.id, actor=request.who.actor, by=Role.DEALER, body=said)
    checked(await request.desk.house.counted(body.cents, asked, opens=body.opens))
    return await shown(request)


async def pay_voucher(request: ApiRequest) -> DrawerShown:
    """Pay a voucher out in cash."""
    body: PayVoucher = request.body
    said = encode({"command": "pay-voucher", "voucher": body.voucher})
    asked = TableRequest(id=body.id, actor=request.who.actor, by=Role.DEALER, body=said)
    checked(await request.desk.house.voucher_paid(body.voucher, asked))
    return await shown(request)


def _day_since(request: ApiRequest) -> int:
    house = request.desk.house
    return house.calendar.of(house.now()).since


def _drawer(records: Records, day_since: int) -> DrawerShown:
    found = drawer.read(records, day_since)
    corrected = {each.corrects: each.number for each in found.lines if each.corrects}
    receipts = [each for each in found.lines if each.kind != "count"]
    return DrawerShown(
        opened=_shown(found.opened, {}) if found.opened else None,
        since=found.opened.at if found.opened else day_since,
        taken=sum(each.cents for each in receipts if each.cents > 0),
        paid=-sum(each.cents for each in receipts if each.cents < 0),
        now=found.now,
        receipts=[_shown(each, corrected) for each in found.lines[: -MAX_RECEIPTS_LISTED - 1 : -1]],
    )


def _shown(line: Line, corrected: dict[int, int]) -> ReceiptShown:
    return ReceiptShown(
        number=line.number,
        at=line.at,
        by=line.by,
        kind=line.kind,
        terminal=line.terminal,
        cents=line.cents,
        after=line.after,
        difference=line.difference,
        corrects=line.corrects or None,
        corrected=corrected.get(line.number),
    )


def _printed(records: Records, day_since: int, number: int) -> ReceiptPrinted:
    receipt = next((each for each in _drawer(records, day_since).receipts if each.number == number), None)
    if receipt is None:
        raise Problem(404, Sentence("no-such-receipt"))
    if receipt.terminal is None:
        return ReceiptPrinted(receipt=receipt, credits_before=None, credits_after=None)
    after = records.balance_after(terminal(receipt.terminal), number)
    return ReceiptPrinted(receipt=receipt, credits_before=after - receipt.cents, credits_after=after)


CASHIER = frozenset({HouseRole.CAGE})
CAGE = (
    Endpoint(
        method="GET",
        path="/api/cage",
        summary="The receipts of the shift at the cage, and what must be in its drawer",
        do=shown,
        answer=DrawerShown,
        who=CASHIER,
    ),
    Endpoint(
        method="GET",
        path="/api/cage/receipts/{number}",
        summary="A receipt of the shift, with the credits of its terminal before and after it",
        do=printed,
        answer=ReceiptPrinted,
        who=CASHIER,
        problems=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/cage/voucher",
        summary="Pay a voucher out in cash",
        do=pay_voucher,
        body=PayVoucher,
        answer=DrawerShown,
        who=CASHIER,
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="POST",
        path="/api/cage/count",
        summary="Record what was counted in the drawer; a shift may begin with it",
        do=count,
        body=CountDrawer,
        answer=DrawerShown,
        who=CASHIER,
        problems=(409, 422, 503),
    ),
)
