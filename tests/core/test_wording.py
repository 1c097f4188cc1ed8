"""Words that players read: each language says it as people do, and no text has a term of the protocol."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
# Phrases that readers stumbled over.
AVOIDED = {
    "en": (
        "freeze",
        "commitment",
        "lost the connection and is waited for",
        "Luck or choice",
        "beside the best move",
        "{action} was better",
        "add up to tens",
        "The greatest stake",
        "Who passes",
        "creator",
        "At once after the deal",
        "Every settlement counts",
        "per cent of a meld",
        "Non (short)",
    ),
    "vi": (
        "bản chốt",
        "cam kết",
        "Vào bàn",
        "vào bàn",
        "Vào chơi",
        "ra khỏi bàn",
        "Tùy chọn",
        "Lấy lại ghế",
        "ường dẫn",
        "không nền",
        "có nền thôi",
        "Mọi thắng thua",
        "Thong thả",
        "Cược nhiều nhất",
        "tên và lời của tôi",
    ),
    "zh": ("桌主", "A 加十", "静回合", "不用教", "已抢庄", "有底，无加倍", "大家在等", "定稿", "承诺"),
}


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """Yield all texts of a language with the file and key of each."""
    for folder in (ROOT / "web" / "src" / "text", ROOT / "src" / "chieu"):
        for path in sorted(folder.rglob(f"{lang}.toml")):
            yield from _flat(path.relative_to(ROOT).as_posix(), tomllib.loads(path.read_text(encoding="utf-8")))


def _flat(where: str, table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{where} {key}", value)
        else:
            yield f"{where} {key}", str(value)


@pytest.mark.parametrize("lang", sorted(AVOIDED))
def test_pf_40_texts_use_the_words_of_players(lang: str) -> None:
    wrong = [(where, phrase) for where, text in texts(lang) for phrase in AVOIDED[lang] if phrase in text]
    assert not wrong, "\n".join(f"{where}: {phrase}" for where, phrase in wrong)
