"""What the records of a table that has stopped still tell, though no sense can be made of all of them."""

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

FAR = 10_000
"""Events to look through for the number of the last round."""
FIRST = Sentence("books-put-right-first")
NOT_PLAYED = ("tip", "buy-in", "cash-out")
"""The kinds of postings at a table that are no round's."""


class _Numbered(msgspec.Struct):
    round: int = 0


def turned_round(records: Records, name: str) -> list[Posting]:
    """What gives everybody back what they had before the round that is open, whatever its events say.

    It is void, so what was collected or paid in it already is undone as well (R-01). A tip stays given, and what
    a player without a terminal bought in with or was paid stays so.
    """
    open_ones = records.balances(stakes(name, 0)[:-1])
    if not open_ones:
        return []
    if len(open_ones) > 1:
        raise Refused("several-rounds-in-play", rounds=len(open_ones), table=name)
    ((account, held),) = open_ones.items()
    first = min((each.position for each in records.history(account, last=1_000_000)), default=None)
    moved: dict[str, int] = {}
    for kept in records.event_records((first or 1) - 1):
        if kept.event.stream == f"table:{name}":
            for each in (each for each in kept.postings if each.kind not in NOT_PLAYED):
                moved[each.source] = moved.get(each.source, 0) - each.cents
                moved[each.destination] = moved.get(each.destination, 0) + each.cents
    if moved.get(account) != held:
        raise Refused("account-postings-mismatch", account=account, remedy=FIRST)
    return _back(account, held, win(name), {key: net for key, net in moved.items() if key.startswith("terminal:")})


def _back(account: str, held: int, table: str, nets: dict[str, int]) -> list[Posting]:
    """Out of what is in play as far as it goes, the rest from the table's win; what was paid comes back to that."""
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
    """The highest number of a round that anything of the table speaks of."""
    stream = f"table:{name}"
    open_ones = (account.rpartition("/")[2] for account in records.balances(stakes(name, 0)[:-1]))
    found = max((int(number) for number in open_ones if number.isdecimal()), default=0)
    for event in records.events(stream, max(0, records.version(stream) - FAR)):
        try:
            found = max(found, msgspec.json.decode(event.body, type=_Numbered).round)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return found


def configured(records: Records, name: str) -> Iterator[house.TableConfigured]:
    """How a table was set up, the latest first, as far as it can be read."""
    before: int | None = None
    while event := records.last(f"table:{name}", ("table-configured",), before):
        before = event.version
        try:
            said = house.read_house(event.body)
        except Refused:
            continue
        if isinstance(said, house.TableConfigured):
            yield said


def stamp(records: Records, name: str) -> int:
    """The highest version of a configuration that can be read; none comes again."""
    return max((said.version for said in configured(records, name)), default=0)


def voids(configuration: Configuration) -> Citation:
    """The clause by which the Gaming Shift Manager makes a round void where no other covers what happened."""
    how, terms = family(configuration.terms.game), configuration.terms
    round = None
    for event in how.decide(None, c.made(how, "open-bets", terms=terms), Role.DEALER):
        round = how.evolve(round, event)
    return next(each.clause for each in how.expects(round) if each.command == "refer")


def seated(records: Records, name: str) -> tuple[str, ...]:
    """Who is at the table without a terminal, as far as that can be read."""
    found: dict[str, None] = {}
    for kept in records.events(f"table:{name}"):
        if kept.kind in (house.SEATED, house.PAID_OFF):
            try:
                event = house.read_house(kept.body)
            except Refused:
                continue
            if isinstance(event, house.PlayerSeated):
                found[event.player] = None
            elif isinstance(event, house.PlayerPaidOff):
                found.pop(event.player, None)
    return tuple(found)
