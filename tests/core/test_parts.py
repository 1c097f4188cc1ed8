"""Whoever lacks a package that a part needs is told how to get it."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys, importlib
sys.modules[{missing!r}] = None  # as if it were not installed
import chieu
assert sum(chieu.deal("xidach", seats=2, cards="10S 9H 5D 8C").view(1).seats[1].cards) > 0
try:
    importlib.import_module({part!r})
except ModuleNotFoundError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("part", "missing", "told"),
    [
        ("chieu.envs", "numpy", "numpy is not installed: pip install 'chieu[envs]'"),
        ("chieu.testing", "hypothesis", "hypothesis is not installed: pip install 'chieu[testing]'"),
    ],
)
def test_a_part_says_what_it_needs(part: str, missing: str, told: str) -> None:
    command = [sys.executable, "-c", WITHOUT.format(part=part, missing=missing)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == told
