"""Law of observations: vectors are equal if and only if the views are."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from librt.vecs import vec

from chieu.batching import NUMBER
from chieu.core.rng import Rng
from chieu.encoding import LARGEST, BySeat, CardRow, Number, Rows
from chieu.envs import Layout
from chieu.testing import NoEnd, Run, Table, play
from tests.playing import all_tables, any_mixture

TABLES = list(all_tables())


def layout_of(table: Table) -> Layout:
    return Layout(table.game, table.rules, table.seats)


def law_what_is_hidden_changes_nothing(deal: Run, layout: Layout, rng: Rng) -> None:
    """Resample the hidden cards of every viewer: only vectors of seats that see a change differ."""
    game = deal.table.game
    viewers = (None, *range(deal.table.seats))
    for state in (deal.states[rng.below(len(deal.states))] for _ in range(3)):
        for viewer in viewers:
            other = game.resample(state, viewer, rng.shuffled)
            for eye in viewers:
                before, after = game.view(state, eye), game.view(other, eye)
                assert np.array_equal(layout.encode(before), layout.encode(after)) == (before == after)
                assert before == after or eye != viewer


def law_views_that_differ_are_different_numbers(deal: Run, layout: Layout, seen: dict[bytes, Any]) -> None:
    for state in deal.states:
        for viewer in (None, *range(deal.table.seats)):
            view = deal.table.game.view(state, viewer)
            numbers = layout.encode(view)
            assert numbers.shape == (layout.width,) == (len(layout.names),)
            assert np.all(numbers >= layout.low)
            assert np.all(numbers <= layout.high)
            assert seen.setdefault(numbers.tobytes(), view) == view


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_the_law_holds_for_every_preset(table: Table) -> None:
    layout, seen, rng, match = layout_of(table), dict[bytes, Any](), Rng(5), None
    assert len(set(layout.names)) == layout.width
    for seed in range(3):
        deal = play(table, seed, match)
        law_what_is_hidden_changes_nothing(deal, layout, rng)
        law_views_that_differ_are_different_numbers(deal, layout, seen)
        match = table.game.match_after(deal.states[-1])
    assert len(seen) > 3


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(table=any_mixture(), seed=st.integers(0, 2**32))
def test_the_law_holds_for_any_options(table: Table, seed: int) -> None:
    layout = layout_of(table)
    try:
        deal = play(table, seed, max_moves=600)
    except NoEnd:
        reject()
    law_what_is_hidden_changes_nothing(deal, layout, Rng(seed))
    law_views_that_differ_are_different_numbers(deal, layout, {})


def test_every_number_of_a_view_has_bounds() -> None:
    """And one-hot entries, flags, cards and seats never exceed 2."""
    for table in TABLES:
        layout = layout_of(table)
        unbounded = np.flatnonzero((layout.high >= LARGEST * NUMBER) | (layout.low <= -LARGEST * NUMBER))
        assert [layout.names[entry] for entry in unbounded] == []
        assert [name for name, high in zip(layout.names, layout.high, strict=True) if "=" in name and high > 2] == [
            name for name in layout.names if name.startswith("plays[].cards=")
        ]


def test_random_deals_reach_a_fifth_of_every_bound() -> None:
    """For each field of a view, in some preset; a flag that a preset's rules never set counts as reached."""
    reached: dict[str, float] = defaultdict(float)
    for table in TABLES:
        layout, match = layout_of(table), None
        highest, lowest = np.zeros(layout.width, np.float32), np.zeros(layout.width, np.float32)
        for seed in range(12):
            deal = play(table, seed, match)
            match = table.game.match_after(deal.states[-1])
            for state in {*deal.states[:: 1 + len(deal.states) // 40], deal.states[-1]}:
                numbers = layout.encode(table.game.view(state, seed % table.seats))
                highest, lowest = np.maximum(highest, numbers), np.minimum(lowest, numbers)
        for name, *bounds in zip(layout.names, layout.high, highest, layout.low, lowest, strict=True):
            field = table.game.name + " " + re.sub(r"\[.*?\]", "[]", name).split("=")[0]
            for end, bound, seen in (("", *bounds[:2]), (" at least", *bounds[2:])):
                if bound not in (0, 1):
                    reached[field + end] = max(reached[field + end], float(seen / bound))
    assert {field: share for field, share in reached.items() if share < 0.2} == {}
    assert len(reached) > 30


def test_seats_are_relative_to_the_viewer() -> None:
    """From every seat, the own hand comes first, then that of the seat to the left."""
    table = next(table for table in TABLES if table.game.name == "big2" and table.seats == 4)
    layout = layout_of(table)
    deal = play(table, 3)
    for seat in range(4):
        numbers = layout.encode(table.game.view(deal.states[1], seat))
        named = [name for name, number in zip(layout.names, numbers, strict=True) if number]
        hand = [name.removeprefix("seats[+0].cards=") for name in named if "cards=" in name]
        assert hand == [str(card) for card in table.game.view(deal.states[1], seat).seats[seat].cards]
        assert [number for number in range(4) if numbers[layout.places["you"] + number]] == [seat]
        shown = layout.places["seats[+0].cards"], layout.places["seats[+0].count?"]
        assert np.count_nonzero(numbers[slice(*shown)]) == 13


def test_a_value_that_does_not_fit_is_an_error() -> None:
    out = vec[float]([0.0] * 200)
    with pytest.raises(ValueError, match="at most 2 rows"):
        Rows(Number(), 2).write(out, 0, (1, 2, 3), 0)
    with pytest.raises(ValueError, match="one value for each of 2 seats"):
        BySeat(Number(), 2).write(out, 0, (1, 2, 3), 0)
    deck = play(TABLES[0], 1).moves[0][1].order
    with pytest.raises(ValueError, match="more often than in the pack"):
        CardRow(deck, 2).write(out, 0, (deck[0], deck[0]), 0)


def test_a_type_that_cannot_be_encoded_is_named() -> None:
    class Strange(msgspec.Struct, frozen=True):
        you: int | None
        speed: float

    table = TABLES[0]
    game = table.game.__class__(
        **{name: getattr(table.game, name) for name in table.game.__slots__} | {"view_type": Strange}
    )
    with pytest.raises(TypeError, match=r"Strange\.speed"):
        Layout(game, table.rules, table.seats)
