"""Client of a server's tables, over the same protocol as the page: for bots, tests and the terminal."""
