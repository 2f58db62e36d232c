"""The clauses that a blackjack round cites, for each of the three documents."""

import msgspec

from croupier.games.blackjack.hand import Action
from croupier.rulebook import Citation, Clause, cite

SILENT = str.__new__(Citation, "")
"""Stands for a clause that a document does not have, because its game has nothing of the kind: never cited."""


class BlackjackLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses and rulings that a blackjack round cites, by purpose."""

    opens: Clause
    closes: Clause
    late: Clause
    late_withdrawal: Clause
    side_needs_main: Clause
    deals: Clause
    surrender: Clause
    surrender_split: Clause
    choices: Clause
    stand: Clause
    hit: Clause
    double: Clause
    double_first_two: Clause
    double_one_card: Clause
    split: Clause
    split_order: Clause
    split_limit: Clause
    split_again: Clause
    absent: Clause
    dealer_draws: Clause
    dealer_stops: Citation
    settles: Clause
    runs_out: Citation
    bad_cards: Clause
    face_up: Clause
    rebuilds: Clause
    dealer_complete: Clause
    display: Citation
    refers: Clause

    # Where there is Blackjack

    surrender_ace: Citation = SILENT
    surrender_blackjack: Citation = SILENT
    offers_insurance: Citation = SILENT
    insurance: Citation = SILENT
    insurance_time: Citation = SILENT
    even_money: Citation = SILENT
    original_doubled: Citation = SILENT
    original_split: Citation = SILENT
    original_both: Citation = SILENT

    # On boxes

    staff_places: Citation = SILENT
    one_box: Citation = SILENT
    three_mains: Citation = SILENT
    fewer_mains: Citation = SILENT
    seated_controls: Citation = SILENT
    nearest_controls: Citation = SILENT
    announces_control: Citation = SILENT
    side_first_call: Citation = SILENT
    side_cap: Citation = SILENT
    side_ladder: Citation = SILENT
    side_deadlock: Citation = SILENT
    confirms: Citation = SILENT
    offers_surrender: Citation = SILENT
    signals: Citation = SILENT
    double_others: Citation = SILENT
    double_not: Citation = SILENT
    split_match: Citation = SILENT
    shuffles_fully: Citation = SILENT
    misdealt: Citation = SILENT
    rebuilds_short: Citation = SILENT
    rebuilds_late: Citation = SILENT
    exposed: Citation = SILENT
    refuses: Citation = SILENT
    exposed_dealer: Citation = SILENT
    box_missed: Citation = SILENT
    unbet_box: Citation = SILENT
    skipped: Citation = SILENT
    skipped_late: Citation = SILENT
    misses_cut: Citation = SILENT
    burn_rebuilt: Citation = SILENT
    burn_stays: Citation = SILENT
    under_minimum: Citation = SILENT
    over_maximum: Citation = SILENT
    settled_before: Citation = SILENT
    pulled_none: Citation = SILENT
    pulled_one: Citation = SILENT
    pulled_more: Citation = SILENT
    pulled_rest: Citation = SILENT
    pulled_dealer_none: Citation = SILENT
    pulled_dealer_one: Citation = SILENT
    pulled_dealer_more: Citation = SILENT
    dissatisfied: Citation = SILENT
    power: Citation = SILENT
    power_undecided: Citation = SILENT
    power_decided: Citation = SILENT

    # In Lucky 8 alone: insurance of others' wagers, and initial deals of two cards

    insurance_others: Citation = SILENT
    insurance_ladder: Citation = SILENT
    insurance_deadlock: Citation = SILENT
    rebuilds_dealer: Citation = SILENT
    dealer_missed: Citation = SILENT
    finishes_first: Citation = SILENT
    late_offers: Citation = SILENT
    short_hand: Citation = SILENT
    short_acts: Citation = SILENT
    short_withdraws: Citation = SILENT

    # In Dueling 8's alone

    tie_on_split: Citation = SILENT

    # On the shared stream

    shared: Citation = SILENT
    window: Citation = SILENT
    default: Citation = SILENT
    next_card: Citation = SILENT
    terminals: Citation = SILENT
    together: Citation = SILENT
    together_unknown: Citation = SILENT

    @property
    def citations(self) -> dict[str, Citation]:
        """The clauses that the document has, by purpose."""
        return {name: clause for name, clause in msgspec.structs.asdict(self).items() if clause}

    def of(self, action: Action) -> Clause:
        """The clause on a decision."""
        return {"hit": self.hit, "stand": self.stand, "double": self.double, "split": self.split}[action]


def clause_of(citation: Citation) -> Clause:
    """Narrow a citation that must be a clause: most irregularities rest on one, and all that moves money."""
    assert isinstance(citation, Clause)
    return citation


def _lucky8(id: str) -> Clause:
    return Clause("lucky8", id)


def _eblackjack(id: str) -> Clause:
    return Clause("eblackjack", id)


def _dueling8(id: str) -> Clause:
    return Clause("dueling8", id)


LUCKY_8_LAW = BlackjackLaw(
    opens=_lucky8("3.1"),
    closes=_lucky8("3.2"),
    late=_lucky8("5.3"),
    late_withdrawal=_lucky8("5.4"),
    staff_places=_lucky8("3.7"),
    one_box=_lucky8("3.9"),
    three_mains=_lucky8("3.10"),
    fewer_mains=_lucky8("3.10.1"),
    seated_controls=_lucky8("3.11"),
    nearest_controls=_lucky8("3.12"),
    announces_control=_lucky8("3.13"),
    side_needs_main=_lucky8("3.15.3"),
    side_first_call=_lucky8("3.16"),
    side_cap=_lucky8("3.17.1"),
    side_ladder=_lucky8("3.17.2"),
    side_deadlock=_lucky8("3.17.2.4"),
    deals=_lucky8("3.18"),
    confirms=cite("R-19"),
    offers_surrender=_lucky8("3.25.1"),
    surrender=_lucky8("3.25"),
    surrender_ace=_lucky8("3.25"),
    surrender_blackjack=cite("R-50"),
    surrender_split=_lucky8("3.25.1.1"),
    offers_insurance=_lucky8("3.27.1"),
    insurance=_lucky8("3.27"),
    insurance_time=_lucky8("3.27.2"),
    insurance_others=_lucky8("3.27.3"),
    insurance_ladder=_lucky8("3.27.4"),
    insurance_deadlock=_lucky8("3.27.4.4"),
    even_money=_lucky8("3.20"),
    choices=_lucky8("3.14"),
    signals=_lucky8("3.31"),
    stand=_lucky8("3.28"),
    hit=_lucky8("3.29"),
    double=_lucky8("3.26"),
    double_first_two=_lucky8("3.26.1"),
    double_one_card=_lucky8("3.26.4"),
    double_others=_lucky8("3.26.5"),
    double_not=_lucky8("3.26.7"),
    split=_lucky8("3.21"),
    split_order=_lucky8("3.23"),
    split_limit=_lucky8("3.22"),
    split_again=_lucky8("3.23.2"),
    split_match=_lucky8("3.24.1"),
    absent=_lucky8("5.22"),
    dealer_draws=_lucky8("3.34"),
    dealer_stops=_lucky8("3.35"),
    settles=_lucky8("3.33"),
    original_doubled=_lucky8("4.5.1"),
    original_split=_lucky8("4.5.2"),
    original_both=_lucky8("3.24.3"),
    runs_out=_lucky8("5.19"),
    shuffles_fully=_lucky8("5.19.1"),
    bad_cards=_lucky8("5.1.1"),
    face_up=_lucky8("5.5"),
    misdealt=_lucky8("5.6"),
    rebuilds=_lucky8("5.6.1"),
    rebuilds_dealer=_lucky8("5.11"),
    rebuilds_short=_lucky8("5.13"),
    rebuilds_late=_lucky8("5.6.2"),
    dealer_complete=_lucky8("5.7"),
    exposed=_lucky8("5.8"),
    refuses=_lucky8("5.9"),
    exposed_dealer=_lucky8("5.10"),
    dealer_missed=_lucky8("5.12"),
    finishes_first=_lucky8("5.12.1"),
    late_offers=_lucky8("5.12.2"),
    box_missed=_lucky8("5.14"),
    unbet_box=_lucky8("5.15"),
    short_hand=_lucky8("5.16"),
    short_acts=_lucky8("5.16.1"),
    short_withdraws=_lucky8("5.16.2"),
    skipped=_lucky8("5.17"),
    skipped_late=_lucky8("5.18"),
    misses_cut=_lucky8("5.20"),
    burn_rebuilt=_lucky8("5.21.1"),
    burn_stays=_lucky8("5.21.2"),
    under_minimum=_lucky8("5.26"),
    over_maximum=_lucky8("5.27"),
    settled_before=_lucky8("5.28"),
    pulled_none=_lucky8("5.23.1"),
    pulled_one=_lucky8("5.23.2"),
    pulled_more=_lucky8("5.23.3"),
    pulled_rest=_lucky8("5.23.3.1"),
    pulled_dealer_none=_lucky8("5.23.4.1"),
    pulled_dealer_one=_lucky8("5.23.4.3"),
    pulled_dealer_more=_lucky8("5.23.4.5"),
    dissatisfied=_lucky8("5.25"),
    power=_lucky8("5.29"),
    power_undecided=_lucky8("5.29.1"),
    power_decided=_lucky8("5.29.2"),
    display=cite("R-23"),
    refers=_lucky8("6.1"),
)
E_BLACKJACK_LAW = BlackjackLaw(
    opens=_eblackjack("3.1"),
    closes=_eblackjack("3.2"),
    late=_eblackjack("5.3"),
    late_withdrawal=_eblackjack("5.4"),
    side_needs_main=_eblackjack("3.5"),
    deals=_eblackjack("3.7"),
    shared=_eblackjack("3.8"),
    surrender=_eblackjack("3.12"),
    surrender_ace=_eblackjack("1.1.17"),
    surrender_blackjack=cite("R-50"),
    surrender_split=_eblackjack("3.12"),
    insurance=_eblackjack("1.1.8"),
    insurance_time=_eblackjack("3.11"),
    offers_insurance=_eblackjack("3.11"),
    even_money=_eblackjack("3.10.1"),
    choices=_eblackjack("3.9"),
    window=_eblackjack("3.17"),
    default=_eblackjack("3.18"),
    stand=_eblackjack("3.9"),
    hit=_eblackjack("1.1.6"),
    double=_eblackjack("3.15"),
    double_first_two=_eblackjack("3.15.1"),
    double_one_card=_eblackjack("3.15.4"),
    split=_eblackjack("3.13"),
    split_order=_eblackjack("3.13.1"),
    split_limit=_eblackjack("3.14.3"),
    split_again=_eblackjack("3.14"),
    absent=_eblackjack("3.18.1"),
    next_card=_eblackjack("3.18.2"),
    dealer_draws=_eblackjack("3.19"),
    dealer_stops=_eblackjack("3.20"),
    settles=_eblackjack("4.1"),
    original_doubled=_eblackjack("4.7.1"),
    original_split=_eblackjack("4.7.2"),
    original_both=_eblackjack("3.15.5"),
    runs_out=cite("R-13"),
    terminals=_eblackjack("5.9"),
    bad_cards=_eblackjack("5.1.1"),
    rebuilds=_eblackjack("5.2"),
    face_up=_eblackjack("5.5"),
    dealer_complete=_eblackjack("5.6"),
    together=_eblackjack("5.7"),
    together_unknown=_eblackjack("5.8"),
    display=_eblackjack("6.3"),
    refers=_eblackjack("6.1"),
)
DUELING_8S_LAW = BlackjackLaw(
    opens=_dueling8("3.1"),
    closes=_dueling8("3.2"),
    late=_dueling8("5.3"),
    late_withdrawal=_dueling8("5.4"),
    staff_places=_dueling8("3.7"),
    one_box=_dueling8("3.9"),
    three_mains=_dueling8("3.10"),
    fewer_mains=_dueling8("3.10.1"),
    seated_controls=_dueling8("3.11"),
    nearest_controls=_dueling8("3.12"),
    announces_control=_dueling8("3.13"),
    side_needs_main=_dueling8("3.16.4"),
    side_first_call=_dueling8("3.17"),
    side_cap=_dueling8("3.18.1"),
    side_ladder=_dueling8("3.18.2"),
    side_deadlock=_dueling8("3.18.2.4"),
    deals=_dueling8("3.19"),
    confirms=cite("R-19"),
    offers_surrender=_dueling8("3.20.1"),
    surrender=_dueling8("3.20"),
    surrender_split=_dueling8("3.20.1.1"),
    choices=_dueling8("3.15"),
    signals=_dueling8("3.30"),
    stand=_dueling8("3.27"),
    hit=_dueling8("3.28"),
    double=_dueling8("3.26"),
    double_first_two=_dueling8("3.26.1"),
    double_one_card=_dueling8("3.26.3"),
    double_others=_dueling8("3.26.4"),
    double_not=_dueling8("3.26.6"),
    split=_dueling8("3.21"),
    split_order=_dueling8("3.23"),
    split_limit=_dueling8("3.22"),
    split_again=_dueling8("3.23.3"),
    split_match=_dueling8("3.24.1"),
    tie_on_split=_dueling8("3.23.1"),
    absent=_dueling8("5.19"),
    dealer_draws=_dueling8("3.33"),
    dealer_stops=cite("R-77"),
    settles=_dueling8("3.32"),
    runs_out=_dueling8("5.16"),
    shuffles_fully=_dueling8("5.16.1"),
    bad_cards=_dueling8("5.1.1"),
    face_up=_dueling8("5.5"),
    misdealt=_dueling8("5.6"),
    rebuilds=_dueling8("5.6.1"),
    rebuilds_short=_dueling8("5.11"),
    rebuilds_late=_dueling8("5.6.2"),
    dealer_complete=_dueling8("5.7"),
    exposed=_dueling8("5.8"),
    refuses=_dueling8("5.9"),
    exposed_dealer=_dueling8("5.10"),
    box_missed=_dueling8("5.12"),
    unbet_box=_dueling8("5.13"),
    skipped=_dueling8("5.14"),
    skipped_late=_dueling8("5.15"),
    misses_cut=_dueling8("5.17"),
    burn_rebuilt=_dueling8("5.18.1"),
    burn_stays=_dueling8("5.18.2"),
    under_minimum=_dueling8("5.23"),
    over_maximum=_dueling8("5.24"),
    settled_before=_dueling8("5.25"),
    pulled_none=_dueling8("5.20.1"),
    pulled_one=_dueling8("5.20.2"),
    pulled_more=_dueling8("5.20.3"),
    pulled_rest=_dueling8("5.20.3.1"),
    pulled_dealer_none=_dueling8("5.20.4.1"),
    pulled_dealer_one=_dueling8("5.20.4.3"),
    pulled_dealer_more=_dueling8("5.20.4.5"),
    dissatisfied=_dueling8("5.22"),
    power=_dueling8("5.26"),
    power_undecided=_dueling8("5.26.1"),
    power_decided=_dueling8("5.26.2"),
    display=cite("R-23"),
    refers=_dueling8("6.1"),
)
