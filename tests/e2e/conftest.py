"""Fixtures: a server, a browser, and any number of people with browser contexts of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e import chromium, screens
from tests.e2e.screens import PATIENCE_MS, Screen, screen
from tests.online.server.in_process import ForwardClock, RunningServer, running_beside

PAGE = Path(__file__).parent.parent.parent / "src" / "chieu" / "web" / "index.html"

People = Callable[..., Screen]

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(autouse=True)
def _same_contributions() -> None:
    """Let the first person contribute the same in every run: a port of an earlier test may be used again."""
    screens.people.clear()


# Not session scope: an event loop runs in this thread while Playwright is open, and other tests start their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium.executable()
    if path is None:
        (pytest.fail if chromium.required() else pytest.skip)(chromium.MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def clock() -> ForwardClock:
    """The clock of the server, which a test can move forward."""
    return ForwardClock()


@pytest.fixture
def server(clock: ForwardClock) -> Iterator[RunningServer]:
    """A server of its own for every test, so that it deals the same cards in every run."""
    assert PAGE.exists(), "the page is not built: run `make web`"
    with running_beside(clock=clock) as server:
        yield server


@pytest.fixture
def person(browser: Browser, server: RunningServer) -> Iterator[People]:
    """Return a function that opens a browser for a new person. Fail the test if one logged an error."""
    people: list[Screen] = []
    with ExitStack() as stack:

        def enter(size: str = "desktop", language: str = "en", **more: Any) -> Screen:
            guest = stack.enter_context(screen(browser, server.url, size, language, **more))
            people.append(guest)
            return guest

        yield enter
    faults = [fault for guest in people for fault in guest.faults]
    assert not faults, "\n".join(faults)
