"""What a bot does at a seat: a pure function of the table, so that it does not matter who asks, or how often."""

from __future__ import annotations

import hmac
from functools import cache
from typing import Any

from chieu.bots import bot_of, usual_bot
from chieu.bots.levels import thinks
from chieu.core import run
from chieu.core.extras import Bot, BotMaker
from chieu.core.game import Seat
from chieu.core.rng import Rng
from chieu.fairness.card_order import packed
from chieu.games import load
from chieu.online.table.state import TableState


def bot_action(state: TableState, seat: Seat) -> Any:
    """The action of the bot at a seat, or of the stand-in for a person who is away.

    The stand-in is the game's usual player: it plays by the rules as anybody would, so the absent lose nothing that the
    rules do not take (PF-4). It also stands in for a bot that thinks: that one is asked elsewhere (`thinking.py`).
    """
    game, deal = state.game, state.deal
    assert deal is not None
    legal = game.legal(deal.state, seat)
    bot = _bot(state, seat)
    _remind(bot, state, seat)
    action = bot.act(game.view(deal.state, seat), legal)
    return action if action in legal else legal[0]


def bot_aside(state: TableState, seat: Seat) -> Any:
    """What the bot at a seat, or the stand-in, does at once though the deal waits for others; None if nothing."""
    assert state.deal is not None
    if not state.game.legal(state.deal.state, seat):  # as nearly always, and bots are not made for nothing
        return None
    bot = _bot(state, seat)
    if not hasattr(bot, "aside"):
        return None
    _remind(bot, state, seat)
    return run.aside(state.game, state.deal.state, seat, bot)


def seed_of(state: TableState, seat: Seat) -> int:
    """The seed of a bot's luck, which follows from the table's secret and the moves so far."""
    deal = state.deal
    assert deal is not None
    label = packed("chieu bot", deal.number, seat, deal.moved)
    return int.from_bytes(hmac.digest(state.secret, label, "sha256")[:8], "big")


def _bot(state: TableState, seat: Seat) -> Bot:
    """Bots are made anew for each decision."""
    assert state.deal is not None
    make = _maker(state.game.name, state.chairs[seat].level)
    return make(state.deal.rules, seat, Rng(seed_of(state, seat)))


@cache  # all bots of a game are put together to find one
def _maker(name: str, level: str) -> BotMaker:
    game = load(name)
    return bot_of(game, usual_bot(game) if not level or thinks(game, level) else level)


def _remind(bot: Bot, state: TableState, seat: Seat) -> None:
    """Tells a bot what its seat has seen of the deal."""
    assert state.deal is not None
    for events in state.deal.events:
        for event in events:
            bot.see(event.seen_by(seat))
