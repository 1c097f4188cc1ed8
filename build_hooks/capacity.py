"""Write the capacity section of docs/operations.md from bench/results.md and the default settings.

The text is in capacity.md.

    python -m build_hooks.capacity
"""

from __future__ import annotations

import math
import re
from pathlib import Path

from chieu.online.server.settings import Settings

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "operations.md"
RESULTS = ROOT / "bench" / "results.md"
TEXT = Path(__file__).with_suffix(".md")
_BLOCK = re.compile(r"(<!-- capacity: .*? -->\n)(.*?)(<!-- /capacity -->)", re.DOTALL)
_LOADS = {"full": "as fast as possible", "half": "half of that", "600": "600 commands a second"}

# Assumptions: somebody at a table moves every three seconds, and a deal of two minutes takes twelve more messages.
COMMANDS_PER_TABLE = 1 / 3 + 12 / 120
DEALS_AN_HOUR = 30
KB_PER_DEAL = 8  # measured
REQUESTS_PER_VISIT = 18  # measured: the first page in an empty browser
TABLES_OF_100_000 = 25_000


def updated(page: str, results: str) -> str:
    """Return the page with the section written anew."""
    section = _section(results)
    return _BLOCK.sub(lambda block: block[1] + section + block[3], page)


def _section(results: str) -> str:
    (machine,) = re.findall(r"## The server under load\n\n(.*?)\. Medians", results)
    stores = _table(results, "One node, two nodes, two stores")
    server = _table(results, "The server under load")
    ours = {load: {row: cells.get(f"Chiếu, {load}", 0.0) for row, cells in server.items()} for load in _LOADS}
    half, size = ours["half"]["commands/s"], ours["half"]["bytes a view"]
    views, kb = ours["half"]["views/s"] / half, ours["full"]["kB a table of four"]
    commands = TABLES_OF_100_000 * COMMANDS_PER_TABLE
    cores = math.ceil(commands / half)
    evening = 3 * DEALS_AN_HOUR * KB_PER_DEAL
    limits = Settings()
    return TEXT.read_text(encoding="utf-8").format(
        machine=machine,
        rows="".join(
            f"| {name} | {ours[load]['commands/s']:,.0f} | {ours[load]['answer p99 ms']:,.0f} ms |"
            f" {ours[load]['CPU of a core']:.0%} |\n"
            for load, name in _LOADS.items()
        ),
        stores="".join(f"| {name} | {row['commands per second in total']:,.0f} |\n" for name, row in stores.items()),
        kb=kb,
        views=views,
        size=size,
        rate=COMMANDS_PER_TABLE,
        half=half,
        tables=half / COMMANDS_PER_TABLE,
        people=4 * half / COMMANDS_PER_TABLE,
        all_tables=TABLES_OF_100_000,
        commands=commands,
        cores=cores,
        nodes=cores + 3,
        gigabytes=TABLES_OF_100_000 * kb / 1e6,
        all_views=commands * views,
        megabytes=commands * views * size / 1e6,
        megabits=commands * views * size * 8 / 1e6,
        deal_kb=KB_PER_DEAL,
        evening=evening,
        kept_gb=100 * evening * limits.keep_days / 1e6,
        limits=limits,
        table_people=4 * limits.tables_per_address,
        requests_at_once=4 * limits.requests_per_address,
        visitors=4 * limits.requests_per_address // REQUESTS_PER_VISIT,
        message_people=4 * limits.messages_per_address / COMMANDS_PER_TABLE,
    )


def _table(results: str, title: str) -> dict[str, dict[str, float]]:
    """Return the first table under a heading: numbers by row and column."""
    lines = results.partition(f"## {title}\n")[2].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|"))
    head = [cell.strip() for cell in lines[start].split("|")[2:-1]]
    rows = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        name, *cells = (cell.strip() for cell in line.split("|")[1:-1])
        rows[name] = {column: float(cell.replace(",", "")) for column, cell in zip(head, cells, strict=True) if cell}
    return rows


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8"), RESULTS.read_text(encoding="utf-8")), encoding="utf-8")
