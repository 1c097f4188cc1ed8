"""The command line. It knows no game, only the contract that games implement."""

from chieu.cli.entry import main

__all__ = ["main"]
