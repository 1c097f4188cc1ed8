"""Field types and the base class that all messages share.

Message types are defined once, in Python. They decode what clients send, and the JSON Schema and the page's TypeScript
types are generated from them (`wire`).

A client sends *commands* (`commands`), each with an idempotency key and the sequence number of the state it was made
for. It gets one *answer* per command (`answers`) and a `view` or an `update` whenever something changes (`views`). The
view is authoritative; *announcements* (`announcements`) only animate it.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from chieu.core import codec
from chieu.online.protocol.names import NAME_AT_MOST, SHEET_NAME_AT_MOST

Digest: TypeAlias = Annotated[
    str, msgspec.Meta(pattern=codec.whole("[0-9a-f]{64}"), description="32 bytes in hexadecimal")
]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=31)]
BotName: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]
GameName: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]
Name: TypeAlias = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description=f"cleaned and cut to {NAME_AT_MOST}")
]
SheetName: TypeAlias = Annotated[
    str, msgspec.Meta(max_length=200, description=f"cleaned and cut to {SHEET_NAME_AT_MOST}")
]
Emote: TypeAlias = Literal["hello", "well_played", "thanks", "oops", "think", "laugh", "wow", "hurry"]
TablePhase: TypeAlias = Literal["between", "committing", "revealing", "playing"]
"""`between` deals; clients commit again (`committing`) or reveal (`revealing`) for a due deal; `playing` a deal."""

Enterers: TypeAlias = Literal["host", "own", "all"]
"""RT-5: who enters deals: the `host`; the host, while others may offer their `own` hands; `all` members."""

CONTRIBUTION_BYTES: Final = 32
WAIT: Final = 300
Wait: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3600, description="seconds")]
Key: TypeAlias = Annotated[str, msgspec.Meta(max_length=64, description="the part of a link that can be renewed")]


def snake_case(name: str) -> str:
    """Return the wire tag of a class name.

    >>> snake_case("DealNow")
    'deal_now'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(msgspec.Struct, frozen=True, gc=False, tag=snake_case):
    """Base of everything tagged on the wire and in the log. The tag is the class name in snake case."""


class TurnClock(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """PF-4: seconds per turn, and a time bank in seconds that a seat may use up over one deal."""

    turn: Annotated[int, msgspec.Meta(ge=5, le=600)]
    bank: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
