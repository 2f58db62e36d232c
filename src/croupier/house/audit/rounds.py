"""The rounds: that every one, played again from its events, moves by the rules the money that was moved."""

from collections.abc import Iterator

import msgspec

from croupier.games.messages import RoundSettled, RoundVoided
from croupier.games.round import Event, Phase
from croupier.games.told import AnyRound
from croupier.house.audit.defect import Defect, at
from croupier.house.conduct import Conduct, conduct
from croupier.house.events import REPAIRED, ROUND, read_in_round
from croupier.house.ledger import Posting
from croupier.house.stakes import postings
from croupier.house.store.reading import Kept, Records
from croupier.money import dollars
from croupier.refused import Refused

OVER = (Phase.SETTLED, Phase.VOID)


class _Terms(msgspec.Struct):
    game: str


class _Opening(msgspec.Struct):
    terms: _Terms


class Playing(msgspec.Struct):
    """A round of a table, as far as it has been told."""

    number: int
    conduct: Conduct
    round: AnyRound | None = None
    broken: bool = False
    """Whether something was wrong in it, so that what follows from it says nothing more."""
    waited: bool = False
    """Whether the card that came last had been out of the shoe already."""


class Rounds:
    """Plays every round again."""

    def __init__(self) -> None:
        self.counts = {"rounds": 0, "settled": 0, "void": 0}
        self._tables: dict[str, Playing] = {}

    def see(self, kept: Kept) -> Iterator[Defect]:
        """Play on with the next event."""
        stream = kept.event.stream
        if kept.event.kind == REPAIRED:
            # Two people have made the open round void; the books tell whether it was.
            self._tables.pop(stream, None)
        if not kept.event.kind.startswith(ROUND):
            return
        try:
            wrapped = read_in_round(kept.event.body)
            playing = self._tables.get(stream)
            if kept.event.kind == f"{ROUND}bets-opened":
                yield from self._left_open(kept, playing)
                name = msgspec.json.decode(wrapped.event, type=_Opening).terms.game
                playing = self._tables[stream] = Playing(wrapped.round, conduct(name))
                self.counts["rounds"] += 1
            if playing is None:
                yield Defect("rounds", at(kept.event), "it belongs to no round")
                return
            if playing.broken:
                return
            if wrapped.round != playing.number:
                raise Refused(f"it says round {wrapped.round}, and round {playing.number} is being played")
            yield from self._play(kept, playing, playing.conduct.decode_event(bytes(wrapped.event)))
        except Refused as refused:
            yield Defect("rounds", at(kept.event), refused.reason)
            self._break(stream)
        except Exception:
            # A round that is told wrongly may trip the rules in any way; there is nothing to be learned from which.
            yield Defect("rounds", at(kept.event), "no round goes on like that")
            self._break(stream)

    def _break(self, stream: str) -> None:
        if stream in self._tables:
            self._tables[stream].broken = True

    def _left_open(self, kept: Kept, before: Playing | None) -> Iterator[Defect]:
        if before and not before.broken and before.round and before.round.phase not in OVER:
            said = f"a round begins, and round {before.number} is still {before.round.phase}"
            yield Defect("rounds", at(kept.event), said)

    def _play(self, kept: Kept, playing: Playing, event: Event) -> Iterator[Defect]:
        playing.waited = bool(playing.round and playing.round.waiting)
        after = playing.conduct.evolve(playing.round, event)
        table = kept.event.stream.partition(":")[2]
        wanted = postings(table, playing.number, playing.round, event, after)
        # What the house advanced to a terminal that had cashed out is not the rules' business.
        found = [each for each in kept.postings if each.kind != "advance"]
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
