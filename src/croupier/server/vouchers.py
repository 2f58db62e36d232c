"""The vouchers of a terminal: for its own player alone, since whoever has a code has the money."""

import asyncio
from collections.abc import Iterator
from itertools import groupby

import segno

from croupier.house.roles import HouseRole
from croupier.house.vouchers import Listed
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.terminals import own
from croupier.server.wire import QrCode, Vouchers, VoucherShown

MAX_VOUCHERS_LISTED = 50
QUIET_ZONE = 4
"""Light modules around a QR code, without which scanners do not find it."""


async def vouchers(request: ApiRequest) -> Vouchers:
    """The latest vouchers that the player's terminal issued, with the codes of those that are open."""
    name, house = own(request), request.desk.house
    return Vouchers(name, [*map(_shown, await asyncio.to_thread(house.vouchers, name, MAX_VOUCHERS_LISTED))])


def _shown(each: Listed) -> VoucherShown:
    return VoucherShown(each.at, each.cents, each.open, each.code, qr_code(each.code) if each.code else None)


def qr_code(text: str) -> QrCode:
    """The QR code of a text, to be drawn one unit a module.

    >>> code = qr_code("ABCDEFGHJKLMNPQR")
    >>> code.size, code.path[:24]
    (29, 'M4 4h7v1h-7zM12 4h2v1h-2')
    """
    matrix = segno.make(text, error="m", micro=False).matrix
    lines = enumerate(matrix, QUIET_ZONE)
    path = "".join(f"M{x} {y}h{length}v1h-{length}z" for y, line in lines for x, length in _dark(line))
    return QrCode(len(matrix) + 2 * QUIET_ZONE, path)


def _dark(line: bytearray) -> Iterator[tuple[int, int]]:
    """The runs of dark modules of a line: where each begins, and its length."""
    x = QUIET_ZONE
    for dark, modules in groupby(line):
        length = len([*modules])
        if dark:
            yield x, length
        x += length


VOUCHERS = (
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/vouchers",
        summary="The vouchers that your terminal issued, with the codes of those that are open",
        do=vouchers,
        answer=Vouchers,
        who=frozenset({HouseRole.PLAYER}),
        problems=(422,),
    ),
)
