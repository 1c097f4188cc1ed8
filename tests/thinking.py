"""Games with a bot that declares itself slow, so that tables run it in another process."""

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
    """Random bot that declares itself slow (`thinks`) but is not."""

    thinks = True


@contextmanager
def thinking_bots() -> Iterator[None]:
    """Add the bot `THINKER` to every game while the context is open."""
    before = dict(all_games())
    for name, game in before.items():
        bots = {**game.extras.bots, THINKER: Thinking}
        registry._loaded[name] = replace(game, extras=replace(game.extras, bots=bots))
    try:
        yield
    finally:
        registry._loaded.update(before)
