"""Random mixtures of a game's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from hypothesis import strategies as st

from chieu.core.game import AnyGame
from chieu.core.options import BadRules, Option, Picks, options_of
from chieu.testing.playing import Table

Texts: TypeAlias = Mapping[tuple[str, str], st.SearchStrategy[str]]
"""What an option takes that is a text of a form of its own, by game and option."""


@st.composite
def mixtures(draw: st.DrawFn, games: Sequence[AnyGame], texts: Texts | None = None) -> Table:
    """A game with any mixture of options that goes together, and seats. An option that is a text keeps to the presets'
    values, unless it has a form that says all of them or `texts` does."""
    game = draw(st.sampled_from(games))
    preset = draw(st.sampled_from(list(game.presets.values())))
    names = options_of(game.rules)
    chosen = draw(st.lists(st.sampled_from(names), max_size=6, unique_by=lambda one: one.name)) if names else []
    changed = {one.name: draw(_values(game, one, texts or {})) for one in chosen}
    whole = {one.name: getattr(preset, one.name) for one in names} | changed
    try:
        rules = game.rules(**whole)
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
    if (given := texts.get((game.name, option.name))) is not None:
        return given
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
