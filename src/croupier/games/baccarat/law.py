"""The clauses that a baccarat round cites, for each of the two documents; they differ in more than the numbers."""

import msgspec

from croupier.rulebook import Citation, Clause, cite


class BaccaratLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses and rulings that a baccarat round cites, by purpose."""

    opens: Clause
    closes: Clause
    places: Clause
    """Where each dealt card belongs."""
    draws: Clause
    settles: Clause
    cutting_card: Citation
    late_wager: Clause
    late_withdrawal: Clause
    runs_out: Clause
    voids: tuple[Clause, ...]
    """The clauses by which staff may void a round."""
    interruption: Citation
    interrupted_undecided: Clause
    interrupted_decided: Clause
    bad_cards: Clause
    bad_cards_alike: Citation
    """For bad cards that the clause on them does not name, but that are treated like those it names."""
    disturbed: Clause
    disturbed_complete: Citation
    """By this a round that has all its cards stands, though the order of the shoe is lost."""
    wrong_order: Clause
    """Cards in the wrong place, or too many of them, are put where they belong."""
    mend_settled: bool
    """Whether a settled round may still be reconstructed, or voided by that clause, until the next opens (R-111)."""
    settled_short: Citation
    """By this a settled round that lacks a card, once misread cards are corrected, is referred."""
    together: Citation
    together_unknown: Clause
    third_together_unknown: Citation
    """The same for third cards."""
    face_up: Citation
    display: Citation
    refers: Citation
    terminals: Clause | None
    """On the failure of terminals; none where the game is played with chips."""

    @property
    def spoils_shoe(self) -> tuple[Citation, ...]:
        """The clauses that void a round and make its shoe unusable."""
        return self.bad_cards, self.bad_cards_alike, self.disturbed, self.runs_out


def _cite(document: str, *ids: str) -> tuple[Clause, ...]:
    return tuple(Clause(document, id) for id in ids)


ELECTRONIC_LAW = BaccaratLaw(
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
    bad_cards=Clause("ebaccarat", "5.1.1"),
    bad_cards_alike=Clause("ebaccarat", "5.1.1"),
    disturbed=Clause("ebaccarat", "5.2"),
    disturbed_complete=cite("R-104"),
    wrong_order=Clause("ebaccarat", "5.7"),
    mend_settled=False,
    settled_short=Clause("ebaccarat", "6.1"),
    together=Clause("ebaccarat", "5.8"),
    together_unknown=Clause("ebaccarat", "5.8.1"),
    third_together_unknown=Clause("ebaccarat", "5.8.1"),
    face_up=Clause("ebaccarat", "5.6"),
    display=Clause("ebaccarat", "6.3"),
    refers=Clause("ebaccarat", "6.1"),
    terminals=Clause("ebaccarat", "5.10"),
)
SANDS_LAW = BaccaratLaw(
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
    bad_cards=Clause("superbaccarat", "5.1.1"),
    bad_cards_alike=cite("R-113"),
    disturbed=Clause("superbaccarat", "5.4"),
    disturbed_complete=cite("R-104"),
    wrong_order=Clause("superbaccarat", "5.2"),
    mend_settled=True,
    settled_short=cite("R-111"),
    together=cite("R-112"),
    together_unknown=Clause("superbaccarat", "5.3"),
    third_together_unknown=cite("R-112"),
    face_up=cite("R-22"),
    display=cite("R-12"),
    refers=cite("R-12"),
    terminals=None,
)
