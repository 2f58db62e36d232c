"""Vouchers: whoever has the code has the money. So the records hold only a keyed digest of it.

The code is stored encrypted with the house's key: in the answer to the request that issued it, which a retry gets
again, and in the event, so that the player of the terminal finds it again as long as it is open. Nobody else is shown
it. Older records hold codes in the clear: those vouchers are still redeemed.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from croupier.house import events as house
from croupier.house.keys import Keys
from croupier.house.ledger import voucher
from croupier.house.shuffle import Entropy
from croupier.house.table.requests import Answer, Request
from croupier.house.terminals import CODE, IssueVoucher, MoneyCommand, RedeemVoucher, new_code


class Listed(NamedTuple):
    """A voucher that a terminal has issued."""

    at: int
    cents: int
    open: bool
    code: str | None
    """None where it has been redeemed, or is older than stored codes."""


class Vouchers:
    """Makes the codes of vouchers, and their names in the records."""

    def __init__(self, keys: Keys, entropy: Entropy, held: Callable[[str], int]) -> None:
        self._keys, self._entropy, self._held = keys, entropy, held

    def named(self, command: MoneyCommand) -> tuple[str | None, str]:
        """The code of a new voucher, None where the command issues none; and the voucher's name in the records."""
        match command:
            case IssueVoucher():
                code = new_code(self._entropy)
                return code, self._digest(code)
            case RedeemVoucher(voucher=code):
                name = self._digest(code)
                # A digest is not a valid code, so whoever has read the records cannot redeem what they read there.
                old = CODE.fullmatch(code) is not None and not self._held(voucher(name)) and self._held(voucher(code))
                return None, code if old else name
        return None, ""

    def stored(self, terminal: str, code: str | None) -> str:
        """The code encrypted for the event of a voucher that the terminal issues; empty where it issues none."""
        if code is None:
            return ""
        digest = self._digest(code)
        # No other code has its digest, so it serves as the nonce: no key seals two texts with the same one.
        return self._keys.seal(
            code.encode(), _issued(terminal, digest), lambda size: bytes.fromhex(digest)[:size]
        ).hex()

    def code(self, issued: house.VoucherIssued) -> str | None:
        """The code of an issued voucher; None where its event is older than stored codes."""
        if not issued.sealed:
            return None
        return self._keys.unseal(bytes.fromhex(issued.sealed), _issued(issued.terminal, issued.voucher)).decode()

    def sealed(self, code: str | None, request: Request) -> str | None:
        """The code encrypted for the stored answer to a request."""
        return None if code is None else self._keys.seal(code.encode(), _context(request), self._entropy).hex()

    def shown(self, answer: Answer, request: Request) -> Answer:
        """The answer with its code decrypted, for the client."""
        sealed = answer.voucher
        if sealed is None or CODE.fullmatch(sealed):
            return answer
        code = self._keys.unseal(bytes.fromhex(sealed), _context(request)).decode()
        return msgspec.structs.replace(answer, voucher=code)

    def _digest(self, code: str) -> str:
        return self._keys.digest(b"voucher " + code.encode("utf-8", "surrogatepass"))


def _issued(terminal: str, digest: str) -> bytes:
    return f"issued voucher {terminal} {digest}".encode()


def _context(request: Request) -> bytes:
    return f"voucher {request.actor} {request.id}".encode()
