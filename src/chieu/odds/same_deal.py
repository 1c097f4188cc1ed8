"""A finished deal under another sheet: the same cards, the same choices while they are legal (OD-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from chieu.bots import bots_of, usual_bot
from chieu.core import notation, sheets
from chieu.core.cards import Cards
from chieu.core.game import CHANCE, Illegal, Seat, Shuffler
from chieu.core.options import BadRules
from chieu.core.records import Record
from chieu.core.run import Move, make_bots, play_on, shuffler, tell

_SEED: Final = 1


class NotSameCards(ValueError):
    """The cards of a deal cannot be dealt by a sheet: it has other cards, seats or rounds."""


class MoveText(msgspec.Struct, frozen=True):
    """A move of a seat, as text."""

    seat: Seat
    action: str


class SameDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal, and the deal with the same cards under another sheet."""

    game: str
    before: str
    """Code of the sheet by which it was played."""
    after: str
    """Code of the other sheet."""
    seats: int
    why: Literal["same", "illegal", "over", "longer"]
    """`same`: all moves are the same. Otherwise the first difference: the move is `illegal` by the other sheet, the
    deal is `over` there, or it goes on for `longer`."""
    step: int
    """Moves and shuffles that are the same in both: the index in the replay of the first difference."""
    bot: str
    """The bot that played all seats from there on; empty if nothing had to be played."""
    payoff: tuple[int, ...]
    other_payoff: tuple[int, ...]
    moves: tuple[MoveText, ...]
    """Moves of the deal from the first difference on."""
    other_moves: tuple[MoveText, ...]
    """Moves by the other sheet from the first difference on."""


def same_deal(record: Record, sheet: Any) -> SameDeal:
    """Deal the cards of a record by another sheet and play on.

    The choices of the record are made again as far as they are legal, and the usual bot plays all seats after that.
    Raise `BadRules` for a sheet that does not exist, `NotSameCards` if the cards cannot be dealt by it.
    """
    game = record.game
    rules = sheets.resolve(game, sheet)
    bot = usual_bot(game)
    try:
        state = game.start(rules, record.seats, record.match, record.host)
    except (BadRules, Illegal) as error:
        raise NotSameCards(f"this deal cannot start by {sheets.code(game, rules)}: {error}") from None
    bots = make_bots([bots_of(game)[bot]] * record.seats, rules, _SEED, 0)
    step = 0
    why: Literal["same", "illegal", "over", "longer"] = "same"
    for seat, action in record.moves:
        try:
            state, events = game.apply(state, seat, action)
        except Illegal:
            why = "illegal" if game.to_act(state) else "over"
            break
        step += 1
        for event in events:
            tell(event, bots)
    played: list[Move] = []
    if game.to_act(state):
        why = "longer" if why == "same" else why
        state = play_on(game, rules, state, bots, _recorded(record.moves, step), played)
    return SameDeal(
        game=game.name,
        before=sheets.code(game, record.rules),
        after=sheets.code(game, rules),
        seats=record.seats,
        why=why,
        step=step,
        bot=bot if played else "",
        payoff=record.result,
        other_payoff=game.payoff(state),
        moves=_texts(record.moves[step:]),
        other_moves=_texts(played),
    )


def _recorded(moves: Sequence[Move], step: int) -> Shuffler:
    """Return a shuffler that deals the cards of the record after `step` moves, and shuffles others anew.

    The first cards of the deal must be those of the record: it raises `NotSameCards` otherwise.
    """
    orders: list[Cards] = [action.order for seat, action in moves[step:] if seat == CHANCE]
    dealt = any(seat == CHANCE for seat, _ in moves[:step])
    anew = shuffler(_SEED, 0)

    def shuffle(cards: Cards) -> Cards:
        nonlocal dealt
        if orders and sorted(orders[0]) == sorted(cards):
            dealt = True
            return orders.pop(0)
        if not dealt:
            raise NotSameCards("the other sheet deals other cards")
        return anew(cards)

    return shuffle


def _texts(moves: Sequence[Move]) -> tuple[MoveText, ...]:
    return tuple(MoveText(seat, notation.to_type(action)) for seat, action in moves if seat != CHANCE)
