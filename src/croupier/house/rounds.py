"""The one follower of tables' streams: every event of a round with the round before it and after it.

A round is identified by its table and its number. It begins where bets are opened and lasts until they are opened
again. Amendments belong to the round that they name, wherever they stand in the stream.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

import msgspec

from croupier.cards import Card
from croupier.games.catalogue import declare
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
"""Events of a table's stream that belong to no round."""
MAX_GUESSES = 8
"""Interpolation steps in the search for a round; after those the interval is bisected."""
AUTOMATIC = "automatic"
"""The dealer of a table that runs by itself."""


class _Terms(msgspec.Struct):
    game: str
    variant: str = ""


class _Opening(msgspec.Struct):
    terms: _Terms


class FollowedRound(msgspec.Struct, kw_only=True):
    """A round of a table, as far as it has been followed."""

    table: str
    number: int
    family: AnyFamily
    game: str
    shoe: str
    dealer: str
    """Who opened its bets."""
    at: int
    version: int
    """The version of its first event in the table's stream."""
    position: int
    """The position of its first event in the store."""
    round: Round | None = None
    last: int = 0
    """The version of its latest event."""
    ended: int | None = None
    """When it was first over, in microseconds."""
    corrected: bool = False
    """Whether it has events after that."""
    amendments: int = 0
    """The number of its amendments."""
    kinds: set[str] = msgspec.field(default_factory=set)
    actors: set[str] = msgspec.field(default_factory=set)
    wagers: set[str] = msgspec.field(default_factory=set)


class RoundStep(msgspec.Struct, frozen=True):
    """An event of a round, with the round before it and after it."""

    playing: FollowedRound
    stored: Event
    events: tuple[GameEvent, ...]
    """The event itself, or the events of an amendment."""
    before: Round | None
    after: Round
    amended: RoundAmended | None = None
    """The amendment, where it is one."""

    @property
    def event(self) -> GameEvent:
        """The event, or the first one of an amendment."""
        return self.events[0]


