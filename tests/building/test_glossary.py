"""The modules that the glossary names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
_MODULE: Final = re.compile(r"`([a-z_0-9/<>]+/|[a-z_0-9/<>]+\.py)`")


def test_modules_in_the_glossary_exist() -> None:
    modules = set(_MODULE.findall((ROOT / "docs/glossary.md").read_text(encoding="utf-8")))
    assert len(modules) > 50
    assert not [
        module for module in sorted(modules) if not list((ROOT / "src/chieu").glob(module.replace("<game>", "*")))
    ]
