"""Metrics for Prometheus.

`prometheus_client` formats them, and adds those of the process and of the garbage collector.

Metrics hold only what everybody may know. Refused commands are not counted: on a quiet server the number would tell one
player what another tried.

Our own counters are plain numbers that are read on a scrape: `prometheus_client`'s take locks and cost up to ten times
as much, for every command.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_RESULTS: Final = ("done", "unavailable", "rate_limited", "failed")
_STATUSES: Final = ("2xx", "3xx", "4xx", "503", "5xx")
_CUT_REASONS: Final = (
    "not_reading",
    "say_hello",
    "flood",
    "too_many",
    "no_such_table",
    "old_link",
    "table_locked",
    "removed",
    "table_retired",
    "bad_token",
    "unavailable",
)


class Counter:
    """A counter, optionally by label.

    Each known label value starts at 0: Prometheus computes no increase for a sample that appears with its first event.
    """

    def __init__(self, name: str, about: str, label: str = "", values: Iterable[str] = ("",)) -> None:
        self.name, self.about, self._label = name, about, label
        self._counts = dict.fromkeys(values, 0)

    def add(self, label: str = "", by: int = 1) -> None:
        self._counts[label] = self._counts.get(label, 0) + by

    def collect(self) -> Metric:
        family = CounterMetricFamily(self.name, self.about, labels=[self._label] if self._label else [])
        for label, count in self._counts.items():
            family.add_metric([label] if self._label else [], count)
        return family


class Durations:
    """A histogram of durations."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self._counts = [0] * (len(_SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Metric:
        buckets, total = [], 0
        for limit, count in zip((*map(str, _SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((limit, total))
        family = HistogramMetricFamily(self.name, self.about)
        family.add_metric([], buckets, self._sum)
        return family


class Metrics:
    """All metrics of the server."""

    def __init__(self) -> None:
        about = "Commands by result; refused ones are not counted."
        self.commands = Counter("chieu_commands_total", about, "result", _RESULTS)
        self.command_seconds = Durations("chieu_command_seconds", "Time from a command to its answer.")
        self.appends = Durations("chieu_append_seconds", "Time to make a command durable.")
        self.round_trips = Durations("chieu_round_trip_seconds", "Time from a ping to the client's pong.")
        self.lag = Durations("chieu_event_loop_lag_seconds", "Delay of a timer on the event loop.")
        self.gc_pauses = Durations("chieu_gc_pause_seconds", "Time that a garbage collection took.")
        about = "HTTP requests answered, by class of status; 503 apart."
        self.requests = Counter("chieu_http_requests_total", about, "status", _STATUSES)
        self.opened = Counter("chieu_tables_opened_total", "Tables opened.")
        self.retired = Counter("chieu_tables_retired_total", "Tables retired by this node.")
        self.connected = Counter("chieu_connections_accepted_total", "WebSocket connections accepted.")
        self.reconnected = Counter("chieu_reconnects_total", "Clients that came back to a table and resumed.")
        about = "WebSocket connections ended by the server, by reason."
        self.cut = Counter("chieu_connections_cut_total", about, "reason", _CUT_REASONS)
        about = "Connections and tables for which there was no room, by code."
        self.turned_away = Counter("chieu_turned_away_total", about, "code", ("full", "too_many"))
        about = "HTTP connections ended early, by reason."
        self.cut_http = Counter("chieu_http_connections_cut_total", about, "reason", ("half_sent", "not_reading"))
        self.given_up = Counter("chieu_bots_given_up_total", "Moves that usual bots made for those that think.")
        self._own: list[Counter | Durations] = list(vars(self).values())
        self._read: list[Callable[[], Metric]] = []
        self._gc_began = 0.0
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a value that is read on a scrape."""
        self._read.append(lambda: GaugeMetricFamily(name, about, read()))

    def counter(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a counter that somebody else keeps."""
        self._read.append(lambda: CounterMetricFamily(name, about, read()))

    def info(self, name: str, about: str, labels: Mapping[str, str]) -> None:
        """Add constants, as labels of a gauge that is always 1."""
        self._read.append(lambda: InfoMetricFamily(name, about, dict(labels)))

    def on_gc(self, phase: str, info: Mapping[str, Any]) -> None:
        """Measure a garbage collection: a callback for `gc.callbacks`."""
        del info
        if phase == "start":
            self._gc_began = time.perf_counter()
        else:
            self.gc_pauses.add(time.perf_counter() - self._gc_began)

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics: a collector of `prometheus_client`."""
        for metric in self._own:
            yield metric.collect()
        for read in self._read:
            yield read()

    def text(self) -> bytes:
        return generate_latest(self._registry)
