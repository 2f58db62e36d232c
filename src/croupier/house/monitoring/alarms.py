"""The alarms of the house and the notes on them: stored in the chain, encrypted.

An alarm is an event like any other: durable before anybody is told, in the chain with its time, so that nobody can deny
later that it was raised or looked at. The people whom it is about must not read it, and the log has other readers than
surveillance; so its content is sealed under the house's key, and all kinds of notes look alike from outside.
What is known of a table between two shoes is stored the same way. It is only a snapshot: it saves a restart from
replaying years of events, and `record.review` computes the same from the events alone.
"""

import hashlib
import logging
import threading
import zlib
from typing import TypeAlias

import msgspec

from croupier.games.round import decode_hook, encode, encode_stored
from croupier.house.keys import Keys
from croupier.house.monitoring.follower import Raised, TableKnowledge, Watched
from croupier.house.shuffle import Entropy
from croupier.house.store import Append, Draft, Event, Receipt, Store
from croupier.house.surveillance.alarm import Alarm
from croupier.refused import Refused

NOTE_KIND = "surveillance-noted"
ALARM_STREAMS, WATCH_STREAMS = "watch:", "watched:"
"""Prefixes of streams, one for each table: its alarms, and the snapshots of what was known after each shoe."""
AUTOMATIC = "house"
log = logging.getLogger("croupier.watching")


class Remark(msgspec.Struct, frozen=True):
    """A note of surveillance on an alarm; the first one acknowledges it."""

    at: int
    by: str
    text: str


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """An alarm of the house, with its id, its time and the notes on it."""

    id: str
    at: int
    """When the table showed it, in microseconds since 1970."""
    alarm: Alarm
    notes: tuple[Remark, ...] = ()


class AlarmRaised(msgspec.Struct, frozen=True, tag_field="event", tag="alarm-raised"):
    """The event of an alarm; `at` is when the table showed it, in microseconds since 1970."""

    at: int
    alarm: Alarm


class AlarmNoted(msgspec.Struct, frozen=True, tag_field="event", tag="alarm-noted"):
    """The event of a note on an alarm, which `alarm` names by its id."""

    alarm: str
    text: str


class ShoeWatched(msgspec.Struct, frozen=True, tag_field="event", tag="shoe-watched"):
    """A shoe is over: a snapshot of what is known of the table."""

    shoe: str
    known: TableKnowledge


AnyNoted: TypeAlias = AlarmRaised | AlarmNoted | ShoeWatched
_decode = msgspec.json.Decoder(AnyNoted, dec_hook=decode_hook).decode


class _SealedNote(msgspec.Struct, frozen=True):
    sealed: bytes


class Alarms:
    """Every alarm of the house. Its writes block until they are durable, so call them from a worker thread."""

    def __init__(self, store: Store, keys: Keys, entropy: Entropy) -> None:
        self._store, self._keys, self._entropy = store, keys, entropy
        self._lock = threading.Lock()
        self._alarms: dict[str, Noticed] = {}
        self._raised_keys: set[object] = set()
        for stream in store.records.streams(ALARM_STREAMS):
            for event in store.records.events(stream):
                if (note := self._read(event)) is not None:
                    self._take(event.stream, event.version, note, event.at, event.actor)

    def all(self) -> list[Noticed]:
        """The alarms, the newest first."""
        return sorted(self._alarms.values(), key=lambda each: (-each.at, each.id))

    def get(self, id: str) -> Noticed:
        """An alarm by its id."""
        if id not in self._alarms:
            raise Refused("alarm-not-found")
        return self._alarms[id]

    def known(self) -> dict[str, TableKnowledge]:
        """The snapshot of each table after the last shoe that was watched to its end."""
        snapshots = {}
        for stream in self._store.records.streams(WATCH_STREAMS):
            event = self._store.records.last(stream, (NOTE_KIND,))
            if event is not None and isinstance(note := self._read(event), ShoeWatched):
                snapshots[stream.removeprefix(WATCH_STREAMS)] = note.known
        return snapshots

    def notice(self, raised: Raised, now: int) -> Noticed | None:
        """Store an alarm; None for a duplicate: a shoe in play raises the same alarm again after every round."""
        with self._lock:
            if deduplication_key(raised.alarm) in self._raised_keys:
                return None
            note = AlarmRaised(raised.at, raised.alarm)
            return self._store_note(f"{ALARM_STREAMS}{raised.alarm.table}", note, AUTOMATIC, now)

    def note(self, id: str, by: str, request: str, text: str, now: int) -> Noticed:
        """Store a note on an alarm; `by` and `request` are the idempotency key."""
        with self._lock:
            noticed, note = self.get(id), AlarmNoted(id, text)
            digest = hashlib.sha256(encode(note)).digest()
            receipt = Receipt(by, request, digest, encode(id))
            self._store_note(f"{ALARM_STREAMS}{noticed.alarm.table}", note, by, now, receipt)
            return self._alarms[id]

    def watched(self, watched: Watched, now: int) -> None:
        """Store the snapshot of a table after a shoe."""
        stream = f"{WATCH_STREAMS}{watched.table}"
        self._store.append(self._append(stream, ShoeWatched(watched.shoe, watched.known), AUTOMATIC, now))

    def _store_note(
        self, stream: str, note: AlarmRaised | AlarmNoted, by: str, now: int, receipt: Receipt | None = None
    ) -> Noticed | None:
        done = self._store.append(self._append(stream, note, by, now, receipt))
        return None if done.again else self._take(stream, done.version, note, now, by)

    def _append(self, stream: str, note: AnyNoted, by: str, now: int, receipt: Receipt | None = None) -> Append:
        sealed = self._keys.seal(zlib.compress(encode_stored(note)), stream.encode(), self._entropy)
        draft = Draft(NOTE_KIND, encode(_SealedNote(sealed)))
        return Append(stream=stream, drafts=(draft,), at=now, actor=by, receipt=receipt)

    def _read(self, event: Event) -> AnyNoted | None:
        """Unseal a stored note; one that cannot be read is skipped, and `croupier verify` reports it."""
        try:
            sealed = msgspec.json.decode(event.body, type=_SealedNote).sealed
            note: AnyNoted = _decode(zlib.decompress(self._keys.unseal(sealed, event.stream.encode())))
        except (Refused, msgspec.DecodeError, zlib.error):
            log.warning("event %d of %s is no note of surveillance", event.version, event.stream)
            return None
        return note

    def _take(self, stream: str, version: int, note: AnyNoted, at: int, by: str) -> Noticed | None:
        match note:
            case AlarmRaised():
                noticed = Noticed(id=f"{stream.removeprefix(ALARM_STREAMS)}:{version}", at=note.at, alarm=note.alarm)
                self._raised_keys.add(deduplication_key(note.alarm))
            case AlarmNoted():
                if note.alarm not in self._alarms:
                    return None
                noticed = self.get(note.alarm)
                noticed = msgspec.structs.replace(noticed, notes=(*noticed.notes, Remark(at, by, note.text)))
            case ShoeWatched():
                return None
        self._alarms[noticed.id] = noticed
        return noticed


def deduplication_key(alarm: Alarm) -> object:
    """Equal for alarms about the same thing; a shoe has one alarm about its order, whatever the pattern."""
    if alarm.kind == "order":
        return alarm.kind, alarm.shoe
    return alarm.kind, alarm.shoe, alarm.who, alarm.words, alarm.rounds
