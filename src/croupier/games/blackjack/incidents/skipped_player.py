"""A player who was passed over on the subsequent deal: they act after all, or the hand stands.

Law: lucky8 5.17, 5.18; dueling8 5.14, 5.15; R-26. The Dealer goes on as at a table where nobody has noticed. Where the
play since then can be undone, its cards are dealt next, in order (in `boxes.reconstruction`); where more than one box
has been dealt to it is too late, and anything between the two is referred (6.1).
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.boxes.changes import change_box
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.absence import AbsenceDeclared
from croupier.games.blackjack.incidents.dealt_in_error import CardExposed, CardRefused
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import CardDealt, DoubleJoined, HandDecided, SplitMatched, TiePlaced
from croupier.games.blackjack.variants import Blackjack
from croupier.games.irregularity import offer
from croupier.games.round import Command, Event, Expected, Phase, Role
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence

replace = msgspec.structs.replace


class SkipBox(Command, frozen=True, tag="skip-box"):
    """The Dealer has gone on to the next hand without asking the player in turn."""

    box: int


class DeclareSkipped(Command, frozen=True, tag="declare-skipped"):
    """A player was passed over on the subsequent deal."""

    box: int


class BoxSkipped(Event, frozen=True, tag="box-skipped"):
    """The player in turn was passed over."""

    box: int
    clause: Clause
    by: Role


class PlayPulledBack(Event, frozen=True, tag="play-pulled-back"):
    """A player who was passed over acts after all: these cards are treated as undisclosed, and are dealt next."""

    box: int
    cards: tuple[Card, ...]
    clause: Clause
    by: Role


class SkipStood(Event, frozen=True, tag="skip-stood"):
    """A player who was passed over is too late: the hand stands (R-26)."""

    box: int
    clause: Clause
    by: Role


ACTED = (HandDecided, DoubleJoined, SplitMatched, TiePlaced, CardRefused)
"""Events by which a hand in play is acted upon."""
UNDOABLE = (CardDealt, *ACTED, CardExposed, BoxSkipped, AbsenceDeclared)
"""The only events that may have happened since a player was passed over if the play is to be undone."""


def offers(round: BoxRound) -> Iterator[Expected]:
    """The offers to pass over the player in turn, and to declare that one was passed over earlier."""
    turn = None if round.first_card_due or round.pulled else round.turn
    if turn and turn.area and turn.area.waits_for_decision and len(turn.area.hands) == 1:
        prompt = Sentence("player-skipped")
        yield offer("skip-box", Role.DEALER, round.rules.law.skipped, prompt, box=turn.number)
    yield from _offers_declaration(round)


def _offers_declaration(round: BoxRound) -> Iterator[Expected]:
    """A player who was passed over acts after all, or is too late; anything between the two is referred (6.1)."""
    for box in round.boxes:
        if not (box.skipped and box.in_play and box.area and not box.area.done) or round.pulled:
            continue
        if _is_too_late(round, box.number):
            prompt, clause = Sentence("skipped-too-late"), round.rules.law.skipped_late
        elif _may_act_after_all(round, box.number):
            prompt, clause = Sentence("skipped-take-cards-back"), round.rules.law.skipped
        else:
            continue
        yield offer("declare-skipped", Role.PIT_SUPERVISOR, clause, prompt, box=box.number)


def since_skip(round: BoxRound, box: int) -> tuple[Event, ...]:
    """The logged events since the player of a box was passed over."""
    at = max(n for n, event in enumerate(round.play) if isinstance(event, BoxSkipped) and event.box == box)
    return round.play[at + 1 :]


def _is_too_late(round: BoxRound, box: int) -> bool:
    """Whether more than one playing area has received cards since a box was passed over.

    The Dealer's place is no playing area (lucky8 2.2, dueling8 2.2), and the initial deal does not count.
    """
    dealt = {event.box for event in since_skip(round, box) if isinstance(event, CardDealt)}
    return len(dealt - {None}) > 1


def _may_act_after_all(round: BoxRound, box: int) -> bool:
    """Whether only the next hand was acted upon since a player was passed over, and that can be undone.

    A hand is acted upon by a card or by a decision, also one to stand; hands formed by a split count as one. The
    Dealer's hand may be the next one.
    """
    since = since_skip(round, box)
    undoable = not round.somebody_left and all(isinstance(event, UNDOABLE) for event in since)
    return undoable and not _more_than_next(round, box)


def _more_than_next(round: BoxRound, box: int) -> bool:
    acted = {event.box for event in since_skip(round, box) if isinstance(event, (*ACTED, CardDealt))}
    return len(acted) > 1


def _skipped(round: BoxRound, command: SkipBox, expected: Expected, by: Role) -> Iterator[BoxSkipped]:
    yield BoxSkipped(box=command.box, clause=clause_of(expected.clause), by=by)


def _declared(round: BoxRound, command: DeclareSkipped, expected: Expected, by: Role) -> Iterator[Event]:
    """The play since then is undone, or it is too late and the hand stands (R-26)."""
    box, clause = command.box, clause_of(expected.clause)
    if clause == round.rules.law.skipped_late:
        yield SkipStood(box=box, clause=clause, by=by)
        return
    cards = tuple(event.card for event in since_skip(round, box) if isinstance(event, CardDealt))
    yield PlayPulledBack(box=box, cards=cards, clause=clause, by=by)


def _not_covered(round: BoxRound, command: DeclareSkipped) -> Refused | None:
    """The refusal where a player was passed over and no clause covers the case, so that it must be referred."""
    if not round.box(command.box).skipped:
        return None
    if _more_than_next(round, command.box):
        return Refused("skip-beyond-next-hand", round.rules.law.refers)
    return Refused("later-events-not-reversible", "R-20")


def _passed_over(round: BoxRound, event: BoxSkipped) -> BoxRound:
    return change_box(round, event.box, skipped=True)


def _stood(round: BoxRound, event: SkipStood) -> BoxRound:
    area = round.box(event.box).area
    assert area is not None
    if burns_undone(round.rules):
        playing = replace(round, phase=Phase.PLAYING) if round.phase in (Phase.DRAWING, Phase.COMPLETE) else round
        return change_box(playing, event.box, skipped=False)
    return change_box(round, event.box, skipped=False, area=area.stand())


def burns_undone(rules: Blackjack) -> bool:
    """Whether cards taken back for a skipped player are burned, and one found late may still draw (R-26).

    By default they return to the front of the shoe in order, and a hand found late stands.
    """
    return rules.reads("R-26") == "b"


BOXES = Handlers[BoxRound](
    follows={SkipBox: _skipped, DeclareSkipped: _declared},
    refuses={DeclareSkipped: _not_covered},
    evolves={BoxSkipped: _passed_over, SkipStood: _stood},
    declared={BoxSkipped: "skip-box", SkipStood: "declare-skipped"},
)
