"""All that is hostile, at length and in numbers, for bench/results.md:

    python -m tests.hostile --seed 7 --frames 100000 --bytes 2000 --evenings 500 --machines 200 --records 5000 \\
        --pairs 300 --kills 100 --nodes 100 --jam 110

Each number says how much of one kind there is to be; 0 leaves it out, and all are 0 unless given. Each is a test that
the suite runs in a short form. The first thing that does not hold ends the run with what it was.
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
from tests.online.server import crashes, inside, jam, living, nodes
from tests.online.server.hostile_frames import BINARY, TEXT
from tests.online.server.inside import Inside, running, running_beside
from tests.online.server.test_any_evening import Evening
from tests.online.server.test_secrets import TABLES, pairs_that_differ
from tests.online.service.simulation import simulate

Told = dict[str, object]
AT_ONCE = 500  # frames of one table


def frames(count: int, rng: random.Random) -> Told:
    """Frames of the corpus, whole, cut, spliced and with bytes changed: each is answered, and nothing is lost."""
    answers: Counter[str] = Counter()
    corpus = [frame for frame, _ in TEXT.values() if len(frame) < 4000]

    def next_frame() -> str | bytes:
        one, other = rng.choice(corpus), rng.choice(corpus)
        match rng.randrange(5):
            case 0:
                return one.replace('"x"', f'"x{rng.randrange(10**9)}"', 1)
            case 1:
                return one[: rng.randrange(len(one) + 1)]
            case 2:
                return one[: rng.randrange(len(one) + 1)] + other[rng.randrange(len(other) + 1) :]
            case 3:
                at = rng.randrange(len(one) + 1)
                return one[:at] + chr(rng.choice((0, 9, 34, 92, 123, 0x202E, 0xFFFD, 0x1F0A1))) + one[at + 1 :]
            case _:
                return rng.choice([*BINARY.values(), rng.randbytes(rng.randrange(200))])

    async def one_table(many: int) -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as wire:
                for number in range(many):
                    await wire.socket.send(next_frame())
                    await wire.say(type="rise", id=f"end {number}", seq=0)
                    while (answer := await wire.next()).get("id") != f"end {number}":
                        if answer["type"] != "update":
                            break
                    answers[answer.get("code", answer["type"])] += 1
                    assert answer.get("id") != f"end {number}", "a frame was passed over"
                    while answer.get("id") != f"end {number}":
                        answer = await wire.next()
                    await wire.hear("view")  # a stale command is answered with how it stands
                await wire.say(type="hello")
                assert (await wire.hear("view"))["seq"] == len(await house.log.read(table))

    for way in ("direct", "asgi"):
        inside.transport = way
        for first in range(0, count // 2, AT_ONCE):
            asyncio.run(one_table(min(AT_ONCE, count // 2 - first)))
    return {"hostile frames": sum(answers.values()), "answers": dict(answers.most_common())}


def raw_bytes(count: int, rng: random.Random) -> Told:
    """Connections that say anything at all, or half of something: the house goes on."""
    begun = (b"", b"GET / HTTP/1.1\r\n", b"POST /api/tables HTTP/1.1\r\nContent-Length: 9\r\n\r\n", b"\x16\x03\x01")

    def one(house: Inside) -> None:
        with socket.create_connection(("127.0.0.1", house.port), 10) as opened, contextlib.suppress(OSError):
            opened.sendall(rng.choice(begun) + rng.randbytes(rng.randrange(300)))
            opened.settimeout(0.02)
            opened.recv(100)

    inside.transport = "direct"
    with running_beside() as house:
        for _ in range(count):
            one(house)
        assert house.server.new_guest().token
    return {"connections with nonsense": count}


def evenings(count: int, rng: random.Random) -> Told:
    """Three houses, lost and doubled messages, clocks that jump, houses that die."""
    seen: Counter[str] = Counter()
    for _ in range(count):
        world = simulate(rng.randrange(2**32))
        seen["deaths of houses"] += world.crashes
        seen["entries"] += sum(map(len, world.log._tables.values()))
    return {"simulated evenings": count, **seen}


def machines(count: int, rng: random.Random) -> Told:
    """Any evening that three guests could make of a table, over real sockets."""
    inside.transport = "direct"
    many = settings(max_examples=count, stateful_step_count=25, deadline=None, phases=(Phase.generate,), database=None)
    with running_beside() as house:
        Evening.house = house
        run_state_machine_as_test(hypothesis.seed(rng.randrange(2**32))(Evening), settings=many)
        entries = sum(map(len, house.log._tables.values()))
    return {"random evenings over sockets": count, "entries": entries}


def records(count: int, rng: random.Random) -> Told:
    """Records with a changed byte, and records whose sums were made to add up again: none of them holds."""
    originals = [played(void=void).record(1) for void in (False, True)]
    seen: Counter[str] = Counter()
    while sum(seen.values()) < count:
        text = rng.choice(originals)
        kind = rng.choice(("byte changed", "forged with its sums"))
        changed = another(text, rng) if kind == "byte changed" else forged(text, forger(text, rng))
        if changed.splitlines() == text.splitlines() or (kind != "byte changed" and said(changed) == said(text)):
            continue
        try:
            verified(changed)
        except (Unproven, BadRecord, ValueError):
            seen[kind] += 1
        else:
            raise AssertionError(f"this holds:\n{changed}")
    return {"forged records": count, **seen}


def said(text: str) -> list[str]:
    """What a record says: `qc` is the queen of clubs as `QC` is."""
    return [line[7:].casefold() for line in text.splitlines()]


def another(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + chr(rng.randrange(33, 127)) + text[at + 1 :]


def forger(text: str, rng: random.Random) -> Callable[[str], str]:
    """Changes one letter of one line that the proof is about; what people are called is not proven."""
    lines = [line[7:] for line in text.splitlines() if line[7:].startswith(("note fair ", "* shuffle"))]
    chosen = rng.choice(lines)
    at = rng.randrange(chosen.index(" ", 5) + 1, len(chosen))
    changed = chosen[:at] + rng.choice("0123456789abcdefSHDC ") + chosen[at + 1 :]
    return lambda line: changed if line == chosen else line


def pairs(count: int, rng: random.Random) -> Told:
    """Two worlds that differ in hidden cards alone: the bytes that a viewer gets are the same."""
    found = tried = 0
    inside.transport = "direct"
    while found < count and tried < 20 * count:
        tried += 1
        found += pairs_that_differ(rng.choice(TABLES), rng.randrange(2**32))[0]
    return {"pairs of hidden cards": found}


def kills(count: int, rng: random.Random) -> Told:
    """The process is killed under load."""
    with tempfile.TemporaryDirectory() as folder:
        return {"kills": count, **crashes.evening(Path(folder), count, 6, rng.randrange(10**6))}


def node_kills(count: int, rng: random.Random) -> Told:
    """Nodes and PostgreSQL are killed, and the network between them cut, delayed and halved."""
    with tempfile.TemporaryDirectory() as folder:
        return {"kills of nodes and PostgreSQL": count, **nodes.evening(Path(folder), count, 4, rng.randrange(10**6))}


def jammed(count: int, rng: random.Random) -> Told:
    """Tables of bots in a hurry at one address, and what a guest at another one waits."""
    del rng
    with tempfile.TemporaryDirectory() as folder, living.serving(Path(folder)) as house:
        alone, beside = asyncio.run(jam.jam(house.url, count, 10))
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
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it warns of all that this sends
    for name, kind in KINDS.items():
        count = getattr(args, name)
        if count:
            since = time.monotonic()
            told = kind(count, random.Random(f"{args.seed} {name}"))
            figures = ", ".join(f"{what}: {_short(many)}" for what, many in told.items())
            _say(f"- {figures} ({time.monotonic() - since:.0f} s)")


def _short(figure: object) -> str:
    return f"{figure:.1f}" if isinstance(figure, float) else str(figure)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - what was asked for


if __name__ == "__main__":
    main()
