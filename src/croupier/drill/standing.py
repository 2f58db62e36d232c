"""The standing of a table: the part of its state that a document rules on, for comparison with a plan.

It does not depend on who acted, on the number of the round, or on how many steps it took.
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
"""Commands by which somebody chooses how a round on boxes goes on after an irregularity."""


class TableStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The standing of a table at one moment of a case."""

    rounds: int
    """How many rounds have begun since the case did."""
    phase: Phase | None
    void: Citation | None
    hands: dict[str, str]
    waiting: tuple[Card, ...]
    wagers: dict[str, dict[str, int]]
    nets: dict[str, int]
    """The net result of every player in cents, once the round is over."""
    before: dict[str, int]
    """The net results of the earlier rounds of the case together."""
    asked: tuple[str, ...]
    """The subjects of requests that wait for a second person."""
    lost: frozenset[str]
    """Terminals that have failed."""
    absent: frozenset[str]
    """Players who were declared absent, with their boxes."""
    returned: dict[str, int]
    """Cents returned to each player during the round, those of wagers that were never in it included."""
    shoe_due: bool
    """Whether the cards have to be shuffled before the next round."""
    choices: frozenset[str]
    """The choices that are open after an irregularity, before the round goes on."""
    cited: frozenset[str]
    """The clauses of everything that was declared or ruled in its rounds."""

    def meets(self, planned: "TableStanding") -> bool:
        """Whether it equals the planned standing; more clauses may have been cited."""
        return msgspec.structs.replace(self, cited=planned.cited) == planned and planned.cited <= self.cited


def standing(state: State, since: int, cited: Iterable[str], earlier: Iterable[Round] = ()) -> TableStanding:
    """The standing of a table, in a case that began after round `since` and has cited these clauses."""
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
    absent = () if round is None else family_of(round).absent(round)
    return frozenset(f"{bettor} on {box}" for bettor, box in absent)


def _returned(round: Round | None) -> dict[str, int]:
    back: Counter[str] = Counter()
    for each in round.returned if round is not None else ():
        back[each.bettor] += each.amount
    return dict(back)


def hands(round: Round) -> dict[str, str]:
    """The cards on the table, by whose they are."""
    by_owner = family_of(round).hands(round)
    return {whose: " ".join(map(str, cards)) for whose, cards in by_owner.items() if cards}


def cites(family: AnyFamily, event: Event | AnyHouseEvent) -> set[str]:
    """The clauses by which an event declares or rules something."""
    if isinstance(event, RoundAmended):
        inside = [family.decode_event(bytes(each)) for each in event.events]
        return {clause for each in inside for clause in cites(family, each)}
    clause: str | None = getattr(event, "clause", None) if isinstance(event, Event) else None
    return {clause} if clause else set()
