"""The writer process: receives batches over a pipe and answers with their outcomes until it is closed.

It has no key, and asks the house for signatures. When the house's process ends, it is killed at once.
"""

import contextlib
import ctypes
import signal
import sys
from multiprocessing.connection import Connection

from croupier.house.store.entries import Appended, Unavailable
from croupier.house.store.lease import Lease
from croupier.house.store.remote_writer import (
    REFUSALS,
    BeatRequest,
    CloseRequest,
    CommitReply,
    CommitRequest,
    Failed,
    OpenReply,
    OpenRequest,
    SignRequest,
    decode_request,
    encode,
)
from croupier.house.store.writer import AppendOutcome, Writer
from croupier.refused import Refused
from croupier.words import Sentence

DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux."""


class _RemoteSigner:
    """Asks the house's process for signatures."""

    def __init__(self, line: Connection, public: bytes) -> None:
        self._line, self.public = line, public

    def sign(self, message: bytes) -> bytes:
        """The house's Ed25519 signature of the message."""
        self._line.send_bytes(encode(SignRequest(message)))
        return self._line.recv_bytes()


def main() -> None:
    """Serve requests until the house closes the writer, or is gone."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the house gets the signal, and closes this process in order
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    line = Connection(int(sys.argv[1]))
    with contextlib.suppress(EOFError, OSError):
        begin = decode_request(line.recv_bytes())
        assert isinstance(begin, OpenRequest)
        signer = _RemoteSigner(line, begin.public)
        lease = Lease(begin.url, begin.holder, begin.fence, begin.seen, seizes=begin.seizes)
        writer = Writer(begin.url, signer, begin.every, begin.patience, lease)
        try:
            writer.open()
        except Exception as error:
            line.send_bytes(encode(OpenReply(failed=_failed(error))))
            return
        line.send_bytes(encode(OpenReply(lease.fence)))
        while not isinstance(request := decode_request(line.recv_bytes()), CloseRequest):
            line.send_bytes(encode(CommitReply([_encodable_outcome(each) for each in _answer(writer, request)])))
        writer.close()
        line.send_bytes(encode(CommitReply([])))


def _answer(writer: Writer, request: CommitRequest | BeatRequest | OpenRequest) -> list[AppendOutcome]:
    if isinstance(request, CommitRequest):
        return writer.commit(request.batch)
    failed = writer.beat()
    return [] if failed is None else [failed]


def _encodable_outcome(outcome: AppendOutcome) -> Appended | Failed:
    match outcome:
        case Appended():
            return outcome
        case _:
            return _failed(outcome)


def _failed(error: BaseException) -> Failed:
    if isinstance(error, Refused) and type(error).__name__ in REFUSALS:
        return type(error).__name__, error.reason, error.clause
    # After a bug in this program it is unknown what was committed.
    return Unavailable.__name__, Sentence("store-failed", error=error), None


if __name__ == "__main__":
    main()
