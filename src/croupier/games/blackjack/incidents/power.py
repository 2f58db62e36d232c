"""The power fails, or the dealing side is down.

Law: lucky8 5.29, dueling8 5.26; R-07, R-08. If a wager is decided the round is played out; else players may withdraw
everything, all or nothing. The document on Electronic Blackjack speaks of terminals only, so the Gaming Shift Manager
rules: void, or resume with the choices made so far and the default strategy for the rest (R-09).
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from croupier.games.blackjack.boxes.changes import cleared, with_box
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import PlayerEvent, entered
from croupier.games.blackjack.stream.play import resumed
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import Blackjack
from croupier.games.irregularity import offer, ruled
from croupier.games.messages import RoundVoided
from croupier.games.round import Command, Event, Expected, Phase, Role, StaffEvent
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence

replace = msgspec.structs.replace
DEALING_SIDE_DOWN = Citation("R-09")


class Interrupt(Command, frozen=True, tag="interrupt"):
    """A power failure."""

    course: Literal["void", "resume"] | None = None
    """The ruling of the Gaming Shift Manager in Electronic Blackjack (R-09); by default the one suggested."""


class WithdrawAll(Command, frozen=True, tag="withdraw-all"):
    """A player withdraws everything on the round, after a power failure before any wager was decided."""

    bettor: str


class Resume(Command, frozen=True, tag="resume"):
    """The power is back, and the round goes on for those who stay."""


class PowerFailed(Event, frozen=True, tag="power-failed"):
    """The power failed: if a wager is decided (`established`) the round is played out, else players may withdraw."""

    established: bool
    clause: Clause
    by: Role


class BettorWithdrew(PlayerEvent, frozen=True, tag="bettor-withdrew"):
    """A player withdrew everything on the round."""

    bettor: str
    clause: Clause


class PlayResumed(StaffEvent, frozen=True, tag="play-resumed"):
    """The round goes on."""


# On boxes


def offers_on_boxes(round: BoxRound) -> Iterator[Expected]:
    """The offer to declare a power failure."""
    yield offer("interrupt", Role.DEALER, round.rules.law.power, Sentence("declare-power-failure"))


def offers_withdrawal(round: BoxRound) -> Iterator[Expected]:
    """The offers after a power failure with nothing decided: to withdraw everything, or to resume (R-08)."""
    law = round.rules.law
    people = dict.fromkeys(position.bettor for box in round.boxes for position in box.positions)
    if people:
        prompt = Sentence("offer-withdraw-all")
        yield offer("withdraw-all", Role.PLAYER, law.power_undecided, prompt, bettors=tuple(people))
    yield offer("resume", Role.DEALER, law.power_undecided, Sentence("continue-with-remaining-players"))


def _failed(round: BoxRound, command: Interrupt, expected: Expected, by: Role) -> Iterator[PowerFailed]:
    established, law = round.established(), round.rules.law
    clause = law.power_decided if established else law.power_undecided
    yield PowerFailed(established=established, clause=clause_of(clause), by=by)


def _withdraws(round: BoxRound, command: WithdrawAll, expected: Expected, by: Role) -> Iterator[Event]:
    yield BettorWithdrew(bettor=command.bettor, clause=clause_of(expected.clause), placed_by=entered(by))
    if _ends_for_all(round.rules):
        yield RoundVoided(clause=expected.clause, by=by, why=Sentence("declare-power-failure"))


def _ends_for_all(rules: Blackjack) -> bool:
    """Whether one player's withdrawal ends the round for all; else the others play on (R-08)."""
    return rules.reads("R-08") == "b"


def _nothing_back(round: BoxRound, command: WithdrawAll) -> Refused:
    law = round.rules.law
    clause = law.power_decided if round.established() else law.power_undecided
    return Refused("withdraw-all-not-permitted", clause)


def _goes_on(round: BoxRound, command: Resume, expected: Expected, by: Role) -> Iterator[PlayResumed]:
    yield PlayResumed()


def _withdrawing(round: BoxRound, event: PowerFailed) -> BoxRound:
    return replace(round, withdrawing=not event.established)


def _without(round: BoxRound, event: BettorWithdrew) -> BoxRound:
    """The round without a player's wagers; the cards of a box without a main wager go to the discards."""
    for box in round.boxes:
        kept = tuple(position for position in box.positions if position.bettor != event.bettor)
        if box.mains and not any(position.slot for position in kept):
            # Side wagers need a main wager on their box.
            round = cleared(round, replace(box, positions=()))
        else:
            round = with_box(round, replace(box, positions=kept))
    return replace(round, phase=round.phase if round.wagered else Phase.COMPLETE)


def _resumed(round: BoxRound, event: PlayResumed) -> BoxRound:
    return replace(round, withdrawing=False)


BOXES = Handlers[BoxRound](
    follows={Interrupt: _failed, WithdrawAll: _withdraws, Resume: _goes_on},
    refuses={WithdrawAll: _nothing_back},
    evolves={PowerFailed: _withdrawing, BettorWithdrew: _without, PlayResumed: _resumed},
)


# On the shared stream


def offers_on_stream(round: StreamRound) -> Iterator[Expected]:
    """The offer to declare the dealing side down, and to void or resume the round (R-09)."""
    suggested = "resume" if round.established() else "void"
    prompt = Sentence("interruption-void-or-resume")
    courses = {"options": ("void", "resume"), "suggested": suggested}
    yield offer("interrupt", Role.GAMING_SHIFT_MANAGER, DEALING_SIDE_DOWN, prompt, **courses)


def _interrupted(round: StreamRound, command: Interrupt, expected: Expected, by: Role) -> Iterator[Event]:
    """The ruling: void, or resume with the choices made so far and the default strategy for the rest."""
    if (command.course or expected.suggested) == "void":
        yield from ruled(Sentence("technical-interruption"), "void", expected.clause, by)
        return
    yield from ruled(Sentence("technical-interruption"), "stands", expected.clause, by)
    yield PlayResumed()


def _window_closed(round: StreamRound, event: PlayResumed) -> StreamRound:
    return resumed(round)


STREAM = Handlers[StreamRound](follows={Interrupt: _interrupted}, evolves={PlayResumed: _window_closed})
