"""Public names have docstrings with an example, which the suite runs as doctests."""

from __future__ import annotations

import ast
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from chieu.core.registry import all_games

_SOURCES = Path(__file__).parents[2] / "src"
_VALUES = ("CHANCE", "__version__")
_PUBLIC = [
    (module, name)
    for module in ("chieu", "chieu.bots", "chieu.search", "chieu.pictures")
    for name in import_module(module).__all__
    if name not in _VALUES
]


def docstring(module: str, name: str) -> str:
    """Return the docstring of a class or function from its source: mypyc drops it, overloads have none."""
    home = getattr(import_module(module), name).__module__
    path = _SOURCES.joinpath(*home.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    body = ast.parse(source.read_text(encoding="utf-8")).body
    nodes = [node for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name]
    return ast.get_docstring(nodes[-1]) or ""


@pytest.mark.parametrize(("module", "name"), _PUBLIC)
def test_public_names_have_a_docstring_with_an_example(module: str, name: str) -> None:
    assert ">>> " in docstring(module, name)


@pytest.mark.parametrize("module", ["chieu", "chieu.arena", "chieu.bots", "chieu.envs", "chieu.odds", "chieu.search"])
def test_public_names_are_in_the_reference(module: str) -> None:
    pages = _SOURCES.parent.joinpath("docs", "api").glob("*.md")
    listed = {line for page in pages for line in page.read_text(encoding="utf-8").splitlines()}
    values = [getattr(import_module(module), name) for name in import_module(module).__all__]
    missing = [
        f"::: {value.__module__}.{value.__name__}"
        for value in values
        if hasattr(value, "__module__") and f"::: {value.__module__}" not in listed
    ]
    assert set(missing) <= listed


def test_a_game_has_a_short_repr_and_is_hashable() -> None:
    for name, game in all_games().items():
        assert repr(game) == f"<Game {name}>"
        assert {game: name}[replace(game)] == name
