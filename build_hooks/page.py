"""Build the web page of web/ into src/chieu/web, where the server finds it.

`CHIEU_PAGE=0` skips this step.

python -m build_hooks.page
"""

from __future__ import annotations

import os
import sys

from build_hooks import node

WEB = node.WEB
PAGE = WEB.parent / "src" / "chieu" / "web"


def wanted() -> bool:
    """Return whether to build the page: it is not skipped, its sources are there, and no sdist brought it."""
    return os.environ.get("CHIEU_PAGE") != "0" and (WEB / "package-lock.json").exists() and not shipped()


def shipped() -> bool:
    """Return whether this is an unpacked sdist with a built page, so that a wheel from it needs no Node."""
    return (PAGE.parents[2] / "PKG-INFO").exists() and (PAGE / "index.html").exists()


def built() -> bool:
    """Build the page. Return whether there is one, and print the reason if not."""
    if shipped() and os.environ.get("CHIEU_PAGE") != "0":
        return True
    if not wanted():
        print("chieu: the page is left out (CHIEU_PAGE=0, or no web/ here)", file=sys.stderr)
        return False
    try:
        install()
        _must("run", "build", "--", "--outDir", str(PAGE), "--emptyOutDir", "--logLevel", "warn")
    except (node.NoNode, Failed) as why:
        print(f"chieu: {why}", file=sys.stderr)
        print("chieu: the page could not be built; everything but the page works without it", file=sys.stderr)
        return False
    return True


def install() -> None:
    """Install the packages of the lock file, unless they are up to date."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _must("ci", "--no-progress")
        installed.touch()


class Failed(Exception):
    """npm failed."""


def _must(*words: str) -> None:
    done = node.npm(*words, quiet=True)
    if done.returncode != 0:
        raise Failed(f"npm {' '.join(words[:2])} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


if __name__ == "__main__":
    print("building the page ...", flush=True)
    sys.exit(0 if built() else 1)
