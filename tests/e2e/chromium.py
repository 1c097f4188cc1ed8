"""The browser the end-to-end tests run in: the Chromium that the system has."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MISSING = (
    "NO BROWSER: the end-to-end tests did not run, because there is no chromium on the path. "
    "On Debian and Ubuntu, `apt-get install chromium` brings it."
)
# What a browser does on its own behalf is left out: it makes noise, and some of it goes to the network.
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
]


def executable(whole: bool = False) -> Path | None:
    """Where it is, if it is. The headless shell is the same engine without the windows and menus that nobody sees here:
    two thirds of the work. Who measures what people have asks for the `whole` browser."""
    shell = () if whole else ("chromium-headless-shell",)
    found = (shutil.which(name) for name in (*shell, "chromium", "chromium-browser", "google-chrome"))
    return next((Path(path) for path in found if path), None)


def demanded() -> bool:
    """Whether its absence is a failure: where everything must run before anything lands."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
