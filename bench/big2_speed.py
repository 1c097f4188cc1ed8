"""Uniformly random play-outs of Big Two in the kernel, now and at an earlier revision: in turn, in one run.

    python -m bench.big2_speed [--before e80dab1] [--tree DIRECTORY] [--rounds 5]

The earlier revision is taken from this repository and compiled in a directory of its own, which takes minutes; with
`--tree` in one that stays, and is used again. Figures are play-outs a CPU second of one core, `lawrence` at four seats.
Other things on the machine slow both down: look at the ratio.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BEFORE = "e80dab1"  # before anything was played out by a policy
PLAYOUTS = 20_000
MEASURE = f"""
import time
from chieu import Luck, load
from chieu.core import rng
from chieu.core.cards import DECK
from chieu.games.big2 import hands, position
assert not luck.__file__.endswith(".py"), "compile the kernels first: make compile"
tuning = hands.tuning_of(load("big2").presets["lawrence"])
position.playouts(tuning, 4, DECK, Luck(1), {PLAYOUTS} // 20)
begun = time.process_time()
position.playouts(tuning, 4, DECK, Luck(1), {PLAYOUTS})
print({PLAYOUTS} / (time.process_time() - begun))
"""


def compiled(revision: str, tree: Path) -> Path:
    """The sources of a revision with its kernels compiled as it compiled them."""
    if not (tree / "src").exists():
        packed = subprocess.run(["git", "archive", revision], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(tree, filter="data")
    if not list((tree / "src").rglob("*.so")):
        subprocess.run([sys.executable, "-m", "build_hooks.kernels"], cwd=tree, check=True)
    return tree / "src"


def rate(sources: Path) -> float:
    environment = os.environ | {"PYTHONPATH": str(sources)}
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], env=environment, cwd=sources, stdout=subprocess.PIPE, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE)
    parser.add_argument("--tree", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        old = compiled(args.before, (args.tree or Path(passing)).resolve())
        pairs = [(rate(old), rate(ROOT / "src")) for _ in range(args.rounds)]
    ratios = [after / before for before, after in pairs]
    before, after = (statistics.median(one) for one in zip(*pairs, strict=True))
    print(f"{args.before}: {before:,.0f} a second; now: {after:,.0f}; medians of {args.rounds} rounds in turn")
    print(f"ratio {statistics.median(ratios):.2f} (from {min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
