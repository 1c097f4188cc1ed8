"""Browser pages on a real server that record all socket frames and console errors."""

from __future__ import annotations

import base64
import json
import os
import re
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket

from tests.waiting import PATIENCE_S

SIZES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
    },
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
# Every language on a phone, and one of them on a desktop.
LOOKS = [("phone", "vi"), ("phone", "en"), ("phone", "zh"), ("desktop", "en")]
LANGUAGES = {"vi": "vi-VN", "en": "en-GB", "zh": "zh-CN"}
WEB = Path(__file__).parent.parent.parent / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
TEXTS: dict[str, dict[str, dict[str, str]]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in (WEB / "src" / "text").glob("*.toml")
}
_WOVEN = "[...document.querySelectorAll('.mat canvas')].every((mat) => 'woven' in mat.dataset || mat.clientHeight < 40)"
_AT_REST = """document.getAnimations().every(
  (motion) => motion.playState !== 'running' || motion.effect.getTiming().iterations === Infinity
)"""
# Contributions to shuffles that are the same in every run. Two people at a table must not contribute the same.
_CONTRIBUTE = """{
  const draw = crypto.getRandomValues.bind(crypto);
  let drawn = 0;
  crypto.getRandomValues = (bytes) => {
    if (bytes.length !== 32) return draw(bytes);
    drawn += 1;
    return bytes.map((_, at) => (bytes[at] = (%d * 97 + drawn * 31 + at) & 255));
  };
}"""
# Playwright's own way to block service workers logs a warning.
_NO_SERVICE_WORKER = """
  if (window.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => undefined;
"""
# Keep the socket of the page, so that a player can act without buttons.
_KEEP_SOCKET = """{
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...of) {
      super(...of);
      window.tableSocket = this;
    }
  };
}"""
# Folder for screenshots to look at. Without one none are taken, and pixels are as coarse as CSS pixels.
shots = Path(os.environ["CHIEU_SHOTS"]) if os.environ.get("CHIEU_SHOTS") else None
people: Counter[str] = Counter()  # by the address of their server; cleared before each test
PATIENCE_MS = int(1000 * PATIENCE_S)
_POLL_MS = 40
ANSWERS = ("done", "refused", "stale")


@dataclass(frozen=True)
class Frame:
    """A message sent or received over a WebSocket."""

    way: Literal["sent", "received"]
    text: str

    @cached_property
    def message(self) -> Any:
        """Decoded text, cached because `until` polls all frames again and again."""
        return json.loads(self.text)


def word(key: str, language: str = "en") -> str:
    """Return a text of the page."""
    table, _, name = key.partition(".")
    return TEXTS[language][table][name]


def number(text: str) -> float:
    """Parse a number as written in any of the languages. Drop its error margin."""
    value = re.split(r"[\n±]", text)[0].replace("−", "-").replace(",", ".")
    return float(value)


def save_shot(name: str, picture: bytes) -> None:
    """Save a PNG for people to look at."""
    if shots is not None:
        shots.mkdir(parents=True, exist_ok=True)
        (shots / f"{name}.png").write_bytes(picture)


