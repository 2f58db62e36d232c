"""The alarms of the house and what was noted of them: kept in the chain, and sealed.

An alarm is an event like any other: durable before anybody is told, in the chain with its time, so that nobody can say
later that there was none or that it was not looked at. It must not be read by those whose doing it may be, and the log
has other readers than surveillance; so what it says is sealed under the house's key, and all its kinds look alike.
What is known of a table between two shoes is kept the same way. That is no truth of its own: it spares a restart from
going through years, and `recorded` makes the same of the events alone.
"""

import hashlib
import logging
import threading
import zlib
from typing import TypeAlias

import msgspec

from croupier.games.round import decode_hook, encode, encode_stored
from croupier.house.keys import Keys
from croupier.house.monitoring.follower import Known, Raised, Watched
from croupier.house.shuffle import Entropy
from croupier.house.store import Append, Draft, Event, Receipt, Store
from croupier.house.surveillance.alarm import Alarm
from croupier.refused import Refused

KIND = "surveillance-noted"
ALARMS, WATCHED = "watch:", "watched:"
"""How the streams begin: of each table, its alarms, and what was known of it after each shoe."""
HOUSE = "house"
log = logging.getLogger("croupier.watching")


class Remark(msgspec.Struct, frozen=True):
    """What somebody of surveillance has noted of an alarm; with the first note it is acknowledged."""

    at: int
    by: str
    text: str


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """An alarm of the house."""

    id: str
    at: int
    """When the table showed it, in microseconds since 1970."""
    alarm: Alarm
    notes: tuple[Remark, ...] = ()


class AlarmRaised(msgspec.Struct, frozen=True, tag_field="event", tag="alarm-raised"):
    """A table has shown something that somebody should look at."""

    at: int
    alarm: Alarm


class AlarmNoted(msgspec.Struct, frozen=True, tag_field="event", tag="alarm-noted"):
    """Somebody has looked at it."""

    alarm: str
    text: str


class ShoeWatched(msgspec.Struct, frozen=True, tag_field="event", tag="shoe-watched"):
    """A shoe is over, and this is known of the table."""

    shoe: str
    known: Known


AnyNoted: TypeAlias = AlarmRaised | AlarmNoted | ShoeWatched
_decode = msgspec.json.Decoder(AnyNoted, dec_hook=decode_hook).decode


class _Sealed(msgspec.Struct, frozen=True):
    sealed: bytes


class Alarms:
    """Every alarm of the house. It waits for the store, so call it from a thread that may wait."""

    def __init__(self, store: Store, keys: Keys, entropy: Entropy) -> None:
        self._store, self._keys, self._entropy = store, keys, entropy
        self._lock = threading.Lock()
        self._alarms: dict[str, Noticed] = {}
        self._marks: set[object] = set()
        for stream in store.records.streams(ALARMS):
            for event in store.records.events(stream):
                if (said := self._read(event)) is not None:
                    self._take(event.stream, event.version, said, event.at, event.actor)

    def all(self) -> list[Noticed]:
        """The alarms, the newest first."""
        return sorted(self._alarms.values(), key=lambda each: (-each.at, each.id))

    def get(self, id: str) -> Noticed:
        """An alarm by its name."""
        if id not in self._alarms:
            raise Refused("alarm-not-found")
        return self._alarms[id]

    def known(self) -> dict[str, Known]:
        """What was known of each table after its last shoe that was watched to its end."""
        found = {}
        for stream in self._store.records.streams(WATCHED):
            event = self._store.records.last(stream, (KIND,))
            if event is not None and isinstance(said := self._read(event), ShoeWatched):
                found[stream.removeprefix(WATCHED)] = said.known
        return found

    def notice(self, raised: Raised, now: int) -> Noticed | None:
        """Keep an alarm; nothing where it is known: a shoe that goes on raises the same again after every round."""
        with self._lock:
            if mark(raised.alarm) in self._marks:
                return None
            said = AlarmRaised(raised.at, raised.alarm)
            return self._kept(f"{ALARMS}{raised.alarm.table}", said, HOUSE, now)

    def note(self, id: str, by: str, request: str, text: str, now: int) -> Noticed:
        """Keep what somebody notes of an alarm, once for every id of a request."""
        with self._lock:
            noticed, said = self.get(id), AlarmNoted(id, text)
            digest = hashlib.sha256(encode(said)).digest()
            receipt = Receipt(by, request, digest, encode(id))
            self._kept(f"{ALARMS}{noticed.alarm.table}", said, by, now, receipt)
            return self._alarms[id]

    def watched(self, watched: Watched, now: int) -> None:
        """Keep what is known of a table after a shoe."""
        stream = f"{WATCHED}{watched.table}"
        self._store.append(self._append(stream, ShoeWatched(watched.shoe, watched.known), HOUSE, now))

    def _kept(
        self, stream: str, said: AlarmRaised | AlarmNoted, by: str, now: int, receipt: Receipt | None = None
    ) -> Noticed | None:
        done = self._store.append(self._append(stream, said, by, now, receipt))
        return None if done.again else self._take(stream, done.version, said, now, by)

    def _append(self, stream: str, said: AnyNoted, by: str, now: int, receipt: Receipt | None = None) -> Append:
        sealed = self._keys.seal(zlib.compress(encode_stored(said)), stream.encode(), self._entropy)
        draft = Draft(KIND, encode(_Sealed(sealed)))
        return Append(stream=stream, drafts=(draft,), at=now, actor=by, receipt=receipt)

    def _read(self, event: Event) -> AnyNoted | None:
        """What was kept; what cannot be read any more keeps nobody from the rest, and `croupier verify` finds it."""
        try:
            sealed = msgspec.json.decode(event.body, type=_Sealed).sealed
            found: AnyNoted = _decode(zlib.decompress(self._keys.unseal(sealed, event.stream.encode())))
        except (Refused, msgspec.DecodeError, zlib.error):
            log.warning("event %d of %s is no note of surveillance", event.version, event.stream)
            return None
        return found

    def _take(self, stream: str, version: int, said: AnyNoted, at: int, by: str) -> Noticed | None:
        match said:
            case AlarmRaised():
                noticed = Noticed(id=f"{stream.removeprefix(ALARMS)}:{version}", at=said.at, alarm=said.alarm)
                self._marks.add(mark(said.alarm))
            case AlarmNoted():
                if said.alarm not in self._alarms:
                    return None
                noticed = self.get(said.alarm)
                noticed = msgspec.structs.replace(noticed, notes=(*noticed.notes, Remark(at, by, said.text)))
            case ShoeWatched():
                return None
        self._alarms[noticed.id] = noticed
        return noticed


def mark(alarm: Alarm) -> object:
    """What is the same in an alarm however often one looks: the order of a shoe is one, whatever is found in it."""
    if alarm.kind == "order":
        return alarm.kind, alarm.shoe
    return alarm.kind, alarm.shoe, alarm.who, alarm.words, alarm.rounds
