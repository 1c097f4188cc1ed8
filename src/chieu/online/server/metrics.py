"""Metrics in the Prometheus text format, which is small enough to write by hand.

Metrics hold only what everybody may know. Refused commands are not counted: on a quiet server the number would tell one
player what another tried.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Final

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Counter:
    """A counter, optionally by label."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self.name, self.about, self._label = name, about, label
        self._counts: dict[str, int] = {} if label else {"": 0}

    def add(self, label: str = "", by: int = 1) -> None:
        self._counts[label] = self._counts.get(label, 0) + by

    def lines(self) -> list[str]:
        lines = [f"# HELP {self.name} {self.about}", f"# TYPE {self.name} counter"]
        for label, count in self._counts.items():
            suffix = f'{{{self._label}="{label}"}}' if self._label else ""
            lines.append(f"{self.name}{suffix} {count}")
        return lines


class Gauge:
    """A value that is read when the metrics are."""

    def __init__(self, name: str, about: str, read: Callable[[], float]) -> None:
        self.name, self.about, self._read = name, about, read

    def lines(self) -> list[str]:
        return [f"# HELP {self.name} {self.about}", f"# TYPE {self.name} gauge", f"{self.name} {self._read()}"]


class Durations:
    """A histogram of durations."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self._counts = [0] * (len(_SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> list[str]:
        lines = [f"# HELP {self.name} {self.about}", f"# TYPE {self.name} histogram"]
        total = 0
        for limit, count in zip((*map(str, _SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{self.name}_bucket{{le="{limit}"}} {total}')
        return [*lines, f"{self.name}_sum {self._sum:.6f}", f"{self.name}_count {total}"]


class Metrics:
    """All metrics of the server."""

    def __init__(self) -> None:
        self.requests = Counter("chieu_http_requests_total", "HTTP requests answered, by class of status.", "status")
        self.opened = Counter("chieu_tables_opened_total", "Tables opened.")
        self.connected = Counter("chieu_connections_total", "WebSocket connections accepted.")
        self.cut = Counter(
            "chieu_connections_cut_total", "WebSocket connections ended by the server, by reason.", "why"
        )
        self.turned_away = Counter(
            "chieu_turned_away_total", "Connections, tables and questions for which there was no room, by code.", "code"
        )
        self.cut_http = Counter("chieu_http_connections_cut_total", "HTTP connections ended early, by reason.", "why")
        self.given_up = Counter("chieu_bots_given_up_total", "Moves that usual bots made for those that think.")
        self.appends = Durations("chieu_append_seconds", "Time to make a command durable.")
        self._all: list[Counter | Gauge | Durations] = list(vars(self).values())

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a gauge."""
        self._all.append(Gauge(name, about, read))

    def text(self) -> str:
        return "".join(f"{line}\n" for metric in self._all for line in metric.lines())
