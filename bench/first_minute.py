"""Times of `make play` and `make test` in an empty clone, step by step.

    python bench/first_minute.py [--empty-caches] [--keep]

`--empty-caches` gives pip, uv and npm empty caches, as a newcomer's machine has them; everything is downloaded again.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from keeping import keep, machine

ROOT = Path(__file__).parent.parent
PYTHON = ".venv/bin/python"
PLAY = (
    ("the environment of the server", ["make", "--silent", ".venv/server"]),
    ("the page", ["make", "--silent", ".venv/page"]),
)
TEST = (
    ("the environment of a developer", ["make", "--silent", ".venv/ready"]),
    ("kernels for development (`make compile`)", ["make", "--silent", "compile"]),
    ("formatting, lint, types, contracts, prose, one start (`make check`)", ["make", "--silent", "check"]),
    ("`make check` the second time", ["make", "--silent", "check"]),
    ("types and tests of the page (`make client`)", ["make", "--silent", "client"]),
    ("pytest", [PYTHON, "-m", "pytest", "-n", "4", "--dist", "worksteal"]),
    (
        "kernels as in a wheel (`make release-kernels`, not a part of `make test`)",
        ["make", "--silent", "release-kernels"],
    ),
)
_PORT = 8765
_ATTEMPTS = 600


def cpu_seconds() -> float:
    """Return the CPU time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def step(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Run a command, with its output beside the table. Return its wall time and its CPU time."""
    began, used = time.perf_counter(), cpu_seconds()
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=sys.stderr)
    return time.perf_counter() - began, cpu_seconds() - used


def serve(folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Start the server and wait for its page. Return the times until then and until it has stopped."""
    data = str(folder / "build" / "first" / "tables.db")
    began, used = time.perf_counter(), cpu_seconds()
    server = subprocess.Popen(
        [PYTHON, "-m", "chieu.cli", "serve", "--port", str(_PORT), "--data", data], cwd=folder, env=environment
    )
    try:
        for _ in range(_ATTEMPTS):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{_PORT}/", timeout=10).read()
                break
            except urllib.error.URLError:
                time.sleep(0.05)
        took = time.perf_counter() - began
    finally:
        server.terminate()
        server.wait()
    return took, cpu_seconds() - used


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--empty-caches", action="store_true", help="download everything again")
    parser.add_argument("--keep", action="store_true", help="write the figures to bench/results.md")
    args = parser.parse_args()
    rows = ["| step | s | CPU s |", "|---|---:|---:|"]

    def measured(name: str, times: tuple[float, float]) -> float:
        rows.append(f"| {name} | {times[0]:.1f} | {times[1]:.1f} |")
        print(rows[-1], flush=True)
        return times[0]

    with tempfile.TemporaryDirectory() as temporary:
        folder, caches = Path(temporary) / "chieu", Path(temporary) / "caches"
        environment = dict(os.environ)
        if args.empty_caches:
            environment |= {name: str(caches / name) for name in ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache")}
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        total = sum(measured(name, step(command, folder, environment)) for name, command in PLAY)
        total += measured("start of the server, until its page answers", serve(folder, environment))
        size = sum(path.stat().st_size for path in (folder / ".venv").rglob("*") if path.is_file()) / 1e6
        for name, command in TEST:
            measured(name, step(command, folder, environment))
    caches_were = "empty caches of pip, uv and npm" if args.empty_caches else "warm caches of pip, uv and npm"
    text = "\n".join(
        (
            "## The first minute",
            "",
            f"{machine()}. Written by `python bench/first_minute.py {' '.join(sys.argv[1:])}`: an empty clone,",
            f"{caches_were}.",
            "",
            f"`make play` shows its page after the first three steps, {total:.0f} s (target: 30). Then the environment",
            f"has {size:.0f} MB. Kernels are compiled afterwards, in the background. `make test` does all but the last",
            "step; its target is 600 s.",
            "",
            *rows,
        )
    )
    print(text)
    if args.keep:
        keep("first", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
