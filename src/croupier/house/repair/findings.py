"""What can still be read from the damaged records of a table that has stopped."""

from collections.abc import Iterator

import msgspec

from croupier.games.families import family
from croupier.games.round import Role
from croupier.house import events as house
from croupier.house.configuration import Configuration
from croupier.house.ledger import Posting, stakes, win
from croupier.house.store import Records
from croupier.house.table import commands as c
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

MAX_EVENTS_SEARCHED = 10_000
"""Events at the end of a stream that are searched for the number of the last round."""
BOOKS_FIRST = Sentence("books-put-right-first")
OUTSIDE_ROUNDS = ("tip", "buy-in", "cash-out")
"""Kinds of postings at a table that belong to no round."""


class _Numbered(msgspec.Struct):
    round: int = 0


def turned_round(records: Records, name: str) -> list[Posting]:
    """The postings that reverse the open round of a table, from the ledger alone; empty where none is open.

    The round is void, so collections and payments in it are undone as well (R-01). Tips, and the buy-ins and cash-outs
    of players without a terminal, stay.
    """
    open_ones = records.balances(stakes(name, 0)[:-1])
    if not open_ones:
        return []
    if len(open_ones) > 1:
        raise Refused("several-rounds-in-play", rounds=len(open_ones), table=name)
    ((account, held),) = open_ones.items()
    first = min((each.position for each in records.history(account, last=1_000_000)), default=None)
    moved: dict[str, int] = {}
    for stored in records.event_records((first or 1) - 1):
        if stored.event.stream == f"table:{name}":
            for each in (each for each in stored.postings if each.kind not in OUTSIDE_ROUNDS):
                moved[each.source] = moved.get(each.source, 0) - each.cents
                moved[each.destination] = moved.get(each.destination, 0) + each.cents
    if moved.get(account) != held:
        raise Refused("account-postings-mismatch", account=account, remedy=BOOKS_FIRST)
    return _back(account, held, win(name), {key: net for key, net in moved.items() if key.startswith("terminal:")})


def _back(account: str, held: int, table: str, nets: dict[str, int]) -> list[Posting]:
    """Refund losses from the stakes in play, the rest from the table's win, and take back what was won to that."""
    made: list[Posting] = []
    for terminal, net in nets.items():
        if net > 0:
            made.append(Posting(terminal, table, net, "correction"))
        elif net < 0:
            out = min(held, -net)
            held -= out
            made += [Posting(account, terminal, out, "return")] if out else []
            made += [Posting(table, terminal, -net - out, "correction")] if -net > out else []
    return [*made, Posting(account, table, held, "correction")] if held else made


def last_round(records: Records, name: str) -> int:
    """The highest round number in the table's accounts and its latest events."""
    stream = f"table:{name}"
    open_ones = (account.rpartition("/")[2] for account in records.balances(stakes(name, 0)[:-1]))
    highest = max((int(number) for number in open_ones if number.isdecimal()), default=0)
    for event in records.events(stream, max(0, records.version(stream) - MAX_EVENTS_SEARCHED)):
        try:
            highest = max(highest, msgspec.json.decode(event.body, type=_Numbered).round)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return highest


def configured(records: Records, name: str) -> Iterator[house.TableConfigured]:
    """The readable configurations of a table, the latest first."""
    before: int | None = None
    while event := records.last(f"table:{name}", ("table-configured",), before):
        before = event.version
        try:
            stored = house.read_house(event.body)
        except Refused:
            continue
        if isinstance(stored, house.TableConfigured):
            yield stored


def stamp(records: Records, name: str) -> int:
    """The highest version of a readable configuration, 0 where there is none; versions are never used again."""
    return max((each.version for each in configured(records, name)), default=0)


def voids(configuration: Configuration) -> Citation:
    """The clause by which the Gaming Shift Manager voids a round where no other clause covers what happened."""
    how, terms = family(configuration.terms.game), configuration.terms
    round = None
    for event in how.decide(None, c.made(how, "open-bets", terms=terms), Role.DEALER):
        round = how.evolve(round, event)
    return next(each.clause for each in how.expects(round) if each.command == "refer")


def seated(records: Records, name: str) -> tuple[str, ...]:
    """The players without a terminal at the table, by the readable events."""
    players: dict[str, None] = {}
    for stored in records.events(f"table:{name}"):
        if stored.kind in (house.SEATED, house.PAID_OFF):
            try:
                event = house.read_house(stored.body)
            except Refused:
                continue
            if isinstance(event, house.PlayerSeated):
                players[event.player] = None
            elif isinstance(event, house.PlayerPaidOff):
                players.pop(event.player, None)
    return tuple(players)
