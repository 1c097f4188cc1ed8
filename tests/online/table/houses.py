"""A game with a closed seat: in this Niu Niu the last seat is the house's if the maximum stake is 9."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from chieu.core import registry
from chieu.core.game import AnyGame, Seat
from chieu.games import load

OPEN: Final = "custom~sm8"
CLOSED: Final = "custom~sm9"


@contextmanager
def house_game() -> Iterator[AnyGame]:
    """Replace Niu Niu by that game within the context."""
    whole = load("niuniu")

    def closed(rules: Any, seats: int) -> tuple[Seat, ...]:
        return (seats - 1,) if rules.stake_max == 9 else ()

    def start(rules: Any, seats: int, match: Any = None, host: Seat = 0) -> Any:
        houses = closed(rules, seats)
        assert host not in houses, "the house is nobody's host"
        return whole.start(rules, seats, None if houses else match, houses[0] if houses else host)

    registry._loaded["niuniu"] = replace(whole, closed=closed, start=start)
    try:
        yield registry._loaded["niuniu"]
    finally:
        registry._loaded["niuniu"] = whole
