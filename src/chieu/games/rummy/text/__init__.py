"""Chinese Rummy in words: rule sheet, outcomes, reasons and lessons."""
