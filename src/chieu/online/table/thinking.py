"""PF-3: turns of search bots, which think in other processes.

The table describes the turn, including only what the bot's seat may know, and waits a second at most. If the answer is
late, missing or illegal, the game's usual bot plays.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from chieu.bots.levels import thinks
from chieu.core.game import Seat
from chieu.games import load
from chieu.online.table.bot_moves import seed_of
from chieu.online.table.seating import played_for
from chieu.online.table.state import TableState

PATIENCE: Final = 1_000  # milliseconds from the start of a search bot's turn
LEAST_PACE: Final = 700  # milliseconds from then to its move at least: longer than any bot thinks
_SPARE: Final = 100  # milliseconds beyond the pace, if the pace exceeds the patience


class BotTurn(msgspec.Struct, frozen=True):
    """A turn of a search bot: its level, what it has seen and sees, its legal actions, and an RNG seed.

    `turn_seq` is the number at which the turn began. The move is not made before `earliest`, so that thinking time
    reveals nothing about the hand (PF-20).
    """

    game: str
    bot: str
    rules: Any
    seat: Seat
    facts: tuple[Any, ...]
    view: Any
    legal: tuple[Any, ...]
    seed: int
    turn_seq: int
    earliest: int


def waits_until(state: TableState, seat: Seat) -> int:
    """Return when the table goes on without an answer."""
    assert state.deal is not None
    return state.deal.turn_at[seat] + max(PATIENCE, state.pace + _SPARE)


def is_thinker(state: TableState, seat: Seat) -> bool:
    """Return whether a search bot plays the seat."""
    chair = state.chairs[seat]
    return bool(chair.level) and played_for(chair) and _thinks(state.game.name, chair.level)


@cache  # needed for every command
def _thinks(game: str, bot: str) -> bool:
    return thinks(load(game), bot)


def to_think(state: TableState) -> list[Seat]:
    """Return the seats whose search bots are to act."""
    deal = state.deal
    if state.phase != "playing" or deal is None:
        return []
    return [seat for seat in deal.to_act if seat >= 0 and is_thinker(state, seat)]


def bot_turn(state: TableState, seat: Seat) -> BotTurn:
    """Return the turn of a search bot."""
    game, deal = state.game, state.deal
    assert deal is not None
    return BotTurn(
        game.name,
        state.chairs[seat].level,
        deal.rules,
        seat,
        tuple([event.seen_by(seat) for events in deal.events for event in events]),
        game.view(deal.state, seat),
        game.legal(deal.state, seat),
        seed_of(state, seat),
        deal.turn_seq[seat],
        deal.turn_at[seat] + max(state.pace, LEAST_PACE),
    )


def still_to_act(state: TableState, seat: Seat, turn_seq: int) -> bool:
    """Return whether the turn that began at `turn_seq` is still on."""
    return seat in to_think(state) and state.deal is not None and state.deal.turn_seq[seat] == turn_seq
