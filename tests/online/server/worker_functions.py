"""Functions that tests run in worker processes instead of a bot."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from chieu.online.table.thinking import BotTurn


def first(turn: BotTurn, seconds: float) -> Any:
    return turn.legal[0]


def by_rules(turn: BotTurn, seconds: float) -> Any:
    """Do what `turn.rules` says, which tests set."""
    if turn.rules == "die":
        os._exit(3)
    if turn.rules == "raise":
        raise RuntimeError("a bug")
    if turn.rules == "hang":
        time.sleep(600)
    if turn.rules == "pid":
        return os.getpid()
    if turn.rules == "seconds":
        return seconds
    if isinstance(turn.rules, float):
        time.sleep(turn.rules)
    if isinstance(turn.rules, Path):
        with turn.rules.open("a") as file:
            file.write(f"{turn.seed}\n")
    return turn.legal[0]
