"""What is asked of the house, and what is answered: both are kept, so that the same question gets the same answer."""

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
    """A command written in one way only, however its sender has spaced and ordered it.

    >>> _plain(b'{"b": [1, 2],  "a":"x"}'), _plain(b"no command")
    (b'{"a":"x","b":[1,2]}', b'no command')
    """
    try:
        return _sorted(msgspec.json.decode(body))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return body


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A command with who gives it, in which position, and under which id of their own making."""

    id: str
    actor: str
    """Who: `terminal:T1`, or `staff:ann`. A player acts for their own terminal and no other."""
    by: Role
    body: bytes
    """The command as it was sent."""
    round: int | None = None
    """The round that it is meant for; a player always says it, so that no wager ends up in another round."""
    version: int | None = None
    """What the table was seen at, where the command is meant for that very moment."""

    @property
    def digest(self) -> bytes:
        """What tells it from every other request."""
        return self._digest(_plain(self.body))

    def _digest(self, body: bytes) -> bytes:
        said = encode([self.by, self.round, self.version])
        return hashlib.sha256(said + b"\n" + body).digest()

    def receipt(self, answer: "Answer", digest: bytes | None = None) -> Receipt:
        """What is kept of it."""
        made = digest or self.digest
        # Older records have the digest of how a command was written, not of what it says. Whoever sends the very same
        # again across an upgrade gets the answer that was kept then.
        older = self._digest(self.body)
        return Receipt(self.actor, self.id, made, encode_stored(answer), b"" if older == made else older)

    @property
    def terminal(self) -> str | None:
        """The terminal that it comes from."""
        kind, _, name = self.actor.partition(":")
        return name if kind == "terminal" else None


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is told: that it is done and kept, or why not."""

    done: bool
    version: int | None = None
    """The stream's version with it."""
    round: int | None = None
    voucher: str | None = None
    approval: str | None = None
    """What it waits for, where a second person has to agree first."""
    reason: Sentence | None = None
    clause: str | None = None
    kind: str | None = None
    """Which kind of refusal it is, where it is not one by the rules: `overdraft`, `conflict` or `reused`."""

    @classmethod
    def refused(cls, refused: Refused) -> Self:
        """Why nothing was done."""
        kind = None if type(refused) is Refused else type(refused).__name__.lower()
        return cls(done=False, reason=refused.reason, clause=refused.clause, kind=kind)


class Reply:
    """The answer that is to come. It comes in the thread that asked, so it needs no lock."""

    __slots__ = ("_answer", "_then", "digest")

    def __init__(self, digest: bytes) -> None:
        self.digest = digest
        """The request's."""
        self._answer: Answer | Unavailable | None = None
        self._then: list[Callable[[Reply], None]] = []

    @property
    def done(self) -> bool:
        """Whether it has come."""
        return self._answer is not None

    @property
    def failure(self) -> Unavailable | None:
        """Why nobody knows what came of it, where that is so."""
        return self._answer if isinstance(self._answer, Unavailable) else None

    def result(self) -> Answer:
        """The answer."""
        if self._answer is None:
            raise Refused("no-answer-yet")
        if isinstance(self._answer, Unavailable):
            raise self._answer
        return self._answer

    def set(self, answer: Answer | Unavailable) -> None:
        """It has come; what comes later, after nobody would wait any longer, changes nothing."""
        if self._answer is not None:
            return
        self._answer = answer
        then, self._then = self._then, []
        for each in then:
            each(self)

    def then(self, do: "Callable[[Reply], None]") -> None:
        """Do this when it has come."""
        if self._answer is None:
            self._then.append(do)
        else:
            do(self)


read_answer = msgspec.json.Decoder(Answer, dec_hook=decode_hook).decode
