"""The OpenAPI document is what the server does: whatever is made up from it, nothing breaks, and answers fit."""

import os
import warnings
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.server.app import ENDPOINTS
from croupier.server.openapi import document
from serving import Person, TestClient, served
from stores import patiently

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

SCHEMA: Any = schemathesis.openapi.from_dict(msgspec.json.decode(msgspec.json.encode(document(ENDPOINTS))))
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def people() -> Iterator[list[Person]]:
    """Nobody, a player, and some of the staff."""
    with served(often=1_000_000) as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        patiently(lambda: all(not table.durable.over for table in desk.house.tables.values()))
        yield [
            Person(client),
            Person.guest(client),
            Person.staff(client, desk, "cage"),
            Person.staff(client, desk, "pit-manager"),
            Person.staff(client, desk, "gaming-shift-manager"),
            Person.staff(client, desk, "administrator"),
            Person.staff(client, desk, "surveillance"),
        ]


@settings(max_examples=int(os.environ.get("FUZZ", "60")), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_fear_something_made_up_breaks_it(people: list[Person], data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from([each.ok() for each in SCHEMA.get_all_operations()]))
    case = data.draw(operation.as_strategy())
    person = data.draw(st.sampled_from(people))
    if operation.path in ("/api/sign-out", "/api/secret"):
        person = people[0]
    if "table" in case.path_parameters and data.draw(st.booleans()):
        case.path_parameters["table"] = data.draw(st.sampled_from(["B1", "J1"]))
    if "terminal" in case.path_parameters and data.draw(st.booleans()):
        case.path_parameters["terminal"] = people[1].name
    headers = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    kwargs = case.as_transport_kwargs(base_url="http://testserver", headers=headers)
    kwargs.pop("cookies", None)
    answer = person.client.request(**{key: value for key, value in kwargs.items() if value is not None})
    response = schemathesis.Response.from_any(answer)
    for check in CHECKS:
        case.validate_response(response, checks=[check])
