"""Luck for deals among bots: deal `number` of a seed can always be made again, cards and bots alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.contract import Shuffler
from chieu.core.extras import Bot, BotMaker
from chieu.core.luck import Luck


def shuffler(seed: int, number: int) -> Shuffler:
    """The shuffles of one deal."""
    return Luck(seed, number).shuffled


def seated(makers: Sequence[BotMaker], rules: Any, seed: int, number: int) -> list[Bot]:
    """New bots for one deal, each with a stream of luck that neither the cards nor the others draw from."""
    return [maker(rules, seat, Luck(seed, (seat + 1 << 48) + number)) for seat, maker in enumerate(makers)]
