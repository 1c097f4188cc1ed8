"""PF-22: cases of a journal and a record, which the page's tests run as well."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chieu.fairness import journal
from chieu.fairness.journal import Drawn, Journal, Unaccounted
from chieu.games import all_games
from tests.web.journal_cases import FILE, cases

CASES = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_pf_22_a_record_accounts_for_a_journal_or_not(case: dict[str, Any]) -> None:
    before = msgspec.convert(case["journal"], Journal)
    if case["fault"]:
        with pytest.raises(Unaccounted) as raised:
            journal.account(all_games(), before, case["record"])
        assert raised.value.fault == case["fault"]
    else:
        after = journal.account(all_games(), before, case["record"])
        assert before.open is not None
        assert after.open is None
        assert after.closed[-1][0] == before.open.deal


def test_pf_22_a_journal_is_bounded() -> None:
    """It drops the closed deals and the random bytes of long ago."""
    case = next(case for case in CASES if not case["fault"])
    full = replace(msgspec.convert(case["journal"], Journal), closed=((0, ""),) * 400)
    assert [deal for deal, _ in journal.account(all_games(), full, case["record"]).closed] == [0] * 399 + [1]
    for attempt in range(20):
        full = journal.commit(full, Drawn("g1", 1, attempt, "aa" * 32))
    assert [drawn.attempt for drawn in full.drawn] == list(range(12, 20))


def test_pf_22_the_cases_are_up_to_date() -> None:
    assert json.loads(json.dumps(cases())) == CASES, "run `python -m tests.web.journal_cases`"
