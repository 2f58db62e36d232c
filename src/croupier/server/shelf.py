"""The shelf: shoes of every table as anybody may check them, read once and remembered.

A shoe that has retired does not change, so it is kept as it is sent. Of the one in play only what has come since is
read. Nothing is ever read here but shoes and cards, however many wagers lie between them.
"""

import threading
from collections import OrderedDict

import msgspec

from croupier.cards import Card
from croupier.games.round import encode
from croupier.house.events import CardDrawn, ShoeOpened, ShoeRetired, read_house
from croupier.house.shoe import Commitment, Opening
from croupier.house.store import Event, Records

MAX_SHOES_LISTED = 20
"""Shoes that are listed."""
MAX_CACHED_SHOES = 32
"""Retired shoes that are remembered as they are sent, of all tables together: each has some 400 kB."""
OPENED, RETIRED, DRAWN = "shoe-opened", "shoe-retired", "card-drawn"
SHOE_EVENTS = (OPENED, DRAWN, RETIRED)


class ShoeBrief(msgspec.Struct, frozen=True):
    """A virtual shoe of a table."""

    shoe: str
    code: str
    """The beginning of what was committed to, as terminals show it."""
    decks: str
    at: int
    """When it was shuffled, in microseconds since 1970."""
    retired: bool
    """Whether it is opened whole."""


class CardShown(msgspec.Struct, frozen=True):
    """A card that came out of a shoe, with its proof, and for which round."""

    index: int
    card: Card
    salt: str
    path: tuple[str, ...]
    round: int


class ShoeRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe as anybody may check it; its order is there once it has retired, and not before."""

    commitment: Commitment
    drawn: list[CardShown]
    opening: Opening | None = None


class _Opened(msgspec.Struct, frozen=True):
    """A shoe that was opened, and where that stands in its table's stream."""

    version: int
    at: int
    commitment: Commitment


class Shelf:
    """The shoes of all tables."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._tables: dict[str, _Table] = {}
        self._retired: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def latest(self, table: str) -> list[ShoeBrief]:
        """The latest shoes of a table, the newest first."""
        with self._lock:
            found = self._read(table)
            # Shoes follow upon each other: the one before the newest has retired, whatever became of it.
            return [
                ShoeBrief(each.commitment.shoe, each.commitment.code, each.commitment.decks, each.at, retired)
                for number, each in enumerate(found.opened)
                for retired in [number > 0 or found.opening is not None]
            ]

    def record(self, table: str, shoe: str) -> bytes | None:
        """One of them, as it is sent."""
        with self._lock:
            if known := self._retired.get((table, shoe)):
                self._retired.move_to_end((table, shoe))
                return known
            found = self._read(table)
            number = next((at for at, each in enumerate(found.opened) if each.commitment.shoe == shoe), None)
            if number is None:
                return None
            if number == 0:
                record = ShoeRecord(found.opened[0].commitment, found.drawn, found.opening)
            else:
                record = self._past(table, found.opened[number], found.opened[number - 1].version)
            sent = encode(record)
            if number > 0 or record.opening is not None:
                self._retired[table, shoe] = sent
                while len(self._retired) > MAX_CACHED_SHOES:
                    self._retired.popitem(last=False)
            return sent

    def _read(self, table: str) -> "_Table":
        """A table up to now."""
        found = self._tables.get(table)
        if found is None:
            found = self._tables[table] = _Table(_opened(self._records, _stream(table)))
        until = self._records.version(_stream(table))
        for event in self._records.events_between(_stream(table), SHOE_EVENTS, found.read, until):
            found.take(event)
        found.read = max(found.read, until)
        return found

    def _past(self, table: str, opened: _Opened, until: int) -> ShoeRecord:
        """A shoe that was followed by another at that version."""
        once = _Table([opened])
        for event in self._records.events_between(_stream(table), (DRAWN, RETIRED), opened.version, until - 1):
            once.take(event)
        return ShoeRecord(opened.commitment, once.drawn, once.opening)


class _Table:
    """What was read of one table: its latest shoes, and the cards of the newest."""

    def __init__(self, opened: list[_Opened]) -> None:
        self.opened = opened
        self.read = opened[0].version if opened else 0
        """Up to which version of its stream."""
        self.drawn: list[CardShown] = []
        self.opening: Opening | None = None

    def take(self, event: Event) -> None:
        match read_house(event.body):
            case ShoeOpened(commitment=commitment):
                self.opened = [_Opened(event.version, event.at, commitment), *self.opened[: MAX_SHOES_LISTED - 1]]
                self.drawn, self.opening = [], None
            case CardDrawn(drawn=card, round=round):
                self.drawn.append(CardShown(card.index, card.card, card.salt, card.path, round))
            case ShoeRetired(opening=opening):
                self.opening = opening


def _opened(records: Records, stream: str) -> list[_Opened]:
    """The latest shoes, the newest first."""
    found: list[_Opened] = []
    before: int | None = None
    while len(found) < MAX_SHOES_LISTED and (event := records.last(stream, (OPENED,), before)) is not None:
        opened = read_house(event.body)
        assert isinstance(opened, ShoeOpened)
        found.append(_Opened(event.version, event.at, opened.commitment))
        before = event.version
    return found


def _stream(table: str) -> str:
    return f"table:{table}"
