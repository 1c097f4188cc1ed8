"""Client of a server's tables, over the same protocol as the page: for bots, tests and the terminal."""

from chieu.online.client.api import Identity, Server, Unreachable
from chieu.online.client.seat import Seat
from chieu.online.client.shuffle_store import ShuffleStore

__all__ = ["Identity", "Seat", "Server", "ShuffleStore", "Unreachable"]
