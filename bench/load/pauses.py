"""Longest pauses of our server in ten minutes at half load, as another client sees them.

    python bench/load/pauses.py [--tables 1000] [--minutes 10] [--keep]

A process of its own requests `/healthz` a hundred times a second and measures each answer: while the event loop stands
still, nobody gets one. Its figures include delays of that process, so the pauses of the server are at most as long. The
server's own histograms say how many of them were garbage collections.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from chieu_tables import Client, Ours
from pacing import HOST, Load, measure, percentile

sys.path.append(str(Path(__file__).parent.parent))
from keeping import keep, machine

_EVERY_S = 0.01
_FULL_SPEED_S = 10.0
_TARGET_MS = 50
_SHOWN = 10


def probe(port: int) -> None:
    """Print the seconds that each answer took, until terminated."""
    connection = http.client.HTTPConnection(HOST, port)
    while True:
        began = time.perf_counter()
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        took = time.perf_counter() - began
        print(f"{took:.6f}", flush=True)
        time.sleep(max(0.0, _EVERY_S - took))


async def run(args: argparse.Namespace) -> str:
    load, rng = Load(), random.Random(1)
    clients: list[Client] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Ours(f"{folder}/tables.db", args.core, args.game)
        try:
            for number in range(args.tables):
                clients += await server.table(load, number, rng)
            full = await measure(load, clients, [server.process.pid], _FULL_SPEED_S, 0.0)
            before, words = server.metrics(), [sys.executable, __file__, "--probe", str(server.port)]
            prober = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
            output = asyncio.create_task(asyncio.to_thread(prober.communicate))
            half = await measure(load, clients, [server.process.pid], 60 * args.minutes, full["commands/s"] / 2)
            prober.terminate()
            answers = [float(line) for line in (await output)[0].splitlines()]
            after = server.metrics()
        finally:
            server.process.terminate()
            server.process.wait(60)
    return report(args, half, answers, {name: value - before.get(name, 0.0) for name, value in after.items()})


def report(args: argparse.Namespace, half: dict[str, float], answers: list[float], counters: dict[str, float]) -> str:
    """Format the longest pauses."""
    worst = [1000 * seconds for seconds in sorted(answers, reverse=True)[:_SHOWN]]
    median, p99 = percentile(answers, 0.5), percentile(answers, 0.99)
    collected = counters["chieu_gc_pause_seconds_count"]
    slow = collected - counters['chieu_gc_pause_seconds_bucket{le="0.01"}']
    lines = (
        "## Pauses",
        "",
        f"{machine()}. Written by `python bench/load/pauses.py {' '.join(sys.argv[1:])}`: {args.tables} tables of four",
        f"for {args.minutes:g} minutes at half load, {half['commands/s']:,.0f} commands a second, p99 of answers"
        f" {half['answer p99 ms']:.1f} ms.",
        "",
        f"{len(answers):,} requests of another process, one every 10 ms: median {median:.1f} ms, p99 {p99:.1f} ms. The",
        f"longest took {', '.join(f'{took:.0f}' for took in worst)} ms. Of {collected:,.0f} garbage collections"
        f" {slow:,.0f} took over 10 ms.",
        "",
        f"Target: no pause over {_TARGET_MS} ms. {'Met' if worst[0] < _TARGET_MS else 'Missed'}: {worst[0]:.0f} ms.",
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--game", default="xidach")
    parser.add_argument("--core", default="0", help="the core that the server runs on")
    parser.add_argument("--keep", action="store_true", help="write the figures to bench/results.md")
    parser.add_argument("--probe", type=int, metavar="PORT", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.probe:
        probe(args.probe)
        return
    others = os.sched_getaffinity(0) - {int(args.core)}
    if others:
        os.sched_setaffinity(0, others)
    text = uvloop.run(run(args))
    print(text)
    if args.keep:
        keep("pauses", text)


if __name__ == "__main__":
    main()
