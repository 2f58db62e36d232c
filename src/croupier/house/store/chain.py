"""The chain: every event is tied by its hash to all before it, and the house signs where the chain stands.

An event's hash is SHA-256 of the hash before it and of everything that was kept with the event, postings and receipt
included, each field as its length, a colon and its bytes. So nothing can be changed, taken out or put in between
without breaking the chain, and a signed checkpoint says how long it was at least.
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
    """Where the chain stands."""

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
    """Fields one after the other, so that no two lists of them look the same.

    >>> canonical(["ab", 7, b"c"])
    b'2:ab1:71:c'
    """
    parts: list[bytes] = []
    for field in fields:
        # A byte that is no text, in a damaged record, is still itself.
        data = field if isinstance(field, bytes) else str(field).encode("utf-8", "surrogateescape")
        parts += (b"%d:" % len(data), data)
    return b"".join(parts)


class Signer(Protocol):
    """Whoever has the house's key, or can ask for its signature."""

    @property
    def public(self) -> bytes:
        """What anybody may have, to check signatures with."""

    def sign(self, message: bytes) -> bytes:
        """The house's signature."""


class Checkpoint(msgspec.Struct, frozen=True):
    """The house's word that its chain stood so at that position. It says how the one before it stood, too."""

    position: int
    hash: bytes
    at: int
    previous: int
    """The position of the checkpoint before; 0 for the first."""
    key: bytes
    signature: bytes

    @classmethod
    def at_head(cls, head: Head, previous: int, signer: Signer) -> Self:
        """Signed where the chain stands."""
        signature = signer.sign(_message(head.position, head.hash, head.at, previous))
        return cls(head.position, head.hash, head.at, previous, signer.public, signature)

    @property
    def genuine(self) -> bool:
        """Whether who has that key signed just this."""
        return signed(self.key, self.signature, _message(self.position, self.hash, self.at, self.previous))


def _message(position: int, digest: bytes, at: int, previous: int) -> bytes:
    return b"croupier checkpoint 1\n" + canonical([position, digest, at, previous])
