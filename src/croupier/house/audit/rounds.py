"""The rounds: that every one, played again from its events, moves by the rules the money that was moved."""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.families import AnyFamily, family
from croupier.games.family import Round
from croupier.games.messages import RoundSettled, RoundVoided
from croupier.games.round import OVER, Event
from croupier.house.audit.defect import Defect, at
from croupier.house.events import AMENDED, REPAIRED, ROUND, DayClosed, read_house, read_in_round
from croupier.house.ledger import BESIDE, Posting
from croupier.house.retold import Retold, amend, concerned, differs, read_again, read_amended, shoe_of, standing
from croupier.house.stakes import difference, postings
from croupier.house.store.records import EventRecord, Records
from croupier.money import dollars
from croupier.refused import Refused


class _Terms(msgspec.Struct):
    game: str


class _Opening(msgspec.Struct):
    terms: _Terms


class Playing(msgspec.Struct):
    """A round of a table, as far as it has been told."""

    number: int
    family: AnyFamily
    round: Round | None = None
    broken: bool = False
    """Whether something was wrong in it, so that what follows from it says nothing more."""
    waited: bool = False
    """Whether the card that came last had been out of the shoe already."""


class Rounds:
    """Plays every round again."""

    def __init__(self, records: Records) -> None:
        self.counts = {"rounds": 0, "settled": 0, "void": 0, "amended": 0}
        self._records = records
        self._tables: dict[str, Playing] = {}
        self._closed: list[DayClosed] = []

    def see(self, kept: EventRecord) -> Iterator[Defect]:
        """Play on with the next event."""
        stream = kept.event.stream
        if kept.event.kind == REPAIRED:
            # Two people have made the open round void; the books tell whether it was.
            self._tables.pop(stream, None)
        if kept.event.kind == "day-closed":
            closed = read_house(kept.event.body)
            assert isinstance(closed, DayClosed)
            self._closed.append(closed)
        if kept.event.kind == AMENDED:
            yield from self._amended(kept)
        if not kept.event.kind.startswith(ROUND):
            return
        try:
            wrapped = read_in_round(kept.event.body)
            playing = self._tables.get(stream)
            if kept.event.kind == f"{ROUND}bets-opened":
                yield from self._left_open(kept, playing)
                name = msgspec.json.decode(wrapped.event, type=_Opening).terms.game
                playing = self._tables[stream] = Playing(wrapped.round, family(name))
                self.counts["rounds"] += 1
            if playing is None:
                yield Defect("rounds", at(kept.event), "it belongs to no round")
                return
            if playing.broken:
                return
            if wrapped.round != playing.number:
                raise Refused(f"it says round {wrapped.round}, and round {playing.number} is being played")
            yield from self._play(kept, playing, playing.family.decode_event(bytes(wrapped.event)))
        except Refused as refused:
            yield Defect("rounds", at(kept.event), refused.reason)
            self._break(stream)
        except Exception:
            # A round that is told wrongly may trip the rules in any way; there is nothing to be learned from which.
            yield Defect("rounds", at(kept.event), "no round goes on like that")
            self._break(stream)

    def _amended(self, kept: EventRecord) -> Iterator[Defect]:
        """A round that was over was put right: read it as it stood before, and do the same to it."""
        self.counts["amended"] += 1
        event, table = kept.event, kept.event.stream.partition(":")[2]
        try:
            said = read_amended(event)
            told = amend(standing(self._records, table, said.round, until=event.version - 1), event, said)
        except Refused as refused:
            yield Defect("rounds", at(event), refused.reason)
            return
        except Exception:
            yield Defect("rounds", at(event), "no round is put right like that")
            return
        yield from (Defect("rounds", at(event), line) for line in self._put_right(kept, told))
        playing = self._tables.get(event.stream)
        if playing is not None and playing.number == said.round and not playing.broken:
            playing.round = told.after

    def _put_right(self, kept: EventRecord, told: Retold) -> Iterator[str]:
        said, playing, before, after = told.amended, told.playing, told.before, told.after
        assert said is not None
        assert before is not None
        wanted = difference(playing.table, said.round, before, after)
        found = [each for each in kept.postings if each.kind not in BESIDE]
        if sorted(wanted, key=_order) != sorted(found, key=_order):
            yield f"it moved {_said(found)}, and by the rules {_said(wanted)}"
        if after.phase not in OVER:
            yield f"it leaves round {said.round} {after.phase}"
        if differs(before, after) and said.agreed is None:
            yield f"round {said.round} is another one since, and nobody agreed to that"
        if said.shoe != playing.shoe or (said.seen, said.unseen) != self._cards(told):
            yield f"it says of other cards than those of round {said.round} that they were read wrongly"
        if said.told != concerned(before, after):
            yield f"it does not tell those whom round {said.round} concerns"
        for day in self._closed:
            if playing.ended is not None and day.since <= playing.ended < day.until:
                yield f"round {said.round} is of the day {day.date}, which was closed"

    def _cards(self, told: Retold) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        playing = told.playing
        came = shoe_of(self._records, playing.table, playing.shoe, playing.version) if playing.shoe else None
        if came is not None and came.kind == "shoe-opened":
            return (), ()
        assert told.before is not None
        return read_again(told.before, told.after)

    def _break(self, stream: str) -> None:
        if stream in self._tables:
            self._tables[stream].broken = True

    def _left_open(self, kept: EventRecord, before: Playing | None) -> Iterator[Defect]:
        if before and not before.broken and before.round and before.round.phase not in OVER:
            said = f"a round begins, and round {before.number} is still {before.round.phase}"
            yield Defect("rounds", at(kept.event), said)

    def _play(self, kept: EventRecord, playing: Playing, event: Event) -> Iterator[Defect]:
        playing.waited = bool(playing.round and playing.round.waiting)
        after = playing.family.evolve(playing.round, event)
        table = kept.event.stream.partition(":")[2]
        wanted = postings(table, playing.number, playing.round, event, after)
        # What the house advanced to a terminal that had cashed out is not the rules' business.
        found = [each for each in kept.postings if each.kind not in BESIDE]
        if sorted(wanted, key=_order) != sorted(found, key=_order):
            said = f"it moved {_said(found)}, and by the rules {_said(wanted)}"
            yield Defect("rounds", at(kept.event), said)
        self.counts["settled"] += isinstance(event, RoundSettled)
        self.counts["void"] += isinstance(event, RoundVoided)
        playing.round = after

    def drew(self, stream: str) -> bool:
        """Whether the card that was dealt last at a table had to come out of the shoe for it."""
        playing = self._tables.get(stream)
        return playing is not None and not playing.broken and not playing.waited

    def end(self, records: Records) -> Iterator[Defect]:
        """Nothing may be left in play in a round that is over."""
        for account, held in records.balances("stakes:").items():
            table, _, number = account.removeprefix("stakes:").rpartition("/")
            playing = self._tables.get(f"table:{table}")
            going_on = playing and str(playing.number) == number and playing.round and playing.round.phase not in OVER
            if not going_on:
                yield Defect("rounds", account, f"{dollars(held)} is still in play in a round that is over")


def _order(posting: Posting) -> tuple[str, str, int, str]:
    return (posting.source, posting.destination, posting.cents, posting.kind)


def _said(moved: list[Posting] | tuple[Posting, ...]) -> str:
    if len(moved) > 3:
        return f"{dollars(sum(each.cents for each in moved))} in {len(moved)} postings"
    return ", ".join(f"{dollars(each.cents)} {each.source} to {each.destination}" for each in moved) or "nothing"
