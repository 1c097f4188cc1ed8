"""The rule sheet of Chinese Rummy in prose, line by line."""

from __future__ import annotations

from typing import Final

from chieu.core.text.presentation import SheetLine

SHEET: Final = (
    SheetLine("RM-1"),
    SheetLine("RM-1", "wild_ranks"),
    SheetLine("RM-2", "contracts"),
    SheetLine("RM-2", "rounds"),
    SheetLine("RM-3"),
    SheetLine("RM-4"),
    SheetLine("RM-5"),
    SheetLine("RM-6"),
    SheetLine("RM-7", "ace_low"),
    SheetLine("RM-8", "natural_share"),
    SheetLine("RM-9"),
    SheetLine("RM-9", "joker_swap"),
    SheetLine("RM-10"),
    SheetLine("RM-11"),
    SheetLine("RM-12"),
    SheetLine("RM-13", "quiet_turns"),
)
