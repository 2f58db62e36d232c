"""Rounds told again from what was kept: event by event, each with the round before it and after it.

A round is known by its table and its number. It begins where bets are opened and lasts until they are opened again;
what is found out later belongs to it too: an amendment is an event of the round that it names, wherever it stands.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

import msgspec

from croupier.cards import Card
from croupier.games.families import AnyFamily, family, family_of
from croupier.games.family import Round
from croupier.games.round import OVER, tag
from croupier.games.round import Event as GameEvent
from croupier.house.events import (
    AMENDED,
    BOUGHT_IN,
    PAID_OFF,
    REPAIRED,
    ROUND,
    SEATED,
    TIPPED,
    TIPS_PAID,
    RoundAmended,
    RoundBegun,
    read_house,
    read_in_round,
)
from croupier.house.stakes import standings
from croupier.house.store.entries import Event, Unavailable
from croupier.house.store.records import EventRecord, Records
from croupier.refused import Refused
from croupier.words import Sentence

BEGUN, OPENED = "round-begun", f"{ROUND}bets-opened"
ELSEWHERE = (TIPPED, TIPS_PAID, SEATED, BOUGHT_IN, PAID_OFF)
"""What happens at a table and is no round's."""
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
    family: AnyFamily
    game: str
    shoe: str
    dealer: str
    """Who opened its bets."""
    at: int
    version: int
    """Of its first event in the table's stream."""
    position: int
    """Of its first event among all."""
    round: Round | None = None
    last: int = 0
    """The version of its latest event."""
    ended: int | None = None
    """When it was first over."""
    corrected: bool = False
    """Whether something happened in it after that."""
    amendments: int = 0
    """How often it was put right."""
    kinds: set[str] = msgspec.field(default_factory=set)
    actors: set[str] = msgspec.field(default_factory=set)
    wagers: set[str] = msgspec.field(default_factory=set)


class Retold(msgspec.Struct, frozen=True):
    """An event of a round, with the round before it and after it."""

    playing: Playing
    kept: Event
    events: tuple[GameEvent, ...]
    """One; or all that an amendment comes to."""
    before: Round | None
    after: Round
    amended: RoundAmended | None = None
    """The amendment, where it is one."""

    @property
    def event(self) -> GameEvent:
        """What happened, or what the rest of it follows from."""
        return self.events[0]


class Tables:
    """Follows the rounds of all tables through their events, in order; from anywhere, for what was before is read."""

    def __init__(self, records: Records | None, strict: bool = False) -> None:
        self._records, self._strict = records, strict
        self._begun: dict[str, Event] = {}
        self._lost: set[str] = set()
        self._playing: dict[str, Playing] = {}

    def see(self, kept: Event) -> Retold | None:
        """What the next event makes of the round that it belongs to, if it belongs to one.

        One of which no sense can be made is refused, and then the rest of its round is passed over; where two people
        have made that round void since, it came to nothing, and nothing is refused, unless this is to be strict.
        """
        if kept.kind == OPENED:
            self._lost.discard(kept.stream)
        if not kept.stream.startswith("table:") or (kept.stream in self._lost and kept.kind != AMENDED):
            return None
        try:
            return self._amend(kept) if kept.kind == AMENDED else self._see(kept)
        except Unavailable:
            raise
        except Exception as error:
            if kept.kind != AMENDED:
                self._lost.add(kept.stream)
                if self._void_since(kept):
                    return None
            # Damage trips the rules in any way; there is nothing to be learned from which.
            said = Sentence("event-makes-no-sense", position=kept.position, stream=kept.stream, version=kept.version)
            raise Refused("verify-for-details", found=said) from error

    def _amend(self, kept: Event) -> Retold | None:
        """What an amendment makes of the round that it names: the one being told, or an earlier one, which is read."""
        said = read_amended(kept)
        if kept.stream not in self._playing and kept.stream not in self._lost:
            self._load(kept.stream, kept.version)
        playing = self._playing.get(kept.stream)
        if playing is None or playing.number != said.round or kept.stream in self._lost:
            if self._records is None:
                return None
            table = kept.stream.partition(":")[2]
            playing = standing(self._records, table, said.round, until=kept.version - 1)
        return amend(playing, kept, said)

    def _void_since(self, kept: Event) -> bool:
        """Whether the table was repaired after that, before any other round."""
        if self._records is None or self._strict:
            return False
        following = self._records.next(kept.stream, (BEGUN, OPENED, REPAIRED), kept.version)
        return following is not None and following.kind == REPAIRED

    def _see(self, kept: Event) -> Retold | None:
        if kept.kind in ELSEWHERE:
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
            raise Refused("event-of-unbegun-round", event=kept.position, round=wrapped.round)
        event = playing.family.decode_event(bytes(wrapped.event))
        before, after = playing.round, playing.family.evolve(playing.round, event)
        playing.round, playing.last = after, kept.version
        playing.kinds.add(kept.kind.removeprefix(ROUND))
        playing.actors.add(kept.actor)
        if wager := getattr(event, "wager", None):
            playing.wagers.add(wager)
        if playing.ended is not None:
            playing.corrected = True
        elif after.phase in OVER:
            playing.ended = kept.at
        return Retold(playing, kept, (event,), before, after)

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
            family=family(game),
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
            if event.kind != AMENDED:
                self._see(event)
            elif (playing := self._playing.get(stream)) and playing.number == (said := read_amended(event)).round:
                amend(playing, event, said)


