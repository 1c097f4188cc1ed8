"""Functions that tests run in worker processes instead of a bot."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, NamedTuple

from chieu.online.table.turns import BotTurn


def first(turn: BotTurn, seconds: float) -> Any:
    return turn.legal[0]


class Pipe(NamedTuple):
    """A named pipe. The worker process waits until a test has written to it, and answers what was written."""

    path: Path


def by_rules(turn: BotTurn, seconds: float) -> Any:
    """Do what `turn.rules` says, which tests set."""
    if turn.rules == "die":
        os._exit(3)
    if turn.rules == "raise":
        raise RuntimeError("a bug")
    if turn.rules == "hang":
        signal.pause()
    if turn.rules == "pid":
        return os.getpid()
    if turn.rules == "seconds":
        return seconds
    if isinstance(turn.rules, Pipe):
        return turn.rules.path.read_text()
    if isinstance(turn.rules, Path):
        with turn.rules.open("a") as file:
            file.write(f"{turn.seed}\n")
    return turn.legal[0]
