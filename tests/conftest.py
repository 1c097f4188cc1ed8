"""Hypothesis profiles, and a warning at the end of a run without a browser."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.e2e import chromium

settings.register_profile(
    "usual", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("CHIEU_HYPOTHESIS", "usual"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Warn if the browser tests did not run; the summary would look like that of a full run."""
    if chromium.executable() is None:
        terminalreporter.write_line(chromium.MISSING, red=True, bold=True)