def retold(records: Records, events: Iterable[Event]) -> Iterator[Retold]:
    """Events in order, as far as they belong to rounds."""
    tables = Tables(records)
    return (told for event in events if (told := tables.see(event)) is not None)


def amend(playing: Playing, kept: Event, said: RoundAmended) -> Retold:
    """A round that was over, put right."""
    before = playing.round
    if before is None or before.phase not in OVER:
        raise Refused("amended-round-not-over", round=said.round)
    if (said.number, said.after) != (playing.amendments + 1, playing.last):
        raise Refused("amendment-does-not-follow", amendment=said.number, round=said.round)
    events = tuple(playing.family.decode_event(bytes(each)) for each in said.events)
    if not events:
        raise Refused("amendment-empty", amendment=said.number, round=said.round)
    after = before
    for event in events:
        after = playing.family.evolve(after, event)
    playing.round, playing.last, playing.amendments, playing.corrected = after, kept.version, said.number, True
    playing.kinds.update((AMENDED, *map(tag, events)))
    playing.actors.update(each.who for each in (said.asked, said.agreed) if each is not None)
    return Retold(playing, kept, events, before, after, said)


def read_amended(kept: Event) -> RoundAmended:
    """An amendment as it was kept."""
    said = read_house(kept.body)
    if not isinstance(said, RoundAmended):
        raise Refused("event-not-an-amendment", event=kept.position)
    return said


def amendments(records: Records, stream: str, number: int, after: int = 0) -> list[Event]:
    """Every time that a round of a table was put right, after that version."""
    return [each for each in records.rare_events(AMENDED, stream, after) if read_amended(each).round == number]


def kept_of(records: Records, table: str, number: int) -> list[EventRecord]:
    """Everything that was kept at a table from the beginning of a round up to the next one, then its amendments."""
    stream = f"table:{table}"
    first = _beginning(records, stream, number)
    following = records.next(stream, (first.kind,), first.version)
    found = records.event_records_in(
        stream, first.version, following.version - 1 if following is not None else records.version(stream)
    )
    # Whatever the house does between two rounds belongs to neither.
    while found and not found[-1].event.kind.startswith(ROUND):
        found.pop()
    if not found:
        raise Refused("round-begun-without-events", round=number, table=table)
    for each in amendments(records, stream, number, found[-1].event.version):
        found += records.event_records_in(stream, each.version, each.version)
    return found


