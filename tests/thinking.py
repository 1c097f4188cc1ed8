"""Games with a bot that is said to think, so that whatever runs tables has it think elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from chieu.bots import Random
from chieu.core import registry
from chieu.games import all_games

THINKER: Final = "thinker"


class Thinking(Random):
    """Nobody would wait for it."""

    thinks = True


@contextmanager
def thinking_bots() -> Iterator[None]:
    """Every game has one."""
    before = dict(all_games())
    for name, game in before.items():
        bots = {**game.extras.bots, THINKER: Thinking}
        registry._loaded[name] = replace(game, extras=replace(game.extras, bots=bots))
    try:
        yield
    finally:
        registry._loaded.update(before)
