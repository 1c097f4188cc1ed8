"""Fixtures for the tests of the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import PLAIN, Here


@pytest.fixture
def chieu(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> Here:
    """Run command lines in this process, in English, in a wide pipe, with an empty cache directory."""
    for name in os.environ:
        if name not in PLAIN:
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", PLAIN["LANG"])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    return Here(monkeypatch, capsys)


@pytest.fixture
def deals(chieu: Here, tmp_path: Path) -> Path:
    """Write the records of three deals to a file."""
    path = tmp_path / "deals.txt"
    assert chieu("simulate", "xidach", "--deals", "3", "--seats", "3", "--records", str(path)).code == 0
    return path
