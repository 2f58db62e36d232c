"""The record of a house followed as it grows: after every round, what each table shows, and the alarms.

Nobody in the house is asked for anything and nobody waits: the events are read from the store, where only what is
durable stands. Where more has come than could be looked at, only the newest state of each table is.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from croupier.house.events import REPAIRED
from croupier.house.monitoring.picture import Exposure, Picture, Played, exposed, pictured
from croupier.house.monitoring.seeing import Seeing
from croupier.house.store import Event, Records, Unavailable
from croupier.house.surveillance.alarm import Alarm, Budget
from croupier.house.surveillance.expectation import Remaining
from croupier.house.surveillance.following import SHOES, other_shoes
from croupier.house.surveillance.watch import Watch
from croupier.house.table.state import State, beginning, between
from croupier.odds.families import odds_of
from croupier.refused import Refused
from croupier.words import Sentence

TABLE = "table:"


class Known(msgspec.Struct, frozen=True):
    """What is known of a table between two shoes, and the version of its stream up to which that holds."""

    version: int
    watch: Watch


class Raised(msgspec.Struct, frozen=True, tag="raised"):
    """Something that somebody should look at, and when the table showed it."""

    at: int
    alarm: Alarm


class Watched(msgspec.Struct, frozen=True, tag="watched"):
    """A shoe is over: what is known of its table from now on."""

    table: str
    shoe: str
    known: Known


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """A table as it shows itself now."""

    picture: Picture


class Blind(msgspec.Struct, frozen=True, tag="blind"):
    """Nothing can be said of a table any more."""

    table: str
    why: Sentence


Report: TypeAlias = Raised | Watched | Shown | Blind


class Follower:
    """Follows every table of a house."""

    def __init__(
        self, records: Records, known: Mapping[str, Known] | None = None, budget: Budget | None = None
    ) -> None:
        self._records, self._budget = records, budget or Budget()
        self._known = dict(known or {})
        self._position = 0
        self._eyes: dict[str, Seeing] = {}
        self._watches: dict[str, Watch] = {}
        self._played: dict[str, Played] = {}
        self._unsolved: dict[str, tuple[str, int, Remaining]] = {}
        """By table, the newest shoe that the solver has not been asked about, at which round."""
        self._blind: set[str] = set()
        self._ready: set[tuple[str, int]] = set()

    def open(self) -> Iterator[Report]:
        """Take up every table where it was left, and tell how it stands."""
        self._position = self._records.head().position
        for stream in self._records.streams(TABLE):
            yield from self._taken_up(stream.removeprefix(TABLE))
        yield from self._looks()

    def poll(self) -> Iterator[Report]:
        """Read what has come, and tell what it shows."""
        for event in self._records.all_events(self._position):
            self._position = event.position
            if event.stream.startswith(TABLE):
                yield from self._take(event.stream.removeprefix(TABLE), event)
        yield from self._looks()

    def solve(self) -> Iterator[Report]:
        """Ask the solver about one table of blackjack that it has not been asked about; that takes a while.

        Where there is none, make ready what the end of a shoe will be compared with, one game at a time.
        """
        if self._unsolved:
            name = next(iter(self._unsolved))
            shoe, round, left = self._unsolved.pop(name)
            self._played[name] = Played(shoe, round, left.main())
            yield from self._look(name)
            return
        for eye in self._eyes.values():
            if (seen := eye.shoe) is not None and (seen.game, seen.decks) not in self._ready:
                self._ready.add((seen.game, seen.decks))
                other_shoes(seen.game, seen.decks, SHOES)
                return

    def exposure(self, table: str) -> Exposure:
        """The most that a table can lose on the wagers that are accepted now."""
        eye = self._eyes.get(table)
        if eye is None:
            raise Refused("table-not-watched", table=table)
        return exposed(eye)

    def _taken_up(self, name: str) -> Iterator[Report]:
        try:
            state, since = beginning(self._records, name)
            if (known := self._known.get(name)) is not None:
                self._watches[name] = msgspec.structs.replace(known.watch, budget=self._budget)
                if known.version < since and not self._repaired(name, known.version):
                    state = between(self._records, name, known.version)
            self._eyes[name] = Seeing(state, self._records)
            for event in self._records.events(f"{TABLE}{name}", state.version):
                if event.position > self._position:
                    break
                yield from self._take(name, event)
        except Unavailable:
            raise
        except Refused as refused:
            yield self._lost(name, refused)

    def _repaired(self, name: str, after: int) -> bool:
        """Whether a table was put back to work after that version, so that what was before counts no more."""
        repair = self._records.last(f"{TABLE}{name}", (REPAIRED,))
        return repair is not None and repair.version > after

    def _take(self, name: str, event: Event) -> Iterator[Report]:
        if name in self._blind and event.kind == REPAIRED:
            self._blind.discard(name)
            self._eyes[name] = Seeing(State(name=name, version=event.version - 1), self._records)
        if name in self._blind:
            return
        eye = self._eyes.setdefault(name, Seeing(State(name=name), self._records))
        try:
            shoe = eye.see(event)
            if shoe is not None:
                watch, alarms = self._watch(name).after(shoe)
                self._watches[name] = watch
                self._played.pop(name, None)
                self._unsolved.pop(name, None)
                eye.touched = True
                yield from (Raised(eye.at, alarm) for alarm in alarms)
                if eye.state.over:
                    yield Watched(name, shoe.name, Known(event.version, watch))
        except Exception as error:
            # A record may be damaged in any way; the other tables are watched all the same.
            yield self._lost(name, error)

    def _watch(self, name: str) -> Watch:
        return self._watches.setdefault(name, Watch(budget=self._budget))

    def _lost(self, name: str, error: Exception) -> Blind:
        self._blind.add(name)
        self._eyes.pop(name, None)
        return Blind(name, Sentence("table-record-unreadable", error=error))

    def _looks(self) -> Iterator[Report]:
        """Look at every table where a round has ended."""
        for name, eye in list(self._eyes.items()):
            if eye.touched:
                eye.touched = False
                yield from self._look(name, anew=True)

    def _look(self, name: str, *, anew: bool = False) -> Iterator[Report]:
        eye = self._eyes.get(name)
        shoe = None if eye is None else eye.shoe
        if eye is None or shoe is None:
            return
        try:
            picture, before = pictured(eye, shoe, self._played.get(name))
            raised = self._watch(name).after(shoe, over=False, before=before)[1] if anew else []
        except Exception as error:
            # Whatever a table shows that nobody has thought of, the others are watched all the same.
            yield self._lost(name, error)
            return
        yield Shown(picture)
        yield from (Raised(eye.at, alarm) for alarm in raised)
        if anew and odds_of(shoe.rules).plays:
            left = Remaining.full(shoe.game, shoe.decks).without(shoe.order)
            self._unsolved.pop(name, None)
            self._unsolved[name] = (shoe.name, eye.state.number, left)
