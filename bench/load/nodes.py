"""Compare the load on SQLite, on PostgreSQL, and on two nodes that share one PostgreSQL.

    PYTHONPATH=. python bench/load/nodes.py [--tables 200] [--seconds 8] [--rounds 3] [--keep]

The measure is commands per second of a node's own CPU time: PostgreSQL, the nodes and this program share two cores
here, and would have machines of their own elsewhere. `by table`: all people of a table are on one node, as with a proxy
that hashes tables. `mixed`: half of them are on the other node, so every command is sent across.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
from pathlib import Path

import uvloop
from chieu_tables import Ours
from pacing import Load, measure

from tests.postgres import Server, database_on

sys.path.append(str(Path(__file__).parent.parent))
from keeping import keep, machine

KINDS = ("SQLite", "PostgreSQL", "PostgreSQL, two nodes by table", "PostgreSQL, two nodes mixed")


async def one_round(kind: str, data: str, tables: int, seconds: float) -> dict[str, float]:
    nodes = [Ours(data, "0-1", "xidach") for _ in range(2 if "two" in kind else 1)]
    load, rng, clients = Load(), random.Random(1), []
    try:
        for number in range(tables):
            here = nodes[number % len(nodes)]
            others = [node for node in nodes if node is not here] if "mixed" in kind else []
            clients += await here.table(load, number, rng, others)
        await asyncio.sleep(1.0)
        figures = await measure(load, clients, [node.process.pid for node in nodes], seconds, 0.0)
        for client in clients:
            client.socket.close()
    finally:
        for node in nodes:
            node.process.terminate()
            node.process.wait(30)
    return figures


async def run(args: argparse.Namespace) -> None:
    postgres = Server(durable=True)
    measured: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
    try:
        for number in range(args.rounds):
            for kind in KINDS:
                with tempfile.TemporaryDirectory() as folder:
                    name = f"load_{number}_{KINDS.index(kind)}"
                    data = f"{folder}/tables.db" if kind == "SQLite" else database_on(postgres.url, name)
                    figures = await one_round(kind, data, args.tables, args.seconds)
                measured[kind].append(figures)
                print(
                    f"{kind:32}{1e6 / figures['CPU µs a command']:8,.0f} commands a CPU second of a node,"
                    f" {figures['commands/s']:7,.0f} a second, p99 {figures['answer p99 ms']:6.0f} ms",
                    flush=True,
                )
    finally:
        postgres.stop()
    text = report(measured, args)
    print(text)
    if args.keep:
        keep("nodes", text)


def report(measured: dict[str, list[dict[str, float]]], args: argparse.Namespace) -> str:
    """Format the medians of all rounds and the targets."""
    each = {kind: [1e6 / figures["CPU µs a command"] for figures in rounds] for kind, rounds in measured.items()}
    lines = [
        "## One node, two nodes, two stores",
        "",
        f"{machine()}. Medians of {args.rounds} rounds of `python bench/load/nodes.py {' '.join(sys.argv[1:])}`:"
        f" {args.tables} tables of four. Nodes, PostgreSQL (which waits for the disk) and clients share the two cores.",
        "",
        "|  | commands per CPU second of a node | commands per second in total |",
        "|---|---:|---:|",
    ]
    for kind, rounds in measured.items():
        whole = statistics.median(figures["commands/s"] for figures in rounds)
        lines.append(f"| {kind} | {statistics.median(each[kind]):,.0f} | {whole:,.0f} |")
    for kind, baseline, target in ((KINDS[1], KINDS[0], 0.7), (KINDS[2], KINDS[1], 0.9)):
        share = statistics.median(speed / other for speed, other in zip(each[kind], each[baseline], strict=True))
        verdict = "Met" if share >= target else "Missed"
        lines += ["", f"Target: {kind} at least {target} of {baseline}. {verdict}: {share:.2f}."]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", action="store_true", help="write the medians to bench/results.md")
    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