class RoundFollower:
    """Follows the rounds of all tables through their events, in order; it loads what came before the first one.

    With `strict`, an event that cannot be applied is refused even if a repair has voided its round since.
    """

    def __init__(self, records: Records | None, strict: bool = False) -> None:
        self._records, self._strict = records, strict
        self._begun: dict[str, Event] = {}
        self._lost: set[str] = set()
        self._playing: dict[str, FollowedRound] = {}

    def see(self, stored: Event) -> RoundStep | None:
        """Apply the next event; None if it belongs to no round.

        An event that cannot be applied is refused once, and the rest of its round is skipped. Unless strict, nothing
        is refused where a repair has voided that round since.
        """
        if stored.kind == OPENED:
            self._lost.discard(stored.stream)
        if not stored.stream.startswith("table:") or (stored.stream in self._lost and stored.kind != AMENDED):
            return None
        try:
            return self._amend(stored) if stored.kind == AMENDED else self._see(stored)
        except Unavailable:
            raise
        except Exception as error:
            if stored.kind != AMENDED:
                self._lost.add(stored.stream)
                if self._void_since(stored):
                    return None
            # Damage trips the rules in any way; there is nothing to be learned from which.
            problem = Sentence(
                "event-makes-no-sense", position=stored.position, stream=stored.stream, version=stored.version
            )
            raise Refused("verify-for-details", found=problem) from error

    def _amend(self, stored: Event) -> RoundStep | None:
        """Apply an amendment to the round that it names: the current one, or an earlier one, which is loaded."""
        amendment = read_amendment(stored)
        if stored.stream not in self._playing and stored.stream not in self._lost:
            self._load(stored.stream, stored.version)
        playing = self._playing.get(stored.stream)
        if playing is None or playing.number != amendment.round or stored.stream in self._lost:
            if self._records is None:
                return None
            table = stored.stream.partition(":")[2]
            playing = load_round(self._records, table, amendment.round, until=stored.version - 1)
        return apply_amendment(playing, stored, amendment)

    def _void_since(self, stored: Event) -> bool:
        """Whether the table was repaired after that event, before any other round."""
        if self._records is None or self._strict:
            return False
        following = self._records.next(stored.stream, (BEGUN, OPENED, REPAIRED), stored.version)
        return following is not None and following.kind == REPAIRED

    def _see(self, stored: Event) -> RoundStep | None:
        if stored.kind in ELSEWHERE:
            return None
        if stored.kind == BEGUN:
            self._begun[stored.stream] = stored
            return None
        if stored.stream not in self._playing and stored.kind != OPENED:
            self._load(stored.stream, stored.version)
        playing = self._playing.get(stored.stream)
        if not stored.kind.startswith(ROUND):
            if playing is not None and stored.stream not in self._begun and playing.ended is None:
                playing.kinds.add(stored.kind)
            return None
        return self._play(stored, playing)

    def _play(self, stored: Event, playing: FollowedRound | None) -> RoundStep:
        wrapped = read_in_round(stored.body)
        if stored.kind == OPENED:
            playing = self._playing[stored.stream] = self._opened(stored, wrapped.round, bytes(wrapped.event))
        if playing is None or wrapped.round != playing.number:
            raise Refused("event-of-unbegun-round", event=stored.position, round=wrapped.round)
        event = playing.family.decode_event(bytes(wrapped.event))
        before, after = playing.round, playing.family.evolve(playing.round, event)
        playing.round, playing.last = after, stored.version
        playing.kinds.add(stored.kind.removeprefix(ROUND))
        playing.actors.add(stored.actor)
        if wager := getattr(event, "wager", None):
            playing.wagers.add(wager)
        if playing.ended is not None:
            playing.corrected = True
        elif after.phase in OVER:
            playing.ended = stored.at
        return RoundStep(playing, stored, (event,), before, after)

    def _opened(self, stored: Event, number: int, event: bytes) -> FollowedRound:
        terms = msgspec.json.decode(event, type=_Opening).terms
        game = terms.game
        if terms.variant:
            declare(terms.variant)
        begun = self._begun.pop(stored.stream, None)
        shoe = ""
        if begun is not None:
            beginning = read_house(begun.body)
            assert isinstance(beginning, RoundBegun)
            shoe = beginning.shoe
        first = begun or stored
        return FollowedRound(
            table=stored.stream.partition(":")[2],
            number=number,
            family=family(game),
            game=game,
            shoe=shoe,
            dealer=_dealer(stored.actor),
            at=first.at,
            version=first.version,
            position=first.position,
        )

    def _load(self, stream: str, before: int) -> None:
        """Follow the round in play before that version up to it."""
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
            elif (playing := self._playing.get(stream)) and playing.number == (
                amendment := read_amendment(event)
            ).round:
                apply_amendment(playing, event, amendment)


def round_steps(records: Records, events: Iterable[Event]) -> Iterator[RoundStep]:
    """The steps of events in order, without those that belong to no round."""
    follower = RoundFollower(records)
    return (step for event in events if (step := follower.see(event)) is not None)


def apply_amendment(playing: FollowedRound, stored: Event, amendment: RoundAmended) -> RoundStep:
    """Apply an amendment to a round that is over."""
    before = playing.round
    if before is None or before.phase not in OVER:
        raise Refused("amended-round-not-over", round=amendment.round)
    if (amendment.number, amendment.after) != (playing.amendments + 1, playing.last):
        raise Refused("amendment-does-not-follow", amendment=amendment.number, round=amendment.round)
    events = tuple(playing.family.decode_event(bytes(each)) for each in amendment.events)
    if not events:
        raise Refused("amendment-empty", amendment=amendment.number, round=amendment.round)
    after = before
    for event in events:
        after = playing.family.evolve(after, event)
    playing.round, playing.last, playing.amendments, playing.corrected = after, stored.version, amendment.number, True
    playing.kinds.update((AMENDED, *map(tag, events)))
    playing.actors.update(each.who for each in (amendment.asked, amendment.agreed) if each is not None)
    return RoundStep(playing, stored, events, before, after, amendment)


