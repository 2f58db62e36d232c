"""Damage: which tables have something in their records, as far as it still matters, that is not what it was.

The whole chain is the audit's to look at. When the house opens it looks at the end of it: from the first event on that
any table comes up from, but not further back than `RECENT`. Of a table that was closed before that its own events are
looked at, each with the one that it is tied to, so that opening takes no longer because of it. A table that is
concerned stops, and no other does.
"""

from collections.abc import Iterable, Mapping

from croupier.house.store import Records
from croupier.house.store.chain import BEGINNING, link
from croupier.house.table.state import beginning
from croupier.words import Sentence

RECENT = 20_000
"""Events at the end of the chain that are gone through one after the other."""
PAGE = 500
"""Events of a table that are looked at together."""


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
    known = {name: at for name, at in since.items() if at}
    damage = _along_the_chain(records, _begins(records, min(known.values(), default=1), known))
    return found | {name: said for name, (at, said) in damage.items() if at >= since.get(name, 0)}


def _begins(records: Records, first: int, since: Mapping[str, int]) -> int:
    """From where on the chain is gone through: not before its recent end, where nothing before that is amiss."""
    recent = records.head().position - RECENT
    if first >= recent or records.count(first, recent - 1) != recent - first:
        return first
    try:
        sound = all(_ties(records, name, at, recent) for name, at in since.items() if at < recent)
    except Exception:
        # Damage takes any form.
        sound = False
    # What exactly is wrong, and with whose events, is found by going through all of it.
    return recent if sound else first


def _ties(records: Records, name: str, first: int, until: int) -> bool:
    """Whether each event of a table from one position up to another is tied to the one before it."""
    stream = f"table:{name}"
    version = records.events_at([first])[0].version
    while page := [
        kept for kept in records.event_records_in(stream, version, version + PAGE - 1) if kept.event.position < until
    ]:
        places = [kept.event.position - 1 for kept in page if kept.event.position > 1]
        before = {event.position: event.hash for event in records.events_at(places)}
        for kept in page:
            event = kept.event
            fields = (event.position, event.stream, event.version, event.kind, event.at, event.actor, event.body)
            tie = before.get(event.position - 1, BEGINNING if event.position == 1 else b"")
            if event.version != version or event.hash != link(tie, *fields, kept.postings, kept.receipts):
                return False
            version += 1
    return True


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
    for kept in records.event_records(position):
        event = kept.event
        if event.position != position + 1:
            gaps += range(position + 1, event.position)
            ties = set()
        explained += max(0, event.version - versions.get(event.stream, event.version - 1) - 1)
        fields = (event.position, event.stream, event.version, event.kind, event.at, event.actor, event.body)
        links = {link(before, *fields, kept.postings, kept.receipts) for before in ties}
        if ties and event.hash not in links and event.stream.startswith("table:"):
            found[event.stream.removeprefix("table:")] = (
                event.position,
                Sentence("event-by-number", event=event.version),
            )
        # Where an event was changed the next one is tied to its hash; where the hash was, to what it should be.
        ties, position = links | {event.hash}, event.position
        versions[event.stream], seen[event.stream] = event.version, event.position
    if len(gaps) > explained:
        # Whose last event is gone shows no gap of its own: all are concerned that have none after it.
        for stream, last in seen.items():
            if stream.startswith("table:") and last < max(gaps):
                said = Sentence("event-of-all-missing", event=max(gaps))
                found[stream.removeprefix("table:")] = max(gaps), said
    return found
