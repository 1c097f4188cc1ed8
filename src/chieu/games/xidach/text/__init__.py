"""Xì Dách in words: rule sheet, outcomes, reasons and lessons."""
