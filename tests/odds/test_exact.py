"""Exact odds: Xì Dách at two seats, Niu Niu with a bank or a pay table."""

from __future__ import annotations

from math import comb, isclose

import pytest
from msgspec.structs import replace

from chieu import odds
from chieu.core import sheets
from chieu.core.rng import Rng
from chieu.games import load
from chieu.games.niuniu import GAME as NIUNIU
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.pairs import HANDS, PAIRS, joint
from chieu.games.niuniu.rules import STANDARD_VALUES, SWAPPED_VALUES
from chieu.odds.estimating import Lab


@pytest.mark.parametrize(("preset", "value"), [("room", -0.01374), ("vipgame", -0.01342)])
def test_od_10_xidach_at_two_seats_is_exact(preset: str, value: float) -> None:
    found = odds.estimate("xidach", preset, seats=2)
    player, dealer = found.role("player"), found.role("dealer")
    assert (found.how, found.play, found.deals) == ("solved", "best", 0)
    assert player.won.exact
    assert round(player.won.mean, 5) == value
    assert isclose(dealer.won.mean, -player.won.mean)
    assert isclose(player.win.mean + player.even.mean + player.lose.mean, 1.0, abs_tol=1e-9)
    assert isclose(player.won.mean, player.win.mean - player.lose.mean, abs_tol=1e-9), "every deal pays one stake"
    assert isclose(player.results["xi_bang"].mean, 1 / 221)
    assert isclose(player.results["xi_dach"].mean, 32 / 663)


def test_od_10_ngu_linh_paying_double_changes_0_0018() -> None:
    change = odds.compare("xidach", "room", "room~pn2", seats=2)
    assert change.role("dealer").won.exact
    assert round(change.role("dealer").won.mean, 4) == 0.0018
    assert round(change.role("player").won.mean, 4) == -0.0018


def test_od_5_best_and_usual_play_can_both_be_asked_for() -> None:
    best = odds.estimate("xidach", "room", seats=2, play="best")
    usual = odds.estimate("xidach", "room", seats=2, play="played", deals=50)
    assert (best.how, best.bot) == ("solved", "")
    assert (usual.how, usual.bot, usual.deals) == ("sampled", "heuristic", 50)


@pytest.mark.parametrize("values", [STANDARD_VALUES, SWAPPED_VALUES, "0987654321000"])
def test_od_10_the_pairs_of_niu_niu_hands_are_complete(values: str) -> None:
    table = joint(values)
    assert sum(group.count for group in table.classes) == HANDS == 2_598_960
    assert sum(count for *_, count in table.pairs) == PAIRS == comb(52, 5) * comb(47, 5)
    assert {(second, first, count) for first, second, count in table.pairs} == set(table.pairs)


# With the third sheet a final two that pays little must not hide another that is plain.
@pytest.mark.parametrize("sheet", ["custom", "classic", "classic~pl9~pr2~st4~bo3"])
def test_od_10_class_counts_are_those_of_all_hands(sheet: str) -> None:
    rules = sheets.from_code(NIUNIU, sheet)
    compiled, counted = hands.compile_rules(rules), dict.fromkeys(hands.counts(rules), 0)
    for group in joint(rules.values).classes:
        counted[int(hands.multiple(hands.verdict(*group.cards, compiled)))] += group.count
    assert counted == hands.counts(rules)


def test_od_10_a_pay_table_returns_0_8334_of_a_stake() -> None:
    found = odds.estimate("niuniu", "paytable", seats=2)
    player = found.role("player")
    assert (found.how, player.won.exact) == ("counted", True)
    assert round(1 + player.won.mean, 4) == 0.8334
    assert isclose(player.won.mean, hands.house_pays(NIUNIU.presets["paytable"]))
    assert isclose(found.role("house").won.mean, -player.won.mean)


@pytest.mark.parametrize("sheet", ["custom", "classic", "classic~eb1", "custom~pl9~pr3~bo2~bp4"])
def test_od_10_a_symmetric_bank_has_no_edge(sheet: str) -> None:
    found = odds.estimate("niuniu", sheet, seats=2)
    banker = found.role("banker")
    assert (found.how, banker.won) == ("symmetric", odds.Estimate(0.0, 0.0, 0.0, exact=True))
    assert isclose(banker.win.mean, banker.lose.mean)
    sampled = _sampled(sheet, 20_000)
    assert abs(banker.even.mean - sampled[0]) < 0.012
    assert abs(banker.swing.mean - sampled[1]) < 0.05 * banker.swing.mean


def _sampled(sheet: str, deals: int) -> tuple[float, float]:
    """Return the share of even deals and the standard deviation of two random hands, by the kernel."""
    compiled, rng = hands.compile_rules(sheets.from_code(NIUNIU, sheet)), Rng(3)
    won = []
    for _ in range(deals):
        a, b, c, d, e, f, g, h, i, j = rng.shuffled(tuple(range(52)))[:10]
        banker, player = hands.strength(a, b, c, d, e, compiled), hands.strength(f, g, h, i, j, compiled)
        won.append(int(hands.stakes_won(banker, player, compiled)))
    return won.count(0) / deals, (sum(stakes * stakes for stakes in won) / deals) ** 0.5


def test_od_10_beyond_two_seats_only_the_bank_is_sampled() -> None:
    found = odds.estimate("niuniu", "classic", seats=4, deals=50)
    banker, player = found.role("banker"), found.role("player")
    assert banker.won.exact
    assert not banker.swing.exact
    assert player.won.exact
    assert player.swing.exact
    assert player.swing == odds.estimate("niuniu", "classic", seats=2).role("player").swing
    change = odds.compare("niuniu", "classic", "classic~eb1", seats=4, deals=50)
    assert change.role("player").even.exact
    assert not change.role("banker").even.exact


def test_od_10_exact_odds_stand_beside_sampled_ones() -> None:
    none = odds.Estimate(0.0, 0.0, 0.0, exact=True)
    change = odds.compare("niuniu", "auction", "classic", seats=4, deals=60)
    sampled, won = change.before.role("banker").won, change.role("banker").won
    assert (change.before.how, change.after.how, change.after.role("banker").won) == ("sampled", "symmetric", none)
    assert (won.exact, won.mean) == (False, -sampled.mean)
    assert won.margin == pytest.approx(sampled.margin)
    back = odds.compare("niuniu", "classic", "auction", seats=4, deals=60)
    assert (back.before.role("banker").won, back.role("banker").won.mean) == (none, sampled.mean)
    found = odds.effects("niuniu", "auction", seats=4, deals=60)
    hosted = next(effect for effect in found.effects if (effect.option, effect.after) == ("mode", "banker"))
    assert hosted.won.mean == won.mean


def test_od_10_solver_tolerance_is_not_called_a_difference() -> None:
    lab, room = Lab("xidach", seats=2), load("xidach").presets["room"]
    solved = lab.exact(room)
    assert solved is not None
    assert solved.error > 0

    def dealer(change: float) -> odds.Estimate:
        roles = [replace(role, won=role.won + change * sign) for role, sign in zip(solved.roles, (1, -1), strict=True)]
        other = replace(solved, roles=tuple(roles))
        return lab.comparison((room, room), (solved, other), (None, None)).role("dealer").won

    noise = dealer(1.5 * solved.error)
    assert (noise.exact, noise.is_zero) == (False, True)
    assert isclose(noise.high, 3.5 * solved.error, rel_tol=1e-6)
    assert dealer(2.5 * solved.error).exact
