"""The client of a server's tables."""
