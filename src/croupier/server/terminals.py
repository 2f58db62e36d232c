"""Terminals: their credits, what came and went, and the rounds that they played."""

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
from croupier.house.table import Request as Wanted
from croupier.server.endpoint import Asked, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import BuyIn, Credits, Kept, Money, Movement, RoundPlayed, RoundsPlayed
from croupier.words import Sentence

MOVEMENTS = 35
"""What a terminal can always look up, as floors expect (FL 75-14.043)."""
ROUNDS = 10
FAR = 400
"""Movements to look through for them."""
CORRECTION, PLAYED = "correction", ("stake", "return", "win", "loss")
"""The kinds of postings of a round that was put right, and of one that is played."""
SEE = frozenset(
    {HouseRole.PLAYER, HouseRole.CAGE, HouseRole.PIT_MANAGER, HouseRole.GAMING_SHIFT_MANAGER, HouseRole.SURVEILLANCE}
)


class _Round(msgspec.Struct):
    round: int


async def balance(asked: Asked) -> Credits:
    """What a terminal has."""
    name = own(asked)
    records = asked.desk.house.store.records
    found = await asyncio.to_thread(records.history, terminal(name), MOVEMENTS)
    house = asked.desk.house
    moved, owes = [_moved(name, each) for each in found], -house.held(owed(name))
    buys = max(0, house.purchases.day - house.sold(name)) if house.purchases else None
    return Credits(name, house.credits(name), moved, owes, house.corrections.waiting(name), buys)


async def rounds(asked: Asked) -> RoundsPlayed:
    """The rounds that it played lately."""
    name = own(asked)
    return RoundsPlayed(name, await asyncio.to_thread(_lately, asked.desk.house.store.records.clone(), name))


async def money(asked: Asked) -> Kept:
    """Move money on or off a terminal."""
    name, said = own(asked), asked.body
    id = said.id
    if isinstance(said, BuyIn) and asked.who.role is HouseRole.PLAYER:
        # A PIN is a player's, who may be anywhere; a key is the terminal's, and that is where the money was put in.
        if not asked.desk.doors.people.keyed(name):
            raise Problem(403, Sentence("buying-needs-terminal-key"))
        id = f"reader:{said.reference}" if said.reference else id
    fields = {"command": said.__struct_config__.tag}
    fields |= {
        key: value for key in said.__struct_fields__ if key != "id" and (value := getattr(said, key)) is not None
    }
    # The cage has no position at a table; what it does is told apart by its own name.
    by = Role.PLAYER if asked.who.role is HouseRole.PLAYER else Role.DEALER
    answer = await asked.desk.pay(name, Wanted(id=id, actor=asked.who.actor, by=by, body=encode(fields)))
    return Kept(said.id, voucher=answer.voucher, approval=answer.approval)


def _lately(records: Records, name: str) -> list[RoundPlayed]:
    # What moved and what is still in play are of one moment, so that no round is over before its win is there.
    with records.snapshot():
        movements = records.history(terminal(name), FAR)
        corrected = {each.position for each in movements if each.posting.kind == CORRECTION}
        amended = {each.position: _amended(each) for each in records.events_at(corrected)}
        return played(name, movements, records.balance, amended)[:ROUNDS]


def played(
    name: str, movements: list[Posted], held: Callable[[str], int], amended: Mapping[int, str] | None = None
) -> list[RoundPlayed]:
    """What the movements of a terminal say of its rounds, the newest first; corrections with the round they are of."""
    own = terminal(name)
    # A win comes off the table beside the stake that it is paid on, so the event tells its round.
    accounts = {each.position: account for each in movements if (account := _stakes(each))} | dict(amended or {})
    rounds: dict[str, list[Posted]] = {}
    for each in movements:
        if account := accounts.get(each.position):
            rounds.setdefault(account, []).append(each)
    # What was corrected belongs where the round was played, not where it was put right.
    latest = {
        account: max((each.position for each in known if each.posting.kind in PLAYED), default=0)
        for account, known in rounds.items()
    }
    order = sorted((account for account in rounds if latest[account]), key=lambda account: -latest[account])
    return [_played(own, account, rounds[account], held(account) == 0) for account in order]


def _amended(event: Event) -> str:
    """The account of the stakes of the round that an event put right."""
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


def _moved(name: str, posted: Posted) -> Movement:
    posting = posted.posting
    cents = posting.cents if posting.destination == terminal(name) else -posting.cents
    source = next((each for each in SOURCES if posting.kind == "buy-in" and each == source_of(posting)), None)
    return Movement(posted.at, posting.kind, cents, posted.stream, posted.version, source)


def own(asked: Asked) -> str:
    """The terminal of the path; a player's own, and no other's."""
    name = asked.path["terminal"]
    if asked.who.role is HouseRole.PLAYER and asked.who.name != name:
        raise Problem(403, Sentence("not-own-terminal-account"))
    terminal(name)
    if asked.who.role is HouseRole.CAGE:
        asked.desk.doors.people.check_terminal(name)
    return name


TERMINALS = (
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}",
        summary="Credits of a terminal, and what came and went",
        do=balance,
        answer=Credits,
        who=SEE,
        problems=(422,),
    ),
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/rounds",
        summary="The rounds that a terminal played lately",
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
        answer=Kept,
        waits=True,
        who=frozenset({HouseRole.PLAYER, HouseRole.CAGE}),
        problems=(402, 409, 422, 503),
    ),
)
