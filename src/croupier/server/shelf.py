"""The shelf: a cache of the shoes of every table as anybody may verify them.

A retired shoe does not change, so its encoded answer is cached. Of the shoe in play only the events since the last
reading are read. Only events of shoes and cards are read, however many wagers lie between them.
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
"""Shoes listed for a table."""
MAX_CACHED_SHOES = 32
"""Retired shoes whose encoded answers are cached, of all tables together: each has some 400 kB."""
OPENED, RETIRED, DRAWN = "shoe-opened", "shoe-retired", "card-drawn"
SHOE_EVENTS = (OPENED, DRAWN, RETIRED)


class ShoeBrief(msgspec.Struct, frozen=True):
    """The summary of a virtual shoe."""

    shoe: str
    code: str
    """The beginning of the commitment, as terminals show it."""
    decks: str
    at: int
    """When it was shuffled, in microseconds since 1970."""
    retired: bool
    """Whether it has retired, so that its whole order is published."""


class CardShown(msgspec.Struct, frozen=True):
    """A card drawn from a shoe, with its Merkle proof and the round that it was drawn for."""

    index: int
    card: Card
    salt: str
    path: tuple[str, ...]
    round: int


class ShoeRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe as anybody may verify it; `opening`, its whole order, is there only once it has retired."""

    commitment: Commitment
    drawn: list[CardShown]
    opening: Opening | None = None


class _ShoeOpening(msgspec.Struct, frozen=True):
    """The opening of a shoe, and its version in the table's stream."""

    version: int
    at: int
    commitment: Commitment


class Shelf:
    """The cache of the shoes of all tables; safe to use from several threads."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._tables: dict[str, _TableShoes] = {}
        self._retired: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def latest(self, table: str) -> list[ShoeBrief]:
        """The latest shoes of a table, the newest first."""
        with self._lock:
            shoes = self._read(table)
            # There is one shoe at a time: all before the newest have retired, even without an event that says so.
            return [
                ShoeBrief(each.commitment.shoe, each.commitment.code, each.commitment.decks, each.at, retired)
                for number, each in enumerate(shoes.opened)
                for retired in [number > 0 or shoes.opening is not None]
            ]

    def record(self, table: str, shoe: str) -> bytes | None:
        """The encoded record of one of the latest shoes; None if there is no such shoe."""
        with self._lock:
            if cached := self._retired.get((table, shoe)):
                self._retired.move_to_end((table, shoe))
                return cached
            shoes = self._read(table)
            number = next((at for at, each in enumerate(shoes.opened) if each.commitment.shoe == shoe), None)
            if number is None:
                return None
            if number == 0:
                record = ShoeRecord(shoes.opened[0].commitment, shoes.drawn, shoes.opening)
            else:
                record = self._past(table, shoes.opened[number], shoes.opened[number - 1].version)
            encoded = encode(record)
            if number > 0 or record.opening is not None:
                self._retired[table, shoe] = encoded
                while len(self._retired) > MAX_CACHED_SHOES:
                    self._retired.popitem(last=False)
            return encoded

    def _read(self, table: str) -> "_TableShoes":
        """The shoes of a table, brought up to date."""
        shoes = self._tables.get(table)
        if shoes is None:
            shoes = self._tables[table] = _TableShoes(_opened(self._records, _stream(table)))
        until = self._records.version(_stream(table))
        for event in self._records.events_between(_stream(table), SHOE_EVENTS, shoes.read, until):
            shoes.take(event)
        shoes.read = max(shoes.read, until)
        return shoes

    def _past(self, table: str, opened: _ShoeOpening, until: int) -> ShoeRecord:
        """The record of a former shoe; the next one was opened at version `until`."""
        only = _TableShoes([opened])
        for event in self._records.events_between(_stream(table), (DRAWN, RETIRED), opened.version, until - 1):
            only.take(event)
        return ShoeRecord(opened.commitment, only.drawn, only.opening)


class _TableShoes:
    """What was read of one table: its latest shoes, and the drawn cards of the newest."""

    def __init__(self, opened: list[_ShoeOpening]) -> None:
        self.opened = opened
        self.read = opened[0].version if opened else 0
        """The version of the table's stream up to which it was read."""
        self.drawn: list[CardShown] = []
        self.opening: Opening | None = None

    def take(self, event: Event) -> None:
        match read_house(event.body):
            case ShoeOpened(commitment=commitment):
                self.opened = [_ShoeOpening(event.version, event.at, commitment), *self.opened[: MAX_SHOES_LISTED - 1]]
                self.drawn, self.opening = [], None
            case CardDrawn(drawn=card, round=round):
                self.drawn.append(CardShown(card.index, card.card, card.salt, card.path, round))
            case ShoeRetired(opening=opening):
                self.opening = opening


def _opened(records: Records, stream: str) -> list[_ShoeOpening]:
    """The latest shoes, the newest first."""
    openings: list[_ShoeOpening] = []
    before: int | None = None
    while len(openings) < MAX_SHOES_LISTED and (event := records.last(stream, (OPENED,), before)) is not None:
        opened = read_house(event.body)
        assert isinstance(opened, ShoeOpened)
        openings.append(_ShoeOpening(event.version, event.at, opened.commitment))
        before = event.version
    return openings


def _stream(table: str) -> str:
    return f"table:{table}"
