"""`chieu.verify` checks records without a server."""

from __future__ import annotations

from pathlib import Path

import pytest

import chieu
from chieu.core.records import BadRecord

RECORD = Path(__file__).parents[2] / "web/src/verify/fixtures/niuniu.txt"


def test_pf_22_verify_returns_what_a_record_proves() -> None:
    (deal,) = chieu.verify(RECORD.read_text(encoding="utf-8"))
    assert (deal.game, deal.shuffles, deal.result[0]) == ("niuniu", 1, 7)
    assert [seat.proves for seat in deal.seats[:3]] == ["claim", "claim", "nothing"]


def test_pf_22_verify_rejects_a_changed_record() -> None:
    with pytest.raises(BadRecord):
        chieu.verify(RECORD.read_text(encoding="utf-8").replace("+7", "+8"))
