"""PF-11: typical swings, and the stakes that even out two games."""

from __future__ import annotations

import pytest

from chieu.core import sheets
from chieu.games import all_games, load
from chieu.odds.swings import evened, measured, typical


def test_pf_11_every_preset_has_a_swing() -> None:
    for game in all_games().values():
        for rules in game.presets.values():
            swing = typical(game, rules)
            assert swing is not None
            assert swing > 0


@pytest.mark.parametrize(("name", "preset"), [("xidach", "room"), ("xidach", "vipgame"), ("niuniu", "paytable")])
def test_pf_11_swings_are_those_that_were_written(name: str, preset: str) -> None:
    game = load(name)
    assert typical(game, game.presets[preset]) == measured(game, preset)


def test_pf_11_swing_follows_the_stake() -> None:
    big2 = load("big2")
    once, thrice = (sheets.from_code(big2, code) for code in ("hong_kong", "hong_kong~sk3"))
    assert typical(big2, thrice) == 3 * (typical(big2, once) or 0)


@pytest.mark.parametrize("name", ["xidach", "big2", "niuniu"])
def test_pf_11_evened_stakes_give_about_the_same_swing(name: str) -> None:
    game, wanted = load(name), 150.0
    for rules in game.presets.values():
        values = evened(game, rules, wanted)
        assert values
        swing = typical(game, sheets.resolve(game, rules, values)) or 0
        assert 0.6 * wanted < swing < 1.7 * wanted
        assert evened(game, sheets.resolve(game, rules, values), swing) == {}, "it is as it is"


def test_pf_11_game_without_a_stake_has_nothing_to_even_out() -> None:
    rummy = load("rummy")
    assert evened(rummy, rummy.presets["seven-rounds"], 3.0) == {}


@pytest.mark.parametrize("swing", [0.0, -1.0])
def test_pf_11_no_swing_to_compare_with_suggests_nothing(swing: float) -> None:
    big2 = load("big2")
    assert evened(big2, big2.presets["hong_kong"], swing) == {}
