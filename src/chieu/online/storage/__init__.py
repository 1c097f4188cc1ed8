"""Adapters of the service's ports: SQLite, PostgreSQL and, for one process, memory."""
