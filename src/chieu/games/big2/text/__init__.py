"""Big Two in words: rule sheet, outcomes, reasons and lessons."""
