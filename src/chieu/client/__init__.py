"""A client of a server's tables, over the same protocol as the page: for bots, tests, and playing from a terminal."""

from chieu.adapters.shuffle_store import ShuffleStore
from chieu.client.seat import Seat
from chieu.client.server import Identity, Server, Unreachable

__all__ = ["Identity", "Seat", "Server", "ShuffleStore", "Unreachable"]
