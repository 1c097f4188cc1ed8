"""The rules as data: options with tags, limits and defaults; presets; the match."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from chieu.core.field_types import Seat
from chieu.core.options import check_limits, option


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule sheet. The defaults are the first preset."""

    stake: Annotated[int, option("st", 1, 100)] = 1
    swap: Annotated[bool, option("sw")] = True

    def __post_init__(self) -> None:
        check_limits(self)


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data that one deal passes on to the next: the dealer."""

    dealer: Seat = 0


PRESETS: Final = {"home": Rules(), "blind": Rules(stake=5, swap=False)}
