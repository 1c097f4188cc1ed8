"""Workers of the odds lab in this process, for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from chieu.online.odds_lab import OddsLab
from chieu.online.service.fair_queue import RateLimitKey

T = TypeVar("T")


class InThisProcess:
    """Does all work at once and counts it by function."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def ask(self, rate_key: RateLimitKey, work: Callable[..., T], *question: Any) -> T:
        del rate_key
        self.done.append(work.__name__)
        return work(*question)


def allow_all(rate_key: RateLimitKey) -> None:
    """Limit nobody."""


def lab(allow: Callable[[RateLimitKey], None] = allow_all) -> OddsLab:
    """Return a lab that computes in this process."""
    return OddsLab(InThisProcess(), 2, allow)
