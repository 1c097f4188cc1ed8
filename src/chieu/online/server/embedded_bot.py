"""Another front end in the server's own process, over the same house: a chat's bot."""

from __future__ import annotations

from typing import Protocol

from chieu.online.service.ports import Entropy, Notes
from chieu.online.service.service import TableService


class EmbeddedBot(Protocol):
    """What the server needs of it: to be run, to be asked who somebody is, to be handed what is sent to it."""

    async def run(self, house: TableService, notes: Notes, entropy: Entropy, key: bytes) -> None:
        """Until it is cancelled. `key` is that of guests' tokens."""

    def token(self, init_data: str, key: bytes, now: int) -> str | None:
        """The token of whoever opened the page inside the chat; None if that is not shown, or too long ago. `now` is in
        milliseconds since 1970."""

    async def received(self, secret: str, body: bytes) -> bool:
        """Takes what the chat's servers send; False if it is not from them."""
