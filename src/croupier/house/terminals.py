"""Terminals: how money becomes credits there, and credits money again."""

from typing import TypeAlias

import msgspec

from croupier.games.round import Command
from croupier.house import events as house
from croupier.house.ledger import voucher
from croupier.house.shuffle import Entropy, below
from croupier.money import dollars
from croupier.refused import Refused

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None that is easily taken for another."""
LENGTH = 16


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Money becomes credits."""

    cents: int


class CashOut(Command, frozen=True, tag="cash-out"):
    """Credits become money: so much, or all there is."""

    cents: int | None = None


class IssueVoucher(Command, frozen=True, tag="issue-voucher"):
    """Credits become a voucher: so much, or all there is."""

    cents: int | None = None


class RedeemVoucher(Command, frozen=True, tag="redeem-voucher"):
    """A voucher becomes credits."""

    voucher: str


class SetOwnLimits(Command, frozen=True, tag="set-own-limits"):
    """A player sets limits of their own: none where nothing is said."""

    loss: int | None = None
    minutes: int | None = None


class UnderstandCorrection(Command, frozen=True, tag="understand-correction"):
    """A player takes note that a round of theirs was put right."""

    table: str
    round: int
    number: int
    """Which of the amendments of that round."""


Money: TypeAlias = BuyIn | CashOut | IssueVoucher | RedeemVoucher
Own: TypeAlias = SetOwnLimits | UnderstandCorrection
"""What a player says of themself, and what moves nothing."""
_decode = msgspec.json.Decoder(Money | Own).decode


def read(body: bytes) -> Money | Own:
    """A command as it was sent."""
    try:
        found: Money | Own = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(f"this is no command: {error}") from None
    return found


def moved(terminal: str, command: Money, held: int, worth: int, entropy: Entropy) -> house.AnyHouseEvent:
    """What follows from it on a terminal with so many credits, where the voucher that is named is worth so much."""
    match command:
        case BuyIn(cents=cents):
            check_amount(cents)
            return house.BoughtIn(terminal=terminal, cents=cents)
        case CashOut(cents=cents):
            return house.CashedOut(terminal=terminal, cents=_of(cents, held))
        case IssueVoucher(cents=cents):
            code = "".join(LETTERS[below(len(LETTERS), entropy)] for _ in range(LENGTH))
            return house.VoucherIssued(terminal=terminal, voucher=code, cents=_of(cents, held))
        case RedeemVoucher(voucher=code):
            voucher(code)
            if worth <= 0:
                raise Refused("that voucher is not known, or has been redeemed")
            return house.VoucherRedeemed(terminal=terminal, voucher=code, cents=worth)


def _of(cents: int | None, held: int) -> int:
    wanted = held if cents is None else cents
    check_amount(wanted)
    if wanted > held:
        raise Refused(f"the terminal has {dollars(held)}, not {dollars(wanted)}")
    return wanted


def check_amount(cents: int) -> None:
    """Refuse to move nothing, or less."""
    if cents <= 0:
        raise Refused("there is nothing to be moved")
