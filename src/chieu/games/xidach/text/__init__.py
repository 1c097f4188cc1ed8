"""Xì Dách in words: texts, rule sheet, lesson, outcomes, reasons, judge."""
