"""Event log and archive in one SQLite file."""
