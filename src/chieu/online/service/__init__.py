"""Use cases over the tables, and the ports they need: a log, a bus, a clock, entropy."""
