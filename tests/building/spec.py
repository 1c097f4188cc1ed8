"""Read docs/spec, and find where its rule numbers are cited."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SPEC: Final = ROOT / "docs" / "spec"
_CITING: Final = ("src", "tests", "web", "docs", "examples", "bench", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
_NOT_OURS: Final = {"node_modules", "__pycache__", ".venv", "dist"}
_SUFFIXES: Final = {".py", ".md", ".ts", ".svelte", ".json", ".toml", ".txt", ".ipynb", ".html", ".css"}
_NUMBER: Final = re.compile(r"\b(?:PF|XD|BT|RM|NN|OD|RT)-\d+\b")
_TEST_NAME: Final = re.compile(r"\bdef (test_\w+)")
_NUMBER_IN_NAME: Final = re.compile(r"_(pf|xd|bt|rm|nn|od|rt)_(\d+)(?=_|$)")
_DEFINITION: Final = re.compile(r'^- <a id="(?P<anchor>[^"]*)"></a>\*\*(?P<number>[A-Z]+-\d+)\*\* ', re.MULTILINE)


def definitions() -> Iterator[tuple[str, str, str]]:
    """Yield the page, the anchor and the number of every rule in docs/spec."""
    for page in sorted(SPEC.glob("*.md")):
        for match in _DEFINITION.finditer(page.read_text(encoding="utf-8")):
            yield page.stem, match["anchor"], match["number"]


def cited_in(text: str) -> set[str]:
    """Return the rule numbers in a text, in prose and in the names of test functions."""
    in_names = {
        f"{prefix.upper()}-{number}"
        for name in _TEST_NAME.findall(text)
        for prefix, number in _NUMBER_IN_NAME.findall(name)
    }
    return set(_NUMBER.findall(text)) | in_names


def citations() -> dict[str, set[str]]:
    """Return the files that cite each rule, as paths relative to the root."""
    cited: dict[str, set[str]] = {}
    for path in _files():
        for number in cited_in(path.read_text(encoding="utf-8")):
            cited.setdefault(number, set()).add(path.relative_to(ROOT).as_posix())
    return cited


def _files() -> Iterator[Path]:
    for name in _CITING:
        if (ROOT / name).is_file():
            yield ROOT / name
        for folder, folders, files in os.walk(ROOT / name):
            folders[:] = [folder for folder in folders if folder not in _NOT_OURS]
            yield from (Path(folder, file) for file in files if Path(file).suffix in _SUFFIXES)
