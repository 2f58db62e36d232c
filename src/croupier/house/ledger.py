"""The ledger: double entry in whole cents; every posting goes from one account to another, and is never changed.

A wager moves a terminal's credits into the stakes of its round, where they are pending; the settlement posts them on to
the table's win or back to the terminal, a void returns them. A mistake is corrected by another posting.

>>> books = Balances()
>>> books.post([bought_in("T1", 10_000), Posting(terminal("T1"), stakes("B1", 7), 2_500, "stake")])
>>> dict(books)
{'cage': -10000, 'terminal:T1': 7500, 'stakes:B1/7': 2500}
>>> books.post([cashed_out("T1", 8_000)])
Traceback (most recent call last):
croupier.house.ledger.Overdraft: not enough credits: terminal T1 has 75.00, and this needs 80.00
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import msgspec

from croupier.money import MAX_CENTS
from croupier.refused import Refused

CAGE = "cage"
"""The account through which money enters and leaves: what was paid out for credits less what was taken in for them."""

MAX_HOUSE_CENTS = 9 * MAX_CENTS
"""Most cents of an account of the house, through which the money of all others goes. Still an exact integer in
JavaScript."""


class Posting(msgspec.Struct, frozen=True, gc=False):
    """A transfer of cents from one account to another."""

    source: str
    destination: str
    cents: int
    kind: str
    """What it is for: `buy-in`, `cash-out`, `voucher-out`, `voucher-in`, `voucher-paid`; `stake` into play, then
    `return`, `loss` or `win` out of it; `correction` of a settlement, with an `advance` where a terminal lacks what it
    takes, and its `repayment`; `tip` and `tips-out`."""


class Overdraft(Refused):
    """A posting would take a balance below zero, or above the maximum."""


def terminal(name: str) -> str:
    """The credits on a terminal."""
    return _account("terminal", name)


def stakes(table: str, round: int) -> str:
    """The stakes in play in one round of a table."""
    return f"{_account('stakes', table)}/{round}"


def win(table: str) -> str:
    """The win of a table; negative where its players are ahead."""
    return _account("win", table)


def tips(table: str) -> str:
    """The tips of a table that have not been paid out to its Dealers yet."""
    return _account("tips", table)


def voucher(code: str) -> str:
    """The amount of a voucher, from its issue until it is redeemed; zero before and after."""
    return _account("voucher", code)


def taken(source: str, name: str) -> str:
    """What a terminal took for credits that it sold itself: its `notes`, what it charged to a `card`, or `demo`.

    Its balance is negative, like the cage's: so much money lies there for the house.
    """
    return _account(source, name)


def owed(name: str) -> str:
    """The debt of a terminal that had cashed out before a settlement was corrected, as a negative balance."""
    return _account("owed", name)


@lru_cache(maxsize=100_000)
def _account(kind: str, name: str) -> str:
    if not re.fullmatch(r"[\w.-]{1,64}", name, re.ASCII):
        raise Refused("account-name-invalid", name=name)
    return f"{kind}:{name}"


def may_owe(account: str) -> bool:
    """Whether an account may have a negative balance: only those of the house may.

    >>> [may_owe(each) for each in ("cage", "notes:T1", "card:T1", "win:B1", "owed:T1")]
    [True, True, True, True, True]
    >>> [may_owe(each) for each in ("terminal:T1", "stakes:B1/7", "tips:B1", "voucher:X")]
    [False, False, False, False]
    """
    return account == CAGE or account.startswith(("win:", "owed:", "notes:", "card:", "demo:"))


def bought_in(name: str, cents: int, source: str = CAGE) -> Posting:
    """Buy-in at the cage, or at the terminal itself, which has an account for what it took."""
    return Posting(CAGE if source == CAGE else taken(source, name), terminal(name), cents, "buy-in")


def cashed_out(name: str, cents: int) -> Posting:
    """Cash-out of credits."""
    return Posting(terminal(name), CAGE, cents, "cash-out")


def voucher_issued(name: str, code: str, cents: int) -> Posting:
    """Credits moved to a voucher."""
    return Posting(terminal(name), voucher(code), cents, "voucher-out")


def voucher_redeemed(name: str, code: str, cents: int) -> Posting:
    """A voucher redeemed. Its account is empty then, so that it cannot be redeemed twice."""
    return Posting(voucher(code), terminal(name), cents, "voucher-in")


def voucher_paid(code: str, cents: int) -> Posting:
    """A voucher paid out in cash at the cage, which no terminal has a part in."""
    return Posting(voucher(code), CAGE, cents, "voucher-paid")


def tip_given(table: str, name: str, cents: int) -> Posting:
    """A tip for the Dealers of a table: neither stake nor win."""
    return Posting(terminal(name), tips(table), cents, "tip")


def tips_paid_out(table: str, cents: int) -> Posting:
    """Tips paid out to the Dealers."""
    return Posting(tips(table), CAGE, cents, "tips-out")


def debt_repaid(name: str, cents: int) -> Posting:
    """Repayment of what the house had advanced."""
    return Posting(terminal(name), owed(name), cents, "repayment")


BESIDE = ("advance", "repayment")
"""Kinds of postings that accompany a correction and do not follow from the rules: credit to who lacked the amount."""


class Balances(dict[str, int]):
    """Balances in cents by account; `look_up` supplies those that are missing here, 0 by default."""

    def __init__(self, known: Mapping[str, int] = {}, look_up: Callable[[str], int] = lambda account: 0) -> None:
        super().__init__(known)
        self._look_up = look_up

    def __missing__(self, account: str) -> int:
        return self._look_up(account)

    def post(self, postings: Iterable[Posting]) -> None:
        """Post all of them or none: only the balances after the last one must not be overdrawn."""
        after: dict[str, int] = {}
        for each in postings:
            check(each)
            for account, moved in ((each.source, -each.cents), (each.destination, each.cents)):
                held = after.get(account)
                after[account] = (self[account] if held is None else held) + moved
        for account, held in after.items():
            if held < 0 and not may_owe(account):
                raise _overdrawn(account, self[account], held)
            if abs(held) > (MAX_HOUSE_CENTS if may_owe(account) else MAX_CENTS):
                raise Overdraft("account-above-maximum", account=_label(account), held=held)
        self.update(after)

    @property
    def total(self) -> int:
        """The sum of all balances: always zero."""
        return sum(self.values())


def check(posting: Posting) -> None:
    """Refuse a posting of zero or less, of too much, or from an account to itself."""
    if not 0 < posting.cents <= MAX_CENTS:
        raise Refused("posting-amount-invalid", most=MAX_CENTS, amount=posting.cents)
    if posting.source == posting.destination:
        raise Refused("posting-to-same-account", account=posting.source)


def covered(postings: Iterable[Posting], held: Callable[[str], int]) -> tuple[Posting, ...]:
    """The same postings, with advances from the house where a terminal lacks the credits for a correction.

    A settlement may be corrected after its winner has cashed out: the books must be right even so. A terminal with a
    debt repays it first out of what a correction brings.

    >>> covered([Posting("terminal:T1", "win:B1", 500, "correction")], {"terminal:T1": 200}.__getitem__)[0]
    Posting(source='owed:T1', destination='terminal:T1', cents=300, kind='advance')
    >>> covered([Posting("win:B1", "terminal:T1", 500, "correction")], {"owed:T1": -300}.__getitem__)[-1]
    Posting(source='terminal:T1', destination='owed:T1', cents=300, kind='repayment')
    """
    postings = tuple(postings)
    moved: dict[str, int] = {}
    for each in postings:
        moved[each.source] = moved.get(each.source, 0) - each.cents
        moved[each.destination] = moved.get(each.destination, 0) + each.cents
    advances, repayments = [], []
    for account, net in moved.items():
        kind, _, name = account.partition(":")
        if kind != "terminal":
            continue
        if net < 0 and (lacking := -(held(account) + net)) > 0:
            advances.append(Posting(owed(name), account, lacking, "advance"))
        elif net > 0 and (due := repaid(name, net, held)):
            repayments.append(debt_repaid(name, due))
    return (*advances, *postings, *repayments)


def repaid(name: str, cents: int, held: Callable[[str], int]) -> int:
    """Cents, out of those coming onto a terminal, that repay its debt to the house."""
    return max(0, min(cents, -held(owed(name))))


def _overdrawn(account: str, held: int, after: int) -> Overdraft:
    return Overdraft("balance-insufficient", account=_label(account), held=held, needed=held - after)


def _label(account: str) -> str:
    return account.replace(":", " ", 1)
