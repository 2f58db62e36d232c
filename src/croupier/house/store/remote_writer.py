"""The writer in a separate process: sends it batches, and receives their outcomes.

The process has no key: it asks for signatures. It dies with its parent, however that ends, so that nothing writes for a
house that is gone. Where it crashes, the outcome of its current batch is unknown, which `Unavailable` says, and a new
process is started.
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
from croupier.house.store.chain import Head, Signer
from croupier.house.store.entries import UNKNOWN, Append, Appended, Conflict, Reused, Unavailable
from croupier.house.store.lease import Behind, Held, Holder, Superseded
from croupier.house.store.writer import AppendOutcome, Rejected, head_after
from croupier.refused import Refused
from croupier.words import Sentence, encode_by_code, sentence_from

_KINDS = (Refused, Overdraft, Conflict, Reused, Unavailable, Rejected, Held, Superseded, Behind)
REFUSALS = {each.__name__: each for each in _KINDS}
"""The errors an append may fail with, by class name."""
Failed: TypeAlias = tuple[str, Sentence, str | None]
"""An error on the wire: class name, reason and clause."""

EXIT_TIMEOUT_SECONDS = 10.0
"""Seconds the process has to exit once its pipe is closed; then it is killed."""

_log = logging.getLogger(__name__)


class OpenRequest(msgspec.Struct, frozen=True, tag="begin"):
    """The first request: where the database is. A URL may contain a password, so it is not on the command line."""

    url: str
    public: bytes
    every: int
    patience: float
    holder: Holder
    fence: int | None
    """The fence of the lease to resume, where an earlier process of the same house acquired one."""
    seen: Head
    seizes: bool


class CommitRequest(msgspec.Struct, frozen=True, tag="commit"):
    """Request: commit this batch."""

    batch: list[Append]


class BeatRequest(msgspec.Struct, frozen=True, tag="beat"):
    """Request: show that the lease's holder lives."""


class CloseRequest(msgspec.Struct, frozen=True, tag="close"):
    """Request: sign a last checkpoint, and exit."""


class OpenReply(msgspec.Struct, frozen=True, tag="begun"):
    """Reply to `OpenRequest`: the fence of the lease, or the error."""

    fence: int | None = None
    failed: Failed | None = None


class CommitReply(msgspec.Struct, frozen=True, tag="done"):
    """Reply to the other requests: the outcome of each append; for `BeatRequest`, what failed."""

    outcomes: list[Appended | Failed]


class SignRequest(msgspec.Struct, frozen=True, tag="sign"):
    """Request from the writer to the house: sign this message."""

    message: bytes


WriterRequest: TypeAlias = OpenRequest | CommitRequest | BeatRequest | CloseRequest
WriterReply: TypeAlias = OpenReply | CommitReply | SignRequest
encode = msgspec.msgpack.Encoder(enc_hook=encode_by_code).encode
decode_request = msgspec.msgpack.Decoder(WriterRequest).decode
_decode_reply = msgspec.msgpack.Decoder(WriterReply, dec_hook=lambda _, kept: sentence_from(kept)).decode


