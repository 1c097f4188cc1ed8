"""Shared by all tests: a heavier Hypothesis profile by environment, the same one everywhere else."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "usual", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("CHIEU_HYPOTHESIS", "usual"))
