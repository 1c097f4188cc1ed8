"""What all that clients and the house say to each other is made of. The types live once, in Python: they decode
messages, and JSON Schema and the page's types are made of them (`wire`).

A client sends *commands* (`commands`), each with an id of its own choosing and the sequence number of what it was
looking at. It gets one *answer* for each (`answers`) and, whenever something changes, a `view` or an `update`
(`table_view`). The view is the truth; what happened (`announcements`) only animates it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from chieu.core import codec
from chieu.online.protocol.names import NAME_AT_MOST, SHEET_NAME_AT_MOST

Digest: TypeAlias = Annotated[
    str, msgspec.Meta(pattern=codec.whole("[0-9a-f]{64}"), description="32 bytes in hexadecimal")
]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=31)]
Level: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]
Name: TypeAlias = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description=f"cleaned and cut to {NAME_AT_MOST}")
]
SheetName: TypeAlias = Annotated[
    str, msgspec.Meta(max_length=200, description=f"cleaned and cut to {SHEET_NAME_AT_MOST}")
]
Emote: TypeAlias = Literal["hello", "well_played", "thanks", "oops", "think", "laugh", "wow", "hurry"]
TablePhase: TypeAlias = Literal["between", "committing", "revealing", "playing"]
"""`between` deals; a deal is due and clients commit anew (`committing`) or reveal; a deal is `playing`."""

CONTRIBUTION_BYTES: Final = 32
WAIT: Final = 300
Wait: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3600, description="seconds")]
Key: TypeAlias = Annotated[str, msgspec.Meta(max_length=64, description="the part of a link that can be renewed")]


class TurnClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PF-4: seconds for a turn, and a bank of seconds a seat may use up over one deal."""

    turn: Annotated[int, msgspec.Meta(ge=5, le=600)]
    bank: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
