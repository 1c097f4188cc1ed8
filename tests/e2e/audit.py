"""Lighthouse on every page, on a phone and on a desktop, against a server of our own.

    python -m tests.e2e.audit [PART OF A PAGE'S NAME]

Lighthouse comes from npm into a folder outside the tree, the browser is the one of the end-to-end tests. A score under
what is wanted is told with its reasons, and the command fails. No test: a score depends on how busy the machine is.
Other work can only take points away, so a page has a few tries, of which the best counts; Lighthouse's own measure of
the machine in that try stands beside it.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from build_hooks import node
from tests.e2e import chromium
from tests.e2e.playing import in_the_middle_of_a_deal, play_out
from tests.e2e.screens import PATIENCE_MS, Screen
from tests.e2e.tables import opened, seated
from tests.online.server.server_process import serving

LIGHTHOUSE = "lighthouse@12"  # the newest that runs on the oldest Node we build with
FOLDER = Path(tempfile.gettempdir()) / "chieu-lighthouse"
PRESETS: dict[str, tuple[str, ...]] = {"phone": (), "desktop": ("--preset=desktop",)}
TRIES = 5
WANTED = {"performance": 95, "accessibility": 95, "best-practices": 95, "seo": 90}


def program() -> list[str]:
    """How to call Lighthouse, which is fetched if it is not there."""
    script = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not script.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text("{}")
        done = node.npm("install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", LIGHTHOUSE, quiet=True)
        if done.returncode != 0:
            sys.exit(f"Lighthouse cannot be had: {done.stderr[-2000:]}")
    return [shutil.which("node") or "node", str(script)]


@contextmanager
def browsing(playwright: Playwright, url: str) -> Iterator[tuple[Screen, int]]:
    """A new person whose browser listens at a port: Lighthouse looks through its eyes."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium.executable(whole=True),
            args=[*chromium.FLAGS, f"--remote-debugging-port={port}"],
            locale="vi-VN",
        )
        context.set_default_timeout(PATIENCE_MS)
        # Who plays here turns cards at once: to squeeze one open is a step of its own.
        context.add_init_script("localStorage.setItem('chieu.settings', JSON.stringify({squeeze: false}))")
        yield Screen(context, url, "vi"), port
        context.close()


def audit(words: list[str], port: int, url: str, preset: str) -> dict[str, Any] | None:
    """What Lighthouse says of a page; nothing where it loses its way, as it does on a very busy machine."""
    options = ["--quiet", "--output=json", f"--port={port}", "--disable-storage-reset"]
    said = subprocess.run(
        [*words, url, *options, *PRESETS[preset]], stdout=subprocess.PIPE, env=dict(os.environ), check=False
    )
    return dict(json.loads(said.stdout)) if said.returncode == 0 else None


def best(words: list[str], port: int, url: str, preset: str) -> tuple[dict[str, int], dict[str, Any]]:
    """The scores of the best of a few tries, and all that was said then."""
    tried = []
    for _ in range(TRIES):
        report = audit(words, port, url, preset)
        if report is None:
            continue
        scores = {name: round(100 * report["categories"][name]["score"]) for name in WANTED}
        tried.append((scores, report))
        if all(scores[name] >= wanted for name, wanted in WANTED.items()):
            break
    if not tried:
        sys.exit(f"Lighthouse cannot look at {url}")
    return max(tried, key=lambda one: sum(one[0].values()))


def reasons(report: dict[str, Any], category: str) -> list[str]:
    """The audits of a category that cost points, each with the first thing found."""
    found = []
    for one in report["categories"][category]["auditRefs"]:
        result = report["audits"][one["id"]]
        if one["weight"] and result["score"] is not None and result["score"] < 0.9:
            details = json.dumps(result.get("details", {}).get("items", [])[:1], ensure_ascii=False)
            found.append(f"{one['id']}: {result['title']} {result.get('displayValue', '')} {details[:300]}")
    return found


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Prints a table of scores; fails if one of them is too low."""
    words = program()
    low = []
    _say("| page | size | " + " | ".join(WANTED) + " | machine |")
    _say("|---|---|" + "---:|" * (len(WANTED) + 1))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serving(Path(folder)) as house:
        with browsing(playwright, house.url) as (host, _):
            theirs = opened(host, seats=3)
        with browsing(playwright, house.url) as (one, port):
            mine = opened(one, seats=4, bots=3)
            player = seated(one, mine)
            play_out(player)
            in_the_middle_of_a_deal(player)
            one.go("/")
            pages = {
                "first page": "/",
                "opening a table": "/open/xidach",
                "joining": theirs,
                "a deal of Xì Dách": mine,
                "a deal looked at again, verified": f"{mine}/1",
            }
            looked_at = [page for page in pages if all(word in page for word in sys.argv[1:])]
            for page, preset in product(looked_at, PRESETS):
                scores, report = best(words, port, house.url + pages[page], preset)
                machine = round(report["environment"]["benchmarkIndex"])
                _say(f"| {page} | {preset} | {' | '.join(map(str, scores.values()))} | {machine} |")
                for name, wanted in WANTED.items():
                    if scores[name] < wanted:
                        low += [f"{page}, {preset}, {name} {scores[name]}: {why}" for why in reasons(report, name)]
    sys.stderr.write("".join(f"{line}\n" for line in low))
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
