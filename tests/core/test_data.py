"""Data files of games: read through the reader that `import chieu` registers."""

from __future__ import annotations

import pytest

from chieu.core import codec, files


def test_a_data_file_is_decoded_by_its_type() -> None:
    by_preset = codec.load_data("chieu.games.xidach.ai", "draws.json", dict[str, list[float]])
    assert all(0 <= draw <= 1 for draws in by_preset.values() for draw in draws)


def test_without_a_reader_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_readers", [])
    with pytest.raises(LookupError, match="import chieu"):
        codec.load_data("chieu.games.xidach.ai", "draws.json", dict[str, list[float]])
