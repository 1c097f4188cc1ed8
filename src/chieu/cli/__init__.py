"""The command line: `chieu play`, and what one needs to study the games. It knows no game, only the contract."""

from chieu.cli.entry import main

__all__ = ["main"]
