"""The commands that a table takes now: those of its round, as far as the table lets them through, and its own.

`expects` of a round knows nothing of the shoe, of a pause or of approvals. Here are all commands in one list, each with
the least position and its form, so that no page has to guess what is possible.
"""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.games.form import Form, FormContext, form
from croupier.games.round import Expected, Role
from croupier.house import events as house
from croupier.house.table import commands as c
from croupier.house.table.seating import MAX_WITHOUT_TERMINAL, RECORDED, in_play
from croupier.house.table.state import Published, State
from croupier.house.views.shown import TableOffer
from croupier.rulebook import Citation
from croupier.words import Sentence

BETWEEN = Citation("R-18")
"""Who opens bets, and when."""
SHUFFLES = Citation("R-15")
POSITIONS = Citation("R-11")
ANSWERS = {
    "void": (Sentence("agree-to-void"), Sentence("refuse-void")),
    "card-entry": (Sentence("agree-to-corrected-cards"), Sentence("refuse-corrected-cards")),
    "configuration": (Sentence("agree-to-changed-settings"), Sentence("refuse-changed-settings")),
    "game": (Sentence("agree-to-own-rules"), Sentence("refuse-own-rules")),
    "repair": (Sentence("agree-to-repair"), Sentence("refuse-repair")),
    "": (Sentence("agree-to-request"), Sentence("refuse-request")),
}
"""The prompts to approve and to reject a request, by its subject."""


def of_round(state: State) -> list[Expected]:
    """The commands that the round takes; while the table is on hold, only those allowed meanwhile."""
    if state.round is None:
        return []
    virtual = left(state)
    offers = state.family.offers(state.round, virtual, 0 if virtual is not None else state.left)
    return stop.leaves(offers) if (stop := state.stop) else offers


def left(state: State) -> int | None:
    """How many cards are left in the virtual shoe; none where there is no virtual shoe."""
    return state.shoe.left if isinstance(state.shoe, Published) else None


def of_table(state: State, now: int, tips: int = 0) -> list[TableOffer]:
    """The table's own commands; `tips` is what it holds of them, in cents."""
    return [*_rounds(state), *_house(state), *_seated(state), *_tips(state, tips), *_approvals(state.pending, now)]


def of_stopped(pending: Iterable[house.ApprovalAsked], now: int) -> list[TableOffer]:
    """The commands that a stopped table takes."""
    return [_offer("repair-table", POSITIONS, Sentence("repair-table")), *_approvals(pending, now)]


def _offer(
    command: str, clause: Citation, prompt: str, by: Role | None = None, *, unit: int = 1, **more: object
) -> TableOffer:
    kind = c.COMMANDS[command]
    expected = msgspec.structs.replace(
        Expected(command=command, by=by or c.NEEDS[kind], clause=clause, prompt=prompt), **more
    )
    return TableOffer(expected, form(kind, expected, FormContext(unit=unit)))


def _rounds(state: State) -> Iterator[TableOffer]:
    """The next round, the next card, another shoe."""
    if state.over and state.coming is not None:
        virtual, due = state.coming.cards == "virtual", state.shoe_due
        if state.closed is None and state.paused is None and not state.unapproved and (virtual or due is None):
            yield _offer("begin-round", BETWEEN, Sentence("open-next-bets"))
        clause = due.clause if due and due.clause else SHUFFLES
        if state.early:
            yield _offer("shuffle-early", SHUFFLES, Sentence("shuffle-before-cutting-card"))
        else:
            yield _offer("shuffle", clause, Sentence("shuffle-cards") if virtual else Sentence("new-shoe-in-use"))
    shoe, round = state.shoe, state.round
    goes_on = state.stop is None or state.stop.takes("deal")
    if goes_on and isinstance(shoe, Published) and round is not None and (shoe.left or round.waiting):
        card = next((each for each in state.expects() if each.command == "deal-card"), None)
        if card is not None:
            yield TableOffer(msgspec.structs.replace(card, command="deal"), Form())


def _house(state: State) -> Iterator[TableOffer]:
    """Opening and closing, pauses, calls to the pit, and settings."""
    yield _offer("call-pit", POSITIONS, Sentence("call-pit"))
    if state.called is not None:
        yield _offer("answer-call", POSITIONS, Sentence("pit-has-come"))
    if state.paused is None:
        yield _offer("pause-table", POSITIONS, Sentence("pause-table"))
    else:
        yield _offer("resume-table", POSITIONS, Sentence("resume-after-pause"))
    if state.closed is None:
        yield _offer("close-table", POSITIONS, Sentence("close-table-after-round"))
    else:
        yield _offer("open-table", POSITIONS, Sentence("open-table"))
    if state.coming is not None:
        yield _offer("change-settings", POSITIONS, Sentence("change-settings"))
    if state.unapproved:
        yield _offer("approve-game", POSITIONS, Sentence("approve-own-rules"), options=(state.unapproved,))
    if state.plan is not None:
        yield _offer("call-off-change", POSITIONS, Sentence("call-off-planned-change"))


def _seated(state: State) -> Iterator[TableOffer]:
    """Players without a terminal: seating, buy-ins, and paying off those who have nothing in play."""
    if state.coming is None or not state.coming.terms.boxes:
        return
    if state.closed is None and len(state.players) < MAX_WITHOUT_TERMINAL:
        yield _offer("seat-player", RECORDED, Sentence("seat-player-without-terminal"), least=1, not_for=state.players)
    if state.players:
        prompt = Sentence("buy-in-player-without-terminal")
        yield _offer("buy-in-at-table", RECORDED, prompt, least=1, bettors=state.players)
    if free := tuple(each for each in state.players if not in_play(state, each)):
        yield _offer("pay-off-player", RECORDED, Sentence("pay-off-player-without-terminal"), bettors=free)


def _tips(state: State, held: int) -> Iterator[TableOffer]:
    if state.coming is not None and state.coming.tips and not state.stands:
        yield _offer("give-tip", POSITIONS, Sentence("tip-dealers"), least=1)
    if held > 0:
        yield _offer("pay-out-tips", POSITIONS, Sentence("pay-out-tips"), least=1, most=held)


def _approvals(pending: Iterable[house.ApprovalAsked], now: int) -> Iterator[TableOffer]:
    """Requests for approval: others approve or reject them, and whoever made one may withdraw it."""
    for each in pending:
        if now >= each.until:
            continue
        options = (each.id,)
        agree, refuse = ANSWERS.get(each.subject, ANSWERS[""])
        yes = _offer("approve", POSITIONS, agree, each.needs, options=options)
        yield msgspec.structs.replace(yes, but=(each.by,))
        no = _offer("refuse-approval", POSITIONS, refuse, each.needs, options=options)
        yield msgspec.structs.replace(no, but=(each.by,))
        own = _offer("refuse-approval", POSITIONS, Sentence("withdraw-own-request"), options=options)
        yield msgspec.structs.replace(own, only=(each.by,))
