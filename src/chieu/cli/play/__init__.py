"""Games in the terminal, local or at a table on a server."""
