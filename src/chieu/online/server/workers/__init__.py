"""Processes for work that would hold up the event loop: bots that search, hints and reviews."""
