"""Integrity check at start-up: which tables have events, among those they recover from, whose hash does not match.

The whole chain is the audit's to check. At start-up only its end is: from the first event that any table recovers from,
but no further back than `RECENT_EVENTS`. Of a table that has been idle for longer its own events are checked, each
with its predecessor in the chain, so that it does not slow down the start. Only the damaged tables stop.
"""

from collections.abc import Iterable, Mapping

from croupier.house.store import Records
from croupier.house.store.chain import BEGINNING, link
from croupier.house.table.state import beginning
from croupier.words import Sentence

RECENT_EVENTS = 20_000
"""Events at the end of the chain that are checked one by one."""
PAGE_EVENTS = 500
"""Events of a table that are read at a time."""


def damaged(records: Records, names: Iterable[str]) -> dict[str, str]:
    """The damage of tables by their names; tables without any are left out."""
    unreadable: dict[str, str] = {}
    since: dict[str, int] = {}
    for name in names:
        try:
            _, after = beginning(records, name)
            first = next(iter(records.events(f"table:{name}", after)), None)
        except Exception as error:
            # Damage may raise anything, and must not keep the other tables from opening.
            unreadable[name] = str(error)
        else:
            since[name] = first.position if first else 0
    known = {name: at for name, at in since.items() if at}
    damage = _along_the_chain(records, _begins(records, min(known.values(), default=1), known))
    return unreadable | {name: what for name, (at, what) in damage.items() if at >= since.get(name, 0)}


def _begins(records: Records, first: int, since: Mapping[str, int]) -> int:
    """The position from which the chain is checked: its recent end, unless something before that is damaged."""
    recent = records.head().position - RECENT_EVENTS
    if first >= recent or records.count(first, recent - 1) != recent - first:
        return first
    try:
        sound = all(_ties(records, name, at, recent) for name, at in since.items() if at < recent)
    except Exception:
        # Damage may raise anything.
        sound = False
    # Which events of which tables are damaged shows only in a check of all.
    return recent if sound else first


def _ties(records: Records, name: str, first: int, until: int) -> bool:
    """Whether each event of a table between two positions has the hash that follows from its predecessor."""
    stream = f"table:{name}"
    version = records.events_at([first])[0].version
    while page := [
        each
        for each in records.event_records_in(stream, version, version + PAGE_EVENTS - 1)
        if each.event.position < until
    ]:
        places = [stored.event.position - 1 for stored in page if stored.event.position > 1]
        before = {event.position: event.hash for event in records.events_at(places)}
        for stored in page:
            event = stored.event
            fields = (event.position, event.stream, event.version, event.kind, event.at, event.actor, event.body)
            tie = before.get(event.position - 1, BEGINNING if event.position == 1 else b"")
            if event.version != version or event.hash != link(tie, *fields, stored.postings, stored.receipts):
                return False
            version += 1
    return True


def _along_the_chain(records: Records, first: int) -> dict[str, tuple[int, str]]:
    """The damage from that position on, by table: the position of its last damaged event, and what is wrong."""
    damage: dict[str, tuple[int, str]] = {}
    # The event before the first one has the hash that this one follows.
    position = max(0, first - 2)
    ties = set() if position else {BEGINNING}
    versions: dict[str, int] = {}
    last_of: dict[str, int] = {}
    gaps: list[int] = []
    explained = 0
    for stored in records.event_records(position):
        event = stored.event
        if event.position != position + 1:
            gaps += range(position + 1, event.position)
            ties = set()
        explained += max(0, event.version - versions.get(event.stream, event.version - 1) - 1)
        fields = (event.position, event.stream, event.version, event.kind, event.at, event.actor, event.body)
        links = {link(before, *fields, stored.postings, stored.receipts) for before in ties}
        if ties and event.hash not in links and event.stream.startswith("table:"):
            damage[event.stream.removeprefix("table:")] = (
                event.position,
                Sentence("event-by-number", event=event.version),
            )
        # Where an event was changed, the next one follows its stored hash; where the hash was, the computed one.
        ties, position = links | {event.hash}, event.position
        versions[event.stream], last_of[event.stream] = event.version, event.position
    if len(gaps) > explained:
        # A stream whose last event is gone shows no gap in its versions: suspect all that have no event after it.
        for stream, last in last_of.items():
            if stream.startswith("table:") and last < max(gaps):
                missing = Sentence("event-of-all-missing", event=max(gaps))
                damage[stream.removeprefix("table:")] = max(gaps), missing
    return damage
