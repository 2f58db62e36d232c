"""What went wrong, as a status of HTTP and one clear line.

| status | what it says |
|---|---|
| 400 | the message makes no sense |
| 401 | who are you? sign in |
| 402 | there are not credits enough |
| 403 | your position, or your seat, may not do that |
| 404, 405 | there is nothing at that address |
| 409 | the table has moved on, or the id stands for another command |
| 408 | the request took too long to arrive |
| 413, 415 | too large, or not JSON |
| 421 | the server does not go by that name |
| 422 | the rules do not allow it: the clause says why |
| 429 | too many requests; `Retry-After` says when |
| 431 | too many headers, or too long ones |
| 503 | the records cannot be reached; what was asked may have been kept: ask again under the same id |
"""

import http

from croupier.house.store import Unavailable
from croupier.house.table import Answer
from croupier.refused import Refused
from croupier.server.wire import Error, Failure
from croupier.words import LANGUAGES, Sentence, sentence_from

CLOSING_BYTES = 120
"""What is said where a socket is closed fits into one frame."""
BY_KIND = {"overdraft": 402, "conflict": 409, "reused": 409, "unavailable": 503}


class Problem(Exception):  # noqa: N818 - it is an answer, not a fault
    """An answer other than the one that was asked for."""

    def __init__(self, status: int, message: str, clause: str | None = None, after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.clause, self.after = status, message, clause, after

    @property
    def failure(self) -> Failure:
        """Its body."""
        return Failure(self.error)

    @property
    def error(self) -> Error:
        """What is wrong."""
        said = self.message
        if isinstance(said, Sentence):
            return Error(said, self.clause, said.code, dict(said.values))
        return Error(said, self.clause)


def of_refusal(refused: Refused) -> Problem:
    """The problem that a refusal is.

    >>> of_refusal(Refused("bets are closed", "ebaccarat 5.5")).status
    422
    """
    status = 503 if isinstance(refused, Unavailable) else BY_KIND.get(type(refused).__name__.lower(), 422)
    return Problem(status, refused.reason, refused.clause)


def of_answer(answer: Answer) -> Problem | None:
    """The problem that an answer of the house is, where it is one."""
    if answer.done or answer.approval:
        return None
    return Problem(BY_KIND.get(answer.kind or "", 422), answer.reason or Sentence("refused"), answer.clause)


def of_status(status: int) -> Problem:
    """A status that needs no further words."""
    return Problem(status, sentence_from(http.HTTPStatus(status).phrase.lower()))


def closing(reason: str, language: str = LANGUAGES[0]) -> str:
    """Why a socket is closed, as far as it fits."""
    said = reason.into(language) if isinstance(reason, Sentence) else reason
    return said.encode()[:CLOSING_BYTES].decode(errors="ignore")
