"""What remains of deals that are over: scorebook, replays, groups of evenings, and erasure."""
