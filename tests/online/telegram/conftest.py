"""Fixtures for the tests of the bot."""

from __future__ import annotations

import pytest

from chieu.online.telegram import outbox
from chieu.pictures import png

_SMALL = png("<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>", 2)


@pytest.fixture(autouse=True)
def quick_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace pictures, which take most of the time. Tests that need them use `real_pictures`."""
    if "real_pictures" not in request.fixturenames:
        monkeypatch.setattr(outbox, "_png", lambda svg: _SMALL)


@pytest.fixture
def real_pictures() -> None:
    """Draw real pictures."""
