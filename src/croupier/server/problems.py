"""Errors: an HTTP status and one clear line.

| status | what it says |
|---|---|
| 400 | not a valid request |
| 401 | not signed in |
| 402 | not enough credits |
| 403 | not allowed for this role, or for this seat |
| 404, 405 | there is nothing at that address |
| 409 | the table has moved on, or the id was used for another command |
| 408 | the request took too long to arrive |
| 413, 415 | too large, or not JSON |
| 421 | the server does not answer to that host name |
| 422 | the rules do not allow it; the clause says why |
| 429 | too many requests; `Retry-After` says when |
| 431 | too many headers, or too long ones |
| 503 | the records cannot be reached; the command may have been stored: retry under the same id |
"""

import http

from croupier.house.store import Unavailable
from croupier.house.table import Answer
from croupier.refused import Refused
from croupier.server.wire import Error, Failure
from croupier.words import LANGUAGES, Sentence, sentence_from

CLOSING_BYTES = 120
"""The longest reason for closing a WebSocket: it has to fit into one control frame."""
STATUS_BY_KIND = {"overdraft": 402, "conflict": 409, "reused": 409, "unavailable": 503}


class Problem(Exception):  # noqa: N818 - it is an answer, not a fault
    """An answer that is not a success; `after` is the `Retry-After` in seconds."""

    def __init__(self, status: int, message: str, clause: str | None = None, after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.clause, self.after = status, message, clause, after

    @property
    def failure(self) -> Failure:
        """The body of the answer."""
        return Failure(self.error)

    @property
    def error(self) -> Error:
        """The message, with its clause, code and values."""
        message = self.message
        if isinstance(message, Sentence):
            return Error(message, self.clause, message.code, dict(message.values))
        return Error(message, self.clause)


def of_refusal(refused: Refused) -> Problem:
    """A refusal as a problem.

    >>> of_refusal(Refused("bets are closed", "ebaccarat 5.5")).status
    422
    """
    status = 503 if isinstance(refused, Unavailable) else STATUS_BY_KIND.get(type(refused).__name__.lower(), 422)
    return Problem(status, refused.reason, refused.clause)


def of_answer(answer: Answer) -> Problem | None:
    """The problem if the house has refused; None if it was done or waits for an approval."""
    if answer.done or answer.approval:
        return None
    return Problem(STATUS_BY_KIND.get(answer.kind or "", 422), answer.reason or Sentence("refused"), answer.clause)


def of_status(status: int) -> Problem:
    """A problem with the standard phrase of an HTTP status."""
    return Problem(status, sentence_from(http.HTTPStatus(status).phrase.lower()))


def closing(reason: str, language: str = LANGUAGES[0]) -> str:
    """The reason for closing a WebSocket, truncated to what fits into a frame."""
    text = reason.into(language) if isinstance(reason, Sentence) else reason
    return text.encode()[:CLOSING_BYTES].decode(errors="ignore")