def standing(
    records: Records, table: str, number: int, until: int | None = None, following: Sequence[Event] = ()
) -> Playing:
    """A round as it stands, with all that was done to it since: up to a version, and by what follows upon that."""
    told = Tables(None)
    playing: Playing | None = None
    for event in _events_of(records, f"table:{table}", number, until, following):
        found = told.see(event)
        playing = found.playing if found is not None else playing
    if playing is None:
        raise Refused("round-begun-without-events", round=number, table=table)
    return playing


def _events_of(
    records: Records, stream: str, number: int, until: int | None, following: Sequence[Event]
) -> Iterator[Event]:
    last = records.version(stream) if until is None else until
    begun = [each for each in following if each.kind == BEGUN and _number(each) == number]
    since, rest = last, following
    if begun:
        rest = following[following.index(begun[0]) :]
    else:
        first = _beginning(records, stream, number, before=last + 1)
        after = records.next(stream, (first.kind,), first.version)
        ends = last if after is None else min(last, after.version - 1)
        since = first.version
        for event in takewhile(lambda event: event.version <= ends, records.events(stream, since - 1)):
            if event.kind != AMENDED:
                yield event
            elif read_amended(event).round == number:
                since = event.version
                yield event
        if ends < last:
            yield from (each for each in amendments(records, stream, number, max(since, ends)) if each.version <= last)
            rest = [each for each in following if each.kind == AMENDED]
    own = True
    for event in rest:
        own = own and (event.kind != BEGUN or _number(event) == number)
        if event.kind == AMENDED:
            if read_amended(event).round == number:
                yield event
        elif own:
            yield event


def _beginning(records: Records, stream: str, number: int, before: int | None = None) -> Event:
    """The first event of a round. Rounds are numbered as they begin: it is where it should be, or a little way off."""
    last = records.last(stream, (BEGUN,), before) or records.last(stream, (OPENED,), before)
    name = stream.partition(":")[2]
    if last is None:
        raise Refused("table-not-in-records", table=name[:64])
    low, high, found = (0, 0), (last.version, _number(last)), last
    if not 1 <= number <= high[1]:
        raise Refused("round-not-played", table=name, round=number)
    guesses = 0
    while _number(found) != number:
        share = (number - low[1]) / (high[1] - low[1]) if guesses < GUESSES else 0.5
        at = min(high[0] - 1, low[0] + 1 + int((high[0] - low[0]) * share))
        guess = records.last(stream, (last.kind,), before=at + 1)
        if guess is None or guess.version <= low[0]:
            # Nothing begins from there up to the guess: what comes next is as near as one gets.
            guess = records.next(stream, (last.kind,), at)
        if guess is None or guess.version >= high[0]:
            raise Refused("round-numbers-out-of-order", table=name)
        found, guesses = guess, guesses + 1
        here = found.version, _number(found)
        low, high = (here, high) if here[1] < number else (low, here)
    return found


def taken(round: Round) -> tuple[Card, ...]:
    """Every card that a round took from the shoe, the burned ones too."""
    return family_of(round).taken(round)


def read_again(before: Round, after: Round) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that came out of the shoe after all where a round was put right, and those that did not.

    What waited at its end was dealt in the next round; what turns out to have been drawn too much was not.
    """
    then, now = Counter(taken(before)), Counter(taken(after))
    now += Counter(after.waiting) - Counter(before.waiting)
    return tuple((now - then).elements()), tuple((then - now).elements())


def differs(before: Round, after: Round) -> bool:
    """Whether any card, wager or result is another one; else only a note was taken."""
    then, now = ((each.phase, taken(each), each.wagers(), standings(each)) for each in (before, after))
    return then != now


def concerned(before: Round, after: Round) -> tuple[str, ...]:
    """Who has to be told that a round was put right: by other cards everybody who had a wager in it."""
    then, now = before.wagers(), after.wagers()
    everybody = {*then, *now}
    if (before.phase, taken(before)) == (after.phase, taken(after)):
        was, is_now = standings(before), standings(after)
        everybody = {each for each in everybody if (then.get(each), was.get(each)) != (now.get(each), is_now.get(each))}
    return tuple(sorted(everybody))


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
