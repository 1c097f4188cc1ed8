"""Subscriptions of the bot to a table.

There is one for the chat, as a spectator, and one per person who plays from it; they work as those of a page. People in
a chat have no client of their own, so the bot also contributes to the shuffles for them (PF-22), and the shuffle's
manifest says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from chieu.core import codec
from chieu.core.game import AnyGame
from chieu.fairness import card_order
from chieu.fairness.manifest import manifest_hash, read_manifest
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol import commands, wire
from chieu.online.protocol.announcements import Happening
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.fields import CONTRIBUTION_BYTES
from chieu.online.protocol.views import Update
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.ports import Entropy
from chieu.online.service.service import Subscription, TableService

Changed = Callable[["Follower", Sequence[Happening]], None]


class Follower:
    """A guest's mirror of a table (`guest` None: a spectator).

    `asked` and `deal` are from the last time the hand was shown: whether the guest was to act, and the deal's number.
    `raised` are the cards that they have tapped.
    """

    def __init__(self, service: TableService, table: str, game: AnyGame, guest: str | None, changed: Changed) -> None:
        self.guest = guest
        self.mirror = TableMirror()
        self.asked: bool | None = None
        self.deal: int | None = None
        self.raised: list[str] = []
        self._service = service
        self._table = table
        self._changed = changed
        self._decoder: msgspec.json.Decoder[Any] = codec.decoder(wire.server_type(game))
        self._subscription: Subscription | None = None

    async def start(
        self, rate_key: RateLimitKey, key: str, shut: Callable[[], None], seen: int = 0, epoch: str = ""
    ) -> None:
        """Subscribe, and get the changes missed since `seen`."""
        self._subscription = await self._service.subscribe(
            self._table, self.guest, seen, self._push, rate_key, key, shut, epoch if seen else None
        )

    def end(self) -> None:
        if self._subscription is not None:
            self._subscription.end()
            self._subscription = None

    def renew(self) -> None:
        """Ask for a full snapshot."""
        if self._subscription is not None:
            self._subscription.renew()

    @property
    def seat(self) -> int | None:
        return self.mirror.you.seat

    @property
    def to_act(self) -> bool:
        """Tell whether this viewer is to act."""
        deal = self.mirror.deal
        playing = bool(self.mirror.seq) and self.mirror.table.phase == "playing"
        return playing and deal is not None and bool(deal.legal) and self.seat in getattr(deal.view, "to_act", ())

    def _push(self, raw: bytes) -> bool:
        message = self._decoder.decode(raw)
        if isinstance(message, Update) and not self.mirror.seq:  # the missed changes; the snapshot is still to come
            happened: Sequence[Happening] = message.happened
            asyncio.get_running_loop().call_soon(self.renew)
        else:
            happened = self.mirror.take(message)
            if self.mirror.gap:
                asyncio.get_running_loop().call_soon(self.renew)
                return True
        self._changed(self, happened)
        return True


class Contributions:
    """The bot's contributions to the shuffles of one table for one person.

    Each attempt gets new bytes. They live as long as the process: if it ends, the pending shuffle is void anyway.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._drawn: dict[tuple[int, int], str] = {}
        self._sent: set[str] = set()

    def due(self, mirror: TableMirror, seat: int) -> AnyCommand | None:
        """Return the commitment or reveal to send now; each is returned once."""
        shuffle, table = mirror.table.shuffle, mirror.table
        attempt = (shuffle.deal, shuffle.attempt)
        command: AnyCommand | None = None
        if table.phase in ("between", "committing"):
            command = self._commitment(mirror, seat, attempt)
        elif table.phase == "revealing" and mirror.manifest and seat not in shuffle.revealed:
            command = self._reveal(mirror, seat, attempt)
        if command is None or command.id in self._sent:
            return None
        self._sent.add(command.id)
        return command

    def _commitment(self, mirror: TableMirror, seat: int, attempt: tuple[int, int]) -> AnyCommand | None:
        shuffle = mirror.table.shuffle
        if any(out == seat for out, _, _ in shuffle.left_out):
            return None
        if attempt not in self._drawn:
            self._drawn = {attempt: self._entropy.draw(CONTRIBUTION_BYTES).hex()}
            self._sent.clear()
        commitment = card_order.contribution_commitment(mirror.table.id, *attempt, self._drawn[attempt])
        if dict(shuffle.commitments).get(seat) == commitment:
            return None
        deal, number = attempt
        return commands.Commit(
            id=f"commit {commitment[:24]}",
            seq=mirror.seq,
            deal=deal,
            attempt=number,
            commitment=commitment,
            protocol=1,
            chat=True,
        )

    def _reveal(self, mirror: TableMirror, seat: int, attempt: tuple[int, int]) -> AnyCommand | None:
        given, manifest = self._drawn.get(attempt), read_manifest(mirror.manifest)
        if given is None or seat >= len(manifest.seats) or manifest.seats[seat].kind != "chat":
            return None
        if manifest.seats[seat].commitment != card_order.contribution_commitment(mirror.table.id, *attempt, given):
            return None
        digest = manifest_hash(mirror.manifest)
        deal, number = attempt
        return commands.Reveal(
            id=f"reveal {digest[:24]}", seq=mirror.seq, deal=deal, attempt=number, contribution=given, manifest=digest
        )
