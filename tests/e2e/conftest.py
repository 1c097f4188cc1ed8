"""A server of our own, a browser, and as many people as a test wants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e import chromium
from tests.e2e.screens import Screen, screen
from tests.online.server.server_process import Process, serving

PAGE = Path(__file__).parent.parent.parent / "src" / "chieu" / "web" / "index.html"

People = Callable[..., Screen]


# No wider than the package: while Playwright is open an event loop runs in this thread, and other tests start one.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium.executable()
    if path is None:
        (pytest.fail if chromium.demanded() else pytest.skip)(chromium.MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    assert PAGE.exists(), "the page is not built: run `make web`"
    with serving(tmp_path_factory.mktemp("house")) as process:
        yield process


@pytest.fixture
def person(browser: Browser, house: Process) -> Iterator[People]:
    """Opens browsers for new people; none of them may have complained when the test is over."""
    people: list[Screen] = []
    with ExitStack() as stack:

        def enter(size: str = "desktop", language: str = "en", **more: Any) -> Screen:
            one = stack.enter_context(screen(browser, house.url, size, language, **more))
            people.append(one)
            return one

        yield enter
    faults = [fault for one in people for fault in one.faults]
    assert not faults, "\n".join(faults)
