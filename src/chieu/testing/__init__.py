"""The laws that every game keeps, for any game: one of this package, or of somebody else's.

    from chieu import load
    from chieu.testing import GameLaws

    class TestWar(GameLaws):
        games = (load("war"),)

That is a whole test module for pytest. It plays every preset, number of seats and random mixtures of options at
random and holds the game to what the contract promises: what `legal` offers applies and all else is refused in words,
cards and chips are conserved, records, pickles and JSON read back, every deal ends, nobody can tell a resampled state
or its past from the real one, every text is there in every language, every bot beats chance. `chieu new-game` writes
such a module.

It needs pytest and hypothesis: `pip install 'chieu[testing]'`.
"""

from importlib.util import find_spec

for _module in ("pytest", "hypothesis"):
    if find_spec(_module) is None:
        raise ModuleNotFoundError(f"{_module} is not installed: pip install 'chieu[testing]'", name=_module)

import pytest  # noqa: E402

pytest.register_assert_rewrite(
    "chieu.testing.laws", "chieu.testing.texts", "chieu.testing.bots", "chieu.testing.stalling"
)

from chieu.testing.bots import check_bot, edge  # noqa: E402
from chieu.testing.game_laws import GameLaws  # noqa: E402
from chieu.testing.laws import check_deals  # noqa: E402
from chieu.testing.mixtures import mixtures  # noqa: E402
from chieu.testing.playing import NoEnd, Run, Table, cards_in, play, tables_of  # noqa: E402
from chieu.testing.stalling import Staller, stall, stallers_of  # noqa: E402
from chieu.testing.texts import check_sheet, check_texts  # noqa: E402

__all__ = [
    "GameLaws",
    "NoEnd",
    "Run",
    "Staller",
    "Table",
    "cards_in",
    "check_bot",
    "check_deals",
    "check_sheet",
    "check_texts",
    "edge",
    "mixtures",
    "play",
    "stall",
    "stallers_of",
    "tables_of",
]
