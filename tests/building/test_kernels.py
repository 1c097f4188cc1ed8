"""The set of compiled modules. A module that loses its mark would silently run uncompiled."""

from __future__ import annotations

from typing import Final

from build_hooks.kernels import kernels

COMPILED: Final = """
batching.py
core/checks.py
core/masks.py
core/rng.py
core/states.py
encoding.py
games/big2/ai/batch.py
games/big2/ai/determinization.py
games/big2/ai/endgame.py
games/big2/ai/forced_wins.py
games/big2/ai/min_plays.py
games/big2/ai/rollout_policy.py
games/big2/ai/training.py
games/big2/game.py
games/big2/hands.py
games/big2/plays.py
games/big2/state.py
games/niuniu/ai/opponent_model.py
games/niuniu/game.py
games/niuniu/hands.py
games/niuniu/state.py
games/rummy/ai/contract_distance.py
games/rummy/ai/opponent_model.py
games/rummy/ai/outs.py
games/rummy/game.py
games/rummy/hands.py
games/rummy/lay_downs.py
games/rummy/state.py
games/xidach/ai/batch.py
games/xidach/ai/cfr.py
games/xidach/ai/expectation.py
games/xidach/ai/rollouts.py
games/xidach/ai/two_player.py
games/xidach/game.py
games/xidach/hands.py
games/xidach/state.py
online/service/actor.py
online/service/scheduler.py
online/service/service.py
online/service/subscriptions.py
online/table/decide.py
online/table/fold.py
online/table/ledger.py
online/table/project.py
online/table/seating.py
online/table/shuffling.py
online/table/transaction.py
online/table/turns.py
"""


def test_the_set_of_compiled_modules_is_complete() -> None:
    assert [path.removeprefix("src/chieu/") for path in kernels()] == COMPILED.split()
