"""The values that go into the store and come out of it."""

import hashlib
from typing import Self

import msgspec

from croupier.house.ledger import Posting, check
from croupier.refused import Refused
from croupier.words import Sentence

APPEND_LIMITS = {"text": 200, "body": 1_000_000, "events": 10_000, "postings": 100_000}
"""Most characters of a name, bytes of a body, and events and postings of one append."""
BEGINNING = bytes(32)
"""The hash before the first event, of the chain and of each stream: 32 zero bytes."""
MAX_MICROSECONDS = 10**18
"""Latest time of an event, in microseconds since 1970: some thirty thousand years."""


class Draft(msgspec.Struct, frozen=True):
    """An event to be appended, with the postings that it causes."""

    kind: str
    body: bytes
    postings: tuple[Posting, ...] = ()


class Receipt(msgspec.Struct, frozen=True):
    """The idempotency record of a command: actor, request id, digest of the command, and the answer it got."""

    actor: str
    id: str
    digest: bytes
    answer: bytes
    older: bytes = b""
    """The digest that programs up to 2026 made of the same command, where it differs; not stored."""

    def repeats(self, other: "Receipt") -> bool:
        """Whether this is for the same command as the stored receipt."""
        return other.digest in (self.digest, self.older)

    @classmethod
    def of(cls, actor: str, id: str, command: bytes, answer: bytes) -> Self:
        """The receipt of a command, with the SHA-256 digest of its bytes."""
        return cls(actor, id, hashlib.sha256(command).digest(), answer)


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """Events to append to one stream, atomically."""

    stream: str
    drafts: tuple[Draft, ...]
    at: int
    """Time in microseconds since 1970, by the caller's clock: the store reads none."""
    actor: str
    """Who did it."""
    upon: bytes | int | None = None
    """Optimistic concurrency: the expected end of the stream, as the hash of its last event (`BEGINNING` where it has
    none) or as the `number` of an append still in flight; not checked where None. A version number would not do: other
    events may have taken the place of those that this was decided upon."""
    number: int = 0
    """The caller's number for this append, where later ones name it in `upon` before it is durable; used once."""
    receipt: Receipt | None = None


class Appended(msgspec.Struct, frozen=True):
    """The result of a durable append."""

    version: int
    """The stream's version after it."""
    position: int
    """The global position of its last event; 0, like the version, where it had no events."""
    answer: bytes | None = None
    """The answer of the command's receipt, from now or from the first time."""
    again: bool = False
    """Whether this is a repeated request: the receipt was there already, and nothing was appended."""
    hash: bytes = b""
    """The hash of its last event; empty where it had no events."""


class Event(msgspec.Struct, frozen=True):
    """A stored event."""

    position: int
    stream: str
    version: int
    kind: str
    at: int
    actor: str
    body: bytes
    hash: bytes


class Posted(msgspec.Struct, frozen=True):
    """A posting with the event that caused it."""

    stream: str
    version: int
    position: int
    line: int
    at: int
    posting: Posting


class Conflict(Refused):
    """Optimistic concurrency failed: the stream does not end as the caller expected."""


class Reused(Refused):
    """A request id that was used for a different command."""


UNKNOWN = Sentence("recording-outcome-unknown")
"""The message where no answer came in time. The same request sent again gets the answer to the first."""


class Unavailable(Refused):
    """The store cannot be reached. The append may have been stored or not: read before trying again."""


def check_append(append: Append) -> None:
    """Validate an append before it joins a batch: names, sizes, counts, time and postings."""
    receipt = append.receipt
    texts = [append.stream, append.actor, *(draft.kind for draft in append.drafts)]
    texts += [receipt.actor, receipt.id] if receipt else []
    texts += [text for draft in append.drafts for each in draft.postings for text in (each.source, each.destination)]
    texts += [each.kind for draft in append.drafts for each in draft.postings]
    for text in texts:
        if not 0 < len(text) <= APPEND_LIMITS["text"] or not text.isprintable() or not _encodable(text):
            longest = APPEND_LIMITS["text"]
            raise Refused("store-name-invalid", most=longest, name=text[:50])
    for body in [draft.body for draft in append.drafts] + ([receipt.answer] if receipt else []):
        if len(body) > APPEND_LIMITS["body"]:
            raise Refused("event-too-large", most=APPEND_LIMITS["body"], size=len(body))
    if not append.drafts and not receipt:
        raise Refused("append-empty")
    if len(append.drafts) > APPEND_LIMITS["events"]:
        raise Refused("append-too-many-events", most=APPEND_LIMITS["events"], events=len(append.drafts))
    postings = [posting for draft in append.drafts for posting in draft.postings]
    if len(postings) > APPEND_LIMITS["postings"]:
        raise Refused("append-too-many-postings", most=APPEND_LIMITS["postings"], postings=len(postings))
    if receipt and len(receipt.digest) != 32:
        raise Refused("command-digest-invalid")
    if not 0 <= append.at <= MAX_MICROSECONDS:
        raise Refused("time-invalid", time=append.at)
    for posting in postings:
        check(posting)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
