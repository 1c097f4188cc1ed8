"""Fixtures for the tests of the bot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chieu.online.telegram import outbox
from chieu.pictures import png
from tests.online.telegram.processes import BotProcess

_SMALL = png("<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>", 2)


@pytest.fixture(autouse=True)
def quick_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace pictures, which take most of the time. Tests that need them use `real_pictures`."""
    if "real_pictures" not in request.fixturenames:
        monkeypatch.setattr(outbox, "_png", lambda svg: _SMALL)


@pytest.fixture(autouse=True)
def no_process_survives() -> Iterator[None]:
    """Kill the bots that a failed test left running, so that only that test fails."""
    yield
    for process in list(BotProcess.running):
        process.kill()


@pytest.fixture
def real_pictures() -> None:
    """Draw real pictures."""
