"""Roles and named results of Chinese Rummy for `chieu.odds`."""

from __future__ import annotations

from typing import Final

from chieu.core.extras import OddsModel
from chieu.games.rummy.messages import ENDINGS
from chieu.games.rummy.rules import Match, Rules
from chieu.games.rummy.state import State

_DEALS: Final = 4_200  # every round of a match with every seat as the first, up to four seats


def roles(state: State) -> tuple[str, ...]:
    """Return the role of the seat that begins, and of the others."""
    first = (state.dealer + 1) % state.seats
    return tuple(["first" if seat == first else "other" for seat in range(state.seats)])


def results(state: State) -> list[tuple[int, str]]:
    """Return the seats that laid down the contract, and the ending: the winner's, or blocked."""
    out = [(seat, "contract") for seat in range(state.seats) if state.is_down(seat)]
    ending = str(ENDINGS[state.ending])
    return out + [(seat, ending) for seat in range(state.seats) if state.winner in (seat, -1)]


def _start(rules: Rules, seats: int, number: int) -> tuple[Match, int]:
    """Rotate the dealer; then go on to the next round of the match."""
    return Match(round=1 + number // seats % rules.rounds, dealer=number % seats), 0


ODDS: Final[OddsModel[Rules, State]] = OddsModel(
    names=("first", "other"),
    roles=roles,
    results=results,
    start=_start,
    rotated=lambda rules: rules,
    deals=_DEALS,
    cycle=lambda seats: Rules().rounds * seats,
)
