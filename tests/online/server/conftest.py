"""Fixtures of the server's tests."""

from __future__ import annotations

import pytest

from chieu.online.client import contributing
from tests.online.server import in_process
from tests.seeded import contribution


@pytest.fixture(autouse=True)
def _same_contributions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every client contribute the same bytes to its shuffles in every run."""
    monkeypatch.setattr(contributing, "draw", contribution)


@pytest.fixture(params=["direct", "asgi"])
def both_transports(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test on both WebSocket transports."""
    monkeypatch.setattr(in_process, "transport", request.param)
