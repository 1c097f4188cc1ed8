"""A package that is missing for an optional part is named with the command that installs it."""

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
    ("part", "missing", "message"),
    [
        ("chieu.envs", "numpy", "numpy is not installed: pip install 'chieu[envs]'"),
        ("chieu.testing", "hypothesis", "hypothesis is not installed: pip install 'chieu[testing]'"),
    ],
)
def test_a_missing_dependency_names_the_extra(part: str, missing: str, message: str) -> None:
    command = [sys.executable, "-c", WITHOUT.format(part=part, missing=missing)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == message
