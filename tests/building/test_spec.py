"""docs/spec defines every rule that the project cites, and its tables of options agree with the code."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from chieu.core.game import AnyGame
from chieu.core.options import Option, Value, options_of
from chieu.games import load
from tests.building.spec import SPEC, citations, cited_in, definitions

GAMES = ("xidach", "big2", "rummy", "niuniu")


def test_every_rule_is_defined_once_under_its_own_anchor() -> None:
    numbered = list(definitions())
    assert not [number for number, count in Counter(number for _, _, number in numbered).items() if count > 1]
    assert not [(anchor, number) for _, anchor, number in numbered if anchor != number.lower()]


def test_every_cited_rule_is_defined() -> None:
    defined = {number for _, _, number in definitions()}
    assert {number: files for number, files in citations().items() if number not in defined} == {}


def test_every_rule_is_cited_by_a_test() -> None:
    by_tests = {
        number
        for number, files in citations().items()
        if any(file.startswith("tests/") and file.endswith(".py") for file in files)
    }
    assert [number for _, _, number in definitions() if number not in by_tests] == []


def test_a_test_cites_rules_in_its_name() -> None:
    assert cited_in("def test_nn_3_nn_6_hands() -> None:\n") == {"NN-3", "NN-6"}
    assert cited_in("nn_3_nn_6 = 1\n") == set()


def test_the_index_lists_all_presets() -> None:
    index = (SPEC / "README.md").read_text(encoding="utf-8")
    for name in GAMES:
        (row,) = [line for line in index.splitlines() if f"({name}.md)" in line]
        assert re.findall(r"`([^`]+)`", row) == list(load(name).presets)


@pytest.mark.parametrize("name", GAMES)
def test_tables_of_options_agree_with_the_code(name: str) -> None:
    game = load(name)
    first, *others = game.presets
    assert game.presets[first] == game.rules(), "the page says that the first preset holds the defaults"
    header, *rows = _table(name)
    assert header == ["option", "rule", "values", "default", *(f"`{preset}`" for preset in others)]
    options = options_of(game.rules)
    assert [row[0] for row in rows] == [f"`{option.name}`" for option in options]
    for option, (_, rules, values, default, *cells) in zip(options, rows, strict=True):
        assert set(rules.split(", ")) == _rules_on_the_sheet(game, option), option.name
        if option.kind == "choice":
            assert re.findall(r"`([^`]+)`", values) == list(option.choices), option.name
        elif option.kind != "text":
            assert values == option.allowed(), option.name
        assert default == option.write(option.default), option.name
        here: list[Value] = [getattr(game.presets[preset], option.name) for preset in others]
        assert cells == ["" if value == option.default else option.write(value) for value in here], option.name


def test_tests_named_in_the_security_page_exist() -> None:
    tests = SPEC.parents[1] / "tests"
    defined = {
        name for file in tests.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    }
    named = re.findall(r"`\.\.\.(_\w+)`", (SPEC.parent / "security.md").read_text("utf-8"))
    assert len(named) > 10
    assert [name for name in named if not any(test.endswith(name) for test in defined)] == []


def _table(name: str) -> list[list[str]]:
    """Return the cells of a page's table of options, header first."""
    lines = (SPEC / f"{name}.md").read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("| option | rule |"))
    end = lines.index("", start)
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines[start:end]]
    return [row for number, row in enumerate(rows) if number != 1]


def _rules_on_the_sheet(game: AnyGame, option: Option) -> set[str]:
    """Return the rules that a sheet in prose names for an option."""
    return {line.rule for line in game.presentation.sheet if line.option == option.name}
