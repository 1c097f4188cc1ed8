"""Fixtures of the server's tests."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace

import pytest

from chieu.fairness.witness import StoredAttempt
from chieu.online.client import shuffle_store
from chieu.online.client.shuffle_store import ShuffleStore
from tests.online.server import in_process


@pytest.fixture(autouse=True)
def _same_contributions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every client contribute the same bytes to its shuffles in every run."""
    get_or_draw = ShuffleStore.get_or_draw

    def seeded(store: ShuffleStore, place: str, deal: int, attempt: int) -> StoredAttempt:
        table_and_guest = place.rpartition("/")[2]
        drawn = hashlib.sha256(f"{table_and_guest} {deal} {attempt}".encode()).hexdigest()
        with monkeypatch.context() as patched:
            patched.setattr(shuffle_store, "secrets", SimpleNamespace(token_hex=lambda count: drawn))
            return get_or_draw(store, place, deal, attempt)

    monkeypatch.setattr(ShuffleStore, "get_or_draw", seeded)


@pytest.fixture(params=["direct", "asgi"])
def both_transports(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test on both WebSocket transports."""
    monkeypatch.setattr(in_process, "transport", request.param)
