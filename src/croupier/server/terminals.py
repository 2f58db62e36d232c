"""Terminals: their credits, their transactions, and the rounds that they played."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from croupier.games.round import Role, encode
from croupier.house.ledger import owed, stakes, terminal
from croupier.house.purchases import SOURCES, source_of
from croupier.house.roles import HouseRole
from croupier.house.store import Records
from croupier.house.store.entries import Event, Posted
from croupier.house.table import Request as TableRequest
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import Acknowledgement, BuyIn, Credits, Money, Movement, RoundPlayed, RoundsPlayed
from croupier.words import Sentence

MAX_MOVEMENTS_LISTED = 35
"""The latest transactions that a terminal can look up, as floors expect (FL 75-14.043)."""
MAX_ROUNDS_LISTED = 10
MAX_MOVEMENTS_SEARCHED = 400
"""Transactions that are searched for those rounds."""
CORRECTION, PLAYED = "correction", ("stake", "return", "win", "loss")
"""The kinds of postings of a correction, and of play."""
SEE = frozenset(
    {HouseRole.PLAYER, HouseRole.CAGE, HouseRole.PIT_MANAGER, HouseRole.GAMING_SHIFT_MANAGER, HouseRole.SURVEILLANCE}
)


class _Round(msgspec.Struct):
    round: int


async def balance(request: ApiRequest) -> Credits:
    """The balance of a terminal, and its latest transactions."""
    name, house = own(request), request.desk.house
    movements = await asyncio.to_thread(_movements, house.store.records.clone(), name)
    owes = -house.held(owed(name))
    buys = max(0, house.purchases.day - house.sold(name)) if house.purchases else None
    return Credits(name, house.credits(name), movements, owes, house.corrections.waiting(name), buys)


async def rounds(request: ApiRequest) -> RoundsPlayed:
    """The latest rounds that a terminal played."""
    name = own(request)
    return RoundsPlayed(name, await asyncio.to_thread(_lately, request.desk.house.store.records.clone(), name))


async def money(request: ApiRequest) -> Acknowledgement:
    """Move money on or off a terminal."""
    name, body = own(request), request.body
    id = body.id
    if isinstance(body, BuyIn) and request.who.role is HouseRole.PLAYER:
        # A PIN is the player's, who may be anywhere; the key is the terminal's, and that is where money is inserted.
        if not request.desk.doors.people.keyed(name):
            raise Problem(403, Sentence("buying-needs-terminal-key"))
        id = f"reader:{body.reference}" if body.reference else id
    fields = {"command": body.__struct_config__.tag}
    fields |= {
        key: value for key in body.__struct_fields__ if key != "id" and (value := getattr(body, key)) is not None
    }
    # The cage has no position at a table; the log tells its acts apart by the actor.
    by = Role.PLAYER if request.who.role is HouseRole.PLAYER else Role.DEALER
    answer = await request.desk.pay(name, TableRequest(id=id, actor=request.who.actor, by=by, body=encode(fields)))
    return Acknowledgement(body.id, voucher=answer.voucher, approval=answer.approval)


def _lately(records: Records, name: str) -> list[RoundPlayed]:
    # Postings and stakes in play are read from one snapshot, so that no round is over before its win is there.
    with records.snapshot():
        movements = records.history(terminal(name), MAX_MOVEMENTS_SEARCHED)
        return played(name, movements, records.balance, _corrected(records, movements))[:MAX_ROUNDS_LISTED]


def _movements(records: Records, name: str) -> list[Movement]:
    """The latest transactions of a terminal, newest first, each with the credits after it."""
    # The balance and the postings that led to it are read from one snapshot.
    with records.snapshot():
        postings = records.history(terminal(name), MAX_MOVEMENTS_LISTED)
        after, rounds = records.balance(terminal(name)), _rounds(postings, _corrected(records, postings))
    movements: list[Movement] = []
    for each in postings:
        movements.append(_moved(name, each, after, rounds.get(each.position)))
        after -= movements[-1].cents
    return movements


def _corrected(records: Records, movements: list[Posted]) -> dict[int, str]:
    """The stakes accounts of corrected rounds, by the position of the correction."""
    corrected = {each.position for each in movements if each.posting.kind == CORRECTION}
    return {each.position: _amended(each) for each in records.events_at(corrected)}


def _rounds(movements: list[Posted], amended: Mapping[int, str]) -> dict[int, str]:
    """The stakes accounts of the rounds that postings belong to, by position.

    A win is posted by the same event as the stake that it is paid on, so the event tells its round.
    """
    return {each.position: account for each in movements if (account := _stakes(each))} | dict(amended)


def played(
    name: str, movements: list[Posted], held: Callable[[str], int], amended: Mapping[int, str] | None = None
) -> list[RoundPlayed]:
    """The rounds of a terminal, from its postings, the newest first; corrections count to the round they are of."""
    own = terminal(name)
    accounts = _rounds(movements, amended or {})
    rounds: dict[str, list[Posted]] = {}
    for each in movements:
        if account := accounts.get(each.position):
            rounds.setdefault(account, []).append(each)
    # Rounds are ordered by when they were played, not by when they were corrected.
    latest = {
        account: max((each.position for each in known if each.posting.kind in PLAYED), default=0)
        for account, known in rounds.items()
    }
    order = sorted((account for account in rounds if latest[account]), key=lambda account: -latest[account])
    return [_played(own, account, rounds[account], held(account) == 0) for account in order]


def _amended(event: Event) -> str:
    """The stakes account of the round that an event corrected."""
    return stakes(event.stream.removeprefix("table:"), msgspec.json.decode(event.body, type=_Round).round)


def _stakes(posted: Posted) -> str | None:
    accounts = (posted.posting.source, posted.posting.destination)
    return next((each for each in accounts if each.startswith("stakes:")), None)


def _played(own: str, account: str, movements: list[Posted], over: bool) -> RoundPlayed:
    table, _, number = account.removeprefix("stakes:").rpartition("/")
    sums: Counter[str] = Counter()
    for each in movements:
        posting = each.posting
        sums[posting.kind] += posting.cents if own in (posting.source, posting.destination) else 0
    corrections = [each for each in movements if each.posting.kind == CORRECTION]
    corrected = sum(each.posting.cents * (1 if each.posting.destination == own else -1) for each in corrections)
    at = max((each.at for each in movements if each.posting.kind in PLAYED), default=0)
    result = sums["stake"], sums["return"], sums["win"]
    return RoundPlayed(table, int(number), at, *result, over, corrected, bool(corrections))


def _moved(name: str, posted: Posted, after: int, account: str | None) -> Movement:
    posting = posted.posting
    cents = posting.cents if posting.destination == terminal(name) else -posting.cents
    source = next((each for each in SOURCES if posting.kind == "buy-in" and each == source_of(posting)), None)
    round = None if account is None else int(account.rpartition("/")[2])
    return Movement(
        posted.at, posting.kind, cents, posted.stream, posted.version, posted.position, after, round, source
    )


def own(request: ApiRequest) -> str:
    """The terminal in the path; a player may only name their own."""
    name = request.path["terminal"]
    if request.who.role is HouseRole.PLAYER and request.who.name != name:
        raise Problem(403, Sentence("not-own-terminal-account"))
    terminal(name)
    if request.who.role is HouseRole.CAGE:
        request.desk.doors.people.check_terminal(name)
    return name


TERMINALS = (
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}",
        summary="The balance of a terminal, and its latest transactions",
        do=balance,
        answer=Credits,
        who=SEE,
        problems=(422,),
    ),
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/rounds",
        summary="The latest rounds that a terminal played",
        do=rounds,
        answer=RoundsPlayed,
        who=SEE,
        problems=(422,),
    ),
    Endpoint(
        method="POST",
        path="/api/terminals/{terminal}/money",
        summary="Buy in (at the cage, or at a terminal that may), cash out, issue or redeem a voucher; "
        "answered when it is durable",
        do=money,
        body=Money,
        answer=Acknowledgement,
        waits=True,
        who=frozenset({HouseRole.PLAYER, HouseRole.CAGE}),
        problems=(402, 409, 422, 503),
    ),
)
