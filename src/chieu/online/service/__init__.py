"""Table actors, the use cases around them, and the ports they need."""
