"""`chieu.odds.effects`: neighbours of a sheet, option classes, Holm's correction."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

import msgspec
import pytest

from chieu import odds
from chieu.bots import usual_bot
from chieu.core import sheets
from chieu.core.game import CHANCE, AnyGame
from chieu.games import load
from chieu.odds.effects import neighbours, ranked_effects
from chieu.odds.results import Measured, Neighbour, Paired
from chieu.odds.sampling import Finished, Table, counted, model_of, rescored
from tests.odds.measuring import GAMES, Checked, checked, played

ROLES = ("dealer", "player")
DEALS = {"xidach": 800, "big2": 32}  # 1,000 for all: `python -m tests.odds.measuring classes`


def claims(game: AnyGame) -> Iterator[tuple[str, str, Neighbour]]:
    """Yield every change next to a preset whose option is not of class `play`."""
    for preset, rules in game.presets.items():
        for neighbour in neighbours(game, rules, game.usual_seats):
            if model_of(game).classes.get(neighbour.option, "play") != "play":
                yield game.name, preset, neighbour


CASES = [case for name in GAMES for case in claims(load(name))]


@pytest.mark.parametrize(("name", "preset", "neighbour"), CASES, ids=str)
def test_od_11_the_usual_bot_makes_the_same_moves(name: str, preset: str, neighbour: Neighbour) -> None:
    game, deals = load(name), DEALS[name]
    rules, seats = game.presets[preset], game.usual_seats
    found = checked(game, rules, neighbour, deals, seats)
    assert found.holds, found
    # Scored again, the deals of the preset are those of the changed sheet.
    table = Table(name, seats, 1, usual_bot(game))
    before, after = (
        [Finished(state, sum(seat != CHANCE for seat, _ in moves)) for state, moves in played(name, each, deals, seats)]
        for each in (rules, neighbour.rules)
    )
    again = counted(table, neighbour.rules, rescored(table, neighbour.rules, before), 0)
    assert again == counted(table, neighbour.rules, after, 0)


def test_od_11_a_wrong_class_is_noticed() -> None:
    assert not Checked("scoring", moves=1, payments=1).holds
    assert not Checked("information", moves=0, payments=1).holds
    assert Checked("play", moves=9, payments=9).holds
    game = load("xidach")
    rules = game.presets["room"]
    drawing = Neighbour("player_must_draw_below", 16, 17, msgspec.structs.replace(rules, player_must_draw_below=17))
    assert checked(game, rules, drawing, 60, 4).moves > 0


def test_od_11_every_class_is_of_an_option() -> None:
    for name in ("xidach", "niuniu", "big2", "rummy"):
        game = load(name)
        assert set(model_of(game).classes) <= set(sheets.options_by_name(game))


def test_od_3_neighbours_of_a_preset_change_one_option() -> None:
    game = load("xidach")
    rules = game.presets["room"]
    found = [(each.option, each.before, each.after) for each in neighbours(game, rules, 3)]
    assert ("pay_ngu_linh", 1, 2) in found
    assert [after for option, _, after in found if option == "minimum"] == [15, 17]
    assert [after for option, _, after in found if option == "order"] == ["right", "left"]
    assert "stake_min" not in [option for option, *_ in found], "2 would exceed the greatest stake"
    assert {option for option, *_ in found} == set(sheets.options_by_name(game)) - {"stake_min"}


def test_od_3_a_departure_is_put_back() -> None:
    game = load("xidach")
    rules = sheets.from_code(game, "room~pn3~mi17")
    found = {
        each.option: each.after for each in neighbours(game, rules, 3) if each.option in ("pay_ngu_linh", "minimum")
    }
    assert found == {"pay_ngu_linh": 1, "minimum": 16}


def test_od_3_effects_are_ranked_and_holm_corrected() -> None:
    found = odds.effects("xidach", "room", seats=3, deals=1500, play="played")
    assert (found.role, found.odds.deals, found.planned) == ("dealer", 1500, len(found.effects))
    visible = [effect for effect in found.effects if effect.visible]
    assert visible
    sizes = [abs(effect.won.mean) for effect in visible]
    assert sizes == sorted(sizes, reverse=True)
    assert not any(effect.won.is_zero for effect in visible)
    assert all(effect.visible for effect in found.effects[: len(visible)])
    for effect in found.effects[len(visible) :]:
        assert abs(effect.won.mean) <= effect.limit or effect.kind == "information"
    single = odds.compare("xidach", "room", visible[0].sheet, seats=3, deals=1500, play="played").role("dealer").won
    assert single.mean == visible[0].won.mean
    assert single.margin < visible[0].won.margin, "an interval among many is wider"


def test_od_3_holm_steps_down_and_stops_at_the_first_failure() -> None:
    """With three tests the levels are 0.05 / 3, 0.05 / 2 and 0.05; what is exact is not a test."""
    game = load("xidach")
    around = list(neighbours(game, game.presets["room"], 3))[:4]
    base = odds.estimate(game, "room", seats=3, deals=4, play="played")
    zero = odds.Estimate(0.0, 0.0, 0.0, exact=True)

    def seen(*p_values: float) -> list[bool]:
        found = [Measured("play", Paired(1.0 + number, 0.1), 0.0, p, zero) for number, p in enumerate(p_values)]
        exact = Measured("information", zero, 0.0, 1.0, zero)
        effects = ranked_effects(game, base, "dealer", list(zip(around, [*found, exact], strict=True)), None, 4).effects
        by_sheet = {effect.sheet: effect.visible for effect in effects}
        return [by_sheet[sheets.code(game, each.rules)] for each in around[:3]]

    assert seen(0.04, 0.016, 0.024) == [True, True, True], "Bonferroni would see one"
    assert seen(0.04, 0.001, 0.026) == [False, True, False], "0.04 comes after a failure"
    assert seen(0.017, 0.018, 0.019) == [False, False, False]


def test_od_3_without_any_differing_deal_a_limit_is_said() -> None:
    found = odds.effects("xidach", "room", seats=2, deals=40, play="played")
    rare = next(effect for effect in found.effects if effect.option == "both_ngu_linh")
    assert (rare.kind, rare.won.mean, rare.visible) == ("scoring", 0.0, False)
    assert rare.limit > 0.05, "40 deals cannot exclude a rare difference"
    said = next(effect for effect in found.effects if effect.option == "next_dealer")
    assert (said.kind, said.visible, said.limit) == ("information", False, 0.0)


def test_od_3_noise_is_not_called_an_effect() -> None:
    """The seed of the bots is all that `order` changes for a game of two: no difference may be seen."""
    for seed in range(8):
        found = odds.effects("xidach", "room", seats=2, deals=120, play="played", seed=seed)
        orders = [effect for effect in found.effects if effect.option in ("order", "compare", "stake_max")]
        assert not any(effect.visible for effect in orders)


def test_od_3_effects_of_a_symmetric_bank_are_exactly_none() -> None:
    found = odds.effects("niuniu", "classic", seats=2)
    assert all(effect.won == odds.Estimate(0.0, 0.0, 0.0, exact=True) for effect in found.effects)
    assert any(effect.swing for effect in found.effects), "multiples change the swing"
    assert found.left_out == ("classic~mo1", "classic~mo2"), "a pay table has no banker, an auction is not exact"
    assert found.complete
    assert len(found.to_rows()) == len(found.effects)


def test_od_3_effects_on_another_role() -> None:
    dealer, player = (
        odds.effects("xidach", "room~pd20", seats=2, deals=80, play="played", role=role) for role in ROLES
    )
    assert (dealer.role, player.role) == ROLES
    by_sheet = {effect.sheet: effect.won.mean for effect in player.effects}
    assert all(isclose(effect.won.mean, -by_sheet[effect.sheet], abs_tol=1e-12) for effect in dealer.effects)
    with pytest.raises(KeyError, match="expected one of dealer, player"):
        odds.effects("xidach", seats=2, deals=4, play="played", role="cook")


def test_od_3_a_sheet_that_cannot_be_played_is_left_out() -> None:
    game = load("rummy")
    rules = sheets.from_code(game, "seven-rounds~ns0")
    assert all(each.rules != rules for each in neighbours(game, rules, 2))
    found = odds.effects("rummy", seats=2, deals=14)
    assert found.planned == len(found.effects) > 3
