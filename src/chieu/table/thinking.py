"""What a bot does at a seat: a pure function of the table, so that it does not matter who asks, or how often."""

from __future__ import annotations

import hmac
from typing import Any

from chieu.bots import bots_of, usual_bot
from chieu.core.contract import Seat
from chieu.core.luck import Luck
from chieu.table.fair import packed
from chieu.table.state import State


def bot_action(state: State, seat: Seat) -> Any:
    """The action of the bot at a seat, or of the stand-in for a person who is away.

    The stand-in is the game's usual player: it plays by the rules as anybody would, so the absent lose nothing that the
    rules do not take (PF-4). A bot is made anew for each decision, told what it has seen of the deal, and given luck
    that follows from the table's secret and the moves so far.
    """
    game, deal = state.game, state.deal
    assert deal is not None
    legal = game.legal(deal.state, seat)
    maker = bots_of(game)[state.chairs[seat].level or usual_bot(game)]
    label = packed("chieu bot", deal.number, seat, deal.moved)
    luck = Luck(int.from_bytes(hmac.digest(state.secret, label, "sha256")[:8], "big"))
    bot = maker(deal.rules, seat, luck)
    for events in deal.events:
        for event in events:
            bot.see(event.seen_by(seat))
    action = bot.act(game.view(deal.state, seat), legal)
    return action if action in legal else legal[0]
