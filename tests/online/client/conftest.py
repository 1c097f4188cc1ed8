"""Fixtures of the client's tests."""

from __future__ import annotations

import hashlib
import itertools

import pytest

from chieu.online.client import contributing


@pytest.fixture(autouse=True)
def _same_contributions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clients of a test draw the same bytes in every run, each time others."""
    numbers = itertools.count()

    def seeded(*about: str | int) -> str:
        return hashlib.sha256(f"{about} a {next(numbers)}".encode()).hexdigest()

    monkeypatch.setattr(contributing, "draw", seeded)
