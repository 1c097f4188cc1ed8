"""OD-14, OD-25: stored odds and the page made from them; PF-11: stakes that even out two games."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from build_hooks import odds_page, odds_tables
from chieu import __version__, odds
from chieu.core import sheets
from chieu.games import all_games, load
from chieu.odds.phrasing import fairer
from chieu.odds.stored import evened_stakes, stored_effects, stored_odds, tables, typical_swing


def rounded(roles: tuple[odds.RoleOdds, ...]) -> Any:
    return odds_tables.rounded(msgspec.to_builtins(roles))


def test_od_14_all_stored_odds_are_of_this_version() -> None:
    assert {each.version for each in tables().odds} == {__version__}


@pytest.mark.parametrize(
    ("name", "sheet", "seats", "deals"),
    [
        ("xidach", "room", 2, None),
        ("xidach", "room~pn2", 2, None),
        ("niuniu", "classic", 4, None),
        ("niuniu", "paytable~pr4", 4, None),
        ("rummy", "seven-rounds~aly", 2, 1050),
        ("big2", "taiwan~sk2", 4, 1000),
        ("xidach", "room~pn2", 4, 10_000),
    ],
)
def test_od_14_stored_odds_are_measured_again(name: str, sheet: str, seats: int, deals: int | None) -> None:
    game = load(name)
    found = stored_odds(game, sheets.from_code(game, sheet), seats)
    assert found is not None
    again = odds.estimate(game, sheet, seats=seats, deals=deals)
    assert rounded(found.roles) == rounded(again.roles)
    assert (found.deals, found.complete) == (again.deals, deals is None)


def test_od_14_presets_and_the_sheets_next_to_them_are_stored() -> None:
    for job in odds_tables.jobs():
        game = load(job.game)
        found = stored_odds(game, game.presets[job.preset], job.seats)
        effects = stored_effects(game, game.presets[job.preset], job.seats)
        assert found is not None
        assert found.complete
        assert effects is not None
        for effect in effects.effects:
            next_to_it = stored_odds(game, sheets.from_code(game, effect.sheet), job.seats)
            assert next_to_it is not None or effect.kind == "information", effect.sheet


def test_od_14_stored_odds_are_small() -> None:
    assert odds_tables.TARGET.stat().st_size < 100_000


def test_od_14_stored_odds_of_another_kind_of_play_are_not_used() -> None:
    game = load("xidach")
    rules = game.presets["room"]
    assert stored_odds(game, rules, 2, "played") is None
    best = stored_odds(game, rules, 2, "best")
    assert best is not None
    assert rounded(best.roles) == rounded(odds.estimate(game, "room", seats=2).roles)
    assert stored_odds(game, rules, 3) is None


def test_od_10_a_stored_auction_is_made_fair_by_a_bank() -> None:
    game = load("niuniu")
    effects = stored_effects(game, game.presets["auction"], 4)
    assert effects is not None
    assert effects.fairer is not None
    assert (effects.fairer.after, effects.fairer.left) == ("banker", odds.Estimate(0.0, 0.0, 0.0, exact=True))
    assert "exactly even" in fairer(game, effects.fairer, "en")
    hosted = stored_odds(game, sheets.from_code(game, effects.fairer.sheet), 4)
    assert hosted is not None
    assert hosted.role("banker").won == effects.fairer.left


def test_od_25_the_page_is_made_from_the_stored_effects() -> None:
    text = odds_page.TARGET.read_text(encoding="utf-8")
    assert text == odds_page.page() + "\n", "run python -m build_hooks.odds_page"
    assert "| `room` | 2 | a player | -0.01374 exactly |" in text
    assert "| `vipgame` | 2 | a player | -0.01342 exactly |" in text
    assert "| What Ngũ Linh pays, in stakes: 1 → 2 | +0.00175 exactly |" in text


def test_pf_11_every_preset_has_a_swing() -> None:
    for game in all_games().values():
        for rules in game.presets.values():
            swing = typical_swing(game, rules)
            assert swing is not None
            assert swing > 0


def test_pf_11_swing_follows_the_stake() -> None:
    big2 = load("big2")
    once, thrice = (sheets.from_code(big2, code) for code in ("hong_kong", "hong_kong~sk3"))
    assert typical_swing(big2, thrice) == 3 * (typical_swing(big2, once) or 0)


@pytest.mark.parametrize("name", ["xidach", "big2", "niuniu"])
def test_pf_11_evened_stakes_give_about_the_same_swing(name: str) -> None:
    game, wanted = load(name), 150.0
    for rules in game.presets.values():
        values = evened_stakes(game, rules, wanted)
        assert values
        swing = typical_swing(game, sheets.resolve(game, rules, values)) or 0
        assert 0.6 * wanted < swing < 1.7 * wanted
        assert evened_stakes(game, sheets.resolve(game, rules, values), swing) == {}, "it is as it is"


def test_pf_11_game_without_a_stake_has_nothing_to_even_out() -> None:
    rummy = load("rummy")
    assert evened_stakes(rummy, rummy.presets["seven-rounds"], 3.0) == {}


@pytest.mark.parametrize("swing", [0.0, -1.0])
def test_pf_11_no_swing_to_compare_with_suggests_nothing(swing: float) -> None:
    big2 = load("big2")
    assert evened_stakes(big2, big2.presets["hong_kong"], swing) == {}
