"""Adapters of the service's ports: SQLite, PostgreSQL, one process, and test doubles in memory."""
