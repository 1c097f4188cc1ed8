"""Run the whole suite several times in a row, to find tests that depend on timing or luck.

    python -m tests.repeat --times 10 --loaded 2

The last runs have busy loops beside them, one per core. The command stops at the first run that fails.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Keep `count` processes busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="number of runs")
    parser.add_argument("--loaded", type=int, default=2, help="how many of them have busy loops beside them")
    args = parser.parse_args()
    for number in range(1, args.times + 1):
        loops = os.cpu_count() or 1 if number > args.times - args.loaded else 0
        began = time.monotonic()
        with busy_loops(loops):
            failed = subprocess.run(["make", "test"], check=False).returncode
        minutes = (time.monotonic() - began) / 60
        sys.stdout.write(f"run {number} of {args.times}: {minutes:.1f} minutes, {loops} busy loops, exit {failed}\n")
        sys.stdout.flush()
        if failed:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
