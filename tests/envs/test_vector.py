"""Vectorized environments: the kernel gives the same numbers as stepping deal by deal."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chieu import envs, load
from chieu.envs.actions import Numbered
from chieu.envs.vector import Episodes
from chieu.testing import Table
from tests.playing import all_tables, any_mixture

DOCUMENT = Path(__file__).parents[2] / "docs/envs.md"
TABLES = [table for table in all_tables() if table.game.extras.batch is not None]


def vector_of(table: Table, deals: int, seed: int) -> envs.vector:
    return envs.vector(table.game, table.rules, seats=table.seats, deals=deals, seed=seed)


def check_same(table: Table, deals: int, steps: int, seed: int) -> None:
    fast = vector_of(table, deals, seed)
    plain = Episodes(fast.table, deals, seed)
    seen = np.zeros_like(fast.observations)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        plain.observe(seen)
        arrays = plain.arrays()
        wrong = np.argwhere(fast.observations != seen)
        assert not len(wrong), fast.table.layout.names[wrong[0][1]]
        assert np.array_equal(fast.to_act, arrays.to_act)
        assert np.array_equal(fast.offsets, arrays.offsets)
        assert np.array_equal(fast.done, arrays.done)
        assert np.array_equal(fast.rewards, arrays.rewards)
        if isinstance(fast.table.actions, Numbered):
            assert np.array_equal(fast.ids, arrays.ids)
        counts = np.diff(fast.offsets)
        for deal in range(deals):
            place = int(rng.integers(counts[deal]))
            assert fast.action(deal, place) == plain.action(deal, place)
        choices = rng.integers(counts)
        fast.step(choices)
        plain.step(choices)


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_the_kernel_equals_single_deals(table: Table) -> None:
    check_same(table, 4, 120, 7)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(table=any_mixture().filter(lambda table: table.game.extras.batch is not None), seed=st.integers(0, 2**32))
def test_the_kernel_equals_single_deals_under_any_options(table: Table, seed: int) -> None:
    check_same(table, 2, 60, seed)


def test_games_without_a_batch_are_stepped_too() -> None:
    rummy = load("rummy")
    many = envs.vector(replace(rummy, extras=replace(rummy.extras, batch=None)), seats=3, deals=5, seed=1)
    ended = 0
    for _ in range(400):
        many.step(np.random.default_rng(3).integers(np.diff(many.offsets)))
        ended += int(many.done.sum())
        assert not many.rewards[~many.done].any()
        assert not many.rewards.sum(axis=1).any()
    assert ended


def test_ids_are_those_of_the_documentation() -> None:
    """`docs/envs.md` lists the ids of all actions of Big Two."""
    rows = re.findall(
        r"^\| (-?\d+)( - seat)? \| `(\w+)\((.*)\)` \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    documented = {}
    for first, by_seat, kind, field in rows:
        for seat in range(4 if by_seat else 1):
            shown = f"{kind}(seat={seat})" if by_seat else f"{kind}({field})"
            documented[int(first) - seat] = shown
    many = envs.vector("big2", "lawrence~cay", seats=4, deals=300, seed=1)
    seen: dict[int, str] = {}
    rng = np.random.default_rng(1)
    for _ in range(120):
        for deal in range(many.deals):
            for place, number in enumerate(many.ids[many.offsets[deal] : many.offsets[deal + 1]]):
                action = many.action(deal, place)
                if number > 0:
                    mask = sum(1 << int(card) for card in action.cards)
                    assert (type(action).__name__, number) == ("Play", mask), "lawrence ranks suits as Card does"
                else:
                    seen[int(number)] = repr(action)
        many.step(rng.integers(np.diff(many.offsets)))
    assert seen == documented


def test_the_seed_determines_the_deals() -> None:
    first, other, third = (envs.vector("xidach", seats=2, deals=50, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.observations, other.observations)
    assert not np.array_equal(first.observations, third.observations)
    assert len(np.unique(first.observations, axis=0)) > 40


def test_invalid_choices_are_refused_and_change_nothing() -> None:
    many = envs.vector("big2", seats=4, deals=3, seed=1)
    before = many.observations.copy()
    for choices, message in (([0, 0], "one per deal"), ([0, 0, 999], "deal 2: "), ([0, -2, 0], "deal 1: ")):
        with pytest.raises(ValueError, match=message):
            many.step(np.array(choices))
    assert np.array_equal(before, many.observations)


def test_the_library_does_not_import_numpy() -> None:
    code = "import sys, chieu, chieu.bots, chieu.search; chieu.deal('big2'); print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
