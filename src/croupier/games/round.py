"""What every round is, whatever the game.

`decide(round, command, by)` answers a command with the events that follow from it, or refuses it with the clause;
`evolve(round, event)` is the round after an event; `expects(round)` is the one list of what may happen next, by whom.
Commands are imperative, events are past tense; both are frozen values and their own wire format.
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
"""A round in one of these has come to its end."""


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
    """Something asked for."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that happened."""


class StaffEvent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the Dealer does in the usual course of a round, or a higher position in the Dealer's place."""

    by: Role | None = None
    """In which position it was done, where that was not the Dealer's (R-11)."""


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
    """The name by which a command or an event travels."""
    return str(message.__struct_config__.tag)


@cache
def carries_cards(kind: type[Command]) -> bool:
    """Whether a command tells which cards came."""
    return bool({"card", "cards", "disclosed"} & set(kind.__struct_fields__))


_encoders = {language: msgspec.json.Encoder(enc_hook=encode_in(language)).encode for language in LANGUAGES}
_kept = msgspec.json.Encoder(enc_hook=encode_by_code).encode


def encode(message: object, language: str = LANGUAGES[0]) -> bytes:
    """Anything as JSON; cards and clauses are the texts they are, sentences those of the language."""
    return _encoders[language](message)


def encode_stored(message: object) -> bytes:
    """The same to be kept, or for another process: sentences by their codes, to be said in any language later."""
    return _kept(message)


def decode_hook(kind: type, kept: Any) -> Any:
    """Cards, clauses and rulings from their texts, and sentences from their codes, for decoders."""
    return sentence_from(kept) if kind is Sentence else kind(kept)


def check_position(needed: Role, by: Role, clause: str) -> None:
    """Refuse what needs another position."""
    if not by.may_act_as(needed):
        raise Refused("other-position-needed", clause, needed=needed, acting=by)


def signed(events: Iterable[AnyEvent], by: Role) -> list[AnyEvent]:
    """Events with the position in which somebody acted, where it is not the usual one."""
    if by in (Role.PLAYER, Role.DEALER):
        return list(events)
    return [
        msgspec.structs.replace(event, by=by) if isinstance(event, StaffEvent) and event.by is None else event
        for event in events
    ]


def check_bettor(bettor: str) -> None:
    """Refuse a name that could not be written into a line of notation."""
    if not re.fullmatch(r"[\w.-]{1,64}", bettor):
        raise Refused("bettor-name-invalid", bettor=bettor)


def replayed(evolve: Callable[[Any, Any], State], events: Iterable[Any]) -> State:
    """The round that these events tell of."""
    round: State | None = None
    for event in events:
        round = evolve(round, event)
    if round is None:
        raise Refused("round-without-events")
    return round
