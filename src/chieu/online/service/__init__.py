"""Table actors and the use cases around them, with the ports they need: log, bus, presence, clock, entropy."""
