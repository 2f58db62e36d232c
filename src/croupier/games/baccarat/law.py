"""Where the two baccarat documents say what every round needs; they differ in more than the numbers."""

import msgspec

from croupier.rulebook import Clause, Ruling, cite


class Law(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses a round cites, and what its dealer or its terminals announce."""

    opens: Clause
    closes: Clause
    places: Clause
    """Where each dealt card belongs."""
    draws: Clause
    settles: Clause
    cutting_card: Clause | Ruling
    late_wager: Clause
    late_withdrawal: Clause
    runs_out: Clause
    voids: tuple[Clause, ...]
    """The clauses by which staff may void a round."""
    interruption: Clause | Ruling
    interrupted_undecided: Clause
    interrupted_decided: Clause
    terminals: Clause | None
    """How the failure of terminals is treated; none where the game is dealt at a table of chips."""


def _cite(document: str, *ids: str) -> tuple[Clause, ...]:
    return tuple(Clause(document, id) for id in ids)


ELECTRONIC_LAW = Law(
    opens=Clause("ebaccarat", "3.1"),
    closes=Clause("ebaccarat", "3.2"),
    places=Clause("ebaccarat", "3.6"),
    draws=Clause("ebaccarat", "3.8"),
    settles=Clause("ebaccarat", "3.9"),
    cutting_card=Clause("ebaccarat", "3.10"),
    late_wager=Clause("ebaccarat", "5.5"),
    late_withdrawal=Clause("ebaccarat", "5.4"),
    runs_out=Clause("ebaccarat", "5.3"),
    voids=_cite("ebaccarat", "5.1.1", "5.2", "5.8.1"),
    interruption=Clause("ebaccarat", "5.9"),
    interrupted_undecided=Clause("ebaccarat", "5.9.1"),
    interrupted_decided=Clause("ebaccarat", "5.9.2"),
    terminals=Clause("ebaccarat", "5.10"),
)
SANDS_LAW = Law(
    opens=Clause("superbaccarat", "3.1"),
    closes=Clause("superbaccarat", "3.2"),
    places=Clause("superbaccarat", "3.7"),
    draws=Clause("superbaccarat", "3.9"),
    settles=Clause("superbaccarat", "3.10"),
    cutting_card=cite("R-15"),
    late_wager=Clause("superbaccarat", "5.6"),
    late_withdrawal=Clause("superbaccarat", "5.7"),
    runs_out=Clause("superbaccarat", "5.5"),
    voids=_cite("superbaccarat", "5.1.1", "5.2", "5.3", "5.4"),
    interruption=cite("R-12"),
    interrupted_undecided=Clause("ebaccarat", "5.9.1"),
    interrupted_decided=Clause("ebaccarat", "5.9.2"),
    terminals=None,
)
