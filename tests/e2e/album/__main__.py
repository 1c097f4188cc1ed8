"""Command line of the package: `python -m tests.e2e.album [GROUP ...]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from chieu.games import all_games
from tests.e2e import chromium, screens
from tests.e2e.album import ends, evenings, teaching
from tests.e2e.screens import Screen, screen
from tests.online.server.server_process import serving

Group = Callable[[Browser, str], object]


def alone(draw: Callable[[Screen], object], **more: Any) -> Group:
    """Return a group of screenshots that needs one person."""

    def take(browser: Browser, url: str) -> object:
        with screen(browser, url, "phone", "en", **more) as guest:
            return draw(guest)

    return take


def together(draw: Callable[[Screen, Screen], object]) -> Group:
    """Return a group of screenshots that needs two people."""

    def take(browser: Browser, url: str) -> object:
        with screen(browser, url, "phone", "en") as guest, screen(browser, url, "phone", "en") as friend:
            return draw(guest, friend)

    return take


def groups() -> dict[str, Group]:
    """Return all groups of screenshots by name."""
    by_name: dict[str, Group] = {"first": alone(teaching.first_page)}
    for game in all_games():
        by_name[f"guided-{game}"] = alone(partial(teaching.guided, game), own_time=True)
        by_name[f"ends-{game}"] = alone(partial(ends.of, game))
        by_name[f"largest-{game}"] = alone(partial(ends.largest, game))
        by_name[f"hint-{game}"] = alone(partial(evenings.hints, game))
    return by_name | {
        "ends-rummy-even": together(ends.even_rummy),
        "squeezing": alone(teaching.squeezing, reduced_motion="no-preference"),
        "match": alone(teaching.match),
        "book": alone(evenings.book),
        "largest": alone(evenings.largest),
        "group": together(evenings.group),
        "rules": alone(evenings.rules),
        "joining": together(evenings.joining),
        "auction": alone(evenings.auction),
        "bubbles": together(evenings.bubbles),
        "levels": alone(evenings.levels),
    }


def main() -> None:
    screens.shots = screens.shots or Path(tempfile.gettempdir()) / "chieu-shots"
    known = groups()
    wanted = [name for name in known if not sys.argv[1:] or any(name.startswith(prefix) for prefix in sys.argv[1:])]
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.FLAGS)
        for name in wanted:
            print(name, known[name](browser, server.url) or "", flush=True)  # noqa: T201
        browser.close()
    print(screens.shots)  # noqa: T201


if __name__ == "__main__":
    main()
