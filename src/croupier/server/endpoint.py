"""An endpoint: method, path, roles, body and answer. Routes and the OpenAPI document are both generated from it."""

import dataclasses
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.games.round import encode
from croupier.house.people import Who
from croupier.house.roles import HouseRole
from croupier.refused import Refused
from croupier.server.connections import recognise
from croupier.server.desk import Desk
from croupier.server.doors import NOBODY
from croupier.server.limits import MAX_BODY_BYTES
from croupier.server.problems import Problem, of_refusal
from croupier.words import LANGUAGES, Sentence

ANYBODY = frozenset(HouseRole)
STAFF = frozenset(role for role in HouseRole if role.staff)
UNATTENDED = "croupier-unattended"
"""The header of requests that a page makes by itself: they do not reset the session's idle timeout."""
log = logging.getLogger("croupier.server")


@dataclasses.dataclass(frozen=True)
class ApiRequest:
    """An authenticated and decoded request."""

    desk: Desk
    who: Who
    token: str | None
    source: str
    """The client's address."""
    path: dict[str, str]
    body: Any = None
    query: Any = None
    """The decoded query string, if the endpoint has one."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One operation of the API."""

    method: str
    path: str
    summary: str
    do: Callable[[ApiRequest], Awaitable[Any]]
    answer: Any
    """The type of the answer, or the media type if it is bytes."""
    body: Any = None
    query: type[msgspec.Struct] | None = None
    """The parameters of the query string."""
    waits: bool = False
    """Whether it may wait for an approval: then it is answered with 202 instead of 200."""
    who: frozenset[HouseRole] = ANYBODY
    """The roles that may use it."""
    changing: bool = False
    """Whether it may be used before a temporary password was changed."""
    problems: tuple[int, ...] = ()
    """Statuses of errors that it may answer with, besides those of every endpoint."""
    counted: bool = True
    """Whether its requests are exported as a metric, which anybody may read."""

    def route(self, desk: Desk) -> Route:
        """The route for Starlette."""
        decode = None if self.body is None else msgspec.json.Decoder(self.body).decode

        async def handle(request: Request) -> Response:
            start = time.perf_counter()
            response = await self._answered(desk, request, decode)
            if self.counted:
                desk.metrics.requested(self.method, self.path, response.status_code, time.perf_counter() - start)
            return response

        return Route(self.path, handle, methods=[self.method], include_in_schema=False)

    async def _answered(self, desk: Desk, request: Request, decode: Callable[[bytes], Any] | None) -> Response:
        language = spoken(request)
        try:
            source = request.client.host if request.client else ""
            token = _token(request)
            who = self._check(desk, token, source, uses=UNATTENDED not in request.headers)
            if who is not NOBODY:
                recognise(request.scope, who.actor)
            if (table := request.path_params.get("table")) is not None:
                desk.check_works_at(who, table)
            body = None if decode is None else _read(decode, await _body(request), request)
            query = None if self.query is None else _query(self.query, request)
            answer = await self.do(ApiRequest(desk, who, token, source, request.path_params, body, query))
        except Problem as problem:
            return shown(problem, language)
        except Refused as refused:
            return shown(of_refusal(refused), language)
        except ClientDisconnect:
            return shown(Problem(400, Sentence("request-body-incomplete")))
        except Exception:
            log.exception("%s %s failed", self.method, self.path)
            return shown(Problem(500, Sentence("internal-server-error")))
        if isinstance(answer, bytes):
            # Cached answers are encoded already.
            return Response(answer, media_type=self.answer if isinstance(self.answer, str) else "application/json")
        status = 202 if self.waits and answer.approval else 200
        return Response(encode(answer, language), status, _language(language), media_type="application/json")

    def _check(self, desk: Desk, token: str | None, source: str, *, uses: bool) -> Who:
        who = NOBODY if token is None else desk.doors.who(token, changing=self.changing, uses=uses)
        if not desk.requests.take(who.actor if who is not NOBODY else source, time.monotonic()):
            raise Problem(429, Sentence("too-many-requests"), after=1)
        if who.role not in self.who:
            if who is NOBODY:
                raise Problem(401, Sentence("sign-in-first"))
            raise Problem(403, Sentence("not-for-role", role=who.role.one))
        return who


def spoken(request: Request) -> str:
    """The first language of `Accept-Language` that we have; English if there is none."""
    languages = (each.strip()[:2].lower() for each in request.headers.get("accept-language", "").split(","))
    return next((each for each in languages if each in LANGUAGES), LANGUAGES[0])


def _language(language: str) -> dict[str, str]:
    """Headers of an answer that depends on the language of the request."""
    return {"Content-Language": language, "Vary": "Accept-Language"}


def shown(problem: Problem, language: str = LANGUAGES[0]) -> Response:
    """A problem as an HTTP response."""
    headers = _language(language) | ({} if problem.after is None else {"Retry-After": str(problem.after)})
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(encode(problem.failure, language), problem.status, headers, media_type="application/json")


def routes(endpoints: Sequence[Endpoint], desk: Desk) -> list[Route]:
    """The routes of all endpoints; other methods of their paths answer 405."""
    return [endpoint.route(desk) for endpoint in endpoints]


def _token(request: Request) -> str | None:
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem(401, Sentence("authorization-header-invalid"))
    return token.strip()


def path_number(request: ApiRequest, name: str, missing: str) -> int:
    """A number in the path; 404 with that message if it is not one."""
    text = request.path[name]
    if not text.isdecimal() or not text.isascii() or len(text) > 15:
        raise Problem(404, missing)
    return int(text)


async def _body(request: Request) -> bytes:
    """The whole body; refused if it is not JSON or too large."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, Sentence("json-content-type-required"))
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY_BYTES:
            raise Problem(413, Sentence("request-body-too-large", most=MAX_BODY_BYTES))
        parts.append(part)
    return b"".join(parts)


def _query(kind: type[msgspec.Struct], request: Request) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(400, Sentence("request-not-valid", error=error)) from None


def _read(decode: Callable[[bytes], Any], body: bytes, request: Request) -> Any:
    del request
    try:
        return decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, Sentence("request-not-valid", error=error)) from None