class Screen:
    """The browser of one person: a context of its own with one or more tabs."""

    def __init__(self, context: BrowserContext, url: str, language: str, clock_stands: bool = False) -> None:
        self.context = context
        self.clock_stands = clock_stands
        self.language = language
        self.url = url
        self.frames: list[Frame] = []
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """Open another tab."""
        page = self.context.new_page()
        page.on("websocket", self._listen)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return page

    def until(self, holds: Callable[[], bool], what: str, patience: int = PATIENCE_MS, page_time: bool = True) -> None:
        """Wait until `holds()` is true, while the browser's events arrive. Fail after `patience` milliseconds.

        A page whose clock stands gets this time too, unless `page_time` is false.
        """
        for _ in range(patience // _POLL_MS):
            if holds():
                return
            self.page.wait_for_timeout(_POLL_MS)
            if self.clock_stands and page_time:
                self.let_time_pass(_POLL_MS)
        raise AssertionError(f"timed out: {what}")

    def come_to_rest(self) -> None:
        """Wait for the end of all animations."""
        self.until(lambda: bool(self.page.evaluate(_AT_REST)), "something still moves")

    def let_time_pass(self, milliseconds: int) -> None:
        """Run the timers of the page as if time had passed. The clock must be installed before the page loads."""
        self.page.clock.run_for(milliseconds)

    def go(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def record(self, path: str, deal: int = 1) -> str:
        """Return the record of a deal.

        Retry if the server has just closed an idle connection, as browsers do by themselves.
        """
        address = f"{self.url}/api{path.replace('/t/', '/tables/')}/deals/{deal}/record"
        return self.context.request.get(address, max_retries=3).text()

    def word(self, key: str) -> str:
        """Return a text of the page in this person's language."""
        return word(key, self.language)

    def forgive(self, pattern: str) -> None:
        """Ignore console errors that match the pattern, because the test provokes them."""
        self._forgiven.append(pattern)

    @property
    def faults(self) -> list[str]:
        """Errors and warnings that the test did not provoke."""
        return [line for line in self.complaints if not any(re.search(pattern, line) for pattern in self._forgiven)]

    @property
    def views(self) -> list[dict[str, Any]]:
        """Every view and update received, oldest first."""
        return [message for message in self._received if message.get("type") in ("view", "update")]

    @property
    def answers(self) -> dict[str, dict[str, Any]]:
        """The answer to each command, by the id of the command."""
        return {message["id"]: message for message in self._received if message.get("type") in ANSWERS}

    @property
    def _received(self) -> list[dict[str, Any]]:
        messages = [frame.message for frame in self.frames if frame.way == "received"]
        return [message for message in messages if isinstance(message, dict)]

    def shoot(self, name: str) -> None:
        """Save a screenshot for people to look at, once the mats are drawn."""
        if shots is None:
            return
        # `wait_for_function` would need `eval`, which the page's content security policy forbids.
        self.until(lambda: bool(self.page.evaluate(_WOVEN)), "a mat is not drawn")
        # `optimizeForSpeed` compresses the PNG less and takes a tenth of the time.
        inspector = self.context.new_cdp_session(self.page)
        picture = inspector.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        inspector.detach()
        save_shot(name, base64.b64decode(picture["data"]))

    def violations(self, *but: str) -> list[str]:
        """Return the accessibility violations that axe finds, except of the given rules."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        violations = self.page.evaluate(
            "(rules) => axe.run(document, {resultTypes: ['violations'], rules}).then((run) => run.violations)",
            {rule: {"enabled": False} for rule in but},
        )
        return [f"{each['id']}: {each['help']}: {node['html'][:160]}" for each in violations for node in each["nodes"]]

    def must_be_accessible(self) -> None:
        """Fail if axe finds any violation."""
        wrong = self.violations()
        assert not wrong, "\n".join(wrong)

    def stored_content(self) -> str:
        """Return the document, its address, cookies and storage as one text."""
        content: str = self.page.evaluate("""async () => {
          const out = [document.documentElement.outerHTML, document.cookie, location.href];
          for (const store of [localStorage, sessionStorage]) out.push(JSON.stringify({...store}));
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) out.push(request.url);
          }
          for (const {name} of await indexedDB.databases()) out.push(name);
          return out.join("\\n");
        }""")
        return content

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: self.frames.append(Frame("sent", str(payload))))
        socket.on("framereceived", lambda payload: self.frames.append(Frame("received", str(payload))))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")


@contextmanager
def screen(
    browser: Browser,
    url: str,
    size: str = "desktop",
    language: str = "en",
    squeeze: bool = True,
    own_time: bool = False,
    clock_stands: bool = False,
    service_worker: bool = False,
    **more: Any,
) -> Iterator[Screen]:
    """Open a browser context for a new person.

    Motion is reduced by default, so that screenshots show final positions. With `squeeze=False` the person has turned
    off squeezing cards open. With `own_time` the test can let time pass on the page. If `clock_stands`, no other time
    passes there except in `until`, so a test decides how much time is between two taps. The page has its service worker
    only on request, because each start of one takes a fifth of the CPU time of opening the page.
    """
    scale = 2 if shots is not None and size == "phone" else 1
    options = {
        "reduced_motion": "reduce",
        "locale": LANGUAGES[language],
        "device_scale_factor": scale,
        **SIZES[size],
        **more,
    }
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    people[url] += 1
    context.add_init_script(_CONTRIBUTE % people[url])
    context.add_init_script(_KEEP_SOCKET)
    if not service_worker:
        context.add_init_script(_NO_SERVICE_WORKER)
    if not squeeze:
        context.add_init_script("""localStorage.setItem('chieu.settings', '{"squeeze":false}')""")
    if own_time or clock_stands:
        context.clock.install(time=time.time())
    if clock_stands:
        context.clock.pause_at(time.time())
    try:
        yield Screen(context, url, language, clock_stands)
    finally:
        context.close()
