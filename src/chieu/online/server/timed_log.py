"""A log that is watched: how long appends take."""

from __future__ import annotations

import time
from functools import partial

from chieu.online.server.metrics import Durations
from chieu.online.service.ports import Appended, Log, LogBatch


class TimedLog:
    """Another log, with its appends timed."""

    def __init__(self, log: Log, durations: Durations) -> None:
        self._log = log
        self._durations = durations
        self.read = log.read
        self.snapshot = log.snapshot
        self.deal = log.deal
        self.claim = log.claim
        self.check = log.check
        self.epoch = log.epoch

    def append(self, batch: LogBatch, settled: Appended) -> None:
        self._log.append(batch, partial(self._settled, settled, time.perf_counter()))

    def _settled(self, settled: Appended, since: float, error: BaseException | None) -> None:
        if error is None:
            self._durations.add(time.perf_counter() - since)
        settled(error)
