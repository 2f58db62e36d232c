"""Terminals: how money becomes credits there, and credits money again."""

import re
from typing import TypeAlias

import msgspec

from croupier.games.round import Command
from croupier.house import events as house
from croupier.house.purchases import Purchases, Source
from croupier.house.shuffle import Entropy, below
from croupier.refused import Refused

VOUCHER_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None that is easily taken for another."""
VOUCHER_LENGTH = 16
"""Letters of a voucher's code, five bits each."""
CODE = re.compile(f"[{VOUCHER_LETTERS}]{{{VOUCHER_LENGTH}}}")
REFERENCE = re.compile(r"[\w.:-]{1,48}", re.ASCII)


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Money becomes credits: at the cage, or at the terminal itself where the house has its terminals sell them."""

    cents: int
    source: Source | None = None
    """What the terminal took; nothing at the cage."""
    reference: str = ""
    """By which its acceptor or reader knows it."""


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


MoneyCommand: TypeAlias = BuyIn | CashOut | IssueVoucher | RedeemVoucher
OwnMoneyCommand: TypeAlias = SetOwnLimits | UnderstandCorrection
"""What a player says of themself, and what moves nothing."""
_decode = msgspec.json.Decoder(MoneyCommand | OwnMoneyCommand).decode


def read(body: bytes) -> MoneyCommand | OwnMoneyCommand:
    """A command as it was sent."""
    try:
        found: MoneyCommand | OwnMoneyCommand = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("not-a-command", error=error) from None
    return found


def new_code(entropy: Entropy) -> str:
    """The code of a new voucher: whoever has it has the money, so it is shown once and kept nowhere."""
    return "".join(VOUCHER_LETTERS[below(len(VOUCHER_LETTERS), entropy)] for _ in range(VOUCHER_LENGTH))


def moved(terminal: str, command: MoneyCommand, held: int, worth: int, name: str) -> house.AnyHouseEvent:
    """What follows from it on a terminal with so many credits, where the voucher of that name is worth so much."""
    match command:
        case BuyIn(cents=cents, source=source, reference=reference):
            check_amount(cents)
            return house.BoughtIn(terminal=terminal, cents=cents, source=source or "cage", reference=reference)
        case CashOut(cents=cents):
            return house.CashedOut(terminal=terminal, cents=_of(cents, held))
        case IssueVoucher(cents=cents):
            return house.VoucherIssued(terminal=terminal, voucher=name, cents=_of(cents, held))
        case RedeemVoucher():
            if worth <= 0:
                raise Refused("voucher-unknown-or-redeemed")
            return house.VoucherRedeemed(terminal=terminal, voucher=name, cents=worth)


def sold(command: BuyIn, purchases: Purchases | None, bought: int) -> BuyIn:
    """A purchase at the terminal itself, as the house allows it where that has sold so much today."""
    if purchases is None:
        raise Refused("terminal-sells-no-credits")
    source = command.source or purchases.sources[0]
    purchases.check(source, command.cents, bought)
    if source != "demo" and not REFERENCE.fullmatch(command.reference):
        raise Refused("reader-reference-missing")
    return msgspec.structs.replace(command, source=source)


def _of(cents: int | None, held: int) -> int:
    wanted = held if cents is None else cents
    check_amount(wanted)
    if wanted > held:
        raise Refused("terminal-credits-insufficient", held=held, wanted=wanted)
    return wanted


def check_amount(cents: int) -> None:
    """Refuse to move nothing, or less."""
    if cents <= 0:
        raise Refused("nothing-to-move")
