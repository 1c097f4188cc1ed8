"""What a command is answered with."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from chieu.core.game import Refusal


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The command took effect and is durable; its first entry has this number."""

    id: str
    seq: int


class Refused(msgspec.Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Nothing changed. `code` keys the text (`error.<code>`) that `params` fill; `rule` is the rule that forbids it."""

    id: str
    code: str
    rule: str = ""
    params: dict[str, str | int] = {}

    @staticmethod
    def by(refusal: Refusal, command: str = "") -> Refused:
        """The answer to a command that was refused, or to something that was no command."""
        return Refused(command, refusal.code, refusal.rule, refusal.params)


class Stale(msgspec.Struct, frozen=True, tag="stale"):
    """Nothing changed: the command was made for something that is over. A `view` follows."""

    id: str
    seq: int


Answer: TypeAlias = Done | Refused | Stale
