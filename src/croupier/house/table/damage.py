"""Damage: which tables have something in their records, as far as it still matters, that is not what it was.

The whole chain is the audit's to look at. When the house opens it looks at the end of it: from the first event on that
any table comes up from. A table that is concerned stops, and no other does.
"""

from collections.abc import Iterable

from croupier.house.store import Records
from croupier.house.store.chain import BEGINNING, link
from croupier.house.table.state import beginning


def damaged(records: Records, names: Iterable[str]) -> dict[str, str]:
    """What is wrong with the records of tables, by their names; nothing of those with which nothing is."""
    found: dict[str, str] = {}
    since: dict[str, int] = {}
    for name in names:
        try:
            _, after = beginning(records, name)
            first = next(iter(records.events(f"table:{name}", after)), None)
        except Exception as error:
            # Damage takes any form, and none of them may keep the other tables from opening.
            found[name] = str(error)
        else:
            since[name] = first.position if first else 0
    damage = _along_the_chain(records, min((first for first in since.values() if first), default=1))
    return found | {name: said for name, (at, said) in damage.items() if at >= since.get(name, 0)}


def _along_the_chain(records: Records, first: int) -> dict[str, tuple[int, str]]:
    """What is wrong from that position on, by the names of the tables, each with where it is wrong last."""
    found: dict[str, tuple[int, str]] = {}
    # The event before the first one that matters says what that one was tied to.
    position = max(0, first - 2)
    ties = set() if position else {BEGINNING}
    versions: dict[str, int] = {}
    seen: dict[str, int] = {}
    gaps: list[int] = []
    explained = 0
    for kept in records.kept(position):
        event = kept.event
        if event.position != position + 1:
            gaps += range(position + 1, event.position)
            ties = set()
        explained += max(0, event.version - versions.get(event.stream, event.version - 1) - 1)
        fields = (event.position, event.stream, event.version, event.kind, event.at, event.actor, event.body)
        links = {link(before, *fields, kept.postings, kept.receipts) for before in ties}
        if ties and event.hash not in links and event.stream.startswith("table:"):
            found[event.stream.removeprefix("table:")] = event.position, f"event {event.version}"
        # Where an event was changed the next one is tied to its hash; where the hash was, to what it should be.
        ties, position = links | {event.hash}, event.position
        versions[event.stream], seen[event.stream] = event.version, event.position
    if len(gaps) > explained:
        # Whose last event is gone shows no gap of its own: all are concerned that have none after it.
        for stream, last in seen.items():
            if stream.startswith("table:") and last < max(gaps):
                said = f"event {max(gaps)} of all is missing, and may have been its"
                found[stream.removeprefix("table:")] = max(gaps), said
    return found
