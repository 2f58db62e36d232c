"""The hash chain: every event's hash covers all events before it, and the house signs checkpoints of its head.

An event's hash is SHA-256 of the hash before it and of everything stored with the event, postings and receipt
included, each field as its length, a colon and its bytes. So nothing can be changed, removed or inserted without
breaking the chain, and a signed checkpoint proves how long the chain was at least.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol, Self

import msgspec

from croupier.house.keys import signed
from croupier.house.ledger import Posting
from croupier.house.store.entries import BEGINNING as BEGINNING
from croupier.house.store.entries import Receipt


class Head(msgspec.Struct, frozen=True):
    """The head of the chain: position, hash and time (microseconds since 1970) of the last event."""

    position: int = 0
    hash: bytes = BEGINNING
    at: int = 0


def link(
    before: bytes,
    position: int,
    stream: str,
    version: int,
    kind: str,
    at: int,
    actor: str,
    body: bytes,
    postings: Sequence[Posting] = (),
    receipts: Sequence[Receipt] = (),
) -> bytes:
    """The hash of an event, given the hash before it.

    >>> link(BEGINNING, 1, "table:B1", 1, "opened", 0, "staff:ann", b"{}").hex()[:16]
    '63a5a4bf8e94a5ef'
    """
    fields: list[bytes | str | int] = [position, stream, version, kind, at, actor, body, len(postings)]
    for posting in postings:
        fields += (posting.source, posting.destination, posting.cents, posting.kind)
    fields.append(len(receipts))
    for receipt in receipts:
        fields += (receipt.actor, receipt.id, receipt.digest, receipt.answer)
    return hashlib.sha256(b"croupier event 1\n" + before + canonical(fields)).digest()


def canonical(fields: Iterable[bytes | str | int]) -> bytes:
    """Length-prefixed concatenation of the fields: no two different lists encode to the same bytes.

    >>> canonical(["ab", 7, b"c"])
    b'2:ab1:71:c'
    """
    parts: list[bytes] = []
    for field in fields:
        # Bytes of a damaged record that are not UTF-8 are hashed as they are.
        data = field if isinstance(field, bytes) else str(field).encode("utf-8", "surrogateescape")
        parts += (b"%d:" % len(data), data)
    return b"".join(parts)


class Signer(Protocol):
    """Signs with the house's key, in this process or by asking another one."""

    @property
    def public(self) -> bytes:
        """The public key, 32 bytes (Ed25519)."""

    def sign(self, message: bytes) -> bytes:
        """The house's Ed25519 signature of the message, 64 bytes."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A signed chain head. `previous` links checkpoints, so that a missing one is noticed."""

    position: int
    hash: bytes
    at: int
    previous: int
    """The position of the checkpoint before; 0 for the first."""
    key: bytes
    signature: bytes

    @classmethod
    def at_head(cls, head: Head, previous: int, signer: Signer) -> Self:
        """Sign the head of the chain."""
        signature = signer.sign(_message(head.position, head.hash, head.at, previous))
        return cls(head.position, head.hash, head.at, previous, signer.public, signature)

    @property
    def genuine(self) -> bool:
        """Whether the signature is valid for `key` and these fields."""
        return signed(self.key, self.signature, _message(self.position, self.hash, self.at, self.previous))


def _message(position: int, digest: bytes, at: int, previous: int) -> bytes:
    return b"croupier checkpoint 1\n" + canonical([position, digest, at, previous])
