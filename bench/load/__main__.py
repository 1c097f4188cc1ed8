"""A load on the server, on loopback only: a thousand tables of four, as fast as it goes and at half of that, and the
same on a boardgame.io server in the same run.

    python bench/load [--tables 1000] [--seconds 10] [--rounds 1] [--game xidach] [--without-peer]

Each server has one process on one core, this program another. A command counts when it is answered: on our side that is
when it is validated, on the disk (SQLite, `synchronous=FULL`) and on its way to four viewers; boardgame.io keeps its
matches in memory and answers with the view itself. The servers take turns, so that both get the same weather.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
from typing import Any

import uvloop
from boardgame_tables import Peer
from chieu_tables import Ours
from pacing import Load, measure, resident


async def one_round(server: Any, tables: int, seconds: float) -> tuple[dict[str, float], dict[str, float], float]:
    """Figures at full speed and at half load, and memory for a table with four connections in kB."""
    load, luck, clients = Load(), random.Random(1), []
    before = resident(server.process.pid)
    for number in range(tables):
        clients += await server.table(load, number, luck)
    await asyncio.sleep(1.0)
    each = (resident(server.process.pid) - before) / tables
    full = await measure(load, clients, server.process.pid, seconds, 0.0)
    half = await measure(load, clients, server.process.pid, seconds, full["commands/s"] / 2)
    for client in clients:
        client.socket.close()
    return full, half, each


async def idle_memory(folder: str, args: argparse.Namespace) -> tuple[float, float]:
    """Memory for a table that is open and followed by nobody, and for one that is asleep, in kB."""
    server = Ours(folder, args.core, args.game)
    try:
        server.idle_tables(50)
        before, tables = resident(server.process.pid), 1000
        server.idle_tables(tables)
        awake = (resident(server.process.pid) - before) / tables
        while server.tables_in_memory():
            await asyncio.sleep(1)
        server.idle_tables(tables)  # into the room that the others left
        asleep = (resident(server.process.pid) - before) / tables - awake
    finally:
        server.process.terminate()
        server.process.wait(20)
    return awake, asleep


async def run(args: argparse.Namespace) -> None:
    for number in range(args.rounds):
        print(f"round {number + 1}, {args.tables} tables of four, {args.seconds:.0f} s each")
        columns: list[tuple[str, dict[str, float]]] = []
        for peer in (False,) if args.without_peer else (False, True):
            with tempfile.TemporaryDirectory() as folder:
                server = Peer(args.core) if peer else Ours(folder, args.core, args.game)
                try:
                    full, half, each = await one_round(server, args.tables, args.seconds)
                finally:
                    server.process.terminate()
                    server.process.wait(30)
            print(f"{server.name}: first answer after {server.start_seconds:.2f} s, {each:.0f} kB a table of four")
            columns += [(f"{server.name}, full", full), (f"{server.name}, half", half)]
        print(f"{'':18}" + "".join(f"{name:>20}" for name, _ in columns))
        for figure in columns[0][1]:
            print(f"{figure:18}" + "".join(f"{values[figure]:20,.2f}" for _, values in columns))
        sys.stdout.flush()
    if args.idle:
        with tempfile.TemporaryDirectory() as folder:
            awake, asleep = await idle_memory(folder, args)
        print(f"an idle table in memory: {awake:.1f} kB; asleep: {asleep:.1f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--game", default="xidach")
    parser.add_argument("--core", default="0", help="the core that the servers run on")
    parser.add_argument("--without-peer", action="store_true")
    parser.add_argument("--idle", action="store_true", help="also measure tables that nobody uses (takes two minutes)")
    args = parser.parse_args()
    if args.tables > 4000 or args.seconds > 120 or args.rounds > 20:
        parser.error("that would be more than a load on loopback needs")
    others = os.sched_getaffinity(0) - {int(args.core)}
    if others:
        os.sched_setaffinity(0, others)
    uvloop.run(run(args))


if __name__ == "__main__":
    main()
