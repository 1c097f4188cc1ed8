"""The walk of a `Draw`: the functions of `chieu` that run from the socket to the log to three screens.

    python -m tests.online.server.test_walk FILE

prints them with their file and how often each ran. FILE is a new SQLite file. Compiled modules leave no trace, so the
sources must be uncompiled.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import chieu
from chieu.online.storage.sqlite.log import SqliteLog
from tests.online.server.in_process import Wire, running

MAX_FILES = 20
ROOT = Path(__file__).parents[3]
SOURCE = Path(chieu.__file__).parent
STATIONS = """
online/server/websocket_protocol.py DirectProtocol.send_receive_event_to_app 1
online/server/socket.py Connection._handle 1
online/protocol/wire.py read 1
online/server/limits.py MessageLimiter.decide 1
online/service/actor.py TableActor.command 1
online/table/decide.py decide 1
games/xidach/game.py apply 1
online/table/fold.py fold 1
online/table/turns.py deadline 1
online/storage/sqlite/log.py SqliteLog._insert 1
online/table/project.py update 3
online/server/websocket_protocol.py DirectProtocol.push 4
"""


def test_a_draw_takes_a_short_walk(tmp_path: Path) -> None:
    copy = tmp_path / "src"
    shutil.copytree(SOURCE, copy / "chieu", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(copy), str(ROOT)])}
    command = [sys.executable, "-m", "tests.online.server.test_walk", str(tmp_path / "tables.db")]
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    walk = process.stdout.splitlines()
    assert set(STATIONS.split("\n")) - {""} <= set(walk)
    files = sorted({line.split()[0] for line in walk})
    assert len(files) <= MAX_FILES, files


# The trace


class Trace:
    """Counts the calls of `chieu`'s functions in all threads while `on`."""

    def __init__(self) -> None:
        self.on = False
        self.calls: Counter[CodeType] = Counter()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if self.on and event == "call":
            self.calls[frame.f_code] += 1

    def lines(self) -> list[str]:
        """Return a line for each function, without comprehensions and lambdas."""
        source = f"{SOURCE}{os.sep}"
        named = [
            (code.co_filename.removeprefix(source), code.co_qualname, count)
            for code, count in self.calls.items()
            if code.co_filename.startswith(source) and not code.co_name.startswith("<")
        ]
        return [f"{file} {function} {count}" for file, function, count in sorted(named)]


async def draw(file: Path, trace: Trace) -> None:
    """Draw a card at a table of two people and a spectator. The seed of the server fixes the cards.

    Nothing runs in the background: a timer that fires meanwhile is not part of the walk.
    """
    async with running(SqliteLog(file), background=False) as server:
        lan, hoa, spectator = [await server.guest() for _ in range(3)]
        table = await server.table(lan, seats=2)
        async with (
            server.wire(table, lan) as dealer,
            server.wire(table, hoa) as player,
            server.wire(table, spectator) as watcher,
        ):
            seq = player.first["seq"]
            await player.ask(type="join", id="join", seq=seq, name="Hoa")
            await player.ask(type="sit", id="sit", seq=seq + 1, seat=1)
            await dealer.say(type="deal_now", id="deal", seq=seq + 2)
            screens = (dealer, player, watcher)
            start = [await _deal(screen) for screen in screens]
            assert start[1]["deal"]["legal"] == [{"type": "draw"}]
            trace.on = True
            await player.say(type="act", id="draw", seq=start[1]["seq"], action={"type": "draw"})
            drawn = [await screen.hear("update") for screen in screens]
            assert (await player.next())["type"] == "done"
            trace.on = False
            assert [len(update["happened"]) for update in drawn] == [1, 1, 1]


async def _deal(screen: Wire) -> Any:
    """Skip to the message that shows the deal."""
    while "deal" not in (message := await screen.hear("view", "update")):
        pass
    return message


def main() -> None:
    """Print the trace."""
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    asyncio.run(draw(Path(sys.argv[1]), trace))
    sys.stdout.write("".join(f"{line}\n" for line in trace.lines()))


if __name__ == "__main__":
    main()
