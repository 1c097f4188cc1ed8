"""A house as settings want it, for the server and for a chat's bot that runs by itself."""

from __future__ import annotations

import time
from typing import NamedTuple

from chieu.online.server.limits import EntryBudget
from chieu.online.server.metrics import Metrics
from chieu.online.server.settings import Settings
from chieu.online.server.timed_log import TimedLog
from chieu.online.server.workers.bot_workers import BotWorkers
from chieu.online.service.ports import Entropy
from chieu.online.service.service import TableService
from chieu.online.storage.backends import Backend


class Wired(NamedTuple):
    """A house with what it was given that others use too. The thinkers are to be closed when the house is done with."""

    house: TableService
    log: TimedLog
    budget: EntryBudget
    thinkers: BotWorkers


def wired(settings: Settings, backend: Backend, entropy: Entropy, metrics: Metrics) -> Wired:
    """A house over a backend; it wakes nothing until it runs."""
    log = TimedLog(backend.log, metrics.appends)
    budget = EntryBudget(settings.entries_per_address)
    thinkers = BotWorkers(settings.thinkers, metrics.given_up)
    house = TableService(
        log,
        backend.bus,
        backend.presence,
        backend.clock,
        entropy,
        idle=60_000 * settings.idle_minutes,
        meter=time.perf_counter,
        tables_at_most=settings.tables_in_memory,
        archive=backend.archive,
        budget=budget,
        thinker=thinkers,
    )
    return Wired(house, log, budget, thinkers)
