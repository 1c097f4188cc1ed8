"""Subscriptions of the bot to a table.

There is one for the chat, as a spectator, and one per person who plays from it; they work as those of a page. People in
a chat have no client of their own, so the bot also contributes to the shuffles for them (PF-22), and the shuffle's
manifest says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from chieu.core.cards import Cards
from chieu.core.text.choices import cards_of
from chieu.core.text.hand_order import own_cards
from chieu.fairness import card_order
from chieu.fairness.manifest import manifest_hash, read_manifest
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol import commands, wire
from chieu.online.protocol.announcements import Facts, Happening
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.fields import CONTRIBUTION_BYTES
from chieu.online.protocol.views import Update
from chieu.online.service.actor import Chat, Shut, Subscription, no_chat
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.ports import Entropy
from chieu.online.service.service import TableService

Changed = Callable[["Follower", Sequence[Happening]], None]


class Follower:
    """A guest's mirror of a table (`guest` None: a spectator).

    `was_to_act` and `deal` (its number) are as of the last time the hand was shown; `new_hand`: all of its cards were
    dealt since. `raised` are the cards that the guest has tapped.
    """

    def __init__(self, service: TableService, table: str, guest: str | None, changed: Changed) -> None:
        self.guest = guest
        self.mirror = TableMirror()
        self.was_to_act: bool | None = None
        self.deal: int | None = None
        self.new_hand = False
        self.raised: list[str] = []
        self._service = service
        self._table = table
        self._changed = changed
        self._subscription: Subscription | None = None

    async def start(
        self,
        rate_key: RateLimitKey,
        key: str,
        shut: Shut,
        seen: int = 0,
        epoch: str = "",
        chat: Chat = no_chat,
    ) -> None:
        """Subscribe, and get the changes missed since `seen`."""
        self._subscription = await self._service.subscribe(
            self._table, self.guest, seen, self._push, rate_key, key, shut, epoch if seen else None, chat
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
    def chair(self) -> int | None:
        return self.mirror.you.seat

    @property
    def seat(self) -> int | None:
        """The guest's seat in the deal."""
        return self.mirror.seat

    @property
    def cards(self) -> Cards:
        """The guest's own cards, as dealt; none without a seat or a deal."""
        deal = self.mirror.deal
        return () if deal is None or self.seat is None else own_cards(deal.view, self.seat)

    @property
    def to_act(self) -> bool:
        deal = self.mirror.deal
        playing = bool(self.mirror.seq) and self.mirror.table.phase == "playing"
        return playing and deal is not None and bool(deal.legal) and self.seat in getattr(deal.view, "to_act", ())

    def _push(self, raw: bytes) -> bool:
        message = wire.read_message(raw)
        if isinstance(message, Update) and not self.mirror.seq:  # the missed changes; the snapshot is still to come
            happened: Sequence[Happening] = message.happened
            asyncio.get_running_loop().call_soon(self.renew)
        else:
            happened = self.mirror.take(message)
            if self.mirror.gap:
                asyncio.get_running_loop().call_soon(self.renew)
                return True
        self.new_hand = self.new_hand or self._is_dealt(happened)
        self._changed(self, happened)
        return True

    def _is_dealt(self, happened: Sequence[Happening]) -> bool:
        """Tell whether a fact names all cards that the guest holds now."""
        facts = [fact for event in happened if isinstance(event, Facts) for fact in event.facts]
        return bool(self.cards) and any(sorted(cards_of(fact)) == sorted(self.cards) for fact in facts)


class Contributions:
    """The bot's contributions to the shuffles of one table for one person.

    Each attempt gets new bytes. They live as long as the process: if it ends, the pending shuffle is void anyway.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._attempt = (0, 0)  # the deal and the attempt that `_contribution` is for
        self._contribution = ""
        self._sent: set[str] = set()

    def due(self, mirror: TableMirror, chair: int) -> AnyCommand | None:
        """Return the commitment or reveal to send now; each is returned once."""
        shuffle, phase = mirror.table.shuffle, mirror.table.phase
        if mirror.table.real is not None:  # RT-2: nothing is shuffled
            return None
        attempt = (shuffle.deal, shuffle.attempt)
        command: AnyCommand | None = None
        if phase in ("between", "committing") and all(out != chair for out, _, _ in shuffle.left_out):
            if attempt != self._attempt:
                self._attempt, self._contribution = attempt, self._entropy.draw(CONTRIBUTION_BYTES).hex()
                self._sent.clear()
            command = self._commit(mirror, chair)
        elif phase == "revealing" and attempt == self._attempt and mirror.manifest and chair not in shuffle.revealed:
            command = self._reveal(mirror, chair)
        if command is None or command.id in self._sent:
            return None
        self._sent.add(command.id)
        return command

    def _commitment(self, mirror: TableMirror) -> str:
        return card_order.contribution_commitment(mirror.table.id, *self._attempt, self._contribution)

    def _commit(self, mirror: TableMirror, chair: int) -> AnyCommand | None:
        commitment, (deal, attempt) = self._commitment(mirror), self._attempt
        if dict(mirror.table.shuffle.commitments).get(chair) == commitment:
            return None
        return commands.Commit(
            id=f"commit {commitment[:24]}",
            seq=mirror.seq,
            deal=deal,
            attempt=attempt,
            commitment=commitment,
            protocol=1,
            chat=True,
        )

    def _reveal(self, mirror: TableMirror, chair: int) -> AnyCommand | None:
        """Reveal the contribution if the manifest has its commitment at this chair."""
        digest, (deal, attempt) = manifest_hash(mirror.manifest), self._attempt
        parts = [(entry.kind, entry.commitment) for entry in read_manifest(mirror.manifest).all_chairs]
        if parts[chair : chair + 1] != [("chat", self._commitment(mirror))]:
            return None
        return commands.Reveal(
            id=f"reveal {digest[:24]}",
            seq=mirror.seq,
            deal=deal,
            attempt=attempt,
            contribution=self._contribution,
            manifest=digest,
        )
