"""Worker processes for CPU-bound work: bots that search, hints, reviews and solvers."""
