"""The capacity section of docs/operations.md is that of bench/results.md."""

from __future__ import annotations

from build_hooks.capacity import PAGE, RESULTS, updated


def test_capacity_section_is_current() -> None:
    page, results = PAGE.read_text(encoding="utf-8"), RESULTS.read_text(encoding="utf-8")
    assert updated(page, results) == page, "run `python -m build_hooks.capacity`"


def test_capacity_section_follows_the_measurements() -> None:
    page, results = PAGE.read_text(encoding="utf-8"), RESULTS.read_text(encoding="utf-8")
    line = next(line for line in results.splitlines() if line.startswith("| commands/s |"))
    doubled = updated(page, results.replace(line, line.replace(line.split(" | ")[7], "12,345.00")))
    assert "| half of that | 12,345 |" in doubled
    assert "core serves 28,488 tables, 113,954 people" in doubled
