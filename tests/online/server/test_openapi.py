"""The HTTP API behaves as its OpenAPI document says (property-based)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from chieu.core.game import AnyGame
from chieu.games import all_games
from tests.online.server.in_process import running_beside


def test_responses_match_the_openapi_document() -> None:
    # Imported here because the import is slow.
    import schemathesis
    from schemathesis import checks

    checks.load_all_checks()
    promises: list[Any] = [check for check in checks.CHECKS.get_all() if check.__name__ in PROMISES]
    assert len(promises) == len(PROMISES)
    with running_beside() as server:
        token = server.client.new_guest().token
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        requests = 0
        operations: Any = schema.get_all_operations()
        for operation in [result.ok() for result in operations]:

            @settings(max_examples=12)
            @given(case=operation.as_strategy())
            def ask(case: Any) -> None:
                nonlocal requests
                requests += 1
                headers = {"authorization": f"Bearer {token}"} if requests % 3 else {}
                case.call_and_validate(base_url=server.url, headers=headers, checks=promises)

            ask()
        assert requests > 60
        assert msgspec.json.decode(server.client.request("/api/openapi.json"))["openapi"] == "3.1.0"


PROMISES = {"not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"}


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_pf_33_actions_forbid_unknown_fields(game: AnyGame) -> None:
    """A message is decoded once, so each action must reject unknown fields itself."""
    assert all(action.__struct_config__.forbid_unknown_fields for action in game.actions)
