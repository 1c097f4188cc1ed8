"""Finished deals: scorebook, replays, groups of evenings, and erasure."""
