"""Roles and named results of Big Two for `chieu.odds`."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from chieu.core.extras import OddsModel, OptionClass
from chieu.games.big2.hands import compile_rules, kind_of
from chieu.games.big2.rules import Match, Rules
from chieu.games.big2.state import State

_DEALS: Final = 4_000
_CLASSES: Final[dict[str, OptionClass]] = {
    "chips": "scoring",
    "stake": "scoring",
    "counts_shown": "information",
    "discards_open": "information",
}
_ROLES: Final = ("opener", "second", "third", "fourth")


def roles(state: State) -> tuple[str, ...]:
    """Return the opener's role, and those of the seats after it in the direction of play."""
    step = -1 if state.compiled.anticlockwise else 1
    opener = _opener(state)
    return tuple([_ROLES[step * (seat - opener) % state.seats] for seat in range(state.seats)])


def _opener(state: State) -> int:
    """BT-2: return the seat with the lowest card dealt, or the last winner."""
    if state.lowest == 0:
        return int(state.winner)
    return next(seat for seat in range(state.seats) if state.dealt[seat] & state.lowest)


def results(state: State) -> list[tuple[int, str]]:
    """Return the kinds of five cards that each seat played, each once."""
    return sorted({(seat, str(kind_of(mask, state.compiled))) for seat, mask in state.sets_played()})


def rescored(state: State, rules: Rules) -> State:
    """Return a finished deal with the prices of other rules, without the orders of its cards."""
    after = state.copy()
    after.compiled, after.orders, after.round = compile_rules(rules), (), None
    return after


def _start(rules: Rules, seats: int, number: int) -> tuple[Match, int]:
    """Rotate the last winner, who opens under `winner_opens`."""
    del rules
    return Match(winner=number % seats), 0


ODDS: Final[OddsModel[Rules, State]] = OddsModel(
    names=_ROLES,
    roles=roles,
    results=results,
    stake=lambda rules: rules.stake,
    stakes=("stake",),
    start=_start,
    classes=_CLASSES,
    rescored=rescored,
    rotated=lambda rules: replace(rules, winner_opens=False),  # the lowest card is equally likely in every hand
    deals=_DEALS,
)
