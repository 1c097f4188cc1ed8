"""`python -m tests.reds` in short: its breaks can be made and its tests are there, and it says what went unnoticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.reds.__main__ import ROOT, chosen, run
from tests.reds.breaks import GROUPS, Break, breaks_of
from tests.reds.copied_tree import CopiedTree

ALL = [one for group in GROUPS for one in breaks_of(group)]


def test_what_each_break_changes_is_there_once() -> None:
    files = {one.file: (ROOT / one.file).read_text(encoding="utf-8") for one in ALL}
    assert [one.name for one in ALL if files[one.file].count(one.was) != 1] == []


def test_the_tests_that_must_notice_are_there() -> None:
    tests = dict.fromkeys(test for one in ALL for test in one.tests)
    of_page = [test for test in tests if ".test.ts::" in test]
    for test in of_page:
        file, title = test.split("::")
        assert title in (ROOT / file).read_text(encoding="utf-8"), test
    words = ["-m", "pytest", "-p", "no:cacheprovider", "-q", "--collect-only", *(set(tests) - set(of_page))]
    quickly = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    found = subprocess.run([sys.executable, *words], cwd=ROOT, env=quickly, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-2000:] + found.stderr[-2000:]


def test_breaks_are_chosen_by_group_and_by_word() -> None:
    assert {group for group, _ in chosen([])} == set(GROUPS) - {"page"}, "a browser takes minutes"
    assert {group for group, _ in chosen(["page", "host"])} == {"page", "host"}
    assert [one.name for _, one in chosen(["limits", "ping"])] == ["pings cost nothing"]


SUM = """def added(one: int, other: int) -> int:
    return one + other
"""
TEST = """import pytest
from counting import added

def test_sums():
    assert added(2, 3) == 5, "two and three"

def test_nothing():
    pytest.raises(TypeError, added)
"""


def sums(name: str, was: str = "one + other", now: str = "one - other", test: str = "sums", says: str = "") -> Break:
    return Break(name, "src/counting.py", was, now, (f"test_counting.py::test_{test}",), says)


FAKES = (
    (sums("seen", says="two and three"), "test_counting.py:5 AssertionError: two and three"),
    (sums("no test looks", test="nothing"), "unnoticed"),
    (sums("another way to say it", now="other + one"), "unnoticed"),
    (sums("says something else", says="two and four"), "went red elsewhere: test_counting.test_sums: AssertionError"),
    (sums("no assertion", now="[][one]"), "went red elsewhere: test_counting.test_sums: IndexError"),
    (sums("an assertion of the code", "return", "assert one > other\n    return"), "went red elsewhere"),
    (sums("no such text", was="one * other"), "cannot be made: src/counting.py has what is to be changed 0 times"),
    (sums("twice", was="other"), "cannot be made: src/counting.py has what is to be changed 2 times"),
)


@pytest.fixture
def tree(tmp_path: Path) -> CopiedTree:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/counting.py").write_text(SUM, encoding="utf-8")
    (tmp_path / "test_counting.py").write_text(TEST, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.pytest]\n", encoding="utf-8")
    return CopiedTree(tmp_path)


def test_what_comes_of_each_break_is_told(tree: CopiedTree, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tree, [("fakes", one) for one, _ in FAKES]) == 1
    green, *told, counted = capsys.readouterr().out.splitlines()
    assert green.startswith("green: 2 tests")
    for (one, expected), name, said in zip(FAKES, told[::2], told[1::2], strict=True):
        assert name.startswith(f"{'red  ' if one.name == 'seen' else 'WRONG'}  fakes: {one.name} (")
        assert said.strip().startswith(expected)
    assert counted == "8 breaks, 1 seen"
    assert (tree.folder / "src/counting.py").read_text(encoding="utf-8") == SUM, "and it is as before"


def test_only_where_all_is_seen_it_succeeds(tree: CopiedTree) -> None:
    assert run(tree, [("fakes", FAKES[0][0])]) == 0


def test_what_is_not_green_to_begin_with_is_told(tree: CopiedTree, capsys: pytest.CaptureFixture[str]) -> None:
    (tree.folder / "src/counting.py").write_text(SUM.replace("+", "*"), encoding="utf-8")
    assert run(tree, [("fakes", FAKES[0][0])]) == 1
    assert capsys.readouterr().out.startswith("NOT GREEN  test_counting.test_sums: AssertionError: two and three")
