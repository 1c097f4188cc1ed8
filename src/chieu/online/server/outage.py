"""Outages of the store: a node without it refuses clients, so that a proxy sends them to another."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from chieu.online.server import logs

AFTER_S: Final = 3.0  # a shorter silence of the store is waited out
_LOOK_EVERY_S: Final = 0.1


class Outage:
    """State of the store: an outage begins when it has been silent for longer than `AFTER_S`.

    `silent` returns the seconds for which the store has not answered.
    """

    def __init__(self, silent: Callable[[], float]) -> None:
        self._silent = silent
        self._on = False
        self._refused = 0

    def refuses(self) -> bool:
        """Return whether to refuse a client. Refusals are counted, and logged together when the outage ends."""
        self._refused += self._on
        return self._on

    async def watch(self, close_all: Callable[[], int]) -> None:
        """Look for outages until cancelled. `close_all` closes the connections and returns their number."""
        began = 0.0
        while True:
            await asyncio.sleep(_LOOK_EVERY_S)
            silent = self._silent()
            if not self._on and silent > AFTER_S:
                self._on, self._refused, began = True, 0, time.monotonic() - silent
                logs.say("store_lost", level=logging.WARNING, closed=close_all())
            elif self._on and not silent:
                self._on = False
                seconds = round(time.monotonic() - began, 1)
                logs.say("store_back", level=logging.WARNING, seconds=seconds, refused=self._refused)
