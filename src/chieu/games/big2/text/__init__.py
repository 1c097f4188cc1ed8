"""Big Two in words: texts, rule sheet, lesson, outcomes, reasons, judge."""
