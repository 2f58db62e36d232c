"""A table session: what is remembered of a player ends with it (R-04)."""

import pytest

from croupier.games.round import Role
from croupier.games.terms import Limits
from croupier.house.audit import audit
from croupier.house.days import HOUR
from croupier.house.table.state import recovered
from housed import Housed, housed

DAY = 24 * HOUR
LIMITS = {"main": Limits(1_000, 50_000)}


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []
    assert recovered(made.store.records, "B1") == made.state()


def under(made: Housed, bettor: str = "T1", box: int = 1) -> bool:
    """Whether a wager under the minimum that lies on a box is honoured, and not given back."""
    before = made.kinds().count("under-minimum-honoured")
    answer = made.tell("note-wager", Role.DEALER, bettor=bettor, wager="main", stake=500, box=box)
    honoured = made.kinds().count("under-minimum-honoured") > before
    assert answer.done, answer.reason
    assert honoured == (bettor in made.round().wagers() and bettor not in made.round().terms.warned and box == 1)
    return honoured


def ended(made: Housed) -> None:
    assert made.tell("refer", reason="enough", effect="void").done


def warned() -> Housed:
    """One player was honoured once in the round that is being played."""
    made = housed("lucky-8", run="dealer", boxes=5, limits=LIMITS)
    assert made.tell("begin-round").done
    assert under(made)
    return made


@pytest.mark.clause("lucky8 5.26", "dueling8 5.23")
def test_r04_a_player_is_honoured_once_in_a_table_session() -> None:
    made = warned()
    for _ in range(2):
        ended(made)
        assert made.tell("begin-round").done
        assert made.round().terms.warned == ("T1",)
        assert not under(made)
    made.crash()
    assert not under(made)
    assert under(made, "T2"), "another player is another"
    sound(made)


def test_r04_nobody_is_warned_when_the_table_was_closed() -> None:
    made = warned()
    ended(made)
    assert made.tell("close-table", reason="dinner").done
    made.crash()
    assert made.tell("open-table").done
    assert made.tell("begin-round").done
    assert made.round().terms.warned == ()
    assert under(made)
    sound(made)


def test_r04_a_table_that_closes_after_the_round_ends_its_session_with_it() -> None:
    made = warned()
    assert made.tell("close-table", reason="dinner").done
    assert not under(made, box=2), "the round in play is of the session"
    ended(made)
    assert made.tell("open-table").done
    assert made.tell("begin-round").done
    assert under(made)
    sound(made)


def test_r04_a_table_that_is_to_close_and_does_not_goes_on_with_its_session() -> None:
    made = warned()
    assert made.tell("close-table", reason="a mistake").done
    assert made.tell("open-table").done
    ended(made)
    assert made.tell("begin-round").done
    assert not under(made)
    sound(made)


def test_r04_nobody_is_warned_when_the_gaming_day_has_turned() -> None:
    made = warned()
    made.now += DAY
    assert not under(made, box=2), "the round in play is of the day in which it began"
    ended(made)
    assert made.tell("begin-round").done
    assert made.round().terms.warned == ()
    assert under(made)
    ended(made)
    made.now += HOUR
    assert made.tell("begin-round").done
    assert not under(made)
    sound(made)


@pytest.mark.parametrize(("letter", "again"), [("a", True), ("b", True), ("c", False)])
def test_r04_once_in_a_gaming_day_outlasts_the_table_session_where_it_is_read_so(letter: str, again: bool) -> None:
    made = housed("lucky-8", run="dealer", boxes=5, limits=LIMITS, rulings={"R-04": letter})
    assert made.tell("begin-round").done
    assert made.tell("note-wager", Role.DEALER, bettor="T1", wager="main", stake=500, box=1).done
    ended(made)
    assert made.tell("close-table", reason="dinner").done
    assert made.tell("open-table").done
    assert made.tell("begin-round").done
    honoured = made.kinds().count("under-minimum-honoured")
    assert made.tell("note-wager", Role.DEALER, bettor="T1", wager="main", stake=500, box=1).done
    assert (made.kinds().count("under-minimum-honoured") > honoured) is again
    sound(made)
    ended(made)
    made.now += DAY
    assert made.tell("begin-round").done
    assert made.round().terms.warned == (), "a new gaming day"
