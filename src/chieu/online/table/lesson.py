"""PF-46: the lesson, a newcomer's first deal with cards that the game chose.

It is deal 0, before the first deal that is shuffled. The ledger and the scorebook do not have it.
"""

from __future__ import annotations

from typing import Final

from chieu.bots import usual_bot
from chieu.core.cards import Cards
from chieu.core.rng import Rng
from chieu.online.table.entries import rules_by
from chieu.online.table.state import TableDeal, TableState

NUMBER: Final = 0  # of the deal
NEWCOMER: Final = 1  # their chair and seat, after the bot that deals or banks


def is_due(state: TableState) -> bool:
    """Return whether the next deal is the lesson.

    The table was opened for it, is still the game's quick table and has no manifest yet.
    """
    game, quick = state.game, state.game.extras.quick
    if not state.lesson or state.last_manifest or quick.lesson is None:
        return False
    bots = [chair.level for number, chair in enumerate(state.chairs) if number != NEWCOMER]
    rules = rules_by(game.name, quick.sheet or next(iter(game.presets)))
    alone = len(state.chairs) > NEWCOMER and state.chairs[NEWCOMER].member is not None and state.first_dealer == 0
    return alone and bots == [usual_bot(game)] * (game.usual_seats - 1) and state.rules == rules


def order(deal: TableDeal) -> Cards:
    """Return the cards of the lesson's next shuffle, in the same order at every table."""
    seed = deal.game.extras.quick.lesson
    assert seed is not None
    return Rng(seed, deal.shuffles).shuffled(deal.game.to_shuffle(deal.state))
