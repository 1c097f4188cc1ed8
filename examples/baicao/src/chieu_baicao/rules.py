"""The rules as data: options with tags, limits and defaults; presets; the match."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from chieu.core.field_types import Seat
from chieu.core.options import check_limits, option


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule sheet. The defaults are the first preset."""

    stake_max: Annotated[int, option("sm", 1, 100)] = 1
    three_faces: Annotated[int, option("tf", 1, 5)] = 1
    dealer_moves: Annotated[bool, option("dm")] = False

    def __post_init__(self) -> None:
        check_limits(self)


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data that one deal passes on to the next: the dealer."""

    dealer: Seat = 0


PRESETS: Final = {"home": Rules(), "festive": Rules(stake_max=10, three_faces=3, dealer_moves=True)}
