"""Rounds told again from what was kept: event by event, each with the round before it and after it.

A round is known by its table and its number. It begins where bets are opened and lasts until they are opened again, so
that what is found out after the settlement belongs to it.
"""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.games.round import Event as GameEvent
from croupier.games.round import Phase
from croupier.games.told import AnyRound
from croupier.house.conduct import Conduct, conduct
from croupier.house.events import REPAIRED, ROUND, TIPPED, TIPS_PAID, RoundBegun, read_house, read_in_round
from croupier.house.store.entries import Event, Unavailable
from croupier.house.store.reading import Kept, Records
from croupier.refused import Refused

OVER = (Phase.SETTLED, Phase.VOID)
BEGUN, OPENED = "round-begun", f"{ROUND}bets-opened"
GUESSES = 8
"""By where a round should be; after those it is looked for by halving."""
AUTOMATIC = "automatic"
"""Who deals at a table that runs by itself."""


class _Terms(msgspec.Struct):
    game: str


class _Opening(msgspec.Struct):
    terms: _Terms


class Playing(msgspec.Struct, kw_only=True):
    """A round of a table, as far as it has been told."""

    table: str
    number: int
    conduct: Conduct
    game: str
    shoe: str
    dealer: str
    """Who opened its bets."""
    at: int
    version: int
    """Of its first event in the table's stream."""
    position: int
    """Of its first event among all."""
    round: AnyRound | None = None
    last: int = 0
    """The version of its latest event."""
    ended: int | None = None
    """When it was first over."""
    corrected: bool = False
    """Whether something happened in it after that."""
    kinds: set[str] = msgspec.field(default_factory=set)
    actors: set[str] = msgspec.field(default_factory=set)
    wagers: set[str] = msgspec.field(default_factory=set)


class Retold(msgspec.Struct, frozen=True):
    """An event of a round, with the round before it and after it."""

    playing: Playing
    kept: Event
    event: GameEvent
    before: AnyRound | None
    after: AnyRound


class Tables:
    """Follows the rounds of all tables through their events, in order; from anywhere, for what was before is read."""

    def __init__(self, records: Records | None) -> None:
        self._records = records
        self._begun: dict[str, Event] = {}
        self._lost: set[str] = set()
        self._playing: dict[str, Playing] = {}

    def see(self, kept: Event) -> Retold | None:
        """What the next event makes of the round that it belongs to, if it belongs to one.

        One of which no sense can be made is refused, and then the rest of its round is passed over; where two people
        have made that round void since, it came to nothing, and nothing is refused.
        """
        if kept.kind == OPENED:
            self._lost.discard(kept.stream)
        if not kept.stream.startswith("table:") or kept.stream in self._lost:
            return None
        try:
            return self._see(kept)
        except Unavailable:
            raise
        except Exception as error:
            self._lost.add(kept.stream)
            if self._void_since(kept):
                return None
            # Damage trips the rules in any way; there is nothing to be learned from which.
            said = f"no sense can be made of event {kept.position} ({kept.stream} {kept.version})"
            raise Refused(f"{said}: croupier verify says what is wrong") from error

    def _void_since(self, kept: Event) -> bool:
        """Whether the table was repaired after that, before any other round."""
        if self._records is None:
            return False
        following = self._records.next(kept.stream, (BEGUN, OPENED, REPAIRED), kept.version)
        return following is not None and following.kind == REPAIRED

    def _see(self, kept: Event) -> Retold | None:
        if kept.kind in (TIPPED, TIPS_PAID):
            return None
        if kept.kind == BEGUN:
            self._begun[kept.stream] = kept
            return None
        if kept.stream not in self._playing and kept.kind != OPENED:
            self._load(kept.stream, kept.version)
        playing = self._playing.get(kept.stream)
        if not kept.kind.startswith(ROUND):
            if playing is not None and kept.stream not in self._begun and playing.ended is None:
                playing.kinds.add(kept.kind)
            return None
        return self._play(kept, playing)

    def _play(self, kept: Event, playing: Playing | None) -> Retold:
        wrapped = read_in_round(kept.body)
        if kept.kind == OPENED:
            playing = self._playing[kept.stream] = self._opened(kept, wrapped.round, bytes(wrapped.event))
        if playing is None or wrapped.round != playing.number:
            raise Refused(f"event {kept.position} says round {wrapped.round}, which nobody has begun")
        event = playing.conduct.decode_event(bytes(wrapped.event))
        before, after = playing.round, playing.conduct.evolve(playing.round, event)
        playing.round, playing.last = after, kept.version
        playing.kinds.add(kept.kind.removeprefix(ROUND))
        playing.actors.add(kept.actor)
        if wager := getattr(event, "wager", None):
            playing.wagers.add(wager)
        if playing.ended is not None:
            playing.corrected = True
        elif after.phase in OVER:
            playing.ended = kept.at
        return Retold(playing, kept, event, before, after)

    def _opened(self, kept: Event, number: int, event: bytes) -> Playing:
        game = msgspec.json.decode(event, type=_Opening).terms.game
        begun = self._begun.pop(kept.stream, None)
        shoe = ""
        if begun is not None:
            said = read_house(begun.body)
            assert isinstance(said, RoundBegun)
            shoe = said.shoe
        first = begun or kept
        return Playing(
            table=kept.stream.partition(":")[2],
            number=number,
            conduct=conduct(game),
            game=game,
            shoe=shoe,
            dealer=_dealer(kept.actor),
            at=first.at,
            version=first.version,
            position=first.position,
        )

    def _load(self, stream: str, before: int) -> None:
        """Catch up with the round that was being played before that version."""
        if self._records is None:
            return
        first = self._records.last(stream, (BEGUN, OPENED), before=before)
        if first is None:
            return
        if first.kind == OPENED:
            begun = self._records.last(stream, (BEGUN,), before=first.version)
            first = begun if begun is not None and begun.version == first.version - 1 else first
        for event in self._records.events(stream, first.version - 1):
            if event.version >= before:
                return
            self._see(event)


