"""`chieu verify`: a table's record verifies; a changed one, and one without a proof, do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Here
from tests.online.table.test_lesson import ATTENTIVE, lesson_table, play

RECORDS = sorted((Path(__file__).parents[2] / "web/src/verify/fixtures").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_a_table_verifies(chieu: Here, path: Path) -> None:
    result = chieu("verify", str(path))
    assert (result.code, result.err) == (0, "")
    assert "All in order: deals 1" in result.out


def test_a_changed_record_does_not_verify(chieu: Here, tmp_path: Path) -> None:
    text = RECORDS[0].read_text(encoding="utf-8")
    changed = tmp_path / "changed.txt"
    changed.write_text(text.replace(" shuffle ", " shuffle  ", 1), encoding="utf-8")
    result = chieu("verify", str(changed))
    assert result.code == 1
    assert "wrong checksum" in result.err


def test_a_record_without_a_proof_says_so(chieu: Here, deals: Path) -> None:
    result = chieu("verify", str(deals))
    assert result.code == 1
    assert "it says nothing of how its cards were shuffled" in result.err


@pytest.mark.parametrize(("lang", "words"), [("en", "chosen, not shuffled"), ("vi", "không xào"), ("zh", "没有洗牌")])
def test_pf_46_the_record_of_a_lesson_says_so(chieu: Here, tmp_path: Path, lang: str, words: str) -> None:
    table = lesson_table("xidach")
    play(table, ATTENTIVE["xidach"])
    path = tmp_path / "lesson.txt"
    path.write_text(table.record(0), encoding="utf-8")
    result = chieu("verify", "--lang", lang, str(path))
    assert (result.code, words in result.err) == (1, True)
    assert result.out == ""


def test_pf_46_deals_after_a_lesson_are_verified(chieu: Here, tmp_path: Path) -> None:
    table = lesson_table("xidach")
    play(table, ATTENTIVE["xidach"])
    path = tmp_path / "evening.txt"
    path.write_text(table.record(0) + RECORDS[0].read_text(encoding="utf-8"), encoding="utf-8")
    result = chieu("verify", str(path))
    assert (result.code, "chosen, not shuffled" in result.err) == (1, True)
    alone = chieu("verify", str(RECORDS[0])).out
    assert result.out == alone[: alone.index("All in order")]


def test_no_file(chieu: Here) -> None:
    assert chieu("verify", "nowhere.txt").code == 2


def test_records_one_after_the_other_in_one_file_or_in_several(chieu: Here, tmp_path: Path) -> None:
    several = [str(path) for path in RECORDS[:3]]
    assert "All in order: deals 3" in chieu("verify", *several).out
    joined = tmp_path / "evening.txt"
    for between in ("", "\n"):
        joined.write_text(between.join(path.read_text(encoding="utf-8") for path in RECORDS[:3]), encoding="utf-8")
        result = chieu("verify", str(joined))
        assert (result.code, result.err) == (0, "")
        assert "All in order: deals 3" in result.out


def test_a_bad_file_does_not_hide_the_others(chieu: Here, tmp_path: Path) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_text(RECORDS[0].read_text(encoding="utf-8").replace("result ", "result  ", 1), encoding="utf-8")
    result = chieu("verify", str(changed), str(RECORDS[1]))
    assert result.code == 1
    assert "changed.txt" in result.err
    assert "fixed before the deal as" in result.out
    assert "All in order" not in result.out


def test_a_record_cut_off_before_the_next_one(chieu: Here, tmp_path: Path) -> None:
    joined = tmp_path / "evening.txt"
    first, second = (path.read_text(encoding="utf-8") for path in RECORDS[:2])
    joined.write_text("".join(first.splitlines(keepends=True)[:-1]) + second, encoding="utf-8")
    result = chieu("verify", str(joined))
    assert result.code == 1
    assert "the record breaks off: it has no result" in result.err
