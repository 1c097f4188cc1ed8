"""Carry a match over to a deal with other seats, by the types of its fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from chieu.core.field_types import BY_SEAT, SEAT, Seat, kinds_of


def has_scores(match: type[msgspec.Struct]) -> bool:
    """Return whether a match has values by seat, and so needs the same players in all its deals."""
    return any(kind.startswith(BY_SEAT) for kind in kinds_of(match).values())


def carried_over(match: Any, places: Sequence[Seat | None]) -> Any:
    """Return the match for a deal of other people, or None if it cannot go on with them.

    For each new seat `places` has the seat of the same player in the last deal, None for a newcomer. A `Seat` follows
    its player. If that player is gone, it passes to the next seat of the last deal whose player is there. `BySeat`
    needs everybody: a match with scores goes on only with the same players, in any order.

    >>> from chieu.games.rummy.rules import Match
    >>> carried_over(Match(round=2, dealer=1, scores=(5, 0, 30)), (2, 0, 1))
    Match(round=2, dealer=2, scores=(30, 5, 0))
    >>> carried_over(Match(round=2, dealer=1), (0, 2, None))
    Match(round=2, dealer=1, scores=())
    """
    fields: dict[str, Any] = {}
    for name, kind in kinds_of(type(match)).items():
        value = getattr(match, name)
        if kind == SEAT and value >= 0:
            stays = [(seat < value, seat) for seat in places if seat is not None]
            if not stays:
                return None
            fields[name] = places.index(min(stays)[1])
        elif kind.startswith(BY_SEAT) and value:
            if set(places) != set(range(len(value))) or len(places) != len(value):
                return None
            fields[name] = tuple(value[seat] for seat in places if seat is not None)
    return msgspec.structs.replace(match, **fields)
