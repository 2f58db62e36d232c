"""Follows the event log of a house: after every round, a picture of the table and its alarms.

It reads durable events from the store and never blocks or asks the house. Where it falls behind, it evaluates only the
newest state of each table.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from croupier.games.game import Game
from croupier.house.events import REPAIRED
from croupier.house.monitoring.observer import TableObserver
from croupier.house.monitoring.picture import Exposure, Picture, Played, exposed, pictured
from croupier.house.store import Event, Records, Unavailable
from croupier.house.surveillance.alarm import Alarm, Budget
from croupier.house.surveillance.expectation import Remaining
from croupier.house.surveillance.following import COMPARED_SHOES, other_shoes
from croupier.house.surveillance.watch import Watch
from croupier.house.table.state import State, beginning, between
from croupier.odds.families import odds_of
from croupier.refused import Refused
from croupier.words import Sentence

TABLE = "table:"


class TableKnowledge(msgspec.Struct, frozen=True):
    """A snapshot of what is known of a table between two shoes, and the version of its stream up to which it holds."""

    version: int
    watch: Watch


class Raised(msgspec.Struct, frozen=True, tag="raised"):
    """An alarm, and the time of the event that raised it, in microseconds since 1970."""

    at: int
    alarm: Alarm


class Watched(msgspec.Struct, frozen=True, tag="watched"):
    """A shoe is over: the new snapshot of its table."""

    table: str
    shoe: str
    known: TableKnowledge


class PictureChanged(msgspec.Struct, frozen=True, tag="shown"):
    """The current picture of a table."""

    picture: Picture


class Blind(msgspec.Struct, frozen=True, tag="blind"):
    """A table cannot be watched any more, because its events cannot be read."""

    table: str
    why: Sentence


Report: TypeAlias = Raised | Watched | PictureChanged | Blind


class Follower:
    """Follows every table of a house."""

    def __init__(
        self, records: Records, known: Mapping[str, TableKnowledge] | None = None, budget: Budget | None = None
    ) -> None:
        self._records, self._budget = records, budget or Budget()
        self._known = dict(known or {})
        self.position = 0
        """The position of the last event that was read."""
        self._observers: dict[str, TableObserver] = {}
        self._watches: dict[str, Watch] = {}
        self._played: dict[str, Played] = {}
        self._unsolved: dict[str, tuple[str, int, Remaining]] = {}
        """By table, the work left for the solver: the shoe, the round and the remaining cards; only the newest."""
        self._blind: set[str] = set()
        self._ready: set[tuple[Game, int]] = set()

    def open(self) -> Iterator[Report]:
        """Replay every table from its last snapshot, and report its picture and alarms."""
        self.position = self._records.head().position
        for stream in self._records.streams(TABLE):
            yield from self._taken_up(stream.removeprefix(TABLE))
        yield from self._looks()

    def poll(self) -> Iterator[Report]:
        """Read new events, and report what they change."""
        for event in self._records.all_events(self.position):
            self.position = event.position
            if event.stream.startswith(TABLE):
                yield from self._take(event.stream.removeprefix(TABLE), event)
        yield from self._looks()

    def solve(self) -> Iterator[Report]:
        """Run the solver for one table of blackjack that waits for it: about a third of a second.

        Where none waits, fill the cache of shuffled shoes that the end of a shoe is compared with, one game a call.
        """
        if self._unsolved:
            name = next(iter(self._unsolved))
            shoe, round, left = self._unsolved.pop(name)
            self._played[name] = Played(shoe, round, left.main())
            yield from self._look(name)
            return
        for observer in self._observers.values():
            if (current := observer.shoe) is not None and (current.rules, current.decks) not in self._ready:
                self._ready.add((current.rules, current.decks))
                other_shoes(current.rules, current.decks, COMPARED_SHOES)
                return

    def exposure(self, table: str) -> Exposure:
        """The largest loss of a table on the wagers accepted now."""
        observer = self._observers.get(table)
        if observer is None:
            raise Refused("table-not-watched", table=table)
        return exposed(observer)

    def _taken_up(self, name: str) -> Iterator[Report]:
        try:
            state, since = beginning(self._records, name)
            if (known := self._known.get(name)) is not None:
                self._watches[name] = msgspec.structs.replace(known.watch, budget=self._budget)
                if known.version < since and not self._repaired(name, known.version):
                    state = between(self._records, name, known.version)
            self._observers[name] = TableObserver(state, self._records)
            for event in self._records.events(f"{TABLE}{name}", state.version):
                if event.position > self.position:
                    break
                yield from self._take(name, event)
        except Unavailable:
            raise
        except Refused as refused:
            yield self._lost(name, refused)

    def _repaired(self, name: str, after: int) -> bool:
        """Whether a table was repaired after that version, so that earlier events do not count any more."""
        repair = self._records.last(f"{TABLE}{name}", (REPAIRED,))
        return repair is not None and repair.version > after

    def _take(self, name: str, event: Event) -> Iterator[Report]:
        if name in self._blind and event.kind == REPAIRED:
            self._blind.discard(name)
            self._observers[name] = TableObserver(State(name=name, version=event.version - 1), self._records)
        if name in self._blind:
            return
        observer = self._observers.setdefault(name, TableObserver(State(name=name), self._records))
        try:
            shoe = observer.see(event)
            if shoe is not None:
                watch, alarms = self._watch(name).after(shoe)
                self._watches[name] = watch
                self._played.pop(name, None)
                self._unsolved.pop(name, None)
                observer.touched = True
                yield from (Raised(observer.at, alarm) for alarm in alarms)
                if observer.state.over:
                    yield Watched(name, shoe.name, TableKnowledge(event.version, watch))
        except Exception as error:
            # Damage may raise anything; the other tables are watched all the same.
            yield self._lost(name, error)

    def _watch(self, name: str) -> Watch:
        return self._watches.setdefault(name, Watch(budget=self._budget))

    def _lost(self, name: str, error: Exception) -> Blind:
        self._blind.add(name)
        self._observers.pop(name, None)
        return Blind(name, Sentence("table-record-unreadable", error=error))

    def _looks(self) -> Iterator[Report]:
        """Report on every table where a round has ended."""
        for name, observer in list(self._observers.items()):
            if observer.touched:
                observer.touched = False
                yield from self._look(name, anew=True)

    def _look(self, name: str, *, anew: bool = False) -> Iterator[Report]:
        observer = self._observers.get(name)
        shoe = None if observer is None else observer.shoe
        if observer is None or shoe is None:
            return
        try:
            picture, before = pictured(observer, shoe, self._played.get(name))
            raised = self._watch(name).after(shoe, over=False, before=before)[1] if anew else []
        except Exception as error:
            # An unforeseen failure at one table must not end the watch over the others.
            yield self._lost(name, error)
            return
        yield PictureChanged(picture)
        yield from (Raised(observer.at, alarm) for alarm in raised)
        if anew and odds_of(shoe.rules).plays:
            left = Remaining.full(shoe.rules, shoe.decks).without(shoe.order)
            self._unsolved.pop(name, None)
            self._unsolved[name] = (shoe.name, observer.state.number, left)
