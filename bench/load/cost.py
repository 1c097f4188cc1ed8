"""CPU time and instructions of our server for a fixed number of commands, at full speed.

    python bench/load/cost.py [--tables 100] [--commands 10000] [--rounds 3]
    python bench/load/cost.py --callgrind FILE [--tables 20] [--commands 1000]

Both say more than wall time on a busy machine. CPU time includes the kernel. `--callgrind` runs the server in valgrind,
which counts its instructions without the kernel's and writes a profile for `callgrind_annotate`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import tempfile
from pathlib import Path

import uvloop
from chieu_tables import Client, Ours
from pacing import Load, thread_seconds

_WARM_UP = 0.2  # of the commands


async def served(load: Load, commands: int) -> None:
    """Wait until this many commands are answered."""
    while load.done < commands:
        await asyncio.sleep(0.005)


async def one_round(args: argparse.Namespace) -> dict[str, float]:
    """Return the averages for a command."""
    load, rng = Load(), random.Random(1)
    clients: list[Client] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Ours(f"{folder}/tables.db", "0-1", args.game, _valgrind(args.callgrind))
        pid = server.process.pid
        try:
            for number in range(args.tables):
                clients += await server.table(load, number, rng)
            await asyncio.sleep(1.0)
            load.running = True
            for client in clients:
                load.due(client)
            await served(load, int(_WARM_UP * args.commands))
            _count_instructions(args.callgrind, pid, True)
            load.clear()
            counters = server.metrics()
            before = thread_seconds(pid)
            await served(load, args.commands)
            after, done = thread_seconds(pid), load.done
            _count_instructions(args.callgrind, pid, False)
            load.stop()
            counters = {name: value - counters.get(name, 0.0) for name, value in server.metrics().items()}
        finally:
            server.process.terminate()
            server.process.wait(60)
    used = {name: 1e6 * (seconds - before[name]) / done for name, seconds in after.items()}
    return {
        "CPU µs": sum(used.values()),
        **{f"{name}, µs": each for name, each in used.items()},
        "views": load.views / done,
        "bytes a view": load.bytes / load.views,
        "collections of the GC a thousand": 1e3 * counters["chieu_gc_pause_seconds_count"] / done,
        "their µs": 1e6 * counters["chieu_gc_pause_seconds_sum"] / done,
    }


def _valgrind(file: str | None) -> list[str]:
    options = ["--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={file}"]
    return ["valgrind", *options] if file else []


def _count_instructions(file: str | None, pid: int, on: bool) -> None:
    if file:
        subprocess.run(["callgrind_control", "-i", "on" if on else "off", str(pid)], check=True, capture_output=True)


def instructions(file: str) -> int:
    """Return the number of instructions in a profile."""
    lines = Path(file).read_text().splitlines()
    return int(next(line.split()[1] for line in reversed(lines) if line.startswith(("totals:", "summary:"))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", default="xidach")
    parser.add_argument("--callgrind", metavar="FILE")
    args = parser.parse_args()
    rounds = [uvloop.run(one_round(args)) for _ in range(1 if args.callgrind else args.rounds)]
    for name in rounds[0]:
        values = [figures.get(name, 0.0) for figures in rounds]
        print(f"{name:36}{min(values):10.1f} least{statistics.median(values):10.1f} median")
    if args.callgrind:
        print(f"{'instructions':36}{instructions(args.callgrind) / args.commands:10,.0f} a command")


if __name__ == "__main__":
    main()
