"""A proxy between browser and server that delays or cuts connections."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.online.server.bad_network import BadNetwork
from tests.waiting import PATIENCE_S


class SlowLine:
    """A `BadNetwork` in a thread of its own, as Playwright runs its loop in the thread of the test."""

    def __init__(self, target: int) -> None:
        self.network = BadNetwork(target)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.network.start(), self._loop).result(PATIENCE_S)
        self.url = f"http://127.0.0.1:{self.network.port}"

    def cut(self) -> None:
        """Cut every connection at once."""
        self._loop.call_soon_threadsafe(self.network.cut)

    def refuse(self) -> None:
        """Cut every connection and take no new ones, until `deliver`."""
        self._loop.call_soon_threadsafe(self.network.refuse)

    def hold_answers(self) -> None:
        """Keep back what the server sends, until `deliver`."""
        self._loop.call_soon_threadsafe(self.network.halve)

    def deliver(self) -> None:
        """Deliver what was kept back."""
        self._loop.call_soon_threadsafe(self.network.heal, True)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    async def _end(self) -> None:
        await self.network.close()
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)


@contextmanager
def slow_line(target: int) -> Iterator[SlowLine]:
    """Open a line to a port of this machine. Set `network.delay` to slow it down."""
    line = SlowLine(target)
    try:
        yield line
    finally:
        line.close()