def read_amendment(stored: Event) -> RoundAmended:
    """The amendment that an event holds."""
    amendment = read_house(stored.body)
    if not isinstance(amendment, RoundAmended):
        raise Refused("event-not-an-amendment", event=stored.position)
    return amendment


def amendments_of(records: Records, stream: str, number: int, after: int = 0) -> list[Event]:
    """The amendments of a round, after that version."""
    return [each for each in records.rare_events(AMENDED, stream, after) if read_amendment(each).round == number]


def records_of_round(records: Records, table: str, number: int) -> list[EventRecord]:
    """The records of a table from the beginning of a round up to the next one, then those of its amendments."""
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
    for each in amendments_of(records, stream, number, found[-1].event.version):
        found += records.event_records_in(stream, each.version, each.version)
    return found


def load_round(
    records: Records, table: str, number: int, until: int | None = None, following: Sequence[Event] = ()
) -> FollowedRound:
    """A round with its amendments, up to a version, and with events on top that are not stored yet (`following`)."""
    follower = RoundFollower(None)
    playing: FollowedRound | None = None
    for event in _events_of(records, f"table:{table}", number, until, following):
        step = follower.see(event)
        playing = step.playing if step is not None else playing
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
            elif read_amendment(event).round == number:
                since = event.version
                yield event
        if ends < last:
            yield from (
                each for each in amendments_of(records, stream, number, max(since, ends)) if each.version <= last
            )
            rest = [each for each in following if each.kind == AMENDED]
    own = True
    for event in rest:
        own = own and (event.kind != BEGUN or _number(event) == number)
        if event.kind == AMENDED:
            if read_amendment(event).round == number:
                yield event
        elif own:
            yield event


def _beginning(records: Records, stream: str, number: int, before: int | None = None) -> Event:
    """The first event of a round, found by interpolation: rounds are numbered in the order in which they begin."""
    last = records.last(stream, (BEGUN,), before) or records.last(stream, (OPENED,), before)
    name = stream.partition(":")[2]
    if last is None:
        raise Refused("table-not-in-records", table=name[:64])
    low, high, found = (0, 0), (last.version, _number(last)), last
    if not 1 <= number <= high[1]:
        raise Refused("round-not-played", table=name, round=number)
    guesses = 0
    while _number(found) != number:
        share = (number - low[1]) / (high[1] - low[1]) if guesses < MAX_GUESSES else 0.5
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


def cards_taken(round: Round) -> tuple[Card, ...]:
    """The cards that a round took from the shoe, burned ones included."""
    return family_of(round).taken(round)


def reread_cards(before: Round, after: Round) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """What an amendment changes about the cards out of the shoe: those that are out now, and those that are not.

    A card that waited at the end of the round was dealt in the next one; one drawn in error was not.
    """
    then, now = Counter(cards_taken(before)), Counter(cards_taken(after))
    now += Counter(after.waiting) - Counter(before.waiting)
    return tuple((now - then).elements()), tuple((then - now).elements())


def differs(before: Round, after: Round) -> bool:
    """Whether an amendment changes any card, wager or result; otherwise it is only a note."""
    then, now = ((each.phase, cards_taken(each), each.wagers(), standings(each)) for each in (before, after))
    return then != now


def bettors_concerned(before: Round, after: Round) -> tuple[str, ...]:
    """The bettors to notify of an amendment: everybody with a wager in the round where cards changed."""
    then, now = before.wagers(), after.wagers()
    everybody = {*then, *now}
    if (before.phase, cards_taken(before)) == (after.phase, cards_taken(after)):
        was, is_now = standings(before), standings(after)
        everybody = {each for each in everybody if (then.get(each), was.get(each)) != (now.get(each), is_now.get(each))}
    return tuple(sorted(everybody))


def shoe_arrival(records: Records, table: str, shoe: str, before: int) -> Event | None:
    """The event by which a shoe came to a table, before that version."""
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
    beginning = read_house(event.body)
    assert isinstance(beginning, RoundBegun)
    return beginning.round


def _dealer(actor: str) -> str:
    return AUTOMATIC if actor == "house" else actor.removeprefix("staff:")
