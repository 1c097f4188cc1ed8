"""Moves of bots, a pure function of the table: every node computes the same move."""

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
    """Return the action of the bot at a seat, or of the stand-in for an absent person.

    The stand-in is the game's usual bot: it plays a normal game, so an absent person loses only what the rules take
    (PF-4). It also replaces a search bot that did not answer in time (`thinking.py`).
    """
    game, deal = state.game, state.deal
    assert deal is not None
    legal = game.legal(deal.state, seat)
    bot = _bot(state, seat)
    _remind(bot, state, seat)
    action = bot.act(game.view(deal.state, seat), legal)
    return action if action in legal else legal[0]


def bot_aside(state: TableState, seat: Seat) -> Any:
    """Return an out-of-turn action of the bot or stand-in at a seat, or None."""
    assert state.deal is not None
    if not state.game.legal(state.deal.state, seat):  # the usual case: do not make a bot in vain
        return None
    bot = _bot(state, seat)
    if not hasattr(bot, "aside"):
        return None
    _remind(bot, state, seat)
    return run.aside(state.game, state.deal.state, seat, bot)


def seed_of(state: TableState, seat: Seat) -> int:
    """Return the seed of a bot's RNG, derived from the table's secret and the moves so far."""
    deal = state.deal
    assert deal is not None
    label = packed("chieu bot", deal.number, seat, deal.moved)
    return int.from_bytes(hmac.digest(state.secret, label, "sha256")[:8], "big")


def _bot(state: TableState, seat: Seat) -> Bot:
    """Make the bot of a seat. Every decision gets a new one."""
    assert state.deal is not None
    make = _maker(state.game.name, state.chairs[seat].level)
    return make(state.deal.rules, seat, Rng(seed_of(state, seat)))


@cache  # finding a bot loads all bots of the game
def _maker(name: str, level: str) -> BotMaker:
    game = load(name)
    return bot_of(game, usual_bot(game) if not level or thinks(game, level) else level)


def _remind(bot: Bot, state: TableState, seat: Seat) -> None:
    """Show a bot the events its seat has seen in this deal."""
    assert state.deal is not None
    for events in state.deal.events:
        for event in events:
            bot.see(event.seen_by(seat))
