"""The OpenAPI document, generated from the endpoints and from the structs that they decode and encode.

OpenAPI cannot describe a WebSocket, so the messages of WebSockets are among the components.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.rulebook import Citation
from croupier.server.endpoint import ANYBODY, Endpoint
from croupier.server.lab import SIMULATION
from croupier.server.wire import SOCKET, Failure
from croupier.words import Sentence

ALWAYS = (429,)
"""Statuses that every endpoint may answer with."""
DESCRIPTIONS = {
    400: "Not a valid request",
    401: "Not signed in",
    402: "Not enough credits",
    403: "Not allowed for this role, or for this seat",
    404: "Not found",
    409: "The table has moved on, or the id was used for another command",
    413: "The body is too large",
    415: "The body is not JSON",
    422: "The rules do not allow it",
    429: "Too many requests",
    503: "The records cannot be reached; retry under the same id",
}

WAITS = "Waits for the approval of a second person; `approval` is its id"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    kinds = [
        each for endpoint in endpoints for each in (endpoint.body, endpoint.answer) if not isinstance(each, str | None)
    ]
    schemas, components = msgspec.json.schema_components(
        [*kinds, *SOCKET, *SIMULATION, Failure], schema_hook=_text, ref_template="#/components/schemas/{name}"
    )
    schema = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        body = None if endpoint.body is None else next(schema)
        answer = {"type": "string"} if isinstance(endpoint.answer, str) else next(schema)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, body, answer)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": "1",
            "description": "A casino's tables. The offers of a table list the commands that it accepts now.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, body: Any, answer: Any) -> dict[str, Any]:
    media = endpoint.answer if isinstance(endpoint.answer, str) else "application/json"
    problems = {*ALWAYS, *endpoint.problems, 401}
    if body is not None:
        problems |= {400, 413, 415}
    if endpoint.query is not None:
        problems |= {400}
    if endpoint.who != ANYBODY:
        problems |= {401, 403}
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {
        "summary": endpoint.summary,
        "operationId": endpoint.do.__name__,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
            for name in re.findall(r"{(\w+)}", endpoint.path)
        ]
        + _queried(endpoint),
        **(
            {}
            if body is None
            else {"requestBody": {"required": True, "content": {"application/json": {"schema": body}}}}
        ),
        "security": [{"session": []}] if endpoint.who != ANYBODY else [{}, {"session": []}],
        "responses": {
            "200": {"description": "Done", "content": {media: {"schema": answer}}},
            **({"202": {"description": WAITS, "content": {media: {"schema": answer}}}} if endpoint.waits else {}),
            **{str(status): {"description": DESCRIPTIONS[status], "content": failure} for status in sorted(problems)},
        },
    }


def _queried(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    _, components = msgspec.json.schema_components([endpoint.query], schema_hook=_text)
    properties = components[endpoint.query.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in properties.items()]


def _text(kind: type) -> dict[str, Any]:
    """The schema of types that are encoded as text."""
    if issubclass(kind, Card | Citation | Sentence):
        return {"type": "string"}
    raise NotImplementedError(kind)
