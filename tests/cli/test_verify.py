"""`chieu verify`: a table's record holds, a changed one does not, and one without a proof says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Here

RECORDS = sorted((Path(__file__).parents[2] / "web/src/verify/fixtures").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_a_table_verifies(chieu: Here, path: Path) -> None:
    done = chieu("verify", str(path))
    assert (done.code, done.err) == (0, "")
    assert "All in order: deals 1" in done.out


def test_a_changed_record_does_not(chieu: Here, tmp_path: Path) -> None:
    text = RECORDS[0].read_text(encoding="utf-8")
    changed = tmp_path / "changed.txt"
    changed.write_text(text.replace(" shuffle ", " shuffle  ", 1), encoding="utf-8")
    done = chieu("verify", str(changed))
    assert done.code == 1
    assert "its sum does not add up" in done.err


def test_a_record_without_a_proof_says_so(chieu: Here, deals: Path) -> None:
    done = chieu("verify", str(deals))
    assert done.code == 1
    assert "it says nothing of how its cards were shuffled" in done.err


def test_no_file(chieu: Here) -> None:
    assert chieu("verify", "nowhere.txt").code == 2
