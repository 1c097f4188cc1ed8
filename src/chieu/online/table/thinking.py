"""PF-3: bots that think. They do it elsewhere: a table says what such a bot has to go by, which is what its seat may
know, waits a second at most, and takes the answer for what it is worth. Who answers late, never, or against the rules
is played for by the game's usual bot.
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

PATIENCE: Final = 1_000  # milliseconds from the moment a bot is asked
LEAST_PACE: Final = 700  # milliseconds from then to its move, whatever the table's pace: longer than any of them thinks
_SPARE: Final = 100  # milliseconds that an answer has beyond the pace, where the pace alone is that long


class BotTurn(msgspec.Struct, frozen=True):
    """A bot that is to act: who it is, what it has been told and sees, what it may do, and a seed for its luck. `asked`
    is the table's number since when it is asked; its move is not made before the time `earliest`, so that how long it
    thought tells nobody about its hand (PF-20)."""

    game: str
    bot: str
    rules: Any
    seat: Seat
    facts: tuple[Any, ...]
    view: Any
    legal: tuple[Any, ...]
    seed: int
    asked: int
    earliest: int


def waits_until(state: TableState, seat: Seat) -> int:
    """When the table goes on without an answer."""
    assert state.deal is not None
    return state.deal.since[seat] + max(PATIENCE, state.pace + _SPARE)


def is_thinker(state: TableState, seat: Seat) -> bool:
    """Whether the bot at a seat thinks."""
    chair = state.chairs[seat]
    return bool(chair.level) and played_for(chair) and _thinks(state.game.name, chair.level)


@cache  # asked with every command
def _thinks(game: str, bot: str) -> bool:
    return thinks(load(game), bot)


def to_think(state: TableState) -> list[Seat]:
    """The seats whose bots have to think now."""
    deal = state.deal
    if state.phase != "playing" or deal is None:
        return []
    return [seat for seat in deal.waiting if seat >= 0 and is_thinker(state, seat)]


def bot_turn(state: TableState, seat: Seat) -> BotTurn:
    """What a bot that thinks is asked."""
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
        deal.asked[seat],
        deal.since[seat] + max(state.pace, LEAST_PACE),
    )


def is_asked(state: TableState, seat: Seat, asked: int) -> bool:
    """Whether a bot that was asked at a number still is."""
    return seat in to_think(state) and state.deal is not None and state.deal.asked[seat] == asked
