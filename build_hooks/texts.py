"""Print the texts of a folder of catalogues (`en.toml`, `vi.toml`, ...), one column per language.

    python -m build_hooks.texts [--missing] FOLDER...

A text that a language lacks is marked. Exits with 1 if any is missing. `--missing` prints only the keys that lack one.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
import tomllib
import unicodedata
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

MISSING: Final = "(missing)"
NARROWEST: Final = 20
GAP: Final = "  "


def read(folder: Path) -> dict[str, dict[str, str]]:
    """Return the texts of each language by their keys."""
    return {path.stem: dict(flat(tomllib.loads(path.read_text("utf-8")))) for path in sorted(folder.glob("*.toml"))}


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a table and of the tables in it, with dots in their keys."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def columns(catalogues: dict[str, dict[str, str]], width: int, only_missing: bool = False) -> Iterator[str]:
    """Yield the lines of a table: a row per key, a column per language."""
    keys = list(dict.fromkeys(key for texts in catalogues.values() for key in texts))
    rows = {key: [texts.get(key, MISSING) for texts in catalogues.values()] for key in keys}
    if only_missing:
        rows = {key: texts for key, texts in rows.items() if MISSING in texts}
    first = max((len(key) for key in rows), default=0)
    each = max(NARROWEST, (width - first) // max(1, len(catalogues)) - len(GAP))
    for key, texts in {"": list(catalogues), **rows}.items():
        cells = [wrapped(text, each) for text in texts]
        for number, parts in enumerate(zip_longest(*cells, fillvalue="")):
            cells_of_line = [key.ljust(first) if number == 0 else " " * first, *(padded(part, each) for part in parts)]
            yield GAP.join(cells_of_line).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """Split a text into lines that fit. Chinese text may break anywhere."""
    if columns_of(text) == len(text):
        return textwrap.wrap(text, width) or [""]
    lines = [""]
    for character in text:
        if columns_of(lines[-1] + character) > width:
            lines.append("")
        lines[-1] += character
    return lines


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def padded(text: str, width: int) -> str:
    """Fill a text up with spaces."""
    return text + " " * (width - columns_of(text))


def main(arguments: list[str]) -> int:
    """Print the catalogues. Return 1 if a text is missing, 2 if a folder has no catalogue."""
    parser = argparse.ArgumentParser(
        prog="python -m build_hooks.texts", description="Print text catalogues in columns."
    )
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="+")
    parser.add_argument("--missing", action="store_true", help="print only keys that a language lacks")
    args = parser.parse_args(arguments)
    missing_count = 0
    for folder in args.folders:
        catalogues = read(folder)
        if not catalogues:
            sys.stderr.write(f"{folder}: expected catalogues such as en.toml, found none\n")
            return 2
        sys.stdout.writelines(
            f"{line}\n" for line in columns(catalogues, shutil.get_terminal_size().columns, args.missing)
        )
        missing = {lang: len(set().union(*catalogues.values()) - set(texts)) for lang, texts in catalogues.items()}
        missing_count += sum(missing.values())
        lacking = ", ".join(f"{count} in {lang}" for lang, count in missing.items() if count) or "none"
        sys.stdout.write(f"{folder}: {len(set().union(*catalogues.values()))} keys, missing: {lacking}\n")
    return 1 if missing_count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
