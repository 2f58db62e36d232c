"""Commands of terminals: buy-in, cash-out, vouchers, own limits and acknowledgements."""

import re
from typing import TypeAlias

import msgspec

from croupier.games.round import Command
from croupier.house import events as house
from croupier.house.purchases import Purchases, Source
from croupier.house.shuffle import Entropy, below
from croupier.refused import Refused

VOUCHER_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits without those that are easily confused."""
VOUCHER_LENGTH = 16
"""Letters of a voucher's code, five bits each."""
CODE = re.compile(f"[{VOUCHER_LETTERS}]{{{VOUCHER_LENGTH}}}")
REFERENCE = re.compile(r"[\w.:-]{1,48}", re.ASCII)


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Buy credits: at the cage, or at the terminal itself where the house allows that."""

    cents: int
    source: Source | None = None
    """What the terminal took; None at the cage."""
    reference: str = ""
    """The reference of the terminal's note acceptor or card reader."""
    corrects: int = 0
    """At the cage: the number of the receipt of a cash-out that was too much."""


class CashOut(Command, frozen=True, tag="cash-out"):
    """Pay credits out: that many cents, or the whole balance where None."""

    cents: int | None = None
    corrects: int = 0
    """At the cage: the number of the receipt of a buy-in that was too much."""


class IssueVoucher(Command, frozen=True, tag="issue-voucher"):
    """Issue a voucher for that many cents; never for a balance that nobody has named."""

    cents: int


class RedeemVoucher(Command, frozen=True, tag="redeem-voucher"):
    """Redeem a voucher."""

    voucher: str


class SetOwnLimits(Command, frozen=True, tag="set-own-limits"):
    """Set the player's own limits; None is no limit."""

    loss: int | None = None
    minutes: int | None = None


class UnderstandCorrection(Command, frozen=True, tag="understand-correction"):
    """Acknowledge the correction of a round."""

    table: str
    round: int
    number: int
    """Number of the amendment of that round."""


MoneyCommand: TypeAlias = BuyIn | CashOut | IssueVoucher | RedeemVoucher
OwnMoneyCommand: TypeAlias = SetOwnLimits | UnderstandCorrection
"""Commands that only the player may give, and that move no money."""
_decode = msgspec.json.Decoder(MoneyCommand | OwnMoneyCommand).decode


def read(body: bytes) -> MoneyCommand | OwnMoneyCommand:
    """Decode a command."""
    try:
        command: MoneyCommand | OwnMoneyCommand = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("not-a-command", error=error) from None
    return command


def new_code(entropy: Entropy) -> str:
    """The random code of a new voucher: whoever has it has the money, so it is stored nowhere in the clear."""
    return "".join(VOUCHER_LETTERS[below(len(VOUCHER_LETTERS), entropy)] for _ in range(VOUCHER_LENGTH))


def moved(
    terminal: str, command: MoneyCommand, held: int, worth: int, name: str, sealed: str = ""
) -> house.AnyHouseEvent:
    """The event of a command on a terminal with `held` cents, where the voucher `name` is worth `worth` cents.

    `sealed` is the encrypted code of a voucher that is issued.
    """
    match command:
        case BuyIn(cents=cents, source=source, reference=reference, corrects=wrong):
            check_amount(cents)
            place = source or "cage"
            return house.BoughtIn(terminal=terminal, cents=cents, source=place, reference=reference, corrects=wrong)
        case CashOut(cents=cents, corrects=wrong):
            return house.CashedOut(terminal=terminal, cents=_amount(cents, held), corrects=wrong)
        case IssueVoucher(cents=cents):
            return house.VoucherIssued(terminal=terminal, voucher=name, cents=_amount(cents, held), sealed=sealed)
        case RedeemVoucher():
            if worth <= 0:
                raise Refused("voucher-unknown-or-redeemed")
            return house.VoucherRedeemed(terminal=terminal, voucher=name, cents=worth)


def sold(command: BuyIn, purchases: Purchases | None, bought: int) -> BuyIn:
    """Check a purchase at the terminal itself, which has sold `bought` cents today; the command with its source."""
    if purchases is None:
        raise Refused("terminal-sells-no-credits")
    source = command.source or purchases.sources[0]
    purchases.check(source, command.cents, bought)
    if source != "demo" and not REFERENCE.fullmatch(command.reference):
        raise Refused("reader-reference-missing")
    return msgspec.structs.replace(command, source=source)


def _amount(cents: int | None, held: int) -> int:
    amount = held if cents is None else cents
    check_amount(amount)
    if amount > held:
        raise Refused("terminal-credits-insufficient", held=held, wanted=amount)
    return amount


def check_amount(cents: int) -> None:
    """Refuse an amount of zero or less."""
    if cents <= 0:
        raise Refused("nothing-to-move")
