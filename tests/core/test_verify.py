"""`chieu.verify` checks records without a server."""

from __future__ import annotations

from pathlib import Path

import pytest

import chieu
from chieu.core.records import BadRecord

RECORD = Path(__file__).parents[2] / "web/src/verify/fixtures/niuniu.txt"


def test_pf_22_verify_returns_what_a_record_proves() -> None:
    text = RECORD.read_text(encoding="utf-8")
    (deal,) = chieu.verify(text)
    result = tuple(int(chips) for chips in text.splitlines()[-1].partition("result ")[2].split())
    assert (deal.game, deal.shuffles, deal.result) == ("niuniu", 1, result)
    assert [seat.proves for seat in deal.chairs[:3]] == ["claim", "claim", "nothing"]


def test_pf_22_verify_rejects_a_changed_record() -> None:
    text = RECORD.read_text(encoding="utf-8")
    with pytest.raises(BadRecord):
        chieu.verify(text.replace("result ", "result 1"))
