"""Scheduling: what a table does next by itself, and when: the Dealer's next task in its round, or the next round."""

from typing import Any

from croupier.games.round import Role
from croupier.house.events import ApprovalLapsed, PitCalled
from croupier.house.pace import RULED_BEFOREHAND, Chore, microseconds, next_chore
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.table import commands as c
from croupier.house.table.decisions import TableChange
from croupier.house.table.state import Published, State
from croupier.rulebook import Citation
from croupier.words import Sentence

ASIDE = {
    "remove-cutting-card",
    "interrupt",
    "lose-terminal",
    "find-terminal",
    "void-round",
    "declare-bad-cards",
    "refer",
}
"""Commands that a round may take at any time, and never waits for."""


def chore(state: State) -> Chore | None:
    """The Dealer's next task; a table that runs automatically and cannot go on calls the pit, once."""
    upcoming = _next(state)
    running = state.configuration
    if upcoming is not None or state.over or running is None or running.run != "automatic":
        return upcoming
    if state.paused is not None or state.called is not None or state.came:
        return None
    # Where players may act, they have the time of a decision for it first.
    players_act = any(each.by is Role.PLAYER for each in state.expects()) and state.stands is None
    return Chore("call-pit", Role.DEALER, microseconds(running.pace.decision) if players_act else 0, waits_for(state))


def waits_for(state: State) -> str:
    """Why a round is blocked until the pit acts: the prompt of the command that it waits for."""
    if state.stands:
        return state.stands
    offers = state.expects()
    blocking = "run-out" if _empty(state) else next(iter(RULED_BEFOREHAND))
    first = [each for each in offers if each.command == blocking]
    usual = [each for each in offers if each.command not in ASIDE]
    return next((each.prompt for each in (*first, *usual)), Sentence("round-expects-nothing-more"))


def _next(state: State) -> Chore | None:
    """The Dealer's next task; none where somebody has to rule first."""
    if any(each.holds for each in state.pending):
        return Chore(
            "lapse-approval", Role.DEALER, APPROVAL_LASTS, Sentence("second-person-must-agree"), Citation("R-11")
        )
    if state.paused is not None:
        return None
    if state.over:
        return _opening(state)
    assert state.configuration is not None
    if state.held:
        return None
    offers = state.expects()
    upcoming = next_chore(offers, state.configuration.pace, state.undecided())
    if upcoming is not None and upcoming.command in RULED_BEFOREHAND:
        return upcoming if state.configuration.run == "dealer" or _ruled(state, upcoming) else None
    if upcoming is None or upcoming.command != "deal-card" or not _empty(state):
        return upcoming
    runs_out = next((each for each in offers if each.command == "run-out"), None)
    if runs_out is None or (runs_out.by is not Role.DEALER and not state.configuration.standing_orders):
        return None
    return Chore("run-out", runs_out.by, upcoming.wait, runs_out.prompt, runs_out.clause)


def _ruled(state: State, chore: Chore) -> bool:
    """Whether a standing order says which course is taken."""
    return state.configuration is not None and state.configuration.standing_orders and chore.course is not None


def times(state: State, chore: Chore | None, at: int, resting: bool) -> tuple[int | None, int | None]:
    """The deadlines, in microseconds since 1970, of a chore that came up at `at` and of the call for last bets.

    None where no timer runs. While nobody has bet, a table set up to wait for a bet keeps bets open, unless it is to
    close after this round.
    """
    running = state.coming if state.over else state.configuration
    if chore is None or running is None or (running.run == "dealer" and chore.command != "lapse-approval"):
        return None, None
    if chore.command != "close-bets":
        return at + chore.wait, None
    ends = resting or state.closed is not None
    if running.no_bets == "wait" and state.unstaked and not ends:
        return None, None
    closes = at + chore.wait
    return closes, closes - microseconds(running.pace.last_call)


def ripe(state: State, choosing: int) -> bool:
    """Whether everybody may have decided in the current window, in which `choosing` players had a decision to make.

    Called for every decision of thousands of players, so it must not count them (constant time).
    """
    return state.round is not None and state.family.answered(state.round, choosing)


def do(change: TableChange, chore: Chore) -> None:
    """Add the events of a chore to a change."""
    match chore.command:
        case "begin-round":
            change.begin(chore.by)
        case "deal-card":
            change.deal(chore.by)
        case "lapse-approval":
            for each in change.state.pending:
                if each.holds:
                    change.note(ApprovalLapsed(id=each.id))
        case "run-out":
            change.run_out(chore.by)
        case "call-pit":
            change.note(PitCalled(reason=chore.prompt))
        case name:
            fields: dict[str, Any] = {} if chore.bettor is None else {"bettor": chore.bettor, "box": chore.box}
            fields |= {} if chore.course is None else {"course": chore.course}
            change.give(c.made(change.state.family, name, **fields), chore.by)


def _opening(state: State) -> Chore | None:
    coming = state.coming
    if coming is None or state.closed is not None or state.unapproved:
        return None
    pace, due = coming.pace, state.shoe_due
    if due and coming.cards == "entered":
        return Chore("shuffle", Role.DEALER, 0, Sentence("new-shoe-in-use"), due.clause)
    seconds = 0.0 if state.round is None else pace.shuffle if due else pace.pause
    return Chore("begin-round", Role.DEALER, microseconds(seconds), Sentence("place-your-bets"), Citation("R-18"))


def _empty(state: State) -> bool:
    round, shoe = state.round, state.shoe
    return isinstance(shoe, Published) and not shoe.left and round is not None and not round.waiting
