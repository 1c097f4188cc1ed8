"""Fixtures of the server's tests."""

from __future__ import annotations

import pytest

from tests.online.server import in_process


@pytest.fixture(params=["direct", "asgi"])
def both_transports(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test on both WebSocket transports."""
    monkeypatch.setattr(in_process, "transport", request.param)