def retold(records: Records, events: Iterable[Event]) -> Iterator[Retold]:
    """Events in order, as far as they belong to rounds."""
    tables = Tables(records)
    return (told for event in events if (told := tables.see(event)) is not None)


def kept_of(records: Records, table: str, number: int) -> list[Kept]:
    """Everything that was kept at a table from the beginning of a round up to the next one."""
    stream = f"table:{table}"
    first = _beginning(records, stream, number)
    following = records.next(stream, (first.kind,), first.version)
    found = records.kept_in(
        stream, first.version, following.version - 1 if following is not None else records.version(stream)
    )
    # Whatever the house does between two rounds belongs to neither.
    while found and not found[-1].event.kind.startswith(ROUND):
        found.pop()
    if not found:
        raise Refused(f"round {number} of table {table} was begun, and nothing happened in it")
    return found


def _beginning(records: Records, stream: str, number: int) -> Event:
    """The first event of a round. Rounds are numbered as they begin: it is where it should be, or a little way off."""
    last = records.last(stream, (BEGUN,)) or records.last(stream, (OPENED,))
    name = stream.partition(":")[2]
    if last is None:
        raise Refused(f"there is no table {name[:64]} in the records")
    low, high, found = (0, 0), (last.version, _number(last)), last
    if not 1 <= number <= high[1]:
        raise Refused(f"table {name} has not played round {number}")
    guesses = 0
    while _number(found) != number:
        share = (number - low[1]) / (high[1] - low[1]) if guesses < GUESSES else 0.5
        at = min(high[0] - 1, low[0] + 1 + int((high[0] - low[0]) * share))
        guess = records.last(stream, (last.kind,), before=at + 1)
        if guess is None or guess.version <= low[0]:
            # Nothing begins from there up to the guess: what comes next is as near as one gets.
            guess = records.next(stream, (last.kind,), at)
        if guess is None or guess.version >= high[0]:
            raise Refused(f"the rounds of table {name} are not numbered in order")
        found, guesses = guess, guesses + 1
        here = found.version, _number(found)
        low, high = (here, high) if here[1] < number else (low, here)
    return found


def shoe_of(records: Records, table: str, shoe: str, before: int) -> Event | None:
    """How a shoe came that was on a table before that version."""
    stream, kinds = f"table:{table}", ("shoe-opened", "shoe-placed")
    # The house names a shoe by the version in which it comes; others are looked for.
    version = shoe.rpartition("-")[2]
    if version.isdecimal() and version.isascii() and len(version) < 16 and int(version) < before:
        found = records.last(stream, kinds, before=int(version) + 1)
        if found is not None and found.version == int(version):
            return found
    return records.last(stream, kinds, before=before)


def _number(event: Event) -> int:
    if event.kind == OPENED:
        return read_in_round(event.body).round
    said = read_house(event.body)
    assert isinstance(said, RoundBegun)
    return said.round


def _dealer(actor: str) -> str:
    return AUTOMATIC if actor == "house" else actor.removeprefix("staff:")
