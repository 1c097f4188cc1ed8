"""PF-22: screens of players use no words of the protocol."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
CATALOGUES: Final = sorted(
    path
    for folder in ("web/src/text", "src/chieu/cli", "src/chieu/core", "src/chieu/games", "src/chieu/online")
    for path in (ROOT / folder).rglob("*.toml")
    if path.stem in ("en", "vi", "zh")
)
WORDS: Final = re.compile(r"freez|froze|commit|bản chốt|cam kết|定稿|承诺", re.IGNORECASE)


def texts(values: dict[str, Any]) -> list[str]:
    return [text for value in values.values() for text in (texts(value) if isinstance(value, dict) else [str(value)])]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pf_22_no_screen_uses_the_words_of_the_protocol(path: Path) -> None:
    catalogue = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [text for text in texts(catalogue) if WORDS.search(text)] == []
