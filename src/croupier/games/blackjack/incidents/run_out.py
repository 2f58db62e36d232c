"""The shoe has no card left, and the round needs one.

Law: lucky8 5.19, dueling8 5.16; R-13, R-14. The discards are shuffled and cut, and the round is finished with them.
With a shuffling machine, and in Electronic Blackjack, that is not possible in the middle of a round, so it is void.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.incidents.pulled import card_due
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import offer, ruled
from croupier.games.messages import RunOut
from croupier.games.round import Event, Expected, Phase, Role
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence

replace = msgspec.structs.replace


class DiscardsShuffled(Event, frozen=True, tag="discards-shuffled"):
    """The shoe ran out: the discards were shuffled and cut, and the round is finished with them (R-13, R-14)."""

    cut_by: str
    clause: Clause
    by: Role


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to declare the shoe empty, where a card is due and none is out already."""
    if round.waiting or round.pulled or round.unseen or not card_due(round):
        return
    if round.terms.hand_shuffled:
        prompt = Sentence("cards-exhausted-shuffle-discards")
        yield offer("run-out", Role.DEALER, round.rules.law.runs_out, prompt)
    else:
        prompt = Sentence("cards-exhausted-void-if-agreed")
        yield offer("run-out", Role.GAMING_SHIFT_MANAGER, Citation("R-13"), prompt)


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to declare the shoe empty."""
    prompt = Sentence("shoe-empty-void-if-agreed")
    yield offer("run-out", Role.GAMING_SHIFT_MANAGER, round.rules.law.runs_out, prompt)


def _on_boxes(round: BoxRound, command: RunOut, expected: Expected, by: Role) -> Iterator[Event]:
    if not round.terms.hand_shuffled:
        yield from ruled(Sentence("cards-exhausted"), "void", expected.clause, by)
    else:
        yield DiscardsShuffled(cut_by=_cutter(round), clause=clause_of(expected.clause), by=by)


def _cutter(round: BoxRound) -> str:
    """Who cuts the cards: the player whose hand is next to be played or dealt to, else the Dealer (R-14)."""
    box = round.turn
    if round.phase is Phase.DEALING:
        box = round.box(round.next_place) if round.next_place else next(iter(round.wagered), None)
    return (box.controller() if box else None) or "Dealer"


def _on_stream(round: StreamRound, command: RunOut, expected: Expected, by: Role) -> Iterator[Event]:
    return ruled(Sentence("shoe-is-empty"), "void", expected.clause, by)


def _shuffled(round: BoxRound, event: DiscardsShuffled) -> BoxRound:
    shuffled_in = (*round.shuffled_in, *round.discards)
    return replace(round, reshuffled=True, shuffle_due=True, shuffled_in=shuffled_in)


BOXES = Handlers[BoxRound](follows={RunOut: _on_boxes}, evolves={DiscardsShuffled: _shuffled})
STREAM = Handlers[StreamRound](follows={RunOut: _on_stream})
