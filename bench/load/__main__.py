"""Load benchmark on loopback: a thousand tables of four on our server and on boardgame.io.

Each server runs at full speed and at lower rates; ours also at the rate that boardgame.io had at half speed. The speed
of a machine varies, so our bare web stack and the disk alone are measured in the same run for comparison.

    python bench/load [--tables 1000] [--seconds 10] [--rounds 1] [--game xidach] [--without-peer] [--keep]

Each server has one process on one core, this program another. A command counts when it is answered: on our side it is
then validated, on the disk (SQLite, `synchronous=FULL`) and sent to four viewers; boardgame.io stores its matches in
memory and answers with the view itself. The servers take turns, so that both get the same conditions.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
from math import isnan, nan
from pathlib import Path
from typing import Any

import disk
import uvloop
from bare_tables import Bare
from boardgame_tables import Peer
from chieu_tables import Ours
from pacing import Load, measure, resident

sys.path.append(str(Path(__file__).parent.parent))
from keeping import keep, machine


async def one_round(server: Any, tables: int, seconds: float, same: float) -> tuple[dict[str, dict[str, float]], float]:
    """Measure one round and return its figures, with memory per table of four connections in kB.

    Rates: full speed, half of that, 600 commands a second, and the peer's rate at half of its speed.
    """
    load, rng, clients = Load(), random.Random(1), []
    before = resident(server.process.pid)
    for number in range(tables):
        clients += await server.table(load, number, rng)
    await asyncio.sleep(1.0)
    each = (resident(server.process.pid) - before) / tables
    figures = {"full": await measure(load, clients, [server.process.pid], seconds, 0.0)}
    rates = {"half": figures["full"]["commands/s"] / 2}
    if not isinstance(server, Peer):
        rates["600"] = 600.0
    if same:
        rates["same"] = same
    for name, rate in rates.items():
        figures[name] = await measure(load, clients, [server.process.pid], seconds, rate)
    for client in clients:
        client.socket.close()
    return figures, each


async def idle_memory(folder: str, args: argparse.Namespace) -> tuple[float, float]:
    """Return the memory of a table without connections, and of an unloaded one, in kB."""
    server = Ours(f"{folder}/tables.db", args.core, args.game)
    try:
        server.idle_tables(50)
        before, tables = resident(server.process.pid), 1000
        server.idle_tables(tables)
        awake = (resident(server.process.pid) - before) / tables
        while server.metrics()["chieu_tables_in_memory"]:
            await asyncio.sleep(1)
        server.idle_tables(tables)  # reuses the memory freed by the others
        asleep = (resident(server.process.pid) - before) / tables - awake
    finally:
        server.process.terminate()
        server.process.wait(20)
    return awake, asleep


def _start(name: str, folder: str, args: argparse.Namespace) -> Any:
    if name == Ours.name:
        return Ours(f"{folder}/tables.db", args.core, args.game)
    return Peer(args.core) if name == Peer.name else Bare(args.core)


async def run(args: argparse.Namespace) -> None:
    rounds: list[dict[str, dict[str, float]]] = []
    idle: tuple[float, float] | None = None
    for number in range(args.rounds):
        print(f"round {number + 1}, {args.tables} tables of four, {args.seconds:.0f} s each")
        columns: list[tuple[str, dict[str, float]]] = []
        same = 0.0
        for name in (Ours.name,) if args.without_peer else (Bare.name, Peer.name, Ours.name):
            with tempfile.TemporaryDirectory() as folder:
                server = _start(name, folder, args)
                try:
                    figures, each = await one_round(server, args.tables, args.seconds, same)
                finally:
                    server.process.terminate()
                    server.process.wait(30)
                alone = disk.commits(folder, args.seconds) if name == Ours.name else None
            figures["full"] |= {"start s": server.start_seconds, "kB a table of four": each}
            columns += [(f"{server.name}, {load}", results) for load, results in figures.items()]
            if alone is not None:
                columns.append((disk.NAME, alone))
            same = figures["half"]["commands/s"] if name == Peer.name else 0.0
        print(f"{'':18}" + "".join(f"{name:>20}" for name, _ in columns))
        for figure in columns[0][1]:
            print(f"{figure:18}" + "".join(f"{values.get(figure, nan):20,.2f}" for _, values in columns))
        sys.stdout.flush()
        rounds.append(dict(columns))
    if args.idle:
        with tempfile.TemporaryDirectory() as folder:
            idle = await idle_memory(folder, args)
        print(f"an idle table in memory: {idle[0]:.1f} kB; asleep: {idle[1]:.1f} kB")
    if args.keep:
        keep("server", report(rounds, args.tables, idle))


def report(rounds: list[dict[str, dict[str, float]]], tables: int, idle: tuple[float, float] | None) -> str:
    """Format the medians of all rounds."""
    names = list(rounds[0])
    lines = [
        "## The server under load",
        "",
        f"{machine()}. Medians of {len(rounds)} rounds of `python bench/load {' '.join(sys.argv[1:])}`:"
        f" {tables} tables of four on loopback, each server in one process on one core.",
        "",
        "|  | " + " | ".join(names) + " |",
        "|---|" + "---:|" * len(names),
    ]
    for figure in rounds[0][names[0]]:
        medians = [statistics.median(figures[name].get(figure, nan) for figures in rounds) for name in names]
        cells = ["" if isnan(median) else f"{median:,.2f}" for median in medians]
        lines.append(f"| {figure} | " + " | ".join(cells) + " |")
    for name, target in SHARES:
        if f"{name}, full" in names:
            share = statistics.median(
                figures[f"{Ours.name}, full"]["commands/s"] / figures[f"{name}, full"]["commands/s"]
                for figures in rounds
            )
            verdict = "Met" if share >= target else "Missed"
            what = f"{target:g} times the commands per second of {name} in the same round"
            lines += ["", f"Target: {what}. {verdict}: {share:.2f}."]
    for load, figure, limit in TARGETS:
        ours = statistics.median(figures[f"{Ours.name}, {load}"][figure] for figures in rounds)
        verdict = "Met" if ours < limit else "Missed"
        lines += ["", f"Target at load `{load}`: {figure} < {limit:,.0f}. {verdict}: {ours:,.2f}."]
    if idle is not None:
        lines += ["", f"An idle table takes {idle[0]:.1f} kB in memory, and {max(0.0, idle[1]):.1f} kB when asleep."]
    return "\n".join([*lines, "", NOTES.strip()])


NOTES = """
`full` is full speed, `half` half of that, `600` is 600 commands a second, and `same` is the rate of boardgame.io at
half of its speed. Our server answers once a command is on the disk (`synchronous=FULL`); boardgame.io stores matches in
memory and answers with the view itself. Half of our tables have a bot, and all use the verifiable shuffle: before the
first card of a deal every person sends a commitment, a ready message and a reveal. The bare stack answers every message
with four texts of 600 bytes and does nothing else, so its tail latency at the same rate is that of the load generator
and the machine. `disk alone` commits one row per transaction in a bare loop, right after our server's turn. The times
of the bare stack and of the disk together are a lower bound for our answers.
"""
TARGETS = (("full", "bytes a view", 600.0), ("half", "answer p99 ms", 10.0), ("600", "answer p99 ms", 4.0))  # at most
SHARES = ((Bare.name, 0.38), (Peer.name, 4.0))  # of the commands per second of another server, at least


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--game", default="xidach")
    parser.add_argument("--core", default="0", help="the core that the servers run on")
    parser.add_argument("--without-peer", action="store_true")
    parser.add_argument("--idle", action="store_true", help="also measure tables that nobody uses (takes two minutes)")
    parser.add_argument("--keep", action="store_true", help="write the medians to bench/results.md")
    args = parser.parse_args()
    if args.tables > 4000 or args.seconds > 120 or args.rounds > 20:
        parser.error("that would be more than a load on loopback needs")
    others = os.sched_getaffinity(0) - {int(args.core)}
    if others:
        os.sched_setaffinity(0, others)
    uvloop.run(run(args))


if __name__ == "__main__":
    main()
