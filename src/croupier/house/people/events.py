"""The stored events of accounts and sessions: together with the events of tables, the log of who did what.

No event holds a password, a PIN, a key or a token. The proof of a secret is encrypted with the house's key, so that a
stolen log or store gives nothing to test guesses against.
"""

from typing import Literal, TypeAlias

import msgspec

from croupier.games.round import encode
from croupier.house.roles import HouseRole
from croupier.house.store.entries import Draft
from croupier.refused import Refused


class PeopleEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of the events; actor and time are fields of the stored event."""


class AccountCreated(PeopleEvent, frozen=True, tag="account-created"):
    """An account was created for a member of staff or a terminal."""

    name: str
    role: HouseRole
    proof: bytes
    """The proof that a secret is checked against, sealed."""
    temporary: bool = False
    """Whether the owner must change the secret before anything else."""
    demo: bool = False
    """Whether it is a demo account: only a demonstration lets it sign in."""


class RoleChanged(PeopleEvent, frozen=True, tag="role-changed"):
    """The account's role was changed."""

    role: HouseRole
    was: HouseRole


class SecretChanged(PeopleEvent, frozen=True, tag="secret-changed"):
    """The password, PIN or key was changed, which ends all sessions."""

    proof: bytes
    temporary: bool = False


class AccountDisabled(PeopleEvent, frozen=True, tag="account-disabled"):
    """The account was suspended, which ends all sessions."""


class AccountExpired(PeopleEvent, frozen=True, tag="account-expired"):
    """The account of a demo guest who did not come back was closed for good."""


class AccountEnabled(PeopleEvent, frozen=True, tag="account-enabled"):
    """A suspended account was enabled again."""


class SignedIn(PeopleEvent, frozen=True, tag="signed-in"):
    """Somebody signed in; the session's name is the digest of its token."""

    session: str
    source: str = ""
    """The client's address."""


class SignInFailed(PeopleEvent, frozen=True, tag="sign-in-failed"):
    """A sign-in was refused."""

    why: Literal["secret", "locked", "disabled"]
    source: str = ""


class StrangerFailed(PeopleEvent, frozen=True, tag="stranger-failed"):
    """A sign-in with an unknown name. The name is not stored: people type passwords into that field."""

    source: str = ""


class AccountLocked(PeopleEvent, frozen=True, tag="account-locked"):
    """Too many failures: sign-in from that place is locked until then."""

    until: int
    source: str | None = None
    """The client's address; None locks all unknown places."""


class AccountUnlocked(PeopleEvent, frozen=True, tag="account-unlocked"):
    """The locks were lifted by a higher position."""


class AccountRecovered(PeopleEvent, frozen=True, tag="account-recovered"):
    """A temporary password was set on the server itself, for a house that nobody could sign in to any more."""

    proof: bytes
    host: str
    """The machine; `by` is the operating system's user name there."""
    by: str


class TablesAssigned(PeopleEvent, frozen=True, tag="tables-assigned"):
    """A Dealer was assigned to these tables alone."""

    tables: tuple[str, ...]


class SignedOut(PeopleEvent, frozen=True, tag="signed-out"):
    """A session ended: signed out, expired or revoked."""

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
    """Encode an event for the store."""
    return Draft(str(event.__struct_config__.tag), encode(event))


def read(body: bytes) -> AnyPeopleEvent:
    """Decode a stored event."""
    try:
        event: AnyPeopleEvent = _decode(body)
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("people-event-unreadable", error=error) from None
    return event
