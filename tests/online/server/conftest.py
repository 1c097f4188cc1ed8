"""What several tests of the server need."""

from __future__ import annotations

import pytest

from tests.online.server import inside


@pytest.fixture(params=["direct", "asgi"])
def both_transports(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same test over each transport there is."""
    monkeypatch.setattr(inside, "transport", request.param)
