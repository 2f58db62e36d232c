"""The writer in a process of its own: batches go to it, what became of them comes back.

The process has no key: where the chain is to be signed, it asks. It ends with the one that began it, whatever that one
ends by, so that nobody writes for a house that is not there any more. Where it ends itself, nobody knows what became of
the batch that it had, which is what `Unavailable` says, and another is begun.
"""

import contextlib
import logging
import subprocess
import sys
import threading
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import TypeAlias

import msgspec

from croupier.house.ledger import Overdraft
from croupier.house.store.chain import Signer
from croupier.house.store.committing import AppendOutcome, Rejected
from croupier.house.store.entries import UNKNOWN, Append, Appended, Conflict, Reused, Unavailable
from croupier.house.store.leasing import Held, Holder, Superseded
from croupier.refused import Refused
from croupier.words import Sentence, encode_by_code, sentence_from

_KINDS = (Refused, Overdraft, Conflict, Reused, Unavailable, Rejected, Held, Superseded)
REFUSALS = {each.__name__: each for each in _KINDS}
"""What an append may fail by."""
Failed: TypeAlias = tuple[str, Sentence, str | None]
"""Which of them it was, the reason and the clause."""

EXIT_TIMEOUT_SECONDS = 10.0
"""Seconds that the process has to end, once nobody speaks to it any more."""

_log = logging.getLogger(__name__)


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first thing said: where the database is. A URL may hold a password, so it is not on the command line."""

    url: str
    public: bytes
    every: int
    patience: float
    holder: Holder
    fence: int | None
    """The lease that another process had for the same house."""


class Commit(msgspec.Struct, frozen=True, tag="commit"):
    """Make this durable."""

    batch: list[Append]


class Close(msgspec.Struct, frozen=True, tag="close"):
    """Sign where the chain stands, and end."""


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """The store is open, by that lease; or why it is not."""

    fence: int | None = None
    failed: Failed | None = None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What became of each append of a batch."""

    outcomes: list[Appended | Failed]


class Sign(msgspec.Struct, frozen=True, tag="sign"):
    """The house's signature is wanted."""

    message: bytes


WriterRequest: TypeAlias = Begin | Commit | Close
WriterReply: TypeAlias = Begun | Done | Sign
encode = msgspec.msgpack.Encoder(enc_hook=encode_by_code).encode
decode_request = msgspec.msgpack.Decoder(WriterRequest).decode
_decode_reply = msgspec.msgpack.Decoder(WriterReply, dec_hook=lambda _, kept: sentence_from(kept)).decode


class RemoteWriter:
    """The process, as the one sees it that has it write. It ends with the thread that has opened it."""

    def __init__(self, url: str, signer: Signer, every: int, patience: float, holder: Holder) -> None:
        self._begin = Begin(url, signer.public, every, patience, holder, None)
        self._signer = signer
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._killed = threading.Event()

    @property
    def pid(self) -> int | None:
        """Which process it is."""
        return self._process.pid if self._process else None

    def open(self) -> None:
        """Have it take the lease of the store."""
        try:
            self._began()
        except (EOFError, OSError) as error:
            self._end()
            raise Unavailable("writer-ended-with-error", error=error) from None

    def commit(self, batch: list[Append]) -> list[AppendOutcome]:
        """Have a batch committed."""
        if self._killed.is_set():
            return [Unavailable(UNKNOWN)] * len(batch)
        try:
            done = self._ask(Commit(batch))
        except Refused as refused:
            return [refused] * len(batch)
        except (EOFError, OSError) as error:
            self._end()
            if self._killed.is_set():
                return [Unavailable(UNKNOWN)] * len(batch)
            _log.warning("the process that writes has ended, and is begun anew: %s", str(error) or type(error).__name__)
            return [Unavailable("writer-ended")] * len(batch)
        return [each if isinstance(each, Appended) else _refusal(*each) for each in done.outcomes]

    def close(self) -> None:
        """Have it sign where the chain stands, and end."""
        if self._line is not None and not self._killed.is_set():
            with contextlib.suppress(EOFError, OSError):
                self._ask(Close())
        self._end()

    def kill(self) -> None:
        """End it, whatever it is at, for good; from another thread than the one that waits for it, which then goes on.

        What it has committed is kept, and what it has not is not: a transaction is there whole or not at all.
        """
        self._killed.set()
        if (process := self._process) is not None:
            process.kill()

    def _ask(self, asked: Commit | Close) -> Done:
        line = self._line or self._began()
        line.send_bytes(encode(asked))
        told: WriterReply = _decode_reply(line.recv_bytes())
        while isinstance(told, Sign):
            line.send_bytes(self._signer.sign(told.message))
            told = _decode_reply(line.recv_bytes())
        assert isinstance(told, Done)
        return told

    def _began(self) -> Connection:
        self._line, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-m", "croupier.house.store.process", str(theirs.fileno())]
            quiet = subprocess.DEVNULL
            # In a group of its own: Ctrl-C at a terminal is for the house alone, which has this one close in order.
            self._process = subprocess.Popen(
                command, stdin=quiet, stdout=quiet, pass_fds=[theirs.fileno()], process_group=0
            )
        if self._killed.is_set():
            self._process.kill()
        self._line.send_bytes(encode(self._begin))
        told = _decode_reply(self._line.recv_bytes())
        assert isinstance(told, Begun)
        if told.failed is not None:
            self._end()
            raise _refusal(*told.failed)
        # Should it end, another goes on by the same lease, if nobody has taken the store over meanwhile.
        self._begin = msgspec.structs.replace(self._begin, fence=told.fence)
        return self._line

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
        if (process := self._process) is not None:
            try:
                process.wait(EXIT_TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()  # it stands still, or its database does
                process.wait()
        self._line = self._process = None


def _refusal(kind: str, reason: Sentence, clause: str | None) -> Refused:
    return REFUSALS[kind](reason, clause)
