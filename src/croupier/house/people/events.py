"""What happens with accounts and sessions, and is kept: with what staff do at tables, the log of who did what.

No event holds a password, a PIN, a key or a token. What proves a secret is sealed under the house's key, so that who
reads the log, or takes the store away, has nothing to try guesses against.
"""

from typing import Literal, TypeAlias

import msgspec

from croupier.games.round import encode
from croupier.house.roles import HouseRole
from croupier.house.store.entries import Draft
from croupier.refused import Refused


class PeopleEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that somebody did, or failed to do; who and when stand beside it in the store."""


class AccountCreated(PeopleEvent, frozen=True, tag="account-created"):
    """Somebody of the staff, or a terminal, may sign in from now on."""

    name: str
    role: HouseRole
    proof: bytes
    """What a secret is checked against, sealed."""
    temporary: bool = False
    """Whether the secret is to be changed by its owner before anything else."""
    demo: bool = False
    """Whether it is of a demonstration: where there is none, nobody signs in by it."""


class RoleChanged(PeopleEvent, frozen=True, tag="role-changed"):
    """Somebody holds another position."""

    role: HouseRole
    was: HouseRole


class SecretChanged(PeopleEvent, frozen=True, tag="secret-changed"):
    """There is another password, PIN or key; who was signed in with the one before no longer is."""

    proof: bytes
    temporary: bool = False


class AccountDisabled(PeopleEvent, frozen=True, tag="account-disabled"):
    """Nobody signs in by that name any more, and who had is out at once."""


class AccountExpired(PeopleEvent, frozen=True, tag="account-expired"):
    """A guest of a demonstration has not come back, and the account is closed for good."""


class AccountEnabled(PeopleEvent, frozen=True, tag="account-enabled"):
    """It may be used again."""


class SignedIn(PeopleEvent, frozen=True, tag="signed-in"):
    """Somebody signed in; the session is named by a digest of its token."""

    session: str
    source: str = ""
    """From where."""


class SignInFailed(PeopleEvent, frozen=True, tag="sign-in-failed"):
    """Somebody did not."""

    why: Literal["secret", "locked", "disabled"]
    source: str = ""


class StrangerFailed(PeopleEvent, frozen=True, tag="stranger-failed"):
    """Somebody tried a name that there is not. It is not kept: people type passwords where names belong."""

    source: str = ""


class AccountLocked(PeopleEvent, frozen=True, tag="account-locked"):
    """Too many failures: nobody signs in by that name from there until then."""

    until: int
    source: str | None = None
    """From where; from nowhere that it has not been used from before, where nothing is said."""


class AccountUnlocked(PeopleEvent, frozen=True, tag="account-unlocked"):
    """A higher position let somebody try again."""


class AccountRecovered(PeopleEvent, frozen=True, tag="account-recovered"):
    """On the machine itself somebody was given a password to come in with once: nobody was left who could."""

    proof: bytes
    host: str
    """The machine, and below who was at it, by the name that they have there."""
    by: str


class TablesAssigned(PeopleEvent, frozen=True, tag="tables-assigned"):
    """A Dealer works at these tables from now on, and at no other, where the house assigns them."""

    tables: tuple[str, ...]


class SignedOut(PeopleEvent, frozen=True, tag="signed-out"):
    """A session is over, by its owner's will or another's."""

    session: str


AnyPeopleEvent: TypeAlias = (
    AccountCreated
    | RoleChanged
    | SecretChanged
    | AccountDisabled
    | AccountEnabled
    | AccountExpired
    | SignedIn
    | SignInFailed
    | StrangerFailed
    | AccountLocked
    | AccountUnlocked
    | AccountRecovered
    | TablesAssigned
    | SignedOut
)

_decode = msgspec.json.Decoder(AnyPeopleEvent).decode


def drafted(event: AnyPeopleEvent) -> Draft:
    """An event as it is kept."""
    return Draft(str(event.__struct_config__.tag), encode(event))


def read(body: bytes) -> AnyPeopleEvent:
    """An event as it was kept."""
    try:
        found: AnyPeopleEvent = _decode(body)
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("people-event-unreadable", error=error) from None
    return found
