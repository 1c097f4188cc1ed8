"""Find the Chromium of the system, in which the end-to-end tests run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MISSING = (
    "NO BROWSER: the end-to-end tests did not run because there is no chromium on the path. "
    "On Debian and Ubuntu, install it with `apt-get install chromium`."
)
# Turn off background services: they disturb the tests, and some use the network.
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-features=Translate,OptimizationHints,MediaRouter",
    "--disable-gpu",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--mute-audio",
    "--no-first-run",
    "--renderer-process-limit=1",  # per person; otherwise each gets a spare process that is never used
]


def executable(whole: bool = False) -> Path | None:
    """Return the path of Chromium, or None if it is not installed.

    Prefer the headless shell, the same engine without the user interface: it needs a third less CPU time. To measure
    the browser that people use, ask for the `whole` browser.
    """
    shell = () if whole else ("chromium-headless-shell",)
    paths = (shutil.which(name) for name in (*shell, "chromium", "chromium-browser", "google-chrome"))
    return next((Path(path) for path in paths if path), None)


def required() -> bool:
    """Return True if a missing browser must fail the tests, as it must in CI."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
