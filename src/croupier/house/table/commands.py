"""The commands that a table takes besides those of its round."""

from typing import Any, Literal, TypeAlias

import msgspec

from croupier.games.families import AnyFamily
from croupier.games.form import MAX_REASON_LETTERS
from croupier.games.round import Command, Role, decode_hook, encode, tag
from croupier.house.configuration import Configuration
from croupier.refused import Refused


class BeginRound(Command, frozen=True, tag="begin-round"):
    """Open bets for the next round; a virtual shoe is shuffled first where that is due."""


class Deal(Command, frozen=True, tag="deal"):
    """Deal the next card: the virtual shoe's, or one that is already out and waits to be dealt."""


class Shuffle(Command, frozen=True, tag="shuffle"):
    """Put a new shoe in use, between two rounds."""


class ShuffleEarly(Command, frozen=True, tag="shuffle-early"):
    """Shuffle a virtual shoe between two rounds although the cutting card has not come, for a stated reason."""

    reason: str


class Configure(Command, frozen=True, tag="configure"):
    """Replace the table's configuration, from its next round on."""

    configuration: Configuration


class ChangeSettings(Command, frozen=True, tag="change-settings"):
    """Change some settings of the table by the keys of a configuration file, from its next round on or later."""

    settings: dict[str, Any]
    since: Literal["round", "shoe", "time"] = "round"
    """Whether they hold from the next round, with the next shoe, or from a set time."""
    at: int = 0
    """That time, in microseconds since 1970."""


class CallOffChange(Command, frozen=True, tag="call-off-change"):
    """Drop the planned change of settings."""

    reason: str


class ApproveGame(Command, frozen=True, tag="approve-game"):
    """Approve that the table plays a variant, by its name and edition: that text of it and no other."""

    game: str


class OpenTable(Command, frozen=True, tag="open-table"):
    """Open a closed table."""


class CloseTable(Command, frozen=True, tag="close-table"):
    """Close the table after this round."""

    reason: str


class PauseTable(Command, frozen=True, tag="pause-table"):
    """Put the table on hold, even in the middle of a round."""

    reason: str


class ResumeTable(Command, frozen=True, tag="resume-table"):
    """End a pause."""


class CallPit(Command, frozen=True, tag="call-pit"):
    """Call the pit to the table."""

    reason: str


class AnswerCall(Command, frozen=True, tag="answer-call"):
    """The pit has dealt with the call."""


class RepairTable(Command, frozen=True, tag="repair-table"):
    """Repair a table that has stopped: its open round is void, and it goes on with another shoe."""

    reason: str


class AmendRound(Command, frozen=True, tag="amend-round"):
    """Amend a finished round of this gaming day by one of the commands that it still takes."""

    round: int
    amendment: msgspec.Raw
    """A command to that round, such as `correct-cards`."""
    reason: str = ""


class GiveTip(Command, frozen=True, tag="give-tip"):
    """A player tips the dealers of the table."""

    bettor: str
    cents: int


class PayOutTips(Command, frozen=True, tag="pay-out-tips"):
    """Pay out the table's tips to its dealers: an amount, or all of them."""

    cents: int | None = None


class SeatPlayer(Command, frozen=True, tag="seat-player"):
    """A player without a terminal buys in at the table; staff choose the name, and may take a box for them."""

    name: str
    cents: int
    box: int | None = None


class BuyInAtTable(Command, frozen=True, tag="buy-in-at-table"):
    """A player without a terminal buys more credits at the table."""

    name: str
    cents: int


class PayOffPlayer(Command, frozen=True, tag="pay-off-player"):
    """A player without a terminal leaves, and all their credits are paid out."""

    name: str


class Approve(Command, frozen=True, tag="approve"):
    """Approve somebody else's request, which is then carried out."""

    approval: str


class RefuseApproval(Command, frozen=True, tag="refuse-approval"):
    """Reject a request for approval, or withdraw one's own."""

    approval: str
    why: str = ""


Own: TypeAlias = (
    BeginRound
    | Deal
    | Shuffle
    | ShuffleEarly
    | Configure
    | ChangeSettings
    | CallOffChange
    | ApproveGame
    | OpenTable
    | CloseTable
    | PauseTable
    | ResumeTable
    | CallPit
    | AnswerCall
    | RepairTable
    | AmendRound
    | GiveTip
    | PayOutTips
    | SeatPlayer
    | BuyInAtTable
    | PayOffPlayer
    | Approve
    | RefuseApproval
)
NEEDS = {
    BeginRound: Role.DEALER,
    Deal: Role.DEALER,
    Shuffle: Role.DEALER,
    # Whoever deals sees every card: nobody at the table shuffles by the count.
    ShuffleEarly: Role.PIT_MANAGER,
    Configure: Role.PIT_MANAGER,
    ChangeSettings: Role.PIT_MANAGER,
    CallOffChange: Role.PIT_MANAGER,
    ApproveGame: Role.PIT_MANAGER,
    OpenTable: Role.PIT_SUPERVISOR,
    CloseTable: Role.PIT_SUPERVISOR,
    PauseTable: Role.PIT_SUPERVISOR,
    ResumeTable: Role.PIT_SUPERVISOR,
    CallPit: Role.DEALER,
    AnswerCall: Role.PIT_SUPERVISOR,
    RepairTable: Role.GAMING_SHIFT_MANAGER,
    # The round itself says for each amendment who may.
    AmendRound: Role.DEALER,
    GiveTip: Role.PLAYER,
    # Who answers for a table answers for its tips, and gets none of them; the cage acts at no table.
    PayOutTips: Role.PIT_MANAGER,
    SeatPlayer: Role.DEALER,
    BuyInAtTable: Role.DEALER,
    PayOffPlayer: Role.DEALER,
    Approve: Role.DEALER,
    RefuseApproval: Role.DEALER,
}
"""The least position for each command; an approver needs the position that the request itself names."""


COMMANDS: dict[str, type[Command]] = {tag(each): each for each in NEEDS}
"""Commands by their tags."""


class _Tagged(msgspec.Struct):
    command: str


_decode_own = msgspec.json.Decoder(Own, dec_hook=decode_hook).decode
_decode_tag = msgspec.json.Decoder(_Tagged).decode


def read(body: bytes, family: AnyFamily | None) -> Command:
    """Decode a command of the table, or of the round of a game's family; refuse an invalid one with the error."""
    try:
        name = _decode_tag(body).command
        if name in COMMANDS:
            own: Command = _decode_own(body)
            _check_words(own)
            return own
        if family is None:
            raise Refused("no-round-begun")
        game: Command = family.decode_command(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("not-a-command", error=error) from None
    return game


def _check_words(command: Command) -> None:
    reason: str = getattr(command, "reason", "") or getattr(command, "why", "")
    if len(reason) > MAX_REASON_LETTERS or not reason.isprintable():
        raise Refused("explanation-not-one-line", most=MAX_REASON_LETTERS)


def made(family: AnyFamily, name: str, **fields: Any) -> Command:
    """A command of a game by its tag and fields."""
    command: Command = family.decode_command(encode({"command": name, **fields}))
    return command
