"""What can happen to a table: the messages in the mailbox of its actor. Each decides what it comes to; who sent it is
told by a callback, or waits for a `promise`.

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from chieu.core.game import Seat
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.protocol.commands import AnyCommand
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.table import decide
from chieu.online.table.draft import Fresh
from chieu.online.table.state import TableState

Settled: TypeAlias = Callable[[Answer | TableState | BaseException], None]
"""Gets what a message came to, or the error that there was instead. It raises nothing."""


def nobody_waits(answer: Answer | TableState | BaseException) -> None:
    """What comes of it is seen by whoever is connected."""


def promise() -> tuple[asyncio.Future[Answer | TableState], Settled]:
    """What somebody can wait for, and the callback that settles it."""
    promised: asyncio.Future[Answer | TableState] = asyncio.get_running_loop().create_future()
    return promised, partial(_keep, promised)


def _keep(promised: asyncio.Future[Answer | TableState], what: Answer | TableState | BaseException) -> None:
    if promised.done():  # nobody waits any more
        return
    if isinstance(what, BaseException):
        promised.set_exception(what)
    else:
        promised.set_result(what)


class Message:
    """Something that may change a table, and who waits for what it comes to.

    `seen` is a number of the log that the sender knows to exist. A message that comes to nothing is only believed once
    the log has been looked at: `confirmed` is the number at which that was.
    """

    def __init__(self, seen: int, settled: Settled, rate_key: RateLimitKey | None = None) -> None:
        self.seen = seen
        self.settled = settled
        self.rate_key = rate_key
        self.confirmed = -1
        self.tries = 0

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        """What it comes to. This one asks for nothing but the state."""
        del now, fresh
        return decide.Transition(None, (), state)


class CommandMessage(Message):
    """A guest's command. What was refused once is refused again (PF-30), even if it would do now."""

    def __init__(
        self,
        guest: str,
        command: AnyCommand,
        refusals: Mapping[tuple[str, str], Refused],
        settled: Settled,
        rate_key: RateLimitKey | None = None,
    ) -> None:
        super().__init__(command.seq, settled, rate_key)
        self.guest = guest
        self.command = command
        self.refusals = refusals

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        guest, command = self.guest, self.command
        before = self.refusals.get((guest, command.id))
        if before is not None and decide.answered(state, guest, command) is None:
            return decide.Transition(before, (), state)
        return decide.decide(state, guest, command, now, fresh)


class TimerMessage(Message):
    """A timer went off: bots' moves, time-outs, void shuffles."""

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.tick(state, now, fresh)


class ThoughtMessage(Message):
    """PF-3: what a bot that was asked at a number came to; None: nothing."""

    def __init__(self, seat: Seat, asked: int, action: Any) -> None:
        super().__init__(0, nobody_waits)
        self.seat = seat
        self.asked = asked
        self.action = action

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.thought(state, self.seat, self.asked, self.action, now, fresh)


class PresenceMessage(Message):
    """PF-9: a guest is connected, or is not and has not been for some seconds."""

    def __init__(self, guest: str, connected: bool, settled: Settled) -> None:
        super().__init__(0, settled)
        self.guest = guest
        self.connected = connected

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return (decide.returned if self.connected else decide.lost)(state, self.guest, now, fresh)


class OrphanedMessage(Message):
    """PF-22: the process that drew the seed of the pending shuffle is gone."""

    def __init__(self, house: str) -> None:
        super().__init__(0, nobody_waits)
        self.house = house

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.orphaned(state, self.house, now, fresh)


class RestoredMessage(Message):
    """PF-22: the log has gone back to a back-up since the table was last opened."""

    def __init__(self, epoch: str) -> None:
        super().__init__(0, nobody_waits)
        self.epoch = epoch

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.restored(state, self.epoch, now, fresh)


class OpeningMessage(Message):
    """The first message of a new table, already decided."""

    def __init__(self, outcome: decide.Transition, settled: Settled) -> None:
        super().__init__(0, settled)
        self.outcome = outcome


class RewrittenMessage(Message):
    """PF-38: what a guest took back is in the log no more."""

    def __init__(self, guest: str, settled: Settled) -> None:
        super().__init__(0, settled)
        self.guest = guest

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.rewritten(state, self.guest, now, fresh)


class ContinuedMessage(Message):
    """PF-47: the next evening is opened."""

    def __init__(self, guest: str, table: str, settled: Settled) -> None:
        super().__init__(0, settled)
        self.guest = guest
        self.table = table

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.continued(state, self.guest, self.table, now, fresh)
