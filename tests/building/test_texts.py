"""`make texts` prints catalogues in columns and marks missing texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_hooks import texts

ROOT = Path(__file__).parent.parent.parent


def write(folder: Path, lang: str, text: str) -> None:
    (folder / f"{lang}.toml").write_text(text, encoding="utf-8")


def test_languages_stand_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "en", '[deal]\nnext = "Next deal"\n[deal.end]\nwon = "You win"\n')
    write(tmp_path, "zh", '[deal]\nnext = "下一局"\n[deal.end]\nwon = "你赢了"\n')
    assert texts.main([str(tmp_path)]) == 0
    head, *rows, summary = capsys.readouterr().out.splitlines()
    assert head.split() == ["en", "zh"]
    assert [row.split("  ")[0] for row in rows] == ["deal.next", "deal.end.won"]
    assert all(
        english in row and chinese in row
        for row, english, chinese in zip(rows, ("Next deal", "You win"), ("下一局", "你赢了"), strict=True)
    )
    assert summary.endswith("2 keys, missing: none")


def test_missing_texts_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "en", 'a = "A"\nb = "B"\n')
    write(tmp_path, "vi", 'a = "Á"\nc = "C"\n')
    assert texts.main([str(tmp_path), "--missing"]) == 1
    _, *rows, summary = capsys.readouterr().out.splitlines()
    assert [row.split() for row in rows] == [["b", "B", texts.MISSING], ["c", texts.MISSING, "C"]]
    assert summary.endswith("missing: 1 in en, 1 in vi")


def test_a_long_text_is_wrapped_to_its_column() -> None:
    lines = list(texts.columns({"en": {"k": "many words " * 9}, "zh": {"k": "字" * 40}}, width=60))
    assert len(lines) > 3
    assert max(texts.columns_of(line) for line in lines) <= 60


def test_a_folder_without_catalogues_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert texts.main([str(tmp_path)]) == 2
    assert "expected catalogues" in capsys.readouterr().err


def test_pf_40_the_page_has_every_text_in_every_language() -> None:
    assert texts.main([str(ROOT / "web" / "src" / "text")]) == 0
