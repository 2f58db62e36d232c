"""Amending a finished round: read again from its events, decided by its own rules, and stored as one further event.

Nothing is edited. The table may be in the middle of another round, which goes on undisturbed: the amendment applies to
the round that it names, and its postings are the difference between everybody's net before and after.
"""

from collections import Counter
from collections.abc import Callable
from typing import Protocol

import msgspec

from croupier.cards import Card
from croupier.games.families import AnyFamily
from croupier.games.family import Round
from croupier.games.irregularity import answers, from_virtual_shoe, once_next_began
from croupier.games.round import OVER, Command, Event, Expected, Phase, Role, carries_cards, check_position, encode
from croupier.house import events as house
from croupier.house.ledger import Posting, covered
from croupier.house.rounds import bettors_concerned, differs, reread_cards
from croupier.house.stakes import difference
from croupier.house.table import commands as c
from croupier.house.table.shoes import drawn
from croupier.house.table.state import Placed, State
from croupier.refused import Refused
from croupier.words import Sentence


class Earlier(msgspec.Struct, frozen=True, kw_only=True):
    """A round of a table as it stands now, appends in flight included."""

    number: int
    round: Round
    family: AnyFamily
    shoe: str
    """The name of its shoe."""
    virtual: bool
    """Whether that was a virtual shoe, whose cards are not read by anybody."""
    ended: int | None
    """When it was first over, in microseconds since 1970; none while it is played."""
    last: int
    """The version of its latest event."""
    amendments: int
    """How often it was amended so far."""


class Archive(Protocol):
    """Read access to a table's own earlier rounds."""

    def recall(self, number: int) -> Earlier:
        """A round as it stands."""

    def check_day(self, ended: int) -> None:
        """Refuse to amend a round that ended then, where its gaming day is over."""


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """What an amendment does, worked out before it is stored."""

    earlier: Earlier
    command: Command
    expected: Expected
    events: tuple[Event, ...]
    after: Round
    changes: bool
    """Whether it changes any card, wager or result; otherwise it is a mere note."""
    seen: tuple[Card, ...]
    unseen: tuple[Card, ...]

    @property
    def before(self) -> Round:
        """The round before the amendment."""
        return self.earlier.round

    @property
    def second(self) -> Role | None:
        """The least position of the approver; none for a mere note."""
        return second_person(self.before, self.after)

    def postings(self, table: str, held: Callable[[str], int]) -> tuple[Posting, ...]:
        """Its postings; where a terminal lacks credits for them, the house advances the rest, which is then owed."""
        return covered(difference(table, self.earlier.number, self.before, self.after), held)

    def event(self, asked: house.Signature, agreed: house.Signature | None, reason: str) -> house.RoundAmended:
        """The event to be stored."""
        earlier = self.earlier
        return house.RoundAmended(
            round=earlier.number,
            number=earlier.amendments + 1,
            after=earlier.last,
            events=tuple(msgspec.Raw(encode(each)) for each in self.events),
            asked=asked,
            agreed=agreed,
            reason=reason,
            shoe=earlier.shoe,
            seen=self.seen,
            unseen=self.unseen,
            told=bettors_concerned(self.before, self.after),
        )


def second_person(before: Round, after: Round) -> Role | None:
    """The least position of the approver of an amendment; none where it changes nothing."""
    if not differs(before, after):
        return None
    return Role.PIT_MANAGER if after.phase is Phase.VOID else Role.PIT_SUPERVISOR


def offers(state: State, earlier: Earlier) -> list[Expected]:
    """The commands that a finished round still takes."""
    if earlier.round.phase not in OVER:
        raise Refused("round-not-over", round=earlier.number)
    expected = earlier.family.expects(earlier.round)
    if earlier.virtual:
        expected = from_virtual_shoe(expected, earlier.family.commands)
    return once_next_began(expected) if earlier.number < state.number else expected


def amendment(state: State, archive: Archive, number: int, body: bytes, by: Role, *, least: bool = False) -> Amendment:
    """Decide a command to a finished round, or refuse it.

    With `least`, decide as if by the least position that may give the command, where `by` is lower.
    """
    earlier = recalled(state, archive, number)
    command = read(earlier, body)
    if "terms" in command.__struct_fields__:
        raise Refused("finished-round-not-begun-again")
    if carries_cards(type(command)) and earlier.virtual:
        raise Refused("virtual-shoe-cards-not-entered")
    expected = next((each for each in offers(state, earlier) if answers(each, command)), None)
    if expected is not None and least and not by.may_act_as(expected.by):
        by = expected.by
    if expected is not None:
        check_position(expected.by, by, expected.clause)
    events = list(earlier.family.decide(earlier.round, command, by))
    if expected is None or not events:
        raise Refused("not-done-to-finished-round")
    after = _evolved(earlier, earlier.round, events)
    if after.phase is Phase.COMPLETE:
        # Corrected cards are settled at once: nothing else can follow.
        more = earlier.family.decide(after, c.made(earlier.family, "settle"), by)
        events, after = [*events, *more], _evolved(earlier, after, more)
    if after.phase not in OVER:
        raise Refused("round-incomplete-by-cards", "R-20")
    seen, unseen = ((), ()) if earlier.virtual else reread_cards(earlier.round, after)
    amended = Amendment(
        earlier=earlier,
        command=command,
        expected=expected,
        events=tuple(events),
        after=after,
        changes=differs(earlier.round, after),
        seen=seen,
        unseen=unseen,
    )
    _check_exists(state, amended)
    return amended


def recalled(state: State, archive: Archive, number: int) -> Earlier:
    """A finished round of the current gaming day; any other is refused."""
    if not 1 <= number <= state.number:
        raise Refused("round-not-played", table=state.name, round=number)
    earlier = archive.recall(number)
    if earlier.ended is None:
        raise Refused("round-not-over", round=number)
    archive.check_day(earlier.ended)
    return earlier


def read(earlier: Earlier, body: bytes) -> Command:
    """Decode a command to a round."""
    try:
        command: Command = earlier.family.decode_command(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("not-a-command", error=error) from None
    return command


def _evolved(earlier: Earlier, round: Round, events: list[Event]) -> Round:
    for event in events:
        round = earlier.family.evolve(round, event)
    return round


def _check_exists(state: State, amended: Amendment) -> None:
    """Refuse a card of which all copies in the shoe on the table have come out in the rounds since its shuffle."""
    shoe = state.shoe
    if not isinstance(shoe, Placed) or shoe.name != amended.earlier.shoe:
        return
    playing = drawn(state.round) if state.round is not None and state.number > shoe.after else ()
    gone = Counter((*shoe.seen, *playing)) - Counter(amended.unseen)
    terms = amended.after.terms
    for card, more in Counter(amended.seen).items():
        most = terms.decks if card in terms.rules.deck.cards else 0
        if gone[card] + more > most:
            why = Sentence("copies-already-out", count=gone[card]) if most else Sentence("card-not-in-decks")
            raise Refused("no-further-copy-of-card", terms.rules.clause("2.1"), decks=shoe.decks, card=card, why=why)
