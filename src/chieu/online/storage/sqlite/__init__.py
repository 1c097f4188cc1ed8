"""The event log and the archive in one SQLite file."""