class RemoteWriter:
    """The client of the writer process, which ends with the thread that opened it."""

    def __init__(
        self,
        url: str,
        signer: Signer,
        every: int,
        patience: float,
        holder: Holder,
        seen: Head | None = None,
        *,
        seizes: bool = False,
    ) -> None:
        self._open_request = OpenRequest(url, signer.public, every, patience, holder, None, seen or Head(), seizes)
        self._signer = signer
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._killed = threading.Event()
        self._fell_silent = False
        """Whether the last beat found that the process has ended."""

    @property
    def pid(self) -> int | None:
        """The id of the writer process; None while there is none."""
        return self._process.pid if self._process else None

    def open(self) -> None:
        """Start the process and have it acquire the store's lease."""
        try:
            self._start()
        except (EOFError, OSError) as error:
            self._end()
            raise Unavailable("writer-ended-with-error", error=error) from None

    def commit(self, batch: list[Append]) -> list[AppendOutcome]:
        """Commit a batch; one outcome per append. Starts a new process where the old one has crashed."""
        if self._killed.is_set():
            return [Unavailable(UNKNOWN)] * len(batch)
        try:
            reply = self._ask(CommitRequest(batch))
        except Refused as refused:
            return [refused] * len(batch)
        except (EOFError, OSError) as error:
            self._end()
            if self._killed.is_set():
                return [Unavailable(UNKNOWN)] * len(batch)
            _log.warning("the process that writes has ended, and is begun anew: %s", str(error) or type(error).__name__)
            return [Unavailable("writer-ended")] * len(batch)
        outcomes: list[AppendOutcome] = [
            each if isinstance(each, Appended) else _refusal(*each) for each in reply.outcomes
        ]
        if seen := head_after(batch, outcomes):
            self._open_request = msgspec.structs.replace(self._open_request, seen=seen)
        return outcomes

    def beat(self) -> Unavailable | None:
        """Have the process show that the lease's holder lives; what is wrong otherwise."""
        if self._killed.is_set():
            return Unavailable(UNKNOWN)
        try:
            outcomes = self._ask(BeatRequest()).outcomes
        except Unavailable as unavailable:
            return unavailable
        except (EOFError, OSError) as error:
            # The next append says so, and starts another process; where none comes, the next beat does.
            if self._fell_silent:
                self._end()
            self._fell_silent = not self._fell_silent
            return Unavailable("writer-ended-with-error", error=error)
        failures = [_refusal(*each) for each in outcomes if not isinstance(each, Appended)]
        return next((each for each in failures if isinstance(each, Unavailable)), None)

    def close(self) -> None:
        """Have the process sign a last checkpoint, and exit."""
        if self._line is not None and not self._killed.is_set():
            with contextlib.suppress(EOFError, OSError):
                self._ask(CloseRequest())
        self._end()

    def kill(self) -> None:
        """Kill the process for good, from another thread than the one that waits for its answer.

        Transactions are atomic: what it has committed stays, and nothing else does.
        """
        self._killed.set()
        if (process := self._process) is not None:
            process.kill()

    def _ask(self, request: CommitRequest | BeatRequest | CloseRequest) -> CommitReply:
        line = self._line or self._start()
        line.send_bytes(encode(request))
        reply: WriterReply = _decode_reply(line.recv_bytes())
        while isinstance(reply, SignRequest):
            line.send_bytes(self._signer.sign(reply.message))
            reply = _decode_reply(line.recv_bytes())
        assert isinstance(reply, CommitReply)
        return reply

    def _start(self) -> Connection:
        self._fell_silent = False
        self._line, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-m", "croupier.house.store.process", str(theirs.fileno())]
            quiet = subprocess.DEVNULL
            # In its own process group: Ctrl-C reaches the house alone, which closes this process in order.
            self._process = subprocess.Popen(
                command, stdin=quiet, stdout=quiet, pass_fds=[theirs.fileno()], process_group=0
            )
        if self._killed.is_set():
            self._process.kill()
        self._line.send_bytes(encode(self._open_request))
        reply = _decode_reply(self._line.recv_bytes())
        assert isinstance(reply, OpenReply)
        if reply.failed is not None:
            self._end()
            raise _refusal(*reply.failed)
        # Should it crash, the next one resumes this lease, unless another process has acquired it meanwhile.
        self._open_request = msgspec.structs.replace(self._open_request, fence=reply.fence, seizes=False)
        return self._line

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
        if (process := self._process) is not None:
            try:
                process.wait(EXIT_TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()  # it hangs, or its database does
                process.wait()
        self._line = self._process = None


def _refusal(kind: str, reason: Sentence, clause: str | None) -> Refused:
    return REFUSALS[kind](reason, clause)
