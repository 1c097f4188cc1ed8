"""The laws of the contract as tests, for the games of this package and of others.

    from chieu import load
    from chieu.testing import GameLaws

    class TestWar(GameLaws):
        games = (load("war"),)

That is a whole test module for pytest. It plays random deals with every preset, number of seats and random mixtures of
options, and checks the contract: legal actions apply and all others raise `Illegal` with a text; cards and chips are
conserved; records, pickles and JSON round-trip; every deal ends; no viewer can distinguish a resampled state or its
history from the real one; every text exists in every language; every bot beats the random one. `chieu new-game` writes
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

from chieu.core.cards import cards_in  # noqa: E402
from chieu.testing.bots import check_bot  # noqa: E402
from chieu.testing.game_laws import GameLaws  # noqa: E402
from chieu.testing.laws import check_deals  # noqa: E402
from chieu.testing.playing import NoEnd, Run, Table, mixtures, play, tables_of  # noqa: E402
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
    "mixtures",
    "play",
    "stall",
    "stallers_of",
    "tables_of",
]
