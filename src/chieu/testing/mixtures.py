"""Hypothesis strategies for random mixtures of a game's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from hypothesis import strategies as st

from chieu.core.game import AnyGame
from chieu.core.options import BadRules, Option, Picks, options_of
from chieu.testing.playing import Table

Texts: TypeAlias = Mapping[tuple[str, str], st.SearchStrategy[str]]
"""Strategies for text options, by game and option."""


@st.composite
def mixtures(draw: st.DrawFn, games: Sequence[AnyGame], texts: Texts | None = None) -> Table:
    """Draw a game, a valid mixture of its options, and a number of seats.

    A text option takes the values of the presets, unless its form lists all values or `texts` has a strategy for it.
    """
    game = draw(st.sampled_from(games))
    preset = draw(st.sampled_from(list(game.presets.values())))
    options = options_of(game.rules)
    some = st.lists(st.sampled_from(options), max_size=6, unique_by=lambda option: option.name)
    changed = {option.name: draw(_values(game, option, texts or {})) for option in (draw(some) if options else [])}
    values = {option.name: getattr(preset, option.name) for option in options} | changed
    try:
        rules = game.rules(**values)
    except BadRules:
        rules = preset
    seats = draw(st.sampled_from(list(game.seats)))
    try:
        game.start(rules, seats)
    except BadRules:
        seats, rules = game.seats[-1], preset
    return Table(game, rules, seats)


def _values(game: AnyGame, option: Option, texts: Texts) -> st.SearchStrategy[Any]:
    if option.kind == "flag":
        return st.booleans()
    if option.kind == "number":
        return st.integers(option.least, option.most)
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    if (strategy := texts.get((game.name, option.name))) is not None:
        return strategy
    if option.cells is not None:
        return st.permutations(option.cells.named[0][1]).map("".join)
    if option.picks is not None:
        return _picks(option.picks)
    presets = {getattr(rules, option.name) for rules in game.presets.values()}
    return st.sampled_from(sorted(presets))


def _picks(picks: Picks) -> st.SearchStrategy[str]:
    letters = [letter for letter, _ in picks.letters]
    some = st.lists(st.sampled_from(letters), min_size=1, max_size=picks.most, unique=True).map("".join)
    return st.just(picks.none) | some
