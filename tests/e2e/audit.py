"""Run Lighthouse on every page, as a phone and as a desktop, against a server of our own.

    python -m tests.e2e.audit [PART OF A PAGE'S NAME]

Lighthouse is installed from npm into a folder outside the tree; the browser is that of the end-to-end tests. The
command fails if a score is too low, and prints the reasons. This is not a test because scores depend on the load of the
machine. Load can only lower a score, so each page is measured a few times and the best run counts. The last column is
Lighthouse's benchmark of the machine during that run.
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
from tests.e2e.tables import open_table, take_seat
from tests.online.server.server_process import serving

LIGHTHOUSE = "lighthouse@12"  # the newest version for the oldest Node that can build the page
FOLDER = Path(tempfile.gettempdir()) / "chieu-lighthouse"
PRESETS: dict[str, tuple[str, ...]] = {"phone": (), "desktop": ("--preset=desktop",)}
TRIES = 5
WANTED = {"performance": 95, "accessibility": 95, "best-practices": 95, "seo": 90}


def program() -> list[str]:
    """Return the command that runs Lighthouse. Install Lighthouse if it is missing."""
    script = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not script.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text("{}")
        result = node.npm("install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", LIGHTHOUSE, quiet=True)
        if result.returncode != 0:
            sys.exit(f"cannot install Lighthouse: {result.stderr[-2000:]}")
    return [shutil.which("node") or "node", str(script)]


@contextmanager
def browsing(playwright: Playwright, url: str) -> Iterator[tuple[Screen, int]]:
    """Start a browser for a new person and yield it with the debugging port that Lighthouse uses."""
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
        # `Player` does not squeeze cards open, so they must be dealt face up.
        context.add_init_script("localStorage.setItem('chieu.settings', JSON.stringify({squeeze: false}))")
        yield Screen(context, url, "vi"), port
        context.close()


def audit(words: list[str], port: int, url: str, preset: str) -> dict[str, Any] | None:
    """Return Lighthouse's report on a page, or None if it fails, as it may on a very busy machine."""
    options = ["--quiet", "--output=json", f"--port={port}", "--disable-storage-reset"]
    result = subprocess.run(
        [*words, url, *options, *PRESETS[preset]], stdout=subprocess.PIPE, env=dict(os.environ), check=False
    )
    return dict(json.loads(result.stdout)) if result.returncode == 0 else None


def best(words: list[str], port: int, url: str, preset: str) -> tuple[dict[str, int], dict[str, Any]]:
    """Return the scores and the report of the best of a few runs."""
    runs = []
    for _ in range(TRIES):
        report = audit(words, port, url, preset)
        if report is None:
            continue
        scores = {name: round(100 * report["categories"][name]["score"]) for name in WANTED}
        runs.append((scores, report))
        if all(scores[name] >= required for name, required in WANTED.items()):
            break
    if not runs:
        sys.exit(f"Lighthouse failed on {url} in all {TRIES} runs")
    return max(runs, key=lambda run: sum(run[0].values()))


def reasons(report: dict[str, Any], category: str) -> list[str]:
    """Return the audits of a category that cost points, each with its first finding."""
    lines = []
    for audit_ref in report["categories"][category]["auditRefs"]:
        result = report["audits"][audit_ref["id"]]
        if audit_ref["weight"] and result["score"] is not None and result["score"] < 0.9:
            details = json.dumps(result.get("details", {}).get("items", [])[:1], ensure_ascii=False)
            lines.append(f"{audit_ref['id']}: {result['title']} {result.get('displayValue', '')} {details[:300]}")
    return lines


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Print a table of scores. Return 1 if any of them is too low."""
    words = program()
    low = []
    _print("| page | size | " + " | ".join(WANTED) + " | machine |")
    _print("|---|---|" + "---:|" * (len(WANTED) + 1))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serving(Path(folder)) as server:
        with browsing(playwright, server.url) as (host, _):
            theirs = open_table(host, seats=3)
        with browsing(playwright, server.url) as (guest, port):
            mine = open_table(guest, seats=4, bots=3)
            player = take_seat(guest, mine)
            play_out(player)
            in_the_middle_of_a_deal(player)
            guest.go("/")
            pages = {
                "first page": "/",
                "opening a table": "/open/xidach",
                "joining": theirs,
                "a deal of Xì Dách": mine,
                "a deal looked at again, verified": f"{mine}/1",
            }
            selected = [page for page in pages if all(word in page for word in sys.argv[1:])]
            for page, preset in product(selected, PRESETS):
                scores, report = best(words, port, server.url + pages[page], preset)
                machine = round(report["environment"]["benchmarkIndex"])
                _print(f"| {page} | {preset} | {' | '.join(map(str, scores.values()))} | {machine} |")
                for name, required in WANTED.items():
                    if scores[name] < required:
                        low += [f"{page}, {preset}, {name} {scores[name]}: {why}" for why in reasons(report, name)]
    sys.stderr.write("".join(f"{line}\n" for line in low))
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
