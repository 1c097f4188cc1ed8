"""A short run of each kind of `python -m tests.hostile`."""

from __future__ import annotations

import random

import pytest

from tests.hostile import KINDS
from tests.online.server import in_process


@pytest.mark.parametrize(("kind", "count"), [("frames", 60), ("bytes", 10), ("records", 40), ("pairs", 1)])
def test_every_kind_runs_and_counts(kind: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_process, "transport", "direct")  # restores it after the test
    counts = KINDS[kind](count, random.Random(7))
    assert next(iter(counts.values())) in range(count, count + 3)
