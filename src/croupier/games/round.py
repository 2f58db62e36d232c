"""What every round has, whatever the game: phases, roles, commands, events and offers.

`decide(round, command, by)` answers a command with the events that follow from it, or refuses it with the clause;
`evolve(round, event)` returns the round after an event; `expects(round)` is the one list of what may happen next, by
whom. Commands are imperative, events are past tense; both are frozen values and their own wire format.
"""

import enum
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import LANGUAGES, Sentence, encode_by_code, encode_in, sentence_from

State = TypeVar("State")
AnyEvent = TypeVar("AnyEvent", bound="Event")


class Phase(enum.StrEnum):
    """Where a round is."""

    BETTING = "betting"
    DEALING = "dealing"
    CONFIRMING = "confirming"
    OFFERING = "offering"
    PLAYING = "playing"
    DRAWING = "drawing"
    COMPLETE = "complete"
    SETTLED = "settled"
    VOID = "void"


OVER = (Phase.SETTLED, Phase.VOID)
"""The final phases."""


class Role(enum.StrEnum):
    """Who acts. Staff are ranked as listed, and a higher position may always act for a lower one (R-11)."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    GAMING_SHIFT_MANAGER = "gaming-shift-manager"

    def may_act_as(self, needed: "Role") -> bool:
        """Whether someone in this position may do what needs that one; only players place players' wagers.

        >>> Role.PIT_MANAGER.may_act_as(Role.DEALER), Role.DEALER.may_act_as(Role.PIT_MANAGER)
        (True, False)
        """
        if Role.PLAYER in (self, needed):
            return self is needed
        staff = list(Role)
        return staff.index(self) >= staff.index(needed)


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """A request to a round."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that happened in a round."""


class StaffEvent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the Dealer does in the usual course of a round, or a higher position in the Dealer's place."""

    by: Role | None = None
    """The position of whoever did it, unless it was the Dealer (R-11)."""


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may happen next: which command, by whom at least, and the clause that says so."""

    command: str
    by: Role
    clause: Citation
    prompt: str
    hand: str | None = None
    """Where the next card belongs."""
    wagers: tuple[str, ...] = ()
    """What may be wagered on."""
    clauses: tuple[Citation, ...] = ()
    """Other clauses that it may be done by."""
    irregular: bool = False
    """Whether something has gone wrong when it is done."""
    bettors: tuple[str, ...] | None = None
    """Whose move it is; anybody's where there is none."""
    not_for: tuple[str, ...] = ()
    """Who may not, though anybody else may."""
    box: int | None = None
    options: tuple[str, ...] = ()
    """What may be decided."""
    owner: str | None = None
    """Whose wager it is about."""
    least: int | None = None
    most: int | None = None
    """Between which amounts, in cents."""
    suggested: str | None = None
    """Which option the rules would have, where a person picks."""
    signals: Citation | None = None
    """By which clause staff may enter what a player without a terminal says or shows; nowhere where there is none."""
    worth: dict[str, str] = {}
    """What the players win on average with each option, in cents and exactly, where that is what counts."""


def tag(message: Command | Event | type[Command] | type[Event]) -> str:
    """The wire name of a command or an event."""
    return str(message.__struct_config__.tag)


@cache
def carries_cards(kind: type[Command]) -> bool:
    """Whether a command names cards that were drawn."""
    return bool({"card", "cards", "disclosed"} & set(kind.__struct_fields__))


_encoders = {language: msgspec.json.Encoder(enc_hook=encode_in(language)).encode for language in LANGUAGES}
_encode_stored = msgspec.json.Encoder(enc_hook=encode_by_code).encode


def encode(message: object, language: str = LANGUAGES[0]) -> bytes:
    """Encode anything as JSON; cards and clauses as their texts, sentences in the language."""
    return _encoders[language](message)


def encode_stored(message: object) -> bytes:
    """Encode as JSON for storage or another process: sentences by their codes, to be rendered in any language later."""
    return _encode_stored(message)


def decode_hook(kind: type, stored: Any) -> Any:
    """The `dec_hook` of all decoders: cards, clauses and rulings from their texts, sentences from their codes."""
    return sentence_from(stored) if kind is Sentence else kind(stored)


def check_position(needed: Role, by: Role, clause: str) -> None:
    """Refuse a command from somebody whose position may not give it."""
    if not by.may_act_as(needed):
        raise Refused("other-position-needed", clause, needed=needed, acting=by)


def signed(events: Iterable[AnyEvent], by: Role) -> list[AnyEvent]:
    """The events, each with the position of whoever acted where that is not the usual one."""
    if by in (Role.PLAYER, Role.DEALER):
        return list(events)
    return [
        msgspec.structs.replace(event, by=by) if isinstance(event, StaffEvent) and event.by is None else event
        for event in events
    ]


def check_bettor(bettor: str) -> None:
    """Refuse a bettor's name that the notation of rounds could not hold."""
    if not re.fullmatch(r"[\w.-]{1,64}", bettor):
        raise Refused("bettor-name-invalid", bettor=bettor)


def replayed(evolve: Callable[[Any, Any], State], events: Iterable[Any]) -> State:
    """Fold events into the round they lead to."""
    round: State | None = None
    for event in events:
        round = evolve(round, event)
    if round is None:
        raise Refused("round-without-events")
    return round
