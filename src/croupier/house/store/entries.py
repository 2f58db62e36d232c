"""What goes into the store and what comes out of it."""

import hashlib
from typing import Self

import msgspec

from croupier.house.ledger import Posting, check
from croupier.refused import Refused
from croupier.words import Sentence

APPEND_LIMITS = {"text": 200, "body": 1_000_000, "events": 10_000, "postings": 100_000}
"""A limit on everything."""
BEGINNING = bytes(32)
"""The hash that comes before the first event, of all and of a stream."""
MAX_MICROSECONDS = 10**18
"""No event is later than that since 1970: some thirty thousand years."""


class Draft(msgspec.Struct, frozen=True):
    """An event that is to be kept, and what it moves."""

    kind: str
    body: bytes
    postings: tuple[Posting, ...] = ()


class Receipt(msgspec.Struct, frozen=True):
    """Who asked for what under which id of their own making, and what they were told."""

    actor: str
    id: str
    digest: bytes
    answer: bytes
    older: bytes = b""
    """The digest that programs up to 2026 have made of the same command, where it is another; it is not kept."""

    def repeats(self, other: "Receipt") -> bool:
        """Whether this is for the same command as one that was kept."""
        return other.digest in (self.digest, self.older)

    @classmethod
    def of(cls, actor: str, id: str, command: bytes, answer: bytes) -> Self:
        """The receipt of a command."""
        return cls(actor, id, hashlib.sha256(command).digest(), answer)


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be appended to a stream, all of it or nothing."""

    stream: str
    drafts: tuple[Draft, ...]
    at: int
    """When, in microseconds since 1970: the caller's clock, for the store has none."""
    actor: str
    """Who did it."""
    upon: bytes | int | None = None
    """What the stream must end with, where it matters: the hash of its last event (`BEGINNING` where it has none), or
    the `number` of an append that is still under way. How many events there are would not do: others may have come
    in place of those that this was decided upon."""
    number: int = 0
    """The caller's own number for it, where another is decided upon it before it is durable; each is used once."""
    receipt: Receipt | None = None


class Appended(msgspec.Struct, frozen=True):
    """What has been kept, for ever."""

    version: int
    """The stream's version now."""
    position: int
    """Where the last of it stands among everything there is; nought, like the version, where no event was kept."""
    answer: bytes | None = None
    """What the command was told, now or the first time."""
    again: bool = False
    """Whether the same command had been kept before, so that nothing was done."""
    hash: bytes = b""
    """The hash of the last of it; nothing where no event was kept."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as it was kept."""

    position: int
    stream: str
    version: int
    kind: str
    at: int
    actor: str
    body: bytes
    hash: bytes


class Posted(msgspec.Struct, frozen=True):
    """A posting with the event that it comes from."""

    stream: str
    version: int
    position: int
    line: int
    at: int
    posting: Posting


class Conflict(Refused):
    """The stream has moved on since the caller looked."""


class Reused(Refused):
    """An id that stands for another command already."""


UNKNOWN = Sentence("recording-outcome-unknown")
"""What is said where no answer came in time. The same command sent again gets the answer to the first."""


class Unavailable(Refused):
    """The store cannot be reached. What was to be appended may have been kept or not: read before trying again."""


def check_append(append: Append) -> None:
    """Refuse what no store could keep faithfully, before it troubles anybody else."""
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
