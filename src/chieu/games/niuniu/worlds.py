"""Deals of Niu Niu whose stakes come before the cards, played out. Compiled where it can be."""

from __future__ import annotations

from mypy_extensions import i64

from chieu.core.cards import CARDS
from chieu.core.luck import Luck
from chieu.games.niuniu.hands import Tuning
from chieu.games.niuniu.position import STAKE, opening

_DECK = CARDS[:52]


def payoff(tuning: Tuning, seats: i64, seat: i64, banker: i64, amount: i64, luck: Luck) -> i64:
    """What a seat wins with a stake when nobody has cards yet. What others stake is nothing to it."""
    position = opening(tuning, seats, banker)
    for other in range(seats):
        if other != banker:
            position.move(other, STAKE + (amount if other == seat else tuning.stake_min))
    position.deal(luck.shuffled(_DECK))
    return position.won[seat]
