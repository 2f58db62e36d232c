"""What a table does next by itself, and when: what its round expects of the Dealer, or the round after it."""

from typing import Any

from croupier.games.round import Role
from croupier.house.events import ApprovalLapsed, PitCalled
from croupier.house.pace import RULED_BEFOREHAND, Chore, microseconds, next_chore
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.table import commands as c
from croupier.house.table.deciding import Sheet
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
"""What a round may expect at any time, and never waits for."""


def chore(state: State) -> Chore | None:
    """The next thing that is the Dealer's to do; a table that runs by itself and cannot go on calls the pit, once."""
    found = _next(state)
    running = state.configuration
    if found is not None or state.over or running is None or running.run != "automatic":
        return found
    if state.paused is not None or state.called is not None or state.came:
        return None
    # Players who have something to say are given the time of a decision for it.
    asked = any(each.by is Role.PLAYER for each in state.expects()) and state.stands is None
    return Chore("call-pit", Role.DEALER, microseconds(running.pace.decision) if asked else 0, waits_for(state))


def waits_for(state: State) -> str:
    """What a round waits for that nobody at the table does by themself."""
    if state.stands:
        return state.stands
    offers = state.expects()
    wanted = "run-out" if _empty(state) else next(iter(RULED_BEFOREHAND))
    first = [each for each in offers if each.command == wanted]
    usual = [each for each in offers if each.command not in ASIDE]
    return next((each.prompt for each in (*first, *usual)), Sentence("round-expects-nothing-more"))


def _next(state: State) -> Chore | None:
    """The next thing that is the Dealer's to do; nothing where somebody has to rule first."""
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
    found = next_chore(offers, state.configuration.pace, state.undecided())
    if found is not None and found.command in RULED_BEFOREHAND:
        return found if state.configuration.run == "dealer" or _ruled(state, found) else None
    if found is None or found.command != "deal-card" or not _empty(state):
        return found
    runs_out = next((each for each in offers if each.command == "run-out"), None)
    if runs_out is None or (runs_out.by is not Role.DEALER and not state.configuration.standing_orders):
        return None
    return Chore("run-out", runs_out.by, found.wait, runs_out.prompt, runs_out.clause)


def _ruled(state: State, chore: Chore) -> bool:
    """Whether it was ruled beforehand which course is taken."""
    return state.configuration is not None and state.configuration.standing_orders and chore.course is not None


def times(state: State, chore: Chore | None, at: int, resting: bool) -> tuple[int | None, int | None]:
    """When a table does what came to be next at that moment, and when it calls for the last bets; never without timers.

    While nobody has bet, bets stay open where the table waits for that, unless it is to close after this round.
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
    """Whether the window that is open, in which so many had to choose, may have nothing left to be said in it.

    It is asked of each of the thousands who speak in it, so it counts nobody.
    """
    return state.round is not None and state.family.answered(state.round, choosing)


def do(sheet: Sheet, chore: Chore) -> None:
    """Write down what the table does by itself."""
    match chore.command:
        case "begin-round":
            sheet.begin(chore.by)
        case "deal-card":
            sheet.deal(chore.by)
        case "lapse-approval":
            for each in sheet.state.pending:
                if each.holds:
                    sheet.note(ApprovalLapsed(id=each.id))
        case "run-out":
            sheet.run_out(chore.by)
        case "call-pit":
            sheet.note(PitCalled(reason=chore.prompt))
        case name:
            named: dict[str, Any] = {} if chore.bettor is None else {"bettor": chore.bettor, "box": chore.box}
            named |= {} if chore.course is None else {"course": chore.course}
            sheet.give(c.made(sheet.state.family, name, **named), chore.by)


def _opening(state: State) -> Chore | None:
    coming = state.coming
    if coming is None or state.closed is not None:
        return None
    pace, due = coming.pace, state.shoe_due
    if due and coming.cards == "entered":
        return Chore("shuffle", Role.DEALER, 0, Sentence("new-shoe-in-use"), due.clause)
    seconds = 0.0 if state.round is None else pace.shuffle if due else pace.pause
    return Chore("begin-round", Role.DEALER, microseconds(seconds), Sentence("place-your-bets"), Citation("R-18"))


def _empty(state: State) -> bool:
    round, shoe = state.round, state.shoe
    return isinstance(shoe, Published) and not shoe.left and round is not None and not round.waiting
