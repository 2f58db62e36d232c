"""What may be asked of a table besides what may be asked of its round."""

from typing import Any, TypeAlias

import msgspec

from croupier.games.families import AnyFamily
from croupier.games.form import MAX_REASON_LETTERS
from croupier.games.round import Command, Role, decode_hook, encode, tag
from croupier.house.configuration import Configuration
from croupier.refused import Refused


class BeginRound(Command, frozen=True, tag="begin-round"):
    """Open bets for the next round; a virtual shoe is shuffled first where that is due."""


class Deal(Command, frozen=True, tag="deal"):
    """Deal the next card: the virtual shoe's, or one that is out already and waits."""


class Shuffle(Command, frozen=True, tag="shuffle"):
    """A new shoe is in use, between two rounds."""


class ShuffleEarly(Command, frozen=True, tag="shuffle-early"):
    """Shuffle a virtual shoe between two rounds although the cutting card has not come, and say why."""

    reason: str


class Configure(Command, frozen=True, tag="configure"):
    """Set the table up otherwise, from its next round on."""

    configuration: Configuration


class ChangeSettings(Command, frozen=True, tag="change-settings"):
    """Set some things about the table otherwise, from its next round on, in the words of a configuration file."""

    settings: dict[str, Any]


class OpenTable(Command, frozen=True, tag="open-table"):
    """Play again."""


class CloseTable(Command, frozen=True, tag="close-table"):
    """Play no round after this one."""

    reason: str


class PauseTable(Command, frozen=True, tag="pause-table"):
    """Stand still, in the middle of a round too."""

    reason: str


class ResumeTable(Command, frozen=True, tag="resume-table"):
    """Go on."""


class CallPit(Command, frozen=True, tag="call-pit"):
    """Have somebody of the pit come to the table."""

    reason: str


class AnswerCall(Command, frozen=True, tag="answer-call"):
    """The pit has seen to what it was called for."""


class RepairTable(Command, frozen=True, tag="repair-table"):
    """Put a table back to work that has stopped: its open round is void, and it goes on with another shoe."""

    reason: str


class AmendRound(Command, frozen=True, tag="amend-round"):
    """Put a round right that is over, the last one or an earlier one of this gaming day, by what it offers itself."""

    round: int
    amendment: msgspec.Raw
    """A command to that round, such as `correct-cards`."""
    reason: str = ""


class GiveTip(Command, frozen=True, tag="give-tip"):
    """A player gives so much to those who deal at the table."""

    bettor: str
    cents: int


class PayOutTips(Command, frozen=True, tag="pay-out-tips"):
    """Hand those who dealt the tips of the table: so much, or all there is."""

    cents: int | None = None


class SeatPlayer(Command, frozen=True, tag="seat-player"):
    """A player without a terminal comes to the table with so much money; staff choose the name, and may take a box."""

    name: str
    cents: int
    box: int | None = None


class BuyInAtTable(Command, frozen=True, tag="buy-in-at-table"):
    """A player without a terminal buys more credits at the table."""

    name: str
    cents: int


class PayOffPlayer(Command, frozen=True, tag="pay-off-player"):
    """A player without a terminal leaves, and is paid all credits that are left."""

    name: str


class Approve(Command, frozen=True, tag="approve"):
    """Agree to what somebody else has asked for: it is done then."""

    approval: str


class RefuseApproval(Command, frozen=True, tag="refuse-approval"):
    """Do not agree to it; or do not want it any more, where one has asked oneself."""

    approval: str
    why: str = ""


Own: TypeAlias = (
    BeginRound
    | Deal
    | Shuffle
    | ShuffleEarly
    | Configure
    | ChangeSettings
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
"""Who may at least; of those who agree, what is agreed to asks for more."""


COMMANDS: dict[str, type[Command]] = {tag(each): each for each in NEEDS}
"""By the names under which they travel."""


class _Tagged(msgspec.Struct):
    command: str


_decode_own = msgspec.json.Decoder(Own, dec_hook=decode_hook).decode
_decode_tag = msgspec.json.Decoder(_Tagged).decode


def read(body: bytes, family: AnyFamily | None) -> Command:
    """A command as it was sent; what makes no sense is refused, with what is wrong about it."""
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
    said: str = getattr(command, "reason", "") or getattr(command, "why", "")
    if len(said) > MAX_REASON_LETTERS or not said.isprintable():
        raise Refused("explanation-not-one-line", most=MAX_REASON_LETTERS)


def made(family: AnyFamily, name: str, **fields: Any) -> Command:
    """A command of the game by its name."""
    command: Command = family.decode_command(encode({"command": name, **fields}))
    return command
