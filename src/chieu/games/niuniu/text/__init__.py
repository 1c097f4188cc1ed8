"""Niu Niu in words: rule sheet, outcomes, reasons and lessons."""
