"""The rounds check: every round is replayed from its events, and its postings must be those of the rules."""

from collections.abc import Iterator

from croupier.cards import Card
from croupier.games.messages import RoundSettled, RoundVoided
from croupier.games.round import OVER
from croupier.house.audit.defect import Defect, at
from croupier.house.events import AMENDED, REPAIRED, DayClosed, read_house
from croupier.house.ledger import BESIDE, Posting
from croupier.house.rounds import (
    OPENED,
    RoundFollower,
    RoundStep,
    bettors_concerned,
    differs,
    reread_cards,
    shoe_arrival,
)
from croupier.house.stakes import difference, postings
from croupier.house.store.entries import Event
from croupier.house.store.records import EventRecord, Records
from croupier.money import dollars
from croupier.refused import Refused


class Rounds:
    """Checks the postings of every round."""

    def __init__(self, records: Records) -> None:
        self.counts = {"rounds": 0, "settled": 0, "void": 0, "amended": 0}
        self._records = records
        self._follower = RoundFollower(records, strict=True)
        self._steps: dict[str, RoundStep] = {}
        """The latest step of each table's round that could be followed."""
        self._broken: set[str] = set()
        """Tables whose round could not be followed further: the rest of it is not checked."""
        self._closed: list[DayClosed] = []

    def see(self, kept: EventRecord) -> Iterator[Defect]:
        """Check the next event."""
        event = kept.event
        if event.kind == "day-closed":
            closed = read_house(event.body)
            assert isinstance(closed, DayClosed)
            self._closed.append(closed)
        if event.kind == REPAIRED:
            # Two people have made the open round void; the books tell whether it was.
            self._steps.pop(event.stream, None)
        elif event.kind == OPENED:
            self.counts["rounds"] += 1
            yield from self._left_open(event)
            self._broken.discard(event.stream)
        elif event.kind == AMENDED:
            self.counts["amended"] += 1
        try:
            step = self._follower.see(event)
        except Refused as refused:
            if event.kind != AMENDED:
                self._broken.add(event.stream)
            # A round that is told wrongly may trip the rules in any way; there is nothing to be learned from which.
            cause, verb = refused.__cause__, "is put right" if event.kind == AMENDED else "goes on"
            reason = cause.reason if isinstance(cause, Refused) else f"no round {verb} like that"
            yield Defect("rounds", at(event), reason)
            return
        if step is None:
            return
        if event.kind == AMENDED:
            yield from (Defect("rounds", at(event), line) for line in self._put_right(kept, step))
            current = self._steps.get(event.stream)
            if current is not None and current.playing is step.playing:
                self._steps[event.stream] = step
        else:
            self._steps[event.stream] = step
            yield from self._moved(kept, step)

    def _put_right(self, kept: EventRecord, told: RoundStep) -> Iterator[str]:
        said, playing, before, after = told.amended, told.playing, told.before, told.after
        assert said is not None
        assert before is not None
        due = difference(playing.table, said.round, before, after)
        posted = [each for each in kept.postings if each.kind not in BESIDE]
        if sorted(due, key=_order) != sorted(posted, key=_order):
            yield f"it moved {_listed(posted)}, and by the rules {_listed(due)}"
        if after.phase not in OVER:
            yield f"it leaves round {said.round} {after.phase}"
        if differs(before, after) and said.agreed is None:
            yield f"round {said.round} is another one since, and nobody agreed to that"
        if said.shoe != playing.shoe or (said.seen, said.unseen) != self._cards(told):
            yield f"it says of other cards than those of round {said.round} that they were read wrongly"
        if said.told != bettors_concerned(before, after):
            yield f"it does not tell those whom round {said.round} concerns"
        for day in self._closed:
            if playing.ended is not None and day.since <= playing.ended < day.until:
                yield f"round {said.round} is of the day {day.date}, which was closed"

    def _cards(self, told: RoundStep) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        playing = told.playing
        came = shoe_arrival(self._records, playing.table, playing.shoe, playing.version) if playing.shoe else None
        if came is not None and came.kind == "shoe-opened":
            return (), ()
        assert told.before is not None
        return reread_cards(told.before, told.after)

    def _left_open(self, event: Event) -> Iterator[Defect]:
        before = self._steps.get(event.stream)
        if before is not None and before.after.phase not in OVER and event.stream not in self._broken:
            reason = f"a round begins, and round {before.playing.number} is still {before.after.phase}"
            yield Defect("rounds", at(event), reason)

    def _moved(self, kept: EventRecord, step: RoundStep) -> Iterator[Defect]:
        """Compare the postings of an event with those of the rules."""
        playing = step.playing
        due = postings(playing.table, playing.number, step.before, step.event, step.after)
        # What the house advanced to a terminal that had cashed out is not the rules' business.
        posted = [each for each in kept.postings if each.kind not in BESIDE]
        if sorted(due, key=_order) != sorted(posted, key=_order):
            reason = f"it moved {_listed(posted)}, and by the rules {_listed(due)}"
            yield Defect("rounds", at(kept.event), reason)
        self.counts["settled"] += isinstance(step.event, RoundSettled)
        self.counts["void"] += isinstance(step.event, RoundVoided)

    def drew(self, stream: str) -> bool:
        """Whether the last dealt card of a table was drawn from the shoe for it, and had not been waiting."""
        step = self._steps.get(stream)
        return step is not None and stream not in self._broken and not (step.before and step.before.waiting)

    def end(self, records: Records) -> Iterator[Defect]:
        """No stakes may be left in play in a round that is over."""
        for account, held in records.balances("stakes:").items():
            table, _, number = account.removeprefix("stakes:").rpartition("/")
            step = self._steps.get(f"table:{table}")
            going_on = step and str(step.playing.number) == number and step.after.phase not in OVER
            if not going_on:
                yield Defect("rounds", account, f"{dollars(held)} is still in play in a round that is over")


def _order(posting: Posting) -> tuple[str, str, int, str]:
    return (posting.source, posting.destination, posting.cents, posting.kind)


def _listed(moved: list[Posting] | tuple[Posting, ...]) -> str:
    if len(moved) > 3:
        return f"{dollars(sum(each.cents for each in moved))} in {len(moved)} postings"
    return ", ".join(f"{dollars(each.cents)} {each.source} to {each.destination}" for each in moved) or "nothing"
