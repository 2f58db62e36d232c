"""Requests and answers: both are stored under an idempotency key, so that a retry gets the first answer again."""

import hashlib
from collections.abc import Callable
from typing import Self

import msgspec

from croupier.games.round import Role, decode_hook, encode, encode_stored
from croupier.house.store import Receipt, Unavailable
from croupier.refused import Refused
from croupier.words import Sentence

_sorted = msgspec.json.Encoder(order="sorted").encode


def _plain(body: bytes) -> bytes:
    """The canonical JSON of a command, whatever the spacing and key order of its sender.

    >>> _plain(b'{"b": [1, 2],  "a":"x"}'), _plain(b"no command")
    (b'{"a":"x","b":[1,2]}', b'no command')
    """
    try:
        return _sorted(msgspec.json.decode(body))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return body


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A command, its actor and their position; `actor` and `id` together are the idempotency key."""

    id: str
    """Made by the client."""
    actor: str
    """Such as `terminal:T1` or `staff:ann`. A player acts for their own terminal and no other."""
    by: Role
    body: bytes
    """The command as it was sent, in JSON."""
    round: int | None = None
    """The round that it is meant for; required of players, so that no wager ends up in another round."""
    version: int | None = None
    """The expected version of the table (optimistic concurrency), where the command depends on it."""

    @property
    def digest(self) -> bytes:
        """Hash of its content: an id that comes again with another digest was reused."""
        return self._digest(_plain(self.body))

    def _digest(self, body: bytes) -> bytes:
        context = encode([self.by, self.round, self.version])
        return hashlib.sha256(context + b"\n" + body).digest()

    def receipt(self, answer: "Answer", digest: bytes | None = None) -> Receipt:
        """The receipt to be stored: idempotency key, digest and answer."""
        made = digest or self.digest
        # Older records have the digest of the body as sent, not of its canonical form. It is stored too, so that a
        # retry across an upgrade gets the answer that was stored then.
        older = self._digest(self.body)
        return Receipt(self.actor, self.id, made, encode_stored(answer), b"" if older == made else older)

    @property
    def terminal(self) -> str | None:
        """The terminal that it comes from; none for staff."""
        kind, _, name = self.actor.partition(":")
        return name if kind == "terminal" else None


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to a request: that it is done and durable, or why it is refused."""

    done: bool
    version: int | None = None
    """The version of the stream after it."""
    round: int | None = None
    voucher: str | None = None
    approval: str | None = None
    """The id of the request for approval, where a second person has to approve first."""
    reason: Sentence | None = None
    clause: str | None = None
    kind: str | None = None
    """The kind of a refusal that is not by the rules: `overdraft`, `conflict` or `reused`."""

    @classmethod
    def refused(cls, refused: Refused) -> Self:
        """The answer for a refusal."""
        kind = None if type(refused) is Refused else type(refused).__name__.lower()
        return cls(done=False, reason=refused.reason, clause=refused.clause, kind=kind)


class Reply:
    """A future for an answer. It is resolved in the thread that asked, so it needs no lock."""

    __slots__ = ("_answer", "_then", "digest")

    def __init__(self, digest: bytes) -> None:
        self.digest = digest
        """The request's digest."""
        self._answer: Answer | Unavailable | None = None
        self._then: list[Callable[[Reply], None]] = []

    @property
    def done(self) -> bool:
        """Whether it is resolved."""
        return self._answer is not None

    @property
    def failure(self) -> Unavailable | None:
        """The error, where the store was unreachable and the outcome is unknown."""
        return self._answer if isinstance(self._answer, Unavailable) else None

    def result(self) -> Answer:
        """The answer; raises `Unavailable` where the outcome is unknown, and `Refused` before it is resolved."""
        if self._answer is None:
            raise Refused("no-answer-yet")
        if isinstance(self._answer, Unavailable):
            raise self._answer
        return self._answer

    def set(self, answer: Answer | Unavailable) -> None:
        """Resolve the reply and run its callbacks; a second answer, after a timeout, is ignored."""
        if self._answer is not None:
            return
        self._answer = answer
        then, self._then = self._then, []
        for each in then:
            each(self)

    def then(self, do: "Callable[[Reply], None]") -> None:
        """Run a callback when the reply is resolved; at once where it is already."""
        if self._answer is None:
            self._then.append(do)
        else:
            do(self)


read_answer = msgspec.json.Decoder(Answer, dec_hook=decode_hook).decode
