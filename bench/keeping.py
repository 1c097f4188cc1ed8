"""Replace one part of results.md; each part is measured by its own command."""

from __future__ import annotations

import datetime
import os
import platform
import re
from pathlib import Path

RESULTS = Path(__file__).parent / "results.md"
PARTS = ("first", "engines", "envs", "server", "pauses", "nodes", "faults", "service", "hostile", "page", "strength")
_TITLE = "# Measurements\n\n"


def keep(part: str, text: str, where: Path = RESULTS) -> None:
    """Write a part to its place."""
    before = where.read_text(encoding="utf-8") if where.exists() else ""
    texts = dict(re.findall(r"<!-- (\w+) -->\n(.*?)\n(?=<!-- |\Z)", before, re.DOTALL))
    texts[part] = text.strip() + "\n"
    if unknown := texts.keys() - set(PARTS):
        raise ValueError(f"unknown parts {', '.join(sorted(unknown))}: add them to PARTS")
    parts = [f"<!-- {name} -->\n{texts[name]}\n" for name in PARTS if name in texts]
    where.write_text(_TITLE + "".join(parts).rstrip("\n") + "\n", encoding="utf-8")


def machine() -> str:
    """Return date and machine."""
    info = Path("/proc/cpuinfo")
    names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    processor = names[0] if names else platform.processor()
    return (
        f"{datetime.date.today().isoformat()}, {processor}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
