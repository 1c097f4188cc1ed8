"""What a newcomer meets first explains itself, with an example that runs (the suite runs every docstring)."""

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


def written(module: str, name: str) -> str:
    """The docstring of a class or function as it is in the source: compiled ones have lost theirs."""
    home = getattr(import_module(module), name).__module__
    path = _SOURCES.joinpath(*home.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for found in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(found, ast.ClassDef | ast.FunctionDef) and found.name == name:
            return ast.get_docstring(found) or ""
    raise LookupError(f"{home} has no {name}")


@pytest.mark.parametrize(("module", "name"), _PUBLIC)
def test_every_public_name_has_a_docstring_with_an_example(module: str, name: str) -> None:
    assert ">>> " in written(module, name)


def test_a_game_is_short_to_print_and_may_be_a_key() -> None:
    for name, game in all_games().items():
        assert repr(game) == f"<Game {name}>"
        assert {game: name}[replace(game)] == name
