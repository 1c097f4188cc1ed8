"""`python -m tests.hostile` goes on working; what it does at length the tests that it is made of do in short."""

from __future__ import annotations

import random

import pytest

from tests.hostile import KINDS
from tests.online.server import inside


@pytest.mark.parametrize(("kind", "count"), [("frames", 60), ("bytes", 10), ("records", 40), ("pairs", 1)])
def test_each_kind_counts_what_it_did(kind: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "transport", "direct")  # what it leaves there is put back
    told = KINDS[kind](count, random.Random(7))
    assert next(iter(told.values())) in range(count, count + 3)
