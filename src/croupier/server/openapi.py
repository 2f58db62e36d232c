"""The OpenAPI document, made of the endpoints and of the structs that they decode and encode.

It has no word for a WebSocket, so what is said over one stands among the components.
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
SAYS = {
    400: "The message makes no sense",
    401: "Sign in first",
    402: "There are not credits enough",
    403: "Your position, or your seat, may not do that",
    404: "There is no such thing",
    409: "The table has moved on, or the id stands for another command",
    413: "The body is too large",
    415: "The body is not JSON",
    422: "The rules do not allow it",
    429: "Too many requests",
    503: "The records cannot be reached; ask again under the same id",
}

WAITS = "It waits for a second person to agree; `approval` says by which name"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    kinds = [
        each for endpoint in endpoints for each in (endpoint.body, endpoint.answer) if not isinstance(each, str | None)
    ]
    schemas, components = msgspec.json.schema_components(
        [*kinds, *SOCKET, *SIMULATION, Failure], schema_hook=_text, ref_template="#/components/schemas/{name}"
    )
    found = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        body = None if endpoint.body is None else next(found)
        answer = {"type": "string"} if isinstance(endpoint.answer, str) else next(found)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, body, answer)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": "1",
            "description": "A casino's tables. What may be sent to a table at any moment stands in its offers.",
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
            **{str(status): {"description": SAYS[status], "content": failure} for status in sorted(problems)},
        },
    }


def _queried(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    _, components = msgspec.json.schema_components([endpoint.query], schema_hook=_text)
    known = components[endpoint.query.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in known.items()]


def _text(kind: type) -> dict[str, Any]:
    """Cards and clauses are the texts they are."""
    if issubclass(kind, Card | Citation | Sentence):
        return {"type": "string"}
    raise NotImplementedError(kind)
