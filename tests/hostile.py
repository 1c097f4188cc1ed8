"""Long runs of the hostile tests, with counts for bench/results.md.

    python -m tests.hostile --seed 7 --frames 100000 --bytes 2000 --evenings 500 --machines 200 --records 5000 \\
        --pairs 300 --kills 100 --nodes 100 --jam 110

Each flag sets the number of runs of one kind; the default 0 skips it. The test suite has a short form of each. The
first failure ends the run.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import hypothesis
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from chieu.core.records import BadRecord
from chieu.fairness.verify import Unproven
from tests.fairness.test_proofs import forged, played, verified
from tests.online.server import crashes, in_process, jam, nodes, server_process
from tests.online.server.hostile_frames import BINARY, TEXT
from tests.online.server.in_process import RunningServer, running, running_beside
from tests.online.server.test_any_evening import Evening
from tests.online.server.test_secrets import TABLES, pairs_that_differ
from tests.online.service.simulation import simulate
from tests.waiting import PATIENCE_S

Told = dict[str, object]
AT_ONCE = 500  # frames per table


def frames(count: int, rng: random.Random) -> Told:
    """Send frames of the corpus, whole, cut, spliced and mutated; each must be answered."""
    answers: Counter[str] = Counter()
    corpus = [frame for frame, _ in TEXT.values() if len(frame) < 4000]

    def next_frame() -> str | bytes:
        frame, other = rng.choice(corpus), rng.choice(corpus)
        match rng.randrange(5):
            case 0:
                return frame.replace('"x"', f'"x{rng.randrange(10**9)}"', 1)
            case 1:
                return frame[: rng.randrange(len(frame) + 1)]
            case 2:
                return frame[: rng.randrange(len(frame) + 1)] + other[rng.randrange(len(other) + 1) :]
            case 3:
                at = rng.randrange(len(frame) + 1)
                return frame[:at] + chr(rng.choice((0, 9, 34, 92, 123, 0x202E, 0xFFFD, 0x1F0A1))) + frame[at + 1 :]
            case _:
                return rng.choice([*BINARY.values(), rng.randbytes(rng.randrange(200))])

    async def one_table(many: int) -> None:
        async with running() as server:
            lan = await server.guest()
            table = await server.table(lan)
            async with server.wire(table, lan) as wire:
                for number in range(many):
                    await wire.socket.send(next_frame())
                    await wire.say(type="rise", id=f"end {number}", seq=0)
                    while (answer := await wire.next()).get("id") != f"end {number}":
                        if answer["type"] != "update":
                            break
                    answers[answer.get("code", answer["type"])] += 1
                    assert answer.get("id") != f"end {number}", "a frame was not answered"
                    while answer.get("id") != f"end {number}":
                        answer = await wire.next()
                    await wire.hear("view")  # a stale command is followed by the current view
                await wire.say(type="hello")
                assert (await wire.hear("view"))["seq"] == len(await server.log.read(table))

    for way in ("direct", "asgi"):
        in_process.transport = way
        for first in range(0, count // 2, AT_ONCE):
            asyncio.run(one_table(min(AT_ONCE, count // 2 - first)))
    return {"hostile frames": sum(answers.values()), "answers": dict(answers.most_common())}


def raw_bytes(count: int, rng: random.Random) -> Told:
    """Send random bytes or half of a frame; the server must keep running."""
    openings = (b"", b"GET / HTTP/1.1\r\n", b"POST /api/tables HTTP/1.1\r\nContent-Length: 9\r\n\r\n", b"\x16\x03\x01")

    def one(server: RunningServer) -> None:
        with (
            socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as connection,
            contextlib.suppress(OSError),
        ):
            connection.sendall(rng.choice(openings) + rng.randbytes(rng.randrange(300)))
            connection.settimeout(0.02)
            connection.recv(100)

    in_process.transport = "direct"
    with running_beside() as server:
        for _ in range(count):
            one(server)
        assert server.client.new_guest().token
    return {"connections with nonsense": count}


def evenings(count: int, rng: random.Random) -> Told:
    """Simulate three nodes with lost and duplicated messages, clock jumps and crashes."""
    counts: Counter[str] = Counter()
    for _ in range(count):
        world = simulate(rng.randrange(2**32))
        counts["crashes of nodes"] += world.crashes
        counts["entries"] += sum(map(len, world.log._tables.values()))
    return {"simulated evenings": count, **counts}


def machines(count: int, rng: random.Random) -> Told:
    """Run the stateful test of three guests at a table."""
    in_process.transport = "direct"
    many = settings(max_examples=count, stateful_step_count=25, deadline=None, phases=(Phase.generate,), database=None)
    with running_beside() as server:
        Evening.server = server
        run_state_machine_as_test(hypothesis.seed(rng.randrange(2**32))(Evening), settings=many)
        entries = sum(map(len, server.log._tables.values()))
    return {"random evenings over sockets": count, "entries": entries}


def records(count: int, rng: random.Random) -> Told:
    """Verify records with a changed byte, with and without recomputed checksums; all must fail."""
    originals = [played(void=void).record(1) for void in (False, True)]
    counts: Counter[str] = Counter()
    while sum(counts.values()) < count:
        text = rng.choice(originals)
        kind = rng.choice(("byte changed", "forged with its sums"))
        changed = another(text, rng) if kind == "byte changed" else forged(text, forger(text, rng))
        if changed.splitlines() == text.splitlines() or (kind != "byte changed" and said(changed) == said(text)):
            continue
        try:
            verified(changed)
        except (Unproven, BadRecord, ValueError):
            counts[kind] += 1
        else:
            raise AssertionError(f"this holds:\n{changed}")
    return {"forged records": count, **counts}


def said(text: str) -> list[str]:
    """Normalize a record: `qc` and `QC` are both the queen of clubs."""
    return [line[7:].casefold() for line in text.splitlines()]


def another(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + chr(rng.randrange(33, 127)) + text[at + 1 :]


def forger(text: str, rng: random.Random) -> Callable[[str], str]:
    """Change one letter of a line that the proof covers; names are not covered."""
    lines = [line[7:] for line in text.splitlines() if line[7:].startswith(("note fair ", "* shuffle"))]
    chosen = rng.choice(lines)
    at = rng.randrange(chosen.index(" ", 5) + 1, len(chosen))
    changed = chosen[:at] + rng.choice("0123456789abcdefSHDC ") + chosen[at + 1 :]
    return lambda line: changed if line == chosen else line


def pairs(count: int, rng: random.Random) -> Told:
    """Compare worlds that differ only in hidden cards; a viewer must get the same bytes."""
    differing = attempts = 0
    in_process.transport = "direct"
    while differing < count and attempts < 20 * count:
        attempts += 1
        differing += asyncio.run(pairs_that_differ(rng.choice(TABLES), rng.randrange(2**32)))[0]
    return {"pairs of hidden cards": differing}


def kills(count: int, rng: random.Random) -> Told:
    """Kill the server under load."""
    with tempfile.TemporaryDirectory() as folder:
        return {"kills": count, **crashes.evening(Path(folder), count, 6, rng.randrange(10**6))}


def node_kills(count: int, rng: random.Random) -> Told:
    """Kill nodes and PostgreSQL, and cut, delay and half-close the network between them."""
    with tempfile.TemporaryDirectory() as folder:
        return {"kills of nodes and PostgreSQL": count, **nodes.evening(Path(folder), count, 4, rng.randrange(10**6))}


def jammed(count: int, rng: random.Random) -> Told:
    """Measure how long a guest waits while another address runs tables of fast bots."""
    del rng
    with tempfile.TemporaryDirectory() as folder, server_process.serving(Path(folder)) as server:
        alone, beside = asyncio.run(jam.jam(server.url, count, 10))
    return {"tables of bots in a hurry": count, "p50 alone, ms": alone.p50, "p50 beside them, ms": beside.p50}


KINDS: dict[str, Callable[[int, random.Random], Told]] = {
    "frames": frames,
    "bytes": raw_bytes,
    "evenings": evenings,
    "machines": machines,
    "records": records,
    "pairs": pairs,
    "kills": kills,
    "nodes": node_kills,
    "jam": jammed,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    for name, kind in KINDS.items():
        parser.add_argument(f"--{name}", type=int, default=0, metavar="N", help=kind.__doc__)
    args = parser.parse_args()
    _say(f"seed {args.seed}")
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it would warn about every bad frame
    for name, kind in KINDS.items():
        count = getattr(args, name)
        if count:
            since = time.monotonic()
            counts = kind(count, random.Random(f"{args.seed} {name}"))
            figures = ", ".join(f"{what}: {_short(many)}" for what, many in counts.items())
            _say(f"- {figures} ({time.monotonic() - since:.0f} s)")


def _short(figure: object) -> str:
    return f"{figure:.1f}" if isinstance(figure, float) else str(figure)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the result


if __name__ == "__main__":
    main()
