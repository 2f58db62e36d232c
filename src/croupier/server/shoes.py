"""Shoes for whoever wants to check them: what was published of each, every card it has shown, and all of it in the end.

`terminal/` checks such a record in the browser, `house/verify_shoe.py` anywhere else.
"""

import asyncio

import msgspec

from croupier.cards import Card
from croupier.house.events import CardDrawn, ShoeOpened, ShoeRetired, read_house
from croupier.house.shoe import Commitment, Opening
from croupier.house.store import Records
from croupier.server.endpoint import Asked, Endpoint
from croupier.server.problems import Problem

LATEST = 20
"""Shoes that are listed."""
OPENED, RETIRED, DRAWN = "shoe-opened", "shoe-retired", "card-drawn"


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


async def shoes(asked: Asked) -> list[ShoeBrief]:
    """The latest shoes of a table, the newest first."""
    name = asked.path["table"]
    asked.desk.stage(name)
    return await asyncio.to_thread(_listed, asked.desk.house.store.records, f"table:{name}")


async def shoe(asked: Asked) -> ShoeRecord:
    """One of them."""
    name = asked.path["table"]
    asked.desk.stage(name)
    records = asked.desk.house.store.records
    found = await asyncio.to_thread(_record, records, f"table:{name}", asked.path["shoe"])
    if found is None:
        raise Problem(404, "the table has had no such shoe lately")
    return found


def _listed(records: Records, stream: str) -> list[ShoeBrief]:
    # Shoes follow upon each other: the one before the newest has retired, whatever became of it.
    last = records.last(stream, (OPENED, RETIRED))
    return [
        ShoeBrief(said.shoe, said.code, said.decks, at, number > 0 or (last is not None and last.kind == RETIRED))
        for number, (_, at, said) in enumerate(_opened(records, stream))
    ]


def _record(records: Records, stream: str, name: str) -> ShoeRecord | None:
    found = next(((since, said) for since, _, said in _opened(records, stream) if said.shoe == name), None)
    if found is None:
        return None
    since, commitment = found
    drawn: list[CardShown] = []
    for event in records.events(stream, since):
        if event.kind not in (DRAWN, RETIRED):
            continue
        match read_house(event.body):
            case CardDrawn(drawn=card, round=round):
                drawn.append(CardShown(card.index, card.card, card.salt, card.path, round))
            case ShoeRetired(opening=opening):
                return ShoeRecord(commitment, drawn, opening)
    return ShoeRecord(commitment, drawn)


def _opened(records: Records, stream: str) -> list[tuple[int, int, Commitment]]:
    """The latest shoes: the version and the time of their opening, and what was published."""
    found: list[tuple[int, int, Commitment]] = []
    before: int | None = None
    while len(found) < LATEST and (event := records.last(stream, (OPENED,), before)) is not None:
        opened = read_house(event.body)
        assert isinstance(opened, ShoeOpened)
        found.append((event.version, event.at, opened.commitment))
        before = event.version
    return found


SHOES = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/shoes",
        summary="The latest virtual shoes of a table",
        do=shoes,
        answer=list[ShoeBrief],
        problems=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/shoes/{shoe}",
        summary="A shoe to be checked: its commitment, the cards it has shown, and its order once it has retired",
        do=shoe,
        answer=ShoeRecord,
        problems=(404,),
    ),
)
