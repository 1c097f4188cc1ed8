"""Answers to commands."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from chieu.core.game import Refusal
from chieu.online.protocol.fields import Message


class Done(Message, frozen=True):
    """The command took effect and is durable. `seq` is the number of its first entry."""

    id: str
    seq: int


class Refused(Message, frozen=True, omit_defaults=True):
    """The command changed nothing.

    `code` is the key of a text (`error.<code>`) that `params` fill in; `rule` is the rule that forbids the command.
    """

    id: str
    code: str
    rule: str = ""
    params: dict[str, str | int] = msgspec.field(default_factory=dict)

    @staticmethod
    def by(refusal: Refusal, command: str = "") -> Refused:
        """Return the answer for a refusal.

        `command` is the command's id, empty if the message was not a command.
        """
        return Refused(command, refusal.code, refusal.rule, refusal.params)


class Stale(Message, frozen=True):
    """The command changed nothing, because its turn or deal is over. A `view` follows."""

    id: str
    seq: int


Answer: TypeAlias = Done | Refused | Stale
