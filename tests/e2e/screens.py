"""Browser pages at a real server, with ears: everything said over their sockets and every complaint is kept."""

from __future__ import annotations

import base64
import json
import os
import re
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket

SIZES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
# Every language where people are, on a phone; the other size in one of them.
LOOKS = [("phone", "vi"), ("phone", "en"), ("phone", "zh"), ("desktop", "en")]
LANGUAGES = {"vi": "vi-VN", "en": "en-GB", "zh": "zh-CN"}
SHOTS = Path(os.environ.get("CHIEU_SHOTS") or Path(tempfile.gettempdir()) / "chieu-shots")
WEB = Path(__file__).parent.parent.parent / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
TEXTS: dict[str, dict[str, dict[str, str]]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in (WEB / "src" / "text").glob("*.toml")
}
_WOVEN = "[...document.querySelectorAll('.mat canvas')].every((one) => 'woven' in one.dataset || one.clientHeight < 40)"
# A page that waits longer than this for anything is broken, on a busy machine too.
PATIENCE_MS = 20_000


@dataclass(frozen=True)
class Frame:
    """One message over a socket."""

    way: Literal["sent", "received"]
    text: str

    @cached_property
    def message(self) -> Any:
        """Read once: whoever waits for something looks at every frame again and again."""
        return json.loads(self.text)


def word(key: str, language: str = "en") -> str:
    """Return a text of the page."""
    table, _, name = key.partition(".")
    return TEXTS[language][table][name]


def number(text: str) -> float:
    """A number as any of the languages writes it, without its margin."""
    alone = re.split(r"[\n±]", text)[0].replace("−", "-").replace(",", ".")
    return float(alone)


class Screen:
    """One person's browser: a context of its own with one page, or more tabs."""

    def __init__(self, context: BrowserContext, url: str, language: str) -> None:
        self.context = context
        self.language = language
        self.url = url
        self.frames: list[Frame] = []
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """Another page of the same person."""
        page = self.context.new_page()
        page.on("websocket", self._listen)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return page

    def go(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def record(self, path: str, deal: int = 1) -> str:
        """The record of a deal at a table. Asked again where the server just closed an idle connection, as browsers do
        by themselves."""
        asked = f"{self.url}/api{path.replace('/t/', '/tables/')}/deals/{deal}/record"
        return self.context.request.get(asked, max_retries=3).text()

    def word(self, key: str) -> str:
        """Return a text of the page in this person's language."""
        return word(key, self.language)

    def forgive(self, pattern: str) -> None:
        """A complaint that this test provokes."""
        self._forgiven.append(pattern)

    @property
    def faults(self) -> list[str]:
        """The complaints that nobody asked for."""
        return [one for one in self.complaints if not any(re.search(pattern, one) for pattern in self._forgiven)]

    @property
    def views(self) -> list[dict[str, Any]]:
        """Every view and update that came, oldest first."""
        received = [frame.message for frame in self.frames if frame.way == "received"]
        return [one for one in received if isinstance(one, dict) and one.get("type") in ("view", "update")]

    def shoot(self, name: str) -> None:
        """A picture for people to look at, once the mats are woven."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        for _ in range(100):
            # Not waited for in the page, whose policy lets nobody hand it code.
            if self.page.evaluate(_WOVEN):
                break
            self.page.wait_for_timeout(50)
        # Without the trouble that is usually taken to make a PNG small, a picture takes a tenth of the time.
        inspector = self.context.new_cdp_session(self.page)
        taken = inspector.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        inspector.detach()
        (SHOTS / f"{name}.png").write_bytes(base64.b64decode(taken["data"]))

    def violations(self, *but: str) -> list[str]:
        """What axe finds wrong with the page for people who cannot see it, or not well, but by these rules."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(
            "(rules) => axe.run(document, {resultTypes: ['violations'], rules}).then((run) => run.violations)",
            {rule: {"enabled": False} for rule in but},
        )
        return [f"{one['id']}: {one['help']}: {node['html'][:160]}" for one in found for node in one["nodes"]]

    def must_be_accessible(self) -> None:
        """Nothing is."""
        wrong = self.violations()
        assert not wrong, "\n".join(wrong)

    def fields_of(self) -> str:
        """All that a page has at hand besides the sockets: the document and every storage."""
        kept: str = self.page.evaluate("""async () => {
          const out = [document.documentElement.outerHTML, document.cookie, location.href];
          for (const store of [localStorage, sessionStorage]) out.push(JSON.stringify({...store}));
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) out.push(request.url);
          }
          for (const {name} of await indexedDB.databases()) out.push(name);
          return out.join("\\n");
        }""")
        return kept

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: self.frames.append(Frame("sent", str(payload))))
        socket.on("framereceived", lambda payload: self.frames.append(Frame("received", str(payload))))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")


@contextmanager
def screen(
    browser: Browser, url: str, size: str = "desktop", language: str = "en", squeeze: bool = True, **more: Any
) -> Iterator[Screen]:
    """A new person's browser. Motion is reduced unless asked for, so that a picture shows where things end up. Without
    `squeeze` they have set that no card waits to be squeezed open."""
    options = {"reduced_motion": "reduce", "locale": LANGUAGES[language], **SIZES[size], **more}
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    if not squeeze:
        context.add_init_script("""localStorage.setItem('chieu.settings', '{"squeeze":false}')""")
    try:
        yield Screen(context, url, language)
    finally:
        context.close()
