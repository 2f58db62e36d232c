"""The log of what people did, for display: who, when, what, and those fields of the event that are not secret.

Fields are shown by an allow-list. So no proof of a password, no session token, no card and no order of a shoe leaks,
and a new field stays hidden until it is added here.
"""

from typing import Any

import msgspec

from croupier.house.store import Event

_ROUND_FIELDS = ("clause", "by", "why", "reason", "effect", "said", "kind", "bettor", "box", "wager", "amount")
_APPROVAL_FIELDS = ("id", "subject", "by", "role", "needs", "asked", "what", "why")
VISIBLE_FIELDS: dict[str, tuple[str, ...]] = {
    "house-opened": ("program", "two_people_above", "alone_a_day"),
    "clock-stepped": ("wall", "followed"),
    "account-created": ("name", "role", "temporary"),
    "role-changed": ("role", "was"),
    "secret-changed": ("temporary",),
    "signed-in": ("source",),
    "sign-in-failed": ("why", "source"),
    "stranger-failed": ("source",),
    "account-locked": ("until", "source"),
    "account-recovered": ("host", "by"),
    "shuffled-early": ("shoe", "reason"),
    "tables-assigned": ("tables",),
    "table-configured": ("version",),
    "change-planned": ("settings", "at"),
    "plan-ended": ("why",),
    "game-approved": ("game", "asked", "agreed"),
    "table-closed": ("reason",),
    "table-paused": ("reason",),
    "pit-called": ("reason",),
    "table-repaired": ("reason", "asked", "approved", "round", "clause", "known"),
    "round-begun": ("round", "configuration", "shoe"),
    "round-amended": ("round", "number", "reason", "asked", "agreed"),
    "approval-asked": _APPROVAL_FIELDS,
    "approval-given": _APPROVAL_FIELDS,
    "approval-refused": _APPROVAL_FIELDS,
    "bought-in": ("terminal", "cents", "source", "reference", "corrects"),
    "credit-asked": ("id", "terminal", "cents", "by", "corrects"),
    "credit-agreed": ("id", "by", "role", "asked"),
    "credit-refused": ("id", "by", "role", "why"),
    "cashed-out": ("terminal", "cents", "corrects"),
    "drawer-counted": ("cents", "opens"),
    "player-seated": ("player", "cents", "by"),
    "player-bought-in": ("player", "cents", "by"),
    "player-paid-off": ("player", "cents", "by"),
    "voucher-issued": ("terminal", "cents"),
    "voucher-redeemed": ("terminal", "cents"),
    "voucher-paid": ("cents",),
    "debt-repaid": ("terminal", "cents"),
    "tip-given": ("terminal", "cents"),
    "tips-paid-out": ("cents",),
}
"""Visible fields by kind of event; events of a round show `_ROUND`, any other kind nothing."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log: what somebody did, or what happened to an account."""

    position: int
    at: int
    actor: str
    where: str
    """The stream: an account or a table."""
    version: int
    kind: str
    said: dict[str, Any]


def told(event: Event) -> Act:
    """The log line of an event.

    >>> body = b'{"event":"account-created","name":"ann","role":"dealer","proof":"c2VhbGVk"}'
    >>> told(Event(1, "staff:ann", 1, "account-created", 0, "staff:ruth", body, b"")).said
    {'name': 'ann', 'role': 'dealer'}
    """
    return Act(
        position=event.position,
        at=event.at,
        actor=event.actor,
        where=event.stream,
        version=event.version,
        kind=event.kind,
        said=_visible(event),
    )


def _visible(event: Event) -> dict[str, Any]:
    try:
        body = msgspec.json.decode(event.body)
        in_round = event.kind.startswith("round:")
        fields = _ROUND_FIELDS if in_round else VISIBLE_FIELDS.get(event.kind, ())
        words = body["event"] if in_round else body
        return {field: words[field] for field in fields if field in words}
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError):
        return {}
