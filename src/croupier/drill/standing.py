"""Where a table stands, as far as a document has a say in it: what two people who did the same would both have come to.

Nothing in it depends on who did it, in which round, or in how many steps.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec

from croupier.cards import Card
from croupier.games.families import AnyFamily, family_of
from croupier.games.family import Round
from croupier.games.round import OVER, Event, Phase
from croupier.house.events import AnyHouseEvent, RoundAmended
from croupier.house.table.state import State
from croupier.rulebook import Citation

CHOICES = frozenset({"pick-card", "choose-course", "resume"})
"""Commands by which somebody chooses what becomes of a round on boxes in which something went wrong."""


class TableStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment of a case."""

    rounds: int
    """How many have begun since the case did."""
    phase: Phase | None
    void: Citation | None
    hands: dict[str, str]
    waiting: tuple[Card, ...]
    wagers: dict[str, dict[str, int]]
    nets: dict[str, int]
    """What everybody is up or down, once the round is over."""
    before: dict[str, int]
    """And by the earlier rounds of the case."""
    asked: tuple[str, ...]
    """What waits for a second person."""
    lost: frozenset[str]
    """Terminals that have failed."""
    absent: frozenset[str]
    """Who was declared not to be there, and at which box."""
    returned: dict[str, int]
    """What went back to each player in the middle of the round, also of wagers that never were in it."""
    shoe_due: bool
    """Whether no round begins before the cards are shuffled."""
    choices: frozenset[str]
    """What somebody has to choose before the round goes on, after something went wrong."""
    cited: frozenset[str]
    """The clauses of all that was declared and ruled in its rounds."""

    def meets(self, planned: "TableStanding") -> bool:
        """Whether this is where a document would have it; more may have been declared on the way."""
        return msgspec.structs.replace(self, cited=planned.cited) == planned and planned.cited <= self.cited


def standing(state: State, since: int, cited: Iterable[str], earlier: Iterable[Round] = ()) -> TableStanding:
    """Where a table stands after these clauses were cited, in a case that began after that round."""
    round = state.round
    over = round is not None and round.phase in OVER
    before: Counter[str] = Counter()
    for each in earlier:
        before.update(each.nets())
    return TableStanding(
        rounds=state.number - since,
        phase=round.phase if round is not None else None,
        void=round.void if round is not None else None,
        hands=hands(round) if round is not None else {},
        waiting=round.waiting if round is not None else (),
        wagers=round.wagers() if round is not None else {},
        nets=round.nets() if round is not None and over else {},
        before=dict(before),
        asked=tuple(each.subject for each in state.pending),
        lost=frozenset(family_of(round).lost(round) if round is not None else ()),
        absent=_absent(round),
        returned=_returned(round),
        shoe_due=state.shuffle_due,
        choices=CHOICES & {each.command for each in state.expects()},
        cited=frozenset(cited),
    )


def _absent(round: Round | None) -> frozenset[str]:
    found = () if round is None else family_of(round).absent(round)
    return frozenset(f"{bettor} on {box}" for bettor, box in found)


def _returned(round: Round | None) -> dict[str, int]:
    back: Counter[str] = Counter()
    for each in round.returned if round is not None else ():
        back[each.bettor] += each.amount
    return dict(back)


def hands(round: Round) -> dict[str, str]:
    """The cards that lie on the table, by whose they are."""
    found = family_of(round).hands(round)
    return {whose: " ".join(map(str, cards)) for whose, cards in found.items() if cards}


def cites(family: AnyFamily, event: Event | AnyHouseEvent) -> set[str]:
    """The clauses that something was declared or ruled by."""
    if isinstance(event, RoundAmended):
        inside = [family.decode_event(bytes(each)) for each in event.events]
        return {clause for each in inside for clause in cites(family, each)}
    clause: str | None = getattr(event, "clause", None) if isinstance(event, Event) else None
    return {clause} if clause else set()
