"""The API against its own description: questions made from the schema, right ones and wrong ones, by schemathesis."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode, checks
from schemathesis.config import SchemathesisConfig

from tests.samples import sample, share

EXAMPLES = sample(8, 20)
"""Questions of each kind for each address."""
CONFIG = {
    "base-url": "http://localhost",
    "checks": {
        # A question of the right form is answered, or told that there is no such thing; one of another form never.
        "positive_data_acceptance": {"expected-statuses": ["200", "422"]},
        "negative_data_rejection": {"expected-statuses": ["400", "413"]},
    },
}
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.positive_data_acceptance,
]


@pytest.fixture(autouse=True)
def no_database_is_looked_after() -> Iterator[None]:
    """As Django's own test client does: a request closes no connection that another test has left open."""
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (signals.request_started, signals.request_finished):
        signal.connect(close_old_connections)


@cache
def description() -> Any:
    return schemathesis.openapi.from_wsgi(
        "/api/openapi.json", get_wsgi_application(), config=SchemathesisConfig.from_dict(CONFIG)
    )


EACH = [
    (command, mode)
    for place, command in enumerate(("judge", "score", "actions", "rules"))
    for mode in share(GenerationMode, place, of=2)
]
"""In each run, half of the commands are asked rightly and the others wrongly."""


@pytest.mark.parametrize(("command", "mode"), EACH)
def test_every_answer_is_one_that_the_description_names(command: str, mode: GenerationMode) -> None:
    operation = description()[f"/api/{command}"]["POST"]

    # The operation is known only when the test runs: making questions while collecting would hold up all other tests.
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case) -> None:
        case.call_and_validate(checks=CHECKS)

    ask()
